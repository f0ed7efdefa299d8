//! Screen 1, Corpus: every document, its signature, its nearest neighbour, its group at k.

pub mod columns;
pub mod risk;
pub mod state;
mod view;

use crate::action::{Action, Pane, Screen};
use crate::command_line::Words;
use crate::filtering::Standing;
use crate::listing::Sorts;
use crate::room::{Entered, Export, Foot, Moving, Panes, Room, copy_document, old_panes, selected};
use crate::shared::kept::CURVE;
use crate::shared::{Scene, Shared};
use crate::sheet::{Sheet, of_rows};
pub use crate::surface::action::corpus as keys;
use crate::surface::{Paint, Phrase};
use keys::Pane as Own;
use ratatui::layout::{Position, Rect};
use simscope_core::analysis::Analysed;
use simscope_core::corpus::SignatureFormat;
use simscope_core::export::{Documents, Surroundings};
pub use state::State;

impl Room for State {
    old_panes!(Corpus: Documents, Selected);

    fn own_act(&mut self, shared: &mut Shared, action: Action) -> bool {
        match action {
            Action::StepHit(_) if self.filter.is_empty() => return false,
            Action::StepHit(by) => self.go_to_hit(shared, by),
            Action::Open => shared.open_document(),
            Action::Chosen(..) => {
                let Some(document) = shared.document_in_row(shared.list.selected) else { return true };
                // On other screens the selection moves without this list: back to its row is a move too.
                if shared.selected != document {
                    shared.message = None;
                }
                shared.select_document(document);
            }
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

    fn follow(&mut self, shared: &mut Shared) {
        if self.document != shared.selected {
            (self.document, self.text_scroll, self.hit) = (shared.selected, 0, None);
            // Selected on another screen: the list goes to its row.
            shared.select_document(shared.selected);
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

    fn typed(&mut self, _shared: &mut Shared, entered: Entered<'_>) -> Result<bool, Phrase> {
        entered.as_filter(Some(&mut self.filter))
    }

    fn filter_standing(&self, shared: &Shared) -> Option<Standing<'_>> {
        Some(self.filter_stands(shared))
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

    fn export(&self, shared: &Shared) -> Export {
        let command = match self.is_only_short {
            true => Words::of(["sensitivity", "--risk"]).k(shared),
            false => Words::of(["hash"]).filter(&self.filter),
        };
        Export::named("simscope-documents.tsv", self.file(shared), Ok(command))
    }

    fn foot(&self, shared: &Shared) -> Foot {
        let is_for_risk = shared.screen == Screen::Corpus;
        Foot {
            doing: is_for_risk.then_some((CURVE, risk::RISK.phrase)),
            sorts: Sorts::of(&columns::COLUMNS, self.sort.by),
            ..Foot::default()
        }
    }
}

impl State {
    fn file(&self, shared: &Shared) -> Result<Box<dyn Sheet>, Phrase> {
        let (analysed, knows_recipe) = (shared.model.analysed.clone(), shared.knows_recipe());
        let (groups, rows) = (shared.groups.clone(), shared.rows.clone());
        Ok(of_rows(move |format, recipes, out| {
            let Analysed { corpus, recipe, signatures, features, tree, .. } = &analysed;
            let documents = Documents {
                id: &|document| corpus.get(document as usize).id,
                bits: recipe.bits,
                signatures,
                features: if knows_recipe { features } else { &[] },
                documents: rows.as_deref().map(Vec::as_slice),
                surroundings: Some(Surroundings { corpus, tree: tree.as_deref(), groups: groups.as_deref() }),
                format: SignatureFormat::Auto,
            };
            documents.write(format, recipes, out)
        }))
    }
}

const fn about(pane: Own) -> &'static [Phrase] {
    match pane {
        Own::Documents => &[
            (
                "All documents: number of features, signature, the nearest neighbour's distance d with a tick where it",
                "全部文档：特征数、签名、与最近邻的距离 d（在 k 以内打勾），",
            ),
            (
                "is within k, and the group at k. ! before a number of features: too short for k.",
                "以及在 k 下所属的组。特征数前的 ! 表示对 k 过短。",
            ),
            (
                "too short: one replaced word moves most texts of that length by more than k, as measured on this corpus.",
                "过短：替换一个词，这样长的文本多半移动超过 k 位（在本语料上测得）。",
            ),
            (
                "group: documents that are joined by pairs within k; · where the document is in none.",
                "组：由 k 以内的文档对相连的文档；· 表示不在任何组中。",
            ),
        ],
        Own::Selected => &[
            (
                "The selected document beside its nearest neighbour; what differs is marked.",
                "所选文档与其最近邻并列；不同之处已标出。",
            ),
            ("nearest neighbour: the document with the fewest differing bits.", "最近邻：不同位最少的文档。"),
        ],
    }
}
