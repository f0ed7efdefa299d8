//! Screen 1, Corpus: every document, its signature, its nearest neighbour, its group at k.

mod file;
pub mod keys;
pub mod news;
pub mod risk;
pub mod rows;
mod state;
mod view;

use crate::tui::action::{Pane, Screen, Towards};
use crate::tui::jobs::Kind;
use crate::tui::room::{Room, copy_document, selected};
use crate::tui::shared::{Scene, Shared};
use crate::tui::sheet::Sheet;
use crate::tui::surface::lang::Said;
use crate::tui::surface::paint::Paint;
use keys::Pane as Own;
use ratatui::layout::{Position, Rect};
pub use state::State;
pub use view::column_name;

impl Room for State {
    fn panes(&self) -> &'static [Pane] {
        &[Pane::Corpus(Own::Documents), Pane::Corpus(Own::Selected)]
    }

    fn focus(&self) -> Pane {
        self.focus.into()
    }

    fn set_focus(&mut self, pane: Pane) {
        if let Pane::Corpus(pane) = pane {
            self.focus = pane;
        }
    }

    fn view(&self, shared: &Shared, paint: &mut Paint<'_>, area: Rect) -> Option<Position> {
        view::view(Scene { own: self, shared }, paint, area);
        None
    }

    fn follow(&mut self, shared: &mut Shared) {
        if self.document != shared.selected {
            (self.document, self.text_scroll) = (shared.selected, 0);
        }
    }

    fn want(&mut self, shared: &mut Shared) {
        self.want_rows(shared);
        self.want_risk(shared);
    }

    fn go(&mut self, shared: &mut Shared, towards: Towards) {
        let height = shared.lines_of(self.focus);
        match (self.focus, towards) {
            (_, Towards::Left) => shared.step_k(-1),
            (_, Towards::Right) => shared.step_k(1),
            (Own::Selected, _) => {
                self.scroll(shared, self.focus(), towards.lines(height.max(2) as isize - 1));
            }
            (Own::Documents, _) => {
                let rows = shared.row_count();
                let has_moved = shared.list.go(towards, height, rows);
                match shared.document_in_row(shared.list.selected) {
                    Some(document) if has_moved || document != shared.selected => {
                        shared.select_document(document);
                    }
                    _ => shared.edge(rows),
                }
            }
        }
    }

    fn open(&mut self, shared: &mut Shared) {
        shared.open_document();
    }

    fn select(&mut self, shared: &mut Shared, pane: Pane, row: usize) {
        if pane == Own::Documents.into()
            && let Some(document) = shared.document_in_row(row)
        {
            shared.list.select(row);
            shared.select_document(document);
        }
    }

    fn scroll(&mut self, shared: &mut Shared, pane: Pane, by: isize) {
        if pane == Own::Documents.into() {
            let (height, rows) = (shared.lines_of(pane), shared.row_count());
            shared.list.scroll(by, height, rows);
            if let Some(document) = shared.document_in_row(shared.list.selected) {
                shared.select_document(document);
            }
        } else if pane == Own::Selected.into() {
            let last = view::text_lines(shared).saturating_sub(1);
            self.text_scroll = self.text_scroll.saturating_add_signed(by).min(last);
        }
    }

    fn cancel(&mut self, shared: &mut Shared) -> bool {
        let is_filtered = !self.filter.is_empty() || self.is_only_short;
        if is_filtered {
            self.filter.clear();
            self.is_only_short = false;
            shared.say(shared.lang.pick(("filter cleared", "已清除筛选")));
        }
        is_filtered
    }

    fn cancel_hidden(&mut self, shared: &mut Shared) -> bool {
        self.cancel_risk(shared)
    }

    fn resume(&mut self, shared: &mut Shared) -> bool {
        self.resume_risk(shared)
    }

    fn failed(&mut self, kind: Kind) {
        if kind == Kind::Risk {
            self.risk.fail();
        }
    }

    fn copy(&self, shared: &Shared) -> Result<(String, Said), Said> {
        match self.focus {
            Own::Documents => copy_document(shared),
            Own::Selected => {
                let document = selected(shared)?;
                let text = shared.model.corpus.get(document as usize).text.to_owned();
                Ok((text, ("the text", "文本")))
            }
        }
    }

    fn file_name(&self) -> &'static str {
        "simscope-documents.tsv"
    }

    fn file(&self, shared: &Shared) -> Result<Box<dyn Sheet>, Said> {
        Ok(Box::new(file::Documents::of(shared)))
    }

    fn doing(&self, shared: &Shared, kind: Kind) -> Option<String> {
        let is_for_risk = kind == Kind::Curve && shared.screen == Screen::Corpus;
        is_for_risk.then(|| shared.lang.pick(Kind::Risk.about().0).to_owned())
    }
}
