//! A second thread for a part of the vertices.
//!
//! A step takes some microseconds, so the two threads do not sleep in between but look for each other's word
//! in shared memory. Each writes only its own half, then raises its count of steps; the other reads after it
//! has seen the count (release and acquire).

use super::{Newcomer, Offer, Part};
use crate::hamming::Signature;
use std::array;
use std::hint;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::thread;

/// Calls `work` with a part that another thread keeps.
pub(super) fn with_helper<S: Signature, T>(
    mut part: impl Part<S> + Send,
    work: impl FnOnce(Helper<'_>) -> T,
) -> T {
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
                    signature: request.signature.get(),
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
    signature: Shared,
    vertex: AtomicU32,
    taken: AtomicBool,
}

/// What the helper offers.
#[derive(Default)]
#[repr(align(128))]
struct Answer {
    step: AtomicU64,
    signature: Shared,
    vertex: AtomicU32,
    parent: AtomicU32,
    weight: AtomicU8,
    /// 0 if there is no offer.
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

/// A part that another thread keeps.
pub(super) struct Helper<'a> {
    step: u64,
    request: &'a Request,
    answer: &'a Answer,
}

impl<S: Signature> Part<S> for Helper<'_> {
    fn begin(&mut self, newcomer: Newcomer<S>, taken: bool) {
        self.step += 1;
        self.request.signature.set(newcomer.signature);
        self.request.vertex.store(newcomer.vertex, Ordering::Relaxed);
        self.request.taken.store(taken, Ordering::Relaxed);
        self.request.step.store(self.step, Ordering::Release);
    }

    fn end(&mut self) -> Option<Offer<S>> {
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
