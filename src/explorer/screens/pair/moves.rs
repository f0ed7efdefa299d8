//! What differs in the texts, as it is read: from difference to difference, bit to bit, and where both texts stand.

use super::keys::{Pane, View};
use super::lists::Row;
use super::state::{Origin, State};
use super::work::Changes;
use crate::action::{Screen, Towards};
use crate::jobs::Work;
use crate::shared::{Shared, found};
use crate::surface::Phrase;
use crate::surface::key::SILENT;
use crate::widgets::marked::{Marked, Sheet, folded};
use simscope_core::visible;
use std::time::Duration;

/// What differs between them.
pub(super) const ALIGN: &Work =
    &Work::new("Marks", ("aligning the texts", "对齐文本")).cancellable().of_texts();

/// Of long texts, what is not compared by then counts as different: while they are read, and while one is typed into.
const LIMITS: [Duration; 2] = [Duration::from_secs(2), Duration::from_millis(300)];

impl State {
    /// What differs between the texts, as they stand.
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
        let next = match self.difference {
            Some(at) => at.checked_add_signed(isize::from(by)),
            None => Some(0),
        };
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

    /// Shows a difference, with what stands before it.
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

    pub(super) fn step_flip(&mut self, shared: &mut Shared, by: i8) {
        let flipped = match self.texts_key(shared).and_then(|key| self.compared.get(&key)) {
            Some(compared) => compared.difference.flipped,
            None => return shared.warn(("the texts are not compared yet", "文本尚未对比")),
        };
        let bits = shared.model.recipe.bits.get();
        let is_flipped = |bit: &u8| flipped >> bit & 1 == 1;
        let next = match by > 0 {
            true => (0..self.bit).rev().find(is_flipped).or_else(|| (0..bits).rev().find(is_flipped)),
            false => (self.bit + 1..bits).find(is_flipped).or_else(|| (0..bits).find(is_flipped)),
        };
        match next {
            Some(bit) => self.bit = bit,
            None => shared.warn(("no bit differs", "没有不同的位")),
        }
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

    /// Moves in the pane that has the keys. Returns whether that is done in a way of the screen's own.
    pub(super) fn move_in_pane(&mut self, shared: &mut Shared, towards: Towards) -> bool {
        let last = shared.model.recipe.bits.get() - 1;
        match (self.focus, towards) {
            (Pane::List, Towards::Left | Towards::Right) if self.step_column(shared, towards) => {}
            (_, Towards::Left) => self.bit = (self.bit + 1).min(last),
            (_, Towards::Right) => self.bit = self.bit.saturating_sub(1),
            (Pane::TextA | Pane::TextB, _) => {
                let page = shared.lines_of(self.focus).max(3) as isize - 2;
                self.scroll_texts(shared, towards.lines(page));
            }
            (Pane::Bits, Towards::First) => self.bit = last,
            (Pane::Bits, Towards::Last) => self.bit = 0,
            (Pane::Bits, _) => self.step_flip(shared, if towards.is_back() { -1 } else { 1 }),
            (Pane::List, _) if self.view == View::Lengths && !self.is_table => {
                shared.warn(("‹open› shows the lengths as a table", "按 ‹open› 以表格查看各长度"));
            }
            (Pane::List, _) => return false,
        }
        true
    }

    /// Opens what is selected: the document of a text, or a row of the list.
    pub(super) fn open_selected(&mut self, shared: &mut Shared) {
        match self.focus {
            Pane::TextA | Pane::Bits => self.open_document(shared, self.a.document(), self.b.document()),
            Pane::TextB => self.open_document(shared, self.b.document(), self.a.document()),
            Pane::List => self.open_row(shared),
        }
    }

    /// To the anatomy of a document of the pair. A text that is none is edited.
    fn open_document(&mut self, shared: &mut Shared, document: Option<u32>, other: Option<u32>) {
        let Some(document) = document else { return self.type_text(shared) };
        shared.go(Screen::Anatomy);
        shared.point_to(document, other);
    }

    fn open_row(&mut self, shared: &mut Shared) {
        if self.view == View::Lengths {
            return self.toggle_curve(shared);
        }
        match self.row(shared, self.list().selected) {
            Some(Row::Edit(edit, _)) => self.make_edit(shared, edit),
            Some(Row::Without(feature, _)) => {
                let (term, spans) = (feature.term.clone(), feature.spans.clone());
                self.leave_out(shared, &term, &spans);
            }
            Some(Row::Under(under)) => {
                let recipe = under.recipe;
                shared.set_recipe(recipe);
            }
            Some(Row::Near(near)) => self.put_in_a(shared, near.index),
            Some(Row::Text(row, _)) => self.put_several(shared, row),
            Some(Row::Link(..)) => self.open_link(shared),
            Some(Row::Difference(_) | Row::Feature(..) | Row::Measure(_) | Row::Length(_)) => shared.warn((
                "nothing to open here; ‹pair.show-next› shows another list",
                "此处没有可打开的内容；按 ‹pair.show-next› 换列表",
            )),
            None => shared.edge(0),
        }
    }

    /// What opening does in the pane that has the keys, in a word; nothing where it does nothing.
    pub(super) fn hint_of_open(&self) -> Phrase {
        match (self.focus, self.view) {
            (Pane::TextB, _) if self.b.document().is_none() => SILENT,
            (Pane::TextA | Pane::Bits, _) if self.a.document().is_none() => SILENT,
            (Pane::TextA | Pane::TextB | Pane::Bits, _) => ("anatomy", "解剖"),
            (Pane::List, View::Edits | View::Influence) => ("put into B", "放入 B"),
            (Pane::List, View::Lengths) => ("plot/table", "图/表"),
            (Pane::List, View::Nearest) => ("put into A", "放入 A"),
            (Pane::List, View::Chain) => ("show link", "显示该对"),
            (Pane::List, View::Recipes) => ("use", "采用"),
            (Pane::List, View::Texts) => ("put into A, B", "放入 A、B"),
            (Pane::List, View::Differences | View::Features | View::Measures) => SILENT,
        }
    }

    /// B becomes A without the places of a feature.
    fn leave_out(&mut self, shared: &mut Shared, term: &str, spans: &[std::ops::Range<usize>]) {
        if !self.a_is_current(shared) {
            return shared.warn(("A is still being traced", "A 仍在追踪中"));
        }
        let text = self.a.text();
        let mut rest = String::with_capacity(text.len());
        let mut done = 0;
        // Terms may overlap, as shingles do.
        for span in spans {
            rest.push_str(&text[done.min(span.start)..span.start]);
            done = done.max(span.end);
        }
        rest.push_str(&text[done..]);
        let origin = Origin::Without(term.to_owned());
        let term = visible::line(term);
        let name = shared.lang.pick(both!("{term} left out", "去掉 {term}"));
        self.put_in_b(shared, &rest, origin, &name);
    }
}

/// The columns of a text in a pane of that width: without the sign at the left and a space at either side.
pub(super) fn columns(width: u16) -> usize {
    usize::from(width.saturating_sub(3)).max(2)
}
