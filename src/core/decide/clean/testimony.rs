//! Statistics of the corpus that show whether differences in words distinguish its texts.

use super::aligned::{NO_KEY, Pair, Spot};
use super::alike::Groups;
use super::comparison::Comparison;
use super::template::FILLED;
use crate::alignment::{Key, Kind, Tokens, Vocabulary};
use crate::evidence::Catalogue;
use crate::progress::Progress;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// The statistics of a corpus.
#[derive(Debug, Clone, Default)]
pub(super) struct Testimony {
    /// By text, whether it is in a loose group: three texts or more, with fewer than half of the possible pairs similar.
    pub is_loose: Vec<bool>,
    /// By band of length, the share of the pairs that are in loose groups.
    pub loose: [f64; BANDS],
    /// The statistics of each recurring difference.
    pub keys: Vec<Recurring>,
}

/// The statistics of a recurring difference.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Recurring {
    /// The number of pairs that have it.
    pub pairs: u32,
    /// It recurs so often that it distinguishes texts.
    pub recurs: bool,
    /// It is a variant: two Han characters that hardly any text has both.
    pub is_variant: bool,
    /// For an identifier, the number of texts that have it; nearly every one has another value.
    pub identifier: Option<u32>,
}

/// The number of bands of length: short, middle and long texts, by words.
pub(super) const BANDS: usize = 3;
/// The words of the shortest text of the second band, and of the third.
const LENGTHS: [u32; BANDS - 1] = [MIDDLE, LONG];
pub(super) const MIDDLE: u32 = 25;
pub(super) const LONG: u32 = 100;
/// The fewest texts, including itself, that have different words in one place of a long text; and the least share of the
/// differences of siblings that are in such places.
const FILLERS: usize = 4;
const SIBLINGS: f64 = 0.5;
/// From this share of pairs in loose groups on, all differences of words matter in a band.
const LOOSE: f64 = 0.15;
/// The fewest pairs of a band whose share is used; otherwise it is the share of all bands.
const FEW: usize = 100;
/// The fewest pairs of a recurring difference, and their least share of all pairs.
const TIMES: u32 = 20;
const SHARE: f64 = 0.002;
/// A variant is in at least this many pairs, its rarer character is in this many texts, and at most this share of these has both
/// characters. At most [`VARIED`] of these texts come to each pair.
const VARIANT: (u32, u32, f64) = (3, 20, 0.1);
const VARIED: u32 = 3;
/// An identifier is in at least this many texts and in this share of all; and this share of these has a value that no other text
/// has.
const IDENTIFIER: (usize, f64, f64) = (20, 0.3, 0.85);

/// The band of a text with this many words.
pub(super) fn band(words: u32) -> usize {
    LENGTHS.iter().filter(|&&length| words >= length).count()
}

/// The limits of a band in words: the least number, and the first that is too large.
pub(super) fn lengths(band: usize) -> (Option<u32>, Option<u32>) {
    (band.checked_sub(1).map(|at| LENGTHS[at]), LENGTHS.get(band).copied())
}

/// Whether the statistics can make such a difference matter.
pub(super) const fn is_open(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Word
            | Kind::More
            | Kind::Less
            | Kind::TextMore
            | Kind::TextLess
            | Kind::Rewritten
            | Kind::Order
            | Kind::Form
    )
}

impl Testimony {
    /// Computes the statistics. `texts` are the distinct ones. `None` when cancelled.
    pub fn of(comparison: &Comparison, groups: &Groups, texts: &[&str], progress: &Progress) -> Option<Self> {
        let loose = loose(comparison, groups);
        let mut keys = vec![Recurring::default(); comparison.keys.len()];
        let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
        for pair in &comparison.pairs {
            let mut seen: Vec<u32> = Vec::new();
            let spots = comparison.spots(pair).iter();
            for (spot, key) in spots.flat_map(|spot| [(spot, spot.key), (spot, spot.numbers)]) {
                if key == NO_KEY || seen.contains(&key) {
                    continue;
                }
                seen.push(key);
                keys[key as usize].pairs += 1;
                if is_open(spot.kind) {
                    *numbers.entry(key).or_default() += 1;
                }
            }
        }
        let least = f64::from(TIMES).max(SHARE * comparison.pairs.len() as f64);
        let variants = variants(comparison, &keys, &|key| numbers.contains_key(&key), texts);
        for (key, &pairs) in &numbers {
            keys[*key as usize].recurs = f64::from(pairs) >= least && !variants.contains(key);
        }
        variants.iter().for_each(|&key| keys[key as usize].is_variant = true);
        for (key, of) in identifiers(comparison, texts) {
            keys[key as usize].identifier = Some(of);
        }
        (!progress.is_cancelled()).then(|| Self { is_loose: groups.is_loose.clone(), loose, keys })
    }

    /// What is seen in a band of length, if words matter in all its texts.
    pub fn parts_band(&self, band: usize) -> Option<Catalogue> {
        let share = self.loose[band];
        (share >= LOOSE).then(|| Catalogue { words: lengths(band), share })
    }
}

impl Comparison {
    /// What is seen in the band with the most pairs, if words matter in all texts of most pairs: it is a catalogue.
    pub fn catalogue(&self) -> Option<Catalogue> {
        let mut pairs = [0_usize; BANDS];
        self.pairs.iter().for_each(|pair| pairs[band(self.texts[pair.sides[0] as usize].words)] += 1);
        let parted = (0..BANDS).filter_map(|band| Some((pairs[band], self.testimony.parts_band(band)?)));
        let parted: Vec<(usize, Catalogue)> = parted.collect();
        let is_most = 2 * parted.iter().map(|(pairs, _)| pairs).sum::<usize>() > self.pairs.len();
        parted.into_iter().max_by_key(|(pairs, _)| *pairs).filter(|_| is_most).map(|(_, seen)| seen)
    }
}

/// By band of length, the share of the pairs that are in loose groups. Forms that are filled in are left out: they say nothing of
/// other texts of their length.
fn loose(comparison: &Comparison, groups: &Groups) -> [f64; BANDS] {
    let mut counts = [[0_usize; 2]; BANDS];
    let forms = forms(comparison, groups);
    for pair in &comparison.pairs {
        let later = pair.sides[0];
        if forms.contains(&groups.first[later as usize]) {
            continue;
        }
        let count = &mut counts[band(comparison.texts[later as usize].words)];
        count[0] += 1;
        count[1] += usize::from(groups.is_loose[later as usize]);
    }
    let share = |[pairs, loose]: [usize; 2]| loose as f64 / pairs.max(1) as f64;
    let all = counts.iter().fold([0; 2], |all, count| [all[0] + count[0], all[1] + count[1]]);
    counts.map(|count| share(if count[0] < FEW { all } else { count }))
}

/// The loose groups, by their first texts, in which most of what differs is in the same places of nearly all texts.
fn forms(comparison: &Comparison, groups: &Groups) -> FxHashSet<u32> {
    // By group, its pairs, and by place, in how many of them it differs and in how many words.
    let mut of: FxHashMap<u32, (usize, FxHashMap<u32, [usize; 2]>)> = FxHashMap::default();
    for pair in comparison.pairs.iter().filter(|pair| groups.is_loose[pair.sides[0] as usize]) {
        let (pairs, places) = of.entry(groups.first[pair.sides[0] as usize]).or_default();
        *pairs += 1;
        for spot in comparison.spots(pair).iter().filter(|spot| spot.kind.costs()) {
            let [times, words] = places.entry(spot.places[0].min(spot.places[1])).or_default();
            *times += 1;
            *words += usize::from(spot.words[0].max(spot.words[1]));
        }
    }
    let is_form = |(pairs, places): &(usize, FxHashMap<u32, [usize; 2]>)| {
        let all: usize = places.values().map(|[_, words]| words).sum();
        let filled = places.values().filter(|[times, _]| 2 * times >= *pairs);
        filled.map(|[_, words]| words).sum::<usize>() as f64 >= FILLED * all as f64
    };
    of.into_iter().filter(|(_, group)| is_form(group)).map(|(first, _)| first).collect()
}

/// The recurring differences that are variants: replacements of one Han character by another that hardly any text has beside it.
fn variants(
    comparison: &Comparison,
    keys: &[Recurring],
    is_word: &dyn Fn(u32) -> bool,
    texts: &[&str],
) -> FxHashSet<u32> {
    let (least, rarer, most) = VARIANT;
    let mut asked: Vec<(u32, [char; 2], u32)> = Vec::new();
    for (number, key) in (0..).zip(&comparison.keys) {
        let is_asked = keys[number as usize].pairs >= least && is_word(number);
        let Some(characters) = key.characters().filter(|_| is_asked) else { continue };
        let texts = characters.map(|c| comparison.words.texts(Tokens::hash(c.encode_utf8(&mut [0; 4]))));
        let fewest = texts[0].min(texts[1]);
        if fewest >= rarer && VARIED * keys[number as usize].pairs >= fewest {
            asked.push((number, characters, fewest));
        }
    }
    let both = |characters: &[char; 2]| {
        let has_both = |text: &&&str| characters.iter().all(|&c| text.contains(c));
        texts.iter().filter(has_both).count() as f64
    };
    let asked = asked.par_iter().with_max_len(1);
    let found = asked.filter(|(_, characters, fewest)| both(characters) <= most * f64::from(*fewest));
    found.map(|(number, ..)| *number).collect()
}

/// The recurring differences that are identifiers, and how many texts have each.
fn identifiers(comparison: &Comparison, texts: &[&str]) -> Vec<(u32, u32)> {
    let (least, share, own) = IDENTIFIER;
    let enough = least.max((share * texts.len() as f64).ceil() as usize) as u32;
    let asked: FxHashMap<u64, u32> = (0..)
        .zip(&comparison.keys)
        .filter_map(|(number, key)| match key {
            Key::NumberAfter(word) => Some((Tokens::hash(word), number)),
            _ => None,
        })
        .filter(|(word, _)| comparison.words.texts(*word) >= enough)
        .collect();
    if asked.is_empty() {
        return Vec::new();
    }
    // The first number behind each word, in each text.
    let values: Vec<(u32, u64)> = texts
        .par_iter()
        .with_max_len(256)
        .flat_map_iter(|text| {
            let tokens = Tokens::new(text);
            let mut found: Vec<(u32, u64)> = Vec::new();
            for (number, value) in tokens.numbers_after(|word| asked.get(&word).copied()) {
                if found.iter().all(|(other, _)| *other != number) {
                    found.push((number, value));
                }
            }
            found
        })
        .collect();
    let mut counts: FxHashMap<(u32, u64), u32> = FxHashMap::default();
    values.iter().for_each(|value| *counts.entry(*value).or_default() += 1);
    let mut of: FxHashMap<u32, [u32; 2]> = FxHashMap::default();
    for ((number, _), times) in counts {
        let of = of.entry(number).or_default();
        of[0] += times;
        of[1] += u32::from(times == 1);
    }
    let is_identifier =
        |[texts, alone]: &[u32; 2]| *texts >= enough && f64::from(*alone) >= own * f64::from(*texts);
    of.into_iter().filter(|(_, counts)| is_identifier(counts)).map(|(key, [texts, _])| (key, texts)).collect()
}

/// Marks the pairs of long texts that are siblings, not versions: they differ mostly in places where other similar texts also
/// differ.
pub(super) fn mark_siblings(comparison: &mut Comparison) {
    let hubs: Vec<u32> = (0..comparison.distinct() as u32)
        .filter(|&text| {
            comparison.texts[text as usize].words >= LONG && comparison.pairs_of(text).count() + 1 >= FILLERS
        })
        .collect();
    let parted: Vec<Vec<u32>> =
        hubs.par_iter().with_max_len(64).map(|&hub| siblings(comparison, hub)).collect();
    parted.into_iter().flatten().for_each(|pair| comparison.pairs[pair as usize].is_parted = true);
}

/// The pairs of one text that differ mostly in places where several texts have different words.
fn siblings(comparison: &Comparison, hub: u32) -> Vec<u32> {
    let is_word = |spot: &&Spot| spot.kind.costs() && spot.kind != Kind::Number;
    let mut fillers: FxHashMap<(u32, u64), FxHashSet<u64>> = FxHashMap::default();
    for (pair, side) in comparison.pairs_of(hub) {
        for spot in comparison.spots(pair).iter().filter(is_word) {
            let place = (spot.places[side], spot.fillers[side]);
            fillers.entry(place).or_default().insert(spot.fillers[1 - side]);
        }
    }
    let is_slot =
        |spot: &Spot, side: usize| fillers[&(spot.places[side], spot.fillers[side])].len() + 1 >= FILLERS;
    let numbers = comparison.numbers_of_pairs(hub);
    let parted = comparison.pairs_of(hub).zip(numbers).filter(|((pair, side), _)| {
        let words = |spot: &Spot| f64::from(spot.words[0].max(spot.words[1]).max(1));
        let spots = || comparison.spots(pair).iter().filter(is_word);
        let all: f64 = spots().map(words).sum();
        let filled: f64 = spots().filter(|spot| is_slot(spot, *side)).map(words).sum();
        all > 0.0 && filled >= SIBLINGS * all
    });
    parted.map(|(_, number)| number).collect()
}

/// Whether a pair is in a loose group.
pub(super) fn is_loose(testimony: &Testimony, pair: &Pair) -> bool {
    testimony.is_loose[pair.sides[0] as usize]
}
