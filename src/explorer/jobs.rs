//! Long work on threads: one slot a kind, which holds the running job and only the newest waiting one.

mod memory;
mod priority;

pub use priority::step_back;

use crate::classroom::news as classroom;
use crate::screens::beside::news as beside;
use crate::screens::compare::news as compare;
use crate::screens::corpus::news as corpus;
use crate::screens::index::news as index;
use crate::screens::judge::news as judge;
use crate::screens::lab::news as lab;
use crate::screens::matrix::news as matrix;
use crate::screens::threshold::news as threshold;
use crate::shared::news as shared;
use crate::surface::Phrase;
use simscope_core::progress::Progress;
use std::collections::HashMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
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
    /// Groups of verified pairs at one k.
    Verify,
    /// Pairs drawn at every distance, compared exactly.
    Sample,
    /// What they say of every k.
    Advice,
    /// Pairs at one distance.
    Border,
    /// Exact measures of one of them.
    BorderMeasures,
    /// Filtering and sorting the documents.
    Rows,
    /// Filtering and sorting the groups.
    GroupRows,
    /// What the groups have in common, counted.
    Facets,
    /// The length curve of the recipe, for which documents are too short.
    Risk,
    /// Heatmap cells.
    Cells,
    /// The closest pair of one heatmap cell.
    Closest,
    /// The next dot of the heatmap with a pair within k.
    Jump,
    /// The anatomy of one document.
    Trace,
    /// What differs between the texts of a pair.
    Align,
    /// What features and measures say of a pair.
    Pair,
    /// How a pair comes to share a group.
    Chain,
    /// The documents within k of one.
    Near,
    /// The pair under the second recipe.
    SecondPair,
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
    /// What differs between them.
    Marks,
    /// The two texts of the lab under every recipe.
    Recipes,
    /// The documents nearest to a text of the lab.
    NearText,
    /// Several texts of the lab, signed.
    Lines,
    /// All edits, tried on a text of the lab.
    Battery,
    /// One edit, made.
    Edit,
    /// How far edits move texts, by length.
    Curve,
    /// What becomes of every document.
    Outcome,
    /// Which groups hang on text that much of the corpus shares.
    Templates,
    /// Reading or writing the decisions.
    Decisions,
    /// Reading or adding to the judgements.
    Judgements,
    /// Pairs to be judged.
    Queue,
    /// Writing the kept records.
    HandOver,
    /// A page of a lesson.
    Lesson,
    /// An answer to its question.
    Answer,
    /// Writing a file.
    Export,
}

impl Kind {
    /// What runs, for the status line; whether Esc cancels it.
    pub fn about(self) -> (Phrase, bool) {
        match self {
            Kind::Load => (("reading and hashing", "读取并计算"), true),
            Kind::Hash => (("hashing", "计算签名"), true),
            Kind::Tree => (("building the dendrogram", "构建树"), true),
            Kind::Spread => (("measuring all pairs", "测量所有文档对"), true),
            Kind::Verify => (("verifying pairs", "核实文档对"), true),
            Kind::Leaders => (("finding leaders", "寻找代表"), true),
            Kind::Sample => (("comparing pairs exactly", "精确比较文档对"), true),
            Kind::Border => (("drawing pairs", "抽取文档对"), false),
            Kind::BorderMeasures => (("measuring a pair", "度量文档对"), false),
            Kind::Advice => (("weighing every k", "权衡各个 k"), false),
            Kind::Rows | Kind::GroupRows => (("filtering and sorting", "筛选与排序"), false),
            Kind::Facets => (("counting facets", "统计分面"), false),
            Kind::Risk => (("finding documents too short", "测量哪些文档过短"), true),
            Kind::Cells => (("drawing the heatmap", "绘制热图"), true),
            Kind::Closest => (("finding the closest pair", "寻找最近的一对"), false),
            Kind::Jump => (("looking for the next dot within k", "寻找下一个 k 内的点"), true),
            Kind::Trace => (("tracing the document", "追踪文档"), false),
            Kind::Align => (("aligning the texts", "对齐文本"), true),
            Kind::Pair => (("measuring the pair", "测量该对"), true),
            Kind::Chain => (("finding the chain", "寻找链"), true),
            Kind::Near => (("finding what is within k", "查找 k 之内的文档"), false),
            Kind::SecondPair => (("signing the pair under recipe B", "按配方 B 计算该对签名"), false),
            Kind::Preview => (("signing the document", "计算文档签名"), false),
            Kind::Second => (("building the dendrogram of recipe B", "构建配方 B 的树"), true),
            Kind::Contrast => (("comparing what both recipes see", "对比两个配方所见"), true),
            Kind::SecondTrace => (("tracing under recipe B", "按配方 B 追踪文档"), false),
            Kind::Index => (("building", "构建"), true),
            Kind::LookUp => (("looking the document up", "查找文档"), false),
            Kind::Lab => (("tracing both texts", "追踪两个文本"), false),
            Kind::Marks => (("aligning the texts", "对齐文本"), false),
            Kind::Recipes => (("signing under every recipe", "按每个配方计算签名"), false),
            Kind::NearText => (("finding the nearest documents", "查找最近的文档"), false),
            Kind::Lines => (("signing the lines", "计算各行签名"), false),
            Kind::Battery => (("trying edits", "试各种编辑"), true),
            Kind::Edit => (("editing", "编辑"), false),
            Kind::Curve => (("measuring the length curve", "测量长度曲线"), true),
            Kind::Outcome => (("deciding what goes", "决定去留"), false),
            Kind::Templates => (("looking for shared text", "查找公共文本"), false),
            Kind::Judgements => (("keeping the judgements", "保存判定"), false),
            Kind::Queue => (("drawing pairs", "抽取文档对"), false),
            Kind::Decisions => (("keeping the decisions", "保存决定"), false),
            Kind::HandOver => (("writing the kept records", "写出保留的记录"), true),
            Kind::Lesson => (("computing the page", "计算页面"), true),
            Kind::Answer => (("grading the answer", "批改答案"), false),
            Kind::Export => (("exporting", "导出"), false),
        }
    }

    /// Whether a newer job makes the running one worthless at once; otherwise that one finishes first.
    fn is_overtaken(self) -> bool {
        // Of Kind::Lab none is started while one runs.
        !matches!(
            self,
            Kind::Decisions
                | Kind::Judgements
                | Kind::HandOver
                | Kind::Rows
                | Kind::GroupRows
                | Kind::Facets
                | Kind::Trace
                | Kind::SecondTrace
                | Kind::Preview
                | Kind::Export
        )
    }
}

/// Takes what a job finds; called on its threads.
pub type Tell<'a> = &'a (dyn Fn(Outcome) + Sync);

/// What a job does; `None` if it was cancelled.
type Work = Box<dyn FnOnce(&Progress, Tell<'_>) -> Option<Outcome> + Send>;

/// Work for a thread.
pub struct Job {
    pub kind: Kind,
    work: Work,
}

impl Job {
    pub fn new(
        kind: Kind,
        work: impl FnOnce(&Progress, Tell<'_>) -> Option<Outcome> + Send + 'static,
    ) -> Self {
        Self { kind, work: Box::new(work) }
    }

    /// Does the work; `tell` takes what it finds.
    pub fn run(self, progress: &Progress, tell: Tell<'_>) {
        tell((self.work)(progress, tell).unwrap_or(Outcome::Cancelled));
    }
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("kind", &self.kind).finish_non_exhaustive()
    }
}

/// What a job found: one variant a screen, and one for what all share.
#[derive(Debug)]
pub enum Outcome {
    Shared(shared::News),
    Corpus(corpus::News),
    Threshold(threshold::News),
    Matrix(matrix::News),
    Compare(compare::News),
    Beside(beside::News),
    Judge(judge::News),
    Index(index::News),
    Lab(lab::News),
    Classroom(classroom::News),
    /// All was found that was to be found.
    Done,
    Cancelled,
    /// The job is over; nothing follows. The text is there if it panicked.
    End(Option<String>),
}

/// News of a job.
#[derive(Debug)]
pub struct Report {
    pub kind: Kind,
    /// The number it was started with.
    pub ticket: u64,
    pub outcome: Outcome,
}

/// How a running job stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Activity {
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
type Reports = Arc<dyn Fn(Report) + Send + Sync>;

/// All slots.
pub struct Jobs {
    reports: Reports,
    slots: HashMap<Kind, Slot>,
}

impl Jobs {
    /// Jobs that send their reports to `reports`.
    pub fn new(reports: impl Fn(Report) + Send + Sync + 'static) -> Self {
        memory::keep_few_heaps();
        Self { reports: Arc::new(reports), slots: HashMap::new() }
    }

    /// Starts a job, or puts it in line behind the running one of its kind, in place of what waited.
    pub fn start(&mut self, ticket: u64, job: Job) {
        let kind = job.kind;
        let slot = self.slots.entry(kind).or_default();
        if let Some(running) = &slot.running {
            if kind.is_overtaken() {
                running.progress.cancel();
            }
            slot.waiting = Some((ticket, job));
            return;
        }
        slot.running = Some(spawn(&self.reports, ticket, job));
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
            slot.running = slot.waiting.take().map(|(ticket, job)| spawn(&self.reports, ticket, job));
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

    /// Asks all to stop: the program is ending.
    pub fn stop(&mut self) {
        let kinds: Vec<Kind> = self.slots.keys().copied().collect();
        kinds.into_iter().for_each(|kind| self.cancel(kind));
    }
}

fn spawn(reports: &Reports, ticket: u64, job: Job) -> Running {
    let progress = Arc::new(Progress::new());
    let (kind, watched, reports) = (job.kind, progress.clone(), reports.clone());
    thread::spawn(move || {
        step_back();
        let tell = |outcome| reports(Report { kind, ticket, outcome });
        let end = catch_unwind(AssertUnwindSafe(|| job.run(&watched, &tell)));
        let panic = end.err().map(|panic| match panic.downcast_ref::<String>() {
            Some(text) => text.clone(),
            None => panic.downcast_ref::<&str>().map_or("unknown", |text| text).to_owned(),
        });
        tell(Outcome::End(panic));
        memory::give_back();
    });
    Running { ticket, progress, since: Instant::now() }
}
