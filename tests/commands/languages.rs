//! Scripts without spaces, Unicode forms, and what a recipe ignores.

use crate::command::{simscope, stdout};
use std::fs;

/// Pairs as `a-b d`, and what standard error says.
fn pairs(arguments: &[&str]) -> (Vec<String>, String) {
    let all = [&["pairs", "--no-header", "--no-progress", "--format", "tsv"], arguments].concat();
    let output = simscope(&all).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
    let rows = String::from_utf8(output.stdout).unwrap();
    let rows = rows.lines().map(|row| row.replacen('\t', "-", 1).replace('\t', " ")).collect();
    (rows, String::from_utf8(output.stderr).unwrap())
}

const THAI: &str = "tests/languages/thai_unrelated_200.jsonl.gz";

#[test]
fn unrelated_texts_of_scripts_without_spaces_are_apart() {
    assert_eq!(pairs(&["-k", "11", THAI]), (Vec::new(), String::new()));
    let (found, told) = pairs(&["-k", "11", "tests/languages/ja_ko.jsonl"]);
    assert_eq!((found.len(), told.as_str()), (1, ""));
    assert!(found[0].starts_with("ja3-ja4 "), "{found:?}");
}

#[test]
fn single_letters_are_named_with_the_option_whatever_the_recipe() {
    let (found, told) = pairs(&["-k", "11", "--tokenizer", "words", THAI]);
    assert!(found.len() > 500, "as it was, to the bit");
    assert!(told.contains("single letters (Thai)") && told.contains("--tokenizer words:3"), "{told}");
    for command in ["hash", "groups", "sweep"] {
        let output = simscope(&[command, "--tokenizer", "chars:1", THAI]).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains("(Thai)") && told.contains("--tokenizer chars:3"), "{command}: {told}");
    }
}

#[test]
fn each_form_of_unicode_brings_together_what_it_says() {
    let of = |form: &str, file: &str| pairs(&["-k", "3", "--normalize", form, file]).0;
    let composed = ["ko-NFC-ko-NFD 0", "vi-NFC-vi-NFD 0", "fr-NFC-fr-NFD 0"];
    let file = "tests/languages/nfc_nfd.jsonl";
    assert_eq!(pairs(&["-k", "3", file]).0, composed, "the default recipe");
    assert_eq!(of("loose", file), composed);
    assert!(of("none", file).iter().all(|pair| !pair.starts_with("ko") && !pair.starts_with("vi")));
    let found = of("loose", "tests/languages/invisible.jsonl");
    for id in ["zwsp", "shy", "curly", "fullwidth", "bom"] {
        assert!(found.contains(&format!("plain-{id} 0")), "{id}: {found:?}");
    }
    // Letters of another alphabet stay what they are.
    assert!(found.iter().all(|pair| !pair.contains("homoglyph")), "{found:?}");
}

#[test]
fn what_is_ignored_is_part_of_the_recipe() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (log, signatures, mixed) = (path("log.txt"), path("a.tsv"), path("a.simx"));
    fs::write(&log, "2024-01-02 [17] the disk is full\n2025-11-30 [9483] the disk is full\n").unwrap();
    let regex = r"\d{4}-\d\d-\d\d|\[\d+\]";
    let (found, _) = pairs(&["-k", "0", "--input", "lines", "--ignore", regex, &log]);
    assert_eq!(found.len(), 1);
    assert!(pairs(&["-k", "0", "--input", "lines", &log]).0.is_empty());
    // It goes with what is written, and is asked for again.
    stdout(&["hash", "--input", "lines", "--ignore", regex, &log, "-o", &signatures]);
    let beside = fs::read_to_string(path("a.tsv.recipe.toml")).unwrap();
    assert!(beside.contains("ignore = \"\\\\d{4}-"), "{beside}");
    stdout(&["index", "build", "--input", "lines", "--ignore", regex, &log, "-o", &mixed]);
    let other = simscope(&["index", "add", &mixed, "--input", "lines", "--tokenizer", "chars:2", &log])
        .output()
        .unwrap();
    assert_ne!(other.status.code(), Some(0));
    for bad in ["(", ""] {
        let output = simscope(&["pairs", "--ignore", bad, &log]).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && told.contains("is not a regular expression"), "{told}");
    }
}

#[test]
fn what_was_made_before_means_what_it_meant_and_is_not_mixed_with_new() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (old, named, index) = (path("old.toml"), path("named.toml"), path("old.simx"));
    let parts =
        "tokenizer = \"words\"\nweighting = \"uniform\"\nhash = \"xxh3\"\nbits = 64\ntie = \"zero\"\n";
    fs::write(&old, parts).unwrap();
    fs::write(&named, format!("name = \"default\"\n{parts}")).unwrap();
    let (file, plain) = ("tests/languages/nfc_nfd.jsonl", ["--tokenizer", "words", "--normalize", "none"]);
    let hashed = |more: &[&str]| stdout(&[&["hash", file], more].concat());
    assert_eq!(hashed(&["--recipe", &old]), hashed(&plain));
    assert_ne!(hashed(&["--recipe", &old]), hashed(&[]));
    let refused = |arguments: &[&str], what: &str| {
        let output = simscope(arguments).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() != Some(0) && told.contains(what), "{told}");
    };
    refused(&["hash", file, "--recipe", &named], "that recipe has other parts");
    stdout(&["index", "build", file, "--recipe", &old, "-o", &index]);
    refused(&["index", "add", &index, file, "--recipe", "default"], "was built with another recipe");
}

#[test]
fn html_is_named_as_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().to_string_lossy().into_owned();
    for name in ["a.html", "b.html"] {
        let body = format!("<!DOCTYPE html>\n<html><body><p>page {name}</p></body></html>");
        fs::write(folder.path().join(name), body).unwrap();
    }
    let told = pairs(&["-k", "3", &pages]).1;
    assert!(told.contains("2 of 2 sampled documents are HTML") && told.contains("--ignore"), "{told}");
    assert!(!pairs(&["-k", "3", "--ignore", "<[^>]*>", &pages]).1.contains("HTML"));
}

#[test]
fn texts_that_look_equal_are_said_to_be() {
    let said = |a: &str, b: &str| {
        let output = stdout(&["compare", "--texts", a, b, "--format", "jsonl"]);
        serde_json::from_str::<serde_json::Value>(&output).unwrap()["alike"].as_str().map(str::to_owned)
    };
    assert_eq!(said("Tiếng Việt", "Tie\u{302}\u{301}ng Vie\u{323}\u{302}t").unwrap(), "equal after NFC");
    assert!(said("order", "or\u{ad}der").unwrap().starts_with("equal but for invisible characters"));
    assert!(said("Order 17", "ＯＲＤＥＲ  17!").unwrap().starts_with("equal but for width, case"));
    assert_eq!(said("order 17", "order 18"), None);
    let table = stdout(&["compare", "--texts", "café", "cafe\u{301}", "--format", "table"]);
    assert!(table.contains("texts       equal after NFC"), "{table}");
}
