//! How much of the texts that go is in no text that stays.

use super::rules::{Cleaned, Cover};
use crate::measures::Weights;
use rustc_hash::FxHashMap;

/// By document, the share of the weight of one that goes that is in no text that stays; 0 for the others, and for texts
/// without weight. The weights are those of these documents.
pub fn not_in_kept(cleaned: &Cleaned, weights: &Weights) -> Vec<f64> {
    let (texts, documents) = (weights.texts(), cleaned.verdicts.len() as u32);
    // What an equal text that stays has is not looked for.
    let is_safe = |cover: &Cover| cover.kind.is_equal() && cleaned.is_kept(cover.by as usize);
    let gone: Vec<u32> =
        cleaned.gone().filter(|(_, cover)| !is_safe(cover)).map(|(document, _)| document).collect();
    // What no other text has is in those with the same words all the same.
    let mut words: FxHashMap<u64, bool> =
        gone.iter().map(|&document| (texts.whole(document).sequence, false)).collect();
    let mut is_kept = vec![false; texts.ranks()];
    for document in (0..documents).filter(|&document| cleaned.is_kept(document as usize)) {
        texts.shared(document).iter().for_each(|&rank| is_kept[rank as usize] = true);
        words.entry(texts.whole(document).sequence).and_modify(|is_kept| *is_kept = true);
    }
    let mut lost = vec![0.0; documents as usize];
    for document in gone {
        let whole = texts.whole(document);
        let alone = if words[&whole.sequence] { 0 } else { whole.alone };
        let shared = texts.shared(document).iter().copied().filter(|&rank| !is_kept[rank as usize]);
        let weight = texts.weight(shared) + u64::from(alone) * u64::from(weights.alone());
        lost[document as usize] = if weight == 0 { 0.0 } else { weight as f64 / whole.total as f64 };
    }
    lost
}
