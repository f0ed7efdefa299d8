//! All pairs within k: every strategy's time, and ratios against blocks written down in the plainest way.
//!
//! `cargo bench --bench search -- small` leaves out what has 10,000,000 signatures; `-- regret` compares what the planner
//! chooses with all that it could have chosen, for the k that are given after it or for five, and for `planted` or `clustered`
//! signatures or both (`-- regret clustered 8 10`).

#![allow(clippy::print_stdout, missing_docs)]

mod common {
    #[allow(dead_code)]
    pub mod rounds;
    #[allow(dead_code)] // each bench uses a part of it
    pub mod synthetic;
}

use common::{rounds, synthetic};
use simscope::hamming::{Kernel, Pair, Signatures};
use simscope::progress::Progress;
use simscope::recipe::Bits;
use simscope::search::{Counters, Design, Neighbours, Purpose, Strategy, each_pair_within, plan};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

fn main() {
    let is_small = std::env::args().any(|argument| argument == "small");
    println!("kernel: {}", Kernel::best().name());
    if std::env::args().any(|argument| argument == "regret") {
        let asked: Vec<u8> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
        let asked = if asked.is_empty() { vec![3, 6, 8, 10, 12] } else { asked };
        let is_only = |name: &str| std::env::args().any(|argument| argument == name);
        let sizes: &[usize] = if is_small { &[1_000_000] } else { &[1_000_000, 10_000_000] };
        for &n in sizes {
            if !is_only("clustered") {
                let words = synthetic::planted(n);
                asked.iter().for_each(|&k| regret("planted", &words, k));
            }
            if !is_only("planted") {
                let words = synthetic::clustered(n);
                asked.iter().for_each(|&k| regret("clustered", &words, k));
            }
        }
        return;
    }
    let million = synthetic::planted(1_000_000);
    let ten = if is_small { Vec::new() } else { synthetic::planted(10_000_000) };
    against_plain(&million);
    if !is_small {
        growth([&million, &ten]);
        queries(&ten);
    }
    for (k, strategies) in [
        (3, &["blocks", "tables:5", "tables:6", "nested", "compressed:4"][..]),
        (6, &["blocks", "tables:8", "tables:9"]),
        (10, &["blocks", "tables:12"]),
    ] {
        for strategy in strategies {
            let strategy = strategy.parse().expect("a strategy");
            let one = pairs(&million, k, strategy, 1);
            let two = pairs(&million, k, strategy, 2);
            if is_small || k != 3 || strategy.name() == "compressed" {
                println!("1,000,000 k = {k} {strategy:<12} {one:>8.2?} on one thread, {two:>8.2?} on two");
                continue;
            }
            let ten_two = pairs(&ten, k, strategy, 2);
            let growth = ten_two.as_secs_f64() / two.as_secs_f64();
            println!(
                "1,000,000 k = {k} {strategy:<12} {one:>8.2?} on one thread, {two:>8.2?} on two; 10,000,000 on two {ten_two:>8.2?}, {growth:.1} × as long"
            );
        }
    }
}

/// Runs every design that the planner expects to take at most four times as long as its choice, and prints how much longer
/// the choice took than the quickest.
fn regret(name: &str, words: &[u64], k: u8) {
    let signatures = Signatures::from(words.to_vec());
    let plan = plan(&signatures, Bits::DEFAULT, k, Purpose::AllPairs { threads: 2 });
    let bound = 4.0 * plan.estimate().seconds;
    let designs =
        plan.estimates.iter().filter(|estimate| estimate.seconds <= bound && estimate.seconds < 300.0);
    let times: Vec<(String, f64, f64)> = designs
        .map(|estimate| {
            let time = rounds::time(|| {
                let Ok(done) =
                    each_pair_within::<Infallible>(&signatures, &estimate.design, &Progress::new(), |_| {
                        Ok(())
                    });
                done.expect("nobody cancels it")
            });
            (estimate.design.strategy().to_string(), estimate.seconds, time.as_secs_f64())
        })
        .collect();
    let best = times.iter().map(|&(_, _, time)| time).fold(f64::INFINITY, f64::min);
    let chosen = plan.estimate().design.strategy().to_string();
    let took = times.iter().find(|(strategy, ..)| *strategy == chosen).map_or(f64::NAN, |&(_, _, time)| time);
    println!(
        "{} {name} k = {k}: {chosen} took {:.0} % longer than the quickest",
        words.len(),
        (took / best - 1.0) * 100.0
    );
    for (strategy, expected, time) in times {
        println!("    {strategy:<13} expected {expected:>7.2} s, took {time:>7.2} s");
    }
}

/// The median of three runs.
fn pairs(words: &[u64], k: u8, strategy: Strategy, threads: usize) -> Duration {
    let signatures = Signatures::from(words.to_vec());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let times = (0..3).map(|_| rounds::time(|| pool.install(|| found(&signatures, k, strategy)))).collect();
    rounds::quantile(times, 0.5)
}

fn found(signatures: &Signatures, k: u8, strategy: Strategy) -> Vec<Pair> {
    let design = Design::new(strategy, Bits::DEFAULT, k).expect("it fits");
    let mut pairs = Vec::new();
    let Ok(done) = each_pair_within::<Infallible>(signatures, &design, &Progress::new(), |pair| {
        pairs.push(pair);
        Ok(())
    });
    done.expect("nobody cancels it");
    pairs
}

/// What the planner picks, by turns for both sizes.
fn growth(sets: [&[u64]; 2]) {
    let sets = sets.map(|words| Signatures::from(words.to_vec()));
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let design = |signatures: &Signatures| {
            plan(signatures, Bits::DEFAULT, 3, Purpose::AllPairs { threads }).design().strategy()
        };
        let mut contenders: Vec<Box<dyn FnMut()>> = Vec::new();
        for signatures in &sets {
            contenders.push(Box::new(|| {
                let strategy = design(signatures);
                drop(std::hint::black_box(pool.install(|| found(signatures, 3, strategy))));
            }));
        }
        let times = rounds::medians(5, &mut contenders);
        println!(
            "planned k = 3, {threads} thread(s): 1,000,000 {:.2?} ({}), 10,000,000 {:.2?} ({}): {:.1} × as long",
            times[0],
            design(&sets[0]),
            times[1],
            design(&sets[1]),
            times[1].as_secs_f64() / times[0].as_secs_f64()
        );
    }
}

/// What each strategy holds for ten million signatures, and how long it takes to find what is within 3 of one.
fn queries(words: &[u64]) {
    let signatures = Arc::new(Signatures::from(words.to_vec()));
    let mut plain = 0;
    for strategy in
        ["scan", "combinations", "blocks", "tables:5", "tables:6", "nested", "compressed:4", "compressed:5"]
    {
        let design = Design::new(strategy.parse().expect("a strategy"), Bits::DEFAULT, 3).expect("it fits");
        let mut neighbours = None;
        let built = rounds::time(|| {
            neighbours = Neighbours::build(Arc::clone(&signatures), design, &Progress::new());
        });
        let neighbours = neighbours.expect("nobody cancels it");
        let (mut hits, mut cost, mut times) = (Vec::new(), Counters::default(), Vec::new());
        let step = if strategy == "scan" { words.len() / 50 } else { words.len() / 2_000 };
        for word in words.iter().step_by(step) {
            hits.clear();
            times.push(rounds::time(|| cost += neighbours.within((word ^ 5).into(), 3, &mut hits)));
        }
        let queries = times.len() as u64;
        let (median, late) = (rounds::quantile(times.clone(), 0.5), rounds::quantile(times, 0.99));
        println!(
            "{} planted k = 3 {strategy:<13} built in {built:.2?}, holds {} bytes; a query {median:.1?} (p99 {late:.1?}), {} probes, {} candidates",
            words.len(),
            neighbours.bytes(),
            cost.probes / queries,
            cost.candidates / queries
        );
        if strategy == "blocks" {
            plain = neighbours.bytes();
        }
        if strategy == "compressed:4" {
            println!(
                "compressed:4 holds {:.1} % of blocks",
                100.0 * neighbours.bytes() as f64 / plain as f64
            );
        }
    }
}

/// k + 1 sorted lists of (block, position), equal blocks compared pair by pair, all found sorted, once each.
fn plainly(words: &[u64], k: u8) -> Vec<Pair> {
    let blocks = u32::from(k) + 1;
    let mut pairs = Vec::new();
    for block in 0..blocks {
        let (from, to) = (64 * block / blocks, 64 * (block + 1) / blocks);
        let mut list: Vec<(u64, u32)> =
            words.iter().map(|word| (word << (64 - to)) >> (64 - to + from)).zip(0..).collect();
        list.sort_unstable();
        for run in list.chunk_by(|a, b| a.0 == b.0) {
            for (i, &(_, a)) in run.iter().enumerate() {
                for &(_, b) in &run[i + 1..] {
                    let distance = (words[a as usize] ^ words[b as usize]).count_ones() as u8;
                    if distance <= k {
                        pairs.push((a, b, distance));
                    }
                }
            }
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

fn against_plain(words: &[u64]) {
    let signatures = Signatures::from(words.to_vec());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("threads");
    assert_eq!(plainly(words, 3), pool.install(|| found(&signatures, 3, Strategy::Blocks)));
    let mut contenders: Vec<Box<dyn FnMut()>> = vec![
        Box::new(|| drop(std::hint::black_box(plainly(words, 3)))),
        Box::new(|| drop(std::hint::black_box(pool.install(|| found(&signatures, 3, Strategy::Blocks))))),
    ];
    let times = rounds::medians(3, &mut contenders);
    println!(
        "1,000,000 planted k = 3, one thread: plain blocks {:.0?}, blocks {:.0?}: {:.1} ×",
        times[0],
        times[1],
        times[0].as_secs_f64() / times[1].as_secs_f64()
    );
}
