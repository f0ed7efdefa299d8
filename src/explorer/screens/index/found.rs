//! The neighbours of the document, and for each the blocks that its flips left whole.

use super::keys::{Act, Pane};
use super::news::Answer;
use super::state::State;
use super::view::{Scene, answer, awaited, cut, marked};
use crate::action::Action;
use crate::filtering::counted;
use crate::shared::Shared;
use crate::shared::model::Model;
use crate::sheet::{Sheet, of_rows};
use crate::surface::{self, Paint, Role};
use crate::widgets::blocks::survivors;
use crate::widgets::hits;
use crate::widgets::table::{self, Column, Lines, Order, inset, list};
use ratatui::layout::Rect;
use simscope_core::corpus::Document;
use simscope_core::export::{self, Described, pair_columns, write_table};
use simscope_core::search::{Design, Hit};

// The list of neighbours, drawn with the columns of a block.
list!(pub Found of Neighbour<'a>, in (Scene<'a>, u16), Act::Sort);

/// A neighbour beside the document that was looked up.
pub struct Neighbour<'a> {
    hit: Hit,
    document: Document<'a>,
    /// The bits that differ.
    difference: u128,
    /// The tables that find it, if there are any.
    design: Option<&'a Design>,
}

impl Neighbour<'_> {
    /// The first table that brings it up.
    pub(super) fn table(&self) -> Option<usize> {
        first_table(self.design, self.difference)
    }
}

/// The first table that finds what differs so.
pub(super) fn first_table(design: Option<&Design>, difference: u128) -> Option<usize> {
    design?.layouts().iter().position(|layout| layout.agrees(difference))
}

/// Sorted by this the list follows the selected strategy.
pub(super) const TABLE: &str = "table";

type Of = Column<Found>;

pub(super) const COLUMNS: [Of; 5] = [
    Of::number(("distance", "距离"), 3, 0, |(scene, _), row| {
        let role = if row.hit.distance <= scene.k { Role::Within } else { Role::Beyond };
        (row.hit.distance.to_string(), role)
    })
    .headed(("d", "d"))
    .by(Order::Number(|row| row.hit.distance.into())),
    Of::drawn(("blocks", "块"), 0, |(scene, cell), row, paint, place| {
        if let Some(cut) = cut(scene) {
            survivors(paint, place, &cut, row.difference, cell);
        }
    })
    .gap(0),
    Of::number((TABLE, "表"), 0, 0, |_, row| match row.table() {
        Some(table) => ((table + 1).to_string(), Role::Text),
        None => ("–".to_owned(), Role::Dim),
    })
    .by(Order::Number(|row| row.table().map_or(u128::MAX, |table| table as u128))),
    Of::drawn(("id", "编号"), 0, |(scene, _), row, paint, place| {
        let (at, filter) = ((place.x, place.y), scene.own.found.filter.filter());
        hits::name(paint, at, place.width - 1, row.document.id, filter, Role::Text);
    })
    .headed(("document", "文档"))
    .by(Order::Texts(|row| [row.document.id, ""]))
    .gap(0),
    Of::drawn(("", ""), 0, |(scene, _), row, paint, place| {
        let filter = scene.own.found.filter.filter();
        hits::or_beginning(paint, (place.x, place.y), place.width, row.document.text, filter);
    }),
];

/// Those that have room, and the columns of a block.
fn laid_out(scene: Scene<'_>, inner: Rect) -> ([Column<Found>; 5], u16) {
    let count = cut(scene).map_or(0, |cut| u16::from(cut.blocks()));
    let has_tables = scene.own.design().is_some_and(|design| !design.layouts().is_empty());
    // The head needs room for its sign.
    let table = 5 + u16::from(scene.own.found.sort.by == TABLE);
    // A pane may be as narrow as its border.
    let table = if has_tables && inner.width > 6 + 6 + table { table } else { 0 };
    let fixed = 6 + table;
    let spare = inner.width.saturating_sub(fixed + 4);
    // Every block in the same width, and the id keeps some columns.
    let cell = if count * 3 <= spare.min(15) { 3 } else { 1 + u16::from(count * 2 <= spare) };
    // The head needs as many.
    let blocks = (count * cell).min(spare).max(6).min(inner.width.saturating_sub(6));
    let left = inner.width.saturating_sub(fixed + blocks + 1);
    let id = left.min(if left > 30 { 18 } else { left });
    let text = left.saturating_sub(id + 1);
    let mut columns = COLUMNS;
    for (column, width) in columns[1..].iter_mut().zip([blocks, table, id, if text > 4 { text } else { 0 }]) {
        column.width = width;
    }
    (columns, cell)
}

impl State {
    /// A hit of a query, or another document beside it.
    pub(super) fn neighbour<'a>(&'a self, model: &'a Model, query: u128, hit: Hit) -> Neighbour<'a> {
        let document = model.corpus.get(hit.index as usize);
        let difference = model.signatures.try_get(hit.index as usize).map_or(0, |other| query ^ other);
        Neighbour { hit, document, difference, design: self.design() }
    }

    /// The neighbours that are listed, in their order.
    pub fn listed(&self) -> impl Iterator<Item = Hit> {
        let hits = self.answer().map_or(&[][..], |answer| &answer.hits);
        (0..self.found.rows()).filter_map(|row| hits.get(self.found.place_in(row)?).copied())
    }

    /// Lists the neighbours that pass; that document stays selected where it is one. The order by table follows the selected
    /// strategy.
    pub(super) fn arrange(&mut self, shared: &Shared, selected: Option<u32>) {
        let mut found = std::mem::take(&mut self.found);
        if let Some(Answer { hits, signature, .. }) = self.answer() {
            found.pass_pairs(shared, hits.iter().map(|hit| (hit.index, hit.index, hit.distance)));
            let selected = hits.iter().position(|hit| Some(hit.index) == selected);
            let (hits, query, model) = (&**hits, *signature, &shared.model);
            found.order(&COLUMNS, selected, &|place| self.neighbour(model, query, hits[place]));
        }
        self.found = found;
    }

    pub(super) fn sort(&mut self, shared: &mut Shared, by: &'static str) {
        self.found.sort(shared, &COLUMNS, by);
        self.arrange(shared, self.hit().map(|hit| hit.index));
    }

    /// The list as a file.
    pub(super) fn found_sheet(&self, shared: &Shared, answer: &Answer) -> Box<dyn Sheet> {
        let (corpus, document) = (shared.model.corpus.clone(), answer.document);
        let row = |hit| (hit, self.neighbour(&shared.model, answer.signature, hit).table());
        let rows: Vec<(Hit, Option<usize>)> = self.listed().map(row).collect();
        of_rows(move |format, recipes, out| {
            let [id_a, id_b, distance] = pair_columns(["id_a", "id_b"]);
            let id = |document: u32| corpus.get(document as usize).id;
            let columns: [Described<'_, '_, (Hit, Option<usize>)>; 4] = [
                (id_a, &|_| id(document).into()),
                (id_b, &|(hit, _)| id(hit.index).into()),
                (distance, &|(hit, _)| hit.distance.into()),
                (export::Column::whole("table").optional(), &|(_, table)| {
                    table.map(|at| at as u64 + 1).into()
                }),
            ];
            write_table(&columns, &rows, format, recipes, out)
        })
    }
}

/// Draws the neighbours.
pub(super) fn found(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let (found, k) = (&scene.own.found, scene.k);
    let Some(answer) = answer(scene) else {
        let title = paint.pick((format!("Neighbours within {k}"), format!("{k} 以内的近邻")));
        let inner = paint.panel(area, Pane::Found, &title, "");
        return paint.hollow(inner, awaited(scene));
    };
    let count = counted(found.rows(), found.all, paint.lang);
    let title = paint.pick((format!("Neighbours within {k}: {count}"), format!("{k} 以内的近邻：{count}")));
    let foot = match cut(scene).map(|cut| cut.blocks()) {
        _ if !found.filter.is_empty() => found.filter.in_force().into_owned(),
        Some(blocks) if blocks > k && area.width >= 36 => paint.pick((
            format!("{} cannot change all {blocks} blocks", surface::counted(k.into(), "flip", "flips")),
            format!("{k} 位翻转不可能改变全部 {blocks} 块"),
        )),
        // Too narrow for the names of documents: that of the selected one stands here.
        _ => marked(scene).map_or(String::new(), |marked| marked.id.to_owned()),
    };
    let Some(inner) = paint.panel_of(area, Pane::Found, 2, &title, &foot) else { return };
    let (columns, cell) = laid_out(scene, inner);
    table::heads(paint, inset(inner, 2, 0), &columns, found.sort);
    let body = inset(inner, 0, 1);
    let row = |hit| scene.own.neighbour(&scene.shared.model, answer.signature, hit);
    let draw = |paint: &mut Paint<'_>, line: Rect, hit: Hit| {
        table::cells(paint, inset(line, 2, 0), &columns, (scene, cell), &row(hit));
    };
    if let Some(why) = &found.why_none {
        paint.hollow_of(body, &why.say(paint.lang));
    } else if found.rows() == 0 {
        alone(scene, paint, body, answer.document, draw);
    } else {
        let lines = Lines::of(found.list, found.rows(), false);
        table::rows(paint, body, Pane::Found, lines, |paint, line, at| {
            let place = found.place_in(at).and_then(|place| answer.hits.get(place));
            place.iter().for_each(|hit| draw(paint, line, **hit));
        });
    }
}

/// There is no neighbour: says so, and shows how far the nearest document is.
fn alone(
    scene: Scene<'_>,
    paint: &mut Paint<'_>,
    body: Rect,
    document: u32,
    draw: impl Fn(&mut Paint<'_>, Rect, Hit),
) {
    let (k, room) = (scene.k, body.width.saturating_sub(3));
    let phrase = paint.pick((format!("none within k = {k}"), format!("k = {k} 内没有文档")));
    paint.say(body.x + 2, body.y, room, &phrase, Role::Text);
    if body.height < 4 {
        return;
    }
    let (phrase, nearest) = match scene.model.nearest(document) {
        None if scene.model.tree.is_some() => return,
        None => (paint.pick(("the nearest: not known yet", "最近者：计算中")).to_owned(), None),
        Some((index, distance)) => {
            let key = scene.shared.key(Action::GoNearest);
            let phrase = paint.pick((
                format!("the nearest ({key}), d = {distance}:"),
                format!("最近者（{key}），d = {distance}："),
            ));
            (phrase, Some(Hit { index, distance }))
        }
    };
    paint.say(body.x + 2, body.y + 2, room, &phrase, Role::Dim);
    if let Some(hit) = nearest {
        draw(paint, Rect { y: body.y + 3, height: 1, ..body }, hit);
    }
}
