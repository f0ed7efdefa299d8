//! The tokens of distinct texts.

use super::comparison::{Comparison, Distinct};
use super::vocabulary::Words;
use crate::alignment::Tokens;
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use std::borrow::Cow;

/// Counts and weighs the words of the texts in pairs.
pub(super) fn measure_texts(comparison: &mut Comparison, cuts: &Cuts<'_>) {
    let paired: FxHashSet<u32> = comparison.pairs.iter().flat_map(|pair| pair.sides).collect();
    let words = &comparison.words;
    let measured: Vec<(u32, Distinct)> =
        paired.into_par_iter().map(|text| (text, Distinct::of(&cuts.of(text), words))).collect();
    for (text, measured) in measured {
        let of = &mut comparison.texts[text as usize];
        (of.words, of.weight) = (measured.words, measured.weight);
    }
}

impl Distinct {
    /// A text by its words alone.
    pub fn of(tokens: &Tokens<'_>, words: &Words) -> Self {
        let weight: f64 = tokens.word_hashes().map(|(word, _)| words.weight(word)).sum();
        Self { words: tokens.words() as u32, weight: weight as f32, ..Self::default() }
    }
}

/// The most bytes of texts whose tokens are kept. The tokens take about five times as much.
pub(super) const KEPT: usize = 64 << 20;

/// Distinct texts, and the kept tokens of those in pairs.
pub(super) struct Cuts<'t> {
    pub texts: Vec<&'t str>,
    pub cuts: Vec<Option<Tokens<'t>>>,
}

impl<'t> Cuts<'t> {
    pub fn of(&self, text: u32) -> Cow<'_, Tokens<'t>> {
        match &self.cuts[text as usize] {
            Some(cut) => Cow::Borrowed(cut),
            None => Cow::Owned(Tokens::new(self.texts[text as usize])),
        }
    }
}
