use super::*;
use crate::sensitivity::tests::lines;

fn curve(corpus: &Corpus, recipe: &Recipe, experiment: Experiment) -> Curve {
    Curve::measure(corpus, recipe, None, experiment, &Progress::new(), &mut |_| {}).unwrap()
}

/// Words that never repeat, so that features are independent.
fn unrepeated() -> Corpus {
    let words: Vec<String> = (0..60_000).map(|n| format!("w{n}x")).collect();
    lines(&words.chunks(40).map(|line| line.join(" ")).collect::<Vec<_>>().join("\n"))
}

#[test]
fn independent_features_move_as_far_as_theory_says() {
    let corpus = unrepeated();
    for edits in [1, 3] {
        let experiment = Experiment { edits, ..Experiment::default() };
        let curve = curve(&corpus, &Recipe::default(), experiment);
        assert_eq!(curve.points.len(), LENGTHS.len());
        for point in &curve.points {
            let n = f64::from(point.features);
            let cosine = (n - f64::from(edits).min(n)) / n;
            // All texts have the same angle, unless a new word was in the text already.
            assert!((point.share - share_of_bits(cosine)).abs() < 0.005, "{} features", point.features);
            let (low, high) = point.band();
            let band = f64::from(low)..=f64::from(high);
            assert!(
                // With two features half the sums are 0, and the tie rule sets all of those to the same bit.
                point.features == 2 || band.contains(&point.mean()),
                "{} features: {} not in {band:?}",
                point.features,
                point.mean()
            );
        }
    }
}

#[test]
fn equal_weights_follow_the_exact_law_of_a_walk() {
    // The bit flips when the other n − 1 features leave it to the replaced one (sum 0 of them, or, for even n, the
    // +1 that a tie of zero asks for), and the new one pushes the other way.
    let curve = curve(&unrepeated(), &Recipe::default(), Experiment { texts: 1000, ..Experiment::default() });
    for point in &curve.points {
        let n = point.features;
        let others = n - 1;
        let decided = if others.is_multiple_of(2) { others / 2 } else { others.div_ceil(2) };
        let chance: f64 = (1..=others)
            .map(|i| if i <= decided { f64::from(others - decided + i) / f64::from(i) / 2.0 } else { 0.5 })
            .product();
        let expected = 64.0 * chance / 2.0;
        // Five standard errors of the mean of 1,000 binomial distances.
        let slack = 5.0 * (expected / 1000.0).sqrt();
        assert!((point.mean() - expected).abs() < slack, "{n}: {} for {expected}", point.mean());
    }
}

#[test]
fn a_curve_follows_from_its_seed() {
    let corpus = Corpus::builtin();
    let few = Experiment { texts: 40, ..Experiment::default() };
    let first = curve(&corpus, &Recipe::default(), few);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    assert_eq!(pool.install(|| curve(&corpus, &Recipe::default(), few)), first);
    assert_ne!(curve(&corpus, &Recipe::default(), Experiment { seed: 2, ..few }).points, first.points);
}

#[test]
fn every_recipe_has_a_curve_of_the_sample() {
    let corpus = Corpus::builtin();
    for named in crate::recipe::named() {
        let few = Experiment { texts: 40, ..Experiment::default() };
        let curve = curve(&corpus, &named.recipe, few);
        assert!(curve.points.len() > 10, "{}: {} points", named.recipe, curve.points.len());
    }
}

#[test]
fn the_band_is_that_of_the_texts_and_not_of_their_mean() {
    // Half of the texts do not move; the others move as for another angle.
    let texts = [(0, 0.0), (32, 0.5)].repeat(10);
    let point = Point::of(5, 64, texts).unwrap();
    assert_eq!(point.band(), (0, 39));
    assert_eq!((point.theory(), point.texts()), (16.0, 20));
    // P(d ≤ 38) of 64 fair coins is 0.9481, P(d ≤ 39) is 0.9703; with the half at 0 that is 0.974 and 0.985.
    assert!((point.expected.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    assert!((point.expected[0] - 0.5).abs() < 1e-12);
    // For a single angle the band is the binomial one.
    assert_eq!(Point::of(5, 64, [(3, 0.1); 7]).unwrap().band(), (2, 11));
    assert!(Point::of(5, 64, []).is_none());
}

#[test]
fn shares_between_points_lie_between_them() {
    let point = |features, distances: [u32; 4]| {
        let texts = (0..).zip(distances).flat_map(|(distance, texts)| vec![(distance, 0.1); texts as usize]);
        Point::of(features, 3, texts).unwrap()
    };
    let curve = Curve {
        experiment: Experiment::default(),
        points: vec![point(2, [0, 4, 2, 2]), point(8, [4, 4, 0, 0])],
    };
    assert_eq!(curve.within(0, 0), None);
    assert_eq!(curve.within(1, 1), Some(0.5));
    assert_eq!(curve.within(2, 0), Some(0.0));
    assert!((curve.within(4, 1).unwrap() - 0.75).abs() < 1e-12);
    assert_eq!(curve.within(8, 0), Some(0.5));
    assert_eq!(curve.within(900, 0), Some(0.5));
    assert_eq!(curve.too_short(0), [false, true, true, true, true, true, true, true, false]);
    assert_eq!(curve.k_to_survive(2, 0.95), Some(3));
    assert_eq!(curve.k_to_survive(7, 0.95), Some(1));
    assert_eq!(curve.k_to_survive(8, 0.95), Some(1));
    assert_eq!(curve.k_to_survive(1, 0.5), Some(1));
    assert_eq!(curve.texts(), Some((8, 8)));
    assert_eq!(curve.k_to_survive(0, 0.95), None);
    let first = &curve.points[0];
    assert_eq!((first.texts(), first.mean(), first.quantile(0.1), first.quantile(0.9)), (8, 1.75, 1, 3));
}

#[cfg(feature = "chinese")]
#[test]
fn texts_that_cannot_be_measured_leave_points_out() {
    use crate::recipe::Tokenizer;
    use crate::sensitivity::vocabulary;
    let recipe = Recipe { tokenizer: Tokenizer::Words(1), ..Recipe::default() };
    for (text, points) in
        [("", 0), ("\n", 0), ("\n\n", 0), ("… !\n", 0), ("one\n", 0), ("one two three\n", 3)]
    {
        let corpus = lines(text);
        let curve = curve(&corpus, &recipe, Experiment::default());
        assert_eq!(curve.points.len(), points, "{text:?}");
        assert_eq!(vocabulary(&corpus, 1).is_empty(), !text.contains("one"), "{text:?}");
        assert_eq!(curve.within(5, 3).is_some(), points > 0);
    }
}

#[test]
fn documents_of_one_word_give_as_many_texts_as_asked() {
    let words = |word: &str, n| (0..n).map(|i| format!("{word}{i}\n")).collect::<String>();
    let short = curve(&lines(&words("w", 2000)), &Recipe::default(), Experiment::default());
    assert_eq!((short.texts(), short.points.len()), (Some((300, 300)), LENGTHS.len()));
    // With words as long as the window in which one is looked for, fewer are found.
    let long = curve(&lines(&words(&"w".repeat(300), 200)), &Recipe::default(), Experiment::default());
    assert_eq!((long.texts(), long.points.last().unwrap().features), (Some((300, 300)), 50));
}

#[test]
fn a_cancelled_curve_is_none() {
    let progress = Progress::new();
    progress.cancel();
    let corpus = Corpus::builtin();
    assert!(
        Curve::measure(&corpus, &Recipe::default(), None, Experiment::default(), &progress, &mut |_| {})
            .is_none()
    );
}
