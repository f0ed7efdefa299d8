//! What the jobs of the screen Compare do.

use super::news::{ChainKey, Joined, Measures, NearKey, PairKey, Weighed};
use super::state::State;
use crate::jobs::{Found, Tell, Work};
use crate::shared::found;
use simscope_core::corpus::Corpus;
use simscope_core::groups::{Chain, Dendrogram, chain};
use simscope_core::hamming::{Kernel, Signature, Signatures, distance, distance_of};
use simscope_core::measures::{self, Measure, Measurer, Shingles};
use simscope_core::progress::Progress;
use simscope_core::sensitivity::Difference;
use simscope_core::simhash::{Feature, Fragile, Trace};
use std::collections::HashMap;
use std::sync::Arc;

/// What features and measures say of a pair.
pub(super) const PAIR: &Work =
    &Work::new("Pair", ("measuring the pair", "测量该对")).cancellable().of_texts();
/// How a pair comes to share a group.
pub(super) const CHAIN: &Work = &Work::new("Chain", ("finding the chain", "寻找链")).cancellable();
/// The documents within k of one.
pub(super) const NEAR: &Work = &Work::new("Near", ("finding what is within k", "查找 k 之内的文档"));
/// The pair under the second recipe.
pub(super) const SECOND: &Work =
    &Work::new("SecondPair", ("signing the pair under recipe B", "按配方 B 计算该对签名")).of_texts();

/// The measures, in the order in which they are shown.
pub(super) const MEASURES: [Measure; 9] = [
    Measure::Cosine,
    Measure::Jaccard(Shingles::Words(1)),
    Measure::Jaccard(Shingles::Words(2)),
    Measure::Jaccard(Shingles::Words(3)),
    Measure::Jaccard(Shingles::Chars(5)),
    Measure::Containment(Shingles::Words(2)),
    Measure::Edit,
    Measure::Sentences(3),
    Measure::Equal,
];

/// The product of the lengths of two texts, in bytes, up to which `edit` takes about half a second.
const QUICK: u128 = 5_000_000_000;

/// Comparisons of a search for a chain: some seconds at most.
const MOST: u64 = 10_000_000_000;

/// Whether a measure of two texts of these lengths is left out, because it takes long.
pub(super) fn is_left_out(measure: Measure, [a, b]: [usize; 2]) -> bool {
    measure == Measure::Edit && a as u128 * b as u128 > QUICK
}

/// What features and measures say of a pair, one after the other.
pub(super) fn measure(
    key: PairKey,
    traces: [Arc<Trace>; 2],
    corpus: &Corpus,
    progress: &Progress,
    tell: Tell<'_>,
) -> Option<Found> {
    let so_far = |measures| {
        let key = key.clone();
        found(move |own: &mut State, _| own.measured.put(key, measures))
    };
    let cosine = measures::cosine(&traces[0], &traces[1]);
    let weighed = weigh(traces, &key);
    let of = key.clone();
    tell(found(move |own: &mut State, _| own.take_weighed(of, weighed)));
    let mut measures = Measures { values: vec![(Measure::Cosine, cosine)], is_whole: false };
    tell(so_far(measures.clone()));
    let texts = [key.a, key.b].map(|document| corpus.get(document as usize).text);
    // What may take long comes last.
    let (last, first): (Vec<_>, Vec<_>) = MEASURES.into_iter().partition(|&measure| measure == Measure::Edit);
    for measure in first.into_iter().chain(last) {
        if measure == Measure::Cosine || is_left_out(measure, texts.map(str::len)) {
            continue;
        }
        if progress.is_cancelled() {
            return None;
        }
        // Of these none needs document frequencies.
        let measurer = Measurer::new(measure, &key.recipe, None);
        let [a, b] = texts.map(|text| measurer.prepare(text));
        measures.values.push((measure, measurer.value(&a, &b)));
        tell(so_far(measures.clone()));
    }
    Some(so_far(Measures { is_whole: true, ..measures }))
}

fn weigh(traces: [Arc<Trace>; 2], key: &PairKey) -> Weighed {
    fn terms(trace: &Trace) -> HashMap<&str, &Feature> {
        trace.features.iter().map(|feature| (feature.term.as_str(), feature)).collect()
    }
    let [in_a, in_b] = [terms(&traces[0]), terms(&traces[1])];
    let difference = Difference::between(&traces[0], &traces[1], &key.recipe);
    let hash = |term: &str| in_a.get(term).or(in_b.get(term)).map_or(0, |feature| feature.hash);
    let hashes = difference.changes.iter().map(|change| hash(&change.term)).collect();
    let only = |trace: &Trace, other: &HashMap<&str, &Feature>| {
        let mut only: Vec<(String, f64)> = (trace.features.iter())
            .filter(|feature| !other.contains_key(feature.term.as_str()))
            .map(|feature| (feature.term.clone(), feature.weight))
            .collect();
        only.sort_by(|x, y| y.1.total_cmp(&x.1));
        only
    };
    let shared = traces[0].features.iter().filter_map(|feature| {
        let other = in_b.get(feature.term.as_str())?;
        Some((feature.term.clone(), [feature.weight, other.weight]))
    });
    let mut shared: Vec<(String, [f64; 2])> = shared.collect();
    shared.sort_by(|x, y| y.1[0].max(y.1[1]).total_cmp(&x.1[0].max(x.1[1])));
    let only = [only(&traces[0], &in_b), only(&traces[1], &in_a)];
    let [of_a, of_b] = [0, 1].map(|side: usize| traces[side].fragile(&key.recipe));
    let fragile =
        Fragile { removing: of_a.removing | of_b.removing, replacing: of_a.replacing | of_b.replacing };
    Weighed { difference, hashes, shared, only, fragile, traces }
}

/// How a pair comes to share a group at k by connection.
pub(super) fn join(
    key: &ChainKey,
    signatures: &Signatures,
    tree: &Dendrogram,
    progress: &Progress,
) -> Option<Joined> {
    let (a, b) = key.pair;
    let is_alone = |document: u32| tree.position(document).is_none();
    Some(if is_alone(a) || is_alone(b) {
        Joined::Apart(None)
    } else if distance(signatures.get(a as usize), signatures.get(b as usize)) <= key.k {
        Joined::Directly
    } else {
        let groups = tree.cut(key.k);
        match groups.number_of(a).filter(|number| groups.number_of(b) == Some(*number)) {
            None => Joined::Apart(tree.joined_at(a, b)),
            Some(number) => {
                let members = groups.members(number);
                match chain(signatures, members, key.pair, key.k, MOST, progress)? {
                    Chain::Links(links) => Joined::Through(links),
                    Chain::Broken | Chain::Unknown => Joined::Somehow(members.len()),
                }
            }
        }
    })
}

/// The documents within k of one that have features, the nearest first, equally near ones in their order.
pub(super) fn near(key: &NearKey, signatures: &Signatures, features: &[u32]) -> Vec<(u32, u8)> {
    fn within<S: Signature>(words: &[S], key: &NearKey) -> Vec<(u32, u8)> {
        let query = words[key.document as usize];
        let mut hits = Vec::new();
        Kernel::best().within(query, words, key.k, &mut hits);
        hits.into_iter().map(|hit| (hit, distance_of(query, words[hit as usize]))).collect()
    }
    let mut near = match signatures {
        Signatures::Narrow(words) => within(words, key),
        Signatures::Wide(words) => within(words, key),
    };
    near.retain(|&(document, _)| document != key.document && features[document as usize] > 0);
    near.sort_by_key(|&(document, distance)| (distance, document));
    near
}
