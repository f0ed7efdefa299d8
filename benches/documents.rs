//! Texts from file to documents, and from file to signatures.
//!
//! `cargo bench --bench documents` uses texts of the samples, again and again; `SIMSCOPE_BENCH_CORPUS=FILE.jsonl` measures
//! one's own (fields `id` and `text`). Variants take turns, and the median of the rounds counts.

#![allow(clippy::print_stdout, missing_docs)]

#[path = "common/jieba.rs"]
mod jieba;
#[path = "common/rounds.rs"]
#[allow(dead_code)] // each bench uses a part of it
mod rounds;
#[path = "common/texts.rs"]
#[allow(dead_code)]
mod texts;

use simscope::corpus::{Event, ReadOptions, Source, read};
use std::fmt::Write;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;

const ROUNDS: usize = 5;
/// Bytes of text of a made-up file.
const SIZE: usize = 64 << 20;

fn main() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = |name: &str| folder.path().join(name);
    if let Ok(path) = std::env::var("SIMSCOPE_BENCH_CORPUS") {
        reading("given", Path::new(&path));
        signing(Path::new(&path), &file("given.tsv"));
        return;
    }
    let mut english = texts::sample("en_rustbook_editions");
    english.iter_mut().for_each(|text| text.retain(|c| c.is_ascii()));
    let chapters: Vec<&str> = english.iter().map(String::as_str).collect();
    // Of the length of a verse, without line ends.
    let lines: Vec<&str> =
        chapters.iter().flat_map(|text| text.lines()).filter(|line| line.len() > 60).collect();
    let chinese = texts::sample("zh_tang_two_editions");
    let chinese: Vec<&str> = chinese.iter().map(String::as_str).collect();
    for (name, texts) in [("ascii chapters", &chapters), ("ascii lines", &lines), ("chinese poems", &chinese)]
    {
        let path = written(&file(&format!("{name}.jsonl")), texts);
        reading(name, &path);
        if name == "chinese poems" {
            signing(&path, &file("signatures.tsv"));
        }
    }
}

/// The texts over and over, as JSON Lines.
fn written(path: &Path, texts: &[&str]) -> PathBuf {
    let mut file = String::new();
    for (i, text) in texts.iter().cycle().enumerate() {
        if file.len() > SIZE {
            break;
        }
        writeln!(file, r#"{{"id":"document {i}","text":{}}}"#, serde_json::Value::from(*text))
            .expect("a string");
    }
    std::fs::write(path, file).expect("a file");
    path.to_owned()
}

#[derive(serde::Deserialize)]
struct Row<'r> {
    #[serde(borrow)]
    id: std::borrow::Cow<'r, str>,
    #[serde(borrow)]
    text: std::borrow::Cow<'r, str>,
}

/// Reading alone, beside serde_json on the lines of the file in memory.
fn reading(name: &str, path: &Path) {
    let bytes = std::fs::metadata(path).expect("it was written").len();
    let sources = [Source::Path(path.to_owned())];
    let mut contenders: Vec<Box<dyn FnMut()>> = vec![
        Box::new(|| {
            let file = std::fs::read_to_string(path).expect("UTF-8");
            let (mut ids, mut texts) = (String::new(), String::new());
            for line in file.lines() {
                let row: Row<'_> = serde_json::from_str(line).expect("an id and a text");
                ids.push_str(&row.id);
                texts.push_str(&row.text);
            }
            black_box((ids, texts));
        }),
        Box::new(|| {
            let mut documents = 0;
            read(&sources, &ReadOptions::default(), &mut |event| {
                if let Event::Batch(batch) = event {
                    documents += black_box(batch).len();
                }
                ControlFlow::Continue(())
            })
            .expect("it is read");
            black_box(documents);
        }),
    ];
    let times = rounds::medians(ROUNDS, &mut contenders);
    let rate = |at: usize| bytes as f64 / 1e6 / times[at].as_secs_f64();
    println!(
        "{name}, {:.0} MB, read on one thread: {:.0} MB/s, {:.2} × serde_json on the lines in memory ({:.0} MB/s)",
        bytes as f64 / 1e6,
        rate(1),
        rate(1) / rate(0),
        rate(0)
    );
}

/// `simscope sign` from file to file, beside jieba-rs cutting the same texts in memory.
fn signing(path: &Path, output: &Path) {
    let first = output.with_file_name("one.jsonl");
    let file = std::fs::read_to_string(path).expect("UTF-8");
    std::fs::write(&first, file.lines().next().expect("a line")).expect("a file");
    let rows: Vec<Row<'_>> =
        file.lines().map(|line| serde_json::from_str(line).expect("an id and a text")).collect();
    let bytes: usize = rows.iter().map(|row| row.text.len()).sum();
    let jieba = jieba::jieba();
    let hash = |path: &Path, threads: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_simscope"));
        command.args(["hash", "--no-config", "--no-progress", "--force", "--threads", threads]).arg(path);
        assert!(command.arg("-o").arg(output).status().expect("it runs").success());
    };
    let mut contenders: Vec<Box<dyn FnMut()>> = vec![
        Box::new(|| rows.iter().for_each(|row| drop(black_box(jieba.cut(&row.text, true))))),
        Box::new(|| hash(&first, "1")),
        Box::new(|| hash(path, "1")),
        Box::new(|| hash(path, "2")),
    ];
    let [cut, start, one, two] = rounds::medians(ROUNDS, &mut contenders)[..] else { unreachable!() };
    let rate = |time: std::time::Duration| bytes as f64 / 1e6 / time.as_secs_f64();
    println!(
        "hash, {:.0} MB of text from file to file: {:.1} MB/s on one thread, of which {start:.0?} are the start; \
         without it {:.2} × jieba-rs cutting alone ({:.1} MB/s); two threads {:.2} × as fast, without the start {:.2} ×",
        bytes as f64 / 1e6,
        rate(one),
        cut.as_secs_f64() / (one - start).as_secs_f64(),
        rate(cut),
        one.as_secs_f64() / two.as_secs_f64(),
        (one - start).as_secs_f64() / (two - start).as_secs_f64(),
    );
}
