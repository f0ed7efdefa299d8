//! What is asked of a text that goes, and what became of all texts.

use crate::alignment::{BadKind, Kind};
use crate::measures::Weights;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// What must hold for a text to go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rules {
    /// The least weighted Jaccard index that confirms a pair, 0 to 1.
    pub least: f64,
    /// The largest share of the weight of a text that may be lost with it, 0 to 1.
    pub loss: f64,
    /// The kinds that go.
    pub allowed: Kinds,
}

impl Default for Rules {
    fn default() -> Self {
        Self { least: 0.3, loss: 0.3, allowed: Kinds::default() }
    }
}

/// A set of kinds; all values of [`Kind::Similar`] are one. By default those that go: same, fold, word, insert and similar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kinds(u16);

impl Default for Kinds {
    fn default() -> Self {
        let mut kinds = Self(0);
        for kind in [Kind::Same, Kind::Fold, Kind::Word, Kind::Insert, Kind::Similar(0)] {
            kinds.set(kind, true);
        }
        kinds
    }
}

impl Kinds {
    /// None.
    pub const NONE: Self = Self(0);

    /// Whether a kind is among them.
    pub fn has(self, kind: Kind) -> bool {
        self.0 & bit(kind) != 0
    }

    /// Puts a kind in, or takes it out.
    pub fn set(&mut self, kind: Kind, is_in: bool) {
        self.0 = if is_in { self.0 | bit(kind) } else { self.0 & !bit(kind) };
    }

    /// Puts all of others in, or takes them out.
    pub fn set_all(&mut self, others: Self, is_in: bool) {
        self.0 = if is_in { self.0 | others.0 } else { self.0 & !others.0 };
    }
}

impl FromStr for Kinds {
    type Err = BadKind;

    /// Names with commas between them.
    fn from_str(names: &str) -> Result<Self, BadKind> {
        let mut kinds = Self::NONE;
        for name in names.split(',') {
            kinds.set(name.trim().parse()?, true);
        }
        Ok(kinds)
    }
}

impl fmt::Display for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> =
            Kind::ALL.iter().filter(|kind| self.has(**kind)).map(|kind| kind.name()).collect();
        f.pad(&names.join(","))
    }
}

fn bit(kind: Kind) -> u16 {
    let at = Kind::ALL.iter().position(|known| known.name() == kind.name());
    1 << at.unwrap_or_default()
}

/// What people said of pairs: whether one of the two may go because of the other. Where not, both stay, unless one of them may
/// go because of a third.
#[derive(Debug, Clone, Default)]
pub struct Said(FxHashMap<u32, Vec<(u32, bool)>>);

impl FromIterator<((u32, u32), bool)> for Said {
    fn from_iter<T: IntoIterator<Item = ((u32, u32), bool)>>(pairs: T) -> Self {
        let mut said = Self::default();
        for ((a, b), may_go) in pairs {
            for (one, other) in [(a, b), (b, a)] {
                said.0.entry(one).or_default().push((other, may_go));
            }
        }
        said
    }
}

impl Said {
    /// The other documents of the pairs of this one, and what was said of each pair.
    pub fn of(&self, document: u32) -> &[(u32, bool)] {
        self.0.get(&document).map_or(&[], Vec::as_slice)
    }
}

/// A text that stays, against one that goes or would go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cover {
    /// The text that stays.
    pub by: u32,
    /// How the two differ.
    pub kind: Kind,
    /// How alike they are by the measure that confirms them.
    pub similarity: f64,
    /// The share of the weight of the text that is in the one that stays.
    pub equal: f64,
}

/// What becomes of a text.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Verdict {
    /// It stays.
    #[default]
    Stays,
    /// It stays, though this text would cover it: the difference is one that must not be lost.
    Held(Cover),
    /// It goes, because this text stays.
    Goes(Cover),
}

impl Verdict {
    /// The text that covers one that goes.
    pub fn gone(&self) -> Option<&Cover> {
        if let Self::Goes(cover) = self { Some(cover) } else { None }
    }

    /// The text that would cover one that is held.
    pub fn held(&self) -> Option<&Cover> {
        if let Self::Held(cover) = self { Some(cover) } else { None }
    }
}

impl Cover {
    /// Of pairs of a text that goes and one that stays, which were found in another way; in their order. `value` is that of a
    /// pair by another measure than the weighted Jaccard index, and `confirms` says whether a value confirms.
    pub fn of(
        pairs: &[(u32, u32)],
        (texts, weights): (&[&str], &Weights),
        value: Option<&(dyn Fn(u32, u32) -> f64 + Sync)>,
        confirms: &(dyn Fn(f64) -> bool + Sync),
    ) -> Vec<Self> {
        let cover = |&(document, by): &(u32, u32)| {
            let [gone, kept] = [document, by].map(|one| texts[one as usize]);
            let weighed = [gone, kept].map(|text| weights.weigh(text));
            let similarity =
                value.map_or_else(|| weighed[0].jaccard(&weighed[1]), |value| value(document, by));
            let kind = Kind::of(gone, kept, confirms(similarity).then_some(similarity));
            Self { by, kind, similarity, equal: weighed[0].contained_in(&weighed[1]) }
        };
        pairs.par_iter().with_max_len(64).map(cover).collect()
    }
}

/// What becomes of all texts.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Cleaned {
    /// By document.
    pub verdicts: Vec<Verdict>,
    /// Groups that are held as one template.
    pub templates: usize,
    /// The share of all text that is in frames, 0 to 1.
    pub frames: f64,
}

impl Cleaned {
    /// Whether a document stays.
    pub fn is_kept(&self, document: usize) -> bool {
        self.verdicts[document].gone().is_none()
    }

    /// Lets the texts go, too, that something goes against, but for those that stay whatever happens.
    pub fn keep_none(
        &mut self,
        texts: (&[&str], &Weights),
        confirms: &(dyn Fn(f64) -> bool + Sync),
        stays: &dyn Fn(u32) -> bool,
    ) {
        let mut pairs: Vec<(u32, u32)> = self.gone().map(|(document, cover)| (cover.by, document)).collect();
        pairs.retain(|&(by, _)| !stays(by));
        let covers = Cover::of(&pairs, texts, None, confirms);
        for ((by, _), cover) in pairs.into_iter().zip(covers) {
            if self.is_kept(by as usize) {
                self.verdicts[by as usize] = Verdict::Goes(cover);
            }
        }
    }

    /// By document, the kinds of the pairs that it is in: as one that goes or is held, or as the one that stays.
    pub fn kinds(&self) -> Vec<Kinds> {
        let mut kinds = vec![Kinds::NONE; self.verdicts.len()];
        for (document, cover) in self.gone().chain(self.held()) {
            for one in [document, cover.by] {
                kinds[one as usize].set(cover.kind, true);
            }
        }
        kinds
    }

    /// The documents that go or are held, by kind; those that lose most first.
    pub fn by_kind(&self) -> BTreeMap<Kind, Vec<(u32, &Cover)>> {
        let mut kinds: BTreeMap<Kind, Vec<(u32, &Cover)>> = BTreeMap::new();
        for (document, cover) in self.gone().chain(self.held()) {
            kinds.entry(cover.kind).or_default().push((document, cover));
        }
        for found in kinds.values_mut() {
            found.sort_by(|(a, one), (b, other)| {
                let doubt =
                    one.equal.total_cmp(&other.equal).then(one.similarity.total_cmp(&other.similarity));
                doubt.then(a.cmp(b))
            });
        }
        kinds
    }

    /// How many of those that go are confirmed: equal ones, and those whose value is enough.
    pub fn confirmed(&self, is_enough: &dyn Fn(f64) -> bool) -> usize {
        self.gone().filter(|(_, cover)| cover.kind.is_equal() || is_enough(cover.similarity)).count()
    }

    /// The documents that go, each with what covers it.
    pub fn gone(&self) -> impl Iterator<Item = (u32, &Cover)> {
        (0..).zip(&self.verdicts).filter_map(|(document, verdict)| Some((document, verdict.gone()?)))
    }

    /// The documents that are held, each with what would cover it.
    pub fn held(&self) -> impl Iterator<Item = (u32, &Cover)> {
        (0..).zip(&self.verdicts).filter_map(|(document, verdict)| Some((document, verdict.held()?)))
    }
}
