//! At which step the view stands, whether it plays, and how it looks.

use super::grid::{Grid, Hit, Look};
use super::keys::Act;
use crate::action::{Pointer, Screen, Towards};
use crate::screens::anatomy::TRACING;
use crate::screens::anatomy::keys::Pane as Own;
use crate::shared::{Question, Shared};
use crate::surface::{Lang, Phrase, grouped_digits};
use simscope_core::display::half_widths;
use simscope_core::simhash::steps::{Stage, Step, Steps};
use std::sync::Arc;
use std::time::Duration;

#[derive(Debug, Clone, Default)]
pub struct Stepping {
    /// The view is shown, in the place of the panes.
    pub is_open: bool,
    /// Of the document and the recipe that were shown last.
    steps: Option<Steps>,
    document: u32,
    /// The number of the step, from 0.
    pub at: usize,
    /// The step was reached by a larger one, whose sentence is shown.
    pub is_whole: bool,
    pub pace: Pace,
    pub is_playing: bool,
    pub is_presenting: bool,
    /// It was opened to be presented.
    is_only_presented: bool,
    /// The other cells than those that the view begins with.
    has_other_cells: bool,
}

const AT_END: Phrase = ("this is the last step; Home goes to the first", "已是最后一步；Home 回到第一步");
const AT_START: Phrase = ("this is the first step", "已是第一步");

impl Stepping {
    /// The steps of the selected document, once it is traced.
    pub fn steps(&self, shared: &Shared) -> Option<&Steps> {
        let trace = shared.model.trace(shared.selected_document()?)?;
        self.steps.as_ref().filter(|steps| Arc::ptr_eq(steps.trace(), trace))
    }

    /// Makes the steps of the document that is shown. Another document begins at its text; the same one under another
    /// recipe stays at its step, or at the stage where the steps are others.
    pub fn follow_document(&mut self, shared: &Shared) {
        if shared.screen != Screen::Anatomy || !self.is_open {
            (self.is_open, self.is_playing, self.is_presenting) = (false, false, false);
            return;
        }
        if self.document != shared.selected {
            (self.document, self.at, self.is_playing, self.is_whole) = (shared.selected, 0, false, false);
            self.steps = None;
        }
        let trace = shared.selected_document().and_then(|document| shared.model.trace(document));
        let Some(trace) = trace.filter(|_| self.steps(shared).is_none()) else { return };
        let steps = Steps::of(trace, &shared.model.recipe);
        if let Some(before) = self.steps.as_ref().filter(|before| before.len() != steps.len()) {
            self.at = steps.first_of(before.stage_at(self.at));
        }
        self.at = self.at.min(steps.len() - 1);
        self.steps = Some(steps);
    }

    pub fn act(&mut self, shared: &mut Shared, act: Act) {
        let was_open = std::mem::replace(&mut self.is_open, true);
        self.follow_document(shared);
        match act {
            Act::Play if !was_open => {}
            Act::Play => self.play(shared),
            Act::Whole(by) => self.step_whole(shared, by),
            Act::StepPace(by) => match self.pace.step(by) {
                Some(pace) => {
                    self.pace = pace;
                    shared.say_of(pace.name(shared.lang).to_owned());
                }
                None if by > 0 => shared.warn(("this is the fastest", "已是最快")),
                None => shared.warn(("this is the slowest", "已是最慢")),
            },
            Act::AskStep => self.ask(shared),
            Act::Present => {
                self.is_presenting ^= true;
                self.has_other_cells = false;
                // What opened the view closes it.
                self.is_open =
                    !std::mem::replace(&mut self.is_only_presented, !was_open) || self.is_presenting;
            }
            Act::GoStage(stage) => match self.steps(shared).map(|steps| steps.range_of(stage)) {
                None => {}
                Some(to) if to.is_empty() => {
                    shared.warn(("a text without features has no such steps", "没有特征的文本没有这些步骤"))
                }
                Some(to) => self.go(to.start, false),
            },
        }
    }

    /// Few bits in wide cells, or as many bits as fit.
    pub fn toggle_cells(&mut self, shared: &mut Shared) {
        self.has_other_cells ^= true;
        let stage = self.steps(shared).map(|steps| steps.stage_at(self.at));
        if matches!(stage, Some(Stage::Text | Stage::Features | Stage::Weights)) {
            shared.say((
                "bits are shown from the stage of hashes on: the change is seen there",
                "从哈希阶段起才显示各位：到那时可见变化",
            ));
        }
    }

    /// To a step, which stands still.
    pub fn go(&mut self, to: usize, is_whole: bool) {
        (self.at, self.is_whole, self.is_playing) = (to, is_whole, false);
    }

    fn play(&mut self, shared: &mut Shared) {
        let Some(steps) = self.steps(shared) else { return shared.warn(TRACING) };
        if !self.is_playing && self.at + 1 == steps.len() {
            (self.at, self.is_whole) = (0, false);
        }
        self.is_playing ^= true;
    }

    /// One step further, as it plays.
    pub(super) fn go_on(&mut self, shared: &Shared) {
        let Some(steps) = self.steps(shared) else { return };
        let last = steps.len() - 1;
        let is_whole = self.pace.is_whole();
        let to = if is_whole { steps.next_whole(self.at) } else { self.at + 1 };
        (self.at, self.is_whole) = (to.min(last), is_whole);
        self.is_playing = self.at < last;
    }

    fn step_whole(&mut self, shared: &mut Shared, by: i8) {
        let Some(steps) = self.steps(shared) else { return shared.warn(TRACING) };
        let to = if by > 0 { steps.next_whole(self.at) } else { steps.whole_before(self.at) };
        self.go_or_say(shared, to, by > 0, true);
    }

    fn go_or_say(&mut self, shared: &mut Shared, to: usize, is_on: bool, is_whole: bool) {
        if to == self.at {
            shared.warn(if is_on { AT_END } else { AT_START });
        }
        self.go(to, is_whole);
    }

    /// The arrows, pages and ends.
    pub(super) fn step(&mut self, shared: &mut Shared, towards: Towards) {
        let Some(steps) = self.steps(shared) else { return shared.warn(TRACING) };
        let last = steps.len() - 1;
        match towards {
            Towards::Left => self.go_or_say(shared, self.at.saturating_sub(1), false, false),
            Towards::Right => self.go_or_say(shared, (self.at + 1).min(last), true, false),
            Towards::First => self.go_or_say(shared, 0, false, false),
            Towards::Last => self.go_or_say(shared, last, true, false),
            Towards::PageUp | Towards::HalfUp => self.step_whole(shared, -1),
            Towards::PageDown | Towards::HalfDown => self.step_whole(shared, 1),
            Towards::Up => self.step_feature(shared, -1),
            Towards::Down => self.step_feature(shared, 1),
        }
    }

    /// The same bit of the feature before or after; where there are no bits yet, that feature.
    fn step_feature(&mut self, shared: &mut Shared, by: isize) {
        let Some(steps) = self.steps(shared) else { return };
        let Some(feature) = steps.at(self.at).feature() else {
            return shared.warn((
                "up and down go from feature to feature; this step is about none",
                "上下键换特征；这一步不涉及特征",
            ));
        };
        let all = steps.trace().features.len();
        match feature.checked_add_signed(by).filter(|&feature| feature < all) {
            Some(feature) => self.go(of_feature(steps, self.at, feature), self.is_whole),
            None => shared.warn(match by {
                1 => ("this is the last feature", "已是最后一个特征"),
                _ => ("this is the first feature", "已是第一个特征"),
            }),
        }
    }

    fn ask(&mut self, shared: &mut Shared) {
        let Some(steps) = self.steps(shared) else { return shared.warn(TRACING) };
        let last = grouped_digits(steps.len());
        shared.asked.question = Some(Question::new(
            Act::AskStep,
            ("step ", "步号 "),
            both!(
                "from 1 to {last} · Enter goes there · Esc closes",
                "从 1 到 {last} · Enter 跳转 · Esc 放弃"
            ),
        ));
    }

    /// Goes to the step that was typed.
    pub fn answer_step(&mut self, shared: &Shared, line: &str) -> Result<(), Phrase> {
        let steps = self.steps(shared).ok_or(TRACING)?;
        let number = half_widths(line).replace(',', "").parse().ok();
        let at = number
            .filter(|number| (1..=steps.len()).contains(number))
            .ok_or(("type a whole number from 1 to that of the last step", "步号是整数，从 1 到最后一步"))?;
        self.go(at - 1, false);
        Ok(())
    }

    /// To a bit of the feature that is being added, or else to its sign.
    pub fn go_to_bit(&mut self, shared: &Shared, bit: u8) {
        let Some(steps) = self.steps(shared) else { return };
        let bit = bit.min(steps.recipe().bits.get() - 1);
        self.go(of_bit(steps, self.at, bit), false);
    }

    /// How the grid is drawn; `has_text` if the text stands below it.
    pub(super) fn look(&self, has_text: bool) -> Look {
        let (is_large, is_wide) = (self.is_presenting, self.is_presenting != self.has_other_cells);
        Look { is_large, is_wide, has_text }
    }

    /// What the mouse does on the grid.
    pub(super) fn point(&mut self, shared: &mut Shared, pointer: Pointer) {
        let (x, y) = match pointer {
            Pointer::Wheel { by, .. } => {
                return self.step(shared, if by < 0 { Towards::Left } else { Towards::Right });
            }
            Pointer::Press { x, y } => (x, y),
            Pointer::Drag { x, y, .. } => (x.max(0) as u16, y.max(0) as u16),
        };
        let has_text = shared.area_of(Own::Text).is_some();
        let Some((steps, area)) = self.steps(shared).zip(shared.area_of(Own::Steps)) else { return };
        let to = match Grid::of(area, steps, self.at, self.look(has_text)).hit(area.x + x, area.y + y) {
            None => return,
            Some(Hit::Cell(feature, bit)) => steps.of_addition(feature, bit),
            Some(Hit::Feature(feature)) => of_feature(steps, self.at, feature),
            Some(Hit::Sum(bit)) => of_bit(steps, self.at, bit),
            Some(Hit::Sign(bit)) => steps.of_sign(bit),
        };
        self.go(to, false);
    }
}

/// The addition of this bit for the feature of step `at`; outside the addition, the step of its sign.
fn of_bit(steps: &Steps, at: usize, bit: u8) -> usize {
    match steps.at(at) {
        Step::Add(addition) => steps.of_addition(addition.feature, bit),
        _ => steps.of_sign(bit),
    }
}

/// The step of this feature in the stage of step `at`; outside these stages, the first that adds it.
fn of_feature(steps: &Steps, at: usize, feature: usize) -> usize {
    match (steps.stage_at(at), steps.at(at).bit()) {
        (stage @ (Stage::Features | Stage::Weights | Stage::Hashes), _) => steps.first_of(stage) + feature,
        (Stage::Adding, Some(bit)) => steps.of_addition(feature, bit),
        _ => steps.of_addition(feature, steps.recipe().bits.get() - 1),
    }
}

/// One of the speeds, the slowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace(usize);

struct Speed {
    milliseconds: u64,
    /// A whole feature at a time.
    is_whole: bool,
    name: Phrase,
}

const fn speed(milliseconds: u64, is_whole: bool, name: Phrase) -> Speed {
    Speed { milliseconds, is_whole, name }
}

const SPEEDS: [Speed; 8] = [
    speed(2000, false, ("a step every 2 s", "每 2 秒一步")),
    speed(1000, false, ("a step a second", "每秒一步")),
    speed(500, false, ("2 steps a second", "每秒 2 步")),
    speed(250, false, ("4 steps a second", "每秒 4 步")),
    speed(100, false, ("10 steps a second", "每秒 10 步")),
    speed(1000, true, ("a feature a second", "每秒一个特征")),
    speed(250, true, ("4 features a second", "每秒 4 个特征")),
    speed(50, true, ("20 features a second", "每秒 20 个特征")),
];

impl Default for Pace {
    fn default() -> Self {
        Self(1)
    }
}

impl Pace {
    /// The next one, faster (1) or slower (−1), if there is one.
    pub fn step(self, by: i8) -> Option<Self> {
        self.0.checked_add_signed(by.into()).filter(|&at| at < SPEEDS.len()).map(Self)
    }

    /// The time of one step.
    pub fn period(self) -> Duration {
        Duration::from_millis(SPEEDS[self.0].milliseconds)
    }

    /// Whether a step is a whole feature.
    pub fn is_whole(self) -> bool {
        SPEEDS[self.0].is_whole
    }

    pub fn name(self, lang: Lang) -> &'static str {
        lang.pick(SPEEDS[self.0].name)
    }
}
