//! What the jobs of the shared state do, on their own threads.

use crate::jobs::{Outcome, Tell};
use crate::shared::findings::{BitShares, Hashed};
use crate::shared::news::News;
use crate::shared::weighing::Ordering;
use rayon::prelude::*;
use simscope_core::analysis::{self, Arrival, Noticed};
use simscope_core::corpus::{Corpus, ReadOptions, RepeatedIds, Source};
use simscope_core::evidence::Sampling;
use simscope_core::groups::{self, Connected, GroupSpread, Groups};
use simscope_core::hamming::Signatures;
use simscope_core::measures::{Measure, Measurer};
use simscope_core::progress::Progress;
use simscope_core::recipe::Recipe;
use simscope_core::search::{self, Purpose};
use std::sync::Arc;

/// What is listed of what was skipped; more is only counted.
const MOST_LISTED: usize = 10_000;

/// Reads and signs; batches appear in order.
pub(super) fn load(
    sources: &[Source],
    options: &ReadOptions,
    recipe: &Recipe,
    progress: &Progress,
    tell: Tell<'_>,
) -> Outcome {
    let (mut corpus, mut listed, mut unlisted) = (Corpus::default(), 0, 0);
    let loaded =
        analysis::load((sources, options), recipe, None, progress, &mut |arrival, signed| match arrival {
            Arrival::Batch(batch) => {
                corpus.push(batch.clone());
                let ones = BitShares::of(&signed, recipe.bits);
                tell(Outcome::Shared(News::Read { batch, signed, ones }));
            }
            Arrival::Skipped(skipped) if listed < MOST_LISTED || skipped.reason.ends_reading() => {
                listed += 1;
                tell(Outcome::Shared(News::Skipped(skipped)));
            }
            Arrival::Skipped(_) => unlisted += 1,
            Arrival::Noticed(notice) => tell(Outcome::Shared(News::Noticed(notice))),
        });
    let is_cancelled = loaded.as_ref().is_ok_and(|loaded| !loaded.is_whole);
    let repeated = RepeatedIds::among(corpus.len(), |document| corpus.get(document).id);
    let repeated = repeated.map(|repeated| (repeated.documents, repeated.shown_first()));
    let noticed = Noticed::of_corpus(&corpus, recipe);
    let (result, difference) = match loaded {
        Ok(loaded) => (Ok(()), loaded.difference),
        Err(error) => (Err(error), None),
    };
    Outcome::Shared(News::Loaded { result, is_cancelled, repeated, noticed, unlisted, difference })
}

/// Signs the whole corpus.
pub fn hash(corpus: &Corpus, recipe: Recipe, progress: &Progress) -> Option<Hashed> {
    let (signed, frequencies) = analysis::sign(corpus, &recipe, progress)?;
    Some(Hashed::of(recipe, &signed, frequencies.map(Arc::new)))
}

/// Groups around leaders at k, in the order of the rule, with their spread; or why there is no such order.
pub(super) fn leaders(
    signatures: &Signatures,
    documents: &[u32],
    ordering: &Ordering,
    k: u8,
    progress: &Progress,
) -> Option<Outcome> {
    let preference = match ordering.preference(progress) {
        Ok(preference) => preference,
        Err(why) => return Some(Outcome::Shared(News::Unordered(why))),
    };
    let mut ordered = documents.to_vec();
    preference.sort_all(&mut ordered, &ordering.decisions);
    progress.restart();
    let groups = groups::leaders(signatures, &ordered, k, progress)?;
    let spread = leader_spread(&groups, signatures);
    Some(Outcome::Shared(News::Led(groups, spread)))
}

/// Groups of the pairs within k that share τ of their word pairs, with their spread; nothing if there are too many pairs.
pub(super) fn verified(
    corpus: &Corpus,
    recipe: &Recipe,
    (signatures, documents): (&Signatures, &[u32]),
    (k, tau): (u8, f64),
    progress: &Progress,
) -> Option<Outcome> {
    let chosen = signatures.select(documents);
    let threads = rayon::current_num_threads();
    let plan = search::plan(&chosen, recipe.bits, k, Purpose::AllPairs { threads });
    let mut pairs: Vec<(u32, u32)> = Vec::new();
    let found = search::each_pair_within(&chosen, plan.design(), progress, |(a, b, _)| {
        pairs.push((documents[a as usize], documents[b as usize]));
        if pairs.len() > VERIFIED_PAIRS { Err(()) } else { Ok(()) }
    });
    match found {
        Err(()) => return Some(Outcome::Shared(News::TooManyToVerify(VERIFIED_PAIRS))),
        Ok(counters) => counters?,
    };
    let measure = Measure::Jaccard(Sampling::default().shingles);
    let values = Measurer::new(measure, recipe, None).values(corpus, &pairs, progress)?;
    let mut connected = Connected::new(corpus.len());
    let right = pairs.iter().zip(values).filter(|&(_, value)| value >= tau);
    right.for_each(|(&(a, b), _)| connected.join(a, b));
    let groups = connected.groups(k);
    let spread = leader_spread(&groups, signatures);
    Some(Outcome::Shared(News::Led(groups, spread)))
}

/// More pairs than this are not verified on the screen.
const VERIFIED_PAIRS: usize = 2_000_000;

/// More pairs than this and the spread of the leaders' groups is left out.
const LEADER_PAIRS: u64 = 1 << 30;

fn leader_spread(groups: &Groups, signatures: &Signatures) -> Option<Vec<GroupSpread>> {
    let pairs: u64 =
        (1..=groups.count()).map(|number| (groups.members(number).len() as u64).pow(2) / 2).sum();
    if pairs > LEADER_PAIRS {
        return None;
    }
    (1..=groups.count())
        .into_par_iter()
        .map(|number| groups::spread_of(signatures, groups.members(number)))
        .collect()
}
