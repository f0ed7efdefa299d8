//! Sources → documents.
//!
//! [`read`] takes sources one after the other and hands out batches as they fill; a [`Corpus`] collects them.
//! Everything that could not be loaded is reported with its place and reason; the rest is loaded.

mod batch;
mod beside;
mod compression;
mod delimited;
mod dialect;
mod elements;
mod encoding;
mod folder;
mod foreign;
mod format;
mod held;
mod id_names;
mod ids;
mod inputs;
mod json;
mod jsonl;
mod lookup;
mod memory;
mod notice;
mod originals;
#[cfg(feature = "parquet")]
mod parquet;
#[cfg(not(feature = "parquet"))]
#[path = "corpus/parquet_absent.rs"]
mod parquet;
mod partitions;
mod parts;
mod places;
mod plain;
mod read;
mod record;
mod row_groups;
mod rows;
mod sample;
mod seen;
mod shards;
mod signatures;
mod sink;
mod skip;
mod source;
mod spark_output;
mod spooled;
mod stand_ins;
#[cfg(test)]
mod tests;
mod text;
mod walk;
mod warc;
mod window;

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

#[cfg(test)]
pub(crate) use batch::corpus_of;
pub use batch::{Batch, Joined};
pub use beside::beside;
pub use compression::Compression;
pub(crate) use elements::{Elements, Kind as ElementKind};
pub use held::Held;
pub use id_names::IdNames;
pub use ids::{Ids, RepeatedIds};
pub use inputs::name_of;
pub(crate) use inputs::{Entry, What};
pub use lookup::{Found, Lookup, text_hash};
pub use memory::{Memory, Meter, shown_bytes};
pub use notice::{Guessed, Mixed, Notice, Renamed, Texts};
pub(crate) use originals::{Layout, Originals};
pub use parquet::is_guarded;
#[cfg(feature = "parquet")]
pub(crate) use parquet::{column, guarded};
pub use parts::signature_files;
pub use places::{Place, Places, line_of};
pub use plain::{PlainSignatures, plain_signatures};
pub use read::{CorpusError, read};
pub use row_groups::parquet_signatures;
pub(crate) use rows::{Dialect, Kind, Rows};
pub use sample::provide_sample;
pub use signatures::{SignatureFormat, SignatureRecord, SignedRow, each_signature};
#[cfg(test)]
pub(crate) use signatures::{SignatureSet, read_signatures};
pub use skip::{SkipReason, Skipped, Spot};
pub(crate) use source::Shape;
pub use spark_output::SparkOutput;
pub use spooled::{Spooled, spool};
pub(crate) use window::Window;

/// The largest document, in bytes on the disk and as UTF-8: anything larger is skipped as
/// [`SkipReason::TooLarge`].
pub const MAX_DOCUMENT: usize = 64 << 20;

/// One document, borrowed from its corpus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Document<'a> {
    /// Its name: a relative path, a line number, or the id field.
    pub id: &'a str,
    /// The decoded text, unmodified; pass it through [`crate::visible`] before showing it.
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
        Self { name: name.into(), ..Self::default() }
    }
    /// A corpus of documents that are in memory, as the records of one file.
    pub fn of<'a>(name: impl Into<String>, documents: impl IntoIterator<Item = Document<'a>>) -> Self {
        let (mut corpus, mut filling) = (Self::new(name), batch::Filling::default());
        for (document, record) in documents.into_iter().zip(0..) {
            if filling.is_full() || (filling.len() > 0 && filling.has_no_room_for(document.text)) {
                corpus.push(Arc::new(filling.take()));
            }
            filling.push(document, Place { file: 0, record }, None);
        }
        if filling.len() > 0 {
            corpus.push(Arc::new(filling.take()));
        }
        corpus
    }
    /// Name of the corpus on screen; pass it through [`crate::visible`] before showing it.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// Appends a batch.
    pub fn push(&mut self, batch: Arc<Batch>) {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        self.starts.push((self.len() + batch.len()) as u32);
        self.batches.push(batch);
    }
    /// Number of documents.
    pub fn len(&self) -> usize {
        self.starts.last().map_or(0, |&end| end as usize)
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The document at `index`.
    ///
    /// # Panics
    /// When `index` is not below [`Corpus::len`].
    pub fn get(&self, index: usize) -> Document<'_> {
        let (batch, index) = self.batch_of(index);
        batch.get(index)
    }
    /// Where the document at `index` comes from.
    ///
    /// # Panics
    /// When `index` is not below [`Corpus::len`].
    pub fn place(&self, index: usize) -> Place {
        let (batch, index) = self.batch_of(index);
        batch.places().get(index)
    }
    /// Where all documents come from.
    pub fn places(&self) -> Places {
        let mut places = Places::default();
        self.batches.iter().for_each(|batch| places.extend(batch.places()));
        places
    }
    /// The name of a file ([`Place::file`]): as given, relative to its folder, or the id of the document if it is one.
    /// `None` for a file without documents.
    pub fn file_name(&self, file: u32) -> Option<&str> {
        let before = |batch: &Arc<Batch>| batch.places().last_file().is_some_and(|last| last < file);
        let batch = self.batches.get(self.batches.partition_point(before))?;
        let of_document = || Some(batch.get(batch.places().document_at(Place { file, record: 0 })?).id);
        batch.places().file_name(file).or_else(of_document)
    }
    fn batch_of(&self, index: usize) -> (&Batch, usize) {
        assert!(index < self.len(), "document {index} of {}", self.len());
        let batch = self.starts.partition_point(|&start| start as usize <= index) - 1;
        (&self.batches[batch], index - self.starts[batch] as usize)
    }
    /// All documents, in order.
    pub fn iter(&self) -> impl Iterator<Item = Document<'_>> {
        self.batches.iter().flat_map(|batch| batch.iter())
    }
    /// The batches, in order.
    pub fn batches(&self) -> &[Arc<Batch>] {
        &self.batches
    }
    /// Whether the texts are here. Else a note that says where they are stands in the place of each, in every batch.
    pub fn has_texts(&self) -> bool {
        self.batches.first().is_none_or(|batch| batch.has_texts())
    }
    /// Whether any document has a label.
    pub fn has_labels(&self) -> bool {
        self.batches.iter().any(|batch| batch.has_labels())
    }
    /// The built-in bilingual sample; empty unless [`provide_sample`] was called.
    pub fn builtin() -> Self {
        let sources = [Source::Builtin];
        let mut corpus = Self::new(name_of(&sources));
        let result = read(&sources, &ReadOptions::default(), &mut |event| {
            if let Event::Batch(batch) = event {
                corpus.push(batch);
            }
            ControlFlow::Continue(())
        });
        debug_assert!(result.is_ok() || sample::sample().is_none(), "the embedded sample is well-formed");
        corpus
    }
}

/// Where documents come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A file or a folder.
    Path(PathBuf),
    /// Standard input.
    Stdin,
    /// A stream that was copied, so that it can be read twice.
    Spooled(Spooled),
    /// The built-in sample, after [`provide_sample`].
    Builtin,
    /// Documents in memory.
    Held(Held),
    /// What a Spark job wrote. Its documents are read from the input of the job, as the job read them.
    SparkOutput(Arc<SparkOutput>),
}

impl Source {
    /// Whether it is part of the program or in memory: then its form is known, and the options do not apply to it.
    pub(crate) fn is_own(&self) -> bool {
        matches!(self, Source::Builtin | Source::Held(_))
    }
}

/// How the bytes of a source are to be understood.
///
/// `.gz` and `.zst`, recognised by their first bytes, are read through in all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Input {
    /// A folder as [`Input::Records`] if it has more files that are records by their names than others, else as
    /// [`Input::Dir`]; a file by the ending of its name, then by its content. Where neither says anything, standard input and
    /// a single `.txt`, `.text`, `.log` or `.lst` are [`Input::Lines`]; any other text file, and each of several, is
    /// [`Input::Dir`].
    #[default]
    Auto,
    /// Of a folder the files that are records by their names; a file by its name, then by its content, but not as lines.
    Records,
    /// Each file, in a folder or given by itself, is one document; its id is its path relative to the folder.
    Dir,
    /// Each line is one document, an empty one too; its id is its number, from 1.
    Lines,
    /// Each line is a JSON object; a file that is one JSON array of objects is read as well.
    Jsonl,
    /// Comma-separated with a header; semicolons or tabs are recognised from the header.
    Csv,
    /// Tab-separated with a header; a quote is a character like any other.
    Tsv,
    /// Each row of a Parquet file is one document. Its text is UTF-8, whatever [`ReadOptions::encoding`] says.
    Parquet,
}

/// Options of [`read`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReadOptions {
    /// How the bytes are to be understood.
    pub input: Input,
    /// Field or column of the text (default `text`). `data.text` and `messages.0.content` lead into objects and lists;
    /// `title,body` joins several fields by line breaks.
    pub text_field: Option<String>,
    /// Field or column of the id (default `id`); may lead into objects and lists.
    pub id_field: Option<String>,
    /// Field or column of the label (default `label`, then `group`); may lead into objects and lists.
    pub label_field: Option<String>,
    /// What parts the cells of CSV, an ASCII character, instead of detection. Files are CSV then unless they are known to
    /// be something else.
    pub delimiter: Option<u8>,
    /// Where there are several files of records: when the name of its file comes before an id.
    pub ids: IdNames,
    /// In folders, read what links lead to outside of the folder, and the folders that they lead to.
    pub follows_links: bool,
    /// A WHATWG encoding label instead of detection.
    pub encoding: Option<String>,
    /// Stop at the first thing that would be skipped.
    pub strict: bool,
    /// A number is a text too, instead of being skipped; in Parquet also a date or a time, as a number.
    pub takes_numbers: bool,
    /// Field or column of the signature, in files of signatures (default `signature`).
    pub signature_field: Option<String>,
    /// How signatures are written as text.
    pub signature_format: SignatureFormat,
    /// Only a field is a text: a line, or a file that is one document, has none.
    pub needs_field: bool,
    /// Stop where the documents would take more memory; `None` for no limit. What is not kept needs none.
    pub memory: Option<Memory>,
}

/// What [`read`] reports as it goes.
#[derive(Debug)]
pub enum Event {
    /// Some documents were read.
    Batch(Arc<Batch>),
    /// Something was skipped.
    Skipped(Skipped),
    /// Something that should be known: of folders before their documents, anything else at the end.
    Noticed(Notice),
    /// Bytes read from storage so far, and in all if that is known (0 if not).
    Bytes {
        /// So far.
        done: u64,
        /// In all; 0 if not known.
        total: u64,
    },
}

/// Why reading stops before the end.
enum Stop {
    /// The caller asked for it.
    Asked,
    Failed(CorpusError),
    /// There is no memory for this document.
    Full(Skipped),
    /// One stream could not be read to its end.
    Io(std::io::Error),
}

impl From<std::io::Error> for Stop {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<CorpusError> for Stop {
    fn from(error: CorpusError) -> Self {
        Self::Failed(error)
    }
}
