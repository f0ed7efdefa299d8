//! Reads sources into documents and signs them meanwhile.

use super::spark_output::{Check, Difference};
use crate::corpus::{self, Batch, CorpusError, Event, Guessed, ReadOptions, Skipped, Source, SparkOutput};
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

/// How [`load`] ended.
#[derive(Debug)]
pub struct Loaded {
    /// Whether all was read and handed over, before a cancel.
    pub is_whole: bool,
    /// How the texts differ from those that a Spark job read, where its output is the source.
    pub difference: Option<Difference>,
}

/// Reads on one thread and signs on this one. Batches arrive in order, each with its signatures, unless the
/// recipe needs document frequencies of the whole corpus first. A cancel after all was read has no effect.
///
/// # Errors
/// Those of [`corpus::read`].
pub fn load(
    sources: &[Source],
    options: &ReadOptions,
    recipe: &Recipe,
    progress: &Progress,
    on: &mut dyn FnMut(Arrival, Vec<Signed>),
) -> Result<Loaded, CorpusError> {
    crash::note_recipe(recipe);
    let output = match sources {
        [Source::SparkOutput(output)] if !output.has_texts() => {
            let is_whole = load_signatures(output, options, progress, on)?;
            return Ok(Loaded { is_whole, difference: None });
        }
        [Source::SparkOutput(output)] => Some(&**output),
        _ => None,
    };
    // The bound keeps a fast reader from holding the whole corpus in memory while a slow recipe signs.
    let (arrivals, incoming) = crossbeam_channel::bounded(4);
    let is_signed = recipe.weighting != Weighting::TfIdf;
    thread::scope(|scope| {
        let mut check = output.map(|output| Check::begin(output, recipe, scope));
        let reader = scope.spawn(|| {
            let arrivals = arrivals;
            read(sources, options, progress, &mut |arrival| match arrivals.send(arrival) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            })
        });
        let (mut is_whole, mut is_full) = (true, false);
        for arrival in &incoming {
            if progress.is_cancelled() {
                is_whole = false;
                break;
            }
            let signed = match &arrival {
                Arrival::Batch(batch) if is_signed => sign_batch(batch, recipe, None),
                _ => Vec::new(),
            };
            if let (Arrival::Batch(batch), Some(check)) = (&arrival, &mut check) {
                check.batch(batch, &signed);
            }
            is_full |= matches!(&arrival, Arrival::Skipped(skipped) if skipped.reason.ends_reading());
            on(arrival, signed);
        }
        drop(incoming);
        let read = reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        let is_whole = read? && is_whole;
        let found = check.map(|check| check.end(is_whole && !is_full)).transpose()?;
        Ok(Loaded { is_whole, difference: found.flatten() })
    })
}

/// The documents of an output without their texts, each with the signature of the job. Returns `false` if a cancel stopped it.
fn load_signatures(
    output: &SparkOutput,
    options: &ReadOptions,
    progress: &Progress,
    on: &mut dyn FnMut(Arrival, Vec<Signed>),
) -> Result<bool, CorpusError> {
    let full = output.each_batch(options, progress, &mut |batch, signed| {
        let signed = signed.into_iter().map(|(signature, features)| Signed { signature, features });
        on(Arrival::Batch(batch), signed.collect());
        if progress.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    if let Some(full) = full {
        on(Arrival::Skipped(full), Vec::new());
    }
    Ok(!progress.is_cancelled())
}
