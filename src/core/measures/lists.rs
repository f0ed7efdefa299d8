//! Many lists of numbers in one.

use super::sets::Sets;
use rayon::prelude::*;

/// Lists of numbers, one after the other. Takes 4 bytes for each number and 8 for each list.
#[derive(Debug, Clone, Default)]
pub(super) struct Lists {
    numbers: Vec<u32>,
    starts: Vec<usize>,
}

impl Lists {
    /// For each of these texts its shared shingles by rank, ascending, as far as the rank is below the limit. `sets` were ranked.
    pub(super) fn of_texts(sets: &Sets, texts: &[u32], limit: usize) -> Self {
        let parts: Vec<(Vec<u32>, Vec<u32>)> = (texts.par_chunks(4096))
            .map(|texts| {
                let (mut numbers, mut lens): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
                for &text in texts {
                    let from = numbers.len();
                    let ranks = sets.set(text as usize).iter().filter(|&&rank| rank < limit as u64);
                    numbers.extend(ranks.map(|&rank| rank as u32));
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
        let mut starts = starts(n + 1, (0..self.len() as u32).flat_map(|list| prefix(list).iter().copied()));
        let mut numbers = vec![0; starts[n]];
        for list in 0..self.len() as u32 {
            for &number in prefix(list) {
                // Ends as the start of the next one.
                let at = &mut starts[number as usize];
                numbers[*at] = list;
                *at += 1;
            }
        }
        starts.rotate_right(1);
        starts[0] = 0;
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

/// Where the list of each number begins if each has as many places as the number comes.
pub(super) fn starts(n: usize, numbers: impl Iterator<Item = u32>) -> Vec<usize> {
    let mut starts = vec![0; n];
    numbers.for_each(|number| starts[number as usize] += 1);
    let mut sum = 0;
    for start in &mut starts {
        sum += std::mem::replace(start, sum);
    }
    starts
}

/// The numbers that both lists have, which ascend.
pub(super) fn common<'l>(a: &'l [u32], mut b: &'l [u32]) -> impl Iterator<Item = u32> + 'l {
    b = &b[b.partition_point(|number| a.first().is_none_or(|first| number < first))..];
    a.iter().copied().filter(move |number| {
        while b.first().is_some_and(|other| other < number) {
            b = &b[1..];
        }
        b.first() == Some(number)
    })
}

/// The rank of each place: first that of the smallest count; ties by place.
pub(super) fn ranks(counts: &[u32]) -> Vec<u32> {
    let most = counts.iter().max().map_or(0, |&most| most as usize);
    let mut next = starts(most + 1, counts.iter().copied());
    let rank = |&count: &u32| {
        next[count as usize] += 1;
        next[count as usize] as u32 - 1
    };
    counts.iter().map(rank).collect()
}
