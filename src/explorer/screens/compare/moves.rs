//! From difference to difference, bit to bit, and pair to pair.

use super::State;
use super::keys::{Act, Pane};
use super::news::Joined;
use crate::action::Towards;
use crate::shared::Shared;
use crate::widgets::marked::{Marked, Sheet, folded};
use std::sync::Arc;

impl State {
    pub fn act(&mut self, shared: &mut Shared, act: Act) {
        match act {
            Act::StepDifference(by) => self.step_difference(shared, by),
            Act::StepFlip(by) => self.step_flip(shared, by),
            Act::ToggleFold => self.toggle_fold(shared),
            Act::Swap => self.swap(shared),
            Act::Sort(asked) => self.sort(shared, asked),
        }
    }

    /// The texts as they were drawn in the last frame, with the rows in view.
    fn with_sheet<T>(&self, shared: &Shared, look: impl FnOnce(&Marked, Sheet<'_>, usize) -> T) -> Option<T> {
        let (a, b) = self.pair(shared)?;
        let marked: &Arc<Marked> = shared.aligned(a, b)?;
        let texts = [a, b].map(|document| shared.document(document).text);
        let areas = [Pane::TextA, Pane::TextB].map(|pane| shared.area_of(pane));
        let area = areas.into_iter().flatten().min_by_key(|area| area.width)?;
        let height = usize::from(area.height.saturating_sub(2));
        Some(look(marked, marked.sheet(texts, columns(area.width), height, self.is_unfolded), height))
    }

    /// Scrolls both texts.
    pub(super) fn scroll_texts(&mut self, shared: &Shared, by: isize) {
        let moved = self.with_sheet(shared, |_, sheet, height| match by {
            isize::MAX => sheet.end(height),
            isize::MIN => Default::default(),
            _ => sheet.moved(self.top, by, height),
        });
        self.top = moved.unwrap_or(self.top);
    }

    fn step_difference(&mut self, shared: &mut Shared, by: i8) {
        let next = match self.difference {
            Some(at) => at.checked_add_signed(isize::from(by)),
            None => Some(0),
        };
        let found = self.with_sheet(shared, |marked, sheet, height| {
            let at = next.filter(|&at| at < marked.differences.len())?;
            // What stands before it is seen, too.
            Some((
                at,
                marked.differences.len(),
                sheet.moved(sheet.row_of(&marked.differences[at]), -2, height),
            ))
        });
        match found {
            Some(Some((at, count, top))) => {
                (self.difference, self.top) = (Some(at), top);
                shared
                    .say((format!("difference {} of {count}", at + 1), format!("差异 {} / {count}", at + 1)));
            }
            Some(None) if self.difference.is_none() => {
                shared.warn(("the texts are equal", "两个文本相同"));
            }
            Some(None) => shared.warn(if by < 0 {
                ("this is the first difference", "已是第一处差异")
            } else {
                ("this is the last difference", "已是最后一处差异")
            }),
            None => shared.warn(("the texts are not aligned yet", "文本尚未对齐")),
        }
    }

    fn toggle_fold(&mut self, shared: &mut Shared) {
        let is_folded = |sheet: Sheet<'_>| sheet.is_folded();
        let was_folded = self.with_sheet(shared, |_, sheet, _| is_folded(sheet)).unwrap_or(true);
        self.is_unfolded = Some(was_folded);
        let can_fold = was_folded || self.with_sheet(shared, |_, sheet, _| is_folded(sheet)).unwrap_or(true);
        self.top = Default::default();
        if let Some(at) = self.difference {
            let place = self.with_sheet(shared, |marked, sheet, height| {
                let difference = marked.differences.get(at)?;
                Some(sheet.moved(sheet.row_of(difference), -2, height))
            });
            self.top = place.flatten().unwrap_or_default();
        }
        shared.say(folded(was_folded, can_fold));
    }

    fn step_flip(&mut self, shared: &mut Shared, by: i8) {
        let flipped = self.weighed(shared).map(|weighed| weighed.difference.flipped);
        let Some(flipped) = flipped else {
            return shared.warn(("the pair is not compared yet", "该对尚未对比"));
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

    fn swap(&mut self, shared: &mut Shared) {
        match self.pair(shared) {
            Some((a, b)) => {
                self.show(shared, b, a);
                shared.say(("A and B have changed places", "A 与 B 已互换"));
            }
            None => shared.warn(shared.why_no_pair()),
        }
    }

    /// Another pair is the one compared.
    fn show(&mut self, shared: &mut Shared, a: u32, b: u32) {
        shared.select_document(a);
        shared.other = Some(b);
    }

    /// B becomes the nearest neighbour of A.
    pub(super) fn take_nearest(&mut self, shared: &mut Shared) {
        match shared.model.nearest(shared.selected) {
            Some((other, distance)) => {
                shared.other = Some(other);
                shared.say((
                    format!("B is the nearest neighbour of A, at distance {distance}"),
                    format!("B 为 A 的最近邻，距离 {distance}"),
                ));
            }
            None => shared.go_nearest(),
        }
    }

    /// B becomes the next document within k of A, or the previous one.
    pub(super) fn step_pair(&mut self, shared: &mut Shared, by: i8) {
        let near = self.near_key(shared).and_then(|key| self.near.get(&key));
        let Some(near) = near else {
            return shared.warn(("what is within k of A is not known yet", "尚未查出与 A 相距 k 以内的文档"));
        };
        let now = near.iter().position(|&(document, _)| Some(document) == shared.pair_partner());
        let next = match now {
            Some(at) => at.checked_add_signed(isize::from(by)),
            None => Some(0),
        };
        match next.and_then(|next| Some((next, *near.get(next)?))) {
            Some((at, (document, distance))) => {
                let count = near.len();
                shared.other = Some(document);
                shared.say((
                    format!("pair {} of {count} within k of A, at distance {distance}", at + 1),
                    format!("与 A 相距 k 以内：第 {} / {count} 对，距离 {distance}", at + 1),
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

    /// The selected link becomes the pair; Ctrl-O goes back.
    pub(super) fn open_link(&mut self, shared: &mut Shared) {
        let chain = self.chain(shared);
        let link = chain.windows(2).nth(self.links.selected);
        match (link, self.joined(shared)) {
            (_, Some(Joined::Directly)) => {
                shared.warn((
                    "A and B are within k: there is no link between them to open",
                    "A 与 B 直接相连：中间没有可打开的一对",
                ));
            }
            (Some(&[x, y]), _) => {
                shared.note_place();
                self.show(shared, x, y);
                shared.say(("one link of the chain; ‹back› goes back", "链中的一对；‹back› 返回"));
            }
            _ => shared.warn(("no chain joins this pair", "没有连接该对的链")),
        }
    }

    /// Moves in the pane that has the keys. Returns whether that is done in a way of the screen's own.
    pub(super) fn move_in_pane(&mut self, shared: &mut Shared, towards: Towards) -> bool {
        let is_sideways = matches!(towards, Towards::Left | Towards::Right);
        match self.focus {
            Pane::TextA | Pane::TextB if !is_sideways => {
                let page = shared.lines_of(self.focus).max(4) as isize - 3;
                self.scroll_texts(shared, towards.lines(page));
            }
            Pane::Bits => {
                let last = shared.model.recipe.bits.get() - 1;
                match towards {
                    Towards::Left => self.bit = (self.bit + 1).min(last),
                    Towards::Right => self.bit = self.bit.saturating_sub(1),
                    Towards::First => self.bit = last,
                    Towards::Last => self.bit = 0,
                    _ => self.step_flip(shared, if towards.is_back() { -1 } else { 1 }),
                }
            }
            _ => return false,
        }
        true
    }
}

/// The columns of a text in a pane of that width: without its frame, the sign at the left and a space at the right.
pub(super) fn columns(width: u16) -> usize {
    usize::from(width.saturating_sub(4)).max(2)
}
