//! The bit under the cursor, the selected feature, and what is shown how.

use super::keys::{Act, Pane};
use super::steps::{self, Stepping};
use super::view;
use crate::action::{Action, Screen, Towards, classroom};
use crate::listing::Listing;
use crate::shared::{Scene, Shared};
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
        if act == Act::ToggleBitView && self.steps.is_open {
            return self.steps.toggle_cells(shared);
        }
        if act == Act::ToggleBitView && shared.model.recipe.bits.get() <= view::FEW {
            return shared.warn((
                "up to 32 bits have one view only; ‹anatomy.toggle-bit-view› needs more bits",
                "32 位以内只有一种视图；位数更多时才能按 ‹anatomy.toggle-bit-view› 切换",
            ));
        }
        let phrase = match act {
            Act::ToggleBitView => {
                self.is_square ^= true;
                match (self.is_square, shared.model.recipe.bits.is_wide()) {
                    (true, true) => (
                        "bits in lines of eight or sixteen, each with its sum",
                        "每行八位或十六位，各附累加值",
                    ),
                    (false, true) => (
                        "bits in one line or two, with bars where they fit",
                        "位排成一行或两行，放得下时配柱形",
                    ),
                    (true, false) => ("bits in lines of eight, each with its sum", "每行八位，各附累加值"),
                    (false, false) => {
                        ("bits in one line, with bars where it fits", "位排成一行，放得下时配柱形")
                    }
                }
            }
            Act::Sort(by) => return self.sort(shared, by),
            Act::Steps(act) => return self.act_stepping(shared, act),
            Act::TypeText => {
                shared.asked.then.push(Action::Classroom(classroom::Act::Type));
                return;
            }
        };
        shared.say(phrase);
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
                self.steps.own_act(shared, Action::SetBit(self.bit));
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

    pub(super) fn step_bit(&mut self, shared: &mut Shared, towards: Towards) {
        let bit = match towards {
            Towards::Left => self.bit.saturating_add(1).min(shared.model.recipe.bits.get() - 1),
            _ => self.bit.saturating_sub(1),
        };
        if bit == self.bit {
            shared.warn(("this is the last bit", "已是最后一位"));
        }
        self.put_bit(shared, bit);
    }

    /// Up and down among the bits, where they stand in several lines.
    pub(super) fn step_in_sums(&mut self, shared: &mut Shared, towards: Towards) {
        let bits = shared.model.recipe.bits.get();
        let panel = shared.area_of(Pane::Sums).map_or(0, |panel| panel.width);
        let line = match self.is_square {
            true => Some(view::square_columns(panel, bits)),
            false => view::is_banded(panel, bits).then_some(64),
        };
        let by = match (towards, line.map(i16::from)) {
            (Towards::Up, Some(line)) => line,
            (Towards::Down, Some(line)) => -line,
            (Towards::First, _) => i16::from(bits),
            (Towards::Last, _) => -i16::from(bits),
            _ => {
                return shared.warn(match bits <= view::FEW {
                    true => ("left and right choose a bit", "左右键选位"),
                    false => (
                        "left and right choose a bit; ‹anatomy.toggle-bit-view› shows 8 × 8",
                        "左右键选位；‹anatomy.toggle-bit-view› 切换 8 × 8",
                    ),
                });
            }
        };
        let bit = i16::from(self.bit) + by;
        // A line up or down keeps the place in the line.
        let is_step = matches!(towards, Towards::Up | Towards::Down) && !self.is_square;
        if !is_step || (0..i16::from(bits)).contains(&bit) {
            self.put_bit(shared, bit.clamp(0, i16::from(bits) - 1) as u8);
        }
    }

    /// Scrolls the text to the first place of the selected feature.
    pub(super) fn show_selected_feature(&mut self, shared: &Shared) {
        let height = shared.lines_of(Pane::Text);
        if let Some(line) = view::line_of_selected(Scene { own: self, shared }) {
            let shown = self.text_scroll..self.text_scroll + height;
            if !shown.contains(&line) {
                self.text_scroll = line.saturating_sub(height / 2);
            }
        }
    }
}

/// The last bit of the narrower recipe, while the signatures of another width are being computed.
fn last_bit(shared: &Shared) -> u8 {
    shared.model.recipe.bits.min(shared.recipe.bits).get() - 1
}
