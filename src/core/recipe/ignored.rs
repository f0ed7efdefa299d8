//! What of a text is removed before it is cut.

use super::moved::Moved;
use super::{BadValue, Frames};
use regex::Regex;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};

/// A regular expression; whatever it matches is no part of the text. Two are equal if they are spelled alike.
///
/// A handle to an expression that lives as long as the process.
#[derive(Clone, Copy)]
pub struct Ignored(&'static Regex);

impl Ignored {
    /// The places that it matches, in order; without empty ones.
    pub fn places(self, text: &str) -> impl Iterator<Item = Range<usize>> {
        self.0.find_iter(text).map(|found| found.range()).filter(|range| !range.is_empty())
    }
}

/// Where a text has what is ignored, in order; places that overlap or touch are one if there are frames.
pub(crate) fn places((ignored, frames): (Option<Ignored>, Option<Frames>), text: &str) -> Vec<Range<usize>> {
    let mut places: Vec<Range<usize>> = ignored.iter().flat_map(|ignored| ignored.places(text)).collect();
    if let Some(frames) = frames {
        places.extend(frames.places(text));
        places.sort_unstable_by_key(|place| place.start);
        places.dedup_by(|next, last| {
            let is_one = next.start <= last.end;
            last.end = if is_one { last.end.max(next.end) } else { last.end };
            is_one
        });
    }
    places
}

/// Writes the text without what is ignored into `out`, and into `moved` where its parts come from; `false` if there is none.
pub(super) fn remove(
    ignored: (Option<Ignored>, Option<Frames>),
    text: &str,
    out: &mut String,
    moved: &mut Moved,
) -> bool {
    moved.clear();
    out.clear();
    let mut copied = 0;
    for place in places(ignored, text) {
        out.push_str(&text[copied..place.start]);
        moved.push(out.len()..out.len(), place.clone());
        copied = place.end;
    }
    if moved.is_empty() {
        return false;
    }
    out.push_str(&text[copied..]);
    true
}

impl FromStr for Ignored {
    type Err = BadValue;

    fn from_str(pattern: &str) -> Result<Self, BadValue> {
        static KNOWN: Mutex<BTreeMap<String, &'static Regex>> = Mutex::new(BTreeMap::new());
        let bad = |allowed| BadValue::new(("regular expression", "正则表达式"), pattern, allowed);
        if pattern.is_empty() {
            return Err(bad(("one that matches something", "能匹配内容的表达式")));
        }
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&regex) = known.get(pattern) {
            return Ok(Self(regex));
        }
        let regex = Regex::new(pattern).map_err(|error| {
            bad(match error {
                regex::Error::CompiledTooBig(_) => ("a smaller one", "更小的表达式"),
                _ => (
                    "the syntax of the crate regex, as \\d+, [a-z]+, (?m)^-- $ or (?i)sent from my .*",
                    "Rust 库 regex 的语法，如 \\d+、[a-z]+、(?m)^-- $ 或 (?i)sent from my .*",
                ),
            })
        })?;
        // Recipes are passed by value, so that what they name is kept for good.
        let regex: &'static Regex = Box::leak(Box::new(regex));
        known.insert(pattern.to_owned(), regex);
        Ok(Self(regex))
    }
}

impl fmt::Display for Ignored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0.as_str())
    }
}

impl fmt::Debug for Ignored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Ignored").field(&self.0.as_str()).finish()
    }
}

impl PartialEq for Ignored {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_str() == other.0.as_str()
    }
}

impl Eq for Ignored {}

impl Hash for Ignored {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.as_str().hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_matches_is_removed_and_leads_back() {
        let ignored: Ignored = r"\[\d+\] ?".parse().unwrap();
        let (mut out, mut moved) = (String::new(), Moved::default());
        let text = "[17] disk full [18]";
        assert!(remove((Some(ignored), None), text, &mut out, &mut moved));
        assert_eq!(out, "disk full ");
        assert_eq!(moved.origin(0..4), 5..9);
        assert_eq!(moved.origin(5..10), 10..15);
        assert!(!remove((Some(ignored), None), "disk full", &mut out, &mut moved));
        let frames = Frames::new(0.1, vec!["disk full".to_owned()]).ok();
        assert_eq!(places((Some(ignored), frames), text), [0..14, 15..19]);
        assert_eq!(ignored, r"\[\d+\] ?".parse().unwrap());
    }

    #[test]
    fn what_is_no_expression_is_refused() {
        for pattern in ["", "(", "[z-a]", "a{100000}{100000}"] {
            assert!(pattern.parse::<Ignored>().is_err(), "{pattern}");
        }
        let all: Ignored = "x*".parse().unwrap();
        assert!(all.places("axxb").eq(std::iter::once(1..3)));
    }
}
