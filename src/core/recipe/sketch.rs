//! What a signature keeps of the features.

use super::{Recipe, TieRule, Weighting};
use crate::display::Phrase;

/// What a signature keeps of the features. `Display` and `FromStr` use `simhash` and `minhash1`.
///
/// Signatures of both are compared by the same Hamming distance, but never with each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Sketch {
    /// The sign of each sum of weights (Charikar, STOC 2002). Texts of angle θ differ in θ/π of the bits.
    #[default]
    SimHash,
    /// The lowest bit of each of many minima: minwise hashing with b = 1 (Li and König, WWW 2010). Two texts whose sets of
    /// features have the Jaccard index J differ in (1 − J)/2 of the bits. [`value`](crate::simhash::value) is what
    /// the minima are of.
    MinHash,
}

impl Recipe {
    /// The line of a recipe file that says how features become bits: the tie rule, or the sketch that has none.
    pub(super) fn line_of_sketch(&self) -> String {
        match self.sketch {
            Sketch::SimHash => format!("tie = \"{}\"", self.tie),
            sketch => format!("sketch = \"{sketch}\""),
        }
    }

    /// The same features as minima, which count each of them once.
    pub fn with_minima(self) -> Self {
        let (sketch, weighting, tie) = (Sketch::MinHash, Weighting::Uniform, TieRule::Zero);
        self.changed_to(Self { sketch, weighting, tie, ..self })
    }

    /// The same features in the other sketch.
    pub fn with_other_sketch(self) -> Self {
        match self.sketch {
            Sketch::SimHash => self.with_minima(),
            Sketch::MinHash => self.changed_to(Self { sketch: Sketch::SimHash, ..self }),
        }
    }

    /// Why the sketch does not go with the other parts. Minima have no weights and no sums.
    pub fn sketch_fault(&self) -> Option<Phrase> {
        match self.sketch {
            Sketch::MinHash if self.weighting != Weighting::Uniform => Some((
                "sketch: minhash1 takes each feature once, whatever it weighs: the weighting must be uniform",
                "sketch：minhash1 对每个特征只取一次，不计权重：加权方式须为 uniform",
            )),
            Sketch::MinHash if self.tie != TieRule::Zero => Some((
                "sketch: minhash1 has no sums, and so no ties: the tie rule must be zero, or not be given",
                "sketch：minhash1 没有累加值，也就没有平票：平票规则须为 zero，或不写",
            )),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::display::Lang;
    use crate::recipe::{Bits, FeatureHash, Normalize};

    fn read(toml: &str) -> Result<Recipe, String> {
        Recipe::from_toml("a.toml", toml).map(|file| file.recipe).map_err(|error| error.to_string())
    }

    #[test]
    fn a_file_names_the_sketch_only_if_it_is_not_simhash() {
        let minima = Recipe::DEFAULT.with_minima();
        assert!(minima.to_toml().contains("\nsketch = \"minhash1\"\n") && !minima.to_toml().contains("tie"));
        assert!(!Recipe::DEFAULT.to_toml().contains("sketch"));
        assert_eq!(read(&minima.to_toml()), Ok(minima));
        assert_eq!(read("bits = 64").unwrap().sketch, Sketch::SimHash);
        assert!(read("sketch = \"minhash2\"").unwrap_err().ends_with("use simhash or minhash1"));
    }

    #[test]
    fn the_line_of_a_recipe_has_it_in_place_of_the_tie_rule() {
        let bits = Bits::new(128).unwrap();
        let minima = Recipe { bits, normalize: Normalize::None, ..Recipe::DEFAULT.with_minima() };
        assert!(minima.to_string().ends_with(" · uniform · xxh3 · 128 bits · minhash1"), "{minima}");
        assert!(minima.full(Lang::Zh).ends_with(" · uniform · xxh3 · 128 位 · minhash1"));
    }

    #[test]
    fn weights_and_ties_are_refused_with_a_reason() {
        let weights = read("sketch = \"minhash1\"\nweighting = \"tf\"").unwrap_err();
        assert!(weights.contains("the weighting must be uniform"), "{weights}");
        let tie = read("sketch = \"minhash1\"\ntie = \"one\"").unwrap_err();
        assert!(tie.contains("the tie rule must be zero"), "{tie}");
        assert!(read("sketch = \"minhash1\"\ntie = \"zero\"").is_ok());
    }

    #[test]
    fn minima_are_as_many_as_one_likes_and_of_no_other_program() {
        let hash = FeatureHash::Crc32;
        let recipe = Recipe { hash, bits: Bits::MAX, ..Recipe::named("java").unwrap() }.with_minima();
        assert!(recipe.widths().allow(Bits::MAX) && recipe.name.is_none());
        assert_eq!(recipe.sketch_fault(), None);
        assert!(!recipe.has_parts_of(&Recipe { sketch: Sketch::SimHash, ..recipe }));
        assert!(
            Recipe { hash: FeatureHash::GoDemo, ..recipe }
                .defects()
                .iter()
                .all(|defect| !defect.is_of_single_bits())
        );
    }
}
