//! The lessons there are.

use super::{Pressed, moves, open_box};
use crate::action::classroom::Act;
use crate::action::{Action, Pane};
use crate::classroom::{Mark, PATHS};
use crate::shared::Shared;
use crate::surface::{Paint, Rect, Role};
use crate::widgets::list::List;
use crate::widgets::table::{self, Lines};
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use simscope_core::lessons::{Lesson, built_in};
use simscope_core::visible;
use std::collections::HashMap;

/// The list, and which of it is selected.
#[derive(Debug)]
pub struct Lessons {
    lessons: Vec<Lesson>,
    /// How those went that were begun, by id.
    marks: HashMap<String, Mark>,
    list: List,
}

impl Lessons {
    pub fn new(marks: HashMap<String, Mark>) -> Self {
        // A test reads them all.
        Self { lessons: built_in().unwrap_or_default(), marks, list: List::default() }
    }

    pub fn press(&mut self, event: KeyEvent) -> Pressed {
        match event.code {
            KeyCode::Enter => return self.take(),
            KeyCode::Char(digit @ '1'..='9') => {
                let row = digit as usize - '1' as usize;
                self.list.selected = row.min(self.last());
            }
            KeyCode::Char('x') => return Pressed::Close(Some(Action::Classroom(Act::Leave))),
            _ => self.step(moves(event).map_or(0, |towards| towards.lines(10))),
        }
        Pressed::Stay
    }

    pub fn step(&mut self, by: isize) {
        self.list.selected = self.list.selected.saturating_add_signed(by).min(self.last());
    }

    pub fn click(&mut self, row: usize, is_open: bool) -> Pressed {
        self.list.selected = row.min(self.last());
        if is_open { self.take() } else { Pressed::Stay }
    }

    fn last(&self) -> usize {
        (self.lessons.len() + PATHS.len()).saturating_sub(1)
    }

    /// The places of the lessons of a path.
    fn path(&self, ids: &[&str]) -> Vec<usize> {
        ids.iter().filter_map(|id| self.lessons.iter().position(|lesson| lesson.id == *id)).collect()
    }

    /// Begins a lesson; of a path the first one that is not done.
    fn take(&self) -> Pressed {
        let selected = self.list.selected;
        let path = selected.checked_sub(self.lessons.len());
        let lessons = path.map_or(vec![selected], |at| self.path(PATHS[at].1));
        let is_done = |&&at: &&usize| self.marks.get(&self.lessons[at].id).is_some_and(|mark| mark.is_done);
        let next = lessons.iter().find(|at| !is_done(at)).or(lessons.first());
        let number = next.and_then(|&at| u8::try_from(at).ok()).unwrap_or(0);
        Pressed::Close(Some(Action::Classroom(Act::Take(number, path.map(|at| at as u8)))))
    }

    pub fn view(&self, shared: &Shared, paint: &mut Paint<'_>, area: Rect) {
        let foot = paint
            .pick(("Enter begins · x leaves the lesson · Esc closes", "Enter 开始 · x 离开课程 · Esc 关闭"));
        let height = (self.lessons.len() + PATHS.len()) as u16 + 2;
        let inner = open_box(paint, area, 76, height, paint.pick(("Lessons", "课程")), foot);
        let lines = Lines::of(self.list, self.last() + 1, true);
        table::rows(paint, inner, Pane::Overlay, lines, |paint, row, at| {
            let Some(path) = at.checked_sub(self.lessons.len()) else {
                return self.row(shared, paint, row, at);
            };
            let (what, ids) = &PATHS[path];
            let numbers: Vec<String> = self.path(ids).iter().map(|at| (at + 1).to_string()).collect();
            let [en, zh] = [numbers.join(", "), numbers.join("、")];
            let path = (format!("{}: lessons {en}", what.0), format!("{}：第 {zh} 课", what.1));
            paint.say(row.x + 6, row.y, row.width.saturating_sub(7), &paint.pick(path), Role::Dim);
        });
    }

    /// The row of a lesson.
    fn row(&self, shared: &Shared, paint: &mut Paint<'_>, inner: Rect, at: usize) {
        let (lesson, y) = (&self.lessons[at], inner.y);
        let title = visible::line(lesson.title.of(shared.lang)).into_owned();
        paint.right(inner.x + 1, y, 3, &(at + 1).to_string(), Role::Dim);
        let (x, room) = (inner.x + 6, inner.width.saturating_sub(32));
        let used = paint.say(x, y, room, &title, Role::Text) + 2;
        // Pages name lessons by their ids.
        paint.say(x + used, y, room.saturating_sub(used), &lesson.id, Role::Dim);
        if let Some(mark) = self.marks.get(&lesson.id) {
            let questions = lesson.pages.iter().filter(|page| page.question.is_some()).count();
            let score = format!("{} / {questions}", mark.right);
            let done = if mark.is_done { "✓ " } else { "" };
            let role = if mark.is_done { Role::Within } else { Role::Dim };
            paint.right(inner.right().saturating_sub(24), y, 13, &format!("{done}{score}"), role);
        }
        let minutes = format!("{} {}", lesson.minutes, paint.pick(("min", "分钟")));
        paint.right(inner.right().saturating_sub(10), y, 9, &minutes, Role::Dim);
    }
}
