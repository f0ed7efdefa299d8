//! The groups at k, and how they stand against mark A.

use super::{Scene, pending};
use crate::decide::State;
use crate::groups::{GroupSpread, Groups};
use crate::tui::screens::threshold::keys::Pane;
use crate::tui::screens::threshold::state::Below;
use crate::tui::shared::Grouping;
use crate::tui::surface::{Paint, Role, grouped_digits};
use crate::tui::widgets::table::{self, Column, inset};
use ratatui::layout::Rect;

/// How a group stands against mark A: `=` the same, `3→` made of three, `⊂9` part of nine.
fn against_mark(scene: Scene<'_>, number: usize) -> Option<(String, Role)> {
    let (mark, groups) = (scene.mark.as_ref()?, scene.groups.as_ref()?);
    let pieces = scene.pieces_at_mark(number)?;
    if pieces > 1 {
        return Some((format!("{pieces}→"), Role::Mark));
    }
    let first = *groups.members(number).first()?;
    let whole = mark.groups.number_of(first).map_or(1, |number| mark.groups.members(number).len());
    let size = groups.members(number).len();
    Some(if whole > size { (format!("⊂{whole}"), Role::Mark) } else { ("=".into(), Role::Dim) })
}

pub(super) fn groups(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    // Of the groups that are shown, while leaders are still sought.
    let how = match scene.grouped_by.unwrap_or(scene.grouping) {
        Grouping::Connection => paint.pick(("by connection", "按连通")).to_owned(),
        Grouping::Leaders => paint.pick(("around leaders", "按首领")).to_owned(),
        Grouping::Verified => {
            let tau = scene.tau();
            paint.pick((format!("verified, J ≥ {tau:.2}"), format!("已核实，J ≥ {tau:.2}")))
        }
    };
    let count = scene.groups.as_ref().map_or(0, |groups| groups.count());
    let count_text = match &scene.groups {
        Some(_) => grouped_digits(count),
        None => "…".to_owned(),
    };
    let k = scene.groups.as_ref().map_or(scene.k, |groups| groups.k());
    let title = paint.pick((
        format!("Groups {count_text} at k = {k}, {how}"),
        format!("k = {k} 的组 {count_text}，{how}"),
    ));
    let foot = match &scene.mark {
        Some(mark) => {
            let k = mark.groups.k();
            paint.pick((
                format!("A (k = {k}): = same · 3→ merged from 3 · ⊂9 split from 9"),
                format!("A（k = {k}）：= 不变 · 3→ 由 3 合并 · ⊂9 自 9 拆出"),
            ))
        }
        None => paint
            .pick(("m marks A to compare · C leaders · V verified", "m 标记 A 以比较 · C 首领 · V 核实"))
            .to_owned(),
    };
    let inner = paint.panel(area, Pane::Groups, scene.own.focus == Pane::Groups, &title, &foot);
    if inner.height < 2 {
        return;
    }
    let body = inset(inner, 0, 1);
    let Some(groups) = &scene.groups else {
        if let Some(beyond) = scene.beyond() {
            paint.hollow_of(body, &beyond);
            return;
        }
        paint.hollow(body, pending(scene, ("known when the dendrogram is built", "树建好后可知")));
        return;
    };
    let columns = columns(scene, inner.width);
    let title = inset(inner, 2, 0);
    table::heads(paint, title, &columns);
    let rest = table::rest(title, &columns);
    paint.say(rest.x, rest.y, rest.width, paint.pick(("representative", "代表")), Role::Title);
    if count == 0 {
        paint.hollow(
            body,
            ("no two documents are within k: raise it with ]", "没有距离在 k 内的文档：按 ] 增大 k"),
        );
        return;
    }
    let list = scene.own.group_rows;
    table::marked_rows(paint, body, Pane::Groups, (list, count), Some(list.selected), |paint, row, at| {
        let place = inset(row, 2, 0);
        let spread = scene.group_spread(at + 1, groups.run(at + 1));
        table::cells(paint, place, &columns, |column| cell(scene, groups, at + 1, spread, column.what));
        let rest = table::rest(place, &columns);
        let representative = scene.model.corpus.get(groups.members(at + 1)[0] as usize);
        let used = paint.name(rest.x, row.y, rest.width.min(16), representative.id, Role::Dim) + 1;
        let start: String = representative.text.chars().take(usize::from(row.width)).collect();
        let rest = inset(rest, used, 0);
        paint.say(rest.x, row.y, rest.width, &start, Role::Text);
    });
}

#[derive(Clone, Copy)]
enum What {
    Number,
    Size,
    Diameter,
    Minimum,
    Mean,
    Chain,
    Mark,
    /// How many stay.
    Stay,
    /// What was said of it.
    Said,
}

/// Narrow panes keep what makes a chain.
fn columns(scene: Scene<'_>, width: u16) -> Vec<Column<What>> {
    let (is_wide, is_deciding) = (width >= 60, scene.own.below == Below::Decide);
    let all = [
        Column::number(What::Number, ("#", "#"), 6, 0),
        Column::number(What::Size, ("size", "大小"), if is_wide { 8 } else { 6 }, 0),
        Column::number(What::Diameter, ("diam", "直径"), 4, 0),
        Column::number(What::Minimum, ("min", "最小"), 4, 0),
        Column::number(What::Mean, ("mean", "平均"), 5, 0),
        Column::number(What::Chain, ("chain", "链"), 5, 0),
        Column::number(What::Mark, ("A", "A"), 6, 0),
        Column::number(What::Stay, ("stay", "保留"), 6, 0),
        Column::text(What::Said, ("state", "状态"), 10),
    ];
    let is_shown = |column: &Column<What>| match column.what {
        What::Minimum | What::Mean => is_wide && !is_deciding,
        What::Mark => scene.mark.is_some() && !is_deciding,
        What::Stay | What::Said => is_deciding,
        _ => true,
    };
    all.into_iter().filter(is_shown).collect()
}

fn cell(
    scene: Scene<'_>,
    groups: &Groups,
    number: usize,
    spread: Option<GroupSpread>,
    what: What,
) -> (String, Role) {
    let dots = || "…".to_owned();
    match (what, spread) {
        (What::Number, _) => (number.to_string(), Role::Dim),
        (What::Size, _) => (grouped_digits(u64::from(groups.run(number).len)), Role::Text),
        (What::Diameter, _) => (spread.map_or_else(dots, |s| s.diameter.to_string()), Role::Text),
        (What::Minimum, _) => (spread.map_or_else(dots, |s| s.minimum.to_string()), Role::Dim),
        (What::Mean, _) => (spread.map_or_else(dots, |s| format!("{:.1}", s.mean)), Role::Dim),
        // Around leaders two members may be 2k apart, and still nothing chains.
        (What::Chain, Some(s)) if scene.grouped_by != Some(Grouping::Leaders) && s.diameter > groups.k() => {
            (scene.lang.pick(("yes", "是")).to_owned(), Role::Warn)
        }
        (What::Chain, _) => (spread.map_or_else(dots, |_| "·".to_owned()), Role::Dim),
        (What::Stay, _) => (stay(scene, groups.members(number)).unwrap_or_else(dots), Role::Text),
        (What::Said, _) => said(scene, number, groups.members(number)),
        (What::Mark, _) => against_mark(scene, number).unwrap_or((dots(), Role::Dim)),
    }
}

/// How many members stay.
fn stay(scene: Scene<'_>, members: &[u32]) -> Option<String> {
    let fates = &scene.outcome_lately()?.0.fates;
    let stay = members.iter().filter(|&&member| !fates[member as usize].is_dropped()).count();
    Some(grouped_digits(stay))
}

/// What was said of a group, and whether it is taken apart.
fn said(scene: Scene<'_>, number: usize, members: &[u32]) -> (String, Role) {
    let Some(decision) = scene.decision(members) else {
        return match scene.own.template(scene.shared, number) {
            Some(_) => (scene.lang.pick(("⚠ template", "⚠ 模板")).to_owned(), Role::Warn),
            None => ("·".to_owned(), Role::Dim),
        };
    };
    let (word, role) = match decision.state {
        Some(State::Accepted) => (("✓ accepted", "✓ 接受"), Role::Within),
        Some(State::Left) => (("○ left", "○ 保持"), Role::Text),
        Some(State::Later) => (("? later", "? 待定"), Role::Mark),
        None => (("✂ apart", "✂ 拆分"), Role::Text),
    };
    (scene.lang.pick(word).to_owned(), role)
}
