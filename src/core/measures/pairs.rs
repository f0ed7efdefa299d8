//! Many pairs of the documents of a corpus, in bounded memory.

use super::{Measurer, Prepared};
use crate::corpus::Corpus;
use crate::progress::Progress;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// Bytes of text whose prepared forms are held at once. A form takes up to three times the bytes of its text, and two
/// portions are held.
const PORTION: usize = 4 << 20;

impl Measurer<'_> {
    /// The value of each pair of documents. Holds the prepared forms of some 8 MiB of text at most (or of two documents), so
    /// a document may be prepared several times. `None` when cancelled. Advances by pairs.
    pub fn values(&self, corpus: &Corpus, pairs: &[(u32, u32)], progress: &Progress) -> Option<Vec<f64>> {
        self.values_by(PORTION, corpus, pairs, progress)
    }

    /// With portions of that many bytes of text.
    pub(super) fn values_by(
        &self,
        bytes: usize,
        corpus: &Corpus,
        pairs: &[(u32, u32)],
        progress: &Progress,
    ) -> Option<Vec<f64>> {
        progress.restart();
        progress.expect(pairs.len() as u64);
        let portion_of = portions(bytes, corpus, pairs);
        let portion = |at: usize| {
            let (a, b) = pairs[at];
            let [a, b] = [portion_of[&a], portion_of[&b]];
            (a.min(b), a.max(b))
        };
        let mut by_portions: Vec<usize> = (0..pairs.len()).collect();
        by_portions.sort_unstable_by_key(|&at| (portion(at), at));
        let mut values = vec![0.0; pairs.len()];
        let mut held: (u32, FxHashMap<u32, Prepared<'_>>) = (u32::MAX, FxHashMap::default());
        for run in by_portions.chunk_by(|&a, &b| portion(a) == portion(b)) {
            let (first, second) = portion(run[0]);
            let mut documents: Vec<u32> = run.iter().flat_map(|&at| [pairs[at].0, pairs[at].1]).collect();
            documents.sort_unstable();
            documents.dedup();
            if held.0 != first {
                held = (first, FxHashMap::default());
            }
            // Documents of the first portion stay for the next run.
            documents.retain(|document| !held.1.contains_key(document));
            let (kept, passing): (Vec<u32>, Vec<u32>) =
                documents.into_iter().partition(|document| first == second || portion_of[document] == first);
            let prepare = |documents: Vec<u32>| -> Vec<(u32, Prepared<'_>)> {
                let is_on = |_: &u32| !progress.is_cancelled();
                let documents = documents.into_par_iter().filter(is_on);
                documents
                    .map(|document| (document, self.prepare(corpus.get(document as usize).text)))
                    .collect()
            };
            held.1.extend(prepare(kept));
            let passing: FxHashMap<u32, Prepared<'_>> = prepare(passing).into_iter().collect();
            let form = |document: u32| held.1.get(&document).or_else(|| passing.get(&document));
            let measured: Vec<f64> = (run.par_iter())
                .map(|&at| {
                    let (a, b) = pairs[at];
                    progress.advance(1);
                    match (form(a), form(b)) {
                        (Some(a), Some(b)) if !progress.is_cancelled() => self.value(a, b),
                        _ => 0.0,
                    }
                })
                .collect();
            progress.unless_cancelled()?;
            for (&at, value) in run.iter().zip(measured) {
                values[at] = value;
            }
        }
        Some(values)
    }
}

/// The portion of each document that is in a pair: runs of documents with at most that many bytes of text, or one document.
fn portions(most: usize, corpus: &Corpus, pairs: &[(u32, u32)]) -> FxHashMap<u32, u32> {
    let mut documents: Vec<u32> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
    documents.sort_unstable();
    documents.dedup();
    let (mut portion, mut filled) = (0, 0);
    (documents.into_iter())
        .map(|document| {
            let bytes = corpus.get(document as usize).text.len();
            if filled > 0 && filled + bytes > most {
                (portion, filled) = (portion + 1, 0);
            }
            filled += bytes;
            (document, portion)
        })
        .collect()
}
