//! Texts of one template: each has something else in the same place.

use super::aligned::Spot;
use super::comparison::Comparison;
use crate::alignment::Kind;
use rustc_hash::{FxHashMap, FxHashSet};

/// A template is filled in by at least so many texts, the one that stays among them.
const FEWEST: usize = 3;
/// At least this share of the words that would be lost fills it in.
const FILLED: f64 = 0.8;

/// Of the distinct texts that go because of another, those that differ from it in what fills in a template, each with something of its
/// own in the same place. What does not matter fills in nothing.
pub(super) fn filled_in(
    comparison: &Comparison,
    (by, texts): (u32, &[u32]),
    counts: &dyn Fn(&Spot) -> bool,
) -> Vec<u32> {
    if texts.len() + 1 < FEWEST {
        return Vec::new();
    }
    let spots = |text: u32| {
        let pair = comparison.pairs_of(text).find(|(pair, side)| pair.sides[1 - side] == by);
        pair.map(|(pair, side)| (comparison.spots(pair), side))
    };
    // By the place in the text that stays, and what it has there, what stands there in each of the others.
    let mut places: FxHashMap<(u32, u64), Vec<u64>> = FxHashMap::default();
    let place = |spot: &Spot, side: usize| (spot.places[1 - side], spot.fillers[1 - side]);
    for (spots, side) in texts.iter().filter_map(|&text| spots(text)) {
        for spot in spots.iter().filter(|spot| fills_in(spot) && counts(spot)) {
            places.entry(place(spot, side)).or_default().push(spot.fillers[side]);
        }
    }
    let is_slot = |(place, fillers): (&(u32, u64), &Vec<u64>)| {
        // Each of them says something else there.
        let different: FxHashSet<u64> = fillers.iter().copied().chain([place.1]).collect();
        fillers.len() + 1 >= FEWEST
            && 2 * fillers.len() >= texts.len()
            && different.len() == fillers.len() + 1
    };
    let slots: FxHashSet<(u32, u64)> =
        places.iter().filter(|slot| is_slot(*slot)).map(|slot| *slot.0).collect();
    let is_filled = |&&text: &&u32| {
        let Some((spots, side)) = spots(text) else { return false };
        let lost = |spot: &&Spot| spot.kind.costs() && counts(spot);
        let words = |spot: &Spot| f64::from(spot.words[side].max(1));
        let all: f64 = spots.iter().filter(lost).map(words).sum();
        let filled = spots.iter().filter(|spot| slots.contains(&place(spot, side)));
        filled.map(words).sum::<f64>() >= FILLED * all && all > 0.0
    };
    if slots.is_empty() { Vec::new() } else { texts.iter().filter(is_filled).copied().collect() }
}

/// Whether something stands there in both texts that a template could leave open.
fn fills_in(spot: &Spot) -> bool {
    let is_filler =
        matches!(spot.kind, Kind::Word | Kind::Name | Kind::Number | Kind::Rewritten | Kind::Date);
    is_filler && spot.words.iter().all(|&words| words > 0)
}
