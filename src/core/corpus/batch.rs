//! Documents packed into a few allocations: what a corpus of a million short texts is stored in.

use super::Document;
use super::places::{Place, Places};
use crate::display::lang;
use std::sync::Arc;

/// Text after which a batch is full.
const FULL_TEXT: usize = 1 << 20;
/// Documents after which a batch is full, however short they are.
const FULL_DOCUMENTS: usize = 1 << 16;

/// A run of documents in one allocation (about a megabyte of text).
///
/// Beside its text, id and label a document costs 8 bytes, or 12 where the batch has labels; a gap between two records,
/// such as a blank line, and a file of its own cost 24 more.
#[derive(Debug, Default)]
pub struct Batch {
    texts: Strings,
    ids: Strings,
    /// Has no strings if no document of the batch has a label; an empty string stands for no label.
    labels: Strings,
    places: Places,
    /// A replacement for every text, in both languages, if the texts are missing.
    note: Option<Arc<(String, String)>>,
}

impl Batch {
    /// Number of documents.
    pub fn len(&self) -> usize {
        self.texts.ends.len()
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The document at `index` of this batch.
    ///
    /// # Panics
    /// When `index` is not below [`Batch::len`].
    pub fn get(&self, index: usize) -> Document<'_> {
        let label = if self.has_labels() { self.labels.get(index) } else { "" };
        Document {
            id: self.ids.get(index),
            text: self
                .note
                .as_deref()
                .map_or_else(|| self.texts.get(index), |(en, zh)| lang().pick((en, zh))),
            label: (!label.is_empty()).then_some(label),
        }
    }
    /// All documents, in order.
    pub fn iter(&self) -> impl Iterator<Item = Document<'_>> {
        (0..self.len()).map(|i| self.get(i))
    }
    /// Where the documents come from.
    pub fn places(&self) -> &Places {
        &self.places
    }
    /// Whether the texts are here; else each is a note that says where they are.
    pub fn has_texts(&self) -> bool {
        self.note.is_none()
    }
    /// Whether any document has a label.
    pub fn has_labels(&self) -> bool {
        !self.labels.ends.is_empty()
    }
    /// The texts end to end.
    pub fn texts(&self) -> Joined<'_> {
        self.texts.joined()
    }
    /// The ids end to end.
    pub fn ids(&self) -> Joined<'_> {
        self.ids.joined()
    }
    /// The labels end to end, empty where a document has none; `None` without labels.
    pub fn labels(&self) -> Option<Joined<'_>> {
        self.has_labels().then(|| self.labels.joined())
    }
}

/// Strings end to end, to be searched as one.
#[derive(Debug, Clone, Copy)]
pub struct Joined<'a> {
    /// All of them.
    pub all: &'a str,
    /// Byte at which each string ends and the next begins.
    pub ends: &'a [u32],
}

impl<'a> Joined<'a> {
    /// Byte at which string `index` begins; of the one behind the last, the end.
    pub fn start(&self, index: usize) -> usize {
        if index == 0 { 0 } else { self.ends[index - 1] as usize }
    }
    /// String `index`.
    ///
    /// # Panics
    /// If `index` is not below the number of documents.
    pub fn get(&self, index: usize) -> &'a str {
        &self.all[self.start(index)..self.ends[index] as usize]
    }
}

/// Strings end to end; `ends[i]` is where string `i` ends and the next begins.
#[derive(Debug, Default, Clone)]
struct Strings {
    bytes: Box<str>,
    ends: Box<[u32]>,
}

impl Strings {
    fn joined(&self) -> Joined<'_> {
        Joined { all: &self.bytes, ends: &self.ends }
    }

    fn get(&self, index: usize) -> &str {
        self.joined().get(index)
    }
}

/// A batch being filled.
#[derive(Debug, Default)]
pub(super) struct Filling {
    texts: FillingStrings,
    ids: FillingStrings,
    labels: FillingStrings,
    places: Places,
    note: Option<Arc<(String, String)>>,
}

impl Filling {
    /// Batches of documents whose texts are not here; this note stands in their place.
    pub(super) fn without_texts(note: Arc<(String, String)>) -> Self {
        Self { note: Some(note), ..Self::default() }
    }

    /// Whether this text must wait for the next batch, so that offsets stay within 32 bits.
    pub(super) fn has_no_room_for(&self, text: &str) -> bool {
        const MOST: usize = u32::MAX as usize;
        self.texts.bytes.len() + text.len() > MOST
    }

    /// `name`: that of its file, if it holds several documents.
    pub(super) fn push(&mut self, document: Document<'_>, place: Place, name: Option<&Arc<str>>) {
        if let Some(label) = document.label.filter(|label| !label.is_empty()) {
            self.labels.pad(self.texts.ends.len());
            self.labels.push(label);
        }
        self.texts.push(document.text);
        self.ids.push(document.id);
        self.places.push(place, name);
    }

    pub(super) fn len(&self) -> usize {
        self.texts.ends.len()
    }

    pub(super) fn is_full(&self) -> bool {
        self.texts.bytes.len() + self.ids.bytes.len() >= FULL_TEXT || self.len() >= FULL_DOCUMENTS
    }

    /// Returns the batch, shrunk to its size, and leaves this one empty.
    pub(super) fn take(&mut self) -> Batch {
        let note = self.note.clone();
        let mut filled = std::mem::replace(self, Self { note: note.clone(), ..Self::default() });
        if !filled.labels.ends.is_empty() {
            filled.labels.pad(filled.texts.ends.len());
        }
        Batch {
            texts: filled.texts.packed(),
            ids: filled.ids.packed(),
            labels: filled.labels.packed(),
            places: filled.places.packed(),
            note,
        }
    }
}

#[derive(Debug, Default)]
struct FillingStrings {
    bytes: String,
    ends: Vec<u32>,
}

impl FillingStrings {
    fn push(&mut self, string: &str) {
        self.bytes.push_str(string);
        self.ends.push(self.bytes.len() as u32);
    }

    /// Empty strings until there are `len`.
    fn pad(&mut self, len: usize) {
        self.ends.resize(len, self.bytes.len() as u32);
    }

    fn packed(self) -> Strings {
        Strings { bytes: self.bytes.into_boxed_str(), ends: self.ends.into_boxed_slice() }
    }
}

/// A corpus of these documents, at most `each` in a batch.
#[cfg(test)]
pub(crate) fn corpus_of(documents: &[Document<'_>], each: usize) -> super::Corpus {
    let mut corpus = super::Corpus::new("made up");
    for (part, first) in documents.chunks(each).zip((0..).step_by(each)) {
        let mut filling = Filling::default();
        for (&document, record) in part.iter().zip(first..) {
            filling.push(document, Place { file: 0, record }, None);
        }
        corpus.push(Arc::new(filling.take()));
    }
    corpus
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document<'a>(id: &'a str, text: &'a str, label: Option<&'a str>) -> Document<'a> {
        Document { id, text, label }
    }

    #[test]
    fn a_batch_gives_back_what_was_put_in() {
        let documents = [
            document("1", "", None),
            document("zwei", "床前明月光", Some("l")),
            document("", "text", None),
            document("4", "", Some("m")),
            document("5", "end", None),
        ];
        let mut filling = Filling::default();
        for (&document, record) in documents.iter().zip(0..) {
            filling.push(document, Place { file: 0, record }, None);
        }
        let batch = filling.take();
        assert_eq!(batch.iter().collect::<Vec<_>>(), documents);
        assert!(batch.has_labels());
        assert_eq!(filling.len(), 0);
        assert_eq!(batch.places().get(4), Place { file: 0, record: 4 });
    }

    #[test]
    fn a_batch_without_labels_stores_none() {
        let mut filling = Filling::default();
        filling.push(document("1", "a", Some("")), Place { file: 0, record: 0 }, None);
        let batch = filling.take();
        assert!(!batch.has_labels());
        assert_eq!(batch.get(0).label, None);
    }
}
