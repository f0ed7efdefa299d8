//! Sorting long lists on all threads. Keys come from trait objects, so that the sort is compiled once and not for every list.

use rayon::slice::ParallelSliceMut;
use std::cmp::Ordering;

/// By a key that is computed once for each; equal ones keep their order.
pub fn by_key(numbers: &mut [u32], key: &(dyn Fn(u32) -> u128 + Sync)) {
    numbers.par_sort_by_cached_key(|&number| key(number));
}

/// As they compare; equal ones keep their order.
pub fn by(numbers: &mut [u32], compare: &(dyn Fn(u32, u32) -> Ordering + Sync)) {
    numbers.par_sort_by(|&a, &b| compare(a, b));
}
