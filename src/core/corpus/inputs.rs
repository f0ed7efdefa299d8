//! The files that sources consist of, in the order in which they are read.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::foreign::no_records;
use super::format::Format;
use super::notice::{Mixed, Texts};
use super::shards::{ByName, Holds, holds};
use super::source::{Reading, is_open_descriptor, refusal};
use super::walk::{FolderFile, Step, readable, walk};
use super::{CorpusError, Input, SkipReason, Source, Stop, parts};
use crate::files::is_regular;

/// The files of all sources, listed but not opened.
pub(crate) struct Inputs {
    pub(crate) entries: Vec<Entry>,
    /// Total bytes on disk; `None` if one is a stream.
    pub(super) size: Option<u64>,
    /// What the ids of each source begin with, without its separator; empty for a single source.
    pub(super) prefixes: Vec<String>,
    /// Folders with records and other files.
    pub(super) mixed: Vec<Mixed>,
    /// Sources that are text files, and what they are read as.
    pub(super) texts: Option<Texts>,
}

/// One file, or something that is not read.
pub(crate) struct Entry {
    /// Index of the source.
    pub(crate) source: usize,
    pub(crate) what: What,
}

/// What an entry is.
pub(crate) enum What {
    /// The source itself, which holds records.
    Source,
    /// A file that is one document; its name is the id.
    Document(FolderFile),
    /// A file of a folder, which holds records; its name has the prefix of the source.
    Records(FolderFile),
    /// Something in a folder that is not read; it has no number among the files.
    Skipped { name: String, reason: SkipReason },
}

/// Lists all sources; `follows` as in [`ReadOptions`](super::ReadOptions). `turn` is called now and then; its error ends the
/// listing.
pub(super) fn list(
    sources: &[Source],
    (reading, follows): (&Reading<'_>, bool),
    turn: &mut dyn FnMut() -> Result<(), Stop>,
) -> Result<Inputs, Stop> {
    let (are_documents, texts) = text_files(sources, reading);
    let (prefixes, mixed) = (prefixes(sources), Vec::new());
    let mut inputs = Inputs { entries: Vec::new(), size: Some(0), prefixes, mixed, texts };
    for ((source, of), is_document) in sources.iter().enumerate().zip(are_documents) {
        let input = if is_document { Input::Dir } else { reading.input };
        let size = inputs.add(source, of, (input, follows), turn)?;
        inputs.size = inputs.size.zip(size).map(|(total, size)| total + size);
    }
    Ok(inputs)
}

/// Which sources are text files with one document each, and the notice about them. Only the lines of a single one
/// whose name says that it has lines are documents; what is no file by name, such as standard input, has lines too.
fn text_files(sources: &[Source], reading: &Reading<'_>) -> (Vec<bool>, Option<Texts>) {
    let are_texts: Vec<bool> = sources.iter().map(|source| reading.is_text_file(source)).collect();
    let names =
        || sources.iter().zip(&are_texts).filter(|(_, is_text)| **is_text).map(|(of, _)| place_of(of));
    let is_folder = |source: &Source| matches!(source, Source::Path(path) if path.is_dir());
    let files = names().count();
    let is_single = files == 1 && !sources.iter().any(is_folder);
    let are_lines = is_single && names().all(|name| Format::has_lines(&name));
    let texts = names().next().map(|first| Texts { first, files: files as u64, are_lines });
    (are_texts.into_iter().map(|is_text| is_text && !are_lines).collect(), texts)
}

impl Inputs {
    /// Adds one source; returns its bytes on disk if known.
    fn add(
        &mut self,
        source: usize,
        of: &Source,
        (input, follows): (Input, bool),
        turn: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Option<u64>, Stop> {
        let path = match of {
            Source::Path(path) => path.as_path(),
            // Without texts there is nothing to list; opening it says so.
            Source::SparkOutput(output) => match output.text_path() {
                Some(path) => path,
                None => return Ok(self.push(source, What::Source, None)),
            },
            Source::Stdin => return Ok(self.push(source, What::Source, None)),
            Source::Spooled(spooled) => return Ok(self.push(source, What::Source, spooled.size())),
            Source::Builtin => {
                return Ok(self.push(
                    source,
                    What::Source,
                    super::sample::sample().map(|text| text.len() as u64),
                ));
            }
            Source::Held(held) => {
                return Ok(self.push(source, What::Source, Some(held.bytes().len() as u64)));
            }
        };
        let metadata = std::fs::metadata(path).map_err(|error| refusal(path, &error))?;
        if metadata.is_dir() {
            let is_of_engine =
                matches!(of, Source::SparkOutput(_)) || input != Input::Dir && parts::is_of_engine(path);
            return self.add_folder((source, path), is_of_engine, (input, follows), turn).map(Some);
        }
        let size = is_regular(path).is_ok_and(|is_regular| is_regular).then_some(metadata.len());
        Ok(match size {
            Some(size) if input == Input::Dir => {
                let prefix = &self.prefixes[source];
                let name = if prefix.is_empty() { file_name(path) } else { prefix.clone() };
                self.push(
                    source,
                    What::Document(FolderFile { path: path.to_owned(), name, size }),
                    Some(size),
                )
            }
            _ => self.push(source, What::Source, size),
        })
    }

    fn push(&mut self, source: usize, what: What, size: Option<u64>) -> Option<u64> {
        self.entries.push(Entry { source, what });
        size
    }

    /// Lists a folder without opening any file.
    fn add_folder(
        &mut self,
        (source, folder): (usize, &Path),
        is_of_engine: bool,
        (input, follows): (Input, bool),
        turn: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<u64, Stop> {
        let mut prefix = self.prefixes[source].clone();
        if !prefix.is_empty() {
            prefix.push('/');
        }
        let mut steps = Vec::new();
        walk(folder, follows, |step| {
            steps.push(step);
            // Listing a large folder takes long and can be cancelled.
            if steps.len().is_multiple_of(4096) { turn() } else { Ok(()) }
        })?;
        let holds = match is_of_engine {
            true => Holds::Parts,
            false => {
                let place = readable(folder);
                let (holds, mixed) = holds(&steps, input, &place)
                    .map_err(|what| Stop::Failed(CorpusError::BadOutput { place, what }))?;
                self.mixed.extend(mixed);
                holds
            }
        };
        let mut total = 0;
        for step in steps {
            let inside = match &step {
                Step::Skip { name, .. } | Step::File(FolderFile { name, .. }) => name.as_str(),
            };
            let by_name = match holds {
                Holds::Documents | Holds::Records => None,
                Holds::Parts if parts::is_hidden(inside) => continue,
                Holds::Parts => None,
                Holds::Shards => Some(ByName::of(inside)),
            };
            let name = format!("{prefix}{inside}");
            let what = match step {
                _ if by_name == Some(ByName::About) => continue,
                Step::Skip { reason, .. } => What::Skipped { name, reason },
                Step::File(_) if by_name == Some(ByName::Other) => {
                    What::Skipped { name, reason: no_records() }
                }
                Step::File(found) => {
                    total += found.size;
                    let found = FolderFile { name, ..found };
                    if holds == Holds::Documents { What::Document(found) } else { What::Records(found) }
                }
            };
            self.entries.push(Entry { source, what });
        }
        Ok(total)
    }
}

/// Name of a source in messages: the path as given.
pub(crate) fn place_of(source: &Source) -> String {
    match source {
        Source::Path(path) => readable(path),
        Source::Spooled(spooled) => place_of(spooled.source()),
        Source::Stdin => "standard input".to_owned(),
        Source::Builtin => "built-in sample".to_owned(),
        Source::Held(held) => held.name().to_owned(),
        Source::SparkOutput(output) => readable(output.folder()),
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
        Source::SparkOutput(output) => file_name(output.folder()),
        Source::Spooled(spooled) => short_name(spooled.source()),
        other => place_of(other),
    }
}

/// The last component of a path; for `.` and `..` that of the folder they resolve to. An open descriptor has a number
/// instead of a name.
fn file_name(path: &Path) -> String {
    if is_open_descriptor(path) {
        let is_stdin = path.ends_with("stdin") || path.ends_with("0");
        return if is_stdin { place_of(&Source::Stdin) } else { "pipe".to_owned() };
    }
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
