//! Two recipes on one corpus: what each sees that the other does not.
//!
//! Every pair within k lies inside a group at k, so only what is inside groups is compared; and documents with equal
//! signatures are counted, not compared.

mod under;

use crate::groups::Groups;
use crate::hamming::{self, Kernel, Pair, Signatures, by_width, pairs_of};
use crate::progress::Progress;
use crate::recipe::Bits;
use crate::search::{Design, Purpose, each_word_pair, plan};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
pub use under::Under;

/// One recipe's result on the corpus at its k.
#[derive(Debug, Clone, Copy)]
pub struct Side<'a> {
    /// By document.
    pub signatures: &'a Signatures,
    /// Its single-linkage groups at k. Documents that it leaves out (without features) are in no pair.
    pub groups: &'a Groups,
}

/// How many items both recipes see, and how many only one of them sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Seen {
    /// Seen alike by both.
    pub both: u64,
    /// Only by the first.
    pub only_a: u64,
    /// Only by the second.
    pub only_b: u64,
}

/// The differences of two recipes on a corpus.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Contrast {
    /// Documents that are in a group: under both, under one only.
    pub grouped: Seen,
    /// Pairs within k.
    pub pairs: Seen,
    /// Groups; those with the very same members count for both.
    pub groups: Seen,
    /// Documents whose group, or being single, differs between the two.
    pub moved: u64,
}

/// A pair that a recipe puts within its k.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeenPair {
    /// The documents, the first the smaller.
    pub documents: (u32, u32),
    /// Distance under the first recipe; `None` if it leaves one of the documents out.
    pub distance_a: Option<u8>,
    /// Distance under the second.
    pub distance_b: Option<u8>,
    /// Whether it is within k under the first, and under the second.
    pub is_seen: (bool, bool),
}

impl SeenPair {
    /// The same pair where the recipes have changed places.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self {
            distance_a: self.distance_b,
            distance_b: self.distance_a,
            is_seen: (self.is_seen.1, self.is_seen.0),
            ..self
        }
    }
}

impl<'a> Side<'a> {
    fn signature(&self, document: u32) -> u128 {
        self.signatures.get(document as usize)
    }

    /// The signature of a document, unless it is left out.
    fn known(&self, document: u32) -> Option<u128> {
        self.groups.position(document).map(|_| self.signature(document))
    }

    fn is_near(&self, a: u128, b: u128) -> bool {
        hamming::distance(a, b) <= self.groups.k()
    }

    /// Each group, by number.
    fn members(&self) -> impl IndexedParallelIterator<Item = &'a [u32]> {
        let groups = self.groups;
        (0..groups.count()).into_par_iter().map(|before| groups.members(before + 1))
    }
}

/// Compares what the two recipes make of a corpus; `None` when cancelled. Advances by documents in groups.
pub fn contrast(a: Side<'_>, b: Side<'_>, progress: &Progress) -> Option<Contrast> {
    let mut in_both: Vec<(usize, usize, u32)> = (1..=a.groups.count())
        .flat_map(|number| a.groups.members(number).iter().map(move |&document| (number, document)))
        .filter_map(|(number, document)| Some((number, b.groups.number_of(document)?, document)))
        .collect();
    in_both.sort_unstable();
    let (in_a, in_b, grouped) = (a.groups.grouped(), b.groups.grouped(), in_both.len());
    progress.restart();
    progress.expect((in_a + in_b + grouped) as u64);
    let of = |side: Side<'_>| -> u64 {
        side.members().map(|members| count(members.to_vec(), side, None, progress)).sum()
    };
    let (pairs_a, pairs_b) = (of(a), of(b));
    // A pair that both see is in one group of each.
    let shared: Vec<_> = in_both.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)).collect();
    let both = (shared.into_par_iter())
        .map(|shared| {
            let documents: Vec<u32> = shared.iter().map(|&(_, _, document)| document).collect();
            // The search is among the signatures that differ more.
            let (near, also) =
                if distinct(&documents, a) < distinct(&documents, b) { (b, a) } else { (a, b) };
            count(documents, near, Some(also), progress)
        })
        .sum();
    progress.unless_cancelled()?;
    let same = twins(a.groups, b.groups).into_iter().filter(|&has_twin| has_twin).count();
    let seen = |both: u64, a: u64, b: u64| Seen { both, only_a: a - both, only_b: b - both };
    Some(Contrast {
        grouped: seen(grouped as u64, in_a as u64, in_b as u64),
        pairs: seen(both, pairs_a, pairs_b),
        groups: seen(same as u64, a.groups.count() as u64, b.groups.count() as u64),
        moved: moved(a.groups, b.groups).len() as u64,
    })
}

/// How many signatures these documents have.
fn distinct(documents: &[u32], side: Side<'_>) -> usize {
    let mut signatures: Vec<u128> = documents.iter().map(|&document| side.signature(document)).collect();
    signatures.sort_unstable();
    signatures.dedup();
    signatures.len()
}

/// The number of pairs of these documents that `near` sees, and `also`, if it is given.
fn count(mut documents: Vec<u32>, near: Side<'_>, also: Option<Side<'_>>, progress: &Progress) -> u64 {
    if progress.is_cancelled() {
        return 0;
    }
    let key = |document: u32| (near.signature(document), also.map_or(0, |also| also.signature(document)));
    documents.par_sort_unstable_by_key(|&document| key(document));
    // Documents with the same signatures are a cell: what `also` makes of them, and how many there are.
    let (mut words, mut starts, mut cells) = (near.signatures.select(&[]), Vec::new(), Vec::new());
    for cell in documents.chunk_by(|&one, &other| key(one) == key(other)) {
        let (word, other) = key(cell[0]);
        if words.try_get(words.len().wrapping_sub(1)) != Some(word) {
            words.push(word);
            starts.push(cells.len());
        }
        cells.push((other, cell.len() as u64));
    }
    starts.push(cells.len());
    let of = |word: u32| &cells[starts[word as usize]..starts[word as usize + 1]];
    let across = |a: &[(u128, u64)], b: &[(u128, u64)]| -> u64 {
        let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (a, b)));
        pairs.filter(|(a, b)| also.is_none_or(|also| also.is_near(a.0, b.0))).map(|(a, b)| a.1 * b.1).sum()
    };
    let equal = |cells: &[(u128, u64)]| -> u64 {
        let cell = |at: usize| pairs_of(cells[at].1 as usize) + across(&cells[at..=at], &cells[at + 1..]);
        (0..cells.len()).map(cell).sum()
    };
    let found = AtomicU64::new((0..words.len() as u32).map(|word| equal(of(word))).sum());
    each_near(&words, near.groups.k(), progress, &|pairs| {
        let more: u64 = pairs.iter().map(|&(a, b, _)| across(of(a), of(b))).sum();
        found.fetch_add(more, Ordering::Relaxed);
    });
    progress.advance(documents.len() as u64);
    found.into_inner()
}

/// Passes every pair of these words (ascending) within k to `take`, from many threads, in no order.
fn each_near(words: &Signatures, k: u8, progress: &Progress, take: &(dyn Fn(&[Pair]) + Sync)) {
    /// Up to this many words all are compared.
    const FEW: usize = if cfg!(test) { 8 } else { 1 << 12 };
    let Some(last) = words.try_get(words.len().wrapping_sub(1)).filter(|_| words.len() > 1) else { return };
    // The column says only whether they are wide.
    let used =
        (128 - last.leading_zeros() as u8).max(if matches!(words, Signatures::Wide(_)) { 65 } else { 1 });
    let bits = Bits::new(used).unwrap_or(Bits::DEFAULT);
    let k = k.min(used);
    let design = if words.len() <= FEW {
        Design::scan(bits, k)
    } else {
        let purpose = Purpose::AllPairs { threads: rayon::current_num_threads() };
        plan(words, bits, k, purpose).design().clone()
    };
    // A search advances by words of its tables.
    let inner = Progress::new();
    let sink = |pairs: &mut Vec<Pair>| {
        if progress.is_cancelled() {
            inner.cancel();
        }
        take(pairs);
        pairs.clear();
    };
    by_width!(words, |words| each_word_pair(words, &design, &inner, &sink));
}

/// Hands over every pair that `a` sees and `b` does not, group by group of `a`, sorted within a group; `Ok(false)` when
/// cancelled. Advances by documents in groups.
///
/// # Errors
/// Those of `pair`, after which nothing more is compared.
pub fn each_only<E>(
    a: Side<'_>,
    b: Side<'_>,
    progress: &Progress,
    mut pair: impl FnMut(SeenPair) -> Result<(), E>,
) -> Result<bool, E> {
    /// Pairs of a document and a cell that are held at once, at most.
    const HELD: usize = 1 << 22;
    progress.restart();
    progress.expect(a.groups.grouped() as u64);
    for number in 1..=a.groups.count() {
        let mut members = a.groups.members(number).to_vec();
        members.sort_unstable();
        let cells = Cells::of(&members, a, b);
        for some in members.chunks((HELD / cells.documents.len()).clamp(1, 1 << 12)) {
            if progress.is_cancelled() {
                return Ok(false);
            }
            let found: Vec<_> = some.par_iter().map(|&document| cells.only(document)).collect();
            for (&document, found) in some.iter().zip(found) {
                let after = found.into_iter().flat_map(|(cell, distances)| {
                    let partners = &cells.documents[cell];
                    let after = &partners[partners.partition_point(|&other| other <= document)..];
                    after.iter().map(move |&other| (other, distances))
                });
                let mut after: Vec<_> = after.collect();
                after.sort_unstable();
                for (other, (distance_a, distance_b)) in after {
                    let documents = (document, other);
                    pair(SeenPair { documents, distance_a, distance_b, is_seen: (true, false) })?;
                }
            }
            progress.advance(some.len() as u64);
        }
    }
    Ok(true)
}

/// The documents of a group by their signatures, in the order of their last documents.
struct Cells<'a> {
    sides: (Side<'a>, Side<'a>),
    signatures: Signatures,
    others: Vec<Option<u128>>,
    documents: Vec<Vec<u32>>,
}

/// A cell, and its distances by the two sides.
type Near = (usize, (Option<u8>, Option<u8>));

impl<'a> Cells<'a> {
    /// `members` ascend.
    fn of(members: &[u32], a: Side<'a>, b: Side<'a>) -> Self {
        let key = |document: u32| (a.signature(document), b.known(document));
        let mut sorted = members.to_vec();
        sorted.sort_by_key(|&document| key(document));
        let equal = sorted.chunk_by(|&one, &other| key(one) == key(other));
        let mut documents: Vec<Vec<u32>> = equal.map(<[u32]>::to_vec).collect();
        documents.sort_unstable_by_key(|cell| cell.last().copied());
        let firsts: Vec<u32> = documents.iter().map(|cell| cell[0]).collect();
        let others = firsts.iter().map(|&first| b.known(first)).collect();
        Self { sides: (a, b), signatures: a.signatures.select(&firsts), others, documents }
    }

    /// The cells with later documents that are near this one for the first side alone, with both distances.
    fn only(&self, document: u32) -> Vec<Near> {
        let (a, b) = self.sides;
        let (own, other, k) = (a.signature(document), b.known(document), a.groups.k());
        let start = self.documents.partition_point(|cell| cell.last() <= Some(&document));
        let mut near = Vec::new();
        match &self.signatures {
            Signatures::Narrow(words) => Kernel::best().within(own as u64, &words[start..], k, &mut near),
            Signatures::Wide(words) => Kernel::best().within(own, &words[start..], k, &mut near),
        }
        let cells = near.into_iter().map(|at| start + at as usize);
        let distances = cells.map(|cell| {
            let distance_b = other.zip(self.others[cell]).map(|(one, other)| hamming::distance(one, other));
            (cell, (Some(hamming::distance(own, self.signatures.get(cell))), distance_b))
        });
        distances.filter(|(_, (_, b_says))| b_says.is_none_or(|distance| distance > b.groups.k())).collect()
    }
}

/// The documents whose group (or being alone) is not the same in both, ascending.
pub fn moved(a: &Groups, b: &Groups) -> Vec<u32> {
    let has_twin = twins(a, b);
    let in_a = (1..=a.count()).filter(|number| !has_twin[number - 1]).flat_map(|number| a.members(number));
    let in_b = (1..=b.count()).flat_map(|number| b.members(number));
    let only_in_b = in_b.filter(|&&document| a.number_of(document).is_none());
    let mut moved: Vec<u32> = in_a.chain(only_in_b).copied().collect();
    moved.sort_unstable();
    moved
}

/// For each group of `a`, from number 1: whether `b` has one with the very same members.
fn twins(a: &Groups, b: &Groups) -> Vec<bool> {
    let has_twin = |number: usize| {
        let members = a.members(number);
        let Some(other) = b.number_of(members[0]) else { return false };
        b.members(other).len() == members.len()
            && members.iter().all(|&member| b.number_of(member) == Some(other))
    };
    (1..=a.count()).map(has_twin).collect()
}

/// What two recipes see of a corpus, with the first pairs that only one of them sees.
#[derive(Debug)]
pub struct Contrasted {
    /// How much both see.
    pub contrast: Contrast,
    /// The first pairs that only A sees.
    pub only_a: Vec<SeenPair>,
    /// The first pairs that only B sees.
    pub only_b: Vec<SeenPair>,
}

impl Contrasted {
    /// Keeps at most `most` pairs of each side. `None` if cancelled.
    pub fn of(a: Side<'_>, b: Side<'_>, most: usize, progress: &Progress) -> Option<Self> {
        let contrast = contrast(a, b, progress)?;
        let only_a = first_only(a, b, most, progress)?;
        let only_b = first_only(b, a, most, progress)?.into_iter().map(SeenPair::swapped).collect();
        Some(Self { contrast, only_a, only_b })
    }
}

/// The first pairs that only `a` sees.
fn first_only(a: Side<'_>, b: Side<'_>, most: usize, progress: &Progress) -> Option<Vec<SeenPair>> {
    let mut kept = Vec::new();
    let is_done = each_only(a, b, progress, |pair| {
        kept.push(pair);
        if kept.len() < most { Ok(()) } else { Err(()) }
    });
    (is_done != Ok(false)).then_some(kept)
}

#[cfg(test)]
mod tests;
