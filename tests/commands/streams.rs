//! Standard streams that are closed or full, and signals: nothing is lost without a word, and nothing stays behind.

use crate::command::{TANG, program, text};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Exit code, standard output and standard error of a line of shell; `$BIN` is the program.
fn shell(line: &str) -> (Option<i32>, String, String) {
    let mut command = program("sh");
    command.args(["-c", line]).current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = command.output().unwrap();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn what_goes_to_a_closed_standard_output_is_an_error() {
    for arguments in [
        &format!("hash {TANG}"),
        "--help",
        "--version",
        "recipes",
        "man",
        &format!("dedup {TANG} -o -"),
        TANG,
    ] {
        let (code, _, error) = shell(&format!("\"$BIN\" {arguments} >&-"));
        assert_eq!(code, Some(1), "{arguments}: {error}");
        assert!(error.contains("standard output: it is closed"), "{arguments}: {error}");
    }
    let (code, ..) = shell(&format!("\"$BIN\" hash {TANG} > /dev/null"));
    assert_eq!(code, Some(0), "what is thrown away on purpose is no error");
    let (code, ..) = shell(&format!("\"$BIN\" hash {TANG} 1<> /dev/null"));
    assert_eq!(code, Some(0));
}

#[test]
fn a_closed_standard_input_is_an_error_where_it_is_to_be_read() {
    for arguments in [
        "hash -",
        "hash",
        "groups -",
        "pairs - -k 3",
        "dedup - -o -",
        "dedup -o -",
        "-",
        "batch --new - --against samples",
    ] {
        let (code, printed, error) = shell(&format!("\"$BIN\" {arguments} <&-"));
        assert_eq!((code, &*printed), (Some(1), ""), "{arguments}: {error}");
        assert!(error.contains("standard input: it is closed"), "{arguments}: {error}");
    }
    let (code, ..) = shell(&format!("\"$BIN\" hash {TANG} <&-"));
    assert_eq!(code, Some(0), "what is not read may be closed");
    let (code, ..) = shell("\"$BIN\" hash --input lines - < /dev/null");
    assert_eq!(code, Some(0), "what is empty on purpose is no error");
}

#[test]
fn without_a_path_standard_input_is_the_corpus() {
    for (named, unnamed) in
        [("hash", "hash"), ("dedup -k 3 -o -", "dedup -k 3 -o -"), ("sweep", "sweep"), ("--plain", "")]
    {
        let (piped, given) = (
            shell(&format!("cat {TANG} | \"$BIN\" {unnamed}")),
            shell(&format!("\"$BIN\" {named} - < {TANG}")),
        );
        assert_eq!(piped.0, given.0, "{unnamed}: {}", piped.2);
        assert_eq!(piped.1, given.1, "{unnamed}");
        let (code, printed, error) = shell(&format!("\"$BIN\" {unnamed} < /dev/null"));
        assert_eq!((code, &*printed), (Some(2), ""), "{unnamed}: {error}");
        assert!(error.contains("standard input is empty"), "{unnamed}: {error}");
    }
    let (code, printed, _) = shell("\"$BIN\" hash --sample < /dev/null");
    assert_eq!((code, printed.lines().count()), (Some(0), 1 + 88));
    let (code, _, error) = shell(&format!("\"$BIN\" hash --sample {TANG}"));
    assert_eq!(code, Some(2), "{error}");
}

#[test]
fn a_pipe_of_the_shell_is_not_called_by_its_number() {
    let mut command = program("bash");
    command.args(["-c", "\"$BIN\" explain --id x --format jsonl <(cat samples/builtin.jsonl)"]);
    let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    let error = text(&output.stderr);
    assert!(error.contains("--id x: pipe has no such document"), "{error}");
}

#[test]
fn a_full_disk_is_told() {
    for arguments in [
        "--help",
        "hash --help",
        "--version",
        "recipes",
        "man",
        "completions bash",
        &format!("hash {TANG}"),
        &format!("groups {TANG}"),
        &format!("sweep {TANG}"),
        &format!("dedup {TANG} -o -"),
        &format!("--plain {TANG}"),
        &format!("hash {TANG} -o /dev/full"),
    ] {
        let (code, _, error) = shell(&format!("\"$BIN\" {arguments} > /dev/full"));
        assert_eq!(code, Some(1), "{arguments}: {error}");
        assert!(error.contains("No space left on device"), "{arguments}: {error}");
    }
}

#[test]
fn a_closed_standard_error_takes_nothing_from_what_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let (damaged, out) = (folder.path().join("a.jsonl"), folder.path().join("out.tsv"));
    fs::write(&damaged, "{\"text\":\"a b c\"}\n{\"text\"\n").unwrap();
    let hash = format!("\"$BIN\" hash {} ", damaged.display());
    let (_, expected, error) = shell(&hash);
    assert!(error.contains("line 2"), "{error}");
    for closed in ["2>&-", "2>&- <&-"] {
        let (code, printed, _) = shell(&format!("{hash} {closed}"));
        assert_eq!((code, &printed), (Some(0), &expected));
        let (code, ..) = shell(&format!("{hash} -o {} {closed}", out.display()));
        assert_eq!(code, Some(0));
        assert_eq!(fs::read_to_string(&out).unwrap(), expected);
        fs::remove_file(&out).unwrap();
    }
}

fn names(folder: &Path) -> Vec<String> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// Sends a signal to a command while it writes; returns the exit code.
fn ended_by(signal: &str, before: &str) -> Option<i32> {
    let folder = tempfile::tempdir().unwrap();
    let (lines, out) = (tempfile::NamedTempFile::new().unwrap(), folder.path().join("out.tsv"));
    fs::write(lines.path(), "the same line\n".repeat(6_000)).unwrap();
    let line = format!(
        "{before} exec \"$BIN\" pairs -k 0 --input lines {} -o {}",
        lines.path().display(),
        out.display()
    );
    let mut command = program("sh");
    command.args(["-c", &line]).stderr(Stdio::null()).stdout(Stdio::null());
    let mut child = command.spawn().unwrap();
    let start = Instant::now();
    while names(folder.path()).is_empty() {
        assert!(start.elapsed() < Duration::from_secs(60) && child.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(1));
    }
    Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap();
    let code = child.wait().unwrap().code();
    if code != Some(0) {
        assert_eq!(names(folder.path()), [""; 0], "{signal}");
    }
    code
}

#[test]
fn a_signal_leaves_no_temporary_file() {
    for (signal, number) in [("HUP", 1), ("INT", 2), ("TERM", 15)] {
        assert_eq!(ended_by(signal, ""), Some(128 + number), "{signal}");
    }
}

#[test]
fn a_signal_that_is_ignored_ends_nothing() {
    assert_eq!(ended_by("HUP", "trap '' HUP;"), Some(0));
}
