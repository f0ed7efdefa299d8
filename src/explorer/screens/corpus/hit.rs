//! From hit to hit of the filter in the selected text.

use super::keys::Pane;
use super::state::State;
use super::view;
use crate::shared::Shared;
use crate::widgets::hits;
use crate::widgets::prose;

impl State {
    /// Scrolls to the next or the previous hit; after the last in this text comes the next document in the rows.
    pub(super) fn go_to_hit(&mut self, shared: &mut Shared, by: i8) {
        let Some(document) = shared.selected_document() else { return };
        if self.filter.is_empty() {
            return shared.warn((
                "there is no filter: press ‹ask-filter› and type words",
                "没有筛选：按 ‹ask-filter› 输入词语",
            ));
        }
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
        if shared.area_of(Pane::Selected).is_none() {
            // Too few lines for both panes: the one with the text is shown when it has the keys.
            self.focus = Pane::Selected;
        }
        let (at, line) = (next + 1, lines[next] + 1);
        shared.say(both!("hit {at} of {all}, in line {line}", "第 {at} 处匹配，共 {all} 处，在第 {line} 行"));
    }

    /// The lines below the table in which the hits begin, hit by hit.
    fn hit_lines(&self, shared: &Shared, document: u32) -> Vec<usize> {
        let text = shared.document(document).text;
        let lines = prose::lines(text, view::columns_of_text(shared));
        let starts: Vec<usize> = lines.filter_map(|line| line.first().map(|&(offset, _)| offset)).collect();
        let hits = hits::in_long(text, self.filter.filter());
        let line_of = |start: usize| starts.partition_point(|&line| line <= start).saturating_sub(1);
        hits.into_iter().map(|hit| line_of(hit.start)).collect()
    }
}
