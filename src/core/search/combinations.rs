//! Looking up every signature within k.

use super::counters::{Counters, Hit};
use super::distinct::Distinct;
use super::strategy::ball;
use crate::hamming::{Kernel, Signature, distance_of};
use crate::recipe::Bits;
use rustc_hash::FxHashMap;

/// A set in which every signature within k of a query is looked up: Σ C(f, i) probes for i = 0…k.
///
/// If these are more than the members of the set, the set is scanned instead, which costs less and finds the
/// same; the counters show it.
#[derive(Debug)]
pub(super) struct Combinations<S> {
    bits: Bits,
    distinct: Distinct<S>,
    words: FxHashMap<S, u32>,
}

impl<S: Signature> Combinations<S> {
    pub(super) fn build(signatures: &[S], bits: Bits) -> Self {
        let distinct = Distinct::of(signatures, bits);
        let words = distinct.words.iter().copied().zip(0..).collect();
        Self { bits, distinct, words }
    }

    pub(super) fn bytes(&self) -> u64 {
        // A hash table of the standard library has one control byte for each place.
        let place = size_of::<(S, u32)>() as u64 + 1;
        let places = (self.words.capacity() as u64 * 8 / 7).next_power_of_two();
        place * places + size_of_val(self.distinct.words.as_slice()) as u64 + self.distinct.places.bytes()
    }

    pub(super) fn within(&self, query: S, k: u8, hits: &mut Vec<Hit>) -> Counters {
        if ball(self.bits, k) > self.distinct.words.len() as u64 {
            return self.walk(query, k, hits);
        }
        let mut probe = Probe { set: self, query, hits, counters: Counters::default() };
        probe.flip(query, 0, k);
        probe.counters
    }

    fn walk(&self, query: S, k: u8, hits: &mut Vec<Hit>) -> Counters {
        let mut found = Vec::new();
        Kernel::best().within(query, &self.distinct.words, k, &mut found);
        found.into_iter().for_each(|word| self.tell(query, word, hits));
        let walked = self.distinct.words.len() as u64;
        Counters { probes: 0, candidates: walked, distances: walked }
    }

    fn tell(&self, query: S, word: u32, hits: &mut Vec<Hit>) {
        let distance = distance_of(query, self.distinct.words[word as usize]);
        hits.extend(self.distinct.places.positions(word).iter().map(|&index| Hit { index, distance }));
    }
}

/// The look-ups of one query.
struct Probe<'a, S> {
    set: &'a Combinations<S>,
    query: S,
    hits: &'a mut Vec<Hit>,
    counters: Counters,
}

impl<S: Signature> Probe<'_, S> {
    /// Looks up `word` with up to `flips` more of the bits from `from` on flipped.
    fn flip(&mut self, word: S, from: u8, flips: u8) {
        self.counters.probes += 1;
        if let Some(&found) = self.set.words.get(&word) {
            self.counters.candidates += 1;
            self.set.tell(self.query, found, self.hits);
        }
        if flips > 0 {
            for bit in from..self.set.bits.get() {
                self.flip(word ^ S::truncated(1 << bit), bit + 1, flips - 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_signature_within_k_is_looked_up_once() {
        // More members than the ball, so that the set is not scanned.
        let bits = Bits::new(16).unwrap();
        let set = Combinations::build(&(0..1_u64 << 12).collect::<Vec<_>>(), bits);
        let mut hits = Vec::new();
        let counters = set.within(0b11, 3, &mut hits);
        assert_eq!(counters.probes, ball(bits, 3));
        assert_eq!(counters.candidates, hits.len() as u64);
        assert_eq!(hits.len() as u64, ball(Bits::new(12).unwrap(), 3));
        assert_eq!(counters.distances, 0);
        let walked = set.within(0b11, 8, &mut hits);
        assert_eq!((walked.probes, walked.distances), (0, 1 << 12));
    }
}
