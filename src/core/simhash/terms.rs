//! The distinct terms of one document.

/// A set of term hashes in the order of their first occurrence, and how often each occurred.
///
/// Open addressing. A slot belongs to the document whose generation it carries, so that clearing the table is
/// free. Each document starts with a small part of the table (which stays in the first-level cache) and doubles
/// it as needed.
#[derive(Debug)]
pub(super) struct Terms {
    slots: Vec<Slot>,
    /// Number of slots in use for this document, less one; a power of two less one.
    mask: usize,
    generation: u32,
    hashes: Vec<u64>,
    /// Parallel to `hashes`; kept by [`Terms::count`] only.
    counts: Vec<u32>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    hash: u64,
    generation: u32,
    index: u32,
}

/// The index of a hash in [`Terms::hashes`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    index: usize,
    /// Whether the hash was added just now.
    pub(super) is_new: bool,
}

const FIRST_SLOTS: usize = 256;
/// Slots (16 bytes each) that are kept after a huge document.
const KEPT_SLOTS: usize = 1 << 18;

impl Default for Terms {
    fn default() -> Self {
        Self {
            slots: vec![Slot::default(); FIRST_SLOTS],
            mask: FIRST_SLOTS - 1,
            generation: 0,
            hashes: Vec::new(),
            counts: Vec::new(),
        }
    }
}

impl Terms {
    pub(super) fn clear(&mut self) {
        if self.slots.len() > KEPT_SLOTS {
            *self = Self::default();
        }
        self.mask = FIRST_SLOTS - 1;
        self.next_generation();
        self.hashes.clear();
        self.counts.clear();
    }

    /// The distinct hashes, in the order of their first occurrence.
    pub(super) fn hashes(&self) -> &[u64] {
        &self.hashes
    }

    /// The distinct hashes, and how often [`Terms::count`] got each.
    pub(super) fn counted(&self) -> impl Iterator<Item = (u64, u32)> {
        self.hashes.iter().copied().zip(self.counts.iter().copied())
    }

    /// Adds a hash.
    #[inline]
    pub(super) fn insert(&mut self, hash: u64) -> Place {
        let mut at = hash as usize & self.mask;
        loop {
            let slot = self.slots[at];
            if slot.generation != self.generation {
                return self.insert_new(hash, at);
            }
            if slot.hash == hash {
                return Place { index: slot.index as usize, is_new: false };
            }
            at = (at + 1) & self.mask;
        }
    }

    /// Adds a hash and counts it.
    #[inline]
    pub(super) fn count(&mut self, hash: u64) -> Place {
        let place = self.insert(hash);
        match self.counts.get_mut(place.index) {
            Some(count) => *count = count.saturating_add(1),
            None => self.counts.push(1),
        }
        place
    }

    fn insert_new(&mut self, hash: u64, at: usize) -> Place {
        let index = self.hashes.len();
        self.hashes.push(hash);
        self.slots[at] = Slot { hash, generation: self.generation, index: index as u32 };
        if self.hashes.len() * 2 > self.mask {
            self.grow();
        }
        Place { index, is_new: true }
    }

    #[cold]
    fn grow(&mut self) {
        let slots = (self.mask + 1) * 2;
        self.mask = slots - 1;
        if self.slots.len() < slots {
            self.slots.resize(slots, Slot::default());
        }
        self.next_generation();
        for (index, &hash) in self.hashes.iter().enumerate() {
            let mut at = hash as usize & self.mask;
            while self.slots[at].generation == self.generation {
                at = (at + 1) & self.mask;
            }
            self.slots[at] = Slot { hash, generation: self.generation, index: index as u32 };
        }
    }

    fn next_generation(&mut self) {
        self.generation = self.generation.checked_add(1).unwrap_or_else(|| {
            self.slots.fill(Slot::default());
            1
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn they_are_a_map_in_the_order_of_insertion(
            documents in prop::collection::vec(prop::collection::vec(0u64..700, 0..1500), 1..5),
            near_the_last_generation in any::<bool>(),
        ) {
            let mut terms = Terms::default();
            if near_the_last_generation {
                terms.generation = u32::MAX - 2;
            }
            for document in documents {
                terms.clear();
                let mut expected: Vec<(u64, u32)> = Vec::new();
                for hash in document {
                    // Shifted, so that many hashes share a slot.
                    let hash = hash << 7;
                    terms.count(hash);
                    match expected.iter_mut().find(|(h, _)| *h == hash) {
                        Some((_, count)) => *count += 1,
                        None => expected.push((hash, 1)),
                    }
                }
                prop_assert_eq!(terms.counted().collect::<Vec<_>>(), expected);
            }
        }
    }
}
