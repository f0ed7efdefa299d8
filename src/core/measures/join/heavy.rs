//! The join of weighted sets: what weighs anything is in few texts, so all that share it are looked at.

use super::lists::Lists;
use super::{Classes, Finder, Ratio, Worker};
use crate::measures::Weights;
use crate::measures::sets::{Sets, Shared};

/// The index of all classes.
#[derive(Debug)]
pub(super) struct Heavy {
    hundredths: u64,
    /// The weight of each class.
    totals: Vec<u64>,
    /// Of each class, the shingles that have a weight and that other texts have, too.
    shingles: Lists,
    /// The weight of each of these.
    weights: Vec<u32>,
    /// The classes that have it.
    holders: Lists,
    frames: f64,
}

impl Heavy {
    pub(super) fn new(mut sets: Sets, classes: &Classes, weights: Weights, hundredths: u64) -> Self {
        let (shared, weights, alone) = weights.into_parts();
        sets.look_up(&shared);
        drop(shared);
        let number = |place: u32| (weights[place as usize] > 0).then_some(place);
        let shingles = Lists::of_classes(&sets, classes, &number);
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
        self.shingles.get(owner).iter().map(|&shingle| self.holders.get(shingle).len() as u64).sum()
    }

    fn ratio(&self, a: u32, b: u32) -> Option<Ratio> {
        let weight = |shingle: u32| u64::from(self.weights[shingle as usize]);
        self.enough(a, b, self.shingles.common(a, b).map(weight).sum())
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
    /// The weight that each class shares with the owner.
    shared: Vec<u64>,
    touched: Vec<u32>,
}

impl Worker for Weigher<'_> {
    fn find(&mut self, owner: u32, on: &mut dyn FnMut(u32, Ratio)) {
        let Heavy { shingles, weights, holders, .. } = self.of;
        for &shingle in shingles.get(owner) {
            let weight = u64::from(weights[shingle as usize]);
            for &class in holders.get(shingle).iter().take_while(|&&class| class < owner) {
                let shared = &mut self.shared[class as usize];
                if *shared == 0 {
                    self.touched.push(class);
                }
                *shared += weight;
            }
        }
        for class in self.touched.drain(..) {
            let part = std::mem::take(&mut self.shared[class as usize]);
            if let Some(ratio) = self.of.enough(owner, class, part) {
                on(class, ratio);
            }
        }
    }
}
