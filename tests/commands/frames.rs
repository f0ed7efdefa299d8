//! `simscope frames`: what much of a corpus shares, and recipes that leave it out.

use crate::command::{SERMON, simscope, stdout, text};
use crate::folder::Folder;
use crate::tickets::{FRAME, tickets};
use serde_json::Value;

/// Id and signature of each document.
fn signed(input: &str, options: &[&str]) -> Vec<String> {
    let printed = stdout(&[&["hash", input, "--format", "tsv"], options].concat());
    printed.lines().skip(1).map(|line| line.split('\t').take(2).collect::<Vec<_>>().join("\t")).collect()
}

#[test]
fn the_frame_of_tickets_comes_first_and_is_no_part_of_signatures_that_leave_it_out() {
    let folder = Folder::new();
    let (lines, _) = tickets(1);
    let input = folder.file("tickets.jsonl", &lines);
    let plain = folder.file("plain.jsonl", lines.replace(FRAME, ""));
    let found = simscope(&["frames", &input, "--format", "jsonl"]).output().unwrap();
    let rows: Vec<Value> =
        text(&found.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let first = &rows[0];
    assert!(first["text"].as_str().unwrap().contains(FRAME.trim_end_matches('.')), "{first}");
    assert!(first["share"].as_f64().unwrap() > 0.99, "{first}");
    let told = text(&found.stderr);
    assert!(told.contains("weighs nothing where texts are compared"), "{told}");
    // The alerts have one of their own.
    assert!(rows.iter().any(|row| row["text"].as_str().unwrap().contains("volume")), "{rows:?}");
    let recipe = folder.path("tickets.toml");
    stdout(&["frames", &input, "--share", "0.6", "--write-recipe", &recipe]);
    let without = signed(&input, &["--recipe", &recipe]);
    assert_eq!(without, signed(&plain, &[]));
    assert_ne!(without, signed(&input, &[]));
    // The frames stand in the recipe: an index carries them, and one text alone is signed alike.
    let index = folder.path("tickets.simx");
    stdout(&["index", "build", &input, "-o", &index, "--recipe", &recipe]);
    let near = |options: &[&str]| {
        stdout(&[&["batch", "--new", &input, "--against", &index, "-k", "0"], options].concat())
    };
    assert_eq!(near(&[]), near(&["--recipe", &recipe]));
    let explained = stdout(&["explain", &input, "--id", "0", "--recipe", &recipe, "--format", "jsonl"]);
    let object: Value = serde_json::from_str(&explained).unwrap();
    assert_eq!(object["recipe"]["ignore_frames"], 0.6);
    assert_eq!(object["recipe"]["frames"].as_array().unwrap().len(), 1);
    assert_eq!(signed(&plain, &[])[0].split('\t').nth(1), object["signature"].as_str());
    // A recipe is written as it is read.
    assert_eq!(stdout(&["recipes", &recipe]), std::fs::read_to_string(&recipe).unwrap());
}

#[test]
fn a_share_without_frames_is_refused_with_the_command_that_finds_them() {
    let folder = Folder::new();
    let recipe = folder.file("r.toml", "ignore-frames = 0.3\n");
    let refused = simscope(&["hash", SERMON, "--recipe", &recipe]).output().unwrap();
    let told = text(&refused.stderr);
    assert_eq!(refused.status.code(), Some(1), "{told}");
    assert!(told.contains("simscope frames CORPUS --share 0.3 --write-recipe FILE"), "{told}");
    for wrong in [
        "frames = [\"a b\"]\n",
        "ignore-frames = 2\nframes = [\"a\"]\n",
        "ignore-frames = 0.1\nframes = [1]\n",
    ] {
        let recipe = folder.file("r.toml", wrong);
        let refused = simscope(&["hash", SERMON, "--recipe", &recipe]).output().unwrap();
        assert!(text(&refused.stderr).contains("frames"), "{wrong}: {}", text(&refused.stderr));
        assert_ne!(refused.status.code(), Some(0), "{wrong}");
    }
    let nothing = ["frames", SERMON, "--share", "1", "--write-recipe", &folder.path("no.toml")];
    assert!(text(&simscope(&nothing).output().unwrap().stderr).contains("there is no frame"));
    assert_eq!(folder.names(), ["r.toml"]);
}

#[test]
fn groups_and_pairs_say_that_most_of_the_text_is_in_frames() {
    let folder = Folder::new();
    let input = folder.file("tickets.jsonl", tickets(2).0);
    for command in ["groups", "pairs"] {
        let told = text(&simscope(&[command, &input, "-k", "1"]).output().unwrap().stderr);
        assert!(told.contains("of the text is in frames that many documents share"), "{told}");
        let told = text(&simscope(&[command, SERMON, "-k", "1"]).output().unwrap().stderr);
        assert!(!told.contains("in frames"), "{told}");
    }
}
