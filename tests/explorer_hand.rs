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
