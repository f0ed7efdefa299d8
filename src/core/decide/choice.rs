//! Rule and decisions, applied to groups.

use super::cover::{Confirms, cover, sort_by_centrality};
use super::{Decisions, Keep, Preference};
use crate::groups::Groups;
use crate::hamming::Signatures;
use crate::progress::Progress;
use crate::recipe::Bits;
use rayon::prelude::*;

/// What a document is dropped against: the nearest kept one that may cover it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Against {
    /// The kept document.
    pub kept: u32,
    /// Their distance, at most k.
    pub distance: u8,
}

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
    /// Whether a pair is confirmed; `None` if pairs are not verified.
    pub confirms: Option<Confirms<'a>>,
}

impl Decider<'_> {
    /// Decides about the members of a group.
    fn group(&self, members: &[u32]) -> Vec<(u32, Against)> {
        // Nothing is dropped against an excluded document.
        let mut members = members.to_vec();
        members.retain(|member| !self.decisions.excluded.contains(member));
        match self.preference.keep() {
            Keep::MostCentral => sort_by_centrality(&mut members, self.signatures, self.bits),
            _ => self.preference.sort(&mut members),
        }
        // A stable sort keeps the order of the rule among the chosen and among the others.
        members.sort_by_key(|member| !self.decisions.chosen.contains(member));
        let by_hand = members.partition_point(|member| self.decisions.chosen.contains(member));
        let covered = cover(&members, by_hand, self.k, self.signatures, self.confirms);
        let dropped = members.iter().zip(covered).filter_map(|(&member, covered)| Some((member, covered?)));
        dropped.map(|(member, (kept, distance))| (member, Against { kept, distance })).collect()
    }

    /// By document (as many as there are signatures), what it is dropped against; `None` for those that stay. `None` when
    /// cancelled. Advances by documents in groups.
    pub fn all(&self, groups: &Groups, progress: &Progress) -> Option<Vec<Option<Against>>> {
        progress.expect(groups.grouped() as u64);
        let dropped: Vec<(u32, Against)> = (0..groups.count())
            .into_par_iter()
            .with_max_len(256)
            .filter(|_| !progress.is_cancelled())
            .flat_map_iter(|at| {
                let members = groups.members(at + 1);
                progress.advance(members.len() as u64);
                self.group(members)
            })
            .collect();
        let mut against = vec![None; self.signatures.len()];
        dropped.into_iter().for_each(|(document, of)| against[document as usize] = Some(of));
        (!progress.is_cancelled()).then_some(against)
    }
}
