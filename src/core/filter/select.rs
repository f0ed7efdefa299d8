//! Which documents and which groups pass a filter.

use super::facts::Facts;
use super::needle::Needle;
use super::script::Script;
use super::term::{Comparison, Fact, Field, Quantity, Test};
use super::{Filter, Term};
use crate::corpus::Batch;
use crate::groups::Groups;
use crate::progress::Progress;
use rayon::prelude::*;

/// The documents that pass, ascending; of those of `within`, where that is given. A document takes the size, the diameter and
/// the rest of its group. `None` when cancelled.
pub fn documents(
    filter: &Filter,
    facts: &Facts<'_>,
    within: Option<&[u32]>,
    progress: &Progress,
) -> Option<Vec<u32>> {
    let mut passing = vec![within.is_none(); facts.len];
    within.into_iter().flatten().for_each(|&document| passing[document as usize] = true);
    for term in cheapest_first(filter) {
        let found = of_documents(&term.test, facts, &passing, progress)?;
        passing.iter_mut().zip(found).for_each(|(passing, found)| *passing &= found != term.is_not);
    }
    Some((0..).zip(passing).filter(|(_, is_passing)| *is_passing).map(|(document, _)| document).collect())
}

/// The numbers of the groups that pass, ascending. A group passes a test of documents if one of its members does, and its
/// opposite if none does. `None` when cancelled.
pub fn groups(filter: &Filter, facts: &Facts<'_>, progress: &Progress) -> Option<Vec<u32>> {
    let Some(groups) = facts.groups else { return Some(Vec::new()) };
    let mut passing = vec![true; groups.count()];
    for term in cheapest_first(filter) {
        let found = if let Some(test) = GroupTest::of(&term.test, facts, false) {
            by_group(groups, |number| test.holds(facts, groups, number))
        } else {
            let within = members(groups, facts.len, &passing);
            let found = of_documents(&term.test, facts, &within, progress)?;
            by_group(groups, |number| groups.members(number).iter().any(|&member| found[member as usize]))
        };
        passing.iter_mut().zip(found).for_each(|(passing, found)| *passing &= found != term.is_not);
        progress.unless_cancelled()?;
    }
    Some((1..).zip(passing).filter(|(_, is_passing)| *is_passing).map(|(number, _)| number).collect())
}

/// What is quick to test leaves less to be read.
fn cheapest_first(filter: &Filter) -> Vec<&Term> {
    let mut terms: Vec<&Term> = filter.terms.iter().collect();
    terms.sort_by_key(|term| match &term.test {
        Test::Number(Quantity::Chars, _) | Test::Script(_) => 2,
        Test::Number(..) | Test::Fact(_) | Test::Judged(_) | Test::Kind(_) => 0,
        Test::Field(..) => 1,
        Test::Text(needle) => 3 + usize::from(needle.is_pattern()),
    });
    terms
}

fn by_group(groups: &Groups, holds: impl Fn(usize) -> bool + Sync) -> Vec<bool> {
    (0..groups.count()).into_par_iter().with_min_len(256).map(|at| holds(at + 1)).collect()
}

/// By document: whether it is a member of one of these groups.
fn members(groups: &Groups, len: usize, of: &[bool]) -> Vec<bool> {
    let mut members = vec![false; len];
    for number in (1..).zip(of).filter(|(_, is_one)| **is_one).map(|(number, _)| number) {
        groups.members(number).iter().for_each(|&member| members[member as usize] = true);
    }
    members
}

/// A test of a whole group.
#[derive(Clone, Copy)]
enum GroupTest {
    Number(Quantity, Comparison),
    Chain,
    Changed,
}

impl GroupTest {
    /// `of_documents` leaves out the distance, which is a document's own.
    fn of(test: &Test, facts: &Facts<'_>, of_documents: bool) -> Option<Self> {
        Some(match test {
            Test::Number(Quantity::Distance, _) if of_documents || facts.spread.is_none() => return None,
            &Test::Number(
                quantity @ (Quantity::Size | Quantity::Diameter | Quantity::Distance),
                comparison,
            ) => GroupTest::Number(quantity, comparison),
            Test::Fact(Fact::Chain) => GroupTest::Chain,
            Test::Fact(Fact::Changed) => GroupTest::Changed,
            _ => return None,
        })
    }

    fn holds(self, facts: &Facts<'_>, groups: &Groups, number: usize) -> bool {
        let spread = || facts.spread_of(number);
        match self {
            GroupTest::Number(Quantity::Size, comparison) => {
                comparison.holds(groups.run(number).len, facts.k)
            }
            GroupTest::Number(Quantity::Distance, comparison) => {
                spread().is_some_and(|spread| comparison.holds(spread.minimum.into(), facts.k))
            }
            GroupTest::Number(_, comparison) => {
                spread().is_some_and(|spread| comparison.holds(spread.diameter.into(), facts.k))
            }
            GroupTest::Chain => facts.is_chain(number) == Some(true),
            GroupTest::Changed => facts.is_changed(groups.members(number)),
        }
    }

    /// Of a document in no group.
    fn holds_alone(self, facts: &Facts<'_>, document: u32) -> bool {
        match self {
            GroupTest::Number(Quantity::Size, comparison) => comparison.holds(1, facts.k),
            GroupTest::Changed => facts.mark.is_some_and(|mark| mark.number_of(document).is_some()),
            GroupTest::Number(..) | GroupTest::Chain => false,
        }
    }
}

/// By document: whether the test holds; only those of `within` are looked at. `None` when cancelled.
pub(super) fn of_documents(
    test: &Test,
    facts: &Facts<'_>,
    within: &[bool],
    progress: &Progress,
) -> Option<Vec<bool>> {
    let mut found = vec![false; facts.len];
    if facts.lacks(test).is_some() {
        return Some(found);
    }
    if let Some(test) = GroupTest::of(test, facts, true) {
        let Some(groups) = facts.groups else { return Some(found) };
        // What a group is can take long to say: only those with a document that is asked for are tested.
        let is_asked = |number: usize| groups.members(number).iter().any(|&member| within[member as usize]);
        let holds = by_group(groups, |number| is_asked(number) && test.holds(facts, groups, number));
        (found.par_iter_mut().enumerate()).for_each(|(at, found)| {
            *found = within[at] && test.holds_alone(facts, at as u32);
        });
        for (number, holds) in (1..).zip(holds) {
            groups.members(number).iter().for_each(|&member| {
                found[member as usize] = holds && within[member as usize];
            });
        }
        return Some(found);
    }
    match test {
        Test::Number(Quantity::Features | Quantity::Distance | Quantity::Passages, _)
        | Test::Fact(Fact::Picked)
        | Test::Judged(_)
        | Test::Kind(_) => {
            let holds = |document: usize| holds_of_one(test, facts, document as u32);
            (found.par_iter_mut().enumerate()).for_each(|(at, found)| *found = within[at] && holds(at));
        }
        _ => each_batch(facts, within, &mut found, progress, |batch, within, found| {
            mark(test, facts, batch, (within, found));
        }),
    }
    (!progress.is_cancelled()).then_some(found)
}

/// Tests that are looked at batch by batch.
fn mark(test: &Test, facts: &Facts<'_>, batch: &Batch, (within, found): (&[bool], &mut [bool])) {
    match test {
        Test::Text(needle) => {
            needle.mark(batch.texts(), within, found);
            rest(needle, batch, within, found);
        }
        Test::Field(Field::Id, needle) => needle.mark(batch.ids(), within, found),
        Test::Field(Field::Label, needle) => labels(needle, batch, within, found),
        Test::Field(Field::Source, needle) => sources(needle, facts, batch, within, found),
        Test::Script(script) => each(within, found, |at| Script::of(batch.get(at).text) == *script),
        Test::Number(_, comparison) => {
            each(within, found, |at| comparison.holds(batch.get(at).text.chars().count() as u32, facts.k))
        }
        Test::Fact(_) if batch.has_labels() => each(within, found, |at| batch.get(at).label.is_some()),
        Test::Fact(_) | Test::Judged(_) | Test::Kind(_) => {}
    }
}

/// Tests of one document that need no text.
fn holds_of_one(test: &Test, facts: &Facts<'_>, document: u32) -> bool {
    let at = document as usize;
    match test {
        Test::Number(Quantity::Features, comparison) => {
            let features = facts.features.and_then(|features| features.get(at));
            features.is_some_and(|&features| comparison.holds(features, facts.k))
        }
        Test::Number(Quantity::Passages, comparison) => {
            facts.passages.is_some_and(|passages| comparison.holds(passages(document), facts.k))
        }
        Test::Number(_, comparison) => {
            let distance = facts.tree.and_then(|tree| tree.nearest_distance(document));
            distance.is_some_and(|distance| comparison.holds(distance.into(), facts.k))
        }
        Test::Judged(is_judged) => facts.judged.is_some_and(|judged| judged(document) == *is_judged),
        Test::Fact(Fact::Picked) => facts.picked.is_some_and(|picked| picked.contains(&document)),
        &Test::Kind(kind) => facts.kinds.is_some_and(|kinds| kinds(document, kind)),
        Test::Text(_) | Test::Field(..) | Test::Fact(_) | Test::Script(_) => false,
    }
}

/// Id and label of the documents that were not found by their texts.
fn rest(needle: &Needle, batch: &Batch, within: &[bool], found: &mut [bool]) {
    let left: Vec<bool> =
        within.iter().zip(&*found).map(|(&is_wanted, &found)| is_wanted && !found).collect();
    needle.mark(batch.ids(), &left, found);
    labels(needle, batch, &left, found);
}

fn labels(needle: &Needle, batch: &Batch, within: &[bool], found: &mut [bool]) {
    // An empty string stands for no label, and passes no test.
    if let Some(labels) = batch.labels() {
        let has_one: Vec<bool> = within
            .iter()
            .enumerate()
            .map(|(at, &is_wanted)| is_wanted && !labels.get(at).is_empty())
            .collect();
        needle.mark(labels, &has_one, found);
    }
}

/// Looks at the name of each file once, while its documents follow each other.
fn sources(needle: &Needle, facts: &Facts<'_>, batch: &Batch, within: &[bool], found: &mut [bool]) {
    let name = |file| facts.corpus.and_then(|corpus| corpus.file_name(file));
    let mut last = None;
    for (at, found) in found.iter_mut().enumerate().filter(|(at, _)| within[*at]) {
        let file = batch.places().get(at).file;
        let (_, holds) = match last {
            Some(last @ (of, _)) if of == file => last,
            _ => (file, name(file).is_some_and(|name| needle.is_in(name))),
        };
        last = Some((file, holds));
        *found = holds;
    }
}

fn each(within: &[bool], found: &mut [bool], holds: impl Fn(usize) -> bool) {
    for (at, found) in found.iter_mut().enumerate() {
        *found = within[at] && holds(at);
    }
}

/// Works on the batches in parallel, each with its part of `within` and `found`; leaves out those of which nothing is wanted.
fn each_batch(
    facts: &Facts<'_>,
    within: &[bool],
    found: &mut [bool],
    progress: &Progress,
    work: impl Fn(&Batch, &[bool], &mut [bool]) + Sync,
) {
    let Some(corpus) = facts.corpus else { return };
    let (mut within, mut found) = (within, found);
    let mut parts = Vec::with_capacity(corpus.batches().len());
    for batch in corpus.batches() {
        let (here, left) = within.split_at(batch.len());
        let (out, rest) = std::mem::take(&mut found).split_at_mut(batch.len());
        parts.push((batch, here, out));
        (within, found) = (left, rest);
    }
    parts.into_par_iter().for_each(|(batch, within, found)| {
        if !progress.is_cancelled() && within.contains(&true) {
            work(batch, within, found);
        }
    });
}
