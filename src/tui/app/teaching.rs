//! Lessons: begun, left, and their pages.

use super::App;
use crate::corpus::{ReadOptions, Source};
use crate::lessons::{Lesson, built_in};
use crate::tui::action::Action;
use crate::tui::classroom::keys::Act;
use crate::tui::shared::{Opening, Start};
use std::sync::Arc;

impl App {
    pub(super) fn teach(&mut self, act: Act) {
        match act {
            Act::List => self.open(Action::Classroom(Act::List)),
            Act::Take(number) => {
                let lesson = built_in().ok().and_then(|all| all.into_iter().nth(number.into()));
                if let Some(lesson) = lesson {
                    self.begin_lesson(lesson);
                }
            }
            Act::Leave => self.leave_lesson(),
            _ => self.classroom.act(&mut self.shared, act),
        }
    }

    /// Opens the corpus of a lesson with its first page; the corpus from before is remembered.
    fn begin_lesson(&mut self, lesson: Lesson) {
        let start = self.as_it_stands();
        let before = start.opening.before.clone().or_else(|| Some(Box::new(start.clone())));
        let opening = Opening {
            filter: String::new(),
            selected: None,
            screen: None,
            before,
            lesson: Some(Arc::new(lesson.clone())),
            ..start.opening
        };
        let options = ReadOptions { memory: start.options.memory, ..ReadOptions::default() };
        self.ask_to_open(Start {
            sources: vec![lesson.source],
            options,
            recipe: lesson.recipe,
            k: lesson.k,
            decisions: None,
            judgements: None,
            opening,
            ..start
        });
    }

    fn leave_lesson(&mut self) {
        if !self.classroom.is_open() {
            return self.shared.warn(("no lesson is open", "没有打开课程"));
        }
        let start = self.as_it_stands();
        let before = start.opening.before.clone().map(|before| *before);
        // A lesson of the command line was opened instead of the sample.
        let sample = || Start {
            sources: vec![Source::Builtin],
            recipe: Default::default(),
            k: 3,
            opening: Opening { lesson: None, selected: None, ..start.opening.clone() },
            ..start.clone()
        };
        let before = before.unwrap_or_else(sample);
        self.ask_to_open(Start { theme: start.theme, lang: start.lang, ..before });
    }
}
