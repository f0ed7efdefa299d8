//! Tests of cleaning: texts that go are covered by texts that stay, and differences that matter hold texts.

mod definition;
mod letters;
mod owner;
mod pairs;
mod questions;
mod reviewed;
mod star;
mod testimony;

use super::*;
use crate::alignment::Kind;
use crate::judgements::KnownJudgements;
use crate::measures::{Shingles, Weights};
use crate::progress::Progress;
use crate::random::Random;

/// Texts that were compared.
struct World<'t> {
    texts: Vec<&'t str>,
    weights: Weights,
    comparison: Comparison,
}

/// A judgement of a pair.
type Judged = ((u32, u32), bool);

impl<'t> World<'t> {
    fn new(texts: &'t [impl AsRef<str>]) -> Self {
        Self::with_words(texts.iter().map(AsRef::as_ref).collect(), None)
    }

    /// The same, with word counts of a larger corpus.
    fn with_words(texts: Vec<&'t str>, words: Option<&Words>) -> Self {
        let weights = Weights::of(Shingles::Words(2), &texts, &Progress::new()).unwrap();
        let comparing = Comparing {
            texts: &texts,
            weights: &weights,
            least: 0.05,
            documents: texts.len() as u32,
            is_by_others_alone: false,
            takes_blank: false,
            near: None,
            measure: None,
            words,
        };
        let comparison = comparing.run(&Progress::new()).unwrap();
        Self { texts, weights, comparison }
    }

    /// Runs `make` with a cleaner of these texts, by the order in which they stay and the judgements of pairs.
    fn with<T>(
        &self,
        rules: &Rules,
        (order, said): (Option<&[u32]>, &[Judged]),
        make: impl FnOnce(&Cleaner<'_>) -> T,
    ) -> T {
        make(&Cleaner {
            comparison: &self.comparison,
            texts: &self.texts,
            raw: &self.texts,
            weights: &self.weights,
            rules,
            order,
            stays: &|_| false,
            covers_none: &|_| false,
            said: &said.iter().copied().collect(),
            measure: None,
        })
    }

    fn cleaned(&self, rules: &Rules) -> Cleaned {
        self.with(rules, (None, &[]), |cleaner| cleaner.run())
    }

    fn questions(&self, rules: &Rules) -> Questions {
        self.with(rules, (None, &[]), |cleaner| cleaner.questions(&cleaner.run()))
    }

    fn rows(&self, rules: &Rules) -> Vec<Row> {
        rows(&self.comparison, rules, &self.cleaned(rules))
    }

    /// The alarms of a decision.
    fn alarms(&self, cleaned: &Cleaned) -> Vec<Alarm> {
        self.alarms_after(cleaned, &[], &KnownJudgements::default())
    }

    /// The same with these judgements, of which some refused pairs.
    fn alarms_after(&self, cleaned: &Cleaned, refused: &[Refused], known: &KnownJudgements) -> Vec<Alarm> {
        let lost: Vec<f64> =
            cleaned.verdicts.iter().map(|verdict| verdict.gone().map_or(0.0, |cover| cover.lost)).collect();
        alarms(&Facts {
            cleaned,
            lost: &lost,
            documents: self.texts.len(),
            parts: &[],
            id: &|_| "one",
            is_confirmed: &|value| value >= 0.3,
            is_by_distance: false,
            rules: &Rules::default(),
            distinct: self.weights.distinct(),
            refused,
            is_right: &|pair| {
                known.said().any(|(one, is_right)| is_right && (one == pair || (one.1, one.0) == pair))
            },
            sample: &Sample::of(cleaned, refused, (known, ""), 1, |document| {
                self.comparison.text_of(document)
            }),
        })
    }
}

/// The default rules with these answers: `=` before what does not matter, `!` before what does.
fn rules(said: &[&str]) -> Rules {
    let mut rules = Rules::default();
    for said in said {
        let (sign, subject) = said.split_at(1);
        rules.matters.say(&subject.parse().unwrap(), sign == "!");
    }
    rules
}

/// The outcome: how many texts go, and the kinds of those that are held.
fn outcome(cleaned: &Cleaned) -> (usize, String) {
    let kinds: Vec<&str> = cleaned.held().map(|(_, cover)| cover.kind.name()).collect();
    (cleaned.gone().count(), kinds.join(" "))
}
