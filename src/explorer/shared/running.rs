//! Which jobs run: started, overtaken, stopped; and what becomes of what they find.

use super::{Effect, Shared};
use crate::jobs::{Found, Job, Tell, Work};
use crate::wanted::{Fate, Wanted};
use simscope_core::progress::Progress;

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
            self.failed(work);
            return;
        }
        self.last_ticket += 1;
        self.tickets.insert(work, (self.last_ticket, fate));
        self.effects.push(Effect::Start(self.last_ticket, Job::new(work, run)));
    }

    /// Asks for a value of a state, if it is missing: a job computes it. `of` is where the value is kept.
    pub fn want<T: 'static, K, V>(
        &mut self,
        own: &mut T,
        of: fn(&mut T) -> &mut Wanted<K, V>,
        work: &'static Work,
        key: K,
        compute: impl FnOnce(&Progress) -> Option<V> + Send + 'static,
    ) where
        K: Clone + PartialEq + Send + 'static,
        V: Send + 'static,
    {
        let Some(fate) = of(own).ask(key.clone()) else { return };
        self.begin_for(fate, work, move |progress, _| {
            let value = compute(progress)?;
            Some(found(move |own: &mut T, _| of(own).put(key, value)))
        });
    }

    /// Cancels the job of a kind; what it still finds is dropped.
    pub fn abandon(&mut self, work: &'static Work) {
        self.tickets.remove(work);
        self.effects.push(Effect::Cancel(work));
    }

    /// Cancels the job of a kind, if there is one: its value does not come. Returns whether there was.
    pub fn stop(&mut self, work: &'static Work) -> bool {
        let ended = self.tickets.get(work).map(|(_, fate)| fate.end());
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
        self.tickets.contains_key(work)
    }

    /// Whether a report is of the newest job of its kind; others are of an older recipe, corpus, k or text.
    pub fn is_expected(&self, work: &'static Work, ticket: u64) -> bool {
        self.tickets.get(work).is_some_and(|(newest, _)| *newest == ticket)
    }

    /// The jobs that ran were stopped, and others begun up to this ticket: none is waited for. Returns which ran.
    pub fn leave_jobs(&mut self, last_ticket: u64) -> Vec<&'static Work> {
        self.last_ticket = last_ticket;
        self.tickets.keys().copied().collect()
    }

    /// A job has ended, perhaps because it failed.
    pub fn ended(&mut self, work: &'static Work, has_failed: bool) {
        if let Some((_, fate)) = self.tickets.remove(work).filter(|_| has_failed) {
            fate.end();
            self.failed(work);
        }
    }
}
