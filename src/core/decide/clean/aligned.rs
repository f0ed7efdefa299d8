//! Pairs of distinct texts, aligned once. Their differences are stored in a form that is quick to judge.

use super::vocabulary::Words;
use crate::alignment::{Difference, Key, Kind, Token, Tokens, differences, folded};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Two distinct texts that are similar enough to be compared. Arrays of two have the later text first.
#[derive(Debug, Clone)]
pub(super) struct Pair {
    /// The later text in the order by weight, then the earlier one.
    pub sides: [u32; 2],
    /// Their similarity by the measure that confirms.
    pub similarity: f64,
    /// The share of the weight of each text that the other also has.
    pub equal: [f32; 2],
    /// The range of its differences in the spots of the comparison.
    pub spots: Range<u32>,
    /// Sets of kinds: those that are only noted, and all, if the later text goes.
    pub light: u32,
    pub kinds: u32,
    /// Both texts are long, and differ mostly in places where other similar texts also differ.
    pub is_parted: bool,
}

/// A place where the two texts of a pair differ; its kind is that if the later text goes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spot {
    pub kind: Kind,
    /// The number of its recurring difference, or [`NO_KEY`].
    pub key: u32,
    /// The recurring difference of a replaced number by both numbers, or [`NO_KEY`].
    pub numbers: u32,
    /// The same word is replaced by the same other word in three places or more of the pair.
    pub is_renamed: bool,
    /// It is Han text of at most six characters, which is as long as two or three words.
    pub is_few: bool,
    /// How many words each text has there, and the weight of the words that the other lacks.
    pub words: [u16; 2],
    pub weights: [f32; 2],
    /// The first token of the place in each text, and a hash of the words there.
    pub places: [u32; 2],
    pub fillers: [u64; 2],
}

pub(super) const NO_KEY: u32 = u32::MAX;

impl Spot {
    /// Sets the numbers of its recurring differences.
    pub fn numbered(self, [key, numbers]: [u32; 2]) -> Self {
        Self { key, numbers, ..self }
    }
}

/// The differences of two texts, before recurring differences have numbers.
pub(super) struct Aligned {
    pub spots: Vec<(Spot, [Option<Key>; 2])>,
    pub light: u32,
    pub kinds: u32,
}

/// Whether a kind is only noted: it loses nothing, and has no recurring differences.
pub(super) const fn is_light(kind: Kind) -> bool {
    matches!(kind, Kind::Marks | Kind::Space | Kind::SameNumber)
}

/// All such kinds.
pub(super) const LIGHT: [Kind; 3] = [Kind::Marks, Kind::Space, Kind::SameNumber];

/// The bit of a kind in a set.
pub(super) const fn bit(kind: Kind) -> u32 {
    1 << kind as u32
}

/// The differences of two texts if the first goes and the second stays. The order of the alignment depends on the texts only, so
/// both directions have the same differences.
pub(super) fn between(gone: &Tokens<'_>, kept: &Tokens<'_>, words: &Words) -> Vec<Difference> {
    if gone.text() <= kept.text() {
        return differences(gone, kept, words);
    }
    let turned = differences(kept, gone, words).into_iter();
    turned.map(Difference::turned).collect()
}

/// Marks words that are replaced by the same other word in three places or more of a pair.
pub(super) fn mark_renamed(spots: &mut [Spot]) {
    const TIMES: usize = 3;
    let can_be = |spot: &&mut Spot| matches!(spot.kind, Kind::Word | Kind::Name) && spot.key != NO_KEY;
    if spots.len() < TIMES {
        return;
    }
    let mut times: FxHashMap<u32, usize> = FxHashMap::default();
    spots.iter_mut().filter(can_be).for_each(|spot| *times.entry(spot.key).or_default() += 1);
    spots.iter_mut().filter(can_be).for_each(|spot| spot.is_renamed = times[&spot.key] >= TIMES);
}

impl Aligned {
    pub fn of(gone: &Tokens<'_>, kept: &Tokens<'_>, words: &Words) -> Self {
        let (mut spots, mut light, mut kinds) = (Vec::new(), 0, 0);
        for difference in between(gone, kept, words) {
            kinds |= bit(difference.kind);
            if is_light(difference.kind) {
                light |= bit(difference.kind);
                continue;
            }
            let numbers = difference.numbers(gone, kept);
            let Difference { kind, hunk, key } = difference;
            let sides = [(gone, &hunk.a), (kept, &hunk.b)];
            let [gone_side, kept_side] = sides.map(|(text, range)| Side::of(text, range));
            let weights = if kind.costs() {
                [lost(&gone_side, &kept_side, words), lost(&kept_side, &gone_side, words)]
            } else {
                [0.0; 2]
            };
            let spot = Spot {
                kind,
                key: NO_KEY,
                numbers: NO_KEY,
                is_renamed: false,
                is_few: [&gone_side, &kept_side].iter().all(|side| side.is_few()),
                words: [&gone_side, &kept_side].map(|side| side.words.min(u16::MAX.into()) as u16),
                weights,
                places: [hunk.a.start, hunk.b.start],
                fillers: [gone_side.filler(), kept_side.filler()],
            };
            spots.push((spot, [key, numbers]));
        }
        // Only the case of a unit differs, or case or indentation in code.
        if kinds == 0 && folded(gone.text()) == folded(kept.text()) {
            (light, kinds) = (bit(Kind::Fold), bit(Kind::Fold));
        }
        Self { spots, light, kinds }
    }
}

/// The words of a difference on one side.
struct Side<'t> {
    tokens: &'t [Token],
    words: usize,
}

impl<'t> Side<'t> {
    fn of(text: &'t Tokens<'_>, range: &Range<u32>) -> Self {
        let tokens = &text.all()[range.start as usize..range.end as usize];
        Self { tokens, words: tokens.iter().filter(|token| !token.is_mark()).count() }
    }

    /// Whether it has at most six words, and all are Han characters.
    fn is_few(&self) -> bool {
        const CHARACTERS: usize = 6;
        self.words <= CHARACTERS && self.tokens.iter().all(|token| token.is_mark() || token.is_han())
    }

    fn words(&self) -> impl Iterator<Item = u64> {
        self.tokens.iter().filter(|token| !token.is_mark()).map(|token| token.hash)
    }

    /// A hash of the words in their order.
    fn filler(&self) -> u64 {
        self.words().fold(self.words as u64, |all, word| {
            (all ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        })
    }
}

/// Up to this number of words on both sides are compared one by one.
const SHORT: usize = 16;

/// The weight of the words of one side that the other lacks.
fn lost(side: &Side<'_>, other: &Side<'_>, words: &Words) -> f32 {
    if side.words * other.words <= SHORT * SHORT {
        // Each word of the other side matches one word.
        let mut taken = [false; SHORT * SHORT];
        let is_lost = |word: &u64| {
            let mut places = other.words().zip(0..);
            match places.find(|&(other, at)| other == *word && !taken[at]) {
                Some((_, at)) => {
                    taken[at] = true;
                    false
                }
                None => true,
            }
        };
        return side.words().filter(is_lost).map(|word| words.weight(word)).sum::<f64>() as f32;
    }
    let mut left: FxHashMap<u64, u32> = FxHashMap::default();
    other.words().for_each(|word| *left.entry(word).or_default() += 1);
    let is_lost = |word: &u64| match left.get_mut(word) {
        Some(times) if *times > 0 => {
            *times -= 1;
            false
        }
        _ => true,
    };
    side.words().filter(is_lost).map(|word| words.weight(word)).sum::<f64>() as f32
}
