//! `simscope judge`, end to end: the sheet there and back, the table, and bad input.

use crate::command::{SERMON, simscope, stdout, succeed, text};
use std::fs;
use std::path::{Path, PathBuf};

/// A copy of a sample, so the files beside it belong to the test.
struct Copied {
    folder: tempfile::TempDir,
    path: String,
}

impl Copied {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sermon.jsonl");
        fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(SERMON), &path).unwrap();
        Self { path: path.to_str().unwrap().to_owned(), folder }
    }

    fn file(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    fn judgements(&self) -> PathBuf {
        self.folder.path().join("sermon.judgements.tsv")
    }

    /// Writes a sheet of pairs.
    fn sample(&self, name: &str, more: &[&str]) -> String {
        let sheet = self.file(name);
        succeed(&[&["judge", &self.path, "--draw", "12", "-k", "20", "-o", &sheet], more].concat());
        fs::read_to_string(sheet).unwrap()
    }

    /// Takes a sheet back, and returns what was said.
    fn read(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        fs::write(self.file(name), content).unwrap();
        text(&succeed(&["judge", &self.path, "--read", &self.file(name)]).stderr)
    }

    fn refuse(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        fs::write(self.file(name), content).unwrap();
        let output = simscope(&["judge", &self.path, "--read", &self.file(name)]).output().unwrap();
        assert!(!output.status.success());
        text(&output.stderr)
    }
}

/// The sheet with these judgements in its rows, in order; `delimiter` instead of the tab.
fn judged(sheet: &str, answers: &[&str], delimiter: &str) -> String {
    let rows = sheet.lines().enumerate().map(|(at, line)| {
        let answer = at.checked_sub(1).and_then(|row| answers.get(row)).unwrap_or(&"");
        let cells = format!("{answer}{line}");
        let cells: Vec<String> = match delimiter {
            "\t" => return cells,
            _ => cells.split('\t').map(|cell| format!("\"{}\"", cell.replace('"', "\"\""))).collect(),
        };
        cells.join(delimiter)
    });
    rows.collect::<Vec<_>>().join("\r\n")
}

#[test]
fn a_sheet_is_judged_and_the_table_says_what_follows() {
    let corpus = Copied::new();
    let sheet = corpus.sample("queue.tsv", &[]);
    assert!(sheet.starts_with(
        "judgement\tnote\tkind\tsimilarity\tdistance\tid_a\tid_b\ttext_a\ttext_b\ttexts\trecipe\n"
    ));
    assert_eq!(sheet.lines().count(), 13);
    assert_eq!(sheet, corpus.sample("again.tsv", &[]), "the same seed draws the same pairs");
    assert_ne!(sheet, corpus.sample("other.tsv", &["--seed", "2"]));
    assert!(!corpus.judgements().exists(), "a sheet is no judgement");
    let said = corpus.read("queue.tsv", judged(&sheet, &["y", "No", " ? ", "YES", "", "n", "unsure"], "\t"));
    assert!(said.contains("6 judgements added (2 yes, 2 no, 2 unsure); 0 were there already"), "{said}");
    let said = corpus.read("queue.tsv", judged(&sheet, &["y", "No", " ? ", "no"], "\t"));
    assert!(said.contains("1 judgements added (0 yes, 1 no, 0 unsure); 3 were there already"), "{said}");
    let table = stdout(&["judge", &corpus.path, "-k", "20"]);
    let rows: Vec<Vec<&str>> = table.lines().map(|row| row.split('\t').collect()).collect();
    assert_eq!(rows[0], ["kinds", "texts", "drawn", "yes", "no", "right", "right_low", "right_high"]);
    let last = rows.last().unwrap();
    assert_eq!((last[0], &last[2..5]), ("all", &["4", "1", "3"][..]), "two of six were left open: {table}");
    let number = |cell: &str| cell.parse::<f64>().unwrap();
    assert!(number(last[6]) < number(last[5]) && number(last[5]) < number(last[7]), "{table}");
    let sum: u64 = rows[1..rows.len() - 1].iter().map(|row| row[2].parse::<u64>().unwrap()).sum();
    assert_eq!(sum, 4);
    // Drawn from another set they say nothing of this one.
    let other = stdout(&["judge", &corpus.path, "-k", "19"]);
    assert_eq!(other.lines().last().unwrap().split('\t').nth(2), Some("0"));
    // What is judged does not come again.
    let next = corpus.sample("next.tsv", &[]);
    let pairs = |sheet: &str| -> Vec<String> {
        sheet.lines().skip(1).map(|line| line.split('\t').nth(9).unwrap().to_owned()).collect()
    };
    assert!(pairs(&next).iter().all(|pair| !pairs(&sheet)[..4].contains(pair)));
}

#[test]
fn what_spreadsheets_save_is_read() {
    for (name, delimiter) in [("comma.csv", ","), ("semicolon.csv", ";"), ("tab.txt", "\t")] {
        let corpus = Copied::new();
        let sheet = judged(&corpus.sample("queue.tsv", &[]), &["y", "n"], delimiter);
        assert!(corpus.read(name, &sheet).contains("2 judgements added"), "{name}");
        let utf16: Vec<u8> =
            [0xfeff].into_iter().chain(sheet.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        assert!(
            corpus.read(name, utf16).contains("0 judgements added (0 yes, 0 no, 0 unsure); 2 were there")
        );
        assert!(corpus.read(name, format!("\u{feff}{sheet}")).contains("2 were there already"));
    }
    // As this program writes CSV.
    let corpus = Copied::new();
    let sheet = corpus.sample("queue.csv", &[]);
    let filled: Vec<String> = sheet
        .lines()
        .enumerate()
        .map(|(at, line)| if at == 0 { line.to_owned() } else { format!("y{line}") })
        .collect();
    assert!(corpus.read("filled.csv", filled.join("\n")).contains("12 judgements added (12 yes"));
}

#[test]
fn bad_cells_are_named_and_nothing_is_taken_in() {
    let corpus = Copied::new();
    let sheet = corpus.sample("queue.tsv", &[]);
    let said = corpus.refuse("bad.tsv", judged(&sheet, &["y", "maybe", "n", "j\u{1b}[2J"], "\t"));
    assert!(said.contains("line 3: column judgement has \"maybe\"; line 5: column judgement has"), "{said}");
    assert!(said.contains("nothing was taken in") && !said.contains('\u{1b}'), "{said}");
    assert!(!corpus.judgements().exists());
    let said = corpus.refuse("no.tsv", "id\ttext\n1\tone\n");
    assert!(said.contains("no column judgement"), "{said}");
    let said = corpus.refuse("book.xlsx", b"PK\x03\x04 and so on");
    assert!(said.contains("this is a workbook; save the sheet as CSV"), "{said}");
    let said = corpus.refuse("latin.csv", b"judgement;note\n\xe9;\n");
    assert!(said.contains("not UTF-8"), "{said}");
    let output = simscope(&["judge", &corpus.path, "--read", corpus.folder.path().to_str().unwrap()])
        .output()
        .unwrap();
    assert!(text(&output.stderr).contains("not a regular file"));
}

#[test]
fn changed_and_missing_documents_are_counted_and_not_used() {
    let corpus = Copied::new();
    let sheet = corpus.sample("queue.tsv", &[]);
    corpus.read("queue.tsv", judged(&sheet, &["y"; 12], "\t"));
    let documents = fs::read_to_string(&corpus.path).unwrap();
    let first: Vec<&str> = sheet.lines().nth(1).unwrap().split('\t').collect();
    let (id_a, id_b) = (first[5], first[6]);
    // The text of one document changes, in place.
    let changed: Vec<String> = documents
        .lines()
        .map(|line| {
            let mut document: serde_json::Value = serde_json::from_str(line).unwrap();
            if document["id"].as_str() == Some(id_a) {
                document["text"] = format!("{} Amen.", document["text"].as_str().unwrap()).into();
            }
            document.to_string()
        })
        .collect();
    fs::write(&corpus.path, changed.join("\n")).unwrap();
    let said = text(&succeed(&["judge", &corpus.path]).stderr);
    assert!(said.contains("judged pairs left out, because a text has changed since: "), "{said}");
    let without: Vec<String> =
        documents.lines().filter(|line| !line.contains(&format!("\"{id_b}\""))).map(str::to_owned).collect();
    fs::write(&corpus.path, without.join("\n")).unwrap();
    let said = text(&succeed(&["judge", &corpus.path]).stderr);
    assert!(said.contains("judged pairs left out, because an id is of no document: "), "{said}");
    // The file still has them all, for the corpus as it was.
    fs::write(&corpus.path, &documents).unwrap();
    let output = succeed(&["judge", &corpus.path]);
    assert!(!text(&output.stderr).contains("left out"), "{}", text(&output.stderr));
}

#[test]
fn ids_and_texts_that_a_spreadsheet_would_run_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c.jsonl");
    let ids = [
        "=1+1",
        "-a",
        "＠x",
        "'q",
        "\"quoted\"",
        "tab\tin",
        "line\nend",
        "back\\slash",
        "\u{202e}rtl",
        " +ü;,",
    ];
    let rows = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
        .iter()
        .zip(ids)
        .map(|(word, id)| {
            let text = format!("\u{3000}＝the same \"words\" in all, and {word} more");
            format!("{}\n", serde_json::json!({"id": id, "text": text}))
        });
    let rows: Vec<String> = rows.collect();
    fs::write(&path, rows.concat()).unwrap();
    let path = path.to_str().unwrap();
    for name in ["sheet.tsv", "sheet.csv"] {
        let sheet = folder.path().join(name);
        let sheet = sheet.to_str().unwrap();
        succeed(&["judge", path, "--draw", "45", "-k", "64", "-o", sheet]);
        let drawn = fs::read_to_string(sheet).unwrap();
        let mut cells = drawn.lines().skip(1).flat_map(|row| row.split(['\t', ',']));
        assert!(
            !cells.any(|cell| cell
                .trim_start_matches(['"', ' ', '\u{3000}'])
                .starts_with(['=', '＝', '+', '＠'])),
            "{drawn}"
        );
        let filled: Vec<String> = fs::read_to_string(sheet)
            .unwrap()
            .lines()
            .enumerate()
            .map(|(at, line)| if at == 0 { line.to_owned() } else { format!("y{line}") })
            .collect();
        fs::write(sheet, filled.join("\n")).unwrap();
        let file = folder.path().join(format!("{name}.judgements.tsv"));
        let file = file.to_str().unwrap();
        let said = text(&succeed(&["judge", path, "--read", sheet, "--judgements", file]).stderr);
        assert!(said.contains("9 judgements added") && !said.contains("left out"), "{said}");
        let output = succeed(&["judge", path, "-k", "64", "--judgements", file]);
        assert_eq!(text(&output.stdout).lines().last(), Some("all\t9\t9\t9\t0\t1\t1\t1"));
    }
}

#[test]
fn a_corpus_without_a_place_needs_a_file() {
    for arguments in [&["judge", "--sample"][..], &["judge", "-"], &["judge", SERMON, SERMON]] {
        let output = simscope(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("--judgements FILE"), "{}", text(&output.stderr));
    }
    let corpus = Copied::new();
    fs::write(corpus.judgements(), "id\ttext\n").unwrap();
    let output = simscope(&["judge", &corpus.path]).output().unwrap();
    assert!(!output.status.success() && text(&output.stderr).contains("line 1 is not the header"));
    let sheet = corpus.sample("queue.tsv", &["--judgements", &corpus.file("own.tsv")]);
    let said = corpus.refuse("queue.tsv", judged(&sheet, &["y"], "\t"));
    assert!(said.contains("is not the header"), "{said}");
    assert_eq!(fs::read_to_string(corpus.judgements()).unwrap(), "id\ttext\n", "it is left as it is");
}

#[test]
fn nothing_judged_is_an_empty_table_and_a_word() {
    let corpus = Copied::new();
    let output = succeed(&["judge", &corpus.path]);
    assert!(text(&output.stdout).lines().last().unwrap().starts_with("all\t"));
    assert!(text(&output.stderr).contains("no pair that was drawn from what goes is judged yet"));
    let output = simscope(&["judge", &corpus.path, "--draw", "0"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let output = simscope(&[
        "judge",
        &corpus.path,
        "--draw",
        "5",
        "--format",
        "parquet",
        "-o",
        &corpus.file("x.parquet"),
    ]);
    let output = { output }.output().unwrap();
    assert!(text(&output.stderr).contains("use --format tsv or csv"));
    let few = succeed(&["judge", &corpus.path, "--draw", "100000", "-o", &corpus.file("few.tsv")]);
    assert!(text(&few.stderr).contains("are left to be judged"), "{}", text(&few.stderr));
}

#[test]
fn texts_that_are_the_same_are_never_asked_about_and_two_judges_are_compared() {
    let corpus = Copied::new();
    let sheet = corpus.sample("queue.tsv", &[]);
    let kinds: Vec<&str> = sheet.lines().skip(1).map(|line| line.split('\t').nth(2).unwrap()).collect();
    assert!(kinds.iter().all(|kind| !["same", "fold"].contains(kind)), "{kinds:?}");
    for (who, answers) in [("ann", ["y", "n", "y", "n"]), ("bo", ["y", "n", "n", "n"])] {
        fs::write(corpus.file("queue.tsv"), judged(&sheet, &answers, "\t")).unwrap();
        let said = succeed(&["judge", &corpus.path, "--read", &corpus.file("queue.tsv"), "--who", who]);
        assert!(text(&said.stderr).contains("4 judgements added"), "{}", text(&said.stderr));
    }
    let said = text(&succeed(&["judge", &corpus.path, "-k", "20"]).stderr);
    assert!(
        said.contains("ann and bo judged 4 pairs both, and said the same of 3: Cohen's κ 0.50 ("),
        "{said}"
    );
    // The last word counts.
    let table = stdout(&["judge", &corpus.path, "-k", "20"]);
    assert!(table.lines().last().unwrap().split('\t').skip(2).take(3).eq(["4", "1", "3"]), "{table}");
}

#[test]
fn a_file_that_another_program_has_locked_is_waited_for_with_a_word() {
    let corpus = Copied::new();
    let held = fs::File::create(corpus.judgements()).unwrap();
    held.lock().unwrap();
    let output = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_secs(2));
            held.unlock().unwrap();
        });
        simscope(&["judge", &corpus.path]).output().unwrap()
    });
    let said = text(&output.stderr);
    assert!(output.status.success() && said.contains("another program has locked it; waiting"), "{said}");
}
