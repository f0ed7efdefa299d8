//! Which bits hang on a single feature.

use super::{Trace, trace::settle_sums};
use crate::recipe::Recipe;

impl Trace {
    /// The bits that leaving out one feature (all its occurrences) would flip; ties count only if the
    /// flip changes the bit under the recipe's tie rule. O(features × bits).
    pub fn fragile_bits(&self, recipe: &Recipe) -> u128 {
        let mut fragile = 0u128;
        for feature in &self.features {
            let (mut above, mut level) = (0u128, 0u128);
            for (bit, sum) in self.sums.iter().enumerate() {
                let rest = sum - feature.push(bit, recipe.tie);
                above |= u128::from(rest > 0.0) << bit;
                level |= u128::from(rest == 0.0) << bit;
            }
            fragile |= settle_sums((above, level), recipe.tie, recipe.bits) ^ self.signature;
        }
        fragile
    }
}

#[cfg(test)]
mod tests {
    use crate::recipe::{Bits, Recipe, TieRule, Tokenizer};
    use crate::simhash::trace;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_bit_is_fragile_when_the_text_without_one_word_has_it_flipped(
            words in prop::collection::vec("[a-e]{1,2}", 1..9), bits in 1..=128_u8,
            tie in prop::sample::select(vec![TieRule::Zero, TieRule::One, TieRule::Inverted]),
        ) {
            let bits = Bits::new(bits).unwrap();
            let recipe = Recipe { tokenizer: Tokenizer::Whitespace, bits, tie, ..Recipe::default() };
            let whole = trace(&recipe, None, &words.join(" "));
            let mut flipped = 0;
            for left_out in &words {
                let rest: Vec<&str> = words.iter().filter(|word| *word != left_out).map(String::as_str).collect();
                flipped |= trace(&recipe, None, &rest.join(" ")).signature ^ whole.signature;
            }
            prop_assert_eq!(whole.fragile_bits(&recipe), flipped);
        }
    }
}
