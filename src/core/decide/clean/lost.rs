//! How much of the texts that go is in no text that stays.

use super::rules::{Cleaned, Cover};
use crate::measures::Weights;
use rustc_hash::FxHashSet;

/// By document, the share of the weight of one that goes that is in no text that stays; 0 for the others, and for texts
/// without weight. The weights have these documents.
///
/// A shingle is in no text that stays if the texts that go have it as often as all texts do. So the other texts of a corpus
/// are not needed where the weights know of them.
pub fn not_in_kept(cleaned: &Cleaned, weights: &Weights) -> Vec<f64> {
    let (texts, documents) = (weights.texts(), cleaned.verdicts.len() as u32);
    // Texts with the same words are one, as they are where shingles are counted.
    let sequence = |document: u32| texts.whole(document).sequence;
    let kept = (0..documents).filter(|&document| cleaned.is_kept(document as usize)).map(sequence);
    let kept: FxHashSet<u64> = kept.collect();
    let (mut seen, mut holding) = (FxHashSet::default(), vec![0_u32; texts.ranks()]);
    for (document, _) in cleaned.gone() {
        if !kept.contains(&sequence(document)) && seen.insert(sequence(document)) {
            texts.shared(document).iter().for_each(|&rank| holding[rank as usize] += 1);
        }
    }
    // What an equal text that stays has is not lost.
    let is_safe = |cover: &Cover| cover.kind.is_equal() && cleaned.is_kept(cover.by as usize);
    let mut lost = vec![0.0; documents as usize];
    for (document, _) in cleaned.gone().filter(|(_, cover)| !is_safe(cover)) {
        let whole = texts.whole(document);
        let alone = if kept.contains(&whole.sequence) { 0 } else { whole.alone };
        let is_lost =
            |rank: &u32| u64::from(weights.weight_of(holding[*rank as usize])) == texts.weight([*rank]);
        let shared = texts.shared(document).iter().copied().filter(is_lost);
        let weight = texts.weight(shared) + u64::from(alone) * u64::from(weights.alone());
        lost[document as usize] = if weight == 0 { 0.0 } else { weight as f64 / whole.total as f64 };
    }
    lost
}
