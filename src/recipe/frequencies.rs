//! Document frequencies of terms.

#[cfg(test)]
use super::{Cutter, FeatureHash, Tables, Tokenizer};
use std::collections::HashMap;
#[cfg(test)]
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// The number of documents that contain each term, for tf-idf; terms are identified by their 64-bit hash.
#[derive(Debug, Clone, Default)]
pub struct DocumentFrequencies {
    documents: u64,
    holding: HashMap<u64, u32, BuildHasherDefault<AsItIs>>,
}

impl DocumentFrequencies {
    /// Counts a document, cut with the embedded tables.
    #[cfg(test)]
    pub(crate) fn add(&mut self, tokenizer: Tokenizer, text: &str) {
        let mut terms = HashSet::new();
        Cutter::new(tokenizer, Tables::EMBEDDED).each(text, |term, _| {
            terms.insert(FeatureHash::DEFAULT.of_64(term));
        });
        self.add_terms(terms);
    }

    /// Counts a document, given the hashes of its distinct terms.
    pub(crate) fn add_terms(&mut self, terms: impl IntoIterator<Item = u64>) {
        self.documents += 1;
        for term in terms {
            *self.holding.entry(term).or_default() += 1;
        }
    }

    /// Adds the counts of another set of documents.
    pub fn merge(&mut self, other: Self) {
        self.documents += other.documents;
        if self.holding.is_empty() {
            self.holding = other.holding;
            return;
        }
        for (term, count) in other.holding {
            *self.holding.entry(term).or_default() += count;
        }
    }

    /// Number of documents counted.
    pub fn documents(&self) -> u64 {
        self.documents
    }

    /// The hash of each term, and the number of documents that contain it; in no order that means anything.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u32)> {
        self.holding.iter().map(|(&term, &holding)| (term, holding))
    }

    /// The inverse document frequency of a term: ln((1+N)/(1+df)) + 1.
    pub fn idf(&self, term_hash: u64) -> f64 {
        let holding = self.holding.get(&term_hash).copied().unwrap_or(0);
        ((1 + self.documents) as f64 / (1 + u64::from(holding)) as f64).ln() + 1.0
    }
}

/// A hasher for keys that are hashes already.
#[derive(Debug, Clone, Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, &b| hash.rotate_left(8) ^ u64::from(b));
    }
    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idf_follows_the_documents_that_hold_the_term() {
        let mut first = DocumentFrequencies::default();
        first.add(Tokenizer::Whitespace, "a b b");
        let mut second = DocumentFrequencies::default();
        second.add(Tokenizer::Whitespace, "b c");
        second.add(Tokenizer::Whitespace, "");
        first.merge(second);
        let idf = |term| first.idf(FeatureHash::DEFAULT.of_64(term));
        assert_eq!(first.documents(), 3);
        assert_eq!(idf("b"), (4.0f64 / 3.0).ln() + 1.0);
        assert_eq!(idf("a"), (4.0f64 / 2.0).ln() + 1.0);
        assert_eq!(idf("unknown"), 4.0f64.ln() + 1.0);
    }
}
