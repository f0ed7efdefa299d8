//! `simscope report -k K`: the page about one k.

use super::super::advise::by_texts;
use super::super::arguments::{ConfirmArguments, DecideArguments, ReportArguments, countable};
use super::super::border::{drawn, shown};
use super::super::failure::Failure;
use super::super::judged;
use super::super::labels::by_pairs;
use super::super::material::Material;
use super::allowed;
use simscope_core::analysis::Reach;
use simscope_core::display::{lang, say};
use simscope_core::evidence::{PairLabels, Purpose, Targets};
use simscope_core::export::write_whole;
use simscope_core::report::{AtThreshold, Page, report_command};
use std::ffi::OsString;

/// Pairs that are shown at k, and at k + 1.
const SHOWN: usize = 5;
/// The seed with which they are drawn.
const SEED: u64 = 1;

/// Makes and writes the page. `words` is the command line.
pub(super) fn write(arguments: &ReportArguments, words: &[OsString], k: u8) -> Result<(), Failure> {
    let ReportArguments { decide, output, may_replace, judgements } = arguments;
    refuse(decide)?;
    let condition = decide.verify.condition;
    if let Some(condition) = condition {
        countable(&condition.to_string()).map_err(Failure::Usage)?;
    }
    // Before what takes long, and again before the file is written.
    allowed((output, *may_replace), decide, judgements.as_deref())?;
    let confirm = ConfirmArguments { condition, ..ConfirmArguments::DEFAULT };
    let material = Material::load(&decide.input)?;
    let (recipe, id) = (&material.recipe, |document: u32| material.id(document as usize));
    let grown = material.grown(&decide.empty, Reach::Farthest);
    let (confirmed, [advice, _]) = by_texts(&grown, &confirm, Targets::default(), material.watch)?;
    let hundredths = confirm.condition().hundredths().unwrap_or(0);
    let labelled = grown.by_labels();
    let mut answered = None;
    if let Some(path) = judgements {
        let known = judged::known(path, &material.corpus)?;
        let said = known.said().map(|((a, b), is_right)| (id(a), id(b), is_right));
        let (known, _) = PairLabels::new((0..material.len() as u32).map(id), said);
        answered = by_pairs(&known, &grown);
    }
    let bits = recipe.bits.get();
    let k = k.min(bits);
    let distances: Vec<u8> = [k, k + 1].into_iter().filter(|&distance| distance <= bits).collect();
    let (_, pairs) = drawn(&material, &grown, (&distances, SHOWN), SEED);
    let page = AtThreshold {
        name: material.name(),
        documents: grown.documents.len(),
        recipe,
        k,
        condition: confirm.condition(),
        sweep: &grown.sweep,
        shared: &confirmed.curve(Purpose::Pairs, hundredths),
        labelled: labelled.as_ref().map(|labelled| &labelled.pairs),
        answered: answered.as_ref().map(|answered| &answered.pairs),
        advice: &advice,
        radii: &confirmed.radii(hundredths),
        border: &shown(&material, confirm.condition(), &pairs),
    };
    let command = report_command(words);
    let lang = decide.input.lang.unwrap_or_else(lang);
    let html = page.html(&Page { lang, command: Some(&command), dedup: None });
    allowed((output, *may_replace), decide, judgements.as_deref())?;
    Ok(write_whole(output, *may_replace, |out| out.write_all(html.as_bytes()))?)
}

/// Fails if something is asked for that says what goes.
fn refuse(decide: &DecideArguments) -> Result<(), Failure> {
    let given = [
        (decide.keep.is_some(), "--keep"),
        (decide.is_around_leaders, "--leaders"),
        (decide.decisions.is_some(), "--decisions"),
    ];
    let given = given.into_iter().find_map(|(is_given, option)| is_given.then_some(option));
    match given.or_else(|| decide.rules.given()) {
        None => Ok(()),
        Some(option) => Err(Failure::Usage(say!(
            "{option} says what goes, and report -k is the page about k: leave out -k for the page about what goes",
            "{option} 决定去除哪些文本，而 report -k 是关于 k 的网页：要得到去除内容的网页，请去掉 -k"
        ))),
    }
}
