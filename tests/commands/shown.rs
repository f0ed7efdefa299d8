//! What is shown of a result, how much is said, and the help: the options that every command has.

use crate::command::{TANG, simscope, stdout, succeed, text};
use crate::folder::Folder;
use std::fs;

#[test]
fn rows_and_columns_are_chosen_in_every_format() {
    let all = stdout(&["groups", "-k", "9", TANG]);
    let column =
        |at: usize| -> Vec<&str> { all.lines().map(|row| row.split('\t').nth(at).unwrap()).collect() };
    let (ids, sizes) = (column(0), column(2));
    let chosen = stdout(&["groups", "-k", "9", TANG, "--columns", "size,id", "-n", "3"]);
    let expected: Vec<String> = sizes.iter().zip(&ids).map(|(size, id)| format!("{size}\t{id}")).collect();
    assert_eq!(chosen.lines().collect::<Vec<_>>(), expected[..4]);
    let json = stdout(&["groups", "-k", "9", TANG, "--columns", "size,id", "-n", "1", "--json"]);
    assert_eq!(json, format!("{{\"size\":{},\"id\":\"{}\"}}\n", sizes[1], ids[1]));
    // Lines that are made on all threads, and a table of several blocks.
    let pairs = stdout(&["pairs", "-k", "9", TANG]);
    let first: Vec<&str> = pairs.lines().take(3).map(|row| row.rsplit('\t').next().unwrap()).collect();
    let chosen = stdout(&["pairs", "-k", "9", TANG, "-n", "2", "--columns", "distance"]);
    assert_eq!(chosen.lines().collect::<Vec<_>>(), first);
    assert_eq!(stdout(&["hash", TANG, "--limit", "0"]).lines().count(), 1);
    let explained = stdout(&["explain", "--text", "one two", "--columns", "term", "-n", "1"]);
    assert_eq!(explained, "term\none\n");
    assert_eq!(
        stdout(&["explain", "--text", "one", "--json"]),
        stdout(&["explain", "--text", "one", "--format", "jsonl"])
    );
}

#[test]
fn a_column_that_is_not_there_is_told_those_that_are() {
    for (arguments, what) in [
        (
            &["groups", TANG, "--columns", "id,sze"][..],
            "no column \"sze\"; there are id,group,size,representative",
        ),
        (&["explain", "--text", "a", "--columns", "term", "--json"], "--format tsv has one table"),
    ] {
        let output = simscope(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(what), "{}", text(&output.stderr));
    }
    let zh = simscope(&["groups", TANG, "--lang", "zh", "--columns", "大小", "-n", "1"]).output().unwrap();
    assert!(text(&zh.stdout).starts_with("size\n"), "heads as a table has them are taken");
}

#[test]
fn tables_beside_the_records_are_whole_whatever_is_shown() {
    let folder = Folder::new();
    let path = folder.file("in.jsonl", "{\"text\": \"one two three four\"}\n".repeat(4));
    let out = folder.path("out.jsonl");
    let printed = stdout(&["clean", &path, "-o", &out, "--yes", "-n", "1", "--columns", "part,dropped"]);
    assert_eq!(printed, "part\tdropped\nall\t3\n");
    let dropped = fs::read_to_string(folder.path("out.dropped.tsv")).unwrap();
    assert!(dropped.lines().count() == 4 && dropped.starts_with("id\tkept\tkind"), "{dropped}");
}

#[test]
fn verbose_says_what_is_in_force_and_how_long_it_took() {
    let said = |arguments: &[&str]| text(&succeed(&[&["groups", TANG], arguments].concat()).stderr);
    let all = said(&["-v"]);
    for what in ["settings: ", "recipe: words:3", "threads: ", "signing: "] {
        assert!(all.contains(what) && !said(&[]).contains(what), "{what}: {all}");
    }
    assert!(said(&["-v", "--lang", "zh"]).contains("配方："));
    assert_eq!(stdout(&["groups", TANG, "-v"]), stdout(&["groups", TANG]));
    assert_eq!(simscope(&["groups", TANG, "-q", "-v"]).output().unwrap().status.code(), Some(2));
}

#[test]
fn colours_are_for_terminals_unless_they_are_asked_for_and_never_where_they_are_not_wanted() {
    let table = ["groups", TANG, "--format", "table"];
    let with = |more: &[&str]| stdout(&[&table[..], more].concat());
    assert!(!with(&[]).contains('\u{1b}') && !with(&["--no-color"]).contains('\u{1b}'));
    for always in [["--color", "always"], ["--colour", "always"]] {
        assert_eq!(with(&always).replace("\u{1b}[1m", "").replace("\u{1b}[0m", ""), with(&[]));
        assert!(with(&always).contains('\u{1b}'));
    }
    for lang in ["en", "zh"] {
        assert!(stdout(&["pairs", "--help", "--color", "always", "--lang", lang]).contains('\u{1b}'));
        assert!(!stdout(&["pairs", "--help", "--lang", lang]).contains('\u{1b}'));
    }
    let output = simscope(&["groups", TANG, "--color", "sometimes"]).output().unwrap();
    assert!(text(&output.stderr).contains("auto, always, never"), "{}", text(&output.stderr));
}

#[test]
fn the_short_help_of_a_command_is_a_screen_and_names_the_long_one() {
    for (arguments, usage) in [
        (&["pairs", "-h"][..], "simscope pairs [OPTIONS]"),
        (&["hash", TANG, "-h"], "simscope sign [OPTIONS]"),
        (&["index", "query", "-h"], "simscope index query [OPTIONS]"),
        (&["--lang", "zh", "groups", "-h"], "simscope groups [OPTIONS]"),
        (&["pairs", "--border", "-h"], "simscope pairs --border [OPTIONS]"),
    ] {
        let help = stdout(arguments);
        assert!(help.lines().count() <= 24 && help.contains(usage), "{help}");
        assert!(help.contains("--help"), "{help}");
        let long = [&arguments[..arguments.len() - 1], &["--help"]].concat();
        assert!(stdout(&long).lines().count() > help.lines().count());
    }
}

#[test]
fn clean_alone_says_the_three_ways_on() {
    let output = simscope(&["dedup", TANG]).output().unwrap();
    let said = text(&output.stderr);
    assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1));
    assert!(["-o FILE", "-o -", "--dry-run"].iter().all(|way| said.contains(way)), "{said}");
}

#[test]
fn check_says_what_of_this_is_new_by_texts_or_by_an_index() {
    let folder = Folder::new();
    let row = |id: &str, text: &str| format!("{{\"id\": \"{id}\", \"text\": \"{text}\"}}\n");
    let quay = "the ferry leaves the quay at noon and comes back at night";
    let old = folder.file("old.jsonl", row("a", quay) + &row("b", "a lamp is dark"));
    let new = folder.file("new.jsonl", row("1", "divers mend the gate of the dock") + &row("2", quay));
    let index = folder.path("old.simx");
    succeed(&["index", "build", &old, "-o", &index]);
    for (against, finding) in
        [(&old, "same 1.00: ".to_owned() + &old + ":1"), (&index, format!("distance 0: {index}: a"))]
    {
        let output = simscope(&["check", &new, "--against", against]).output().unwrap();
        let (said, printed) = (text(&output.stderr), text(&output.stdout));
        assert_eq!(
            (output.status.code(), printed.as_str()),
            (Some(3), &*format!("{new}:2: {finding}\n")),
            "{said}"
        );
        assert!(said.contains("1 of 2 documents are in") && said.contains("--new lists"), "{said}");
        assert_eq!(stdout(&["check", &new, "--against", against, "--new"]), format!("{new}:1: 1\n"));
        let json = stdout(&["check", &new, "--against", against, "--new", "--json"]);
        assert_eq!(json, format!("{{\"file\":\"{new}\",\"id\":\"1\",\"line\":1}}\n"));
    }
    let sarif = simscope(&["check", &new, "--against", &index, "--format", "sarif"]).output().unwrap();
    assert!(text(&sarif.stdout).contains("\"ruleId\": \"distance\""));
    // Whatever is within k counts, and k is asked of an index alone.
    assert_eq!(stdout(&["check", &new, "--against", &index, "-k", "64", "--new"]), "");
    let output = simscope(&["check", &new, "--against", &old, "-k", "3"]).output().unwrap();
    assert!(output.status.code() == Some(2) && text(&output.stderr).contains("FILE.simx"));
    // What a file holds back, since a number differs, an index may have as it is.
    let text = |number: &str| {
        format!(
            "{{\"id\":\"a\",\"text\":\"the ferry to the island leaves at {number} every day of the week\"}}\n"
        )
    };
    let [seven, nine, same] = [("7", "seven"), ("9", "nine"), ("7", "same")]
        .map(|(number, name)| folder.file(&format!("{name}.jsonl"), text(number)));
    let index = folder.path("same.simx");
    stdout(&["index", "build", &same, "-o", &index]);
    assert_eq!(stdout(&["check", &seven, "--against", &nine, "--new"]).lines().count(), 1);
    assert_eq!(stdout(&["check", &seven, "--against", &nine, "--against", &index, "--new"]), "");
}
