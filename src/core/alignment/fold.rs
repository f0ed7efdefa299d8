//! Keys of texts that ignore how a text looks: case, width, white space.

use super::units::kept_case;
use crate::recipe::{Normalize, is_han};

/// A key that two texts share if they differ only in case, width, white space, invisible characters and the form of Unicode:
/// [`folded`], with two exceptions. It keeps the case of units that differ by case (2 MW, 2 mW). For code it keeps case and the
/// indentation of lines.
///
/// A text is code if it has three lines or more of which half end in one of `{ } ; : ) ,` or begin with white space, or if it has
/// braces and two semicolons.
pub fn collapse_key(text: &str) -> String {
    if looks_like_code(text) {
        return folded_code(text);
    }
    let mut key = folded(text);
    for unit in cased_units(text) {
        key.push('\0');
        key.push_str(&unit);
    }
    key
}

/// The text in NFKC and in lower case, without invisible characters. White space remains only as one space between two letters or
/// digits that are not Han.
///
/// A text with superscripts, fractions and the like is in NFC, because NFKC turns 10² into 102.
pub fn folded(text: &str) -> String {
    spaced(text.chars().map(plain))
        .unwrap_or_else(|| spaced(composed(text).to_lowercase().chars().map(Some)).unwrap_or_default())
}

/// NFKC or NFC, without invisible characters.
fn composed(text: &str) -> String {
    let is_digit = |c: char| c.is_ascii_digit() || ('０'..='９').contains(&c);
    let has_other_numbers = text.chars().any(|c| !c.is_ascii() && c.is_numeric() && !is_digit(c));
    let form = if has_other_numbers { Normalize::Nfc } else { Normalize::Nfkc };
    let visible: String = text.chars().filter(|&c| !Normalize::is_invisible(c)).collect();
    form.text(&visible).into_owned()
}

/// A character in [`folded`]; `None` if it cannot be folded without its neighbours.
fn plain(c: char) -> Option<char> {
    match c {
        '\0'..='\x7f' => Some(c.to_ascii_lowercase()),
        '\u{4e00}'..='\u{9fff}' | '、' | '。' | '《' | '》' | '“' | '”' | '‘' | '’' | '—' => {
            Some(c)
        }
        '\u{3000}' => Some(' '),
        '！'..='～' => char::from_u32(u32::from(c) - 0xfee0).map(|c| c.to_ascii_lowercase()),
        _ => None,
    }
}

/// The characters, with white space only as one space between two letters or digits; `None` if a character is `None`.
fn spaced(chars: impl Iterator<Item = Option<char>>) -> Option<String> {
    let is_parted = |c: char| c.is_alphanumeric() && !is_han(c);
    let (mut spaced, mut last, mut has_space) = (String::new(), ' ', false);
    spaced.reserve(chars.size_hint().1.unwrap_or(0));
    for c in chars {
        let c = c?;
        if c.is_whitespace() {
            has_space = true;
            continue;
        }
        if std::mem::take(&mut has_space) && is_parted(last) && is_parted(c) {
            spaced.push(' ');
        }
        spaced.push(c);
        last = c;
    }
    Some(spaced)
}

fn looks_like_code(text: &str) -> bool {
    let count = |byte: u8| text.bytes().filter(|&other| other == byte).take(2).count();
    if count(b'\n') == 2 {
        let is_code = |line: &&str| {
            line.starts_with([' ', '\t']) || line.trim_end().ends_with(['{', '}', ';', ':', ')', ','])
        };
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let (all, code) =
            lines.fold((0, 0), |(all, code), line| (all + 1, code + usize::from(is_code(&line))));
        if all >= 3 && 2 * code >= all {
            return true;
        }
    }
    count(b';') == 2 && count(b'{') > 0 && count(b'}') > 0
}

/// The lines with their indentation. Blank lines and white space at the end of a line are ignored.
fn folded_code(text: &str) -> String {
    let composed = composed(text);
    let mut key = String::with_capacity(composed.len());
    for line in composed.lines().filter(|line| !line.trim().is_empty()) {
        let rest = line.trim_start();
        key.push_str(&line[..line.len() - rest.len()]);
        key.push_str(&spaced(rest.chars().map(Some)).unwrap_or_default());
        key.push('\n');
    }
    key
}

/// The units that differ by case, glued to a number or behind one, in their order.
fn cased_units(text: &str) -> Vec<String> {
    let mut units = Vec::new();
    let bytes = text.as_bytes();
    let is_letter = |c: char| c.is_alphabetic() && !is_han(c);
    let mut at = 0;
    while let Some(next) = bytes[at..].iter().position(u8::is_ascii_digit) {
        at += next + 1;
        if bytes.get(at).is_none_or(u8::is_ascii_digit) {
            continue;
        }
        let rest = text[at..].trim_start();
        let len = rest.find(|c| !is_letter(c)).unwrap_or(rest.len());
        if (2..=8).contains(&len) {
            units.extend(kept_case(&rest[..len]));
        }
    }
    units
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(a: &str, b: &str, is_equal: bool) {
        assert_eq!(collapse_key(a) == collapse_key(b), is_equal, "{a:?} against {b:?}");
    }

    #[test]
    fn looks_do_not_count_but_the_case_of_units_does() {
        check("The  Cat", "the cat\n", true);
        check("ﬁne  ＡＢＣ", "fine abc", true);
        check("功率2 MW", "功率 2  MW", true);
        check("it has 2 MW", "it has 2 mW", false);
        check("it has 2MW", "it has 2mW", false);
        check("load 5 Mb now", "load 5 MB now", false);
        check("load 5 kB now", "load 5 KB now", true);
        check("at 5 AM", "at 5 am", true);
        check("the mW of MW", "the MW of mW", true);
        check("pay 10²", "pay 102", false);
    }

    #[test]
    fn code_keeps_case_and_indentation() {
        let python = "def count(rows, limit):\n    total = 0\n    for row in rows:\n        if row.weight > limit:\n            total += row.weight\n";
        check(&format!("{python}    return total\n"), &format!("{python}        return total\n"), false);
        check(&format!("{python}    return total\n"), &format!("{python}\n    return  total"), true);
        let yaml = "jobs:\n  build:\n    image: harbour\n    retries: 3\n  deploy:\n    image: quay\n";
        check(&format!("{yaml}secrets: keep\n"), &format!("{yaml}    secrets: keep\n"), false);
        let line = "static int Total = 0; int total = 1; int get() { return Total + limit_of_rows; }";
        check(line, &line.replace("return Total", "return total"), false);
        check("One line.\nAnother line.\nA third one.", "one line.\n another line.\na third one.", true);
    }
}
