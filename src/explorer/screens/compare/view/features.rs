//! The features of a pair: those of one side, and those that both have, by weight.

use super::Scene;
use crate::filtering::counted;
use crate::screens::compare::keys::{Act, Column, Pane};
use crate::surface::{Paint, Role};
use crate::widgets::bits::weight_text;
use crate::widgets::document::term_text;
use crate::widgets::{hits, table};
use ratatui::layout::Rect;
use simscope_core::visible;

pub(super) fn features(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let title = paint.pick(match scene.own.order.sort.by {
        Column::Term => ("Features by term", "特征（按词项）"),
        _ => ("Features by weight", "特征（按权重）"),
    });
    let foot = scene.own.filter.in_force();
    let inner = paint.panel(area, Pane::Features, scene.own.focus == Pane::Features, title, &foot);
    if inner.is_empty() {
        return;
    }
    let Some(weighed) = scene.own.weighed(scene.shared) else {
        paint.hollow(inner, scene.why_untraced(("tracing both documents…", "正在追踪两篇文档…")));
        return;
    };
    let [only_a, only_b] = &weighed.only;
    let total: f64 = weighed.shared.iter().map(|(_, [a, b])| a.min(*b)).sum();
    let count = |list: usize, all: usize| counted(scene.own.order.rows(list), all, scene.lang);
    let heads = [
        paint.pick(("only A", "仅 A")).to_owned() + " " + &count(0, only_a.len()),
        paint.pick(("only B", "仅 B")).to_owned() + " " + &count(1, only_b.len()),
        shared(paint, count(2, weighed.shared.len()), total, (inner.width / 3).saturating_sub(2 + WEIGHTS)),
    ];
    let one = |(term, weight): &(String, f64)| (term.clone(), weight_text(*weight));
    let both = |(term, [a, b]): &(String, [f64; 2])| match a == b {
        true => (term.clone(), weight_text(*a)),
        false => (term.clone(), format!("{}|{}", weight_text(*a), weight_text(*b))),
    };
    let room = usize::from(inner.height) - 1;
    let first = scene.own.scroll[0];
    let rows = |list: usize| (first..first + room).filter_map(move |row| scene.own.order.place_in(list, row));
    let columns: [(Vec<(String, String)>, Role); 3] = [
        (rows(0).filter_map(|place| only_a.get(place)).map(one).collect(), Role::Zero),
        (rows(1).filter_map(|place| only_b.get(place)).map(one).collect(), Role::One),
        (rows(2).filter_map(|place| weighed.shared.get(place)).map(both).collect(), Role::Text),
    ];
    let width = inner.width / 3;
    for (at, ((rows, role), head)) in columns.iter().zip(heads).enumerate() {
        let x = inner.x + 1 + at as u16 * width;
        heads_of(scene, paint, Rect { x, width: width.saturating_sub(2), height: 1, ..inner }, (at, &head));
        for (y, (term, weight)) in (inner.y + 1..inner.bottom()).zip(rows) {
            let weight_width = visible::width(weight) as u16;
            let room = (width - 2).saturating_sub(weight_width + 1);
            let (term, dim) = term_text(term);
            let role = if dim == Role::Dim { dim } else { *role };
            hits::say_in(paint, (x, y), room, term, scene.own.filter.filter(), role);
            paint.right(x, y, width - 2, weight, Role::Dim);
        }
    }
}

/// Columns of the heads of weights.
const WEIGHTS: u16 = 4;

/// The heads of a list: its terms, and at the right edge its weights, where there is room for them.
fn heads_of(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect, (list, name): (usize, &str)) {
    let sort = scene.own.order.sort;
    let weights: &[(Column, &str)] = match list {
        2 => &[(Column::WeightA, "A"), (Column::WeightB, "B")],
        _ => &[(Column::Weight, "w")],
    };
    let taken = 1 + visible::width(name) as u16;
    let has_room = line.width > taken + WEIGHTS;
    let term = Rect { width: if has_room { taken } else { line.width }, ..line };
    let act = |column| Some(Act::SortBy(column).into());
    table::sorted_head(paint, term, (name, false), sort.mark(Column::Term), act(Column::Term));
    let mut end = line.right();
    for &(column, head) in weights.iter().rev().filter(|_| has_room) {
        let place = Rect { x: end - 2, width: 2, ..line };
        table::sorted_head(paint, place, (head, true), sort.mark(column), act(column));
        end -= 2;
    }
}

/// How many features both have, and with what weight, where there is room to say so.
fn shared(paint: &Paint<'_>, count: String, weight: f64, room: u16) -> String {
    let weight = weight_text(weight);
    let long = paint.pick((format!("shared {count} (w {weight})"), format!("共有 {count}（权重 {weight}）")));
    match visible::width(&long) <= usize::from(room) {
        true => long,
        false => paint.pick((format!("shared {count}"), format!("共有 {count}"))),
    }
}
