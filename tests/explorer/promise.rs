//! A promise in Clean: pairs are drawn and answered until something is promised, or nothing can be, and it is the promise of the
//! commands.

use crate::command::{simscope, succeed, text};
use crate::support::made::Made;
use crate::support::{Rig, start};
use simscope::corpus::Source;
use simscope::judgements::read;
use simscope::tui::action::{Action, Screen};
use simscope::tui::room::Room;
use simscope::tui::shared::Start;
use simscope::tui::surface::Lang;
use std::fs;
use std::path::PathBuf;

/// Notices of which it is known which are copies, in a folder of their own.
struct Notices {
    folder: tempfile::TempDir,
    made: Made,
}

impl Notices {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let made = Made::new(folder.path(), 61);
        Self { folder, made }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn name(&self, name: &str) -> String {
        self.file(name).to_str().unwrap().to_owned()
    }

    fn start(&self) -> Start {
        Start { sources: vec![Source::Path(self.made.file.clone())], ..start() }
    }

    /// Clean, once a draw was asked for with this line.
    fn draw(&self, start: Start, (width, height): (u16, u16), line: &str) -> Rig {
        let mut rig = Rig::open(start, width, height);
        rig.act(Action::Go(Screen::Clean));
        // Rows are gone while one answers, also the one that was selected.
        rig.press("down down v r");
        enter(&mut rig, line);
        rig
    }

    /// Answers the pair that is shown as whoever knows which are copies.
    fn answer(&self, rig: &mut Rig) {
        let (goes, stays) = shown(rig);
        let id = |document: u32| rig.app.shared.document(document).id.to_owned();
        rig.press(if self.made.is_same(&id(goes), &id(stays)) { "y" } else { "n" });
    }

    /// What `dedup --right` says, and its exit code.
    fn dedup(&self, more: &[&str]) -> (String, i32) {
        let [corpus, judgements, output] =
            ["notices.jsonl", "notices.judgements.tsv", "theirs.jsonl"].map(|name| self.name(name));
        let words = ["dedup", &corpus, "--judgements", &judgements, "-o", &output, "--force"];
        let output = simscope(&[&words, more].concat()).output().unwrap();
        (text(&output.stderr), output.status.code().unwrap())
    }
}

/// Types a line in place of the one that is proposed.
fn enter(rig: &mut Rig, line: &str) {
    rig.press("ctrl-u");
    crate::clean::type_in(rig, line);
    rig.press("enter");
}

/// The text that would go, and the one that would stay.
fn shown(rig: &Rig) -> (u32, u32) {
    rig.app.screens.clean.shown.unwrap()
}

/// What is said, in one line.
fn said(rig: &Rig) -> String {
    let words = |line: &str| line.replace(['│', '┃'], " ");
    rig.text().lines().map(words).collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether more is asked for.
fn is_asked(rig: &Rig) -> bool {
    let (promise, next) = rig.app.shared.promised().unwrap();
    !next.is_empty() || !promise.again().is_empty()
}

#[test]
fn answers_in_clean_promise_what_the_commands_promise_byte_for_byte() {
    let notices = Notices::new();
    let mut rig = notices.draw(notices.start(), (90, 44), "0.9");
    assert!(said(&rig).contains("0 answers · no promise yet · 20 more choose the order"), "{}", rig.text());
    assert!(said(&rig).contains("at least 90 % right · pairs by jaccard:chars:3>=0.3"), "{}", rig.text());
    // What the program thinks is hidden.
    for hidden in ["alike 0", "lost", "distance"] {
        assert!(!rig.text().contains(hidden), "{hidden}\n{}", rig.text());
    }
    let (mut twice, mut promised, mut lines) = (0, 0, Vec::new());
    while is_asked(&rig) {
        let (promise, _) = rig.app.shared.promised().unwrap();
        twice += usize::from(!promise.again().is_empty());
        promised += usize::from(promise.holds() && said(&rig).contains("20 more may add "));
        lines.push(promise.progress());
        notices.answer(&mut rig);
        assert!(twice < 40, "it ends by itself");
    }
    assert!(twice == 10 && promised > 0, "{twice} {promised} {lines:#?}");
    let all = said(&rig);
    assert!(all.contains("may go, at least 90 % right · more answers will add nothing"), "{all}");
    assert!(all.contains("Of 10 pairs that were asked twice, 10 had the same answer both times."), "{all}");
    assert!(read(&notices.file("notices.judgements.tsv")).unwrap().lines.len() < 160);
    // The page before writing, the summary and the report have the sentence.
    let sentence = "texts may go, by your own answers; at most one draw in twenty misleads.";
    rig.press("w");
    assert!(said(&rig).contains(sentence), "{}", rig.text());
    enter(&mut rig, &notices.name("mine.jsonl"));
    let summary = rig.message().to_owned();
    assert!(
        summary.contains("records written to")
            && summary.contains("right by your answers): mine.dropped.tsv"),
        "{summary}"
    );
    rig.act(Action::AskReport);
    enter(&mut rig, &notices.name("page.html"));
    let page = fs::read_to_string(notices.file("page.html")).unwrap();
    assert!(page.contains(sentence) && page.contains("--right 0.9"), "{}", rig.message());
    assert!(page.contains("simscope report "), "a command makes the same page");
    let (told, code) = notices.dedup(&["--right", "0.9"]);
    assert!(code == 0 && told.contains(sentence), "{told}");
    for ending in [".jsonl", ".dropped.tsv", ".held.tsv"] {
        let [mine, theirs] =
            ["mine", "theirs"].map(|name| fs::read(notices.file(&format!("{name}{ending}"))).unwrap());
        assert!(mine == theirs, "{ending}");
    }
    let (right, gone) = notices.made.right(&notices.file("mine.dropped.tsv"));
    assert!(gone > 60 && 10 * right >= 9 * gone, "{right} of {gone}");
    // The command that is shown is this one.
    let words = rig.app.screens.clean.export(&rig.app.shared).command.ok().unwrap();
    let line = words.line(&rig.app.shared).unwrap();
    assert!(line.contains("--right 0.9 --seed 1 --confirm 'jaccard:chars:3>=0.3'"), "{line}");
}

#[test]
fn a_person_may_begin_in_the_terminal_and_end_on_the_command_line_and_the_other_way_round() {
    let notices = Notices::new();
    let corpus = notices.name("notices.jsonl");
    let right = ["--right", "0.9"];
    let drawn =
        succeed(&[&["judge", &corpus, "--draw", "20", "-o", "-", "--format", "tsv"][..], &right].concat());
    let table = text(&drawn.stdout);
    let (head, rows) = table.split_once('\n').unwrap();
    let rows: String = rows.lines().map(|row| format!("y{row}\n")).collect();
    fs::write(notices.file("sheet.tsv"), format!("{head}\n{rows}")).unwrap();
    succeed(&["judge", &corpus, "--read", &notices.name("sheet.tsv")]);
    let plan = fs::read_to_string(notices.file("notices.promise.toml")).unwrap();
    let mut rig = Rig::open(notices.start(), 80, 24);
    rig.act(Action::Go(Screen::Clean));
    rig.press("v r");
    assert!(rig.text().contains("at least so much is right: 0.9"), "the draw of before: {}", rig.text());
    rig.press("enter");
    assert!(said(&rig).contains("20 answers · no promise yet · if the next"), "{}", rig.text());
    for _ in 0..25 {
        notices.answer(&mut rig);
    }
    let counted = said(&rig);
    let counted = counted.split(" · ").find(|part| part.contains("45 answers")).unwrap().to_owned();
    let (told, _) = notices.dedup(&right);
    let counted = counted.split("45 answers").nth(1).unwrap();
    assert!(told.contains(&format!("45 answers{counted}")), "{counted}\n{told}");
    let now = fs::read_to_string(notices.file("notices.promise.toml")).unwrap();
    assert_eq!(
        plan.lines().find(|line| line.starts_with("candidates")),
        now.lines().find(|line| line.starts_with("candidates"))
    );
    assert_eq!(now.matches("[[draw]]").count(), 1, "{now}");
}

#[test]
fn where_nothing_can_be_promised_it_says_so_and_only_identical_texts_go_after_a_yes() {
    let notices = Notices::new();
    let mut rig = notices.draw(notices.start(), (80, 24), "90 %");
    let mut answers = 0;
    while is_asked(&rig) {
        rig.press("n");
        answers += 1;
        assert!(answers < 60);
    }
    let told = format!("Nothing can be promised: {answers} of the first {answers} are wrong");
    assert!(said(&rig).contains(&told) && said(&rig).contains("What may help"), "{told}\n{}", rig.text());
    rig.press("w");
    enter(&mut rig, &notices.name("mine.jsonl"));
    assert!(rig.text().contains("type yes to write although nothing is promised"), "{}", rig.text());
    rig.press("y e s enter");
    notices.dedup(&["--right", "0.9", "--yes"]);
    let [mine, theirs] =
        ["mine", "theirs"].map(|name| fs::read(notices.file(&format!("{name}.jsonl"))).unwrap());
    assert!(mine == theirs && !rig.message().contains("at least"), "{}", rig.message());
}

#[test]
fn an_answer_is_undone_and_what_would_change_the_draw_is_refused() {
    let notices = Notices::new();
    let mut rig = notices.draw(notices.start(), (120, 36), "0.95");
    let first = shown(&rig);
    rig.press("y");
    assert!(shown(&rig) != first && said(&rig).contains("1 answer · no promise yet"), "{}", rig.text());
    rig.press("u");
    assert!(shown(&rig) == first && said(&rig).contains("0 answers · no promise yet"), "{}", rig.text());
    rig.press("n");
    assert!(said(&rig).contains("1 answer, 1 no · no promise yet"), "{}", rig.text());
    for key in ["m", "K", "X", "+", "-", "v e", "t +"] {
        rig.press(key);
        assert!(
            rig.message().contains("a promise is fixed before its first answer"),
            "{key} {}",
            rig.message()
        );
    }
    let before = shown(&rig);
    rig.press("space");
    assert_ne!(shown(&rig), before, "a pair may be left for later");
    // Another share is counted aloud, with Esc it is what the texts decide again.
    rig.press("v r");
    enter(&mut rig, "0.90 7");
    assert!(said(&rig).contains("second draw: both hold in 90 %"), "{}", rig.text());
    rig.press("v r");
    assert!(rig.text().contains("right: 0.9 7"), "{}", rig.text());
    enter(&mut rig, "0.99");
    assert!(rig.text().contains("0.95 and 0.90 can be promised"), "{}", rig.text());
    rig.press("esc");
    rig.press("esc");
    assert!(rig.text().contains("What differs, and whether it matters"), "{}", rig.text());
    // Another corpus is refused.
    let more =
        fs::read_to_string(&notices.made.file).unwrap() + "{\"id\": \"new\", \"text\": \"something else\"}\n";
    fs::write(&notices.made.file, more).unwrap();
    let rig = notices.draw(notices.start(), (120, 36), "0.95");
    assert!(rig.message().contains("these judgements were drawn from another corpus"), "{}", rig.message());
    assert!(rig.text().contains("What differs, and whether it matters"), "{}", rig.text());
}

#[test]
fn a_draw_needs_a_file_and_can_be_cancelled_and_is_said_in_chinese_on_a_low_terminal() {
    let mut rig = Rig::builtin();
    rig.act(Action::Go(Screen::Clean));
    rig.press("v r");
    assert!(rig.message().contains("open with --judgements FILE"), "{}", rig.message());
    let notices = Notices::new();
    let mut rig = notices.draw(Start { lang: Lang::Zh, ..notices.start() }, (80, 24), "0.9");
    assert!(said(&rig).contains("保留第二篇，第一篇可以去除吗？y：可以。n：都保留。"), "{}", rig.text());
    rig.press("esc v r");
    rig.press_unsettled("ctrl-u 0 . 9 space 2 enter").draw();
    rig.press("esc");
    assert!(rig.text().contains("已取消比对"), "{}", rig.text());
    rig.press("space");
    assert!(
        said(&rig).contains("保证：至少 90 % 正确 · 按 jaccard:chars:3>=0.3 找文本对 · 种子 2"),
        "{}",
        rig.text()
    );
}
