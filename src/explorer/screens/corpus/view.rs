//! Screen 1: every document, its signature, its nearest neighbour, its group at k.

use super::columns::chosen;
use super::keys::Act;
use crate::action::Action;
use crate::filtering::Count;
use crate::screens::corpus::keys::{Column, Pane};
use crate::shared::Shared;
use crate::surface::{Paint, Phrase, Role, grouped_digits};
use crate::widgets::marked::{self, Marked, Side};
use crate::widgets::table::{self, Sort, inset};
use crate::widgets::{bits, hits, prose};
use ratatui::layout::Rect;
use simscope_core::simhash;
use simscope_core::visible;
use std::sync::Arc;

/// What a column is called.
pub fn column_name(column: Column) -> Phrase {
    match column {
        Column::Input => ("input", "输入次序"),
        Column::Id => ("id", "编号"),
        Column::Text => ("text", "文本"),
        Column::Length => ("chars", "字符"),
        Column::Features => ("features", "特征"),
        Column::Signature => ("signature", "签名"),
        Column::Nearest => ("nearest", "最近邻"),
        Column::Group => ("group", "组"),
    }
}

type Scene<'a> = crate::shared::Scene<'a, super::State>;

/// Draws the screen.
pub fn view(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let details = match area.height {
        48.. => 14,
        26.. => 10,
        17..=25 => 7,
        _ => 0,
    };
    if details == 0 && scene.own.focus == Pane::Selected {
        selected(scene, paint, area);
        return;
    }
    let (table, below) = (
        Rect { height: area.height - details, ..area },
        Rect { y: area.bottom() - details, height: details, ..area },
    );
    documents(scene, paint, table);
    if details > 0 {
        selected(scene, paint, below);
    }
}

fn lay_out(inner: Rect, digits: u16, longest: u16) -> Vec<table::Column<Column>> {
    let number = |column, width| table::Column::number(column, column_name(column), width, 0);
    let text = |column, width| table::Column::text(column, column_name(column), width);
    // More digits than this take their room from columns that matter less.
    let is_wide = digits > 16;
    let signature = text(
        Column::Signature,
        match inner.width {
            76..=109 if is_wide => 12,
            _ => digits.max(9),
        },
    );
    let nearest = |width: u16| text(Column::Nearest, width.min(longest + 6).max(8));
    let (features, group) = (number(Column::Features, 8), text(Column::Group, 11));
    let fixed = match inner.width {
        110..=149 if is_wide => vec![features, signature, nearest(12), group],
        110.. => vec![number(Column::Length, 9), features, signature, nearest(20), group],
        76..=109 => vec![features, signature, nearest(8), group],
        _ => vec![features, nearest(8), text(Column::Group, 9)],
    };
    let id = (inner.width / 6).clamp(10, 24).min(longest).max(4);
    let room = inner.width.saturating_sub(2 + id + 1 + table::taken(&fixed) + 1);
    [vec![text(Column::Id, id), text(Column::Text, room)], fixed].concat()
}

/// Columns of the longest id, of the first of a large corpus.
fn longest_id(scene: Scene<'_>) -> u16 {
    let ids = (0..scene.model.corpus.len().min(500)).map(|at| scene.model.corpus.get(at).id);
    ids.map(visible::width).max().unwrap_or(0).min(100) as u16
}

fn documents(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let rows = scene.row_count();
    let count = grouped_digits(rows);
    let all = grouped_digits(scene.model.corpus.len());
    let words = scene.own.filter.in_force();
    let title = match (scene.own.filter.is_empty(), scene.own.is_only_short) {
        (true, false) => paint.pick((format!("Documents {count}"), format!("文档 {count}"))),
        // How many of how many stands behind it.
        (true, true) if scene.own.risk_share(scene.shared).is_some() => {
            paint.pick(("Documents", "文档")).to_owned()
        }
        (true, true) => paint.pick((format!("Documents {count} of {all}"), format!("文档 {count} / {all}"))),
        (false, _) => paint.pick((
            format!("Documents {count} of {all} · {words}"),
            format!("文档 {count} / {all} · {words}"),
        )),
    };
    let title =
        title.clone() + &risk(scene, usize::from(area.width).saturating_sub(8 + visible::width(&title)));
    let foot = scene.keys_for(&[
        (Action::Open, ("anatomy", "解剖")),
        (Act::NextSort.into(), ("sort", "排序")),
        (Action::AskFilter, ("filter", "筛选")),
        (Act::ToggleOnlyShort.into(), ("too short", "过短")),
    ]);
    let inner = paint.panel(area, Pane::Documents, scene.own.focus == Pane::Documents, &title, &foot);
    if inner.height < 2 {
        return;
    }
    let digits = scene.model.recipe.bits.hex_digits() as u16;
    let columns = match &scene.own.columns[..] {
        [] => lay_out(inner, digits, longest_id(scene)),
        wanted => chosen(inner, digits, wanted),
    };
    let sort = Sort { by: scene.own.sort, is_reversed: scene.own.is_reversed };
    table::sorted_heads(paint, inset(inner, 2, 0), &columns, sort, |column| Some(Act::SortBy(column).into()));
    let body = inset(inner, 0, 1);
    if rows == 0 {
        let phrase = match (scene.model.corpus.is_empty(), scene.model.stage) {
            (true, crate::shared::model::Stage::Reading) => ("reading…", "读取中…"),
            (true, _) => (
                "no documents were found: ‹skipped› lists what was skipped",
                "没有文档：按 ‹skipped› 查看跳过的内容",
            ),
            _ if scene.own.is_only_short => (
                "none of these documents is too short for k: Esc clears the filter",
                "其中没有对 k 过短的文档：Esc 清除筛选",
            ),
            _ => ("no document passes the filter: Esc clears it", "没有文档通过筛选：Esc 清除"),
        };
        match scene.own.filter_stands(scene.shared).count {
            Count::None(why) if !scene.own.filter.is_empty() => {
                let clears = paint.pick(("Esc clears the filter", "Esc 清除筛选"));
                paint.hollow_of(body, &format!("{} · {clears}", why.say(paint.lang)));
            }
            Count::Pending if !scene.own.filter.is_empty() => paint.hollow(body, ("filtering…", "筛选中…")),
            _ => paint.hollow(body, phrase),
        }
        return;
    }
    let too_short = scene.own.too_short(scene.shared);
    // On other screens the selection moves without this list.
    let mut shown = (scene.list.first(body.height.into(), rows)..rows).take(body.height.into());
    let marked = shown.find(|&row| scene.document_in_row(row) == Some(scene.selected));
    table::marked_rows(paint, body, Pane::Documents, (scene.list, rows), marked, |paint, row, at| {
        let Some(document) = scene.document_in_row(at) else { return };
        let is_short = too_short.as_ref().is_some_and(|short| short.holds(document));
        for (place, column) in table::places(inset(row, 2, 0), &columns) {
            cell(scene, paint, place, column.what, document, is_short);
        }
    });
}

/// How many documents are too short for k, for the title; shorter where the columns are few.
fn risk(scene: Scene<'_>, columns: usize) -> String {
    let (lang, k) = (scene.lang, scene.k);
    let only = if scene.own.is_only_short { lang.pick(("only ", "仅")) } else { "" };
    let Some(share) = scene.own.risk_share(scene.shared) else {
        let pending = lang.pick((" · only too short, once that is known", " · 仅过短的：计算中"));
        return if scene.own.is_only_short { pending.to_owned() } else { String::new() };
    };
    let (short, all) = (grouped_digits(share.short), grouped_digits(share.all));
    let percent = share.percent();
    let whole = lang.pick((
        format!(" · {only}too short for k = {k}: {short} of {all} ({percent} %)"),
        format!(" · {only}对 k = {k} 过短：{short} / {all}（{percent} %）"),
    ));
    match visible::width(&whole) <= columns {
        true => whole,
        false => lang.pick((
            format!(" · {only}too short: {short} ({percent} %)"),
            format!(" · {only}过短：{short}（{percent} %）"),
        )),
    }
}

fn cell(scene: Scene<'_>, paint: &mut Paint<'_>, place: Rect, column: Column, index: u32, is_short: bool) {
    let at = index as usize;
    let document = scene.model.corpus.get(at);
    let Rect { x, y, width, .. } = place;
    match column {
        Column::Input => {}
        Column::Id => {
            hits::name(paint, (x, y), width, document.id, scene.own.filter.filter(), Role::Text);
        }
        Column::Text => {
            hits::say(paint, (x, y), width, document.text, scene.own.filter.filter());
        }
        Column::Length if scene.lacks_texts() => paint.right(x, y, width, "·", Role::Dim),
        Column::Length => {
            let text = grouped_digits(document.text.chars().count());
            paint.right(x, y, width, &text, Role::Dim);
        }
        Column::Features if !scene.knows_recipe() => paint.right(x, y, width, "·", Role::Dim),
        Column::Features => match scene.model.features.get(at) {
            Some(0) => {
                paint.right(x, y, width, paint.pick(("empty", "空")), Role::Warn);
            }
            Some(&features) if is_short => {
                paint.right(x, y, width, &format!("! {}", grouped_digits(features)), Role::Warn);
            }
            Some(&features) => paint.right(x, y, width, &grouped_digits(features), Role::Dim),
            None => paint.right(x, y, width, "…", Role::Dim),
        },
        Column::Signature => {
            let text = match scene.model.signatures.try_get(at) {
                Some(signature) => simhash::hex(signature, scene.model.recipe.bits),
                None => "…".into(),
            };
            paint.say(x, y, width, &text, Role::Text);
        }
        Column::Nearest => nearest(scene, paint, x, y, width, index),
        Column::Group => {
            let Some(groups) = &scene.groups else { return };
            match groups.number_of(index) {
                Some(number) => {
                    let size = groups.run(number).len;
                    paint.say(x, y, width, &format!("#{number} ×{size}"), Role::Within);
                }
                None => drop(paint.say(x, y, width, "·", Role::Dim)),
            }
        }
    }
}

fn nearest(scene: Scene<'_>, paint: &mut Paint<'_>, x: u16, y: u16, width: u16, index: u32) {
    if scene.model.tree.is_none() {
        paint.say(x, y, width, "…", Role::Dim);
        return;
    }
    let Some((neighbour, distance)) = scene.model.nearest(index) else {
        // Of a tree that is not whole only this much is known.
        let none = scene.exact_end().map_or("·".to_owned(), |end| format!(">{end:>2}"));
        paint.say(x, y, width, &none, Role::Dim);
        return;
    };
    // The tick is the second cue besides the colour.
    let is_within = distance <= scene.k;
    let role = if is_within { Role::Within } else { Role::Beyond };
    let text = format!("{distance:>2} {}", if is_within { '✓' } else { ' ' });
    let used = paint.say(x, y, width, &text, role);
    let id = scene.model.corpus.get(neighbour as usize).id;
    if width > used + 4 || visible::width(id) < usize::from(width.saturating_sub(used)) {
        paint.name(x + used + 1, y, width - used - 1, id, Role::Dim);
    }
}

/// The selected document, and its nearest neighbour beside it.
fn selected(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let has_keys = scene.own.focus == Pane::Selected;
    let half = area.width / 2;
    let (left, right) =
        (Rect { width: half, ..area }, Rect { x: area.x + half, width: area.width - half, ..area });
    let phrase = paint.pick(("Selected", "所选文档"));
    let Some(document) = scene.selected_document() else {
        let inner = paint.panel(area, Pane::Selected, has_keys, phrase, "");
        paint.hollow(inner, scene.no_document());
        return;
    };
    let id = scene.model.corpus.get(document as usize).id;
    let inner =
        paint.panel(left, Pane::Selected, has_keys, &format!("{phrase}{}{id}", paint.pick((": ", "："))), "");
    let nearest = scene.model.nearest(document);
    let marked = nearest.and_then(|(neighbour, _)| scene.shared.aligned(document, neighbour));
    about(scene, paint, inner, document, (Side::A, marked));

    let Some((neighbour, distance)) = nearest else {
        let inner =
            paint.panel(right, Pane::Selected, false, paint.pick(("Nearest neighbour", "最近邻")), "");
        let phrase = match scene.model.tree {
            None => paint.pick(("known when the dendrogram is built", "树建好后可知")),
            Some(_) if scene.exact_end().is_some() => {
                paint.pick(("none up to the k to which groups are exact", "在分组准确的 k 以内没有"))
            }
            Some(_) => paint.pick((
                "none: the document has no features, or is the only one",
                "无：文档没有特征，或是唯一的文档",
            )),
        };
        paint.hollow_of(inner, phrase);
        return;
    };
    let id = scene.model.corpus.get(neighbour as usize).id;
    let title =
        paint.pick((format!("Nearest, d = {distance}: {id}"), format!("最近邻，d = {distance}：{id}")));
    let foot = scene.keys_for(&[(Action::GoNearest, ("goes there", "前往"))]);
    let inner = paint.panel(right, Pane::Selected, false, &title, &foot);
    about(scene, paint, inner, neighbour, (Side::B, marked));
}

/// Signature, label and text of a document; what the other one lacks is marked, once that is known.
fn about(
    scene: Scene<'_>,
    paint: &mut Paint<'_>,
    area: Rect,
    index: u32,
    (side, marked): (Side, Option<&Arc<Marked>>),
) {
    if area.is_empty() {
        return;
    }
    let document = scene.model.corpus.get(index as usize);
    let mut y = area.y;
    if let Some(signature) = scene.model.signatures.try_get(index as usize) {
        let width = scene.model.recipe.bits;
        let used =
            paint.say(area.x + 1, y, area.width - 1, &simhash::hex(signature, width), Role::Accent) + 2;
        if let Some(label) = document.label {
            let label = format!("{} {label}", paint.pick(("label", "标签")));
            paint.say(area.x + 1 + used, y, area.width.saturating_sub(used + 1), &label, Role::Dim);
        }
        y += 1;
        let columns = u16::from(width.get());
        if area.height >= 6 && area.width > columns + 1 {
            bits::cells(paint, area.x + 1, y, signature, width.get(), scene.model.shares.dead());
            y += 1;
        } else if area.height >= 6 && columns > 64 && area.width > bits::packed_columns(width.get()) + 1 {
            bits::packed(paint, area.x + 1, y, signature, width.get(), scene.model.shares.dead());
            y += 1;
        }
    }
    let room = usize::from(area.width.saturating_sub(2));
    let lines = prose::lines(document.text, room).filter(|line| !line.is_empty());
    let found = hits::in_long(document.text, scene.own.filter.filter());
    for line in lines.skip(scene.own.text_scroll).take(usize::from(area.bottom().saturating_sub(y))) {
        let spans = marked.map_or(&[][..], |marked| marked.spans(side));
        marked::line(paint, (area.x + 1, y), area.width - 1, &line, (side, spans));
        hits::over(paint, (area.x + 1, y), area.width - 1, &line, &found);
        y += 1;
    }
}

/// Columns of the selected text in the last frame.
pub fn columns_of_text(shared: &Shared) -> usize {
    shared.area_of(Pane::Selected).map_or(40, |area| usize::from(area.width.saturating_sub(4)))
}

/// Lines of the longer of the two texts below the table.
pub fn text_lines(shared: &Shared) -> usize {
    let width = columns_of_text(shared);
    let partner = shared.model.nearest(shared.selected).map(|(other, _)| other);
    let texts = shared.selected_document().into_iter().chain(partner);
    let count = |document: u32| {
        let text = shared.model.corpus.get(document as usize).text;
        prose::lines(text, width).filter(|line| !line.is_empty()).count()
    };
    texts.map(count).max().unwrap_or(0)
}
