//! Edits of Han characters, which change the segmentation into words.

use super::original::Original;
use super::{Edited, Moot, detail};
use crate::random::Random;
use crate::recipe::is_han;
use crate::sensitivity::passages;
use std::ops::Range;

/// The most frequent particles.
const INSERTED: [char; 2] = ['的', '了'];

/// Drops one character from each of `n` words of two or more.
pub(super) fn drop(original: &Original<'_>, n: usize, random: &mut Random) -> Result<Edited, Moot> {
    change_words(original, n, random, |word, random| {
        let mut left = word.to_owned();
        let dropped = random.below(word.chars().count());
        if let Some((at, _)) = word.char_indices().nth(dropped) {
            left.remove(at);
        }
        left
    })
}

/// Inserts one character into each of `n` words of two or more.
pub(super) fn insert(original: &Original<'_>, n: usize, random: &mut Random) -> Result<Edited, Moot> {
    change_words(original, n, random, |word, random| {
        let mut parted = word.to_owned();
        let inserted = INSERTED[random.below(INSERTED.len())];
        let before = 1 + random.below(word.chars().count() - 1);
        if let Some((at, _)) = word.char_indices().nth(before) {
            parted.insert(at, inserted);
        }
        parted
    })
}

/// Swaps `n` pairs of adjacent characters, within a word or across words.
pub(super) fn swap(text: &str, n: usize, random: &mut Random) -> Result<Edited, Moot> {
    let places: Vec<usize> = text.char_indices().filter(|&(_, c)| is_han(c)).map(|(at, _)| at).collect();
    if places.is_empty() {
        return Err(Moot::NoHan);
    }
    let pair = |first: usize| {
        let mut both = text[places[first]..].chars();
        both.next().zip(both.next()).filter(|(a, b)| is_han(*b) && a != b)
    };
    let chosen = super::words::pairs(places.len(), n, random, |first| pair(first).is_some());
    if chosen.is_empty() {
        return Err(Moot::HanAlike);
    }
    let swapped = chosen.into_iter().filter_map(|first| {
        let (a, b) = pair(first)?;
        let start = places[first];
        Some((start..start + a.len_utf8() + b.len_utf8(), format!("{b}{a}")))
    });
    let swapped: Vec<(Range<usize>, String)> = swapped.collect();
    let detail =
        detail::list(swapped.iter().map(|(place, after)| detail::change(&text[place.clone()], after)));
    Ok(Edited { text: passages::replace(text, &swapped), detail })
}

/// Changes `n` Han words of two characters or more.
fn change_words(
    original: &Original<'_>,
    n: usize,
    random: &mut Random,
    change: impl Fn(&str, &mut Random) -> String,
) -> Result<Edited, Moot> {
    let is_long = |place: &&Range<usize>| {
        let word = original.at(place);
        word.starts_with(is_han) && word.chars().nth(1).is_some()
    };
    let long: Vec<_> = original.words().iter().filter(is_long).collect();
    if long.is_empty() {
        return Err(if original.text.contains(is_han) { Moot::ShortHanWords } else { Moot::NoHan });
    }
    let changed = random.choose(n, long.len()).into_iter().map(|word| {
        let after = change(original.at(long[word]), random);
        (long[word].clone(), after)
    });
    let changed: Vec<_> = changed.collect();
    let detail = detail::list(changed.iter().map(|(place, after)| detail::change(original.at(place), after)));
    Ok(Edited { text: passages::replace(original.text, &changed), detail })
}
