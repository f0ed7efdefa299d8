//! What the jobs of the shared state do, on their own threads.

use super::found_for_all;
use crate::jobs::{Found, Tell};
use simscope_core::analysis::{self, Analysed, Arrival, Noticed, preference};
use simscope_core::corpus::{Corpus, CorpusError, Lookup, ReadOptions, RepeatedIds, Source, text_hash};
use simscope_core::decide::{self, Decisions, Setting, Unfit};
use simscope_core::display::{Lang, say};
use simscope_core::export::write_whole;
use simscope_core::files;
use simscope_core::groups::{self, Groups};
use simscope_core::hamming::BitShares;
use simscope_core::measures::Condition;
use simscope_core::progress::Progress;
use simscope_core::recipe::Recipe;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// How reading ended.
pub(super) struct Read {
    pub loaded: Result<analysis::Loaded, CorpusError>,
    /// Documents whose id another has, too, and the first such id, safe to show.
    pub repeated: Option<(usize, String)>,
    /// What a sample of the texts says against the recipe.
    pub noticed: Vec<Noticed>,
    /// Skips that were counted and not listed.
    pub unlisted: usize,
}

/// What is listed of what was skipped; more is only counted.
const MOST_LISTED: usize = 10_000;

/// Reads and signs; batches appear in order.
pub(super) fn load(
    sources: &[Source],
    options: &ReadOptions,
    recipe: &Recipe,
    progress: &Progress,
    tell: Tell<'_>,
) -> Read {
    let (mut corpus, mut listed, mut unlisted) = (Corpus::default(), 0, 0);
    let loaded =
        analysis::load((sources, options), recipe, None, progress, &mut |arrival, signed| match arrival {
            Arrival::Batch(batch) => {
                corpus.push(batch.clone());
                let ones = BitShares::of(&signed, recipe.bits);
                tell(found_for_all(move |shared| {
                    shared.model.analysed.corpus.push(batch);
                    shared.model.append(&signed, &ones);
                }));
            }
            Arrival::Skipped(skipped) if listed < MOST_LISTED || skipped.reason.ends_reading() => {
                listed += 1;
                tell(found_for_all(move |shared| shared.model.skipped.push(skipped)));
            }
            Arrival::Skipped(_) => unlisted += 1,
            Arrival::Noticed(notice) => tell(found_for_all(move |shared| {
                shared.warn((notice.say(Lang::En), notice.say(Lang::Zh)));
            })),
        });
    let repeated = RepeatedIds::among(corpus.len(), |document| corpus.get(document).id);
    let repeated = repeated.map(|repeated| (repeated.documents, repeated.shown_first()));
    Read { loaded, repeated, noticed: Noticed::of_corpus(&corpus, recipe), unlisted }
}

/// Signs the whole corpus; and how often each bit is 1.
pub fn hash(corpus: &Corpus, recipe: Recipe, progress: &Progress) -> Option<(Analysed, BitShares)> {
    let (signed, frequencies) = analysis::sign(corpus, &recipe, progress)?;
    let analysed = Analysed::signed(corpus.clone(), recipe, (&signed, frequencies));
    Some((analysed, BitShares::of(&signed, recipe.bits)))
}

/// Groups around leaders at k, in the order of the rule, with their spread; or why there is no such order.
pub(super) fn leaders(ordering: &Ordering, k: u8, progress: &Progress) -> Option<Found> {
    let analysed = &ordering.analysed;
    let reading = (&ordering.reading.0[..], &ordering.reading.1);
    let preference = match preference(&ordering.decisions.keep, reading, &analysed.corpus, progress) {
        Ok(preference) => preference,
        Err(why) => return Some(found_for_all(move |shared| shared.take_unordered(why.to_string()))),
    };
    let mut ordered = analysed.documents.to_vec();
    preference.sort_all(&mut ordered, &ordering.decisions);
    progress.restart();
    Some(led(groups::leaders(&analysed.signatures, &ordered, k, progress)?, analysed))
}

/// These groups, and their spread unless it would take too many pairs.
fn led(groups: Groups, analysed: &Analysed) -> Found {
    let spread = analysed.spread_of(&groups);
    found_for_all(move |shared| shared.set_groups(Some(groups), spread))
}

/// Groups of the pairs within k that the texts confirm, with their spread; nothing if there are too many pairs.
pub(super) fn verified(analysed: &Analysed, k: u8, tau: f64, progress: &Progress) -> Option<Found> {
    let groups = analysed.confirmed_groups(k, condition(tau), VERIFIED_PAIRS, progress)?;
    let too_many = || found_for_all(|shared| shared.give_up_verifying(VERIFIED_PAIRS));
    Some(groups.map_or_else(too_many, |groups| led(groups, analysed)))
}

/// More pairs than this are not verified on the screen.
const VERIFIED_PAIRS: usize = 2_000_000;

/// The order of the documents: the rule, and what was chosen by hand.
#[derive(Debug, Clone)]
pub(super) struct Ordering {
    pub decisions: Arc<Decisions>,
    pub analysed: Analysed,
    /// Where a field is read from.
    pub reading: (Vec<Source>, ReadOptions),
}

/// What confirms pairs, at this τ.
pub fn condition(tau: f64) -> Condition {
    Condition { at_least: tau, ..Condition::DEFAULT }
}

/// What was in the file of decisions when it was last read or written here, as a hash; `None` for no file. The jobs that
/// write share it.
pub(super) type Seen = Arc<Mutex<Option<u64>>>;

/// Writes the decisions, unless another program has changed the file since it was read.
pub(super) fn write_decisions(path: &Path, text: &str, seen: &Seen) -> Result<(), String> {
    let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
    let now = files::read_if_there(path, decide::LARGEST_FILE).map_err(|error| error.to_string())?;
    if now.as_deref().map(text_hash) != *seen {
        return Err(say!(
            "another program has changed the file; open the corpus again to read it",
            "其他程序改动了该文件；请重新打开语料以读取"
        ));
    }
    write_whole(path, true, |out| out.write_all(text.as_bytes())).map_err(|error| error.to_string())?;
    *seen = Some(text_hash(text));
    Ok(())
}

/// The decisions of a file, when they were made, and what no longer fits.
pub(super) type ReadDecisions = (Decisions, Option<Setting>, Vec<Unfit>);

/// Nothing if there is no file yet.
pub(super) fn read_decisions(
    path: &Path,
    lookup: &Lookup<'_>,
    seen: &Seen,
) -> Result<Option<ReadDecisions>, String> {
    let text = files::read_if_there(path, decide::LARGEST_FILE).map_err(|error| error.to_string())?;
    *seen.lock().unwrap_or_else(PoisonError::into_inner) = text.as_deref().map(text_hash);
    text.map(|text| decide::read(&text, lookup)).transpose().map_err(|error| error.to_string())
}
