//! The join of weighted sets: what weighs anything is in few texts. All are looked at that share the heaviest of it, and of these the
//! rest is compared (the prefix filter of Chaudhuri, Ganti, Kaushik: "A primitive operator for similarity joins in data cleaning", ICDE
//! 2006).

use super::{Classes, Finder, Ratio, Worker};
use crate::measures::Weights;
use crate::measures::lists::Lists;
use crate::measures::sets::Sets;
use crate::measures::texts::Texts;

/// The index of all classes.
#[derive(Debug)]
pub(super) struct Heavy {
    hundredths: u64,
    /// The first text of each class.
    texts: Texts,
    /// The classes that have a shared shingle, by rank.
    holders: Lists,
}

impl Heavy {
    pub(super) fn new(mut sets: Sets, classes: &Classes, weights: Weights, hundredths: u64) -> Self {
        let (by_rank, alone) = (weights.rank(&mut sets), weights.alone());
        drop(weights);
        let texts = Texts::of(&sets, &classes.firsts().collect::<Vec<u32>>(), by_rank, alone);
        drop(sets);
        let holders = texts.lists().inverted(texts.ranks(), |class| texts.shared(class));
        Self { hundredths, texts, holders }
    }

    /// The heaviest shingles of a class, of which another one must share some: all others together weigh too little.
    fn prefix(&self, class: u32) -> &[u32] {
        let shingles = self.texts.shared(class);
        let least = self.hundredths * self.texts.whole(class).total;
        let mut left = self.texts.weight(shingles.iter().copied());
        let is_needed = |shingle: &&u32| {
            let is_needed = 100 * left >= least;
            left -= self.texts.weight([**shingle]);
            is_needed
        };
        &shingles[..shingles.iter().take_while(is_needed).count()]
    }

    /// How alike two classes are that share this weight, if that is enough.
    fn enough(&self, a: u32, b: u32, part: u64) -> Option<Ratio> {
        let whole = self.texts.whole(a).total + self.texts.whole(b).total - part;
        (part > 0 && 100 * part >= self.hundredths * whole).then_some(Ratio { part, whole })
    }
}

impl Finder for Heavy {
    fn worker(&self) -> Box<dyn Worker + '_> {
        Box::new(Weigher { of: self, shared: vec![0; self.texts.len()], touched: Vec::new() })
    }

    fn work(&self, owner: u32) -> u64 {
        self.prefix(owner).iter().map(|&shingle| self.holders.get(shingle).len() as u64).sum()
    }

    fn ratio(&self, a: u32, b: u32) -> Option<Ratio> {
        self.enough(a, b, self.texts.in_common(self.texts.shared(a), b))
    }

    fn shingles(&self) -> &Lists {
        self.texts.lists()
    }

    fn frames(&self) -> f64 {
        self.texts.up_to(0)
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
            let weight = of.texts.weight([shingle]);
            for &class in of.holders.get(shingle).iter().take_while(|&&class| class < owner) {
                let shared = &mut self.shared[class as usize];
                if *shared == 0 {
                    self.touched.push(class);
                }
                *shared += weight;
            }
        }
        let rest = &of.texts.shared(owner)[prefix.len()..];
        let most = of.texts.weight(rest.iter().copied());
        for class in self.touched.drain(..) {
            let part = std::mem::take(&mut self.shared[class as usize]);
            if of.enough(owner, class, part + most).is_none() {
                continue;
            }
            let more = of.texts.in_common(rest, class);
            if let Some(ratio) = of.enough(owner, class, part + more) {
                on(class, ratio);
            }
        }
    }
}
