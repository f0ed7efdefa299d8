//! The grams of many texts: which of them several places have, and where.

use super::Definition;
use crate::measures::{Shared, most, sequence};
use crate::progress::Progress;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// The range of hashes is sorted in this many stretches, so that little is held twice.
const STRETCHES: usize = 16;

/// A gram that is in no other place.
pub(super) const ALONE: u32 = u32::MAX;

#[derive(Debug)]
pub(super) struct Grams {
    /// By text its grams in their order: a number that equal ones share, or [`ALONE`].
    numbers: Vec<Box<[u32]>>,
    words: Vec<u32>,
    /// By text the first with the same words.
    first: Vec<u32>,
    copies: FxHashMap<u32, Vec<u32>>,
    /// By number where its places begin; a common one has none.
    starts: Vec<u32>,
    /// Texts, ascending, and words in them.
    places: Vec<(u32, u32)>,
    /// Where the texts begin that are searched; `None` where a text is compared with those behind it.
    others: Option<u32>,
    most: u32,
}

/// A gram that a text has at one place, and another text at another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Match {
    /// The other text.
    pub text: u32,
    /// How much farther on it is there.
    pub shift: i32,
    /// Its first word.
    pub at: u32,
}

impl Grams {
    pub(super) fn of(
        (texts, own): (&[&str], usize),
        given: &[&str],
        definition: Definition,
        progress: &Progress,
    ) -> Option<Self> {
        progress.restart();
        progress.expect(2 * texts.len() as u64);
        let run = definition.run as usize;
        let grams = |words: &[u64]| words.windows(run).map(sequence).collect::<Box<[u64]>>();
        let cut = |text: &&str| {
            progress.advance(1);
            progress.unless_cancelled()?;
            let words = hashes(text);
            Some((grams(&words), words.len() as u32, sequence(&words)))
        };
        let cut: Vec<(Box<[u64]>, u32, u64)> =
            texts.par_iter().with_max_len(256).map(cut).collect::<Option<_>>()?;
        let given: FxHashSet<u64> = given.iter().flat_map(|text| grams(&hashes(text))).collect();
        let (first, copies) = firsts(&cut, own);
        let is_first = |text: &usize| first[*text] == *text as u32;
        let mut grams: Vec<&[u64]> = (0..texts.len()).filter(is_first).map(|text| &*cut[text].0).collect();
        let distinct = grams.iter().filter(|grams| !grams.is_empty()).count();
        // What a text has alone, its copies have too.
        grams.extend(copies.keys().map(|&text| &*cut[text as usize].0));
        let shared = shared(&grams, progress)?;
        let most = definition.most.unwrap_or_else(|| most(distinct));
        let words = cut.iter().map(|text| text.1).collect();
        let numbers: Vec<Box<[u32]>> = (cut.into_par_iter().enumerate())
            .map(|(text, (grams, ..))| {
                progress.advance(1);
                let number = |&hash: &u64| shared.place(hash).unwrap_or(ALONE);
                if is_first(&text) { grams.iter().map(number).collect() } else { Box::default() }
            })
            .collect();
        progress.unless_cancelled()?;
        let mut is_common = common(&numbers, shared.len(), most);
        given.iter().filter_map(|&hash| shared.place(hash)).for_each(|at| is_common[at as usize] = true);
        let others = (own < texts.len()).then_some(own as u32);
        let (starts, places) = places(&numbers, &is_common, others.unwrap_or(0) as usize);
        Some(Self { numbers, words, first, copies, starts, places, others, most })
    }

    pub(super) fn most(&self) -> u32 {
        self.most
    }

    pub(super) fn words(&self, text: u32) -> u32 {
        self.words[text as usize]
    }

    /// The numbers of the grams of a text.
    pub(super) fn of_text(&self, text: u32) -> &[u32] {
        &self.numbers[self.first[text as usize] as usize]
    }

    pub(super) fn is_first(&self, text: u32) -> bool {
        self.first[text as usize] == text
    }

    /// The texts with the same words that are compared with this one alone.
    pub(super) fn copies(&self, text: u32) -> &[u32] {
        self.copies.get(&text).map_or(&[], |copies| copies)
    }

    /// The places of the grams of `a` that are not common, in one other text or in all that it is compared with, as far as they have
    /// at least so many; by text, then by shift. `counts` is a buffer.
    pub(super) fn matches(&self, a: u32, counts: &mut Vec<u32>, only: Option<u32>, least: u32) -> Vec<Match> {
        let grams = self.of_text(a);
        let from = match (only, self.others) {
            (Some(b), _) => self.first[b as usize],
            (None, Some(others)) => others,
            (None, None) => a + 1,
        };
        let is_wanted = |text: u32| only.is_none() || text == from;
        let places = |number: u32| {
            let range = if number == ALONE { 0..0 } else { self.range(number) };
            let places = &self.places[range];
            let after = places.partition_point(|&(text, _)| text < from);
            places[after..].iter().take_while(move |&&(text, _)| is_wanted(text))
        };
        let is_counted = only.is_none() && least > 1;
        if is_counted {
            counts.resize(self.numbers.len(), 0);
            grams.iter().flat_map(|&number| places(number)).for_each(|&(text, _)| counts[text as usize] += 1);
        }
        let mut matches: Vec<Match> = Vec::new();
        for (&number, at) in grams.iter().zip(0..) {
            let wanted = places(number).filter(|&&(text, _)| !is_counted || counts[text as usize] >= least);
            matches.extend(wanted.map(|&(text, there)| Match {
                text: only.unwrap_or(text),
                shift: (i64::from(there) - i64::from(at)) as i32,
                at,
            }));
        }
        if is_counted {
            grams.iter().flat_map(|&number| places(number)).for_each(|&(text, _)| counts[text as usize] = 0);
        }
        matches.sort_unstable();
        matches
    }

    fn range(&self, number: u32) -> std::ops::Range<usize> {
        self.starts[number as usize] as usize..self.starts[number as usize + 1] as usize
    }
}

/// By text the first with the same words on its side, and the others of each first one; those of texts that are compared with others
/// all look for passages themselves.
fn firsts(cut: &[(Box<[u64]>, u32, u64)], own: usize) -> (Vec<u32>, FxHashMap<u32, Vec<u32>>) {
    let is_among_themselves = own == cut.len();
    let mut known: FxHashMap<(bool, u64), u32> = FxHashMap::default();
    let mut copies: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    let first = cut.iter().zip(0..).map(|((grams, _, sequence), text)| {
        let is_other = text as usize >= own;
        if grams.is_empty() || (!is_among_themselves && !is_other) {
            return text;
        }
        let first = *known.entry((is_other, *sequence)).or_insert(text);
        if first != text && is_among_themselves {
            copies.entry(first).or_default().push(text);
        }
        first
    });
    (first.collect(), copies)
}

/// The grams that several places have; `None` when cancelled.
fn shared(texts: &[&[u64]], progress: &Progress) -> Option<Shared> {
    let mut hashes = Vec::new();
    for stretch in 0..STRETCHES {
        let is_here = |hash: &u64| (hash >> (u64::BITS - STRETCHES.ilog2())) as usize == stretch;
        let mut some: Vec<u64> = (texts.par_chunks(512))
            .flat_map_iter(|texts| texts.iter().flat_map(|grams| grams.iter().copied().filter(is_here)))
            .collect();
        some.par_sort_unstable();
        hashes.extend(some.chunk_by(|a, b| a == b).filter(|run| run.len() > 1).map(|run| run[0]));
        progress.unless_cancelled()?;
    }
    Some(Shared::of(hashes, Vec::new()).0)
}

/// By number whether a gram is common: more than `most` texts have it, or one of them more often.
fn common(numbers: &[Box<[u32]>], all: usize, most: u32) -> Vec<bool> {
    // The last text that has it, how often that has it, and how many texts do.
    let mut seen = vec![(u32::MAX, 0, 0); all];
    let mut is_common = vec![false; all];
    for (grams, text) in numbers.iter().zip(0..) {
        for number in grams.iter().filter(|&&number| number != ALONE).map(|&number| number as usize) {
            let (last, here, texts) = &mut seen[number];
            if *last != text {
                (*last, *here, *texts) = (text, 0, *texts + 1);
            }
            *here += 1;
            is_common[number] |= (*texts).max(*here) > most;
        }
    }
    is_common
}

/// The places of the grams that are not common, in the texts from `first` on.
fn places(numbers: &[Box<[u32]>], is_common: &[bool], first: usize) -> (Vec<u32>, Vec<(u32, u32)>) {
    let wanted = || {
        numbers.iter().enumerate().skip(first).flat_map(|(text, grams)| {
            let counted = |number: u32| number != ALONE && !is_common[number as usize];
            let wanted = grams.iter().enumerate().filter(move |(_, number)| counted(**number));
            wanted.map(move |(at, &number)| (number as usize, (text as u32, at as u32)))
        })
    };
    let mut starts = vec![0_u32; is_common.len() + 1];
    wanted().for_each(|(number, _)| starts[number + 1] += 1);
    (1..starts.len()).for_each(|at| starts[at] += starts[at - 1]);
    let (mut places, mut next) = (vec![(0, 0); starts[is_common.len()] as usize], starts.clone());
    for (number, place) in wanted() {
        places[next[number] as usize] = place;
        next[number] += 1;
    }
    (starts, places)
}

/// The hashes of the words of a text.
fn hashes(text: &str) -> Vec<u64> {
    super::words(text).into_iter().map(|(word, _)| word).collect()
}
