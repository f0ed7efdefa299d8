//! The table of all documents.

use super::columns::{Row, chosen, lay_out};
use super::keys::{Act, Pane as Own};
use super::selected::Selected;
use super::{Scene, State};
use crate::action::Action;
use crate::filtering::Count;
use crate::room::{Moving, PaneOf, copy_document};
use crate::shared::{Shared, Stage};
use crate::surface::{Paint, Phrase, Rect, grouped_digits};
use crate::widgets::table::{self, Lines, inset};
use simscope_core::display::percent_text;
use simscope_core::visible;
use std::sync::Arc;

pub(super) struct Documents;

impl PaneOf<State> for Documents {
    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![&[
            (
                "All documents: number of features, signature, the nearest neighbour's distance d with a tick where it",
                "全部文档：特征数、签名、与最近邻的距离 d（在 k 以内打勾），",
            ),
            (
                "is within k, and the group at k. ! before a number of features: too short for k.",
                "以及在 k 下所属的组。特征数前的 ! 表示对 k 过短。",
            ),
            (
                "too short: one replaced word moves most texts of that length by more than k, as measured on this corpus.",
                "过短：替换一个词，这样长的文本多半移动超过 k 位（在本语料上测得）。",
            ),
            (
                "group: documents that are joined by pairs within k; · where the document is in none.",
                "组：由 k 以内的文档对相连的文档；· 表示不在任何组中。",
            ),
        ]]
    }

    fn view(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        let foot = scene.keys_for(&[
            (Action::Open, ("anatomy", "解剖")),
            (Action::SortMenu, ("sort", "排序")),
            (Action::AskFilter, ("filter", "筛选")),
            (Act::ToggleOnlyShort.into(), ("too short for k", "对 k 过短")),
        ]);
        let title = title(scene, paint, area.width.into());
        let Some(inner) = paint.panel_of(area, Own::Documents, 2, &title, &foot) else { return };
        let digits = scene.model.recipe.bits.hex_digits() as u16;
        let columns = match &scene.own.columns[..] {
            [] => lay_out(inner, digits, longest_id(scene), scene.own.asks_passages()),
            wanted => chosen(inner, digits, wanted),
        };
        table::heads(paint, inset(inner, 2, 0), &columns, scene.own.sort);
        let (body, rows) = (inset(inner, 0, 1), scene.row_count());
        if rows == 0 {
            return no_row(scene, paint, body);
        }
        let too_short = scene.own.too_short(scene.shared);
        // On other screens the selection moves without this list.
        let mut shown = (scene.list.first(body.height.into(), rows)..rows).take(body.height.into());
        let marked = shown.find(|&row| scene.document_in_row(row) == Some(scene.selected));
        let (of, groups) = (&scene.shared.model.analysed, scene.shared.groups.as_deref());
        let shares = scene.shared.passages().map(Arc::as_ref);
        let lines = Lines { marked, ..Lines::of(scene.list, rows, true) };
        table::rows(paint, body, Own::Documents, lines, |paint, line, row| {
            let Some(at) = scene.document_in_row(row) else { return };
            paint.picked(line, scene.kept.picked.contains(&at));
            let is_short = too_short.as_ref().is_some_and(|short| short.holds(at));
            table::cells(
                paint,
                inset(line, 2, 0),
                &columns,
                scene,
                &Row { at, of, groups, shares, is_short },
            );
        });
    }

    fn moving<'a>(&self, _own: &'a mut State, shared: &'a mut Shared) -> Option<Moving<'a>> {
        Moving::rows(shared.row_count(), &mut shared.list)
    }

    fn act(&self, _own: &mut State, shared: &mut Shared, action: Action) -> bool {
        if !matches!(action, Action::Chosen(..)) {
            return false;
        }
        if let Some(document) = shared.document_in_row(shared.list.selected) {
            // On other screens the selection moves without this list: back to its row is a move too.
            if shared.selected != document {
                shared.message = None;
            }
            shared.select_document(document);
        }
        true
    }

    fn copy(&self, scene: Scene<'_>) -> Result<(String, Phrase), Phrase> {
        Selected.copy(scene).or_else(|_| copy_document(scene.shared))
    }
}

/// Columns of the longest id, of the first of a large corpus.
fn longest_id(scene: Scene<'_>) -> u16 {
    let ids = (0..scene.model.corpus.len().min(500)).map(|at| scene.model.corpus.get(at).id);
    ids.map(visible::width).max().unwrap_or(0).min(100) as u16
}

/// How many documents there are, and how many of them are too short.
fn title(scene: Scene<'_>, paint: &Paint<'_>, width: usize) -> String {
    let (own, [count, all]) = (scene.own, [scene.row_count(), scene.model.corpus.len()].map(grouped_digits));
    let words = own.filter.in_force();
    let title = match (own.filter.is_empty(), own.is_only_short) {
        (true, false) => paint.pick(both!("Documents {count}", "文档 {count}")),
        // How many of how many stands behind it.
        (true, true) if own.risk_share(scene.shared).is_some() => {
            paint.pick(("Documents", "文档")).to_owned()
        }
        (true, true) => paint.pick(both!("Documents {count} of {all}", "文档 {count} / {all}")),
        (false, _) => {
            paint.pick(both!("Documents {count} of {all} · {words}", "文档 {count} / {all} · {words}"))
        }
    };
    let risk = risk(scene, width.saturating_sub(8 + visible::width(&title)));
    title + &risk
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
    if visible::width(&whole) <= columns {
        whole
    } else {
        lang.pick(both!(" · {only}too short: {short} ({percent})", " · {only}过短：{short}（{percent}）"))
    }
}

/// Why there is no row.
fn no_row(scene: Scene<'_>, paint: &mut Paint<'_>, body: Rect) {
    let phrase = match (scene.own.filter_stands(scene.shared).count, scene.model.stage) {
        (Count::None(why), _) if !scene.own.filter.is_empty() => {
            let clears = paint.pick(("Esc clears the filter", "Esc 清除筛选"));
            return paint.hollow_of(body, &format!("{} · {clears}", why.say(paint.lang)));
        }
        (Count::Pending, _) if !scene.own.filter.is_empty() => ("filtering…", "筛选中…"),
        (_, Stage::Reading) if scene.model.corpus.is_empty() => ("reading…", "读取中…"),
        _ if scene.model.corpus.is_empty() => (
            "no documents were found: ‹skipped› lists what was skipped",
            "没有文档：按 ‹skipped› 查看跳过的内容",
        ),
        _ if scene.own.is_only_short => (
            "none of these documents is too short for k: Esc clears the filter",
            "其中没有对 k 过短的文档：Esc 清除筛选",
        ),
        _ => ("no document passes the filter: Esc clears it", "没有文档通过筛选：Esc 清除"),
    };
    paint.hollow(body, phrase);
}
