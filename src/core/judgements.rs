//! What people judged of pairs, kept in a file that only grows.
//!
//! A file of judgements is TSV with a header, a [`Judgement`] on each line. Nothing is changed in place: a later line about the
//! same pair takes the place of an earlier one, and a judgement is taken back by a line that says so. A pair is two
//! documents by id and [hash of the text](crate::corpus::text_hash), so a judgement of texts that have changed since is
//! noticed and not used. docs/CLEAN.md describes the format.

mod agreement;
mod escape;
mod file;
mod known;
mod line;
mod sheet;

pub use agreement::Agreement;
#[doc(hidden)]
pub use escape::escaped;
pub(crate) use escape::escaped_by;
pub use file::{Judgements, JudgementsError, append, file_beside, read, wait};
pub use known::KnownJudgements;
pub use line::BadLine;
#[doc(hidden)]
pub use sheet::guarded;
pub use sheet::{SheetError, read_sheet};

use crate::evidence::Selection;

/// A document as a file names it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Named {
    /// Its id.
    pub id: String,
    /// The [hash](crate::corpus::text_hash) of its text.
    pub hash: u64,
}

/// What was said of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Near-duplicates.
    Yes,
    /// Not near-duplicates.
    No,
    /// Looked at, and left open.
    Unsure,
}

impl Verdict {
    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::Unsure => "unsure",
        }
    }

    /// Reads `y`, `yes`, `n`, `no`, `?` or `unsure`, in upper or lower case.
    pub fn parse(text: &str) -> Option<Self> {
        match text.trim().to_lowercase().as_str() {
            "y" | "yes" => Some(Self::Yes),
            "n" | "no" => Some(Self::No),
            "?" | "unsure" => Some(Self::Unsure),
            _ => None,
        }
    }

    /// Whether the pair is right; `None` if that was left open.
    pub fn is_right(self) -> Option<bool> {
        match self {
            Self::Yes => Some(true),
            Self::No => Some(false),
            Self::Unsure => None,
        }
    }
}

/// One line of a file of judgements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// The two documents.
    pub pair: [Named; 2],
    /// Their distance when they were judged.
    pub distance: u8,
    /// What was said; `None` takes back what was said before.
    pub verdict: Option<Verdict>,
    /// A remark; may be empty.
    pub note: String,
    /// When, in UTC by RFC 3339, like `2026-01-31T12:00:00Z`.
    pub time: String,
    /// The recipe of the distance, in one line.
    pub recipe: String,
    /// Who judged it; empty where that is not known.
    pub who: String,
    /// How the pair came to be judged.
    pub selection: Selection,
}

impl Judgement {
    /// Whether both are about the same pair, with the same texts.
    pub fn is_about(&self, other: &Self) -> bool {
        self.key() == other.key()
    }

    /// The pair, whatever the order of its documents.
    fn key(&self) -> [&Named; 2] {
        let [a, b] = &self.pair;
        if a <= b { [a, b] } else { [b, a] }
    }
}

/// Who judges, as [`Judgement::who`] has it: the variable `SIMSCOPE_JUDGE`, or else the name of the user.
pub fn who() -> String {
    let named = |name| std::env::var(name).ok().filter(|name| !name.trim().is_empty());
    ["SIMSCOPE_JUDGE", "USER", "USERNAME"].into_iter().find_map(named).unwrap_or_default()
}

/// The time as [`Judgement::time`] has it.
pub fn now() -> String {
    let now = jiff::Timestamp::now();
    jiff::Timestamp::from_second(now.as_second()).unwrap_or(now).to_string()
}

#[cfg(test)]
mod tests;
