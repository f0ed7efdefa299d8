//! What may go of a corpus because of its texts, step by step.

use super::{Phase, Watched, frequencies};
use crate::corpus::Corpus;
use crate::decide::Decisions;
use crate::decide::clean::{self, Alarm, Cleaned, Cleaner, Facts, Parts, Rules, Said};
use crate::hamming::Signatures;
use crate::measures::{Condition, Measure, Verifier, Weights};
use crate::recipe::{Normalize, Recipe};

/// What the shingles of the condition weigh in these texts; those of the default one if it weighs none.
pub fn weigh(condition: Condition, texts: &[&str], watch: &impl Watched) -> Option<Weights> {
    watch.during(Phase::Weighing, |progress| Weights::of(condition.shingles(), texts, progress))
}

/// What is to be cleaned, and what is asked.
#[derive(Debug, Clone, Copy)]
pub struct Cleaning<'a> {
    /// The documents, and behind them those of another corpus, which all stay.
    pub all: &'a Corpus,
    /// How many documents there are before those.
    pub documents: u32,
    /// Matters to a condition by cosine only.
    pub recipe: &'a Recipe,
    /// What confirms a pair.
    pub condition: Condition,
    /// What else is asked; `least` is that of the condition.
    pub rules: Rules,
    /// All, in the order in which they stay; `None` for the heaviest first.
    pub order: Option<&'a [u32]>,
    /// Compares only documents within this distance; `None` for all.
    pub within: Option<(&'a Signatures, u8)>,
    /// Whether only the documents of the other corpus cover others.
    pub is_by_others_alone: bool,
    /// Whether blank texts may go and cover, too.
    pub takes_blank: bool,
    /// What people decided.
    pub by_hand: ByHand<'a>,
}

/// What people decided.
#[derive(Debug, Clone, Copy)]
pub struct ByHand<'a> {
    /// Of documents: those chosen stay and come first, those excluded stay and cover none.
    pub decisions: &'a Decisions,
    /// Of pairs.
    pub said: &'a Said,
}

impl Cleaning<'_> {
    /// Decides about all texts. `None` when cancelled.
    pub fn run(&self, (texts, weights): (&[&str], &Weights), watch: &impl Watched) -> Option<Cleaned> {
        let &Self { all, documents, recipe, condition, .. } = self;
        let ByHand { decisions, said } = self.by_hand;
        let is_other = |document: u32| document >= documents;
        let is_blank = |text: &&str| text.chars().all(|c| c.is_whitespace() || Normalize::is_invisible(c));
        let blank: Vec<bool> = texts.iter().map(|text| !self.takes_blank && is_blank(text)).collect();
        let is_empty = |document: u32| blank[document as usize];
        let frequencies = frequencies(all, recipe, watch)?;
        let verifier = Verifier::new(condition, all, recipe, frequencies.as_ref());
        let measure = |gone: u32, kept: u32| {
            let value = verifier.value(gone, kept);
            (value, condition.holds(value))
        };
        let near = |a: u32, b: u32| {
            self.within.is_none_or(|(signatures, k)| {
                let [a, b] = [a, b].map(|one| signatures.get(one as usize));
                (a ^ b).count_ones() <= u32::from(k)
            })
        };
        let cleaner = Cleaner {
            texts,
            weights,
            rules: Rules { least: condition.at_least, ..self.rules },
            order: self.order,
            stays: &|document| {
                is_other(document)
                    || is_empty(document)
                    || [&decisions.chosen, &decisions.excluded].iter().any(|all| all.contains(&document))
            },
            covers_none: &|document| {
                let is_no_cover = is_empty(document) || decisions.excluded.contains(&document);
                !is_other(document) && (is_no_cover || self.is_by_others_alone)
            },
            said,
            near: self.within.is_some().then_some(&near),
            measure: (!matches!(condition.measure, Measure::Weighted(_))).then_some(&measure),
        };
        watch.during(Phase::Cleaning, |progress| cleaner.run(progress))
    }
}

/// What should be known of a decision before anything goes.
#[derive(Debug, Clone)]
pub struct Reviewed {
    /// [`clean::not_in_kept`].
    pub lost: Vec<f64>,
    /// What should be looked at.
    pub alarms: Vec<Alarm>,
    /// How many of the documents that go are confirmed.
    pub confirmed: usize,
}

/// What a decision is reviewed against.
pub struct Reviewing<'a> {
    /// The documents, and behind them those of another corpus.
    pub all: &'a Corpus,
    /// How many documents there are before those.
    pub documents: usize,
    /// How the corpus is divided.
    pub parts: &'a [Parts<'a>],
    /// What confirms a pair.
    pub condition: Condition,
}

impl Reviewing<'_> {
    /// Reviews what was decided about these texts.
    pub fn run(&self, cleaned: &Cleaned, (texts, weights): (&[&str], &Weights)) -> Reviewed {
        let &Self { all, documents, parts, condition } = self;
        let lost = clean::not_in_kept(cleaned, weights);
        let alarms = clean::alarms(&Facts {
            cleaned,
            lost: &lost,
            texts,
            documents,
            parts,
            id: &|document| all.get(document as usize).id,
            is_confirmed: &|value| condition.holds(value),
            distinct: weights.distinct(),
        });
        let confirmed = cleaned.confirmed(&|value| condition.holds(value));
        Reviewed { lost, alarms, confirmed }
    }
}
