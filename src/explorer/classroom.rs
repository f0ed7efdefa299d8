//! A lesson over the screens: its page, what was answered, and how much room it takes.

mod view;

use super::action::{Action, Pane, Screen, steps};
use super::jobs::Work;
use super::shared::model::Generation;
use super::shared::{Question, Shared, Stage, found};
use super::surface::{Lang, Paint, Phrase};
use crate::surface::action::anatomy;
pub use crate::surface::action::classroom as keys;
use crate::wanted::Wanted;
use keys::Act;
use ratatui::layout::Rect;
use simscope_core::lessons::{Class, Grade, Known, Lesson, Page, SCREENS, Shown};
use std::collections::HashMap;
use std::sync::Arc;

/// A page of a lesson.
pub const LESSON: &Work = &Work::new("Lesson", ("computing the page", "计算页面")).cancellable();
/// An answer to its question.
const ANSWER: &Work = &Work::new("Answer", ("grading the answer", "批改答案"));

/// What a page follows from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct PageKey {
    /// Its place in the lesson.
    page: usize,
    lang: Lang,
}

/// Lines that one key scrolls.
const LINES: isize = 3;

/// The screen of that name.
fn screen_named(name: &str) -> Option<Screen> {
    // Lessons of teachers have the names of the screens that Pair and Anatomy came from.
    let name = match name {
        "compare" | "lab" => "pair",
        "steps" => "anatomy",
        name => name,
    };
    Screen::ALL.into_iter().find(|screen| screen.name().0.eq_ignore_ascii_case(name))
}

/// How large the page is beside the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum PageSize {
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
    /// What was computed of the corpus for one page serves the others: by the signatures.
    known: Option<(Generation, Arc<Known>)>,
    /// What was answered, by page, as it was typed.
    answered: HashMap<usize, String>,
    /// Whether it was right, and what is said then.
    graded: HashMap<PageKey, Grade>,
    /// The first line shown; one beyond the last of them is that one.
    scroll: usize,
    size: PageSize,
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

    /// The lesson was opened again, with its corpus: page and answers are those from before.
    pub fn go_on(&mut self, before: Classroom) {
        let is_same = match (&self.lesson, &before.lesson) {
            (Some(own), Some(of_before)) => Arc::ptr_eq(own, of_before),
            _ => false,
        };
        if is_same {
            let Self { page, answered, size, .. } = before;
            *self = Self { page, answered, size, is_to_be_set: false, ..Self::with(self.lesson.take()) };
        }
    }

    fn current(&self) -> Option<&Page> {
        self.lesson.as_ref().and_then(|lesson| lesson.pages.get(self.page))
    }

    /// Carries out what needs no other corpus.
    pub fn act(&mut self, shared: &mut Shared, act: Act) {
        let Some(lesson) = self.lesson.clone() else {
            let list = shared.key(Act::List);
            return shared.warn((
                format!("no lesson is open; {list} lists them"),
                format!("没有打开课程；按 {list} 列出课程"),
            ));
        };
        if matches!(act, Act::Turn(_) | Act::Answer) && self.size == PageSize::Line {
            self.size = PageSize::Below;
        }
        match act {
            Act::Turn(by) => match self.page.checked_add_signed(by.into()) {
                Some(page) if page < lesson.pages.len() => {
                    (self.page, self.scroll, self.is_to_be_set) = (page, 0, true);
                    self.set(shared);
                }
                Some(_) => {
                    let list = shared.key(Act::List);
                    shared.warn((
                        format!("this was the last page; {list} lists the lessons"),
                        format!("已是最后一页；按 {list} 列出课程"),
                    ));
                }
                None => shared.warn(("this is the first page", "已是第一页")),
            },
            Act::Scroll(by) => {
                self.scroll(shared, 0);
                let before = self.scroll;
                self.scroll(shared, isize::from(by) * LINES);
                if self.scroll == before {
                    shared.warn(match by {
                        ..0 => ("this is the top of the page", "已是本页开头"),
                        _ => ("this is the end of the page", "已是本页末尾"),
                    });
                }
            }
            Act::Fold => {
                let (size, what) = match self.size {
                    PageSize::Below => (PageSize::Whole, ("the page alone", "只显示页面")),
                    PageSize::Whole => {
                        (PageSize::Line, ("the screen, and one line of the page", "屏幕，及页面的一行"))
                    }
                    PageSize::Line => {
                        (PageSize::Below, ("the screen, and the page below it", "屏幕，下方为页面"))
                    }
                };
                self.size = size;
                shared.say(what);
            }
            Act::Answer => self.ask(shared),
            Act::List | Act::Take(_) | Act::Leave | Act::Type => {}
        }
    }

    /// Scrolls by lines, as far as the last frame has some above or below.
    pub fn scroll(&mut self, shared: &Shared, by: isize) {
        let last = shared.area_of(Pane::Lesson).map_or(0, |area| {
            let lines = view::lines(self, shared, area.width).len();
            lines.saturating_sub(usize::from(area.height.saturating_sub(2)))
        });
        self.scroll = self.scroll.min(last).saturating_add_signed(by).min(last);
    }

    fn ask(&self, shared: &mut Shared) {
        let Some(question) = self.current().and_then(|page| page.question.as_ref()) else {
            let next = shared.key(Act::Turn(1));
            return shared.warn((
                format!("this page asks nothing; {next} turns it"),
                format!("本页没有问题；按 {next} 翻页"),
            ));
        };
        let note = match question.choices.len() {
            0 => ("Enter answers · Esc leaves".to_owned(), "Enter 作答 · Esc 放弃".to_owned()),
            n => (
                format!("the number of an answer, 1 to {n} · Enter answers · Esc leaves"),
                format!("答案编号，1 到 {n} · Enter 作答 · Esc 放弃"),
            ),
        };
        shared.asked.question = Some(Question::new(Act::Answer, ("answer: ", "答案："), note));
    }

    /// Takes an answer, to be graded.
    pub fn answer(&mut self, shared: &mut Shared, typed: &str) {
        self.graded.retain(|of, _| of.page != self.page);
        self.answered.insert(self.page, typed.to_owned());
        self.grade(shared);
    }

    fn key(&self, shared: &Shared) -> PageKey {
        PageKey { page: self.page, lang: shared.lang }
    }

    /// What is known of this corpus.
    fn known(&mut self, shared: &Shared) -> Arc<Known> {
        let of = shared.model.generation();
        match &self.known {
            Some((known_of, known)) if *known_of == of => known.clone(),
            _ => self.known.insert((of, Arc::default())).1.clone(),
        }
    }

    /// Grades the answer on this page again, as its explanation is in the language of the explorer.
    fn grade(&mut self, shared: &mut Shared) {
        let key = self.key(shared);
        let (Some(lesson), Some(typed)) = (self.lesson.clone(), self.answered.get(&self.page).cloned())
        else {
            return;
        };
        let (corpus, known) = (shared.model.corpus.clone(), self.known(shared));
        shared.begin(ANSWER, move |progress, _| {
            let question = lesson.pages[key.page].question.as_ref()?;
            let class = Class::watched(&corpus, lesson.recipe, progress).knowing(known);
            let graded = class.grade(question, &typed, key.lang);
            let take = move |own: &mut Self, shared: &mut Shared| own.take_graded(shared, key, graded);
            (!progress.is_cancelled()).then(|| found(take))
        });
    }

    /// An answer on this page was graded.
    fn take_graded(&mut self, shared: &mut Shared, key: PageKey, graded: Result<Grade, String>) {
        match graded {
            Ok(grade) if self.graded.keys().any(|of| of.page == key.page) => {
                // Only its language is another one.
                self.graded.insert(key, grade);
            }
            Ok(grade) if !grade.is_answer => {
                self.answered.remove(&key.page);
                let choices =
                    self.lesson.as_ref().and_then(|lesson| lesson.pages.get(key.page)?.question.as_ref());
                shared.warn(match choices.map_or(0, |question| question.choices.len()) {
                    0 => (
                        "a number, please: the question is still open".to_owned(),
                        "请输入数字；仍可作答".to_owned(),
                    ),
                    n => (
                        format!("a number from 1 to {n}, please: the question is still open"),
                        format!("请输入 1 到 {n} 的编号；仍可作答"),
                    ),
                });
            }
            Ok(grade) => {
                const RIGHT: Phrase = ("right", "正确");
                const WRONG: Phrase =
                    ("not right; the answer stands below the question", "不对；答案在问题下方");
                if grade.is_right {
                    shared.say(RIGHT)
                } else {
                    shared.warn(WRONG)
                }
                self.graded.insert(key, grade);
                if key.page == self.page {
                    self.scroll = usize::MAX;
                }
            }
            Err(what) => {
                self.answered.remove(&key.page);
                shared.warn_of(what);
            }
        }
    }

    /// A job failed: an answer is not graded again by itself.
    pub fn failed(&mut self, work: &'static Work) {
        if work == ANSWER {
            let graded = &self.graded;
            self.answered.retain(|page, _| graded.keys().any(|of| of.page == *page));
        }
    }

    /// Computes a page that was cancelled, or failed, once more. Returns whether there is one.
    pub fn resume(&mut self) -> bool {
        self.shown.retry()
    }

    /// Asks for the page, once the documents are there.
    pub fn want(&mut self, shared: &mut Shared) {
        let Some(lesson) = self.lesson.clone() else { return };
        if shared.model.stage == Stage::Reading {
            return;
        }
        let key = self.key(shared);
        let (corpus, known) = (shared.model.corpus.clone(), self.known(shared));
        shared.want(&mut self.shown, LESSON, key, move |progress| {
            let class = Class::watched(&corpus, lesson.recipe, progress).knowing(known);
            let shown = class.page(&lesson.pages[key.page], key.lang);
            (!progress.is_cancelled()).then_some(shown)
        });
        let is_graded = self.graded.contains_key(&key) || !self.answered.contains_key(&key.page);
        if !is_graded && !shared.runs(ANSWER) {
            self.grade(shared);
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
            shared.asked.then.push(Action::SetK(k));
        }
        if let Some(screen) = page.screen.and_then(|at| screen_named(SCREENS[at])) {
            shared.asked.then.push(Action::Go(screen));
            if SCREENS[page.screen.unwrap_or(0)] == "steps" {
                shared.asked.then.push(steps::Act::Play.into());
            }
        }
        if let Some(bit) = page.bit {
            // Where not all panes have room, that of the bits is shown.
            shared.asked.then.push(Action::Focus(Pane::Anatomy(anatomy::Pane::Sums)));
            shared.asked.then.push(Action::SetBit(bit));
        }
    }

    /// Parts the body of the screen: what is left of it, and the area of the page. A page that stands over no screen takes
    /// all of it.
    pub fn part(&self, shared: &Shared, body: Rect) -> (Option<Rect>, Option<Rect>) {
        let Some(page) = self.current() else { return (Some(body), None) };
        let is_whole = self.size == PageSize::Whole || page.screen.is_none() && self.size != PageSize::Line;
        if is_whole {
            return (None, Some(body));
        }
        let wanted = match self.size {
            PageSize::Line => 2,
            _ => (view::lines(self, shared, body.width).len() as u16).saturating_add(2),
        };
        // The screen is what the page speaks of, so it keeps the larger part.
        let of_screen = (body.height * 3 / 5).max(view::LEAST_OF_SCREEN);
        let least = if self.size == PageSize::Line { 2 } else { 5 };
        let most = body.height.saturating_sub(of_screen).max(least);
        let height = wanted.clamp(2, most.min(body.height));
        let top = Rect { height: body.height - height, ..body };
        (Some(top), Some(Rect { y: top.bottom(), height, ..body }))
    }

    pub fn view(&self, shared: &Shared, paint: &mut Paint<'_>, area: Rect) {
        view::view(self, shared, paint, area);
    }
}
