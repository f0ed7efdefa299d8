//! A whole corpus cleaned by its texts: what goes, what stays, and what should be known of that.

use super::{ByHand, Cleaning, Reviewed, Reviewing, weigh};
use crate::alignment::Kind;
use crate::corpus::Corpus;
use crate::decide::Decisions;
use crate::decide::clean::{Cleaned, Cover, Kinds, PartName, Parts, Rules, Said, Sample, drawn_under};
use crate::judgements::KnownJudgements;
use crate::measures::{Condition, Weights};
use crate::progress::Progress;
use crate::recipe::Recipe;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What becomes of every document, and what should be known of that.
#[derive(Debug)]
pub struct Clean {
    /// Who goes, who stays.
    pub cleaned: Cleaned,
    /// What it loses, and what is alarming.
    pub reviewed: Reviewed,
    /// By kind, the documents that go or are held, the most doubtful first.
    pub kinds: BTreeMap<Kind, Vec<u32>>,
    /// Labels, or files where there are no labels: the name, how many documents, how many go. The one that loses most first.
    pub parts: Vec<(String, usize, usize)>,
    /// By document.
    of: Vec<Kinds>,
    /// Which of those that go are to be read, and what was said of them.
    pub sample: Sample,
    /// What the shingles weigh: of the same documents it is never computed twice.
    pub weights: Arc<Weights>,
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

/// What it follows from.
#[derive(Debug)]
pub struct CleanTask {
    /// The documents.
    pub corpus: Corpus,
    /// Matters to a condition by cosine only.
    pub recipe: Recipe,
    /// What confirms a pair.
    pub condition: Condition,
    /// What was decided by hand.
    pub decisions: Arc<Decisions>,
    /// What was judged.
    pub judged: Arc<KnownJudgements>,
    /// The weights of these documents, if they are known.
    pub weights: Option<Arc<Weights>>,
}

impl CleanTask {
    /// Compares the texts. `None` if cancelled.
    pub fn run(self, progress: &Progress) -> Option<Clean> {
        let corpus = &self.corpus;
        let texts: Vec<&str> = corpus.iter().map(|document| document.text).collect();
        let weights = match self.weights {
            Some(weights) => weights,
            None => Arc::new(weigh(self.condition, &texts, progress)?),
        };
        let said: Said = self.judged.said().collect();
        let asked = Cleaning {
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
        let reviewed = reviewing.run(&cleaned, (&texts, &weights));
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
