//! Pair holds a text against others: a pair from its first difference on, several texts, every recipe, the corpus.

use crate::support;
use crate::support::pair::{FEW, key, opened, put};
use crate::support::{Rig, chinese, start};
use ratatui::crossterm::event::{KeyCode, KeyModifiers};
use simscope::contrast::Under;
use simscope::corpus::Source;
use simscope::hamming::distance;
use simscope::recipe::{Bits, Recipe, named};
use simscope::simhash::Signer;
use simscope::tui::action::{Action, Pane};
use simscope::tui::screens::pair;
use simscope::tui::screens::pair::keys::View;
use simscope::tui::shared::Start;

/// A corpus of these texts.
fn corpus_of(texts: &[&str]) -> (tempfile::TempDir, Start) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("texts.csv");
    let rows = texts.iter().enumerate().map(|(at, text)| format!("d{at},\"{text}\"\n"));
    std::fs::write(&path, format!("id,text\n{}", rows.collect::<String>())).unwrap();
    (folder, Start { sources: vec![Source::Path(path)], ..start() })
}

/// Lines "line 0" to "line 99"; each of `extra` stands behind the line of its number.
fn lines(extra: &[(usize, &str)]) -> String {
    let line = |at: usize| {
        let more = extra.iter().filter(|(behind, _)| *behind == at).map(|(_, text)| format!("{text}\n"));
        format!("line {at}\n{}", more.collect::<String>())
    };
    (0..100).map(line).collect()
}

/// The rows of both texts as they are drawn, without the lines around them and the signs at their left.
fn rows(rig: &Rig) -> Vec<(String, String)> {
    let bare = |text: &str| text.trim_start_matches(['−', '+', '▌']).trim().to_owned();
    let text = rig.text();
    let drawn = text.lines().skip_while(|row| !row.contains('┬')).skip(1);
    let sides = drawn.map_while(|row| row.split_once('│'));
    sides.map(|(a, b)| (bare(a), bare(b))).filter(|(a, b)| !a.is_empty() || !b.is_empty()).collect()
}

#[test]
fn a_pair_opens_at_its_first_difference_and_scrolls_together() {
    let (a, b) = (lines(&[]), lines(&[(40, "inserted one"), (40, "inserted two"), (40, "inserted three")]));
    let (_folder, start) = corpus_of(&[&a, &b]);
    for keys in ["2 ‹to-compare›", "‹to-compare› v z v z"] {
        let mut rig = Rig::open(Start { k: 64, ..start_of(&start) }, 120, 36);
        rig.app.screens.pair.experiment = FEW;
        rig.press(keys);
        let shown = rows(&rig);
        assert!(shown.iter().any(|(_, b)| b == "inserted one"), "{keys}: {}", rig.text());
        assert!(shown.iter().any(|(a, _)| a == "line 41"), "{keys}: {}", rig.text());
        // Far below the difference the same lines stand side by side, whichever text is scrolled.
        rig.press("v z end");
        let shown = rows(&rig);
        assert!(shown.len() > 4 && shown.iter().all(|(a, b)| a == b), "{}", rig.text());
        rig.press("shift-tab pgup");
        let shown = rows(&rig);
        assert!(shown[0].0 != "line 0" && shown.iter().all(|(a, b)| a == b), "{}", rig.text());
    }
}

/// The same start again.
fn start_of(start: &Start) -> Start {
    Start { sources: start.sources.clone(), ..support::start() }
}

#[test]
fn while_one_text_is_typed_into_the_other_follows_the_cursor() {
    let text = lines(&[]);
    let (_folder, start) = corpus_of(&[&text]);
    let mut rig = opened(start, 120, 36);
    rig.press("i");
    key(&mut rig, KeyCode::End, KeyModifiers::CONTROL);
    let shown = rows(&rig);
    assert!(shown.iter().any(|(a, b)| a == "line 99" && b == "line 99"), "{}", rig.text());
    key(&mut rig, KeyCode::Home, KeyModifiers::CONTROL);
    assert_eq!(rows(&rig)[0], ("line 0".to_owned(), "line 0".to_owned()));
    // Lines that only B has push the rest of B down. The edited place stays beside its counterpart.
    rig.app.paste("new\nnew\nnew\n");
    rig.settle();
    key(&mut rig, KeyCode::End, KeyModifiers::CONTROL);
    let shown = rows(&rig);
    assert!(shown.iter().any(|(a, b)| a == "line 99" && b == "line 99"), "{}", rig.text());
}

const LIST: Action = Action::Focus(Pane::Pair(pair::keys::Pane::List));

fn show(rig: &mut Rig, view: View) {
    rig.act(LIST).act(pair::keys::Act::SetView(view).into());
}

/// The rows of the list that is shown.
#[test]
fn the_distance_under_every_recipe_is_that_of_signing_both_texts() {
    for recipe in [Recipe::default(), Recipe { bits: Bits::new(20).unwrap(), ..Recipe::default() }] {
        let mut rig = opened(Start { recipe, ..start() }, 120, 36);
        let (a, b) = ("the storm closed the river bridge", "the storm closed the bridge for a week");
        put(&mut rig, Pane::Pair(pair::keys::Pane::TextA), a);
        put(&mut rig, Pane::Pair(pair::keys::Pane::TextB), b);
        show(&mut rig, View::Recipes);
        let under: Vec<_> = rig.app.screens.pair.under().to_vec();
        let is_named = named().iter().any(|named| named.recipe.has_parts_of(&recipe));
        assert_eq!(under.len(), named().len() + usize::from(!is_named));
        for row in &under {
            let [a, b] = [a, b].map(|text| Signer::new(&row.recipe, None).sign(text));
            assert_eq!(row.distance, distance(a.signature, b.signature), "{}", row.recipe);
        }
        // The one in force is marked, and Enter puts another in force.
        let text = rig.text();
        assert_eq!(text.matches(" ● ").count(), 1 + usize::from(text.contains("● in force")), "{text}");
        rig.press("‹sort-next›");
        let own = &rig.app.screens.pair;
        let listed = || (0..own.rows(&rig.app.shared)).map(|row| own.under_row(row).unwrap());
        assert!(listed().map(Under::share).is_sorted(), "{:?}", own.under());
        let first = listed().next().expect("a recipe").recipe;
        rig.press("home enter");
        if !first.has_parts_of(&recipe) {
            assert!(rig.app.shared.recipe.has_parts_of(&first), "{}", rig.message());
        }
    }
}

#[test]
fn the_documents_nearest_to_what_is_typed_are_those_of_the_definition() {
    let mut rig = opened(start(), 120, 36);
    show(&mut rig, View::Nearest);
    for text in ["The old railway bridge over the Alder river will close", "", "近重复检测"] {
        put(&mut rig, Pane::Pair(pair::keys::Pane::TextB), text);
        let near = rig.app.screens.pair.near(&rig.app.shared).to_vec();
        let model = &rig.app.shared.model;
        let signature = Signer::new(&model.recipe, None).sign(text).signature;
        let mut all: Vec<(u8, u32)> = (model.signatures.iter().zip(0_u32..))
            .filter(|(_, document)| model.features[*document as usize] > 0)
            .map(|(other, document)| (distance(signature, other), document))
            .collect();
        all.sort_unstable();
        let near: Vec<(u8, u32)> = near.iter().map(|near| (near.distance, near.index)).collect();
        let is_shown = !text.is_empty() && rig.app.screens.pair.near_is_current(&rig.app.shared);
        assert_eq!(near == all, is_shown, "{text}: {near:?}");
        assert_eq!(text.is_empty(), rig.text().contains("B has no features"), "{}", rig.text());
    }
    // Enter makes the nearest A, and selects it.
    let near = rig.app.screens.pair.near(&rig.app.shared)[0];
    show(&mut rig, View::Nearest);
    rig.press("home enter");
    let text = rig.app.shared.model.corpus.get(near.index as usize).text;
    assert_eq!(rig.app.screens.pair.a.editor.text(), text);
    assert_eq!(rig.app.screens.pair.b.editor.text(), "近重复检测");
    assert_eq!(rig.app.shared.selected, near.index);
    assert_eq!(rig.app.screens.pair.compared().unwrap().difference.distance(), near.distance);
}

#[test]
fn several_pasted_texts_become_a_table_of_all_distances() {
    let texts = ["the storm closed the bridge", "the storm closed a bridge", "…", "近重复检测"];
    let mut rig = opened(start(), 120, 36);
    show(&mut rig, View::Texts);
    assert!(rig.text().contains("one a line"), "{}", rig.text());
    rig.app.paste("one line is no table");
    assert!(rig.message().contains("several lines"), "{}", rig.message());
    // A terminal pastes line ends as carriage returns; blank lines are no texts.
    rig.app.paste(&texts.join("\r\r"));
    rig.settle();
    let all = rig.app.screens.pair.signatures(&rig.app.shared).unwrap();
    let sign = |text: &str| Signer::new(&Recipe::default(), None).sign(text);
    for (i, a) in texts.iter().enumerate() {
        for (j, b) in texts.iter().enumerate() {
            let [a, b] = [a, b].map(|text| sign(text));
            let expected = (a.features > 0 && b.features > 0).then(|| distance(a.signature, b.signature));
            assert_eq!(all.distance(i, j), expected);
        }
    }
    insta::assert_snapshot!("texts_en_120x36", rig.text());
    // Keys move in the grid, k stays, and Enter takes the pair.
    let k = rig.app.shared.k;
    rig.press("down down down left enter");
    assert_eq!(rig.app.shared.k, k);
    let text = |side: &pair::Side| side.editor.text();
    let lab = &rig.app.screens.pair;
    assert_eq!((text(&lab.a), text(&lab.b)), (texts[3].to_owned(), texts[0].to_owned()));
    assert_eq!(
        lab.compared().unwrap().difference.distance(),
        lab.signatures(&rig.app.shared).unwrap().distance(3, 0).unwrap()
    );
    rig.press("up up up enter");
    assert!(rig.message().contains("the text itself"), "{}", rig.message());
}

#[test]
fn a_text_that_is_written_becomes_texts_line_by_line() {
    for (start, word) in [(start(), "one a line"), (chinese(), "每行一个")] {
        let mut rig = opened(start, 120, 36);
        put(&mut rig, Pane::Pair(pair::keys::Pane::TextB), "one text\n\n");
        rig.press("v L");
        assert!(rig.app.screens.pair.several.texts.is_empty());
        put(&mut rig, Pane::Pair(pair::keys::Pane::TextB), "one text\nanother text\n\nand a third");
        rig.press("v L");
        assert!(rig.message().contains(word), "{}", rig.message());
        assert_eq!(*rig.app.screens.pair.several.texts, ["one text", "another text", "and a third"]);
        assert_eq!(rig.app.pane(), Pane::Pair(pair::keys::Pane::List));
    }
}

#[test]
fn of_more_than_a_thousand_lines_the_first_thousand_are_taken_and_it_is_said() {
    let mut rig = opened(start(), 120, 36);
    rig.act(LIST).app.paste(&(0..2345).map(|at| format!("text {at}\n")).collect::<String>());
    rig.settle();
    assert!(rig.message().contains("first 1,000 of 2,345"), "{}", rig.message());
    assert!(rig.text().contains("1,000 of 2,345 texts"), "{}", rig.text());
    assert!(rig.text().contains("of 499,500 pairs"), "{}", rig.text());
    rig.press("end right right");
    assert!(rig.text().contains("1000"), "{}", rig.text());
}

#[test]
fn a_wide_screen_has_measures_and_features_beside_the_differences_and_no_half_of_it_is_empty() {
    let licences = Start { sources: vec![support::sample("en_licenses.jsonl")], ..start() };
    for start in [start(), licences] {
        let mut rig = Rig::open(start, 200, 50);
        rig.press("5");
        let text = rig.text();
        let line = |name: &str| text.lines().position(|line| line.contains(name)).unwrap();
        assert!(line(" Measures ─") == line("[Differences]"), "{text}");
        assert!(text.contains("such texts usually differ in"), "{text}");
        // The bits take the width: their numbers are as far apart as eight of two columns and a gap.
        let numbers = text.lines().find(|line| line.trim_start().starts_with("63 ")).unwrap();
        assert_eq!(numbers.find("55").unwrap() - numbers.find("63").unwrap(), 18, "{text}");
        // Of both halves below the bits less than a third of the lines is blank.
        let below: Vec<Vec<char>> =
            text.lines().skip(line("[Differences]") + 1).map(|line| line.chars().collect()).collect();
        for half in [0..98, 100..199] {
            let blank = below[..below.len() - 2]
                .iter()
                .filter(|line| line.iter().skip(half.start).take(half.len()).all(|sign| *sign == ' '));
            let (blank, all) = (blank.count(), below.len() - 2);
            assert!(3 * blank <= all, "{blank} of {all} in {half:?}\n{text}");
        }
        // A click on what stands beside shows it.
        let row = line(" Measures ─") as u16 + 2;
        rig.app.shared.drawn.areas.at(120, row).map(|(_, target)| match target {
            simscope::tui::surface::Target::Act(action) => rig.act(action).text(),
            other => panic!("{other:?}"),
        });
        assert!(rig.text().contains("[Measures]"), "{}", rig.text());
    }
}
