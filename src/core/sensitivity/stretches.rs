//! How much of the signature hangs on each stretch of a text.

use super::Left;
use crate::simhash::Trace;
use std::ops::Range;

/// A stretch of the text, and how many bits flip when its feature is left out; where features overlap, the largest of these
/// numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stretch {
    /// Its bytes.
    pub place: Range<usize>,
    /// Bits that flip without it.
    pub flips: u8,
}

/// No feature is there. It is larger than the number of any bit.
const NONE: u8 = u8::MAX;

/// Longest stretches with one number, in order; places without a feature are left out. `bytes` is the length of the
/// text, `left` says what leaving out each feature of its trace does.
pub fn stretches(bytes: usize, trace: &Trace, left: &[Left]) -> Vec<Stretch> {
    let mut flips = vec![NONE; bytes];
    for left in left {
        let distance = left.distance();
        for place in &trace.features[left.feature].spans {
            for byte in flips.get_mut(place.clone()).into_iter().flatten() {
                *byte = if *byte == NONE { distance } else { distance.max(*byte) };
            }
        }
    }
    let mut end = 0;
    let runs = flips.chunk_by(|a, b| a == b).map(|run| {
        let place = end..end + run.len();
        end = place.end;
        Stretch { place, flips: run[0] }
    });
    runs.filter(|stretch| stretch.flips != NONE).collect()
}

/// The number of bits that flip if the text at this place is removed; `None` if no feature is there.
pub fn flips_at(stretches: &[Stretch], place: &Range<usize>) -> Option<u8> {
    let next = stretches.partition_point(|stretch| stretch.place.end <= place.start);
    stretches.get(next).filter(|stretch| stretch.place.start < place.end).map(|stretch| stretch.flips)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::{Recipe, Tokenizer};
    use crate::sensitivity::Influence;
    use crate::simhash::trace;

    fn of(text: &str, recipe: &Recipe) -> (Vec<Stretch>, Vec<(String, u8)>) {
        let trace = trace(recipe, None, text);
        let left = Influence::of(&trace, recipe).left;
        let flips = left.iter().map(|left| (trace.features[left.feature].term.clone(), left.distance()));
        (stretches(text.len(), &trace, &left), flips.collect())
    }

    #[test]
    fn every_word_has_the_bits_that_flip_without_it() {
        let text = "Storm, the storm: closed!";
        let (stretches, flips) = of(text, &Recipe::default());
        let at = |word: &str| flips.iter().find(|(term, _)| term == word).map(|(_, flips)| *flips);
        for (place, word) in [(0..5, "storm"), (7..10, "the"), (11..16, "storm"), (18..24, "closed")] {
            assert_eq!(flips_at(&stretches, &place), at(word), "{word}");
        }
        assert_eq!(flips_at(&stretches, &(5..6)), None);
        assert!(stretches.is_sorted_by_key(|stretch| stretch.place.start));
    }

    #[test]
    fn where_features_overlap_the_strongest_counts() {
        let recipe = Recipe { tokenizer: Tokenizer::Chars(2), ..Recipe::default() };
        let (stretches, flips) = of("abc", &recipe);
        let strongest = flips.iter().map(|(_, flips)| *flips).max();
        assert_eq!(flips_at(&stretches, &(1..2)), strongest);
    }
}
