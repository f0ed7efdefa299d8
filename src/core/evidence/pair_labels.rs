//! Labels of pairs, where documents have none.

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
                        unusable.first_contradicted.get_or_insert_with(|| (id_a.to_owned(), id_b.to_owned()));
                    }
                }
            }
        }
        pairs.retain(|&(a, b, _)| {
            known.get(&(a.min(b), a.max(b))).is_some_and(|&(_, contradicted)| !contradicted)
        });
        (Self { pairs }, unusable)
    }

    /// From documents by their numbers, each pair once.
    pub fn known(pairs: impl Iterator<Item = ((u32, u32), bool)>) -> Self {
        Self { pairs: pairs.map(|((a, b), is_same)| (a, b, is_same)).collect() }
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
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
