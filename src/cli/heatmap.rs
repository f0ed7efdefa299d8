//! `simscope heatmap`: the distances of all pairs as a picture.

use super::arguments::HeatmapArguments;
use super::choices::Order;
use super::failure::Failure;
use super::material::{Material, finished};
use super::watch::Unit;
use crate::export::{carry_recipes, heatmap, write_whole};
use crate::groups::Effort;
use crate::hamming::{Window, cells};
use std::ffi::OsStr;

pub(super) fn run(arguments: &HeatmapArguments) -> Result<(), Failure> {
    let ending = arguments.output.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase);
    let draw = match ending.as_deref() {
        Some("png") => heatmap::png,
        Some("svg") => heatmap::svg,
        _ => {
            let what = format!("-o {}: the picture is FILE.png or FILE.svg", arguments.output.display());
            return Err(Failure::Usage(what));
        }
    };
    let material = Material::load(&arguments.input)?;
    let mut documents = material.documents(&arguments.empty);
    if documents.len() < 2 {
        return Err(Failure::Failed(format!(
            "{}: fewer than two documents make no pair to draw",
            material.name
        )));
    }
    match arguments.order {
        Order::Group => {
            documents = material.tree_at(&documents, material.bits.get(), &Effort::DEFAULT).order().to_vec()
        }
        Order::Input => {}
        // Stable, so that equal signatures stay in the order of the input.
        Order::Signature => documents.sort_by_key(|&document| material.signatures.get(document as usize)),
    }
    let n = documents.len();
    let size = usize::from(arguments.size);
    let scale = n.div_ceil(size);
    let signatures = material.signatures.select(&documents);
    let window = Window { rows: 0..n, columns: 0..n, scale };
    let cells = material.watch.during("drawing", Unit::Rows, |p| finished(cells(&signatures, &window, p)));
    let title = format!(
        "{} · {n} documents · order {} · {}",
        material.name,
        arguments.order.name(),
        material.recipe_line()
    );
    let picture = heatmap::Picture {
        pixels: (size / cells.width.max(1)).max(1),
        cells: &cells,
        bits: material.bits.get(),
        k: arguments.k.k,
        title: &title,
        scale,
    };
    write_whole(&arguments.output, |out| draw(&picture, out))?;
    Ok(carry_recipes(material.recipes(), &[], &arguments.output)?)
}
