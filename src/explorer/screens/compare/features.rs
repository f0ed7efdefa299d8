//! The features of a pair: those of one side, and those that both have, which are listed, and in which order.

use super::keys::{Act, Pane};
use super::news::Weighed;
use super::state::State;
use super::view::Scene;
use crate::action::Action;
use crate::filtering::{Standing, counted};
use crate::listing;
use crate::shared::Shared;
use crate::surface::{Paint, Role};
use crate::widgets::bits::weight_text;
use crate::widgets::document::term_text;
use crate::widgets::hits;
use crate::widgets::table::{self, Column, Order, Sorting, list};
use ratatui::layout::Rect;
use simscope_core::visible;

// The three lists of features: only A, only B, shared.
list!(pub Features of Feature<'a>, in (), Act::Sort; const KEEPS_TIES: bool = true;);

/// A feature, and in which list it is.
#[derive(Clone, Copy)]
pub struct Feature<'a> {
    pub term: &'a str,
    /// In A and in B; of one side the same twice.
    pub weights: [f64; 2],
    pub list: usize,
}

type Of = Column<Features>;

const COLUMNS: [Of; 4] = [
    // The larger one of a feature that both have.
    Of::blank(("weight", "权重"), 0)
        .by(Order::Number(|row| listing::weight(row.weights[0].max(row.weights[1]))))
        .largest_first(),
    Of::blank(("weight in A", "A 中的权重"), 0)
        .by(Order::Number(|row| listing::weight(row.weights[0])))
        .largest_first(),
    Of::blank(("weight in B", "B 中的权重"), 0)
        .by(Order::Number(|row| listing::weight(row.weights[1])))
        .largest_first(),
    Of::blank(("term", "词项"), 0).by(Order::Texts(|row| [row.term, ""])),
];

impl Weighed {
    /// A feature by its place, where the lists follow one another.
    fn feature(&self, place: usize) -> Feature<'_> {
        let [a, b] = [self.only[0].len(), self.only[1].len()];
        if place >= a + b {
            let (term, weights) = &self.shared[place - a - b];
            return Feature { term, weights: *weights, list: 2 };
        }
        let list = usize::from(place >= a);
        let (term, weight) = &self.only[list][place - a * list];
        Feature { term, weights: [*weight; 2], list }
    }

    fn features(&self) -> impl ExactSizeIterator<Item = Feature<'_>> + Clone {
        let count = self.only[0].len() + self.only[1].len() + self.shared.len();
        (0..count).map(|place| self.feature(place))
    }
}

impl State {
    /// The features of a list that pass the filter, in their order.
    pub fn listed<'a>(&self, weighed: &'a Weighed, list: usize) -> impl Iterator<Item = Feature<'a>> + Clone {
        let rows = (0..self.features.rows()).filter_map(|row| self.features.place_in(row));
        rows.map(|place| weighed.feature(place)).filter(move |row| row.list == list)
    }

    /// Lists the features that came last.
    pub(super) fn arrange_features(&mut self) {
        let Some(weighed) = self.weighed.latest() else { return };
        self.features.pass_texts(weighed.features().map(|row| row.term));
        self.features.order(&COLUMNS, None, &|place| weighed.feature(place));
    }

    /// Another filter was typed: lists what passes it.
    pub(super) fn follow_filter(&mut self) {
        if self.features.is_outdated() {
            self.arrange_features();
            self.scroll[0] = 0;
            // The list that is filtered comes into view, where one pane has room below the texts.
            if !self.features.filter.is_empty() {
                self.low = Some(Pane::Features);
            }
        }
    }

    /// How the filter stands.
    pub(super) fn filter_stands(&self, shared: &Shared) -> Standing<'_> {
        let all = self.weighed(shared).into_iter().flat_map(Weighed::features);
        self.features.filter.stands_over(all.map(|row| row.term))
    }

    pub(super) fn sort(&mut self, shared: &mut Shared, asked: Sorting<&'static str>) {
        self.features.sort(shared, &COLUMNS, asked);
        self.arrange_features();
        self.scroll[0] = 0;
    }
}

pub(super) fn features(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let title = paint.pick(match scene.own.features.sort.by {
        "term" => ("Features by term", "特征（按词项）"),
        _ => ("Features by weight", "特征（按权重）"),
    });
    let filter = &scene.own.features.filter;
    let Some(inner) = paint.panel_of(area, Pane::Features, 1, title, &filter.in_force()) else { return };
    let Some(weighed) = scene.own.weighed(scene.shared) else {
        return paint.hollow(inner, scene.why_untraced(("tracing both documents…", "正在追踪两篇文档…")));
    };
    let (first, width) = (scene.own.scroll[0], inner.width / 3);
    let all = [weighed.only[0].len(), weighed.only[1].len(), weighed.shared.len()];
    for (list, role) in [Role::Zero, Role::One, Role::Text].into_iter().enumerate() {
        let rows = scene.own.listed(weighed, list);
        let count = counted(rows.clone().count(), all[list], scene.lang);
        let head = match list {
            0 => format!("{} {count}", paint.pick(("only A", "仅 A"))),
            1 => format!("{} {count}", paint.pick(("only B", "仅 B"))),
            _ => shared_head(paint, count, weighed, width.saturating_sub(2 + WEIGHTS)),
        };
        let line =
            Rect { x: inner.x + 1 + list as u16 * width, width: width.saturating_sub(2), height: 1, ..inner };
        heads(scene, paint, line, list, &head);
        for (y, row) in (inner.y + 1..inner.bottom()).zip(rows.skip(first)) {
            let [a, b] = row.weights.map(weight_text);
            let weight = if row.weights[0] == row.weights[1] { a } else { format!("{a}|{b}") };
            let room = line.width.saturating_sub(visible::width(&weight) as u16 + 1);
            let (term, dim) = term_text(row.term);
            let role = if dim == Role::Dim { dim } else { role };
            hits::say_in(paint, (line.x, y), room, term, filter.filter(), role);
            paint.right(line.x, y, line.width, &weight, Role::Dim);
        }
    }
}

/// Columns of the heads of weights.
const WEIGHTS: u16 = 4;

/// The heads of a list: its terms, and at the right edge its weights, where there is room for them.
fn heads(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect, list: usize, name: &str) {
    let weights: &[(&'static str, &str)] =
        if list == 2 { &[("weight in A", "A"), ("weight in B", "B")] } else { &[("weight", "w")] };
    let taken = 1 + visible::width(name) as u16;
    let has_room = line.width > taken + WEIGHTS;
    let mut head = |place: Rect, name: &str, is_number: bool, what: &'static str| {
        let act = Action::from(Act::Sort(Sorting::By(what)));
        table::sorted_head(paint, place, name, is_number, scene.own.features.sort.mark(what), Some(act));
    };
    head(Rect { width: if has_room { taken } else { line.width }, ..line }, name, false, "term");
    for (&(what, name), back) in weights.iter().rev().zip([2, 4]).filter(|_| has_room) {
        head(Rect { x: line.right() - back, width: 2, ..line }, name, true, what);
    }
}

/// How many features both have, and with what weight, where there is room to say so.
fn shared_head(paint: &Paint<'_>, count: String, weighed: &Weighed, room: u16) -> String {
    let weight = weight_text(weighed.shared.iter().map(|(_, [a, b])| a.min(*b)).sum());
    let long = paint.pick((format!("shared {count} (w {weight})"), format!("共有 {count}（权重 {weight}）")));
    match visible::width(&long) <= usize::from(room) {
        true => long,
        false => paint.pick((format!("shared {count}"), format!("共有 {count}"))),
    }
}
