//! Why a k is advised: the sentences of the key that asks why.

use super::evidence;
use super::keys::Pane;
use super::state::{Below, State};
use crate::shared::Shared;
use crate::surface::{Phrase, counted, grouped_digits, short_count};

impl State {
    /// Why what has the keys is as it is shown.
    pub(super) fn why_shown(&self, shared: &Shared) -> Result<String, Phrase> {
        match self.focus {
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
            Pane::Sweep => {
                let said = std::iter::once(why_bar(shared)).chain(self.why_advised(shared));
                Ok(said.collect::<Vec<_>>().join(shared.lang.pick((" ", ""))))
            }
        }
    }

    /// Which k is advised, and why.
    fn why_advised(&self, shared: &Shared) -> Option<String> {
        let judged = self.judged(shared)?;
        let reasons: Vec<String> =
            judged.advice.reasons.iter().map(|reason| reason.text(shared.lang)).collect();
        let (verdict, why) =
            (evidence::verdict(shared, judged, false), reasons.join(shared.lang.pick(("; ", "；"))));
        Some(
            shared
                .lang
                .pick(both!("{verdict} The advised k in numbers: {why}.", "{verdict}建议的依据：{why}。")),
        )
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
    lang.pick(both!(
        "{pairs} exactly k = {k} bits apart, and of random signatures {by_chance} would be, {so}.",
        "恰好相距 k = {k} 位的有 {all} 对，随机签名只会有 {by_chance} 对，{so}。"
    ))
}
