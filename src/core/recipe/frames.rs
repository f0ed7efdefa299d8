//! Frames that are removed from a text before it is cut.

use super::{BadValue, placed_words};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// Stretches of words that much of a corpus shares; wherever a text has one, it is no part of the text. They are found by
/// [`Weights::frames`](crate::measures::Weights::frames), and stand in the recipe, so that texts of another day, or of another
/// corpus, are signed alike.
///
/// Words are compared as [`Shingles::Words`](crate::measures::Shingles::Words) does: case and the signs between them do not matter.
/// A handle to frames that live as long as the process.
#[derive(Clone, Copy)]
pub struct Frames(&'static Known);

struct Known {
    share: f64,
    texts: Vec<String>,
    /// By the hash of their first word the hashes of the words of each, the longest first.
    by_start: FxHashMap<u64, Vec<Box<[u64]>>>,
}

impl Frames {
    /// Of texts that at least this share of a corpus has, above 0 and at most 1.
    ///
    /// # Errors
    /// Another share, no text, or a text without words.
    pub fn new(share: f64, texts: Vec<String>) -> Result<Self, BadValue> {
        static KNOWN: Mutex<BTreeMap<(u64, Vec<String>), &'static Known>> = Mutex::new(BTreeMap::new());
        let bad = |part, value: &str, allowed| Err(BadValue::new(part, value, allowed));
        if !(share > 0.0 && share <= 1.0) {
            return bad(
                ("share", "比例"),
                &share.to_string(),
                ("a number above 0 and at most 1", "大于 0 且不超过 1 的数"),
            );
        }
        let mut by_start: FxHashMap<u64, Vec<Box<[u64]>>> = FxHashMap::default();
        for text in &texts {
            let words: Box<[u64]> = placed_words(text).into_iter().map(|(word, _)| word).collect();
            let Some(&first) = words.first() else {
                return bad(("frame", "套话"), text, ("a text with words", "含有词的文本"));
            };
            by_start.entry(first).or_default().push(words);
        }
        by_start.values_mut().for_each(|frames| frames.sort_by_key(|words| Reverse(words.len())));
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        // Recipes are passed by value, so that what they name is kept for good.
        let leak = || &*Box::leak(Box::new(Known { share, texts: texts.clone(), by_start }));
        Ok(Self(known.entry((share.to_bits(), texts.clone())).or_insert_with(leak)))
    }

    /// At least this share of the texts of their corpus has each.
    pub fn share(self) -> f64 {
        self.0.share
    }

    /// The frames.
    pub fn texts(self) -> &'static [String] {
        &self.0.texts
    }

    /// Where a text has frames, in order; those that overlap or touch are one place.
    pub fn places(self, text: &str) -> Vec<Range<usize>> {
        let words = placed_words(text);
        let mut places: Vec<Range<usize>> = Vec::new();
        for (at, (first, range)) in words.iter().enumerate() {
            let rest = &words[at..];
            let stands_here =
                |frame: &[u64]| frame.len() <= rest.len() && frame.iter().zip(rest).all(|(a, b)| *a == b.0);
            let frames = self.0.by_start.get(first);
            let longest = frames.and_then(|frames| frames.iter().find(|frame| stands_here(frame)));
            let Some(longest) = longest else { continue };
            let end = rest[longest.len() - 1].1.end;
            match places.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(end),
                _ => places.push(range.start..end),
            }
        }
        places
    }
}

impl fmt::Display for Frames {
    /// The share, and how many there are.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{} ({})", self.0.share, self.0.texts.len()))
    }
}

impl fmt::Debug for Frames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Frames").field(&self.0.share).field(&self.0.texts).finish()
    }
}

impl PartialEq for Frames {
    fn eq(&self, other: &Self) -> bool {
        // Equal ones are made once.
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Frames {}

impl Hash for Frames {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.0.share.to_bits(), &self.0.texts).hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_found_whatever_stands_between_their_words() {
        let texts = ["best regards from all of us", "all of us at the help desk"].map(str::to_owned);
        let frames = Frames::new(0.5, texts.to_vec()).unwrap();
        let found = |text| frames.places(text).into_iter().map(|place| &text[place]).collect::<Vec<_>>();
        assert_eq!(found("Disk full. Best regards,\nfrom all of us."), ["Best regards,\nfrom all of us"]);
        assert_eq!(
            found("best regards from all of us at the help desk; all of us"),
            ["best regards from all of us at the help desk"]
        );
        assert_eq!(found("best regards from all of them"), [""; 0]);
        assert_eq!(frames, Frames::new(0.5, texts.to_vec()).unwrap());
        assert!(Frames::new(0.4, texts.to_vec()).unwrap() != frames);
        assert!(Frames::new(0.0, texts.to_vec()).is_err() && Frames::new(0.5, vec!["…".into()]).is_err());
    }
}
