//! All pairs inside many short runs.

use super::lanes::{Lanes, Task};
use super::word::Signature;
use crate::hamming::distance_of;

/// [`super::Kernel::pairs_in_runs`].
pub(super) struct Runs<'a, S> {
    pub signatures: &'a [S],
    pub ends: &'a [u32],
    pub k: u8,
    pub hits: &'a mut Vec<(u32, u32)>,
}

impl<S: Signature> Task for Runs<'_, S> {
    type Output = u64;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> u64 {
        let k = lanes.splat(self.k);
        // While a block fits behind the row, lanes beyond the end of the run are compared too and masked out:
        // most runs are shorter than a block.
        let last_block = self.signatures.len().saturating_sub(L::WIDTH);
        let (mut start, mut pairs) = (0, 0);
        for &end in self.ends {
            let end = end as usize;
            let n = (end - start) as u64;
            pairs += n * n.saturating_sub(1) / 2;
            for row in start..end {
                let signature = self.signatures[row];
                let ready = signature.ready(lanes);
                let mut column = row + 1;
                while column < end && column <= last_block {
                    let block = S::block(lanes, ready, &self.signatures[column..column + L::WIDTH]);
                    if lanes.at_most(block, k) != 0 {
                        let mut mask = lanes.at_most(S::ordered(lanes, block), k);
                        if end - column < L::WIDTH {
                            mask &= (1 << (end - column)) - 1;
                        }
                        while mask != 0 {
                            self.hits.push((row as u32, column as u32 + mask.trailing_zeros()));
                            mask &= mask - 1;
                        }
                    }
                    column += L::WIDTH;
                }
                for column in column..end {
                    if distance_of(signature, self.signatures[column]) <= self.k {
                        self.hits.push((row as u32, column as u32));
                    }
                }
            }
            start = end;
        }
        pairs
    }
}
