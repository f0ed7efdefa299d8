//! Where the texts differ, and what they are held against: every recipe, and the nearest documents of the corpus.

use crate::screens::pair::several::beginning;
use crate::screens::pair::view::Scene;
use crate::surface::{Paint, Role};
use crate::widgets::hits;
use crate::widgets::marked::Side;
use ratatui::layout::Rect;
use simscope_core::alignment::Difference;
use simscope_core::contrast::Under;
use simscope_core::search::Hit;
use simscope_core::sensitivity::percent;
use simscope_core::visible;

/// Columns of the mark of the selected row, and of that of what is in force.
const MARK: u16 = 4;

pub(super) fn difference_heads(paint: &mut Paint<'_>, line: Rect) {
    let half = line.width.saturating_sub(5) / 2;
    paint.say(line.x + 4, line.y, half, "A", Role::Title);
    paint.say(line.x + 5 + half, line.y, half, "B", Role::Title);
}

/// What only A has, and what only B has.
pub(super) fn difference(scene: Scene<'_>, paint: &mut Paint<'_>, row: Rect, difference: &Difference) {
    let half = row.width.saturating_sub(5) / 2;
    let texts = scene.own.texts();
    for (at, side) in [Side::A, Side::B].into_iter().enumerate() {
        let (sign, role) = if side == Side::A { ("−", Role::Zero) } else { ("+", Role::One) };
        let text = &texts[side as usize][side.of(difference).clone()];
        let x = row.x + 2 + at as u16 * (half + 1);
        if !text.is_empty() {
            let filter = scene.own.shown.filter.filter();
            paint.say(x, row.y, 1, sign, role);
            hits::say_in(paint, (x + 2, row.y), half.saturating_sub(2), &beginning(text), filter, role);
        }
    }
}

/// The longest name among the recipes, in columns.
fn name_width(scene: Scene<'_>, width: u16) -> u16 {
    let names = scene.own.under().iter().map(|under| visible::width(&under.name(scene.lang)));
    let longest = names.max().unwrap_or(0) as u16;
    longest.max(8).min(width.saturating_sub(MARK + 20))
}

pub(super) fn recipe_heads(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect) {
    let name = name_width(scene, line.width);
    paint.say(line.x + MARK, line.y, name, paint.pick(("recipe", "配方")), Role::Title);
    let x = line.x + MARK + name;
    let is_sorted = scene.own.is_list_reordered();
    paint.right(x, line.y, 4, "d", Role::Title);
    paint.right(x + 4, line.y, 6, paint.pick(("bits", "位数")), Role::Title);
    let share = paint.pick(("d/bits", "d/位数"));
    paint.right(x + 10, line.y, 8, &format!("{share}{}", if is_sorted { "▴" } else { "" }), Role::Title);
}

pub(super) fn recipe(scene: Scene<'_>, paint: &mut Paint<'_>, row: Rect, under: &Under) {
    let name = name_width(scene, row.width);
    let is_now = under.recipe.has_parts_of(&scene.model.recipe);
    if is_now {
        paint.say(row.x + 2, row.y, 1, "●", Role::Accent);
    }
    let role = if is_now { Role::Accent } else { Role::Text };
    paint.name(row.x + MARK, row.y, name, &under.name(scene.lang), role);
    let x = row.x + MARK + name;
    if !under.has_features {
        let phrase = paint.pick(("– a text without features", "– 有文本没有特征"));
        paint.say(x + 3, row.y, row.right().saturating_sub(x + 3), phrase, Role::Dim);
        return;
    }
    paint.right(x, row.y, 4, &under.distance.to_string(), role);
    paint.right(x + 4, row.y, 6, &under.recipe.bits.get().to_string(), Role::Dim);
    paint.right(x + 10, row.y, 8, &percent(under.share()), role);
    // Half of the bits, as far as chance, fills the bar.
    let room = row.right().saturating_sub(x + 20).min(16);
    let halves = ((2.0 * under.share()).min(1.0) * f64::from(2 * room)).round() as usize;
    let bar = "█".repeat(halves / 2) + if halves % 2 == 1 { "▌" } else { "" };
    paint.say(x + 20, row.y, room, &bar, role);
}

/// Columns of the id.
fn id_width(width: u16) -> u16 {
    (width.saturating_sub(MARK + 8) * 2 / 5).clamp(6, 28)
}

pub(super) fn near_heads(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect) {
    let (id, x) = (id_width(line.width), line.x + 2);
    paint.right(x, line.y, 3, "d", Role::Title);
    let within = format!("{}{}", crate::screens::pair::view::at_most(scene.theme), scene.k);
    paint.say(x + 4, line.y, 4, &within, Role::Title);
    paint.say(x + 8, line.y, id, paint.pick(("document", "文档")), Role::Title);
    let at = x + 9 + id;
    paint.say(at, line.y, line.right().saturating_sub(at), paint.pick(("text", "文本")), Role::Title);
}

pub(super) fn near(scene: Scene<'_>, paint: &mut Paint<'_>, row: Rect, near: Hit) {
    let (id, x) = (id_width(row.width), row.x + 2);
    let is_within = near.distance <= scene.k;
    let role = if is_within { Role::Within } else { Role::Text };
    paint.right(x, row.y, 3, &near.distance.to_string(), role);
    let verdict = if is_within { ("in", "内") } else { ("out", "外") };
    paint.say(x + 4, row.y, 4, paint.pick(verdict), role);
    let document = scene.document(near.index);
    paint.name(x + 8, row.y, id, document.id, role);
    let at = x + 9 + id;
    paint.say(at, row.y, row.right().saturating_sub(at), &beginning(document.text), Role::Dim);
}
