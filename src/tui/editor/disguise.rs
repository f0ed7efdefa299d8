//! Characters in disguise: every piece of a text becomes one harmless character that is as wide as what is shown for it.
//!
//! [`ratatui_textarea`] counts and draws character by character. A text of people is not made so: an accent has no
//! column of its own, two letters of a flag are one sign, and an escape sequence must not be drawn at all. So a text is
//! cut into **pieces**: a grapheme cluster of at most two columns; a part of one where it is wider or has more marks than
//! any script; and every character that has a [`visible::stand_in`] alone. A piece of one ordinary character stands for itself, every other is put
//! into a table, and a code point that no text of people uses stands for it: a private-use one of plane 15 where it is
//! shown in one column, an unassigned one of plane 3 (wide, Unicode 16, EastAsianWidth.txt) where it takes two.
//! Where a text itself has such a code point, that is put into the table too, so nothing is ambiguous.

use crate::visible;
use rustc_hash::FxHashMap;
use std::ops::RangeInclusive;
use unicode_segmentation::UnicodeSegmentation;

const NARROW: RangeInclusive<u32> = 0xF_0000..=0xF_FFFD;
const WIDE: RangeInclusive<u32> = 0x3_3480..=0x3_FFFD;

/// The table is full: so many different pieces were met that the rest has no code point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Full;

/// How a piece is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown<'a> {
    /// As it is: its marks are drawn over its first character.
    Whole(&'a str),
    /// Marks that have nothing to stand on.
    Marks(&'a str),
    /// By a symbol that stands for it.
    StandIn(char),
}

/// The table of one text and its past: it only grows, since what was deleted can come back.
#[derive(Debug, Clone, Default)]
pub(super) struct Disguise {
    narrow: Vec<Box<str>>,
    wide: Vec<Box<str>>,
    codes: FxHashMap<Box<str>, char>,
}

impl Disguise {
    /// The text with every piece as one character; line feeds stay.
    pub fn put_on(&mut self, text: &str) -> Result<String, Full> {
        let mut out = String::with_capacity(text.len() + text.len() / 8);
        let mut rest = text;
        while !rest.is_empty() {
            // The last of a run of ASCII may carry a mark.
            let plain =
                rest.bytes().position(|byte| !matches!(byte, b' '..=b'~' | b'\n')).unwrap_or(rest.len());
            let plain = if plain == rest.len() { plain } else { plain.saturating_sub(1) };
            out.push_str(&rest[..plain]);
            rest = &rest[plain..];
            let Some(cluster) = rest.graphemes(true).next() else { break };
            self.put_on_cluster(cluster, &mut out)?;
            rest = &rest[cluster.len()..];
        }
        Ok(out)
    }

    fn put_on_cluster(&mut self, cluster: &str, out: &mut String) -> Result<(), Full> {
        let mut rest = cluster;
        while let Some(first) = rest.chars().next() {
            let length = if first == '\n' { 1 } else { piece(rest) };
            let (piece, after) = rest.split_at(length);
            out.push(if first == '\n' || is_ordinary(piece) { first } else { self.code(piece)? });
            rest = after;
        }
        Ok(())
    }

    /// The code point of a piece.
    fn code(&mut self, piece: &str) -> Result<char, Full> {
        if let Some(&code) = self.codes.get(piece) {
            return Ok(code);
        }
        let (table, range) =
            if columns(piece) > 1 { (&mut self.wide, WIDE) } else { (&mut self.narrow, NARROW) };
        let code = u32::try_from(table.len()).ok().and_then(|index| range.start().checked_add(index));
        let code = code.filter(|code| range.contains(code)).and_then(char::from_u32).ok_or(Full)?;
        table.push(piece.into());
        self.codes.insert(piece.into(), code);
        Ok(code)
    }

    /// The piece that a character stands for, unless it stands for itself.
    pub fn original(&self, c: char) -> Option<&str> {
        let (table, range) = match c as u32 {
            code if NARROW.contains(&code) => (&self.narrow, NARROW),
            code if WIDE.contains(&code) => (&self.wide, WIDE),
            _ => return None,
        };
        table.get((c as u32 - range.start()) as usize).map(|piece| &**piece)
    }

    /// Appends what was put into disguise.
    pub fn take_off(&self, disguised: &str, out: &mut String) {
        // Everything in disguise takes four bytes, which begin so.
        if disguised.bytes().all(|byte| byte < 0xF0) {
            out.push_str(disguised);
            return;
        }
        for c in disguised.chars() {
            match self.original(c) {
                Some(piece) => out.push_str(piece),
                None => out.push(c),
            }
        }
    }

    /// How many bytes that would be.
    pub fn bytes(&self, disguised: &str) -> usize {
        if disguised.bytes().all(|byte| byte < 0xF0) {
            return disguised.len();
        }
        disguised.chars().map(|c| self.original(c).map_or(c.len_utf8(), str::len)).sum()
    }

    /// How the piece behind a character is shown, unless it stands for itself.
    pub fn shown(&self, c: char) -> Option<Shown<'_>> {
        let piece = self.original(c)?;
        let stand_in = piece.chars().next().and_then(visible::stand_in);
        Some(match stand_in {
            Some(stand_in) => Shown::StandIn(stand_in),
            None if visible::width(piece) == 0 => Shown::Marks(piece),
            None if visible::width(piece) > 2 => Shown::StandIn(char::REPLACEMENT_CHARACTER),
            None => Shown::Whole(piece),
        })
    }
}

/// The columns that a piece is shown in: what takes none is put on a letter, and the few characters that alone take
/// three (U+17D8) are shown by a sign of one.
fn columns(piece: &str) -> usize {
    if visible::width(piece) == 2 { 2 } else { 1 }
}

/// Characters of a piece at most. A letter of people's texts has 30 marks at most (UAX #15, stream-safe text); what
/// has half a million of them is neither measured over and over nor drawn as one.
const LONGEST: usize = 31;

/// The length in bytes of the first piece of a cluster: the longest start that takes at most two columns, or one
/// character that something stands for.
fn piece(cluster: &str) -> usize {
    let mut length = 0;
    for c in cluster.chars().take(LONGEST) {
        let end = length + c.len_utf8();
        let has_stand_in = visible::stand_in(c).is_some();
        if length > 0 && (has_stand_in || visible::width(&cluster[..end]) > 2) {
            break;
        }
        length = end;
        if has_stand_in {
            break;
        }
    }
    length
}

/// Whether a piece is one character that can be laid out for itself whatever comes to stand beside it.
fn is_ordinary(piece: &str) -> bool {
    let mut chars = piece.chars();
    let (Some(c), None) = (chars.next(), chars.next()) else {
        return false;
    };
    match c {
        ' '..='~' | '\u{A1}'..='\u{AC}' | '\u{AE}'..='\u{2FF}' => true,
        '\u{3001}'..='\u{3029}'
        | '\u{3041}'..='\u{3096}'
        | '\u{4E00}'..='\u{9FFF}'
        | '\u{AC00}'..='\u{D7A3}' => true,
        _ if NARROW.contains(&(c as u32)) || WIDE.contains(&(c as u32)) => false,
        _ if visible::stand_in(c).is_some() => false,
        _ => matches!(visible::width(piece), 1 | 2) && !clings(c),
    }
}

/// Whether a character makes one cluster with a letter before or behind it.
fn clings(c: char) -> bool {
    let is_one = |text: &str| text.graphemes(true).nth(1).is_none();
    is_one(&format!("a{c}")) || is_one(&format!("{c}a"))
}

/// Whether `text` goes on with the grapheme cluster that `before` is.
pub(super) fn goes_on(before: &str, text: &str) -> bool {
    let Some(first) = text.chars().next() else { return false };
    if first.is_ascii() || before.is_empty() {
        return false;
    }
    let joined = format!("{before}{first}");
    joined.graphemes(true).nth(1).is_none()
}

#[cfg(test)]
pub(in super::super) mod tests {
    use super::*;
    use proptest::prelude::*;
    use ratatui::buffer::CellWidth;

    /// Texts that come apart in unpleasant ways.
    pub const HOSTILE: &str = "(\\PC|[a床\u{301}\u{200d}👩👍\u{1F3FD}\u{1F1E9}\u{FF9E}\u{202e}\u{1b}\t\r\u{F0000}\u{33480}\u{1100}\u{1161}\u{11A8}\u{915}\u{94D}\u{937}\u{D4E}\u{17D8}\u{20}\n]){0,40}";

    fn disguised(text: &str) -> (Disguise, String) {
        let mut disguise = Disguise::default();
        let put_on = disguise.put_on(text).expect("few pieces");
        (disguise, put_on)
    }

    #[test]
    fn ordinary_text_stands_for_itself() {
        for text in ["", "plain\ntext", "naïve", "床前明月光，疑是地上霜。", "にほんご ﾊﾝ", "한글", "עברית"]
        {
            assert_eq!(disguised(text).1, text);
        }
    }

    #[test]
    fn a_cluster_is_one_character_and_an_invisible_one_stands_alone() {
        for (text, pieces) in [
            ("e\u{301}x", 2),
            ("\u{1F1E9}\u{1F1EA}", 1),
            ("👍\u{1F3FD}", 1),
            ("👩\u{200d}👧", 3),
            ("\u{1b}[2J", 4),
            ("a\r\nb", 4),
            ("\u{301}", 1),
            ("\u{1100}\u{1161}\u{11A8}", 1),
            ("\u{17D8}", 1),
        ] {
            assert_eq!(disguised(text).1.chars().count(), pieces, "{text:?}");
        }
    }

    #[test]
    fn a_full_table_is_said() {
        let mut disguise = Disguise { narrow: vec!["".into(); 0xFFFE], ..Disguise::default() };
        assert_eq!(disguise.put_on("床\u{301}"), Ok("\u{33480}".into()));
        assert_eq!(disguise.put_on("e\u{301}"), Err(Full));
    }

    #[test]
    fn code_points_in_disguise_are_as_wide_as_they_should_be() {
        assert!(
            NARROW
                .chain(0x10_0000..=0x10_FFFD)
                .all(|code| { char::from_u32(code).is_some_and(|c| c.to_string().cell_width() == 1) })
        );
        assert!(
            WIDE.clone().all(|code| char::from_u32(code).is_some_and(|c| c.to_string().cell_width() == 2))
        );
    }

    proptest! {
        #[test]
        fn what_is_put_on_comes_off(text in any::<String>(), hostile in HOSTILE) {
            for text in [text, hostile] {
                let (disguise, put_on) = disguised(&text);
                let mut back = String::new();
                disguise.take_off(&put_on, &mut back);
                prop_assert_eq!(&back, &text);
                prop_assert_eq!(disguise.bytes(&put_on), text.len());
            }
        }

        #[test]
        fn every_character_is_as_wide_as_what_is_shown_for_it(text in any::<String>(), hostile in HOSTILE) {
            for text in [text, hostile] {
                let (disguise, put_on) = disguised(&text);
                for c in put_on.chars().filter(|&c| c != '\n') {
                    let shown = match disguise.shown(c) {
                        None => c.to_string(),
                        Some(Shown::Whole(piece)) => piece.to_owned(),
                        Some(Shown::Marks(marks)) => format!("◌{marks}"),
                        Some(Shown::StandIn(c)) => c.to_string(),
                    };
                    let width = c.to_string().cell_width();
                    prop_assert!(matches!(width, 1 | 2), "{:?}", c);
                    prop_assert_eq!(shown.cell_width(), width, "{:?}", shown);
                    prop_assert!(shown.chars().all(|c| visible::stand_in(c).is_none()));
                }
            }
        }

        #[test]
        fn the_columns_add_up_whatever_stands_beside(hostile in HOSTILE) {
            let (_, put_on) = disguised(&hostile);
            for line in put_on.split('\n') {
                let each: usize = line.chars().map(|c| usize::from(c.to_string().cell_width())).sum();
                let together: usize = line.graphemes(true).map(|g| usize::from(g.cell_width())).sum();
                prop_assert_eq!(each, together, "{:?}", line);
            }
        }
    }
}
