//! One document looked up by every strategy: which documents each table brings up, counted over the whole corpus.

use super::{Design, Hit, Strategy, Unfit};
use crate::hamming::{Signature, Signatures, by_width, distance_of};
use crate::progress::Progress;
use crate::recipe::Bits;

/// What the strategies find of a document.
#[derive(Debug)]
pub struct LookedUp {
    /// Its signature.
    pub signature: u128,
    /// Strategy by strategy.
    pub tried: Vec<Tried>,
}

/// A strategy at k, and what it finds of the document; nothing where it cannot be used.
#[derive(Debug)]
pub struct Tried {
    /// The strategy.
    pub strategy: Strategy,
    /// How it searches at k, or why it cannot.
    pub design: Result<Design, Unfit>,
    /// By table.
    pub looks: Vec<Look>,
    /// Documents with which the signature has to be compared.
    pub compared: usize,
    /// Those of them that are within k.
    pub found: usize,
    /// The nearest of those compared.
    pub candidates: Vec<Hit>,
}

/// What one table brings up, beside the document itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Look {
    /// Signatures with the same leading bits.
    pub candidates: u64,
    /// Those of them that are within k.
    pub within: u64,
    /// Those within k that no table before brings up.
    pub new: u64,
}

/// Candidates that are listed, at most.
const LISTED: usize = 1_000;

/// The strategies that are compared at k.
fn strategies(k: u8) -> [Strategy; 5] {
    let tables = |more: u8| Strategy::Tables { blocks: k.saturating_add(more) };
    [Strategy::Scan, Strategy::Blocks, tables(2), tables(3), Strategy::Nested]
}

/// Looks a document up among `documents`, at that many bits and k. `None` if cancelled.
pub fn look_up(
    signatures: &Signatures,
    documents: &[u32],
    document: u32,
    (bits, k): (Bits, u8),
    progress: &Progress,
) -> Option<LookedUp> {
    let tried = strategies(k).into_iter().map(|strategy| {
        let design = Design::new(strategy, bits, k);
        let mut tried =
            Tried { strategy, design, looks: Vec::new(), compared: 0, found: 0, candidates: Vec::new() };
        by_width!(signatures, |words| tried.search(words, documents, document, progress)?);
        Some(tried)
    });
    Some(LookedUp { signature: signatures.get(document as usize), tried: tried.collect::<Option<_>>()? })
}

impl Tried {
    /// Documents brought up by all tables together, some by several.
    pub fn brought_up(&self) -> u64 {
        match self.looks.is_empty() {
            true => self.compared as u64,
            false => self.looks.iter().map(|look| look.candidates).sum(),
        }
    }

    /// Every other document that shares the leading bits of a table; without tables, every one.
    fn search<S: Signature>(
        &mut self,
        words: &[S],
        documents: &[u32],
        document: u32,
        progress: &Progress,
    ) -> Option<()> {
        let Ok(design) = &self.design else { return Some(()) };
        let masks: Vec<S> = design.layouts().iter().map(|layout| S::truncated(layout.lead_mask())).collect();
        self.looks = vec![Look::default(); masks.len()];
        let (query, k) = (words[document as usize], design.k());
        for (at, &index) in documents.iter().enumerate() {
            if at % 4096 == 0 && progress.is_cancelled() {
                return None;
            }
            if index == document {
                continue;
            }
            let word = words[index as usize];
            let (difference, distance) = (query ^ word, distance_of(query, word));
            let mut is_new = true;
            for (&mask, look) in masks.iter().zip(&mut self.looks) {
                if difference & mask == S::default() {
                    look.candidates += 1;
                    look.within += u64::from(distance <= k);
                    look.new += u64::from(is_new && distance <= k);
                    is_new = false;
                }
            }
            if !is_new || masks.is_empty() {
                self.candidates.push(Hit { index, distance });
            }
        }
        self.candidates.sort_unstable_by_key(|hit| (hit.distance, hit.index));
        self.compared = self.candidates.len();
        self.found = self.candidates.partition_point(|hit| hit.distance <= k);
        self.candidates.truncate(LISTED);
        Some(())
    }
}
