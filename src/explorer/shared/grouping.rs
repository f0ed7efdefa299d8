//! k, and the groups at k.

use super::{Made, Question, Shared, work};
use crate::action::Action;
use crate::jobs::Work;
use crate::shared::model::Stage;
use crate::shared::moved::Moved;
use crate::surface::grouped_digits;
use crate::wanted::Same;
use simscope_core::analysis::Analysed;
use simscope_core::decide::Keep;
use simscope_core::display::half_widths;
use simscope_core::groups::{Dendrogram, GroupSpread, Groups, Run};
use std::sync::Arc;

/// How documents within k make a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Grouping {
    /// Connected by steps of at most k.
    #[default]
    Connection,
    /// Within k of the group's leader; leaders come in the order of the rule.
    Leaders,
    /// Connected by pairs within k that also share τ of their word pairs.
    Verified,
}

impl Made {
    /// The spread of a group, as far as it is known.
    pub(super) fn spread(&self, analysed: &Analysed, number: usize, run: Run) -> Option<GroupSpread> {
        match self.by? {
            Grouping::Connection => analysed.spread.as_ref()?.of(analysed.tree.as_ref()?, run),
            Grouping::Leaders | Grouping::Verified => self.leader_spread.as_ref()?.get(number - 1).copied(),
        }
    }

    /// Whether that of any is.
    pub(super) fn has_spread(&self, analysed: &Analysed) -> bool {
        let is_of_tree = self.by == Some(Grouping::Connection);
        if is_of_tree { analysed.spread.is_some() } else { self.leader_spread.is_some() }
    }
}

/// Why leaders and the rule `most-central` do not go together.
pub const NO_CENTRAL_LEADERS: (&str, &str) = (
    "no leaders with the rule most-central, which the file of decisions has: ‹toggle-grouping› changes the grouping",
    "决定文件中的规则 most-central 不能选定代表：按 ‹toggle-grouping› 换分组法",
);

/// τ goes from the first to the second of these hundredths, by steps.
pub const TAUS: (u8, u8) = (5, 100);
const TAU_STEP: u8 = 5;

/// Groups around leaders at one k.
pub const LEADERS: &Work = &Work::new("Leaders", ("finding leaders", "寻找代表")).cancellable();
/// Groups of confirmed pairs at one k.
const VERIFY: &Work =
    &Work::new("Verify", ("comparing the texts within k", "比较 k 以内的文本")).cancellable().of_texts();

/// The work that makes groups otherwise than from the tree.
pub(super) const GROUPING: [&Work; 2] = [LEADERS, VERIFY];

impl Shared {
    /// One step up or down, for undo as [`Shared::set_k`]; warns at either end.
    pub fn step_k(&mut self, by: i8) {
        let k = self.k.saturating_add_signed(by).min(self.recipe.bits.get());
        if k == self.k {
            return self.warn(if by < 0 {
                ("k is 0 already: only equal signatures", "k 已是 0：只有相同的签名")
            } else {
                ("k is as large as the signature is wide", "k 已等于签名位数")
            });
        }
        self.set_k(k);
    }

    /// Remembers for undo what it was before.
    pub fn set_k(&mut self, k: u8) {
        let k = k.min(self.recipe.bits.get());
        if k != self.k {
            self.remember();
            self.change_k(k);
        }
    }

    /// Remembers for undo only what it was before the drag, however many values the drag passes.
    pub fn drag_k(&mut self, k: u8) {
        let k = k.min(self.recipe.bits.get());
        if k != self.k {
            if !self.past.is_dragging {
                (self.made.moved, self.past.is_dragging) = (None, true);
                self.remember();
            }
            self.change_k(k);
        }
    }

    /// To the next k, in the direction of `by`, whose partition differs from that of the k before it.
    pub fn next_change(&mut self, by: i8) {
        if self.grouping != Grouping::Connection {
            return self.warn((
                "with these groups the next change is not known: ‹step-k-minus› and ‹step-k-plus› move k",
                "此分组法下无法预知下一变化：用 ‹step-k-minus›、‹step-k-plus› 逐步移动",
            ));
        }
        if self.model.sweep.is_empty() {
            return self.warn(("groups are not known yet: they are being found", "尚无分组：正在分组"));
        }
        let blocks = |k: u8| {
            let line = &self.model.sweep[usize::from(k)];
            self.model.documents.len() - line.grouped + line.groups
        };
        let last = self.model.sweep.len() as u8 - 1;
        let mut k = self.k.min(last);
        let now = blocks(k);
        while (by > 0 && k < last) || (by < 0 && k > 0) {
            k = k.saturating_add_signed(by);
            if blocks(k) != now {
                return self.set_k(k);
            }
        }
        if by > 0
            && let Some(extent) = self.extent()
        {
            let phrase = ("larger k's are not known", "更大的 k 未知");
            return self.warn_of(format!("{}: {extent}", self.lang.pick(phrase)));
        }
        self.warn(if by > 0 {
            ("no group changes above this k", "更大的 k 不再改变分组")
        } else {
            ("no group changes below this k", "更小的 k 不再改变分组")
        });
    }

    /// Regroups, and says what changed. The caller remembers for undo, unless it undoes.
    pub(super) fn change_k(&mut self, k: u8) {
        let (before, old) = (self.figures(), self.k);
        // A drag is one move, however many values it passes.
        let from = self.made.moved.as_ref().filter(|_| self.past.is_dragging).map_or(old, |moved| moved.from);
        self.k = k;
        self.regroup();
        let is_exact = |tree: &&Arc<Dendrogram>| from.max(k) <= tree.exact_up_to();
        let tree = self.model.tree.as_ref().filter(|_| from != k);
        (self.made.moves, self.made.is_unlit) = (self.made.moves.wrapping_add(1), false);
        let known = self.groups.as_deref();
        self.made.moved = tree.filter(is_exact).map(|tree| Moved::of(tree, (from, k), known));
        if let Some(why) = self.why_beyond() {
            return self.warn_of(why);
        }
        let text = match (before, self.figures()) {
            (Some(before), Some(now)) if self.groups_are_current() => {
                let [[groups, grouped], [new_groups, new_grouped]] =
                    [before, now].map(|figures| figures.map(grouped_digits));
                self.lang.pick(both!(
                    "k {old} → {k}: {groups} → {new_groups} groups, {grouped} → {new_grouped} grouped documents",
                    "k {old} → {k}：{groups} → {new_groups} 组，{grouped} → {new_grouped} 篇已分组"
                ))
            }
            _ => format!("k {old} → {k}"),
        };
        self.say_of(text);
    }

    /// Groups, and documents in them.
    fn figures(&self) -> Option<[usize; 2]> {
        self.groups.as_ref().map(|groups| [groups.count(), groups.grouped()])
    }

    /// Makes the groups those of k: at once from the dendrogram, or by a job around leaders.
    pub fn regroup(&mut self) {
        if self.grouping == Grouping::Leaders && self.deciding.decisions.keep == Keep::MostCentral {
            self.grouping = Grouping::Connection;
            // What they still find is not of these groups.
            self.abandon(LEADERS);
            self.warn(NO_CENTRAL_LEADERS);
        }
        match self.grouping {
            Grouping::Connection => {
                let is_known = !self.is_beyond();
                let groups = self.model.tree.as_ref().filter(|_| is_known).map(|tree| tree.cut(self.k));
                self.set_groups(groups, None);
            }
            // While documents are still coming there is nothing to begin with.
            Grouping::Leaders if self.can_be_grouped() => {
                let (ordering, k) = (self.ordering(), self.k);
                self.begin(LEADERS, move |progress, _| work::leaders(&ordering, k, progress));
            }
            Grouping::Verified if self.can_be_grouped() => {
                let (analysed, k, tau) = (self.model.analysed.clone(), self.k, self.tau());
                self.begin(VERIFY, move |progress, _| work::verified(&analysed, k, tau, progress));
            }
            Grouping::Leaders | Grouping::Verified => self.set_groups(None, None),
        }
    }

    /// These are the groups now, made as is asked for; with the spread of leaders' groups, where it is known.
    pub(super) fn set_groups(&mut self, groups: Option<Groups>, leader_spread: Option<Vec<GroupSpread>>) {
        self.made.by = groups.as_ref().map(|_| self.grouping);
        self.made.tau_hundredths = self.tau_hundredths;
        self.groups = groups.map(Arc::new);
        self.made.leader_spread = leader_spread;
        self.open_on_pair();
    }

    /// More pairs than `most` are within k, too many to confirm.
    pub(super) fn give_up_verifying(&mut self, most: usize) {
        self.grouping = Grouping::Connection;
        self.regroup();
        let most = grouped_digits(most);
        self.warn(both!(
            "more than {most} pairs are within k, too many to compare: choose a smaller k",
            "k 以内的文档对超过 {most}，无法逐对比较：请减小 k"
        ));
    }

    /// Which groups are shown.
    pub fn grouped(&self) -> Option<Same<Groups>> {
        self.groups.as_ref().map(Same::of)
    }

    /// Whether the groups shown are those of k, τ and the rule, rather than of those before.
    pub fn groups_are_current(&self) -> bool {
        self.made.by == Some(self.grouping)
            && self.groups.as_ref().is_some_and(|groups| groups.k() == self.k)
            && !GROUPING.into_iter().any(|work| self.runs(work))
    }

    /// Whether every document has its signature, and none is to come.
    pub fn can_be_grouped(&self) -> bool {
        self.model.is_hashed() && !matches!(self.model.stage, Stage::Reading | Stage::Hashing)
    }

    pub fn toggle_grouping(&mut self) {
        self.remember();
        let is_of_all = self.grouping == Grouping::Connection;
        self.group_by(if is_of_all { Grouping::Leaders } else { Grouping::Connection });
    }

    /// Groups of confirmed pairs, or of all pairs within k again.
    pub fn toggle_verified(&mut self) {
        self.remember();
        let is_verified = self.grouping == Grouping::Verified;
        self.group_by(if is_verified { Grouping::Connection } else { Grouping::Verified });
    }

    pub(super) fn group_by(&mut self, grouping: Grouping) {
        if grouping == Grouping::Verified && self.refuses_without_texts() {
            return;
        }
        self.grouping = grouping;
        GROUPING.into_iter().for_each(|work| self.abandon(work));
        self.regroup();
        if self.grouping != grouping {
            // The warning says why.
            return;
        }
        self.say(match self.grouping {
            Grouping::Connection => {
                ("groups of all pairs within k: they can chain", "按 k 以内的全部文档对分组，可成链")
            }
            Grouping::Leaders => (
                "around leaders: each document joins the first leader within k; no chains",
                "按代表分组：每篇加入 k 以内的第一个代表，没有链",
            ),
            Grouping::Verified => (
                "groups of confirmed pairs: within k, and τ of their word pairs agree",
                "按确认的文档对分组：距离在 k 以内，且相邻字词对重合达 τ",
            ),
        });
    }

    /// The spread of a group, as far as it is known.
    pub fn group_spread(&self, number: usize, run: Run) -> Option<GroupSpread> {
        self.made.spread(&self.model.analysed, number, run)
    }

    /// Whether the mouse holds the slider.
    pub fn is_dragging(&self) -> bool {
        self.past.is_dragging
    }

    /// The mouse let go of the slider: the next drag is a gesture of its own.
    pub fn drop_slider(&mut self) {
        (self.past.is_dragging, self.past.is_cutting) = (false, false);
    }

    /// Stops the search for leaders, or the comparing of texts. Returns whether there was one.
    pub fn cancel_leaders(&mut self) -> bool {
        let [leaders, verify] = GROUPING.map(|work| self.stop(work));
        if !leaders && !verify {
            return false;
        }
        self.grouping = Grouping::Connection;
        self.regroup();
        self.say(match leaders {
            true => ("search for leaders cancelled", "已取消按代表分组"),
            false => ("comparing the texts cancelled", "已取消比较文本"),
        });
        true
    }

    /// How much the texts of a confirmed pair share at least.
    pub fn tau(&self) -> f64 {
        f64::from(self.tau_hundredths) / 100.0
    }

    /// Moves τ by a number of steps.
    pub fn step_tau(&mut self, by: i8) {
        self.set_tau(self.tau_hundredths.saturating_add_signed(by * TAU_STEP as i8));
    }

    /// Sets τ, in hundredths. What moves it at one go is one step for undo; returns whether it is the first of that step.
    pub fn set_tau(&mut self, hundredths: u8) -> bool {
        let tau = hundredths.clamp(TAUS.0, TAUS.1);
        if tau == self.tau_hundredths {
            self.warn(("τ goes no further", "τ 已到尽头"));
            return false;
        }
        let is_first = !self.past.is_cutting;
        if is_first {
            self.remember();
        }
        self.past.is_cutting = true;
        self.change_tau(tau);
        is_first
    }

    /// The same, and nothing is remembered. Where anything was decided by hand, the file has the cut, too.
    pub(super) fn change_tau(&mut self, tau: u8) {
        self.tau_hundredths = tau;
        if self.deciding.decisions.has_any_by_hand() {
            self.save_decisions();
        }
        if self.grouping == Grouping::Verified {
            self.regroup();
        }
        let tau = self.tau();
        self.say(both!(
            "τ = {tau:.2}: a pair is confirmed if its texts share that much of their word pairs, frames aside",
            "τ = {tau:.2}：两篇文本的相邻字词对（框架除外）重合度达到它才算确认"
        ));
    }

    pub fn ask_k(&mut self) {
        let now = self.k;
        let note = both!(
            "new k (now {now}) · Enter sets it · Esc closes",
            "新的 k（现为 {now}）· Enter 设定 · Esc 放弃"
        );
        self.asked.question = Some(Question::new(Action::AskK, ("k = ", "k = "), note));
    }

    /// Reads a k that was typed.
    ///
    /// # Errors
    /// What a k is.
    pub fn parse_k(&self, text: &str) -> Result<u8, String> {
        let bits = self.recipe.bits.get();
        half_widths(text)
            .parse::<u8>()
            .ok()
            .filter(|k| *k <= bits)
            .ok_or_else(|| self.lang.pick(both!("k is a number from 0 to {bits}", "k 是 0 到 {bits} 的整数")))
    }
}
