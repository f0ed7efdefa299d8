//! The lessons there are.

use super::{Pressed, moves, open_box};
use crate::action::classroom::Act;
use crate::action::{Action, Pane};
use crate::classroom::Mark;
use crate::shared::Shared;
use crate::surface::{Paint, Phrase, Role, Target};
use crate::widgets::list::List;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
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

/// Lessons for one period of 45 minutes, and for two: their numbers stand in the foot.
const PATHS: [(Phrase, &[&str]); 2] = [
    (("45 minutes", "45 分钟"), &["words", "distance", "short-texts"]),
    (("90 minutes", "90 分钟"), &["words", "distance", "ties", "threshold", "blocks", "short-texts"]),
];

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
                self.list.selected = row.min(self.lessons.len().saturating_sub(1));
            }
            KeyCode::Char('x') => return Pressed::Close(Some(Action::Classroom(Act::Leave))),
            _ => self.step(moves(event).map_or(0, |towards| towards.lines(10))),
        }
        Pressed::Stay
    }

    pub fn step(&mut self, by: isize) {
        let last = self.lessons.len().saturating_sub(1);
        self.list.selected = self.list.selected.saturating_add_signed(by).min(last);
    }

    pub fn click(&mut self, row: usize, is_open: bool) -> Pressed {
        self.list.selected = row.min(self.lessons.len().saturating_sub(1));
        if is_open { self.take() } else { Pressed::Stay }
    }

    fn take(&self) -> Pressed {
        let number = u8::try_from(self.list.selected).unwrap_or(0);
        Pressed::Close(Some(Action::Classroom(Act::Take(number))))
    }

    pub fn view(&self, shared: &Shared, paint: &mut Paint<'_>, area: Rect) {
        let foot = paint
            .pick(("Enter begins · x leaves the lesson · Esc closes", "Enter 开始 · x 离开课程 · Esc 关闭"));
        let height = (self.lessons.len() + PATHS.len()) as u16 + 3;
        let mut inner = open_box(paint, area, 76, height, paint.pick(("Lessons", "课程")), foot);
        for (what, ids) in PATHS.iter().rev() {
            let numbers = ids.iter().filter_map(|id| self.lessons.iter().position(|lesson| lesson.id == *id));
            let numbers: Vec<String> = numbers.map(|at| (at + 1).to_string()).collect();
            let line = format!("{}: {}", paint.pick(*what), numbers.join(" · "));
            inner.height = inner.height.saturating_sub(1);
            paint.say(inner.x + 6, inner.bottom(), inner.width.saturating_sub(7), &line, Role::Dim);
        }
        inner.height = inner.height.saturating_sub(1);
        let first = self.list.selected.saturating_sub(usize::from(inner.height).saturating_sub(1));
        let rows = Target::Rows { pane: Pane::Overlay, first, rows: self.lessons.len() };
        paint.areas.push(inner, rows);
        for (y, (at, lesson)) in (inner.y..inner.bottom()).zip(self.lessons.iter().enumerate().skip(first)) {
            let title = visible::line(lesson.title.of(shared.lang)).into_owned();
            paint.right(inner.x + 1, y, 3, &(at + 1).to_string(), Role::Dim);
            let (x, room) = (inner.x + 6, inner.width.saturating_sub(32));
            let used = paint.say(x, y, room, &title, Role::Text) + 2;
            // Pages name lessons by their ids.
            paint.say(x + used, y, room.saturating_sub(used), &lesson.id, Role::Dim);
            if let Some(mark) = self.marks.get(&lesson.id) {
                let score = format!("{} / {}", mark.right, mark.questions);
                let done = if mark.is_done { "✓ " } else { "" };
                let role = if mark.is_done { Role::Within } else { Role::Dim };
                paint.right(inner.right().saturating_sub(24), y, 13, &format!("{done}{score}"), role);
            }
            let minutes = format!("{} {}", lesson.minutes, paint.pick(("min", "分钟")));
            paint.right(inner.right().saturating_sub(10), y, 9, &minutes, Role::Dim);
            if at == self.list.selected {
                paint.select(Rect { y, height: 1, ..inner });
            }
        }
    }
}
