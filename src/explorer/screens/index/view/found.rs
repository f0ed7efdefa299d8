//! The neighbours of the document, and for each the blocks that its flips left whole.

use super::blocks::marked;
use super::{Scene, answer, awaited, cut};
use crate::action::Action;
use crate::filtering::counted;
use crate::screens::index::keys::{Act, Column, Pane};
use crate::surface::{self, Paint, Role};
use crate::widgets::blocks::survivors;
use crate::widgets::{hits, table};
use ratatui::layout::Rect;
use simscope_core::search::Hit;

pub(super) fn found(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let has_keys = scene.own.focus == Pane::Found;
    let Some(answer) = answer(scene) else {
        let title = paint.pick((format!("Neighbours within {}", scene.k), format!("{} 以内的近邻", scene.k)));
        let inner = paint.panel(area, Pane::Found, has_keys, &title, "");
        paint.hollow(inner, awaited(scene));
        return;
    };
    let (k, count) = (scene.k, counted(answer.listed.len(), answer.hits.len(), paint.lang));
    let title = paint.pick((format!("Neighbours within {k}: {count}"), format!("{k} 以内的近邻：{count}")));
    let foot = match cut(scene) {
        _ if !scene.own.filter.is_empty() => scene.own.filter.in_force().into_owned(),
        Some(cut) if cut.blocks() > k && area.width >= 36 => paint.pick((
            format!(
                "{} cannot change all {} blocks",
                surface::counted(k.into(), "flip", "flips"),
                cut.blocks()
            ),
            format!("{k} 位翻转不可能改变全部 {} 块", cut.blocks()),
        )),
        // Too narrow for the names of documents: that of the selected one stands here.
        _ => marked(scene).map_or(String::new(), |marked| marked.id.to_owned()),
    };
    let inner = paint.panel(area, Pane::Found, has_keys, &title, &foot);
    if inner.height < 2 {
        return;
    }
    let columns = Columns::of(scene, inner);
    columns.heads(scene, paint, inner);
    let body = Rect { y: inner.y + 1, height: inner.height - 1, ..inner };
    if let Some(why) = &scene.own.why_none {
        paint.hollow_of(body, &why.say(paint.lang));
        return;
    }
    let rows = answer.listed.len();
    if rows == 0 {
        alone(scene, paint, body, &columns, answer.document);
        return;
    }
    let list = scene.own.found;
    table::rows(paint, body, Pane::Found, (list, rows), |paint, row, at| {
        columns.row(scene, paint, row, answer.signature, answer.listed[at]);
    });
}

/// There is no neighbour: says so, and shows how far the nearest document is.
fn alone(scene: Scene<'_>, paint: &mut Paint<'_>, body: Rect, columns: &Columns, document: u32) {
    let k = scene.k;
    let phrase = paint.pick((format!("none within k = {k}"), format!("k = {k} 内没有文档")));
    paint.say(body.x + 2, body.y, body.width.saturating_sub(3), &phrase, Role::Text);
    let nearest = scene.model.nearest(document);
    if body.height < 4 {
        return;
    }
    let Some((index, distance)) = nearest else {
        if scene.model.tree.is_none() {
            let phrase = paint.pick(("the nearest: not known yet", "最近者：计算中"));
            paint.say(body.x + 2, body.y + 2, body.width.saturating_sub(3), phrase, Role::Dim);
        }
        return;
    };
    let key = scene.shared.key(Action::GoNearest);
    let phrase = paint.pick((
        format!("the nearest ({key}), d = {distance}:"),
        format!("最近者（{key}），d = {distance}："),
    ));
    paint.say(body.x + 2, body.y + 2, body.width.saturating_sub(3), &phrase, Role::Dim);
    let signature = scene.model.signatures.get(document as usize);
    let row = Rect { y: body.y + 3, height: 1, ..body };
    columns.row(scene, paint, row, signature, Hit { index, distance });
}

/// Where the columns stand.
struct Columns {
    /// Columns of a block.
    cell: u16,
    blocks: u16,
    table: u16,
    id: u16,
    text: u16,
}

impl Columns {
    fn of(scene: Scene<'_>, inner: Rect) -> Self {
        let count = cut(scene).map_or(0, |cut| u16::from(cut.blocks()));
        let has_tables = scene.own.design().is_some_and(|design| !design.layouts().is_empty());
        // The head needs room for its sign.
        let table = 5 + u16::from(scene.own.sort.by == Column::Table);
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
        Self { cell, blocks, table, id, text: left.saturating_sub(id + 1) }
    }

    fn heads(&self, scene: Scene<'_>, paint: &mut Paint<'_>, inner: Rect) {
        let sort = scene.own.sort;
        let mut head = |x: u16, width: u16, (name, is_number): (&str, bool), column: Column| {
            let place = Rect { x, width, height: 1, ..inner };
            let act = Some(Act::SortBy(column).into());
            table::sorted_head(paint, place, (name, is_number), sort.mark(column), act);
        };
        let x = inner.x + 6;
        let by_table = x + self.blocks;
        let by_id = by_table + self.table + 1;
        head(inner.x + 2, 3, ("d", true), Column::Distance);
        if self.table > 0 {
            head(by_table, self.table, (scene.lang.pick(("table", "表")), true), Column::Table);
        }
        let id = if scene.model.corpus.is_empty() { "" } else { scene.lang.pick(("document", "文档")) };
        head(by_id, inner.right().saturating_sub(by_id).min(12), (id, false), Column::Id);
        let blocks = paint.pick(("blocks", "块"));
        paint.say(x, inner.y, self.blocks, blocks, Role::Title);
    }

    fn row(&self, scene: Scene<'_>, paint: &mut Paint<'_>, row: Rect, query: u128, hit: Hit) {
        let y = row.y;
        let Some(other) = scene.model.signatures.try_get(hit.index as usize) else { return };
        let difference = query ^ other;
        let role = if hit.distance <= scene.k { Role::Within } else { Role::Beyond };
        paint.right(row.x + 2, y, 3, &hit.distance.to_string(), role);
        let x = row.x + 6;
        if let Some(cut) = cut(scene) {
            survivors(paint, Rect { x, width: self.blocks, ..row }, &cut, difference, self.cell);
        }
        if self.table > 0 {
            let first = scene.own.first_table(difference);
            let text = first.map_or("–".to_owned(), |table| (table + 1).to_string());
            let role = if first.is_some() { Role::Text } else { Role::Dim };
            paint.right(x + self.blocks, y, self.table, &text, role);
        }
        let x = x + self.blocks + self.table + 1;
        let document = scene.model.corpus.get(hit.index as usize);
        let filter = scene.own.filter.filter();
        hits::name(paint, (x, y), self.id.saturating_sub(1), document.id, filter, Role::Text);
        if self.text > 4 {
            hits::or_beginning(paint, (x + self.id, y), self.text, document.text, filter);
        }
    }
}
