//! The bit under the cursor, the selected feature, and what is shown how.

use super::keys::{Act, Pane};
use super::laid::FEW;
use super::steps::{self, Stepping};
use crate::action::{Action, Screen, Towards, classroom};
use crate::listing::Listing;
use crate::shared::Shared;
use crate::widgets::list::List;
use crate::widgets::table::Sort;
use simscope_core::simhash::Trace;
use std::sync::Arc;

#[derive(Debug, Clone, Default)]
pub struct State {
    pub focus: Pane,
    /// Bit under the cursor, 0 = least significant.
    pub bit: u8,
    /// The features.
    pub features: Listing,
    /// The trace and the order that the list is of.
    pub(super) listed_of: Option<(Arc<Trace>, Sort<&'static str>)>,
    /// 8 × 8 (or however many lines of eight) instead of one line.
    pub is_square: bool,
    /// First line of the list of pushes shown.
    pub bit_scroll: usize,
    /// First line of the text shown.
    pub text_scroll: usize,
    /// The document that the selected feature and the scrolls are of.
    document: u32,
    /// The document that this screen showed before a step to another one.
    before: Option<u32>,
    /// A step to another document was asked for.
    pub(super) is_stepping: bool,
    /// Step by step.
    pub steps: Stepping,
}

impl State {
    /// With the cursor on this bit.
    pub fn at_bit(bit: u8) -> Self {
        Self { bit, features: Listing::by("weight", true), ..Self::default() }
    }

    pub fn act(&mut self, shared: &mut Shared, act: Act) {
        match act {
            Act::ToggleBitView if self.steps.is_open => self.steps.toggle_cells(shared),
            Act::ToggleBitView => self.toggle_square(shared),
            Act::Sort(by) => self.sort(shared, by),
            Act::Steps(act) => self.act_stepping(shared, act),
            Act::TypeText => shared.asked.then.push(Action::Classroom(classroom::Act::Type)),
        }
    }

    fn toggle_square(&mut self, shared: &mut Shared) {
        let bits = shared.model.recipe.bits;
        if bits.get() <= FEW {
            return shared.warn((
                "up to 32 bits have one view only; ‹anatomy.toggle-bit-view› needs more bits",
                "32 位以内只有一种视图；位数更多时才能按 ‹anatomy.toggle-bit-view› 切换",
            ));
        }
        self.is_square ^= true;
        shared.say(match (self.is_square, bits.is_wide()) {
            (true, true) => {
                ("bits in lines of eight or sixteen, each with its sum", "每行八位或十六位，各附累加值")
            }
            (false, true) => {
                ("bits in one line or two, with bars where they fit", "位排成一行或两行，放得下时配柱形")
            }
            (true, false) => ("bits in lines of eight, each with its sum", "每行八位，各附累加值"),
            (false, false) => ("bits in one line, with bars where it fits", "位排成一行，放得下时配柱形"),
        });
    }

    /// Step by step; a whole step where that is not shown is one to the next bit.
    fn act_stepping(&mut self, shared: &mut Shared, act: steps::keys::Act) {
        match act {
            steps::keys::Act::Whole(by) if !self.steps.is_open => {
                let towards = if by > 0 { Towards::Right } else { Towards::Left };
                shared.asked.then.push(Action::Move(towards));
            }
            steps::keys::Act::Present if !self.steps.is_open => {
                self.steps.act(shared, act);
                self.steps.go_to_bit(shared, self.bit);
            }
            _ => self.steps.act(shared, act),
        }
    }

    /// Another document is looked at from its start, and the cursor stays within the signature.
    pub(super) fn follow_document(&mut self, shared: &Shared) {
        if shared.screen != Screen::Anatomy {
            self.before = None;
        }
        let is_stepping = std::mem::take(&mut self.is_stepping);
        if self.document != shared.selected {
            let left = std::mem::replace(&mut self.document, shared.selected);
            self.before = is_stepping.then_some(left);
            (self.features.list, self.text_scroll, self.bit_scroll) = (List::default(), 0, 0);
        }
        self.bit = self.bit.min(last_bit(shared));
    }

    /// The document that was shown before this one, and its signature.
    pub fn before(&self, shared: &Shared) -> Option<(u32, u128)> {
        let before = self.before.filter(|&before| before != shared.selected)?;
        Some((before, shared.model.signatures.try_get(before as usize)?))
    }

    pub(super) fn put_bit(&mut self, shared: &Shared, bit: u8) {
        self.bit = bit.min(last_bit(shared));
        self.bit_scroll = 0;
    }

    /// Left and right choose a bit. Returns whether it was one of them.
    pub(super) fn step_bit(&mut self, shared: &mut Shared, action: Action) -> bool {
        let bit = match action {
            Action::Move(Towards::Left) => self.bit.saturating_add(1).min(shared.model.recipe.bits.get() - 1),
            Action::Move(Towards::Right) => self.bit.saturating_sub(1),
            _ => return false,
        };
        if bit == self.bit {
            shared.warn(("this is the last bit", "已是最后一位"));
        }
        self.put_bit(shared, bit);
        true
    }
}

/// The last bit of the narrower recipe, while the signatures of another width are being computed.
fn last_bit(shared: &Shared) -> u8 {
    shared.model.recipe.bits.min(shared.recipe.bits).get() - 1
}
