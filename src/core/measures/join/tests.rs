use crate::measures::{Join, Measure, ROUNDS, Ratio, Shingles, Sink, Weights};
use crate::progress::Progress;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::convert::Infallible;

const BIGRAMS: Shingles = Shingles::Words(2);

type Pairs = BTreeMap<(u32, u32), f64>;

/// The pairs that a join streams; none twice.
fn streamed(join: &Join) -> Pairs {
    let mut pairs = Pairs::new();
    let on = |(a, b, value): (u32, u32, f64)| {
        assert!(a < b && pairs.insert((a, b), value).is_none(), "{a} and {b} come twice");
        Ok::<(), Infallible>(())
    };
    let Ok(done) = join.stream(&Progress::new(), on);
    done.unwrap();
    pairs
}

fn joined(measure: Measure, hundredths: u8, texts: &[&str]) -> Pairs {
    streamed(&Join::of(measure, hundredths, texts, &Progress::new()).unwrap())
}

type Value = Box<dyn Fn(&str, &str) -> f64>;

/// All pairs, each measured by itself.
fn compared(measure: Measure, hundredths: u8, texts: &[&str]) -> Pairs {
    let (Measure::Jaccard(shingles) | Measure::Weighted(shingles)) = measure else {
        unreachable!("no other is joined")
    };
    let value: Value = match measure {
        Measure::Jaccard(_) => Box::new(move |a, b| {
            let [a, b] = [a, b].map(|text| shingles.set(text));
            let common = a.iter().filter(|shingle| b.contains(shingle)).count();
            common as f64 / (a.len() + b.len() - common).max(1) as f64
        }),
        _ => {
            let weights = Weights::of(shingles, texts, &Progress::new()).unwrap();
            Box::new(move |a, b| weights.weigh(a).jaccard(&weights.weigh(b)))
        }
    };
    let mut pairs = Pairs::new();
    for (b, of_b) in texts.iter().enumerate() {
        for (a, of_a) in texts[..b].iter().enumerate() {
            let value = value(of_a, of_b);
            let is_blank = |text: &str| shingles.set(text).is_empty();
            if !(is_blank(of_a) && is_blank(of_b)) && value >= f64::from(hundredths) / 100.0 {
                pairs.insert((a as u32, b as u32), value);
            }
        }
    }
    pairs
}

fn measures() -> impl Strategy<Value = Measure> {
    let shingles = prop_oneof![Just(Shingles::Words(1)), Just(BIGRAMS), Just(Shingles::Chars(3))];
    shingles.prop_flat_map(|unit| prop_oneof![Just(Measure::Jaccard(unit)), Just(Measure::Weighted(unit))])
}

/// Texts of few words, which share much.
fn related() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec("[a-f]( [a-f]){0,9}", 0..60)
}

/// Equal texts, one frame in many, one long text, texts without words, prefixes of each other.
fn adversarial() -> impl Strategy<Value = Vec<String>> {
    let text = prop_oneof![
        3 => "the frame of all letters is this: [a-h]( [a-h]){0,5}",
        2 => "[abc]( [abc]){0,3}",
        2 => "床[前明月光]{1,6}",
        1 => Just("…!".to_owned()),
        1 => Just(String::new()),
        1 => Just("one long text ".to_owned() + &(0..400).map(|n| format!("w{n} ")).collect::<String>()),
        2 => (1..400_usize).prop_map(|to| (0..to).map(|n| format!("w{n} ")).collect::<String>()),
    ];
    (prop::collection::vec(text, 1..40), 1..4_usize)
        .prop_map(|(texts, times)| texts.iter().cycle().take(times * texts.len()).cloned().collect())
}

fn refs(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}

proptest! {
    #[test]
    fn the_pairs_are_those_of_comparing_all(
        texts in prop_oneof![related(), adversarial()],
        measure in measures(),
        hundredths in prop::sample::select(vec![1, 5, 20, 30, 33, 50, 60, 67, 75, 80, 99, 100]),
    ) {
        let texts = refs(&texts);
        prop_assert_eq!(joined(measure, hundredths, &texts), compared(measure, hundredths, &texts));
    }

    #[test]
    fn neither_threads_nor_rounds_change_what_is_found(texts in adversarial(), measure in measures(), seed: u64) {
        let texts = refs(&texts);
        let join = Join::of(measure, 20, &texts, &Progress::new()).unwrap();
        let mut owners: Vec<u32> = [join.rounds(seed).concat(), join.large()].concat();
        prop_assert_eq!(join.rounds(seed).len(), ROUNDS);
        let count = |threads: usize, portions: &[&[u32]]| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut sinks: Vec<Vec<(u32, u32, Ratio)>> = Vec::new();
            pool.install(|| {
                for owners in portions {
                    join.each(owners, &mut sinks, Vec::new, &Progress::new()).unwrap();
                }
            });
            assert!(sinks.len() <= threads);
            let mut found = sinks.concat();
            found.sort_unstable_by_key(|found| (found.0, found.1));
            found
        };
        let by_rounds = count(3, &owners.chunks(7).collect::<Vec<_>>());
        owners.sort_unstable();
        prop_assert_eq!(&owners, &(0..join.owners() as u32).collect::<Vec<u32>>());
        prop_assert_eq!(by_rounds, count(1, &[&owners]));
    }

    #[test]
    fn every_round_has_as_many_owners_of_each_size(n in 0..2000_u32, seed: u64) {
        let texts: Vec<String> = (0..n).map(|n| format!("word {n}")).collect();
        let join = Join::of(Measure::Jaccard(BIGRAMS), 50, &refs(&texts), &Progress::new()).unwrap();
        for round in join.rounds(seed) {
            for (stratum, owner) in (0..).zip(&round) {
                prop_assert!((stratum * ROUNDS as u32..(stratum + 1) * ROUNDS as u32).contains(owner));
            }
            prop_assert!(round.len().abs_diff(n as usize / ROUNDS) <= 1);
        }
    }
}

#[test]
fn a_set_may_have_more_shingles_than_sixteen_bits_count() {
    let long: String = (0..70_000).map(|n| format!("w{n} ")).collect();
    let longer = long.clone() + "end of it";
    let texts = [&long[..], "w1 w2 w3", &longer, "w69998 w69999"];
    assert_eq!(
        joined(Measure::Jaccard(BIGRAMS), 20, &texts),
        compared(Measure::Jaccard(BIGRAMS), 20, &texts)
    );
    assert_eq!(joined(Measure::Weighted(BIGRAMS), 20, &texts).len(), 1);
}

#[test]
fn a_huge_number_of_pairs_is_counted_without_holding_them() {
    struct Count<'j>(&'j Join, u64);
    impl Sink for Count<'_> {
        fn take(&mut self, a: u32, b: u32, _: Ratio) {
            let [of_a, of_b] = [a, b].map(|class| self.0.documents(class).len() as u64);
            self.1 += if a == b { of_a * (of_a - 1) / 2 } else { of_a * of_b };
        }
    }
    let texts: Vec<String> =
        (0..3000).map(|n| format!("ticket of the one frame that all share and number {}", n / 2)).collect();
    let join = Join::of(Measure::Jaccard(BIGRAMS), 50, &refs(&texts), &Progress::new()).unwrap();
    let (owners, mut sinks) = ((0..join.owners() as u32).collect::<Vec<u32>>(), Vec::new());
    join.each(&owners, &mut sinks, || Count(&join, 0), &Progress::new()).unwrap();
    assert_eq!((join.owners(), sinks.iter().map(|sink| sink.1).sum()), (1500, 3000 * 2999 / 2));
    assert!(join.work(owners) > 1500 * 1499 / 2);
    // The frame weighs nothing.
    let weighted = Join::of(Measure::Weighted(BIGRAMS), 30, &refs(&texts), &Progress::new()).unwrap();
    assert_eq!(streamed(&weighted).len(), 1500);
}

#[test]
fn texts_without_words_are_no_evidence() {
    let texts = ["…!", "…!", "", "one two", "one two"];
    for measure in [Measure::Jaccard(BIGRAMS), Measure::Weighted(BIGRAMS)] {
        assert_eq!(joined(measure, 1, &texts), Pairs::from([((3, 4), 1.0)]));
    }
}

#[test]
fn large_classes_are_in_no_round() {
    let texts: Vec<String> = (0..400).map(|n| format!("word {}", n.max(12))).collect();
    let join = Join::of(Measure::Jaccard(BIGRAMS), 50, &refs(&texts), &Progress::new()).unwrap();
    let large = join.large();
    assert_eq!(large.iter().map(|&owner| join.documents(owner).len()).collect::<Vec<_>>(), [13]);
    assert!(!join.rounds(1).concat().contains(&large[0]));
}

#[test]
fn the_share_of_frames_is_that_of_all_texts() {
    // Of each text the four pairs of the frame weigh nothing, and one or two others do.
    let texts: Vec<String> =
        (0..50).map(|n| format!("a frame of five words {n}{}", [" x", ""][n % 2])).collect();
    let join = |measure| Join::of(measure, 30, &refs(&texts), &Progress::new()).unwrap();
    for measure in [Measure::Weighted(BIGRAMS), Measure::Jaccard(BIGRAMS)] {
        assert_eq!(join(measure).frames(), 4.0 / 5.5);
    }
}

#[test]
fn a_stop_ends_the_pairs_of_one_class() {
    let texts = ["the same"; 300];
    let (join, progress) =
        (Join::of(Measure::Jaccard(BIGRAMS), 20, &texts, &Progress::new()).unwrap(), Progress::new());
    let mut pairs = 0;
    let on = |_| {
        pairs += 1;
        progress.cancel();
        Ok::<(), Infallible>(())
    };
    assert_eq!(join.stream(&progress, on), Ok(None));
    assert!(pairs < 300, "{pairs} of 44,850");
}

#[test]
fn a_stop_ends_a_join_and_an_error_ends_a_stream() {
    let texts = ["to be or not to be", "to be or not", "or not to be"];
    let progress = Progress::new();
    let join = Join::of(Measure::Jaccard(BIGRAMS), 20, &texts, &progress).unwrap();
    assert_eq!(join.stream(&progress, |_| Err("full")), Err("full"));
    progress.cancel();
    assert_eq!(join.stream(&progress, |_| Ok::<(), Infallible>(())), Ok(None));
    assert!(Join::of(Measure::Jaccard(BIGRAMS), 20, &texts, &progress).is_none());
    assert!(!Join::can(Measure::Edit) && Join::of(Measure::Edit, 20, &texts, &Progress::new()).is_none());
}
