//! The running jobs: started, overtaken, stopped; and the delivery of their results.

use super::{Effect, Shared};
use crate::jobs::{Found, Job, Tell, Work};
use crate::wanted::{Fate, Wanted};
use simscope_core::progress::Progress;
use std::collections::HashMap;

/// What is to be done with something that a job found: in the state of type `T`, and in what all screens share.
pub type Apply<T> = Box<dyn FnOnce(&mut T, &mut Shared) + Send>;

/// Something found, for the state of type `T`.
pub fn found<T: 'static>(apply: impl FnOnce(&mut T, &mut Shared) + Send + 'static) -> Found {
    let apply: Apply<T> = Box::new(apply);
    Box::new(apply)
}

/// Something found, for what all screens share.
pub fn found_for_all(apply: impl FnOnce(&mut Shared) + Send + 'static) -> Found {
    found(|(): &mut (), shared| apply(shared))
}

/// The jobs that were started and have not ended.
#[derive(Debug)]
pub(super) struct Started {
    /// The newest job of each kind, with the flag that ends its value.
    tickets: HashMap<&'static Work, (u64, Fate)>,
    pub last_ticket: u64,
}

impl Started {
    /// None yet; the next one gets the ticket behind that.
    pub fn after(last_ticket: u64) -> Self {
        Self { tickets: HashMap::new(), last_ticket }
    }
}

impl Shared {
    /// Starts a job. It supersedes the one of its kind, whose reports no longer count; see `Jobs::start`.
    pub fn begin(
        &mut self,
        work: &'static Work,
        run: impl FnOnce(&Progress, Tell<'_>) -> Option<Found> + Send + 'static,
    ) {
        self.begin_for(Fate::default(), work, run);
    }

    /// Starts the job of a value that was asked for, unless it needs texts and there are none.
    pub fn begin_for(
        &mut self,
        fate: Fate,
        work: &'static Work,
        run: impl FnOnce(&Progress, Tell<'_>) -> Option<Found> + Send + 'static,
    ) {
        if work.needs_texts && self.lacks_texts() {
            fate.end();
            return self.failed(work);
        }
        self.started.last_ticket += 1;
        self.started.tickets.insert(work, (self.started.last_ticket, fate));
        self.asked.effects.push(Effect::Start(self.started.last_ticket, Job::new(work, run)));
    }

    /// Asks for a value, if it is missing: a job computes it.
    pub fn want<K: PartialEq, V: Send + Sync + 'static>(
        &mut self,
        wanted: &mut Wanted<K, V>,
        work: &'static Work,
        key: K,
        compute: impl FnOnce(&Progress) -> Option<V> + Send + 'static,
    ) {
        if !wanted.is_missing(&key) {
            return;
        }
        let (fate, slot) = wanted.ask_into(key);
        self.begin_for(fate, work, move |progress, _| {
            let value = compute(progress)?;
            // A slot is filled once.
            Some(found_for_all(move |_| drop(slot.set(value))))
        });
    }

    /// Cancels the job of a kind; what it still finds is dropped.
    pub fn abandon(&mut self, work: &'static Work) {
        self.started.tickets.remove(work);
        self.asked.effects.push(Effect::Cancel(work));
    }

    /// Cancels the job of a kind, if there is one: its value does not come. Returns whether there was.
    pub fn stop(&mut self, work: &'static Work) -> bool {
        let ended = self.started.tickets.get(work).map(|(_, fate)| fate.end());
        if ended.is_some() {
            self.abandon(work);
        }
        ended.is_some()
    }

    /// The same of several kinds. Returns whether there was any.
    pub fn stop_all<const N: usize>(&mut self, all: [&'static Work; N]) -> bool {
        all.map(|work| self.stop(work)).contains(&true)
    }

    /// Whether a job of that kind runs or waits.
    pub fn runs(&self, work: &'static Work) -> bool {
        self.started.tickets.contains_key(work)
    }

    /// Whether a report is of the newest job of its kind; others are of an older recipe, corpus, k or text.
    pub fn is_expected(&self, work: &'static Work, ticket: u64) -> bool {
        self.started.tickets.get(work).is_some_and(|(newest, _)| *newest == ticket)
    }

    /// The jobs that ran were stopped, and others begun up to this ticket: none is waited for. Returns which ran.
    pub fn leave_jobs(&mut self, last_ticket: u64) -> Vec<&'static Work> {
        self.started.last_ticket = last_ticket;
        self.started.tickets.keys().copied().collect()
    }

    /// A job has ended, perhaps because it failed.
    pub fn ended(&mut self, work: &'static Work, has_failed: bool) {
        if let Some((_, fate)) = self.started.tickets.remove(work).filter(|_| has_failed) {
            fate.end();
            self.failed(work);
        }
    }
}
