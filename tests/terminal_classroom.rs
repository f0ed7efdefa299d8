//! The classroom in a pseudo terminal: what the command line opens.

#![cfg(all(feature = "commands", feature = "explorer"))]
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking, its helpers too")]

#[path = "terminal/pty.rs"]
mod pty;

use pty::simscope;
use std::process::Command;

#[test]
fn a_text_features_made_by_hand_and_a_lesson_open_where_they_are_taken_apart() {
    let mut text = simscope(["--text", "to be or not to be", "--screen", "anatomy", "--bits", "8"]).open();
    assert!(text.see("text 1").row(0).contains("[2 Anatomy]"));
    text.close("q");
    let figure = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/lessons/three-words.toml");
    let mut figure = simscope(["--features", figure]).open();
    // The digits of the signature.
    figure.see("first");
    figure.close("q");
    let mut lesson = simscope(["lesson", "words", "--lang", "zh"]).open();
    lesson.see("课程 1/");
    lesson.press(">", "课程 2/");
    lesson.close("q");
}

#[test]
fn without_a_terminal_a_lesson_is_printed() {
    let output = Command::new(pty::BINARY).args(["lesson", "ties", "--lang", "en"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.starts_with("# ") && text.contains("\n## 1. "), "{text}");
    assert!(!text.contains("\n→ "), "the answers are only printed when they are asked for");
    let output = Command::new(pty::BINARY).args(["lesson", "tise"]).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && error.contains("there is ties"), "{error}");
}

#[test]
fn a_lesson_without_its_corpus_says_so_and_the_explorer_opens() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    let text = "id = \"mine\"\nminutes = 1\ntitle.en = \"Mine\"\ncorpus.path = \"gone.jsonl\"\n\
                [[pages]]\ntitle.en = \"P\"\ntext.en = \"t\"\n";
    std::fs::write(&file, text).unwrap();
    let mut terminal = simscope(["lesson".into(), file.into_os_string()]).open();
    terminal.see("gone.jsonl: no such file");
    terminal.see("built-in sample");
    terminal.close("q");
}
