//! From lines to words to characters.

use super::Runs;
use super::matching::Search;
use rustc_hash::FxHashMap;
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// The shortest row of equal characters that counts inside a word that differs; at its start or end any does.
const FEWEST_CHARACTERS: usize = 3;

/// Compares both texts between the lines that each has once, and then word by word. Where too much differs, all equal lines come
/// before words. `None` if cancelled.
pub(super) fn lines(search: &Search<'_>, runs: &mut Runs<'_>) -> Option<()> {
    let (a, b) = (runs.a, runs.b);
    by_lines(search, runs, (a.len(), b.len()), true)
}

/// Compares the part of both texts without runs so far, up to these places, between equal lines that are not blank.
fn by_lines(
    search: &Search<'_>,
    runs: &mut Runs<'_>,
    (end_a, end_b): (usize, usize),
    is_unique: bool,
) -> Option<()> {
    let (from_a, from_b) = runs.end();
    let (a, b) = (&runs.a[from_a..end_a], &runs.b[from_b..end_b]);
    let mut counts: FxHashMap<&str, [u32; 2]> = FxHashMap::default();
    for (side, text) in [a, b].into_iter().enumerate() {
        for line in text.split_inclusive('\n') {
            counts.entry(line).or_default()[side] += 1;
        }
    }
    let is_wanted = |line: &str| !line.trim().is_empty() && (!is_unique || counts[line] == [1, 1]);
    let wanted = |text| -> Vec<&str> {
        let text: &str = text;
        text.split_inclusive('\n').filter(|line| is_wanted(line)).collect()
    };
    let (of_a, of_b) = (wanted(a), wanted(b));
    let start = |line: &str, text: &str| line.as_ptr() as usize - text.as_ptr() as usize;
    for same in search.matches(&of_a, &of_b)? {
        for (line_a, line_b) in of_a[same.a..].iter().zip(&of_b[same.b..]).take(same.len) {
            words(search, runs, (from_a + start(line_a, a), from_b + start(line_b, b)), is_unique)?;
            runs.equal(line_a.len());
        }
    }
    words(search, runs, (end_a, end_b), is_unique)
}

/// Compares, word by word, the part of both texts without runs so far, up to these places. With `or_lines`, line by line if too
/// much differs.
fn words(search: &Search<'_>, runs: &mut Runs<'_>, end: (usize, usize), or_lines: bool) -> Option<()> {
    let (from_a, from_b) = runs.end();
    let (a, b) = (&runs.a[from_a..end.0], &runs.b[from_b..end.1]);
    if !a.is_empty() && !b.is_empty() {
        let (of_a, of_b) = (cut(a), cut(b));
        let texts = |text, words: &[Range<usize>]| -> Vec<&str> {
            let text: &str = text;
            words.iter().map(|word| &text[word.clone()]).collect()
        };
        let (words_a, words_b) = (texts(a, &of_a), texts(b, &of_b));
        let matches = match search.exact(&words_a, &words_b) {
            Some(matches) => matches,
            None if or_lines => return by_lines(search, runs, end, false),
            None => search.matches(&words_a, &words_b)?,
        };
        for same in matches {
            for at in 0..same.len {
                let (word_a, word_b) = (&of_a[same.a + at], &of_b[same.b + at]);
                between(search, runs, from_a + word_a.start, from_b + word_b.start)?;
                runs.equal(word_a.len());
            }
        }
    }
    between(search, runs, end.0, end.1)
}

/// The words and marks of a text, without its white space.
fn cut(text: &str) -> Vec<Range<usize>> {
    let is_seen = |word: &&str| !word.chars().all(char::is_whitespace);
    let words = text.split_word_bound_indices().filter(|(_, word)| is_seen(word));
    words.map(|(at, word)| at..at + word.len()).collect()
}

/// Compares what stands between two equal words: white space, and words of which none is equal.
fn between(search: &Search<'_>, runs: &mut Runs<'_>, end_a: usize, end_b: usize) -> Option<()> {
    let (from_a, from_b) = runs.end();
    let (a, b) = (&runs.a[from_a..end_a], &runs.b[from_b..end_b]);
    if a == b {
        runs.equal(a.len());
        return Some(());
    }
    let start = in_common(blank_start(a).chars(), blank_start(b).chars());
    let (a, b) = (&a[start..], &b[start..]);
    let end = in_common(blank_end(a).chars().rev(), blank_end(b).chars().rev());
    let (a, b) = (&a[..a.len() - end], &b[..b.len() - end]);
    runs.equal(start);
    if is_word(a) && is_word(b) {
        characters(search, runs, a, b)?
    } else {
        runs.differ(a.len(), b.len())
    }
    runs.equal(end);
    Some(())
}

/// The white space that a text begins with.
fn blank_start(text: &str) -> &str {
    &text[..text.len() - text.trim_start().len()]
}

/// The white space that a text ends with.
fn blank_end(text: &str) -> &str {
    &text[text.trim_end().len()..]
}

/// The bytes that both begin with.
fn in_common(a: impl Iterator<Item = char>, b: impl Iterator<Item = char>) -> usize {
    a.zip(b).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
}

/// Whether that is one word, rather than none or several.
fn is_word(text: &str) -> bool {
    !text.is_empty() && !text.contains(char::is_whitespace) && text.split_word_bounds().nth(1).is_none()
}

/// Compares two words character by character. Where less than half of the longer one is equal, that does not help, and
/// they differ as a whole.
fn characters(search: &Search<'_>, runs: &mut Runs<'_>, a: &str, b: &str) -> Option<()> {
    let [of_a, of_b] = [a, b].map(|word| word.graphemes(true).collect::<Vec<_>>());
    let mut matches = search.matches(&of_a, &of_b)?;
    matches.retain(|same| {
        let is_start = same.a == 0 && same.b == 0;
        let is_end = same.a + same.len == of_a.len() && same.b + same.len == of_b.len();
        is_start || is_end || same.len >= FEWEST_CHARACTERS
    });
    let equal: usize = matches.iter().map(|same| same.len).sum();
    if 2 * equal < of_a.len().max(of_b.len()) {
        runs.differ(a.len(), b.len());
        return Some(());
    }
    let bytes = |characters: &[&str]| characters.iter().map(|character| character.len()).sum::<usize>();
    let (mut at_a, mut at_b) = (0, 0);
    for same in matches {
        runs.differ(bytes(&of_a[at_a..same.a]), bytes(&of_b[at_b..same.b]));
        (at_a, at_b) = (same.a + same.len, same.b + same.len);
        runs.equal(bytes(&of_a[same.a..at_a]));
    }
    runs.differ(bytes(&of_a[at_a..]), bytes(&of_b[at_b..]));
    Some(())
}
