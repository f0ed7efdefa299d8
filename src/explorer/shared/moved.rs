//! What a move of k brought about: which groups are new, grew or fell apart.

use super::{Grouping, Shared};
use crate::surface::{counted, grouped_digits};
use crate::wanted::Same;
use simscope_core::groups::{Changed, Dendrogram, Groups, Run};
use simscope_core::visible;
use std::cmp::Reverse;
use std::sync::Arc;
use std::time::Duration;

/// From one k to another.
#[derive(Debug, Clone)]
pub struct Moved {
    pub from: u8,
    pub to: u8,
    tree: Same<Dendrogram>,
    /// From the smaller k to the larger one.
    what: Changed,
    /// For the largest of them: the first document of each part, and the size.
    named: Vec<(Vec<u32>, u32)>,
}

/// The run that a row of leaves is in, of some in leaf order.
pub fn of_row(row: Run, runs: &[Run]) -> Option<Run> {
    let at = runs.partition_point(|run| run.start <= row.start);
    at.checked_sub(1).map(|at| runs[at]).filter(|run| row.start < run.start + run.len)
}

/// Groups that are named, and parts of each.
const NAMED: usize = 8;
const PARTS: usize = 3;
/// How long the groups that a move changed stay lit.
const LIT: Duration = Duration::from_millis(1500);

impl Moved {
    /// The groups of one of them are not looked for if they are known.
    pub fn of(tree: &Arc<Dendrogram>, (from, to): (u8, u8), known: Option<&Groups>) -> Self {
        let (low, high) = (from.min(to), from.max(to));
        let what = tree.changed(low, high, known);
        let mut largest = what.groups.clone();
        let by_size = |run: &Run| (Reverse(run.len), run.start);
        if largest.len() > NAMED {
            largest.select_nth_unstable_by_key(NAMED, by_size);
            largest.truncate(NAMED);
        }
        largest.sort_by_key(by_size);
        let (gap, order) = (tree.gap(), tree.order());
        let parts = |run: &Run| {
            let starts = run.range().filter(|&at| at == run.start as usize || gap[at] > low);
            (starts.take(PARTS).map(|at| order[at]).collect(), run.len)
        };
        let named = largest.iter().map(parts).collect();
        Self { from, to, tree: Same::of(tree), what, named }
    }

    /// How a group stood before: `=` the same, `3→` three parts, `⊂9` a part of nine.
    pub fn stood(&self, tree: &Dendrogram, run: Run) -> String {
        match (of_row(run, self.changed()), self.from < self.to) {
            (None, _) => "=".to_owned(),
            (Some(_), true) => format!("{}→", tree.pieces(run, self.from)),
            (Some(whole), false) => format!("⊂{}", whole.len),
        }
    }

    /// From the k of these groups to the next one that changes a group.
    pub fn next(tree: &Arc<Dendrogram>, groups: &Groups) -> Option<Self> {
        let k = groups.k();
        // Gaps of at most k wrap around to the largest numbers. Without a branch many gaps are looked at at once.
        let beyond = tree.gap().iter().fold(u8::MAX, |least, gap| least.min(gap.wrapping_sub(k + 1)));
        let next = beyond.checked_add(k + 1)?;
        (next <= tree.exact_up_to()).then(|| Self::of(tree, (k, next), Some(groups)))
    }

    /// The groups by the first documents of their parts, each within this number of columns, at most `most` of the largest.
    pub fn names(&self, shared: &Shared, most: usize, columns: usize) -> String {
        let between = if self.from < self.to { " + " } else { " | " };
        let name = |(parts, len): &(Vec<u32>, u32)| {
            let ids = parts.iter().map(|&document| {
                let id = visible::line(shared.document(document).id);
                if columns < 4 { id.into_owned() } else { visible::cut(&id, columns).into_owned() }
            });
            let mut ids: Vec<String> = ids.collect();
            if ids.len() == PARTS {
                ids[PARTS - 1] = "…".to_owned();
            }
            format!("{} ({})", ids.join(between), grouped_digits(*len as usize))
        };
        let mut names: Vec<String> = self.named.iter().take(most).map(name).collect();
        if self.what.groups.len() > names.len() {
            names.push("…".to_owned());
        }
        names.join(shared.lang.pick((", ", "、")))
    }

    /// The changed group that two documents link: they are in it, but not in one part of it.
    pub fn linked(&self, tree: &Dendrogram, (a, b): (u32, u32)) -> Option<Run> {
        let (a, b) = (tree.position(a)?, tree.position(b)?);
        let (first, last) = (a.min(b), a.max(b));
        let run = of_row(Run { start: first, len: 1 }, self.changed())?;
        let between = tree.gap().get(first as usize + 1..=last as usize)?;
        let low = self.from.min(self.to);
        (last < run.start + run.len && between.iter().any(|&gap| gap > low)).then_some(run)
    }

    /// The groups of the larger k that are none of the smaller one, in leaf order.
    pub fn changed(&self) -> &[Run] {
        &self.what.groups
    }

    /// The change in one line.
    pub fn said(&self, shared: &Shared) -> String {
        let (from, to, is_up, what) = (self.from, self.to, self.from < self.to, &self.what);
        let words = match is_up {
            true => [("new", "新增"), ("larger", "扩大"), ("merged", "合并")],
            false => [("dissolved", "解散"), ("smaller", "缩小"), ("split", "拆分")],
        };
        let mut said: Vec<String> = Vec::new();
        for (count, (en, zh)) in [what.new, what.larger, what.merged].into_iter().zip(words) {
            if count > 0 {
                let groups =
                    if said.is_empty() { counted(count, "group", "groups") } else { grouped_digits(count) };
                said.push(
                    shared
                        .lang
                        .pick((format!("{groups} {en}"), format!("{zh} {} 组", grouped_digits(count)))),
                );
            }
        }
        if said.is_empty() {
            return shared.lang.pick(both!("{from} → {to}: no group changes", "{from} → {to}：分组不变"));
        }
        if what.joined > 0 {
            let (en, zh) = if is_up { ("joined", "新入组") } else { ("left", "出组") };
            let documents = counted(what.joined, "document", "documents");
            said.push(
                shared
                    .lang
                    .pick((format!("{documents} {en}"), format!("{zh} {} 篇", grouped_digits(what.joined)))),
            );
        }
        let said = said.join(shared.lang.pick((", ", "，")));
        shared.lang.pick(both!("{from} → {to}: {said}", "{from} → {to}：{said}"))
    }
}

impl Shared {
    /// What the last move of k brought about, if the groups are still those of the tree.
    pub fn moved(&self) -> Option<&Moved> {
        let tree = self.model.tree.as_ref().filter(|_| self.grouping == Grouping::Connection)?;
        self.made.moved.as_ref().filter(|moved| moved.tree == Same::of(tree) && moved.to == self.k)
    }

    /// The groups that are lit because of it.
    pub fn lit(&self) -> &[Run] {
        self.moved().filter(|_| !self.made.is_unlit).map_or(&[], Moved::changed)
    }

    /// How long they are lit after the last move, where that ends by itself. No two moves have the same time, so that each begins
    /// its own.
    pub fn lit_for(&self) -> Option<Duration> {
        let ends = !self.lit().is_empty() && self.start.opening.settings.has_motion();
        ends.then(|| LIT + Duration::from_nanos(self.made.moves.into()))
    }

    /// That time is over.
    pub fn unlight(&mut self) {
        self.made.is_unlit = true;
    }
}
