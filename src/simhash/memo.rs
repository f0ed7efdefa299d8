//! Hashes of terms that were met lately.

use super::word::Word;
use crate::recipe::FeatureHash;

/// Remembers hashes that cost much more than the key of a term, by that key: one place for each key, and the
/// newest term has it. Most words of a text are few words, so that they are hashed once.
#[derive(Debug)]
pub(super) struct Memo<W> {
    hash: FeatureHash,
    /// None where the hash is quick.
    places: Box<[(u64, W)]>,
}

/// 64 KB of 64-bit hashes: what the second cache of a core does not feel.
const PLACES: usize = 1 << 12;

impl<W: Word> Memo<W> {
    pub(super) fn new(hash: FeatureHash) -> Self {
        let is_costly = matches!(hash, FeatureHash::Md5Head | FeatureHash::Md5Tail);
        // Place i is taken by a key that does not belong there.
        let empty = |place: usize| (!(place as u64), W::ZERO);
        Self { hash, places: if is_costly { (0..PLACES).map(empty).collect() } else { Box::default() } }
    }

    /// The hash of a term with that key.
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
