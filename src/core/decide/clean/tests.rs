//! What goes is covered by what stays, and what must not be lost is held.

use super::*;
use crate::alignment::Kind;
use crate::evidence::Selection;
use crate::judgements::{self, Judgement, KnownJudgements, Named};
use crate::measures::{Condition, Shingles, Weights};
use crate::progress::Progress;
use crate::random::Random;

fn weights(texts: &[&str]) -> Weights {
    Weights::of(Shingles::Words(2), texts, &Progress::new()).unwrap()
}

fn cleaned(texts: &[&str], rules: Rules, order: Option<&[u32]>) -> Cleaned {
    cleaned_after(texts, rules, order, &[])
}

fn cleaned_after(
    texts: &[&str],
    rules: Rules,
    order: Option<&[u32]>,
    said: &[((u32, u32), bool)],
) -> Cleaned {
    let weights = weights(texts);
    let never = |_: u32| false;
    let cleaner = Cleaner {
        texts,
        weights: &weights,
        rules,
        order,
        stays: &never,
        covers_none: &never,
        said: &said.iter().copied().collect(),
        near: None,
        measure: None,
    };
    cleaner.run(&Progress::new()).unwrap()
}

#[test]
fn a_text_that_says_little_does_not_go_as_one_that_is_similar() {
    let long = "was friendly from the first hour to the last and nobody had to wait at the desk for more than a minute";
    let slow = "the service of the house is slow";
    let fast = "the service of the house is very good and fast";
    let [slow_long, fast_long] = [slow, fast].map(|text| format!("{text} {long}"));
    let texts = [&*slow_long, &*fast_long, slow, fast];
    let of = |texts: &[&str]| cleaned(texts, Rules::default(), None).verdicts[0];
    // Five of its six pairs are in the other, which says the opposite.
    assert_eq!(of(&texts[2..]).held().map(|cover| cover.kind), Some(Kind::Partial));
    assert!(matches!(of(&texts[..2]).gone().map(|cover| cover.kind), Some(Kind::Similar(_))));
}

/// A word of letters for each number.
fn letters(number: usize) -> String {
    number.to_string().chars().map(|digit| char::from(b'k' + digit as u8 - b'0')).collect()
}

/// Texts of a few words, of which many are versions of one another.
fn made(random: &mut Random, n: usize) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for at in 0..n {
        let text = match random.below(5) {
            0 | 1 if at > 0 => {
                let mut words: Vec<String> = texts[random.below(at)].split(' ').map(str::to_owned).collect();
                let place = random.below(words.len());
                match random.below(5) {
                    0 => words[place] = "other".to_owned(),
                    1 => drop(words.remove(place)),
                    2 => words[place] = random.below(90).to_string(),
                    3 => words.insert(place, "not".to_owned()),
                    _ => words[place] = words[place].to_uppercase() + "!",
                }
                words.join(" ")
            }
            2 if at > 0 => format!("{} and then {}", texts[random.below(at)], random.below(1000)),
            _ => {
                let words = 3 + random.below(20);
                (0..words).map(|_| letters(random.below(60))).collect::<Vec<_>>().join(" ")
            }
        };
        texts.push(text);
    }
    texts
}

#[test]
fn what_goes_is_covered_by_one_that_stays_and_nothing_that_could_go_stays() {
    let mut random = Random::of(&[1, 44]);
    for round in 0..40 {
        let texts = made(&mut random, 5 + 3 * round);
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let weights = weights(&texts);
        let mut order: Vec<u32> = (0..texts.len() as u32).collect();
        random.shuffle(&mut order);
        let (order, rules) = ((round % 2 == 1).then_some(&order[..]), Rules::default());
        let all = cleaned(&texts, rules, order);
        let value = |gone: u32, kept: u32| {
            let [gone, kept] = [gone, kept].map(|one| weights.weigh(texts[one as usize]));
            (gone.jaccard(&kept), gone.contained_in(&kept))
        };
        for (document, cover) in all.gone() {
            assert!(all.is_kept(cover.by as usize), "{document} goes against {}, which goes", cover.by);
            let texts = [document, cover.by].map(|one| texts[one as usize]);
            assert_eq!(Kind::of(texts[0], texts[1], Some(cover.similarity)), cover.kind);
            assert!(rules.allowed.has(cover.kind), "{cover:?}");
            let (similarity, equal) = value(document, cover.by);
            assert!((similarity - cover.similarity).abs() < 1e-12 && (equal - cover.equal).abs() < 1e-12);
            assert!(similarity >= rules.least && equal >= 1.0 - rules.loss, "{similarity} {equal}");
        }
        for (_, cover) in all.held() {
            assert!(all.is_kept(cover.by as usize) && !rules.allowed.has(cover.kind));
        }
        // By brute force: who stays without a word has no text before it that stays and covers it.
        let by_weight = |document: &u32| {
            let weighed = weights.weigh(texts[*document as usize]);
            (std::cmp::Reverse(weighed.parts()), std::cmp::Reverse(weighed.shingles().len()), *document)
        };
        let mut sorted: Vec<u32> = (0..texts.len() as u32).collect();
        sorted.sort_by_key(by_weight);
        let order = order.unwrap_or(&sorted);
        for (place, &document) in order.iter().enumerate() {
            if all.verdicts[document as usize] != Verdict::Stays {
                continue;
            }
            for &before in order[..place].iter().filter(|&&before| all.is_kept(before as usize)) {
                let (similarity, _) = value(document, before);
                let is_weighed = weights.weigh(texts[document as usize]).parts() > 0;
                assert!(similarity < rules.least || !is_weighed, "{document} is confirmed by {before}");
            }
        }
    }
}

#[test]
fn the_result_does_not_hang_on_threads() {
    let texts = made(&mut Random::of(&[2, 44]), 900);
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let cleaned = cleaned(&texts, Rules::default(), None);
            let lost = not_in_kept(&cleaned, &weights(&texts));
            (cleaned, lost)
        })
    };
    let one = on(1);
    assert!(one.0.gone().count() > 100 && one.0.held().count() > 20);
    assert_eq!(on(4), one);
}

#[test]
fn what_is_in_no_kept_text_is_counted_by_brute_force() {
    let texts = made(&mut Random::of(&[3, 44]), 200);
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let mut rules = Rules { loss: 0.9, least: 0.05, ..Rules::default() };
    rules.allowed = "same,fold,symbols,numbers,negation,word,insert,similar".parse().unwrap();
    let (all, weights) = (cleaned(&texts, rules, None), weights(&texts));
    let lost = not_in_kept(&all, &weights);
    let in_kept: std::collections::HashSet<u64> = (0..texts.len())
        .filter(|&document| all.is_kept(document))
        .flat_map(|document| weights.shingles().set(texts[document]))
        .collect();
    for (document, cover) in all.gone() {
        let weighed = weights.weigh(texts[document as usize]);
        let missing = weighed.shingles().iter().filter(|(shingle, _)| !in_kept.contains(shingle));
        // A text without weight loses nothing.
        let expected =
            missing.map(|&(_, weight)| f64::from(weight)).sum::<f64>() / weighed.parts().max(1) as f64;
        assert!(cover.kind.is_equal() || (lost[document as usize] - expected).abs() < 1e-9);
    }
    assert!(lost.iter().any(|lost| *lost > 0.0));
}

#[test]
fn what_is_lost_is_known_without_the_other_texts_of_the_corpus() {
    let texts = made(&mut Random::of(&[5, 44]), 300);
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let mut rules = Rules { loss: 0.9, least: 0.05, ..Rules::default() };
    rules.allowed = "same,fold,symbols,numbers,negation,word,insert,similar".parse().unwrap();
    let (all, weights) = (cleaned(&texts, rules, None), weights(&texts));
    let asked: std::collections::HashSet<u32> =
        all.gone().flat_map(|(document, cover)| [document, cover.by]).collect();
    let part: Vec<&str> =
        (0..).zip(&texts).map(|(at, text)| if asked.contains(&at) { *text } else { "" }).collect();
    assert!(part.iter().filter(|text| text.is_empty()).count() > 50);
    let lost = |texts: &[&str]| {
        let weights = weights.clone().with(texts, &Progress::new()).unwrap();
        not_in_kept(&all, &weights)
    };
    assert_eq!(lost(&part), lost(&texts));
}

/// A decision about texts, and what is said of it.
fn told(texts: &[&str], rules: Rules) -> (Cleaned, Vec<Alarm>) {
    let (cleaned, weights) = (cleaned(texts, rules, None), weights(texts));
    let lost = not_in_kept(&cleaned, &weights);
    let facts = Facts {
        cleaned: &cleaned,
        lost: &lost,
        texts,
        documents: texts.len(),
        parts: &[],
        id: &|_| "one",
        is_confirmed: &|value| value >= 0.3,
        distinct: weights.distinct(),
    };
    let alarms = alarms(&facts);
    (cleaned, alarms)
}

fn words(random: &mut Random, n: usize) -> String {
    (0..n).map(|_| letters(random.below(20_000))).collect::<Vec<_>>().join(" ")
}

#[test]
fn tables_of_numbers_and_templates_are_held() {
    let mut random = Random::of(&[4, 44]);
    let body = words(&mut random, 30);
    let tables: Vec<String> =
        (0..4).map(|at| format!("{body} closed at {} after {}", 100 + at, 400 + 7 * at)).collect();
    let mut others: Vec<String> = (0..40).map(|_| words(&mut random, 30)).collect();
    others.extend(tables);
    let texts: Vec<&str> = others.iter().map(String::as_str).collect();
    let (all, alarms) = told(&texts, Rules::default());
    assert_eq!(all.gone().count(), 0);
    assert!(all.held().count() == 3 && all.held().all(|(_, cover)| cover.kind == Kind::Numbers));
    assert_eq!(alarms, [Alarm::Numbers { held: 3 }]);
    // Five letters of one template, each to somebody else.
    let mut letters: Vec<String> = (0..40).map(|_| words(&mut random, 30)).collect();
    letters.extend((0..5).map(|_| format!("{body} dear alice{} {body}", words(&mut random, 5))));
    let texts: Vec<&str> = letters.iter().map(String::as_str).collect();
    let (all, alarms) = told(&texts, Rules::default());
    assert_eq!((all.gone().count(), all.templates, all.held().count()), (0, 1, 4));
    assert_eq!(alarms, [Alarm::Template { groups: 1, held: 4 }]);
}

#[test]
fn what_is_granted_and_revoked_raises_the_alarm() {
    let mut random = Random::of(&[5, 44]);
    let mut texts: Vec<String> = Vec::new();
    for _ in 0..60 {
        let body = words(&mut random, 20);
        texts.extend(["grant", "revoke"].map(|what| format!("please {what} access to {body}")));
    }
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let (all, alarms) = told(&texts, Rules::default());
    assert_eq!(all.gone().count(), 60);
    assert!(alarms[0].stops(), "{alarms:?}");
    let sentence = alarms[0].to_string();
    assert_eq!(sentence, "60 of 60 drops differ from the text that stays only in \"grant\" and \"revoke\"");
    let longer =
        Alarm::Repeated { words: [String::new(), "documentation".to_owned()], times: 1_180, of: 14_500 };
    let sentence =
        "1,180 of 14,500 drops differ from the text that stays only in that they have \"documentation\" more";
    assert_eq!(longer.to_string(), sentence);
}

#[test]
fn texts_that_are_lost_raise_the_alarm_with_the_corpus_that_is_wiped_out() {
    let mut random = Random::of(&[6, 44]);
    let mut texts: Vec<String> = Vec::new();
    for _ in 0..12 {
        let body = words(&mut random, 12);
        texts.extend((0..4).map(|_| format!("{body} {}", words(&mut random, 14))));
    }
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let mut rules = Rules { least: 0.1, loss: 0.9, ..Rules::default() };
    rules.allowed.set(Kind::Template, true);
    let (all, alarms) = told(&texts, rules);
    assert_eq!(all.gone().count(), 36);
    let stopping: Vec<&str> = alarms.iter().filter(|one| one.stops()).map(Alarm::name).collect();
    assert_eq!(stopping, ["loss", "wipe-out", "unconfirmed"], "{alarms:?}");
    let (_, alarms) = told(&texts, Rules::default());
    assert_eq!(alarms, []);
}

#[test]
fn what_was_said_of_a_pair_goes_before_what_the_texts_say() {
    let texts = [
        "the bridge over the river opens at nine in the morning on workdays",
        "the bridge over the river opens at nine in the morning on workdays",
        "a parcel of 20 pounds costs 7 coins to send by the mail boat",
        "a parcel of 30 pounds costs 9 coins to send by the mail boat",
        "nothing at all",
    ];
    let rules = Rules::default();
    let silent = cleaned(&texts, rules, None);
    assert_eq!(silent.gone().map(|(document, _)| document).collect::<Vec<_>>(), [1]);
    assert_eq!(silent.held().map(|(document, _)| document).collect::<Vec<_>>(), [3]);
    let said = cleaned_after(&texts, rules, None, &[((0, 1), false), ((2, 3), true), ((0, 4), true)]);
    let gone: Vec<(u32, u32)> = said.gone().map(|(document, cover)| (document, cover.by)).collect();
    assert_eq!(gone, [(3, 2), (4, 0)]);
    assert_eq!(said.held().count(), 0);
    // One may go because of the other, whichever that is, but not both.
    let chain = cleaned_after(&texts, rules, None, &[((0, 4), true), ((3, 4), true), ((2, 3), true)]);
    for (document, cover) in chain.gone() {
        assert!(chain.is_kept(cover.by as usize), "{document}");
    }
}

#[test]
fn kinds_are_written_as_they_are_read() {
    let mut kinds = Kinds::default();
    assert_eq!(kinds.to_string().parse(), Ok(kinds));
    kinds.set(Kind::Numbers, true);
    kinds.set(Kind::Word, false);
    assert_eq!(kinds.to_string().parse(), Ok(kinds));
}

/// Stories as agencies send them: sent again, in capitals, corrected, continued, and written anew.
fn news(random: &mut Random) -> Vec<String> {
    let stories: Vec<String> = (0..400).map(|_| words(random, 60)).collect();
    let mut texts = stories.clone();
    for (at, story) in stories.iter().enumerate().take(320) {
        let mut again: Vec<String> = story.split(' ').map(str::to_owned).collect();
        match at % 8 {
            0 | 1 => {}
            2 => again.iter_mut().for_each(|word| *word = word.to_uppercase()),
            3 | 4 => again[10] = "corrected".to_owned(),
            5 => again.push(words(random, 12)),
            more => {
                let others = 6 * (more - 5);
                (20..20 + others).for_each(|at| again[at] = words(random, 1));
            }
        }
        texts.push(again.join(" "));
    }
    texts
}

#[test]
fn after_twenty_answers_of_which_one_is_no_the_interval_is_within_twelve_points() {
    let texts = news(&mut Random::of(&[9, 44]));
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let (all, weights, condition) =
        (cleaned(&texts, Rules::default(), None), weights(&texts), Condition::DEFAULT);
    let under = drawn_under(condition, None);
    let mut known = KnownJudgements::default();
    let sample =
        |known: &KnownJudgements| Sample::of(&all, (&texts, &weights), condition, (known, &under), 1);
    let drawn = sample(&known).plan(20);
    let kinds: Vec<Kind> =
        drawn.iter().map(|&document| all.verdicts[document as usize].gone().unwrap().kind).collect();
    assert!(kinds.iter().all(|kind| !kind.is_equal()), "{kinds:?}");
    assert!([Kind::Word, Kind::Insert].iter().all(|kind| kinds.contains(kind)), "{kinds:?}");
    for (at, &document) in drawn.iter().enumerate() {
        let by = all.verdicts[document as usize].gone().unwrap().by;
        let verdict = Some(if at == 7 { judgements::Verdict::No } else { judgements::Verdict::Yes });
        let judgement = Judgement {
            pair: [document, by].map(|one| Named { id: one.to_string(), hash: 0 }),
            distance: 0,
            verdict,
            note: String::new(),
            time: String::new(),
            recipe: under.clone(),
            who: String::new(),
            selection: Selection::Drawn,
        };
        known.put((document, by), judgement);
    }
    let read = sample(&known);
    assert_eq!((read.answers().yes, read.answers().no), (19, 1));
    let right = read.right();
    println!("{} equal of {}: {right}", read.equal, all.gone().count());
    assert!((right.high - right.low) / 2.0 <= 0.12, "{right}");
    assert!(read.plan(50).iter().all(|document| !drawn.contains(document)), "none is asked about twice");
    assert!(read.order().starts_with(&sorted(&drawn)), "those that were read come first");
}

fn sorted(documents: &[u32]) -> Vec<u32> {
    let mut sorted = documents.to_vec();
    sorted.sort_unstable();
    sorted
}
