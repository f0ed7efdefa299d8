//! Cleans a corpus by its texts. Texts are compared once, and decided each time the rules change. Commands, explorer, filter and
//! Python use this module.

use super::{Phase, Watched, frequencies};
use crate::corpus::{Corpus, Document};
use crate::decide::clean::{
    self, Alarm, Cleaned, Cleaner, Comparing, Comparison, Cover, Facts, Parts, Questions, Refused, Row,
    Rules, Said, Sample, Words,
};
use crate::decide::{Decisions, Preference};
use crate::hamming::Signatures;
use crate::judgements::{KnownJudgements, Verdict};
use crate::measures::{Condition, Measure, Verifier, Weights};
use crate::recipe::{DocumentFrequencies, Ignored, Recipe};
use std::borrow::Cow;
use std::sync::Arc;

/// The weights of the shingles of the condition in these texts; of the default shingles if its measure uses none.
pub fn weigh(condition: Condition, texts: &[&str], watch: &impl Watched) -> Option<Weights> {
    watch.during(Phase::Weighing, |progress| Weights::of(condition.shingles(), texts, progress))
}

/// The documents as a recipe reads them: without what it ignores, and normalized. The same corpus if that changes nothing.
pub fn as_read(corpus: &Corpus, recipe: &Recipe) -> Corpus {
    let is_read = |document: Document<'_>| matches!(recipe.read(document.text), Cow::Borrowed(_));
    if corpus.iter().all(is_read) {
        return corpus.clone();
    }
    let texts: Vec<Cow<'_, str>> = corpus.iter().map(|document| recipe.read(document.text)).collect();
    let documents = corpus.iter().zip(&texts).map(|(document, text)| Document { text, ..document });
    Corpus::of(corpus.name(), documents)
}

/// The corpus to clean, and how its texts are compared.
#[derive(Debug, Clone, Copy)]
pub struct Cleaning<'a> {
    /// The documents, followed by those of another corpus, which all stay.
    pub all: &'a Corpus,
    /// The number of documents before those of the other corpus.
    pub documents: u32,
    /// The recipe. Texts are compared without what it ignores, and normalized as it says.
    pub recipe: &'a Recipe,
    /// The measure that compares. A least value above the default applies only when it is decided: the statistics of the corpus
    /// use all pairs from the default on.
    pub condition: Condition,
    /// Compares only documents within this distance; `None` for all.
    pub within: Option<(&'a Signatures, u8)>,
    /// Whether a distance decides. Then no pair is aligned in advance.
    pub is_by_distance: bool,
    /// Whether only the documents of the other corpus cover others.
    pub is_by_others_alone: bool,
    /// Whether blank texts may also go and cover others.
    pub takes_blank: bool,
    /// Counts of shingles and words of a larger corpus, if these documents are part of one.
    pub counted: Option<(&'a Weights, &'a Words)>,
}

/// Texts that were compared.
#[derive(Debug)]
pub struct Compared {
    /// The documents unchanged.
    all: Corpus,
    /// The documents as the recipe reads them.
    read: Corpus,
    documents: u32,
    recipe: Recipe,
    condition: Condition,
    is_by_distance: bool,
    frequencies: Option<DocumentFrequencies>,
    is_by_others_alone: bool,
    /// The weights of the shingles.
    pub weights: Arc<Weights>,
    /// The result of the comparison.
    pub comparison: Comparison,
}

/// How the compared texts are decided.
#[derive(Debug, Clone, Copy)]
pub struct Deciding<'a> {
    /// The conditions under which a text may go.
    pub rules: &'a Rules,
    /// The order in which documents stay; `None` for the heaviest first.
    pub preference: Option<&'a Preference>,
    /// The decisions about documents: chosen ones stay and come first, excluded ones stay and cover none.
    pub decisions: &'a Decisions,
    /// The judgements of pairs.
    pub said: &'a Said,
    /// Whether all documents of a group go.
    pub keeps_none: bool,
}

/// The result of a decision.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The verdicts on all documents.
    pub cleaned: Cleaned,
    /// The table of the differences of the corpus.
    pub rows: Vec<Row>,
    /// The questions to the owner.
    pub questions: Questions,
}

impl<'a> Cleaning<'a> {
    /// Cleans all documents of a corpus, each compared with all others by weight.
    pub fn of(all: &'a Corpus, recipe: &'a Recipe) -> Self {
        Self {
            all,
            documents: all.len() as u32,
            recipe,
            condition: Condition::DEFAULT,
            within: None,
            is_by_distance: false,
            is_by_others_alone: false,
            takes_blank: false,
            counted: None,
        }
    }

    /// Compares the texts. `None` when cancelled.
    pub fn compare(&self, watch: &impl Watched) -> Option<Compared> {
        let &Self { all, documents, recipe, .. } = self;
        let condition = self.condition.searched();
        let read = as_read(all, recipe);
        let texts: Vec<&str> = read.iter().map(|document| document.text).collect();
        let weights = match self.counted {
            Some((weights, _)) => {
                watch.during(Phase::Weighing, |progress| weights.clone().with(&texts, progress))?
            }
            None => weigh(condition, &texts, watch)?,
        };
        let frequencies = frequencies(&read, recipe, watch)?;
        let verifier = Verifier::new(condition, &read, recipe, frequencies.as_ref());
        let measure = |a: u32, b: u32| verifier.value(a, b);
        let near = |a: u32, b: u32| {
            self.within.is_none_or(|(signatures, k)| {
                let [a, b] = [a, b].map(|one| signatures.get(one as usize));
                (a ^ b).count_ones() <= u32::from(k)
            })
        };
        let comparing = Comparing {
            texts: &texts,
            weights: &weights,
            least: if self.is_by_distance { f64::INFINITY } else { condition.at_least },
            documents,
            is_by_others_alone: self.is_by_others_alone,
            takes_blank: self.takes_blank,
            near: self.within.is_some().then_some(&near),
            measure: is_measured(condition).then_some(&measure),
            words: self.counted.map(|(_, words)| words),
        };
        let comparison = watch.during(Phase::Cleaning, |progress| comparing.run(progress))?;
        drop(texts);
        Some(Compared {
            all: all.clone(),
            documents,
            recipe: *recipe,
            condition,
            is_by_distance: self.is_by_distance,
            is_by_others_alone: self.is_by_others_alone,
            weights: Arc::new(weights),
            comparison,
            frequencies,
            read,
        })
    }
}

/// Whether the measure that compares is not the weighted one.
fn is_measured(condition: Condition) -> bool {
    !matches!(condition.measure, Measure::Weighted(_))
}

impl Compared {
    /// Decides by rules alone, without decisions about documents or judgements of pairs.
    pub fn decide_by(&self, rules: &Rules) -> Outcome {
        self.decide(&Deciding {
            rules,
            preference: None,
            decisions: &Decisions::default(),
            said: &Said::default(),
            keeps_none: false,
        })
    }

    /// Decides about all texts.
    pub fn decide(&self, deciding: &Deciding<'_>) -> Outcome {
        self.cleaner(deciding, |cleaner| {
            let mut cleaned = cleaner.run();
            cleaned.before = cleaner.before_refusals().map(|before| before.verdicts);
            let rows = clean::rows(&self.comparison, deciding.rules, &cleaned);
            let questions = cleaner.questions(&cleaned);
            if deciding.keeps_none {
                let is_other = |document: u32| document >= self.documents;
                // Whatever would hold it, it goes: its kind is the heaviest.
                let turned = |gone: u32, by: u32| {
                    let cover = cleaner.cover(gone, by);
                    Cover { kind: cover.kinds.iter().max().unwrap_or(cover.kind), why: None, ..cover }
                };
                cleaned.keep_none(&turned, &is_other);
            }
            Outcome { cleaned, rows, questions }
        })
    }

    /// Judges pairs of a document that goes and one that stays, whether or not they were compared. The covers are in the order of
    /// the pairs.
    pub fn covers(&self, pairs: &[(u32, u32)], rules: &Rules) -> Vec<Cover> {
        use rayon::prelude::*;
        let (decisions, said) = (Decisions::default(), Said::default());
        let deciding =
            Deciding { rules, preference: None, decisions: &decisions, said: &said, keeps_none: false };
        self.cleaner(&deciding, |cleaner| {
            pairs.par_iter().with_max_len(64).map(|&(gone, by)| cleaner.cover(gone, by)).collect()
        })
    }

    /// Describes the differences of a document that goes and one that stays.
    pub fn differences(&self, gone: u32, by: u32) -> String {
        let [gone, by] = [gone, by].map(|document| self.read.get(document as usize).text);
        self.comparison.describe(gone, by)
    }

    /// What must agree, and is in no text.
    pub fn unmatched<'r>(&self, rules: &'r Rules) -> impl Iterator<Item = &'r Ignored> + use<'r, '_> {
        rules
            .must_agree
            .iter()
            .filter(|pattern| !self.all.iter().any(|one| pattern.places(one.text).next().is_some()))
    }

    /// How many documents there are before those of the other corpus.
    pub fn documents(&self) -> usize {
        self.documents as usize
    }

    /// The documents as they are, and behind them those of the other corpus.
    pub fn all(&self) -> &Corpus {
        &self.all
    }

    /// The measure that compared them, and the least value of a pair that was aligned.
    pub fn condition(&self) -> Condition {
        self.condition
    }

    /// By what the owner said alone, and these judgements.
    pub(super) fn said_alone<T>(
        &self,
        deciding: &Deciding<'_>,
        said: &Said,
        make: impl FnOnce(&Cleaner<'_>) -> T,
    ) -> T {
        self.cleaner(&Deciding { rules: &deciding.rules.said_alone(), said, ..*deciding }, make)
    }

    fn cleaner<T>(&self, deciding: &Deciding<'_>, make: impl FnOnce(&Cleaner<'_>) -> T) -> T {
        let order = deciding.preference.map(|preference| {
            let mut own: Vec<u32> = (0..self.documents).collect();
            preference.sort_all(&mut own, deciding.decisions);
            (self.documents..self.all.len() as u32).chain(own).collect::<Vec<u32>>()
        });
        let [texts, raw] = [&self.read, &self.all]
            .map(|corpus| corpus.iter().map(|document| document.text).collect::<Vec<_>>());
        let decisions = deciding.decisions;
        let is_other = |document: u32| document >= self.documents;
        let is_blank = |document: u32| self.comparison.is_left_out(document);
        let verifier = Verifier::new(self.condition, &self.read, &self.recipe, self.frequencies.as_ref());
        let measure = |a: u32, b: u32| verifier.value(a, b);
        make(&Cleaner {
            comparison: &self.comparison,
            texts: &texts,
            raw: &raw,
            weights: &self.weights,
            rules: deciding.rules,
            order: order.as_deref(),
            stays: &|document| {
                is_other(document)
                    || is_blank(document)
                    || [&decisions.chosen, &decisions.excluded].iter().any(|all| all.contains(&document))
            },
            covers_none: &|document| {
                !is_other(document)
                    && (is_blank(document)
                        || decisions.excluded.contains(&document)
                        || self.is_by_others_alone)
            },
            said: deciding.said,
            measure: is_measured(self.condition).then_some(&measure),
        })
    }
}

/// The losses and alarms of a decision.
#[derive(Debug, Clone)]
pub struct Reviewed {
    /// By document, the share of it that is lost; 0 for those that stay.
    pub lost: Vec<f64>,
    /// The alarms.
    pub alarms: Vec<Alarm>,
    /// How many of the documents that go are confirmed.
    pub confirmed: usize,
    /// The sample of the documents that go, with the answers about it.
    pub sample: Sample,
}

/// The input of [`Compared::review`].
#[derive(Clone, Copy)]
pub struct Reviewing<'a> {
    /// The condition that confirms a pair.
    pub condition: Condition,
    /// The rules by which it was decided.
    pub rules: &'a Rules,
    /// How the corpus is divided.
    pub parts: &'a [Parts<'a>],
    /// The judgements of pairs.
    pub known: &'a KnownJudgements,
    /// The name under which pairs of the sample are drawn.
    pub under: &'a str,
    /// The seed of the order in which they are drawn.
    pub seed: u64,
}

impl Compared {
    /// Reviews what was decided about these texts.
    pub fn review(&self, cleaned: &Cleaned, asked: &Reviewing<'_>) -> Reviewed {
        let &Reviewing { condition, rules, parts, known, under, seed } = asked;
        let comes_later = |a, b| self.comparison.comes_later(cleaned.order.as_deref(), a, b);
        let text = |document| self.comparison.text_of(document);
        let covers = |pairs: &[(u32, u32)]| self.covers(pairs, rules);
        let refused = Refused::of(cleaned, (known, under), comes_later, text, covers);
        let sample = Sample::of(cleaned, &refused, (known, under), seed, text);
        let gone = |verdict: &clean::Verdict| verdict.gone().map_or(0.0, |cover| cover.lost);
        let lost: Vec<f64> = cleaned.verdicts.iter().map(gone).collect();
        let alarms = clean::alarms(&Facts {
            cleaned,
            lost: &lost,
            documents: self.documents as usize,
            parts,
            id: &|document| self.all.get(document as usize).id,
            is_confirmed: &|value| condition.holds(value),
            is_by_distance: self.is_by_distance,
            rules,
            distinct: self.weights.distinct(),
            refused: &refused,
            is_right: &|pair| {
                let judgement = known.get(pair).and_then(|known| known.verdict);
                judgement.and_then(Verdict::is_right) == Some(true)
            },
            sample: &sample,
        });
        let confirmed = cleaned.confirmed(&|value| condition.holds(value));
        Reviewed { lost, alarms, confirmed, sample }
    }
}
