//! `simscope report -k K`: the page about one k.

use super::super::arguments::{DecideArguments, ReportArguments, countable};
use super::super::failure::Failure;
use super::super::judged;
use super::super::material::{Material, finished};
use super::allowed;
use simscope_core::analysis::Reach;
use simscope_core::display::{lang, say};
use simscope_core::export::write_whole;
use simscope_core::judgements::KnownJudgements;
use simscope_core::measures::Condition;
use simscope_core::report::{AskedK, Page, about_k, report_command};
use std::ffi::OsString;

/// Makes and writes the page. `words` is the command line.
pub(super) fn write(arguments: &ReportArguments, words: &[OsString], k: u8) -> Result<(), Failure> {
    let ReportArguments { decide, output, may_replace, judgements, .. } = arguments;
    refuse(decide)?;
    let condition = decide.verify.condition;
    if let Some(condition) = condition {
        countable(&condition.to_string()).map_err(Failure::Usage)?;
    }
    // Before what takes long, and again before the file is written.
    allowed((output, *may_replace), decide, judgements.as_deref())?;
    let material = Material::load(&decide.input)?;
    let known = match judgements {
        Some(path) => judged::known(path, &material.corpus)?,
        None => KnownJudgements::default(),
    };
    let grown = material.grown(&decide.empty, Reach::Farthest);
    let command = report_command(words);
    let lang = decide.input.lang.unwrap_or_else(lang);
    let page = Page { lang, command: Some(&command), dedup: None };
    let asked =
        AskedK { k, condition: condition.unwrap_or(Condition::DEFAULT), ranks_all: arguments.are_recipes };
    let html = finished(about_k(&grown, asked, &known, &page, &material.watch));
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
