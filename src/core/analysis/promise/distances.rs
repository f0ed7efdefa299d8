//! A k with a promise: pairs within few bits, drawn at random, and what the answers about them say.

use super::super::{Analysed, Phase, Watched};
use super::said::histories;
use crate::corpus::{Corpus, text_hash};
use crate::decide::promise::{Answered, DRAWN, Distances, FARTHEST, Right, Ring};
use crate::display::{counted, grouped_digits, say};
use crate::groups::Wanted;
use crate::hamming::pairs_of;
use crate::judgements::{Judgements, KnownJudgements, Verdict};
use crate::random::Random;
use rustc_hash::FxHashMap;

impl Analysed {
    /// Draws pairs within sixteen bits, once it is measured. Pairs of identical texts are not among them. `None` when cancelled.
    pub fn draw_distances(&self, (right, seed): (Right, u64), watch: &impl Watched) -> Option<Distances> {
        let (tree, spread) = self.measured()?;
        let texts = self.texts();
        let hash = |document: u32| texts.map(|corpus| text_hash(corpus.get(document as usize).text));
        let mut hashes: Vec<u64> = self.documents.iter().filter_map(|&document| hash(document)).collect();
        hashes.sort_unstable();
        let identical: u64 = hashes.chunk_by(|a, b| a == b).map(|equal| pairs_of(equal.len())).sum();
        let counts = spread.pairs().counts();
        let counts = &counts[..counts.len().min(usize::from(FARTHEST.min(self.recipe.bits.get())) + 1)];
        let wanted: Vec<Wanted> = (0_u8..)
            .zip(counts)
            .map(|(distance, &of)| {
                // Of equal signatures those with identical texts are left out afterwards.
                let others = if distance == 0 { of - identical } else { of };
                let enough = (DRAWN as f64 * 1.5 * of as f64 / others.max(1) as f64) as usize;
                Wanted {
                    distance,
                    of,
                    pairs: if others == of { DRAWN } else { enough.clamp(DRAWN, 1 << 20) },
                }
            })
            .collect();
        let column = (&*self.signatures, self.recipe.bits);
        let drawn =
            watch.during(Phase::Measuring, |progress| spread.draw(tree, column, &wanted, seed, progress))?;
        let ring = |(mut drawn, wanted): (Vec<(u32, u32)>, &Wanted)| {
            drawn.retain(|&(a, b)| texts.is_none() || wanted.distance > 0 || hash(a) != hash(b));
            drawn.sort_unstable();
            Random::of(&[seed, 3, wanted.distance.into()]).shuffle(&mut drawn);
            drawn.truncate(DRAWN);
            Ring { pairs: wanted.of - if wanted.distance == 0 { identical } else { 0 }, drawn }
        };
        Some(Distances::new(&drawn.into_iter().zip(&wanted).map(ring).collect::<Vec<Ring>>(), right, seed))
    }
}

/// Answers about pairs of documents: the one that holds, and the one that was given first.
#[derive(Debug, Default)]
pub struct PairAnswers(FxHashMap<[u32; 2], [bool; 2]>);

impl PairAnswers {
    /// Those that people gave. A pair about which they are unsure is no right one.
    pub fn judged(judgements: &Judgements, corpus: &Corpus) -> Self {
        let first = histories(judgements, corpus, ordered);
        let now = KnownJudgements::new(judgements, corpus);
        let answer = |pair: [u32; 2], last: Option<Verdict>| {
            let last = last == Some(Verdict::Yes);
            (pair, [last, first.get(&pair).and_then(|said| said.first).unwrap_or(last)])
        };
        Self(now.iter().map(|((a, b), judgement)| answer(ordered([a, b]), judgement.verdict)).collect())
    }

    /// Those of labelled pairs.
    pub fn labelled<'l>(labels: impl Iterator<Item = &'l (u32, u32, bool)>) -> Self {
        Self(labels.map(|&(a, b, is_right)| (ordered([a, b]), [is_right; 2])).collect())
    }

    /// The promised k by these answers, and the next pairs to be answered, at most `next` of them.
    pub fn about(&self, drawn: &Distances, next: usize) -> Answered {
        let each = |which: usize| -> Vec<Option<bool>> {
            drawn.pairs().iter().map(|&(a, b)| Some(self.0.get(&ordered([a, b]))?[which])).collect()
        };
        drawn.answered(&each(0), &each(1), next)
    }
}

fn ordered([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

impl Answered {
    /// How far it has come, in one line.
    pub fn progress(&self, right: Right) -> String {
        let ([answered, wrong], percent) = (self.counts, right.percent());
        let answers = counted(answered, "answer", "answers");
        let so_far = say!("{answers}, {wrong} no", "已答 {answered} 对，其中 {wrong} 对为否");
        let pairs = grouped_digits(self.pairs);
        match (self.k, self.asked_for) {
            (Some(k), next) => {
                let more = match next {
                    Some(next) => say!("more answers may allow k = {next}", "再答可能允许 k = {next}"),
                    None => say!("more answers will add nothing", "再答也不会增加"),
                };
                say!(
                    "{so_far} · at least {percent} % of the pairs are right up to k = {k} ({pairs} pairs); at most one draw in twenty misleads · {more}",
                    "{so_far} · 直到 k = {k}，至少 {percent} % 的文档对是对的（共 {pairs} 对）；因抽样失准而落空的可能不超过 5 % · {more}"
                )
            }
            (None, Some(k)) => say!(
                "{so_far} · no k can be promised yet; the next answers are about k = {k}",
                "{so_far} · 尚不能保证任何 k；接下来的判定针对 k = {k}"
            ),
            (None, None) if self.is_begun => say!(
                "{so_far} · no k can be promised, and more answers will not change that",
                "{so_far} · 无法保证任何 k，再答也不会改变"
            ),
            (None, None) => say!(
                "{so_far} · the first pairs show where to look; no k can be promised yet",
                "{so_far} · 最初的文档对用于确定范围；尚不能保证任何 k"
            ),
        }
    }
}
