//! The selected group and member.

use super::keys::{Act, Pane};
use crate::tui::shared::Shared;
use crate::tui::widgets::list::List;

#[derive(Debug, Clone, Default)]
pub struct State {
    pub focus: Pane,
    /// The selected group, from 0.
    pub group_rows: List,
    /// The selected member.
    pub member_rows: List,
    /// The histogram's bars are logarithmic.
    pub is_log: bool,
    /// The document that the rows were selected for, and the change of the groups.
    followed: (u32, u64),
}

impl State {
    pub fn act(&mut self, shared: &mut Shared, act: Act) {
        match act {
            Act::ToggleLog => {
                self.is_log ^= true;
                shared.say(match self.is_log {
                    true => ("histogram: logarithmic bars", "直方图：对数"),
                    false => (
                        "histogram: linear bars, cut a little above those near k",
                        "直方图：线性，截于 k 附近柱高之上",
                    ),
                });
            }
            Act::GoValley => shared.go_valley(),
        }
    }

    /// The selected document leads: its group and its place among the members are the selected rows.
    pub(super) fn follow_selected(&mut self, shared: &Shared) {
        let now = (shared.selected, shared.regrouped);
        if std::mem::replace(&mut self.followed, now) == now {
            return;
        }
        let Some(groups) = &shared.groups else { return };
        let Some(number) = groups.number_of(shared.selected) else {
            self.group_rows.selected = self.group_rows.selected.min(groups.count().saturating_sub(1));
            return;
        };
        self.group_rows.select(number - 1);
        let place = groups.members(number).iter().position(|&member| member == shared.selected);
        self.member_rows.select(place.unwrap_or(0));
    }

    /// The number of the selected group.
    pub fn selected_group(&self, shared: &Shared) -> Option<usize> {
        (self.group_rows.selected < group_count(shared)).then_some(self.group_rows.selected + 1)
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
            self.member_rows = List::default();
            shared.select_document(representative);
        }
    }

    pub(super) fn select_member(&mut self, shared: &mut Shared) {
        if let Some(&member) = self.members(shared).get(self.member_rows.selected) {
            shared.select_document(member);
        }
    }
}

/// Groups at k.
pub(super) fn group_count(shared: &Shared) -> usize {
    shared.groups.as_ref().map_or(0, |groups| groups.count())
}
