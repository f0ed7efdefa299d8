//! Makes hostile text safe to show. Stored text is unchanged, so that signatures are those of the document;
//! everything that reaches a terminal or a table passes through this module.
//!
//! Every character maps to exactly one shown character, whatever its neighbours, so that byte offsets of the
//! original can be mapped to the screen. The price: an emoji joined by U+200D is shown as its parts with the
//! joiner between them, and a variation selector is shown as `◌`. Terminals do not agree on the width of such
//! sequences anyway. Combining marks stay.

use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Stand-in for invisible characters without a symbol of their own.
const INVISIBLE: char = '◌';
/// The end of a truncated text.
const ELLIPSIS: char = '…';

/// One line of safe text: every control character, escape, bidirectional override and zero-width
/// character is replaced by a visible symbol, line ends and tabs included (`␊`, `␉`…).
/// Borrowed if nothing had to change.
///
/// ```
/// # use simscope_core as simscope;
/// assert_eq!(simscope::visible::line("a\tb\u{1b}[2J"), "a␉b␛[2J");
/// ```
pub fn line(text: &str) -> Cow<'_, str> {
    if is_plain(text) {
        return Cow::Borrowed(text);
    }
    let Some((first, _)) = text.char_indices().find(|&(_, c)| stand_in(c).is_some()) else {
        return Cow::Borrowed(text);
    };
    let mut shown = String::with_capacity(text.len() + text.len() / 8 + 8);
    shown.push_str(&text[..first]);
    shown.extend(chars(&text[first..]).map(|(_, c)| c));
    Cow::Owned(shown)
}

/// A path as [`line()`] shows it.
pub fn path(path: &Path) -> String {
    line(&path.to_string_lossy()).into_owned()
}

/// The characters to show, each with the byte offset in `text` of its original.
///
/// Concatenated they are [`line()`]; line ends are treated like other characters.
pub fn chars(text: &str) -> impl DoubleEndedIterator<Item = (usize, char)> + '_ {
    text.char_indices().map(|(offset, c)| (offset, stand_in(c).unwrap_or(c)))
}

/// The lines of `text` (ended by LF, CRLF or CR), each as its byte range in `text` without the line end, and
/// as [`line()`] shows it. A line end at the very end opens no further line; empty text has no line.
///
/// ```
/// # use simscope_core as simscope;
/// let lines: Vec<_> = simscope::visible::paragraph("a\u{7}\r\nb\n").collect();
/// assert_eq!(lines, [(0..2, "a␇".into()), (4..5, "b".into())]);
/// ```
pub fn paragraph(text: &str) -> impl Iterator<Item = (Range<usize>, Cow<'_, str>)> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        let length = memchr::memchr2(b'\n', b'\r', rest.as_bytes()).unwrap_or(rest.len());
        let ending = match rest.as_bytes()[length..] {
            [b'\r', b'\n', ..] => 2,
            [] => 0,
            _ => 1,
        };
        let range = start..start + length;
        start = range.end + ending;
        Some((range.clone(), line(&text[range])))
    })
}

/// Whether a spreadsheet may take a cell with this text for a formula.
pub(crate) fn is_formula(text: &str) -> bool {
    text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠'])
}

/// The start of a text, of at most that many bytes, up to a character.
pub(crate) fn start_of(text: &str, bytes: usize) -> &str {
    let end = (0..=bytes.min(text.len())).rev().find(|&at| text.is_char_boundary(at));
    &text[..end.unwrap_or(0)]
}

/// The visible stand-in of one character, or `None` when the character may be shown as it is.
/// A stand-in takes one column and has no stand-in itself.
pub fn stand_in(c: char) -> Option<char> {
    // Fast path for nearly all characters of real text.
    if matches!(c, ' '..='~' | '\u{A1}'..='\u{AC}' | '\u{AE}'..='\u{34E}' | '\u{3000}'..='\u{3163}' | '\u{4E00}'..='\u{9FFF}')
    {
        return None;
    }
    Some(match c {
        '\0'..='\u{1F}' => char::from_u32(0x2400 + c as u32).unwrap_or(INVISIBLE),
        '\u{7F}' => '␡',
        '\u{85}' | '\u{2028}' => '␤',
        '\u{80}'..='\u{9F}' => '␦',
        '\u{2029}' => '⁋',
        '\u{AD}' => '¬',
        '\u{200B}' => '␢',
        '\u{200C}' => '¦',
        '\u{200D}' => '⁀',
        '\u{2060}' | '\u{FEFF}' => '⍽',
        // Bidirectional controls: towards the right, towards the left, and neither.
        '\u{200E}' | '\u{202A}' | '\u{202D}' | '\u{2066}' => '⇢',
        '\u{200F}' | '\u{202B}' | '\u{202E}' | '\u{2067}' | '\u{61C}' => '⇠',
        '\u{202C}' | '\u{2068}' | '\u{2069}' => '⇡',
        // The only character of three columns (unicode-width 0.2), which does not fit a narrow line.
        '\u{17D8}' => '\u{FFFD}',
        _ if is_noncharacter(c) => '\u{FFFD}',
        _ if is_invisible(c) => INVISIBLE,
        _ => return None,
    })
}

/// U+FDD0–FDEF and the last two code points of each plane: noncharacters, which terminals treat differently.
fn is_noncharacter(c: char) -> bool {
    matches!(c, '\u{FDD0}'..='\u{FDEF}') || (c as u32 & 0xFFFE) == 0xFFFE
}

/// The rest of Default_Ignorable_Code_Point (Unicode 16, DerivedCoreProperties.txt), and visible format
/// controls without a column of their own: signs that enclose the following number, interlinear annotation,
/// joiners of Egyptian hieroglyphs.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{34F}' // combining grapheme joiner
        | '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}' // Hangul fillers
        | '\u{17B4}' | '\u{17B5}' // Khmer inherent vowels
        | '\u{180B}'..='\u{180F}' // Mongolian variation selectors and vowel separator
        | '\u{2061}'..='\u{2065}' | '\u{206A}'..='\u{206F}' // invisible operators, deprecated format controls
        | '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}' // variation selectors
        | '\u{600}'..='\u{605}' | '\u{6DD}' | '\u{70F}' | '\u{890}' | '\u{891}' | '\u{8E2}' | '\u{110BD}' | '\u{110CD}'
        | '\u{FFF0}'..='\u{FFFB}' // interlinear annotation
        | '\u{13430}'..='\u{13440}'
        | '\u{1BCA0}'..='\u{1BCA3}' // shorthand format controls
        | '\u{1D173}'..='\u{1D17A}' // musical format controls
        | '\u{E0000}'..='\u{E00FF}' | '\u{E01F0}'..='\u{E0FFF}' // tags and what is reserved beside them
    )
}

/// The columns that `text` takes on a terminal (after [`line()`]), counted by grapheme as ratatui lays it out.
///
/// Reads the whole text; use [`fit`] to cut a long one.
pub fn width(text: &str) -> usize {
    if is_plain(text) { text.len() } else { line(text).graphemes(true).map(grapheme_width).sum() }
}

/// The columns of one grapheme cluster without stand-ins. As in ratatui 0.30, U+FF9E and U+FF9F take a column,
/// although unicode-width counts them as marks.
#[doc(hidden)]
pub fn grapheme_width(grapheme: &str) -> usize {
    grapheme.width() + grapheme.matches(['\u{FF9E}', '\u{FF9F}']).count()
}

fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// The longest prefix of `text` that fits in `columns`, with `…` when something was cut; never cuts a
/// wide character in half and never exceeds `columns`. What it returns is safe, as from [`line()`].
///
/// Reads only as much of `text` as needed, so a line of 50 MB costs no more than a short one.
///
/// ```
/// # use simscope_core as simscope;
/// assert_eq!(simscope::visible::fit("床前明月光", 7), "床前明…");
/// ```
pub fn fit(text: &str, columns: usize) -> Cow<'_, str> {
    let mut characters = columns.saturating_mul(2).saturating_add(32);
    loop {
        let (start, is_whole) = match text.char_indices().nth(characters) {
            Some((end, _)) => (&text[..end], false),
            None => (text, true),
        };
        if let Some(fitted) = fit_start(start, is_whole, columns) {
            return fitted;
        }
        // Many combining marks: the columns are not filled yet.
        characters = characters.saturating_mul(4);
    }
}

/// What stays of a name that does not fit: its beginning and its end, with room for a sign between them.
pub fn ends(name: &str, columns: usize) -> Option<(String, &str)> {
    if width(name) <= columns || columns < 4 {
        return None;
    }
    let head: String = name.chars().take(columns).collect();
    let head = fit(&head, if columns < 8 { 0 } else { columns / 2 }).trim_end_matches(ELLIPSIS).to_owned();
    let room = columns - width(&head) - 1;
    let start = name.char_indices().map(|(at, _)| at).find(|&at| width(&name[at..]) <= room);
    Some((head, &name[start.unwrap_or(name.len())..]))
}

/// A text that fits in `columns`: its beginning and its end, with `…` between them.
pub fn cut(text: &str, columns: usize) -> Cow<'_, str> {
    let cut = ends(text, columns).map(|(head, tail)| format!("{head}{ELLIPSIS}{tail}").into());
    cut.unwrap_or_else(|| fit(text, columns))
}

/// `None` if `start` is only a prefix of the text and does not fill the columns.
fn fit_start(start: &str, is_whole: bool, columns: usize) -> Option<Cow<'_, str>> {
    let shown = line(start);
    let (mut used, mut cut) = (0, 0);
    let mut graphemes = shown.grapheme_indices(true).peekable();
    while let Some((offset, grapheme)) = graphemes.next() {
        if !is_whole && graphemes.peek().is_none() {
            return None; // this grapheme may go on behind the end of `start`
        }
        let end = used + grapheme_width(grapheme);
        if end > columns {
            let mut cut_text = shown[..cut].to_owned();
            if columns > 0 {
                cut_text.push(ELLIPSIS);
            }
            return Some(Cow::Owned(cut_text));
        }
        used = end;
        if used < columns {
            cut = offset + grapheme.len();
        }
    }
    is_whole.then_some(shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn no_character_takes_more_than_two_columns() {
        for c in '\0'..=char::MAX {
            assert!(width(c.encode_utf8(&mut [0; 4])) <= 2, "U+{:04X}", c as u32);
        }
    }

    #[test]
    fn harmless_text_is_borrowed() {
        for text in ["", "plain", "床前明月光，疑是地上霜。", "naïve e\u{301}", "にほんご", "עברית"]
        {
            assert!(matches!(line(text), Cow::Borrowed(shown) if shown == text), "{text}");
        }
    }

    #[test]
    fn controls_become_their_pictures() {
        for (text, shown) in [
            ("\0\t\n\r\x1b\x7f", "␀␉␊␍␛␡"),
            ("\u{9b}2J\u{85}", "␦2J␤"),
            ("user\u{202e}txt.exe", "user⇠txt.exe"),
            ("zero\u{200b}width\u{feff}", "zero␢width⍽"),
            ("👩\u{200d}👧", "👩⁀👧"),
            ("❤\u{fe0f}", "❤◌"),
            ("\u{e0041}\u{fdd0}\u{10ffff}", "◌\u{fffd}\u{fffd}"),
        ] {
            assert_eq!(line(text), shown);
        }
    }

    #[test]
    fn every_stand_in_takes_one_column_and_stands_for_itself() {
        for c in ('\0'..=char::MAX).filter_map(stand_in) {
            assert_eq!(UnicodeWidthStr::width(c.to_string().as_str()), 1, "{c}");
            assert_eq!(stand_in(c), None, "{c}");
        }
    }

    #[test]
    fn shown_characters_keep_the_offsets_of_the_original() {
        let text = "a\u{202e}床\n";
        assert_eq!(chars(text).collect::<Vec<_>>(), [(0, 'a'), (1, '⇠'), (4, '床'), (7, '␊')]);
    }

    #[test]
    fn paragraphs_split_at_any_line_end() {
        let ranges = |text| paragraph(text).map(|(range, _)| range).collect::<Vec<_>>();
        assert!(ranges("").is_empty());
        assert_eq!(ranges("a\nb"), [0..1, 2..3]);
        assert_eq!(ranges("a\n\nb\r"), [0..1, 2..2, 3..4]);
        assert_eq!(ranges("\r\n\r"), [0..0, 2..2]);
    }

    #[test]
    fn a_cut_text_keeps_whole_graphemes_and_says_that_it_was_cut() {
        for (text, columns, shown) in [
            ("abc", 3, "abc"),
            ("abcd", 3, "ab…"),
            ("abcd", 1, "…"),
            ("abcd", 0, ""),
            ("", 0, ""),
            ("床前", 4, "床前"),
            ("床前", 3, "床…"),
            ("床前", 2, "…"),
            ("床前", 1, "…"),
            ("a床", 2, "a…"),
            ("\x1b[2J", 2, "␛…"),
            ("e\u{301}e\u{301}e", 2, "e\u{301}…"),
        ] {
            assert_eq!(fit(text, columns), shown, "{text:?} in {columns}");
        }
    }

    #[test]
    fn a_pile_of_marks_is_read_to_its_end() {
        let text = format!("a{}bc", "\u{301}".repeat(1000));
        assert_eq!(fit(&text, 3), text);
        assert!(fit(&text, 2).ends_with('…'));
    }

    proptest! {
        #[test]
        fn a_line_never_contains_what_a_terminal_could_obey_or_hide(text in any::<String>()) {
            let shown = line(&text);
            let is_bad = |c: char| c.is_control() || matches!(c, '\u{AD}' | '\u{61C}' | '\u{200B}'..='\u{200F}'
                | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{E0000}'..='\u{E007F}');
            prop_assert!(!shown.chars().any(is_bad));
            prop_assert_eq!(line(&shown), shown.as_ref());
            prop_assert_eq!(shown.chars().count(), text.chars().count());
        }

        #[test]
        fn a_fitted_text_never_exceeds_its_columns(text in "\\PC*|[a床\u{301}\u{200d}👩\n]*", columns in 0usize..40) {
            let fitted = fit(&text, columns);
            prop_assert!(width(&fitted) <= columns);
            if width(&text) <= columns {
                prop_assert_eq!(fitted, line(&text));
            }
        }
    }
}
