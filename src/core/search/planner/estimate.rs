//! What a design costs, by constants that were measured.

use super::{Planner, Purpose};
use crate::hamming::{Kernel, Signature, pairs_of};
use crate::search::design::Design;
use crate::search::join::{RUN, descent};
use crate::search::layout::{Layout, mask_of, single};
use crate::search::strategy::{Strategy, ball, binomial};

/// Estimated cost of a design.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// The strategy and its cut.
    pub design: Design,
    /// Expected look-ups: of one query, or for all pairs.
    pub probes: f64,
    /// Expected candidates: the signatures that one query is compared with, from the measured share of equal leading
    /// bits; or the pairs compared in a search of all pairs, which sorts each table into runs of some 32 keys only and
    /// compares every pair inside them.
    pub candidates: f64,
    /// Expected candidates if all bits were random and independent.
    pub uniform_candidates: f64,
    /// Bytes in addition to the signatures.
    pub bytes: f64,
    /// Seconds, from the constants of this module: the right order of magnitude, not exact.
    pub seconds: f64,
}

/// Nanoseconds on the machine of benches/README.md, rounded; only their ratios matter.
mod cost {
    /// Puts one of a million signatures into a table, roughly sorted, and reads it again; of ten times as many, each
    /// takes [`FARTHER`] more, as memory is farther away than the cache.
    pub(super) const PLACE: f64 = 12.0;
    pub(super) const FARTHER: f64 = 4.0;
    /// Divides a signature by the value of a block, in the cache; and what each value takes, however few have it.
    pub(super) const DIVIDE: f64 = 6.0;
    pub(super) const VALUE: f64 = 1.5;
    /// Looks at a pair within k that another choice of blocks has found already.
    pub(super) const AGAIN: f64 = 6.0;
    /// Finds equal signatures; for each signature.
    pub(super) const DISTINCT: f64 = 25.0;
    /// A look-up in a table in memory.
    pub(super) const PROBE: f64 = 150.0;
    /// A look-up in a hash set.
    pub(super) const SET_PROBE: f64 = 12.0;
    /// A distance, with each kernel.
    pub(super) const AVX512: f64 = 0.045;
    pub(super) const AVX2: f64 = 0.2;
    pub(super) const OTHER: f64 = 0.8;
}

/// Nanoseconds of a distance with the kernel of this machine.
pub(super) fn compare() -> f64 {
    match Kernel::best() {
        Kernel::Avx512 => cost::AVX512,
        Kernel::Avx2 => cost::AVX2,
        Kernel::Neon | Kernel::Portable => cost::OTHER,
    }
}

impl<S: Signature> Planner<S> {
    pub(super) fn estimate(&self, design: Design) -> Estimate {
        match self.purpose {
            Purpose::Queries => self.queries(design),
            Purpose::AllPairs { threads } => self.all_pairs(design, threads),
        }
    }

    /// The signatures that a query by combinations looks up, at most all.
    fn looked_up(&self) -> f64 {
        (ball(self.bits, self.k) as f64).min(self.n as f64)
    }

    fn queries(&self, design: Design) -> Estimate {
        let (n, ball) = (self.n as f64, self.looked_up());
        let share: f64 = design.layouts().iter().map(|layout| self.sample.share_equal(layout)).sum();
        let uniform: f64 =
            design.layouts().iter().map(|layout| 0.5_f64.powi(layout.lead_bits().into())).sum();
        let tables = design.layouts().len() as f64;
        let word = size_of::<S>() as f64;
        // For one query: look-ups, share of candidates, the same for random bits, bytes, nanoseconds.
        let (probes, share, uniform, bytes, nanoseconds) = match design.strategy() {
            Strategy::Scan => (0.0, 1.0, 1.0, 0.0, n * self.compare),
            Strategy::Combinations if ball >= n => (0.0, 1.0, 1.0, n * (2.0 * word + 17.0), n * self.compare),
            Strategy::Combinations => (ball, 0.0, 0.0, n * (2.0 * word + 17.0), ball * cost::SET_PROBE),
            _ => {
                let time = tables * cost::PROBE + share * n * self.compare;
                (tables, share, uniform, tables * n * (word + 4.5), time)
            }
        };
        Estimate {
            probes,
            candidates: share * n,
            uniform_candidates: uniform * n,
            bytes,
            seconds: nanoseconds * 1e-9,
            design,
        }
    }

    fn all_pairs(&self, design: Design, threads: usize) -> Estimate {
        // Tables hold each distinct signature once.
        let distinct = (self.n as f64 * self.sample.share_distinct()).round();
        let (n, ball) = (distinct, self.looked_up());
        let (all, every) = (pairs_of(distinct as usize) as f64, pairs_of(self.n) as f64);
        let word = size_of::<S>() as f64;
        let compared = |of: &dyn Fn(&Layout, u8) -> f64| {
            design.layouts().iter().map(|layout| of(layout, sorted_by(n, layout))).sum::<f64>() * all
        };
        // Look-ups, candidates, the same for random bits, and nanoseconds.
        let (probes, candidates, uniform, nanoseconds) = match design.strategy() {
            Strategy::Scan => (0.0, every, every, every * self.compare),
            Strategy::Combinations if ball >= n => (0.0, n * n, n * n, n * n * self.compare),
            Strategy::Combinations => (ball * n, 0.0, 0.0, n * ball * cost::SET_PROBE),
            _ if descent::fits(&design) => {
                let random = |width: &u8| 0.5_f64.powi((*width).into());
                let widths = design.cut().map_or(&[][..], |cut| cut.widths());
                let uniform: Vec<f64> = widths.iter().map(random).collect();
                let blocks =
                    design.cut().into_iter().flat_map(|cut| (0..cut.blocks()).map(|at| single(cut, at)));
                let equal: Vec<f64> = blocks.map(|layout| self.sample.share_equal(&layout)).collect();
                let cost = descent::forecast(&design, n, &equal);
                let again = self.found_again(&design) * cost::AGAIN;
                let uniform = descent::forecast(&design, n, &uniform).compared;
                let divided = cost.divided * cost::DIVIDE + cost.values * cost::VALUE;
                let time = divided + cost.compared * self.compare + again;
                (cost.divided, cost.compared, uniform, time)
            }
            _ => {
                let tables = design.layouts().len() as f64;
                let place = cost::PLACE + cost::FARTHER * (n / 1e6).max(1.0).log10();
                let again = self.found_again(&design) * cost::AGAIN;
                let candidates = compared(&|layout, bits| self.sample.share_equal_in(layout, bits));
                let uniform = compared(&|_, bits| 0.5_f64.powi(bits.into()));
                // Runs that are too long are sorted further, up to the end of the leading bits.
                let share: f64 = design.layouts().iter().map(|layout| self.sample.share_equal(layout)).sum();
                let compared = share * all + tables * n * RUN as f64 / 2.0;
                let time = tables * n * place + compared * self.compare + again;
                (tables * n, candidates, uniform, time)
            }
        };
        let collapse = if design.strategy() == Strategy::Scan { 0.0 } else { self.n as f64 * cost::DISTINCT };
        let seconds = (collapse + nanoseconds) * 1e-9 / threads.max(1) as f64;
        let bytes = match design.strategy() {
            Strategy::Scan => 0.0,
            Strategy::Combinations => n * (2.0 * word + 17.0),
            // Tables are built one at a time.
            _ => n * (2.0 * word + 24.0),
        };
        Estimate { design, probes, candidates, uniform_candidates: uniform, bytes, seconds }
    }

    /// How often pairs within k are found, by the differences of those in the sample: once in each table that brings them
    /// together.
    fn found_again(&self, design: &Design) -> f64 {
        let Some(cut) = design.cut() else { return 0.0 };
        let blocks: Vec<u128> = (0..cut.blocks()).map(|block| mask_of(&cut.range(block))).collect();
        let chosen = cut.blocks().saturating_sub(design.k());
        let found = self.near.iter().map(|&difference| match design.strategy() {
            Strategy::Nested => {
                design.layouts().iter().filter(|layout| layout.agrees(difference.into())).count() as f64
            }
            // One table for each choice of blocks.
            _ => {
                let equal = blocks.iter().filter(|&block| difference.into() & block == 0).count();
                binomial(equal as u8, chosen) as f64
            }
        });
        found.sum::<f64>() * self.each_near
    }
}

/// The leading bits by which a search of all pairs sorts a table of n signatures.
fn sorted_by(n: f64, layout: &Layout) -> u8 {
    let runs = (n as usize / RUN).max(1).next_power_of_two();
    (runs.trailing_zeros() as u8).min(layout.lead_bits())
}
