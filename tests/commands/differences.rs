//! Differences, from the table of `simscope differences` to what `dedup` asks and obeys.

use crate::command::{simscope, stdout, succeed, text};
use crate::folder::Folder;
use std::collections::BTreeSet;
use std::fs;

fn lines(texts: &[String]) -> String {
    let line = |(id, text): (usize, &String)| {
        format!("{}\n", serde_json::json!({"id": id.to_string(), "text": text}))
    };
    texts.iter().enumerate().map(line).collect()
}

/// A body of text that no other has anything of.
fn body(number: usize) -> String {
    let word = |at: usize| -> String {
        let mut left = number * 8_191 + at * 127 + 3_000;
        let mut word = String::new();
        while left > 0 {
            word += ["ka", "re", "mo", "ti", "su", "la", "ne", "vo", "pi", "du", "fa"][left % 11];
            left /= 11;
        }
        word
    };
    (0..14).map(word).collect::<Vec<_>>().join(" ")
}

/// Pairs of texts that differ in one of these each.
fn pairs(differences: &[(usize, [&str; 2])]) -> Vec<String> {
    let (mut texts, mut number) = (Vec::new(), 0);
    for (times, [one, other]) in differences {
        for _ in 0..*times {
            number += 1;
            let (text, n) = (body(number), number);
            let word = |at: usize| text.split(' ').nth(at).unwrap().chars().rev().collect::<String>();
            let own = |what: &str, more: usize| {
                what.replace('N', &(10_000 + 7 * n + more).to_string())
                    .replace('V', &word(1))
                    .replace('W', &word(5))
            };
            texts.push(format!("{} {text}", own(one, 0)));
            texts.push(format!("{} {text}", own(other, 50_000)));
        }
    }
    texts
}

/// Standard error and exit code.
fn told(arguments: &[&str]) -> (String, Option<i32>) {
    let output = simscope(arguments).output().unwrap();
    (text(&output.stderr), output.status.code())
}

fn dropped(folder: &Folder, name: &str) -> String {
    fs::read_to_string(folder.path(name)).unwrap()
}

#[test]
fn what_waits_is_asked_about_in_at_most_three_lines_and_is_no_error() {
    let folder = Folder::new();
    let texts =
        pairs(&[(60, ["ticket N", "ticket N"]), (25, ["edition 8 of", "edition 9 of"]), (22, ["V", "W"])]);
    let input = folder.file("in.jsonl", lines(&texts));
    let (said, code) = told(&["dedup", &input, "--dry-run"]);
    assert_eq!(code, Some(0), "{said}");
    let asked: Vec<&str> = said.lines().filter(|line| line.contains("--same-if")).collect();
    assert!(said.contains("0 of 214 texts go; 107 texts wait for answers"), "{said}");
    assert_eq!(asked.len(), 3, "{said}");
    let expected =
        ["does the number after “ticket” matter?", "does “8” ↔ “9” matter?", "do one or two words matter?"];
    for (line, expected) in asked.iter().zip(expected) {
        assert!(line.starts_with(&format!("simscope: {expected}")), "{line}");
    }
    assert!(asked[0].ends_with("--same-if 'number after \"ticket\"' lets 60 go"), "{}", asked[0]);
    assert!(
        asked[1].ends_with("lets 25 go by itself, 25 more after the answer above")
            || asked[1].ends_with("lets 25 go"),
        "{}",
        asked[1]
    );
    // As it is asked, so it can be answered.
    let options = [
        "--same-if",
        "number after \"ticket\"",
        "--same-if",
        "\"8\" ↔ \"9\"",
        "--same-if",
        "one or two words",
    ];
    let (said, code) = told(&[&["dedup", &input, "--dry-run"][..], &options].concat());
    assert!(code == Some(0) && !said.contains("wait") && said.contains("107 of 214 texts go"), "{said}");
}

#[test]
fn a_table_lists_the_differences_with_counts_reasons_and_an_example() {
    let folder = Folder::new();
    let texts = pairs(&[
        (4, ["ticket N", "ticket N"]),
        (5, ["a former minister", "a minister"]),
        (3, ["lamps, ropes", "lamps ropes"]),
    ]);
    let input = folder.file("in.jsonl", lines(&texts));
    let table = stdout(&["differences", &input]);
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(
        rows[0],
        ["class", "difference", "pairs", "waits", "goes", "matters", "why", "id", "kept", "example"]
    );
    let find = |class: &str, difference: &str| {
        rows.iter().find(|row| row[0] == class && row[1] == difference).unwrap()
    };
    assert_eq!(find("one-or-two-words", "")[2..6], ["5", "5", "0", "yes"]);
    assert_eq!(find("number", "")[2..7], ["4", "4", "0", "yes", "default"]);
    assert_eq!(find("number", "number after \"ticket\"")[2..6], ["4", "4", "0", "yes"]);
    assert_eq!(find("marks", "")[2..6], ["3", "0", "3", "no"]);
    assert_eq!(find("marks", "")[9], "marks");
    assert_eq!(rows[1][0], "one-or-two-words", "{table}");
    // The same with what was said.
    let table = stdout(&["differences", &input, "--same-if", "number", "--matters", "marks"]);
    let row =
        |class: &str| table.lines().find(|row| row.starts_with(&format!("{class}\t\t"))).unwrap().to_owned();
    assert!(row("number").contains("\t4\t0\t4\tno\tyou said so\t"), "{table}");
    assert!(row("marks").contains("\t3\t0\t0\tyes\tyou said so\t"), "{table}");
    let refused = simscope(&["differences", "x.tsv", "--input", "signatures"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn dropped_and_held_say_what_differs_and_how_much_is_lost() {
    let folder = Folder::new();
    let texts = pairs(&[(1, ["weight 5 mg", "weight 5 g"]), (1, ["lamps, ropes", "lamps ropes"])]);
    let input = folder.file("in.jsonl", lines(&texts));
    succeed(&["dedup", &input, "-o", &folder.path("out.jsonl")]);
    let (gone, held) = (dropped(&folder, "out.dropped.tsv"), dropped(&folder, "out.held.tsv"));
    let heads = [
        "id",
        "kept",
        "kind",
        "similarity",
        "lost",
        "distance",
        "differences",
        "k",
        "recipe",
        "group",
        "rule",
    ];
    assert_eq!(gone.lines().next().unwrap().split('\t').collect::<Vec<_>>(), heads);
    assert_eq!(held.lines().next().unwrap().split('\t').collect::<Vec<_>>(), heads[..7]);
    let cells =
        |table: &str| table.lines().nth(1).unwrap().split('\t').map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(
        (cells(&gone)[2].as_str(), cells(&gone)[4].as_str(), cells(&gone)[6].as_str()),
        ("marks", "0", "marks")
    );
    assert_eq!(cells(&gone)[10], "heaviest");
    assert_eq!(cells(&held)[2], "unit");
    assert!(["unit: mg → g", "unit: g → mg"].contains(&cells(&held)[6].as_str()), "{held}");
    assert!(cells(&held)[4].parse::<f64>().unwrap() > 0.02);
}

#[test]
fn a_run_with_decisions_that_say_the_same_writes_the_same_tables() {
    let folder = Folder::new();
    let texts = pairs(&[
        (9, ["ticket N", "ticket N"]),
        (8, ["room N", "room N"]),
        (8, ["a former minister", "a minister"]),
        (7, ["lamps, ropes", "lamps ropes"]),
        (4, ["AB-1", "AB-2"]),
    ]);
    let input = folder.file("in.jsonl", lines(&texts));
    let said = "version = 2\ncut = 0.4\nloss = 0.25\npassage = 9\nmust_agree = [\"AB-[0-9]\"]\n\
        [[difference]]\nclass = \"number\"\nafter = \"ticket\"\nmatters = false\n\
        [[difference]]\nclass = \"one or two words\"\nmatters = false\n\
        [[difference]]\nclass = \"marks\"\nmatters = true\n";
    let decisions = folder.file("d.toml", said);
    let options = [
        "--cut",
        "0.4",
        "--loss",
        "0.25",
        "--passage",
        "9",
        "--must-agree",
        "AB-[0-9]",
        "--same-if",
        "number after \"ticket\"",
        "--same-if",
        "one-or-two-words",
        "--matters",
        "marks",
    ];
    let written = |name: &str, options: &[&str]| {
        let out = folder.path(&format!("{name}.jsonl"));
        succeed(&[&["dedup", &input, "-o", &out], options].concat());
        ["jsonl", "dropped.tsv", "held.tsv"].map(|ending| dropped(&folder, &format!("{name}.{ending}")))
    };
    let by_options = written("options", &options);
    assert_eq!(written("file", &["--decisions", &decisions]), by_options);
    assert_eq!(by_options[1].lines().count(), 1 + 9 + 8, "{}", by_options[1]);
    // An option goes before the file.
    let undone = written("undone", &["--decisions", &decisions, "--same-if", "marks"]);
    assert_eq!(undone[1].lines().count(), 1 + 9 + 8 + 7);
    // A file of version 1.
    let old = folder.file("old.toml", "version = 1\ngo = \"same,fold,word,insert,similar,numbers\"\n");
    let by_old = written("old", &["--decisions", &old]);
    assert_eq!(by_old, written("number", &["--same-if", "number"]));
    let newer = folder.file("newer.toml", "version = 3\n");
    let (said, code) = told(&["dedup", &input, "--dry-run", "--decisions", &newer]);
    assert!(code == Some(1) && said.contains("version 3 of the format"), "{said}");
}

#[test]
fn options_of_earlier_versions_mean_what_they_meant() {
    let folder = Folder::new();
    let texts = pairs(&[
        (3, ["room 4 N", "room 6 N"]),
        (3, ["a former minister", "a minister"]),
        (3, ["lamps, ropes", "lamps ropes"]),
    ]);
    let input = folder.file("in.jsonl", lines(&texts));
    let gone = |options: &[&str]| {
        let kept = stdout(&[&["dedup", &input, "-o", "-"], options].concat());
        texts.len() - kept.lines().count()
    };
    assert_eq!(gone(&[]), 3);
    assert_eq!(gone(&["--allow", "word"]), 6);
    assert_eq!(gone(&["--allow", "word,numbers"]), 9);
    assert_eq!(gone(&["--allow", "word", "--hold", "word"]), 3);
    assert_eq!(gone(&["--hold", "marks"]), 0);
    for wrong in [
        ["--allow", "typo"],
        ["--same-if", "typo"],
        ["--matters", "must-agree"],
        ["--must-agree", "("],
        ["--cut", "2"],
        ["--same-if=marks", "--matters=marks"],
    ] {
        let (said, code) = told(&[&["dedup", &input, "--dry-run"][..], &wrong].concat());
        assert_eq!(code, Some(2), "{said}");
    }
    let (said, code) = told(&["dedup", &input, "-k", "3", "--dry-run", "--same-if", "number"]);
    assert!(code == Some(2) && said.contains("with -k the distance does"), "{said}");
}

#[test]
fn what_was_said_of_a_difference_that_is_not_there_is_named() {
    let folder = Folder::new();
    let input = folder.file("in.jsonl", lines(&pairs(&[(3, ["room N", "room N"])])));
    let (said, code) = told(&["dedup", &input, "--dry-run", "--same-if", "number after \"rooom\""]);
    assert!(
        code == Some(0) && said.contains("nothing in this corpus differs by number after \"rooom\""),
        "{said}"
    );
    let (said, _) =
        told(&["dedup", &input, "--dry-run", "--same-if", "number after \"room\"", "--matters", "unit"]);
    assert!(!said.contains("nothing in this corpus"), "{said}");
    let (said, code) = told(&["dedup", &input, "--dry-run", "--must-agree", "patterns.tx"]);
    assert!(code == Some(0) && said.contains("--must-agree patterns.tx: neither a file"), "{said}");
    let (said, _) = told(&["dedup", &input, "--dry-run", "--must-agree", "room"]);
    assert!(!said.contains("--must-agree"), "{said}");
}

#[test]
fn only_the_texts_of_this_corpus_are_counted_beside_another() {
    let folder = Folder::new();
    let texts = pairs(&[(30, ["ticket N", "ticket N"])]);
    let (own, other): (Vec<_>, Vec<_>) = texts.into_iter().enumerate().partition(|(at, _)| at % 2 == 0);
    let [own, other] = [own, other].map(|texts| texts.into_iter().map(|(_, text)| text).collect::<Vec<_>>());
    let [input, known] =
        [("in.jsonl", own), ("known.jsonl", other)].map(|(name, texts)| folder.file(name, lines(&texts)));
    let (said, _) = told(&["dedup", &input, "--against", &known, "--dry-run"]);
    assert!(said.contains("0 of 30 texts go; 30 texts wait for answers"), "{said}");
}

#[test]
fn a_greater_cut_does_not_hide_what_recurs() {
    let folder = Folder::new();
    let pair = |number: usize, of: usize| {
        let bodies: Vec<String> = (0..of).map(|part| body(number * 9 + part)).collect();
        [("lamps", 'a'), ("ropes", 'e')].map(|(word, vowel)| {
            let own = bodies[0].split(' ').map(|word| word.replace(['a', 'i'], &vowel.to_string()));
            let own: Vec<String> = own.filter(|word| word.contains(vowel)).take(of - 1).collect();
            let parts = bodies.iter().enumerate().map(|(at, body)| match own.get(at) {
                Some(own) => format!("{body} {own}{own}"),
                None => body.clone(),
            });
            format!("{word} {}", parts.collect::<Vec<_>>().join(" "))
        })
    };
    let long: Vec<String> = (0..4).flat_map(|number| pair(number, 4)).collect();
    let short: Vec<String> = (10..40).flat_map(|number| pair(number, 1)).collect();
    let kept = |texts: &[String], cut: &str| {
        let input = folder.file("in.jsonl", lines(texts));
        stdout(&["dedup", &input, "--cut", cut, "-o", "-"]).lines().count()
    };
    assert_eq!(["0.3", "0.7"].map(|cut| kept(&long, cut)), [4; 2]);
    let all = [long, short].concat();
    assert_eq!(["0.3", "0.7"].map(|cut| kept(&all, cut)), [all.len(); 2]);
}

#[test]
fn a_table_of_differences_needs_differences_that_decide() {
    let folder = Folder::new();
    let input = folder.file("in.jsonl", lines(&[body(1)]));
    for option in [&["-k", "3"][..], &["--keep-none"]] {
        let (said, code) = told(&[&["differences", &input][..], option].concat());
        assert!(code == Some(2) && said.contains("leave it out"), "{said}");
    }
    let (said, code) = told(&["pairs", &input, "--kind", "one-or-two-words"]);
    assert!(code == Some(2) && said.contains("one-or-two-words"), "{said}");
}

#[test]
fn what_must_agree_is_a_pattern_or_a_file_of_them() {
    let folder = Folder::new();
    let texts = pairs(&[
        (2, ["AB-1 lamps, ropes", "AB-2 lamps ropes"]),
        (2, ["AB-3 lamps, ropes", "AB-3 lamps ropes"]),
        (2, ["Case lamps", "case lamps"]),
    ]);
    let input = folder.file("in.jsonl", lines(&texts));
    let gone = |options: &[&str]| {
        let kept = stdout(&[&["dedup", &input, "-o", "-", "--same-if", "number"], options].concat());
        texts.len() - kept.lines().count()
    };
    assert_eq!(gone(&[]), 6);
    assert_eq!(gone(&["--must-agree", "AB-[0-9]+"]), 4);
    assert_eq!(gone(&["--must-agree", "AB-[0-9]+", "--must-agree", "(?-i)[Cc]ase"]), 2);
    let file = folder.file("patterns.txt", "# numbers of cases\nAB-[0-9]+\n\n(?-i)[Cc]ase\n");
    assert_eq!(gone(&["--must-agree", &file]), 2);
}

#[test]
fn the_cut_the_loss_and_the_passage_move_what_goes() {
    let folder = Folder::new();
    let long = format!("{} {}", body(1), body(2));
    let edited = |words: usize| {
        let mut all: Vec<&str> = long.split(' ').collect();
        let others: Vec<String> = (0..words)
            .map(|at| format!("other{}", ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"][at]))
            .collect();
        (0..words).for_each(|at| all[2 + at * 2] = &others[at]);
        all.join(" ")
    };
    let mut texts = vec![
        long.clone(),
        edited(4),
        format!("{} {} {}", body(5), body(6), body(7)),
        format!("{} {}", body(5), body(6)),
    ];
    texts.extend((10..40).map(body));
    let input = folder.file("in.jsonl", lines(&texts));
    let gone = |options: &[&str]| -> BTreeSet<String> {
        let kept = stdout(&[&["dedup", &input, "-o", "-"], options].concat());
        let kept: BTreeSet<String> = kept
            .lines()
            .map(|line| {
                serde_json::from_str::<serde_json::Value>(line).unwrap()["id"].as_str().unwrap().to_owned()
            })
            .collect();
        (0..texts.len()).map(|id| id.to_string()).filter(|id| !kept.contains(id)).collect()
    };
    let ids = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<BTreeSet<_>>();
    let usual = gone(&[]);
    assert!(usual.contains("3") && usual.len() == 2, "{usual:?}");
    assert_eq!(gone(&["--cut", "0.9"]), ids(&[]));
    assert_eq!(gone(&["--loss", "0.01"]), ids(&["3"]));
    // The other way round a passage is lost.
    let shortest = ["--keep", "shortest", "--loss", "0.9"];
    assert!(gone(&[&shortest[..], &["--passage", "14"]].concat()).is_disjoint(&ids(&["2", "3"])));
    assert!(gone(&[&shortest[..], &["--passage", "15"]].concat()).contains("2"));
    assert!(gone(&[&shortest[..], &["--passage", "0"]].concat()).contains("2"));
}

#[test]
fn a_distance_alone_says_what_the_texts_do_not_confirm() {
    let folder = Folder::new();
    let texts: Vec<String> = (0..30).map(body).collect();
    let input = folder.file("in.jsonl", lines(&texts));
    let (said, code) = told(&["dedup", &input, "-k", "64", "--dry-run"]);
    assert!(code == Some(3) && said.contains("drops are confirmed by the texts"), "{said}");
    let (said, code) = told(&["dedup", &input, "--dry-run", "--cut", "0"]);
    assert!(code == Some(0) && !said.contains("alarm"), "{said}");
}
