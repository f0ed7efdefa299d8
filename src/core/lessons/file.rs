//! What every file of the classroom has in common: TOML, read strictly, with the line of each mistake.

use crate::display::{Phrase, lang, say};
use crate::files::{ReadError, toml_fault};
use crate::visible;
use serde::de::DeserializeOwned;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The largest file that is read, in bytes.
pub(super) const LARGEST: u64 = 4 << 20;

/// Columns of what is wrong.
pub(super) const LONGEST: usize = 300;

/// Why a file of the classroom cannot be used. `Display` is one line, safe to show.
#[derive(Debug, thiserror::Error)]
pub enum BadLesson {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A line of it is wrong.
    #[error("{}", say!("{}, line {line}: {what}", "{}，第 {line} 行：{what}", visible::line(&.path.to_string_lossy())))]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// Which key, and what is wrong with it.
        what: String,
    },
    /// A corpus that it needs cannot be read.
    #[error("{}: {what}", visible::line(&.path.to_string_lossy()))]
    Corpus {
        /// The file of the lesson.
        path: PathBuf,
        /// What is missing.
        what: String,
    },
}

/// A file while it is read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reading<'t> {
    pub(super) path: &'t Path,
    pub(super) text: &'t str,
}

impl Reading<'_> {
    /// The whole file as a value; unknown keys are errors.
    pub(super) fn parse<T: DeserializeOwned>(self) -> Result<T, BadLesson> {
        toml::from_str(self.text).map_err(|error| self.bad(error.span().unwrap_or(0..0), toml_fault(&error)))
    }

    /// The line at which something starts, from 1.
    pub(super) fn line(self, at: Range<usize>) -> usize {
        1 + self.text.bytes().take(at.start).filter(|&byte| byte == b'\n').count()
    }

    /// The error at this place, in the language of the messages.
    pub(super) fn wrong(self, at: Range<usize>, what: Phrase) -> BadLesson {
        self.bad(at, lang().pick(what))
    }

    /// The same of what is in that language already.
    pub(super) fn bad(self, at: Range<usize>, what: impl AsRef<str>) -> BadLesson {
        let line = self.line(at);
        let what = visible::fit(&visible::line(what.as_ref()), LONGEST).into_owned();
        BadLesson::Line { path: self.path.to_owned(), line, what }
    }
}
