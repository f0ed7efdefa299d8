//! The explorer on the output of a Spark job: with its texts, without them, and with texts that have changed. The job itself is
//! run by `.ci/spark`, which opens its output, too.

use crate::command;
use crate::command::{stdout, succeed, text};
use crate::pty;
use crate::support::{Rig, start};
use serde_json::json;
use simscope::corpus::{CorpusError, Memory, ReadOptions, Source};
use simscope::recipe::Recipe;
use simscope::tui::action::{Action, Screen};
use simscope::tui::shared::{Grouping, Start};
use std::fs;
use std::path::{Path, PathBuf};

/// A corpus and the output of a job over it, as such a job writes it: k = 5, and the parts of a recipe that is not the default.
struct Job {
    folder: tempfile::TempDir,
}

const SEA: &str = "the ferry to the northern island leaves the old harbour at seven every morning";

impl Job {
    fn new() -> Self {
        let job = Self { folder: tempfile::tempdir().unwrap() };
        job.write_input(&[
            ("ferry-1", SEA),
            ("ferry-2", SEA),
            ("alone", "nobody has seen the lighthouse keeper since the storm"),
            ("empty", ""),
            ("ferry-3", &SEA.replace("seven", "eight")),
        ]);
        let part = job.output().join("signatures/part-00000-1b2c.snappy.parquet");
        fs::create_dir_all(part.parent().unwrap()).unwrap();
        fs::write(job.output().join("signatures/_SUCCESS"), "").unwrap();
        // The command writes the recipe beside its rows, the job does not.
        let (input, rows) = (job.path("in.jsonl"), job.path("rows.parquet"));
        succeed(&["hash", &input, "--tokenizer", "chars:3", "--format", "parquet", "--signed", "-o", &rows]);
        fs::rename(&rows, part).unwrap();
        job.write_manifest(&input, "jsonl");
        job
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    fn output(&self) -> PathBuf {
        self.folder.path().join("near")
    }

    fn write_input(&self, documents: &[(&str, &str)]) {
        let lines = documents.iter().map(|(id, text)| json!({"id": id, "text": text}).to_string() + "\n");
        fs::write(self.path("in.jsonl"), lines.collect::<String>()).unwrap();
    }

    fn write_manifest(&self, input: &str, kind: &str) {
        let recipe = Recipe { tokenizer: "chars:3".parse().unwrap(), name: None, ..Recipe::default() };
        let manifest = json!({
            "simscope": "0.1.0", "spark": "4.3.0", "input": input, "input_kind": kind, "text_field": "text",
            "id_field": "id", "recipe": recipe.to_toml(), "bits": 64, "k": 5, "with_empty": false, "leaders": false,
            "against": null, "tables": ["signatures", "pairs"], "counts": {"documents": 5}, "seconds": {},
        });
        fs::write(self.output().join("manifest.json"), manifest.to_string()).unwrap();
    }

    fn start(&self) -> Start {
        Start { sources: vec![Source::Path(self.output())], ..start() }
    }

    fn open(&self) -> Rig {
        Rig::open(self.start().found().unwrap(), 140, 36)
    }
}

/// The ids of the group of a document.
fn group(rig: &Rig, document: u32) -> Vec<&str> {
    let (groups, corpus) = (rig.app.shared.groups.as_ref().unwrap(), &rig.app.shared.model.corpus);
    let number = groups.number_of(document).unwrap();
    groups.members(number).iter().map(|&member| corpus.get(member as usize).id).collect()
}

#[test]
fn an_output_opens_with_the_recipe_the_k_and_the_texts_of_the_job() {
    let job = Job::new();
    let mut rig = job.open();
    let shared = &rig.app.shared;
    assert_eq!((shared.model.corpus.len(), shared.k), (5, 5));
    assert_eq!(shared.model.recipe.tokenizer.to_string(), "chars:3");
    assert!(shared.model.difference.is_none());
    let said =
        format!("output of a Spark job over {}, k = 5 · texts as the job read them", job.path("in.jsonl"));
    assert_eq!(rig.message(), said);
    assert!(rig.text().contains("near (Spark, k = 5) 5 documents"), "{}", rig.text());
    // It is said again when nothing else is to be said.
    rig.press("2 1 down");
    assert!(rig.text().contains("output of a Spark job over"), "{}", rig.text());
    rig.act(Action::SetK(64)).press("2");
    assert!(rig.text().contains("northern"), "{}", rig.text());
    rig.act(Action::SetK(0));
    assert_eq!(group(&rig, 0), ["ferry-1", "ferry-2"]);
    // With its texts another recipe can be tried.
    rig.act(Action::SetRecipe(Recipe::default()));
    assert_eq!(rig.app.shared.model.recipe, Recipe::default());
}

#[test]
fn a_folder_is_read_as_the_job_read_it() {
    let job = Job::new();
    let parts = job.folder.path().join("parts");
    fs::create_dir(&parts).unwrap();
    let lines = fs::read_to_string(job.path("in.jsonl")).unwrap();
    let (first, rest) = lines.split_at(lines.find("{\"id\":\"alone").unwrap());
    // No mark of an engine, and what Spark passes over.
    for (name, text) in [("a.json", first), ("b.json", rest), ("_log", "nonsense"), (".c.crc", "x")] {
        fs::write(parts.join(name), text).unwrap();
    }
    job.write_manifest(&format!("file://{}", parts.display()), "jsonl");
    let rig = job.open();
    assert!(rig.message().ends_with("texts as the job read them"), "{}", rig.message());
    assert_eq!(rig.app.shared.model.corpus.get(4).id, "ferry-3");
    assert!(rig.app.shared.model.skipped.is_empty());
}

#[test]
fn without_its_input_there_are_signatures_and_where_the_texts_lie() {
    let job = Job::new();
    let gone = job.path("gone.jsonl");
    for (input, expected) in [
        // Its path may be longer than the columns have room for.
        (gone.as_str(), "the text is not here: /"),
        ("hdfs:///crawl", "the text is not here but in hdfs:///crawl"),
    ] {
        job.write_manifest(input, "jsonl");
        let mut rig = job.open();
        assert!(
            rig.message().ends_with(&format!("over {input}, k = 5 · signatures only")),
            "{}",
            rig.message()
        );
        for screen in ["1", "2", "5"] {
            rig.press(screen);
            assert!(rig.text().contains(expected), "{screen}\n{}", rig.text());
        }
        // What needs no text is there.
        assert!(
            rig.text().contains("✓ d = 0") && rig.text().contains("A ⊕ B   0000000000000000"),
            "{}",
            rig.text()
        );
        let shared = &rig.app.shared;
        assert_eq!(
            (shared.model.corpus.len(), shared.model.documents.len()),
            (5, 4),
            "the empty one is in no group"
        );
        assert_eq!(shared.model.corpus.get(4).id, "ferry-3");
        rig.act(Action::SetK(0));
        assert_eq!(group(&rig, 0), ["ferry-1", "ferry-2"]);
    }
}

#[test]
fn without_texts_nothing_is_computed_from_them() {
    let job = Job::new();
    job.write_manifest("hdfs:///crawl", "jsonl");
    let mut rig = job.open();
    let recipe = rig.app.shared.model.recipe;
    let refused = |rig: &mut Rig, action: Action| {
        rig.act(action);
        assert!(rig.message().contains("only signatures are loaded"), "{action:?}: {}", rig.message());
    };
    refused(&mut rig, Action::SetRecipe(Recipe::default()));
    refused(&mut rig, Action::SetBeside(Recipe::default()));
    refused(&mut rig, Action::Pager);
    assert_eq!((rig.app.shared.recipe, rig.app.shared.second), (recipe, None));
    rig.press("3");
    for key in ["v v", "v c"] {
        rig.press(key);
        assert!(rig.message().contains("only signatures are loaded"), "{key}: {}", rig.message());
    }
    assert_eq!(rig.app.shared.grouping, Grouping::Connection);
    rig.press("p");
    assert!(rig.message().contains("only signatures are loaded"), "{}", rig.message());
    // Of a pair without texts the signatures are shown.
    rig.press("5");
    assert!(rig.text().contains("A ⊕ B") && !rig.text().contains("northern"), "{}", rig.text());
    for screen in Screen::ALL {
        rig.act(Action::Go(screen));
        assert!(!rig.text().contains("tracing"), "{screen:?}\n{}", rig.text());
        assert!(rig.app.shared.model.trace(0).is_none());
    }
    // A filter of ids holds; one of lengths says what it lacks.
    rig.press("1 / f e r r y enter");
    assert_eq!(rig.app.shared.row_count(), 3);
    rig.press("/").press("ctrl-u").press("chars>3");
    assert!(rig.text().contains("there are only signatures"), "{}", rig.text());
    rig.press("esc 1");
    let file = job.folder.path().join("rows.tsv");
    rig.export(&file).unwrap();
    let rows = fs::read_to_string(&file).unwrap();
    let chars = rows.lines().next().unwrap().split('\t').position(|name| name == "chars").unwrap();
    assert!(rows.lines().skip(1).all(|row| row.split('\t').nth(chars) == Some("")), "{rows}");
}

#[test]
fn the_texts_are_left_out_at_the_wish_of_the_user() {
    let job = Job::new();
    let output = job.output();
    let mut terminal =
        pty::simscope([output.to_str().unwrap(), "--input", "signatures"]).size(140, 36).open();
    let shown = terminal.see("signatures only");
    assert!(shown.has("the text was not loaded (--input signatures)"), "{shown}");
    terminal.close("q");
}

#[test]
fn of_signatures_that_the_job_was_given_no_recipe_is_known() {
    let job = Job::new();
    job.write_manifest("/data/signatures.parquet", "signatures");
    let mut rig = job.open();
    assert!(rig.text().contains("signatures as given"), "{}", rig.text());
    assert!(rig.text().contains("there is no text: the job was given signatures"), "{}", rig.text());
    let file = job.folder.path().join("rows.jsonl");
    rig.press("1");
    rig.export(&file).unwrap();
    let rows = fs::read_to_string(&file).unwrap();
    assert!(rows.starts_with("{\"id\":\"ferry-1\"") && !rows.contains("\"features\":1"), "{rows}");
    assert!(!job.folder.path().join("rows.jsonl.recipe.toml").exists());
}

#[test]
fn a_text_that_has_changed_is_said() {
    let job = Job::new();
    let lines = fs::read_to_string(job.path("in.jsonl")).unwrap();
    fs::write(job.path("in.jsonl"), lines.replace("lighthouse", "harbour")).unwrap();
    let mut rig = job.open();
    assert!(rig.message().contains("1 text has changed since the job (first: alone)"), "{}", rig.message());
    // It stays on the screen.
    rig.press("2 1");
    assert!(rig.text().contains(" 1 text has changed since the job (first: alone)"), "{}", rig.text());
    // Another document in between: from there on the documents are others.
    fs::write(
        job.path("in.jsonl"),
        lines.replace("{\"id\":\"alone", "{\"id\":\"new\",\"text\":\"x\"}\n{\"id\":\"alone"),
    )
    .unwrap();
    let rig = job.open();
    assert!(rig.message().contains("from number 3 on the input has changed"), "{}", rig.message());
    let fewer: Vec<&str> = lines.lines().take(4).collect();
    fs::write(job.path("in.jsonl"), fewer.join("\n")).unwrap();
    let rig = job.open();
    assert!(rig.message().contains("from number 5 on the input has changed"), "{}", rig.message());
}

#[test]
fn memory_ends_the_loading_of_an_output_as_of_any_corpus() {
    let job = Job::new();
    for input in [job.path("in.jsonl"), "hdfs:///crawl".to_owned()] {
        job.write_manifest(&input, "jsonl");
        let options = ReadOptions { memory: Some(Memory::of(800)), ..ReadOptions::default() };
        let start = Start { options, ..job.start() }.found().unwrap();
        let rig = Rig::open(start, 140, 36);
        let read = rig.app.shared.model.corpus.len();
        assert!((1..5).contains(&read) && rig.app.shared.model.is_partial, "{input}: {read}");
        assert!(rig.message().contains(&format!("memory is full: {read} documents")), "{}", rig.message());
        assert!(rig.text().contains("(partial)"), "{}", rig.text());
    }
}

#[test]
fn an_output_that_is_not_finished_is_refused() {
    let job = Job::new();
    fs::remove_file(job.output().join("manifest.json")).unwrap();
    // A folder with that name alone is no output.
    assert_eq!(job.start().found().unwrap().sources, [Source::Path(job.output())]);
    for left in ["_unfinished", "pairs"] {
        fs::create_dir(job.output().join(left)).unwrap();
        let error = job.start().found().unwrap_err();
        assert!(matches!(error, CorpusError::BadOutput { .. }));
        let refused = command::simscope(&[job.output().to_str().unwrap()]).output().unwrap();
        assert_eq!(refused.status.code(), Some(1));
        let said = text(&refused.stderr);
        assert!(said.contains("near: the Spark job that writes here has not finished"), "{said}");
        assert!(said.contains("run the job again") && said.lines().count() == 1, "{said}");
        fs::remove_dir(job.output().join(left)).unwrap();
    }
    job.write_manifest("hdfs:///crawl", "jsonl");
    fs::remove_dir_all(job.output().join("signatures")).unwrap();
    let error = job.start().found().unwrap_err().to_string();
    assert!(error.contains("the table `signatures` of this Spark job is missing"), "{error}");
}

#[test]
fn a_recipe_of_the_command_line_is_refused_and_its_k_is_taken() {
    let job = Job::new();
    let output = job.output().to_str().unwrap().to_owned();
    let refused = command::simscope(&[&output, "--bits", "32"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("has a recipe of its own"), "{}", text(&refused.stderr));
    let mut terminal = pty::simscope([output.as_str(), "-k", "2"]).size(140, 36).open();
    let shown = terminal.see("texts as the job read them");
    assert!(shown.row(1).contains("k = 2 ") && shown.row(0).contains("(Spark, k = 5)"), "{shown}");
    // Opened from within, and an unfinished one refused there.
    let unfinished = job.folder.path().join("half/_unfinished");
    fs::create_dir_all(&unfinished).unwrap();
    terminal.send(":ask-open\r");
    terminal.see("open:");
    terminal.send(&format!("{}\r", unfinished.parent().unwrap().display()));
    let shown = terminal.see("has not finished");
    assert!(shown.row(0).contains("near"), "{shown}");
    terminal.send(":ask-open\r");
    terminal.see("open:");
    terminal.send(&format!("{output}\r"));
    let shown = terminal.see("texts as the job read them");
    assert!(shown.row(1).contains("k = 5 "), "{shown}");
    terminal.close("q");
}

#[test]
fn without_a_terminal_the_sweep_is_that_of_the_input() {
    let job = Job::new();
    let (output, input) = (job.output(), job.path("in.jsonl"));
    let sweep = stdout(&["sweep", &input, "--tokenizer", "chars:3"]);
    assert_eq!(stdout(&[output.to_str().unwrap(), "--plain"]), sweep);
    // Without the texts nothing can be confirmed.
    fs::remove_file(Path::new(&input)).unwrap();
    let of_signatures = |table: &str| -> Vec<String> {
        table.lines().map(|line| line.split('\t').take(6).collect::<Vec<_>>().join("\t")).collect()
    };
    let without = stdout(&[output.to_str().unwrap(), "--plain"]);
    assert_eq!(without.lines().collect::<Vec<_>>(), of_signatures(&sweep));
}

#[test]
fn a_file_of_signatures_opens_and_says_what_is_wrong_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("given.tsv");
    let word = |i: u64| (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(i as u32 % 64) >> 32;
    let row = |i: u64| format!("given-{i}\t{}\n", word(i / 2));
    fs::write(&path, format!("id\thash\n{}", (0..200).map(row).collect::<String>())).unwrap();
    let asked =
        ["--input", "signatures", "--signature-format", "decimal", "--signature-field", "hash", "-k", "0"];
    let mut terminal = pty::simscope([path.to_str().unwrap()].into_iter().chain(asked)).size(150, 36).open();
    let shown = terminal.see("only 32 of 64 bits are live");
    assert!(shown.has("given-1") && shown.has("has signatures alone"), "{shown}");
    terminal.send("3");
    terminal.see("100 groups");
    terminal.send("2");
    terminal.see("there is no text");
    terminal.close("q");
}
