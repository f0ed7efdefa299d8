//! What the jobs of the screen Index find: the structures of all strategies at one k, what they cost on average, and what
//! they say of one document.

use simscope_core::hamming::Signatures;
use simscope_core::recipe::{Bits, Recipe};
use simscope_core::search::{Counters, Design, Hit, Neighbours, Strategy, Unfit, directory_bits};
use std::sync::Arc;
use std::time::Duration;

/// What structures are of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexKey {
    /// The recipe of the signatures.
    pub recipe: Recipe,
    /// Documents in the corpus.
    pub documents: usize,
    /// The threshold that the tables are made for.
    pub k: u8,
}

/// The signatures that are searched: those of the documents that have features.
#[derive(Debug)]
pub struct Searched {
    /// One for each of `documents`.
    pub signatures: Arc<Signatures>,
    /// Ascending.
    pub documents: Arc<Vec<u32>>,
}

impl Searched {
    /// Where a document stands in the column.
    pub fn place_of(&self, document: u32) -> Option<usize> {
        self.documents.binary_search(&document).ok()
    }
}

/// A strategy at k, whether or not it can work there.
#[derive(Debug)]
pub struct Line {
    /// The strategy.
    pub strategy: Strategy,
    /// How it is laid out, or why it cannot be.
    pub design: Result<Design, Unfit>,
    /// Bytes that it would hold, where it is not built because they are more than is left of [`MOST_BYTES`].
    pub too_large: Option<u64>,
}

impl Line {
    /// The design, if it is to be built.
    pub fn to_build(&self) -> Option<&Design> {
        self.design.as_ref().ok().filter(|_| self.too_large.is_none())
    }

    /// Why it is not built.
    pub fn refused(&self) -> Option<Refused> {
        let unfit = self.design.as_ref().err().map(|&unfit| Refused::Unfit(unfit));
        unfit.or(self.too_large.map(Refused::TooLarge))
    }
}

/// Why a strategy has no structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// It cannot work at this width and k.
    Unfit(Unfit),
    /// Bytes that it would hold.
    TooLarge(u64),
}

/// What all structures together may hold, in bytes: the explorer shows them beside each other, which no program
/// that searches would do.
pub const MOST_BYTES: u64 = 512_000_000;

/// The strategies that are compared at k.
pub fn strategies(k: u8) -> [Strategy; 7] {
    let more = |by: u8| k.saturating_add(by);
    [
        Strategy::Scan,
        Strategy::Combinations,
        Strategy::Blocks,
        Strategy::Tables { blocks: more(2) },
        Strategy::Tables { blocks: more(3) },
        Strategy::Nested,
        Strategy::Compressed { blocks: more(3) },
    ]
}

/// The strategies at k over a number of signatures, each laid out or refused; the first ones get the memory.
pub fn lines(bits: Bits, k: u8, signatures: usize) -> Vec<Line> {
    let mut left = MOST_BYTES;
    let mut line = |strategy: Strategy| {
        let design = Design::new(strategy, bits, k);
        let bytes = design.as_ref().map_or(0, |design| at_most(design, signatures));
        let too_large = (bytes > left).then_some(bytes);
        left -= if too_large.is_none() { bytes } else { 0 };
        Line { strategy, design, too_large }
    };
    strategies(k).into_iter().map(&mut line).collect()
}

/// Bytes that the structure of a design holds at most, beside the signatures.
fn at_most(design: &Design, signatures: usize) -> u64 {
    let n = signatures as u64;
    let word = if design.bits().is_wide() { 16 } else { 8 };
    let table = |lead_bits| n * (word + 4) + 4 * ((1 << directory_bits(signatures, lead_bits)) + 1);
    match design.strategy() {
        Strategy::Scan => 0,
        Strategy::Combinations => {
            (2 * word + 1) * (n * 8 / 7 + 1).next_power_of_two().max(4) + n * (word + 8) + 4
        }
        // Blocks of 1,024 bytes, keys that hardly compress, the last key and the rank of each block, a code.
        Strategy::Compressed { .. } => 4 * n + design.layouts().len() as u64 * (n * word * 9 / 8 + 4_096),
        _ => design.layouts().iter().map(|layout| table(layout.lead_bits())).sum(),
    }
}

/// A structure, and what it costs on average.
#[derive(Debug)]
pub struct Built {
    /// The structure.
    pub neighbours: Neighbours,
    /// How long it took to build.
    pub elapsed: Duration,
    /// Documents spread evenly over the corpus, looked up.
    pub sampled: Sampled,
}

/// Look-ups of some documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sampled {
    /// How many.
    pub queries: u64,
    /// What they cost together.
    pub counters: Counters,
    /// Candidates within k, as often as they were brought up; the documents themselves apart.
    pub hits: u64,
}

impl Built {
    /// Candidates for one document on average, beside the document itself.
    pub fn mean_candidates(&self) -> Option<f64> {
        let Sampled { queries, counters, .. } = self.sampled;
        let own = queries * own_candidates(self.neighbours.design());
        (queries > 0).then(|| counters.candidates.saturating_sub(own) as f64 / queries as f64)
    }
}

/// How often a look-up brings up the document itself: every table does.
pub fn own_candidates(design: &Design) -> u64 {
    (design.layouts().len() as u64).max(1)
}

/// What one table brings up for one document, beside the document itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Look {
    /// Signatures with the same leading bits.
    pub candidates: u64,
    /// Those of them that are within k.
    pub within: u64,
    /// Those within k that no table before brings up.
    pub new: u64,
}

/// What a strategy did for one document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measured {
    /// Look-ups; candidates and distances beside the document itself.
    pub counters: Counters,
    /// Neighbours, beside the document itself.
    pub found: u64,
    /// The median of some runs.
    pub elapsed: Duration,
}

/// Everything about one document at one k.
#[derive(Debug, Clone)]
pub struct Answer {
    /// Of what.
    pub key: IndexKey,
    /// The document that was looked up.
    pub document: u32,
    /// Its signature.
    pub signature: u128,
    /// All documents within k but itself; the index is that of the document.
    pub hits: Arc<Vec<Hit>>,
    /// By line and table, as far as they were asked for.
    pub looks: Vec<Option<Arc<Vec<Look>>>>,
    /// By line, as far as the structures were built.
    pub measured: Vec<Option<Measured>>,
}

impl Answer {
    /// Whether all strategies measured so far found all neighbours.
    pub fn all_agree(&self) -> bool {
        self.measured.iter().flatten().all(|measured| measured.found == self.hits.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_together_stays_below_the_most() {
        for signatures in [0, 88, 65_000, 430_000] {
            for bits in [8, 64, 128] {
                for k in 0..=bits.min(40) {
                    let lines = lines(Bits::new(bits).unwrap(), k, signatures);
                    let designs = lines.iter().filter_map(Line::to_build);
                    let bytes: u64 = designs.map(|design| at_most(design, signatures)).sum();
                    assert!(bytes <= MOST_BYTES, "{bits} bits, k = {k}, {signatures}");
                    assert!(lines[0].refused().is_none(), "scanning always works");
                }
            }
        }
    }

    #[test]
    fn no_structure_holds_more_than_was_reckoned() {
        let progress = simscope_core::progress::Progress::new();
        let words: Vec<u64> = (0..3_000_u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        let signatures = Arc::new(Signatures::from(words));
        for line in lines(Bits::DEFAULT, 3, signatures.len()) {
            let design = line.design.unwrap();
            let most = at_most(&design, signatures.len());
            let built = Neighbours::build(signatures.clone(), design, &progress).unwrap();
            assert!(built.bytes() <= most, "{}: {} of {most}", line.strategy, built.bytes());
        }
    }
}
