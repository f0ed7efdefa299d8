//! Which groups the table lists, and in which order.

use super::groups::{COLUMNS, Group};
use super::state::State;
use crate::action::Screen;
use crate::filtering::{Count, Line, Reach, Standing, Why};
use crate::jobs::Work;
use crate::listing;
use crate::shared::known::KnownKey;
use crate::shared::{Shared, found};
use crate::wanted::Wanted;
use crate::widgets::table::Sort;
use simscope_core::filter::{self, Facts, Filter};
use simscope_core::groups::Groups;
use simscope_core::progress::Progress;
use std::sync::Arc;

/// Filtering and sorting the groups.
const ROWS: &Work = &Work::new("GroupRows", ("filtering and sorting", "筛选与排序")).finished_first();

/// The table of groups.
#[derive(Debug)]
pub struct Table {
    pub line: Line,
    pub sort: Sort<&'static str>,
    rows: Wanted<TableKey, Listed>,
}

impl Default for Table {
    fn default() -> Self {
        Self { line: Line::default(), sort: Sort::by("#"), rows: Wanted::default() }
    }
}

impl Table {
    /// All groups in the order of their numbers.
    fn is_plain(&self) -> bool {
        self.line.is_empty() && self.sort == Sort::by("#")
    }

    fn key(&self, shared: &Shared) -> TableKey {
        let known = shared.known_key(Reach::Groups);
        TableKey { filter: self.line.filter().clone(), sort: self.sort, known }
    }

    /// What is listed, if it is known for these groups, filter and order; all groups if that is plain.
    fn listed(&self, shared: &Shared) -> Option<&Listed> {
        self.rows.get(&self.key(shared))
    }

    /// Rows of the table; none while they are being found.
    pub fn count(&self, shared: &Shared) -> usize {
        let all = shared.groups.as_deref().map_or(0, Groups::count);
        if self.is_plain() { all } else { self.listed(shared).map_or(0, |listed| listed.numbers.len()) }
    }

    /// The number of the group in a row.
    pub fn number_in(&self, shared: &Shared, row: usize) -> Option<usize> {
        if self.is_plain() {
            return (row < self.count(shared)).then_some(row + 1);
        }
        self.listed(shared)?.numbers.get(row).map(|&number| number as usize)
    }

    /// The row of a group.
    pub fn row_of(&self, shared: &Shared, number: usize) -> Option<usize> {
        if self.is_plain() {
            return Some(number - 1);
        }
        self.listed(shared)?.numbers.iter().position(|&listed| listed as usize == number)
    }

    /// The numbers in their order; `None` for all groups in theirs.
    pub fn numbers(&self, shared: &Shared) -> Option<Arc<Vec<u32>>> {
        self.listed(shared).filter(|_| !self.is_plain()).map(|listed| listed.numbers.clone())
    }

    /// How the filter stands.
    pub fn standing(&self, shared: &Shared) -> Standing<'_> {
        let all = shared.groups.as_deref().map_or(0, Groups::count);
        let count = match self.listed(shared) {
            _ if self.is_plain() => Count::Of(all, all),
            None => Count::Pending,
            Some(Listed { why: Some(why), .. }) => Count::None(why.clone()),
            Some(listed) => Count::Of(listed.numbers.len(), all),
        };
        Standing { label: ("filter the groups: ", "筛选组："), line: &self.line, count }
    }
}

impl State {
    /// Starts what is missing of the rows.
    pub(super) fn want_table(&mut self, shared: &mut Shared) {
        if shared.groups.is_none() || shared.screen != Screen::Threshold {
            return;
        }
        let key = self.table.key(shared);
        // One at a time: while k moves, a newer search would overtake every older one.
        if !self.table.is_plain() && !shared.runs(ROWS) && self.table.rows.is_missing(&key) {
            let known = shared.known();
            shared.begin_for(self.table.rows.ask_anew(key.clone()), ROWS, move |progress, _| {
                let listed = known.with(|facts| list(facts, &key.filter, key.sort, progress))?;
                Some(found(move |own: &mut Self, shared| own.take_listed(shared, key, listed)))
            });
        }
    }

    fn take_listed(&mut self, shared: &Shared, key: TableKey, listed: Listed) {
        self.table.rows.put(key, listed);
        self.followed = None;
        self.follow_selected(shared);
    }
}

/// The groups that pass, in their order. `None` when cancelled.
fn list(facts: &Facts<'_>, filter: &Filter, sort: Sort<&'static str>, progress: &Progress) -> Option<Listed> {
    let nothing = |why| Some(Listed { numbers: Arc::default(), why: Some(why) });
    if let Err(mistake) = filter.check(facts) {
        return nothing(Why::Unknown(mistake));
    }
    let mut numbers = filter::groups(filter, facts, progress)?;
    if numbers.is_empty() && !filter.is_empty() {
        return nothing(Why::Empty(filter::why_no_group(filter, facts, progress)?));
    }
    if let (Some(groups), Some(corpus)) = (facts.groups, facts.corpus) {
        listing::order(&mut numbers, &COLUMNS, sort, &|number| {
            let mut group = Group::of(number as usize, groups, corpus);
            group.facts = Some(facts);
            group
        });
    }
    Some(Listed { numbers: Arc::new(numbers), why: None })
}

/// What the rows of the groups follow from.
#[derive(Debug, Clone, PartialEq)]
pub struct TableKey {
    pub filter: Arc<Filter>,
    pub sort: Sort<&'static str>,
    pub known: KnownKey,
}

/// The numbers of the groups that are listed, in their order; why there are none.
#[derive(Debug, Clone)]
pub struct Listed {
    pub numbers: Arc<Vec<u32>>,
    pub why: Option<Why>,
}
