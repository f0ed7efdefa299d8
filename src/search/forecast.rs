//! What a strategy costs at any number of signatures, if their bits are random: the formulas of the paper.

use super::design::Design;
use super::strategy::{Strategy, ball};
use super::table::directory_bits;
use crate::recipe::Bits;

/// What a strategy would cost for `n` random signatures. A corpus of real texts brings up more: near-duplicates
/// share blocks, and so do texts that share frequent words.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Forecast {
    /// Tables held.
    pub tables: u64,
    /// The fewest bits that lead a table: Manku's p. 0 without tables.
    pub lead_bits: u8,
    /// Bytes held beside the signatures: keys, positions, directories; or the set.
    pub bytes_raw: f64,
    /// The same with the keys as their differences (§3.2); without tables as `bytes_raw`.
    pub bytes_compressed: f64,
    /// Look-ups of one query.
    pub probes: f64,
    /// Signatures that they bring up: n / 2^p for each table.
    pub candidates: f64,
}

/// What a strategy would cost for `n` random signatures; `None` where it cannot work.
///
/// Source: Manku, Jain, Das Sarma, WWW 2007, §3.1 (tables, p and candidates) and §3.2 (differences).
///
/// ```
/// use simscope::recipe::Bits;
/// use simscope::search::{Strategy, forecast};
/// let paper = forecast(2_f64.powi(34), Bits::DEFAULT, 3, Strategy::Blocks).unwrap();
/// assert_eq!((paper.tables, paper.lead_bits, paper.candidates), (4, 16, 4.0 * 2_f64.powi(18)));
/// ```
pub fn forecast(n: f64, bits: Bits, k: u8, strategy: Strategy) -> Option<Forecast> {
    Design::new(strategy, bits, k).ok().map(|design| design.forecast(n))
}

impl Design {
    /// What it would cost for `n` random signatures.
    pub fn forecast(&self, n: f64) -> Forecast {
        let (bits, layouts) = (self.bits(), self.layouts());
        let word = if bits.is_wide() { 16.0 } else { 8.0 };
        let set = |probes: f64, candidates: f64, bytes: f64| Forecast {
            tables: 0,
            lead_bits: 0,
            bytes_raw: bytes,
            bytes_compressed: bytes,
            probes,
            candidates,
        };
        match self.strategy() {
            Strategy::Scan => return set(0.0, n, 0.0),
            Strategy::Combinations => {
                let ball = ball(bits, self.k()) as f64;
                let places = (n * 8.0 / 7.0).max(4.0).log2().ceil().exp2();
                let bytes = places * (2.0 * word + 1.0) + n * (word + 4.0 + position(n));
                return match ball > n {
                    // The set is walked through.
                    true => set(0.0, n, bytes),
                    false => set(ball, n * ball / f64::from(bits.get()).exp2(), bytes),
                };
            }
            _ => {}
        }
        let directory = |lead: u8| {
            let keys = if n < usize::MAX as f64 { n as usize } else { usize::MAX };
            4.0 * (f64::from(directory_bits(keys, lead)).exp2() + 1.0)
        };
        let tables = layouts.len() as f64;
        let directories: f64 = layouts.iter().map(|layout| directory(layout.lead_bits())).sum();
        let share: f64 = layouts.iter().map(|layout| (-f64::from(layout.lead_bits())).exp2()).sum();
        Forecast {
            tables: layouts.len() as u64,
            lead_bits: layouts.iter().map(|layout| layout.lead_bits()).min().unwrap_or(0),
            bytes_raw: tables * n * (word + position(n)) + directories,
            bytes_compressed: tables * n * (difference_bits(n, bits) / 8.0 + position(n)),
            probes: tables,
            candidates: n * share,
        }
    }
}

/// Bytes that say which signature a key is of.
fn position(n: f64) -> f64 {
    if n <= 2_f64.powi(32) { 4.0 } else { 5.0 }
}

/// Bits of a key among `n` sorted random ones, held as the place of the highest bit in which it differs from the
/// one before, in an ideal code, and the bits below that. A bit at depth t (0 = the most significant) is that place
/// for as many keys as there are, of the 2^t beginnings of t bits, that go on with both 0 and 1.
fn difference_bits(n: f64, bits: Bits) -> f64 {
    if n <= 1.0 {
        return bits.get().into();
    }
    let splits: Vec<f64> = (0..bits.get())
        .map(|depth| {
            let beginnings = f64::from(depth).exp2();
            let goes_on = -(-n / beginnings / 2.0).exp_m1();
            beginnings * goes_on * goes_on
        })
        .collect();
    // What does not split is a key that is there already: it takes the code alone.
    let all: f64 = splits.iter().sum::<f64>().max(n);
    let equal = all - splits.iter().sum::<f64>();
    let entropy = |count: f64| if count > 0.0 { count * (all / count).log2() } else { 0.0 };
    let coded: f64 = splits.iter().copied().map(entropy).sum::<f64>() + entropy(equal);
    let below: f64 =
        splits.iter().zip((0..bits.get()).rev()).map(|(count, below)| count * f64::from(below)).sum();
    (coded + below) / all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hamming::Signatures;
    use crate::progress::Progress;
    use crate::search::Neighbours;

    fn of(n: f64, strategy: Strategy) -> Forecast {
        forecast(n, Bits::DEFAULT, 3, strategy).unwrap()
    }

    #[test]
    fn the_figures_of_the_paper_come_out() {
        let n = 2_f64.powi(34);
        let six = of(n, Strategy::Tables { blocks: 6 });
        assert_eq!((six.tables, six.lead_bits, six.probes), (20, 31, 20.0));
        // 8 candidates at p = 31, 4 at 32, 2 at 33: between 20 × 2 and 20 × 8.
        assert!((40.0..160.0).contains(&six.candidates), "{six:?}");
        let nested = of(n, Strategy::Nested);
        assert_eq!((nested.tables, nested.lead_bits, nested.candidates), (16, 28, 16.0 * 64.0));
        assert_eq!(of(n, Strategy::Combinations).probes, 43_745.0);
        assert_eq!(of(n, Strategy::Scan).candidates, n);
        assert_eq!(forecast(n, Bits::DEFAULT, 64, Strategy::Blocks), None);
        // "the compressed size is about half" (§3.2), of the keys alone.
        let key = difference_bits(n, Bits::DEFAULT);
        assert!((30.0..36.0).contains(&key), "{key}");
    }

    #[test]
    fn plain_tables_hold_what_is_forecast() {
        let words: Vec<u64> = (1..=5_000_u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        let signatures = std::sync::Arc::new(Signatures::from(words));
        for strategy in [Strategy::Scan, Strategy::Blocks, Strategy::Nested, Strategy::Tables { blocks: 5 }] {
            let design = Design::new(strategy, Bits::DEFAULT, 3).unwrap();
            let forecast = design.forecast(5_000.0);
            let built = Neighbours::build(signatures.clone(), design, &Progress::new()).unwrap();
            assert_eq!(built.bytes() as f64, forecast.bytes_raw, "{strategy}");
        }
    }

    #[test]
    fn few_keys_of_many_bits_hardly_compress_and_many_of_few_bits_vanish() {
        assert_eq!(difference_bits(1.0, Bits::DEFAULT), 64.0);
        assert!(difference_bits(100.0, Bits::DEFAULT) > 55.0);
        assert!(difference_bits(1e9, Bits::new(8).unwrap()) < 0.01);
    }
}
