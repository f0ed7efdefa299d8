//! The heatmap as SVG, with a legend.

use super::{ITSELF, Picture, colour, darkest};
use crate::export::svg::escaped;
use crate::hamming::Cells;
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

/// Writes the cells with a title, a scale of distances and a mark at k. Runs of equal cells are drawn as one
/// piece, and all pieces of a distance as one path, which keeps the file small.
///
/// # Errors
/// Those of `out`.
pub fn svg(picture: &Picture<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Picture { cells, title, scale, .. } = *picture;
    let pixels = picture.pixels.max(1);
    let (wide, high) = (cells.width * pixels, cells.height * pixels);
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
    for (distance, path) in paths(cells) {
        writeln!(out, r#"<path fill="{}" d="{path}"/>"#, hex(colour(distance, picture.bits)))?;
    }
    writeln!(out, "</g>")?;
    legend(picture, HEAD + high + 12, width - 2 * MARGIN, out)?;
    let each = match scale {
        0 | 1 => "each cell is one pair".to_owned(),
        _ => format!("each cell: the smallest distance of {scale} × {scale} pairs"),
    };
    let at = HEAD + high + FOOT - 8;
    writeln!(out, r##"<text x="{MARGIN}" y="{at}" fill="#555">Hamming distance; {each}</text>"##)?;
    writeln!(out, "</svg>")
}

/// For each distance the runs of cells that have it, as path data in cells.
fn paths(cells: &Cells) -> BTreeMap<u8, String> {
    let mut paths: BTreeMap<u8, String> = BTreeMap::new();
    for (y, row) in cells.minima.chunks(cells.width.max(1)).enumerate() {
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

/// The scale from 0 to the darkest distance, with numbers, and a mark over k.
fn legend(picture: &Picture<'_>, top: usize, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let Picture { bits, k, .. } = *picture;
    let last = darkest(bits);
    let steps = usize::from(last) + 1;
    let left = |step: usize| MARGIN + (width - 60) * step / steps;
    writeln!(out, r#"<g shape-rendering="crispEdges">"#)?;
    for distance in 0..=last {
        let (from, to) = (left(distance.into()), left(usize::from(distance) + 1));
        writeln!(
            out,
            r#"<rect x="{from}" y="{top}" width="{}" height="{STRIP}" fill="{}"/>"#,
            to - from,
            hex(colour(distance, bits))
        )?;
    }
    writeln!(
        out,
        r#"<rect x="{}" y="{top}" width="{STRIP}" height="{STRIP}" fill="{}"/></g>"#,
        left(steps) + 8,
        hex(ITSELF)
    )?;
    let below = top + STRIP + 14;
    let middle = |distance: u8| (left(distance.into()) + left(usize::from(distance) + 1)) / 2;
    for distance in (0..last).step_by(usize::from(last.div_ceil(4)).max(1)) {
        let x = middle(distance);
        writeln!(out, r#"<text x="{x}" y="{below}" text-anchor="middle">{distance}</text>"#)?;
    }
    writeln!(out, r#"<text x="{}" y="{below}" text-anchor="middle">≥ {last}</text>"#, middle(last))?;
    writeln!(out, r#"<text x="{}" y="{below}">itself</text>"#, left(steps) + 8)?;
    let x = left(usize::from(k.min(last)) + 1);
    writeln!(
        out,
        r##"<path d="M{x} {}v{}" stroke="#d55e00" stroke-width="2"/><text x="{}" y="{}" fill="#b04e00">k = {k}</text>"##,
        top - 3,
        STRIP + 20,
        x + 4,
        top + STRIP + 28,
    )
}

fn hex([r, g, b]: super::Colour) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_picture_is_this() {
        let minima = vec![Cells::ITSELF, 3, 3, 3, Cells::ITSELF, 40];
        let cells = Cells { width: 3, height: 2, minima };
        let picture = Picture { cells: &cells, pixels: 10, bits: 8, k: 1, title: "a<b\u{1b}", scale: 1 };
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
        <rect x="16" y="72" width="60" height="14" fill="#fde725"/>
        <rect x="76" y="72" width="60" height="14" fill="#5cc863"/>
        <rect x="136" y="72" width="60" height="14" fill="#21908d"/>
        <rect x="196" y="72" width="60" height="14" fill="#3b518b"/>
        <rect x="256" y="72" width="60" height="14" fill="#440154"/>
        <rect x="324" y="72" width="14" height="14" fill="#9e9e9e"/></g>
        <text x="46" y="100" text-anchor="middle">0</text>
        <text x="106" y="100" text-anchor="middle">1</text>
        <text x="166" y="100" text-anchor="middle">2</text>
        <text x="226" y="100" text-anchor="middle">3</text>
        <text x="286" y="100" text-anchor="middle">≥ 4</text>
        <text x="324" y="100">itself</text>
        <path d="M136 69v34" stroke="#d55e00" stroke-width="2"/><text x="140" y="114" fill="#b04e00">k = 1</text>
        <text x="16" y="128" fill="#555">Hamming distance; each cell is one pair</text>
        </svg>
        "##);
    }
}
