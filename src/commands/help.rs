//! The help of the program: its commands by what they are for, and the most used options, on two screens of 80 × 24.

use super::arguments::Arguments;
use super::chinese::{self, said};
use super::failure::Failure;
use super::language::pick;
use clap::builder::Styles;
use clap::{Arg, Command, CommandFactory};
use simscope_core::display::{Lang, lang, say};
use std::fmt::Write as _;

/// The commands, by what they are for.
const GROUPS: [(&str, &[&str]); 4] = [
    (
        "See near-duplicates",
        &["groups", "pairs", "sweep", "compare", "bits", "explain", "hash", "frequencies", "heatmap"],
    ),
    (
        "Choose k and a recipe",
        &["advise", "border", "sensitivity", "measures", "recipes", "diff-recipes", "frames", "doctor"],
    ),
    (
        "Act on them",
        &["dedup", "differences", "judge", "check", "passages", "batch", "index", "spark", "report"],
    ),
    ("Learn and teach; the program", &["lesson", "lessons", "worksheet", "config", "completions", "man"]),
];

/// The options that are shown, by their ids.
const OPTIONS: [&str; 4] = ["k", "recipe", "text_field", "lang"];

const MORE: (&str, &str) = (
    "Example: simscope groups -k 3 titles.jsonl   the groups within 3 bits\n\
     More: simscope help COMMAND, --help-all. Also: sign, clean, neighbours, explore\n",
    "示例：simscope groups -k 3 titles.jsonl   相差 3 位以内的分组\n\
     更多：simscope help COMMAND、--help-all。别名：sign、clean、neighbours、explore\n",
);

/// The command line, with its descriptions in the language of messages.
pub(super) fn described() -> Command {
    match lang() {
        Lang::En => Arguments::command(),
        Lang::Zh => chinese::translated(Arguments::command()),
    }
}

/// What the help of the program says besides the descriptions.
#[cfg(test)]
pub(super) fn texts() -> impl Iterator<Item = &'static str> {
    GROUPS.iter().map(|group| group.0).chain([OPTIONS_HEAD])
}

const OPTIONS_HEAD: &str = "Options";

/// The command line with the short help in place of the list of all options.
pub(super) fn program() -> Command {
    let command = described();
    let help = long(&command);
    command.override_help(help)
}

/// Every option of a call without a command.
pub(super) fn everything() -> Failure {
    asked_of(described())
}

/// The names of the commands, and the options.
pub(super) fn short() -> Failure {
    let program = described();
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

/// Commands, options and an example.
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
    head(&mut help, OPTIONS_HEAD);
    options(program, &mut help);
    help + pick(MORE)
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
    help + pick((
        "More: simscope --help, simscope help COMMAND\n",
        "更多：simscope --help、simscope help COMMAND\n",
    ))
}

fn usage(program: &Command) -> String {
    let about = program.get_about().map_or_else(String::new, ToString::to_string);
    let style = Styles::styled();
    let usage = style.get_usage();
    say!(
        "{about}\n\n{usage}Usage:{usage:#} simscope [OPTIONS] [PATH]...   explore documents; without one a \
             sample\n       simscope COMMAND ...           the same as text, for scripts\n",
        "{about}\n\n{usage}用法：{usage:#}simscope [OPTIONS] [PATH]...   浏览文档；没有 PATH 时用内置样本\n      \
             simscope COMMAND ...           以文本输出，供脚本使用\n"
    )
}

fn head(help: &mut String, head: &'static str) {
    let styles = Styles::styled();
    let style = styles.get_header();
    let (head, colon) = (said(head), pick((":", "：")));
    let _ = writeln!(help, "{style}{head}{colon}{style:#}");
}

fn options(program: &Command, help: &mut String) {
    let shown = OPTIONS.iter().filter_map(|id| program.get_arguments().find(|arg| arg.get_id() == id));
    for arg in shown {
        let text = arg.get_help().map_or_else(String::new, ToString::to_string);
        // The text behind a semicolon is about other options.
        let _ = writeln!(
            help,
            "  {:<22}{}",
            spelling(arg),
            text.split([';', '；', '\n']).next().unwrap_or_default()
        );
    }
    let _ =
        writeln!(help, "  {:<22}{}", "-h, --help; -V", pick(("Print help; the version", "输出帮助；版本")));
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
