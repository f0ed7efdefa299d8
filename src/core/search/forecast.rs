//! The size and cost of tables for any number of random signatures.

use super::compressed::expected_bits;
use super::design::Design;

/// Estimate of the tables for n random signatures, by formula.
///
/// Manku, Jain, Das Sarma (WWW 2007, §3.1) trade tables against candidates in this way: a look-up in a table
/// led by p bits yields n / 2^p of n random signatures. The measured number differs if bits are not random; see
/// [`super::plan`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Forecast {
    /// Number of tables.
    pub tables: u64,
    /// Fewest leading bits of a table: p.
    pub lead_bits: u8,
    /// Look-ups a query.
    pub probes: f64,
    /// Candidates a query: Σ n / 2^p over the tables.
    pub candidates: f64,
    /// Bytes of plain tables: a word and a position for each key, in every table.
    pub bytes: f64,
    /// Bytes of compressed tables as [`super::Neighbours`] holds them: compressed keys ([`expected_bits`] each) in every table,
    /// and one position for each signature.
    pub compressed_bytes: f64,
}

/// The forecast for a design; `None` if it has no tables.
pub fn forecast(design: &Design, n: f64) -> Option<Forecast> {
    let layouts = design.layouts();
    let lead_bits = layouts.iter().map(|layout| layout.lead_bits()).min()?;
    let tables = layouts.len() as f64;
    let word = if design.bits().is_wide() { 16.0 } else { 8.0 };
    let position = f64::from(bytes_of_position(n));
    let compressed = n * expected_bits(n, design.bits()) / 8.0;
    Some(Forecast {
        tables: layouts.len() as u64,
        lead_bits,
        probes: tables,
        candidates: layouts.iter().map(|layout| n * 0.5_f64.powi(layout.lead_bits().into())).sum(),
        bytes: tables * n * (word + position),
        compressed_bytes: tables * compressed + n * position,
    })
}

/// Bytes that can number n signatures; at least the 4 used here.
fn bytes_of_position(n: f64) -> u32 {
    let mut bytes = 4;
    while n > 2_f64.powi(8 * bytes) {
        bytes += 1;
    }
    bytes as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::Bits;
    use crate::search::Strategy;

    fn of(strategy: &str, n: f64) -> Forecast {
        let design = Design::new(strategy.parse::<Strategy>().unwrap(), Bits::DEFAULT, 3).unwrap();
        forecast(&design, n).unwrap()
    }

    #[test]
    fn the_figures_of_the_paper_follow() {
        // 2^34 signatures: a table led by 16 bits brings up 2^18, four of them about 1.05 million.
        let blocks = of("blocks", 2_f64.powi(34));
        assert_eq!((blocks.tables, blocks.lead_bits), (4, 16));
        assert_eq!(blocks.candidates, 1_048_576.0);
        // 16 tables of 28 bits: 2^34 / 2^28 = 64 each.
        let nested = of("nested", 2_f64.powi(34));
        assert_eq!((nested.tables, nested.lead_bits, nested.candidates), (16, 28, 1_024.0));
        // A position takes 5 bytes, beside the 8 of each key; the paper counts keys.
        let n = 2_f64.powi(34);
        let keys = nested.bytes - 16.0 * 5.0 * n;
        assert_eq!(keys, 16.0 * 8.0 * n);
        // "about half the size".
        let ratio = (nested.compressed_bytes - 5.0 * n) / keys;
        assert!((0.52..0.55).contains(&ratio), "{ratio}");
    }

    #[test]
    fn positions_grow_with_what_they_have_to_tell_apart() {
        assert_eq!(of("blocks", 1e6).bytes, 4.0 * 1e6 * 12.0);
        assert_eq!(of("blocks", 8e9).bytes, 4.0 * 8e9 * 13.0);
        assert!(forecast(&Design::scan(Bits::DEFAULT, 3), 1e6).is_none());
    }
}
