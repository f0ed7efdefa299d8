//! Signatures in the form that a strategy needs, ready for queries.

use super::combinations::Combinations;
use super::counters::{Counters, Hit};
use super::design::Design;
use super::squeezed::Squeezed;
use super::strategy::Strategy;
use super::tables::Tables;
use crate::hamming::{Kernel, Signature, Signatures, distance_of};
use crate::progress::Progress;
use std::sync::Arc;

/// Signatures in the form that a strategy needs for queries within k.
///
/// ```
/// # use simscope_core as simscope;
/// use simscope::hamming::Signatures;
/// use simscope::progress::Progress;
/// use simscope::recipe::Bits;
/// use simscope::search::{Design, Neighbours, Strategy};
/// let signatures = Signatures::from(vec![0b0000_u64, 0b0111, 0b1111]);
/// let design = Design::new(Strategy::Blocks, Bits::DEFAULT, 3).unwrap();
/// let neighbours = Neighbours::build(signatures.into(), design, &Progress::new()).unwrap();
/// let mut hits = Vec::new();
/// neighbours.within(0b0000, 3, &mut hits);
/// hits.sort();
/// assert_eq!(hits.iter().map(|hit| (hit.index, hit.distance)).collect::<Vec<_>>(), [(0, 0), (1, 3)]);
/// ```
#[derive(Debug)]
pub struct Neighbours {
    signatures: Arc<Signatures>,
    design: Design,
    held: Held,
}

#[derive(Debug)]
enum Held {
    Narrow(Form<u64>),
    Wide(Form<u128>),
}

/// What a strategy holds in addition to the signatures.
#[derive(Debug)]
pub(super) enum Form<S> {
    Plain,
    Set(Combinations<S>),
    Tables(Tables<S>),
    Compressed(Squeezed<S>),
}

impl Neighbours {
    /// Builds the form. The signatures must have no bits above the width of the design. `None` when cancelled.
    ///
    /// # Panics
    /// If the design is for signatures of another word.
    pub fn build(signatures: Arc<Signatures>, design: Design, progress: &Progress) -> Option<Self> {
        let is_wide = matches!(*signatures, Signatures::Wide(_));
        assert_eq!(design.bits().is_wide(), is_wide, "a design for these signatures");
        let held = match &*signatures {
            Signatures::Narrow(words) => Held::Narrow(Form::build(words, &design, progress)?),
            Signatures::Wide(words) => Held::Wide(Form::build(words, &design, progress)?),
        };
        Some(Self { signatures, design, held })
    }

    /// Appends the signatures within k of a query, each once, in no order. A k above that of the design scans
    /// everything.
    pub fn within(&self, query: u128, k: u8, hits: &mut Vec<Hit>) -> Counters {
        let query = query & self.design.bits().mask();
        match (&*self.signatures, &self.held) {
            (Signatures::Narrow(words), Held::Narrow(form)) => {
                form.within(words, &self.design, u64::truncated(query), k, hits)
            }
            (Signatures::Wide(words), Held::Wide(form)) => form.within(words, &self.design, query, k, hits),
            _ => unreachable!("built from these signatures"),
        }
    }

    /// The design.
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// Bytes in addition to the signatures.
    pub fn bytes(&self) -> u64 {
        match &self.held {
            Held::Narrow(form) => form.bytes(),
            Held::Wide(form) => form.bytes(),
        }
    }
}

impl<S: Signature> Form<S> {
    pub(super) fn build(words: &[S], design: &Design, progress: &Progress) -> Option<Self> {
        match design.strategy() {
            Strategy::Scan => Some(Self::Plain),
            Strategy::Combinations => {
                let set = Combinations::build(words, design.bits());
                (!progress.is_cancelled()).then_some(Self::Set(set))
            }
            Strategy::Compressed { .. } => Squeezed::build(words, design, progress).map(Self::Compressed),
            Strategy::Blocks | Strategy::Tables { .. } | Strategy::Nested => {
                Tables::build(words, design, progress).map(Self::Tables)
            }
        }
    }

    fn bytes(&self) -> u64 {
        match self {
            Self::Plain => 0,
            Self::Set(set) => set.bytes(),
            Self::Tables(tables) => tables.bytes(),
            Self::Compressed(tables) => tables.bytes(),
        }
    }

    pub(super) fn within(
        &self,
        words: &[S],
        design: &Design,
        query: S,
        k: u8,
        hits: &mut Vec<Hit>,
    ) -> Counters {
        match self {
            Self::Set(set) => set.within(query, k, hits),
            Self::Tables(tables) if k <= design.k() => tables.within(design, query, k, hits),
            Self::Compressed(tables) if k <= design.k() => tables.within(design, query, k, hits),
            Self::Plain | Self::Tables(_) | Self::Compressed(_) => scan(words, query, k, hits),
        }
    }
}

/// Scans everything.
pub fn scan<S: Signature>(words: &[S], query: S, k: u8, hits: &mut Vec<Hit>) -> Counters {
    let mut found = Vec::new();
    Kernel::best().within(query, words, k, &mut found);
    let hit = |index: u32| Hit { index, distance: distance_of(query, words[index as usize]) };
    hits.extend(found.into_iter().map(hit));
    let all = words.len() as u64;
    Counters { probes: 0, candidates: all, distances: all }
}
