//! What the groups have in common, counted: each count is that of a term that could be added to the filter, in the place of
//! the term of the same facet that it may have.

use super::facts::Facts;
use super::needle::Needle;
use super::script::Script;
use super::select;
use super::term::{Bound, Comparison, Decided, Fact, Field, Operator, Quantity, Test};
use super::{Filter, Term};
use crate::progress::Progress;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// One way to divide the groups.
#[derive(Debug, Clone, PartialEq)]
pub struct Facet {
    /// What it divides by.
    pub name: FacetName,
    /// Only values that some group has or that are chosen; of labels and files the most frequent.
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
    /// What was decided, and which groups hang on shared text; only where there is any.
    State,
    /// Whether a pair with a member was judged; only where one was.
    Judged,
}

impl FacetName {
    const ALL: [Self; 8] = [
        Self::Size,
        Self::Diameter,
        Self::Chain,
        Self::State,
        Self::Judged,
        Self::Label,
        Self::Source,
        Self::Script,
    ];

    /// Whether a value of the facet can have this term.
    fn has(self, term: &Term) -> bool {
        let is_part = match (self, &term.test) {
            (Self::Size, Test::Number(Quantity::Size, sizes)) => SIZES.iter().any(|(_, own)| own == sizes),
            (Self::Diameter, Test::Number(Quantity::Diameter, bound)) => DIAMETERS.contains(bound),
            (Self::Label, Test::Field(Field::Label, needle))
            | (Self::Source, Test::Field(Field::Source, needle)) => needle.is_whole(),
            (Self::Script, Test::Script(_))
            | (Self::State, Test::Decided(_) | Test::Fact(Fact::Template)) => true,
            (Self::Chain, Test::Fact(Fact::Chain)) | (Self::Judged, Test::Judged(true)) => return true,
            (Self::Label, Test::Fact(Fact::Labelled)) => return term.is_not,
            _ => false,
        };
        is_part && !term.is_not
    }
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

const DIAMETERS: [Comparison; 2] =
    [Comparison::With(Operator::AtMost, Bound::K), Comparison::With(Operator::More, Bound::K)];

/// The facets of the groups that pass a filter (`numbers`), as far as the facts go. The values of a facet are counted as if the
/// filter had none of its terms, so that another can be chosen instead. `None` when cancelled.
pub fn facets(
    filter: &Filter,
    facts: &Facts<'_>,
    numbers: &[u32],
    progress: &Progress,
) -> Option<Vec<Facet>> {
    let mut facets = Vec::with_capacity(FacetName::ALL.len());
    for name in FacetName::ALL {
        let wider = filter.without(name);
        let numbers = match wider.terms.len() == filter.terms.len() {
            true => Cow::Borrowed(numbers),
            false => Cow::Owned(select::groups(&wider, facts, progress)?),
        };
        let Some(mut facet) = (Counting { filter, facts: *facts, numbers: &numbers }).facet(name) else {
            continue;
        };
        facet.values.retain(|value| value.count > 0 || filter.terms.contains(&value.term));
        if !facet.values.is_empty() {
            facets.push(facet);
        }
    }
    (!progress.is_cancelled()).then_some(facets)
}

impl Filter {
    /// The filter without what the values of a facet choose.
    fn without(&self, facet: FacetName) -> Self {
        Self { terms: self.terms.iter().filter(|term| !facet.has(term)).cloned().collect() }
    }

    /// The filter with the term of a value of this facet, in the place of the other values of the facet.
    #[must_use]
    pub fn choosing(&self, facet: FacetName, term: &Term) -> Self {
        let mut chosen = self.without(facet);
        chosen.terms.push(term.clone());
        chosen
    }

    /// The filter after a click on a value of this facet: [`Self::choosing`] it, or without its term, where that is there.
    #[must_use]
    pub fn toggled(&self, facet: FacetName, term: &Term) -> Self {
        match self.terms.contains(term) {
            true => Self { terms: self.terms.iter().filter(|own| *own != term).cloned().collect() },
            false => self.choosing(facet, term),
        }
    }
}

struct Counting<'a> {
    filter: &'a Filter,
    facts: Facts<'a>,
    numbers: &'a [u32],
}

impl<'a> Counting<'a> {
    fn facet(&self, name: FacetName) -> Option<Facet> {
        match name {
            FacetName::Size => self.sizes(),
            FacetName::Diameter => self.diameters(),
            FacetName::Chain => self.chains(),
            FacetName::Label => self.labels(),
            FacetName::Source => self.sources(),
            FacetName::Script => self.scripts(),
            FacetName::State => self.states(),
            FacetName::Judged => self.judged(),
        }
    }

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
        let counts = self.count(|number| {
            let diameter = self.facts.spread_of(number).map(|spread| u32::from(spread.diameter));
            DIAMETERS.map(|bound| diameter.is_some_and(|diameter| bound.holds(diameter, self.facts.k)))
        });
        let term = |comparison| Term::new(Test::Number(Quantity::Diameter, comparison));
        let values = ["≤ k", "> k"].into_iter().zip(DIAMETERS).zip(counts);
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

    fn states(&self) -> Option<Facet> {
        let decided = self.facts.decided?;
        let counts = self.count(|number| Decided::ALL.map(|one| decided(number, one)));
        let [templates] = self.count(|number| [self.facts.is_template(number)]);
        let values = Decided::ALL.into_iter().zip(counts);
        let is_any = values.clone().any(|(one, count)| one != Decided::Nothing && count > 0);
        (is_any || templates > 0).then(|| {
            let values = values.map(|(one, count)| (one.name(), count, Term::new(Test::Decided(one))));
            let template = ("template", templates, Term::new(Test::Fact(Fact::Template)));
            facet(FacetName::State, values.chain([template]))
        })
    }

    fn judged(&self) -> Option<Facet> {
        let judged = self.facts.judged?;
        let [yes] = self.count(|number| [self.members(number).iter().any(|&member| judged(member))]);
        (yes > 0).then(|| {
            let term = Term::new(Test::Judged(true));
            let no = self.numbers.len() - yes;
            facet(FacetName::Judged, [("yes", yes, term.clone()), ("no", no, term.negated())])
        })
    }

    /// The most frequent of values that have names, and those that are chosen.
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
        let term = |value: &str| Term::new(Test::Field(field, Needle::whole(value)));
        let all = counted.len();
        let (mut at, is_any_chosen) = (0, self.filter.terms.iter().any(|term| name.has(term)));
        counted.retain(|(value, _)| {
            at += 1;
            at <= MOST || is_any_chosen && self.filter.terms.contains(&term(value))
        });
        let others = all - counted.len();
        let values = counted.into_iter().map(|(value, count)| (value, count, term(value)));
        Facet { others, ..facet(name, values) }
    }
}

fn facet<'v>(name: FacetName, values: impl IntoIterator<Item = (&'v str, usize, Term)>) -> Facet {
    let values = values.into_iter().map(|(text, count, term)| Counted { text: text.to_owned(), count, term });
    Facet { name, values: values.collect(), others: 0 }
}
