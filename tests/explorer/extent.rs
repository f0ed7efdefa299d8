//! A corpus too large for all pairs: groups that are exact up to some k. Here the limit is low, not the corpus large.

use crate::support::{Rig, sample, start};
use simscope::groups::{Dendrogram, Effort};
use simscope::progress::Progress;
use simscope::recipe::{Recipe, Tokenizer};
use simscope::tui::action::{Action, Screen};
use simscope::tui::shared::Start;
use simscope::tui::shared::grouping::Grouping;
use simscope::tui::shared::model::Stage;
use simscope::tui::surface::lang::Lang;

/// The first groups, and no second more.
const FIRST: Effort = Effort { compared: 10, first: 600.0, seconds: 0.0 };

fn large(lang: Lang) -> Start {
    let sources = vec![sample("zh_tang_two_editions.jsonl")];
    Start { effort: FIRST, sources, lang, ..start() }
}

fn whole(rig: &Rig) -> Dendrogram {
    let model = &rig.app.shared.model;
    Dendrogram::build(&model.signatures, &model.documents, &Progress::new()).unwrap()
}

#[test]
fn groups_are_shown_up_to_the_k_that_is_exact_and_no_further() {
    let mut rig = Rig::open(large(Lang::En), 120, 36);
    assert_eq!((rig.app.shared.model.stage, rig.app.shared.exact_end()), (Stage::Ready, Some(3)));
    let whole = whole(&rig);
    for k in 0..=3 {
        rig.act(Action::SetK(k));
        let groups = rig.app.shared.groups.as_ref().unwrap();
        assert_eq!((groups.k(), groups.count(), groups.grouped()), {
            let expected = whole.cut(k);
            (k, expected.count(), expected.grouped())
        });
    }
    rig.act(Action::SetK(4));
    assert!(
        rig.app.shared.groups.is_none()
            && rig.app.screens.threshold.selected_group(&rig.app.shared).is_none()
    );
    assert!(
        rig.message().starts_with("groups at k = 4 are not known: exact to k = 3; Space extends"),
        "{}",
        rig.message()
    );
    rig.press("]");
    assert!(rig.message().contains("k = 5 are not known"), "{}", rig.message());
    rig.press("}");
    assert!(rig.message().starts_with("larger k's are not known"), "{}", rig.message());
    rig.act(Action::SetK(2));
    assert!(rig.app.shared.groups.is_some());
}

#[test]
fn every_screen_says_what_is_not_known() {
    let mut rig = Rig::open(large(Lang::En), 120, 36);
    for (screen, k) in [(Screen::Corpus, 3), (Screen::Threshold, 3), (Screen::Threshold, 9)] {
        rig.act(Action::Go(screen)).act(Action::SetK(k));
        rig.app.shared.message = None;
        rig.settle();
        // How long it takes hangs on the machine.
        let text = rig.text().replace("about 1 s", "about … s");
        assert!(text.contains("exact to k = 3"), "{text}");
        if (screen, k) != (Screen::Threshold, 3) {
            insta::assert_snapshot!(format!("extent_{screen:?}_{k}_120x36").to_lowercase(), text);
        }
    }
}

#[test]
fn the_extent_in_chinese() {
    let mut rig = Rig::open(large(Lang::Zh), 80, 24);
    rig.act(Action::Go(Screen::Threshold)).act(Action::SetK(9));
    assert!(rig.text().contains("k = 9 的组未知"), "{}", rig.text());
    assert!(rig.text().contains("准确至 k = 3"), "{}", rig.text());
}

#[test]
fn r_goes_on_until_every_k_is_exact() {
    let mut rig = Rig::open(large(Lang::En), 120, 36);
    rig.act(Action::SetK(9));
    rig.press("space");
    assert_eq!((rig.app.shared.model.stage, rig.app.shared.exact_end()), (Stage::Ready, None));
    let whole = whole(&rig);
    let tree = rig.app.shared.model.tree.clone().unwrap();
    assert_eq!((tree.order(), tree.gap()), (whole.order(), whole.gap()));
    assert!(rig.app.shared.groups.is_some() && rig.app.shared.groups_are_current());
    assert_eq!(rig.app.shared.model.sweep.len(), 65);
    assert!(rig.app.shared.model.spread.as_ref().unwrap().pairs().whole().is_some());
    assert!(rig.text().contains("✓ all pairs compared"), "{}", rig.text());
    rig.press("space");
    assert_eq!(rig.message(), "nothing waits to go on: nothing was cancelled");
}

#[test]
fn escape_stops_the_extension_and_keeps_what_is_known() {
    let mut rig = Rig::open(large(Lang::En), 120, 36);
    let before = rig.app.shared.model.tree.clone().unwrap();
    // The job is asked for, and cancelled before any of its news is taken in.
    rig.press_unsettled("space");
    assert_eq!(rig.app.shared.model.stage, Stage::Extending);
    rig.press_unsettled("esc");
    rig.settle();
    assert_eq!((rig.app.shared.model.stage, rig.app.shared.exact_end()), (Stage::Ready, Some(3)));
    assert!(std::sync::Arc::ptr_eq(rig.app.shared.model.tree.as_ref().unwrap(), &before));
    assert!(rig.app.shared.groups.is_some());
    assert!(rig.text().contains("exact to k = 3; Space extends"), "{}", rig.text());
    rig.press("space");
    assert_eq!(rig.app.shared.exact_end(), None);
}

#[test]
fn leaders_need_no_tree_and_know_every_k() {
    let mut rig = Rig::open(large(Lang::En), 120, 36);
    rig.act(Action::SetK(9)).act(Action::ToggleGrouping);
    assert_eq!(rig.app.shared.grouping, Grouping::Leaders);
    assert!(rig.app.shared.groups_are_current());
    rig.act(Action::ToggleGrouping);
    assert!(rig.app.shared.groups.is_none());
}

#[test]
fn two_recipes_are_compared_where_the_groups_of_both_are_known() {
    let mut rig = Rig::open(large(Lang::En), 120, 36);
    let second = Recipe { tokenizer: Tokenizer::Chars(2), ..Recipe::default() };
    rig.act(Action::SetBeside(second));
    // Without a second to spend, the second recipe has the groups of equal signatures.
    assert!(!rig.app.screens.threshold.recipes.is_current(&rig.app.shared));
    assert!(rig.text().contains("groups are not known at this k under both recipes"), "{}", rig.text());
    rig.act(Action::SetK(0));
    assert!(rig.app.screens.threshold.recipes.is_current(&rig.app.shared));
}

#[test]
fn a_new_recipe_has_groups_of_its_own() {
    let mut rig = Rig::open(large(Lang::En), 120, 36);
    rig.press("space");
    assert_eq!(rig.app.shared.exact_end(), None);
    rig.press("r t");
    assert_eq!((rig.app.shared.model.stage, rig.app.shared.exact_end()), (Stage::Ready, Some(3)));
}

#[test]
fn left_and_right_move_k_where_a_pane_has_no_left_and_right() {
    let mut rig = Rig::open(start(), 120, 36);
    // On these they move in a way of their own.
    let own = [Screen::Matrix, Screen::Clean];
    for screen in Screen::ALL.into_iter().filter(|screen| !own.contains(screen)) {
        rig.act(Action::Go(screen));
        for &pane in rig.app.screens.at(screen).panes().all {
            for key in ["right", "left", "down", "up", "pgdn", "pgup", "ctrl-d", "ctrl-u", "G", "g", "h", "l"]
            {
                rig.act(Action::Focus(pane)).act(Action::SetK(7)).press(key);
                assert_eq!(rig.app.shared.k, 7, "{pane:?} {key}");
            }
        }
    }
}
