//! What went wrong, in one line, and the exit code for it.

use super::chinese::rendered;
use super::closed::check_stdout;
use super::{colours, watch};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use simscope_core::corpus::CorpusError;
use simscope_core::display::{Lang, lang, refused, say};
use simscope_core::export::{ColumnError, Guarded, WriteError};
use simscope_core::files::ReadError;
use simscope_core::handover::HandoverError;
use simscope_core::index::IndexError;
use simscope_core::judgements::{JudgementsError, SheetError};
use simscope_core::lessons::BadLesson;
use simscope_core::visible;
use std::fmt;
use std::io::{self, Write};

/// Why a command did not end well.
#[derive(Debug)]
pub(super) enum Failure {
    /// Wrong arguments: exit code 2.
    Usage(String),
    /// The command failed: exit code 1.
    Failed(String),
    /// Something must be looked at first: exit code 3.
    Alarm(String),
    /// Help or version was asked for; the text is printed and nothing else is done.
    Asked(clap::Error),
    /// The reader of the output has closed it; this is no error.
    ClosedPipe,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(what) | Failure::Failed(what) | Failure::Alarm(what) => f.write_str(what),
            Failure::Asked(text) => text.fmt(f),
            Failure::ClosedPipe => Ok(()),
        }
    }
}

impl Failure {
    /// Prints the message on one line of standard error and returns the exit code.
    pub(super) fn tell(self) -> u8 {
        let (what, code) = match self {
            Failure::Usage(what) => (what, 2),
            Failure::Failed(what) => (what, 1),
            Failure::Alarm(what) => (what, 3),
            Failure::Asked(text) => {
                let printed = check_stdout().and_then(|()| print(&text)).and_then(|()| io::stdout().flush());
                return printed.map_or_else(|error| Failure::from(error).tell(), |()| 0);
            }
            Failure::ClosedPipe => return 0,
        };
        watch::tell(&what);
        code
    }
}

/// Prints help; in Chinese also the words that clap adds.
fn print(help: &clap::Error) -> io::Result<()> {
    if lang() == Lang::En {
        return help.print();
    }
    let text = help.render();
    let text = if colours::are_on() { text.ansi().to_string() } else { text.to_string() };
    io::stdout().write_all(rendered(&text).as_bytes())
}

impl From<io::Error> for Failure {
    /// An error of standard output.
    fn from(error: io::Error) -> Self {
        if let Some(what) = of_columns(&error) {
            return what;
        }
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Failed(say!(
                "standard output: {}; nothing more can be written to it",
                "标准输出：{}；无法再写入",
                refused(&error)
            )),
        }
    }
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Self {
        if let Some(what) = of_columns(&error.source) {
            return what;
        }
        match error.source.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Failed(error.to_string()),
        }
    }
}

/// Of columns that are not there.
fn of_columns(error: &io::Error) -> Option<Failure> {
    let error = error.get_ref()?.downcast_ref::<ColumnError>()?;
    Some(Failure::Usage(error.to_string()))
}

/// These errors say all themselves.
macro_rules! failed {
    ($($error:ty),+) => {$(
        impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Failure::Failed(error.to_string())
            }
        }
    )+};
}
failed!(BadLesson, Guarded, JudgementsError, ReadError, SheetError);

impl From<IndexError> for Failure {
    fn from(error: IndexError) -> Self {
        match error {
            IndexError::NeedsCorpus | IndexError::NotStored(_) | IndexError::Unfit { .. } => {
                Failure::Usage(error.to_string())
            }
            _ => Failure::Failed(error.to_string()),
        }
    }
}

impl From<CorpusError> for Failure {
    fn from(error: CorpusError) -> Self {
        match error {
            CorpusError::UnknownEncoding { .. } => Failure::Usage(error.to_string()),
            _ => Failure::Failed(error.to_string()),
        }
    }
}

impl From<HandoverError> for Failure {
    fn from(error: HandoverError) -> Self {
        match error {
            HandoverError::Stdout(error) => Failure::from(error),
            HandoverError::Read(error) => Failure::from(error),
            HandoverError::Write(error) => Failure::from(error),
            _ => Failure::Failed(error.to_string()),
        }
    }
}

impl From<clap::Error> for Failure {
    fn from(mut error: clap::Error) -> Self {
        if !error.use_stderr() {
            return Failure::Asked(error);
        }
        // "to pass '-k' as a value, use '-- -k'": no document is called that.
        error.remove(ContextKind::Suggested);
        if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
            return Failure::Usage(say!("a command is missing; see --help", "缺少子命令；请看 --help"));
        }
        if let Some(word) = stray(&error).map(visible::line) {
            return Failure::Usage(say!(
                "{word}: no argument of this command; see --help",
                "{word}：该命令没有这个参数；请看 --help"
            ));
        }
        if let Some(what) = in_chinese(&error).filter(|_| lang() == Lang::Zh) {
            return Failure::Usage(visible::line(&what).into_owned());
        }
        let message = one_line(&error.render().to_string());
        Failure::Usage(match message.split_once(" is not in ") {
            Some((before, after)) => format!("{before} is not {}", bounds(after)),
            None => message,
        })
    }
}

/// A word that is neither an option nor what the command takes.
fn stray(error: &clap::Error) -> Option<&str> {
    match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, Some(ContextValue::String(word))) if !word.starts_with('-') => {
            Some(word)
        }
        _ => None,
    }
}

/// `1 to 1024` for `1..=1024`.
fn bounds(range: &str) -> String {
    range.replacen("..=", " to ", 1)
}

/// The commonest mistakes of a command line in Chinese; `None` for the others.
fn in_chinese(error: &clap::Error) -> Option<String> {
    let context = |kind| match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => Some(texts.join("、")),
        _ => None,
    };
    if let Some(name) = context(ContextKind::InvalidSubcommand) {
        let near = context(ContextKind::SuggestedSubcommand);
        let near = near.map_or_else(String::new, |near| format!("；是否指 {near}？"));
        return Some(format!("没有命令 {name}{near}"));
    }
    let argument = context(ContextKind::InvalidArg)?;
    let value = context(ContextKind::InvalidValue).unwrap_or_default();
    let near = |kind| context(kind).map_or_else(String::new, |near| format!("；是否指 {near}？"));
    Some(match error.kind() {
        ErrorKind::UnknownArgument => format!("没有选项 {argument}{}", near(ContextKind::SuggestedArg)),
        ErrorKind::InvalidValue if value.is_empty() => format!("{argument} 需要一个值"),
        ErrorKind::InvalidValue => {
            let valid =
                context(ContextKind::ValidValue).map_or_else(String::new, |valid| format!("；可用：{valid}"));
            format!("{argument} 的值 '{value}' 无效{valid}")
        }
        ErrorKind::ValueValidation => {
            let why = std::error::Error::source(error)
                .map_or_else(String::new, |why| format!("：{}", of_range(why.to_string())));
            format!("{argument} 的值 '{value}' 无效{why}")
        }
        ErrorKind::MissingRequiredArgument => format!("缺少 {argument}"),
        ErrorKind::TooManyValues => format!("{argument} 的值太多：'{value}'"),
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => format!("{argument} 的值的个数不对"),
        ErrorKind::NoEquals => format!("{argument} 与值之间须有 ="),
        ErrorKind::ArgumentConflict => {
            format!("{argument} 不能与 {} 同用", context(ContextKind::PriorArg).unwrap_or_default())
        }
        _ => return None,
    })
}

/// What clap says of a number that is out of its range: `0 is not in 1..=1024`.
fn of_range(why: String) -> String {
    match why.split_once(" is not in ") {
        Some((_, range)) => format!("须为 {}", range.replacen("..=", " 到 ", 1)),
        None if why.starts_with("invalid digit") => "须为整数".to_owned(),
        None => why,
    }
}

/// clap's message on one line, without the usage (see `--help`).
fn one_line(message: &str) -> String {
    let paragraphs = message.split("\n\n").filter(|paragraph| !paragraph.trim_start().starts_with("Usage:"));
    let paragraphs: Vec<String> =
        paragraphs.map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    let line = paragraphs.iter().filter(|p| !p.is_empty()).cloned().collect::<Vec<_>>().join("; ");
    visible::line(line.strip_prefix("error: ").unwrap_or(&line)).trim_end_matches('.').to_owned()
}
