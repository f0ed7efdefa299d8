//! How much of the texts that go is in no text that stays.

use super::rules::{Cleaned, Cover};
use crate::measures::Weights;
use crate::progress::Progress;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// By document, the share of the weight of one that goes that is in no text that stays; 0 for the others, and for texts
/// without weight. `None` when cancelled. Advances by documents.
pub fn not_in_kept(
    cleaned: &Cleaned,
    texts: &[&str],
    weights: &Weights,
    progress: &Progress,
) -> Option<Vec<f64>> {
    progress.restart();
    progress.expect(texts.len() as u64);
    // What an equal text that stays has is not looked for.
    let is_safe = |cover: &Cover| cover.kind.is_equal() && cleaned.is_kept(cover.by as usize);
    let gone: Vec<u32> =
        cleaned.gone().filter(|(_, cover)| !is_safe(cover)).map(|(document, _)| document).collect();
    let weighed: Vec<_> =
        gone.par_iter().with_max_len(64).map(|&document| weights.weigh(texts[document as usize])).collect();
    let mut seen: FxHashMap<u64, AtomicBool> = FxHashMap::default();
    for (shingle, _) in weighed.iter().flat_map(|one| one.shingles()) {
        seen.entry(*shingle).or_default();
    }
    (0..texts.len()).into_par_iter().with_max_len(256).for_each(|document| {
        progress.advance(1);
        if progress.is_cancelled() || !cleaned.is_kept(document) {
            return;
        }
        for shingle in weights.shingles().set(texts[document]) {
            if let Some(is_kept) = seen.get(&shingle) {
                is_kept.store(true, Relaxed);
            }
        }
    });
    if progress.is_cancelled() {
        return None;
    }
    let mut lost = vec![0.0; texts.len()];
    for (document, weighed) in gone.into_iter().zip(&weighed) {
        let is_lost = |shingle: &u64| seen.get(shingle).is_some_and(|is_kept| !is_kept.load(Relaxed));
        let shingles = weighed.shingles().iter().filter(|(shingle, _)| is_lost(shingle));
        let weight: u64 = shingles.map(|&(_, weight)| u64::from(weight)).sum();
        lost[document as usize] = if weight == 0 { 0.0 } else { weight as f64 / weighed.parts() as f64 };
    }
    Some(lost)
}
