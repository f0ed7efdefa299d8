//! What of the screen Matrix leaves the explorer.

use super::news::Shown;
use crate::corpus::Corpus;
use crate::export::heatmap::{self, Picture};
use crate::export::{Column, Format, Rows};
use crate::hamming::Cells;
use crate::recipe::Recipe;
use crate::tui::sheet::Sheet;
use std::io::{self, Write};

/// The cells of the heatmap.
#[derive(Debug)]
pub struct Heat {
    pub corpus: Corpus,
    pub shown: Shown,
    /// Width of the signatures.
    pub bits: u8,
    /// The threshold.
    pub k: u8,
}

impl Sheet for Heat {
    fn rows(&self, format: Format, recipes: &[Recipe], out: &mut dyn Write) -> io::Result<()> {
        let Self { corpus, shown: Shown { arranged, window, cells }, .. } = self;
        // A cell of several documents is named by its first and last along each side.
        let columns = [
            Column::text("row"),
            Column::text("row_to"),
            Column::text("column"),
            Column::text("column_to"),
            Column::count("distance"),
        ];
        let mut out = Rows::new(format, &columns, recipes, out)?;
        let id = |place: usize| corpus.get(arranged.documents[place] as usize).id;
        let last = |first: usize| (first + window.scale).min(arranged.documents.len()) - 1;
        for (i, &minimum) in cells.minima.iter().enumerate() {
            if minimum == Cells::ITSELF {
                continue;
            }
            let row = window.rows.start + i / cells.width * window.scale;
            let column = window.columns.start + i % cells.width * window.scale;
            out.write(&[
                id(row).into(),
                id(last(row)).into(),
                id(column).into(),
                id(last(column)).into(),
                minimum.into(),
            ])?;
        }
        out.finish()
    }

    fn picture(&self, ending: &str) -> Option<io::Result<Vec<u8>>> {
        let Shown { window, cells, .. } = &self.shown;
        let title = format!("simscope, k = {}", self.k);
        let pixels = (1200 / cells.width.max(cells.height).max(1)).clamp(1, 16);
        let picture =
            Picture { cells, pixels, bits: self.bits, k: self.k, title: &title, scale: window.scale };
        let mut out = Vec::new();
        let drawn = match ending {
            "png" => heatmap::png(&picture, &mut out),
            "svg" => heatmap::svg(&picture, &mut out),
            _ => return None,
        };
        Some(drawn.map(|()| out))
    }
}
