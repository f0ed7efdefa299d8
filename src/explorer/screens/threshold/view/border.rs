//! The pairs at the border, and the selected one with what differs.

use super::Scene;
use crate::action::Action;
use crate::screens::threshold::border::Pair;
use crate::screens::threshold::keys::{Act, Pair as Column, Pane};
use crate::surface::{Paint, Role, grouped_digits};
use crate::widgets::marked::Two;
use crate::widgets::table::{self, inset};
use ratatui::layout::Rect;
use simscope_core::evidence::Stratum;
use simscope_core::visible;

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
    let foot = paint.pick((format!("J ≥ {tau:.2}: {right}"), format!("J ≥ {tau:.2}：{right}")));
    let has_keys = scene.own.focus == Pane::Border;
    let filter = &scene.own.border.filter;
    let foot = match (filter.is_empty(), right.is_empty()) {
        (false, _) => filter.in_force().into_owned(),
        (true, true) => String::new(),
        (true, false) => foot,
    };
    let inner = paint.panel(area, Pane::Border, has_keys, &title, &foot);
    let (pairs, why) = scene.own.passing_pairs(scene.shared);
    if let Some(why) = why {
        paint.hollow_of(inner, &why.say(paint.lang));
        return;
    }
    if pairs.is_empty() {
        paint.hollow(inner, scene.own.why_no_border(scene.shared));
        return;
    }
    let columns = [
        table::Column::number(Column::Distance, ("d", "d"), 3, 0),
        table::Column::number(Column::Jaccard, ("J", "J"), 4, 0),
        table::Column::text(Column::Ids, ("pair", "文档对"), inner.width.saturating_sub(12)),
    ];
    let act = |column| Some(Act::SortPairs(column).into());
    table::sorted_heads(paint, inset(inner, 2, 0), &columns, scene.own.border.sort, act);
    let list = scene.own.border.list;
    let rows = (list, pairs.len());
    table::marked_rows(
        paint,
        inset(inner, 0, 1),
        Pane::Border,
        rows,
        Some(list.selected),
        |paint, row, at| {
            let Pair { distance, documents: (a, b), jaccard, .. } = pairs[at];
            let role = if distance <= scene.k { Role::Within } else { Role::Beyond };
            paint.right(row.x + 2, row.y, 3, &distance.to_string(), role);
            let role = if jaccard >= tau { Role::Text } else { Role::Dim };
            paint.right(row.x + 6, row.y, 4, &format!("{jaccard:.2}"), role);
            let names = Rect { x: row.x + 11, width: row.width.saturating_sub(12), ..row };
            // Wider in ASCII.
            let between = visible::width(&paint.shown(" ↔ ")) as u16;
            let half = names.width.saturating_sub(between) / 2;
            let id = |document: u32| scene.model.corpus.get(document as usize).id;
            let used = paint.name(names.x, row.y, half, id(a), Role::Text);
            let used = used + paint.say(names.x + used, row.y, between, " ↔ ", Role::Dim);
            paint.name(names.x + used, row.y, names.width.saturating_sub(used), id(b), Role::Text);
        },
    );
}

/// The selected pair: its names, its measures, and both texts aligned.
pub(super) fn pair(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let pairs = scene.own.border_pairs(scene.shared).len();
    let selected = scene.own.border_pair(scene.shared);
    let title = match selected {
        Some(pair) => {
            let (at, side) =
                (scene.own.border.list.selected + 1, if pair.distance <= scene.k { "≤" } else { ">" });
            paint.pick((
                format!(
                    "Pair {at} of {pairs} · d = {} {side} k = {} · Jaccard {:.2}",
                    pair.distance, scene.k, pair.jaccard
                ),
                format!(
                    "第 {at}/{pairs} 对 · d = {} {side} k = {} · Jaccard {:.2}",
                    pair.distance, scene.k, pair.jaccard
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
    let inner = paint.panel(area, Pane::Pair, scene.own.focus == Pane::Pair, &title, &foot);
    let Some(Pair { documents: (a, b), .. }) = selected else { return };
    let texts = [a, b].map(|document| scene.model.corpus.get(document as usize));
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
