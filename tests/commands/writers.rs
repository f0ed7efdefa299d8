//! What writes files, when it cannot: a disk that is full, and others who write the same.

use crate::command::program;
use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};

const BINARY: &str = env!("CARGO_BIN_EXE_simscope");
const SERMON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/en_sermon_kjv_asv.jsonl");

/// A command in a folder where no file can hold a byte: it simulates a full disk.
fn on_a_full_disk(folder: &Path, arguments: &str) -> Output {
    let script = format!("trap '' XFSZ; ulimit -f 0; exec \"$0\" {arguments}");
    let mut command = program("sh");
    command.args(["-c", &script, BINARY]).current_dir(folder).stdin(Stdio::null());
    command.output().unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_full_disk_is_told_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(SERMON, folder.path().join("c.jsonl")).unwrap();
    let index = ["index", "build", "c.jsonl", "-o", "there.simx"];
    assert!(program(BINARY).args(index).current_dir(folder.path()).output().unwrap().status.success());
    let before: Vec<(String, Vec<u8>)> = names(folder.path())
        .into_iter()
        .map(|name| (name.clone(), fs::read(folder.path().join(name)).unwrap()))
        .collect();
    for arguments in [
        "hash c.jsonl -o new.tsv",
        "hash c.jsonl -o new.parquet --format parquet",
        "hash c.jsonl -o new.jsonl",
        "pairs c.jsonl -k 12 -o new.tsv",
        "groups c.jsonl -k 12 -o new.csv",
        "sweep c.jsonl -o new.tsv",
        "border c.jsonl -k 12 -o new.tsv",
        "judge c.jsonl --draw 5 -o new.tsv",
        "heatmap c.jsonl -o new.png",
        "heatmap c.jsonl -o new.svg",
        "report c.jsonl -k 12 -o new.html",
        "dedup c.jsonl -k 12 --yes -o new.jsonl",
        "dedup c.jsonl -k 12 --yes -o new.jsonl.gz",
        "index build c.jsonl -o new.simx",
        "index add there.simx c.jsonl",
        "explain c.jsonl --id kjv/Matthew.5.4 -o new.tsv",
        "recipes default -o new.toml",
        "diff-recipes default java c.jsonl -k 12 -o new.tsv",
        "compare kjv/Matthew.5.4 kjv/Matthew.5.5 c.jsonl -o new.tsv",
    ] {
        let output = on_a_full_disk(folder.path(), arguments);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        // Options that a command does not have would also be an error, but another one.
        assert_eq!(output.status.code(), Some(1), "{arguments}: {told}");
        assert!(told.contains("File too large"), "{arguments}: {told}");
        for (name, content) in &before {
            assert!(fs::read(folder.path().join(name)).unwrap() == *content, "{arguments} changed {name}");
        }
        let now = names(folder.path());
        let new: Vec<&String> =
            now.iter().filter(|name| before.iter().all(|(old, _)| old != *name)).collect();
        assert!(new.is_empty(), "{arguments} leaves {new:?}");
    }
}

#[test]
fn of_four_processes_that_add_to_one_index_each_adds_or_says_why_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let signatures = |name: &str, count: u64| {
        let row = |i: u64| format!("{name}{i}\t{:016x}\n", i.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let rows: String = (0..count).map(row).collect();
        fs::write(path(name), format!("id\tsignature\n{rows}")).unwrap();
    };
    signatures("old.tsv", 2_000);
    signatures("new.tsv", 5_000);
    let index = path("i.simx");
    let run = |arguments: &[&str]| {
        let mut command = program(BINARY);
        command.args(arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let build = run(&["index", "build", "--input", "signatures", &path("old.tsv"), "-o", &index]);
    assert!(build.wait_with_output().unwrap().status.success());
    let mut added = 0;
    for _ in 0..4 {
        let all: Vec<_> = (0..4)
            .map(|_| run(&["index", "add", &index, "--input", "signatures", &path("new.tsv")]))
            .collect();
        for one in all {
            let output = one.wait_with_output().unwrap();
            let told = String::from_utf8_lossy(&output.stderr).into_owned();
            match output.status.code() {
                Some(0) => added += 1,
                code => assert!(code == Some(1) && told.contains("another process"), "{code:?}: {told}"),
            }
        }
    }
    assert!(added >= 4, "in each round one of them adds");
    let info = program(BINARY).args(["index", "info", &index, "--verify"]).output().unwrap();
    assert!(info.status.success(), "{info:?}");
    let info = String::from_utf8(info.stdout).unwrap();
    assert!(info.contains(&(2_000 + added * 5_000).to_string()), "{added} added, but: {info}");
}
