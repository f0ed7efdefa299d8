//! Why the selected thing is as it is, in a few sentences.

use super::open_box;
use crate::surface::{Paint, Role};
use crate::widgets::document::running;
use crate::widgets::prose;
use ratatui::layout::Rect;

pub(super) fn view(text: &str, paint: &mut Paint<'_>, area: Rect) {
    let width = 84.min(area.width.saturating_sub(4));
    let shown = paint.shown(text).into_owned();
    let lines = prose::lines(&shown, usize::from(width.saturating_sub(4))).count();
    let foot = paint.pick(("any key closes", "按任意键关闭"));
    let inner = open_box(paint, area, width, lines as u16 + 2, paint.pick(("Why", "为什么")), foot);
    running(paint, Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner }, text, Role::Text);
}
