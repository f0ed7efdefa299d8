//! Pairs that were judged wrong: what would go otherwise.

use super::comparison::Comparison;
use super::rules::{Cleaned, Cover};
use super::sample::is_drawn;
use crate::judgements::{KnownJudgements, Verdict};
use rustc_hash::FxHashSet;

/// A pair that was judged wrong, of which none goes because of the other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Refused {
    /// The text that would go, and the cover that it would have.
    pub document: u32,
    /// That cover.
    pub cover: Cover,
    /// Whether the pair was drawn from what goes.
    pub is_drawn: bool,
}

impl Refused {
    /// The refused pairs of a decision, with the judgements of pairs that were drawn `under` this name. `comes_later` says whether the
    /// first of two texts would go rather than the second; `covers` computes the covers of pairs of a text that goes and one that stays,
    /// in their order. `text` is the number of the distinct text of a document: of copies, one pair counts.
    pub fn of(
        cleaned: &Cleaned,
        (known, under): (&KnownJudgements, &str),
        comes_later: impl Fn(u32, u32) -> bool,
        text: impl Fn(u32) -> u32,
        covers: impl FnOnce(&[(u32, u32)]) -> Vec<Cover>,
    ) -> Vec<Self> {
        let goes =
            |one: u32, by: u32| cleaned.verdicts[one as usize].gone().is_some_and(|cover| cover.by == by);
        let refused: Vec<_> = (known.iter())
            .filter(|(_, judgement)| judgement.verdict.and_then(Verdict::is_right) == Some(false))
            .filter(|&((a, b), _)| !goes(a, b) && !goes(b, a))
            .collect();
        let pair = |&((a, b), _): &((u32, u32), _)| if comes_later(a, b) { (a, b) } else { (b, a) };
        let pairs: Vec<(u32, u32)> = refused.iter().map(pair).collect();
        let covers = if pairs.is_empty() { Vec::new() } else { covers(&pairs) };
        let mut seen: FxHashSet<[u32; 2]> = FxHashSet::default();
        (refused.iter().zip(pairs).zip(covers))
            .filter(|((_, (gone, by)), _)| seen.insert([text(*gone), text(*by)]))
            .map(|(((_, judgement), (document, _)), cover)| Self {
                document,
                cover,
                is_drawn: is_drawn(judgement, under),
            })
            .collect()
    }
}

impl Comparison {
    /// The number of the distinct text of a document.
    pub fn text_of(&self, document: u32) -> u32 {
        self.of[document as usize]
    }

    /// Whether the first document comes after the second in the order in which documents stay, so that it goes rather than that.
    pub fn comes_later(&self, order: Option<&[u32]>, a: u32, b: u32) -> bool {
        let place = |document: u32| match order {
            Some(order) => order.iter().position(|&one| one == document).unwrap_or(usize::MAX),
            None => self.of[document as usize] as usize,
        };
        place(a) > place(b)
    }
}
