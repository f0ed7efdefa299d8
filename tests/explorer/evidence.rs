//! Threshold: what the texts confirm, which k, and why; the pairs at a distance; groups of confirmed pairs.

use crate::support::{Rig, sample, start};
use simscope::corpus::{Held, Source};
use simscope::evidence::{Confirmed, Purpose, Targets, Verdict};
use simscope::measures::{Condition, Measurer, Weights};
use simscope::progress::Progress;
use simscope::tui::action::{Action, Pane, Screen};
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
    let subject = rig.app.shared.model.subject().unwrap();
    Confirmed::count(&subject, (Condition::DEFAULT.measure, 20), None, &Progress::new()).unwrap()
}

/// The weight of a shingle in it.
fn weights(rig: &Rig) -> Weights {
    let texts = rig.app.shared.model.corpus.iter().map(|document| document.text);
    Condition::DEFAULT.measure.weights(texts, &Progress::new()).unwrap().unwrap()
}

#[test]
fn the_key_goes_to_what_the_library_advises_and_the_screen_says_why() {
    let mut rig = verses(Lang::En);
    let [advice, _] = confirmed(&rig).advise(30, Targets::default(), &[]);
    let k = advice.at.unwrap().k;
    assert!(
        rig.text().contains(&format!("No k alone is good here: the best, k = {k} (●)")),
        "{}",
        rig.text()
    );
    rig.press("@");
    assert_eq!(rig.app.shared.k, k);
    rig.act(Action::Focus(Pane::Threshold(threshold::keys::Pane::Sweep)));
    let said = rig.room().why(&rig.app.shared).unwrap();
    for reason in &advice.reasons {
        assert!(said.contains(&reason.text(Lang::En)), "{said}");
    }
}

#[test]
fn what_is_asked_for_while_the_texts_are_compared_comes_when_they_are() {
    for (then, moves) in [("", true), ("=9 enter", false)] {
        let mut rig =
            Rig::open(Start { sources: vec![sample("en_sermon_kjv_asv.jsonl")], ..start() }, 120, 36);
        rig.press_unsettled("3 @");
        assert!(rig.message().starts_with("the texts are being compared"), "{}", rig.message());
        rig.press_unsettled(then);
        rig.settle();
        let k = confirmed(&rig).advise(30, Targets::default(), &[])[0].at.unwrap().k;
        // Who moves k meanwhile has chosen.
        assert_eq!(rig.app.shared.k == k, moves, "{} {}", rig.app.shared.k, rig.message());
    }
}

#[test]
fn sentences_bars_and_table_say_what_was_counted_at_each_tau() {
    let mut rig = verses(Lang::En);
    let confirmed = confirmed(&rig);
    for (keys, tau) in [("", 30), ("t +", 35), ("t + t +", 45), ("t - t - t - t -", 25)] {
        if !keys.is_empty() {
            rig.press(keys);
        }
        assert!((rig.app.shared.tau() * 100.0 - f64::from(tau)).abs() < 1e-9);
        let at = confirmed.curve(Purpose::Pairs, tau).rows;
        let (shared, threshold) = (&rig.app.shared, &rig.app.screens.threshold);
        let judged = threshold.counted(shared).unwrap();
        assert_eq!(judged.at, at, "{tau}");
        let by_distance = judged.by_distance();
        let sums = (0..by_distance.len()).map(|k| by_distance[..=k].iter().sum::<u64>());
        assert!(sums.zip(&at).all(|(sum, at)| sum == at.right as u64));
        let radius = confirmed.radii(tau).pop().unwrap().k;
        let advised = confirmed.advise(tau, Targets::default(), &[])[0].at.unwrap().k;
        assert_eq!(threshold.landmarks(shared), [("●", advised), ("☆", radius)]);
        let (k, text) = (usize::from(shared.k), rig.text());
        let said = format!("At k = {k}, {} of {} pairs are confirmed", at[k].right, at[k].pairs);
        assert!(text.contains(&said), "{said}:\n{text}");
        let row = format!("{k} {:>7} {:>9} {:>7}", at[k].pairs, at[k].right, at[k].missed);
        assert!(text.contains(&row), "{row}:\n{text}");
        assert!(text.contains(&format!("confirmed: sharing {:.2}", f64::from(tau) / 100.0)), "{text}");
    }
}

/// Reports with the same frame and other words: near each other, and not confirmed.
fn reports() -> Rig {
    let texts = (0..60).map(|i: usize| {
        let own: Vec<String> = (0..4).map(|word| format!("w{}", i * 7 + word)).collect();
        let frame: Vec<String> = (0..80).map(|word| format!("frame{word}")).collect();
        (format!("r{i}"), format!("{} {}", own.join(" "), frame.join(" ")))
    });
    let mut texts: Vec<(String, String)> = texts.collect();
    // Ten that really are alike, and lie no nearer.
    for i in 0..10 {
        let own: Vec<String> = (0..12).map(|word| format!("own{i}x{word}")).collect();
        texts.push((format!("a{i}"), own.join(" ")));
        texts.push((
            format!("b{i}"),
            format!(
                "{} {}",
                own[..8].join(" "),
                (0..5).map(|n| format!("z{i}x{n}")).collect::<Vec<_>>().join(" ")
            ),
        ));
    }
    let documents = texts.iter().map(|(id, text)| (id.as_str(), text.as_str()));
    let sources = vec![Source::Held(Held::new("reports", documents))];
    let mut rig = Rig::open(Start { sources, ..start() }, 120, 36);
    rig.act(Action::Go(Screen::Threshold));
    rig
}

#[test]
fn where_no_k_is_any_good_the_key_says_why_and_offers_the_radius() {
    let mut rig = reports();
    let confirmed = confirmed(&rig);
    let [advice, _] = confirmed.advise(30, Targets::default(), &[]);
    assert_eq!(advice.verdict, Verdict::No, "{advice:?}");
    let (before, radius) = (rig.app.shared.k, confirmed.radii(30).pop().unwrap().k);
    rig.press("@");
    assert_eq!(rig.app.shared.k, before, "{}", rig.message());
    assert!(rig.message().contains(&format!("the search radius, k = {radius} (☆)")), "{}", rig.message());
    assert!(!rig.text().contains('●'), "{}", rig.text());
    rig.press("@");
    assert_eq!(rig.app.shared.k, radius);
}

#[test]
fn y_and_n_judge_the_pair_that_is_shown_and_elsewhere_do_what_they_do_everywhere() {
    let mut rig = verses(Lang::En);
    rig.press("= 1 4 enter p");
    let pairs = documents(&rig);
    rig.press("y n");
    let said = |rig: &Rig, (a, b): (u32, u32)| {
        let known = rig.app.shared.judging.known.get((a.min(b), a.max(b)));
        known.and_then(|known| known.verdict)
    };
    use simscope::judgements::Verdict::{No, Yes};
    assert_eq!([0, 1, 2].map(|at| said(&rig, pairs[at])), [Some(Yes), Some(No), None]);
    assert_eq!(rig.app.shared.selected, pairs[2].0);
    assert!(rig.text().contains('✓') && rig.text().contains('✗'), "{}", rig.text());
    // The line of the move does not name `n` while it judges.
    assert!(!rig.text().contains("n to them"), "{}", rig.text());
    rig.press("u");
    assert_eq!(said(&rig, pairs[1]), None);
    assert_eq!((rig.app.shared.selected, rig.app.shared.k), (pairs[1].0, 14));
    // What was changed later is undone before.
    rig.press("+ u");
    assert_eq!((said(&rig, pairs[0]), rig.app.shared.k), (Some(Yes), 14));
    rig.act(Action::Threshold(threshold::keys::Act::Show(threshold::keys::Below::Groups)));
    rig.press("y");
    assert!(rig.copied.pop().is_some());
    assert_eq!(rig.app.shared.judging.known.counts(), [1, 0, 0]);
}

#[test]
fn the_border_shows_pairs_at_k_and_beyond_it_with_their_measure() {
    let mut rig = verses(Lang::En);
    rig.press("= 1 4 enter v v");
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
    rig.press("down");
    assert_eq!((rig.app.shared.selected, rig.app.shared.other), (second.0, Some(second.1)));
    rig.press("enter");
    assert_eq!(rig.app.shared.screen, Screen::Pair);
    assert_eq!((rig.app.shared.selected, rig.app.shared.other), (second.0, Some(second.1)));
}

#[test]
fn messages_have_chinese_signs_in_chinese() {
    let mut rig = verses(Lang::Zh);
    rig.press("= 1 4 enter u");
    assert!(rig.message().starts_with("已撤销："), "{}", rig.message());
}

#[test]
fn other_pairs_are_drawn_where_there_are_more() {
    let mut rig = verses(Lang::En);
    rig.press("= 2 8 enter v v");
    let before: Vec<(u32, u32)> = documents(&rig);
    rig.press("v o");
    let after = documents(&rig);
    assert_eq!(before.len(), after.len());
    assert_ne!(before, after);
    rig.press("= 6 enter v o");
    assert!(rig.message().starts_with("all pairs at these distances"), "{}", rig.message());
}

fn documents(rig: &Rig) -> Vec<(u32, u32)> {
    rig.app.screens.threshold.border_pairs(&rig.app.shared).iter().map(|pair| pair.documents).collect()
}

#[test]
fn groups_of_confirmed_pairs_have_only_pairs_that_share_enough() {
    let mut rig = verses(Lang::En);
    rig.press("= 2 0 enter");
    let connected = rig.app.shared.groups.as_ref().unwrap().grouped();
    rig.press("v c");
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
    rig.press("v c");
    assert_eq!(rig.app.shared.groups.as_ref().unwrap().grouped(), connected);
}

#[test]
fn where_there_is_nothing_to_choose_it_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.jsonl");
    for (texts, expected) in [
        (vec![], "there are no two documents"),
        (vec!["alone"], "there are no two documents"),
        (vec!["the same text", "the same text"], "only 1 pair is confirmed"),
        (vec!["", "", ""], "there are no two documents"),
    ] {
        let lines: Vec<String> = texts.iter().map(|text| format!("{{\"text\":{text:?}}}\n")).collect();
        std::fs::write(&path, lines.concat()).unwrap();
        let sources = vec![Source::Path(path.clone())];
        let mut rig = Rig::open(Start { sources, ..start() }, 120, 36);
        rig.press("3");
        assert!(rig.text().contains(expected), "{texts:?}\n{}", rig.text());
        rig.press("@");
        assert!(!rig.message().is_empty(), "{texts:?}");
        rig.press("v v v v t - t + ‹sort-reverse› v c L");
    }
}

#[test]
fn frames() {
    let mut rig = verses(Lang::En);
    rig.press("@ p");
    insta::assert_snapshot!("border_120x36", rig.styled());
    rig.resize(80, 24);
    insta::assert_snapshot!("border_80x24", rig.text());
}
