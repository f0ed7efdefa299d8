//! `dedup --right` and `judge --right`, end to end: pairs are drawn and answered until something is promised, or nothing can be.

use crate::command::{simscope, stdout, succeed, text};
use simscope::random::Random;
use std::fs;
use std::path::PathBuf;

/// Records that are there twice, the second time with a slip, and some of them a third time without a change.
struct Records {
    folder: tempfile::TempDir,
    path: String,
}

const RECORDS: usize = 140;
const COPIES: usize = 10;

impl Records {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("records.jsonl").to_str().unwrap().to_owned();
        let mut random = Random::of(&[1]);
        let mut lines = String::new();
        for number in 0..RECORDS {
            let letter = |random: &mut Random| char::from(b'a' + random.below(26) as u8);
            let record: String =
                (1..=60).map(|at| if at % 6 == 0 { ' ' } else { letter(&mut random) }).collect();
            let slip = record.replacen(|_: char| true, "#", 1);
            let copies = [("a", &record), ("b", &slip), ("c", &record)];
            for (which, text) in &copies[..if number < COPIES { 3 } else { 2 }] {
                lines += &format!("{{\"id\": \"{number}{which}\", \"text\": \"{text}\"}}\n");
            }
        }
        fs::write(&path, lines).unwrap();
        Self { folder, path }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn name(&self, name: &str) -> String {
        self.file(name).to_str().unwrap().to_owned()
    }

    /// What `judge` draws: its rows, and what it says.
    fn draw(&self, more: &[&str]) -> (Vec<String>, String) {
        let drawn =
            succeed(&[&["judge", &self.path, "--draw", "20", "-o", "-", "--format", "tsv"], more].concat());
        let table = text(&drawn.stdout);
        let (head, rows) = table.split_once('\n').unwrap();
        assert_eq!(head, "answer\tnote\tid_a\tid_b\ttext_a\ttext_b\ttexts");
        (rows.lines().map(str::to_owned).collect(), text(&drawn.stderr))
    }

    /// Draws pairs and gives the same answer to all, until none is left. Returns how many there were, and what is said at the end.
    fn answer(&self, answer: &str, more: &[&str]) -> (usize, String) {
        let mut answered = 0;
        loop {
            let (rows, said) = self.draw(more);
            if rows.is_empty() {
                return (answered, said);
            }
            answered += rows.len();
            let rows: String = rows.iter().map(|row| format!("{answer}{row}\n")).collect();
            let sheet = format!("answer\tnote\tid_a\tid_b\ttext_a\ttext_b\ttexts\n{rows}");
            fs::write(self.file("sheet.tsv"), sheet).unwrap();
            succeed(&["judge", &self.path, "--read", &self.name("sheet.tsv")]);
        }
    }

    /// What `dedup` says, and its exit code.
    fn dedup(&self, more: &[&str]) -> (String, i32) {
        let judgements = self.name("records.judgements.tsv");
        let output = self.name("clean.jsonl");
        let words = ["dedup", &self.path, "--judgements", &judgements, "-o", &output, "--force"];
        let output = simscope(&[&words, more].concat()).output().unwrap();
        (text(&output.stderr), output.status.code().unwrap())
    }

    fn kept(&self) -> usize {
        fs::read_to_string(self.file("clean.jsonl")).unwrap().lines().count()
    }
}

const RIGHT: [&str; 2] = ["--right", "0.9"];

#[test]
fn answers_to_drawn_pairs_make_a_promise() {
    let records = Records::new();
    let (first, said) = records.draw(&RIGHT);
    assert!(said.contains("texts are compared by jaccard:chars:3"), "{said}");
    assert!(said.contains("0 answers · no promise yet · 20 more choose the order"), "{said}");
    assert_eq!((first.len(), records.draw(&RIGHT).0), (20, first.clone()), "the pilot, and it again");
    assert_ne!(records.draw(&["--right", "0.90", "--seed", "2"]).0, first);
    let (answered, said) = records.answer("y", &RIGHT);
    assert!(said.contains("may go, at least 90 % right · more answers will add nothing"), "{said}");
    assert!((45..=120).contains(&answered), "{answered}");
    let (said, code) = records.dedup(&RIGHT);
    assert_eq!(code, 0, "{said}");
    let promised =
        format!("At least 90 % of these {RECORDS} texts may go, by your own answers; at most one draw");
    assert!(said.contains(&promised), "{said}");
    assert!(
        said.contains(&format!("A further {COPIES} are identical to one of these or to a text")),
        "{said}"
    );
    assert!(said.contains("If you overlook one wrong pair in five, read 88."), "{said}");
    assert_eq!(records.kept(), RECORDS);
    let (said, code) = records.dedup(&["--right", "0.9", "--dry-run"]);
    assert!(code == 0 && said.contains(&promised), "{said}");
    let [page, again] = ["page.html", "again.html"].map(|name| records.name(name));
    records.dedup(&["--right", "0.9", "--report", &page]);
    let report = ["report", &records.path, "--judgements", &records.name("records.judgements.tsv")];
    succeed(&[&report, &RIGHT[..], &["-o", &again]].concat());
    // Both pages say the same; only the commands that make them differ.
    let [said, again] = [page, again].map(|page| {
        let page = fs::read_to_string(page).unwrap();
        page[..page.find("<nav").unwrap()].to_owned()
    });
    assert_eq!(said, again);
    assert!(said.contains(&promised), "{said}");
    let headline = format!(
        "go ({:.1}\u{a0}%) and {RECORDS} stay. {COPIES} of those that go are the same as another or as one that stays. Of the other {RECORDS}, at least \
         90 % are right, by {answered} answers about pairs that were drawn by chance, 0 of them no or unsure.",
        100.0 * (RECORDS + COPIES) as f64 / (2 * RECORDS + COPIES) as f64
    );
    assert!(said.contains(&headline), "{said}");
}

#[test]
fn nothing_goes_but_identical_texts_if_nothing_can_be_promised() {
    let records = Records::new();
    records.draw(&RIGHT);
    fs::write(records.file("records.judgements.tsv"), "").unwrap();
    let (said, code) = records.dedup(&RIGHT);
    assert_eq!(code, 3, "{said}");
    assert!(said.contains("nothing is promised, so nothing was written; answer more pairs"), "{said}");
    let (answered, said) = records.answer("n", &RIGHT);
    assert_eq!(answered, 40, "the pilot, and twenty at once");
    let hopeless = format!("Nothing can be promised: {answered} of the first {answered} are wrong");
    assert!(said.contains(&hopeless), "{said}");
    let (said, code) = records.dedup(&RIGHT);
    assert_eq!(code, 3);
    assert!(said.contains(&hopeless) && said.contains("with --yes only 10 identical texts go"), "{said}");
    assert!(!records.file("clean.jsonl").exists());
    let page = records.name("page.html");
    let judgements = records.name("records.judgements.tsv");
    succeed(&["report", &records.path, "--judgements", &judgements, "--right", "0.9", "-o", &page]);
    let page = fs::read_to_string(page).unwrap();
    assert!(
        page.contains("Nothing is promised, so nothing but identical texts goes.")
            && page.contains(&hopeless),
        "{page}"
    );
    let (said, code) = records.dedup(&["--right", "0.9", "--yes"]);
    assert_eq!((code, records.kept()), (0, 2 * RECORDS), "{said}");
}

#[test]
fn another_draw_is_counted_and_another_corpus_is_refused() {
    let records = Records::new();
    records.answer("y", &RIGHT);
    let plan = fs::read_to_string(records.file("records.promise.toml")).unwrap();
    assert_eq!(plan.matches("[[draw]]").count(), 1, "{plan}");
    assert!(plan.contains("measure = \"jaccard:chars:3\"") && plan.contains("coefficients = ["), "{plan}");
    let refused = |more: &[&str], expected: &str| {
        let (said, code) = records.dedup(&[&RIGHT[..], more].concat());
        assert!(code == 1 && said.contains(expected), "{code}: {said}");
    };
    refused(
        &["--confirm", "weighted>=0.3"],
        "this draw compares by jaccard:chars:3>=0.3, not by weighted:words:2>=0.3",
    );
    refused(&["--must-agree", "[a-f]"], "this draw was made with other options");
    for (more, expected) in [
        (["--right", "0.95", "--seed", "1"], "second draw: both hold in 90 %"),
        (["--right", "0.9", "--seed", "2"], "draw 3: all hold in 85 %"),
        (["--right", "0.95", "--seed", "1"], "second draw: both hold in 90 %"),
    ] {
        let (said, _) = records.dedup(&more);
        assert!(said.contains(expected), "{said}");
    }
    let more =
        fs::read_to_string(&records.path).unwrap() + "{\"id\": \"new\", \"text\": \"something else\"}\n";
    fs::write(&records.path, more).unwrap();
    refused(&[], "these judgements were drawn from another corpus");
    let usage = |more: &[&str], expected: &str| {
        let (said, code) = records.dedup(&[&RIGHT[..], more].concat());
        assert!(code == 2 && said.contains(expected), "{code}: {said}");
    };
    usage(&["--loss", "0.5"], "cannot be used with");
    usage(&["--confirm", "edit>=0.5"], "--right finds pairs by jaccard or weighted");
}

#[test]
fn what_was_said_before_a_draw_holds_and_a_no_keeps_a_pair_and_its_copies() {
    let records = Records::new();
    // A no before the draw: the pair is no candidate. The copy 0c is the same text as 0a.
    let all =
        stdout(&["judge", &records.path, "--draw", "500", "-o", "-", "--format", "tsv", "--right", "0.9"]);
    assert_eq!(all.lines().count(), 21, "the pilot alone, since its answers choose the others");
    fs::remove_file(records.file("records.promise.toml")).unwrap();
    let texts = fs::read_to_string(&records.path).unwrap();
    let hash = |id: &str| {
        let line = texts.lines().find(|line| line.contains(&format!("\"{id}\""))).unwrap();
        let text = line.rsplit('"').nth(1).unwrap();
        format!("{:016x}", simscope::corpus::text_hash(text))
    };
    let no = format!("answer\tid_a\tid_b\ttexts\nn\t0c\t0b\t{}-{}\n", hash("0c"), hash("0b"));
    fs::write(records.file("no.tsv"), no).unwrap();
    succeed(&["judge", &records.path, "--read", &records.name("no.tsv")]);
    let (said, _) = records.answer("y", &RIGHT);
    let (_, told) = (said, records.dedup(&RIGHT));
    assert!(told.0.contains(&format!("of these {} texts may go", RECORDS - 1)), "{}", told.0);
    let kept = fs::read_to_string(records.file("clean.jsonl")).unwrap();
    assert!(kept.contains("\"0b\"") && (kept.contains("\"0a\"") || kept.contains("\"0c\"")));
    // A no after it: the text stays, and the draw is the same.
    let drawn = fs::read_to_string(records.file("records.judgements.tsv")).unwrap();
    let row: Vec<&str> = drawn.lines().last().unwrap().split('\t').collect();
    let no = format!("answer\tid_a\tid_b\ttexts\nn\t{}\t{}\t{}-{}\n", row[0], row[1], row[2], row[3]);
    fs::write(records.file("no.tsv"), no).unwrap();
    succeed(&["judge", &records.path, "--read", &records.name("no.tsv")]);
    let (said, code) = records.dedup(&RIGHT);
    assert_eq!(code, 0, "{said}");
    let kept = fs::read_to_string(records.file("clean.jsonl")).unwrap();
    assert!([row[0], row[1]].iter().all(|id| kept.contains(&format!("\"{id}\""))), "{row:?}");
    // What must agree does not: then there are no candidates at all.
    let own = Records::new();
    let (rows, said) = own.draw(&["--right", "0.9", "--must-agree", "^."]);
    assert!(
        rows.is_empty() && said.contains("No text is similar enough to another to be asked about"),
        "{said}"
    );
}

/// Whether both ids are of one record: what a person would say.
fn is_right(a: &str, b: &str) -> bool {
    a[..a.len() - 1] == b[..b.len() - 1]
}

#[test]
fn answers_to_drawn_pairs_say_up_to_which_k_they_are_right() {
    let records = Records::new();
    let draw = ["advise", &records.path, "--right", "0.9", "--draw", "20", "-o", "-", "--format", "tsv"];
    let mut answered = 0;
    loop {
        let drawn = succeed(&draw);
        let (table, said) = (text(&drawn.stdout), text(&drawn.stderr));
        let (head, rows) = table.split_once('\n').unwrap();
        if rows.is_empty() {
            assert!(said.contains("more answers will add nothing"), "{said}");
            break;
        }
        assert_eq!(answered == 0, said.contains("no k can be promised yet") && rows.lines().count() == 16);
        answered += rows.lines().count();
        let answer = |row: &str| {
            let ids: Vec<&str> = row.split('\t').skip(2).collect();
            let is_copy = is_right(ids[0], ids[1]) && !ids[..2].iter().any(|id| id.ends_with('b'));
            assert!(!is_copy, "identical texts are not asked about: {row}");
            format!("{}{row}\n", if is_right(ids[0], ids[1]) { "y" } else { "n" })
        };
        let rows: String = rows.lines().map(answer).collect();
        fs::write(records.file("sheet.tsv"), format!("{head}\n{rows}")).unwrap();
        succeed(&["judge", &records.path, "--read", &records.name("sheet.tsv")]);
    }
    let found = succeed(&["advise", &records.path, "--right", "0.9", "--format", "jsonl"]);
    let (row, said): (serde_json::Value, String) =
        (serde_json::from_slice(&found.stdout).unwrap(), text(&found.stderr));
    let k = row["k"].as_u64().unwrap();
    assert_eq!(row["answers"], answered);
    assert!(said.contains(&format!("at least 90 % of the pairs are right up to k = {k} (")), "{said}");
    assert!(said.contains("without answers: k = "), "{said}");
    // The advice says what sharing enough was worth by the same answers.
    let advice = stdout(&["advise", &records.path, "--confirm", "jaccard:chars:3>=0.3", "--format", "table"]);
    assert!(advice.contains("that you judged fulfil jaccard:chars:3>=0.3; you judged "), "{advice}");
    // All of its pairs, by what is true.
    let pairs = stdout(&["pairs", &records.path, "-k", &k.to_string(), "--format", "jsonl"]);
    let pairs: Vec<serde_json::Value> =
        pairs.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let id = |pair: &serde_json::Value, name: &str| pair[name].as_str().unwrap().to_owned();
    let wrong = pairs.iter().filter(|pair| !is_right(&id(pair, "id_a"), &id(pair, "id_b"))).count();
    assert!(10 * wrong <= pairs.len(), "{wrong} of {}", pairs.len());
    // The same answers rank measures.
    let judged = records.name("records.judgements.tsv");
    let ranked =
        succeed(&["measures", &records.path, "--judgements", &judged, "--measure", "jaccard:chars:3"]);
    let of = format!(" {answered} pairs, of which ");
    assert!(text(&ranked.stderr).contains(&of), "{}", text(&ranked.stderr));
    assert!(text(&ranked.stdout).contains("jaccard:chars:3"));
    let plan = fs::read_to_string(records.file("records.promise.toml")).unwrap();
    assert!(plan.contains("[[k]]") && !plan.contains("[[draw]]"), "{plan}");
    let again = succeed(&["advise", &records.path, "--right", "0.9", "--seed", "2"]);
    assert!(text(&again.stderr).contains("second draw: both hold in 90 %"));
    let other = simscope(&["advise", &records.path, "--right", "0.9", "--bits", "32"]).output().unwrap();
    assert!(text(&other.stderr).contains("were drawn from other signatures"), "{}", text(&other.stderr));
}

#[test]
fn pairs_of_signatures_are_answered_where_the_texts_are() {
    let records = Records::new();
    let signatures = records.name("signatures.tsv");
    succeed(&["hash", &records.path, "-o", &signatures]);
    let labels = records.name("labels.tsv");
    let mut known = String::from("id_a\tid_b\tlabel\n");
    let asks = ["advise", &signatures, "--input", "signatures", "--right", "0.95"];
    let with = |more: &[&str], is_answered: bool| {
        let answers = ["--pairs", labels.as_str()];
        let answers = if is_answered { &answers[..] } else { &[] };
        succeed(&[&asks, answers, more].concat())
    };
    for round in 0.. {
        let drawn = with(&["--draw", "30", "-o", "-", "--format", "tsv"], round > 0);
        let table = text(&drawn.stdout);
        let (head, rows) = table.split_once('\n').unwrap();
        assert_eq!(head, "id_a\tid_b\tlabel");
        if rows.is_empty() {
            break;
        }
        for row in rows.lines() {
            let ids: Vec<&str> = row.split('\t').collect();
            known += &format!("{row}{}\n", u8::from(is_right(ids[0], ids[1])));
        }
        fs::write(&labels, &known).unwrap();
    }
    let found = with(&["--format", "jsonl"], true);
    let row: serde_json::Value = serde_json::from_slice(&found.stdout).unwrap();
    assert!(row["k"].as_u64().unwrap() > 0 && row["no"].as_u64().unwrap() < 10, "{row}");
    assert!(!text(&found.stderr).contains("without answers"), "there are no texts to compare");
}
