//! What the jobs of the shared state find.

use super::findings::{BitShares, Hashed};
use crate::shared::weighed::{OutcomeKey, Weighed};
use crate::sheet::Unwritten;
use crate::surface::Phrase;
use crate::widgets::marked::Marked;
use simscope_core::analysis::{Difference, Noticed};
use simscope_core::corpus::{Batch, CorpusError, Notice, Skipped};
use simscope_core::decide::{Decisions, Setting, Unfit};
use simscope_core::evidence::LabelledPairs;
use simscope_core::groups::{Dendrogram, GroupSpread, Groups, Spread, SweepRow};
use simscope_core::judgements::KnownJudgements;
use simscope_core::recipe::Recipe;
use simscope_core::sensitivity::{Curve, Experiment, Point};
use simscope_core::simhash::{Signed, Trace};
use std::path::PathBuf;
use std::sync::Arc;

/// What a length curve is measured under; the recipe without its name, which does not matter.
pub type CurveKey = (Recipe, Experiment);

/// The decisions of before, if there were any: what was decided, when, and what no longer fits.
pub type DecisionsRead = Result<Box<Option<(Decisions, Setting, Vec<Unfit>)>>, String>;

#[derive(Debug)]
pub enum News {
    /// A batch was read; its signatures and their ones, unless they need the whole corpus first.
    Read {
        batch: Arc<Batch>,
        signed: Vec<Signed>,
        ones: BitShares,
    },
    Skipped(Skipped),
    /// Something about the reading that should be known.
    Noticed(Notice),
    /// There are more pairs within k than this, too many to verify.
    TooManyToVerify(usize),
    /// Reading has ended, by itself or cancelled.
    Loaded {
        result: Result<(), CorpusError>,
        is_cancelled: bool,
        /// Documents whose id another has, too, and the first such id, safe to show.
        repeated: Option<(usize, String)>,
        /// What a sample of the texts says against the recipe.
        noticed: Vec<Noticed>,
        /// Skips that were not told one by one.
        unlisted: usize,
        /// How the texts differ from those that a Spark job read.
        difference: Option<Difference>,
    },
    /// Signatures under a recipe.
    Hashed(Hashed),
    /// The dendrogram and the first columns of the sweep. One that is exact up to some k has its spread with it, if that
    /// was measured, and larger ones may follow.
    Linked {
        tree: Arc<Dendrogram>,
        sweep: Vec<SweepRow>,
        spread: Option<Arc<Spread>>,
    },
    /// No larger dendrogram follows: the next would take `further` seconds.
    Extended {
        further: f64,
    },
    /// Diameters, histogram, the rest of the sweep, and the labels' pairs.
    Measured {
        spread: Arc<Spread>,
        sweep: Vec<SweepRow>,
        labelled: Option<Box<LabelledPairs>>,
    },
    /// Groups around leaders, and their spread unless it would take too many pairs.
    Led(Groups, Option<Vec<GroupSpread>>),
    /// Why the rule gives the documents no order, so that there are no leaders.
    Unordered(String),
    /// The anatomy of a document.
    Traced {
        document: u32,
        recipe: Recipe,
        trace: Arc<Trace>,
    },
    /// The texts of two documents.
    Aligned {
        pair: (u32, u32),
        marked: Arc<Marked>,
    },
    /// The signature that another recipe would give a document.
    Previewed {
        document: u32,
        recipe: Recipe,
        signed: Signed,
    },
    /// A point of a length curve.
    Point(CurveKey, Point),
    /// A length curve is whole.
    Curved(CurveKey, Arc<Curve>),
    /// What becomes of every document, or why that cannot be said.
    Weighed(Result<Box<Weighed>, (OutcomeKey, String)>),
    /// The decisions of before, if there were any, or why they cannot be read.
    DecisionsRead(DecisionsRead),
    /// The decisions were written, or why not; which version of them.
    DecisionsWritten(u64, Result<(), String>),
    /// The judgements of before and how many lines are none, or why they cannot be read.
    JudgementsRead(Result<Arc<(KnownJudgements, usize)>, String>),
    /// Judgements were added to the file, or why not.
    JudgementsWritten(Result<(), String>),
    /// A file was written, or why not; what it lacks.
    Exported {
        path: PathBuf,
        /// Its recipes were written beside it.
        has_recipe: bool,
        lacks: Option<Phrase>,
        result: Result<u64, Unwritten>,
    },
}
