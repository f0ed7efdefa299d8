//! How fast each kernel counts the pairs within k, in pairs per second and against a plain loop.

#![allow(clippy::print_stdout, missing_docs)]

mod common {
    #[allow(dead_code)]
    pub mod rounds;
    #[allow(dead_code)] // each bench uses a part of it
    pub mod synthetic;
}

use common::{rounds, synthetic};
use simscope::hamming::{Kernel, Tally, pairs_of};
use std::hint::black_box;

/// What one would write at first. A plain build may use no popcount instruction on x86-64, and none is
/// switched on here.
#[inline(never)]
fn plain_count(signatures: &[u64], k: u32) -> u64 {
    count_in_a_loop(signatures, k)
}

/// The same loop, compiled for a processor with AVX-512 and VPOPCNTDQ.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vpopcntdq")]
fn native_count(signatures: &[u64], k: u32) -> u64 {
    count_in_a_loop(signatures, k)
}

#[inline(always)]
fn count_in_a_loop(signatures: &[u64], k: u32) -> u64 {
    let mut count = 0;
    for (i, a) in signatures.iter().enumerate() {
        for b in &signatures[i + 1..] {
            count += u64::from((a ^ b).count_ones() <= k);
        }
    }
    count
}

fn main() {
    const N: usize = 20_000;
    const K: u8 = 24;
    let signatures = &synthetic::random(N)[..];
    // As many signatures, twice as wide.
    let halves = signatures.iter().zip(synthetic::random(2 * N).split_off(N));
    let wide: Vec<u128> = halves.map(|(&low, high)| u128::from(high) << 64 | u128::from(low)).collect();
    let wide = &wide[..];
    let pairs = pairs_of(N) as f64;
    let expected = plain_count(signatures, u32::from(K));

    let kernels: Vec<Kernel> = Kernel::available().collect();
    let mut names = vec!["count_ones, plain loop (baseline)".to_owned()];
    let mut contenders: Vec<Box<dyn FnMut()>> = vec![Box::new(|| {
        black_box(plain_count(black_box(signatures), u32::from(K)));
    })];
    #[cfg(target_arch = "x86_64")]
    if kernels.contains(&Kernel::Avx512) {
        names.push("the same loop, compiled with VPOPCNTDQ".to_owned());
        contenders.push(Box::new(|| {
            // SAFETY: the AVX-512 kernel is available, and needs the same features.
            black_box(unsafe { native_count(black_box(signatures), u32::from(K)) });
        }));
    }
    for &kernel in &kernels {
        assert_eq!(kernel.count_within(signatures, K), expected);
        names.push(format!("{}: pairs within k", kernel.name()));
        contenders.push(Box::new(move || {
            black_box(kernel.count_within(black_box(signatures), K));
        }));
    }
    for &kernel in &kernels {
        names.push(format!("{}: histogram", kernel.name()));
        contenders.push(Box::new(move || {
            let mut tally = Tally::new();
            black_box(kernel.pairs(black_box(signatures), &mut tally));
            black_box(tally.histogram());
        }));
    }
    for &kernel in &kernels {
        names.push(format!("{}: smallest of n × n", kernel.name()));
        let (a, b) = signatures.split_at(N / 2);
        contenders.push(Box::new(move || {
            // Twice half of half: as many pairs as the others.
            black_box(kernel.minimum(black_box(a), black_box(b)));
            black_box(kernel.minimum(black_box(b), black_box(a)));
        }));
    }

    let expected = Kernel::Portable.count_within(wide, 2 * K);
    for &kernel in &kernels {
        assert_eq!(kernel.count_within(wide, 2 * K), expected);
        names.push(format!("{}: pairs within 2k, 128 bits", kernel.name()));
        contenders.push(Box::new(move || {
            black_box(kernel.count_within(black_box(wide), 2 * K));
        }));
    }
    for &kernel in &kernels {
        names.push(format!("{}: histogram, 128 bits", kernel.name()));
        contenders.push(Box::new(move || {
            black_box(kernel.histogram(black_box(wide)));
        }));
    }
    for &kernel in &kernels {
        names.push(format!("{}: smallest of n × n, 128 bits", kernel.name()));
        let (a, b) = wide.split_at(N / 2);
        contenders.push(Box::new(move || {
            black_box(kernel.minimum(black_box(a), black_box(b)));
            black_box(kernel.minimum(black_box(b), black_box(a)));
        }));
    }

    println!("all pairs of {N} random signatures, one thread, medians of 7 rounds");
    println!(
        "compiled with avx2: {}, popcnt: {}",
        cfg!(target_feature = "avx2"),
        cfg!(target_feature = "popcnt")
    );
    let times = rounds::medians(7, &mut contenders);
    for (name, time) in names.iter().zip(&times) {
        println!(
            "{name:<38} {:8.3} Gpairs/s {:7.1} ×",
            pairs / time.as_secs_f64() / 1e9,
            times[0].as_secs_f64() / time.as_secs_f64()
        );
    }
}
