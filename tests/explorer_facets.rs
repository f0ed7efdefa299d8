//! Facets, terms about decisions, and hits in the explorer.

#![cfg(feature = "explorer")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking, its helpers too")]

mod support;

use simscope::tui::action::{Action, Screen};
use support::Rig;

/// On Threshold, at k = 8, where the sample has groups of several sizes, with the view in which they are decided.
fn threshold() -> Rig {
    let mut rig = Rig::builtin();
    rig.resize(120, 36);
    rig.act(Action::Go(Screen::Threshold));
    rig.act(Action::SetK(8));
    rig.press("o o o g");
    rig
}

/// The numbers of the groups in the rows of the table.
fn numbers(rig: &Rig) -> Vec<usize> {
    let table = &rig.app.screens.threshold.table;
    let shared = &rig.app.shared;
    (0..table.count(shared)).map(|row| table.number_in(shared, row).unwrap()).collect()
}

#[test]
fn groups_and_documents_are_chosen_by_what_was_decided() {
    let mut rig = threshold();
    let count = numbers(&rig).len();
    rig.press("a down A down z down P enter");
    let mut chosen = |state: &str| {
        rig.press("/ ctrl-u").press(state).press("enter");
        numbers(&rig)
    };
    assert_eq!(
        ["state:accepted", "state:left", "state:later", "state:apart"].map(&mut chosen),
        [[1], [2], [3], [4]].map(Vec::from)
    );
    assert_eq!(chosen("state:none"), (5..=count).collect::<Vec<_>>());
    assert_eq!(chosen("-state:none space -state:apart"), [1, 2, 3]);

    // A group that is decided leaves the list of the undecided, and the next is selected.
    chosen("state:none");
    rig.press("g a");
    assert_eq!(numbers(&rig), (6..=count).collect::<Vec<_>>());
    let selected = |rig: &Rig| rig.app.screens.threshold.selected_group(&rig.app.shared);
    assert_eq!(selected(&rig), Some(6));
    rig.press("a a");
    assert_eq!((numbers(&rig).first(), selected(&rig)), (Some(&8), Some(8)));

    // A document passes with its group.
    let members = rig.app.shared.groups.as_ref().unwrap().members(2).to_vec();
    rig.press("1 / ctrl-u").press("state:left").press("enter");
    let mut rows = rig.app.shared.rows.as_ref().unwrap().to_vec();
    rows.sort_unstable();
    assert_eq!(rows, members);
    rig.press("3 u");
    rig.press("1");
    assert!(rig.app.shared.rows.as_ref().is_some_and(|rows| rows.len() == members.len()));
}
