//! The commands that stand on the page: the one that makes it again, and the one that writes what stays.

use super::super::arguments::ReportArguments;
use crate::report::quoted;
use std::ffi::{OsStr, OsString};

/// The command line as it can be typed again; whether the page may replace another is no part of it.
pub(super) fn report(words: &[OsString]) -> String {
    let rest = words.iter().skip(1).map(OsString::as_os_str).filter(|word| *word != "--force");
    quoted([OsStr::new("simscope")].into_iter().chain(rest))
}

/// Options of `report` that `dedup` does not have; each takes a value.
const FOREIGN: [&str; 9] = [
    "--output",
    "--tau",
    "--min-precision",
    "--min-recall",
    "--seed",
    "--pairs",
    "--pairs-label",
    "--lang",
    "-o",
];

/// The same options for `dedup`, with a name for the output that is like that of the input.
pub(super) fn dedup(arguments: &ReportArguments, words: &[OsString]) -> String {
    let mut kept: Vec<OsString> = vec!["simscope".into(), "dedup".into()];
    let mut rest = words.iter().skip(1).skip_while(|word| *word != "report").skip(1);
    let mut are_options = true;
    while let Some(word) = rest.next() {
        let text = word.to_str().unwrap_or_default();
        let name = text.split_once('=').map_or(text, |(name, _)| name);
        are_options &= text != "--";
        match () {
            _ if !are_options => kept.push(word.clone()),
            _ if text == "--force" => {}
            // `--tau 0.5`: the value is the next word.
            _ if FOREIGN.contains(&text) => drop(rest.next()),
            // `--tau=0.5`, `-oFILE`.
            _ if FOREIGN.contains(&name) || text.starts_with("-o") => {}
            _ => kept.push(word.clone()),
        }
    }
    let output = ["-o".into(), output(arguments)];
    // Behind `--` there are only paths.
    let end = kept.iter().position(|word| word == "--").unwrap_or(kept.len());
    kept.splice(end..end, output);
    quoted(kept)
}

/// `unique` with the endings of the input, as in `titles.jsonl.gz`; a folder for several inputs, or a folder.
fn output(arguments: &ReportArguments) -> OsString {
    let name = match &arguments.input.paths[..] {
        [path] if !path.is_dir() => path.file_name().and_then(OsStr::to_str),
        [] => Some("sample.jsonl"),
        _ => None,
    };
    let endings = name.and_then(|name| name.split_once('.')).map(|(_, endings)| format!("unique.{endings}"));
    endings.unwrap_or_else(|| "unique".to_owned()).into()
}
