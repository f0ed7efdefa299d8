//! What is only to be read: what was not loaded, and why something is as it is.

use super::open_box;
use crate::action::Pane;
use crate::shared::Shared;
use crate::surface::{Paint, Rect, Role, Target};
use crate::widgets::hits::running;
use crate::widgets::prose;

/// What was not loaded, where, and why.
pub(super) fn skipped(shared: &Shared, paint: &mut Paint<'_>, area: Rect, at: usize) {
    let all = &shared.model.skipped;
    let count = all.len() + shared.model.unlisted;
    let title = match shared.model.unlisted {
        0 => paint.pick(both!("Skipped {count}", "跳过 {count}")),
        _ => paint.pick(both!("Skipped {count} · listed {}", "跳过 {count} · 列出 {}", all.len())),
    };
    let foot = paint.pick(("up/down scroll · any other key closes", "上下滚动 · 其他键关闭"));
    let inner = open_box(paint, area, 100, u16::try_from(all.len() + 2).unwrap_or(u16::MAX), &title, foot);
    paint.areas.push(inner, Target::Pane(Pane::Overlay));
    for (y, skipped) in all.iter().skip(at).take(usize::from(inner.height)).enumerate() {
        let y = inner.y + y as u16;
        let place = match skipped.spot {
            Some(spot) => format!("{}:{}", skipped.place, spot.number()),
            None => skipped.place.clone(),
        };
        let width = inner.width * 2 / 5;
        paint.name(inner.x + 1, y, width, &place, Role::Text);
        let x = inner.x + width + 2;
        paint.say(x, y, inner.right().saturating_sub(x), &skipped.reason.say(paint.lang), Role::Warn);
    }
}

/// Why something is as it is: the sentences below each other.
pub(super) fn why(text: &str, paint: &mut Paint<'_>, area: Rect) {
    let width = 84.min(area.width.saturating_sub(4));
    let shown = paint.shown(text).into_owned();
    let lines = prose::lines(&shown, usize::from(width.saturating_sub(4))).count();
    let foot = paint.pick(("any key closes", "按任意键关闭"));
    let inner = open_box(paint, area, width, lines as u16 + 2, paint.pick(("Why", "为什么")), foot);
    running(paint, Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner }, text, Role::Text);
}
