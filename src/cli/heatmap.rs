//! `simscope heatmap`: the distances of all pairs as a picture.

use super::arguments::HeatmapArguments;
use super::choices::ORDERS;
use super::failure::Failure;
use super::material::{Material, finished};
use super::watch::Unit;
use crate::analysis::{Order, arrange};
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
    let documents = material.documents(&arguments.empty);
    if documents.len() < 2 {
        return Err(Failure::Failed(format!(
            "{}: fewer than two documents: there is no pair to draw",
            material.name
        )));
    }
    let order = arguments.order;
    let all = material.bits.get();
    let tree = (order == Order::Group).then(|| material.tree_at(&documents, all, &Effort::DEFAULT));
    let documents = arrange(order, documents, tree.as_ref(), &material.signatures);
    let n = documents.len();
    let size = usize::from(arguments.size);
    let scale = n.div_ceil(size);
    let signatures = material.signatures.select(&documents);
    let window = Window { rows: 0..n, columns: 0..n, scale };
    let cells = material.watch.during("drawing", Unit::Rows, |p| finished(cells(&signatures, &window, p)));
    let title = format!(
        "{} · {n} documents · order {} · {}",
        material.name,
        ORDERS.iter().find(|choice| choice.2 == order).map_or("", |choice| choice.0),
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
