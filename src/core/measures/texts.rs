//! The texts of a corpus as weighted shingles, each cut once.

use super::lists::{Lists, common};
use super::sets::{Sets, Shared};

/// Texts by their shingles. A shingle that has weight and is in several texts has a rank, the heaviest first. Takes 4 bytes for
/// each time that a text has such a shingle, and 32 for each text.
#[derive(Debug, Clone, Default)]
pub(crate) struct Texts {
    shared: Lists,
    /// By rank, in parts.
    weights: Vec<u32>,
    of: Vec<Whole>,
}

/// Sums over a whole text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Whole {
    /// A hash of its shingles in their order; equal for texts with the same words.
    pub sequence: u64,
    /// How many different shingles it has.
    pub shingles: u32,
    /// How many of them no other text has, except texts with the same words.
    pub alone: u32,
    /// The weight of all, in parts.
    pub total: u64,
}

impl Texts {
    /// These texts of the sets, which were ranked. `weights` are those by rank; `alone` is that of a shingle without a rank.
    pub(super) fn of(sets: &Sets, texts: &[u32], weights: Vec<u32>, alone: u32) -> Self {
        let shared = Lists::of_texts(sets, texts, weights.len());
        let weight = |rank: &u32| u64::from(weights[*rank as usize]);
        let whole = |(&text, at): (&u32, u32)| {
            let set = sets.set(text as usize);
            let in_no_other = set.iter().filter(|&&rank| rank == Shared::ALONE).count() as u32;
            Whole {
                sequence: sets.sequence(text as usize),
                shingles: set.len() as u32,
                alone: in_no_other,
                total: shared.get(at).iter().map(weight).sum::<u64>()
                    + u64::from(in_no_other) * u64::from(alone),
            }
        };
        let of = texts.iter().zip(0..).map(whole).collect();
        Self { shared, weights, of }
    }

    /// How many texts there are.
    pub(crate) fn len(&self) -> usize {
        self.of.len()
    }

    /// How many shingles have a rank.
    pub(crate) fn ranks(&self) -> usize {
        self.weights.len()
    }

    pub(crate) fn whole(&self, text: u32) -> &Whole {
        &self.of[text as usize]
    }

    /// The shingles of a text that have a rank, ascending.
    pub(crate) fn shared(&self, text: u32) -> &[u32] {
        self.shared.get(text)
    }

    /// Those of all texts.
    pub(super) fn lists(&self) -> &Lists {
        &self.shared
    }

    /// The weight of shingles by their ranks, in parts.
    pub(crate) fn weight(&self, ranks: impl IntoIterator<Item = u32>) -> u64 {
        ranks.into_iter().map(|rank| u64::from(self.weights[rank as usize])).sum()
    }

    /// The weight of those of these shingles that a text has, too.
    pub(crate) fn in_common(&self, ranks: &[u32], text: u32) -> u64 {
        self.weight(common(ranks, self.shared(text)))
    }

    /// How many texts have four shingles that weigh nothing for each other one, or more.
    pub(super) fn mostly_light(&self) -> usize {
        let heavy =
            |(text, whole): (u32, &Whole)| (self.shared(text).len() + whole.alone as usize, whole.shingles);
        (0..).zip(&self.of).map(heavy).filter(|&(heavy, all)| 5 * heavy <= all as usize && all > 0).count()
    }

    /// The share of all shingles that are shared and weigh no more than this.
    pub(super) fn up_to(&self, weight: u32) -> f64 {
        let first = self.weights.partition_point(|&other| other > weight) as u32;
        let heavier = |text: u32| {
            self.shared.get(text).partition_point(|&rank| rank < first) + self.whole(text).alone as usize
        };
        let heavier: usize = (0..self.len() as u32).map(heavier).sum();
        let all: usize = self.of.iter().map(|whole| whole.shingles as usize).sum();
        (all - heavier) as f64 / all.max(1) as f64
    }
}
