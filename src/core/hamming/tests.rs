//! Every kernel against the plain loop, at both widths.

use super::*;
use crate::progress::Progress;
use crate::random::Random;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use std::convert::Infallible;

/// Random, clustered, all-equal, all-zero and low-bit sets, of lengths that leave all kinds of tails.
pub(crate) fn signature_sets(longest: usize) -> impl Strategy<Value = Vec<u128>> {
    let near = |center: u128| {
        prop_oneof![
            Just(center),
            (0..64_u32).prop_map(move |bit| center ^ 1 << bit),
            (0..128_u32).prop_map(move |bit| center ^ 1 << bit),
            any::<u128>()
        ]
    };
    prop_oneof![
        prop::collection::vec(any::<u128>(), 0..longest),
        any::<u128>().prop_flat_map(move |center| prop::collection::vec(near(center), 0..longest)),
        (any::<u128>(), 0..longest).prop_map(|(signature, n)| vec![signature; n]),
        (0..longest).prop_map(|n| vec![0; n]),
        prop::collection::vec(0..64_u128, 0..longest),
        prop::collection::vec(prop::sample::select(vec![0, u128::MAX]), 0..longest),
        prop::collection::vec(prop::sample::select(vec![0, u128::MAX << 64]), 0..longest),
    ]
}

/// Low bits, as many as a word holds.
fn words<S: Signature>(signatures: &[u128]) -> Vec<S> {
    signatures.iter().map(|signature| S::from_words(signature.to_words())).collect()
}

/// The column of either width.
pub(crate) fn column(signatures: &[u128], is_wide: bool) -> Signatures {
    if is_wide { Signatures::Wide(words(signatures)) } else { Signatures::Narrow(words(signatures)) }
}

fn plain_pairs<S: Signature>(signatures: &[S]) -> Vec<(u32, u32, u8)> {
    let mut pairs = Vec::new();
    for (i, &a) in signatures.iter().enumerate() {
        for (j, &b) in signatures.iter().enumerate().skip(i + 1) {
            pairs.push((i as u32, j as u32, distance_of(a, b)));
        }
    }
    pairs
}

fn plain_histogram(distances: impl Iterator<Item = u8>) -> Histogram {
    let mut histogram = Histogram::default();
    distances.for_each(|distance| histogram.0[usize::from(distance)] += 1);
    histogram
}

type Checked = Result<(), TestCaseError>;

fn check_scans<S: Signature>(signatures: &[u128], query: u128, k: u8) -> Checked {
    let (signatures, query) = (words::<S>(signatures), words::<S>(&[query])[0]);
    let plain: Vec<u8> = signatures.iter().map(|&signature| distance_of(query, signature)).collect();
    let plain_hits: Vec<u32> = (0..plain.len() as u32).filter(|&i| plain[i as usize] <= k).collect();
    for kernel in Kernel::available() {
        let mut out = vec![99; signatures.len()];
        kernel.distances(query, &signatures, &mut out);
        prop_assert_eq!(&out, &plain, "{}", kernel.name());
        let mut hits = Vec::new();
        kernel.within(query, &signatures, k, &mut hits);
        prop_assert_eq!(&hits, &plain_hits, "{}", kernel.name());
        prop_assert_eq!(
            kernel.first_within(query, &signatures, k),
            plain_hits.first().map(|&hit| hit as usize),
            "{}",
            kernel.name()
        );
    }
    Ok(())
}

fn check_counts<S: Signature>(signatures: &[u128], k: u8) -> Checked {
    let signatures = words::<S>(signatures);
    let plain = plain_pairs(&signatures);
    let within = plain.iter().filter(|pair| pair.2 <= k).count() as u64;
    let histogram = plain_histogram(plain.iter().map(|pair| pair.2));
    for kernel in Kernel::available() {
        prop_assert_eq!(kernel.count_within(&signatures, k), within, "{}", kernel.name());
        prop_assert_eq!(&kernel.histogram(&signatures), &histogram, "{}", kernel.name());
    }
    prop_assert_eq!(histogram_of(&signatures, &Progress::new()), Some(histogram));
    Ok(())
}

fn check_crosses<S: Signature>(a: &[u128], b: &[u128], k: u8) -> Checked {
    let (a, b) = (words::<S>(a), words::<S>(b));
    let plain: Vec<u8> = a.iter().flat_map(|&a| b.iter().map(move |&b| distance_of(a, b))).collect();
    let cross = Cross {
        max: plain.iter().copied().max().unwrap_or(0),
        sum: plain.iter().map(|&distance| u64::from(distance)).sum(),
    };
    for kernel in Kernel::available() {
        let mut tally = Tally::new();
        prop_assert_eq!(kernel.cross(&a, &b, &mut tally), cross, "{}", kernel.name());
        prop_assert_eq!(tally.histogram(), plain_histogram(plain.iter().copied()), "{}", kernel.name());
        let least = plain.iter().copied().min().unwrap_or(u8::MAX);
        prop_assert_eq!(kernel.minimum(&a, &b), least, "{}", kernel.name());
        let within = plain.iter().filter(|&&distance| distance <= k).count() as u64;
        prop_assert_eq!(kernel.count_cross(&a, &b, k), within, "{}", kernel.name());
    }
    Ok(())
}

/// Enough pairs that a kernel may count them in another way than a few.
#[test]
fn every_kernel_counts_many_pairs_as_the_plain_loop() {
    let mut random = Random::of(&[5]);
    let sizes = [
        (64, 1_024, u64::MAX),
        (100, 2_201, u64::MAX),
        (70, 1_100, 0xff),
        (64, 1_200, 0xffff_ffff_ffff),
        (63, 1_024, 7),
    ];
    // An interpreter takes hours for all.
    let most = if cfg!(miri) { 1 } else { sizes.len() };
    for (queries, others, mask) in sizes.into_iter().take(most) {
        let mut draw = |n: usize| -> Vec<u128> { (0..n).map(|_| (random.draw() & mask).into()).collect() };
        let (mut a, b) = (draw(queries), draw(others));
        // The ends of the range: 0 and, without a mask, 64.
        (a[3], a[9]) = (b[511], u128::from(!(b[17] as u64)));
        check_crosses::<u64>(&a, &b, 20).unwrap();
        check_crosses::<u64>(&b, &a, 20).unwrap();
        let far: Vec<u128> = b.iter().map(|word| word ^ u128::from(u64::MAX)).collect();
        check_crosses::<u64>(&a, &far, 20).unwrap();
        let with_even_ones: Vec<u128> = b.iter().map(|word| (word & 0xffff_ffff) * 0x1_0000_0001).collect();
        check_crosses::<u64>(&a, &with_even_ones, 20).unwrap();
    }
}

fn check_relaxes<S: Signature>(signatures: &[u128], query: u128, before: &[u8]) -> Checked {
    let (signatures, query) = (words::<S>(signatures), words::<S>(&[query])[0]);
    let n = signatures.len();
    let (mut best, mut parents) = (before[..n].to_vec(), vec![7; n]);
    for i in 0..n {
        if distance_of(query, signatures[i]) < best[i] {
            (best[i], parents[i]) = (distance_of(query, signatures[i]), 8);
        }
    }
    let least = best.iter().copied().enumerate().min_by_key(|&(_, best)| best).map(|(at, best)| (best, at));
    for kernel in Kernel::available() {
        let (mut own_best, mut own_parents) = (before[..n].to_vec(), vec![7; n]);
        let result = kernel.relax(query, 8, &signatures, &mut own_best, &mut own_parents);
        prop_assert_eq!(result, least, "{}", kernel.name());
        prop_assert_eq!(&own_best, &best, "{}", kernel.name());
        prop_assert_eq!(&own_parents, &parents, "{}", kernel.name());
    }
    Ok(())
}

fn check_full_batches<S: Signature>(signatures: &[u128]) -> Checked {
    let signatures = words::<S>(signatures);
    let plain = plain_histogram(plain_pairs(&signatures).into_iter().map(|pair| pair.2));
    for kernel in Kernel::available() {
        prop_assert_eq!(&kernel.histogram(&signatures), &plain, "{}", kernel.name());
    }
    Ok(())
}

proptest! {
    #[test]
    fn every_kernel_scans_as_the_plain_loop(signatures in signature_sets(200), query: u128, k in 0..=135_u8) {
        check_scans::<u64>(&signatures, query, k)?;
        check_scans::<u128>(&signatures, query, k)?;
    }

    #[test]
    fn every_kernel_counts_as_the_plain_loop(signatures in signature_sets(200), k in 0..=135_u8) {
        check_counts::<u64>(&signatures, k)?;
        check_counts::<u128>(&signatures, k)?;
    }

    #[test]
    fn every_kernel_crosses_as_the_plain_loop(a in signature_sets(150), b in signature_sets(150), k in 0..=135_u8) {
        check_crosses::<u64>(&a, &b, k)?;
        check_crosses::<u128>(&a, &b, k)?;
    }

    #[test]
    fn every_kernel_relaxes_as_the_plain_loop(
        signatures in signature_sets(3000),
        query: u128,
        before in prop::collection::vec(prop::sample::select(vec![0_u8, 3, 20, 32, 33, 40, 64, 65, 70, 255]), 3000),
    ) {
        check_relaxes::<u64>(&signatures, query, &before)?;
        check_relaxes::<u128>(&signatures, query, &before)?;
    }

    #[test]
    fn pairs_within_are_all_pairs_within_in_order(
        signatures in signature_sets(600), k in 0..=135_u8, is_wide: bool
    ) {
        let signatures = column(&signatures, is_wide);
        let mut plain = plain_pairs(&signatures.iter().collect::<Vec<_>>());
        plain.retain(|pair| pair.2 <= k);
        let progress = Progress::new();
        prop_assert_eq!(pairs_within(&signatures, k, &progress), Some(plain));
        prop_assert_eq!(progress.done(), progress.total());
    }

    #[test]
    fn cells_hold_the_smallest_distance_of_two_documents(
        signatures in signature_sets(80),
        rows in (0..90_usize, 0..90_usize),
        columns in (0..90_usize, 0..90_usize),
        is_symmetric: bool,
        scale in 1..20_usize,
        is_wide: bool,
    ) {
        let signatures = column(&signatures, is_wide);
        let range = |(start, len): (usize, usize)| start..start + len;
        let columns = if is_symmetric { rows } else { columns };
        let window = Window { rows: range(rows), columns: range(columns), step: Step::each(scale) };
        let progress = Progress::new();
        let cells = cells(&signatures, &window, None, &progress).unwrap();
        let starts = |range: &std::ops::Range<usize>| -> Vec<_> {
            (range.start..range.end.min(signatures.len()))
                .filter(|&at| at == range.start || at % scale == 0)
                .collect()
        };
        let (ys, xs) = (starts(&window.rows), starts(&window.columns));
        prop_assert_eq!(cells.width, xs.len());
        prop_assert_eq!(cells.minima.len(), cells.width * cells.height);
        for (y, &row) in ys.iter().enumerate().take(cells.height) {
            for (x, &column) in xs.iter().enumerate() {
                let mut least = Cells::ITSELF;
                for i in row..(row / scale * scale + scale).min(window.rows.end).min(signatures.len()) {
                    for j in column..(column / scale * scale + scale).min(window.columns.end).min(signatures.len()) {
                        if i != j {
                            least = least.min(distance(signatures.get(i), signatures.get(j)));
                        }
                    }
                }
                prop_assert_eq!(cells.minima[y * cells.width + x], least);
            }
        }
        prop_assert_eq!(progress.done(), progress.total());
    }
}

/// All pairs within k; `None` when cancelled.
fn pairs_within(signatures: &Signatures, k: u8, progress: &Progress) -> Option<Vec<Pair>> {
    let mut pairs = Vec::new();
    let Ok(is_whole) = each_pair_within(signatures, k, progress, |pair| {
        pairs.push(pair);
        Ok::<(), Infallible>(())
    });
    is_whole.then_some(pairs)
}

#[test]
fn one_distance_for_all_pairs_of_equal_signatures_counts_what_the_kernel_counts() {
    let runs = |signatures: &[(u64, usize)]| -> Vec<u64> {
        signatures.iter().flat_map(|&(signature, copies)| vec![signature; copies]).collect()
    };
    let left = runs(&[(0, 900), (0xff, 1), (u64::MAX, 300)]);
    let right = runs(&[(1, 700), (0xff00, 500), (0, 2)]);
    let (mut by_kernel, mut by_runs) = (Tally::new(), Tally::new());
    let expected = Kernel::best().cross(&left, &right, &mut by_kernel);
    let found = Kernel::best().cross_of_runs(&left, &right, &mut by_runs);
    assert_eq!((found.max, found.sum), (expected.max, expected.sum));
    assert_eq!(by_runs.histogram(), by_kernel.histogram());
    assert_eq!(
        plain_histogram(plain_pairs(&left).iter().map(|pair| pair.2)),
        Kernel::best().histogram(&left)
    );
}

#[test]
fn portions_and_tiles_lose_no_pair() {
    for (n, bits) in [(3000, 8), (5000, 14)] {
        let mask = (1_u64 << bits) - 1;
        let signatures: Vec<u64> =
            (0..n).map(|i: u64| (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) & mask).collect();
        for k in [0, 1, 2] {
            let mut plain = plain_pairs(&signatures);
            plain.retain(|pair| pair.2 <= k);
            let found = pairs_within(&signatures.clone().into(), k, &Progress::new());
            assert!(found == Some(plain), "{n}, k = {k}");
        }
    }
}

#[test]
fn rounds_of_few_rows_lose_no_pair_and_keep_the_order() {
    let signatures: Vec<u64> = (0..5_000_u64).map(|i| i.wrapping_mul(0x9e37) & 0xfff).collect();
    let [long, short] = [1 << 30, 1].map(|round| {
        let mut pairs = Vec::new();
        let mut take = |found: &[Pair]| {
            pairs.extend_from_slice(found);
            true
        };
        assert!(pairs::each_pair(&signatures, 1, round, &Progress::new(), &mut take));
        pairs
    });
    assert!(long.len() > 10_000 && long.is_sorted());
    assert!(long == short);
}

#[test]
fn a_search_ends_with_the_first_error() {
    let mut seen = 0;
    let result = each_pair_within(&vec![7_u64; 100].into(), 3, &Progress::new(), |_| {
        seen += 1;
        if seen == 5 { Err("enough") } else { Ok(()) }
    });
    assert_eq!((result, seen), (Err("enough"), 5));
}

#[test]
fn a_cancelled_scan_gives_nothing() {
    let progress = Progress::new();
    progress.cancel();
    let signatures = Signatures::from(vec![1_u64; 5000]);
    assert_eq!(pairs_within(&signatures, 3, &progress), None);
    assert_eq!(histogram(&signatures, &progress), None);
    let window = Window { rows: 0..5000, columns: 0..5000, step: Step::each(100) };
    assert_eq!(cells(&signatures, &window, None, &progress), None);
}

#[test]
fn a_kernel_that_the_processor_lacks_works_as_the_portable_one() {
    let signatures: Vec<u64> = (0..100).collect();
    for kernel in [Kernel::Avx512, Kernel::Avx2, Kernel::Neon] {
        assert_eq!(kernel.histogram(&signatures), Kernel::Portable.histogram(&signatures));
    }
}

#[test]
fn the_best_kernel_is_available_and_the_portable_one_is_the_last_resort() {
    assert!(Kernel::available().any(|kernel| kernel == Kernel::best()));
    assert_eq!(Kernel::available().last(), Some(Kernel::Portable));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    /// Enough pairs for several full batches.
    #[test]
    fn every_kernel_counts_full_batches_as_the_plain_loop(
        seeds in signature_sets(40), flips: u128, opposite: bool
    ) {
        let mut signatures = seeds.repeat(10);
        if opposite {
            signatures.iter_mut().step_by(3).for_each(|signature| *signature = !*signature);
        }
        signatures.iter_mut().step_by(7).for_each(|signature| *signature ^= flips);
        check_full_batches::<u64>(&signatures)?;
        check_full_batches::<u128>(&signatures)?;
    }
}
