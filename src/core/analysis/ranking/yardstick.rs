//! MinHash with bands, beside which recipes are ranked.

use crate::analysis::{Analysed, Phase, Watched};
use crate::corpus::Corpus;
use crate::evidence::{Basis, Predicted, Share};
use crate::measures::{Bands, Condition, Join, minima};
use crate::recipe::Recipe;
use crate::simhash::Bags;
use rayon::prelude::*;

/// The Jaccard indices for which bands are chosen: where others set it, and on either side of that.
const AROUND: [f64; 3] = [0.5, 0.7, 0.9];

/// Whether a pair is right, if that is known.
pub type IsRight<'c> = Box<dyn Fn(u32, u32) -> Option<bool> + Sync + 'c>;

/// By how much the texts share. `None` when cancelled, and for a condition that cannot be counted.
pub fn by_texts(corpus: &Corpus, condition: Condition, watch: &impl Watched) -> Option<IsRight<'static>> {
    let texts: Vec<&str> = corpus.iter().map(|document| document.text).collect();
    let join = watch.during(Phase::Weighing, |progress| {
        Join::of(condition.measure, condition.hundredths().unwrap_or(0), &texts, progress)
    })?;
    let class_of = join.class_of();
    Some(Box::new(move |a, b| {
        let [a, b] = [a, b].map(|document| class_of[document as usize]);
        Some(if a == b { !join.is_blank(a) } else { join.ratio(a, b).is_some() })
    }))
}

/// MinHash of the features of a recipe, with the bands around each index of [`AROUND`]: the pairs that meet, and how many of them are
/// right. `all` is the number of right pairs of the corpus. `None` when cancelled.
pub(super) fn bands(
    own: &Recipe,
    signed: &Analysed,
    (is_right, all, basis): (IsRight<'_>, f64, Basis),
    watch: &impl Watched,
) -> Option<Vec<(Bands, Predicted)>> {
    let corpus = &signed.corpus;
    let bags = watch.during(Phase::Signing, |progress| Bags::of(corpus, own, progress))?;
    let has_features = |&document: &u32| !bags.keys(document as usize).is_empty();
    let documents: Vec<u32> = signed.documents.iter().copied().filter(has_features).collect();
    let minima: Vec<Vec<u64>> =
        (0..corpus.len()).into_par_iter().map(|document| minima(bags.keys(document))).collect();
    let tried = AROUND.into_iter().map(|jaccard| {
        let bands = Bands::around(jaccard);
        let count = |progress: &_| bands.count(&minima, &documents, &is_right, progress);
        let [pairs, right] = watch.during(Phase::Confirming, count)?;
        let right = right as f64;
        let share = |all: f64| (all > 0.0).then(|| Share::exact((right / all).min(1.0)));
        let f1 = 2.0 * right / (pairs as f64 + all.max(right)).max(1.0);
        let missed = (all - right).max(0.0);
        let (precision, recall) = (share(pairs as f64), share(all));
        Some((bands, Predicted { k: 0, pairs, right, missed, precision, recall, f1: Some(f1), basis }))
    });
    tried.collect()
}
