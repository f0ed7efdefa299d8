//! Step by step: from the text of a document to its signature, by keys, by the mouse, and playing by itself.

use crate::support::{Rig, chinese, start};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use simscope::recipe::{Bits, Recipe, TieRule, Weighting};
use simscope::simhash::steps::{Stage, Step, Steps};
use simscope::tui::action::{Action, Screen, Towards};
use simscope::tui::screens::anatomy::steps::keys::Act;
use simscope::tui::shared::Start;
use simscope::tui::surface::mouse::Mouse;
use simscope::tui::surface::theme::{Depth, Theme};
use std::time::{Duration, Instant};

fn few(bits: u8) -> Start {
    let recipe = Recipe { bits: Bits::new(bits).unwrap(), weighting: Weighting::Tf, ..Recipe::default() };
    Start { recipe, k: 1, ..start() }
}

/// Step by step, with the short message selected.
fn steps(start: Start, width: u16, height: u16) -> Rig {
    let mut rig = Rig::open(start, width, height);
    rig.press("/ note-en enter 2 space");
    assert!(rig.app.screens.anatomy.steps.is_open, "{}", rig.text());
    rig
}

fn of(rig: &Rig) -> &Steps {
    rig.app.screens.anatomy.steps.steps(&rig.app.shared).unwrap()
}

fn at(rig: &Rig) -> usize {
    rig.app.screens.anatomy.steps.at
}

fn step(rig: &Rig) -> Step {
    of(rig).at(at(rig))
}

fn go(rig: &mut Rig, stage: Stage) -> usize {
    rig.act(Act::GoStage(stage).into());
    at(rig)
}

fn shift(rig: &mut Rig, code: KeyCode) {
    rig.app.press(KeyEvent::new(code, KeyModifiers::SHIFT));
    rig.settle();
}

fn click(rig: &mut Rig, column: u16, row: u16) {
    let kind = MouseEventKind::Down(MouseButton::Left);
    let event = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
    let action = Mouse::default().action(&rig.app.shared.drawn.areas, event, Instant::now());
    rig.act(action.unwrap_or_else(|| panic!("nothing at {column}, {row}:\n{}", rig.text())));
}

/// The column and line of the first place where a line has this text.
fn place_of(rig: &Rig, text: &str) -> (u16, u16) {
    let frame = rig.text();
    let (y, line) = frame.lines().enumerate().find(|(_, line)| line.contains(text)).unwrap();
    let before = &line[..line.find(text).unwrap()];
    (simscope::visible::width(before) as u16, y as u16)
}

/// The sentence of the step, without the ends of lines.
fn is_told(rig: &Rig) -> bool {
    let is_whole = rig.app.screens.anatomy.steps.is_whole;
    let told = of(rig).sentence(at(rig), is_whole, rig.app.shared.lang);
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    words(&rig.text()).contains(&words(&told)) || rig.text().contains(told.split(' ').next_back().unwrap())
}

#[test]
fn from_the_text_to_the_signature_as_it_looks() {
    let mut rig = steps(few(8), 120, 36);
    insta::assert_snapshot!("text_120x36", rig.text());
    let adding = go(&mut rig, Stage::Adding);
    rig.act(Act::Whole(1).into()).press("down right right");
    insta::assert_snapshot!("adding_120x36", rig.styled());
    assert!(at(&rig) > adding);
    rig.press("V");
    insta::assert_snapshot!("presenting_120x36", rig.text());
    let mut rig = steps(start(), 80, 24);
    go(&mut rig, Stage::Signs);
    rig.press("right right");
    insta::assert_snapshot!("signs_80x24", rig.text());
    let mut rig = Rig::open(chinese(), 60, 16);
    rig.press("2 space");
    go(&mut rig, Stage::Adding);
    rig.press("right right v b");
    insta::assert_snapshot!("chinese_60x16", rig.text());
}

#[test]
fn every_step_is_told_with_its_numbers() {
    for lang in [simscope::tui::surface::lang::Lang::En, simscope::tui::surface::lang::Lang::Zh] {
        for tie in [TieRule::Zero, TieRule::Inverted] {
            let mut rig = steps(Start { lang, recipe: Recipe { tie, ..few(6).recipe }, ..few(6) }, 120, 36);
            let all = of(&rig).len();
            for number in 1..all {
                assert!(is_told(&rig), "{number}\n{}", rig.text());
                rig.app.update(Action::Move(Towards::Right));
                rig.draw();
                assert_eq!(at(&rig), number);
            }
            let hex = format!("{:02x}", of(&rig).trace().signature);
            assert!(rig.text().contains(&hex), "{}", rig.text());
            rig.press("right");
            assert!(rig.app.shared.message.is_some(), "the last step says so");
        }
    }
}

#[test]
fn the_keys_step_by_bits_by_features_and_by_number() {
    let mut rig = steps(few(8), 120, 36);
    let n = of(&rig).trace().features.len();
    rig.press("left");
    assert_eq!(rig.message(), "this is the first step");
    rig.press("right");
    assert_eq!(step(&rig), Step::Feature(0));
    // PgDn and Shift take a stage, then a feature, at once.
    for expected in [Step::Feature(n - 1), Step::Weight(n - 1), Step::Hash(n - 1)] {
        rig.press("pgdn");
        assert_eq!(step(&rig), expected);
    }
    shift(&mut rig, KeyCode::Right);
    assert_eq!(at(&rig), of(&rig).of_addition(0, 0));
    assert!(rig.text().contains("is added: "), "{}", rig.text());
    shift(&mut rig, KeyCode::Right);
    assert_eq!(at(&rig), of(&rig).of_addition(1, 0));
    shift(&mut rig, KeyCode::Left);
    assert_eq!(at(&rig), of(&rig).of_addition(0, 0));
    rig.press("left down down");
    assert_eq!(at(&rig), of(&rig).of_addition(2, 1));
    rig.press("up");
    assert_eq!(at(&rig), of(&rig).of_addition(1, 1));
    rig.press("v # 3 1 enter");
    assert_eq!(at(&rig), 30);
    rig.press("v # 0 enter");
    assert!(rig.app.overlay.is_some() && rig.text().contains("type a whole number"), "{}", rig.text());
    rig.press("esc end");
    assert_eq!(step(&rig), Step::Signature);
    rig.press("down");
    assert!(rig.message().contains("feature"), "{}", rig.message());
    rig.press("home");
    assert_eq!(step(&rig), Step::Text);
    // Elsewhere Shift changes nothing.
    rig.press("esc");
    assert!(!rig.app.screens.anatomy.steps.is_open);
    let bit = rig.app.screens.anatomy.bit;
    shift(&mut rig, KeyCode::Right);
    assert_eq!(rig.app.screens.anatomy.bit, bit - 1);
}

#[test]
fn it_plays_at_its_pace_and_rests_otherwise() {
    let mut rig = steps(few(8), 120, 36);
    assert_eq!(rig.app.beat(), None);
    rig.press("space");
    assert_eq!(rig.app.beat(), Some(Duration::from_secs(1)));
    rig.app.tick();
    rig.draw();
    assert_eq!(at(&rig), 1);
    assert!(rig.text().contains("playing"), "{}", rig.text());
    // Below an overlay it rests.
    rig.press("?");
    assert_eq!(rig.app.beat(), None);
    rig.press("esc").act(Act::StepPace(1).into()).act(Act::StepPace(1).into());
    assert_eq!(rig.app.beat(), Some(Duration::from_millis(250)));
    rig.press("right");
    assert_eq!(rig.app.beat(), None, "a step by hand pauses");
    for _ in 0..5 {
        rig.act(Act::StepPace(1).into());
    }
    assert_eq!(rig.message(), "this is the fastest");
    go(&mut rig, Stage::Adding);
    rig.press("space");
    rig.app.tick();
    assert_eq!(at(&rig), of(&rig).of_addition(0, 0), "a feature at a time");
    while rig.app.beat().is_some() {
        rig.app.tick();
    }
    assert_eq!(step(&rig), Step::Signature);
    // From the end it begins again; another screen ends it.
    rig.press("space");
    assert_eq!((at(&rig), rig.app.beat().is_some()), (0, true));
    rig.press("1");
    assert!(!rig.app.screens.anatomy.steps.is_playing);
    assert_eq!(rig.app.beat(), None);
    rig.press("2 space");
    for slower in 0..7 {
        assert_ne!(rig.message(), "this is the slowest", "{slower}");
        rig.act(Act::StepPace(-1).into());
    }
    rig.act(Act::StepPace(-1).into());
    assert_eq!(rig.message(), "this is the slowest");
}

#[test]
fn what_is_not_drawn_cannot_be_clicked() {
    let mut rig = steps(few(8), 140, 40);
    let (x, y) = place_of(&rig, "This is the text");
    click(&mut rig, x, y);
    assert_eq!(at(&rig), 0, "the sentence stands where sums will be");
    // Every place of the pane: nothing of the grid is there yet but the stages below.
    let area = rig.app.shared.area_of(simscope::tui::screens::anatomy::keys::Pane::Steps).unwrap();
    for row in area.y..y {
        click(&mut rig, 60, row);
        assert_eq!(at(&rig), 0, "line {row}");
    }
    let features = go(&mut rig, Stage::Features);
    let sentence = place_of(&rig, "is feature 1 of").1;
    click(&mut rig, 60, sentence);
    assert_eq!(at(&rig), features);
}

#[test]
fn wide_cells_have_numbers_where_narrow_ones_fit_too() {
    let mut rig = steps(few(32), 140, 40);
    go(&mut rig, Stage::Sums);
    let narrow = rig.text();
    rig.press("v b");
    assert_ne!(rig.text(), narrow);
    let sums = place_of(&rig, "sums").1;
    let line = rig.text().lines().nth(sums.into()).unwrap().to_owned();
    assert!(line.contains(['+', '−']), "{}", rig.text());
}

#[test]
fn a_click_goes_to_its_stage_its_feature_and_its_bit() {
    let mut rig = steps(few(8), 120, 36);
    let (x, y) = place_of(&rig, "adding up");
    click(&mut rig, x, y);
    assert_eq!(at(&rig), of(&rig).of_addition(0, 7));
    let bits_y = place_of(&rig, "feature  ").1;
    let column = |rig: &Rig, bit: u8| {
        let line = rig.text().lines().nth(usize::from(bits_y)).unwrap().to_owned();
        let cells = line.find("weight").unwrap();
        (cells + line[cells..].find(&bit.to_string()).unwrap()) as u16 - 2
    };
    for (feature, bit) in [(2, 3), (0, 0), (1, 7)] {
        let x = column(&rig, bit);
        click(&mut rig, x, bits_y + 1 + feature);
        assert_eq!(at(&rig), of(&rig).of_addition(feature.into(), bit));
    }
    let sums_y = place_of(&rig, "sums so far").1;
    let x = column(&rig, 4);
    click(&mut rig, x, sums_y);
    assert_eq!(at(&rig), of(&rig).of_addition(1, 4), "the same feature");
    let (term_x, _) = place_of(&rig, "feature  ");
    click(&mut rig, term_x, bits_y + 3);
    assert_eq!(at(&rig), of(&rig).of_addition(2, 4), "the same bit");
    go(&mut rig, Stage::Signature);
    let (x, y) = (column(&rig, 5), place_of(&rig, "signature   ").1);
    click(&mut rig, x, y);
    assert_eq!(at(&rig), of(&rig).of_sign(5));
    // The wheel steps.
    let kind = MouseEventKind::ScrollDown;
    let event = MouseEvent { kind, column: 40, row: 10, modifiers: KeyModifiers::NONE };
    let action = Mouse::default().action(&rig.app.shared.drawn.areas, event, Instant::now()).unwrap();
    rig.act(action);
    assert_eq!(at(&rig), of(&rig).of_sign(4));
    rig.act(Action::SetBit(2));
    assert_eq!(at(&rig), of(&rig).of_sign(2));
}

#[test]
fn every_width_of_a_signature_can_be_stepped_through_at_every_size() {
    for bits in [1, 6, 8, 16, 32, 64, 128] {
        let mut rig = steps(few(bits), 120, 36);
        for (width, height) in [(120, 36), (80, 24), (60, 16), (200, 60)] {
            rig.resize(width, height);
            for keys in ["v b", "V", "v b", "V"] {
                rig.press(keys);
                let (first, sign) = (of(&rig).of_addition(2, 0), of(&rig).of_sign(bits / 2));
                for to in [0, 3, first, sign, of(&rig).len() - 1] {
                    rig.app.screens.anatomy.steps.go(to, false);
                    rig.draw();
                    let text = rig.text();
                    assert!(is_told(&rig), "{bits} bits, step {to}, {width} × {height}\n{text}");
                    let is_cut = text.lines().any(|line| line.contains("signat…"));
                    assert!(!is_cut, "{bits} bits, step {to}, {width} × {height}\n{text}");
                }
                // The cell of the step is in view: its digit stands out.
                rig.app.screens.anatomy.steps.go(first, false);
                rig.draw();
                assert!(rig.text().contains("▸ "), "{}", rig.text());
            }
        }
    }
}

#[test]
fn ties_are_named_and_the_other_rule_keeps_the_step() {
    let mut rig = steps(few(16), 120, 36);
    let a_tie = |rig: &Rig| (0..16).rev().find(|&bit| of(rig).trace().sums[bit] == 0.0);
    while a_tie(&rig).is_none() {
        let before = rig.app.shared.selected;
        rig.press("n");
        assert_ne!(rig.app.shared.selected, before, "one of the messages has a tie");
    }
    let tie = a_tie(&rig).unwrap() as u8;
    let sign = of(&rig).of_sign(tie);
    rig.app.screens.anatomy.steps.go(sign, false);
    rig.draw();
    assert!(
        rig.text().contains(&format!("Sum {tie} is 0, a tie: the tie rule 'zero' makes")),
        "{}",
        rig.text()
    );
    rig.press("r e");
    assert_eq!(at(&rig), sign);
    assert!(
        rig.text().contains(&format!("Sum {tie} is 0, a tie: the tie rule 'one' makes")),
        "{}",
        rig.text()
    );
    // Other weights keep the step too; other features begin their stage.
    rig.press("r w");
    assert_eq!(at(&rig), sign);
    rig.press("r t");
    assert!(of(&rig).stage_at(at(&rig)) == Stage::Signs, "{}", rig.text());
    // Another document begins at its text, and Esc puts the bit under the cursor of the anatomy.
    rig.press("N");
    assert_eq!(step(&rig), Step::Text);
    let last = of(&rig).of_sign(3);
    rig.app.screens.anatomy.steps.go(last, false);
    rig.press("esc");
    assert_eq!((rig.app.shared.screen, rig.app.screens.anatomy.bit), (Screen::Anatomy, 3));
}

#[test]
fn it_is_copied_explained_and_written_like_the_anatomy() {
    let mut rig = steps(few(8), 120, 36);
    go(&mut rig, Stage::Adding);
    rig.press("y");
    let told = of(&rig).sentence(at(&rig), false, rig.app.shared.lang);
    assert_eq!(rig.copied, [told]);
    rig.press("W");
    assert!(rig.text().contains("Bit 7 is "), "{}", rig.text());
    rig.press("esc");
    let folder = tempfile::tempdir().unwrap();
    let [here, there] = ["steps.jsonl", "anatomy.jsonl"].map(|name| folder.path().join(name));
    rig.export(&here).unwrap();
    rig.press("esc");
    assert!(!rig.app.screens.anatomy.steps.is_open);
    rig.export(&there).unwrap();
    assert_eq!(std::fs::read(here).unwrap(), std::fs::read(there).unwrap());
    // Help has the keys and the words; Esc first leaves the presenter view.
    rig.press("space V ?");
    assert!(rig.text().contains("one step at a time"), "{}", rig.text());
    rig.press("esc esc");
    assert!(rig.app.screens.anatomy.steps.is_open);
    assert!(rig.text().contains("k = 1") && !rig.app.screens.anatomy.steps.is_presenting, "{}", rig.text());
}

#[test]
fn a_text_without_features_and_hostile_terms_do_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("odd.jsonl");
    let lines = [
        r#"{"id": "empty", "text": "..."}"#,
        "{\"id\": \"odd\", \"text\": \"\\u001b[31mred\\u202e\\u200b two\\ttwo\"}",
    ];
    std::fs::write(&path, lines.join("\n")).unwrap();
    let sources = vec![simscope::corpus::Source::Path(path)];
    let mut rig = Rig::open(Start { sources, ..few(8) }, 80, 24);
    rig.press("2 space");
    assert_eq!(of(&rig).len(), 1 + 1 + 8 + 1);
    rig.act(Act::GoStage(Stage::Adding).into());
    assert!(rig.message().contains("without features"), "{}", rig.message());
    rig.press("right right right n");
    let tokens = Recipe { tokenizer: "whitespace".parse().unwrap(), ..few(8).recipe };
    rig.act(Action::SetRecipe(tokens));
    for _ in 1..of(&rig).len() {
        rig.app.update(Action::Move(Towards::Right));
        rig.draw();
        assert!(!rig.text().contains(['\u{1b}', '\u{202e}', '\u{200b}', '\t']), "{}", rig.text());
    }
}

#[test]
fn weights_with_decimals_have_room_in_wide_cells() {
    let recipe = Recipe { weighting: Weighting::TfIdf, ..start().recipe };
    let mut rig = steps(Start { recipe, ..start() }, 120, 36);
    rig.press("V");
    let last = of(&rig).of_addition(8, 56);
    rig.app.screens.anatomy.steps.go(last, false);
    rig.draw();
    let Step::Add(addition) = step(&rig) else { panic!("{:?}", step(&rig)) };
    let sum = simscope::display::sum_text(addition.after);
    assert!(sum.contains('.') && rig.text().matches(&sum).count() > 1, "{sum}\n{}", rig.text());
}

#[test]
fn sixteen_colours_and_ascii_show_the_cell_and_the_pointer() {
    for depth in [Depth::Ansi16, Depth::Mono] {
        let theme = Theme::of(depth, true, true);
        let mut rig = steps(Start { theme, ..few(8) }, 80, 24);
        go(&mut rig, Stage::Adding);
        rig.press("right right");
        let text = rig.text();
        assert!(text.contains("[0]") || text.contains("[1]"), "{text}");
        assert!(text.contains('^') && text.contains("> hashes"), "{text}");
        assert!(text.is_ascii(), "{text}");
    }
}

/// The lines from the first row to the signature, and the features that are shown.
fn rows_shown(rig: &Rig) -> (usize, usize) {
    let frame = rig.text();
    let terms: Vec<&str> = of(rig).trace().features.iter().map(|feature| feature.term.as_str()).collect();
    let is_row = |line: &&str| {
        let term = line.trim_start_matches(['│', ' ', '▸']).split_whitespace().next();
        term.is_some_and(|term| terms.contains(&term)) && line.contains(" 1 ")
    };
    let rows = frame.lines().filter(is_row).count();
    let free = frame.lines().filter(|line| line.trim_matches(['│', ' ']).is_empty()).count();
    (rows, free)
}

#[test]
fn rows_are_filled_before_lines_are_left_free() {
    for keys in ["", "V"] {
        let mut rig = steps(few(8), 80, 24);
        go(&mut rig, Stage::Adding);
        rig.press("right right").press(keys);
        assert_eq!(rows_shown(&rig).0, 9, "{}", rig.text());
    }
    let path = tempfile::tempdir().unwrap();
    let file = path.path().join("long.txt");
    let words: Vec<String> = (1..=23).map(|number| format!("word{number}")).collect();
    std::fs::write(&file, words.join(" ")).unwrap();
    let sources = vec![simscope::corpus::Source::Path(file)];
    let mut rig = Rig::open(Start { sources, ..few(32) }, 120, 36);
    rig.press("2 space");
    go(&mut rig, Stage::Adding);
    let (rows, free) = rows_shown(&rig);
    assert!(rows >= 14 && free <= 5, "{rows} rows, {free} free\n{}", rig.text());
}

#[test]
fn the_presenter_view_says_how_it_is_left() {
    let mut rig = steps(few(8), 80, 24);
    assert!(rig.text().contains("V present"), "{}", rig.text());
    assert!(rig.press("V").text().contains("V leaves"), "{}", rig.text());
    assert!(rig.press("V").text().contains("V present"), "{}", rig.text());
}
