//! The files that sources consist of, in the order in which they are read.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::parts;
use super::source::{Format, is_open_descriptor, refusal};
use super::walk::{FolderFile, Step, readable, walk};
use super::{Input, SkipReason, Source, Stop};
use crate::files::is_regular;

/// The files of all sources, listed but not opened.
pub(crate) struct Inputs {
    pub(crate) entries: Vec<Entry>,
    /// Total bytes on disk; `None` if one is a stream.
    pub(super) size: Option<u64>,
    /// What the ids of each source begin with, without its separator; empty for a single source.
    pub(super) prefixes: Vec<String>,
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
    /// Something in a folder that cannot be opened; it has no number among the files.
    Skipped { name: String, reason: SkipReason },
}

/// Lists all sources. `turn` is called now and then; its error ends the listing.
pub(super) fn list(
    sources: &[Source],
    input: Input,
    turn: &mut dyn FnMut() -> Result<(), Stop>,
) -> Result<Inputs, Stop> {
    let mut inputs = Inputs { entries: Vec::new(), size: Some(0), prefixes: prefixes(sources) };
    for (source, of) in sources.iter().enumerate() {
        let size = inputs.add(source, of, input, turn)?;
        inputs.size = inputs.size.zip(size).map(|(total, size)| total + size);
    }
    Ok(inputs)
}

impl Inputs {
    /// Adds one source; returns its bytes on disk if known.
    fn add(
        &mut self,
        source: usize,
        of: &Source,
        input: Input,
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
            return self.add_folder((source, path), is_of_engine, input, turn).map(Some);
        }
        let size = is_regular(path).is_ok_and(|is_regular| is_regular).then_some(metadata.len());
        Ok(match size {
            Some(size) if input == Input::Dir => {
                let prefix = &self.prefixes[source];
                let name = if prefix.is_empty() { file_name(path) } else { prefix.clone() };
                self.push(
                    source,
                    What::Document(FolderFile { path: path.to_owned(), name, size, part_of: None }),
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
        input: Input,
        turn: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<u64, Stop> {
        let mut prefix = self.prefixes[source].clone();
        if !prefix.is_empty() {
            prefix.push('/');
        }
        let holds_records = is_of_engine || Format::of_input(input).is_some();
        let mut total = 0;
        walk(folder, |step| {
            let what = match step {
                Step::Skip { name, .. } | Step::File(FolderFile { name, .. })
                    if is_of_engine && parts::is_hidden(&name) =>
                {
                    return Ok(());
                }
                Step::Skip { name, reason } => What::Skipped { name: format!("{prefix}{name}"), reason },
                Step::File(found) => {
                    total += found.size;
                    let part_of = is_of_engine.then(|| prefix.trim_end_matches('/').to_owned());
                    let found = FolderFile { name: format!("{prefix}{}", found.name), part_of, ..found };
                    if holds_records { What::Records(found) } else { What::Document(found) }
                }
            };
            self.entries.push(Entry { source, what });
            // Listing a large folder takes long and can be cancelled.
            if self.entries.len().is_multiple_of(4096) { turn() } else { Ok(()) }
        })?;
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
