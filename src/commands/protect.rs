//! What is read can be read, and what is written never replaces it, nor what exists unless asked: checked before a command
//! begins.

use super::arguments::{Arguments, is_page};
use super::closed::check_stdin;
use super::failure::Failure;
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory};
use simscope_core::corpus::{Source, beside};
use simscope_core::display::say;
use simscope_core::export::{Format, WriteError, companions, guard, place_of};
use simscope_core::settings::Settings;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// Arguments that name a file to be written.
const WRITTEN: [&str; 5] = ["output", "plot", "dropped", "report", "recipe_out"];

/// Checks the files that a command is to write against all that its line names besides. `clean` and `report` know more of
/// what they write, and check it themselves.
pub(super) fn check(words: &[OsString]) -> Result<(), Failure> {
    // The line was parsed before: there is no error to tell.
    let Ok(matches) = Arguments::command().try_get_matches_from(words) else { return Ok(()) };
    let (mut command, mut given) = ("", &matches);
    while let Some((name, below)) = given.subcommand() {
        (command, given) = (name, below);
    }
    // An index that documents are added to is replaced by itself with more in it.
    let is_added_to = |name: &str| command == "add" && name == "file";
    let is_written = |name: &str| WRITTEN.contains(&name) || is_added_to(name);
    let reads_stdin = words_of(given, &|name| !is_written(name)).any(|word| word == Path::new("-"));
    if reads_stdin {
        check_stdin().map_err(Failure::Failed)?;
    }
    let written = paths(given, &is_written);
    let beside: Vec<PathBuf> =
        written.iter().filter(|path| is_place(path)).flat_map(|path| companions(path)).collect();
    check_apart(written.iter().chain(&beside).map(PathBuf::as_path))?;
    let inputs = paths(given, &|name| !is_written(name));
    let answers: Vec<PathBuf> = inputs.iter().flat_map(|path| answers_beside(path)).collect();
    // No command replaces the settings or files of judgements and decisions, even if it does not read them.
    for written in paths(given, &is_written) {
        guard(&written, Settings::file().iter().chain(&answers), true)?;
        check_folder(&written)?;
    }
    if matches!(command, "clean" | "report") {
        return Ok(());
    }
    // What is read, and the recipes that go with it.
    let inputs: Vec<PathBuf> =
        inputs.iter().flat_map(|path| companions(path)).chain(inputs.clone()).collect();
    let is_forced = given.try_get_one::<bool>("is_forced").is_ok_and(|flag| flag == Some(&true));
    for written in paths(given, &is_written) {
        guard(&written, &inputs, is_forced || command == "add")?;
        for companion in companions(&written) {
            guard(&companion, &inputs, true)?;
        }
    }
    match given.try_contains_id("format").unwrap_or(true) {
        true => Ok(()),
        false => {
            paths(given, &|name| name == "output").iter().try_for_each(|path| check_ending(command, path))
        }
    }
}

/// The files of judgements and decisions beside a corpus.
fn answers_beside(corpus: &Path) -> impl Iterator<Item = PathBuf> {
    let source = [Source::Path(corpus.to_owned())];
    ["judgements.tsv", "decisions.toml"].into_iter().filter_map(move |ending| beside(&source, ending))
}

/// Whether a file or a folder is there, or can be. Pipes and devices are appended to.
pub(super) fn is_place(path: &Path) -> bool {
    fs::metadata(path).map_or(true, |found| found.is_file() || found.is_dir())
}

/// Fails if two of the files to be written are one, under whatever names.
pub(super) fn check_apart<'p>(written: impl Iterator<Item = &'p Path>) -> Result<(), Failure> {
    let mut places: Vec<PathBuf> = Vec::new();
    for path in written.filter(|path| *path != Path::new("-") && is_place(path)) {
        let end = place_of(path).unwrap_or_else(|_| path.to_owned());
        let folder = end.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // What does not exist has no place of its own yet, but its folder has.
        let beside = || Some(fs::canonicalize(folder).ok()?.join(end.file_name()?));
        let place = beside().unwrap_or_else(|| end.clone());
        if places.contains(&place) {
            let path = path.display();
            return Err(Failure::Usage(say!(
                "{path}: would be written twice; give each output a name of its own",
                "{path}：会被写两次；请为各输出取不同的名称"
            )));
        }
        places.push(place);
    }
    Ok(())
}

/// Fails at the beginning as the writing would fail at the end, if the folder of a file to be written is not there.
fn check_folder(written: &Path) -> Result<(), Failure> {
    let folder = written.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Ok(fs::metadata(folder).map(drop).map_err(|source| WriteError { path: written.to_owned(), source })?)
}

/// Fails for a file whose ending is that of no format, where none is named. What has no ending is TSV.
fn check_ending(command: &str, written: &Path) -> Result<(), Failure> {
    let is_other = match command {
        "explain" | "passages" => is_page(written),
        "recipes" => written.extension().is_some_and(|ending| ending == "toml"),
        _ => false,
    };
    let is_known = is_other || Format::of_file(written).is_some();
    let Some(ending) = written.extension().filter(|_| !is_known && is_place(written)) else { return Ok(()) };
    let (written, ending) = (written.display(), ending.to_string_lossy());
    Err(Failure::Usage(say!(
        "-o {written}: no format has the ending .{ending}; use .tsv, .csv, .json, .jsonl, .parquet or .txt, or name a format \
         with --format",
        "-o {written}：没有以 .{ending} 结尾的格式；请用 .tsv、.csv、.json、.jsonl、.parquet 或 .txt，或用 --format 指定"
    )))
}

/// The values of some arguments, as paths; `-` is none.
fn paths(given: &ArgMatches, is_chosen: &dyn Fn(&str) -> bool) -> Vec<PathBuf> {
    words_of(given, is_chosen).filter(|path| path != Path::new("-")).collect()
}

/// The same with `-`. A word that need not be a path is none unless it names a file.
fn words_of<'g>(
    given: &'g ArgMatches,
    is_chosen: &'g dyn Fn(&str) -> bool,
) -> impl Iterator<Item = PathBuf> + 'g {
    let typed = |name: &&str| given.value_source(name) == Some(ValueSource::CommandLine);
    given.ids().map(clap::Id::as_str).filter(|name| is_chosen(name)).filter(typed).flat_map(|name| {
        let is_path = given.try_get_many::<PathBuf>(name).is_ok();
        let words = given.try_get_raw(name).ok().flatten().into_iter().flatten();
        words.map(PathBuf::from).filter(move |path| is_path || path.is_file())
    })
}
