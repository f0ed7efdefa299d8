//! How good and how fast the advice on k is, on corpora whose labels say what belongs together.
//!
//! `cargo bench --bench advice -- FILE.jsonl[.gz]…` prints, for each corpus and recipe, the best k by the labels, the
//! advised k, and how close it comes. A pair is right by the labels if both documents have the same one. Labels leave out
//! some real duplicates, so the audited precision also counts pairs whose Jaccard index of 5 characters is at least 0.5.
//! "Fall" is the precision there for τ = 0.3, less that for τ = 0.6.
//!
//! Each corpus is taken in four ways: whole; only the documents of a tenth of the labels (`tenth`); all documents of a
//! tenth of the labels, and one document of each other (`few`); one document of each label (`single`).
//!
//! `-- edited` does the same with sentences of the samples and what edits make of them. `-- cost FILE…` prints seconds and
//! MiB for 100,000 short documents of these files, and for 1,500 of 20 KB. `-- border FILE…` prints how long it takes to
//! draw the pairs at k = 3 and 4, once distances are counted, and to measure a pair of texts of 100 KB.

#![allow(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used, missing_docs)]

mod common {
    pub mod edited;
    pub mod memory;
    pub mod reading;
}

use common::reading::{corpus_of, load};
use common::{edited, memory};
use simscope::analysis::{Analysed, Reach};
use simscope::corpus::Corpus;
use simscope::evidence::{Confirmed, Curve, Purpose, Subject, Targets, Verdict};
use simscope::groups::{Effort, Wanted};
use simscope::measures::{Condition, Join, Measure, Measurer, Shingles};
use simscope::progress::Progress;
use simscope::random::Random;
use simscope::recipe::{Bits, Recipe, named};
use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::path::PathBuf;
use std::time::Instant;

const RECIPES: [&str; 4] = ["default", "1e0ng", "keywords20", "seomoz"];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let paths = |words: &[String]| -> Vec<PathBuf> { words.iter().map(PathBuf::from).collect() };
    match words.first().map(String::as_str) {
        None => println!(
            "advice: nothing measured; name labelled corpora: cargo bench --bench advice -- FILE.jsonl.gz, or `edited`, or \
             `cost FILE…`, or `border FILE…`"
        ),
        Some("cost") => {
            cost(&edited::short(&paths(&words[1..]), 100_000));
            cost(&edited::long(&paths(&words[1..]), 1_500));
        }
        Some("border") => paths(&words[1..]).iter().for_each(|path| border(&load(path))),
        Some("edited") => {
            head();
            for swaps in [1, 2, 4, 30] {
                measure(&edited::swapped(swaps), &format!("{swaps} swaps"), Recipe::default());
            }
            for percent in [10, 20, 30, 40, 50, 60, 80] {
                measure(&edited::replaced(percent), &format!("{percent} % replaced"), Recipe::default());
            }
        }
        _ => {
            head();
            paths(&words).iter().for_each(|path| labelled(&load(path)));
        }
    }
}

fn head() {
    println!(
        "corpus\ttaken\trecipe\tdocuments\tpairs: best k\tbest F1\tadvised\tlow\thigh\tF1 there / best\tverdict\tF1 of \
         comparing\tadvised way / best\tfall\tpredicted precision\tby labels\taudited\tpredicted recall\tgroups: best k\tbest F1\tadvised\tF1 there / best\tverdict\tseconds"
    );
}

fn labelled(whole: &Corpus) {
    if whole.iter().any(|document| document.label.is_none()) {
        eprintln!("advice: {}: left out, not every document has a label", whole.name());
        return;
    }
    for (name, corpus) in [
        ("whole", whole.clone()),
        ("tenth", taken(whole, |chosen, _| chosen)),
        ("few", taken(whole, |chosen, is_first| chosen || is_first)),
        ("single", taken(whole, |_, is_first| is_first)),
    ] {
        for recipe in RECIPES {
            if name == "whole" || recipe == RECIPES[0] {
                measure(&corpus, name, named().iter().find(|named| named.name == recipe).unwrap().recipe);
            }
        }
        if name == "whole" {
            let (sums, minima) = (Recipe::DEFAULT, Recipe::DEFAULT.with_minima());
            measure(&corpus, name, Recipe { bits: Bits::MAX, ..sums });
            measure(&corpus, name, minima);
            measure(&corpus, name, Recipe { bits: Bits::MAX, ..minima });
        }
    }
}

/// What confirms a pair: that of the environment variable `CONFIRM`, or the default.
fn condition() -> Condition {
    std::env::var("CONFIRM").ok().and_then(|condition| condition.parse().ok()).unwrap_or(Condition::DEFAULT)
}

fn confirmed(subject: &Subject<'_>) -> Confirmed {
    Confirmed::count(subject, (condition().measure, 20), None, &Progress::new()).unwrap()
}

/// τ, in hundredths.
fn tau() -> u8 {
    condition().hundredths().unwrap()
}

/// The documents that are kept: by whether their label is among a tenth of all, and whether they are the first with it.
fn taken(corpus: &Corpus, keeps: impl Fn(bool, bool) -> bool) -> Corpus {
    let mut labels: Vec<&str> = corpus.iter().filter_map(|document| document.label).collect();
    labels.sort_unstable();
    labels.dedup();
    let chosen: HashSet<&str> =
        Random::of(&[1]).choose(labels.len() / 10, labels.len()).into_iter().map(|at| labels[at]).collect();
    let mut seen = HashSet::new();
    let rows = corpus.iter().filter_map(|document| {
        let label = document.label?;
        let is_kept = keeps(chosen.contains(label), seen.insert(label));
        is_kept.then(|| (document.text.to_owned(), label.to_owned()))
    });
    corpus_of(corpus.name(), rows)
}

/// A corpus with what is computed before advice.
fn grown(corpus: &Corpus, recipe: Recipe) -> Analysed {
    let (progress, reach) = (Progress::new(), (Reach::Farthest, &Effort::DEFAULT));
    let signed = Analysed::sign(corpus.clone(), recipe, &progress).unwrap();
    signed.link(reach, &progress).unwrap().measure(&progress).unwrap()
}

/// Seconds and memory of gathering and of advising, beside those of the distances.
fn cost(corpus: &Corpus) {
    let since = Instant::now();
    let grown = grown(corpus, Recipe::default());
    let before = since.elapsed().as_secs_f64();
    let since = Instant::now();
    let (confirmed, grew) = memory::growth(|| confirmed(&grown.subject().unwrap()));
    let gathered = since.elapsed().as_secs_f64();
    let since = Instant::now();
    let [pairs, _] = confirmed.advise(tau(), Targets::default(), &[]);
    println!(
        "{}: {} documents, {:.1} MB; signatures, tree and distances {before:.2} s; all pairs counted {gathered:.2} s, {} MiB; \
         advice {:.3} s (k = {:?}, {} confirmed pairs)",
        corpus.name(),
        grown.documents.len(),
        corpus.iter().map(|document| document.text.len()).sum::<usize>() as f64 / 1e6,
        grew.map_or("unknown".to_owned(), |mib| format!("{mib:.0}")),
        since.elapsed().as_secs_f64(),
        pairs.at.map(|at| at.k),
        confirmed.all(tau()),
    );
}

/// Milliseconds to draw and compare what the explorer shows at the border, and of exact measures of two long texts.
fn border(corpus: &Corpus) {
    let grown = grown(corpus, Recipe::default());
    let (tree, spread) = grown.measured().unwrap();
    let counts = spread.pairs().counts();
    let wanted = [3, 4].map(|d: u8| Wanted { distance: d, of: counts[usize::from(d)], pairs: 20 });
    let measurer = Measurer::new(Measure::Jaccard(Shingles::Words(2)), &grown.recipe, None);
    let column = (&*grown.signatures, grown.recipe.bits);
    let times: Vec<f64> = (0..5)
        .map(|seed| {
            let since = Instant::now();
            let drawn = spread.draw(tree, column, &wanted, seed, &Progress::new()).unwrap();
            for pairs in drawn {
                measurer.values(corpus, &pairs, &Progress::new()).unwrap();
            }
            since.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    println!(
        "{}: {} documents; pairs at k = 3 and 4 in {times:.0?} ms",
        corpus.name(),
        grown.documents.len()
    );
    // Two texts of 100 KB: the first documents, and the same without the first of them.
    let joined = |skipped: usize| {
        let mut text = String::new();
        for document in corpus.iter().skip(skipped) {
            if text.len() >= 100_000 {
                break;
            }
            text.push_str(document.text);
            text.push('\n');
        }
        text
    };
    let [a, b] = [joined(0), joined(1)];
    for measure in
        [Measure::Cosine, Measure::Jaccard(Shingles::Words(2)), Measure::Jaccard(Shingles::Chars(5))]
    {
        let measurer = Measurer::new(measure, &grown.recipe, None);
        let since = Instant::now();
        let value = measurer.value(&measurer.prepare(&a), &measurer.prepare(&b));
        let ms = since.elapsed().as_secs_f64() * 1e3;
        println!("  {measure} of {} and {} bytes: {value:.3} in {ms:.1} ms", a.len(), b.len());
    }
}

fn measure(corpus: &Corpus, name: &str, recipe: Recipe) {
    let grown = grown(corpus, recipe);
    let documents = &grown.documents;
    let labelled = grown.by_labels().unwrap();
    let subject = grown.subject().unwrap();
    let since = Instant::now();
    let confirmed = confirmed(&subject);
    let seconds = since.elapsed().as_secs_f64();
    let [pairs, groups] = confirmed.advise(tau(), Targets::default(), &grown.largest());
    // By the labels.
    let f1 = |curve: &Curve| curve.rows.iter().map(|row| row.f1.unwrap_or(0.0)).collect::<Vec<f64>>();
    let (f1_pairs, f1_groups) = (f1(&labelled.pairs), f1(&labelled.groups));
    let best = |f1: &[f64]| (0..f1.len()).rev().max_by(|&a, &b| f1[a].total_cmp(&f1[b])).unwrap();
    let (best_pairs, best_groups) = (best(&f1_pairs), best(&f1_groups));
    let number = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.3}"));
    let k_of = |k: Option<u8>| k.map_or("–".to_owned(), |k| k.to_string());
    let ratio = |f1: &[f64], k: Option<u8>, best: usize| {
        number(k.map(|k| f1[usize::from(k)] / f1[best].max(f64::MIN_POSITIVE)))
    };
    assert_eq!((pairs.purpose, groups.purpose), (Purpose::Pairs, Purpose::Groups));
    let k = pairs.at.map(|at| at.k);
    let precision_at =
        |tau: u8| k.and_then(|k| confirmed.curves(tau)[0].at(k)?.precision).map(|share| share.share);
    // Where the k alone is not good enough, the texts are to be compared.
    let (compared, alone) = (compared(&subject), k.map_or(0.0, |k| f1_pairs[usize::from(k)]));
    let way = if pairs.verdict == Verdict::Yes { alone } else { compared };
    println!(
        "{}\t{name}\t{}\t{}\t{best_pairs}\t{:.3}\t{}\t{}\t{}\t{}\t{}\t{compared:.3}\t{:.3}\t{}\t{}\t{}\t{}\t{}\t{best_groups}\t{:.3}\t{}\t{}\t{}\t{seconds:.2}",
        corpus.name(),
        recipe.name.map_or_else(|| recipe.to_string(), str::to_owned),
        documents.len(),
        f1_pairs[best_pairs],
        k_of(k),
        k_of(pairs.range.map(|range| range.0)),
        k_of(pairs.range.map(|range| range.1)),
        ratio(&f1_pairs, k, best_pairs),
        pairs.verdict.name(),
        way / compared.max(f1_pairs[best_pairs]).max(f64::MIN_POSITIVE),
        number(precision_at(30).zip(precision_at(60)).map(|(low, high)| low - high)),
        number(pairs.at.and_then(|at| at.precision).map(|precision| precision.share)),
        number(k.and_then(|k| labelled.pairs.at(k)?.precision).map(|share| share.share)),
        number(k.map(|k| audited(&subject, k))),
        number(pairs.at.and_then(|at| at.recall).map(|recall| recall.share)),
        f1_groups[best_groups],
        k_of(groups.at.map(|at| at.k)),
        ratio(&f1_groups, groups.at.map(|at| at.k), best_groups),
        groups.verdict.name(),
    );
}

/// F1 by the labels of the pairs that the texts confirm, whatever their distance.
fn compared(subject: &Subject<'_>) -> f64 {
    let (texts, condition): (Vec<&str>, _) =
        (subject.corpus.iter().map(|document| document.text).collect(), condition());
    let join = Join::of(condition.measure, tau(), &texts, &Progress::new()).unwrap();
    let is_one = |document: u32| subject.documents.binary_search(&document).is_ok();
    let label = |document: u32| subject.corpus.get(document as usize).label.unwrap();
    let (mut found, mut right) = (0_u64, 0_u64);
    let Ok(_) = join.stream(&Progress::new(), |(a, b, value)| {
        if is_one(a) && is_one(b) && condition.holds(value) {
            found += 1;
            right += u64::from(label(a) == label(b));
        }
        Ok::<(), Infallible>(())
    });
    let mut sizes: HashMap<&str, u64> = HashMap::new();
    subject.documents.iter().for_each(|&document| *sizes.entry(label(document)).or_default() += 1);
    let positive: u64 = sizes.into_values().map(|n| n * (n - 1) / 2).sum();
    2.0 * right as f64 / (found + positive).max(1) as f64
}

/// Share of the pairs within k that have the same label, or half of their runs of 5 characters in common; from up to 200
/// pairs of each distance, drawn with another seed than the advice's.
fn audited(subject: &Subject<'_>, k: u8) -> f64 {
    let counts = subject.spread.pairs().counts();
    let wanted: Vec<Wanted> =
        (0..=k).map(|distance| Wanted { distance, of: counts[usize::from(distance)], pairs: 200 }).collect();
    let column = (subject.signatures, subject.recipe.bits);
    let drawn = subject.spread.draw(subject.tree, column, &wanted, 4711, &Progress::new()).unwrap();
    let measurer = Measurer::new(Measure::Jaccard(Shingles::Chars(5)), subject.recipe, None);
    let label = |document: u32| subject.corpus.get(document as usize).label;
    let (mut right, mut all) = (0.0, 0.0);
    for (wanted, pairs) in wanted.iter().zip(drawn) {
        let values = measurer.values(subject.corpus, &pairs, &Progress::new()).unwrap();
        let hits =
            pairs.iter().zip(values).filter(|&(&(a, b), j5)| label(a) == label(b) || j5 >= 0.5).count();
        all += wanted.of as f64;
        right += wanted.of as f64 * hits as f64 / pairs.len().max(1) as f64;
    }
    right / all.max(1.0)
}
