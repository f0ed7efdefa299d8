//! The tree, its cuts and its spread: times, and ratios against one pass of the same kernel over all pairs.

#![allow(clippy::print_stdout, missing_docs)]

mod common {
    #[allow(dead_code)]
    pub mod rounds;
    #[allow(dead_code)] // each bench uses a part of it
    pub mod synthetic;
}

use common::{rounds, synthetic};
use simscope::groups::{Dendrogram, Spread, leaders, sweep};
use simscope::hamming::{Kernel, Signatures};
use simscope::progress::Progress;
use simscope::recipe::Bits;
use simscope::search::{Purpose, plan};
use std::hint::{self, black_box};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

fn main() {
    let kernel = Kernel::best();
    println!("kernel: {}", kernel.name());
    against_one_pass(kernel, "random", &synthetic::random(100_000));
    against_one_pass(kernel, "clustered", &synthetic::clustered(100_000));
    whole(343_792);
    beside_others(343_792);
    searched(1_000_000);
}

/// While twelve other threads want the processors, too: two threads that wait for each other must not be slower than one
/// alone.
fn beside_others(n: usize) {
    const OTHERS: usize = 12;
    let signatures = Signatures::from(synthetic::clustered(n));
    let are_over = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..OTHERS {
            scope.spawn(|| {
                while !are_over.load(Ordering::Relaxed) {
                    hint::spin_loop();
                }
            });
        }
        let mut contenders: Vec<Box<dyn FnMut() + '_>> = Vec::new();
        for threads in [1, 2] {
            let signatures = &signatures;
            contenders.push(Box::new(move || drop(black_box(build(Kernel::best(), threads, signatures)))));
        }
        let times = rounds::medians(3, &mut contenders);
        are_over.store(true, Ordering::Relaxed);
        println!(
            "{n} clustered signatures beside {OTHERS} busy threads: dendrogram, 1 thread {:.2?}, 2 threads {:.2?}: {:.2} ×",
            times[0],
            times[1],
            times[1].as_secs_f64() / times[0].as_secs_f64()
        );
    });
}

/// Trees from the search, exact up to a k, against the whole tree.
fn searched(n: usize) {
    let signatures = Signatures::from(synthetic::planted(n));
    let documents = documents(&signatures);
    let threads = rayon::current_num_threads();
    let mut times = Vec::new();
    for k in [3, 6, 8, 10, 12] {
        let plan = plan(&signatures, Bits::DEFAULT, k, Purpose::AllPairs { threads });
        let design = plan.design();
        let time = rounds::time(|| Dendrogram::within(&signatures, &documents, design, &Progress::new()));
        times.push((k, design.strategy(), time));
    }
    let whole = rounds::time(|| build(Kernel::best(), threads, &signatures));
    for (k, strategy, time) in times {
        let ratio = whole.as_secs_f64() / time.as_secs_f64();
        println!(
            "{n} planted signatures: exact to k = {k} by {strategy} {time:.2?}, {ratio:.0} × quicker than the whole tree ({whole:.1?})"
        );
    }
}

fn documents(signatures: &Signatures) -> Vec<u32> {
    (0..signatures.len() as u32).collect()
}

fn build(kernel: Kernel, threads: usize, signatures: &Signatures) -> Dendrogram {
    Dendrogram::build_with(kernel, threads, signatures, &documents(signatures), &Progress::new())
        .expect("nobody cancels it")
}

/// One thread each.
fn against_one_pass(kernel: Kernel, name: &str, words: &[u64]) {
    let signatures = &Signatures::from(words.to_vec());
    let mut contenders: Vec<Box<dyn FnMut()>> = vec![
        Box::new(|| {
            black_box(kernel.count_within(black_box(words), 3));
        }),
        Box::new(|| {
            black_box(build(kernel, 1, black_box(signatures)));
        }),
    ];
    let times = rounds::medians(5, &mut contenders);
    println!(
        "{} {name} signatures: count all pairs within k {:.0?}, dendrogram {:.0?}: {:.2} ×",
        signatures.len(),
        times[0],
        times[1],
        times[1].as_secs_f64() / times[0].as_secs_f64()
    );
}

/// As large as a corpus may be; all processors where they are used.
fn whole(n: usize) {
    let signatures = Signatures::from(synthetic::clustered(n));
    let mut tree = None;
    for threads in [1, 2] {
        let time = rounds::time(|| tree = Some(build(Kernel::best(), threads, &signatures)));
        println!("{n} clustered signatures: dendrogram, {threads} thread(s) {time:.2?}");
    }
    let tree = tree.expect("it was just built");
    let mut spread = None;
    let time = rounds::time(|| spread = Spread::measure(&tree, &signatures, &Progress::new()));
    println!("{n} clustered signatures: spread {time:.2?}");
    let spread = spread.expect("nobody cancels it");
    let time = rounds::time(|| sweep(&tree, Some(&spread), 64));
    println!("{n} clustered signatures: sweep of 65 k {time:.2?}");
    let time = rounds::time(|| leaders(&signatures, &documents(&signatures), 3, &Progress::new()));
    println!("{n} clustered signatures: leaders at k = 3 {time:.2?}");

    let mut times = Vec::new();
    let mut slowest = (std::time::Duration::ZERO, 0);
    for _ in 0..20 {
        for k in 0..=64 {
            let time = rounds::time(|| tree.cut(k));
            slowest = slowest.max((time, k));
            times.push(time);
        }
    }
    println!(
        "{n} clustered signatures: cut at every k, p50 {:.0?}, p99 {:.0?}, slowest {:.0?} (k = {})",
        rounds::quantile(times.clone(), 0.5),
        rounds::quantile(times, 0.99),
        slowest.0,
        slowest.1
    );
}
