//! `simscope index`, end to end: its rows, its errors, a full disk, and a process that is killed.

use crate::command;
use crate::command::{LICENCES, TANG, program, text};
use simscope::index::Index;
use simscope::progress::Progress;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

fn simscope(arguments: &[&str]) -> Output {
    command::simscope(arguments).output().unwrap()
}

/// Standard output and error of a call that must succeed.
fn succeed(arguments: &[&str]) -> (String, String) {
    let output = command::succeed(arguments);
    (text(&output.stdout), text(&output.stderr))
}

/// The one line of standard error of a call that must fail with this code.
fn fail(arguments: &[&str], code: i32) -> String {
    let output = simscope(arguments);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    error
}

fn temporary() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.simx").to_str().unwrap().to_owned();
    (folder, path)
}

#[test]
fn queries_by_text_signature_and_documents_find_what_pairs_finds() {
    let (folder, index) = temporary();
    let (_, notes) = succeed(&["index", "build", TANG, LICENCES, "-k", "4", "-o", &index]);
    assert!(notes.contains(" documents, 5 tables, "), "{notes}");
    let (pairs, _) = succeed(&["pairs", "-k", "4", TANG, LICENCES]);
    let mut expected: Vec<String> = pairs.lines().skip(1).map(str::to_owned).collect();
    let swapped = expected.iter().map(|row| {
        let cells: Vec<&str> = row.split('\t').collect();
        [cells[1], cells[0], cells[2]].join("\t")
    });
    expected.extend(swapped.collect::<Vec<_>>());
    expected.sort();
    let (found, notes) = succeed(&["index", "query", &index, TANG, LICENCES, "--counters"]);
    let is_other = |row: &&str| row.split('\t').next() != row.split('\t').nth(1);
    let mut found: Vec<String> = found.lines().skip(1).filter(is_other).map(str::to_owned).collect();
    found.sort();
    assert_eq!(found, expected);
    assert!(notes.contains(" queries: ") && notes.contains(" probes, "), "{notes}");

    let poems = folder.path().join("poems.jsonl");
    fs::write(&poems, r#"{"id":"p","text":"床前明月光，疑是地上霜。"}"#).unwrap();
    succeed(&["index", "build", poems.to_str().unwrap(), "-o", &index, "--force"]);
    let (rows, _) =
        succeed(&["index", "query", &index, "床前明月光，疑是地上霜。", "--signature", "83f1322dc2035f0b"]);
    assert_eq!(rows, "query\tid\tdistance\ntext\tp\t0\n83f1322dc2035f0b\tp\t2\n");
    let (rows, notes) = succeed(&["index", "query", &index, "--signature", "0x83f1322dc2035f77", "-k", "9"]);
    assert_eq!(rows, "query\tid\tdistance\n83f1322dc2035f77\tp\t7\n");
    assert!(notes.contains("built for k = 3, so at k = 9 every signature is compared"), "{notes}");
    let (_, notes) = succeed(&["index", "query", &index, "poems.jsonk"]);
    assert!(notes.contains("poems.jsonk: no such file, so it is looked up as a text"), "{notes}");
    let (rows, notes) =
        succeed(&["index", "query", &index, "--text", poems.to_str().unwrap(), "--text", " "]);
    assert_eq!(rows, "query\tid\tdistance\n", "a text though it is a path");
    assert!(notes.contains("left out 1 document without features"), "{notes}");
}

#[test]
fn signature_files_are_indexed_added_and_asked_without_a_recipe() {
    let (folder, index) = temporary();
    let file = |name: &str, rows: &str| {
        let path = folder.path().join(name);
        fs::write(&path, format!("id\tsignature\n{rows}")).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (one, two) = (file("1.tsv", "a\t00ff\nb\t0f0f\n"), file("2.tsv", "a\t00fe\nd\t0000\n"));
    succeed(&["index", "build", "--input", "signatures", &one, "-k", "1", "-o", &index]);
    let (_, notes) = succeed(&["index", "add", &index, "--input", "signatures", &two]);
    assert!(notes.contains("2 documents added, 4 in all"), "{notes}");
    assert!(notes.contains("kept 1 document with the id of an earlier one: `a`"), "{notes}");
    let (rows, _) = succeed(&["index", "query", &index, "--input", "signatures", &one]);
    assert_eq!(rows, "query\tid\tdistance\na\ta\t0\na\ta\t1\nb\tb\t0\n");
    let (rows, _) = succeed(&["index", "info", &index, "--verify"]);
    for row in [
        "documents\t4",
        "duplicate_ids\t1",
        "bits\t16",
        "recipe\tsignatures as given",
        "checksums\tall compared",
    ] {
        assert!(rows.lines().any(|found| found == row), "{row} in {rows}");
    }
    assert!(
        fail(&["index", "query", &index, "to be"], 1).contains("built from signatures and has no recipe")
    );
    assert!(fail(&["index", "add", &index, LICENCES], 1).contains("add signature files"));
    assert!(
        fail(&["index", "query", &index, "--signature", "0ff"], 2)
            .contains("3 digits; signatures of 16 bits have 4")
    );
    assert!(fail(&["index", "query", &index, "--signature", "00fg"], 2).contains("not a hexadecimal number"));
    assert!(fail(&["index", "query", &index], 2).contains("nothing to look up"));
    let wide = file("3.tsv", "a\t0000000f\n");
    let error = fail(&["index", "add", &index, "--input", "signatures", &wide], 1);
    assert!(error.contains("signatures of 32 bits for an index of 16 bits"), "{error}");
}

#[test]
fn queries_of_a_signature_file_are_answered_in_order_however_much_they_find() {
    let (folder, index) = temporary();
    let file = |name: &str, rows: String| {
        let path = folder.path().join(name);
        fs::write(&path, format!("id\tsignature\n{rows}")).unwrap();
        path.to_str().unwrap().to_owned()
    };
    // Every tenth query finds all of the 500, the others nothing: 250,000 rows.
    let alike = file("alike.tsv", (0..500).map(|i| format!("{i}\tff00\n")).collect());
    let of_query = |i: u32| if i.is_multiple_of(10) { "ff00" } else { "00ff" };
    let queries = file("queries.tsv", (0..5000).map(|i| format!("q{i}\t{}\n", of_query(i))).collect());
    succeed(&["index", "build", "--input", "signatures", &alike, "-k", "1", "-o", &index]);
    let (rows, notes) = succeed(&["index", "query", &index, "--input", "signatures", &queries, "--counters"]);
    assert!(notes.contains("5000 queries"), "{notes}");
    let mut lines = rows.lines().skip(1);
    for query in (0..5000).step_by(10) {
        for found in 0..500 {
            assert_eq!(lines.next(), Some(format!("q{query}\t{found}\t0").as_str()));
        }
    }
    assert_eq!(lines.next(), None);
}

#[test]
fn another_recipe_is_refused_and_the_same_one_is_not() {
    let (_folder, index) = temporary();
    succeed(&["index", "build", LICENCES, "--recipe", "java", "-o", &index]);
    succeed(&["index", "query", &index, "to be", "--recipe", "java"]);
    succeed(&["index", "add", &index, LICENCES, "--recipe", "java", "--bits", "64"]);
    for given in [&["--recipe", "default"][..], &["--recipe", "java", "--bits", "128"], &["--tie", "zero"]] {
        let error = fail(&[&["index", "query", &index, "to be"], given].concat(), 1);
        assert!(error.contains("was built with another recipe: java"), "{error}");
        let error = fail(&[&["index", "add", &index, LICENCES], given].concat(), 1);
        assert!(error.contains("was built with another recipe: java"), "{error}");
    }
    assert!(fail(&["index", "add", &index, "--input", "signatures", "x.tsv"], 1).contains("add texts"));
    let error = fail(&["index", "build", LICENCES, "--weighting", "tf-idf", "-o", &index, "--force"], 2);
    assert!(error.contains("tf-idf"), "{error}");
    let error = fail(&["index", "build", LICENCES, "--strategy", "compressed:6", "-o", &index, "--force"], 2);
    assert!(error.contains("not in an index file"), "{error}");
    assert!(
        fail(&["index", "build", LICENCES, "--memory", "5X", "-o", &index, "--force"], 2)
            .contains("at least 1M")
    );
}

/// A signature file of this many documents.
fn signature_file(path: &Path, count: u64, salt: u64) {
    let row = |i: u64| {
        let signature = (i + salt).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        format!("{salt}-{i}\t{signature:016x}\n")
    };
    fs::write(path, "id\tsignature\n".to_owned() + &(0..count).map(row).collect::<String>()).unwrap();
}

/// Documents in an index all of whose bytes are right.
fn sound(path: &Path) -> u64 {
    let index = Index::open(path).unwrap_or_else(|error| panic!("{error}"));
    index.verify(&Progress::new()).unwrap_or_else(|error| panic!("{error}"));
    index.len()
}

/// Temporary files beside the index.
fn leftovers(folder: &Path) -> Vec<PathBuf> {
    let all = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    all.filter(|path| path.extension().is_some_and(|ending| ending == "tmp")).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_the_old_index() {
    let (folder, index) = temporary();
    let (small, large) = (folder.path().join("small.tsv"), folder.path().join("large.tsv"));
    signature_file(&small, 100, 0);
    signature_file(&large, 20_000, 1);
    succeed(&["index", "build", "--input", "signatures", small.to_str().unwrap(), "-o", &index]);
    let before = fs::read(&index).unwrap();
    for kibibytes in [0, 4, 40, 400, 900] {
        for command in ["add \"$1\"", "build --force -o \"$1\""] {
            // A file that may not grow further is a full disk to the one who writes it.
            let script = format!(
                "trap '' XFSZ; ulimit -f {kibibytes}; exec \"$0\" index {command} --input signatures \"$2\" --memory 1M"
            );
            let mut bash = program("bash");
            bash.args(["-c", &script, env!("CARGO_BIN_EXE_simscope"), &index]).arg(&large);
            let output = bash.output().unwrap();
            let error = text(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{kibibytes} KiB: {error}");
            assert!(error.contains("x.simx: the index cannot be written and is unchanged"), "{error}");
            assert!(fs::read(&index).unwrap() == before, "the old index");
            assert_eq!(leftovers(folder.path()), <[PathBuf; 0]>::default());
        }
    }
}

/// Starts a command and kills it after a while; whether it was still running.
fn kill_after(arguments: &[&str], wait: Duration) -> bool {
    let mut command = program(env!("CARGO_BIN_EXE_simscope"));
    let mut child = command.args(arguments).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(wait);
    child.kill().unwrap();
    !child.wait().unwrap().success()
}

/// `SIMSCOPE_KILLS=200 cargo test --test commands a_killed_build` for a long run.
#[test]
fn a_killed_build_or_add_loses_nothing() {
    let kills: u32 = std::env::var("SIMSCOPE_KILLS").map_or(12, |kills| kills.parse().unwrap());
    let (folder, index) = temporary();
    let (old, new) = (folder.path().join("old.tsv"), folder.path().join("new.tsv"));
    let (few, many) = (3000, 20_000);
    signature_file(&old, few, 0);
    signature_file(&new, many, 1);
    let build_old =
        ["index", "build", "--input", "signatures", old.to_str().unwrap(), "-o", &index, "--force"];
    succeed(&build_old);
    let original = fs::read(&index).unwrap();
    let new = new.to_str().unwrap();
    let build = ["index", "build", "--input", "signatures", new, "--memory", "1M", "-o", &index, "--force"];
    let add = ["index", "add", &index, "--input", "signatures", new, "--memory", "1M"];
    let commands = [(&build[..], many), (&add[..], few + many)];
    let (mut finished, mut late, mut random) = (0, 0, 1_u64);
    for (command, after) in commands {
        let start = Instant::now();
        succeed(command);
        let mut whole = start.elapsed();
        let mut killed = 0;
        while killed < kills.div_ceil(2) {
            fs::write(&index, &original).unwrap();
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            if kill_after(command, whole.mul_f64((random >> 33) as f64 / (1_u64 << 31) as f64)) {
                killed += 1;
                finished += u32::from(sound(Path::new(&index)) == after);
            } else {
                // It ended before it could be killed: it is faster than it was.
                late += 1;
                whole = whole.mul_f64(0.95);
            }
            let documents = sound(Path::new(&index));
            assert!(documents == few || documents == after, "{documents} documents");
            assert!(leftovers(folder.path()).len() <= 1, "the next one clears away what a killed one left");
        }
    }
    println!("killed {kills}, of which {finished} had replaced the index; {late} more ended too early");
    succeed(&build_old);
    assert!(fs::read(&index).unwrap() == original);
    assert_eq!(leftovers(folder.path()), <[PathBuf; 0]>::default());
}

#[test]
fn json_has_the_recipe_of_an_index_as_an_object() {
    let (_folder, index) = temporary();
    succeed(&["index", "build", LICENCES, "--recipe", "java", "-o", &index]);
    let (rows, _) = succeed(&["index", "info", &index, "--format", "jsonl"]);
    let rows: Vec<serde_json::Value> = rows.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    let recipe = rows.iter().find(|row| row["what"] == "recipe").unwrap();
    let object = r#"{"name":"java","tokenizer":"split:java","weighting":"tf","hash":"cpython:utf-16","bits":64,"tie":"one","normalize":"none"}"#;
    assert_eq!(recipe["value"], serde_json::from_str::<serde_json::Value>(object).unwrap());
    for row in &rows {
        let what = row["what"].as_str().unwrap();
        assert!(what.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{what}");
    }
}

#[test]
fn an_index_is_read_like_a_signature_file() {
    let (folder, index) = temporary();
    let rows = folder.path().join("rows.tsv").to_str().unwrap().to_owned();
    succeed(&["hash", LICENCES, "-o", &rows]);
    succeed(&["index", "build", "--input", "signatures", &rows, "-o", &index]);
    for command in [&["pairs", "-k", "5"][..], &["groups"], &["sweep"]] {
        let [of_rows, of_index] =
            [&rows, &index].map(|path| succeed(&[command, &["--input", "signatures", path]].concat()).0);
        assert_eq!(of_index, of_rows, "{command:?}");
    }
}
