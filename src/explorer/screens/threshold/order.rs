//! What sorts the lists of the screen, and in which order the members of the selected group stand.

use super::keys::{Act, Member, Pane};
use super::state::{Below, State};
use super::view::{GROUPS, PAIRS, RECIPES};
use crate::listing::{self, Sorts, by_key};
use crate::shared::Shared;
use crate::surface::Phrase;
use crate::wanted::Same;
use crate::widgets::table::Sort;
use simscope_core::groups::Groups;
use simscope_core::hamming;

/// What the order follows from.
#[derive(Debug, PartialEq)]
struct Key {
    groups: Option<Same<Groups>>,
    /// The number of the group.
    number: usize,
    sort: Sort<Member>,
}

/// The order of the members; their numbers stay those of the group.
#[derive(Debug)]
pub struct MemberOrder {
    pub sort: Sort<Member>,
    key: Option<Key>,
    /// The places in the group, from 0, row by row; empty in the order of the group.
    places: Vec<u32>,
}

impl Default for MemberOrder {
    fn default() -> Self {
        Self { sort: Sort::by(Member::Number), key: None, places: Vec::new() }
    }
}

impl MemberOrder {
    /// The place in the group, from 0, of the member in a row.
    pub fn place_in(&self, row: usize) -> usize {
        self.places.get(row).map_or(row, |&place| place as usize)
    }

    /// The row of the member at a place in the group.
    pub fn row_of(&self, place: usize) -> usize {
        self.places.iter().position(|&listed| listed as usize == place).unwrap_or(place)
    }
}

impl State {
    /// The member in a row.
    pub fn member_in(&self, shared: &Shared, row: usize) -> Option<u32> {
        self.members(shared).get(self.member_order.place_in(row)).copied()
    }

    /// The selected member, and beside it its nearest in the group.
    pub fn member_pair(&self, shared: &Shared) -> Option<(u32, u32)> {
        let members = self.members(shared);
        let selected = members.contains(&shared.selected).then_some(shared.selected);
        let member = selected.or_else(|| self.member_in(shared, self.member_rows.selected))?;
        let nearest = shared.model.nearest(member).map(|(other, _)| other);
        let other = nearest.filter(|other| members.contains(other));
        Some((member, other.or_else(|| members.iter().copied().find(|&other| other != member))?))
    }

    /// Aligns the texts of the selected member and the one beside it, if the last frame shows them.
    pub(super) fn want_member_texts(&self, shared: &mut Shared) {
        let is_shown = self.has_table() && shared.area_of(Pane::Members).is_some_and(super::view::has_texts);
        if let Some((a, b)) = self.member_pair(shared).filter(|_| is_shown) {
            shared.want_alignment(a, b);
        }
    }

    /// The row of the selected document, if it is one of the members.
    pub fn selected_member_row(&self, shared: &Shared) -> Option<usize> {
        let place = self.members(shared).iter().position(|&member| member == shared.selected)?;
        Some(self.member_order.row_of(place))
    }

    /// Makes the order of the members fit what it follows from. Returns whether it changed.
    pub(super) fn arrange_members(&mut self, shared: &Shared) -> bool {
        let sort = self.member_order.sort;
        let key = self.selected_group(shared).map(|number| Key { groups: shared.grouped(), number, sort });
        if self.member_order.key == key {
            return false;
        }
        self.member_order.places = order(shared, self.members(shared), sort);
        self.member_order.key = key;
        true
    }

    /// Sorts the list that has the keys; pairs where they are shown.
    pub(super) fn sort(&mut self, shared: &mut Shared, by: &'static str) {
        match (self.below, self.focus) {
            (Below::Border, _) => {
                self.border.pairs.sort(shared, &PAIRS, by);
                self.arrange_border(shared, self.border.pairs.selected());
            }
            (Below::Recipes, _) => {
                let selected = self.recipes.selected();
                self.recipes.pairs.sort(shared, &RECIPES, by);
                self.recipes.arrange(shared, selected);
            }
            _ => {
                listing::choose(&mut self.table.sort, &GROUPS, by);
                // The selected row is that of the selected document, wherever it goes.
                self.follow_anew();
                listing::say(shared, &GROUPS, self.table.sort);
            }
        }
    }

    /// By what the list is sorted that has the keys.
    pub(super) fn sorts_of_list(&self) -> Sorts {
        match (self.below, self.focus) {
            (Below::Border, _) => Sorts::of(&PAIRS, self.border.pairs.sort.by),
            (Below::Recipes, _) => Sorts::of(&RECIPES, self.recipes.pairs.sort.by),
            (_, Pane::Members) => {
                let columns =
                    [Member::Number, Member::Id, Member::Distance(0)].map(|by| (by, Act::SortMembers(by)));
                let at = columns.iter().position(|(by, _)| *by == self.member_order.sort.by);
                let names = [("number", "序号"), ("id", "编号"), ("distance", "距离")];
                let columns = names.into_iter().zip(columns).map(|(name, (_, act))| (name, act.into()));
                Sorts { columns: columns.collect(), by: at.unwrap_or(2) }
            }
            _ => Sorts::of(&GROUPS, self.table.sort.by),
        }
    }

    pub(super) fn sort_members(&mut self, shared: &mut Shared, by: Member) {
        self.member_order.sort.take(by, std::iter::empty());
        let Sort { by, is_reversed } = self.member_order.sort;
        let phrase = |(en, zh): Phrase| (en.to_owned(), zh.to_owned());
        let name = match by {
            Member::Number => phrase(("number", "序号")),
            Member::Id => phrase(("id", "编号")),
            Member::Distance(place) => {
                let number = place + 1;
                both!("distance to member {number}", "到第 {number} 篇的距离")
            }
        };
        shared.say_sorted(name, is_reversed);
    }
}

/// Every order is total: equal keys stand in the order of the group. What is not known comes last.
fn order(shared: &Shared, members: &[u32], sort: Sort<Member>) -> Vec<u32> {
    let mut places: Vec<u32> = match sort {
        Sort { by: Member::Number, is_reversed: false } => return Vec::new(),
        _ => (0..members.len() as u32).collect(),
    };
    let member = |place: u32| members[place as usize];
    let (corpus, signatures) = (&shared.model.corpus, &shared.model.signatures);
    match sort.by {
        Member::Number => {}
        Member::Id => {
            let id = |place: u32| corpus.get(member(place) as usize).id;
            listing::by(&mut places, &|a, b| id(a).cmp(id(b)));
        }
        Member::Distance(to) => {
            let Some(&to) = members.get(to as usize) else { return Vec::new() };
            let signature = |document: u32| signatures.try_get(document as usize);
            let distance = |document| Some(hamming::distance(signature(document)?, signature(to)?));
            by_key(&mut places, &|place| distance(member(place)).map_or(u128::MAX, u128::from));
        }
    }
    if sort.is_reversed {
        places.reverse();
    }
    places
}
