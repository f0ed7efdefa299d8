//! A lesson over the screens: its page, what was answered, and how much room it takes.

pub mod keys;
pub mod news;
mod view;

use super::action::{Action, Screen};
use super::jobs::{Kind, Outcome};
use super::shared::{Question, Shared, Stage};
use super::surface::{Paint, Phrase};
use crate::lessons::{Class, Grade, Lesson, Page, SCREENS, Shown};
use crate::tui::wanted::Wanted;
use keys::Act;
use news::{News, PageKey};
use ratatui::layout::Rect;
use std::collections::HashMap;
use std::sync::Arc;

/// Lines that one key scrolls.
const LINES: isize = 3;

/// The screen of that name.
fn screen_named(name: &str) -> Option<Screen> {
    Screen::ALL.into_iter().find(|screen| screen.name().0.eq_ignore_ascii_case(name))
}

/// How the room is shared with the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Room {
    /// The page below the screen.
    #[default]
    Below,
    /// The page alone.
    Whole,
    /// One line of the page.
    Line,
}

/// The lesson that is taken, if one is.
#[derive(Debug, Default)]
pub struct Classroom {
    lesson: Option<Arc<Lesson>>,
    page: usize,
    shown: Wanted<PageKey, Result<Shown, String>>,
    /// What was answered, by page: whether it was right, and what is said then.
    graded: HashMap<usize, Grade>,
    /// The first line shown.
    scroll: usize,
    room: Room,
    /// Whether the screen has still to be set as the page has it.
    is_to_be_set: bool,
}

impl Classroom {
    /// With this lesson, at its first page.
    pub fn with(lesson: Option<Arc<Lesson>>) -> Self {
        Self { is_to_be_set: lesson.is_some(), lesson, ..Self::default() }
    }

    pub fn is_open(&self) -> bool {
        self.lesson.is_some()
    }

    fn current(&self) -> Option<&Page> {
        self.lesson.as_ref().and_then(|lesson| lesson.pages.get(self.page))
    }

    /// Carries out what needs no other corpus.
    pub fn act(&mut self, shared: &mut Shared, act: Act) {
        let Some(lesson) = self.lesson.clone() else {
            return shared.warn(("no lesson is open; L lists them", "没有打开课程；按 L 列出课程"));
        };
        match act {
            Act::Turn(by) => match self.page.checked_add_signed(by.into()) {
                Some(page) if page < lesson.pages.len() => {
                    (self.page, self.scroll, self.is_to_be_set) = (page, 0, true);
                    self.set(shared);
                }
                Some(_) => shared
                    .warn(("this was the last page; L lists the lessons", "已是最后一页；按 L 列出课程")),
                None => shared.warn(("this is the first page", "已是第一页")),
            },
            Act::Scroll(by) => self.scroll = self.scroll.saturating_add_signed(isize::from(by) * LINES),
            Act::Fold => {
                self.room = match self.room {
                    Room::Below => Room::Whole,
                    Room::Whole => Room::Line,
                    Room::Line => Room::Below,
                };
            }
            Act::Answer => self.ask(shared),
            Act::List | Act::Take(_) | Act::Leave | Act::Type => {}
        }
    }

    fn ask(&self, shared: &mut Shared) {
        let Some(question) = self.current().and_then(|page| page.question.as_ref()) else {
            return shared.warn(("this page asks nothing; > turns it", "本页没有问题；按 > 翻页"));
        };
        let note = match question.choices.len() {
            0 => ("Enter answers · Esc leaves".to_owned(), "Enter 作答 · Esc 放弃".to_owned()),
            n => (
                format!("the number of an answer, 1 to {n} · Enter answers · Esc leaves"),
                format!("答案编号，1 到 {n} · Enter 作答 · Esc 放弃"),
            ),
        };
        shared.question = Some(Question::new(Act::Answer, ("answer: ", "答案："), note));
    }

    /// Takes an answer, to be graded.
    pub fn answer(&self, shared: &mut Shared, typed: &str) {
        let Some(lesson) = self.lesson.clone() else { return };
        let (corpus, page, lang, typed) =
            (shared.model.corpus.clone(), self.page, shared.lang, typed.to_owned());
        shared.begin(Kind::Lesson, move |_, _| {
            let question = lesson.pages[page].question.as_ref()?;
            let graded = Class::new(&corpus, lesson.recipe).grade(question, &typed, lang);
            Some(Outcome::Classroom(News::Graded(page, graded)))
        });
    }

    pub fn take_news(&mut self, shared: &mut Shared, news: News) {
        match news {
            News::Shown(key, shown) => self.shown.put(key, shown),
            News::Graded(page, Ok(grade)) => {
                const RIGHT: Phrase = ("right", "正确");
                const WRONG: Phrase =
                    ("not right; the answer stands below the question", "不对；答案在问题下方");
                if grade.is_right {
                    shared.say(RIGHT)
                } else {
                    shared.warn(WRONG)
                }
                self.graded.insert(page, grade);
                self.scroll = usize::MAX;
            }
            News::Graded(_, Err(what)) => shared.warn_of(what),
        }
    }

    /// Asks for the page, once the documents are there.
    pub fn want(&mut self, shared: &mut Shared) {
        let Some(lesson) = self.lesson.clone() else { return };
        if shared.model.stage == Stage::Reading {
            return;
        }
        let key = (self.page, shared.lang);
        if self.shown.is_missing(&key) {
            self.shown.ask(key);
            let corpus = shared.model.corpus.clone();
            shared.begin(Kind::Lesson, move |_, _| {
                let shown = Class::new(&corpus, lesson.recipe).page(&lesson.pages[key.0], key.1);
                Some(Outcome::Classroom(News::Shown(key, shown)))
            });
        }
    }

    /// Sets screen, document, k and bit as the page has them, once the documents are there.
    pub fn set(&mut self, shared: &mut Shared) {
        if !self.is_to_be_set || shared.model.stage == Stage::Reading {
            return;
        }
        let Some(page) = self.current().cloned() else { return };
        self.is_to_be_set = false;
        if let Some(id) = &page.select {
            let found = shared.model.corpus.iter().position(|document| document.id == *id);
            if let Some(document) = found.and_then(|at| u32::try_from(at).ok()) {
                shared.select_document(document);
            }
        }
        if let Some(k) = page.k {
            shared.then.push(Action::SetK(k));
        }
        if let Some(screen) = page.screen.and_then(|at| screen_named(SCREENS[at])) {
            shared.then.push(Action::Go(screen));
        }
        if let Some(bit) = page.bit {
            shared.then.push(Action::SetBit(bit));
        }
    }

    /// Parts the body of the screen: what is left of it, and the area of the page. A page that stands over no screen takes
    /// all of it.
    pub fn part(&self, shared: &Shared, body: Rect) -> (Option<Rect>, Option<Rect>) {
        let Some(page) = self.current() else { return (Some(body), None) };
        let is_whole = self.room == Room::Whole || page.screen.is_none() && self.room != Room::Line;
        if is_whole {
            return (None, Some(body));
        }
        let wanted = match self.room {
            Room::Line => 2,
            _ => (view::lines(self, shared, body.width).len() as u16).saturating_add(2),
        };
        // The screen is what the page speaks of, so it keeps the larger part.
        let of_screen = (body.height * 3 / 5).max(view::LEAST_OF_SCREEN);
        let least = if self.room == Room::Line { 2 } else { 5 };
        let most = body.height.saturating_sub(of_screen).max(least);
        let height = wanted.clamp(2, most.min(body.height));
        let top = Rect { height: body.height - height, ..body };
        (Some(top), Some(Rect { y: top.bottom(), height, ..body }))
    }

    pub fn view(&self, shared: &Shared, paint: &mut Paint<'_>, area: Rect) {
        view::view(self, shared, paint, area);
    }
}
