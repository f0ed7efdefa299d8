//! The lab: two texts to edit, what differs between them, and how edits move the first.

mod leaving;
mod lists;
mod side;
mod studying;
mod typing;

use super::App;
use crate::sensitivity::{Curve, Edit, Experiment, Own};
use crate::tui::action::{Pane, Screen};
use crate::tui::editor::TooMuch;
use crate::tui::list::List;
use crate::tui::sensed::{BatteryKey, CurveKey, SenseKey, Sensed, Tried};
use std::sync::Arc;

pub use lists::{EffectRow, LengthRow};
use side::Cursor;
pub use side::Side;

/// A list of the lab.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LabView {
    /// What edits do.
    #[default]
    Edits,
    /// What leaving out each feature does.
    Influence,
    /// How near each bit is to flipping.
    Bits,
    /// What differs between the texts: features, and sums that changed sides.
    Changes,
}

impl LabView {
    /// All of them, in the order of `o`.
    pub const ALL: [LabView; 4] = [LabView::Edits, LabView::Influence, LabView::Bits, LabView::Changes];
}

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
}

/// State of the lab.
#[derive(Debug)]
pub struct LabState {
    /// The first text.
    pub a: Side,
    /// The second.
    pub b: Side,
    /// The keys go into the text of the pane that has them.
    pub is_typing: bool,
    /// Which list is shown.
    pub view: LabView,
    /// The selected row of each list.
    pub lists: [List; 4],
    /// Which lists are in their other order.
    pub is_reordered: [bool; 4],
    /// The edits of the user.
    pub own: Vec<Own>,
    /// Words that an edit changes, and what random choices follow from.
    pub experiment: Experiment,
    /// The curve as a table.
    pub is_table: bool,
    /// The selected row of the table.
    pub lengths: List,
    /// The length in that row, which stays selected while rows come and go.
    length: u32,
    /// What is known of the texts; for a moment of what they were before.
    pub sensed: Option<Sensed>,
    /// What edits do; for a moment what they did before.
    pub tried: Option<Tried>,
    /// What was changed last: every change has its number.
    changes: u64,
    own_state: u64,
    /// The document that was put into the editors, or refused.
    document: Option<u32>,
    /// Why it was refused.
    refused: Option<TooMuch>,
    growing: Option<(CurveKey, Curve)>,
    vocabulary: Option<(u64, Arc<Vec<String>>)>,
    asked: Option<SenseKey>,
    failed: Option<SenseKey>,
    asked_battery: Option<BatteryKey>,
    asked_curve: Option<CurveKey>,
    cancelled_battery: Option<BatteryKey>,
    cancelled_curve: Option<CurveKey>,
}

impl Default for LabState {
    fn default() -> Self {
        Self {
            a: Side::empty(),
            b: Side::empty(),
            is_typing: false,
            view: LabView::default(),
            lists: [List::default(); 4],
            is_reordered: [false; 4],
            own: Vec::new(),
            experiment: Experiment::default(),
            is_table: false,
            lengths: List::default(),
            length: 0,
            sensed: None,
            tried: None,
            changes: 0,
            own_state: 0,
            document: None,
            refused: None,
            growing: None,
            vocabulary: None,
            asked: None,
            failed: None,
            asked_battery: None,
            asked_curve: None,
            cancelled_battery: None,
            cancelled_curve: None,
        }
    }
}

impl LabState {
    /// Whether either text was changed by hand.
    pub fn is_touched(&self) -> bool {
        self.a.is_touched || self.b.is_touched
    }

    /// The editor of a pane.
    pub fn side(&self, pane: Pane) -> Option<&Side> {
        match pane {
            Pane::TextA => Some(&self.a),
            Pane::TextB => Some(&self.b),
            _ => None,
        }
    }

    fn side_mut(&mut self, pane: Pane) -> Option<&mut Side> {
        match pane {
            Pane::TextA => Some(&mut self.a),
            Pane::TextB => Some(&mut self.b),
            _ => None,
        }
    }

    /// Notes that the text of a side is another now.
    fn note_change(&mut self, pane: Pane) {
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
}

impl App {
    /// To the lab, with the selected document in it, or the pair where one is selected.
    pub(super) fn edit_in_lab(&mut self) {
        let pair = match (self.screen, self.pane()) {
            (Screen::Matrix, _) => self.pair_partner(),
            (Screen::Beside, Pane::Differing) | (Screen::Index, Pane::Found) => self.other,
            _ => None,
        };
        self.select_marked_member();
        let Some(document) = self.selected_document() else {
            self.go(Screen::Lab);
            self.warn(("no document is selected: type or paste a text", "未选择文档：请输入或粘贴文本"));
            return;
        };
        let other = pair.filter(|&other| other != document && (other as usize) < self.model.corpus.len());
        let was_touched = self.lab.is_touched();
        self.go(Screen::Lab);
        if !self.put_document(document, other, Cursor::End) {
            return;
        }
        self.set_pane(Pane::TextB);
        self.lab.is_typing = true;
        let said = self.lang.pick(match other {
            Some(_) => ("B is the other document", "B 为另一文档"),
            None => ("B is a copy of A", "B 为 A 的副本"),
        });
        let undo = self.lang.pick(match was_touched {
            true => ("; Ctrl-Z brings back what was typed", "；Ctrl-Z 找回之前输入的文本"),
            false => ("", ""),
        });
        self.say(format!("{said}{undo}"));
    }

    /// On the threshold screen the first group is marked where the selected document is in none: then the marked member is
    /// meant.
    fn select_marked_member(&mut self) {
        let is_marked =
            self.screen == Screen::Threshold && matches!(self.pane(), Pane::Groups | Pane::Members);
        let members = self.members();
        if is_marked
            && !members.contains(&self.selected)
            && let Some(&member) = members.get(self.threshold.members.selected)
        {
            self.select_document(member);
        }
    }

    /// Puts a document into A, and the other, or a copy, into B; answers whether it could. What was typed before can be
    /// brought back.
    fn put_document(&mut self, document: u32, other: Option<u32>, cursor_in_b: Cursor) -> bool {
        self.lab.document = Some(document);
        let text = |document: u32| self.model.corpus.get(document as usize).text;
        let (a, b) = (text(document), text(other.unwrap_or(document)));
        let editors = self.lab.a.editor_of_document(a, Cursor::Start);
        let editors = editors.and_then(|a| Ok((a, self.lab.b.editor_of_document(b, cursor_in_b)?)));
        let (a, b) = match editors {
            Ok(editors) => editors,
            Err(too_much) => {
                self.lab.refused = Some(too_much);
                self.message = Some((super::Tone::Warning, too_much.said(self.lang)));
                return false;
            }
        };
        self.lab.refused = None;
        self.lab.a.take(a, Origin::Document(document));
        self.lab.b.take(b, other.map_or(Origin::Copy(document), Origin::Document));
        self.lab.note_change(Pane::TextA);
        self.lab.note_change(Pane::TextB);
        true
    }

    /// Why the selected document is not in the editors, if it was refused.
    pub fn why_not_loaded(&self) -> Option<String> {
        let document = self.selected_document().filter(|&document| self.lab.document == Some(document))?;
        let why = self.lab.refused?.said(self.lang);
        let id = crate::visible::line(self.model.corpus.get(document as usize).id);
        Some(format!("{id}: {why}"))
    }

    /// While nobody has typed the lab shows the selected document.
    pub(super) fn follow_in_lab(&mut self) {
        let selected = self.selected_document();
        if self.screen != Screen::Lab || self.lab.is_touched() || self.lab.document == selected {
            return;
        }
        if let Some(document) = selected {
            self.put_document(document, None, Cursor::Start);
        }
    }

    /// Whether the texts are two documents as they stand in the corpus that are in one group.
    pub fn is_grouped_through_others(&self) -> bool {
        let document = |side: &Side| match side.origin {
            Origin::Document(document) if !side.is_touched => Some(document),
            _ => None,
        };
        let (Some(a), Some(b)) = (document(&self.lab.a), document(&self.lab.b)) else { return false };
        let groups = self.groups.as_ref().filter(|_| self.groups_are_current());
        groups
            .is_some_and(|groups| groups.number_of(a).is_some() && groups.number_of(a) == groups.number_of(b))
    }

    /// Says that the texts stay, where another document was selected.
    pub(super) fn say_texts_stay(&mut self) {
        let Some(document) = self.selected_document().filter(|_| self.lab.is_touched()) else { return };
        if self.screen != Screen::Lab || self.lab.document == Some(document) {
            return;
        }
        let id = crate::visible::line(self.model.corpus.get(document as usize).id).into_owned();
        self.say(self.lang.pick((
            format!("{id} is selected; the lab keeps the texts that you edited: e loads it"),
            format!("已选择 {id}；实验屏保留编辑过的文本：按 e 载入"),
        )));
    }
}
