//! Cuts a text into the tokens that are aligned: numbers, words, Han characters and signs.

use crate::recipe::{Normalize, is_han};
use std::borrow::Cow;
use unicode_normalization::char::is_combining_mark;
use xxhash_rust::xxh3::xxh3_64;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Sort {
    /// A sign: neither letter, digit nor white space.
    Mark,
    /// Letters.
    Word,
    /// Digits, alone or with letters: `7:10`, `5mg`, `v2`.
    Number,
    /// One Han character.
    Han,
}

/// A piece of a text. Two tokens are equal if their hashes are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token {
    /// Where it begins, in bytes of the normalized text.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
    /// [`hash`](Tokens::hash) of it.
    pub hash: u64,
    pub sort: Sort,
    /// Whether it begins with a capital letter.
    pub is_capital: bool,
}

/// A text in NFKC, without invisible characters, and its tokens: numbers with what is glued to them (`5mg`, `10.9.2`, `7:10`),
/// runs of letters and digits with a final `'t 's 're 've 'll 'd 'm`, single Han characters, and single other signs.
///
/// Superscripts, fractions, circled numbers and the like stay as they are, because NFKC makes 10² the number 102. Text beyond 4
/// GiB is ignored.
#[derive(Debug, Clone)]
pub struct Tokens<'t> {
    text: Cow<'t, str>,
    tokens: Vec<Token>,
    words: usize,
}

impl Token {
    /// Whether it is one Han character.
    pub fn is_han(&self) -> bool {
        self.sort == Sort::Han
    }

    /// Whether it is a sign.
    pub fn is_mark(&self) -> bool {
        self.sort == Sort::Mark
    }
}

impl<'t> Tokens<'t> {
    /// Cuts a text. A text that needs no normalization is borrowed.
    pub fn new(text: &'t str) -> Self {
        let text = normalized(text);
        let (tokens, words) = Scanner::new(&text).scan();
        Self { text, tokens, words }
    }

    /// The number of tokens.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Whether there is no token.
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// The number of tokens that are no marks.
    pub fn words(&self) -> usize {
        self.words
    }

    /// The normalized text, of which all tokens are parts.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The token at a place below [`len`](Self::len).
    pub(crate) fn token(&self, at: usize) -> &Token {
        &self.tokens[at]
    }

    /// All tokens, in order.
    pub(crate) fn all(&self) -> &[Token] {
        &self.tokens
    }

    /// A token as written in the normalized text; `at` is below [`len`](Self::len).
    pub fn raw(&self, at: usize) -> &str {
        let token = &self.tokens[at];
        &self.text[token.start as usize..token.end as usize]
    }

    /// A token in lower case, with a straight apostrophe.
    pub fn lower(&self, at: usize) -> Cow<'_, str> {
        lower(self.raw(at))
    }

    /// The tokens that are no marks, in order: the hash that a [`Vocabulary`](super::Vocabulary) counts, and whether the token
    /// begins with a capital letter.
    pub fn word_hashes(&self) -> impl Iterator<Item = (u64, bool)> {
        self.tokens
            .iter()
            .filter(|token| token.sort != Sort::Mark)
            .map(|token| (token.hash, token.is_capital))
    }

    /// The numbers behind words for which `asked` returns a value, with up to two signs between: that value, and the hash of the
    /// number.
    pub(crate) fn numbers_after<T>(
        &self,
        asked: impl Fn(u64) -> Option<T>,
    ) -> impl Iterator<Item = (T, u64)> {
        (1..self.len()).filter_map(move |at| {
            let number = self.token(at);
            if number.sort != Sort::Number {
                return None;
            }
            let before = self.tokens[..at].iter().rev().take(3).find(|token| token.sort != Sort::Mark)?;
            Some((asked(before.hash)?, number.hash))
        })
    }

    /// The hash of a token in lower case.
    pub fn hash(lower: &str) -> u64 {
        xxh3_64(lower.as_bytes())
    }
}

/// In lower case, with a straight apostrophe. Each character is lowered by itself, so a capital sigma has one lower-case form.
fn lower(raw: &str) -> Cow<'_, str> {
    let is_lower = |byte: u8| byte.is_ascii() && !byte.is_ascii_uppercase();
    if raw.bytes().all(is_lower) || raw.starts_with(is_han) {
        return raw.into();
    }
    let mut lower = String::with_capacity(raw.len());
    push_lower(raw, &mut lower);
    if lower == raw { raw.into() } else { lower.into() }
}

fn push_lower(raw: &str, lower: &mut String) {
    if raw.is_ascii() {
        let from = lower.len();
        lower.push_str(raw);
        lower[from..].make_ascii_lowercase();
        return;
    }
    for c in raw.chars() {
        match c {
            '’' => lower.push('\''),
            'ς' => lower.push('σ'),
            'İ' => lower.push('i'),
            _ => lower.extend(c.to_lowercase()),
        }
    }
}

/// NFKC without invisible characters. Numeric characters that are no digits stay unchanged.
fn normalized(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return text.into();
    }
    if let Some(mapped) = mapped(text) {
        return mapped;
    }
    let visible: Cow<str> = match text.contains(Normalize::is_invisible) {
        true => text.chars().filter(|&c| !Normalize::is_invisible(c)).collect::<String>().into(),
        false => text.into(),
    };
    let mut whole = String::with_capacity(visible.len());
    let mut rest = &*visible;
    while let Some((at, number)) = rest.char_indices().find(|&(_, c)| is_other_number(c)) {
        whole.push_str(&Normalize::Nfkc.text(&rest[..at]));
        whole.push(number);
        rest = &rest[at + number.len_utf8()..];
    }
    whole.push_str(&Normalize::Nfkc.text(rest));
    if whole == text { text.into() } else { whole.into() }
}

fn is_other_number(c: char) -> bool {
    !c.is_ascii() && c.is_numeric() && !('０'..='９').contains(&c)
}

/// The normalized text if each character maps to one character by itself; else `None`.
fn mapped(text: &str) -> Option<Cow<'_, str>> {
    let same = |c| {
        matches!(c, '\0'..='\x7f' | '\u{c0}'..='\u{ff}' | '\u{410}'..='\u{44f}' | '\u{3041}'..='\u{3096}'
            | '\u{30a1}'..='\u{30fa}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}'
            | '、' | '。' | '《' | '》' | '「' | '」' | '“' | '”' | '‘' | '’' | '—' | '–')
    };
    let Some(first) = text.find(|c| !same(c)) else { return Some(text.into()) };
    let mut mapped = String::with_capacity(text.len());
    mapped.push_str(&text[..first]);
    for c in text[first..].chars() {
        mapped.push(match c {
            _ if same(c) => c,
            '！'..='～' | '\u{3000}' => crate::display::half_width(c),
            _ => return None,
        });
    }
    Some(mapped.into())
}

/// The class of a character, which decides where tokens end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Space,
    Mark,
    Letter,
    Digit,
    Han,
}

fn class_of(c: char) -> Class {
    match c {
        '\u{4e00}'..='\u{9fff}' | '〇' => Class::Han,
        _ if c.is_whitespace() || c.is_control() => Class::Space,
        _ if c.is_numeric() => Class::Digit,
        _ if is_han(c) => Class::Han,
        _ if c.is_alphabetic() || is_combining_mark(c) => Class::Letter,
        _ => Class::Mark,
    }
}

const fn class_of_byte(byte: u8) -> Class {
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' => Class::Letter,
        b'0'..=b'9' => Class::Digit,
        0..=b' ' | 0x7f => Class::Space,
        _ => Class::Mark,
    }
}

/// The class of each ASCII character.
static ASCII: [Class; 128] = {
    let mut classes = [Class::Mark; 128];
    let mut byte = 0;
    while byte < 128 {
        classes[byte] = class_of_byte(byte as u8);
        byte += 1;
    }
    classes
};

struct Scanner<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    words: usize,
    /// A buffer for words that are not in lower case.
    scratch: String,
}

impl<'t> Scanner<'t> {
    fn new(text: &'t str) -> Self {
        let most = text.len().min(u32::MAX as usize);
        let end = (0..=most).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let text = &text[..end];
        let per_token = if text.is_ascii() { 5 } else { 3 };
        let tokens = Vec::with_capacity(text.len() / per_token + 4);
        Self { text, tokens, words: 0, scratch: String::new() }
    }

    fn scan(mut self) -> (Vec<Token>, usize) {
        let mut at = 0;
        while let Some((class, len)) = self.class_at(at) {
            at = match class {
                Class::Space => at + len,
                Class::Mark => self.push(at, at + len, Sort::Mark),
                Class::Han => self.push(at, at + len, Sort::Han),
                Class::Letter => self.word(at),
                Class::Digit => self.number(at),
            };
        }
        (self.tokens, self.words)
    }

    #[inline]
    fn class_at(&self, at: usize) -> Option<(Class, usize)> {
        let byte = *self.text.as_bytes().get(at)?;
        if byte.is_ascii() {
            return Some((ASCII[usize::from(byte)], 1));
        }
        self.text[at..].chars().next().map(|c| (class_of(c), c.len_utf8()))
    }

    /// Reads letters and digits, and the end of a contraction.
    fn word(&mut self, start: usize) -> usize {
        let (mut at, mut sort) = (start, Sort::Word);
        loop {
            let letters =
                self.text.as_bytes()[at..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
            at += letters;
            match self.class_at(at) {
                Some((Class::Letter, len)) => at += len,
                Some((Class::Digit, len)) => (at, sort) = (at + len, Sort::Number),
                _ => break,
            }
        }
        let end = if sort == Sort::Word { at + self.contraction(at) } else { at };
        self.push(start, end, sort)
    }

    /// The length of `'t 's 're 've 'll 'd 'm` at a place, which no letter or digit follows; 0 if there is none.
    fn contraction(&self, at: usize) -> usize {
        if !matches!(self.text.as_bytes().get(at), Some(b'\'' | 0xe2)) {
            return 0;
        }
        let Some(sign) = ["'", "’"].into_iter().find(|sign| self.text[at..].starts_with(*sign)) else {
            return 0;
        };
        let begin = at + sign.len();
        let bytes = &self.text.as_bytes()[begin..];
        let len = bytes.iter().take(3).take_while(|byte| byte.is_ascii_alphabetic()).count();
        let is_ending = ["t", "s", "re", "ve", "ll", "d", "m"]
            .iter()
            .any(|ending| ending.as_bytes().eq_ignore_ascii_case(&bytes[..len]));
        let is_end = !matches!(self.class_at(begin + len), Some((Class::Letter | Class::Digit, _)));
        if is_ending && is_end { sign.len() + len } else { 0 }
    }

    /// Reads digits with points, commas and colons between them, and the Latin letters and digits glued to them.
    fn number(&mut self, start: usize) -> usize {
        let mut at = start;
        let skip_digits = |mut at: usize| {
            while let Some((Class::Digit, len)) = self.class_at(at) {
                at += len;
            }
            at
        };
        at = skip_digits(at);
        let bytes = self.text.as_bytes();
        while matches!(bytes.get(at), Some(b'.' | b',' | b':'))
            && matches!(self.class_at(at + 1), Some((Class::Digit, _)))
        {
            at = skip_digits(at + 1);
        }
        while let Some(c) =
            self.text[at..].chars().next().filter(|&c| c.is_ascii_alphanumeric() || is_unit_letter(c))
        {
            at += c.len_utf8();
        }
        self.push(start, at, Sort::Number)
    }

    fn push(&mut self, start: usize, end: usize, sort: Sort) -> usize {
        let raw = &self.text[start..end];
        let is_plain = match sort {
            Sort::Han | Sort::Mark => true,
            Sort::Word | Sort::Number => {
                raw.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase())
            }
        };
        let hash = if is_plain {
            xxh3_64(raw.as_bytes())
        } else {
            self.scratch.clear();
            push_lower(raw, &mut self.scratch);
            xxh3_64(self.scratch.as_bytes())
        };
        let is_capital = !is_plain && raw.starts_with(char::is_uppercase);
        self.words += usize::from(sort != Sort::Mark);
        self.tokens.push(Token { start: start as u32, end: end as u32, hash, sort, is_capital });
        end
    }
}

/// Whether a letter of a unit is not ASCII: micro and ohm.
fn is_unit_letter(c: char) -> bool {
    matches!(c, 'μ' | 'µ' | 'Ω')
}

#[cfg(test)]
mod tests;
