//! The selected document beside its nearest neighbour, and the hits of the filter in its text.

use super::keys::Pane as Own;
use super::{Scene, State};
use crate::room::{Moving, PaneOf, selected};
use crate::shared::Shared;
use crate::surface::{Paint, Phrase, Rect, Role, Target};
use crate::widgets::marked::{self, Side};
use crate::widgets::table::beside;
use crate::widgets::{bits, hits, prose};
use simscope_core::simhash;

pub(super) struct Selected;

impl PaneOf<State> for Selected {
    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![&[
            (
                "The selected document beside its nearest neighbour; what differs is marked.",
                "所选文档与其最近邻并列；不同之处已标出。",
            ),
            ("nearest neighbour: the document with the fewest differing bits.", "最近邻：不同位最少的文档。"),
        ]]
    }

    fn view(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        let phrase = paint.pick(("Selected", "所选文档"));
        let Some(document) = scene.selected_document() else {
            let inner = paint.panel(area, Own::Selected, phrase, "");
            return paint.hollow(inner, scene.no_document());
        };
        let [left, right] = beside(area, area.width / 2);
        let title = format!("{phrase}{}{}", paint.pick((": ", "：")), scene.document(document).id);
        let inner = paint.panel(left, Own::Selected, &title, "");
        text(scene, paint, inner, document);
        paint.areas.push(right, Target::Pane(Own::Selected.into()));
        let Some((neighbour, distance)) = scene.model.nearest(document) else {
            let inner = paint.part(right, false, paint.pick(("Nearest neighbour", "最近邻")), "");
            return paint.hollow(inner, no_neighbour(scene));
        };
        let id = scene.document(neighbour).id;
        let title = paint.pick(both!("Nearest, d = {distance}: {id}", "最近邻，d = {distance}：{id}"));
        let marked = scene.aligned(document, neighbour);
        let note = marked.map_or("", |marked| marked.spans(Side::B, scene.tau()).note(paint.lang));
        let inner = paint.part(right, false, &title, note);
        text(scene, paint, inner, neighbour);
    }

    fn moving<'a>(&self, own: &'a mut State, shared: &'a mut Shared) -> Option<Moving<'a>> {
        Some(Moving::Lines(&mut own.text_scroll, text_lines(shared).saturating_sub(1)))
    }

    fn copy(&self, scene: Scene<'_>) -> Result<(String, Phrase), Phrase> {
        let document = scene.with_text(selected(scene.shared)?)?;
        Ok((scene.document(document).text.to_owned(), ("the text", "文本")))
    }

    fn why(&self, scene: Scene<'_>) -> Result<String, Phrase> {
        let document = selected(scene.shared)?;
        Ok(match scene.model.nearest(document) {
            Some((nearest, _)) => scene.why_pair(document, nearest),
            None => scene.why_document(document),
        })
    }
}

/// Why no nearest neighbour is shown.
fn no_neighbour(scene: Scene<'_>) -> Phrase {
    match scene.model.tree {
        None => ("known when all distances are", "树建好后可知"),
        Some(_) if scene.exact_end().is_some() => {
            ("none up to the k to which groups are exact", "在分组准确的 k 以内没有")
        }
        Some(_) => {
            ("none: the document has no features, or is the only one", "无：文档没有特征，或是唯一的文档")
        }
    }
}

/// Signature, label and text of the selected document or its nearest neighbour; what the other one lacks is marked, once that
/// is known.
fn text(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, index: u32) {
    if area.is_empty() {
        return;
    }
    let side = if index == scene.selected { Side::A } else { Side::B };
    let document = scene.document(index);
    let mut y = area.y;
    if let Some(signature) = scene.model.signatures.try_get(index as usize) {
        let (bits, dead) = (scene.model.recipe.bits, scene.model.shares.dead());
        let used = paint.say(area.x + 1, y, area.width - 1, &simhash::hex(signature, bits), Role::Title) + 2;
        if let Some(label) = document.label {
            let label = format!("{} {label}", paint.pick(("label", "标签")));
            paint.say(area.x + 1 + used, y, area.width.saturating_sub(used + 1), &label, Role::Dim);
        }
        y += 1;
        let columns = u16::from(bits.get());
        if area.height >= 6 && area.width > columns + 1 {
            bits::cells(paint, area.x + 1, y, signature, bits.get(), dead);
            y += 1;
        } else if area.height >= 6 && columns > 64 && area.width > bits::packed_columns(bits.get()) + 1 {
            bits::packed(paint, area.x + 1, y, signature, bits.get(), dead);
            y += 1;
        }
    }
    let nearest = scene.model.nearest(scene.selected);
    let marked = nearest.and_then(|(neighbour, _)| scene.shared.aligned(scene.selected, neighbour));
    let spans = marked.map_or_else(Default::default, |marked| marked.spans(side, scene.tau()));
    let found = hits::in_long(document.text, scene.own.filter.filter());
    let lines = prose::lines(document.text, area.width.saturating_sub(2).into());
    let shown = lines.filter(|line| !line.is_empty()).skip(scene.own.text_scroll);
    for (y, line) in (y..area.bottom()).zip(shown) {
        marked::line(paint, (area.x + 1, y), area.width - 1, &line, side, spans);
        hits::over(paint, (area.x + 1, y), area.width - 1, &line, &found);
    }
}

/// Columns of the selected text in the last frame.
fn columns_of_text(shared: &Shared) -> usize {
    shared.area_of(Own::Selected).map_or(40, |area| usize::from(area.width.saturating_sub(4)))
}

/// Lines of the longer of the two texts.
fn text_lines(shared: &Shared) -> usize {
    let width = columns_of_text(shared);
    let partner = shared.model.nearest(shared.selected).map(|(other, _)| other);
    let texts = shared.selected_document().into_iter().chain(partner);
    let count = |document: u32| {
        prose::lines(shared.document(document).text, width).filter(|line| !line.is_empty()).count()
    };
    texts.map(count).max().unwrap_or(0)
}

impl State {
    /// Scrolls to the next or the previous hit; after the last in this text comes the next document in the rows.
    pub(super) fn go_to_hit(&mut self, shared: &mut Shared, by: i8) {
        let Some(document) = shared.selected_document() else { return };
        let lines = self.hit_lines(shared, document);
        // The hit gone to last, while the text still stands there; else from the line in view.
        let last = self.hit.filter(|&at| lines.get(at) == Some(&self.text_scroll));
        let next = match (last, by > 0) {
            (Some(at), true) => Some(at + 1).filter(|&at| at < lines.len()),
            (Some(at), false) => at.checked_sub(1),
            (None, true) => lines.iter().position(|&line| line >= self.text_scroll),
            (None, false) => lines.iter().rposition(|&line| line < self.text_scroll),
        };
        match next {
            Some(next) => self.show_hit(shared, &lines, next),
            None => self.go_to_hit_beside(shared, by),
        }
    }

    /// To the document after, or before, and there to its first or its last hit.
    fn go_to_hit_beside(&mut self, shared: &mut Shared, by: i8) {
        let before = shared.selected;
        shared.step_document(by);
        if shared.selected == before {
            return;
        }
        (self.hit, self.text_scroll, self.document) = (None, 0, shared.selected);
        let lines = self.hit_lines(shared, shared.selected);
        match lines.len().checked_sub(1) {
            Some(last) => self.show_hit(shared, &lines, if by > 0 { 0 } else { last }),
            // It passes by something else, such as its id.
            None => shared.say(("the filter has no hit in this text", "筛选词不在此文本中")),
        }
    }

    fn show_hit(&mut self, shared: &mut Shared, lines: &[usize], next: usize) {
        let all = lines.len();
        (self.hit, self.text_scroll) = (Some(next), lines[next]);
        if shared.area_of(Own::Selected).is_none() {
            // Too few lines for both panes: the one with the text is shown when it has the keys.
            self.focus = Own::Selected;
        }
        let (at, line) = (next + 1, lines[next] + 1);
        shared.say(both!("hit {at} of {all}, in line {line}", "第 {at} 处匹配，共 {all} 处，在第 {line} 行"));
    }

    /// The lines below the table in which the hits begin, hit by hit.
    fn hit_lines(&self, shared: &Shared, document: u32) -> Vec<usize> {
        let text = shared.document(document).text;
        let lines = prose::lines(text, columns_of_text(shared));
        let starts: Vec<usize> = lines.filter_map(|line| line.first().map(|&(offset, _)| offset)).collect();
        let hits = hits::in_long(text, self.filter.filter());
        let line_of = |start: usize| starts.partition_point(|&line| line <= start).saturating_sub(1);
        hits.into_iter().map(|hit| line_of(hit.start)).collect()
    }
}
