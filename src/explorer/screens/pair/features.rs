//! The features of both texts in one list: with their weights, those that differ most first.

use super::keys::Act;
use super::state::State;
use super::view::{Scene, sign};
use super::work::Feature;
use crate::listing;
use crate::surface::{Paint, Role};
use crate::widgets::bits::weight_text;
use crate::widgets::hits;
use crate::widgets::hits::term_text;
use crate::widgets::table::{self, Column, Order, list};
use ratatui::layout::Rect;

list!(pub Features of (Feature, &'a str), in Scene<'a>, Act::Sort; const KEEPS_TIES: bool = true;);

type Of = Column<Features>;

/// Columns of the widest term.
const WIDEST: u16 = 60;
/// Columns of a weight.
const WEIGHT: u16 = 8;

pub(super) const COLUMNS: [Of; 4] = [
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

impl State {
    /// Puts the features of the texts that came last into their order.
    pub(super) fn arrange_features(&mut self) {
        let Some(compared) = self.compared.latest() else { return };
        let mut places: Vec<u32> = (0..compared.features.len() as u32).collect();
        let row = |place: u32| {
            let feature = compared.features[place as usize];
            (feature, compared.term(feature))
        };
        listing::order(&mut places, &COLUMNS, self.sort, &row);
        self.features = places;
    }
}

/// The columns, with what the width leaves for the term.
fn columns(width: u16) -> [Of; 4] {
    let [mark, term, a, b] = COLUMNS;
    let term = term.wide(width.saturating_sub(2 * (WEIGHT + 1) + 4).clamp(4, WIDEST));
    [mark, term, a, b]
}

pub(super) fn heads(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect) {
    let line = table::inset(line, 2, 0);
    table::heads(paint, line, &columns(line.width), scene.own.sort);
}

pub(super) fn row<'a>(
    scene: Scene<'a>,
    paint: &mut Paint<'_>,
    row: Rect,
    (feature, term): (Feature, &'a str),
) {
    let line = table::inset(row, 2, 0);
    table::cells(paint, line, &columns(line.width), scene, &(feature, term));
}
