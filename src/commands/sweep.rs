//! `simscope sweep`: what every k would do.

use super::arguments::{ConfirmArguments, EmptyDocuments, InputArguments, OutputArguments, SweepArguments};
use super::failure::Failure;
use super::labels::by_pairs;
use super::material::{Material, read_each, read_texts_of};
use super::watch::{Watch, note};
use simscope_core::analysis::{Analysed, Reach, recipe_of};
use simscope_core::corpus::{ReadOptions, Source, SparkOutput};
use simscope_core::display::say;
use simscope_core::evidence::{PairLabels, Purpose};
use simscope_core::export::Sweep;
use simscope_core::lessons::HandMade;
use std::sync::Arc;

pub(super) fn run(arguments: &SweepArguments) -> Result<(), Failure> {
    let material = Material::load(&arguments.input)?;
    let known = arguments.labels.read(&material, true)?;
    let asked =
        Asked { last: arguments.exact_up_to, is_all: arguments.is_all, known, confirm: &arguments.confirm };
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
    let has_texts = output.has_texts();
    let source = [Source::SparkOutput(Arc::new(output))];
    let (corpus, all, skips) = read_each((&source, &input.read_options()), Some(&recipe), watch, |_| {})?;
    skips.tell();
    plain_of(&Material::of(Analysed::signed(corpus, recipe, (&all, None)), watch), has_texts)
}

fn plain_of(material: &Material, has_texts: bool) -> Result<(), Failure> {
    let output = OutputArguments::default();
    let mut confirm = ConfirmArguments::DEFAULT;
    if !has_texts {
        confirm.seconds = 0.0;
    }
    let asked = Asked { last: None, is_all: false, known: None, confirm: &confirm };
    print(material, &output, &EmptyDocuments { are_kept: false }, &asked)
}

/// Rows beyond the last k that matters.
const MORE: u8 = 4;

struct Asked<'a> {
    /// The last k.
    last: Option<u8>,
    /// Whether every row is printed, wherever it goes.
    is_all: bool,
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
    let mut grown = material.grown(empty, asked.last.map_or(Reach::Farthest, Reach::AtLeast));
    // The sweep ends where pairs are no longer counted.
    grown.sweep.retain(|row| row.pairs.is_some() && asked.last.is_none_or(|last| row.k <= last));
    // Labels of documents are passed over where pairs have labels.
    let labelled = asked.known.as_ref().map_or_else(|| grown.by_labels(), |known| by_pairs(known, &grown));
    let condition = asked.confirm.condition();
    let hundredths = condition.hundredths().unwrap_or(0);
    let confirmed = asked.confirm.count(&grown, hundredths, material.watch)?;
    // On a terminal the rows end a little behind the search radius, or where all documents are one group.
    let is_short =
        output.is_on_terminal() && output.format().is_table() && asked.last.is_none() && !asked.is_all;
    let radius = confirmed.as_ref().and_then(|all| all.radii(hundredths).pop()).map(|radius| radius.k);
    let whole = grown.sweep.last().map_or(0, |row| row.largest);
    let joined = grown.sweep.iter().find(|row| row.largest == whole).map(|row| row.k);
    let last = radius.or(joined).filter(|_| is_short).map_or(u8::MAX, |k| k.saturating_add(MORE));
    let all = grown.sweep.len();
    grown.sweep.retain(|row| row.k <= last);
    let at = confirmed.map(|confirmed| confirmed.curve(Purpose::Pairs, hundredths).rows);
    let sweep = Sweep { rows: &grown.sweep, labelled: labelled.as_ref(), confirmed: at.as_deref() };
    output.write(material.recipes(), |format, out| sweep.write(format, material.recipes(), out))?;
    if sweep.rows.len() < all {
        note(&say!(
            "k = 0 to {last} of {} are shown; `simscope sweep --all` shows every k",
            "只显示 k = 0 到 {last}，共到 {}；`simscope sweep --all` 显示每个 k",
            all - 1
        ));
    }
    Ok(())
}
