//! Judge: a pair, an answer, the file that keeps it, and what follows for every k.

use crate::support::{Rig, start};
use simscope::corpus::Source;
use simscope::judgements::{Judgement, Verdict, read};
use simscope::tui::action::{Action, Screen};
use simscope::tui::shared::Start;
use simscope::tui::shared::deciding::Kept;
use simscope::tui::surface::Lang;
use std::fs;
use std::path::PathBuf;

/// A copy of a sample, so that what stands beside it is the test's own.
struct Copied {
    folder: tempfile::TempDir,
}

impl Copied {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let sample = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("samples/en_sermon_kjv_asv.jsonl");
        fs::copy(sample, folder.path().join("sermon.jsonl")).unwrap();
        Self { folder }
    }

    fn start(&self) -> Start {
        Start { sources: vec![Source::Path(self.folder.path().join("sermon.jsonl"))], k: 14, ..start() }
    }

    fn open(&self) -> Rig {
        Rig::open(self.start(), 120, 36)
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("sermon.judgements.tsv")
    }

    fn lines(&self) -> Vec<Judgement> {
        read(&self.file()).unwrap().lines
    }
}

/// The pair that is shown.
fn shown(rig: &Rig) -> (u32, u32) {
    rig.app.screens.judge.current.unwrap().0
}

#[test]
fn answers_are_on_disk_and_the_next_pair_is_there_at_once() {
    let corpus = Copied::new();
    let mut rig = corpus.open();
    rig.press("3 J");
    assert_eq!(rig.app.shared.screen, Screen::Judge);
    let first = shown(&rig);
    rig.press_unsettled("y");
    let second = shown(&rig);
    assert_ne!(first, second, "before anything is written");
    assert_eq!((rig.app.shared.selected, rig.app.shared.other), (second.0, Some(second.1)));
    rig.settle();
    rig.press("n ?");
    let verdicts: Vec<_> = corpus.lines().iter().map(|line| line.verdict.unwrap()).collect();
    assert_eq!(verdicts, [Verdict::Yes, Verdict::No, Verdict::Unsure]);
    let id = |document: u32| rig.app.shared.model.corpus.get(document as usize).id.to_owned();
    assert_eq!(corpus.lines()[0].pair.each_ref().map(|named| named.id.clone()), [id(first.0), id(first.1)]);
    assert!(rig.text().contains("2 judged (1 yes, 1 no), 1 unsure"), "{}", rig.text());
    assert!(rig.text().contains("saved in sermon.judgements.tsv"), "{}", rig.text());
    // Back to where it was opened; and all is read again at the next start.
    rig.press("esc");
    assert_eq!(rig.app.shared.screen, Screen::Threshold);
    let mut again = corpus.open();
    again.press("J");
    assert_eq!(again.app.shared.judging.known.counts(), [1, 1, 1]);
    assert_ne!(shown(&again), first, "what is judged does not come again");
}

#[test]
fn the_estimate_narrows_and_is_shown_on_threshold_too() {
    let corpus = Copied::new();
    let mut rig = corpus.open();
    rig.press("J");
    let width = |rig: &Rig| {
        let precision = rig.app.shared.estimate().unwrap().curve.at(14).unwrap().precision.unwrap();
        precision.high - precision.low
    };
    let mut widths = Vec::new();
    for round in 1..=45 {
        let (a, b) = shown(&rig);
        // Right are the same verses.
        let verse = |document: u32| {
            rig.app.shared.model.corpus.get(document as usize).id.split_once('/').unwrap().1.to_owned()
        };
        let answer = if verse(a) == verse(b) { "y" } else { "n" };
        rig.press(answer);
        if round % 15 == 0 {
            widths.push(width(&rig));
        }
    }
    assert!(widths.is_sorted_by(|a, b| a > b), "{widths:?}");
    assert!(rig.text().contains("precision at k = 14: "), "{}", rig.text());
    rig.press("3");
    assert!(rig.text().contains("judged pairs are within k: "), "{}", rig.text());
    // The table can be written, and a row of it sets k.
    rig.press("J tab up");
    assert_eq!(rig.app.shared.k, 13);
    let table = corpus.folder.path().join("out.tsv");
    rig.press("x").app.overlay = None;
    let file = rig.app.screens.at(Screen::Judge).export(&rig.app.shared).sheet.ok().unwrap();
    let mut out = fs::File::create(&table).unwrap();
    file.rows(simscope::export::Format::Tsv, &[], &mut out).unwrap();
    assert!(fs::read_to_string(&table).unwrap().starts_with("k\tpairs\tjudged\tprecision\t"));
}

#[test]
fn undo_takes_back_one_after_the_other_and_keeps_the_note() {
    let corpus = Copied::new();
    let mut rig = corpus.open();
    rig.press("J");
    let first = shown(&rig);
    rig.press("i why enter");
    assert!(rig.text().contains("note: why"), "{}", rig.text());
    rig.press("y n u");
    assert_eq!(corpus.lines().last().unwrap().verdict, None, "a line takes it back");
    rig.press("u");
    assert_eq!((shown(&rig), rig.app.shared.judging.known.counts()), (first, [0, 0, 0]));
    assert!(rig.text().contains("note: why"), "{}", rig.text());
    rig.press("n");
    let last = corpus.lines().pop().unwrap();
    assert_eq!((last.verdict, last.note.as_str()), (Some(Verdict::No), "why"));
    rig.press("u u");
    assert!(rig.message().contains("nothing to take back"), "{}", rig.message());
    assert_eq!(rig.app.shared.k, 14, "u undoes nothing else here");
}

#[test]
fn a_pair_that_was_judged_again_has_its_first_judgement_back_after_undo() {
    let corpus = Copied::new();
    let mut rig = corpus.open();
    rig.press("5 J");
    let pair = shown(&rig);
    rig.press("y esc");
    rig.app.shared.point_to(pair.0, Some(pair.1));
    rig.press("5 J");
    assert!(rig.text().contains("judged before: near-duplicates"), "{}", rig.text());
    assert!(rig.text().contains("chosen: counts for itself only"), "{}", rig.text());
    rig.press("n u");
    assert_eq!(rig.app.shared.judging.known.get(pair).unwrap().verdict, Some(Verdict::Yes));
    assert_eq!(corpus.lines().pop().unwrap().verdict, Some(Verdict::Yes));
}

#[test]
fn what_cannot_be_written_is_shown_and_written_later() {
    let corpus = Copied::new();
    let mut rig = corpus.open();
    rig.press("J");
    // In the place of the file there is a folder.
    fs::create_dir(corpus.file()).unwrap();
    rig.press("y");
    assert!(
        rig.message().contains("not saved: ") && rig.message().contains("not a regular file"),
        "{}",
        rig.message()
    );
    rig.press("n");
    assert!(rig.text().contains("NOT SAVED: 2, r tries again"), "{}", rig.text());
    assert_eq!(rig.app.shared.judging.unsaved(), 2);
    fs::remove_dir(corpus.file()).unwrap();
    rig.press("r");
    assert_eq!((rig.app.shared.judging.unsaved(), corpus.lines().len()), (0, 2));
    assert_eq!(rig.app.shared.judging.kept, Kept::Saved);
}

#[test]
fn a_file_of_something_else_is_left_as_it_is() {
    let corpus = Copied::new();
    fs::write(corpus.file(), "id\ttext\n").unwrap();
    let mut rig = corpus.open();
    rig.press("J y");
    assert!(rig.text().contains("NOT SAVED: 1"), "{}", rig.text());
    assert_eq!(fs::read_to_string(corpus.file()).unwrap(), "id\ttext\n");
}

#[test]
fn the_built_in_sample_has_no_place_and_a_file_can_be_named() {
    let mut rig = Rig::builtin();
    rig.press("J");
    assert!(rig.text().contains("not kept: open with --judgements FILE"), "{}", rig.text());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.tsv");
    let mut rig = Rig::open(Start { judgements: Some(path.clone()), k: 9, ..start() }, 120, 36);
    rig.press("J y");
    assert_eq!(read(&path).unwrap().lines.len(), 1);
}

#[test]
fn a_small_terminal_and_chinese_have_room_for_both_texts() {
    let corpus = Copied::new();
    for (width, height) in [(60, 16), (80, 24), (200, 60)] {
        let mut rig = Rig::open(corpus.start(), width, height);
        rig.press("J");
        let (a, b) = shown(&rig);
        for document in [a, b] {
            let id = rig.app.shared.shown_id(document);
            assert!(rig.text().contains(&id), "{id} at {width} × {height}:\n{}", rig.text());
        }
        rig.press("down pgdn up home end z tab down");
        rig.act(Action::Go(Screen::Corpus));
    }
    let mut rig = Rig::open(Start { lang: Lang::Zh, ..corpus.start() }, 120, 36);
    rig.press("J y");
    assert!(rig.text().contains("是近似重复吗？"), "{}", rig.text());
    assert!(rig.text().contains("已判 1（1 是"), "{}", rig.text());
}

#[test]
fn recall_is_not_said_of_the_largest_judged_distance() {
    let corpus = Copied::new();
    let mut rig = corpus.open();
    rig.press("3 J y");
    let largest = rig.app.shared.estimate().unwrap().judged.largest().unwrap().to_string();
    let text = rig.text();
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches(['│', ' ']).split_whitespace().map(str::to_owned).collect()
    };
    let rows = text.lines().map(cells);
    let mut of_largest =
        rows.filter(|row| row.first() == Some(&largest) && row.iter().any(|cell| cell.contains('/')));
    let row = of_largest.next().unwrap_or_else(|| panic!("{text}"));
    assert_eq!(row.last().map(String::as_str), Some("·"), "{text}");
}
