//! What differs in the texts, as it is read: from difference to difference, bit to bit, and where both texts stand.

use super::keys::{Act, Pane, View};
use super::state::State;
use super::work::Changes;
use crate::action::Action;
use crate::jobs::Work;
use crate::shared::model::Generation;
use crate::shared::{Question, Shared, found};
use crate::surface::Phrase;
use crate::widgets::marked::{Marked, Sheet, Side, folded};
use simscope_core::analysis::Analysed;
use simscope_core::filter::{self, Filter};
use simscope_core::hamming;
use simscope_core::search::{Hit, nearest};
use std::time::Duration;

/// What differs between them.
pub(super) const ALIGN: &Work =
    &Work::new("Marks", ("aligning the texts", "对齐文本")).cancellable().of_texts();

/// Of long texts, what is not compared by then counts as different: while they are read, and while one is typed into.
const LIMITS: [Duration; 2] = [Duration::from_secs(2), Duration::from_millis(300)];

impl State {
    /// The differences of the present texts.
    pub fn marked(&self) -> Option<&Marked> {
        self.marked.get(&self.changes())
    }

    pub(super) fn want_marks(&mut self, shared: &mut Shared) {
        let key = self.changes();
        // While one runs none waits behind it, as for what the texts are.
        if shared.runs(ALIGN) {
            return;
        }
        let Some(fate) = self.marked.ask(key) else { return };
        let (a, b, limit) = (self.a.text(), self.b.text(), LIMITS[usize::from(self.is_typing)]);
        shared.begin_for(fate, ALIGN, move |progress, _| {
            let marked = Marked::new(&a, &b, limit, progress)?;
            Some(found(move |own: &mut Self, shared| own.take_marked(shared, key, marked)))
        });
    }

    fn take_marked(&mut self, shared: &Shared, key: Changes, marked: Marked) {
        self.marked.put(key, marked);
        if self.is_typing {
            return self.scroll_along_cursor(self.focus);
        }
        if std::mem::take(&mut self.opens_text) && key == self.changes() {
            let first = self.with_sheet(shared, |marked, sheet, height| {
                let first = marked.differences.first()?;
                Some(sheet.moved(sheet.row_of(first), -(height as isize / 3), height))
            });
            self.top = first.flatten().unwrap_or_default();
        }
    }

    /// The texts as they were drawn in the last frame, with the rows in view.
    fn with_sheet<T>(&self, shared: &Shared, look: impl FnOnce(&Marked, Sheet<'_>, usize) -> T) -> Option<T> {
        let marked = self.marked()?;
        let areas = [Pane::TextA, Pane::TextB].map(|pane| shared.area_of(pane));
        let area = areas.into_iter().flatten().min_by_key(|area| area.width)?;
        let height = usize::from(area.height.saturating_sub(1));
        Some(look(marked, marked.sheet(self.texts(), columns(area.width), height, self.is_unfolded), height))
    }

    /// Scrolls both texts.
    pub(super) fn scroll_texts(&mut self, shared: &Shared, by: isize) {
        if self.are_in_editors() {
            let pane = if self.focus == Pane::TextA { Pane::TextA } else { Pane::TextB };
            return self.scroll_text(pane, by);
        }
        if self.passage_in(shared, Side::A).is_some() {
            // Where it ends is not known without laying out all of it.
            self.passage_scroll = self.passage_scroll.saturating_add_signed(by.clamp(-9999, 9999)).min(9999);
            return;
        }
        let moved = self.with_sheet(shared, |_, sheet, height| match by {
            isize::MAX => sheet.end(height),
            isize::MIN => Default::default(),
            _ => sheet.moved(self.top, by, height),
        });
        self.top = moved.unwrap_or(self.top);
    }

    pub(super) fn step_difference(&mut self, shared: &mut Shared, by: i8) {
        let Some(count) = self.marked().map(|marked| marked.differences.len()) else {
            return shared.warn(("the texts are not aligned yet", "文本尚未对齐"));
        };
        let next = self.difference.map_or(Some(0), |at| at.checked_add_signed(isize::from(by)));
        match next.filter(|&at| at < count) {
            Some(at) => {
                if self.view == View::Differences {
                    self.select_place(at);
                }
                self.go_to_difference(shared, at);
                shared.say(both!("difference {} of {count}", "差异 {} / {count}", at + 1));
            }
            None if count == 0 => shared.warn(("the texts are equal", "两个文本相同")),
            None if by < 0 => shared.warn(("this is the first difference", "已是第一处差异")),
            None => shared.warn(("this is the last difference", "已是最后一处差异")),
        }
    }

    /// Shows a difference, with the text before it.
    pub(super) fn go_to_difference(&mut self, shared: &Shared, at: usize) {
        self.difference = Some(at);
        let top = self.with_sheet(shared, |marked, sheet, height| {
            let difference = marked.differences.get(at)?;
            Some(sheet.moved(sheet.row_of(difference), -2, height))
        });
        self.top = top.flatten().unwrap_or_default();
    }

    pub(super) fn toggle_fold(&mut self, shared: &mut Shared) {
        let is_folded = |own: &Self| own.with_sheet(shared, |_, sheet, _| sheet.is_folded()).unwrap_or(true);
        let was_folded = is_folded(self);
        self.is_unfolded = Some(was_folded);
        let can_fold = was_folded || is_folded(self);
        self.top = Default::default();
        if let Some(at) = self.difference {
            self.go_to_difference(shared, at);
        }
        shared.say(folded(was_folded, can_fold));
    }

    /// B becomes the nearest neighbour of A.
    pub(super) fn take_nearest(&mut self, shared: &mut Shared) {
        match shared.model.nearest(shared.selected) {
            Some((other, distance)) => {
                (shared.other, self.is_copy) = (Some(other), false);
                shared.say(both!(
                    "B is the nearest neighbour of A, at distance {distance}",
                    "B 为 A 的最近邻，距离 {distance}"
                ));
            }
            None => shared.go_nearest(),
        }
    }
}

/// Finding the document that is to be B.
const SEEK: &Work = &Work::new("SeekB", ("looking for B", "查找 B"));

impl State {
    pub(super) fn ask_b(&mut self, shared: &mut Shared) {
        if self.refuses_edited(shared) {
            return;
        }
        let nearest = shared.model.nearest(shared.selected).map(|(other, _)| shared.shown_id(other));
        let (id, key) = (nearest.unwrap_or_else(|| "–".to_owned()), shared.key(Action::GoNearest));
        let note = both!(
            "an id, or words: of all that have them the nearest to A · nearest of all: {id} ({key})",
            "编号，或词：含这些词的文档中离 A 最近者 · 最近邻：{id}（{key}）"
        );
        shared.asked.question = Some(Question::new(Act::AskB, ("B: ", "B："), note));
    }

    /// B becomes the document of that id, or the nearest to A of those that the words find.
    pub(super) fn answer_b(&mut self, shared: &mut Shared, line: &str) -> Result<(), Phrase> {
        let (id, Some(a)) = (line.trim().to_owned(), shared.selected_document()) else { return Ok(()) };
        let filter: Filter =
            id.parse().map_err(|_| ("neither an id nor a filter", "既不是编号，也不是筛选"))?;
        let known = shared.known();
        shared.begin(SEEK, move |progress, _| {
            let Analysed { corpus, signatures, .. } = &known.analysed;
            let named = corpus.iter().position(|document| document.id == id).map(|at| at as u32);
            let passing = match named {
                Some(document) => vec![document],
                None => known.with(|facts| match filter.check(facts) {
                    Ok(()) => filter::documents(&filter, facts, None, progress),
                    Err(_) => Some(Vec::new()),
                })?,
            };
            let apart = |document: u32| {
                let [a, b] = [a, document].map(|at| signatures.try_get(at as usize));
                a.zip(b).map(|(a, b)| hamming::distance(a, b))
            };
            let others = passing.iter().copied().filter(|&document| document != a);
            let b = others.min_by_key(|&document| (apart(document).unwrap_or(u8::MAX), document));
            let (count, d) = (passing.len(), b.and_then(apart));
            Some(found(move |own: &mut Self, shared| own.take_b(shared, b.zip(d), count)))
        });
        Ok(())
    }

    fn take_b(&mut self, shared: &mut Shared, b: Option<(u32, u8)>, count: usize) {
        let Some((document, d)) = b else {
            return shared
                .warn(("no other document has that id or these words", "没有其他文档有此编号或这些词"));
        };
        (shared.other, self.is_copy) = (Some(document), false);
        let id = shared.shown_id(document);
        let of = match count {
            1 => String::new(),
            _ => shared.lang.pick(both!(", the nearest of {count}", "，{count} 篇中最近")),
        };
        shared.say(both!("B is {id}, at distance {d}{of}", "B 为 {id}，距离 {d}{of}"));
    }
}

/// The columns of a text in a pane of that width: without the sign at the left and a space at either side.
pub(super) fn columns(width: u16) -> usize {
    usize::from(width.saturating_sub(3)).max(2)
}

// What is within k of A: B becomes the next of it.

/// The documents within k of one.
const WITHIN: &Work = &Work::new("Near", ("finding what is within k", "查找 k 以内的文档"));

/// What the documents within k follow from.
#[derive(Debug, Clone, PartialEq)]
pub struct WithinKey {
    document: u32,
    k: u8,
    generation: Generation,
}

impl State {
    fn within_key(&self, shared: &Shared) -> Option<WithinKey> {
        let document = shared.selected_document()?;
        let generation = shared.model.generation();
        shared.model.is_hashed().then_some(WithinKey { document, k: shared.k, generation })
    }

    pub(super) fn want_within(&mut self, shared: &mut Shared) {
        let Some(key) = self.within_key(shared).filter(|_| self.documents().is_some()) else { return };
        let (signatures, features) = (shared.model.signatures.clone(), shared.model.features.clone());
        shared.want(&mut self.within, WITHIN, key.clone(), move |_| {
            let of = (signatures.get(key.document as usize), Some(key.document));
            Some(nearest(&signatures, &features, of, (key.k, usize::MAX)))
        });
    }

    /// B becomes the next document within k of A, or the previous one.
    pub(super) fn step_pair(&mut self, shared: &mut Shared, by: i8) {
        let Some(near) = self.within_key(shared).and_then(|key| self.within.get(&key)) else {
            return shared.warn(("what is within k of A is not known yet", "尚未查出与 A 相距 k 以内的文档"));
        };
        let now = near.iter().position(|hit| Some(hit.index) == shared.pair_partner());
        let next = now.map_or(Some(0), |at| at.checked_add_signed(isize::from(by)));
        match next.and_then(|next| Some((next, *near.get(next)?))) {
            Some((at, Hit { index: document, distance })) => {
                let count = near.len();
                shared.other = Some(document);
                shared.say(both!(
                    "pair {} of {count} within k of A, at distance {distance}",
                    "与 A 相距 k 以内：第 {} / {count} 对，距离 {distance}",
                    at + 1
                ));
            }
            None if near.is_empty() => {
                shared.warn(("nothing is within k of A", "没有与 A 相距 k 以内的文档"))
            }
            None => shared.warn(if by < 0 {
                ("this is the nearest of A", "已是 A 的最近者")
            } else {
                ("this is the last within k of A", "已是与 A 相距 k 以内的最后一对")
            }),
        }
    }
}
