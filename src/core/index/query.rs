//! Finds the documents within k of a signature.

use super::{Index, IndexError, TablePlaces};
use crate::hamming::{Kernel, Signature, distance_of};
use crate::search::{Bucket, Counters, Hit, Layout, alike, look};
use bytemuck::AnyBitPattern;

/// Signatures that a scan compares at a time: verified pages are still in the cache.
const AT_A_TIME: usize = 1 << 15;

impl Index {
    /// Whether a query within k scans everything: k is above that of the tables, or there are none.
    pub fn is_scan_at(&self, k: u8) -> bool {
        k > self.k() || self.tables.is_empty()
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
        if self.is_scan_at(k) {
            return self.scan(query, k, hits);
        }
        let (design, mut counters) = (self.design(), Counters::default());
        for (table, (layout, places)) in design.layouts().iter().zip(&self.tables).enumerate() {
            let key = layout.key(query);
            let (start, keys) = self.candidates(places, layout, key)?;
            let positions = self.mapped.words(&places.positions, start..start + keys.len())?;
            counters += look(design, key, k, &Bucket { table, keys, positions }, hits);
        }
        Ok(counters)
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

    fn scan<S: Signature + AnyBitPattern>(
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
