//! Small things under the hand: keys that stay in the pane, lists that begin with what can be done.

#![cfg(feature = "explorer")]
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

mod support;

use simscope::tui::action::{Action, Pane, Screen};
use simscope::tui::screens::lab::EffectRow;
use simscope::tui::screens::threshold::keys::Pane as Of;
use simscope::tui::shared::Start;
use support::{Rig, start};

#[test]
fn left_and_right_in_the_distances_of_a_group_move_there_and_not_k() {
    let sources = vec![support::sample("zh_tang_two_editions.jsonl")];
    let mut rig = Rig::open(Start { sources, k: 21, ..start() }, 120, 36);
    rig.act(Action::Go(Screen::Threshold)).act(Action::Focus(Pane::Threshold(Of::Members)));
    let head = |rig: &Rig| {
        let line = rig.text().lines().find(|line| line.contains(" id ")).unwrap().to_owned();
        line.split(" id ").nth(1).unwrap().split_whitespace().next().unwrap().to_owned()
    };
    assert_eq!(head(&rig), "1");
    rig.press("right").press("right");
    assert_eq!((head(&rig).as_str(), rig.app.shared.k), ("3", 21), "{}", rig.text());
    rig.press("left").press("left").press("left");
    assert_eq!((head(&rig).as_str(), rig.app.shared.k), ("1", 21));
    assert!(rig.message().contains("the first member"), "{}", rig.message());
    // Another group begins at its start.
    rig.press("right").act(Action::Focus(Pane::Threshold(Of::Groups))).press("down");
    assert_eq!(rig.app.screens.threshold.first_other, 0);
}

#[test]
fn edits_that_cannot_be_made_come_last() {
    let mut rig = Rig::builtin();
    rig.press("6");
    rig.settle();
    let (lab, shared) = (&rig.app.screens.lab, &rig.app.shared);
    let rows = (0..lab.effect_rows(shared)).filter_map(|row| lab.effect_row(shared, row));
    let cannot: Vec<bool> =
        rows.map(|row| matches!(row, EffectRow::Edit(_, Some(trial)) if trial.outcome.is_err())).collect();
    assert!(cannot.contains(&true) && cannot.contains(&false), "{}", rig.text());
    assert!(cannot.is_sorted());
}

#[test]
fn the_lab_has_the_pair_that_was_selected_by_its_number_as_by_e() {
    let mut texts = Vec::new();
    for key in ["6", "e"] {
        let mut rig = Rig::builtin();
        rig.press("4").press(key);
        assert_eq!(rig.app.shared.screen, Screen::Lab);
        let lab = &rig.app.screens.lab;
        texts.push([lab.a.editor.text().to_string(), lab.b.editor.text().to_string()]);
    }
    assert_eq!(texts[0], texts[1]);
    assert_ne!(texts[0][0], texts[0][1], "the two documents of the pair");
}

#[test]
fn on_the_border_every_key_acts_on_the_pair_that_is_highlighted() {
    let sources = vec![support::sample("en_licenses.jsonl")];
    let mut rig = Rig::open(Start { sources, k: 9, ..start() }, 120, 36);
    let highlighted = |rig: &Rig| {
        let pair = rig.app.screens.threshold.border_pair(&rig.app.shared).unwrap().documents;
        (pair.0.min(pair.1), pair.0.max(pair.1))
    };
    rig.act(Action::Go(Screen::Threshold)).press("o home down");
    let pair = highlighted(&rig);
    // Meanwhile another document was selected on another screen.
    rig.press("1 down down down 3");
    assert_eq!(highlighted(&rig), pair);
    rig.press("enter");
    let (a, b) = (rig.app.shared.selected, rig.app.shared.other.unwrap());
    assert_eq!((rig.app.shared.screen, (a.min(b), a.max(b))), (Screen::Compare, pair));
    // In another view of the screen.
    rig.press("3 o o o down down o J");
    assert_eq!((rig.app.shared.screen, rig.app.screens.judge.current.unwrap().0), (Screen::Judge, pair));
    // The first pair that passes another filter.
    rig.press("3 / d = 1 0 enter");
    rig.press("J");
    assert_eq!(rig.app.screens.judge.current.unwrap().0, highlighted(&rig));
}

#[test]
fn n_on_the_groups_goes_to_the_next_of_the_list() {
    let sources = vec![support::sample("en_licenses.jsonl")];
    let mut rig = Rig::open(Start { sources, k: 9, ..start() }, 120, 36);
    rig.act(Action::Go(Screen::Threshold)).press("home");
    let number = |rig: &Rig| rig.app.screens.threshold.selected_group(&rig.app.shared);
    let is_member =
        |rig: &Rig| rig.app.screens.threshold.members(&rig.app.shared).contains(&rig.app.shared.selected);
    assert_eq!((number(&rig), is_member(&rig)), (Some(1), true));
    rig.press("n");
    assert_eq!((number(&rig), is_member(&rig)), (Some(2), true));
    rig.press("tab n");
    assert_eq!((number(&rig), is_member(&rig)), (Some(2), true));
    assert_eq!(rig.app.screens.threshold.member_rows.selected, 1);
    rig.press("p p");
    assert!(rig.message().contains("end of the list"), "{}", rig.message());
}

#[test]
fn what_is_cut_off_is_said_and_what_matters_is_not() {
    let sources = vec![support::sample("en_licenses.jsonl")];
    let mut rig = Rig::open(Start { sources, k: 9, ..start() }, 80, 24);
    // Precision and the k of both stay on a small terminal.
    rig.act(Action::Go(Screen::Threshold));
    assert!(rig.text().lines().any(|line| line.contains(" k ") && line.contains(" prec")), "{}", rig.text());
    let advised = rig.text().lines().find(|line| line.contains("advised k: pairs ")).map(str::to_owned);
    assert!(advised.is_some_and(|line| line.contains(", groups ")), "{}", rig.text());
    // More of the advice is below.
    rig.press("o o");
    assert!(rig.text().contains(" below · "), "{}", rig.text());
    rig.press("end");
    assert!(!rig.text().contains(" below · "), "{}", rig.text());
    // Both documents of a pair and the whole arrow between them.
    rig.app.shared.theme.is_ascii = true;
    rig.resize(120, 36).press("o o o");
    let rows = rig.text().lines().filter(|line| line.contains(" <-> ")).count();
    assert!(rows > 5, "{}", rig.text());
}
