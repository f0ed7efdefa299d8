//! Edits of punctuation.

use super::original::Original;
use super::{Edited, Moot, detail};
use crate::random::Random;
use crate::recipe::is_han;
use crate::sensitivity::passages;
use regex::{NoExpand, Regex};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

pub(super) fn drop(text: &str) -> Result<Edited, Moot> {
    static PUNCTUATION: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\p{P}+").expect("the pattern is one of the regex crate"));
    match PUNCTUATION.replace_all(text, NoExpand("")) {
        Cow::Borrowed(_) => Err(Moot::NoPunctuation),
        Cow::Owned(text) => Ok(Edited { text, detail: String::new() }),
    }
}

/// Adds commas after words followed by white space or a Han character.
pub(super) fn add_commas(original: &Original<'_>, n: usize, random: &mut Random) -> Result<Edited, Moot> {
    let words = original.words();
    let is_bare = |place: &&Range<usize>| {
        original.text[place.end..].starts_with(|c: char| c.is_whitespace() || is_han(c))
    };
    // No comma after the last word.
    let (_, before) = words.split_last().ok_or(Moot::NoWord)?;
    let bare: Vec<_> = before.iter().filter(is_bare).collect();
    if before.is_empty() {
        return Err(Moot::OneWord);
    }
    if bare.is_empty() {
        return Err(Moot::AlreadySo);
    }
    let chosen: Vec<_> = random.choose(n, bare.len()).into_iter().map(|word| bare[word]).collect();
    let with_comma = |place: &&Range<usize>| {
        let comma = if original.at(place).starts_with(is_han) { "，" } else { "," };
        (place.end..place.end, comma)
    };
    let detail =
        detail::list(chosen.iter().map(|place| format!("{}{}", original.at(place), with_comma(place).1)));
    let added: Vec<_> = chosen.iter().map(with_comma).collect();
    Ok(Edited { text: passages::replace(original.text, &added), detail })
}
