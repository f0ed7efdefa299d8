//! Nothing is written over what is read, nor over what exists unless asked, nor over what another program wrote.

use crate::command::{SERMON, program, simscope, succeed, text};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Output;

/// A folder with a copy of a corpus.
struct Desk(tempfile::TempDir);

impl Desk {
    fn new() -> Self {
        let desk = Self(tempfile::tempdir().unwrap());
        fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(SERMON), desk.path("c.jsonl")).unwrap();
        desk
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    fn file(&self, name: &str, content: &str) -> String {
        fs::write(self.path(name), content).unwrap();
        self.path(name)
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// All files with what is in them.
    fn all(&self) -> Vec<(String, Vec<u8>)> {
        let mut names: Vec<String> = fs::read_dir(self.0.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names.into_iter().map(|name| (name.clone(), self.read(&name))).collect()
    }

    /// A call that must fail, say why in one line, and change nothing.
    fn refused(&self, arguments: &[&str], why: &str) {
        let before = self.all();
        let output = simscope(arguments).output().unwrap();
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {told}");
        assert!(told.contains(why) && told.lines().count() == 1, "{arguments:?}: {told}");
        assert!(self.all() == before, "{arguments:?} changed something");
    }
}

/// Every command that writes rows, a picture or an index, without the file.
fn commands(corpus: &str) -> Vec<(Vec<&str>, &'static str, &'static str)> {
    let rows: &[&[&str]] = &[
        &["hash"],
        &["explain", "--id", "1"],
        &["pairs", "-k", "3"],
        &["groups", "-k", "3"],
        &["sweep"],
        &["border", "-k", "3"],
        &["judge"],
        &["judge", "--draw", "5"],
        &["sensitivity", "--risk"],
        &["diff-recipes", "default", "java"],
        &["measures"],
        &["recipes"],
    ];
    let mut all: Vec<_> = rows.iter().map(|words| ([words, &[corpus][..]].concat(), "-o", "jsonl")).collect();
    all.retain(|(words, ..)| words[0] != "recipes");
    all.push((vec!["recipes", "java"], "-o", "toml"));
    all.push((vec!["batch", "--new", corpus, "--against", SERMON, "-k", "3"], "-o", "tsv"));
    all.push((vec!["explain", corpus, "--id", "1"], "-o", "html"));
    all.push((vec!["heatmap", corpus], "-o", "svg"));
    all.push((vec!["index", "build", corpus], "-o", "simx"));
    all.push((vec!["report", corpus], "-o", "html"));
    all
}

#[test]
fn what_exists_is_replaced_only_if_asked() {
    let desk = Desk::new();
    let corpus = desk.path("c.jsonl");
    for (words, option, ending) in commands(&corpus) {
        let old = desk.file(&format!("old.{ending}"), "somebody's work\n");
        symlink(&old, desk.path(&format!("link.{ending}"))).unwrap();
        for name in [&old, &desk.path(&format!("link.{ending}"))] {
            desk.refused(&[&words[..], &[option, name]].concat(), "exists; --force replaces it");
        }
        fs::remove_file(desk.path(&format!("link.{ending}"))).unwrap();
    }
    for (words, option, ending) in [
        (vec!["hash", &corpus], "-o", "tsv"),
        (vec!["heatmap", &corpus], "-o", "png"),
        (vec!["index", "build", &corpus], "-o", "simx"),
    ] {
        let old = desk.file(&format!("again.{ending}"), "somebody's work\n");
        succeed(&[&words[..], &[option, &old, "--force"]].concat());
        assert_ne!(fs::read(&old).unwrap(), b"somebody's work\n", "{words:?}");
    }
}

#[test]
fn the_settings_are_never_written_over() {
    let desk = Desk::new();
    let file = desk.file("config.toml", "k = 4\n");
    for arguments in [
        &["hash", SERMON, "-o", &file, "--force"][..],
        &["dedup", "--yes", SERMON, "-o", &file, "--force"],
        &["report", SERMON, "-o", &file, "--force"],
    ] {
        let output = simscope(arguments).env("SIMSCOPE_CONFIG", &file).output().unwrap();
        let told = text(&output.stderr);
        assert!(!output.status.success() && told.contains("never written over"), "{arguments:?}: {told}");
        assert_eq!(desk.read("config.toml"), b"k = 4\n");
    }
}

#[test]
fn manual_pages_are_replaced_only_if_asked() {
    let desk = Desk::new();
    let folder = desk.path("");
    succeed(&["man", "--out", &folder]);
    desk.file("simscope-sign.1", "my own");
    desk.refused(&["man", "--out", &folder], "--force replaces it");
    succeed(&["man", "--out", &folder, "--force"]);
    assert!(desk.read("simscope-sign.1").starts_with(b".ie"));
}

#[test]
fn an_input_is_never_replaced_under_whatever_name() {
    let desk = Desk::new();
    let corpus = desk.path("c.jsonl");
    symlink(&corpus, desk.path("soft.jsonl")).unwrap();
    fs::hard_link(&corpus, desk.path("hard.jsonl")).unwrap();
    let dotted = desk.path("./c.jsonl");
    for (words, option, _) in commands(&corpus).into_iter().filter(|(words, ..)| {
        // The endings of pictures and pages are checked before, and a recipe has no input.
        !matches!(words[0], "heatmap" | "report" | "recipes") && !words.contains(&"--id")
    }) {
        for name in [&corpus, &desk.path("soft.jsonl"), &desk.path("hard.jsonl"), &dotted] {
            desk.refused(&[&words[..], &[option, name, "--force"]].concat(), "is read as input");
        }
    }
    let svg = desk.file("c.svg", "one\ntwo\n");
    desk.refused(&["heatmap", &svg, "-o", &svg, "--force"], "is read as input");
    let whole = desk.0.path().to_str().unwrap();
    desk.refused(&["hash", whole, "-o", &corpus, "--force"], "is read as input");
}

#[test]
fn what_is_read_beside_the_documents_is_an_input_too() {
    let desk = Desk::new();
    let corpus = desk.path("c.jsonl");
    let recipe = desk.file("r.toml", "bits = 32\nhash = \"xxh3\"\n");
    let stops = desk.file("stops.txt", "the\n");
    let named = desk
        .file("n.toml", "tokenizer = \"jieba-tags\"\nweighting = \"tags:20\"\nstop-words = \"stops.txt\"\n");
    let pairs = desk.file("pairs.tsv", "id_a\tid_b\tlabel\n");
    desk.refused(&["hash", &corpus, "--recipe", &recipe, "-o", &recipe, "--force"], "is read as input");
    desk.refused(&["diff-recipes", &recipe, "java", &corpus, "-o", &recipe, "--force"], "is read as input");
    desk.refused(&["sweep", &corpus, "--pairs", &pairs, "-o", &pairs, "--force"], "is read as input");
    desk.refused(&["hash", &corpus, "--recipe", &named, "-o", &stops, "--force"], "is read as input");
    let judgements = desk.file("c.judgements.tsv", "");
    desk.refused(&["judge", &corpus, "-o", &judgements, "--force"], "is read as input");
    desk.refused(&["dedup", "--yes", &corpus, "-o", &judgements, "--force"], "is read as input");
    desk.refused(&["hash", &corpus, "-o", &judgements, "--force"], "is read as input");
    let decisions = desk.file("c.decisions.toml", "");
    desk.refused(
        &["dedup", "--yes", &corpus, "-o", &desk.path("n.jsonl"), "--dropped", &decisions],
        "is read as input",
    );
    // The recipe beside an export.
    succeed(&["hash", &corpus, "-o", &desk.path("s.tsv")]);
    let beside = desk.path("s.tsv.recipe.toml");
    let again = ["hash", &corpus, "--recipe", &beside, "--bits", "32", "-o", &desk.path("s.tsv"), "--force"];
    desk.refused(&again, "is read as input");
    // An index stays what it is, and takes no documents from itself.
    succeed(&["index", "build", &corpus, "-o", &desk.path("i.simx")]);
    let index = desk.path("i.simx");
    desk.refused(&["index", "add", &index, &index], "is read as input");
    desk.refused(&["index", "query", &index, "--text", "a", "-o", &index, "--force"], "is read as input");
    succeed(&["index", "add", &index, &corpus]);
}

#[test]
fn a_recipe_beside_an_export_is_replaced_only_if_simscope_wrote_it() {
    let desk = Desk::new();
    let corpus = desk.path("c.jsonl");
    let own = desk.file("out.tsv.recipe.toml", "# my own recipe\nbits = 32\n");
    let out = desk.path("out.tsv");
    for force in [&[][..], &["--force"]] {
        desk.refused(&[&["hash", &corpus, "-o", &out], force].concat(), "simscope did not write it");
    }
    desk.file("h.svg.recipe.toml", "bits = 32\n");
    desk.refused(&["heatmap", &corpus, "-o", &desk.path("h.svg")], "simscope did not write it");
    fs::remove_file(&own).unwrap();
    succeed(&["hash", &corpus, "-o", &out]);
    let first = desk.read("out.tsv.recipe.toml");
    succeed(&["hash", &corpus, "-o", &out, "--bits", "32", "--force"]);
    assert_ne!(desk.read("out.tsv.recipe.toml"), first, "its own is replaced with the export");
    // The same for the table of what dedup drops, unless it is named.
    let notes = desk.file("kept.dropped.tsv", "my notes\n");
    let dedup = ["dedup", "--yes", &corpus, "-k", "3", "-o", &desk.path("kept.jsonl"), "--force"];
    desk.refused(&dedup, "simscope did not write it");
    succeed(&[&dedup[..], &["--dropped", &notes]].concat());
    succeed(&dedup);
    // Through a link, too.
    fs::remove_file(&own).unwrap();
    symlink(desk.file("mine.toml", "bits = 32\n"), &own).unwrap();
    desk.refused(&["hash", &corpus, "-o", &out, "--force"], "simscope did not write it");
}

fn shell(script: &str) -> Output {
    program("bash").args(["-c", script]).env("C", SERMON).output().unwrap()
}

#[test]
fn streams_and_devices_are_written_to_as_ever() {
    let expected = text(&shell("\"$BIN\" hash $C --format tsv").stdout);
    assert!(expected.lines().count() > 3);
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (file, fifo) = (at("file"), at("fifo"));
    for script in [
        "\"$BIN\" hash $C --format tsv -o -".to_owned(),
        "\"$BIN\" hash $C --format tsv -o /dev/stdout".to_owned(),
        "\"$BIN\" hash $C --format tsv -o /dev/stdout | cat".to_owned(),
        "\"$BIN\" hash $C --format tsv -o >(cat) | cat".to_owned(),
        format!("\"$BIN\" hash $C --format tsv -o /dev/stdout > {file}; cat {file}; rm {file}"),
        format!("mkfifo {fifo}; \"$BIN\" hash $C --format tsv -o {fifo} & cat {fifo}; wait"),
    ] {
        let output = shell(&script);
        assert_eq!(text(&output.stdout), expected, "{script}: {}", text(&output.stderr));
    }
    let appended = shell(&format!(
        "echo first > {file}; \"$BIN\" hash $C --format tsv -o /dev/stdout >> {file}; cat {file}"
    ));
    assert_eq!(text(&appended.stdout), format!("first\n{expected}"));
    assert!(shell("\"$BIN\" hash $C -o /dev/null").status.success());
    let names: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 2, "no recipe beside a stream: {names:?}");
}
