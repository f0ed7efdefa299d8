//! `simscope neighbours`, end to end.

use crate::command::{TANG, simscope, stdout, text};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Rows without the header.
fn rows(arguments: &[&str]) -> Vec<String> {
    stdout(arguments).lines().skip(1).map(str::to_owned).collect()
}

/// Exit code and message of a call that must fail.
fn failure(arguments: &[&str]) -> (i32, String) {
    let output = simscope(arguments).output().unwrap();
    (output.status.code().unwrap(), text(&output.stderr))
}

/// A sample in two parts, every third document in `new.jsonl` and the others in `against.jsonl`.
struct Parts {
    folder: TempDir,
    new: BTreeSet<String>,
}

impl Parts {
    fn of_tang() -> Self {
        let sample = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(TANG)).unwrap();
        let folder = TempDir::new().unwrap();
        let (mut new, mut against, mut ids) = (String::new(), String::new(), BTreeSet::new());
        for (number, line) in sample.lines().enumerate() {
            let part = if number % 3 == 0 { &mut new } else { &mut against };
            *part += &format!("{line}\n");
            if number % 3 == 0 {
                let record: serde_json::Value = serde_json::from_str(line).unwrap();
                ids.insert(record["id"].as_str().unwrap().to_owned());
            }
        }
        fs::write(folder.path().join("new.jsonl"), new).unwrap();
        fs::write(folder.path().join("against.jsonl"), against).unwrap();
        Self { folder, new: ids }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }
}

#[test]
fn batch_prints_the_pairs_that_go_across() {
    let parts = Parts::of_tang();
    let (new, against) = (parts.path("new.jsonl"), parts.path("against.jsonl"));
    for (k, bits) in [("3", "64"), ("0", "64"), ("12", "64"), ("9", "128"), ("2", "7")] {
        let batch = rows(&["batch", "--new", &new, "--against", &against, "-k", k, "--bits", bits]);
        let mut expected = BTreeSet::new();
        for row in rows(&["pairs", "-k", k, "--bits", bits, TANG]) {
            let [a, b, distance] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
            match (parts.new.contains(a), parts.new.contains(b)) {
                (true, false) => drop(expected.insert(format!("{a}\t{b}\t{distance}"))),
                (false, true) => drop(expected.insert(format!("{b}\t{a}\t{distance}"))),
                _ => {}
            }
        }
        assert!(!expected.is_empty());
        assert_eq!(batch.iter().cloned().collect::<BTreeSet<_>>(), expected, "k = {k}, {bits} bits");
        assert_eq!(batch.len(), expected.len(), "no row comes twice");
    }
}

#[test]
fn an_index_stands_for_its_texts_and_brings_its_recipe() {
    let parts = Parts::of_tang();
    let (new, against, index) =
        (parts.path("new.jsonl"), parts.path("against.jsonl"), parts.path("against.simx"));
    stdout(&["index", "build", &against, "-o", &index, "--tokenizer", "chars:2"]);
    let of_texts =
        stdout(&["batch", "--new", &new, "--against", &against, "-k", "8", "--tokenizer", "chars:2"]);
    assert!(of_texts.lines().count() > 10);
    assert_eq!(stdout(&["batch", "--new", &new, "--against", &index, "-k", "8"]), of_texts);
    let other = ["batch", "--new", &new, "--against", &index, "--tokenizer", "words"];
    let output = simscope(&other).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && error.contains("was built with another recipe"), "{error}");
}

#[test]
fn few_new_documents_are_looked_up_in_an_index_with_the_same_rows() {
    let parts = Parts::of_tang();
    let (new, against, index) = (parts.path("few.jsonl"), parts.path("against.jsonl"), parts.path("k.simx"));
    let lines = fs::read_to_string(parts.path("new.jsonl")).unwrap();
    let lines: Vec<&str> = lines.lines().collect();
    for (k, documents) in [("3", 60), ("12", 20)] {
        stdout(&["index", "build", &against, "-o", &index, "-k", k, "--force"]);
        let all: Vec<String> = lines
            .chunks(documents)
            .map(|few| {
                fs::write(&new, few.join("\n")).unwrap();
                let batch = |against: &str| stdout(&["batch", "--new", &new, "--against", against, "-k", k]);
                let of_texts = batch(&against);
                assert_eq!(batch(&index), of_texts, "k = {k}");
                of_texts
            })
            .collect();
        assert!(all.concat().lines().count() > 10 + all.len(), "k = {k}");
    }
}

#[test]
fn rows_come_in_the_order_of_against_and_then_of_new() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str, ids: &str| {
        let path = folder.path().join(name);
        let lines = ids.chars().map(|id| format!("{{\"id\":\"{id}\",\"text\":\"to be or not to be\"}}\n"));
        fs::write(&path, lines.collect::<String>()).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (new, against) = (path("new.jsonl", "zay"), path("against.jsonl", "qp"));
    assert_eq!(
        stdout(&["batch", "--new", &new, "--against", &against]),
        "id_new\tid_against\tdistance\nz\tq\t0\na\tq\t0\ny\tq\t0\nz\tp\t0\na\tp\t0\ny\tp\t0\n"
    );
}

#[test]
fn the_outputs_of_splits_are_the_output_of_the_whole() {
    let parts = Parts::of_tang();
    let (new, against) = (parts.path("new.jsonl"), parts.path("against.jsonl"));
    let batch = |against: &str| rows(&["batch", "--new", &new, "--against", against, "-k", "10"]);
    let whole = batch(&against);
    let lines = fs::read_to_string(&against).unwrap();
    let lines: Vec<&str> = lines.lines().collect();
    let mut joined = Vec::new();
    for (number, split) in lines.chunks(67).enumerate() {
        let path = parts.path(&format!("split-{number}.jsonl"));
        fs::write(&path, split.join("\n")).unwrap();
        joined.extend(batch(&path));
    }
    assert!(whole.len() > 50);
    assert_eq!(joined, whole);
}

#[test]
fn signature_files_stand_for_their_texts_on_both_sides() {
    let parts = Parts::of_tang();
    let (new, against) = (parts.path("new.jsonl"), parts.path("against.jsonl"));
    for bits in ["64", "100"] {
        let whole = rows(&["batch", "--new", &new, "--against", &against, "--bits", bits]);
        for ending in ["tsv", "jsonl", "parquet"] {
            let signed = |path: &str| {
                let to = format!("{path}.sig.{ending}");
                stdout(&["hash", path, "--bits", bits, "--force", "-o", &to]);
                to
            };
            let (new_signed, signed) = (signed(&new), signed(&against));
            let one = [
                "batch",
                "--new",
                &new,
                "--against",
                &signed,
                "--against-input",
                "signatures",
                "--bits",
                bits,
            ];
            assert_eq!(rows(&one), whole, "{ending}");
            let both = ["batch", "--new", &new_signed, "--against", &signed, "--input", "signatures"];
            assert_eq!(rows(&both), whole, "{ending}");
        }
    }
    let to = parts.path("found.parquet");
    stdout(&["batch", "--new", &new, "--against", &against, "-o", &to]);
    assert!(fs::read(&to).unwrap().starts_with(b"PAR1"));
    assert!(Path::new(&format!("{to}.recipe.toml")).exists());
}

#[test]
fn an_index_of_signatures_says_not_how_to_sign_texts_so_the_recipe_must_be_named() {
    let parts = Parts::of_tang();
    let (new, against) = (parts.path("new.jsonl"), parts.path("against.jsonl"));
    let chars = ["--tokenizer", "chars:2"];
    let index = |texts: &str| {
        let (signed, index) = (format!("{texts}.tsv"), format!("{texts}.simx"));
        stdout(&[&["hash", texts, "-o", &signed], &chars[..]].concat());
        stdout(&["index", "build", "--input", "signatures", &signed, "-o", &index]);
        index
    };
    let (new_index, index) = (index(&new), index(&against));
    let expected = rows(&[&["batch", "--new", &new, "--against", &against], &chars[..]].concat());
    assert!(!expected.is_empty());
    for sides in [["--new", &new, "--against", &index], ["--new", &new_index, "--against", &against]] {
        let call = [&["batch"], &sides[..]].concat();
        let (code, message) = failure(&call);
        assert!(code == 1 && message.contains("built from signatures and has no recipe"), "{message}");
        assert!(message.contains(".jsonl.simx") && message.lines().count() == 1, "{message}");
        assert_eq!(rows(&[&call[..], &chars].concat()), expected);
    }
    // Nothing is signed here.
    assert_eq!(rows(&["batch", "--new", &new_index, "--against", &index]), expected);
}

#[test]
fn a_recipe_is_carried_only_where_something_was_signed_or_an_index_has_one() {
    let parts = Parts::of_tang();
    let (new, against) = (parts.path("new.jsonl"), parts.path("against.jsonl"));
    let (signed, of_signatures, of_texts) = (parts.path("a.tsv"), parts.path("a.simx"), parts.path("b.simx"));
    stdout(&["hash", &against, "-o", &signed]);
    stdout(&["index", "build", "--input", "signatures", &signed, "-o", &of_signatures]);
    stdout(&["index", "build", &against, "-o", &of_texts]);
    let is_carried = |new: &str, against: &str, more: &[&str]| {
        let to = parts.path("found.parquet");
        let _ = fs::remove_file(format!("{to}.recipe.toml"));
        stdout(&[&["batch", "--new", new, "--against", against, "--force", "-o", &to], more].concat());
        let bytes = fs::read(&to).unwrap();
        let is_inside = bytes.windows(b"simscope.recipe".len()).any(|window| window == b"simscope.recipe");
        let is_beside = Path::new(&format!("{to}.recipe.toml")).exists();
        assert_eq!(is_inside, is_beside);
        is_beside
    };
    assert!(!is_carried(&of_signatures, &of_signatures, &[]));
    assert!(!is_carried(&signed, &of_signatures, &["--input", "signatures"]));
    assert!(!is_carried(&signed, &signed, &["--input", "signatures", "--tokenizer", "words"]));
    assert!(is_carried(&of_texts, &of_texts, &[]));
    assert!(is_carried(&signed, &of_texts, &["--input", "signatures"]));
    assert!(is_carried(&new, &of_signatures, &["--recipe", "default"]));
    assert!(is_carried(&new, &against, &[]));
}

#[test]
fn empty_documents_are_left_out_of_both_sides_unless_asked_for() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.txt");
    fs::write(&path, "to be or not to be\n \n").unwrap();
    let path = path.to_str().unwrap();
    let output = simscope(&["batch", "--new", path, "--against", path]).output().unwrap();
    assert_eq!(text(&output.stdout), "id_new\tid_against\tdistance\n1\t1\t0\n");
    assert!(text(&output.stderr).contains("left out 2 documents without features"));
    let with = rows(&["batch", "--new", path, "--against", path, "--with-empty"]);
    assert_eq!(with, ["1\t1\t0", "2\t2\t0"]);
    // Nothing new is near nothing.
    let none = folder.path().join("none.txt");
    fs::write(&none, "").unwrap();
    let none = none.to_str().unwrap();
    assert!(rows(&["batch", "--new", none, "--against", path]).is_empty());
    assert!(rows(&["batch", "--new", path, "--against", none]).is_empty());
}

#[test]
fn what_cannot_be_done_is_told() {
    let parts = Parts::of_tang();
    let (new, against) = (parts.path("new.jsonl"), parts.path("against.jsonl"));
    let check = |arguments: &[&str], code: i32, what: &str| {
        let (found, message) = failure(&[&["batch"], arguments].concat());
        assert!(found == code && message.contains(what), "{arguments:?}: {found} {message}");
        assert_eq!(message.lines().count(), 1, "{message}");
    };
    check(&["--against", &against], 2, "--new");
    check(&["--new", &new], 2, "--against");
    check(&["--new", "-", "--against", "-"], 2, "only one of the PATHs");
    check(&["--new", &new, "--against", &against, "--weighting", "tf-idf"], 2, "tf-idf");
    check(&["--new", &new, "--against", "there-is-none"], 1, "there-is-none: no such file");
    check(&["--new", &new, "--against", "a.simx"], 1, "a.simx");

    let wide = parts.path("wide.parquet");
    stdout(&["hash", &against, "--bits", "128", "-o", &wide]);
    let signed = ["--new", &new, "--against", &wide, "--against-input", "signatures"];
    // The recipe beside signatures is that of the texts, or the distances mean nothing.
    check(&signed, 1, "wide.parquet: these signatures were made with another recipe");
    let other = parts.path("other.tsv");
    stdout(&["hash", &new, "--tokenizer", "chars:3", "-o", &other]);
    let both = ["--new", &other, "--against", &wide, "--input", "signatures"];
    check(&both, 1, "wide.parquet: these signatures were made with another recipe");
    fs::remove_file(format!("{wide}.recipe.toml")).unwrap();
    check(&signed, 1, "wide.parquet: signatures of 128 bits, but those before have 64");

    // What was written before the damage is not kept.
    let bytes = fs::read(&wide).unwrap();
    fs::write(&wide, &bytes[..bytes.len() / 2]).unwrap();
    let out = parts.path("out.tsv");
    check(&[&signed[..], &["-o", &out]].concat(), 1, "damaged or cut off");
    assert!(!Path::new(&out).exists());
}
