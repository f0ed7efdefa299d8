//! What is asked of a text that goes, and what became of all texts.

use super::matters::Matters;
use crate::alignment::{Kind, KindError};
use crate::recipe::Ignored;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// What must hold for a text to go.
#[derive(Debug, Clone, PartialEq)]
pub struct Rules {
    /// The least value of a pair by the measure that confirms, 0 to 1.
    pub cut: f64,
    /// The largest share of the words of a text that may be lost with it, 0 to 1; `None` for the [limit](Self::loss_of) by its length.
    pub loss: Option<f64>,
    /// No stretch of so many words may be lost; 0 for any.
    pub passage: u32,
    /// What the owner of the corpus said of differences.
    pub matters: Matters,
    /// What matches one of these must be the same in both texts.
    pub must_agree: Vec<Ignored>,
}

impl Default for Rules {
    fn default() -> Self {
        Self { cut: 0.3, loss: None, passage: 16, matters: Matters::default(), must_agree: Vec::new() }
    }
}

impl Rules {
    /// The largest share of a text of so many words that may be lost with it.
    pub fn loss_of(&self, words: u32) -> f64 {
        const LIMITS: [f64; super::testimony::BANDS] = [0.3, 0.2, 0.1];
        self.loss.unwrap_or(LIMITS[super::testimony::band(words)])
    }
}

/// A set of kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Kinds(u32);

impl Kinds {
    /// None.
    pub const NONE: Self = Self(0);

    /// Whether a kind is among them.
    pub fn has(self, kind: Kind) -> bool {
        self.0 & super::aligned::bit(kind) != 0
    }

    /// Puts a kind in.
    pub fn add(&mut self, kind: Kind) {
        self.0 |= super::aligned::bit(kind);
    }

    /// Puts all of others in.
    pub fn add_all(&mut self, others: Self) {
        self.0 |= others.0;
    }

    /// The same, from its bits.
    pub(super) const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// The kinds, in their order.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |kind| self.has(*kind))
    }
}

impl FromStr for Kinds {
    type Err = KindError;

    /// Names with commas between them; `words` is three kinds.
    fn from_str(names: &str) -> Result<Self, KindError> {
        let mut kinds = Self::NONE;
        for name in names.split(',') {
            for kind in super::matters::kinds_named(name)? {
                kinds.add(kind);
            }
        }
        Ok(kinds)
    }
}

impl fmt::Display for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(Kind::name).collect();
        f.pad(&names.join(","))
    }
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
    /// All documents of which something was said.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, &[(u32, bool)])> {
        self.0.iter().map(|(&document, said)| (document, &said[..]))
    }

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
    /// How the two differ: of a text that goes the heaviest difference, of one that is held the first that matters.
    pub kind: Kind,
    /// All kinds of difference between them.
    pub kinds: Kinds,
    /// How alike they are by the measure that confirms them.
    pub similarity: f64,
    /// The share of the text that is not in the one that stays: of its words, or of their weight, whichever is more.
    pub lost: f64,
    /// Why it is held, if it is.
    pub why: Option<Why>,
    /// The recurring difference that holds it, by its number in the comparison.
    pub key: Option<u32>,
}

/// Why a text is held.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Why {
    /// Differences of this kind matter unless somebody says otherwise.
    Default,
    /// Somebody said that it matters.
    Said,
    /// It is one or two words alone: whether these matter nobody can know but the owner.
    FewWords,
    /// Case or indentation alone differs, of a unit or of code.
    Case,
    /// Both are in a group of texts that are not all alike.
    Loose,
    /// In texts of that length this share of the similar pairs, 0 to 1, lies in such groups.
    Band {
        /// The words of the shortest such text, and of the shortest that is too long.
        words: (Option<u32>, Option<u32>),
        /// The share.
        share: f64,
    },
    /// Both are long, and differ mostly where other texts like them say something else, too.
    Siblings,
    /// The same difference parts so many pairs.
    Recurring(u32),
    /// The same word stands for another one in three places or more.
    Renamed,
    /// More would be lost than this share, 0 to 1.
    Loss(f64),
    /// A stretch of so many words would be lost.
    Passage(u32),
    /// What must be the same in both is not.
    MustAgree,
    /// The texts fill in one template.
    Template,
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

    /// Lets the texts go, too, that something goes against, but for those that stay whatever happens. `turned` is the cover of a text
    /// that goes because of another.
    pub fn keep_none(&mut self, turned: &dyn Fn(u32, u32) -> Cover, stays: &dyn Fn(u32) -> bool) {
        let mut pairs: Vec<(u32, u32)> = self.gone().map(|(document, cover)| (cover.by, document)).collect();
        pairs.retain(|&(by, _)| !stays(by));
        for (by, document) in pairs {
            if self.is_kept(by as usize) {
                self.verdicts[by as usize] = Verdict::Goes(turned(by, document));
            }
        }
    }

    /// By document, the kinds of the pairs that it is in: as one that goes or is held, or as the one that stays.
    pub fn kinds(&self) -> Vec<Kinds> {
        let mut kinds = vec![Kinds::NONE; self.verdicts.len()];
        for (document, cover) in self.gone().chain(self.held()) {
            for one in [document, cover.by] {
                kinds[one as usize].add(cover.kind);
                kinds[one as usize].add_all(cover.kinds);
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
                let doubt = other.lost.total_cmp(&one.lost).then(one.similarity.total_cmp(&other.similarity));
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

    /// Those of them that wait for an answer: of the others somebody said that they stay.
    pub fn waiting(&self) -> impl Iterator<Item = (u32, &Cover)> {
        self.held().filter(|(_, cover)| cover.why != Some(Why::Said))
    }
}
