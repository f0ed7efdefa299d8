//! The lab: two texts to edit, what differs between them, and how edits move the first.

use super::keys::{Act, Pane, View};
use super::lists::ListedOf;
use super::news::{BatteryKey, Compared, Near, NearKey, TextsKey, Tried, Under};
use super::several::Several;
use super::side::{Cursor, Side};
use crate::action::{Action, Screen};
use crate::editor::TooMuch;
use crate::listing::Listing;
use crate::shared::{Question, Shared};
use crate::wanted::Wanted;
use crate::widgets::list::List;
use crate::widgets::marked::Marked;
use simscope_core::sensitivity::{Edit, Experiment, Own};
use std::sync::Arc;

/// Where a text came from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Origin {
    /// Nowhere: it is typed.
    #[default]
    Nowhere,
    /// A document.
    Document(u32),
    /// It is a copy of a document that was put into A.
    Copy(u32),
    /// An edit of A.
    Edit(Edit),
    /// A without a term.
    Without(String),
    /// A line of several, by its place among those that are not blank.
    Line(usize),
}

#[derive(Debug, Default)]
pub struct State {
    /// The pane that has the keys; `None` until the screen was shown.
    pub focus: Option<Pane>,
    /// The first text.
    pub a: Side,
    /// The second.
    pub b: Side,
    /// The keys go into the text of the pane that has them.
    pub is_typing: bool,
    /// Which list is shown.
    pub view: View,
    /// The selected row of each list.
    pub lists: [List; View::ALL.len()],
    /// Which lists are in their other order.
    pub is_reordered: [bool; View::ALL.len()],
    /// The edits of the user.
    pub own: Vec<Own>,
    /// Words that an edit changes, and what random choices follow from.
    pub experiment: Experiment,
    /// The curve as a table.
    pub is_table: bool,
    /// The selected row of the table.
    pub lengths: List,
    /// The length in that row, which stays selected while rows come and go.
    pub(super) length: u32,
    /// What is known of the texts.
    pub(super) compared: Wanted<TextsKey, Compared>,
    /// What a row of the list must have to be listed, and the rows that pass, where there is a filter.
    pub shown: Listing,
    /// The rows that were filtered, and what the filter looks into.
    pub(super) listed: Option<(ListedOf, Vec<String>)>,
    /// What edits do to A.
    pub(super) tried: Wanted<BatteryKey, Tried>,
    /// What was changed last: every change has its number.
    pub(super) changes: u64,
    /// Counts the changes of [`State::own`].
    pub(super) own_change: u64,
    /// The document that was put into the editors, or refused.
    pub(super) document: Option<u32>,
    /// Why it was refused.
    pub(super) refused: Option<TooMuch>,
    /// What differs between the texts, by the last change of each.
    pub(super) marked: Wanted<(u64, u64), Marked>,
    /// The changes of a pair that is to be shown from its first difference on.
    pub(super) opens_at: Option<(u64, u64)>,
    /// The texts under every recipe.
    pub(super) under: Wanted<TextsKey, Vec<Under>>,
    /// The documents nearest to B.
    pub(super) near: Wanted<NearKey, Vec<Near>>,
    /// Several texts, one a line.
    pub several: Several,
    pub(super) vocabulary: Option<(u64, Arc<Vec<String>>)>,
    /// The screen and the document that the texts were last held against.
    seen: (bool, u32),
}

impl State {
    /// Whether either text was changed by hand.
    pub fn is_touched(&self) -> bool {
        self.a.is_touched || self.b.is_touched
    }

    /// Whether a text stands there that was typed.
    pub fn has_typed(&self) -> bool {
        [&self.a, &self.b].iter().any(|side| side.is_touched && !side.editor.is_empty())
    }

    /// The editor of a pane.
    pub fn side(&self, pane: Pane) -> Option<&Side> {
        match pane {
            Pane::TextA => Some(&self.a),
            Pane::TextB => Some(&self.b),
            _ => None,
        }
    }

    pub(super) fn side_mut(&mut self, pane: Pane) -> Option<&mut Side> {
        match pane {
            Pane::TextA => Some(&mut self.a),
            Pane::TextB => Some(&mut self.b),
            _ => None,
        }
    }

    /// Notes that the text of a side is another now.
    pub(super) fn note_change(&mut self, pane: Pane) {
        self.changes += 1;
        let change = self.changes;
        if let Some(side) = self.side_mut(pane) {
            side.note_change(change);
        }
    }

    /// The list that is shown.
    pub fn list(&self) -> &List {
        &self.lists[self.view as usize]
    }

    /// Whether the list that is shown is in its other order.
    pub fn is_list_reordered(&self) -> bool {
        self.is_reordered[self.view as usize]
    }

    /// The pane that has the keys. B is there to be edited, where there is an A.
    pub fn pane(&self) -> Pane {
        self.focus.unwrap_or(Pane::TextB)
    }

    pub fn act(&mut self, shared: &mut Shared, act: Act) {
        match act {
            Act::Type => self.type_text(shared),
            Act::NextView => self.next_view(shared),
            Act::SetView(view) => self.set_view(shared, view),
            Act::TakeLines => self.take_lines_of_text(shared),
            Act::ToggleOrder => self.toggle_order(shared),
            Act::AskEdit => shared.asked.question = Some(self.edit_question()),
            Act::ForgetEdit => self.forget_edit(shared),
            Act::StepEdits(by) => self.step_edits(shared, by),
            Act::AskSeed => shared.asked.question = Some(self.seed_question()),
            Act::ToggleCurve => self.toggle_curve(shared),
        }
    }

    fn edit_question(&self) -> Question {
        Question::new(
            Act::AskEdit,
            ("edit of A: ", "编辑 A："),
            (
                "OLD=>NEW: every occurrence, inside words too · =>NEW appends · OLD=> drops".to_owned(),
                "旧=>新：所有出现处，词内亦然 · =>新 追加 · 旧=> 删除".to_owned(),
            ),
        )
    }

    fn seed_question(&self) -> Question {
        let now = self.experiment.seed;
        Question::new(
            Act::AskSeed,
            ("seed = ", "种子 = "),
            (
                format!("a whole number, now {now} · the edits and the curve follow · Esc leaves"),
                format!("整数，现为 {now} · 编辑与曲线随之改变 · Esc 放弃"),
            ),
        )
    }

    /// To the lab, with the selected document in it, and the other one where they are a pair. Texts that were edited stay.
    pub fn show_pair(&mut self, shared: &mut Shared, other: Option<u32>) {
        shared.go(Screen::Lab);
        let Some(document) = shared.selected_document() else {
            return shared
                .warn(("no document is selected: type or paste a text", "未选择文档：请输入或粘贴文本"));
        };
        let is_other = |&other: &u32| other != document && (other as usize) < shared.model.corpus.len();
        if let Some(other) = other.filter(is_other)
            && !self.is_touched()
        {
            self.put_document(shared, document, Some(other), Cursor::Start);
        }
    }

    /// The selected document anew, also where the texts were edited.
    pub fn load_document(&mut self, shared: &mut Shared) {
        let Some(document) = shared.selected_document() else {
            return shared
                .warn(("no document is selected: type or paste a text", "未选择文档：请输入或粘贴文本"));
        };
        let was_touched = self.is_touched();
        if !self.put_document(shared, document, None, Cursor::End) {
            return;
        }
        self.focus = Some(Pane::TextB);
        let undo = shared.lang.pick(match was_touched {
            true => (
                "; Enter, then Ctrl-Z brings back what was typed",
                "；按 Enter 再按 Ctrl-Z 找回之前输入的文本",
            ),
            false => ("", ""),
        });
        let phrase = shared.lang.pick(("B is a copy of A", "B 为 A 的副本"));
        shared.say_of(format!("{phrase}{undo}"));
    }

    /// Puts a document into A, and the other, or a copy, into B; returns whether it could. What was typed before can be
    /// brought back.
    fn put_document(
        &mut self,
        shared: &mut Shared,
        document: u32,
        other: Option<u32>,
        cursor_in_b: Cursor,
    ) -> bool {
        self.document = Some(document);
        if shared.refuses_without_texts() {
            return false;
        }
        let text = |document: u32| shared.document(document).text;
        let (a, b) = (text(document), text(other.unwrap_or(document)));
        let editors = self.a.editor_of_document(a, Cursor::Start);
        let editors = editors.and_then(|a| Ok((a, self.b.editor_of_document(b, cursor_in_b)?)));
        let (a, b) = match editors {
            Ok(editors) => editors,
            Err(too_much) => {
                self.refused = Some(too_much);
                shared.warn_of(too_much.message(shared.lang));
                return false;
            }
        };
        self.refused = None;
        self.a.take(a, Origin::Document(document));
        self.b.take(b, other.map_or(Origin::Copy(document), Origin::Document));
        self.note_change(Pane::TextA);
        self.note_change(Pane::TextB);
        if other.is_some() {
            self.open_at_difference();
        }
        true
    }

    /// Why the selected document is not in the editors, if it was refused.
    pub fn why_not_loaded(&self, shared: &Shared) -> Option<String> {
        let document = shared.selected_document().filter(|&document| self.document == Some(document))?;
        let why = self.refused?.message(shared.lang);
        let id = simscope_core::visible::line(shared.document(document).id);
        Some(format!("{id}: {why}"))
    }

    /// The lab shows the selected document until something was typed; then the texts stay, and the status line says so.
    pub(super) fn follow_selected(&mut self, shared: &mut Shared) {
        let is_shown = shared.screen == Screen::Lab;
        let seen = std::mem::replace(&mut self.seen, (is_shown, shared.selected));
        if !is_shown {
            return self.is_typing = false;
        }
        let selected = shared.selected_document();
        self.focus.get_or_insert(if selected.is_some() { Pane::TextB } else { Pane::TextA });
        let Some(document) = selected.filter(|_| self.document != selected) else { return };
        if !self.is_touched() {
            self.put_document(shared, document, None, Cursor::Start);
        } else if seen != self.seen && (seen.0 || shared.message.is_none()) {
            let id = shared.shown_id(document);
            let load = shared.key(Action::ToLab);
            shared.say((
                format!("{id} is selected; the lab keeps the texts that you edited: {load} loads it"),
                format!("已选择 {id}；实验屏保留编辑过的文本：按 {load} 载入"),
            ));
        }
    }

    /// Whether the texts are two documents as they stand in the corpus that are in one group.
    pub fn is_grouped_through_others(&self, shared: &Shared) -> bool {
        let document = |side: &Side| match side.origin {
            Origin::Document(document) if !side.is_touched => Some(document),
            _ => None,
        };
        let (Some(a), Some(b)) = (document(&self.a), document(&self.b)) else { return false };
        let groups = shared.groups.as_ref().filter(|_| shared.groups_are_current());
        groups
            .is_some_and(|groups| groups.number_of(a).is_some() && groups.number_of(a) == groups.number_of(b))
    }
}
