//! `simscope sweep`: what every k would do.

use super::arguments::{EmptyDocuments, InputArguments, OutputArguments, SweepArguments};
use super::failure::Failure;
use super::material::{Material, finished};
use super::watch::Unit;
use crate::evidence::LabelledPairs;
use crate::export::Cell;
use crate::groups::{Effort, Spread, sweep};

const COLUMNS: [&str; 9] =
    ["k", "pairs", "groups", "grouped", "largest", "chains", "precision", "recall", "f1"];
/// Columns of a corpus without labels.
const UNLABELLED: usize = 6;

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
    let columns = if labelled.is_some() { &COLUMNS[..] } else { &COLUMNS[..UNLABELLED] };
    output.rows(columns, |rows| {
        for row in sweep(&tree, &spread, last.map_or(material.bits.get(), |k| k.min(material.bits.get()))) {
            let mut cells: Vec<Cell> = vec![
                row.k.into(),
                row.pairs.into(),
                row.groups.into(),
                row.grouped.into(),
                row.largest.into(),
                row.chains.map_or(Cell::Nothing, Cell::from),
            ];
            if let Some(labelled) = &labelled {
                let agreement = labelled.at(row.k);
                cells.extend([agreement.precision, agreement.recall, agreement.f1].map(Cell::from));
            }
            rows.write(&cells)?;
        }
        Ok(())
    })?;
    output.carry(material.recipes())
}
