//! All pairs within k, in order.

use super::counters::Counters;
use super::design::Design;
use super::distinct::{Distinct, Places};
use super::join::{Sink, compare_all, join};
use super::neighbours::Form;
use super::strategy::Strategy;
use crate::hamming::{self, Pair, Signature, Signatures, by_width, pairs_of};
use crate::progress::Progress;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::Mutex;

/// Up to this many pairs are sorted in memory (12 bytes each); more are sorted document by document.
const AT_ONCE: u64 = 1 << 24;

/// Pairs that are passed on at once, at most; but all those of one document with the later ones stay together.
const CHUNK: u64 = 1 << 16;

/// Passes every pair within the k of the design to `pair` once, sorted; `Ok(None)` when cancelled. Signatures
/// must have no bits above the width of the design.
///
/// A scan passes pairs on as it finds them. The other strategies first find all pairs of distinct signatures,
/// which takes about 40 bytes a pair and 40 bytes a signature; equal signatures add nothing to that.
///
/// # Errors
/// Those of `pair`, after which nothing more is handed over.
pub fn each_pair_within<E>(
    signatures: &Signatures,
    design: &Design,
    progress: &Progress,
    mut pair: impl FnMut(Pair) -> Result<(), E>,
) -> Result<Option<Counters>, E> {
    let mut failed = None;
    let mut take = |pairs: &[Pair]| {
        pairs.iter().try_for_each(|&found| pair(found)).map_err(|error| failed = Some(error)).is_ok()
    };
    let counters = each_list(signatures, design, progress, &mut take);
    failed.map_or(Ok(counters), Err)
}

/// The same, for some pairs at a time. It ends, with `None`, where `take` returns that it wants no more.
fn each_list(
    signatures: &Signatures,
    design: &Design,
    progress: &Progress,
    take: &mut dyn FnMut(&[Pair]) -> bool,
) -> Option<Counters> {
    let take = |pairs: Vec<Pair>| if take(&pairs) { Ok(()) } else { Err(()) };
    map_pairs_within(signatures, design, progress, &<[Pair]>::to_vec, take).unwrap_or(None)
}

/// As [`each_pair_within`], for what is made of the pairs on all threads: `map` gets some thousands of pairs that follow one
/// another, and `take` what it made of them, in order.
///
/// # Errors
/// Those of `take`, after which nothing more is handed over.
pub fn map_pairs_within<T: Send, E>(
    signatures: &Signatures,
    design: &Design,
    progress: &Progress,
    map: &(impl Fn(&[Pair]) -> T + Sync),
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<Option<Counters>, E> {
    if design.strategy() == Strategy::Scan {
        let mut some = Vec::new();
        let is_done = hamming::each_pair_within(signatures, design.k(), progress, |pair| {
            some.push(pair);
            if some.len() < 16 * CHUNK as usize {
                return Ok(());
            }
            let result = map_chunks(&some, map, &mut take);
            some.clear();
            result
        })?;
        map_chunks(&some, map, &mut take)?;
        let compared = pairs_of(signatures.len());
        return Ok(is_done.then_some(Counters { probes: 0, candidates: compared, distances: compared }));
    }
    let Some(found) = Found::of(signatures, design, progress) else { return Ok(None) };
    let counters = found.counters;
    found.map(AT_ONCE, progress, map, take)?;
    Ok((!progress.is_cancelled()).then_some(counters))
}

/// All pairs of distinct signatures, and the places of these. Later steps depend neither on the width of signatures nor on how
/// the pairs were found.
struct Found {
    places: Places,
    pairs: Vec<Pair>,
    /// Whether equal signatures are pairs, too.
    has_equal: bool,
    counters: Counters,
}

impl Found {
    /// `None` when cancelled.
    fn of(signatures: &Signatures, design: &Design, progress: &Progress) -> Option<Self> {
        by_width!(signatures, |words| Self::of_words(words, design, progress))
    }

    fn of_words<S: Signature>(signatures: &[S], design: &Design, progress: &Progress) -> Option<Self> {
        let Distinct { words, places } = Distinct::of(signatures, design.bits());
        let found = Mutex::new(Vec::new());
        let counters = each_word_pair(&words, design, progress, &|pairs: &mut Vec<Pair>| {
            found.lock().expect("no thread panics with it").append(pairs);
        })?;
        let pairs = found.into_inner().expect("no thread panics with it");
        // The first block of equal signatures is the first of all.
        Some(Self { places, pairs, has_equal: design.uses(0), counters })
    }

    /// As [`map_pairs_within`]. Up to `at_once` pairs are sorted in memory at once.
    fn map<T: Send, E>(
        mut self,
        at_once: u64,
        progress: &Progress,
        map: &(impl Fn(&[Pair]) -> T + Sync),
        mut take: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.places.pairs_of(&self.pairs, self.has_equal) <= at_once {
            self.places.spread(&mut self.pairs, self.has_equal);
            self.pairs.par_sort_unstable();
            return map_chunks(&self.pairs, map, &mut take);
        }
        let stretches = Stretches::of(self);
        let mut next = 0;
        let mut cuts = std::iter::from_fn(|| {
            let cut = stretches.from(next)?;
            next = cut.end;
            Some(cut)
        });
        in_waves(&mut cuts, &|range| map(&stretches.pairs(range)), &mut take, progress)
    }
}

/// Maps pairs chunk by chunk.
fn map_chunks<T: Send, E>(
    pairs: &[Pair],
    map: &(impl Fn(&[Pair]) -> T + Sync),
    take: &mut impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let chunk = CHUNK as usize;
    let mut cuts = (0..pairs.len()).step_by(chunk).map(|start| start..pairs.len().min(start + chunk));
    in_waves(&mut cuts, &|range| map(&pairs[range]), take, &Progress::new())
}

/// Makes something of each cut on all threads and takes it in order. While some are taken, the next are made.
fn in_waves<T: Send, E>(
    cuts: &mut (dyn Iterator<Item = Range<usize>> + Send),
    make: &(dyn Fn(Range<usize>) -> T + Sync),
    take: &mut dyn FnMut(T) -> Result<(), E>,
    progress: &Progress,
) -> Result<(), E> {
    let threads = rayon::current_num_threads();
    let mut next = || -> Vec<T> {
        let some: Vec<Range<usize>> = cuts.take(8 * threads).collect();
        some.into_par_iter().with_max_len(1).map(make).collect()
    };
    let mut made = next();
    while !made.is_empty() && !progress.is_cancelled() {
        let mut take_all = |made: Vec<T>| made.into_iter().try_for_each(&mut *take);
        if threads == 1 {
            take_all(made)?;
            made = next();
            continue;
        }
        let mut following = Vec::new();
        rayon::in_place_scope(|scope| {
            scope.spawn(|_| following = next());
            take_all(made)
        })?;
        made = following;
    }
    Ok(())
}

/// Passes every pair of distinct words within the k of the design on once, from many threads, in no order; the
/// words must ascend. `None` when cancelled. Advances by words put into tables, or looked up.
pub(crate) fn each_word_pair<S: Signature>(
    words: &[S],
    design: &Design,
    progress: &Progress,
    sink: &dyn Sink,
) -> Option<Counters> {
    let counters = match design.strategy() {
        Strategy::Scan => compare_all(words, design.k(), progress, sink),
        Strategy::Blocks | Strategy::Tables { .. } | Strategy::Nested => join(words, design, progress, sink),
        Strategy::Combinations | Strategy::Compressed { .. } => {
            let form = Form::build(words, design, progress)?;
            progress.restart();
            look_up_each(words, &form, design, progress, sink)
        }
    };
    (!progress.is_cancelled()).then_some(counters)
}

/// Looks up each word and keeps the neighbours after it.
fn look_up_each<S: Signature>(
    words: &[S],
    form: &Form<S>,
    design: &Design,
    progress: &Progress,
    sink: &dyn Sink,
) -> Counters {
    const STRETCH: usize = 1024;
    progress.expect(words.len() as u64);
    let sum = |mut sum: Counters, more| {
        sum += more;
        sum
    };
    (words.par_chunks(STRETCH).enumerate())
        .with_max_len(1)
        .map(|(i, stretch)| {
            let (mut hits, mut pairs, mut counters) = (Vec::new(), Vec::new(), Counters::default());
            for (&word, index) in stretch.iter().zip((i * STRETCH) as u32..) {
                if progress.is_cancelled() {
                    break;
                }
                hits.clear();
                counters += form.within(words, design, word, design.k(), &mut hits);
                let after = hits.iter().filter(|hit| hit.index > index);
                pairs.extend(after.map(|hit| (index, hit.index, hit.distance)));
                progress.advance(1);
            }
            sink.take(&mut pairs);
            counters
        })
        .reduce(Counters::default, sum)
}

/// Pairs of words as sorted pairs of positions, some documents at a time.
struct Stretches {
    /// By position.
    words: Vec<u32>,
    places: Places,
    has_equal: bool,
    near: Near,
}

impl Stretches {
    fn of(found: Found) -> Self {
        let near = Near::of(&found.pairs, found.places.words());
        Self {
            words: found.places.words_of_positions(),
            places: found.places,
            has_equal: found.has_equal,
            near,
        }
    }

    /// Positions from one on with about [`CHUNK`] pairs, earlier partners counted too.
    fn from(&self, start: usize) -> Option<Range<usize>> {
        let (mut end, mut pairs) = (start, 0);
        while pairs < 2 * CHUNK && end < self.words.len() {
            let word = self.words[end];
            let near = self.near.of_word(word).iter();
            pairs += self.places.count(word) + near.map(|&(other, _)| self.places.count(other)).sum::<u64>();
            end += 1;
        }
        (start < end).then_some(start..end)
    }

    /// The sorted pairs of these positions with later ones.
    fn pairs(&self, range: Range<usize>) -> Vec<Pair> {
        let mut pairs = Vec::new();
        for position in range {
            let (word, first) = (self.words[position], pairs.len());
            let mut add = |word: u32, distance: u8| {
                let all = self.places.positions(word);
                let after = &all[all.partition_point(|&other| other as usize <= position)..];
                pairs.extend(after.iter().map(|&other| (position as u32, other, distance)));
            };
            if self.has_equal {
                add(word, 0);
            }
            self.near.of_word(word).iter().for_each(|&(other, distance)| add(other, distance));
            pairs[first..].sort_unstable();
        }
        pairs
    }
}

/// The neighbours of each word.
struct Near {
    starts: Vec<usize>,
    neighbours: Vec<(u32, u8)>,
}

impl Near {
    fn of(pairs: &[Pair], words: usize) -> Self {
        let mut starts = vec![0; words + 1];
        for &(a, b, _) in pairs {
            starts[a as usize + 1] += 1;
            starts[b as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut neighbours = vec![(0, 0); 2 * pairs.len()];
        for &(a, b, distance) in pairs {
            for (here, there) in [(a, b), (b, a)] {
                let at = &mut next[here as usize];
                neighbours[*at] = (there, distance);
                *at += 1;
            }
        }
        Self { starts, neighbours }
    }

    fn of_word(&self, word: u32) -> &[(u32, u8)] {
        &self.neighbours[self.starts[word as usize]..self.starts[word as usize + 1]]
    }
}

#[cfg(test)]
mod tests {
    use super::super::layout::Cut;
    use super::*;
    use crate::hamming::tests::signature_sets;
    use crate::recipe::Bits;
    use proptest::prelude::{prop_assert, prop_assert_eq, proptest};
    use std::convert::Infallible;

    /// All pairs that a design finds, at most this number at once.
    fn found(words: &[u64], design: &Design, at_once: u64) -> Vec<Pair> {
        let mut pairs = Vec::new();
        let (map, progress) = (<[Pair]>::to_vec, Progress::new());
        let take = |mut some: Vec<Pair>| -> Result<(), Infallible> {
            pairs.append(&mut some);
            Ok(())
        };
        let Ok(()) = Found::of_words(words, design, &progress).unwrap().map(at_once, &progress, &map, take);
        pairs
    }

    proptest! {
        #[test]
        fn the_pieces_of_all_blocks_are_all_pairs(signatures in signature_sets(60), k in 0..8_u8) {
            let words: Vec<u64> = signatures.iter().map(|signature| signature.low()).collect();
            let whole = found(&words, &Design::new(Strategy::Blocks, Bits::DEFAULT, k).unwrap(), u64::MAX);
            let cut = Cut::even(Bits::DEFAULT, k + 1);
            for at_once in [u64::MAX, 0] {
                let mut pieces = Vec::new();
                for block in 0..=k {
                    let range = cut.range(block);
                    let value = |at: u32| words[at as usize] << (64 - range.end) >> (64 - range.end + range.start);
                    let piece = found(&words, &Design::only_block(Bits::DEFAULT, k, block).unwrap(), at_once);
                    prop_assert!(piece.iter().all(|&(a, b, _)| value(a) == value(b)));
                    pieces.extend(piece);
                }
                pieces.sort_unstable();
                prop_assert_eq!(&pieces, &whole);
            }
        }

        #[test]
        fn many_pairs_come_in_the_order_of_few(signatures in signature_sets(60), k in 0..8_u8) {
            let words: Vec<u64> = signatures.iter().map(|signature| signature.low()).collect();
            let design = Design::new(Strategy::Blocks, Bits::DEFAULT, k).unwrap();
            prop_assert_eq!(found(&words, &design, u64::MAX), found(&words, &design, 0));
        }
    }
}
