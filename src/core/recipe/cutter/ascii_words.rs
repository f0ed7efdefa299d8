//! ASCII words and addresses, as mfonda/simhash 79f94a1 finds them.

use std::ops::Range;

/// Every word of `text`, lower-cased, with its place in it. `lower` is a buffer for lower-casing.
///
/// The program lower-cases the whole text first, and Go has two characters outside ASCII whose lower case is an ASCII
/// letter: U+0130 (i) and U+212A (k).
#[inline]
pub(super) fn each(text: &str, lower: &mut String, mut term: impl FnMut(&str, Range<usize>)) {
    let bytes = text.as_bytes();
    let mut start = 0;
    while start < bytes.len() {
        let word = run(&bytes[start..], |b| b == b'\'');
        if word == 0 {
            start += 1;
            continue;
        }
        let mut end = start + word;
        if bytes[end..].starts_with(b"://") {
            let address = run(&bytes[end + 3..], |b| matches!(b, b'.' | b'/'));
            end += if address > 0 { 3 + address } else { 0 };
        }
        term(lower_case(&text[start..end], lower), start..end);
        start = end;
    }
}

/// Bytes at the start of `rest` that are letters, digits, underscores or others that are allowed.
#[inline]
fn run(rest: &[u8], is_other: impl Fn(u8) -> bool) -> usize {
    let mut at = 0;
    while let Some(&b) = rest.get(at) {
        at += match b {
            b'_' => 1,
            _ if b.is_ascii_alphanumeric() || is_other(b) => 1,
            0xc4 if rest[at..].starts_with("\u{130}".as_bytes()) => 2,
            0xe2 if rest[at..].starts_with("\u{212a}".as_bytes()) => 3,
            _ => break,
        };
    }
    at
}

#[inline]
fn lower_case<'w>(word: &'w str, lower: &'w mut String) -> &'w str {
    if word.bytes().all(|b| b.is_ascii() && !b.is_ascii_uppercase()) {
        return word;
    }
    lower.clear();
    lower.extend(word.chars().map(|c| match c {
        '\u{130}' => 'i',
        '\u{212a}' => 'k',
        _ => c.to_ascii_lowercase(),
    }));
    lower
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_ascii_and_addresses_stay_whole() {
        let text = "Don't: HTTP://a.B/c_d?e=1, x:// y://. \u{212a}elv\u{130}n naïve 中文";
        let (mut words, mut lower) = (Vec::new(), String::new());
        each(text, &mut lower, |word, span| words.push((word.to_owned(), text[span].to_owned())));
        let expected = [
            ("don't", "Don't"),
            ("http://a.b/c_d", "HTTP://a.B/c_d"),
            ("e", "e"),
            ("1", "1"),
            ("x", "x"),
            ("y://.", "y://."),
            ("kelvin", "\u{212a}elv\u{130}n"),
            ("na", "na"),
            ("ve", "ve"),
        ];
        assert_eq!(words, expected.map(|(word, place)| (word.to_owned(), place.to_owned())));
    }
}
