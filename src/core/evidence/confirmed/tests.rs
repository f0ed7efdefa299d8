//! By hand, and against comparing every pair.

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
    let mut same = Both::new();
    let within = both(by_distance, &mut same.by_distance);
    let joined = both(by_join, &mut same.by_join);
    let bits = by_distance.len() as u8 - 1;
    Confirmed {
        measure: Measure::Weighted(Shingles::Words(2)),
        least: 20,
        documents: 100,
        bits,
        within,
        in_groups: (0..=bits).map(|k| joined.within(k).unwrap()).collect(),
        same,
        found: Both::new(),
        steps: Vec::new(),
        rounds: ROUNDS,
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
    let at = confirmed.at_every_k(Purpose::Pairs, 30);
    let third = 1.0 / 3.0;
    let of = |at: &At| (at.pairs, at.confirmed, at.missed);
    assert_eq!(at.iter().map(of).collect::<Vec<_>>(), [(1, 1.0, 1.0), (2, 1.0, 1.0), (4, 2.0, 0.0)]);
    assert_eq!((at[0].precision(), at[0].recall(), at[0].f1()), (Some(1.0), Some(0.5), Some(2.0 * third)));
    let nothing = made(&[&[], &[0.0]], &[&[], &[0.0]]).at_every_k(Purpose::Pairs, 30);
    assert_eq!((nothing[0].precision(), nothing[1].precision()), (None, Some(0.0)));
    assert_eq!((nothing[1].recall(), nothing[1].f1()), (None, None));
    let radii = confirmed.radii(30);
    assert_eq!(radii, [Radius { wanted: 0.99, k: 2, recall: 1.0, pairs: 4 }], "one k for all three");
}

/// Documents of a few words from few, and their signatures, of which some are equal though the texts are not.
fn subjects() -> impl Strategy<Value = Vec<String>> {
    let text = prop_oneof![
        4 => "[a-e]( [a-e]){0,6}",
        1 => "the one frame of all of them [a-e]( [a-e])?",
        1 => Just(String::new()),
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
        let (corpus, recipe) = (corpus(texts), Recipe::default());
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
                pairs.push((measurer.value(&of_a, &of_b), d, grown.tree.joined_at(a, b)));
            }
        }
        for hundredths in [20, 25, 30, 50, 60, 80, 100] {
            let tau = f64::from(hundredths) / 100.0;
            let right = || pairs.iter().filter(|pair| pair.0 >= tau);
            prop_assert_eq!(confirmed.all(hundredths), right().count() as f64);
            for (k, at) in (0..).zip(confirmed.at_every_k(Purpose::Pairs, hundredths)) {
                let within = right().filter(|pair| pair.1 <= k).count();
                let all = pairs.iter().filter(|pair| pair.1 <= k).count();
                prop_assert_eq!((at.pairs, at.confirmed), (all as u64, within as f64));
                prop_assert_eq!(at.missed, (right().count() - within) as f64);
            }
            for (k, at) in (0..).zip(confirmed.at_every_k(Purpose::Groups, hundredths)) {
                let joined = |pair: &&(f64, u8, Option<u8>)| pair.2.is_some_and(|height| height <= k);
                let all = pairs.iter().filter(joined).count();
                prop_assert_eq!((at.pairs, at.confirmed), (all as u64, right().filter(joined).count() as f64));
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
    let mut counting = Counting::of(&grown.subject(), (measure, 30), &Progress::new()).unwrap();
    for _ in 0..ROUNDS / 4 {
        counting.rounds_of(0, &Progress::new()).unwrap();
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
