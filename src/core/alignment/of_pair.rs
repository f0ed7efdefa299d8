//! The kind of difference of two texts as a whole, without a corpus.

use super::{Kind, Tokens, Vocabulary, collapse_key, differences};

/// An empty vocabulary: each word counts as rare, and none as a name.
struct NoWords;

impl Vocabulary for NoWords {
    fn texts(&self, _: u64) -> u32 {
        1
    }

    fn is_name(&self, _: u64) -> bool {
        false
    }
}

impl Kind {
    /// The heaviest difference of two texts, if the one with fewer words goes. Without a corpus there are no names, and each word
    /// may be a slip. Texts with a rewritten passage are [`Unconfirmed`](Self::Unconfirmed) unless a measure confirms them.
    pub fn of_pair(a: &str, b: &str, is_confirmed: bool) -> Self {
        if a == b {
            return Self::Same;
        }
        if collapse_key(a) == collapse_key(b) {
            return Self::Fold;
        }
        let [a, b] = [a, b].map(Tokens::new);
        let (gone, kept) = if (a.words(), a.text()) <= (b.words(), b.text()) { (&a, &b) } else { (&b, &a) };
        let found = differences(gone, kept, &NoWords);
        if !is_confirmed && found.iter().any(|difference| difference.kind == Self::Rewritten) {
            return Self::Unconfirmed;
        }
        found.into_iter().map(|difference| difference.kind).max().unwrap_or(Self::Fold)
    }
}
