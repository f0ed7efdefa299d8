//! One sentence about the bit under the cursor.

use super::{BAND, Scene};
use crate::surface::{Paint, Role, grouped_digits};
use crate::widgets::bits::{self, sum_text};
use ratatui::layout::Rect;
use simscope_core::hamming::Life;
use simscope_core::recipe::Bits;
use simscope_core::simhash::{Fragile, Trace};
use simscope_core::visible;

/// What the document says of the bit, and what the corpus does; the longest sentence that has room.
pub(super) fn bit_line(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect, trace: &Trace, weak: Fragile) {
    let bit = scene.own.bit;
    let sum = trace.sums[usize::from(bit)];
    let value = trace.signature >> bit & 1;
    let by_removing = weak.by_removing(bit);
    let nature = match (sum == 0.0, by_removing) {
        (true, _) => {
            paint.pick(both!("a tie: the rule '{}' decides", "平票：由规则“{}”决定", scene.model.recipe.tie))
        }
        (_, Some(true)) => {
            paint.pick(("removing one feature flips this bit", "去掉一个特征，这一位就翻转")).into()
        }
        (_, Some(false)) => paint
            .pick(("replacing one feature flips it, removing none does", "替换一个特征会翻转，去掉则不会"))
            .into(),
        (_, None) => paint
            .pick((
                "holds: neither removing nor replacing one feature flips it",
                "稳固：去掉或替换一个特征都不翻转",
            ))
            .into(),
    };
    let short = paint.pick(match (sum == 0.0, by_removing) {
        (true, _) => ("a tie", "平票"),
        (_, Some(true)) => ("fragile (removing)", "脆弱（去掉）"),
        (_, Some(false)) => ("fragile (replacing)", "脆弱（替换）"),
        _ => ("holds", "稳固"),
    });
    let (sum, life) = (sum_text(sum), scene.model.shares.life(bit));
    let seen = share_text(scene, bit).map_or_else(String::new, |seen| format!(" · {seen}"));
    let about = |nature: &str, seen: &str| {
        paint.pick(both!(
            "bit {bit} is {value}: sum {sum}, {nature}{seen}",
            "第 {bit} 位为 {value}：累加值 {sum}，{nature}{seen}"
        ))
    };
    let shorter = match life {
        Life::Alive => about(&nature, ""),
        Life::Faint | Life::Dead => paint.pick(both!(
            "bit {bit} is {value}: sum {sum}{seen}",
            "第 {bit} 位为 {value}：累加值 {sum}{seen}"
        )),
    };
    let minima = scene.shared.minimum(trace, bit).into_iter().flat_map(|minimum| {
        [&*seen, ""].map(|seen| {
            paint.pick(both!("bit {bit} is {value}: {minimum}{seen}", "第 {bit} 位为 {value}：{minimum}{seen}"))
        })
    });
    let texts: Vec<String> = minima.chain([about(&nature, &seen), about(short, &seen), shorter]).collect();
    let fits = |text: &&String| visible::width(text) <= usize::from(line.width);
    let last = about(short, "");
    let text = texts.iter().find(fits).unwrap_or(&last);
    let role = if life == Life::Dead { Role::Dead } else { Role::Text };
    paint.say(line.x, line.y, line.width, text, role);
}

/// In how many documents a bit is 1, and whether that makes it dead; nothing of one document alone.
fn share_text(scene: Scene<'_>, bit: u8) -> Option<String> {
    let shares = &scene.model.shares;
    let ones = shares.ones(bit).filter(|_| shares.documents() > 1).map(grouped_digits)?;
    let have = if ones == "1" { "has" } else { "have" };
    let documents = grouped_digits(shares.documents());
    let life = scene.lang.pick(match shares.life(bit) {
        Life::Alive => ("", ""),
        Life::Faint => (": nearly dead", "：近乎恒定"),
        Life::Dead => (": dead", "：恒定位"),
    });
    Some(scene.lang.pick(both!(
        "{ones} of {documents} documents {have} a 1 here{life}",
        "{documents} 篇中 {ones} 篇为 1{life}"
    )))
}

/// The most bits that stand in one grid from the features down to the signature.
pub const FEW: u8 = 32;

/// Columns of a cell that has room for a sum.
const NUMBERED: u16 = 4;

/// Where the columns of the features stand.
pub struct Laid {
    pub bits: Bits,
    /// Where a column a bit would leave no room for the terms, two bits share one.
    pub is_packed: bool,
    /// Columns of a bit.
    pub cell: u16,
    /// Columns of the bits; 0 where they have no room.
    pub cells: u16,
    /// Columns of the hash in hex; 0 where it has no room.
    pub hex: u16,
    pub term: u16,
    pub count: u16,
    pub weight: u16,
    pub cells_x: u16,
    pub hex_x: u16,
}

impl Laid {
    pub fn of(bits: Bits, inner: Rect) -> Self {
        let digits = (bits.hex_digits() as u16).max(3);
        let columns = u16::from(bits.get());
        let is_packed = columns > BAND && inner.width < columns + 40;
        let cell = cell_of(columns, inner.width);
        let cells = if is_packed { bits::packed_columns(bits.get()) } else { columns * cell };
        let has_cells = inner.width >= cells + 14;
        let hex = if !has_cells || inner.width >= cells + digits + 30 { digits } else { 0 };
        // Beside the cells of a narrow screen only term and weight have room.
        let (count, weight) = if has_cells && inner.width < cells + 24 { (0, 4) } else { (6, 8) };
        // Where there is room, the cells do not touch the frame.
        let gap = u16::from(is_packed && hex == 0 && inner.width > cells + 24);
        let cells = if has_cells { cells } else { 0 };
        let taken = [cells, hex].into_iter().filter(|&width| width > 0).map(|width| width + 1).sum::<u16>();
        let term = inner.width.saturating_sub(count + weight + taken + 2 + gap);
        let cells_x = inner.x + 2 + term + count + weight + 1;
        let hex_x = if has_cells { cells_x + cells + 1 } else { cells_x };
        Self { bits, is_packed, cell, cells, hex, term, count, weight, cells_x, hex_x }
    }

    /// Columns of all but the terms, where nothing gives way.
    pub fn taken(bits: Bits) -> u16 {
        let columns = u16::from(bits.get());
        columns * cell_of(columns, u16::MAX) + (bits.hex_digits() as u16).max(3) + 6 + 8 + 2 + 2
    }

    /// Whether sums and signature stand in the columns of the features.
    pub fn is_grid(&self) -> bool {
        self.bits.get() <= FEW && self.cells > 0
    }
}

/// Columns of a bit: with few bits room for a digit and space around it, as far as the terms leave it.
fn cell_of(bits: u16, width: u16) -> u16 {
    match bits {
        0..=16 => {
            let cell = |besides: u16| width.saturating_sub(besides) / bits.max(1);
            // The hash in hex comes before wider cells, as long as a number has room in them.
            let with_hex = cell(33);
            (if with_hex >= NUMBERED { with_hex } else { cell(26) }).clamp(1, 6)
        }
        17..=32 => (width.saturating_sub(30) / bits).clamp(1, 3),
        _ => 1,
    }
}
