//! How far the lessons were taken, and what comes after one.

use super::Classroom;
use super::keys::Act;
use crate::action::Action;
use crate::shared::Shared;
use crate::surface::Phrase;
use simscope_core::lessons::{Class, Lesson, Texts, built_in};
use simscope_core::visible;
use std::collections::{HashMap, HashSet};

/// Lessons for one period of 45 minutes, and for two.
pub const PATHS: [(Phrase, &[&str]); 2] = [
    (("45 minutes", "45 分钟"), &["words", "short-texts"]),
    (("90 minutes", "90 分钟"), &["words", "distance", "threshold", "blocks", "short-texts"]),
];

/// How far a lesson was taken.
#[derive(Debug, Clone, Default)]
pub(super) struct Progress {
    pub(super) page: usize,
    /// What was answered, by page, as it was typed.
    pub(super) answered: HashMap<usize, String>,
    /// The pages whose first answer was wrong.
    pub(super) missed: HashSet<usize>,
    /// The pages whose answer was right, the first or the second time.
    pub(super) right: HashSet<usize>,
    /// Whether its last page was turned.
    pub(super) is_done: bool,
}

/// How a lesson went, for the list of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    pub right: usize,
    pub is_done: bool,
}

impl Classroom {
    /// Another corpus was opened: of the same lesson page and answers stay, and of others how far they were taken.
    pub fn go_on(&mut self, before: Classroom) {
        let Self { lesson, path, progress, mut others, corpus, known, size, is_to_be_set, .. } = before;
        self.path = path;
        let is_same = self.lesson.is_some() && self.lesson == lesson;
        if let Some(lesson) = lesson {
            others.insert(lesson.id.clone(), progress);
        }
        if let Some(own) = &self.lesson
            && let Some(progress) = others.remove(&own.id).filter(|_| own.first == 0 || is_same)
        {
            self.progress = progress;
        }
        if is_same {
            (self.corpus, self.known, self.size, self.is_to_be_set) = (corpus, known, size, is_to_be_set);
        }
        self.others = others;
    }

    /// How each lesson went that was begun, by id.
    pub fn marks(&self) -> HashMap<String, Mark> {
        let own = self.lesson.iter().map(|lesson| (&lesson.id, &self.progress));
        let mark = |progress: &Progress| Mark { right: progress.right.len(), is_done: progress.is_done };
        self.others.iter().chain(own).map(|(id, progress)| (id.clone(), mark(progress))).collect()
    }

    /// The questions of the lesson, and what was answered to each.
    pub fn answers(&self, shared: &Shared) -> String {
        let (Some(lesson), Some(corpus)) = (&self.lesson, &self.corpus) else { return String::new() };
        let class = Class::new(corpus, lesson.recipe).knowing(self.known.clone());
        let say = |text: &Texts| class.text(text.of(shared.lang)).unwrap_or_else(|why| why);
        let questions = lesson.pages.iter().filter(|page| page.question.is_some()).count();
        let (title, right) = (lesson.title.of(shared.lang), self.progress.right.len());
        let score = both!("{right} of {questions} right", "答对 {right} / {questions} 题");
        let mut lines = vec![format!("{title} ({})", lesson.id), shared.lang.pick(score), String::new()];
        for (at, page) in lesson.pages.iter().enumerate() {
            let Some(question) = &page.question else { continue };
            let typed = self.progress.answered.get(&at);
            let verdict = match (typed, self.progress.right.contains(&at), self.progress.missed.contains(&at))
            {
                (None, ..) => ("no answer", "未作答"),
                (_, true, false) => ("right", "正确"),
                (_, true, true) => ("right the second time", "第二次答对"),
                (_, false, _) => ("not right", "不对"),
            };
            let chosen =
                typed.and_then(|typed| question.choices.get(typed.parse::<usize>().ok()?.checked_sub(1)?));
            let typed = typed.map_or_else(String::new, |typed| match chosen {
                Some(choice) => format!("{typed}  {} · ", say(choice)),
                None => format!("{typed} · "),
            });
            lines.push(format!("{}  {}", at + 1, say(&page.title)));
            lines.push(format!("   {}", say(&question.ask)));
            lines.push(format!("   {typed}{}", shared.lang.pick(verdict)));
        }
        let lines = lines.iter().map(|line| visible::line(line));
        lines.map(|line| format!("{line}\n")).collect()
    }

    /// The last page was turned: the score is said, and then the next lesson begins.
    pub(super) fn end(&mut self, shared: &mut Shared, lesson: &Lesson) {
        let all = built_in().unwrap_or_default();
        let ids: Vec<&str> = match self.path {
            Some(path) => PATHS[usize::from(path)].1.to_vec(),
            None => all.iter().map(|one| &*one.id).collect(),
        };
        let next = ids.iter().skip_while(|id| **id != lesson.id).nth(1);
        let next = next.and_then(|id| (0..).zip(&all).find(|(_, one)| one.id == *id));
        if let Some((number, _)) = next.filter(|_| self.progress.is_done) {
            return shared.asked.then.push(Action::Classroom(Act::Take(number, self.path)));
        }
        self.progress.is_done = true;
        let (list, turn) = (shared.key(Act::List), shared.key(Act::Turn(1)));
        let questions = lesson.pages.iter().filter(|page| page.question.is_some()).count();
        let right = self.progress.right.len();
        let then = match next {
            Some((_, next)) => {
                let title = next.title.of(shared.lang);
                both!("{turn} begins the next lesson: {title}", "按 {turn} 开始下一课：{title}")
            }
            None => both!("{list} lists the lessons", "按 {list} 选课"),
        };
        shared.say((
            format!("the lesson is done, {right} of {questions} right; {}", then.0),
            format!("本课完，答对 {right} / {questions} 题；{}", then.1),
        ));
    }
}
