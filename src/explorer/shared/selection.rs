//! The screen, the selected document and pair, and the rows that `n` and `p` walk through.

use super::{Grouping, Shared, Stage, found_for_all};
use crate::action::{Action, Screen};
use crate::jobs::Work;
use crate::shared::model::SignedBy;
use crate::surface::Phrase;
use simscope_core::corpus::Document;
use simscope_core::groups::Groups;
use simscope_core::recipe::Recipe;
use simscope_core::{simhash, visible};
use std::sync::Arc;

/// The anatomy of one document.
const TRACE: &Work = &Work::new("Trace", ("tracing the document", "追踪文档")).finished_first().of_texts();

/// A screen, a document and a pair, to go back to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    screen: Screen,
    selected: u32,
    other: Option<u32>,
    /// It was opened from the place before it.
    is_opened: bool,
}

/// More places than anyone walks back.
const HISTORY_KEPT: usize = 100;

impl Shared {
    /// The selected document, unless there is none.
    pub fn selected_document(&self) -> Option<u32> {
        ((self.selected as usize) < self.model.corpus.len()).then_some(self.selected)
    }

    /// A document of the corpus.
    pub fn document(&self, document: u32) -> Document<'_> {
        self.model.corpus.get(document as usize)
    }

    /// The id of a document, safe to show.
    pub fn shown_id(&self, document: u32) -> String {
        visible::line(self.document(document).id).into_owned()
    }

    /// The text shown in place of a document: it is being read, or there is none.
    pub fn no_document(&self) -> Phrase {
        match self.model.stage {
            Stage::Reading => ("loading…", "载入中…"),
            _ => ("no document yet", "尚无文档"),
        }
    }

    /// The id in a sentence: with the word "document" before a bare number, as line files have them.
    pub fn named(&self, document: u32, begins_sentence: bool) -> String {
        let id = self.shown_id(document);
        let word = if begins_sentence { "Document" } else { "document" };
        match id.bytes().all(|byte| byte.is_ascii_digit()) {
            true => self.lang.pick(both!("{word} {id}", "文档 {id}")),
            false => id,
        }
    }

    /// The other document of the pair: the one chosen, or else the nearest neighbour.
    pub fn pair_partner(&self) -> Option<u32> {
        let is_other =
            |&document: &u32| document != self.selected && (document as usize) < self.model.corpus.len();
        self.other.filter(is_other).or_else(|| self.model.nearest(self.selected).map(|(other, _)| other))
    }

    /// To a screen that is opened from the one that is shown.
    pub fn go(&mut self, screen: Screen) {
        if screen != self.screen {
            self.note_place();
            self.screen = screen;
            self.is_opened = true;
        }
    }

    /// To a screen by its number, from which nothing goes back out.
    pub fn go_to(&mut self, screen: Screen) {
        self.go(screen);
        self.is_opened = false;
    }

    /// Back to where the place was opened from. Returns whether it was opened.
    pub fn go_out(&mut self) -> bool {
        if !self.is_opened {
            return false;
        }
        let (place, screen) = (self.place(), self.screen);
        self.trail.back.truncate(
            self.trail.back.iter().rposition(|place| place.screen != screen).map_or(0, |at| at + 1),
        );
        let opener = self.trail.back.pop();
        self.is_opened = false;
        if let Some(opener) = opener {
            self.trail.ahead.push(place);
            self.return_to(opener);
        }
        opener.is_some()
    }

    /// Notes the screen, the document and the pair, for [`Shared::back`].
    pub fn note_place(&mut self) {
        self.trail.ahead.clear();
        let place = self.place();
        if self.trail.back.last() != Some(&place) {
            if self.trail.back.len() == HISTORY_KEPT {
                self.trail.back.remove(0);
            }
            self.trail.back.push(place);
        }
    }

    fn place(&self) -> Place {
        Place { screen: self.screen, selected: self.selected, other: self.other, is_opened: self.is_opened }
    }

    fn return_to(&mut self, place: Place) {
        self.screen = place.screen;
        self.select_document(place.selected);
        self.other = place.other;
        self.is_opened = place.is_opened;
    }

    pub fn back(&mut self) {
        match self.trail.back.pop() {
            Some(place) => {
                self.trail.ahead.push(self.place());
                self.return_to(place);
            }
            None => self.warn(("this is where you began", "已是起点")),
        }
    }

    /// To the place that [`Shared::back`] left last.
    pub fn forward(&mut self) {
        match self.trail.ahead.pop() {
            Some(place) => {
                self.trail.back.push(self.place());
                self.return_to(place);
            }
            None => self
                .warn(("nothing to go forward to: you did not go back", "没有可前进的位置：此前没有返回过")),
        }
    }

    /// Rows listed.
    pub fn row_count(&self) -> usize {
        self.rows.as_ref().map_or(self.model.corpus.len(), |rows| rows.len())
    }

    /// The document in a row.
    pub fn document_in_row(&self, row: usize) -> Option<u32> {
        match &self.rows {
            Some(rows) => rows.get(row).copied(),
            None => (row < self.model.corpus.len()).then_some(row as u32),
        }
    }

    /// Takes other rows. The selected document stays selected; if it is not among them, the first one is selected.
    pub fn list_rows(&mut self, rows: Option<Arc<Vec<u32>>>) {
        self.rows = rows;
        if !self.select_document_row() {
            self.list.select(0);
            if let Some(document) = self.document_in_row(0) {
                self.point_to(document, None);
            }
        }
    }

    /// The selected row becomes that of the selected document. Returns whether it has one.
    fn select_document_row(&mut self) -> bool {
        let row = match &self.rows {
            None => Some(self.selected as usize),
            Some(rows) => rows.iter().position(|&document| document == self.selected),
        };
        if let Some(row) = row {
            self.list.select(row);
        }
        row.is_some()
    }

    /// Selects the closest two unlike members of the largest group that has such, else of the corpus, unless anything was
    /// selected or listed before.
    pub(super) fn open_on_pair(&mut self) {
        let (Some(tree), Some(groups)) = (&self.model.tree, &self.groups) else { return };
        if !self.asked.first_pair || self.rows.is_some() {
            return;
        }
        let all = std::iter::once(0..tree.order().len());
        let mut runs = (1..=groups.count()).map(|number| groups.run(number).range()).chain(all);
        if let Some((a, b)) = runs.find_map(|run| tree.closest(run, &self.model.signatures)) {
            self.select_document(a);
            self.point_to(a, Some(b));
        }
    }

    /// Selects a document and the other one of its pair.
    pub fn point_to(&mut self, document: u32, other: Option<u32>) {
        self.asked.first_pair = false;
        self.selected = document;
        self.other = other;
    }

    /// Makes a document the selected one, on every screen.
    pub fn select_document(&mut self, document: u32) {
        self.asked.first_pair = false;
        if self.selected != document {
            self.point_to(document, None);
        }
        if self.document_in_row(self.list.selected) != Some(document) {
            self.select_document_row();
        }
    }

    pub fn step_document(&mut self, by: i8) {
        let row = self.list.selected.saturating_add_signed(isize::from(by));
        match self.document_in_row(row) {
            Some(document) if row != self.list.selected => {
                self.list.select(row);
                self.select_document(document);
            }
            _ if by < 0 && self.row_count() > 0 => {
                self.warn(("this is the first document", "已是第一篇文档"));
            }
            _ => self.edge(self.row_count()),
        }
    }

    pub fn go_nearest(&mut self) {
        match self.model.tree.as_ref().map(|_| self.model.nearest(self.selected)) {
            Some(Some((document, distance))) => {
                self.note_place();
                self.select_document(document);
                let back = self.key(Action::Back);
                self.say(both!(
                    "nearest neighbour, at distance {distance}; {back} goes back",
                    "最近邻，距离 {distance}；{back} 返回"
                ));
            }
            Some(None) if self.exact_end().is_some() => {
                let none = self.lang.pick(("no neighbour is known", "尚无最近邻"));
                let extent = self.extent().unwrap_or_default();
                self.warn_of(format!("{none}: {extent}"));
            }
            Some(None) => self.warn((
                "this document has no neighbour: it has no features, or is the only one",
                "该文档没有最近邻：没有特征，或是唯一的文档",
            )),
            None => self.warn((
                "neighbours are not known yet: the documents are being compared",
                "尚无最近邻：正在构建树",
            )),
        }
    }

    /// Why no pair is selected.
    pub fn why_no_pair(&self) -> Phrase {
        match self.model.corpus.len() {
            0 => ("no document is selected: there is nothing to compare", "未选择文档：没有可对比的内容"),
            1 => ("a pair needs two documents, and there is one", "一对需要两篇文档，而只有一篇"),
            _ if self.model.tree.is_none() => (
                "the nearest neighbour is not known yet: choose a pair on Matrix, or wait",
                "最近邻还在计算：请在矩阵屏选一对，或等待",
            ),
            _ => (
                "this document has no known neighbour: choose a pair on Matrix",
                "该文档没有已知的最近邻：请在矩阵屏选一对",
            ),
        }
    }

    /// To the anatomy of the selected document.
    pub fn open_document(&mut self) {
        if self.selected_document().is_some() {
            self.go(Screen::Anatomy);
        } else {
            self.warn(("no document is selected", "未选择文档"));
        }
    }

    /// Asks for the anatomy of the first of these documents that is not at hand, one at a time.
    pub fn want_traces(&mut self, documents: impl IntoIterator<Item = u32>) {
        if !self.model.is_hashed() || self.runs(TRACE) {
            return;
        }
        let recipe = self.model.recipe;
        let mut missing = documents.into_iter().filter(|&document| self.model.trace(document).is_none());
        let Some(document) = missing.next() else { return };
        let key = SignedBy::of(document, recipe);
        let Some(fate) = self.kept.tracing.ask(key) else { return };
        let (corpus, frequencies) = (self.model.corpus.clone(), self.model.frequencies.clone());
        self.begin_for(fate, TRACE, move |_, _| {
            let text = corpus.get(document as usize).text;
            let trace = Arc::new(simhash::trace(&recipe, frequencies.as_deref(), text));
            Some(found_for_all(move |shared| {
                shared.model.traces.keep(key, trace);
                shared.kept.tracing.forget();
            }))
        });
    }
}

/// A partition kept for comparison.
#[derive(Debug, Clone)]
pub struct Mark {
    /// Its letter.
    pub name: &'static str,
    /// The partition, with its k; shared by all settings that undo keeps.
    pub groups: Arc<Groups>,
    /// How it was made.
    pub grouping: Grouping,
    /// The recipe of the signatures.
    pub recipe: Recipe,
}

/// The letters of marks. `changed` in a filter is about the first.
pub const NAMES: [&str; 9] = ["A", "B", "C", "D", "E", "F", "G", "H", "I"];

impl Shared {
    /// The mark that a filter's `changed` is about.
    pub fn mark_a(&self) -> Option<&Mark> {
        self.marks.iter().find(|mark| mark.name == NAMES[0])
    }

    /// The letters of the marks and their k's.
    pub fn mark_places(&self) -> Vec<(&'static str, u8)> {
        self.marks.iter().map(|mark| (mark.name, mark.groups.k())).collect()
    }

    /// Into how many groups and single documents a mark divides a group.
    pub fn pieces_at_mark(&self, mark: &Mark, number: usize) -> Option<usize> {
        let groups = self.groups.as_ref()?;
        match (&self.model.tree, mark.grouping, self.grouping) {
            (Some(tree), Grouping::Connection, Grouping::Connection) => {
                Some(tree.pieces(groups.run(number), mark.groups.k()))
            }
            _ => Some(groups.pieces_of(number, &mark.groups)),
        }
    }

    /// Keeps the groups under the next free letter; or forgets the mark that is of just this k.
    pub fn toggle_mark(&mut self) {
        let is_here = |mark: &Mark| mark.groups.k() == self.k && mark.grouping == self.grouping;
        if let Some(name) = self.marks.iter().find(|mark| is_here(mark)).map(|mark| mark.name) {
            let left = self.marks.iter().filter(|mark| mark.name != name).cloned().collect();
            self.remember();
            self.marks = left;
            return self.say(both!("mark {name} forgotten", "已取消标记 {name}"));
        }
        let Some(groups) = self.groups.clone().filter(|_| self.groups_are_current()) else {
            return self
                .warn(("no groups to mark yet: they are being computed", "尚无可标记的分组：正在计算"));
        };
        let is_free = |name: &&str| self.marks.iter().all(|mark| mark.name != *name);
        let Some(name) = NAMES.into_iter().find(is_free) else {
            return self.warn((
                "nine marks are the most: at the k of one press ‹mark› to remove it",
                "最多九个标记：到某个标记的 k 处按 ‹mark› 可取消它",
            ));
        };
        let mark = Mark { name, groups, grouping: self.grouping, recipe: self.model.recipe };
        let mut marks: Vec<Mark> = self.marks.iter().cloned().chain([mark]).collect();
        marks.sort_by_key(|mark| mark.name);
        self.remember();
        self.marks = marks.into();
        let k = self.k;
        self.say(both!(
            "mark {name} at k = {k}: move k to see what merges or splits",
            "标记 {name}：k = {k}；移动 k 可看合并与拆分"
        ));
    }

    /// Forgets the marks of other recipes than that of the signatures, and says so.
    pub(super) fn forget_marks(&mut self) {
        let recipe = self.model.recipe;
        let (kept, forgotten): (Vec<Mark>, Vec<Mark>) =
            self.marks.iter().cloned().partition(|mark| mark.recipe.has_parts_of(&recipe));
        if forgotten.is_empty() {
            return;
        }
        let names = forgotten.iter().map(|mark| mark.name).collect::<Vec<_>>().join(" ");
        self.marks = kept.into();
        let undo = self.key(Action::Undo);
        self.warn(both!(
            "mark {names} forgotten: it was of another recipe; {undo} brings it back",
            "标记 {names} 已取消：它属于另一配方；按 {undo} 可恢复"
        ));
    }
}
