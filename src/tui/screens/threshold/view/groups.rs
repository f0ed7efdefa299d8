//! The groups at k, and how they stand against mark A.

use super::Scene;
use super::pending;
use crate::tui::screens::threshold::keys::Pane;
use crate::tui::shared::grouping::Grouping;
use crate::tui::surface::areas::Target;
use crate::tui::surface::lang::grouped_digits;
use crate::tui::surface::paint::Paint;
use crate::tui::surface::theme::Role;
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
    let how = match scene.grouping {
        Grouping::Connection => paint.pick(("by connection", "按连通")),
        Grouping::Leaders => paint.pick(("around leaders", "按首领")),
    };
    let count = scene.groups.as_ref().map_or(0, |groups| groups.count());
    let count_text = match &scene.groups {
        Some(_) => grouped_digits(count as u64),
        None => "…".to_owned(),
    };
    let title = paint.pick((
        format!("Groups {count_text} at k = {}, {how}", scene.k),
        format!("k = {} 的组 {count_text}，{how}", scene.k),
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
            .pick(("m marks A to compare · c connection/leaders", "m 标记 A 以比较 · c 连通/首领"))
            .to_owned(),
    };
    let inner = paint.panel(area, Pane::Groups, scene.own.focus == Pane::Groups, &title, &foot);
    if inner.height < 2 {
        return;
    }
    let body = Rect { y: inner.y + 1, height: inner.height - 1, ..inner };
    let Some(groups) = &scene.groups else {
        if let Some(beyond) = scene.beyond() {
            paint.hollow(body, &beyond);
            return;
        }
        let said = paint.pick(pending(scene, ("known when the dendrogram is built", "树建好后可知")));
        paint.hollow(body, said);
        return;
    };
    // Narrow panes keep what makes a chain.
    let is_wide = inner.width >= 60;
    let mut columns: Vec<(&str, u16)> = vec![
        ("#", 6),
        (paint.pick(("size", "大小")), if is_wide { 8 } else { 6 }),
        (paint.pick(("diam", "直径")), 4),
    ];
    if is_wide {
        columns.extend([(paint.pick(("min", "最小")), 4), (paint.pick(("mean", "平均")), 5)]);
    }
    columns.push((paint.pick(("chain", "链")), 5));
    if scene.mark.is_some() {
        columns.push(("A", 6));
    }
    let mut x = inner.x + 2;
    let title = paint.style(Role::Title);
    for (name, width) in &columns {
        paint.right(x, inner.y, *width, name, title);
        x += width + 1;
    }
    paint.text(x, inner.y, inner.right() - x, paint.pick(("representative", "代表")), title);
    if count == 0 {
        let said = paint
            .pick(("no two documents are within k: raise it with ]", "没有距离在 k 内的文档：按 ] 增大 k"));
        paint.hollow(body, said);
        return;
    }
    let first = scene.own.groups.first(usize::from(body.height), count);
    paint.areas.push(body, Target::Rows { pane: Pane::Groups.into(), first, rows: count });
    let (text, dim) = (paint.style(Role::Text), paint.style(Role::Dim));
    for line in 0..body.height {
        let number = first + usize::from(line) + 1;
        if number > count {
            break;
        }
        let y = body.y + line;
        let run = groups.run(number);
        let spread = scene.group_spread(number, run);
        // Around leaders two members may be 2k apart, and still nothing chains.
        let is_chain = scene.grouping == Grouping::Connection
            && spread.is_some_and(|spread| spread.diameter > groups.k());
        let dots = || "…".to_owned();
        let mut cells = vec![
            (number.to_string(), dim),
            (grouped_digits(u64::from(run.len)), text),
            (spread.map_or_else(dots, |s| s.diameter.to_string()), text),
        ];
        if is_wide {
            cells.push((spread.map_or_else(dots, |s| s.minimum.to_string()), dim));
            cells.push((spread.map_or_else(dots, |s| format!("{:.1}", s.mean)), dim));
        }
        cells.push(match (spread, is_chain) {
            (None, _) => (dots(), dim),
            (_, true) => (paint.pick(("yes", "是")).to_owned(), paint.style(Role::Warn)),
            (_, false) => ("·".to_owned(), dim),
        });
        if scene.mark.is_some() {
            let (text, role) = against_mark(scene, number).unwrap_or(("…".into(), Role::Dim));
            cells.push((text, paint.style(role)));
        }
        let mut x = body.x + 2;
        for ((cell, style), (_, width)) in cells.iter().zip(&columns) {
            paint.right(x, y, *width, cell, *style);
            x += width + 1;
        }
        let representative = scene.model.corpus.get(groups.members(number)[0] as usize);
        let used = paint.name(x, y, (body.right() - x).min(16), representative.id, Role::Dim) + 1;
        let start: String = representative.text.chars().take(usize::from(body.width)).collect();
        paint.say(x + used, y, body.right().saturating_sub(x + used), &start, Role::Text);
        if Some(number) == scene.own.selected_group(scene.shared) {
            paint.select(Rect { y, height: 1, ..body });
        }
    }
}
