//! Typing into the texts of the lab: keys, pastes and the mouse.

use super::Origin;
use crate::tui::action::{Action, Pane, Screen};
use crate::tui::app::{App, Effect, Tone};
use crate::tui::editor::{Typed, Why};
use crate::visible;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

impl App {
    /// The pane whose text takes the keys.
    pub fn typed_into(&self) -> Option<Pane> {
        let is_typing = self.lab.is_typing && self.screen == Screen::Lab && self.overlay.is_none();
        Some(self.pane()).filter(|pane| is_typing && self.lab.side(*pane).is_some())
    }

    /// Gives a key to the text that takes them; answers whether there is one.
    pub(in crate::tui::app) fn press_text(&mut self, event: KeyEvent) -> bool {
        let Some(pane) = self.typed_into() else { return false };
        self.message = None;
        let has_shift = event.modifiers.contains(KeyModifiers::SHIFT);
        match event.code {
            KeyCode::Esc => {
                self.lab.is_typing = false;
                self.say(self.lang.pick((
                    "the keys are the explorer's again: Enter types on, Ctrl-Z would suspend",
                    "按键恢复为浏览命令：Enter 继续输入，Ctrl-Z 会挂起",
                )));
            }
            KeyCode::BackTab => self.step_text(-1),
            KeyCode::Tab if has_shift => self.step_text(-1),
            KeyCode::Tab => self.step_text(1),
            _ => {
                let typed = self.lab.side_mut(pane).map(|side| side.press(event));
                let is_ctrl_c =
                    event.code == KeyCode::Char('c') && event.modifiers.contains(KeyModifiers::CONTROL);
                match typed {
                    Some(Typed::Nothing(Why::NothingSelected)) if is_ctrl_c => self.warn((
                        "nothing is selected to copy; to quit, Esc leaves the text and q quits",
                        "尚未选择可复制的内容；要退出请先按 Esc 离开文本，再按 q",
                    )),
                    Some(typed) => self.take_typed(pane, typed),
                    None => {}
                }
            }
        }
        true
    }

    /// To the next or the previous pane; from text to text one goes on typing.
    fn step_text(&mut self, by: isize) {
        self.next_pane(by);
        self.lab.is_typing = self.lab.side(self.pane()).is_some();
    }

    /// Text was pasted; answers whether a text of the lab took it.
    pub(in crate::tui) fn paste_text(&mut self, text: &str) -> bool {
        if self.screen != Screen::Lab || self.overlay.is_some() {
            return false;
        }
        let pane = self.pane();
        let Some(side) = self.lab.side_mut(pane) else { return false };
        let typed = side.paste(text);
        self.lab.is_typing = true;
        self.message = None;
        self.take_typed(pane, typed);
        true
    }

    fn take_typed(&mut self, pane: Pane, typed: Typed) {
        if typed.is_change() {
            self.lab.note_change(pane);
            self.lab.refused = None;
            // An older text that came back stays, whatever document is selected.
            self.lab.document = self.selected_document();
            // The work begins before the frame is drawn.
            self.demand_lab();
        }
        match typed {
            Typed::Copy(text) | Typed::Cut(text) => {
                let what = self.lang.pick(("the selected text", "所选文本")).to_owned();
                self.effects.push(Effect::Copy { text, what });
            }
            Typed::Nothing(why) => {
                if let Some(said) = why.said() {
                    self.warn(said);
                }
            }
            Typed::Refused(too_much) => {
                self.message = Some((Tone::Warning, too_much.said(self.lang)));
            }
            Typed::Changed | Typed::Undone | Typed::Redone | Typed::Moved => {}
        }
    }

    /// The keys go into the text of the pane, or of B.
    pub(in crate::tui::app) fn type_text(&mut self) {
        if self.screen != Screen::Lab {
            return;
        }
        if self.lab.side(self.pane()).is_none() {
            self.set_pane(Pane::TextB);
        }
        self.lab.is_typing = true;
    }

    /// The mouse pressed into a text, or drags over it.
    pub(in crate::tui::app) fn point_at_text(&mut self, action: Action) {
        match action {
            Action::ClickText { pane, x, y } => {
                self.set_pane(pane);
                self.lab.is_typing = true;
                if let Some(side) = self.lab.side_mut(pane) {
                    side.editor.click(x, y);
                }
            }
            Action::DragText { pane, x, y } => {
                if let Some(side) = self.lab.side_mut(pane) {
                    side.editor.drag_to(x.max(0) as u16, y.max(0) as u16);
                }
            }
            _ => {}
        }
    }

    /// Scrolls a text.
    pub(in crate::tui::app) fn scroll_text(&mut self, pane: Pane, by: isize) {
        if let Some(side) = self.lab.side_mut(pane) {
            side.editor.scroll(by.clamp(-10_000, 10_000) as i16);
        }
    }

    /// The name of a text: where it came from.
    pub fn origin_name(&self, pane: Pane) -> String {
        let Some(side) = self.lab.side(pane) else { return String::new() };
        let lang = self.lang;
        let name = match &side.origin {
            Origin::Nowhere => return lang.pick(("typed text", "输入的文本")).to_owned(),
            Origin::Document(document) => {
                let id = visible::line(self.model.corpus.get(*document as usize).id).into_owned();
                match side.is_touched {
                    true => id,
                    false => lang.pick((format!("original ({id})"), format!("原文（{id}）"))),
                }
            }
            Origin::Copy(document) => {
                let is_of_a = matches!(self.lab.a.origin, Origin::Document(a) if a == *document);
                let id = visible::line(self.model.corpus.get(*document as usize).id);
                return lang.pick(match (side.is_touched, is_of_a) {
                    (true, true) => ("edited copy".to_owned(), "编辑过的副本".to_owned()),
                    (true, false) => (format!("edited copy of {id}"), format!("{id} 的副本（已编辑）")),
                    (false, true) if self.lab.a.is_touched => {
                        ("copy of the original".to_owned(), "原文的副本".to_owned())
                    }
                    (false, true) => ("copy of A: edit me".to_owned(), "A 的副本：可编辑".to_owned()),
                    (false, false) => (format!("copy of {id}"), format!("{id} 的副本")),
                });
            }
            Origin::Without(term) => {
                let term = visible::line(term);
                lang.pick((format!("A without {term}"), format!("去掉 {term} 的 A")))
            }
            Origin::Edit(edit) => crate::tui::screens::lab::edit_name(edit, lang),
        };
        match side.is_touched {
            true => lang.pick((format!("{name}, edited"), format!("{name}（已编辑）"))),
            false => name,
        }
    }
}
