//! Judges whether one text of a pair may go because of the other.

use super::aligned::{LIGHT, NO_KEY, Pair, Spot, bit};
use super::comparison::{Comparison, Distinct};
use super::rules::{Kinds, Rules, Why};
use super::testimony::{LONG, MIDDLE, band, is_loose, is_open};
use crate::alignment::Kind;
use rustc_hash::FxHashSet;

/// Rules, prepared for one comparison.
pub(super) struct Judge<'a> {
    comparison: &'a Comparison,
    rules: &'a Rules,
    /// What the owner said, by recurring difference and by kind.
    keys: Vec<Option<bool>>,
    kinds: [Option<bool>; Kind::ALL.len()],
}

/// The result for a pair if one of its texts goes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Judged {
    /// The first difference that matters; the heaviest if none does.
    pub kind: Kind,
    /// All kinds of difference.
    pub kinds: Kinds,
    /// The share of the text that would be lost.
    pub lost: f64,
    /// Why the text is held; `None` if it may go.
    pub why: Option<Why>,
    /// The recurring difference that holds it, or [`NO_KEY`].
    pub key: u32,
}

/// The most short differences of a contrast; with more the pair is an edit. One that is repeated counts once.
const FEW: usize = 2;
/// A long text is edited if it has this many ordinary differences for each difference that holds shorter texts, and at least this
/// many. An edited text may lose as much as a text of the middle length, and a passage of it must also exceed this share of the
/// text to hold it.
const EDITS: usize = 5;
const PASSAGE: f64 = 0.03;

/// Short differences of two texts, each counted once; more than [`FEW`] may be counted twice.
#[derive(Default)]
struct Few {
    first: [[u64; 2]; FEW],
    count: usize,
    /// Some of them are passages of a short text.
    is_passage: bool,
    /// A longer difference makes the pair an edit.
    is_edit: bool,
}

impl Few {
    fn add(&mut self, spot: &Spot, kind: Kind, is_short: bool) {
        let is_passage = matches!(kind, Kind::Rewritten | Kind::TextLess);
        match kind {
            Kind::Word | Kind::More | Kind::Less => self.count(spot),
            Kind::Rewritten | Kind::TextMore | Kind::TextLess if spot.is_few => self.count(spot),
            // In a short text other words say another thing, however many they are or come on top.
            _ if is_passage && is_short => {
                self.count(spot);
                self.is_passage = true;
            }
            _ => self.is_edit |= !is_short && (is_passage || kind == Kind::TextMore),
        }
    }

    fn count(&mut self, spot: &Spot) {
        let known = self.count.min(FEW);
        if !self.first[..known].contains(&spot.fillers) {
            if let Some(next) = self.first.get_mut(self.count) {
                *next = spot.fillers;
            }
            self.count += 1;
        }
    }

    fn is_contrast(&self) -> bool {
        (1..=FEW).contains(&self.count) && !self.is_edit
    }
}

impl<'a> Judge<'a> {
    pub fn new(comparison: &'a Comparison, rules: &'a Rules) -> Self {
        Self {
            comparison,
            rules,
            keys: comparison.keys.iter().map(|key| rules.matters.key(key)).collect(),
            kinds: Kind::ALL.map(|kind| rules.matters.kind(kind)),
        }
    }

    /// What was said of a kind.
    pub fn said(&self, kind: Kind) -> Option<bool> {
        self.kinds[kind as usize]
    }

    /// Whether one of two equal texts may go.
    pub fn lets_equal_go(&self, kind: Kind) -> bool {
        self.said(kind) != Some(true)
    }

    /// Judges a pair if the text on this side goes.
    pub fn judge(&self, pair: &Pair, side: usize) -> Judged {
        let spots = self.comparison.spots(pair);
        let text = &self.comparison.texts[pair.sides[side] as usize];
        self.judge_spots(pair, spots, (side, text))
    }

    /// The same, with spots and a text that need not be in the comparison.
    pub fn judge_spots(&self, pair: &Pair, spots: &[Spot], (side, text): (usize, &Distinct)) -> Judged {
        let mut judged = Judged {
            kind: Kind::Fold,
            kinds: Kinds::from_bits(pair.light),
            lost: 0.0,
            why: None,
            key: NO_KEY,
        };
        let (mut heaviest, mut first) = (judged.kind, None);
        if pair.light & bit(Kind::Fold) != 0 && self.said(Kind::Fold) != Some(false) {
            first = Some((Kind::Fold, self.said(Kind::Fold).map_or(Why::Case, |_| Why::Said), NO_KEY));
        }
        for kind in LIGHT.into_iter().filter(|kind| pair.light & bit(*kind) != 0) {
            heaviest = heaviest.max(kind);
            if self.said(kind) == Some(true) {
                first = first.or(Some((kind, Why::Said, NO_KEY)));
            }
        }
        let is_edited = is_edited(pair, spots, text.words);
        let (mut words, mut weight, mut passage) = (0_u32, 0.0_f32, 0_u32);
        let mut few = Few::default();
        for spot in spots {
            let kind = if side == 0 { spot.kind } else { spot.kind.mirrored() };
            judged.kinds.add(kind);
            heaviest = heaviest.max(kind);
            let of_key = self.said_of_key(spot);
            let said = of_key.or(self.said(kind));
            if said != Some(false) && !self.is_variant(spot) {
                few.add(spot, kind, text.words < MIDDLE);
            }
            if first.is_none()
                && let Some(why) = self.why(pair, (spot, kind), (text.words, is_edited), said)
            {
                first = Some((kind, why, spot.key));
            }
            // A difference that the owner allowed by name loses nothing.
            if kind.costs() && of_key != Some(false) {
                words += u32::from(spot.words[side]);
                weight += spot.weights[side];
                if matches!(kind, Kind::TextLess | Kind::Rewritten) {
                    passage = passage.max(spot.words[side].into());
                }
            }
        }
        let share = f64::from(words) / f64::from(text.words.max(1));
        let weighed = if text.weight > 0.0 { f64::from(weight / text.weight) } else { 0.0 };
        judged.lost = share.max(weighed).min(1.0);
        judged.kind = heaviest;
        let of_all = || self.of_all(judged.lost, &few, (passage, is_edited), text.words);
        let first = first.or_else(|| of_all().map(|(kind, why)| (kind, why, NO_KEY)));
        if let Some((kind, why, key)) = first {
            (judged.kind, judged.why, judged.key) = (kind, Some(why), key);
        }
        judged
    }

    /// Why the differences matter together: they are few, or too much is lost.
    fn of_all(
        &self,
        lost: f64,
        few: &Few,
        (passage, is_edited): (u32, bool),
        words: u32,
    ) -> Option<(Kind, Why)> {
        let limit = self.rules.loss_of(if is_edited { MIDDLE } else { words });
        // Of a passage that is too long to be lost, no answer about words decides.
        if few.is_contrast()
            && !(few.is_passage && lost > limit)
            && self.said(Kind::OneOrTwoWords) != Some(false)
        {
            return Some((
                Kind::OneOrTwoWords,
                self.said(Kind::OneOrTwoWords).map_or(Why::FewWords, |_| Why::Said),
            ));
        }
        let is_long = !is_edited || f64::from(passage) > PASSAGE * f64::from(words);
        let why = if lost > limit {
            Why::Loss(limit)
        } else if self.rules.passage > 0 && passage >= self.rules.passage && is_long {
            Why::Passage(passage)
        } else {
            return None;
        };
        match self.said(Kind::Lost) {
            Some(false) => None,
            said => Some((Kind::Lost, said.map_or(why, |_| Why::Said))),
        }
    }

    /// Why a difference matters, if it does.
    fn why(
        &self,
        pair: &Pair,
        (spot, kind): (&Spot, Kind),
        (words, is_edited): (u32, bool),
        said: Option<bool>,
    ) -> Option<Why> {
        if let Some(matters) = said {
            return matters.then_some(Why::Said);
        }
        if pair.is_parted && is_open(kind) {
            return Some(Why::Siblings);
        }
        if is_edited && parts_shorter(spot) {
            return None;
        }
        // In a short text the order may carry the meaning: who owes whom.
        if kind.matters() || kind == Kind::Order && words < MIDDLE {
            return Some(Why::Default);
        }
        let testimony = &self.comparison.testimony;
        if spot.is_renamed {
            return Some(Why::Renamed);
        }
        if !is_open(kind) {
            return None;
        }
        // If the owner allowed one or two words, they are also allowed where they recur.
        if self.said(Kind::OneOrTwoWords) != Some(false)
            && let Some(known) = testimony.keys.get(spot.key as usize).filter(|known| known.recurs)
        {
            return Some(Why::Recurring(known.pairs));
        }
        if is_loose(testimony, pair) {
            return Some(Why::Loose);
        }
        testimony.parts_band(band(words)).map(Why::Band)
    }

    /// What the owner said of the difference at a spot, if the text on this side goes.
    pub fn said_of(&self, spot: &Spot, side: usize) -> Option<bool> {
        let kind = if side == 0 { spot.kind } else { spot.kind.mirrored() };
        self.said_of_key(spot).or(self.said(kind))
    }

    fn said_of_key(&self, spot: &Spot) -> Option<bool> {
        let of = |key: u32| self.keys.get(key as usize).copied().flatten();
        of(spot.numbers).or(of(spot.key))
    }

    fn is_variant(&self, spot: &Spot) -> bool {
        self.comparison.testimony.keys.get(spot.key as usize).is_some_and(|known| known.is_variant)
    }
}

/// Whether a difference holds texts that are not long.
fn parts_shorter(spot: &Spot) -> bool {
    spot.kind.matters() && spot.kind != Kind::Number || spot.is_renamed
}

/// Whether a pair is two versions of one long text. Then a difference that would hold a shorter text is one edit among many.
/// Numbers are excepted, because editions differ in them on purpose.
fn is_edited(pair: &Pair, spots: &[Spot], words: u32) -> bool {
    if words < LONG || pair.is_parted {
        return false;
    }
    // What replaces the same words again and again renames them; an insertion that is repeated is one.
    let mut inserted = FxHashSet::default();
    let is_another =
        |spot: &&Spot| spot.words.iter().all(|&words| words > 0) || inserted.insert(spot.fillers);
    let parting = spots.iter().filter(|spot| parts_shorter(spot)).filter(is_another).count();
    let ordinary = spots.iter().filter(|spot| !parts_shorter(spot) && is_open(spot.kind)).count();
    ordinary >= EDITS * parting.max(1)
}
