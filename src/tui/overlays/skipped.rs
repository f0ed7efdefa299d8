//! What was not loaded, where, and why.

use super::open_box;
use crate::tui::action::Pane;
use crate::tui::app::App;
use crate::tui::areas::Target;
use crate::tui::paint::Paint;
use crate::tui::theme::Role;
use ratatui::layout::Rect;

pub(super) fn view(app: &App, paint: &mut Paint<'_>, area: Rect, at: usize) {
    let all = &app.model.skipped;
    let title = paint.pick((format!("Skipped {}", all.len()), format!("跳过 {}", all.len())));
    let foot = paint.pick(("up/down scroll · any other key closes", "上下滚动 · 其他键关闭"));
    let inner = open_box(paint, area, 100, all.len() as u16 + 2, &title, foot);
    paint.areas.push(inner, Target::Pane(Pane::Overlay));
    for (y, skipped) in all.iter().skip(at).take(usize::from(inner.height)).enumerate() {
        let y = inner.y + y as u16;
        let place = match skipped.line {
            Some(line) => format!("{}:{line}", skipped.place),
            None => skipped.place.clone(),
        };
        let width = inner.width * 2 / 5;
        paint.say(inner.x + 1, y, width, &place, Role::Text);
        let x = inner.x + width + 2;
        paint.say(x, y, inner.right().saturating_sub(x), &skipped.reason.to_string(), Role::Warn);
    }
}
