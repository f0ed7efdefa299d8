//! A whole corpus cleaned by its texts: what goes, what stays, and what should be known of that.

use super::{Cleaning, Compared, Deciding, Outcome, Reviewed};
use crate::corpus::Corpus;
use crate::decide::Decisions;
use crate::decide::clean::{
    Cleaned, Cover, Kinds, PartName, Parts, Questions, Row, Rules, Said, Sample, Subject, drawn_under,
};
use crate::judgements::KnownJudgements;
use crate::measures::Condition;
use crate::progress::Progress;
use crate::recipe::Recipe;
use std::sync::Arc;

/// What becomes of every document, and what should be known of that.
#[derive(Debug)]
pub struct Clean {
    /// Who goes, who stays.
    pub cleaned: Cleaned,
    /// What it loses, and what is alarming.
    pub reviewed: Reviewed,
    /// The differences of the corpus.
    pub rows: Vec<Row>,
    /// What its owner should be asked first.
    pub questions: Questions,
    /// By document.
    of: Vec<Kinds>,
    /// Which of those that go are to be read, and what was said of them.
    pub sample: Sample,
    /// What was compared: of the same documents it is never compared twice.
    pub compared: Arc<Compared>,
}

impl Clean {
    /// What covers a document, or would, if it goes or is held.
    pub fn cover(&self, document: u32) -> Option<&Cover> {
        let verdict = self.cleaned.verdicts.get(document as usize)?;
        verdict.gone().or(verdict.held())
    }

    /// Whether a document is in a pair with a difference of this kind.
    pub fn is_of(&self, document: u32, kind: crate::alignment::Kind) -> bool {
        self.of.get(document as usize).is_some_and(|kinds| kinds.has(kind))
    }

    /// The documents that are held because of a difference, or go though they have it: those first that lose most. Of a recurring
    /// difference that holds none, those of its kind.
    pub fn that_differ(&self, row: &Row) -> Vec<u32> {
        let comparison = &self.compared.comparison;
        let is_meant = |(_, cover): &(u32, &Cover)| match &row.subject {
            Subject::Kinds(kinds) if cover.why.is_some() => kinds.contains(&cover.kind),
            Subject::Kinds(kinds) => {
                kinds.contains(&cover.kind) || kinds.iter().any(|&kind| cover.kinds.has(kind))
            }
            Subject::Key(key) => cover.key.and_then(|number| comparison.key(number)) == Some(key),
        };
        let found = self.doubtful(&is_meant);
        let at = self.rows.iter().position(|other| other == row).unwrap_or(0);
        let kind = self.rows[..at].iter().rfind(|row| !row.is_below);
        match kind.filter(|_| row.is_below && found.is_empty()) {
            Some(kind) => self.that_differ(kind),
            None => found,
        }
    }

    /// The documents that go or are held and are meant: those first that lose most, then those that are least alike.
    pub fn doubtful(&self, is_meant: &dyn Fn(&(u32, &Cover)) -> bool) -> Vec<u32> {
        let of_all = (0..self.cleaned.verdicts.len() as u32).filter_map(|one| Some((one, self.cover(one)?)));
        let mut found: Vec<(u32, &Cover)> = of_all.filter(is_meant).collect();
        found.sort_by(|(a, one), (b, other)| {
            let doubt = other.lost.total_cmp(&one.lost).then(one.similarity.total_cmp(&other.similarity));
            doubt.then(a.cmp(b))
        });
        found.into_iter().map(|(document, _)| document).collect()
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
    /// What it ignores and how it normalizes holds here, too.
    pub recipe: Recipe,
    /// What confirms a pair.
    pub condition: Condition,
    /// What was decided by hand.
    pub decisions: Arc<Decisions>,
    /// What was judged.
    pub judged: Arc<KnownJudgements>,
    /// What was found when these documents were compared, if they were, by this recipe and measure.
    pub compared: Option<Arc<Compared>>,
}

impl CleanTask {
    /// Compares the texts, and decides. `None` if cancelled.
    pub fn run(self, progress: &Progress) -> Option<Clean> {
        let corpus = &self.corpus;
        let condition = self.condition.searched();
        let compared = self.compared.clone().filter(|compared| compared.condition() == condition);
        let compared = match compared {
            Some(compared) => compared,
            None => Arc::new(Cleaning { condition, ..Cleaning::of(corpus, &self.recipe) }.compare(progress)?),
        };
        let said: Said = self.judged.said().collect();
        let rules = Rules { cut: self.condition.at_least, ..self.decisions.rules.clone() };
        let deciding = Deciding {
            rules: &rules,
            preference: None,
            decisions: &self.decisions,
            said: &said,
            keeps_none: false,
        };
        let Outcome { cleaned, rows, questions } = compared.decide(&deciding);
        let label = |document: u32| corpus.get(document as usize).label.unwrap_or_default();
        let source =
            |document: u32| corpus.file_name(corpus.place(document as usize).file).unwrap_or_default();
        let parts =
            [Parts { named: PartName::Label, of: &label }, Parts { named: PartName::Source, of: &source }];
        let reviewed = compared.review(&cleaned, self.condition, &parts);
        let under = drawn_under(self.condition, None);
        let covers = |pairs: &[(u32, u32)]| compared.covers(pairs, &rules);
        let sample = Sample::of(&cleaned, &covers, (&self.judged, &under), SEED);
        let of = cleaned.kinds();
        Some(Clean { cleaned, reviewed, rows, questions, of, sample, compared })
    }
}
