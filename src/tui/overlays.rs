//! What lies over a screen: prompts, the palette, the recipe panel, help, and what was skipped.

mod help;
mod palette;
mod prompt;
mod recipe_panel;
mod skipped;

use crate::tui::action::{Action, Pane, Screen};
use crate::tui::app::App;
use crate::tui::lang::grouped_digits;
use crate::tui::paint::Paint;
use crate::tui::theme::Role;
use palette::Palette;
pub use prompt::{Ask, Prompt};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Position, Rect};
pub use recipe_panel::Choice;
use recipe_panel::RecipePanel;

/// An overlay with its state.
#[derive(Debug)]
pub enum Overlay {
    /// The keys, from this line on.
    Help(usize),
    /// What was skipped, from this line on.
    Skipped(usize),
    /// All recipes, and the parts of one.
    Recipe(RecipePanel),
    /// Fuzzy search over everything that can be done.
    Palette(Palette),
    /// One line to type.
    Prompt(Prompt),
}

impl App {
    pub(super) fn open_overlay(&mut self, action: Action) {
        self.overlay = match action {
            Action::Help => Some(Overlay::Help(0)),
            Action::Skipped if self.model.skipped.is_empty() => {
                self.warn(("nothing was skipped", "没有跳过任何内容"));
                None
            }
            Action::Skipped => Some(Overlay::Skipped(0)),
            Action::RecipePanel => Some(Overlay::Recipe(RecipePanel::new(self, Choice::Corpus))),
            Action::ChooseBeside => Some(Overlay::Recipe(RecipePanel::new(self, Choice::Beside))),
            Action::Palette => Some(Overlay::Palette(Palette::new(self))),
            Action::AskK => Some(Overlay::Prompt(Prompt::new(Ask::K, &self.k.to_string()))),
            Action::AskSize => {
                Some(Overlay::Prompt(Prompt::new(Ask::Size, &grouped_digits(self.index.size as u64))))
            }
            Action::AskEdit => Some(Overlay::Prompt(Prompt::new(Ask::Edit, ""))),
            Action::AskSeed => {
                Some(Overlay::Prompt(Prompt::new(Ask::Seed, &self.lab.experiment.seed.to_string())))
            }
            Action::AskFilter => Some(Overlay::Prompt(Prompt::new(Ask::Filter, &self.listing.filter))),
            Action::Export => {
                let ask = if self.screen == Screen::Lab { Ask::ExportLab } else { Ask::Export };
                Some(Overlay::Prompt(Prompt::new(ask, self.export_name())))
            }
            _ => None,
        };
    }

    /// Gives a key to the overlay; answers whether it took it.
    pub(super) fn press_overlay(&mut self, event: KeyEvent) -> bool {
        let has_ctrl = event.modifiers.contains(KeyModifiers::CONTROL);
        if event.code == KeyCode::Esc {
            self.close_overlay();
            return true;
        }
        if has_ctrl && matches!(event.code, KeyCode::Char('c' | 'z')) {
            return false;
        }
        let Some(overlay) = self.overlay.take() else {
            return false;
        };
        let is_text = match &overlay {
            Overlay::Prompt(_) | Overlay::Palette(_) => true,
            Overlay::Recipe(panel) => panel.is_typed_into(),
            Overlay::Help(_) | Overlay::Skipped(_) => false,
        };
        if !is_text && matches!(event.code, KeyCode::Char('q')) {
            return true;
        }
        match overlay {
            Overlay::Help(_) | Overlay::Skipped(_) => {
                let page = i32::from(self.areas_height(Pane::Overlay)) - 1;
                let by = match event.code {
                    KeyCode::Up | KeyCode::Char('k') => -1,
                    KeyCode::Down | KeyCode::Char('j') => 1,
                    KeyCode::PageUp => -page,
                    KeyCode::PageDown | KeyCode::Char(' ') => page,
                    KeyCode::Home | KeyCode::Char('g') => i32::from(i16::MIN),
                    KeyCode::End | KeyCode::Char('G') => i32::from(i16::MAX),
                    // Any other key closes what is only to be read.
                    _ => return true,
                };
                self.overlay = Some(overlay);
                self.scroll_overlay(by as isize);
            }
            Overlay::Recipe(panel) => self.press_recipe_panel(panel, event),
            Overlay::Palette(palette) => self.press_palette(palette, event),
            Overlay::Prompt(prompt) => self.press_prompt(prompt, event),
        }
        true
    }

    /// Text was pasted: into the line that is being typed, if there is one.
    pub fn paste(&mut self, text: &str) {
        if self.paste_text(text) {
            return;
        }
        // A prompt has one line: lines become words of it, and the line end behind the last is nothing.
        let text = text.trim_end_matches(['\r', '\n']).replace("\r\n", " ");
        let one_line = text.replace(['\r', '\n'], " ");
        match self.overlay.take() {
            Some(Overlay::Prompt(prompt)) => self.paste_into_prompt(prompt, &one_line),
            Some(Overlay::Palette(mut palette)) => {
                palette.insert(&one_line);
                self.overlay = Some(Overlay::Palette(palette));
            }
            Some(Overlay::Recipe(mut panel)) => {
                panel.insert(&one_line);
                self.overlay = Some(Overlay::Recipe(panel));
            }
            None if self.screen == Screen::Lab => {
                self.warn(("nothing to paste into: Tab to a text first", "此处不能粘贴：先按 Tab 到文本"))
            }
            other => {
                self.overlay = other;
                self.warn((
                    "nothing to paste into: / filters, : searches commands",
                    "此处不能粘贴：/ 筛选，: 搜索命令",
                ));
            }
        }
    }

    fn close_overlay(&mut self) {
        if let Some(Overlay::Prompt(prompt)) = self.overlay.take() {
            self.withdraw_prompt(&prompt);
        }
    }

    fn areas_height(&self, pane: Pane) -> u16 {
        self.lines_of(pane) as u16
    }

    pub(super) fn scroll_overlay(&mut self, by: isize) {
        let height = self.lines_of(Pane::Overlay);
        let lines = match &self.overlay {
            Some(Overlay::Help(_)) => help::lines(self.lang, self.screen).len(),
            Some(Overlay::Skipped(_)) => self.model.skipped.len(),
            _ => 0,
        };
        match &mut self.overlay {
            Some(Overlay::Help(at) | Overlay::Skipped(at)) => {
                *at = at.saturating_add_signed(by).min(lines.saturating_sub(height));
            }
            Some(Overlay::Palette(palette)) => palette.step(by.signum()),
            _ => {}
        }
        if let Some(Overlay::Recipe(mut panel)) = self.overlay.take_if(|o| matches!(o, Overlay::Recipe(_))) {
            panel.scroll(self, by);
            self.overlay = Some(Overlay::Recipe(panel));
        }
    }

    /// A row of the overlay was clicked, or opened by a second click.
    pub(super) fn select_overlay_row(&mut self, pane: Pane, row: usize, is_open: bool) {
        match self.overlay.take() {
            Some(Overlay::Palette(mut palette)) => {
                palette.select(row);
                self.run_palette(palette);
            }
            Some(Overlay::Recipe(panel)) => self.click_recipe_panel(panel, pane, row, is_open),
            other => self.overlay = other,
        }
    }
}

/// Draws the overlay over the whole frame; returns where the terminal's cursor belongs, if a line is typed there.
pub fn view(app: &App, overlay: &Overlay, paint: &mut Paint<'_>, area: Rect) -> Option<Position> {
    match overlay {
        Overlay::Help(at) => help::view(app, paint, area, *at),
        Overlay::Skipped(at) => skipped::view(app, paint, area, *at),
        Overlay::Recipe(panel) => return recipe_panel::view(app, panel, paint, area),
        Overlay::Palette(palette) => return palette::view(palette, paint, area),
        Overlay::Prompt(prompt) => return prompt::view(prompt, paint, area),
    }
    None
}

/// A box in the middle of the screen; nothing below it can be clicked.
fn open_box(paint: &mut Paint<'_>, area: Rect, width: u16, height: u16, title: &str, foot: &str) -> Rect {
    let (width, height) =
        (width.min(area.width.saturating_sub(2)), height.min(area.height.saturating_sub(2)));
    let x = area.x + (area.width - width) / 2;
    let y = area.y + (area.height - height) / 2;
    let place = Rect { x, y, width, height };
    paint.areas.cover();
    paint.clear(place);
    let style = paint.style(Role::Text);
    paint.buffer.set_style(place, style);
    paint.frame(place, true, title, foot)
}
