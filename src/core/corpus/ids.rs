//! The ids of many documents, and those that several have.

use rayon::prelude::*;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;
use std::ops::Range;

/// The ids of documents, end to end: 4 bytes each beside their text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ids {
    text: String,
    /// Where each ends, in the lower 32 bits.
    ends: Vec<u32>,
    /// The ids in which a further 2³² bytes are reached.
    turns: Vec<usize>,
}

impl Ids {
    /// None yet, with room for some ids of that many bytes together.
    pub fn with_capacity(ids: usize, bytes: usize) -> Self {
        Self { text: String::with_capacity(bytes), ends: Vec::with_capacity(ids), turns: Vec::new() }
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All ids, end to end.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Appends an id.
    pub fn push(&mut self, id: &str) {
        let before = self.text.len();
        self.text.push_str(id);
        self.end_after(before);
    }

    /// Notes that an id ends here, and where the one before it ended.
    fn end_after(&mut self, before: usize) {
        for _ in before as u64 >> 32..self.text.len() as u64 >> 32 {
            self.turns.push(self.ends.len());
        }
        self.ends.push(self.text.len() as u32);
    }

    /// Appends the ids of another list.
    pub fn append(&mut self, other: Self) {
        if self.is_empty() {
            *self = other;
            return;
        }
        let (before, shift) = (self.text.len(), self.text.len() as u32);
        if ((before + other.text.len()) as u64) < 1 << 32 {
            self.text.push_str(&other.text);
            self.ends.extend(other.ends.iter().map(|end| end + shift));
        } else {
            other.iter().for_each(|id| self.push(id));
        }
    }

    /// An id.
    ///
    /// # Panics
    /// If `index` is not below [`Ids::len`].
    #[inline]
    pub fn get(&self, index: usize) -> &str {
        &self.text[self.range(index)]
    }

    /// Where an id stands in [`Ids::text`].
    ///
    /// # Panics
    /// If `index` is not below [`Ids::len`].
    #[inline]
    pub fn range(&self, index: usize) -> Range<usize> {
        let start = if index == 0 { 0 } else { self.end(index - 1) };
        start..self.end(index)
    }

    #[inline]
    fn end(&self, index: usize) -> usize {
        let low = self.ends[index] as usize;
        if self.turns.is_empty() {
            return low;
        }
        low + ((self.turns.partition_point(|&turn| turn <= index) as u64) << 32) as usize
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        (0..self.len()).map(|index| self.get(index))
    }
}

impl<'a> FromIterator<&'a str> for Ids {
    fn from_iter<I: IntoIterator<Item = &'a str>>(ids: I) -> Self {
        let mut all = Self::default();
        ids.into_iter().for_each(|id| all.push(id));
        all
    }
}

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
    /// The repeated ones among `n` ids; `None` if all differ.
    pub fn among(n: usize, id: impl Fn(usize) -> &'a str + Sync) -> Option<Self> {
        if ascends(n, &id) {
            return None;
        }
        let hash = |at: usize| FxBuildHasher.hash_one(id(at));
        let mut hashes: Vec<u64> = (0..n).into_par_iter().map(hash).collect();
        hashes.par_sort_unstable();
        let mut repeated: Vec<u64> =
            hashes.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        drop(hashes);
        if repeated.is_empty() {
            return None;
        }
        repeated.dedup();
        // Two ids may have one hash, so these few are counted by themselves.
        let is_repeated = |&at: &usize| repeated.binary_search(&hash(at)).is_ok();
        let among: Vec<usize> = (0..n).into_par_iter().filter(is_repeated).collect();
        let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
        among.iter().for_each(|&at| *counts.entry(id(at)).or_default() += 1);
        counts.retain(|_, &mut count| count > 1);
        let first = among.into_iter().map(id).find(|id| counts.contains_key(id))?;
        Some(Self { ids: counts.len(), documents: counts.values().sum(), first })
    }

    /// The first, quoted, with control characters escaped; shortened if it is long.
    pub fn shown_first(&self) -> String {
        let end = self.first.char_indices().nth(SHOWN).map_or(self.first.len(), |(end, _)| end);
        let more = if end < self.first.len() { "…" } else { "" };
        format!("{:?}{more}", &self.first[..end])
    }
}

/// Whether each id is shorter than the next, or as long and before it: so are numbers, and then no two are equal.
fn ascends<'a>(n: usize, id: &(impl Fn(usize) -> &'a str + Sync)) -> bool {
    (1..n).into_par_iter().with_min_len(1 << 12).all(|at| {
        let (before, id) = (id(at - 1), id(at));
        (before.len(), before) < (id.len(), id)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_beyond_4_gib_keep_their_places() {
        // The same arithmetic without 4 GiB: a text that has already turned once.
        let mut ids: Ids = ["a", "", "bc"].into_iter().collect();
        assert_eq!(ids.iter().collect::<Vec<_>>(), ["a", "", "bc"]);
        ids.append(ids.clone());
        assert_eq!((ids.len(), ids.text().len(), ids.get(3), ids.get(5)), (6, 6, "a", "bc"));
        ids.turns = vec![4, 4];
        assert_eq!([3, 4].map(|index| ids.end(index)), [4, 4 + (2 << 32)]);
    }

    #[test]
    fn repeated_ids_are_counted_and_the_first_is_named() {
        let among = |ids: &[&'static str]| RepeatedIds::among(ids.len(), |at| ids[at]);
        assert_eq!((among(&[]), among(&["a", "b", "ab"]), among(&["ab", "b", "a"])), (None, None, None));
        let expected = RepeatedIds { ids: 2, documents: 5, first: "b" };
        assert_eq!(among(&["a", "b", "c", "b", "c", "b", ""]), Some(expected));
        assert_eq!(expected.shown_first(), r#""b""#);
        let long = ["\u{1b}".repeat(50), "\u{1b}".repeat(50)];
        let shown = RepeatedIds::among(2, |at| &long[at]).map(|repeated| repeated.shown_first());
        assert_eq!(shown, Some(format!("\"{}\"…", r"\u{1b}".repeat(40))));
    }
}
