//! Sorted tables in memory, looked up one after the other.

use super::counters::{Counters, Hit};
use super::design::Design;
use super::parts::sorted;
use super::table::{Table, directory, directory_bits};
use crate::hamming::{Kernel, Signature, distance_of};
use crate::progress::Progress;

/// The tables of a design, filled.
#[derive(Debug)]
pub(super) struct Tables<S> {
    tables: Vec<Filled<S>>,
}

#[derive(Debug)]
struct Filled<S> {
    directory: Vec<u32>,
    keys: Vec<S>,
    positions: Vec<u32>,
}

impl<S: Signature> Tables<S> {
    /// `None` when cancelled. Advances by signatures sorted into a table.
    pub(super) fn build(signatures: &[S], design: &Design, progress: &Progress) -> Option<Self> {
        let layouts = design.layouts();
        progress.expect((layouts.len() * signatures.len()) as u64);
        let mut tables = Vec::with_capacity(layouts.len());
        for layout in layouts {
            progress.unless_cancelled()?;
            let (keys, positions) = sorted(layout, signatures);
            let bits = directory_bits(keys.len(), layout.lead_bits());
            tables.push(Filled { directory: directory(layout, &keys, bits), keys, positions });
            progress.advance(signatures.len() as u64);
        }
        Some(Self { tables })
    }

    pub(super) fn bytes(&self) -> u64 {
        let bytes = |table: &Filled<S>| {
            size_of_val(table.directory.as_slice())
                + size_of_val(table.keys.as_slice())
                + size_of_val(table.positions.as_slice())
        };
        self.tables.iter().map(bytes).sum::<usize>() as u64
    }

    pub(super) fn within(&self, design: &Design, query: S, k: u8, hits: &mut Vec<Hit>) -> Counters {
        let mut counters = Counters::default();
        for (table, (layout, filled)) in design.layouts().iter().zip(&self.tables).enumerate() {
            let Filled { directory, keys, positions } = filled;
            let key = layout.key(query);
            let range = Table { layout, directory, keys }.range(key);
            let bucket = Bucket { table, keys: &keys[range.clone()], positions: &positions[range] };
            counters += look(design, (key, 0), k, &bucket, hits);
        }
        counters
    }
}

/// The bucket of a look-up: the keys of a table with the leading bits of the query's key, of which some may be flipped.
pub(crate) struct Bucket<'a, S> {
    /// Which table of the design.
    pub(crate) table: usize,
    pub(crate) keys: &'a [S],
    /// Parallel to `keys`.
    pub(crate) positions: &'a [u32],
}

/// Compares a query's key with the keys of a bucket. Appends those within k that no earlier table finds with at most `flips`
/// flipped bits.
#[inline]
pub(crate) fn look<S: Signature>(
    design: &Design,
    (key, flips): (S, u32),
    k: u8,
    bucket: &Bucket<'_, S>,
    hits: &mut Vec<Hit>,
) -> Counters {
    let mut found = Vec::new();
    Kernel::best().within(key, bucket.keys, k, &mut found);
    for at in found {
        let other = bucket.keys[at as usize];
        let difference = design.layouts()[bucket.table].signature(key ^ other);
        if design.is_first_within(bucket.table, difference.into(), flips) {
            hits.push(Hit { index: bucket.positions[at as usize], distance: distance_of(key, other) });
        }
    }
    let candidates = bucket.keys.len() as u64;
    Counters { probes: 1, candidates, distances: candidates }
}
