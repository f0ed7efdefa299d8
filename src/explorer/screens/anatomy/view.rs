//! Screen 2: one document, from its features through the sums to the signature.

pub(super) mod line;
mod pushes;
mod sums;
mod text;

pub use pushes::{push_lines, push_room};
pub use sums::{is_banded, square_columns};
pub use text::{line_of_selected, text_lines};

use crate::screens::anatomy::features::features;
use crate::screens::anatomy::keys::Pane;
use crate::surface::{Paint, Role, grouped_digits};
use crate::widgets::hits::step_keys;
use crate::widgets::table;
pub use line::FEW;
use line::Laid;
use pushes::{pushes, weak_spots};
use ratatui::layout::Rect;
use simscope_core::groups::Groups;
use simscope_core::simhash::Trace;
use simscope_core::visible;
use sums::sums;
use text::text;

pub(super) type Scene<'a> = crate::shared::Scene<'a, super::State>;

/// Draws the screen.
pub fn view(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let Some(document) = scene.selected_document() else {
        return paint.hollow(area, scene.no_document());
    };
    head(scene, paint, Rect { height: 1, ..area }, document);
    let area = Rect { y: area.y + 1, height: area.height - 1, ..area };
    let used = weak_spots(scene, paint, Rect { height: 1, ..area });
    let area = Rect { y: area.y + used, height: area.height - used, ..area };
    let Some(trace) = scene.model.trace(document) else {
        return paint.hollow(area, ("tracing the document…", "正在追踪文档…"));
    };
    if area.height < 16 {
        let is_of_bit = matches!(scene.own.focus, Pane::Sums | Pane::Bit);
        if is_of_bit && scene.model.recipe.bits.get() <= FEW && area.height >= LOWEST_SUMS + LOWEST {
            // Both are about the bit, and both have room.
            let [high, low] = table::split(area, (area.height - LOWEST).min(LOWEST_SUMS + 1));
            sums(scene, paint, high, trace);
            return pushes(scene, paint, low, trace);
        }
        match scene.own.focus {
            Pane::Sums => sums(scene, paint, area, trace),
            Pane::Bit => pushes(scene, paint, area, trace),
            Pane::Text => text(scene, paint, area, trace),
            _ => features(scene, paint, area, trace),
        }
        return;
    }
    if let Some(left) = left_width(scene, area) {
        return two_columns(scene, paint, area, left, trace);
    }
    if scene.model.recipe.bits.get() <= FEW {
        return one_grid(scene, paint, area, trace);
    }
    let (sums_height, low) = match area.height {
        26.. => (13, 8),
        // The line of weak spots is taken from where it is missed least, not from the features.
        _ if used == 0 => (8, 5),
        _ if scene.model.recipe.bits.is_wide() => (7, 5),
        _ => (8, 4),
    };
    // What pushes the bit and the text give way to the features; they come when they have the keys.
    let has_keys = matches!(scene.own.focus, Pane::Bit | Pane::Text);
    let low = if area.height >= 26 || has_keys { low } else { 0 };
    let high = area.height - sums_height - low;
    let at = |y: u16, height: u16| Rect { y: area.y + y, height, ..area };
    features(scene, paint, at(0, high), trace);
    let (middle, low) = (at(high, sums_height), at(high + sums_height, low));
    let bits = u16::from(scene.model.recipe.bits.get());
    // What is too wide for one line is drawn in two, the high bits first.
    let columns = if bits > BAND && area.width < bits + 12 + 34 { BAND } else { bits.max(32) };
    let sums_width = columns * ((area.width - 46) / columns).clamp(1, 2) + 12;
    // The square of all sums needs the whole width.
    let is_square = scene.own.is_square && bits > BAND && sums_width < SQUARE;
    if area.width >= sums_width + 34 && !is_square {
        sums(scene, paint, Rect { width: sums_width, ..middle }, trace);
        pushes(
            scene,
            paint,
            Rect { x: middle.x + sums_width, width: middle.width - sums_width, ..middle },
            trace,
        );
        text(scene, paint, low, trace);
    } else {
        let half = low.width / 2;
        sums(scene, paint, middle, trace);
        pushes(scene, paint, Rect { width: half, ..low }, trace);
        text(scene, paint, Rect { x: low.x + half, width: low.width - half, ..low }, trace);
    }
}

/// Columns of the features in a large terminal, where the text and what pushes a bit stand beside them; `None` where they have
/// no room there.
fn left_width(scene: Scene<'_>, area: Rect) -> Option<u16> {
    let bits = scene.model.recipe.bits;
    let room = area.width.checked_sub(BESIDE).filter(|_| area.height >= 26)?;
    let features = Laid::taken(bits) + 2;
    // Two columns a bit for the sums, where they have room.
    let sums = if bits.get() > FEW { u16::from(bits.get()) * 2 + 10 } else { 0 };
    let wanted = [sums.max(features + TERM), features + TERM, features + TERM / 2];
    wanted.into_iter().find(|&wanted| wanted <= room)
}

/// Columns of a text that stands beside the features.
const BESIDE: u16 = 50;
/// Columns of the terms that are enough.
const TERM: u16 = 30;

/// Features and sums below each other; beside them the text, and what pushes the bit.
fn two_columns(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, left: u16, trace: &Trace) {
    let sums_height = if area.height >= 46 { 16 } else { 12 };
    let [left, right] = table::beside(area, left);
    let [high, low] = table::split(left, area.height - sums_height);
    features(scene, paint, high, trace);
    sums(scene, paint, low, trace);
    let [high, low] = table::split(right, area.height / 2);
    text(scene, paint, high, trace);
    pushes(scene, paint, low, trace);
}

/// With few bits features, sums and signature stand below each other in the same columns. What pushes a bit, and the text, give
/// way to the features; they come when they have the keys.
fn one_grid(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, trace: &Trace) {
    let wanted = (scene.own.features.rows().min(100) as u16).max(3) + 3;
    let has_keys = matches!(scene.own.focus, Pane::Bit | Pane::Text);
    // The bars become lower and go where all features come into view by that; their numbers stay.
    let heights = [12, 9, LOWEST_SUMS + 1].into_iter().filter(|&height| height < 12 || area.height >= 26);
    let all_seen = heights.clone().find(|height| wanted + height <= area.height).filter(|_| !has_keys);
    let sums_height = all_seen.unwrap_or(match area.height {
        26.. => 12,
        _ if has_keys => LOWEST_SUMS + 1,
        _ => 9,
    });
    let left = area.height - sums_height;
    let least = match area.height {
        _ if !has_keys => 0,
        26.. => 6,
        _ => (left - 5).min(7),
    };
    let high = wanted.min(left - least);
    // What is too low to show anything is given to the features.
    let high = if left - high < LOWEST { left } else { high };
    let at = |y: u16, height: u16| Rect { y: area.y + y, height, ..area };
    features(scene, paint, at(0, high), trace);
    sums(scene, paint, at(high, sums_height), trace);
    let low = at(high + sums_height, left - high);
    if low.height > 0 {
        let half = low.width / 2;
        pushes(scene, paint, Rect { width: half, ..low }, trace);
        text(scene, paint, Rect { x: low.x + half, width: low.width - half, ..low }, trace);
    }
}

/// Lines of the sums in their frame, without bars; with one more there is a sentence about the bit.
const LOWEST_SUMS: u16 = 5;
/// Lines of a frame that has something to show.
const LOWEST: u16 = 4;

/// Bits of a line where a signature is drawn in two.
const BAND: u16 = 64;
/// Columns of a panel that has room for sixteen sums in a line.
const SQUARE: u16 = 105;

/// Which document, its label, its nearest neighbour, its group.
fn head(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect, document: u32) {
    let shown = scene.document(document);
    let x = step_keys(paint, line);
    let place = grouped_digits(document as u64 + 1);
    let mut tail = String::new();
    if let Some((neighbour, distance)) = scene.model.nearest(document) {
        let id = scene.document(neighbour).id;
        tail += &paint.pick(both!("nearest {id} at d = {distance}", "最近邻 {id}，d = {distance}"));
    }
    let number = scene.groups.as_deref().and_then(|groups: &Groups| groups.number_of(document));
    match number {
        Some(number) => {
            tail += if tail.is_empty() { "" } else { " · " };
            tail += &format!("{} #{number}", paint.pick(("group", "组")));
        }
        None if scene.model.features.get(document as usize) == Some(&0) => {
            tail = paint.pick(("no features: in no group", "没有特征：不入组")).to_owned();
        }
        None if scene.groups.is_some() => {
            tail += if tail.is_empty() { "" } else { " · " };
            tail += paint.pick(("alone at k", "不属于任何组"));
        }
        None => {}
    }
    let tail = if paint.knows_k { &tail[..] } else { "" };
    let tail = paint.whole_parts(tail, usize::from(line.width / 2));
    let width = (visible::width(tail) as u16).min(line.width / 2);
    paint.right(line.x, line.y, line.width - 1, &visible::fit(tail, usize::from(width)), Role::Dim);
    let room = line.right().saturating_sub(x + width + 2);
    let phrase = paint.pick(both!("document {place} ", "第 {place} 篇 "));
    let used = paint.say(x, line.y, room, &phrase, Role::Dim);
    // Lines of a file are named by their numbers.
    if shown.id != place {
        paint.say(x + used, line.y, room.saturating_sub(used), shown.id, Role::Accent);
    }
}
