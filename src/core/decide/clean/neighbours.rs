//! Finds texts that share enough of their weight, by their heaviest shingles.

use crate::measures::Texts;
use crate::progress::Progress;
use rayon::prelude::*;

/// Two texts by their places in the order, the later one first, and their similarity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Edge {
    pub later: u32,
    pub earlier: u32,
    /// The value of the measure that confirms pairs.
    pub similarity: f64,
    /// The weighted Jaccard index.
    pub weighted: f64,
}

/// An inverted index: the texts of each shingle. No text is heavier than one before it. A shingle that has weight is in few
/// texts, so the lists are short.
pub(super) struct Neighbours<'w> {
    all: &'w Texts,
    /// The texts in their order.
    order: &'w [u32],
    /// By rank of a shingle, the start of its texts in `places`; these ascend.
    starts: Vec<usize>,
    places: Vec<u32>,
}

/// The number of texts in one unit of work.
const BLOCK: usize = 256;

impl<'w> Neighbours<'w> {
    pub fn new(all: &'w Texts, order: &'w [u32]) -> Self {
        let mut starts = vec![0; all.ranks() + 1];
        for &text in order {
            all.shared(text).iter().for_each(|&rank| starts[rank as usize + 1] += 1);
        }
        for rank in 0..all.ranks() {
            starts[rank + 1] += starts[rank];
        }
        let mut ends = starts.clone();
        let mut places = vec![0; starts[all.ranks()]];
        for (place, &text) in (0_u32..).zip(order) {
            for &rank in all.shared(text) {
                let end = &mut ends[rank as usize];
                places[*end] = place;
                *end += 1;
            }
        }
        Self { all, order, starts, places }
    }

    /// All pairs whose weighted Jaccard index is at least this, and for which `is_wanted` holds, in the order of the later text.
    /// With 0, all pairs that share any weight. `None` when cancelled. Advances by texts.
    pub fn edges(
        &self,
        least: f64,
        is_wanted: &(dyn Fn(u32, u32) -> bool + Sync),
        progress: &Progress,
    ) -> Option<Vec<Edge>> {
        let blocks: Vec<usize> = (0..self.order.len()).step_by(BLOCK).collect();
        let found: Vec<Vec<Edge>> = blocks
            .into_par_iter()
            .with_max_len(1)
            .map_init(
                || (vec![0; self.order.len()], Vec::new()),
                |(shared, touched), from| {
                    let mut edges = Vec::new();
                    if progress.is_cancelled() {
                        return edges;
                    }
                    let to = (from + BLOCK).min(self.order.len());
                    (from..to)
                        .for_each(|place| self.find(place, least, (shared, touched), is_wanted, &mut edges));
                    progress.advance((to - from) as u64);
                    edges
                },
            )
            .collect();
        (!progress.is_cancelled()).then(|| found.concat())
    }

    fn find(
        &self,
        place: usize,
        least: f64,
        (shared, touched): (&mut [u64], &mut Vec<u32>),
        is_wanted: &(dyn Fn(u32, u32) -> bool + Sync),
        edges: &mut Vec<Edge>,
    ) {
        let (all, text) = (self.all, self.order[place]);
        let own = all.whole(text).total;
        let total = |place: u32| all.whole(self.order[place as usize]).total;
        // The union weighs the sum of both, less what they share. No earlier text is lighter.
        let needed =
            |other: u64| ((least / (1.0 + least) * (own as f64 + other as f64)) as u64).saturating_sub(1);
        let enough = needed(own);
        let mut rest = all.shared(text);
        let mut left = all.weight(rest.iter().copied());
        // The heaviest shingles come first. A text that shares none of these shares too little, and light shingles have the long
        // lists.
        while let Some((&rank, behind)) = rest.split_first().filter(|_| left >= enough) {
            let weight = all.weight([rank]);
            let holders = &self.places[self.starts[rank as usize]..self.starts[rank as usize + 1]];
            for &other in holders.iter().take_while(|&&other| (other as usize) < place) {
                let shared = &mut shared[other as usize];
                if *shared == 0 {
                    touched.push(other);
                }
                *shared += weight;
            }
            (rest, left) = (behind, left - weight);
        }
        // Sorted, so the order of the pairs is always the same.
        touched.sort_unstable();
        for earlier in touched.drain(..) {
            let mut part = std::mem::take(&mut shared[earlier as usize]);
            let other = self.order[earlier as usize];
            if part + left < needed(total(earlier)) || !is_wanted(text, other) {
                continue;
            }
            part += all.in_common(rest, other);
            let weighted = part as f64 / (own + total(earlier) - part) as f64;
            if weighted >= least {
                edges.push(Edge { later: place as u32, earlier, similarity: weighted, weighted });
            }
        }
    }
}
