//! Why a document stays or goes, and why a k is advised: the sentences of the key that asks why.

use super::evidence;
use super::keys::Pane;
use super::state::{Below, State};
use crate::shared::{Grouping, Shared};
use crate::surface::{Phrase, counted, grouped_digits, short_count};
use simscope_core::decide::{Fate, State as Said};

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
            Pane::Recipes => self.why_seen(shared),
            Pane::Pair if self.below == Below::Recipes => self.why_seen(shared),
            Pane::Border | Pane::Pair => {
                let pair = self.border_pair(shared).ok_or(("no pair is shown", "没有显示文档对"))?;
                Ok(shared.why_pair(pair.documents.0, pair.documents.1))
            }
            Pane::Facets => Ok(self.why_facet(shared)),
            Pane::Sweep => {
                let said = std::iter::once(why_bar(shared)).chain(self.why_advised(shared));
                Ok(said.collect::<Vec<_>>().join(shared.lang.pick((" ", ""))))
            }
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

    /// Which k is advised, and why.
    fn why_advised(&self, shared: &Shared) -> Option<String> {
        let judged = self.judged(shared)?;
        let reasons: Vec<String> =
            judged.advice.reasons.iter().map(|reason| reason.text(shared.lang)).collect();
        let (verdict, why) =
            (evidence::verdict(shared, judged), reasons.join(shared.lang.pick(("; ", "；"))));
        Some(shared.lang.pick((
            format!("{verdict} The advised k in numbers: {why}."),
            format!("{verdict}建议的依据：{why}。"),
        )))
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
