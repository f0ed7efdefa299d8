//! Sources → documents → signatures: the first step of every command.

use super::arguments::{EmptyDocuments, InputArguments, TextArguments};
use super::failure::Failure;
use super::given::{self, files_of};
use super::recipe_choice::check_signed_alike;
use super::repeated::tell_repeated;
use super::skips::Skips;
use super::watch::{Unit, Watch, note};
use simscope_core::analysis::{self, Arrival, Health, Noticed, Reach};
use simscope_core::corpus::{self, Corpus, Ids, ReadOptions, Source};
use simscope_core::decide::clean::Alarm;
use simscope_core::display::{grouped_digits, say};
use simscope_core::groups::{Dendrogram, Effort};
use simscope_core::hamming::{Counted, Signatures};
use simscope_core::measures::{Condition, Measure, Weights};
use simscope_core::progress::Progress;
use simscope_core::recipe::{Bits, DocumentFrequencies, Recipe};
use simscope_core::simhash::Signed;
use std::borrow::Cow;
use std::ops::ControlFlow;

/// The documents of a command and their signatures.
#[derive(Debug)]
pub(super) struct Material {
    /// What the corpus is called.
    pub(super) name: String,
    origin: Origin,
    /// One for each document; none where only the texts decide.
    pub(super) signatures: Signatures,
    /// Width of the signatures.
    pub(super) bits: Bits,
    /// Shows progress.
    pub(super) watch: Watch,
}

#[derive(Debug)]
enum Origin {
    Texts { corpus: Corpus, recipe: Recipe, features: Vec<u32> },
    Signatures { ids: Ids, recipe: Option<Recipe> },
}

impl Material {
    /// Reads and signs what the arguments name, and says on standard error what was skipped.
    pub(super) fn load(arguments: &InputArguments) -> Result<Self, Failure> {
        let (recipe, watch) = begin(arguments)?;
        let sources = arguments.sources()?;
        let material = if arguments.is_signatures() {
            Self::given(&sources, &arguments.read_options(), watch)?
        } else {
            Self::sign(read_texts(arguments, watch)?, recipe, watch)
        };
        tell_repeated(material.len(), |document| material.id(document));
        Ok(material)
    }

    /// Signatures as the sources give them.
    pub(super) fn given(sources: &[Source], options: &ReadOptions, watch: Watch) -> Result<Self, Failure> {
        let (ids, bits, signatures) = given::read(sources, options, watch)?;
        let recipe = check_signed_alike(&files_of(sources)?, None)?;
        tell_health(&signatures, bits);
        let origin = Origin::Signatures { ids, recipe };
        Ok(Self { name: corpus::name_of(sources), origin, signatures, bits, watch })
    }

    /// Signs a corpus.
    pub(super) fn sign(corpus: Corpus, recipe: Recipe, watch: Watch) -> Self {
        let (signed, _) = finished(analysis::sign(&corpus, &recipe, &watch));
        Self::of(corpus, &signed, recipe, watch)
    }

    /// A corpus that is signed already.
    pub(super) fn of(corpus: Corpus, signed: &[Signed], recipe: Recipe, watch: Watch) -> Self {
        let (signatures, features) = analysis::columns(signed, recipe.bits);
        let name = corpus.name().to_owned();
        tell_noticed(&Noticed::of_corpus(&corpus, &recipe));
        Self {
            name,
            signatures,
            bits: recipe.bits,
            watch,
            origin: Origin::Texts { corpus, recipe, features },
        }
    }

    /// The recipe of the signatures, where it is known.
    pub(super) fn recipes(&self) -> &[Recipe] {
        match &self.origin {
            Origin::Texts { recipe, .. } => std::slice::from_ref(recipe),
            Origin::Signatures { recipe, .. } => recipe.as_slice(),
        }
    }

    /// Number of documents.
    pub(super) fn len(&self) -> usize {
        match &self.origin {
            Origin::Texts { corpus, .. } => corpus.len(),
            Origin::Signatures { ids, .. } => ids.len(),
        }
    }

    /// The id of a document.
    pub(super) fn id(&self, document: usize) -> &str {
        match &self.origin {
            Origin::Texts { corpus, .. } => corpus.get(document).id,
            Origin::Signatures { ids, .. } => ids.get(document),
        }
    }

    /// The ids of these documents, in their order.
    pub(super) fn ids(&self, documents: &[u32]) -> Cow<'_, Ids> {
        match &self.origin {
            Origin::Signatures { ids, .. } if documents.len() == ids.len() => Cow::Borrowed(ids),
            _ => Cow::Owned(documents.iter().map(|&document| self.id(document as usize)).collect()),
        }
    }

    /// Number of features of each document; empty if not known.
    pub(super) fn features(&self) -> &[u32] {
        match &self.origin {
            Origin::Texts { features, .. } => features,
            Origin::Signatures { .. } => &[],
        }
    }

    /// The texts, where there are any.
    pub(super) fn corpus(&self) -> Option<&Corpus> {
        match &self.origin {
            Origin::Texts { corpus, .. } => Some(corpus),
            Origin::Signatures { .. } => None,
        }
    }

    /// The recipe in one line, for a caption.
    pub(super) fn recipe_line(&self) -> String {
        match &self.origin {
            Origin::Texts { recipe, .. } => recipe.to_string(),
            Origin::Signatures { .. } => format!("signatures as given · {} bits", self.bits),
        }
    }

    /// The documents to compare, ascending. Documents without features are left out unless asked for, and
    /// standard error says how many.
    pub(super) fn documents(&self, empty: &EmptyDocuments) -> Vec<u32> {
        match &self.origin {
            Origin::Texts { features, .. } if !empty.are_kept => {
                let documents = analysis::with_features(features);
                tell_left_out((self.len() - documents.len()) as u64);
                documents
            }
            _ => (0..self.len() as u32).collect(),
        }
    }

    /// The tree over these documents, exact up to k at least.
    pub(super) fn tree_at(&self, documents: &[u32], k: u8, effort: &Effort) -> Dendrogram {
        self.tree(documents, Reach::AtLeast(k), effort)
    }

    /// The tree of these documents, exact up to the largest k that the effort allows. Prints on standard error
    /// up to which k.
    pub(super) fn tree_as_far(&self, documents: &[u32], effort: &Effort) -> Dendrogram {
        let tree = self.tree(documents, Reach::Farthest, effort);
        let last = tree.pairs().map_or(self.bits.get(), Counted::up_to);
        if last < self.bits.get() {
            let (n, seconds) = (grouped_digits(documents.len()), effort.seconds);
            note(&say!(
                "{n} documents are too many to compare all pairs within {seconds:.0} s: the rows end at k = {last}; \
                     --exact-up-to K goes further, however long it takes",
                "{n} 篇文档过多，{seconds:.0} 秒内无法比较所有文档对：只列到 k = {last}；--exact-up-to K 可继续，不限时间"
            ));
        }
        tree
    }

    fn tree(&self, documents: &[u32], reach: Reach, effort: &Effort) -> Dendrogram {
        finished(analysis::tree(&self.signatures, documents, self.bits, (reach, effort), &self.watch))
    }
}

/// Says in one line what is wrong with signatures that were given.
pub(super) fn tell_health(signatures: &Signatures, bits: Bits) {
    if let Some(what) = Health::told(signatures, bits) {
        note(&what);
    }
}

/// Says what a sample of the texts says against the way in which they are cut.
pub(super) fn tell_noticed(noticed: &[Noticed]) {
    noticed.iter().for_each(|noticed| note(&noticed.to_string()));
}

/// Says that most of the text is in frames, if it is in a sample. What decides by texts says it of all.
pub(super) fn tell_frames(material: &Material) {
    const SAMPLE: usize = 2000;
    const FEWEST: usize = 8;
    let Some(corpus) = material.corpus() else { return };
    let step = corpus.len().div_ceil(SAMPLE).max(1);
    let texts: Vec<&str> = texts_of(corpus).step_by(step).collect();
    let weights = finished(analysis::weigh(Condition::DEFAULT, &texts, &Progress::new()));
    let share = weights.in_frames();
    // Of fewer texts half are a few versions of one.
    if weights.distinct() >= FEWEST && share > Alarm::MOST_IN_FRAMES {
        note(&Alarm::Frames { share }.to_string());
    }
}

/// Says how many empty documents were left out, if any.
pub(super) fn tell_left_out(empty: u64) {
    match empty {
        0 => {}
        n => {
            let (documents, them) = if n == 1 { ("document", "it") } else { ("documents", "them") };
            let n = grouped_digits(n);
            note(&say!(
                "left out {n} {documents} without features (--with-empty keeps {them})",
                "略去 {n} 篇没有特征的文档（--with-empty 可保留）"
            ));
        }
    }
}

/// Unwraps the result of a computation that only [`Progress::cancel`] can stop; no command calls it.
pub(super) fn finished<T>(result: Option<T>) -> T {
    result.expect("only Progress::cancel makes this None, and commands never cancel")
}

/// The recipe, and the progress display. Sets the number of threads.
pub(super) fn begin(arguments: &InputArguments) -> Result<(Recipe, Watch), Failure> {
    if arguments.is_signatures() && arguments.recipe.are_given() {
        return Err(Failure::Usage(say!(
            "--input signatures: signatures have their recipe already; leave out --recipe and its parts",
            "--input signatures：签名的配方已定；请去掉 --recipe 及其各部分"
        )));
    }
    if arguments.is_signatures() && arguments.names_texts() {
        return Err(Failure::Usage(say!(
            "--input signatures: a signature has neither text nor label; leave out --text-field and --label-field",
            "--input signatures：签名既没有文本也没有标签；请去掉 --text-field 和 --label-field"
        )));
    }
    let recipe = arguments.recipe.recipe()?;
    arguments.threads.apply()?;
    Ok((recipe, Watch::new(arguments.has_no_progress)))
}

/// Fails if the sources hold signatures where texts are needed; `what` names the command.
pub(super) fn refuse_signatures(arguments: &TextArguments, what: &str) -> Result<(), Failure> {
    if arguments.is_signatures() { Err(Failure::Usage(what.to_owned())) } else { Ok(()) }
}

/// Document frequencies of a corpus, if the recipe needs them.
pub(super) fn frequencies(corpus: &Corpus, recipe: &Recipe, watch: Watch) -> Option<DocumentFrequencies> {
    finished(analysis::frequencies(corpus, recipe, &watch))
}

/// The weights that a weighted measure needs of these texts.
pub(super) fn weights<'t>(
    texts: impl IntoIterator<Item = &'t str>,
    measure: Measure,
    watch: Watch,
) -> Option<Weights> {
    watch.during("weighing", Unit::Documents, |progress| finished(measure.weights(texts, progress)))
}

/// The texts of a corpus.
pub(super) fn texts_of(corpus: &Corpus) -> impl Iterator<Item = &str> {
    corpus.iter().map(|document| document.text)
}

/// Reads the texts that the arguments name, and says on standard error what was skipped.
pub(super) fn read_texts(arguments: &TextArguments, watch: Watch) -> Result<Corpus, Failure> {
    read_texts_of(&arguments.sources()?, &arguments.read_options(), watch)
}

/// Reads the texts of these sources, and says on standard error what was skipped.
pub(super) fn read_texts_of(
    sources: &[Source],
    options: &ReadOptions,
    watch: Watch,
) -> Result<Corpus, Failure> {
    let mut corpus = Corpus::new(corpus::name_of(sources));
    let mut skips = Skips::default();
    watch.during("reading", Unit::Bytes, |progress| {
        analysis::read(sources, options, progress, &mut |arrival| {
            match arrival {
                Arrival::Batch(batch) => corpus.push(batch),
                Arrival::Skipped(skipped) => skips.add(skipped),
                Arrival::Noticed(notice) => note(&notice.to_string()),
            }
            ControlFlow::Continue(())
        })
    })?;
    skips.tell();
    Ok(corpus)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn material(n: u64) -> Material {
        let signatures =
            (1..=n).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (i % 3)).collect::<Vec<_>>();
        Material {
            name: "made up".to_owned(),
            origin: Origin::Signatures { ids: Ids::default(), recipe: None },
            signatures: Signatures::from(signatures),
            bits: Bits::DEFAULT,
            watch: Watch::new(true),
        }
    }

    #[test]
    fn a_tree_that_was_searched_has_the_groups_of_the_whole_one() {
        let material = material(2_000);
        let documents: Vec<u32> = (0..2_000).collect();
        let effort = Effort { compared: 10, first: 0.0, seconds: 0.0 };
        let whole = material.tree_at(&documents, 3, &Effort::DEFAULT);
        assert!(whole.is_whole());
        let far = material.tree_as_far(&documents, &effort);
        assert_eq!(far.exact_up_to(), 0);
        for (tree, k) in [(far, 0), (material.tree_at(&documents, 3, &effort), 3)] {
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
}
