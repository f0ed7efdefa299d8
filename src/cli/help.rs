//! The help of the program: its commands by what they are for, and the most used options, on two screens of 80 × 24.

use super::arguments::Arguments;
use super::failure::Failure;
use clap::builder::Styles;
use clap::{Arg, Command, CommandFactory};
use std::fmt::Write as _;

/// The commands, by what they are for.
const GROUPS: [(&str, &[&str]); 5] = [
    ("See near-duplicates", &["groups", "pairs", "sweep", "compare", "explain", "hash", "heatmap"]),
    (
        "Choose k and a recipe",
        &["advise", "border", "judge", "sensitivity", "measures", "recipes", "diff-recipes", "evaluate"],
    ),
    ("Act on them", &["dedup", "batch", "index", "report"]),
    ("Learn and teach", &["lesson", "lessons"]),
    ("The program", &["config", "completions", "man"]),
];

/// The options that are shown, by their ids.
const OPTIONS: [&str; 6] = ["k", "recipe", "input", "text_field", "lang", "is_plain"];

const EXAMPLES: &str = "  simscope titles.jsonl -k 4        explore the documents of a file
  simscope groups -k 3 docs/        the groups within 3 bits
  simscope -- hash                  explore a file called hash
";

const MORE: &str = "More: simscope COMMAND --help; about the explorer: simscope --help-all\n";

/// The command line with the short help in place of the list of all options.
pub(super) fn program() -> Command {
    let command = Arguments::command();
    let help = long(&command);
    command.override_help(help)
}

/// Every option of a call without a command.
pub(super) fn everything() -> Failure {
    asked_of(Arguments::command())
}

/// The names of the commands, and the options.
pub(super) fn short() -> Failure {
    let program = Arguments::command();
    let help = brief(&program);
    asked_of(program.override_help(help))
}

/// The help of a command line, which clap prints with the colours that the terminal takes.
fn asked_of(program: Command) -> Failure {
    match program.try_get_matches_from(["simscope", "--help"]) {
        Err(help) => Failure::from(help),
        Ok(_) => Failure::Failed("there is no help".to_owned()),
    }
}

/// Commands, options and examples.
fn long(program: &Command) -> String {
    let mut help = usage(program);
    for (group, names) in GROUPS {
        head(&mut help, group);
        for name in names {
            let about = program.find_subcommand(name).and_then(Command::get_about);
            let about = about.map_or_else(String::new, ToString::to_string);
            let _ = writeln!(help, "  {name:<14}{about}");
        }
    }
    help.push('\n');
    head(&mut help, "Options");
    options(program, &mut help);
    help.push('\n');
    head(&mut help, "Examples");
    help + EXAMPLES + MORE
}

/// The names alone.
fn brief(program: &Command) -> String {
    let mut help = usage(program);
    for (group, names) in GROUPS {
        head(&mut help, group);
        let _ = writeln!(help, "  {}", names.join(" "));
    }
    help.push('\n');
    options(program, &mut help);
    help + "\nMore: simscope --help, simscope COMMAND --help\n"
}

fn usage(program: &Command) -> String {
    let about = program.get_about().map_or_else(String::new, ToString::to_string);
    let style = Styles::styled();
    let usage = style.get_usage();
    format!(
        "{about}\n\n{usage}Usage:{usage:#} simscope [OPTIONS] [PATH]...   explore documents; without a PATH a sample\n       \
         simscope COMMAND ...           the same as text, for scripts\n\n"
    )
}

fn head(help: &mut String, head: &str) {
    let styles = Styles::styled();
    let style = styles.get_header();
    let _ = writeln!(help, "{style}{head}:{style:#}");
}

fn options(program: &Command, help: &mut String) {
    let shown = OPTIONS.iter().filter_map(|id| program.get_arguments().find(|arg| arg.get_id() == id));
    for arg in shown {
        let text = arg.get_help().map_or_else(String::new, ToString::to_string);
        // What stands behind a semicolon is about other options.
        let _ = writeln!(help, "  {:<22}{}", spelling(arg), text.split(';').next().unwrap_or_default());
    }
    let _ = writeln!(help, "  {:<22}Print help; the version", "-h, --help; -V");
}

/// `--recipe NAME|FILE`
fn spelling(arg: &Arg) -> String {
    let short = arg.get_short().map(|short| format!("-{short}"));
    let long = arg.get_long().map(|long| format!("--{long}"));
    let name = long.or(short).unwrap_or_default();
    match arg.get_value_names() {
        Some([value, ..]) if arg.get_action().takes_values() => format!("{name} {value}"),
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_command_is_in_one_group() {
        let listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        let program = Arguments::command();
        let all: BTreeSet<&str> = program.get_subcommands().map(Command::get_name).collect();
        assert_eq!(listed.len(), all.len());
        assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), all);
        for id in OPTIONS {
            assert!(program.get_arguments().any(|arg| arg.get_id() == id), "{id}");
        }
    }
}
