//! Why a document stays or goes, and why a k is advised: the sentences of the key that asks why.

use super::keys::Pane;
use super::state::{Below, State};
use crate::decide::{Fate, State as Said};
use crate::display::percent_text;
use crate::evidence::{Advice, Predicted, Purpose, Share, Verdict};
use crate::tui::shared::{Grouping, Shared};
use crate::tui::surface::Phrase;

impl State {
    /// Why what has the keys is as it is shown.
    pub(super) fn why_shown(&self, shared: &Shared) -> Result<String, Phrase> {
        match self.focus {
            Pane::Members if self.below == Below::Decide => {
                let member = self.member_in(shared, self.member_rows.selected);
                let fate = member.and_then(|member| Some((member, shared.fate(member)?)));
                let (member, fate) = fate.ok_or(("what becomes of it is not known yet", "去留尚不可知"))?;
                Ok(self.why_fate(shared, member, fate))
            }
            Pane::Groups | Pane::Members => Ok(shared.why_group(self.selected_group(shared).unwrap_or(0))),
            Pane::Border | Pane::Pair => {
                let pair = self.border_pair(shared).ok_or(("no pair is shown", "没有显示文档对"))?;
                Ok(shared.why_pair(pair.documents.0, pair.documents.1))
            }
            Pane::Advice => {
                let judged = self.judged(shared).ok_or_else(|| self.why_no_evidence(shared))?;
                let said: Vec<String> =
                    judged.advices.iter().map(|advice| why_advised(shared, advice)).collect();
                let has_intervals = judged.advices.iter().filter_map(|advice| advice.at.as_ref()).any(|at| {
                    [at.precision, at.recall].into_iter().flatten().any(|share| share.has_interval())
                });
                let intervals = if has_intervals { shared.lang.pick(INTERVALS) } else { "" };
                Ok(said.join(shared.lang.pick((" ", ""))) + intervals)
            }
            Pane::Facets | Pane::Histogram | Pane::Sweep => Ok(shared.why_k()),
        }
    }

    fn why_fate(&self, shared: &Shared, member: u32, fate: Fate) -> String {
        let (lang, k, id) = (shared.lang, shared.k, shared.shown_id(member));
        let decisions = &shared.deciding.decisions;
        let rule = crate::visible::line(&decisions.keep.to_string()).into_owned();
        let is_verified = shared.grouped_by == Some(Grouping::Verified);
        let and_confirmed = match is_verified {
            true => lang.pick((" and shares enough word pairs with it", "且相邻词对重合足够")),
            false => "",
        };
        match fate {
            Fate::Dropped { kept, distance } => {
                let by_hand = decisions.chosen.contains(&kept);
                let kept = shared.shown_id(kept);
                let why = match by_hand {
                    true => lang.pick((format!("{kept} was chosen by hand to stay."), format!("{kept} 由手动指定保留。"))),
                    false => lang.pick((
                        format!("{kept} stays by the rule “{rule}”: in its order no document before {kept} that stays covers it."),
                        format!("{kept} 按规则“{rule}”保留：依其顺序，在它之前保留的文档都不能覆盖它。"),
                    )),
                };
                lang.pick((
                    format!("{id} goes, because {kept} stays: it is at distance {distance}, within k = {k}{and_confirmed}. Of the documents of the group that stay it is the nearest. {why}"),
                    format!("{id} 去除，因为 {kept} 保留：距离 {distance}，在 k = {k} 以内{and_confirmed}；它是本组保留文档中最近的。{why}"),
                ))
            }
            Fate::Kept if decisions.chosen.contains(&member) => lang.pick((
                format!("{id} stays: it was chosen by hand."),
                format!("{id} 保留：由手动指定。"),
            )),
            Fate::Kept => lang.pick((
                format!("{id} stays: in the order of the rule “{rule}” no document before it that stays is within k = {k} of it{and_confirmed}."),
                format!("{id} 保留：依规则“{rule}”的顺序，在它之前保留的文档没有一篇与它距离在 k = {k} 以内{and_confirmed}。"),
            )),
            Fate::Excluded => lang.pick((
                format!("{id} stays: it was excluded from its group, and nothing is dropped against it."),
                format!("{id} 保留：已从组中排除，也不作为去重依据。"),
            )),
            Fate::Left => {
                let state = shared.decision(self.members(shared)).and_then(|decision| decision.state);
                match state {
                    Some(Said::Later) => lang.pick((
                        format!("{id} stays: its group waits for a decision."),
                        format!("{id} 保留：该组待定。"),
                    )),
                    _ => lang.pick((
                        format!("{id} stays: its group is left as it is."),
                        format!("{id} 保留：该组保持原样。"),
                    )),
                }
            }
            Fate::Single => {
                lang.pick((format!("{id} stays: it is in no group."), format!("{id} 保留：不在任何组中。")))
            }
        }
    }
}

const INTERVALS: Phrase = (
    " Pairs were drawn and compared: the brackets are 95 % intervals.",
    "以上由抽取的文档对比较得出：括号内为 95 % 区间。",
);

/// The k for one purpose, what is right and found there, and what the verdict means.
fn why_advised(shared: &Shared, advice: &Advice) -> String {
    let (lang, tau) = (shared.lang, shared.tau());
    let Some(at) = advice.at else {
        let reasons: Vec<String> = advice.reasons.iter().map(|reason| reason.text(lang)).collect();
        let (purpose, why) = (purpose(shared, advice), reasons.join(lang.pick(("; ", "；"))));
        return lang
            .pick((format!("No k is advised {purpose}: {why}."), format!("{purpose}没有建议的 k：{why}。")));
    };
    let (k, right, found) = (at.k, share(at.precision), share(at.recall));
    let pairs = lang.pick(match advice.purpose {
        Purpose::Pairs => ("pairs within it", "距离在其内的文档对"),
        Purpose::Groups => ("pairs that share a group there", "同组的文档对"),
    });
    let purpose = purpose(shared, advice);
    let found = match found.as_str() {
        "" => lang
            .pick((
                "How many of all right pairs it finds was not measured.",
                "符合定义的文档对找到多少，未测出。",
            ))
            .to_owned(),
        found => lang.pick((
            format!("It finds {found} of all right pairs."),
            format!("全部符合定义的文档对中找到 {found}。"),
        )),
    };
    let verdict = verdict(shared, advice, &at);
    lang.pick((
        format!("k = {k} is advised {purpose}, because its F1 (right and found together) is best: {right} of the {pairs} are right, that is, their texts share at least {tau:.2} of their word pairs. {found} {verdict}"),
        format!("{purpose}建议 k = {k}，因其 F1（兼顾符合定义与找到）最佳：{pairs}中 {right} 符合定义，即相邻词对重合至少 {tau:.2}。{found}{verdict}"),
    ))
}

fn purpose(shared: &Shared, advice: &Advice) -> &'static str {
    shared.lang.pick(match advice.purpose {
        Purpose::Pairs => ("for pairs", "按文档对"),
        Purpose::Groups => ("for groups", "按分组"),
    })
}

/// A share with its interval, where that is more than a point; empty if it is not known.
fn share(share: Option<Share>) -> String {
    share.map_or(String::new(), |share| match share.has_interval() {
        true => format!("{} ({:.0}–{:.0})", percent_text(share.share), share.low * 100.0, share.high * 100.0),
        false => percent_text(share.share),
    })
}

/// What the word of the verdict means here.
fn verdict(shared: &Shared, advice: &Advice, at: &Predicted) -> String {
    let f1 = at.f1.unwrap_or(0.0);
    shared.lang.pick(match advice.verdict {
        Verdict::Depends => (
            "“Depends”: with a stricter idea of a duplicate (τ = 0.6) far fewer of these pairs are right than with a loose one (τ = 0.2).".to_owned(),
            "“不定”：对重复要求更严（τ = 0.6）时，这些文档对中符合定义的远少于要求宽松（τ = 0.2）时。".to_owned(),
        ),
        Verdict::Weak => (
            format!("“Weak”: its F1 is only {f1:.2}, or fewer than half of the pairs are right."),
            format!("“弱”：F1 只有 {f1:.2}，或符合定义的不到一半。"),
        ),
        Verdict::No => (
            format!("“No”: even the best F1 is only {f1:.2}; right and wrong pairs lie at the same distances."),
            format!("“差”：最佳 F1 也只有 {f1:.2}；符合与不符合定义的文档对距离相同。"),
        ),
        Verdict::Yes => (
            format!("“Yes”: its F1 is {f1:.2}, and the choice of τ between 0.2 and 0.6 changes little."),
            format!("“是”：F1 为 {f1:.2}，τ 在 0.2 与 0.6 之间影响不大。"),
        ),
        Verdict::None => (String::new(), String::new()),
    })
}
