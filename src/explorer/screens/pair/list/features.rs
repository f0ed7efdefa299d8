//! The features of both texts in one list: with their weights, those that differ most first.

use super::{Copied, Listed};
use crate::listing::{self, Sorts};
use crate::screens::pair::keys::Act;
use crate::screens::pair::state::State;
use crate::screens::pair::work::{Compared, Feature};
use crate::screens::pair::{Scene, sign};
use crate::shared::Shared;
use crate::surface::{Paint, Phrase, Rect, Role};
use crate::widgets::bits::weight_text;
use crate::widgets::hits::{self, term_text};
use crate::widgets::table::{self, Column, Order, list};
use simscope_core::sensitivity::Change;

list!(pub Rows of (Feature, &'a str), in Scene<'a>, Act::Sort; const KEEPS_TIES: bool = true;);

type Of = Column<Rows>;

/// Columns of the widest term.
const WIDEST: u16 = 60;
/// Columns of a weight.
const WEIGHT: u16 = 8;

const COLUMNS: [Of; 4] = [
    Of::drawn(("change", "变化"), 1, |_, (feature, _), paint, place| {
        let [a, b] = feature.weights;
        if a != b {
            let (mark, role) = sign(a, b);
            paint.say(place.x, place.y, 1, mark, role);
        }
    })
    .headed(("", ""))
    .by(Order::Number(|(feature, _)| listing::weight((feature.weights[0] - feature.weights[1]).abs())))
    .largest_first(),
    Of::drawn(("term", "词项"), 8, |scene, (feature, term), paint, place| {
        let (term, dim) = term_text(term);
        let role = match feature.weights {
            _ if dim == Role::Dim => dim,
            [a, b] if a != b => sign(a, b).1,
            _ => Role::Text,
        };
        hits::say_in(paint, (place.x, place.y), place.width, term, scene.own.shown.filter.filter(), role);
    })
    .by(Order::Texts(|(_, term)| [term, ""])),
    Of::number(("weight in A", "A 中的权重"), WEIGHT, 0, |_, (feature, _)| weight(feature.weights[0]))
        .headed(("A", "A"))
        .by(Order::Number(|(feature, _)| listing::weight(feature.weights[0])))
        .largest_first(),
    Of::number(("weight in B", "B 中的权重"), WEIGHT, 0, |_, (feature, _)| weight(feature.weights[1]))
        .headed(("B", "B"))
        .by(Order::Number(|(feature, _)| listing::weight(feature.weights[1])))
        .largest_first(),
];

fn weight(weight: f64) -> (String, Role) {
    if weight == 0.0 { table::dash() } else { (weight_text(weight), Role::Text) }
}

pub(super) struct Features;

/// A feature of both texts, with its term.
fn feature(compared: &Compared, place: u32) -> (Feature, &str) {
    let feature = compared.features[place as usize];
    (feature, compared.term(feature))
}

/// The columns, with what the width leaves for the term.
fn columns(width: u16) -> [Of; 4] {
    let [mark, term, a, b] = COLUMNS;
    let term = term.wide(width.saturating_sub(2 * (WEIGHT + 1) + 4).clamp(4, WIDEST));
    [mark, term, a, b]
}

impl Listed for Features {
    fn rows(&self, scene: Scene<'_>) -> usize {
        scene.own.features.len()
    }

    fn text(&self, scene: Scene<'_>, row: usize) -> String {
        scene.own.feature_row(row).map_or_else(String::new, |(_, term)| term.to_owned())
    }

    fn head(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) -> u16 {
        let line = table::inset(Rect { height: 1, ..area }, 2, 0);
        table::heads(paint, line, &columns(line.width), scene.own.sort);
        1
    }

    fn row(&self, scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect, row: usize) {
        let line = table::inset(line, 2, 0);
        if let Some(feature) = scene.own.feature_row(row) {
            table::cells(paint, line, &columns(line.width), scene, &feature);
        }
    }

    fn is_stale(&self, scene: Scene<'_>) -> bool {
        !scene.own.is_current(scene.shared)
    }

    fn nothing(&self, _scene: Scene<'_>) -> Phrase {
        ("neither text has features", "两个文本都没有特征")
    }

    fn copy(&self, scene: Scene<'_>, row: usize) -> Copied {
        let (feature, term) = scene.own.feature_row(row).unwrap_or_default();
        let [a, b] = feature.weights.map(weight_text);
        Ok((format!("{term}\t{a}\t{b}"), ("the term and its weights", "词项与其权重")))
    }

    fn why(&self, scene: Scene<'_>, compared: &Compared, row: usize) -> Option<String> {
        let (feature, term) = scene.own.feature_row(row)?;
        Some(why(scene.shared, compared, feature, term))
    }

    fn sorts(&self, own: &State) -> Sorts {
        Sorts::of(&COLUMNS, own.sort.by)
    }

    fn sort(&self, own: &mut State, shared: &mut Shared, asked: &'static str) {
        listing::choose(&mut own.sort, &COLUMNS, asked);
        listing::say(shared, &COLUMNS, own.sort);
        own.arrange_features();
    }
}

impl State {
    /// A feature of both texts by its row among all, with its term.
    pub fn feature_row(&self, row: usize) -> Option<(Feature, &str)> {
        Some(feature(self.compared()?, *self.features.get(row)?))
    }

    /// Puts the features of the texts that came last into their order.
    pub(in crate::screens::pair) fn arrange_features(&mut self) {
        let Some(compared) = self.compared.latest() else { return };
        let mut places: Vec<u32> = (0..compared.features.len() as u32).collect();
        listing::order(&mut places, &COLUMNS, self.sort, &|place| feature(compared, place));
        self.features = places;
    }
}

/// What a feature does in the text that has it, or that the texts have it with other weights.
fn why(shared: &Shared, compared: &Compared, feature: Feature, term: &str) -> String {
    let [before, after] = feature.weights;
    match feature.places {
        [Some(at), _] if before == after => shared.why_feature(&compared.a.trace, at),
        _ => {
            let change = Change { term: term.to_owned(), before, after };
            shared.why_change(compared.traces(), &change, &compared.difference)
        }
    }
}
