//! What is left of a panic: a file and one line, without the message, which may quote a text.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const SECRET: &str = "the text of somebody";

/// Not a test of its own: what the others run in a process of its own.
#[test]
fn child() {
    if std::env::var_os("SIMSCOPE_CRASH").is_some() {
        simscope::crash::watch(|| false);
        simscope::crash::note_terminal(120, 36);
        simscope::crash::note_recipe(&simscope::recipe::Recipe::named("java").unwrap());
        panic!("no such word: {SECRET}");
    }
}

fn crash(state: &Path) -> Output {
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", "crash::child", "--nocapture"]).env("SIMSCOPE_CRASH", "1");
    child.env("XDG_STATE_HOME", state).env_remove("RUST_BACKTRACE").output().unwrap()
}

#[test]
fn a_panic_leaves_a_file_without_texts_and_one_line_that_names_it() {
    let state = tempfile::tempdir().unwrap();
    let output = crash(state.path());
    assert!(!output.status.success());
    let told = String::from_utf8(output.stderr).unwrap();
    let line = told
        .lines()
        .find(|line| line.starts_with("simscope: an error of the program itself at tests/library/crash.rs:"));
    let files: Vec<_> =
        fs::read_dir(state.path().join("simscope")).unwrap().map(|file| file.unwrap().path()).collect();
    assert_eq!(files.len(), 1);
    assert!(line.unwrap().contains(&*files[0].to_string_lossy()), "{told}");
    let content = fs::read_to_string(&files[0]).unwrap();
    for part in
        ["simscope 0.", "place      tests/library/crash.rs:", "120 × 36", "recipe     java", "crash::child"]
    {
        assert!(content.contains(part), "{part} in {content}");
    }
    assert!(!content.contains(SECRET) && !told.contains(SECRET), "{told}\n{content}");
}

#[test]
fn where_no_file_can_be_written_the_line_says_all() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("state");
    fs::write(&file, "").unwrap();
    let told = String::from_utf8(crash(&file).stderr).unwrap();
    assert!(told.contains("please report it to those") && told.contains("tests/library/crash.rs:"), "{told}");
    assert!(!told.contains(SECRET), "{told}");
}
