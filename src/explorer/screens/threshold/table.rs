//! Which groups the table lists, in which order, and what they have in common: filter, sort, facets.

use super::news::{FacetsKey, Listed, TableKey};
use super::state::{Below, State};
use super::view::{GROUPS, Group};
use crate::action::Screen;
use crate::filtering::{Count, Line, Reach, Standing, Why};
use crate::jobs::Work;
use crate::listing;
use crate::shared::{Shared, found};
use crate::wanted::Wanted;
use crate::widgets::list::List;
use crate::widgets::table::Sort;
use simscope_core::decide::Fate;
use simscope_core::filter::{self, Facet, Fact, Facts, Filter, Script, Term, Test};
use simscope_core::groups::Groups;
use simscope_core::progress::Progress;
use std::sync::Arc;

/// Filtering and sorting the groups.
const ROWS: &Work = &Work::new("GroupRows", ("filtering and sorting", "筛选与排序")).finished_first();
/// What the groups have in common, counted.
const FACETS: &Work = &Work::new("Facets", ("counting facets", "统计分面")).finished_first();

/// The table of groups.
#[derive(Debug)]
pub struct Table {
    pub line: Line,
    pub sort: Sort<&'static str>,
    /// The user's choice; `None` shows facets where there is room.
    pub shows_facets: Option<bool>,
    pub facet_rows: List,
    rows: Wanted<TableKey, Listed>,
    facets: Wanted<FacetsKey, Arc<Vec<Facet>>>,
    /// What the documents are written in, and how many they were.
    scripts: Option<(usize, Arc<Vec<Script>>)>,
}

impl Default for Table {
    fn default() -> Self {
        Self {
            line: Line::default(),
            sort: Sort::by("#"),
            shows_facets: None,
            facet_rows: List::default(),
            rows: Wanted::default(),
            facets: Wanted::default(),
            scripts: None,
        }
    }
}

/// A line of the facets: a value, or how many values more there are.
#[derive(Debug, Clone, Copy)]
pub struct FacetLine<'a> {
    pub facet: &'a Facet,
    /// `None` where only the number of rarer values stands.
    pub value: Option<&'a filter::Counted>,
    /// The first line of its facet.
    pub is_first: bool,
}

impl Table {
    /// All groups in the order of their numbers.
    fn is_plain(&self) -> bool {
        self.line.is_empty() && self.sort == Sort::by("#")
    }

    fn key(&self, shared: &Shared) -> TableKey {
        // The numbers, their order and their spread follow from the groups, whatever the filter asks for.
        let is_of_decisions = self.line.filter().is_of_decisions() || self.sort.by == "state";
        let known = shared.known_key(if is_of_decisions { Reach::Decisions } else { Reach::Groups });
        let outcome = (self.sort.by == "stay").then(|| shared.outcome_lately_of()).flatten();
        TableKey { filter: self.line.filter().clone(), sort: self.sort, known, outcome }
    }

    fn facets_key(&self, shared: &Shared) -> FacetsKey {
        FacetsKey { filter: self.line.filter().clone(), known: shared.known_key(Reach::Decisions) }
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
        Standing { line: &self.line, count }
    }

    /// The facets that came last; of an older k or filter for a moment.
    pub fn facets(&self) -> impl Iterator<Item = FacetLine<'_>> {
        self.facets.latest().into_iter().flat_map(|facets| facets.iter()).flat_map(|facet| {
            let values = facet.values.iter().map(Some).chain((facet.others > 0).then_some(None));
            values.enumerate().map(move |(at, value)| FacetLine { facet, value, is_first: at == 0 })
        })
    }

    /// Whether the filter or the order asks what stays, or which groups hang on shared text.
    pub fn asks_what_stays(&self) -> bool {
        matches!(self.sort.by, "stay" | "state")
            || self.line.filter().terms.iter().any(|term| term.test == Test::Fact(Fact::Template))
    }

    /// Whether the filter has this term.
    pub fn has(&self, term: &Term) -> bool {
        self.line.filter().terms.contains(term)
    }
}

impl State {
    /// Starts what is missing of rows and facets.
    pub(super) fn want_table(&mut self, shared: &mut Shared) {
        if shared.groups.is_none() || shared.screen != Screen::Threshold {
            return;
        }
        let key = self.table.key(shared);
        // One at a time: while k moves, a newer search would overtake every older one.
        if !self.table.is_plain() && !shared.runs(ROWS) && self.table.rows.is_missing(&key) {
            let known = shared.known();
            let outcome = shared.outcome_lately().filter(|_| key.outcome.is_some());
            let outcome = outcome.map(|(outcome, _)| outcome.clone());
            let fate = self.table.rows.ask_anew(key.clone());
            shared.begin_for(fate, ROWS, move |progress, _| {
                let fates = outcome.as_ref().map(|outcome| &outcome.fates[..]);
                let listed = known.with(|facts| list(facts, fates, &key.filter, key.sort, progress))?;
                Some(found(move |own: &mut Self, shared| own.take_listed(shared, key, listed)))
            });
        }
        let key = self.table.facets_key(shared);
        if self.are_facets_drawn(shared) && !shared.runs(FACETS) && self.table.facets.is_missing(&key) {
            self.want_facets(shared, key);
        }
    }

    fn want_facets(&mut self, shared: &mut Shared, key: FacetsKey) {
        let mut known = shared.known();
        let documents = known.analysed.corpus.len();
        let scripts = self.table.scripts.clone().filter(|(of, _)| *of == documents);
        let listed = self.table.listed(shared).map(|listed| listed.numbers.clone());
        let fate = self.table.facets.ask_anew(key.clone());
        shared.begin_for(fate, FACETS, move |progress, _| {
            let scripts = match scripts {
                Some((_, scripts)) => scripts,
                None => Arc::new(filter::scripts(&known.analysed.corpus, progress)?),
            };
            known.scripts = Some(scripts.clone());
            let facets = known.with(|facts| {
                let numbers = match listed {
                    Some(numbers) => numbers,
                    None if key.filter.check(facts).is_err() => Arc::default(),
                    None => Arc::new(filter::groups(&key.filter, facts, progress)?),
                };
                filter::facets(&key.filter, facts, &numbers, progress)
            })?;
            Some(found(move |own: &mut Self, _| {
                own.table.facets.put(key, Arc::new(facets));
                own.table.scripts = Some((documents, scripts));
            }))
        });
    }

    /// Whether the last frame showed facets.
    pub(super) fn are_facets_drawn(&self, shared: &Shared) -> bool {
        shared.area_of(super::keys::Pane::Facets).is_some()
    }

    fn take_listed(&mut self, shared: &Shared, key: TableKey, listed: Listed) {
        self.table.rows.put(key, listed);
        self.follow_anew();
        self.follow_selected(shared);
    }

    /// Adds the term of the selected value to the filter, or takes it out.
    pub(super) fn toggle_facet(&mut self, shared: &mut Shared) {
        let line = self.table.facets().nth(self.table.facet_rows.selected);
        match line.map(|line| line.value.map(|value| (line.facet.name, &value.term))) {
            Some(Some((facet, term))) => {
                let line = self.table.line.filter().toggled(facet, term).to_string();
                self.table.line.set(&line);
                shared.keep_filter(&line);
                shared.message = None;
            }
            Some(None) => shared.warn((
                "rarer values: press ‹ask-filter› and type label= or source=",
                "其余较少见：按 ‹ask-filter›，输入 label= 或 source=",
            )),
            None => shared.warn(("no facet yet", "尚无分面")),
        }
    }

    /// Shows the facets, or hides them.
    pub(super) fn toggle_facets(&mut self, shared: &mut Shared) {
        let is_shown = self.are_facets_drawn(shared);
        self.table.shows_facets = Some(!is_shown);
        self.focus = if is_shown { self.below.pane() } else { super::keys::Pane::Facets };
        shared.say(match is_shown {
            true => ("facets hidden", "已隐藏分面"),
            false => ("facets: Enter or a click filters by a value", "分面：Enter 或点击按该值筛选"),
        });
    }

    /// Clears the filter of the groups. Returns whether there was one.
    pub(super) fn clear_filter(&mut self, shared: &mut Shared) -> bool {
        match self.below {
            Below::Border => shared.clear_filter(&mut self.border.pairs.filter),
            Below::Recipes => shared.clear_filter(&mut self.recipes.pairs.filter),
            _ => self.has_table() && shared.clear_filter(&mut self.table.line),
        }
    }
}

/// The groups that pass, in their order; `fates` by document, where they are sorted by what stays. `None` when cancelled.
fn list(
    facts: &Facts<'_>,
    fates: Option<&[Fate]>,
    filter: &Filter,
    sort: Sort<&'static str>,
    progress: &Progress,
) -> Option<Listed> {
    let nothing = |why| Some(Listed { numbers: Arc::default(), why: Some(why) });
    if let Err(mistake) = filter.check(facts) {
        return nothing(Why::Unknown(mistake));
    }
    let mut numbers = filter::groups(filter, facts, progress)?;
    if numbers.is_empty() && !filter.is_empty() {
        return nothing(Why::Empty(filter::why_no_group(filter, facts, progress)?));
    }
    if let (Some(groups), Some(corpus)) = (facts.groups, facts.corpus) {
        listing::order(&mut numbers, &GROUPS, sort, &|number| {
            let mut group = Group::of(number as usize, groups, corpus);
            (group.facts, group.fates) = (Some(facts), fates);
            group
        });
    }
    Some(Listed { numbers: Arc::new(numbers), why: None })
}
