//! The join of weighted sets: what weighs anything is in few texts. All are looked at that share the heaviest of it, and of these the
//! rest is compared (the prefix filter of Chaudhuri, Ganti, Kaushik: "A primitive operator for similarity joins in data cleaning", ICDE
//! 2006).

use super::lists::{Lists, common, ranks};
use super::{Classes, Finder, Ratio, Worker};
use crate::measures::Weights;
use crate::measures::sets::{Sets, Shared};

/// The index of all classes.
#[derive(Debug)]
pub(super) struct Heavy {
    hundredths: u64,
    /// The weight of each class.
    totals: Vec<u64>,
    /// Of each class, the shingles that have a weight and that other texts have, too: by rank, the heaviest first.
    shingles: Lists,
    /// The weight of each of these, by rank.
    weights: Vec<u32>,
    /// The classes that have it, by rank.
    holders: Lists,
    frames: f64,
}

impl Heavy {
    pub(super) fn new(mut sets: Sets, classes: &Classes, weights: Weights, hundredths: u64) -> Self {
        let (shared, by_place, alone) = weights.into_parts();
        sets.look_up(&shared);
        drop(shared);
        let ranks = ranks(&by_place, std::cmp::Reverse);
        let number = |place: u32| (by_place[place as usize] > 0).then_some(ranks[place as usize]);
        let shingles = Lists::of_classes(&sets, classes, &number);
        let mut weights = vec![0; by_place.len()];
        ranks.iter().zip(by_place).for_each(|(&rank, weight)| weights[rank as usize] = weight);
        let alone_in =
            |text: u32| sets.set(text as usize).iter().filter(|&&place| place == Shared::ALONE).count();
        let totals = (classes.firsts().zip(0..))
            .map(|(first, class)| {
                let shared = shingles.get(class).iter().map(|&shingle| u64::from(weights[shingle as usize]));
                shared.sum::<u64>() + alone_in(first) as u64 * u64::from(alone)
            })
            .collect();
        let all: usize = classes.firsts().map(|text| sets.set(text as usize).len()).sum();
        let weighed =
            |first: u32, class: u32| shingles.get(class).len() + if alone > 0 { alone_in(first) } else { 0 };
        let weighed: usize = classes.firsts().zip(0..).map(|(first, class)| weighed(first, class)).sum();
        let frames = (all - weighed) as f64 / all.max(1) as f64;
        drop(sets);
        let holders = shingles.inverted(weights.len(), |class| shingles.get(class));
        Self { hundredths, totals, shingles, weights, holders, frames }
    }

    fn weight(&self, shingles: &[u32]) -> u64 {
        shingles.iter().map(|&shingle| u64::from(self.weights[shingle as usize])).sum()
    }

    /// The heaviest shingles of a class, of which another one must share some: all others together weigh too little.
    fn prefix(&self, class: u32) -> &[u32] {
        let shingles = self.shingles.get(class);
        let (mut left, least) = (self.weight(shingles), self.hundredths * self.totals[class as usize]);
        let is_needed = |shingle: &&u32| {
            let is_needed = 100 * left >= least;
            left -= u64::from(self.weights[**shingle as usize]);
            is_needed
        };
        &shingles[..shingles.iter().take_while(is_needed).count()]
    }

    /// How alike two classes are that share this weight, if that is enough.
    fn enough(&self, a: u32, b: u32, part: u64) -> Option<Ratio> {
        let whole = self.totals[a as usize] + self.totals[b as usize] - part;
        (part > 0 && 100 * part >= self.hundredths * whole).then_some(Ratio { part, whole })
    }
}

impl Finder for Heavy {
    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(Weigher { of: self, shared: vec![0; self.totals.len()], touched: Vec::new() })
    }

    fn work(&self, owner: u32) -> u64 {
        self.prefix(owner).iter().map(|&shingle| self.holders.get(shingle).len() as u64).sum()
    }

    fn ratio(&self, a: u32, b: u32) -> Option<Ratio> {
        let [of_a, of_b] = [a, b].map(|class| self.shingles.get(class));
        self.enough(a, b, common(of_a, of_b).map(|shingle| self.weight(&[shingle])).sum())
    }

    fn shingles(&self) -> &Lists {
        &self.shingles
    }

    fn frames(&self) -> f64 {
        self.frames
    }
}

struct Weigher<'h> {
    of: &'h Heavy,
    /// The weight that each class shares with the prefix of the owner.
    shared: Vec<u64>,
    touched: Vec<u32>,
}

impl Worker for Weigher<'_> {
    fn find(&mut self, owner: u32, on: &mut dyn FnMut(u32, Ratio)) {
        let of = self.of;
        let prefix = of.prefix(owner);
        for &shingle in prefix {
            let weight = u64::from(of.weights[shingle as usize]);
            for &class in of.holders.get(shingle).iter().take_while(|&&class| class < owner) {
                let shared = &mut self.shared[class as usize];
                if *shared == 0 {
                    self.touched.push(class);
                }
                *shared += weight;
            }
        }
        let rest = &of.shingles.get(owner)[prefix.len()..];
        let most = of.weight(rest);
        for class in self.touched.drain(..) {
            let part = std::mem::take(&mut self.shared[class as usize]);
            if of.enough(owner, class, part + most).is_none() {
                continue;
            }
            let more = common(rest, of.shingles.get(class)).map(|shingle| of.weight(&[shingle]));
            if let Some(ratio) = of.enough(owner, class, part + more.sum::<u64>()) {
                on(class, ratio);
            }
        }
    }
}
