//! Every list of the explorer sorts: a click on a head, again to reverse, or a key where the list has the keys.

#![cfg(feature = "explorer")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking, its helpers too")]

mod support;

use ratatui::crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use simscope::decide::Fate;
use simscope::hamming;
use simscope::recipe::Recipe;
use simscope::tui::action::{Action, Screen};
use simscope::tui::screens::beside::keys as beside;
use simscope::tui::screens::threshold::keys::{Act, Member, Pair, Pane};
use simscope::tui::surface::areas::Target;
use simscope::tui::surface::mouse::Mouse;
use std::time::Instant;
use support::Rig;

/// Clicks on the head that sorts in this way.
fn click(rig: &mut Rig, action: impl Into<Action>) {
    let action = action.into();
    let areas = &rig.app.shared.areas;
    let place =
        areas.find(|target| *target == Target::Act(action)).unwrap_or_else(|| panic!("no {action:?}"));
    let kind = MouseEventKind::Down(MouseButton::Left);
    let event = MouseEvent { kind, column: place.x, row: place.y, modifiers: KeyModifiers::NONE };
    let clicked = Mouse::default().action(areas, event, Instant::now()).unwrap();
    rig.act(clicked);
}

/// Threshold, wide enough for the members, at k = 8 with the largest group selected.
fn threshold() -> Rig {
    let mut rig = Rig::builtin();
    rig.resize(200, 60);
    rig.act(Action::Go(Screen::Threshold)).act(Action::SetK(8));
    rig.act(Action::SelectRow(Pane::Groups.into(), 0));
    rig
}

/// The members in the order of the rows.
fn members(rig: &Rig) -> Vec<u32> {
    let (state, shared) = (&rig.app.screens.threshold, &rig.app.shared);
    (0..state.members(shared).len()).map(|row| state.member_in(shared, row).unwrap()).collect()
}

fn id(rig: &Rig, document: u32) -> &str {
    rig.app.shared.model.corpus.get(document as usize).id
}

fn distance(rig: &Rig, a: u32, b: u32) -> u8 {
    let signatures = &rig.app.shared.model.signatures;
    hamming::distance(signatures.get(a as usize), signatures.get(b as usize))
}

#[test]
fn members_sort_by_number_id_and_distance_and_keep_their_numbers() {
    let mut rig = threshold();
    let group = rig.app.screens.threshold.members(&rig.app.shared).to_vec();
    assert!(group.len() > 4 && members(&rig) == group);
    rig.act(Action::SelectRow(Pane::Members.into(), 2));
    let selected = rig.app.shared.selected;

    click(&mut rig, Act::SortMembers(Member::Id));
    let ids: Vec<&str> = members(&rig).iter().map(|&member| id(&rig, member)).collect();
    assert!(ids.is_sorted() && rig.text().contains("id▴"), "{ids:?}\n{}", rig.text());
    assert_eq!(rig.app.shared.selected, selected, "the selected document stays");
    let state = &rig.app.screens.threshold;
    assert_eq!(members(&rig)[state.member_rows.selected], selected, "in its row");
    click(&mut rig, Act::SortMembers(Member::Id));
    let ids: Vec<&str> = members(&rig).iter().map(|&member| id(&rig, member)).collect();
    assert!(ids.is_sorted_by(|a, b| a >= b) && rig.text().contains("id▾"), "{ids:?}");
    let (copied, _) = rig.room().copy(&rig.app.shared).unwrap();
    assert_eq!(copied.lines().collect::<Vec<_>>(), ids, "what is copied has the order of the list");

    for to in [0, 2] {
        click(&mut rig, Act::SortMembers(Member::Distance(to)));
        let distances: Vec<u8> =
            members(&rig).iter().map(|&member| distance(&rig, member, group[to as usize])).collect();
        assert!(distances.is_sorted() && distances[0] == 0, "{distances:?}");
    }
    // The number of the first row is that of the group.
    let first = members(&rig)[0];
    let number = group.iter().position(|&member| member == first).unwrap() + 1;
    let area = rig
        .app
        .shared
        .areas
        .find(|target| matches!(target, Target::Rows { pane, .. } if *pane == Pane::Members.into()));
    let area = area.unwrap();
    let cell = |x: u16| rig.buffer()[(x, area.y)].symbol();
    let shown: String = (area.x..area.x + 4).map(cell).collect();
    assert_eq!(shown.trim_matches(['▸', ' ']), number.to_string());
    // A row opens the document that it shows.
    rig.act(Action::SelectRow(Pane::Members.into(), 1));
    assert_eq!(rig.app.shared.selected, members(&rig)[1]);

    rig.press("s");
    assert_eq!(rig.app.screens.threshold.member_order.sort.by, Member::Number);
    assert_eq!(members(&rig), group);
    rig.press("S");
    assert!(members(&rig).iter().rev().eq(&group));
}

#[test]
fn the_order_of_the_members_holds_for_the_next_group() {
    let mut rig = threshold();
    click(&mut rig, Act::SortMembers(Member::Id));
    for row in [1, 2, 0] {
        rig.act(Action::SelectRow(Pane::Groups.into(), row));
        let ids: Vec<&str> = members(&rig).iter().map(|&member| id(&rig, member)).collect();
        assert!(ids.is_sorted(), "{ids:?}");
        let state = &rig.app.screens.threshold;
        assert_eq!(members(&rig)[state.member_rows.selected], rig.app.shared.selected);
    }
}

#[test]
fn members_that_are_decided_about_sort_by_their_fate() {
    let mut rig = threshold();
    rig.press("o o o").act(Action::Focus(Pane::Members.into()));
    let group = rig.app.screens.threshold.members(&rig.app.shared).to_vec();
    let dropped = |rig: &Rig| -> Vec<Option<u8>> {
        let fates = members(rig).into_iter().map(|member| rig.app.shared.fate(member).unwrap());
        fates
            .map(|fate| if let Fate::Dropped { distance, .. } = fate { Some(distance) } else { None })
            .collect()
    };
    click(&mut rig, Act::SortMembers(Member::Distance(0)));
    assert!(rig.text().contains("fate▴") && dropped(&rig).is_sorted(), "{:?}", dropped(&rig));
    assert!(dropped(&rig)[0].is_none() && dropped(&rig).last().unwrap().is_some());
    click(&mut rig, Act::SortMembers(Member::Distance(0)));
    assert!(rig.text().contains("fate▾") && dropped(&rig).is_sorted_by(|a, b| a >= b));

    // The first row goes. Kept by hand, it is the one that is selected, and not another, wherever its row is now.
    rig.act(Action::SelectRow(Pane::Members.into(), 0));
    let chosen = members(&rig)[0];
    assert_ne!(chosen, group[0]);
    rig.press("space");
    assert_eq!(rig.app.shared.deciding.decisions.chosen.iter().collect::<Vec<_>>(), [&chosen]);
    assert_eq!(rig.app.shared.selected, chosen);
    assert!(dropped(&rig).is_sorted_by(|a, b| a >= b), "sorted again after the decision");
    assert_eq!(members(&rig)[rig.app.screens.threshold.member_rows.selected], chosen);
}

#[test]
fn pairs_at_the_border_sort_and_are_written_in_that_order() {
    let mut rig = threshold();
    rig.press("o");
    let pairs = |rig: &Rig| rig.app.screens.threshold.border_pairs(&rig.app.shared);
    assert!(pairs(&rig).len() > 4);
    rig.act(Action::SelectRow(Pane::Border.into(), 3));
    let selected = pairs(&rig)[3].documents;

    click(&mut rig, Act::SortPairs(Pair::Jaccard));
    assert!(rig.text().contains("J▴") && pairs(&rig).is_sorted_by(|a, b| a.jaccard <= b.jaccard));
    let row = rig.app.screens.threshold.border.list.selected;
    assert_eq!(pairs(&rig)[row].documents, selected, "the selected pair stays");
    click(&mut rig, Act::SortPairs(Pair::Jaccard));
    assert!(rig.text().contains("J▾") && pairs(&rig).is_sorted_by(|a, b| a.jaccard >= b.jaccard));

    rig.press("s");
    assert_eq!(rig.app.screens.threshold.border.sort.by, Pair::Ids);
    let ids = |rig: &Rig| -> Vec<[String; 2]> {
        let both = pairs(rig).into_iter().map(|pair| pair.documents);
        both.map(|(a, b)| [a, b].map(|document| id(rig, document).to_owned())).collect()
    };
    assert!(ids(&rig).is_sorted());
    rig.press("S");
    assert!(ids(&rig).is_sorted_by(|a, b| a >= b));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("border.tsv");
    rig.export(&path).unwrap();
    let written = std::fs::read_to_string(path).unwrap();
    let lines = written.lines().skip(1).zip(ids(&rig));
    for (line, [a, b]) in lines {
        assert!(line.contains(&a) && line.contains(&b), "{line} is not {a} and {b}");
    }
    assert_eq!(written.lines().count(), ids(&rig).len() + 1);
}

#[test]
fn pairs_that_only_one_recipe_sees_sort_and_are_written_in_that_order() {
    use beside::{Act, Column, Pane};
    let mut rig = Rig::builtin();
    rig.act(Action::SetK(8)).act(Action::SetBeside(Recipe::named("java").unwrap()));
    let pairs = |rig: &Rig| -> Vec<_> {
        let state = &rig.app.screens.beside;
        (0..state.pair_count()).map(|row| state.pair(row).unwrap()).collect()
    };
    let found = pairs(&rig);
    assert!(found.len() > 4 && rig.text().contains("seen by▴"), "{}", rig.text());
    rig.act(Action::SelectRow(Pane::Differing.into(), 2));

    click(&mut rig, Act::SortBy(Column::DistanceB));
    let distances = |rig: &Rig| pairs(rig).iter().map(|pair| pair.distance_b.unwrap()).collect::<Vec<_>>();
    assert!(rig.text().contains("d B▴") && distances(&rig).is_sorted(), "{:?}", distances(&rig));
    let row = rig.app.screens.beside.list.selected;
    assert_eq!(pairs(&rig)[row], found[2], "the selected pair stays");
    click(&mut rig, Act::SortBy(Column::DistanceB));
    assert!(rig.text().contains("d B▾") && distances(&rig).is_sorted_by(|a, b| a >= b));

    rig.press("s");
    let ids = |rig: &Rig| -> Vec<[String; 2]> {
        let both = pairs(rig).into_iter().map(|pair| pair.documents);
        both.map(|(a, b)| [a, b].map(|document| id(rig, document).to_owned())).collect()
    };
    assert!(rig.text().contains("documents▴") && ids(&rig).is_sorted());
    rig.press("S");
    assert!(ids(&rig).is_sorted_by(|a, b| a >= b));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("seen.tsv");
    rig.export(&path).unwrap();
    let written = std::fs::read_to_string(path).unwrap();
    assert_eq!(written.lines().count(), ids(&rig).len() + 1);
    for (line, [a, b]) in written.lines().skip(1).zip(ids(&rig)) {
        assert!(line.contains(&a) && line.contains(&b), "{line} is not {a} and {b}");
    }
    // Another list has the order too.
    rig.press("o");
    assert!(ids(&rig).is_sorted_by(|a, b| a >= b) && ids(&rig).len() < found.len());
}
