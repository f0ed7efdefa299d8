//! The features of a pair: those of one side, and those that both have, by weight.

use super::Scene;
use crate::tui::screens::compare::keys::Pane;
use crate::tui::surface::{Paint, Role, grouped_digits};
use crate::tui::widgets::bits::weight_text;
use crate::tui::widgets::document::term_text;
use crate::visible;
use ratatui::layout::Rect;

pub(super) fn features(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let title = paint.pick(("Features by weight", "特征（按权重）"));
    let inner = paint.panel(area, Pane::Features, scene.own.focus == Pane::Features, title, "");
    if inner.is_empty() {
        return;
    }
    let Some(weighed) = scene.own.weighed(scene.shared) else {
        paint.hollow(inner, ("tracing both documents…", "正在追踪两篇文档…"));
        return;
    };
    let [only_a, only_b] = &weighed.only;
    let total: f64 = weighed.shared.iter().map(|(_, [a, b])| a.min(*b)).sum();
    let heads = [
        paint.pick(("only A", "仅 A")).to_owned() + " " + &grouped_digits(only_a.len()),
        paint.pick(("only B", "仅 B")).to_owned() + " " + &grouped_digits(only_b.len()),
        shared(paint, weighed.shared.len(), total, inner.width / 3 - 1),
    ];
    let one = |(term, weight): &(String, f64)| (term.clone(), weight_text(*weight));
    let both = |(term, [a, b]): &(String, [f64; 2])| match a == b {
        true => (term.clone(), weight_text(*a)),
        false => (term.clone(), format!("{}|{}", weight_text(*a), weight_text(*b))),
    };
    let room = usize::from(inner.height) - 1;
    let first = scene.own.scroll[0];
    let columns: [(Vec<(String, String)>, Role); 3] = [
        (only_a.iter().skip(first).take(room).map(one).collect(), Role::Zero),
        (only_b.iter().skip(first).take(room).map(one).collect(), Role::One),
        (weighed.shared.iter().skip(first).take(room).map(both).collect(), Role::Text),
    ];
    let width = inner.width / 3;
    for (at, ((rows, role), head)) in columns.iter().zip(heads).enumerate() {
        let x = inner.x + 1 + at as u16 * width;
        paint.say(x, inner.y, width - 1, &head, Role::Title);
        for (y, (term, weight)) in (inner.y + 1..inner.bottom()).zip(rows) {
            let weight_width = visible::width(weight) as u16;
            let room = (width - 2).saturating_sub(weight_width + 1);
            let (term, dim) = term_text(term);
            paint.say(x, y, room, term, if dim == Role::Dim { dim } else { *role });
            paint.right(x, y, width - 2, weight, Role::Dim);
        }
    }
}

/// How many features both have, and with what weight, where there is room to say so.
fn shared(paint: &Paint<'_>, count: usize, weight: f64, room: u16) -> String {
    let (count, weight) = (grouped_digits(count), weight_text(weight));
    let long = paint.pick((format!("shared {count} (w {weight})"), format!("共有 {count}（权重 {weight}）")));
    match visible::width(&long) <= usize::from(room) {
        true => long,
        false => paint.pick((format!("shared {count}"), format!("共有 {count}"))),
    }
}
