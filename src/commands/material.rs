//! Sources → documents → signatures: the first step of every command.

use super::arguments::{EmptyDocuments, InputArguments, TextArguments};
use super::failure::Failure;
use super::given::{self, files_of};
use super::recipe_choice::check_signed_alike;
use super::repeated::tell_repeated;
use super::skips::Skips;
use super::watch::{Unit, Watch, detail, note};
use simscope_core::analysis::{self, Analysed, Arrival, Health, Noticed, Reach};
use simscope_core::corpus::{self, Corpus, Ids, Notice, ReadOptions, Source};
use simscope_core::decide::clean::Alarm;
use simscope_core::display::{Phrase, grouped_digits, lang, say};
use simscope_core::groups::{Dendrogram, Effort, Groups};
use simscope_core::hamming::{Counted, Signatures};
use simscope_core::measures::{Condition, Measure, Weights};
use simscope_core::progress::Progress;
use simscope_core::recipe::{Bits, DocumentFrequencies, Recipe};
use simscope_core::simhash::Signed;
use std::borrow::Cow;
use std::ops::{ControlFlow, Deref};
use std::sync::Arc;

/// The documents of a command and their signatures.
#[derive(Debug)]
pub(super) struct Material {
    /// Signed, but where only the texts decide.
    analysed: Analysed,
    /// Of signatures that were given.
    ids: Ids,
    /// The recipe of the signatures, where it is known.
    known: Option<Recipe>,
    /// Shows progress.
    pub(super) watch: Watch,
}

impl Deref for Material {
    type Target = Analysed;

    fn deref(&self) -> &Analysed {
        &self.analysed
    }
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
        let known = check_signed_alike(&files_of(sources)?, None)?;
        tell_health(&signatures, bits);
        let analysed = Analysed::given(corpus::name_of(sources), signatures, bits);
        Ok(Self { analysed, ids, known, watch })
    }

    /// Signs a corpus.
    pub(super) fn sign(corpus: Corpus, recipe: Recipe, watch: Watch) -> Self {
        Self::of(finished(Analysed::sign(corpus, recipe, &watch)), watch)
    }

    /// A corpus that is signed already.
    pub(super) fn of(analysed: Analysed, watch: Watch) -> Self {
        tell_noticed(&Noticed::of_corpus(&analysed.corpus, &analysed.recipe));
        let known = Some(analysed.recipe);
        Self { analysed, ids: Ids::default(), known, watch }
    }

    /// The recipe of the signatures, where it is known.
    pub(super) fn recipes(&self) -> &[Recipe] {
        self.known.as_slice()
    }

    /// Number of documents.
    pub(super) fn len(&self) -> usize {
        self.texts().map_or(self.ids.len(), Corpus::len)
    }

    /// What the corpus is called.
    pub(super) fn name(&self) -> &str {
        self.corpus.name()
    }

    /// The id of a document.
    pub(super) fn id(&self, document: usize) -> &str {
        self.texts().map_or_else(|| self.ids.get(document), |corpus| corpus.get(document).id)
    }

    /// The ids of these documents, in their order.
    pub(super) fn ids(&self, documents: &[u32]) -> Cow<'_, Ids> {
        match self.is_given && documents.len() == self.ids.len() {
            true => Cow::Borrowed(&self.ids),
            false => Cow::Owned(documents.iter().map(|&document| self.id(document as usize)).collect()),
        }
    }

    /// The recipe in one line, for a caption.
    pub(super) fn recipe_line(&self) -> String {
        match self.is_given {
            true => format!("signatures as given · {} bits", self.recipe.bits),
            false => self.recipe.to_string(),
        }
    }

    /// The documents to compare, ascending. Documents without features are left out unless asked for, and
    /// standard error says how many.
    pub(super) fn documents(&self, empty: &EmptyDocuments) -> Arc<Vec<u32>> {
        if empty.are_kept {
            return Arc::new((0..self.len() as u32).collect());
        }
        tell_left_out((self.len() - self.documents.len()) as u64);
        self.documents.clone()
    }

    /// The tree over these documents, exact up to k at least.
    pub(super) fn tree(&self, documents: &[u32], k: u8) -> Dendrogram {
        let reach = (Reach::AtLeast(k), &Effort::DEFAULT);
        finished(analysis::tree(&self.signatures, documents, self.recipe.bits, reach, &self.watch))
    }

    /// The groups of these documents at k.
    pub(super) fn groups(&self, documents: &[u32], k: u8) -> Groups {
        self.tree(documents, k).cut(k)
    }

    /// The documents to compare, linked and measured. Where the tree goes as far as it can, standard error says up to which k
    /// if that is not the last.
    pub(super) fn grown(&self, empty: &EmptyDocuments, reach: Reach) -> Analysed {
        let (chosen, effort) =
            (Analysed { documents: self.documents(empty), ..self.analysed.clone() }, Effort::DEFAULT);
        let linked = finished(chosen.link((reach, &effort), &self.watch));
        let end = linked.tree.as_ref().and_then(|tree| tree.pairs()).map(Counted::up_to);
        if let (Reach::Farthest, Some(last)) = (reach, end.filter(|&last| last < self.recipe.bits.get())) {
            let (n, seconds) = (grouped_digits(linked.documents.len()), effort.seconds);
            note(&say!(
                "{n} documents are too many to compare all pairs within {seconds:.0} s: the rows end at k = {last}; \
                     --exact-up-to K goes further, however long it takes",
                "{n} 篇文档过多，{seconds:.0} 秒内无法比较所有文档对：只列到 k = {last}；--exact-up-to K 可继续，不限时间"
            ));
        }
        finished(linked.measure(&self.watch))
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
    let Some(corpus) = material.texts() else { return };
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
    if arguments.is_signatures() && !arguments.recipe.given.is_empty() {
        return Err(Failure::Usage(say!(
            "--input signatures: nothing is compared with what was given; leave out --given, or give the texts",
            "--input signatures：没有文本可与给定文本比较；请去掉 --given，或给出文本"
        )));
    }
    let recipe = arguments.recipe.recipe()?;
    arguments.threads.apply()?;
    let threads = rayon::current_num_threads;
    detail(|| say!("recipe: {recipe}; threads: {}", "配方：{recipe}；线程：{}", threads()));
    Ok((recipe, Watch::new(arguments.has_no_progress)))
}

/// Fails if the sources hold signatures where texts are needed; `what` names the command.
pub(super) fn refuse_signatures(arguments: &TextArguments, what: Phrase) -> Result<(), Failure> {
    if arguments.is_signatures() { Err(Failure::Usage(lang().pick(what).to_owned())) } else { Ok(()) }
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
    watch.during(("weighing", "计算权重"), Unit::Documents, |progress| {
        finished(measure.weights(texts, progress))
    })
}

/// The texts of a corpus.
pub(super) fn texts_of(corpus: &Corpus) -> impl Iterator<Item = &str> {
    corpus.iter().map(|document| document.text)
}

/// Reads the texts that the arguments name, and says on standard error what was skipped.
pub(super) fn read_texts(arguments: &TextArguments, watch: Watch) -> Result<Corpus, Failure> {
    read_texts_of(&arguments.sources()?, &arguments.read_options(), watch)
}

/// Reads the documents of these sources, and signs them meanwhile if there is a recipe. `tell` gets each notice
/// about the input.
pub(super) fn read_each(
    (sources, options): (&[Source], &ReadOptions),
    recipe: Option<&Recipe>,
    watch: Watch,
    tell: fn(&Notice),
) -> Result<(Corpus, Vec<Signed>, Skips), Failure> {
    let (mut corpus, mut all, mut skips) =
        (Corpus::new(corpus::name_of(sources)), Vec::new(), Skips::default());
    watch.during(("reading", "读取"), Unit::Bytes, |progress| {
        let mut take = |arrival, mut signed: Vec<Signed>| match arrival {
            Arrival::Batch(batch) => {
                all.append(&mut signed);
                corpus.push(batch);
            }
            Arrival::Skipped(skipped) => skips.add(skipped),
            Arrival::Noticed(notice) => tell(&notice),
        };
        match recipe {
            Some(recipe) => analysis::load((sources, options), recipe, None, progress, &mut take).map(drop),
            None => analysis::read(sources, options, progress, &mut |arrival| {
                take(arrival, Vec::new());
                ControlFlow::Continue(())
            })
            .map(drop),
        }
    })?;
    Ok((corpus, all, skips))
}

/// Reads the texts of these sources, and says on standard error what was skipped.
pub(super) fn read_texts_of(
    sources: &[Source],
    options: &ReadOptions,
    watch: Watch,
) -> Result<Corpus, Failure> {
    let tell = |notice: &Notice| note(&notice.to_string());
    let (corpus, _, skips) = read_each((sources, options), None, watch, tell)?;
    skips.tell();
    Ok(corpus)
}
