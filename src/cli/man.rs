//! `simscope man`: manual pages of the program and of each command, from the definition of the command line.

use super::arguments::{Arguments, ManArguments};
use super::failure::Failure;
use super::output::print;
use super::watch::note;
use crate::display::say;
use crate::export::{guard, write_whole};
use crate::settings::nearest;
use crate::visible;
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use std::path::Path;

pub(super) fn run(arguments: &ManArguments) -> Result<(), Failure> {
    let mut program = Arguments::command();
    program.build();
    match &arguments.out {
        Some(folder) => write_all(&program, folder, arguments.is_forced),
        None => {
            let page = page_of(find(&program, &arguments.command)?);
            print(|mut out| page.render(&mut out))
        }
    }
}

/// The command of these words: `index build`.
fn find<'c>(program: &'c Command, words: &[String]) -> Result<&'c Command, Failure> {
    let mut found = program;
    for word in words {
        found = found.find_subcommand(word).ok_or_else(|| {
            let names: Vec<&str> = below(found).map(Command::get_name).collect();
            let what = match (&names[..], nearest(word, names.iter().copied())) {
                ([], _) => say!("there is none below it", "它没有子命令"),
                (_, Some(near)) => say!("the nearest is {near}", "最接近的是 {near}"),
                (_, None) => say!("there are {}", "可用：{}", names.join(", ")),
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
        pages.push((path, page));
        commands.extend(below(command));
    }
    for (path, page) in &pages {
        write_whole(path, |mut out| page.render(&mut out))?;
    }
    note(&say!("{shown}: {} manual pages", "{shown}：{} 页手册", pages.len()));
    Ok(())
}
