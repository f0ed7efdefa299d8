//! The command `sensitivity`, end to end: its numbers are those of hashing anew, in every format.

use crate::command::{SERMON, TANG, simscope, text};
use assert_cmd::Command;
use serde_json::Value;
use simscope::corpus::{self, Corpus, Event, ReadOptions, Source};
use simscope::progress::Progress;
use simscope::recipe::{DocumentFrequencies, Recipe, TieRule, Weighting};
use simscope::sensitivity::{Bench, Curve, Edit, Experiment, Own, length, lengths, vocabulary};
use simscope::simhash::{Signer, document_frequencies, of_weighted_hashes};
use simscope::visible;
use std::fs;
use std::ops::ControlFlow;
use std::process::Output;

/// A document of [`SERMON`] and of [`TANG`].
const VERSE: &str = "kjv/Matthew.5.4";
const POEM: &str = "b/613#61";

/// As many texts of each length as most tests measure: of the 300 that are the default a curve takes seconds.
const FEW: u32 = 40;

fn sensitivity(arguments: &[&str]) -> Command {
    let mut command = simscope(&["sensitivity"]);
    command.args(arguments);
    if !arguments.contains(&"--texts") {
        command.args(["--texts", &FEW.to_string()]);
    }
    command
}

fn output(arguments: &[&str]) -> Output {
    let output = sensitivity(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    output
}

fn stdout(arguments: &[&str]) -> String {
    text(&output(arguments).stdout)
}

/// The rows of a call as JSONL.
fn rows(arguments: &[&str]) -> Vec<Value> {
    let lines = stdout(&[arguments, &["--format", "jsonl"]].concat());
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn of_kind<'r>(rows: &'r [Value], kind: &str) -> Vec<&'r Value> {
    rows.iter().filter(|row| row["kind"] == kind).collect()
}

fn read(path: &str) -> Corpus {
    let sources = [Source::Path(format!("{}/{path}", env!("CARGO_MANIFEST_DIR")).into())];
    let mut corpus = Corpus::new(corpus::name_of(&sources));
    corpus::read(&sources, &ReadOptions::default(), &mut |event| {
        if let Event::Batch(batch) = event {
            corpus.push(batch);
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    corpus
}

fn document<'c>(corpus: &'c Corpus, id: &str) -> &'c str {
    corpus.iter().find(|document| document.id == id).unwrap().text
}

fn frequencies(corpus: &Corpus, recipe: &Recipe) -> Option<DocumentFrequencies> {
    (recipe.weighting == Weighting::TfIdf)
        .then(|| document_frequencies(corpus, recipe, &Progress::new()).unwrap())
}

fn sign(text: &str, recipe: &Recipe, frequencies: Option<&DocumentFrequencies>) -> u128 {
    Signer::new(recipe, frequencies).sign(text).signature
}

/// A corpus of few short passages, which is measured in no time.
fn few() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("few.txt");
    fs::write(&path, "to be or not to be, that is the question").unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

#[test]
fn every_row_has_exactly_the_keys_of_its_kind() {
    let keys = |kind: &Value| match kind.as_str().unwrap() {
        "influence" => &["kind", "term", "distance"][..],
        "bit" => &["kind", "bit", "sum", "margin"],
        "edit" => &["kind", "edit", "distance", "within_k"],
        "length" => &["kind", "features", "mean", "p10", "p90", "within_k", "theory"],
        kind => panic!("{kind}"),
    };
    let all = stdout(&[SERMON, "--id", VERSE, "--edit", "zzz=>", "--format", "jsonl"]);
    let mut kinds = Vec::new();
    for line in all.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let keys = keys(&row["kind"]);
        assert_eq!(row.as_object().unwrap().len(), keys.len(), "{line}");
        let places: Vec<usize> =
            keys.iter().map(|key| line.find(&format!("\"{key}\":")).unwrap_or(usize::MAX)).collect();
        assert!(places.is_sorted() && places.last() < Some(&line.len()), "{line}");
        kinds.push(row["kind"].as_str().unwrap().to_owned());
    }
    kinds.dedup();
    assert_eq!(kinds, ["influence", "bit", "edit", "length"]);
}

/// Influence and margins of a document against its features, as `explain` prints them.
fn check_influence(corpus: &str, id: &str, weighting: &str) {
    let common = [corpus, "--id", id, "--weighting", weighting];
    let mut explain = Command::cargo_bin("simscope").unwrap();
    explain.current_dir(env!("CARGO_MANIFEST_DIR")).arg("explain").args(common).args(["--format", "jsonl"]);
    let explained: Value = serde_json::from_slice(&explain.output().unwrap().stdout).unwrap();
    let features: Vec<(&str, u64, f64)> = explained["features"]
        .as_array()
        .unwrap()
        .iter()
        .map(|feature| {
            let hash = u64::from_str_radix(feature["hash"].as_str().unwrap(), 16).unwrap();
            (feature["term"].as_str().unwrap(), hash, feature["weight"].as_f64().unwrap())
        })
        .collect();
    let signed_without = |term: Option<&str>| {
        let left: Vec<(u64, f64)> = features
            .iter()
            .filter(|(other, ..)| Some(*other) != term)
            .map(|&(_, hash, weight)| (hash, weight))
            .collect();
        of_weighted_hashes(&left, TieRule::Zero)
    };
    let whole = signed_without(None);
    let rows = rows(&common);
    let influence = of_kind(&rows, "influence");
    assert_eq!(influence.len(), features.len());
    assert!(influence.is_sorted_by_key(|row| std::cmp::Reverse(row["distance"].as_u64())));
    for row in influence {
        let without = signed_without(row["term"].as_str());
        assert_eq!(row["distance"], (whole ^ without).count_ones(), "{row} {weighting}");
    }
    let mut weights: Vec<f64> = features.iter().map(|&(.., weight)| weight).collect();
    weights.sort_by(f64::total_cmp);
    let middle = weights.len() / 2;
    let median = (weights[middle] + weights[(weights.len() - 1) / 2]) / 2.0;
    let bits = of_kind(&rows, "bit");
    assert_eq!(bits.len(), 64);
    for (i, (row, sum)) in bits.iter().zip(explained["sums"].as_array().unwrap()).enumerate() {
        assert_eq!((row["bit"].as_u64(), &row["sum"]), (Some(i as u64), sum));
        assert_eq!(row["margin"].as_f64(), Some(sum.as_f64().unwrap().abs() / median), "{row}");
    }
}

#[test]
fn influence_and_margins_are_those_of_hashing_the_other_features() {
    check_influence(SERMON, VERSE, "uniform");
    check_influence(SERMON, VERSE, "tf");
    check_influence(TANG, POEM, "tf");
    check_influence(TANG, POEM, "tf-idf");
}

#[test]
fn influence_is_the_distance_to_the_text_without_the_word() {
    let corpus = read(SERMON);
    let verse = document(&corpus, VERSE).to_lowercase();
    let words: Vec<&str> =
        verse.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let recipe = Recipe::default();
    let rows = rows(&[SERMON, "--id", VERSE]);
    for row in of_kind(&rows, "influence") {
        let left: Vec<&str> = words.iter().copied().filter(|word| row["term"] != *word).collect();
        assert!(left.len() < words.len(), "{row}");
        let moved = sign(&verse, &recipe, None) ^ sign(&left.join(" "), &recipe, None);
        assert_eq!(row["distance"], moved.count_ones(), "{row}");
    }
}

#[test]
fn edits_are_those_of_signing_the_edited_text() {
    let own = ["the=>a", "they=>", "=> and more", "nobody=>here"];
    let own_options: Vec<&str> = own.iter().flat_map(|edit| ["--edit", edit]).collect();
    for (path, id, weighting, k, edits, seed) in [
        (SERMON, VERSE, Weighting::Tf, 3, 1, 1),
        (SERMON, VERSE, Weighting::TfIdf, 8, 2, 7),
        (TANG, POEM, Weighting::Uniform, 6, 1, 1),
        (TANG, POEM, Weighting::TfIdf, 6, 3, 2),
    ] {
        let corpus = read(path);
        let text = document(&corpus, id);
        let recipe = Recipe { weighting, ..Recipe::default() };
        let frequencies = frequencies(&corpus, &recipe);
        let vocabulary = vocabulary(&corpus, seed);
        let bench = Bench {
            recipe: &recipe,
            frequencies: frequencies.as_ref(),
            vocabulary: &vocabulary,
            seed,
            edits,
        };
        let numbers = [u64::from(k), edits.into(), seed].map(|number: u64| number.to_string());
        let options = [
            &[path, "--id", id, "-k", &numbers[0], "--edits", &numbers[1], "--seed", &numbers[2]][..],
            &["--weighting", &weighting.to_string()],
            &own_options,
        ];
        let rows = rows(&options.concat());
        let rows = of_kind(&rows, "edit");
        let own = own.iter().map(|own| Edit::Own(own.parse::<Own>().unwrap()));
        let all: Vec<Edit> = Edit::all().cloned().chain(own).collect();
        assert_eq!(rows.len(), all.len());
        for (row, edit) in rows.iter().zip(all) {
            check_edit(row, &edit, text, &bench, k);
        }
    }
}

fn check_edit(row: &Value, edit: &Edit, text: &str, bench: &Bench<'_>, k: u32) {
    let name = row["edit"].as_str().unwrap();
    match edit.apply_watched(text, bench, &Progress::new()).unwrap() {
        Ok(edited) => {
            let sign = |text| sign(text, bench.recipe, bench.frequencies);
            let distance = (sign(text) ^ sign(&edited.text)).count_ones();
            assert_eq!(row["distance"], distance, "{row}");
            let has_features = [text, &edited.text].iter().all(|text| length(text, bench.recipe) > 0);
            assert_eq!(row["within_k"], has_features && distance <= k, "{row}");
            let colon = if edited.detail.is_empty() { "" } else { ": " };
            assert_eq!(name, format!("{edit}{colon}{}", edited.detail));
        }
        Err(moot) => {
            assert_eq!(name, format!("{edit} ({moot})"));
            assert!(row["distance"].is_null() && row["within_k"].is_null(), "{row}");
        }
    }
}

#[test]
fn own_edits_replace_drop_and_append() {
    let corpus = read(SERMON);
    let verse = document(&corpus, VERSE);
    let recipe = Recipe::default();
    let before = sign(verse, &recipe, None);
    let edits = ["mourn=>weep", "comforted=>", "=> Selah."];
    let options = edits.iter().flat_map(|edit| ["--edit", edit]);
    let rows = rows(&[SERMON, "--id", VERSE].into_iter().chain(options).collect::<Vec<_>>());
    for (edit, after) in [
        ("mourn=>weep", verse.replace("mourn", "weep")),
        ("comforted=>", verse.replace("comforted", "")),
        ("=> Selah.", format!("{verse} Selah.")),
    ] {
        let row = rows.iter().find(|row| row["edit"] == edit).unwrap();
        assert_eq!(row["distance"], (before ^ sign(&after, &recipe, None)).count_ones(), "{edit}");
        assert_ne!(row["distance"], 0, "{edit}");
    }
}

#[test]
fn lengths_are_those_of_the_curve() {
    for (path, edits, seed, k, texts) in [(SERMON, 1, 1, 3, 300), (TANG, 2, 9, 10, 40)] {
        let experiment = Experiment { edits, seed, texts };
        let corpus = read(path);
        let curve =
            Curve::measure(&corpus, &Recipe::default(), None, experiment, &Progress::new(), &mut |_| {})
                .unwrap();
        let asked = format!("--text a -k {k} --edits {edits} --seed {seed} --texts {texts}");
        let rows = rows(&[&[path], &asked.split(' ').collect::<Vec<_>>()[..]].concat());
        let lengths = of_kind(&rows, "length");
        assert_eq!(lengths.len(), curve.points.len());
        assert!(lengths.len() > 20);
        for (row, point) in lengths.iter().zip(&curve.points) {
            assert_eq!(row["features"], point.features);
            assert_eq!(
                (&row["p10"], &row["p90"]),
                (&point.quantile(0.1).into(), &point.quantile(0.9).into())
            );
            for (key, number) in
                [("mean", point.mean()), ("within_k", point.within(k)), ("theory", point.theory())]
            {
                assert_eq!(row[key].as_f64(), Some(number), "{row}");
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes_with_any_number_of_threads() {
    let call = |options: &[&str]| {
        stdout(&[&[SERMON, "--id", VERSE, "--edits", "2", "--format", "jsonl"], options].concat())
    };
    let first = call(&["--seed", "5"]);
    assert_eq!(call(&["--seed", "5", "--threads", "1"]), first);
    assert_eq!(call(&["--seed", "5", "--threads", "3"]), first);
    assert_ne!(call(&["--seed", "6"]), first);
}

#[test]
fn one_table_holds_what_the_rows_say() {
    let arguments = [SERMON, "--id", VERSE, "--edit", "zzz=>"];
    let header = "kind term edit bit features sum margin distance mean p10 p90 theory within_k";
    let columns: Vec<&str> = header.split(' ').collect();
    let tsv = stdout(&[&arguments[..], &["--format", "tsv"]].concat());
    assert_eq!(tsv, stdout(&arguments), "which is the form in a pipe");
    assert_eq!(tsv.lines().next(), Some(header.replace(' ', "\t").as_str()));
    let rows = rows(&arguments);
    assert_eq!(tsv.lines().count(), 1 + rows.len());
    for (line, row) in tsv.lines().skip(1).zip(rows) {
        let cells: Vec<&str> = line.split('\t').collect();
        assert_eq!(cells.len(), columns.len());
        for (column, cell) in columns.iter().zip(cells) {
            let expected = match row.get(column) {
                None | Some(Value::Null) => String::new(),
                Some(Value::Bool(is_within)) => u8::from(*is_within).to_string(),
                Some(Value::String(text)) => text.clone(),
                Some(number) => number.to_string(),
            };
            assert_eq!(cell, expected, "{column} of {row}");
        }
    }
}

#[test]
fn documents_that_are_too_short_are_listed() {
    for (path, k) in [(SERMON, 6), (TANG, 6)] {
        let corpus = read(path);
        let recipe = Recipe::default();
        let experiment = Experiment { texts: FEW, ..Experiment::default() };
        let curve =
            Curve::measure(&corpus, &recipe, None, experiment, &Progress::new(), &mut |_| {}).unwrap();
        let lengths = lengths(&corpus, &recipe, &Progress::new()).unwrap();
        let expected: Vec<Value> = corpus
            .iter()
            .zip(lengths)
            .filter(|&(_, features)| curve.is_too_short(features, k))
            .map(|(document, features)| {
                let within_k = curve.within(features, k).unwrap();
                serde_json::json!({"kind": "risk", "id": document.id, "features": features, "within_k": within_k})
            })
            .collect();
        let option = k.to_string();
        let output = output(&[path, "-k", &option, "--risk", "--format", "jsonl"]);
        let listed: Vec<Value> =
            text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        // 0 is written as an integer.
        let same = |a: &Value, b: &Value| {
            a["within_k"].as_f64() == b["within_k"].as_f64()
                && ["kind", "id", "features"].iter().all(|&key| a[key] == b[key])
        };
        assert_eq!(listed.len(), expected.len());
        assert!(listed.iter().zip(&expected).all(|(a, b)| same(a, b)), "{path} at {k}");
        let told = text(&output.stderr);
        let count = format!("{} of {} documents (", expected.len(), corpus.len());
        assert!(told.contains(&count) && told.lines().count() == 1, "{told}");
        let tsv = stdout(&[path, "-k", &option, "--risk"]);
        assert_eq!(tsv.lines().next(), Some("id\tfeatures\twithin_k"));
        assert_eq!(tsv.lines().count(), 1 + listed.len());
        let table = stdout(&[path, "-k", &option, "--risk", "--format", "table"]);
        assert!(table.starts_with(&count), "{table}");
    }
}

#[test]
fn empty_documents_are_not_too_short_and_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.txt");
    fs::write(&path, "one two three\n!!!\nfour five six seven\n…\n").unwrap();
    let arguments = [path.to_str().unwrap(), "--input", "lines", "--risk", "--format", "jsonl"];
    let output = output(&arguments);
    let told = text(&output.stderr);
    assert!(told.contains("2 of 2 documents (100.0 %)"), "{told}");
    assert!(told.contains("2 empty documents are not counted"), "{told}");
    assert_eq!(text(&output.stdout).lines().count(), 2);
}

#[test]
fn texts_without_features_have_a_stated_result() {
    let (_folder, few) = few();
    for nothing in ["", " \n", "！？…", "."] {
        let rows = rows(&[&few, "--text", nothing]);
        assert!(of_kind(&rows, "influence").is_empty());
        assert_eq!(of_kind(&rows, "bit").len(), 64);
        assert!(of_kind(&rows, "bit").iter().all(|row| row["margin"].is_null() && row["sum"] == 0));
        assert!(!of_kind(&rows, "length").is_empty());
        let table = stdout(&[&few, "--text", nothing, "--format", "table"]);
        assert!(table.contains("features   0\n") && table.contains("No features"), "{table}");
        assert!(table.contains("(no word)"), "{table}");
    }
    for short in ["a", "床"] {
        let rows = rows(&[&few, "--text", short]);
        assert_eq!(of_kind(&rows, "influence").len(), 1);
        // Without its only word a text is in no group, however large k.
        let rows = self::rows(&[&few, "--text", short, "-k", "64"]);
        let dropped = of_kind(&rows, "edit")[0];
        assert!(dropped["distance"].is_u64() && dropped["within_k"] == false, "{dropped}");
        let table = stdout(&[&few, "--text", short, "-k", "64", "--format", "table"]);
        for row in [format!(" drop a word: {short} "), format!(" {short} ")] {
            let line = table.lines().find(|line| line.starts_with(&row)).unwrap();
            assert!(line.ends_with(" no"), "{table}");
        }
    }
}

#[test]
fn a_corpus_without_passages_has_no_lengths_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.txt");
    fs::write(&path, "... !!!\n").unwrap();
    let path = path.to_str().unwrap();
    assert!(of_kind(&rows(&[path, "--text", "to be"]), "length").is_empty());
    let table = stdout(&[path, "--format", "table"]);
    assert!(table.contains("corpus     a.txt\n") && table.contains("too few passages"), "{table}");
    let told = text(&output(&[path, "--risk"]).stderr);
    assert!(told.contains("Too few passages") && told.contains("1 empty document is not counted"), "{told}");
}

#[test]
fn keywords_are_found_on_the_curve_by_all_their_terms() {
    let poem = ["--weighting", "keywords:3", "--format", "table"];
    let table = stdout(&[&[TANG, "--id", POEM][..], &poem].concat());
    assert!(table.contains("features   3 of 20 terms"), "{table}");
    assert!(table.contains("Texts of 20 terms from this corpus"), "{table}");
}

#[test]
fn no_format_lets_a_control_character_through() {
    let (_folder, few) = few();
    let hostile = "one\u{1b}[31m two\u{202e} three\u{7} fo\u{200b}ur\tfive\nsix";
    let arguments = [
        &few,
        "--text",
        hostile,
        "--tokenizer",
        "whitespace",
        "--edit",
        "\u{1b}[31m=>\u{202e}",
        "--edit",
        "=>\u{7}",
    ];
    for format in ["table", "tsv", "csv", "jsonl"] {
        let out = stdout(&[&arguments[..], &["--format", format]].concat());
        for line in out.lines() {
            let line = if format == "tsv" { line.replace('\t', " ") } else { line.to_owned() };
            assert_eq!(visible::line(&line), line, "{format}");
        }
    }
    let rows = rows(&arguments);
    assert!(of_kind(&rows, "influence").iter().any(|row| row["term"] == "one\u{1b}[31m"));
    assert!(of_kind(&rows, "edit").iter().any(|row| row["edit"] == "\u{1b}[31m=>\u{202e}"));
}

#[test]
fn a_table_fits_a_terminal_of_80_columns() {
    let long = "word ".repeat(40) + &"長".repeat(300);
    for arguments in [
        &[SERMON, "--id", VERSE, "-k", "128", "--edits", "1000"][..],
        &[TANG, "--id", POEM, "--edit", "月=>日"],
        &[TANG, "--text", &long, "--tokenizer", "whitespace"],
        &[SERMON, "--risk"],
    ] {
        for line in stdout(&[arguments, &["--format", "table"]].concat()).lines() {
            assert!(visible::width(line) <= 80, "{line}");
        }
    }
}

#[test]
fn the_only_document_of_standard_input_needs_no_id() {
    let output =
        sensitivity(&["-", "--format", "jsonl"]).write_stdin("to be or not to be\n").output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let of_input = text(&output.stdout);
    let rows: Vec<Value> = of_input.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(of_kind(&rows, "influence").len(), 4);
    // Four distinct terms are the longest passage that there is, and the same text is both.
    assert_eq!(of_kind(&rows, "length").last().unwrap()["features"], 4);
}

/// A failure: this exit code, nothing on standard output, one line on standard error that holds `what`.
fn check_failure(arguments: &[&str], code: i32, what: &str) {
    let output = sensitivity(arguments).output().unwrap();
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {told}");
    assert_eq!(text(&output.stdout), "");
    let errors: Vec<&str> = told.lines().filter(|line| !line.contains("no PATH was given")).collect();
    assert_eq!(errors.len(), 1, "{told}");
    assert!(errors[0].starts_with("simscope: ") && errors[0].contains(what), "{told}");
    assert_eq!(visible::line(errors[0]), errors[0]);
}

#[test]
fn bad_calls_say_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().join("empty.jsonl");
    fs::write(&empty, "").unwrap();
    for (arguments, code, what) in [
        (&[SERMON][..], 2, "which of 222 documents"),
        (&[SERMON, "--id", "nobody"], 1, "--id nobody"),
        (&[SERMON, "--id", VERSE, "--text", "a"], 2, "--text"),
        (&[SERMON, "--id", VERSE, "--edits", "0"], 2, "1 to 1000"),
        (&[SERMON, "--id", VERSE, "--edits", "1001"], 2, "1 to 1000"),
        (&[SERMON, "--id", VERSE, "--edits", "two"], 2, "two"),
        (&[SERMON, "--id", VERSE, "--texts", "29"], 2, "30 to 10000"),
        (&[SERMON, "--id", VERSE, "--seed", "x"], 2, "--seed"),
        (&[SERMON, "--id", VERSE, "-k", "129"], 2, "0 to 128"),
        (&[SERMON, "--id", VERSE, "--edit", "the\u{1b}"], 2, "OLD=>NEW"),
        (&[SERMON, "--id", VERSE, "--edit", "a=>a"], 2, "OLD=>NEW"),
        (&[SERMON, "--risk", "--id", VERSE], 2, "--risk"),
        (&[SERMON, "--risk", "--edits", "2"], 2, "--edits"),
        (&["--input", "signatures", SERMON], 2, "signature"),
        (&["no\u{1b}such"], 1, "no␛such: no such file"),
        (&[empty.to_str().unwrap()], 1, "no document"),
    ] {
        check_failure(arguments, code, what);
    }
}
