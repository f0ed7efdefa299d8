//! Screen 3: how many pairs at which distance, what every k would give, and the groups at this one.

pub mod advice;
mod border;
mod decide;
mod facets;
mod groups;
mod histogram;
mod members;
mod sweep;
mod texts;

use crate::screens::threshold::keys::Pane;
use crate::screens::threshold::state::Below;
use crate::shared::Stage;
use crate::surface::{Paint, Phrase};
use crate::widgets::{chart, table};
pub use border::{PAIRS, PairRow};
use groups::groups;
pub use groups::{GROUPS, Group, Groups};
use histogram::histogram;
use members::members;
pub use members::shown_others;
use ratatui::layout::Rect;
use sweep::{FRAME, sweep, sweep_columns};
pub use texts::has_texts;

type Scene<'a> = crate::shared::Scene<'a, super::State>;

/// Draws the screen.
pub fn view(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    if area.height < 16 {
        match scene.own.focus {
            Pane::Histogram => histogram(scene, paint, area),
            Pane::Facets => facets::facets(scene, paint, area),
            Pane::Sweep => sweep(scene, paint, area, &sweep_columns(scene, area.width)),
            Pane::Members if scene.own.below == Below::Decide => decide::members(scene, paint, area),
            Pane::Members => members(scene, paint, area),
            Pane::Advice => advice::advice(scene, paint, area),
            Pane::Border => border::list(scene, paint, area),
            Pane::Pair => border::pair(scene, paint, area),
            Pane::Groups => groups(scene, paint, area),
        }
        return;
    }
    if scene.own.below == Below::Decide {
        let high = area.height - decide::PREVIEW;
        let [list, beside] = beside_facets(scene, paint, Rect { height: high, ..area }, area.width >= 110);
        groups(scene, paint, list);
        if beside.width > 0 {
            decide::members(scene, paint, beside);
        }
        decide::preview(scene, paint, Rect { y: area.y + high, height: decide::PREVIEW, ..area });
        return;
    }
    let high = match scene.own.below {
        // What the advice does not need.
        Below::Advice => area.height.saturating_sub(advice::height(scene, area.width)),
        _ => 0,
    };
    let high = high.max((area.height * 2 / 5).clamp(8, TALLEST));
    let columns = sweep_columns(scene, sweep_room(scene, area.width));
    let sweep_width = table::taken(&columns) + FRAME;
    let (top, low) =
        (Rect { height: high, ..area }, Rect { y: area.y + high, height: area.height - high, ..area });
    let left = area.width - sweep_width;
    histogram(scene, paint, Rect { width: left, ..top });
    sweep(scene, paint, Rect { x: top.x + left, width: sweep_width, ..top }, &columns);
    match scene.own.below {
        Below::Groups | Below::Decide => {}
        Below::Border => {
            border::border(scene, paint, low);
            return;
        }
        Below::Advice => {
            advice::advice(scene, paint, low);
            return;
        }
    }
    let [list, beside] = beside_facets(scene, paint, low, low.width >= 150);
    groups(scene, paint, list);
    if beside.width > 0 {
        members(scene, paint, beside);
    }
}

/// Lines of the histogram and of the sweep that are enough.
const TALLEST: u16 = 24;

/// Columns for the sweep. The histogram keeps at least two fifths, and two columns or one for each distance where the
/// sweep can do with the rest.
fn sweep_room(scene: Scene<'_>, width: u16) -> u16 {
    let distances = u16::from(scene.model.recipe.bits.get()) + 1;
    let rest = |columns: u16| width.saturating_sub(chart::width_of(distances, columns) + 2);
    match rest(2) {
        wide if wide >= LEAST_BESIDE_WIDE => wide.min(width * 3 / 5),
        _ => rest(1).clamp(width * 3 / 8, width * 3 / 5),
    }
}

/// Columns in which the sweep still shows most of its numbers.
const LEAST_BESIDE_WIDE: u16 = 56;

/// Draws the facets, where they are wanted, and returns the places of the groups and their members; facets take the place of
/// the members where there is not room for all.
fn beside_facets(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, has_room: bool) -> [Rect; 2] {
    let width = if scene.own.table.shows_facets.unwrap_or(has_room) { facets::WIDTH } else { 0 };
    if width > 0 {
        facets::facets(scene, paint, Rect { width, ..area });
    }
    let rest = table::inset(area, width, 0);
    let left = match width {
        0 => rest.width * 3 / 5,
        _ if rest.width < 80 => rest.width,
        _ => (rest.width * 3 / 5).max(62).min(rest.width - 30),
    };
    [Rect { width: left, ..rest }, table::inset(rest, left, 0)]
}

/// The distance whose bar is in that column of the histogram.
pub fn distance_at(scene: Scene<'_>, column: u16) -> Option<u8> {
    let area = scene.area_of(Pane::Histogram)?;
    chart::distance_at(area.width.saturating_sub(2), scene.model.recipe.bits.get(), column)
}

/// Why something is not there yet: it will come, or it was cancelled.
fn pending(scene: Scene<'_>, coming: Phrase) -> Phrase {
    match scene.model.stage {
        Stage::Cancelled(_) => ("cancelled; ‹resume› starts it again", "已取消；按 ‹resume› 重新开始"),
        _ => coming,
    }
}
