//! What a draw is made of, and the file that keeps it.

use super::super::{Compared, Deciding, Phase, Watched};
use crate::corpus::{Corpus, text_hash};
use crate::decide::clean::Said;
use crate::decide::promise::{Candidate, Draw, Draws, Right, fingerprint, pilot};
use crate::display::say;
use crate::files::read_if_there;
use crate::judgements::{Judgements, KnownJudgements};
use crate::measures::{Condition, Measure, Shingles};
use crate::recipe::each_word;
use crate::visible;
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64;

/// Largest file of draws that is read.
const LARGEST: u64 = 1 << 20;

/// What a draw is made of, whatever is answered.
#[derive(Debug)]
pub(super) struct DrawnFrom {
    /// The hash of all texts.
    corpus: String,
    /// How many judgements there were before the draw.
    judgements: usize,
    pub(super) candidates: Vec<Candidate>,
    /// By document that would go, the one that would stay.
    pub(super) stays: FxHashMap<u32, u32>,
}

/// The file of draws beside a file of judgements: `NAME.promise.toml` beside `NAME.judgements.tsv`.
pub fn draws_beside(judgements: &Path) -> PathBuf {
    let stem = judgements.with_extension("");
    let is_usual = stem.extension().is_some_and(|ending| ending == "judgements");
    if is_usual { stem.with_extension("promise.toml") } else { judgements.with_extension("promise.toml") }
}

/// The draws that were made with a file of judgements.
///
/// # Errors
/// A file that cannot be read, or is no file of draws; one line.
pub fn read_draws(judgements: &Path) -> Result<Draws, String> {
    let path = draws_beside(judgements);
    let text = read_if_there(&path, LARGEST).map_err(|error| error.to_string())?;
    let failed = |what: String| say!("{}: {what}", "{}：{what}", visible::path(&path));
    text.map_or_else(|| Ok(Draws::default()), |text| Draws::read(&text).map_err(failed))
}

/// The measure by which candidates are found unless another one is named: short texts in the Latin script, records among them, by
/// trigrams of characters.
pub fn measure_for(corpus: &Corpus) -> Measure {
    const LOOKED_AT: usize = 2000;
    const SHORT: usize = 40;
    let (mut lengths, mut latin, mut letters) = (Vec::new(), 0, 0);
    for document in corpus.iter().step_by(corpus.len().div_ceil(LOOKED_AT).max(1)) {
        let mut words = 0;
        each_word(document.text, |_| words += 1);
        lengths.push(words);
        letters += document.text.chars().filter(|c| c.is_alphabetic()).count();
        latin += document.text.chars().filter(|c| c.is_alphabetic() && *c < '\u{250}').count();
    }
    lengths.sort_unstable();
    let is_short = lengths.get(lengths.len() / 2).is_some_and(|&words| words < SHORT);
    match is_short && 2 * latin > letters {
        true => Measure::Jaccard(Shingles::Chars(3)),
        false => Condition::DEFAULT.measure,
    }
}

impl Compared {
    /// The place of a draw among the draws, to which it is added if it is new, and what it is made of. `None` when cancelled.
    pub(super) fn drawn_from(
        &self,
        deciding: &Deciding<'_>,
        judgements: &Judgements,
        drawn: (Right, u64),
        known: (&mut Draws, Option<&Arc<DrawnFrom>>),
        watch: &impl Watched,
    ) -> Result<Option<(usize, Arc<DrawnFrom>)>, String> {
        let ((right, seed), (draws, earlier)) = (drawn, known);
        let all = &judgements.lines;
        let found = draws.find(right, seed);
        let before = found.map_or(all.len(), |at| draws.draw[at].judgements.min(all.len()));
        let earlier = earlier.filter(|drawn_from| found.is_some() && drawn_from.judgements == before);
        let corpus = earlier.map_or_else(|| self.hash(), |drawn_from| drawn_from.corpus.clone());
        if draws.draw.iter().any(|draw| draw.corpus != corpus) {
            return Err(say!(
                "these judgements were drawn from another corpus: give that one, or another file with --judgements FILE",
                "这些判定抽自另一语料：请给出该语料，或用 --judgements FILE 另选文件"
            ));
        }
        let measure = self.condition().measure;
        let drawn_from = match earlier {
            Some(drawn_from) => drawn_from.clone(),
            None => {
                let known = Judgements { lines: all[..before].to_vec(), bad: Vec::new() };
                let said: Said = KnownJudgements::new(&known, self.all())
                    .said()
                    .filter(|(_, is_right)| !is_right)
                    .collect();
                let candidates = self.said_alone(deciding, &said, |cleaner| {
                    watch.during(Phase::Confirming, |progress| cleaner.star(measure, progress))
                });
                let Some(candidates) = candidates else { return Ok(None) };
                let stays = candidates.iter().map(|one| one.documents.into()).collect();
                Arc::new(DrawnFrom { corpus, judgements: before, candidates, stays })
            }
        };
        let candidates = &drawn_from.candidates;
        let at = found.unwrap_or(draws.draw.len());
        let new = Draw {
            right: right.share(),
            seed,
            measure: measure.to_string(),
            floor: deciding.rules.cut,
            corpus: drawn_from.corpus.clone(),
            candidates: format!("{:016x}", fingerprint(candidates)),
            judgements: before,
            pilot: pilot(candidates, seed),
            coefficients: None,
            sizes: None,
        };
        keep(draws, found, new)?;
        Ok(Some((at, drawn_from)))
    }

    /// The hash of all texts.
    fn hash(&self) -> String {
        let texts: Vec<u8> = self.all().iter().flat_map(|one| text_hash(one.text).to_le_bytes()).collect();
        format!("{:016x}", xxh3_64(&texts))
    }
}

/// Adds a draw, or checks that it is the one that was made before.
fn keep(draws: &mut Draws, found: Option<usize>, new: Draw) -> Result<(), String> {
    match found.map(|at| &draws.draw[at]) {
        None => draws.draw.push(new),
        Some(old) if (&old.measure, old.floor) != (&new.measure, new.floor) => {
            return Err(say!(
                "this draw compares by {}>={}, not by {}>={}: give --confirm '{0}>={1}', or begin another draw with --seed",
                "此次抽样用 {}>={} 比较，而非 {}>={}：请用 --confirm '{0}>={1}'，或用 --seed 另抽一次",
                old.measure,
                old.floor,
                new.measure,
                new.floor
            ));
        }
        Some(old) if old.candidates != new.candidates => {
            return Err(say!(
                "this draw was made with other options, so its pairs were others: give the same ones, or begin another draw with --seed",
                "此次抽样用的是别的选项，文档对与现在不同：请用相同的选项，或用 --seed 另抽一次"
            ));
        }
        Some(_) => {}
    }
    Ok(())
}
