//! A cache of term hashes.

use super::word::Word;
use crate::recipe::FeatureHash;

/// Caches hashes that cost much more than the key of a term, by key: one place for each key, taken by the
/// newest term. Most of a text consists of few distinct words, which are then hashed once.
#[derive(Debug)]
pub(super) struct Memo<W> {
    hash: FeatureHash,
    /// Empty if the hash is quick.
    places: Box<[(u64, W)]>,
}

/// 64 KB of 64-bit hashes, small enough for the second-level cache.
const PLACES: usize = 1 << 12;

impl<W: Word> Memo<W> {
    pub(super) fn new(hash: FeatureHash) -> Self {
        let is_costly = matches!(hash, FeatureHash::Md5Head | FeatureHash::Md5Tail);
        // An empty place i holds a key that never maps to i.
        let empty = |place: usize| (!(place as u64), W::ZERO);
        Self { hash, places: if is_costly { (0..PLACES).map(empty).collect() } else { Box::default() } }
    }

    /// The hash of the term with this key.
    #[inline]
    pub(super) fn hash(&mut self, term: &str, key: u64) -> W {
        if self.places.is_empty() {
            return W::hash(self.hash, term, key);
        }
        let place = &mut self.places[key as usize % PLACES];
        if place.0 != key {
            *place = (key, W::hash(self.hash, term, key));
        }
        place.1
    }
}

#[cfg(test)]
mod tests {
    use super::super::word::key;
    use super::*;

    #[test]
    fn what_is_remembered_is_the_hash() {
        for hash in [FeatureHash::Md5Head, FeatureHash::Md5Tail, FeatureHash::DEFAULT, FeatureHash::Jenkins] {
            let (mut narrow, mut wide) = (Memo::<u64>::new(hash), Memo::<u128>::new(hash));
            for _ in 0..2 {
                for n in 0..3 * PLACES {
                    let term = n.to_string();
                    assert_eq!(narrow.hash(&term, key(&term)), hash.of_64(&term), "{hash} of {term}");
                    assert_eq!(wide.hash(&term, key(&term)), hash.of_128(&term), "{hash} of {term}");
                }
            }
        }
    }
}
