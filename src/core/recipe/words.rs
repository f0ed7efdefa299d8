//! The tokenizers `words` and `unicode-words`: Unicode words (UAX #29), lower-cased; Han runs cut by jieba, or into
//! characters; runs of other scripts without spaces cut into windows, or into characters.

mod unspaced;

use super::han;
use super::windows::Windows;
#[cfg(feature = "chinese")]
use super::{Tables, jieba};
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// Every word of `text`, with its place in it; Han runs are cut by jieba. Runs of other scripts without spaces are cut into
/// windows if there are any.
#[cfg(feature = "chinese")]
#[inline]
pub(super) fn each(
    tables: Tables,
    text: &str,
    lower: &mut String,
    windows: Option<&mut Windows>,
    term: impl FnMut(&str, Range<usize>),
) {
    let han = |run: &str, at, term: &mut _| jieba::each_word(tables.segmenter(), run, shifted(at, term));
    each_with(han, text, lower, windows, term);
}

/// The same; each Han character is a word.
#[inline]
pub(super) fn each_unicode(
    text: &str,
    lower: &mut String,
    windows: Option<&mut Windows>,
    term: impl FnMut(&str, Range<usize>),
) {
    let han = |run: &str, at, term: &mut _| each_han(run, shifted(at, term));
    each_with(han, text, lower, windows, term);
}

/// Wraps `term` for a part that starts at `at`.
#[inline]
fn shifted(at: usize, term: &mut impl FnMut(&str, Range<usize>)) -> impl FnMut(&str, Range<usize>) {
    move |word, span| term(word, at + span.start..at + span.end)
}

fn each_han(run: &str, mut term: impl FnMut(&str, Range<usize>)) {
    for (start, c) in run.char_indices().filter(|&(_, c)| han::is_han(c)) {
        let end = start + c.len_utf8();
        term(&run[start..end], start..end);
    }
}

/// Every word of `text`, with its place in it; `han` cuts Han runs, given their start. `lower` is a buffer for
/// lower-casing.
///
/// Splitting at ASCII white space and at Han characters first is safe, because UAX #29 has a boundary there
/// (Han characters have no word class, so they join nothing). It leaves short parts, nearly all of which are
/// plain ASCII words or Han runs.
#[inline]
fn each_with<T: FnMut(&str, Range<usize>)>(
    han: impl Fn(&str, usize, &mut T),
    text: &str,
    lower: &mut String,
    mut windows: Option<&mut Windows>,
    mut term: T,
) {
    let mut at = 0;
    while let Some(&byte) = text.as_bytes().get(at) {
        if byte.is_ascii_whitespace() || byte == 0x0b {
            at += 1;
            continue;
        }
        let part = part_at(&text[at..]);
        let end = at + part.len;
        match part.kind {
            Kind::Han => han(&text[at..end], at, &mut term),
            Kind::Word => term(lower_case(&text[at..end], lower), at..end),
            Kind::Mixed => {
                let mut each = shifted(at, &mut term);
                match &mut windows {
                    Some(windows) => unspaced::each(&text[at..end], windows, |word, span, is_window| {
                        each(if is_window { word } else { lower_case(word, lower) }, span);
                    }),
                    None => text[at..end].unicode_word_indices().for_each(|(start, word)| {
                        each(lower_case(word, lower), start..start + word.len());
                    }),
                }
            }
            Kind::Separators => {}
        }
        at = end;
    }
}

struct Stretch {
    kind: Kind,
    len: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Han characters, and separators between them.
    Han,
    /// ASCII letters and digits only.
    Word,
    /// Only separators.
    Separators,
    /// Anything else; cut by UAX #29.
    Mixed,
}

/// The first part of `rest`, which must not start with ASCII white space.
#[inline]
fn part_at(rest: &str) -> Stretch {
    let bytes = rest.as_bytes();
    let ascii_word = bytes.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
    match bytes.get(ascii_word) {
        None => {
            return Stretch { kind: Kind::Word, len: ascii_word };
        }
        Some(b) if ascii_word > 0 && (b.is_ascii_whitespace() || is_common_han(*b)) => {
            return Stretch { kind: Kind::Word, len: ascii_word };
        }
        _ => {}
    }
    if ascii_word == 0 {
        let part = separators_and_han(rest);
        if part.len > 0 {
            return part;
        }
    }
    let mixed = &rest[ascii_word..];
    let end = mixed.find(|c: char| c.is_ascii_whitespace() || c == '\u{b}' || han::is_han(c));
    Stretch { kind: Kind::Mixed, len: end.map_or(rest.len(), |end| ascii_word + end) }
}

/// The Han characters and separators at the start of `rest`.
#[inline]
fn separators_and_han(rest: &str) -> Stretch {
    let (mut len, mut kind) = (0, Kind::Separators);
    loop {
        while rest.as_bytes().get(len).is_some_and(|&byte| is_common_han(byte)) {
            len += 3;
            kind = Kind::Han;
        }
        match rest[len..].chars().next() {
            Some(c) if han::is_han(c) => {
                len += c.len_utf8();
                kind = Kind::Han;
            }
            Some(c) if is_separator(c) => len += c.len_utf8(),
            _ => return Stretch { kind, len },
        }
    }
}

/// Whether the byte starts a character of U+5000–U+9FFF, which needs no decoding.
#[inline]
fn is_common_han(byte: u8) -> bool {
    matches!(byte, 0xe5..=0xe9)
}

/// White space and common Chinese punctuation: in no word, and never joined to what follows, so that Han runs
/// can include it (jieba returns it as separate tokens) and need fewer calls.
#[inline]
fn is_separator(c: char) -> bool {
    matches!(c, '\t'..='\r' | ' ' | '\u{3000}'..='\u{3004}' | '\u{3008}'..='\u{3020}' | '\u{ff01}'..='\u{ff0f}'
        | '\u{ff1a}'..='\u{ff20}' | '\u{2010}'..='\u{2027}')
}

#[inline]
fn lower_case<'w>(word: &'w str, lower: &'w mut String) -> &'w str {
    if word.is_ascii() {
        if !word.bytes().any(|b| b.is_ascii_uppercase()) {
            return word;
        }
        lower.clear();
        lower.push_str(word);
        lower.make_ascii_lowercase();
    } else {
        // Not character by character, because a final Greek sigma differs.
        if word.chars().all(is_lower_cased) {
            return word;
        }
        *lower = word.to_lowercase();
    }
    lower
}

fn is_lower_cased(c: char) -> bool {
    let mut lower = c.to_lowercase();
    lower.next() == Some(c) && lower.next().is_none()
}
