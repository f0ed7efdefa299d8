//! Drawing the queue: pairs at every distance, in random order.

use crate::jobs::Work;
use simscope_core::groups::{Dendrogram, Drawn, Spread, Wanted};
use simscope_core::hamming::Signatures;
use simscope_core::progress::Progress;
use simscope_core::random::Random;
use simscope_core::recipe::Bits;
use std::sync::Arc;

/// Pairs to be judged.
pub(super) const QUEUE: &Work = &Work::new("Queue", ("drawing pairs", "抽取文档对")).of_texts();

/// Pairs drawn at each distance: more than anybody judges in one session.
const PAIRS: usize = 200;
/// The seed of `simscope judge`, too.
const SEED: u64 = 1;

pub(super) struct Drawing {
    /// Up to this distance.
    pub up_to: u8,
    pub tree: Arc<Dendrogram>,
    pub spread: Arc<Spread>,
    pub signatures: Arc<Signatures>,
    pub bits: Bits,
}

impl Drawing {
    /// Pairs by distance from 0 on, each in random order.
    pub fn draw(self, progress: &Progress) -> Option<Vec<Vec<Drawn>>> {
        let counts = self.spread.pairs().counts();
        let wanted: Vec<Wanted> = (counts.iter().zip(0..=self.up_to))
            .map(|(&of, distance)| Wanted { distance, of, pairs: PAIRS })
            .collect();
        let column = (&*self.signatures, self.bits);
        let mut drawn: Vec<Vec<Drawn>> = self.spread.draw(&self.tree, column, &wanted, SEED, progress)?;
        for (pairs, distance) in drawn.iter_mut().zip(0..) {
            Random::of(&[SEED, 1 << 35, distance]).shuffle(pairs);
        }
        Some(drawn)
    }
}
