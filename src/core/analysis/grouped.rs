//! Groups that are not cut from the tree.

use super::{Analysed, as_read};
use crate::groups::{Connected, GroupSpread, Groups, spread_of};
use crate::measures::{Condition, Measurer};
use crate::progress::Progress;
use crate::search::{Purpose, each_pair_within, plan};
use rayon::prelude::*;

/// Of groups with more pairs than this the spread is left out.
const MEASURED_PAIRS: u64 = 1 << 30;

impl Analysed {
    /// Groups of the pairs within k that the texts confirm; `Some(None)` if more than `most` pairs are within k, and `None` if
    /// cancelled.
    pub fn confirmed_groups(
        &self,
        k: u8,
        condition: Condition,
        most: usize,
        progress: &Progress,
    ) -> Option<Option<Groups>> {
        let Self { corpus, recipe, signatures, documents, .. } = self;
        let chosen = signatures.select(documents);
        let threads = rayon::current_num_threads();
        let plan = plan(&chosen, recipe.bits, k, Purpose::AllPairs { threads });
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        let found = each_pair_within(&chosen, plan.design(), progress, |(a, b, _)| {
            pairs.push((documents[a as usize], documents[b as usize]));
            if pairs.len() > most { Err(()) } else { Ok(()) }
        });
        match found {
            Err(()) => return Some(None),
            Ok(counters) => counters?,
        };
        let read = as_read(corpus, recipe);
        let weights = condition.measure.weights(read.iter().map(|document| document.text), progress)?;
        let measurer = Measurer::new(condition.measure, recipe, None).weighing(weights.as_ref());
        let values = measurer.values(corpus, &pairs, progress)?;
        let mut connected = Connected::new(corpus.len());
        let right = pairs.iter().zip(values).filter(|&(_, value)| condition.holds(value));
        right.for_each(|(&(a, b), _)| connected.join(a, b));
        Some(Some(connected.groups(k)))
    }

    /// The spread of each of these groups, by number − 1; `None` where that takes too many pairs.
    pub fn spread_of(&self, groups: &Groups) -> Option<Vec<GroupSpread>> {
        let pairs: u64 =
            (1..=groups.count()).map(|number| (groups.members(number).len() as u64).pow(2) / 2).sum();
        if pairs > MEASURED_PAIRS {
            return None;
        }
        (1..=groups.count())
            .into_par_iter()
            .map(|number| spread_of(&self.signatures, groups.members(number)))
            .collect()
    }
}
