//! Aligns two texts: first by the lines that each of them has once, then by words between these lines, then by characters in the
//! words that differ.
//!
//! A word lies between two boundaries of UAX #29, so each Han character is one word. The search ignores white space; white space
//! that differs between equal words is a difference of its own. The search is that of Myers (Algorithmica 1, 1986): between two
//! such lines it finds the shortest difference. Where more than about 2,800 words differ, all equal lines come before words, and
//! the bounds of the crate `similar` hold. Nothing is folded or normalized: equal means equal bytes.

mod alike;
mod blocks;
mod class;
mod classify;
mod fold;
mod hunks;
mod key;
mod kind;
mod lists;
mod matching;
mod numerals;
mod of_pair;
mod place;
mod spelling;
mod tokens;
mod units;
mod words;

pub use alike::Alike;
pub use blocks::{Block, Context, Fold};
pub use classify::{Difference, Vocabulary, describe, differences};
pub use fold::{collapse_key, folded};
pub use hunks::{Hunk, hunks};
pub use key::{Key, KeyError};
pub use kind::{Kind, KindError};
pub(crate) use tokens::Token;
pub use tokens::Tokens;

use crate::progress::Progress;
use std::ops::Range;
use std::time::{Duration, Instant};

/// Two texts side by side, as runs from the first byte to the last.
///
/// ```
/// # use simscope_core as simscope;
/// use simscope::alignment::{Alignment, Holder};
/// use simscope::progress::Progress;
/// use std::time::Duration;
///
/// let (a, b) = ("It opened in 1874, they say.", "It closed in 1874, they say.");
/// let alignment = Alignment::between(a, b, Duration::from_secs(1), &Progress::new()).expect("nobody cancels");
/// let shown: Vec<(Holder, &str)> = alignment.runs().iter().map(|run| (run.holder, run.text(a, b))).collect();
/// assert_eq!(
///     shown,
///     [
///         (Holder::Both, "It "),
///         (Holder::OnlyA, "opened"),
///         (Holder::OnlyB, "closed"),
///         (Holder::Both, " in 1874, they say."),
///     ]
/// );
/// assert_eq!(alignment.differences().count(), 1);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Alignment {
    runs: Vec<Run>,
    is_rough: bool,
}

/// Which of the two texts have a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Holder {
    /// Both, byte for byte.
    Both,
    /// A, and not B.
    OnlyA,
    /// B, and not A.
    OnlyB,
}

/// A stretch that both texts have, or one of them. Both ranges are in bytes, on character boundaries. In the text that lacks the
/// run the range is empty and marks the place where the run would be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// Which of the texts have it.
    pub holder: Holder,
    /// Its place in A.
    pub a: Range<usize>,
    /// Its place in B.
    pub b: Range<usize>,
}

impl Run {
    /// The text of the run.
    pub fn text<'t>(&self, a: &'t str, b: &'t str) -> &'t str {
        match self.holder {
            Holder::Both | Holder::OnlyA => &a[self.a.clone()],
            Holder::OnlyB => &b[self.b.clone()],
        }
    }
}

/// A place where the texts differ, between two equal runs. One of the ranges may be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gap {
    /// Its place in A.
    pub a: Range<usize>,
    /// Its place in B.
    pub b: Range<usize>,
}

impl Alignment {
    /// Aligns two texts. When the time is up, what has not been compared yet counts as different, and the alignment is
    /// [rough](Alignment::is_rough). With [`Duration::MAX`] there is no time limit, and the result is the same each time. `None`
    /// if cancelled.
    pub fn between(a: &str, b: &str, limit: Duration, progress: &Progress) -> Option<Self> {
        let search = matching::Search { deadline: Instant::now().checked_add(limit), progress };
        let mut runs = Runs { a, b, runs: Vec::new() };
        words::lines(&search, &mut runs)?;
        let is_rough = search.deadline.is_some_and(|deadline| Instant::now() > deadline);
        Some(Self { runs: runs.runs, is_rough })
    }

    /// The runs, in order. The runs of `Both` and `OnlyA` concatenate to A, those of `Both` and `OnlyB` to B. No run is empty,
    /// and two neighbours never have the same holder. Between two equal runs, that of A comes before that of B.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Whether the time was up before everything was compared. Then more may be equal than the runs show.
    pub fn is_rough(&self) -> bool {
        self.is_rough
    }

    /// The places where the texts differ, in order.
    pub fn differences(&self) -> impl Iterator<Item = Gap> {
        self.runs.chunk_by(|one, next| one.holder != Holder::Both && next.holder != Holder::Both).filter_map(
            |runs| {
                let (first, last) = (runs.first()?, runs.last()?);
                (first.holder != Holder::Both)
                    .then_some(Gap { a: first.a.start..last.a.end, b: first.b.start..last.b.end })
            },
        )
    }
}

/// Runs as they are found, from the start of both texts on.
struct Runs<'t> {
    a: &'t str,
    b: &'t str,
    runs: Vec<Run>,
}

impl Runs<'_> {
    /// Up to where both texts are covered by runs.
    fn end(&self) -> (usize, usize) {
        self.runs.last().map_or((0, 0), |run| (run.a.end, run.b.end))
    }

    /// The next `bytes` bytes of both are equal.
    fn equal(&mut self, bytes: usize) {
        self.push(Holder::Both, bytes, bytes);
    }

    /// The next `in_a` bytes of A stand where the next `in_b` bytes of B stand.
    fn differ(&mut self, in_a: usize, in_b: usize) {
        self.push(Holder::OnlyA, in_a, 0);
        self.push(Holder::OnlyB, 0, in_b);
    }

    fn push(&mut self, holder: Holder, in_a: usize, in_b: usize) {
        if in_a + in_b == 0 {
            return;
        }
        let (a, b) = self.end();
        match self.runs.last_mut() {
            Some(last) if last.holder == holder => (last.a.end, last.b.end) = (a + in_a, b + in_b),
            _ => self.runs.push(Run { holder, a: a..a + in_a, b: b..b + in_b }),
        }
    }
}

#[cfg(test)]
mod tests;
