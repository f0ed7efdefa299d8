//! `simscope advise` and `simscope border`, end to end: what they say of ordinary, odd and bad input.

use crate::command;
use crate::command::{SERMON, TANG, stdout, succeed, text};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// A file that lives as long as the test.
struct File {
    _folder: tempfile::TempDir,
    path: String,
}

fn file(name: &str, content: &str) -> File {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    File { path: path.to_str().unwrap().to_owned(), _folder: folder }
}

/// Texts as JSONL, with ids from 0 on and these labels.
fn corpus(documents: &[(&str, Option<&str>)]) -> File {
    let rows = documents.iter().enumerate().map(|(id, (text, label))| {
        let mut row = serde_json::json!({"id": id.to_string(), "text": text});
        if let Some(label) = label {
            row["group"] = (*label).into();
        }
        format!("{row}\n")
    });
    file("corpus.jsonl", &rows.collect::<String>())
}

fn texts(texts: &[&str]) -> File {
    corpus(&texts.iter().map(|&text| (text, None)).collect::<Vec<_>>())
}

/// Words that no two documents share.
fn unrelated(n: usize) -> Vec<String> {
    (0..n).map(|i| (0..12).map(|word| format!("w{i}x{word}")).collect::<Vec<_>>().join(" ")).collect()
}

/// What is advised for pairs and for groups.
fn advised(arguments: &[&str]) -> [Value; 2] {
    let all = [&["advise"], arguments, &["--format", "jsonl"]].concat();
    let rows: Vec<Value> = stdout(&all).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    rows.try_into().unwrap()
}

/// Checks the verdicts, and that the first reason for pairs says this.
#[track_caller]
fn check(arguments: &[&str], verdicts: [&str; 2], reason: &str) -> [Value; 2] {
    let both = advised(arguments);
    let found = both.clone().map(|one| one["verdict"].as_str().unwrap().to_owned());
    assert_eq!(found, verdicts, "{both:?}");
    assert!(both[0]["reasons"].to_string().contains(reason), "{both:?}");
    both
}

/// The one line of standard error of a call that must fail with this code.
#[track_caller]
fn fail(arguments: &[&str], code: i32) -> String {
    let output = command::simscope(arguments).output().unwrap();
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {error}");
    assert_eq!(text(&output.stdout), "");
    assert_eq!(error.lines().count(), 1, "{error}");
    error
}

#[test]
fn a_sample_gets_a_k_with_reasons() {
    let [pairs, groups] = advised(&[TANG]);
    assert_eq!((&pairs["for"], &groups["for"]), (&"pairs".into(), &"groups".into()));
    assert_eq!(pairs["verdict"], "yes");
    let number = |row: &Value, key: &str| row[key].as_f64().unwrap();
    for row in [&pairs, &groups] {
        assert!(number(row, "k_low") <= number(row, "k") && number(row, "k") <= number(row, "k_high"));
        for share in ["precision", "recall"] {
            let [low, high] = ["low", "high"].map(|end| number(row, &format!("{share}_{end}")));
            assert!(low <= number(row, share) && number(row, share) <= high, "{row}");
        }
        assert!(!row["reasons"].as_array().unwrap().is_empty());
    }
    // The same numbers in every format.
    let tsv = stdout(&["advise", TANG]);
    let cells: Vec<&str> = tsv.lines().nth(1).unwrap().split('\t').collect();
    assert_eq!(cells[1], pairs["k"].to_string());
    assert_eq!(cells.len(), tsv.lines().next().unwrap().split('\t').count());
    assert_eq!(tsv, stdout(&["advise", TANG, "--confirm", "weighted>=0.30", "--exact", "5"]));
    assert_eq!((&pairs["basis"], &pairs["confirm"]), (&"exact".into(), &"weighted:words:2>=0.3".into()));
    let table = stdout(&["advise", TANG, "--format", "table"]);
    for line in [
        "for pairs",
        "for groups",
        "yes: this k separates",
        "fulfil weighted:words:2>=0.3; all pairs were counted",
    ] {
        assert!(table.contains(line), "{table}");
    }
}

/// A list of messages: each has another meaning, and shares its words with others.
fn messages() -> Vec<String> {
    let verbs = ["declare", "export", "import", "resolve", "redefine", "extend", "emit", "infer"];
    let things =
        ["variable", "module", "namespace", "property", "parameter", "interface", "decorator", "signature"];
    let places = [
        "in this file",
        "in a generator",
        "outside a function",
        "at the top level",
        "in strict mode",
        "within a class",
    ];
    let more = ["that has been used before", "which another one hides", "if its type is unknown"];
    let mut messages = Vec::new();
    for (v, verb) in verbs.iter().enumerate() {
        for (t, thing) in things.iter().enumerate() {
            for (p, place) in places.iter().enumerate().filter(|(p, _)| (v * 5 + t * 3 + p * 7) % 4 == 0) {
                let more = more[(v * v + 2 * t + p * p * p + v * t) % 3];
                messages.push(format!("It is an error to {verb} the {thing} {place} {more}"));
            }
        }
    }
    messages
}

#[test]
fn where_each_text_means_something_else_comparing_them_is_not_advised() {
    let messages = messages();
    let list = texts(&messages.iter().map(String::as_str).collect::<Vec<_>>());
    let both = check(&[&list.path], ["no"; 2], "each text may mean something else here (below 25 words, ");
    for advice in &both {
        let reasons = advice["reasons"].to_string();
        assert!(
            !reasons.contains("compare the texts instead") && !reasons.contains("alone is good"),
            "{reasons}"
        );
    }
    // As `dedup` says, with its share.
    let reasons = both[0]["reasons"].to_string();
    let (_, seen) = reasons.split_once("else here (").unwrap();
    let (seen, _) = seen.split_once(')').unwrap();
    let differences = stdout(&["differences", &list.path]);
    assert!(differences.contains(&format!("words matter here: {seen}")), "{seen}: {differences}");
    let page = list._folder.path().join("page.html");
    succeed(&["report", &list.path, "-k", "6", "--lang", "zh", "-o", page.to_str().unwrap()]);
    let page = fs::read_to_string(page).unwrap();
    assert!(
        page.contains("这里的文本可能各有所指（25 词以下的相似对有 ") && !page.contains("直接比较文本"),
        "{page}"
    );
    // Labels say what is right, whatever the texts look like.
    let labelled: Vec<(&str, Option<&str>)> = messages
        .iter()
        .enumerate()
        .map(|(at, text)| (&text[..], Some(if at < 4 { "a" } else { text })))
        .collect();
    let by_labels = stdout(&["advise", &corpus(&labelled).path, "--labels"]);
    assert!(!by_labels.contains("each text may mean"), "{by_labels}");
}

#[test]
fn the_curve_has_a_row_for_each_k_and_purpose() {
    let rows: Vec<Value> = stdout(&["advise", TANG, "--curve", "--format", "jsonl"])
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let [pairs, _] = advised(&[TANG]);
    let of = |purpose: &str| rows.iter().filter(|row| row["for"] == purpose).collect::<Vec<_>>();
    for purpose in ["pairs", "groups"] {
        for (row, k) in of(purpose).into_iter().zip(0..) {
            assert_eq!(row["k"], k);
        }
    }
    let at = of("pairs")[pairs["k"].as_u64().unwrap() as usize];
    for key in ["pairs", "precision", "precision_low", "recall", "recall_high", "f1"] {
        assert_eq!(at[key], pairs[key], "{key}");
    }
}

#[test]
fn what_is_asked_for_is_met_or_said_to_be_missed() {
    let [pairs, _] = advised(&[TANG, "--min-precision", "0.99"]);
    assert!(pairs["precision_low"].as_f64().unwrap() >= 0.99, "{pairs}");
    assert!(pairs["reasons"].to_string().contains("chosen for precision ≥ 0.99"), "{pairs}");
    let [pairs, _] = advised(&[TANG, "--min-recall", "0.9"]);
    assert!(pairs["recall_low"].as_f64().unwrap() >= 0.9, "{pairs}");
    let [pairs, _] = advised(&[TANG, "--min-recall", "1", "--min-precision", "1"]);
    assert!(pairs["reasons"].to_string().contains("no k has precision ≥ 1 and recall ≥ 1"), "{pairs}");
}

#[test]
fn no_two_documents_have_no_pairs() {
    let none = file("none.jsonl", "");
    check(&[&none.path], ["none", "none"], "no two documents");
    let one = texts(&["to be or not to be"]);
    check(&[&one.path], ["none", "none"], "no two documents");
    let two = texts(&["to be or not to be", "to be or not to be"]);
    check(&[&two.path], ["none", "none"], "only 1 pair is");
    for path in [&none.path, &one.path] {
        assert_eq!(
            stdout(&["border", path]),
            "distance\tof\trank\tid_a\tid_b\tmeasure\tvalue\tconfirmed\tkind\n"
        );
    }
    assert_eq!(
        stdout(&["border", &two.path, "-k", "0"]).lines().nth(1),
        Some("0\t1\t1\t0\t1\tweighted:words:2\t1\t1\tsame")
    );
}

#[test]
fn empty_texts_are_left_out() {
    let empty = texts(&["", " ", "!?", "...", "", "—"]);
    let output = succeed(&["advise", &empty.path]);
    assert!(
        text(&output.stderr).contains("left out 6 documents without features"),
        "{}",
        text(&output.stderr)
    );
    check(&[&empty.path], ["none", "none"], "no two documents");
    let output = succeed(&["border", &empty.path]);
    assert!(text(&output.stderr).contains("d = 3: no pair"), "{}", text(&output.stderr));
    // Kept, they lie at no distance, and without words there is no evidence that they are alike.
    let [pairs, _] = check(&[&empty.path, "--with-empty"], ["no", "no"], "share too little to be confirmed");
    assert!(pairs["k"].is_null() && !pairs["reasons"].to_string().contains("single words"), "{pairs}");
    let border = stdout(&["border", &empty.path, "--with-empty", "-k", "0"]);
    let kinds: Vec<&str> = (border.lines().skip(1))
        .map(|row| row.split_once("\tweighted:words:2\t1\t0\t").unwrap_or_else(|| panic!("{border}")).1)
        .collect();
    // Of 15 pairs one is the same text twice; two more differ in white space alone, and the others in signs.
    let count = |kind: &str| kinds.iter().filter(|one| **one == kind).count();
    assert_eq!([count("same"), count("fold"), count("marks")], [1, 2, 12], "{border}");
}

#[test]
fn equal_texts_need_no_distance_and_unrelated_ones_have_nothing_to_find() {
    let equal = texts(&["the night train to the city"; 30]);
    let [pairs, groups] = check(&[&equal.path], ["yes", "yes"], "");
    for row in [&pairs, &groups] {
        assert_eq!((&row["k"], &row["precision"], &row["recall"]), (&0.into(), &1.0.into(), &1.0.into()));
        assert_eq!((&row["pairs"], &row["expected_false_pairs"]), (&435.into(), &0.0.into()));
    }
    let unrelated = unrelated(40);
    let unrelated = texts(&unrelated.iter().map(String::as_str).collect::<Vec<_>>());
    let [pairs, _] = check(&[&unrelated.path], ["none", "none"], "no pair is confirmed");
    assert_eq!(pairs["k"], Value::Null);
    let table = stdout(&["advise", &unrelated.path, "--format", "table"]);
    assert!(table.contains("none: hardly any near-duplicates"), "{table}");
}

#[test]
fn signatures_alone_say_nothing_of_a_k() {
    let signatures = file("tang.sig.jsonl", &stdout(&["hash", TANG, "--format", "jsonl"]));
    let alone = ["advise", signatures.path.as_str(), "--input", "signatures"];
    for (more, what) in [
        (&[][..], "signatures have no texts to compare"),
        (&["--curve"], "or labelled pairs with --pairs FILE"),
        (&["--labels"], "signatures have no labels"),
        (&["--recipes"], "give the texts"),
        (&["--confirm", "jaccard>=0.5"], "no texts to compare"),
    ] {
        let error = fail(&[&alone[..], more].concat(), 2);
        assert!(error.contains(what), "{more:?}: {error}");
    }
    // The border without texts: ids and distances.
    let rows = stdout(&["border", &signatures.path, "--input", "signatures", "-k", "3"]);
    assert!(rows.lines().count() > 1);
    let is_short = |row: &str| row.split('\t').count() == 9 && row.ends_with("\t\t\t\t");
    assert!(rows.lines().skip(1).all(is_short), "{rows}");
    let rows = stdout(&["border", &signatures.path, "--input", "signatures", "--format", "jsonl"]);
    let row: Value = serde_json::from_str(rows.lines().next().unwrap()).unwrap();
    let keys = ["value", "confirmed", "text_a", "text_b", "marked"];
    assert!(keys.iter().all(|key| row[key].is_null()), "{row}");
}

#[test]
fn labels_decide_exactly_for_pairs_and_for_groups() {
    let [pairs, groups] = advised(&[SERMON, "--labels"]);
    assert!(pairs["basis"] == "labels" && pairs["precision_low"] == pairs["precision"], "{pairs}");
    // As the sweep counts them.
    let sweep = stdout(&["sweep", SERMON, "--format", "jsonl"]);
    let rows: Vec<Value> = sweep.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let row = |advice: &Value| rows[advice["k"].as_u64().unwrap() as usize].clone();
    let best = |key: &str| rows.iter().filter_map(|row| row[key].as_f64()).fold(0.0, f64::max);
    for (advice, keys) in
        [(&pairs, ["precision", "recall", "f1"]), (&groups, ["group_precision", "group_recall", "group_f1"])]
    {
        for (key, of_sweep) in ["precision", "recall", "f1"].into_iter().zip(keys) {
            assert_eq!(advice[key], row(advice)[of_sweep], "{key}");
        }
        assert_eq!(advice["f1"].as_f64(), Some(best(keys[2])));
    }
    let curve = stdout(&["advise", SERMON, "--labels", "--curve"]);
    assert_eq!(curve.lines().count(), 1 + 2 * 65, "no k above the width");
    // A heading stands only above reasons.
    let table = stdout(&["advise", SERMON, "--labels", "--format", "table"]);
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines.windows(2).all(|pair| !pair[0].ends_with(':') || pair[1].starts_with('·')), "{table}");
    assert!(!lines.last().unwrap().ends_with(':'), "{table}");
    let [pairs, _] = advised(&[SERMON, "--labels", "--min-precision", "0.9"]);
    assert_eq!(pairs["reasons"][0], "chosen for precision ≥ 0.9", "counted, so without a confidence");
}

#[test]
fn labels_of_one_kind_are_no_basis() {
    let of = |labels: [Option<&str>; 4]| {
        let texts = ["to be or not to be", "to be or not to bee", "the night train", "a day in May"];
        corpus(&texts.into_iter().zip(labels).collect::<Vec<_>>())
    };
    let one = of([Some("x"); 4]);
    check(&[&one.path, "--labels"], ["none", "none"], "precision is 1 at every k");
    let each = of([Some("w"), Some("x"), Some("y"), Some("z")]);
    check(&[&each.path, "--labels"], ["none", "none"], "no labelled pair is a near-duplicate");
    let single = of([Some("w"), None, None, None]);
    check(&[&single.path, "--labels"], ["none", "none"], "no labelled pair is a near-duplicate");
    let none = of([None; 4]);
    let error = fail(&["advise", &none.path, "--labels"], 1);
    assert!(error.contains("no document has a label; --label-field names its field"), "{error}");
}

#[test]
fn labelled_pairs_decide_among_themselves() {
    let poems: Vec<Value> =
        fs::read_to_string(TANG).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut rows = "id_a\tid_b\tlabel\n".to_owned();
    for (a, poem) in poems.iter().enumerate() {
        for other in &poems[..a] {
            let is_same = poem["group"] == other["group"];
            rows += &format!(
                "{}\t{}\t{}\n",
                poem["id"].as_str().unwrap(),
                other["id"].as_str().unwrap(),
                u8::from(is_same)
            );
        }
    }
    let all = file("pairs.tsv", &rows);
    // All pairs labelled as by the labels of the documents: the same figures.
    let both = [advised(&[TANG, "--pairs", &all.path]), advised(&[TANG, "--labels"])];
    for (by_pairs, by_labels) in both[0].iter().zip(&both[1]) {
        for key in ["for", "k", "verdict", "precision", "recall", "pairs", "f1"] {
            assert_eq!(by_pairs[key], by_labels[key], "{key}");
        }
    }
    // Labels of hardly any pair within k do not say that k is good.
    assert_eq!(both[0][0]["verdict"], "yes");
    let rows_of = |every: usize| -> String {
        let (of_one, others): (Vec<&str>, Vec<&str>) =
            rows.lines().skip(1).partition(|row| row.ends_with('1'));
        let taken = of_one.iter().step_by(every).chain(others.iter().step_by(every));
        taken.fold("id_a\tid_b\tlabel\n".to_owned(), |all, row| all + row + "\n")
    };
    let few = file("few.tsv", &rows_of(30));
    let advice = &advised(&[TANG, "--pairs", &few.path])[0];
    assert_eq!(advice["verdict"], "weak", "{advice}");
    let why = advice["reasons"][0].as_str().unwrap();
    assert!(
        why.contains(&format!("{} of the ", advice["pairs"])) && why.contains("draws more to label"),
        "{why}"
    );
    // The labelled pairs are a sample of all that could be labelled; the labels are all there are.
    let width = |advice: &Value| {
        advice["precision_high"].as_f64().unwrap() - advice["precision_low"].as_f64().unwrap()
    };
    assert!(width(&both[0][0]) > 0.0 && width(&both[1][0]) == 0.0);
    let positive: String =
        rows.lines().filter(|row| !row.ends_with('0')).map(|row| format!("{row}\n")).collect();
    let positive = file("positive.tsv", &positive);
    check(&[TANG, "--pairs", &positive.path], ["none", "none"], "every labelled pair is a near-duplicate");
    let error = fail(&["advise", TANG, "--pairs", "no-such.tsv"], 1);
    assert!(error.contains("no-such.tsv"), "{error}");
}

#[test]
fn what_contradicts_is_refused_in_one_line() {
    for (arguments, part) in [
        (&["--confirm", "weighted>=0.01"][..], "0.05 to 1"),
        (&["--confirm", "weighted>=0.333"], "in steps of 0.01"),
        (&["--confirm", "edit>=0.5"], "weighted and jaccard only"),
        (&["--confirm", "weighted>=nan"], "0 to 1"),
        (&["--exact=-1"], "0 or more"),
        (&["--min-precision", "2"], "0 to 1"),
        (&["--min-recall", "1.1"], "0 to 1"),
        (&["--labels", "--confirm", "weighted>=0.5"], "--confirm"),
        (&["--labels", "--pairs", "x.tsv"], "--pairs"),
        (&["--recipes", "--curve"], "--curve"),
        (&["--only", "java"], "--recipes"),
        (&["--widths", "64", "--curve"], "--curve"),
        (&["--recipes", "--widths", "64", "--bits", "64"], "--bits"),
        (&["--recipes", "--only", "default", "--widths", "0"], "0 is not 1 to 128"),
    ] {
        let output = command::simscope(&[&["advise", TANG], arguments].concat()).output().unwrap();
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(part) && text(&output.stdout).is_empty(), "{arguments:?}: {error}");
    }
    let error = fail(&["advise", "no-such.jsonl"], 1);
    assert!(error.contains("no-such.jsonl"), "{error}");
}

#[test]
fn recipes_are_ranked_against_what_any_of_them_finds() {
    let rows = stdout(&[
        "advise",
        TANG,
        "--recipes",
        "--only",
        "default",
        "--only",
        "keywords20",
        "--only",
        "seomoz",
    ]);
    let rows: Vec<Vec<&str>> = rows.lines().map(|row| row.split('\t').collect()).collect();
    assert_eq!(
        rows[0].join(" "),
        "recipe k precision recall f1 mean lowest highest equal verdict basis candidates bytes"
    );
    let number = |cell: &str| cell.parse::<f64>().unwrap();
    let mean = |row: &[&str]| number(if row[5].is_empty() { row[4] } else { row[5] });
    assert!(rows[1..].is_sorted_by(|a, b| mean(a) >= mean(b)), "{rows:?}");
    // The Tang poems have no spaces, and seomoz cuts there.
    let (last, found) = rows[1..].split_last().unwrap();
    assert_eq!((last[0], last[9]), ("seomoz", "no"));
    for row in found {
        let (precision, recall, f1) = (number(row[2]), number(row[3]), number(row[4]));
        assert!((f1 - 2.0 * precision * recall / (precision + recall)).abs() < 1e-3, "of one k: {row:?}");
        assert_eq!(row[10], "exact");
    }
    // XXH3 has seeds; the keywords are hashed by one function.
    let cells = |name: &str| rows.iter().find(|row| row[0] == name).unwrap()[4..8].to_vec();
    assert_eq!(cells("keywords20")[1..], ["", "", ""]);
    let [own, mean, lowest, highest] = [0, 1, 2, 3].map(|at| number(cells("default")[at]));
    assert!(lowest < mean && mean < highest && (lowest..=highest).contains(&own), "{rows:?}");
}

#[test]
fn recipes_are_ranked_at_several_widths() {
    let names = |arguments: &[&str]| -> Vec<String> {
        let rows = stdout(&[&["advise", TANG, "--recipes", "--only", "default"][..], arguments].concat());
        rows.lines().skip(1).map(|row| row.split('\t').next().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&[]), ["default"]);
    assert_eq!(names(&["--bits", "128"]), ["default · 128 bits"]);
    // Poems of twenty signs: more bits tell them apart better.
    assert_eq!(
        names(&["--widths", "16,128,64"]),
        ["default · 128 bits", "default · 64 bits", "default · 16 bits"]
    );
    let all = command::simscope(&["advise", TANG, "--recipes", "--bits", "128"]).output().unwrap();
    let (rows, left_out) = (text(&all.stdout), text(&all.stderr));
    assert!(left_out.contains("left out") && left_out.contains("yanyiwu"), "{left_out}");
    assert!(!rows.contains("yanyiwu") && rows.contains("default · 128 bits"), "{rows}");
}

#[test]
fn variants_of_the_asked_recipe_are_ranked_with_the_others() {
    let ranked = command::simscope(&["advise", SERMON, "--recipes", "--labels"]).output().unwrap();
    let (rows, notes) = (text(&ranked.stdout), text(&ranked.stderr));
    let rows: Vec<Vec<&str>> = rows.lines().map(|row| row.split('\t').collect()).collect();
    let place =
        |name: &str| rows.iter().position(|row| row[0] == name).unwrap_or_else(|| panic!("{name}: {rows:?}"));
    for part in ["", " · minhash1", " · tf-idf", " · shingles:2", " · chars:3"] {
        // Verses are short: more bits tell them apart better, whatever the features.
        let [narrow, wide] = [64, 128].map(|bits| match bits {
            64 => format!("default{part}"),
            bits => format!("default{part} · {bits} bits"),
        });
        assert!(place(&wide) < place(&narrow), "{wide}: {rows:?}");
    }
    assert!(notes.contains("minhash1 does better with these features than SimHash"), "{notes}");
    // The yardstick: 128 minima of 8 bytes. What meets is counted, so recall falls and precision rises with the rows of a band.
    let bands: Vec<&Vec<&str>> =
        ["minhash:25x5", "minhash:14x9", "minhash:5x25"].map(|name| &rows[place(name)]).into();
    let labelled = |row: &[&str], at: usize| row[at].parse::<f64>().unwrap();
    assert!(
        bands.iter().all(|row| row[1].is_empty() && row[10] == "labels" && row[12] == "1024"),
        "{bands:?}"
    );
    assert!(bands.is_sorted_by(|a, b| labelled(a, 3) >= labelled(b, 3) && labelled(a, 11) > labelled(b, 11)));
    assert_eq!(rows[place("default · 128 bits")][12], "16");
    // What is equal is a luckier seed away from the first.
    let number = |row: &[&str], at: usize| row[at].parse::<f64>().unwrap();
    let lowest = number(&rows[1], 6);
    for row in &rows[1..] {
        let best = if row[7].is_empty() { number(row, 4) } else { number(row, 7) };
        assert_eq!(row[8], if best >= lowest { "yes" } else { "no" }, "{row:?}");
    }
}

#[test]
fn minhash_with_bands_is_the_yardstick_of_recipes() {
    let rows = stdout(&["advise", TANG, "--recipes", "--confirm", "jaccard:words:2>=0.5"]);
    let rows: Vec<Vec<&str>> = rows.lines().map(|row| row.split('\t').collect()).collect();
    let row =
        |name: &str| rows.iter().find(|row| row[0] == name).unwrap_or_else(|| panic!("{name}: {rows:?}"));
    let [short, wide] = [row("minhash:25x5"), row("minhash:5x25")];
    let share = |row: &[&str], at: usize| row[at].parse::<f64>().unwrap();
    // Pairs of poems that share half of their word pairs share much more of their words.
    assert!(share(short, 3) > 0.9 && short[10] == "exact", "{rows:?}");
    let right = |row: &[&str]| (share(row, 2) * share(row, 11)).round();
    assert!(right(wide) <= right(short) && share(wide, 2) >= share(short, 2), "{rows:?}");
    for row in [short, wide] {
        let (precision, recall, f1) = (share(row, 2), share(row, 3), share(row, 4));
        assert!((f1 - 2.0 * precision * recall / (precision + recall)).abs() < 1e-9, "{row:?}");
    }
    let json = stdout(&["advise", TANG, "--recipes", "--format", "jsonl"]);
    let found = json.lines().find(|line| line.contains("minhash:")).unwrap();
    let found: Value = serde_json::from_str(found).unwrap();
    assert!(found["recipe"].is_string() && found["k"].is_null(), "{found}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_ranking_shows_what_was_tried() {
    let texts: Vec<String> = (0..4000).map(|n| format!("{} and {} of {n}", n % 50, n % 70)).collect();
    let corpus = corpus(&texts.iter().map(|text| (&text[..], None)).collect::<Vec<_>>());
    let mut child = Command::new(env!("CARGO_BIN_EXE_simscope"))
        .args(["advise", &corpus.path, "--recipes"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut notes = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    assert!(notes.any(|line| line.contains("Ctrl-C ends that early")));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let notes: Vec<String> = notes.collect();
    assert_eq!(output.status.code(), Some(1), "{notes:?}");
    assert!(notes.iter().any(|line| line.contains("only these are ranked")), "{notes:?}");
    let rows = text(&output.stdout);
    // The head and the first recipe at least; the yardstick is for a whole ranking.
    assert!((2..20).contains(&rows.lines().count()) && rows.contains("default"), "{rows}");
    assert!(!rows.contains("minhash:"), "{rows}");
}

#[test]
fn recipes_are_ranked_by_labels_with_one_denominator() {
    // Under seomoz, which cuts at spaces, "…" has no features; the pair of the two still counts.
    let words = "one two three four five six seven";
    let documents = [
        (words, Some("g")),
        (words, Some("g")),
        ("…", Some("h")),
        ("…", Some("h")),
        ("else other", Some("i")),
    ];
    let corpus = corpus(&documents);
    let ranked = |arguments: &[&str]| -> Vec<Vec<String>> {
        let rows =
            stdout(&[&["advise", &corpus.path, "--recipes", "--only", "default"][..], arguments].concat());
        rows.lines().skip(1).map(|row| row.split('\t').map(str::to_owned).collect()).collect()
    };
    let by_labels = ranked(&["--labels"]);
    let f1 = "0.6666666666666666";
    assert_eq!(by_labels[0][1..], ["0", "1", "0.5", f1, f1, f1, f1, "yes", "yes", "labels", "1", "8"]);
    let pairs = file("pairs.tsv", "id_a\tid_b\tlabel\n0\t1\t1\n2\t3\t1\n0\t4\t0\n1\t4\t0\n");
    assert_eq!(ranked(&["--pairs", &pairs.path])[0][1..], by_labels[0][1..]);
}

#[test]
fn groups_of_all_confirmed_pairs_are_those_of_the_pairs_that_are_printed() {
    let confirm = ["-k", "64", "--confirm", "weighted:words:2>=0.3"];
    let output = succeed(&[&["pairs", TANG, "--counters"][..], &confirm].concat());
    assert!(text(&output.stderr).contains("joined: the texts were compared"), "{}", text(&output.stderr));
    let searched = succeed(&[&["pairs", TANG, "--counters", "--strategy", "scan"][..], &confirm].concat());
    assert!(text(&searched.stderr).contains("scan: "), "{}", text(&searched.stderr));
    let sorted = |rows: &[u8]| {
        let mut rows: Vec<String> = text(rows).lines().map(str::to_owned).collect();
        rows.sort();
        rows
    };
    assert_eq!(sorted(&output.stdout), sorted(&searched.stdout), "found by a search and by the join");
    let mut first: std::collections::BTreeMap<String, String> = std::collections::BTreeMap::new();
    let of = |first: &std::collections::BTreeMap<String, String>, id: &str| {
        let mut id = id.to_owned();
        while let Some(next) = first.get(&id).filter(|next| **next != id) {
            id.clone_from(next);
        }
        id
    };
    for row in text(&output.stdout).lines().skip(1) {
        let ids: Vec<String> = row.split('\t').take(2).map(|id| of(&first, id)).collect();
        first.entry(ids[0].clone()).or_insert_with(|| ids[0].clone());
        first.insert(ids[1].clone(), ids[0].clone());
    }
    let expected: std::collections::BTreeSet<String> = first.keys().map(|id| of(&first, id)).collect();
    let grouped = stdout(&[&["groups", TANG][..], &confirm].concat());
    let rows: Vec<Vec<&str>> = grouped.lines().skip(1).map(|row| row.split('\t').collect()).collect();
    let groups: std::collections::BTreeSet<&str> = rows.iter().map(|row| row[1]).collect();
    assert_eq!((rows.len(), groups.len()), (first.len(), expected.len()));
    for row in rows {
        assert_eq!(of(&first, row[0]), of(&first, row[3]), "{row:?} and the first of its group");
    }
}

#[test]
fn the_border_measures_what_confirms() {
    for (confirm, measure) in [(None, "weighted:words:2"), (Some("jaccard>=0.5"), "jaccard:words:2")] {
        let asked = confirm.map_or(vec![], |confirm| vec!["--confirm", confirm]);
        let rows = stdout(&[&["border", TANG, "-k", "13"][..], &asked].concat());
        let rows: Vec<Vec<&str>> = rows.lines().map(|row| row.split('\t').collect()).collect();
        assert_eq!(
            rows[0],
            ["distance", "of", "rank", "id_a", "id_b", "measure", "value", "confirmed", "kind"]
        );
        let confirm = confirm.unwrap_or("weighted:words:2>=0.3");
        let pairs = stdout(&["pairs", TANG, "-k", "14", "--confirm", confirm]);
        let confirmed: std::collections::BTreeMap<(&str, &str), &str> = (pairs.lines().skip(1))
            .map(|row| row.split('\t').collect::<Vec<_>>())
            .map(|row| ((row[0], row[1]), row[4]))
            .collect();
        assert!(rows.len() > 5);
        for row in &rows[1..] {
            let value = confirmed.get(&(row[3], row[4])).or_else(|| confirmed.get(&(row[4], row[3])));
            assert_eq!((row[5], row[7] == "1"), (measure, value.is_some()), "{row:?}");
            assert!(value.is_none_or(|value| *value == row[6]), "{row:?}");
        }
    }
}

#[test]
fn the_border_shows_pairs_at_k_and_beyond_with_what_differs() {
    let rows = stdout(&["border", TANG, "-k", "6", "--format", "jsonl"]);
    let rows: Vec<Value> = rows.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut distances: Vec<u64> = rows.iter().map(|row| row["distance"].as_u64().unwrap()).collect();
    assert!(distances.is_sorted());
    distances.dedup();
    assert_eq!(distances, [6, 7]);
    for row in &rows {
        let pair = row["text_a"] != row["text_b"];
        assert_eq!(
            row["marked"].as_str().unwrap().contains("[-") || row["marked"].as_str().unwrap().contains("{+"),
            pair,
            "{row}"
        );
    }
    // As many as there are pairs at that distance, and the distances are those of the pairs.
    let all = stdout(&["pairs", TANG, "-k", "7"]);
    let at = |d: &str| all.lines().filter(|row| row.split('\t').nth(2) == Some(d)).count() as u64;
    assert!(rows.iter().all(|row| row["of"].as_u64().unwrap() == at(&row["distance"].to_string())));
    let table = stdout(&["border", TANG, "--distance", "6", "--draw", "2", "--format", "table"]);
    assert!(table.starts_with(&format!("d = 6: {} pairs\n\n1. ", at("6"))), "{table}");
}

#[test]
fn a_distance_beyond_the_width_has_no_pairs() {
    let output = succeed(&["border", TANG, "-k", "70"]);
    assert!(text(&output.stderr).contains("d = 64: no pair"), "{}", text(&output.stderr));
    let output = succeed(&["border", TANG, "--distance", "70", "--distance", "0"]);
    let error = text(&output.stderr);
    assert!(error.contains("d = 70: no pair, because signatures have 64 bits"), "{error}");
    let wide = succeed(&["border", TANG, "--bits", "128", "--distance", "70", "--draw", "1"]);
    assert_eq!(text(&wide.stdout).lines().count(), 2);
    let output = command::simscope(&["border", TANG, "--distance", "129"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}
