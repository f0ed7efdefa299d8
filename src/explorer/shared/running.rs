//! Which jobs run: started, overtaken, stopped.

use super::spark_output::reads_texts;
use super::{Effect, Shared};
use crate::jobs::{Job, Kind, Outcome, Tell};
use simscope_core::progress::Progress;

impl Shared {
    /// Starts a job, unless it reads texts and there are none. It supersedes the one of its kind, whose reports no longer count; see `Jobs::start`.
    pub fn begin(
        &mut self,
        kind: Kind,
        work: impl FnOnce(&Progress, Tell<'_>) -> Option<Outcome> + Send + 'static,
    ) {
        if self.lacks_texts() && reads_texts(kind) {
            self.refused.push(kind);
            return;
        }
        self.last_ticket += 1;
        self.tickets.insert(kind, self.last_ticket);
        self.effects.push(Effect::Start(self.last_ticket, Job::new(kind, work)));
    }

    /// Cancels the job of a kind; what it still finds is dropped.
    pub fn abandon(&mut self, kind: Kind) {
        self.tickets.remove(&kind);
        self.effects.push(Effect::Cancel(kind));
    }

    /// Cancels the job of a kind, if there is one. Returns whether there was.
    pub fn stop(&mut self, kind: Kind) -> bool {
        let runs = self.runs(kind);
        if runs {
            self.abandon(kind);
        }
        runs
    }

    /// Whether a job of that kind runs or waits.
    pub fn runs(&self, kind: Kind) -> bool {
        self.tickets.contains_key(&kind)
    }

    /// Whether a report is of the newest job of its kind; others are of an older recipe, corpus, k or text.
    pub fn is_expected(&self, kind: Kind, ticket: u64) -> bool {
        self.tickets.get(&kind) == Some(&ticket)
    }

    /// The jobs that ran were stopped, and others begun up to this ticket: none is waited for. Returns which ran.
    pub fn leave_jobs(&mut self, last_ticket: u64) -> Vec<Kind> {
        self.last_ticket = last_ticket;
        self.tickets.drain().map(|(kind, _)| kind).collect()
    }

    /// A job has ended.
    pub fn ended(&mut self, kind: Kind) {
        self.tickets.remove(&kind);
    }
}
