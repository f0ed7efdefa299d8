//! The candidates of the selected strategy.

use super::blocks::cut;
use super::keys::Pane as Own;
use super::{Scene, State, awaited};
use crate::action::Action;
use crate::room::{Moving, PaneOf, copy_document, selected};
use crate::shared::Shared;
use crate::surface::{Paint, Phrase, Rect, Role, grouped_digits};
use crate::widgets::blocks::survivors;
use crate::widgets::hits::beginning;
use crate::widgets::table::{self, Column, Lines, Sort, dash, inset, list};
use simscope_core::search::Hit;

pub(super) struct Found;

impl PaneOf<State> for Found {
    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![&[(
            "The candidates of the strategy: blocks that stayed whole are letters, numbers count the flips in the others.",
            "该策略的候选：完好的块显示为字母，其余各块显示翻转数。",
        )]]
    }

    fn view(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        let k = scene.k;
        let tried = scene.own.tried(scene.shared);
        let title = match tried {
            Some(tried) => {
                let [found, compared] = [tried.found, tried.compared].map(grouped_digits);
                paint.pick(both!(
                    "{compared} candidates, {found} within {k}",
                    "候选 {compared} 篇，≤ {k} 的 {found} 篇"
                ))
            }
            None => paint.pick(("Candidates", "候选")).to_owned(),
        };
        let Some(inner) = paint.panel_of(area, Own::Found, 2, &title, "") else { return };
        let Some(tried) = tried else { return paint.hollow(inner, awaited(scene)) };
        let (columns, cell) = laid_out(scene, inner.width.saturating_sub(2));
        table::heads(paint, inset(inner, 2, 0), &columns, Sort::default());
        let body = inset(inner, 0, 1);
        if tried.candidates.is_empty() {
            return alone(scene, paint, body);
        }
        let lines = Lines::of(scene.own.found, tried.candidates.len(), false);
        table::rows(paint, body, Own::Found, lines, |paint, line, at| {
            table::cells(paint, inset(line, 2, 0), &columns, (scene, cell), &tried.candidates[at]);
        });
    }

    fn moving<'a>(&self, own: &'a mut State, shared: &'a mut Shared) -> Option<Moving<'a>> {
        Moving::rows(own.tried(shared).map_or(0, |tried| tried.candidates.len()), &mut own.found)
    }

    fn act(&self, own: &mut State, shared: &mut Shared, action: Action) -> bool {
        match (action, own.hit(shared)) {
            // The hit becomes the document that is looked up.
            (Action::Open, Some(hit)) => {
                let from = shared.selected;
                shared.note_place();
                shared.point_to(hit.index, Some(from));
                shared.select_document(hit.index);
            }
            (Action::Open, None) => shared.warn((
                "no candidate: ‹go-nearest› goes to the nearest document",
                "没有候选：按 ‹go-nearest› 到最近的文档",
            )),
            (Action::Chosen(..), hit) => {
                own.show_table(shared);
                // The pair of the other screens is that of the document and this candidate.
                shared.other = hit.map(|hit| hit.index).or(shared.other);
            }
            _ => return false,
        }
        true
    }

    fn copy(&self, scene: Scene<'_>) -> Result<(String, Phrase), Phrase> {
        let hit = scene.own.hit(scene.shared);
        let pair = hit.and_then(|hit| scene.tabbed((scene.selected_document()?, hit.index)));
        pair.map_or_else(|| copy_document(scene.shared), Ok)
    }

    fn why(&self, scene: Scene<'_>) -> Result<String, Phrase> {
        let document = selected(scene.shared)?;
        Ok(match scene.own.hit(scene.shared) {
            Some(hit) => scene.why_pair(document, hit.index),
            None => scene.why_document(document),
        })
    }
}

// The list of candidates, drawn with the columns of a block.
list!(Rows of Hit, in (Scene<'a>, u16));

const FOUND: [Column<Rows>; 5] = [
    Column::number(("d", "d"), 3, 0, |(scene, _), hit| {
        let role = if hit.distance <= scene.k { Role::Within } else { Role::Beyond };
        (hit.distance.to_string(), role)
    }),
    Column::drawn(("blocks", "块"), 6, |(scene, cell), hit, paint, place| {
        let other = scene.model.signatures.try_get(hit.index as usize);
        if let (Some(cut), Some(other), Some(answer)) = (cut(scene), other, scene.own.answered(scene.shared))
        {
            survivors(paint, place, cut, answer.signature ^ other, cell);
        }
    }),
    Column::number(("table", "表"), 5, 2, |(scene, _), hit| match scene.own.table_of(scene.shared, *hit) {
        Some(table) => ((table + 1).to_string(), Role::Text),
        None => dash(),
    }),
    Column::drawn(("document", "文档"), 14, |(scene, _), hit, paint, place| {
        paint.name(place.x, place.y, place.width, scene.document(hit.index).id, Role::Text);
    }),
    Column::drawn(("", ""), 0, |(scene, _), hit, paint, place| {
        let text = beginning(scene.document(hit.index).text, place.width);
        paint.say(place.x, place.y, place.width, &text, Role::Dim);
    }),
];

/// Those that have room, and the columns of a block.
fn laid_out(scene: Scene<'_>, room: u16) -> (Vec<Column<Rows>>, u16) {
    let blocks = cut(scene).map_or(0, |cut| u16::from(cut.blocks()));
    let cell = if blocks * 2 <= room / 4 { 2 } else { 1 };
    let mut columns = FOUND;
    columns[1].width = (blocks * cell).max(6).min(room / 2);
    let mut columns = table::fitting(&columns, room);
    let taken = table::taken(&columns);
    if let Some(text) = columns.last_mut() {
        text.width = room.saturating_sub(taken + 1);
    }
    (columns, cell)
}

/// No table brings anything up: says so, and how far the nearest document is.
fn alone(scene: Scene<'_>, paint: &mut Paint<'_>, body: Rect) {
    let Some((_, distance)) = scene.model.nearest(scene.selected) else {
        return paint.hollow(body, ("no candidates", "没有候选"));
    };
    let key = scene.shared.key(Action::GoNearest);
    let phrase = paint.pick(both!(
        "no candidates; the nearest ({key}) is at distance {distance}",
        "没有候选；最近者（{key}）距离 {distance}"
    ));
    paint.hollow_of(body, &phrase);
}
