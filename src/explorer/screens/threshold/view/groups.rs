//! The groups at k, filtered and sorted, and how they stand against the marks.

use super::{Scene, pending};
use crate::action::Action;
use crate::filtering::Count;
use crate::screens::threshold::keys::{Act, Column, Pane};
use crate::screens::threshold::state::Below;
use crate::shared::Grouping;
use crate::shared::marks::Mark;
use crate::surface::{Paint, Role, grouped_digits};
use crate::widgets::hits;
use crate::widgets::table::{self, inset};
use ratatui::layout::Rect;
use simscope_core::decide::State;
use simscope_core::groups::{GroupSpread, Groups};

/// How a group stands against a mark: `=` the same, `3→` made of three, `⊂9` part of nine.
fn against_mark(scene: Scene<'_>, mark: &Mark, number: usize) -> Option<(String, Role)> {
    let groups = scene.groups.as_ref()?;
    let pieces = scene.pieces_at_mark(mark, number)?;
    if pieces > 1 {
        return Some((format!("{pieces}→"), Role::Mark));
    }
    let first = *groups.members(number).first()?;
    let whole = mark.groups.number_of(first).map_or(1, |number| mark.groups.members(number).len());
    let size = groups.members(number).len();
    Some(if whole > size { (format!("⊂{whole}"), Role::Mark) } else { ("=".into(), Role::Dim) })
}

/// What stands above the groups: how many of how many, at which k, by which filter.
fn title(scene: Scene<'_>, paint: &Paint<'_>) -> String {
    // Of the groups that are shown, while leaders are still sought.
    let how = match scene.grouped_by.unwrap_or(scene.grouping) {
        Grouping::Connection => paint.pick(("by connection", "按连通")).to_owned(),
        Grouping::Leaders => paint.pick(("around leaders", "按代表")).to_owned(),
        Grouping::Verified => {
            let tau = f64::from(scene.grouped_tau) / 100.0;
            paint.pick((format!("verified, J ≥ {tau:.2}"), format!("已核实，J ≥ {tau:.2}")))
        }
    };
    let k = scene.groups.as_ref().map_or(scene.k, |groups| groups.k());
    let all = scene.groups.as_ref().map_or("…".to_owned(), |groups| grouped_digits(groups.count()));
    let standing = scene.own.table.standing(scene.shared);
    if standing.line.is_empty() {
        return paint.pick((format!("Groups {all} at k = {k}, {how}"), format!("k = {k} 的组 {all}，{how}")));
    }
    let line = standing.line.in_force();
    let count = match standing.count {
        Count::Pending => "…".to_owned(),
        Count::Of(count, _) => grouped_digits(count),
        Count::None(_) => "0".to_owned(),
    };
    paint.pick((
        format!("Groups {count} of {all} at k = {k} · {line}"),
        format!("k = {k} 的组 {count} / {all} · {line}"),
    ))
}

/// What the marks are, or how to set one.
fn foot(scene: Scene<'_>, paint: &Paint<'_>) -> String {
    // Where it is decided what stays, no column compares with a mark.
    let is_deciding = scene.own.below == Below::Decide;
    let marks: Vec<String> =
        scene.mark_places().into_iter().map(|(name, k)| format!("{name} (k = {k})")).collect();
    if marks.is_empty() || is_deciding {
        let keys = [
            (Action::Mark, ("marks A to compare", "标记 A 以比较")),
            (Action::AskFilter, ("filter", "筛选")),
            (Act::NextSort.into(), ("sort", "排序")),
            (Action::ToggleGrouping, ("leaders", "按代表")),
        ];
        return scene.keys_for(&keys[usize::from(is_deciding)..]);
    }
    let marks = marks.join(" ");
    paint.pick((
        format!("{marks}: = same · 3→ merged from 3 · ⊂9 split from 9"),
        format!("{marks}：= 不变 · 3→ 由 3 合并 · ⊂9 自 9 拆出"),
    ))
}

pub(super) fn groups(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let (title, foot) = (title(scene, paint), foot(scene, paint));
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
    let head = inset(inner, 2, 0);
    let act = |column: Column| (!matches!(column, Column::Mark(_))).then(|| Act::SortBy(column).into());
    table::sorted_heads(paint, head, &columns, scene.own.table.sort, act);
    let count = scene.own.table.count(scene.shared);
    if count == 0 {
        none(scene, paint, body, groups);
        return;
    }
    let list = scene.own.group_rows;
    let filter = scene.own.table.line.filter();
    table::marked_rows(paint, body, Pane::Groups, (list, count), Some(list.selected), |paint, row, at| {
        let Some(number) = scene.own.table.number_in(scene.shared, at) else { return };
        let spread = scene.group_spread(number, groups.run(number));
        for (place, column) in table::places(Rect { height: 1, ..inset(row, 2, 0) }, &columns) {
            if column.what == Column::Representative {
                let representative = scene.model.corpus.get(groups.members(number)[0] as usize);
                let (at, width) = ((place.x, row.y), place.width.min(16));
                let used = hits::name(paint, at, width, representative.id, filter, Role::Dim) + 1;
                let left = place.width.saturating_sub(used);
                hits::say(paint, (place.x + used, row.y), left, representative.text, filter);
                continue;
            }
            let (text, role) = cell(scene, groups, number, spread, column.what);
            column.say(paint, place, &text, role);
        }
    });
}

/// Why the table is empty.
fn none(scene: Scene<'_>, paint: &mut Paint<'_>, body: Rect, groups: &Groups) {
    if groups.count() == 0 {
        let phrase = match scene.model.documents.len() {
            0 | 1 => ("a group needs two documents", "分组至少需要两篇文档"),
            _ => (
                "no two documents are within k: raise it with ‹step-k-plus›",
                "没有距离在 k 内的文档：按 ‹step-k-plus› 增大 k",
            ),
        };
        paint.hollow(body, phrase);
        return;
    }
    match scene.own.table.standing(scene.shared).count {
        Count::None(why) => {
            let clears = paint.pick(("Esc clears the filter", "Esc 清除筛选"));
            paint.hollow_of(body, &format!("{} · {clears}", why.say(paint.lang)));
        }
        _ => paint.hollow(body, ("filtering and sorting…", "筛选与排序中…")),
    }
}

/// Narrow panes keep what makes a chain; the representative takes the rest.
fn columns(scene: Scene<'_>, width: u16) -> Vec<table::Column<Column>> {
    let (is_wide, is_deciding) = (width >= 60, scene.own.below == Below::Decide);
    let number = |what: Column, width| table::Column::number(what, what.name(), width, 0);
    let mut columns = vec![
        number(Column::Number, 6),
        number(Column::Size, if is_wide { 8 } else { 6 }),
        number(Column::Diameter, 5),
    ];
    if is_wide && !is_deciding {
        columns.extend([number(Column::Minimum, 5), number(Column::Mean, 5)]);
    }
    if is_wide || !is_deciding {
        // The head needs room for its sign.
        columns.push(number(Column::Chain, 5 + u16::from(scene.own.table.sort.by == Column::Chain)));
    }
    let said = table::Column::text(Column::Said, Column::Said.name(), 10);
    if is_deciding {
        columns.extend([number(Column::Stay, 6), said]);
    } else {
        // What was decided is seen here, too, from the first decision on.
        columns.extend((is_wide && !scene.deciding.decisions.groups.is_empty()).then_some(said));
        // As many marks as leave something of the representative.
        let room = usize::from(width.saturating_sub(2 + table::taken(&columns) + 16) / 7).max(1);
        let marks = (0..scene.marks.len().min(room) as u8).map(Column::Mark);
        columns.extend(marks.map(|mark| match mark {
            Column::Mark(at) => {
                let name = scene.marks[usize::from(at)].name;
                table::Column::number(mark, (name, name), 6, 0)
            }
            other => number(other, 6),
        }));
    }
    let left = width.saturating_sub(2 + table::taken(&columns));
    let name = if left < 15 { ("first", "首篇") } else { Column::Representative.name() };
    columns.push(table::Column::text(Column::Representative, name, left));
    columns
}

fn cell(
    scene: Scene<'_>,
    groups: &Groups,
    number: usize,
    spread: Option<GroupSpread>,
    what: Column,
) -> (String, Role) {
    let dots = || "…".to_owned();
    match (what, spread) {
        (Column::Number, _) => (number.to_string(), Role::Dim),
        (Column::Size, _) => (grouped_digits(u64::from(groups.run(number).len)), Role::Text),
        (Column::Diameter, _) => (spread.map_or_else(dots, |s| s.diameter.to_string()), Role::Text),
        (Column::Minimum, _) => (spread.map_or_else(dots, |s| s.minimum.to_string()), Role::Dim),
        (Column::Mean, _) => (spread.map_or_else(dots, |s| format!("{:.1}", s.mean)), Role::Dim),
        // Around leaders two members may be 2k apart, and still nothing chains.
        (Column::Chain, Some(s))
            if scene.grouped_by != Some(Grouping::Leaders) && s.diameter > groups.k() =>
        {
            (scene.lang.pick(("yes", "是")).to_owned(), Role::Warn)
        }
        (Column::Chain, _) => (spread.map_or_else(dots, |_| "·".to_owned()), Role::Dim),
        (Column::Stay, _) => (stay(scene, groups.members(number)).unwrap_or_else(dots), Role::Text),
        (Column::Said, _) => said(scene, number, groups.members(number)),
        (Column::Mark(at), _) => {
            let mark = scene.marks.get(usize::from(at));
            mark.and_then(|mark| against_mark(scene, mark, number)).unwrap_or((dots(), Role::Dim))
        }
        (Column::Representative, _) => (String::new(), Role::Text),
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
            Some(found) => {
                let word = if found.is_template() {
                    ("⚠ template", "⚠ 模板")
                } else {
                    ("⚠ common", "⚠ 常用词")
                };
                (scene.lang.pick(word).to_owned(), Role::Warn)
            }
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
