//! The features of the document, each with its bits: which are listed, in which order, and their pane.

use super::keys::{Act, Pane};
use super::state::State;
use super::view::Scene;
use super::view::line::{FEW, Laid};
use crate::filtering::{Count, Standing, counted};
use crate::listing;
use crate::room::Room;
use crate::shared::Shared;
use crate::surface::{Paint, Role, Target};
use crate::widgets::bits::{self, weight_text};
use crate::widgets::hits;
use crate::widgets::hits::term_text;
use crate::widgets::table::{self, Column, Lines, Order, Sort, inset, list};
use ratatui::layout::Rect;
use simscope_core::recipe::{Recipe, Sketch, TieRule};
use simscope_core::simhash::{self, Feature, Trace};
use std::sync::Arc;

// The list of features.
list!(pub Features of &'a Feature, in Scene<'a>, Act::Sort; const KEEPS_TIES: bool = true;);

type Of = Column<Features>;

pub(super) const COLUMNS: [Of; 4] = [
    // The order in which they are added up.
    Of::blank(("place", "次序"), 0).by(Order::Found),
    Of::drawn(("term", "词项"), 0, |scene, row, paint, place| {
        let (term, role) = term_text(&row.term);
        hits::say_in(paint, (place.x, place.y), place.width, term, scene.own.features.filter.filter(), role);
    })
    .by(Order::Texts(|row| [&row.term, ""]))
    .gap(0),
    Of::plain(("count", "次数"), 0, 0, |_, row| row.count.to_string())
        .by(Order::Number(|row| row.count.into()))
        .largest_first()
        .gap(0),
    Of::number(("weight", "权重"), 0, 0, |_, row| {
        (weight_text(row.weight), if row.weight == 0.0 { Role::Dim } else { Role::Text })
    })
    .by(Order::Number(|row| listing::weight(row.weight)))
    .largest_first(),
];

impl State {
    /// The place in the trace of the selected feature, and what it is.
    pub fn selected_feature<'a>(&self, trace: &'a Trace) -> Option<(usize, &'a Feature)> {
        let place = self.features.selected()?;
        Some((place, trace.features.get(place)?))
    }

    /// Lists the features of the selected document. A selected feature that stays in the list stays selected.
    pub(super) fn arrange(&mut self, shared: &Shared) {
        let Some(trace) = shared.model.trace(shared.selected) else { return };
        let is_of_it = self.listed_of.as_ref().is_some_and(|(of, _)| Arc::ptr_eq(of, trace));
        let of = (trace.clone(), self.features.sort);
        if is_of_it && self.listed_of.as_ref() == Some(&of) && !self.features.is_outdated() {
            return;
        }
        let selected = self.features.selected().filter(|_| is_of_it);
        let list = self.features.list;
        self.features.pass_texts(trace.features.iter().map(|feature| &*feature.term));
        self.features.order(&COLUMNS, selected, &|place| &trace.features[place]);
        if !is_of_it {
            self.features.list = list;
        }
        self.listed_of = Some(of);
    }

    /// The selected feature stays selected.
    pub(super) fn sort(&mut self, shared: &mut Shared, by: &'static str) {
        let sort = &mut self.features.sort;
        listing::choose(sort, &COLUMNS, by);
        shared.say(match (sort.by, sort.is_reversed) {
            ("term", false) => ("features: by term, ascending", "特征：按词项升序"),
            ("term", true) => ("features: by term, descending", "特征：按词项降序"),
            ("count", true) => ("features: most frequent first", "特征：次数多者在先"),
            ("count", false) => ("features: least frequent first", "特征：次数少者在先"),
            ("weight", true) => ("features: heaviest first", "特征：按权重"),
            ("weight", false) => ("features: lightest first", "特征：按权重，轻者在先"),
            (_, false) => ("features: in the order in which they are added up", "特征：按累加次序"),
            (_, true) => ("features: added up last first", "特征：按累加次序，反转"),
        });
        self.arrange(shared);
    }
}

/// The bits in which a feature adds its weight.
pub fn pushed_up(feature: &Feature, recipe: &Recipe) -> u128 {
    match recipe.tie {
        TieRule::Inverted => !feature.hash & recipe.bits.mask(),
        TieRule::Zero | TieRule::One => feature.hash & feature.adds,
    }
}

fn title(scene: Scene<'_>, trace: &Trace) -> String {
    let count = counted(scene.own.features.rows(), trace.features.len(), scene.lang);
    let Sort { by, is_reversed } = scene.own.features.sort;
    let order = scene.lang.pick(match (by, is_reversed) {
        ("term", _) => ("by term", "按词项"),
        ("count", _) => ("by count", "按次数"),
        ("weight", true) => ("heaviest first", "按权重"),
        ("weight", false) => ("lightest first", "按权重，轻者在先"),
        (_, true) => ("added up last first", "按累加次序，反转"),
        // Keywords come in the order in which they are added up.
        (_, false) if scene.model.recipe.weighting.uses_idf_table() => {
            ("from the heaviest down", "从最重到最轻")
        }
        (_, false) => ("in order of the text", "按出现次序"),
    });
    scene.lang.pick(both!("Features {count}, {order}", "特征 {count}，{order}"))
}

pub(super) fn features(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, trace: &Trace) {
    let foot = match scene.model.recipe.tie {
        _ if !scene.own.features.filter.is_empty() => &*scene.own.features.filter.in_force(),
        _ if scene.model.recipe.sketch == Sketch::MinHash => {
            paint.pick(("bright: its value is the smallest, and odd", "醒目处：该值最小，且为奇数"))
        }
        TieRule::Inverted if scene.model.recipe.bits.get() <= FEW => {
            paint.pick(("inverted: a 0 of the hash adds, a 1 takes", "取反：哈希位为 0 则加，为 1 则减"))
        }
        TieRule::Inverted => paint.pick(("inverted: ▇ where the hash has 0", "取反：▇ 处哈希位为 0")),
        TieRule::Zero | TieRule::One => "",
    };
    let Some(inner) = paint.panel_of(area, Pane::Features, 2, &title(scene, trace), foot) else { return };
    let laid = Laid::of(scene.model.recipe.bits, inner);
    let width = laid.bits.get();
    let mut columns = COLUMNS;
    let mut room = inner.width.saturating_sub(2);
    for (column, width) in columns[1..].iter_mut().zip([laid.term, laid.count, laid.weight]) {
        column.width = width.min(room);
        room -= column.width;
    }
    columns[3].head.0 = if laid.weight > 6 { "weight" } else { "w" };
    let columns = &columns[1..];
    table::heads(paint, inset(inner, 2, 0), columns, scene.own.features.sort);
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
        return paint.hollow(
            body,
            ("no features: the document is empty under this recipe", "没有特征：在此配方下文档为空"),
        );
    }
    if scene.own.features.rows() == 0 {
        if let Some(Standing { count: Count::None(why), .. }) = scene.own.filter_standing(scene.shared) {
            paint.hollow_of(body, &why.say(paint.lang));
        }
        return;
    }
    let (features, dead) = (&scene.own.features, scene.model.shares.dead());
    let draw = |paint: &mut Paint<'_>, row: Rect, at: usize| {
        let place = features.place_in(at);
        let Some(feature) = place.and_then(|place| trace.features.get(place)) else { return };
        let y = row.y;
        table::cells(paint, inset(row, 2, 0), columns, scene, &feature);
        let up = pushed_up(feature, &scene.model.recipe);
        match laid.is_packed {
            _ if laid.cells == 0 => {}
            true => bits::packed(paint, laid.cells_x, y, up, width, dead),
            // A digit in each cell, as far as there are few.
            false if laid.cell > 1 || width <= FEW => {
                bits::wide_cells(paint, (laid.cells_x, y), laid.cell, feature.hash, up, width);
            }
            false => bits::cells(paint, laid.cells_x, y, up, width, dead),
        }
        paint.say(laid.hex_x, y, laid.hex, &simhash::hex(feature.hash, laid.bits), Role::Dim);
        if at == features.list.selected {
            // Only the words are marked: the cells keep their colours.
            paint.select(Rect { width: laid.cells_x - row.x - 1, ..row });
        }
    };
    let lines = Lines { marked: None, ..Lines::of(features.list, features.rows(), false) };
    table::rows(paint, body, Pane::Features, lines, draw);
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
