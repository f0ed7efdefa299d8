//! A corpus under a recipe, and what was computed of it.

use super::{Cleaning, Phase, Reach, Watched, columns, tree, with_features};
use crate::corpus::Corpus;
use crate::evidence::{Advice, Catalogue, Confirmed, Counting, Labelled, Subject, Targets};
use crate::groups::{Dendrogram, Effort, Spread, SweepRow, sweep};
use crate::hamming::{Counted, Signatures, histogram};
use crate::judgements::KnownJudgements;
use crate::measures::{Condition, Measure, Measurer, Weights};
use crate::recipe::{Bits, DocumentFrequencies, Recipe};
use crate::simhash::Signed;
use std::sync::Arc;

/// What was computed of a corpus under a recipe, as far as it has come: signed, then linked, then measured. Each stage makes
/// another one, which shares what was there before.
#[derive(Debug, Clone)]
pub struct Analysed {
    /// The documents read so far; none where only signatures were given.
    pub corpus: Corpus,
    /// The recipe of the signatures; where only these were given, no more than their width is known of it.
    pub recipe: Recipe,
    /// Whether only signatures were given.
    pub is_given: bool,
    /// Under tf-idf.
    pub frequencies: Option<Arc<DocumentFrequencies>>,
    /// One for each document signed so far.
    pub signatures: Arc<Signatures>,
    /// Number of distinct features of each document signed so far; none where only signatures were given.
    pub features: Arc<Vec<u32>>,
    /// The documents that are grouped, ascending: those with at least one feature. Known once all are signed.
    pub documents: Arc<Vec<u32>>,
    /// Linked: all partitions by connection, or those up to a k.
    pub tree: Option<Arc<Dendrogram>>,
    /// One line for every k, as soon as the tree is there, as far as it is exact.
    pub sweep: Vec<SweepRow>,
    /// Measured: diameters, means, the pairs by distance.
    pub spread: Option<Arc<Spread>>,
    /// What labels say of every k.
    pub labelled: Option<Arc<Labelled>>,
}

impl Analysed {
    /// A corpus of which nothing is known yet.
    pub fn new(corpus: Corpus, recipe: Recipe) -> Self {
        Self {
            corpus,
            recipe,
            is_given: false,
            frequencies: None,
            signatures: Arc::new(Signatures::new(recipe.bits)),
            features: Arc::default(),
            documents: Arc::default(),
            tree: None,
            sweep: Vec::new(),
            spread: None,
            labelled: None,
        }
    }

    /// A corpus with the signatures of its documents, and the document frequencies that they follow from.
    pub fn signed(
        corpus: Corpus,
        recipe: Recipe,
        (signed, frequencies): (&[Signed], Option<DocumentFrequencies>),
    ) -> Self {
        let (signatures, features) = columns(signed, recipe.bits);
        Self {
            frequencies: frequencies.map(Arc::new),
            signatures: Arc::new(signatures),
            documents: Arc::new(with_features(&features)),
            features: Arc::new(features),
            ..Self::new(corpus, recipe)
        }
    }

    /// Signatures alone, of which all are grouped.
    pub fn given(name: impl Into<String>, signatures: Signatures, bits: Bits) -> Self {
        let documents = Arc::new((0..signatures.len() as u32).collect());
        let signatures = Arc::new(signatures);
        let recipe = Recipe { name: None, bits, ..Recipe::DEFAULT };
        Self { is_given: true, signatures, documents, ..Self::new(Corpus::new(name), recipe) }
    }

    /// Signs a corpus; `None` when cancelled.
    pub fn sign(corpus: Corpus, recipe: Recipe, watch: &impl Watched) -> Option<Self> {
        let (signed, frequencies) = super::sign(&corpus, &recipe, watch)?;
        Some(Self::signed(corpus, recipe, (&signed, frequencies)))
    }

    /// All documents are signed: notes which can be grouped.
    pub fn begin(&mut self) {
        self.documents = Arc::new(with_features(&self.features));
    }

    /// The same with its tree; `None` when cancelled.
    pub fn link(&self, reach: (Reach, &Effort), watch: &impl Watched) -> Option<Self> {
        let tree = tree(&self.signatures, &self.documents, self.recipe.bits, reach, watch)?;
        Some(self.with(Arc::new(tree), None))
    }

    /// The same with what is measured on its tree; `None` without one, and when cancelled.
    pub fn measure(&self, watch: &impl Watched) -> Option<Self> {
        let tree = self.tree.clone()?;
        let measure = |progress: &_| Spread::measure(&tree, &self.signatures, progress);
        let spread = watch.during(Phase::Measuring, measure)?;
        Some(self.with(tree, Some(spread)))
    }

    /// The same with all its pairs by distance, and of its groups only those of equal signatures: quicker than to link and to measure,
    /// where no groups are wanted. `None` when cancelled.
    pub fn count(&self, watch: &impl Watched) -> Option<Self> {
        let Self { signatures, documents, recipe, .. } = self;
        let equal = (Reach::AtLeast(0), &Effort { compared: 0, ..Effort::DEFAULT });
        let tree = tree(signatures, documents, recipe.bits, equal, watch)?;
        let spread = watch.during(Phase::Comparing, |progress| {
            let pairs = Counted::all(histogram(&signatures.select(documents), progress)?);
            Spread::measure_groups(&tree, &pairs, signatures, progress)
        })?;
        Some(self.with(Arc::new(tree), Some(spread)))
    }

    /// These documents under the widest signature of the same features. `None` where that is no wider, where the documents are too many to
    /// try, and when cancelled.
    pub fn wide(&self, watch: &impl Watched) -> Option<Self> {
        const MOST_DOCUMENTS: usize = 100_000;
        let recipe = self.recipe.widest().filter(|_| self.documents.len() <= MOST_DOCUMENTS)?;
        let wide = Self::sign(self.corpus.clone(), recipe, watch)?;
        Self { documents: self.documents.clone(), ..wide }.count(watch)
    }

    /// The pairs that the texts confirm, also for a lower τ than the one asked for if there is work left for these; and the k that they
    /// advise, for pairs and for groups, beside the widest signature if that may be better. `None` without texts, for a condition that
    /// cannot be counted, and when cancelled.
    pub fn advise(
        &self,
        (condition, targets): (Condition, Targets),
        work: u64,
        watch: &impl Watched,
    ) -> Option<(Confirmed, [Advice; 2])> {
        let asked = condition.hundredths()?;
        let counted = (condition.measure, [asked, asked.min(Confirmed::LEAST)]);
        let count = |progress: &_| Counting::counted(&[self.subject()?], counted, work, progress);
        let counting = watch.during(Phase::Confirming, count)?;
        let confirmed = counting.so_far();
        let mut advices = confirmed.advise(asked, targets, &self.largest());
        if let Some(seen) = self.catalogue(&confirmed, watch) {
            // More bits would find more of what says nothing.
            advices.iter_mut().for_each(|advice| advice.of_catalogue(seen));
        } else if let Some(wide) = advices[0].may_be_wider().then(|| self.wide(watch)).flatten() {
            let again = |progress: &_| counting.again(wide.subject()?, work, progress);
            advices[0].compare_with(&watch.during(Phase::Confirming, again)?, asked);
        }
        Some((confirmed, advices))
    }

    /// What says that each text means something else, as it decides what goes; the texts are aligned only where the confirmed pairs may
    /// say so. `None` if nothing does, and when cancelled.
    pub fn catalogue(&self, confirmed: &Confirmed, watch: &impl Watched) -> Option<Catalogue> {
        let corpus = self.texts().filter(|_| confirmed.may_be_catalogue())?;
        let condition = Condition { measure: confirmed.measure(), ..Condition::DEFAULT };
        let cleaning = Cleaning { condition, ..Cleaning::of(corpus, &self.recipe) };
        cleaning.compare(watch)?.comparison.catalogue()
    }

    /// Of the judged pairs how much their texts share by a measure, which has these weights, and whether they were judged right. `None`
    /// without texts, and when cancelled.
    pub fn judged_values(
        &self,
        (measure, weights): (Measure, &Weights),
        judged: &KnownJudgements,
        watch: &impl Watched,
    ) -> Option<Vec<(f64, bool)>> {
        let (pairs, is_right): (Vec<(u32, u32)>, Vec<bool>) = judged.said().unzip();
        let corpus = self.texts()?;
        let measurer = Measurer::new(measure, &self.recipe, self.frequencies.as_deref());
        let measurer = measurer.weighing(Some(weights));
        let values = watch.during(Phase::Confirming, |progress| measurer.values(corpus, &pairs, progress))?;
        Some(values.into_iter().zip(is_right).collect())
    }

    /// The same with this tree, and with what is measured on it so far.
    pub(super) fn with(&self, tree: Arc<Dendrogram>, spread: Option<Spread>) -> Self {
        let sweep = sweep(&tree, spread.as_ref(), self.recipe.bits.get());
        let spread = spread.map(Arc::new);
        Self { tree: Some(tree), sweep, spread, labelled: None, ..self.clone() }
    }

    /// The documents, unless only signatures were given.
    pub fn texts(&self) -> Option<&Corpus> {
        (!self.is_given).then_some(&self.corpus)
    }

    /// The tree and what was measured on it.
    pub fn measured(&self) -> Option<(&Dendrogram, &Spread)> {
        self.tree.as_deref().zip(self.spread.as_deref())
    }

    /// What its confirmed pairs are counted from, once it is measured; `None` without texts.
    pub fn subject(&self) -> Option<Subject<'_>> {
        let ((tree, spread), corpus) = self.measured().zip(self.texts())?;
        let Self { recipe, signatures, documents, .. } = self;
        Some(Subject { corpus, recipe, signatures, documents, tree, spread })
    }

    /// What the labels of its documents say of every k, once it is measured; `None` if there are none, or if their pairs are too many.
    pub fn by_labels(&self) -> Option<Labelled> {
        let ((tree, spread), corpus) = self.measured().zip(self.texts())?;
        let last = self.recipe.bits.get();
        Labelled::of_documents(corpus, &self.signatures, tree, spread.pairs(), last)
    }

    /// By k the number of documents in the largest group.
    pub fn largest(&self) -> Vec<usize> {
        self.sweep.iter().map(|row| row.largest).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Progress;

    #[test]
    fn a_tree_that_was_searched_has_the_groups_of_the_whole_one() {
        let signatures = (1..=2_000).map(|i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (i % 3));
        let given = Analysed::given("made up", signatures.collect::<Vec<_>>().into(), Bits::DEFAULT);
        let little = Effort { compared: 10, first: 0.0, seconds: 0.0 };
        let link =
            |reach, effort: &Effort| given.link((reach, effort), &Progress::new()).unwrap().tree.unwrap();
        let whole = link(Reach::AtLeast(3), &Effort::DEFAULT);
        assert!(whole.is_whole());
        let far = link(Reach::Farthest, &little);
        assert_eq!(far.exact_up_to(), 0);
        for (tree, k) in [(far, 0), (link(Reach::AtLeast(3), &little), 3)] {
            let members = |tree: &Dendrogram| {
                let groups = tree.cut(k);
                (1..=groups.count()).map(|number| groups.members(number).to_vec()).collect::<Vec<_>>()
            };
            let (mut found, mut expected) = (members(&tree), members(&whole));
            found.sort();
            expected.sort();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn what_is_counted_alone_has_the_pairs_of_what_is_measured() {
        let signatures = (1..=500).map(|i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (i % 5) & 0xff00ff);
        let given = Analysed::given("made up", signatures.collect::<Vec<_>>().into(), Bits::DEFAULT);
        let given = Analysed { documents: Arc::new((0..500).filter(|n| n % 3 > 0).collect()), ..given };
        let (progress, reach) = (Progress::new(), (Reach::Farthest, &Effort::DEFAULT));
        let counted = given.count(&progress).unwrap();
        let measured = given.link(reach, &progress).unwrap().measure(&progress).unwrap();
        let pairs = |analysed: &Analysed| analysed.spread.as_ref().unwrap().pairs().clone();
        assert_eq!(pairs(&counted), pairs(&measured));
        assert_eq!(counted.sweep[0], measured.sweep[0]);
    }

    #[test]
    fn signatures_alone_are_measured_and_have_neither_labels_nor_anything_to_confirm() {
        let given = Analysed::given("made up", vec![0_u64, 1, 3].into(), Bits::DEFAULT);
        let reach = (Reach::Farthest, &Effort::DEFAULT);
        let measured = given.link(reach, &Progress::new()).unwrap().measure(&Progress::new()).unwrap();
        assert_eq!(measured.largest()[..3], [1, 3, 3]);
        assert_eq!(measured.sweep[2].pairs, Some(3));
        assert!(measured.texts().is_none() && measured.subject().is_none() && measured.by_labels().is_none());
    }
}
