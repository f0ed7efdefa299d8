//! What a move of k brought about: which groups are new, grew or fell apart.

use super::{Grouping, Shared};
use crate::surface::{counted, grouped_digits};
use crate::wanted::Same;
use simscope_core::groups::{Dendrogram, Run};
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
    /// The groups of the larger k that are none of the smaller one, in leaf order.
    pub changed: Vec<Run>,
    /// For the largest of them: the first document of each part, and the size.
    named: Vec<(Vec<u32>, u32)>,
    /// Documents in groups of the larger k and in none of the smaller one.
    joined: usize,
}

/// The run that a row of leaves is in, of some in leaf order.
pub fn of_row(row: Run, runs: &[Run]) -> Option<Run> {
    let at = runs.partition_point(|run| run.start <= row.start);
    at.checked_sub(1).map(|at| runs[at]).filter(|run| row.start < run.start + run.len)
}

/// Groups that are named, and parts of each.
const NAMED: usize = 8;
const PARTS: usize = 3;
/// So long is lit what a move changed.
const LIT: Duration = Duration::from_millis(1500);

impl Moved {
    pub fn of(tree: &Arc<Dendrogram>, from: u8, to: u8) -> Self {
        let (low, high) = (from.min(to), from.max(to));
        let changed = tree.changed(low, high);
        let mut largest = changed.clone();
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
        let joins = |at: usize| gap.get(at).is_some_and(|&gap| gap <= low);
        let leaves = changed.iter().flat_map(|run| run.range().map(move |at| (at, run.range())));
        let is_alone = |&(at, ref run): &(usize, std::ops::Range<usize>)| {
            !(at > run.start && joins(at) || at + 1 < run.end && joins(at + 1))
        };
        let joined = leaves.filter(is_alone).count();
        Self { from, to, tree: Same::of(tree), changed, named, joined }
    }

    /// How a group stood before: `=` the same, `3→` three parts, `⊂9` a part of nine.
    pub fn stood(&self, tree: &Dendrogram, run: Run) -> String {
        match (of_row(run, &self.changed), self.from < self.to) {
            (None, _) => "=".to_owned(),
            (Some(_), true) => format!("{}→", tree.pieces(run, self.from)),
            (Some(whole), false) => format!("⊂{}", whole.len),
        }
    }

    /// To the next k that changes a group.
    pub fn next(tree: &Arc<Dendrogram>, k: u8) -> Option<Self> {
        let next = tree.gap().iter().copied().filter(|&gap| gap > k).min()?;
        (next <= tree.exact_up_to()).then(|| Self::of(tree, k, next))
    }

    /// The groups by the first documents of their parts, as many as `most` of the largest.
    pub fn names(&self, shared: &Shared, most: usize) -> String {
        let between = if self.from < self.to { " + " } else { " | " };
        let name = |(parts, len): &(Vec<u32>, u32)| {
            let ids = parts.iter().map(|&document| visible::line(shared.document(document).id).into_owned());
            let mut ids: Vec<String> = ids.collect();
            if ids.len() == PARTS {
                ids[PARTS - 1] = "…".to_owned();
            }
            format!("{} ({})", ids.join(between), grouped_digits(*len as usize))
        };
        let mut names: Vec<String> = self.named.iter().take(most).map(name).collect();
        if self.changed.len() > names.len() {
            names.push("…".to_owned());
        }
        names.join(shared.lang.pick((", ", "、")))
    }

    /// The change in one line.
    pub fn said(&self, shared: &Shared) -> String {
        let (from, to, is_up) = (self.from, self.to, self.from < self.to);
        let (groups, joined) = (self.changed.len(), self.joined);
        if groups == 0 {
            return shared.lang.pick(both!("{from} → {to}: no group changes", "{from} → {to}：分组不变"));
        }
        let (en, zh) = if is_up { ("joined", "新入组") } else { ("left", "出组") };
        let documents = shared.lang.pick(match joined {
            0 => (String::new(), String::new()),
            _ => (
                format!(", {} {en}", counted(joined, "document", "documents")),
                format!("，{zh} {} 篇", grouped_digits(joined)),
            ),
        });
        let (count, groups) = (grouped_digits(groups), counted(groups, "group", "groups"));
        shared.lang.pick(match is_up {
            true => both!(
                "{from} → {to}: {groups} new or larger{documents}",
                "{from} → {to}：{count} 组新增或变大{documents}"
            ),
            false => both!(
                "{from} → {to}: {groups} split or smaller{documents}",
                "{from} → {to}：{count} 组拆散或变小{documents}"
            ),
        })
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
        self.moved().filter(|_| !self.made.is_unlit).map_or(&[], |moved| &moved.changed)
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
