//! The texts that stay so far, found by what they share with another text.

use crate::measures::Weighed;
use rustc_hash::FxHashMap;

/// Where a list ends.
const END: u32 = u32::MAX;

/// Texts that stay, by their shingles. A shingle that has weight is in few texts, so these lists are short.
pub(super) struct Kept {
    /// By shingle, its newest link.
    newest: FxHashMap<u64, u32>,
    /// A text, and the link before it.
    links: Vec<(u32, u32)>,
    /// By text, the weight shared with the one that was asked about last.
    shared: Vec<u64>,
}

impl Kept {
    pub(super) fn new(texts: usize) -> Self {
        Self { newest: FxHashMap::default(), links: Vec::new(), shared: vec![0; texts] }
    }

    /// Adds a text. Shingles of weight `alone` are in no other text.
    pub(super) fn add(&mut self, text: u32, weighed: &Weighed, alone: u32) {
        for &(shingle, _) in weighed.shingles().iter().filter(|&&(_, weight)| weight < alone) {
            let at = self.links.len() as u32;
            let before = self.newest.insert(shingle, at).unwrap_or(END);
            self.links.push((text, before));
        }
    }

    /// The texts that share at least `enough` weight with this one, and maybe others; ascending, with that weight in parts.
    /// Shingles of weight `alone` are in no other text.
    pub(super) fn sharing(
        &mut self,
        weighed: &Weighed,
        (alone, enough): (u32, u64),
        found: &mut Vec<(u32, u64)>,
    ) {
        found.clear();
        let shared = weighed.shingles().iter().filter(|&&(_, weight)| weight < alone);
        let mut shingles: Vec<(u32, u64)> = shared.map(|&(shingle, weight)| (weight, shingle)).collect();
        // The heaviest first: what few texts have rules out most of them, and the light ones have the long lists.
        shingles.sort_unstable_by(|a, b| b.cmp(a));
        let mut left: u64 = shingles.iter().map(|&(weight, _)| u64::from(weight)).sum();
        let mut is_looked_through = false;
        for (weight, shingle) in shingles {
            if !is_looked_through && 2 * left < enough {
                is_looked_through = true;
                found.retain(|&(text, _)| {
                    let can_be = self.shared[text as usize] + left >= enough;
                    self.shared[text as usize] *= u64::from(can_be);
                    can_be
                });
            }
            if left < enough && found.is_empty() {
                break;
            }
            left -= u64::from(weight);
            let mut at = self.newest.get(&shingle).copied().unwrap_or(END);
            while let Some(&(text, before)) = self.links.get(at as usize) {
                let shared = &mut self.shared[text as usize];
                if *shared == 0 && !is_looked_through {
                    found.push((text, 0));
                }
                if *shared > 0 || !is_looked_through {
                    *shared += u64::from(weight);
                }
                at = before;
            }
        }
        found.sort_unstable();
        for (text, shared) in found {
            *shared = std::mem::take(&mut self.shared[*text as usize]);
        }
    }
}
