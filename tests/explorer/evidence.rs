//! Threshold: which k, and why; the pairs at the border; groups of confirmed pairs.

use crate::support::{Rig, start};
use simscope::corpus::{Held, Source};
use simscope::evidence::{Confirmed, Purpose, Subject, Targets};
use simscope::measures::{Condition, Measurer, Weights};
use simscope::progress::Progress;
use simscope::tui::action::{Action, Pane, Pointer, Screen};
use simscope::tui::screens::threshold;
use simscope::tui::shared::{Grouping, Start};
use simscope::tui::surface::lang::Lang;

/// 111 verses in two translations, at Threshold, without their labels.
fn verses(lang: Lang) -> Rig {
    let name = "en_sermon_kjv_asv.jsonl";
    let records = std::fs::read_to_string(format!("samples/{name}")).unwrap();
    let records = records.lines().map(|line| serde_json::from_str(line).unwrap());
    let records: Vec<serde_json::Value> = records.collect();
    let documents = records.iter().map(|row| (row["id"].as_str().unwrap(), row["text"].as_str().unwrap()));
    let sources = vec![Source::Held(Held::new(name, documents))];
    let mut rig = Rig::open(Start { sources, lang, ..start() }, 120, 36);
    rig.act(Action::Go(Screen::Threshold));
    rig
}

/// What the library says of the same corpus.
fn confirmed(rig: &Rig) -> Confirmed {
    let model = &rig.app.shared.model;
    let subject = Subject {
        corpus: &model.corpus,
        recipe: &model.recipe,
        signatures: &model.signatures,
        documents: &model.documents,
        tree: model.tree.as_ref().unwrap(),
        spread: model.spread.as_ref().unwrap(),
    };
    Confirmed::count(&subject, (Condition::DEFAULT.measure, 20), None, &Progress::new()).unwrap()
}

/// What a shingle weighs in it.
fn weights(rig: &Rig) -> Weights {
    let texts = rig.app.shared.model.corpus.iter().map(|document| document.text);
    Condition::DEFAULT.measure.weights(texts, &Progress::new()).unwrap().unwrap()
}

#[test]
fn v_goes_to_what_the_library_advises_and_says_why() {
    let mut rig = verses(Lang::En);
    let largest: Vec<usize> = rig.app.shared.model.sweep.iter().map(|row| row.largest).collect();
    let [pairs, groups] = confirmed(&rig).advise(30, Targets::default(), &largest);
    let (for_pairs, for_groups) = (pairs.at.unwrap().k, groups.at.unwrap().k);
    rig.press("v");
    assert_eq!(rig.app.shared.k, for_pairs);
    assert!(rig.message().starts_with(&format!("for pairs k = {for_pairs}: ")), "{}", rig.message());
    if for_groups != for_pairs {
        rig.press("v");
        assert_eq!(rig.app.shared.k, for_groups);
        assert!(rig.message().starts_with(&format!("for groups k = {for_groups}: ")), "{}", rig.message());
    }
    rig.press("o o");
    for reason in pairs.reasons.iter().chain(&groups.reasons) {
        let start: String = reason.text(Lang::En).chars().take(30).collect();
        rig.resize(200, 60);
        assert!(rig.text().contains(&start), "{start} is not shown:\n{}", rig.text());
    }
}

#[test]
fn tau_moves_what_is_confirmed_without_comparing_again() {
    let mut rig = verses(Lang::En);
    let confirmed = confirmed(&rig);
    for (keys, tau) in [("", 30), ("t", 35), ("t t", 45), ("T T T T", 25)] {
        if !keys.is_empty() {
            rig.press(keys);
        }
        assert!((rig.app.shared.tau() * 100.0 - f64::from(tau)).abs() < 1e-9);
        let (shared, threshold) = (&rig.app.shared, &rig.app.screens.threshold);
        let shown = threshold.curve(shared, Purpose::Pairs).unwrap();
        assert_eq!(*shown, confirmed.curves(tau)[0], "{tau}");
    }
}

#[test]
fn the_border_shows_pairs_at_k_and_beyond_it_with_their_measure() {
    let mut rig = verses(Lang::En);
    rig.press("= 1 4 enter o");
    let pairs = rig.app.screens.threshold.border_pairs(&rig.app.shared);
    assert!(pairs.iter().any(|pair| pair.distance == 14) && pairs.iter().any(|pair| pair.distance == 15));
    let model = &rig.app.shared.model;
    let weights = weights(&rig);
    let measurer = Measurer::new(Condition::DEFAULT.measure, &model.recipe, None).weighing(Some(&weights));
    for pair in &pairs {
        let (a, b) = pair.documents;
        let signature = |document: u32| model.signatures.get(document as usize);
        assert_eq!(simscope::hamming::distance(signature(a), signature(b)), pair.distance);
        let [a, b] = [a, b].map(|document| measurer.prepare(model.corpus.get(document as usize).text));
        assert_eq!(measurer.value(&a, &b), pair.value);
    }
    let second = pairs[1].documents;
    rig.press("n");
    assert_eq!((rig.app.shared.selected, rig.app.shared.other), (second.0, Some(second.1)));
    rig.press("enter");
    assert_eq!(rig.app.shared.screen, Screen::Compare);
    assert_eq!((rig.app.shared.selected, rig.app.shared.other), (second.0, Some(second.1)));
}

#[test]
fn lists_and_messages_have_chinese_signs_in_chinese() {
    let mut rig = verses(Lang::Zh);
    rig.press("= 1 4 enter o");
    let text = rig.text();
    let foot = text.lines().rev().find(|line| line.contains("确认：d ")).unwrap();
    assert!(foot.contains("确认：d 14 "), "{foot}");
    rig.press("u");
    assert!(rig.message().starts_with("已撤销："), "{}", rig.message());
}

#[test]
fn a_click_on_a_bar_shows_the_pairs_at_its_distance() {
    let mut rig = verses(Lang::En);
    rig.press("o");
    let k = rig.app.shared.k;
    // Every distance has one column here; the bars begin at the first.
    let pane = Pane::Threshold(threshold::keys::Pane::Histogram);
    rig.act(Action::Point(pane, Pointer::Press { x: 17, y: 3 }));
    let distances: Vec<u8> =
        rig.app.screens.threshold.border_pairs(&rig.app.shared).iter().map(|pair| pair.distance).collect();
    assert!(!distances.is_empty() && distances.iter().all(|&d| d == 17), "{distances:?}");
    assert_eq!(rig.app.shared.k, k, "k stays");
    rig.press("esc");
    assert!(
        rig.app.screens.threshold.border_pairs(&rig.app.shared).iter().all(|pair| pair.distance <= k + 1)
    );
}

#[test]
fn other_pairs_are_drawn_where_there_are_more() {
    let mut rig = verses(Lang::En);
    rig.press("= 2 8 enter o");
    let before: Vec<(u32, u32)> = documents(&rig);
    rig.press("O");
    let after = documents(&rig);
    assert_eq!(before.len(), after.len());
    assert_ne!(before, after);
    rig.press("= 6 enter O");
    assert!(rig.message().starts_with("all pairs at these distances"), "{}", rig.message());
}

fn documents(rig: &Rig) -> Vec<(u32, u32)> {
    rig.app.screens.threshold.border_pairs(&rig.app.shared).iter().map(|pair| pair.documents).collect()
}

#[test]
fn confirmed_groups_have_only_pairs_that_share_enough() {
    let mut rig = verses(Lang::En);
    rig.press("= 2 0 enter");
    let connected = rig.app.shared.groups.as_ref().unwrap().grouped();
    rig.press("V");
    assert_eq!(rig.app.shared.made.by, Some(Grouping::Verified));
    let model = &rig.app.shared.model;
    let weights = weights(&rig);
    let measurer = Measurer::new(Condition::DEFAULT.measure, &model.recipe, None).weighing(Some(&weights));
    let forms: Vec<_> = model.corpus.iter().map(|document| measurer.prepare(document.text)).collect();
    let signature = |document: usize| model.signatures.get(document);
    let is_right = |a: usize, b: usize| {
        simscope::hamming::distance(signature(a), signature(b)) <= 20
            && measurer.value(&forms[a], &forms[b]) >= 0.3
    };
    let groups = rig.app.shared.groups.as_ref().unwrap();
    assert!(groups.count() > 0 && groups.grouped() < connected);
    for a in 0..forms.len() {
        for b in 0..a {
            if is_right(a, b) {
                assert_eq!(groups.number_of(a as u32), groups.number_of(b as u32));
                assert!(groups.number_of(a as u32).is_some());
            }
        }
        let has_partner = (0..forms.len()).any(|b| b != a && is_right(a, b));
        assert_eq!(groups.number_of(a as u32).is_some(), has_partner);
    }
    rig.press("V");
    assert_eq!(rig.app.shared.groups.as_ref().unwrap().grouped(), connected);
}

#[test]
fn where_there_is_nothing_to_choose_it_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.jsonl");
    for (texts, expected) in [
        (vec![], "there are no two documents"),
        (vec!["alone"], "none: no near-duplicates"),
        (vec!["the same text", "the same text"], "none: no near-duplicates"),
        (vec!["", "", ""], "none: no near-duplicates"),
    ] {
        let lines: Vec<String> = texts.iter().map(|text| format!("{{\"text\":{text:?}}}\n")).collect();
        std::fs::write(&path, lines.concat()).unwrap();
        let sources = vec![Source::Path(path.clone())];
        let mut rig = Rig::open(Start { sources, ..start() }, 120, 36);
        rig.press("3 v");
        assert!(!rig.message().is_empty(), "{texts:?}");
        rig.press("o o");
        assert!(rig.text().contains(expected), "{texts:?}\n{}", rig.text());
        rig.press("o o T t S V b L");
    }
}

#[test]
fn frames() {
    let mut rig = verses(Lang::En);
    rig.press("v o");
    insta::assert_snapshot!("border_120x36", rig.text());
    rig.press("o");
    insta::assert_snapshot!("advice_120x36", rig.text());
    rig.resize(80, 24);
    insta::assert_snapshot!("advice_80x24", rig.text());
    rig.press("o o");
    insta::assert_snapshot!("border_80x24", rig.text());
    let mut rig = verses(Lang::Zh);
    rig.press("v o o");
    insta::assert_snapshot!("advice_zh_120x36", rig.text());
}
