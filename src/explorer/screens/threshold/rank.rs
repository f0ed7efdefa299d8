//! Which groups pass a filter, in the order that a column gives them.

use super::news::Listed;
use super::view::{GROUPS, Group};
use crate::filtering::Why;
use crate::listing;
use crate::widgets::table::Sort;
use simscope_core::decide::Fate;
use simscope_core::filter::{self, Facts, Filter};
use simscope_core::progress::Progress;
use std::sync::Arc;

/// The groups that pass, in their order; `fates` by document, where they are sorted by what stays. `None` when cancelled.
pub(super) fn list(
    (facts, fates): (&Facts<'_>, Option<&[Fate]>),
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
