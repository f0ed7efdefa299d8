//! Which pairs pass a filter.

use super::empty::Emptiness;
use super::facts::Facts;
use super::select::of_documents;
use super::term::{Comparison, Quantity, Test};
use super::{Filter, Mistake};
use crate::progress::Progress;

/// A filter, ready for any number of pairs. A pair passes a test of documents if one of the two does, and its opposite if
/// neither does, as in a group of two; `d` is the distance of the pair.
#[derive(Debug)]
pub struct Pairs {
    terms: Vec<Ready>,
    k: u8,
    met: u64,
}

#[derive(Debug)]
struct Ready {
    written: String,
    is_not: bool,
    test: PairTest,
    /// Pairs that passed this term, whatever the others said.
    passed: u64,
}

#[derive(Debug)]
enum PairTest {
    Distance(Comparison),
    /// By document.
    Either(Vec<bool>),
}

impl Pairs {
    /// Tests every document once; those of `within`, where that is given and pairs are of no others. `None` when cancelled.
    ///
    /// # Errors
    /// As [`Filter::check`].
    pub fn new(
        filter: &Filter,
        facts: &Facts<'_>,
        within: Option<&[u32]>,
        progress: &Progress,
    ) -> Result<Option<Self>, Mistake> {
        let facts = Facts { are_pairs: true, ..*facts };
        filter.check(&facts)?;
        let mut asked = vec![within.is_none(); facts.len];
        within.into_iter().flatten().for_each(|&document| asked[document as usize] = true);
        let ready = filter.terms.iter().map(|term| {
            let test = match term.test {
                Test::Number(Quantity::Distance, comparison) => PairTest::Distance(comparison),
                _ => PairTest::Either(of_documents(&term.test, &facts, &asked, progress)?),
            };
            Some(Ready { written: term.to_string(), is_not: term.is_not, test, passed: 0 })
        });
        let terms: Option<Vec<Ready>> = ready.collect();
        Ok(terms.map(|terms| Self { terms, k: facts.k, met: 0 }))
    }

    /// Whether the pair of documents `a` and `b` at this distance passes. With a document twice only that one is tested: so are
    /// the neighbours of a document chosen.
    pub fn pass(&mut self, (a, b, distance): (u32, u32, u8)) -> bool {
        let mut is_passing = true;
        for term in &mut self.terms {
            let holds = match &term.test {
                PairTest::Distance(comparison) => comparison.holds(distance.into(), self.k),
                PairTest::Either(documents) => documents[a as usize] || documents[b as usize],
            };
            term.passed += u64::from(holds != term.is_not);
            is_passing &= holds != term.is_not;
        }
        self.met += u64::from(is_passing);
        is_passing
    }

    /// Why no pair passed; `None` if one did.
    pub fn why_none(&self) -> Option<Emptiness> {
        let parts = self.terms.iter().map(|term| (term.written.clone(), term.passed as usize));
        (self.met == 0).then(|| Emptiness { parts: parts.collect() })
    }
}
