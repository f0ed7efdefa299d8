//! Typing into the texts: keys, pastes and the mouse.

use super::keys::{Pane, View};
use super::list::edits::edit_name;
use super::list::several::is_several;
use super::state::{Origin, State};
use crate::action::{Pointer, Screen};
use crate::editor::{Typed, Why};
use crate::room;
use crate::shared::Shared;
use crate::surface::Target;
use crate::surface::key::APART;
use crate::widgets::marked;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use simscope_core::visible;

impl State {
    /// The pane whose text takes the keys.
    pub fn typed_into(&self, shared: &Shared) -> Option<Pane> {
        let is_typing = self.is_typing && shared.screen == Screen::Pair && !shared.drawn.is_covered;
        Some(self.focus).filter(|pane| is_typing && self.side(*pane).is_some())
    }

    /// Gives a key to the text that takes them; returns whether there is one.
    pub(super) fn press_text(&mut self, shared: &mut Shared, event: KeyEvent) -> bool {
        let Some(pane) = self.typed_into(shared) else { return false };
        if event == KeyEvent::new(KeyCode::Char('l'), KeyModifiers::CONTROL) {
            return false;
        }
        shared.message = None;
        match event.code {
            _ if event.modifiers.intersects(APART) => self.press_side(shared, pane, event),
            KeyCode::Esc => {
                self.is_typing = false;
                shared.say(("left the text: ‹pair.type› edits again", "已离开文本：按 ‹pair.type› 继续编辑"));
            }
            KeyCode::BackTab => room::step_pane(self, -1),
            KeyCode::Tab if event.modifiers.contains(KeyModifiers::SHIFT) => room::step_pane(self, -1),
            KeyCode::Tab => room::step_pane(self, 1),
            _ => self.press_side(shared, pane, event),
        }
        true
    }

    fn press_side(&mut self, shared: &mut Shared, pane: Pane, event: KeyEvent) {
        let typed = self.side_mut(pane).map(|side| side.press(event));
        let is_ctrl_c = event == KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        match typed {
            Some(Typed::Nothing(Why::NothingSelected)) if is_ctrl_c => shared.warn((
                "nothing is selected; to quit press Esc, then ‹quit›",
                "尚未选择内容；要退出请按 Esc，再按 ‹quit›",
            )),
            Some(typed) => self.take_typed(shared, pane, typed),
            None => {}
        }
    }

    /// Text was pasted: into the text that is typed into, or as several texts into the lists. Returns whether it was taken.
    pub(super) fn paste_text(&mut self, shared: &mut Shared, text: &str) -> bool {
        let Some(pane) = self.typed_into(shared) else {
            return self.focus == Pane::List && is_several(text) && self.take_lines(shared, text);
        };
        let Some(side) = self.side_mut(pane) else { return false };
        let typed = side.paste(text);
        let is_all = typed.is_change() && side.editor.len() <= text.len();
        shared.message = None;
        self.take_typed(shared, pane, typed);
        if is_all && is_several(text) {
            shared.say((
                "several lines: Esc, then ‹pair.take-lines› lists the distances of all",
                "粘贴了多行：按 Esc 再按 ‹pair.take-lines› 列出所有距离",
            ));
        }
        true
    }

    fn take_typed(&mut self, shared: &mut Shared, pane: Pane, typed: Typed) {
        if typed.is_change() {
            self.note_change(pane);
            // An older text that came back stays, whatever document is selected.
            self.stay(shared);
            // The work begins before the frame is drawn.
            self.want_all(shared);
        }
        self.scroll_along_cursor(pane);
        match typed {
            Typed::Copy(text) | Typed::Cut(text) => shared.copy(text, ("the selected text", "所选文本")),
            Typed::Nothing(why) => {
                if let Some(phrase) = why.message() {
                    shared.warn(phrase);
                }
            }
            Typed::Refused(too_much) => shared.warn_of(too_much.message(shared.lang)),
            Typed::Changed | Typed::Undone | Typed::Redone | Typed::Moved => {}
        }
    }

    /// The keys go into the text of the pane, or of B; the cursor is at the difference that was gone to, if there is one.
    pub(super) fn type_text(&mut self, shared: &mut Shared) {
        if shared.refuses_without_texts() {
            return;
        }
        if self.side(self.focus).is_none() {
            self.focus = Pane::TextB;
        }
        let first = self.marked().and_then(|marked| marked.differences.get(self.difference.unwrap_or(0)));
        let places = first.map(|first| [first.a.start, first.b.start]);
        let is_b = self.focus == Pane::TextB;
        let is_gone_to = self.difference.is_some();
        let Some(side) = self.side_mut(self.focus) else { return };
        if let Some(why) = side.too_long() {
            return shared.warn_of(why.message(shared.lang));
        }
        if let Some(places) = places.filter(|_| is_gone_to || !side.is_touched) {
            side.editor.show(places[usize::from(is_b)], 2);
        }
        self.is_typing = true;
        self.scroll_along_cursor(self.focus);
    }

    /// While one text is typed into the mouse presses into a text, drags over it, or turns the wheel.
    pub(super) fn point_at_text(&mut self, pane: Pane, pointer: Pointer) {
        if matches!(pointer, Pointer::Press { .. }) {
            self.focus = pane;
        }
        if let Pointer::Wheel { by, .. } = pointer {
            self.scroll_text(pane, 3 * isize::from(by));
        }
        let Some(side) = self.side_mut(pane) else { return };
        match pointer {
            Pointer::Press { x, y } => side.editor.click(x, y),
            Pointer::Drag { x, y, .. } => side.editor.drag_to(x.max(0) as u16, y.max(0) as u16),
            Pointer::Wheel { .. } => {}
        }
    }

    /// The name of a text: where it came from.
    pub fn origin_name(&self, shared: &Shared, pane: Pane) -> String {
        let Some(side) = self.side(pane) else { return String::new() };
        let lang = shared.lang;
        let name = match &side.origin {
            Origin::Nowhere => return lang.pick(("typed text", "输入的文本")).to_owned(),
            Origin::Document(document) => shared.shown_id(*document),
            Origin::Copy(document) => {
                let is_of_a = matches!(self.a.origin, Origin::Document(a) if a == *document);
                let id = visible::line(shared.document(*document).id);
                return lang.pick(match (side.is_touched, is_of_a) {
                    (true, true) => both!("edited copy", "编辑过的副本"),
                    (true, false) => both!("edited copy of {id}", "{id} 的副本（已编辑）"),
                    (false, true) if self.a.is_touched => {
                        both!("copy of the original", "原文的副本")
                    }
                    (false, true) => both!("copy of A", "A 的副本"),
                    (false, false) => both!("copy of {id}", "{id} 的副本"),
                });
            }
            Origin::Without(term) => {
                let term = visible::line(term);
                lang.pick(both!("A without {term}", "去掉 {term} 的 A"))
            }
            Origin::Edit(edit) => edit_name(edit, lang),
            Origin::Line(line) => {
                let line = line + 1;
                lang.pick(both!("text {line} of several", "第 {line} 个文本"))
            }
        };
        if side.is_touched { lang.pick(both!("{name}, edited", "{name}（已编辑）")) } else { name }
    }

    /// Whether the texts are shown in their editors: one is typed into, or the words of A have the colours of their influence.
    pub fn are_in_editors(&self) -> bool {
        let fit = self.a.too_long().is_none() && self.b.too_long().is_none();
        fit && (self.is_typing || self.view == View::Influence)
    }

    /// Notes where the texts were drawn.
    pub(super) fn note_drawn(&mut self, shared: &Shared) {
        for pane in [Pane::TextA, Pane::TextB] {
            let area = shared.drawn.areas.find(|target| *target == Target::Plane(pane.into()));
            if let (Some(side), Some(area)) = (self.side_mut(pane), area) {
                side.editor.drawn(area);
            }
        }
    }

    /// Scrolls the other text so that the part beside the cursor is at the same height.
    pub(super) fn scroll_along_cursor(&mut self, pane: Pane) {
        let Some((offset, row)) = self.side(pane).map(|side| side.editor.cursor_shown()) else { return };
        self.scroll_other(pane, offset, row);
    }

    /// Scrolls a text, and the other with it.
    pub(super) fn scroll_text(&mut self, pane: Pane, by: isize) {
        let Some(side) = self.side_mut(pane) else { return };
        side.editor.scroll(by.clamp(-10_000, 10_000) as i16);
        let first = side.editor.first_shown();
        self.scroll_other(pane, first, 0);
    }

    /// A text of which something is selected stays where it is, and so do both while it is not known what differs.
    fn scroll_other(&mut self, pane: Pane, offset: usize, row: usize) {
        let (of, other) = match pane {
            Pane::TextA => (marked::Side::A, Pane::TextB),
            Pane::TextB => (marked::Side::B, Pane::TextA),
            _ => return,
        };
        let Some(offset) = self.marked().map(|marked| marked.beside(of, offset)) else { return };
        if let Some(side) = self.side_mut(other)
            && side.editor.selected().is_none()
        {
            side.editor.show_away(offset, row);
        }
    }
}
