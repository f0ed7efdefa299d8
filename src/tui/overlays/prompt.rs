//! One line to type: k, the filter, the name of a file.

use super::Pressed;
use crate::tui::action::Action;
use crate::tui::shared::Question;
use crate::tui::surface::paint::Paint;
use crate::tui::surface::theme::Role;
use crate::visible;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::Widget;
use ratatui_textarea::{CursorMove, TextArea};

/// The line, and what is wrong with it.
#[derive(Debug)]
pub struct Prompt {
    question: Question,
    line: TextArea<'static>,
    error: Option<String>,
}

/// A line to type into, with the cursor at its end.
pub(super) fn text_line(text: &str) -> TextArea<'static> {
    let mut line = TextArea::new(vec![visible::line(text).into_owned()]);
    line.set_cursor_line_style(Style::new());
    line.move_cursor(CursorMove::End);
    line
}

/// A key goes into the line as it would in a shell: Ctrl-U clears to the left. Answers whether it changed.
pub(super) fn type_into(line: &mut TextArea<'static>, event: KeyEvent) -> bool {
    match event.code {
        KeyCode::Char('u') if event.modifiers.contains(KeyModifiers::CONTROL) => line.delete_line_by_head(),
        _ => line.input(event),
    }
}

impl Prompt {
    pub fn new(question: Question) -> Self {
        Self { line: text_line(&question.text), question, error: None }
    }

    /// The action that asked.
    pub fn of(&self) -> Action {
        self.question.of
    }

    /// What Esc brings back.
    pub fn before(&self) -> &str {
        &self.question.before
    }

    /// The line as it is typed.
    pub fn typed(&self) -> &str {
        self.line.lines().first().map_or("", |line| line)
    }

    /// The answer cannot be taken: says why, and stays.
    pub fn refuse(&mut self, why: String) {
        self.error = Some(why);
    }

    pub(super) fn insert(&mut self, text: &str) {
        self.line.insert_str(visible::line(text));
    }

    pub(super) fn press(&mut self, event: KeyEvent) -> Pressed {
        if event.code == KeyCode::Enter {
            return Pressed::Answered;
        }
        self.error = None;
        type_into(&mut self.line, event);
        Pressed::Typed
    }
}

pub(super) fn view(prompt: &Prompt, paint: &mut Paint<'_>, area: Rect) {
    let Question { label, note, .. } = &prompt.question;
    let name = paint.pick(*label);
    let note = prompt.error.as_ref().unwrap_or(paint.pick((&note.0, &note.1)));
    let role = if prompt.error.is_some() { Role::Warn } else { Role::Dim };
    let lines = Rect { y: area.bottom() - 2, height: 2, ..area };
    paint.areas.cover();
    paint.clear(lines);
    let used = paint.say(lines.x + 1, lines.y, lines.width, name, Role::Accent);
    let field =
        Rect { x: lines.x + 1 + used, width: lines.width.saturating_sub(used + 2), height: 1, ..lines };
    prompt.line.render(field, paint.buffer);
    paint.say(lines.x + 1, lines.y + 1, lines.width - 1, note, role);
}
