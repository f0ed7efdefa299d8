//! Pairs drawn from every distance, compared exactly: what precision and recall are predicted from.

use super::rows::Rows;
use crate::corpus::Corpus;
use crate::groups::{Dendrogram, Drawn, Spread, Wanted};
use crate::hamming::Signatures;
use crate::measures::{Measure, Measurer, Shingles};
use crate::progress::Progress;
use crate::recipe::Recipe;

/// How pairs are sampled, and what decides whether a pair is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sampling {
    /// A pair is right if the Jaccard index of its shingles is at least τ.
    pub shingles: Shingles,
    /// Pairs drawn at each distance, and at each k of those that then begin to share a group.
    pub pairs: usize,
    /// Documents compared with all others, for the recall.
    pub rows: usize,
    /// What is drawn follows from it.
    pub seed: u64,
}

impl Default for Sampling {
    fn default() -> Self {
        Self { shingles: Shingles::Words(2), pairs: 150, rows: 400, seed: 1 }
    }
}

/// What is advised on: a corpus and what was computed from it.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// The texts.
    pub corpus: &'a Corpus,
    /// The recipe of the signatures.
    pub recipe: &'a Recipe,
    /// One for each document.
    pub signatures: &'a Signatures,
    /// The documents that are compared, ascending.
    pub documents: &'a [u32],
    /// Their tree.
    pub tree: &'a Dendrogram,
    /// The spread of the tree, with its pairs by distance.
    pub spread: &'a Spread,
}

/// Pairs of one kind: at one distance, or joined at one k.
#[derive(Debug, Clone, PartialEq)]
pub struct Stratum {
    /// The distance; or the k at which the pairs begin to share a group.
    pub at: u8,
    /// How many pairs there are, exactly.
    pub of: u64,
    /// Those that were drawn, uniformly without replacement.
    pub pairs: Vec<Drawn>,
    /// The exact measure of each.
    pub values: Vec<f64>,
}

impl Stratum {
    /// How many of the drawn pairs have at least τ.
    pub fn hits(&self, tau: f64) -> u64 {
        self.values.iter().filter(|&&value| value >= tau).count() as u64
    }

    /// Whether all its pairs were drawn.
    pub fn is_whole(&self) -> bool {
        self.values.len() as u64 >= self.of
    }
}

/// Pairs compared exactly. The values are kept, not verdicts, so τ may change.
#[derive(Debug, Clone)]
pub struct Sampled {
    /// How they were drawn.
    pub sampling: Sampling,
    /// Documents that the pairs are of.
    pub documents: usize,
    /// From distance 0 to the last below the bulk of unrelated pairs.
    pub by_distance: Vec<Stratum>,
    /// For the same k.
    pub by_join: Vec<Stratum>,
    /// Documents compared with all others.
    pub rows: Rows,
    /// The largest distance that was counted; `None` if all were.
    pub counted_to: Option<u8>,
}

impl Sampled {
    /// Draws and compares. `None` when cancelled.
    pub fn gather(subject: &Subject<'_>, sampling: Sampling, progress: &Progress) -> Option<Self> {
        let Subject { corpus, recipe, signatures, documents, tree, spread } = *subject;
        let counted_to = spread.pairs().whole().is_none().then(|| spread.pairs().up_to());
        let counts = spread.pairs().counts();
        let counts = &counts[..counts.len().min(usize::from(recipe.bits.get()) + 1)];
        // Where only near pairs are counted, the bulk is beyond them.
        let last = counted_to.map_or_else(|| last(counts, sampling.pairs as u64), |_| counts.len());
        let wanted: Vec<Wanted> = (counts.iter().take(last).zip(0..))
            .map(|(&of, distance)| Wanted { distance, of, pairs: sampling.pairs })
            .collect();
        let column = (signatures, recipe.bits);
        let drawn = spread.draw(tree, column, &wanted, sampling.seed, progress)?;
        let mut by_distance: Vec<Stratum> = (wanted.iter().zip(drawn))
            .map(|(wanted, pairs)| Stratum { at: wanted.distance, of: wanted.of, pairs, values: Vec::new() })
            .collect();
        let joins = wanted.iter().filter(|wanted| wanted.distance <= tree.exact_up_to());
        let mut by_join: Vec<Stratum> = joins
            .map(|wanted| {
                let of = tree.pairs_joined_at(wanted.distance);
                let pairs = tree.draw_joined(wanted, sampling.seed);
                Stratum { at: wanted.distance, of, pairs, values: Vec::new() }
            })
            .collect();
        let measurer = Measurer::new(Measure::Jaccard(sampling.shingles), recipe, None);
        let both = || by_distance.iter().chain(&by_join);
        let pairs: Vec<Drawn> = both().flat_map(|stratum| stratum.pairs.iter().copied()).collect();
        let mut values = measurer.values(corpus, &pairs, progress)?.into_iter();
        for stratum in by_distance.iter_mut().chain(&mut by_join) {
            stratum.values = values.by_ref().take(stratum.pairs.len()).collect();
        }
        let rows = Rows::compare(subject, sampling, progress)?;
        Some(Self { sampling, documents: documents.len(), by_distance, by_join, rows, counted_to })
    }

    /// How many pairs were compared one by one.
    pub fn compared(&self) -> usize {
        self.by_distance.iter().chain(&self.by_join).map(|stratum| stratum.values.len()).sum()
    }
}

/// How many distances from 0 on are looked at: those below the bulk of unrelated pairs, which is where most pairs are.
/// If that peak is as small as a sample, all distances; and also if it lies so near to 0 that it cannot be of unrelated
/// pairs.
fn last(counts: &[u64], pairs: u64) -> usize {
    let peak = (0..counts.len()).max_by_key(|&d| (counts[d], std::cmp::Reverse(d))).unwrap_or(0);
    if counts.get(peak).is_none_or(|&count| count <= pairs) || peak <= counts.len() / 8 {
        counts.len()
    } else {
        peak
    }
}
