use super::super::{Measure, Measurer};
use super::*;
use crate::recipe::{FeatureHash, Recipe};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

const BIGRAMS: Shingles = Shingles::Words(2);

fn weights(shingles: Shingles, texts: &[&str]) -> Weights {
    Weights::of(shingles, texts, &Progress::new()).unwrap()
}

/// Twenty-two tickets with one frame, three that ask the same, and texts without words.
fn tickets() -> Vec<String> {
    let frame = "Your ticket has been received and will be answered soon:";
    let mut texts: Vec<String> = (0..22).map(|page| format!("{frame} printer jams on page {page}")).collect();
    texts.push(format!("{frame} the red lamp blinks"));
    texts.push("your TICKET has been received, and will be answered soon - the red lamp blinks!".to_owned());
    texts.push(format!("{frame} the red lamp blinks twice"));
    let others =
        ["床前明月光，疑是地上霜。", "床前看月光，疑是地上霜。", "床前明月光", "", "...", "the red lamp"];
    texts.extend(others.map(str::to_owned));
    texts
}

#[test]
fn values_are_those_of_another_program() {
    let texts = tickets();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let weights = weights(BIGRAMS, &texts);
    assert_eq!((weights.distinct(), weights.most()), (28, 20));
    // Jw, Cw of the first in the second, and W of the first, computed in Python from the words themselves.
    for (a, b, jaccard, contained, total) in [
        (0, 1, 0.0, 0.0, 3.044522),
        (22, 23, 1.0, 1.0, 8.594571),
        (22, 24, 0.738423, 1.0, 8.594571),
        (24, 22, 0.738423, 0.738423, 11.639093),
        (25, 26, 0.591846, 0.768923, 20.351447),
        (25, 27, 0.422308, 0.422308, 20.351447),
        (27, 25, 0.422308, 1.0, 8.594571),
        (28, 29, 1.0, 1.0, 0.0),
        (28, 0, 0.0, 0.0, 0.0),
        (30, 22, 0.452823, 1.0, 3.89182),
        (22, 30, 0.452823, 0.452823, 8.594571),
    ] {
        let [of_a, of_b] = [a, b].map(|at: usize| weights.weigh(texts[at]));
        let near = |value: f64, expected: f64| (value - expected).abs() < 1e-6;
        assert!(near(of_a.jaccard(&of_b), jaccard), "{a} and {b}: {}", of_a.jaccard(&of_b));
        assert!(near(of_a.contained_in(&of_b), contained), "{a} in {b}: {}", of_a.contained_in(&of_b));
        assert!(near(of_a.total(), total), "{a}: {}", of_a.total());
    }
}

#[test]
fn a_frame_weighs_nothing_and_its_users_are_alike_only_if_they_are_the_same() {
    let texts: Vec<String> = (0..40).map(|n| format!("{} {n}", "dear customer ".repeat(n % 2 + 1))).collect();
    let mut texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    texts.extend(["dear customer", "customer dear customer"]);
    let weights = weights(BIGRAMS, &texts);
    let [one, other, again] = [texts[40], texts[41], "Dear customer!"].map(|text| weights.weigh(text));
    assert_eq!((one.total(), other.total()), (0.0, weights.weigh("customer dear").total()));
    assert_eq!((one.jaccard(&again), one.contained_in(&again)), (1.0, 1.0));
    assert_eq!((one.jaccard(&other), one.contained_in(&other)), (0.0, 0.0));
}

#[test]
fn a_cancelled_weighing_has_no_result() {
    let progress = Progress::new();
    progress.cancel();
    assert!(Weights::of(BIGRAMS, &["to be or not to be"], &progress).is_none());
}

/// The shingles of a text by plain means, and its words.
fn naive(shingles: Shingles, text: &str) -> (Vec<String>, BTreeSet<u64>) {
    let (parts, w, separator): (Vec<String>, u8, &str) = match shingles {
        Shingles::Words(w) => (text.split_whitespace().map(str::to_lowercase).collect(), w, " "),
        Shingles::Chars(w) => {
            let folded = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
            (folded.chars().map(String::from).collect(), w, "")
        }
    };
    let windows = parts.windows(usize::from(w).min(parts.len()).max(1));
    let set = windows.map(|window| FeatureHash::DEFAULT.of_64(&window.join(separator))).collect();
    (parts, set)
}

#[test]
fn what_is_kept_of_a_text_is_what_cutting_it_again_gives() {
    let texts = tickets();
    let texts: Vec<&str> = texts.iter().chain(&texts[..3]).map(String::as_str).collect();
    for unit in [BIGRAMS, Shingles::Words(1), Shingles::Chars(4)] {
        let weights = weights(unit, &texts);
        let (mut in_frames, mut all) = (0, 0);
        for (a, text) in (0..).zip(&texts) {
            let (weighed, kept) = (weights.weigh(text), weights.texts().whole(a));
            let heavy = kept.alone as usize + weights.texts().shared(a).len();
            assert_eq!((kept.total, heavy), (weighed.parts(), weighed.shingles().len()));
            for (b, other) in (0..).zip(&texts).filter(|(_, other)| *other != text) {
                let own = weighed.shingles().iter();
                let common = own.filter(|shingle| weights.weigh(other).shingles().contains(shingle));
                let expected: u64 = common.map(|&(_, weight)| u64::from(weight)).sum();
                // What no other text has is in those with the same words, too.
                let is_same = weights.texts().whole(b).sequence == kept.sequence;
                let alone = if is_same { u64::from(kept.alone) * u64::from(weights.alone()) } else { 0 };
                assert_eq!(weights.texts().in_common(weights.texts().shared(a), b) + alone, expected);
            }
            in_frames += unit.set(text).iter().filter(|&&hash| weights.is_in_frame(hash)).count();
            all += unit.set(text).len();
        }
        assert!(in_frames > 0 && weights.in_frames() == in_frames as f64 / all as f64, "{unit:?}");
    }
}

proptest! {
    #[test]
    fn weights_are_those_of_the_definition(
        texts in prop::collection::vec(
            prop_oneof![4 => "[abA]( [abcB]){0,3}", 1 => "frame of all [a-f]( [a-f])?", 1 => Just(String::new())], 1..260),
        unit in prop::sample::select(vec![Shingles::Words(1), BIGRAMS, Shingles::Words(3), Shingles::Chars(3)]),
    ) {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let weights = weights(unit, &texts);
        let distinct: BTreeMap<Vec<String>, BTreeSet<u64>> =
            texts.iter().map(|text| naive(unit, text)).filter(|(parts, _)| !parts.is_empty()).collect();
        prop_assert_eq!(weights.distinct(), distinct.len());
        let most = (distinct.len() / 10).clamp(20, 100);
        prop_assert_eq!(weights.most() as usize, most);
        let weight = |hash: &u64| {
            let df = distinct.values().filter(|set| set.contains(hash)).count().max(1);
            ((most + 1) as f64 / df as f64).ln().max(0.0)
        };
        let total = |set: &BTreeSet<u64>| set.iter().map(weight).sum::<f64>();
        for (a, b) in texts.iter().zip(texts.iter().rev()).take(20) {
            let [(_, of_a), (_, of_b)] = [a, b].map(|text| naive(unit, text));
            let [a, b] = [a, b].map(|text| weights.weigh(text));
            prop_assert!((a.total() - total(&of_a)).abs() < 1e-5);
            prop_assert_eq!(a.is_same_set(&b), of_a == of_b);
            let (common, all) = (total(&(&of_a & &of_b)), total(&(&of_a | &of_b)));
            let ratio = |part: f64, whole: f64| if of_a == of_b { 1.0 } else if whole < 1e-6 { 0.0 } else { part / whole };
            prop_assert!((a.jaccard(&b) - ratio(common, all)).abs() < 1e-5);
            prop_assert!((a.contained_in(&b) - ratio(common, total(&of_a))).abs() < 1e-5);
            prop_assert_eq!(a.jaccard(&b), b.jaccard(&a));
            prop_assert!(a.jaccard(&b) <= a.contained_in(&b));
        }
    }

    #[test]
    fn neither_order_nor_repetition_nor_threads_change_a_weight(
        texts in prop::collection::vec("[ab]( [abc]){0,4}", 1..80), turn in 0..80_usize,
    ) {
        let mut turned: Vec<&str> = texts.iter().chain(&texts).map(String::as_str).collect();
        let before = weights(BIGRAMS, &turned[..texts.len()]);
        turned.rotate_left(turn % texts.len());
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let after = one.install(|| weights(BIGRAMS, &turned));
        for text in &texts {
            prop_assert_eq!(before.weigh(text), after.weigh(text));
        }
    }
}

#[test]
fn the_measure_has_the_weights_of_the_corpus() {
    let texts = tickets();
    let measure: Measure = "weighted:words:2".parse().unwrap();
    let recipe = Recipe::default();
    let weights = measure.weights(texts.iter().map(String::as_str), &Progress::new()).unwrap();
    let measurer = Measurer::new(measure, &recipe, None).weighing(weights.as_ref());
    let [a, b] = [22, 24].map(|at: usize| measurer.prepare(&texts[at]));
    assert!((measurer.value(&a, &b) - 0.738423).abs() < 1e-6);
    assert!(Measure::Edit.weights(["a"], &Progress::new()).unwrap().is_none());
}

#[test]
fn weights_are_those_of_what_was_counted() {
    let texts = tickets();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let classes: BTreeMap<Option<u64>, Vec<u64>> =
        texts.iter().map(|text| (BIGRAMS.order(text), BIGRAMS.set(text))).collect();
    let mut counted = DocumentFrequencies::default();
    classes.into_iter().filter(|(order, _)| order.is_some()).for_each(|(_, set)| counted.add_terms(set));
    let (counted, weights) = (Weights::counted(BIGRAMS, &counted), weights(BIGRAMS, &texts));
    assert_eq!(counted.distinct(), weights.distinct());
    for text in texts.iter().chain(&["dear red lamp"]) {
        assert_eq!(counted.weigh(text), weights.weigh(text));
    }
}
