//! The members of the selected group with the distances between them.

use super::Scene;
use crate::screens::threshold::keys::{Act, Member, Pane};
use crate::shared::{Grouping, Shared};
use crate::surface::{Paint, Role, grouped_digits};
use crate::widgets::marked::{Top, Two};
use crate::widgets::table::{self, Lines, inset, split};
use ratatui::layout::Rect;
use simscope_core::{hamming, visible};

pub(super) fn members(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let members = scene.own.members(scene.shared);
    let title = match scene.own.selected_group(scene.shared) {
        Some(number) => {
            let size = grouped_digits(members.len());
            let spread = spread(scene);
            paint.pick(both!("Group {number}: {size} documents{spread}", "第 {number} 组：{size} 篇{spread}"))
        }
        None => paint.pick(("Members", "成员")).to_owned(),
    };
    let inner = paint.section(area, Pane::Members, &title);
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
        table::sorted_head(
            paint,
            place,
            name,
            is_number,
            sort.mark(column),
            Some(Act::SortMembers(column).into()),
        );
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
        paint.say(text_x, y, row.right().saturating_sub(text_x), &start, Role::Text);
    };
    let marked = scene.own.selected_member_row(scene.shared);
    let lines = Lines { marked, ..Lines::of(list, members.len(), true) };
    table::rows(paint, inset(inner, 0, 1), Pane::Members, lines, draw);
}

/// Columns of the number and the id of a member. An id is shown whole where that leaves room for all distances.
fn id_width(shared: &Shared, members: &[u32], width: u16) -> u16 {
    let ids = members.iter().take(100).map(|&member| shared.document(member).id);
    let longest = ids.map(visible::width).max().unwrap_or(0) as u16 + 1;
    let digits = members.len().to_string().len() as u16 + 1;
    let distances = 3 * members.len().min(width.into()) as u16;
    let room = width.saturating_sub(digits + distances + text_width(width));
    digits + longest.min(room).max(12).min(width / 3)
}

/// Columns that the beginning of the text keeps.
fn text_width(width: u16) -> u16 {
    if width < 44 { 8 } else { 14 }
}

/// To how many members distances are shown in a pane of that width.
pub fn shown_others(shared: &Shared, members: &[u32], width: u16) -> usize {
    let room = width.saturating_sub(id_width(shared, members, width) + text_width(width));
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
const LEAST: (u16, u16) = (50, 20);

/// Whether the pane shows texts.
pub fn has_texts(pane: Rect) -> bool {
    pane.width >= LEAST.0 && pane.height >= LEAST.1
}

/// Draws the texts into the lower part of the pane; returns what is left for a list of this many lines.
pub(super) fn texts(scene: Scene<'_>, paint: &mut Paint<'_>, pane: Rect, inner: Rect, lines: usize) -> Rect {
    let pair = scene.own.member_pair(scene.shared).filter(|_| has_texts(pane) && !scene.lacks_texts());
    let Some((a, b)) = pair else { return inner };
    let most = inner.height * 2 / 5;
    let [list, below] = split(inner, (lines.min(most.into()) as u16).max(6.min(most)) + 1);
    let documents = [a, b].map(|document| scene.document(document));
    let two = Two { names: documents.map(|one| one.id), texts: documents.map(|one| one.text), note: "" };
    two.draw(paint, below, scene.aligned(a, b).map(|marked| &**marked), Top::default());
    Rect { height: list.height - 1, ..list }
}
