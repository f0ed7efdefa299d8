//! Screen 1, Corpus: every document, its signature, its nearest neighbour, its group at k.

mod about;
pub mod columns;
mod file;
mod hit;
pub mod keys;
pub mod news;
pub mod risk;
pub mod rows;
mod state;
mod view;

use crate::action::{Action, Pane, Screen};
use crate::filtering::{Line, Standing};
use crate::jobs::Work;
use crate::room::{Export, Moving, Room, copy_document, selected};
use crate::shared::curves::CURVE;
use crate::shared::{Scene, Shared};
use crate::sheet::Sheet;
use crate::surface::{Paint, Phrase};
use keys::Pane as Own;
use ratatui::layout::{Position, Rect};
pub use state::State;

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

    fn own_act(&mut self, shared: &mut Shared, action: Action) -> bool {
        match action {
            Action::Open => shared.open_document(),
            Action::Cancel => {
                let was_only_short = std::mem::take(&mut self.is_only_short);
                let was_filtered = shared.clear_filter(&mut self.filter);
                // What is still being measured is not awaited any more.
                let was_measuring =
                    was_only_short && self.risk_share(shared).is_none() && self.cancel_risk(shared);
                if was_only_short && !was_filtered && !was_measuring {
                    shared.say(("all documents are listed", "列出全部文档"));
                }
                return was_only_short || was_filtered;
            }
            Action::Resume => return self.resume_risk(shared),
            _ => return false,
        }
        true
    }

    fn view(&self, shared: &Shared, paint: &mut Paint<'_>, area: Rect) -> Option<Position> {
        view::view(Scene { own: self, shared }, paint, area);
        None
    }

    fn follow(&mut self, shared: &mut Shared) {
        if self.document != shared.selected {
            (self.document, self.text_scroll, self.hit) = (shared.selected, 0, None);
        }
    }

    fn want(&mut self, shared: &mut Shared) {
        self.want_rows(shared);
        let nearest = shared.model.nearest(shared.selected).filter(|_| shared.screen == Screen::Corpus);
        if let Some((nearest, _)) = nearest {
            shared.want_alignment(shared.selected, nearest);
        }
        self.want_risk(shared);
    }

    fn moving<'a>(&'a mut self, shared: &'a mut Shared, pane: Pane) -> Option<Moving<'a>> {
        let Pane::Corpus(pane) = pane else { return None };
        Some(match pane {
            Own::Documents => {
                let rows = shared.row_count();
                Moving::Rows(&mut shared.list, rows)
            }
            Own::Selected => Moving::Lines(&mut self.text_scroll, view::text_lines(shared).saturating_sub(1)),
        })
    }

    fn row_chosen(&mut self, shared: &mut Shared, _pane: Pane, _has_moved: bool) {
        let Some(document) = shared.document_in_row(shared.list.selected) else { return };
        // On other screens the selection moves without this list: back to its row is a move too.
        if shared.selected != document {
            shared.message = None;
        }
        shared.select_document(document);
    }

    fn filter_label(&self) -> Option<Phrase> {
        Some(("filter: ", "筛选："))
    }

    fn filter(&mut self) -> Option<&mut Line> {
        Some(&mut self.filter)
    }

    fn step_hit(&mut self, shared: &mut Shared, by: i8) -> bool {
        let is_filtered = !self.filter.is_empty();
        if is_filtered {
            self.go_to_hit(shared, by);
        }
        is_filtered
    }

    fn filter_standing(&self, shared: &Shared) -> Option<Standing<'_>> {
        Some(self.filter_stands(shared))
    }

    fn cancel_hidden(&mut self, shared: &mut Shared) -> bool {
        self.cancel_risk(shared)
    }

    fn copy(&self, shared: &Shared) -> Result<(String, Phrase), Phrase> {
        let document = selected(shared)?;
        match shared.with_text(document) {
            Ok(document) => {
                let text = shared.document(document).text.to_owned();
                Ok((text, ("the text", "文本")))
            }
            Err(_) if self.focus == Own::Documents => copy_document(shared),
            Err(why) => Err(why),
        }
    }

    fn why(&self, shared: &Shared) -> Result<String, Phrase> {
        let document = selected(shared)?;
        let nearest = shared.model.nearest(document).filter(|_| self.focus == Own::Selected);
        Ok(match nearest {
            Some((nearest, _)) => shared.why_pair(document, nearest),
            None => shared.why_document(document),
        })
    }

    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![about::about(self.focus)]
    }

    fn export(&self) -> Export {
        Export::named("simscope-documents.tsv")
    }

    fn file(&self, shared: &Shared) -> Result<Box<dyn Sheet>, Phrase> {
        Ok(file::documents(shared))
    }

    fn doing(&self, shared: &Shared, work: &'static Work) -> Option<String> {
        let is_for_risk = work == CURVE && shared.screen == Screen::Corpus;
        is_for_risk.then(|| shared.lang.pick(risk::RISK.phrase).to_owned())
    }
}
