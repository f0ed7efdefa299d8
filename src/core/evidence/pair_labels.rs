//! Labels of pairs, where documents have none.

use super::intervals::{Z95, wilson_of_pairs};
use super::{GroupedPairs, LabelledPairs};
use crate::groups::Dendrogram;
use crate::hamming::{Counted, Histogram, Signatures, distance};
use rayon::prelude::*;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Pairs of documents that are known to be near-duplicates, or not to be. A pair that is not labelled counts nowhere.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PairLabels {
    pairs: Vec<(u32, u32, bool)>,
}

/// Labels that cannot be used, by reason.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Unusable {
    /// Labels of a pair with an id that no document has.
    pub unknown: usize,
    /// The first of these ids; untrusted.
    pub first_unknown: Option<String>,
    /// Pairs labelled both ways; left out.
    pub contradicted: usize,
    /// The first of them; untrusted.
    pub first_contradicted: Option<(String, String)>,
    /// Labels that say again what another said of the same pair, in either order.
    pub repeated: usize,
    /// Labels of a document with itself.
    pub with_itself: usize,
}

/// 95 % intervals at one k; `None` where the share is not defined.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Intervals {
    /// Of the precision: lowest and highest.
    pub precision: Option<(f64, f64)>,
    /// Of the recall.
    pub recall: Option<(f64, f64)>,
}

impl PairLabels {
    /// From ids of documents, in their order, and labels: two ids, and whether they are near-duplicates. Of an id that
    /// several documents have, the first is meant.
    pub fn new<'d, 'p>(
        ids: impl Iterator<Item = &'d str>,
        labels: impl Iterator<Item = (&'p str, &'p str, bool)>,
    ) -> (Self, Unusable) {
        let mut documents: HashMap<&str, u32> = HashMap::new();
        ids.zip(0..).for_each(|(id, document)| {
            documents.entry(id).or_insert(document);
        });
        let (mut pairs, mut unusable) = (Vec::new(), Unusable::default());
        // By pair: its place, and whether it was contradicted.
        let mut known: HashMap<(u32, u32), (usize, bool)> = HashMap::new();
        for (id_a, id_b, is_same) in labels {
            let (Some(&a), Some(&b)) = (documents.get(id_a), documents.get(id_b)) else {
                unusable.unknown += 1;
                let unknown = if documents.contains_key(id_a) { id_b } else { id_a };
                unusable.first_unknown.get_or_insert_with(|| unknown.to_owned());
                continue;
            };
            if a == b {
                unusable.with_itself += 1;
                continue;
            }
            match known.entry((a.min(b), a.max(b))) {
                Entry::Vacant(entry) => {
                    entry.insert((pairs.len(), false));
                    pairs.push((a, b, is_same));
                }
                Entry::Occupied(mut entry) => {
                    let (at, is_contradicted) = entry.get_mut();
                    if pairs[*at].2 == is_same || *is_contradicted {
                        unusable.repeated += 1;
                    } else {
                        *is_contradicted = true;
                        unusable.contradicted += 1;
                        let ids = || (id_a.to_owned(), id_b.to_owned());
                        unusable.first_contradicted.get_or_insert_with(ids);
                    }
                }
            }
        }
        pairs.retain(|&(a, b, _)| {
            known.get(&(a.min(b), a.max(b))).is_some_and(|&(_, contradicted)| !contradicted)
        });
        (Self { pairs }, unusable)
    }

    /// The pairs of documents that `is_compared` holds for.
    #[must_use]
    pub fn among(&self, is_compared: impl Fn(u32) -> bool) -> Self {
        let pairs = self.pairs.iter().copied().filter(|&(a, b, _)| is_compared(a) && is_compared(b));
        Self { pairs: pairs.collect() }
    }

    /// Two documents, and whether they are near-duplicates; each pair once.
    pub fn pairs(&self) -> &[(u32, u32, bool)] {
        &self.pairs
    }

    /// How many are labelled as near-duplicates.
    pub fn positive(&self) -> usize {
        self.pairs.iter().filter(|pair| pair.2).count()
    }

    /// The pairs by the distance of their signatures.
    pub fn by_distance(&self, signatures: &Signatures) -> LabelledPairs {
        let (mut same, mut labelled) = (Histogram::default(), Histogram::default());
        for (distance, is_same) in self.distances(signatures) {
            labelled.0[usize::from(distance)] += 1;
            same.0[usize::from(distance)] += u64::from(is_same);
        }
        LabelledPairs { same, labelled: Counted::all(labelled) }
    }

    /// The pairs by the k at which they share a group. Pairs with a document that is not in the tree are left out.
    pub fn in_groups(&self, tree: &Dendrogram) -> GroupedPairs {
        GroupedPairs::of_pairs(self.pairs.iter().copied(), tree)
    }

    /// 95 % intervals of precision and recall at each k from 0 to `last`, by [`wilson_of_pairs`]: for the labelled pairs
    /// as a sample of all pairs that could have been labelled, drawn within k for the precision, and among the
    /// near-duplicates for the recall.
    pub fn intervals(&self, signatures: &Signatures, last: u8) -> Vec<Intervals> {
        let distances: Vec<(u8, bool)> = self.distances(signatures).collect();
        let all = || self.pairs.iter().zip(&distances);
        let [positive, negative] = [self.positive(), self.pairs.len() - self.positive()];
        (0..=last)
            .into_par_iter()
            .map(|k| {
                let within: Vec<_> =
                    all().filter(|(_, (distance, _))| *distance <= k).map(|(pair, _)| *pair).collect();
                let positive_pairs = all().filter(|(pair, _)| pair.2);
                let found: Vec<_> =
                    positive_pairs.map(|(&(a, b, _), &(distance, _))| (a, b, distance <= k)).collect();
                Intervals {
                    precision: wilson_of_pairs(&within, Z95).filter(|_| negative > 0 && positive > 0),
                    recall: wilson_of_pairs(&found, Z95),
                }
            })
            .collect()
    }

    fn distances(&self, signatures: &Signatures) -> impl Iterator<Item = (u8, bool)> {
        let distance_of = |a: u32, b: u32| distance(signatures.get(a as usize), signatures.get(b as usize));
        self.pairs.iter().map(move |&(a, b, is_same)| (distance_of(a, b), is_same))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::Bits;

    const IDS: [&str; 5] = ["a", "b", "c", "d", "a"];

    fn labels(of: &[(&str, &str, bool)]) -> (PairLabels, Unusable) {
        PairLabels::new(IDS.into_iter(), of.iter().copied())
    }

    #[test]
    fn what_cannot_be_used_is_counted_and_the_rest_is_kept() {
        let (known, unusable) = labels(&[
            ("a", "b", true),
            ("b", "a", true),
            ("a", "c", true),
            ("x", "a", true),
            ("a", "y", false),
            ("c", "a", false),
            ("a", "c", true),
            ("d", "d", true),
            ("c", "d", false),
        ]);
        assert_eq!(known.pairs(), [(0, 1, true), (2, 3, false)]);
        assert_eq!(known.positive(), 1);
        let expected = Unusable {
            unknown: 2,
            first_unknown: Some("x".to_owned()),
            contradicted: 1,
            first_contradicted: Some(("c".to_owned(), "a".to_owned())),
            repeated: 2,
            with_itself: 1,
        };
        assert_eq!(unusable, expected);
        assert_eq!(known.among(|document| document != 1).pairs(), [(2, 3, false)]);
    }

    #[test]
    fn only_labelled_pairs_count() {
        let mut signatures = Signatures::new(Bits::DEFAULT);
        signatures.extend([0b0, 0b1, 0b11, 0b1_1111, 0b0]);
        // Distances 1, 2, 5 and 3.
        let (known, _) = labels(&[("a", "b", true), ("a", "c", false), ("a", "d", true), ("c", "d", true)]);
        let pairs = known.by_distance(&signatures);
        let at = |k| (pairs.at(k).precision, pairs.at(k).recall);
        assert_eq!(at(0), (None, Some(0.0)));
        assert_eq!(at(1), (Some(1.0), Some(1.0 / 3.0)));
        assert_eq!(at(3), (Some(2.0 / 3.0), Some(2.0 / 3.0)));
        let intervals = known.intervals(&signatures, 5);
        assert_eq!(intervals[0].precision, None);
        // One pair within 1, and it is right: one trial.
        assert_eq!(intervals[1].precision, Some(super::super::wilson(1, 1, Z95)));
        // All three are found; a–b and c–d share no document.
        assert_eq!(intervals[5].recall, Some(super::super::wilson(2, 2, Z95)));
    }

    #[test]
    fn labels_of_one_kind_define_one_share() {
        let mut signatures = Signatures::new(Bits::DEFAULT);
        signatures.extend([0b0, 0b1, 0b11, 0b1_1111, 0b0]);
        let (positive, _) = labels(&[("a", "b", true)]);
        let (negative, _) = labels(&[("a", "b", false)]);
        let [positive, negative] = [positive, negative].map(|known| known.by_distance(&signatures).at(3));
        assert_eq!((positive.precision, positive.recall, positive.f1), (None, Some(1.0), None));
        assert_eq!((negative.precision, negative.recall, negative.f1), (None, None, None));
    }
}
