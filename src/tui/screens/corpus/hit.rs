//! From hit to hit of the filter in the selected text.

use super::keys::Pane;
use super::state::State;
use super::view;
use crate::tui::shared::Shared;
use crate::tui::widgets::hits;
use crate::tui::widgets::prose;

impl State {
    /// Scrolls to the next or the previous line with a hit; after the last comes the first.
    pub(super) fn step_hit(&mut self, shared: &mut Shared, by: i8) {
        let Some(document) = shared.selected_document() else { return };
        if self.filter.is_empty() {
            shared.warn(("no filter: / looks for words", "没有筛选：按 / 查找词语"));
            return;
        }
        let lines = self.hit_lines(shared, document);
        let (Some(&first), Some(&last)) = (lines.first(), lines.last()) else {
            shared.warn(("the filter has no hit in this text", "筛选词不在此文本中"));
            return;
        };
        let now = self.text_scroll;
        let next = match by > 0 {
            true => lines.iter().copied().find(|&line| line > now).unwrap_or(first),
            false => lines.iter().copied().rfind(|&line| line < now).unwrap_or(last),
        };
        self.text_scroll = next;
        if shared.area_of(Pane::Selected).is_none() {
            // Too few lines for both panes: the one with the text is shown when it has the keys.
            self.focus = Pane::Selected;
        }
        let (at, all) = (lines.partition_point(|&line| line < next) + 1, lines.len());
        shared.say((
            format!("line {}: {at} of {all} lines with a hit", next + 1),
            format!("第 {} 行：{all} 个含匹配的行中的第 {at} 个", next + 1),
        ));
    }

    /// The lines below the table in which hits begin.
    fn hit_lines(&self, shared: &Shared, document: u32) -> Vec<usize> {
        let text = shared.model.corpus.get(document as usize).text;
        let lines = prose::lines(text, view::columns_of_text(shared));
        let starts: Vec<usize> = lines.filter_map(|line| line.first().map(|&(offset, _)| offset)).collect();
        let hits = hits::in_long(text, self.filter.filter());
        let line_of = |start: usize| starts.partition_point(|&line| line <= start).saturating_sub(1);
        let mut lines: Vec<usize> = hits.into_iter().map(|hit| line_of(hit.start)).collect();
        lines.dedup();
        lines
    }
}
