//! Selects the similar pairs that are aligned, and finds the groups of similar texts.

use super::neighbours::Edge;
use crate::groups::Connected;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};

/// The least similarity of two texts in one group.
pub(super) const ALIKE: f64 = 0.3;

/// The pairs in which one text is among the `n` most similar to the other, in the order of the later text.
pub(super) fn nearest(mut edges: Vec<Edge>, n: usize, texts: usize) -> Vec<Edge> {
    let sides = |edge: &Edge| [edge.later, edge.earlier].map(|text| text as usize);
    let mut starts = vec![0; texts + 1];
    edges.iter().flat_map(sides).for_each(|text| starts[text + 1] += 1);
    (0..texts).for_each(|text| starts[text + 1] += starts[text]);
    let (mut ends, mut pairs) = (starts.clone(), vec![0_u32; 2 * edges.len()]);
    for (pair, edge) in (0..).zip(&edges) {
        for text in sides(edge) {
            pairs[ends[text]] = pair;
            ends[text] += 1;
        }
    }
    let (mut lists, mut rest) = (Vec::with_capacity(texts), &mut pairs[..]);
    for range in starts.windows(2) {
        let (list, behind) = rest.split_at_mut(range[1] - range[0]);
        lists.push(list);
        rest = behind;
    }
    let is_near: Vec<AtomicBool> = edges.iter().map(|_| AtomicBool::new(false)).collect();
    lists.into_par_iter().for_each(|list| {
        if list.len() > n {
            // Of equally similar texts the heaviest come first, because they stay.
            list.select_nth_unstable_by_key(n, |&pair| {
                let edge = &edges[pair as usize];
                (Reverse(edge.similarity.to_bits()), edge.earlier, edge.later)
            });
        }
        list.iter().take(n).for_each(|&pair| is_near[pair as usize].store(true, Ordering::Relaxed));
    });
    let mut near = is_near.into_iter();
    edges.retain(|_| near.next().is_some_and(AtomicBool::into_inner));
    edges.par_sort_unstable_by_key(|edge| (edge.later, edge.earlier, Reverse(edge.similarity.to_bits())));
    edges.dedup_by_key(|edge| (edge.later, edge.earlier));
    edges
}

/// The groups of similar texts.
#[derive(Debug, Default)]
pub(super) struct Groups {
    /// By text, whether it is in a loose group: three texts or more, with fewer than half of the possible pairs similar.
    pub is_loose: Vec<bool>,
    /// By text, the first text of its group.
    pub first: Vec<u32>,
}

impl Groups {
    /// Groups texts by all pairs from [`ALIKE`] on. Two texts for which `is_other` holds are no possible pair.
    pub fn new(firsts: &[u32], edges: &[Edge], is_other: &dyn Fn(u32) -> bool) -> Self {
        let mut connected = Connected::new(firsts.len());
        let alike = || edges.iter().filter(|edge| edge.weighted >= ALIKE);
        alike().for_each(|edge| connected.join(edge.later, edge.earlier));
        let roots: Vec<u32> = (0..firsts.len() as u32).map(|text| connected.first(text)).collect();
        // The texts of each group, those that are others, and its pairs.
        let mut counts = vec![[0_u64; 3]; firsts.len()];
        for (text, &root) in (0..).zip(&roots) {
            counts[root as usize][0] += 1;
            counts[root as usize][1] += u64::from(is_other(text));
        }
        alike().for_each(|edge| counts[roots[edge.later as usize] as usize][2] += 1);
        let pairs = |n: u64| n * n.saturating_sub(1) / 2;
        let is_loose =
            |[texts, others, edges]: [u64; 3]| texts >= 3 && 2 * edges < pairs(texts) - pairs(others);
        Self { is_loose: roots.iter().map(|&root| is_loose(counts[root as usize])).collect(), first: roots }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn near_pairs_are_those_that_few_pairs_of_a_side_come_before(
            pairs in prop::collection::btree_set((0..12_u32, 0..12_u32), 0..60), n in 1..5_usize, seed in 1..7_u32,
        ) {
            let edge = |(a, b): (u32, u32)| {
                let similarity = f64::from((a * b * seed) % 5) / 4.0;
                Edge { later: a.max(b), earlier: a.min(b), similarity, weighted: similarity }
            };
            let mut edges: Vec<Edge> = pairs.into_iter().filter(|(a, b)| a > b).map(edge).collect();
            let key = |edge: &Edge| (Reverse(edge.similarity.to_bits()), edge.earlier, edge.later);
            let near = |edge: &Edge| {
                [edge.later, edge.earlier].into_iter().any(|text| {
                    let of_text = edges.iter().filter(|one| [one.later, one.earlier].contains(&text));
                    of_text.filter(|one| key(one) < key(edge)).count() < n
                })
            };
            let mut expected: Vec<Edge> = edges.iter().filter(|edge| near(edge)).copied().collect();
            expected.sort_by_key(|edge| (edge.later, edge.earlier));
            // Their order does not matter.
            edges.reverse();
            prop_assert_eq!(nearest(edges, n, 12), expected);
        }
    }
}
