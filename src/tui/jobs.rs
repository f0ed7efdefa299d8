//! Long work on threads: one slot a kind, which holds the running job and only the newest waiting one.

mod contrasting;
mod indexing;
mod sensing;
mod work;

use crate::corpus::{Batch, Corpus, CorpusError, ReadOptions, Skipped, Source};
use crate::evidence::LabelledPairs;
use crate::groups::{Dendrogram, Effort, GroupSpread, Groups, Spread, SweepRow};
use crate::hamming::{Cells, Signatures, Window};
use crate::progress::Progress;
use crate::recipe::{Bits, DocumentFrequencies, Recipe};
use crate::search::Plan;
use crate::sensitivity::{Curve, Edit, Point, Trial};
use crate::simhash::{Signed, Trace};
use crate::tui::action::Order;
use crate::tui::findings::{Arranged, BitShares, ContrastKey, Contrasted, Hashed};
use crate::tui::indexes::{Answer, Built, IndexKey, Searched};
use crate::tui::rows::Query;
use crate::tui::sensed::{BatteryKey, CurveKey, Made, Sensed};
use crate::tui::sheet::{Sheet, Unwritten};
use contrasting::Sided;
pub use indexing::{Plans, Question};
pub use sensing::{Edits, Measure, Texts};
use std::collections::HashMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// What a job is about; at most one of a kind runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Reading and hashing the corpus.
    Load,
    /// Hashing it again under another recipe.
    Hash,
    /// The dendrogram.
    Tree,
    /// Diameters, means and the histogram of all pairs.
    Spread,
    /// Groups around leaders at one k.
    Leaders,
    /// Filtering and sorting the documents.
    Rows,
    /// The length curve of the recipe, for which documents are too short.
    Risk,
    /// Heatmap cells.
    Cells,
    /// The closest pair of one heatmap cell.
    Closest,
    /// The anatomy of one document.
    Trace,
    /// The signature that another recipe would give one document.
    Preview,
    /// Signatures and dendrogram under the second recipe.
    Second,
    /// What two recipes see that the other does not.
    Contrast,
    /// The anatomy of one document under the second recipe.
    SecondTrace,
    /// The structures of all strategies at one k.
    Index,
    /// One document looked up in all of them.
    LookUp,
    /// The two texts of the lab.
    Lab,
    /// All edits, tried on a text of the lab.
    Battery,
    /// One edit, made.
    Edit,
    /// How far edits move texts, by length.
    Curve,
    /// Writing a file.
    Export,
}

impl Kind {
    /// Whether a newer job makes the running one worthless at once; otherwise it is let finish.
    fn is_overtaken(self) -> bool {
        !matches!(
            self,
            Kind::Rows | Kind::Trace | Kind::SecondTrace | Kind::Preview | Kind::Lab | Kind::Export
        )
    }
}

/// Work for a thread; each kind is described at [`Kind`].
#[allow(missing_docs, reason = "the fields are what the functions they go to document")]
#[derive(Debug)]
pub enum Job {
    /// See [`Kind::Load`].
    Load { sources: Vec<Source>, options: ReadOptions, recipe: Recipe },
    /// See [`Kind::Hash`].
    Hash { corpus: Corpus, recipe: Recipe },
    /// See [`Kind::Tree`].
    Tree {
        signatures: Arc<Signatures>,
        documents: Arc<Vec<u32>>,
        bits: Bits,
        known: Option<Arc<Dendrogram>>,
        effort: Effort,
    },
    /// See [`Kind::Spread`].
    Spread {
        tree: Arc<Dendrogram>,
        signatures: Arc<Signatures>,
        corpus: Corpus,
        documents: Arc<Vec<u32>>,
        bits: u8,
    },
    /// See [`Kind::Leaders`].
    Leaders { signatures: Arc<Signatures>, documents: Arc<Vec<u32>>, k: u8 },
    /// See [`Kind::Rows`].
    Rows(Query),
    /// See [`Kind::Risk`]; `features` are the lengths where the recipe keeps all terms, `known` is the curve.
    Risk {
        corpus: Corpus,
        recipe: Recipe,
        frequencies: Option<Arc<DocumentFrequencies>>,
        features: Arc<Vec<u32>>,
        known: Option<Arc<Curve>>,
    },
    /// See [`Kind::Cells`]; `arranged` is kept from the job before while the order is the same.
    Cells {
        arranged: Option<Arc<Arranged>>,
        order: Order,
        tree: Option<Arc<Dendrogram>>,
        signatures: Arc<Signatures>,
        window: Window,
    },
    /// See [`Kind::Closest`].
    Closest { arranged: Arc<Arranged>, rows: Range<usize>, columns: Range<usize> },
    /// See [`Kind::Trace`].
    Trace { document: u32, corpus: Corpus, recipe: Recipe, frequencies: Option<Arc<DocumentFrequencies>> },
    /// See [`Kind::Preview`].
    Preview { document: u32, corpus: Corpus, recipe: Recipe },
    /// See [`Kind::Second`].
    Second { corpus: Corpus, recipe: Recipe, effort: Effort },
    /// See [`Kind::Contrast`].
    Contrast { key: ContrastKey, a: Sided, b: Sided },
    /// See [`Kind::SecondTrace`].
    SecondTrace {
        document: u32,
        corpus: Corpus,
        recipe: Recipe,
        frequencies: Option<Arc<DocumentFrequencies>>,
    },
    /// See [`Kind::Index`].
    Index(Box<Plans>),
    /// See [`Kind::LookUp`].
    LookUp(Box<Question>),
    /// See [`Kind::Lab`].
    Lab(Box<Texts>),
    /// See [`Kind::Battery`].
    Battery(Box<Edits>),
    /// See [`Kind::Edit`].
    Edit(Box<Edits>, Edit),
    /// See [`Kind::Curve`].
    Curve(Box<Measure>),
    /// See [`Kind::Export`].
    Export { path: PathBuf, sheet: Box<Sheet>, recipes: Vec<Recipe> },
}

/// What a job found out.
#[allow(missing_docs, reason = "the fields are what the functions they come from document")]
#[derive(Debug)]
pub enum Outcome {
    /// A batch was read; its signatures and their ones, unless they need the whole corpus first.
    Read { batch: Arc<Batch>, signed: Vec<Signed>, ones: BitShares },
    /// Something was skipped.
    Skipped(Skipped),
    /// Reading has ended, by itself or cancelled.
    Loaded { result: Result<(), CorpusError>, is_cancelled: bool },
    /// Signatures under a recipe.
    Hashed(Hashed),
    /// The dendrogram and the first columns of the sweep. One that is exact up to some k has its spread with it, if that
    /// was measured, and larger ones may follow.
    Linked { tree: Arc<Dendrogram>, sweep: Vec<SweepRow>, spread: Option<Arc<Spread>> },
    /// No larger dendrogram follows: the next would take so many seconds.
    Extended { further: f64 },
    /// Diameters, histogram, the rest of the sweep, and the labels' pairs.
    Measured { spread: Arc<Spread>, sweep: Vec<SweepRow>, labelled: Option<Box<LabelledPairs>> },
    /// Groups around leaders, and their spread unless it would take too many pairs.
    Led(Groups, Option<Vec<GroupSpread>>),
    /// The rows of the corpus table.
    Rows { rows: Option<Arc<Vec<u32>>> },
    /// The length curve of the recipe, and how long the documents are as it counts.
    Risk { recipe: Recipe, curve: Arc<Curve>, lengths: Arc<Vec<u32>> },
    /// Heatmap cells.
    Cells { arranged: Arc<Arranged>, window: Window, cells: Cells },
    /// The closest pair of a heatmap cell, as documents of its row and its column.
    Closest { pair: (u32, u32), at: (usize, usize) },
    /// The anatomy of a document.
    Traced { document: u32, recipe: Recipe, trace: Arc<Trace> },
    /// The signature that another recipe would give a document.
    Previewed { document: u32, recipe: Recipe, signed: Signed },
    /// The signatures under the second recipe.
    SecondHashed(Hashed),
    /// The dendrogram under the second recipe.
    SecondLinked(Arc<Dendrogram>),
    /// The groups under both recipes; so many pairs are left to compare.
    SidesGrouped { key: ContrastKey, groups: (Groups, Groups) },
    /// What each recipe sees that the other does not.
    Contrasted(Contrasted),
    /// The anatomy of a document under the second recipe.
    SecondTraced { document: u32, recipe: Recipe, trace: Arc<Trace> },
    /// The signatures that are searched.
    Searched(IndexKey, Arc<Searched>),
    /// The structure of a line.
    Built(IndexKey, usize, Arc<Built>),
    /// What the planner says.
    Planned(IndexKey, Box<Plan>),
    /// All structures are built.
    IndexBuilt,
    /// What the strategies say of a document.
    Answered(Box<Answer>),
    /// What the two texts of the lab are.
    Sensed(Sensed),
    /// Words that edits put in the place of others, drawn by that seed.
    Vocabulary(u64, Arc<Vec<String>>),
    /// What one edit did.
    Tried(BatteryKey, Box<Trial>),
    /// All edits were tried.
    BatteryDone(BatteryKey),
    /// A text, edited.
    Made(Box<Made>),
    /// A point of a curve.
    Point(CurveKey, Box<Point>),
    /// A curve is whole.
    Curved(CurveKey, Arc<Curve>),
    /// A file was written, or why not.
    Exported { path: PathBuf, result: Result<u64, Unwritten> },
    /// The job was cancelled.
    Cancelled,
    /// The job is over; nothing follows. The text is there if it panicked.
    End(Option<String>),
}

/// News of a job.
#[derive(Debug)]
pub struct Report {
    /// Which.
    pub kind: Kind,
    /// The number it was started with.
    pub ticket: u64,
    /// What it found.
    pub outcome: Outcome,
}

/// How a running job stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Activity {
    /// Which.
    pub kind: Kind,
    /// Done so far.
    pub done: u64,
    /// To do in all, or 0.
    pub total: u64,
    /// Since it began.
    pub elapsed: Duration,
}

#[derive(Debug)]
struct Running {
    ticket: u64,
    progress: Arc<Progress>,
    since: Instant,
}

#[derive(Debug, Default)]
struct Slot {
    running: Option<Running>,
    waiting: Option<(u64, Job)>,
}

/// Where reports go; called on the threads of the jobs.
type Tell = Arc<dyn Fn(Report) + Send + Sync>;

/// All slots.
pub struct Jobs {
    tell: Tell,
    slots: HashMap<Kind, Slot>,
}

impl Jobs {
    /// Jobs that report to `tell`.
    pub fn new(tell: impl Fn(Report) + Send + Sync + 'static) -> Self {
        Self { tell: Arc::new(tell), slots: HashMap::new() }
    }

    /// Starts a job, or puts it in line behind the running one of its kind, in place of what waited.
    pub fn start(&mut self, ticket: u64, job: Job) {
        let kind = job.kind();
        let slot = self.slots.entry(kind).or_default();
        if let Some(running) = &slot.running {
            if kind.is_overtaken() {
                running.progress.cancel();
            }
            slot.waiting = Some((ticket, job));
            return;
        }
        slot.running = Some(spawn(&self.tell, ticket, job));
    }

    /// Cancels the running job of a kind and forgets the waiting one.
    pub fn cancel(&mut self, kind: Kind) {
        if let Some(slot) = self.slots.get_mut(&kind) {
            slot.waiting = None;
            if let Some(running) = &slot.running {
                running.progress.cancel();
            }
        }
    }

    /// Takes note of a report: after an end the waiting job begins.
    pub fn note(&mut self, report: &Report) {
        if !matches!(report.outcome, Outcome::End(_)) {
            return;
        }
        let Some(slot) = self.slots.get_mut(&report.kind) else {
            return;
        };
        if slot.running.as_ref().is_some_and(|running| running.ticket == report.ticket) {
            slot.running = slot.waiting.take().map(|(ticket, job)| spawn(&self.tell, ticket, job));
        }
    }

    /// Whether anything runs.
    pub fn is_busy(&self) -> bool {
        self.slots.values().any(|slot| slot.running.is_some())
    }

    /// How the running jobs stand.
    pub fn activity(&self) -> Vec<Activity> {
        let mut all: Vec<Activity> = self
            .slots
            .iter()
            .filter_map(|(&kind, slot)| {
                let running = slot.running.as_ref()?;
                Some(Activity {
                    kind,
                    done: running.progress.done(),
                    total: running.progress.total(),
                    elapsed: running.since.elapsed(),
                })
            })
            .collect();
        all.sort_by_key(|activity| activity.kind as u8);
        all
    }

    /// Asks all to stop: the program is leaving.
    pub fn stop(&mut self) {
        let kinds: Vec<Kind> = self.slots.keys().copied().collect();
        kinds.into_iter().for_each(|kind| self.cancel(kind));
    }
}

fn spawn(tell: &Tell, ticket: u64, job: Job) -> Running {
    let progress = Arc::new(Progress::new());
    let (kind, watched, tell) = (job.kind(), progress.clone(), tell.clone());
    thread::spawn(move || {
        let tell = |outcome| tell(Report { kind, ticket, outcome });
        let end = catch_unwind(AssertUnwindSafe(|| job.run(&watched, &tell)));
        let panic = end.err().map(|panic| match panic.downcast_ref::<String>() {
            Some(text) => text.clone(),
            None => panic.downcast_ref::<&str>().map_or("unknown", |text| text).to_owned(),
        });
        tell(Outcome::End(panic));
    });
    Running { ticket, progress, since: Instant::now() }
}
