//! A lesson over the screens: its page, what was answered, and how much room it takes.

mod progress;
mod setting;
mod view;

use super::jobs::Work;
use super::shared::{Question, Shared, Stage, found};
use super::surface::{Lang, Paint};
use crate::action::{Action, Towards};
pub use crate::surface::action::classroom as keys;
use crate::wanted::Wanted;
use keys::Act;
use progress::Progress;
pub use progress::{Mark, PATHS};
use ratatui::layout::Rect;
use simscope_core::corpus::Corpus;
use simscope_core::lessons::{Block, Class, Grade, Known, Lesson, Page, SCREENS, Shown};
use std::collections::HashMap;
use std::sync::Arc;
use view::Of;

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

/// The screens that speak of k.
const OF_K: [&str; 3] = ["threshold", "matrix", "index"];

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
    /// The path of lessons that is followed.
    pub path: Option<u8>,
    /// How far it was taken, and the others before it, by id.
    progress: Progress,
    others: HashMap<String, Progress>,
    shown: Wanted<PageKey, Result<Shown, String>>,
    /// The documents of the lesson: those of the explorer may be texts that were typed beside it.
    corpus: Option<Corpus>,
    /// What was computed of them for one page serves the others.
    known: Arc<Known>,
    /// The grade of each answer, and what is said of it.
    graded: HashMap<PageKey, Grade>,
    /// The part of the page that is shown; one beyond the last of them is that one.
    part: usize,
    size: PageSize,
    /// Whether the screen has still to be set as the page has it.
    is_to_be_set: bool,
}

impl Classroom {
    /// With this lesson, at the page that it begins with.
    pub fn with(lesson: Option<Arc<Lesson>>) -> Self {
        let page = lesson.as_ref().map_or(0, |lesson| lesson.first);
        let progress = Progress { page, ..Progress::default() };
        Self { is_to_be_set: lesson.is_some(), lesson, progress, ..Self::default() }
    }

    pub fn is_open(&self) -> bool {
        self.lesson.is_some()
    }

    /// Whether this lesson has spoken of k up to its page; without a lesson all is known.
    pub fn knows_k(&self) -> bool {
        let Some(lesson) = &self.lesson else { return true };
        let of_k =
            |page: &Page| page.k.is_some() || page.screen.is_some_and(|at| OF_K.contains(&SCREENS[at]));
        lesson.pages.iter().take(self.progress.page + 1).any(of_k)
    }

    /// Why the lesson has its recipe.
    pub fn about_recipe(&self, lang: Lang) -> Option<String> {
        let blocks = self.lesson.as_ref()?.about_recipe(lang)?;
        let text = |block: Block| match block {
            Block::Paragraph(text) => text,
            Block::Figure(lines) => lines.join("\n"),
        };
        Some(blocks.into_iter().map(text).collect::<Vec<_>>().join("\n\n"))
    }

    fn current(&self) -> Option<&Page> {
        self.lesson.as_ref().and_then(|lesson| lesson.pages.get(self.progress.page))
    }

    /// Carries out what needs no other corpus.
    pub fn act(&mut self, shared: &mut Shared, act: Act) {
        let Some(lesson) = self.lesson.clone() else {
            let list = shared.key(Act::List);
            return shared
                .warn(both!("no lesson is open; {list} lists them", "没有打开课程；按 {list} 列出课程"));
        };
        if matches!(act, Act::Turn(_) | Act::Answer) && self.size == PageSize::Line {
            self.size = PageSize::Below;
            if act != Act::Answer {
                return;
            }
        }
        match act {
            Act::Turn(by) => self.turn(shared, &lesson, by),
            Act::Fold => {
                let (size, what) = match self.size {
                    PageSize::Below => (PageSize::Whole, ("the page alone", "只看课文")),
                    PageSize::Whole => {
                        (PageSize::Line, ("the screen, and one line of the page", "屏幕全开，课文收成一行"))
                    }
                    PageSize::Line => {
                        (PageSize::Below, ("the screen, and the page below it", "上屏幕，下课文"))
                    }
                };
                self.size = size;
                shared.say(what);
            }
            Act::Answer => self.ask(shared),
            Act::Write => {
                let note = both!(
                    "a text with the questions and what was answered; a final ! replaces a file",
                    "一份文本，列出各题与作答；名后加 ! 可覆盖文件"
                );
                let question = Question::new(Act::Write, ("answers to: ", "答案写到："), note);
                let text = format!("lesson-{}.txt", lesson.id);
                shared.asked.question = Some(Question { text, ..question });
            }
            Act::List | Act::Take(..) | Act::Leave | Act::Type => {}
        }
    }

    /// Turns to the next or the previous part of the page, or to the page beside it.
    fn turn(&mut self, shared: &mut Shared, lesson: &Lesson, by: i8) {
        let parts = self.parts(shared).len();
        let part = self.part.min(parts - 1);
        match part.checked_add_signed(by.into()).filter(|&part| part < parts) {
            Some(part) if self.size != PageSize::Line => return self.part = part,
            _ => {}
        }
        match self.progress.page.checked_add_signed(by.into()) {
            Some(page) if page < lesson.pages.len() => {
                (self.progress.page, self.is_to_be_set) = (page, true);
                self.part = if by < 0 { usize::MAX } else { 0 };
                self.set(shared);
            }
            Some(_) => self.end(shared, lesson),
            None => shared.warn(("this is the first page", "已是第一页")),
        }
    }

    /// The parts of the page, as the last frame had room for them.
    fn parts(&self, shared: &Shared) -> Vec<view::Part> {
        view::parts(self, shared, shared.drawn.areas.bodies)
    }

    /// Goes to the first part that has something of this.
    fn show(&mut self, shared: &Shared, of: Of) {
        let parts = self.parts(shared);
        self.part = parts.iter().position(|part| part.last >= of).unwrap_or(parts.len() - 1);
    }

    /// Shows the next or the previous part of the page.
    pub fn scroll(&mut self, shared: &Shared, by: isize) {
        let last = self.parts(shared).len() - 1;
        self.part = self.part.min(last).saturating_add_signed(by.signum()).min(last);
    }

    fn ask(&mut self, shared: &mut Shared) {
        let Some(question) = self.current().and_then(|page| page.question.as_ref()) else {
            let next = shared.key(Act::Turn(1));
            return shared
                .warn(both!("this page asks nothing; {next} turns it", "本页没有问题；按 {next} 翻页"));
        };
        let choices = question.choices.len();
        let note = match choices {
            0 => both!("Enter answers · Esc leaves", "Enter 作答 · Esc 放弃"),
            n => both!(
                "the number of an answer, 1 to {n} · Enter answers · Esc leaves",
                "答案编号，1 到 {n} · Enter 作答 · Esc 放弃"
            ),
        };
        shared.asked.question = Some(Question::new(Act::Answer, ("answer: ", "答案："), note));
        self.show(shared, Of::Question);
    }

    /// Takes an answer, to be graded.
    pub fn answer(&mut self, shared: &mut Shared, typed: &str) {
        let page = self.progress.page;
        self.graded.retain(|of, _| of.page != page);
        self.progress.answered.insert(page, typed.to_owned());
        self.grade(shared);
    }

    fn key(&self, shared: &Shared) -> PageKey {
        PageKey { page: self.progress.page, lang: shared.lang }
    }

    /// The documents of the lesson and what is known of them, once they are there.
    fn class(&mut self, shared: &Shared) -> Option<(Corpus, Arc<Known>)> {
        if self.corpus.is_none() && shared.model.stage != Stage::Reading {
            self.corpus = Some(shared.model.corpus.clone());
        }
        Some((self.corpus.clone()?, self.known.clone()))
    }

    /// Grades the answer on this page again, as its explanation is in the language of the explorer.
    fn grade(&mut self, shared: &mut Shared) {
        let key = self.key(shared);
        let typed = self.progress.answered.get(&key.page).cloned();
        let (Some(lesson), Some(typed)) = (self.lesson.clone(), typed) else { return };
        let Some((corpus, known)) = self.class(shared) else { return };
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
                self.progress.answered.remove(&key.page);
                let choices =
                    self.lesson.as_ref().and_then(|lesson| lesson.pages.get(key.page)?.question.as_ref());
                shared.warn(match choices.map_or(0, |question| question.choices.len()) {
                    0 => both!("a number, please: the question is still open", "请输入数字；仍可作答"),
                    n => both!(
                        "a number from 1 to {n}, please: the question is still open",
                        "请输入 1 到 {n} 的编号；仍可作答"
                    ),
                });
            }
            // A hint, and a second try.
            Ok(grade) if !grade.is_right && self.progress.missed.insert(key.page) => {
                self.progress.answered.remove(&key.page);
                let (hint, again) = (grade.hint, shared.key(Act::Answer));
                shared.warn(both!(
                    "not right: {hint}; {again} tries once more",
                    "不对：{hint}；按 {again} 再试一次"
                ));
            }
            Ok(grade) => {
                let answer = &grade.answer;
                if grade.is_right {
                    self.progress.right.insert(key.page);
                    shared.say(both!("right: {answer}", "正确：{answer}"));
                } else {
                    shared.warn(both!("not right: the answer is {answer}", "不对：答案是 {answer}"))
                }
                self.graded.insert(key, grade);
                if key.page == self.progress.page {
                    self.show(shared, Of::Answer);
                }
            }
            Err(what) => {
                self.progress.answered.remove(&key.page);
                shared.warn_of(what);
            }
        }
    }

    /// A job failed: an answer is not graded again by itself.
    pub fn failed(&mut self, work: &'static Work) {
        if work == ANSWER {
            let graded = &self.graded;
            self.progress.answered.retain(|page, _| graded.keys().any(|of| of.page == *page));
        }
    }

    /// Computes a page that was cancelled, or failed, once more. Returns whether there is one.
    pub fn resume(&mut self) -> bool {
        self.shown.retry()
    }

    /// Asks for the page, once the documents are there.
    pub fn want(&mut self, shared: &mut Shared) {
        let Some(lesson) = self.lesson.clone() else { return };
        let Some((corpus, known)) = self.class(shared) else { return };
        let key = self.key(shared);
        shared.want(&mut self.shown, LESSON, key, move |progress| {
            let class = Class::watched(&corpus, lesson.recipe, progress).knowing(known);
            let shown = class.page(&lesson.pages[key.page], key.lang);
            (!progress.is_cancelled()).then_some(shown)
        });
        let is_graded = self.graded.contains_key(&key) || !self.progress.answered.contains_key(&key.page);
        if !is_graded && !shared.runs(ANSWER) {
            self.grade(shared);
        }
    }

    /// Whether the page hides the screen, in these bodies: with and without what stands over a screen.
    pub fn is_alone(&self, shared: &Shared, bodies: [Rect; 2]) -> bool {
        let is_alone = || {
            let parts = view::parts(self, shared, bodies);
            parts[self.part.min(parts.len() - 1)].is_alone
        };
        self.current().is_some() && self.size != PageSize::Line && is_alone()
    }

    /// What turns the page, of actions of a screen that it hides.
    pub fn turn_of(&self, action: Action, shared: &Shared) -> Option<Act> {
        let by = match action {
            Action::Move(Towards::Right) => 1,
            Action::Move(Towards::Left) => -1,
            _ => return None,
        };
        self.is_alone(shared, shared.drawn.areas.bodies).then_some(Act::Turn(by))
    }

    /// Parts the body of the screen: what is left of it, and the area of the page.
    pub fn part(&self, shared: &Shared, bodies: [Rect; 2]) -> (Option<Rect>, Option<Rect>) {
        let [whole, body] = bodies;
        if self.current().is_none() {
            return (Some(body), None);
        }
        if self.is_alone(shared, bodies) {
            return (None, Some(whole));
        }
        let height = match self.size {
            PageSize::Line => 2,
            _ => view::height(self, shared, bodies).min(body.height),
        };
        let top = Rect { height: body.height - height, ..body };
        (Some(top), Some(Rect { y: top.bottom(), height, ..body }))
    }

    pub fn view(&self, shared: &Shared, paint: &mut Paint<'_>, area: Rect) {
        view::view(self, shared, paint, area);
    }

    /// Covers what the question of the page asks, on the screen that lies here, until it is answered.
    pub fn cover(&self, shared: &Shared, paint: &mut Paint<'_>, area: Rect) {
        view::cover(self, shared, paint, area);
    }
}
