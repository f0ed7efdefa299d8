//! A partition of the documents into groups.

use std::sync::Arc;

/// A run of leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// First leaf.
    pub start: u32,
    /// Number of leaves.
    pub len: u32,
}

impl Run {
    /// The leaves, as indices.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

/// Position of a document that was left out.
pub(super) const ABSENT: u32 = u32::MAX;

/// Inverts an order of distinct documents: document → position.
pub(super) fn positions_of(order: &[u32]) -> Arc<[u32]> {
    let mut positions = vec![ABSENT; order.iter().max().map_or(0, |&last| last as usize + 1)];
    for (position, &document) in order.iter().enumerate() {
        positions[document as usize] = position as u32;
    }
    positions.into()
}

/// A partition of the documents. Groups have at least two documents and are numbered from 1, the largest
/// first, equal sizes in the order of their first documents.
#[derive(Debug, Clone)]
pub struct Groups {
    k: u8,
    order: Arc<[u32]>,
    /// By document.
    positions: Arc<[u32]>,
    /// In leaf order.
    runs: Vec<Run>,
    /// Parallel to `runs`.
    numbers: Vec<u32>,
    /// Index into `runs` of group number 1, 2…
    by_number: Vec<u32>,
    grouped: usize,
}

impl Groups {
    /// Numbers the runs (at least two leaves each, in leaf order, disjoint).
    pub(super) fn new(k: u8, order: Arc<[u32]>, positions: Arc<[u32]>, runs: Vec<Run>) -> Self {
        let by_number = largest_first(&runs, &order);
        let mut numbers = vec![0; runs.len()];
        for (rank, &run) in by_number.iter().enumerate() {
            numbers[run as usize] = rank as u32 + 1;
        }
        let grouped = runs.iter().map(|run| run.len as usize).sum();
        Self { k, order, positions, runs, numbers, by_number, grouped }
    }

    /// The threshold.
    pub fn k(&self) -> u8 {
        self.k
    }

    /// All documents in an order in which every group is a contiguous run.
    pub fn order(&self) -> &Arc<[u32]> {
        &self.order
    }

    /// Where a document stands in [`Groups::order`]; `None` if it was left out.
    pub fn position(&self, document: u32) -> Option<u32> {
        self.positions.get(document as usize).copied().filter(|&position| position != ABSENT)
    }

    /// The groups as runs of [`Groups::order`], in its order.
    pub(super) fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Number of groups.
    pub fn count(&self) -> usize {
        self.runs.len()
    }

    /// Number of documents in groups.
    pub fn grouped(&self) -> usize {
        self.grouped
    }

    /// Size of the largest group; 1 if all documents are single, 0 without documents.
    pub fn largest(&self) -> usize {
        match self.by_number.first() {
            Some(&run) => self.runs[run as usize].len as usize,
            None => self.order.len().min(1),
        }
    }

    /// The run of group `number`.
    ///
    /// # Panics
    /// If `number` is not 1 to [`Groups::count`].
    pub fn run(&self, number: usize) -> Run {
        assert!((1..=self.count()).contains(&number), "no group {number} of {}", self.count());
        self.runs[self.by_number[number - 1] as usize]
    }

    /// Documents of group `number`; the first is the representative.
    ///
    /// # Panics
    /// If `number` is not 1 to [`Groups::count`].
    pub fn members(&self, number: usize) -> &[u32] {
        &self.order[self.run(number).range()]
    }

    /// The group of the leaf at `position`; `None` for a single document.
    pub fn number_at(&self, position: u32) -> Option<usize> {
        let run = self.runs.partition_point(|run| run.start <= position).checked_sub(1)?;
        (position - self.runs[run].start < self.runs[run].len).then(|| self.numbers[run] as usize)
    }

    /// The runs that reach into these positions of [`Groups::order`], in leaf order.
    pub fn runs_in(&self, positions: std::ops::Range<usize>) -> &[Run] {
        let first = self.runs.partition_point(|run| run.range().end <= positions.start);
        let end = self.runs.partition_point(|run| run.range().start < positions.end);
        &self.runs[first..end.max(first)]
    }

    /// The group of a document; `None` if it is single or was left out.
    pub fn number_of(&self, document: u32) -> Option<usize> {
        self.number_at(self.position(document)?)
    }

    /// Into how many groups and single documents of `other` the documents of group `number` fall.
    ///
    /// # Panics
    /// If `number` is not 1 to [`Groups::count`].
    pub fn pieces_of(&self, number: usize, other: &Self) -> usize {
        let mut alone = 0;
        let mut met: Vec<_> = (self.members(number).iter())
            .filter_map(|&document| {
                let number = other.number_of(document);
                alone += usize::from(number.is_none());
                number
            })
            .collect();
        met.sort_unstable();
        met.dedup();
        alone + met.len()
    }
}

/// Indices of the runs, the largest first, equal sizes in the order of their first documents.
fn largest_first(runs: &[Run], order: &[u32]) -> Vec<u32> {
    let largest = runs.iter().map(|run| run.len).max().unwrap_or(0);
    let keyed = |key: u32, run: usize| u64::from(key) << 32 | run as u64;
    let first = |(at, run): (usize, &Run)| keyed(order[run.start as usize], at);
    let mut sorted: Vec<u64> = runs.iter().enumerate().map(first).collect();
    sort_by_key(&mut sorted);
    for item in &mut sorted {
        let run = *item as u32 as usize;
        *item = keyed(largest - runs[run].len, run);
    }
    sort_by_key(&mut sorted);
    sorted.into_iter().map(|item| item as u32).collect()
}

/// Sorts by the upper 32 bits; equal ones stay in their order. By digits from the lowest up (LSD radix sort), because the
/// slider sorts tens of thousands of runs at each step.
fn sort_by_key(items: &mut Vec<u64>) {
    const BITS: u32 = 11;
    const DIGITS: usize = 1 << BITS;
    let largest = items.iter().copied().max().unwrap_or(0) >> 32;
    let mut sorted = vec![0; items.len()];
    for shift in (0..u64::BITS - largest.leading_zeros()).step_by(BITS as usize) {
        let digit = |item: u64| (item >> (32 + shift)) as usize % DIGITS;
        let mut starts = [0_u32; DIGITS];
        items.iter().for_each(|&item| starts[digit(item)] += 1);
        let mut start = 0;
        for count in &mut starts {
            start += std::mem::replace(count, start);
        }
        for &item in &*items {
            let place = &mut starts[digit(item)];
            sorted[*place as usize] = item;
            *place += 1;
        }
        std::mem::swap(items, &mut sorted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_largest_runs_come_first_and_equal_ones_by_their_first_documents(
            lengths in prop::collection::vec(prop_oneof![9 => 1_u32..5, 1 => 1_u32..5_000], 0..400),
            shuffle: u32,
        ) {
            let starts = lengths.iter().scan(0, |start, &len| Some(std::mem::replace(start, *start + len)));
            let runs: Vec<Run> = starts.zip(&lengths).map(|(start, &len)| Run { start, len }).collect();
            let leaves: u32 = lengths.iter().sum();
            let mut order: Vec<u32> = (0..leaves).collect();
            order.sort_by_key(|&leaf| leaf.wrapping_mul(shuffle | 1).rotate_left(13));
            let mut expected: Vec<u32> = (0..runs.len() as u32).collect();
            expected.sort_by_key(|&run| {
                let Run { start, len } = runs[run as usize];
                (u32::MAX - len, order[start as usize])
            });
            prop_assert_eq!(largest_first(&runs, &order), expected);
        }
    }
}
