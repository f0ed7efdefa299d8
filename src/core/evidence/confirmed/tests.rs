//! By hand, and against comparing every pair.

mod corpora;

use super::*;
use crate::hamming::{Histogram, distance};
use crate::measures::tests::corpus;
use crate::measures::{Measurer, Shingles};
use crate::simhash::sign_corpus;
use proptest::prelude::*;

/// That many pairs at each distance from 0 on with these values, and at each k from which on they share a group.
pub(in crate::evidence) fn made(by_distance: &[&[f64]], by_join: &[&[f64]]) -> Confirmed {
    let both = |rows: &[&[f64]], values: &mut Values| {
        let mut counts = Histogram::default();
        for (row, of_row) in rows.iter().enumerate() {
            counts.0[row] = of_row.len() as u64;
            of_row.iter().for_each(|value| values.add(row, (value * 100.0).round() as u8, 1));
        }
        Counted::all(counts)
    };
    let mut whole = Both::new();
    let within = both(by_distance, &mut whole.by_distance);
    let joined = both(by_join, &mut whole.by_join);
    let bits = by_distance.len() as u8 - 1;
    Confirmed {
        measure: Measure::Weighted(Shingles::Words(2)),
        least: 20,
        documents: 100,
        bits,
        within,
        in_groups: (0..=bits).map(|k| joined.within(k).unwrap()).collect(),
        whole,
        near: None,
        found: Both::new(),
        parts: Vec::new(),
        rounds: ROUNDS,
        kind: None,
        loose: None,
    }
}

/// The same with distances counted only that far.
pub(in crate::evidence) fn counted_to(k: u8, confirmed: Confirmed) -> Confirmed {
    let within = Counted::new(confirmed.within.whole().unwrap().clone(), k);
    Confirmed { within, ..confirmed }
}

#[test]
fn counts_follow_from_the_pairs() {
    let confirmed = made(&[&[0.9], &[0.0], &[0.5, 0.1]], &[&[0.9], &[0.0], &[0.5, 0.1]]);
    let at = confirmed.curve(Purpose::Pairs, 30).rows;
    let third = 1.0 / 3.0;
    let of = |at: &Predicted| (at.pairs, at.right, at.missed);
    assert_eq!(at.iter().map(of).collect::<Vec<_>>(), [(1, 1.0, 1.0), (2, 1.0, 1.0), (4, 2.0, 0.0)]);
    let exact = |share| Some(Share::exact(share));
    assert_eq!((at[0].precision, at[0].recall, at[0].f1), (exact(1.0), exact(0.5), Some(2.0 * third)));
    let nothing = made(&[&[], &[0.0]], &[&[], &[0.0]]).curve(Purpose::Pairs, 30).rows;
    assert_eq!((nothing[0].precision, nothing[1].precision), (None, exact(0.0)));
    assert_eq!((nothing[1].recall, nothing[1].f1), (None, None));
    let radii = confirmed.radii(30);
    assert_eq!(radii, [Radius { wanted: 0.99, k: 2, recall: 1.0, pairs: 4 }], "one k for all three");
}

/// Documents of a few words from few, and their signatures, of which some are equal though the texts are not.
fn subjects() -> impl Strategy<Value = Vec<String>> {
    let text = prop_oneof![
        4 => "[a-e]( [a-e]){0,6}",
        1 => "the one frame of all of them [a-e]( [a-e])?",
        1 => Just(String::new()),
        1 => Just("!? ?! !!".to_owned()),
        1 => Just("a b a b".to_owned()),
    ];
    prop::collection::vec(text, 2..40)
}

struct Grown {
    corpus: Corpus,
    recipe: Recipe,
    signatures: Signatures,
    documents: Vec<u32>,
    tree: Dendrogram,
    spread: Spread,
}

impl Grown {
    fn of(texts: &[&str], up_to: Option<u8>) -> Self {
        Self::of_corpus(corpus(texts), up_to)
    }

    fn of_corpus(corpus: Corpus, up_to: Option<u8>) -> Self {
        let recipe = Recipe::default();
        let signed = sign_corpus(&corpus, &recipe, None, &Progress::new()).unwrap();
        let mut signatures = Signatures::new(recipe.bits);
        signatures.extend(signed.iter().map(|signed| signed.signature));
        let documents: Vec<u32> =
            (0..).zip(&signed).filter(|(_, signed)| signed.features > 0).map(|(at, _)| at).collect();
        let progress = Progress::new();
        let tree = match up_to {
            None => Dendrogram::build(&signatures, &documents, &progress),
            Some(k) => {
                let purpose = crate::search::Purpose::AllPairs { threads: 1 };
                let plan = crate::search::plan(&signatures.select(&documents), recipe.bits, k, purpose);
                Dendrogram::within(&signatures, &documents, plan.design(), &progress)
            }
        };
        let tree = tree.unwrap();
        let spread = Spread::measure(&tree, &signatures, &progress).unwrap();
        Self { corpus, recipe, signatures, documents, tree, spread }
    }

    fn subject(&self) -> Subject<'_> {
        let Self { corpus, recipe, signatures, documents, tree, spread } = self;
        Subject { corpus, recipe, signatures, documents, tree, spread }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn every_count_is_that_of_comparing_all_pairs(
        texts in subjects(),
        measure in prop::sample::select(vec!["jaccard:words:2", "weighted:words:2", "weighted:words:1", "jaccard:chars:3"]),
        up_to in prop::option::of(0..30_u8),
    ) {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let measure: Measure = measure.parse().unwrap();
        let grown = Grown::of(&texts, up_to);
        let confirmed = Confirmed::count(&grown.subject(), (measure, 20), None, &Progress::new()).unwrap();
        prop_assert!(confirmed.is_exact());
        let weights = measure.weights(texts.iter().copied(), &Progress::new()).unwrap();
        let measurer = Measurer::new(measure, &grown.recipe, None).weighing(weights.as_ref());
        let mut pairs: Vec<(f64, u8, Option<u8>)> = Vec::new();
        for (at, &b) in grown.documents.iter().enumerate() {
            for &a in &grown.documents[..at] {
                let [of_a, of_b] = [a, b].map(|one| measurer.prepare(texts[one as usize]));
                let d = distance(grown.signatures.get(a as usize), grown.signatures.get(b as usize));
                let is_nothing = of_a.is_blank() && of_b.is_blank();
                let value = if is_nothing { 0.0 } else { measurer.value(&of_a, &of_b) };
                pairs.push((value, d, grown.tree.joined_at(a, b)));
            }
        }
        for hundredths in [20, 25, 30, 50, 60, 80, 100] {
            let tau = f64::from(hundredths) / 100.0;
            let right = || pairs.iter().filter(|pair| pair.0 >= tau);
            prop_assert_eq!(confirmed.all(hundredths), right().count() as f64);
            for (k, at) in (0..).zip(confirmed.curve(Purpose::Pairs, hundredths).rows) {
                let within = right().filter(|pair| pair.1 <= k).count();
                let all = pairs.iter().filter(|pair| pair.1 <= k).count();
                prop_assert_eq!((at.pairs, at.right), (all as u64, within as f64));
                prop_assert_eq!(at.missed, (right().count() - within) as f64);
            }
            for (k, at) in (0..).zip(confirmed.curve(Purpose::Groups, hundredths).rows) {
                let joined = |pair: &&(f64, u8, Option<u8>)| pair.2.is_some_and(|height| height <= k);
                let all = pairs.iter().filter(joined).count();
                prop_assert_eq!((at.pairs, at.right), (all as u64, right().filter(joined).count() as f64));
            }
        }
    }
}

/// Texts of which each has one near-duplicate, in two of a thousand pairs.
fn many() -> Vec<String> {
    let mut random = crate::random::Random::of(&[5]);
    let mut word = || format!("w{}", random.below(3000));
    let texts: Vec<String> =
        (0..1500).map(|_| (0..12).map(|_| word()).collect::<Vec<_>>().join(" ")).collect();
    texts.iter().flat_map(|text| [text.clone(), format!("{text} more")]).collect()
}

#[test]
fn a_part_is_an_estimate_that_holds_the_truth_and_never_varies() {
    let texts = many();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let grown = Grown::of(&texts, None);
    let measure: Measure = "weighted:words:2".parse().unwrap();
    let count = |work| Confirmed::count(&grown.subject(), (measure, 30), work, &Progress::new()).unwrap();
    let exact = count(None);
    assert_eq!((exact.all(30), exact.error(30), exact.share_done()), (1500.0, 0.0, 1.0));
    let mut counting = Counting::of(&[grown.subject()], (measure, 30), &Progress::new()).unwrap();
    for _ in 0..ROUNDS / 4 {
        counting.round(&Progress::new()).unwrap();
    }
    let part = counting.so_far();
    assert!(!part.is_exact() && part.share_done() == 0.25);
    let (all, error) = (part.all(30), part.error(30));
    assert!(error > 0.0 && (all - 1500.0).abs() <= all * error, "{all} {error}");
    let recall = part.curve(Purpose::Pairs, 30).rows[64].recall.unwrap();
    assert_eq!((recall.share, recall.low < 1.0), (1.0, true));
    assert_eq!(count(None), exact, "the same whatever the threads");
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    assert_eq!(one.install(|| count(None)).all(30), 1500.0);
    let progress = Progress::new();
    progress.cancel();
    assert!(Confirmed::count(&grown.subject(), (measure, 30), None, &progress).is_none());
}

#[test]
fn what_lies_near_is_exact_and_the_rest_holds_the_truth() {
    let texts = many();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for (measure, up_to) in
        [("weighted:words:2", None), ("jaccard:words:2", None), ("jaccard:words:2", Some(12))]
    {
        let grown = Grown::of(&texts, up_to);
        let measure: Measure = measure.parse().unwrap();
        let mut whole = Counting::of(&[grown.subject()], (measure, 20), &Progress::new()).unwrap();
        whole.finish(u64::MAX, &Progress::new()).unwrap();
        let (exact, work) = (whole.so_far(), whole.work / 3);
        let part = Confirmed::count(&grown.subject(), (measure, 20), Some(work), &Progress::new()).unwrap();
        let near = part.near().unwrap();
        assert!((1..40).contains(&near) && (0.0..0.9).contains(&part.share_done()), "{near}");
        let [found, truth] = [&part, &exact].map(|confirmed| confirmed.curve(Purpose::Pairs, 30));
        for (row, truth) in found.rows.iter().zip(&truth.rows) {
            assert_eq!(row.basis, if row.k <= near { Basis::NearExact } else { Basis::Sampled });
            if row.k <= near {
                assert_eq!((row.right, row.precision), (truth.right, truth.precision), "k = {}", row.k);
            }
            let [recall, truth] = [row.recall, truth.recall].map(Option::unwrap);
            assert!(recall.low <= truth.share && truth.share <= recall.high, "{recall:?} {truth:?}");
        }
        assert!(part.curve(Purpose::Groups, 30).rows.iter().all(|row| row.basis == Basis::Sampled));
        // The near pairs are in no round, so all rounds together with them are all pairs.
        let subjects = [grown.subject()];
        let mut counting = Counting::of(&subjects, (measure, 20), &Progress::new()).unwrap();
        counting.finish(work, &Progress::new()).unwrap();
        while !counting.is_done() {
            counting.step(&Progress::new()).unwrap();
        }
        for hundredths in [20, 30, 60] {
            assert_eq!(counting.so_far().curves(hundredths), exact.curves(hundredths));
        }
    }
}

/// Clumps of texts that are alike, each of other words: some of equal texts, some of texts that differ.
fn clumps() -> Vec<String> {
    let mut random = crate::random::Random::of(&[9]);
    let mut texts = Vec::new();
    for clump in 0..60 {
        let words: Vec<String> = (0..14).map(|n| format!("w{clump}x{n}")).collect();
        let size = [2, 2, 3, 3, 4, 30, 60][random.below(7)];
        for at in 0..size {
            let from = if clump % 3 == 0 { 0 } else { at % 7 };
            texts.push(format!(
                "{} {} {}",
                words[from..].join(" "),
                words[..from].join(" "),
                if clump % 3 == 1 { at } else { 0 }
            ));
        }
    }
    texts.extend((0..800).map(|n| (0..12).map(|word| format!("s{n}y{word} ")).collect::<String>()));
    texts
}

#[test]
fn intervals_of_a_sample_hold_the_truth_where_pairs_come_in_clumps() {
    let texts = clumps();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let grown = Grown::of(&texts, None);
    let measure: Measure = "weighted:words:2".parse().unwrap();
    let exact = Confirmed::count(&grown.subject(), (measure, 30), None, &Progress::new()).unwrap();
    let truth = exact.curves(30);
    let (mut all, mut held, mut rows) = (0, [0; 2], 0);
    const SEEDS: u64 = 60;
    for seed in 0..SEEDS {
        let subjects = [grown.subject()];
        let mut counting = Counting::seeded(&subjects, (measure, 30), seed, &Progress::new()).unwrap();
        for _ in 0..ROUNDS / 8 {
            counting.round(&Progress::new()).unwrap();
        }
        let part = counting.so_far();
        let limits = part.limits(Purpose::Pairs, 30).last().unwrap()[0].around(part.all(30), f64::INFINITY);
        all += usize::from(limits.low <= exact.all(30) && exact.all(30) <= limits.high);
        for (curve, truth) in part.curves(30).iter().zip(&truth) {
            for (row, truth) in curve.rows.iter().zip(&truth.rows) {
                assert!(row.right <= row.pairs as f64, "no more than all are confirmed");
                let holds = |share: Option<Share>, truth: Option<Share>| {
                    share
                        .zip(truth)
                        .is_none_or(|(share, truth)| share.low <= truth.share && truth.share <= share.high)
                };
                rows += 1;
                held[0] += usize::from(holds(row.precision, truth.precision));
                held[1] += usize::from(holds(row.recall, truth.recall));
            }
        }
    }
    assert!(all as f64 >= 0.9 * SEEDS as f64, "all: {all} of {SEEDS}");
    assert!(held.iter().all(|&held| held as f64 >= 0.9 * rows as f64), "{held:?} of {rows}");
}

#[test]
fn a_count_from_less_on_does_not_change_what_the_count_alone_gives() {
    let texts = many();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let grown = Grown::of(&texts, None);
    let measure: Measure = "jaccard:words:2".parse().unwrap();
    let exact = Confirmed::count(&grown.subject(), (measure, 60), None, &Progress::new()).unwrap();
    let mut kinds = std::collections::BTreeSet::new();
    // The work of a count from 60 on is some 10⁵; from 20 on it is more.
    for work in [1, 10_000, 100_000, 1_000_000, 100_000_000] {
        let count = |least| {
            let subjects = [grown.subject()];
            let each = Confirmed::count_each(&subjects, (measure, [60, least]), Some(work), &Progress::new());
            each.unwrap().remove(0)
        };
        let (alone, both) = (count(60), count(20));
        assert_eq!(alone.curve(Purpose::Pairs, 60), both.curve(Purpose::Pairs, 60));
        assert_eq!(alone.is_exact(), both.is_exact());
        kinds.insert((both.is_exact(), both.least()));
        if both.is_exact() {
            assert_eq!(both.all(60), exact.all(60));
        }
    }
    assert!(kinds.contains(&(true, 20)), "{kinds:?}");
}

#[test]
fn several_subjects_are_counted_as_each_by_itself() {
    let texts = many();
    let texts: Vec<&str> = texts[..400].iter().map(String::as_str).collect();
    let (first, mut second) = (Grown::of(&texts, None), Grown::of(&texts, Some(9)));
    second.documents.truncate(399);
    let subjects = [first.subject(), second.subject()];
    let measure: Measure = "weighted:words:2".parse().unwrap();
    let both = Confirmed::count_each(&subjects, (measure, [30; 2]), None, &Progress::new()).unwrap();
    for (subject, counted) in subjects.iter().zip(both) {
        assert_eq!(counted, Confirmed::count(subject, (measure, 30), None, &Progress::new()).unwrap());
    }
}

#[test]
fn subjects_of_which_one_has_too_many_near_pairs_take_the_same_rounds() {
    let texts = many();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let (first, mut second) = (Grown::of(&texts, None), Grown::of(&texts, None));
    second.signatures = Signatures::from(vec![0_u64; texts.len()]);
    let progress = Progress::new();
    second.tree = Dendrogram::build(&second.signatures, &second.documents, &progress).unwrap();
    second.spread = Spread::measure(&second.tree, &second.signatures, &progress).unwrap();
    let subjects = [first.subject(), second.subject()];
    let measure: Measure = "jaccard:words:2".parse().unwrap();
    let mut whole = Counting::of(&subjects, (measure, 20), &progress).unwrap();
    whole.finish(u64::MAX, &progress).unwrap();
    let mut counting = Counting::of(&subjects, (measure, 20), &progress).unwrap();
    counting.finish(whole.work / 3, &progress).unwrap();
    while !counting.is_done() {
        counting.step(&progress).unwrap();
    }
    let (counted, exact) = (counting.confirmed, whole.confirmed);
    assert!(matches!([counted[0].near, counted[1].near], [Some(_), None]));
    for (counted, exact) in counted.iter().zip(&exact) {
        assert_eq!(counted.curves(30), exact.curves(30));
    }
}
