//! Pictures of the distance matrix.

mod svg;

pub use svg::svg;

use crate::hamming::Cells;
use std::io::{self, Write};

/// What a picture shows.
#[derive(Debug, Clone, Copy)]
pub struct Picture<'a> {
    /// The cells.
    pub cells: &'a Cells,
    /// Pixels along each side of a cell, at least 1.
    pub pixels: usize,
    /// Width of the signatures. The darkest colour stands for half of it and more, the distance of unrelated
    /// texts.
    pub bits: u8,
    /// The threshold to mark in the legend.
    pub k: u8,
    /// The title above the picture, if there is space for text.
    pub title: &'a str,
    /// Documents per cell along each side.
    pub scale: usize,
}

/// An RGB colour.
pub type Colour = [u8; 3];

/// The colour of a cell without a pair of two documents: a grey outside the palette.
pub const ITSELF: Colour = [0x9e, 0x9e, 0x9e];

/// Viridis (Smith and van der Walt, matplotlib), every 32nd colour: even in lightness and readable with
/// red-green colour blindness.
const VIRIDIS: [Colour; 9] = [
    [68, 1, 84],
    [71, 44, 122],
    [59, 81, 139],
    [44, 113, 142],
    [33, 144, 141],
    [39, 173, 129],
    [92, 200, 99],
    [170, 220, 50],
    [253, 231, 37],
];

/// The colour of a share, 0 to 1: the darkest for 0, the brightest for 1.
pub fn viridis(share: f64) -> Colour {
    let at = share.clamp(0.0, 1.0) * (VIRIDIS.len() - 1) as f64;
    let below = (at as usize).min(VIRIDIS.len() - 2);
    let part = at - below as f64;
    std::array::from_fn(|i| {
        let (from, to) = (f64::from(VIRIDIS[below][i]), f64::from(VIRIDIS[below + 1][i]));
        (from + (to - from) * part).round() as u8
    })
}

/// The smallest distance that gets the darkest colour.
pub fn darkest(bits: u8) -> u8 {
    bits.div_ceil(2).max(1)
}

/// The colour of a distance: bright for 0, darkest for half of `bits` and more.
pub fn colour(distance: u8, bits: u8) -> Colour {
    if distance == Cells::ITSELF {
        return ITSELF;
    }
    viridis(1.0 - f64::from(distance.min(darkest(bits))) / f64::from(darkest(bits)))
}

/// Writes the cells as a PNG with a palette of the distances; no legend.
///
/// # Errors
/// Those of `out`; `InvalidInput` if there are no cells, or too many for a picture.
pub fn png(picture: &Picture<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Picture { cells, bits, .. } = *picture;
    let pixels = picture.pixels.max(1);
    let side = |cells: usize| {
        u32::try_from(cells * pixels).ok().filter(|&side| side > 0).ok_or_else(|| {
            io::Error::new(
                io::ErrorKind::InvalidInput,
                "there are no pairs to draw, or too many for a picture",
            )
        })
    };
    let mut encoder = png::Encoder::new(out, side(cells.width)?, side(cells.height)?);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    let last = bits.max(64);
    let palette: Vec<u8> =
        (0..=last).map(|distance| colour(distance, bits)).chain([ITSELF]).flatten().collect();
    encoder.set_palette(palette);
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer()?;
    let mut row = Vec::with_capacity(cells.width * pixels);
    for minima in cells.minima.chunks(cells.width.max(1)) {
        row.clear();
        row.extend(minima.iter().flat_map(|&minimum| std::iter::repeat_n(minimum.min(last + 1), pixels)));
        for _ in 0..pixels {
            stream.write_all(&row)?;
        }
    }
    stream.finish()?;
    writer.finish()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_is_brighter_than_far() {
        let lightness = |c: Colour| u32::from(c[0]) * 3 + u32::from(c[1]) * 6 + u32::from(c[2]);
        for bits in [1, 2, 16, 63, 64, 65, 127, 128] {
            for distance in 1..=darkest(bits) {
                assert!(
                    lightness(colour(distance - 1, bits)) > lightness(colour(distance, bits)),
                    "{distance} of {bits}"
                );
            }
            assert_eq!(colour(bits, bits), VIRIDIS[0]);
            assert_eq!(colour(0, bits), VIRIDIS[8]);
        }
    }

    #[test]
    fn a_png_holds_the_cells() {
        let cells = Cells { width: 2, height: 1, minima: vec![Cells::ITSELF, 3] };
        let picture = Picture { cells: &cells, pixels: 2, bits: 64, k: 3, title: "", scale: 1 };
        let mut bytes = Vec::new();
        png(&picture, &mut bytes).unwrap();
        let mut reader = png::Decoder::new(io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!((reader.info().width, reader.info().height), (4, 2));
        assert_eq!(pixels, [65, 65, 3, 3, 65, 65, 3, 3]);
        assert_eq!(reader.info().palette.as_ref().unwrap()[9..12], colour(3, 64));
    }

    #[test]
    fn a_png_of_128_bits_has_a_colour_for_every_distance() {
        let cells = Cells { width: 3, height: 1, minima: vec![Cells::ITSELF, 128, 65] };
        let picture = Picture { cells: &cells, pixels: 1, bits: 128, k: 3, title: "", scale: 1 };
        let mut bytes = Vec::new();
        png(&picture, &mut bytes).unwrap();
        let mut reader = png::Decoder::new(io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!(pixels, [129, 128, 65]);
        let palette = reader.info().palette.as_ref().unwrap();
        let of = |distance: usize| &palette[3 * distance..3 * distance + 3];
        assert_eq!((of(129), of(63)), (&ITSELF[..], &colour(63, 128)[..]));
    }

    #[test]
    fn no_cells_are_an_error_not_a_panic() {
        let cells = Cells { width: 0, height: 0, minima: vec![] };
        let picture = Picture { cells: &cells, pixels: 1, bits: 64, k: 3, title: "", scale: 1 };
        assert!(png(&picture, &mut Vec::new()).is_err());
        assert!(svg(&picture, &mut Vec::new()).is_ok());
    }
}
