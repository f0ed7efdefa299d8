//! How far the tree of a large corpus is built, and in which steps.

use super::dendrogram::Dendrogram;
use super::threads;
use super::vertices::Vertices;
use crate::hamming::{Kernel, Signatures, pairs_of};
use crate::progress::Progress;
use crate::recipe::Bits;
use crate::search::{Design, Plan, Purpose, Strategy, plan};
use std::time::Instant;

/// Limits of the work on a tree.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effort {
    /// Up to this many distinct signatures all pairs are compared, so that the tree is whole.
    pub compared: usize,
    /// Seconds until the first groups.
    pub first: f64,
    /// Seconds in total.
    pub seconds: f64,
}

impl Effort {
    /// With AVX-512 half a million signatures are compared in two or three seconds, and a whole tree is the best
    /// result; above that the time grows with the square. A minute is a bearable wait while something is shown.
    pub const DEFAULT: Self = Self { compared: 500_000, first: 2.0, seconds: 60.0 };
}

/// The steps of k: below 3 a smaller k saves nothing; above, two more bits take three to ten times as long.
const LADDER: [u8; 14] = [0, 3, 6, 8, 10, 12, 14, 16, 18, 20, 24, 28, 32, 40];

/// Seconds of one thread; the right order of magnitude, not exact.
mod cost {
    /// To compare a pair for the whole tree, with each kernel (`cargo bench --bench dendrogram`), and of 128 bits.
    pub(super) const AVX512: f64 = 0.04e-9;
    pub(super) const AVX2: f64 = 0.25e-9;
    pub(super) const OTHER: f64 = 1.2e-9;
    pub(super) const WIDE: f64 = 2.2;
    /// Takes in one pair that was found.
    pub(super) const PAIR: f64 = 40e-9;
    /// Orders one vertex.
    pub(super) const VERTEX: f64 = 300e-9;
}

/// The next larger tree, and its expected time.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Up to which k the tree will be exact: 128 when it is whole.
    pub k: u8,
    /// Expected seconds.
    pub seconds: f64,
    /// How pairs are searched; `None` to compare all.
    design: Option<Design>,
}

/// Builds a tree in steps, each exact up to a larger k, as far as time allows.
pub struct Growth<'a> {
    documents: &'a [u32],
    bits: Bits,
    vertices: Vertices,
    threads: usize,
    /// Ratio of measured to expected time of the steps so far; at least 1.
    slowness: f64,
}

impl Step {
    /// Whether pairs are searched rather than all compared.
    pub fn is_search(&self) -> bool {
        self.design.is_some()
    }
}

impl<'a> Growth<'a> {
    /// For these documents (indices into `signatures`, ascending), on all threads.
    pub fn of(signatures: &Signatures, documents: &'a [u32], bits: Bits) -> Self {
        let threads = rayon::current_num_threads();
        Self { documents, bits, vertices: Vertices::of(signatures, documents), threads, slowness: 1.0 }
    }

    /// Distinct signatures.
    pub fn vertices(&self) -> usize {
        self.vertices.len()
    }

    /// The whole tree, from all pairs.
    pub fn whole(&self) -> Step {
        let pair = match Kernel::best() {
            Kernel::Avx512 => cost::AVX512,
            Kernel::Avx2 => cost::AVX2,
            Kernel::Neon | Kernel::Portable => cost::OTHER,
        };
        let pair = if self.bits.is_wide() { pair * cost::WIDE } else { pair };
        let compared = pairs_of(self.vertices()) as f64 * pair / self.threads.max(1) as f64;
        // Slow searches may be due to the data, which does not slow this down, or to other processes, which
        // leave it one thread instead of two.
        let seconds = (compared + self.ordering()) * self.slowness.min(2.0);
        Step { k: super::dendrogram::WHOLE, seconds, design: None }
    }

    /// The tree up to k by the quickest search; the whole tree if no search fits.
    pub fn within(&self, k: u8) -> Step {
        let plan = plan(&self.vertices.signatures, self.bits, k, Purpose::AllPairs { threads: self.threads });
        let Some((design, seconds)) = quickest(&plan) else { return self.whole() };
        let taking_in = plan.expected_pairs * cost::PAIR;
        let seconds = (seconds + taking_in + self.ordering()) * self.slowness;
        Step { k, seconds, design: Some(design) }
    }

    fn ordering(&self) -> f64 {
        (self.vertices() + self.documents.len()) as f64 * cost::VERTEX
    }

    /// The next step after a tree that is exact up to `known`; the caller checks its seconds. After `None` it
    /// is a small step, so that something shows early. With `left` seconds the whole tree is preferred if it
    /// fits into them and the search would take a good part of them. `None` when the tree is whole.
    pub fn next(&self, known: Option<u8>, effort: &Effort, left: f64) -> Option<Step> {
        let whole = self.whole();
        if known.is_some_and(|known| known >= self.bits.get()) {
            return None;
        }
        if self.vertices() <= effort.compared {
            return Some(whole);
        }
        let Some(known) = known else {
            let step = self.within(LADDER[1]);
            return Some(if step.seconds > effort.first { self.within(LADDER[0]) } else { step });
        };
        let Some(k) = LADDER.into_iter().find(|&k| k > known && k < self.bits.get()) else {
            return Some(whole);
        };
        let step = self.within(k);
        let is_worth_it = whole.seconds <= left && step.seconds > whole.seconds / 2.0;
        Some(if whole.seconds <= step.seconds || is_worth_it { whole } else { step })
    }

    /// The tree up to at least this k, in the least time.
    pub fn at_least(&self, k: u8, effort: &Effort) -> Step {
        let whole = self.whole();
        if self.vertices() <= effort.compared || k >= self.bits.get() {
            return whole;
        }
        let step = self.within(k);
        if whole.seconds <= step.seconds { whole } else { step }
    }

    /// The tree up to the largest k within the effort; the whole tree if there is time for it and for measuring
    /// all its pairs, which takes about as long again.
    pub fn farthest(&self, effort: &Effort) -> Step {
        let whole = self.whole();
        if self.vertices() <= effort.compared || 2.0 * whole.seconds <= effort.seconds {
            return whole;
        }
        let mut farthest = self.within(LADDER[0]);
        for k in LADDER.into_iter().skip(1).filter(|&k| k < self.bits.get()) {
            let step = self.within(k);
            if step.design.is_none() || step.seconds > effort.seconds {
                break;
            }
            farthest = step;
        }
        farthest
    }

    /// Runs a step. Pairs known from a smaller tree of the same documents are not searched again. `None` when
    /// cancelled. Advances by pairs compared, or as the search does.
    pub fn take(&mut self, step: &Step, old: Option<&Dendrogram>, progress: &Progress) -> Option<Dendrogram> {
        let since = Instant::now();
        let Some(design) = &step.design else {
            let (kernel, threads) = (Kernel::best(), self.threads.min(threads::available()));
            return Dendrogram::compared(kernel, threads, &self.vertices, self.documents, progress);
        };
        let tree = Dendrogram::searched(&self.vertices, self.documents, old, design, progress)?;
        // The estimate does not know signatures outside its sample, or other processes.
        let ratio = since.elapsed().as_secs_f64() / step.seconds.max(0.1);
        self.slowness = (self.slowness * ratio).clamp(1.0, 10.0);
        Some(tree)
    }
}

/// The quickest design other than the scan, and its seconds.
fn quickest(plan: &Plan) -> Option<(Design, f64)> {
    let searches = plan.estimates.iter().filter(|estimate| estimate.design.strategy() != Strategy::Scan);
    searches.min_by(|a, b| a.seconds.total_cmp(&b.seconds)).map(|best| (best.design.clone(), best.seconds))
}
