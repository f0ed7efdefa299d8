//! How fast the steps play.

use crate::surface::{Lang, Phrase};
use std::time::Duration;

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
