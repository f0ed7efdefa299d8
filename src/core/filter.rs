//! A language for choosing documents and groups: words, `"phrases"`, `/patterns/`, `label:news`, `size>5`, `-chain`.
//!
//! A [`Filter`] is a row of [`Term`]s that must all hold. docs/COMMANDS.md has the language in one table, [`TERMS`] is that table
//! in code. [`Facts`] say what is known; [`documents`], [`groups`] and [`Pairs`] evaluate.
//!
//! ```
//! # use simscope_core as simscope;
//! use simscope::corpus::Corpus;
//! use simscope::filter::{Facts, Filter, documents};
//! use simscope::progress::Progress;
//!
//! # simscope::corpus::provide_sample(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/builtin.jsonl")));
//! let filter: Filter = r#"meeting -"3 pm" chars<200"#.parse()?;
//! let corpus = Corpus::builtin();
//! let facts = Facts::of(&corpus);
//! filter.check(&facts)?;
//! let found = documents(&filter, &facts, None, &Progress::new()).expect("nobody cancels it");
//! assert!(found.iter().all(|&document| !corpus.get(document as usize).text.contains("3 pm")));
//! # Ok::<(), simscope::filter::Mistake>(())
//! ```

mod empty;
mod facts;
mod mistake;
mod needle;
mod pairs;
mod parse;
mod script;
mod select;
mod term;
#[cfg(test)]
mod tests;

pub use empty::{Emptiness, why_no_document, why_no_group};
pub use facts::{Facts, Need};
pub use mistake::{Mistake, Wrong};
pub use needle::Needle;
pub use pairs::Pairs;
pub use script::Script;
pub use select::{documents, groups};
pub use term::{Bound, Comparison, Fact, Field, Form, Operator, Quantity, Row, TERMS, Test};

use crate::corpus::Corpus;
use std::fmt;
use std::ops::Range;

/// Terms that must all hold; without terms everything passes.
///
/// What is printed parses to an equal filter.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Filter {
    /// In the order in which they were written.
    pub terms: Vec<Term>,
}

/// A test, or its opposite.
#[derive(Debug, Clone)]
pub struct Term {
    /// Holds where the test does not.
    pub is_not: bool,
    /// What must hold.
    pub test: Test,
    /// Where the term stands in the line that was parsed, in bytes; not compared.
    pub place: Range<usize>,
}

impl PartialEq for Term {
    fn eq(&self, other: &Self) -> bool {
        (self.is_not, &self.test) == (other.is_not, &other.test)
    }
}

impl Filter {
    /// Whether everything passes.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Whether all facts that the terms use are known.
    ///
    /// # Errors
    /// The first term for which something is missing.
    pub fn check(&self, facts: &Facts<'_>) -> Result<(), Mistake> {
        self.check_by(|test| facts.lacks(test))
    }

    /// Whether it uses only the document itself: id, label, text, file and features.
    pub fn is_of_documents(&self) -> bool {
        let (corpus, features) = (Corpus::default(), Some(&[][..]));
        self.check(&Facts { features, ..Facts::of(&corpus) }).is_ok()
    }

    /// Whether one of its terms is of this quantity.
    pub fn asks(&self, quantity: Quantity) -> bool {
        self.terms.iter().any(|term| matches!(term.test, Test::Number(of, _) if of == quantity))
    }

    /// Whether it can choose texts that are no documents, such as the terms of features: each of its terms looks for a text.
    ///
    /// # Errors The first term that uses more than the document itself.
    pub fn check_texts(&self) -> Result<(), Mistake> {
        self.check_by(|test| (!matches!(test, Test::Text(_))).then_some(Need::Documents))
    }

    /// Fails with the first term whose test lacks something.
    fn check_by(&self, lacks: impl Fn(&Test) -> Option<Need>) -> Result<(), Mistake> {
        self.terms.iter().find_map(|term| Some((term, lacks(&term.test)?))).map_or(Ok(()), |(term, need)| {
            Err(Mistake { at: term.place.start, what: Wrong::NotKnown(term.test.to_string(), need) })
        })
    }

    /// Whether a text that is no document passes. A term that asks for more than a text holds nowhere.
    pub fn passes(&self, text: &str) -> bool {
        self.terms.iter().all(|term| term.passes(text))
    }

    /// Whether it uses judgements.
    pub fn is_of_judgements(&self) -> bool {
        self.terms.iter().any(|term| matches!(term.test, Test::Judged(_)))
    }

    /// Whether it uses kinds of difference.
    pub fn is_of_kinds(&self) -> bool {
        self.terms.iter().any(|term| matches!(term.test, Test::Kind(_)))
    }

    /// Whether all that passes this filter is known to pass `wider` too: every term of `wider` is here, or one that asks for
    /// more of the same text.
    pub fn narrows(&self, wider: &Self) -> bool {
        wider.terms.iter().all(|old| self.terms.iter().any(|new| new.implies(old)))
    }

    /// Where in a text the words, phrases and patterns of the filter are, in order, disjoint.
    pub fn hits(&self, text: &str) -> Vec<Range<usize>> {
        let needles = self.terms.iter().filter(|term| !term.is_not).filter_map(|term| match &term.test {
            Test::Text(needle) => Some(needle),
            _ => None,
        });
        let mut hits: Vec<Range<usize>> = needles.flat_map(|needle| needle.hits(text)).collect();
        hits.sort_unstable_by_key(|hit| (hit.start, hit.end));
        let mut joined: Vec<Range<usize>> = Vec::with_capacity(hits.len());
        for hit in hits {
            match joined.last_mut() {
                Some(last) if hit.start <= last.end => last.end = last.end.max(hit.end),
                _ => joined.push(hit),
            }
        }
        joined
    }
}

impl Term {
    /// Whether a text that is no document passes.
    pub fn passes(&self, text: &str) -> bool {
        matches!(&self.test, Test::Text(needle) if needle.is_in(text) != self.is_not)
    }

    fn implies(&self, wider: &Self) -> bool {
        self == wider
            || match (&self.test, &wider.test) {
                (Test::Text(new), Test::Text(old)) => !self.is_not && !wider.is_not && new.implies(old),
                _ => false,
            }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_not {
            f.write_str("-")?;
        }
        self.test.fmt(f)
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, term) in self.terms.iter().enumerate() {
            if at > 0 {
                f.write_str(" ")?;
            }
            term.fmt(f)?;
        }
        Ok(())
    }
}
