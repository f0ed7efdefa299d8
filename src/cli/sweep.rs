//! `simscope sweep`: what every k would do.

use super::arguments::{EmptyDocuments, InputArguments, OutputArguments, SweepArguments};
use super::failure::Failure;
use super::material::{Material, finished};
use super::watch::Unit;
use crate::evidence::LabelledPairs;
use crate::export::Sweep;
use crate::groups::{Effort, Spread, sweep};

pub(super) fn run(arguments: &SweepArguments) -> Result<(), Failure> {
    print(&arguments.input, &arguments.output, &arguments.empty, arguments.exact_up_to)
}

/// The sweep in place of the explorer.
pub(super) fn plain(input: &InputArguments) -> Result<(), Failure> {
    let output = OutputArguments { format: None, output: None };
    print(input, &output, &EmptyDocuments { are_kept: false }, None)
}

fn print(
    input: &InputArguments,
    output: &OutputArguments,
    empty: &EmptyDocuments,
    last: Option<u8>,
) -> Result<(), Failure> {
    let material = Material::load(input)?;
    let documents = material.documents(empty);
    let signatures = &material.signatures;
    let tree = match last {
        Some(k) => material.tree_at(&documents, k, &Effort::DEFAULT),
        None => material.tree_as_far(&documents, &Effort::DEFAULT),
    };
    let spread =
        material.watch.during("measuring", Unit::Pairs, |p| finished(Spread::measure(&tree, signatures, p)));
    let labelled = material
        .corpus()
        .and_then(|corpus| LabelledPairs::measure(corpus, &documents, signatures, spread.pairs()));
    let last = last.map_or(material.bits.get(), |k| k.min(material.bits.get()));
    // Where the pairs are not counted any more, the sweep ends.
    let rows: Vec<_> =
        sweep(&tree, Some(&spread), last).into_iter().take_while(|row| row.pairs.is_some()).collect();
    let sweep = Sweep { rows: &rows, labelled: labelled.as_ref() };
    output.write(material.recipes(), |format, out| sweep.write(format, material.recipes(), out))
}
