//! Worksheets: signatures small enough to be computed by hand, with the solution.

use super::paper;
use crate::display::{Lang, counted, lang, say};
use crate::recipe::Recipe;
use crate::simhash::Trace;
use crate::visible;
use std::fmt;

/// Features of a document that fit a page.
pub const MOST_FEATURES: usize = 12;
/// Bits that fit a page.
pub const MOST_BITS: u8 = 16;
/// Documents whose distances fit a page.
pub const MOST_DOCUMENTS: usize = 4;

/// A signature to be computed.
#[derive(Debug, Clone, PartialEq)]
pub struct Exercise {
    /// Id of the document.
    pub id: String,
    /// The text, if it says more than the features; shown above them.
    pub text: Option<String>,
    /// How the signature comes about.
    pub trace: Trace,
}

/// Which sheets are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Solution {
    /// The exercises, and the solutions behind them.
    #[default]
    Behind,
    /// The exercises alone.
    No,
    /// The solutions alone.
    Only,
}

/// One sheet for each exercise, one for the distances if there are several, and the solutions after them.
#[derive(Debug, Clone, PartialEq)]
pub struct Worksheet {
    pub(super) recipe: Recipe,
    pub(super) exercises: Vec<Exercise>,
}

/// Why there is no worksheet. `Display` is one line, safe to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoSheet {
    /// More bits than [`MOST_BITS`].
    Bits(u8),
    /// More documents than [`MOST_DOCUMENTS`], or none.
    Documents(usize),
    /// More features than [`MOST_FEATURES`], or none, in the document with this id.
    Features(String, usize),
}

impl fmt::Display for NoSheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Self::Bits(bits) => say!(
                "{bits} bits do not fit a page: at most {MOST_BITS}; --bits 8 makes a text fit",
                "{bits} 位一页放不下：至多 {MOST_BITS} 位；文本可用 --bits 8"
            ),
            Self::Documents(count) => lang().pick((
                format!(
                    "{}: a worksheet has 1 to {MOST_DOCUMENTS}",
                    counted(*count, "document", "documents")
                ),
                format!("{count} 篇文档：一份练习可有 1 到 {MOST_DOCUMENTS} 篇"),
            )),
            Self::Features(id, count) => {
                let id = visible::fit(&visible::line(id), 40).into_owned();
                lang().pick((
                    format!(
                        "“{id}” has {}: a sheet has room for 1 to {MOST_FEATURES}",
                        counted(*count, "feature", "features")
                    ),
                    format!("“{id}”有 {count} 个特征：一页可放 1 到 {MOST_FEATURES} 个"),
                ))
            }
        })
    }
}

impl std::error::Error for NoSheet {}

impl Worksheet {
    /// The exercises of one recipe.
    ///
    /// # Errors
    /// More than fits the pages; a document without features.
    pub fn new(recipe: Recipe, exercises: Vec<Exercise>) -> Result<Self, NoSheet> {
        if recipe.bits.get() > MOST_BITS {
            return Err(NoSheet::Bits(recipe.bits.get()));
        }
        if !(1..=MOST_DOCUMENTS).contains(&exercises.len()) {
            return Err(NoSheet::Documents(exercises.len()));
        }
        let is_too_large =
            |exercise: &&Exercise| !(1..=MOST_FEATURES).contains(&exercise.trace.features.len());
        match exercises.iter().find(is_too_large) {
            Some(exercise) => Err(NoSheet::Features(exercise.id.clone(), exercise.trace.features.len())),
            None => Ok(Self { recipe, exercises }),
        }
    }

    /// The pages as one HTML file, black on white, for A4 and Letter. It loads nothing and has no scripts.
    pub fn html(&self, solution: Solution, lang: Lang) -> String {
        paper::write(self, solution, lang)
    }

    /// Every two exercises.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (&Exercise, &Exercise)> {
        let all = &self.exercises;
        all.iter().enumerate().flat_map(move |(at, a)| all[at + 1..].iter().map(move |b| (a, b)))
    }
}
