//! The features of the document, each with its bits.

use super::BAND;
use crate::recipe::{Recipe, TieRule};
use crate::simhash::{self, Feature, Trace};
use crate::tui::screens::anatomy::keys::Pane;
use crate::tui::screens::anatomy::view::Scene;
use crate::tui::surface::areas::Target;
use crate::tui::surface::lang::grouped_digits;
use crate::tui::surface::paint::Paint;
use crate::tui::surface::theme::Role;
use crate::tui::widgets::bits::{self, weight_text};
use crate::tui::widgets::document::term_text;
use ratatui::layout::Rect;

/// The bits in which a feature adds its weight.
pub fn pushed_up(feature: &Feature, recipe: &Recipe) -> u128 {
    match recipe.tie {
        TieRule::Inverted => !feature.hash & recipe.bits.mask(),
        TieRule::Zero | TieRule::One => feature.hash,
    }
}

/// Features in the order shown, as indices into the trace.
fn ordered(scene: Scene<'_>, trace: &Trace) -> Vec<usize> {
    let mut order: Vec<usize> = (0..trace.features.len()).collect();
    if scene.own.is_by_weight {
        order.sort_by(|&a, &b| trace.features[b].weight.total_cmp(&trace.features[a].weight));
    }
    order
}

/// The feature that the selection points at.
pub fn selected_feature<'a>(scene: Scene<'_>, trace: &'a Trace) -> Option<&'a Feature> {
    let order = ordered(scene, trace);
    order.get(scene.own.features.selected).map(|&index| &trace.features[index])
}

pub(super) fn features(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, trace: &Trace) {
    let count = grouped_digits(trace.features.len() as u64);
    let order_name = match scene.own.is_by_weight {
        true => paint.pick(("heaviest first", "按权重")),
        // Keywords come in the order in which they are added up.
        false if scene.model.recipe.weighting.uses_idf_table() => {
            paint.pick(("from the heaviest down", "从最重到最轻"))
        }
        false => paint.pick(("in order of the text", "按出现次序")),
    };
    let title =
        paint.pick((format!("Features {count}, {order_name}"), format!("特征 {count}，{order_name}")));
    let foot = match scene.model.recipe.tie {
        TieRule::Inverted => paint.pick(("inverted: ▇ where the hash has 0", "取反：▇ 处散列位为 0")),
        TieRule::Zero | TieRule::One => "",
    };
    let inner = paint.panel(area, Pane::Features, scene.own.focus == Pane::Features, &title, foot);
    if inner.height < 2 {
        return;
    }
    let width = scene.model.recipe.bits;
    let digits = (width.hex_digits() as u16).max(3);
    // Where a column a bit would leave no room for the terms, two bits share one.
    let bits = u16::from(width.get());
    let is_packed = bits > BAND && inner.width < bits + 40;
    let cells = if is_packed { bits::packed_columns(width.get()) } else { bits };
    let has_cells = inner.width >= cells + 14;
    let has_hex = !has_cells || inner.width >= cells + digits + 30;
    // Beside the cells of a narrow screen only term and weight have room.
    let (count_width, weight_width) = if has_cells && inner.width < cells + 24 { (0, 4) } else { (6, 8) };
    let columns = count_width
        + weight_width
        + if has_cells { cells + 1 } else { 0 }
        + if has_hex { digits + 1 } else { 0 };
    // Where there is room, the cells do not touch the frame.
    let gap = u16::from(is_packed && !has_hex && inner.width > cells + 24);
    let term_width = inner.width.saturating_sub(columns + 2 + gap);
    let count_x = inner.x + 2 + term_width;
    let weight_x = count_x + count_width;
    let cells_x = weight_x + weight_width + 1;
    let hex_x = if has_cells { cells_x + cells + 1 } else { cells_x };
    let title = paint.style(Role::Title);
    paint.text(inner.x + 2, inner.y, term_width, paint.pick(("term", "词项")), title);
    paint.right(count_x, inner.y, count_width, paint.pick(("count", "次数")), title);
    paint.right(weight_x, inner.y, weight_width, paint.pick(("weight", "权重")), title);
    if has_cells {
        ruler(paint, cells_x, inner.y, width.get(), scene.own.bit, is_packed);
    }
    if has_hex {
        paint.text(
            hex_x,
            inner.y,
            inner.right().saturating_sub(hex_x),
            paint.pick(("hex", "十六进制")),
            title,
        );
    }
    let body = Rect { y: inner.y + 1, height: inner.height - 1, ..inner };
    if trace.features.is_empty() {
        let said = paint
            .pick(("no features: the document is empty under this recipe", "没有特征：在此配方下文档为空"));
        paint.hollow(body, said);
        return;
    }
    let order = ordered(scene, trace);
    let first = scene.own.features.first(usize::from(body.height), order.len());
    paint.areas.push(body, Target::Rows { pane: Pane::Features.into(), first, rows: order.len() });
    let (text, dim) = (paint.style(Role::Text), paint.style(Role::Dim));
    let dead = scene.model.shares.dead();
    for (line, &index) in order.iter().skip(first).take(usize::from(body.height)).enumerate() {
        let (feature, y) = (&trace.features[index], body.y + line as u16);
        let (term, role) = term_text(&feature.term);
        paint.say(body.x + 2, y, term_width, term, role);
        paint.right(count_x, y, count_width, &feature.count.to_string(), text);
        let style = if feature.weight == 0.0 { dim } else { text };
        paint.right(weight_x, y, weight_width, &weight_text(feature.weight), style);
        let up = pushed_up(feature, &scene.model.recipe);
        if is_packed && has_cells {
            bits::packed(paint, cells_x, y, up, width.get(), dead);
        } else if has_cells {
            bits::cells(paint, cells_x, y, up, width.get(), dead);
        }
        if has_hex {
            paint.say(hex_x, y, digits, &simhash::hex(feature.hash, width), Role::Dim);
        }
        if first + line == scene.own.features.selected {
            // Only the words are marked: the cells keep their colours.
            paint.select(Rect { y, height: 1, width: cells_x - body.x - 1, ..body });
        }
    }
    if has_cells && !is_packed {
        paint.areas.push(
            Rect { x: cells_x, y: inner.y, width: cells, height: 1 },
            Target::Bits { bits: width.get(), columns: width.get(), cell: 1 },
        );
    }
}

/// Numbers over every eighth bit, and the cursor with its own number.
fn ruler(paint: &mut Paint<'_>, x: u16, y: u16, bits: u8, cursor: u8, is_packed: bool) {
    let (shared, every) = if is_packed { (2, 16) } else { (1, 8) };
    let column = |bit: u8| x + u16::from((bits - 1) / shared - bit / shared);
    let (dim, handle) = (paint.style(Role::Dim), paint.style(Role::Handle));
    let digits = |bit: u8| bit.to_string().len() as u16;
    let near = column(cursor)..column(cursor) + 2 + digits(cursor);
    let is_free = |bit: u8| !near.contains(&column(bit)) && !near.contains(&(column(bit) + digits(bit)));
    for tick in (0..bits).filter(|bit| (bit + 1) % every == 0 && is_free(*bit)) {
        paint.text(column(tick), y, 3, &tick.to_string(), dim);
    }
    paint.put(column(cursor), y, "▼", handle);
    let number = cursor.to_string();
    let width = number.len() as u16;
    let has_room = u16::from(cursor / shared) >= width;
    let at = if has_room { column(cursor) + 1 } else { column(cursor).saturating_sub(width) };
    paint.text(at, y, width, &number, handle);
}
