//! The heatmap as SVG, with a legend.

use super::{ITSELF, Picture, Tick};
use crate::hamming::Show;
use crate::visible;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};

const MARGIN: usize = 16;
/// Height of the title above the cells.
const HEAD: usize = 40;
/// Height of the scale and its captions below the cells.
const FOOT: usize = 76;
/// Smallest width, so that the legend fits below a picture of three cells.
const LEAST_WIDTH: usize = 360;
/// Height of the scale of distances.
const STRIP: usize = 14;

/// Writes the cells with a title, a scale with its numbers and a mark at k. Runs of equal cells are drawn as one
/// piece, and all pieces of a level as one path, which keeps the file small.
///
/// # Errors
/// Those of `out`.
pub fn svg(picture: &Picture<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Picture { title, scale, each, .. } = *picture;
    let pixels = picture.pixels.max(1);
    let (wide, high) = (picture.width * pixels, picture.height() * pixels);
    let width = wide.max(LEAST_WIDTH) + 2 * MARGIN;
    let height = high + HEAD + FOOT;
    let title = escaped(title);
    writeln!(
        out,
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12" fill="#222">
<title>{title}</title>
<rect width="100%" height="100%" fill="#fff"/>
<text x="{MARGIN}" y="24" font-size="14">{title}</text>
<g transform="translate({MARGIN} {HEAD}) scale({pixels})" shape-rendering="crispEdges">"##
    )?;
    for (level, path) in paths(picture) {
        writeln!(out, r#"<path fill="{}" d="{path}"/>"#, hex(scale.colour(level)))?;
    }
    writeln!(out, "</g>")?;
    legend(picture, HEAD + high + 12, width - 2 * MARGIN, out)?;
    let each = match each {
        0 | 1 => "each cell is one pair".to_owned(),
        _ => format!("each cell: the {} of at most {each} × {each} pairs", scale.what()),
    };
    let white = match scale.show {
        Show::Mean => format!("; white: within k = {}", scale.k),
        _ => String::new(),
    };
    let at = HEAD + high + FOOT - 8;
    writeln!(out, r##"<text x="{MARGIN}" y="{at}" fill="#555">Hamming distance; {each}{white}</text>"##)?;
    writeln!(out, "</svg>")
}

/// Escapes text for use between tags.
fn escaped(text: &str) -> String {
    visible::line(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// For each level the runs of cells that have it, as path data in cells.
fn paths(picture: &Picture<'_>) -> BTreeMap<u8, String> {
    let mut paths: BTreeMap<u8, String> = BTreeMap::new();
    for (y, row) in picture.levels.chunks(picture.width.max(1)).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|a, b| a == b) {
            let len = run.len();
            // Writing into a String cannot fail.
            let _ = write!(paths.entry(run[0]).or_default(), "M{x} {y}h{len}v1h-{len}z");
            x += len;
        }
    }
    paths
}

/// The scale from near to far, with numbers, and a mark at k.
fn legend(picture: &Picture<'_>, top: usize, width: usize, out: &mut dyn Write) -> io::Result<()> {
    /// Steps of the scale.
    const STEPS: usize = 32;
    let scale = picture.scale;
    let room = width - 72;
    let left = |place: f32| MARGIN + (room as f32 * place).round() as usize;
    writeln!(out, r#"<g shape-rendering="crispEdges">"#)?;
    for step in 0..STEPS {
        let place = |step: usize| step as f32 / STEPS as f32;
        let (from, to) = (left(place(step)), left(place(step + 1)));
        // The last step is the far end, also where it stands for all beyond.
        let shade = hex(scale.shade(step as f32 / (STEPS - 1) as f32));
        writeln!(
            out,
            r#"<rect x="{from}" y="{top}" width="{}" height="{STRIP}" fill="{shade}"/>"#,
            to - from
        )?;
    }
    writeln!(
        out,
        r#"<rect x="{}" y="{top}" width="{STRIP}" height="{STRIP}" fill="{}"/></g>"#,
        left(1.0) + 24,
        hex(ITSELF)
    )?;
    let below = top + STRIP + 14;
    let mut ticks = scale.ticks(3);
    if scale.show == Show::Share {
        ticks.push(Tick { place: 1.0, label: "0".into(), is_k: false });
    }
    for tick in ticks.iter().filter(|tick| !tick.is_k) {
        let x = left(tick.place);
        writeln!(out, r#"<text x="{x}" y="{below}" text-anchor="middle">{}</text>"#, tick.label)?;
    }
    writeln!(out, r#"<text x="{}" y="{below}">itself</text>"#, left(1.0) + 24)?;
    let Some(k) = ticks.iter().find(|tick| tick.is_k) else { return Ok(()) };
    let x = left(k.place);
    writeln!(
        out,
        r##"<path d="M{x} {}v{}" stroke="#d55e00" stroke-width="2"/><text x="{}" y="{}" fill="#b04e00">k = {}</text>"##,
        top - 3,
        STRIP + 20,
        x + 4,
        top + STRIP + 28,
        scale.k,
    )
}

fn hex([r, g, b]: super::Colour) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::heatmap::{NO_PAIR, Scale};

    #[test]
    fn a_small_picture_is_this() {
        let levels = [NO_PAIR, 3, 3, 3, NO_PAIR, 40];
        let scale = Scale::nearest(8, 1);
        let picture = Picture { width: 3, levels: &levels, scale, pixels: 10, title: "a<b\u{1b}", each: 1 };
        let mut out = Vec::new();
        svg(&picture, &mut out).unwrap();
        insta::assert_snapshot!(String::from_utf8(out).unwrap(), @r##"
        <svg xmlns="http://www.w3.org/2000/svg" width="392" height="136" viewBox="0 0 392 136" font-family="sans-serif" font-size="12" fill="#222">
        <title>a&lt;b␛</title>
        <rect width="100%" height="100%" fill="#fff"/>
        <text x="16" y="24" font-size="14">a&lt;b␛</text>
        <g transform="translate(16 40) scale(10)" shape-rendering="crispEdges">
        <path fill="#3b518b" d="M1 0h2v1h-2zM0 1h1v1h-1z"/>
        <path fill="#440154" d="M2 1h1v1h-1z"/>
        <path fill="#9e9e9e" d="M0 0h1v1h-1zM1 1h1v1h-1z"/>
        </g>
        <g shape-rendering="crispEdges">
        <rect x="16" y="72" width="9" height="14" fill="#fde725"/>
        <rect x="25" y="72" width="9" height="14" fill="#e8e428"/>
        <rect x="34" y="72" width="9" height="14" fill="#d2e12c"/>
        <rect x="43" y="72" width="9" height="14" fill="#bdde2f"/>
        <rect x="52" y="72" width="9" height="14" fill="#a7db34"/>
        <rect x="61" y="72" width="9" height="14" fill="#93d640"/>
        <rect x="70" y="72" width="9" height="14" fill="#7fd14d"/>
        <rect x="79" y="72" width="9" height="14" fill="#6bcc5a"/>
        <rect x="88" y="72" width="9" height="14" fill="#59c665"/>
        <rect x="97" y="72" width="9" height="14" fill="#4bbf6d"/>
        <rect x="106" y="72" width="9" height="14" fill="#3db874"/>
        <rect x="115" y="72" width="9" height="14" fill="#30b17c"/>
        <rect x="124" y="72" width="9" height="14" fill="#26aa82"/>
        <rect x="133" y="72" width="9" height="14" fill="#25a385"/>
        <rect x="142" y="72" width="9" height="14" fill="#239b88"/>
        <rect x="151" y="72" width="9" height="14" fill="#22948b"/>
        <rect x="160" y="72" width="9" height="14" fill="#228c8d"/>
        <rect x="169" y="72" width="9" height="14" fill="#25848d"/>
        <rect x="178" y="72" width="9" height="14" fill="#287c8e"/>
        <rect x="187" y="72" width="9" height="14" fill="#2b748e"/>
        <rect x="196" y="72" width="9" height="14" fill="#2e6c8e"/>
        <rect x="205" y="72" width="9" height="14" fill="#32648d"/>
        <rect x="214" y="72" width="9" height="14" fill="#365b8c"/>
        <rect x="223" y="72" width="9" height="14" fill="#3a538b"/>
        <rect x="232" y="72" width="9" height="14" fill="#3d4a88"/>
        <rect x="241" y="72" width="9" height="14" fill="#404083"/>
        <rect x="250" y="72" width="9" height="14" fill="#44377f"/>
        <rect x="259" y="72" width="9" height="14" fill="#472d7b"/>
        <rect x="268" y="72" width="9" height="14" fill="#462271"/>
        <rect x="277" y="72" width="9" height="14" fill="#461768"/>
        <rect x="286" y="72" width="9" height="14" fill="#450c5e"/>
        <rect x="295" y="72" width="9" height="14" fill="#440154"/>
        <rect x="328" y="72" width="14" height="14" fill="#9e9e9e"/></g>
        <text x="16" y="100" text-anchor="middle">0</text>
        <text x="160" y="100" text-anchor="middle">2</text>
        <text x="232" y="100" text-anchor="middle">3</text>
        <text x="304" y="100" text-anchor="middle">4+</text>
        <text x="328" y="100">itself</text>
        <path d="M88 69v34" stroke="#d55e00" stroke-width="2"/><text x="92" y="114" fill="#b04e00">k = 1</text>
        <text x="16" y="128" fill="#555">Hamming distance; each cell is one pair</text>
        </svg>
        "##);
    }
}
