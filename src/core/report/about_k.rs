//! Computes what the page about one k says.

use super::Page;
use super::threshold::AtThreshold;
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

/// The page about one k of documents that are measured, with what was judged of their pairs. `None` if they have no texts, if their
/// pairs cannot be counted by this condition, or if cancelled.
pub fn about_k(
    analysed: &Analysed,
    (k, condition): (u8, Condition),
    judged: &KnownJudgements,
    page: &Page<'_>,
    watch: &impl Watched,
) -> Option<String> {
    let Analysed { corpus, recipe, signatures, sweep, .. } = analysed;
    let ((tree, spread), subject) = (analysed.measured()?, analysed.subject()?);
    let (k, bits, hundredths) = (k.min(recipe.bits.get()), recipe.bits.get(), condition.hundredths()?);
    let (counted, work) = ((condition.measure, hundredths), Some(SECONDS * Confirmed::WORK_OF_A_SECOND));
    // Also for lower τ, as advise does.
    let least = [hundredths, hundredths.min(Confirmed::LEAST)];
    let count =
        |progress: &_| Confirmed::count_each(&[subject], (condition.measure, least), work, progress)?.pop();
    let confirmed = watch.during(Phase::Confirming, count)?;
    let [advice, _] = analysed.advised(&confirmed, (counted, Targets::default()), work, watch);
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
    let worth = analysed.judged_of_confirmed((condition, &weights), judged, watch);
    let about = AtThreshold {
        name: corpus.name(),
        documents: analysed.documents.len(),
        recipe,
        k,
        condition,
        sweep,
        shared: &confirmed.curve(Purpose::Pairs, hundredths),
        worth,
        labelled: labelled.as_ref().map(|labelled| &labelled.pairs),
        answered: answered.as_ref().map(|answered| &answered.pairs),
        advice: &advice,
        radii: &confirmed.radii(hundredths),
        border: &border,
    };
    Some(about.html(page))
}
