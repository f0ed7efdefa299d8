//! The heatmap as a file: its cells as a table, or as a picture.

use crate::command_line::Words;
use crate::room::Export;
use crate::screens::matrix::Scene;
use crate::screens::matrix::keys::Order;
use crate::screens::matrix::work::Shown;
use crate::sheet::Sheet;
use crate::surface::Phrase;
use simscope_core::corpus::Corpus;
use simscope_core::export::heatmap::{self, NONE, Picture, Scale};
use simscope_core::export::{Column, Format, Rows};
use simscope_core::hamming::{Cells, Show};
use simscope_core::recipe::Recipe;
use std::io::{self, Write};
use std::ops::Range;

/// The file, and the command that draws the same.
pub(in super::super) fn export(scene: Scene<'_>) -> Export {
    let order = match scene.own.order {
        Order::Group => "group",
        Order::Input => "input",
        Order::Signature => "signature",
    };
    let show = match scene.own.show() {
        Show::Nearest => "nearest",
        Show::Mean => "mean",
        Show::Share => "share",
    };
    let words = Words::of(["heatmap", "--order", order, "--show", show]).k(scene.shared);
    let command = match scene.own.numbers(scene.shared) {
        None => Ok(words.and("-o", "simscope-heatmap.png")),
        Some(_) => Err((
            "no command draws some of the groups; ‹matrix.toggle-group› shows all documents",
            "没有命令只画部分组；按 ‹matrix.toggle-group› 看全部文档",
        )),
    };
    Export {
        endings: (
            "heatmap: .png .svg · .tsv .csv .jsonl .parquet .txt · screen: .html .text",
            "热图：.png .svg · .tsv .csv .jsonl .parquet .txt · 屏幕：.html .text",
        ),
        draws_svg: true,
        ..Export::named("simscope-heatmap.png", sheet(scene), command)
    }
}

fn sheet(scene: Scene<'_>) -> Result<Box<dyn Sheet>, Phrase> {
    let shown = scene.own.shown_now().filter(|shown| !shown.is_sketch);
    let shown = shown.ok_or(("the heatmap is still to come", "热图尚未绘制"))?;
    Ok(Box::new(Map {
        corpus: scene.model.corpus.clone(),
        shown: shown.clone(),
        show: scene.own.show_now(shown),
        is_dimmed: scene.own.is_dimmed,
        bits: scene.model.recipe.bits.get(),
        k: scene.k,
    }))
}

/// The cells of the heatmap.
#[derive(Debug)]
struct Map {
    corpus: Corpus,
    shown: Shown,
    /// Which number of a cell.
    show: Show,
    /// Cells without a pair within k are the darkest.
    is_dimmed: bool,
    /// Width of the signatures.
    bits: u8,
    /// The threshold.
    k: u8,
}

impl Sheet for Map {
    fn rows(&self, format: Format, recipes: &[Recipe], out: &mut dyn Write) -> io::Result<()> {
        let Self { corpus, shown, show, k, .. } = self;
        let Shown { arranged, window, cells, .. } = shown;
        // A cell of several documents is named by its first and last along each side.
        let columns = [
            Column::text("row"),
            Column::text("row_to"),
            Column::text("column"),
            Column::text("column_to"),
            match show {
                Show::Nearest => Column::count("distance"),
                Show::Mean => Column::number("mean"),
                Show::Share => Column::number("share"),
            },
        ];
        let mut out = Rows::new(format, &columns, recipes, out)?;
        let id = |place: usize| corpus.get(arranged.documents[place] as usize).id;
        let step = window.step;
        let span =
            |of: &Range<usize>, at: usize| step.span(step.cell(of.start) + at, arranged.documents.len());
        for i in 0..cells.minima.len() {
            let value = shown.value(i, *show, *k);
            if value.is_nan() {
                continue;
            }
            let (row, column) = (span(&window.rows, i / cells.width), span(&window.columns, i % cells.width));
            out.write(&[
                id(row.start).into(),
                id(row.end - 1).into(),
                id(column.start).into(),
                id(column.end - 1).into(),
                match show {
                    Show::Nearest => cells.minima[i].into(),
                    // The shortest number that represents this value.
                    _ => value.to_string().parse().unwrap_or(f64::from(value)).into(),
                },
            ])?;
        }
        out.finish()
    }

    fn picture(&self, ending: &str) -> Option<io::Result<Vec<u8>>> {
        let Self { shown, show, is_dimmed, bits, k, .. } = self;
        let cells = &shown.cells;
        let scale = shown.scale(*show, *bits, *k);
        let level = |i: usize| match shown.within(i, *k).filter(|_| *show == Show::Mean) {
            Some(tone) => Scale::within(tone),
            None if *is_dimmed && (*k + 1..Cells::ITSELF).contains(&cells.minima[i]) => NONE,
            None => scale.level(shown.value(i, *show, *k)),
        };
        let levels: Vec<u8> = (0..cells.minima.len()).map(level).collect();
        let picture = Picture {
            width: cells.width,
            levels: &levels,
            scale,
            pixels: (1200 / cells.width.max(cells.height).max(1)).clamp(1, 16),
            title: &format!("simscope, k = {k}"),
            each: shown.window.step.most(),
        };
        let mut out = Vec::new();
        let drawn = match ending {
            "png" => heatmap::png(&picture, &mut out),
            "svg" => heatmap::svg(&picture, &mut out),
            _ => return None,
        };
        Some(drawn.map(|()| out))
    }
}
