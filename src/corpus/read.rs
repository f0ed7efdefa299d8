//! All sources, one after the other.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use encoding_rs::Encoding;

use super::folder::{self, DocumentReader, Listing};
use super::record::Wanted;
use super::sink::{Documents, Naming, Sink};
use super::skip::{SkipReason, Skipped, Spot};
use super::source::{Reading, open, refusal};
use super::walk::{FolderFile, readable};
use super::{Event, Input, ReadOptions, Source, Stop};
use crate::visible;

/// Why not everything could be read. `Display` is one line, safe to show.
#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    /// A path given by the user does not exist.
    #[error("{}: no such file or folder; check the path", shown(.place))]
    NotFound {
        /// The path as given.
        place: String,
    },
    /// A path given by the user cannot be opened.
    #[error("{}: {reason}; give a text file or a folder that may be read", shown(.place))]
    Unreadable {
        /// The path as given.
        place: String,
        /// Why.
        reason: SkipReason,
    },
    /// No record has the field.
    #[error("{}: no record has a field `{}`; its fields are {}: choose {option}", shown(.place), shown(.field), names(.found))]
    NoField {
        /// The field that was looked for.
        field: String,
        /// What the user can do about it.
        option: &'static str,
        /// The file.
        place: String,
        /// The fields that there are (the first dozen).
        found: Vec<String>,
    },
    /// `--encoding` is not a known label.
    #[error("--encoding {}: no such encoding; use a WHATWG label such as utf-8, gb18030, big5 or windows-1252", shown(.label))]
    UnknownEncoding {
        /// What was given.
        label: String,
    },
    /// With `strict`: the first thing that would have been skipped.
    #[error("{0}; correct it, or leave out --strict to skip it")]
    Strict(Skipped),
    /// There is no document, and something was skipped.
    #[error("{first}{}; nothing else could be read, so there is no document", and_others(.others))]
    NothingRead {
        /// The first thing that was skipped.
        first: Skipped,
        /// How many more were.
        others: u64,
    },
    /// A bad record in a signature file.
    #[error("{}{}: {}; a signature file has `id` and `signature`, in hexadecimal (in Parquet also 64-bit integers or FIXED_LEN_BYTE_ARRAY)", shown(.place), at(.spot), shown(.what))]
    BadSignature {
        /// The file.
        place: String,
        /// Where in it.
        spot: Option<Spot>,
        /// What is wrong.
        what: String,
    },
}

fn shown(text: &str) -> Cow<'_, str> {
    visible::line(text)
}

fn names(found: &[String]) -> String {
    if found.is_empty() {
        return "none".to_owned();
    }
    found.iter().map(|name| format!("`{}`", shown(name))).collect::<Vec<_>>().join(", ")
}

fn and_others(others: &u64) -> String {
    if *others == 0 { String::new() } else { format!(" (and {others} more skipped)") }
}

fn at(spot: &Option<Spot>) -> String {
    spot.map_or_else(String::new, |spot| format!(", {spot}"))
}

/// Reads all sources in order. `on` receives batches as they fill and may stop the reading.
///
/// With several sources every id begins with the name of its source, so that ids stay unique: `poems.jsonl:17`,
/// `folder/a/b.txt`; where two sources have the same name, with the path as given. In a folder read as
/// [`Input::Lines`], [`Input::Jsonl`] or another record format, ids are like `a/b.jsonl:17`.
///
/// # Errors
/// A source that does not exist or cannot be opened, a missing field in all records, sources of which
/// everything was skipped; with `strict`, the first skip.
pub fn read(
    sources: &[Source],
    options: &ReadOptions,
    on: &mut dyn FnMut(Event) -> ControlFlow<()>,
) -> Result<(), CorpusError> {
    let mut sink = Sink::new(on, options.strict);
    let result = read_all(sources, options, &mut sink).and_then(|()| sink.finish());
    match result {
        Ok(()) | Err(Stop::Asked) => Ok(()),
        Err(Stop::Failed(error)) => Err(error),
        Err(Stop::Io(error)) => {
            let place = name_of(sources);
            Err(CorpusError::Unreadable { place, reason: SkipReason::Unreadable(error.to_string()) })
        }
    }
}

/// A source that was examined but not opened yet.
enum Ready<'s> {
    Folder(Listing),
    /// A file that is one document.
    Document(&'s Path, u64),
    Stream(&'s Source),
}

fn read_all(sources: &[Source], options: &ReadOptions, sink: &mut Sink<'_>) -> Result<(), Stop> {
    let wanted = wanted_by(options);
    let reading = Reading { input: options.input, encoding: encoding_of(options)?, wanted: &wanted };
    let defaults = wanted_by(&ReadOptions::default());
    let of_sample = Reading { input: Input::Jsonl, encoding: None, wanted: &defaults };
    let mut ready = Vec::with_capacity(sources.len());
    let mut total = Some(0);
    for (source, prefix) in sources.iter().zip(prefixes(sources)) {
        let (prepared, size) = prepare(source, options.input, sink)?;
        total = total.zip(size).map(|(total, size)| total + size);
        ready.push((Naming { name: place_of(source), prefix }, prepared));
    }
    sink.expect(total.unwrap_or(0))?;
    let mut document_reader = DocumentReader::default();
    for (mut place, prepared) in ready {
        match prepared {
            Ready::Folder(listing) => {
                end_with(&mut place.prefix, '/');
                folder::read(listing, &place, &reading, sink)?;
            }
            Ready::Document(path, size) => {
                let id = if place.prefix.is_empty() { file_name(path) } else { place.prefix };
                let found = FolderFile { path: path.to_owned(), name: id.clone(), size };
                document_reader.read(&found, &id, &reading, sink)?;
            }
            Ready::Stream(source) => {
                end_with(&mut place.prefix, ':');
                // Options of the other sources do not apply to the built-in sample.
                let reading = if *source == Source::Builtin { &of_sample } else { &reading };
                let stored = open(source)?;
                sink.begin_file(Some(&place.name));
                let mut documents = Documents { sink, place: &place, wanted: reading.wanted };
                reading.records(stored, &place.name, &mut documents)?;
            }
        }
    }
    Ok(())
}

fn end_with(prefix: &mut String, separator: char) {
    if !prefix.is_empty() {
        prefix.push(separator);
    }
}

/// The kind of a source, and its bytes on disk if known.
fn prepare<'s>(
    source: &'s Source,
    input: Input,
    sink: &mut Sink<'_>,
) -> Result<(Ready<'s>, Option<u64>), Stop> {
    let path = match source {
        Source::Stdin => return Ok((Ready::Stream(source), None)),
        Source::Builtin => return Ok((Ready::Stream(source), Some(super::sample::BUILTIN.len() as u64))),
        Source::Path(path) => path,
    };
    let metadata = std::fs::metadata(path).map_err(|error| refusal(path, &error))?;
    if metadata.is_dir() {
        let listing = folder::list(path, sink)?;
        let size = listing.size;
        return Ok((Ready::Folder(listing), Some(size)));
    }
    let size = metadata.is_file().then_some(metadata.len());
    match size {
        Some(size) if input == Input::Dir => Ok((Ready::Document(path, size), Some(size))),
        _ => Ok((Ready::Stream(source), size)),
    }
}

fn wanted_by(options: &ReadOptions) -> Wanted {
    let or = |given: &Option<String>, defaults: &[&str]| match given {
        Some(name) => vec![name.clone()],
        None => defaults.iter().map(|&name| name.to_owned()).collect(),
    };
    Wanted {
        main: or(&options.text_field, &["text"]),
        id: or(&options.id_field, &["id"]),
        extra: or(&options.label_field, &["label", "group"]),
        takes_numbers: options.takes_numbers,
    }
}

/// The encoding that the options name.
pub(super) fn encoding_of(options: &ReadOptions) -> Result<Option<&'static Encoding>, CorpusError> {
    let Some(label) = &options.encoding else {
        return Ok(None);
    };
    match Encoding::for_label(label.trim().as_bytes()) {
        Some(encoding) => Ok(Some(encoding)),
        None => Err(CorpusError::UnknownEncoding { label: label.clone() }),
    }
}

/// Name of a source in messages: the path as given.
pub(super) fn place_of(source: &Source) -> String {
    match source {
        Source::Path(path) => readable(path),
        Source::Stdin => "standard input".to_owned(),
        Source::Builtin => "built-in sample".to_owned(),
    }
}

/// Prefix of the ids of each source; empty for a single source.
fn prefixes(sources: &[Source]) -> Vec<String> {
    if sources.len() < 2 {
        return vec![String::new(); sources.len()];
    }
    let short: Vec<String> = sources.iter().map(short_name).collect();
    let mut counts: HashMap<&str, u32> = HashMap::new();
    for name in &short {
        *counts.entry(name).or_default() += 1;
    }
    let unique = sources.iter().zip(&short).map(|(source, name)| match source {
        Source::Path(path) if counts[name.as_str()] > 1 => readable(path).trim_end_matches('/').to_owned(),
        _ => name.clone(),
    });
    unique.collect()
}

fn short_name(source: &Source) -> String {
    match source {
        Source::Path(path) => file_name(path),
        other => place_of(other),
    }
}

/// The last component of a path; for `.` and `..` that of the folder they resolve to.
fn file_name(path: &Path) -> String {
    let whole = || path.canonicalize().ok()?.file_name().map(PathBuf::from);
    let name = path.file_name().map(PathBuf::from).or_else(whole);
    readable(&name.unwrap_or_else(|| path.to_owned()))
}

/// The name of a corpus: the file or folder name, `standard input`, or the number of sources.
pub fn name_of(sources: &[Source]) -> String {
    match sources {
        [source] => short_name(source),
        _ => format!("{} sources", sources.len()),
    }
}
