//! Measures an index on disk: building it against sorting once per table, and a query against a scan.
//!
//! `cargo bench --bench index -- 1000000 10000000` chooses the sizes. SIMSCOPE_BENCH_FOLDER is where the files go. Beside
//! the time on the clock stands that of the processor (user and system, all threads), which a busy machine disturbs less.

#![allow(clippy::print_stdout, missing_docs)]

mod common {
    #[allow(dead_code)] // each bench uses a part of it
    pub mod rounds;
    #[allow(dead_code)]
    pub mod synthetic;
}

use common::rounds::{quantile, time};
use common::synthetic::{Random, clustered};
use rayon::slice::ParallelSliceMut;
use simscope::hamming::Kernel;
use simscope::index::{Builder, Index, Origin, Settings};
use simscope::progress::Progress;
use simscope::recipe::Bits;
use simscope::search::{Design, Strategy};
use std::fmt::{self, Write};
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

const K: u8 = 3;
const QUERIES: usize = 10_000;
const SCANS: usize = 20;

fn main() {
    let sizes: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![1_000_000, 10_000_000] } else { sizes };
    let folder = match std::env::var_os("SIMSCOPE_BENCH_FOLDER") {
        Some(folder) => tempfile::tempdir_in(folder),
        None => tempfile::tempdir(),
    };
    let folder = folder.expect("a folder for the index");
    println!("k = {K}, 64 bits, strategy blocks, {} threads", rayon::current_num_threads());
    for n in sizes {
        measure(n, &folder.path().join("bench.simx"));
    }
}

fn measure(n: usize, path: &Path) {
    let signatures = clustered(n);
    let (alone, together) = sorting(&signatures);
    println!("\n{n} signatures");
    println!("sorting (u64, u32) once per table: {alone} with sort_unstable, {together} on all threads");
    for (name, memory) in [("1 GiB", 1_u64 << 30), ("64 MiB", 64 << 20)] {
        let (whole, feeding, bytes) = build(&signatures, path, memory);
        println!(
            "build in {name:<7} {whole}, of which taking in {feeding}: {:.2} × sorting on the clock, {:.2} × of the processor; {bytes} bytes",
            whole.clock.as_secs_f64() / alone.clock.as_secs_f64(),
            whole.processor.as_secs_f64() / alone.processor.as_secs_f64(),
        );
    }
    let index = Index::open(path).expect("the index that was just written");
    let first = time(|| index.verify(&Progress::new()).expect("undamaged"));
    println!("verifying all of it: {first:.2?}");
    queries(&index, &signatures);
}

/// On the clock, and of the processor where the system tells (Linux).
#[derive(Clone, Copy, Default)]
struct Cost {
    clock: Duration,
    processor: Duration,
}

impl Cost {
    fn of<T>(work: impl FnOnce() -> T) -> (Self, T) {
        let (start, before) = (Instant::now(), processor());
        let value = work();
        (Self { clock: start.elapsed(), processor: processor().saturating_sub(before) }, value)
    }

    fn add(&mut self, more: Self) {
        self.clock += more.clock;
        self.processor += more.processor;
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:.2} s ({:.2} s of the processor)",
            self.clock.as_secs_f64(),
            self.processor.as_secs_f64()
        )
    }
}

/// Time of the processor that this process has taken: the 14th and 15th field of its `stat`, in hundredths of a second.
fn processor() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    Duration::from_millis(fields.filter_map(|field| field.parse::<u64>().ok()).sum::<u64>() * 10)
}

/// Sorting the keys of all tables, as one would at first: on one thread, and on all.
fn sorting(signatures: &[u64]) -> (Cost, Cost) {
    let design = Design::new(Strategy::Blocks, Bits::DEFAULT, K).expect("blocks of 16 bits");
    let (mut alone, mut together) = (Cost::default(), Cost::default());
    for layout in design.layouts() {
        let keys = || -> Vec<(u64, u32)> {
            signatures.iter().map(|&signature| layout.key(signature)).zip(0..).collect()
        };
        let mut pairs = keys();
        alone.add(Cost::of(|| pairs.sort_unstable()).0);
        let mut pairs = keys();
        together.add(Cost::of(|| pairs.par_sort_unstable()).0);
    }
    (alone, together)
}

/// What all of it and the feeding cost, and the bytes of the file.
fn build(signatures: &[u64], path: &Path, memory: u64) -> (Cost, Cost, u64) {
    let settings = Settings { origin: Origin::Signatures(Bits::DEFAULT), k: K, strategy: None, memory };
    let (mut whole, builder) = Cost::of(|| {
        let mut builder = Builder::new(path, &settings).expect("a folder that can be written to");
        let mut id = String::new();
        for (position, &signature) in signatures.iter().enumerate() {
            id.clear();
            write!(id, "document-{position}").expect("writing to a string cannot fail");
            builder.push(&id, signature.into()).expect("room on the disk");
        }
        builder
    });
    let feeding = whole;
    let (finishing, built) = Cost::of(|| builder.finish(&Progress::new()).expect("room on the disk"));
    whole.add(finishing);
    (whole, feeding, built.bytes)
}

fn queries(index: &Index, signatures: &[u64]) {
    let mut random = Random::new(7);
    let mut hits = Vec::new();
    let mut times = Vec::with_capacity(QUERIES);
    let mut candidates = 0;
    for i in 0..QUERIES {
        // Half of the queries are near a document, half near none.
        let near = signatures[random.below(signatures.len() as u64) as usize] ^ 1 << random.below(64);
        let query = if i % 2 == 0 { near } else { random.bits() };
        hits.clear();
        let start = Instant::now();
        let counters = index.within(query.into(), K, &mut hits).expect("undamaged");
        times.push(start.elapsed());
        black_box(&hits);
        candidates += counters.candidates;
    }
    let mut scans = Vec::with_capacity(SCANS);
    for _ in 0..SCANS {
        let query = random.bits();
        let mut found = Vec::new();
        scans.push(time(|| Kernel::best().within(query, signatures, K, &mut found)));
    }
    let (median, scan) = (quantile(times.clone(), 0.5), quantile(scans, 0.5));
    println!(
        "query: median {:.2} µs, p99 {:.2} µs, {:.0} candidates; scan {:.0} µs: {:.0} ×",
        median.as_secs_f64() * 1e6,
        quantile(times, 0.99).as_secs_f64() * 1e6,
        candidates as f64 / QUERIES as f64,
        scan.as_secs_f64() * 1e6,
        scan.as_secs_f64() / median.as_secs_f64()
    );
}
