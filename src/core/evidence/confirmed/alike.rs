//! How dense the groups of texts that share much are. In a list of messages each is like some others, and these are not like each other.

use crate::groups::Connected;
use std::sync::{Mutex, PoisonError};

/// The least value of a pair of texts in one group, in hundredths.
pub(super) const ALIKE: u8 = 30;

/// The groups as far as they are known, a part of them from each thread.
pub(super) struct Parts {
    classes: usize,
    parts: Mutex<Vec<Part>>,
}

/// Of classes of texts with the same shingles: those that pairs connect, and the pairs of each with earlier ones.
pub(super) struct Part {
    connected: Connected,
    pairs: Vec<u32>,
}

impl Parts {
    pub(super) fn new(classes: usize) -> Self {
        Self { classes, parts: Mutex::default() }
    }

    /// The part that a thread goes on with.
    pub(super) fn take(&self) -> Part {
        let known = self.parts.lock().unwrap_or_else(PoisonError::into_inner).pop();
        known
            .unwrap_or_else(|| Part { connected: Connected::new(self.classes), pairs: vec![0; self.classes] })
    }

    pub(super) fn put(&self, part: Part) {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner).push(part);
    }

    /// The share of the pairs that are in loose groups: of three classes or more, with fewer than half of their pairs alike.
    pub(super) fn loose(&self) -> f64 {
        let mut all = self.take();
        while let Some(mut part) = self.parts.lock().unwrap_or_else(PoisonError::into_inner).pop() {
            (0..self.classes as u32).for_each(|class| all.connected.join(class, part.connected.first(class)));
            all.pairs.iter_mut().zip(part.pairs).for_each(|(sum, pairs)| *sum += pairs);
        }
        let mut groups = vec![[0_u64; 2]; self.classes];
        for (class, &pairs) in (0..).zip(&all.pairs) {
            let group = &mut groups[all.connected.first(class) as usize];
            *group = [group[0] + 1, group[1] + u64::from(pairs)];
        }
        let sum = |of: &mut dyn Iterator<Item = &[u64; 2]>| of.map(|[_, pairs]| *pairs).sum::<u64>();
        let is_loose = |[texts, pairs]: &&[u64; 2]| *texts >= 3 && 4 * pairs < texts * (texts - 1);
        let loose = sum(&mut groups.iter().filter(is_loose)) as f64 / sum(&mut groups.iter()).max(1) as f64;
        self.put(all);
        loose
    }
}

impl Part {
    pub(super) fn add(&mut self, a: u32, b: u32, hundredths: u8) {
        if hundredths >= ALIKE {
            self.connected.join(a, b);
            self.pairs[a.max(b) as usize] += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_groups_that_are_not_dense_are_loose_whichever_thread_found_them() {
        // A path of five, with four of ten pairs; a triangle; a star of four, with three of six; a pair that shares too little.
        let pairs = [(1, 0), (2, 1), (3, 2), (4, 3), (6, 5), (7, 5), (7, 6), (9, 8), (10, 8), (11, 8)];
        for threads in 1..4 {
            let parts = Parts::new(13);
            let mut each: Vec<Part> = (0..threads).map(|_| parts.take()).collect();
            for (at, &(a, b)) in pairs.iter().enumerate() {
                each[at % threads].add(a, b, ALIKE);
            }
            each[0].add(12, 11, ALIKE - 1);
            each.into_iter().for_each(|part| parts.put(part));
            assert_eq!(parts.loose(), 4.0 / 10.0);
        }
        assert_eq!(Parts::new(3).loose(), 0.0);
    }
}
