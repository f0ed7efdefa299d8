//! Ids that several documents have.

use rayon::prelude::*;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;

/// Ids that more than one document has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RepeatedIds<'a> {
    /// How many such ids.
    pub ids: usize,
    /// How many documents have one of them.
    pub documents: usize,
    /// The first of them.
    pub first: &'a str,
}

/// Characters of an id that a message shows.
const SHOWN: usize = 40;

impl<'a> RepeatedIds<'a> {
    /// The repeated ones among `ids`; `None` if all differ.
    pub fn among(ids: impl Iterator<Item = &'a str> + Clone) -> Option<Self> {
        let mut hashes: Vec<u64> = ids.clone().map(|id| FxBuildHasher.hash_one(id)).collect();
        hashes.par_sort_unstable();
        let mut repeated: Vec<u64> =
            hashes.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        drop(hashes);
        if repeated.is_empty() {
            return None;
        }
        repeated.dedup();
        // Two ids may have one hash, so these few are counted by themselves.
        let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
        for id in ids.clone().filter(|id| repeated.binary_search(&FxBuildHasher.hash_one(id)).is_ok()) {
            *counts.entry(id).or_default() += 1;
        }
        counts.retain(|_, &mut count| count > 1);
        let first = { ids }.find(|id| counts.contains_key(id))?;
        Some(Self { ids: counts.len(), documents: counts.values().sum(), first })
    }

    /// The first, quoted, with control characters escaped; shortened if it is long.
    pub fn shown_first(&self) -> String {
        let end = self.first.char_indices().nth(SHOWN).map_or(self.first.len(), |(end, _)| end);
        let more = if end < self.first.len() { "…" } else { "" };
        format!("{:?}{more}", &self.first[..end])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_ids_are_counted_and_the_first_is_named() {
        let among = |ids: &[&'static str]| RepeatedIds::among(ids.iter().copied());
        assert_eq!((among(&[]), among(&["a", "b", "ab"])), (None, None));
        let expected = RepeatedIds { ids: 2, documents: 5, first: "b" };
        assert_eq!(among(&["a", "b", "c", "b", "c", "b", ""]), Some(expected));
        assert_eq!(expected.shown_first(), r#""b""#);
        let long = ["\u{1b}".repeat(50), "\u{1b}".repeat(50)];
        let shown =
            RepeatedIds::among(long.iter().map(String::as_str)).map(|repeated| repeated.shown_first());
        assert_eq!(shown, Some(format!("\"{}\"…", r"\u{1b}".repeat(40))));
    }
}
