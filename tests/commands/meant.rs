//! Input and output are never taken for something else than was meant: what is there is said, and what to give.

use crate::command::{simscope, stdout, succeed, text};
use crate::folder::Folder;
use serde_json::Value;
use std::fs;

/// The exit code of a call that must fail, and what it says last.
fn refused(arguments: &[&str]) -> (i32, String) {
    let output = simscope(arguments).output().unwrap();
    assert!(!output.status.success(), "{arguments:?}: {}", text(&output.stdout));
    (output.status.code().unwrap(), text(&output.stderr).lines().last().unwrap().to_owned())
}

/// The ids of what `hash` reads, and what it says.
fn read(arguments: &[&str]) -> (Vec<String>, String) {
    let output = succeed(&[&["hash", "--format", "tsv", "--no-header"], arguments].concat());
    let id = |line: &str| line.split('\t').next().unwrap().to_owned();
    (text(&output.stdout).lines().map(id).collect(), text(&output.stderr))
}

const LETTER: &str = "Dear all,\nthe ferry leaves at noon.\nBest wishes\n";

#[test]
fn a_file_that_is_no_list_of_lines_is_one_document() {
    let folder = Folder::new();
    for name in ["Sorter.java", "letter.eml", "page.html", "notes.md", "conf.yaml", "letter", "letter.eml.gz"]
    {
        let (ids, said) = read(&[&folder.file(name, LETTER)]);
        assert_eq!(ids, [name]);
        assert!(said.contains(&format!("{name}: one document a file; --input lines")), "{said}");
    }
    for name in ["a.txt", "b.TEXT", "c.log", "d.lst", "e.txt.gz"] {
        let path = folder.file(name, LETTER);
        let (ids, said) = read(&[&path]);
        assert_eq!(ids, ["1", "2", "3"], "{name}");
        assert!(said.contains("each line is one document; --input dir"), "{said}");
        assert_eq!(read(&["--input", "dir", &path]), (vec![name.to_owned()], String::new()));
        assert_eq!(read(&["--input", "lines", &path]).1, "");
    }
    let output = simscope(&["hash", "-", "--no-header"]).write_stdin(LETTER).output().unwrap();
    assert_eq!((text(&output.stdout).lines().count(), text(&output.stderr)), (3, String::new()));
    // Parts that an engine wrote are lines, as in their folder.
    let [a, b] = ["part-00000", "part-00001.txt"].map(|name| folder.file(name, LETTER));
    assert_eq!(read(&[&a, &b]).0.len(), 6);
    // What holds records by its name or content holds records.
    let rows = "{\"text\": \"one\"}\n{\"text\": \"two\"}\n";
    for name in ["rows", "rows.ldjson", "rows.jsonl"] {
        assert_eq!(read(&[&folder.file(name, rows)]), (vec!["1".to_owned(), "2".to_owned()], String::new()));
    }
}

#[test]
fn several_text_files_are_one_document_each_as_in_their_folder() {
    let folder = Folder::new();
    fs::create_dir(folder.path("mail")).unwrap();
    let names = ["a.txt", "b.txt", "c.txt"];
    let paths = names.map(|name| folder.file(&format!("mail/{name}"), LETTER.replace("noon", name)));
    let [a, b, c] = paths.each_ref().map(String::as_str);
    let (ids, said) = read(&[a, b, c]);
    assert_eq!(ids, names);
    assert_eq!(ids, read(&[&folder.path("mail")]).0);
    assert!(said.contains("a.txt and 2 more: one document a file; --input lines"), "{said}");
    assert_eq!(read(&["--input", "lines", a, b, c]).0.len(), 9);
    // A single one is copied whole.
    let letter = folder.file("letter.md", LETTER);
    succeed(&["dedup", &letter, "-o", &folder.path("kept.md")]);
    assert_eq!(fs::read_to_string(folder.path("kept.md")).unwrap(), LETTER);
    // No line of a letter goes.
    let out = folder.path("out");
    succeed(&["dedup", a, b, c, "-o", &out]);
    for (name, path) in names.iter().zip(&paths) {
        assert_eq!(fs::read(path).unwrap(), fs::read(format!("{out}/{name}")).unwrap());
    }
}

#[test]
fn records_of_several_lines_are_refused_by_name() {
    let folder = Folder::new();
    let entry = "@book{a,\n  title = {One},\n}\n@book{b,\n  title = {One},\n}\n";
    for (name, what) in [
        ("library.bib", "BibTeX"),
        ("export.ris", "RIS"),
        ("film.srt", "SubRip"),
        ("film.vtt", "WebVTT"),
        ("box.mbox", "mbox"),
        ("trees.conllu", "CoNLL-U"),
        ("de.po", "gettext"),
    ] {
        let (path, out) = (folder.file(name, entry), folder.path("out"));
        let (code, said) = refused(&["dedup", &path, "-o", &out]);
        assert!(
            code == 1 && said.contains(&format!("{name}: {what}, whose records take several lines")),
            "{said}"
        );
        assert!(said.contains("--input lines") && said.contains("--input dir"), "{said}");
        assert_eq!(read(&["--input", "lines", &path]).0.len(), 6);
        assert_eq!(read(&["--input", "dir", &path]).0, [name]);
    }
    assert!(!folder.names().iter().any(|name| name.starts_with("out")));
}

const CHAT: &str = r#"{"id": "a", "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Why is the sea salty?"}, {"role": "assistant", "content": null}, {"role": "user", "content": "And lakes?"}]}
{"id": "b", "messages": [{"role": "assistant", "content": "Rivers carry minerals."}]}
"#;

/// The signature of each text.
fn signatures(rows: &str) -> Vec<String> {
    rows.lines().map(|row| row.split('\t').nth(1).unwrap().to_owned()).collect()
}

fn of_lines(lines: &[&str]) -> Vec<String> {
    let rows: String =
        lines.iter().map(|line| serde_json::json!({"text": line}).to_string() + "\n").collect();
    let folder = Folder::new();
    signatures(&stdout(&["hash", "--no-header", &folder.file("lines.jsonl", rows)]))
}

#[test]
fn the_turns_of_a_chat_are_read_one_all_or_those_of_a_role() {
    let folder = Folder::new();
    let path = folder.file("chat.jsonl", CHAT);
    let (_, said) = refused(&["hash", &path]);
    assert!(said.contains("its fields are `id`, `messages.0.content`, `messages.0.role`"), "{said}");
    let field = |name: &str| {
        let output = succeed(&["hash", "--no-header", "--text-field", name, &path]);
        (signatures(&text(&output.stdout)), text(&output.stderr))
    };
    assert_eq!(field("messages.0.content").0, of_lines(&["Be brief.", "Rivers carry minerals."]));
    let all = ["Be brief.\nWhy is the sea salty?\nAnd lakes?", "Rivers carry minerals."];
    assert_eq!(field("messages.content").0, of_lines(&all));
    let (of_user, said) = field("messages[role=user].content");
    assert_eq!(of_user, of_lines(&["Why is the sea salty?\nAnd lakes?"]));
    assert!(said.contains("line 2"), "{said}");
    let (_, said) = refused(&["hash", &path, "--text-field", "messages[role=nobody].content"]);
    assert!(said.contains("no record has a field `messages[role=nobody].content`"), "{said}");
}

#[cfg(feature = "parquet")]
#[test]
fn the_turns_of_a_chat_in_parquet_are_read_as_those_in_json() {
    let path = "tests/commands/cases/chat.parquet";
    let field = |name: &str| signatures(&stdout(&["hash", "--no-header", "--text-field", name, path]));
    let (first, all) = (field("messages.0.content"), field("messages.content"));
    assert_eq!(first.len(), all.len());
    assert!(first.iter().zip(&all).all(|(first, all)| first != all));
    assert_eq!(field("messages[role=user].content"), first, "each begins with the only turn of the user");
    assert_ne!(field("messages[role=assistant].content"), first);
    let (_, said) = refused(&["hash", "tests/commands/cases/null_type.parquet"]);
    assert!(said.contains("`text` is null in every row"), "{said}");
}

#[test]
fn a_table_whose_header_is_not_the_first_row_or_is_unclear_says_so() {
    let folder = Folder::new();
    let rows = "id;name;text\n1;Quay;The crane lifts two\n2;Dock;Divers repair the gate\n";
    let (_, said) =
        refused(&["hash", &folder.file("extract.csv", format!("Extract of 2026-11-02\n\n{rows}"))]);
    assert!(
        said.contains("extract.csv, line 1: no header: it has 1 of the 3 cells of the next lines"),
        "{said}"
    );
    assert!(said.contains("tail -n +3 FILE"), "{said}");
    let rows = "The ferry leaves at noon.\tDie Fähre geht.\nThe lighthouse is dark.\tDer Turm ist dunkel.\n";
    let (_, said) = refused(&["hash", &folder.file("pairs.tsv", rows)]);
    assert!(said.contains("line 1: the first row was taken for the header"), "{said}");
    let (_, said) = refused(&["hash", &folder.file("twice.csv", "id,text,text\n1,one,two\n")]);
    assert!(said.contains("twice.csv, line 1: several columns are called `text`"), "{said}");
    assert_eq!(read(&[&folder.file("other.csv", "id,text,note,note\n1,one,two,three\n")]).0, ["1"]);
    // A header that lacks the field is still told as one.
    let (_, said) = refused(&["hash", &folder.file("body.csv", "id,body\n1,one\n")]);
    assert!(said.contains("its fields are `id`, `body`"), "{said}");
}

#[test]
fn a_table_is_written_as_its_name_says_or_not_at_all() {
    let folder = Folder::new();
    let input = folder.file("in.jsonl", "{\"text\": \"one two\"}\n{\"text\": \"three\"}\n");
    for ending in ["xlsx", "md", "dat"] {
        let out = folder.path(&format!("out.{ending}"));
        for command in [&["hash"][..], &["pairs", "-k", "3"], &["sweep"]] {
            let (code, said) = refused(&[command, &[&input, "-o", &out]].concat());
            assert!(code == 2 && said.contains(".tsv, .csv, .json, .jsonl, .parquet or .txt"), "{said}");
        }
        succeed(&["hash", &input, "-o", &out, "--format", "csv"]);
    }
    succeed(&["hash", &input, "-o", &folder.path("plain")]);
    for (command, rows) in
        [(&["hash"][..], 2), (&["pairs", "-k", "0"], 0), (&["explain", "--text", "one"], 1)]
    {
        let out = folder.path("out.json");
        let input = if command[0] == "explain" { &[][..] } else { &[input.as_str()] };
        succeed(&[command, input, &["-o", &out, "--force"]].concat());
        let Value::Array(array) = serde_json::from_slice(&fs::read(&out).unwrap()).unwrap() else {
            panic!("{command:?} writes no array")
        };
        assert_eq!(array.len(), rows, "{command:?}");
    }
}

#[test]
fn several_files_are_kept_in_one_or_in_a_folder() {
    let folder = Folder::new();
    let a = folder.file("a.jsonl", "{\"text\": \"one two three\"}\n{\"text\": \"four five six\"}");
    let b = folder.file("b.jsonl", "{\"text\": \"one two three\"}\n{\"text\": \"seven eight nine\"}\n");
    let merged = folder.path("merged.jsonl");
    succeed(&["dedup", &a, &b, "-o", &merged]);
    let rows = ["one two three", "four five six", "seven eight nine"];
    let expected: String = rows.map(|row| format!("{{\"text\": \"{row}\"}}\n")).concat();
    assert_eq!(fs::read_to_string(&merged).unwrap(), expected);
    succeed(&["dedup", &a, &b, "-o", &folder.path("packed.jsonl.gz")]);
    assert_eq!(read(&[&folder.path("packed.jsonl.gz")]).0.len(), 3);
    fs::create_dir(folder.path("there")).unwrap();
    for options in [&["-o", "there"][..], &["-o", "new/"], &["-o", "split", "--split"]] {
        let mut command = simscope(&["dedup", &a, &b]);
        assert!(command.current_dir(folder.0.path()).args(options).output().unwrap().status.success());
        let out = folder.path(options[1]);
        assert_eq!(
            fs::read_to_string(format!("{out}/b.jsonl")).unwrap(),
            "{\"text\": \"seven eight nine\"}\n"
        );
    }
    // Tables have one header.
    let [a, b] = [("c.csv", "id,text\n1,one\n"), ("d.csv", "id,text\n2,two\n")]
        .map(|(name, rows)| folder.file(name, rows));
    assert!(succeed(&["dedup", &a, &b, "-o", "-"]).stdout == b"id,text\n1,one\n2,two\n");
    let [g, h] =
        ["3,three", "4,four"].map(|row| folder.file(&row[2..], format!("sep=,\r\nid,text\r\n{row}\r\n")));
    let joined = simscope(&["dedup", "--input", "csv", &g, &h, "-o", "-"]).output().unwrap().stdout;
    assert_eq!(text(&joined), "sep=,\r\nid,text\r\n3,three\r\n4,four\r\n");
    let other = folder.file("e.csv", "text,id\ntwo,2\n");
    let (_, said) = refused(&["dedup", &a, &other, "-o", &folder.path("f.csv")]);
    assert!(said.contains("another header") && said.contains("--split"), "{said}");
    let (_, said) = refused(&["dedup", &a, &merged, "-o", &folder.path("f.csv")]);
    assert!(said.contains("another form") && said.contains("--split"), "{said}");
    assert!(!folder.names().contains(&"f.csv".to_owned()));
}

#[test]
fn an_index_of_a_corpus_with_an_empty_text_is_compared_with_its_texts() {
    let folder = Folder::new();
    let old =
        folder.file("old.jsonl", "{\"text\": \"\"}\n{\"text\": \"the ferry leaves the quay at noon\"}\n");
    let new =
        folder.file("new.jsonl", "{\"text\": \"the ferry leaves the quay at noon\"}\n{\"text\": \"dark\"}\n");
    let index = folder.path("old.simx");
    succeed(&["index", "build", &old, "-o", &index]);
    let kept = stdout(&["dedup", &new, "--against", &index, "--texts", &old, "-o", "-"]);
    assert_eq!(kept, "{\"text\": \"dark\"}\n");
    let other = folder.file("other.jsonl", "{\"text\": \"\"}\n{\"text\": \"one\"}\n{\"text\": \"two\"}\n");
    let (_, said) = refused(&["dedup", &new, "--against", &index, "--texts", &other, "-o", "-"]);
    assert!(said.contains("is not in the index"), "{said}");
}

#[test]
fn texts_without_spaces_are_said_to_be_one_feature() {
    let folder = Folder::new();
    let letters = |seed: usize| -> String {
        (0..90).map(|at| char::from(b"ACDEFGHIKLMNPQRSTVWY"[(seed * 31 + at * (at + seed)) % 20])).collect()
    };
    let rows: String = (1..4).map(|seed| format!("{{\"text\": \"{}\"}}\n", letters(seed))).collect();
    let path = folder.file("proteins.jsonl", rows);
    for command in [&["dedup", "--dry-run"][..], &["advise"], &["hash"]] {
        let said = text(&simscope(&[command, &[&path]].concat()).output().unwrap().stderr);
        let hint = "--tokenizer chars:5 and --confirm 'weighted:chars:5>=0.3'";
        assert!(said.contains(hint), "{command:?}: {said}");
    }
    let said = text(&succeed(&["hash", "--tokenizer", "chars:5", &path]).stderr);
    assert!(!said.contains("one feature"), "{said}");
}

#[test]
fn what_is_no_command_is_told_the_one_that_does_it() {
    let meant = "export dedup|diff compare|search index query|stats sweep|cluster groups|neighbors batch|similar pairs|\
                 duplicates pairs|distance bits|fingerprint hash|signature hash|threshold advise|plot heatmap|tokens explain|merge groups|paris pairs|exlpain \
                 explain|heatmp heatmap";
    for (word, command) in meant.split('|').map(|line| line.split_once(' ').unwrap()) {
        let (code, said) = refused(&[word]);
        assert!(code == 2 && said.contains(command), "{word}: {said}");
        let said = text(&simscope(&[word, "--lang", "zh"]).output().unwrap().stderr);
        assert!(said.contains("没有这个文件、文件夹或命令"), "{said}");
    }
}

/// Options by which a command is another one.
const VIEWS: [&str; 2] = ["--border", "--signatures"];

#[test]
fn a_command_has_its_other_name_too() {
    let folder = Folder::new();
    let path = folder.file("in.jsonl", "{\"text\": \"one two three\"}\n{\"text\": \"one two four\"}\n");
    for [other, name] in [["sign", "hash"], ["clean", "dedup"], ["neighbours", "batch"]] {
        let more: &[&str] = match name {
            "hash" => &[&path],
            "dedup" => &[&path, "--dry-run"],
            _ => &["--new", &path, "--against", &path],
        };
        assert_eq!(stdout(&[&[other], more].concat()), stdout(&[&[name], more].concat()), "{other}");
        assert!(stdout(&["--help"]).contains(&format!("{name}, ")), "the older name");
        assert!(stdout(&["help", name]).contains(&format!("Usage: simscope {other}")));
    }
    for (name, view) in [
        ("border", &["pairs", "--border", "-k", "3", &path][..]),
        ("bits", &["compare", "10101", "--signatures", "00110"]),
        ("lessons", &["lesson"]),
    ] {
        let by_name: Vec<&str> =
            [&[name][..], &view[1..]].concat().into_iter().filter(|word| !VIEWS.contains(word)).collect();
        assert_eq!(stdout(view), stdout(&by_name), "{name}");
        assert!(stdout(&["--help"]).contains(&format!("{name},")));
        assert!(stdout(&["help", view[0]]).contains(&format!("`simscope {name}`")), "{name}");
    }
    let sheet = folder.path("sheet.html");
    succeed(&["lesson", "--worksheet", "--text", "one two", "--bits", "8", "-o", &sheet]);
    assert!(fs::read_to_string(sheet).unwrap().contains("one"));
    assert!(stdout(&["lesson", "--worksheet", "--help"]).contains("--solution"), "a view has its own help");
    assert_eq!(stdout(&["explore", &path, "--plain"]), stdout(&[&path, "--plain"]));
}

#[test]
fn quiet_says_errors_alone_and_json_is_jsonl() {
    let folder = Folder::new();
    let path = folder.file("in.jsonl", "{\"text\": \"one two three\"}\n{\"text\": \"\"}\n");
    let said = |arguments: &[&str]| text(&simscope(arguments).output().unwrap().stderr);
    assert!(!said(&["groups", &path]).is_empty(), "an empty text is noted");
    assert_eq!(said(&["groups", "-q", &path]), "");
    assert!(said(&["--quiet", "groups", "nowhere.jsonl"]).contains("nowhere.jsonl"));
    assert_eq!(stdout(&["hash", &path, "--json"]), stdout(&["hash", &path, "--format", "jsonl"]));
}

#[test]
fn compare_takes_the_file_first_and_measures_by_their_short_names() {
    let folder = Folder::new();
    let path = folder
        .file("in.jsonl", "{\"id\": \"a\", \"text\": \"one two\"}\n{\"id\": \"b\", \"text\": \"one\"}\n");
    let last = stdout(&["compare", "a", "b", &path, "--measure", "weighted"]);
    assert_eq!(stdout(&["compare", &path, "a", "b", "--measure", "weighted"]), last);
    assert_eq!(stdout(&["compare", "a", "b", &path, "--measure", "weighted:words:2"]), last);
    let read = fs::read_to_string(&path).unwrap();
    let piped =
        simscope(&["compare", "-", "a", "b", "--measure", "weighted"]).write_stdin(read).output().unwrap();
    assert_eq!(text(&piped.stdout), last);
}

#[test]
fn bits_takes_the_digits_that_hash_prints() {
    let folder = Folder::new();
    let path = folder.file("in.jsonl", "{\"text\": \"one two three\"}\n{\"text\": \"one two four\"}\n");
    let signatures = signatures(&stdout(&["hash", "--no-header", &path]));
    let [a, b] = &signatures[..] else { panic!("{signatures:?}") };
    let distance = |a: &str, b: &str| {
        let row = stdout(&["bits", a, b, "--no-header"]);
        row.trim_end().split('\t').skip(3).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(distance(a, b), distance(&format!("0x{a}"), &format!("0x{b}")));
    assert_eq!(distance("10", "0f"), ["5", "8"], "both are hexadecimal");
    assert_eq!(distance("10", "01"), ["2", "2"]);
}

#[test]
fn help_of_a_command_is_given_in_the_language_that_was_asked_for() {
    for arguments in [["help", "dedup", "--lang", "zh"], ["help", "--lang", "zh", "dedup"]] {
        assert_eq!(stdout(&arguments), stdout(&["dedup", "--help", "--lang", "zh"]));
    }
    assert_eq!(stdout(&["help", "dedup", "--lang=zh"]), stdout(&["dedup", "--help", "--lang", "zh"]));
}

#[test]
fn the_report_of_a_dedup_by_distance_names_the_rule_that_was_used() {
    let folder = Folder::new();
    let row = "{\"text\": \"the ferry leaves the quay at noon\"}\n";
    let (path, out, page) =
        (folder.file("in.jsonl", row.repeat(2)), folder.path("out.jsonl"), folder.path("out.html"));
    for (options, rule) in [
        (&["-k", "3"][..], "first"),
        (&["-k", "3", "--keep", "longest"], "longest"),
        (&["--keep", "shortest"], "shortest"),
        (&[], "heaviest"),
    ] {
        let written = ["dedup", &path, "-o", &out, "--report", &page, "--yes", "--force"];
        succeed(&[&written, options].concat());
        let html = fs::read_to_string(&page).unwrap();
        assert!(html.contains(&format!("First comes: {rule}.")), "{options:?}");
        let dropped = fs::read_to_string(folder.path("out.dropped.tsv")).unwrap();
        assert!(dropped.trim_end().ends_with(&format!("\t{rule}")), "{options:?}: {dropped}");
    }
}
