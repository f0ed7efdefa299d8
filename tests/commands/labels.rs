//! Labels and exact measures in the commands, against definitions computed here.

use crate::command::{SERMON, TANG, simscope, stdout, succeed, text};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// A document as the files have it, with its signature.
struct Document {
    id: String,
    text: String,
    label: String,
    signature: u64,
}

fn documents(path: &str) -> Vec<Document> {
    let root = env!("CARGO_MANIFEST_DIR");
    let signatures = stdout(&["hash", path]);
    let signatures = signatures.lines().skip(1).map(|line| {
        let mut cells = line.split('\t').skip(1);
        u64::from_str_radix(cells.next().unwrap(), 16).unwrap()
    });
    let lines = fs::read_to_string(format!("{root}/{path}")).unwrap();
    let documents = lines.lines().zip(signatures).map(|(line, signature)| {
        let record: Value = serde_json::from_str(line).unwrap();
        let field = |name: &str| record[name].as_str().unwrap().to_owned();
        Document { id: field("id"), text: field("text"), label: field("group"), signature }
    });
    documents.collect()
}

fn distance(a: &Document, b: &Document) -> u32 {
    (a.signature ^ b.signature).count_ones()
}

/// The Jaccard index of pairs of words, from the definition: a word is a run of letters and digits, or a Han character.
fn jaccard(a: &Document, b: &Document) -> f64 {
    let set = |text: &str| {
        let mut words: Vec<String> = vec![String::new()];
        for c in text.chars() {
            if matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{3400}'..='\u{4dbf}' | '\u{20000}'..='\u{3ffff}') {
                words.extend([c.to_string(), String::new()]);
            } else if c.is_alphanumeric() {
                words.last_mut().unwrap().extend(c.to_lowercase());
            } else {
                words.push(String::new());
            }
        }
        words.retain(|word| !word.is_empty());
        words.windows(2).map(|pair| pair.join(" ")).collect::<BTreeSet<_>>()
    };
    let (a, b) = (set(&a.text), set(&b.text));
    a.intersection(&b).count() as f64 / a.union(&b).count() as f64
}

/// For each document the first of its group, where `connects` joins pairs.
fn groups(documents: &[Document], connects: impl Fn(&Document, &Document) -> bool) -> Vec<usize> {
    let mut first: Vec<usize> = (0..documents.len()).collect();
    for b in 0..documents.len() {
        for a in 0..b {
            if first[a] != first[b] && connects(&documents[a], &documents[b]) {
                let (old, new) = (first[a].max(first[b]), first[a].min(first[b]));
                first.iter_mut().filter(|one| **one == old).for_each(|one| *one = new);
            }
        }
    }
    first
}

fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).flat_map(move |a| (a + 1..n).map(move |b| (a, b)))
}

fn objects(arguments: &[&str]) -> Vec<Value> {
    let all = [arguments, &["--format", "jsonl"]].concat();
    stdout(&all).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn near(found: &Value, expected: Option<f64>, what: &str) {
    match (found.as_f64(), expected) {
        (None, None) => {}
        (Some(found), Some(expected)) if (found - expected).abs() < 1e-12 => {}
        _ => panic!("{what}: {found}, not {expected:?}"),
    }
}

/// Precision, recall and F1 of `taken` out of `all`, by (taken, is near-duplicate).
fn agreement(all: impl Iterator<Item = (bool, bool)>) -> [Option<f64>; 3] {
    let (mut right, mut taken, mut positive) = (0.0, 0.0, 0.0);
    for (is_taken, is_same) in all {
        right += f64::from(u8::from(is_taken && is_same));
        taken += f64::from(u8::from(is_taken));
        positive += f64::from(u8::from(is_same));
    }
    let share = |whole: f64| (whole > 0.0).then(|| right / whole);
    [share(taken), share(positive), share(taken).map(|_| 2.0 * right / (taken + positive))]
}

#[test]
fn the_sweep_judges_pairs_and_groups_by_labels_of_documents() {
    let documents = documents(SERMON);
    let n = documents.len();
    let same = |a: usize, b: usize| documents[a].label == documents[b].label;
    let rows = objects(&["sweep", SERMON]);
    for k in [0, 5, 8, 11, 14, 17, 20, 30, 64] {
        let row = &rows[k as usize];
        let of_pairs =
            agreement(pairs(n).map(|(a, b)| (distance(&documents[a], &documents[b]) <= k, same(a, b))));
        let first = groups(&documents, |a, b| distance(a, b) <= k);
        let of_groups = agreement(pairs(n).map(|(a, b)| (first[a] == first[b], same(a, b))));
        for (name, expected) in ["precision", "recall", "f1"].into_iter().zip(of_pairs) {
            near(&row[name], expected, &format!("{name} at {k}"));
        }
        for (name, expected) in ["group_precision", "group_recall", "group_f1"].into_iter().zip(of_groups) {
            near(&row[name], expected, &format!("{name} at {k}"));
        }
        // The form of Steinley (Psychological Methods 9, 2004): from the four cells of agreeing and disagreeing pairs.
        let [mut a, mut b, mut c, mut d] = [0.0; 4];
        for (x, y) in pairs(n) {
            *match (first[x] == first[y], same(x, y)) {
                (true, true) => &mut a,
                (true, false) => &mut b,
                (false, true) => &mut c,
                (false, false) => &mut d,
            } += 1.0;
        }
        let all: f64 = a + b + c + d;
        let chance = (a + b) * (a + c) + (c + d) * (b + d);
        near(&row["ari"], Some((all * (a + d) - chance) / (all * all - chance)), &format!("ari at {k}"));
        // All labels are known, so nothing is estimated.
        assert!(row.as_object().unwrap().keys().all(|name| !name.ends_with("_low")), "{row}");
    }
}

#[test]
fn the_sweep_judges_labelled_pairs_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("judged.csv");
    let documents = documents(SERMON);
    // Every seventh pair of the first 60 documents, and a wrong label for each ninth of these.
    let known: Vec<_> = pairs(60)
        .step_by(7)
        .chain((0..60).map(|verse| (verse, verse + 111)))
        .enumerate()
        .map(|(i, (a, b))| (a, b, (documents[a].label == documents[b].label) != (i % 9 == 0)))
        .collect();
    let lines = known
        .iter()
        .map(|&(a, b, is_same)| format!("{},{},{}", documents[a].id, documents[b].id, u8::from(is_same)));
    let lines: Vec<_> = std::iter::once("id_a,id_b,judgement".to_owned()).chain(lines).collect();
    fs::write(&file, lines.join("\n")).unwrap();
    let rows = objects(&["sweep", SERMON, "--pairs", file.to_str().unwrap(), "--pairs-label", "judgement"]);
    for k in [0, 8, 14, 17, 20, 40] {
        let row = &rows[k as usize];
        let first = groups(&documents, |a, b| distance(a, b) <= k);
        let of_pairs =
            agreement(known.iter().map(|&(a, b, same)| (distance(&documents[a], &documents[b]) <= k, same)));
        let of_groups = agreement(known.iter().map(|&(a, b, same)| (first[a] == first[b], same)));
        for (name, expected) in ["precision", "recall", "f1"].into_iter().zip(of_pairs) {
            near(&row[name], expected, &format!("{name} at {k}"));
        }
        for (name, expected) in ["group_precision", "group_recall", "group_f1"].into_iter().zip(of_groups) {
            near(&row[name], expected, &format!("{name} at {k}"));
        }
        for name in ["precision", "recall"] {
            let [low, value, high] = [format!("{name}_low"), name.to_owned(), format!("{name}_high")]
                .map(|name| row[name].as_f64());
            assert!(low <= value && value <= high && low < high, "{name} at {k}: {low:?} {value:?} {high:?}");
        }
        assert!(row.get("ari").is_none(), "pairs are no partition");
    }
}

/// Four texts at distances that bits 4 makes small, and a file of labelled pairs.
fn four(pairs: &str) -> (tempfile::TempDir, [String; 2]) {
    let folder = tempfile::tempdir().unwrap();
    let documents = [
        r#"{"id":1,"text":"to be or not to be"}"#,
        r#"{"id":2,"text":"To be, or not to be!"}"#,
        r#"{"id":3,"text":"the quick brown fox"}"#,
        r#"{"id":4,"text":" "}"#,
    ];
    let paths =
        ["four.jsonl", "pairs.jsonl"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    fs::write(&paths[0], documents.join("\n")).unwrap();
    fs::write(&paths[1], pairs).unwrap();
    (folder, paths)
}

/// The first row of the sweep, and what was said about the labels.
fn sweep(labels: &[(u8, u8, &str)]) -> (Value, String) {
    let line = |(a, b, label): &(u8, u8, &str)| format!(r#"{{"id_a":{a},"id_b":{b},"label":{label}}}"#);
    let (_folder, [docs, pairs]) = four(&labels.iter().map(line).collect::<Vec<_>>().join("\n"));
    let output = succeed(&["sweep", &docs, "--pairs", &pairs, "--format", "jsonl"]);
    let first = text(&output.stdout).lines().next().unwrap().to_owned();
    (serde_json::from_str(&first).unwrap(), text(&output.stderr))
}

#[test]
fn labels_that_cannot_be_used_are_counted_and_the_rest_is_kept() {
    let (row, told) = sweep(&[
        (1, 2, "1"),
        (2, 1, "\"1\""),
        (1, 3, "0"),
        (2, 3, "1"),
        (3, 2, "0"),
        (7, 1, "1"),
        (1, 8, "0"),
        (3, 3, "1"),
        (1, 4, "1"),
    ]);
    for expected in [
        "labels left out, because an id is of no document: 2; the first such id: 7",
        "pairs left out, because they are labelled 0 and 1: 1; first: 3 and 2",
        "labels that repeat another, so that each pair counts once: 1",
        "labels left out, because they are of a document with itself: 1",
        "labelled pairs left out, because a document is empty: 1",
    ] {
        assert!(told.contains(expected), "{expected}: {told}");
    }
    // What is left: 1–2 is found and right, 1–3 is neither.
    assert_eq!((row["precision"].as_f64(), row["recall"].as_f64()), (Some(1.0), Some(1.0)));
}

#[test]
fn labels_of_one_kind_leave_a_share_undefined_and_say_so() {
    let (row, told) = sweep(&[(1, 2, "1")]);
    assert!(told.contains("every labelled pair is 1, so precision is not defined"), "{told}");
    assert_eq!((row["precision"].as_f64(), row["recall"].as_f64()), (None, Some(1.0)));
    assert_eq!((row["precision_low"].as_f64(), row["recall_high"].as_f64()), (None, Some(1.0)));
    let (row, told) = sweep(&[(1, 2, "0")]);
    assert!(told.contains("every labelled pair is 0, so neither"), "{told}");
    assert_eq!((row["precision"].as_f64(), row["recall"].as_f64()), (None, None));
}

fn refused(arguments: &[&str], code: i32, expected: &str) {
    let output = simscope(arguments).output().unwrap();
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {told}");
    assert!(told.contains(expected), "{arguments:?}: {told}");
}

#[test]
fn labels_that_nobody_can_use_are_refused_with_the_place() {
    let bad = |pairs: &str, expected: &str| {
        let (_folder, [docs, path]) = four(pairs);
        refused(&["sweep", &docs, "--pairs", &path], 1, expected);
    };
    bad(
        "{\"id_a\":1,\"id_b\":2,\"label\":1}\n{\"id_a\":1,\"id_b\":3,\"label\":0.5}",
        "pairs.jsonl, pair 2 (1, 3): column label has",
    );
    bad(
        "{\"id_a\":1,\"id_b\":2,\"label\":1}\n{\"id_a\":1,\"id_b\":2}",
        "column label has nothing, which is neither 0 nor 1; --pairs-label",
    );
    bad(
        "{\"id_a\":1,\"id_b\":2}",
        "pairs.jsonl: no column label among id_a, id_b; a file of pairs has columns",
    );
    bad("{\"id_a\":8,\"id_b\":9,\"label\":1}", "none of the 1 labels can be used");
    bad(
        "{\"id_a\":8}",
        "pairs.jsonl, line 1: no field `id_b`; a file of pairs has columns id_a, id_b and label",
    );
    bad("{\"id_a\":1,\"id_b\":2,\"label\":1}\n{\"id_a\":", "pairs.jsonl, line 2: not JSON");
    bad("", "pairs.jsonl: no pairs; a file of pairs has columns");
    let (folder, [docs, _]) = four("");
    refused(&["sweep", &docs, "--pairs", "none.tsv"], 1, "none.tsv");
    refused(
        &["sweep", &docs, "--pairs", folder.path().to_str().unwrap()],
        1,
        "a folder; a file of pairs has columns",
    );
    let table = folder.path().join("table.csv");
    fs::write(&table, "a,b,label\n1,2,1\n").unwrap();
    let expected =
        "table.csv: no column id_b among a, b, label; a file of pairs has columns id_a, id_b and label";
    refused(&["sweep", &docs, "--pairs", table.to_str().unwrap()], 1, expected);
}

#[test]
fn pairs_are_verified_by_an_exact_measure() {
    let documents = documents(TANG);
    let k = 18;
    let expected: BTreeMap<(String, String), (u32, f64)> = pairs(documents.len())
        .map(|(a, b)| (&documents[a], &documents[b]))
        .filter(|(a, b)| distance(a, b) <= k)
        .map(|(a, b)| ((a.id.clone(), b.id.clone()), (distance(a, b), jaccard(a, b))))
        .filter(|(_, (_, value))| *value >= 0.4)
        .collect();
    assert!(expected.len() > 20 && expected.values().any(|(_, value)| *value < 0.6), "{}", expected.len());
    let found = objects(&["pairs", TANG, "-k", "18", "--verify", "jaccard>=0.4"]);
    assert_eq!(found.len(), expected.len());
    for row in &found {
        assert_eq!(row["measure"], "jaccard:words:2");
        let ids = ["id_a", "id_b"].map(|name| row[name].as_str().unwrap().to_owned());
        let (distance, value) = expected[&ids.into()];
        assert_eq!(row["distance"], distance);
        near(&row["value"], Some(value), "value");
    }
    let swept = objects(&["sweep", TANG, "--verify", "jaccard:words:2>=0.4"]);
    assert_eq!(swept[18]["confirmed"], expected.len());
    let share = expected.len() as f64 / swept[18]["pairs"].as_f64().unwrap();
    near(&swept[18]["confirmed_precision"], Some(share), "share");
}

#[test]
fn what_the_sweep_says_of_confirmed_pairs_follows_from_the_printed_pairs() {
    for (corpus, confirm) in [(TANG, "weighted:words:2>=0.3"), (SERMON, "jaccard:words:2>=0.25")] {
        let confirmed = objects(&["pairs", corpus, "-k", "64", "--confirm", confirm]);
        assert!(confirmed.len() > 40, "{corpus}");
        let default = confirm == "weighted:words:2>=0.3";
        let asked = ["sweep", corpus, "--confirm", confirm];
        let swept = objects(&asked[..if default { 2 } else { 4 }]);
        assert_eq!(swept.len(), 65);
        let advised = objects(&["advise", corpus, "--curve", "--confirm", confirm]);
        for (k, row) in (0..).zip(&swept) {
            let within = confirmed.iter().filter(|pair| pair["distance"].as_u64().unwrap() <= k).count();
            let (pairs, all) = (row["pairs"].as_f64().unwrap(), confirmed.len());
            assert_eq!((&row["confirmed"], &row["missed"]), (&within.into(), &(all - within).into()));
            let precision = (pairs > 0.0).then(|| within as f64 / pairs);
            near(&row["confirmed_precision"], precision, "precision");
            near(&row["confirmed_recall"], Some(within as f64 / all as f64), "recall");
            let f1 = (pairs > 0.0).then(|| 2.0 * within as f64 / (pairs + all as f64));
            near(&row["confirmed_f1"], f1, "F1");
            assert_eq!(row["basis"], "exact");
            // The same numbers where a k is advised.
            let at = &advised[k as usize];
            assert_eq!((&at["for"], at["confirmed"].as_f64()), (&"pairs".into(), Some(within as f64)));
            for (of_advice, of_sweep) in
                [("precision", "confirmed_precision"), ("recall", "confirmed_recall"), ("f1", "confirmed_f1")]
            {
                assert_eq!(at[of_advice], row[of_sweep], "{of_advice}");
            }
        }
        // Found by a search and by the join.
        let near = objects(&["pairs", corpus, "-k", "63", "--confirm", confirm]);
        let sorted = |pairs: &[Value]| {
            let mut pairs: Vec<String> = pairs
                .iter()
                .filter(|pair| pair["distance"].as_u64().unwrap() < 64)
                .map(|pair| format!("{} {} {}", pair["id_a"], pair["id_b"], pair["value"]))
                .collect();
            pairs.sort();
            pairs
        };
        assert_eq!(sorted(&near), sorted(&confirmed));
    }
    let none = objects(&["sweep", TANG, "--exact", "0"]);
    assert!(none[0]["confirmed"].is_null() && none[0]["basis"].is_null());
}

#[test]
fn verified_pairs_connect_groups() {
    let documents = documents(TANG);
    let first = groups(&documents, |a, b| distance(a, b) <= 18 && jaccard(a, b) >= 0.4);
    let mut members: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (document, &first) in documents.iter().zip(&first) {
        members.entry(&documents[first].id).or_default().insert(&document.id);
    }
    members.retain(|_, group| group.len() > 1);
    let rows = objects(&["groups", TANG, "-k", "18", "--verify", "jaccard>=0.4"]);
    let mut found: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for row in &rows {
        found.entry(row["representative"].as_str().unwrap()).or_default().insert(row["id"].as_str().unwrap());
    }
    assert!(members.len() > 10);
    assert_eq!(found, members);
    let sizes: Vec<u64> = rows.iter().map(|row| row["size"].as_u64().unwrap()).collect();
    assert!(sizes.is_sorted_by(|a, b| a >= b), "the largest group first");
}

#[test]
fn what_cannot_be_verified_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("signatures.tsv");
    fs::write(&file, "id\tsignature\na\t000000000000000a\nb\t000000000000000b\n").unwrap();
    let file = file.to_str().unwrap();
    for command in ["pairs", "groups", "sweep"] {
        let arguments = [command, file, "--input", "signatures", "--verify", "jaccard>=0.5"];
        refused(&arguments, 2, "a signature file has no texts to compare");
    }
    refused(&["pairs", SERMON, "--verify", "jaccard"], 2, "write MEASURE>=VALUE in quotes");
    refused(&["pairs", SERMON, "--verify", "jaccard>=2"], 2, "use a number from 0 to 1");
    refused(&["groups", SERMON, "--leaders", "--verify", "jaccard>=0.5"], 2, "--leaders");
    refused(&["measures", file, "--input", "signatures"], 2, "a signature file has no texts");
}

#[test]
fn measures_are_judged_at_their_best_threshold() {
    let documents = documents(SERMON);
    let rows = objects(&["measures", SERMON, "--measure", "jaccard:words:2", "--measure", "equal", "--all"]);
    let (signatures, others) = rows.split_at(2 * 65);
    assert_eq!(others.len(), 1 + 2);
    assert!(signatures[65..].iter().all(|row| row["measure"] == "minhash1"));
    let swept = objects(&["sweep", SERMON]);
    for (row, swept) in rows.iter().zip(&swept) {
        assert_eq!(
            (&row["measure"], row["threshold"].as_f64()),
            (&Value::from("simhash"), swept["k"].as_f64())
        );
        for name in ["precision", "recall", "f1"] {
            near(&row[name], swept[name].as_f64(), name);
        }
    }
    let known: Vec<_> = pairs(documents.len())
        .map(|(a, b)| (&documents[a], &documents[b]))
        .map(|(a, b)| (jaccard(a, b), a.label == b.label))
        .collect();
    let at = |threshold: f64| agreement(known.iter().map(|&(value, same)| (value >= threshold, same)));
    let [bands, found, equal] = others else { panic!("{others:?}") };
    for (name, expected) in
        ["precision", "recall", "f1"].into_iter().zip(at(found["threshold"].as_f64().unwrap()))
    {
        near(&found[name], expected, name);
    }
    let better = (0..=100).find(|hundredths| at(f64::from(*hundredths) / 100.0)[2] > found["f1"].as_f64());
    assert_eq!(better, None, "no threshold in hundredths is better");
    let texts: usize = documents.iter().map(|document| document.text.len()).sum();
    assert_eq!((&equal["measure"], &equal["bytes"]), (&Value::from("equal"), &Value::from(texts)));
    assert_eq!(rows[0]["bytes"], documents.len() * 8);
    assert_eq!(bands["bytes"], documents.len() * 128 * 8);
    assert!(bands["measure"].as_str().unwrap().starts_with("minhash:"), "{bands}");
}

#[test]
fn a_measure_can_be_the_truth_and_documents_can_be_sampled() {
    let arguments = ["measures", SERMON, "--truth", "jaccard>=0.3", "--measure", "jaccard:words:2"];
    let rows = objects(&arguments);
    let found = &rows[3];
    assert_eq!((found["precision"].as_f64(), found["recall"].as_f64()), (Some(1.0), Some(1.0)));
    assert!(found["threshold"].as_f64().unwrap() >= 0.3);
    assert!(rows[0]["f1"].as_f64().unwrap() < 1.0, "{}", rows[0]);
    let told = |arguments: &[&str]| text(&succeed(arguments).stderr);
    assert!(told(&arguments).contains("222 documents, 24531 pairs, of which"));
    let sampled = told(&[&arguments[..], &["--draw", "80"]].concat());
    assert!(sampled.contains("sampled, n = 80: all pairs of 80 of the 222 documents"), "{sampled}");
    assert!(sampled.contains("80 documents, 3160 pairs"), "{sampled}");
    refused(&["measures", SERMON, "--truth", "equal>=0"], 1, "every pair is a near-duplicate");
    refused(&["measures", SERMON, "--label-field", "none"], 1, "no record has a field `none`");
}
