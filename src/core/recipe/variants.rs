//! What one may try in place of a recipe.

use super::{Bits, Recipe, Tokenizer, Weighting};

impl Recipe {
    /// The same features in the widest signature, if that is wider than this one.
    pub fn widest(self) -> Option<Self> {
        let wide = self.changed_to(Self { bits: Bits::MAX, ..self });
        (self.bits != Bits::MAX && wide.widths().allow(Bits::MAX)).then_some(wide)
    }

    /// The recipe at each of these widths, and what differs from it in one part: the sketch minhash1, the weighting tf-idf, and as features
    /// two words or three characters in a row. Those that cut alike come one after another; what cannot be, as a width that its hash does
    /// not fill, is left out.
    pub fn variants(self, widths: &[Bits]) -> Vec<Self> {
        let cuts = match self.tokenizer {
            // The features are given.
            Tokenizer::Rows => vec![self.tokenizer],
            own => vec![own, Tokenizer::Shingles(2), Tokenizer::Chars(3)],
        };
        let mut variants: Vec<Self> = Vec::new();
        for tokenizer in cuts {
            let cut = self.changed_to(Self { tokenizer, ..self });
            let weighed = cut.changed_to(Self { weighting: Weighting::TfIdf, ..cut });
            let others = [cut, cut.with_minima(), weighed];
            let others = &others[..if tokenizer == self.tokenizer { 3 } else { 1 }];
            let at = widths.iter().flat_map(|&bits| others.iter().map(move |&other| (bits, other)));
            for (bits, other) in at {
                let variant = other.changed_to(Self { bits, ..other });
                let is_new = !variants.iter().any(|known| known.has_parts_of(&variant));
                if is_new
                    && variant.widths().allow(variant.bits)
                    && variant.check(&Default::default()).is_ok()
                {
                    variants.push(variant);
                }
            }
        }
        variants
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::Sketch;

    #[test]
    fn each_differs_in_one_part_and_in_the_width() {
        let widths = [Bits::DEFAULT, Bits::MAX];
        let variants = Recipe::DEFAULT.variants(&widths);
        let lines: Vec<String> =
            variants.iter().map(|variant| variant.short(crate::display::Lang::En)).collect();
        assert_eq!(lines.len(), 10, "{lines:#?}");
        assert_eq!(variants[0], Recipe::DEFAULT);
        for variant in &variants {
            let parts = [
                variant.tokenizer != Recipe::DEFAULT.tokenizer,
                variant.weighting != Recipe::DEFAULT.weighting,
                variant.sketch != Sketch::SimHash,
            ];
            assert!(parts.iter().filter(|differs| **differs).count() <= 1, "{variant}");
        }
        for pair in variants.windows(2) {
            assert!(pair[0].cuts_as(&pair[1]) || !variants[..1].contains(&pair[1]), "{pair:?}");
        }
    }

    #[test]
    fn a_hash_of_64_bits_is_not_taken_for_more() {
        let variants = Recipe::named("simhash-rs").unwrap().variants(&[Bits::DEFAULT, Bits::MAX]);
        assert!(variants.iter().all(|variant| variant.widths().allow(variant.bits)));
        let hash = crate::recipe::FeatureHash::Jenkins;
        let jenkins = Recipe { hash, name: None, ..Recipe::DEFAULT }.variants(&[Bits::MAX]);
        assert!(jenkins.iter().all(|variant| variant.sketch == Sketch::MinHash), "{jenkins:?}");
    }
}
