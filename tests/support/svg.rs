//! A frame as an SVG picture, for the README.

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};
use std::fmt::Write as _;

const CELL: (f32, f32) = (8.4, 18.0);
const GROUND: &str = "#14161c";
const INK: &str = "#d7dae0";

/// Draws text as text and blocks as rectangles, so that it looks alike whatever the fonts.
pub fn svg(buffer: &Buffer) -> String {
    let (width, height) = (f32::from(buffer.area.width) * CELL.0, f32::from(buffer.area.height) * CELL.1);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-8 -8 {:.1} {:.1}\" font-family=\"'DejaVu Sans Mono','Noto Sans Mono CJK SC','Noto Sans CJK SC',Menlo,Consolas,monospace\" font-size=\"14\" xml:space=\"preserve\">\n<rect x=\"-8\" y=\"-8\" width=\"100%\" height=\"100%\" rx=\"6\" fill=\"{GROUND}\"/>\n",
        width + 16.0,
        height + 16.0
    );
    for y in 0..buffer.area.height {
        backgrounds(&mut out, buffer, y);
        glyphs(&mut out, buffer, y);
    }
    out + "</svg>\n"
}

fn hex(color: Color, other: &str) -> String {
    match color {
        Color::Rgb(r, g, b) => format!("#{r:02x}{g:02x}{b:02x}"),
        _ => other.to_owned(),
    }
}

fn rect(out: &mut String, x: f32, y: f32, width: f32, height: f32, fill: &str) {
    // A little overlap hides the seams between neighbours.
    let (width, height) = (width + 0.15, height + 0.15);
    writeln!(
        out,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"{fill}\"/>"
    )
    .unwrap();
}

fn backgrounds(out: &mut String, buffer: &Buffer, y: u16) {
    let mut x = 0;
    while x < buffer.area.width {
        let bg = buffer[(x, y)].bg;
        let start = x;
        while x < buffer.area.width && buffer[(x, y)].bg == bg {
            x += 1;
        }
        if bg != Color::Reset {
            let left = f32::from(start) * CELL.0;
            let top = f32::from(y) * CELL.1;
            rect(out, left, top, f32::from(x - start) * CELL.0, CELL.1, &hex(bg, GROUND));
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

fn glyphs(out: &mut String, buffer: &Buffer, y: u16) {
    let top = f32::from(y) * CELL.1;
    let mut x = 0;
    while x < buffer.area.width {
        let cell = &buffer[(x, y)];
        let (fg, modifier) = (cell.fg, cell.modifier);
        let start = x;
        if let Some((from, to)) = block(cell.symbol()) {
            let symbol = cell.symbol().to_owned();
            while x < buffer.area.width && buffer[(x, y)].symbol() == symbol && buffer[(x, y)].fg == fg {
                x += 1;
            }
            let eighth = CELL.1 / 8.0;
            let width = f32::from(x - start) * CELL.0;
            rect(
                out,
                f32::from(start) * CELL.0,
                top + from * eighth,
                width,
                (to - from) * eighth,
                &hex(fg, INK),
            );
            continue;
        }
        let mut text = String::new();
        let mut columns = 0;
        while x < buffer.area.width {
            let cell = &buffer[(x, y)];
            let width = simscope::visible::width(cell.symbol()).max(1) as u16;
            let is_wide = width > 1;
            if block(cell.symbol()).is_some()
                || cell.fg != fg
                || cell.modifier != modifier
                || (is_wide && columns > 0)
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
        if text.trim().is_empty() {
            continue;
        }
        let text = text.trim_end().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let length =
            simscope::visible::width(&text.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">"));
        let weight = if modifier.contains(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
        let line =
            if modifier.contains(Modifier::UNDERLINED) { " text-decoration=\"underline\"" } else { "" };
        writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" textLength=\"{:.1}\" lengthAdjust=\"spacingAndGlyphs\" fill=\"{}\"{weight}{line}>{text}</text>",
            f32::from(start) * CELL.0,
            top + 13.5,
            length as f32 * CELL.0,
            hex(fg, INK),
        )
        .unwrap();
    }
}
