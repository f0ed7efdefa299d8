//! The commands that stand on the page: the one that makes it again, and the one that writes what stays.

use super::quoted;
use crate::corpus::{IdNames, Input, ReadOptions};
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// The command line of `simscope report` (its first word is the program) as it can be typed again. Whether the page may
/// replace another is no part of it.
pub fn report_command(words: &[OsString]) -> String {
    let rest = words.iter().skip(1).map(OsString::as_os_str).filter(|word| *word != "--force");
    quoted([OsStr::new("simscope")].into_iter().chain(rest))
}

/// Options of `report` that `clean` does not have; each takes a value.
const FOREIGN: [&str; 3] = ["--output", "--lang", "-o"];

/// The command line of `simscope clean` with the same options, and a name for the output that is like that of the input.
pub fn dedup_command(words: &[OsString], inputs: &[PathBuf]) -> String {
    quoted(with_output(as_dedup(words), output(inputs)))
}

/// The words of a report as those of `clean`, without options and flags that it does not have.
fn as_dedup(words: &[OsString]) -> Vec<OsString> {
    let mut kept: Vec<OsString> = vec!["simscope".into(), "clean".into()];
    let mut rest = words.iter().skip(1).skip_while(|word| *word != "report").skip(1);
    let mut are_options = true;
    while let Some(word) = rest.next() {
        let text = word.to_str().unwrap_or_default();
        let name = text.split_once('=').map_or(text, |(name, _)| name);
        are_options &= text != "--";
        match () {
            _ if !are_options => kept.push(word.clone()),
            _ if text == "--force" => {}
            // `--lang zh`: the value is the next word.
            _ if FOREIGN.contains(&text) => drop(rest.next()),
            // `--lang=zh`, `-oFILE`.
            _ if FOREIGN.contains(&name) || text.starts_with("-o") => {}
            _ => kept.push(word.clone()),
        }
    }
    kept
}

/// Adds `-o`; behind `--` there are only paths.
fn with_output(mut words: Vec<OsString>, output: OsString) -> Vec<OsString> {
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    words.splice(end..end, ["-o".into(), output]);
    words
}

/// `unique` with the endings of the input, as in `titles.jsonl.gz`; a folder for several inputs, or a folder.
fn output(inputs: &[PathBuf]) -> OsString {
    let name = match inputs {
        [path] if !path.is_dir() => path.file_name().and_then(OsStr::to_str),
        [] => Some("sample.jsonl"),
        _ => None,
    };
    let endings = name.and_then(|name| name.split_once('.')).map(|(_, endings)| format!("unique.{endings}"));
    endings.unwrap_or_else(|| if inputs.len() > 1 { "unique/" } else { "unique" }.to_owned()).into()
}

/// The options of a command line that say how to read.
pub fn reading_words(options: &ReadOptions) -> Vec<OsString> {
    let mut words: Vec<OsString> = Vec::new();
    let input = match options.input {
        Input::Auto => None,
        Input::Records => Some("records"),
        Input::Dir => Some("dir"),
        Input::Lines => Some("lines"),
        Input::Jsonl => Some("jsonl"),
        Input::Csv => Some("csv"),
        Input::Tsv => Some("tsv"),
        Input::Parquet => Some("parquet"),
    };
    let delimiter = options.delimiter.map(|delimiter| char::from(delimiter).to_string());
    let ids = match options.ids {
        IdNames::Auto => None,
        IdNames::AsIs => Some("as-is"),
        IdNames::ByFile => Some("by-file"),
    };
    let given = [
        ("--input", input),
        ("--text-field", options.text_field.as_deref()),
        ("--id-field", options.id_field.as_deref()),
        ("--label-field", options.label_field.as_deref()),
        ("--delimiter", delimiter.as_deref()),
        ("--ids", ids),
        ("--encoding", options.encoding.as_deref()),
    ];
    for (name, value) in given {
        if let Some(value) = value {
            words.extend([name.into(), value.into()]);
        }
    }
    words.extend(options.follows_links.then(|| "--follow".into()));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dedup_has_the_options_of_the_report_that_it_knows() {
        let dedup = |line: &str, inputs: &[&str]| {
            let words: Vec<OsString> = line.split(' ').map(Into::into).collect();
            dedup_command(&words, &inputs.iter().map(PathBuf::from).collect::<Vec<_>>())
        };
        for (line, inputs, expected) in [
            (
                "x report a.jsonl.gz -k 3 -o r.html --force",
                &["a.jsonl.gz"][..],
                "a.jsonl.gz -k 3 -o unique.jsonl.gz",
            ),
            (
                "x report --lang zh a.csv --lang=en --keep longest -or.html",
                &["a.csv"],
                "a.csv --keep longest -o unique.csv",
            ),
            ("x report -k9 --lang zh -o r.html -- --lang", &["--lang"], "-k9 -o unique -- --lang"),
            ("x report a b --loss 0.1 -o r.html", &["a", "b"], "a b --loss 0.1 -o unique/"),
        ] {
            assert_eq!(dedup(line, inputs), format!("simscope clean {expected}"), "{line}");
        }
    }
}
