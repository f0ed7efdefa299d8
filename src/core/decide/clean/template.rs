//! Finds texts of one template: each has other words in the same place.

use super::aligned::Spot;
use super::comparison::Comparison;
use crate::alignment::Kind;
use rustc_hash::{FxHashMap, FxHashSet};

/// The fewest texts of a template, including the one that stays.
const FEWEST: usize = 3;
/// The least share of the lost words that must be in places of the template.
pub(super) const FILLED: f64 = 0.8;

/// Of the texts that go because of `by`, those that fill in a template: they differ from it mostly in places where each text has
/// other words. Differences that do not matter are ignored.
pub(super) fn filled_in(
    comparison: &Comparison,
    (by, texts): (u32, &[u32]),
    counts: &dyn Fn(&Spot, usize) -> bool,
) -> Vec<u32> {
    if texts.len() + 1 < FEWEST {
        return Vec::new();
    }
    let spots = |text: u32| {
        let pair = comparison.pairs_of(text).find(|(pair, side)| pair.sides[1 - side] == by);
        pair.map(|(pair, side)| (comparison.spots(pair), side))
    };
    // By a place in the text that stays and the words there, the words of each other text in that place.
    let mut places: FxHashMap<(u32, u64), Vec<u64>> = FxHashMap::default();
    let place = |spot: &Spot, side: usize| (spot.places[1 - side], spot.fillers[1 - side]);
    for (spots, side) in texts.iter().filter_map(|&text| spots(text)) {
        for spot in spots.iter().filter(|spot| fills_in(spot) && counts(spot, side)) {
            places.entry(place(spot, side)).or_default().push(spot.fillers[side]);
        }
    }
    let is_slot = |(place, fillers): (&(u32, u64), &Vec<u64>)| {
        // Each text has other words there.
        let different: FxHashSet<u64> = fillers.iter().copied().chain([place.1]).collect();
        fillers.len() + 1 >= FEWEST
            && 2 * fillers.len() >= texts.len()
            && different.len() == fillers.len() + 1
    };
    let slots: FxHashSet<(u32, u64)> =
        places.iter().filter(|slot| is_slot(*slot)).map(|slot| *slot.0).collect();
    let is_filled = |&&text: &&u32| {
        let Some((spots, side)) = spots(text) else { return false };
        let lost = |spot: &&Spot| spot.kind.costs() && counts(spot, side);
        let words = |spot: &Spot| f64::from(spot.words[side].max(1));
        let all: f64 = spots.iter().filter(lost).map(words).sum();
        let filled = spots.iter().filter(|spot| slots.contains(&place(spot, side)));
        filled.map(words).sum::<f64>() >= FILLED * all && all > 0.0
    };
    if slots.is_empty() { Vec::new() } else { texts.iter().filter(is_filled).copied().collect() }
}

/// Whether both texts have words there that may fill in a template.
fn fills_in(spot: &Spot) -> bool {
    let is_filler =
        matches!(spot.kind, Kind::Word | Kind::Name | Kind::Number | Kind::Rewritten | Kind::Date);
    is_filler && spot.words.iter().all(|&words| words > 0)
}
