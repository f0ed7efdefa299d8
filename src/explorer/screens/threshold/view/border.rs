//! The pairs at the border, and the selected one with what differs.

use super::Scene;
use crate::action::Action;
use crate::listing;
use crate::screens::threshold::border::{Pair, Stratum};
use crate::screens::threshold::keys::{Act, Pane};
use crate::surface::{Paint, Role, grouped_digits};
use crate::widgets::marked::Two;
use crate::widgets::table::{self, Column, Lines, Order, inset, list};
use ratatui::layout::Rect;
use simscope_core::corpus::Corpus;
use simscope_core::measures::Condition;
use simscope_core::visible;

// The list of pairs.
list!(pub Pairs of PairRow<'a>, in Scene<'a>, Act::Sort);

/// A pair with the ids of its documents.
pub struct PairRow<'a> {
    pair: Pair,
    ids: [&'a str; 2],
}

impl<'a> PairRow<'a> {
    pub fn of(corpus: &'a Corpus, pair: Pair) -> Self {
        let (a, b) = pair.documents;
        Self { pair, ids: [a, b].map(|document| corpus.get(document as usize).id) }
    }
}

type Of = Column<Pairs>;

pub const PAIRS: [Of; 3] = [
    // They are drawn by distance.
    Of::number(("distance", "距离"), 3, 0, |scene, row| {
        let role = if row.pair.distance <= scene.k { Role::Within } else { Role::Beyond };
        (row.pair.distance.to_string(), role)
    })
    .headed(("d", "d"))
    .by(Order::Found),
    Of::number(("shared", "重合"), 7, 0, |scene, row| {
        let role = if row.pair.value >= scene.tau() { Role::Text } else { Role::Dim };
        (format!("{:.2}", row.pair.value), role)
    })
    .headed(("shared", "重合"))
    .by(Order::Number(|row| listing::weight(row.pair.value))),
    Of::drawn(("id", "编号"), 0, |_, row, paint, place| {
        let ([a, b], Rect { x, y, width, .. }) = (row.ids, place);
        // Wider in ASCII.
        let between = visible::width(&paint.shown(" ↔ ")) as u16;
        let used = paint.name(x, y, width.saturating_sub(between) / 2, a, Role::Text);
        let used = used + paint.say(x + used, y, between, " ↔ ", Role::Dim);
        paint.name(x + used, y, width.saturating_sub(used), b, Role::Text);
    })
    .headed(("pair", "文档对"))
    .by(Order::Texts(|row| row.ids)),
];

/// Draws the list, and right of it the pair.
pub(super) fn border(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let left = (area.width * 2 / 5).clamp(30, 56).min(area.width);
    list(scene, paint, Rect { width: left, ..area });
    pair(scene, paint, Rect { x: area.x + left, width: area.width - left, ..area });
}

pub(super) fn list(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let strata = scene.own.border_strata(scene.shared).unwrap_or_default();
    let many = |stratum: &Stratum| {
        let of = grouped_digits(stratum.of);
        paint.pick((format!("d = {}: {of}", stratum.at), format!("d = {}：{of} 对", stratum.at)))
    };
    let title = strata.iter().map(many).collect::<Vec<_>>().join(" · ");
    // The Chinese name is long: with it the numbers are said in short.
    let short = |stratum: &Stratum| format!("{}：{}", stratum.at, grouped_digits(stratum.of));
    let short = strata.iter().map(short).collect::<Vec<_>>().join("，");
    let named = paint.pick((format!("Border · {title}"), format!("取决于 k 的文档对 · d {short}")));
    // The numbers matter more than the name.
    let title = if visible::width(&named) + 8 <= usize::from(area.width) { named } else { title };
    let tau = scene.tau();
    let right =
        |stratum: &Stratum| format!("d {} {}/{}", stratum.at, stratum.hits(tau), stratum.values.len());
    let right = strata.iter().filter(|stratum| stratum.of > 0).map(right).collect::<Vec<_>>();
    let right = right.join(" · ");
    let foot = paint.pick((format!("confirmed: {right}"), format!("确认：{right}")));
    let (pairs, filter) = (&scene.own.border.pairs, &scene.own.border.pairs.filter);
    let foot = match (filter.is_empty(), right.is_empty()) {
        (false, _) => filter.in_force().into_owned(),
        (true, true) => String::new(),
        (true, false) => foot,
    };
    let inner = paint.panel(area, Pane::Border, &title, &foot);
    if let Some(why) = &pairs.why_none {
        return paint.hollow_of(inner, &why.say(paint.lang));
    }
    let all = scene.own.border_pairs(scene.shared);
    if all.is_empty() {
        return paint.hollow(inner, scene.own.why_no_border(scene.shared));
    }
    let mut columns = PAIRS;
    columns[2].width = inner.width.saturating_sub(15);
    table::heads(paint, inset(inner, 2, 0), &columns, pairs.sort);
    let lines = Lines::of(pairs.list, all.len(), true);
    table::rows(paint, inset(inner, 0, 1), Pane::Border, lines, |paint, line, at| {
        let row = PairRow::of(&scene.shared.model.corpus, all[at]);
        table::cells(paint, inset(line, 2, 0), &columns, scene, &row);
    });
}

/// The selected pair: its names, its measures, and both texts aligned.
pub(super) fn pair(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let pairs = scene.own.border.pairs.rows();
    let selected = scene.own.border_pair(scene.shared);
    let title = match selected {
        Some(pair) => {
            let (at, side) =
                (scene.own.border.pairs.list.selected + 1, if pair.distance <= scene.k { "≤" } else { ">" });
            let measure = Condition::DEFAULT.measure;
            paint.pick((
                format!(
                    "Pair {at} of {pairs} · d = {} {side} k = {} · {measure} {:.2}",
                    pair.distance, scene.k, pair.value
                ),
                format!(
                    "第 {at}/{pairs} 对 · d = {} {side} k = {} · {measure} {:.2}",
                    pair.distance, scene.k, pair.value
                ),
            ))
        }
        None => paint.pick(("Pair", "文档对")).to_owned(),
    };
    let keys = scene.keys_for(&[
        (Action::Open, ("compares", "对比")),
        (Action::ToJudge, ("judges", "判定")),
        (Action::ToLab, ("lab", "实验")),
    ]);
    let foot = format!("{keys} · {}", paint.pick(("− only left + only right", "− 仅左 + 仅右")));
    let inner = paint.panel(area, Pane::Pair, &title, &foot);
    let Some(Pair { documents: (a, b), .. }) = selected else { return };
    let texts = [a, b].map(|document| scene.document(document));
    let values = scene.own.border_measures(scene.shared).iter();
    let measures = values.map(|(measure, value)| format!("{measure} {value:.2}")).collect::<Vec<_>>();
    let alike = scene.aligned(a, b).and_then(|marked| marked.alike);
    let alike = alike.map(|alike| alike.say(scene.lang).to_owned());
    let note: Vec<String> = alike.into_iter().chain(measures).collect();
    // The line stays where the measures come.
    let note = if note.is_empty() { " ".to_owned() } else { note.join(" · ") };
    let two = Two {
        names: texts.map(|document| document.id),
        texts: texts.map(|document| document.text),
        note: &note,
    };
    two.draw(paint, inner, scene.aligned(a, b).map(|marked| &**marked), scene.own.border.top);
}
