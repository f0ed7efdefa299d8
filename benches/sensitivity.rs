//! What the lab costs: influence from the sums against hashing anew, the battery, the length curve.
//!
//! `cargo bench --bench sensitivity`. Influence runs on one thread, the battery and the curve on all.

#![allow(clippy::print_stdout, missing_docs)]
#![allow(clippy::unwrap_used, reason = "a bench that cannot run says so by panicking")]

#[path = "common/rounds.rs"]
mod rounds;

use simscope::corpus::{self, Corpus, Event, ReadOptions, Source};
use simscope::progress::Progress;
use simscope::recipe::{Bits, Recipe, Tokenizer, Weighting};
use simscope::sensitivity::{Battery, Bench, Curve, Experiment, Influence, vocabulary};
use simscope::simhash::{Feature, Signer, Trace, document_frequencies, trace};
use std::hint::black_box;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

const ROUNDS: usize = 9;

type Contender<'a> = Box<dyn FnMut() + 'a>;

fn main() {
    influence();
    undecided();
    battery();
    curves();
}

/// The distance without each feature: from the sums; adding up the hashes of the others; hashing the others anew.
fn influence() {
    println!("influence of every feature, 64 bits");
    for weighting in [Weighting::Uniform, Weighting::Tf, Weighting::TfIdf] {
        for n in [20, 100, 500, 4000] {
            let recipe = Recipe { tokenizer: Tokenizer::Whitespace, weighting, ..Recipe::default() };
            // Word i occurs 1 to 7 times, so that there are several weights.
            let words: Vec<String> = (0..n).map(|i| format!("word{i} ").repeat(1 + i * i % 7)).collect();
            let texts: Vec<String> = (0..n).map(|left_out| without(&words, left_out)).collect();
            let corpus = of_lines(&texts[..texts.len().min(100)]);
            let frequencies = (weighting == Weighting::TfIdf)
                .then(|| document_frequencies(&corpus, &recipe, &Progress::new()).unwrap());
            let whole = trace(&recipe, frequencies.as_ref(), &words.concat());
            let quick = Influence::of(&whole, &recipe);
            let mut signer = Signer::new(&recipe, frequencies.as_ref());
            for (left, text) in quick.left.iter().zip(&texts) {
                assert_eq!(whole.signature ^ left.flipped, signer.sign(text).signature, "{recipe}");
            }
            let times = (20_000 / n).max(1);
            let mut contenders: [Contender<'_>; 3] = [
                Box::new(|| {
                    (0..times).for_each(|_| _ = black_box(Influence::of(black_box(&whole), &recipe)))
                }),
                Box::new(|| {
                    for left_out in 0..n {
                        let mut others = whole.features.clone();
                        others.remove(left_out);
                        black_box(Trace::settle(&others, &recipe));
                    }
                }),
                Box::new(|| texts.iter().for_each(|text| _ = black_box(signer.sign(text)))),
            ];
            let medians = rounds::medians(if n > 1000 { 3 } else { ROUNDS }, &mut contenders);
            let seconds = |contender: usize| medians[contender].as_secs_f64();
            let quick = seconds(0) / times as f64;
            println!(
                "  {weighting:>8}, {n:>4} features: {:>8.1} µs; {:>7.0} × adding up the others; {:>7.0} × the signer on the text without",
                quick * 1e6,
                seconds(1) / quick,
                seconds(2) / quick
            );
        }
    }
}

/// What it costs where differences of rounded sums do not tell: weights of 0.1, and sums of one of them.
fn undecided() {
    println!("\ninfluence where every sum is one weight of 0.1");
    for n in [4001, 40_001, 400_001_u32] {
        for bits in [1, 64] {
            let recipe = Recipe { bits: Bits::new(bits).unwrap(), ..Recipe::default() };
            let feature = |i: u32| Feature {
                term: String::new(),
                count: 1,
                idf: None,
                weight: 0.1,
                hash: if i.is_multiple_of(2) { recipe.bits.mask() } else { 0 },
                hash_64: 0,
                adds: recipe.bits.mask(),
                spans: Vec::new(),
            };
            let features: Vec<Feature> = (0..n).map(feature).collect();
            let sum = |bit| features.iter().fold(0.0, |sum, feature| sum + feature.push(bit, recipe.tie));
            let sums = (0..usize::from(bits)).map(sum).collect();
            let whole =
                Trace { sums, signature: Trace::settle(&features, &recipe), features, ignored: Vec::new() };
            let mut run: [Contender<'_>; 1] = [Box::new(|| _ = black_box(Influence::of(&whole, &recipe)))];
            println!("  {n:>6} features, {bits:>2} bits: {:.2?}", rounds::medians(3, &mut run)[0]);
        }
    }
}

fn without(words: &[String], left_out: usize) -> String {
    words.iter().enumerate().filter(|(i, _)| *i != left_out).map(|(_, word)| word.as_str()).collect()
}

fn battery() {
    println!("\nbattery of edits");
    for name in ["en_rustbook_editions", "zh_rustbook_editions"] {
        let corpus = sample(name);
        let all: String = corpus.iter().map(|document| document.text).collect::<Vec<_>>().join("\n");
        let vocabulary = vocabulary(&corpus, 1);
        for bytes in [1 << 10, 100 << 10, 1 << 20] {
            let text: String = all
                .chars()
                .cycle()
                .scan(0, |so_far, c| {
                    *so_far += c.len_utf8();
                    (*so_far <= bytes).then_some(c)
                })
                .collect();
            let recipe = Recipe::default();
            let bench =
                Bench { recipe: &recipe, frequencies: None, vocabulary: &vocabulary, seed: 1, edits: 1 };
            let mut run: [Contender<'_>; 1] =
                [Box::new(|| _ = black_box(Battery::run(&text, &[], bench, &Progress::new(), &mut |_| {})))];
            println!("  {name}, {:>7} bytes: {:?}", text.len(), rounds::medians(3, &mut run)[0]);
        }
    }
}

fn curves() {
    simscope::provide_sample();
    println!("\nlength curve, {} texts a length", Experiment::default().texts);
    let names = [
        "builtin",
        "en_sermon_kjv_asv",
        "zh_tang_two_editions",
        "en_rustbook_editions",
        "zh_rustbook_editions",
    ];
    for name in names {
        let corpus = if name == "builtin" { Corpus::builtin() } else { sample(name) };
        for (what, recipe) in [
            ("words · uniform", Recipe::default()),
            (
                "jieba · tf-idf",
                Recipe { tokenizer: Tokenizer::Jieba, weighting: Weighting::TfIdf, ..Recipe::default() },
            ),
            (
                "chars:3 · tf",
                Recipe { tokenizer: Tokenizer::Chars(3), weighting: Weighting::Tf, ..Recipe::default() },
            ),
            ("shingles:3 · uniform", Recipe { tokenizer: Tokenizer::Shingles(3), ..Recipe::default() }),
            // Keywords are chosen anew for every text.
            ("keywords20", Recipe::named("keywords20").expect("a recipe has that name")),
            ("yanyiwu", Recipe::named("yanyiwu").expect("a recipe has that name")),
        ] {
            let frequencies = document_frequencies(&corpus, &recipe, &Progress::new());
            let mut first = Duration::ZERO;
            let mut points = 0;
            let mut run: [Contender<'_>; 1] = [Box::new(|| {
                let start = Instant::now();
                points = 0;
                let experiment = Experiment::default();
                Curve::measure(
                    &corpus,
                    &recipe,
                    frequencies.as_ref(),
                    experiment,
                    &Progress::new(),
                    &mut |_| {
                        if points == 0 {
                            first = start.elapsed();
                        }
                        points += 1;
                    },
                );
            })];
            let median = rounds::medians(3, &mut run)[0];
            drop(run);
            println!("  {name}, {what}: {points} points in {median:.2?}, the first after {first:.2?}");
        }
    }
}

fn sample(name: &str) -> Corpus {
    read(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("samples/{name}.jsonl")),
        &ReadOptions::default(),
    )
}

fn of_lines(lines: &[String]) -> Corpus {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lines.txt");
    std::fs::write(&path, lines.join("\n")).unwrap();
    read(&path, &ReadOptions { input: corpus::Input::Lines, ..ReadOptions::default() })
}

fn read(path: &Path, options: &ReadOptions) -> Corpus {
    let mut corpus = Corpus::new("bench");
    corpus::read(&[Source::Path(path.to_owned())], options, &mut |event| {
        if let Event::Batch(batch) = event {
            corpus.push(batch);
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    corpus
}
