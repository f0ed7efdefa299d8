//! Reads sources into documents and signs them meanwhile.

use super::spark_output::{Check, Difference};
use crate::corpus::{self, Batch, CorpusError, Event, Notice, ReadOptions, Skipped, Source, SparkOutput};
use crate::crash;
use crate::progress::Progress;
use crate::recipe::{DocumentFrequencies, Recipe, Weighting};
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
    /// Something that should be known.
    Noticed(Notice),
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
            Event::Noticed(notice) => on(Arrival::Noticed(notice)),
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

/// Reads and signs meanwhile, as [`read_with`]. Each batch arrives with its signatures, unless the recipe needs document
/// frequencies and `frequencies` has none: those of the whole corpus come first then.
///
/// # Errors
/// Those of [`corpus::read`].
pub fn load(
    (sources, options): (&[Source], &ReadOptions),
    recipe: &Recipe,
    frequencies: Option<&DocumentFrequencies>,
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
    thread::scope(|scope| {
        let mut check = output.map(|output| Check::begin(output, recipe, scope));
        let mut is_full = false;
        let mut take = |arrival: Arrival, signed: Vec<Signed>| {
            if let (Arrival::Batch(batch), Some(check)) = (&arrival, &mut check) {
                check.batch(batch, &signed);
            }
            is_full |= matches!(&arrival, Arrival::Skipped(skipped) if skipped.reason.ends_reading());
            on(arrival, signed);
        };
        let is_signed = recipe.weighting != Weighting::TfIdf || frequencies.is_some();
        let sign =
            |batch: &Batch| if is_signed { sign_batch(batch, recipe, frequencies) } else { Vec::new() };
        let is_whole = read_with((sources, options), progress, &sign, &mut take)?;
        let found = check.map(|check| check.end(is_whole && !is_full)).transpose()?;
        Ok(Loaded { is_whole, difference: found.flatten() })
    })
}

/// Reads on one thread and works on each batch on the others; with a single thread, all on this one. Batches arrive in order,
/// each with what became of it. Returns `false` if a cancel stopped it; one after all was read has no effect.
///
/// # Errors
/// Those of [`corpus::read`].
pub fn read_with<T: Default + Send>(
    (sources, options): (&[Source], &ReadOptions),
    progress: &Progress,
    work: &(impl Fn(&Batch) -> T + Sync),
    take: &mut dyn FnMut(Arrival, T),
) -> Result<bool, CorpusError> {
    // A thread of the pool that waits for tasks of the same pool could wait for ever.
    if rayon::current_num_threads() > 1 && rayon::current_thread_index().is_none() {
        return read_beside((sources, options), progress, work, take);
    }
    read(sources, options, progress, &mut |arrival| {
        let done = if let Arrival::Batch(batch) = &arrival { work(batch) } else { T::default() };
        take(arrival, done);
        ControlFlow::Continue(())
    })
}

/// Reads on a thread of its own and works on each batch in the pool; what has arrived is taken on this thread, in order.
fn read_beside<T: Default + Send>(
    (sources, options): (&[Source], &ReadOptions),
    progress: &Progress,
    work: &(impl Fn(&Batch) -> T + Sync),
    take: &mut dyn FnMut(Arrival, T),
) -> Result<bool, CorpusError> {
    // The bound keeps a fast reader from holding the whole corpus in memory while a slow recipe signs.
    let (arrivals, incoming) = crossbeam_channel::bounded(2 + rayon::current_num_threads());
    rayon::in_place_scope(|pool| {
        thread::scope(|scope| {
            let reader = scope.spawn(|| {
                let arrivals = arrivals;
                read(sources, options, progress, &mut |arrival| {
                    let (done, made) = crossbeam_channel::bounded(1);
                    if let Arrival::Batch(batch) = &arrival {
                        let batch = Arc::clone(batch);
                        pool.spawn(move |_| {
                            if !progress.is_cancelled() {
                                drop(done.send(work(&batch)));
                            }
                        });
                    }
                    match arrivals.send((arrival, made)) {
                        Ok(()) => ControlFlow::Continue(()),
                        Err(_) => ControlFlow::Break(()),
                    }
                })
            });
            let mut is_whole = true;
            for (arrival, made) in &incoming {
                // Nothing becomes of what is no batch.
                let made = made.recv().unwrap_or_default();
                if progress.is_cancelled() {
                    is_whole = false;
                    break;
                }
                take(arrival, made);
            }
            drop(incoming);
            Ok(reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))? && is_whole)
        })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simhash::Signer;
    use std::fmt::Write;

    /// A corpus of several batches, and a line that is skipped in the middle.
    fn corpus() -> (tempfile::TempDir, Vec<Source>) {
        let mut lines = String::new();
        for i in 0..20_000 {
            if i == 12_345 {
                lines.push_str("{\"id\":\"no text\"}\n");
            }
            writeln!(
                lines,
                r#"{{"id":"{i}","text":"the {} of {} and {}"}}"#,
                i % 7,
                i,
                "far ".repeat(i % 40)
            )
            .unwrap();
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("c.jsonl");
        std::fs::write(&path, lines).unwrap();
        (folder, vec![Source::Path(path)])
    }

    /// Ids and signatures in the order of their arrival, with what was skipped; `on` is called after each.
    fn loaded(
        sources: &[Source],
        progress: &Progress,
        mut on: impl FnMut(),
    ) -> (Loaded, Vec<(String, u128)>) {
        let mut all = Vec::new();
        let recipe = Recipe::default();
        let from = (sources, &ReadOptions::default());
        let loaded = load(from, &recipe, None, progress, &mut |arrival, signed| {
            match arrival {
                Arrival::Batch(batch) => {
                    assert_eq!(batch.len(), signed.len());
                    let mut signer = Signer::new(&recipe, None);
                    for (document, signed) in batch.iter().zip(signed) {
                        assert_eq!(signer.sign(document.text), signed);
                        all.push((document.id.to_owned(), signed.signature));
                    }
                }
                Arrival::Skipped(_) => all.push(("skipped".to_owned(), 0)),
                Arrival::Noticed(_) => {}
            }
            on();
        });
        (loaded.unwrap(), all)
    }

    #[test]
    fn what_is_signed_beside_the_reading_arrives_in_the_order_of_the_input() {
        let (_folder, sources) = corpus();
        let (beside, all) = loaded(&sources, &Progress::new(), || {});
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let (alone, same) = one.install(|| loaded(&sources, &Progress::new(), || {}));
        assert!(beside.is_whole && alone.is_whole);
        assert_eq!(all, same);
        assert_eq!(all.len(), 20_001);
        let ids: Vec<usize> = all.iter().filter_map(|(id, _)| id.parse().ok()).collect();
        assert!(ids.iter().copied().eq(0..20_000));
    }

    #[test]
    fn a_cancel_ends_the_reading_early() {
        let (_folder, sources) = corpus();
        let progress = Progress::new();
        let (cancelled, all) = loaded(&sources, &progress, || progress.cancel());
        assert!(!cancelled.is_whole && all.len() < 20_000);
    }
}
