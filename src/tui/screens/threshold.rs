//! Screen 3, Threshold: how many pairs at which distance, what every k would give, and the groups at this one.

mod file;
pub mod keys;
mod state;
mod view;

use crate::tui::action::{Pane, Towards};
use crate::tui::room::{Room, copy_document, selected};
use crate::tui::shared::{Scene, Shared};
use crate::tui::sheet::Sheet;
use crate::tui::surface::lang::Said;
use crate::tui::surface::paint::Paint;
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

    fn go(&mut self, shared: &mut Shared, towards: Towards) {
        match (self.focus, towards) {
            (_, Towards::Left) => shared.step_k(-1),
            (_, Towards::Right) => shared.step_k(1),
            (Own::Groups, _) => {
                let rows = state::group_count(shared);
                if self.groups.go(towards, shared.lines_of(self.focus), rows) {
                    self.select_group(shared);
                } else {
                    shared.edge(rows);
                }
            }
            (Own::Members, _) => {
                let rows = self.members(shared).len();
                if self.members.go(towards, shared.lines_of(self.focus), rows) {
                    self.select_member(shared);
                } else {
                    shared.edge(rows);
                }
            }
            (Own::Sweep | Own::Histogram, _) => {
                let last = shared.recipe.bits.get();
                let page = shared.lines_of(self.focus).max(2) as u8 - 1;
                let k = shared.k;
                shared.set_k(match towards {
                    Towards::Up => k.saturating_sub(1),
                    Towards::Down => (k + 1).min(last),
                    Towards::PageUp => k.saturating_sub(page),
                    Towards::PageDown => k.saturating_add(page).min(last),
                    Towards::First => 0,
                    _ => last,
                });
            }
        }
    }

    fn open(&mut self, shared: &mut Shared) {
        match self.focus {
            Own::Groups if self.selected_group(shared).is_some() => self.focus = Own::Members,
            Own::Groups => shared.warn(("no group at this k", "此 k 没有分组")),
            Own::Members => shared.open_document(),
            Own::Sweep | Own::Histogram => {
                let k = shared.k;
                shared.say(
                    shared
                        .lang
                        .pick((format!("k is {k}; up and down move it"), format!("k 为 {k}；上下键移动"))),
                );
            }
        }
    }

    fn select(&mut self, shared: &mut Shared, pane: Pane, row: usize) {
        match pane {
            Pane::Threshold(Own::Groups) => {
                self.groups.select(row);
                self.select_group(shared);
            }
            Pane::Threshold(Own::Members) => {
                self.members.select(row);
                self.select_member(shared);
            }
            Pane::Threshold(Own::Sweep) => shared.set_k(row as u8),
            _ => {}
        }
    }

    fn scroll(&mut self, shared: &mut Shared, pane: Pane, by: isize) {
        let height = shared.lines_of(pane);
        match pane {
            Pane::Threshold(Own::Groups) => {
                self.groups.scroll(by, height, state::group_count(shared));
                self.select_group(shared);
            }
            Pane::Threshold(Own::Members) => {
                let rows = self.members(shared).len();
                self.members.scroll(by, height, rows);
                self.select_member(shared);
            }
            _ => shared.step_k(by.signum() as i8),
        }
    }

    fn select_marked(&mut self, shared: &mut Shared) {
        let members = self.members(shared);
        if matches!(self.focus, Own::Groups | Own::Members)
            && !members.contains(&shared.selected)
            && let Some(&member) = members.get(self.members.selected)
        {
            shared.select_document(member);
        }
    }

    fn copy(&self, shared: &Shared) -> Result<(String, Said), Said> {
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

    fn file(&self, shared: &Shared) -> Result<Box<dyn Sheet>, Said> {
        let model = &shared.model;
        Ok(match self.focus {
            Own::Sweep | Own::Histogram if model.sweep.is_empty() => {
                return Err(("the sweep is not known yet", "尚无各 k 的表"));
            }
            Own::Sweep | Own::Histogram => {
                Box::new(file::Sweep { rows: model.sweep.clone(), labelled: model.labelled.clone() })
            }
            Own::Groups | Own::Members => Box::new(file::Groups {
                corpus: model.corpus.clone(),
                groups: shared.groups.clone().ok_or(("the groups are not known yet", "尚无分组"))?,
            }),
        })
    }
}
