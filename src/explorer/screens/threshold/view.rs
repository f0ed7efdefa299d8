//! Screen 3: what this k does, how many pairs lie at which distance, what every k would give, and a view below.

mod border;
mod groups;
mod recipes;
mod said;
mod sweep;

use crate::screens::threshold::keys::{Act, Below, Pane};
use crate::shared::Stage;
use crate::surface::{Paint, Phrase, Role, Target};
use crate::widgets::chart::Scale;
use crate::widgets::table;
pub use border::{PAIRS, PairRow};
pub use groups::{GROUPS, Group, has_texts, shown_others};
use groups::{groups, members};
use ratatui::layout::Rect;
pub use recipes::{RECIPES, Seen};
use simscope_core::visible;
use sweep::{histogram, sweep, sweep_columns};

pub(super) type Scene<'a> = crate::shared::Scene<'a, super::State>;

/// Draws the screen.
pub fn view(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let most = if area.width < 70 { 4 } else { 3 };
    let said = said::height(scene, area.width, most);
    let [top, rest] = table::split(area, said + u16::from(area.height >= 28));
    said::said(scene, paint, Rect { height: said, ..top });
    if area.height < LOW {
        return match scene.own.focus {
            Pane::Sweep => chart(scene, paint, rest),
            _ => below(scene, paint, rest),
        };
    }
    let [high, low] = table::split(rest, (rest.height * 2 / 5).clamp(8, TALLEST));
    chart(scene, paint, high);
    below(scene, paint, low);
}

/// Fewer lines show the bars or the view, not both.
const LOW: u16 = 16;
/// Lines of the histogram that are enough.
const TALLEST: u16 = 20;

/// The histogram, and the table of every k at its right.
fn chart(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let left = bars_width(scene, area.width);
    paint.areas.push(area, Target::Pane(Pane::Sweep.into()));
    let [bars, table] = parted(paint, area, left);
    histogram(scene, paint, bars);
    sweep(scene, paint, table, &sweep_columns(table.width));
}

/// Columns of the histogram: what the widest table leaves in which every distance has a bar.
fn bars_width(scene: Scene<'_>, width: u16) -> u16 {
    // With the line between them.
    let counts = scene.model.spread.as_ref().map_or(&[][..], |spread| spread.pairs().counts());
    let bits = scene.model.recipe.bits.get();
    let needed = Scale::of(u16::MAX, counts, bits).distances;
    let table = |room: u16| sweep::width(&sweep_columns(room));
    let all = table(u16::MAX);
    let spare =
        [3, 2, 1].map(|cell| Scale::width(needed, cell) + 1).into_iter().find(|bars| bars + all <= width);
    match spare {
        Some(_) => width - all,
        None => width - table(width.saturating_sub(Scale::width(needed, 1) + 1)).min(width / 2),
    }
}

/// The distance whose bar is in that column of the histogram.
pub fn distance_at(scene: Scene<'_>, column: u16) -> Option<u8> {
    let area = scene.area_of(Pane::Sweep)?;
    let counts = scene.model.spread.as_ref()?.pairs().counts();
    let width = bars_width(scene, area.width).saturating_sub(1);
    Scale::of(width, counts, scene.model.recipe.bits.get()).distance_at(column)
}

/// The view that is chosen.
fn below(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    match scene.own.below {
        Below::Border => border::border(scene, paint, area),
        Below::Recipes => recipes::recipes(scene, paint, area),
        Below::Groups => {
            let [list, beside] = parted(paint, area, area.width * 3 / 5);
            groups(scene, paint, list);
            members(scene, paint, beside);
        }
    }
}

/// The views by their names, on the line over the first pane: the one that is shown says more. What is below the line.
fn tabs(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, pane: Pane, shown: &str) -> Option<Rect> {
    let inner = paint.section(area, pane, "");
    let names = [
        (Below::Groups, ("Groups", "组")),
        (Below::Border, ("Pairs", "文档对")),
        (Below::Recipes, ("Recipes", "配方")),
    ];
    // The names of those behind it are short, and keep their room.
    let behind = names.iter().skip_while(|(below, _)| *below != scene.own.below).skip(1);
    let kept: usize = behind.map(|(_, name)| visible::width(paint.pick(*name)) + 2).sum();
    let mut x = area.x + 1;
    for (below, name) in names {
        let is_shown = below == scene.own.below;
        let has_keys = is_shown && paint.focus == Some(pane.into());
        let sign = if has_keys { "▸ " } else { "" };
        let text = if is_shown { format!(" {sign}{shown} ") } else { format!(" {} ", paint.pick(name)) };
        let room = area.right().saturating_sub(x);
        let room = if is_shown { room.saturating_sub(kept as u16) } else { room };
        let role = if is_shown { Role::Title } else { Role::Dim };
        let width = paint.say(x, area.y, room, &text, role);
        paint.areas.push(Rect { x, width, height: 1, ..area }, Target::Act(Act::Show(below).into()));
        x += width;
    }
    Some(inner).filter(|inner| inner.height > 1)
}

/// An area in two, with a line between them.
fn parted(paint: &mut Paint<'_>, area: Rect, left: u16) -> [Rect; 2] {
    let [left, right] = table::beside(area, left.max(1));
    let (x, style) = (left.right() - 1, paint.style(Role::Border));
    (area.top()..area.bottom()).for_each(|y| paint.put(x, y, "│", style));
    [Rect { width: left.width - 1, ..left }, right]
}

/// Why something is not there yet: it will come, or it was cancelled.
fn pending(scene: Scene<'_>, coming: Phrase) -> Phrase {
    match scene.model.stage {
        Stage::Cancelled(_) => ("cancelled; ‹resume› starts it again", "已取消；按 ‹resume› 重新开始"),
        _ => coming,
    }
}
