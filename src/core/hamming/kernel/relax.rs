//! One step of Prim's algorithm.

use super::lanes::{Lanes, Task};
use super::word::Signature;
use crate::hamming::distance_of;

/// [`super::Kernel::relax`].
pub(super) struct Relax<'a, S> {
    pub query: S,
    pub vertex: u32,
    pub signatures: &'a [S],
    pub best: &'a mut [u8],
    pub parent: &'a mut [u32],
}

/// Blocks between two updates of the running minimum.
const STRETCH: usize = 16;

/// Sets `vertex` as the nearest for the vertices of `mask`. Rare, so kept out of the loop.
#[cold]
#[inline(never)]
fn adopt(parent: &mut [u32], mut mask: u64, vertex: u32) {
    while mask != 0 {
        parent[mask.trailing_zeros() as usize] = vertex;
        mask &= mask - 1;
    }
}

impl<S: Signature> Task for Relax<'_, S> {
    type Output = Option<(u8, usize)>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Option<(u8, usize)> {
        let n = self.signatures.len();
        let (signatures, best, parent) = (self.signatures, &mut self.best[..n], &mut self.parent[..n]);
        let query = self.query.ready(lanes);
        let whole = n - n % L::WIDTH;
        let mut least = u8::MAX;
        let mut stretch = 0..0;
        let mut start = 0;
        while start < whole {
            let end = whole.min(start + STRETCH * L::WIDTH);
            let mut leasts = lanes.splat(u8::MAX);
            let blocks = signatures[start..end].chunks_exact(L::WIDTH);
            for (i, (block, best)) in blocks.zip(best[start..end].chunks_exact_mut(L::WIDTH)).enumerate() {
                let new = S::ordered(lanes, S::block(lanes, query, block));
                let old = lanes.load(best);
                let nearer = lanes.below(new, old);
                let new = lanes.min(new, old);
                leasts = lanes.min(leasts, new);
                if nearer != 0 {
                    lanes.store(new, best);
                    adopt(&mut parent[start + i * L::WIDTH..], nearer, self.vertex);
                }
            }
            if lanes.below(leasts, lanes.splat(least)) != 0 {
                least = lanes.smallest(leasts);
                stretch = start..end;
            }
            start = end;
        }
        for i in whole..n {
            let new = distance_of(self.query, signatures[i]);
            if new < best[i] {
                best[i] = new;
                parent[i] = self.vertex;
            }
            if best[i] < least {
                least = best[i];
                stretch = i..i + 1;
            }
        }
        let at = best[stretch.clone()].iter().position(|&best| best == least)?;
        Some((least, stretch.start + at))
    }
}
