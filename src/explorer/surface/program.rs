//! A document in another program: the editor or the pager of the user, which has the terminal meanwhile.

use super::event::Rest;
use super::terminal::Terminal;
use simscope_core::corpus::line_of;
use simscope_core::display::lang;
use simscope_core::{temporary, visible};
use std::env;
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Which program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Program {
    /// `$VISUAL` or `$EDITOR`, on the file of the document where there is one.
    Editor,
    /// `$PAGER`, on the text as it is shown.
    Pager,
}

/// A document for another program.
#[derive(Debug, Clone)]
pub struct Handed {
    /// For which.
    pub program: Program,
    /// Its text.
    pub text: String,
    /// The only source, the name of the file in it, and the record in that, from 0.
    pub origin: Option<(PathBuf, String, u64)>,
}

/// What was shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// The file that the corpus was read from.
    Original,
    /// A copy of the text, which is gone again.
    Copy,
    /// A copy that was only to be read.
    Read,
}

/// Shows a document in the program, and returns when it has ended.
///
/// # Errors
/// The program cannot be started, or the terminal is gone.
pub fn show(handed: &Handed, terminal: &mut Terminal) -> io::Result<Result<Seen, String>> {
    let original = handed.origin.as_ref().filter(|_| handed.program == Program::Editor).and_then(original);
    let folder = match &original {
        Some(_) => None,
        None => Some(temporary::make(tempfile::tempdir, tempfile::TempDir::path)?),
    };
    let (path, line) = match (original, &folder) {
        (Some(original), _) => original,
        (None, folder) => {
            let path = folder.as_ref().map_or_else(PathBuf::new, |folder| folder.path().join("document.txt"));
            write(&path, handed)?;
            (path, None)
        }
    };
    let (name, command) = command(handed.program, &path, line);
    // The reader of the keys must not take those that are for the other program.
    let rest = Rest::begin();
    terminal.lend()?;
    let ended = { command }.status();
    terminal.take_again()?;
    drop(rest);
    Ok(match ended {
        Err(error) => Err(format!("{name}: {error}")),
        // A shell says so of a program that it does not find.
        Ok(status) if status.code() == Some(127) => {
            Err(lang().pick(both!("{name} was not found", "未找到 {name}")))
        }
        Ok(_) if handed.program == Program::Pager => Ok(Seen::Read),
        Ok(_) => Ok(if folder.is_none() { Seen::Original } else { Seen::Copy }),
    })
}

/// The file of a document that an editor can open, and the line in it, from 1.
fn original((source, name, record): &(PathBuf, String, u64)) -> Option<(PathBuf, Option<u64>)> {
    let below = source.join(name);
    let path = if source.is_dir() { below } else { source.clone() };
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
    let is_text = path.is_file() && !matches!(ending.as_str(), "gz" | "zst" | "parquet");
    let line = line_of(&path, *record);
    is_text.then(|| (std::path::absolute(&path).unwrap_or(path), line))
}

/// Writes the copy: exactly for an editor; for a pager as texts are shown, as some pagers let everything through.
fn write(path: &Path, handed: &Handed) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    if handed.program == Program::Editor {
        return file.write_all(handed.text.as_bytes());
    }
    visible::paragraph(&handed.text).try_for_each(|(_, line)| writeln!(file, "{line}"))
}

/// The program by the environment, and its name.
fn command(program: Program, path: &Path, line: Option<u64>) -> (String, Command) {
    let by = |names: &[&str]| {
        names.iter().find_map(|name| env::var(name).ok().filter(|value| !value.trim().is_empty()))
    };
    let windows = cfg!(windows);
    let name = match program {
        Program::Editor => {
            by(&["VISUAL", "EDITOR"]).unwrap_or_else(|| if windows { "notepad" } else { "vi" }.into())
        }
        Program::Pager => by(&["PAGER"]).unwrap_or_else(|| if windows { "more" } else { "less" }.into()),
    };
    let mut words = name.split_whitespace();
    let first = words.next().unwrap_or_default();
    let mut command = if windows {
        let mut command = Command::new(first);
        command.args(words);
        command
    } else {
        // The value may be several words, as git takes it.
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{name} \"$@\""), first]);
        command
    };
    if let Some(line) = line.filter(|_| takes_a_line(first)) {
        command.arg(format!("+{line}"));
    }
    command.arg(path);
    // Standard input may be the corpus.
    if !io::stdin().is_terminal()
        && let Ok(tty) = File::open("/dev/tty")
    {
        command.stdin(Stdio::from(tty));
    }
    (name, command)
}

/// Whether an editor takes `+LINE`.
fn takes_a_line(program: &str) -> bool {
    const THESE: [&str; 11] =
        ["vi", "vim", "nvim", "view", "nano", "emacs", "emacsclient", "micro", "kak", "joe", "mg"];
    Path::new(program).file_name().and_then(|name| name.to_str()).is_some_and(|name| THESE.contains(&name))
}
