//! `simscope report`: one page for others.

mod threshold;

use super::arguments::{DecideArguments, ReportArguments, is_page};
use super::decided::{Decided, Judging, decided};
use super::failure::Failure;
use super::material::{begin, refuse_signatures};
use simscope_core::display::{lang, say};
use simscope_core::export::{guard, write_whole};
use simscope_core::judgements;
use simscope_core::report::{Done, Found, Page, dedup_command, report_command};
use std::ffi::OsString;
use std::path::Path;

/// `words` is the command line.
pub(super) fn run(arguments: &ReportArguments, words: &[OsString]) -> Result<(), Failure> {
    let ReportArguments { decide, promise, output, may_replace, judgements, .. } = arguments;
    let what = (
        "--input signatures: the report shows texts; give the texts themselves",
        "--input signatures：报告列出文本；请给出文本本身",
    );
    refuse_signatures(&decide.input, what)?;
    if let Some(k) = decide.k {
        return threshold::write(arguments, words, k);
    }
    let (recipe, watch) = begin(&decide.input)?;
    let judged = judgements.as_deref();
    // Before what takes long, and again before the file is written.
    allowed((output, *may_replace), decide, judged)?;
    let judging =
        Judging { known: judged, seed: promise.seed, right: promise.right.zip(judged), is_signed: false };
    let decided = decided(decide, &decide.input.sources()?, (recipe, watch), judging)?;
    let commands = [report_command(words), dedup_command(words, &decide.input.paths)];
    let html = html((&decided, decide), judged, (None, [Some(&commands[0]), Some(&commands[1])]))?;
    allowed((output, *may_replace), decide, judged)?;
    Ok(write_whole(output, *may_replace, |out| out.write_all(html.as_bytes()))?)
}

/// The page. `sure` is who wrote although an alarm was open; then come the commands that make the page and write what stays.
pub(super) fn html(
    (decided, arguments): (&Decided, &DecideArguments),
    judged: Option<&Path>,
    (sure, [command, dedup]): (Option<&str>, [Option<&str>; 2]),
) -> Result<String, Failure> {
    let Decided { material, chosen, .. } = decided;
    let agreement = judged.map(judgements::read).transpose()?.unwrap_or_default().agreement();
    let found = match (arguments.k, arguments.candidates.within()) {
        (Some(k), _) if arguments.verify.condition.is_some() => Found::Confirmed(k),
        (Some(k), _) => Found::ByDistance(k),
        (None, Some(k)) => Found::Within(k),
        (None, None) => Found::Exactly,
    };
    let done = Done {
        name: material.name(),
        all: chosen.all(),
        rows: &chosen.rows,
        questions: &chosen.questions,
        documents: material.len(),
        recipe: &material.recipe,
        found,
        condition: chosen.condition,
        cleaned: &chosen.cleaned,
        lost: &chosen.lost,
        alarms: &chosen.alarms,
        promise: chosen.promised.as_ref(),
        sure,
        rule: &chosen.rule,
        sample: &chosen.sample,
        agreement: &agreement,
    };
    let lang = arguments.input.lang.unwrap_or_else(lang);
    Ok(done.html(&Page { lang, command, dedup }))
}

/// Fails if the page has no name for one, or would replace what it must not.
pub(super) fn allowed(
    (page, may_replace): (&Path, bool),
    arguments: &DecideArguments,
    judged: Option<&Path>,
) -> Result<(), Failure> {
    if !is_page(page) {
        return Err(Failure::Usage(say!(
            "{}: the report is a page; give a name that ends in .html",
            "{}：报告是网页；请用以 .html 结尾的名称",
            page.display()
        )));
    }
    let recipe = &arguments.input.recipe;
    let tables = [&recipe.jieba_dict, &recipe.jieba_idf, &recipe.stop_words, &arguments.decisions];
    let inputs = (arguments.input.paths.iter().chain(&arguments.against).chain(&arguments.texts))
        .chain(tables.into_iter().flatten())
        .map(|path| path.as_path())
        .chain(judged)
        .chain(recipe.recipe.as_ref().map(|asked| Path::new(&asked.name)));
    Ok(guard(page, inputs, may_replace)?)
}
