//! The join, round by round, into two histograms.

use super::alike::{self, Parts};
use super::sampled::PARTS;
use super::{Both, Confirmed, Subject};
use crate::evidence::classes::Classes;
use crate::evidence::kind::Kind;
use crate::groups::{Dendrogram, Heights};
use crate::hamming::{DISTANCES, Pair, Signatures, distance};
use crate::measures::{Join, Measure, ROUNDS, Ratio, Sink};
use crate::progress::Progress;
use crate::recipe::Bits;
use crate::search;
use std::borrow::Cow;
use std::convert::Infallible;

/// Work of a step, if it is small: a tenth of a second.
const STEP: u64 = Confirmed::WORK_OF_A_SECOND / 10;

/// Looks of a pair at a signature and at the tree cost as much as this number of entries of a list.
const WORK_OF_A_PAIR: u64 = 3;

/// This part of the work allowed is for pairs that lie near, if it does not do for all.
const PART_FOR_NEAR: u64 = 5;

/// The seed of the rounds.
const SEED: u64 = 1;

/// A count that goes on round by round and that can be looked at in between; of several subjects with the same corpus at once.
pub struct Counting<'a> {
    join: Join,
    rounds: Vec<Vec<u32>>,
    places: Vec<Places<'a>>,
    pub(super) confirmed: Vec<Confirmed>,
    /// The work so far.
    pub(super) work: u64,
    /// The groups of what all rounds find; `None` once the rounds have begun anew.
    alike: Option<Parts>,
}

/// Where the documents lie.
struct Places<'a> {
    signatures: &'a Signatures,
    bits: Bits,
    documents: &'a [u32],
    tree: &'a Dendrogram,
    heights: Heights,
    /// Pairs within this distance are counted already.
    near: Option<u8>,
    /// The documents of each class by their signature.
    variants: Vec<Variant>,
    /// Where those of each class begin.
    starts: Vec<u32>,
}

/// Documents with the same shingles and the same signature.
#[derive(Clone, Copy)]
struct Variant {
    /// The first of them.
    document: u32,
    /// Its position in the tree.
    position: u32,
    documents: u32,
}

impl<'a> Counting<'a> {
    /// Makes the join ready, and counts pairs of documents with the same shingles, and those that large classes own. `None` when
    /// cancelled, or for a measure that cannot be joined.
    pub fn of(subjects: &[Subject<'a>], least: (Measure, u8), progress: &Progress) -> Option<Self> {
        Self::seeded(subjects, least, SEED, progress)
    }

    /// With rounds of this seed.
    pub(super) fn seeded(
        subjects: &[Subject<'a>],
        (measure, least): (Measure, u8),
        seed: u64,
        progress: &Progress,
    ) -> Option<Self> {
        // All of the corpus, because what a shingle weighs follows from all.
        let Subject { corpus, recipe, .. } = subjects.first()?;
        let read: Vec<Cow<'_, str>> = corpus.iter().map(|document| recipe.read(document.text)).collect();
        let texts: Vec<&str> = read.iter().map(|text| &**text).collect();
        let join = Join::of(measure, least, &texts, progress)?;
        let frames = join.frames();
        let mut counting = Self::joining(join, subjects, (measure, least), seed, progress)?;
        for (confirmed, subject) in counting.confirmed.iter_mut().zip(subjects) {
            confirmed.kind = Kind::of(subject.documents, &texts, measure, frames);
        }
        Some(counting)
    }

    /// Counts as [`Confirmed::count_each`] says, and keeps the join.
    pub fn counted(
        subjects: &[Subject<'a>],
        (measure, [first, least]): (Measure, [u8; 2]),
        work: u64,
        progress: &Progress,
    ) -> Option<Self> {
        if least < first {
            let mut counting = Self::of(subjects, (measure, least), progress)?;
            if counting.fits(work, progress)? {
                counting.until(work, progress)?;
            }
            if counting.is_done() {
                return Some(counting);
            }
        }
        let mut counting = Self::of(subjects, (measure, first), progress)?;
        counting.finish(work, progress)?;
        Some(counting)
    }

    /// What the same texts confirm of another subject of the corpus, with this work allowed. `None` when cancelled.
    pub fn again(self, subject: Subject<'_>, work: u64, progress: &Progress) -> Option<Confirmed> {
        let Confirmed { measure, least, .. } = *self.confirmed.first()?;
        let mut counting = Counting::joining(self.join, &[subject], (measure, least), SEED, progress)?;
        counting.finish(work, progress)?;
        counting.confirmed.pop()
    }

    fn joining(
        join: Join,
        subjects: &[Subject<'a>],
        (measure, least): (Measure, u8),
        seed: u64,
        progress: &Progress,
    ) -> Option<Self> {
        // Pairs that share less are no group.
        let alike = (least <= alike::ALIKE).then(|| Parts::new(join.owners()));
        let rounds = join.rounds(seed);
        let mut counting = Self { places: Vec::new(), rounds, confirmed: Vec::new(), work: 0, join, alike };
        let (join, class_of) = (&counting.join, counting.join.class_of());
        for subject in subjects {
            let Subject { recipe, documents, tree, spread, .. } = *subject;
            let bits = recipe.bits.get();
            counting.places.push(Places::of(join, subject));
            counting.confirmed.push(Confirmed {
                measure,
                least: least.clamp(1, 100),
                documents: documents.len(),
                bits,
                within: spread.pairs().clone(),
                in_groups: (0..=bits.min(tree.exact_up_to())).map(|k| tree.pairs_in_groups(k)).collect(),
                whole: inside_classes(join, &class_of, subject, progress)?,
                near: None,
                found: Both::new(),
                parts: Vec::new(),
                rounds: 0,
                kind: None,
                loose: None,
            });
        }
        progress.restart();
        progress.expect(join.owners() as u64);
        let owned = counting.owned_by(&join.large(), progress)?;
        for (confirmed, owned) in counting.confirmed.iter_mut().zip(&owned) {
            confirmed.whole.add_all(owned);
        }
        Some(counting)
    }

    /// Whether all pairs are counted.
    pub fn is_done(&self) -> bool {
        self.confirmed.iter().all(Confirmed::is_exact)
    }

    /// Takes a round. Returns whether all of them are no more than this much work, as far as this one says.
    pub(super) fn fits(&mut self, work: u64, progress: &Progress) -> Option<bool> {
        let before = self.work;
        self.round(progress)?;
        Some(before.saturating_add((self.work - before).saturating_mul(ROUNDS as u64)) <= work)
    }

    /// Counts all pairs, if that is this much work. Otherwise all pairs that lie near, and then rounds, until the work is done.
    pub(super) fn finish(&mut self, work: u64, progress: &Progress) -> Option<()> {
        if !self.fits(work, progress)? {
            self.look_near(work / PART_FOR_NEAR, progress)?;
        }
        self.until(work, progress)
    }

    /// Compares the nearest pairs of each subject, as many as the work allows. The rounds begin anew without these.
    fn look_near(&mut self, work: u64, progress: &Progress) -> Option<()> {
        self.alike = None;
        let (join, large) = (&self.join, self.join.large());
        let most = work / join.work_of_a_ratio() / self.places.len().max(1) as u64;
        let class_of = join.class_of();
        for (confirmed, places) in self.confirmed.iter_mut().zip(&mut self.places) {
            // Also where nothing is near: all subjects take the same rounds.
            (confirmed.found, confirmed.parts, confirmed.rounds) = (Both::new(), Vec::new(), 0);
            let is_few = |&k: &u8| confirmed.within.within(k).is_some_and(|pairs| pairs <= most);
            let Some(near) = (0..=confirmed.bits).take_while(is_few).last() else { continue };
            let signatures = places.signatures.select(places.documents);
            let purpose = search::Purpose::AllPairs { threads: rayon::current_num_threads() };
            let plan = search::plan(&signatures, places.bits, near, purpose);
            let compared = |&(a, b, distance): &Pair| {
                let pair = [a, b].map(|at| places.documents[at as usize]);
                let [a, b] = pair.map(|document| class_of[document as usize]);
                let is_counted = a == b || large.binary_search(&a.max(b)).is_ok();
                let ratio = if is_counted { None } else { join.ratio(a, b) };
                Some((distance, places.joined_at(pair)?, ratio?.hundredths()))
            };
            let map = |pairs: &[Pair]| -> Vec<_> { pairs.iter().filter_map(compared).collect() };
            progress.restart();
            let Ok(found) =
                search::map_pairs_within(&signatures, plan.design(), progress, &map, |pairs: Vec<_>| {
                    for (distance, height, hundredths) in pairs {
                        confirmed.whole.by_distance.add(usize::from(distance), hundredths, 1);
                        confirmed.whole.by_join.add(height, hundredths, 1);
                    }
                    Ok::<(), Infallible>(())
                });
            found?;
            self.work += join.work_of_a_ratio() * confirmed.within.within(near).unwrap_or(0);
            (confirmed.near, places.near) = (Some(near), Some(near));
        }
        progress.restart();
        progress.expect(join.owners() as u64);
        Some(())
    }

    /// Takes one more round, or several small ones. `None` when cancelled. Advances by texts.
    pub fn step(&mut self, progress: &Progress) -> Option<()> {
        self.until(self.work + STEP, progress)
    }

    /// Takes rounds until so much work is done, one at least.
    pub(super) fn until(&mut self, work: u64, progress: &Progress) -> Option<()> {
        while !self.is_done() {
            self.round(progress)?;
            if self.work >= work {
                break;
            }
        }
        Some(())
    }

    /// Takes one more round.
    pub(super) fn round(&mut self, progress: &Progress) -> Option<()> {
        let at = self.confirmed.first()?.rounds;
        let round = std::mem::take(&mut self.rounds[at]);
        let found = self.owned_by(&round, progress)?;
        self.rounds[at] = round;
        for (confirmed, found) in self.confirmed.iter_mut().zip(found) {
            confirmed.found.add_all(&found);
            match confirmed.parts.get_mut(at % PARTS) {
                Some(part) => part.add_all(&found),
                None => confirmed.parts.push(found),
            }
            confirmed.rounds += 1;
        }
        if self.is_done() {
            let loose = self.alike.as_ref().map(Parts::loose);
            self.confirmed.iter_mut().for_each(|confirmed| confirmed.loose = loose);
        }
        Some(())
    }

    /// The pairs of these owners with other classes, by subject.
    fn owned_by(&mut self, owners: &[u32], progress: &Progress) -> Option<Vec<Both>> {
        let mut visitors: Vec<Visitor<'_, '_>> = Vec::new();
        let new = || Visitor {
            places: &self.places,
            both: self.places.iter().map(|_| Both::new()).collect(),
            pairs: 0,
            alike: self.alike.as_ref().map(Parts::take),
        };
        self.join.each(owners, &mut visitors, new, progress)?;
        let mut sums: Vec<Both> = self.places.iter().map(|_| Both::new()).collect();
        let mut pairs = 0;
        for visitor in visitors {
            sums.iter_mut().zip(&visitor.both).for_each(|(sum, both)| sum.add_all(both));
            pairs += visitor.pairs;
            if let Some((alike, part)) = self.alike.as_ref().zip(visitor.alike) {
                alike.put(part);
            }
        }
        self.work += self.join.work(owners.iter().copied()) + WORK_OF_A_PAIR * pairs;
        Some(sums)
    }

    /// What is counted so far of the first subject; estimated from that, unless all is.
    pub fn so_far(&self) -> Confirmed {
        self.confirmed[0].clone()
    }
}

/// The pairs of documents with the same shingles.
fn inside_classes(join: &Join, class_of: &[u32], subject: &Subject<'_>, progress: &Progress) -> Option<Both> {
    let Subject { signatures, tree, .. } = *subject;
    let class = |document: u32| {
        let class = class_of[document as usize];
        (join.documents(class).len() > 1 && !join.is_blank(class)).then_some(class)
    };
    let classes = Classes::of(class, tree);
    let (by_distance, by_join) = (classes.by_distance(signatures, progress)?, classes.by_join());
    let mut both = Both::new();
    for (row, (distance, join)) in by_distance.0.into_iter().zip(by_join.0).enumerate() {
        both.by_distance.add(row, 100, distance);
        both.by_join.add(row, 100, join);
    }
    Some(both)
}

impl<'a> Places<'a> {
    fn of(join: &Join, subject: &Subject<'a>) -> Self {
        let Subject { signatures, recipe, documents, tree, .. } = *subject;
        let (mut variants, mut starts): (Vec<Variant>, Vec<u32>) = (Vec::new(), vec![0]);
        for class in 0..join.owners() as u32 {
            let members = join.documents(class).iter().filter_map(|&document| {
                Some((signatures.get(document as usize), document, tree.position(document)?))
            });
            let mut members: Vec<(u128, u32, u32)> = members.collect();
            members.sort_unstable();
            variants.extend(members.chunk_by(|a, b| a.0 == b.0).map(|run| {
                let (_, document, position) = run[0];
                Variant { document, position, documents: run.len() as u32 }
            }));
            starts.push(variants.len() as u32);
        }
        let heights = Heights::of(tree);
        Self { signatures, bits: recipe.bits, documents, tree, heights, near: None, variants, starts }
    }

    fn variants(&self, class: u32) -> &[Variant] {
        let class = class as usize;
        &self.variants[self.starts[class] as usize..self.starts[class + 1] as usize]
    }

    fn add(&self, a: Variant, b: Variant, hundredths: u8, to: &mut Both) {
        let pairs = u64::from(a.documents) * u64::from(b.documents);
        let [of_a, of_b] = [a, b].map(|variant| self.signatures.get(variant.document as usize));
        let distance = distance(of_a, of_b);
        if self.near.is_none_or(|near| distance > near) {
            to.by_distance.add(usize::from(distance), hundredths, pairs);
            to.by_join.add(self.height(a.position, b.position), hundredths, pairs);
        }
    }

    /// The row of the k from which on two positions of the tree share a group.
    fn height(&self, a: u32, b: u32) -> usize {
        self.heights.joined_at(a, b).map_or(DISTANCES, usize::from)
    }

    /// The same of two documents; `None` if one is not in the tree.
    fn joined_at(&self, [a, b]: [u32; 2]) -> Option<usize> {
        Some(self.height(self.tree.position(a)?, self.tree.position(b)?))
    }
}

/// One thread.
struct Visitor<'v, 'a> {
    places: &'v [Places<'a>],
    both: Vec<Both>,
    pairs: u64,
    alike: Option<alike::Part>,
}

impl Sink for Visitor<'_, '_> {
    fn take(&mut self, a: u32, b: u32, ratio: Ratio) {
        // Pairs of one class are all counted before.
        if a == b {
            return;
        }
        let hundredths = ratio.hundredths();
        if let Some(alike) = &mut self.alike {
            alike.add(a, b, hundredths);
        }
        for (places, both) in self.places.iter().zip(&mut self.both) {
            for &a in places.variants(a) {
                for &b in places.variants(b) {
                    self.pairs += 1;
                    places.add(a, b, hundredths, both);
                }
            }
        }
    }
}
