//! Pictures of pixels in the terminal, by kitty's graphics protocol (sw.kovidgoyal.net/kitty/graphics-protocol). A picture is sent
//! once; the cells in which it is seen hold a sign that names it and their place in it, so that what is drawn over it covers it.

use base64::prelude::{BASE64_STANDARD, Engine};
use ratatui::crossterm::terminal::window_size;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use simscope_core::export::heatmap::{Colour, indexed};
use simscope_core::settings::{Setting, Settings};
use std::env;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU32, Ordering};

/// Asks whether a pixel could be shown at such signs, without showing it. Who does not know of them, as kitty before 0.28, does not
/// reply to a question with that key.
pub const QUESTION: &str = "\x1b_Gi=31,s=1,v=1,a=q,U=1,t=d,f=24;AAAA\x1b\\";
/// How the reply begins that it could.
pub const YES: &[u8] = b"Gi=31;OK";

const SIGN: char = '\u{10eeee}';

/// Dots of a cell, across and down; no terminal has fewer pixels to a letter that can be read.
pub const DOTS: (usize, usize) = (5, 10);

/// Whether the terminal may be asked: others write the question on the screen, and tmux or screen do not know of the signs.
pub fn can_be(settings: &Settings) -> bool {
    let term = env::var("TERM").unwrap_or_default();
    let is_off = settings.values.get(&Setting::Pixels).is_some_and(|given| given.text == "off");
    let is_within = ["TMUX", "STY"].iter().any(|name| env::var_os(name).is_some());
    !is_off && !is_within && ["xterm-kitty", "xterm-ghostty"].contains(&term.as_str())
}

/// A picture of dots over whole cells.
#[derive(Debug, Clone)]
pub struct Pixels {
    pub area: Rect,
    dots: Vec<u8>,
    palette: Vec<Colour>,
    /// The dots without a colour.
    clear: u8,
    /// Pixels of a cell, across and down.
    cell: (u16, u16),
    /// Names it; other content has another one.
    id: u32,
}

impl Pixels {
    /// Dots, line by line, and their colours; `clear` has none.
    pub fn new(area: Rect, dots: Vec<u8>, palette: Vec<Colour>, clear: u8, cell: (u16, u16)) -> Self {
        let mut hasher = DefaultHasher::new();
        (area.width, area.height, &dots, &palette, cell).hash(&mut hasher);
        // Three bytes, as many as a colour has.
        let id = (hasher.finish() as u32 & 0xff_ffff).max(1);
        Self { area, dots, palette, clear, cell, id }
    }

    /// The sign of a cell, and the colour that names the picture.
    pub fn cell(&self, column: u16, row: u16) -> Option<(String, Style)> {
        let [_, r, g, b] = self.id.to_be_bytes();
        let sign = String::from_iter([SIGN, mark(row)?, mark(column)?]);
        Some((sign, Style::new().fg(Color::Rgb(r, g, b))))
    }

    /// The picture as PNG, in base64.
    pub fn base64(&self) -> String {
        let (mut pixels, mut png) = (Vec::new(), Vec::new());
        let per_line = usize::from(self.area.width) * DOTS.0;
        let [across, down] = [self.cell.0, self.cell.1].map(usize::from);
        // The terminal keeps the ratio of the sides, so that pixels are those of the cells.
        for y in 0..usize::from(self.area.height) * down {
            let line = &self.dots[y * DOTS.1 / down * per_line..][..per_line];
            pixels.extend((0..usize::from(self.area.width) * across).map(|x| line[x * DOTS.0 / across]));
        }
        // A Vec takes all, and there are dots.
        let width = usize::from(self.area.width) * across;
        let _ = indexed((width, &pixels, 1), &self.palette, Some(self.clear), &mut png);
        BASE64_STANDARD.encode(png)
    }

    /// Transmits it, to be shown where its signs are.
    fn sequence(&self) -> String {
        let text = self.base64();
        let Rect { width, height, .. } = self.area;
        let mut head = format!("a=T,U=1,f=100,i={},c={width},r={height},q=2,", self.id);
        let (mut sequence, mut rest) = (String::new(), text.as_str());
        while !rest.is_empty() {
            let (chunk, more) = rest.split_at(rest.len().min(4096));
            rest = more;
            // Writing into a String cannot fail.
            let _ = write!(sequence, "\x1b_G{head}m={};{chunk}\x1b\\", u8::from(!rest.is_empty()));
            head = "q=2,".to_owned();
        }
        sequence
    }
}

/// Pixels of a cell, if the terminal says so and a dot has one at least.
pub fn of_cell() -> Option<(u16, u16)> {
    let size = window_size().ok()?;
    let cell = (size.width.checked_div(size.columns)?, size.height.checked_div(size.rows)?);
    (usize::from(cell.0) >= DOTS.0 && usize::from(cell.1) >= DOTS.1).then_some(cell)
}

/// Whether what a cell holds is the sign of a picture.
pub fn is_of(symbol: &str) -> bool {
    symbol.starts_with(SIGN)
}

/// The picture that the terminal has; 0 for none.
static SENT: AtomicU32 = AtomicU32::new(0);

/// What makes the terminal have this picture, and no other one; nothing if it is so.
pub fn change(to: Option<&Pixels>) -> String {
    let before = SENT.swap(to.map_or(0, |pixels| pixels.id), Ordering::Relaxed);
    match to {
        Some(pixels) if pixels.id == before => String::new(),
        Some(pixels) => pixels.sequence() + &gone(before),
        None => gone(before),
    }
}

fn gone(id: u32) -> String {
    if id == 0 { String::new() } else { format!("\x1b_Ga=d,d=I,i={id},q=2\x1b\\") }
}

/// The sign of a row or a column.
fn mark(mut number: u16) -> Option<char> {
    for (first, count) in MARKS {
        match number.checked_sub(count) {
            Some(left) => number = left,
            None => return char::from_u32(first + u32::from(number)),
        }
    }
    None
}

/// The combining signs that number rows and columns in their order, as runs of code points.
#[rustfmt::skip]
const MARKS: [(u32, u16); 86] = [
    (0x305, 1), (0x30d, 2), (0x310, 1), (0x312, 1), (0x33d, 3), (0x346, 1), (0x34a, 3), (0x350, 3), (0x357, 1), (0x35b, 1),
    (0x363, 13), (0x483, 5), (0x592, 4), (0x597, 3), (0x59c, 6), (0x5a8, 2), (0x5ab, 2), (0x5af, 1), (0x5c4, 1), (0x610, 8),
    (0x657, 5), (0x65d, 2), (0x6d6, 7), (0x6df, 4), (0x6e4, 1), (0x6e7, 2), (0x6eb, 2), (0x730, 1), (0x732, 2), (0x735, 2),
    (0x73a, 1), (0x73d, 1), (0x73f, 3), (0x743, 1), (0x745, 1), (0x747, 1), (0x749, 2), (0x7eb, 7), (0x7f3, 1), (0x816, 4),
    (0x81b, 9), (0x825, 3), (0x829, 5), (0x951, 1), (0x953, 2), (0xf82, 2), (0xf86, 2), (0x135d, 3), (0x17dd, 1), (0x193a, 1),
    (0x1a17, 1), (0x1a75, 8), (0x1b6b, 1), (0x1b6d, 7), (0x1cd0, 3), (0x1cda, 2), (0x1ce0, 1), (0x1dc0, 2), (0x1dc3, 7),
    (0x1dcb, 2), (0x1dd1, 22), (0x1dfe, 1), (0x20d0, 2), (0x20d4, 4), (0x20db, 2), (0x20e1, 1), (0x20e7, 1), (0x20e9, 1),
    (0x20f0, 1), (0x2cef, 3), (0x2de0, 32), (0xa66f, 1), (0xa67c, 2), (0xa6f0, 2), (0xa8e0, 18), (0xaab0, 1), (0xaab2, 2),
    (0xaab7, 2), (0xaabe, 2), (0xaac1, 1), (0xfe20, 7), (0x10a0f, 1), (0x10a38, 1), (0x1d185, 5), (0x1d1aa, 4), (0x1d242, 3),
];
