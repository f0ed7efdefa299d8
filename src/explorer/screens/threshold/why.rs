//! Why a document stays or goes, and why a k is advised: the sentences of the key that asks why.

use super::keys::Pane;
use super::state::{Below, State};
use crate::shared::{Grouping, Shared};
use crate::surface::{Phrase, counted, grouped_digits, short_count};
use simscope_core::decide::{Fate, State as Said};
use simscope_core::display::percent_text;
use simscope_core::evidence::{Advice, Purpose, Share, Verdict};

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
            Pane::Members if let Some(member) = self.member_in(shared, self.member_rows.selected) => {
                Ok(shared.why_document(member))
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
                Ok(said.join(shared.lang.pick((" ", ""))))
            }
            Pane::Facets => Ok(self.why_facet(shared)),
            Pane::Histogram => Ok(why_bar(shared)),
            Pane::Sweep => Ok(shared.why_k()),
        }
    }

    /// What the selected value counts.
    fn why_facet(&self, shared: &Shared) -> String {
        let line = self.table.facets().nth(self.table.facet_rows.selected);
        let Some(value) = line.and_then(|line| line.value) else { return shared.why_k() };
        let (count, all) = (value.count, self.table.count(shared));
        let (term, counted) = (
            simscope_core::visible::line(&value.term.to_string()).into_owned(),
            counted(all, "group", "groups"),
        );
        shared.lang.pick((
            format!("{} of the {counted} listed pass the filter “{term}”.", grouped_digits(count)),
            format!("所列 {} 组中有 {} 组满足筛选条件“{term}”。", grouped_digits(all), grouped_digits(count)),
        ))
    }

    fn why_fate(&self, shared: &Shared, member: u32, fate: Fate) -> String {
        let (lang, k, id) = (shared.lang, shared.k, shared.shown_id(member));
        let decisions = &shared.deciding.decisions;
        let rule = simscope_core::visible::line(&decisions.keep.to_string()).into_owned();
        let is_verified = shared.made.by == Some(Grouping::Verified);
        let and_confirmed = match is_verified {
            true => lang.pick((" and shares enough word pairs with it", "且相邻字词对重合足够")),
            false => "",
        };
        match fate {
            Fate::Dropped { kept, distance } => {
                let by_hand = decisions.chosen.contains(&kept);
                let kept = shared.shown_id(kept);
                let why = match by_hand {
                    true => lang.pick((" by hand".to_owned(), "（手动指定）".to_owned())),
                    false => lang.pick((format!(" by the rule “{rule}”"), format!("（按规则“{rule}”）"))),
                };
                lang.pick((
                    format!("{id} goes, because {kept} stays{why}: of those that stay it is the nearest, at distance {distance}, within k = {k}{and_confirmed}."),
                    format!("{id} 去除，因为 {kept} 保留{why}：它在保留的文档中最近，距离 {distance}，在 k = {k} 以内{and_confirmed}。"),
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
                format!("{id} stays: it was excluded from its group, and no document is dropped because of it."),
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

/// The pairs at exactly k, beside what chance would give.
fn why_bar(shared: &Shared) -> String {
    let (lang, k, bits) = (shared.lang, shared.k, shared.model.recipe.bits.get());
    let counts = shared.model.spread.as_ref().map(|spread| spread.pairs().counts());
    let Some(&count) = counts.and_then(|counts| counts.get(usize::from(k))) else { return shared.why_k() };
    let n = shared.model.documents.len() as f64;
    // C(f, k) / 2^f of all pairs.
    let one = 0.5_f64.powi(bits.into());
    let share = (0..k).fold(one, |share, d| share * f64::from(bits - d) / f64::from(d + 1));
    let chance = n * (n - 1.0) / 2.0 * share;
    let (pairs, by_chance) = (
        counted(count as usize, "pair is", "pairs are"),
        if chance < 0.05 { "0".to_owned() } else { short_count(chance) },
    );
    let so = lang.pick(match count as f64 {
        0.0 => ("so no text is that far from another", "因此没有两篇恰好相距这么远"),
        count if count > 10.0 * chance => {
            ("so their texts are alike, and not by chance", "因此相似来自文本，而非偶然")
        }
        count if count > 2.0 * chance => {
            ("so some of them may be alike by chance only", "因此其中可能有一部分只是偶然相近")
        }
        _ => ("so chance alone brings as many together", "因此偶然就足以产生这么多"),
    });
    let all = grouped_digits(count);
    lang.pick((
        format!("{pairs} exactly k = {k} bits apart, and of random signatures {by_chance} would be, {so}."),
        format!("恰好相距 k = {k} 位的有 {all} 对，随机签名只会有 {by_chance} 对，{so}。"),
    ))
}

/// The k for one purpose, what is right and found there, and what a poor verdict means.
fn why_advised(shared: &Shared, advice: &Advice) -> String {
    let (lang, tau, of) = (shared.lang, shared.tau(), purpose(shared, advice));
    let Some(at) = advice.at else {
        let reasons: Vec<String> = advice.reasons.iter().map(|reason| reason.text(lang)).collect();
        let why = reasons.join(lang.pick(("; ", "；")));
        return lang.pick((format!("No k is advised {of}: {why}."), format!("{of}没有建议的 k：{why}。")));
    };
    let (k, f1) = (at.k, at.f1.unwrap_or(0.0));
    let pairs = lang.pick(match advice.purpose {
        Purpose::Pairs => ("the pairs within it", "其内的文档对"),
        Purpose::Groups => ("the pairs that share a group there", "同组的文档对"),
    });
    let right = share(at.precision);
    let found = match share(at.recall).as_str() {
        "" => String::new(),
        found => lang.pick((
            format!(", and {found} of all confirmed pairs are found"),
            format!("，全部确认的文档对中找到 {found}"),
        )),
    };
    let verdict = verdict(shared, advice);
    lang.pick((
        format!("k = {k} is advised {of}, because its F1 is best ({f1:.2}): {right} of {pairs} are confirmed at τ = {tau:.2}{found}{verdict}."),
        format!("{of}建议 k = {k}，因其 F1 最佳（{f1:.2}）：τ = {tau:.2} 时{pairs}中 {right} 得到确认{found}{verdict}。"),
    ))
}

fn purpose(shared: &Shared, advice: &Advice) -> &'static str {
    shared.lang.pick(match advice.purpose {
        Purpose::Pairs => ("for pairs", "按文档对"),
        Purpose::Groups => ("for groups", "按分组"),
    })
}

/// A share with its 95 % interval, where that is more than a point; empty if it is not known.
fn share(share: Option<Share>) -> String {
    share.map_or(String::new(), |share| match share.has_interval() {
        true => format!(
            "{} (95 %: {:.0}–{:.0})",
            percent_text(share.share),
            share.low * 100.0,
            share.high * 100.0
        ),
        false => percent_text(share.share),
    })
}

/// What the word of the verdict means, where it is not a plain yes.
fn verdict(shared: &Shared, advice: &Advice) -> &'static str {
    shared.lang.pick(match advice.verdict {
        Verdict::Depends => {
            ("; “depends”: another verdict at τ = 0.3 than at 0.6", "；“不定”：τ = 0.3 与 0.6 时结论不同")
        }
        Verdict::Weak => (
            "; “weak”: F1 is below 0.6, or less than half are confirmed, or less than 60 % are found",
            "；“弱”：F1 低于 0.6，或不足一半得到确认，或找到的不足 60 %",
        ),
        Verdict::No => (
            "; “no”: confirmed pairs and others lie at the same distances",
            "；“差”：确认与未确认的文档对距离相同",
        ),
        Verdict::Yes | Verdict::None | Verdict::Unknown => ("", ""),
    })
}
