//! Sources → documents.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

/// One document, borrowed from its corpus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Document<'a> {
    /// What names it: a relative path, a line number, or the id field.
    pub id: &'a str,
    /// The decoded text, as it was; see [`crate::visible`] before showing it.
    pub text: &'a str,
    /// The known true group, where the source has one.
    pub label: Option<&'a str>,
}

/// Documents in the order in which they were read. Cloning is cheap: batches are shared.
#[derive(Debug, Clone, Default)]
pub struct Corpus {
    name: String,
    batches: Vec<Arc<Batch>>,
    /// `starts[i]` is the index of the first document of `batches[i]`; one more entry at the end.
    starts: Vec<u32>,
}

impl Corpus {
    /// An empty corpus of that name.
    pub fn new(name: impl Into<String>) -> Self {
        let _ = name.into();
        todo!()
    }
    /// What the corpus is called on screen.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// Appends a batch.
    pub fn push(&mut self, batch: Arc<Batch>) {
        let _ = batch;
        todo!()
    }
    /// Number of documents.
    pub fn len(&self) -> usize {
        todo!()
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The document at `index`, which must be below [`Corpus::len`].
    pub fn get(&self, index: usize) -> Document<'_> {
        let _ = index;
        todo!()
    }
    /// All documents, in order.
    pub fn iter(&self) -> impl Iterator<Item = Document<'_>> {
        (0..self.len()).map(|i| self.get(i))
    }
    /// The batches, in order.
    pub fn batches(&self) -> &[Arc<Batch>] {
        &self.batches
    }
    /// Whether any document has a label.
    pub fn has_labels(&self) -> bool {
        todo!()
    }
    /// The built-in bilingual sample, embedded in the binary.
    pub fn builtin() -> Self {
        todo!()
    }
}

/// A run of documents in one allocation (about a megabyte of text).
#[derive(Debug, Default)]
pub struct Batch {}

impl Batch {
    /// Number of documents.
    pub fn len(&self) -> usize {
        todo!()
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The document at `index` of this batch.
    pub fn get(&self, index: usize) -> Document<'_> {
        let _ = index;
        todo!()
    }
    /// All documents, in order.
    pub fn iter(&self) -> impl Iterator<Item = Document<'_>> {
        (0..self.len()).map(|i| self.get(i))
    }
}

/// Where documents come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A file or a folder.
    Path(PathBuf),
    /// Standard input.
    Stdin,
    /// The embedded sample.
    Builtin,
}

/// How the bytes of a source are to be understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Input {
    /// By the ending of the name, then by the content.
    #[default]
    Auto,
    /// A folder: each file is one document.
    Dir,
    /// Each line is one document.
    Lines,
    /// Each line is a JSON object.
    Jsonl,
    /// Comma-separated with a header.
    Csv,
    /// Tab-separated with a header.
    Tsv,
}

/// Options of [`read`].
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    /// How the bytes are to be understood.
    pub input: Input,
    /// Field or column of the text (default `text`).
    pub text_field: Option<String>,
    /// Field or column of the id (default `id`).
    pub id_field: Option<String>,
    /// Field or column of the label (default `label`, then `group`).
    pub label_field: Option<String>,
    /// A WHATWG encoding label instead of detection.
    pub encoding: Option<String>,
    /// Stop at the first thing that would be skipped.
    pub strict: bool,
}

/// Something that was not loaded, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// The file, as given or relative to its folder (not yet made visible).
    pub place: String,
    /// The line in it, from 1, when one line was skipped.
    pub line: Option<u64>,
    /// Why.
    pub reason: SkipReason,
}

/// Why something was skipped. `Display` says it in one short English phrase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SkipReason {
    /// NUL or mostly control bytes.
    Binary,
    /// The bytes are not text in the named (or any likely) encoding.
    Undecodable,
    /// Not a regular file: a socket, a pipe, a device.
    NotAFile,
    /// A link that leads back to a folder above it.
    Loop,
    /// The operating system refused.
    Unreadable(String),
    /// A record that cannot be parsed; the text says what is wrong.
    Malformed(String),
    /// The record has no such field.
    NoField(String),
    /// Larger than a document may be.
    TooLarge(u64),
}

/// What [`read`] reports as it goes.
#[derive(Debug)]
pub enum Event {
    /// Some documents were read.
    Batch(Arc<Batch>),
    /// Something was skipped.
    Skipped(Skipped),
    /// Bytes read from storage so far, and in all if that is known (0 if not).
    Bytes {
        /// So far.
        done: u64,
        /// In all; 0 if not known.
        total: u64,
    },
}

/// Why nothing, or not everything, could be read.
#[derive(Debug, thiserror::Error)]
pub enum CorpusError {}

/// Reads all sources in order; `on` gets batches as they fill, and may stop the reading.
///
/// # Errors
/// A source that does not exist or has no such field anywhere; with `strict`, the first skip.
pub fn read(
    sources: &[Source],
    options: &ReadOptions,
    on: &mut dyn FnMut(Event) -> ControlFlow<()>,
) -> Result<(), CorpusError> {
    let _ = (sources, options, on);
    todo!()
}

/// The name of a corpus read from these sources: the file or folder name, `standard input`, or how many.
pub fn name_of(sources: &[Source]) -> String {
    let _ = sources;
    todo!()
}
