//! Texts to measure with.

use std::io::Read;

/// Texts are cut off here, to keep a round below a second or two.
const ENOUGH: usize = 8 << 20;

/// The corpus of `SIMSCOPE_BENCH_CORPUS`, or else these samples of the repository; each with its name.
pub fn corpora(samples: &[&str]) -> Vec<(String, Vec<String>)> {
    if let Ok(path) = std::env::var("SIMSCOPE_BENCH_CORPUS") {
        return vec![(path.clone(), texts_of(&path))];
    }
    samples.iter().map(|name| ((*name).to_owned(), sample(name))).collect()
}

/// The texts of one sample.
pub fn sample(name: &str) -> Vec<String> {
    texts_of(&format!("{}/samples/{name}.jsonl", env!("CARGO_MANIFEST_DIR")))
}

fn texts_of(path: &str) -> Vec<String> {
    let bytes = std::fs::read(path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let mut lines = String::new();
    if path.ends_with(".gz") {
        flate2::read::MultiGzDecoder::new(&bytes[..]).read_to_string(&mut lines).expect("gzip of UTF-8");
    } else {
        lines = String::from_utf8(bytes).expect("UTF-8");
    }
    let mut total = 0;
    lines
        .lines()
        .map(|line| {
            let record: serde_json::Value = serde_json::from_str(line).expect("one JSON object a line");
            record["text"].as_str().expect("a field `text`").to_owned()
        })
        .take_while(|text| {
            total += text.len();
            total < ENOUGH
        })
        .collect()
}
