//! By hand, and by drawing from populations whose truth is known.

use super::*;
use proptest::prelude::*;

fn fallen(values: &[f64], weights: &[u64]) -> Vec<f64> {
    let mut values = values.to_vec();
    fall(&mut values, weights);
    values
}

#[test]
fn violators_are_pooled_by_weight() {
    assert_eq!(fallen(&[0.9, 0.5, 0.1], &[1, 1, 1]), [0.9, 0.5, 0.1]);
    // 0.2 and 0.8 pool to (0.2 · 1 + 0.8 · 3) ÷ 4.
    assert_eq!(fallen(&[0.9, 0.25, 0.75], &[1, 1, 3]), [0.9, 0.625, 0.625]);
    // The last pools with the one before, and both then with the first.
    assert_eq!(fallen(&[0.5, 0.25, 1.0], &[2, 1, 1]), [0.5625, 0.5625, 0.5625]);
    assert_eq!(fallen(&[0.0, 1.0], &[0, 5]), [1.0, 1.0], "what has no weight takes its neighbour's");
    assert_eq!(fallen(&[0.0, 0.0], &[0, 0]), [0.0, 0.0]);
    assert_eq!(fallen(&[], &[]), [0.0; 0]);
}

proptest! {
    /// The isotonic regression is the only one of its kind that is no worse than any falling sequence near it.
    #[test]
    fn no_falling_sequence_is_nearer(
        pairs in prop::collection::vec((0.0..1.0_f64, 1..50_u64), 1..12),
        others in prop::collection::vec(0.0..1.0_f64, 12),
    ) {
        let (values, weights): (Vec<f64>, Vec<u64>) = pairs.into_iter().unzip();
        let found = fallen(&values, &weights);
        prop_assert!(found.windows(2).all(|pair| pair[0] >= pair[1]));
        let mut others = others[..values.len()].to_vec();
        others.sort_by(|a, b| b.total_cmp(a));
        let squares = |of: &[f64]| -> f64 {
            of.iter().zip(&values).zip(&weights).map(|((a, b), &w)| (a - b).powi(2) * w as f64).sum()
        };
        prop_assert!(squares(&found) <= squares(&others) + 1e-12);
    }
}

#[test]
fn one_hit_far_out_is_chance_and_what_is_known_exactly_stays() {
    let hits =
        Hits { of: vec![4, 900, 900, 900, 2], drawn: vec![4, 100, 100, 100, 2], hits: vec![3, 40, 60, 1, 0] };
    assert_eq!(hits.falling(), [0.75, 0.5, 0.5, 0.0, 0.0]);
    // The last stratum is whole, so its one hit is no chance.
    let hits = Hits { hits: vec![3, 40, 60, 1, 1], ..hits };
    assert_eq!(hits.falling(), [0.75, 0.5, 0.5, 0.01, 0.5]);
}

#[test]
fn one_stratum_has_wilsons_interval() {
    // So large that the part drawn does not matter.
    let of = 1 << 50;
    for (hits, drawn) in [(0, 150), (1, 150), (75, 150), (150, 150), (7, 20)] {
        let one = Hits { of: vec![of], drawn: vec![drawn], hits: vec![hits] };
        let (pairs, right) = one.sums(&one.shares())[0];
        assert_eq!(pairs, of);
        let (low, high) = wilson(hits, drawn, Z95);
        let [found_low, found_high] = [right.low, right.high].map(|limit| limit / of as f64);
        // A share of 0 or 1 has a variance only when smoothed, so the effective sample is a little larger.
        assert!(
            (found_low - low).abs() < 1e-3 && (found_high - high).abs() < 1e-3,
            "{found_low} {low} {found_high} {high}"
        );
    }
}

#[test]
fn what_is_drawn_whole_has_no_interval() {
    let whole = Hits { of: vec![10, 0, 5], drawn: vec![10, 0, 5], hits: vec![9, 0, 1] };
    let sums = whole.sums(&whole.falling());
    assert_eq!(sums, [(10, Share::exact(9.0)), (10, Share::exact(9.0)), (15, Share::exact(10.0))]);
}

#[test]
fn limits_never_deny_what_was_seen() {
    let most = Hits { of: vec![200], drawn: vec![199], hits: vec![100] };
    let right = most.sums(&most.shares())[0].1;
    assert!(right.low >= 100.0 && right.high <= 101.0, "{right:?}");
}

/// A population: pairs and right ones, by stratum.
type Population = Vec<(u64, u64)>;

fn population(of: impl Iterator<Item = (f64, f64)>) -> Population {
    of.map(|(pairs, share)| (pairs as u64, (pairs.floor() * share).round() as u64)).collect()
}

/// Draws without replacement.
fn drawn(population: &Population, sample: u64, random: &mut Random) -> Hits {
    let mut found = Hits { of: Vec::new(), drawn: Vec::new(), hits: Vec::new() };
    for &(of, right) in population {
        let drawn = of.min(sample);
        let mut hits = 0;
        for done in 0..drawn {
            hits += u64::from((random.below((of - done) as usize) as u64) < right - hits);
        }
        found.of.push(of);
        found.drawn.push(drawn);
        found.hits.push(hits);
    }
    found
}

/// How often the interval holds the truth, by k: least and mean, in percent.
fn coverage(population: &Population, sample: u64) -> (f64, f64) {
    const TRIALS: usize = 1000;
    let mut random = Random::of(&[sample, population.len() as u64]);
    let truth: Vec<u64> = population
        .iter()
        .scan(0, |sum, &(_, right)| {
            *sum += right;
            Some(*sum)
        })
        .collect();
    let mut held = vec![0; population.len()];
    for _ in 0..TRIALS {
        let hits = drawn(population, sample, &mut random);
        let sums = hits.sums(&hits.falling());
        for ((held, (_, right)), &truth) in held.iter_mut().zip(sums).zip(&truth) {
            let truth = truth as f64;
            *held +=
                usize::from(right.low <= truth * (1.0 + 1e-9) && truth <= right.high * (1.0 + 1e-9) + 1e-9);
        }
    }
    let least = held.iter().copied().min().unwrap_or(0) as f64 / TRIALS as f64 * 100.0;
    (least, held.iter().sum::<usize>() as f64 / (TRIALS * held.len()) as f64 * 100.0)
}

fn check(name: &str, population: Population, sample: u64) {
    let (least, mean) = coverage(&population, sample);
    // A thousand trials of 95 % have a standard error of 0.7 %.
    assert!(least >= 92.5 && mean >= 93.5, "{name}: least {least:.1}, mean {mean:.1}");
    // Not wider than they have to be: at most this.
    assert!(mean <= 99.6, "{name}: mean {mean:.1}");
}

#[test]
fn intervals_hold_the_truth_of_few_large_strata() {
    for share in [0.02, 0.1, 0.5, 0.9, 0.98] {
        check("one", population([(1e5, share)].into_iter()), 150);
    }
    check("two", population([(1e4, 0.9), (1e6, 0.2)].into_iter()), 150);
    check("heterogeneous", population([(2e3, 0.5), (2e3, 0.5), (6e4, 0.008)].into_iter()), 150);
    check(
        "huge tail",
        population(
            (2..9).map(|i| (10_f64.powi(i), [0.99, 0.95, 0.7, 0.2, 0.01, 0.001, 1e-4][i as usize - 2])),
        ),
        150,
    );
}

#[test]
fn intervals_hold_the_truth_of_many_strata() {
    let logistic = |i: f64| 1.0 / (1.0 + (i - 6.0).exp());
    let i = || (0..12).map(f64::from);
    check("falling", population(i().map(|i| (100.0 * 2_f64.powf(i), logistic(i)))), 150);
    check("near one", population(i().map(|i| (1000.0 + 500.0 * i, 0.995 - 0.005 * i))), 150);
    check("near zero", population(i().map(|i| (1000.0 + 500.0 * i, 0.03 - 0.002 * i))), 150);
    check("even", population(i().map(|_| (1e4, 0.5))), 150);
    check("long tail", population((0..20).map(|i| (5e3, if i < 4 { 0.9 } else { 0.005 }))), 150);
}

#[test]
fn intervals_hold_the_truth_if_shares_do_not_fall() {
    check(
        "up and down",
        population([(500.0, 0.5), (800.0, 0.9), (1e3, 0.6), (1e3, 0.8), (2e3, 0.3), (3e3, 0.4)].into_iter()),
        150,
    );
}

#[test]
fn intervals_hold_the_truth_of_small_samples_and_of_small_strata() {
    let logistic = |i: f64| 1.0 / (1.0 + ((i - 6.0) / 1.5).exp());
    check(
        "sample of 20",
        population((0..12).map(f64::from).map(|i| (1000.0 * 2_f64.powf(i), logistic(i)))),
        20,
    );
    check("three of four drawn", population((0..12).map(f64::from).map(|i| (200.0, 0.95 - 0.07 * i))), 150);
    let sizes = [20, 60, 140, 160, 200, 300, 500, 900, 2000, 5000, 20_000, 1_000_000];
    let shares = [1.0, 1.0, 0.98, 0.97, 0.95, 0.9, 0.8, 0.6, 0.3, 0.1, 0.01, 0.0001];
    check("all sizes", population(sizes.into_iter().map(f64::from).zip(shares)), 150);
}

/// Known of Wilson's interval: for a share next to 0 or 1 it may hold the truth less often in one large stratum.
#[test]
fn one_share_next_to_one_is_held_in_nine_of_ten() {
    let (least, _) = coverage(&population([(1e5, 0.999)].into_iter()), 150);
    assert!((85.0..99.0).contains(&least), "{least}");
}
