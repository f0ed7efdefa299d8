//! The commands, end to end: the binary, its output, its errors and its exit codes.

use crate::command::{LICENCES, TANG, program, simscope, stdout, text};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Output;

/// Rows of a TSV without its header, which must be `header`.
fn rows(arguments: &[&str], header: &str) -> Vec<Vec<String>> {
    let tsv = stdout(arguments);
    let mut lines = tsv.lines();
    assert_eq!(lines.next(), Some(header.replace(' ', "\t").as_str()), "{arguments:?}");
    lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// Four texts, of which one is empty and one is hostile.
fn small() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("small.jsonl");
    let lines = [
        r#"{"id":"a","text":"to be or not to be","label":"x"}"#,
        r#"{"id":"b","text":"To be, or not to be!","label":"x"}"#,
        r#"{"id":"c\t\u001b[31m","text":"床前明月光，疑是地上霜。","label":"y"}"#,
        r#"{"id":"d","text":" ","label":"y"}"#,
    ];
    fs::write(&path, lines.join("\n")).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

#[test]
fn hash_is_the_same_in_every_format() {
    let (_folder, path) = small();
    let hash = |format| stdout(&["hash", &path, "--format", format]);
    insta::assert_snapshot!(hash("tsv"), @r#"
    id	signature	bits	features
    a	7042d20d496d8029	64	4
    b	7042d20d496d8029	64	4
    c␉␛[31m	83f1322dc2035f08	64	5
    d	0000000000000000	64	0
    "#);
    insta::assert_snapshot!(hash("csv"), @r#"
    id,signature,bits,features
    a,7042d20d496d8029,64,4
    b,7042d20d496d8029,64,4
    "c	␛[31m",83f1322dc2035f08,64,5
    d,0000000000000000,64,0
    "#);
    insta::assert_snapshot!(hash("jsonl"), @r#"
    {"id":"a","signature":"7042d20d496d8029","bits":64,"features":4}
    {"id":"b","signature":"7042d20d496d8029","bits":64,"features":4}
    {"id":"c\t\u001b[31m","signature":"83f1322dc2035f08","bits":64,"features":5}
    {"id":"d","signature":"0000000000000000","bits":64,"features":0}
    "#);
    insta::assert_snapshot!(hash("table"), @r#"
     id        signature          bits   features
    ──────────────────────────────────────────────
     a         7042d20d496d8029     64          4
     b         7042d20d496d8029     64          4
     c␉␛[31m   83f1322dc2035f08     64          5
     d         0000000000000000     64          0
    "#);
    assert_eq!(stdout(&["hash", &path]), hash("tsv"), "a pipe gets tsv");
}

#[test]
fn groups_pairs_and_sweep_of_four_texts() {
    let (_folder, path) = small();
    insta::assert_snapshot!(stdout(&["pairs", "-k", "0", &path]), @r#"
    id_a	id_b	distance
    a	b	0
    "#);
    insta::assert_snapshot!(stdout(&["groups", "-k", "0", &path, "--all", "--format", "csv"]), @r#"
    id,group,size,representative
    a,1,2,a
    b,1,2,a
    "c	␛[31m",,1,"c	␛[31m"
    d,,1,d
    "#);
    insta::assert_snapshot!(stdout(&["sweep", &path, "--bits", "4"]), @r#"
    k	pairs	groups	grouped	largest	chains	precision	recall	f1	group_precision	group_recall	group_f1	ari	confirmed	missed	confirmed_precision	confirmed_recall	confirmed_f1	basis
    0	1	1	2	2	0	1	1	1	1	1	1	1	1	0	1	1	1	exact
    1	3	1	3	3	0	0.3333333333333333	1	0.5	0.3333333333333333	1	0.5	0	1	0	0.3333333333333333	1	0.5	exact
    2	3	1	3	3	0	0.3333333333333333	1	0.5	0.3333333333333333	1	0.5	0	1	0	0.3333333333333333	1	0.5	exact
    3	3	1	3	3	0	0.3333333333333333	1	0.5	0.3333333333333333	1	0.5	0	1	0	0.3333333333333333	1	0.5	exact
    4	3	1	3	3	0	0.3333333333333333	1	0.5	0.3333333333333333	1	0.5	0	1	0	0.3333333333333333	1	0.5	exact
    "#);
}

#[test]
fn explain_is_one_object() {
    let explained = stdout(&[
        "explain",
        "--text",
        "be or be\u{1b}",
        "--weighting",
        "tf",
        "--bits",
        "8",
        "--format",
        "jsonl",
    ]);
    insta::assert_snapshot!(explained, @r#"
    {"id":null,"recipe":{"name":null,"tokenizer":"words:3","weighting":"tf","hash":"xxh3","bits":8,"tie":"zero","normalize":"nfc"},"tie":"zero","features":[{"term":"be","count":2,"weight":2,"hash":"3c"},{"term":"or","count":1,"weight":1,"hash":"43"}],"sums":[-1,-1,1,1,1,1,-1,-3],"signature":"3c"}
    "#);
    insta::assert_snapshot!(stdout(&["explain", "--text", "be or be", "--weighting", "tf", "--bits", "4", "--format", "table"]), @r#"
    recipe     words:3 · tf · xxh3 · 4 bits · tie zero · normalize nfc
    tie        a sum of 0 becomes zero
    signature  c  1100

     term   count   weight   hash   bits
    ─────────────────────────────────────
     be         2        2   c      1100
     or         1        1   3      0011

     bit   sum   signature
    ───────────────────────
       3     1           1
       2     1           1
       1    -1           0
       0    -1           0
    "#);
    insta::assert_snapshot!(stdout(&["explain", "--text", "be or be", "--bits", "8"]), @r#"
    term	count	weight	hash
    be	2	1	3c
    or	1	1	43
    "#);
}

#[test]
fn explain_agrees_with_hash() {
    for (weighting, bits) in
        [("uniform", "61"), ("tf", "61"), ("tf-idf", "61"), ("uniform", "128"), ("tf-idf", "100")]
    {
        let common = [TANG, "--weighting", weighting, "--bits", bits, "--tie", "one"];
        let hashes = rows(&[&["hash"], &common[..]].concat(), "id signature bits features");
        for row in hashes.iter().step_by(60) {
            let options = ["--id", &row[0], "--format", "jsonl"];
            let explained = stdout(&[&["explain"], &common[..], &options].concat());
            let explained: Value = serde_json::from_str(&explained).unwrap();
            assert_eq!(explained["signature"], row[1]);
            assert_eq!(explained["features"].as_array().unwrap().len().to_string(), row[3]);
            assert_eq!(explained["sums"].as_array().unwrap().len().to_string(), bits);
            let signature = u128::from_str_radix(&row[1], 16).unwrap();
            for (i, sum) in explained["sums"].as_array().unwrap().iter().enumerate() {
                assert_eq!(signature >> i & 1 == 1, sum.as_f64().unwrap() >= 0.0, "bit {i}");
            }
        }
    }
}

/// Connected components of size 2 and up, as sets of ids.
fn components(pairs: &[Vec<String>]) -> BTreeSet<BTreeSet<String>> {
    let mut of: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for pair in pairs {
        let mut joined: BTreeSet<String> = pair[..2].iter().cloned().collect();
        for id in &pair[..2] {
            joined.extend(of.get(id.as_str()).into_iter().flatten().cloned());
        }
        for id in pairs.iter().flat_map(|pair| &pair[..2]).filter(|id| joined.contains(*id)) {
            of.insert(id, joined.clone());
        }
    }
    of.into_values().collect()
}

#[test]
fn pairs_groups_and_sweep_agree() {
    for (corpus, bits) in [(TANG, "64"), (LICENCES, "64"), (LICENCES, "128")] {
        let sweep = stdout(&["sweep", corpus, "--bits", bits, "--format", "jsonl"]);
        let sweep: Vec<Value> = sweep.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!((sweep.len() - 1).to_string(), bits);
        for k in [0_usize, 3, 6, 10] {
            let option = k.to_string();
            let pairs = rows(&["pairs", corpus, "--bits", bits, "-k", &option], "id_a id_b distance");
            let options = ["groups", corpus, "--bits", bits, "-k", &option];
            let groups = rows(&options, "id group size representative");
            assert!(pairs.iter().all(|pair| pair[2].parse::<usize>().unwrap() <= k));

            let mut by_number: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
            for row in &groups {
                by_number.entry(row[1].parse().unwrap()).or_default().insert(row[0].clone());
            }
            for row in &groups {
                let group = &by_number[&row[1].parse().unwrap()];
                assert_eq!(row[2], group.len().to_string());
                assert!(group.contains(&row[3]), "the representative is a member");
            }
            assert_eq!(by_number.into_values().collect::<BTreeSet<_>>(), components(&pairs), "{corpus} {k}");

            let row = &sweep[k];
            assert_eq!(row["k"], k);
            assert_eq!(row["pairs"], pairs.len());
            assert_eq!(row["grouped"], groups.len());
            let last = groups.last().map_or(0, |row| row[1].parse::<usize>().unwrap());
            assert_eq!(row["groups"], last, "numbers run from 1 without a gap");
            assert_eq!(row["largest"].to_string(), groups[0][2], "the largest group comes first");
        }
    }
}

#[test]
fn signatures_read_back_give_the_same_pairs() {
    let folder = tempfile::tempdir().unwrap();
    for (format, bits) in [("tsv", "32"), ("csv", "32"), ("jsonl", "32"), ("tsv", "128"), ("jsonl", "67")] {
        let file = folder.path().join(format!("hashes.{format}"));
        let file = file.to_str().unwrap();
        stdout(&["hash", TANG, "--bits", bits, "-o", file, "--force"]);
        for command in ["pairs", "groups"] {
            let from_signatures = stdout(&[command, "--input", "signatures", file, "-k", "9"]);
            assert_eq!(
                from_signatures,
                stdout(&[command, TANG, "--bits", bits, "-k", "9"]),
                "{format} {bits}"
            );
        }
        let hashed = stdout(&["hash", "--input", "signatures", file]);
        let column =
            |text: &str| text.lines().map(|line| line.split('\t').nth(1).map(str::to_owned)).collect();
        let (read, computed): (Vec<_>, Vec<_>) =
            (column(&hashed), column(&stdout(&["hash", TANG, "--bits", bits])));
        assert_eq!(read, computed, "{format} {bits}");
    }
}

#[test]
fn leaders_keep_everyone_within_k_of_the_representative() {
    let signatures: BTreeMap<String, u64> = rows(&["hash", LICENCES], "id signature bits features")
        .into_iter()
        .map(|row| (row[0].clone(), u64::from_str_radix(&row[1], 16).unwrap()))
        .collect();
    let groups = rows(&["groups", LICENCES, "-k", "10", "--leaders"], "id group size representative");
    assert!(!groups.is_empty());
    for row in groups {
        assert!((signatures[&row[0]] ^ signatures[&row[3]]).count_ones() <= 10, "{row:?}");
    }
}

#[test]
fn empty_documents_are_left_out_unless_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lines.txt");
    fs::write(&path, "...\n!!\nword\n").unwrap();
    let path = path.to_str().unwrap();
    let output = simscope(&["pairs", path, "--input", "lines"]).output().unwrap();
    assert_eq!(text(&output.stdout).lines().count(), 1);
    assert_eq!(
        text(&output.stderr),
        "simscope: left out 2 documents without features (--with-empty keeps them)\n"
    );
    assert_eq!(stdout(&["pairs", path, "--with-empty"]), "id_a\tid_b\tdistance\n1\t2\t0\n");
    assert_eq!(stdout(&["groups", path, "--with-empty"]).lines().count(), 3);
}

#[test]
fn threads_do_not_change_anything() {
    let one =
        stdout(&["groups", "samples/builtin.jsonl", "-k", "9", "--threads", "1", "--weighting", "tf-idf"]);
    assert_eq!(one, stdout(&["groups", "samples/builtin.jsonl", "-k", "9", "--weighting", "tf-idf"]));
}

#[test]
fn standard_input_is_read_for_a_dash() {
    let output = simscope(&["hash", "-", "--input", "lines"]).write_stdin("one\ntwo\n").output().unwrap();
    assert_eq!(text(&output.stdout).lines().count(), 3);
}

#[test]
fn what_was_skipped_is_told_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.jsonl");
    fs::write(&path, "{\"id\":\"a\",\"text\":\"x\"}\n{\n[\n{\"id\":\"b\"}\n").unwrap();
    let output = simscope(&["hash", path.to_str().unwrap()]).output().unwrap();
    assert!(output.status.success());
    let told = text(&output.stderr);
    assert!(told.starts_with("simscope: skipped 3: 2 malformed, 1 without the field; first: "), "{told}");
    assert!(told.contains("line 2: ") && told.lines().count() == 1, "{told}");
    let output = simscope(&["hash", "--strict", path.to_str().unwrap()]).output().unwrap();
    check_failure(&output, 1, "line 2");
}

/// A failure: this exit code, nothing on standard output, one line on standard error that holds `what`.
fn check_failure(output: &Output, code: i32, what: &str) {
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{told}");
    assert_eq!(text(&output.stdout), "");
    let errors: Vec<&str> = told.lines().filter(|line| !line.contains("no PATH was given")).collect();
    assert_eq!(errors.len(), 1, "{told}");
    assert!(errors[0].starts_with("simscope: ") && errors[0].contains(what), "{told}");
}

#[test]
fn bad_arguments_are_exit_code_2() {
    for (arguments, what) in [
        (&["hash", "--bits", "129"][..], "1 to 128"),
        (&["hash", "--tokenizer", "foo"], "words, words:N, jieba, whitespace, chars:N, shingles:N"),
        (
            &["compare", "--texts", "a", "b", "--measure", "jaccard:words:33"],
            "jaccard:words:W, jaccard:chars:W",
        ),
        (&["hash", "--weighting", "idf"], "uniform, tf, tf-idf, given, keywords:N"),
        (&["hash", "--tie", "up"], "zero, one or inverted"),
        (&["hash", "--format", "xml"], "table, tsv, tsv-escaped, csv, spreadsheet, jsonl or parquet"),
        (&["hash", "--frobnicate"], "--frobnicate"),
        (&["hash", "--threads", "0"], "1 to 1024"),
        (&["hash", "--encoding", "klingon", TANG], "klingon"),
        (&["pairs", "-k", "129"], "0 to 128"),
        (&["explain", "--id", "a", "--text", "b"], "--text"),
        (&["explain", TANG], "--id"),
        (&["explain", "--input", "signatures", TANG], "signature"),
        (&["heatmap", "-o", "x.jpg", TANG], "FILE.png or FILE.svg"),
        (&["heatmap", TANG], "--output <FILE>"),
        (&["hash", TANG, "-o", "x.csv.gz"], "leave out .gz"),
        (&["hash", "--input", "signatures", TANG, "--bits", "32"], "signatures have their recipe already"),
        (&["index", "build", TANG, "-o", "-"], "this cannot go to standard output; name a file"),
        (
            &["dedup", "--yes", TANG, "-o", "x.jsonl", "--dropped", "-"],
            "this cannot go to standard output; name a file",
        ),
    ] {
        check_failure(&simscope(arguments).output().unwrap(), 2, what);
    }
}

#[test]
fn what_cannot_be_done_is_exit_code_1() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("no\u{1b}such");
    for (arguments, what) in [
        (&["hash", missing.to_str().unwrap()][..], "no␛such: no such file"),
        (&["explain", TANG, "--id", "nobody"], "--id nobody"),
        (&["hash", TANG, "--text-field", "poem"], "--text-field"),
        (&["pairs", TANG, "--id-field", "poem"], "no record has a field `poem`"),
        (&["hash", TANG, "-o", "no/such/folder/x.tsv"], "x.tsv: cannot be written"),
        (
            &["dedup", "--yes", TANG, "-k", "3", "-o", "-", "--report", "no/such/x.html"],
            "x.html: cannot be written",
        ),
        (&["pairs", "--input", "signatures", TANG], "signature"),
    ] {
        check_failure(&simscope(arguments).output().unwrap(), 1, what);
    }
}

/// The recipe of signatures is known from the file beside them: it goes with them, and another one is refused.
#[test]
fn signatures_keep_their_recipe() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    // Without the checksums, which are those of the file.
    let recipe = |of: &str| -> Option<String> {
        let beside = fs::read_to_string(path(of) + ".recipe.toml").ok()?;
        Some(beside.lines().filter(|line| !line.starts_with('#')).collect())
    };
    let (words, chars, again, both) =
        (path("words.tsv"), path("chars.tsv"), path("again.tsv"), path("both.tsv"));
    stdout(&["hash", TANG, "-o", &words]);
    stdout(&["hash", TANG, "--tokenizer", "chars:2", "-o", &chars]);
    stdout(&["hash", "--input", "signatures", &chars, "-o", &again]);
    assert_eq!(recipe("again.tsv"), recipe("chars.tsv"));
    for line in [
        &["groups", "--input", "signatures", &words, &chars][..],
        &["index", "build", "--input", "signatures", &words, &chars, "-o", &both],
        &["batch", "--input", "signatures", "--new", &words, "--against", &chars],
        // A file that only hash writes is no signature file to be read as texts.
        &["batch", "--new", &words, "--against", &chars],
    ] {
        let what =
            if line.contains(&"signatures") { "made with another recipe" } else { "--input signatures" };
        check_failure(&simscope(line).output().unwrap(), 1, what);
    }
    // Without a recipe beside the input there is none beside the output either.
    fs::remove_file(words.clone() + ".recipe.toml").unwrap();
    stdout(&["hash", "--input", "signatures", &words, "-o", &again, "--force"]);
    assert_eq!(recipe("again.tsv"), None);
    // An index is read like a signature file, also to build another.
    let (first, second) = (path("first.simx"), path("second.simx"));
    stdout(&["index", "build", "--input", "signatures", &words, "-o", &first]);
    stdout(&["index", "build", "--input", "signatures", &first, "-o", &second]);
    assert_eq!(
        stdout(&["pairs", "-k", "8", "--input", "signatures", &second]),
        stdout(&["pairs", "-k", "8", "--input", "signatures", &words])
    );
}

#[test]
fn ids_that_are_long_numbers_stay_as_they_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.jsonl");
    let ids = [
        "18446744073709551615",
        "18446744073709551616",
        "340282366920938463463374607431768211457",
        "1.50",
        "-7",
    ];
    let lines: Vec<String> = ids.iter().map(|id| format!(r#"{{"id":{id},"text":"a b"}}"#)).collect();
    fs::write(&path, lines.join("\n")).unwrap();
    let found = rows(&["hash", path.to_str().unwrap()], "id signature bits features");
    let found: Vec<&str> = found.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(found, ids);
}

#[test]
fn rows_of_what_could_not_be_read_are_no_signatures() {
    let folder = tempfile::tempdir().unwrap();
    let (texts, signed) = (folder.path().join("texts.jsonl"), folder.path().join("signed.tsv"));
    fs::write(&texts, "{\"id\":\"a\",\"text\":\"a b\"}\n{\"id\":\"b\"}\n").unwrap();
    let (texts, signed) = (texts.to_str().unwrap(), signed.to_str().unwrap());
    stdout(&["hash", "--unreadable", "row", texts, "-o", signed]);
    let output = simscope(&["groups", "--input", "signatures", signed]).output().unwrap();
    check_failure(&output, 1, "the signature is empty; `sign --unreadable row` writes such rows");
}

#[test]
fn the_lost_rest_of_a_damaged_file_is_told_beside_a_bad_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cut.jsonl.gz");
    let lines: String = (0..3_000).map(|i| format!("{{\"id\":{i},\"text\":\"line {i}\"}}\n")).collect();
    let mut packed = std::process::Command::new("gzip");
    packed.stdin(std::process::Stdio::piped()).stdout(fs::File::create(&path).unwrap());
    let mut packed = packed.spawn().unwrap();
    std::io::Write::write_all(&mut packed.stdin.take().unwrap(), format!("{{bad\n{lines}").as_bytes())
        .unwrap();
    assert!(packed.wait().unwrap().success());
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    let told = text(&simscope(&["hash"]).arg(&path).output().unwrap().stderr).to_owned();
    let (lost, skipped) = told.split_once('\n').unwrap();
    let what = "the compressed data ends too early; nothing from here to the end of the file was read";
    assert!(lost.ends_with(what), "{told}");
    assert!(skipped.contains("skipped 2: 1 malformed, 1 damaged to its end; first: "), "{told}");
}

#[test]
fn a_path_may_be_called_like_a_command() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("hash"), "one\none\n").unwrap();
    let run = |arguments: &[&str]| {
        let output = simscope(arguments).current_dir(folder.path()).output().unwrap();
        assert!(output.status.success());
        text(&output.stdout)
    };
    assert!(run(&["--", "hash"]).starts_with("k\tpairs"), "a path, so the sweep in place of the explorer");
    assert!(run(&["hash", "hash"]).starts_with("id\tsignature"), "the command, on a path");
}

#[test]
fn without_a_terminal_the_sweep_stands_in_and_the_commands_are_named() {
    let output = simscope(&[TANG]).output().unwrap();
    assert!(output.status.success());
    assert_eq!(text(&output.stdout), stdout(&["sweep", TANG]));
    let told = text(&output.stderr);
    assert!(
        told.contains("no terminal")
            && told.contains(
                "sign, frequencies, frames, explain, pairs, lesson, recipes, doctor, diff-recipes, measures, compare, neighbours, \
                 groups, clean, check, passages, sweep, advise, differences, judge, sensitivity, heatmap"
            ),
        "{told}"
    );
    let plain = simscope(&["--plain", TANG]).output().unwrap();
    assert_eq!((text(&plain.stdout), text(&plain.stderr)), (text(&output.stdout), String::new()));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    use std::process::Stdio;
    let commands = [&["hash", LICENCES][..], &["pairs", "-k", "64", LICENCES], &["man"], &["--help"]];
    let screen = &["--plain", "--screen", "1", LICENCES][..];
    for arguments in commands.into_iter().chain(cfg!(feature = "explorer").then_some(screen)) {
        let mut child = program(env!("CARGO_BIN_EXE_simscope"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()), "{arguments:?}");
    }
}

fn names(folder: &Path) -> Vec<String> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.jsonl");
    let file = path.to_str().unwrap();
    stdout(&["hash", TANG, "-o", file]);
    let old = fs::read_to_string(&path).unwrap();
    assert_eq!(old, stdout(&["hash", TANG, "--format", "jsonl"]), "the ending chooses the format");
    for arguments in [
        &["hash", "no/such/file", "--force", "-o", file][..],
        &["explain", TANG, "--id", "nobody", "--force", "-o", file],
    ] {
        assert!(!simscope(arguments).output().unwrap().status.success());
        assert_eq!(fs::read_to_string(&path).unwrap(), old);
    }
    let mut names = names(folder.path());
    names.sort();
    assert_eq!(names, ["out.jsonl", "out.jsonl.recipe.toml"], "and nothing beside it but the recipe");
}

#[test]
fn heatmaps_are_pictures_of_the_size_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    for order in ["group", "input", "signature"] {
        let (png, svg) = (folder.path().join("a.png"), folder.path().join("a.svg"));
        let draw = |file: &Path, size| {
            let file = file.to_str().unwrap();
            stdout(&["heatmap", TANG, "--order", order, "--size", size, "--force", "-o", file]);
        };
        // 300 poems: 600 pixels are 2 a cell; 100 pixels are 3 × 3 pairs a cell.
        for (size, side) in [("600", 600), ("899", 600), ("100", 100), ("299", 150)] {
            draw(&png, size);
            let info = png::Decoder::new(std::io::BufReader::new(fs::File::open(&png).unwrap()))
                .read_info()
                .unwrap();
            assert_eq!((info.info().width, info.info().height), (side, side));
        }
        draw(&svg, "100");
        let svg = fs::read_to_string(svg).unwrap();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert!(
            svg.contains(&format!("300 documents · order {order} · words:3 · uniform"))
                && svg.contains("k = 3")
        );
        assert!(svg.contains("3 × 3 pairs"));
    }
    for (show, what) in [
        ("nearest", "the smallest distance of at most 3 × 3"),
        ("mean", "the mean distance of at most 3 × 3"),
        ("share", "the share of the pairs within k = 5 of at most 3 × 3"),
    ] {
        let file = folder.path().join(format!("{show}.svg"));
        stdout(&["heatmap", TANG, "--show", show, "--size", "100", "-k", "5", "-o", file.to_str().unwrap()]);
        assert!(fs::read_to_string(file).unwrap().contains(what), "{show}");
    }
    let one = folder.path().join("one.jsonl");
    fs::write(&one, "{\"text\": \"word\"}").unwrap();
    let output = simscope(&["heatmap", one.to_str().unwrap(), "-o", "one.svg"]).output().unwrap();
    check_failure(&output, 1, "fewer than two documents");
}

#[test]
fn compare_measures_the_texts() {
    let texts = ["compare", "--texts", "a rose is a rose", "A rose is red"];
    let compare = |more: &[&str]| stdout(&[&texts[..], more].concat());
    // a rose, rose is, is a | a rose, rose is, is red
    let all: Value = serde_json::from_str(&compare(&["--format", "jsonl"])).unwrap();
    let measures: Vec<(&str, f64)> = all["measures"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_f64().unwrap()))
        .collect();
    let names = ["cosine", "jaccard:words:2", "jaccard:chars:5", "containment:words:2", "edit", "equal"];
    assert_eq!(
        measures.iter().map(|measure| measure.0).collect::<BTreeSet<_>>(),
        names.into_iter().collect::<BTreeSet<_>>()
    );
    let value = |name: &str| measures.iter().find(|measure| measure.0 == name).unwrap().1;
    // Uniform weights: a, rose, is | a, rose, is, red
    assert_eq!(value("cosine"), 3.0 / 12.0_f64.sqrt());
    assert_eq!(value("jaccard:words:2"), 0.5);
    assert_eq!(value("containment:words:2"), 2.0 / 3.0);
    assert_eq!(value("equal"), 0.0);
    // Each once, in the order asked for.
    let chosen = ["--measure", "sentences:1", "--measure", "jaccard:words:1", "--measure", "sentences:1"];
    let tsv = compare(&[&chosen[..], &["--format", "tsv"]].concat());
    assert_eq!(tsv, "measure\tvalue\nsentences:1\t0\njaccard:words:1\t0.75\n");
    let table = compare(&[&chosen[..], &["--format", "table"]].concat());
    assert!(table.contains("\n\nsentences:1           0.0000\njaccard:words:1       0.7500\n\n"), "{table}");
    assert!(table.contains("(estimate, cos πd/f)") && table.contains(" rose "), "{table}");
    // Without a choice the flat formats have the terms, as before.
    assert!(compare(&["--format", "tsv"]).starts_with("term\tweight_a\tweight_b\tdistance\na\t1\t1\t"));
    // Under tf-idf the cosine is that of the weights of the corpus.
    let (_folder, path) = small();
    let of_corpus = stdout(&["compare", "a", "b", &path, "--weighting", "tf-idf", "--measure", "cosine"]);
    assert_eq!(of_corpus, "measure\tvalue\ncosine\t1\n");
}

#[test]
fn every_command_has_help_with_an_example() {
    for command in [
        "hash",
        "explain",
        "compare",
        "pairs",
        "groups",
        "sweep",
        "sensitivity",
        "heatmap",
        "index",
        "worksheet",
    ] {
        let help = stdout(&[command, "--help"]);
        assert!(help.contains("Example"), "{help}");
    }
    for command in ["build", "query", "info", "add"] {
        let help = stdout(&["index", command, "--help"]);
        assert!(help.contains("Example"), "{help}");
    }
    insta::assert_snapshot!("help", stdout(&["--help"]));
    insta::assert_snapshot!("short_help", stdout(&["-h"]));
    assert!(stdout(&["--help-all"]).contains("--no-mouse"), "every option of the explorer");
}

#[test]
fn a_sweep_ends_at_the_k_that_is_asked_for() {
    let all = stdout(&["sweep", TANG]);
    let some = stdout(&["sweep", TANG, "--exact-up-to", "5"]);
    assert_eq!(some.lines().count(), 7);
    assert!(all.starts_with(&some));
    assert_eq!(stdout(&["sweep", TANG, "--exact-up-to", "128"]), all);
}

#[test]
fn a_command_may_stand_behind_its_options() {
    for (options, rest) in [
        (&["--lang", "en"][..], &["sensitivity", TANG, "--risk"][..]),
        (&["-k", "5"], &["pairs", TANG, "--plan"]),
        (&["--strict"], &["hash", TANG]),
    ] {
        let first = [&rest[..1], options, &rest[1..]].concat();
        assert_eq!(stdout(&[options, rest].concat()), stdout(&first), "{options:?} {rest:?}");
    }
    // What would not be a call of the command either is an error.
    let output = simscope(&["--text-field", "index", TANG, "--nonsense"]).output().unwrap();
    assert!(text(&output.stderr).contains("--nonsense"), "{}", text(&output.stderr));
    // A file of that name may be meant.
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("hash"), "one text\n").unwrap();
    let output = simscope(&["--lang", "en", "hash"]).current_dir(&folder).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("for a file of that name write ./hash"),
        "{}",
        text(&output.stderr)
    );
    assert!(stdout(&["help", "sweep"]).contains("Print the numbers of pairs and groups at every k"));
}

#[test]
fn mistakes_of_a_command_line_say_what_is_allowed() {
    for (arguments, en, zh) in [
        (&["pairs", "--threads", "0", TANG][..], "0 is not 1 to 1024", "须为 1 到 1024"),
        (&["config", "foo"], "foo: no argument of this command", "foo：该命令没有这个参数"),
    ] {
        for (lang, expected) in [("en", en), ("zh", zh)] {
            let output = simscope(arguments).env("SIMSCOPE_LANGUAGE", lang).output().unwrap();
            let error = text(&output.stderr);
            assert_eq!((output.status.code(), error.contains(expected)), (Some(2), true), "{error}");
        }
    }
}

#[test]
fn ids_that_occur_twice_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.jsonl");
    let told = |records: &str| {
        fs::write(&file, records).unwrap();
        let output = simscope(&["pairs", "-k", "0"]).arg(&file).output().unwrap();
        (text(&output.stdout), text(&output.stderr))
    };
    let (found, notes) =
        told("{\"id\":1,\"text\":\"a b c\"}\n{\"id\":1,\"text\":\"a b c\"}\n{\"id\":3,\"text\":\"d\"}\n");
    assert_eq!(found, "id_a\tid_b\tdistance\n1\t1\t0\n");
    assert!(notes.contains("1 id is used more than once, by 2 documents; first: \"1\""), "{notes}");
    // An empty id becomes the number of the record, which is the id of no other.
    let (found, notes) = told("{\"id\":2,\"text\":\"a b c\"}\n{\"id\":\"\",\"text\":\"a b c\"}\n");
    assert_eq!((found.as_str(), notes.as_str()), ("id_a\tid_b\tdistance\n2\t#2\t0\n", ""));
    let (found, notes) = told("{\"id\":\"\",\"text\":\"a b c\"}\n{\"id\":1,\"text\":\"a b c\"}\n");
    assert!(found.is_empty() && notes.contains("the id `1` of one record is also"), "{notes}");
    let (_, notes) = told("{\"id\":2,\"text\":\"a b c\"}\n{\"id\":1,\"text\":\"a b c\"}\n");
    assert!(!notes.contains("more than once"));
}

#[test]
fn document_frequencies_of_parts_weigh_as_those_of_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let poems = fs::read_to_string(TANG).unwrap();
    let (first, second) = poems.split_at(poems.match_indices('\n').nth(30).unwrap().0 + 1);
    fs::write(path("first.jsonl"), first).unwrap();
    fs::write(path("second.jsonl"), second).unwrap();
    for tokenizer in ["chars:2", "jieba"] {
        let of = |words: &[&str]| stdout(&[words, &["--tokenizer", tokenizer]].concat());
        let parts = [path("first.jsonl"), path("second.jsonl")].map(|part| of(&["frequencies", &part]));
        fs::write(path("parts.tsv"), parts.concat()).unwrap();
        let hashed =
            |more: &[&str]| of(&[&["hash", TANG, "--weighting", "tf-idf", "--threads", "2"], more].concat());
        assert_eq!(hashed(&["--frequencies", &path("parts.tsv")]), hashed(&[]), "{tokenizer}");
        fs::write(path("first.tsv"), &parts[0]).unwrap();
        assert_ne!(hashed(&["--frequencies", &path("first.tsv")]), hashed(&[]), "{tokenizer}");
        let all = poems.lines().count().to_string();
        assert_eq!(of(&["frequencies", TANG]).lines().last(), Some(format!("*\t{all}").as_str()));
    }
    let refused = |words: &[&str]| text(&simscope(words).output().unwrap().stderr).to_owned();
    let wrong = refused(&["hash", TANG, "--frequencies", &path("parts.tsv")]);
    assert!(wrong.contains("only the weighting tf-idf uses document frequencies"), "{wrong}");
    let counted = path("counted.tsv");
    stdout(&["frequencies", TANG, "--tokenizer", "chars:3", "-o", &counted]);
    let weighed =
        ["hash", TANG, "--weighting", "tf-idf", "--frequencies", &counted, "-o", &path("weighed.tsv")];
    let wrong = refused(&[&weighed[..], &["--tokenizer", "chars:2"]].concat());
    assert!(wrong.contains("were counted by chars:3 · tf-idf"), "{wrong}");
    stdout(&[&weighed[..], &["--tokenizer", "chars:3"]].concat());
    // The recipe that goes with an input is no output.
    let beside = format!("{counted}.recipe.toml");
    let wrong = refused(&[&weighed[..6], &["--tokenizer", "chars:3", "--force", "-o", &beside]].concat());
    assert!(wrong.contains("is read as input"), "{wrong}");
    let recipe = fs::read_to_string(path("weighed.tsv.recipe.toml")).unwrap();
    assert!(recipe.contains(&format!("# --frequencies {counted}")), "{recipe}");
    let wrong = refused(&["hash", TANG, "--weighting", "tf-idf", "--frequencies", TANG]);
    assert!(wrong.contains(":1: not a term of 16 hexadecimal digits"), "{wrong}");
}
