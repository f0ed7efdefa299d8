//! The text, with the selected feature marked.

use super::keys::Pane as Own;
use super::{Scene, State, traced};
use crate::room::{Moving, PaneOf, selected};
use crate::shared::Shared;
use crate::surface::{Paint, Phrase, Rect, Role, grouped_digits};
use crate::widgets::prose;
use simscope_core::recipe::Normalize;
use std::ops::Range;

pub(super) struct Text;

impl PaneOf<State> for Text {
    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![&[("The text, with the places of the selected feature marked.", "文本，标出所选特征出现之处。")]]
    }

    fn view(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        let Ok(trace) = traced(scene) else { return };
        let document = scene.document(scene.selected);
        let feature = scene.own.selected_feature(trace);
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
        let Some(inner) = paint.panel_of(area, Own::Text, 1, &title, &foot) else { return };
        let spans = feature.map_or(&[][..], |feature| &feature.spans);
        let lines = prose::lines(document.text, usize::from(inner.width.saturating_sub(2)));
        let lines = lines.skip(scene.own.text_scroll).take(usize::from(inner.height));
        write(paint, inner, lines, (spans, &trace.ignored));
    }

    fn moving<'a>(&self, own: &'a mut State, shared: &'a mut Shared) -> Option<Moving<'a>> {
        let inside = shared.lines_of(Own::Text).saturating_sub(1);
        Some(Moving::Lines(&mut own.text_scroll, text_lines(shared).saturating_sub(inside)))
    }

    fn copy(&self, scene: Scene<'_>) -> Result<(String, Phrase), Phrase> {
        let document = scene.with_text(selected(scene.shared)?)?;
        Ok((scene.document(document).text.to_owned(), ("the text", "文本")))
    }

    fn why(&self, scene: Scene<'_>) -> Result<String, Phrase> {
        let trace = traced(scene)?;
        let place = scene.own.features.selected();
        Ok(place.map_or_else(|| scene.why_document(scene.selected), |place| scene.why_feature(trace, place)))
    }
}

fn text_width(shared: &Shared) -> usize {
    shared.area_of(Own::Text).map_or(40, |area| usize::from(area.width.saturating_sub(4)))
}

/// Lines of the text as it is laid out.
fn text_lines(shared: &Shared) -> usize {
    let text = shared.selected_document().map(|document| shared.document(document).text);
    text.map_or(0, |text| prose::lines(text, text_width(shared)).count())
}

/// The line of the first occurrence of the selected feature.
fn line_of_selected(scene: Scene<'_>) -> Option<usize> {
    let start = scene.own.selected_feature(traced(scene).ok()?)?.spans.first()?.start;
    prose::lines(scene.document(scene.selected).text, text_width(scene.shared))
        .position(|line| line.last().is_some_and(|&(offset, _)| offset >= start))
}

/// Scrolls the text to the first place of the selected feature.
pub(super) fn show_selected_feature(own: &mut State, shared: &Shared) {
    let height = shared.lines_of(Own::Text);
    if let Some(line) = line_of_selected(Scene { own, shared }) {
        let shown = own.text_scroll..own.text_scroll + height;
        if !shown.contains(&line) {
            own.text_scroll = line.saturating_sub(height / 2);
        }
    }
}

/// Writes lines of a text, with these places of it marked, and with those dimmed that are ignored.
pub(super) fn write(
    paint: &mut Paint<'_>,
    area: Rect,
    lines: impl Iterator<Item = prose::Line>,
    (spans, ignored): (&[Range<usize>], &[Range<usize>]),
) {
    let is_ignored = |offset: usize| {
        let next = ignored.partition_point(|place| place.end <= offset);
        ignored.get(next).is_some_and(|place| place.contains(&offset))
    };
    for (y, line) in (area.y..).zip(lines) {
        let mut x = area.x + 1;
        for part in line.chunk_by(|a, b| is_ignored(a.0) == is_ignored(b.0)) {
            let plain = if is_ignored(part[0].0) { Role::Dim } else { Role::Text };
            for (run, is_inside) in prose::runs(&part.to_vec(), spans) {
                let role = if is_inside { Role::Highlight } else { plain };
                x += paint.say(x, y, area.right().saturating_sub(x), &run, role);
            }
        }
    }
}
