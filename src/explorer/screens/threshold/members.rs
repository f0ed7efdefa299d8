//! The members of the selected group: in which order, how far apart they are, and how the texts of two differ.

use super::groups::Groups;
use super::keys::{Act, Member, Pane as Own};
use super::{Scene, State, sweep};
use crate::action::{Action, Screen, Towards};
use crate::listing::{self, Sorts, by_key};
use crate::room::{Moving, PaneOf};
use crate::shared::{Grouping, Shared};
use crate::surface::{Paint, Phrase, Rect, Role, grouped_digits};
use crate::wanted::Same;
use crate::widgets::marked::{Top, Two};
use crate::widgets::table::{self, Lines, Sort, inset, split};
use simscope_core::groups::Groups as Parted;
use simscope_core::{hamming, visible};

pub(super) struct Members;

impl PaneOf<State> for Members {
    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![
            &[(
                "The members of the selected group and the distances between them.",
                "所选组的成员及其两两距离。",
            )],
            sweep::ABOUT,
        ]
    }

    fn view(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        draw(scene, paint, area);
    }

    fn moving<'a>(&self, own: &'a mut State, shared: &'a mut Shared) -> Option<Moving<'a>> {
        Moving::rows(own.members(shared).len(), &mut own.member_rows)
    }

    fn act(&self, own: &mut State, shared: &mut Shared, action: Action) -> bool {
        match action {
            Action::Open => shared.open_document(),
            Action::Chosen(_, true) => {
                if let Some(member) = own.selected_member(shared) {
                    shared.select_document(member);
                }
            }
            Action::Move(towards @ (Towards::Left | Towards::Right)) if own.has_table() => {
                step_distances(own, shared, towards);
            }
            _ => return false,
        }
        true
    }

    fn copy(&self, scene: Scene<'_>) -> Result<(String, Phrase), Phrase> {
        Groups.copy(scene)
    }

    fn why(&self, scene: Scene<'_>) -> Result<String, Phrase> {
        let member = scene.own.selected_member(scene.shared);
        member.map_or_else(|| Groups.why(scene), |member| Ok(scene.why_document(member)))
    }
}

/// What the order follows from.
#[derive(Debug, PartialEq)]
struct Key {
    groups: Option<Same<Parted>>,
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

    pub(super) fn selected_member(&self, shared: &Shared) -> Option<u32> {
        self.member_in(shared, self.member_rows.selected)
    }

    /// The selected member, and beside it its nearest in the group.
    pub fn member_pair(&self, shared: &Shared) -> Option<(u32, u32)> {
        let members = self.members(shared);
        let selected = members.contains(&shared.selected).then_some(shared.selected);
        let member = selected.or_else(|| self.selected_member(shared))?;
        let nearest = shared.model.nearest(member).map(|(other, _)| other);
        let other = nearest.filter(|other| members.contains(other));
        Some((member, other.or_else(|| members.iter().copied().find(|&other| other != member))?))
    }

    /// Aligns the texts of the selected member and the one beside it, if the last frame shows them.
    pub(super) fn want_member_texts(&self, shared: &mut Shared) {
        let is_here = shared.screen == Screen::Threshold && self.has_table();
        let is_shown = is_here && shared.area_of(Own::Members).is_some_and(has_texts);
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

    /// By what they are sorted.
    pub(super) fn sorts_of_members(&self) -> Sorts {
        let columns = [Member::Number, Member::Id, Member::Distance(0)];
        let at = columns.iter().position(|by| *by == self.member_order.sort.by);
        let names = [("number", "序号"), ("id", "编号"), ("distance", "距离")];
        let columns = names.into_iter().zip(columns.map(|by| Act::SortMembers(by).into()));
        Sorts { columns: columns.collect(), by: at.unwrap_or(2) }
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

/// Moves sideways among the distances, where not all have room.
fn step_distances(own: &mut State, shared: &mut Shared, towards: Towards) {
    let by = if towards == Towards::Left { -1 } else { 1 };
    // As many have a column of distances in the last frame.
    let width = shared.area_of(Own::Members).map_or(0, |area| area.width.saturating_sub(2));
    let shown = shown_others(shared, own.members(shared), width);
    let last = own.members(shared).len().saturating_sub(shown);
    let next = own.first_other.saturating_add_signed(by).min(last);
    if next == own.first_other {
        shared.warn(match (last, by) {
            (0, _) => (
                "all distances of the group are shown; ‹step-k-minus› and ‹step-k-plus› move k",
                "该组的距离已全部显示；‹step-k-minus›、‹step-k-plus› 改变 k",
            ),
            (_, -1) => ("these are the distances to the first member", "已是到第一个成员的距离"),
            _ => ("these are the distances to the last member", "已是到最后一个成员的距离"),
        });
    }
    own.first_other = next;
}

fn draw(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let members = scene.own.members(scene.shared);
    let title = match scene.own.selected_group(scene.shared) {
        Some(number) => {
            let size = grouped_digits(members.len());
            let spread = spread(scene);
            paint.pick(both!("Group {number}: {size} documents{spread}", "第 {number} 组：{size} 篇{spread}"))
        }
        None => paint.pick(("Members", "成员")).to_owned(),
    };
    let inner = paint.section(area, Own::Members, &title);
    if members.is_empty() {
        return paint.hollow(inner, ("choose a group at the left", "在左侧选择一组"));
    }
    let inner = texts(scene, paint, area, inner, members.len() + 1);
    let id_name = paint.pick(("id", "编号"));
    // Rows and columns carry the same numbers.
    let number_width = members.len().to_string().len() as u16 + 1;
    let id_width = id_width(scene.shared, members, inner.width);
    // Distances to some members, then the text; a group of two needs no more than that.
    let shown = shown_others(scene.shared, members, inner.width);
    let first = scene.own.first_other.min(members.len().saturating_sub(shown));
    let sort = scene.own.member_order.sort;
    let mut head = |x: u16, width: u16, name: &str, is_number: bool, column: Member| {
        let place = Rect { x, width, height: 1, ..inner }.intersection(inner);
        let sorts = Some(Act::SortMembers(column).into());
        table::sorted_head(paint, place, name, is_number, sort.mark(column), sorts);
    };
    head(inner.x + 1, number_width, "#", true, Member::Number);
    head(inner.x + 2 + number_width, id_width - number_width - 1, id_name, false, Member::Id);
    for i in 0..shown {
        let (x, other) = (inner.x + 2 + id_width + i as u16 * 3, (first + i) as u32);
        head(x, 3, &(other + 1).to_string(), true, Member::Distance(other));
    }
    let text_x = inner.x + 2 + id_width + shown as u16 * 3 + 1;
    let (list, signatures) = (scene.own.member_rows, &scene.model.signatures);
    let draw = |paint: &mut Paint<'_>, row: Rect, at: usize| {
        let place = scene.own.member_order.place_in(at);
        let Some(&member) = members.get(place) else { return };
        let y = row.y;
        let document = scene.document(member);
        paint.picked(row, scene.kept.picked.contains(&member));
        paint.right(row.x + 1, y, number_width, &(place + 1).to_string(), Role::Dim);
        paint.name(row.x + 2 + number_width, y, id_width - number_width, document.id, Role::Text);
        for (i, &other) in members.iter().skip(first).take(shown).enumerate() {
            let x = row.x + 2 + id_width + i as u16 * 3;
            if other == member {
                paint.right(x, y, 3, "·", Role::Dim);
                continue;
            }
            let distance = hamming::distance(signatures.get(member as usize), signatures.get(other as usize));
            let role = if distance <= scene.k { Role::Within } else { Role::Beyond };
            paint.right(x, y, 3, &distance.to_string(), role);
        }
        let start: String = document.text.chars().take(usize::from(row.width)).collect();
        let room =
            if text_width(inner.width, members.len()) > 0 { row.right().saturating_sub(text_x) } else { 0 };
        paint.say(text_x, y, room, &start, Role::Text);
    };
    let marked = scene.own.selected_member_row(scene.shared);
    let lines = Lines { marked, ..Lines::of(list, members.len(), true) };
    table::rows(paint, inset(inner, 0, 1), Own::Members, lines, draw);
}

/// Columns of the number and the id of a member. An id is shown whole where that leaves room for all distances.
fn id_width(shared: &Shared, members: &[u32], width: u16) -> u16 {
    let ids = members.iter().take(100).map(|&member| shared.document(member).id);
    let longest = ids.map(visible::width).max().unwrap_or(0) as u16 + 1;
    let digits = members.len().to_string().len() as u16 + 1;
    let distances = 3 * members.len().min(width.into()) as u16;
    let room = width.saturating_sub(digits + distances + text_width(width, members.len()));
    digits + longest.min(room).max(12).min(width / 3)
}

/// Columns that the beginning of the text keeps; where all distances of several have no room beside it, a word says less than they.
fn text_width(width: u16, members: usize) -> u16 {
    match width {
        44.. => 14,
        _ if members > 3 => 0,
        _ => 8,
    }
}

/// To how many members distances are shown in a pane of that width.
fn shown_others(shared: &Shared, members: &[u32], width: u16) -> usize {
    let room = width.saturating_sub(id_width(shared, members, width) + 2 + text_width(width, members.len()));
    members.len().min(usize::from(room / 3)).max(1)
}

/// How far apart the members are.
fn spread(scene: Scene<'_>) -> String {
    let groups = scene.own.selected_group(scene.shared).zip(scene.groups.as_ref());
    let spread = groups.and_then(|(number, groups)| scene.group_spread(number, groups.run(number)));
    let (Some(spread), k) = (spread, scene.groups.as_ref().map_or(scene.k, |groups| groups.k())) else {
        return String::new();
    };
    let widest = spread.diameter;
    scene.lang.pick(match widest > k {
        true if scene.made.by == Some(Grouping::Leaders) => both!(
            " · widest {widest}, all within k of the first",
            " · 最远 {widest}，各篇与首篇的距离都在 k 以内"
        ),
        true => both!(" · a chain: widest {widest} > k = {k}", " · 链：最远 {widest} > k = {k}"),
        false => both!(" · widest {widest}", " · 最远 {widest}"),
    })
}

/// Columns and lines of a pane of members from which on it shows texts.
pub(super) const LEAST: (u16, u16) = (50, 20);

/// Whether the pane shows texts.
fn has_texts(pane: Rect) -> bool {
    pane.width >= LEAST.0 && pane.height >= LEAST.1
}

/// Draws the texts into the lower part of the pane; returns what is left for a list of this many lines.
fn texts(scene: Scene<'_>, paint: &mut Paint<'_>, pane: Rect, inner: Rect, lines: usize) -> Rect {
    let pair = scene.own.member_pair(scene.shared).filter(|_| has_texts(pane) && !scene.lacks_texts());
    let Some((a, b)) = pair else { return inner };
    let most = inner.height * 2 / 5;
    let [list, below] = split(inner, (lines.min(most.into()) as u16).max(6.min(most)) + 1);
    let documents = [a, b].map(|document| scene.document(document));
    let two = Two {
        names: documents.map(|one| one.id),
        texts: documents.map(|one| one.text),
        note: "",
        tau: scene.tau(),
    };
    two.draw(paint, below, scene.aligned(a, b).map(|marked| &**marked), Top::default());
    Rect { height: list.height - 1, ..list }
}
