//! Tests of promises: figures that were computed by an independent program, and simulated draws with known truth.

use super::*;
use crate::random::Random;

fn right(percent: u32) -> Right {
    Right { percent }
}

fn near(value: f64, expected: f64) {
    assert!(
        value == expected || (value - expected).abs() < 1e-6 * expected.abs().max(1.0),
        "{value} for {expected}"
    );
}

/// The stake after each answer.
fn stakes(size: u64, percent: u32, answers: impl IntoIterator<Item = bool>) -> Vec<f64> {
    let mut reading = Reading::default();
    let mut stakes = Vec::new();
    for is_right in answers {
        if reading.log.is_infinite() {
            break;
        }
        reading.add(is_right, (right(percent), size));
        stakes.push(reading.log.exp());
    }
    stakes
}

#[test]
fn so_many_wrong_texts_break_a_promise() {
    for (size, percent, expected) in [(19, 95, 1), (20, 95, 2), (20, 90, 3), (100, 95, 6), (1000, 99, 11)] {
        assert_eq!(right(percent).broken(size), expected);
    }
    assert_eq!(
        ["0.90", ".95", "0.8", "x"].map(|written| written.parse::<Right>().ok()),
        [Some(right(90)), Some(right(95)), None, None]
    );
    assert_eq!([90, 95].map(|percent| right(percent).with_oversights()), [88, 94]);
}

#[test]
fn the_stake_grows_with_each_yes_and_falls_with_a_no() {
    let yes = || std::iter::repeat(true);
    let check = |stakes: &[f64], at: &[usize], expected: &[f64]| {
        at.iter().zip(expected).for_each(|(at, expected)| near(stakes[at - 1], *expected));
    };
    check(&stakes(200, 95, yes().take(40)), &[1, 10, 40], &[1.046561, 1.593682, 7.641438]);
    check(&stakes(1000, 90, yes().take(40)), &[1, 10, 40], &[1.089878, 2.374556, 33.657718]);
    let tenth = stakes(200, 95, (1..=50).map(|at| at != 10));
    check(&tenth, &[9, 10, 11, 50], &[1.5194, 0.30388, 0.317386, 2.147333]);
    let expected = [1.114286, 1.262857, 1.464914, 1.757897, 2.22667, 3.117338, 5.611208, f64::INFINITY];
    check(&stakes(8, 90, yes().take(8)), &[1, 2, 3, 4, 5, 6, 7, 8], &expected);
    check(&stakes(30, 90, [false; 4]), &[1, 2, 3, 4], &[0.2, 0.04, 0.008, 0.0]);
}

#[test]
fn so_many_answers_reach_a_threshold() {
    let reach = |size: u64, percent: u32, wrong: usize, threshold: f64| {
        let stakes = stakes(size, percent, (0..size as usize).map(|at| at >= wrong));
        stakes.iter().position(|stake| *stake >= threshold - 1e-9).map(|at| at + 1)
    };
    let check = |percent: u32, size: u64, expected: [usize; 5]| {
        let found = [(0, 20.0), (0, 25.0), (0, 100.0), (1, 20.0), (2, 20.0)]
            .map(|(wrong, threshold)| reach(size, percent, wrong, threshold).unwrap_or_default());
        assert_eq!(found, expected, "{percent} % of {size}");
    };
    check(90, 50, [22, 23, 29, 33, 42]);
    check(90, 200, [31, 33, 46, 48, 65]);
    check(90, 1_000, [35, 37, 53, 54, 73]);
    check(90, 100_000, [36, 38, 55, 56, 75]);
    check(95, 50, [35, 36, 42, 47, 50]);
    check(95, 200, [56, 60, 79, 86, 114]);
    check(95, 1_000, [69, 74, 104, 107, 145]);
    check(95, 100_000, [73, 78, 112, 113, 153]);
    check(99, 50, [49, 50, 50, 0, 0]);
    check(99, 200, [142, 147, 170, 189, 200]);
    check(99, 1_000, [287, 305, 405, 436, 577]);
    check(99, 100_000, [372, 399, 570, 572, 772]);
}

/// An order of candidates that are their own ranks.
fn plain(keyed: Vec<u32>, percent: u32, starts: [u64; 2]) -> Order {
    let (all, ranked) = (keyed.len() as u64, (0..keyed.len() as u32).collect());
    let keyed = keyed.into_iter().map(|one| (one.into(), one)).collect();
    let prefixes =
        Prefixes { right: right(percent), keyed, sizes: sizes(starts, all), starts, most: u64::MAX };
    Order { ranked, prefixes }
}

#[test]
fn sizes_are_tested_in_a_fixed_list_and_hand_their_error_on() {
    let order = plain((0..100).collect(), 90, [60, 30]);
    assert_eq!(order.prefixes.sizes, [30, 35, 40, 45, 50, 55, 60, 66, 72, 79, 86, 94, 100]);
    let accepted = |best: &dyn Fn(u64) -> f64| {
        let mut readings = order.readings();
        for (size, reading) in order.prefixes.sizes.iter().zip(&mut readings.of) {
            // Nothing is read: the stakes are given.
            (reading.best, reading.log) = (best(*size), f64::NEG_INFINITY);
        }
        readings.state(&[None; 100], 0).accepted
    };
    let first = |size: u64| match size {
        30 | 35 => 5.0,
        40 | 72 => 3.0,
        60 | 66 => 3.3,
        _ => 0.0,
    };
    assert_eq!(accepted(&first), 66);
    let second = |size: u64| match size {
        30..=50 => 4.7,
        60 => 3.1,
        66 => 3.0,
        _ => 0.0,
    };
    assert_eq!(accepted(&second), 50);
}

#[test]
fn a_key_is_the_hash_of_seed_purpose_and_both_texts() {
    let candidate = of("a b c", "a b d", 0.5, Kind::Word);
    assert_eq!(candidate.key(1, 1), 0x5502_d66c_588f_346a);
    assert_ne!(candidate.key(1, 0), candidate.key(1, 1));
}

fn of(goes: &str, stays: &str, similarity: f64, kind: Kind) -> Candidate {
    let texts = [goes, stays].map(|text| xxh3_64(text.as_bytes()));
    Candidate { documents: [0, 1], texts, similarity, kind }
}

#[test]
fn the_pilot_teaches_what_is_right() {
    let one = |similarity, kind| of("a", "b", similarity, kind);
    let pilot = [
        (one(0.9, Kind::TextMore), true),
        (one(0.7, Kind::Word), true),
        (one(0.5, Kind::Number), false),
        (one(0.35, Kind::Rewritten), true),
    ];
    let learned = learn(pilot.iter().map(|(one, yes)| (one, *yes)));
    let rounded = |value: f64| (value * 1e4).round() / 1e4;
    let class = |kind| rounded(learned[2 + learning::class(kind)]);
    assert_eq!([learned[0], learned[1]].map(rounded), [1.6062, 1.0009]);
    assert_eq!(
        [Kind::TextMore, Kind::Number, Kind::Rewritten, Kind::Word].map(class),
        [0.1033, -1.7394, 0.4982, 0.1986]
    );
    let told = |similarity, kind| rounded(learning::estimate(&learned, &one(similarity, kind)));
    assert_eq!(
        [told(1.0, Kind::TextMore), told(0.8, Kind::Number), told(0.4, Kind::Word)],
        [0.9648, 0.6610, 0.7319]
    );
}

const KEYED: [u32; 40] = [
    26, 2, 35, 36, 39, 19, 25, 11, 29, 17, 38, 23, 20, 5, 12, 28, 18, 21, 30, 14, 7, 13, 24, 10, 15, 16, 9,
    1, 33, 37, 34, 0, 8, 27, 3, 32, 31, 6, 4, 22,
];

#[test]
fn a_walk_asks_and_accepts_step_by_step() {
    let order = plain(KEYED.to_vec(), 90, [24, 15]);
    let (mut answers, mut readings) = ([None; 40], order.readings());
    let (mut asked, mut accepted) = (Vec::new(), Vec::new());
    loop {
        let state = readings.state(&answers, BUDGET - asked.len());
        if accepted.last().is_none_or(|&(_, before)| before != state.accepted) {
            accepted.push((asked.len(), state.accepted));
        }
        // What was read step by step is what is read at once.
        assert_eq!(order.readings().state(&answers, BUDGET - asked.len()), state);
        let Some(next) = state.next else { break };
        answers[next.candidate as usize] = Some(![33, 35, 38, 39].contains(&next.candidate));
        asked.push(next.candidate);
    }
    let expected = [
        2, 19, 11, 17, 23, 20, 5, 12, 18, 21, 14, 7, 13, 10, 15, 16, 9, 26, 25, 28, 24, 29, 30, 35, 36, 38, 1,
    ];
    assert_eq!(asked[..27], expected);
    assert_eq!(accepted, [(0, 0), (17, 24), (21, 29), (23, 34), (39, 39), (40, 40)]);
    assert_eq!(order.goes(40, &answers).len(), 36);
}

#[test]
fn answers_are_read_in_the_order_of_keys_whatever_was_asked_first() {
    // Somebody who knows the truth answers what is right first: that is no evidence.
    let order = plain(KEYED.to_vec(), 90, [24, 15]);
    let mut answers = [None; 40];
    KEYED[2..].iter().for_each(|&one| answers[one as usize] = Some(true));
    (answers[26], answers[2]) = (None, None);
    let state = order.readings().state(&answers, BUDGET);
    assert_eq!((state.accepted, state.next.unwrap().candidate), (0, 2));
    answers[2] = Some(false);
    assert_eq!(order.readings().state(&answers, 0).accepted, 24, "the same answers, read from the first on");
}

/// Candidates with their truth: the more similar, the more often right.
fn world(all: u64, random: &mut Random) -> Vec<(Candidate, bool)> {
    let mut world: Vec<(Candidate, bool)> = (0..all)
        .map(|number| {
            let similarity = 0.3 + 0.7 * random.below(1000) as f64 / 1000.0;
            let kind = [Kind::Word, Kind::Number, Kind::TextMore][random.below(3)];
            let chance = similarity - if kind == Kind::Number { 0.5 } else { 0.0 };
            let is_right = (random.below(1000) as f64) < 1000.0 * chance;
            (Candidate { documents: [0; 2], texts: [number, all + number], similarity, kind }, is_right)
        })
        .collect();
    world.sort_by(|(a, _), (b, _)| b.similarity.total_cmp(&a.similarity));
    world
}

#[test]
fn the_pilot_has_keys_of_its_own_and_is_not_counted_again() {
    let world = world(400, &mut Random::of(&[7]));
    let candidates: Vec<Candidate> = world.iter().map(|(one, _)| *one).collect();
    let mut same = 0;
    for seed in 1..=20 {
        let pilot = pilot(&candidates, seed);
        assert_eq!(pilot.len(), PILOT);
        let learned = learn(pilot.iter().map(|&one| (&candidates[one as usize], world[one as usize].1)));
        let order = Order::new(&candidates, (right(90), seed), &pilot, &learned);
        assert_eq!(order.ranked.len(), candidates.len() - PILOT);
        assert!(pilot.iter().all(|one| !order.ranked.contains(one)), "a pilot counts no more");
        // The pilot takes the smallest keys of its own: with those of the test, the test would begin with what is left.
        let by_prior = |one: &u32| candidates[*one as usize].prior();
        let mut slice: Vec<u32> = (0..candidates.len() as u32).collect();
        slice.sort_by(|a, b| by_prior(b).total_cmp(&by_prior(a)));
        slice.truncate(candidates.len() / PILOT);
        let smallest = |purpose: u64| {
            slice.iter().copied().min_by_key(|&one| candidates[one as usize].key(seed, purpose)).unwrap()
        };
        assert_eq!(pilot[0], smallest(0));
        same += u32::from(pilot[0] == smallest(1));
        let by_keys = |purpose: u64| {
            order.prefixes.keyed.is_sorted_by_key(|&(_, one)| candidates[one as usize].key(seed, purpose))
        };
        assert!(by_keys(1) && !by_keys(0));
    }
    assert!(same < 5, "{same} of 20 by chance");
}

#[test]
fn a_promise_is_broken_in_no_more_than_one_draw_of_twenty() {
    let mut random = Random::of(&[1]);
    for percent in [90, 95] {
        let (mut broken, mut promised) = (0, 0);
        for seed in 1..=300 {
            let world = world(300, &mut random);
            let candidates: Vec<Candidate> = world.iter().map(|(one, _)| *one).collect();
            let of = |one: u32| world[one as usize].1;
            let (pilot, mut answers) = (pilot(&candidates, seed), vec![None; world.len()]);
            pilot.iter().for_each(|&one| answers[one as usize] = Some(of(one)));
            let learned = learn(pilot.iter().map(|&one| (&candidates[one as usize], of(one))));
            let order = Order::new(&candidates, (right(percent), seed), &pilot, &learned);
            let mut readings = order.readings();
            let mut state = readings.state(&answers, BUDGET - PILOT);
            for left in (0..BUDGET - PILOT).rev() {
                let Some(next) = state.next else { break };
                answers[next.candidate as usize] = Some(of(next.candidate));
                state = readings.state(&answers, left);
            }
            let prefix = &order.ranked[..state.accepted as usize];
            let wrong = prefix.iter().filter(|&&one| !of(one)).count() as u64;
            promised += u32::from(state.accepted > 0);
            broken += u32::from(state.accepted > 0 && wrong >= right(percent).broken(state.accepted));
        }
        assert!(broken <= 15, "{percent}: {broken} of 300");
        assert!(promised >= 30, "{percent}: {promised} of 300 promise anything");
    }
}

/// Pairs at each distance, all drawn, and whether they are right: the farther apart, the more often wrong.
fn rings(random: &mut Random) -> (Vec<Ring>, Vec<Vec<bool>>) {
    let mut number = 0;
    let ring = |distance: usize| {
        let pairs = 10 + (3.0 * 1.5_f64.powf(distance as f64)) as u32;
        let drawn = (number..number + pairs).map(|one| (one, one + 1)).collect();
        number += pairs;
        let wrong = 2 + distance * distance * 40 / 256;
        let is_right = (0..pairs).map(|_| random.below(100) >= wrong).collect();
        (Ring { pairs: pairs.into(), drawn }, is_right)
    };
    (0..=usize::from(FARTHEST)).map(ring).unzip()
}

#[test]
fn a_k_is_promised_wrongly_in_no_more_than_one_draw_of_twenty() {
    let mut random = Random::of(&[2]);
    for percent in [90, 95] {
        let (mut broken, mut promised) = (0, 0);
        for seed in 1..=200 {
            let (mut rings, truth) = rings(&mut random);
            let is_right: Vec<bool> = truth.concat();
            rings.iter_mut().for_each(|ring| random.shuffle(&mut ring.drawn));
            let draw = Distances::new(&rings, right(percent), seed);
            let mut answers = vec![None; draw.pairs().len()];
            let place = |pair| draw.pairs().iter().position(|one| *one == pair).unwrap();
            let mut said = draw.answered(&answers, &answers, 20);
            assert!(said.k.is_none() && said.asked_for.is_none() && said.next.len() == PILOT_OF_K);
            while !said.next.is_empty() && said.counts[0] < BUDGET {
                said.next.iter().for_each(|&pair| answers[place(pair)] = Some(is_right[pair.0 as usize]));
                said = draw.answered(&answers, &answers, 20);
            }
            let Some(k) = said.k else { continue };
            promised += 1;
            let mut within: Vec<bool> = truth[..=usize::from(k)].concat();
            // What the pilot was told is no part of what is promised.
            let pilot = (0..=usize::from(k)).take(PILOT_OF_K).map(|distance| rings[distance].drawn[0].0);
            pilot.for_each(|one| within[one as usize] = true);
            let wrong = within.iter().filter(|is_right| !**is_right).count() as u64;
            broken += u32::from(wrong >= right(percent).broken(said.pairs));
        }
        assert!(broken <= 10, "{percent}: {broken} of 200");
        assert!(promised >= 100, "{percent}: {promised} of 200 promise anything");
    }
}

/// How many pairs are asked before a k is tested.
const PILOT_OF_K: usize = 16;

#[test]
fn pairs_within_a_distance_are_read_in_random_order() {
    // Eight of each distance are the pilot's; of one and three others each is as often the first.
    let ring = |from: u32, pairs: u32| Ring {
        pairs: pairs.into(),
        drawn: (from..from + pairs).map(|one| (one, one)).collect(),
    };
    let mut firsts = [0_u32; 2];
    for seed in 0..4_000 {
        let rings: Vec<Ring> = [(0, 9), (9, 11)].map(|(from, pairs)| ring(from, pairs)).into();
        let draw = Distances::new(&rings, right(90), seed);
        assert_eq!(draw.pilot.len(), PILOT_OF_K);
        firsts[usize::from(draw.keyed[0] > 8)] += 1;
    }
    assert!((900..1_100).contains(&firsts[0]), "{firsts:?}");
}

#[test]
fn draws_are_read_back() {
    let draw = Draw {
        right: 0.95,
        seed: 3,
        measure: "jaccard:chars:3".to_owned(),
        floor: 0.3,
        corpus: "0000000000000001".to_owned(),
        candidates: "0000000000000002".to_owned(),
        judgements: 4,
        pilot: vec![1, 2],
        coefficients: None,
        sizes: None,
    };
    let later = Draw { coefficients: Some([0.1; 10]), sizes: Some([60, 30]), right: 0.9, ..draw.clone() };
    let mut draws = Draws { draw: vec![draw, later], k: Vec::new() };
    let signatures = crate::hamming::Signatures::from(vec![1_u64, 2]);
    let drawn = |draws: &mut Draws, seed| draws.draw_k((right(90), seed), &signatures);
    assert_eq!([drawn(&mut draws, 1), drawn(&mut draws, 1)], [Ok(None), Ok(None)]);
    assert_eq!(drawn(&mut draws, 2).unwrap().as_deref(), Some("second draw: both hold in 90 %"));
    assert!(draws.draw_k((right(90), 1), &crate::hamming::Signatures::from(vec![1_u64])).is_err());
    assert_eq!(Draws::read(&draws.write()), Ok(draws.clone()));
    assert_eq!([95, 90, 99].map(|percent| draws.find(right(percent), 3)), [Some(0), Some(1), None]);
    assert!(Draws::read("draw = 1").unwrap_err().starts_with("no file of draws"));
}
