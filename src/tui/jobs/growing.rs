//! The job that builds the dendrogram: whole, or of very many documents step by step, each exact up to a larger k.

use super::Outcome;
use crate::groups::{Dendrogram, Effort, Growth, Spread, sweep};
use crate::hamming::Signatures;
use crate::progress::Progress;
use crate::recipe::Bits;
use std::sync::Arc;
use std::time::Instant;

/// Goes on from what is known as far as the effort allows. Every tree is told as soon as it is there.
pub fn grow(
    signatures: &Signatures,
    documents: &[u32],
    bits: Bits,
    mut known: Option<Arc<Dendrogram>>,
    effort: &Effort,
    progress: &Progress,
    tell: &(dyn Fn(Outcome) + Sync),
) -> Option<Outcome> {
    let since = Instant::now();
    let mut growth = Growth::of(signatures, documents, bits);
    loop {
        let exact_up_to = known.as_ref().map(|tree| tree.exact_up_to());
        let left = effort.seconds - since.elapsed().as_secs_f64();
        // After a tree of every k there is no step; whoever asks for one has not got it.
        let step = growth.next(exact_up_to, effort, left).unwrap_or_else(|| growth.whole());
        if known.is_some() && step.seconds > left {
            return Some(Outcome::Extended { further: step.seconds });
        }
        progress.restart();
        let tree = Arc::new(growth.take(&step, known.as_deref(), progress)?);
        let is_last = tree.exact_up_to() >= bits.get();
        if known.is_none() {
            // The first groups do not wait for their diameters.
            let linked =
                Outcome::Linked { tree: tree.clone(), sweep: sweep(&tree, None, bits.get()), spread: None };
            if is_last {
                return Some(linked);
            }
            tell(linked);
        }
        progress.restart();
        // Where the whole tree comes last, all its pairs are still to be measured; its groups need not wait.
        let counted = tree.pairs().or_else(|| known.as_ref()?.pairs());
        let spread = match counted {
            Some(pairs) => Some(Spread::measure_groups(&tree, pairs, signatures, progress)?),
            None => None,
        };
        let sweep = sweep(&tree, spread.as_ref(), bits.get());
        let linked = Outcome::Linked { tree: tree.clone(), sweep, spread: spread.map(Arc::new) };
        if is_last {
            return Some(linked);
        }
        tell(linked);
        known = Some(tree);
    }
}
