//! Signs many documents in parallel.

use super::{Signed, Signer};
use crate::corpus::{Batch, Corpus};
use crate::progress::Progress;
use crate::recipe::{DocumentFrequencies, Recipe};
use crate::simhash::terms::Terms;
use crate::simhash::word::key;
use rayon::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};

/// Documents for one task, so that short ones do not cost a task each.
const AT_A_TIME: usize = 16;

/// Signatures of one batch, in its order, in parallel. `frequencies` as for [`Signer::new`].
pub fn sign_batch(batch: &Batch, recipe: &Recipe, frequencies: Option<&DocumentFrequencies>) -> Vec<Signed> {
    (0..batch.len())
        .into_par_iter()
        .with_min_len(AT_A_TIME)
        .map_init(|| Signer::new(recipe, frequencies), |signer, i| signer.sign(batch.get(i).text))
        .collect()
}

/// Signatures of a corpus, in parallel; `None` when cancelled. Advances by documents.
pub fn sign_corpus(
    corpus: &Corpus,
    recipe: &Recipe,
    frequencies: Option<&DocumentFrequencies>,
    progress: &Progress,
) -> Option<Vec<Signed>> {
    progress.expect(corpus.len() as u64);
    let of = (recipe, frequencies, progress);
    let sign = |batch: &Arc<Batch>| sign_each(batch.len(), |i| batch.get(i).text, of);
    let batches: Vec<Vec<Signed>> = corpus.batches().par_iter().map(sign).collect::<Option<_>>()?;
    Some(batches.concat())
}

/// Signatures of texts wherever they are in memory, as [`sign_corpus`].
pub fn sign_texts(
    texts: &[&str],
    recipe: &Recipe,
    frequencies: Option<&DocumentFrequencies>,
    progress: &Progress,
) -> Option<Vec<Signed>> {
    progress.expect(texts.len() as u64);
    sign_each(texts.len(), |i| texts[i], (recipe, frequencies, progress))
}

fn sign_each<'t>(
    len: usize,
    text: impl Fn(usize) -> &'t str + Sync,
    (recipe, frequencies, progress): (&Recipe, Option<&DocumentFrequencies>, &Progress),
) -> Option<Vec<Signed>> {
    let sign = |signer: &mut Signer<'_>, i| {
        (!progress.is_cancelled()).then(|| {
            let signed = signer.sign(text(i));
            progress.advance(1);
            signed
        })
    };
    let all = (0..len).into_par_iter().with_min_len(AT_A_TIME);
    all.map_init(|| Signer::new(recipe, frequencies), sign).collect()
}

/// Document frequencies of a corpus, in parallel; `None` when cancelled. Advances by documents.
///
/// All threads share one table, so that only the terms of a batch are held twice.
pub fn document_frequencies(
    corpus: &Corpus,
    recipe: &Recipe,
    progress: &Progress,
) -> Option<DocumentFrequencies> {
    progress.expect(corpus.len() as u64);
    let all = Mutex::new(DocumentFrequencies::default());
    corpus.batches().par_iter().try_for_each(|batch| {
        let counted = counted(batch, recipe, &mut || !progress.is_cancelled())?;
        progress.advance(batch.len() as u64);
        all.lock().unwrap_or_else(PoisonError::into_inner).merge(counted);
        Some(())
    })?;
    Some(all.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Document frequencies of one batch.
pub fn frequencies_of_batch(batch: &Batch, recipe: &Recipe) -> DocumentFrequencies {
    counted(batch, recipe, &mut || true).unwrap_or_default()
}

/// The same as long as `goes_on` returns `true`, which is asked before each document.
fn counted(batch: &Batch, recipe: &Recipe, goes_on: &mut dyn FnMut() -> bool) -> Option<DocumentFrequencies> {
    let mut frequencies = DocumentFrequencies::default();
    let mut cutter = recipe.cutter();
    let mut terms = Terms::default();
    for document in batch.iter() {
        if !goes_on() {
            return None;
        }
        terms.clear();
        cutter.each(document.text, |term, _| {
            terms.insert(key(term));
        });
        frequencies.add_terms(terms.hashes().iter().copied());
    }
    Some(frequencies)
}
