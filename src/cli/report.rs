//! `simscope report`: one page for others.

use super::advise::Grown;
use super::arguments::ReportArguments;
use super::failure::Failure;
use super::material::{Material, finished};
use super::watch::{Unit, note};
use crate::analysis::field_values;
use crate::corpus::{Corpus, Lookup};
use crate::decide::{self, Decisions, Keep, Preference};
use crate::evidence::{Curve, Sampling, Targets};
use crate::export::{Guarded, guard, write_whole};
use crate::files;
use crate::report::{Decided, Page, Report, Settings, Subject, Texts, quoted};
use crate::visible;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// `words` is the command line.
pub(super) fn run(arguments: &ReportArguments, words: &[OsString]) -> Result<(), Failure> {
    let path = arguments.output.as_path();
    let ending = path.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase);
    if !matches!(ending.as_deref(), Some("html" | "htm")) {
        let what = format!("-o {}: the report is a page; give a name that ends in .html", path.display());
        return Err(Failure::Usage(what));
    }
    // Before what takes long, and again before the file is written.
    allowed(arguments)?;
    let material = Material::load(&arguments.input)?;
    let known = arguments.labels.read(&material)?;
    let grown = Grown::of(&material, &arguments.empty, arguments.k.k);
    let is_labelled = known.is_some() || grown.measured.labelled.is_some();
    let by_labels: Option<Vec<Curve>> =
        is_labelled.then(|| grown.by_labels(&material, known.as_ref())).transpose()?;
    let decisions = decisions(arguments, &material)?;
    let preference = preference(&decisions.keep, arguments, &material)?;
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
        measured: &grown.measured,
        by_labels: by_labels.as_deref(),
        decided: Some(Decided { decisions: &decisions, preference: &preference }),
    };
    let settings = Settings {
        k: arguments.k.k,
        tau: arguments.tau,
        sampling: Sampling { seed: arguments.seed, ..Sampling::default() },
        targets: Targets { precision: arguments.min_precision, recall: arguments.min_recall },
    };
    let report = material.watch.during("comparing exactly", Unit::Pairs, |progress| {
        finished(Report::gather(subject, settings, progress))
    });
    let page = Page { lang: arguments.input.lang.unwrap_or_default(), command: &command(words) };
    let html = report.html(&page);
    allowed(arguments)?;
    Ok(write_whole(path, |out| out.write_all(html.as_bytes()))?)
}

/// The rule, and what was decided by hand. What does not fit the corpus is said on standard error.
fn decisions(arguments: &ReportArguments, material: &Material) -> Result<Decisions, Failure> {
    let keep = arguments.keep.clone();
    let Some(path) = &arguments.decisions else { return Ok(Decisions::by(keep.unwrap_or_default())) };
    let Some(corpus) = material.corpus() else {
        let what = "--decisions: decisions name documents by their texts, and a signature file has none; give the texts";
        return Err(Failure::Usage(what.to_owned()));
    };
    let text =
        files::read_small(path, decide::LARGEST_FILE).map_err(|error| Failure::Failed(error.to_string()))?;
    let shown = visible::line(&path.to_string_lossy()).into_owned();
    let (mut decisions, _, unfit) = decide::read(&text, &Lookup::new(corpus))
        .map_err(|error| Failure::Failed(format!("{shown}: {error}")))?;
    if let Some(first) = unfit.first() {
        note(&format!("{shown}: {} decisions are not used: {first}", unfit.len()));
    }
    decisions.keep = keep.unwrap_or(decisions.keep);
    Ok(decisions)
}

/// The order of the rule.
fn preference(keep: &Keep, arguments: &ReportArguments, material: &Material) -> Result<Preference, Failure> {
    let Some(field) = keep.field() else {
        let texts = material.corpus().into_iter().flat_map(Corpus::iter);
        let lengths: Vec<u32> = match keep {
            Keep::Longest | Keep::Shortest => {
                texts.map(|document| document.text.chars().count() as u32).collect()
            }
            _ => Vec::new(),
        };
        return Ok(Preference::of_texts(keep.clone(), &lengths));
    };
    let Some(corpus) = material.corpus() else {
        return Err(Failure::Usage(format!("--keep {keep}: a signature file has no fields; give the texts")));
    };
    let (sources, options) = (arguments.input.sources(), arguments.input.read_options());
    let values = material.watch.during("reading values", Unit::Bytes, |progress| {
        field_values((&sources, &options), field, corpus, progress)
    })?;
    let id = |document: usize| material.id(document).to_owned();
    Preference::of_values(keep.clone(), values.iter().map(Option::as_deref), &id)
        .map_err(|error| Failure::Failed(error.to_string()))
}

/// Fails if the page would replace what it must not.
fn allowed(arguments: &ReportArguments) -> Result<(), Failure> {
    let recipe = &arguments.input.recipe;
    let ReportArguments { decisions, labels, .. } = arguments;
    let tables = [&recipe.jieba_dict, &recipe.jieba_idf, &recipe.stop_words, &labels.file, decisions];
    let inputs = (arguments.input.paths.iter().map(|path| path.as_path()))
        .chain(tables.into_iter().flatten().map(|path| path.as_path()))
        .chain(recipe.recipe.as_deref().map(Path::new));
    Ok(guard(&arguments.output, inputs, arguments.may_replace)?)
}

impl From<Guarded> for Failure {
    fn from(guarded: Guarded) -> Self {
        Failure::Failed(guarded.to_string())
    }
}

/// The command line as it can be typed again; whether the page may replace another is no part of it.
fn command(words: &[OsString]) -> String {
    let rest = words.iter().skip(1).map(OsString::as_os_str).filter(|word| *word != "--force");
    quoted([OsStr::new("simscope")].into_iter().chain(rest))
}
