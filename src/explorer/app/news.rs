//! What jobs report, and what a frame lacked.

use super::App;
use crate::action::Screen;
use crate::jobs::{Kind, Outcome, Report};
use crate::surface::Areas;

impl App {
    /// Takes in a report, unless it is of an older job than the newest of its kind.
    pub fn report(&mut self, report: Report) {
        if !self.shared.is_expected(report.kind, report.ticket) {
            return;
        }
        match report.outcome {
            Outcome::End(panic) => {
                self.shared.ended(report.kind);
                if let Some(panic) = panic {
                    self.failed(report.kind, &panic);
                }
            }
            Outcome::Classroom(news) => self.classroom.take_news(&mut self.shared, news),
            outcome => self.screens.take_news(&mut self.shared, outcome),
        }
        self.classroom.set(&mut self.shared);
        self.follow();
        self.act_on();
        self.end_refused();
        self.end_reading();
    }

    fn failed(&mut self, kind: Kind, panic: &str) {
        self.fail(kind);
        self.shared.warn_of(format!("{kind:?}: {panic}"));
    }

    pub(super) fn fail(&mut self, kind: Kind) {
        self.shared.failed(kind);
        for screen in Screen::ALL {
            self.screens.at_mut(screen).failed(kind);
        }
        self.classroom.failed(kind);
    }

    /// Notes where the last frame drew what, and asks for what it lacked.
    pub fn drawn(&mut self, areas: Areas) {
        self.shared.areas = areas;
        for screen in Screen::ALL {
            self.screens.at_mut(screen).want(&mut self.shared);
        }
        self.classroom.want(&mut self.shared);
        if let Some(overlay) = &mut self.overlay {
            overlay.want(&mut self.shared, &self.screens);
        }
        self.end_refused();
    }

    /// What was not started for want of texts is not waited for.
    fn end_refused(&mut self) {
        for kind in self.shared.take_refused() {
            self.fail(kind);
        }
    }
}
