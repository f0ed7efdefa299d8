//! What was most likely meant by a command line that cannot be understood.

use super::arguments::Arguments;
use super::failure::Failure;
use super::help;
use super::language::pick;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory, Error, Parser};
use simscope_core::display::{both, say};
use simscope_core::settings::nearest;
use std::ffi::OsString;
use std::path::Path;

/// A command, the option that makes another one of it, and that one.
const VIEWS: [(&str, &str, &str); 3] = [
    ("pairs", "--border", "border"),
    ("compare", "--signatures", "bits"),
    ("lesson", "--worksheet", "worksheet"),
];

/// Words for what commands do.
const MEANT: [(&str, &[&str]); 16] = [
    ("export", &["clean", "sign"]),
    ("diff", &["compare"]),
    ("distance", &["compare", "bits"]),
    ("fingerprint", &["sign"]),
    ("signature", &["sign"]),
    ("search", &["index query", "pairs"]),
    ("neighbors", &["index query", "neighbours"]),
    ("similar", &["pairs"]),
    ("duplicates", &["pairs", "clean"]),
    ("merge", &["groups", "clean"]),
    ("cluster", &["groups"]),
    ("clusters", &["groups"]),
    ("stats", &["sweep"]),
    ("threshold", &["advise"]),
    ("plot", &["heatmap"]),
    ("tokens", &["explain"]),
];

/// Most commands that are named for one option.
const NAMED: usize = 5;

/// Names of the commands, also the older ones.
fn command_names() -> Vec<String> {
    let program = Arguments::command();
    let names = program.get_subcommands().flat_map(Command::get_name_and_visible_aliases);
    names.map(str::to_owned).collect()
}

/// Names of the commands as help has them.
pub(super) fn shown_names() -> Vec<String> {
    let program = Arguments::command();
    let shown = program.get_subcommands().filter(|command| !command.is_hide_set());
    shown.map(|command| command.get_name().to_owned()).collect()
}

/// A first PATH that names a command, or nearly so and no file, is an error: the user most likely meant the command. After
/// `--` every word is a path.
pub(super) fn refuse_misplaced_command(arguments: &Arguments, words: &[OsString]) -> Result<(), Failure> {
    let Some(first) = arguments.open.input.paths.first().and_then(|path| path.to_str()) else {
        return Ok(());
    };
    if words.iter().any(|word| word == "--") {
        return Ok(());
    }
    let names = command_names();
    match names.iter().any(|name| name == first) {
        true => Err(is_command(first)),
        false => mistyped(first, &names).map_or(Ok(()), Err),
    }
}

/// The words with the command first, where options stand before it and nothing else can be meant: no file has its name.
pub(super) fn in_order(mut words: Vec<OsString>) -> Vec<OsString> {
    // The program without a command by a name.
    if words.get(1).is_some_and(|first| first == "explore") {
        words.remove(1);
    }
    // `help` has no options; the language was taken from the words before.
    if words.get(1).is_some_and(|first| first == "help")
        && let Some(at) = words.iter().position(|word| word.to_string_lossy().starts_with("--lang"))
    {
        let length = if words[at] == "--lang" { 2 } else { 1 };
        words.drain(at..words.len().min(at + length));
    }
    let Some((command, moved)) = with_command_first(&words) else { return viewed(words) };
    let is_path = Arguments::try_parse_from(&words).is_ok_and(|arguments| {
        let first = arguments.open.input.paths.first();
        arguments.command.is_some() || first.is_some_and(|first| *first != Path::new(&command))
    });
    viewed(if is_path || Path::new(&command).exists() { words } else { moved })
}

/// The words of the view of a command that an option asks for.
fn viewed(mut words: Vec<OsString>) -> Vec<OsString> {
    let options = words.iter().take_while(|word| *word != "--").count();
    let asked = |(command, option, view): &(&str, &str, &'static str)| {
        let at = words[..options].iter().position(|word| word == option)?;
        (words[1] == *command).then_some((at, *view))
    };
    if let Some((at, view)) = VIEWS.iter().find_map(asked) {
        words.remove(at);
        words[1] = view.into();
    }
    words
}

/// The failure that says what to do about a command line that clap cannot parse.
pub(super) fn failure_of(error: Error, words: &[OsString]) -> Failure {
    if !error.use_stderr() {
        let is_short =
            error.kind() == ErrorKind::DisplayHelp && words.iter().skip(1).any(|word| word == "-h");
        return if is_short { help::short(words) } else { Failure::from(error) };
    }
    mistyped(words.get(1).and_then(|word| word.to_str()).unwrap_or_default(), &command_names())
        .or_else(|| foreign_option(&error, words))
        .unwrap_or_else(|| Failure::from(error))
}

/// A command that stands behind options, and the words with it before them, if they can be parsed so.
fn with_command_first(words: &[OsString]) -> Option<(String, Vec<OsString>)> {
    words.get(1).filter(|first| first.to_string_lossy().starts_with('-'))?;
    let names = command_names();
    let before_dashes = words.iter().take_while(|word| *word != "--").enumerate().skip(2);
    let (at, command) = before_dashes
        .filter_map(|(at, word)| Some(at).zip(names.iter().find(|name| word == name.as_str())))
        .next()?;
    let mut moved = words.to_vec();
    let word = moved.remove(at);
    moved.insert(1, word);
    Arguments::try_parse_from(&moved).is_ok().then(|| (command.clone(), moved))
}

fn is_command(command: &str) -> Failure {
    Failure::Usage(say!(
        "{command} is a command: write it before the options, as simscope {command} …; for a file of that name write \
             ./{command}",
        "{command} 是命令：请写在选项之前，即 simscope {command} …；若是同名文件，请写 ./{command}"
    ))
}

/// A word that is like a command and leads to no file.
fn mistyped(word: &str, names: &[String]) -> Option<Failure> {
    let is_path = word.starts_with('-') || word.contains(['/', '.']) || Path::new(word).exists();
    if let Some((_, commands)) = MEANT.iter().find(|(known, _)| *known == word && !is_path) {
        let program = Arguments::command();
        let older = |command: &str| program.find_subcommand(command)?.get_visible_aliases().next();
        let written = |command: &&str| match older(command) {
            Some(older) => format!("simscope {command} … ({older})"),
            None => format!("simscope {command} …"),
        };
        let written: Vec<String> = commands.iter().map(written).collect();
        let written = say!("write {}", "请写 {}", written.join(pick((" or ", " 或 "))));
        return Some(Failure::Usage(say!(
            "{word}: there is no such file, folder or command; {written}",
            "{word}：没有这个文件、文件夹或命令；{written}"
        )));
    }
    let meant = nearest(word, names.iter().map(String::as_str)).filter(|meant| !is_path && *meant != word)?;
    Some(Failure::Usage(say!(
        "{word}: there is no such file, folder or command; the command {meant} is written simscope {meant} …",
        "{word}：没有这个文件、文件夹或命令；命令 {meant} 写作 simscope {meant} …"
    )))
}

/// An option that other commands have.
fn foreign_option(error: &Error, words: &[OsString]) -> Option<Failure> {
    let (ErrorKind::UnknownArgument, Some(ContextValue::String(option))) =
        (error.kind(), error.get(ContextKind::InvalidArg))
    else {
        return None;
    };
    let program = Arguments::command();
    let asked =
        words.get(1).and_then(|word| word.to_str()).filter(|word| program.find_subcommand(word).is_some())?;
    if (asked, option.as_str()) == ("sweep", "-k") {
        return Some(Failure::Usage(say!(
            "sweep has no -k, as it shows every k; for one k write simscope groups -k K …, or pairs -k K; --exact-up-to K \
             ends the sweep there",
            "sweep 没有 -k，因为它列出每个 k；只看一个 k 请用 simscope groups -k K … 或 pairs -k K；--exact-up-to K 使其止于该处"
        )));
    }
    let has = |command: &&Command| {
        command.get_arguments().any(|argument| {
            let long = argument.get_long().is_some_and(|long| option.strip_prefix("--") == Some(long));
            long || argument.get_short().is_some_and(|short| *option == format!("-{short}"))
        })
    };
    let others: Vec<&str> = program.get_subcommands().filter(has).map(Command::get_name).collect();
    let named = others[..others.len().min(NAMED)].join(pick((", ", "、")));
    let (of, zh) = match others.len() {
        0 => return None,
        1 => (format!("the command {named} has"), named.clone()),
        n if n > NAMED => both!("the commands {named} and others have", "{named} 等"),
        _ => (format!("the commands {named} have"), named.clone()),
    };
    Some(Failure::Usage(say!(
        "{asked} has no option {option}; {of} it: `simscope {asked} --help` lists those of {asked}",
        "{asked} 没有选项 {option}；命令 {zh} 有：`simscope {asked} --help` 列出 {asked} 的选项"
    )))
}
