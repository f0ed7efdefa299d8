//! Blocks of 1,024 bytes with adjacent keys stored as their differences.
//!
//! A block, from the most significant bit of its first byte on: the first key, uncompressed; then for each
//! further key the code word of the highest position in which it differs from the key before, and the bits
//! below that position. At the position itself the further key has a 1, because keys ascend. The rest of the
//! block is 0.

use super::code::Code;
use crate::hamming::Signature;
use crate::recipe::Bits;
// Unlike bitstream-io, it can peek at the next bits before their number is known, and reads whole words.
use dsi_bitstream::prelude::{
    BE, BitRead, BitWrite, BufBitReader, BufBitWriter, MemWordReader, MemWordWriterVec,
};

/// Size of a block in bytes: that of Manku, Jain, Das Sarma, WWW 2007, §3.2.
pub(super) const BYTES: usize = 1024;
/// The same in words of 64 bits, most significant byte first in memory.
pub(super) const WORDS: usize = BYTES / 8;
/// The same in bits.
pub(super) const BITS: usize = BYTES * 8;

/// The symbol of two adjacent keys: the highest position in which they differ, or `bits` if they are equal.
#[inline(always)]
pub(super) fn symbol<S: Signature>(before: S, key: S, bits: Bits) -> u8 {
    match (before ^ key).to_words() {
        [0, 0] => bits.get(),
        [low, 0] => 63 - low.leading_zeros() as u8,
        [_, high] => 127 - high.leading_zeros() as u8,
    }
}

/// Number of bits after the code word of a symbol.
#[inline(always)]
pub(super) fn rest(symbol: u8, bits: Bits) -> u8 {
    if symbol == bits.get() { 0 } else { symbol }
}

/// Writes keys into blocks.
pub(super) struct Writer<S> {
    bits: Bits,
    /// Code words of the symbols and their lengths.
    words: Vec<(u16, u8)>,
    out: BufBitWriter<BE, MemWordWriterVec<u64, Vec<u64>>>,
    /// Bits used in the block.
    used: usize,
    before: S,
}

impl<S: Signature> Writer<S> {
    /// A writer with capacity for `capacity` words of 64 bits.
    pub(super) fn new(code: &Code, bits: Bits, capacity: usize) -> Self {
        let words = code.words().into_iter().zip(code.lengths().iter().copied()).collect();
        let out = BufBitWriter::new(MemWordWriterVec::new(Vec::with_capacity(capacity)));
        Self { bits, words, out, used: 0, before: S::default() }
    }

    /// Begins a block with a key.
    pub(super) fn begin(&mut self, key: S) {
        self.fill();
        self.put(key, self.bits.get());
        self.before = key;
    }

    /// Adds a key ≥ the one before; `false` if it does not fit into the block.
    #[inline]
    pub(super) fn add(&mut self, key: S) -> bool {
        let symbol = symbol(self.before, key, self.bits);
        let (word, length) = self.words[usize::from(symbol)];
        let rest = rest(symbol, self.bits);
        if self.used + usize::from(length) + usize::from(rest) > BITS {
            return false;
        }
        self.write(word.into(), length);
        self.put(key, rest);
        self.before = key;
        true
    }

    /// The words of all blocks.
    pub(super) fn finish(mut self) -> Vec<u64> {
        self.fill();
        match self.out.into_inner() {
            Ok(words) => words.into_inner(),
            Err(never) => match never {},
        }
    }

    /// Pads the current block with zeros.
    fn fill(&mut self) {
        while self.used > 0 && self.used < BITS {
            self.write(0, (BITS - self.used).min(64) as u8);
        }
        self.used = 0;
    }

    /// Writes the low `count` bits of a key.
    fn put(&mut self, key: S, count: u8) {
        let [low, high] = key.to_words();
        self.write(high, count.saturating_sub(64));
        self.write(low, count.min(64));
    }

    /// Writes the low `count` bits of a word.
    fn write(&mut self, word: u64, count: u8) {
        match self.out.write_bits(word, count.into()) {
            Ok(_) => self.used += usize::from(count),
            Err(never) => match never {},
        }
    }
}

/// The keys of a block, in order. Over damaged bits it ends early, without a panic.
pub(super) struct Reader<'a, S> {
    bits: Bits,
    code: &'a Code,
    // Zeros follow the block; `used` tells when it was exceeded.
    words: BufBitReader<BE, MemWordReader<u64, &'a [u64], true>>,
    used: usize,
    /// Keys left.
    left: usize,
    key: S,
}

impl<'a, S: Signature> Reader<'a, S> {
    /// Reads the first `keys` keys of a block.
    #[inline]
    pub(super) fn new(code: &'a Code, bits: Bits, block: &'a [u64], keys: usize) -> Self {
        let words = BufBitReader::new(MemWordReader::new_inf(block));
        Self { bits, code, words, used: 0, left: keys, key: S::default() }
    }

    /// The next 64 bits, without consuming them.
    #[inline(always)]
    fn peek(&mut self) -> u64 {
        match self.words.peek_bits(64) {
            Ok(next) => next as u64,
            Err(never) => match never {},
        }
    }

    /// Consumes peeked bits.
    #[inline(always)]
    fn pass(&mut self, count: u8) {
        self.used += usize::from(count);
        self.words.skip_bits_after_peek(count.into());
    }

    /// Takes the next `count` bits.
    #[inline(always)]
    fn take(&mut self, count: u8) -> S {
        self.used += usize::from(count);
        let high = if count > 64 { self.read(count - 64) } else { 0 };
        S::from_words([self.read(count.min(64)), high])
    }

    #[inline(always)]
    fn read(&mut self, count: u8) -> u64 {
        match self.words.read_bits(count.into()) {
            Ok(word) => word,
            Err(never) => match never {},
        }
    }
}

impl<S: Signature> Iterator for Reader<'_, S> {
    type Item = S;

    #[inline]
    fn next(&mut self) -> Option<S> {
        self.left = self.left.checked_sub(1)?;
        if self.used == 0 {
            self.key = self.take(self.bits.get());
            return Some(self.key);
        }
        let next = self.peek();
        let (symbol, length) = self.code.first(next);
        if length == 0 {
            return None;
        }
        if symbol == self.bits.get() {
            self.pass(length);
        } else {
            // The difference is nearly always within the peeked bits.
            let rest = if length + symbol <= 64 {
                self.pass(length + symbol);
                S::from_words([next << length >> 1 >> (63 - symbol), 0])
            } else {
                self.pass(length);
                self.take(symbol)
            };
            let position = u32::from(symbol);
            self.key = (((self.key >> position) | S::truncated(1)) << position) | rest;
        }
        (self.used <= BITS).then_some(self.key)
    }
}
