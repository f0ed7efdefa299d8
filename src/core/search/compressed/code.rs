//! A canonical Huffman code over few symbols, decoded by one table look-up.
//!
//! Own code, because the crates that build Huffman codes at run time decode bit by bit and do not limit the
//! length of words (minimum_redundancy 0.3, constriction 0.5), and bitstream-io takes its trees at compile
//! time.

/// Longest code word in bits: the decoding table of 2^12 two-byte entries stays in the first-level cache.
/// Symbols rarer than 1 in 4,096 take slightly more than their information, which does not matter on average.
pub(super) const LONGEST: u8 = 12;

/// A code: the length of each symbol's word, and a decoding table. Words are canonical, in the order of
/// (length, symbol), so only the lengths need to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Code {
    /// By symbol; 0 for a symbol without a word.
    lengths: Vec<u8>,
    /// By the next `width` bits: the symbol and the length of its word; 0 if no word starts like this.
    table: Vec<(u8, u8)>,
    /// Length of the longest word, at least 1.
    width: u8,
}

impl Code {
    /// The code with words of these lengths; `None` unless it is complete (every sequence of [`LONGEST`] bits
    /// starts with exactly one word). Exceptions are a code of one word, which has one bit, and an empty code.
    pub(super) fn of_lengths(lengths: &[u8]) -> Option<Self> {
        let width = lengths.iter().copied().max().unwrap_or(0).max(1);
        if width > LONGEST || lengths.len() > 256 {
            return None;
        }
        let mut table = Vec::with_capacity(1 << width);
        for (length, symbol) in in_order(lengths) {
            let sharing = 1_usize << (width - length);
            if table.len() + sharing > 1 << width {
                return None;
            }
            table.resize(table.len() + sharing, (symbol, length));
        }
        let words = lengths.iter().filter(|&&length| length > 0).count();
        if words > 1 && table.len() < 1 << width || words == 1 && width > 1 {
            return None;
        }
        table.resize(1 << width, (0, 0));
        Some(Self { lengths: lengths.to_vec(), table, width })
    }

    /// Lengths of the words by symbol; 0 for a symbol without a word.
    pub(super) fn lengths(&self) -> &[u8] {
        &self.lengths
    }

    /// The symbol whose word `bits` starts with, from the most significant bit on, and the length of the word;
    /// length 0 if there is none.
    #[inline(always)]
    pub(super) fn first(&self, bits: u64) -> (u8, u8) {
        self.table[(bits >> (64 - self.width)) as usize]
    }

    /// Words by symbol, in the low bits.
    pub(super) fn words(&self) -> Vec<u16> {
        let mut words = vec![0; self.lengths.len()];
        let mut before = 0_u16;
        for (length, symbol) in in_order(&self.lengths) {
            words[usize::from(symbol)] = before >> (self.width - length);
            before += 1 << (self.width - length);
        }
        words
    }

    /// Bytes that it holds.
    pub(super) fn bytes(&self) -> u64 {
        (self.lengths.len() + size_of_val(&self.table[..])) as u64
    }
}

/// Lengths and symbols in canonical order.
fn in_order(lengths: &[u8]) -> Vec<(u8, u8)> {
    let symbols = lengths.iter().zip(0..=u8::MAX).filter(|&(&length, _)| length > 0);
    let mut order: Vec<_> = symbols.map(|(&length, symbol)| (length, symbol)).collect();
    order.sort_unstable();
    order
}

/// Optimal word lengths, at most [`LONGEST`] bits, for symbols with these counts; 0 for a symbol that does not
/// occur, 1 for a single one.
///
/// Package-merge (Larmore and Hirschberg, "A fast algorithm for optimal length-limited Huffman codes", JACM 1990).
pub(super) fn lengths(counts: &[u64]) -> Vec<u8> {
    let occurring = counts.iter().enumerate().filter(|&(_, &count)| count > 0);
    let mut leaves: Vec<Package> =
        occurring.map(|(symbol, &weight)| Package { weight, symbols: vec![symbol] }).collect();
    leaves.sort_by_key(|leaf| leaf.weight);
    debug_assert!(leaves.len() <= 1 << LONGEST);
    let mut lengths = vec![0; counts.len()];
    if let [alone] = &leaves[..] {
        lengths[alone.symbols[0]] = 1;
        return lengths;
    }
    let mut packages = leaves.clone();
    for _ in 1..LONGEST {
        packages = packages.chunks_exact(2).map(Package::of).chain(leaves.iter().cloned()).collect();
        packages.sort_by_key(|package| package.weight);
    }
    // Every package with a symbol makes its word one bit longer.
    let kept = packages.iter().take(2 * leaves.len().saturating_sub(1));
    for &symbol in kept.flat_map(|package| &package.symbols) {
        lengths[symbol] += 1;
    }
    lengths
}

#[derive(Clone)]
struct Package {
    weight: u64,
    symbols: Vec<usize>,
}

impl Package {
    fn of(parts: &[Package]) -> Self {
        Self {
            weight: parts.iter().fold(0, |sum, part| sum.saturating_add(part.weight)),
            symbols: parts.iter().flat_map(|part| part.symbols.iter().copied()).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::cmp::Reverse;
    use std::collections::BinaryHeap;

    /// Total bits, and the longest word, by the textbook: repeatedly merge the two rarest.
    fn plain_huffman(counts: &[u64]) -> (u64, u32) {
        let mut heap: BinaryHeap<_> = counts.iter().map(|&count| Reverse((count, 0))).collect();
        let mut total = 0;
        while let (Some(Reverse(one)), Some(Reverse(other))) = (heap.pop(), heap.pop()) {
            let joined = (one.0 + other.0, one.1.max(other.1) + 1);
            total += joined.0;
            heap.push(Reverse(joined));
            if heap.len() == 1 {
                return (total, joined.1);
            }
        }
        (total, 0)
    }

    #[test]
    fn words_are_canonical() {
        let code = Code::of_lengths(&[2, 0, 1, 3, 3]).unwrap();
        assert_eq!(code.words(), [0b10, 0, 0b0, 0b110, 0b111]);
        assert_eq!(code.first(0b101 << 61), (0, 2));
        assert_eq!(code.first(0b011 << 61), (2, 1));
        assert_eq!(code.first(u64::MAX), (4, 3));
    }

    #[test]
    fn lengths_that_are_no_code_are_refused() {
        for wrong in [&[1, 1, 1][..], &[1, 2], &[2, 2], &[2], &[13], &[1, 255]] {
            assert_eq!(Code::of_lengths(wrong), None, "{wrong:?}");
        }
        assert_eq!(Code::of_lengths(&[0, 1]).unwrap().first(u64::MAX), (0, 0));
        assert_eq!(Code::of_lengths(&[0, 0]).unwrap().first(u64::MAX), (0, 0));
        assert_eq!(Code::of_lengths(&[]).unwrap().first(0), (0, 0));
    }

    #[test]
    fn words_stay_short_where_the_best_ones_would_not() {
        let mut counts = vec![1, 1];
        while counts.len() < 40 {
            counts.push(counts[counts.len() - 1] + counts[counts.len() - 2]);
        }
        assert_eq!(plain_huffman(&counts).1, 39);
        let lengths = lengths(&counts);
        assert_eq!(lengths.iter().max(), Some(&LONGEST));
        assert!(Code::of_lengths(&lengths).is_some());
    }

    proptest! {
        #[test]
        fn the_code_is_the_best_and_its_words_are_found_again(
            counts in prop::collection::vec(prop_oneof![Just(0), 1..50_u64, 1..5_000_u64], 0..=129)
        ) {
            let lengths = lengths(&counts);
            let code = Code::of_lengths(&lengths).unwrap();
            let occurring: Vec<u64> = counts.iter().copied().filter(|&count| count > 0).collect();
            let (best, longest) = plain_huffman(&occurring);
            if occurring.len() > 1 && longest <= u32::from(LONGEST) {
                let total: u64 = counts.iter().zip(&lengths).map(|(count, &length)| count * u64::from(length)).sum();
                prop_assert_eq!(total, best);
            }
            for (symbol, (&word, &length)) in code.words().iter().zip(&lengths).enumerate() {
                prop_assert_eq!(length > 0, counts[symbol] > 0);
                if length > 0 {
                    let bits = u64::from(word) << (64 - length);
                    prop_assert_eq!(code.first(bits), (symbol as u8, length));
                }
            }
        }

        #[test]
        fn any_lengths_are_a_code_or_refused(lengths in prop::collection::vec(any::<u8>(), 0..300)) {
            let _ = Code::of_lengths(&lengths);
            let short: Vec<u8> = lengths.iter().map(|length| length % 6).collect();
            if let Some(code) = Code::of_lengths(&short) {
                prop_assert_eq!(code.words().len(), short.len());
            }
        }
    }
}
