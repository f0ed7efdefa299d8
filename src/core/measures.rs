//! Exact similarity of two texts, by definitions that need no signature.
//!
//! A signature estimates one of these, the cosine of the features of its recipe. The others measure what a reader or another
//! method would call similar. docs/MEASURES.md has the formulas and sources in one place.

mod bands;
mod condition;
mod edit;
mod frames;
mod join;
mod lists;
mod name;
mod pairs;
mod sentences;
mod sets;
mod shingles;
mod texts;
mod verify;
mod weighted;

pub use bands::{Bands, PERMUTATIONS, minima};
pub use condition::{BadCondition, Condition};
pub use edit::edit_within;
pub use frames::{FEWEST, Frame};
pub use join::{Join, ROUNDS, Ratio, Sink, Valued};
pub use name::{BadMeasure, BadShingles};
pub(crate) use sets::{Shared, sequence};
pub use shingles::Shingles;
pub(crate) use texts::Texts;
pub use verify::Verifier;
pub(crate) use weighted::most;
pub use weighted::{Weighed, Weights};

use crate::progress::Progress;
use crate::recipe::{DocumentFrequencies, Recipe};
use crate::simhash::{FeatureVector, Trace, trace};
use std::borrow::Cow;

/// How alike two texts are, by one definition: from 0, nothing in common, to 1. All but one are symmetric. `Display` and
/// `FromStr` use the names below.
///
/// Equal texts have 1. So have two texts in which a measure finds nothing to compare (no shingle, no feature, no
/// sentence, no character), as two empty ones; if only one of them has nothing, the value is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Measure {
    /// `jaccard:words:W`, `jaccard:chars:W`: |A ∩ B| ÷ |A ∪ B| of the sets of shingles (Jaccard 1901; the resemblance
    /// of Broder, SEQUENCES 1997).
    Jaccard(Shingles),
    /// `containment:words:W`, `containment:chars:W`: |A ∩ B| ÷ min(|A|, |B|), the share of the smaller set of shingles
    /// that the larger one has. Broder (SEQUENCES 1997) defines the containment of A in B, |A ∩ B| ÷ |A|; this is the
    /// greater of both directions, so it is symmetric, and never below the Jaccard index.
    Containment(Shingles),
    /// `kept-contains:words:W`, `kept-contains:chars:W`: |A ∩ B| ÷ |A|, the share of the shingles of the first text that the
    /// second has: of a text that may go in one that stays. Only this measure has a direction.
    KeptContains(Shingles),
    /// `weighted:words:W`, `weighted:chars:W`: as `jaccard`, but shingles count by their [`Weights`] in the corpus, so that
    /// frames count nothing: Σ w over A ∩ B ÷ Σ w over A ∪ B. 1 for two texts with the same shingles; 0 for others of which one
    /// weighs nothing.
    Weighted(Shingles),
    /// `cosine`: Σ aᵢbᵢ ÷ √(Σ aᵢ² · Σ bᵢ²) of the weights of the features under a recipe; the distance of two signatures
    /// estimates its angle (Charikar, STOC 2002). Only this measure depends on the features of the recipe.
    Cosine,
    /// `edit`: 1 − d ÷ the length of the longer text, both in characters (Unicode scalar values), where d is the
    /// Levenshtein distance: the least number of characters inserted, deleted or replaced (Levenshtein 1966). Nothing
    /// is folded.
    ///
    /// The time grows with the length of one text times the d of the pair, 64 characters at once (Myers 1999; Hyyrö
    /// 2003; the band of Ukkonen 1985). Two unrelated texts of 100 KB take about a second, and ten times the length
    /// takes a hundred times as long.
    Edit,
    /// `sentences:N`: 1 if both texts have the same N longest sentences, else 0. A sentence is the text between two of `。！？；.!?;`
    /// and line ends, without the white space around it; a repeated one counts once, length is in characters, and equally long
    /// ones rank by their characters, so that no order in the text matters. A text with fewer than N sentences has all of them. N
    /// is clamped to [`WINDOW`](crate::recipe::WINDOW).
    Sentences(u8),
    /// `shared-sentences:N`: the share of those sentences that both have, |A ∩ B| ÷ max(|A|, |B|); 1 exactly where
    /// `sentences:N` is 1.
    SharedSentences(u8),
    /// `equal`: 1 if the texts are the same to the byte, else 0. Nothing is folded or normalized.
    Equal,
}

impl Measure {
    /// The shingles of which it needs the [`Weights`] in the corpus, if it needs any.
    pub fn weighs(self) -> Option<Shingles> {
        if let Self::Weighted(shingles) = self { Some(shingles) } else { None }
    }

    /// The [`Weights`] that it needs in a corpus of these texts, if it needs any; `None` when cancelled.
    pub fn weights<'t>(
        self,
        texts: impl IntoIterator<Item = &'t str>,
        progress: &Progress,
    ) -> Option<Option<Weights>> {
        let Some(shingles) = self.weighs() else { return Some(None) };
        Weights::of(shingles, &texts.into_iter().collect::<Vec<&str>>(), progress).map(Some)
    }

    /// The measures that are shown by default.
    pub const DEFAULTS: [Measure; 6] = [
        Measure::Cosine,
        Measure::Jaccard(Shingles::Words(2)),
        Measure::Jaccard(Shingles::Chars(5)),
        Measure::Containment(Shingles::Words(2)),
        Measure::Edit,
        Measure::Equal,
    ];
}

/// Prepares texts for one measure, and measures pairs of them. It holds no memory of its own, so threads may share it.
///
/// ```
/// # use simscope_core as simscope;
/// use simscope::measures::{Measure, Measurer};
/// use simscope::recipe::Recipe;
/// let measure: Measure = "jaccard:words:2".parse()?;
/// let recipe = Recipe::default();
/// let measurer = Measurer::new(measure, &recipe, None);
/// let [a, b] = ["to be or not to be", "To be, and not to be"].map(|text| measurer.prepare(text));
/// // Shared: "to be", "not to"; one only: "be or", "or not", "be and", "and not".
/// assert_eq!(measurer.value(&a, &b), 2.0 / 6.0);
/// # Ok::<(), simscope::measures::BadMeasure>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Measurer<'a> {
    measure: Measure,
    recipe: &'a Recipe,
    frequencies: Option<&'a DocumentFrequencies>,
    weights: Option<&'a Weights>,
}

/// A text prepared for one measure, so it can be used in many pairs.
#[derive(Debug, Clone)]
pub struct Prepared<'t> {
    measure: Measure,
    form: Form<'t>,
}

#[derive(Debug, Clone)]
enum Form<'t> {
    /// Hashed shingles, ascending, each once.
    Set(Vec<u64>),
    /// Shingles with their weights.
    Weighed(Weighed),
    /// The weighted features.
    Vector(FeatureVector),
    /// The longest sentences, ascending.
    Sentences(Vec<Cow<'t, str>>),
    /// Nothing can be done in advance.
    Text(Cow<'t, str>),
}

impl Form<'_> {
    fn into_owned<'t>(self) -> Form<'t> {
        match self {
            Form::Set(set) => Form::Set(set),
            Form::Weighed(weighed) => Form::Weighed(weighed),
            Form::Vector(vector) => Form::Vector(vector),
            Form::Sentences(sentences) => {
                Form::Sentences(sentences.into_iter().map(|one| Cow::Owned(one.into_owned())).collect())
            }
            Form::Text(text) => Form::Text(Cow::Owned(text.into_owned())),
        }
    }
}

impl Prepared<'_> {
    /// Bytes that must be kept to measure it: shingles, weights, sentences, or the text itself.
    pub fn bytes(&self) -> usize {
        match &self.form {
            Form::Set(shingles) => size_of_val(&shingles[..]),
            Form::Weighed(shingles) => shingles.bytes(),
            Form::Vector(features) => features.bytes(),
            Form::Sentences(sentences) => sentences.iter().map(|sentence| sentence.len()).sum(),
            Form::Text(text) => text.len(),
        }
    }

    /// Whether there is nothing to compare: no shingle, no feature, no sentence.
    pub fn is_blank(&self) -> bool {
        match &self.form {
            Form::Set(shingles) => shingles.is_empty(),
            Form::Weighed(shingles) => shingles.is_blank(),
            Form::Vector(features) => features.is_null(),
            Form::Sentences(sentences) => sentences.is_empty(),
            Form::Text(_) => false,
        }
    }
}

impl<'a> Measurer<'a> {
    /// All measures except [`Measure::Equal`] use what the recipe ignores and how it normalizes. The rest of it, and the document
    /// frequencies for tf-idf, matter to [`Measure::Cosine`] only.
    pub fn new(measure: Measure, recipe: &'a Recipe, frequencies: Option<&'a DocumentFrequencies>) -> Self {
        Self { measure, recipe, frequencies, weights: None }
    }

    /// With the weights that [`Measure::Weighted`] needs.
    pub fn weighing(self, weights: Option<&'a Weights>) -> Self {
        Self { weights, ..self }
    }

    /// Prepares a text: as the recipe [reads](Recipe::read) it, except for [`Measure::Equal`].
    ///
    /// # Panics
    /// For [`Measure::Cosine`] in a build without the feature `chinese`, if the recipe uses jieba, as
    /// [`Recipe::cutter`]. For [`Measure::Weighted`] without weights of these shingles.
    pub fn prepare<'t>(&self, text: &'t str) -> Prepared<'t> {
        let form = match (self.measure, self.recipe.read(text)) {
            // The trace applies the recipe itself.
            (Measure::Cosine, _) => {
                Form::Vector(FeatureVector::from(&trace(self.recipe, self.frequencies, text)))
            }
            (Measure::Equal, _) => Form::Text(text.into()),
            (_, Cow::Borrowed(text)) => self.form(text),
            (_, Cow::Owned(text)) => self.form(&text).into_owned(),
        };
        Prepared { measure: self.measure, form }
    }

    fn form<'t>(&self, text: &'t str) -> Form<'t> {
        match self.measure {
            Measure::Jaccard(shingles) | Measure::Containment(shingles) | Measure::KeptContains(shingles) => {
                Form::Set(shingles.set(text))
            }
            Measure::Weighted(shingles) => {
                let weights = self.weights.filter(|weights| weights.shingles() == shingles);
                Form::Weighed(weights.expect("a weighted measure has its weights").weigh(text))
            }
            Measure::Sentences(n) | Measure::SharedSentences(n) => {
                Form::Sentences(sentences::longest(text, n).into_iter().map(Cow::Borrowed).collect())
            }
            Measure::Cosine | Measure::Edit | Measure::Equal => Form::Text(text.into()),
        }
    }

    /// The value of a pair, 0 to 1.
    ///
    /// # Panics
    /// If one of them was prepared for another measure. Under another recipe the cosine means nothing.
    pub fn value(&self, a: &Prepared<'_>, b: &Prepared<'_>) -> f64 {
        let measures = [a.measure, b.measure];
        assert!(measures == [self.measure; 2], "prepared for {} and {}", a.measure, b.measure);
        match (self.measure, &a.form, &b.form) {
            (Measure::Containment(_), Form::Set(a), Form::Set(b)) => shingles::containment(a, b),
            (Measure::KeptContains(_), Form::Set(a), Form::Set(b)) => shingles::contained(a, b),
            (_, Form::Set(a), Form::Set(b)) => shingles::jaccard(a, b),
            (_, Form::Weighed(a), Form::Weighed(b)) => a.jaccard(b),
            (_, Form::Vector(a), Form::Vector(b)) => cosine_of(a, b),
            (Measure::SharedSentences(_), Form::Sentences(a), Form::Sentences(b)) => sentences::share(a, b),
            (_, Form::Sentences(a), Form::Sentences(b)) => one_if(a == b),
            (Measure::Edit, Form::Text(a), Form::Text(b)) => edit::similarity(a, b),
            (_, Form::Text(a), Form::Text(b)) => one_if(a == b),
            _ => unreachable!("a measure has one form"),
        }
    }
}

/// [`Measure::Cosine`] of two texts whose traces under one recipe are at hand.
pub fn cosine(a: &Trace, b: &Trace) -> f64 {
    cosine_of(&FeatureVector::from(a), &FeatureVector::from(b))
}

fn cosine_of(a: &FeatureVector, b: &FeatureVector) -> f64 {
    a.cosine(b).unwrap_or_else(|| one_if(a.is_null() && b.is_null()))
}

fn one_if(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

/// How many elements two ascending lists without repetitions have in common.
fn in_common<T: Ord>(a: &[T], b: &[T]) -> usize {
    let (mut at_a, mut at_b, mut common) = (0, 0, 0);
    while let (Some(of_a), Some(of_b)) = (a.get(at_a), b.get(at_b)) {
        // Without branches, because they would be unpredictable.
        common += usize::from(of_a == of_b);
        let (is_a, is_b) = (of_a <= of_b, of_b <= of_a);
        at_a += usize::from(is_a);
        at_b += usize::from(is_b);
    }
    common
}

#[cfg(test)]
pub(crate) mod tests;
