//! How small compressed tables of random keys are, and how fast they are built, decoded and looked up in.
//!
//! `SIMSCOPE_BENCH_KEYS=N` takes another number of keys than 10,000,000. One thread.

#![allow(clippy::print_stdout, missing_docs)]

mod common {
    #[allow(dead_code)]
    pub mod rounds;
    #[allow(dead_code)] // each bench uses a part of it
    pub mod synthetic;
}

use common::{rounds, synthetic};
use simscope::recipe::Bits;
use simscope::search::{Compressed, LookUp};
use std::hint::black_box;
use std::time::Duration;

const ROUNDS: usize = 7;
/// Look-ups that are timed together.
const QUERIES: usize = 10_000;

fn main() {
    let n = std::env::var("SIMSCOPE_BENCH_KEYS").map_or(Ok(10_000_000), |n| n.parse());
    let n: usize = n.expect("SIMSCOPE_BENCH_KEYS is a number");
    let keys = &{
        let mut keys = synthetic::random(n);
        keys.sort_unstable();
        keys
    }[..];
    let bits = Bits::DEFAULT;
    let table = &Compressed::build(keys, bits);
    size(table, n);

    println!("\ntimes, medians of {ROUNDS} rounds");
    let names = ["build", "decode all"];
    let mut works: [Box<dyn FnMut() + '_>; 2] = [
        Box::new(|| _ = black_box(Compressed::build(black_box(keys), bits))),
        Box::new(|| _ = black_box(table.iter().fold(0, |sum, key| sum ^ key))),
    ];
    for (name, time) in names.iter().zip(rounds::medians(ROUNDS, &mut works)) {
        println!(
            "  {name:<28} {:8.1} ms {:8.2} ns a key {:8.3} µs a block",
            1e3 * time.as_secs_f64(),
            nanoseconds(time, n),
            nanoseconds(time, table.blocks()) / 1e3
        );
    }
    look_ups(table, keys);
}

/// What the table takes.
fn size(table: &Compressed<u64>, n: usize) {
    println!("{n} random keys of 64 bits in {} blocks", table.blocks());
    let line = |name: &str, bits: f64| {
        println!("  {name:<28} {:7.4} bytes a key {bits:8.4} bits {:6.2} % of raw", bits / 8.0, bits / 0.64);
    };
    line("all", 8.0 * table.bytes() as f64 / n as f64);
}

/// Look-ups of keys that are there (their prefixes are random), beside those by halving in the plain list.
fn look_ups(table: &Compressed<u64>, keys: &[u64]) {
    let mut random = synthetic::Random::new(3);
    let queries =
        &(0..QUERIES).map(|_| keys[random.below(keys.len() as u64) as usize]).collect::<Vec<_>>()[..];
    for lead in [8, 16, 25, 28, 64] {
        // Few queries where each finds much.
        let queries = &queries[..(queries.len() >> 10_u8.saturating_sub(lead)).max(10)];
        let (compressed, cost) = (|| all(table, queries, lead), all(table, queries, lead));
        let mut contenders: Vec<Box<dyn FnMut()>> = vec![
            Box::new(|| _ = black_box(compressed())),
            Box::new(|| _ = black_box(plain(keys, queries, lead))),
        ];
        assert_eq!(cost.0, plain(keys, queries, lead));
        let times = rounds::medians(ROUNDS, &mut contenders);
        println!(
            "  look-up, {lead:2} leading bits      {:8.3} µs (plain list {:8.3} µs); {:.1} keys decoded, {:.1} found",
            nanoseconds(times[0], queries.len()) / 1e3,
            nanoseconds(times[1], queries.len()) / 1e3,
            cost.1.decoded as f64 / queries.len() as f64,
            cost.0.1 as f64 / queries.len() as f64
        );
    }
}

/// A sum of what was found with how many it was, and what it cost.
fn all(table: &Compressed<u64>, queries: &[u64], lead: u8) -> ((u64, u64), LookUp) {
    let (mut sum, mut found, mut cost) = (0, 0, LookUp::default());
    for &query in queries {
        let one = table.each_with_prefix(query, lead, |key, _| {
            sum ^= key;
            found += 1;
        });
        cost.probes += one.probes;
        cost.decoded += one.decoded;
    }
    ((sum, found), cost)
}

/// The same in the plain list.
fn plain(keys: &[u64], queries: &[u64], lead: u8) -> (u64, u64) {
    let (mut sum, mut found) = (0, 0);
    for &query in queries {
        let below = u64::MAX.checked_shr(lead.into()).unwrap_or(0);
        let start = keys.partition_point(|&key| key < query & !below);
        for key in keys[start..].iter().take_while(|&&key| key <= query | below) {
            sum ^= key;
            found += 1;
        }
    }
    (sum, found)
}

fn nanoseconds(time: Duration, count: usize) -> f64 {
    time.as_secs_f64() * 1e9 / count as f64
}
