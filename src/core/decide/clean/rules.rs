//! The rules for texts that go, and the verdicts on all texts.

use super::matters::Matters;
use crate::alignment::{Kind, KindError};
use crate::evidence::Catalogue;
use crate::recipe::Ignored;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// The conditions under which a text may go.
#[derive(Debug, Clone, PartialEq)]
pub struct Rules {
    /// The least similarity of a pair by the measure that confirms, 0 to 1.
    pub cut: f64,
    /// The largest share of the words of a text that may be lost with it, 0 to 1; `None` for the [limit](Self::loss_of) by its length.
    pub loss: Option<f64>,
    /// The least number of words in a row that may not be lost; 0 for no limit.
    pub passage: u32,
    /// The owner's answers about differences.
    pub matters: Matters,
    /// Patterns whose matches must be the same in both texts.
    pub must_agree: Vec<Ignored>,
}

impl Default for Rules {
    fn default() -> Self {
        Self { cut: 0.3, loss: None, passage: 16, matters: Matters::default(), must_agree: Vec::new() }
    }
}

impl Rules {
    /// The largest share of a text of this many words that may be lost.
    pub fn loss_of(&self, words: u32) -> f64 {
        const LIMITS: [f64; super::testimony::BANDS] = [0.3, 0.2, 0.1];
        self.loss.unwrap_or(LIMITS[super::testimony::band(words)])
    }
}

/// A set of kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Kinds(u32);

impl Kinds {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// Whether the set has a kind.
    pub fn has(self, kind: Kind) -> bool {
        self.0 & super::aligned::bit(kind) != 0
    }

    /// Adds a kind.
    pub fn add(&mut self, kind: Kind) {
        self.0 |= super::aligned::bit(kind);
    }

    /// Adds all kinds of another set.
    pub fn add_all(&mut self, others: Self) {
        self.0 |= others.0;
    }

    /// The set with these bits.
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

    /// Reads names with commas between them; `words` is three kinds.
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

/// Judgements of pairs: whether one of the two may go because of the other. After a no both stay, unless a judgement lets one of
/// them go because of a third.
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
    /// All documents with judgements, and these.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, &[(u32, bool)])> {
        self.0.iter().map(|(&document, said)| (document, &said[..]))
    }

    /// The same without what was refused; `None` if nothing was.
    pub(super) fn without_refusals(&self) -> Option<Self> {
        let may_go = |said: &[(u32, bool)]| said.iter().copied().filter(|(_, may_go)| *may_go).collect();
        let has_no = self.iter().any(|(_, said)| said.iter().any(|(_, may_go)| !may_go));
        has_no.then(|| Self(self.iter().map(|(document, said)| (document, may_go(said))).collect()))
    }

    /// The judgements of pairs of a document: the other document, and whether one of the two may go.
    pub fn of(&self, document: u32) -> &[(u32, bool)] {
        self.0.get(&document).map_or(&[], Vec::as_slice)
    }
}

/// A text that stays, as the reason why another goes or is held.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cover {
    /// The text that stays.
    pub by: u32,
    /// How the two differ: the heaviest difference if the text goes, the first that matters if it is held.
    pub kind: Kind,
    /// All kinds of difference between them.
    pub kinds: Kinds,
    /// Their similarity by the measure that confirms them.
    pub similarity: f64,
    /// The share of the text that is lost: of its words, or of their weight, whichever is larger.
    pub lost: f64,
    /// Why the text is held; `None` if it goes.
    pub why: Option<Why>,
    /// The recurring difference that holds it, by its number in the comparison.
    pub key: Option<u32>,
}

/// Why a text is held.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Why {
    /// The kind matters by default.
    Default,
    /// The owner said that the difference matters.
    Said,
    /// One or two words are all that differs, and only the owner knows whether they matter.
    FewWords,
    /// Only the case of a unit differs, or case or indentation in code.
    Case,
    /// Both texts are in a loose group, whose members are not all similar.
    Loose,
    /// In texts of this length many of the similar pairs are in loose groups.
    Band(Catalogue),
    /// Both texts are long, and differ mostly in places where other similar texts also differ.
    Siblings,
    /// The same difference recurs in this number of pairs.
    Recurring(u32),
    /// The same word is replaced by the same other word in three places or more.
    Renamed,
    /// More would be lost than this share, 0 to 1.
    Loss(f64),
    /// This many words in a row would be lost.
    Passage(u32),
    /// Content that must agree does not.
    MustAgree,
    /// The texts fill in one template.
    Template,
}

/// The verdict on a document.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Verdict {
    /// It stays.
    #[default]
    Stays,
    /// It stays although it is similar to this text, because a difference matters or too much would be lost.
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

/// The verdicts on all documents.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Cleaned {
    /// By document.
    pub verdicts: Vec<Verdict>,
    /// Groups that are held as one template.
    pub templates: usize,
    /// The share of all text that is in frames, 0 to 1.
    pub frames: f64,
    /// How many texts consist of frames nearly wholly.
    pub framed: usize,
    /// The order in which documents stay, if it is not the usual one.
    pub order: Option<Vec<u32>>,
    /// What becomes of them before anything is refused, if something is.
    pub before: Option<Vec<Verdict>>,
}

impl Cleaned {
    /// Whether a document stays.
    pub fn is_kept(&self, document: usize) -> bool {
        self.verdicts[document].gone().is_none()
    }

    /// Lets also the texts go that are the cover of another, except those for which `stays` holds. `turned` computes the cover of
    /// the first document by the second.
    pub fn keep_none(&mut self, turned: &dyn Fn(u32, u32) -> Cover, stays: &dyn Fn(u32) -> bool) {
        let mut pairs: Vec<(u32, u32)> = self.gone().map(|(document, cover)| (cover.by, document)).collect();
        pairs.retain(|&(by, _)| !stays(by));
        for (by, document) in pairs {
            if self.is_kept(by as usize) {
                self.verdicts[by as usize] = Verdict::Goes(turned(by, document));
            }
        }
    }

    /// By document, the kinds of all pairs that it is part of, on either side.
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

    /// The documents that go or are held, by kind. Those that lose most come first.
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

    /// How many documents that go are confirmed: they are equal to their cover, or `is_enough` holds for the similarity.
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
