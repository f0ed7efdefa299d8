//! Selects the similar pairs that are aligned, and finds the groups of similar texts.

use super::neighbours::Edge;
use rayon::prelude::*;
use std::cmp::Reverse;

/// The least similarity of two texts in one group.
pub(super) const ALIKE: f64 = 0.3;

/// The pairs in which one text is among the `n` most similar to the other, in the order of the later text.
pub(super) fn nearest(mut edges: Vec<Edge>, n: usize, texts: usize) -> Vec<Edge> {
    let mut degree = vec![0_u32; texts];
    for edge in &edges {
        [edge.later, edge.earlier].into_iter().for_each(|text| degree[text as usize] += 1);
    }
    // A text with few pairs keeps them all. Only pairs of a text with many are ranked.
    let has_many = |text: u32| degree[text as usize] as usize > n;
    let (mut ranked, mut near): (Vec<Edge>, Vec<Edge>) =
        edges.drain(..).partition(|edge| has_many(edge.later) || has_many(edge.earlier));
    // Of equally similar texts the heaviest come first, because they stay.
    ranked.par_sort_unstable_by_key(|edge| (Reverse(edge.similarity.to_bits()), edge.earlier, edge.later));
    let mut taken = vec![0_u32; texts];
    ranked.retain(|edge| {
        let sides = [edge.later, edge.earlier];
        let is_near = sides.iter().any(|&text| !has_many(text) || (taken[text as usize] as usize) < n);
        sides.into_iter().for_each(|text| taken[text as usize] += 1);
        is_near
    });
    near.append(&mut ranked);
    near.par_sort_unstable_by_key(|edge| (edge.later, edge.earlier, Reverse(edge.similarity.to_bits())));
    near.dedup_by_key(|edge| (edge.later, edge.earlier));
    near
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
        let mut parent: Vec<u32> = (0..firsts.len() as u32).collect();
        let alike = || edges.iter().filter(|edge| edge.weighted >= ALIKE);
        for edge in alike() {
            let [a, b] = [edge.later, edge.earlier].map(|text| root(&mut parent, text));
            parent[a.max(b) as usize] = a.min(b);
        }
        let roots: Vec<u32> = (0..firsts.len() as u32).map(|text| root(&mut parent, text)).collect();
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

fn root(parent: &mut [u32], mut text: u32) -> u32 {
    while parent[text as usize] != text {
        parent[text as usize] = parent[parent[text as usize] as usize];
        text = parent[text as usize];
    }
    text
}
