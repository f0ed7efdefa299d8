//! Whether one text of a pair may go because of the other.

use super::aligned::{LIGHT, NO_KEY, Pair, Spot, bit};
use super::comparison::Comparison;
use super::rules::{Kinds, Rules, Why};
use super::testimony::{LONG, MIDDLE, band, is_loose, is_open, lengths};
use crate::alignment::Kind;

/// Rules made ready for one comparison.
pub(super) struct Judge<'a> {
    comparison: &'a Comparison,
    rules: &'a Rules,
    /// What the owner said, by recurring difference and by kind.
    keys: Vec<Option<bool>>,
    kinds: [Option<bool>; Kind::ALL.len()],
}

/// What is found of a pair when one of its texts goes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Judged {
    /// The heaviest difference; the first that matters, if any does.
    pub kind: Kind,
    /// All of them.
    pub kinds: Kinds,
    /// The share of the text that would be lost.
    pub lost: f64,
    /// Why it may not go, if it may not.
    pub why: Option<Why>,
    /// The recurring difference that holds it, or [`NO_KEY`].
    pub key: u32,
}

/// So many words that stand alone between two texts are a contrast, not an edit.
const FEW: usize = 2;
/// A long text is edited if it differs in so many ordinary places, and in so many for each that would part shorter texts. Then as much may
/// be lost as of a shorter one, and a passage is long if it is more than this share of the text, too.
const EDITS: usize = 5;
const PASSAGE: f64 = 0.03;

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

    /// Whether texts that are equal may go because of one another.
    pub fn lets_equal_go(&self, kind: Kind) -> bool {
        self.said(kind) != Some(true)
    }

    /// Judges a pair, of which the text on this side would go.
    pub fn judge(&self, pair: &Pair, side: usize) -> Judged {
        let spots = self.comparison.spots(pair);
        self.judge_spots(pair, spots, side)
    }

    /// The same, with spots that are not those of the comparison.
    pub fn judge_spots(&self, pair: &Pair, spots: &[Spot], side: usize) -> Judged {
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
        let is_edited = self.is_edited(pair, spots, side);
        let (mut words, mut weight, mut passage, mut few, mut is_edit) = (0_u32, 0.0_f32, 0_u32, 0, false);
        for spot in spots {
            let kind = if side == 0 { spot.kind } else { spot.kind.mirrored() };
            judged.kinds.add(kind);
            heaviest = heaviest.max(kind);
            let of = |key: u32| self.keys.get(key as usize).copied().flatten();
            let of_key = of(spot.numbers).or(of(spot.key));
            let said = of_key.or(self.said(kind));
            if said != Some(false) {
                match kind {
                    Kind::Word | Kind::More | Kind::Less if !self.is_variant(spot) => few += 1,
                    Kind::Rewritten | Kind::TextMore | Kind::TextLess if spot.is_few => few += 1,
                    Kind::Rewritten | Kind::TextMore | Kind::TextLess => is_edit = true,
                    _ => {}
                }
            }
            if first.is_none()
                && let Some(why) = self.why(pair, (spot, kind), (side, is_edited), said)
            {
                first = Some((kind, why, spot.key));
            }
            // What the owner named costs nothing.
            if kind.costs() && of_key != Some(false) {
                words += u32::from(spot.words[side]);
                weight += spot.weights[side];
                if matches!(kind, Kind::TextLess | Kind::Rewritten) {
                    passage = passage.max(spot.words[side].into());
                }
            }
        }
        let text = &self.comparison.texts[pair.sides[side] as usize];
        let share = f64::from(words) / f64::from(text.words.max(1));
        let weighed = if text.weight > 0.0 { f64::from(weight / text.weight) } else { 0.0 };
        judged.lost = share.max(weighed).min(1.0);
        judged.kind = heaviest;
        if first.is_none()
            && (1..=FEW).contains(&few)
            && !is_edit
            && self.said(Kind::OneOrTwoWords) != Some(false)
        {
            let why = self.said(Kind::OneOrTwoWords).map_or(Why::FewWords, |_| Why::Said);
            first = Some((Kind::OneOrTwoWords, why, NO_KEY));
        }
        if first.is_none() && self.said(Kind::Lost) != Some(false) {
            let limit = self.rules.loss_of(if is_edited { MIDDLE } else { text.words });
            let is_long = !is_edited || f64::from(passage) > PASSAGE * f64::from(text.words);
            let why = if judged.lost > limit {
                Some(Why::Loss(limit))
            } else if self.rules.passage > 0 && passage >= self.rules.passage && is_long {
                Some(Why::Passage(passage))
            } else {
                None
            };
            let said = self.said(Kind::Lost).map(|_| Why::Said);
            first = why.map(|why| (Kind::Lost, said.unwrap_or(why), NO_KEY));
        }
        if let Some((kind, why, key)) = first {
            (judged.kind, judged.why, judged.key) = (kind, Some(why), key);
        }
        judged
    }

    /// Why a difference matters, if it does.
    fn why(
        &self,
        pair: &Pair,
        (spot, kind): (&Spot, Kind),
        (side, is_edited): (usize, bool),
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
        // Of a short text the order may be the point: who owes whom.
        let words = self.comparison.texts[pair.sides[side] as usize].words;
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
        // To whoever says that a word or two do not matter, they do not matter more often.
        if self.said(Kind::OneOrTwoWords) != Some(false)
            && let Some(known) = testimony.keys.get(spot.key as usize).filter(|known| known.recurs)
        {
            return Some(Why::Recurring(known.pairs));
        }
        if is_loose(testimony, pair) {
            return Some(Why::Loose);
        }
        testimony.parts_band(words).then(|| {
            let band = band(words);
            Why::Band { words: lengths(band), share: testimony.loose[band] }
        })
    }

    /// Whether a pair is two versions of one long text: what would part shorter ones is then one edit among many. Numbers are not: in them
    /// editions differ by intent.
    fn is_edited(&self, pair: &Pair, spots: &[Spot], side: usize) -> bool {
        let words = self.comparison.texts[pair.sides[side] as usize].words;
        if words < LONG || pair.is_parted {
            return false;
        }
        let parting = spots.iter().filter(|spot| parts_shorter(spot)).count();
        let ordinary = spots.iter().filter(|spot| !parts_shorter(spot) && is_open(spot.kind)).count();
        ordinary >= EDITS * parting.max(1)
    }

    /// What the owner said of a difference at one place.
    pub fn said_of(&self, spot: &Spot) -> Option<bool> {
        let of = |key: u32| self.keys.get(key as usize).copied().flatten();
        of(spot.numbers).or(of(spot.key)).or(self.said(spot.kind))
    }

    fn is_variant(&self, spot: &Spot) -> bool {
        self.comparison.testimony.keys.get(spot.key as usize).is_some_and(|known| known.is_variant)
    }
}

/// Whether a difference parts texts that are not long.
fn parts_shorter(spot: &Spot) -> bool {
    spot.kind.matters() && spot.kind != Kind::Number || spot.is_renamed
}
