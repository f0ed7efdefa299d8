//! Filters, sorted groups, facets and marks in the explorer.

use crate::support::Rig;
use ratatui::style::Modifier;
use simscope::tui::action::{Action, Screen};
use simscope::tui::screens::threshold::keys::Act;
use simscope::tui::surface::areas::Target;

/// On Threshold, at k = 8, where the sample has groups of several sizes.
fn threshold() -> Rig {
    let mut rig = Rig::builtin();
    rig.act(Action::Go(Screen::Threshold));
    rig.act(Action::SetK(8)).press("v g");
    rig
}

/// The numbers of the groups in the rows of the table.
fn numbers(rig: &Rig) -> Vec<usize> {
    let table = &rig.app.screens.threshold.table;
    let shared = &rig.app.shared;
    (0..table.count(shared)).map(|row| table.number_in(shared, row).unwrap()).collect()
}

/// The sizes of these groups.
fn sizes(rig: &Rig) -> Vec<usize> {
    let groups = rig.app.shared.groups.as_ref().unwrap();
    numbers(rig).into_iter().map(|number| groups.members(number).len()).collect()
}

/// The line of the prompt and the one below.
fn prompt(rig: &Rig) -> (String, String) {
    let lines: Vec<String> = rig.text().lines().map(str::to_owned).collect();
    (lines[lines.len() - 2].clone(), lines[lines.len() - 1].clone())
}

#[test]
fn groups_are_filtered_while_the_line_is_typed() {
    let mut rig = threshold();
    let all = numbers(&rig).len();
    rig.press("/").press("size>4");
    let (line, below) = prompt(&rig);
    assert_eq!(line.trim(), "filter the groups: size>4");
    let count = numbers(&rig).len();
    assert!(below.trim_start().starts_with(&format!("{count} of {all} ")), "{below}");
    assert!(count < all && count > 0 && sizes(&rig).iter().all(|&size| size > 4));
    rig.press("enter");
    assert!(rig.text().contains(&format!("Groups {count} of {all} · size>4")), "{}", rig.text());
    // k moves: the same filter over other groups.
    rig.press("]");
    assert!(sizes(&rig).iter().all(|&size| size > 4));
    rig.press("esc");
    assert_eq!(numbers(&rig).len(), rig.app.shared.groups.as_ref().unwrap().count());
}

#[test]
fn a_mistake_is_shown_below_its_place_and_the_rows_stay() {
    let mut rig = threshold();
    rig.press("/").press("size>4 space").press("lable:x");
    let before = numbers(&rig);
    let (line, below) = prompt(&rig);
    let column = line.find("lable").unwrap();
    assert_eq!(below.find('^'), Some(column), "{line}\n{below}");
    assert!(below.contains("no term begins with lable:"), "{below}");
    assert!(sizes(&rig).iter().all(|&size| size > 4), "the filter that was right still holds");
    rig.press("enter");
    assert!(rig.app.overlay.is_some(), "a wrong filter is not kept");
    assert_eq!(numbers(&rig), before);
    rig.press("esc");
    assert!(rig.app.overlay.is_none() && rig.app.screens.threshold.table.line.text().is_empty());
}

#[test]
fn what_matches_nothing_is_named_in_the_table() {
    let mut rig = threshold();
    rig.press("/").press("size=2 space qzx").press("enter");
    assert!(rig.text().contains("nothing matches qzx · Esc clears the filter"), "{}", rig.text());
    rig.press("esc 1 /").press("qzx space the").press("enter");
    assert!(rig.text().contains("nothing matches qzx · Esc clears the filter"), "{}", rig.text());
    assert!(rig.text().contains("Documents 0 of 88 · qzx the"), "{}", rig.text());
}

#[test]
fn earlier_filters_come_back_with_up_and_what_was_typed_with_down() {
    let mut rig = threshold();
    rig.press("/").press("size=2").press("enter esc /").press("chain").press("enter esc /").press("wh");
    let mut shown = |key: &str| {
        rig.press(key);
        prompt(&rig).0.trim().trim_start_matches("filter the groups:").trim().to_owned()
    };
    assert_eq!(
        ["up", "up", "up", "down", "down", "down"].map(&mut shown),
        ["chain", "size=2", "size=2", "chain", "wh", "wh"]
    );
}

#[test]
fn documents_pass_by_their_groups_and_their_hits_are_marked() {
    let mut rig = Rig::builtin();
    rig.press("/").press("bridge space size>3").press("enter");
    let shared = &rig.app.shared;
    let rows = shared.rows.as_ref().unwrap();
    let groups = shared.groups.as_ref().unwrap();
    let has = |document: u32| {
        let one = shared.model.corpus.get(document as usize);
        let is_held = [one.id, one.text, one.label.unwrap_or("")]
            .iter()
            .any(|text| text.to_lowercase().contains("bridge"));
        is_held && groups.number_of(document).is_some_and(|number| groups.members(number).len() > 3)
    };
    let expected: Vec<u32> =
        (0..shared.model.corpus.len() as u32).filter(|&document| has(document)).collect();
    assert_eq!(**rows, expected);
    assert!(!expected.is_empty());
    // The text of the first row holds the word, in another style than the text before it.
    let line = rig.text().lines().position(|line| line.contains("old railway bridge")).unwrap() as u16;
    let text = rig.text().lines().nth(usize::from(line)).unwrap().to_owned();
    let column = text.char_indices().position(|(at, _)| text[at..].starts_with("bridge o")).unwrap() as u16;
    let (hit, before) = (&rig.buffer()[(column, line)], &rig.buffer()[(column - 2, line)]);
    assert!(hit.fg != before.fg || hit.modifier != before.modifier | Modifier::empty(), "{text}");
}

#[test]
fn a_click_on_a_head_sorts_and_a_second_one_reverses() {
    let mut rig = threshold();
    let by_size = Action::Threshold(Act::Sort("size"));
    assert!(rig.app.shared.drawn.areas.find(|target| *target == Target::Act(by_size)).is_some());
    rig.act(by_size);
    assert!(rig.text().contains("size▴"), "{}", rig.text());
    assert!(sizes(&rig).is_sorted() && sizes(&rig).first() < sizes(&rig).last());
    let selected = rig.app.screens.threshold.selected_group(&rig.app.shared);
    let of_document = rig.app.shared.groups.as_ref().unwrap().number_of(rig.app.shared.selected);
    assert_eq!(selected, of_document, "the selected group keeps its row");
    rig.act(by_size);
    assert!(rig.text().contains("size▾") && sizes(&rig).is_sorted_by(|a, b| a >= b), "{}", rig.text());
    rig.press("‹sort-next›");
    assert_eq!(rig.app.screens.threshold.table.sort.by, "diam");
    let diameters = |rig: &Rig| -> Vec<u8> {
        let spread =
            |number| rig.app.shared.group_spread(number, rig.app.shared.groups.as_ref().unwrap().run(number));
        numbers(rig).into_iter().map(|number| spread(number).unwrap().diameter).collect()
    };
    assert!(diameters(&rig).is_sorted());
    rig.press("‹sort-reverse›");
    assert!(diameters(&rig).is_sorted_by(|a, b| a >= b));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("groups.tsv");
    rig.export(&path).unwrap();
    let written = std::fs::read_to_string(path).unwrap();
    let mut order: Vec<usize> =
        written.lines().skip(1).map(|line| line.split('\t').nth(1).unwrap().parse().unwrap()).collect();
    order.dedup();
    assert_eq!(order, numbers(&rig), "the file has the order of the table");
}

#[test]
fn marks_have_letters_and_undo_and_redo_bring_them_back() {
    let mut rig = threshold();
    let marks = |rig: &Rig| rig.app.shared.mark_places();
    rig.press("v m");
    rig.act(Action::SetK(3));
    rig.press("v m");
    assert_eq!(marks(&rig), [("A", 8), ("B", 3)]);
    assert!(rig.text().contains("A: k = 8 · B: k = 3"), "{}", rig.text());
    rig.act(Action::SetK(8));
    rig.press("v m");
    assert_eq!(marks(&rig), [("B", 3)], "m at the k of a mark forgets it, and the others keep their letters");
    rig.press("u");
    assert_eq!(marks(&rig), [("A", 8), ("B", 3)]);
    rig.press("u u");
    assert_eq!((marks(&rig), rig.app.shared.k), (vec![("A", 8)], 3));
    rig.press("ctrl-r");
    assert_eq!(marks(&rig), [("A", 8), ("B", 3)]);
    rig.press("ctrl-r ctrl-r");
    assert_eq!((marks(&rig), rig.app.shared.k), (vec![("B", 3)], 8));
    rig.press("ctrl-r");
    assert!(rig.message().starts_with("nothing to do again"), "{}", rig.message());
    rig.press("u").press("[");
    rig.press("ctrl-r");
    assert!(
        rig.message().starts_with("nothing to do again"),
        "a change after undo is a new way: {}",
        rig.message()
    );
}

#[test]
fn marks_of_another_recipe_go_and_come_back_with_it() {
    let mut rig = threshold();
    rig.press("v m 1").press("r t");
    assert!(
        rig.app.shared.marks.is_empty() && rig.message().contains("mark A forgotten"),
        "{}",
        rig.message()
    );
    rig.press("u");
    assert_eq!(rig.app.shared.mark_places(), [("A", 8)]);
}

#[test]
fn changed_chooses_the_groups_that_mark_a_does_not_have() {
    let mut rig = threshold();
    rig.press("/").press("changed").press("enter");
    assert!(
        rig.text().contains("changed needs mark A: keep the groups of a k as a mark first"),
        "{}",
        rig.text()
    );
    rig.act(Action::SetK(3));
    rig.press("v m");
    assert!(numbers(&rig).is_empty() && rig.text().contains("nothing matches changed"), "{}", rig.text());
    let before = rig.app.shared.groups.clone().unwrap();
    rig.act(Action::SetK(8));
    let now = rig.app.shared.groups.clone().unwrap();
    let old: Vec<&[u32]> = (1..=before.count()).map(|number| before.members(number)).collect();
    let expected: Vec<usize> =
        (1..=now.count()).filter(|&number| !old.contains(&now.members(number))).collect();
    assert_eq!(numbers(&rig), expected);
    assert!(!expected.is_empty() && expected.len() < now.count());
}

/// The ids of the documents with these numbers, one a line.
fn ids(rig: &Rig, documents: impl IntoIterator<Item = u32>) -> Vec<String> {
    documents.into_iter().map(|document| rig.app.shared.document(document).id.to_owned()).collect()
}

#[test]
fn picked_rows_are_copied_saved_and_filtered() {
    let mut rig = Rig::builtin();
    let folder = tempfile::tempdir().unwrap();
    let saved = |rig: &Rig, name: &str| {
        rig.export(&folder.path().join(name)).unwrap();
        std::fs::read_to_string(folder.path().join(name)).unwrap()
    };
    let all = saved(&rig, "all.tsv");
    rig.press("/").press("picked");
    assert!(rig.text().contains("picked needs picked rows, and none is picked"), "{}", rig.text());
    rig.press("esc m j m");
    let picked = ids(&rig, [0, 2]);
    assert_eq!(rig.app.shared.selected, 3, "each time to the next row");
    let said = "2 documents picked: y copies their ids · x saves them · / picked lists them · M drops them";
    assert!(rig.text().contains(said), "{}", rig.text());
    for (row, sign) in ["*", " ", "*", " "].into_iter().enumerate() {
        assert_eq!(rig.buffer()[(2, 5 + row as u16)].symbol(), sign, "{}", rig.text());
    }
    rig.press("y");
    assert_eq!(rig.copied.pop().unwrap(), picked.join("\n"));
    let lines: Vec<String> = saved(&rig, "some.tsv").lines().map(str::to_owned).collect();
    let expected = all.lines().enumerate().filter(|(at, _)| [0, 1, 3].contains(at));
    assert_eq!(lines, expected.map(|(_, line)| line).collect::<Vec<_>>());
    assert!(rig.room().export(&rig.app.shared).command.is_err());
    rig.press("/").press("picked").press("enter");
    assert_eq!(**rig.app.shared.rows.as_ref().unwrap(), [0, 2]);
    // Another one is dropped, and the filter follows.
    rig.press("g m");
    assert_eq!(**rig.app.shared.rows.as_ref().unwrap(), [2]);
    rig.press("esc M");
    assert_eq!(rig.message(), "nothing is picked");
    assert_eq!(saved(&rig, "again.tsv"), all);
    rig.press("/").press("id:1").press("enter M");
    assert_eq!(rig.app.shared.kept.picked.len(), rig.app.shared.row_count());
}

#[test]
fn a_group_is_picked_whole() {
    let mut rig = threshold();
    let members = |rig: &Rig, number: usize| {
        let mut members = rig.app.shared.groups.as_ref().unwrap().members(number).to_vec();
        members.sort_unstable();
        members
    };
    let (first, third) = (members(&rig, 1), members(&rig, 3));
    rig.press("g m j m");
    assert!(rig.text().contains("picked: y copies their ids"), "{}", rig.text());
    rig.press("y");
    assert_eq!(
        rig.copied.pop().unwrap(),
        ids(&rig, first.iter().chain(&third).copied().collect::<std::collections::BTreeSet<_>>()).join("\n")
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("groups.tsv");
    rig.export(&path).unwrap();
    let rows = std::fs::read_to_string(&path).unwrap().lines().count();
    assert_eq!(rows, 1 + first.len() + third.len());
    rig.press("/").press("picked").press("enter");
    assert_eq!(numbers(&rig), [1, 3]);
    // In the tree a row is picked with all that is folded in it; the same again drops it.
    rig.press("esc M v t m");
    let selected = rig.app.shared.selected;
    assert!(!rig.app.shared.kept.picked.is_empty() && !rig.app.shared.kept.picked.contains(&selected));
    assert!(rig.text().contains(" *"), "{}", rig.text());
    rig.press("up m");
    assert!(rig.app.shared.kept.picked.is_empty());
}
