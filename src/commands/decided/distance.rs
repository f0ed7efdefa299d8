//! What speaks against a decision by distance alone, before it is looked at what goes.

use super::super::arguments::{ConfirmArguments, EmptyDocuments};
use super::super::failure::Failure;
use super::super::material::{Material, finished};
use super::super::sensitivity::measure;
use super::super::watch::Unit;
use simscope_core::analysis::Reach;
use simscope_core::corpus::Corpus;
use simscope_core::decide::clean::Alarm;
use simscope_core::evidence::{Confirmed, Targets, Verdict};
use simscope_core::sensitivity::{Experiment, lengths};

/// The most documents of which all distances are counted for a verdict.
const COUNTED: usize = 50_000;
/// Texts of each length that are edited: enough to tell most from few.
const TEXTS: u32 = 50;
/// Work that comparing their texts may take, in seconds of one processor.
const SECONDS: f64 = 10.0;

pub(super) fn alarms(material: &Material, empty: &EmptyDocuments, k: u8) -> Result<Vec<Alarm>, Failure> {
    let Some(corpus) = material.texts() else { return Ok(Vec::new()) };
    // Equal signatures are no question of length.
    let short = if k > 0 { too_short(material, corpus, k) } else { None };
    let separates = if material.len() > COUNTED { None } else { verdict(material, empty)? };
    Ok(short.into_iter().chain(separates).collect())
}

fn too_short(material: &Material, corpus: &Corpus, k: u8) -> Option<Alarm> {
    let (recipe, frequencies) = (&material.recipe, material.frequencies.as_deref());
    let experiment = Experiment { texts: TEXTS, ..Experiment::default() };
    let curve = measure(corpus, recipe, frequencies, experiment, material.watch);
    let lengths = material
        .watch
        .during(("signing", "计算签名"), Unit::Documents, |p| finished(lengths(corpus, recipe, p)));
    let of = lengths.iter().filter(|&&length| length > 0).count();
    let short = lengths.into_iter().filter(|&length| curve.is_too_short(length, k)).count();
    (2 * short > of).then_some(Alarm::Short { short, of, k })
}

/// Whether any k tells the confirmed pairs from the others.
fn verdict(material: &Material, empty: &EmptyDocuments) -> Result<Option<Alarm>, Failure> {
    let grown = material.grown(empty, Reach::Farthest);
    let confirm = ConfirmArguments { condition: None, seconds: SECONDS };
    let Some(confirmed) = confirm.count(&grown, Confirmed::LEAST, material.watch)? else { return Ok(None) };
    let hundredths = confirm.condition().hundredths().unwrap_or(0);
    let [pairs, _] = confirmed.advise(hundredths, Targets::default(), &grown.largest());
    Ok((pairs.verdict == Verdict::No).then_some(Alarm::NothingSeparates))
}
