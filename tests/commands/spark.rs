//! `simscope spark` up to the job: what it needs, what it refuses before any work, and what it passes on. The job itself is run by
//! `.ci/spark`.

use crate::command::{SERMON, TANG, simscope, stdout, text};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// A folder of programs that stand in for those of Spark.
struct Programs(tempfile::TempDir);

impl Programs {
    /// All that a job needs; spark-submit runs these lines of shell.
    fn new(job: &str) -> Self {
        let programs = Self(tempfile::tempdir().unwrap());
        programs.add("java", "echo 'openjdk version \"17.0.15\" 2025-04-15' >&2");
        programs.add("python3", "exit 0");
        programs.add("spark-submit", job);
        programs
    }

    fn add(&self, name: &str, lines: &str) {
        let path = self.0.path().join(name);
        fs::write(&path, format!("#!/bin/sh\n{lines}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// The exit code and standard error of a job with these words.
    fn run(&self, words: &[&str]) -> (i32, String) {
        let mut command = simscope(&[&["spark"], words].concat());
        let path = format!("{}:/usr/bin:/bin", self.0.path().display());
        command.env("PATH", path).env("TMPDIR", self.0.path());
        for name in ["SPARK_HOME", "JAVA_HOME", "PYSPARK_PYTHON", "PYSPARK_DRIVER_PYTHON", "HADOOP_CONF_DIR"]
        {
            command.env_remove(name);
        }
        let output = command.output().unwrap();
        assert_eq!(text(&output.stdout), "");
        (output.status.code().unwrap(), text(&output.stderr))
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }
}

const DONE: &str = r#"echo 'simscope-job {"what":"stage","name":"pairs"}'
echo 'simscope-job {"what":"done","counts":{"documents":9,"distinct":8,"pairs":3},"seconds":{"pairs":1.5}}'"#;

#[test]
fn what_is_missing_is_said_before_any_work() {
    let programs = Programs::new("echo began > \"$TMPDIR/began\"");
    let output = programs.path("out");
    let job = ["--input", TANG, "--output", &output, "-k", "3"];
    let failed = |programs: &Programs, words: &[&str], code: i32, what: &str| {
        let (found, said) = programs.run(words);
        assert_eq!((found, said.lines().count()), (code, 1), "{said}");
        assert!(said.starts_with("simscope: ") && said.contains(what), "{said}");
        assert!(!Path::new(&programs.path("began")).exists(), "{what}");
    };
    failed(&programs, &["--input", "nowhere.jsonl", "--output", &output], 1, "nowhere.jsonl: no such file");
    failed(&programs, &["--input", TANG, "--output", "samples"], 1, "samples: exists already");
    failed(&programs, &["--input", TANG, "--output", &output, "-k", "64"], 2, "64 bits are too few");
    failed(&programs, &[&job[..], &["--master", "spark://127.0.0.1:1"]].concat(), 1, "cannot be reached");
    failed(&programs, &[&job[..], &["--program", "nothing"]].concat(), 1, "--program nothing: no such file");
    fs::create_dir_all(format!("{output}/_unfinished")).unwrap();
    failed(&programs, &job, 1, "an unfinished job");
    fs::remove_dir_all(&output).unwrap();
    programs.add("python3", "exit 1");
    failed(&programs, &job, 1, "has no pyarrow");
    programs.add("java", "echo 'java version \"1.8.0_402\"' >&2");
    failed(&programs, &job, 1, "this Java is version 1");
    programs.add("java", "exit 1");
    failed(&programs, &job, 1, "Java is not found");
    fs::remove_file(programs.path("spark-submit")).unwrap();
    failed(&programs, &job, 1, "spark-submit is not found");
}

#[cfg(feature = "chinese")]
#[test]
fn tables_of_ones_own_travel_with_the_job() {
    let keep = "for word; do case \"$word\" in */job.py) cp \"${word%job.py}simscope-stop-words\" \"$TMPDIR/came\";; esac; done";
    let programs = Programs::new(&format!("{keep}\nprintf '%s\\n' \"$@\" > \"$TMPDIR/line\"\n{DONE}"));
    let (output, words) = (programs.path("out"), programs.path("words.txt"));
    fs::write(&words, "the\n").unwrap();
    let job = ["--input", TANG, "--output", &output, "--tokenizer", "cppjieba", "--stop-words", &words];
    let (code, said) = programs.run(&job);
    assert_eq!(code, 0, "{said}");
    let line = fs::read_to_string(programs.path("line")).unwrap();
    let options = r#""recipe_options":"--recipe simscope-recipe.toml --stop-words simscope-stop-words""#;
    assert!(line.contains(options) && line.contains("/simscope-stop-words\n"), "{line}");
    assert_eq!(fs::read_to_string(programs.path("came")).unwrap(), "the\n");
}

#[test]
fn what_the_job_says_is_passed_on() {
    let programs = Programs::new(DONE);
    let output = programs.path("out");
    let (code, said) = programs.run(&["--input", TANG, "--output", &output, "-k", "3"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("simscope: spark: pairs\n"), "{said}");
    assert!(said.contains("9 documents, 8 distinct signatures, 3 pairs of them within 3; 2 s"), "{said}");
    let left: Vec<_> =
        fs::read_dir(programs.0.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 3, "no log of what went well, no copies: {left:?}");
}

#[test]
fn a_failure_is_its_first_cause_and_the_name_of_the_log() {
    for (job, cause) in [
        ("echo 'simscope-job {\"what\":\"failed\",\"why\":\"no column `x`\"}'; exit 1", "no column `x`"),
        ("echo 'Exception: out of luck' >&2; echo 'Error: later' >&2; exit 1", "Exception: out of luck"),
        ("exit 3", "exit status: 3"),
        // Said to be done, but it was not.
        (&format!("{DONE}; exit 1"), "exit status: 1"),
    ] {
        let programs = Programs::new(job);
        let (code, said) =
            programs.run(&["--input", TANG, "--output", &programs.path("out"), "--no-progress"]);
        assert_eq!((code, said.lines().count()), (1, 1), "{said}");
        assert!(said.starts_with("simscope: spark: ") && said.contains(cause), "{said}");
        let log = said.trim_end().rsplit_once(": ").unwrap().1;
        assert!(Path::new(log).is_file(), "{said}");
    }
}

#[test]
fn the_job_is_one_file_that_can_be_read() {
    assert_eq!(stdout(&["spark", "--print-job"]), fs::read_to_string("src/commands/spark/job.py").unwrap());
}

/// The rows of JSONL.
fn rows(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn of<'a>(row: &'a Value, name: &str) -> &'a str {
    row[name].as_str().unwrap()
}

#[test]
fn texts_that_are_a_part_are_decided_by_what_was_counted_of_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let file = |name: &str, content: String| {
        fs::write(folder.path().join(name), content).unwrap();
        path(name)
    };
    let documents = rows(&fs::read_to_string(SERMON).unwrap());
    let all = file("all.jsonl", documents.iter().map(|document| format!("{document}\n")).collect());
    let confirm = "--confirm=weighted:words:2>=0.3";
    // What the cluster counts: each text with the same shingles once.
    let texts = rows(&stdout(&["frequencies", &all, confirm, "--format", "jsonl"]));
    let classes: BTreeMap<&str, &str> =
        texts.iter().map(|row| (of(row, "same_shingles"), of(row, "shingles"))).collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for shingles in classes.values() {
        (0..shingles.len())
            .step_by(16)
            .for_each(|at| *counts.entry(&shingles[at..at + 16]).or_default() += 1);
    }
    counts.retain(|_, texts| *texts > 1);
    let counts: String = counts.iter().map(|(term, texts)| format!("{term}\t{texts}\n")).collect();
    let counted = file("counted", format!("{counts}*\t{}\n", classes.len()));
    // And of words, in texts that are not equal.
    let distinct: BTreeMap<&str, &str> =
        texts.iter().rev().map(|row| (of(row, "same_folded"), of(row, "words"))).collect();
    let mut known: BTreeMap<&str, [u64; 3]> = BTreeMap::new();
    for word in distinct.values().flat_map(|words| words.split(' ').skip(1)) {
        let mut parts = word.split(':');
        let (hash, counts) =
            (parts.next().unwrap(), parts.map(|part| part.parse::<u64>().unwrap()).collect::<Vec<_>>());
        let all = known.entry(hash).or_default();
        *all = [all[0] + 1, all[1] + counts[0], all[2] + counts[1]];
    }
    let known: String = known
        .iter()
        .map(|(word, [texts, places, capitals])| format!("{word}\t{texts}\t{places}\t{capitals}\n"))
        .collect();
    let counted_words = file("words", format!("{known}*\t{}\n", distinct.len()));
    // What the driver decides: it has the texts only of documents that a pair needs.
    let decide = |corpus: &str, name: &str, words: &[&str]| {
        let (out, dropped) = (path(&format!("{name}.jsonl")), path(&format!("{name}.dropped.jsonl")));
        let line = ["dedup", corpus, "--candidates", "k=12", "-o", &out, "--dropped", &dropped, "--yes"];
        let table = stdout(&[&line, words].concat());
        let alarms: Vec<String> = table
            .lines()
            .filter(|line| line.starts_with("note") || line.starts_with("alarm"))
            .map(str::to_owned)
            .collect();
        let tables =
            [dropped, path(&format!("{name}.held.jsonl"))].map(|table| fs::read_to_string(table).unwrap());
        (tables, alarms)
    };
    let whole = decide(&all, "whole", &[]);
    let pairs: Vec<Value> = whole.0.iter().flat_map(|table| rows(table)).collect();
    let asked: BTreeSet<&str> = pairs.iter().flat_map(|row| [of(row, "id"), of(row, "kept")]).collect();
    let part = documents.iter().map(|document| {
        let mut document = document.clone();
        if !asked.contains(of(&document, "id")) {
            document["text"] = json!("");
        }
        format!("{document}\n")
    });
    let part = file("some.jsonl", part.collect());
    assert!(asked.len() + 5 < documents.len() && whole.0.iter().all(|table| !table.is_empty()));
    assert_eq!(decide(&part, "part", &["--counted", &counted, "--words", &counted_words]), whole);
    // What the executors confirm: the pairs that go are among them.
    let text: HashMap<&str, &Value> =
        documents.iter().map(|document| (of(document, "id"), &document["text"])).collect();
    let ids = |at: usize| [of(&documents[at], "id"), of(&documents[at + 1], "id")];
    let apart = (0..documents.len() - 1).map(ids);
    let asked: Vec<[&str; 2]> =
        pairs.iter().map(|row| [of(row, "id"), of(row, "kept")]).chain(apart).collect();
    let two = asked
        .iter()
        .enumerate()
        .flat_map(|(at, ids)| ids.map(|id| format!("{}\n", json!({"id": at.to_string(), "text": text[id]}))));
    let two = file("pairs.jsonl", two.collect());
    let confirmed =
        rows(&stdout(&["frequencies", &two, confirm, "--counted", &counted, "--format", "jsonl"]));
    let confirmed: BTreeSet<usize> = confirmed.iter().map(|row| of(row, "id").parse().unwrap()).collect();
    assert!((0..pairs.len()).all(|at| confirmed.contains(&at)));
    assert!(confirmed.len() < asked.len() - 20, "{} of {}", confirmed.len(), asked.len());
}
