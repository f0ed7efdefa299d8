//! The features of the document, each with its bits.

use super::Scene;
use super::grid::Laid;
use crate::filtering::{Count, counted};
use crate::screens::anatomy::keys::{Act, Column, Pane};
use crate::surface::{Paint, Role, Target};
use crate::widgets::bits::{self, weight_text};
use crate::widgets::document::term_text;
use crate::widgets::hits;
use crate::widgets::table::{self, Sort, inset};
use ratatui::layout::Rect;
use simscope_core::filter::Filter;
use simscope_core::recipe::{Recipe, TieRule};
use simscope_core::simhash::{self, Feature, Trace};

/// The bits in which a feature adds its weight.
pub fn pushed_up(feature: &Feature, recipe: &Recipe) -> u128 {
    match recipe.tie {
        TieRule::Inverted => !feature.hash & recipe.bits.mask(),
        TieRule::Zero | TieRule::One => feature.hash,
    }
}

/// The feature that the selection points at.
pub fn selected_feature<'a>(scene: Scene<'_>, trace: &'a Trace) -> Option<&'a Feature> {
    trace.features.get(scene.own.order.place_in(scene.own.features.selected)?)
}

impl Laid {
    /// Writes term, count and weight.
    fn words(&self, paint: &mut Paint<'_>, line: Rect, feature: &Feature, filter: &Filter) {
        let (x, count_x) = (line.x + 2, line.x + 2 + self.term);
        let (term, role) = term_text(&feature.term);
        hits::say_in(paint, (x, line.y), self.term, term, filter, role);
        let role = if feature.weight == 0.0 { Role::Dim } else { Role::Text };
        paint.right(count_x, line.y, self.count, &feature.count.to_string(), Role::Text);
        paint.right(count_x + self.count, line.y, self.weight, &weight_text(feature.weight), role);
    }
}

fn title(scene: Scene<'_>, trace: &Trace) -> String {
    let count = counted(scene.own.order.rows(), trace.features.len(), scene.lang);
    let Sort { by, is_reversed } = scene.own.order.sort;
    let order = scene.lang.pick(match (by, is_reversed) {
        (Column::Term, _) => ("by term", "按词项"),
        (Column::Count, _) => ("by count", "按次数"),
        (Column::Weight, true) => ("heaviest first", "按权重"),
        (Column::Weight, false) => ("lightest first", "按权重，轻者在先"),
        (Column::Place, true) => ("added up last first", "按累加次序，反转"),
        // Keywords come in the order in which they are added up.
        (Column::Place, false) if scene.model.recipe.weighting.uses_idf_table() => {
            ("from the heaviest down", "从最重到最轻")
        }
        (Column::Place, false) => ("in order of the text", "按出现次序"),
    });
    scene.lang.pick((format!("Features {count}, {order}"), format!("特征 {count}，{order}")))
}

pub(super) fn features(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, trace: &Trace) {
    let foot = match scene.model.recipe.tie {
        _ if !scene.own.filter.is_empty() => &*scene.own.filter.in_force(),
        TieRule::Inverted if scene.model.recipe.bits.get() <= super::FEW => {
            paint.pick(("inverted: a 0 of the hash adds, a 1 takes", "取反：哈希位为 0 则加，为 1 则减"))
        }
        TieRule::Inverted => paint.pick(("inverted: ▇ where the hash has 0", "取反：▇ 处哈希位为 0")),
        TieRule::Zero | TieRule::One => "",
    };
    let has_keys = scene.own.focus == Pane::Features;
    let inner = paint.panel(area, Pane::Features, has_keys, &title(scene, trace), foot);
    if inner.height < 2 {
        return;
    }
    let laid = Laid::of(scene.model.recipe.bits, inner);
    let width = laid.bits.get();
    let (sort, count_x) = (scene.own.order.sort, inner.x + 2 + laid.term);
    let weight = if laid.weight > 6 { "weight" } else { "w" };
    for (x, width, head, column) in [
        (inner.x + 2, laid.term, (paint.pick(("term", "词项")), false), Column::Term),
        (count_x, laid.count, (paint.pick(("count", "次数")), true), Column::Count),
        (count_x + laid.count, laid.weight, (paint.pick((weight, "权重")), true), Column::Weight),
    ] {
        let place = Rect { x, width, height: 1, ..inner }.intersection(inner);
        table::sorted_head(paint, place, head, sort.mark(column), Some(Act::SortBy(column).into()));
    }
    if laid.cells > 0 {
        ruler(paint, &laid, inner.y, scene.own.bit);
    }
    if laid.hex > 0 {
        let room = inner.right().saturating_sub(laid.hex_x);
        let chinese = if room < 8 { "hex" } else { "十六进制" };
        paint.say(laid.hex_x, inner.y, room, paint.pick(("hex", chinese)), Role::Title);
    }
    let body = inset(inner, 0, 1);
    if trace.features.is_empty() {
        paint.hollow(
            body,
            ("no features: the document is empty under this recipe", "没有特征：在此配方下文档为空"),
        );
        return;
    }
    if scene.own.order.rows() == 0 {
        let passing = scene.own.filter.stands_over(trace.features.iter().map(|feature| &*feature.term));
        if let Count::None(why) = passing.count {
            paint.hollow_of(body, &why.say(paint.lang));
        }
        return;
    }
    let (list, dead) = (scene.own.features, scene.model.shares.dead());
    let draw = |paint: &mut Paint<'_>, row: Rect, at: usize| {
        let place = scene.own.order.place_in(at);
        let Some(feature) = place.and_then(|place| trace.features.get(place)) else { return };
        let y = row.y;
        laid.words(paint, row, feature, scene.own.filter.filter());
        let up = pushed_up(feature, &scene.model.recipe);
        match laid.is_packed {
            _ if laid.cells == 0 => {}
            true => bits::packed(paint, laid.cells_x, y, up, width, dead),
            // A digit in each cell, as far as there are few.
            false if laid.cell > 1 || width <= super::FEW => {
                bits::wide_cells(paint, (laid.cells_x, y), laid.cell, feature.hash, up, width);
            }
            false => bits::cells(paint, laid.cells_x, y, up, width, dead),
        }
        paint.say(laid.hex_x, y, laid.hex, &simhash::hex(feature.hash, laid.bits), Role::Dim);
        if at == list.selected {
            // Only the words are marked: the cells keep their colours.
            paint.select(Rect { width: laid.cells_x - row.x - 1, ..row });
        }
    };
    table::marked_rows(paint, body, Pane::Features, (list, scene.own.order.rows()), None, draw);
    if laid.cells > 0 && !laid.is_packed {
        paint.areas.push(
            Rect { x: laid.cells_x, y: inner.y, width: laid.cells, height: 1 },
            Target::Bits { bits: width, columns: width, cell: laid.cell as u8 },
        );
    }
}

/// Numbers over every eighth bit, over each where the cells are wide, and the cursor with its own number.
fn ruler(paint: &mut Paint<'_>, laid: &Laid, y: u16, cursor: u8) {
    let (bits, x) = (laid.bits.get(), laid.cells_x);
    if laid.cell > 2 {
        for bit in 0..bits {
            let number = bit.to_string();
            let at = x + u16::from(bits - 1 - bit) * laid.cell + bits::middle(laid.cell);
            let (role, back) =
                (if bit == cursor { Role::Handle } else { Role::Dim }, number.len() as u16 / 2);
            paint.say(at - back, y, number.len() as u16, &number, role);
        }
        return;
    }
    let (shared, every) = if laid.is_packed { (2, 16) } else { (1, 8) };
    let column = |bit: u8| x + u16::from((bits - 1) / shared - bit / shared) * laid.cell;
    let digits = |bit: u8| bit.to_string().len() as u16;
    let near = column(cursor)..column(cursor) + 2 + digits(cursor);
    let is_free = |bit: u8| !near.contains(&column(bit)) && !near.contains(&(column(bit) + digits(bit)));
    for tick in (0..bits).filter(|bit| (bit + 1) % every == 0 && is_free(*bit)) {
        paint.say(column(tick), y, 3, &tick.to_string(), Role::Dim);
    }
    paint.put(column(cursor), y, "▼", paint.style(Role::Handle));
    let number = cursor.to_string();
    let width = number.len() as u16;
    let has_room = u16::from(cursor / shared) * laid.cell >= width;
    let at = if has_room { column(cursor) + 1 } else { column(cursor).saturating_sub(width) };
    paint.say(at, y, width, &number, Role::Handle);
}
