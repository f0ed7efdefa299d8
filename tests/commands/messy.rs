//! Messy corpora that are made up: every format has the same rows, a file the same bytes as standard output, and the number
//! of threads changes nothing. `SIMSCOPE_MESSY=100` makes as many.

use crate::command::{simscope, text};
use crate::made::{Made, made, seeds};
use serde_json::Value;
use std::fs;
use std::path::Path;

#[test]
fn of_messy_corpora_each_format_has_the_same_rows_and_threads_change_nothing() {
    for seed in seeds(10) {
        let folder = tempfile::tempdir().unwrap();
        let made = made(seed, folder.path());
        let at = format!("seed {seed}, {made:?}");
        let k = (seed % 20).to_string();
        for command in [&["hash"][..], &["pairs", "-k", &k], &["groups", "-k", &k], &["sweep"]] {
            let one = run(&made, command, &["--threads", "1"], &at);
            assert_eq!(one, run(&made, command, &["--threads", "3"], &at), "threads, {command:?}, {at}");
            let path = folder.path().join("out.tsv");
            let out = path.to_str().unwrap();
            assert_eq!(run(&made, command, &["-o", out, "--force"], &at), "", "{command:?}, {at}");
            assert_eq!(fs::read_to_string(&path).unwrap(), one, "-o, {command:?}, {at}");
            let (of_csv, of_json) = (
                run(&made, command, &["--format", "csv"], &at),
                run(&made, command, &["--format", "jsonl"], &at),
            );
            let rows = rows_of_json(&of_json, one.lines().next().unwrap());
            assert_eq!(rows, cells(&one, '\t'), "JSONL, {command:?}, {at}");
            assert_eq!(cells(&of_csv, ','), rows, "CSV, {command:?}, {at}");
        }
        dedup(&made, folder.path(), &k, &at);
    }
}

fn run(made: &Made, command: &[&str], more: &[&str], at: &str) -> String {
    let mut all = command.to_vec();
    all.extend([made.path.to_str().unwrap()]);
    all.extend(made.encoding.iter().flat_map(|&label| ["--encoding", label]));
    all.extend(more);
    let output = simscope(&all).output().unwrap();
    assert!(output.status.success(), "{all:?}: {}, {at}", text(&output.stderr));
    text(&output.stdout)
}

/// The rows below the header; no id of these corpora has a delimiter in it.
fn cells(table: &str, delimiter: char) -> Vec<Vec<String>> {
    let rows = table.lines().skip(1);
    rows.map(|row| row.split(delimiter).map(str::to_owned).collect()).collect()
}

/// The same of objects, in the order of the header.
fn rows_of_json(lines: &str, header: &str) -> Vec<Vec<String>> {
    let cell = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        // 1.0 is 1 in the other formats.
        Value::Number(number) if number.is_f64() => number.as_f64().unwrap_or_default().to_string(),
        other => other.to_string(),
    };
    let row = |line: &str| {
        let object: Value = serde_json::from_str(line).unwrap();
        header.split('\t').map(|name| cell(&object[name])).collect()
    };
    lines.lines().map(row).collect()
}

/// What is kept and what is dropped is the input, in order; what is dropped is within k of something that is kept.
fn dedup(made: &Made, folder: &Path, k: &str, at: &str) {
    let name = made.path.file_name().unwrap().to_str().unwrap();
    let (out, dropped) = (folder.join(format!("kept-{name}")), folder.join("dropped.tsv"));
    let files = ["-o", out.to_str().unwrap(), "--dropped", dropped.to_str().unwrap()];
    run(made, &["dedup", "--yes", "-k", k], &files, at);
    let dropped = cells(&fs::read_to_string(&dropped).unwrap(), '\t');
    let pairs = cells(&run(made, &["pairs", "-k", k], &[], at), '\t');
    for row in &dropped {
        let is_near =
            pairs.iter().any(|pair| pair[..2] == row[..2] || pair[0] == row[1] && pair[1] == row[0]);
        assert!(is_near && dropped.iter().all(|other| other[0] != row[1]), "{row:?}, {at}");
    }
    let signatures = |made: &Made| cells(&run(made, &["hash"], &[], at), '\t');
    let before = signatures(made).into_iter().filter(|row| dropped.iter().all(|other| other[0] != row[0]));
    let after = signatures(&Made { path: out, documents: Vec::new(), ..*made });
    let signature = |row: Vec<String>| row[1].clone();
    let (before, after) = (before.map(signature), after.into_iter().map(signature));
    assert!(before.eq(after), "kept, {at}");
}
