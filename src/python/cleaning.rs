//! Cleaning: what goes, what is held, and what is promised of it.

use super::asking::{Asking, Comparison, Frame, ready};
use super::columns::Column;
use super::run::detached;
use super::tables::Table;
use super::texts::Asked;
use arrow_array::{ArrayRef, BooleanArray, Float64Array, LargeStringArray, StringArray, UInt32Array};
use pyo3::prelude::*;
use simscope::analysis::{Compared, Outcome, Promise, Reviewing};
use simscope::decide::clean::{Alarm, Cover, PartName, Parts, Questions, Row, drawn_under};
use simscope::display;
use std::sync::Arc;

/// What is promised.
#[derive(IntoPyObject)]
struct Promised {
    holds: bool,
    is_done: bool,
    answers: usize,
    wrong: usize,
    goes: usize,
    progress: String,
    sentences: Vec<String>,
}

impl Promised {
    fn of(promise: &Promise, dropped: usize) -> Self {
        let [answers, wrong] = promise.counts();
        let mut sentences = match promise.holds() {
            true => promise.say(dropped).to_vec(),
            false => Vec::new(),
        };
        sentences.extend(promise.repeated().into_iter().chain(promise.agreement()));
        Self {
            holds: promise.holds(),
            is_done: promise.is_done(),
            answers,
            wrong,
            goes: promise.goes().count(),
            progress: promise.progress(),
            sentences,
        }
    }
}

/// What was decided: whether each row stays; what goes, what is held, the differences; the alarms with their names, their texts and
/// whether they stop; how many of the rows that go are confirmed; what should be asked: a difference, the question, and how many rows more
/// go; what is promised.
#[derive(IntoPyObject)]
pub(super) struct Deduped {
    comparison: Comparison,
    kept: Column,
    dropped: Table,
    held: Table,
    differences: Table,
    alarms: Vec<(String, String, bool)>,
    confirmed: usize,
    questions: Vec<(String, String, usize)>,
    promised: Option<Promised>,
}

/// What `simscope dedup` decides of these texts. `before` has them compared.
#[pyfunction]
pub(super) fn dedup(
    py: Python<'_>,
    frame: Frame<'_>,
    asked: Asked,
    asking: Asking,
    before: Option<Bound<'_, Comparison>>,
    bar: Option<Py<PyAny>>,
) -> PyResult<Deduped> {
    let before = before.as_ref().map(Bound::get);
    let (compared, ready) = ready(py, &frame, &asked, &asking, (before, bar.as_ref()))?;
    let (condition, said) = (ready.condition, ready.known.said().collect());
    let deciding = ready.deciding(&said);
    let drawn = ready.promise(py, &asking, (&compared, &deciding), (before, bar.as_ref()))?;
    let promise = drawn.as_ref().map(|drawn| &drawn.promise);
    let (Outcome { cleaned, rows, questions }, reviewed) = detached(py, bar.as_ref(), |_| {
        let outcome = match promise {
            None => compared.decide(&deciding),
            Some(promise) => Outcome {
                cleaned: compared.promised(&deciding, promise),
                rows: Vec::new(),
                questions: Questions::default(),
            },
        };
        let label = |document: u32| compared.all().get(document as usize).label.unwrap_or_default();
        let parts = [Parts { named: PartName::Label, of: &label }];
        let under = drawn_under(condition, asking.within);
        let reviewing = Reviewing {
            condition,
            rules: &ready.rules,
            parts: &parts,
            known: &ready.known,
            under: &under,
            seed: asking.seed,
        };
        let reviewed = compared.review(&outcome.cleaned, &reviewing);
        Some((outcome, reviewed))
    })?;
    let mut alarms = reviewed.alarms;
    if promise.is_some() {
        alarms = alarms.into_iter().filter_map(Alarm::under_promise).collect();
    }
    let kept: BooleanArray =
        (0..compared.documents()).map(|document| Some(cleaned.is_kept(document))).collect();
    let gone: Vec<(u32, &Cover)> = cleaned.gone().collect();
    let held: Vec<(u32, &Cover)> = cleaned.held().collect();
    let alarms = alarms.iter();
    let alarms = alarms.map(|alarm| (alarm.name().to_owned(), alarm.to_string(), alarm.stops())).collect();
    let asked = questions.asked.iter();
    let asked = asked.map(|one| (one.subject.to_string(), one.ask(display::lang()), one.lets)).collect();
    Ok(Deduped {
        kept: Column(Arc::new(kept)),
        dropped: covers(&gone, &compared)?,
        held: covers(&held, &compared)?,
        differences: differences(&rows, &compared)?,
        alarms,
        confirmed: reviewed.confirmed,
        questions: asked,
        promised: promise.map(|promise| Promised::of(promise, gone.len())),
        comparison: Comparison { compared, within: asking.within, drawn },
    })
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
    let text = |rows: &[u32]| -> ArrayRef {
        let texts = rows.iter().map(|&row| Some(compared.all().get(row as usize).text));
        Arc::new(texts.collect::<LargeStringArray>())
    };
    let texts = (text(&gone), text(&kept));
    Table::of([
        ("id", id(&gone)),
        ("kept", id(&kept)),
        ("kind", Arc::new(kinds)),
        ("similarity", number(|cover| cover.similarity)),
        ("lost", number(|cover| cover.lost)),
        ("differences", Arc::new(differences)),
        ("row", Arc::new(UInt32Array::from(gone))),
        ("kept_row", Arc::new(UInt32Array::from(kept))),
        ("text", texts.0),
        ("kept_text", texts.1),
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
