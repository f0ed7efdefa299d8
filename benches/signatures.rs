//! How fast texts become signatures, in rates and in ratios to a baseline of the same run.
//!
//! `SIMSCOPE_BENCH_CORPUS=FILE.jsonl[.gz] cargo bench --bench signatures` measures one's own texts (field `text`).
//! Everything runs on one core; variants take turns, and the median of the rounds counts.

#![allow(clippy::print_stdout, missing_docs)]

#[path = "common/jieba.rs"]
mod jieba;
#[path = "common/texts.rs"]
mod texts;

use simscope::recipe::{Cutter, Recipe, Tables, Tokenizer, Weighting};
use simscope::simhash::Signer;
use std::hint::black_box;
use std::time::Instant;

const ROUNDS: usize = 9;

/// What is measured, and its name.
type Variant<'a> = (String, Box<dyn FnMut() + 'a>);

fn main() {
    let jieba = jieba::jieba();
    for (name, texts) in corpora() {
        let bytes: usize = texts.iter().map(String::len).sum();
        println!("\n{name}: {} texts, {:.1} MB", texts.len(), bytes as f64 / 1e6);
        let recipe = |tokenizer, weighting| Recipe { tokenizer, weighting, ..Recipe::default() };
        let recipes = [
            recipe(Tokenizer::Whitespace, Weighting::Uniform),
            recipe(Tokenizer::Whitespace, Weighting::Tf),
            recipe(Tokenizer::Whitespace, Weighting::TfIdf),
            recipe(Tokenizer::Words(3), Weighting::Tf),
            recipe(Tokenizer::Jieba, Weighting::Tf),
            recipe(Tokenizer::Chars(3), Weighting::Tf),
            recipe(Tokenizer::Shingles(2), Weighting::Tf),
        ];
        let mut variants: Vec<Variant> = vec![
            ("jieba-rs cut alone".into(), {
                let (texts, jieba) = (&texts, &jieba);
                Box::new(move || {
                    for text in texts {
                        black_box(jieba.cut(text, true));
                    }
                })
            }),
            ("words, terms only".into(), {
                let (texts, mut cutter) = (&texts, Cutter::new(Tokenizer::Words(3), Tables::EMBEDDED));
                Box::new(move || {
                    texts.iter().for_each(|text| cutter.each(text, |term, _| _ = black_box(term)))
                })
            }),
        ];
        for recipe in &recipes {
            let (texts, mut signer) = (&texts, Signer::new(recipe, None));
            variants.push((
                format!("sign {} {}", recipe.tokenizer, recipe.weighting),
                Box::new(move || texts.iter().for_each(|text| _ = black_box(signer.sign(text)))),
            ));
        }
        variants.push(("sign whitespace tf, a loop over bits".into(), {
            let texts = &texts;
            Box::new(move || texts.iter().for_each(|text| _ = black_box(plain(text))))
        }));
        let medians = race(&mut variants);
        for ((name, _), seconds) in variants.iter().zip(&medians) {
            let rate = bytes as f64 / 1e6 / seconds;
            println!("  {name:<38} {rate:>8.1} MB/s  {:>6.2} × jieba-rs", medians[0] / seconds);
        }
    }
}

/// The median time of each variant; they take turns, so that a slow moment hits all of them.
fn race(variants: &mut [Variant<'_>]) -> Vec<f64> {
    let mut times = vec![Vec::new(); variants.len()];
    for round in 0..=ROUNDS {
        for ((_, run), times) in variants.iter_mut().zip(&mut times) {
            let start = Instant::now();
            run();
            // The first round warms up.
            if round > 0 {
                times.push(start.elapsed().as_secs_f64());
            }
        }
    }
    times
        .into_iter()
        .map(|mut times| {
            times.sort_by(f64::total_cmp);
            times[times.len() / 2]
        })
        .collect()
}

/// `whitespace`, tf, as a textbook has it: 64 sums, a loop over bits for each term.
fn plain(text: &str) -> u64 {
    let mut sums = [0i32; 64];
    for term in text.split_whitespace() {
        let hash = xxhash_rust::xxh3::xxh3_64(term.as_bytes());
        for (i, sum) in sums.iter_mut().enumerate() {
            if hash >> i & 1 == 1 {
                *sum += 1;
            } else {
                *sum -= 1;
            }
        }
    }
    sums.iter().enumerate().fold(0, |signature, (i, &sum)| signature | u64::from(sum > 0) << i)
}

fn corpora() -> Vec<(String, Vec<String>)> {
    if std::env::var("SIMSCOPE_BENCH_CORPUS").is_ok() {
        return texts::corpora(&[]);
    }
    let chinese = texts::sample("zh_rustbook_editions");
    let spaced = |texts: &[String]| -> Vec<String> {
        let jieba = jieba::jieba();
        let spaced = |t: &String| jieba.cut(t, true).iter().map(|t| t.word).collect::<Vec<_>>().join(" ");
        texts.iter().map(spaced).collect()
    };
    vec![
        ("Chinese with spaces".into(), spaced(&chinese)),
        ("English".into(), texts::sample("en_rustbook_editions")),
        ("Chinese".into(), chinese),
        ("Chinese, short".into(), texts::sample("zh_tang_two_editions")),
    ]
}
