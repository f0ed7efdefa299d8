//! Typing errors.

use super::original::Original;
use super::{Edited, Moot, detail};
use crate::random::Random;
use crate::recipe::is_han;
use crate::sensitivity::passages;
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// The kind of error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Typo {
    /// Swaps a letter with the next one.
    Swap,
    /// Drops a letter.
    Drop,
    /// Doubles a letter.
    Double,
}

/// One typo in each of `n` words of at least two letters.
pub(super) fn make(
    original: &Original<'_>,
    typo: Typo,
    n: usize,
    random: &mut Random,
) -> Result<Edited, Moot> {
    let words = original.words();
    let able: Vec<usize> = (0..words.len()).filter(|&word| typo.can(original.at(&words[word]))).collect();
    if able.is_empty() {
        return Err(typo.moot(original));
    }
    let typed = random.choose(n, able.len()).into_iter().map(|chosen| {
        let place = words[able[chosen]].clone();
        let word = typo.of(original.at(&place), random);
        (place, word)
    });
    let typed: Vec<_> = typed.collect();
    let detail = detail::list(typed.iter().map(|(place, word)| detail::change(original.at(place), word)));
    Ok(Edited { text: passages::replace(original.text, &typed), detail })
}

impl Typo {
    /// Whether the word has a letter for this typo.
    fn can(self, word: &str) -> bool {
        // For most words the first two letters decide.
        match *word.as_bytes() {
            [a, b, ..] if a.is_ascii_alphabetic() && b.is_ascii_alphabetic() && word.is_ascii() && a != b => {
                true
            }
            _ => !self.spots(word).is_empty(),
        }
    }

    /// Letters to which the typo can be applied.
    fn spots(self, word: &str) -> Vec<Range<usize>> {
        let letters = letters(word);
        match self {
            _ if letters.len() < 2 => Vec::new(),
            Typo::Drop | Typo::Double => letters,
            Typo::Swap => {
                let is_spot = |pair: &&[Range<usize>]| {
                    pair[0].end == pair[1].start && word[pair[0].clone()] != word[pair[1].clone()]
                };
                letters.windows(2).filter(is_spot).map(|pair| pair[0].clone()).collect()
            }
        }
    }

    /// The word with the typo; unchanged if it [cannot](Self::can) be applied.
    fn of(self, word: &str, random: &mut Random) -> String {
        let spots = self.spots(word);
        let Some(Range { start, end }) = random.pick(&spots).cloned() else { return word.to_owned() };
        let (before, letter, after) = (&word[..start], &word[start..end], &word[end..]);
        match self {
            Typo::Drop => format!("{before}{after}"),
            Typo::Double => format!("{before}{letter}{letter}{after}"),
            Typo::Swap => {
                let next = after.graphemes(true).next().unwrap_or_default();
                format!("{before}{next}{letter}{}", &after[next.len()..])
            }
        }
    }

    /// Why no word of the text has such a letter.
    fn moot(self, original: &Original<'_>) -> Moot {
        let words = original.words();
        let counts = words.iter().map(|place| letters(original.at(place)).len());
        match counts.max() {
            None => Moot::NoWord,
            Some(0) => Moot::NoLetter,
            Some(1) => Moot::ShortWords,
            Some(_) => Moot::LettersAlike,
        }
    }
}

/// The letters of a word, with their combining marks. Han characters do not count.
fn letters(word: &str) -> Vec<Range<usize>> {
    let is_letter = |grapheme: &str| grapheme.starts_with(|c: char| c.is_alphabetic() && !is_han(c));
    word.grapheme_indices(true)
        .filter(|(_, grapheme)| is_letter(grapheme))
        .map(|(start, grapheme)| start..start + grapheme.len())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All results for a word over many seeds.
    fn outcomes(typo: Typo, word: &str) -> Vec<String> {
        let mut outcomes: Vec<String> =
            (0..200).map(|seed| typo.of(word, &mut Random::of(&[seed]))).collect();
        outcomes.sort();
        outcomes.dedup();
        outcomes
    }

    fn check(typo: Typo, word: &str, expected: &[&str]) {
        assert_eq!(outcomes(typo, word), expected, "{typo:?} in {word:?}");
        assert_eq!(typo.can(word), expected != [word]);
    }

    #[test]
    fn letters_are_swapped_dropped_and_doubled() {
        check(Typo::Swap, "train", &["rtain", "tarin", "trani", "trian"]);
        check(Typo::Drop, "cat", &["at", "ca", "ct"]);
        check(Typo::Double, "cat", &["caat", "catt", "ccat"]);
    }

    #[test]
    fn marks_stay_on_their_letters() {
        check(Typo::Swap, "e\u{301}a", &["ae\u{301}"]);
        check(Typo::Drop, "e\u{301}a", &["a", "e\u{301}"]);
        check(Typo::Double, "e\u{301}a", &["e\u{301}aa", "e\u{301}e\u{301}a"]);
    }

    #[test]
    fn digits_marks_and_han_characters_are_no_letters() {
        check(Typo::Swap, "a1b", &["a1b"]);
        check(Typo::Drop, "a1", &["a1"]);
        check(Typo::Swap, "aab", &["aba"]);
        check(Typo::Swap, "aaa", &["aaa"]);
        check(Typo::Drop, "中文", &["中文"]);
        check(Typo::Drop, "да", &["а", "д"]);
    }

    #[test]
    fn what_cannot_be_mistyped_says_why() {
        let moot = |typo, text| make(&Original::new(text), typo, 1, &mut Random::of(&[1])).unwrap_err();
        assert_eq!(moot(Typo::Drop, "…"), Moot::NoWord);
        assert_eq!(moot(Typo::Drop, "中文 12"), Moot::NoLetter);
        assert_eq!(moot(Typo::Drop, "a b 1"), Moot::ShortWords);
        assert_eq!(moot(Typo::Swap, "aa bb"), Moot::LettersAlike);
    }
}
