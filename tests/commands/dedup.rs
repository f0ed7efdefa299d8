//! `simscope clean`, end to end: what stays covers what goes, and nothing is lost.

use crate::command::{LICENCES, SERMON, TANG, program, simscope, stdout, succeed, text};
use crate::folder::Folder;
use serde_json::Value;
use simscope::corpus::{self, Corpus, Event, ReadOptions, Source};
use simscope::decide::{self, Decisions, Setting};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn read(path: &str) -> String {
    fs::read_to_string(repository(path)).unwrap()
}

/// The rows of a table with a header, as maps.
fn rows(tsv: &str) -> Vec<HashMap<String, String>> {
    let mut lines = tsv.lines();
    let heads: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let row = |line: &str| {
        heads.iter().map(|head| (*head).to_owned()).zip(line.split('\t').map(str::to_owned)).collect()
    };
    lines.map(row).collect()
}

fn signatures(path: &str) -> HashMap<String, u64> {
    let row = |row: HashMap<String, String>| {
        (row["id"].clone(), u64::from_str_radix(&row["signature"], 16).unwrap())
    };
    rows(&stdout(&["hash", path, "--format", "tsv"])).into_iter().map(row).collect()
}

fn id(line: &str) -> String {
    serde_json::from_str::<Value>(line).unwrap()["id"].as_str().unwrap().to_owned()
}

/// The error of a call that must fail with this code: the last line of standard error, behind the messages about the decision.
#[track_caller]
fn fail(arguments: &[&str], code: i32) -> String {
    let output = simscope(arguments).output().unwrap();
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {error}");
    let (said, error) = error.trim_end().rsplit_once('\n').unwrap_or(("", error.trim_end()));
    assert!(said.is_empty() || said.contains(" are confirmed by "), "{said}");
    error.to_owned()
}

/// Runs `dedup` at k and checks what every call must hold: each line of the output is one of the input, in order; each
/// dropped document is within k of the kept one that its row names. Returns the kept ids.
#[track_caller]
fn check(input: &str, k: u32, options: &[&str]) -> HashSet<String> {
    let folder = Folder::new();
    let out = folder.path("out.jsonl");
    succeed(&[&["dedup", "--yes", input, "-k", &k.to_string(), "-o", &out], options].concat());
    let (whole, kept) = (read(input), fs::read_to_string(&out).unwrap());
    let mut left = whole.lines();
    for line in kept.lines() {
        assert!(left.any(|other| other == line), "{line} is not in the input, or not in its place");
    }
    let kept: HashSet<String> = kept.lines().map(id).collect();
    let signatures = signatures(input);
    let dropped = rows(&fs::read_to_string(folder.path("out.dropped.tsv")).unwrap());
    assert_eq!(kept.len() + dropped.len(), whole.lines().count(), "{options:?}");
    let groups: HashMap<String, String> = rows(&stdout(&["groups", input, "-k", &k.to_string()]))
        .into_iter()
        .map(|row| (row["id"].clone(), row["group"].clone()))
        .collect();
    for row in dropped {
        let (gone, stays) = (&row["id"], &row["kept"]);
        let distance = (signatures[gone] ^ signatures[stays]).count_ones();
        assert!(kept.contains(stays) && !kept.contains(gone), "{row:?}");
        assert!(distance <= k && row["distance"] == distance.to_string(), "{row:?}");
        assert_eq!(groups[gone], groups[stays], "{row:?}");
        let similarity: f64 = row["similarity"].parse().unwrap();
        if let Some(at) = options.iter().position(|option| *option == "--verify") {
            let least: f64 = options[at + 1].rsplit_once(">=").unwrap().1.parse().unwrap();
            assert!(similarity >= least && row["kind"] != "unconfirmed", "{row:?}");
        }
    }
    assert_eq!(folder.names(), ["out.dropped.tsv", "out.jsonl"]);
    kept
}

#[test]
fn what_stays_covers_what_goes_by_every_rule() {
    for (input, k) in [(LICENCES, 9), (TANG, 14), (SERMON, 12)] {
        let first = check(input, k, &[]);
        assert_eq!(
            check(input, k, &["--leaders"]),
            first,
            "leaders in corpus order are the first of each group"
        );
        let verified = check(input, k, &["--verify", "jaccard>=0.4"]);
        assert!(verified.len() >= first.len());
        for keep in ["longest", "shortest", "most-central"] {
            let kept = check(input, k, &["--keep", keep]);
            // In a group of two both are equally central.
            assert!(kept != first || keep == "most-central", "{keep}");
        }
    }
}

#[test]
fn what_stays_loses_nothing_the_second_time() {
    let folder = Folder::new();
    let options: [&[&str]; 6] = [
        &[],
        &["--keep", "longest"],
        &["--keep", "most-central"],
        &["--verify", "jaccard>=0.4", "--keep", "shortest"],
        &["--leaders", "--keep", "longest"],
        &["--recipe", "java"],
    ];
    for (number, options) in options.into_iter().enumerate() {
        let [once, twice] = ["once", "twice"].map(|name| folder.path(&format!("{name}{number}.jsonl")));
        succeed(&[&["dedup", "--yes", LICENCES, "-k", "9", "-o", &once], options].concat());
        succeed(&[&["dedup", "--yes", &once, "-k", "9", "-o", &twice], options].concat());
        assert_eq!(fs::read(&once).unwrap(), fs::read(&twice).unwrap(), "{options:?}");
        let dropped = fs::read_to_string(folder.path(&format!("twice{number}.dropped.tsv"))).unwrap();
        assert_eq!(dropped.lines().count(), 1, "{options:?}");
    }
}

#[test]
fn a_field_decides_and_what_cannot_be_compared_is_named() {
    let folder = Folder::new();
    let line = |id: &str, date: &str| {
        format!("{{\"id\":\"{id}\",\"date\":{date},\"text\":\"one and the same text\"}}\n")
    };
    let file = |name: &str, dates: [&str; 3]| {
        folder.file(
            name,
            ["a", "b", "c"].iter().zip(dates).map(|(id, date)| line(id, date)).collect::<String>(),
        )
    };
    let kept = |input: &str, keep: &str| {
        id(stdout(&["dedup", "--yes", input, "--keep", keep, "-o", "-"]).trim_end())
    };
    let dates = file("dates.jsonl", ["\"2024-05-01\"", "\"2024-05-01T00:00:01Z\"", "null"]);
    assert_eq!(kept(&dates, "newest:date"), "b");
    assert_eq!(kept(&dates, "oldest:date"), "a");
    let numbers = file("numbers.jsonl", ["-1", "2.5", "\"2.50001\""]);
    assert_eq!(kept(&numbers, "best:date"), "c");
    let bad = |dates: [&str; 3], keep: &str, expected: &str| {
        let input = file("bad.jsonl", dates);
        let told = fail(&["dedup", "--yes", &input, "--keep", keep, "-o", "-"], 1);
        assert!(told.contains(expected), "{told}");
    };
    bad(
        ["\"2024-05-01\"", "7", "8"],
        "newest:date",
        "document \"b\" has \"7\", document \"a\" has \"2024-05-01\"",
    );
    bad(["\"soon\"", "7", "8"], "newest:date", "\"soon\" of document \"a\" is neither a number nor a date");
    bad(["\"2024-05-01\"", "\"2024-05-01\"", "null"], "best:date", "is not a number");
    bad(["null", "null", "null"], "best:date", "no document has a value");
    bad(["1", "2", "3"], "best:stars", "no record has a field `stars`");
    let told =
        fail(&["dedup", "--yes", &dates, "-k", "3", "--leaders", "--keep", "most-central", "-o", "-"], 2);
    assert!(told.contains("leave out --leaders"), "{told}");
}

/// The documents of a file.
fn corpus_of(path: &str) -> Corpus {
    let mut corpus = Corpus::new("c");
    corpus::read(&[Source::Path(repository(path))], &ReadOptions::default(), &mut |event| {
        if let Event::Batch(batch) = event {
            corpus.push(batch);
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    corpus
}

#[test]
fn decisions_are_followed_and_what_no_longer_fits_is_said() {
    let folder = Folder::new();
    let corpus = corpus_of(LICENCES);
    let at =
        |wanted: &str| (0..corpus.len() as u32).find(|&one| corpus.get(one as usize).id == wanted).unwrap();
    let groups = rows(&stdout(&["groups", LICENCES, "-k", "9"]));
    let members = |group: &str| -> Vec<u32> {
        groups.iter().filter(|row| row["group"] == group).map(|row| at(&row["id"])).collect()
    };
    let mut decisions = Decisions::by("longest".parse().unwrap());
    let first = members("1");
    decisions.chosen.insert(first[3]);
    decisions.excluded.insert(first[5]);
    let setting = Setting {
        corpus: "en_licenses.jsonl".to_owned(),
        documents: corpus.len(),
        recipe: "words:3 · uniform · xxh3 · 64 bits · tie zero · normalize nfc".to_owned(),
        k: 9,
        grouping: "connected".to_owned(),
    };
    let written = decide::write(&decisions, &setting, &corpus);
    let file = folder.file("a.decisions.toml", &written);
    let kept = check(LICENCES, 9, &["--decisions", &file]);
    let stays = |document: u32| kept.contains(corpus.get(document as usize).id);
    assert!(stays(first[3]) && stays(first[5]));

    let run = |file: &str, k: &str| {
        let out = folder.path("again.jsonl");
        let output =
            succeed(&["dedup", "--yes", LICENCES, "-k", k, "--force", "--decisions", file, "-o", &out]);
        text(&output.stderr)
    };
    assert!(!run(&file, "9").contains("not used"));
    let other = run(&file, "3");
    assert!(other.contains("made with another k: 9, now 3"), "{other}");
    let id = corpus.get(first[3] as usize).id;
    let gone = folder.file("b.decisions.toml", written.replace(&format!("id = \"{id}\""), "id = \"nobody\""));
    let told = run(&gone, "9");
    assert!(told.contains("1 decision is not used: there is no document \"nobody\" any more"), "{told}");

    let out = folder.path("never.jsonl");
    let call = |input: &str, file: &str| {
        fail(&["dedup", "--yes", input, "-k", "9", "--decisions", file, "-o", &out], 1)
    };
    let told = call(TANG, &file);
    assert!(told.contains("none of its decisions fits this corpus"), "{told}");
    let told = call(LICENCES, &folder.file("bad.toml", "version = 1\nkeep = 3\n"));
    assert!(told.contains("bad.toml: line 2, column 8"), "{told}");
    assert!(call(LICENCES, "/dev/zero").contains("not a regular file"));
    assert!(!Path::new(&out).exists());
}

#[test]
fn what_exists_and_what_is_read_is_not_written_over() {
    let folder = Folder::new();
    let input = folder.file("in.jsonl", read(SERMON));
    let before = fs::read(&input).unwrap();
    let [out, table] = ["out.jsonl", "out.dropped.tsv"].map(|name| folder.path(name));
    let dedup = ["dedup", "--yes", &input, "-k", "12", "-o"];
    fs::write(&table, "mine").unwrap();
    for force in [&[][..], &["--force"]] {
        let told = fail(&[&dedup[..], &[&out], force].concat(), 1);
        assert!(told.contains("out.dropped.tsv: exists, and simscope did not write it"), "{told}");
    }
    fs::write(&table, "id\tkept\tdistance\n").unwrap();
    assert!(fail(&[&dedup[..], &[&out]].concat(), 1).contains("out.dropped.tsv: exists; --force"));
    assert!(!Path::new(&out).exists());
    succeed(&[&dedup[..], &[&out, "--force"]].concat());
    assert!(fail(&[&dedup[..], &[&out]].concat(), 1).contains("exists; --force"));
    assert!(fail(&[&dedup[..], &[&input, "--force"]].concat(), 1).contains("is read as input"));
    let link = folder.path("link.jsonl");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&input, &link).unwrap();
    #[cfg(unix)]
    assert!(fail(&[&dedup[..], &[&link, "--force"]].concat(), 1).contains("is read as input"));
    let options = ["--dropped", &input, "--force"];
    assert!(
        fail(&[&dedup[..], &[&folder.path("b.jsonl")], &options].concat(), 1).contains("is read as input")
    );
    assert_eq!(fs::read(&input).unwrap(), before);
    // Two files under one name would be one.
    let page = folder.path("page.html");
    for options in [["--dropped", &page], ["--report", &page]] {
        let told = fail(&[&dedup[..], &[&page, "--force"], &options].concat(), 2);
        assert!(told.contains("would be written twice"), "{told}");
        assert!(!Path::new(&page).exists());
    }
    let told = fail(&["dedup", "--yes", &input, "-k", "3"], 2);
    assert!(told.contains("-o FILE"), "{told}");
    // Records go out as they are, so the name must not say that they are something else.
    let told = fail(&[&dedup[..], &[&folder.path("x.parquet")]].concat(), 1);
    assert!(told.contains("not Parquet, and records are written as they are"), "{told}");
    // Beside a device there is no place for the table.
    #[cfg(unix)]
    succeed(&[&dedup[..], &["/dev/null"]].concat());
    assert!(!Path::new("/dev/null.dropped.tsv").exists());
}

#[test]
fn a_dry_run_writes_nothing_and_adds_up() {
    let folder = Folder::new();
    let input = folder.file("in.jsonl", read(LICENCES));
    let shown = rows(&stdout(&["dedup", "--yes", &input, "-k", "9", "--dry-run"]));
    let number = |row: &HashMap<String, String>, column: &str| row[column].parse::<u64>().unwrap();
    let (all, others) = shown.split_first().unwrap();
    assert_eq!(all["part"], "all");
    let of = |part: &str| others.iter().filter(|row| row["part"] == part).collect::<Vec<_>>();
    let (labels, kinds) = (of("label"), of("kind"));
    assert!(labels.len() > 5);
    assert_eq!(kinds.iter().map(|row| number(row, "dropped")).sum::<u64>(), number(all, "dropped"));
    for column in ["documents", "kept", "dropped", "dropped_text_bytes"] {
        assert_eq!(
            labels.iter().map(|row| number(row, column)).sum::<u64>(),
            number(all, column),
            "{column}"
        );
    }
    assert_eq!(folder.names(), ["in.jsonl"]);
    let kept = stdout(&["dedup", "--yes", &input, "-k", "9", "-o", "-"]).lines().count() as u64;
    assert_eq!(number(all, "kept"), kept);
    assert_eq!(folder.names(), ["in.jsonl"]);
}

#[test]
fn records_that_cannot_be_read_stay_or_go() {
    let folder = Folder::new();
    let lines = "{\"id\":\"a\",\"text\":\"one text\"}\nnot json\n\n{\"id\":\"b\",\"text\":\"one text\"}\n{\"id\":\"c\"}\n";
    let input = folder.file("in.jsonl", lines);
    let run = |options: &[&str]| {
        let output = succeed(&[&["dedup", "--yes", &input, "-o", "-"], options].concat());
        (text(&output.stdout), text(&output.stderr))
    };
    let (kept, told) = run(&[]);
    assert_eq!(kept, "{\"id\":\"a\",\"text\":\"one text\"}\nnot json\n\n{\"id\":\"c\"}\n");
    assert!(told.contains("2 records that could not be read were written unchanged"), "{told}");
    let (kept, told) = run(&["--unreadable", "drop"]);
    assert_eq!(kept, "{\"id\":\"a\",\"text\":\"one text\"}\n\n");
    assert!(told.contains("2 records that could not be read were left out"), "{told}");
}

#[test]
fn standard_input_is_read_twice_and_repeated_ids_are_no_trouble() {
    let lines =
        "{\"id\":\"a\",\"text\":\"one\"}\n{\"id\":\"a\",\"text\":\"two\"}\n{\"id\":\"a\",\"text\":\"one\"}";
    let output =
        simscope(&["dedup", "--yes", "-", "-k", "0", "-o", "-"]).write_stdin(lines).output().unwrap();
    assert_eq!(text(&output.stdout), "{\"id\":\"a\",\"text\":\"one\"}\n{\"id\":\"a\",\"text\":\"two\"}\n");
    assert!(text(&output.stderr).contains("used more than once"));
}

/// The sections of a page that say what goes, without the command that writes it, and the number of what goes.
fn told_of_what_goes(page: &str) -> (String, usize) {
    let (_, kinds) = page.split_once("id=\"kinds\"").unwrap();
    let (told, _) = kinds.split_once("id=\"made\"").unwrap();
    let told = match told.split_once("<h3>The command that writes") {
        Some((before, after)) => [before, after.split_once("</pre>").unwrap().1].concat(),
        None => told.to_owned(),
    };
    let gone = page.split(" go (").next().and_then(|told| told.rsplit(' ').next()).unwrap();
    (told, gone.parse().unwrap())
}

#[test]
fn the_report_beside_the_records_is_that_of_the_command() {
    let folder = Folder::new();
    let [out, page, same] = ["out.jsonl", "a.html", "b.html"].map(|name| folder.path(name));
    succeed(&["dedup", "--yes", SERMON, "--keep", "longest", "-o", &out, "--report", &page]);
    succeed(&["report", SERMON, "--keep", "longest", "-o", &same]);
    let [page_of_dedup, page_of_report] = [&page, &same].map(|path| fs::read_to_string(path).unwrap());
    let (told, gone) = told_of_what_goes(&page_of_dedup);
    assert!((told.clone(), gone) == told_of_what_goes(&page_of_report), "{page} and {same} differ");
    assert!(gone > 10 && told.contains("asv/Matthew") && page_of_dedup.contains("First comes: longest."));

    let other = folder.path("other.jsonl");
    let told = fail(&["dedup", "--yes", SERMON, "-k", "3", "-o", &other, "--report", &page], 1);
    assert!(told.contains("exists; --force"), "{told}");
    let told = fail(&["dedup", "--yes", SERMON, "-k", "3", "-o", &other, "--report", "page.txt"], 2);
    assert!(told.contains("ends in .html"), "{told}");
    assert!(!Path::new(&other).exists());
}

#[test]
fn the_report_says_what_decided_and_has_the_numbers_of_dedup() {
    let folder = Folder::new();
    let by_distance = "within distance 12; the texts did not decide";
    let mut numbers = HashSet::new();
    for (how, said) in [
        (&["-k", "12", "--leaders", "--keep", "first"][..], by_distance),
        (&["-k", "12", "--keep", "longest"], by_distance),
        (&["-k", "12", "--verify", "jaccard>=0.5"], "within distance 12 and the texts confirm the pair"),
        (&["--candidates", "k=12"], "Texts within distance 12 were compared"),
        (&[], "All texts that share anything particular were compared"),
    ] {
        let [out, page] = ["out.jsonl", "a.html"].map(|name| folder.path(name));
        let call = ["dedup", "--yes", LICENCES, "--force", "-o", &out, "--report", &page];
        let told = text(&succeed(&[&call[..], how].concat()).stderr);
        let dropped = told.split(" kept, ").nth(1).and_then(|told| told.split(' ').next()).unwrap();
        let page = fs::read_to_string(&page).unwrap();
        assert_eq!(told_of_what_goes(&page).1.to_string(), dropped, "{how:?}");
        for other in [by_distance, "texts confirm the pair", "were compared"] {
            assert_eq!(page.contains(other), said.contains(other), "{how:?}: {other}");
        }
        assert!(page.contains(said), "{how:?}: {said}");
        numbers.insert(dropped.to_owned());
    }
    assert!(numbers.len() > 3, "each decides otherwise: {numbers:?}");
    let out = folder.path("other.jsonl");
    let told = fail(&["dedup", SERMON, "-k", "3", "--leaders", "--keep", "most-central", "-o", &out], 2);
    assert!(told.contains("leave out --leaders"), "{told}");
}

#[test]
fn a_file_that_is_read_besides_the_documents_is_never_written_over() {
    let folder = Folder::new();
    let decisions = folder.file("d.toml", "not read before this is refused");
    for options in [["-o", &decisions], ["--dropped", &decisions]] {
        let out = folder.path("out.jsonl");
        let o = if options[0] == "-o" { vec![] } else { vec!["-o", &out] };
        let all =
            [&["dedup", "--yes", SERMON, "-k", "3", "--force", "--decisions", &decisions][..], &options, &o]
                .concat();
        assert!(fail(&all, 1).contains("is read as input"));
    }
    assert_eq!(folder.names(), ["d.toml"]);
}

/// A corpus that takes long enough to be interrupted anywhere.
fn large(folder: &Folder) -> String {
    let line = |i: u32| {
        let words: Vec<String> = (0..30).map(|word| format!("w{}", (i / 2 * 31 + word) % 5_003)).collect();
        format!("{{\"id\":\"{i}\",\"text\":\"{}\"}}\n", words.join(" "))
    };
    folder.file("large.jsonl", (0..6_000).map(line).collect::<String>())
}

/// `SIMSCOPE_KILLS=200 cargo test --test commands a_killed_run` for a long run.
#[test]
#[cfg(unix)]
fn a_killed_run_leaves_nothing_that_looks_finished() {
    let runs: u32 = std::env::var("SIMSCOPE_KILLS").map_or(40, |kills| kills.parse().unwrap());
    let folder = Folder::new();
    let input = large(&folder);
    let [out, table] = ["out.jsonl", "out.dropped.tsv"].map(|name| folder.path(name));
    let begin = std::time::Instant::now();
    succeed(&["dedup", "--yes", &input, "-k", "3", "-o", &out]);
    let (whole, whole_table, mut took) =
        (fs::read(&out).unwrap(), fs::read(&table).unwrap(), begin.elapsed());
    assert!(whole_table.len() > 50_000, "half of the documents go");
    let (mut finished, mut killed) = (0, 0);
    for run in 0..runs {
        let _ = fs::remove_file(&out);
        let _ = fs::remove_file(&table);
        let mut child = program(env!("CARGO_BIN_EXE_simscope"))
            .args(["dedup", "--yes", &input, "-k", "3", "-o", &out, "--no-progress"])
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        // From the start to a little beyond the end of an undisturbed run.
        std::thread::sleep(took.mul_f64(f64::from(run) / f64::from(runs) / 0.9));
        // SIGKILL.
        child.kill().unwrap();
        if child.wait().unwrap().success() {
            finished += 1;
            // The first run may have had a busier machine.
            took = took.mul_f64(0.9);
        } else {
            killed += 1;
        }
        for (path, whole) in [(&out, &whole), (&table, &whole_table)] {
            if let Ok(found) = fs::read(path) {
                assert!(found == *whole, "run {run}: {path} is there, and not whole");
            }
        }
        assert!(
            !Path::new(&out).exists() || Path::new(&table).exists(),
            "records without the table of what was dropped"
        );
    }
    let temporary = |folder: &Folder| -> Vec<String> {
        folder.names().into_iter().filter(|name| name.starts_with(".simscope-")).collect()
    };
    // Each run clears away what the one before left: of the table, and of the records.
    let left = temporary(&folder);
    assert!(left.len() <= 2, "{left:?}");
    succeed(&["dedup", "--yes", &input, "-k", "3", "-o", &out, "--force"]);
    assert_eq!(temporary(&folder), [""; 0], "after {left:?}");
    assert!(killed > runs / 2, "{finished} of {runs} runs ended before they were killed");
    assert_eq!(fs::read(&input).unwrap().len(), fs::metadata(&input).unwrap().len() as usize);
    let looks_finished = |name: &String| !name.starts_with(".simscope-") && name.ends_with(".jsonl");
    let left: Vec<String> =
        folder.names().into_iter().filter(looks_finished).filter(|name| name != "out.jsonl").collect();
    assert_eq!(left, ["large.jsonl"]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    let folder = Folder::new();
    let table = folder.path("t.tsv");
    let told = fail(&["dedup", "--yes", SERMON, "-k", "12", "-o", "/dev/full", "--dropped", &table], 1);
    assert!(told.contains("/dev/full") && told.contains("No space left"), "{told}");
    assert!(folder.names().is_empty(), "{:?}", folder.names());
    let out = folder.path("out.jsonl");
    let told = fail(&["dedup", "--yes", SERMON, "-k", "12", "-o", &out, "--dropped", "/dev/full"], 1);
    assert!(told.contains("/dev/full"), "{told}");
    assert!(folder.names().is_empty(), "{:?}", folder.names());
}
