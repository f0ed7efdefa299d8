//! Screen 3, Threshold: how many pairs at which distance, what every k would give, and the groups at this one.

mod file;
pub mod keys;
mod state;
mod view;

use crate::tui::action::Pane;
use crate::tui::room::{Moving, Room, copy_document, selected};
use crate::tui::shared::{Scene, Shared};
use crate::tui::sheet::Sheet;
use crate::tui::surface::{Paint, Phrase};
use keys::Pane as Own;
use ratatui::layout::{Position, Rect};
pub use state::State;

impl Room for State {
    fn panes(&self) -> &'static [Pane] {
        &[
            Pane::Threshold(Own::Groups),
            Pane::Threshold(Own::Members),
            Pane::Threshold(Own::Histogram),
            Pane::Threshold(Own::Sweep),
        ]
    }

    fn focus(&self) -> Pane {
        self.focus.into()
    }

    fn set_focus(&mut self, pane: Pane) {
        if let Pane::Threshold(pane) = pane {
            self.focus = pane;
        }
    }

    fn view(&self, shared: &Shared, paint: &mut Paint<'_>, area: Rect) -> Option<Position> {
        view::view(Scene { own: self, shared }, paint, area);
        None
    }

    fn follow(&mut self, shared: &mut Shared) {
        self.follow_selected(shared);
    }

    fn moving<'a>(&'a mut self, shared: &'a mut Shared, pane: Pane) -> Option<Moving<'a>> {
        let Pane::Threshold(pane) = pane else { return None };
        Some(match pane {
            Own::Groups => Moving::Rows(&mut self.group_rows, state::group_count(shared)),
            Own::Members => {
                let rows = self.members(shared).len();
                Moving::Rows(&mut self.member_rows, rows)
            }
            Own::Sweep | Own::Histogram => Moving::K,
        })
    }

    fn row_chosen(&mut self, shared: &mut Shared, pane: Pane, has_moved: bool) {
        match pane {
            Pane::Threshold(Own::Groups) if has_moved => self.select_group(shared),
            Pane::Threshold(Own::Members) if has_moved => self.select_member(shared),
            _ => {}
        }
    }

    fn open(&mut self, shared: &mut Shared) {
        match self.focus {
            Own::Groups if self.selected_group(shared).is_some() => self.focus = Own::Members,
            Own::Groups => shared.warn(("no group at this k", "此 k 没有分组")),
            Own::Members => shared.open_document(),
            Own::Sweep | Own::Histogram => {
                let k = shared.k;
                shared.say((format!("k is {k}; up and down move it"), format!("k 为 {k}；上下键移动")));
            }
        }
    }

    fn select_marked(&mut self, shared: &mut Shared) {
        let members = self.members(shared);
        if matches!(self.focus, Own::Groups | Own::Members)
            && !members.contains(&shared.selected)
            && let Some(&member) = members.get(self.member_rows.selected)
        {
            shared.select_document(member);
        }
    }

    fn copy(&self, shared: &Shared) -> Result<(String, Phrase), Phrase> {
        selected(shared)?;
        let members = self.members(shared);
        if members.is_empty() || !matches!(self.focus, Own::Groups | Own::Members) {
            return copy_document(shared);
        }
        let ids: Vec<&str> = members.iter().map(|&m| shared.model.corpus.get(m as usize).id).collect();
        Ok((ids.join("\n"), ("the ids of the group", "该组的编号")))
    }

    fn file_name(&self) -> &'static str {
        match self.focus {
            Own::Sweep | Own::Histogram => "simscope-sweep.tsv",
            Own::Groups | Own::Members => "simscope-groups.tsv",
        }
    }

    fn file(&self, shared: &Shared) -> Result<Box<dyn Sheet>, Phrase> {
        let model = &shared.model;
        Ok(match self.focus {
            Own::Sweep | Own::Histogram if model.sweep.is_empty() => {
                return Err(("the sweep is not known yet", "尚无各 k 的表"));
            }
            Own::Sweep | Own::Histogram => {
                let known = model.labelled.clone().zip(model.tree.clone()).zip(model.spread.clone());
                let labels = known.map(|((pairs, tree), spread)| file::Labels {
                    pairs,
                    corpus: model.corpus.clone(),
                    documents: model.documents.clone(),
                    signatures: model.signatures.clone(),
                    bits: model.recipe.bits,
                    tree,
                    spread,
                });
                file::sweep(model.sweep.clone(), labels)
            }
            Own::Groups | Own::Members => {
                let groups = shared.groups.clone().ok_or(("the groups are not known yet", "尚无分组"))?;
                file::groups(model.corpus.clone(), groups)
            }
        })
    }
}
