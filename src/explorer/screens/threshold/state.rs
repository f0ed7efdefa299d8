//! The selected group and member.

use super::border::Border;
use super::evidence::Evidence;
pub use super::keys::Below;
use super::keys::{Act, Pane};
use super::order::MemberOrder;
use super::recipes::Recipes;
use super::table::Table;
use crate::action::Towards;
use crate::shared::Shared;
use crate::shared::parts::cycle;
use crate::wanted::Same;
use crate::widgets::chart;
use crate::widgets::list::List;
use crate::widgets::marked::Top;
use simscope_core::groups;

#[derive(Debug, Default)]
pub struct State {
    pub focus: Pane,
    pub below: Below,
    pub evidence: Evidence,
    pub border: Border,
    pub table: Table,
    pub recipes: Recipes,
    /// The first rows shown of the texts of the selected pair.
    pub top: Top,
    /// The selected group, from 0.
    pub group_rows: List,
    /// The selected member.
    pub member_rows: List,
    /// The selected row of the table of every k: that of k until the user moves it.
    pub k_rows: List,
    /// The k that it was last at.
    pub(super) k: u8,
    pub member_order: MemberOrder,
    /// The first member to which distances are shown, from 0.
    pub first_other: usize,
    /// The histogram's bars are logarithmic, or linear; `None` until the user chooses.
    pub is_log: Option<bool>,
    /// The document that was selected when the groups were last shown, and the one that the border selected after it.
    left: Option<u32>,
    brought: u32,
    /// The document that the rows were selected for, and the groups.
    followed: Option<(u32, Option<Same<groups::Groups>>)>,
}

impl State {
    pub fn act(&mut self, shared: &mut Shared, act: Act) {
        let needs_texts = matches!(act, Act::NextView | Act::Show(Below::Border | Below::Recipes));
        if needs_texts && shared.refuses_without_texts() {
            return;
        }
        match act {
            Act::ToggleLog => {
                let is_log = !self.is_log(shared);
                self.is_log = Some(is_log);
                shared.say(match is_log {
                    true => ("histogram: logarithmic bars", "直方图：对数"),
                    false => (
                        "histogram: linear bars, cut a little above those of near pairs",
                        "直方图：线性，截于近距离柱高之上",
                    ),
                });
            }
            Act::GoAdvised => self.go_advised(shared),
            Act::StepTau(by) => shared.step_tau(by),
            Act::Verify => shared.toggle_verified(),
            Act::Reseed => match self.below {
                Below::Border => self.reseed(shared),
                Below::Recipes => self.next_listed(shared),
                Below::Groups => shared.warn((
                    "no pairs are shown: ‹threshold.show-pairs› shows them",
                    "未显示文档对：按 ‹threshold.show-pairs› 显示",
                )),
            },
            Act::Sort(by) => self.sort(shared, by),
            Act::SortMembers(member) => self.sort_members(shared, member),
            Act::NextView => self.next_view(shared),
            Act::ShowTable => self.focus = Pane::Sweep,
            Act::Show(below) => {
                if below == Below::Border {
                    self.border.at = None;
                }
                self.show(shared, below);
            }
            Act::Judge(verdict) => self.judge(shared, verdict),
            Act::Swap => self.swap(shared),
        }
    }

    /// Whether the bars are logarithmic. They are, until the user chooses, where the peak is a thousand times as high as
    /// what lies nearer than a quarter of its distance.
    pub fn is_log(&self, shared: &Shared) -> bool {
        let steep = || {
            let counts = shared.model.spread.as_ref()?.pairs().whole()?.0;
            let peak = (0..counts.len()).max_by_key(|&d| counts[d])?;
            Some(counts[peak] > 1000 * chart::near(&counts).max(1))
        };
        self.is_log.or_else(steep).unwrap_or(false)
    }

    /// The rows are found anew.
    pub(super) fn follow_anew(&mut self) {
        self.followed = None;
    }

    /// Whether the groups are shown, to be filtered and sorted.
    pub fn has_table(&self) -> bool {
        self.below == Below::Groups
    }

    fn next_view(&mut self, shared: &mut Shared) {
        let all = [Below::Groups, Below::Border, Below::Recipes];
        self.show(shared, cycle(&all, |below| *below == self.below, 1));
    }

    pub(super) fn show(&mut self, shared: &mut Shared, below: Below) {
        match self.below {
            Below::Groups => self.left = Some(shared.selected),
            // It selects its first pair by itself: the group from before comes back unless another pair was chosen.
            Below::Border if !self.border.is_untouched(shared.selected) => self.left = None,
            Below::Border => self.brought = shared.selected,
            Below::Recipes if ![Some(self.brought), self.left].contains(&Some(shared.selected)) => {
                self.left = None
            }
            Below::Recipes => self.brought = shared.selected,
        }
        self.below = below;
        let is_as_brought = self.brought == shared.selected;
        if self.has_table()
            && let Some(left) = self.left.filter(|_| is_as_brought)
        {
            shared.select_document(left);
        }
        self.focus = self.below.pane();
        shared.say(match self.below {
            Below::Groups => ("groups at this k", "此 k 的分组"),
            Below::Border => {
                ("the pairs that k decides about: at d = k and at k + 1", "取决于 k 的文档对：d = k 与 k + 1")
            }
            Below::Recipes => ("what only one of two recipes sees", "只有一个配方看到的文档对"),
        });
    }

    /// The selected document leads: its group and its row among the members are the selected rows.
    pub(super) fn follow_selected(&mut self, shared: &Shared) {
        let now = Some((shared.selected, shared.grouped()));
        let has_changed = self.followed != now;
        self.followed = now;
        if has_changed && let Some(groups) = &shared.groups {
            let number = groups.number_of(shared.selected);
            let row = number.and_then(|number| self.table.row_of(shared, number));
            let last = self.table.count(shared).saturating_sub(1);
            self.group_rows.select(row.unwrap_or(self.group_rows.selected.min(last)));
        }
        if (self.arrange_members(shared) || has_changed)
            && let Some(row) = self.selected_member_row(shared)
        {
            self.member_rows.select(row);
        }
    }

    /// The number of the selected group.
    pub fn selected_group(&self, shared: &Shared) -> Option<usize> {
        self.table.number_in(shared, self.group_rows.selected)
    }

    /// Members of the selected group.
    pub fn members<'a>(&self, shared: &'a Shared) -> &'a [u32] {
        match (&shared.groups, self.selected_group(shared)) {
            (Some(groups), Some(number)) => groups.members(number),
            _ => &[],
        }
    }

    pub(super) fn select_group(&mut self, shared: &mut Shared) {
        if let Some(&representative) = self.members(shared).first() {
            (self.member_rows, self.first_other) = (List::default(), 0);
            self.follow_anew();
            shared.select_document(representative);
        }
    }

    /// Moves sideways among the distances, where not all have room.
    pub(super) fn step_distances(&mut self, shared: &mut Shared, towards: Towards) {
        let by = if towards == Towards::Left { -1 } else { 1 };
        let last = self.members(shared).len().saturating_sub(self.shown_others(shared));
        let next = self.first_other.saturating_add_signed(by).min(last);
        if next == self.first_other {
            shared.warn(match (last, by) {
                (0, _) => (
                    "all distances of the group are shown; ‹step-k-minus› and ‹step-k-plus› move k",
                    "该组的距离已全部显示；‹step-k-minus›、‹step-k-plus› 改变 k",
                ),
                (_, -1) => ("these are the distances to the first member", "已是到第一个成员的距离"),
                _ => ("these are the distances to the last member", "已是到最后一个成员的距离"),
            });
        }
        self.first_other = next;
    }

    /// How many members have a column of distances in the last frame.
    fn shown_others(&self, shared: &Shared) -> usize {
        let width = shared.area_of(Pane::Members).map_or(0, |area| area.width.saturating_sub(2));
        super::view::shown_others(shared, self.members(shared), width)
    }

    /// The next row, or the one before, of the list of groups or members. Returns whether these are shown.
    pub(super) fn step_listed(&mut self, shared: &mut Shared, by: i8) -> bool {
        if !self.has_table() {
            return false;
        }
        let pane = if self.focus == Pane::Members { Pane::Members } else { Pane::Groups };
        let (now, rows) = match pane {
            Pane::Members => (self.member_rows.selected, self.members(shared).len()),
            _ => (self.group_rows.selected, self.table.count(shared)),
        };
        let next = now.saturating_add_signed(by.into());
        if next >= rows || next == now {
            shared.edge_towards(rows, if by < 0 { Towards::Up } else { Towards::Down });
        } else if pane == Pane::Members {
            self.member_rows.select(next);
            self.select_member(shared);
        } else {
            self.group_rows.select(next);
            self.select_group(shared);
        }
        true
    }

    pub(super) fn select_member(&mut self, shared: &mut Shared) {
        if let Some(member) = self.member_in(shared, self.member_rows.selected) {
            shared.select_document(member);
        }
    }
}

impl Below {
    /// Its first pane.
    pub fn pane(self) -> Pane {
        match self {
            Below::Groups => Pane::Groups,
            Below::Border => Pane::Border,
            Below::Recipes => Pane::Recipes,
        }
    }
}
