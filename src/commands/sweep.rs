//! `simscope sweep`: what every k would do.

use super::arguments::{ConfirmArguments, EmptyDocuments, InputArguments, OutputArguments, SweepArguments};
use super::failure::Failure;
use super::labels::among;
use super::material::{Material, finished, read_texts_of};
use super::skips::Skips;
use super::watch::{Unit, Watch};
use simscope_core::analysis::{self, Arrival, recipe_of};
use simscope_core::corpus::{Corpus, ReadOptions, Source, SparkOutput};
use simscope_core::evidence::{Labelled, PairLabels, Purpose};
use simscope_core::export::Sweep;
use simscope_core::groups::Effort;
use simscope_core::lessons::HandMade;
use std::sync::Arc;

pub(super) fn run(arguments: &SweepArguments) -> Result<(), Failure> {
    let material = Material::load(&arguments.input)?;
    let known = arguments.labels.read(&material)?;
    let asked = Asked { last: arguments.exact_up_to, known, confirm: &arguments.confirm };
    print(&material, &arguments.output, &arguments.empty, &asked)
}

/// Prints the sweep, for a call without a command and without a terminal.
pub(super) fn plain(input: &InputArguments) -> Result<(), Failure> {
    plain_of(&Material::load(input)?, true)
}

/// The same of features made by hand, from the file of this name.
pub(super) fn plain_made(made: &HandMade, name: &str) -> Result<(), Failure> {
    let watch = Watch::new(true);
    let corpus = read_texts_of(&[made.source(name)], &ReadOptions::default(), watch)?;
    plain_of(&Material::sign(corpus, made.recipe, watch), true)
}

/// The same of the output of a Spark job.
pub(super) fn plain_output(output: SparkOutput, input: &InputArguments) -> Result<(), Failure> {
    let (recipe, watch) = (recipe_of(&output)?, Watch::new(input.has_no_progress));
    let (mut corpus, mut all, mut skips) = (Corpus::default(), Vec::new(), Skips::default());
    let has_texts = output.has_texts();
    let output = if has_texts { output } else { output.without_texts() };
    let source = [Source::SparkOutput(Arc::new(output))];
    watch.during("reading", Unit::Bytes, |progress| {
        analysis::load(
            (&source, &input.read_options()),
            &recipe,
            None,
            progress,
            &mut |arrival, mut signed| match arrival {
                Arrival::Batch(batch) => {
                    corpus.push(batch);
                    all.append(&mut signed);
                }
                Arrival::Skipped(skipped) => skips.add(skipped),
                Arrival::Noticed(_) => {}
            },
        )
    })?;
    skips.tell();
    plain_of(&Material::of(corpus, &all, recipe, watch), has_texts)
}

fn plain_of(material: &Material, has_texts: bool) -> Result<(), Failure> {
    let output = OutputArguments { format: None, output: None, has_no_header: false, is_forced: false };
    let mut confirm = ConfirmArguments::DEFAULT;
    if !has_texts {
        confirm.seconds = 0.0;
    }
    let asked = Asked { last: None, known: None, confirm: &confirm };
    print(material, &output, &EmptyDocuments { are_kept: false }, &asked)
}

struct Asked<'a> {
    /// The last k.
    last: Option<u8>,
    /// Labels that take the place of the corpus's.
    known: Option<PairLabels>,
    confirm: &'a ConfirmArguments,
}

fn print(
    material: &Material,
    output: &OutputArguments,
    empty: &EmptyDocuments,
    asked: &Asked<'_>,
) -> Result<(), Failure> {
    let documents = material.documents(empty);
    let bits = material.bits.get();
    let tree = match asked.last {
        Some(k) => material.tree_at(&documents, k, &Effort::DEFAULT),
        None => material.tree_as_far(&documents, &Effort::DEFAULT),
    };
    let signatures = &material.signatures;
    let known = asked.known.as_ref().map(|known| among(known, material, &documents));
    // Labels of documents are passed over where pairs have labels.
    let corpus = material.corpus().filter(|_| known.is_none());
    let last = asked.last.map_or(bits, |k| k.min(bits));
    let mut measured = finished(analysis::measure(&tree, signatures, corpus, last, &material.watch));
    // The sweep ends where pairs are no longer counted.
    measured.sweep.retain(|row| row.pairs.is_some());
    let labelled = match &known {
        Some(known) => Some(Labelled::of_pairs(known, signatures, &tree, last)),
        None => measured.labelled.take(),
    };
    let condition = asked.confirm.condition();
    let hundredths = condition.hundredths().unwrap_or(0);
    let grown = (&documents[..], &tree, &measured.spread);
    let confirmed = asked.confirm.count(material, grown, hundredths)?;
    let at = confirmed.map(|confirmed| confirmed.curve(Purpose::Pairs, hundredths).rows);
    let sweep = Sweep { rows: &measured.sweep, labelled: labelled.as_ref(), confirmed: at.as_deref() };
    output.write(material.recipes(), |format, out| sweep.write(format, material.recipes(), out))
}
