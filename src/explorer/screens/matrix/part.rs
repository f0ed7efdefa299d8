//! Which documents the heatmap shows: the largest groups, all, or one group.

use super::keys::Act;
use super::state::State;
use super::work::Scope;
use crate::shared::Shared;
use crate::surface::grouped_digits;
use std::ops::Range;

/// Documents that are shown all at once; of more, those of the largest groups.
pub(super) const AT_ONCE: usize = 1000;
/// How many groups are shown then.
const LARGEST: usize = 60;

/// Which documents are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Part {
    /// All, or of too many those of the largest groups.
    #[default]
    Largest,
    All,
    /// Those of the group of this document.
    Group(u32),
}

impl State {
    /// The document whose group alone is shown.
    pub fn group(&self) -> Option<u32> {
        match self.part {
            Part::Group(document) => Some(document),
            Part::Largest | Part::All => None,
        }
    }

    /// The groups whose documents alone are shown; `None` where all are.
    pub fn numbers(&self, shared: &Shared) -> Option<Range<usize>> {
        let groups = shared.groups.as_ref();
        match self.part {
            Part::Group(document) => {
                let number = groups.and_then(|groups| groups.number_of(document));
                Some(number.map_or(1..1, |number| number..number + 1))
            }
            Part::Largest if self.all(shared) > AT_ONCE => {
                let count = groups.map_or(0, |groups| groups.count());
                (groups.is_none() || count > 0).then_some(1..count.min(LARGEST) + 1)
            }
            Part::Largest | Part::All => None,
        }
    }

    /// Which of how many groups are shown, and of how many documents; shorter without these.
    pub(super) fn said_of_largest(&self, shared: &Shared, is_short: bool) -> (String, String) {
        let largest = self.numbers(shared).map_or(0, |numbers| numbers.len());
        let groups = grouped_digits(shared.groups.as_ref().map_or(0, |groups| groups.count()));
        let (some, all) = (grouped_digits(self.heat_len(shared)), grouped_digits(self.all(shared)));
        let documents = match is_short {
            true => Default::default(),
            false => both!(", {some} of {all} documents", "，{all} 篇中的 {some} 篇"),
        };
        let key = shared.key(Act::ToggleGroup);
        (
            format!("{largest} of {groups} groups{}; {key}: all", documents.0),
            format!("{groups} 组中的 {largest} 组{}；{key} 看全部", documents.1),
        )
    }

    /// The documents that alone are shown, group by group in the order by group.
    pub(super) fn members(&self, shared: &Shared) -> Option<Vec<Vec<u32>>> {
        let groups = shared.groups.as_ref()?;
        let mut numbers: Vec<usize> = self.numbers(shared)?.collect();
        numbers.sort_unstable_by_key(|&number| groups.run(number).start);
        Some(numbers.into_iter().map(|number| groups.members(number).to_vec()).collect())
    }

    /// What the documents shown follow from, if they are not all.
    pub(super) fn scope_now(&self, shared: &Shared) -> Scope {
        self.numbers(shared).map(|_| (self.part, shared.grouped()))
    }

    /// From the largest groups to all documents, to the group of the selected document alone, and back.
    pub(super) fn next_part(&mut self, shared: &mut Shared) {
        let k = shared.k;
        let number = shared.groups.as_ref().and_then(|groups| groups.number_of(shared.selected));
        let is_largest = self.part == Part::Largest && self.numbers(shared).is_some();
        let next = match (self.part, number) {
            (Part::Largest, _) if is_largest => Part::All,
            (Part::Largest | Part::All, Some(_)) => Part::Group(shared.selected),
            _ => Part::Largest,
        };
        let is_same = next == self.part;
        self.take_part(shared, next);
        if is_same {
            shared.warn(both!(
                "the document of this row is in no group at k = {k}",
                "k = {k} 时该行文档不在任何组中"
            ));
        }
    }

    fn take_part(&mut self, shared: &mut Shared, part: Part) {
        if self.part != part {
            self.part = part;
            self.begin_anew(shared);
        }
        let (len, key) = (grouped_digits(self.heat_len(shared)), shared.key(Act::ToggleGroup));
        let number = |document| shared.groups.as_ref().and_then(|groups| groups.number_of(document));
        let said = match (self.group().and_then(number), self.numbers(shared)) {
            (Some(number), _) => both!(
                "group #{number} alone, {len} documents; {key} or Esc leaves it",
                "只看组 #{number}，{len} 篇；按 {key} 或 Esc 离开"
            ),
            (None, Some(_)) => self.said_of_largest(shared, false),
            (None, None) => both!("all {len} documents", "全部 {len} 篇文档"),
        };
        shared.say(said);
    }

    /// Leaves the one group that is shown. Returns whether there was one.
    pub(super) fn leave_group(&mut self, shared: &mut Shared) -> bool {
        let was_alone = self.group().is_some();
        if was_alone {
            self.take_part(shared, Part::Largest);
        }
        was_alone
    }

    /// The groups follow k; one alone as long as its document is in one and the selected document in it. Returns whether
    /// the documents shown are other ones.
    pub(super) fn follow_groups(&mut self, shared: &mut Shared) -> bool {
        if let (Some(document), Some(groups)) = (self.group(), shared.groups.as_ref()) {
            let (number, k) = (groups.number_of(document), groups.k());
            if groups.number_of(shared.selected) != number || number.is_none() {
                self.part = Part::Largest;
            }
            if number.is_none() {
                shared.say(both!(
                    "at k = {k} the document is in no group any more",
                    "k = {k} 时该文档不再属于任何组"
                ));
            }
        }
        self.scope != self.scope_now(shared)
    }
}
