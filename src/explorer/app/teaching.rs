//! Lessons: begun, left, and their pages.

use super::App;
use crate::action::Screen;
use crate::action::classroom::Act;
use crate::overlays::{Lessons, Overlay};
use crate::shared::opened::id_of_typed;
use crate::shared::{Opening, Question, Start};
use simscope_core::corpus::Source;
use simscope_core::lessons::{HandMade, Lesson, built_in};
use simscope_core::recipe::Tokenizer;
use std::sync::Arc;

impl App {
    pub(super) fn teach(&mut self, act: Act) {
        match act {
            Act::List => self.overlay = Some(Overlay::Lessons(Lessons::new(self.classroom.marks()))),
            Act::Take(number, path) => {
                self.classroom.path = path;
                if let Some(lesson) = built_in().ok().and_then(|all| all.into_iter().nth(number.into())) {
                    self.begin_lesson(lesson);
                }
            }
            Act::Leave => self.leave_lesson(),
            Act::Type => {
                let leave = self.shared.key(Act::Leave);
                let note = both!(
                    "its features, sums and signature are shown; {leave} goes back · Enter takes it · Esc leaves",
                    "显示其特征、累加值和签名；按 {leave} 返回 · Enter 确定 · Esc 放弃"
                );
                self.shared.asked.question = Some(Question::new(act, ("text: ", "文本："), note));
            }
            _ => {
                self.classroom.act(&mut self.shared, act);
                // A turned page stands over the documents of its lesson, not over a text that was typed beside it.
                if let (Act::Turn(_), Some(lesson)) = (act, self.lesson_beside()) {
                    self.begin_lesson(lesson);
                }
            }
        }
    }

    /// The lesson beside which a text was typed.
    fn lesson_beside(&self) -> Option<Lesson> {
        let start = &self.shared.start;
        start.lesson.as_deref().filter(|_| !start.opening.typed.is_empty()).cloned()
    }

    /// Opens the corpus of a lesson with its first page; the corpus from before is remembered.
    fn begin_lesson(&mut self, lesson: Lesson) {
        let start = self.as_it_stands();
        // From one lesson to another: what was open before the first one.
        let own = start.lesson.is_none().then(|| Box::new(start.clone()));
        let before = start.before.clone().or(own);
        let mut start = start.of_others(vec![lesson.source.clone()]);
        start.opening.screen = None;
        let (recipe, k) = (lesson.recipe, lesson.k);
        self.ask_to_open(Start { recipe, k, before, lesson: Some(Arc::new(lesson)), ..start });
    }

    /// Opens the texts that were typed so far, and this one, as a corpus; the corpus from before is remembered. Rows with weights
    /// and hashes have a recipe of their own, and a text after them that of the corpus: another recipe begins a new corpus.
    pub(super) fn open_typed(&mut self, text: &str) {
        let start = self.as_it_stands();
        let is_lesson = start.lesson.is_some();
        let before = start.before.clone().or_else(|| (!is_lesson).then(|| Box::new(start.clone())));
        let rows = HandMade::of_line(text);
        let kept = match before.as_ref().map(|before| before.recipe) {
            Some(recipe) if start.recipe.tokenizer == Tokenizer::Rows && rows.is_none() => recipe,
            _ => start.recipe,
        };
        let (recipe, text) = rows.unwrap_or_else(|| (kept, text.to_owned()));
        let mut typed = start.opening.typed.clone();
        if recipe != start.recipe {
            typed.clear();
        }
        typed.push(text);
        // A lesson waits, with its page.
        let start = start.of_others(Vec::new());
        let (selected, screen) = (Some(id_of_typed(typed.len())), Screen::Anatomy.number());
        let opening = Opening { selected, screen, typed, ..start.opening };
        self.ask_to_open(Start { recipe, before, opening, ..start });
    }

    fn leave_lesson(&mut self) {
        if let Some(lesson) = self.lesson_beside() {
            return self.begin_lesson(lesson);
        }
        if !self.classroom.is_open() && self.shared.start.before.is_none() {
            return self.shared.warn(("no lesson is open", "没有打开课程"));
        }
        self.ask_to_open(self.before_lesson());
    }

    /// What is opened instead of a lesson whose corpus cannot be read.
    pub fn instead_of_lesson(&self) -> Option<Start> {
        self.classroom.is_open().then(|| self.before_lesson())
    }

    /// What was open before the lesson.
    fn before_lesson(&self) -> Start {
        let start = self.as_it_stands();
        let before = start.before.clone().map(|before| *before);
        // A lesson of the command line was opened instead of the sample.
        let sample = || Start {
            sources: vec![Source::Builtin],
            recipe: Default::default(),
            k: 3,
            lesson: None,
            opening: Opening { typed: Vec::new(), selected: None, screen: None, ..start.opening.clone() },
            ..start.clone()
        };
        Start { theme: start.theme, lang: start.lang, ..before.unwrap_or_else(sample) }
    }
}
