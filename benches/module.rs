//! What the library needs for the texts of a file: `cargo bench --bench module -- FILE.jsonl`; beside it `benches/module.py` measures the module for
//! Python. Prints seconds: of signatures, pairs within 3, the sweep.

#![allow(clippy::print_stdout, missing_docs)]

use simscope::analysis::{self, Analysed, Reach};
use simscope::groups::Effort;
use simscope::progress::Progress;
use simscope::recipe::Recipe;
use simscope::search::{Purpose, each_pair_within, plan};
use simscope::simhash::sign_texts;
use std::convert::Infallible;
use std::fs;
use std::hint::black_box;
use std::time::Instant;

fn main() {
    let Some(path) = std::env::args().nth(1).filter(|argument| !argument.starts_with('-')) else {
        println!("name a file: cargo bench --bench module -- FILE.jsonl");
        return;
    };
    let lines = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let text = |line| {
        let record: serde_json::Value = serde_json::from_str(line).expect("one JSON object a line");
        record["text"].as_str().expect("a field `text`").to_owned()
    };
    let owned: Vec<String> = lines.lines().map(text).collect();
    let texts: Vec<&str> = owned.iter().map(String::as_str).collect();
    let (recipe, progress) = (Recipe::default(), Progress::new());
    // Threads and tables are there before the first is measured, as they are in the module.
    black_box(sign_texts(&texts[..texts.len().min(100)], &recipe, None, &progress));
    let begun = Instant::now();
    let signed = sign_texts(&texts, &recipe, None, &progress).expect("nobody cancels it");
    let signing = begun.elapsed();
    let (signatures, features) = analysis::columns(&signed, recipe.bits);
    let documents = analysis::with_features(&features);
    let begun = Instant::now();
    let chosen = signatures.chosen(&documents);
    let purpose = Purpose::AllPairs { threads: rayon::current_num_threads() };
    let mut pairs = Vec::new();
    let plan = plan(&chosen, recipe.bits, 3, purpose);
    let found = each_pair_within(&chosen, plan.design(), &progress, |pair| {
        pairs.push(pair);
        Ok::<(), Infallible>(())
    });
    black_box((found.is_ok(), &pairs));
    let pairing = begun.elapsed();
    let begun = Instant::now();
    let given = Analysed { documents: documents.into(), ..Analysed::given("", signatures, recipe.bits) };
    let linked = given.link((Reach::Farthest, &Effort::DEFAULT), &progress).expect("nobody cancels it");
    black_box(linked.measure(&progress));
    let sweeping = begun.elapsed();
    println!("{} {} {}", signing.as_secs_f64(), pairing.as_secs_f64(), sweeping.as_secs_f64());
}
