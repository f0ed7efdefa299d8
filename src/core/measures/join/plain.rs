//! The join of plain sets: rare shingles first, and filters by length and place (Bayardo, Ma, Srikant: "Scaling up all
//! pairs similarity search", WWW 2007; Xiao and others: "Efficient similarity joins for near-duplicate detection", WWW 2008),
//! with prefixes that are longer than needed, so that a pair must share several shingles of them (Wang, Li, Feng: "Can we beat
//! the prefix filtering?", SIGMOD 2012).

use super::{Classes, Finder, Ratio, Worker};
use crate::measures::lists::{Lists, common, ranks};
use crate::measures::sets::{Sets, Shared};
use crate::measures::weighted::most;
use crate::progress::Progress;
use std::ops::AddAssign;

/// The index of the prefixes of all classes, whose order is by size.
#[derive(Debug)]
pub(super) struct Plain {
    bounds: Bounds,
    /// By class, with the shingles that no other class has.
    sizes: Vec<u32>,
    /// By class those that others have, too: by rank, the rarest first.
    shingles: Lists,
    /// By rank the classes in whose prefix it is.
    holders: Lists,
    frames: f64,
}

/// What a pair of sets must have in common to share a number of hundredths.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    hundredths: u64,
}

impl Bounds {
    /// The least overlap of two sets with this sum of sizes.
    fn overlap(self, sum: u64) -> u64 {
        (self.hundredths * sum).div_ceil(100 + self.hundredths)
    }

    /// The least overlap of a set with a smaller one; also the least size of that.
    fn with_smaller(self, size: u64) -> u64 {
        (self.hundredths * size).div_ceil(100)
    }

    /// How many shingles of its prefix a set shares with the prefix of a larger one.
    fn common(self, size: u64) -> u64 {
        (self.overlap(2 * size) / 3).clamp(1, 8)
    }

    /// The length of the prefix that is looked up.
    fn probed(self, size: u64) -> u64 {
        size.min(size + self.common(size) - self.with_smaller(size))
    }

    /// The length of the prefix that is found by larger sets.
    fn indexed(self, size: u64) -> u64 {
        size.min(size + self.common(size) - self.overlap(2 * size))
    }
}

impl Plain {
    /// `None` when cancelled. Advances by stretches of hashes.
    pub(super) fn new(
        mut sets: Sets,
        classes: &Classes,
        hundredths: u64,
        progress: &Progress,
    ) -> Option<Self> {
        let (shared, counts) = Shared::count(&sets, &classes.is_first(), progress)?;
        let sizes: Vec<u32> = classes.firsts().map(|text| sets.set(text as usize).len() as u32).collect();
        // The shingles of the fewest sets come first.
        sets.rank(&shared, &ranks(&counts));
        drop(shared);
        let is_of_frame = |count: &&u32| **count > most(classes.len());
        let of_frames: u64 = counts.iter().filter(is_of_frame).map(|&count| u64::from(count)).sum();
        let frames = of_frames as f64 / sizes.iter().map(|&size| u64::from(size)).sum::<u64>().max(1) as f64;
        let shingles = Lists::of_texts(&sets, &classes.firsts().collect::<Vec<u32>>(), counts.len());
        drop(sets);
        let mut plain =
            Self { bounds: Bounds { hundredths }, sizes, shingles, holders: Lists::default(), frames };
        plain.holders = plain.shingles.inverted(counts.len(), |class| plain.indexed(class));
        Some(plain)
    }

    fn size(&self, class: u32) -> u64 {
        u64::from(self.sizes[class as usize])
    }

    /// Of the first `len` shingles of a class those that another class has, too. The others come first, and are not stored.
    fn prefix(&self, class: u32, len: u64) -> &[u32] {
        let shingles = self.shingles.get(class);
        let alone = self.size(class) - shingles.len() as u64;
        &shingles[..len.saturating_sub(alone) as usize]
    }

    fn probed(&self, class: u32) -> &[u32] {
        self.prefix(class, self.bounds.probed(self.size(class)))
    }

    fn indexed(&self, class: u32) -> &[u32] {
        self.prefix(class, self.bounds.indexed(self.size(class)))
    }
}

impl Finder for Plain {
    fn worker(&self) -> Box<dyn Worker + '_> {
        match self.sizes.last().is_none_or(|&largest| largest <= u32::from(u16::MAX)) {
            true => Box::new(Prober::<u16>::new(self)),
            false => Box::new(Prober::<u32>::new(self)),
        }
    }

    fn work(&self, owner: u32) -> u64 {
        self.probed(owner).iter().map(|&rank| self.holders.get(rank).len() as u64).sum()
    }

    fn ratio(&self, a: u32, b: u32) -> Option<Ratio> {
        let [of_a, of_b] = [a, b].map(|class| self.shingles.get(class));
        let (part, sum) = (common(of_a, of_b).count() as u64, self.size(a) + self.size(b));
        (part > 0 && part >= self.bounds.overlap(sum)).then(|| Ratio { part, whole: sum - part })
    }

    fn shingles(&self) -> &Lists {
        &self.shingles
    }

    fn frames(&self) -> f64 {
        self.frames
    }
}

/// A thread with a count for each class.
struct Prober<'p, C> {
    of: &'p Plain,
    /// How many shingles of the prefixes each class shares with the owner.
    common: Vec<C>,
    touched: Vec<u32>,
    /// Whether the owner has the shingle of each rank.
    has: Vec<u64>,
}

impl<'p, C: Copy + Default + PartialEq + AddAssign + From<u8> + Into<u64>> Prober<'p, C> {
    fn new(of: &'p Plain) -> Self {
        let words = of.holders.len().div_ceil(64);
        Self { of, common: vec![C::default(); of.sizes.len()], touched: Vec::new(), has: vec![0; words] }
    }

    /// Counts the shingles of the prefix that the earlier classes have in theirs, from the first that is large enough.
    fn count(&mut self, owner: u32, prefix: &[u32]) {
        let least = self.of.bounds.with_smaller(self.of.size(owner));
        let first = self.of.sizes.partition_point(|&size| u64::from(size) < least) as u32;
        for &rank in prefix {
            let holders = self.of.holders.get(rank);
            let start = holders.partition_point(|&class| class < first);
            for &class in holders[start..].iter().take_while(|&&class| class < owner) {
                let common = &mut self.common[class as usize];
                if *common == C::default() {
                    self.touched.push(class);
                }
                *common += C::from(1);
            }
        }
    }

    /// The overlap of the owner with a class, if it is large enough. So much of it is known: what has a rank up to `known`.
    fn overlap(&self, class: u32, common: u64, known: u32, least: u64) -> Option<u64> {
        let shingles = self.of.shingles.get(class);
        let rest = &shingles[shingles.partition_point(|&rank| rank <= known)..];
        let (mut overlap, mut left) = (common, rest.len() as u64);
        for some in rest.chunks(16) {
            if overlap + left < least {
                return None;
            }
            for &rank in some {
                overlap += self.has[rank as usize / 64] >> (rank % 64) & 1;
            }
            left -= some.len() as u64;
        }
        (overlap >= least).then_some(overlap)
    }
}

impl<C: Copy + Default + PartialEq + AddAssign + From<u8> + Into<u64> + Send> Worker for Prober<'_, C> {
    fn find(&mut self, owner: u32, on: &mut dyn FnMut(u32, Ratio)) {
        let (of, size) = (self.of, self.of.size(owner));
        let prefix = of.probed(owner);
        let Some(&last) = prefix.last() else { return };
        self.count(owner, prefix);
        if self.touched.is_empty() {
            return;
        }
        let shingles = of.shingles.get(owner);
        shingles.iter().for_each(|&rank| self.has[rank as usize / 64] |= 1 << (rank % 64));
        let beyond = (shingles.len() - prefix.len()) as u64;
        let mut touched = std::mem::take(&mut self.touched);
        for class in touched.drain(..) {
            let common: u64 = std::mem::take(&mut self.common[class as usize]).into();
            let other = of.size(class);
            if common < of.bounds.common(other) {
                continue;
            }
            let least = of.bounds.overlap(size + other);
            let indexed = of.indexed(class);
            let last_of_other = indexed.last().copied().unwrap_or(0);
            let (known, most) = match last <= last_of_other {
                true => (last, beyond),
                false => (last_of_other, (of.shingles.get(class).len() - indexed.len()) as u64),
            };
            if common + most < least {
                continue;
            }
            if let Some(part) = self.overlap(class, common, known, least) {
                on(class, Ratio { part, whole: size + other - part });
            }
        }
        self.touched = touched;
        shingles.iter().for_each(|&rank| self.has[rank as usize / 64] = 0);
    }
}
