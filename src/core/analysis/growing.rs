//! The tree of a large corpus, built in steps; each step is exact up to a larger k.

use super::{Analysed, Phase, Watched};
use crate::groups::{Effort, Growth, Spread};
use crate::progress::Progress;
use std::sync::Arc;
use std::time::Instant;

/// Grows the tree from what is known as far as the effort allows; a small corpus gets the whole tree at once.
/// Each tree is passed to `on` as soon as it is built. Returns the seconds that the next step would take,
/// `Some(None)` if the last tree is exact at every k, and `None` if cancelled.
pub fn grow(
    analysed: &Analysed,
    effort: &Effort,
    progress: &Progress,
    on: &mut dyn FnMut(Analysed),
) -> Option<Option<f64>> {
    let since = Instant::now();
    let Analysed { signatures, documents, tree: known, .. } = analysed;
    let (mut known, bits) = (known.clone(), analysed.recipe.bits);
    let mut growth = Growth::of(signatures, documents, bits);
    loop {
        let exact_up_to = known.as_ref().map(|tree| tree.exact_up_to());
        let left = effort.seconds - since.elapsed().as_secs_f64();
        // `next` is `None` only if the tree is exact at every k already, and no caller grows such a tree.
        let step = growth.next(exact_up_to, effort, left).unwrap_or_else(|| growth.whole());
        if known.is_some() && step.seconds > left {
            return Some(Some(step.seconds));
        }
        let phase = if step.is_search() { Phase::Searching } else { Phase::Comparing };
        let taken = progress.during(phase, |progress| growth.take(&step, known.as_deref(), progress));
        let tree = Arc::new(taken?);
        let is_last = tree.exact_up_to() >= bits.get();
        if known.is_none() {
            // The first groups are shown before their diameters are measured.
            on(analysed.with(tree.clone(), None));
            if is_last {
                return Some(None);
            }
        }
        // When the whole tree comes last, measuring all its pairs is still to do; its groups are shown before
        // that.
        let spread = match tree.pairs().or_else(|| known.as_ref()?.pairs()) {
            Some(pairs) => Some(progress.during(Phase::Measuring, |progress| {
                Spread::measure_groups(&tree, pairs, signatures, progress)
            })?),
            None => None,
        };
        on(analysed.with(tree.clone(), spread));
        if is_last {
            return Some(None);
        }
        known = Some(tree);
    }
}
