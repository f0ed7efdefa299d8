//! Which part of a text is in which other.

use super::given::Texts;
use super::run::detached;
use super::tables::Table;
use arrow_array::{ArrayRef, Float64Array, StringArray, UInt32Array};
use pyo3::prelude::*;
use simscope::analysis::{Phase, Watched};
use simscope::passages::{Definition, Passage, Passages, place, words};
use std::convert::Infallible;
use std::sync::Arc;

/// What is asked of passages.
#[derive(FromPyObject)]
pub(super) struct Asked {
    min_words: u32,
    run: u32,
    gap: u32,
    most_texts: Option<u32>,
}

/// A row for each passage; places in texts are characters.
#[pyfunction]
pub(super) fn passages(
    py: Python<'_>,
    texts: &Bound<'_, PyAny>,
    against: Option<Bound<'_, PyAny>>,
    given: Vec<String>,
    asked: Asked,
    bar: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let texts = Texts::of(texts, "passages")?;
    let others = against.map(|against| Texts::of(&against, "against")).transpose()?;
    let own = texts.all();
    let all: Vec<&str> = (own.iter().copied())
        .chain(others.iter().flat_map(Texts::all))
        .map(Option::unwrap_or_default)
        .collect();
    let before = if others.is_some() { own.len() as u32 } else { 0 };
    let given: Vec<&str> = given.iter().map(String::as_str).collect();
    let Asked { min_words, run, gap, most_texts } = asked;
    let definition = Definition { words: min_words, run, gap, most: most_texts };
    let (found, lengths) = detached(py, bar.as_ref(), |watching| {
        let (passages, mut found) = (
            watching.during(Phase::Weighing, |progress| {
                Passages::of((&all, own.len()), &given, definition, progress)
            })?,
            Vec::<Passage>::new(),
        );
        let Ok(done) = watching.during(Phase::Cleaning, |progress| {
            passages.each(progress, |passage| {
                found.push(passage);
                Ok::<(), Infallible>(())
            })
        });
        done?;
        let lengths = found.iter().map(|one| one.texts.map(|text| passages.words(text).max(1)));
        let lengths: Vec<[u32; 2]> = lengths.collect();
        Some((found, lengths))
    })?;
    let places = found
        .iter()
        .map(|one| [0, 1].map(|side| place(&words(all[one.texts[side] as usize]), &one.reach(side))));
    let places: Vec<_> = places.collect();
    let whole = |of: &dyn Fn(usize) -> u32| -> ArrayRef {
        Arc::new((0..found.len()).map(of).collect::<Vec<u32>>().into_iter().collect::<UInt32Array>())
    };
    let characters = |side: usize, is_end: bool| {
        whole(&|row| {
            let place = &places[row][side];
            let end = if is_end { place.end } else { place.start };
            all[found[row].texts[side] as usize][..end].chars().count() as u32
        })
    };
    let share = |side: usize| -> ArrayRef {
        let share = |(one, of): (&Passage, &[u32; 2])| f64::from(one.words()) / f64::from(of[side]);
        Arc::new(found.iter().zip(&lengths).map(share).map(Some).collect::<Float64Array>())
    };
    let text =
        (found.iter().zip(&places)).map(|(one, [place, _])| Some(&all[one.texts[0] as usize][place.clone()]));
    Table::of([
        ("a", whole(&|row| found[row].texts[0])),
        ("from_a", whole(&|row| found[row].reach(0).start)),
        ("to_a", whole(&|row| found[row].reach(0).end)),
        ("b", whole(&|row| found[row].texts[1] - before)),
        ("from_b", whole(&|row| found[row].reach(1).start)),
        ("to_b", whole(&|row| found[row].reach(1).end)),
        ("words", whole(&|row| found[row].words())),
        ("share_a", share(0)),
        ("share_b", share(1)),
        ("start_a", characters(0, false)),
        ("end_a", characters(0, true)),
        ("start_b", characters(1, false)),
        ("end_b", characters(1, true)),
        ("text", Arc::new(text.collect::<StringArray>())),
    ])
}
