//! Which features push the bit under the cursor up and down.

use super::Scene;
use crate::action::Action;
use crate::screens::anatomy::keys::Pane;
use crate::surface::{Paint, Role, Target};
use crate::widgets::bits::{sum_text, weight_text};
use crate::widgets::hits::term_text;
use crate::widgets::table::inset;
use ratatui::layout::Rect;
use simscope_core::recipe::Recipe;
use simscope_core::simhash::{Feature, Trace};
use simscope_core::visible;

/// The features that push a bit, heaviest first: up where they add to its sum, down where they take away.
fn pushing<'a>(trace: &'a Trace, bit: u8, recipe: &Recipe) -> (Vec<&'a Feature>, Vec<&'a Feature>) {
    // A weight of 0 pushes nowhere, and still has a sign.
    let (mut up, mut down): (Vec<_>, Vec<_>) = trace
        .features
        .iter()
        .filter(|feature| feature.adds >> bit & 1 == 1)
        .partition(|feature| feature.push(usize::from(bit), recipe.tie).is_sign_positive());
    for side in [&mut up, &mut down] {
        side.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    }
    (up, down)
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

/// Lines of the lists in a panel of this height: without frame and heads.
pub fn push_room(panel: usize) -> usize {
    panel.saturating_sub(3)
}

/// Lines of the longer list of pushes.
pub fn push_lines(scene: Scene<'_>) -> usize {
    let Some(area) = scene.area_of(Pane::Bit) else { return 0 };
    scene.model.trace(scene.selected).map_or(0, |trace| {
        let (up, down) = pushing(trace, scene.own.bit, &scene.model.recipe);
        let room = push_room(area.height.into());
        let [up, down] = [up, down].map(|side| lines(&side, columns(area.width), room).len());
        up.max(down)
    })
}

pub(super) fn pushes(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, trace: &Trace) {
    let bit = scene.own.bit;
    let (up, down) = pushing(trace, bit, &scene.model.recipe);
    let sum = sum_text(trace.sums[usize::from(bit)]);
    let title = paint.pick(both!("Bit {bit}: sum {sum}", "第 {bit} 位：累加值 {sum}"));
    let Some(inner) = paint.panel_of(area, Pane::Bit, 2, &title, "") else { return };
    let half = inner.width / 2;
    let sides = [
        (up, Rect { width: half, ..inner }, Role::One, '+', ("up", "推高")),
        (
            down,
            Rect { x: inner.x + half, width: inner.width - half, ..inner },
            Role::Zero,
            '−',
            ("down", "压低"),
        ),
    ];
    for (features, side, role, sign, phrase) in sides {
        let total: f64 = features.iter().map(|feature| feature.weight).sum();
        let head = format!("{} {} ({sign}{})", paint.pick(phrase), features.len(), weight_text(total));
        paint.say(side.x + 1, side.y, side.width - 1, &head, role);
        let body = inset(side, 1, 1);
        list(paint, body, &features, (sign, role), (scene.own.bit_scroll, columns(area.width)));
    }
}

/// One side. Where not all lines have room, the end of the last one says how many features are left out.
fn list(
    paint: &mut Paint<'_>,
    area: Rect,
    features: &[&Feature],
    (sign, role): (char, Role),
    (first, columns): (usize, usize),
) {
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

/// Dead bits and the recipe's weak spots, where there are any; returns the number of lines used.
pub(super) fn weak_spots(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect) -> u16 {
    let (dead, faint, bits) =
        (scene.model.shares.dead(), scene.model.shares.faint(), scene.model.recipe.bits);
    let defects = scene.model.recipe.defects();
    if dead == 0 && faint == 0 && defects.is_empty() {
        return 0;
    }
    let mut x = line.x + 1;
    let room = |x: u16| (line.right() - 1).saturating_sub(x);
    if dead != 0 {
        let count = dead.count_ones();
        // The bits give way before how many they are.
        let most = usize::from(line.width / 3);
        let listed = bit_ranges(dead);
        let listed = visible::fit(&listed, most);
        let text = paint.pick(both!(
            "x dead bits: {listed} ({count} of {bits})",
            "x 恒定位：{listed}（{bits} 位中 {count} 位）"
        ));
        x += paint.say(x, line.y, room(x), &text, Role::Dead) + 2;
    }
    if faint != 0 {
        let count = faint.count_ones();
        let listed = bit_ranges(faint);
        let listed = visible::fit(&listed, usize::from(line.width / 5)).into_owned();
        let text =
            paint.pick(both!("' nearly dead: {listed} ({count})", "' 近乎恒定：{listed}（{count} 位）"));
        x += paint.say(x, line.y, room(x), &text, Role::Text) + 2;
    }
    let more = match defects.len() {
        0 | 1 => String::new(),
        n => {
            let (more, key) = (n - 1, scene.shared.key(Action::RecipePanel));
            paint.pick(both!("  +{more} ({key})", "  另有 {more} 处（{key}）"))
        }
    };
    if let Some(defect) = defects.first() {
        let more_width = visible::width(&more) as u16;
        let text = format!("! {}", paint.pick(defect.text()));
        x += paint.say(x, line.y, room(x).saturating_sub(more_width), &text, Role::Warn);
        paint.say(x, line.y, room(x), &more, Role::Warn);
    }
    paint.areas.push(line, Target::Act(Action::RecipePanel));
    1
}

/// The bits of a mask, the highest first, runs as ranges: `63, 61-58`.
fn bit_ranges(mask: u128) -> String {
    let is_set = |bit: i32| (0..128).contains(&bit) && mask >> bit & 1 == 1;
    let mut parts: Vec<String> = Vec::new();
    for high in (0..128).rev().filter(|&bit| is_set(bit) && !is_set(bit + 1)) {
        let low = (0..=high).rev().take_while(|&bit| is_set(bit)).last().unwrap_or(high);
        parts.push(match high - low {
            0 => high.to_string(),
            1 => format!("{high}, {low}"),
            _ => format!("{high}-{low}"),
        });
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_listed_in_runs_from_the_highest_down() {
        let check = |mask: u128, expected: &str| assert_eq!(bit_ranges(mask), expected, "{mask:b}");
        check(0, "");
        check(1 << 63, "63");
        check(0b1101_0111, "7, 6, 4, 2-0");
        check(u128::MAX, "127-0");
        check(u128::MAX << 64, "127-64");
    }
}
