//! Screen 1: every document, its signature, its nearest neighbour, its group at k.

use super::columns::{Row, chosen, lay_out};
use super::keys::Act;
use crate::action::Action;
use crate::filtering::Count;
use crate::screens::corpus::keys::Pane;
use crate::shared::Shared;
use crate::surface::{Paint, Role, Target, grouped_digits};
use crate::widgets::marked::{self, Marked, Side};
use crate::widgets::table::{self, Lines, inset};
use crate::widgets::{bits, hits, prose};
use ratatui::layout::Rect;
use simscope_core::display::percent_text;
use simscope_core::simhash;
use simscope_core::visible;
use std::sync::Arc;

pub(super) type Scene<'a> = crate::shared::Scene<'a, super::State>;

/// Draws the screen.
pub fn view(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let details = match area.height {
        48.. => 14,
        26.. => 10,
        17..=25 => 7,
        _ => 0,
    };
    if details == 0 && scene.own.focus == Pane::Selected {
        return selected(scene, paint, area);
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
        (true, false) => paint.pick(both!("Documents {count}", "文档 {count}")),
        // How many of how many stands behind it.
        (true, true) if scene.own.risk_share(scene.shared).is_some() => {
            paint.pick(("Documents", "文档")).to_owned()
        }
        (true, true) => paint.pick(both!("Documents {count} of {all}", "文档 {count} / {all}")),
        (false, _) => {
            paint.pick(both!("Documents {count} of {all} · {words}", "文档 {count} / {all} · {words}"))
        }
    };
    let title =
        title.clone() + &risk(scene, usize::from(area.width).saturating_sub(8 + visible::width(&title)));
    let foot = scene.keys_for(&[
        (Action::Open, ("anatomy", "解剖")),
        (Action::SortMenu, ("sort", "排序")),
        (Action::AskFilter, ("filter", "筛选")),
        (Act::ToggleOnlyShort.into(), ("too short", "过短")),
    ]);
    let Some(inner) = paint.panel_of(area, Pane::Documents, 2, &title, &foot) else { return };
    let digits = scene.model.recipe.bits.hex_digits() as u16;
    let columns = match &scene.own.columns[..] {
        [] => lay_out(inner, digits, longest_id(scene)),
        wanted => chosen(inner, digits, wanted),
    };
    table::heads(paint, inset(inner, 2, 0), &columns, scene.own.sort);
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
    let (of, groups) = (&scene.shared.model.analysed, scene.shared.groups.as_deref());
    let lines = Lines { marked, ..Lines::of(scene.list, rows, true) };
    table::rows(paint, body, Pane::Documents, lines, |paint, line, row| {
        let Some(at) = scene.document_in_row(row) else { return };
        let is_short = too_short.as_ref().is_some_and(|short| short.holds(at));
        table::cells(paint, inset(line, 2, 0), &columns, scene, &Row { at, of, groups, is_short });
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
    let percent = percent_text(share.short as f64 / share.all.max(1) as f64);
    let whole = lang.pick(both!(
        " · {only}too short for k = {k}: {short} of {all} ({percent})",
        " · {only}对 k = {k} 过短：{short} / {all}（{percent}）"
    ));
    match visible::width(&whole) <= columns {
        true => whole,
        false => {
            lang.pick(both!(" · {only}too short: {short} ({percent})", " · {only}过短：{short}（{percent}）"))
        }
    }
}

/// The selected document, and its nearest neighbour beside it.
fn selected(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let half = area.width / 2;
    let (left, right) =
        (Rect { width: half, ..area }, Rect { x: area.x + half, width: area.width - half, ..area });
    let phrase = paint.pick(("Selected", "所选文档"));
    let Some(document) = scene.selected_document() else {
        let inner = paint.panel(area, Pane::Selected, phrase, "");
        return paint.hollow(inner, scene.no_document());
    };
    let id = scene.document(document).id;
    let inner = paint.panel(left, Pane::Selected, &format!("{phrase}{}{id}", paint.pick((": ", "："))), "");
    let nearest = scene.model.nearest(document);
    let marked = nearest.and_then(|(neighbour, _)| scene.shared.aligned(document, neighbour));
    about(scene, paint, inner, document, Side::A, marked);

    paint.areas.push(right, Target::Pane(Pane::Selected.into()));
    let Some((neighbour, distance)) = nearest else {
        let inner = paint.frame(right, false, paint.pick(("Nearest neighbour", "最近邻")), "");
        let phrase = match scene.model.tree {
            None => paint.pick(("known when all distances are", "树建好后可知")),
            Some(_) if scene.exact_end().is_some() => {
                paint.pick(("none up to the k to which groups are exact", "在分组准确的 k 以内没有"))
            }
            Some(_) => paint.pick((
                "none: the document has no features, or is the only one",
                "无：文档没有特征，或是唯一的文档",
            )),
        };
        return paint.hollow_of(inner, phrase);
    };
    let id = scene.document(neighbour).id;
    let title = paint.pick(both!("Nearest, d = {distance}: {id}", "最近邻，d = {distance}：{id}"));
    let inner = paint.frame(right, false, &title, "");
    about(scene, paint, inner, neighbour, Side::B, marked);
}

/// Signature, label and text of a document; what the other one lacks is marked, once that is known.
fn about(
    scene: Scene<'_>,
    paint: &mut Paint<'_>,
    area: Rect,
    index: u32,
    side: Side,
    marked: Option<&Arc<Marked>>,
) {
    if area.is_empty() {
        return;
    }
    let document = scene.document(index);
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
        marked::line(paint, (area.x + 1, y), area.width - 1, &line, side, spans);
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
        let text = shared.document(document).text;
        prose::lines(text, width).filter(|line| !line.is_empty()).count()
    };
    texts.map(count).max().unwrap_or(0)
}
