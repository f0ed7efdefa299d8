//! How much of the texts that go is in no text that stays.

use super::rules::{Cleaned, Cover};
use crate::measures::Weights;
use crate::progress::Progress;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// By document, the share of the weight of one that goes that is in no text that stays; 0 for the others, and for texts
/// without weight. `None` when cancelled. Advances by documents.
///
/// A shingle is in no text that stays if the texts that go have it as often as all texts do. So the other texts of a corpus
/// are not needed where the weights know of them.
pub fn not_in_kept(
    cleaned: &Cleaned,
    texts: &[&str],
    weights: &Weights,
    progress: &Progress,
) -> Option<Vec<f64>> {
    progress.restart();
    progress.expect(texts.len() as u64);
    // Texts with the same words are one, as they are where shingles are counted.
    let order = texts.par_iter().with_max_len(256).map(|text| {
        progress.advance(1);
        if progress.is_cancelled() { None } else { weights.shingles().order(text) }
    });
    let order: Vec<Option<u64>> = order.collect();
    if progress.is_cancelled() {
        return None;
    }
    let kept = order.iter().enumerate().filter(|&(document, _)| cleaned.is_kept(document));
    let kept: FxHashSet<u64> = kept.filter_map(|(_, order)| *order).collect();
    let gone = cleaned.gone().filter_map(|(document, _)| Some((order[document as usize]?, document)));
    let gone: FxHashMap<u64, u32> = gone.filter(|(order, _)| !kept.contains(order)).collect();
    let gone: Vec<u32> = gone.into_values().collect();
    let set = |&document: &u32| weights.shingles().set(texts[document as usize]);
    let sets: Vec<Vec<u64>> = gone.par_iter().with_max_len(64).map(set).collect();
    let mut holding: FxHashMap<u64, u32> = FxHashMap::default();
    sets.into_iter().flatten().for_each(|shingle| *holding.entry(shingle).or_default() += 1);
    // What an equal text that stays has is not lost.
    let is_safe = |cover: &Cover| cover.kind.is_equal() && cleaned.is_kept(cover.by as usize);
    let lossy: Vec<u32> =
        cleaned.gone().filter(|(_, cover)| !is_safe(cover)).map(|(document, _)| document).collect();
    let share = |&document: &u32| {
        let weighed = weights.weigh(texts[document as usize]);
        let is_lost = |&&(shingle, weight): &&(u64, u32)| {
            holding.get(&shingle).is_some_and(|&texts| weights.of_texts(texts) == weight)
        };
        let weight: u64 =
            weighed.shingles().iter().filter(is_lost).map(|&(_, weight)| u64::from(weight)).sum();
        (document, if weight == 0 { 0.0 } else { weight as f64 / weighed.parts() as f64 })
    };
    let shares: Vec<(u32, f64)> = lossy.par_iter().with_max_len(64).map(share).collect();
    let mut lost = vec![0.0; texts.len()];
    shares.into_iter().for_each(|(document, share)| lost[document as usize] = share);
    Some(lost)
}
