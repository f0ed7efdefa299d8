//! The dendrogram on the axis of the histogram. Left of the line at k are the groups; merges right of it come next.

mod grid;

use super::groups::Groups;
use super::keys::Pane as Own;
use super::{Scene, State, line_at, pending, sweep, tabs};
use crate::action::{Action, Screen, Towards};
use crate::room::{Moving, PaneOf};
use crate::shared::moved::{Moved, of_row};
use crate::shared::{Grouping, Shared};
use crate::surface::theme::GROUPS;
use crate::surface::{Axis, Paint, Phrase, Rect, Role, Target, counted, grouped_digits};
use crate::wanted::Same;
use crate::widgets::list::List;
use crate::widgets::table::{self, Lines};
use grid::Grid;
use simscope_core::groups::{Dendrogram, Groups as Parts, Run};
use simscope_core::visible;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

pub(super) struct Tree;

impl PaneOf<State> for Tree {
    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![
            &[
                (
                    "The tree: documents join at their distance, on the axis of the bars. The line is k.",
                    "树：文档在其距离处合并，与条形图共用横轴；竖线为 k。",
                ),
                (
                    "Left of the line, bright: the groups. Right of it, dotted: what joins if k grows. Yellow: what the last move changed, ‹threshold.judge-no› goes there. ▏: k before it.",
                    "线左、亮色：组。线右、点线：k 增大后会合并的。黄色：上次移动改变的，‹threshold.judge-no› 逐个看。▏：移动之前的 k。",
                ),
                (
                    "×9: nine documents in one row, equal ones or a large group; Right unfolds it, Left folds it. Drag the line to move k.",
                    "×9：一行含 9 篇，签名相同或为一大组；右键展开，左键收起。拖动竖线可改变 k。",
                ),
            ],
            sweep::ABOUT,
        ]
    }

    fn view(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        let Some(body) = tabs(paint, area, Own::Tree, |room| title(scene, room)) else { return };
        let Some(tree) = &scene.model.tree else {
            return paint.hollow(body, pending(scene, ("the groups are being found", "正在分组")));
        };
        let TreeRows { list, rows, .. } = &scene.own.tree;
        if rows.is_empty() {
            return paint.hollow(
                body,
                (
                    "nothing joins within these distances: ‹threshold.toggle-whole› shows all",
                    "这些距离内没有合并：按 ‹threshold.toggle-whole› 看全部",
                ),
            );
        }
        let axis = scene.own.axis(scene.shared, area.width);
        let first = list.first(body.height.into(), rows.len());
        let shown = first..rows.len().min(first + usize::from(body.height));
        let grid = Grid::of(tree.gap(), rows, shown, (axis, scene.k));
        paint.areas.push(Rect { x: axis.columns().start, ..body }.intersection(body), Target::Axis(axis));
        let lit = scene.lit();
        let is_selected =
            |row: &usize| scene.own.tree.documents(scene.shared, *row).contains(&scene.selected);
        let marked = Some(list.selected).filter(is_selected);
        let lines = Lines { marked, ..Lines::of(*list, rows.len(), true) };
        table::rows(paint, body, Own::Tree, lines, |paint, line, at| {
            let run = rows[at];
            let is_lit = of_row(run, lit).is_some();
            let role = match (is_lit, grid.is_grouped(at)) {
                (true, _) => Role::Accent,
                (false, true) => Role::Text,
                (false, false) => Role::Dim,
            };
            name(scene, paint, line, tree.order()[run.start as usize], (run.len, role));
            let group = scene.own.tree.role_of(scene.shared, tree.order()[run.start as usize]);
            grid.draw(paint, line.y, at, if is_lit { Role::Accent } else { group.unwrap_or(Role::Within) });
        });
        line_at(scene, paint, axis, body);
    }

    fn moving<'a>(&self, own: &'a mut State, _shared: &'a mut Shared) -> Option<Moving<'a>> {
        Moving::rows(own.tree.rows.len(), &mut own.tree.list)
    }

    fn act(&self, own: &mut State, shared: &mut Shared, action: Action) -> bool {
        match action {
            Action::Open if own.unfold(shared) => {}
            Action::Open => shared.open_document(),
            Action::Pick => shared.pick(own.tree.documents(shared, own.tree.list.selected).to_vec()),
            Action::Move(Towards::Right) => drop(own.unfold(shared)),
            Action::Move(Towards::Left) => own.fold(shared),
            Action::Chosen(_, true) => {
                let documents = own.tree.documents(shared, own.tree.list.selected);
                if !documents.contains(&shared.selected)
                    && let Some(&first) = documents.first()
                {
                    shared.select_document(first);
                }
            }
            _ => return false,
        }
        true
    }

    fn copy(&self, scene: Scene<'_>) -> Result<(String, Phrase), Phrase> {
        Groups.copy(scene)
    }

    fn why(&self, scene: Scene<'_>) -> Result<String, Phrase> {
        match scene.groups.as_ref().and_then(|groups| groups.number_of(scene.selected)) {
            Some(number) => Ok(scene.why_group(number)),
            None => Ok(scene.why_document(scene.selected)),
        }
    }
}

/// The rows of the tree.
#[derive(Debug, Default)]
pub struct TreeRows {
    pub list: List,
    /// Runs of leaves: equal signatures, or a group that is folded.
    rows: Vec<Run>,
    key: Option<Key>,
    /// Rows in view before the selected one.
    above: usize,
    /// The document that was selected when the row was last chosen by it.
    document: Option<u32>,
    /// By number of a group its place in turn among the rows.
    turns: Vec<u8>,
    /// Runs that the user unfolded, by first document and size.
    unfolded: HashSet<(u32, u32)>,
    /// The groups at the last distance of a row, of which one is one part of the tree.
    parts: Option<(Same<Dendrogram>, Parts)>,
    /// The next change of groups above k.
    next: Option<Moved>,
}

/// What the rows follow from.
#[derive(Debug, PartialEq)]
struct Key {
    tree: Same<Dendrogram>,
    k: u8,
    grouping: Grouping,
    /// Documents that join nothing up to this distance have no row.
    last: u8,
    unfolded: usize,
}

impl TreeRows {
    fn documents<'a>(&self, shared: &'a Shared, row: usize) -> &'a [u32] {
        match (&shared.model.tree, self.rows.get(row)) {
            (Some(tree), Some(run)) => tree.order().get(run.range()).unwrap_or_default(),
            _ => &[],
        }
    }

    /// The colour of the group of a document; without one where the groups are not those of the tree.
    pub fn role_of(&self, shared: &Shared, document: u32) -> Option<Role> {
        let groups = shared.groups.as_ref().filter(|_| shared.grouping == Grouping::Connection)?;
        let number = groups.number_of(document)?;
        Some(Role::Group(self.turns.get(number).map_or((number % GROUPS) as u8, |&turn| turn)))
    }

    fn row_at(&self, position: u32) -> Option<usize> {
        self.rows.iter().position(|run| (run.start..run.start + run.len).contains(&position))
    }
}

impl State {
    /// Makes the rows fit what they follow from; the selected document keeps its line.
    pub(super) fn follow_tree(&mut self, shared: &Shared) {
        /// Rows before the selected one that are seen at first.
        const ABOVE: usize = 5;
        let Some(tree) = &shared.model.tree else { return drop(std::mem::take(&mut self.tree)) };
        if shared.screen != Screen::Threshold {
            return;
        }
        let key = Key {
            tree: Same::of(tree),
            k: shared.k,
            grouping: shared.grouping,
            last: self.reach.0.min(shared.recipe.bits.get()),
            unfolded: self.tree.unfolded.len(),
        };
        let rows = &mut self.tree;
        let has_moved = rows.document.replace(shared.selected) != Some(shared.selected);
        let is_new = rows.key.as_ref() != Some(&key);
        let first = rows.list.first(shared.lines_of(Own::Tree), rows.rows.len());
        // Below an overlay nothing is drawn: the line is that of before.
        let above = match rows.key {
            None => ABOVE,
            Some(_) if shared.area_of(Own::Tree).is_none() => rows.above,
            Some(_) => rows.list.selected.saturating_sub(first),
        };
        rows.above = above;
        if is_new {
            let unfolded = |run: Run| rows.unfolded.contains(&(tree.order()[run.start as usize], run.len));
            let is_same = |(of, parts): &(Same<Dendrogram>, Parts)| *of == key.tree && parts.k() == key.last;
            let parts =
                rows.parts.take().filter(is_same).map_or_else(|| tree.cut(key.last), |(_, parts)| parts);
            let known = shared.groups.as_ref().filter(|groups| tree.is_cut(groups, key.k));
            let groups = known.map_or_else(|| Arc::new(tree.cut(key.k)), Arc::clone);
            // The memory of the rows before is used again: there may be a million of them.
            let before = std::mem::take(&mut rows.rows);
            rows.rows = rows_of(tree.gap(), [&groups, &parts], unfolded, before);
            rows.turns = turns(&groups, &parts);
            rows.next = Moved::next(tree, &groups);
            rows.parts = Some((Same::of(tree), parts));
            rows.key = Some(key);
        }
        let row = tree.position(shared.selected).filter(|_| is_new || has_moved);
        if let Some(row) = row.and_then(|position| rows.row_at(position)) {
            rows.list.select(row);
            if is_new {
                rows.list.offset = row.saturating_sub(above);
            }
        }
    }

    /// To the next group that the last move of k has changed, or the one before. Returns whether it has changed any.
    pub(super) fn step_changed(&mut self, shared: &mut Shared, by: i8) -> bool {
        let Some(moved) = shared.moved().filter(|moved| !moved.changed().is_empty()) else { return false };
        let at = self.tree.list.selected;
        let begins = |&row: &usize| {
            let start = self.tree.rows[row].start;
            moved.changed().binary_search_by_key(&start, |run| run.start).is_ok()
        };
        let next = match by {
            1.. => (at + 1..self.tree.rows.len()).find(begins),
            _ => (0..at.min(self.tree.rows.len())).rev().find(begins),
        };
        let first = next.and_then(|row| self.tree.documents(shared, row).first().copied());
        match first {
            Some(document) => shared.select_document(document),
            None => shared.warn(match by {
                1.. => ("no changed group further down", "后面没有变化的组了"),
                _ => ("no changed group further up", "前面没有变化的组了"),
            }),
        }
        true
    }

    /// Shows the documents of the selected row one by one. Returns whether it has several.
    fn unfold(&mut self, shared: &Shared) -> bool {
        let documents = self.tree.documents(shared, self.tree.list.selected);
        let is_folded = documents.len() > 1;
        if is_folded {
            self.tree.unfolded.insert((documents[0], documents.len() as u32));
        }
        is_folded
    }

    /// Puts what was unfolded around the selected row into one row again.
    fn fold(&mut self, shared: &mut Shared) {
        let (Some(tree), Some(&run)) = (&shared.model.tree, self.tree.rows.get(self.tree.list.selected))
        else {
            return;
        };
        let holds = |&(first, len): &(u32, u32)| {
            tree.position(first).is_some_and(|start| start <= run.start && run.start < start + len)
        };
        let innermost = self.tree.unfolded.iter().copied().filter(holds).min_by_key(|(_, len)| *len);
        match innermost {
            Some(unfolded) => drop(self.tree.unfolded.remove(&unfolded)),
            None => shared.warn(("nothing was unfolded here", "此处没有展开的行")),
        }
    }
}

/// The runs of the parts, in the order of their rows.
fn of_parts(parts: &Parts) -> impl Iterator<Item = Range<usize>> {
    (1..=parts.count()).map(|number| parts.run(number).range())
}

/// Groups take turns in the order in which the rows show them; not where there are more than anyone walks through.
fn turns(groups: &Parts, parts: &Parts) -> Vec<u8> {
    const WALKED: usize = 10_000;
    if groups.count() > WALKED {
        return Vec::new();
    }
    let mut turns = vec![0; groups.count() + 1];
    let shown = of_parts(parts).flat_map(|part| groups.runs_in(part));
    let numbers = shown.filter_map(|run| groups.number_at(run.start));
    numbers.zip((0..GROUPS as u8).cycle()).for_each(|(number, turn)| turns[number] = turn);
    turns
}

/// The end of the run of leaves from `at` on whose gaps are at most `height`.
fn end_of(gap: &[u8], at: usize, end: usize, height: u8) -> usize {
    let next = gap[at + 1..end].iter().position(|&gap| gap > height);
    next.map_or(end, |next| at + 1 + next)
}

/// A group of more rows is folded.
const MOST: usize = 24;

/// Documents of these parts, each of groups and of documents alone, the largest part first. Equal signatures are one row, and so is
/// a group of more than [`MOST`] rows, unless it is unfolded.
fn rows_of(
    gap: &[u8],
    [groups, parts]: [&Parts; 2],
    is_unfolded: impl Fn(Run) -> bool,
    mut rows: Vec<Run>,
) -> Vec<Run> {
    rows.clear();
    let run = |start: usize, end: usize| Run { start: start as u32, len: (end - start) as u32 };
    let alone = |leaves: Range<usize>| leaves.map(|at| Run { start: at as u32, len: 1 });
    for part in of_parts(parts) {
        let mut at = part.start;
        for &group in groups.runs_in(part.clone()) {
            let end = group.range().end;
            rows.extend(alone(at..group.range().start));
            at = group.range().start;
            let distinct = 1 + gap[at + 1..end].iter().filter(|&&gap| gap > 0).count();
            if distinct > MOST && !is_unfolded(group) {
                rows.push(group);
                at = end;
            }
            while at < end {
                let equal = run(at, end_of(gap, at, end, 0));
                match equal.len > 1 && is_unfolded(equal) {
                    true => rows.extend(alone(equal.range())),
                    false => rows.push(equal),
                }
                at = equal.range().end;
            }
        }
        rows.extend(alone(at..part.end));
    }
    rows
}

fn name(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect, document: u32, (len, role): (u32, Role)) {
    let mut count = if len > 1 { format!(" ×{}", grouped_digits(len as usize)) } else { String::new() };
    if scene.kept.picked.contains(&document) {
        count += " *";
    }
    let room = NAMES - 2 - count.chars().count() as u16;
    let used = paint.name(line.x + 1, line.y, room, scene.document(document).id, role);
    paint.say(line.x + 1 + used, line.y, NAMES - 1 - used, &count, role);
}

/// How many groups there are, how many documents alone, and what joins next, at which k: where there is little room the names are
/// shorter.
fn title(scene: Scene<'_>, room: usize) -> String {
    let Some(groups) = scene.groups.as_ref() else { return scene.lang.pick(("Tree", "树")).to_owned() };
    let alone = grouped_digits(scene.model.documents.len() - groups.grouped());
    let (count, groups) = (grouped_digits(groups.count()), counted(groups.count(), "group", "groups"));
    let alone = scene.lang.pick(both!("{groups}, {alone} alone", "{count} 组，{alone} 篇未入组"));
    let said = |groups: &str, columns: usize| {
        let next = scene.own.tree.next.as_ref().map_or_else(String::new, |next| {
            let (k, names) = (next.to, next.names(scene.shared, 1, columns));
            let names = if columns < 16 { names.trim_end_matches([' ', ',', '、', '…']) } else { &names };
            scene.lang.pick(both!(" · next at {k}: {names}", " · k = {k} 时将合并 {names}"))
        });
        scene.lang.pick(both!("Tree: {groups}{next}", "树：{groups}{next}"))
    };
    let groups = scene.lang.pick((groups, format!("{count} 组")));
    let whole = [usize::MAX, 16, 12].map(|columns| (&alone, columns));
    let forms = [usize::MAX, 16, 12, 9].map(|columns| (&groups, columns));
    let shortest = [9, 8, 6].map(|columns| (&count, columns));
    let mut forms =
        whole.into_iter().chain(forms).chain(shortest).map(|(groups, columns)| said(groups, columns));
    let last = forms.next_back().unwrap_or_default();
    forms.find(|form| visible::width(form) <= room).unwrap_or(last)
}

/// Columns of the radius, right of an axis that does not reach it.
const BEHIND: u16 = 4;
/// Columns of the names, left of the axis.
const NAMES: u16 = 22;
/// From the first width on the table stands beside the picture, from the second on the picture takes half.
pub(super) const BESIDE: [u16; 2] = [110, 150];
/// Columns of the table.
const TABLE: u16 = 40;

/// Columns of the histogram and the tree on a screen of that width.
pub fn picture_width(width: u16) -> u16 {
    match width {
        _ if width >= BESIDE[1] => width / 2,
        _ if width >= BESIDE[0] => width - TABLE,
        _ => width,
    }
}

impl State {
    /// The distances, as the track, the histogram and the tree show them in this many columns.
    pub fn axis(&self, shared: &Shared, width: u16) -> Axis {
        // A radius that the axis does not reach stands behind it.
        let behind = if self.is_radius_far { BEHIND } else { 0 };
        let area = Rect { x: NAMES, y: 0, width: width.saturating_sub(NAMES + behind), height: 1 };
        Axis::of(area, self.reach, shared.recipe.bits.get())
    }
}
