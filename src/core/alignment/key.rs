//! The key of a recurring difference: differences with the same key are one.

use super::tokens::{Sort, Tokens};
use crate::display::say;
use crate::recipe::is_han;
use std::fmt;
use std::str::FromStr;

/// A difference that may recur between other texts, in either direction. `Display` is what a user types. `FromStr` reads it back,
/// and also accepts curly quotes, `<->` for ↔, and *less* for *more*.
///
/// Words are in lower case, with single spaces between them and none between Han characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    /// Another number behind this word.
    NumberAfter(String),
    /// Another number before this word.
    NumberBefore(String),
    /// One text has a number more.
    NumberMore,
    /// The words of one text replace those of the other; in ascending order.
    Between([String; 2]),
    /// One text has these words more.
    More(String),
}

impl Key {
    /// Another number behind this word.
    pub fn number_after(word: &str) -> Self {
        Self::NumberAfter(plain(word))
    }

    /// Another number before this word.
    pub fn number_before(word: &str) -> Self {
        Self::NumberBefore(plain(word))
    }

    /// One text has these words more.
    pub fn more(words: &str) -> Self {
        Self::More(plain(words))
    }

    /// Words that replace each other, in either order. Units may differ in case only, and keep it then.
    pub fn between(one: &str, other: &str) -> Self {
        let [x, y] = [plain(one), plain(other)];
        if x == y { Self::of([one, other].map(|word| word.trim().to_owned())) } else { Self::of([x, y]) }
    }

    /// The same for words that are already in their stored form.
    pub(super) fn of(mut words: [String; 2]) -> Self {
        words.sort_unstable();
        Self::Between(words)
    }

    /// Both sides, if each is a single Han character.
    pub(crate) fn characters(&self) -> Option<[char; 2]> {
        let Self::Between(words) = self else { return None };
        let single = |word: &String| {
            let mut characters = word.chars();
            characters.next().filter(|&c| characters.next().is_none() && is_han(c))
        };
        Some([single(&words[0])?, single(&words[1])?])
    }

    /// Whether one number replaces another.
    pub(crate) fn is_of_numbers(&self) -> bool {
        let is_number = |word: &String| word.starts_with(|c: char| c.is_numeric());
        matches!(self, Self::Between(words) if words.iter().all(is_number))
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NumberAfter(word) => write!(f, "number after \"{word}\""),
            Self::NumberBefore(word) => write!(f, "number before \"{word}\""),
            Self::NumberMore => f.write_str("a number more"),
            Self::Between([x, y]) => write!(f, "\"{x}\" ↔ \"{y}\""),
            Self::More(words) => write!(f, "\"{words}\" more"),
        }
    }
}

/// Not a recurring difference.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!(
    "{:?} is no difference: use number after \"WORD\", number before \"WORD\", a number more, \"WORDS\" ↔ \"WORDS\" or \"WORDS\" more",
    "{:?} 不是差异：请用 number after \"词\"、number before \"词\"、a number more、\"词\" ↔ \"词\" 或 \"词\" more", .0
))]
pub struct KeyError(String);

impl FromStr for Key {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        let straight: String = text.trim().chars().map(|c| if is_quote(c) { '"' } else { c }).collect();
        let parts: Vec<&str> = straight.split('"').collect();
        let outside: Vec<String> = parts.iter().step_by(2).map(|part| part.trim().to_lowercase()).collect();
        let inside: Vec<String> = parts.iter().skip(1).step_by(2).map(|part| plain(part)).collect();
        let outside: Vec<&str> = outside.iter().map(String::as_str).collect();
        let key = match (&outside[..], &inside[..]) {
            (["number after" | "the number after", ""], [word]) => Some(Self::NumberAfter(word.clone())),
            (["number before" | "the number before", ""], [word]) => Some(Self::NumberBefore(word.clone())),
            (["a number more" | "a number less"], []) => Some(Self::NumberMore),
            (["", "↔" | "<->", ""], [_, _]) => Some(Self::between(parts[1], parts[3])),
            (["", "more" | "less"], [words]) => Some(Self::More(words.clone())),
            _ => None,
        };
        let is_filled = inside.iter().all(|words| !words.is_empty());
        key.filter(|_| is_filled).ok_or_else(|| KeyError(text.to_owned()))
    }
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„' | '‟' | '«' | '»' | '＂')
}

/// Words in the form that keys store.
fn plain(text: &str) -> String {
    let tokens = Tokens::new(text);
    joined(&tokens, 0..tokens.len())
}

/// The tokens in lower case: single spaces between words that are not Han, no spaces beside signs.
pub(crate) fn joined(tokens: &Tokens, places: impl IntoIterator<Item = usize>) -> String {
    join(tokens, places, |at| tokens.lower(at).into_owned())
}

/// The tokens unchanged, joined like [`joined`].
pub(crate) fn joined_raw(tokens: &Tokens, places: impl IntoIterator<Item = usize>) -> String {
    join(tokens, places, |at| tokens.raw(at).to_owned())
}

fn join(tokens: &Tokens, places: impl IntoIterator<Item = usize>, text: impl Fn(usize) -> String) -> String {
    let (mut joined, mut last) = (String::new(), Sort::Mark);
    for at in places {
        let sort = tokens.token(at).sort;
        let is_parted = |sort| matches!(sort, Sort::Word | Sort::Number);
        if is_parted(last) && is_parted(sort) {
            joined.push(' ');
        }
        joined.push_str(&text(at));
        last = sort;
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_read_back_what_they_print() {
        let word = str::to_owned;
        for key in [
            Key::NumberAfter(word("ticket")),
            Key::NumberAfter(word("#")),
            Key::NumberBefore(word("年")),
            Key::NumberMore,
            Key::between("profiling", "documentation"),
            Key::between("==", "!="),
            Key::of([word("MW"), word("mW")]),
            Key::More(word("refurbished")),
            Key::More(word("not isn't")),
            Key::More(word("几乎")),
        ] {
            assert_eq!(key.to_string().parse(), Ok(key));
        }
    }

    #[test]
    fn keys_are_read_as_people_type_them() {
        let read = |text: &str| text.parse::<Key>().unwrap().to_string();
        assert_eq!(read("Number After “Ticket”"), "number after \"ticket\"");
        assert_eq!(read("\"revoke\" <-> \"Grant\""), "\"grant\" ↔ \"revoke\"");
        assert_eq!(read(" \"White  spirit\" less"), "\"white spirit\" more");
        assert_eq!(read("“几 乎” more"), "\"几乎\" more");
        assert_eq!(read("a number less"), "a number more");
        for wrong in
            ["", "numbers", "number after ticket", "\"\" more", "\"a\" ↔", "\"a\" \"b\"", "x \"a\" more"]
        {
            let error = wrong.parse::<Key>().unwrap_err().to_string();
            assert!(error.contains("number after \"WORD\""), "{error}");
        }
    }
}
