//! Where everything of a step stands: one grid of columns, a bit each, from the features down to the signature.

use ratatui::layout::Rect;
use simscope_core::simhash::steps::{Stage, Steps};

/// How the grid is drawn.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    /// With space between the rows.
    pub is_large: bool,
    /// Few bits in wide cells rather than as many bits as fit.
    pub is_wide: bool,
    /// The text stands below the grid.
    pub has_text: bool,
}

/// What is under the mouse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hit {
    /// A bit of a feature.
    Cell(usize, u8),
    Feature(usize),
    /// The sum of a bit, or its number.
    Sum(u8),
    /// A bit of the signature.
    Sign(u8),
}

/// The places of a stage. A line that has no room is at the bottom of the area, and has no height.
#[derive(Debug, Clone)]
pub struct Grid {
    stage: Stage,
    /// The text, as long as it is what the step is about.
    pub text: Rect,
    pub across: Across,
    /// The numbers of the bits.
    pub ruler: u16,
    pub rows: Rows,
    /// The line between the rows and the sums.
    pub rule: Option<u16>,
    pub sums: Rect,
    /// The mark below the sum.
    pub pointer: Option<u16>,
    pub sign: u16,
    pub sentence: Rect,
    pub stages: u16,
}

/// Columns of a cell that has a number in it.
pub const NUMBERED: u16 = 4;

impl Grid {
    /// The grid of a step in an area of at least ten lines.
    pub fn of(area: Rect, steps: &Steps, at: usize, look: Look) -> Self {
        let across = Across::of(area, steps, at, look);
        let (stage, h) = (steps.stage_at(at), area.height);
        let has_numbers = across.cell >= NUMBERED;
        let is_tall = h >= 14;
        let [rule, pointer] = [u16::from(is_tall); 2];
        let told = if area.width >= 90 { 2 } else { 3 };
        let wanted = Rows::wanted(steps);
        // What the rows need goes before higher bars, and before free lines.
        let has_room = |sums: u16, gap: u16| h >= 1 + rule + sums + pointer + 1 + 2 * gap + told + 1 + wanted;
        let sums = match (has_numbers, h) {
            (true, _) | (_, ..14) => 1,
            (false, 24..) if has_room(5, 0) => 5,
            (false, _) => 3,
        };
        let gap = u16::from(h >= 18 && has_room(sums, 1));
        let below = rule + sums + pointer + 1;
        let fixed = 1 + below + 2 * gap + told + 1;
        let room = h.saturating_sub(fixed).max(1);
        let region = 1 + room + below;
        let text = match stage {
            _ if look.has_text => 0,
            Stage::Text => region,
            Stage::Features => (region / 3).clamp(2, 8),
            _ => 0,
        };
        let room = match stage {
            Stage::Features => region.saturating_sub(1 + text).min(room + below),
            _ => room,
        };
        let ruler = area.y + text;
        let rows = Rows::of(Rect { y: ruler + 1, height: room, ..area }, steps, at, look.is_large);
        let rule_y = rows.area.bottom();
        let sums = Rect { x: across.cells_x, y: rule_y + rule, width: across.width(), height: sums };
        let pointer_y = sums.bottom();
        let sign = pointer_y + pointer;
        let top = area.y + region.min(1 + rows.area.height.max(3).min(room) + below);
        let top = if text > 0 { area.y + region } else { top };
        let sentence =
            Rect { x: area.x + 1, y: top + gap, width: area.width.saturating_sub(2), height: told };
        Self {
            stage,
            text: Rect { height: text, ..area },
            across,
            ruler,
            rows,
            rule: is_tall.then_some(rule_y),
            sums,
            pointer: is_tall.then_some(pointer_y),
            sign,
            sentence,
            stages: (sentence.bottom() + gap).min(area.bottom().saturating_sub(1)),
        }
    }

    /// What is drawn at a place of the screen.
    pub fn hit(&self, x: u16, y: u16) -> Option<Hit> {
        let bit = self.across.bit_at(x);
        if self.stage == Stage::Text || y >= self.sentence.y {
            return None;
        }
        let Rows { area, first, every, .. } = self.rows;
        if (area.y..area.bottom()).contains(&y) {
            let feature = first + usize::from((y - area.y) / every);
            let bit = bit.filter(|_| self.stage >= Stage::Hashes);
            return Some(bit.map_or(Hit::Feature(feature), |bit| Hit::Cell(feature, bit)));
        }
        let bit = bit?;
        match y {
            _ if y == self.ruler && self.stage >= Stage::Hashes => Some(Hit::Sum(bit)),
            _ if self.stage < Stage::Adding => None,
            _ if (self.sums.y..self.sums.bottom()).contains(&y) => Some(Hit::Sum(bit)),
            _ if y == self.sign && self.stage >= Stage::Signs => Some(Hit::Sign(bit)),
            _ => None,
        }
    }
}

/// The rows of the features.
#[derive(Debug, Clone, Copy)]
pub struct Rows {
    pub area: Rect,
    /// The first feature shown, and how many.
    pub first: usize,
    pub shown: usize,
    /// Lines of each.
    pub every: u16,
}

impl Rows {
    /// Lines in which the features have room; of many that is no question.
    fn wanted(steps: &Steps) -> u16 {
        steps.trace().features.len().min(100) as u16
    }

    /// Those of a step, in what room there is for them.
    fn of(room: Rect, steps: &Steps, at: usize, is_large: bool) -> Self {
        let (stage, features) = (steps.stage_at(at), steps.trace().features.len());
        // The last row needs no line below it.
        let every = if is_large && room.height + 1 >= 2 * Self::wanted(steps) { 2 } else { 1 };
        let shown = features.min(usize::from(room.height.div_ceil(every)).max(1));
        let now = steps.at(at).feature();
        let page = now.unwrap_or(if stage < Stage::Sums { 0 } else { features.saturating_sub(1) });
        let first = (page / shown.max(1) * shown).min(features - shown);
        let height = (shown as u16 * every).min(room.height);
        Self { area: Rect { height, ..room }, first, shown, every }
    }
}

/// The columns: where each begins, and how wide it is.
#[derive(Debug, Clone, Copy)]
pub struct Across {
    pub term: (u16, u16),
    pub weight: (u16, u16),
    /// Where the cells begin; columns of one.
    pub cells_x: u16,
    pub cell: u16,
    /// The bits shown, up to `end`.
    pub low: u8,
    pub end: u8,
    /// The hash in hex; without width where it has no room.
    pub hex: (u16, u16),
}

impl Across {
    fn of(area: Rect, steps: &Steps, at: usize, look: Look) -> Self {
        let bits = u16::from(steps.recipe().bits.get());
        let term = match area.width {
            ..70 => 10,
            70..100 => 12,
            _ if look.is_large => 20,
            _ => 16,
        };
        // The mark, the term, the weight, and a gap on either side of it.
        let left = 2 + term + 8 + 2;
        let room = area.width.saturating_sub(left);
        // Weights with decimals need more room than whole ones.
        let has_decimals = steps.trace().sums.iter().any(|sum| sum.fract() != 0.0);
        let least = if has_decimals { 8 } else { 5 };
        let digits = (steps.recipe().bits.hex_digits() as u16).max(4);
        let (left, cell, shown) = if bits * (if look.is_wide { least } else { 3 }) <= room {
            // The hash in hex comes before wider cells, as long as a number has room in them.
            let with_hex = room.saturating_sub(digits + 2) / bits;
            let cell = if with_hex >= least { with_hex } else { room / bits };
            (left, cell.min(if look.is_large { 8 } else { 7 }), bits)
        } else if look.is_wide {
            let fitting =
                |cell: u16| [32, 16, 8, 4, 2, 1].into_iter().find(|&n| n <= bits && n * cell <= room);
            let shown = fitting(least).unwrap_or(1);
            (left, (room / shown).min(least + 2), shown)
        } else if bits + NARROWEST <= area.width {
            (left.min(area.width - bits), (room / bits).max(1), bits)
        } else {
            let shown = [64, 32, 16, 8].into_iter().find(|&n| n <= bits && n <= room).unwrap_or(1);
            (left, (room / shown).max(1), shown)
        };
        let weight = if left < 2 + term + 8 + 2 { 4 } else { 8 };
        let bit = steps.at(at).bit().unwrap_or(steps.recipe().bits.get() - 1);
        let page = (bits - 1 - u16::from(bit)) / shown;
        let end = bits - page * shown;
        let (low, end) = (end.saturating_sub(shown) as u8, end as u8);
        let cells_x = area.x + left;
        let hex_x = cells_x + shown * cell + 2;
        let has_hex = hex_x + digits <= area.right();
        let hex = (hex_x, if has_hex { digits } else { 0 });
        let term = (area.x + 2, left - 2 - weight - 2);
        Self { term, weight: (term.0 + term.1, weight), cells_x, cell, low, end, hex }
    }

    fn width(&self) -> u16 {
        u16::from(self.end - self.low) * self.cell
    }

    /// The first column of a bit, if it is shown.
    pub fn column(&self, bit: u8) -> Option<u16> {
        let is_shown = (self.low..self.end).contains(&bit);
        is_shown.then(|| self.cells_x + u16::from(self.end - 1 - bit) * self.cell)
    }

    /// The bits that are shown, from the left, each with its first column.
    pub fn columns(&self) -> impl Iterator<Item = (u8, u16)> + '_ {
        (self.low..self.end).rev().filter_map(|bit| Some((bit, self.column(bit)?)))
    }

    /// The bit that is shown in a column of the screen.
    fn bit_at(&self, x: u16) -> Option<u8> {
        let column = x.checked_sub(self.cells_x)? / self.cell;
        let bit = u16::from(self.end).checked_sub(column + 1)? as u8;
        (bit >= self.low).then_some(bit)
    }
}

/// Columns beside the cells at least: the mark, a short term, a weight.
const NARROWEST: u16 = 16;
