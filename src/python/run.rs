//! Runs the library without the GIL: progress is shown and Ctrl-C is looked for while it computes.

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use simscope::analysis::{Phase, Watched};
use simscope::cli::Allocator;
use simscope::progress::Progress;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{mem, process, thread};

use super::Error;

/// How often progress is shown and signals are looked for.
const BEAT: Duration = Duration::from_millis(50);

/// The names of the phases, by [`Watching::phase`].
const PHASES: [(Phase, &str); 8] = [
    (Phase::CountingTerms, "counting terms"),
    (Phase::Signing, "signing"),
    (Phase::Searching, "searching"),
    (Phase::Comparing, "comparing"),
    (Phase::Measuring, "measuring"),
    (Phase::Weighing, "weighing"),
    (Phase::Confirming, "comparing the texts"),
    (Phase::Cleaning, "comparing texts"),
];

/// The progress of a call.
#[derive(Debug, Default)]
pub(super) struct Watching {
    progress: Progress,
    phase: AtomicU8,
}

impl Watched for Watching {
    fn during<T>(&self, phase: Phase, compute: impl FnOnce(&Progress) -> T) -> T {
        let number = PHASES.iter().position(|(one, _)| *one == phase).unwrap_or_default();
        self.phase.store(number as u8, Ordering::Relaxed);
        self.progress.during(phase, compute)
    }
}

impl Watching {
    /// Hands the phase, what is done and the total (0 while unknown) to a callable.
    fn show(&self, py: Python<'_>, bar: Option<&Py<PyAny>>) -> PyResult<()> {
        let Some(bar) = bar else { return Ok(()) };
        let (_, phase) = PHASES[usize::from(self.phase.load(Ordering::Relaxed))];
        bar.call1(py, (phase, self.progress.done(), self.progress.total())).map(drop)
    }
}

/// Runs a computation on the threads of simscope, without the GIL. Ctrl-C, and an error of `bar`, cancel it; then it returns
/// `None`, and the error is raised.
pub(super) fn detached<T: Send>(
    py: Python<'_>,
    bar: Option<&Py<PyAny>>,
    compute: impl FnOnce(&Watching) -> Option<T> + Send,
) -> PyResult<T> {
    // A process that is not ours does not end because no memory is left.
    Allocator::hand_over();
    let pool = pool().map_err(|error| Error::new_err(error.to_string()))?;
    let (watching, mut stopped) = (Watching::default(), None);
    let result = thread::scope(|scope| {
        let (done, mut is_done) = channel::<()>();
        let (watching, pool) = (&watching, &pool);
        let worker = scope.spawn(move || {
            let _done = done;
            pool.install(|| compute(watching))
        });
        let mut wait = || {
            let is_done = &mut is_done;
            py.detach(move || is_done.recv_timeout(BEAT))
        };
        while wait() == Err(RecvTimeoutError::Timeout) {
            if stopped.is_none()
                && let Err(error) = py.check_signals().and_then(|()| watching.show(py, bar))
            {
                watching.progress.cancel();
                stopped = Some(error);
            }
        }
        worker.join()
    });
    match (result, stopped) {
        (Err(panic), _) => resume_unwind(panic),
        (_, Some(error)) => Err(error),
        (Ok(Some(result)), None) => watching.show(py, bar).map(|()| result),
        (Ok(None), None) => Err(Error::new_err("cancelled")),
    }
}

/// The threads of this process: those of its parent are not there after a fork.
fn pool() -> Result<Arc<ThreadPool>, rayon::ThreadPoolBuildError> {
    static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);
    let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    match &*pool {
        Some((process, threads)) if *process == process::id() => Ok(threads.clone()),
        _ => {
            let threads = Arc::new(ThreadPoolBuilder::new().build()?);
            // Dropping the parent's would wait for its threads.
            mem::forget(pool.replace((process::id(), threads.clone())));
            Ok(threads)
        }
    }
}
