//! The tables of a design, compressed.

use super::compressed::Compressed;
use super::counters::{Counters, Hit};
use super::design::Design;
use super::parts::sorted;
use crate::hamming::{Signature, distance_of};
use crate::progress::Progress;

/// Compressed tables. Only the first has positions for its keys, and every copy of equal keys; the others have
/// each key once, and their candidates are looked up in the first.
#[derive(Debug)]
pub(super) struct Squeezed<S> {
    tables: Vec<Compressed<S>>,
    /// By rank in the first table.
    positions: Vec<u32>,
}

impl<S: Signature> Squeezed<S> {
    /// `None` when cancelled. Advances by signatures sorted into a table.
    pub(super) fn build(signatures: &[S], design: &Design, progress: &Progress) -> Option<Self> {
        let layouts = design.layouts();
        progress.expect((layouts.len() * signatures.len()) as u64);
        let mut squeezed = Self { tables: Vec::with_capacity(layouts.len()), positions: Vec::new() };
        for layout in layouts {
            progress.unless_cancelled()?;
            let (mut keys, positions) = sorted(layout, signatures);
            if squeezed.tables.is_empty() {
                squeezed.positions = positions;
            } else {
                keys.dedup();
            }
            squeezed.tables.push(Compressed::build(&keys, design.bits()));
            progress.advance(signatures.len() as u64);
        }
        Some(squeezed)
    }

    pub(super) fn bytes(&self) -> u64 {
        let tables: u64 = self.tables.iter().map(Compressed::bytes).sum();
        tables + size_of_val(self.positions.as_slice()) as u64
    }

    pub(super) fn within(&self, design: &Design, query: S, k: u8, hits: &mut Vec<Hit>) -> Counters {
        let mut counters = Counters::default();
        let mut found: Vec<S> = Vec::new();
        for (i, (layout, table)) in design.layouts().iter().zip(&self.tables).enumerate() {
            let key = layout.key(query);
            counters.probes += 1;
            table.each_with_prefix(key, layout.lead_bits(), |other, rank| {
                counters.candidates += 1;
                let distance = distance_of(key, other);
                if distance > k || !design.is_first(i, layout.signature(key ^ other).into()) {
                    return;
                }
                if i == 0 {
                    hits.push(Hit { index: self.positions[rank as usize], distance });
                } else {
                    found.push(layout.signature(other));
                }
            });
        }
        counters.distances = counters.candidates;
        if let Some((layout, table)) = design.layouts().first().zip(self.tables.first()) {
            for signature in found {
                let distance = distance_of(signature, query);
                counters.probes += 1;
                table.each_with_prefix(layout.key(signature), design.bits().get(), |_, rank| {
                    hits.push(Hit { index: self.positions[rank as usize], distance });
                });
            }
        }
        counters
    }
}
