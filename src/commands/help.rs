//! The help of the program and the short help of each command, on screens of 80 × 24: `--help` of the program has its commands
//! by what they are for and fills two, `-h` one.

use super::arguments::Arguments;
use super::chinese::{self, said};
use super::colours;
use super::failure::Failure;
use super::language::pick;
use clap::builder::Styles;
use clap::{Arg, Command, CommandFactory};
use simscope_core::display::{Lang, lang, say};
use simscope_core::prose::wrapped;
use simscope_core::visible;
use std::ffi::OsString;
use std::fmt::Write as _;

/// The commands, by what they are for.
const GROUPS: [(&str, &[&str]); 4] = [
    (
        "See near-duplicates",
        &["groups", "pairs", "sweep", "compare", "explain", "sign", "frequencies", "heatmap"],
    ),
    (
        "Choose k and a recipe",
        &["advise", "sensitivity", "measures", "recipes", "diff-recipes", "frames", "doctor"],
    ),
    (
        "Act on them",
        &["clean", "differences", "judge", "check", "passages", "neighbours", "index", "spark", "report"],
    ),
    ("Learn and teach; the program", &["lesson", "config", "completions", "man"]),
];

/// The options that matter, of the program and of its commands.
const MATTER: &str = include_str!("help/short.tsv");

const EXAMPLE: (&str, &str) = (
    "Example: simscope groups -k 3 titles.jsonl   the groups within 3 bits\n",
    "示例：simscope groups -k 3 titles.jsonl   相差 3 位以内的分组\n",
);

const MORE: (&str, &str) = (
    "More: simscope help COMMAND; --help-all has all options. Older names that work:\n\
     hash, dedup, batch, border, bits, lessons, worksheet; explore opens PATH\n",
    "更多：simscope help COMMAND；--help-all 列出全部选项。旧名称仍可用：\n\
     hash、dedup、batch、border、bits、lessons、worksheet；explore 打开 PATH\n",
);

/// Columns and lines of a screen.
const SCREEN: (usize, usize) = (80, 24);

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
    GROUPS.iter().map(|group| group.0).chain([OPTIONS_HEAD, "Usage", "Example"])
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

/// What `-h` prints for the command that these words name.
pub(super) fn short(words: &[OsString]) -> Failure {
    let mut program = described();
    program.build();
    let (mut command, mut path) = (&program, vec!["simscope"]);
    for word in words.iter().skip(1) {
        match word.to_str().and_then(|word| command.find_subcommand(word)) {
            Some(below) => command = below,
            None => continue,
        }
        path.push(command.get_name());
    }
    let help = if path.len() == 1 { brief(&program) } else { of_command(command, &path.join(" ")) };
    asked_of(described().override_help(help))
}

/// The help of a command line, which clap prints with the colours that the terminal takes.
fn asked_of(program: Command) -> Failure {
    match program.color(colours::of_help()).try_get_matches_from(["simscope", "--help"]) {
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
    options(program, "simscope", &mut help);
    help + pick(EXAMPLE) + pick(MORE)
}

/// The names alone.
fn brief(program: &Command) -> String {
    let mut help = usage(program);
    for (group, names) in GROUPS {
        head(&mut help, group);
        let _ = writeln!(help, "  {}", names.join(" "));
    }
    help.push('\n');
    options(program, "simscope", &mut help);
    help + pick(EXAMPLE)
        + pick((
            "simscope --help describes the commands, simscope COMMAND --help one\n",
            "simscope --help 说明各命令，simscope COMMAND --help 说明其中一个\n",
        ))
}

/// A screen about a command.
fn of_command(command: &Command, path: &str) -> String {
    let about = command.get_about().map_or_else(String::new, ToString::to_string);
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ").split_whitespace().collect::<Vec<_>>().join(" ");
    let mut help = String::new();
    write_hanging(&mut help, "", &about);
    let (styles, plain) = (Styles::styled(), format!("{}{}", said("Usage"), pick((": ", "："))));
    let (style, mut lines) = (styles.get_usage(), String::new());
    write_hanging(&mut lines, &plain, &usage);
    let _ = writeln!(help, "\n{}", lines.replacen(&plain, &format!("{style}{plain}{style:#}"), 1));
    let below = command.get_subcommands().filter(|below| below.get_name() != "help");
    for below in below {
        let about = below.get_about().map_or_else(String::new, ToString::to_string);
        write_hanging(&mut help, &format!("  {:<8}", below.get_name()), &about);
    }
    if of_path(path).next().is_some() {
        head(&mut help, OPTIONS_HEAD);
        options(command, path, &mut help);
    }
    let notes = command.get_after_help().map_or_else(String::new, ToString::to_string);
    let example =
        notes.lines().skip_while(|line| !line.starts_with("Example")).nth(1).unwrap_or_default().trim();
    if !example.is_empty() {
        head(&mut help, "Example");
        write_hanging(&mut help, "  ", example);
    }
    // A view is called by the option for it.
    let called = usage.split(" [").next().unwrap_or(path);
    help + &say!("{called} --help has all options\n", "{called} --help 列出全部选项\n")
}

/// A text beside a head, on as many lines as it takes.
fn write_hanging(help: &mut String, head: &str, text: &str) {
    let column = visible::width(head);
    for (at, line) in wrapped(text, SCREEN.0 - column).enumerate() {
        let head = if at == 0 { head } else { &" ".repeat(column) };
        let _ = writeln!(help, "{head}{}", line.trim_end());
    }
}

fn usage(program: &Command) -> String {
    let about = program.get_about().map_or_else(String::new, ToString::to_string);
    let style = Styles::styled();
    let usage = style.get_usage();
    say!(
        "{about}\n\n{usage}Usage:{usage:#} simscope [OPTIONS] [PATH]...   explore documents; without one a \
             sample\n       simscope COMMAND ...           the same as text, for scripts\n\n",
        "{about}\n\n{usage}用法：{usage:#}simscope [OPTIONS] [PATH]...   浏览文档；没有 PATH 时用内置样本\n      \
             simscope COMMAND ...           以文本输出，供脚本使用\n\n"
    )
}

fn head(help: &mut String, head: &'static str) {
    let styles = Styles::styled();
    let style = styles.get_header();
    let (head, colon) = (said(head), pick((":", "：")));
    let _ = writeln!(help, "{style}{head}{colon}{style:#}");
}

/// The options that matter of a command, each on few lines.
fn options(command: &Command, path: &str, help: &mut String) {
    let is_program = path == "simscope";
    let most = if is_program { 1 } else { 2 };
    let mut shown: Vec<(String, String)> = (of_path(path).filter_map(|name| find(command, name)))
        .map(|arg| (spelling(arg), arg.get_help().map_or_else(String::new, ToString::to_string)))
        .collect();
    if is_program {
        let version = pick(("Print help; the version", "输出帮助；版本"));
        shown.push(("-h, --help; -V".to_owned(), version.to_owned()));
    }
    let column = shown.iter().map(|(spelled, _)| spelled.len()).max().unwrap_or_default();
    for (spelled, text) in shown {
        let head = format!("  {spelled:<column$}   ");
        let is_long = |text: &str| wrapped(text, SCREEN.0 - head.len()).count() > most;
        // Further parts go where there is no room for them.
        // Chinese is in lines already, which end where a word does or anywhere.
        let mut text = text.replace('\n', pick((" ", "")));
        for sign in ["; ", "；", "(", ": ", "：", ", ", "，"] {
            if is_long(&text) && sign == "(" {
                text = without_brackets(&text);
            } else if is_long(&text) {
                text.truncate(text.find(sign).unwrap_or(text.len()));
            }
        }
        write_hanging(help, &head, &text);
    }
}

/// The options that matter of the command that this is the path of.
fn of_path(path: &str) -> impl Iterator<Item = &'static str> {
    let of = MATTER.lines().filter_map(|line| line.split_once('\t'));
    let options = of.filter(move |(name, _)| *name == path).map(|(_, options)| options);
    options.flat_map(str::split_whitespace).collect::<Vec<_>>().into_iter()
}

/// The option of this name.
fn find<'c>(command: &'c Command, name: &str) -> Option<&'c Arg> {
    let is_short = |arg: &&Arg| arg.get_short().is_some_and(|short| name == format!("-{short}"));
    let is_long = |arg: &&Arg| arg.get_long().is_some() && arg.get_long() == name.strip_prefix("--");
    command.get_arguments().find(|arg| is_short(arg) || is_long(arg))
}

/// A text without what stands in brackets.
fn without_brackets(text: &str) -> String {
    let mut depth = 0;
    let outside = text.chars().filter(|sign| {
        depth += i32::from("([（".contains(*sign));
        let is_outside = depth == 0;
        depth -= i32::from(")]）".contains(*sign));
        is_outside
    });
    outside.collect::<String>().replace(" ,", ",").replace("  ", " ").trim_end().to_owned()
}

/// `--recipe NAME|FILE`
fn spelling(arg: &Arg) -> String {
    let short = arg.get_short().map(|short| format!("-{short}"));
    let long = arg.get_long().map(|long| format!("--{long}"));
    let name = short.or(long).unwrap_or_default();
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
    fn every_command_is_in_one_group_and_there_are_at_most_28() {
        let listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        let program = Arguments::command();
        let shown = program.get_subcommands().filter(|command| !command.is_hide_set());
        let all: BTreeSet<&str> = shown.map(Command::get_name).collect();
        assert!(listed.len() == all.len() && listed.len() <= 28, "{}", listed.len());
        assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), all);
    }

    fn each(command: &Command, path: &str, check: &mut dyn FnMut(&Command, &str)) {
        check(command, path);
        for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
            each(below, &format!("{path} {}", below.get_name()), check);
        }
    }

    #[test]
    fn the_short_help_of_every_command_is_one_screen_in_both_languages() {
        let mut number = 0;
        for mut program in [Arguments::command(), chinese::translated(Arguments::command())] {
            program.build();
            each(&program, "simscope", &mut |command, path| {
                number += 1;
                for option in of_path(path) {
                    assert!(find(command, option).is_some(), "{path} has no {option}");
                }
                let few = command.get_opts().count().min(6);
                let shown = of_path(path).count();
                assert!(path == "simscope index" || (few..=6).contains(&shown), "{path}: {shown}");
                let help = if path == "simscope" { brief(command) } else { of_command(command, path) };
                assert!(help.lines().count() <= SCREEN.1 && help.contains("--help"), "{help}");
                assert!(path.contains("config") || help.contains("xample"), "{help}");
                for line in help.lines() {
                    let plain: String = line.replace("\u{1b}[0m", "").replace("\u{1b}[1m\u{1b}[4m", "");
                    assert!(visible::width(&plain) <= SCREEN.0, "{line}");
                }
            });
        }
        assert_eq!(number, MATTER.lines().count() * 2);
    }
}
