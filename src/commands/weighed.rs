//! What the job of `simscope spark` asks about texts, so that the texts are compared in one place only: what is counted of them,
//! and which pairs may be confirmed.

use super::arguments::FrequenciesArguments;
use super::failure::Failure;
use super::material::{begin, finished, read_texts};
use super::watch::{Unit, Watch};
use simscope_core::alignment::folded;
use simscope_core::analysis;
use simscope_core::corpus::Corpus;
use simscope_core::export::{Column, Rows};
use simscope_core::measures::{Condition, Measure, Shingles, Weights};
use simscope_core::recipe::{DocumentFrequencies, FeatureHash};
use std::io;
use std::path::Path;

pub(super) fn run(arguments: &FrequenciesArguments, condition: Condition) -> Result<(), Failure> {
    let (_, watch) = begin(&arguments.input)?;
    let corpus = read_texts(&arguments.input, watch)?;
    let Some(path) = &arguments.counted else {
        return arguments
            .output
            .rows(&COUNTED, &[], |rows| write_counted(&corpus, condition.shingles(), rows));
    };
    let weights = read(path, condition)?;
    arguments.output.rows(&PAIRS, &[], |rows| write_pairs(&corpus, (condition, &weights), rows))
}

/// The weights of these texts: those of a corpus in which shingles were counted, or those among themselves.
pub(super) fn weights(
    counted: Option<&Path>,
    condition: Condition,
    texts: &[&str],
    watch: Watch,
) -> Result<Weights, Failure> {
    let Some(path) = counted else { return Ok(finished(analysis::weigh(condition, texts, &watch))) };
    let weights = read(path, condition)?;
    Ok(finished(watch.during("weighing", Unit::Documents, |progress| weights.with(texts, progress))))
}

/// The weights of a corpus in which shingles were counted, without texts.
fn read(path: &Path, condition: Condition) -> Result<Weights, Failure> {
    let counted = DocumentFrequencies::read(path).map_err(|error| Failure::Failed(error.to_string()))?;
    Ok(Weights::counted(condition.shingles(), &counted))
}

const COUNTED: [Column; 5] = [
    Column::text("id"),
    Column::text("same_words"),
    Column::text("same_folded"),
    Column::text("same_shingles"),
    Column::text("shingles"),
];

/// For each text what stands for its words in their order, for the text as `fold` compares it, and for its shingles in their
/// order; and the hashes of its shingles.
fn write_counted(corpus: &Corpus, shingles: Shingles, rows: &mut Rows<'_>) -> io::Result<()> {
    let written = |hash: u64| format!("{hash:016x}");
    corpus.iter().try_for_each(|document| {
        let order = |shingles: Shingles| shingles.order(document.text).map_or_else(String::new, written);
        let fold = written(FeatureHash::DEFAULT.of_64(&folded(document.text)));
        let set: String = shingles.set(document.text).into_iter().map(written).collect();
        let [words, order] = [Shingles::Words(1), shingles].map(order);
        let cells = [document.id, &words, &fold, &order, &set].map(Into::into);
        rows.write(&cells)
    })
}

const PAIRS: [Column; 2] = [Column::text("id"), Column::number("value")];

/// The pairs of records with one id that share enough weight: as much as confirms them, or any where another measure does.
fn write_pairs(
    corpus: &Corpus,
    (condition, weights): (Condition, &Weights),
    rows: &mut Rows<'_>,
) -> io::Result<()> {
    let is_weighed = matches!(condition.measure, Measure::Weighted(_));
    let least = if is_weighed { condition.at_least } else { f64::MIN_POSITIVE };
    let documents: Vec<_> = corpus.iter().collect();
    for pair in documents.windows(2).filter(|pair| pair[0].id == pair[1].id) {
        let [a, b] = [&pair[0], &pair[1]].map(|document| weights.weigh(document.text));
        let value = a.jaccard(&b);
        if value >= least {
            rows.write(&[pair[0].id.into(), value.into()])?;
        }
    }
    Ok(())
}
