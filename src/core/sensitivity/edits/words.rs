//! Edits of whole words.

use super::original::{Original, is_spaced};
use super::{Edited, Moot, detail};
use crate::random::Random;
use crate::recipe::is_han;
use crate::sensitivity::passages;
use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

pub(super) fn drop(original: &Original<'_>, n: usize, random: &mut Random) -> Result<Edited, Moot> {
    let chosen = choose(original, n, random)?;
    let detail = detail::list(chosen.iter().map(|place| original.at(place)));
    Ok(Edited { text: without(original.text, chosen), detail })
}

pub(super) fn replace(
    original: &Original<'_>,
    n: usize,
    vocabulary: &[String],
    random: &mut Random,
) -> Result<Edited, Moot> {
    let chosen = choose(original, n, random)?;
    let mut others = Others::new(original, vocabulary);
    let replaced = chosen.into_iter().map(|place| {
        let other = others.like(original.at(&place), random)?;
        Some((place, other))
    });
    let replaced: Vec<_> = replaced.collect::<Option<_>>().ok_or(Moot::NoOtherWord)?;
    let detail =
        detail::list(replaced.iter().map(|(place, other)| detail::change(original.at(place), other)));
    Ok(Edited { text: passages::replace(original.text, &replaced), detail })
}

pub(super) fn swap(original: &Original<'_>, n: usize, random: &mut Random) -> Result<Edited, Moot> {
    let (text, words) = (original.text, original.words());
    if words.is_empty() {
        return Err(Moot::NoWord);
    }
    let exchanged = |first: usize| {
        let (a, b) = (&words[first], &words[first + 1]);
        format!("{}{}{}", original.at(b), &text[a.end..b.start], original.at(a))
    };
    let both = |first: usize| words[first].start..words[first + 1].end;
    let begins = |word: usize| text[words[word].start..].chars().next();
    // Swapping “中” and “中中” leaves the text unchanged.
    let differs = |first: usize| begins(first) != begins(first + 1) || exchanged(first) != text[both(first)];
    let chosen = pairs(words.len(), n, random, differs);
    if chosen.is_empty() {
        return Err(Moot::OneWord);
    }
    let detail = chosen
        .iter()
        .map(|&first| detail::exchange(original.at(&words[first]), original.at(&words[first + 1])));
    let detail = detail::list(detail);
    let swapped: Vec<_> = chosen.into_iter().map(|first| (both(first), exchanged(first))).collect();
    Ok(Edited { text: passages::replace(text, &swapped), detail })
}

pub(super) fn duplicate(original: &Original<'_>, n: usize, random: &mut Random) -> Result<Edited, Moot> {
    let chosen = choose(original, n, random)?;
    let detail = detail::list(chosen.iter().map(|place| original.at(place)));
    let again = chosen.into_iter().map(|place| {
        let word = original.at(&place);
        let space = if is_spaced(word) { " " } else { "" };
        (place.end..place.end, format!("{space}{word}"))
    });
    Ok(Edited { text: passages::replace(original.text, &again.collect::<Vec<_>>()), detail })
}

/// The ranges of `n` random words, ascending; of all if there are fewer.
fn choose(original: &Original<'_>, n: usize, random: &mut Random) -> Result<Vec<Range<usize>>, Moot> {
    let words = original.words();
    match words.is_empty() {
        true => Err(Moot::NoWord),
        false => Ok(random.choose(n, words.len()).into_iter().map(|word| words[word].clone()).collect()),
    }
}

/// At most `n` numbers i below `end` − 1 with `fits(i)`, ascending, no two adjacent: the starts of disjoint
/// pairs. Fewer if there are not that many.
///
/// They are drawn one after the other, each from all that remain, so that a single one is uniformly
/// distributed. If `n` cannot be drawn in this way, they are drawn from the largest set without neighbours
/// (every second number of each unbroken stretch, from its first).
pub(super) fn pairs(end: usize, n: usize, random: &mut Random, fits: impl Fn(usize) -> bool) -> Vec<usize> {
    let fitting: Vec<usize> = (0..end.saturating_sub(1)).filter(|&first| fits(first)).collect();
    let mut left = fitting.clone();
    let mut drawn = BTreeSet::new();
    while drawn.len() < n && !left.is_empty() {
        let first = left.swap_remove(random.below(left.len()));
        let is_neighbour = [first.wrapping_sub(1), first + 1].iter().any(|other| drawn.contains(other));
        if !is_neighbour {
            drawn.insert(first);
        }
    }
    // The numbers drawn may block more others than necessary.
    if drawn.len() < n {
        let most = most_pairs(&fitting);
        return random.choose(n, most.len()).into_iter().map(|pair| most[pair]).collect();
    }
    drawn.into_iter().collect()
}

/// The largest subset of these numbers (ascending) without neighbours: every second one of each unbroken
/// stretch.
fn most_pairs(fitting: &[usize]) -> Vec<usize> {
    let mut pairs: Vec<usize> = Vec::new();
    for &first in fitting {
        if pairs.last().is_none_or(|&before| before + 1 < first) {
            pairs.push(first);
        }
    }
    pairs
}

/// The text without these words (ascending). In a script with spaces a word takes one space with it: the one
/// before, or, at the start of a line or after a bracket, the one after.
pub(super) fn without(text: &str, words: impl IntoIterator<Item = Range<usize>>) -> String {
    let mut edited = String::with_capacity(text.len());
    let mut done = 0;
    for word in words {
        let gap = gap(text, word, done);
        edited.push_str(&text[done..gap.start]);
        done = gap.end;
    }
    edited.push_str(&text[done..]);
    edited
}

/// The space to remove with a word, if it is not removed already.
fn gap(text: &str, word: Range<usize>, done: usize) -> Range<usize> {
    let is_space = |c: char| matches!(c, ' ' | '\t' | '\u{a0}' | '\u{3000}');
    let is_opening = |c: char| matches!(c, '\n' | '\r' | '(' | '[' | '{' | '“' | '‘' | '«' | '"' | '\'');
    if !is_spaced(&text[word.clone()]) {
        return word;
    }
    match text[done..word.start].chars().next_back() {
        Some(space) if is_space(space) => word.start - space.len_utf8()..word.end,
        before if before.is_none_or(is_opening) => {
            let space = text[word.end..].chars().next().filter(|&c| is_space(c));
            word.start..word.end + space.map_or(0, char::len_utf8)
        }
        _ => word,
    }
}

/// Words of a vocabulary that are not in a text.
struct Others<'v> {
    han: Vec<&'v str>,
    other: Vec<&'v str>,
}

impl<'v> Others<'v> {
    fn new(original: &Original<'_>, vocabulary: &'v [String]) -> Self {
        let mut known: HashSet<String> =
            original.words().iter().map(|place| original.at(place).to_lowercase()).collect();
        let others = vocabulary.iter().filter(|word| !word.is_empty() && known.insert(word.to_lowercase()));
        let (han, other) = others.map(String::as_str).partition(|word| word.starts_with(is_han));
        Self { han, other }
    }

    /// One of them, if possible of the same script; not repeated while there are others.
    fn like(&mut self, word: &str, random: &mut Random) -> Option<&'v str> {
        let (same, rest) = match word.starts_with(is_han) {
            true => (&mut self.han, &mut self.other),
            false => (&mut self.other, &mut self.han),
        };
        let from = if same.is_empty() { rest } else { same };
        let chosen = random.below(from.len());
        match from.len() {
            0 | 1 => from.first().copied(),
            _ => Some(from.swap_remove(chosen)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, dropped: &[&str], expected: &str) {
        let original = Original::new(text);
        let places = original.words().iter().filter(|place| dropped.contains(&original.at(place))).cloned();
        assert_eq!(without(text, places), expected, "{text:?} without {dropped:?}");
    }

    #[test]
    fn a_word_takes_one_space_with_it() {
        check("the storm closed", &["the"], "storm closed");
        check("the storm closed", &["storm"], "the closed");
        check("the storm closed", &["closed"], "the storm");
        check("the storm closed", &["the", "storm"], "closed");
        check("the storm closed", &["storm", "closed"], "the");
        check("the storm closed", &["the", "storm", "closed"], "");
        check("to the city.", &["city"], "to the.");
        check("x (the storm) y", &["the"], "x (storm) y");
        check("x (the storm) y", &["the", "storm"], "x () y");
        check("one\ntwo three", &["two"], "one\nthree");
        check("re-use it", &["use"], "re- it");
        check("city", &["city"], "");
    }

    #[cfg(feature = "chinese")]
    #[test]
    fn chinese_words_take_nothing_with_them() {
        check("我们爱北京", &["爱"], "我们北京");
        check("使用 手机 上网", &["手机"], "使用  上网");
        check("我用 iPhone 手机", &["iPhone"], "我用 手机");
    }

    /// How often each of nine places is drawn over 2,000 seeds, for these breaks.
    fn drawn(n: usize, breaks: &[usize]) -> [u32; 9] {
        let mut seen = [0; 9];
        for seed in 0..2000 {
            let chosen = pairs(10, n, &mut Random::of(&[seed]), |first| !breaks.contains(&first));
            assert!(chosen.is_sorted_by(|a, b| a + 1 < *b), "{chosen:?}");
            assert!(chosen.iter().all(|first| !breaks.contains(first)), "{chosen:?}");
            chosen.into_iter().for_each(|first| seen[first] += 1);
        }
        seen
    }

    #[test]
    fn pairs_share_nothing_and_reach_every_place() {
        for breaks in [&[][..], &[2], &[0, 3, 4], &[1, 3, 5, 7], &[8]] {
            for n in 1..=3 {
                for (place, seen) in drawn(n, breaks).into_iter().enumerate() {
                    assert_eq!(seen > 0, !breaks.contains(&place), "{place}, {n} with breaks at {breaks:?}");
                }
            }
        }
    }

    #[test]
    fn a_single_pair_is_any_with_the_same_probability() {
        for breaks in [&[][..], &[2], &[0, 3, 4]] {
            let expected = 2000 / (9 - breaks.len() as u32);
            let places = drawn(1, breaks).into_iter().enumerate();
            // Five standard deviations.
            let slack = (25.0 * f64::from(expected)).sqrt() as u32;
            for (place, seen) in places.filter(|(place, _)| !breaks.contains(place)) {
                assert!(seen.abs_diff(expected) < slack, "{place}: {seen} with breaks at {breaks:?}");
            }
        }
    }

    #[test]
    fn there_are_as_many_pairs_as_asked_or_as_there_can_be() {
        let count = |end, n, breaks: &[usize]| {
            let count =
                |seed| pairs(end, n, &mut Random::of(&[seed]), |first| !breaks.contains(&first)).len();
            let first = count(0);
            assert!((1..50).all(|seed| count(seed) == first));
            first
        };
        assert_eq!([1, 3, 5, 6].map(|n| count(10, n, &[])), [1, 3, 5, 5]);
        assert_eq!(count(10, 9, &[2, 5]), 4);
        assert_eq!(count(10, 9, &[3, 4]), 4);
        assert_eq!([0, 1].map(|end| count(end, 3, &[])), [0, 0]);
    }
}
