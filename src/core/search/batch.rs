//! A small set of signatures against a set too large for memory: the small one is put into tables, the large
//! one streams past (Manku, Jain, Das Sarma, WWW 2007, §4: the small file goes to every mapper, the large one
//! in splits).

use super::counters::{Counters, Hit};
use super::design::Design;
use super::distinct::{Distinct, Places};
use super::neighbours::Neighbours;
use super::planner::{Purpose, plan};
use crate::hamming::{Signatures, by_width};
use crate::progress::Progress;
use crate::recipe::Bits;
use rayon::prelude::*;
use std::ops::Range;

/// Signatures of a split for one task.
const AT_A_TIME: usize = 256;
/// Tasks of each thread between two calls of the callback.
const TASKS: usize = 4;
/// After this many hits a task stops early, which bounds memory when everything in a split is near everything.
const MOST_HITS: usize = 1 << 16;

/// The new signatures, ready for splits of the others.
///
/// The result of two splits, one after the other, is the result of both as one. So splits may be read one by
/// one, or each by its own process.
///
/// ```
/// # use simscope_core as simscope;
/// use simscope::hamming::Signatures;
/// use simscope::progress::Progress;
/// use simscope::recipe::Bits;
/// use simscope::search::{Mapper, Match};
/// let new = Signatures::from(vec![0b0000_u64, 0b1111]);
/// let design = Mapper::design_for(&new, Bits::DEFAULT, 1);
/// let mapper = Mapper::new(&new, design, &Progress::new()).unwrap();
/// let mut found = Vec::new();
/// let split = Signatures::from(vec![0b0011_u64, 0b1101]);
/// mapper.map(&split, 100, |one| -> Result<(), ()> { Ok(found.push(one)) }).unwrap();
/// assert_eq!(found, [Match { new: 1, against: 101, distance: 1 }]);
/// ```
#[derive(Debug)]
pub struct Mapper {
    /// Holds the distinct signatures.
    neighbours: Neighbours,
    /// The positions of each.
    owners: Places,
}

/// A new signature and one of the others within k of each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Match {
    /// The number of the other signature.
    pub against: u64,
    /// The position of the new signature.
    pub new: u32,
    /// The distance.
    pub distance: u8,
}

impl Mapper {
    /// Builds the design's form of the new signatures; `None` when cancelled.
    ///
    /// # Panics
    /// If the design is for signatures of another word.
    pub fn new(new: &Signatures, design: Design, progress: &Progress) -> Option<Self> {
        let bits = design.bits();
        let (words, owners) = by_width!(new, |words| {
            let Distinct { words, places } = Distinct::of(words, bits);
            (Signatures::from(words), places)
        });
        let neighbours = Neighbours::build(words.into(), design, progress)?;
        Some(Self { neighbours, owners })
    }

    /// The design with the quickest queries among those that hold at most 256 bytes for each new signature.
    pub fn design_for(new: &Signatures, bits: Bits, k: u8) -> Design {
        const MOST: f64 = 256.0;
        let most = MOST * new.len() as f64;
        let estimates = plan(new, bits, k, Purpose::Queries).estimates;
        let fitting = estimates.into_iter().find(|estimate| estimate.bytes <= most);
        fitting.map_or_else(|| Design::scan(bits, k), |estimate| estimate.design)
    }

    /// Reports the pairs within k between a split and the new signatures, in the order of the split and then of
    /// the new ones. The first signature of the split has the number `first`. The result does not depend on the
    /// number of threads.
    ///
    /// # Errors
    /// Those of `on`, after which nothing more is looked up.
    pub fn map<E>(
        &self,
        split: &Signatures,
        first: u64,
        mut on: impl FnMut(Match) -> Result<(), E>,
    ) -> Result<Counters, E> {
        let mut counters = Counters::default();
        let starts: Vec<usize> = (0..split.len()).step_by(AT_A_TIME).collect();
        for round in starts.chunks(TASKS * rayon::current_num_threads()) {
            let looked_up: Vec<LookedUp> = round
                .par_iter()
                .map(|&start| self.look_up(split, start..split.len().min(start + AT_A_TIME)))
                .collect();
            for mut found in looked_up {
                loop {
                    counters += found.counters;
                    self.hand_over(&found, first, &mut on)?;
                    if found.rest.is_empty() {
                        break;
                    }
                    found = self.look_up(split, found.rest);
                }
            }
        }
        Ok(counters)
    }

    /// The hits of these positions, up to [`MOST_HITS`]; the positions that were not looked up are in `rest`.
    fn look_up(&self, split: &Signatures, mut positions: Range<usize>) -> LookedUp {
        let (mut hits, mut runs, mut counters) = (Vec::new(), Vec::new(), Counters::default());
        let k = self.neighbours.design().k();
        while hits.len() < MOST_HITS
            && let Some(position) = positions.next()
        {
            let before = hits.len();
            counters += self.neighbours.within(split.get(position), k, &mut hits);
            if hits.len() > before {
                runs.push((position, hits.len()));
            }
        }
        LookedUp { hits, runs, rest: positions, counters }
    }

    fn hand_over<E>(
        &self,
        found: &LookedUp,
        first: u64,
        on: &mut impl FnMut(Match) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut start = 0;
        let mut owners: Vec<(u32, u8)> = Vec::new();
        for &(position, end) in &found.runs {
            owners.clear();
            for hit in &found.hits[start..end] {
                owners.extend(self.owners.positions(hit.index).iter().map(|&new| (new, hit.distance)));
            }
            owners.sort_unstable();
            start = end;
            let against = first + position as u64;
            owners.iter().try_for_each(|&(new, distance)| on(Match { against, new, distance }))?;
        }
        Ok(())
    }
}

/// Result of one task.
struct LookedUp {
    hits: Vec<Hit>,
    /// Positions with hits, and the end of their hits.
    runs: Vec<(usize, usize)>,
    /// Positions that were not looked up.
    rest: Range<usize>,
    counters: Counters,
}
