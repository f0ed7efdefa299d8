//! Facets, terms about decisions, and hits in the explorer.

use crate::support::{Rig, start};
use simscope::corpus::Source;
use simscope::filter::FacetName;
use simscope::tui::action::{Action, Screen};
use simscope::tui::screens::corpus::keys::{Act, Pane as CorpusPane};
use simscope::tui::screens::threshold::keys::Pane;
use simscope::tui::shared::Start;
use std::collections::BTreeSet;

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

/// The values of a facet, each with its groups and whether the filter has it.
fn values(rig: &Rig, name: FacetName) -> Vec<(String, usize, bool)> {
    let table = &rig.app.screens.threshold.table;
    let values = table.facets().filter(|line| line.facet.name == name).filter_map(|line| line.value);
    values.map(|value| (value.text.clone(), value.count, table.has(&value.term))).collect()
}

/// Chooses a value with the mouse, as far as the app can tell.
fn choose(rig: &mut Rig, name: FacetName, text: &str) {
    let mut lines = rig.app.screens.threshold.table.facets();
    let row =
        lines.position(|line| line.facet.name == name && line.value.is_some_and(|value| value.text == text));
    drop(lines);
    let row = row.unwrap();
    rig.act(Action::SelectRow(Pane::Facets.into(), row));
}

#[test]
fn facets_follow_what_is_decided_and_judged() {
    let mut rig = threshold();
    let count = numbers(&rig).len();
    let decided = |rig: &Rig| -> Vec<(String, usize)> {
        let values = values(rig, FacetName::State).into_iter().map(|(text, count, _)| (text, count));
        values.filter(|(text, _)| text != "template").collect()
    };
    assert_eq!(decided(&rig), [("none".to_owned(), count)], "it is there for the templates");
    assert!(values(&rig, FacetName::Judged).is_empty());
    rig.press("a down A down z down a P enter");
    let expected = [("accepted", 2), ("left", 1), ("later", 1), ("apart", 1), ("none", count - 4)];
    assert_eq!(decided(&rig), expected.map(|(text, count)| (text.to_owned(), count)));
    assert!(rig.text().contains("undecided"), "{}", rig.text());
    choose(&mut rig, FacetName::State, "accepted");
    assert_eq!(numbers(&rig), [1, 4]);
    rig.press("u u u u u");
    rig.press("esc");
    assert_eq!(decided(&rig).len(), 1, "nothing is decided any more");
    rig.press("J y y y y y y y y y y y y esc");
    rig.act(Action::Go(Screen::Threshold));
    let shared = &rig.app.shared;
    let groups = shared.groups.as_ref().unwrap();
    let judged: BTreeSet<usize> = (shared.judging.known.iter())
        .flat_map(|((a, b), _)| [groups.number_of(a), groups.number_of(b)])
        .flatten()
        .collect();
    assert!(!judged.is_empty());
    let yes_and_no =
        [("yes".to_owned(), judged.len(), false), ("no".to_owned(), count - judged.len(), false)];
    assert_eq!(values(&rig, FacetName::Judged), yes_and_no);
    choose(&mut rig, FacetName::Judged, "no");
    assert_eq!(rig.app.screens.threshold.table.line.text(), "-judged:yes");
    assert_eq!(numbers(&rig).len(), count - judged.len());
}

#[test]
fn another_value_of_a_facet_is_seen_and_chosen_instead() {
    let mut rig = threshold();
    let (size, diameter) = (FacetName::Size, FacetName::Diameter);
    let before = values(&rig, size);
    assert!(before.len() > 1, "{before:?}");
    choose(&mut rig, size, "2");
    let mut chosen = before.clone();
    chosen[0].2 = true;
    assert_eq!(values(&rig, size), chosen, "its own value does not narrow a facet");
    let both: usize = values(&rig, diameter).iter().map(|(_, count, _)| count).sum();
    assert_eq!(both, before[0].1, "but the others");
    choose(&mut rig, size, "3–5");
    assert_eq!(rig.app.screens.threshold.table.line.text(), "size=3..5");
    assert_eq!(numbers(&rig).len(), before[1].1);
    choose(&mut rig, diameter, "≤ k");
    assert_eq!(rig.app.screens.threshold.table.line.text(), "size=3..5 diam<=k");
    let of_size = values(&rig, size);
    choose(&mut rig, size, "3–5");
    assert_eq!(rig.app.screens.threshold.table.line.text(), "diam<=k");
    assert_eq!(
        values(&rig, size).iter().map(|value| value.1).collect::<Vec<_>>(),
        of_size.iter().map(|value| value.1).collect::<Vec<_>>()
    );
}

#[test]
fn a_value_is_taken_out_of_a_line_that_was_typed_with_more_spaces() {
    let mut rig = threshold();
    rig.press("/ space space").press("-月 space space size=2 space").press("enter");
    choose(&mut rig, FacetName::Size, "2");
    assert_eq!(rig.app.screens.threshold.table.line.text(), "-月");
}

/// Places of a word on the screen: column and line.
fn places(rig: &Rig, word: &str) -> Vec<(u16, u16)> {
    let text = rig.text();
    let lines = text.lines().zip(0..);
    lines
        .flat_map(|(line, y)| {
            line.match_indices(word).map(move |(at, _)| (line[..at].chars().count() as u16, y))
        })
        .collect()
}

#[test]
fn hits_are_marked_in_both_texts_and_gone_through() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.jsonl");
    let text = |needles: &[usize]| -> String {
        let line = |at: usize| match needles.contains(&at) {
            true => format!("row {at} has a needle in it\\n"),
            false => format!("row {at} has nothing in it at all\\n"),
        };
        (0..30).map(line).collect()
    };
    let corpus: String = [text(&[4, 17, 29]), text(&[17, 29])]
        .iter()
        .enumerate()
        .map(|(id, text)| format!("{{\"id\": \"one-of-two-with-a-long-name-{id}\", \"text\": \"{text}\"}}\n"))
        .collect();
    std::fs::write(&path, corpus).unwrap();
    let mut rig = Rig::open(Start { sources: vec![Source::Path(path)], ..start() }, 120, 36);
    rig.act(Act::StepHit(1).into());
    assert_eq!(rig.message(), "there is no filter: press / and type words");
    rig.press("/ needle enter g");
    let mut steps = |key: &str| {
        rig.press(key);
        rig.app.screens.corpus.text_scroll
    };
    // After the last hit comes the next document.
    assert_eq!(["n", "n", "n", "n", "N", "N"].map(&mut steps), [4, 17, 29, 17, 29, 17]);
    assert_eq!(rig.message(), "hit 2 of 3, in line 18");
    let found: Vec<(u16, u16)> =
        places(&rig, "row 17 has a needle").into_iter().map(|(x, y)| (x + 13, y)).collect();
    assert_eq!(found.len(), 2, "the text and its neighbour: {}", rig.text());
    for (x, y) in found {
        let (hit, before) = (&rig.buffer()[(x, y)], &rig.buffer()[(x - 2, y)]);
        assert_eq!((hit.symbol(), before.symbol()), ("n", "a"));
        assert_ne!(hit.style(), before.style());
    }
    // Where the text has no room, it is shown instead of the rows.
    rig.resize(80, 16);
    assert!(rig.app.shared.area_of(CorpusPane::Selected).is_none());
    rig.press("n");
    assert!(rig.app.shared.area_of(CorpusPane::Selected).is_some());
    assert_eq!(places(&rig, "row 29 has a needle").len(), 2, "{}", rig.text());
    rig.press("/ ctrl-u").press("id:one").press("enter n");
    assert_eq!(rig.message(), "the filter has no hit in this text");
}

#[test]
fn groups_that_hang_on_shared_text_are_chosen() {
    let mut rig = Rig::builtin();
    rig.resize(120, 36);
    rig.act(Action::SetK(8));
    rig.press("/ template enter");
    assert!(
        rig.text().contains("template needs warnings of templates, which Threshold finds"),
        "{}",
        rig.text()
    );
    // In the view of the groups they are looked for because the filter asks.
    rig.act(Action::Go(Screen::Threshold));
    rig.press("/ template enter f");
    let shared = &rig.app.shared;
    let groups = shared.groups.as_ref().unwrap();
    let expected: Vec<usize> = (1..=groups.count())
        .filter(|&number| {
            rig.app.screens.threshold.template(shared, number).is_some_and(|found| found.is_template())
        })
        .collect();
    assert!(!expected.is_empty() && expected.len() < groups.count(), "{}", rig.text());
    assert_eq!(numbers(&rig), expected);
    let found = values(&rig, FacetName::State);
    assert!(found.contains(&("template".to_owned(), expected.len(), true)), "{found:?}");
    // Then their documents are chosen as well.
    let members: usize = expected.iter().map(|&number| groups.members(number).len()).sum();
    rig.press("1");
    assert_eq!(rig.app.shared.rows.as_ref().unwrap().len(), members);
}
