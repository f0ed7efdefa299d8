//! One line to type: k, the filter, the name of a file.

use super::{Pressed, towards};
use crate::action::{Action, Towards};
use crate::editor::{Editor, Typed};
use crate::filtering::{self, Count, Standing};
use crate::shared::{Question, Shared};
use crate::surface::{Paint, Rect, Role, grouped_digits};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use simscope_core::visible;

/// The line, and what is wrong with it.
#[derive(Debug)]
pub struct Prompt {
    question: Question,
    pub(super) line: Editor,
    error: Option<String>,
    /// What was typed before an earlier filter was looked at, and which is looked at.
    earlier: Option<(String, usize)>,
}

impl Prompt {
    pub fn new(question: Question) -> Self {
        Self { line: Editor::line(&question.text), question, error: None, earlier: None }
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
        self.line.as_str()
    }

    /// The answer cannot be taken: says why, and stays.
    pub fn refuse(&mut self, why: String) {
        self.error = Some(why);
    }

    pub(super) fn paste(&mut self, shared: &Shared, text: &str) {
        let typed = self.line.paste(text);
        self.note(shared, &typed);
    }

    /// What was typed is taken, or too much for a line.
    fn note(&mut self, shared: &Shared, typed: &Typed) {
        self.error = if let Typed::Refused(why) = typed { Some(why.message(shared.lang)) } else { None };
    }

    /// An earlier filter, or a later one, and behind the last what was typed.
    fn show_earlier(&mut self, filters: &[String], by: isize) {
        let as_typed = || (self.line.as_str().to_owned(), filters.len());
        let (typed, at) = self.earlier.take().unwrap_or_else(as_typed);
        let at = at.saturating_add_signed(by).min(filters.len());
        self.line = Editor::line(filters.get(at).unwrap_or(&typed));
        self.earlier = Some((typed, at));
    }

    pub(super) fn press(&mut self, shared: &Shared, event: KeyEvent) -> Pressed {
        if self.of() == Action::QuitAnyway {
            let is_plain = event.modifiers.difference(KeyModifiers::SHIFT).is_empty();
            let is_yes = is_plain && matches!(event.code, KeyCode::Enter | KeyCode::Char('y' | 'Y' | '是'));
            return Pressed::Close(is_yes.then_some(Action::QuitAnyway));
        }
        if event.code == KeyCode::Enter {
            return Pressed::Answered;
        }
        if self.of() == Action::AskFilter
            && let Some(towards @ (Towards::Up | Towards::Down)) = towards(event)
        {
            self.show_earlier(&shared.filters, towards.lines(1));
            return Pressed::Typed;
        }
        let typed = self.line.press(event);
        self.note(shared, &typed);
        Pressed::Typed
    }
}

/// The text below the line of a filter: how many pass, or what is wrong, with a caret below the place.
fn standing(standing: &Standing<'_>, paint: &mut Paint<'_>, field: Rect, below: Rect) {
    if let Some(mistake) = standing.line.mistake() {
        let text = filtering::say(mistake, paint.lang);
        let before = standing.line.text().get(..mistake.at).unwrap_or_default();
        let column = field.x.saturating_add(visible::width(before).min(usize::from(field.width)) as u16);
        let room = below.right().saturating_sub(column + 2);
        paint.say(column, below.y, 1, "^", Role::Warn);
        if visible::width(&text) <= usize::from(room) || column < below.x + below.width / 2 {
            paint.say(column + 2, below.y, room, &text, Role::Warn)
        } else {
            paint.right(below.x + 1, below.y, column.saturating_sub(below.x + 2), &text, Role::Warn);
            0
        };
        return;
    }
    let keys = paint.pick((
        "Enter keeps · Esc withdraws · up and down: earlier ones",
        "Enter 保留 · Esc 撤回 · 上下键：之前的筛选",
    ));
    let (text, role) = match &standing.count {
        Count::Pending => ("…".to_owned(), Role::Dim),
        Count::None(why) => (why.say(paint.lang), Role::Warn),
        Count::Of(count, of) => {
            let (count, of) = (grouped_digits(*count), grouped_digits(*of));
            (paint.pick(both!("{count} of {of}", "{count} / {of}")), Role::Title)
        }
    };
    let used = paint.say(below.x + 1, below.y, below.width - 1, &text, role);
    paint.say(below.x + 1 + used, below.y, below.width - 1 - used, &format!(" · {keys}"), Role::Dim);
}

/// Draws the prompt.
pub(super) fn view(prompt: &Prompt, filter: Option<Standing<'_>>, paint: &mut Paint<'_>, area: Rect) {
    let Question { label, note, .. } = &prompt.question;
    let name = paint.pick(*label);
    let note = prompt.error.as_ref().unwrap_or(paint.pick((&note.0, &note.1)));
    let role = if prompt.error.is_some() { Role::Warn } else { Role::Dim };
    let lines = Rect { y: area.bottom() - 2, height: 2, ..area };
    paint.areas.cover();
    paint.clear(lines);
    let used = paint.say(lines.x + 1, lines.y, lines.width, name, Role::Title);
    let field =
        Rect { x: lines.x + 1 + used, width: lines.width.saturating_sub(used + 2), height: 1, ..lines };
    match filter {
        Some(filter) if prompt.error.is_none() => {
            standing(&filter, paint, field, Rect { y: lines.y + 1, height: 1, ..lines });
        }
        _ => drop(paint.say(lines.x + 1, lines.y + 1, lines.width - 1, note, role)),
    }
    prompt.line.view(paint, field, true);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surface::lang::Lang;
    use crate::surface::theme::{Depth, Theme};
    use ratatui::buffer::Buffer;

    fn question(text: &str) -> Question {
        Question {
            of: Action::AskFilter,
            label: ("filter: ", ""),
            note: (String::new(), String::new()),
            text: text.to_owned(),
            before: String::new(),
        }
    }

    /// The line of the prompt in a terminal of `columns` columns, and the column of the terminal's cursor.
    fn drawn(prompt: &Prompt, columns: u16) -> (String, u16) {
        let area = Rect::new(0, 0, columns, 3);
        let mut buffer = Buffer::empty(area);
        let theme = Theme::of(Depth::True, true, false);
        let mut paint = Paint::on(&mut buffer, theme, Lang::En);
        view(prompt, None, &mut paint, area);
        let cursor = paint.areas.cursor.expect("there is room");
        assert_eq!(cursor.y, 1);
        // A blank cell stands behind every wide character.
        let symbols = (0..columns).map(|x| buffer[(x, 1)].symbol()).collect::<String>();
        (symbols.trim().to_owned(), cursor.x)
    }

    #[test]
    fn the_terminals_cursor_stands_behind_what_is_typed() {
        // " filter: " takes nine columns.
        for (text, shown, column) in [
            ("", "", 9),
            ("ab", "ab", 11),
            ("春眠", "春 眠", 13),
            ("cafe\u{301}", "cafe\u{301}", 13),
            ("👩\u{200d}👧", "👩 ⁀👧", 14),
            ("a\u{1b}[2J\u{202e}", "a␛[2J⇠", 15),
        ] {
            let mut prompt = Prompt::new(question(text));
            assert_eq!(
                drawn(&prompt, 40),
                (format!("filter: {shown}").trim().to_owned(), column),
                "{text:?}"
            );
            assert_eq!(prompt.line.as_str(), text);
            // Over one sign at a time, and never into one.
            let mut columns = vec![column];
            while prompt.line.press(KeyCode::Left.into()) == Typed::Moved {
                columns.push(drawn(&prompt, 40).1);
            }
            assert!(
                columns.is_sorted_by(|a, b| a > b) && columns.last() == Some(&9),
                "{text:?}: {columns:?}"
            );
        }
    }

    #[test]
    fn a_long_line_scrolls_with_the_cursor() {
        let mut prompt = Prompt::new(question("床前明月光疑是地上霜"));
        // Ten columns of it, the last for the cursor; the half of 疑 that is in view is blank.
        assert_eq!(drawn(&prompt, 20), ("filter:  是 地 上 霜".to_owned(), 18));
        prompt.line.press(KeyCode::Home.into());
        assert_eq!(drawn(&prompt, 20), ("filter: 床 前 明 月 光".to_owned(), 9));
    }

    #[test]
    fn the_keys_of_a_shell_hold_in_a_prompt() {
        let mut prompt = Prompt::new(question("one two three"));
        for (c, modifiers, expected) in [
            ('w', KeyModifiers::CONTROL, "one two "),
            ('a', KeyModifiers::CONTROL, "one two "),
            ('d', KeyModifiers::CONTROL, "ne two "),
            ('f', KeyModifiers::ALT, "ne two "),
            ('k', KeyModifiers::CONTROL, "ne "),
            ('u', KeyModifiers::CONTROL, ""),
            ('y', KeyModifiers::CONTROL, "ne "),
            ('h', KeyModifiers::CONTROL, "ne"),
        ] {
            prompt.line.press(KeyEvent::new(KeyCode::Char(c), modifiers));
            assert_eq!(prompt.line.as_str(), expected, "{c}");
        }
    }
}
