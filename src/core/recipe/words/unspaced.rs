//! Runs of scripts that put no spaces between words. UAX #29 leaves them to dictionaries, and makes each letter a word: so
//! all texts of a language would share most of their features. Here they are cut into windows of grapheme clusters.

use super::Windows;
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// Every word of `part` by UAX #29, and every window of the runs of such letters, with its place and whether it is a window.
#[inline]
pub(super) fn each(part: &str, windows: &mut Windows, mut term: impl FnMut(&str, Range<usize>, bool)) {
    let mut run = 0..0;
    for (start, word) in part.unicode_word_indices() {
        let end = start + word.len();
        let goes_on = !run.is_empty() && run.end == start;
        if is_letter(word, goes_on) {
            if !goes_on {
                if !run.is_empty() {
                    cut(part, &run, windows, &mut term);
                }
                run.start = start;
            }
            run.end = end;
            continue;
        }
        // Most texts have no such run.
        if !run.is_empty() {
            cut(part, &run, windows, &mut term);
            run = 0..0;
        }
        term(word, start..end, false);
    }
    if !run.is_empty() {
        cut(part, &run, windows, &mut term);
    }
}

/// Cuts a run into windows; a run that is too short for one is one term.
fn cut(
    part: &str,
    run: &Range<usize>,
    windows: &mut Windows,
    term: &mut impl FnMut(&str, Range<usize>, bool),
) {
    windows.begin("");
    let mut window = |found: &str, span| term(found, span, true);
    for (offset, cluster) in part[run.clone()].grapheme_indices(true) {
        let start = run.start + offset;
        windows.push(cluster, start..start + cluster.len(), &mut window);
    }
    windows.finish(window);
}

/// Whether a word of UAX #29 is a letter of such a script; its digits make words. A mark that lengthens a vowel goes on with
/// hiragana, and is katakana on its own.
#[inline]
fn is_letter(word: &str, goes_on: bool) -> bool {
    let Some(c) = word.chars().next() else { return false };
    match c {
        '\0'..='\u{dff}' => false,
        // Thai, Lao; Burmese; Khmer; Tai Le, New Tai Lue; Tai Tham; Burmese; Tai Viet; Ahom.
        '\u{e00}'..='\u{eff}'
        | '\u{1000}'..='\u{109f}'
        | '\u{1780}'..='\u{17ff}'
        | '\u{1950}'..='\u{19df}'
        | '\u{1a20}'..='\u{1aaf}'
        | '\u{a9e0}'..='\u{a9ff}'
        | '\u{aa60}'..='\u{aadf}'
        | '\u{11700}'..='\u{1174f}' => !c.is_numeric(),
        '\u{3041}'..='\u{3096}' | '\u{309d}'..='\u{309f}' | '\u{1b001}'..='\u{1b11f}' => true,
        '\u{30fc}' => goes_on,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{Cutter, Tables, Tokenizer};

    fn check(n: u8, text: &str, expected: &[&str]) {
        let mut terms = Vec::new();
        Cutter::new(Tokenizer::UnicodeWords(n), Tables::EMBEDDED).each(text, |term, span| {
            if term.starts_with('\u{e01}') {
                assert_eq!(&text[span], term);
            }
            terms.push(term.to_owned());
        });
        assert_eq!(terms, expected, "{n} of {text}");
    }

    #[test]
    fn runs_without_spaces_are_cut_into_windows() {
        // The vowel signs above and below belong to their letter.
        check(2, "ที่กิน OK", &["ที่กิ", "กิน", "ok"]);
        check(3, "ที่กิน ๑๒๓ ก", &["ที่กิน", "๑๒๓", "ก"]);
        check(2, "\u{e81}\u{eb2}\u{e99} မြန်မာ", &["\u{e81}\u{eb2}", "\u{eb2}\u{e99}", "မြန်", "န်မ", "မာ"]);
        check(2, "らーめんをカタカナで", &["らー", "ーめ", "めん", "んを", "カタカナ", "で"]);
        check(2, "ーのa", &["ー", "の", "a"]);
        // A space of width 0 parts words.
        check(2, "กขค\u{200b}งจ", &["กข", "ขค", "งจ"]);
        check(1, "กข のは", &["ก", "ข", "の", "は"]);
    }
}
