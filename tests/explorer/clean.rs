//! Clean: what goes and what stays by the texts, what people say of it, the files that keep that, and what is written.

use crate::command::succeed;
use crate::support::{Rig, start};
use simscope::analysis::Clean;
use simscope::corpus::Source;
use simscope::judgements::{Judgement, Verdict, read};
use simscope::tui::action::{Action, Screen};
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

/// The row of a kind becomes the selected one.
fn select(rig: &mut Rig, name: &str) {
    rig.press("home");
    for _ in 0..20 {
        let row = rig.app.screens.clean.rows.selected;
        let kind = rig.app.screens.clean.kinds(&rig.app.shared)[row].kind;
        if kind.name() == name {
            return;
        }
        rig.press("down");
    }
    panic!("no kind {name}:\n{}", rig.text());
}

#[test]
fn a_yes_and_a_no_decide_at_once_and_are_on_disk() {
    let corpus = Copied::new();
    let mut rig = clean(&corpus);
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
    assert!(rig.app.screens.clean.kinds(&rig.app.shared).len() > 1);
    // All is read again at the next start.
    let again = clean(&corpus);
    assert_eq!(again.app.shared.judging.known.counts(), [1, 1, 0]);
    assert!(!goes(&again, first) && goes(&again, second.0));
}

#[test]
fn a_held_text_goes_after_a_yes_and_whole_kinds_go_or_stay() {
    let corpus = Copied::new();
    let mut rig = clean(&corpus);
    select(&mut rig, "partial");
    let (held, by) = shown(&rig);
    assert!(!goes(&rig, held));
    rig.press("y");
    assert!(goes(&rig, held) && decided(&rig).cover(held).unwrap().by == by);
    let before = decided(&rig).gone();
    select(&mut rig, "similar");
    rig.press("D");
    assert!(rig.message().contains("texts of the kind “similar” stay"), "{}", rig.message());
    let similar = decided(&rig).cleaned.gone().filter(|(_, cover)| cover.kind.name() == "similar").count();
    assert!(similar <= 1 && decided(&rig).gone() < before, "only what was said goes");
    rig.press("u");
    assert_eq!(decided(&rig).gone(), before, "u brings them back");
    rig.press("u");
    assert!(!goes(&rig, held), "and then the pair");
    assert_eq!(corpus.lines().last().unwrap().verdict, None, "a line takes it back");
    select(&mut rig, "partial");
    rig.press("A");
    assert!(decided(&rig).cleaned.held().all(|(_, cover)| cover.kind.name() != "partial"));
}

#[test]
fn the_mark_stays_among_the_held_of_a_kind_of_which_one_goes() {
    let mut rig = Rig::builtin();
    rig.act(Action::Go(Screen::Clean));
    select(&mut rig, "numbers");
    let rows = |rig: &Rig| rig.app.screens.clean.kinds(&rig.app.shared);
    let at = |rig: &Rig| rig.app.screens.clean.rows.selected;
    let before = rows(&rig)[at(&rig)];
    rig.press("y");
    let after = rows(&rig)[at(&rig)];
    assert_eq!((after.kind, after.goes, after.texts), (before.kind, false, before.texts - 1));
    let of = after.texts;
    assert!(rig.text().contains(&format!(" of {of}, most doubtful first")), "{}", rig.text());
    let all = rows(&rig);
    assert!(all.iter().any(|row| row.kind == before.kind && row.goes), "two rows of a kind: {all:?}");
    rig.press("home");
    for row in 1..all.len() {
        rig.press("down");
        assert_eq!(at(&rig), row, "down goes down: {all:?}");
    }
}

#[test]
fn of_pairs_at_random_the_kind_of_the_one_shown_is_decided() {
    let corpus = Copied::new();
    let mut rig = clean(&corpus);
    rig.press("v r");
    for _ in 0..6 {
        let kind = decided(&rig).cover(shown(&rig).0).unwrap().kind;
        let state = &rig.app.screens.clean;
        assert_eq!(state.kinds(&rig.app.shared)[state.rows.selected].kind, kind);
        rig.press("space");
    }
    let kind = decided(&rig).cover(shown(&rig).0).unwrap().kind;
    rig.press("D");
    assert!(!rig.app.shared.deciding.decisions.allowed.has(kind));
}

#[test]
fn how_many_a_kind_holds_is_said_before_and_after() {
    let corpus = Copied::new();
    let mut rig = clean(&corpus);
    select(&mut rig, "similar");
    let similar = decided(&rig).cleaned.gone().filter(|(_, cover)| cover.kind.name() == "similar").count();
    assert!(rig.text().contains(&format!("D: all {similar} similar texts")), "{}", rig.text());
    rig.press("D");
    assert!(rig.message().contains(&format!("texts of the kind “similar” stay, {similar} so far")));
}

#[test]
fn the_other_one_stays_and_a_group_is_taken_apart() {
    let corpus = Copied::new();
    let mut rig = clean(&corpus);
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
    select(&mut rig, "partial");
    rig.press("A K");
    rig.press("w");
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
    succeed(&[&["dedup", &sermon, "--yes", "-o", &theirs][..], &said].concat());
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
    let path = folder.path().join("orders.jsonl");
    let word =
        |n: usize| -> String { n.to_string().bytes().map(|digit| char::from(b'a' + digit - b'0')).collect() };
    let mut lines = String::new();
    for n in 0..60 {
        let own: Vec<String> = (0..12).map(|at| format!("x{}y{}", word(n), word(at))).collect();
        for verb in ["grant", "revoke"] {
            lines += &format!(
                "{{\"id\": \"{verb}-{n}\", \"text\": \"please {verb} access {}\"}}\n",
                own.join(" ")
            );
        }
    }
    fs::write(&path, lines).unwrap();
    let mut rig = Rig::open(Start { sources: vec![Source::Path(path)], ..start() }, 120, 36);
    rig.act(Action::Go(Screen::Clean));
    assert!(rig.text().contains("⚠") && rig.text().contains("grant"), "{}", rig.text());
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
        rig.press("tab");
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
    assert_eq!(decided(&later).gone(), 41);
}
