//! What the panes of the screen share: the view below, the selected group, and what the list that is shown does.

use super::drawn::Drawn;
use super::evidence::Evidence;
use super::keys::{Act, Below, Pane};
use super::members::MemberOrder;
use super::second::Beside;
use super::table::Table;
use super::tree::TreeRows;
use super::{border, groups, recipes};
use crate::action::{Action, Towards};
use crate::filtering::Line;
use crate::listing::{self, Sorts};
use crate::room::Moving;
use crate::shared::Shared;
use crate::shared::parts::cycle;
use crate::wanted::Same;
use crate::widgets::list::List;
use crate::widgets::marked::Top;
use simscope_core::groups::Groups;

#[derive(Debug, Default)]
pub struct State {
    pub focus: Pane,
    pub below: Below,
    pub evidence: Evidence,
    pub border: Drawn,
    pub table: Table,
    pub recipes: Beside,
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
    pub(super) tree: TreeRows,
    /// The list of groups is shown in place of the tree.
    pub(super) is_list: bool,
    /// Both are seen.
    pub(super) is_beside: bool,
    /// All distances are on the axis.
    is_whole: bool,
    /// See [`Axis::of`](crate::surface::Axis::of).
    pub(super) reach: (u8, u8),
    /// The search radius is beyond that.
    pub(super) is_radius_far: bool,
    /// The document that was selected when the groups were last shown, and the one that the border selected after it.
    left: Option<u32>,
    brought: u32,
    /// The document that the rows were selected for, and the groups; `None` finds the rows anew.
    pub(super) followed: Option<(u32, Option<Same<Groups>>)>,
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
            Act::NextView => {
                let all = [Below::Groups, Below::Border, Below::Recipes];
                self.show(shared, cycle(&all, |below| *below == self.below, 1));
            }
            Act::Focus(pane) => self.focus_on(pane),
            Act::ToggleWhole => {
                self.is_whole ^= true;
                shared.say(match self.is_whole {
                    true => ("all distances", "全部距离"),
                    false => (
                        "distances up to a little beyond the search radius, and k",
                        "距离到搜索半径与 k 稍后为止",
                    ),
                });
            }
            Act::Show(below) => {
                self.show(shared, below);
            }
            Act::Judge(verdict) => self.judge(shared, verdict),
            Act::Swap => self.swap(shared),
        }
    }

    /// The axis follows the search radius and k, but not while the mouse holds it.
    pub(super) fn follow_axis(&mut self, shared: &Shared) {
        /// Distances that matter until the radius is known, and those beyond it.
        const REACH: u8 = 14;
        const BEYOND: u8 = 4;
        /// Up to more distances would squeeze the tree and the numbers together.
        const FAR: u8 = 24;
        if !shared.is_dragging() {
            let near = shared.k.saturating_add(BEYOND);
            let judged = self.counted(shared);
            let radius = judged.and_then(|judged| judged.radius).map_or(REACH, |radius| radius.k) + BEYOND;
            let advised = judged.and_then(|judged| judged.advised()).map_or(0, |k| k.saturating_add(BEYOND));
            let reach = if radius <= FAR { radius } else { advised.clamp(REACH, FAR) };
            let is_whole = self.is_whole || shared.judging.hides_advice;
            self.reach = (if is_whole { u8::MAX } else { near.max(reach) }, near);
            self.is_radius_far = self.reach.0 < radius;
        }
    }

    /// Whether the groups are shown, to be filtered and sorted.
    pub fn has_table(&self) -> bool {
        self.below == Below::Groups
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
            Below::Border
                if super::drawn::short_move(shared).is_some_and(|moved| !moved.changed().is_empty()) =>
            {
                (
                    "pairs that the last move decided about; yellow d: they link a group that changed",
                    "上次移动所决定的文档对；黄色的 d：连接了有变化的组",
                )
            }
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
        self.follow_tree(shared);
        if has_changed && let Some(groups) = &shared.groups {
            let row = groups.number_of(shared.selected).and_then(|number| self.table.row_of(shared, number));
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

    /// The next row, or the one before, of the list that the view is about. Returns whether there is one.
    pub(super) fn step_listed(&mut self, shared: &mut Shared, by: i8) -> bool {
        let pane = match (self.below, self.focus) {
            (Below::Recipes, _) => return false,
            (Below::Groups, pane @ (Pane::Groups | Pane::Members)) => pane,
            _ => self.below.pane(),
        };
        if pane == Pane::Tree && self.step_changed(shared, by) {
            return true;
        }
        let of = self.pane(pane);
        let Some(Moving::Rows(list, rows)) = of.moving(self, shared) else { return false };
        let next = list.selected.saturating_add_signed(by.into());
        if next < rows && next != list.selected {
            list.select(next);
            return of.act(self, shared, Action::Chosen(pane.into(), true));
        }
        shared.edge_towards(rows, if by < 0 { Towards::Up } else { Towards::Down });
        true
    }

    /// The filter of the list that is shown.
    pub(super) fn line(&mut self) -> &mut Line {
        match self.below {
            Below::Groups => &mut self.table.line,
            Below::Border => &mut self.border.pairs.filter,
            Below::Recipes => &mut self.recipes.pairs.filter,
        }
    }

    /// Sorts the list that is shown, groups or pairs.
    fn sort(&mut self, shared: &mut Shared, by: &'static str) {
        match self.below {
            Below::Border => {
                self.border.pairs.sort(shared, &border::COLUMNS, by);
                self.arrange_border(shared, self.border.pairs.selected());
            }
            Below::Recipes => {
                let selected = self.recipes.selected();
                self.recipes.pairs.sort(shared, &recipes::COLUMNS, by);
                self.recipes.arrange(shared, selected);
            }
            Below::Groups => {
                listing::choose(&mut self.table.sort, &groups::COLUMNS, by);
                // The selected row is that of the selected document, wherever it goes.
                self.followed = None;
                listing::say(shared, &groups::COLUMNS, self.table.sort);
            }
        }
    }

    /// By what it is sorted, or the members that have the keys.
    pub(super) fn sorts(&self) -> Sorts {
        match (self.below, self.focus) {
            (Below::Border, _) => Sorts::of(&border::COLUMNS, self.border.pairs.sort.by),
            (Below::Recipes, _) => Sorts::of(&recipes::COLUMNS, self.recipes.pairs.sort.by),
            (Below::Groups, Pane::Tree) => Sorts::default(),
            (Below::Groups, Pane::Members) => self.sorts_of_members(),
            (Below::Groups, _) => Sorts::of(&groups::COLUMNS, self.table.sort.by),
        }
    }
}

impl Below {
    /// Its first pane.
    pub fn pane(self) -> Pane {
        match self {
            Below::Groups => Pane::Tree,
            Below::Border => Pane::Border,
            Below::Recipes => Pane::Recipes,
        }
    }
}
