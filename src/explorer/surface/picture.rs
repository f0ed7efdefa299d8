//! A frame as a picture: SVG, a page with it, or plain text.

use maud::{PreEscaped, html};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use simscope_core::display::Lang;
use simscope_core::report::{Frame, Ground};
use simscope_core::visible;
use std::fmt::Write as _;

/// Width and height of a cell, in pixels.
const CELL: (f32, f32) = (8.4, 18.0);

/// The colours where a cell has none of its own.
#[derive(Debug, Clone, Copy)]
struct Plain {
    ink: &'static str,
    ground: &'static str,
}

impl Plain {
    fn of(is_dark: bool) -> Self {
        match is_dark {
            true => Self { ink: "#d7dae0", ground: "#14161c" },
            false => Self { ink: "#1b1e24", ground: "#ffffff" },
        }
    }

    /// Colours of a cell, reversed where it is. Only colours of 24 bits have a place of their own in a picture; others are
    /// drawn as plain ones.
    fn colours(self, cell: &Cell) -> (String, Option<String>) {
        let hex = |color: Color| match color {
            Color::Rgb(r, g, b) => Some(format!("#{r:02x}{g:02x}{b:02x}")),
            _ => None,
        };
        let (ink, ground) = (hex(cell.fg), hex(cell.bg));
        match cell.modifier.contains(Modifier::REVERSED) {
            false => (ink.unwrap_or_else(|| self.ink.to_owned()), ground),
            true => (
                ground.unwrap_or_else(|| self.ground.to_owned()),
                Some(ink.unwrap_or_else(|| self.ink.to_owned())),
            ),
        }
    }
}

/// The characters alone, a line a row, without blanks at their ends.
pub fn text(buffer: &Buffer) -> String {
    let mut out = String::new();
    for y in 0..buffer.area.height {
        let (mut line, mut x) = (String::new(), 0);
        while x < buffer.area.width {
            let symbol = buffer[(x, y)].symbol();
            line.push_str(symbol);
            // The cell behind a wide character is part of it.
            x += visible::width(symbol).max(1) as u16;
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// A page of its own with the picture, in the language of the screen. It loads nothing.
pub fn page(buffer: &Buffer, is_dark: bool, title: &str, lang: Lang) -> String {
    let plain = Plain::of(is_dark);
    let title = visible::line(title);
    let style = format!(
        "body{{margin:0;padding:1rem;background:{};color:{}}}h1{{font:600 1rem/1.4 system-ui,sans-serif;margin:0 auto 1rem}}svg{{display:block;max-width:100%;height:auto;margin:auto}}",
        plain.ground, plain.ink
    );
    let body = html! { main { h1 { (title) } (PreEscaped(svg(buffer, is_dark))) } };
    let ground = if is_dark { Ground::Dark } else { Ground::Paper };
    Frame { lang, title: &title, ground, styles: &[&style] }.around(&body)
}

/// Draws text as text and blocks as rectangles, so that it looks alike whatever the fonts. A cell without colours has
/// those of a dark or of a light ground.
pub fn svg(buffer: &Buffer, is_dark: bool) -> String {
    let plain = Plain::of(is_dark);
    let (width, height) = (f32::from(buffer.area.width) * CELL.0, f32::from(buffer.area.height) * CELL.1);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-8 -8 {:.1} {:.1}\" font-family=\"'DejaVu Sans Mono','Noto Sans Mono CJK SC','Noto Sans CJK SC',Menlo,Consolas,monospace\" font-size=\"14\">\n<rect x=\"-8\" y=\"-8\" width=\"100%\" height=\"100%\" rx=\"6\" fill=\"{}\"/>\n",
        width + 16.0,
        height + 16.0,
        plain.ground
    );
    for y in 0..buffer.area.height {
        backgrounds(&mut out, buffer, y, plain);
        glyphs(&mut out, buffer, y, plain);
    }
    out + "</svg>\n"
}

/// The elements that [`svg`] draws for the cells, one a line: the backgrounds of cells, and their signs. Elements of one of the
/// two do not cover each other, so a moving picture may show each as long as it is there.
pub fn layers(buffer: &Buffer, is_dark: bool) -> (String, String) {
    let plain = Plain::of(is_dark);
    let (mut grounds, mut signs) = (String::new(), String::new());
    for y in 0..buffer.area.height {
        backgrounds(&mut grounds, buffer, y, plain);
        glyphs(&mut signs, buffer, y, plain);
    }
    (grounds, signs)
}

/// A PNG in base64 over these cells.
pub fn image(area: Rect, png: &str) -> String {
    let [x, width] = [area.x, area.width].map(|columns| f32::from(columns) * CELL.0);
    let [y, height] = [area.y, area.height].map(|rows| f32::from(rows) * CELL.1);
    format!(
        "<image x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" preserveAspectRatio=\"none\" href=\"data:image/png;base64,{png}\"/>\n"
    )
}

fn rect(out: &mut String, x: f32, y: f32, width: f32, height: f32, fill: &str) {
    // A little overlap hides the seams between neighbours.
    let (width, height) = (width + 0.15, height + 0.15);
    // Writing into a String cannot fail, here and below.
    let _ = writeln!(
        out,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"{fill}\"/>"
    );
}

fn backgrounds(out: &mut String, buffer: &Buffer, y: u16, plain: Plain) {
    // The cell behind a wide character has no colours of its own: a terminal paints both.
    let is_behind = |x: u16| x > 0 && visible::width(buffer[(x - 1, y)].symbol()) > 1;
    let ground = |x: u16| plain.colours(&buffer[(if is_behind(x) { x - 1 } else { x }, y)]).1;
    let mut x = 0;
    while x < buffer.area.width {
        let (start, own) = (x, ground(x));
        while x < buffer.area.width && ground(x) == own {
            x += 1;
        }
        if let Some(own) = own {
            let left = f32::from(start) * CELL.0;
            let top = f32::from(y) * CELL.1;
            rect(out, left, top, f32::from(x - start) * CELL.0, CELL.1, &own);
        }
    }
}

/// Blocks that are drawn rather than written: top and bottom in eighths of the cell.
fn block(symbol: &str) -> Option<(f32, f32)> {
    Some(match symbol {
        "█" | "■" => (0.0, 8.0),
        "▀" => (0.0, 4.0),
        "▁" => (7.0, 8.0),
        "▂" => (6.0, 8.0),
        "▃" => (5.0, 8.0),
        "▄" => (4.0, 8.0),
        "▅" => (3.0, 8.0),
        "▆" => (2.0, 8.0),
        "▇" => (1.0, 8.0),
        _ => return None,
    })
}

/// A line from row to row, which glyphs of a font leave open between them.
fn is_upright(symbol: &str) -> bool {
    symbol == "│"
}

fn glyphs(out: &mut String, buffer: &Buffer, y: u16, plain: Plain) {
    let top = f32::from(y) * CELL.1;
    let mut x = 0;
    while x < buffer.area.width {
        let cell = &buffer[(x, y)];
        let (fg, modifier) = (plain.colours(cell).0, cell.modifier);
        let start = x;
        if let Some((from, to)) = block(cell.symbol()) {
            let symbol = cell.symbol().to_owned();
            while x < buffer.area.width
                && buffer[(x, y)].symbol() == symbol
                && plain.colours(&buffer[(x, y)]).0 == fg
            {
                x += 1;
            }
            let eighth = CELL.1 / 8.0;
            let width = f32::from(x - start) * CELL.0;
            rect(out, f32::from(start) * CELL.0, top + from * eighth, width, (to - from) * eighth, &fg);
            continue;
        }
        if is_upright(cell.symbol()) {
            rect(out, (f32::from(x) + 0.5) * CELL.0 - 0.6, top, 1.2, CELL.1, &fg);
        }
        if is_upright(cell.symbol()) || cell.symbol().trim().is_empty() {
            x += 1;
            continue;
        }
        let mut text = String::new();
        let mut columns = 0;
        while x < buffer.area.width {
            let cell = &buffer[(x, y)];
            let width = visible::width(cell.symbol()).max(1) as u16;
            let is_wide = width > 1;
            // Viewers do not keep several blanks: a text ends before them.
            let is_gap = cell.symbol() == " " && text.ends_with(' ');
            if block(cell.symbol()).is_some()
                || is_upright(cell.symbol())
                || plain.colours(cell).0 != fg
                || cell.modifier != modifier
                || (is_wide && columns > 0)
                || is_gap
            {
                break;
            }
            text.push_str(cell.symbol());
            columns += width;
            x += width;
            if is_wide {
                break;
            }
        }
        let text = text.trim_end();
        let length = f32::from(visible::width(text) as u16) * CELL.0;
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let weight = if modifier.contains(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
        let line =
            if modifier.contains(Modifier::UNDERLINED) { " text-decoration=\"underline\"" } else { "" };
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" textLength=\"{length:.1}\" lengthAdjust=\"spacingAndGlyphs\" fill=\"{fg}\"{weight}{line}>{text}</text>",
            f32::from(start) * CELL.0,
            top + 13.5,
        );
    }
}
