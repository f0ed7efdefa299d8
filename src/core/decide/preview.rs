//! What an outcome does to the corpus and to its parts.

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
    /// Bytes of their texts.
    pub dropped_bytes: u64,
}

impl Part {
    /// The parts that a name divides documents into, the largest first, equal ones by name; `is_dropped` is asked
    /// about each document, `bytes` about those that go.
    pub fn divide<'a>(
        documents: usize,
        is_dropped: impl Fn(usize) -> bool,
        name: impl Fn(usize) -> &'a str,
        bytes: impl Fn(usize) -> u64,
    ) -> Vec<Self> {
        let mut parts: FxHashMap<&str, Self> = FxHashMap::default();
        for document in 0..documents {
            let name = name(document);
            let part = parts.entry(name).or_insert_with(|| Self {
                name: name.to_owned(),
                documents: 0,
                dropped: 0,
                dropped_bytes: 0,
            });
            part.documents += 1;
            if is_dropped(document) {
                part.dropped += 1;
                part.dropped_bytes += bytes(document);
            }
        }
        let mut parts: Vec<Self> = parts.into_values().collect();
        parts.sort_by(|a, b| b.documents.cmp(&a.documents).then_with(|| a.name.cmp(&b.name)));
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_add_up_to_the_whole() {
        let divide = |name: fn(usize) -> &'static str| {
            let parts = Part::divide(4, |document| document % 2 == 1, name, |document| 10 + document as u64);
            let told = |part: Part| (part.name, part.documents, part.dropped, part.dropped_bytes);
            parts.into_iter().map(told).collect::<Vec<_>>()
        };
        let expected = [("a", 2, 2, 24), ("", 1, 0, 0), ("b", 1, 0, 0)];
        assert_eq!(
            divide(|document| ["b", "a", "", "a"][document]),
            expected.map(|(name, documents, dropped, bytes)| (name.to_owned(), documents, dropped, bytes))
        );
        assert_eq!(divide(|_| ""), [(String::new(), 4, 2, 24)]);
    }
}
