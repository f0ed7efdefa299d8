//! How many pairs lie at which distance.

use super::{Scene, pending};
use crate::tui::screens::threshold::keys::Pane;
use crate::tui::surface::{Paint, Role, grouped_digits};
use crate::tui::widgets::chart::{self, Bars};
use crate::visible;
use ratatui::layout::Rect;

pub(super) fn histogram(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let scale = paint.pick(if scene.own.is_log { ("log", "对数") } else { ("linear", "线性") });
    let distances = u16::from(scene.model.recipe.bits.get()) + 1;
    let mut title = match chart::distances_a_bar(area.width.saturating_sub(2), distances) {
        1 => paint.pick((format!("Pairs per distance, {scale}"), format!("各距离的文档对，{scale}"))),
        n => paint
            .pick((format!("Pairs per {n} distances, {scale}"), format!("每 {n} 个距离的文档对，{scale}"))),
    };
    let valley = match scene.valley() {
        Some(valley) => paint.pick((format!(" · v valley = {valley}"), format!(" · v 谷底 = {valley}"))),
        None => String::new(),
    };
    let foot = format!("{}{valley}", paint.pick(("L log/linear", "L 对数/线性")));
    let Some(spread) = &scene.model.spread else {
        let inner = paint.panel(area, Pane::Histogram, scene.own.focus == Pane::Histogram, &title, &foot);
        paint.hollow(inner, pending(scene, ("known when all pairs are measured", "测量所有文档对后可知")));
        return;
    };
    let bits = usize::from(scene.model.recipe.bits.get());
    let counts = spread.pairs().counts();
    let counts = &counts[..counts.len().min(bits + 1)];
    if counts.len() <= bits {
        let last = counts.len() - 1;
        title += &paint.pick((format!(" · counted to d = {last}"), format!(" · 已计至 d = {last}")));
    } else if let Some(peak) = (0..counts.len()).max_by_key(|&d| (counts[d], std::cmp::Reverse(d))) {
        let count = grouped_digits(counts[peak]);
        title +=
            &paint.pick((format!(" · peak {count} at d = {peak}"), format!(" · 峰值 {count}，d = {peak}")));
    }
    let inner = paint.panel(area, Pane::Histogram, scene.own.focus == Pane::Histogram, &title, &foot);
    let bars = Bars {
        counts,
        bits: bits as u8,
        k: scene.k,
        mark: scene.mark.as_ref().map(|mark| mark.groups.k()),
        is_log: scene.own.is_log,
    };
    if let Some(cut) = chart::histogram(paint, inner, bars) {
        // The scale says it too; beside the hints only where there is room.
        let cut = grouped_digits(cut);
        let note = paint.pick((format!(" ▲ cut at {cut} "), format!(" ▲ 截于 {cut} ")));
        if usize::from(area.width) > visible::width(&foot) + visible::width(&note) + 8 {
            paint.right(area.x, area.bottom() - 1, area.width - 2, &note, Role::Dim);
        }
    }
}
