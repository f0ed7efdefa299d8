//! The tree of very many documents, step by step, each exact up to a larger k.

use super::{Phase, Watched};
use crate::groups::{Dendrogram, Effort, Growth, Spread, SweepRow, sweep};
use crate::hamming::Signatures;
use crate::progress::Progress;
use crate::recipe::Bits;
use std::sync::Arc;
use std::time::Instant;

/// A tree, and what is known with it.
#[derive(Debug)]
pub struct Grown {
    /// The tree.
    pub tree: Arc<Dendrogram>,
    /// A row for every k, as far as the tree is exact.
    pub sweep: Vec<SweepRow>,
    /// The spread of its groups; `None` at first, and where its pairs are still to be counted.
    pub spread: Option<Spread>,
}

/// Goes on from what is known as far as the effort allows, whole where the documents are few. Every tree is handed over as
/// soon as it is there. Returns the seconds that the next step would take; `Some(None)` when the last tree is exact at
/// every k, `None` when cancelled.
pub fn grow(
    signatures: &Signatures,
    documents: &[u32],
    (known, bits): (Option<Arc<Dendrogram>>, Bits),
    effort: &Effort,
    progress: &Progress,
    on: &mut dyn FnMut(Grown),
) -> Option<Option<f64>> {
    let since = Instant::now();
    let mut known = known;
    let mut growth = Growth::of(signatures, documents, bits);
    loop {
        let exact_up_to = known.as_ref().map(|tree| tree.exact_up_to());
        let left = effort.seconds - since.elapsed().as_secs_f64();
        // After a tree of every k there is no step; whoever asks for one has not got it.
        let step = growth.next(exact_up_to, effort, left).unwrap_or_else(|| growth.whole());
        if known.is_some() && step.seconds > left {
            return Some(Some(step.seconds));
        }
        let phase = if step.is_search() { Phase::Searching } else { Phase::Comparing };
        let taken = progress.during(phase, |progress| growth.take(&step, known.as_deref(), progress));
        let tree = Arc::new(taken?);
        let is_last = tree.exact_up_to() >= bits.get();
        if known.is_none() {
            // The first groups do not wait for their diameters.
            on(Grown { tree: tree.clone(), sweep: sweep(&tree, None, bits.get()), spread: None });
            if is_last {
                return Some(None);
            }
        }
        // Where the whole tree comes last, all its pairs are still to be measured; its groups need not wait.
        let counted = tree.pairs().or_else(|| known.as_ref()?.pairs());
        let spread = match counted {
            Some(pairs) => Some(progress.during(Phase::Measuring, |progress| {
                Spread::measure_groups(&tree, pairs, signatures, progress)
            })?),
            None => None,
        };
        let sweep = sweep(&tree, spread.as_ref(), bits.get());
        on(Grown { tree: tree.clone(), sweep, spread });
        if is_last {
            return Some(None);
        }
        known = Some(tree);
    }
}
