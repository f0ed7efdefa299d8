//! Chooses a strategy and its cut: costs are estimated from the number of signatures, k, and a sample of the
//! data.

mod estimate;

use super::design::Design;
use super::layout::Layout;
use super::sample::Sample;
use super::strategy::{MOST_TABLES, Strategy};
use crate::hamming::{Signature, Signatures, by_width, pairs_of};
use crate::recipe::Bits;
pub use estimate::Estimate;

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
    by_width!(signatures, |words| Planner::new(words, bits, k, purpose).plan())
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
    /// The differences of pairs within k in the sample, and how many pairs each stands for.
    near: Vec<S>,
    each_near: f64,
}

impl<S: Signature> Planner<S> {
    fn new(words: &[S], bits: Bits, k: u8, purpose: Purpose) -> Self {
        let sample = Sample::of(words, bits, SAMPLED);
        let (near, of) = sample.differences_within(k);
        let distinct = words.len() as f64 * sample.share_distinct();
        let each_near = distinct * distinct / 2.0 / of.max(1) as f64;
        Self { n: words.len(), bits, k, purpose, sample, compare: estimate::compare(), near, each_near }
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
        // Queries hold all tables at once; a search of all pairs has one at a time, or none.
        let most = if self.purpose == Purpose::Queries { 128 } else { MOST_TABLES };
        let more = (2..=6).map(|by: u8| Strategy::Tables { blocks: self.k.saturating_add(by) });
        let all = [Strategy::Scan, Strategy::Combinations, Strategy::Blocks, Strategy::Nested];
        let mut designs = Vec::new();
        for strategy in all.into_iter().chain(more).filter(|strategy| strategy.tables(self.k) <= most) {
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

    /// The finaliser of SplitMix64.
    fn mixed_one(i: u64) -> u64 {
        let z = i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn mixed(n: u64) -> Vec<u64> {
        (1..=n).map(mixed_one).collect()
    }

    fn all_pairs(words: Vec<u64>, k: u8) -> Plan {
        plan(&Signatures::from(words), Bits::DEFAULT, k, Purpose::AllPairs { threads: 1 })
    }

    #[test]
    fn a_hundred_signatures_are_compared_and_a_million_put_into_tables() {
        assert_eq!(all_pairs(mixed(100), 3).design().strategy(), Strategy::Scan);
        let plan = all_pairs(mixed(1_000_000), 3);
        // Which tables is a matter of the kernel's speed.
        assert!(!matches!(plan.design().strategy(), Strategy::Scan), "{:?}", plan.design().strategy());
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
    fn tables_that_find_the_same_pairs_again_and_again_are_not_chosen() {
        // Eight signatures around each of 40,000, up to four bits away from it: equal in many blocks.
        let near =
            |i: u64, word: u64| (0..4).fold(word, |word, bit| word ^ 1 << (mixed_one(i * 4 + bit) % 64));
        let words =
            mixed(40_000).into_iter().flat_map(|word| (0..8).map(move |i| near(word % 1_000_003 + i, word)));
        let plan = all_pairs(words.collect(), 8);
        let again = |strategy: Strategy| {
            let estimate =
                plan.estimates.iter().find(|estimate| estimate.design.strategy() == strategy).unwrap();
            estimate.seconds
        };
        assert!(again(Strategy::Nested) > 1.2 * plan.estimate().seconds);
        assert_ne!(plan.design().strategy(), Strategy::Nested);
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
