//! The text, with the selected feature marked.

use super::Scene;
use crate::screens::anatomy::keys::Pane;
use crate::shared::Shared;
use crate::surface::{Paint, Role, grouped_digits};
use crate::widgets::prose;
use ratatui::layout::Rect;
use simscope_core::recipe::Normalize;
use simscope_core::simhash::Trace;

fn text_width(shared: &Shared) -> usize {
    let area = shared.area_of(Pane::Text);
    area.map_or(40, |area| usize::from(area.width.saturating_sub(4)))
}

/// Lines of the text as it is laid out.
pub fn text_lines(shared: &Shared) -> usize {
    let Some(document) = shared.selected_document() else {
        return 0;
    };
    prose::lines(shared.document(document).text, text_width(shared)).count()
}

/// The line of the first occurrence of the selected feature.
pub fn line_of_selected(scene: Scene<'_>) -> Option<usize> {
    let document = scene.selected_document()?;
    let trace = scene.model.trace(document)?;
    let start = scene.own.selected_feature(trace)?.1.spans.first()?.start;
    let text = scene.document(document).text;
    prose::lines(text, text_width(scene.shared))
        .position(|line| line.last().is_some_and(|&(offset, _)| offset >= start))
}

pub(super) fn text(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, trace: &Trace) {
    let document = scene.document(scene.selected);
    let feature = scene.own.selected_feature(trace).map(|(_, feature)| feature);
    let title = match feature {
        Some(feature) => {
            paint.pick(both!("Text, with \"{}\" ×{}", "文本，“{}” ×{}", feature.term, feature.count))
        }
        None => paint.pick(("Text", "文本")).to_owned(),
    };
    let foot = match (trace.ignored.len(), scene.model.recipe.normalize) {
        (0, Normalize::None) => String::new(),
        (0, form) => paint.pick(both!("normalize {form}", "规范化 {form}")),
        (count, form) => paint.pick(both!(
            "dim: {} ignored · normalize {form}",
            "暗色：忽略 {} 处 · 规范化 {form}",
            grouped_digits(count)
        )),
    };
    let Some(inner) = paint.panel_of(area, Pane::Text, 1, &title, &foot) else { return };
    let spans = feature.map_or(&[][..], |feature| &feature.spans);
    let lines = prose::lines(document.text, usize::from(inner.width.saturating_sub(2)));
    let shown = lines.skip(scene.own.text_scroll).take(usize::from(inner.height));
    for (y, line) in shown.enumerate() {
        let mut x = inner.x + 1;
        let is_ignored = |offset: usize| {
            let next = trace.ignored.partition_point(|place| place.end <= offset);
            trace.ignored.get(next).is_some_and(|place| place.contains(&offset))
        };
        for part in line.chunk_by(|a, b| is_ignored(a.0) == is_ignored(b.0)) {
            let plain = if is_ignored(part[0].0) { Role::Dim } else { Role::Text };
            for (run, is_inside) in prose::runs(&part.to_vec(), spans) {
                let role = if is_inside { Role::Highlight } else { plain };
                x += paint.say(x, inner.y + y as u16, inner.right().saturating_sub(x), &run, role);
            }
        }
    }
}
