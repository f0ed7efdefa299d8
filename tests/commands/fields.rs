//! Fields that are named, as other programs write them; and what simscope writes, as other programs read it.

use crate::command::{simscope, stdout, text};
use std::fs;
use std::path::Path;
use std::process::Command;

/// A file of this content, read by a command.
fn of(name: &str, content: &str, words: &[&str]) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    let arguments = [&words[..1], &[path.to_str().unwrap()], &words[1..]].concat();
    let output = simscope(&arguments).output().unwrap();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn pairs(name: &str, content: &str, words: &[&str]) -> String {
    let (code, printed, told) = of(name, content, &[&["pairs"], words].concat());
    assert_eq!(code, Some(0), "{told}");
    printed
}

#[test]
fn a_field_may_lie_in_an_object_or_a_struct() {
    let line = |id, last| {
        format!(
            "{{\"id\":\"{id}\",\"data\":{{\"text\":\"the quick brown fox jumps over the lazy dog near the river bank {last}\"}}}}\n"
        )
    };
    let nested = line("a", "today")
        + &line("b", "tonight")
        + "{\"id\":\"c\",\"data\":{\"text\":null}}\n{\"id\":\"e\"}\n";
    let found = pairs("n.jsonl", &nested, &["-k", "16", "--text-field", "data.text"]);
    assert_eq!(found, "id_a\tid_b\tdistance\na\tb\t4\n");
    let chat = "{\"id\":\"a\",\"messages\":[{\"content\":\"one two\"},{\"content\":\"x\"}]}\n\
                {\"id\":\"b\",\"messages\":[{\"content\":\"one two\"}]}\n";
    let found = pairs("c.jsonl", chat, &["-k", "0", "--text-field", "messages.0.content"]);
    assert_eq!(found, "id_a\tid_b\tdistance\na\tb\t0\n");
}

#[cfg(feature = "parquet")]
#[test]
fn a_field_may_lie_in_a_struct_of_parquet_and_an_id_be_a_uuid() {
    let file = "tests/commands/cases/struct.parquet";
    let found = stdout(&["pairs", file, "-k", "16", "--text-field", "meta.text"]);
    assert_eq!(found, "id_a\tid_b\tdistance\na\tb\t4\n");
    let told = text(&simscope(&["hash", file]).output().unwrap().stderr);
    assert!(told.contains("`meta.text`"), "what is offered is there: {told}");
    for words in [&["--id-field", "id"][..], &[]] {
        let file = "tests/commands/cases/duckdb_uuid.parquet";
        let found = stdout(&[&["hash", file], words].concat());
        let ids: Vec<&str> = found.lines().skip(1).map(|row| row.split('\t').next().unwrap()).collect();
        assert!(
            !ids.is_empty() && ids.iter().all(|id| id.len() == 36 && id.matches('-').count() == 4),
            "{ids:?}"
        );
    }
}

#[test]
fn what_python_spark_and_spreadsheets_write_is_read() {
    let nan = "{\"id\":\"a\",\"text\":\"alpha beta\",\"score\":NaN}\n{\"id\":\"b\",\"text\":\"alpha beta\",\"score\":-Infinity}\n";
    assert_eq!(pairs("n.jsonl", nan, &["-k", "0"]), "id_a\tid_b\tdistance\na\tb\t0\n");
    let spark = "id,text\n1,\"he said \\\"hello\\\" to me, then left\"\n2,\"he said \\\"hello\\\" to me, then left\"\n";
    assert_eq!(pairs("s.csv", spark, &["-k", "0"]), "id_a\tid_b\tdistance\n1\t2\t0\n");
    let bars = "id|text\n1|a, b; c\n2|a, b; c\n";
    assert_eq!(pairs("b.txt", bars, &["-k", "0", "--delimiter", "|"]), "id_a\tid_b\tdistance\n1\t2\t0\n");
    assert_eq!(of("b.csv", bars, &["hash", "--delimiter", "||"]).0, Some(2));
}

#[test]
fn every_command_refuses_a_field_that_no_record_has() {
    let records = "{\"id\":\"a\",\"text\":\"alpha beta\"}\n{\"id\":\"b\",\"text\":\"alpha beta\"}\n";
    for command in ["hash", "groups", "sweep", "dedup", "advise"] {
        for option in ["--label-field", "--id-field", "--text-field"] {
            let words = if command == "dedup" {
                &["dedup", "--yes", "--dry-run", option, "nope"][..]
            } else {
                &[command, option, "nope"]
            };
            let (code, _, told) = of("a.jsonl", records, words);
            assert_eq!(code, Some(1), "{command} {option}: {told}");
            assert!(told.contains("no record has a field `nope`"), "{command} {option}: {told}");
        }
    }
}

/// Ids that are hard to write.
const IDS: [&str; 8] = ["\"quoted\"", "\"open", "a,b", "tab\there", "two\nlines", "=1+1", " space ", "文"];

/// Reads a file back and prints its ids as JSON.
const READERS: [(&str, &str); 4] = [
    (
        "csv",
        "rows = list(csv.DictReader(open(path, newline='', encoding='utf-8'), delimiter=sep, quoting=csv.QUOTE_MINIMAL if sep == ',' else csv.QUOTE_NONE)); ids = [row['id'] for row in rows]",
    ),
    (
        "pandas",
        "ids = list(pandas.read_csv(path, sep=sep, dtype=str, keep_default_na=False, quoting=0 if sep == ',' else 3)['id'])",
    ),
    (
        "polars",
        "ids = polars.read_csv(path, separator=sep, infer_schema=False, quote_char='\"' if sep == ',' else None)['id'].to_list()",
    ),
    (
        "duckdb",
        "ids = [row[0] for row in duckdb.sql(f\"select id from read_csv('{path}', header=true, all_varchar=true, delim='{sep}', quote='{chr(34) if sep == chr(44) else str()}', escape='{chr(34) if sep == chr(44) else str()}')\").fetchall()]",
    ),
];

/// Needs Python; of its modules those that are there. `SIMSCOPE_PYTHON` names another than `python3`.
#[test]
fn what_is_written_is_read_back_by_other_programs() {
    let python = std::env::var("SIMSCOPE_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let run = |script: &str, arguments: &[&str]| {
        Command::new(&python).args(["-c", script]).args(arguments).output()
    };
    let folder = tempfile::tempdir().unwrap();
    let corpus = folder.path().join("c.jsonl");
    let record =
        |id: &&str| format!("{{\"id\":{},\"text\":\"a b c\"}}\n", serde_json::to_string(id).unwrap());
    fs::write(&corpus, IDS.iter().map(record).collect::<String>()).unwrap();
    let kept: Vec<String> = IDS.map(str::to_owned).to_vec();
    let replaced: Vec<String> = IDS.iter().map(|id| id.replace('\t', "␉").replace('\n', "␊")).collect();
    for (format, separator, expected) in [("csv", ",", &kept), ("tsv", "\t", &replaced)] {
        let out = folder.path().join(format!("out.{format}"));
        stdout(&["hash", path(&corpus), "--format", format, "-o", path(&out)]);
        // So does simscope.
        let again = stdout(&["hash", path(&out), "--text-field", "signature", "--format", "jsonl"]);
        let ids = again.lines().map(|line| {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            row["id"].as_str().unwrap().to_owned()
        });
        assert_eq!(&ids.collect::<Vec<_>>(), expected, "simscope {format}");
        for (module, read) in READERS {
            if !run(&format!("import {module}"), &[]).is_ok_and(|output| output.status.success()) {
                eprintln!("left out: {python} has no module {module}");
                continue;
            }
            let script = format!(
                "import sys, json, {module}\npath, sep = sys.argv[1:]\n{read}\nprint(json.dumps(ids))"
            );
            let output = run(&script, &[path(&out), separator]).unwrap();
            assert!(output.status.success(), "{module} {format}: {}", text(&output.stderr));
            let ids: Vec<String> = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!(&ids, expected, "{module} {format}");
        }
    }
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}
