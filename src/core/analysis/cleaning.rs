//! What may go of a corpus because of its texts: compared once, decided as often as the rules change. Commands, explorer, filter and
//! Python all decide here.

use super::{Phase, Watched, frequencies};
use crate::corpus::{Corpus, Document};
use crate::decide::clean::{
    self, Alarm, Cleaned, Cleaner, Comparing, Comparison, Cover, Facts, Parts, Questions, Row, Rules, Said,
    Words,
};
use crate::decide::{Decisions, Preference};
use crate::hamming::Signatures;
use crate::measures::{Condition, Measure, Verifier, Weights};
use crate::recipe::{DocumentFrequencies, Ignored, Recipe};
use std::borrow::Cow;
use std::sync::Arc;

/// What the shingles of the condition weigh in these texts; those of the default one if it weighs none.
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

/// What is to be cleaned, and how texts are compared.
#[derive(Debug, Clone, Copy)]
pub struct Cleaning<'a> {
    /// The documents, and behind them those of another corpus, which all stay.
    pub all: &'a Corpus,
    /// How many documents there are before those.
    pub documents: u32,
    /// What it ignores and how it normalizes holds here, too.
    pub recipe: &'a Recipe,
    /// The measure that compares. A greater least value than the default cuts off when it is decided: the corpus is asked about all pairs
    /// from the default on.
    pub condition: Condition,
    /// Compares only documents within this distance; `None` for all.
    pub within: Option<(&'a Signatures, u8)>,
    /// Whether a distance decides: then no pairs are searched.
    pub is_by_distance: bool,
    /// Whether only the documents of the other corpus cover others.
    pub is_by_others_alone: bool,
    /// Whether blank texts may go and cover, too.
    pub takes_blank: bool,
    /// What is known of shingles and words, if these documents are some of a larger corpus.
    pub counted: Option<(&'a Weights, &'a Words)>,
}

/// Texts that were compared.
#[derive(Debug)]
pub struct Compared {
    /// The documents as they are.
    all: Corpus,
    /// The same as they were compared.
    read: Corpus,
    documents: u32,
    recipe: Recipe,
    condition: Condition,
    is_by_distance: bool,
    frequencies: Option<DocumentFrequencies>,
    is_by_others_alone: bool,
    /// What the shingles weigh.
    pub weights: Arc<Weights>,
    /// What was found.
    pub comparison: Comparison,
}

/// What is asked of texts that were compared.
#[derive(Debug, Clone, Copy)]
pub struct Deciding<'a> {
    /// What must hold for a text to go.
    pub rules: &'a Rules,
    /// The order in which documents stay; `None` for the heaviest first.
    pub preference: Option<&'a Preference>,
    /// What was decided of documents: those chosen stay and come first, those excluded stay and cover none.
    pub decisions: &'a Decisions,
    /// What was said of pairs.
    pub said: &'a Said,
    /// Whether all documents of a group go.
    pub keeps_none: bool,
}

/// What becomes of texts.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// Who goes, who is held, who stays.
    pub cleaned: Cleaned,
    /// The differences of the corpus.
    pub rows: Vec<Row>,
    /// What its owner should be asked first.
    pub questions: Questions,
}

impl<'a> Cleaning<'a> {
    /// All documents of a corpus, each compared with all others by weight.
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

/// Whether another measure than the weights compares.
fn is_measured(condition: Condition) -> bool {
    !matches!(condition.measure, Measure::Weighted(_))
}

impl Compared {
    /// Decides by rules alone: nothing was decided of documents or said of pairs.
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
        let order = deciding.preference.map(|preference| {
            let mut own: Vec<u32> = (0..self.documents).collect();
            preference.sort_all(&mut own, deciding.decisions);
            (self.documents..self.all.len() as u32).chain(own).collect::<Vec<u32>>()
        });
        self.cleaner(deciding, order.as_deref(), |cleaner| {
            let mut cleaned = cleaner.run();
            let rows = clean::rows(&self.comparison, deciding.rules, &cleaned);
            let questions = cleaner.questions(&cleaned);
            if deciding.keeps_none {
                let is_other = |document: u32| document >= self.documents;
                cleaned.keep_none(&|gone, by| cleaner.cover(gone, by), &is_other);
            }
            Outcome { cleaned, rows, questions }
        })
    }

    /// What is found of pairs of a document that goes and one that stays, whether or not they were compared; in their order.
    pub fn covers(&self, pairs: &[(u32, u32)], rules: &Rules) -> Vec<Cover> {
        use rayon::prelude::*;
        let (decisions, said) = (Decisions::default(), Said::default());
        let deciding =
            Deciding { rules, preference: None, decisions: &decisions, said: &said, keeps_none: false };
        self.cleaner(&deciding, None, |cleaner| {
            pairs.par_iter().with_max_len(64).map(|&(gone, by)| cleaner.cover(gone, by)).collect()
        })
    }

    /// What differs, in words, between a document that goes and one that stays.
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

    /// The measure that compared them, and the least value of what was looked at.
    pub fn condition(&self) -> Condition {
        self.condition
    }

    fn cleaner<T>(
        &self,
        deciding: &Deciding<'_>,
        order: Option<&[u32]>,
        make: impl FnOnce(&Cleaner<'_>) -> T,
    ) -> T {
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
            order,
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

/// What should be known of a decision before anything goes.
#[derive(Debug, Clone)]
pub struct Reviewed {
    /// By document, the share of one that goes that is not in the text that stays for it; 0 for the others.
    pub lost: Vec<f64>,
    /// What should be looked at.
    pub alarms: Vec<Alarm>,
    /// How many of the documents that go are confirmed.
    pub confirmed: usize,
}

impl Compared {
    /// Reviews what was decided about these texts. `parts` say how the corpus is divided.
    pub fn review(&self, cleaned: &Cleaned, condition: Condition, parts: &[Parts<'_>]) -> Reviewed {
        let gone = |verdict: &clean::Verdict| verdict.gone().map_or(0.0, |cover| cover.lost);
        let lost: Vec<f64> = cleaned.verdicts.iter().map(gone).collect();
        let mut alarms = clean::alarms(&Facts {
            cleaned,
            lost: &lost,
            documents: self.documents as usize,
            parts,
            id: &|document| self.all.get(document as usize).id,
            is_confirmed: &|value| condition.holds(value),
            distinct: self.weights.distinct(),
        });
        // Where the texts decide, what goes is confirmed, or somebody said that it goes.
        alarms.retain(|alarm| self.is_by_distance || !matches!(alarm, Alarm::Unconfirmed { .. }));
        let confirmed = cleaned.confirmed(&|value| condition.holds(value));
        Reviewed { lost, alarms, confirmed }
    }
}
