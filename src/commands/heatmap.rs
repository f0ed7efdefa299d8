//! `simscope heatmap`: the distances of all pairs as a picture.

use super::arguments::HeatmapArguments;
use super::choices::ORDERS;
use super::failure::Failure;
use super::material::{Material, finished};
use super::output::save;
use super::watch::Unit;
use simscope_core::analysis::{Order, arrange};
use simscope_core::display::say;
use simscope_core::export::heatmap::{self, Scale, has_tones, tone};
use simscope_core::hamming::{Show, Signatures, Step, Window, cells, means, shares};
use simscope_core::progress::Progress;
use std::ffi::OsStr;

pub(super) fn run(arguments: &HeatmapArguments) -> Result<(), Failure> {
    let ending = arguments.output.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase);
    let draw = match ending.as_deref() {
        Some("png") => heatmap::png,
        Some("svg") => heatmap::svg,
        _ => {
            return Err(Failure::Usage(say!(
                "-o {}: the picture is FILE.png or FILE.svg",
                "-o {}：图为 FILE.png 或 FILE.svg",
                arguments.output.display()
            )));
        }
    };
    let material = Material::load(&arguments.input)?;
    let documents = material.documents(&arguments.empty);
    if documents.len() < 2 {
        return Err(Failure::Failed(say!(
            "{}: fewer than two documents: there is no pair to draw",
            "{}：不足两篇文档，没有文档对可画",
            material.name()
        )));
    }
    let order = arguments.order;
    let all = material.recipe.bits.get();
    let tree = (order == Order::Group).then(|| material.tree(&documents, all));
    let documents = arrange(order, documents.to_vec(), tree.as_ref(), &material.signatures);
    let n = documents.len();
    let size = usize::from(arguments.size);
    let scale = n.div_ceil(size);
    let signatures = material.signatures.select(&documents);
    let window = Window { rows: 0..n, columns: 0..n, step: Step::each(scale) };
    let drawing = Drawing { show: arguments.show, bits: all, k: arguments.k.k };
    let (scale_of, levels) = material
        .watch
        .during(("drawing", "绘图"), Unit::Rows, |p| finished(drawing.levels(&signatures, &window, p)));
    let width = n.div_ceil(scale);
    let title = format!(
        "{} · {n} documents · order {} · {}",
        material.name(),
        ORDERS.iter().find(|choice| choice.2 == order).map_or("", |choice| choice.0),
        material.recipe_line()
    );
    let picture = heatmap::Picture {
        width,
        levels: &levels,
        scale: scale_of,
        pixels: (size / width.max(1)).max(1),
        title: &title,
        each: scale,
    };
    save(&arguments.output, material.recipes(), &[], arguments.is_forced, |out| draw(&picture, out))
}

/// What the cells show.
struct Drawing {
    show: Show,
    bits: u8,
    k: u8,
}

impl Drawing {
    /// The scale and the levels of the cells.
    fn levels(&self, signed: &Signatures, window: &Window, progress: &Progress) -> Option<(Scale, Vec<u8>)> {
        let Self { show, bits, k } = *self;
        Some(match show {
            Show::Nearest => {
                let (scale, cells) = (Scale::nearest(bits, k), cells(signed, window, None, progress)?);
                (scale, (0..cells.minima.len()).map(|cell| scale.level(cells.nearest(cell))).collect())
            }
            Show::Mean => {
                let means = means(signed, window, progress)?;
                progress.restart();
                let (nearest, each) = (cells(signed, window, None, progress)?, window.step.most());
                progress.restart();
                let shares = match has_tones(each) {
                    true => Some(shares(signed, window, k..=k, None, progress)?),
                    false => None,
                };
                let scale = Scale::mean(&means, bits, k);
                let level = |(cell, mean): (usize, &f32)| {
                    let share = shares.as_ref().map(|shares| shares.at(cell, k));
                    tone(each, (nearest.minima[cell], k), share)
                        .map_or_else(|| scale.level(*mean), Scale::within)
                };
                (scale, means.iter().enumerate().map(level).collect())
            }
            Show::Share => {
                let scale = Scale::share(window.step.most(), bits, k);
                let shares = shares(signed, window, k..=k, None, progress)?;
                (scale, shares.values().iter().map(|&share| scale.level(share)).collect())
            }
        })
    }
}
