//! What is decided about the selected group and its members.

use super::keys::Act;
use super::state::State;
use crate::action::Action;
use crate::shared::grouping::NO_CENTRAL_LEADERS;
use crate::shared::{Grouping, Question, Shared};
use crate::surface::Phrase;
use simscope_core::decide::{Keep, Split, State as Said};
use simscope_core::display::half_widths;

impl State {
    /// The group gets this state, or loses it if it has it.
    pub(super) fn say_of_group(&mut self, shared: &mut Shared, said: Said) {
        let Some(members) = self.members_to_decide(shared) else { return };
        let is_back = shared.decision(&members).and_then(|decision| decision.state) == Some(said);
        let state = (!is_back).then_some(said);
        shared.decide_group(&members, |decision| decision.state = state);
        shared.say(match state {
            Some(Said::Accepted) => {
                ("group accepted: what the rule drops of it goes", "已接受该组：按规则去除")
            }
            Some(Said::Left) => ("group left as it is: all its documents stay", "该组保持原样：全部保留"),
            Some(Said::Later) => {
                ("group marked for later: until then all its documents stay", "该组待定：决定之前全部保留")
            }
            None => ("the group is undecided again", "该组恢复为未决定"),
        });
    }

    /// The selected member is chosen to stay, or no longer.
    pub(super) fn toggle_chosen(&mut self, shared: &mut Shared) {
        let Some(member) = self.member_to_decide(shared) else { return };
        shared.decide(|decisions| decisions.toggle_chosen(member));
        let is_chosen = shared.deciding.decisions.chosen.contains(&member);
        shared.say(match is_chosen {
            true => ("this document stays, by hand", "已手动指定保留该文档"),
            false => ("the rule decides about this document again", "该文档重新按规则决定"),
        });
    }

    /// The selected member leaves its group, or comes back.
    pub(super) fn toggle_excluded(&mut self, shared: &mut Shared) {
        let Some(member) = self.member_to_decide(shared) else { return };
        shared.decide(|decisions| decisions.toggle_excluded(member));
        let is_excluded = shared.deciding.decisions.excluded.contains(&member);
        shared.say(match is_excluded {
            true => (
                "excluded: it stays, and no document is dropped because of it",
                "已排除：该文档保留，也不作为去重依据",
            ),
            false => ("back in its group", "已放回所在组"),
        });
    }

    fn member_to_decide(&self, shared: &mut Shared) -> Option<u32> {
        self.members_to_decide(shared)?;
        self.member_in(shared, self.member_rows.selected)
    }

    fn members_to_decide(&self, shared: &mut Shared) -> Option<Vec<u32>> {
        let members = self.members(shared).to_vec();
        if members.is_empty() || !shared.groups_are_current() {
            shared.warn(("choose a group first", "请先选择一组"));
            return None;
        }
        Some(members)
    }

    /// To the next group, in the order of the list, about which nothing was said.
    pub(super) fn next_undecided(&mut self, shared: &mut Shared) {
        let count = self.table.count(shared);
        let Some(groups) = shared.groups.clone().filter(|_| count > 0) else {
            return shared.warn(("no group at this k", "此 k 没有分组"));
        };
        let from = self.group_rows.selected + 1;
        let undecided = |at: &usize| {
            let Some(number) = self.table.number_in(shared, *at) else { return false };
            shared.decision(groups.members(number)).is_none()
        };
        let next = (from..count).chain(0..from.min(count)).find(undecided);
        match next {
            Some(at) => {
                self.group_rows.select(at);
                self.select_group(shared);
            }
            None => shared.say(("every group at this k is decided", "此 k 的所有组均已决定")),
        }
    }

    pub(super) fn ask_rule(&self, shared: &mut Shared) {
        let note = (
            "first longest shortest most-central newest:FIELD oldest:FIELD best:FIELD".to_owned(),
            "first 首 longest 最长 shortest 最短 most-central 居中 newest/oldest/best:字段".to_owned(),
        );
        let question = Question::new(Act::AskRule, ("keep of each group: ", "每组保留："), note);
        let text = shared.deciding.decisions.keep.to_string();
        shared.asked.question = Some(Question { text, ..question });
    }

    pub(super) fn ask_split(&self, shared: &mut Shared) {
        let Some(members) = self.members_to_decide(shared) else { return };
        let note = (
            "gap: at the widest gap · leaders: around leaders · k=N: at a lower k · empty: whole".to_owned(),
            "gap 在最大间隙处 · leaders 按代表 · k=N 按更小的 k · 留空则不拆".to_owned(),
        );
        let question = Question::new(Act::AskSplit, ("take the group apart: ", "拆分该组："), note);
        let split = shared.decision(&members).and_then(|decision| decision.split).unwrap_or(Split::WidestGap);
        shared.asked.question = Some(Question { text: split.to_string(), ..question });
    }

    /// Takes a rule or a split that was typed.
    pub(super) fn answer_decision(
        &mut self,
        shared: &mut Shared,
        of: Action,
        line: &str,
    ) -> Result<(), Phrase> {
        let line = line.trim();
        match of {
            Action::Threshold(Act::AskRule) => {
                let keep: Keep = line.parse().map_err(|_| {
                    (
                        "not a rule: first longest shortest most-central newest: oldest: best:",
                        "不是规则：first longest shortest most-central newest: oldest: best:",
                    )
                })?;
                if keep == Keep::MostCentral && shared.grouping == Grouping::Leaders {
                    return Err(NO_CENTRAL_LEADERS);
                }
                if keep != shared.deciding.decisions.keep {
                    shared.decide(|decisions| decisions.keep = keep);
                }
                let keep = shared.deciding.decisions.keep.to_string();
                shared.say((format!("of each group stays: {keep}"), format!("每组保留：{keep}")));
            }
            Action::Threshold(Act::AskSplit) => {
                let split = match line {
                    "" => None,
                    line => Some(half_widths(line).parse::<Split>().map_err(|_| {
                        ("not a split: gap, leaders or k=N", "不是拆分方式：gap、leaders 或 k=N")
                    })?),
                };
                let Some(members) = self.members_to_decide(shared) else { return Ok(()) };
                let parts = split.map_or(1, |split| {
                    simscope_core::decide::parts(&members, split, shared.k, &shared.model.signatures).len()
                });
                if split.is_some() && parts < 2 {
                    return Err((
                        "this split changes nothing: choose another, or Esc",
                        "这样拆不开该组：请换一种方式，或按 Esc",
                    ));
                }
                shared.decide_group(&members, |decision| decision.split = split);
                shared.say(match split {
                    None => ("the group is whole".to_owned(), "该组不拆分".to_owned()),
                    Some(_) => (format!("the group has {parts} parts"), format!("该组分为 {parts} 部分")),
                });
            }
            Action::Threshold(Act::AskWrite) => return self.write_kept(shared, line),
            _ => {}
        }
        Ok(())
    }
}
