//! Groups of documents that pairs connect.

use super::canonical::find;
use super::partition::{Groups, Run, positions_of};
use std::sync::Arc;

/// Connects documents pair by pair (union-find), for pairs that are not given by a distance alone.
#[derive(Debug, Clone)]
pub struct Connected {
    above: Vec<u32>,
}

impl Connected {
    /// That many documents, each alone.
    pub fn new(documents: usize) -> Self {
        Self { above: (0..documents as u32).collect() }
    }

    /// Puts two documents in one group.
    pub fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (find(&mut self.above, a), find(&mut self.above, b));
        self.above[a.max(b) as usize] = a.min(b);
    }

    /// The first document of the group of this one.
    pub fn first(&mut self, document: u32) -> u32 {
        find(&mut self.above, document)
    }

    /// The groups, in the order of their first documents, which stand first; `k` is what the pairs were searched with.
    pub fn groups(mut self, k: u8) -> Groups {
        let documents = 0..self.above.len() as u32;
        let firsts: Vec<u32> = documents.clone().map(|document| find(&mut self.above, document)).collect();
        let mut order: Vec<u32> = documents.collect();
        order.sort_by_key(|&document| firsts[document as usize]);
        let (mut runs, mut start) = (Vec::new(), 0);
        for group in order.chunk_by(|&a, &b| firsts[a as usize] == firsts[b as usize]) {
            let len = group.len() as u32;
            if len > 1 {
                runs.push(Run { start, len });
            }
            start += len;
        }
        let positions = positions_of(&order);
        Groups::new(k, Arc::from(order), positions, runs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_that_pairs_connect_are_a_group() {
        let mut connected = Connected::new(7);
        for (a, b) in [(5, 4), (1, 6), (3, 5), (3, 4)] {
            connected.join(a, b);
        }
        let groups = connected.groups(2);
        assert_eq!((groups.k(), groups.count(), groups.grouped(), groups.largest()), (2, 2, 5, 3));
        assert_eq!(groups.members(1), [3, 4, 5]);
        assert_eq!(groups.members(2), [1, 6]);
        assert_eq!((groups.number_of(0), groups.number_of(6)), (None, Some(2)));
        let none = Connected::new(0).groups(3);
        assert_eq!((none.count(), none.largest()), (0, 0));
    }
}
