//! The documents nearest to a signature, at whatever distance they are.

use super::Hit;
use crate::hamming::{Kernel, Signature, Signatures};

/// The documents nearest to `query` that have features, the nearest first, equally near ones in their order: those within
/// `k`, at most `most`. The document `except`, of which the query may be, is none of them.
///
/// Every document is compared: no index finds the nearest at any distance, and 343,792 distances take less than a millisecond.
pub fn nearest(
    signatures: &Signatures,
    features: &[u32],
    (query, except): (u128, Option<u32>),
    (k, most): (u8, usize),
) -> Vec<Hit> {
    fn distances<S: Signature>(words: &[S], query: S) -> Vec<u8> {
        let mut distances = vec![0; words.len()];
        Kernel::best().distances(query, words, &mut distances);
        distances
    }
    let distances = match signatures {
        Signatures::Narrow(words) => distances(words, u64::truncated(query)),
        Signatures::Wide(words) => distances(words, query),
    };
    let of = (0..).zip(distances.iter().zip(features));
    let others = of.filter(|(document, (_, features))| **features > 0 && except != Some(*document));
    let others = others.map(|(index, (&distance, _))| Hit { index, distance });
    let mut counts = [0_usize; 129];
    others.clone().for_each(|hit| counts[usize::from(hit.distance)] += 1);
    let mut within = 0;
    let full = counts.iter().position(|count| {
        within += count;
        within >= most
    });
    let radius = full.map_or(usize::from(k), |full| full.min(k.into()));
    let mut near: Vec<Hit> = others.filter(|hit| usize::from(hit.distance) <= radius).collect();
    near.sort_by_key(|hit| hit.distance);
    near.truncate(most);
    near
}
