//! How far apart the members of groups are, for every group at every k, from one pass over the pairs.

use super::dendrogram::{Dendrogram, runs_within};
use super::drawn::{Drawn, Source, Wanted};
use super::partition::Run;
use super::rectangles::{Rectangle, pieces, portions};
use crate::hamming::{
    Counted, Cross, Histogram, Kernel, Signature, Signatures, Tally, by_width, pairs_of, select,
};
use crate::progress::Progress;
use crate::recipe::Bits;
use rayon::prelude::*;

/// Diameter and mean distance of every group at every k, from one pass over all pairs; for a tree built by a
/// search, over the pairs inside its groups.
///
/// A pair of leaves is charged to the position with the largest gap between them (after the first, up to the
/// second), where the two merge. So the pairs of a group, which is a run of leaves, are exactly those charged
/// inside it.
#[derive(Debug, Clone)]
pub struct Spread {
    pairs: Counted,
    /// By position: the largest distance of the pairs charged there, or [`UNMEASURED`].
    max: Vec<u8>,
    /// By position: the sum of the distances of the pairs charged there and before.
    sums: Vec<u64>,
}

/// Instead of a largest distance: the pairs charged there were not measured.
const UNMEASURED: u8 = u8::MAX;

/// In a tree built by a search, groups larger than this have too many pairs; the groups that they consist of
/// are measured instead. This bounds the work on n documents to n · 2¹⁵ pairs.
const LARGEST: usize = 1 << 16;

/// How far apart the members of a group are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GroupSpread {
    /// Largest distance.
    pub diameter: u8,
    /// Smallest distance.
    pub minimum: u8,
    /// Mean distance over the pairs.
    pub mean: f64,
}

impl Spread {
    /// Measures every node of the tree; each pair is visited once, at the node that joins it. For a tree built
    /// by a search: the nodes of at most 65,536 documents; the pairs by distance are those that the search
    /// counted. `None` when cancelled. Advances by pairs.
    pub fn measure(tree: &Dendrogram, signatures: &Signatures, progress: &Progress) -> Option<Self> {
        Self::measure_with(tree.pairs().map(|pairs| (LARGEST, pairs)), tree, signatures, progress)
    }

    /// Measures any tree as if a search had built it: only nodes of at most 65,536 documents, with pairs by
    /// distance that were counted before.
    pub fn measure_groups(
        tree: &Dendrogram,
        pairs: &Counted,
        signatures: &Signatures,
        progress: &Progress,
    ) -> Option<Self> {
        Self::measure_with(Some((LARGEST, pairs)), tree, signatures, progress)
    }

    /// Measures all pairs, or the nodes up to a size with pairs counted before.
    pub(super) fn measure_with(
        limit: Option<(usize, &Counted)>,
        tree: &Dendrogram,
        signatures: &Signatures,
        progress: &Progress,
    ) -> Option<Self> {
        by_width!(signatures, |words| Self::measure_of(tree, words, limit, progress))
    }

    fn measure_of<S: Signature>(
        tree: &Dendrogram,
        signatures: &[S],
        limit: Option<(usize, &Counted)>,
        progress: &Progress,
    ) -> Option<Self> {
        let ordered = select(signatures, tree.order());
        let runs = match limit {
            None => vec![Run { start: 0, len: ordered.len() as u32 }],
            Some((largest, _)) => small_enough(tree, largest),
        };
        progress.expect(runs.iter().map(|run| pairs_of(run.len as usize)).sum());
        // Equal signatures are neighbours in the order of the leaves, and are in one node of each size.
        let all = ordered.len() as u32;
        let starts: Vec<u32> = (0..all)
            .filter(|&leaf| leaf == 0 || tree.gap()[leaf as usize] != 0)
            .chain(std::iter::once(all))
            .collect();
        let gap: Vec<u8> =
            starts.iter().filter(|&&leaf| leaf < all).map(|&leaf| tree.gap()[leaf as usize]).collect();
        let distinct = |run: &Run| {
            let [start, end] =
                [run.start, run.start + run.len].map(|leaf| starts.partition_point(|&start| start < leaf));
            Run { start: start as u32, len: (end - start) as u32 }
        };
        let pass = Pass { kernel: Kernel::best(), signatures: &ordered, starts: &starts, progress };
        let pieces: Vec<Rectangle> = runs.iter().flat_map(|run| pieces(&gap, distinct(run))).collect();
        let found = (portions(&pieces).into_par_iter())
            .with_max_len(1)
            .map(|pieces| {
                let mut found = Partial { tally: Tally::new(), charges: Vec::new() };
                (pieces.iter())
                    .take_while(|_| !progress.is_cancelled())
                    .for_each(|piece| pass.visit(piece, &mut found));
                (found.tally.histogram(), found.charges)
            })
            .collect::<Vec<_>>();
        progress.unless_cancelled()?;
        let mut histogram = Histogram::default();
        let (mut max, mut sums) = (vec![UNMEASURED; ordered.len()], vec![0; ordered.len()]);
        for run in &runs {
            max[run.range()].iter_mut().skip(1).for_each(|max| *max = 0);
            for equal in ordered[run.range()].chunk_by(|a, b| a == b) {
                histogram.0[0] += pairs_of(equal.len());
                progress.advance(pairs_of(equal.len()));
            }
        }
        for (counted, charges) in found {
            histogram.add(&counted);
            for (position, cross) in charges {
                let max = &mut max[position as usize];
                *max = (*max).max(cross.max);
                sums[position as usize] += cross.sum;
            }
        }
        let mut sum = 0;
        for charged in &mut sums {
            sum += *charged;
            *charged = sum;
        }
        let pairs = limit.map_or_else(|| Counted::all(histogram), |(_, pairs)| pairs.clone());
        Some(Self { pairs, max, sums })
    }

    /// Pairs by distance, as far as they are counted.
    pub fn pairs(&self) -> &Counted {
        &self.pairs
    }

    /// Draws pairs of documents uniformly without replacement, by distance: for each entry of `wanted`, in no order that
    /// means anything. Only for distances that are counted; the counts are those of [`Spread::pairs`]. The same seed gives
    /// the same pairs, for any number of threads. `tree` and `signatures` (of `bits` bits) are those that were measured.
    /// `None` when cancelled.
    ///
    /// Pairs at a distance that many have are met by drawing at random; otherwise all are found first.
    pub fn draw(
        &self,
        tree: &Dendrogram,
        (signatures, bits): (&Signatures, Bits),
        wanted: &[Wanted],
        seed: u64,
        progress: &Progress,
    ) -> Option<Vec<Vec<Drawn>>> {
        Source { tree, signatures, bits }.draw(wanted, seed, progress)
    }

    /// The spread of a group of at least two leaves (a node of the tree); `None` if it had too many pairs to
    /// measure.
    ///
    /// # Panics
    /// If the run is shorter or not in the tree.
    pub fn of(&self, tree: &Dendrogram, run: Run) -> Option<GroupSpread> {
        let leaves = run.range();
        let inside = leaves.start + 1..leaves.end;
        let diameter = self.max[inside.clone()].iter().copied().max().unwrap_or(0);
        if diameter == UNMEASURED {
            return None;
        }
        let pairs = pairs_of(inside.len() + 1);
        let sum = self.sums[leaves.end - 1] - self.sums[leaves.start];
        Some(GroupSpread {
            diameter,
            minimum: tree.gap()[inside].iter().copied().min().unwrap_or(0),
            mean: sum as f64 / pairs as f64,
        })
    }

    /// Whether the diameter of the group exceeds `k`; stops at the first such pair. `None` if no such pair was
    /// seen but not all were measured.
    pub(super) fn exceeds(&self, run: Run, k: u8) -> Option<bool> {
        let mut is_measured = true;
        for (i, max) in self.max[run.range()].chunks(64).enumerate() {
            let max = &max[usize::from(i == 0)..];
            if max.iter().fold(false, |exceeds, &max| exceeds | (max > k)) {
                if max.iter().any(|&max| max > k && max != UNMEASURED) {
                    return Some(true);
                }
                is_measured = false;
            }
        }
        is_measured.then_some(false)
    }
}

/// The largest nodes of the tree with at most `largest` leaves, and at least two.
fn small_enough(tree: &Dendrogram, largest: usize) -> Vec<Run> {
    let (mut small, mut left) =
        (Vec::new(), vec![(Run { start: 0, len: tree.order().len() as u32 }, u8::MAX)]);
    while let Some((run, joined)) = left.pop() {
        if run.len as usize <= largest && joined <= tree.exact_up_to() {
            small.push(run);
            continue;
        }
        // A node splits at the largest gap inside its run; the gap of the first leaf is outside.
        let gaps = &tree.gap()[run.range()];
        let Some(height) = gaps.iter().skip(1).copied().filter(|&gap| gap < joined).max() else { continue };
        let parts = runs_within(gaps, height).into_iter();
        left.extend(parts.map(|part| (Run { start: run.start + part.start, ..part }, height)));
    }
    small
}

/// The spread of any set of documents, pair by pair (for groups around leaders, or marks); `None` for fewer
/// than two.
pub fn spread_of(signatures: &Signatures, members: &[u32]) -> Option<GroupSpread> {
    if members.len() < 2 {
        return None;
    }
    let (kernel, mut tally) = (Kernel::best(), Tally::new());
    let Cross { max, sum } = by_width!(signatures, |words| {
        let mut words = select(words, members);
        // Equal signatures next to each other take no time.
        words.sort_unstable();
        kernel.pairs(&words, &mut tally)
    });
    let minimum = tally.histogram().0.iter().position(|&pairs| pairs > 0).unwrap_or(0);
    Some(GroupSpread {
        diameter: max,
        minimum: minimum as u8,
        mean: sum as f64 / pairs_of(members.len()) as f64,
    })
}

/// What the threads share.
struct Pass<'a, S> {
    kernel: Kernel,
    signatures: &'a [S],
    /// Where each distinct signature begins among them, and their end.
    starts: &'a [u32],
    progress: &'a Progress,
}

/// Result of one thread.
struct Partial {
    tally: Tally,
    charges: Vec<(u32, Cross)>,
}

impl<S: Signature> Pass<'_, S> {
    fn visit(&self, piece: &Rectangle, found: &mut Partial) {
        let start = |distinct: u32| self.starts[distinct as usize] as usize;
        let side =
            |distinct: &std::ops::Range<u32>| &self.signatures[start(distinct.start)..start(distinct.end)];
        let (left, right) = (side(&piece.left), side(&piece.right));
        let cross = self.kernel.cross_of_runs(left, right, &mut found.tally);
        found.charges.push((self.starts[piece.position as usize], cross));
        self.progress.advance((left.len() * right.len()) as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_million_equal_documents_are_measured_in_one_go() {
        // All pairs by the kernel would take half a minute.
        let signatures = Signatures::from(vec![7_u64; 1_000_000]);
        let documents: Vec<u32> = (0..1_000_000).collect();
        let tree = Dendrogram::build(&signatures, &documents, &Progress::new()).unwrap();
        let spread = Spread::measure(&tree, &signatures, &Progress::new()).unwrap();
        assert_eq!(spread.pairs().counts()[0], pairs_of(1_000_000));
    }
}
