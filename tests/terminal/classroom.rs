//! The classroom in a pseudo terminal: what the command line opens.

use crate::command::program;
use crate::pty;
use crate::pty::simscope;

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
    lesson.see("第 1 页");
    lesson.press(">", "第 2 页");
    lesson.close("q");
    let look = ["lesson", "words", "--theme", "light", "--color", "none", "--no-mouse", "--ascii"];
    let mut plain = simscope(look).open();
    let row = plain.see("page 1 of").row(10).to_owned();
    assert!(row.starts_with(['|', '+']), "{row}");
    plain.close("q");
}

#[test]
fn without_a_terminal_a_lesson_is_printed() {
    let output = program(pty::BINARY).args(["lesson", "ties", "--lang", "en"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.starts_with("# ") && text.contains("\n## 1. "), "{text}");
    assert!(!text.contains("\n→ "), "the answers are only printed when they are asked for");
    let output = program(pty::BINARY).args(["lesson", "tise"]).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && error.contains("did you mean ties?"), "{error}");
}

/// What the program says without a terminal: whether it succeeded, its output, and its errors.
fn said(arguments: &[&str]) -> (bool, String, String) {
    let output = program(pty::BINARY).args(arguments).output().unwrap();
    let [out, errors] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (output.status.success(), out, errors)
}

#[test]
fn without_a_terminal_nothing_that_was_asked_for_is_left_out() {
    let figure = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/lessons/distances.toml");
    for plain in [&["--plain"][..], &[]] {
        let (is_ok, out, _) = said(&[&["--features", figure][..], plain].concat());
        // The header, and k from 0 to 6: the figure has six bits.
        assert!(is_ok && out.lines().count() == 8, "{out}");
        let (is_ok, out, _) = said(&[&["--lesson", "ties", "--lang", "en"][..], plain].concat());
        assert!(is_ok && out.starts_with("# ") && out.contains("\n## 1. "), "{out}");
        let (is_ok, out, errors) = said(&[&["--text", "a b"][..], plain].concat());
        assert!(!is_ok && out.is_empty() && errors.contains("simscope explain --text"), "{errors}");
    }
}

#[test]
fn options_that_a_lesson_or_a_file_of_features_would_ignore_are_refused() {
    let figure = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/lessons/distances.toml");
    for option in ["--input", "--text-field", "--jieba-dict", "--stop-words", "--encoding", "-k"] {
        let value = if option == "--input" { "lines" } else { "3" };
        let (is_ok, _, errors) = said(&["--lesson", "ties", option, value]);
        assert!(!is_ok && errors.contains("cannot be used with"), "{option}: {errors}");
        if option != "-k" {
            let (is_ok, _, errors) = said(&["--features", figure, option, value]);
            assert!(!is_ok && errors.contains("cannot be used with"), "{option}: {errors}");
        }
    }
}

#[test]
fn a_reader_that_leaves_is_no_error_and_a_title_reaches_no_terminal_raw() {
    let line = format!("'{}' lesson words --print | true; echo \"${{PIPESTATUS[0]}}\"", pty::BINARY);
    let output = program("bash").args(["-c", &line]).output().unwrap();
    assert_eq!((output.stdout.as_slice(), output.stderr.as_slice()), (&b"0\n"[..], &b""[..]));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("evil.toml");
    let text = "id = \"evil\"\nminutes = 1\ntitle.en = \"T\\u001b[31mred\\u202e\"\n[[pages]]\ntitle.en = \"P\"\ntext.en = \"t\"\n";
    std::fs::write(&file, text).unwrap();
    let (is_ok, out, _) = said(&["lesson", file.to_str().unwrap(), "--print"]);
    assert!(is_ok && out.contains("red") && !out.contains(['\u{1b}', '\u{202e}']), "{out:?}");
}

#[test]
fn two_texts_of_the_command_line_are_the_corpus() {
    let mut two = simscope(["--text", "dinner at seven", "--text", "dinner at eight"]).open();
    assert!(two.see("+ eight").row(0).contains("[5 Pair]"));
    assert!(two.press("2", "dinner").row(0).contains("typed texts"));
    two.press("3", "no pair is confirmed");
    two.close("q");
    // A pipe is read: the text stands over what it brings.
    let line = format!("printf 'one\\ntwo\\nthree\\n' | '{}' --text one --no-config", pty::BINARY);
    let mut piped = pty::shell(&line).open();
    assert!(piped.see("[5 Pair]").row(0).contains("standard input"));
    piped.close("q");
}

#[test]
fn a_text_of_the_command_line_stays_when_a_second_one_is_typed() {
    let mut text = simscope(["--text", "to be or not to be", "--screen", "anatomy", "--bits", "8"]).open();
    text.see("text 1");
    text.press("a", "text: ");
    text.press("four five\r", "text 2");
    text.press("1", "text 1");
    text.close("q");
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
