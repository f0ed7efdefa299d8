//! How far the tree of a large corpus can be built, and in what steps.

use super::dendrogram::Dendrogram;
use super::prim;
use super::vertices::Vertices;
use crate::hamming::{Kernel, Signatures, pairs_of};
use crate::progress::Progress;
use crate::recipe::Bits;
use crate::search::{Design, Plan, Purpose, Strategy, plan};
use std::time::Instant;

/// How much work a tree may be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effort {
    /// Up to so many distinct signatures, all pairs are compared and the tree is whole.
    pub compared: usize,
    /// The first groups are wanted within so many seconds.
    pub first: f64,
    /// Seconds in all.
    pub seconds: f64,
}

impl Effort {
    /// Half a million signatures are compared in about three seconds with AVX-512, and a tree of all k has no equal; from
    /// there on the time grows with the square. A minute is what one waits for a tool that shows something meanwhile.
    pub const DEFAULT: Self = Self { compared: 500_000, first: 2.0, seconds: 60.0 };
}

/// The k's to go through: below 3 nothing is saved, and from there on two more bits take three to ten times as long.
const LADDER: [u8; 14] = [0, 3, 6, 8, 10, 12, 14, 16, 18, 20, 24, 28, 32, 40];

/// Seconds for work of one thread; right in order, not to the digit.
mod cost {
    /// To compare a pair while the tree grows, with each kernel (`cargo bench --bench dendrogram`), and of 128 bits.
    pub(super) const AVX512: f64 = 0.065e-9;
    pub(super) const AVX2: f64 = 0.3e-9;
    pub(super) const OTHER: f64 = 1.5e-9;
    pub(super) const WIDE: f64 = 2.2;
    /// To take in a pair that was found.
    pub(super) const PAIR: f64 = 40e-9;
    /// To order a vertex, and what hangs on it.
    pub(super) const VERTEX: f64 = 300e-9;
}

/// A larger tree, and what it is expected to take.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Up to which k the tree will be exact: 128 when it is whole.
    pub k: u8,
    /// Seconds, as planned.
    pub seconds: f64,
    /// How the pairs are searched; `None` to compare them all.
    design: Option<Design>,
}

/// A tree that is built step by step, each exact up to a larger k, as far as time allows.
pub struct Growth<'a> {
    documents: &'a [u32],
    bits: Bits,
    vertices: Vertices,
    threads: usize,
    /// How much longer steps have taken than planned; at least 1.
    slowness: f64,
}

impl Step {
    /// Whether pairs are searched, rather than all compared.
    pub fn is_search(&self) -> bool {
        self.design.is_some()
    }
}

impl<'a> Growth<'a> {
    /// Of these documents (indices into `signatures`, ascending), on all threads.
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
        // More threads than two are of no use to it.
        let compared = pairs_of(self.vertices()) as f64 * pair / self.threads.clamp(1, 2) as f64;
        // What made searches slow may have been the data, which does not slow this; or others who want the
        // processors, and then one thread is left of two.
        let seconds = (compared + self.ordering()) * self.slowness.min(2.0);
        Step { k: super::dendrogram::WHOLE, seconds, design: None }
    }

    /// The tree up to k, by the quickest search; the whole tree where no search but comparing fits.
    pub fn within(&self, k: u8) -> Step {
        let purpose = Purpose::AllPairs { threads: self.threads };
        let plan = plan(&self.vertices.signatures, self.bits, k, purpose);
        let Some((design, seconds)) = quickest(&plan) else {
            return self.whole();
        };
        let taking_in = plan.expected_pairs * cost::PAIR;
        let seconds = (seconds + taking_in + self.ordering()) * self.slowness;
        Step { k, seconds, design: Some(design) }
    }

    fn ordering(&self) -> f64 {
        (self.vertices() + self.documents.len()) as f64 * cost::VERTEX
    }

    /// The next step from a tree that is exact up to `known`; the caller decides by its seconds whether to take it.
    /// From nothing (`None`) it is a small one, with which there is something to see. With `left` seconds to spend, the
    /// whole tree is preferred where it fits into them and the search would take a good part of that time. `None`
    /// when there is nothing left to find.
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

    /// The tree up to this k at least, as quickly as can be.
    pub fn at_least(&self, k: u8, effort: &Effort) -> Step {
        let whole = self.whole();
        if self.vertices() <= effort.compared || k >= self.bits.get() {
            return whole;
        }
        let step = self.within(k);
        if whole.seconds <= step.seconds { whole } else { step }
    }

    /// The tree up to the largest k that takes no more than the effort; whole where that is possible, with time left
    /// to measure all pairs, which takes about as long again.
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

    /// Takes a step; what a smaller tree of the same documents shows is not found again. `None` when cancelled. Advances
    /// by pairs compared, or as the search does.
    pub fn take(
        &mut self,
        step: &Step,
        known: Option<&Dendrogram>,
        progress: &Progress,
    ) -> Option<Dendrogram> {
        let since = Instant::now();
        let Some(design) = &step.design else {
            let (kernel, threads) = (Kernel::best(), self.threads.min(prim::threads()));
            return Dendrogram::compared(kernel, threads, &self.vertices, self.documents, progress);
        };
        let tree = Dendrogram::searched(&self.vertices, self.documents, known, design, progress)?;
        // The plan knows neither what lies between the signatures of its sample nor who else is computing.
        let ratio = since.elapsed().as_secs_f64() / step.seconds.max(0.1);
        self.slowness = (self.slowness * ratio).clamp(1.0, 10.0);
        Some(tree)
    }
}

/// The quickest search that is no plain comparison, and its seconds.
fn quickest(plan: &Plan) -> Option<(Design, f64)> {
    let searches = plan.estimates.iter().filter(|estimate| estimate.design.strategy() != Strategy::Scan);
    searches.min_by(|a, b| a.seconds.total_cmp(&b.seconds)).map(|best| (best.design.clone(), best.seconds))
}
