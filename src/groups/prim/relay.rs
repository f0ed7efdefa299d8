//! A second thread for a part of the vertices.
//!
//! A step takes some microseconds, so the two threads do not sleep in between but look for each other's word
//! in shared memory. Each writes only its own half, then raises its count of steps; the other reads after it
//! has seen the count (release and acquire).

use super::{Newcomer, Offer, Part};
use std::hint;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::thread;

/// Calls `work` with a part that another thread keeps.
pub(super) fn with_helper<T>(mut part: impl Part + Send, work: impl FnOnce(Helper<'_>) -> T) -> T {
    let (request, answer) = (Request::default(), Answer::default());
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut step = 0;
            loop {
                step += 1;
                if wait(&request.step, step) == OVER {
                    return;
                }
                let newcomer = Newcomer {
                    signature: request.signature.load(Ordering::Relaxed),
                    vertex: request.vertex.load(Ordering::Relaxed),
                };
                part.begin(newcomer, request.taken.load(Ordering::Relaxed));
                answer.put(part.end());
                answer.step.store(step, Ordering::Release);
            }
        });
        work(Helper { step: 0, request: &request, answer: &answer })
    })
}

/// Count of steps that says that there will be no more.
const OVER: u64 = u64::MAX;

/// Waits until the count of steps is `step` or more, and tells it.
fn wait(count: &AtomicU64, step: u64) -> u64 {
    /// Looks before the processor is left to others for a while: the other thread may wait for one.
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

/// What the helper is told; in cache lines of its own, as is the answer.
#[derive(Default)]
#[repr(align(128))]
struct Request {
    step: AtomicU64,
    signature: AtomicU64,
    vertex: AtomicU32,
    taken: AtomicBool,
}

/// What the helper offers.
#[derive(Default)]
#[repr(align(128))]
struct Answer {
    step: AtomicU64,
    signature: AtomicU64,
    vertex: AtomicU32,
    parent: AtomicU32,
    weight: AtomicU8,
    /// 0 if there is no offer.
    len: AtomicU32,
}

impl Answer {
    fn put(&self, offer: Option<Offer>) {
        self.len.store(offer.map_or(0, |offer| offer.len), Ordering::Relaxed);
        if let Some(offer) = offer {
            self.signature.store(offer.newcomer.signature, Ordering::Relaxed);
            self.vertex.store(offer.newcomer.vertex, Ordering::Relaxed);
            self.parent.store(offer.parent, Ordering::Relaxed);
            self.weight.store(offer.weight, Ordering::Relaxed);
        }
    }

    fn get(&self) -> Option<Offer> {
        let len = self.len.load(Ordering::Relaxed);
        (len > 0).then(|| Offer {
            newcomer: Newcomer {
                signature: self.signature.load(Ordering::Relaxed),
                vertex: self.vertex.load(Ordering::Relaxed),
            },
            parent: self.parent.load(Ordering::Relaxed),
            weight: self.weight.load(Ordering::Relaxed),
            len,
        })
    }
}

/// A part that another thread keeps.
pub(super) struct Helper<'a> {
    step: u64,
    request: &'a Request,
    answer: &'a Answer,
}

impl Part for Helper<'_> {
    fn begin(&mut self, newcomer: Newcomer, taken: bool) {
        self.step += 1;
        self.request.signature.store(newcomer.signature, Ordering::Relaxed);
        self.request.vertex.store(newcomer.vertex, Ordering::Relaxed);
        self.request.taken.store(taken, Ordering::Relaxed);
        self.request.step.store(self.step, Ordering::Release);
    }

    fn end(&mut self) -> Option<Offer> {
        wait(&self.answer.step, self.step);
        self.answer.get()
    }
}

impl Drop for Helper<'_> {
    /// Lets the other thread go, also after a panic.
    fn drop(&mut self) {
        self.request.step.store(OVER, Ordering::Release);
    }
}
