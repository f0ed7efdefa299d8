//! Many lists of numbers in one.

use super::Classes;
use crate::measures::sets::{Sets, Shared};
use rayon::prelude::*;

/// Lists of numbers, one after the other. Takes 4 bytes for each number and 8 for each list.
#[derive(Debug, Default)]
pub(super) struct Lists {
    numbers: Vec<u32>,
    starts: Vec<usize>,
}

impl Lists {
    /// For each class its shared shingles by number, ascending; `number` has those of the places, and leaves out what it has
    /// `None` for. `sets` were looked up.
    pub(super) fn of_classes(
        sets: &Sets,
        classes: &Classes,
        number: &(dyn Fn(u32) -> Option<u32> + Sync),
    ) -> Self {
        let firsts: Vec<u32> = classes.firsts().collect();
        let parts: Vec<(Vec<u32>, Vec<u32>)> = (firsts.par_chunks(4096))
            .map(|firsts| {
                let (mut numbers, mut lens): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
                for &text in firsts {
                    let from = numbers.len();
                    let places = sets.set(text as usize).iter().filter(|&&place| place != Shared::ALONE);
                    numbers.extend(places.filter_map(|&place| number(place as u32)));
                    numbers[from..].sort_unstable();
                    lens.push((numbers.len() - from) as u32);
                }
                (numbers, lens)
            })
            .collect();
        let mut lists = Self { numbers: Vec::new(), starts: vec![0] };
        lists.numbers.reserve_exact(parts.iter().map(|part| part.0.len()).sum());
        for (numbers, lens) in parts {
            lists.numbers.extend(numbers);
            for len in lens {
                lists.starts.push(lists.starts[lists.starts.len() - 1] + len as usize);
            }
        }
        lists
    }

    /// For each number below `n` the lists that have it, ascending, if their first `prefix` numbers do.
    pub(super) fn inverted<'l>(&'l self, n: usize, prefix: impl Fn(u32) -> &'l [u32]) -> Self {
        let mut starts = vec![0_usize; n + 2];
        let lists = || 0..self.len() as u32;
        lists().for_each(|list| prefix(list).iter().for_each(|&number| starts[number as usize + 2] += 1));
        (1..starts.len()).for_each(|at| starts[at] += starts[at - 1]);
        let mut numbers = vec![0; starts[n + 1]];
        for list in lists() {
            for &number in prefix(list) {
                // Ends as the start of the next one.
                let at = &mut starts[number as usize + 1];
                numbers[*at] = list;
                *at += 1;
            }
        }
        starts.pop();
        Self { numbers, starts }
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many numbers a list has, on average.
    pub(super) fn mean(&self) -> u64 {
        (self.numbers.len() / self.len().max(1)) as u64
    }

    pub(super) fn get(&self, list: u32) -> &[u32] {
        &self.numbers[self.starts[list as usize]..self.starts[list as usize + 1]]
    }
}

/// The numbers that both lists have, which ascend.
pub(super) fn common<'l>(a: &'l [u32], mut b: &'l [u32]) -> impl Iterator<Item = u32> + 'l {
    a.iter().copied().filter(move |number| {
        while b.first().is_some_and(|other| other < number) {
            b = &b[1..];
        }
        b.first() == Some(number)
    })
}

/// The rank of each place by a key of what it has; ties by place.
pub(super) fn ranks<K: Ord>(of_places: &[u32], key: impl Fn(u32) -> K + Sync) -> Vec<u32> {
    let mut places: Vec<u32> = (0..of_places.len() as u32).collect();
    places.par_sort_unstable_by_key(|&place| (key(of_places[place as usize]), place));
    let mut ranks = vec![0; places.len()];
    places.iter().zip(0..).for_each(|(&place, rank)| ranks[place as usize] = rank);
    ranks
}
