//! Cleans a whole corpus by its texts: verdicts, table of differences, questions and alarms.

use super::{Cleaning, Compared, Deciding, Outcome, Reviewed, Reviewing};
use crate::corpus::Corpus;
use crate::decide::Decisions;
use crate::decide::clean::{
    Cleaned, Cover, Kinds, PartName, Parts, Questions, Row, Rules, Said, Subject, drawn_under,
};
use crate::judgements::KnownJudgements;
use crate::measures::Condition;
use crate::progress::Progress;
use crate::recipe::Recipe;
use std::sync::Arc;

/// The verdicts on all documents, with what a user needs to check them.
#[derive(Debug)]
pub struct Clean {
    /// The verdicts.
    pub cleaned: Cleaned,
    /// The losses, the alarms and the sample.
    pub reviewed: Reviewed,
    /// The table of the differences of the corpus.
    pub rows: Vec<Row>,
    /// The questions to the owner.
    pub questions: Questions,
    /// By document, the kinds of all pairs that it is part of.
    of: Vec<Kinds>,
    /// The comparison, which is reused while the documents stay the same.
    pub compared: Arc<Compared>,
}

impl Clean {
    /// The cover of a document that goes or is held.
    pub fn cover(&self, document: u32) -> Option<&Cover> {
        let verdict = self.cleaned.verdicts.get(document as usize)?;
        verdict.gone().or(verdict.held())
    }

    /// Whether a pair of the document has a difference of this kind.
    pub fn is_of(&self, document: u32, kind: crate::alignment::Kind) -> bool {
        self.of.get(document as usize).is_some_and(|kinds| kinds.has(kind))
    }

    /// The documents of a row: those that are held because of the difference, and those that go although they have it. Those that
    /// lose most come first. A recurring difference that holds none has the documents of its kind.
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
        kind.filter(|_| row.is_below && found.is_empty()).map_or(found, |kind| self.that_differ(kind))
    }

    /// The documents that go or are held and for which `is_meant` holds. Those that lose most come first, then the least similar.
    pub fn doubtful(&self, is_meant: &dyn Fn(&(u32, &Cover)) -> bool) -> Vec<u32> {
        let of_all = (0..self.cleaned.verdicts.len() as u32).filter_map(|one| Some((one, self.cover(one)?)));
        let mut found: Vec<(u32, &Cover)> = of_all.filter(is_meant).collect();
        found.sort_by(|(a, one), (b, other)| {
            let doubt = other.lost.total_cmp(&one.lost).then(one.similarity.total_cmp(&other.similarity));
            doubt.then(a.cmp(b))
        });
        found.into_iter().map(|(document, _)| document).collect()
    }

    /// The number of documents that go.
    pub fn gone(&self) -> usize {
        self.cleaned.gone().count()
    }
}

/// The seed of the order in which pairs are drawn.
const SEED: u64 = 1;

/// The input of [`Clean`].
#[derive(Debug)]
pub struct CleanTask {
    /// The documents.
    pub corpus: Corpus,
    /// The recipe. Texts are compared without what it ignores, and normalized as it says.
    pub recipe: Recipe,
    /// The condition that confirms a pair.
    pub condition: Condition,
    /// The decisions made by hand.
    pub decisions: Arc<Decisions>,
    /// The judgements.
    pub judged: Arc<KnownJudgements>,
    /// The comparison of these documents by this recipe and measure, if there is one.
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
        let reviewed = compared.review(
            &cleaned,
            &Reviewing {
                condition: self.condition,
                rules: &rules,
                parts: &parts,
                known: &self.judged,
                under: &drawn_under(self.condition, None),
                seed: SEED,
            },
        );
        let of = cleaned.kinds();
        Some(Clean { cleaned, reviewed, rows, questions, of, compared })
    }
}
