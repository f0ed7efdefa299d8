//! What is shown of cells, against loops over all their pairs.

use super::*;
use crate::hamming::distance;
use crate::hamming::tests::{column, signature_sets};
use proptest::prelude::*;

/// The distances of the pairs of two documents in a cell, row by row: row, column and distance.
fn pairs(
    signatures: &Signatures,
    rows: Range<usize>,
    columns: Range<usize>,
) -> impl Iterator<Item = (usize, usize, u8)> {
    rows.flat_map(move |row| columns.clone().map(move |column| (row, column)))
        .filter(|(row, column)| row != column)
        .map(|(row, column)| (row, column, distance(signatures.get(row), signatures.get(column))))
}

/// All cells of a window, row by row.
fn all_cells(len: usize, window: &Window) -> Vec<(Range<usize>, Range<usize>)> {
    let Pieces { rows, columns } = Pieces::of(len, window);
    rows.iter().flat_map(|row| columns.iter().map(move |column| (row.clone(), column.clone()))).collect()
}

fn steps() -> impl Strategy<Value = Step> {
    (1..90_usize, 1..40_usize).prop_map(|(documents, cells)| match cells {
        ..20 => Step::each(documents),
        _ => Step::fitting(documents, cells - 19),
    })
}

fn windows() -> impl Strategy<Value = Window> {
    ((0..90_usize, 0..150_usize), (0..90_usize, 0..150_usize), any::<bool>(), steps()).prop_map(
        |(rows, columns, is_symmetric, step)| {
            let columns = if is_symmetric { rows } else { columns };
            Window { rows: rows.0..rows.0 + rows.1, columns: columns.0..columns.0 + columns.1, step }
        },
    )
}

proptest! {
    #[test]
    fn means_and_shares_are_those_of_the_pairs_of_two_documents(
        signatures in signature_sets(150), window in windows(), k in 0..=128_u8, is_wide: bool,
    ) {
        let signatures = column(&signatures, is_wide);
        let bits = if is_wide { 128 } else { 64 };
        let progress = Progress::new();
        let means = means(&signatures, &window, &progress).unwrap();
        prop_assert_eq!(progress.done(), progress.total());
        let one = shares(&signatures, &window, k..=k, None, &Progress::new()).unwrap();
        let many = shares(&signatures, &window, 0..=bits, None, &Progress::new()).unwrap();
        let cells = all_cells(signatures.len(), &window);
        prop_assert_eq!(means.len(), cells.len());
        for (i, (rows, columns)) in cells.into_iter().enumerate() {
            let of_pairs: Vec<u8> = pairs(&signatures, rows, columns).map(|pair| pair.2).collect();
            if of_pairs.is_empty() {
                prop_assert!(means[i].is_nan() && one.at(i, k).is_nan() && many.at(i, k).is_nan());
                continue;
            }
            let sum: u64 = of_pairs.iter().map(|&distance| u64::from(distance)).sum();
            prop_assert_eq!(means[i], (sum as f64 / of_pairs.len() as f64) as f32);
            let within = of_pairs.iter().filter(|&&distance| distance <= k).count();
            let share = (within as f64 / of_pairs.len() as f64) as f32;
            prop_assert_eq!((one.at(i, k), many.at(i, k)), (share, share));
        }
    }

    #[test]
    fn equal_signatures_change_nothing(
        kinds in prop::collection::vec(0_u64..4, 0..150), window in windows(), k in 0..=4_u8, is_wide: bool,
    ) {
        let signatures = column(&kinds.iter().map(|&kind| kind.into()).collect::<Vec<u128>>(), is_wide);
        let found = cells(&signatures, &window, None, &Progress::new()).unwrap();
        let one = shares(&signatures, &window, k..=k, None, &Progress::new()).unwrap();
        let many = shares(&signatures, &window, 0..=64, None, &Progress::new()).unwrap();
        for (i, (rows, columns)) in all_cells(signatures.len(), &window).into_iter().enumerate() {
            let of_pairs: Vec<u8> = pairs(&signatures, rows, columns).map(|pair| pair.2).collect();
            prop_assert_eq!(found.minima[i], of_pairs.iter().copied().min().unwrap_or(Cells::ITSELF));
            if !of_pairs.is_empty() {
                let within = of_pairs.iter().filter(|&&distance| distance <= k).count();
                let share = (within as f64 / of_pairs.len() as f64) as f32;
                prop_assert_eq!((one.at(i, k), many.at(i, k)), (share, share));
            }
        }
    }

    #[test]
    fn what_is_known_of_another_window_changes_nothing(
        signatures in signature_sets(150), windows in (windows(), windows()), is_same_step: bool, is_wide: bool,
    ) {
        let signatures = column(&signatures, is_wide);
        let (window, mut other) = windows;
        if is_same_step {
            other.step = window.step;
        }
        let progress = Progress::new();
        let (plain, before) = (
            cells(&signatures, &window, None, &progress).unwrap(),
            cells(&signatures, &other, None, &progress).unwrap(),
        );
        prop_assert_eq!(&cells(&signatures, &window, Some((&other, &before)), &progress).unwrap(), &plain);
        let all = |window, known| shares(&signatures, window, 0..=20, known, &progress).unwrap();
        let bits = |shares: &Shares| shares.values().iter().map(|share| share.to_bits()).collect::<Vec<_>>();
        let known = all(&other, None);
        prop_assert_eq!(bits(&all(&window, Some((&other, &known)))), bits(&all(&window, None)));
        // What is wrong in the known cells shows that they are taken.
        let wrong = Cells { minima: vec![77; before.minima.len()], ..before };
        let taken = cells(&signatures, &window, Some((&other, &wrong)), &progress).unwrap();
        let known: Vec<_> = all_cells(signatures.len(), &other);
        for (i, (rows, columns)) in all_cells(signatures.len(), &window).into_iter().enumerate() {
            let is_known = known.contains(&(rows.clone(), columns.clone())) || known.contains(&(columns, rows));
            prop_assert_eq!(taken.minima[i], if is_known { 77 } else { plain.minima[i] });
        }
    }

    #[test]
    fn a_sketch_is_of_a_sample_of_the_pairs(
        signatures in signature_sets(150), window in windows(), thin in 1..9_usize,
    ) {
        let signatures = column(&signatures, false);
        let sketch = sketch(&signatures, &window, None, thin, &Progress::new()).unwrap();
        for (i, (rows, columns)) in all_cells(signatures.len(), &window).into_iter().enumerate() {
            let least = pairs(&signatures, rows, columns)
                .filter(|(row, column, _)| row % thin == 0 && column % thin == 0)
                .map(|pair| pair.2)
                .min();
            prop_assert_eq!(sketch.minima[i], least.unwrap_or(Cells::ITSELF));
        }
    }

    #[test]
    fn the_closest_pair_is_the_first_of_the_smallest_distance(
        signatures in signature_sets(90), rows in (0..90_usize, 0..90_usize), columns in (0..90_usize, 0..90_usize),
    ) {
        let signatures = column(&signatures, false);
        let clip = |(start, len): (usize, usize)| start.min(signatures.len())..(start + len).min(signatures.len());
        let (rows, columns) = (clip(rows), clip(columns));
        let plain = pairs(&signatures, rows.clone(), columns.clone()).min_by_key(|pair| pair.2);
        prop_assert_eq!(closest(&signatures, rows, columns, &Progress::new()), Some(plain));
    }

    #[test]
    fn a_jump_finds_the_next_cell_with_a_pair_within_k(
        signatures in signature_sets(60), step in steps(), k in 0..40_u8, from in (0..62_usize, 0..62_usize),
        is_back: bool,
    ) {
        let signatures = column(&signatures, false);
        let jump = Jump { step, k, from, is_back };
        let whole = Window { rows: 0..signatures.len(), columns: 0..signatures.len(), step };
        let mut near: Vec<(usize, usize)> = all_cells(signatures.len(), &whole)
            .into_iter()
            .filter(|(rows, columns)| columns.start > rows.start)
            .filter(|(rows, columns)| pairs(&signatures, rows.clone(), columns.clone()).any(|pair| pair.2 <= k))
            .map(|(rows, columns)| (step.cell(rows.start), step.cell(columns.start)))
            .collect();
        let plain = if is_back {
            near.retain(|&cell| cell < from);
            near.last()
        } else {
            near.retain(|&cell| cell > from);
            near.first()
        };
        let has_neighbour = |document: usize| {
            let all = 0..signatures.len();
            pairs(&signatures, document..document + 1, all).any(|pair| pair.2 <= k)
        };
        let progress = Progress::new();
        prop_assert_eq!(next_near(&signatures, &jump, |_| true, &progress), Some(plain.copied()));
        prop_assert_eq!(next_near(&signatures, &jump, has_neighbour, &progress), Some(plain.copied()));
    }
}

#[test]
fn what_is_cancelled_gives_nothing() {
    let progress = Progress::new();
    progress.cancel();
    let signatures = Signatures::from(vec![1_u64; 500]);
    let window = Window { rows: 0..500, columns: 0..500, step: Step::each(100) };
    assert_eq!(means(&signatures, &window, &progress), None);
    assert_eq!(shares(&signatures, &window, 0..=64, None, &progress), None);
    assert_eq!(closest(&signatures, 0..500, 0..500, &progress), None);
    let jump = Jump { step: Step::each(10), k: 0, from: (0, 0), is_back: false };
    assert_eq!(next_near(&signatures, &jump, |_| true, &progress), None);
}

#[test]
fn cells_of_many_pairs_are_tallied() {
    let signatures =
        Signatures::from((0..400_u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect::<Vec<_>>());
    let window = Window { rows: 0..400, columns: 0..400, step: Step::each(200) };
    let shares = shares(&signatures, &window, 0..=64, None, &Progress::new()).unwrap();
    for (i, (rows, columns)) in all_cells(400, &window).into_iter().enumerate() {
        let of_pairs: Vec<u8> = pairs(&signatures, rows, columns).map(|pair| pair.2).collect();
        for k in 0..=64 {
            let within = of_pairs.iter().filter(|&&distance| distance <= k).count();
            assert_eq!(shares.at(i, k), (within as f64 / of_pairs.len() as f64) as f32, "{i}, k = {k}");
        }
    }
}

#[test]
fn a_sketch_is_worth_its_while_only_where_there_are_many_pairs() {
    let window =
        |len: usize, cells: usize| Window { rows: 0..len, columns: 0..len, step: Step::fitting(len, cells) };
    assert_eq!(thin_enough(10_000, &window(10_000, 60), None), 1);
    assert_eq!(thin_enough(343_792, &window(343_792, 60), None), 21);
    // With one row and one column of cells more than what is known, the others are no work.
    let whole = window(343_792, 60);
    let part = Window { rows: 0..whole.step.first(59), columns: 0..whole.step.first(59), ..whole.clone() };
    let known = Cells { width: 59, height: 59, minima: vec![0; 59 * 59] };
    assert_eq!(thin_enough(343_792, &whole, Some((&part, &known))), 4);
}
