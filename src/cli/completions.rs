//! `simscope completions`: a script by which a shell asks this program for what a word could become.
//!
//! The script calls the program with the words of the command line and the name of the shell in [`ASKED`], so that recipes,
//! strategies, formats and the ids of an index are completed as they are now.

use super::arguments::{Arguments, CompletionsArguments, PAGE};
use super::failure::Failure;
use super::help;
use super::language::pick;
use super::output::print;
use crate::display::{lang, say};
use crate::export::Format;
use crate::index::Index;
use crate::lessons::built_in;
use crate::recipe::named;
use crate::visible;
use clap::{Arg, Command, CommandFactory};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter};
use clap_complete::env::Shells;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::{env, io};

/// Names the shell that asks.
const ASKED: &str = "SIMSCOPE_COMPLETE";
/// Most ids that are offered.
const MOST_IDS: usize = 200;
/// Most documents of an index that are looked through for them.
const MOST_SEEN: u64 = 2_000_000;

pub(super) fn run(arguments: &CompletionsArguments) -> Result<(), Failure> {
    let shell = arguments.shell.to_string();
    let known = Shells::builtins();
    let shell = known
        .completer(&shell)
        .ok_or_else(|| Failure::Usage(say!("{shell}: no known shell", "{shell}：没有这种 shell")))?;
    print(|out| shell.write_registration(ASKED, "simscope", "simscope", "simscope", out))
}

/// Prints completions for a shell that asks for them; `None` if none does.
pub(super) fn answer(words: &[OsString]) -> Option<Result<(), Failure>> {
    let shell = env::var(ASKED).ok().filter(|shell| !shell.is_empty())?;
    let known = Shells::builtins();
    let shell = known.completer(&shell)?;
    // The words of the command line stand after the first `--`.
    let line: Vec<OsString> = words.iter().skip_while(|word| *word != "--").skip(1).cloned().collect();
    let mut program = with_completers(help::described(), &line);
    program.build();
    let mut out = Vec::new();
    let asked = shell.write_complete(&mut program, line, env::current_dir().ok().as_deref(), &mut out);
    Some(asked.and_then(|()| io::stdout().write_all(&out)).map_err(Failure::from))
}

/// The command line with the values that are known only now.
fn with_completers(command: Command, line: &[OsString]) -> Command {
    let name = command.get_name().to_owned();
    let command = command.mut_subcommands(|below| with_completers(below, line));
    command.mut_args(|arg| {
        let id = arg.get_id().as_str().to_owned();
        match (name.as_str(), id.as_str()) {
            (_, "recipe" | "only") | ("diff-recipes", "a" | "b") => arg.add(ArgValueCompleter::new(Recipes)),
            ("build", "strategy") => words(arg, &["blocks", "tables:", "nested", "scan"]),
            (_, "strategy") => {
                words(arg, &["auto", "scan", "combinations", "blocks", "tables:", "nested", "compressed:"])
            }
            ("explain", "format") => {
                let names = Format::ALL.map(Format::name);
                words(arg, &[&names[..], &[PAGE]].concat())
            }
            (_, "format") => words(arg, &Format::ALL.map(Format::name)),
            ("lesson", "lesson") => arg.add(ArgValueCompleter::new(Lessons)),
            ("man", "command") => words(arg, &commands_below(line)),
            (_, "keep") => words(arg, &KEPT),
            ("query", "id") => arg.add(ArgValueCompleter::new(Ids(index_of(line)))),
            _ => arg,
        }
    })
}

/// The rules by which a document of a group stays; those that end in a colon want a field.
const KEPT: [&str; 7] = ["first", "longest", "shortest", "most-central", "newest:", "oldest:", "best:"];

/// The commands that may follow the ones after `man`.
fn commands_below(line: &[OsString]) -> Vec<String> {
    let after: Vec<&OsString> = line.iter().skip_while(|word| *word != "man").skip(1).collect();
    let mut program = Arguments::command();
    program.build();
    // The last word is the one that is being typed.
    let found = after
        .iter()
        .take(after.len().saturating_sub(1))
        .try_fold(&program, |command, word| command.find_subcommand(word));
    let below = found.into_iter().flat_map(Command::get_subcommands).map(Command::get_name);
    below.filter(|name| *name != "help").map(str::to_owned).collect()
}

fn words<N: AsRef<str>>(arg: Arg, words: &[N]) -> Arg {
    let words: Vec<String> = words.iter().map(|word| word.as_ref().to_owned()).collect();
    arg.add(ArgValueCompleter::new(move |current: &OsStr| {
        beginning(current, words.iter().map(String::as_str))
    }))
}

fn beginning<'n>(current: &OsStr, names: impl Iterator<Item = &'n str>) -> Vec<CompletionCandidate> {
    let current = current.to_string_lossy();
    names.filter(|name| name.starts_with(&*current)).map(CompletionCandidate::new).collect()
}

/// Names of recipes, and files that end in .toml.
struct Recipes;

impl ValueCompleter for Recipes {
    fn complete(&self, current: &OsStr) -> Vec<CompletionCandidate> {
        let current_text = current.to_string_lossy();
        let names = named().iter().filter(|named| named.name.starts_with(&*current_text));
        let mut found: Vec<CompletionCandidate> = names
            .map(|named| CompletionCandidate::new(named.name).help(Some(pick(named.summary).into())))
            .collect();
        found.extend(toml_files(current));
        found
    }
}

/// Ids of lessons with their titles, and files that end in .toml.
struct Lessons;

impl ValueCompleter for Lessons {
    fn complete(&self, current: &OsStr) -> Vec<CompletionCandidate> {
        let lessons = built_in().unwrap_or_default();
        let fitting = lessons.iter().filter(|lesson| lesson.id.starts_with(&*current.to_string_lossy()));
        let named = fitting.map(|lesson| {
            let title = visible::line(lesson.title.of(lang())).into_owned();
            CompletionCandidate::new(&lesson.id).help(Some(title.into()))
        });
        named.chain(toml_files(current)).collect()
    }
}

fn toml_files(current: &OsStr) -> Vec<CompletionCandidate> {
    let is_toml = |path: &Path| path.extension().is_some_and(|ending| ending == "toml");
    PathCompleter::file().filter(is_toml).complete(current)
}

/// The first word of the command line that is a file and stands after `query`.
fn index_of(line: &[OsString]) -> Option<PathBuf> {
    let after = line.iter().skip_while(|word| *word != "query").skip(1);
    after.map(PathBuf::from).find(|path| path.is_file())
}

/// Ids of the documents of an index.
struct Ids(Option<PathBuf>);

impl ValueCompleter for Ids {
    fn complete(&self, current: &OsStr) -> Vec<CompletionCandidate> {
        let Some(found) = self.0.as_deref().and_then(|path| ids_of(path, &current.to_string_lossy())) else {
            return Vec::new();
        };
        found.into_iter().map(CompletionCandidate::new).collect()
    }
}

fn ids_of(path: &Path, start: &str) -> Option<Vec<String>> {
    let index = Index::open(path).ok()?;
    let mut ids = Vec::new();
    for document in 0..u32::try_from(index.len().min(MOST_SEEN)).ok()? {
        let id = index.id(document).ok()?;
        if id.starts_with(start) && is_harmless(id) {
            ids.push(id.to_owned());
            if ids.len() == MOST_IDS {
                break;
            }
        }
    }
    Some(ids)
}

/// Whether a shell takes it for one word and for nothing else: what is completed may be executed at the next key.
fn is_harmless(id: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || "._-/:@+,%".contains(c);
    !id.is_empty() && !id.starts_with('-') && id.chars().all(is_plain)
}
