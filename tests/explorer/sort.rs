//! Every list of the explorer sorts: a click on a head, again to reverse, or a key where the list has the keys.

use crate::support;
use crate::support::Rig;
use ratatui::crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use simscope::hamming;
use simscope::recipe::{Recipe, Weighting};
use simscope::tui::action::{Action, Screen};
use simscope::tui::screens::threshold::keys::{Act, Member, Pane};
use simscope::tui::shared::Start;
use simscope::tui::surface::areas::Target;
use simscope::tui::surface::mouse::Mouse;
use std::time::Instant;

/// Clicks on the head that sorts in this way.
fn click(rig: &mut Rig, action: impl Into<Action>) {
    let action = action.into();
    let areas = &rig.app.shared.drawn.areas;
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

/// With weights that are not all 1.
fn by_count(k: u8) -> Start {
    let recipe = Recipe { weighting: Weighting::Tf, name: None, ..Recipe::default() };
    Start { recipe, k, ..support::start() }
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
        .drawn
        .areas
        .find(|target| matches!(target, Target::Rows { pane, .. } if *pane == Pane::Members.into()));
    let area = area.unwrap();
    let cell = |x: u16| rig.buffer()[(x, area.y)].symbol();
    let shown: String = (area.x..area.x + 4).map(cell).collect();
    assert_eq!(shown.trim_matches(['▸', ' ']), number.to_string());
    // A row opens the document that it shows.
    rig.act(Action::SelectRow(Pane::Members.into(), 1));
    assert_eq!(rig.app.shared.selected, members(&rig)[1]);

    rig.press("‹sort-next›");
    assert_eq!(rig.app.screens.threshold.member_order.sort.by, Member::Number);
    assert_eq!(members(&rig), group);
    rig.press("‹sort-reverse›");
    assert!(members(&rig).iter().rev().eq(&group));
}

/// The numbers of the groups in the order of the rows.
fn groups(rig: &Rig) -> Vec<usize> {
    let (table, shared) = (&rig.app.screens.threshold.table, &rig.app.shared);
    (0..table.count(shared)).map(|row| table.number_in(shared, row).unwrap()).collect()
}

#[test]
fn groups_sort_by_chain_by_what_stays_and_by_what_was_decided_and_again_after_a_decision() {
    let mut rig = threshold();
    rig.press("v v v v v v v g").act(Action::SetK(12));
    let members = |rig: &Rig, number: usize| rig.app.shared.groups.as_ref().unwrap().members(number).to_vec();
    let all = groups(&rig);
    assert!(all.len() > 6 && all.is_sorted());

    let is_chain = |rig: &Rig, number: usize| {
        let members = members(rig, number);
        let far = |&a: &u32| members.iter().any(|&b| distance(rig, a, b) > 12);
        members.iter().any(far)
    };
    click(&mut rig, Act::Sort("chain"));
    let chains: Vec<bool> = groups(&rig).into_iter().map(|number| is_chain(&rig, number)).collect();
    assert!(rig.text().contains("chain▴") && chains[0] && !chains[chains.len() - 1], "{}", rig.text());
    assert!(chains.is_sorted_by(|a, b| a >= b), "chains first: {chains:?}");

    // The keys go through what is shown.
    rig.press("‹sort-next›");
    assert_eq!(rig.app.screens.threshold.table.sort.by, "representative");
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
fn pairs_at_the_border_sort_and_are_written_in_that_order() {
    let mut rig = threshold();
    rig.press("v v");
    let pairs = |rig: &Rig| rig.app.screens.threshold.border_pairs(&rig.app.shared);
    assert!(pairs(&rig).len() > 4);
    rig.act(Action::SelectRow(Pane::Border.into(), 3));
    let selected = pairs(&rig)[3].documents;

    click(&mut rig, Act::Sort("agree"));
    assert!(rig.text().contains("agree▴") && pairs(&rig).is_sorted_by(|a, b| a.value <= b.value));
    let row = rig.app.screens.threshold.border.pairs.list.selected;
    assert_eq!(pairs(&rig)[row].documents, selected, "the selected pair stays");
    click(&mut rig, Act::Sort("agree"));
    assert!(rig.text().contains("agree▾") && pairs(&rig).is_sorted_by(|a, b| a.value >= b.value));

    rig.press("‹sort-next›");
    assert_eq!(rig.app.screens.threshold.border.pairs.sort.by, "id");
    let ids = |rig: &Rig| -> Vec<[String; 2]> {
        let both = pairs(rig).into_iter().map(|pair| pair.documents);
        both.map(|(a, b)| [a, b].map(|document| id(rig, document).to_owned())).collect()
    };
    assert!(ids(&rig).is_sorted());
    rig.press("‹sort-reverse›");
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
    let mut rig = Rig::builtin();
    rig.act(Action::SetK(8)).act(Action::SetBeside(Recipe::named("java").unwrap()));
    let pairs = |rig: &Rig| -> Vec<_> {
        let state = &rig.app.screens.threshold.recipes;
        (0..state.pairs.all).map(|row| state.pair(row).unwrap()).collect()
    };
    let found = pairs(&rig);
    assert!(found.len() > 4 && rig.text().contains("seen by▴"), "{}", rig.text());
    rig.act(Action::SelectRow(Pane::Recipes.into(), 2));

    click(&mut rig, Act::Sort("d B"));
    let distances = |rig: &Rig| pairs(rig).iter().map(|pair| pair.distance_b.unwrap()).collect::<Vec<_>>();
    assert!(rig.text().contains("d B▴") && distances(&rig).is_sorted(), "{:?}", distances(&rig));
    let row = rig.app.screens.threshold.recipes.pairs.list.selected;
    assert_eq!(pairs(&rig)[row], found[2], "the selected pair stays");
    click(&mut rig, Act::Sort("d B"));
    assert!(rig.text().contains("d B▾") && distances(&rig).is_sorted_by(|a, b| a >= b));

    rig.press("‹sort-next›");
    let ids = |rig: &Rig| -> Vec<[String; 2]> {
        let both = pairs(rig).into_iter().map(|pair| pair.documents);
        both.map(|(a, b)| [a, b].map(|document| id(rig, document).to_owned())).collect()
    };
    assert!(rig.text().contains("documents▴") && ids(&rig).is_sorted());
    rig.press("‹sort-reverse›");
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
    rig.press("v o");
    assert!(ids(&rig).is_sorted_by(|a, b| a >= b) && ids(&rig).len() < found.len());
}

#[test]
fn features_of_a_document_sort_by_term_count_and_weight() {
    use simscope::simhash::Feature;
    use simscope::tui::screens::anatomy::keys::{Act, Pane};
    let mut rig = Rig::open(by_count(3), 120, 36);
    rig.act(Action::Go(Screen::Anatomy));
    let features = |rig: &Rig| -> Vec<Feature> {
        let trace = rig.app.shared.model.trace(rig.app.shared.selected).unwrap();
        let order = &rig.app.screens.anatomy.features;
        (0..trace.features.len()).map(|row| trace.features[order.place_in(row).unwrap()].clone()).collect()
    };
    let selected = |rig: &Rig| features(rig)[rig.app.screens.anatomy.features.list.selected].term.clone();
    let trace = rig.app.shared.model.trace(rig.app.shared.selected).unwrap();
    let plain: Vec<String> = trace.features.iter().map(|feature| feature.term.clone()).collect();
    // The heaviest stand first.
    assert!(features(&rig).is_sorted_by(|a, b| a.weight >= b.weight), "{}", rig.text());
    rig.act(Action::SelectRow(Pane::Features.into(), 2));
    let third = selected(&rig);

    click(&mut rig, Act::Sort("term"));
    assert!(rig.text().contains("term▴") && features(&rig).is_sorted_by(|a, b| a.term < b.term));
    assert_eq!(selected(&rig), third, "the selected feature stays");
    // The first row that is drawn is the first feature.
    rig.act(Action::SelectRow(Pane::Features.into(), 0));
    let first = features(&rig)[0].term.clone();
    let line = rig.text().lines().skip_while(|line| !line.contains("term▴")).nth(1).unwrap().to_owned();
    assert!(line.contains(&first), "{first} is not in {line}");
    click(&mut rig, Act::Sort("term"));
    assert!(rig.text().contains("term▾") && features(&rig).is_sorted_by(|a, b| a.term > b.term));
    for (column, head) in [("count", "count"), ("weight", "weight")] {
        let values = |rig: &Rig| -> Vec<f64> {
            let is_count = column == "count";
            let of = |feature: Feature| if is_count { f64::from(feature.count) } else { feature.weight };
            features(rig).into_iter().map(of).collect()
        };
        click(&mut rig, Act::Sort(column));
        assert!(rig.text().contains(&format!("{head}▾")), "the largest first: {}", rig.text());
        assert!(values(&rig).is_sorted_by(|a, b| a >= b) && values(&rig).first() > values(&rig).last());
        rig.press("‹sort-reverse›");
        assert!(rig.text().contains(&format!("{head}▴")) && values(&rig).is_sorted());
    }
    rig.press("‹sort-next›");
    assert!(features(&rig).into_iter().map(|feature| feature.term).eq(plain.iter().cloned()));
    rig.press("‹sort-reverse›");
    assert!(features(&rig).into_iter().map(|feature| feature.term).eq(plain.iter().rev().cloned()));
    // Another document has the order too.
    click(&mut rig, Act::Sort("term"));
    rig.press("n");
    assert!(features(&rig).is_sorted_by(|a, b| a.term < b.term));
}

#[test]
fn features_of_a_pair_sort_by_term_and_by_the_weight_on_either_side() {
    use simscope::tui::screens::pair::keys::{Act, View};
    let mut rig = Rig::open(by_count(12), 200, 60);
    // The last pair at the border.
    rig.act(Action::Go(Screen::Threshold)).press("v v end ‹to-compare›");
    assert_eq!(rig.app.shared.screen, Screen::Pair);
    rig.act(Act::SetView(View::Features).into());
    let features = |rig: &Rig| -> Vec<(String, [f64; 2])> {
        let (own, shared) = (&rig.app.screens.pair, &rig.app.shared);
        let rows = (0..own.rows(shared)).map(|row| own.feature_row(row).unwrap());
        rows.map(|(feature, term)| (term.to_owned(), feature.weights)).collect()
    };
    let change = |[a, b]: [f64; 2]| (a - b).abs();
    // Those that differ most come first.
    assert!(
        features(&rig).is_sorted_by(|a, b| change(a.1) >= change(b.1)) && change(features(&rig)[0].1) > 0.0
    );
    click(&mut rig, Act::Sort("term"));
    assert!(features(&rig).is_sorted_by(|a, b| a.0 < b.0) && rig.text().contains("term▴"), "{}", rig.text());
    click(&mut rig, Act::Sort("term"));
    assert!(features(&rig).is_sorted_by(|a, b| a.0 > b.0));
    for (column, side) in [("weight in A", 0), ("weight in B", 1)] {
        click(&mut rig, Act::Sort(column));
        assert!(features(&rig).is_sorted_by(|a, b| a.1[side] >= b.1[side]), "{:?}", features(&rig));
        rig.press("‹sort-reverse›");
        assert!(features(&rig).is_sorted_by(|a, b| a.1[side] <= b.1[side]));
    }
    rig.press("‹sort-next›");
    assert_eq!(rig.app.screens.pair.sort.by, "change");
}

#[test]
fn a_click_on_the_heads_of_edits_gives_the_other_order() {
    use simscope::tui::screens::pair::keys::{Act, View};
    let mut rig = support::pair::opened(support::start(), 120, 36);
    for (view, before, after) in [(View::Edits, " d ", "d▾"), (View::Influence, "d▾", " d ")] {
        rig.act(Act::SetView(view).into());
        let head = |rig: &Rig| {
            // The foot of the pane can be clicked, too; it has no column.
            let areas = &rig.app.shared.drawn.areas;
            let all = rig.buffer().area.positions().filter_map(|at| areas.at(at.x, at.y));
            let is_order = Target::Act(Act::Sort("").into());
            let orders = all.filter(|(_, target)| *target == is_order).map(|(area, _)| area);
            let mut texts = orders.map(|area| -> String {
                (area.x..area.right()).map(|x| rig.buffer()[(x, area.y)].symbol()).collect()
            });
            texts.find(|text| !text.contains("order")).unwrap()
        };
        assert!(head(&rig).contains(before), "{view:?}: {}", head(&rig));
        click(&mut rig, Act::Sort(""));
        assert!(rig.app.screens.pair.is_list_reordered() && head(&rig).contains(after), "{}", head(&rig));
        click(&mut rig, Act::Sort(""));
        assert!(!rig.app.screens.pair.is_list_reordered() && head(&rig).contains(before));
    }
}
