//! Passages in the explorer: the list of Pair, and the column and filter of Corpus.

use crate::support::{Rig, start};
use simscope::corpus::{Held, Source};
use simscope::recipe::{Given, Recipe};
use simscope::tui::action::{Action, Pane, Screen};
use simscope::tui::screens::pair::keys::{Act, Pane as Own, View};
use simscope::tui::shared::Start;
use simscope::tui::surface::lang::Lang;

const TASK: &str =
    "say in your own words what a river does to the land through which it flows and how you know";

fn words(name: &str, n: usize) -> String {
    (0..n).map(|at| format!("{name}{at} ")).collect()
}

/// Two texts with two passages in common, far apart and in another order, and one with neither.
fn corpus() -> Source {
    let [first, second] = [words("first", 30), words("second", 20)];
    let a = format!("{TASK} {}{first}{}{second}", words("a", 300), words("b", 200));
    let b = format!("{TASK} {}{second}{}{first}", words("c", 200), words("d", 400));
    let c = format!("{TASK} {}", words("e", 50));
    Source::Held(Held::new("essays", [("a", a.as_str()), ("b", b.as_str()), ("c", c.as_str())]))
}

fn opened(lang: Lang) -> Rig {
    let given = Given::new(vec![TASK.to_owned()]).ok();
    let recipe = Recipe { given, ..Recipe::default() };
    Rig::open(Start { sources: vec![corpus()], recipe, lang, ..start() }, 120, 36)
}

fn in_pair(lang: Lang) -> Rig {
    let mut rig = opened(lang);
    rig.app.shared.other = Some(1);
    rig.act(Action::ToCompare).act(Act::SetView(View::Passages).into());
    assert_eq!(rig.app.shared.screen, Screen::Pair, "{}", rig.text());
    rig
}

#[test]
fn the_list_of_pair_has_the_passages_and_n_goes_from_one_to_the_next_in_both_texts() {
    let mut rig = in_pair(Lang::En);
    let shown = rig.text();
    assert!(shown.contains("[Passages]") && shown.contains("first0 first1"), "{shown}");
    assert_eq!(rig.app.screens.pair.all_rows(&rig.app.shared), 2, "the task is given: {shown}");
    // Both sides begin shortly before the first passage.
    let halves = |text: &str| text.lines().filter(|line| line.matches("first2 ").count() == 2).count();
    assert!(halves(&shown) >= 1, "{shown}");
    rig.act(Action::StepDocument(1));
    let shown = rig.text();
    assert!(rig.message().contains("passage 2 of 2"), "{}", rig.message());
    assert!(shown.lines().filter(|line| line.matches("second1 ").count() == 2).count() >= 1, "{shown}");
    rig.act(Action::StepDocument(1));
    assert!(rig.message().contains("this is the last passage"), "{}", rig.message());
    rig.act(Action::StepDocument(-1));
    assert!(rig.text().contains("first0 first1"));
    // Scrolling moves both sides, and another list shows them aligned again.
    rig.act(Action::Focus(Pane::Pair(Own::TextB))).press("j j j");
    assert!(rig.text().contains("first29"), "{}", rig.text());
    rig.act(Act::SetView(View::Differences).into());
    assert!(!rig.text().contains("[Passages]"));
}

#[test]
fn an_edited_text_has_its_passages_too() {
    let mut rig = in_pair(Lang::En);
    crate::support::pair::put(&mut rig, Own::TextB, &format!("new {}new", words("second", 15)));
    rig.act(Act::SetView(View::Passages).into());
    assert_eq!(rig.app.screens.pair.all_rows(&rig.app.shared), 1, "{}", rig.text());
    assert!(rig.text().contains("15"), "{}", rig.text());
}

#[test]
fn corpus_lists_by_what_is_in_others_and_filters_by_it_once_asked() {
    let mut rig = opened(Lang::Zh);
    rig.act(Action::Go(Screen::Corpus));
    assert!(!rig.text().contains("见于他文"), "nothing is looked for unasked");
    let act = simscope::tui::screens::corpus::keys::Act::Sort("in others");
    rig.act(act.into());
    rig.settle();
    assert!(rig.text().contains("见于他文"), "{}", rig.text());
    let rows = |rig: &Rig| {
        (0..rig.app.shared.row_count())
            .map(|row| rig.app.shared.document_in_row(row).unwrap())
            .collect::<Vec<u32>>()
    };
    assert_eq!(rows(&rig), [0, 1, 2], "{}", rig.text());
    rig.app.screens.corpus.filter.set("passages>0");
    rig.settle();
    assert_eq!(rows(&rig), [0, 1], "{}", rig.text());
    rig.app.screens.corpus.filter.set("passages=0");
    rig.settle();
    assert_eq!(rows(&rig), [2], "{}", rig.text());
}
