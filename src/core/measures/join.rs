//! All pairs of texts that share at least so much, whatever their signatures: an exact join of their sets of shingles.
//!
//! Texts with the same set are one class, and classes are joined. Each pair of classes is found by its owner, the later one
//! in the order of their sizes; so the owners can be taken in any order, and those of a uniform sample find an unbiased
//! part of all pairs. docs/ADVICE.md says what it costs.

mod classes;
mod heavy;
mod plain;
mod rounds;

pub use rounds::ROUNDS;

use super::lists::Lists;
use super::sets::Sets;
use super::{Measure, Weights};
use crate::progress::Progress;
use classes::Classes;
use heavy::Heavy;
use plain::Plain;
use rayon::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Owners that one thread takes at once, at most.
const BLOCK: usize = 64;

/// Documents of a large class, at least.
const LARGE: usize = 2;

/// At most one owner in this number is large.
const LARGE_OF: usize = 16;

/// Work of the owners whose pairs are held at once when pairs are streamed.
const PORTION: u64 = 1 << 21;

/// The value of a pair as a fraction, which loses nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ratio {
    /// What both texts have: shingles, or their weight.
    pub part: u64,
    /// What one of them has.
    pub whole: u64,
}

impl Ratio {
    /// Of two texts with the same shingles.
    pub const ONE: Self = Self { part: 1, whole: 1 };

    /// The value of the measure.
    pub fn value(self) -> f64 {
        self.part as f64 / self.whole as f64
    }

    /// ⌊100 · value⌋.
    pub fn hundredths(self) -> u8 {
        (100 * self.part / self.whole) as u8
    }
}

/// What the pairs of classes are handed to.
pub trait Sink: Send {
    /// All pairs of a document of class `a` with one of class `b` have this value. Of one class with itself, each pair counts
    /// once.
    fn take(&mut self, a: u32, b: u32, ratio: Ratio);
}

impl Sink for Vec<(u32, u32, Ratio)> {
    fn take(&mut self, a: u32, b: u32, ratio: Ratio) {
        self.push((a, b, ratio));
    }
}

/// Texts made ready for a join.
///
/// While it is made, it holds 8 bytes for each shingle of each text, and 4 for each that several texts have; then the latter and
/// up to 4 more. While it joins, each thread has 2 to 8 bytes for each text and a bit for each different shingle.
#[derive(Debug)]
pub struct Join {
    classes: Classes,
    finder: Box<dyn Finder>,
}

/// What finds the pairs of an owner.
trait Finder: Send + Sync + std::fmt::Debug {
    fn worker(&self) -> Box<dyn Worker + '_>;
    /// At how many entries of lists a worker looks for an owner, at most.
    fn work(&self, owner: u32) -> u64;
    /// How alike two different classes are, if that is enough.
    fn ratio(&self, a: u32, b: u32) -> Option<Ratio>;
    /// Of each class the shingles that others have, too.
    fn shingles(&self) -> &Lists;
    /// The share of the shingles that are in too many texts to weigh anything in the weighted measure.
    fn frames(&self) -> f64;
}

/// What one thread needs for that.
trait Worker: Send {
    /// Hands on the earlier classes that the owner is alike to, with how alike they are.
    fn find(&mut self, owner: u32, on: &mut dyn FnMut(u32, Ratio));
}

/// A pair of documents with its value.
pub type Valued = (u32, u32, f64);

impl Join {
    /// Whether pairs of this measure can be joined: `jaccard` and `weighted`.
    pub fn can(measure: Measure) -> bool {
        matches!(measure, Measure::Jaccard(_) | Measure::Weighted(_))
    }

    /// For the pairs of these texts whose value is at least this many hundredths (1 to 100). `None` when cancelled, or for a
    /// measure that cannot be joined. Advances by texts, then by stretches.
    pub fn of(measure: Measure, hundredths: u8, texts: &[&str], progress: &Progress) -> Option<Self> {
        let hundredths = u64::from(hundredths.clamp(1, 100));
        let (Measure::Jaccard(shingles) | Measure::Weighted(shingles)) = measure else { return None };
        let sets = Sets::cut(shingles, texts, progress)?;
        let classes = Classes::of(&sets);
        let finder: Box<dyn Finder> = match measure {
            Measure::Weighted(_) => {
                let weights = Weights::of_sets(shingles, &sets, progress)?;
                Box::new(Heavy::new(sets, &classes, weights, hundredths))
            }
            _ => Box::new(Plain::new(sets, &classes, hundredths, progress)?),
        };
        Some(Self { classes, finder })
    }

    /// How many classes of texts with the same shingles there are. Each owns pairs.
    pub fn owners(&self) -> usize {
        self.classes.len()
    }

    /// How many texts there are.
    pub fn texts(&self) -> usize {
        self.classes.texts()
    }

    /// The documents of a class, ascending.
    pub fn documents(&self, class: u32) -> &[u32] {
        self.classes.documents(class)
    }

    /// The class of each text.
    pub fn class_of(&self) -> Vec<u32> {
        let mut class_of = vec![0; self.texts()];
        for class in 0..self.owners() as u32 {
            self.documents(class).iter().for_each(|&document| class_of[document as usize] = class);
        }
        class_of
    }

    /// Whether the texts of a class have no shingles. Nothing is known of such texts, so they make no pairs.
    pub fn is_blank(&self, class: u32) -> bool {
        self.classes.is_blank(class)
    }

    /// The share of all shingles that are in too many texts to weigh anything in the weighted measure.
    pub fn frames(&self) -> f64 {
        self.finder.frames()
    }

    /// The work of these owners; 10⁷ take a third of a second on one processor, or half in a very large corpus. The pairs that
    /// they find come on top.
    pub fn work(&self, owners: impl IntoIterator<Item = u32>) -> u64 {
        owners.into_iter().map(|owner| self.finder.work(owner)).sum()
    }

    /// How alike two different classes are, if that is enough.
    pub fn ratio(&self, a: u32, b: u32) -> Option<Ratio> {
        self.finder.ratio(a, b)
    }

    /// The work of [`Join::ratio`], about.
    pub fn work_of_a_ratio(&self) -> u64 {
        10 + self.finder.shingles().mean() / 4
    }

    /// The owners with the most documents, ascending: a sample without them would say little of their pairs. They are few.
    pub fn large(&self) -> Vec<u32> {
        let size = |owner: u32| self.documents(owner).len();
        let mut large: Vec<u32> = (0..self.owners() as u32)
            .filter(|&owner| size(owner) >= LARGE && !self.is_blank(owner))
            .collect();
        large.sort_by_key(|&owner| std::cmp::Reverse(size(owner)));
        large.truncate(self.owners().div_ceil(LARGE_OF));
        large.sort_unstable();
        large
    }

    /// The owners but the large ones in [`ROUNDS`] parts of about the same size; each part is a random sample of them, with as many
    /// small texts and as many large ones as any other. The same seed gives the same parts.
    pub fn rounds(&self, seed: u64) -> Vec<Vec<u32>> {
        let large = self.large();
        let others = (0..self.owners() as u32).filter(|owner| large.binary_search(owner).is_err());
        rounds::of(&others.collect::<Vec<u32>>(), seed)
    }

    /// Hands the pairs of classes of these owners to sinks, one for each thread; more are made where there are too few. First comes
    /// each class with itself, where it has several documents. `None` when cancelled. Advances by owners.
    pub fn each<S: Sink>(
        &self,
        owners: &[u32],
        sinks: &mut Vec<S>,
        new: impl Fn() -> S + Sync,
        progress: &Progress,
    ) -> Option<()> {
        let kept = Mutex::new(std::mem::take(sinks));
        let idle: Mutex<Vec<(Box<dyn Worker + '_>, S)>> = Mutex::default();
        let begin = || {
            let sink = locked(&kept).pop().unwrap_or_else(&new);
            (self.finder.worker(), sink)
        };
        let block = owners.len().div_ceil(4 * rayon::current_num_threads()).clamp(1, BLOCK);
        owners.par_chunks(block).with_max_len(1).for_each(|owners| {
            if progress.is_cancelled() {
                return;
            }
            let ready = locked(&idle).pop();
            let (mut worker, mut sink) = ready.unwrap_or_else(begin);
            for &owner in owners {
                if self.documents(owner).len() > 1 && !self.is_blank(owner) {
                    sink.take(owner, owner, Ratio::ONE);
                }
                worker.find(owner, &mut |class, ratio| sink.take(owner, class, ratio));
            }
            progress.advance(owners.len() as u64);
            locked(&idle).push((worker, sink));
        });
        sinks.extend(locked(&kept).drain(..));
        sinks.extend(locked(&idle).drain(..).map(|(_, sink)| sink));
        (!progress.is_cancelled()).then_some(())
    }

    /// Hands over every pair of documents, the smaller number first, by owner and in an order that depends on the texts only.
    /// `Ok(None)` when cancelled. Advances by owners.
    ///
    /// # Errors
    /// That of `on`, at once.
    pub fn stream<E>(
        &self,
        progress: &Progress,
        mut on: impl FnMut(Valued) -> Result<(), E>,
    ) -> Result<Option<()>, E> {
        let done = self.stream_classes(progress, |a, b, ratio| {
            for &first in self.documents(a) {
                // A class of many documents has very many pairs.
                if progress.is_cancelled() {
                    break;
                }
                for &second in self.documents(b).iter().filter(|&&second| a != b || first < second) {
                    on((first.min(second), first.max(second), ratio.value()))?;
                }
            }
            Ok(())
        })?;
        Ok(done.filter(|()| !progress.is_cancelled()))
    }

    /// Hands over every pair of classes, and each class with itself where it has several documents, in an order that depends on the
    /// texts only. Holds the pairs of some owners at once, 100 MB at most unless one owner has more. `Ok(None)` when cancelled.
    /// Advances by owners.
    ///
    /// # Errors
    /// That of `on`, at once.
    pub fn stream_classes<E>(
        &self,
        progress: &Progress,
        mut on: impl FnMut(u32, u32, Ratio) -> Result<(), E>,
    ) -> Result<Option<()>, E> {
        progress.restart();
        progress.expect(self.owners() as u64);
        let mut next = 0;
        while (next as usize) < self.owners() {
            let (first, mut work) = (next, 0);
            while (next as usize) < self.owners() && work < PORTION {
                work += 1 + self.finder.work(next);
                next += 1;
            }
            let (owners, mut found): (Vec<u32>, _) = ((first..next).collect(), Vec::new());
            if self.each(&owners, &mut found, Vec::new, progress).is_none() {
                return Ok(None);
            }
            let mut found = found.concat();
            found.sort_unstable_by_key(|&(a, b, _)| (a, b));
            found.into_iter().try_for_each(|(a, b, ratio)| on(a, b, ratio))?;
        }
        Ok(Some(()))
    }
}

/// Locks a mutex. Poisoning is ignored, because a panic ends the join.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
