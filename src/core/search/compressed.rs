//! A sorted table stored as the differences of its keys: Manku, Jain, Das Sarma, "Detecting near-duplicates for
//! web crawling", WWW 2007, §3.2.
//!
//! Adjacent keys of a sorted table agree in their leading bits. So only the position of the highest bit in
//! which a key differs from the one before, in a Huffman code, and the bits below it are stored. Keys are
//! packed into blocks of 1,024 bytes, each decodable on its own; the last key of each block tells which block
//! to decode.

mod block;
mod code;
mod find;
#[cfg(test)]
mod tests;

use crate::hamming::Signature;
use crate::recipe::Bits;
use block::{Reader, Writer};
use code::{Code, LONGEST};

/// Ascending keys of one width, compressed.
///
/// ```
/// # use simscope_core as simscope;
/// use simscope::recipe::Bits;
/// use simscope::search::Compressed;
/// let table = Compressed::build(&[0x10_u64, 0x2a, 0x2b, 0x2b, 0x77], Bits::new(8).unwrap());
/// let mut found = Vec::new();
/// table.each_with_prefix(0x20, 4, |key, rank| found.push((key, rank)));
/// assert_eq!(found, [(0x2a, 1), (0x2b, 2), (0x2b, 3)]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compressed<S> {
    bits: Bits,
    code: Code,
    /// The blocks, [`block::WORDS`] words each.
    words: Vec<u64>,
    /// The last key of each block.
    lasts: Vec<S>,
    /// The rank of the first key of each block, and the number of keys.
    ranks: Vec<u32>,
}

/// Cost of a look-up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LookUp {
    /// 1: the look-up itself.
    pub probes: u64,
    /// Keys decoded, counted from the start of the first block.
    pub decoded: u64,
}

impl<S: Signature> Compressed<S> {
    /// Compresses keys that are in the low `bits` bits of their words.
    ///
    /// # Panics
    /// If a key is below the one before it or wider than `bits`, if `bits` are more than the word has, or if there are
    /// 2^32 keys or more.
    pub fn build(keys: &[S], bits: Bits) -> Self {
        assert!(u32::try_from(keys.len()).is_ok(), "{} keys are too many for one table", keys.len());
        assert!(usize::from(bits.get()) <= 8 * size_of::<S>(), "{bits:?} are more than the word of a key");
        let highest = keys.last().map_or(0, |&key| key.into());
        assert!(highest <= bits.mask(), "a key is wider than {bits:?}");
        let counts = counts(keys, bits);
        let code =
            Code::of_lengths(&code::lengths(&counts)).expect("package-merge gives the lengths of a code");
        let mut writer = Writer::new(&code, bits, room(&counts, &code, bits));
        let (mut lasts, mut ranks) = (Vec::new(), Vec::new());
        for (rank, &key) in keys.iter().enumerate() {
            if rank == 0 || !writer.add(key) {
                lasts.extend(rank.checked_sub(1).map(|before| keys[before]));
                ranks.push(rank as u32);
                writer.begin(key);
            }
        }
        lasts.extend(keys.last());
        ranks.push(keys.len() as u32);
        let mut words = writer.finish();
        words.shrink_to_fit();
        lasts.shrink_to_fit();
        ranks.shrink_to_fit();
        Self { bits, code, words, lasts, ranks }
    }

    /// Number of blocks.
    pub fn blocks(&self) -> usize {
        self.lasts.len()
    }

    /// Bytes of memory that it holds: blocks, last keys, ranks, code.
    pub fn bytes(&self) -> u64 {
        let held = size_of_val(&self.words[..]) + size_of_val(&self.lasts[..]) + size_of_val(&self.ranks[..]);
        held as u64 + self.code.bytes()
    }

    /// Calls `found` for every key with the same leading `lead` bits as `key`, and its rank, in order. With a
    /// `lead` of 0 these are all keys, with `bits` or more the equal ones.
    ///
    /// Blocks are found by their last keys in at most O(log n) steps, and only those that may hold such keys
    /// are decoded.
    #[inline]
    pub fn each_with_prefix(&self, key: S, lead: u8, mut found: impl FnMut(S, u32)) -> LookUp {
        let below = S::truncated(self.bits.mask().checked_shr(lead.into()).unwrap_or(0));
        let end = (key & S::truncated(self.bits.mask())) | below;
        let start = end ^ below;
        let mut cost = LookUp { probes: 1, decoded: 0 };
        for block in self.block_of(start)..self.blocks() {
            for (key, rank) in self.read(block).zip(self.ranks[block]..) {
                cost.decoded += 1;
                if key > end {
                    return cost;
                }
                if key >= start {
                    found(key, rank);
                }
            }
        }
        cost
    }

    /// All keys, in order.
    pub fn iter(&self) -> impl Iterator<Item = S> + '_ {
        (0..self.blocks()).flat_map(|block| self.read(block))
    }

    /// The first block with a key ≥ `key`, or the number of blocks.
    #[inline]
    fn block_of(&self, key: S) -> usize {
        find::first_not_below(&self.lasts, key, self.bits).0
    }

    /// The keys of a block.
    #[inline]
    fn read(&self, block: usize) -> Reader<'_, S> {
        let words = &self.words[block * block::WORDS..(block + 1) * block::WORDS];
        Reader::new(&self.code, self.bits, words, (self.ranks[block + 1] - self.ranks[block]) as usize)
    }
}

/// How often each symbol occurs between adjacent keys.
fn counts<S: Signature>(keys: &[S], bits: Bits) -> Vec<u64> {
    let mut counts = vec![0; usize::from(bits.get()) + 1];
    for pair in keys.windows(2) {
        assert!(pair[0] <= pair[1], "keys must ascend");
        counts[usize::from(block::symbol(pair[0], pair[1], bits))] += 1;
    }
    counts
}

/// Upper bound of the 64-bit words that the blocks take, so that they are allocated once.
fn room(counts: &[u64], code: &Code, bits: Bits) -> usize {
    let costs = code.lengths().iter().zip(0..).map(|(&length, symbol)| length + block::rest(symbol, bits));
    let differences: u64 = counts.iter().zip(costs).map(|(&count, cost)| count * u64::from(cost)).sum();
    // A block is full when the longest difference may not fit any more.
    let filled = block::BITS - 2 * usize::from(bits.get()) - usize::from(LONGEST);
    ((differences as usize).div_ceil(filled) + 1) * block::WORDS
}
