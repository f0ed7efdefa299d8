//! MinHash with bands, beside which recipes are ranked.

use crate::arguments::AdviseArguments;
use crate::material::{finished, texts_of};
use crate::watch::{Unit, Watch};
use rayon::prelude::*;
use simscope_core::analysis::Analysed;
use simscope_core::corpus::Corpus;
use simscope_core::evidence::{Basis, PairLabels, Predicted, Share};
use simscope_core::measures::{Bands, Join, minima};
use simscope_core::recipe::Recipe;
use simscope_core::simhash::Bags;
use std::collections::HashMap;

/// The Jaccard indices for which bands are chosen: where others set it, and on either side of that.
const AROUND: [f64; 3] = [0.5, 0.7, 0.9];

/// Whether a pair is right, if that is known.
pub(super) type Right<'c> = Box<dyn Fn(u32, u32) -> Option<bool> + Sync + 'c>;

/// By labelled pairs, or by the labels of documents if they are asked for, or else by the texts.
pub(super) fn right<'c>(
    arguments: &AdviseArguments,
    known: Option<&PairLabels>,
    corpus: &'c Corpus,
    watch: Watch,
) -> Right<'c> {
    if let Some(known) = known {
        let pairs = known.pairs().iter().map(|&(a, b, is_same)| ((a.min(b), a.max(b)), is_same));
        let known: HashMap<(u32, u32), bool> = pairs.collect();
        return Box::new(move |a, b| known.get(&(a.min(b), a.max(b))).copied());
    }
    if arguments.are_labels {
        let label = |document: u32| corpus.get(document as usize).label;
        return Box::new(move |a, b| Some(label(a)? == label(b)?));
    }
    let (texts, condition): (Vec<&str>, _) = (texts_of(corpus).collect(), arguments.confirm.condition());
    let join = watch.during(("weighing", "计算权重"), Unit::Documents, |progress| {
        Join::of(condition.measure, condition.hundredths().unwrap_or(0), &texts, progress)
    });
    // The pairs were counted before by the same measure.
    let join = join.expect("it can be joined");
    let class_of = join.class_of();
    Box::new(move |a, b| {
        let [a, b] = [a, b].map(|document| class_of[document as usize]);
        Some(if a == b { !join.is_blank(a) } else { join.ratio(a, b).is_some() })
    })
}

/// MinHash of the features of a recipe, with the bands around each index of [`AROUND`]: the pairs that meet, and how many of them are
/// right. `all` is the number of right pairs of the corpus.
pub(super) fn bands(
    own: &Recipe,
    signed: &Analysed,
    (is_right, all, basis): (Right<'_>, f64, Basis),
    watch: Watch,
) -> Vec<(Bands, Predicted)> {
    let corpus = &signed.corpus;
    let cut = |progress: &_| finished(Bags::of(corpus, own, progress));
    let bags = watch.during(("cutting", "切分文本"), Unit::Documents, cut);
    let has_features = |&document: &u32| !bags.keys(document as usize).is_empty();
    let documents: Vec<u32> = signed.documents.iter().copied().filter(has_features).collect();
    let minima: Vec<Vec<u64>> =
        (0..corpus.len()).into_par_iter().map(|document| minima(bags.keys(document))).collect();
    let tried = AROUND.into_iter().map(|jaccard| {
        let bands = Bands::around(jaccard);
        let name = bands.to_string();
        let [pairs, right] = watch.during((&name, &name), Unit::Rows, |progress| {
            finished(bands.count(&minima, &documents, &is_right, progress))
        });
        let right = right as f64;
        let share = |all: f64| (all > 0.0).then(|| Share::exact((right / all).min(1.0)));
        let f1 = 2.0 * right / (pairs as f64 + all.max(right)).max(1.0);
        let missed = (all - right).max(0.0);
        let (precision, recall) = (share(pairs as f64), share(all));
        (bands, Predicted { k: 0, pairs, right, missed, precision, recall, f1: Some(f1), basis })
    });
    tried.collect()
}
