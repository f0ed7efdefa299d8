//! Pairs that should be judged, and answers about them.

use super::InputError;
use super::asking::{Asking, Comparison, Frame, judged, of_argument, ready};
use super::tables::Table;
use super::texts::Asked;
use arrow_array::{ArrayRef, LargeStringArray};
use pyo3::prelude::*;
use simscope::corpus::text_hash;
use simscope::decide::promise::PILOT;
use simscope::evidence::Selection;
use simscope::judgements::{self, Judgement, Named, Verdict};
use std::path::PathBuf;
use std::sync::Arc;

/// The pairs that `simscope judge --right --draw` draws, and how far the promise has come. An answer and a note are to be filled in.
#[pyfunction]
pub(super) fn draw(
    py: Python<'_>,
    frame: Frame<'_>,
    asked: Asked,
    asking: Asking,
    pairs: usize,
    before: Option<Bound<'_, Comparison>>,
    bar: Option<Py<PyAny>>,
) -> PyResult<(Table, String)> {
    let known = (before.as_ref().map(Bound::get), bar.as_ref());
    let (compared, ready) = ready(py, &frame, &asked, &asking, known)?;
    let said = ready.known.said().collect();
    let deciding = ready.deciding(&said);
    let Some(drawn) = ready.promise(py, &asking, (&compared, &deciding), known)? else {
        return Err(InputError::new_err("right: give the share that should be right, 0.9 or 0.95"));
    };
    let promise = &drawn.promise;
    let drawn = promise.draw(pairs);
    let mut told = promise.progress();
    let candidates = promise.candidates().len();
    if promise.counts()[0] == 0 && (1..2 * PILOT).contains(&candidates) {
        told =
            format!("only {candidates} pairs are similar enough: nearly all of them are asked about; {told}");
    }
    let document = |pair: &[u32; 2], side: usize| compared.all().get(pair[side] as usize);
    let column = |of: &dyn Fn(&[u32; 2]) -> String| -> ArrayRef {
        Arc::new(drawn.iter().map(|pair| Some(of(pair))).collect::<LargeStringArray>())
    };
    let empty = || column(&|_| String::new());
    let table = Table::of([
        ("answer", empty()),
        ("note", empty()),
        ("id_a", column(&|pair| document(pair, 0).id.to_owned())),
        ("id_b", column(&|pair| document(pair, 1).id.to_owned())),
        ("text_a", column(&|pair| document(pair, 0).text.to_owned())),
        ("text_b", column(&|pair| document(pair, 1).text.to_owned())),
        (
            "texts",
            column(&|pair| {
                let [a, b] = [0, 1].map(|side| text_hash(document(pair, side).text));
                format!("{a:016x}-{b:016x}")
            }),
        ),
    ])?;
    Ok((table, told))
}

/// Adds answers about drawn pairs to a file of judgements, as `simscope judge --read` does: ids, hashes of the texts, answers and notes.
/// Returns how many were added, and how many were there already.
#[pyfunction]
pub(super) fn judge(
    py: Python<'_>,
    file: PathBuf,
    rows: Vec<(String, String, String, String, String)>,
    who: Option<String>,
) -> PyResult<(usize, usize)> {
    let (who, time) = (who.unwrap_or_else(judgements::who), judgements::now());
    let mut answered = Vec::new();
    for (row, (id_a, id_b, texts, answer, note)) in rows.into_iter().enumerate() {
        if answer.trim().is_empty() {
            continue;
        }
        let bad = |column: &str, value: &str| {
            let what = "yes, no or unsure (y, n, ?)";
            InputError::new_err(format!("answers: row {row}: {column} has {value:?}; an answer is {what}"))
        };
        let verdict = Verdict::parse(&answer).ok_or_else(|| bad("answer", &answer))?;
        let hashes = texts.split_once('-');
        let hashes = hashes.map(|(a, b)| [a, b].map(|one| u64::from_str_radix(one, 16).ok()));
        let Some([Some(a), Some(b)]) = hashes else { return Err(bad("texts", &texts)) };
        answered.push(Judgement {
            pair: [Named { id: id_a, hash: a }, Named { id: id_b, hash: b }],
            distance: 0,
            verdict: Some(verdict),
            note: note.trim().to_owned(),
            time: time.clone(),
            recipe: String::new(),
            who: who.clone(),
            selection: Selection::Drawn,
        });
    }
    let before = judged(py, &file)?;
    let newest = |pair: &Judgement| {
        let mut same =
            before.lines.iter().rev().filter(|known| known.is_about(pair) && known.who == pair.who);
        same.next().is_some_and(|known| (known.verdict, &known.note) == (pair.verdict, &pair.note))
    };
    let all = answered.len();
    answered.retain(|judgement| !newest(judgement));
    judgements::append(&file, &answered).map_err(|error| of_argument("judgements", error))?;
    Ok((answered.len(), all - answered.len()))
}
