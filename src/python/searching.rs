//! What needs signatures alone: pairs, groups, the sweep, neighbours.

use super::columns::Column;
use super::given::Given;
use super::run::{Watching, detached};
use super::tables::Table;
use super::{Error, InputError};
use arrow_array::{ArrayRef, UInt8Array, UInt32Array};
use pyo3::prelude::*;
use rayon::prelude::*;
use simscope::analysis::{self, Analysed, Phase, Reach, Watched};
use simscope::export::{Format, Sweep};
use simscope::groups::Effort;
use simscope::hamming::{Pair, Signatures};
use simscope::search::{Hit, Neighbours, Purpose, Strategy, map_pairs_within, plan};
use std::convert::Infallible;
use std::sync::Arc;

/// A column of whole numbers.
fn whole(numbers: Vec<u32>) -> ArrayRef {
    Arc::new(UInt32Array::from(numbers))
}

fn small(numbers: Vec<u8>) -> ArrayRef {
    Arc::new(UInt8Array::from(numbers))
}

/// The signatures of an object, with the numbers of features and the width that are known of them.
pub(super) type Asked<'py> = (Bound<'py, PyAny>, Option<Bound<'py, Column>>, Option<u8>);

pub(super) fn given((signatures, features, bits): &Asked<'_>, what: &str) -> PyResult<Given> {
    Given::of(signatures, features.as_ref().map(Bound::get), *bits, what)
}

/// All pairs within k: a, b, distance.
#[pyfunction]
pub(super) fn pairs(py: Python<'_>, signatures: Asked<'_>, k: u8, bar: Option<Py<PyAny>>) -> PyResult<Table> {
    let Given { signatures, rows, bits } = given(&signatures, "pairs")?;
    let find = |watching: &Watching| {
        let chosen = signatures.chosen(&rows);
        let purpose = Purpose::AllPairs { threads: rayon::current_num_threads() };
        let plan = plan(&chosen, bits, k.min(bits.get()), purpose);
        let is_scan = plan.design().strategy() == Strategy::Scan;
        let phase = if is_scan { Phase::Comparing } else { Phase::Searching };
        let row = |position: u32| rows[position as usize];
        let (mut a, mut b, mut distances) = (Vec::new(), Vec::new(), Vec::new());
        let found = watching.during(phase, |progress| {
            map_pairs_within(&chosen, plan.design(), progress, &<[Pair]>::to_vec, |pairs| {
                a.extend(pairs.iter().map(|pair| row(pair.0)));
                b.extend(pairs.iter().map(|pair| row(pair.1)));
                distances.extend(pairs.iter().map(|pair| pair.2));
                Ok::<(), Infallible>(())
            })
        });
        let Ok(found) = found;
        found.map(|_| (a, b, distances))
    };
    let (a, b, distances) = detached(py, bar.as_ref(), find)?;
    Table::of([("a", whole(a)), ("b", whole(b)), ("distance", small(distances))])
}

/// For each row the number of its group (none if it is alone), its size and its first row.
#[pyfunction]
pub(super) fn groups(
    py: Python<'_>,
    signatures: Asked<'_>,
    k: u8,
    bar: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let Given { signatures, rows, bits } = given(&signatures, "groups")?;
    let cut = |watching: &Watching| {
        let reach = (Reach::AtLeast(k.min(bits.get())), &Effort::DEFAULT);
        let groups = analysis::tree(&signatures, &rows, bits, reach, watching)?.cut(k.min(bits.get()));
        let documents = 0..signatures.len() as u32;
        let number = |document| groups.number_of(document).map(|number| number as u32);
        let members = |document| Some(groups.members(groups.number_of(document)?));
        let sizes =
            documents.clone().map(|document| members(document).map_or(1, |members| members.len() as u32));
        let first =
            documents.clone().map(|document| members(document).map_or(document, |members| members[0]));
        Some((documents.clone().map(number).collect(), sizes.collect(), first.collect()))
    };
    let (numbers, sizes, first): (Vec<Option<u32>>, _, _) = detached(py, bar.as_ref(), cut)?;
    let numbers: ArrayRef = Arc::new(UInt32Array::from(numbers));
    Table::of([("group", numbers), ("size", whole(sizes)), ("representative", whole(first))])
}

/// The rows of `simscope sweep`, as JSON lines.
#[pyfunction]
pub(super) fn sweep(py: Python<'_>, signatures: Asked<'_>, bar: Option<Py<PyAny>>) -> PyResult<String> {
    let Given { signatures, rows, bits } = given(&signatures, "sweep")?;
    let given = Analysed { documents: Arc::new(rows), ..Analysed::given("", signatures, bits) };
    let reach = (Reach::Farthest, &Effort::DEFAULT);
    let measure = |watching: &Watching| given.link(reach, watching)?.measure(watching);
    let mut measured = detached(py, bar.as_ref(), measure)?;
    // The sweep ends where pairs are no longer counted.
    measured.sweep.retain(|row| row.pairs.is_some());
    written(|out| {
        Sweep { rows: &measured.sweep, labelled: None, confirmed: None }.write(Format::Jsonl, &[], out)
    })
}

/// What one of the library's tables writes.
pub(super) fn written(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> PyResult<String> {
    let mut out = Vec::new();
    write(&mut out).map_err(|error| Error::new_err(error.to_string()))?;
    String::from_utf8(out).map_err(|error| Error::new_err(error.to_string()))
}

/// For each query the rows within k, nearest first: query, row, distance.
#[pyfunction]
pub(super) fn neighbours(
    py: Python<'_>,
    signatures: Asked<'_>,
    queries: Asked<'_>,
    k: u8,
    bar: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let Given { signatures, rows, bits } = given(&signatures, "neighbours")?;
    let asked = given(&queries, "neighbours: queries")?;
    if asked.bits != bits {
        let (theirs, ours) = (asked.bits, bits);
        return Err(InputError::new_err(format!(
            "neighbours: queries of {theirs} bits, signatures of {ours}; use one width"
        )));
    }
    let find = |watching: &Watching| {
        let chosen = Arc::new(Signatures::clone(&signatures.chosen(&rows)));
        let design = plan(&chosen, bits, k.min(bits.get()), Purpose::Queries).design().clone();
        let held =
            watching.during(Phase::Searching, |progress| Neighbours::build(chosen, design, progress))?;
        let of_query = |&query: &u32| {
            let mut hits = Vec::new();
            held.within(asked.signatures.get(query as usize), k, &mut hits);
            hits.sort_unstable_by_key(|hit: &Hit| (hit.distance, hit.index));
            hits.into_iter().map(|hit| (query, rows[hit.index as usize], hit.distance)).collect::<Vec<_>>()
        };
        watching.during(Phase::Searching, |progress| {
            progress.expect(asked.rows.len() as u64);
            let each = asked.rows.par_iter().map(|query| {
                progress.advance(1);
                (!progress.is_cancelled()).then(|| of_query(query))
            });
            each.collect::<Option<Vec<_>>>().map(|hits| hits.concat())
        })
    };
    let hits = detached(py, bar.as_ref(), find)?;
    let column = |of: fn(&(u32, u32, u8)) -> u32| whole(hits.iter().map(of).collect());
    let distances = small(hits.iter().map(|hit| hit.2).collect());
    Table::of([("query", column(|hit| hit.0)), ("row", column(|hit| hit.1)), ("distance", distances)])
}
