//! Hostile moments: files that appear meanwhile, two processes at once, killed ones, full disks, and what was changed between two
//! calls.

use crate::command::{SERMON, program, simscope, succeed, text};
use crate::folder::Folder;
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Child, Output, Stdio};
use std::time::{Duration, Instant};

const BINARY: &str = env!("CARGO_BIN_EXE_simscope");

impl Folder {
    /// `hash -` with these options, which waits for its input.
    fn hash(&self, options: &[&str]) -> Child {
        let mut command = program(env!("CARGO_BIN_EXE_simscope"));
        command.args(["hash", "-", "-o", &self.path("o.tsv")]).args(options);
        command.stdin(Stdio::piped()).stderr(Stdio::piped()).stdout(Stdio::null());
        command.spawn().unwrap()
    }
}

/// Gives a process its input and waits for it.
fn feed(mut child: Child) -> Output {
    let input = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(SERMON)).unwrap();
    child.stdin.take().unwrap().write_all(&input).unwrap();
    child.wait_with_output().unwrap()
}

fn failure(arguments: &[&str]) -> String {
    let output = simscope(arguments).output().unwrap();
    let told = text(&output.stderr);
    assert!(!output.status.success(), "{arguments:?}: {told}");
    told
}

#[test]
fn a_file_that_appears_while_a_command_works_stays() {
    let desk = Folder::new();
    let (out, working) = (desk.path("o.tsv"), desk.hash(&[]));
    let start = Instant::now();
    // Its temporary file is there once it has looked for the output.
    while desk.names().is_empty() {
        assert!(start.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(1));
    }
    fs::write(&out, "of another\n").unwrap();
    let output = feed(working);
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("o.tsv: cannot be written: a file of this name has appeared"), "{told}");
    assert_eq!(fs::read_to_string(&out).unwrap(), "of another\n");
    assert_eq!(desk.names(), ["o.tsv"]);
}

#[test]
fn two_processes_at_once_leave_what_belongs_together() {
    for (force, round) in [(&[][..], 0), (&[], 1), (&["--force"], 2), (&["--force"], 3), (&["--force"], 4)] {
        let desk = Folder::new();
        let both = ["32", "64"].map(|bits| desk.hash(&[&["--bits", bits][..], force].concat()));
        let both =
            both.map(|child| std::thread::spawn(|| feed(child))).map(|feeding| feeding.join().unwrap());
        let ended = both.iter().filter(|output| output.status.success()).count();
        assert_eq!(ended, if force.is_empty() { 1 } else { 2 }, "{round}");
        assert_eq!(desk.names(), ["o.tsv", "o.tsv.recipe.toml"]);
        let [rows, recipe] =
            ["o.tsv", "o.tsv.recipe.toml"].map(|name| fs::read_to_string(desk.path(name)).unwrap());
        let bits = rows.lines().nth(1).unwrap().split('\t').nth(2).unwrap();
        assert!(recipe.contains(&format!("bits = {bits}")), "{rows}{recipe}");
        succeed(&["sweep", "--input", "signatures", &desk.path("o.tsv")]);
    }
}

#[test]
fn signatures_beside_the_recipe_of_others_are_refused() {
    let desk = Folder::new();
    let (one, other) = (desk.path("one.tsv"), desk.path("other.tsv"));
    succeed(&["hash", SERMON, "-o", &one]);
    succeed(&["hash", SERMON, "-o", &other, "--recipe", "java"]);
    fs::copy(&other, &one).unwrap();
    let told = failure(&["pairs", "-k", "3", "--input", "signatures", &one]);
    assert!(told.contains("was changed, or replaced") && told.contains("one.tsv.recipe.toml"), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
    // A user who removes the line, as the message says, overrides it.
    let recipe = fs::read_to_string(desk.path("one.tsv.recipe.toml")).unwrap();
    let without: String =
        recipe.lines().filter(|line| !line.contains("of the export")).flat_map(|l| [l, "\n"]).collect();
    desk.file("one.tsv.recipe.toml", without);
    succeed(&["pairs", "-k", "3", "--input", "signatures", &one]);
}

#[test]
fn a_changed_dictionary_is_noticed_beside_signatures() {
    let desk = Folder::new();
    let dictionary = desk.file("dict.txt", "床前 10 n\n明月 10 n\n");
    let corpus = desk.file("c.txt", "床前明月光\n疑是地上霜\n");
    let (signatures, options) = (desk.path("s.tsv"), ["--recipe", "keywords20", "--jieba-dict"]);
    let hash =
        [&["hash", "--input", "lines", &corpus, "-o", &signatures][..], &options, &[&dictionary]].concat();
    succeed(&hash);
    let sides = ["--new", &corpus, "--against", &signatures, "--against-input", "signatures", "-k", "3"];
    let batch = [&["batch"][..], &sides, &options, &[&dictionary]].concat();
    succeed(&batch);
    desk.file("dict.txt", "床前明月 10 n\n");
    let told = failure(&batch);
    assert!(told.contains("other contents of the table files"), "{told}");
    // Among themselves the signatures are as good as they were.
    succeed(&["pairs", "-k", "3", "--input", "signatures", &signatures]);
}

#[test]
fn what_a_killed_run_left_is_removed_by_the_next() {
    let desk = Folder::new();
    for (words, name) in [
        (&["hash", SERMON][..], "o.tsv"),
        (&["pairs", "-k", "3", SERMON], "o.tsv"),
        (&["dedup", "--yes", "-k", "3", SERMON], "o.jsonl"),
        (&["index", "build", SERMON], "o.simx"),
        (&["heatmap", SERMON], "o.svg"),
        (&["report", SERMON], "o.html"),
    ] {
        let desk_of = desk.path(words[0]);
        fs::create_dir(&desk_of).unwrap();
        let out = format!("{desk_of}/{name}");
        // A pipe that stays open keeps the writer waiting, with its temporary file already made.
        let mut killed = program(BINARY);
        killed.args(["hash", "--input", "lines", "-", "--format", "tsv", "-o", &out]).stdin(Stdio::piped());
        let mut killed = killed.spawn().unwrap();
        killed.stdin.as_mut().unwrap().write_all(b"a line\n").unwrap();
        let start = Instant::now();
        while fs::read_dir(&desk_of).unwrap().count() == 0 {
            assert!(start.elapsed() < Duration::from_secs(60));
            std::thread::sleep(Duration::from_millis(1));
        }
        killed.kill().unwrap();
        killed.wait().unwrap();
        assert_eq!(fs::read_dir(&desk_of).unwrap().count(), 1, "{words:?}");
        succeed(&[words, &["-o", &out]].concat());
        let left =
            fs::read_dir(&desk_of).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        assert!(!left.into_iter().any(|name| name.ends_with(".tmp")), "{words:?}");
    }
}

#[test]
fn a_full_disk_is_told_with_the_name_that_was_given() {
    let desk = Folder::new();
    let lines = desk.file("c.txt", "the same line\n".repeat(3_000));
    for command in ["hash --format tsv", "pairs -k 0 --format tsv", "index build"] {
        let mut limited = program("bash");
        let line = format!(
            "trap '' XFSZ; ulimit -f 8; \"$BIN\" {command} --input lines {lines} -o {}",
            desk.path("o.simx")
        );
        let output = limited.args(["-c", &line]).output().unwrap();
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(told.contains("o.simx") && told.contains("File too large"), "{told}");
        assert!(!told.contains(".simscope-") && told.lines().count() == 1, "{told}");
    }
}

#[test]
fn a_failed_allocation_is_one_line() {
    let desk = Folder::new();
    let words: String = (0..2_000_000).map(|i| format!("w{i} ")).collect();
    let lines = desk.file("c.txt", words);
    let mut limited = program("bash");
    let line = format!("ulimit -v 250000; \"$BIN\" hash --threads 1 --recipe java --input lines {lines}");
    let output = limited.args(["-c", &line]).env("RUST_BACKTRACE", "1").output().unwrap();
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.starts_with("simscope: no memory is left for ") && told.lines().count() == 1, "{told}");
}

#[test]
fn two_names_of_one_output_are_refused_though_nothing_is_there_yet() {
    let desk = Folder::new();
    let out = desk.path("o.jsonl");
    symlink("o.jsonl", desk.path("link.tsv")).unwrap();
    let told =
        failure(&["dedup", "--yes", SERMON, "-k", "3", "-o", &out, "--dropped", &desk.path("link.tsv")]);
    assert!(told.contains("would be written twice"), "{told}");
    assert_eq!(desk.names(), ["link.tsv"]);
}

#[test]
fn zeros_that_a_tape_adds_to_gzip_are_nothing() {
    let desk = Folder::new();
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(b"one two three\nfour five six\none two three\n").unwrap();
    let mut padded = encoder.finish().unwrap();
    padded.resize(512, 0);
    let (corpus, out) = (desk.file("c.txt.gz", padded), desk.path("o.txt"));
    succeed(&["dedup", "--yes", &corpus, "-k", "0", "-o", &out]);
    assert_eq!(fs::read_to_string(&out).unwrap(), "one two three\nfour five six\n");
}

#[test]
fn a_setting_that_is_no_text_is_an_error() {
    for name in ["SIMSCOPE_K", "SIMSCOPE_LANGUAGE", "SIMSCOPE_MEMORY"] {
        let mut command = simscope(&["pairs", SERMON]);
        let output = command.env(name, OsString::from_vec(b"\xff3".to_vec())).output().unwrap();
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains(&format!("{name}: its value is not UTF-8")), "{told}");
    }
}

#[test]
fn repeated_ids_are_told_where_documents_stream_past() {
    let desk = Folder::new();
    let record = |id: &str| format!("{{\"id\":\"{id}\",\"text\":\"a text of {id}\"}}\n");
    let corpus = desk.file("c.jsonl", ["a", "b", "a", "c", "a"].map(record).concat());
    let plain = desk.file("d.jsonl", ["x", "y"].map(record).concat());
    let told = |arguments: &[&str]| text(&succeed(arguments).stderr);
    let expected = "1 id is used more than once, by 3 documents; first: \"a\"";
    assert_eq!(told(&["groups", &corpus]), format!("simscope: {expected}\n"));
    assert_eq!(told(&["hash", &corpus]), format!("simscope: {expected}\n"));
    assert_eq!(
        told(&["batch", "--new", &corpus, "--against", &plain]),
        format!("simscope: --new: {expected}\n")
    );
    assert_eq!(
        told(&["batch", "--new", &plain, "--against", &corpus]),
        format!("simscope: --against: {expected}\n")
    );
    assert_eq!(told(&["hash", &plain]), "");
}

#[test]
fn a_field_of_ids_that_is_not_there_is_told_before_any_row() {
    let desk = Folder::new();
    let corpus = desk.file("c.jsonl", "{\"id\":\"a\",\"text\":\"one two\"}\n".repeat(20_000));
    let output = simscope(&["hash", &corpus, "--id-field", "NOPE"]).output().unwrap();
    let told = text(&output.stderr);
    assert!(!output.status.success() && told.contains("NOPE"), "{told}");
    assert_eq!(text(&output.stdout), "");
    let output = succeed(&["hash", &corpus, "--id-field", "id"]);
    assert_eq!(text(&output.stdout).lines().count(), 1 + 20_000);
}

#[test]
fn edit_of_long_texts_is_bounded() {
    let desk = Folder::new();
    let long = "to be or not to be, that is the question. ".repeat(250_000);
    let near = long.replacen("question", "answer", 3);
    let record = |id: &str, text: &str| format!("{{\"id\":\"{id}\",\"text\":\"{text}\"}}\n");
    let other = "x".repeat(8_000_000);
    let corpus = desk.file("c.jsonl", record("a", &long) + &record("b", &near) + &record("c", &other));
    let options = [&corpus[..], "--measure", "edit", "--recipe", "java"];
    let told = failure(&[&["compare", "a", "c"][..], &options[..]].concat());
    assert!(told.contains("minutes; compare parts of them") && told.lines().count() == 1, "{told}");
    let told = text(&succeed(&[&["compare", "a", "b"][..], &options[..]].concat()).stdout);
    let value: f64 = told.trim_end().rsplit('\t').next().unwrap().parse().unwrap();
    assert!(0.99999 < value && value < 1.0, "{told}");
}

#[test]
fn a_thread_that_cannot_be_started_is_said_in_one_line() {
    for (lang, said) in [("en", "simscope: a thread cannot be started; "), ("zh", "simscope: 无法启动线程；")]
    {
        for command in
            ["hash", "pairs", "sweep", "dedup --dry-run", "doctor", "explain --id 1", "advise", "frames"]
        {
            // No thread has room for such a stack.
            let mut program = simscope(&["--lang", lang]);
            let output = program.args(command.split(' ')).arg(SERMON).env("RUST_MIN_STACK", "70368744177664");
            let output = output.output().unwrap();
            let told = text(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{command}: {told}");
            assert!(told.starts_with(said) && told.lines().count() == 1, "{command}: {told}");
        }
    }
}
