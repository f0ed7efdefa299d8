//! The differences of two texts.

use super::class::{Moved, class};
use super::hunks::{Hunk, hunks};
use super::key::{Key, joined, joined_raw};
use super::kind::Kind;
use super::lists::is_operator;
use super::place::{Place, Side};
use super::tokens::{Sort, Tokens};
use super::units::is_unit_sign;
use rustc_hash::FxHashMap;

/// One place in which two texts differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Its class if the first text goes and the second stays.
    pub kind: Kind,
    /// Its place in both texts.
    pub hunk: Hunk,
    /// The key that the same difference has between other texts. `None` for marks and order, and for long hunks: more than six
    /// words on a side, or 24 if the other side has none.
    pub key: Option<Key>,
}

/// Counts of the tokens of a corpus, by their [hashes](Tokens::hash).
pub trait Vocabulary {
    /// How many texts have a token.
    fn texts(&self, token: u64) -> u32;

    /// Whether a token is capitalised in at least 80 % of its places.
    fn is_name(&self, token: u64) -> bool;
}

/// The differences of two texts, in the order of the texts; empty if all tokens are equal. If the texts change places, kinds are
/// [mirrored](Kind::mirrored) and keys stay the same. Texts that share too little have one difference, `Rewritten`.
pub fn differences(a: &Tokens, b: &Tokens, words: &dyn Vocabulary) -> Vec<Difference> {
    let Some(hunks) = hunks(a, b) else {
        let hunk = Hunk { a: 0..a.len() as u32, b: 0..b.len() as u32 };
        return vec![Difference { kind: Kind::Rewritten, hunk, key: None }];
    };
    let mut counts: FxHashMap<u64, [u32; 2]> = FxHashMap::default();
    if hunks.len() > 1 {
        for hunk in &hunks {
            for (side, (tokens, range)) in [(a, &hunk.a), (b, &hunk.b)].into_iter().enumerate() {
                for token in &tokens.all()[range.start as usize..range.end as usize] {
                    counts.entry(token.hash).or_default()[side] += 1;
                }
            }
        }
    }
    let classed = hunks.into_iter().map(|hunk| {
        let place = Place::new(&hunk, a, b);
        let kind = class(&place, moved(&place, &counts), words);
        let key = key(kind, &place);
        Difference { kind, hunk, key }
    });
    classed.collect()
}

/// Whether four fifths of the words also occur in hunks of the other text. A hunk with words on both sides is tested only if both
/// have more than three.
fn moved(place: &Place, counts: &FxHashMap<u64, [u32; 2]>) -> Moved {
    let is_both = |side: &Side, at: usize| {
        counts.get(&side.token(at).hash).is_some_and(|[of_a, of_b]| *of_a > 0 && *of_b > 0)
    };
    let share = |side: &Side| side.places.iter().filter(|&&at| is_both(side, at)).count();
    let (all, found) = (place.a.words.len() + place.b.words.len(), share(&place.a) + share(&place.b));
    let is_either = place.is_one_sided() || place.a.words.len().min(place.b.words.len()) > 3;
    match all {
        0 => Moved::No,
        _ if !is_either || 5 * found < 4 * all => Moved::No,
        1 => Moved::Word,
        _ => Moved::Part,
    }
}

/// The most words of a side that has a key: in a replacement, and in a hunk with one empty side.
const MOST_WORDS: usize = 6;
const MOST_MORE: usize = 24;

fn key(kind: Kind, place: &Place) -> Option<Key> {
    let [a, b] = place.sides();
    if matches!(kind, Kind::Marks | Kind::Order)
        || place.longest() > if place.is_one_sided() { MOST_MORE } else { MOST_WORDS }
    {
        return None;
    }
    if kind == Kind::Number {
        match (a.words.is_empty(), b.words.is_empty()) {
            (false, false) if has_number(a) && has_number(b) => return number_key(place),
            (false, false) => {}
            _ => return Some(Key::NumberMore),
        }
    }
    let text = |side: &Side| {
        let is_sign = |at: &usize| {
            let raw = side.tokens.raw(*at);
            is_operator(raw) || is_unit_sign(raw) || matches!(raw, "!" | "-" | "−")
        };
        match (kind, side.words.is_empty()) {
            (Kind::Operator | Kind::Unit, true) => joined(side.tokens, side.range.clone().filter(is_sign)),
            // The words differ in case only.
            (Kind::Unit, _) if a.words == b.words => joined_raw(side.tokens, side.places.iter().copied()),
            _ => joined(side.tokens, side.places.iter().copied()),
        }
    };
    match (text(a), text(b)) {
        (x, y) if x == y => None,
        (x, y) if y.is_empty() => Some(Key::More(x)),
        (x, y) if x.is_empty() => Some(Key::More(y)),
        (x, y) => Some(Key::of([x, y])),
    }
}

fn has_number(side: &Side) -> bool {
    side.places.iter().any(|&at| side.is_number(Some(at))) || side.words.len() == 1
}

/// The key by the nearest word to the left. Without one, by the token to the right, then by the token directly to the left.
fn number_key(place: &Place) -> Option<Key> {
    let a = &place.a;
    let sort = |at: usize| a.token(at).sort;
    let word = |at: &usize| sort(*at) == Sort::Word && !a.is_number(Some(*at));
    let text = |at: usize| a.tokens.lower(at).into_owned();
    let is_stop = |at: &usize| matches!(a.tokens.raw(*at), "." | "!" | "?" | "。" | ";");
    let to_left: Vec<usize> = (1..=3).map_while(|by| place.left(by)).take_while(|at| !is_stop(at)).collect();
    let is_passed = |at: usize| sort(at) == Sort::Mark || sort(at) == Sort::Number;
    let nearest = to_left.iter().copied().find(|&at| !is_passed(at)).filter(word);
    let right = place.right().filter(|&at| sort(at) != Sort::Mark && !a.is_number(Some(at)));
    let is_quote = |at: &usize| matches!(a.tokens.raw(*at), "\"" | "“" | "”" | "„" | "«" | "»");
    let left = to_left.first().copied().filter(|at| !is_quote(at));
    let after = |at| Key::NumberAfter(text(at));
    nearest.map(after).or_else(|| right.map(|at| Key::NumberBefore(text(at)))).or_else(|| left.map(after))
}

impl Difference {
    /// The same difference if the second text goes and the first stays.
    pub fn turned(self) -> Self {
        let Hunk { a, b } = self.hunk;
        Self { kind: self.kind.mirrored(), hunk: Hunk { a: b, b: a }, key: self.key }
    }

    /// The key of a replaced number by both numbers, whatever the words around it.
    pub(crate) fn numbers(&self, a: &Tokens, b: &Tokens) -> Option<Key> {
        let is_pair = matches!(self.key, Some(Key::NumberAfter(_) | Key::NumberBefore(_)));
        if self.kind != Kind::Number || !is_pair {
            return None;
        }
        let place = Place::new(&self.hunk, a, b);
        Some(Key::of(place.sides().map(|side| joined(side.tokens, side.places.iter().copied()))))
    }
}

/// The most items of a description.
const MOST_ITEMS: usize = 6;

/// Describes differences in one line, in the order of the texts: `number: 95 → 25; marks; text-more: + the first five words …`.
pub fn describe(differences: &[Difference], a: &Tokens, b: &Tokens) -> String {
    let mut items: Vec<String> = Vec::new();
    for difference in differences {
        let item = described(difference, a, b);
        if items.last() == Some(&item) {
            continue;
        }
        if items.len() == MOST_ITEMS {
            items.push("…".to_owned());
            break;
        }
        items.push(item);
    }
    items.join("; ")
}

fn described(difference: &Difference, a: &Tokens, b: &Tokens) -> String {
    let Difference { kind, hunk, .. } = difference;
    if matches!(kind, Kind::Marks | Kind::Order) {
        return kind.name().to_owned();
    }
    let place = Place::new(hunk, a, b);
    let is_signs = place.longest() == 0;
    let text = |side: &Side| {
        let places: Vec<usize> = if is_signs { side.range.clone().collect() } else { side.places.clone() };
        // A Han word has about two characters.
        let most = if side.is_han() { 10 } else { 5 };
        let shown = joined_raw(side.tokens, places.iter().take(most).copied());
        if places.len() > most { shown + " …" } else { shown }
    };
    match (text(&place.a), text(&place.b)) {
        (x, y) if x.is_empty() => format!("{kind}: + {y}"),
        (x, y) if y.is_empty() => format!("{kind}: − {x}"),
        (x, y) => format!("{kind}: {x} → {y}"),
    }
}

#[cfg(test)]
mod tests;
