//! The texts of Pair: typed, pasted, taken from documents and edits, and brought back.

use crate::support::pair::{FEW, distance, key, opened, put};
use crate::support::{Rig, start};
use ratatui::crossterm::event::{KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use simscope::sensitivity::Edit;
use simscope::tui::action::{Action, Pane, Screen};
use simscope::tui::screens::pair;
use simscope::tui::screens::pair::keys::View;
use simscope::tui::shared::Start;
use simscope::tui::surface::mouse::Mouse;
use std::time::Instant;

#[test]
fn while_a_text_is_typed_into_every_key_is_text() {
    let mut rig = opened(start(), 120, 36);
    rig.press("i");
    assert_eq!(rig.app.screens.pair.typed_into(&rig.app.shared), Some(pair::keys::Pane::TextB));
    assert!(rig.text().contains("typing in B"), "{}", rig.text());
    rig.press("q 7 [ ? : e");
    assert!(!rig.has_quit && rig.app.overlay.is_none());
    assert!(
        rig.app.screens.pair.b.editor.text().starts_with("q7[?:e"),
        "{}",
        rig.app.screens.pair.b.editor.text()
    );
    rig.press("ctrl-c");
    assert!(!rig.has_quit && rig.message().contains("press Esc, then q"), "{}", rig.message());
    rig.press("ctrl-a ctrl-c");
    assert_eq!(rig.copied.pop().unwrap(), rig.app.screens.pair.b.editor.text());
    // Tab goes on to what is no text, and there the keys are the explorer's again.
    rig.press("tab");
    assert_eq!(
        (rig.app.screens.pair.typed_into(&rig.app.shared), rig.app.pane()),
        (None, Pane::Pair(pair::keys::Pane::Bits))
    );
    rig.press("shift-tab");
    assert_eq!(
        (rig.app.screens.pair.typed_into(&rig.app.shared), rig.app.pane()),
        (None, Pane::Pair(pair::keys::Pane::TextB))
    );
    rig.press("i shift-tab");
    assert_eq!(rig.app.screens.pair.typed_into(&rig.app.shared), Some(pair::keys::Pane::TextA));
    // Who goes elsewhere by the mouse comes back to the explorer's keys.
    for away in [Action::Focus(Pane::Pair(pair::keys::Pane::List)), Action::Go(Screen::Corpus)] {
        rig.act(Action::Focus(Pane::Pair(pair::keys::Pane::TextA)))
            .act(Action::Pair(pair::keys::Act::Type))
            .act(away);
        rig.act(Action::Go(Screen::Pair)).act(Action::Focus(Pane::Pair(pair::keys::Pane::TextA)));
        assert_eq!(rig.app.screens.pair.typed_into(&rig.app.shared), None, "{away:?}");
    }
    rig.act(Action::Pair(pair::keys::Act::Type)).press("esc");
    assert_eq!(rig.app.screens.pair.typed_into(&rig.app.shared), None);
    rig.press("q y");
    assert!(rig.has_quit);
}

#[test]
fn the_texts_follow_the_document_until_someone_types() {
    let mut rig = opened(start(), 120, 36);
    let text = |rig: &Rig| rig.app.shared.model.corpus.get(rig.app.shared.selected as usize).text.to_owned();
    rig.press("n n");
    assert_eq!(rig.app.screens.pair.a.editor.text(), text(&rig));
    assert_eq!(distance(&rig), 0);
    let before = text(&rig);
    rig.press("i x esc n");
    assert_eq!(rig.app.screens.pair.a.as_str(), before);
    assert!(rig.message().contains("these texts were typed or edited"), "{}", rig.message());
    rig.press("1 down 5");
    assert!(rig.message().contains("texts that you edited stay"), "{}", rig.message());
    assert_eq!(rig.app.screens.pair.a.as_str(), before);
    rig.press("‹to-lab›");
    assert_eq!(
        (rig.app.screens.pair.a.editor.text(), rig.app.screens.pair.typed_into(&rig.app.shared)),
        (text(&rig), None)
    );
    assert_eq!(distance(&rig), 0);
    // What was typed is not lost.
    assert!(rig.message().contains("Ctrl-Z brings back"), "{}", rig.message());
    rig.press("i ctrl-z");
    assert_eq!(rig.app.screens.pair.b.editor.text(), format!("x{before}"));
}

#[test]
fn a_pair_is_edited_side_by_side() {
    let mut rig = Rig::builtin();
    rig.app.screens.pair.experiment = FEW;
    rig.press("4 tab");
    let (a, b) = (rig.app.shared.selected, rig.app.shared.pair_partner().unwrap());
    rig.press("‹to-lab›");
    let text = |document: u32| rig.app.shared.model.corpus.get(document as usize).text;
    assert_eq!(rig.app.screens.pair.a.editor.text(), text(a));
    assert_eq!(rig.app.screens.pair.b.editor.text(), text(b));
    let signatures = &rig.app.shared.model.signatures;
    let expected = simscope::hamming::distance(signatures.get(a as usize), signatures.get(b as usize));
    assert_eq!(distance(&rig), expected);
    rig.press("ctrl-o");
    assert_eq!(rig.app.shared.screen, Screen::Matrix);
}

#[test]
fn an_edit_of_the_battery_is_made_in_b() {
    let mut rig = opened(start(), 120, 36);
    rig.act(Action::Focus(Pane::Pair(pair::keys::Pane::List))).press("home");
    for row in 0..Edit::all().len() {
        rig.act(Action::SelectRow(Pane::Pair(pair::keys::Pane::List), row));
        let (_, trial) = rig.app.screens.pair.edit_row(&rig.app.shared, row).unwrap();
        let trial = trial.expect("it was tried").clone();
        rig.press("enter");
        match trial.outcome {
            Ok(moved) => {
                assert_eq!(distance(&rig), moved.distance(), "{}", trial.edit);
                let detail = simscope::visible::line(&moved.detail);
                assert!(rig.message().contains(&*detail), "{}", rig.message());
            }
            Err(moot) => assert!(rig.message().contains(&moot.to_string()), "{}", rig.message()),
        }
    }
    // An edit is not typed: the texts follow the document still.
    rig.press("n");
    assert_eq!(rig.app.screens.pair.b.editor.text(), rig.app.screens.pair.a.editor.text());
}

#[test]
fn a_feature_is_left_out_in_b() {
    let mut rig = opened(start(), 120, 36);
    put(&mut rig, Pane::Pair(pair::keys::Pane::TextA), "the storm closed the bridge");
    rig.act(Action::Pair(pair::keys::Act::SetView(View::Influence))).press("‹sort-next› enter");
    assert_eq!(rig.app.screens.pair.b.editor.text(), " storm closed  bridge");
    let left = rig.app.screens.pair.compared().unwrap().a.influence.left[0].distance();
    assert_eq!(distance(&rig), left);
}

#[test]
fn hostile_text_cannot_steer_the_screen() {
    let mut rig = opened(start(), 120, 36);
    let hostile = "a\u{1b}[2Jb\u{202e}c\u{7}d\u{9b}31me\u{200d}\u{feff} \u{2066}f";
    put(&mut rig, Pane::Pair(pair::keys::Pane::TextA), hostile);
    put(&mut rig, Pane::Pair(pair::keys::Pane::TextB), &format!("{hostile} more"));
    assert_eq!(rig.app.screens.pair.a.editor.text(), hostile);
    rig.press("v a").press("\u{1b}=>\u{202e} enter");
    for view in View::ALL {
        rig.act(Action::Pair(pair::keys::Act::SetView(view))).press("end");
        for cell in rig.buffer().content() {
            for c in cell.symbol().chars() {
                assert!(simscope::visible::stand_in(c).is_none(), "{c:?} in {:?}", cell.symbol());
            }
        }
    }
}

#[test]
fn a_text_of_a_megabyte_is_taken_and_a_longer_one_refused() {
    let mut rig = opened(start(), 120, 36);
    let long = "word another ".repeat((1 << 20) / 13);
    put(&mut rig, Pane::Pair(pair::keys::Pane::TextB), &long);
    assert_eq!(rig.app.screens.pair.b.editor.text().len(), long.len());
    assert_eq!(rig.app.screens.pair.compared().unwrap().b.features.len(), 2);
    let before = rig.app.screens.pair.a.editor.text();
    rig.act(Action::Focus(Pane::Pair(pair::keys::Pane::TextA))).act(Action::Pair(pair::keys::Act::Type));
    rig.app.paste(&"x".repeat((1 << 20) + 1));
    rig.settle();
    assert!(rig.message().contains("1,048,576"), "{}", rig.message());
    assert_eq!(rig.app.screens.pair.a.editor.text(), before);
}

#[test]
fn a_document_that_is_too_long_to_be_edited_is_compared_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.jsonl");
    let long = "word ".repeat(300_000);
    std::fs::write(
        &path,
        format!("{{\"id\":\"a\",\"text\":\"one two\"}}\n{{\"id\":\"b\",\"text\":\"{long}\"}}\n"),
    )
    .unwrap();
    let start = Start { sources: vec![simscope::corpus::Source::Path(path)], ..start() };
    let mut rig = Rig::open(start, 120, 36);
    rig.press("‹to-compare›");
    assert_eq!(rig.app.screens.pair.documents(), Some((0, 1)));
    let signatures = &rig.app.shared.model.signatures;
    assert_eq!(distance(&rig), simscope::hamming::distance(signatures.get(0), signatures.get(1)));
    rig.press("i");
    assert!(rig.message().contains("1,048,576"), "{}", rig.message());
    assert_eq!(rig.app.screens.pair.typed_into(&rig.app.shared), None);
    assert_eq!(rig.app.screens.pair.texts()[1], long);
}

#[test]
fn the_mouse_points_into_texts_and_lists() {
    let mut rig = opened(start(), 120, 36);
    let mut mouse = Mouse::default();
    let mut send = |rig: &mut Rig, kind, column, row| {
        let event = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
        if let Some(action) = mouse.action(&rig.app.shared.drawn.areas, event, Instant::now()) {
            rig.app.update(action);
        }
        rig.settle();
    };
    const DOWN: MouseEventKind = MouseEventKind::Down(MouseButton::Left);
    const DRAG: MouseEventKind = MouseEventKind::Drag(MouseButton::Left);
    const UP: MouseEventKind = MouseEventKind::Up(MouseButton::Left);
    // A text that is read takes no key; one that is edited has the cursor where it is clicked.
    let line = rig.text().lines().position(|line| line.contains("│ The old railway")).unwrap() as u16;
    send(&mut rig, DOWN, 61 + 4, line);
    assert_eq!(rig.app.screens.pair.typed_into(&rig.app.shared), None);
    rig.press("i");
    send(&mut rig, DOWN, 61 + 4, line);
    send(&mut rig, DRAG, 61 + 8, line);
    send(&mut rig, UP, 61 + 8, line);
    rig.press("ctrl-c");
    assert_eq!(rig.copied.pop().unwrap(), "old ");
    rig.press("new- esc");
    let text = rig.app.screens.pair.b.editor.text();
    assert!(text.starts_with("The new-railway"), "{text}");
    // The list: a click selects, a second opens.
    let row = rig.text().lines().position(|line| line.contains("swap two words")).unwrap() as u16;
    send(&mut rig, DOWN, 10, row);
    assert_eq!(
        (rig.app.pane(), rig.app.screens.pair.list().selected),
        (Pane::Pair(pair::keys::Pane::List), 2)
    );
    send(&mut rig, DOWN, 10, row);
    assert!(rig.message().contains("swap two words"), "{}", rig.message());
    // The wheel goes to what is under it.
    let offset = rig.app.screens.pair.list().offset;
    send(&mut rig, MouseEventKind::ScrollDown, 10, row);
    assert!(rig.app.screens.pair.list().offset > offset);
    // Its other lists, by their names.
    let line = rig.text().lines().position(|line| line.contains("[Edits]")).unwrap() as u16;
    let text = rig.text();
    let shown = text.lines().nth(line.into()).unwrap();
    let column = shown[..shown.find("Measur").unwrap()].chars().count() as u16;
    send(&mut rig, DOWN, column, line);
    assert_eq!(rig.app.screens.pair.view, View::Measures);
    // A bit has the cursor where it is clicked.
    let bits = rig.text().lines().position(|line| line.starts_with(" A   ")).unwrap() as u16;
    send(&mut rig, DOWN, 5 + 9, bits);
    assert_eq!((rig.app.screens.pair.bit, rig.app.pane()), (55, Pane::Pair(pair::keys::Pane::Bits)));
}

#[test]
fn ctrl_z_brings_back_every_text_and_where_it_came_from() {
    let mut rig = opened(start(), 120, 36);
    let text = |rig: &Rig| rig.app.screens.pair.b.editor.text();
    let name = |rig: &Rig| rig.app.screens.pair.origin_name(&rig.app.shared, pair::keys::Pane::TextB);
    let untouched = (text(&rig), name(&rig));
    let mut seen = vec![untouched.clone()];
    // Typed, an edit, typed over the edit, another edit, and the document anew.
    rig.act(Action::Focus(Pane::Pair(pair::keys::Pane::TextB))).press("i x esc");
    seen.push((text(&rig), name(&rig)));
    for edit in [0, 9] {
        rig.act(Action::Pair(pair::keys::Act::SetView(View::Edits)))
            .act(Action::OpenRow(Pane::Pair(pair::keys::Pane::List), edit));
        seen.push((text(&rig), name(&rig)));
        rig.act(Action::Focus(Pane::Pair(pair::keys::Pane::TextB))).press("i y esc");
        seen.push((text(&rig), name(&rig)));
    }
    rig.press("‹to-lab›");
    seen.push((text(&rig), name(&rig)));
    let names: Vec<&str> = seen.iter().map(|(_, name)| name.as_str()).collect();
    let copy = "copy of A";
    let edits = ["drop a word", "drop a word, edited", "UPPER CASE", "UPPER CASE, edited"];
    assert_eq!(names, [&[copy, "edited copy"], &edits[..], &[copy]].concat());
    rig.act(Action::Focus(Pane::Pair(pair::keys::Pane::TextB))).press("i");
    let last = seen.len() - 1;
    for at in (0..last).rev() {
        key(&mut rig, KeyCode::Char('z'), KeyModifiers::CONTROL);
        assert_eq!((text(&rig), name(&rig)), seen[at], "back to {at}");
    }
    assert!(!rig.app.screens.pair.is_touched());
    for next in &seen[1..] {
        key(&mut rig, KeyCode::Char('y'), KeyModifiers::CONTROL);
        assert_eq!((text(&rig), name(&rig)), *next);
    }
    // What is typed after going back stands in the place of what was there.
    for _ in 0..last {
        key(&mut rig, KeyCode::Char('z'), KeyModifiers::CONTROL);
    }
    key(&mut rig, KeyCode::Char('q'), KeyModifiers::NONE);
    assert_eq!(name(&rig), "edited copy");
    key(&mut rig, KeyCode::Char('z'), KeyModifiers::CONTROL);
    assert_eq!((text(&rig), name(&rig)), untouched);
}

#[test]
fn what_nobody_typed_leaves_no_step_behind_and_no_false_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.jsonl");
    let lines = ["city", "the old river bridge"]
        .map(|text| serde_json::json!({"id": text, "text": text}).to_string());
    std::fs::write(&path, lines.join("\n")).unwrap();
    let mut rig = opened(Start { sources: vec![simscope::corpus::Source::Path(path)], ..start() }, 120, 36);
    let names = |rig: &Rig| {
        [pair::keys::Pane::TextA, pair::keys::Pane::TextB]
            .map(|pane| rig.app.screens.pair.origin_name(&rig.app.shared, pane))
    };
    // Twice nothing in place of something: one step, and back at what it was.
    rig.act(Action::Pair(pair::keys::Act::SetView(View::Edits)))
        .act(Action::OpenRow(Pane::Pair(pair::keys::Pane::List), 0));
    assert_eq!((rig.app.screens.pair.b.editor.text().as_str(), names(&rig)[1].as_str()), ("", "drop a word"));
    rig.act(Action::Pair(pair::keys::Act::SetView(View::Influence)))
        .act(Action::OpenRow(Pane::Pair(pair::keys::Pane::List), 0));
    assert_eq!(
        (rig.app.screens.pair.b.editor.text().as_str(), names(&rig)[1].as_str()),
        ("", "A without city")
    );
    rig.act(Action::Focus(Pane::Pair(pair::keys::Pane::TextB))).press("i");
    key(&mut rig, KeyCode::Char('z'), KeyModifiers::CONTROL);
    assert_eq!(
        (rig.app.screens.pair.b.editor.text().as_str(), names(&rig)[1].as_str()),
        ("city", "copy of A")
    );
    assert!(!rig.app.screens.pair.is_touched());
    // Documents that were only looked at are not gone back through.
    rig.press("x esc ‹to-lab› n N n N n");
    assert_eq!(rig.app.screens.pair.a.editor.text(), "the old river bridge");
    rig.act(Action::Focus(Pane::Pair(pair::keys::Pane::TextB))).press("i");
    key(&mut rig, KeyCode::Char('z'), KeyModifiers::CONTROL);
    assert_eq!(rig.app.screens.pair.b.editor.text(), "cityx");
    // The copy is named after what it is a copy of.
    assert_eq!(names(&rig), ["the old river bridge", "edited copy of city"]);
}

#[test]
fn a_higher_terminal_shows_more_of_the_text_at_once() {
    let mut rig = opened(start(), 120, 36);
    put(
        &mut rig,
        Pane::Pair(pair::keys::Pane::TextB),
        &(1..=40).map(|line| format!("line {line}")).collect::<Vec<_>>().join("\n"),
    );
    rig.act(Action::Focus(Pane::Pair(pair::keys::Pane::TextB))).press("i");
    key(&mut rig, KeyCode::End, KeyModifiers::CONTROL);
    assert!(!rig.text().contains("line 22\n"), "{}", rig.text());
    rig.resize(120, 60);
    assert!(rig.text().contains("line 22\n") && rig.text().contains("line 40"), "{}", rig.text());
}

#[test]
fn on_the_threshold_screen_the_member_that_is_marked_is_meant() {
    let mut rig = Rig::open(start(), 120, 36);
    rig.app.screens.pair.experiment = FEW;
    let groups = rig.app.shared.groups.clone().unwrap();
    let alone = (0..).find(|&document| groups.number_of(document).is_none()).unwrap();
    rig.app.shared.select_document(alone);
    rig.press("3 v g");
    let member = rig.app.screens.threshold.members(&rig.app.shared)[0];
    rig.press("‹to-lab›");
    assert_eq!(rig.app.screens.pair.a.editor.text(), rig.app.shared.model.corpus.get(member as usize).text);
    // A document of a group is meant itself.
    let other = rig.app.screens.threshold.members(&rig.app.shared)[1];
    rig.app.shared.select_document(other);
    rig.press("3 ‹to-lab›");
    assert_eq!(rig.app.screens.pair.a.editor.text(), rig.app.shared.model.corpus.get(other as usize).text);
}
