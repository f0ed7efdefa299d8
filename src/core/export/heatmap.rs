//! Pictures of the distance matrix.

mod scale;
mod svg;

pub use scale::{NO_PAIR, NONE, Scale, Tick, darkest, grey, has_tones, tone};
pub use svg::svg;

use crate::display::lang;
use std::io::{self, Write};

/// What a picture shows.
#[derive(Debug, Clone, Copy)]
pub struct Picture<'a> {
    /// Cells in a row.
    pub width: usize,
    /// The cells, row by row, as [`Scale::level`] gives them.
    pub levels: &'a [u8],
    /// What the levels mean.
    pub scale: Scale,
    /// Pixels along each side of a cell, at least 1.
    pub pixels: usize,
    /// The title above the picture, if there is space for text.
    pub title: &'a str,
    /// Documents per cell along each side.
    pub each: usize,
}

impl Picture<'_> {
    /// Rows of cells.
    fn height(&self) -> usize {
        self.levels.len() / self.width.max(1)
    }
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
    blend(&VIRIDIS, share)
}

/// The colour at a share, 0 to 1, of a row of nine.
pub fn blend(colours: &[Colour; 9], share: f64) -> Colour {
    let at = share.clamp(0.0, 1.0) * (colours.len() - 1) as f64;
    let below = (at as usize).min(colours.len() - 2);
    let part = at - below as f64;
    std::array::from_fn(|i| {
        let (from, to) = (f64::from(colours[below][i]), f64::from(colours[below + 1][i]));
        (from + (to - from) * part).round() as u8
    })
}

/// Writes the cells as a PNG with a palette of the levels; no legend.
///
/// # Errors
/// Those of `out`; `InvalidInput` if there are no cells, or too many for a picture.
pub fn png(picture: &Picture<'_>, out: &mut dyn Write) -> io::Result<()> {
    let palette: Vec<Colour> = (0..=NO_PAIR).map(|level| picture.scale.colour(level)).collect();
    indexed((picture.width, picture.levels, picture.pixels.max(1)), &palette, None, out)
}

/// Writes rows of so many levels as a PNG, each a square of so many pixels in the colour that the palette has for it; the level
/// `clear` has none.
///
/// # Errors
/// Those of [`png()`].
pub fn indexed(
    (width, levels, pixels): (usize, &[u8], usize),
    palette: &[Colour],
    clear: Option<u8>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let side = |cells: usize| {
        u32::try_from(cells * pixels).ok().filter(|&side| side > 0).ok_or_else(|| {
            io::Error::new(
                io::ErrorKind::InvalidInput,
                lang().pick((
                    "there are no pairs to draw, or too many for a picture",
                    "没有可画的文档对，或文档对太多",
                )),
            )
        })
    };
    let mut encoder = png::Encoder::new(out, side(width)?, side(levels.len() / width.max(1))?);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.concat());
    if let Some(clear) = clear {
        encoder.set_trns([vec![u8::MAX; clear.into()], vec![0]].concat());
    }
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer()?;
    let mut row = Vec::with_capacity(width * pixels);
    for levels in levels.chunks(width.max(1)) {
        row.clear();
        row.extend(levels.iter().flat_map(|&level| std::iter::repeat_n(level, pixels)));
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

    fn decoded(picture: &Picture<'_>) -> (png::Info<'static>, Vec<u8>) {
        let mut bytes = Vec::new();
        png(picture, &mut bytes).unwrap();
        let mut reader = png::Decoder::new(io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        (reader.info().clone(), pixels)
    }

    #[test]
    fn a_png_holds_the_cells_and_a_colour_for_every_level() {
        for bits in [64, 128] {
            let scale = Scale::nearest(bits, 3);
            let levels = [NO_PAIR, bits];
            let (info, pixels) =
                decoded(&Picture { width: 2, levels: &levels, scale, pixels: 2, title: "", each: 1 });
            assert_eq!((info.width, info.height), (4, 2));
            assert_eq!(pixels, [255, 255, bits, bits, 255, 255, bits, bits]);
            let palette = info.palette.as_ref().unwrap();
            let of = |level: usize| &palette[3 * level..3 * level + 3];
            assert_eq!((of(255), of(3)), (&ITSELF[..], &scale.colour(3)[..]));
        }
    }

    #[test]
    fn no_cells_are_an_error_not_a_panic() {
        let scale = Scale::nearest(64, 3);
        let picture = Picture { width: 0, levels: &[], scale, pixels: 1, title: "", each: 1 };
        assert!(png(&picture, &mut Vec::new()).is_err());
        assert!(svg(&picture, &mut Vec::new()).is_ok());
    }
}
