//! Filters of the lists beside documents and groups: features, neighbours, and the pairs that one recipe sees.

use crate::support::Rig;
use simscope::tui::action::{Action, Screen};
use simscope::tui::screens::pair;

/// The line below the prompt.
fn below(rig: &Rig) -> String {
    rig.text().lines().last().unwrap().trim().to_owned()
}

/// The terms that Anatomy lists.
fn terms(rig: &Rig) -> Vec<String> {
    let trace = rig.app.shared.model.trace(rig.app.shared.selected).unwrap();
    let order = &rig.app.screens.anatomy.features;
    (0..order.rows()).map(|row| trace.features[order.place_in(row).unwrap()].term.clone()).collect()
}

#[test]
fn features_are_filtered_by_their_terms_while_the_line_is_typed() {
    let mut rig = Rig::builtin();
    rig.act(Action::Go(Screen::Anatomy));
    let all = terms(&rig);
    rig.press("/").press("ar");
    let has: Vec<String> = all.iter().filter(|term| term.to_lowercase().contains("ar")).cloned().collect();
    assert!(!has.is_empty() && has.len() < all.len());
    assert_eq!(terms(&rig), has);
    assert!(below(&rig).starts_with(&format!("{} of {} ", has.len(), all.len())), "{}", below(&rig));
    rig.press("enter");
    assert!(rig.text().contains(&format!("Features {} of {}, ", has.len(), all.len())), "{}", rig.text());
    // Sorted, they are the same; what is selected stays so where it is listed.
    rig.press("down");
    let trace = rig.app.shared.model.trace(rig.app.shared.selected).unwrap().clone();
    let selected = |rig: &Rig| {
        let state = &rig.app.screens.anatomy;
        trace.features[state.features.selected().unwrap()].term.clone()
    };
    let before = selected(&rig);
    rig.press("‹sort-next›");
    let mut sorted = terms(&rig);
    assert_eq!(selected(&rig), before);
    sorted.sort();
    let mut expected = has.clone();
    expected.sort();
    assert_eq!(sorted, expected);
    rig.press("esc");
    assert_eq!((terms(&rig).len(), selected(&rig)), (all.len(), before));
}

#[test]
fn a_term_of_documents_says_why_no_feature_is_listed() {
    let mut rig = Rig::builtin();
    rig.act(Action::Go(Screen::Anatomy));
    rig.press("/").press("qzx");
    assert!(below(&rig).starts_with("nothing matches qzx"), "{}", below(&rig));
    assert_eq!(rig.text().matches("nothing matches qzx").count(), 2, "{}", rig.text());
    rig.press("ctrl-u").press("chars>3");
    assert!(below(&rig).starts_with("chars>3 needs documents; features have only a term"), "{}", below(&rig));
    rig.press("esc")
        .press("‹to-compare›")
        .act(pair::keys::Act::SetView(pair::keys::View::Features).into())
        .press("/")
        .press("-a");
    let (own, shared) = (&rig.app.screens.pair, &rig.app.shared);
    let compared = own.compared().unwrap();
    let mut expected: Vec<&str> = compared.features.iter().map(|&feature| compared.term(feature)).collect();
    expected.retain(|term| !term.to_lowercase().contains('a'));
    let texts = own.row_texts(shared);
    let rows = (0..own.rows(shared)).map(|row| texts[own.place_in(row).unwrap()].clone());
    let mut listed: Vec<String> = rows.collect();
    expected.sort_unstable();
    listed.sort_unstable();
    assert!(!listed.is_empty() && listed == expected, "{listed:?}");
}

#[test]
fn pairs_of_one_recipe_are_filtered_by_either_document() {
    let mut rig = Rig::builtin();
    rig.press("2").press("r s");
    rig.act(Action::SetK(9));
    rig.press("down").press("enter");
    assert_eq!(rig.app.shared.screen, Screen::Threshold, "{}", rig.text());
    let state = |rig: &Rig| {
        let beside = &rig.app.screens.threshold.recipes;
        let pairs = (0..beside.pairs.rows()).map(|row| beside.pair(row).unwrap().documents);
        (pairs.collect::<Vec<_>>(), beside.pairs.all)
    };
    let (all, count) = state(&rig);
    assert!(all.len() == count && count > 1, "{}", rig.text());
    let wanted = rig.app.shared.model.corpus.get(all[0].0 as usize).id.to_owned();
    rig.press("/").press(&format!("id=\"{wanted}\"")).press("enter");
    let (listed, still) = state(&rig);
    let expected: Vec<(u32, u32)> =
        all.iter().copied().filter(|pair| pair.0 == all[0].0 || pair.1 == all[0].0).collect();
    assert_eq!((listed, still), (expected, count));
    rig.press("esc");
    assert_eq!(state(&rig).0, all);
}

#[test]
fn pairs_at_the_border_are_filtered_by_either_document_and_their_distance() {
    let mut rig = Rig::builtin();
    rig.press("3").press("v v");
    let pairs = |rig: &Rig| {
        let pairs = rig.app.screens.threshold.border_pairs(&rig.app.shared);
        pairs.into_iter().map(|pair| (pair.documents, pair.distance)).collect::<Vec<_>>()
    };
    let all = pairs(&rig);
    let k = rig.app.shared.k;
    let at_k = all.iter().filter(|(_, distance)| *distance == k).count();
    assert!(at_k > 0 && at_k < all.len(), "{}", rig.text());
    rig.press("/").press("d<=k");
    assert!(rig.text().contains("filter the pairs:"), "{}", rig.text());
    assert!(below(&rig).starts_with(&format!("{at_k} of {} ", all.len())), "{}", below(&rig));
    rig.press("enter");
    assert!(pairs(&rig).iter().all(|(_, distance)| *distance == k) && pairs(&rig).len() == at_k);
    rig.press("/").press("ctrl-u").press("qzx").press("enter");
    assert!(pairs(&rig).is_empty() && rig.text().contains("nothing matches qzx"), "{}", rig.text());
    rig.press("esc");
    assert_eq!(pairs(&rig), all);
    // The groups have a filter of their own.
    rig.press("/").press("d<=k").press("enter").press("v v").press("v v").press("v v");
    assert!(rig.app.screens.threshold.table.line.is_empty());
}

#[test]
fn the_lists_of_pair_are_filtered_by_what_they_name() {
    let mut rig = Rig::builtin();
    rig.press("‹to-lab›").act(pair::keys::Act::SetView(pair::keys::View::Edits).into());
    let lab = |rig: &Rig| {
        (rig.app.screens.pair.rows(&rig.app.shared), rig.app.screens.pair.all_rows(&rig.app.shared))
    };
    let (_, edits) = lab(&rig);
    rig.press("/").press("drop").press("enter");
    let (listed, all) = lab(&rig);
    assert!(listed > 0 && listed < all && all == edits, "{listed} of {all}");
    for row in 0..listed {
        let place = rig.app.screens.pair.place_in(row).unwrap();
        let (edit, _) = rig.app.screens.pair.edit_row(&rig.app.shared, place).unwrap();
        assert!(edit.to_string().contains("drop"));
    }
    // Another list has all its rows again.
    rig.act(pair::keys::Act::SetView(pair::keys::View::Influence).into());
    let (listed, all) = lab(&rig);
    assert_eq!(listed, all);
    rig.press("/").press("bridge").press("enter");
    assert_eq!(lab(&rig).0, 1, "{}", rig.text());
    assert!(rig.text().contains(&format!("1 of {all} · bridge")), "{}", rig.text());
    rig.press("esc");
    assert_eq!(lab(&rig).0, all);
}
