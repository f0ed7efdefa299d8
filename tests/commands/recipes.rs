//! Recipes on the command line: names, files, tables, and two of them on one corpus.

use crate::command::{TANG, simscope, stdout};
use serde_json::Value;
use std::fs;
use std::path::Path;

const TEXT: &str = "tests/vectors/texts.jsonl";

/// Rows of a TSV as columns, without its header.
fn rows(arguments: &[&str]) -> Vec<Vec<String>> {
    stdout(arguments).lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

fn check_failure(arguments: &[&str], code: i32, what: &[&str]) {
    let output = simscope(arguments).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {told}");
    assert_eq!(output.stdout, b"", "{arguments:?}");
    for what in what {
        assert!(
            told.lines().count() == 1 && told.contains(what),
            "{arguments:?}: {told}, where {what} is wanted"
        );
    }
}

#[test]
fn the_command_prints_what_the_program_returns() {
    for (file, recipe, bits) in [
        ("java-128", "java", "128"),
        ("python-128", "python", "128"),
        ("gaoya-64", "gaoya", "64"),
        ("text-dedup-128", "text-dedup", "128"),
    ] {
        let ours = stdout(&["hash", "--recipe", recipe, "--bits", bits, "--format", "jsonl", TEXT]);
        let theirs = fs::read_to_string(format!("tests/vectors/{file}.jsonl")).unwrap();
        assert_eq!(ours.lines().count(), theirs.lines().count());
        for (ours, theirs) in ours.lines().zip(theirs.lines()) {
            assert!(ours.starts_with("{\"id\":") && ours.contains(",\"signature\":"), "{ours}");
            assert!(ours.contains(",\"bits\":") && ours.contains(",\"features\":"), "{ours}");
            let (ours, theirs): (Value, Value) =
                (serde_json::from_str(ours).unwrap(), serde_json::from_str(theirs).unwrap());
            for key in ["id", "bits", "signature"] {
                assert_eq!(ours[key], theirs[key], "{file}");
            }
        }
    }
}

#[test]
fn every_recipe_is_listed_and_its_toml_is_itself() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("saved.toml");
    let names: Vec<String> =
        rows(&["recipes", "--format", "tsv"]).into_iter().map(|row| row[5].clone()).collect();
    for name in [
        "java",
        "python",
        "python2",
        "go-demo",
        "keywords20",
        "keywords20-raw",
        "yanyiwu",
        "yanyiwu:auto",
        "1e0ng",
        "seomoz",
        "simhash-rs",
        "gaoya",
        "text-dedup",
        "ch-words",
        "ch-chars",
        "mfonda",
        "hutool",
        "npm-simhash",
        "default",
    ] {
        assert!(names.iter().any(|listed| listed == name), "{name} is not in {names:?}");
    }
    for name in names.iter().map(String::as_str).chain(["seomoz:1", "yanyiwu:9", "ch-words:2", "ch-chars:25"])
    {
        let toml = stdout(&["recipes", name]);
        fs::write(&file, &toml).unwrap();
        let saved = file.to_str().unwrap();
        assert_eq!(stdout(&["recipes", saved]), toml, "{name}");
        assert_eq!(
            stdout(&["hash", "--recipe", saved, TEXT]),
            stdout(&["hash", "--recipe", name, TEXT]),
            "{name}"
        );
    }
}

/// A recipe of JSON in one line.
fn line_of(recipe: &Value) -> String {
    let part = |key: &str| recipe[key].as_str().unwrap();
    let name = recipe["name"].as_str().map_or(String::new(), |name| format!("{name} · "));
    let (tokenizer, weighting, hash) = (part("tokenizer"), part("weighting"), part("hash"));
    format!("{name}{tokenizer} · {weighting} · {hash} · {} bits · tie {}", recipe["bits"], part("tie"))
}

#[test]
fn options_change_parts_of_a_recipe() {
    let explain = |arguments: &[&str]| -> String {
        let all = [&["explain", "--format", "jsonl", "--text", "a b c"][..], arguments].concat();
        line_of(&serde_json::from_str::<Value>(&stdout(&all)).unwrap()["recipe"])
    };
    assert_eq!(explain(&["--recipe", "java"]), "java · split:java · tf · cpython:utf-16 · 64 bits · tie one");
    assert_eq!(
        explain(&["--recipe", "java", "--hash", "sip"]),
        "split:java · tf · sip · 64 bits · tie one",
        "what is changed is no longer java"
    );
    assert_eq!(
        explain(&["--recipe", "seomoz", "--window", "2"]),
        "seomoz · split-shingles:2 · tf · md5:head · 64 bits · tie zero"
    );
    assert_eq!(
        explain(&["--recipe", "yanyiwu", "--top", "auto"]),
        "yanyiwu · cppjieba · cpp-keywords:auto · jenkins · 64 bits · tie zero"
    );
    assert_eq!(
        explain(&["--bits", "128", "--hash", "md5"]),
        "words:3 · uniform · md5:head · 128 bits · tie zero"
    );
}

#[test]
fn a_recipe_that_cannot_be_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    for (toml, code, what) in [
        ("tokeniser = \"words\"", 1, &["mine.toml, line 1", "\"tokeniser\"", "tokenizer, weighting"][..]),
        (
            "# a\ntokenizer = \"shingles:1000000000\"",
            1,
            &["line 2", "tokenizer", "shingles:N (N from 1 to 32)"],
        ),
        ("weighting = \"keywords:0\"", 1, &["weighting", "N from 1 to 10000"]),
        ("bits = 0", 1, &["line 1", "bits", "1 to 128"]),
        ("bits = 1000000000", 1, &["bits", "1 to 128"]),
        ("bits = \"64\"", 1, &["bits", "whole number"]),
        ("hash = \"sha1\"", 1, &["hash", "xxh3", "go-demo"]),
        ("tie = 1", 1, &["tie", "text in quotes"]),
        ("hash = \"jenkins\"\nbits = 128", 1, &["bits = 128", "jenkins", "1 to 64"]),
        ("name = \"java\"\nhash = \"sip\"", 1, &["\"java\"", "other parts"]),
        ("name = \"\\u001b[31m\"", 1, &["name", "visible characters"]),
        ("name = \"java \"", 1, &["name", "visible characters"]),
        ("name = \"seomoz:1\"", 1, &["\"seomoz:1\"", "other parts"]),
        ("summary = \"x\"", 1, &["no key \"summary\""]),
        (
            "tokenizer = \"whitespace\"\njieba-dict = \"x\"",
            1,
            &["jieba-dict", "whitespace", "does not use jieba"],
        ),
        ("stop-words = \"x\"", 1, &["stop-words", "jieba-tags and cppjieba"]),
        ("jieba-idf = \"x\"", 1, &["jieba-idf", "keywords:N"]),
        ("tokenizer = [", 1, &["mine.toml, line 1"]),
        ("tie = \"one\"\ntie = \"one\"", 1, &["line 2"]),
    ] {
        fs::write(&file, toml).unwrap();
        check_failure(&["hash", "--recipe", file.to_str().unwrap(), TANG], code, what);
        check_failure(&["recipes", file.to_str().unwrap()], code, what);
    }
    fs::write(&file, b"name = \"a\"\n# \xff\n").unwrap();
    check_failure(&["recipes", file.to_str().unwrap()], 1, &["line 2", "not UTF-8"]);
    check_failure(&["hash", "--recipe", "no/such.toml", TANG], 1, &["no/such.toml"]);
    check_failure(&["hash", "--recipe", "jav", TANG], 2, &["\"jav\" is not a recipe", "the nearest is java"]);
    check_failure(&["hash", "--recipe", "java", "--bits", "32", TANG], 2, &["recipe java gives 64 or 128"]);
    check_failure(&["hash", "--recipe", "python2", "--bits", "64", TANG], 2, &["recipe python2 gives 128"]);
    check_failure(&["hash", "--hash", "go-demo", "--bits", "65", TANG], 2, &["go-demo gives 1 to 64"]);
    check_failure(
        &["hash", "--window", "3", TANG],
        2,
        &["--window 3", "--window 3: tokenizer words:3 takes none"],
    );
    check_failure(&["hash", "--top", "3", TANG], 2, &["--top", "uniform takes none"]);
    check_failure(&["hash", "--stop-words", "x", TANG], 2, &["--stop-words", "words:3 drops none"]);
}

#[test]
fn a_bad_table_is_an_error_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table");
    let path = file.to_str().unwrap();
    for (option, content, what) in [
        ("--jieba-dict", &b"\xe4\xb8\xad 3 n\n\xe4\xb8\xad\xe6\x96\x87 many n\n"[..], "line 2"),
        ("--jieba-dict", b"", "empty"),
        ("--jieba-dict", b"\xd6\xd0\xce\xc4 3 n\n", "line 1: not UTF-8"),
        ("--jieba-dict", b"a 3 n\na\tb 3 n\n", "line 2"),
        ("--jieba-dict", "a 3 n\na\u{a0}b 3 n\n".as_bytes(), "line 2"),
        ("--jieba-dict", b"a 18446744073709551615\nb 18446744073709551615\n", "line 2"),
        ("--jieba-idf", b"a 1.5\nb\n", "line 2"),
        ("--jieba-idf", b"a 1.5\nb 1e300\n", "line 2"),
        ("--jieba-idf", b"a 1.5\nb -1\n", "line 2"),
        ("--jieba-idf", b"", "empty"),
        ("--jieba-idf", b"\xff\xfea\0", "UTF-16"),
        ("--stop-words", b"", "empty"),
        ("--stop-words", b"a\nb\0\n", "line 2"),
        ("--stop-words", b"ok\n\xd6\xd0\n", "line 2: not UTF-8"),
    ] {
        fs::write(&file, content).unwrap();
        check_failure(&["hash", "--recipe", "yanyiwu", option, path, TANG], 1, &["table", what]);
    }
    for option in ["--jieba-dict", "--jieba-idf", "--stop-words"] {
        check_failure(&["hash", "--recipe", "yanyiwu", option, "no/such/table", TANG], 1, &["no/such/table"]);
    }
}

#[test]
fn tables_of_a_recipe_lie_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, content: &str| fs::write(folder.path().join(name), content).unwrap();
    write("stop.txt", "test\n");
    write("mine.toml", "name = \"mine\"\ntokenizer = \"cppjieba\"\nstop-words = \"stop.txt\"\n");
    let mine = folder.path().join("mine.toml");
    let terms = |arguments: &[&str]| -> Vec<String> {
        let all = [&["explain", "--text", "a test string", "--format", "tsv"][..], arguments].concat();
        rows(&all).into_iter().map(|row| row[0].clone()).collect()
    };
    assert_eq!(terms(&["--recipe", mine.to_str().unwrap()]), ["string"]);
    assert_eq!(terms(&["--tokenizer", "cppjieba"]), ["test", "string"]);
    // The dictionary counts for all that jieba cuts.
    write("dict.txt", "北京清 1000 n\n华大学 1000 n\n我来到 1000 v\n");
    let dict = folder.path().join("dict.txt");
    for tokenizer in ["words", "jieba"] {
        let cut = rows(&[
            "explain",
            "--text",
            "我来到北京清华大学",
            "--format",
            "tsv",
            "--tokenizer",
            tokenizer,
            "--jieba-dict",
            dict.to_str().unwrap(),
        ]);
        let cut: Vec<&str> = cut.iter().map(|row| row[0].as_str()).collect();
        assert_eq!(cut, ["我来到", "北京清", "华大学"], "{tokenizer}");
    }
}

#[test]
fn an_export_has_its_recipe_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    stdout(&["hash", "--recipe", "gaoya", "--bits", "128", TANG, "-o", &file("a.tsv")]);
    let again = stdout(&["hash", "--recipe", &file("a.tsv.recipe.toml"), TANG]);
    assert_eq!(fs::read_to_string(file("a.tsv")).unwrap(), again);
    for command in ["pairs", "groups", "sweep"] {
        stdout(&[command, "--recipe", "seomoz:2", TANG, "--force", "-o", &file("b.csv")]);
        let recipe = fs::read_to_string(file("b.csv.recipe.toml")).unwrap();
        assert!(recipe.contains("tokenizer = \"split-shingles:2\""), "{recipe}");
        fs::remove_file(file("b.csv.recipe.toml")).unwrap();
    }
    stdout(&["hash", TANG, "-o", "/dev/null"]);
    assert!(!Path::new("/dev/null.recipe.toml").exists());
}

#[test]
fn two_recipes_differ_by_the_pairs_that_one_of_them_lists() {
    let pairs = |recipe: &str| -> Vec<Vec<String>> { rows(&["pairs", "-k", "3", "--recipe", recipe, TANG]) };
    let ids = |pair: &[String]| (pair[0].clone(), pair[1].clone());
    let (a, b) = (pairs("default"), pairs("1e0ng"));
    let (only_a, only_b) = (
        a.iter().filter(|pair| !b.iter().any(|other| ids(other) == ids(pair))).count(),
        b.iter().filter(|pair| !a.iter().any(|other| ids(other) == ids(pair))).count(),
    );
    assert!(only_a > 0, "the sample must show a difference");
    let summary = rows(&["diff-recipes", "default", "1e0ng", TANG, "-k", "3"]);
    let row = |what: &str| summary.iter().find(|row| row[0] == what).unwrap()[1..].to_vec();
    let expected = [a.len() - only_a, only_a + only_b, only_a, only_b].map(|n| n.to_string());
    assert_eq!(row("pairs"), expected);
    let listed = rows(&["diff-recipes", "default", "1e0ng", TANG, "-k", "3", "--pairs"]);
    assert_eq!(listed.len(), only_a + only_b);
    for pair in &listed {
        let seen = if pair[4] == "a" { (&a, 2) } else { (&b, 3) };
        let found = seen.0.iter().find(|other| ids(other) == ids(pair)).unwrap();
        assert_eq!(found[2], pair[seen.1], "{pair:?}");
        assert!(pair[2].parse::<u8>().unwrap() <= 3 || pair[3].parse::<u8>().unwrap() <= 3);
    }
    let moved = rows(&["diff-recipes", "default", "1e0ng", TANG, "-k", "3", "--documents"]);
    assert_eq!(row("documents by group")[1], moved.len().to_string());
    // A recipe does not differ from itself, unless its k does.
    let same = rows(&["diff-recipes", "java", "java", TANG]);
    assert!(same.iter().all(|row| row[2] == "0"), "{same:?}");
    let other_k = rows(&["diff-recipes", "default", "default", TANG, "-k", "3", "--k-b", "9"]);
    assert_eq!((&*other_k[0][0], &*other_k[0][2]), ("signatures", "0"));
    assert_ne!(other_k[1][4], "0");
    check_failure(&["diff-recipes", "default", "jva", TANG], 2, &["\"jva\" is not a recipe"]);
}

#[test]
fn two_documents_are_compared_under_any_recipe() {
    let compare = |arguments: &[&str]| -> Value {
        serde_json::from_str(&stdout(&[&["compare", "--format", "jsonl"][..], arguments].concat())).unwrap()
    };
    let two = compare(&["--texts", "a b c", "a b d d", "--recipe", "java", "--bits", "128"]);
    assert_eq!(two["bits"], 128);
    let value = |key: &str| u128::from_str_radix(two[key].as_str().unwrap(), 16).unwrap();
    assert_eq!(value("signature_a") ^ value("signature_b"), value("xor"));
    assert_eq!(two["distance"], value("xor").count_ones());
    let features: Vec<String> = two["features"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| format!("{} {} {}", f["term"], f["weight_a"], f["weight_b"]))
        .collect();
    assert_eq!(features, ["\"a\" 1 1", "\"b\" 1 1", "\"c\" 1 null", "\"d\" null 2"]);
    let ids: Vec<Vec<String>> = rows(&["hash", TANG]);
    let (a, b) = (&ids[0], &ids[1]);
    let by_id = compare(&[&a[0], &b[0], TANG]);
    assert_eq!((&by_id["signature_a"], &by_id["signature_b"]), (&a[1].clone().into(), &b[1].clone().into()));
    check_failure(&["compare", "nobody", &a[0], TANG], 1, &["compare nobody"]);
}

#[test]
fn a_name_is_dropped_with_the_parts_that_it_stood_for() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    fs::write(&file, "name = \"mine\"\ntokenizer = \"whitespace\"\n").unwrap();
    let mine = file.to_str().unwrap();
    let recipe = |arguments: &[&str]| -> String {
        let all =
            [&["explain", "--format", "jsonl", "--text", "a", "--recipe", mine][..], arguments].concat();
        line_of(&serde_json::from_str::<Value>(&stdout(&all)).unwrap()["recipe"])
    };
    assert_eq!(recipe(&[]), "mine · whitespace · uniform · xxh3 · 64 bits · tie zero");
    assert_eq!(recipe(&["--bits", "32"]), "mine · whitespace · uniform · xxh3 · 32 bits · tie zero");
    assert_eq!(recipe(&["--hash", "sip"]), "whitespace · uniform · sip · 64 bits · tie zero");
    check_failure(&["hash", "--recipe", "seomoz:+4", TANG], 2, &["is not a recipe"]);
}

#[test]
fn a_recipe_is_printed_without_anything_that_a_terminal_would_obey() {
    let folder = tempfile::tempdir().unwrap();
    let name = "t\u{9b}31m\u{202e}\u{1b}]\"\\.txt";
    fs::write(folder.path().join(name), "the\n").unwrap();
    let file = folder.path().join("mine.toml");
    let quoted = name.chars().map(|c| format!("\\U{:08x}", c as u32)).collect::<String>();
    fs::write(&file, format!("tokenizer = \"cppjieba\"\nstop-words = \"{quoted}\"\n")).unwrap();
    let toml = stdout(&["recipes", file.to_str().unwrap()]);
    assert!(!toml.contains(['\u{9b}', '\u{202e}', '\u{1b}']), "{toml:?}");
    let saved = folder.path().join("saved.toml");
    fs::write(&saved, &toml).unwrap();
    assert_eq!(stdout(&["recipes", saved.to_str().unwrap()]), toml, "and it still leads to the file");
}

#[test]
fn a_term_of_a_megabyte_is_no_keyword_that_takes_minutes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("long.txt");
    for unit in ["a", "\u{4e2d}"] {
        fs::write(&file, unit.repeat(1_000_000 / unit.len())).unwrap();
        for arguments in [
            &["--tokenizer", "whitespace", "--weighting", "keywords:5"][..],
            &["--recipe", "yanyiwu"],
            &["--recipe", "keywords20"],
        ] {
            let all = [&["hash", "--input", "lines", file.to_str().unwrap()][..], arguments].concat();
            let output = simscope(&all).timeout(std::time::Duration::from_secs(60)).output().unwrap();
            assert!(output.status.success(), "{arguments:?} of {unit} in a minute");
        }
    }
}

#[test]
fn a_text_without_words_is_empty_under_every_recipe() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("empty.jsonl");
    fs::write(
        &file,
        "{\"id\":\"a\",\"text\":\"\"}\n{\"id\":\"b\",\"text\":\" \"}\n{\"id\":\"c\",\"text\":\"word\"}\n",
    )
    .unwrap();
    let path = file.to_str().unwrap();
    for row in rows(&["recipes", "--format", "tsv"]) {
        let features: Vec<String> =
            rows(&["hash", "--recipe", &row[5], path]).iter().map(|row| row[3].clone()).collect();
        // To this program, a space is a text of one character.
        let of_a_space = if row[5] == "ch-chars" { "1" } else { "0" };
        assert_eq!(features[..2], ["0", of_a_space], "{}", row[5]);
        assert_eq!(
            stdout(&["pairs", "-k", "0", "--recipe", &row[5], path]),
            "id_a\tid_b\tdistance\n",
            "{}",
            row[5]
        );
    }
}

#[test]
fn explain_names_the_term_of_each_minimum() {
    let explain = |options: &[&str]| {
        stdout(
            &[&["explain", "--text", "to be or not to be", "--sketch", "minhash1", "--bits", "16"], options]
                .concat(),
        )
    };
    let object: Value = serde_json::from_str(&explain(&["--format", "jsonl"])).unwrap();
    assert_eq!(object["recipe"]["sketch"], "minhash1");
    let minimum = object["minimum"].as_array().unwrap();
    let signature = u16::from_str_radix(object["signature"].as_str().unwrap(), 16).unwrap();
    assert_eq!(minimum.len(), 16);
    for (bit, term) in minimum.iter().enumerate() {
        // The hash of a feature has the lowest bits of its values.
        let features = object["features"].as_array().unwrap();
        let feature = features.iter().find(|feature| feature["term"] == *term).unwrap();
        let own = u16::from_str_radix(feature["hash"].as_str().unwrap(), 16).unwrap();
        assert_eq!(own >> bit & 1, signature >> bit & 1, "bit {bit}, {term}");
    }
    assert!(explain(&["--format", "table"]).contains("\n bit   minimum   signature\n"));
    check_failure(
        &["explain", "--text", "a", "--sketch", "minhash1", "--weighting", "tf"],
        2,
        &["--sketch: minhash1 takes each feature once"],
    );
}

#[test]
fn signatures_of_two_sketches_are_not_compared() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (sums, minima) = (file("sums.tsv"), file("minima.tsv"));
    stdout(&["hash", TEXT, "-o", &sums]);
    stdout(&["hash", TEXT, "-o", &minima, "--sketch", "minhash1"]);
    check_failure(&["pairs", "-k", "3", "--input", "signatures", &sums, &minima], 1, &["· minhash1 ·"]);
    // The recipe beside the signatures makes them again.
    let again = stdout(&["hash", TEXT, "--recipe", &format!("{minima}.recipe.toml")]);
    assert_eq!(again, fs::read_to_string(&minima).unwrap());
}
