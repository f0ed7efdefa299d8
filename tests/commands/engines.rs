//! What simscope exchanges with other engines: streams, escaped rows, signed integers, folders of parts, pieces of a search.

use crate::command::{LICENCES, TANG, program, simscope, stdout, succeed, text};
use parquet::file::reader::{FileReader, SerializedFileReader};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

#[test]
fn rows_leave_while_records_come_in() {
    let mut child = program(env!("CARGO_BIN_EXE_simscope"))
        .args(["hash", "-", "--input", "lines", "--no-config"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut records = child.stdin.take().unwrap();
    let mut rows = BufReader::new(child.stdout.take().unwrap()).lines();
    // The second record is written only after the row of the first was read.
    for record in ["to be or not to be\n", "that is the question\n"] {
        records.write_all(record.as_bytes()).unwrap();
        records.flush().unwrap();
        let row = rows.find(|row| !row.as_ref().unwrap().starts_with("id")).unwrap().unwrap();
        assert_eq!(row.split('\t').count(), 4, "{row}");
        // Rows are sent at least twice a second, where records come.
        thread::sleep(Duration::from_millis(700));
    }
    drop(records);
    assert!(rows.next().is_none());
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_header_can_be_left_out() {
    let without_header = |words: &[&str]| {
        for format in ["tsv", "csv", "tsv-escaped", "spreadsheet"] {
            let whole = stdout(&[words, &["--format", format]].concat());
            let rows = stdout(&[words, &["--format", format, "--no-header"]].concat());
            assert_eq!(whole.split_once('\n').unwrap().1, rows, "{words:?} {format}");
        }
        let jsonl = [words, &["--format", "jsonl"]].concat();
        assert_eq!(stdout(&[&jsonl[..], &["--no-header"]].concat()), stdout(&jsonl));
    };
    without_header(&["hash", TANG]);
    without_header(&["pairs", TANG, "-k", "8"]);
    without_header(&["groups", TANG, "-k", "8"]);
    without_header(&["batch", "--new", TANG, "--against", TANG, "-k", "3"]);
}

#[test]
fn ids_with_tabs_and_line_ends_come_back() {
    let ids =
        ["a\tb", "a\nb\r", "back\\slash", "plain", "\u{202e}x\u{1b}[0m", "文 \u{1f469}\u{200d}\u{1f52c}"];
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.jsonl");
    let lines = ids.map(|id| serde_json::json!({"id": id, "text": "x y"}).to_string() + "\n");
    fs::write(&path, lines.concat()).unwrap();
    let rows = stdout(&["hash", path.to_str().unwrap(), "--format", "tsv-escaped", "--no-header"]);
    assert!(!rows.contains(['\u{1b}', '\r', '\u{202e}']), "{rows}");
    let back = rows.lines().map(|row| {
        let id = row.split('\t').next().unwrap();
        serde_json::from_str::<String>(&format!("\"{}\"", id.replace('"', "\\\""))).unwrap()
    });
    assert_eq!(back.collect::<Vec<_>>(), ids);
}

#[test]
fn a_record_that_cannot_be_read_has_a_row_with_the_reason() {
    let records = "{\"id\":\"a\",\"text\":\"x y\"}\nnonsense\n{\"id\":\"c\"}\n";
    let hash = |words: &[&str]| {
        let mut command =
            simscope(&[&["hash", "-", "--input", "jsonl", "--format", "jsonl"], words].concat());
        text(&command.write_stdin(records).output().unwrap().stdout)
    };
    assert_eq!(hash(&[]).lines().count(), 1);
    let rows: Vec<serde_json::Value> =
        hash(&["--unreadable", "row"]).lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    let read: Vec<_> = rows.iter().filter(|row| row["reason"].is_null()).collect();
    let unread: Vec<_> = rows.iter().filter(|row| row["signature"].is_null()).collect();
    assert_eq!((rows.len(), read.len(), unread.len()), (3, 1, 2));
    assert_eq!((&read[0]["id"], &unread[0]["id"]), (&"a".into(), &"standard input:2".into()));
    assert_eq!(unread[1]["reason"], "no field `text`");
    for words in [&["--filter", "chars>3"][..], &["--weighting", "tf-idf"]] {
        let words = [&["hash", TANG, "--unreadable", "row"], words].concat();
        assert_eq!(simscope(&words).output().unwrap().status.code(), Some(2), "{words:?}");
    }
}

#[test]
fn signatures_of_64_bits_are_signed_integers_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let expected = stdout(&["hash", LICENCES]);
    for (words, is_signed) in [(&["--signed"][..], true), (&[], false)] {
        let path = folder.path().join(format!("{is_signed}.parquet"));
        // A pipe takes Parquet, too.
        let written = succeed(&[&["hash", LICENCES, "--format", "parquet"], words].concat());
        fs::write(&path, written.stdout).unwrap();
        let reader = SerializedFileReader::new(fs::File::open(&path).unwrap()).unwrap();
        let column = reader.metadata().file_metadata().schema_descr().column(1);
        assert_eq!(column.logical_type_ref().is_none(), is_signed);
        let back = stdout(&["hash", "--input", "signatures", path.to_str().unwrap()]);
        let without_features = |rows: &str| -> Vec<String> {
            rows.lines().map(|row| row.rsplit_once('\t').unwrap().0.to_owned()).collect()
        };
        assert_eq!(without_features(&back), without_features(&expected));
    }
}

/// Writes a folder as an engine writes it, with the lines of a sample over several parts.
fn parts_of(sample: &str, folder: &Path) -> String {
    let text = fs::read_to_string(sample).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for (name, lines) in [("day=1/part-00000", &lines[..40]), ("day=2/part-00000", &lines[40..])] {
        fs::create_dir_all(folder.join(name).parent().unwrap()).unwrap();
        fs::write(folder.join(name), lines.concat()).unwrap();
    }
    for hidden in ["_SUCCESS", "._SUCCESS.crc", "day=1/.part-00000.crc", "_temporary/0/part-00000"] {
        fs::create_dir_all(folder.join(hidden).parent().unwrap()).unwrap();
        fs::write(folder.join(hidden), "{\"text\": \"not to be read\"}\n").unwrap();
    }
    folder.to_str().unwrap().to_owned()
}

#[test]
fn a_folder_of_parts_is_read_as_its_records() {
    let folder = tempfile::tempdir().unwrap();
    let whole = parts_of(TANG, folder.path());
    for command in [&["hash"][..], &["pairs", "-k", "9"], &["groups", "-k", "9"]] {
        assert_eq!(
            stdout(&[command, &[whole.as_str()]].concat()),
            stdout(&[command, &[TANG]].concat()),
            "{command:?}"
        );
    }
    // The second source has the ids of the first, so there they begin with its name.
    let both = stdout(&["hash", &whole, TANG, "--no-header"]);
    let ids: Vec<&str> = both.lines().map(|row| row.split('\t').next().unwrap()).collect();
    let (first, second) = ids.split_at(ids.len() / 2);
    assert!(first.iter().zip(second).all(|(id, again)| again.strip_suffix(id).unwrap().ends_with(".jsonl:")));
    // Records without an id are numbered in their part.
    fs::write(folder.path().join("day=2/part-00001"), "{\"text\": \"one more\"}\n").unwrap();
    let last = stdout(&["hash", &whole, "--no-header"]).lines().last().unwrap().to_owned();
    assert!(last.starts_with("day=2/part-00001:1\t"), "{last}");
}

#[test]
fn a_folder_of_shards_is_its_records_in_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let shards = folder.path().join("in");
    fs::create_dir(&shards).unwrap();
    let record = |id: &str, text: &str| format!("{{\"id\":\"{id}\",\"text\":\"{text}\"}}\n");
    let greek = "alpha beta gamma delta epsilon zeta";
    let first = record("s1", greek) + &record("s2", "something else entirely is here now");
    fs::write(shards.join("0000.jsonl"), first).unwrap();
    fs::write(shards.join("0001.jsonl"), record("s3", greek)).unwrap();
    fs::write(shards.join("README.md"), "about the data\n").unwrap();
    let whole = shards.to_str().unwrap();
    let groups = "id\tgroup\tsize\trepresentative\ns1\t1\t2\ts1\ns3\t1\t2\ts1\n";
    assert_eq!(stdout(&["groups", "-k", "3", whole]), groups);
    assert_eq!(stdout(&["pairs", "-k", "3", whole]), "id_a\tid_b\tdistance\ns1\ts3\t0\n");
    let out = folder.path().join("out");
    succeed(&["dedup", "--yes", "-k", "3", whole, "-o", out.to_str().unwrap()]);
    assert_eq!(fs::read_to_string(out.join("0001.jsonl")).unwrap(), "");
    let by_file = stdout(&["groups", "-k", "3", whole, "--ids", "by-file"]);
    assert!(by_file.contains("0001.jsonl:s3\t1\t2\t0000.jsonl:s1"), "{by_file}");
    // As many files of another kind: each file is a document, and it is said.
    for name in ["a.txt", "b.txt"] {
        fs::write(shards.join(name), "a text\n").unwrap();
    }
    let mixed = simscope(&["hash", "--no-header", whole]).output().unwrap();
    assert_eq!(text(&mixed.stdout).lines().count(), 5);
    let told = text(&mixed.stderr);
    assert!(told.contains("each file is one document") && told.contains("--input records"), "{told}");
    assert_eq!(stdout(&["groups", "-k", "3", whole, "--input", "records"]), groups);
    let chinese = simscope(&["hash", "--lang", "zh", whole]).output().unwrap();
    assert!(text(&chinese.stderr).contains("每个文件读作一篇文档"));
}

#[test]
fn a_warc_is_read_and_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cc.warc.wet");
    let record = |uri: &str| {
        format!(
            "WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: {uri}\r\nContent-Length: 5\r\n\r\none x\r\n\r\n"
        )
    };
    fs::write(&path, record("http://a/") + &record("http://b/")).unwrap();
    let path = path.to_str().unwrap();
    assert_eq!(stdout(&["pairs", "-k", "0", path]), "id_a\tid_b\tdistance\nhttp://a/\thttp://b/\t0\n");
    let out = folder.path().join("out.wet");
    let refused =
        simscope(&["dedup", "--yes", "-k", "0", path, "-o", out.to_str().unwrap()]).output().unwrap();
    assert!(!refused.status.success() && !out.exists());
    assert!(text(&refused.stderr).contains("--dry-run lists what goes"));
}

#[test]
fn a_folder_of_signatures_is_read_in_the_order_of_its_parts() {
    let folder = tempfile::tempdir().unwrap();
    let rows = stdout(&["hash", TANG]);
    let lines: Vec<&str> = rows.split_inclusive('\n').collect();
    for (name, lines) in [("part-00000.tsv", &lines[1..100]), ("part-00001.tsv", &lines[100..])] {
        let with_header = format!("id\tsignature\tbits\tfeatures\n{}", lines.concat());
        fs::write(folder.path().join(name), with_header).unwrap();
    }
    fs::write(folder.path().join("_SUCCESS"), "").unwrap();
    let whole = folder.path().to_str().unwrap();
    for command in [&["pairs", "-k", "9"][..], &["groups", "-k", "9"]] {
        let of_parts = stdout(&[command, &["--input", "signatures", whole]].concat());
        assert_eq!(of_parts, stdout(&[command, &[TANG]].concat()), "{command:?}");
    }
    let batch = |against: &str| {
        let words = ["batch", "--new", TANG, "--against", against, "-k", "9", "--against-input"];
        let kind = if against == TANG { "auto" } else { "signatures" };
        stdout(&[&words[..], &[kind]].concat())
    };
    assert_eq!(batch(whole), batch(TANG));
}

#[test]
fn the_pieces_of_all_blocks_are_all_pairs() {
    for (sample, k) in [(TANG, "9"), (LICENCES, "3"), (LICENCES, "0")] {
        let last: u8 = k.parse().unwrap();
        let piece = |block: u8| {
            stdout(&["pairs", sample, "-k", k, "--only-block", &block.to_string(), "--no-header"])
        };
        let mut pieces: Vec<String> = (0..=last)
            .flat_map(|block| piece(block).lines().map(str::to_owned).collect::<Vec<_>>())
            .collect();
        let mut whole: Vec<String> =
            stdout(&["pairs", sample, "-k", k, "--no-header"]).lines().map(str::to_owned).collect();
        pieces.sort();
        whole.sort();
        assert!(!whole.is_empty());
        assert_eq!(pieces, whole, "{sample} {k}");
    }
    let wrong = simscope(&["pairs", TANG, "-k", "3", "--only-block", "4"]).output().unwrap();
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("the blocks are 0 to 3"));
}

#[test]
fn groups_of_equal_size_stand_in_the_order_of_their_first_documents() {
    let ids: Vec<String> = stdout(&["hash", TANG, "--no-header"])
        .lines()
        .map(|row| row.split('\t').next().unwrap().to_owned())
        .collect();
    let place = |id: &str| ids.iter().position(|known| known == id).unwrap();
    let rows = stdout(&["groups", TANG, "-k", "12", "--no-header"]);
    let rows: Vec<Vec<&str>> = rows.lines().map(|row| row.split('\t').collect()).collect();
    let keys: Vec<_> = rows
        .iter()
        .map(|row| (std::cmp::Reverse(row[2].parse::<usize>().unwrap()), place(row[3]), place(row[0])))
        .collect();
    assert!(keys.len() > 50 && keys.is_sorted(), "size, then representative, then document");
}
