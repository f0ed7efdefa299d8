//! Drawing the queue: pairs at every distance, in random order.

use crate::jobs::Work;
use simscope_core::analysis::Analysed;
use simscope_core::groups::{Drawn, Wanted};
use simscope_core::progress::Progress;
use simscope_core::random::Random;

/// Pairs to be judged.
pub(super) const QUEUE: &Work = &Work::new("Queue", ("drawing pairs", "抽取文档对")).of_texts();

/// Pairs drawn at each distance: more than anybody judges in one session.
const PAIRS: usize = 200;
/// The seed of `simscope judge`, too.
const SEED: u64 = 1;

/// Pairs by distance from 0 up to this one, each in random order.
pub(super) fn draw(analysed: &Analysed, up_to: u8, progress: &Progress) -> Option<Vec<Vec<Drawn>>> {
    let (tree, spread) = analysed.measured()?;
    let counts = spread.pairs().counts();
    let wanted: Vec<Wanted> =
        (counts.iter().zip(0..=up_to)).map(|(&of, distance)| Wanted { distance, of, pairs: PAIRS }).collect();
    let column = (&*analysed.signatures, analysed.recipe.bits);
    let mut drawn: Vec<Vec<Drawn>> = spread.draw(tree, column, &wanted, SEED, progress)?;
    for (pairs, distance) in drawn.iter_mut().zip(0..) {
        Random::of(&[SEED, 1 << 35, distance]).shuffle(pairs);
    }
    Some(drawn)
}
