//! The loops over signatures, written once over [`Lanes`].

use super::lanes::{Lanes, Task};
use super::word::Signature;
use crate::hamming::{Tally, distance_of};

/// Signatures that are compared with many queries while they stay in the first-level cache (8 or 16 KiB),
/// copied to the start of a cache line: loads across two lines cost twice.
#[repr(align(64))]
struct Tile<S>([S; TILE]);

const TILE: usize = 1024;

impl<S: Signature> Tile<S> {
    /// A tile, if this many queries justify the copy.
    #[inline(always)]
    fn worth(queries: usize) -> Option<Self> {
        (queries >= 8).then_some(Self([S::default(); TILE]))
    }

    /// Number of signatures at a time.
    #[inline(always)]
    fn step(tile: Option<&Self>) -> usize {
        if tile.is_some() { TILE } else { usize::MAX }
    }

    /// The copy of the run in the tile, or the run itself without a tile.
    #[inline(always)]
    fn hold<'a>(tile: Option<&'a mut Self>, run: &'a [S]) -> &'a [S] {
        let Some(tile) = tile else { return run };
        let copy = &mut tile.0[..run.len()];
        copy.copy_from_slice(run);
        copy
    }
}

/// [`super::Kernel::distances`].
pub(super) struct Distances<'a, S> {
    pub query: S,
    pub signatures: &'a [S],
    pub out: &'a mut [u8],
}

impl<S: Signature> Task for Distances<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let query = self.query.ready(lanes);
        let mut blocks = self.signatures.chunks_exact(L::WIDTH);
        let mut outs = self.out.chunks_exact_mut(L::WIDTH);
        for (block, out) in (&mut blocks).zip(&mut outs) {
            lanes.store(S::ordered(lanes, S::block(lanes, query, block)), out);
        }
        for (&signature, out) in blocks.remainder().iter().zip(outs.into_remainder()) {
            *out = distance_of(self.query, signature);
        }
    }
}

/// [`super::Kernel::within`].
pub(super) struct Within<'a, S> {
    pub query: S,
    pub signatures: &'a [S],
    pub k: u8,
    pub hits: &'a mut Vec<u32>,
}

impl<S: Signature> Task for Within<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let query = self.query.ready(lanes);
        let k = lanes.splat(self.k);
        let mut blocks = self.signatures.chunks_exact(L::WIDTH);
        let mut base = 0;
        for block in &mut blocks {
            let block = S::block(lanes, query, block);
            if lanes.at_most(block, k) != 0 {
                let mut mask = lanes.at_most(S::ordered(lanes, block), k);
                while mask != 0 {
                    self.hits.push(base + mask.trailing_zeros());
                    mask &= mask - 1;
                }
            }
            base += L::WIDTH as u32;
        }
        for &signature in blocks.remainder() {
            if distance_of(self.query, signature) <= self.k {
                self.hits.push(base);
            }
            base += 1;
        }
    }
}

/// [`super::Kernel::pairs_across`].
pub(super) struct Across<'a, S> {
    pub queries: &'a [S],
    pub signatures: &'a [S],
    pub k: u8,
    pub hits: &'a mut Vec<(u32, u32)>,
}

impl<S: Signature> Task for Across<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let k = lanes.splat(self.k);
        let mut tile = Tile::worth(self.queries.len());
        let mut start = 0;
        for run in self.signatures.chunks(Tile::step(tile.as_ref())) {
            let tile = Tile::hold(tile.as_mut(), run);
            let twos = tile.chunks_exact(2 * L::WIDTH);
            let tail = start + (tile.len() - twos.remainder().len()) as u32;
            for (row, &signature) in (0..).zip(self.queries) {
                let query = signature.ready(lanes);
                let mut hit = |base: u32, block: L::Bytes| {
                    let mut mask = lanes.at_most(S::ordered(lanes, block), k);
                    while mask != 0 {
                        self.hits.push((row, base + mask.trailing_zeros()));
                        mask &= mask - 1;
                    }
                };
                for (base, two) in (start..).step_by(2 * L::WIDTH).zip(twos.clone()) {
                    let (one, two) = two.split_at(L::WIDTH);
                    let (one, two) = (S::block(lanes, query, one), S::block(lanes, query, two));
                    if lanes.at_most(lanes.min(one, two), k) != 0 {
                        hit(base, one);
                        hit(base + L::WIDTH as u32, two);
                    }
                }
                for (column, &other) in (tail..).zip(twos.remainder()) {
                    if distance_of(signature, other) <= self.k {
                        self.hits.push((row, column));
                    }
                }
            }
            start += run.len() as u32;
        }
    }
}

/// [`super::Kernel::first_within`].
pub(super) struct First<'a, S> {
    pub query: S,
    pub signatures: &'a [S],
    pub k: u8,
}

impl<S: Signature> Task for First<'_, S> {
    type Output = Option<usize>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Option<usize> {
        let query = self.query.ready(lanes);
        let k = lanes.splat(self.k);
        let mut blocks = self.signatures.chunks_exact(L::WIDTH);
        for (i, block) in (&mut blocks).enumerate() {
            let block = S::block(lanes, query, block);
            if lanes.at_most(block, k) != 0 {
                let mask = lanes.at_most(S::ordered(lanes, block), k);
                return Some(i * L::WIDTH + mask.trailing_zeros() as usize);
            }
        }
        let tail = blocks.remainder();
        let at = tail.iter().position(|&signature| distance_of(self.query, signature) <= self.k)?;
        Some(self.signatures.len() - tail.len() + at)
    }
}

/// [`super::Kernel::count_cross`].
pub(super) struct Count<'a, S> {
    pub queries: &'a [S],
    pub signatures: &'a [S],
    pub k: u8,
}

impl<S: Signature> Task for Count<'_, S> {
    type Output = u64;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> u64 {
        let k = lanes.splat(self.k);
        let mut count = 0;
        let mut tile = Tile::worth(self.queries.len());
        for run in self.signatures.chunks(Tile::step(tile.as_ref())) {
            let mut blocks = Tile::hold(tile.as_mut(), run).chunks_exact(L::WIDTH);
            let tail = blocks.remainder();
            let (pairs, last) = self.queries.as_chunks::<2>();
            for &[a, b] in pairs {
                let (one, two) = (a.ready(lanes), b.ready(lanes));
                for block in blocks.clone() {
                    count += u64::from(lanes.count_at_most(S::block(lanes, one, block), k));
                    count += u64::from(lanes.count_at_most(S::block(lanes, two, block), k));
                }
            }
            if let &[query] = last {
                let query = query.ready(lanes);
                for block in &mut blocks {
                    count += u64::from(lanes.count_at_most(S::block(lanes, query, block), k));
                }
            }
            for &signature in tail {
                count += self.queries.iter().filter(|&&query| distance_of(query, signature) <= self.k).count()
                    as u64;
            }
        }
        count
    }
}

/// [`super::Kernel::minimum`].
pub(super) struct Minimum<'a, S> {
    pub queries: &'a [S],
    pub signatures: &'a [S],
}

impl<S: Signature> Task for Minimum<'_, S> {
    type Output = u8;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> u8 {
        let mut least = u8::MAX;
        let mut leasts = lanes.splat(u8::MAX);
        let mut tile = Tile::worth(self.queries.len());
        for run in self.signatures.chunks(Tile::step(tile.as_ref())) {
            let blocks = Tile::hold(tile.as_mut(), run).chunks_exact(L::WIDTH);
            for &query in self.queries {
                for &signature in blocks.remainder() {
                    least = least.min(distance_of(query, signature));
                }
                let query = query.ready(lanes);
                for block in blocks.clone() {
                    leasts = lanes.min(leasts, S::block(lanes, query, block));
                }
            }
        }
        least.min(lanes.smallest(leasts))
    }
}

/// Result of [`super::Kernel::cross`] beside the histogram.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cross {
    /// The largest distance; 0 without pairs.
    pub max: u8,
    /// The sum of the distances.
    pub sum: u64,
}

/// [`super::Kernel::cross`].
pub(super) struct Crossing<'a, S> {
    pub queries: &'a [S],
    pub signatures: &'a [S],
    pub tally: &'a mut Tally,
}

impl<S: Signature> Task for Crossing<'_, S> {
    type Output = Cross;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Cross {
        let mut cross = Cross::default();
        let mut most = lanes.splat(0);
        let mut sum = lanes.zero();
        let mut tile = Tile::worth(self.queries.len());
        for run in self.signatures.chunks(Tile::step(tile.as_ref())) {
            let blocks = Tile::hold(tile.as_mut(), run).chunks_exact(L::WIDTH);
            for &query in self.queries {
                for &signature in blocks.remainder() {
                    let distance = distance_of(query, signature);
                    cross.max = cross.max.max(distance);
                    cross.sum += u64::from(distance);
                    self.tally.count(distance);
                }
                let query = query.ready(lanes);
                for block in blocks.clone() {
                    let block = S::block(lanes, query, block);
                    most = lanes.max(most, block);
                    sum = lanes.add(sum, block);
                    lanes.store(block, self.tally.next(L::WIDTH));
                    if let Some((batch, histogram)) = self.tally.full() {
                        lanes.count(batch, histogram);
                    }
                }
            }
        }
        cross.max = cross.max.max(lanes.largest(most));
        cross.sum += lanes.total(sum);
        cross
    }
}
