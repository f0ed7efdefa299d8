//! What needs the texts: signatures, advice, cleaning, explanations.

use super::columns::{Column, Table};
use super::given::Texts;
use super::run::{Watching, detached};
use super::searching::written;
use super::{InputError, RecipeError};
use arrow_array::builder::FixedSizeBinaryBuilder;
use arrow_array::{ArrayRef, BooleanArray, Float64Array, StringArray, UInt32Array, UInt64Array};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use simscope::analysis::{
    self, Analysed, Cleaning, Compared, Deciding, Outcome, Phase, Reach, Reviewing, Watched,
};
use simscope::cli;
use simscope::corpus::{Corpus, Document, Lookup};
use simscope::decide::clean::{Cover, PartName, Parts, Row, Rules, Said, Subject};
use simscope::decide::{self, Decisions, Keep, Preference};
use simscope::display;
use simscope::evidence::{Advice, Basis, Confirmed, Curve, Targets};
use simscope::export::{Advised, Explained, Format, write_curves};
use simscope::groups::Effort;
use simscope::judgements::KnownJudgements;
use simscope::measures::Condition;
use simscope::recipe::{Recipe, Weighting};
use simscope::simhash::{self, Signed};
use std::ffi::CString;
use std::fmt::Display;
use std::sync::Arc;

/// A recipe by its name or its file, and another width.
type Asked = (String, Option<u8>);

fn recipe((name, bits): &Asked) -> PyResult<Recipe> {
    cli::recipe(name, *bits).map_err(RecipeError::new_err)
}

fn wrong(error: impl Display) -> PyErr {
    InputError::new_err(error.to_string())
}

/// A corpus of these texts; a missing one is empty.
fn corpus(
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

fn condition(asked: Option<&str>) -> PyResult<Condition> {
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
    let hundredths = condition.hundredths().unwrap_or(0);
    let asked = (condition.measure, Confirmed::LEAST.min(hundredths));
    let count = |progress: &_| Confirmed::count(&grown.subject()?, asked, Some(work), progress);
    let confirmed = watching.during(Phase::Confirming, count)?;
    let mut advices = confirmed.advise(hundredths, targets, &grown.largest());
    if advices[0].may_be_wider() {
        let wide = grown.confirmed_wide((condition.measure, hundredths), Some(work), watching);
        wide.inspect(|wide| advices[0].compare_with(wide, hundredths));
    }
    Some((confirmed.curves(hundredths), advices))
}

fn by_labels(corpus: Corpus, recipe: Recipe, targets: Targets, watching: &Watching) -> Option<Option<Found>> {
    let Some(labelled) = grown(corpus, recipe, watching)?.by_labels() else { return Some(None) };
    let curves = [labelled.pairs, labelled.groups];
    let advices = [&curves[0], &curves[1]].map(|curve| Advice::of(curve, Basis::Labels, targets));
    Some(Some((curves, advices)))
}

/// The columns of a table that is to be cleaned: texts, ids, labels, and the values of the field of the rule.
#[derive(FromPyObject)]
pub(super) struct Frame<'py> {
    text: Bound<'py, PyAny>,
    id: Option<Bound<'py, PyAny>>,
    label: Option<Bound<'py, PyAny>>,
    values: Option<Bound<'py, PyAny>>,
}

/// What is asked of a cleaning.
#[derive(FromPyObject)]
pub(super) struct Asking {
    confirm: Option<String>,
    keep: Option<String>,
    same_if: Vec<String>,
    matters: Vec<String>,
    must_agree: Vec<String>,
    cut: Option<f64>,
    loss: Option<f64>,
    passage: Option<u32>,
    decisions: Option<String>,
    within: Option<u8>,
}

impl Asking {
    /// What compares texts, what is asked of one that goes, and what the file decides of documents.
    fn rules(&self, py: Python<'_>, corpus: &Corpus) -> PyResult<(Condition, Rules, Decisions)> {
        let mut decisions = Decisions::default();
        if let Some(text) = &self.decisions {
            let (read, _, unfit) = decide::read(text, &Lookup::new(corpus)).map_err(wrong)?;
            if let Some(first) = unfit.first() {
                let told = format!("decisions: {} not used: {first}", unfit.len());
                let warning = py.get_type::<PyUserWarning>();
                PyErr::warn(py, &warning, &CString::new(told)?, 2)?;
            }
            decisions = read;
        }
        let mut rules = std::mem::take(&mut decisions.rules);
        let mut condition = match &self.confirm {
            Some(asked) => condition(Some(asked))?,
            None => Condition { at_least: rules.cut, ..Condition::DEFAULT },
        };
        for (name, share) in [("cut", self.cut), ("loss", self.loss)] {
            if share.is_some_and(|share| !(0.0..=1.0).contains(&share)) {
                return Err(InputError::new_err(format!("{name}: use a number from 0 to 1")));
            }
        }
        condition.at_least = self.cut.unwrap_or(condition.at_least);
        condition.check_of_drop().map_err(wrong)?;
        rules.cut = condition.at_least;
        rules.loss = self.loss.or(rules.loss);
        rules.passage = self.passage.unwrap_or(rules.passage);
        for (subjects, matters) in [(&self.same_if, false), (&self.matters, true)] {
            for subject in subjects {
                rules.matters.say(&subject.parse::<Subject>().map_err(wrong)?, matters);
            }
        }
        for pattern in &self.must_agree {
            rules.must_agree.push(pattern.parse().map_err(wrong)?);
        }
        Ok((condition, rules, decisions))
    }

    /// The order in which documents stay.
    fn preference(&self, corpus: &Corpus, values: Option<&[Option<&str>]>) -> PyResult<Option<Preference>> {
        let Some(keep) = &self.keep else { return Ok(None) };
        let keep: Keep = keep.parse().map_err(wrong)?;
        let lengths =
            || corpus.iter().map(|document| document.text.chars().count() as u32).collect::<Vec<_>>();
        Ok(Some(match (&keep, values) {
            (Keep::MostCentral, _) => {
                return Err(InputError::new_err(
                    "keep='most-central' needs groups by distance; use first, longest, shortest, newest:FIELD, oldest:FIELD or best:FIELD",
                ));
            }
            (_, Some(values)) => {
                let id = |document: usize| corpus.get(document).id.to_owned();
                Preference::of_values(keep, values.iter().copied(), &id).map_err(wrong)?
            }
            (_, None) => Preference::of_texts(keep, &lengths()),
        }))
    }
}

/// Whether each row stays; what goes, what is held, the differences; the alarms with their names, their texts and whether they stop; how
/// many of the rows that go are confirmed; what should be asked: a difference, the question, and how many rows more go.
type Deduped =
    (Column, Table, Table, Table, Vec<(String, String, bool)>, usize, Vec<(String, String, usize)>);

/// What `simscope dedup` decides of these texts.
#[pyfunction]
pub(super) fn dedup(
    py: Python<'_>,
    frame: Frame<'_>,
    asked: Asked,
    asking: Asking,
    bar: Option<Py<PyAny>>,
) -> PyResult<Deduped> {
    let recipe = recipe(&asked)?;
    let column = |column: &Option<Bound<'_, PyAny>>, what| {
        column.as_ref().map(|column| Texts::of(column, what)).transpose()
    };
    let texts = Texts::of(&frame.text, "text")?;
    let (ids, labels, values) =
        (column(&frame.id, "id")?, column(&frame.label, "label")?, column(&frame.values, "keep")?);
    let [ids, labels, values] = [&ids, &labels, &values].map(|column| column.as_ref().map(Texts::all));
    let corpus = corpus(&texts.all(), ids.as_deref(), labels.as_deref())?;
    let (condition, rules, decisions) = asking.rules(py, &corpus)?;
    let preference = asking.preference(&corpus, values.as_deref())?;
    let (compared, outcome, reviewed) = detached(py, bar.as_ref(), |watching| {
        let signed = match asking.within {
            Some(_) => Some(Analysed::sign(corpus.clone(), recipe, watching)?.signatures),
            None => None,
        };
        let cleaning = Cleaning {
            condition,
            within: signed.as_deref().zip(asking.within),
            ..Cleaning::of(&corpus, &recipe)
        };
        let compared = cleaning.compare(watching)?;
        let outcome = compared.decide(&Deciding {
            rules: &rules,
            preference: preference.as_ref(),
            decisions: &decisions,
            said: &Said::default(),
            keeps_none: false,
        });
        let label = |document: u32| corpus.get(document as usize).label.unwrap_or_default();
        let parts = [Parts { named: PartName::Label, of: &label }];
        let reviewing = Reviewing {
            condition,
            rules: &rules,
            parts: &parts,
            known: &KnownJudgements::default(),
            under: "",
            seed: 1,
        };
        let reviewed = compared.review(&outcome.cleaned, &reviewing);
        Some((compared, outcome, reviewed))
    })?;
    let Outcome { cleaned, rows, questions } = outcome;
    let kept: BooleanArray = (0..corpus.len()).map(|document| Some(cleaned.is_kept(document))).collect();
    let gone: Vec<(u32, &Cover)> = cleaned.gone().collect();
    let held: Vec<(u32, &Cover)> = cleaned.held().collect();
    let alarms = reviewed.alarms.iter();
    let alarms = alarms.map(|alarm| (alarm.name().to_owned(), alarm.to_string(), alarm.stops())).collect();
    let asked = questions.asked.iter();
    let asked = asked.map(|one| (one.subject.to_string(), one.ask(display::lang()), one.lets)).collect();
    Ok((
        Column(Arc::new(kept)),
        covers(&gone, &compared)?,
        covers(&held, &compared)?,
        differences(&rows, &compared)?,
        alarms,
        reviewed.confirmed,
        asked,
    ))
}

/// The rows of the documents that something else covers.
fn covers(rows: &[(u32, &Cover)], compared: &Compared) -> PyResult<Table> {
    let row = |of: fn(&(u32, &Cover)) -> u32| rows.iter().map(of).collect::<Vec<u32>>();
    let (gone, kept) = (row(|row| row.0), row(|row| row.1.by));
    let id = |rows: &[u32]| -> ArrayRef {
        let ids = rows.iter().map(|&row| Some(compared.all().get(row as usize).id));
        Arc::new(ids.collect::<StringArray>())
    };
    let kinds: StringArray = rows.iter().map(|(_, cover)| Some(cover.kind.name())).collect();
    let number = |of: fn(&Cover) -> f64| -> ArrayRef {
        Arc::new(Float64Array::from(rows.iter().map(|(_, cover)| of(cover)).collect::<Vec<_>>()))
    };
    let differences: StringArray =
        rows.iter().map(|(gone, cover)| Some(compared.differences(*gone, cover.by))).collect();
    Table::of([
        ("id", id(&gone)),
        ("kept", id(&kept)),
        ("kind", Arc::new(kinds)),
        ("similarity", number(|cover| cover.similarity)),
        ("lost", number(|cover| cover.lost)),
        ("differences", Arc::new(differences)),
        ("row", Arc::new(UInt32Array::from(gone))),
        ("kept_row", Arc::new(UInt32Array::from(kept))),
    ])
}

/// The differences of the corpus, as `simscope differences` lists them.
fn differences(rows: &[Row], compared: &Compared) -> PyResult<Table> {
    let mut class = String::new();
    let mut classes: Vec<String> = Vec::new();
    for row in rows {
        if !row.is_below {
            class = row.subject.to_string();
        }
        classes.push(class.clone());
    }
    let text = |of: &dyn Fn(&Row) -> Option<String>| -> ArrayRef {
        Arc::new(rows.iter().map(of).collect::<StringArray>())
    };
    let count = |of: fn(&Row) -> usize| -> ArrayRef {
        Arc::new(rows.iter().map(|row| Some(of(row) as u32)).collect::<UInt32Array>())
    };
    let id = |document: u32| compared.all().get(document as usize).id.to_owned();
    Table::of([
        ("class", Arc::new(StringArray::from(classes))),
        ("difference", text(&|row| row.is_below.then(|| row.subject.to_string()))),
        ("pairs", count(|row| row.pairs)),
        ("waits", count(|row| row.held)),
        ("goes", count(|row| row.gone)),
        ("matters", Arc::new(rows.iter().map(|row| Some(row.matters)).collect::<BooleanArray>())),
        ("why", text(&|row| Some(row.say_why(display::lang())))),
        ("id", text(&|row| row.example.map(|pair| id(pair.0)))),
        ("kept", text(&|row| row.example.map(|pair| id(pair.1)))),
        ("example", text(&|row| row.example.map(|pair| compared.differences(pair.0, pair.1)))),
    ])
}

/// What `simscope explain` writes of a text, as JSON.
#[pyfunction]
pub(super) fn explain(text: &str, asked: Asked) -> PyResult<String> {
    let recipe = recipe(&asked)?;
    let trace = simhash::trace(&recipe, None, text);
    written(|out| Explained { id: None, recipe, trace: &trace }.write(Format::Jsonl, out))
}
