//! How well signatures of several widths tell labelled near-duplicates, as SimHash and as bits of minima, under five hash functions each.
//!
//! `cargo bench --bench sketches -- FILE…` reads JSONL with labels; without a file, the samples. Of a large corpus 1,500 documents with whole
//! labels are taken. A row is one corpus and one kind of features; a cell is the mean of the best F1 over all k, and from where to where it
//! goes with the seed. 256 bits are two signatures of 128 bits under different hash functions. The last column is MinHash with 128
//! permutations in the bands of the best of nine Jaccard indices.

#![allow(clippy::print_stdout, missing_docs)]
#![allow(clippy::unwrap_used, reason = "a bench that cannot run says so by panicking")]

#[allow(dead_code)] // each bench uses a part of it
#[path = "common/reading.rs"]
mod reading;

use simscope::corpus::{Corpus, Document};
use simscope::hamming::distance;
use simscope::measures::{Bands, minima};
use simscope::progress::Progress;
use simscope::random::Random;
use simscope::recipe::{Bits, Recipe, Tokenizer};
use simscope::simhash::{Bags, trace};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::Path;

const SEEDS: RangeInclusive<u64> = 0..=4;
const MOST_DOCUMENTS: usize = 1500;

fn main() {
    let asked: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let samples = [
        "samples/en_licenses.jsonl",
        "samples/en_rustbook_editions.jsonl",
        "samples/en_sermon_kjv_asv.jsonl",
        "samples/zh_rustbook_editions.jsonl",
        "samples/zh_tang_two_editions.jsonl",
    ];
    let files = if asked.is_empty() { samples.map(str::to_owned).to_vec() } else { asked };
    println!(
        "| corpus | documents | features | SimHash 64 | minhash1 64 | SimHash 128 | minhash1 128 | SimHash 256 | minhash1 256 | bands |"
    );
    println!("| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for file in files {
        let corpus = chosen(&reading::load(Path::new(&file)));
        let name = Path::new(&file).file_stem().unwrap().to_string_lossy().into_owned();
        for tokenizer in [Recipe::DEFAULT.tokenizer, Tokenizer::Shingles(2)] {
            let recipe = Recipe { tokenizer, ..Recipe::DEFAULT };
            println!("| {name} | {} | {tokenizer} | {} |", corpus.len(), cells(&corpus, recipe).join(" | "));
        }
    }
}

fn cells(corpus: &Corpus, recipe: Recipe) -> Vec<String> {
    let bags = Bags::of(corpus, &recipe, &Progress::new()).unwrap();
    let mut cells = Vec::new();
    for bits in [64, 128, 256_u16] {
        for sketch in [recipe, recipe.with_minima()] {
            let recipe = Recipe { bits: Bits::new(bits.min(128) as u8).unwrap(), ..sketch };
            let scores: Vec<f64> = SEEDS
                .map(|seed| {
                    let halves: Vec<Vec<u128>> = [seed, seed + 100]
                        .map(|seed| bags.sign(&recipe, seed).iter().map(|signed| signed.signature).collect())
                        .into_iter()
                        .take(if bits > 128 { 2 } else { 1 })
                        .collect();
                    let apart = |a: usize, b: usize| {
                        halves.iter().map(|half| usize::from(distance(half[a], half[b]))).sum()
                    };
                    best_f1(corpus, usize::from(bits) + 1, apart)
                })
                .collect();
            let mean = scores.iter().sum::<f64>() / scores.len() as f64;
            let [low, high] = [f64::min, f64::max].map(|of| scores.iter().copied().reduce(of).unwrap());
            cells.push(format!("{mean:.3} ({low:.3}–{high:.3})"));
        }
    }
    let minima: Vec<Vec<u64>> = corpus
        .iter()
        .map(|document| {
            let features = trace(&recipe, None, document.text).features;
            minima(&features.iter().map(|feature| feature.hash_64).collect::<Vec<_>>())
        })
        .collect();
    let of_bands = (1..=9).map(|tenths| {
        let bands = Bands::around(f64::from(tenths) / 10.0);
        (best_f1(corpus, 2, |a, b| usize::from(!bands.meet(&minima[a], &minima[b]))), bands)
    });
    let (f1, bands) = of_bands.reduce(|best, next| if next.0 > best.0 { next } else { best }).unwrap();
    cells.push(format!("{f1:.3} ({} × {})", bands.bands, bands.rows));
    cells
}

/// The best F1 of any k, where two documents are near-duplicates if they have the same label. Distances are below `rows`; for two rows only
/// the first counts.
fn best_f1(corpus: &Corpus, rows: usize, apart: impl Fn(usize, usize) -> usize) -> f64 {
    let labels: Vec<Option<&str>> = corpus.iter().map(|document| document.label).collect();
    let mut counts = vec![[0_u64; 2]; rows];
    for (a, label) in labels.iter().enumerate() {
        for b in a + 1..labels.len() {
            counts[apart(a, b)][usize::from(label == &labels[b])] += 1;
        }
    }
    let all: u64 = counts.iter().map(|row| row[1]).sum();
    let (mut pairs, mut right, mut best) = (0, 0, 0.0_f64);
    for row in &counts[..if rows == 2 { 1 } else { rows }] {
        pairs += row[0] + row[1];
        right += row[1];
        best = best.max(2.0 * right as f64 / (pairs + all).max(1) as f64);
    }
    best
}

/// Documents with a label, whole labels drawn at random until there are enough.
fn chosen(corpus: &Corpus) -> Corpus {
    let mut by_label: BTreeMap<&str, Vec<Document<'_>>> = BTreeMap::new();
    for document in corpus.iter() {
        if let Some(label) = document.label {
            by_label.entry(label).or_default().push(document);
        }
    }
    let labels: Vec<&Vec<Document<'_>>> = by_label.values().collect();
    let labelled: usize = labels.iter().map(|documents| documents.len()).sum();
    let wanted = labels.len() * MOST_DOCUMENTS / labelled.max(MOST_DOCUMENTS);
    let drawn = Random::of(&[1]).choose(wanted, labels.len()).into_iter().flat_map(|at| labels[at]);
    let documents: Vec<Document<'_>> = drawn.copied().collect();
    Corpus::of(corpus.name(), documents)
}
