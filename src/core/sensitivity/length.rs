//! The length of a text, as counted by the length curve.

use crate::corpus::Corpus;
use crate::progress::Progress;
use crate::recipe::{Recipe, Weighting};
use crate::simhash::{Signer, sign_corpus};

impl Recipe {
    /// Whether every term of a text is one of its features, rather than the heaviest only.
    pub fn keeps_all_terms(&self) -> bool {
        matches!(self.weighting, Weighting::Uniform | Weighting::Tf | Weighting::TfIdf)
    }

    /// The same recipe, except that it keeps all terms.
    fn keeping_all_terms(&self) -> Self {
        if self.keeps_all_terms() {
            *self
        } else {
            Self { weighting: Weighting::Uniform, name: None, ..*self }
        }
    }
}

/// The number of distinct terms of a text under a recipe: its number of features, unless the weighting keeps
/// the heaviest only. [`Curve`](super::Curve) uses it as the length.
pub fn length(text: &str, recipe: &Recipe) -> u32 {
    Signer::new(&recipe.keeping_all_terms(), None).sign(text).features
}

/// The length of every document; `None` when cancelled. Advances by documents. If the weighting keeps all
/// terms, these are the numbers of features, which the caller may have already.
pub fn lengths(corpus: &Corpus, recipe: &Recipe, progress: &Progress) -> Option<Vec<u32>> {
    let signed = sign_corpus(corpus, &recipe.keeping_all_terms(), None, progress)?;
    Some(signed.iter().map(|signed| signed.features).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::named;

    #[cfg(feature = "chinese")]
    #[test]
    fn keywords_are_not_all_there_is_of_a_text() {
        let text = "the storm closed the river bridge and the night train to the city";
        let all = length(text, &Recipe::default());
        assert_eq!(all, 10);
        let few =
            Recipe { weighting: Weighting::Keywords(crate::recipe::Top::Count(3)), ..Recipe::default() };
        assert_eq!(Signer::new(&few, None).sign(text).features, 3);
        assert_eq!(length(text, &few), all);
    }

    #[test]
    fn lengths_are_those_of_the_documents() {
        let corpus = Corpus::builtin();
        for named in named() {
            let lengths = lengths(&corpus, &named.recipe, &Progress::new()).unwrap();
            assert_eq!(lengths.len(), corpus.len());
            for (document, &of_it) in corpus.iter().zip(&lengths).step_by(17) {
                assert_eq!(length(document.text, &named.recipe), of_it, "{}", named.recipe);
            }
        }
    }
}
