//! `simscope man`: manual pages of the program and of each command, from the definition of the command line.

use super::arguments::{Arguments, ManArguments};
use super::failure::Failure;
use super::language::pick;
use super::output::print;
use super::watch::note;
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use simscope_core::display::say;
use simscope_core::export::{guard, write_whole};
use simscope_core::settings::nearest;
use simscope_core::visible;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::{self, Stdio};

pub(super) fn run(arguments: &ManArguments) -> Result<(), Failure> {
    let mut program = Arguments::command();
    program.build();
    if let Some(folder) = &arguments.out {
        write_all(&program, folder, arguments.is_forced)
    } else {
        let command = find(&program, &arguments.command)?;
        let page = rendered(command)?;
        if io::stdout().is_terminal() && (is_shown(&page) || is_shown_as_help(command)) {
            return Ok(());
        }
        print(|out| out.write_all(&page))
    }
}

/// Shows a page by the program `man`; returns whether it could.
fn is_shown(page: &[u8]) -> bool {
    let started = process::Command::new("man").args(["-l", "-"]).stdin(Stdio::piped()).spawn();
    let Ok(mut man) = started else { return false };
    // A pager that is left early reads no further.
    let _ = man.stdin.take().map(|mut stdin| stdin.write_all(page));
    man.wait().is_ok_and(|status| status.success())
}

/// Without `man`, what `--help` prints.
fn is_shown_as_help(command: &Command) -> bool {
    let help = command.clone().render_long_help();
    print(|out| write!(out, "{help}")).is_ok()
}

/// The command of these words: `index build`, or `index-build` as its page is called.
fn find<'c>(program: &'c Command, words: &[String]) -> Result<&'c Command, Failure> {
    let mut found = program;
    let words: Vec<&str> = match words {
        [page] if program.find_subcommand(page).is_none() => page.split('-').collect(),
        words => words.iter().map(String::as_str).collect(),
    };
    for word in &words {
        found = found.find_subcommand(word).ok_or_else(|| {
            let names: Vec<&str> = below(found).map(Command::get_name).collect();
            let what = match (&names[..], nearest(word, names.iter().copied())) {
                ([], _) => say!("there is none below it", "它没有子命令"),
                (_, Some(near)) => say!("the nearest is {near}", "最接近的是 {near}"),
                (_, None) => say!("there are {}", "可用：{}", names.join(pick((", ", "、")))),
            };
            Failure::Usage(say!(
                "man {}: no such command; {what}",
                "man {}：没有这个命令；{what}",
                words.join(" ")
            ))
        })?;
    }
    Ok(found)
}

fn page_of(command: &Command) -> Man {
    let source = concat!("simscope ", env!("CARGO_PKG_VERSION"));
    Man::new(command.clone()).source(source).manual("simscope")
}

/// The page as roff, with the usage that `--help` prints in place of a list of all options.
fn rendered(command: &Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    page_of(command).render(&mut page)?;
    let text = String::from_utf8_lossy(&page);
    let usage = command.clone().render_usage().to_string();
    let usage =
        usage.strip_prefix("Usage: ").unwrap_or(&usage).trim().replace('-', "\\-").replace('\n', "\n.br\n");
    let lines = text.lines().scan(false, |is_after_head, line| {
        let is_synopsis = std::mem::replace(is_after_head, line == ".SH SYNOPSIS");
        Some(if is_synopsis { usage.as_str() } else { line })
    });
    Ok(lines.flat_map(|line| [line, "\n"]).collect::<String>().into_bytes())
}

/// The commands below, except `help`.
fn below(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|below| below.get_name() != "help")
}

/// Writes `simscope.1`, `simscope-groups.1`, … into a folder; none of them if one exists and may not be replaced.
fn write_all(program: &Command, folder: &Path, is_forced: bool) -> Result<(), Failure> {
    let shown = visible::line(&folder.to_string_lossy()).into_owned();
    std::fs::create_dir_all(folder).map_err(|error| {
        Failure::Failed(say!(
            "{shown}: cannot be made: {error}; name another folder by --out",
            "{shown}：无法创建：{error}；请用 --out 指定其他文件夹"
        ))
    })?;
    let (mut commands, mut pages) = (vec![program], Vec::new());
    while let Some(command) = commands.pop() {
        let page = page_of(command);
        let path = folder.join(page.get_filename());
        guard(&path, [] as [&Path; 0], is_forced)?;
        pages.push((path, rendered(command)?));
        commands.extend(below(command));
    }
    for (path, page) in &pages {
        write_whole(path, is_forced, |out| out.write_all(page))?;
    }
    note(&say!("{shown}: {} manual pages", "{shown}：{} 页手册", pages.len()));
    Ok(())
}
