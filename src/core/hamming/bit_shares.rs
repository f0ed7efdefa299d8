//! How much each bit of the signatures tells documents apart.

use super::{Signatures, ones};
use crate::recipe::Bits;
use crate::simhash::Signed;

/// How often each bit is 1, over the documents that have features.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BitShares {
    /// For each bit, index 0 the least significant, the documents in which it is 1.
    ones: Vec<u64>,
    /// Documents counted.
    documents: u64,
}

/// How much a bit tells documents apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Life {
    /// Ordinary.
    Alive,
    /// The same in all documents but one in a hundred, or fewer.
    Faint,
    /// The same in all documents, of which there are enough: it separates none of them.
    Dead,
}

/// Documents from which on a bit can be dead. In fewer, one of 64 bits is too often the same by chance: of `n` unrelated
/// documents by 64 · 2 ÷ 2ⁿ, which is 1 in 8000 here.
const ENOUGH: u64 = 20;

impl BitShares {
    /// Of no document.
    pub fn none(bits: Bits) -> Self {
        Self { ones: vec![0; usize::from(bits.get())], documents: 0 }
    }

    /// Of some documents; those without features, whose signature says nothing, are left out.
    pub fn of(signed: &[Signed], bits: Bits) -> Self {
        let mut signatures = Signatures::with_capacity(bits, signed.len());
        signatures.extend(signed.iter().filter(|one| one.features > 0).map(|one| one.signature));
        Self { ones: ones(&signatures, bits), documents: signatures.len() as u64 }
    }

    /// Takes in more documents, of the same width.
    pub fn add(&mut self, more: &Self) {
        self.documents += more.documents;
        for (ones, more) in self.ones.iter_mut().zip(&more.ones) {
            *ones += more;
        }
    }

    /// Documents counted.
    pub fn documents(&self) -> u64 {
        self.documents
    }

    /// The number of documents in which the bit is 1; `None` without documents.
    pub fn ones(&self, bit: u8) -> Option<u64> {
        self.ones.get(usize::from(bit)).copied().filter(|_| self.documents > 0)
    }

    /// How well a bit separates documents; [`Life::Alive`] below 20 documents.
    pub fn life(&self, bit: u8) -> Life {
        let Some(&ones) = self.ones.get(usize::from(bit)) else { return Life::Alive };
        let rarer = ones.min(self.documents - ones);
        match rarer {
            _ if self.documents < ENOUGH => Life::Alive,
            0 => Life::Dead,
            _ if rarer * 100 <= self.documents => Life::Faint,
            _ => Life::Alive,
        }
    }

    /// The dead bits, as a mask.
    pub fn dead(&self) -> u128 {
        self.mask(Life::Dead)
    }

    /// The nearly dead bits, as a mask.
    pub fn faint(&self) -> u128 {
        self.mask(Life::Faint)
    }

    fn mask(&self, life: Life) -> u128 {
        let bits = 0..self.ones.len() as u8;
        bits.filter(|&bit| self.life(bit) == life).fold(0, |mask, bit| mask | 1 << bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Signatures of 3 bits, all with features.
    fn shares(signatures: &[u128]) -> BitShares {
        let signed: Vec<Signed> =
            signatures.iter().map(|&signature| Signed { signature, features: 1 }).collect();
        BitShares::of(&signed, Bits::new(3).unwrap())
    }

    #[test]
    fn a_bit_that_one_in_a_hundred_has_is_nearly_dead() {
        let mut signatures = vec![0b100; 99];
        signatures.push(0b111);
        let all = shares(&signatures);
        assert_eq!([2, 1, 0].map(|bit| all.life(bit)), [Life::Dead, Life::Faint, Life::Faint]);
        assert_eq!((all.dead(), all.faint()), (0b100, 0b011));
        assert_eq!((all.ones(2), all.ones(0)), (Some(100), Some(1)));
        signatures.push(0b010);
        assert_eq!(shares(&signatures).life(1), Life::Alive);
    }

    #[test]
    fn few_documents_kill_no_bit_and_empty_ones_do_not_count() {
        assert_eq!(shares(&[]).ones(0), None);
        let [few, enough] = [19, 20].map(|documents| shares(&vec![0b101; documents]).dead());
        assert_eq!((few, enough), (0, 0b111));
        let some = [Signed { signature: 1, features: 2 }, Signed { signature: 0, features: 0 }];
        let mut all = BitShares::of(&some, Bits::new(3).unwrap());
        assert_eq!(all.documents(), 1);
        all.add(&shares(&[1, 3]));
        assert_eq!((all.documents(), all.ones(1)), (3, Some(1)));
    }
}
