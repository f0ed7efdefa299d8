//! Cleans a whole corpus by its texts: verdicts, table of differences, questions and alarms.

use super::{Cleaning, Compared, Deciding, Outcome, Promise, Reviewed, Reviewing, measure_for};
use crate::corpus::Corpus;
use crate::decide::Decisions;
use crate::decide::clean::{
    Alarm, Cleaned, Cover, Kinds, PartName, Parts, Questions, Row, Rules, Subject, drawn_under,
};
use crate::decide::promise::{Draws, PILOT, Right};
use crate::judgements::{Judgements, KnownJudgements};
use crate::measures::{Condition, Measure};
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
    /// What is promised of what goes, where that was asked for, and the pairs that should be answered next.
    pub promised: Option<(Promise, Vec<[u32; 2]>)>,
    /// The condition that confirms a pair.
    pub condition: Condition,
    /// The comparison, which is reused while the documents stay the same.
    pub compared: Arc<Compared>,
    decisions: Arc<Decisions>,
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
    /// What was decided of these documents by this recipe before.
    pub before: Option<Arc<Clean>>,
}

/// What a promise is asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// The share that should be right, and the seed of the draw.
    pub draw: (Right, u64),
    /// What compares the texts; by default what the draw was made with, or what suits the corpus.
    pub measure: Option<Measure>,
}

impl CleanTask {
    /// Compares the texts, and decides. `None` if cancelled.
    pub fn run(self, progress: &Progress) -> Option<Clean> {
        let compared = self.compare(progress)?;
        let outcome = self.deciding(|deciding| compared.decide(deciding));
        Some(self.review(compared, outcome, None))
    }

    /// Compares the texts, and lets go what these judgements promise. A new draw is added to `draws`. `None` if cancelled.
    ///
    /// # Errors
    /// See [`Compared::promise`].
    pub fn promise(
        mut self,
        asked: &Asked,
        (judgements, draws): (&Judgements, &mut Draws),
        progress: &Progress,
    ) -> Result<Option<Clean>, String> {
        let drawn = draws.find(asked.draw.0, asked.draw.1).map(|at| &draws.draw[at]);
        let of_draw = drawn.and_then(|draw| draw.measure.parse().ok());
        let measure = asked.measure.or(of_draw).unwrap_or_else(|| measure_for(&self.corpus));
        self.condition =
            Condition { measure, at_least: drawn.map_or(self.condition.at_least, |draw| draw.floor) };
        let Some(compared) = self.compare(progress) else { return Ok(None) };
        let is_same = |clean: &&Arc<Clean>| {
            Arc::ptr_eq(&clean.compared, &compared) && Arc::ptr_eq(&clean.decisions, &self.decisions)
        };
        let before = self.before.clone();
        let earlier = before
            .as_ref()
            .filter(is_same)
            .and_then(|clean| clean.promised.as_ref())
            .map(|(promise, _)| promise);
        let promised = self.deciding(|deciding| {
            let promise = compared.promise(deciding, judgements, asked.draw, (draws, earlier), progress)?;
            Ok::<_, String>(promise.map(|promise| (compared.promised(deciding, &promise), promise)))
        })?;
        Ok(promised.map(|(cleaned, promise)| {
            let outcome = Outcome { cleaned, rows: Vec::new(), questions: Questions::default() };
            let next = promise.draw(PILOT);
            self.review(compared, outcome, Some((promise, next)))
        }))
    }

    fn compare(&self, progress: &Progress) -> Option<Arc<Compared>> {
        let condition = self.condition.searched();
        let before = self.before.as_ref().filter(|clean| clean.compared.condition() == condition);
        match before {
            Some(clean) => Some(clean.compared.clone()),
            None => Cleaning { condition, ..Cleaning::of(&self.corpus, &self.recipe) }
                .compare(progress)
                .map(Arc::new),
        }
    }

    fn rules(&self) -> Rules {
        Rules { cut: self.condition.at_least, ..self.decisions.rules.clone() }
    }

    fn deciding<T>(&self, decide: impl FnOnce(&Deciding<'_>) -> T) -> T {
        decide(&Deciding {
            rules: &self.rules(),
            preference: None,
            decisions: &self.decisions,
            said: &self.judged.said().collect(),
            keeps_none: false,
        })
    }

    fn review(
        &self,
        compared: Arc<Compared>,
        outcome: Outcome,
        promised: Option<(Promise, Vec<[u32; 2]>)>,
    ) -> Clean {
        let (corpus, condition, rules) = (&self.corpus, self.condition, self.rules());
        let Outcome { cleaned, rows, questions } = outcome;
        let label = |document: u32| corpus.get(document as usize).label.unwrap_or_default();
        let source =
            |document: u32| corpus.file_name(corpus.place(document as usize).file).unwrap_or_default();
        let parts =
            [Parts { named: PartName::Label, of: &label }, Parts { named: PartName::Source, of: &source }];
        let reviewing = Reviewing {
            condition,
            rules: &rules,
            parts: &parts,
            known: &self.judged,
            under: &drawn_under(condition, None),
            seed: SEED,
        };
        let mut reviewed = compared.review(&cleaned, &reviewing);
        if promised.is_some() {
            reviewed.alarms = reviewed.alarms.into_iter().filter_map(Alarm::under_promise).collect();
        }
        let (of, decisions) = (cleaned.kinds(), self.decisions.clone());
        Clean { cleaned, reviewed, rows, questions, of, promised, condition, compared, decisions }
    }
}
