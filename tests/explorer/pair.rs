//! The screen Pair with two documents: as they stand, side by side.

use crate::support::frames::targets;
use crate::support::{Rig, chinese, sample, start};
use ratatui::style::{Color, Modifier};
use simscope::alignment::Alike;
use simscope::corpus::Source;
use simscope::export::{Compared, Format};
use simscope::hamming::distance;
use simscope::measures::{Measure, Measurer};
use simscope::recipe::Recipe;
use simscope::simhash::{Signer, trace};
use simscope::tui::action::{Action, Pane, Screen};
use simscope::tui::screens::pair::keys::{Act, Pane as Own, View};
use simscope::tui::shared::Start;
use simscope::tui::surface::areas::Target;
use simscope::tui::surface::lang::Lang;
use std::fs;

fn pair(rig: &Rig) -> (u32, u32) {
    rig.app.screens.pair.documents().unwrap()
}

fn id(rig: &Rig, document: u32) -> String {
    rig.app.shared.model.corpus.get(document as usize).id.to_owned()
}

fn d(rig: &Rig, a: u32, b: u32) -> u8 {
    let signature = |document: u32| rig.app.shared.model.signatures.get(document as usize);
    distance(signature(a), signature(b))
}

/// The first documents in one group at k = 3 that are not within k of each other.
fn chained(rig: &mut Rig) -> (u32, u32) {
    let members = rig.app.shared.groups.as_ref().unwrap().members(1).to_vec();
    let mut pairs = members.iter().flat_map(|&a| members.iter().map(move |&b| (a, b)));
    let (a, b) = pairs.find(|&(a, b)| d(rig, a, b) > 3).unwrap();
    show(rig, a, b);
    (a, b)
}

fn show(rig: &mut Rig, a: u32, b: u32) {
    rig.act(Action::Go(Screen::Pair));
    rig.app.shared.select_document(a);
    rig.app.shared.other = Some(b);
    rig.act(Action::Drop);
}

fn focus(rig: &mut Rig, pane: Own) {
    rig.act(Action::Focus(Pane::Pair(pane)));
}

fn list(rig: &mut Rig, view: View) {
    rig.act(Act::SetView(view).into());
}

/// A corpus of these texts.
fn texts(folder: &tempfile::TempDir, texts: &[&str]) -> Start {
    let path = folder.path().join("texts.jsonl");
    let line = |(at, text): (usize, &&str)| {
        format!("{{\"id\":\"t{at}\",\"text\":{}}}\n", serde_json::to_string(text).unwrap())
    };
    fs::write(&path, texts.iter().enumerate().map(line).collect::<String>()).unwrap();
    Start { sources: vec![Source::Path(path)], ..start() }
}

#[test]
fn its_frames() {
    let mut rig = Rig::builtin();
    let (a, b) = chained(&mut rig);
    list(&mut rig, View::Chain);
    insta::assert_snapshot!("chain_120x36", rig.styled());
    rig.act(Action::SetBeside(Recipe::named("java").unwrap()));
    rig.resize(80, 24);
    show(&mut rig, a, b);
    list(&mut rig, View::Features);
    rig.press("‹pair.step-difference-plus›");
    insta::assert_snapshot!("features_80x24", rig.styled());
    rig.resize(60, 16);
    list(&mut rig, View::Measures);
    insta::assert_snapshot!("measures_60x16", rig.text());
    focus(&mut rig, Own::Bits);
    insta::assert_snapshot!("bits_60x16", rig.text());
}

#[test]
fn its_frame_in_chinese() {
    let mut rig = Rig::open(chinese(), 120, 36);
    rig.press("‹to-compare› ‹pair.step-difference-plus›");
    assert!(rig.message().starts_with("差异 1 / ") && rig.text().contains("[差异]"), "{}", rig.text());
}

#[test]
fn the_key_c_goes_there_with_the_pair_and_back() {
    let mut rig = Rig::builtin();
    for screen in Screen::ALL.into_iter().filter(|screen| *screen != Screen::Pair) {
        rig.act(Action::SetBeside(Recipe::named("java").unwrap()));
        rig.act(Action::Go(screen));
        let shared = &rig.app.shared;
        let expected = (shared.selected, shared.pair_partner().unwrap());
        rig.press("‹to-compare›");
        assert_eq!((rig.app.shared.screen, pair(&rig)), (Screen::Pair, expected), "{screen:?}");
        rig.press("‹to-compare›");
        assert_eq!(rig.app.shared.screen, screen);
    }
    rig.press("4 down right right ‹to-compare›");
    let cursor = (rig.app.shared.selected, rig.app.shared.other.unwrap());
    assert_eq!(pair(&rig), cursor);
    rig.press("esc");
    assert_eq!(rig.app.shared.screen, Screen::Matrix);
}

#[test]
fn without_a_second_document_it_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let mut rig = Rig::open(texts(&folder, &["only one"]), 80, 24);
    rig.press("‹to-compare›");
    assert_eq!(rig.app.shared.screen, Screen::Corpus);
    assert_eq!(rig.message(), "a pair needs two documents, and there is one");
    rig.press("5");
    assert!(rig.text().contains("copy of A"), "{}", rig.text());
    rig.press("‹pair.step-difference-plus› f v x n N v z y ‹go-nearest›");
    // Two, of which one is empty and has no neighbour.
    let mut rig = Rig::open(texts(&folder, &["", "some words"]), 80, 24);
    rig.press("‹to-compare›");
    assert_eq!(rig.message(), "this document has no known neighbour: choose a pair on Matrix");
    show(&mut rig, 0, 1);
    assert!(rig.text().contains("this document is empty"), "{}", rig.text());
    list(&mut rig, View::Chain);
    assert!(rig.text().contains("a document without features is in no group"), "{}", rig.text());
}

#[test]
fn what_it_shows_is_what_the_library_says_of_the_pair() {
    let mut rig = Rig::builtin();
    let (a, b) = chained(&mut rig);
    let (recipe, corpus) = (rig.app.shared.model.recipe, rig.app.shared.model.corpus.clone());
    let of = |document: u32| corpus.get(document as usize).text;
    let traces = [a, b].map(|document| trace(&recipe, None, of(document)));
    let compared = rig.app.screens.pair.compared().unwrap();
    assert_eq!(compared.difference.distance(), d(&rig, a, b));
    for side in [0, 1] {
        assert_eq!(*compared.traces()[side], traces[side]);
        let weight = |term: &str| {
            let found = traces[side].features.iter().find(|feature| feature.term == term);
            found.map_or(0.0, |feature| feature.weight)
        };
        let features = compared.features.iter();
        assert!(features.clone().all(|&of| of.weights[side] == weight(compared.term(of))));
        assert_eq!(features.filter(|of| of.places[side].is_some()).count(), traces[side].features.len());
    }
    // It opens on the first bit that differs.
    let flipped = traces[0].signature ^ traces[1].signature;
    assert_eq!(u32::from(rig.app.screens.pair.bit), 127 - flipped.leading_zeros());
    list(&mut rig, View::Measures);
    let shared = &rig.app.shared;
    let mut names = 0;
    for measure in Measure::DEFAULTS {
        let measurer = Measurer::new(measure, &recipe, None);
        let [of_a, of_b] = [a, b].map(|document| measurer.prepare(of(document)));
        let value = measurer.value(&of_a, &of_b);
        let shown = rig.app.screens.pair.measured(shared, measure).unwrap();
        assert!((shown - value).abs() < 1e-12, "{measure}");
        names += usize::from(rig.text().contains(&measure.to_string()));
    }
    assert_eq!(names, Measure::DEFAULTS.len());
    // Each flip is explained by its bit and its sums.
    focus(&mut rig, Own::Bits);
    for _ in 0..flipped.count_ones() {
        rig.press("f");
        let bit = rig.app.screens.pair.bit;
        assert_eq!(flipped >> bit & 1, 1);
        assert!(rig.text().contains(&format!("bit {bit}: A ")), "{}", rig.text());
        assert!(rig.text().contains("→ flips."), "{}", rig.text());
    }
}

#[test]
fn a_click_chooses_the_bit_under_it() {
    for (width, height) in [(120, 36), (80, 24), (60, 16)] {
        let mut rig = Rig::open(start(), width, height);
        rig.press("‹to-compare›");
        focus(&mut rig, Own::Bits);
        let bits =
            targets(&rig.app.shared.drawn.areas).into_iter().filter_map(|(area, target)| match target {
                Target::Bits { bits, columns, .. } => Some((area, bits, columns)),
                _ => None,
            });
        let mut first: Vec<u8> = bits
            .map(|(area, bits, columns)| {
                assert_eq!(area.width, u16::from(columns));
                bits - 1
            })
            .collect();
        first.sort_unstable();
        first.dedup();
        assert_eq!(first, [7, 15, 23, 31, 39, 47, 55, 63], "{width} × {height}");
        rig.act(Action::SetBit(9));
        assert_eq!(rig.app.screens.pair.bit, 9);
        assert!(rig.text().contains("bit 9: "), "{}", rig.text());
    }
}

#[test]
fn the_chain_is_opened_link_by_link_and_left_again() {
    let mut rig = Rig::builtin();
    let (a, b) = chained(&mut rig);
    list(&mut rig, View::Chain);
    let chain = rig.app.screens.pair.chain(&rig.app.shared);
    assert_eq!((chain[0], *chain.last().unwrap()), (a, b));
    assert!(chain.len() > 2 && chain.windows(2).all(|link| d(&rig, link[0], link[1]) <= 3));
    rig.press("down enter");
    assert_eq!(pair(&rig), (chain[1], chain[2]));
    assert!(rig.text().contains("within k = 3 of each other"), "{}", rig.text());
    rig.press("ctrl-o");
    assert_eq!((rig.app.shared.screen, pair(&rig)), (Screen::Pair, (a, b)));
    // Where they share no group, it says from which k on they do.
    rig.act(Action::SetK(0));
    let joined = rig.app.shared.model.tree.as_ref().unwrap().joined_at(a, b).unwrap();
    assert!(rig.text().contains(&format!("from k = {joined} on they share one")), "{}", rig.text());
}

#[test]
fn n_and_p_go_through_what_is_within_k_of_a() {
    let mut rig = Rig::builtin();
    let (a, _) = chained(&mut rig);
    rig.act(Action::SetK(12));
    rig.press("‹go-nearest›");
    let nearest = rig.app.shared.model.nearest(a).unwrap();
    assert_eq!(pair(&rig), (a, nearest.0));
    let all = 0..rig.app.shared.model.corpus.len() as u32;
    let mut within: Vec<(u8, u32)> = all.filter(|&x| x != a).map(|x| (d(&rig, a, x), x)).collect();
    within.retain(|&(d, _)| d <= 12);
    within.sort_unstable();
    assert!(within.len() > 2);
    for &(_, document) in &within[1..] {
        rig.press("n");
        assert_eq!(pair(&rig), (a, document));
    }
    rig.press("n");
    assert_eq!(rig.message(), "this is the last within k of A");
    rig.press("N v x");
    assert_eq!(pair(&rig), (within[within.len() - 2].1, a));
}

#[test]
fn differences_are_gone_to_and_equal_parts_unfold() {
    let folder = tempfile::tempdir().unwrap();
    let lines = |changed: [&str; 2]| -> String {
        let line = |at: usize| match at {
            20 => format!("{}\n", changed[0]),
            60 => format!("{}\n", changed[1]),
            _ => format!("line {at} of many\n"),
        };
        (0..80).map(line).collect()
    };
    let (a, b) = (lines(["old one", "old two"]), lines(["new one", "new two"]));
    let mut rig = Rig::open(texts(&folder, &[&a, &b]), 80, 24);
    show(&mut rig, 0, 1);
    assert!(rig.text().contains("lines equal"), "{}", rig.text());
    for (keys, message, seen) in [
        ("‹pair.step-difference-plus›", "difference 1 of 2", "▌old one"),
        ("‹pair.step-difference-plus›", "difference 2 of 2", "▌new two"),
        ("‹pair.step-difference-plus›", "this is the last difference", "▌new two"),
        ("‹pair.step-difference-minus›", "difference 1 of 2", "▌new one"),
        ("‹pair.step-difference-minus›", "this is the first difference", "▌new one"),
        ("v z", "both texts are shown whole", "▌new one"),
        ("‹pair.step-difference-plus›", "difference 2 of 2", "▌old two"),
        ("v z", "what is equal is folded", "▌old two"),
    ] {
        rig.press(keys);
        assert_eq!(rig.message(), message);
        assert!(rig.text().contains(seen), "{keys}\n{}", rig.text());
    }
    rig.press("v z home");
    assert!(rig.text().contains(" line 0 of many") && !rig.text().contains("lines equal"), "{}", rig.text());
    rig.press("end");
    assert!(rig.text().contains(" line 79 of many"), "{}", rig.text());
    rig.press("pgup up");
    assert!(!rig.text().contains(" line 79 of many"), "{}", rig.text());
}

#[test]
fn a_second_recipe_gives_a_second_distance() {
    let mut rig = Rig::builtin();
    let (a, b) = chained(&mut rig);
    let second = Recipe::named("java").unwrap();
    rig.act(Action::SetBeside(second));
    show(&mut rig, a, b);
    let mut signer = Signer::new(&second, None);
    let corpus = &rig.app.shared.model.corpus;
    let [of_a, of_b] = [a, b].map(|document| signer.sign(corpus.get(document as usize).text).signature);
    let shown = format!("recipe B: d = {}", distance(of_a, of_b));
    assert!(rig.text().contains(&shown), "{shown}\n{}", rig.text());
}

#[test]
fn the_export_is_what_compare_prints() {
    let mut rig = Rig::builtin();
    let (a, b) = chained(&mut rig);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pair.jsonl");
    rig.export(&path).unwrap();
    let recipe = rig.app.shared.model.recipe;
    let of = |document: u32| rig.app.shared.model.corpus.get(document as usize);
    let traces = [a, b].map(|document| trace(&recipe, None, of(document).text));
    let measures: Vec<(Measure, f64)> = (Measure::DEFAULTS.into_iter())
        .map(|measure| {
            let measurer = Measurer::new(measure, &recipe, None);
            let [x, y] = [a, b].map(|document| measurer.prepare(of(document).text));
            (measure, measurer.value(&x, &y))
        })
        .collect();
    let ids = [a, b].map(|document| Some(of(document).id));
    let mut printed = Vec::new();
    let traces = [&traces[0], &traces[1]];
    let alike = Alike::of(of(a).text, of(b).text);
    let compared = Compared { ids, recipe, traces, measures: &measures, alike };
    compared.write(Format::Jsonl, &mut printed).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), String::from_utf8(printed).unwrap());
    let text = of(a).text.to_owned();
    focus(&mut rig, Own::TextA);
    rig.press("y");
    assert_eq!(*rig.copied.last().unwrap(), text);
    list(&mut rig, View::Chain);
    rig.press("y");
    assert!(rig.copied.last().unwrap().starts_with(id(&rig, a).as_str()));
}

#[test]
fn what_differs_is_marked_wherever_two_texts_stand() {
    let folder = tempfile::tempdir().unwrap();
    let mut rig =
        Rig::open(texts(&folder, &["it opened in May, they say", "it closed in May, they say"]), 120, 36);
    let marked = |rig: &Rig| -> String {
        let cells = rig.buffer().content().iter();
        let is_marked = |modifier: Modifier| modifier.contains(Modifier::UNDERLINED);
        cells.filter(|cell| is_marked(cell.modifier)).map(|cell| cell.symbol()).collect()
    };
    assert_eq!(marked(&rig), "openedclosed", "{}", rig.text());
    rig.press("4");
    let found = marked(&rig);
    assert!(found.contains("opened") && found.contains("closed"), "{found}\n{}", rig.text());
    rig.press("5");
    assert!(marked(&rig).starts_with("openedclosed"), "{}", rig.text());
    rig.press("i");
    let found = marked(&rig);
    assert!(found.contains("opened") && found.contains("closed"), "{found}\n{}", rig.text());
}

#[test]
fn hostile_texts_of_any_length_are_drawn_at_any_size() {
    let folder = tempfile::tempdir().unwrap();
    let hostile = "a\u{1b}[2J\u{202e}\u{200d}👩\u{200d}👧\u{301}\t\r\u{17D8}床\u{0}\n\n";
    let (long, wide) = ("x".repeat(30_000), hostile.repeat(300));
    let corpus = [hostile, &long, &wide, "", "plain"];
    for lang in [Lang::En, Lang::Zh] {
        let mut rig = Rig::open(Start { lang, ..texts(&folder, &corpus) }, 120, 36);
        for (a, b) in [(0, 1), (1, 2), (2, 0), (3, 4), (2, 1)] {
            show(&mut rig, a, b);
            for (width, height) in
                [(1, 1), (10, 3), (40, 12), (59, 15), (60, 16), (77, 20), (120, 36), (250, 70)]
            {
                rig.resize(width, height);
                rig.press("‹pair.step-difference-plus› v z end tab f tab v v tab");
                let is_safe = |c: char| c == '\n' || !c.is_control() && c != '\u{202e}';
                assert!(rig.text().chars().all(is_safe));
            }
        }
    }
}

#[test]
fn no_key_acts_on_the_documents_behind_a_text_that_was_edited() {
    let mut rig = Rig::builtin();
    rig.press("‹to-compare›");
    let before = (rig.app.shared.selected, rig.app.shared.pair_partner());
    let text = |rig: &Rig, side: usize| rig.app.screens.pair.texts()[side].to_owned();
    let (a, b) = (text(&rig, 0), text(&rig, 1));
    rig.press("i").app.paste("edited ");
    rig.settle();
    rig.press("esc");
    assert!(rig.app.screens.pair.documents().is_none() && text(&rig, 1) != b);
    for keys in ["n", "N", "‹go-nearest›", "‹editor›", "‹pager›"] {
        rig.press(keys);
        assert!(rig.message().contains("these texts were typed or edited"), "{keys}: {}", rig.message());
        assert_eq!((rig.app.shared.selected, rig.app.shared.pair_partner()), before, "{keys}");
        assert_eq!((rig.app.shared.screen, rig.handed.len()), (Screen::Pair, 0), "{keys}");
    }
    // The measures, the features and the copy are of what is shown.
    list(&mut rig, View::Features);
    assert!(rig.text().contains("edited"), "{}", rig.text());
    focus(&mut rig, Own::TextB);
    rig.press("y");
    assert_eq!(*rig.copied.last().unwrap(), text(&rig, 1));
    list(&mut rig, View::Chain);
    assert!(rig.text().contains("these texts are not two"), "{}", rig.text());
    // Swapped, A is what was edited; and what was typed can be taken back.
    rig.press("v x");
    assert_eq!((text(&rig, 1), text(&rig, 0).contains("edited ")), (a.clone(), true));
    rig.press("shift-tab shift-tab shift-tab i ctrl-z esc");
    assert_eq!((text(&rig, 0), text(&rig, 1)), (b, a));
}

#[test]
fn a_text_is_read_until_i_and_esc_leaves_it() {
    let mut rig = Rig::builtin();
    rig.press("‹to-compare›");
    let texts = |rig: &Rig| rig.app.screens.pair.texts().map(str::to_owned);
    let before = texts(&rig);
    rig.press("x esc");
    rig.app.paste("not into a text that is read");
    rig.settle();
    assert!(rig.message().contains("i edits a text"), "{}", rig.message());
    assert_eq!(texts(&rig), before);
    rig.press("i").press("x esc ‹pair.step-difference-plus›");
    assert_eq!(texts(&rig)[0], before[0]);
    assert_eq!(texts(&rig)[1].len(), before[1].len() + 1);
    // A after Tab.
    rig.act(Action::Focus(Own::TextA.into())).press("i").press("y esc");
    assert_eq!(texts(&rig)[0].len(), before[0].len() + 1);
    // Opened anew the pair is as it was, and Ctrl-Z brings back what was typed.
    rig.press("1 5");
    assert_eq!(texts(&rig)[1].len(), before[1].len() + 1);
    assert!(rig.message().contains("the texts that you edited stay") || rig.app.screens.pair.is_touched());
}

#[test]
fn the_status_line_says_what_the_texts_share_and_in_what_way_they_differ() {
    let folder = tempfile::tempdir().unwrap();
    let corpus = ["the index rose by 1.5 points today", "the index rose by 2.5 points today"];
    let rig = |lang| {
        let mut rig = Rig::open(Start { lang, ..texts(&folder, &corpus) }, 120, 36);
        rig.press("‹to-compare›");
        rig
    };
    let recipe = Recipe::default();
    let measurer = Measurer::new(simscope::tui::screens::pair::WORDS, &recipe, None);
    let [a, b] = corpus.map(|text| measurer.prepare(text));
    let share = simscope::display::percent_text(measurer.value(&a, &b));
    let expected = format!("both texts have {share} of all their words · kind: numbers differ");
    let shown = rig(Lang::En).text();
    assert!(shown.contains(&expected), "{expected}\n{shown}");
    let shown = rig(Lang::Zh).text();
    assert!(shown.contains("类别：数字不同"), "{shown}");
}

/// What of a pane stands in cells with this attribute, word by word.
fn words_with(rig: &Rig, pane: Own, modifier: Modifier) -> Vec<String> {
    let area = rig.app.shared.area_of(pane).unwrap();
    let mut text = String::new();
    for y in area.y + 1..area.bottom() {
        for x in area.left()..area.right() {
            let cell = &rig.buffer()[(x, y)];
            text += if cell.modifier.contains(modifier) { cell.symbol() } else { " " };
        }
    }
    text.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn of_texts_that_share_less_than_tau_what_both_have_is_underlined() {
    let mut rig = Rig::open(Start { sources: vec![sample("en_licenses.jsonl")], ..start() }, 120, 36);
    rig.press("5");
    assert!(rig.text().contains("underlined: in both"), "{}", rig.text());
    for pane in [Own::TextA, Own::TextB] {
        let words = words_with(&rig, pane, Modifier::UNDERLINED);
        let texts = rig.app.screens.pair.texts();
        assert!(words.iter().all(|word| texts.iter().all(|text| text.contains(word.as_str()))), "{words:?}");
    }
    assert_eq!(words_with(&rig, Own::TextA, Modifier::UNDERLINED), ["License"]);
    // Of texts that share enough, what differs.
    let mut rig = Rig::open(start(), 120, 36);
    rig.press("5");
    assert!(!rig.text().contains("underlined: in both"), "{}", rig.text());
    assert_eq!(words_with(&rig, Own::TextB, Modifier::UNDERLINED), ["finished"]);
    rig.app.shared.tau_hundredths = 100;
    rig.draw();
    assert!(rig.text().contains("underlined: in both"), "{}", rig.text());
    assert!(!words_with(&rig, Own::TextB, Modifier::UNDERLINED).contains(&"finished".to_owned()));
}

#[test]
fn the_names_of_the_lists_are_read_when_another_pane_has_the_keys() {
    let mut rig = Rig::open(start(), 120, 36);
    rig.press("5");
    let (y, line) = rig
        .text()
        .lines()
        .map(str::to_owned)
        .enumerate()
        .find(|(_, line)| line.contains("Features"))
        .unwrap();
    let x = line.split("Features").next().unwrap().chars().count();
    assert_eq!(rig.buffer()[(x as u16, y as u16)].fg, Color::Reset, "the colour of text, not of the line");
}

#[test]
fn b_is_chosen_by_its_id_or_by_words() {
    let mut rig = Rig::open(start(), 120, 36);
    assert!(rig.press("5 b").text().contains("nearest of all: wire-en/bridge-2"), "{}", rig.text());
    rig.press("esc");
    rig.press("b tldr-en/brew-remove enter");
    let b = pair(&rig).1;
    assert_eq!(id(&rig, b), "tldr-en/brew-remove", "{}", rig.message());
    assert!(rig.message().contains("B is tldr-en/brew-remove, at distance"), "{}", rig.message());
    // Of all that have the words, the nearest to A.
    rig.press("b docker enter");
    let (a, b) = pair(&rig);
    let corpus = &rig.app.shared.model.corpus;
    let has = |at: u32| corpus.get(at as usize).text.to_lowercase().contains("docker");
    let nearest =
        (0..corpus.len() as u32).filter(|&at| at != a && has(at)).min_by_key(|&at| (d(&rig, a, at), at));
    assert_eq!(Some(b), nearest, "{}", rig.message());
    assert!(
        rig.press("b no-such-document enter").message().contains("no other document"),
        "{}",
        rig.message()
    );
    assert_eq!(pair(&rig), (a, b));
}

#[test]
fn why_says_what_is_shared_and_how_far_apart_such_texts_usually_are() {
    let mut rig = Rig::open(start(), 120, 36);
    let text = rig.press("5 W").text();
    let said = text.lines().filter_map(|line| line.split('│').nth(1)).collect::<Vec<_>>().join(" ");
    for part in ["are a pair: only", "only the first has", "Both have", "of their", "usually differ in"] {
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(part) || text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn measures_have_bars_as_long_as_they_are_large() {
    let mut rig = Rig::open(start(), 120, 36);
    let text = rig.press("5 v m").text();
    let bar = |name: &str| {
        let line = text.lines().find(|line| line.trim_start_matches(['▸', ' ']).starts_with(name)).unwrap();
        2 * line.matches('━').count() + line.matches('╸').count()
    };
    let measures = &rig.app.screens.pair.measures(&rig.app.shared).unwrap().values;
    for measure in [Measure::Cosine, Measure::Edit, Measure::Equal] {
        let (_, value) = measures.iter().find(|(of, _)| *of == measure).unwrap();
        assert_eq!(bar(&measure.to_string()), (value * 24.0).round() as usize, "{measure}\n{text}");
    }
}

#[test]
fn no_difference_in_the_list_is_mere_white_space_where_others_are() {
    let folder = tempfile::tempdir().unwrap();
    let blank = |a: &str, b: &str| {
        let mut rig = Rig::open(texts(&folder, &[a, b]), 120, 36);
        rig.press("5");
        let marked = rig.app.screens.pair.marked().unwrap();
        let is_blank = |at: usize| {
            let gap = &marked.differences[at];
            a[gap.a.clone()].trim().is_empty() && b[gap.b.clone()].trim().is_empty()
        };
        (0..marked.differences.len()).map(is_blank).collect::<Vec<_>>()
    };
    assert_eq!(blank("one two  three four five six", "one two three four 5 six"), [false]);
    assert_eq!(blank("one two  three", "one two three"), [true]);
}
