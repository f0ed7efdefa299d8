//! The features of the document, each with its bits: which are listed, in which order, and their pane.

use super::keys::{Act, Pane as Own};
use super::laid::{FEW, Laid};
use super::{Scene, State, text, traced, why_bit};
use crate::action::Action;
use crate::filtering::{Count, Standing, counted};
use crate::listing;
use crate::room::{Moving, PaneOf, Room, selected};
use crate::shared::Shared;
use crate::surface::{Paint, Phrase, Rect, Role, Target};
use crate::widgets::bits::{self, weight_text};
use crate::widgets::hits::{self, term_text};
use crate::widgets::table::{self, Column, Lines, Order, Sort, inset, list};
use simscope_core::recipe::{Recipe, Sketch, TieRule};
use simscope_core::simhash::{self, Feature, Trace};
use std::borrow::Cow;
use std::sync::Arc;

pub(super) struct Features;

impl PaneOf<State> for Features {
    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![&[
            (
                "What the document was cut into, each with its count, its weight, and its hash, a bit a column.",
                "文档切分成的特征，各有次数、权重与哈希，每列一位。",
            ),
            (
                "A feature adds its weight to the sums where its hash has 1, and takes it where it has 0.",
                "特征在哈希为 1 的位给累加值加上权重，为 0 的位则减去。",
            ),
        ]]
    }

    fn view(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        let Ok(trace) = traced(scene) else { return };
        let (title, foot) = (title(scene, trace), foot(scene));
        let Some(inner) = paint.panel_of(area, Own::Features, 2, &title, &foot) else { return };
        let laid = Laid::of(scene.model.recipe.bits, inner);
        let columns = heads(scene, paint, inner, &laid);
        let body = inset(inner, 0, 1);
        if trace.features.is_empty() {
            let why =
                ("no features: the document is empty under this recipe", "没有特征：在此配方下文档为空");
            return paint.hollow(body, why);
        }
        let features = &scene.own.features;
        if features.rows() == 0 {
            if let Some(Standing { count: Count::None(why), .. }) = scene.own.filter_standing(scene.shared) {
                paint.hollow_of(body, &why.say(paint.lang));
            }
            return;
        }
        let lines = Lines { marked: None, ..Lines::of(features.list, features.rows(), false) };
        table::rows(paint, body, Own::Features, lines, |paint, row, at| {
            let Some(feature) = features.place_in(at).and_then(|place| trace.features.get(place)) else {
                return;
            };
            table::cells(paint, inset(row, 2, 0), &columns, scene, &feature);
            cells(scene, paint, &laid, (row.y, feature));
            if at == features.list.selected {
                // Only the words are marked: the cells keep their colours.
                paint.select(Rect { width: laid.cells_x - row.x - 1, ..row });
            }
        });
        if laid.cells > 0 && !laid.is_packed {
            let bits = laid.bits.get();
            let area = Rect { x: laid.cells_x, y: inner.y, width: laid.cells, height: 1 };
            paint.areas.push(area, Target::Bits { bits, columns: bits, cell: laid.cell as u8 });
        }
    }

    fn moving<'a>(&self, own: &'a mut State, shared: &'a mut Shared) -> Option<Moving<'a>> {
        Moving::rows(
            shared.model.trace(shared.selected).map_or(0, |_| own.features.rows()),
            &mut own.features.list,
        )
    }

    fn act(&self, own: &mut State, shared: &mut Shared, action: Action) -> bool {
        let is_chosen = matches!(action, Action::Chosen(..));
        if is_chosen {
            text::show_selected_feature(own, shared);
        }
        is_chosen || own.step_bit(shared, action)
    }

    fn copy(&self, scene: Scene<'_>) -> Result<(String, Phrase), Phrase> {
        let trace = scene.model.trace(selected(scene.shared)?);
        let nothing = ("no feature is selected: nothing to copy", "未选择特征：没有可复制的内容");
        let feature = trace.and_then(|trace| scene.own.selected_feature(trace)).ok_or(nothing)?;
        let hash = simhash::hex(feature.hash, scene.model.recipe.bits);
        Ok((format!("{}\t{hash}", feature.term), ("term and hash", "词项与哈希")))
    }

    fn why(&self, scene: Scene<'_>) -> Result<String, Phrase> {
        let trace = traced(scene)?;
        scene.own.features.selected().map_or_else(|| why_bit(scene), |at| Ok(scene.why_feature(trace, at)))
    }
}

// The list of features.
list!(pub Rows of &'a Feature, in Scene<'a>, Act::Sort; const KEEPS_TIES: bool = true;);

type Of = Column<Rows>;

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
    /// The selected feature.
    pub fn selected_feature<'a>(&self, trace: &'a Trace) -> Option<&'a Feature> {
        trace.features.get(self.features.selected()?)
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

/// The filter, or else what the cells mean where that has to be said.
fn foot(scene: Scene<'_>) -> Cow<'_, str> {
    let (own, recipe) = (scene.own, &scene.model.recipe);
    if !own.features.filter.is_empty() {
        return own.features.filter.in_force();
    }
    let phrase = match recipe.tie {
        _ if recipe.sketch == Sketch::MinHash => {
            ("bright: its value is the smallest, and odd", "醒目处：该值最小，且为奇数")
        }
        TieRule::Inverted if recipe.bits.get() <= FEW => {
            ("inverted: a 0 of the hash adds, a 1 takes", "取反：哈希位为 0 则加，为 1 则减")
        }
        TieRule::Inverted => ("inverted: ▇ where the hash has 0", "取反：▇ 处哈希位为 0"),
        TieRule::Zero | TieRule::One => ("", ""),
    };
    scene.lang.pick(phrase).into()
}

/// Draws the heads. Returns the columns before the bits.
fn heads(scene: Scene<'_>, paint: &mut Paint<'_>, inner: Rect, laid: &Laid) -> Vec<Of> {
    let mut columns = COLUMNS[1..].to_vec();
    let mut room = inner.width.saturating_sub(2);
    for (column, width) in columns.iter_mut().zip([laid.term, laid.count, laid.weight]) {
        column.width = width.min(room);
        room -= column.width;
    }
    columns[2].head.0 = if laid.weight > 6 { "weight" } else { "w" };
    table::heads(paint, inset(inner, 2, 0), &columns, scene.own.features.sort);
    if laid.cells > 0 {
        ruler(paint, laid, inner.y, scene.own.bit);
    }
    if laid.hex > 0 {
        let room = inner.right().saturating_sub(laid.hex_x);
        let chinese = if room < 8 { "hex" } else { "十六进制" };
        paint.say(laid.hex_x, inner.y, room, paint.pick(("hex", chinese)), Role::Title);
    }
    columns
}

/// The bits of a feature, and its hash.
fn cells(scene: Scene<'_>, paint: &mut Paint<'_>, laid: &Laid, (y, feature): (u16, &Feature)) {
    let (x, width, dead) = (laid.cells_x, laid.bits.get(), scene.model.shares.dead());
    let up = pushed_up(feature, &scene.model.recipe);
    match laid.is_packed {
        _ if laid.cells == 0 => {}
        true => bits::packed(paint, x, y, up, width, dead),
        // A digit in each cell, as far as there are few.
        false if laid.cell > 1 || width <= FEW => {
            bits::wide_cells(paint, (x, y), laid.cell, feature.hash, up, width);
        }
        false => bits::cells(paint, x, y, up, width, dead),
    }
    paint.say(laid.hex_x, y, laid.hex, &simhash::hex(feature.hash, laid.bits), Role::Dim);
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
