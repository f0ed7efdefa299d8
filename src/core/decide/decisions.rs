//! What people decided about groups.

use super::clean::Kinds;
use super::{Keep, Split};
use crate::corpus::{Corpus, text_hash};
use crate::filter::Decided;
use std::collections::{BTreeMap, BTreeSet};
use xxhash_rust::xxh3::Xxh3;

/// What was decided over one corpus: the rule, and what was decided by hand.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Decisions {
    /// The rule where nobody chose.
    pub keep: Keep,
    /// Documents that are kept in their group, at any k.
    pub chosen: BTreeSet<u32>,
    /// Documents that are taken out of their group: they are kept, and nothing is dropped against them.
    pub excluded: BTreeSet<u32>,
    /// The kinds of difference with which texts go, where the texts decide.
    pub allowed: Kinds,
    /// By the first document of the group in corpus order. One document can be the first of several groups, at different k.
    pub groups: BTreeMap<u32, Vec<GroupDecision>>,
}

/// What was decided about one group. It holds for the group with exactly these members, at whatever k.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GroupDecision {
    /// Number of members.
    pub members: u32,
    /// [`Decisions::fingerprint`] of the members.
    pub fingerprint: u64,
    /// What is to become of it, if that was said.
    pub state: Option<State>,
    /// How it is taken apart, if it is.
    pub split: Option<Split>,
}

/// What somebody said of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum State {
    /// As the rule and the choices by hand have it.
    Accepted,
    /// All its documents stay.
    Left,
    /// To be decided later; until then all its documents stay.
    Later,
}

impl GroupDecision {
    /// Whether that is what was decided, if anything was.
    pub fn is(decision: Option<&Self>, decided: Decided) -> bool {
        let state = decision.and_then(|decision| decision.state);
        match decided {
            Decided::Accepted => state == Some(State::Accepted),
            Decided::Left => state == Some(State::Left),
            Decided::Later => state == Some(State::Later),
            Decided::Apart => decision.is_some_and(|decision| decision.split.is_some()),
            Decided::Nothing => decision.is_none(),
        }
    }
}

impl State {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Accepted, Self::Left, Self::Later];

    /// Its name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Left => "left",
            Self::Later => "later",
        }
    }
}

impl Decisions {
    /// Only a rule.
    pub fn by(keep: Keep) -> Self {
        Self { keep, ..Self::default() }
    }

    /// Why a kept document is kept: the rule, or `by hand`.
    pub fn rule_of(&self, kept: u32) -> String {
        if self.chosen.contains(&kept) { "by hand".to_owned() } else { self.keep.to_string() }
    }

    /// The first document about which, or about whose group, other decisions say something else.
    pub fn first_difference(&self, other: &Self) -> Option<u32> {
        let documents = [(&self.chosen, &other.chosen), (&self.excluded, &other.excluded)];
        let documents = documents.into_iter().filter_map(|(one, two)| one.symmetric_difference(two).next());
        let first_of_group = |(one, two): (&Self, &Self)| {
            one.groups
                .iter()
                .find(|&(first, decided)| two.groups.get(first) != Some(decided))
                .map(|(&first, _)| first)
        };
        let groups = [(self, other), (other, self)].into_iter().filter_map(first_of_group);
        documents.copied().chain(groups).min()
    }

    /// Whether anything was decided by hand.
    pub fn has_any_by_hand(&self) -> bool {
        !(self.chosen.is_empty() && self.excluded.is_empty() && self.groups.is_empty())
            || self.allowed != Kinds::default()
    }

    /// A number that tells sets of members apart: XXH3-64 over the id, a zero byte and the [`text_hash`] (8 bytes, little
    /// endian) of each member, in corpus order.
    pub fn fingerprint(corpus: &Corpus, members: &[u32]) -> u64 {
        Self::fingerprint_by(members, &|member| {
            let document = corpus.get(member as usize);
            (document.id, text_hash(document.text))
        })
    }

    /// The same, from ids and text hashes.
    pub(super) fn fingerprint_by<'a>(members: &[u32], of: &dyn Fn(u32) -> (&'a str, u64)) -> u64 {
        let mut members = members.to_vec();
        members.sort_unstable();
        let mut hasher = Xxh3::new();
        for member in members {
            let (id, text) = of(member);
            hasher.update(id.as_bytes());
            hasher.update(&[0]);
            hasher.update(&text.to_le_bytes());
        }
        hasher.digest()
    }

    /// What was decided about a group; `fingerprint` is only computed if something was decided about one of this first
    /// document and size.
    pub fn of_group(&self, members: &[u32], fingerprint: impl FnOnce() -> u64) -> Option<GroupDecision> {
        if self.groups.is_empty() {
            return None;
        }
        let decided = self.groups.get(members.iter().min()?)?;
        let is_size = |decision: &&GroupDecision| decision.members as usize == members.len();
        decided.iter().find(is_size)?;
        let fingerprint = fingerprint();
        decided.iter().filter(is_size).find(|decision| decision.fingerprint == fingerprint).copied()
    }

    /// Changes what was decided about a group; what says nothing any more is forgotten.
    pub fn decide(&mut self, members: &[u32], fingerprint: u64, change: impl FnOnce(&mut GroupDecision)) {
        let Some(&first) = members.iter().min() else { return };
        let decided = self.groups.entry(first).or_default();
        let count = members.len() as u32;
        let is_it =
            |decision: &GroupDecision| decision.members == count && decision.fingerprint == fingerprint;
        let mut decision = match decided.iter().position(is_it) {
            Some(at) => decided.remove(at),
            None => GroupDecision { members: count, fingerprint, state: None, split: None },
        };
        change(&mut decision);
        if decision.state.is_some() || decision.split.is_some() {
            decided.push(decision);
        }
        if decided.is_empty() {
            self.groups.remove(&first);
        }
    }
}
