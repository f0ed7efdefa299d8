//! The texts that stay so far, found by what they share with another text.

use crate::measures::Texts;

/// Texts that stay, by their shingles. A shingle that has weight is in few texts, so these lists are short.
pub(super) struct Kept<'w> {
    /// All texts.
    all: &'w Texts,
    /// By rank, where the texts that have the shingle begin, and where those end that stay so far.
    starts: Vec<usize>,
    ends: Vec<usize>,
    texts: Vec<u32>,
    /// The weight of the lightest text.
    lightest: u64,
    /// By text, the weight shared with the one that is asked about.
    shared: Vec<u64>,
}

impl<'w> Kept<'w> {
    pub(super) fn new(all: &'w Texts) -> Self {
        let starts = all.starts();
        let (ends, texts) = (starts.clone(), vec![0; starts[all.ranks()]]);
        Self { all, starts, ends, texts, lightest: u64::MAX, shared: vec![0; all.len()] }
    }

    pub(super) fn add(&mut self, text: u32) {
        self.lightest = self.lightest.min(self.all.whole(text).total);
        for &rank in self.all.shared(text) {
            let end = &mut self.ends[rank as usize];
            self.texts[*end] = text;
            *end += 1;
        }
    }

    /// The texts whose weighted Jaccard index with this one is at least this, and maybe others; with the weight that they share
    /// with it, in parts.
    pub(super) fn sharing(&mut self, text: u32, least: f64, found: &mut Vec<(u32, u64)>) {
        found.clear();
        let (all, own) = (self.all, self.all.whole(text).total);
        // Both together weigh what each has, less what they share.
        let needed = |other: u64| {
            let both = own as f64 + other as f64;
            ((least / (1.0 + least) * both) as u64).saturating_sub(1)
        };
        // No text is lighter than the lightest; and what is shared is a part of this one.
        let enough = needed(self.lightest).max(((least * own as f64) as u64).saturating_sub(1));
        let mut rest = all.shared(text);
        let mut left = all.weight(rest.iter().copied());
        // The heaviest first: who shares none of them shares too little, and the light ones have the long lists.
        while let Some((&rank, behind)) = rest.split_first().filter(|_| left >= enough) {
            let weight = all.weight([rank]);
            for &other in &self.texts[self.starts[rank as usize]..self.ends[rank as usize]] {
                let shared = &mut self.shared[other as usize];
                if *shared == 0 {
                    found.push((other, 0));
                }
                *shared += weight;
            }
            (rest, left) = (behind, left - weight);
        }
        found.retain_mut(|(other, part)| {
            *part = std::mem::take(&mut self.shared[*other as usize]);
            let is_enough = *part + left >= needed(all.whole(*other).total);
            if is_enough {
                *part += all.in_common(rest, *other);
            }
            is_enough
        });
    }
}
