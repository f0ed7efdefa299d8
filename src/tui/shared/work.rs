//! What the jobs of the shared state do, on their own threads.

use crate::corpus::{self, Batch, Corpus, ReadOptions, Source};
use crate::groups::{self, GroupSpread, Groups};
use crate::hamming::Signatures;
use crate::progress::Progress;
use crate::recipe::{Recipe, Weighting};
use crate::simhash;
use crate::tui::jobs::{Outcome, Tell};
use crate::tui::shared::findings::{BitShares, Hashed};
use crate::tui::shared::news::News;
use rayon::prelude::*;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Reads on one thread while this one hashes; batches appear in order.
pub(super) fn load(
    sources: &[Source],
    options: &ReadOptions,
    recipe: &Recipe,
    progress: &Progress,
    tell: Tell<'_>,
) -> Outcome {
    // Few enough that a slow recipe does not let the whole corpus pile up between the two.
    let (batches, incoming) = crossbeam_channel::bounded::<Arc<Batch>>(4);
    let needs_frequencies = recipe.weighting == Weighting::TfIdf;
    // A cancel that comes when all is read and told leaves the corpus whole.
    let is_cut = AtomicBool::new(false);
    let result = thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let batches = batches;
            let mut seen = 0;
            corpus::read(sources, options, &mut |event| {
                match event {
                    corpus::Event::Batch(batch) => {
                        if batches.send(batch).is_err() {
                            return ControlFlow::Break(());
                        }
                    }
                    corpus::Event::Skipped(skipped) => tell(Outcome::Shared(News::Skipped(skipped))),
                    corpus::Event::Bytes { done, total } => {
                        progress.expect(total);
                        progress.advance(done.saturating_sub(seen));
                        seen = seen.max(done);
                    }
                }
                if progress.is_cancelled() {
                    is_cut.store(true, Ordering::Relaxed);
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            })
        });
        for batch in &incoming {
            if progress.is_cancelled() {
                is_cut.store(true, Ordering::Relaxed);
                break;
            }
            let signed =
                if needs_frequencies { Vec::new() } else { simhash::sign_batch(&batch, recipe, None) };
            let ones = BitShares::of(&signed, recipe.bits);
            tell(Outcome::Shared(News::Read { batch, signed, ones }));
        }
        drop(incoming);
        reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    });
    Outcome::Shared(News::Loaded { result, is_cancelled: is_cut.into_inner() })
}

/// Signs the whole corpus.
pub fn hash(corpus: &Corpus, recipe: Recipe, progress: &Progress) -> Option<Hashed> {
    let needs_frequencies = recipe.weighting == Weighting::TfIdf;
    progress.expect(corpus.len() as u64 * if needs_frequencies { 2 } else { 1 });
    let frequencies = match needs_frequencies {
        true => Some(Arc::new(simhash::document_frequencies(corpus, &recipe, progress)?)),
        false => None,
    };
    let signed = simhash::sign_corpus(corpus, &recipe, frequencies.as_deref(), progress)?;
    Some(Hashed::of(recipe, &signed, frequencies))
}

/// Groups around leaders at k, with their spread.
pub(super) fn leaders(
    signatures: &Signatures,
    documents: &[u32],
    k: u8,
    progress: &Progress,
) -> Option<Outcome> {
    let groups = groups::leaders(signatures, documents, k, progress)?;
    let spread = leader_spread(&groups, signatures);
    Some(Outcome::Shared(News::Led(groups, spread)))
}

/// More pairs than this and the spread of the leaders' groups is left out.
const LEADER_PAIRS: u64 = 1 << 30;

fn leader_spread(groups: &Groups, signatures: &Signatures) -> Option<Vec<GroupSpread>> {
    let pairs: u64 =
        (1..=groups.count()).map(|number| (groups.members(number).len() as u64).pow(2) / 2).sum();
    if pairs > LEADER_PAIRS {
        return None;
    }
    (1..=groups.count())
        .into_par_iter()
        .map(|number| groups::spread_of(signatures, groups.members(number)))
        .collect()
}
