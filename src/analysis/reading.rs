//! Reads sources into documents and signs them meanwhile.

use crate::corpus::{self, Batch, CorpusError, Event, Guessed, ReadOptions, Skipped, Source};
use crate::crash;
use crate::progress::Progress;
use crate::recipe::{Recipe, Weighting};
use crate::simhash::{Signed, sign_batch};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;

/// What reading reports.
#[derive(Debug)]
pub enum Arrival {
    /// Documents.
    Batch(Arc<Batch>),
    /// Something that is not a document.
    Skipped(Skipped),
    /// An encoding that was guessed.
    Guessed(Guessed),
}

/// Reads all sources in order. Advances by bytes. Returns `false` if `on` or a cancel stopped it early.
///
/// # Errors
/// Those of [`corpus::read`].
pub fn read(
    sources: &[Source],
    options: &ReadOptions,
    progress: &Progress,
    on: &mut dyn FnMut(Arrival) -> ControlFlow<()>,
) -> Result<bool, CorpusError> {
    let mut is_whole = true;
    corpus::read(sources, options, &mut |event| {
        let next = match event {
            Event::Batch(batch) => on(Arrival::Batch(batch)),
            Event::Skipped(skipped) => on(Arrival::Skipped(skipped)),
            Event::Guessed(guessed) => on(Arrival::Guessed(guessed)),
            Event::Bytes { done, total } => {
                progress.expect(total);
                progress.advance(done.saturating_sub(progress.done()));
                ControlFlow::Continue(())
            }
        };
        let next = if progress.is_cancelled() { ControlFlow::Break(()) } else { next };
        is_whole &= next.is_continue();
        next
    })?;
    Ok(is_whole)
}

/// Reads on one thread and signs on this one. Batches arrive in order, each with its signatures, unless the
/// recipe needs document frequencies of the whole corpus first. Returns `false` if a cancel stopped it before
/// all was read and handed over; a later cancel has no effect.
///
/// # Errors
/// Those of [`corpus::read`].
pub fn load(
    sources: &[Source],
    options: &ReadOptions,
    recipe: &Recipe,
    progress: &Progress,
    on: &mut dyn FnMut(Arrival, Vec<Signed>),
) -> Result<bool, CorpusError> {
    crash::note_recipe(recipe);
    // The bound keeps a fast reader from holding the whole corpus in memory while a slow recipe signs.
    let (arrivals, incoming) = crossbeam_channel::bounded(4);
    let is_signed = recipe.weighting != Weighting::TfIdf;
    thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let arrivals = arrivals;
            read(sources, options, progress, &mut |arrival| match arrivals.send(arrival) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            })
        });
        let mut is_whole = true;
        for arrival in &incoming {
            if progress.is_cancelled() {
                is_whole = false;
                break;
            }
            let signed = match &arrival {
                Arrival::Batch(batch) if is_signed => sign_batch(batch, recipe, None),
                _ => Vec::new(),
            };
            on(arrival, signed);
        }
        drop(incoming);
        let read = reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        read.map(|is_read_whole| is_read_whole && is_whole)
    })
}
