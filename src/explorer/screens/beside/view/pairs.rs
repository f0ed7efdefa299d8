//! The pairs that only one of the two recipes sees.

use super::{Scene, awaited};
use crate::filtering::counted;
use crate::screens::beside::Listed;
use crate::screens::beside::keys::{Act, Column, Pane};
use crate::screens::beside::news::{Contrasted, PAIRS_KEPT};
use crate::surface::{Paint, Role, grouped_digits};
use crate::widgets::hits;
use crate::widgets::table::{self, inset};
use ratatui::layout::Rect;
use simscope_core::contrast::SeenPair;

/// The pairs that only one of the two sees.
pub(super) fn pairs(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let beside = scene.own;
    let Some(found) = beside.found() else {
        let title = paint.pick(("Pairs that only one sees", "只有一方看到的文档对"));
        let inner = paint.panel(area, Pane::Differing, scene.own.focus == Pane::Differing, title, "");
        paint.hollow(inner, awaited(scene));
        return;
    };
    let (title, foot) = (title(scene, found), foot(scene, found));
    let inner = paint.panel(area, Pane::Differing, scene.own.focus == Pane::Differing, &title, &foot);
    if inner.height < 2 {
        return;
    }
    if let Some(why) = &beside.why_none {
        paint.hollow_of(inner, &why.say(paint.lang));
        return;
    }
    let rows = beside.rows();
    if rows == 0 {
        let phrase = match beside.listed {
            Listed::Both => ("at this k both see the same pairs", "在此 k 下两者所见相同"),
            _ => (
                "none at this k; ‹beside.next-listed› lists the others",
                "在此 k 下没有；按 ‹beside.next-listed› 看其他",
            ),
        };
        paint.hollow(inner, phrase);
        return;
    }
    let columns = [
        table::Column::text(Column::SeenBy, Column::SeenBy.name(), 8),
        table::Column::number(Column::DistanceA, Column::DistanceA.name(), 4, 0),
        table::Column::number(Column::DistanceB, Column::DistanceB.name(), 4, 0),
    ];
    let head = inset(inner, 2, 0);
    let act = |column| Some(Act::SortBy(column).into());
    table::sorted_heads(paint, head, &columns, beside.sort, act);
    let ids = table::rest(head, &columns);
    let (has_text, room) = (inner.width >= 110, ids.width.saturating_sub(1));
    let id_width = if has_text { 24 } else { room / 2 };
    let documents = [table::Column::text(Column::Ids, Column::Ids.name(), room)];
    table::sorted_heads(paint, ids, &documents, beside.sort, act);
    let list = beside.list;
    table::marked_rows(
        paint,
        inset(inner, 0, 1),
        Pane::Differing,
        (list, rows),
        Some(list.selected),
        |paint, row, at| {
            if let Some(pair) = beside.pair(at) {
                pair_row(scene, paint, row, pair, (ids.x, id_width), has_text);
            }
        },
    );
}

fn pair_row(
    scene: Scene<'_>,
    paint: &mut Paint<'_>,
    row: Rect,
    pair: SeenPair,
    (ids_x, id_width): (u16, u16),
    has_text: bool,
) {
    let y = row.y;
    // A letter too, so that colour is not the only cue.
    let (letter, role) = if pair.is_seen.0 { ("A", Role::One) } else { ("B", Role::Zero) };
    paint.say(row.x + 2, y, 1, letter, role);
    let distances =
        [(pair.distance_a, row.x + 10, pair.is_seen.0), (pair.distance_b, row.x + 15, pair.is_seen.1)];
    for (distance, x, is_seen) in distances {
        // A document without features has no distance.
        let text = distance.map_or("–".to_owned(), |distance| distance.to_string());
        paint.right(x, y, 5, &text, if is_seen { Role::Within } else { Role::Beyond });
    }
    let documents =
        [pair.documents.0, pair.documents.1].map(|document| scene.model.corpus.get(document as usize));
    for (i, document) in documents.iter().enumerate() {
        let x = ids_x + i as u16 * id_width;
        paint.name(x, y, id_width.saturating_sub(1), document.id, Role::Text);
    }
    if has_text {
        let x = ids_x + 2 * id_width;
        let room = row.right().saturating_sub(x + 1);
        // What passes may stand in the second text alone.
        let filter = scene.own.filter.filter();
        let has_hit = |text: &str| !hits::in_long(text, filter).is_empty();
        let text = documents.iter().map(|document| document.text).find(|text| has_hit(text));
        hits::or_beginning(paint, (x, y), room, text.unwrap_or(documents[0].text), filter);
    }
}

fn title(scene: Scene<'_>, found: &Contrasted) -> String {
    let seen = found.contrast.pairs;
    let (a, b) = (grouped_digits(seen.only_a), grouped_digits(seen.only_b));
    match scene.own.listed {
        Listed::Both => scene.lang.pick((
            format!("Pairs that only one sees: {a} only A, {b} only B"),
            format!("只有一方看到的文档对：仅 A {a}，仅 B {b}"),
        )),
        Listed::OnlyA => {
            scene.lang.pick((format!("Pairs that only A sees: {a}"), format!("只有 A 看到的文档对：{a}")))
        }
        Listed::OnlyB => {
            scene.lang.pick((format!("Pairs that only B sees: {b}"), format!("只有 B 看到的文档对：{b}")))
        }
    }
}

/// What the filter leaves; without one, which pairs are not among those kept.
fn foot(scene: Scene<'_>, found: &Contrasted) -> String {
    let (beside, seen) = (scene.own, found.contrast.pairs);
    let cut = [
        ("A", found.only_a.len(), seen.only_a, beside.listed != Listed::OnlyB),
        ("B", found.only_b.len(), seen.only_b, beside.listed != Listed::OnlyA),
    ];
    let cut: Vec<String> = cut
        .into_iter()
        .filter(|&(_, kept, all, is_listed)| is_listed && (kept as u64) < all)
        .map(|(side, _, all, _)| {
            let (kept, all) = (grouped_digits(PAIRS_KEPT), grouped_digits(all));
            scene
                .lang
                .pick((format!("{side}: first {kept} of {all}"), format!("{side}：{all} 中的前 {kept}")))
        })
        .collect();
    match beside.filter.is_empty() {
        true => cut.join(" · "),
        false => {
            let count = counted(beside.rows(), beside.pair_count(), scene.lang);
            format!("{count} · {}", beside.filter.in_force())
        }
    }
}
