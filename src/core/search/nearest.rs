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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_come_first_and_documents_without_features_do_not_count() {
        let signatures = Signatures::from(vec![0b0111_u64, 0, 0b0001, 0b0010, u64::MAX]);
        let near = |k| nearest(&signatures, &[1, 0, 2, 1, 1], (0, None), (k, 9));
        let near = |k| near(k).iter().map(|hit| (hit.index, hit.distance)).collect::<Vec<_>>();
        assert_eq!(near(64), [(2, 1), (3, 1), (0, 3), (4, 64)]);
        assert_eq!(near(2), [(2, 1), (3, 1)]);
    }

    #[test]
    fn of_more_than_are_asked_for_none_that_is_nearer_is_missing() {
        let words: Vec<u64> = (0..1000_u64).map(|word| word.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        let near = nearest(&Signatures::from(words.clone()), &vec![1; 1000], (5, Some(7)), (64, 50));
        let all = words.iter().zip(0..).map(|(word, document)| ((word ^ 5).count_ones() as u8, document));
        let mut all: Vec<(u8, u32)> = all.filter(|&(_, document)| document != 7).collect();
        all.sort_unstable();
        all.truncate(50);
        let near: Vec<(u8, u32)> = near.iter().map(|hit| (hit.distance, hit.index)).collect();
        assert_eq!(near, all);
    }
}
