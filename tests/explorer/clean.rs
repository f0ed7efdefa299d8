//! Clean: what goes and what stays by the texts, what people say of it, the files that keep that, and what is written.

use crate::command::succeed;
use crate::support::{Rig, start};
use simscope::alignment::Kind;
use simscope::analysis::Clean;
use simscope::corpus::Source;
use simscope::decide::clean::{Row, Subject};
use simscope::judgements::{Judgement, Verdict, read};
use simscope::tui::action::{Action, Screen};
use simscope::tui::screens::clean::Line;
use simscope::tui::screens::clean::keys::Pane;
use simscope::tui::shared::deciding::Kept;
use simscope::tui::shared::{Opening, Start};
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

/// Place Clean over the sermon.
fn clean(corpus: &Copied) -> Rig {
    let mut rig = corpus.open();
    rig.act(Action::Go(Screen::Clean));
    rig
}

/// What goes and what is held.
fn decided(rig: &Rig) -> &Clean {
    rig.app.shared.clean().unwrap()
}

/// The text that goes or is held, and the one that stays.
fn shown(rig: &Rig) -> (u32, u32) {
    rig.app.screens.clean.shown.unwrap()
}

fn goes(rig: &Rig, document: u32) -> bool {
    !decided(rig).cleaned.is_kept(document as usize)
}

/// The row of a difference becomes the selected one.
fn select(rig: &mut Rig, subject: &Subject) {
    let lines = rig.app.screens.clean.lines(&rig.app.shared);
    let at = lines.iter().position(|line| *line == Line::Differs(subject.clone()));
    let at = at.unwrap_or_else(|| panic!("no row {subject}:\n{}", rig.text()));
    rig.act(Action::SelectRow(Pane::Differences.into(), at));
}

/// How many texts are held because of a kind of difference.
fn held_by(rig: &Rig, kind: Kind) -> usize {
    decided(rig).cleaned.held().filter(|(_, cover)| cover.kind == kind).count()
}

/// The row of a difference.
fn row<'r>(rig: &'r Rig, subject: &Subject) -> &'r Row {
    decided(rig).rows.iter().find(|row| row.subject == *subject).unwrap()
}

#[test]
fn a_yes_and_a_no_decide_at_once_and_are_on_disk() {
    let corpus = Copied::new();
    let mut rig = clean(&corpus);
    select(&mut rig, &Subject::kind(Kind::Small));
    let (first, by) = shown(&rig);
    assert!(goes(&rig, first) && !goes(&rig, by));
    rig.press_unsettled("n");
    let second = shown(&rig);
    assert_ne!(first, second.0, "before anything is written or compared");
    assert_eq!((rig.app.shared.selected, rig.app.shared.other), (second.0, Some(second.1)));
    rig.settle();
    assert!(!goes(&rig, first));
    rig.press("y");
    assert!(goes(&rig, second.0));
    let verdicts: Vec<_> = corpus.lines().iter().map(|line| line.verdict.unwrap()).collect();
    assert_eq!(verdicts, [Verdict::No, Verdict::Yes]);
    assert!(rig.app.screens.clean.lines(&rig.app.shared).len() > 1);
    // All is read again at the next start.
    let again = clean(&corpus);
    assert_eq!(again.app.shared.judging.known.counts(), [1, 1, 0]);
    assert!(!goes(&again, first) && goes(&again, second.0));
}

#[test]
fn a_held_text_goes_after_a_yes_and_a_difference_that_does_not_matter_lets_texts_go() {
    let corpus = Copied::new();
    let mut rig = clean(&corpus);
    let lost = Subject::kind(Kind::Lost);
    select(&mut rig, &lost);
    let (held, by) = shown(&rig);
    assert!(!goes(&rig, held));
    rig.press("y");
    assert!(goes(&rig, held) && decided(&rig).cover(held).unwrap().by == by);
    let before = decided(&rig).gone();
    rig.press("m");
    assert!(held_by(&rig, Kind::Lost) == 0 && decided(&rig).gone() > before, "{}", rig.text());
    let more = decided(&rig).gone() - before;
    assert!(
        rig.message().contains(&format!("too much is lost: does not matter; {more} more go")),
        "{}",
        rig.message()
    );
    rig.press("m");
    assert_eq!(decided(&rig).gone(), before, "again brings the default back");
    rig.press("m u");
    assert_eq!(decided(&rig).gone(), before, "u takes back");
    rig.press("u u u");
    assert!(!goes(&rig, held), "and then the pair");
    assert_eq!(corpus.lines().last().unwrap().verdict, None, "a line takes it back");
}

#[test]
fn the_rows_say_what_would_be_otherwise() {
    let corpus = Copied::new();
    let mut rig = clean(&corpus);
    let lost = Subject::kind(Kind::Lost);
    select(&mut rig, &lost);
    rig.settle();
    let before = decided(&rig).gone();
    rig.press("m");
    let more = decided(&rig).gone() - before;
    rig.press("u");
    rig.settle();
    rig.draw();
    assert!(rig.text().contains(&format!("If this did not matter, {more} more text")), "{}", rig.text());
}

#[test]
fn on_clean_the_slider_is_the_cut_and_shows_the_pair_that_is_cut_off_next() {
    let corpus = Copied::new();
    let mut rig = clean(&corpus);
    let k = rig.app.shared.k;
    let alike = |rig: &Rig| decided(rig).cover(shown(rig).0).unwrap().similarity;
    let before = decided(&rig).gone();
    rig.press("- - - -");
    assert_eq!((rig.app.shared.tau_hundredths, rig.app.shared.k), (50, k));
    assert!(decided(&rig).gone() < before, "fewer go");
    assert!((0.5..0.6).contains(&alike(&rig)), "{}", alike(&rig));
    assert!(rig.text().contains("from the cut on") && rig.text().contains("0.50"), "{}", rig.text());
    rig.press("+ + + +");
    assert_eq!(decided(&rig).gone(), before);
    rig.act(Action::DragK(0));
    assert_eq!((rig.app.shared.tau_hundredths, rig.app.shared.k), (100, k));
    rig.act(Action::DragK(14)).press("1 +");
    assert_eq!((rig.app.shared.tau_hundredths, rig.app.shared.k), (30, k + 1), "elsewhere it is k");
}

#[test]
fn enter_lists_the_pairs_of_a_row_and_opens_one() {
    let corpus = Copied::new();
    let mut rig = clean(&corpus);
    let lost = Subject::kind(Kind::Lost);
    select(&mut rig, &lost);
    let held = row(&rig, &lost).held;
    rig.press("enter");
    assert!(rig.text().contains(&format!("Its pairs: {held}")), "{}", rig.text());
    let first = shown(&rig);
    rig.press("down");
    assert_ne!(shown(&rig), first);
    rig.press("esc");
    assert!(rig.text().contains("What differs, and whether it matters"), "{}", rig.text());
    let second = shown(&rig);
    rig.press("enter enter");
    assert_eq!((rig.app.shared.screen, rig.app.shared.selected), (Screen::Pair, second.0));
    let mut wide = Rig::open(corpus.start(), 200, 50);
    wide.act(Action::Go(Screen::Clean));
    assert!(wide.text().contains("Its pairs: ") && wide.text().contains("What differs, "), "{}", wide.text());
}

#[test]
fn a_number_that_is_another_one_in_each_text_is_asked_about_first() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tickets.jsonl");
    let mut lines = String::new();
    for n in 0..60_u32 {
        let own: Vec<String> = (0..14).map(|at| format!("w{}", (n * 977 + at * 131) % 4093)).collect();
        for copy in 0..2 {
            let number = 10_000 + n * 7 + copy * 3_001;
            lines +=
                &format!("{{\"id\": \"{n}-{copy}\", \"text\": \"Ticket {number}. {}\"}}\n", own.join(" "));
        }
    }
    fs::write(&path, lines).unwrap();
    let mut rig = Rig::open(Start { sources: vec![Source::Path(path)], ..start() }, 120, 36);
    rig.act(Action::Go(Screen::Clean));
    let text = rig.text();
    assert!(text.contains("60 texts wait for answers: does the number after “ticket” matter?"), "{text}");
    assert!(text.contains("m no") && !text.contains("⚠"), "an open question is no alarm: {text}");
    rig.press("m");
    assert_eq!(decided(&rig).gone(), 60, "{}", rig.text());
    assert!(!rig.text().contains("wait for answers"), "{}", rig.text());
    let out = folder.path().join("out.jsonl");
    rig.press("w ctrl-u");
    type_in(&mut rig, out.to_str().unwrap());
    rig.press("enter");
    assert!(out.exists(), "{}", rig.text());
}

#[test]
fn the_other_one_stays_and_a_group_is_taken_apart() {
    let corpus = Copied::new();
    let mut rig = clean(&corpus);
    select(&mut rig, &Subject::kind(Kind::Small));
    let (first, by) = shown(&rig);
    rig.press("K");
    assert!(!goes(&rig, first), "the one that went stays");
    rig.press("u");
    assert!(goes(&rig, first));
    rig.press("X");
    assert!(!goes(&rig, first) && !goes(&rig, by));
    assert!(rig.message().contains("texts of the group stay"), "{}", rig.message());
}

#[test]
fn drawn_pairs_estimate_what_goes_rightly() {
    let corpus = Copied::new();
    let mut rig = clean(&corpus);
    assert!(rig.text().contains("no random pair is read yet"), "{}", rig.text());
    rig.press("v r");
    assert!(rig.text().contains(", at random "), "{}", rig.text());
    let verse = |rig: &Rig, document: u32| {
        rig.app.shared.model.corpus.get(document as usize).id.split_once('/').unwrap().1.to_owned()
    };
    let mut seen = std::collections::HashSet::new();
    for _ in 0..20 {
        let (a, b) = shown(&rig);
        assert!(seen.insert(a), "no pair comes twice");
        let answer = if verse(&rig, a) == verse(&rig, b) { "y" } else { "n" };
        rig.press(answer);
    }
    rig.draw();
    rig.press("space");
    let text = rig.text();
    assert!(text.contains("20 read, ") && text.contains("of what the texts alone let go, "), "{text}");
    // Under another τ these are no sample.
    rig.press("t + space");
    assert!(rig.text().contains("no random pair is read yet"), "{}", rig.text());
}

#[test]
fn what_is_written_is_what_the_command_writes_from_the_same_files() {
    let corpus = Copied::new();
    let mut rig = clean(&corpus);
    rig.press("n y");
    select(&mut rig, &Subject::kind(Kind::Lost));
    rig.press("m K - w");
    assert!(rig.text().contains("What will be lost"), "{}", rig.text());
    // The page goes with its question: what a key then decides about is seen.
    assert!(!rig.press("esc").text().contains("What will be lost"), "{}", rig.text());
    rig.press("w");
    let out = |name: &str| corpus.folder.path().join(name);
    rig.press("ctrl-u");
    type_in(&mut rig, out("mine.jsonl").to_str().unwrap());
    rig.press("enter");
    if rig.text().contains("type yes") {
        rig.press("n v v enter");
        assert!(rig.text().contains("type yes in full") && !out("mine.jsonl").exists(), "{}", rig.text());
        rig.press("ctrl-u y e s enter");
    }
    assert!(rig.message().contains("records written to"), "{}", rig.message());
    let [sermon, decisions, judgements, theirs] =
        ["sermon.jsonl", "sermon.decisions.toml", "sermon.judgements.tsv", "theirs.jsonl"]
            .map(|name| out(name).to_str().unwrap().to_owned());
    let said = ["--decisions", &decisions, "--judgements", &judgements];
    succeed(&[&["dedup", &sermon, "--yes", "--cut", "0.35", "-o", &theirs][..], &said].concat());
    for table in ["jsonl", "dropped.tsv", "held.tsv"] {
        let [mine, theirs] =
            ["mine", "theirs"].map(|name| fs::read_to_string(out(&format!("{name}.{table}"))).unwrap());
        assert_same_lines(&mine, &theirs, table);
    }
}

fn assert_same_lines(mine: &str, theirs: &str, table: &str) {
    let differing = mine.lines().zip(theirs.lines()).find(|(mine, theirs)| mine != theirs);
    assert_eq!(differing, None, "{table}");
    assert_eq!(mine.lines().count(), theirs.lines().count(), "{table}");
}

fn type_in(rig: &mut Rig, text: &str) {
    let code = |sign| ratatui::crossterm::event::KeyCode::Char(sign);
    for sign in text.chars() {
        crate::support::pair::key(rig, code(sign), ratatui::crossterm::event::KeyModifiers::NONE);
    }
}

#[test]
fn what_an_alarm_stops_is_written_only_after_a_yes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rewritten.jsonl");
    let word =
        |n: usize| -> String { n.to_string().bytes().map(|digit| char::from(b'a' + digit - b'0')).collect() };
    let words = |n: usize, of: &str, count: usize| -> String {
        (0..count).map(|at| format!(" {of}{}x{}", word(n * 31 % 97), word(at * 7 % 53))).collect()
    };
    let mut lines = String::new();
    for n in 0..30 {
        for of in ["p", "q"] {
            let text = format!("{}{}", words(n, "same", 14), words(n, of, 7));
            lines += &format!("{{\"id\": \"{of}{n}\", \"text\": \"{text}\"}}\n");
        }
    }
    fs::write(&path, lines).unwrap();
    let mut rig = Rig::open(Start { sources: vec![Source::Path(path)], ..start() }, 120, 36);
    rig.act(Action::Go(Screen::Clean));
    select(&mut rig, &Subject::kind(Kind::Lost));
    rig.press("m");
    assert!(rig.text().contains("⚠") && rig.text().contains("much would be lost"), "{}", rig.text());
    // The pairs of an alarm are listed as those of any row.
    rig.press("home enter");
    let lost = decided(&rig).reviewed.lost[shown(&rig).0 as usize];
    assert!(lost >= 0.3 && rig.text().contains("Its pairs: "), "{lost} {}", rig.text());
    let out = folder.path().join("out.jsonl");
    rig.press("w ctrl-u");
    type_in(&mut rig, out.to_str().unwrap());
    rig.press("enter");
    assert!(rig.text().contains("type yes to write"), "{}", rig.text());
    rig.press("enter");
    assert!(!out.exists(), "an empty line is no yes");
    rig.press("esc");
    assert!(!out.exists());
    rig.press("w ctrl-u");
    type_in(&mut rig, out.to_str().unwrap());
    rig.press("enter y e s enter");
    assert!(out.exists(), "{}", rig.message());
}

#[test]
fn what_cannot_be_written_is_shown_and_written_later() {
    let corpus = Copied::new();
    let mut rig = clean(&corpus);
    // In the place of the file there is a folder.
    fs::create_dir(corpus.file()).unwrap();
    rig.press("y");
    assert!(
        rig.message().starts_with("NOT SAVED, Space tries again: 1 judgement: ")
            && rig.message().contains("not a regular file"),
        "{}",
        rig.message()
    );
    rig.press("n");
    let second = shown(&rig);
    rig.press("space");
    assert!(rig.text().contains("NOT SAVED"), "{}", rig.text());
    assert_ne!(shown(&rig), second, "it goes on all the same");
    assert_eq!(rig.app.shared.judging.unsaved(), 2);
    fs::remove_dir(corpus.file()).unwrap();
    rig.press("space");
    assert_eq!((rig.app.shared.judging.unsaved(), corpus.lines().len()), (0, 2));
    assert_eq!(rig.app.shared.judging.kept, Kept::Saved);
}

#[test]
fn a_file_of_something_else_is_left_as_it_is() {
    let corpus = Copied::new();
    fs::write(corpus.file(), "id\ttext\n").unwrap();
    let mut rig = clean(&corpus);
    rig.press("y space");
    assert!(rig.text().contains("NOT SAVED"), "{}", rig.text());
    assert_eq!(fs::read_to_string(corpus.file()).unwrap(), "id\ttext\n");
}

#[test]
fn the_built_in_sample_has_no_place_and_a_file_can_be_named() {
    let mut rig = Rig::builtin();
    rig.act(Action::Go(Screen::Clean));
    assert!(rig.text().contains("not kept: open with --judgements FILE"), "{}", rig.text());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.tsv");
    let mut rig = Rig::open(Start { judgements: Some(path.clone()), k: 9, ..start() }, 120, 36);
    rig.act(Action::Go(Screen::Clean));
    rig.press("y");
    assert_eq!(read(&path).unwrap().lines.len(), 1);
    // The corpus list stands at what was read last.
    let read_last = shown(&rig).0;
    rig.press("1");
    assert_eq!(rig.app.shared.document_in_row(rig.app.shared.list.selected), Some(read_last));
}

#[test]
fn a_small_terminal_and_chinese_have_room_for_the_texts() {
    let corpus = Copied::new();
    for (width, height) in [(60, 16), (80, 24), (200, 60)] {
        let mut rig = Rig::open(corpus.start(), width, height);
        rig.act(Action::Go(Screen::Clean));
        rig.act(Action::Focus(Pane::Pair.into()));
        let text = rig.app.shared.document(shown(&rig).0).text.to_owned();
        let begins: String = text.chars().take(12).collect();
        assert!(rig.text().contains(&begins), "{begins} at {width} × {height}:\n{}", rig.text());
        rig.press("down pgdn up home end v z tab down");
    }
    let mut rig = Rig::open(Start { lang: Lang::Zh, ..corpus.start() }, 120, 36);
    rig.act(Action::Go(Screen::Clean));
    rig.press("v r y space");
    assert!(rig.text().contains("去除") && rig.text().contains("已判 1 对"), "{}", rig.text());
}

#[test]
fn what_is_judged_among_the_pairs_of_threshold_is_counted_there() {
    let corpus = Copied::new();
    let mut rig = corpus.open();
    rig.press("3 p");
    rig.press("y y n");
    assert_eq!(rig.app.shared.judging.known.counts(), [2, 1, 0]);
    rig.app.shared.message = None;
    rig.draw();
    assert!(rig.text().contains("3 pairs judged: 2 yes, 1 no"), "{}", rig.text());
}

#[test]
fn all_texts_are_weighed_though_the_place_is_open_while_they_are_read() {
    let opening = Opening { screen: Screen::Clean.number(), ..Opening::default() };
    let at_once = Rig::open(Start { opening, ..start() }, 120, 36);
    let mut later = Rig::builtin();
    later.act(Action::Go(Screen::Clean));
    assert_eq!(decided(&at_once).cleaned, decided(&later).cleaned);
    assert_eq!(decided(&later).gone(), 32);
}
