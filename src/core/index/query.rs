//! Finds the documents within k of a signature.

use super::{Index, IndexError, TablePlaces};
use crate::hamming::{Kernel, Signature, distance_of};
use crate::recipe::Bits;
use crate::search::{Bucket, Counters, Hit, Layout, alike, ball, look};
use bytemuck::AnyBitPattern;

/// Signatures that a scan compares at a time: verified pages are still in the cache.
const AT_A_TIME: usize = 1 << 15;

impl Index {
    /// Whether a query within k scans everything: there are no tables, or k is so far above theirs that the look-ups for
    /// flipped bits would take longer.
    pub fn is_scan_at(&self, k: u8) -> bool {
        self.look_ups(k).is_none()
    }

    /// The look-ups of a query within k; `None` if it scans.
    pub fn look_ups(&self, k: u8) -> Option<u64> {
        /// Distances that take the time of a look-up.
        const LOOK_UP: u64 = 4096;
        let flips = self.design().flips(k).min(u8::MAX.into()) as u8;
        let balls = self.design().layouts().iter().map(|layout| match Bits::new(layout.lead_bits()) {
            Some(lead) => ball(lead, flips),
            None => 1,
        });
        let look_ups = balls.fold(0, u64::saturating_add);
        let is_quicker = k <= self.k() || look_ups.saturating_mul(LOOK_UP) < self.len();
        (is_quicker && !self.tables.is_empty()).then_some(look_ups)
    }

    /// Appends the documents within k of a query, each once, in no order. Bits of the query above the width are
    /// ignored.
    ///
    /// # Errors
    /// Damage in a part of the file that was needed; `hits` may then be incomplete.
    pub fn within(&self, query: u128, k: u8, hits: &mut Vec<Hit>) -> Result<Counters, IndexError> {
        let query = query & self.bits().mask();
        match self.bits().is_wide() {
            true => self.within_of(query, k, hits),
            false => self.within_of(u64::truncated(query), k, hits),
        }
    }

    fn within_of<S: Signature + AnyBitPattern>(
        &self,
        query: S,
        k: u8,
        hits: &mut Vec<Hit>,
    ) -> Result<Counters, IndexError> {
        let before = hits.len();
        let looked_up = if self.is_scan_at(k) { None } else { self.look_up(query, k, hits)? };
        if let Some(counters) = looked_up {
            return Ok(counters);
        }
        hits.truncate(before);
        self.scan(query, k, hits)
    }

    /// Looks in the tables for the query, and beyond their k for the query with flipped leading bits. `None` if that found more
    /// candidates than there are documents.
    pub(super) fn look_up<S: Signature + AnyBitPattern>(
        &self,
        query: S,
        k: u8,
        hits: &mut Vec<Hit>,
    ) -> Result<Option<Counters>, IndexError> {
        let (design, mut counters) = (self.design(), Counters::default());
        let flips = design.flips(k);
        for (table, (layout, places)) in design.layouts().iter().zip(&self.tables).enumerate() {
            let key = layout.key(query);
            let width = u32::from(self.bits().get());
            let lead = width - u32::from(layout.lead_bits())..width;
            // The bits that are flipped, and those above the last of them, of which more may be.
            let mut todo = vec![(S::default(), lead.start)];
            while let Some((flipped, from)) = todo.pop() {
                let (start, keys) = self.candidates(places, layout, key ^ flipped)?;
                let positions = self.mapped.words(&places.positions, start..start + keys.len())?;
                counters += look(design, (key, flips), k, &Bucket { table, keys, positions }, hits);
                if flips > 0 && counters.candidates > self.len() {
                    return Ok(None);
                }
                if u32::from(flipped.ones()) < flips {
                    todo.extend((from..lead.end).map(|bit| (flipped | S::truncated(1_u128 << bit), bit + 1)));
                }
            }
        }
        Ok(Some(counters))
    }

    /// The keys of a table with the same leading bits, and the index of the first.
    fn candidates<S: Signature + AnyBitPattern>(
        &self,
        table: &TablePlaces,
        layout: &Layout,
        key: S,
    ) -> Result<(usize, &[S]), IndexError> {
        let slot = layout.prefix(key, table.resolved) as usize;
        let bounds: &[u32] = self.mapped.words(&table.directory, slot..slot + 2)?;
        let (start, end) = (bounds[0] as usize, bounds[1] as usize);
        let keys: &[S] = self.mapped.words(&table.keys, start..end)?;
        let range = alike(layout, keys, key, table.resolved);
        Ok((start + range.start, &keys[range]))
    }

    pub(super) fn scan<S: Signature + AnyBitPattern>(
        &self,
        query: S,
        k: u8,
        hits: &mut Vec<Hit>,
    ) -> Result<Counters, IndexError> {
        let (kernel, mut found) = (Kernel::best(), Vec::new());
        let all = self.len() as usize;
        for start in (0..all).step_by(AT_A_TIME) {
            let words: &[S] = self.mapped.words(&self.signatures, start..all.min(start + AT_A_TIME))?;
            found.clear();
            kernel.within(query, words, k, &mut found);
            hits.extend(found.iter().map(|&at| Hit {
                index: start as u32 + at,
                distance: distance_of(query, words[at as usize]),
            }));
        }
        Ok(Counters { probes: 0, candidates: self.len(), distances: self.len() })
    }
}
