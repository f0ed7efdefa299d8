//! What stands in a terminal that is too small.

use super::SMALLEST;
use crate::surface::{Paint, Role};
use ratatui::layout::Rect;

pub(super) fn too_small(paint: &mut Paint<'_>, area: Rect) {
    let (width, height) = SMALLEST;
    let lines = [
        paint.pick(both!("simscope needs {width} × {height}", "simscope 需要 {width} × {height}")),
        paint.pick(both!("here: {} × {}", "当前：{} × {}", area.width, area.height)),
        paint.keyed(("enlarge, or ‹quit› to quit", "请放大窗口，或按 ‹quit› 退出")),
    ];
    for (y, line) in lines.iter().enumerate().take(usize::from(area.height)) {
        paint.say(area.x, area.y + y as u16, area.width, line, Role::Warn);
    }
}
