//! What lies over a screen: prompts, the palette, the recipe panel, help, and what was skipped.

mod help;
mod lessons;
mod palette;
mod prompt;
mod reading;
mod recipe_panel;

use crate::action::{Action, Pane, Towards};
use crate::editor::Editor;
use crate::screens::Screens;
use crate::shared::{Scene, Shared};
use crate::surface::key::{APART, of_keyboard};
use crate::surface::{Paint, Phrase, Rect, Role};
use help::Help;
pub use lessons::Lessons;
use palette::Palette;
pub use prompt::Prompt;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
pub use recipe_panel::Choice;
use recipe_panel::RecipePanel;

/// An overlay with its state.
#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "only one is open, and nobody keeps many")]
pub enum Overlay {
    /// The keys, searched by typing.
    Help(Help),
    /// What was skipped, from this line on.
    Skipped(usize),
    /// Why something is as it is.
    Why(String),
    /// All recipes, and the parts of one.
    Recipe(RecipePanel),
    /// Fuzzy search over everything that can be done.
    Palette(Palette),
    /// Which lessons there are.
    Lessons(Lessons),
    /// One line to type.
    Prompt(Prompt),
}

/// What overlays see: the screens, and what all share.
pub type Over<'a> = Scene<'a, Screens>;

/// What a key or a click on an overlay comes to.
#[derive(Debug)]
pub enum Pressed {
    /// The overlay took it, and stays.
    Stay,
    /// It stays, and this is done.
    Do(Action),
    /// It closes, and then this is done.
    Close(Option<Action>),
    /// The line of a prompt may have changed.
    Typed,
    /// The line of a prompt is the answer.
    Answered,
    /// The key is not the overlay's.
    Passed,
}

impl Overlay {
    /// The overlay that an action opens, if it does.
    ///
    /// # Errors
    /// There is nothing to show, and why.
    pub fn open(action: Action, over: Over<'_>) -> Result<Option<Self>, Phrase> {
        Ok(Some(match action {
            Action::Help => Overlay::Help(Help::new()),
            Action::Skipped if over.shared.model.skipped.is_empty() => {
                return Err(("nothing was skipped", "没有跳过任何内容"));
            }
            Action::Skipped => Overlay::Skipped(0),
            Action::Why => Overlay::Why(over.own.at(over.shared.screen).why(over.shared)?),
            Action::RecipePanel => Overlay::Recipe(RecipePanel::new(over, Choice::Corpus)),
            Action::ChooseBeside => Overlay::Recipe(RecipePanel::new(over, Choice::Beside)),
            Action::Palette => Overlay::Palette(Palette::new(over.shared)),
            Action::Menu(at) => Overlay::Palette(Palette::menu(over.shared, at)),
            _ => return Ok(None),
        }))
    }

    /// Takes a key.
    pub fn press(&mut self, shared: &mut Shared, screens: &Screens, event: KeyEvent) -> Pressed {
        let has_ctrl = event.modifiers.contains(KeyModifiers::CONTROL);
        if has_ctrl && matches!(event.code, KeyCode::Char('c' | 'z' | 'l')) {
            return Pressed::Passed;
        }
        let is_text = self.line().is_some();
        let event = if is_text { event } else { of_keyboard(event) };
        // With Alt a key is another one; only within a line some of these do something.
        let is_apart = event.modifiers.intersects(APART);
        let is_edit = matches!(event.code, KeyCode::Char(_) | KeyCode::Backspace | KeyCode::Delete);
        let code = if is_apart && !(is_text && is_edit) { KeyCode::Null } else { event.code };
        let event = KeyEvent { code, ..event };
        if !is_text && matches!(event.code, KeyCode::Char('q')) {
            return Pressed::Close(None);
        }
        match self {
            Overlay::Why(_) => Pressed::Close(None),
            Overlay::Lessons(lessons) => lessons.press(event),
            Overlay::Help(help) => help.press(Over { own: screens, shared }, event),
            Overlay::Skipped(_) => {
                // Any other key closes what is only to be read.
                let Some(towards) = moves(event) else { return Pressed::Close(None) };
                let page = shared.lines_of(Pane::Overlay) as isize - 1;
                self.scroll(Over { own: screens, shared }, towards.lines(page));
                Pressed::Stay
            }
            Overlay::Recipe(panel) => panel.press(shared, screens, event),
            Overlay::Palette(palette) => palette.press(shared, event),
            Overlay::Prompt(prompt) => prompt.press(shared, event),
        }
    }

    /// The line that is typed into, if there is one.
    fn line(&mut self) -> Option<&mut Editor> {
        Some(match self {
            Overlay::Prompt(prompt) => &mut prompt.line,
            Overlay::Palette(palette) => &mut palette.line,
            Overlay::Recipe(panel) if panel.part.is_none() => &mut panel.line,
            Overlay::Help(help) => &mut help.line,
            _ => return None,
        })
    }

    /// Takes a pasted line. Returns whether it can be typed into.
    pub fn paste(&mut self, shared: &Shared, line: &str) -> bool {
        match self {
            Overlay::Prompt(prompt) => prompt.paste(shared, line),
            Overlay::Palette(palette) => palette.insert(line),
            Overlay::Help(help) => help.insert(line),
            Overlay::Recipe(panel) => panel.insert(line),
            Overlay::Skipped(_) | Overlay::Why(_) | Overlay::Lessons(_) => return false,
        }
        true
    }

    pub fn scroll(&mut self, over: Over<'_>, by: isize) {
        match self {
            Overlay::Help(help) => help.scroll(over, by),
            Overlay::Skipped(at) => {
                let (height, lines) = (over.shared.lines_of(Pane::Overlay), over.shared.model.skipped.len());
                *at = at.saturating_add_signed(by).min(lines.saturating_sub(height));
            }
            Overlay::Palette(palette) => palette.step(by.signum()),
            Overlay::Lessons(lessons) => lessons.step(by.signum()),
            Overlay::Recipe(panel) => panel.scroll(over, by),
            Overlay::Prompt(_) | Overlay::Why(_) => {}
        }
    }

    /// A row was clicked, or opened by a second click.
    pub fn click(
        &mut self,
        shared: &mut Shared,
        screens: &Screens,
        row: (Pane, usize),
        is_open: bool,
    ) -> Pressed {
        match self {
            Overlay::Palette(palette) => {
                palette.select(row.1);
                palette.run(shared)
            }
            Overlay::Recipe(panel) => panel.click(shared, screens, row, is_open),
            Overlay::Lessons(lessons) => lessons.click(row.1, is_open),
            _ => Pressed::Stay,
        }
    }

    /// Notes where its line was drawn, and requests values that it lacks.
    pub fn want(&mut self, shared: &mut Shared, screens: &Screens) {
        if let (Some(line), Some(area)) = (self.line(), shared.drawn.areas.line) {
            line.drawn(area);
        }
        if let Overlay::Recipe(panel) = self
            && let Some(recipe) = panel.shown(Over { own: screens, shared })
        {
            shared.want_preview(recipe);
        }
    }

    /// Draws the overlay over the whole frame.
    pub fn view(&self, over: Over<'_>, paint: &mut Paint<'_>, area: Rect) {
        match self {
            Overlay::Help(help) => help.view(over, paint, area),
            Overlay::Skipped(at) => reading::skipped(over.shared, paint, area, *at),
            Overlay::Why(text) => reading::why(text, paint, area),
            Overlay::Lessons(lessons) => lessons.view(over.shared, paint, area),
            Overlay::Recipe(panel) => recipe_panel::view(over, panel, paint, area),
            Overlay::Palette(palette) => palette::view(palette, paint, area),
            Overlay::Prompt(prompt) => {
                let is_filter = prompt.of() == Action::AskFilter;
                let room = over.own.at(over.own.filtered(over.shared));
                let filter = room.filter_standing(over.shared).filter(|_| is_filter);
                prompt::view(prompt, filter, paint, area);
            }
        }
    }
}

/// Where a key moves among the rows below a line that is typed into.
fn towards(event: KeyEvent) -> Option<Towards> {
    let has_ctrl = event.modifiers.contains(KeyModifiers::CONTROL);
    Some(match event.code {
        KeyCode::Up => Towards::Up,
        KeyCode::Down => Towards::Down,
        KeyCode::Char('p') if has_ctrl => Towards::Up,
        KeyCode::Char('n') if has_ctrl => Towards::Down,
        KeyCode::PageUp => Towards::PageUp,
        KeyCode::PageDown => Towards::PageDown,
        _ => return None,
    })
}

/// The same where nothing is typed into.
fn moves(event: KeyEvent) -> Option<Towards> {
    let has_ctrl = event.modifiers.contains(KeyModifiers::CONTROL);
    Some(match event.code {
        KeyCode::Char('k') => Towards::Up,
        KeyCode::Char('j') => Towards::Down,
        KeyCode::Char(' ') => Towards::PageDown,
        KeyCode::Char('u') if has_ctrl => Towards::HalfUp,
        KeyCode::Char('d') if has_ctrl => Towards::HalfDown,
        KeyCode::Home | KeyCode::Char('g') => Towards::First,
        KeyCode::End | KeyCode::Char('G') => Towards::Last,
        _ => return towards(event),
    })
}

/// A box in the middle of the screen; nothing below it can be clicked.
fn open_box(paint: &mut Paint<'_>, area: Rect, width: u16, height: u16, title: &str, foot: &str) -> Rect {
    let (width, height) =
        (width.min(area.width.saturating_sub(2)), height.min(area.height.saturating_sub(2)));
    let x = area.x + (area.width - width) / 2;
    let y = area.y + (area.height - height) / 2;
    cover(paint, Rect { x, y, width, height }, title, foot)
}

/// A box below a place of the screen, or above it where there is no room.
fn open_at(paint: &mut Paint<'_>, area: Rect, wanted: Rect, title: &str, foot: &str) -> Rect {
    let (width, height) = (wanted.width.min(area.width), wanted.height.min(area.height));
    let x = wanted.x.clamp(area.x, area.right() - width);
    let y = wanted.y;
    let y = if y + 1 + height <= area.bottom() { y + 1 } else { y.saturating_sub(height) };
    let y = y.clamp(area.y, area.bottom() - height);
    cover(paint, Rect { x, y, width, height }, title, foot)
}

fn cover(paint: &mut Paint<'_>, place: Rect, title: &str, foot: &str) -> Rect {
    paint.areas.cover();
    paint.clear(place);
    paint.buffer.set_style(place, paint.style(Role::Text));
    paint.frame(place, true, title, foot)
}
