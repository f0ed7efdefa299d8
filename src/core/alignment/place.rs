//! A hunk with the tokens around it.

use super::hunks::Hunk;
use super::lists::{is_negation, is_operator, is_part_of_other_word};
use super::numerals::{is_han_numeral, is_number_word};
use super::tokens::{Sort, Token, Tokens};
use super::units::{amount, han_unit, unit};
use std::borrow::Cow;
use std::ops::Range;

/// One side of a hunk.
pub(super) struct Side<'t> {
    pub tokens: &'t Tokens<'t>,
    pub range: Range<usize>,
    /// The places of its tokens that are no marks.
    pub places: Vec<usize>,
    /// These tokens in lower case.
    pub words: Vec<Cow<'t, str>>,
}

impl<'t> Side<'t> {
    fn new(tokens: &'t Tokens<'t>, range: &Range<u32>) -> Self {
        let range = range.start as usize..range.end as usize;
        let places: Vec<usize> = range.clone().filter(|&at| tokens.token(at).sort != Sort::Mark).collect();
        let words = places.iter().map(|&at| tokens.lower(at)).collect();
        Self { tokens, range, places, words }
    }

    pub fn words(&self) -> Vec<&str> {
        self.words.iter().map(|word| &**word).collect()
    }

    pub fn token(&self, at: usize) -> &Token {
        self.tokens.token(at)
    }

    pub fn marks(&self) -> impl Iterator<Item = &str> {
        self.range.clone().filter(|&at| self.token(at).sort == Sort::Mark).map(|at| self.tokens.raw(at))
    }

    /// Whether a token is an operator: between two operands, glued to both or with a space on both sides; a limit or a sign before
    /// a number (≥18, ~5); or at the end of a name or a number (C++, C#, 18+). Other signs at the start of a line, or at one side
    /// of a word, count as markup.
    pub fn computes(&self, at: usize) -> bool {
        let raw = self.tokens.raw(at);
        if self.token(at).sort != Sort::Mark || !is_operator(raw) {
            return false;
        }
        let text = self.tokens.text();
        let is_sign = |c: char| is_operator(c.encode_utf8(&mut [0; 4])) || matches!(c, '!' | '-');
        let before = text[..self.token(at).start as usize].trim_end_matches(is_sign);
        let behind = text[self.token(at).end as usize..].trim_start_matches(is_sign);
        let left = before.chars().next_back().unwrap_or('\n');
        let right = behind.chars().next().unwrap_or('\n');
        let is_operand = |c: char, closing: &str| c.is_alphanumeric() || closing.contains(c);
        let is_glued = is_operand(left, ")]}_\"'”’") && is_operand(right, "([{_\"'“‘$");
        let is_first = || before.rsplit('\n').next().unwrap_or_default().trim().is_empty();
        let is_apart = matches!(left, ' ' | '\t') && matches!(right, ' ' | '\t') && !is_first();
        let is_limit =
            right.is_numeric() && matches!(raw, "<" | ">" | "=" | "+" | "~" | "±" | "≤" | "≥" | "≈");
        let is_ending = matches!(raw, "+" | "#") && left.is_alphanumeric() && !right.is_alphanumeric();
        is_glued || is_apart || is_limit || is_ending
    }

    /// Whether a token is a `!` that negates what is glued behind it, as in code.
    pub fn is_not(&self, at: usize) -> bool {
        let text = self.tokens.text();
        let before = text[..self.token(at).start as usize].chars().next_back();
        let behind = text[self.token(at).end as usize..].chars().next();
        self.tokens.raw(at) == "!"
            && behind.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '('))
            && before.is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '&' | '|' | '=' | ','))
    }

    pub fn is_han(&self) -> bool {
        self.places.iter().all(|&at| self.token(at).sort == Sort::Han)
    }

    /// The text of a place in lower case; empty outside of the text.
    pub fn at(&self, at: Option<usize>) -> Cow<'_, str> {
        at.filter(|&at| at < self.tokens.len()).map_or(Cow::Borrowed(""), |at| self.tokens.lower(at))
    }

    /// Up to `most` Han characters from a place on, also beyond the hunk.
    fn han_from(&self, at: usize, most: usize) -> String {
        let places = (at..self.tokens.len()).take(most);
        places.take_while(|&at| self.token(at).sort == Sort::Han).map(|at| self.tokens.raw(at)).collect()
    }

    /// Whether a token is a number in any notation.
    pub fn is_number(&self, at: Option<usize>) -> bool {
        at.filter(|&at| at < self.tokens.len()).is_some_and(|at| {
            let word = self.tokens.lower(at);
            self.token(at).sort == Sort::Number || is_number_word(&word) || is_han_numeral(&word)
        })
    }

    /// Whether a token is a number without a unit glued to it.
    pub fn is_bare_number(&self, at: Option<usize>) -> bool {
        self.is_number(at)
            && at.is_some_and(|at| amount(&self.tokens.lower(at)).1.is_empty() || !self.is_digits(at))
    }

    fn is_digits(&self, at: usize) -> bool {
        self.token(at).sort == Sort::Number
    }

    /// The unit that begins at a place. A unit of Latin letters must be inside the hunk.
    pub fn unit_at(&self, at: usize) -> Option<&'static str> {
        let token = self.tokens.all().get(at)?;
        match token.sort {
            Sort::Han => han_unit(&self.han_from(at, 4)),
            _ if at >= self.range.end => None,
            Sort::Mark if self.tokens.raw(at) == "°" && at + 1 < self.tokens.len() => {
                unit(&self.tokens.lower(at + 1)).filter(|unit| matches!(*unit, "c" | "f")).or(Some("degree"))
            }
            Sort::Mark | Sort::Word => unit(&self.tokens.lower(at)),
            Sort::Number => None,
        }
    }

    /// Whether a unit begins at a place, inside the hunk or not.
    pub fn has_unit(&self, at: usize) -> bool {
        self.tokens.all().get(at).is_some_and(|token| match token.sort {
            Sort::Han => han_unit(&self.han_from(at, 4)).is_some(),
            _ => unit(&self.tokens.lower(at)).is_some(),
        })
    }

    /// Whether one of the words negates.
    pub fn is_negated(&self) -> bool {
        self.places.iter().zip(&self.words).any(|(&at, word)| {
            is_negation(word)
                && !is_part_of_other_word(&self.at(at.checked_sub(1)), word, &self.at(Some(at + 1)))
        })
    }

    /// The words that are certainly numbers: digits, English numerals that have no other meaning, and Han numerals that count
    /// something.
    pub fn numbers(&self) -> Vec<&str> {
        let is_one = |at: usize, word: &str| {
            self.is_digits(at)
                || is_number_word(word) && !matches!(word, "one" | "first" | "second" | "double")
                || is_han_numeral(word) && self.counts(at)
        };
        let found = self.places.iter().zip(&self.words).filter(|&(&at, word)| is_one(at, word));
        found.map(|(_, word)| &**word).collect()
    }

    /// Whether a Han numeral counts something: before a measure word, beside another numeral, or in an ordinal.
    fn counts(&self, at: usize) -> bool {
        const COUNTED: &str = "个個条條只隻位名年月日号號元人岁歲次批点點倍度分秒天周米克斤里吨噸页頁章节節层樓楼版级級届屆回件本张張座辆輛支把";
        let (before, after) = (self.at(at.checked_sub(1)), self.at(Some(at + 1)));
        !after.is_empty() && COUNTED.contains(&*after)
            || before == "第"
            || is_han_numeral(&before)
            || is_han_numeral(&after)
    }

    /// The numbers in digits, alone or with a unit glued to them.
    pub fn digits(&self) -> Vec<&str> {
        let found = self.places.iter().zip(&self.words).filter(|(at, _)| self.is_digits(**at));
        found.map(|(_, word)| &**word).collect()
    }

    /// Whether a number word is beside another number or before a unit: *thousand* in *five hundred thousand*, not a lone 一.
    pub fn has_numeral_beside(&self) -> bool {
        self.places.iter().zip(&self.words).any(|(&at, word)| {
            let is_numeral = is_number_word(word) || is_han_numeral(word);
            let is_beside = self.is_number(at.checked_sub(1)) || self.is_number(Some(at + 1));
            let is_counting = self.has_unit(at + 1) || self.at(at.checked_sub(1)) == "第";
            is_numeral && (is_beside || is_counting && !matches!(&**word, "一" | "one" | "second"))
        })
    }
}

/// Both sides of a hunk.
pub(super) struct Place<'t> {
    pub a: Side<'t>,
    pub b: Side<'t>,
}

impl<'t> Place<'t> {
    pub fn new(hunk: &Hunk, a: &'t Tokens<'t>, b: &'t Tokens<'t>) -> Self {
        Self { a: Side::new(a, &hunk.a), b: Side::new(b, &hunk.b) }
    }

    pub fn sides(&self) -> [&Side<'t>; 2] {
        [&self.a, &self.b]
    }

    /// The place in the first text of the token `by` places to the left, if all tokens up to it are equal in both texts.
    pub fn left(&self, by: usize) -> Option<usize> {
        let (x, y) = (self.a.range.start, self.b.range.start);
        let is_same =
            (1..=by).all(|by| by <= x && by <= y && self.a.token(x - by).hash == self.b.token(y - by).hash);
        is_same.then(|| x - by)
    }

    /// The place in the first text of the next token to the right, if it is equal in both.
    pub fn right(&self) -> Option<usize> {
        let (x, y) = (self.a.range.end, self.b.range.end);
        let is_same = x < self.a.tokens.len()
            && y < self.b.tokens.len()
            && self.a.token(x).hash == self.b.token(y).hash;
        is_same.then_some(x)
    }

    pub fn left_text(&self, by: usize) -> Cow<'_, str> {
        self.left(by).map_or(Cow::Borrowed(""), |at| self.a.tokens.lower(at))
    }

    pub fn right_text(&self) -> Cow<'_, str> {
        self.right().map_or(Cow::Borrowed(""), |at| self.a.tokens.lower(at))
    }

    /// The number of words of the longer side.
    pub fn longest(&self) -> usize {
        self.a.words.len().max(self.b.words.len())
    }

    pub fn is_one_sided(&self) -> bool {
        self.a.words.is_empty() != self.b.words.is_empty()
    }

    /// The word on each side, if each has one.
    pub fn single(&self) -> Option<(&str, &str)> {
        match (&self.a.words[..], &self.b.words[..]) {
            ([x], [y]) => Some((x, y)),
            _ => None,
        }
    }

    /// Whether a word that fits is on one side only.
    pub fn differs_in(&self, fits: impl Fn(&str) -> bool) -> bool {
        let only = |side: &Side, other: &Side| {
            side.words.iter().any(|word| fits(word) && !other.words.contains(word))
        };
        only(&self.a, &self.b) || only(&self.b, &self.a)
    }
}
