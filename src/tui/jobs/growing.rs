//! The job that builds the dendrogram: whole, or of very many documents step by step, each exact up to a larger k.

use super::Outcome;
use crate::groups::{self, Dendrogram, Effort, Growth, Spread};
use crate::hamming::Signatures;
use crate::progress::Progress;
use crate::recipe::Bits;
use crate::tui::findings::SweepLine;
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
        let end = bits.get().min(tree.exact_up_to());
        let sweep: Vec<SweepLine> = (0..=end).map(|k| SweepLine::of(&tree.cut(k))).collect();
        if end == bits.get() {
            // Measuring is the next job.
            return Some(Outcome::Linked { tree, sweep, spread: None });
        }
        if known.is_none() {
            // The first groups do not wait for their diameters.
            tell(Outcome::Linked { tree: tree.clone(), sweep, spread: None });
        }
        progress.restart();
        let spread = Spread::measure(&tree, signatures, progress)?;
        let sweep = groups::sweep(&tree, &spread, bits.get()).into_iter().map(SweepLine::from).collect();
        tell(Outcome::Linked { tree: tree.clone(), sweep, spread: Some(Arc::new(spread)) });
        known = Some(tree);
    }
}
