//! Texts that were given to those who wrote a corpus: an assignment, a template, a licence.

use super::{BadValue, LARGEST_RECIPE, Recipe, Tokenizer};
use crate::random::Random;
use crate::visible;
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// The fewest words in a row that are taken from a given text; fewer are a phrase.
pub const RUN: usize = 4;

/// Texts that were given to all. Where texts are compared, what stands in one of them in [`RUN`] words or more is left out;
/// signatures stay as they are. Other than [`Frames`](super::Frames), a part of a given text is enough.
///
/// A handle to texts that live as long as the process.
#[derive(Clone, Copy)]
pub struct Given(&'static Known);

struct Known {
    texts: Vec<String>,
    words: usize,
    runs: FxHashSet<u64>,
}

impl Given {
    /// These texts.
    ///
    /// # Errors
    /// Without words, or too large to stand in a recipe.
    pub fn new(texts: Vec<String>) -> Result<Self, BadValue> {
        static KNOWN: Mutex<BTreeMap<Vec<String>, &'static Known>> = Mutex::new(BTreeMap::new());
        let cut: Vec<Vec<(u64, Range<usize>)>> = texts.iter().map(|text| words(text)).collect();
        let runs: FxHashSet<u64> = cut.iter().flat_map(|words| runs(words)).collect();
        let words = cut.iter().map(Vec::len).sum();
        let bad = |allowed| Err(BadValue::new(("given", "给定文本"), &beginning(&texts), allowed));
        if runs.is_empty() {
            return bad(("texts of at least four words", "至少四个词的文本"));
        }
        if texts.iter().map(String::len).sum::<usize>() as u64 > LARGEST_RECIPE / 2 {
            return bad(("at most 512 KiB of text", "不超过 512 KiB 的文本"));
        }
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        // Recipes are passed by value, so that what they name is kept for good.
        let leak = || &*Box::leak(Box::new(Known { texts: texts.clone(), words, runs }));
        Ok(Self(known.entry(texts.clone()).or_insert_with(leak)))
    }

    /// The texts.
    pub fn texts(self) -> &'static [String] {
        &self.0.texts
    }

    /// A text without what was given; a text in which no word is left stays as it is.
    pub(super) fn without(self, text: &str) -> Cow<'_, str> {
        let words = words(text);
        let mut is_given = vec![false; words.len()];
        for (at, run) in runs(&words).enumerate() {
            if self.0.runs.contains(&run) {
                is_given[at..at + RUN].fill(true);
            }
        }
        if is_given.iter().all(|&one| one == is_given[0]) {
            return text.into();
        }
        let (mut left, mut copied, mut from) = (String::with_capacity(text.len()), 0, 0);
        for stretch in is_given.chunk_by(|a, b| a == b) {
            let places = &words[from..from + stretch.len()];
            from += stretch.len();
            if stretch[0] {
                left.push_str(text.get(copied..places[0].1.start).unwrap_or_default());
                copied = places[places.len() - 1].1.end;
            }
        }
        left.push_str(&text[copied..]);
        left.into()
    }
}

/// The hash of each word of a text under the default recipe, but each Han character is one; and where it stands.
pub(crate) fn words(text: &str) -> Vec<(u64, Range<usize>)> {
    const WORDS: Tokenizer = match Recipe::DEFAULT.tokenizer {
        Tokenizer::Words(n) | Tokenizer::UnicodeWords(n) => Tokenizer::UnicodeWords(n),
        other => other,
    };
    let recipe = Recipe { tokenizer: WORDS, ..Recipe::DEFAULT };
    let mut words = Vec::new();
    recipe.cutter().each(text, |word, place| words.push((recipe.hash.of_64(word), place)));
    words
}

/// How the first of them begins.
fn beginning(texts: &[String]) -> Cow<'_, str> {
    visible::fit(texts.first().map_or("", |text| text.trim()), 24)
}

fn runs(words: &[(u64, Range<usize>)]) -> impl Iterator<Item = u64> {
    words.windows(RUN).map(|run| Random::of(&[run[0].0, run[1].0, run[2].0, run[3].0]).draw())
}

impl fmt::Display for Given {
    /// How many words it has: what is kept of a crash has no texts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("({})", self.0.words))
    }
}

impl fmt::Debug for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Given").field(&self.0.texts).finish()
    }
}

impl PartialEq for Given {
    fn eq(&self, other: &Self) -> bool {
        // Equal ones are made once.
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Given {}

impl Hash for Given {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.texts.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_given_is_left_out_in_parts_and_a_text_of_nothing_else_stays() {
        let task = "Write at most 500 words about the river and its fish. 请写一篇关于河流的短文。";
        let given = Given::new(vec![task.to_owned()]).unwrap();
        let without = |text: &'static str| given.without(text);
        assert_eq!(without("Write AT most 500 words: my river is grey"), ": my river is grey");
        assert_eq!(without("ABOUT THE RIVER, or more"), "ABOUT THE RIVER, or more");
        assert_eq!(without("我想：请写一篇关于海的文章"), "我想：海的文章");
        assert_eq!(without("…") + without("about the river and"), "…about the river and");
        let (recipe, same) =
            (Recipe { given: Some(given), ..Recipe::DEFAULT }, Given::new(vec![task.into()]));
        assert_eq!(recipe.read("grey: about the river and its fish"), "grey: ");
        assert_eq!(same.unwrap(), given);
        assert!(Given::new(vec!["three words alone".into()]).is_err());
        let read = Recipe::from_toml("r.toml", &recipe.to_toml()).unwrap().recipe;
        assert_eq!(read, recipe);
        assert!(recipe.to_string().ends_with(" · given (22)"), "{recipe}");
    }
}
