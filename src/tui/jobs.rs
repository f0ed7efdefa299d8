//! Long work on threads: one slot a kind, which holds the running job and only the newest waiting one.

use crate::corpus::{self, Batch, Corpus, CorpusError, ReadOptions, Skipped, Source};
use crate::evidence::LabelledPairs;
use crate::groups::{self, Dendrogram, GroupSpread, Groups, Spread};
use crate::hamming::{self, Cells, Window};
use crate::progress::Progress;
use crate::recipe::{DocumentFrequencies, Recipe, Weighting};
use crate::simhash::{self, Signed, Trace};
use crate::tui::action::{Column, Order};
use crate::tui::event::Event;
use crate::tui::rows::{self, Query};
use crate::tui::sheet::{self, Sheet};
use crossbeam_channel::Sender;
use rayon::prelude::*;
use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
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
    /// Heatmap cells.
    Cells,
    /// The closest pair of one heatmap cell.
    Closest,
    /// The anatomy of one document.
    Trace,
    /// Writing a file.
    Export,
}

impl Kind {
    /// Whether a newer job makes the running one worthless at once; otherwise it is let finish.
    fn is_overtaken(self) -> bool {
        !matches!(self, Kind::Rows | Kind::Trace | Kind::Export)
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
    Tree { signatures: Arc<Vec<u64>>, documents: Arc<Vec<u32>>, bits: u8 },
    /// See [`Kind::Spread`].
    Spread {
        tree: Arc<Dendrogram>,
        signatures: Arc<Vec<u64>>,
        corpus: Corpus,
        documents: Arc<Vec<u32>>,
        bits: u8,
    },
    /// See [`Kind::Leaders`].
    Leaders { signatures: Arc<Vec<u64>>, documents: Arc<Vec<u32>>, k: u8 },
    /// See [`Kind::Rows`].
    Rows(Query),
    /// See [`Kind::Cells`]; `arranged` is kept from the job before while the order is the same.
    Cells {
        arranged: Option<Arc<Arranged>>,
        order: Order,
        tree: Option<Arc<Dendrogram>>,
        signatures: Arc<Vec<u64>>,
        window: Window,
    },
    /// See [`Kind::Closest`].
    Closest { arranged: Arc<Arranged>, rows: Range<usize>, columns: Range<usize> },
    /// See [`Kind::Trace`].
    Trace { document: u32, corpus: Corpus, recipe: Recipe, frequencies: Option<Arc<DocumentFrequencies>> },
    /// See [`Kind::Export`].
    Export { path: PathBuf, sheet: Box<Sheet> },
}

/// Documents and their signatures in the order in which the heatmap shows them.
#[derive(Debug)]
pub struct Arranged {
    /// The order asked for.
    pub order: Order,
    /// Documents.
    pub documents: Arc<[u32]>,
    /// Their signatures.
    pub signatures: Vec<u64>,
}

/// One row of the sweep as the explorer knows it: the tree gives the groups at once, the spread the rest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SweepLine {
    /// The threshold.
    pub k: u8,
    /// Groups.
    pub groups: usize,
    /// Documents in groups.
    pub grouped: usize,
    /// Size of the largest.
    pub largest: usize,
    /// Pairs within k, once measured.
    pub pairs: Option<u64>,
    /// Chains, once measured.
    pub chains: Option<usize>,
}

impl SweepLine {
    /// The line of a partition, without what the spread adds.
    pub fn of(groups: &Groups) -> Self {
        Self {
            k: groups.k(),
            groups: groups.count(),
            grouped: groups.grouped(),
            largest: groups.largest(),
            pairs: None,
            chains: None,
        }
    }
}

/// What a job found out.
#[allow(missing_docs, reason = "the fields are what the functions they come from document")]
#[derive(Debug)]
pub enum Outcome {
    /// A batch was read; its signatures, unless they need the whole corpus first.
    Read { batch: Arc<Batch>, signed: Vec<Signed> },
    /// Something was skipped.
    Skipped(Skipped),
    /// Reading has ended, by itself or cancelled.
    Loaded { result: Result<(), CorpusError>, is_cancelled: bool },
    /// Signatures under a recipe.
    Hashed { recipe: Recipe, signed: Vec<Signed>, frequencies: Option<Arc<DocumentFrequencies>> },
    /// The dendrogram and the first columns of the sweep.
    Linked { tree: Arc<Dendrogram>, sweep: Vec<SweepLine> },
    /// Diameters, histogram, the rest of the sweep, and the labels' pairs.
    Measured { spread: Arc<Spread>, sweep: Vec<SweepLine>, labelled: Option<Box<LabelledPairs>> },
    /// Groups around leaders, and their spread unless it would take too many pairs.
    Led(Groups, Option<Vec<GroupSpread>>),
    /// The rows of the corpus table.
    Rows { rows: Option<Arc<Vec<u32>>>, sort: Column },
    /// Heatmap cells.
    Cells { arranged: Arc<Arranged>, window: Window, cells: Cells },
    /// The closest pair of a heatmap cell, as documents of its row and its column.
    Closest { pair: (u32, u32), at: (usize, usize) },
    /// The anatomy of a document.
    Traced { document: u32, recipe: Recipe, trace: Arc<Trace> },
    /// A file was written, or why not.
    Exported { path: PathBuf, result: Result<u64, String> },
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

impl Job {
    /// Its kind.
    pub fn kind(&self) -> Kind {
        match self {
            Job::Load { .. } => Kind::Load,
            Job::Hash { .. } => Kind::Hash,
            Job::Tree { .. } => Kind::Tree,
            Job::Spread { .. } => Kind::Spread,
            Job::Leaders { .. } => Kind::Leaders,
            Job::Rows { .. } => Kind::Rows,
            Job::Cells { .. } => Kind::Cells,
            Job::Closest { .. } => Kind::Closest,
            Job::Trace { .. } => Kind::Trace,
            Job::Export { .. } => Kind::Export,
        }
    }

    /// Does the work; `tell` gets what it finds.
    pub fn run(self, progress: &Progress, tell: &(dyn Fn(Outcome) + Sync)) {
        let done = match self {
            Job::Load { sources, options, recipe } => {
                return load(&sources, &options, &recipe, progress, tell);
            }
            Job::Hash { corpus, recipe } => hash(&corpus, recipe, progress),
            Job::Tree { signatures, documents, bits } => Dendrogram::build(&signatures, &documents, progress)
                .map(|tree| {
                    let sweep = (0..=bits).map(|k| SweepLine::of(&tree.cut(k))).collect();
                    Outcome::Linked { tree: Arc::new(tree), sweep }
                }),
            Job::Spread { tree, signatures, corpus, documents, bits } => {
                Spread::measure(&tree, &signatures, progress).map(|spread| {
                    let sweep = groups::sweep(&tree, &spread, bits)
                        .into_iter()
                        .map(|row| SweepLine {
                            k: row.k,
                            groups: row.groups,
                            grouped: row.grouped,
                            largest: row.largest,
                            pairs: Some(row.pairs),
                            chains: Some(row.chains),
                        })
                        .collect();
                    let labelled =
                        LabelledPairs::measure(&corpus, &documents, &signatures, spread.histogram())
                            .map(Box::new);
                    Outcome::Measured { spread: Arc::new(spread), sweep, labelled }
                })
            }
            Job::Leaders { signatures, documents, k } => {
                groups::leaders(&signatures, &documents, k, progress).map(|groups| {
                    let spread = leader_spread(&groups, &signatures);
                    Outcome::Led(groups, spread)
                })
            }
            Job::Rows(query) => {
                let sort = query.sort;
                rows::select(&query, progress).map(|rows| Outcome::Rows { rows: rows.map(Arc::new), sort })
            }
            Job::Cells { arranged, order, tree, signatures, window } => {
                let arranged =
                    arranged.unwrap_or_else(|| Arc::new(arrange(order, tree.as_deref(), &signatures)));
                hamming::cells(&arranged.signatures, &window, progress).map(|cells| Outcome::Cells {
                    arranged,
                    window,
                    cells,
                })
            }
            Job::Closest { arranged, rows, columns } => closest(&arranged, rows, columns, progress),
            Job::Trace { document, corpus, recipe, frequencies } => {
                let trace =
                    simhash::trace(&recipe, frequencies.as_deref(), corpus.get(document as usize).text);
                Some(Outcome::Traced { document, recipe, trace: Arc::new(trace) })
            }
            Job::Export { path, sheet } => {
                let result = sheet::write(&sheet, &path);
                Some(Outcome::Exported { path, result })
            }
        };
        tell(done.unwrap_or(Outcome::Cancelled));
    }
}

/// Reads on one thread while this one hashes; batches appear in order.
fn load(
    sources: &[Source],
    options: &ReadOptions,
    recipe: &Recipe,
    progress: &Progress,
    tell: &(dyn Fn(Outcome) + Sync),
) {
    // Few enough that a slow recipe does not let the whole corpus pile up between the two.
    let (batches, incoming) = crossbeam_channel::bounded::<Arc<Batch>>(4);
    let needs_frequencies = recipe.weighting == Weighting::TfIdf;
    let result = thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let batches = batches;
            let mut seen = 0;
            corpus::read(sources, options, &mut |event| {
                match event {
                    corpus::Event::Batch(batch) => {
                        if batches.send(batch).is_err() {
                            return ControlFlow::Break(());
                        }
                    }
                    corpus::Event::Skipped(skipped) => tell(Outcome::Skipped(skipped)),
                    corpus::Event::Bytes { done, total } => {
                        progress.expect(total);
                        progress.advance(done.saturating_sub(seen));
                        seen = seen.max(done);
                    }
                }
                if progress.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        });
        for batch in &incoming {
            if progress.is_cancelled() {
                break;
            }
            let signed =
                if needs_frequencies { Vec::new() } else { simhash::sign_batch(&batch, recipe, None) };
            tell(Outcome::Read { batch, signed });
        }
        drop(incoming);
        reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    });
    tell(Outcome::Loaded { result, is_cancelled: progress.is_cancelled() });
}

fn hash(corpus: &Corpus, recipe: Recipe, progress: &Progress) -> Option<Outcome> {
    let needs_frequencies = recipe.weighting == Weighting::TfIdf;
    progress.expect(corpus.len() as u64 * if needs_frequencies { 2 } else { 1 });
    let frequencies = match needs_frequencies {
        true => Some(Arc::new(simhash::document_frequencies(corpus, &recipe, progress)?)),
        false => None,
    };
    let signed = simhash::sign_corpus(corpus, &recipe, frequencies.as_deref(), progress)?;
    Some(Outcome::Hashed { recipe, signed, frequencies })
}

/// More pairs than this and the spread of the leaders' groups is left out.
const LEADER_PAIRS: u64 = 1 << 30;

fn leader_spread(groups: &Groups, signatures: &[u64]) -> Option<Vec<GroupSpread>> {
    let pairs: u64 =
        (1..=groups.count()).map(|number| (groups.members(number).len() as u64).pow(2) / 2).sum();
    if pairs > LEADER_PAIRS {
        return None;
    }
    (1..=groups.count())
        .into_par_iter()
        .map(|number| groups::spread_of(signatures, groups.members(number)))
        .collect()
}

/// The first of the closest pairs of two different documents, row by row.
fn closest(
    arranged: &Arranged,
    rows: Range<usize>,
    columns: Range<usize>,
    progress: &Progress,
) -> Option<Outcome> {
    let at = (rows.start, columns.start);
    let mut best = (u8::MAX, at);
    for row in rows {
        if progress.is_cancelled() {
            return None;
        }
        for column in columns.clone().filter(|&column| column != row) {
            let distance = hamming::distance(arranged.signatures[row], arranged.signatures[column]);
            if distance < best.0 {
                best = (distance, (row, column));
            }
        }
    }
    let (row, column) = best.1;
    Some(Outcome::Closest { pair: (arranged.documents[row], arranged.documents[column]), at })
}

fn arrange(order: Order, tree: Option<&Dendrogram>, signatures: &[u64]) -> Arranged {
    let documents: Arc<[u32]> = match (order, tree) {
        (Order::Group, Some(tree)) => tree.order().clone(),
        (Order::Signature, _) => {
            let mut documents: Vec<u32> = (0..signatures.len() as u32).collect();
            documents.sort_by_key(|&document| (signatures[document as usize], document));
            documents.into()
        }
        _ => (0..signatures.len() as u32).collect(),
    };
    let signatures = documents.iter().map(|&document| signatures[document as usize]).collect();
    Arranged { order, documents, signatures }
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

/// All slots.
#[derive(Debug)]
pub struct Jobs {
    sender: Sender<Event>,
    slots: HashMap<Kind, Slot>,
}

impl Jobs {
    /// Jobs that report into `sender`.
    pub fn new(sender: Sender<Event>) -> Self {
        Self { sender, slots: HashMap::new() }
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
        slot.running = Some(spawn(&self.sender, ticket, job));
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
            slot.running = slot.waiting.take().map(|(ticket, job)| spawn(&self.sender, ticket, job));
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

fn spawn(sender: &Sender<Event>, ticket: u64, job: Job) -> Running {
    let progress = Arc::new(Progress::new());
    let (kind, watched, sender) = (job.kind(), progress.clone(), sender.clone());
    thread::spawn(move || {
        // The receiver is gone only when the program is leaving.
        let tell = |outcome| drop(sender.send(Event::Job(Box::new(Report { kind, ticket, outcome }))));
        let end = catch_unwind(AssertUnwindSafe(|| job.run(&watched, &tell)));
        let panic = end.err().map(|panic| match panic.downcast_ref::<String>() {
            Some(text) => text.clone(),
            None => panic.downcast_ref::<&str>().map_or("unknown", |text| text).to_owned(),
        });
        tell(Outcome::End(panic));
    });
    Running { ticket, progress, since: Instant::now() }
}
