//! What needs the texts: signatures, advice, cleaning, explanations.

use super::columns::Column;
use super::given::Texts;
use super::run::{Watching, detached};
use super::searching::written;
use super::{InputError, RecipeError};
use arrow_array::builder::FixedSizeBinaryBuilder;
use arrow_array::{ArrayRef, UInt32Array, UInt64Array};
use pyo3::prelude::*;
use simscope::analysis::{self, Analysed, Phase, Reach, Watched};
use simscope::cli;
use simscope::corpus::{Corpus, Document};
use simscope::display;
use simscope::evidence::{Advice, Basis, Confirmed, Curve, Targets};
use simscope::export::{Advised, Explained, Format, write_curves};
use simscope::groups::Effort;
use simscope::handout;
use simscope::measures::Condition;
use simscope::recipe::{Recipe, Weighting};
use simscope::simhash::{self, Signed};
use std::fmt::Display;
use std::sync::Arc;

/// A recipe by its name or its file, and another width.
pub(super) type Asked = (String, Option<u8>);

pub(super) fn recipe((name, bits): &Asked) -> PyResult<Recipe> {
    cli::recipe(name, *bits).map_err(RecipeError::new_err)
}

pub(super) fn wrong(error: impl Display) -> PyErr {
    InputError::new_err(error.to_string())
}

/// A corpus of these texts; a missing one is empty.
pub(super) fn corpus(
    texts: &[Option<&str>],
    ids: Option<&[Option<&str>]>,
    labels: Option<&[Option<&str>]>,
) -> PyResult<Corpus> {
    for (what, column) in [("id", ids), ("label", labels)] {
        if let Some(column) = column.filter(|column| column.len() != texts.len()) {
            let (rows, texts) = (column.len(), texts.len());
            return Err(InputError::new_err(format!("{what}: {rows} rows, but {texts} texts")));
        }
    }
    let numbers: Vec<String> = match ids {
        None => (0..texts.len()).map(|row| row.to_string()).collect(),
        Some(_) => Vec::new(),
    };
    Ok(Corpus::of(
        "texts",
        (0..texts.len()).map(|row| Document {
            id: ids.map_or_else(|| numbers[row].as_str(), |ids| ids[row].unwrap_or_default()),
            text: texts[row].unwrap_or_default(),
            label: labels.and_then(|labels| labels[row]),
        }),
    ))
}

/// Signatures, missing where the text is, and numbers of features.
#[pyfunction]
pub(super) fn sign(
    py: Python<'_>,
    texts: &Bound<'_, PyAny>,
    asked: Asked,
    bar: Option<Py<PyAny>>,
) -> PyResult<(Column, Column, u8)> {
    let (recipe, texts) = (recipe(&asked)?, Texts::of(texts, "sign")?);
    let all = texts.all();
    let plain: Vec<&str> = all.iter().map(|text| text.unwrap_or_default()).collect();
    let frequencies = |watching: &Watching| match recipe.weighting {
        Weighting::TfIdf => {
            let documents = plain.iter().map(|text| Document { id: "", text, label: None });
            analysis::frequencies(&Corpus::of("texts", documents), &recipe, watching)
        }
        _ => Some(None),
    };
    let signed = detached(py, bar.as_ref(), |watching| {
        let frequencies = frequencies(watching)?;
        let sign = |progress: &_| simhash::sign_texts(&plain, &recipe, frequencies.as_ref(), progress);
        watching.during(Phase::Signing, sign)
    })?;
    let features = all.iter().zip(&signed).map(|(text, signed)| text.map(|_| signed.features));
    let features: ArrayRef = Arc::new(features.collect::<UInt32Array>());
    Ok((Column(signatures(&all, &signed, recipe.bits.get())), Column(features), recipe.bits.get()))
}

/// 64 bits as numbers, more as bytes with the most significant first.
fn signatures(texts: &[Option<&str>], signed: &[Signed], bits: u8) -> ArrayRef {
    let each = texts.iter().zip(signed).map(|(text, signed)| text.map(|_| signed.signature));
    if bits <= 64 {
        return Arc::new(each.map(|one| one.map(|one| one as u64)).collect::<UInt64Array>());
    }
    let bytes = bits.div_ceil(8);
    let mut column = FixedSizeBinaryBuilder::with_capacity(signed.len(), bytes.into());
    for one in each {
        match one {
            // It has the width that the column has.
            Some(one) => {
                let _ = column.append_value(&one.to_be_bytes()[16 - usize::from(bytes)..]);
            }
            None => column.append_null(),
        }
    }
    Arc::new(column.finish())
}

/// What is asked of an advice.
#[derive(FromPyObject)]
pub(super) struct Advising {
    confirm: Option<String>,
    seconds: f64,
    min_precision: Option<f64>,
    min_recall: Option<f64>,
}

pub(super) fn condition(asked: Option<&str>) -> PyResult<Condition> {
    asked.map_or(Ok(Condition::DEFAULT), |asked| asked.parse().map_err(wrong))
}

/// The rows of `simscope advise`, and its curves, as JSON lines.
#[pyfunction]
pub(super) fn advise(
    py: Python<'_>,
    texts: &Bound<'_, PyAny>,
    labels: Option<Bound<'_, PyAny>>,
    asked: Asked,
    advising: Advising,
    bar: Option<Py<PyAny>>,
) -> PyResult<(String, String)> {
    let (recipe, condition) = (recipe(&asked)?, condition(advising.confirm.as_deref())?);
    let texts = Texts::of(texts, "advise")?;
    let labels = labels.map(|labels| Texts::of(&labels, "label")).transpose()?;
    let labels = labels.as_ref().map(Texts::all);
    let corpus = corpus(&texts.all(), None, labels.as_deref())?;
    let targets = Targets { precision: advising.min_precision, recall: advising.min_recall };
    let work = (advising.seconds * Confirmed::WORK_OF_A_SECOND as f64) as u64;
    let found = detached(py, bar.as_ref(), |watching| match labels {
        Some(_) => by_labels(corpus, recipe, targets, watching),
        None => by_texts(corpus, recipe, (condition, work), targets, watching).map(Some),
    })?;
    let Some((curves, advices)) = found else {
        return Err(InputError::new_err(
            "advise: no document has a label; without label= texts are compared",
        ));
    };
    let advised = Advised { advices: &advices, how: "" };
    let rows = written(|out| advised.write(Format::Jsonl, &[recipe], out))?;
    Ok((rows, written(|out| write_curves(&curves, Format::Jsonl, &[recipe], out))?))
}

type Found = ([Curve; 2], [Advice; 2]);

/// A corpus that is signed, with its tree and what is measured on it.
fn grown(corpus: Corpus, recipe: Recipe, watching: &Watching) -> Option<Analysed> {
    let reach = (Reach::Farthest, &Effort::DEFAULT);
    Analysed::sign(corpus, recipe, watching)?.link(reach, watching)?.measure(watching)
}

fn by_texts(
    corpus: Corpus,
    recipe: Recipe,
    (condition, work): (Condition, u64),
    targets: Targets,
    watching: &Watching,
) -> Option<Found> {
    let grown = grown(corpus, recipe, watching)?;
    let (confirmed, advices) = grown.advise((condition, targets), work, watching)?;
    Some((confirmed.curves(condition.hundredths()?), advices))
}

fn by_labels(corpus: Corpus, recipe: Recipe, targets: Targets, watching: &Watching) -> Option<Option<Found>> {
    let Some(labelled) = grown(corpus, recipe, watching)?.by_labels() else { return Some(None) };
    let curves = [labelled.pairs, labelled.groups];
    let advices = [&curves[0], &curves[1]].map(|curve| Advice::of(curve, Basis::Labels, targets));
    Some(Some((curves, advices)))
}

/// What `simscope explain` writes of a text, as JSON.
#[pyfunction]
pub(super) fn explain(text: &str, asked: Asked) -> PyResult<String> {
    let recipe = recipe(&asked)?;
    let trace = simhash::trace(&recipe, None, text);
    written(|out| Explained { id: None, recipe, trace: &trace }.write(Format::Jsonl, out))
}

/// The page that `simscope explain -o FILE.html` writes of a text.
#[pyfunction]
pub(super) fn explain_page(text: &str, asked: Asked) -> PyResult<String> {
    let recipe = recipe(&asked)?;
    let trace = simhash::trace(&recipe, None, text);
    Ok(handout::page((None, text), &recipe, &trace, display::lang()))
}
