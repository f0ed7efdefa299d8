//! The two texts, where they come from, and what is shown of them.

use super::keys::{Act, Pane, View};
use super::list::ListedOf;
use super::list::chain::ChainKey;
use super::list::measures::Measuring;
use super::list::passages::{PassagesKey, Taken};
use super::list::several::Several;
use super::moves::WithinKey;
use super::side::Side;
use super::work::{BatteryKey, Changes, Compared, NearKey, SecondKey, TextsKey, Tried};
use crate::action::{Action, Screen};
use crate::editor::{Editor, TooMuch};
use crate::listing::Listing;
use crate::shared::parts::cycle;
use crate::shared::{Question, Shared};
use crate::wanted::Wanted;
use crate::widgets::list::List;
use crate::widgets::marked::{Marked, Top};
use crate::widgets::table::Sort;
use simscope_core::contrast::Under;
use simscope_core::groups::Joined;
use simscope_core::search::Hit;
use simscope_core::sensitivity::{Edit, Experiment, Own};
use std::sync::Arc;

/// Where a text came from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Origin {
    /// Nowhere: it is typed.
    #[default]
    Nowhere,
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

/// The documents that the texts are of: A, and B if that is no copy of A.
type Documents = (u32, Option<u32>);

#[derive(Debug, Default)]
pub struct State {
    pub focus: Pane,
    pub a: Side,
    pub b: Side,
    /// The keys go into the text of the pane that has them.
    pub is_typing: bool,
    /// B is a copy of A, and not the other document of the pair.
    pub is_copy: bool,
    pub view: View,
    /// The selected row of each list.
    pub lists: [List; View::ALL.len()],
    /// Which lists are in their other order.
    pub is_reordered: [bool; View::ALL.len()],
    /// The order of the features, and where they stand in it.
    pub sort: Sort<&'static str>,
    pub(super) features: Vec<u32>,
    /// The bit cursor.
    pub bit: u8,
    /// The cursor goes to the first bit that differs, once that is known.
    pub(super) opens: bool,
    /// The texts are scrolled to where they first differ, once that is known.
    pub(super) opens_text: bool,
    /// What is equal in both texts is shown.
    pub is_unfolded: Option<bool>,
    /// First row of the texts in view, while they are read.
    pub top: Top,
    /// The difference of the texts that was gone to.
    pub difference: Option<usize>,
    /// The edits of the user.
    pub own: Vec<Own>,
    /// Words that an edit changes, and what random choices follow from.
    pub experiment: Experiment,
    /// The length curve as a table.
    pub is_table: bool,
    /// The selected length of that table, which stays selected while rows come and go.
    pub(super) length: u32,
    pub(super) compared: Wanted<TextsKey, Compared>,
    pub(super) measuring: Measuring,
    /// The texts under every recipe.
    pub(super) under: Wanted<TextsKey, Vec<Under>>,
    /// The distance under the second recipe.
    pub(super) second: Wanted<SecondKey, u8>,
    pub(super) marked: Wanted<Changes, Marked>,
    /// Which parts of A are in B, and how far the texts are scrolled from the start of the one that is looked at.
    pub(super) passages: Wanted<PassagesKey, Vec<Taken>>,
    pub(super) passage_scroll: usize,
    /// What edits do to A.
    pub(super) tried: Wanted<BatteryKey, Tried>,
    /// The documents nearest to B.
    pub(super) near: Wanted<NearKey, Vec<Hit>>,
    /// How the documents come to share a group.
    pub(super) joined: Wanted<ChainKey, Joined>,
    /// The documents within k of A.
    pub(super) within: Wanted<WithinKey, Vec<Hit>>,
    /// Several texts, one a line.
    pub several: Several,
    pub(super) vocabulary: Option<(u64, Arc<Vec<String>>)>,
    /// What a row of the list must have to be listed, and the rows that pass, where there is a filter.
    pub shown: Listing,
    /// The rows that were filtered, and what the filter looks into.
    pub(super) listed: Option<(ListedOf, Vec<String>)>,
    /// What was changed last: every change of a text has its number.
    changes: u64,
    /// Counts the changes of [`State::own`].
    pub(super) own_change: u64,
    loaded: Option<Documents>,
    /// The screen and the document that the texts were last held against.
    seen: (bool, u32),
}

impl State {
    /// With the bit cursor there.
    pub fn at_bit(bit: u8) -> Self {
        Self { bit, sort: Sort { by: "change", is_reversed: true }, ..Self::default() }
    }

    /// Whether either text was changed by hand.
    pub fn is_touched(&self) -> bool {
        self.a.is_touched || self.b.is_touched
    }

    /// Whether a text stands there that was typed.
    pub fn has_typed(&self) -> bool {
        [&self.a, &self.b].iter().any(|side| side.is_touched && !side.as_str().is_empty())
    }

    /// The text of a pane.
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

    /// The numbers of the last changes of both texts.
    pub(super) fn changes(&self) -> Changes {
        Changes { a: self.a.change, b: self.b.change }
    }

    pub fn texts(&self) -> [&str; 2] {
        [self.a.as_str(), self.b.as_str()]
    }

    /// The two documents of the corpus that have these texts unchanged; `None` if one is edited, or both are the same.
    pub fn documents(&self) -> Option<(u32, u32)> {
        self.a.document().zip(self.b.document()).filter(|(a, b)| a != b)
    }

    /// Notes that the text of a side is another now.
    pub(super) fn note_change(&mut self, pane: Pane) {
        self.changes += 1;
        let change = self.changes;
        if let Some(side) = self.side_mut(pane) {
            side.note_change(change);
        }
        self.difference = None;
    }

    /// Other texts stand there: they are shown from their start, with the first bit that differs.
    pub(super) fn begin_anew(&mut self) {
        (self.top, self.is_typing) = (Top::default(), false);
        (self.opens, self.opens_text) = (true, true);
        self.passage_scroll = 0;
        for view in [View::Differences, View::Passages, View::Chain] {
            self.lists[view as usize] = List::default();
        }
    }

    pub fn act(&mut self, shared: &mut Shared, act: Act) {
        match act {
            Act::Type => self.type_text(shared),
            Act::StepFlip(by) => self.step_flip(shared, by),
            Act::StepDifference(by) => self.step_difference(shared, by),
            Act::ToggleFold => self.toggle_fold(shared),
            Act::Swap => self.swap(shared),
            Act::AskB => self.ask_b(shared),
            Act::NextView => self.set_view(shared, cycle(&View::ALL, |now| *now == self.view, 1)),
            Act::SetView(view) => self.set_view(shared, view),
            Act::Sort(by) => self.sort_list(shared, by),
            Act::AskEdit => shared.asked.question = Some(edit_question()),
            Act::ForgetEdit => self.forget_edit(shared),
            Act::StepEdits(by) => self.step_edits(shared, by),
            Act::AskSeed => shared.asked.question = Some(self.seed_question()),
            Act::TakeLines => self.take_lines_of_text(shared),
        }
    }

    fn seed_question(&self) -> Question {
        let now = self.experiment.seed;
        let note = both!(
            "a whole number, now {now} · the edits and the curve follow · Esc leaves",
            "整数，现为 {now} · 编辑与曲线随之改变 · Esc 放弃"
        );
        Question::new(Act::AskSeed, ("seed = ", "种子 = "), note)
    }

    /// Puts texts that were typed into A and B, as if by hand; of one alone B is a copy.
    ///
    /// # Errors
    /// One is too long for the editors, which stay as they are.
    pub fn begin_with(&mut self, texts: &[String]) -> Result<(), TooMuch> {
        let Some((first, last)) = texts.first().zip(texts.last()) else { return Ok(()) };
        let editors = [Editor::new(first)?, Editor::new(last)?];
        for (pane, editor) in [Pane::TextA, Pane::TextB].into_iter().zip(editors) {
            if let Some(side) = self.side_mut(pane) {
                side.take(editor, Origin::Nowhere);
                side.is_touched = true;
            }
            self.note_change(pane);
        }
        self.begin_anew();
        Ok(())
    }

    /// Shows the pair of the selected document and the other one; or says why there is none.
    pub fn open(&mut self, shared: &mut Shared, other: Option<u32>) {
        if other.is_some() {
            shared.other = other;
        }
        if shared.pair_partner().is_none() {
            return shared.warn(shared.why_no_pair());
        }
        shared.go(Screen::Pair);
        self.is_copy = false;
        // Texts of these documents that were edited stay.
        if self.loaded != self.wanted(shared) {
            self.load(shared);
        }
    }

    /// Shows the pair, or where there is none the selected document and a copy of it, to be edited.
    pub fn open_copy(&mut self, shared: &mut Shared, other: Option<u32>) {
        if other.is_some() {
            return self.open(shared, other);
        }
        shared.go(Screen::Pair);
        self.is_copy = true;
        if !self.load(shared) {
            return shared
                .warn(("no document is selected: type or paste a text", "未选择文档：请输入或粘贴文本"));
        }
        self.focus = Pane::TextB;
        if shared.message.is_none() {
            shared.say(("B is a copy of A: ‹pair.type› edits it", "B 为 A 的副本：按 ‹pair.type› 编辑"));
        }
    }

    fn wanted(&self, shared: &Shared) -> Option<Documents> {
        Some((shared.selected_document()?, shared.pair_partner().filter(|_| !self.is_copy)))
    }

    /// Puts the selected documents into the texts. What was typed can be brought back. Returns whether there is a document.
    fn load(&mut self, shared: &mut Shared) -> bool {
        let Some((a, b)) = self.wanted(shared) else { return false };
        let was_touched = self.is_touched();
        self.loaded = Some((a, b));
        let origins = [Origin::Document(a), b.map_or(Origin::Copy(a), Origin::Document)];
        for (pane, origin) in [Pane::TextA, Pane::TextB].into_iter().zip(origins) {
            let document = if pane == Pane::TextA { a } else { b.unwrap_or(a) };
            let Some(side) = self.side_mut(pane) else { continue };
            if side.is_touched || side.origin != origin {
                side.load(shared.document(document).text, origin);
                self.note_change(pane);
            }
        }
        self.begin_anew();
        if was_touched {
            shared.say((
                "‹pair.type›, then Ctrl-Z brings back what was typed",
                "按 ‹pair.type› 再按 Ctrl-Z 找回之前输入的文本",
            ));
        }
        true
    }

    /// The documents that are selected are those of the texts, so that these stay.
    pub(super) fn stay(&mut self, shared: &Shared) {
        self.loaded = self.wanted(shared);
    }

    /// The texts are those of the selected pair until something was typed; then they stay, and the status line says so.
    pub(super) fn follow_selected(&mut self, shared: &mut Shared) {
        let is_shown = shared.screen == Screen::Pair;
        let seen = std::mem::replace(&mut self.seen, (is_shown, shared.selected));
        if !is_shown {
            return self.is_typing = false;
        }
        self.bit = self.bit.min(shared.model.recipe.bits.get() - 1);
        let wanted = self.wanted(shared);
        if wanted.is_none() || self.loaded == wanted {
            return;
        }
        if !self.is_touched() {
            self.load(shared);
        } else if seen != self.seen && (seen.0 || shared.message.is_none()) {
            self.say_kept(shared);
        }
    }

    /// Says that the texts are not those of the selected document.
    fn say_kept(&self, shared: &mut Shared) {
        let Some(id) = shared.selected_document().map(|document| shared.shown_id(document)) else { return };
        let load = shared.key(Action::ToLab);
        shared.say(both!(
            "{id} is selected; the texts that you edited stay: {load} loads it",
            "已选择 {id}；编辑过的文本保留：按 {load} 载入"
        ));
    }

    /// Whether an action is about documents, and the texts are none any more: then it says so.
    pub(super) fn refuses_edited(&self, shared: &mut Shared) -> bool {
        let is_edited = self.is_touched() || self.a.document().is_none() || self.b.document().is_none();
        if is_edited {
            shared.warn((
                "these texts were typed or edited: they are no documents; ‹to-lab› loads the selected one",
                "文本由输入或编辑而来，不是语料中的文档；按 ‹to-lab› 载入所选文档",
            ));
        }
        is_edited
    }

    fn swap(&mut self, shared: &mut Shared) {
        std::mem::swap(&mut self.a, &mut self.b);
        self.note_change(Pane::TextA);
        self.note_change(Pane::TextB);
        self.begin_anew();
        if let Some((a, b)) = self.documents() {
            shared.select_document(a);
            shared.other = Some(b);
        }
        self.stay(shared);
        shared.say(("A and B have changed places", "A 与 B 已互换"));
    }
}

fn edit_question() -> Question {
    let note = both!(
        "OLD=>NEW: every occurrence, inside words too · =>NEW appends · OLD=> drops",
        "旧=>新：所有出现处，词内亦然 · =>新 追加 · 旧=> 删除"
    );
    Question::new(Act::AskEdit, ("edit of A: ", "编辑 A："), note)
}
