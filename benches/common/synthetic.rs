//! Signatures made up for measuring, the same ones every time.

/// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014).
pub struct Random(u64);

impl Random {
    /// A sequence of its own for each seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number from 0 to `end` − 1.
    pub fn below(&mut self, end: u64) -> u64 {
        self.bits() % end
    }
}

/// Independent random signatures.
pub fn random(n: usize) -> Vec<u64> {
    let mut random = Random::new(1);
    (0..n).map(|_| random.bits()).collect()
}

/// A corpus with near-duplicates: half of the documents belong to clusters (2 to 200 documents, small ones
/// more often) that differ from their first in 0 to 6 bits; shuffled.
pub fn clustered(n: usize) -> Vec<u64> {
    let mut random = Random::new(2);
    let mut signatures = Vec::with_capacity(n + 200);
    while signatures.len() < n {
        let center = random.bits();
        signatures.push(center);
        if random.below(8) == 0 {
            for _ in 0..200 / (1 + random.below(100)) {
                let flips = random.below(7);
                signatures.push((0..flips).fold(center, |signature, _| signature ^ 1 << random.below(64)));
            }
        }
    }
    signatures.truncate(n);
    for i in (1..n).rev() {
        signatures.swap(i, random.below(i as u64 + 1) as usize);
    }
    signatures
}

/// Independent random signatures, of which every tenth is a near-duplicate of another one: 0 to 6 bits flipped.
pub fn planted(n: usize) -> Vec<u64> {
    let mut signatures = random(n);
    let mut random = Random::new(3);
    for at in (9..n).step_by(10) {
        let flips = random.below(7);
        let other = signatures[random.below(at as u64) as usize];
        signatures[at] = (0..flips).fold(other, |signature, _| signature ^ 1 << random.below(64));
    }
    signatures
}
