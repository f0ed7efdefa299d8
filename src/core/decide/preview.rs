//! What an outcome does to the corpus and to its parts.

use super::Outcome;
use rustc_hash::FxHashMap;

/// What goes of a part of the corpus: of all, of a label, of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The label or file; empty for the whole, and for documents without one.
    pub name: String,
    /// Its documents.
    pub documents: usize,
    /// Those that are dropped.
    pub dropped: usize,
    /// Bytes of its texts.
    pub bytes: u64,
    /// Those of the dropped documents.
    pub dropped_bytes: u64,
}

impl Part {
    fn new(name: &str) -> Self {
        Self { name: name.to_owned(), documents: 0, dropped: 0, bytes: 0, dropped_bytes: 0 }
    }

    fn count(&mut self, is_dropped: bool, bytes: u64) {
        self.documents += 1;
        self.bytes += bytes;
        if is_dropped {
            self.dropped += 1;
            self.dropped_bytes += bytes;
        }
    }
}

impl Part {
    /// The parts that a name divides documents into, the largest first, equal ones by name; `is_dropped` and `bytes` are asked
    /// about each document.
    pub fn divide<'a>(
        documents: usize,
        is_dropped: impl Fn(usize) -> bool,
        name: impl Fn(usize) -> &'a str,
        bytes: impl Fn(usize) -> u64,
    ) -> Vec<Self> {
        let mut parts: FxHashMap<&str, Self> = FxHashMap::default();
        for document in 0..documents {
            let name = name(document);
            let part = parts.entry(name).or_insert_with(|| Self::new(name));
            part.count(is_dropped(document), bytes(document));
        }
        let mut parts: Vec<Self> = parts.into_values().collect();
        parts.sort_by(|a, b| b.documents.cmp(&a.documents).then_with(|| a.name.cmp(&b.name)));
        parts
    }
}

impl Outcome {
    /// The whole corpus; `bytes` are those of the text of each document.
    pub fn whole(&self, bytes: impl Fn(usize) -> u64) -> Part {
        self.parts(|_| "", bytes).pop().unwrap_or_else(|| Part::new(""))
    }

    /// The parts that a name divides the corpus into, the largest first, equal ones by name.
    pub fn parts<'a>(&self, name: impl Fn(usize) -> &'a str, bytes: impl Fn(usize) -> u64) -> Vec<Part> {
        Part::divide(self.fates.len(), |document| !self.is_kept(document), name, bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Fate, Totals};
    use super::*;

    #[test]
    fn parts_add_up_to_the_whole() {
        let dropped = Fate::Dropped { kept: 0, distance: 1 };
        let outcome =
            Outcome { fates: vec![Fate::Kept, dropped, Fate::Single, dropped], totals: Totals::default() };
        let name = |document: usize| ["b", "a", "", "a"][document];
        let bytes = |document: usize| 10 + document as u64;
        let parts = outcome.parts(name, bytes);
        let seen: Vec<_> = parts
            .iter()
            .map(|part| (part.name.as_str(), part.documents, part.dropped, part.dropped_bytes))
            .collect();
        assert_eq!(seen, [("a", 2, 2, 24), ("", 1, 0, 0), ("b", 1, 0, 0)]);
        let whole = outcome.whole(bytes);
        assert_eq!((whole.documents, whole.dropped, whole.bytes, whole.dropped_bytes), (4, 2, 46, 24));
    }
}
