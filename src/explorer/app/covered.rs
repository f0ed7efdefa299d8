//! What lies over the screen: which overlay an action opens, and what its keys, clicks and lines come to.

use super::App;
use crate::action::classroom::Act;
use crate::action::{Action, Pane};
use crate::overlays::{Over, Overlay, Pressed, Prompt};
use crate::room::{Entered, Export};
use crate::shared::{Effect, Question, Written};
use crate::surface::Phrase;
use crate::{filtering, sheet};
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use std::path::PathBuf;

impl App {
    pub(super) fn open(&mut self, action: Action) {
        let shared = &self.shared;
        if action == Action::Why && self.classroom.is_alone(shared, shared.drawn.areas.bodies) {
            self.overlay = self.classroom.about_recipe(shared.lang).map(Overlay::Why);
            return;
        }
        let opened = Overlay::open(action, Over { own: &self.screens, shared: &self.shared });
        self.overlay = opened.unwrap_or_else(|why| {
            self.shared.warn(why);
            None
        });
    }

    /// Gives a key to the overlay. Returns whether it took it.
    pub(super) fn press_overlay(&mut self, event: KeyEvent) -> bool {
        let Some(mut overlay) = self.overlay.take() else { return false };
        if event.code == KeyCode::Esc {
            if let Overlay::Prompt(prompt) = &overlay {
                self.follow_line(prompt.of(), prompt.before());
                // The page that a question is about closes with it.
                self.screens.clean.close_page();
            }
            self.follow();
            return true;
        }
        let pressed = overlay.press(&mut self.shared, &self.screens, event);
        let is_taken = !matches!(pressed, Pressed::Passed);
        self.after(overlay, pressed);
        is_taken
    }

    /// A row of the overlay was clicked.
    pub(super) fn click(&mut self, row: (Pane, usize), is_open: bool) {
        if let Some(mut overlay) = self.overlay.take() {
            let pressed = overlay.click(&mut self.shared, &self.screens, row, is_open);
            self.after(overlay, pressed);
        }
    }

    /// Does what a key or a click on the overlay came to.
    fn after(&mut self, overlay: Overlay, pressed: Pressed) {
        match pressed {
            Pressed::Close(action) => {
                if let Some(action) = action {
                    self.update(action);
                }
            }
            Pressed::Answered => self.answered(overlay),
            Pressed::Do(action) => {
                self.update(action);
                self.overlay = Some(overlay);
            }
            Pressed::Stay | Pressed::Typed | Pressed::Passed => {
                self.overlay = Some(overlay);
                self.follow_prompt();
            }
        }
        self.follow();
    }

    /// The screens that follow a line as it is typed, follow it.
    pub(super) fn follow_prompt(&mut self) {
        if let Some(Overlay::Prompt(prompt)) = &self.overlay {
            let (of, line) = (prompt.of(), prompt.typed().to_owned());
            self.follow_line(of, &line);
        }
    }

    fn follow_line(&mut self, of: Action, line: &str) {
        let screen = self.screens.filtered(&self.shared);
        if of == Action::AskFilter {
            self.screens.at_mut(screen).typed(&mut self.shared, Entered::Filter(line)).ok();
        }
    }

    /// The line of a prompt is the answer to its question; a wrong one stays, and says what is wrong.
    fn answered(&mut self, overlay: Overlay) {
        let Overlay::Prompt(mut prompt) = overlay else { return };
        let line = prompt.typed().to_owned();
        if let Err(why) = self.answer(&prompt, &line) {
            prompt.refuse(why);
            self.overlay = Some(Overlay::Prompt(prompt));
        }
    }

    /// One pane alone, or all of them.
    pub(super) fn toggle_alone(&mut self) {
        self.is_alone ^= true;
        self.shared.say(match self.is_alone {
            true => {
                ("this pane alone; ‹toggle-alone› shows all again", "只显示此窗格；按 ‹toggle-alone› 恢复")
            }
            false => ("all panes", "显示全部窗格"),
        });
    }

    /// Asks for a filter; the rows follow while it is typed.
    pub(super) fn ask_filter(&mut self) {
        let screen = self.screens.filtered(&self.shared);
        let Some(filter) = self.screens.at(screen).filter_standing(&self.shared) else { return };
        // A place without a list of its own goes to that of Corpus.
        let label = match screen == self.shared.screen {
            true => filter.label,
            false => ("filter Corpus: ", "筛选“语料”："),
        };
        let text = filter.line.text().to_owned();
        let question = Question::new(Action::AskFilter, label, Default::default());
        self.shared.asked.question = Some(Question { before: text.clone(), text, ..question });
    }

    /// The line is the filter now, unless there is a mistake in it.
    fn keep_filter(&mut self, line: &str) -> Result<(), String> {
        let screen = self.screens.filtered(&self.shared);
        self.follow_line(Action::AskFilter, line);
        let filter = self.screens.at(screen).filter_standing(&self.shared);
        if let Some(mistake) = filter.and_then(|filter| filter.line.mistake()) {
            return Err(filtering::say(mistake, self.shared.lang));
        }
        self.shared.keep_filter(line.trim());
        if self.shared.screen != screen {
            self.update(Action::Go(screen));
        }
        Ok(())
    }

    fn answer(&mut self, prompt: &Prompt, line: &str) -> Result<(), String> {
        let text = line.trim();
        if prompt.of() == Action::AskFilter {
            return self.keep_filter(line);
        }
        if text.is_empty() {
            return Ok(());
        }
        match prompt.of() {
            Action::AskK => self.update(Action::SetK(self.shared.parse_k(text)?)),
            Action::Export => self.export(PathBuf::from(text)),
            Action::AskOpen => self.open_corpus(text),
            Action::Classroom(Act::Type) => self.open_typed(text),
            Action::Classroom(Act::Write) => {
                let answers = self.classroom.answers(&self.shared);
                self.shared.export(PathBuf::from(text), Box::new(Written(answers)), Vec::new());
            }
            Action::Classroom(_) => self.classroom.answer(&mut self.shared, text),
            Action::AskReport => {
                self.shared.write_report(text).map_err(|phrase| self.shared.keyed(phrase))?;
            }
            of => {
                let answered = self.type_into_screen(Entered::Answer(of, line));
                answered.map_err(|phrase| self.shared.keyed(phrase))?;
            }
        }
        Ok(())
    }

    /// The command line that prints what is on the screen, or why there is none.
    ///
    /// # Errors
    /// No command can read the documents, or nothing is selected.
    pub fn command_line(&self) -> Result<String, Phrase> {
        let shown = self.screens.at(self.shared.screen).export(&self.shared);
        shown.command.and_then(|words| words.line(&self.shared))
    }

    /// Shows that line, and copies it.
    pub(super) fn show_command(&mut self) {
        match self.command_line() {
            Ok(text) => {
                self.overlay = Some(Overlay::Why(text.clone()));
                self.shared.copy(text, ("the command", "命令"));
            }
            Err(why) => self.shared.warn(why),
        }
    }

    fn export(&mut self, path: PathBuf) {
        let Export { draws_svg, has_second, sheet, .. } =
            self.screens.at(self.shared.screen).export(&self.shared);
        let is_picture = match sheet::ending(&path).as_str() {
            "html" | "htm" | "text" => true,
            "svg" => !draws_svg,
            _ => false,
        };
        if is_picture {
            return self.shared.ask_for(Effect::Picture(path));
        }
        match sheet {
            Ok(sheet) => {
                let known = self.shared.knows_recipe().then_some(self.shared.model.recipe);
                let recipes = known.into_iter().chain(self.shared.second.filter(|_| has_second)).collect();
                self.shared.export(path, sheet, recipes);
            }
            Err(phrase) => self.shared.warn(phrase),
        }
    }
}
