//! Bits side by side, the most significant one first, with what belongs to each below it.

use crate::display::{Lang, sum_text};
use crate::recipe::Bits;
use maud::{Markup, html};

/// One line of a grid.
pub(super) struct Line {
    pub(super) name: &'static str,
    /// Bit 0 first.
    pub(super) cells: Vec<Cell>,
    /// Whether a step makes it; else it stands there before.
    pub(super) is_made: bool,
}

/// What stands below a bit.
pub(super) enum Cell {
    Digit(bool),
    Number(f64),
}

/// Up to this number of bits the cells are large and stand in one row.
const FEW: u8 = 12;
/// Bits side by side otherwise.
const BYTE: u8 = 8;

impl Line {
    pub(super) fn of_digits(name: &'static str, value: u128, bits: Bits, is_made: bool) -> Self {
        let cells = (0..bits.get()).map(|bit| Cell::Digit(value >> bit & 1 == 1)).collect();
        Self { name, cells, is_made }
    }

    pub(super) fn of_numbers(
        name: &'static str,
        numbers: impl IntoIterator<Item = f64>,
        is_made: bool,
    ) -> Self {
        Self { name, cells: numbers.into_iter().map(Cell::Number).collect(), is_made }
    }
}

/// The lines below the numbers of the bits, in pieces that go to the next line where the page is narrow.
pub(super) fn grid(lines: &[Line], bits: Bits, lang: Lang) -> Markup {
    let is_few = bits.get() <= FEW;
    let width = if is_few { bits.get() } else { BYTE };
    let ends: Vec<u8> = (1..=bits.get()).rev().step_by(width.into()).collect();
    // One width for all, so that the pieces stand below each other.
    let longest = lines.iter().flat_map(|line| &line.cells).map(|cell| cell.text().chars().count()).max();
    let longest = longest.unwrap_or_default();
    html! {
        div.bits.few[is_few].long[longest == 3].longer[longest == 4].longest[longest > 4] {
            @for end in ends { div.byte { (piece(lines, (end.saturating_sub(width), end), lang)) } }
        }
    }
}

/// The bits from `from` to below `end`.
fn piece(lines: &[Line], (from, end): (u8, u8), lang: Lang) -> Markup {
    let last = end - 1;
    let caption = lang.pick((format!("Bits {last} to {from}"), format!("第 {last} 至 {from} 位")));
    html! {
        table {
            caption.unseen { (caption) }
            thead {
                tr {
                    th scope="col" { (lang.pick(("bit", "位"))) }
                    @for bit in (from..end).rev() { th scope="col" data-at=(bit) { (bit) } }
                }
            }
            tbody { @for line in lines { (row(line, from, end)) } }
        }
    }
}

fn row(line: &Line, from: u8, end: u8) -> Markup {
    let cells = line.cells.iter().enumerate().skip(from.into()).take((end - from).into());
    html! {
        tr {
            th scope="row" { (line.name) }
            @for (bit, cell) in cells.rev() {
                td.made[line.is_made].digit[cell.is_digit()].above[cell.is_above()].below[cell.is_below()] data-at=(bit) {
                    (cell.text())
                }
            }
        }
    }
}

impl Cell {
    fn is_digit(&self) -> bool {
        matches!(self, Self::Digit(_))
    }

    fn is_above(&self) -> bool {
        match *self {
            Self::Digit(is_one) => is_one,
            Self::Number(number) => number > 0.0,
        }
    }

    fn is_below(&self) -> bool {
        matches!(*self, Self::Number(number) if number < 0.0)
    }

    fn text(&self) -> String {
        match *self {
            Self::Digit(is_one) => u8::from(is_one).to_string(),
            Self::Number(number) => sum_text(number),
        }
    }
}
