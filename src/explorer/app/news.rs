//! What jobs report, and what a frame lacked.

use super::App;
use crate::action::Screen;
use crate::classroom::Classroom;
use crate::jobs::{Found, Outcome, Report, Work};
use crate::shared::Apply;
use crate::surface::Areas;

impl App {
    /// Takes in a report, unless it is of an older job than the newest of its kind.
    pub fn report(&mut self, report: Report) {
        if !self.shared.is_expected(report.work, report.ticket) {
            return;
        }
        match report.outcome {
            Outcome::End(panic) => {
                self.ended(report.work, panic.is_some());
                if let Some(panic) = panic {
                    self.shared.warn_of(format!("{}: {panic}", report.work.name));
                }
            }
            Outcome::Found(found) => self.take(found),
        }
        self.classroom.set(&mut self.shared);
        self.follow();
        self.act_on();
        self.end_reading();
    }

    /// What was found goes to the state that it is for.
    fn take(&mut self, found: Found) {
        let Self { shared, screens, classroom, .. } = self;
        if let Err(found) = found.downcast::<Apply<()>>().map(|apply| apply(&mut (), shared))
            && let Err(found) = screens.take(shared, found)
            && let Ok(apply) = found.downcast::<Apply<Classroom>>()
        {
            apply(classroom, shared);
        }
    }

    /// A job has ended; what it was to bring does not come by itself if it failed.
    pub(super) fn ended(&mut self, work: &'static Work, has_failed: bool) {
        self.shared.ended(work, has_failed);
        if has_failed {
            self.classroom.failed(work);
        }
    }

    /// Notes the places of the last frame, and requests values that it lacked.
    pub fn drawn(&mut self, areas: Areas) {
        self.shared.drawn.areas = areas;
        for screen in Screen::ALL {
            self.screens.at_mut(screen).want(&mut self.shared);
        }
        self.classroom.want(&mut self.shared);
        if let Some(overlay) = &mut self.overlay {
            overlay.want(&mut self.shared, &self.screens);
        }
    }
}
