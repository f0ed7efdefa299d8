//! What the groups have in common, counted: each count is that of a term that could be added to the filter.

use super::Term;
use super::facts::Facts;
use super::needle::Needle;
use super::script::Script;
use super::term::{Bound, Comparison, Fact, Field, Operator, Quantity, Test};
use crate::progress::Progress;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// One way to divide the groups.
#[derive(Debug, Clone, PartialEq)]
pub struct Facet {
    /// What it divides by.
    pub name: FacetName,
    /// Only values that some group has; of labels and files the most frequent.
    pub values: Vec<Counted>,
    /// Values that were left out because they are rarer.
    pub others: usize,
}

/// What groups are divided by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FacetName {
    /// Number of documents.
    Size,
    /// At most k, or more.
    Diameter,
    /// Chains, and others.
    Chain,
    /// Labels of members.
    Label,
    /// Files of members.
    Source,
    /// What members are written in.
    Script,
}

/// A value and how many groups have it.
#[derive(Debug, Clone, PartialEq)]
pub struct Counted {
    /// As it is shown; labels and files are untrusted.
    pub text: String,
    /// Groups. A group whose members have several values counts for each.
    pub count: usize,
    /// What chooses these groups.
    pub term: Term,
}

/// Values of a facet at most.
const MOST: usize = 12;

/// Sizes by range: what is shown, and the comparison.
const SIZES: [(&str, Comparison); 4] = [
    ("2", Comparison::With(Operator::Equal, Bound::Number(2))),
    ("3–5", Comparison::Between(3, 5)),
    ("6–20", Comparison::Between(6, 20)),
    ("> 20", Comparison::With(Operator::More, Bound::Number(20))),
];

/// The facets of these groups (by number), as far as the facts go. `None` when cancelled.
pub fn facets(facts: &Facts<'_>, numbers: &[u32], progress: &Progress) -> Option<Vec<Facet>> {
    let counting = Counting { facts: *facts, numbers };
    let all = [
        counting.sizes(),
        counting.diameters(),
        counting.chains(),
        counting.labels(),
        counting.sources(),
        counting.scripts(),
    ];
    let is_there = |facet: &Facet| !facet.values.is_empty();
    (!progress.is_cancelled()).then(|| all.into_iter().flatten().filter(is_there).collect())
}

struct Counting<'a> {
    facts: Facts<'a>,
    numbers: &'a [u32],
}

impl<'a> Counting<'a> {
    /// How many groups have each of `values` values.
    fn count<const VALUES: usize>(
        &self,
        values_of: impl Fn(usize) -> [bool; VALUES] + Sync,
    ) -> [usize; VALUES] {
        let add = |mut counts: [usize; VALUES], values: [bool; VALUES]| {
            counts.iter_mut().zip(values).for_each(|(count, has)| *count += usize::from(has));
            counts
        };
        (self.numbers.par_iter())
            .with_min_len(512)
            .fold(|| [0; VALUES], |counts, &number| add(counts, values_of(number as usize)))
            .reduce(|| [0; VALUES], |a, b| std::array::from_fn(|at| a[at] + b[at]))
    }

    fn members(&self, number: usize) -> &'a [u32] {
        self.facts.groups.map_or(&[], |groups| groups.members(number))
    }

    fn sizes(&self) -> Option<Facet> {
        let counts = self.count(|number| {
            let size = self.members(number).len() as u32;
            SIZES.map(|(_, comparison)| comparison.holds(size, 0))
        });
        let term = |comparison| Term::new(Test::Number(Quantity::Size, comparison));
        Some(facet(
            FacetName::Size,
            SIZES.iter().zip(counts).map(|(&(text, sizes), count)| (text, count, term(sizes))),
        ))
    }

    fn diameters(&self) -> Option<Facet> {
        self.facts.spread?;
        let [near, far] =
            [Operator::AtMost, Operator::More].map(|operator| Comparison::With(operator, Bound::K));
        let counts = self.count(|number| {
            let diameter = self.facts.spread_of(number).map(|spread| u32::from(spread.diameter));
            [near, far].map(|bound| diameter.is_some_and(|diameter| bound.holds(diameter, self.facts.k)))
        });
        let term = |comparison| Term::new(Test::Number(Quantity::Diameter, comparison));
        let values = [("≤ k", near), ("> k", far)].into_iter().zip(counts);
        Some(facet(FacetName::Diameter, values.map(|((text, bound), count)| (text, count, term(bound)))))
    }

    fn chains(&self) -> Option<Facet> {
        let groups = self.facts.groups.filter(|_| self.facts.spread.is_some() && !self.facts.are_leaders)?;
        let [chains] = self.count(|number| {
            [self.facts.spread_of(number).is_some_and(|spread| spread.diameter > groups.k())]
        });
        let term = Term::new(Test::Fact(Fact::Chain));
        let values = [("yes", chains, term.clone()), ("no", self.numbers.len() - chains, term.negated())];
        Some(facet(FacetName::Chain, values))
    }

    fn labels(&self) -> Option<Facet> {
        let corpus = self.facts.corpus.filter(|corpus| corpus.has_labels())?;
        let label = |document: u32| corpus.get(document as usize).label;
        let mut facet = self.named(FacetName::Label, Field::Label, label);
        let [without] =
            self.count(|number| [self.members(number).iter().all(|&member| label(member).is_none())]);
        if without > 0 {
            let term = Term::new(Test::Fact(Fact::Labelled)).negated();
            facet.values.push(Counted { text: "–".to_owned(), count: without, term });
        }
        Some(facet)
    }

    fn sources(&self) -> Option<Facet> {
        let corpus = self.facts.corpus?;
        let source = |document: u32| corpus.file_name(corpus.place(document as usize).file);
        Some(self.named(FacetName::Source, Field::Source, source))
    }

    fn scripts(&self) -> Option<Facet> {
        let scripts = self.facts.scripts?;
        let counts = self.count(|number| {
            let has = |script| {
                self.members(number).iter().any(|&member| scripts.get(member as usize) == Some(&script))
            };
            Script::ALL.map(has)
        });
        let values = Script::ALL.into_iter().zip(counts);
        Some(facet(
            FacetName::Script,
            values.map(|(script, count)| (script.name(), count, Term::new(Test::Script(script)))),
        ))
    }

    /// The most frequent of values that have names.
    fn named(&self, name: FacetName, field: Field, value: impl Fn(u32) -> Option<&'a str> + Sync) -> Facet {
        let counted = (self.numbers.par_iter())
            .with_min_len(512)
            .fold(FxHashMap::default, |mut counts: FxHashMap<&str, usize>, &number| {
                let mut own: Vec<&str> =
                    self.members(number as usize).iter().filter_map(|&member| value(member)).collect();
                own.sort_unstable();
                own.dedup();
                own.into_iter().for_each(|value| *counts.entry(value).or_default() += 1);
                counts
            })
            .reduce(FxHashMap::default, |mut all, more| {
                more.into_iter().for_each(|(value, count)| *all.entry(value).or_default() += count);
                all
            });
        let mut counted: Vec<(&str, usize)> = counted.into_iter().collect();
        counted.sort_unstable_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0)));
        let others = counted.len().saturating_sub(MOST);
        counted.truncate(MOST);
        let term = |value: &str| Term::new(Test::Field(field, Needle::whole(value)));
        let values = counted.into_iter().map(|(value, count)| (value, count, term(value)));
        Facet { others, ..facet(name, values) }
    }
}

/// Values that no group has are left out.
fn facet<'v>(name: FacetName, values: impl IntoIterator<Item = (&'v str, usize, Term)>) -> Facet {
    let counted = values.into_iter().filter(|(_, count, _)| *count > 0);
    let values = counted.map(|(text, count, term)| Counted { text: text.to_owned(), count, term });
    Facet { name, values: values.collect(), others: 0 }
}
