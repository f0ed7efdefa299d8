//! `simscope sweep`: what every k would do.

use super::arguments::{EmptyDocuments, InputArguments, OutputArguments, SweepArguments};
use super::failure::Failure;
use super::material::{Material, finished};
use crate::analysis;
use crate::export::Sweep;
use crate::groups::Effort;

pub(super) fn run(arguments: &SweepArguments) -> Result<(), Failure> {
    print(&arguments.input, &arguments.output, &arguments.empty, arguments.exact_up_to)
}

/// Prints the sweep, for a call without a command and without a terminal.
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
    let bits = material.bits.get();
    let tree = match last {
        Some(k) => material.tree_at(&documents, k, &Effort::DEFAULT),
        None => material.tree_as_far(&documents, &Effort::DEFAULT),
    };
    let (texts, last) = ((material.corpus(), &documents[..]), last.map_or(bits, |k| k.min(bits)));
    let mut measured = finished(analysis::measure(&tree, &material.signatures, texts, last, &material.watch));
    // The sweep ends where pairs are no longer counted.
    measured.sweep.retain(|row| row.pairs.is_some());
    let sweep = Sweep { rows: &measured.sweep, labelled: measured.labelled.as_ref() };
    output.write(material.recipes(), |format, out| sweep.write(format, material.recipes(), out))
}
