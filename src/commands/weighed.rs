//! Answers the job of `simscope spark` about texts, so that only this program compares texts: their counts, and the pairs that
//! may be confirmed.

use super::arguments::FrequenciesArguments;
use super::failure::Failure;
use super::material::{begin, read_texts};
use simscope_core::alignment::collapse_key;
use simscope_core::analysis::as_read;
use simscope_core::corpus::Corpus;
use simscope_core::decide::clean::{Words, is_blank};
use simscope_core::display::say;
use simscope_core::export::{Column, Rows};
use simscope_core::measures::{Condition, Measure, Shingles, Weights};
use simscope_core::recipe::{DocumentFrequencies, FeatureHash};
use std::io;
use std::path::Path;

pub(super) fn run(arguments: &FrequenciesArguments, condition: Condition) -> Result<(), Failure> {
    let (recipe, watch) = begin(&arguments.input)?;
    let corpus = as_read(&read_texts(&arguments.input, watch)?, &recipe);
    let Some(path) = &arguments.counted else {
        return arguments
            .output
            .rows(&COUNTED, &[], |rows| write_counted(&corpus, condition.shingles(), rows));
    };
    let weights = read(path, condition)?;
    arguments.output.rows(&PAIRS, &[], |rows| write_pairs(&corpus, (condition, &weights), rows))
}

/// The weights and the word counts of a corpus that was counted elsewhere.
pub(super) fn counted(
    shingles: Option<&Path>,
    words: Option<&Path>,
    condition: Condition,
) -> Result<Option<(Weights, Words)>, Failure> {
    let Some(path) = shingles else { return Ok(None) };
    let words = match words {
        Some(path) => {
            let text = std::fs::read_to_string(path)
                .map_err(|error| Failure::Failed(format!("{}: {error}", path.display())))?;
            Words::of_lines(text.lines()).map_err(|line| {
                Failure::Failed(say!(
                    "{}: line {line}: no counts of a word",
                    "{}：第 {line} 行：不是词的计数",
                    path.display()
                ))
            })?
        }
        None => Words::default(),
    };
    Ok(Some((read(path, condition)?, words)))
}

/// The weights of a corpus in which shingles were counted, without texts.
fn read(path: &Path, condition: Condition) -> Result<Weights, Failure> {
    let counted = DocumentFrequencies::read(path).map_err(|error| Failure::Failed(error.to_string()))?;
    Ok(Weights::counted(condition.shingles(), &counted))
}

const COUNTED: [Column; 6] = [
    Column::text("id"),
    Column::text("same_words"),
    Column::text("same_folded"),
    Column::text("same_shingles"),
    Column::text("shingles"),
    Column::text("words"),
];

/// Writes for each text the hash of its words in their order, of the folded text, and of its shingles in their order; then the
/// hashes of its shingles; then its words, each as its hash, its places, and its capitalised places. A point precedes the words
/// if the text is not blank.
fn write_counted(corpus: &Corpus, shingles: Shingles, rows: &mut Rows<'_>) -> io::Result<()> {
    let written = |hash: u64| format!("{hash:016x}");
    corpus.iter().try_for_each(|document| {
        let order = |shingles: Shingles| shingles.order(document.text).map_or_else(String::new, written);
        let fold = written(FeatureHash::DEFAULT.of_64(&collapse_key(document.text)));
        let set: String = shingles.set(document.text).into_iter().map(written).collect();
        let [words, order] = [Shingles::Words(1), shingles].map(order);
        let counted = Words::of_text(document.text).into_iter();
        let counted = counted.map(|(word, places, capitals)| format!(" {word:016x}:{places}:{capitals}"));
        let seen = if is_blank(document.text) {
            String::new()
        } else {
            ".".to_owned() + &counted.collect::<String>()
        };
        let cells = [document.id, &words, &fold, &order, &set, &seen].map(Into::into);
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
    let least = if is_weighed { condition.searched().at_least } else { f64::MIN_POSITIVE };
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
