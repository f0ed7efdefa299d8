//! `simscope sensitivity`: how edits move a signature, and which documents are too short for k.

use super::arguments::SensitivityArguments;
use super::explain::choose;
use super::failure::Failure;
use super::language::pick;
use super::material::{begin, finished, frequencies, read_texts, refuse_signatures};
use super::watch::{Unit, Watch, note};
use simscope_core::corpus::Corpus;
use simscope_core::display::{Lang, lang};
use simscope_core::export::{Risk, Sensitivity};
use simscope_core::recipe::{DocumentFrequencies, Recipe};
use simscope_core::sensitivity::{
    Battery, Bench, Curve, Experiment, Influence, Margins, length, lengths, vocabulary,
};
use simscope_core::simhash::trace;

pub(super) fn run(arguments: &SensitivityArguments) -> Result<(), Failure> {
    let what = (
        "sensitivity: a signature file has no texts to edit; give the texts that it was made from",
        "sensitivity：签名文件没有文本可编辑；请给出生成它的文本",
    );
    refuse_signatures(&arguments.input, what)?;
    let (recipe, watch) = begin(&arguments.input)?;
    let corpus = read_texts(&arguments.input, watch)?;
    match arguments.is_risk {
        true => risk(arguments, &corpus, recipe, watch),
        false => one(arguments, &corpus, recipe, watch),
    }
}

/// What edits do to one text.
fn one(asked: &SensitivityArguments, corpus: &Corpus, recipe: Recipe, watch: Watch) -> Result<(), Failure> {
    let (id, text) = choose("sensitivity", corpus, asked.text.as_deref(), asked.id.as_deref())?;
    let SensitivityArguments { edits, seed, texts, .. } = *asked;
    let frequencies = frequencies(corpus, &recipe, watch);
    let trace = trace(&recipe, frequencies.as_ref(), text);
    let vocabulary = vocabulary(corpus, seed);
    let bench =
        Bench { recipe: &recipe, frequencies: frequencies.as_ref(), vocabulary: &vocabulary, seed, edits };
    let battery = watch.during(("editing", "改动文本"), Unit::Edits, |progress| {
        finished(Battery::run(text, &asked.edit, bench, progress, &mut |_| {}))
    });
    let curve = measure(corpus, &recipe, frequencies.as_ref(), Experiment { edits, seed, texts }, watch);
    let features = length(text, &recipe);
    let sensitivity = Sensitivity {
        id,
        recipe,
        trace: &trace,
        features,
        k: asked.k.k,
        edits,
        seed,
        influence: &Influence::of(&trace, &recipe),
        margins: &Margins::of(&trace),
        battery: Some(&battery),
        curve: Some(&curve),
        corpus: corpus.name(),
    };
    let about = sensitivity.about();
    asked.output.write_about(&[recipe], &about, |format, out| sensitivity.write(format, out))
}

/// The documents that one edit moves by more than k, more often than not.
fn risk(asked: &SensitivityArguments, corpus: &Corpus, recipe: Recipe, watch: Watch) -> Result<(), Failure> {
    let frequencies = frequencies(corpus, &recipe, watch);
    let experiment = Experiment { edits: 1, seed: asked.seed, texts: asked.texts };
    let curve = measure(corpus, &recipe, frequencies.as_ref(), experiment, watch);
    let lengths = watch.during(("signing", "计算签名"), Unit::Documents, |progress| {
        finished(lengths(corpus, &recipe, progress))
    });
    let documents = corpus.iter().zip(lengths).map(|(document, length)| (document.id, length));
    let risk = Risk::of(documents, &curve, asked.k.k);
    let summary = risk.summary(Lang::En);
    if !asked.output.format().is_table() {
        note(&risk.summary(lang()).join(pick((" ", ""))));
    }
    asked.output.write_about(&[recipe], &summary, |format, out| risk.write(format, &[recipe], out))
}

pub(super) fn measure(
    corpus: &Corpus,
    recipe: &Recipe,
    frequencies: Option<&DocumentFrequencies>,
    experiment: Experiment,
    watch: Watch,
) -> Curve {
    watch.during(("measuring", "度量"), Unit::Lengths, |progress| {
        finished(Curve::measure(corpus, recipe, frequencies, experiment, progress, &mut |_| {}))
    })
}
