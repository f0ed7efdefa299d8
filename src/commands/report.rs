//! `simscope report`: one page for others.

use super::advise::Grown;
use super::arguments::{Arguments, Command, ReportArguments, is_page};
use super::dedup::deciding::{Asked, around_leaders, decisions, preference};
use super::dedup::reading::{Facts, Needs};
use super::failure::Failure;
use super::groups::connected;
use super::judge;
use super::material::{Material, finished};
use super::watch::Unit;
use clap::Parser;
use simscope_core::decide::{Decisions, Keep, Preference};
use simscope_core::display::{lang, say};
use simscope_core::evidence::{Confirmed, Judged, Targets};
use simscope_core::export::{guard, write_whole};
use simscope_core::hamming::distance;
use simscope_core::measures::{Condition, Join};
use simscope_core::report::{
    Decided, Grouped, How, Page, Report, Settings, Subject, Texts, dedup_command, report_command,
    report_of_dedup,
};
use std::ffi::OsString;
use std::path::Path;

/// `words` is the command line.
pub(super) fn run(arguments: &ReportArguments, words: &[OsString]) -> Result<(), Failure> {
    let path = arguments.output.as_path();
    check_name(path)?;
    // Before what takes long, and again before the file is written.
    allowed(arguments)?;
    let material = Material::load(&arguments.input)?;
    let verification = arguments.verify.check(&material)?;
    let known = arguments.labels.read(&material)?;
    let grown = Grown::of(&material, &arguments.empty, arguments.k.k);
    let is_labelled = known.is_some() || grown.measured.labelled.is_some();
    let judged = by_judgements(arguments, &material, &grown)?;
    let by_labels = is_labelled.then(|| grown.by_labels(&material, known.as_ref())).transpose()?;
    let (decisions, preference) = decided(arguments, &material)?;
    let k = arguments.k.k.min(material.bits.get());
    let other = match (arguments.is_around_leaders, &verification) {
        (true, _) => Some(around_leaders(&material, &grown.documents, k, &decisions, &preference)?),
        (false, Some(verification)) => Some(connected(verification, &material, &grown.documents, k)),
        (false, None) => None,
    };
    let condition = arguments.verify.condition.as_ref().map(ToString::to_string).unwrap_or_default();
    let verifier = verification.as_ref().and_then(|verification| verification.verifier(&material));
    let confirms = |a: u32, b: u32| verifier.as_ref().is_none_or(|verifier| verifier.confirms(a, b));
    let how = match arguments.is_around_leaders {
        true => How::Leaders,
        false => How::Verified { condition: &condition, confirms: &confirms },
    };
    let id = |document: u32| material.id(document as usize);
    let subject = Subject {
        name: &material.name,
        id: &id,
        texts: material.corpus().zip(material.recipes().first()).map(|(corpus, recipe)| Texts {
            corpus,
            recipe,
            features: material.features(),
        }),
        signatures: &material.signatures,
        bits: material.bits,
        documents: &grown.documents,
        tree: &grown.tree,
        spread: &grown.measured.spread,
        sweep: &grown.measured.sweep,
        by_labels: by_labels.as_deref(),
        judged: judged.as_ref(),
        decided: Some(Decided { decisions: &decisions, preference: &preference }),
        grouped: other.as_ref().map(|groups| Grouped { groups, how }),
    };
    let settings = Settings {
        k: arguments.k.k,
        condition: confirming(arguments),
        work: Some(10 * Confirmed::WORK_OF_A_SECOND),
        targets: Targets { precision: arguments.min_precision, recall: arguments.min_recall },
    };
    let report = material.watch.during("comparing exactly", Unit::Pairs, |progress| {
        finished(Report::gather(subject, settings, progress))
    });
    let dedup = material.corpus().map(|_| dedup_command(words, &arguments.input.paths));
    let page = Page {
        lang: arguments.input.lang.unwrap_or_else(lang),
        command: Some(&report_command(words)),
        dedup: dedup.as_deref(),
    };
    let html = report.html(&page);
    allowed(arguments)?;
    Ok(write_whole(path, arguments.may_replace, |out| out.write_all(html.as_bytes()))?)
}

/// What confirms a pair where all confirmed pairs are counted.
fn confirming(arguments: &ReportArguments) -> Condition {
    let countable = arguments.verify.condition.filter(|condition| Join::can(condition.measure));
    let condition = countable.unwrap_or(Condition::DEFAULT);
    let at_least = arguments.tau.unwrap_or((condition.at_least * 100.0).round() / 100.0);
    Condition { at_least, ..condition }
}

/// What the judgements say of the pairs at every k, if a file of them was named.
fn by_judgements(
    arguments: &ReportArguments,
    material: &Material,
    grown: &Grown,
) -> Result<Option<Judged>, Failure> {
    let Some(path) = &arguments.judgements else { return Ok(None) };
    let Some(corpus) = material.corpus() else {
        let what = lang().pick((
            "--judgements: judgements are about texts, and a signature file has none; give the texts",
            "--judgements：判定针对文本，而签名文件没有文本；请给出文本",
        ));
        return Err(Failure::Usage(what.to_owned()));
    };
    let known = judge::known(path, corpus)?;
    let is_compared = |document: u32| grown.documents.binary_search(&document).is_ok();
    let of = |document: u32| material.signatures.get(document as usize);
    let counts = grown.measured.spread.pairs().counts();
    let judged = known.judged(counts, &material.recipe_line(), |(a, b)| {
        (is_compared(a) && is_compared(b)).then(|| distance(of(a), of(b)))
    });
    if judged.largest().is_none() {
        let shown = simscope_core::visible::line(&path.to_string_lossy()).into_owned();
        return Err(Failure::Failed(say!(
            "{shown}: no pair of this corpus is judged",
            "{shown}：此语料没有已判定的文档对"
        )));
    }
    Ok(Some(judged))
}

/// The report that a call of `dedup` asks for, checked before the work begins.
pub(super) fn of_dedup(
    page: &Path,
    words: &[OsString],
) -> Result<(Box<ReportArguments>, Vec<OsString>), Failure> {
    let words = report_of_dedup(words, page);
    match Arguments::try_parse_from(&words)?.command {
        Some(Command::Report(arguments)) => {
            check_name(&arguments.output)?;
            allowed(&arguments)?;
            Ok((Box::new(arguments), words))
        }
        _ => Err(Failure::Usage(say!(
            "--report: not with these arguments; call simscope report",
            "--report：不能与这些参数同用；请用 simscope report"
        ))),
    }
}

fn check_name(path: &Path) -> Result<(), Failure> {
    if is_page(path) {
        return Ok(());
    }
    let what = say!(
        "{}: the report is a page; give a name that ends in .html",
        "{}：报告是网页；请用以 .html 结尾的名称",
        path.display()
    );
    Err(Failure::Usage(what))
}

/// The rule with its order, and what was decided by hand.
fn decided(arguments: &ReportArguments, material: &Material) -> Result<(Decisions, Preference), Failure> {
    let needs = Needs { texts: true, hashes: arguments.decisions.is_some() };
    let facts = material.corpus().map_or_else(Facts::default, |corpus| Facts::of(corpus, needs));
    let asked =
        Asked { keep: arguments.keep.as_ref(), file: arguments.decisions.as_deref(), k: Some(arguments.k.k) };
    let needs_texts = |keep: &Keep| !matches!(keep, Keep::First | Keep::MostCentral);
    if material.corpus().is_none() && (asked.file.is_some() || asked.keep.is_some_and(needs_texts)) {
        let what = lang().pick((
            "a signature file has no texts to decide by; give the texts, or use --keep first or most-central",
            "签名文件没有可供决定的文本；请给出文本，或用 --keep first 或 most-central",
        ));
        return Err(Failure::Usage(what.to_owned()));
    }
    let decisions = decisions(asked, material, &facts)?;
    let read = (&arguments.input.sources()?[..], &arguments.input.read_options());
    let preference = preference(&decisions.keep, read, material, &facts)?;
    Ok((decisions, preference))
}

/// Fails if the page would replace what it must not.
fn allowed(arguments: &ReportArguments) -> Result<(), Failure> {
    let recipe = &arguments.input.recipe;
    let ReportArguments { decisions, labels, judgements, .. } = arguments;
    let tables =
        [&recipe.jieba_dict, &recipe.jieba_idf, &recipe.stop_words, &labels.file, decisions, judgements];
    let inputs = (arguments.input.paths.iter().map(|path| path.as_path()))
        .chain(tables.into_iter().flatten().map(|path| path.as_path()))
        .chain(recipe.recipe.as_ref().map(|asked| Path::new(&asked.name)));
    Ok(guard(&arguments.output, inputs, arguments.may_replace)?)
}
