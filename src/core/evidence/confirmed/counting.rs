//! The join, round by round, into two histograms.

use super::{Both, Confirmed, Hundredths, Subject};
use crate::groups::{Dendrogram, Heights};
use crate::hamming::{DISTANCES, Signatures, distance, pairs_of};
use crate::measures::{Join, Measure, ROUNDS, Ratio, Sink};
use crate::progress::Progress;

/// Work of a step, if it is small: a tenth of a second.
const STEP: u64 = Confirmed::WORK_OF_A_SECOND / 10;

/// Looks of a pair at a signature and at the tree cost as much as this number of entries of a list.
const WORK_OF_A_PAIR: u64 = 3;

/// The seed of the rounds.
const SEED: u64 = 1;

/// A count that goes on round by round and that can be looked at in between.
pub struct Counting<'a> {
    join: Join,
    places: Places<'a>,
    rounds: Vec<Vec<u32>>,
    tallies: Vec<Tally>,
    confirmed: Confirmed,
    work: u64,
}

/// Where the documents lie.
struct Places<'a> {
    signatures: &'a Signatures,
    heights: Heights,
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

/// What one thread found.
struct Tally {
    both: Both,
    pairs: u64,
}

impl<'a> Counting<'a> {
    /// Makes the join ready, and counts pairs of documents with the same shingles. `None` when cancelled, or for a measure that
    /// cannot be joined.
    pub fn of(subject: &Subject<'a>, (measure, least): (Measure, u8), progress: &Progress) -> Option<Self> {
        let Subject { corpus, recipe, signatures, documents, tree, spread } = *subject;
        // All of the corpus, because what a shingle weighs follows from all.
        let texts: Vec<&str> = corpus.iter().map(|document| document.text).collect();
        let join = Join::of(measure, least, &texts, progress)?;
        let places = Places::of(&join, signatures, tree);
        let mut same = Both::new();
        for class in 0..join.owners() as u32 {
            places.within(class, &mut same);
        }
        let bits = recipe.bits.get();
        let confirmed = Confirmed {
            measure,
            least: least.clamp(1, 100),
            documents: documents.len(),
            bits,
            within: spread.pairs().clone(),
            in_groups: (0..=bits.min(tree.exact_up_to())).map(|k| tree.pairs_in_groups(k)).collect(),
            same,
            found: Both::new(),
            steps: Vec::new(),
            rounds: 0,
        };
        progress.restart();
        progress.expect(join.owners() as u64);
        let rounds = join.rounds(SEED);
        Some(Self { join, places, rounds, tallies: Vec::new(), confirmed, work: 0 })
    }

    /// Whether all pairs are counted.
    pub fn is_done(&self) -> bool {
        self.confirmed.is_exact()
    }

    /// The work so far.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Takes one more round, or several small ones. `None` when cancelled. Advances by texts.
    pub fn step(&mut self, progress: &Progress) -> Option<()> {
        self.rounds_of(STEP, progress)
    }

    /// Takes rounds until there is so much work, but at least one.
    pub(super) fn rounds_of(&mut self, least: u64, progress: &Progress) -> Option<()> {
        let (mut owners, mut work) = (Vec::new(), 0);
        let first = self.confirmed.rounds;
        while self.confirmed.rounds < ROUNDS && (self.confirmed.rounds == first || work < least) {
            let round = &self.rounds[self.confirmed.rounds];
            work += self.join.work(round.iter().copied());
            owners.extend(round);
            self.confirmed.rounds += 1;
        }
        let (places, join) = (&self.places, &self.join);
        let mut visitors: Vec<Visitor<'_, '_>> =
            self.tallies.drain(..).map(|tally| Visitor { places, tally }).collect();
        let new = || Visitor { places, tally: Tally { both: Both::new(), pairs: 0 } };
        join.each(&owners, &mut visitors, new, progress)?;
        self.tallies = visitors.into_iter().map(|visitor| visitor.tally).collect();
        let before = values(&self.confirmed.found);
        self.confirmed.found = Both::new();
        self.tallies.iter().for_each(|tally| self.confirmed.found.add_all(&tally.both));
        let mut step = values(&self.confirmed.found);
        step.iter_mut().zip(before).for_each(|(now, before)| *now -= before);
        self.confirmed.steps.push(step);
        work += WORK_OF_A_PAIR
            * self.tallies.iter_mut().map(|tally| std::mem::take(&mut tally.pairs)).sum::<u64>();
        self.work += work;
        Some(())
    }

    /// What is counted so far; estimated from that, unless all is.
    pub fn so_far(&self) -> Confirmed {
        self.confirmed.clone()
    }
}

fn values(both: &Both) -> Hundredths {
    let mut sum = [0; 101];
    for row in &both.by_distance.0 {
        sum.iter_mut().zip(row).for_each(|(sum, pairs)| *sum += pairs);
    }
    sum
}

impl<'a> Places<'a> {
    fn of(join: &Join, signatures: &'a Signatures, tree: &Dendrogram) -> Self {
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
        Self { signatures, heights: Heights::of(tree), variants, starts }
    }

    fn variants(&self, class: u32) -> &[Variant] {
        let class = class as usize;
        &self.variants[self.starts[class] as usize..self.starts[class + 1] as usize]
    }

    fn add(&self, a: Variant, b: Variant, hundredths: u8, to: &mut Both) {
        let pairs = u64::from(a.documents) * u64::from(b.documents);
        let [of_a, of_b] = [a, b].map(|variant| self.signatures.get(variant.document as usize));
        to.by_distance.add(usize::from(distance(of_a, of_b)), hundredths, pairs);
        let height = self.heights.joined_at(a.position, b.position).map_or(DISTANCES, usize::from);
        to.by_join.add(height, hundredths, pairs);
    }

    /// The pairs of one class.
    fn within(&self, class: u32, to: &mut Both) {
        let variants = self.variants(class);
        for (at, &a) in variants.iter().enumerate() {
            let pairs = pairs_of(a.documents as usize);
            to.by_distance.add(0, 100, pairs);
            to.by_join.add(0, 100, pairs);
            variants[..at].iter().for_each(|&b| self.add(a, b, 100, to));
        }
    }
}

struct Visitor<'v, 'a> {
    places: &'v Places<'a>,
    tally: Tally,
}

impl Sink for Visitor<'_, '_> {
    fn take(&mut self, a: u32, b: u32, ratio: Ratio) {
        // Pairs of one class are all counted before.
        if a == b {
            return;
        }
        let (hundredths, places) = (ratio.hundredths(), self.places);
        for &a in places.variants(a) {
            for &b in places.variants(b) {
                self.tally.pairs += 1;
                places.add(a, b, hundredths, &mut self.tally.both);
            }
        }
    }
}
