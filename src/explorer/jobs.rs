//! Long work on threads: one slot a kind, which holds the running job and only the newest waiting one.

use crate::surface::Phrase;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use simscope_core::crash::NO_THREAD;
use simscope_core::display::lang;
use simscope_core::progress::Progress;
use std::any::Any;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{fmt, thread};

/// A kind of work, a constant beside what does it; at most one job of a kind runs.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Work {
    /// Its name, which no other has.
    pub name: &'static str,
    /// What runs, for the status line.
    pub phrase: Phrase,
    /// Esc cancels it.
    pub can_cancel: bool,
    /// A newer job makes the running one worthless at once; otherwise that one finishes first.
    pub is_overtaken: bool,
    /// It computes something from the texts of the corpus.
    pub needs_texts: bool,
}

impl Work {
    /// Work that Esc does not cancel, that a newer job overtakes, and that needs no texts.
    pub const fn new(name: &'static str, phrase: Phrase) -> Self {
        Self { name, phrase, can_cancel: false, is_overtaken: true, needs_texts: false }
    }

    pub const fn cancellable(self) -> Self {
        Self { can_cancel: true, ..self }
    }

    pub const fn finished_first(self) -> Self {
        Self { is_overtaken: false, ..self }
    }

    pub const fn of_texts(self) -> Self {
        Self { needs_texts: true, ..self }
    }
}

/// The result of a job. Its type is known where the job was started.
pub type Found = Box<dyn Any + Send>;

/// Takes what a job finds; called on its threads.
pub type Tell<'a> = &'a (dyn Fn(Found) + Sync);

/// What a job does; returns the last of what it finds.
type Run = Box<dyn FnOnce(&Progress, Tell<'_>) -> Option<Found> + Send>;

/// Work for a thread.
pub struct Job {
    pub work: &'static Work,
    run: Run,
}

impl Job {
    /// `run` tells what it finds on the way and returns the last of it, or nothing if there is no more.
    pub fn new(
        work: &'static Work,
        run: impl FnOnce(&Progress, Tell<'_>) -> Option<Found> + Send + 'static,
    ) -> Self {
        Self { work, run: Box::new(run) }
    }

    /// Does the work; `tell` takes what it finds.
    pub fn run(self, progress: &Progress, tell: Tell<'_>) {
        if let Some(last) = (self.run)(progress, tell) {
            tell(last);
        }
    }
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("work", &self.work.name).finish_non_exhaustive()
    }
}

/// News of a job.
#[derive(Debug)]
pub enum Outcome {
    Found(Found),
    /// The job is over; nothing follows. The text is there if it panicked.
    End(Option<String>),
}

/// An outcome, and of which job.
#[derive(Debug)]
pub struct Report {
    pub work: &'static Work,
    /// The number it was started with.
    pub ticket: u64,
    pub outcome: Outcome,
}

/// How a running job stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Activity {
    pub work: &'static Work,
    /// Done so far.
    pub done: u64,
    /// To do in all, or 0.
    pub total: u64,
    /// How many phases were started; each begins anew with what is done.
    pub phase: u64,
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
    slots: HashMap<&'static Work, Slot>,
}

impl Jobs {
    /// Jobs that send their reports to `reports`.
    pub fn new(reports: impl Fn(Report) + Send + Sync + 'static) -> Self {
        keep_few_heaps();
        Self { reports: Arc::new(reports), slots: HashMap::new() }
    }

    /// Starts a job, or puts it in line behind the running one of its kind, in place of what waited.
    pub fn start(&mut self, ticket: u64, job: Job) {
        let slot = self.slots.entry(job.work).or_default();
        if let Some(running) = &slot.running {
            if job.work.is_overtaken {
                running.progress.cancel();
            }
            slot.waiting = Some((ticket, job));
            return;
        }
        slot.running = Some(spawn(&self.reports, ticket, job));
    }

    /// Cancels the running job of a kind and forgets the waiting one.
    pub fn cancel(&mut self, work: &'static Work) {
        if let Some(slot) = self.slots.get_mut(work) {
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
        let Some(slot) = self.slots.get_mut(report.work) else { return };
        if slot.running.as_ref().is_some_and(|running| running.ticket == report.ticket) {
            slot.running = slot.waiting.take().map(|(ticket, job)| spawn(&self.reports, ticket, job));
        }
    }

    /// Whether anything runs.
    pub fn is_busy(&self) -> bool {
        self.slots.values().any(|slot| slot.running.is_some())
    }

    /// How the running jobs stand, the oldest first.
    pub fn activity(&self) -> Vec<Activity> {
        let mut all: Vec<Activity> = self
            .slots
            .iter()
            .filter_map(|(work, slot)| {
                let running = slot.running.as_ref()?;
                Some(Activity {
                    work,
                    done: running.progress.done(),
                    total: running.progress.total(),
                    phase: running.progress.phase(),
                    elapsed: running.since.elapsed(),
                })
            })
            .collect();
        all.sort_by_key(|activity| std::cmp::Reverse(activity.elapsed));
        all
    }

    /// Asks all to stop: the program is ending.
    pub fn stop(&mut self) {
        let all: Vec<&Work> = self.slots.keys().copied().collect();
        all.into_iter().for_each(|work| self.cancel(work));
    }
}

fn spawn(reports: &Reports, ticket: u64, job: Job) -> Running {
    let progress = Arc::new(Progress::new());
    let (work, watched, reports) = (job.work, progress.clone(), reports.clone());
    let refused = reports.clone();
    let started = thread::Builder::new().spawn(move || {
        step_back();
        let report = |outcome| reports(Report { work, ticket, outcome });
        let end =
            catch_unwind(AssertUnwindSafe(|| job.run(&watched, &|found| report(Outcome::Found(found)))));
        let panic = end.err().map(|panic| match panic.downcast_ref::<String>() {
            Some(text) => text.clone(),
            None => panic.downcast_ref::<&str>().map_or("unknown", |text| text).to_owned(),
        });
        report(Outcome::End(panic));
        give_back();
    });
    if started.is_err() {
        let why = Outcome::End(Some(lang().pick(NO_THREAD).to_owned()));
        refused(Report { work, ticket, outcome: why });
    }
    Running { ticket, progress, since: Instant::now() }
}

// Which threads get the processor first.

/// Lets the calling thread, which computes, come after the one that draws: otherwise a key waits until a computing thread
/// has used up its time slice. Only on Linux, where each thread has a priority of its own; elsewhere a process has one.
pub fn step_back() {
    /// A tenth of the time that another thread of the same session gets, where both want all of it.
    #[cfg(target_os = "linux")]
    const LOWER: i32 = 10;
    // A limit that forbids it costs some smoothness only.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(LOWER);
}

/// A pool for the thread that draws, which runs in its `install`: the jobs have the shared one for seconds, and whatever is computed
/// between two frames must not wait for them.
///
/// # Errors
/// When its threads cannot be started.
pub fn apart() -> Result<ThreadPool, ThreadPoolBuildError> {
    // As much stack as a main thread has.
    let named = ThreadPoolBuilder::new().thread_name(|_| "screen".to_owned());
    named.num_threads(rayon::current_num_threads()).stack_size(8 << 20).build()
}

/// No more heaps than threads that compute; the library would make eight times as many. Called before there are jobs.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn keep_few_heaps() {
    let heaps = thread::available_parallelism().map_or(2, |threads| threads.get().clamp(2, 16));
    // SAFETY: it takes two numbers, and counts for heaps that are yet to be made.
    unsafe { libc::mallopt(libc::M_ARENA_MAX, heaps as libc::c_int) };
}

/// Gives back what is free, at most twice a second: it takes some milliseconds.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn give_back() {
    use std::sync::Mutex;

    const PAUSE: Duration = Duration::from_millis(500);
    static LAST: Mutex<Option<Instant>> = Mutex::new(None);
    // Who finds it locked leaves it to the other.
    let Ok(mut last) = LAST.try_lock() else { return };
    if last.is_none_or(|last| last.elapsed() >= PAUSE) {
        // SAFETY: it takes a number, locks the heaps itself, and changes nothing that is in use.
        unsafe { libc::malloc_trim(0) };
        *last = Some(Instant::now());
    }
}

/// Other allocators do so by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn give_back() {}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn keep_few_heaps() {}
