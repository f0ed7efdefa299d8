//! Computes what the page about one k says.

use super::Page;
use super::threshold::AtThreshold;
use crate::analysis::ranking::Ranking;
use crate::analysis::{Analysed, Phase, Watched, as_read, weigh};
use crate::evidence::{Confirmed, Labelled, PairLabels, Purpose, Targets};
use crate::export::BorderPair;
use crate::groups::Wanted;
use crate::judgements::KnownJudgements;
use crate::measures::{Condition, Measurer};

/// Pairs that are shown at k, and at k + 1.
const SHOWN: usize = 5;
/// The seed with which they are drawn.
const SEED: u64 = 1;
/// The work of counting confirmed pairs, in seconds of one processor.
const SECONDS: u64 = 10;

/// What a page about one k is asked for.
#[derive(Debug, Clone, Copy)]
pub struct AskedK {
    /// The threshold.
    pub k: u8,
    /// How much the texts of a right pair share.
    pub condition: Condition,
    /// All recipes are ranked, however many documents there are, and not only variants of the one of the page.
    pub ranks_all: bool,
}

/// Variants of the recipe are ranked for up to this many documents, which takes some seconds.
const RANKED: usize = 10_000;

/// The page about one k of documents that are measured, with what was judged of their pairs. `None` if they have no texts, if their
/// pairs cannot be counted by this condition, or if cancelled.
pub fn about_k(
    analysed: &Analysed,
    AskedK { k, condition, ranks_all }: AskedK,
    judged: &KnownJudgements,
    page: &Page<'_>,
    watch: &impl Watched,
) -> Option<String> {
    let Analysed { corpus, recipe, signatures, sweep, .. } = analysed;
    let (tree, spread) = analysed.measured()?;
    let (k, bits, hundredths) = (k.min(recipe.bits.get()), recipe.bits.get(), condition.hundredths()?);
    let allowed = (condition, SECONDS * Confirmed::WORK_OF_A_SECOND);
    let (confirmed, [advice, _]) = analysed.advise((condition, Targets::default()), allowed.1, watch)?;
    let known = PairLabels::known(judged.said());
    let is_judged = !known.pairs().is_empty();
    let answered = is_judged.then(|| Labelled::of_pairs(&known, signatures, tree, bits));
    let counts = spread.pairs().counts();
    let wanted: Vec<Wanted> = [k, k + 1]
        .into_iter()
        .filter_map(|distance| {
            Some(Wanted { distance, of: *counts.get(usize::from(distance))?, pairs: SHOWN })
        })
        .collect();
    let column = (&**signatures, recipe.bits);
    let draw = |progress: &_| spread.draw(tree, column, &wanted, SEED, progress);
    let drawn = watch.during(Phase::Measuring, draw)?;
    let read = as_read(corpus, recipe);
    let texts: Vec<&str> = read.iter().map(|document| document.text).collect();
    let weights = weigh(condition, &texts, watch)?;
    let measurer = Measurer::new(condition.measure, recipe, analysed.frequencies.as_deref());
    let measurer = measurer.weighing(Some(&weights));
    let pairs: Vec<(u32, u32)> = drawn.iter().flatten().copied().collect();
    let values = watch.during(Phase::Confirming, |progress| measurer.values(corpus, &pairs, progress))?;
    let distances = (wanted.iter().zip(&drawn)).flat_map(|(wanted, drawn)| drawn.iter().map(move |_| wanted));
    let border: Vec<BorderPair<'_>> = (pairs.iter().zip(values).zip(distances))
        .map(|((&(a, b), value), wanted)| {
            let [a, b] = [a, b].map(|document| corpus.get(document as usize));
            BorderPair {
                distance: wanted.distance,
                of: wanted.of,
                ids: [a.id, b.id],
                texts: Some([a.text, b.text]),
                value: Some((value, condition.holds(value))),
            }
        })
        .collect();
    let labelled = analysed.by_labels();
    let judged = analysed.judged_values((condition.measure, &weights), judged, watch)?;
    let ranks = ranks_all || analysed.documents.len() <= RANKED;
    let ranked =
        if ranks { Some(Ranking::by_texts(corpus, (*recipe, ranks_all), allowed, watch)?) } else { None };
    let about = AtThreshold {
        name: corpus.name(),
        documents: analysed.documents.len(),
        recipe,
        k,
        condition,
        sweep,
        shared: &confirmed.curve(Purpose::Pairs, hundredths),
        judged: &judged,
        labelled: labelled.as_ref().map(|labelled| &labelled.pairs),
        answered: answered.as_ref().map(|answered| &answered.pairs),
        advice: &advice,
        radii: &confirmed.radii(hundredths),
        border: &border,
        ranked: ranked.as_deref(),
    };
    Some(about.html(page))
}
