//! All sources, one after the other.

use std::borrow::Cow;
use std::ops::ControlFlow;

use encoding_rs::Encoding;

use super::folder::{self, DocumentReader};
use super::inputs::{self, Entry, What, name_of, place_of};
use super::notice::Notice;
use super::record::{Named, Wanted};
use super::sink::{Documents, Naming, Sink};
use super::skip::{SkipReason, Skipped, Spot};
use super::source::{Reading, open};
use super::{Event, ReadOptions, Source, Stop};
use crate::display::{Phrase, lang, say};
use crate::visible;

/// Why not everything could be read. `Display` is one line, safe to show.
#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    /// A path given by the user does not exist.
    #[error("{}{}", shown(.place), lang().pick((": no such file or folder; check the path", "：没有这个文件或文件夹；请检查路径")))]
    NotFound {
        /// The path as given.
        place: String,
    },
    /// A path given by the user cannot be opened.
    #[error("{}{}{}; {}", shown(.place), lang().pick((": ", "：")), .reason.say(lang()), lang().pick(("give a text file or a folder that may be read", "请给出可读的文本文件或文件夹")))]
    Unreadable {
        /// The path as given.
        place: String,
        /// Why.
        reason: SkipReason,
    },
    /// No record has the field.
    #[error("{}", no_field(.place, .field, .found, .option))]
    NoField {
        /// The field that was looked for.
        field: String,
        /// What the user can do about it.
        option: Phrase,
        /// The file.
        place: String,
        /// The fields that there are (the first dozen).
        found: Vec<String>,
    },
    /// Something that would be misread, or read in part only.
    #[error("{}{}{}{}", shown(.place), at(.spot), lang().pick((": ", "：")), shown(.what))]
    Refused {
        /// The file.
        place: String,
        /// Where in it.
        spot: Option<Spot>,
        /// What it is, and what to do.
        what: String,
    },
    /// `--encoding` is not a known label.
    #[error("--encoding {}{}", shown(.label), lang().pick((
        ": no such encoding; use a WHATWG label such as utf-8, gb18030, big5 or windows-1252",
        "：没有这种编码；请用 WHATWG 标签，如 utf-8、gb18030、big5 或 windows-1252",
    )))]
    UnknownEncoding {
        /// What was given.
        label: String,
    },
    /// With `strict`: the first thing that would have been skipped.
    #[error("{}{}", .0.say(lang()), lang().pick(("; correct it, or leave out --strict to skip it", "；请改正，或去掉 --strict 以跳过")))]
    Strict(Skipped),
    /// There is no document, and something was skipped.
    #[error("{}{}{}", .first.say(lang()), and_others(.others), lang().pick((
        "; nothing else could be read, so there is no document",
        "；其余也无法读取，因此没有文档",
    )))]
    NothingRead {
        /// The first thing that was skipped.
        first: Skipped,
        /// How many more were.
        others: u64,
    },
    /// A folder that another program wrote and that cannot be opened, such as the output of a Spark job.
    #[error("{}{}{}", shown(.place), lang().pick((": ", "：")), shown(.what))]
    BadOutput {
        /// The folder.
        place: String,
        /// What is wrong, and what to do.
        what: String,
    },
    /// A bad record in a signature file.
    #[error("{}", say!("{}{}: {}; a signature file has `id` and `signature`, as --signature-format and docs/FORMATS.md say", "{}{}：{}；签名文件须有 `id` 和 `signature`，写法见 --signature-format 和 docs/FORMATS.md", shown(.place), at(.spot), shown(.what)))]
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

fn no_field(place: &str, field: &str, found: &[String], (en, zh): &Phrase) -> String {
    let (place, field, found) = (shown(place), shown(field), names(found));
    say!(
        "{place}: no record has a field `{field}`; its fields are {found}: choose {en}",
        "{place}：没有记录含字段 `{field}`；现有字段：{found}。{zh}"
    )
}

fn names(found: &[String]) -> String {
    if found.is_empty() {
        return say!("none", "无");
    }
    found.iter().map(|name| format!("`{}`", shown(name))).collect::<Vec<_>>().join(lang().pick((", ", "、")))
}

fn and_others(others: &u64) -> String {
    if *others == 0 {
        String::new()
    } else {
        say!(" (and {others} more skipped)", "（另跳过 {others} 项）")
    }
}

fn at(spot: &Option<Spot>) -> String {
    spot.map_or_else(String::new, |spot| say!(", {}", "，{}", spot.say(lang())))
}

/// Reads all sources in order. `on` receives batches as they fill and may stop the reading.
///
/// Where there are several files of records, the number of a record without an id has the name of its file before it,
/// `poems.jsonl:17` or `folder/a/b.jsonl:17`, and an id where [`ReadOptions::ids`] says so; a file that is one document is
/// `folder/a/b.txt`. Where two sources have the same name, it is the path as given.
///
/// # Errors
/// A source that does not exist or cannot be opened, a missing field in all records, sources of which
/// everything was skipped; with `strict`, the first skip.
pub fn read(
    sources: &[Source],
    options: &ReadOptions,
    on: &mut dyn FnMut(Event) -> ControlFlow<()>,
) -> Result<(), CorpusError> {
    let options = &options.fitting(sources);
    let mut sink = Sink::new(on, options);
    let read = match read_all(sources, options, &mut sink) {
        Err(Stop::Full(skipped)) => sink.leave_out(skipped),
        other => other,
    };
    match read.and_then(|()| sink.finish()) {
        Ok(()) | Err(Stop::Asked | Stop::Full(_)) => Ok(()),
        Err(Stop::Failed(error)) => Err(error),
        Err(Stop::Io(error)) => {
            let place = name_of(sources);
            Err(CorpusError::Unreadable { place, reason: SkipReason::Unreadable(error.to_string()) })
        }
    }
}

fn read_all(sources: &[Source], options: &ReadOptions, sink: &mut Sink<'_>) -> Result<(), Stop> {
    let wanted = wanted_by(options);
    let (encoding, delimiter) = (encoding_of(options)?, options.delimiter);
    let reading = Reading { input: options.input, encoding, delimiter, wanted: &wanted };
    let inputs = inputs::list(sources, (&reading, options.follows_links), &mut || sink.report_bytes())?;
    inputs.texts.into_iter().try_for_each(|texts| sink.notice(Notice::Texts(texts)))?;
    inputs.mixed.into_iter().try_for_each(|mixed| sink.notice(Notice::Mixed(mixed)))?;
    let holds_records = |entry: &&Entry| matches!(entry.what, What::Records(_) | What::Source);
    if inputs.entries.iter().filter(holds_records).count() > 1 {
        sink.remember_ids(options.ids);
    }
    sink.expect(inputs.size.unwrap_or(0))?;
    sink.is_alone = matches!(inputs.entries[..], [Entry { what: What::Source, .. }]);
    let mut document_reader = DocumentReader::default();
    for Entry { source, what } in inputs.entries {
        match what {
            What::Skipped { name, reason } => sink.skip(&name, None, reason)?,
            What::Document(found) => {
                let place = Naming { name: found.name.clone(), ..Naming::default() };
                Documents::new(sink, &place, &wanted).without_fields()?;
                document_reader.read(&found, &reading, sink)?;
            }
            What::Records(found) => folder::records(found, &place_of(&sources[source]), &reading, sink)?,
            What::Source => {
                let prefix = &inputs.prefixes[source];
                let prefix = if prefix.is_empty() { String::new() } else { format!("{prefix}:") };
                let place = Naming { name: place_of(&sources[source]), prefix, may_be_documents: false };
                let stored = open(&sources[source])?;
                sink.begin_file(Some(&place.name));
                let wanted = match sources[source].is_own() {
                    true => &wanted_by_sample(),
                    false => &wanted.at(&place.name),
                };
                let mut documents = Documents::new(sink, &place, wanted);
                reading.of(&sources[source], wanted).records(stored, &place.name, &mut documents)?;
            }
        }
    }
    Ok(())
}

/// The fields of the built-in sample, to which the options of the other sources do not apply.
pub(super) fn wanted_by_sample() -> Wanted {
    wanted_by(&ReadOptions::default())
}

/// The fields that the options ask for.
pub(super) fn wanted_by(options: &ReadOptions) -> Wanted {
    let given = [&options.text_field, &options.id_field, &options.label_field].map(Option::as_deref);
    let [main, id, extra] = given;
    let defaults = ["label", "group"];
    let label = extra.as_ref().map_or(&defaults[..], std::slice::from_ref);
    let [is_main, is_id, is_label] = given.map(|given| given.is_some());
    Wanted {
        named: Named { main: is_main, id: is_id, extra: is_label },
        takes_numbers: options.takes_numbers,
        needs_field: options.needs_field,
        ..Wanted::new(&[main.unwrap_or("text")], &[id.unwrap_or("id")], label)
    }
}

/// The encoding that the options name.
pub(super) fn encoding_of(options: &ReadOptions) -> Result<Option<&'static Encoding>, CorpusError> {
    let Some(label) = &options.encoding else { return Ok(None) };
    match Encoding::for_label(label.trim().as_bytes()) {
        Some(encoding) => Ok(Some(encoding)),
        None => Err(CorpusError::UnknownEncoding { label: label.clone() }),
    }
}
