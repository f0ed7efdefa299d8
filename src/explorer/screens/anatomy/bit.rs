//! Which features push the bit under the cursor up and down.

use super::keys::Pane as Own;
use super::{Scene, State, traced, why_bit};
use crate::action::Action;
use crate::room::{Moving, PaneOf};
use crate::shared::Shared;
use crate::surface::{Paint, Phrase, Rect, Role};
use crate::widgets::bits::{sum_text, weight_text};
use crate::widgets::hits::term_text;
use crate::widgets::table::{self, inset};
use simscope_core::simhash::{Feature, Trace};
use simscope_core::visible;

pub(super) struct Bit;

impl PaneOf<State> for Bit {
    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![&[(
            "Which features push the bit under the cursor up, and which down, the heaviest first.",
            "哪些特征把光标所在的位推高，哪些压低，权重大的在前。",
        )]]
    }

    fn view(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        let Ok(trace) = traced(scene) else { return };
        let bit = scene.own.bit;
        let sum = sum_text(trace.sums[usize::from(bit)]);
        let title = paint.pick(both!("Bit {bit}: sum {sum}", "第 {bit} 位：累加值 {sum}"));
        let Some(inner) = paint.panel_of(area, Own::Bit, 2, &title, "") else { return };
        let [up, down] = pushing(scene, trace);
        let columns = columns(area.width);
        let sides = [
            Side { features: up, sign: '+', role: Role::One, name: ("up", "推高"), columns },
            Side { features: down, sign: '−', role: Role::Zero, name: ("down", "压低"), columns },
        ];
        for (side, place) in sides.iter().zip(table::beside(inner, inner.width / 2)) {
            let Side { features, sign, role, name, .. } = side;
            let total: f64 = features.iter().map(|feature| feature.weight).sum();
            let head = format!("{} {} ({sign}{})", paint.pick(*name), features.len(), weight_text(total));
            paint.say(place.x + 1, place.y, place.width - 1, &head, *role);
            list(paint, inset(place, 1, 1), side, scene.own.bit_scroll);
        }
    }

    fn moving<'a>(&self, own: &'a mut State, shared: &'a mut Shared) -> Option<Moving<'a>> {
        let room = push_room(shared.lines_of(Own::Bit));
        let last = push_lines(Scene { own, shared }).saturating_sub(room);
        Some(Moving::Lines(&mut own.bit_scroll, last))
    }

    fn act(&self, own: &mut State, shared: &mut Shared, action: Action) -> bool {
        own.step_bit(shared, action)
    }

    fn why(&self, scene: Scene<'_>) -> Result<String, Phrase> {
        why_bit(scene)
    }
}

/// The features that push the bit, heaviest first: up where they add to its sum, down where they take away.
fn pushing<'a>(scene: Scene<'_>, trace: &'a Trace) -> [Vec<&'a Feature>; 2] {
    let (bit, tie) = (scene.own.bit, scene.model.recipe.tie);
    // A weight of 0 pushes nowhere, and still has a sign.
    let adding = trace.features.iter().filter(|feature| feature.adds >> bit & 1 == 1);
    let is_up = |feature: &&Feature| feature.push(usize::from(bit), tie).is_sign_positive();
    let (up, down) = adding.partition::<Vec<_>, _>(is_up);
    [up, down].map(|mut side| {
        side.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        side
    })
}

/// Lines of one side: one feature each. Where the lines do not suffice and all weigh the same, a line takes all features that
/// fit into it.
fn lines<'a, 'f>(features: &'a [&'f Feature], columns: usize, room: usize) -> Vec<&'a [&'f Feature]> {
    let is_equal = features.windows(2).all(|two| two[0].weight == two[1].weight);
    if features.len() <= room || !is_equal {
        return features.chunks(1).collect();
    }
    let (mut lines, mut rest) = (Vec::new(), features);
    while !rest.is_empty() {
        let mut used = 0;
        let fits = |feature: &&&Feature| {
            used += width_of(feature);
            used <= columns + BETWEEN
        };
        let (line, others) = rest.split_at(rest.iter().take_while(fits).count().max(1));
        lines.push(line);
        rest = others;
    }
    lines
}

/// Columns of a term and the gap behind it.
fn width_of(feature: &Feature) -> usize {
    visible::width(term_text(&feature.term).0) + BETWEEN
}

/// Columns of a weight and its sign.
const WEIGHT: usize = 7;
/// Columns between two features of a line.
const BETWEEN: usize = 2;

/// Columns for the terms of each side in a panel of this width.
fn columns(panel: u16) -> usize {
    usize::from(panel.saturating_sub(2) / 2).saturating_sub(WEIGHT + 2)
}

/// Lines of the lists in a panel of this height: without title and heads.
fn push_room(panel: usize) -> usize {
    panel.saturating_sub(2)
}

/// Lines of the longer list of pushes.
fn push_lines(scene: Scene<'_>) -> usize {
    let Some(area) = scene.area_of(Own::Bit) else { return 0 };
    traced(scene).map_or(0, |trace| {
        let room = push_room(area.height.into());
        let [up, down] = pushing(scene, trace).map(|side| lines(&side, columns(area.width), room).len());
        up.max(down)
    })
}

/// What pushes the bit one way.
struct Side<'f> {
    features: Vec<&'f Feature>,
    sign: char,
    role: Role,
    name: Phrase,
    /// Columns for its terms.
    columns: usize,
}

/// One side. Where not all lines have room, the end of the last one says how many features are left out.
fn list(paint: &mut Paint<'_>, area: Rect, side: &Side<'_>, first: usize) {
    let &Side { ref features, sign, role, columns, .. } = side;
    let room = usize::from(area.height);
    let all = lines(features, columns, room);
    let is_packed = all.len() < features.len();
    let mut left: usize = all.iter().skip(first).map(|line| line.len()).sum();
    for (at, line) in all.iter().skip(first).take(room).enumerate() {
        let y = area.y + at as u16;
        let more = |shown: usize| match left - shown {
            hidden if at + 1 < room || hidden == 0 => String::new(),
            hidden => paint.pick(both!("… {hidden} more", "……另有 {hidden} 个")),
        };
        let width = |shown: &usize| {
            let terms = line[..*shown].iter().map(|feature| width_of(feature)).sum::<usize>();
            let more = visible::width(&more(*shown));
            if more > 0 { terms + more } else { terms - BETWEEN }
        };
        // A term that would be cut by the count gives way to it, but for the only one.
        let is_cut = at + 1 == room && left > line.len();
        let least = usize::from(at == 0 || !is_cut);
        let shown = (1..=line.len()).rev().find(|shown| width(shown) <= columns).unwrap_or(least);
        let more = more(shown);
        // Features that share a line weigh the same: the first line has their weight.
        if at == 0 || !is_packed && shown > 0 {
            let weight = format!("{sign}{}", weight_text(line[0].weight));
            paint.say(area.x, y, area.width, &format!("{weight:>6} "), role);
        }
        left -= shown;
        let end = area.right().saturating_sub(1 + visible::width(&more) as u16);
        let mut x = area.x + WEIGHT as u16;
        for feature in &line[..shown] {
            let (term, role) = term_text(&feature.term);
            x += paint.say(x, y, end.saturating_sub(x), term, role) + BETWEEN as u16;
        }
        paint.say(x.min(end), y, area.right().saturating_sub(x.min(end)), &more, Role::Dim);
    }
}
