//! What goes because of its text, and what stays: decided anew after every word of the user.

use super::Shared;
use super::deciding::Kept;
use super::weighing::condition;
use crate::jobs::Work;
use crate::shared::model::Stage;
use crate::wanted::{Same, Wanted};
use simscope_core::alignment::Kind;
use simscope_core::analysis::{self, ByHand, Cleaning as Asked, Reviewed, Reviewing};
use simscope_core::corpus::Corpus;
use simscope_core::decide::Decisions;
use simscope_core::decide::clean::{
    Cleaned, Cover, Kinds, PartName, Parts, Rules, Said, Sample, drawn_under,
};
use simscope_core::judgements::KnownJudgements;
use simscope_core::measures::{Condition, Weights};
use simscope_core::progress::Progress;
use simscope_core::recipe::Recipe;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Comparing all texts.
pub const CLEAN: &Work =
    &Work::new("Clean", ("comparing all texts", "比对所有文本")).cancellable().of_texts();

/// What follows from the texts, τ, and what people said.
#[derive(Debug, Clone, PartialEq)]
pub struct CleanKey {
    documents: usize,
    tau_hundredths: u8,
    decisions: Same<Decisions>,
    judged: Same<KnownJudgements>,
}

/// What becomes of every document, and what should be known of that.
#[derive(Debug)]
pub struct Clean {
    pub cleaned: Cleaned,
    pub reviewed: Reviewed,
    /// By kind, the documents that go or are held, the most doubtful first.
    pub kinds: BTreeMap<Kind, Vec<u32>>,
    /// Labels, or files where there are no labels: the name, how many documents, how many go. The one that loses most first.
    pub parts: Vec<(String, usize, usize)>,
    /// By document.
    of: Vec<Kinds>,
    /// Which of those that go are to be read, and what was said of them.
    pub sample: Sample,
    weights: Arc<Weights>,
}

impl Clean {
    /// What covers a document, or would, if it goes or is held.
    pub fn cover(&self, document: u32) -> Option<&Cover> {
        let verdict = self.cleaned.verdicts.get(document as usize)?;
        verdict.gone().or(verdict.held())
    }

    /// Whether a document is in a pair of this kind.
    pub fn is_of(&self, document: u32, kind: Kind) -> bool {
        self.of.get(document as usize).is_some_and(|kinds| kinds.has(kind))
    }

    /// Documents that go.
    pub fn gone(&self) -> usize {
        self.cleaned.gone().count()
    }
}

/// Chance, in the order in which pairs are drawn.
const SEED: u64 = 1;

/// What is to be computed.
struct Task {
    corpus: Corpus,
    recipe: Recipe,
    condition: Condition,
    decisions: Arc<Decisions>,
    judged: Arc<KnownJudgements>,
    weights: Option<Arc<Weights>>,
}

impl Task {
    fn run(self, progress: &Progress) -> Option<Clean> {
        let corpus = &self.corpus;
        let texts: Vec<&str> = corpus.iter().map(|document| document.text).collect();
        let weights = match self.weights {
            Some(weights) => weights,
            None => Arc::new(analysis::weigh(self.condition, &texts, progress)?),
        };
        let said: Said = self.judged.said().collect();
        let asked = Asked {
            all: corpus,
            documents: corpus.len() as u32,
            recipe: &self.recipe,
            condition: self.condition,
            rules: Rules { allowed: self.decisions.allowed, ..Rules::default() },
            order: None,
            within: None,
            is_by_others_alone: false,
            takes_blank: false,
            by_hand: ByHand { decisions: &self.decisions, said: &said },
        };
        let cleaned = asked.run((&texts, &weights), progress)?;
        let label = |document: u32| corpus.get(document as usize).label.unwrap_or_default();
        let source =
            |document: u32| corpus.file_name(corpus.place(document as usize).file).unwrap_or_default();
        let parts =
            [Parts { named: PartName::Label, of: &label }, Parts { named: PartName::Source, of: &source }];
        let reviewing =
            Reviewing { all: corpus, documents: corpus.len(), parts: &parts, condition: self.condition };
        let reviewed = reviewing.run(&cleaned, (&texts, &weights), progress)?;
        let parts = Some(divided(&cleaned, &label)).filter(|parts| parts.len() > 1);
        let parts = parts.or_else(|| Some(divided(&cleaned, &source)).filter(|parts| parts.len() > 1));
        let under = drawn_under(self.condition, None);
        let known = (&*self.judged, &*under);
        let sample = Sample::of(&cleaned, (&texts, &weights), self.condition, known, SEED);
        let documents = |found: Vec<(u32, &Cover)>| found.into_iter().map(|(document, _)| document).collect();
        let kinds = cleaned.by_kind().into_iter().map(|(kind, found)| (kind, documents(found))).collect();
        let of = cleaned.kinds();
        Some(Clean { cleaned, reviewed, kinds, of, sample, parts: parts.unwrap_or_default(), weights })
    }
}

/// The parts of the corpus by this name, the one that loses the largest share first.
fn divided<'a>(cleaned: &Cleaned, of: &dyn Fn(u32) -> &'a str) -> Vec<(String, usize, usize)> {
    let mut parts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for document in 0..cleaned.verdicts.len() {
        let (all, gone) = parts.entry(of(document as u32)).or_default();
        *all += 1;
        *gone += usize::from(!cleaned.is_kept(document));
    }
    let mut parts: Vec<_> =
        parts.into_iter().map(|(name, (all, gone))| (name.to_owned(), all, gone)).collect();
    parts.sort_by(|(_, all, gone), (_, of, other)| (other * all).cmp(&(gone * of)));
    parts
}

impl Shared {
    fn clean_key(&self) -> CleanKey {
        CleanKey {
            documents: self.model.corpus.len(),
            tau_hundredths: self.tau_hundredths,
            decisions: Same::of(&self.deciding.decisions),
            judged: Same::of(&self.judging.known),
        }
    }

    /// What goes and what stays now; `None` while that is computed.
    pub fn clean(&self) -> Option<&Arc<Clean>> {
        self.deciding.clean.get(&self.clean_key())
    }

    /// The same, of before the last word while that is taken in.
    pub fn clean_lately(&self) -> Option<&Arc<Clean>> {
        self.deciding.clean.latest()
    }

    /// Whether the user cancelled it.
    pub fn is_clean_ended(&self) -> bool {
        self.deciding.clean.is_ended_at(&self.clean_key())
    }

    /// Whether what people said before is known, and all texts.
    pub fn can_clean(&self) -> bool {
        let is_read = |kept: &Kept| *kept != Kept::Unread;
        // While documents come in, these are not all.
        let is_whole = self.model.stage != Stage::Reading && self.model.is_hashed();
        is_whole && is_read(&self.deciding.kept) && is_read(&self.judging.kept)
    }

    /// Asks for what goes and what stays.
    pub fn want_clean(&mut self) {
        if !self.can_clean() {
            return;
        }
        // What shingles weigh follows from all documents.
        let of_these = |key: &CleanKey| key.documents == self.model.corpus.len();
        let is_same = self.deciding.clean.key().is_some_and(of_these);
        let task = Task {
            corpus: self.model.corpus.clone(),
            recipe: self.model.recipe,
            condition: condition(self.tau()),
            decisions: self.deciding.decisions.clone(),
            judged: self.judging.known.clone(),
            weights: self.clean_lately().filter(|_| is_same).map(|clean| clean.weights.clone()),
        };
        let key = self.clean_key();
        let mut wanted = std::mem::take(&mut self.deciding.clean);
        self.want(&mut wanted, CLEAN, key, move |progress| task.run(progress).map(Arc::new));
        self.deciding.clean = wanted;
    }

    /// Starts it again after it was cancelled. Returns whether it was.
    pub fn retry_clean(&mut self) -> bool {
        self.deciding.clean.retry()
    }
}

/// The value that all hangs on.
pub type WantedClean = Wanted<CleanKey, Arc<Clean>>;
