//! What the cursor steps over: grapheme clusters, as they are shown.
//!
//! These are the extended grapheme clusters of UAX #29, with two exceptions. A character with a [`visible::stand_in`] is shown by
//! itself, so it is a cluster by itself. And a cluster is cut where it would take more than two columns or [`LONGEST`]
//! characters, so that it fits any row and is quickly measured. A cluster depends on the text after it, never on the text before
//! it. So clusters can be found from the start of any row.

use super::rows::{line_end, line_start};
use super::{Direction, Editor};
use simscope_core::visible;
use std::borrow::Cow;
use unicode_segmentation::UnicodeSegmentation;

/// A letter of real text has at most 30 marks (UAX #15, stream-safe text).
pub(super) const LONGEST: usize = 31;

/// A cluster of a text, and the columns it is shown in: one or two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cluster {
    pub start: usize,
    pub end: usize,
    pub columns: usize,
}

/// The clusters of `text` from `start`, which is a boundary, to `end`.
pub(super) fn clusters(text: &str, start: usize, end: usize) -> impl Iterator<Item = Cluster> {
    let mut at = start;
    std::iter::from_fn(move || {
        let (bytes, columns) = first(&text[at..end])?;
        let start = at;
        at += bytes;
        Some(Cluster { start, end: at, columns })
    })
}

/// The bytes and the columns of the first cluster.
fn first(text: &str) -> Option<(usize, usize)> {
    let mut chars = text.chars();
    let c = chars.next()?;
    if let Some(columns) = plain(c)
        && chars.next().is_none_or(|next| next == '\n' || plain(next).is_some())
    {
        return Some((c.len_utf8(), columns));
    }
    if visible::stand_in(c).is_some() {
        return Some((c.len_utf8(), 1));
    }
    // The longest cluster is within these bytes.
    let mut reach = text.len().min(4 * LONGEST);
    while !text.is_char_boundary(reach) {
        reach -= 1;
    }
    let cluster = text[..reach].graphemes(true).next()?;
    // Marks without a letter are shown on a circle.
    let columns = |cluster: &str| visible::grapheme_width(cluster).max(1);
    if cluster.len() <= LONGEST && cluster.chars().all(|c| visible::stand_in(c).is_none()) {
        let columns = columns(cluster);
        if columns <= 2 {
            return Some((cluster.len(), columns));
        }
    }
    let ends = cluster.char_indices().take(LONGEST).skip(1);
    let ends = ends.take_while(|&(_, c)| visible::stand_in(c).is_none()).map(|(at, c)| at + c.len_utf8());
    let end = ends.take_while(|&end| columns(&cluster[..end]) <= 2).last().unwrap_or(c.len_utf8());
    Some((end, columns(&cluster[..end])))
}

/// The columns of a character that is a cluster whenever its neighbours are such characters too: most of real text.
fn plain(c: char) -> Option<usize> {
    match c {
        ' '..='~' | '\u{A1}'..='\u{AC}' | '\u{AE}'..='\u{2FF}' => Some(1),
        // Greek, Cyrillic, Hebrew, Arabic, Latin with marks.
        '\u{370}'..='\u{482}' | '\u{48A}'..='\u{52F}' | '\u{5D0}'..='\u{5EA}' | '\u{620}'..='\u{64A}' => {
            Some(1)
        }
        // Thai consonants and vowels before them.
        '\u{E01}'..='\u{E30}' | '\u{E40}'..='\u{E46}' => Some(1),
        '\u{1E00}'..='\u{1EFF}' | '\u{2010}'..='\u{2027}' => Some(1),
        '\u{3001}'..='\u{3029}' | '\u{3041}'..='\u{3096}' | '\u{30A0}'..='\u{30FF}' => Some(2),
        '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}'
        | '\u{AC00}'..='\u{D7A3}'
        | '\u{FF01}'..='\u{FF60}' => Some(2),
        _ => None,
    }
}

/// What a cluster is drawn as, and whether that is a sign that stands for it.
pub(super) fn shown(cluster: &str) -> (Cow<'_, str>, bool) {
    match cluster.chars().next().and_then(visible::stand_in) {
        Some(stand_in) => (stand_in.to_string().into(), true),
        None if visible::width(cluster) == 0 => (format!("◌{cluster}").into(), true),
        None => (cluster.into(), false),
    }
}

/// Characters looked at: longer words are crossed in several steps.
const REACH: usize = 200;

impl Editor {
    /// The other end of the word in that direction from the cursor, or of the line feed where the line ends there. Space is
    /// crossed to get to the word; forward and `to_next`, instead the space behind it.
    pub(super) fn over_word(&self, direction: Direction, to_next: bool) -> usize {
        let target = match direction {
            Direction::Back => {
                let before = &self.text[line_start(&self.text, self.cursor)..self.cursor];
                let start = before.char_indices().nth_back(REACH - 1).map_or(0, |(start, _)| start);
                self.cursor - word_back(&before[start..])
            }
            Direction::Forward => {
                let behind = &self.text[self.cursor..line_end(&self.text, self.cursor)];
                let end = behind.char_indices().nth(REACH).map_or(behind.len(), |(end, _)| end);
                let measure = if to_next { word_forward } else { word_ahead };
                self.cursor + measure(&behind[..end])
            }
        };
        if target == self.cursor { self.beside(direction) } else { self.boundary(target, direction) }
    }
}

fn is_space(word: &&str) -> bool {
    word.chars().all(char::is_whitespace)
}

fn length<'a>(words: impl Iterator<Item = &'a str>) -> usize {
    words.map(str::len).sum()
}

/// Bytes from the end back to the start of the last word.
fn word_back(before: &str) -> usize {
    let spaces = length(before.split_word_bounds().rev().take_while(is_space));
    spaces + length(before.split_word_bounds().rev().skip_while(is_space).take(1))
}

/// Bytes from the start to the end of the first word.
fn word_ahead(behind: &str) -> usize {
    let spaces = length(behind.split_word_bounds().take_while(is_space));
    spaces + length(behind.split_word_bounds().skip_while(is_space).take(1))
}

/// Bytes from the start to the start of the second word.
fn word_forward(behind: &str) -> usize {
    let first = length(behind.split_word_bounds().take(1));
    first + length(behind.split_word_bounds().skip(1).take_while(is_space))
}

#[cfg(test)]
mod tests {
    use super::super::tests::hostile::HOSTILE;
    use super::*;
    use proptest::prelude::*;
    use ratatui::buffer::CellWidth;

    fn pieces(text: &str) -> Vec<&str> {
        clusters(text, 0, text.len()).map(|cluster| &text[cluster.start..cluster.end]).collect()
    }

    #[test]
    fn a_cluster_is_what_is_shown_as_one_sign() {
        for (text, expected) in [
            ("", &[][..]),
            ("e\u{301}x", &["e\u{301}", "x"]),
            ("\u{1F1E9}\u{1F1EA}\u{1F1EB}\u{1F1F7}", &["\u{1F1E9}\u{1F1EA}", "\u{1F1EB}\u{1F1F7}"]),
            ("👍\u{1F3FD}", &["👍\u{1F3FD}"]),
            ("👩\u{200d}👧", &["👩", "\u{200d}", "👧"]),
            ("\u{1b}[2J", &["\u{1b}", "[", "2", "J"]),
            ("a\r\nb", &["a", "\r", "\n", "b"]),
            ("\u{301}a", &["\u{301}", "a"]),
            ("\u{1100}\u{1161}\u{11A8}", &["\u{1100}\u{1161}\u{11A8}"]),
            ("\u{915}\u{94D}\u{937}", &["\u{915}\u{94D}\u{937}"]),
        ] {
            assert_eq!(pieces(text), expected, "{text:?}");
        }
        assert_eq!(pieces(&format!("a{}", "\u{301}".repeat(60))).len(), 2);
    }

    #[test]
    fn plain_characters_stand_alone_and_are_as_wide_as_said() {
        let is_two = |text: String| text.graphemes(true).count() == 2;
        for c in '\0'..=char::MAX {
            let Some(columns) = plain(c) else { continue };
            assert_eq!(visible::width(c.encode_utf8(&mut [0; 4])), columns, "U+{:04X}", c as u32);
            assert!(visible::stand_in(c).is_none());
            for beside in ['a', '한', c] {
                assert!(
                    is_two(format!("{c}{beside}")) && is_two(format!("{beside}{c}")),
                    "U+{:04X}",
                    c as u32
                );
            }
        }
    }

    proptest! {
        #[test]
        fn every_cluster_is_drawn_safely_in_its_columns(text in any::<String>(), hostile in HOSTILE) {
            for text in [text, hostile] {
                prop_assert_eq!(pieces(&text).concat(), text.as_str());
                for cluster in clusters(&text, 0, text.len()) {
                    let (shown, _) = shown(&text[cluster.start..cluster.end]);
                    prop_assert!(shown.chars().all(|c| visible::stand_in(c).is_none()));
                    prop_assert_eq!(usize::from(shown.cell_width()), cluster.columns, "{:?}", shown);
                    prop_assert!(cluster.columns == 1 || cluster.columns == 2);
                }
            }
        }

        #[test]
        fn text_without_stand_ins_is_cut_where_unicode_cuts_it(text in "([a-zé床가👍]|e\u{301}|👍\u{1F3FD}|\u{1F1E9}\u{1F1EA}|\u{915}\u{94D}\u{937}){0,20}") {
            prop_assert_eq!(pieces(&text), text.graphemes(true).collect::<Vec<_>>());
        }
    }

    #[test]
    fn words_end_where_unicode_says() {
        for (before, characters) in
            [("", 0), ("one two", 3), ("one two  ", 5), ("床前明月", 1), ("  ", 2), ("don't", 5), ("a.", 1)]
        {
            let start = before.len() - word_back(before);
            assert_eq!(before[start..].chars().count(), characters, "{before:?}");
        }
        for (behind, ahead, forward) in
            [("", 0, 0), ("two three", 3, 4), ("  two three", 5, 2), ("床前", 1, 1), ("one", 3, 3)]
        {
            let characters = |bytes: usize| behind[..bytes].chars().count();
            let found = (characters(word_ahead(behind)), characters(word_forward(behind)));
            assert_eq!(found, (ahead, forward), "{behind:?}");
        }
    }
}
