//! Clean: what goes and what stays by the texts, what people say of it, the files that keep that, and what is written.

use crate::command::succeed;
use crate::support::{Rig, start};
use simscope::alignment::Kind;
use simscope::analysis::Clean;
use simscope::corpus::Source;
use simscope::decide::clean::{Alarm, Cover, Row, Subject};
use simscope::judgements::{Judgement, Verdict, read};
use simscope::tui::action::{Action, Screen};
use simscope::tui::room::Room;
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

/// A list of messages, of which words are held by what the corpus testifies.
fn messages(start: Start, (width, height): (u16, u16)) -> (tempfile::TempDir, Rig) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("messages.jsonl");
    let case = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/commands/cases/messages_en.jsonl");
    fs::copy(case, &path).unwrap();
    let mut rig = Rig::open(Start { sources: vec![Source::Path(path)], ..start }, width, height);
    rig.act(Action::Go(Screen::Clean));
    (folder, rig)
}

/// What was said of a difference.
fn answer(rig: &Rig, subject: &Subject) -> Option<bool> {
    rig.app.shared.deciding.decisions.rules.matters.of(subject)
}

/// What goes, and what waits.
fn counts(rig: &Rig) -> (usize, usize) {
    (decided(rig).gone(), decided(rig).cleaned.waiting().count())
}

#[test]
fn an_answer_is_the_opposite_of_what_the_row_shows_then_the_other_then_none() {
    let corpus = Copied::new();
    let mut rig = clean(&corpus);
    let few = Subject::kind(Kind::OneOrTwoWords);
    select(&mut rig, &few);
    let before = counts(&rig);
    assert!(row(&rig, &few).held > 0 && rig.text().contains("one or two words matter?"), "{}", rig.text());
    rig.press("m");
    assert_eq!(answer(&rig, &few), Some(false));
    let without = counts(&rig);
    rig.press("m");
    assert_eq!(answer(&rig, &few), Some(true));
    // It is decided: nothing waits for it, and nothing is asked.
    let (gone, wait) = counts(&rig);
    assert!(gone == before.0 && wait < before.1 && row(&rig, &few).held == 0, "{}", rig.text());
    assert!(!rig.text().contains("one or two words matter?"), "{}", rig.text());
    let (fewer, more) = (without.0 - gone, wait as isize - without.1 as isize);
    let more = if more < 0 { format!("{} fewer wait", -more) } else { format!("{more} more wait") };
    let told = format!("one or two words: matters; {fewer} fewer go, {more} · u takes it back");
    assert_eq!(rig.message(), told);
    assert!(!decided(&rig).that_differ(row(&rig, &few)).is_empty(), "its pairs are there still");
    rig.press("m");
    assert_eq!((answer(&rig, &few), counts(&rig)), (None, before));
    // What goes by default is said to matter first.
    let small = Subject::kind(Kind::Small);
    select(&mut rig, &small);
    for said in [Some(true), Some(false), None, Some(true)] {
        rig.press("m");
        assert_eq!(answer(&rig, &small), said, "{}", rig.text());
    }
    // A word for another does not matter by its class, and is held by what the corpus testifies.
    let (_folder, mut rig) = messages(start(), (120, 36));
    let (word, before) = (Subject::kind(Kind::Word), counts(&rig));
    select(&mut rig, &word);
    assert!(row(&rig, &word).held > 0 && !Kind::Word.matters());
    rig.press("m");
    assert_eq!(answer(&rig, &Subject::words()), Some(false), "the question is about all words");
    assert!(counts(&rig).0 > before.0, "{}", rig.text());
    rig.press("m m");
    assert_eq!((answer(&rig, &word), counts(&rig)), (None, before));
}

#[test]
fn the_three_parts_are_those_of_the_tables_and_the_row_stays_selected() {
    let corpus = Copied::new();
    let mut rig = clean(&corpus);
    let lost = Subject::kind(Kind::Lost);
    select(&mut rig, &lost);
    let waited = counts(&rig).1;
    assert_eq!(waited, decided(&rig).cleaned.held().count(), "as held.tsv has them");
    let parts = |rig: &Rig| {
        let (gone, wait) = counts(rig);
        let all = decided(rig).cleaned.verdicts.len();
        format!("{} stay · {gone} go · {wait} wait", all - gone - wait)
    };
    assert!(rig.text().contains(&parts(&rig)), "{}\n{}", parts(&rig), rig.text());
    let on_lost = |rig: &Rig| {
        let clean = &rig.app.screens.clean;
        clean.lines(&rig.app.shared)[clean.rows.selected] == Line::Differs(Subject::kind(Kind::Lost))
    };
    rig.press("m");
    assert!(on_lost(&rig) && rig.text().contains(&parts(&rig)), "{}", rig.text());
    // What may be lost now is there to be read, and what else decides.
    let (document, _) = shown(&rig);
    assert!(goes(&rig, document) && rig.text().contains("--loss sets another limit"), "{}", rig.text());
    rig.press("m");
    assert!(on_lost(&rig) && row(&rig, &lost).held == 0 && counts(&rig).1 < waited, "{}", rig.text());
}

#[test]
fn a_judgement_says_what_was_decided() {
    let corpus = Copied::new();
    let mut rig = clean(&corpus);
    let id = |rig: &Rig, document: u32| rig.app.shared.document(document).id.to_owned();
    let (one, by) = shown(&rig);
    rig.press("y");
    let told = format!("{} goes for {}, u undoes · 1 saved in ", id(&rig, one), id(&rig, by));
    assert!(rig.text().contains(&told), "{told}\n{}", rig.text());
    let (one, by) = shown(&rig);
    rig.press("n");
    let told = format!("{} and {} both stay", id(&rig, one), id(&rig, by));
    assert!(rig.text().contains(&told), "{told}\n{}", rig.text());
    assert!(!rig.press("space").text().contains(&told), "until something else is done");
}

#[test]
fn the_cut_is_kept_with_the_decisions_and_undone_in_one_step() {
    let corpus = Copied::new();
    let mut rig = clean(&corpus);
    let file = corpus.folder.path().join("sermon.decisions.toml");
    let kept = || fs::read_to_string(&file).unwrap_or_default();
    rig.press("- -");
    assert!(kept().is_empty(), "nothing was decided");
    select(&mut rig, &Subject::kind(Kind::Small));
    rig.press("m");
    assert!(kept().contains("cut = 0.4\n"), "{}", kept());
    rig.press("- - -");
    assert!(kept().contains("cut = 0.55\n"), "{}", kept());
    rig.press("u");
    assert!(rig.app.shared.tau_hundredths == 40 && kept().contains("cut = 0.4\n"), "{}", kept());
    rig.press("- u u u");
    assert_eq!((rig.app.shared.tau_hundredths, answer(&rig, &Subject::kind(Kind::Small))), (30, None));
    rig.press("K - -");
    let again = clean(&corpus);
    assert_eq!(again.app.shared.tau_hundredths, 40);
}

#[test]
fn the_command_that_is_shown_writes_what_the_explorer_writes() {
    let corpus = Copied::new();
    let out = |name: &str| corpus.folder.path().join(name);
    let is_kept = [Some(out("sermon.decisions.toml")), None];
    for (at, decisions) in is_kept.into_iter().enumerate() {
        let mut rig = clean(&corpus);
        if at == 1 {
            // In no file: options say it.
            fs::remove_file(out("sermon.decisions.toml")).unwrap();
            rig = clean(&corpus);
            rig.app.shared.deciding.kept = Kept::Nowhere;
        }
        select(&mut rig, &Subject::kind(Kind::Small));
        rig.press("m");
        select(&mut rig, &Subject::Kinds(vec![Kind::More, Kind::Less]));
        rig.press("m - n");
        let words = rig.app.screens.clean.export(&rig.app.shared).command.ok().unwrap();
        let line = words.line(&rig.app.shared).unwrap();
        assert!(!line.contains("--keep") && line.contains("--cut 0.35"), "{line}");
        assert_eq!(line.contains("--matters small"), decisions.is_none(), "{line}");
        let [mine, theirs] = [format!("mine{at}.jsonl"), format!("theirs{at}.jsonl")];
        rig.press("w ctrl-u");
        type_in(&mut rig, out(&mine).to_str().unwrap());
        rig.press("enter");
        if rig.text().contains("type yes") {
            rig.press("y e s enter");
        }
        let theirs_path = out(&theirs).to_str().unwrap().to_owned();
        let (before, behind) = line.split_once(" -o ").unwrap();
        let (path, behind) = behind.split_once(' ').unwrap_or((behind, ""));
        assert!(path.contains("sermon.unique.jsonl"), "{line}");
        let line = format!("{before} --yes -o OUT {behind}");
        let words: Vec<&str> = line.split_whitespace().skip(1).map(|word| word.trim_matches('\'')).collect();
        let words: Vec<&str> =
            words.into_iter().map(|word| if word == "OUT" { &theirs_path } else { word }).collect();
        succeed(&words);
        for ending in ["", ".dropped.tsv", ".held.tsv"] {
            let of = |name: &str| {
                let name = if ending.is_empty() { name.to_owned() } else { name.replace(".jsonl", ending) };
                fs::read(out(&name)).unwrap()
            };
            assert!(of(&mine) == of(&theirs), "{ending} {line}");
        }
    }
    // What was decided of documents no option says.
    let mut rig = Rig::builtin();
    rig.act(Action::Go(Screen::Clean));
    rig.press("K");
    assert!(rig.app.screens.clean.export(&rig.app.shared).command.is_err());
}

#[test]
fn a_low_terminal_has_the_whole_question_and_what_no_brings_about() {
    for (lang, ends) in [(Lang::En, "“No” lets "), (Lang::Zh, "答“否”可去除 ")] {
        let (_folder, rig) = messages(Start { lang, ..start() }, (80, 24));
        let text = rig.text();
        let line = text.lines().find(|line| line.contains(ends)).unwrap_or_else(|| panic!("{text}"));
        assert!(line.contains(['?', '？']) && !line.contains('…'), "{text}");
    }
}

#[test]
fn keys_of_k_alone_do_nothing_on_clean() {
    let corpus = Copied::new();
    let mut rig = clean(&corpus);
    let k = rig.app.shared.k;
    for key in ["=", "{", "}", "@"] {
        rig.press(key);
        assert!(
            rig.app.shared.k == k && rig.message().contains("k decides nothing here"),
            "{}",
            rig.message()
        );
    }
    rig.press("/");
    assert!(rig.text().contains("filter Corpus:"), "{}", rig.text());
}

#[test]
fn a_file_of_decisions_about_another_corpus_is_named() {
    let corpus = Copied::new();
    let other = corpus.folder.path().join("other.jsonl");
    fs::write(&other, "{\"id\": \"a\", \"text\": \"one two three\"}\n").unwrap();
    let mut rig = clean(&corpus);
    select(&mut rig, &Subject::kind(Kind::Small));
    rig.press("m K");
    let decisions = Some(corpus.folder.path().join("sermon.decisions.toml"));
    let rig = Rig::open(Start { sources: vec![Source::Path(other)], decisions, ..start() }, 120, 36);
    let said = "made over sermon.jsonl: 1 answers about differences, 0 of 1 documents are of this corpus";
    assert!(rig.message().contains(said), "{}", rig.message());
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
    assert!(rig.text().contains("least alike first") && rig.text().contains("0.50"), "{}", rig.text());
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
    assert!(text.contains("does the number after “ticket” matter?") && text.contains("60 wait"), "{text}");
    assert!(text.contains("m no") && !text.contains("⚠"), "an open question is no alarm: {text}");
    rig.press("m");
    assert_eq!(decided(&rig).gone(), 60, "{}", rig.text());
    assert!(!rig.text().contains("matter? ") && rig.text().contains(" 0 wait"), "{}", rig.text());
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
fn what_raises_the_alarm_of_losses_is_held_with_one_key() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("licences.jsonl");
    fs::copy(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("samples/en_licenses.jsonl"), &own).unwrap();
    let mut rig = Rig::open(Start { sources: vec![Source::Path(own)], ..start() }, 120, 36);
    rig.act(Action::Go(Screen::Clean));
    rig.app.shared.set_tau(5);
    rig.app.shared.decide(|decisions| {
        (decisions.rules.loss, decisions.rules.passage) = (Some(1.0), 0);
        for subject in ["words", "one-or-two-words", "lost", "name", "number"] {
            decisions.rules.matters.say(&subject.parse().unwrap(), false);
        }
    });
    rig.settle();
    let alarm = |rig: &Rig| {
        let lines = rig.app.screens.clean.lines(&rig.app.shared);
        lines.iter().position(|line| matches!(line, Line::Alarm(Alarm::Loss { .. })))
    };
    let lossy = |rig: &Rig| {
        let lost = |(_, cover): &(u32, &Cover)| cover.lost >= Alarm::MUCH && !cover.kind.is_equal();
        decided(rig).cleaned.gone().filter(lost).count()
    };
    let (at, before) = (alarm(&rig).unwrap(), lossy(&rig));
    rig.act(Action::SelectRow(Pane::Differences.into(), at));
    assert!(before > 5 && rig.text().contains("m holds them all"), "{}", rig.text());
    rig.press("m").settle();
    assert_eq!((alarm(&rig), lossy(&rig)), (None, 0), "{}", rig.text());
    rig.press("u").settle();
    assert_eq!((alarm(&rig), lossy(&rig)), (Some(at), before), "{}", rig.text());
}

#[test]
fn drawn_pairs_estimate_what_goes_rightly() {
    let corpus = Copied::new();
    let mut rig = clean(&corpus);
    assert!(rig.text().contains("no random pair is read yet"), "{}", rig.text());
    rig.press("v e");
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

pub fn type_in(rig: &mut Rig, text: &str) {
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
    rig.press("v e y space");
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
    assert_eq!(decided(&later).gone(), 30);
}

/// Another person says no to the pair that is shown there.
fn refused_by_another(corpus: &Copied) -> u32 {
    let mut theirs = clean(corpus);
    let (document, _) = shown(&theirs);
    theirs.press("n");
    assert!(!goes(&theirs, document), "{}", theirs.text());
    document
}

/// Enter, and yes to an alarm.
fn enter(rig: &mut Rig) {
    rig.press("enter");
    if rig.text().contains("type yes") {
        rig.press("y e s enter");
    }
}

#[test]
fn what_others_judge_meanwhile_counts_before_anything_is_written() {
    let corpus = Copied::new();
    let written = corpus.folder.path().join("kept.jsonl");
    let mut rig = clean(&corpus);
    let name = written.to_str().unwrap().to_owned();
    let document = refused_by_another(&corpus);
    rig.press("w");
    assert!(rig.text().contains("1 answer of others was read"), "{}", rig.text());
    assert!(!goes(&rig, document));
    // And between the name and Enter.
    rig.press("ctrl-u");
    type_in(&mut rig, &name);
    let second = refused_by_another(&corpus);
    enter(&mut rig);
    assert!(rig.message().starts_with("not written: others have judged meanwhile"), "{}", rig.message());
    assert!(!written.exists() && !goes(&rig, second));
    rig.press("w ctrl-u");
    type_in(&mut rig, &name);
    enter(&mut rig);
    assert!(rig.message().contains("records written"), "{}", rig.message());
    let kept = (0..rig.app.shared.model.corpus.len()).filter(|&document| !goes(&rig, document as u32));
    assert_eq!(fs::read_to_string(&written).unwrap().lines().count(), kept.count());
}

#[test]
fn what_others_judge_is_read_with_the_next_answer_and_nothing_is_lost() {
    let corpus = Copied::new();
    let mut rig = clean(&corpus);
    let document = refused_by_another(&corpus);
    rig.press("right");
    let (own, _) = shown(&rig);
    rig.press("n");
    assert!(rig.message().contains("1 answer of others was read"), "{}", rig.message());
    assert!(!goes(&rig, document) && !goes(&rig, own));
    assert_eq!(corpus.lines().len(), 2);
}

#[test]
fn writing_while_the_texts_are_compared_says_so() {
    let mut rig = Copied::new().open();
    rig.press_unsettled("6 w");
    assert!(rig.message().contains("the texts are still compared"), "{}", rig.message());
}

#[test]
fn while_texts_are_compared_it_is_said_once_and_keys_say_why_they_wait() {
    let mut rig = Copied::new().open();
    rig.press_unsettled("6").draw();
    let text = rig.text();
    assert!(
        text.matches("compar").count() == 1 && text.contains("here, once all texts are compared"),
        "{text}"
    );
    assert!(!text.contains("Its pairs: 0"), "{text}");
    for key in ["y", "m", "K", "X", "v e", "space"] {
        rig.press_unsettled(key);
        assert!(rig.message().contains("the texts are still compared"), "{key} {}", rig.message());
    }
}

#[test]
fn each_text_has_its_name_above_it_and_a_question_has_examples() {
    let corpus = Copied::new();
    for width in [120, 80] {
        let mut rig = Rig::open(corpus.start(), width, 36);
        rig.act(Action::Go(Screen::Clean));
        select(&mut rig, &Subject::kind(Kind::OneOrTwoWords));
        let (held, by) = shown(&rig);
        let (text, all) = (rig.text(), rig.app.shared.model.corpus.clone());
        for (name, document) in [("held", held), ("stays", by)] {
            let shown = all.get(document as usize);
            let heading = format!("{name} {}", shown.id);
            let lines: Vec<&str> = text.lines().skip_while(|line| !line.contains(&heading)).collect();
            let begins: String = shown.text.chars().take(12).collect();
            assert!(lines.len() > 1 && lines[1].contains(&begins), "{heading}: {begins}\n{text}");
        }
        let words = text.replace(['│', '\n'], " ");
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            width < 120 || words.contains("pairs differ so, for example:") && words.contains("m says no"),
            "{text}"
        );
    }
}
