//! Which groups pass a filter, and the order that each column gives them.

use super::keys::Column;
use super::news::Listed;
use crate::filtering::Why;
use crate::sorting::{by_key, by_text};
use crate::widgets::table::Sort;
use simscope_core::decide::Fate;
use simscope_core::filter::{self, Decided, Facts, Filter};
use simscope_core::groups::GroupSpread;
use simscope_core::progress::Progress;
use std::sync::Arc;

/// The groups that pass, in their order; `fates` by document, where they are sorted by what stays. `None` when cancelled.
pub(super) fn list(
    (facts, fates): (&Facts<'_>, Option<&[Fate]>),
    filter: &Filter,
    sort: Sort<Column>,
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
    order(&mut numbers, (facts, fates), sort.by);
    if sort.is_reversed {
        numbers.reverse();
    }
    Some(Listed { numbers: Arc::new(numbers), why: None })
}

/// Every order is total: equal keys stand in the order of the numbers. What is not known comes last.
fn order(numbers: &mut [u32], (facts, fates): (&Facts<'_>, Option<&[Fate]>), by: Column) {
    let (Some(groups), Some(corpus)) = (facts.groups, facts.corpus) else { return };
    let spread = |number: u32| facts.spread.and_then(|spread| spread(number as usize));
    let by_spread = |numbers: &mut [u32], value: fn(GroupSpread) -> f64| {
        // Not negative, so that the bits are in order.
        by_key(numbers, &|number| spread(number).map_or(u64::MAX, |spread| value(spread).to_bits()));
    };
    match by {
        Column::Size => by_key(numbers, &|number| groups.run(number as usize).len as u64),
        Column::Diameter => by_spread(numbers, |spread| spread.diameter.into()),
        Column::Minimum => by_spread(numbers, |spread| spread.minimum.into()),
        Column::Mean => by_spread(numbers, |spread| spread.mean),
        Column::Chain => by_key(numbers, &|number| match facts.is_chain(number as usize) {
            Some(true) => 0,
            Some(false) => 1,
            None => 2,
        }),
        Column::Stay => {
            let Some(fates) = fates else { return };
            by_key(numbers, &|number| {
                let members = groups.members(number as usize).iter();
                members.filter(|&&member| !fates[member as usize].is_dropped()).count() as u64
            });
        }
        Column::Said => by_key(numbers, &|number| said(facts, number as usize).into()),
        Column::Representative => {
            by_text(numbers, &|number| corpus.get(groups.members(number as usize)[0] as usize).id);
        }
        Column::Number | Column::Mark(_) => {}
    }
}

/// What has still to be decided comes first, and of that what carries a warning.
fn said(facts: &Facts<'_>, number: usize) -> u8 {
    let is = |decided| facts.decided.is_some_and(|of| of(number, decided));
    match () {
        () if is(Decided::Nothing) => u8::from(!facts.is_template(number)),
        () if is(Decided::Later) => 2,
        () if is(Decided::Accepted) => 4,
        () if is(Decided::Left) => 5,
        // Taken apart, and nothing else.
        () => 3,
    }
}
