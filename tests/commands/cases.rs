//! Small corpora, each made after a reported case. The same texts go in each order of the rows and with each rule of what stays.

use crate::command::{stdout, succeed, text};
use crate::folder::Folder;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

/// The rows of a case.
fn case(name: &str) -> Vec<String> {
    let path = format!("{}/tests/commands/cases/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect()
}

fn id(line: &str) -> String {
    serde_json::from_str::<Value>(line).unwrap()["id"].as_str().unwrap().to_owned()
}

/// The ids that go.
fn gone(rows: &[String], options: &[&str]) -> BTreeSet<String> {
    let folder = Folder::new();
    let input = folder.file("in.jsonl", rows.join("\n") + "\n");
    let kept = stdout(&[&["dedup", &input, "-o", "-"], options].concat());
    let kept: BTreeSet<String> = kept.lines().map(id).collect();
    rows.iter().map(|row| id(row)).filter(|id| !kept.contains(id)).collect()
}

/// Checks what goes, in three orders of the rows and by three rules of what stays.
#[track_caller]
fn check(name: &str, options: &[&str], is_right: impl Fn(&BTreeSet<String>) -> bool) {
    let rows = case(name);
    let reversed: Vec<String> = rows.iter().rev().cloned().collect();
    let mut by_length = rows.clone();
    by_length.sort_by_key(String::len);
    for (order, rows) in [("as it is", rows), ("reversed", reversed), ("by length", by_length)] {
        for keep in [&[][..], &["--keep", "longest"], &["--keep", "shortest"], &["--keep", "first"]] {
            let gone = gone(&rows, &[options, keep].concat());
            assert!(is_right(&gone), "{name} {order} {keep:?}: {gone:?}");
        }
    }
}

/// Whether exactly one of each of these pairs is in it.
fn is_one_of_each(gone: &BTreeSet<String>, pairs: &[[&str; 2]]) -> bool {
    pairs.iter().all(|pair| pair.iter().filter(|id| gone.contains(**id)).count() == 1)
}

#[test]
fn what_says_something_else_stays_in_every_order() {
    for name in ["opposites", "units", "words_more_en", "words_more_zh", "songs", "refurbished"] {
        check(name, &[], BTreeSet::is_empty);
    }
    let stay = [
        "zhnum1",
        "zhnum2",
        "roman1",
        "roman2",
        "circled1",
        "circled2",
        "romanuni1",
        "romanuni2",
        "word1",
        "word2",
    ];
    check("numerals", &[], |gone| stay.iter().all(|id| !gone.contains(*id)));
    check("prices", &[], |gone| !gone.contains("a") && !gone.contains("b"));
    check("marks", &[], |gone| !gone.contains("10") && !gone.contains("11"));
}

#[test]
fn marks_and_the_order_of_sentences_part_no_texts() {
    check("marks", &[], |gone| {
        is_one_of_each(gone, &[["0", "1"], ["2", "3"], ["4", "5"], ["6", "7"], ["8", "9"]])
    });
    check("prices", &[], |gone| is_one_of_each(gone, &[["c", "d"], ["e", "f"]]));
}

#[test]
fn what_the_recipe_ignores_or_normalizes_parts_no_texts() {
    let signature = r"(?m)^-- $(?s:.*)";
    check("signatures", &["--ignore", signature], |gone| gone.len() == 30);
    check("signatures", &[], BTreeSet::is_empty);
    check("timestamps", &["--ignore", r"(?m)^\S+ \S+ "], |gone| gone.len() == 1 && !gone.contains("c"));
    check("timestamps", &[], BTreeSet::is_empty);
    check("spaces", &["--normalize", "loose"], |gone| {
        ["q1", "q2", "q3"].iter().filter(|id| gone.contains(**id)).count() == 2
            && is_one_of_each(gone, &[["s1", "s3"]])
    });
}

#[test]
fn what_the_recipe_ignores_is_ignored_by_all_commands_that_compare_texts() {
    let signatures = "tests/commands/cases/signatures.jsonl";
    let stamps = "tests/commands/cases/timestamps.jsonl";
    let (signature, stamp) = (r"(?m)^-- $(?s:.*)", r"(?m)^\S+ \S+ ");
    let confirmed = |options: &[&str]| {
        let call = [&["pairs", stamps, "-k", "64", "--confirm", "weighted:words:2>=0.9"], options].concat();
        stdout(&call)
            .lines()
            .skip(1)
            .map(|row| row.split('\t').take(2).collect::<Vec<_>>().join(" "))
            .collect::<Vec<_>>()
    };
    assert_eq!(confirmed(&["--ignore", stamp]), ["a b"]);
    assert_eq!(confirmed(&[]), [""; 0]);
    let advice = stdout(&["advise", signatures, "--ignore", signature, "--format", "jsonl"]);
    let first: Value = serde_json::from_str(advice.lines().next().unwrap()).unwrap();
    assert_eq!((&first["k"], &first["verdict"]), (&0.into(), &"yes".into()), "{advice}");
    let differ = |options: &[&str]| {
        let table = stdout(
            &[&["compare", "a", "b", stamps, "--measure", "weighted:words:2", "--format", "tsv"], options]
                .concat(),
        );
        table.lines().nth(1).unwrap().split('\t').nth(1).unwrap().parse::<f64>().unwrap()
    };
    assert_eq!(differ(&["--ignore", stamp]), 1.0);
    assert!(differ(&[]) < 0.9);
}

#[test]
fn code_that_differs_in_case_or_indentation_alone_stays() {
    check("code", &[], BTreeSet::is_empty);
}

#[test]
fn of_a_list_of_messages_nothing_goes_until_words_are_said_not_to_matter() {
    check("messages_en", &[], BTreeSet::is_empty);
    check("messages_en", &["--same-if", "one-or-two-words"], BTreeSet::is_empty);
    let input = "tests/commands/cases/messages_en.jsonl";
    let table = stdout(&["differences", input, "--same-if", "one-or-two-words"]);
    let row = table.lines().find(|row| row.starts_with("word\t\t")).unwrap();
    assert!(
        row.contains("words matter here: below 25 words, 77 % of the similar pairs are in groups"),
        "{row}"
    );
    let lifted = gone(&case("messages_en"), &["--same-if", "words"]);
    assert!(lifted.len() >= 20, "{lifted:?}");
}

#[test]
fn what_is_asked_can_be_answered_as_it_is_written() {
    let input = "tests/commands/cases/messages_en.jsonl";
    let mut said: Vec<String> = Vec::new();
    // At most three are asked at once, and an answer may ask for one more.
    for _ in 0..10 {
        let options: Vec<&str> = said.iter().flat_map(|one| ["--same-if", one]).collect();
        let told = text(&succeed(&[&["dedup", input, "--dry-run"], &options[..]].concat()).stderr);
        let Some((_, behind)) = told.split_once(" --same-if ") else { break };
        let (option, _) = behind.split_once(" lets ").unwrap();
        said.push(option.trim_matches('\'').to_owned());
    }
    assert!(said.len() >= 3, "{said:?}");
}
