//! Sorting long lists on all threads. Keys come from trait objects, so that the sort is compiled once and not for every list.

use rayon::slice::ParallelSliceMut;

/// By a key that is computed once for each; equal ones keep their order.
pub fn by_key(numbers: &mut [u32], key: &(dyn Fn(u32) -> u64 + Sync)) {
    numbers.par_sort_by_cached_key(|&number| key(number));
}

/// By a text; equal ones keep their order.
pub fn by_text<'t>(numbers: &mut [u32], text: &(dyn Fn(u32) -> &'t str + Sync)) {
    numbers.par_sort_by(|&a, &b| text(a).cmp(text(b)));
}
