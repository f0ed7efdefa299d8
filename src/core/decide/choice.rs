//! Rule and decisions, applied to groups.

use super::cover::{Confirms, cover, sort_by_centrality};
use super::outcome::{Fate, Outcome, Totals};
use super::split::parts;
use super::{Decisions, GroupDecision, Keep, Preference, State};
use crate::groups::Groups;
use crate::hamming::Signatures;
use crate::progress::Progress;
use crate::recipe::Bits;
use rayon::prelude::*;

/// Decides about groups at one k.
#[derive(Clone, Copy)]
pub struct Decider<'a> {
    /// One for each document.
    pub signatures: &'a Signatures,
    /// Their width.
    pub bits: Bits,
    /// A kept document covers those within this distance.
    pub k: u8,
    /// The order of the rule.
    pub preference: &'a Preference,
    /// What was decided by hand.
    pub decisions: &'a Decisions,
    /// The id and the text hash of a document, for the fingerprints of groups.
    pub named: &'a (dyn Fn(u32) -> (&'a str, u64) + Sync),
    /// Whether a pair is confirmed; `None` if pairs are not verified.
    pub confirms: Option<Confirms<'a>>,
}

impl Decider<'_> {
    /// What was decided by hand about the group of these members.
    pub fn decision(&self, members: &[u32]) -> Option<GroupDecision> {
        self.decisions.of_group(members, || Decisions::fingerprint_by(members, self.named))
    }

    /// What becomes of each member of a group, in the order of `members`.
    pub fn group(&self, members: &[u32]) -> Vec<Fate> {
        self.decided(members, self.decision(members))
    }

    fn decided(&self, members: &[u32], decision: Option<GroupDecision>) -> Vec<Fate> {
        let is_excluded = |member: &u32| self.decisions.excluded.contains(member);
        if let Some(State::Left | State::Later) = decision.and_then(|decision| decision.state) {
            let fate = |member: &u32| if is_excluded(member) { Fate::Excluded } else { Fate::Left };
            return members.iter().map(fate).collect();
        }
        let parts = match decision.and_then(|decision| decision.split) {
            Some(split) => parts(members, split, self.k, self.signatures),
            None => vec![members.to_vec()],
        };
        // Sorted by document, to be looked up.
        let mut fates: Vec<(u32, Fate)> = Vec::with_capacity(members.len());
        for mut part in parts {
            fates.extend(
                part.extract_if(.., |member| is_excluded(member)).map(|member| (member, Fate::Excluded)),
            );
            self.part(&mut part, &mut fates);
        }
        fates.sort_unstable_by_key(|&(member, _)| member);
        let fate =
            |member: &u32| fates.binary_search_by_key(member, |&(member, _)| member).map(|at| fates[at].1);
        members.iter().map(|member| fate(member).unwrap_or_default()).collect()
    }

    /// Decides about documents that may be dropped against one another.
    fn part(&self, part: &mut [u32], fates: &mut Vec<(u32, Fate)>) {
        match self.preference.keep() {
            Keep::MostCentral => sort_by_centrality(part, self.signatures, self.bits),
            _ => self.preference.sort(part),
        }
        // A stable sort keeps the order of the rule among the chosen and among the others.
        part.sort_by_key(|member| !self.decisions.chosen.contains(member));
        let by_hand = part.partition_point(|member| self.decisions.chosen.contains(member));
        let covered = cover(part, by_hand, self.k, self.signatures, self.confirms);
        fates.extend(part.iter().zip(covered).map(|(&member, covered)| match covered {
            Some((kept, distance)) => (member, Fate::Dropped { kept, distance }),
            None => (member, Fate::Kept),
        }));
    }

    /// First documents of groups that something was decided about, but that do not have the members any more that they had
    /// then, at this k.
    pub fn unmet(&self, groups: &Groups) -> Vec<u32> {
        let is_met = |first: u32| {
            let group = groups.number_of(first).map(|number| groups.members(number));
            group.is_some_and(|members| {
                members.iter().min() == Some(&first) && self.decision(members).is_some()
            })
        };
        self.decisions.groups.keys().copied().filter(|&first| !is_met(first)).collect()
    }

    /// What becomes of all documents (as many as there are signatures). `None` when cancelled. Advances by documents in
    /// groups.
    pub fn all(&self, groups: &Groups, progress: &Progress) -> Option<Outcome> {
        progress.expect(groups.grouped() as u64);
        let decided: Vec<(usize, Vec<Fate>, Option<GroupDecision>)> = (0..groups.count())
            .into_par_iter()
            .with_max_len(256)
            .map(|at| at + 1)
            .filter(|_| !progress.is_cancelled())
            .map(|number| {
                let members = groups.members(number);
                let decision = self.decision(members);
                progress.advance(members.len() as u64);
                (number, self.decided(members, decision), decision)
            })
            .collect();
        if progress.is_cancelled() {
            return None;
        }
        let (mut fates, mut totals) = (vec![Fate::Single; self.signatures.len()], Totals::default());
        for (number, of_members, decision) in decided {
            totals.count(&of_members, decision);
            for (&member, fate) in groups.members(number).iter().zip(of_members) {
                fates[member as usize] = fate;
            }
        }
        Some(Outcome { fates, totals })
    }
}

impl Totals {
    fn count(&mut self, fates: &[Fate], decision: Option<GroupDecision>) {
        for fate in fates {
            match fate {
                Fate::Dropped { distance, .. } => {
                    self.dropped += 1;
                    self.equal += usize::from(*distance == 0);
                }
                Fate::Excluded => self.excluded += 1,
                Fate::Single | Fate::Kept | Fate::Left => {}
            }
        }
        let Some(GroupDecision { state, split, .. }) = decision else { return };
        self.decided += 1;
        self.split += usize::from(split.is_some());
        match state {
            Some(State::Accepted) => self.accepted += 1,
            Some(State::Left) => self.left += 1,
            Some(State::Later) => self.later += 1,
            None => {}
        }
    }
}
