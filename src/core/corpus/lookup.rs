//! Documents that a file names: found again by id and by a hash of their text.

use super::Corpus;
use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::xxh3_64;

/// The hash of a text that files carry beside an id: XXH3 of its UTF-8 bytes, 64 bits, seed 0.
pub fn text_hash(text: &str) -> u64 {
    xxh3_64(text.as_bytes())
}

/// What became of a document that a file names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// It is there, with the same text.
    Same(u32),
    /// A document has this id, but another text.
    Changed,
    /// No document has this id.
    Missing,
}

/// Finds the documents of a corpus by their ids; 16 bytes and more for each.
pub struct Lookup<'a> {
    corpus: &'a Corpus,
    first: FxHashMap<&'a str, u32>,
    /// For an id that several documents have: all but the first.
    others: FxHashMap<&'a str, Vec<u32>>,
}

impl<'a> Lookup<'a> {
    /// All documents of the corpus.
    pub fn new(corpus: &'a Corpus) -> Self {
        let mut first = FxHashMap::with_capacity_and_hasher(corpus.len(), Default::default());
        let mut others: FxHashMap<&str, Vec<u32>> = FxHashMap::default();
        for (document, id) in (0_u32..).zip(corpus.iter().map(|document| document.id)) {
            if first.contains_key(id) {
                others.entry(id).or_default().push(document);
            } else {
                first.insert(id, document);
            }
        }
        Self { corpus, first, others }
    }

    /// The document of that id and text. Where several have the id, the first of those with the text.
    pub fn find(&self, id: &str, hash: u64) -> Found {
        let Some(&first) = self.first.get(id) else { return Found::Missing };
        let others = self.others.get(id).map_or(&[][..], Vec::as_slice);
        let is_same = |&&document: &&u32| text_hash(self.corpus.get(document as usize).text) == hash;
        let same = std::iter::once(&first).chain(others).find(is_same);
        same.map_or(Found::Changed, |&document| Found::Same(document))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Event, Input, ReadOptions, Source, read};
    use super::*;
    use std::ops::ControlFlow;

    #[test]
    fn a_document_is_found_by_id_and_text_also_among_repeated_ids() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("c.jsonl");
        let lines = r#"{"id":"a","text":"one"}
{"id":"b","text":"two"}
{"id":"a","text":"three"}
"#;
        std::fs::write(&path, lines).unwrap();
        let mut corpus = Corpus::new("c");
        let options = ReadOptions { input: Input::Jsonl, ..ReadOptions::default() };
        read(&[Source::Path(path)], &options, &mut |event| {
            if let Event::Batch(batch) = event {
                corpus.push(batch);
            }
            ControlFlow::Continue(())
        })
        .unwrap();
        let lookup = Lookup::new(&corpus);
        let find = |id, text| lookup.find(id, text_hash(text));
        assert_eq!((find("a", "one"), find("a", "three")), (Found::Same(0), Found::Same(2)));
        assert_eq!(
            (find("a", "two"), find("b", "two"), find("c", "one")),
            (Found::Changed, Found::Same(1), Found::Missing)
        );
    }
}
