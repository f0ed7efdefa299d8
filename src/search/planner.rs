//! Chooses a strategy and its cut: costs are estimated from the number of signatures, k, and a sample of the
//! data.

use super::design::Design;
use super::join::RUN;
use super::layout::Layout;
use super::sample::Sample;
use super::strategy::{Strategy, ball};
use crate::hamming::{Kernel, Signature, Signatures, pairs_of};
use crate::recipe::Bits;

/// What the search is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// All pairs within k, once, on `threads` threads.
    AllPairs {
        /// Threads.
        threads: usize,
    },
    /// Many queries, one at a time, of signatures held ready.
    Queries,
}

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

/// The designs that fit, and the one to use.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Number of signatures.
    pub n: usize,
    /// What the search is for.
    pub purpose: Purpose,
    /// All that fit, the quickest first.
    pub estimates: Vec<Estimate>,
    /// Which of them to use.
    pub chosen: usize,
    /// Why that one.
    pub reason: Reason,
    /// Expected pairs of distinct signatures within k; 0 if the sample shows too few for an estimate.
    pub expected_pairs: f64,
    /// Distinct signatures in the sample.
    pub sampled: usize,
    /// The block of the even cut whose values repeat most, if clearly more often than random ones.
    pub skew: Option<Skew>,
}

/// Why the planner chose a design.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// It is the quickest.
    Quickest,
    /// Tables would hold all pairs in memory, and too many are expected; a scan passes them on.
    TooManyPairs,
    /// It has the fewest tables among the designs with quick queries.
    FewestTables,
    /// At this width and k no block can stay whole.
    NoTables,
}

/// A block whose values repeat more often than random ones.
#[derive(Debug, Clone, PartialEq)]
pub struct Skew {
    /// Its bits; bit 0 is the least significant.
    pub bits: std::ops::Range<u8>,
    /// How much more often two signatures are equal there than with random bits.
    pub factor: f64,
}

/// Nanoseconds on the machine of docs/PERFORMANCE.md, rounded; only their ratios matter.
mod cost {
    /// Puts a signature into a table, roughly sorted, and reads it again.
    pub(super) const PLACE: f64 = 12.0;
    /// Finds equal signatures; for each signature.
    pub(super) const DISTINCT: f64 = 25.0;
    /// A look-up in a table in memory.
    pub(super) const PROBE: f64 = 150.0;
    /// A look-up in a hash set.
    pub(super) const SET_PROBE: f64 = 12.0;
    /// A distance, with each kernel.
    pub(super) const AVX512: f64 = 0.08;
    pub(super) const AVX2: f64 = 0.5;
    pub(super) const OTHER: f64 = 1.5;
}

/// Largest size of the sample.
const SAMPLED: usize = 1 << 14;
/// Fewer pairs in a sample may be chance.
const SEEN: f64 = 64.0;
/// Above this many pairs a scan is preferred if it takes at most [`BEARABLE`] seconds.
const MOST_PAIRS: f64 = 2e8;
/// Seconds.
const BEARABLE: f64 = 60.0;
/// Above this many pairs a scan is always preferred.
const TOO_MANY_PAIRS: f64 = 2e9;
/// A query of at most this many seconds is quick enough; then memory decides.
const QUICK: f64 = 20e-6;
/// Factor from which a block is called skewed.
const SKEWED: f64 = 4.0;

/// Estimates all strategies that fit, and chooses one.
///
/// The number of candidates depends on how often leading bits are equal. That is measured on up to 16,384
/// distinct signatures, for each table of each design, and never assumed to be less than for random bits.
/// Beside the even cut, a cut into blocks of even entropy is tried if bits are not random.
pub fn plan(signatures: &Signatures, bits: Bits, k: u8, purpose: Purpose) -> Plan {
    match signatures {
        Signatures::Narrow(words) => Planner::new(words, bits, k, purpose).plan(),
        Signatures::Wide(words) => Planner::new(words, bits, k, purpose).plan(),
    }
}

impl Plan {
    /// The chosen design.
    pub fn design(&self) -> &Design {
        &self.estimates[self.chosen].design
    }

    /// The estimate of the chosen design.
    pub fn estimate(&self) -> &Estimate {
        &self.estimates[self.chosen]
    }
}

struct Planner<S> {
    n: usize,
    bits: Bits,
    k: u8,
    purpose: Purpose,
    sample: Sample<S>,
    compare: f64,
}

impl<S: Signature> Planner<S> {
    fn new(words: &[S], bits: Bits, k: u8, purpose: Purpose) -> Self {
        let compare = match Kernel::best() {
            Kernel::Avx512 => cost::AVX512,
            Kernel::Avx2 => cost::AVX2,
            Kernel::Neon | Kernel::Portable => cost::OTHER,
        };
        Self { n: words.len(), bits, k, purpose, sample: Sample::of(words, bits, SAMPLED), compare }
    }

    fn plan(self) -> Plan {
        let skew = self.skew();
        let mut estimates: Vec<Estimate> =
            self.designs(skew.is_some()).into_iter().map(|design| self.estimate(design)).collect();
        estimates.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
        let expected_pairs = self.expected_pairs();
        let (chosen, reason) = self.choose(&estimates, expected_pairs);
        Plan {
            n: self.n,
            purpose: self.purpose,
            estimates,
            chosen,
            reason,
            expected_pairs,
            sampled: self.sample.len(),
            skew,
        }
    }

    fn choose(&self, estimates: &[Estimate], expected_pairs: f64) -> (usize, Reason) {
        let scan =
            estimates.iter().position(|estimate| estimate.design.strategy() == Strategy::Scan).unwrap_or(0);
        if estimates.iter().all(|estimate| estimate.design.layouts().is_empty()) {
            return (scan, Reason::NoTables);
        }
        match self.purpose {
            Purpose::AllPairs { .. }
                if expected_pairs > TOO_MANY_PAIRS
                    || expected_pairs > MOST_PAIRS && estimates[scan].seconds < BEARABLE =>
            {
                (scan, Reason::TooManyPairs)
            }
            Purpose::AllPairs { .. } => (0, Reason::Quickest),
            Purpose::Queries => {
                let quick = estimates.iter().enumerate().filter(|(_, estimate)| estimate.seconds <= QUICK);
                match quick.min_by(|(_, a), (_, b)| a.bytes.total_cmp(&b.bytes)) {
                    Some((chosen, _)) => (chosen, Reason::FewestTables),
                    None => (0, Reason::Quickest),
                }
            }
        }
    }

    /// Pairs of distinct signatures, which is what tables hold in memory. 0 if the sample shows too few for an
    /// estimate.
    fn expected_pairs(&self) -> f64 {
        let (seen, of) = self.sample.pairs_within(self.k);
        let distinct = self.n as f64 * self.sample.share_distinct();
        // A sample of all signatures is exact.
        let is_told = seen as f64 >= SEEN || self.n <= SAMPLED;
        if is_told { seen as f64 / of.max(1) as f64 * distinct * distinct / 2.0 } else { 0.0 }
    }

    /// All strategies that fit, cut evenly, and with skewed bits also by entropy. Compressed tables are not
    /// proposed: they save memory, and only the user knows whether it is short.
    fn designs(&self, is_skewed: bool) -> Vec<Design> {
        /// Designs with more tables are never worth their memory.
        const MOST: u64 = 128;
        let more = |by: u8| Strategy::Tables { blocks: self.k.saturating_add(by) };
        let all = [
            Strategy::Scan,
            Strategy::Combinations,
            Strategy::Blocks,
            more(2),
            more(3),
            more(4),
            Strategy::Nested,
        ];
        let mut designs = Vec::new();
        for strategy in all.into_iter().filter(|strategy| strategy.tables(self.k) <= MOST) {
            designs.extend(Design::new(strategy, self.bits, self.k));
            let blocks = strategy.blocks(self.k);
            if is_skewed && blocks > 1 && blocks <= self.bits.get() {
                let widths = self.sample.even_entropy(blocks);
                let balanced = Design::of_widths(strategy, self.bits, self.k, &widths).ok();
                designs.extend(balanced.filter(|design| !designs.contains(design)));
            }
        }
        designs
    }

    fn estimate(&self, design: Design) -> Estimate {
        let (n, all) = (self.n as f64, pairs_of(self.n) as f64);
        let share: f64 = design.layouts().iter().map(|layout| self.sample.share_equal(layout)).sum();
        let uniform: f64 =
            design.layouts().iter().map(|layout| 0.5_f64.powi(layout.lead_bits().into())).sum();
        let tables = design.layouts().len() as f64;
        let word = size_of::<S>() as f64;
        let ball = (ball(self.bits, self.k) as f64).min(n);
        let is_walked = ball >= n;
        // For one query: look-ups, share of candidates, the same for random bits, bytes, nanoseconds.
        let (probes, share, uniform, bytes, nanoseconds) = match design.strategy() {
            Strategy::Scan => (0.0, 1.0, 1.0, 0.0, n * self.compare),
            Strategy::Combinations if is_walked => (0.0, 1.0, 1.0, n * (2.0 * word + 17.0), n * self.compare),
            Strategy::Combinations => (ball, 0.0, 0.0, n * (2.0 * word + 17.0), ball * cost::SET_PROBE),
            _ => {
                let time = tables * cost::PROBE + share * n * self.compare;
                (tables, share, uniform, tables * n * (word + 4.5), time)
            }
        };
        match self.purpose {
            Purpose::Queries => Estimate {
                probes,
                candidates: share * n,
                uniform_candidates: uniform * n,
                bytes,
                seconds: nanoseconds * 1e-9,
                design,
            },
            Purpose::AllPairs { threads } => {
                let total = match design.strategy() {
                    Strategy::Scan => all * self.compare,
                    Strategy::Combinations => n * (cost::DISTINCT + nanoseconds),
                    _ => n * (cost::DISTINCT + tables * cost::PLACE) + share * all * self.compare,
                };
                let compared = |of: &dyn Fn(&Layout, u8) -> f64| match design.layouts() {
                    [] => share * all,
                    layouts => {
                        layouts.iter().map(|layout| of(layout, self.sorted_by(layout))).sum::<f64>() * all
                    }
                };
                Estimate {
                    probes: probes * n,
                    candidates: compared(&|layout, bits| self.sample.share_equal_in(layout, bits)),
                    uniform_candidates: compared(&|_, bits| 0.5_f64.powi(bits.into())),
                    // Tables are built one at a time.
                    bytes: if design.layouts().is_empty() { bytes } else { n * (2.0 * word + 24.0) },
                    seconds: total * 1e-9 / threads.max(1) as f64,
                    design,
                }
            }
        }
    }

    /// The leading bits by which a search of all pairs sorts a table.
    fn sorted_by(&self, layout: &Layout) -> u8 {
        let runs = (self.n / RUN).max(1).next_power_of_two();
        (runs.trailing_zeros() as u8).min(layout.lead_bits())
    }

    /// Related documents share blocks, but each block equally often: so the block that repeats most is compared
    /// with the one that repeats least.
    fn skew(&self) -> Option<Skew> {
        let plain = Design::new(Strategy::Blocks, self.bits, self.k).ok()?;
        let share = |layout: &Layout| self.sample.share_equal(layout);
        let least = plain.layouts().iter().map(share).fold(1.0, f64::min);
        let worst = plain.layouts().iter().max_by(|a, b| share(a).total_cmp(&share(b)))?;
        let more = share(worst) - least;
        let factor = 1.0 + more * 2_f64.powi(worst.lead_bits().into());
        let is_seen = more * pairs_of(self.sample.len()) as f64 >= SEEN;
        (is_seen && factor >= SKEWED).then(|| Skew { bits: worst.leading()[0].clone(), factor })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mixed(n: u64) -> Vec<u64> {
        // The finaliser of SplitMix64.
        let mix = |i: u64| {
            let z = i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ z >> 31
        };
        (1..=n).map(mix).collect()
    }

    fn all_pairs(words: Vec<u64>, k: u8) -> Plan {
        plan(&Signatures::from(words), Bits::DEFAULT, k, Purpose::AllPairs { threads: 1 })
    }

    #[test]
    fn a_hundred_signatures_are_compared_and_a_million_put_into_tables() {
        assert_eq!(all_pairs(mixed(100), 3).design().strategy(), Strategy::Scan);
        let plan = all_pairs(mixed(1_000_000), 3);
        assert_eq!(plan.design().strategy(), Strategy::Blocks);
        assert_eq!(plan.reason, Reason::Quickest);
        assert_eq!(plan.skew, None);
        let estimate = plan.estimate();
        assert!((estimate.candidates / estimate.uniform_candidates - 1.0).abs() < 0.1, "{estimate:?}");
    }

    #[test]
    fn a_block_that_never_changes_is_seen_and_cut_around() {
        // The upper 22 bits are the same in all signatures.
        let words: Vec<u64> = mixed(200_000).iter().map(|word| word >> 22).collect();
        let plan = all_pairs(words, 3);
        let skew = plan.skew.clone().unwrap();
        assert_eq!(skew.bits, 48..64);
        assert!(skew.factor > 60_000.0);
        let even = Design::new(Strategy::Blocks, Bits::DEFAULT, 3).unwrap();
        let blocks = |design: &Design| {
            plan.estimates.iter().find(|estimate| estimate.design == *design).unwrap().seconds
        };
        assert!(plan.estimate().seconds < blocks(&even) / 10.0);
        assert!(plan.design().cut().unwrap().widths()[0] > 22, "{:?}", plan.design().cut());
    }

    #[test]
    fn more_pairs_than_memory_holds_are_handed_over_as_they_are_found() {
        let plan = all_pairs(mixed(100_000), 30);
        assert_eq!((plan.reason, plan.design().strategy()), (Reason::TooManyPairs, Strategy::Scan));
        assert!(plan.expected_pairs > 1e9);
    }

    #[test]
    fn a_k_that_no_block_survives_leaves_only_comparing() {
        let plan = all_pairs(mixed(1000), 64);
        assert_eq!((plan.reason, plan.design().strategy()), (Reason::NoTables, Strategy::Scan));
    }

    #[test]
    fn nothing_and_one_signature_have_a_plan() {
        for words in [vec![], mixed(1)] {
            let plan = all_pairs(words, 3);
            assert_eq!((plan.expected_pairs, plan.estimate().candidates), (0.0, 0.0));
        }
    }

    #[test]
    fn many_copies_of_one_signature_do_not_make_all_pairs_be_compared() {
        let mut words = mixed(300_000);
        words[..25_000].fill(7);
        let plan = all_pairs(words, 3);
        assert_eq!((plan.reason, plan.design().strategy()), (Reason::Quickest, Strategy::Blocks));
    }

    #[test]
    fn queries_get_the_fewest_tables_that_are_quick() {
        let plan = plan(&Signatures::from(mixed(1_000_000)), Bits::DEFAULT, 3, Purpose::Queries);
        assert_eq!((plan.reason, plan.design().strategy()), (Reason::FewestTables, Strategy::Blocks));
        assert_eq!(plan.estimate().probes, 4.0);
    }
}
