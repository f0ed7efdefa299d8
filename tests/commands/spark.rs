//! `simscope spark` up to the job: what it needs, what it refuses before any work, and what it passes on. The job itself is run by
//! `.ci/spark`.

use crate::command::{TANG, simscope, stdout, text};
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
