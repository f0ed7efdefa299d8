//! Texts of one template: much is in most of them, and the rest of each is in no other.

use super::rules::{Cleaned, Cover, Verdict};
use crate::alignment::Kind;
use crate::measures::Shingles;
use crate::sensitivity::median;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// From this many texts that differ from the one that stays, a group can be a template.
const FEWEST: usize = 3;
/// The texts of a group that are looked at.
const SAMPLE: usize = 8;
/// Of a template at least this share of a text is in half of the texts,
const CORE: f64 = 0.3;
/// at least this share is not,
const REST: f64 = 0.05;
/// and of that at most this share is in any one of the others.
const SHARED: f64 = 0.2;

/// Holds the texts that go against one of their template. Their copies go, where `may_go` says so of the kind and of the text that
/// stays.
pub(super) fn hold(
    cleaned: &mut Cleaned,
    texts: &[&str],
    shingles: Shingles,
    order: &[u32],
    fold: &(dyn Fn(u32) -> u64 + Sync),
    may_go: &dyn Fn(Kind, u32) -> bool,
) {
    let mut groups: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (document, cover) in cleaned.gone().filter(|(_, cover)| !cover.kind.is_equal()) {
        groups.entry(cover.by).or_default().push(document);
    }
    let groups: Vec<(u32, Vec<u32>)> = groups.into_iter().filter(|(_, gone)| gone.len() >= FEWEST).collect();
    let held: Vec<bool> = (groups.par_iter().with_max_len(8))
        .map(|(by, gone)| {
            // Equal texts would share all of what fills the template in.
            let mut seen = FxHashSet::default();
            let sample = gone.iter().filter(|&&document| seen.insert(fold(document))).take(SAMPLE - 1);
            let sets: Vec<Vec<u64>> = std::iter::once(by)
                .chain(sample)
                .map(|&document| shingles.set(texts[document as usize]))
                .collect();
            sets.len() > FEWEST && is_template(&sets)
        })
        .collect();
    let templates: FxHashSet<u32> =
        groups.iter().zip(held).filter(|(_, is_held)| *is_held).map(|((by, _), _)| *by).collect();
    cleaned.templates = templates.len();
    if templates.is_empty() {
        return;
    }
    // The first of each text stays now, and its copies go against it.
    let mut first: FxHashMap<u64, u32> = FxHashMap::default();
    for &document in order {
        let Verdict::Goes(cover) = &mut cleaned.verdicts[document as usize] else { continue };
        if !templates.contains(&cover.by) || cover.kind.is_equal() {
            continue;
        }
        match first.get(&fold(document)) {
            Some(&by) if may_go(same_kind(texts, document, by), by) => {
                let kind = same_kind(texts, document, by);
                *cover = Cover { by, kind, similarity: 1.0, equal: 1.0 };
            }
            _ => {
                first.entry(fold(document)).or_insert(document);
                cover.kind = Kind::Template;
                cleaned.verdicts[document as usize] = Verdict::Held(*cover);
            }
        }
    }
}

fn same_kind(texts: &[&str], document: u32, by: u32) -> Kind {
    Kind::of(texts[document as usize], texts[by as usize], Some(1.0))
}

/// Whether texts with these shingles, ascending, fill in one template.
fn is_template(sets: &[Vec<u64>]) -> bool {
    let mut holding: FxHashMap<u64, usize> = FxHashMap::default();
    sets.iter().flatten().for_each(|&shingle| *holding.entry(shingle).or_default() += 1);
    let is_core = |shingle: &u64| 2 * holding[shingle] >= sets.len();
    let rests: Vec<FxHashSet<u64>> =
        sets.iter().map(|set| set.iter().copied().filter(|shingle| !is_core(shingle)).collect()).collect();
    let outside = rests.iter().zip(sets).map(|(rest, set)| rest.len() as f64 / set.len().max(1) as f64);
    let shared = (0..sets.len()).map(|at| {
        let of = |other: usize| rests[at].intersection(&rests[other]).count() as f64;
        let most = (0..sets.len()).filter(|&other| other != at).map(of).fold(0.0, f64::max);
        if rests[at].is_empty() { 1.0 } else { most / rests[at].len() as f64 }
    });
    let [outside, shared] = [outside.collect(), shared.collect()].map(|shares| median(shares).unwrap_or(0.0));
    1.0 - outside >= CORE && outside >= REST && shared <= SHARED
}
