//! A compressed table as bytes, for storing.

use super::Compressed;
use super::block::{BYTES, most_keys};
use super::code::Code;
use crate::display::{lang, say};
use crate::hamming::Signature;
use crate::recipe::Bits;
use std::borrow::Cow;

/// The content of a [`Compressed`] table as bytes, the same on every machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parts<'a> {
    /// Width of the keys; stored in 8 bytes up to 64 bits, otherwise in 16.
    pub bits: Bits,
    /// Lengths of the code words of positions 0 to `bits` − 1 and of "equal": `bits` + 1 bytes.
    pub lengths: Cow<'a, [u8]>,
    /// The last key of each block, 8 or 16 bytes each, little-endian.
    pub lasts: Cow<'a, [u8]>,
    /// The rank of the first key of each block, and the number of keys: 4 bytes each, little-endian.
    pub ranks: Cow<'a, [u8]>,
    /// The blocks, 1,024 bytes each.
    pub blocks: Cow<'a, [u8]>,
}

/// Why parts are not a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Damaged {
    /// The lengths of the parts are inconsistent.
    #[error("{}", lang().pick(("the parts of a compressed table do not fit together", "压缩表的各部分不相配")))]
    Sizes,
    /// The word lengths are not a complete code.
    #[error("{}", lang().pick(("a compressed table has lengths of words that are no code", "压缩表的码长不成码")))]
    Code,
    /// The keys of a block do not ascend, or their number or the last key is wrong.
    #[error("{}", say!("block {block} of a compressed table is damaged", "压缩表的第 {block} 块已损坏"))]
    Block {
        /// Its index.
        block: usize,
    },
}

impl<S: Signature> Compressed<S> {
    /// The content as bytes.
    pub fn parts(&self) -> Parts<'_> {
        let words = size_of::<S>() / 8;
        let lasts = self.lasts.iter().flat_map(|last| last.to_words().into_iter().take(words));
        Parts {
            bits: self.bits,
            lengths: self.code.lengths().into(),
            lasts: lasts.flat_map(u64::to_le_bytes).collect(),
            ranks: self.ranks.iter().flat_map(|rank| rank.to_le_bytes()).collect(),
            // The words already have their most significant byte first.
            blocks: bytemuck::must_cast_slice::<u64, u8>(&self.words).into(),
        }
    }

    /// The table with these parts. Every block is decoded once, so that the keys of a returned table ascend,
    /// whatever the bytes were.
    ///
    /// # Errors
    /// Parts that are not a table.
    pub fn from_parts(parts: &Parts<'_>) -> Result<Self, Damaged> {
        let bits = parts.bits;
        let (words, []) = parts.blocks.as_chunks() else { return Err(Damaged::Sizes) };
        let (ranks, []) = parts.ranks.as_chunks() else { return Err(Damaged::Sizes) };
        let ranks: Vec<u32> = ranks.iter().map(|&rank| u32::from_le_bytes(rank)).collect();
        let lasts = keys::<S>(&parts.lasts).ok_or(Damaged::Sizes)?;
        let fits = parts.lengths.len() == usize::from(bits.get()) + 1
            && usize::from(bits.get()) <= 8 * size_of::<S>()
            && parts.blocks.len() == lasts.len() * BYTES
            && ranks.len() == lasts.len() + 1
            && ranks[0] == 0
            && ranks
                .windows(2)
                .all(|pair| pair[0] < pair[1] && (pair[1] - pair[0]) as usize <= most_keys(bits));
        if !fits {
            return Err(Damaged::Sizes);
        }
        let code = Code::of_lengths(&parts.lengths).ok_or(Damaged::Code)?;
        let words = words.iter().map(|&word| u64::from_ne_bytes(word)).collect();
        let table = Self { bits, code, words, lasts, ranks };
        match table.first_damaged() {
            Some(block) => Err(Damaged::Block { block }),
            None => Ok(table),
        }
    }

    /// The first block that contradicts its last key or its ranks.
    fn first_damaged(&self) -> Option<usize> {
        let mut before = S::default();
        (0..self.blocks()).find(|&block| {
            let expected = (self.ranks[block + 1] - self.ranks[block]) as usize;
            let mut ascending = 0;
            for key in self.read(block).take_while(|&key| key.into() <= self.bits.mask()) {
                if key < before {
                    return true;
                }
                before = key;
                ascending += 1;
            }
            ascending != expected || before != self.lasts[block]
        })
    }
}

/// Decodes keys; `None` if the length is not a multiple of a key's.
fn keys<S: Signature>(bytes: &[u8]) -> Option<Vec<S>> {
    let (words, []) = bytes.as_chunks() else { return None };
    let words: Vec<u64> = words.iter().map(|&word| u64::from_le_bytes(word)).collect();
    let each = words.chunks_exact(size_of::<S>() / 8);
    let whole = each.remainder().is_empty();
    whole.then(|| each.map(|words| S::from_words([words[0], words.get(1).copied().unwrap_or(0)])).collect())
}
