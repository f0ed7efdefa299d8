//! A second thread for a share of the vertices.
//!
//! A step takes microseconds, so the two threads do not sleep but poll shared memory. Each writes only its own
//! half and then increments its step counter; the other reads after it has seen the counter (release and
//! acquire).
//!
//! On a busy machine the two are seldom scheduled together, and a step takes as long as a time slice of other
//! processes. If waiting takes longer than working, one thread goes on alone with both shares; the tree is the
//! same.

use super::{Newcomer, Offer, Share};
use crate::hamming::Signature;
use std::array;
use std::hint;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Calls `work` with a share that another thread processes.
pub(super) fn with_helper<S: Signature, T, P: Share<S> + Send>(
    part: P,
    work: impl FnOnce(Helper<'_, P>) -> T,
) -> T {
    let (request, answer, part) = (Request::default(), Answer::default(), Mutex::new(part));
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut step = 0;
            loop {
                step += 1;
                if wait(&request.step, step) == OVER {
                    return;
                }
                let newcomer = Newcomer {
                    signature: request.signature.get(),
                    vertex: request.vertex.load(Ordering::Relaxed),
                };
                // Nobody else holds the lock, unless this thread was told to stop.
                let mut part = lock(&part);
                part.begin(newcomer, request.taken.load(Ordering::Relaxed));
                answer.put(part.end());
                answer.step.store(step, Ordering::Release);
            }
        });
        let now = Instant::now();
        let pace = Pace { began: now, working: Duration::ZERO, waiting: Duration::ZERO };
        work(Helper { step: 0, request: &request, answer: &answer, part: &part, pace, is_alone: false })
    })
}

fn lock<P>(part: &Mutex<P>) -> MutexGuard<'_, P> {
    part.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How the growing thread has spent its time lately.
struct Pace {
    /// Start of the last step.
    began: Instant,
    working: Duration,
    waiting: Duration,
}

impl Pace {
    /// Whether one thread alone, at twice the work, would be quicker; checked from time to time.
    fn is_lost(&mut self) -> bool {
        /// Long enough for many steps, short enough to lose little time.
        const WHILE: Duration = Duration::from_millis(200);
        if self.working + self.waiting < WHILE {
            return false;
        }
        let is_lost = self.waiting > self.working;
        (self.working, self.waiting) = (Duration::ZERO, Duration::ZERO);
        is_lost
    }
}

/// Step count that ends the helper.
const OVER: u64 = u64::MAX;

/// Waits until the step count is at least `step`, and returns it.
fn wait(count: &AtomicU64, step: u64) -> u64 {
    /// Polls before yielding the processor: the other thread may be waiting for one.
    const PATIENCE: u32 = 1 << 14;
    let mut looks = 0;
    loop {
        let now = count.load(Ordering::Acquire);
        if now >= step {
            return now;
        }
        looks += 1;
        if looks < PATIENCE { hint::spin_loop() } else { thread::yield_now() }
    }
}

/// Input of the helper; in its own cache lines, as is its result.
#[derive(Default)]
#[repr(align(128))]
struct Request {
    step: AtomicU64,
    signature: Shared,
    vertex: AtomicU32,
    taken: AtomicBool,
}

/// The helper's offer.
#[derive(Default)]
#[repr(align(128))]
struct Answer {
    step: AtomicU64,
    signature: Shared,
    vertex: AtomicU32,
    parent: AtomicU32,
    weight: AtomicU8,
    /// 0 without an offer.
    len: AtomicU32,
}

/// A signature of either width.
#[derive(Default)]
struct Shared([AtomicU64; 2]);

impl Shared {
    fn set(&self, signature: impl Signature) {
        for (shared, word) in self.0.iter().zip(signature.to_words()) {
            shared.store(word, Ordering::Relaxed);
        }
    }

    fn get<S: Signature>(&self) -> S {
        S::from_words(array::from_fn(|i| self.0[i].load(Ordering::Relaxed)))
    }
}

impl Answer {
    fn put(&self, offer: Option<Offer<impl Signature>>) {
        self.len.store(offer.map_or(0, |offer| offer.len), Ordering::Relaxed);
        if let Some(offer) = offer {
            self.signature.set(offer.newcomer.signature);
            self.vertex.store(offer.newcomer.vertex, Ordering::Relaxed);
            self.parent.store(offer.parent, Ordering::Relaxed);
            self.weight.store(offer.weight, Ordering::Relaxed);
        }
    }

    fn get<S: Signature>(&self) -> Option<Offer<S>> {
        let len = self.len.load(Ordering::Relaxed);
        (len > 0).then(|| Offer {
            newcomer: Newcomer {
                signature: self.signature.get(),
                vertex: self.vertex.load(Ordering::Relaxed),
            },
            parent: self.parent.load(Ordering::Relaxed),
            weight: self.weight.load(Ordering::Relaxed),
            len,
        })
    }
}

/// A share that another thread processes as long as this pays.
pub(super) struct Helper<'a, P> {
    step: u64,
    request: &'a Request,
    answer: &'a Answer,
    part: &'a Mutex<P>,
    pace: Pace,
    is_alone: bool,
}

impl<S: Signature, P: Share<S>> Share<S> for Helper<'_, P> {
    fn begin(&mut self, newcomer: Newcomer<S>, taken: bool) {
        if !self.is_alone && self.pace.is_lost() {
            self.is_alone = true;
            self.request.step.store(OVER, Ordering::Release);
        }
        if self.is_alone {
            lock(self.part).begin(newcomer, taken);
            return;
        }
        self.pace.began = Instant::now();
        self.step += 1;
        self.request.signature.set(newcomer.signature);
        self.request.vertex.store(newcomer.vertex, Ordering::Relaxed);
        self.request.taken.store(taken, Ordering::Relaxed);
        self.request.step.store(self.step, Ordering::Release);
    }

    fn end(&mut self) -> Option<Offer<S>> {
        if self.is_alone {
            return lock(self.part).end();
        }
        let ready = Instant::now();
        wait(&self.answer.step, self.step);
        self.pace.working += ready - self.pace.began;
        self.pace.waiting += ready.elapsed();
        self.answer.get()
    }
}

impl<P> Drop for Helper<'_, P> {
    /// Stops the other thread, also after a panic.
    fn drop(&mut self) {
        self.request.step.store(OVER, Ordering::Release);
    }
}
