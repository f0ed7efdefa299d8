//! Find, then verify: candidates within k, confirmed by an exact measure.

use super::arguments::VerifyArguments;
use super::failure::Failure;
use super::material::{Material, frequencies, texts_of, weights};
use super::watch::{Unit, Watch};
use simscope_core::display::lang;
use simscope_core::hamming::Pair;
use simscope_core::measures::{Condition, Measure, Verifier, Weights};
use simscope_core::recipe::DocumentFrequencies;
use simscope_core::search::{Counters, Design, Strategy, each_pair_within};

/// Candidates that are measured together, on all processors.
const BATCH: usize = 1 << 14;

impl VerifyArguments {
    /// The document frequencies that the measure needs; fails for signatures, which have no texts. `None` if nothing is
    /// verified.
    pub(super) fn check(&self, material: &Material) -> Result<Option<Verification>, Failure> {
        let Some(condition) = self.condition else { return Ok(None) };
        let (Some(corpus), [recipe]) = (material.corpus(), material.recipes()) else {
            let what = lang().pick((
                "--verify: a signature file has no texts to measure; give the texts that it was made from",
                "--verify：签名文件没有文本可度量；请给出生成它的文本",
            ));
            return Err(Failure::Usage(what.to_owned()));
        };
        if matches!(condition.measure, Measure::KeptContains(_)) {
            let what = (
                "--verify kept-contains: a pair within k has no direction; use it with dedup without -k",
                "--verify kept-contains：k 以内的文档对没有方向；请用于不带 -k 的 dedup",
            );
            return Err(Failure::Usage(lang().pick(what).to_owned()));
        }
        let frequencies = frequencies(corpus, recipe, material.watch);
        let weights = weights(texts_of(corpus), condition.measure, material.watch);
        Ok(Some(Verification { condition, frequencies, weights }))
    }
}

/// A condition, and what its measure needs to know of the corpus.
pub(super) struct Verification {
    condition: Condition,
    frequencies: Option<DocumentFrequencies>,
    weights: Option<Weights>,
}

impl Verification {
    /// The measure.
    pub(super) fn measure(&self) -> Measure {
        self.condition.measure
    }

    /// Measures pairs of the material.
    pub(super) fn verifier<'m>(&'m self, material: &'m Material) -> Option<Verifier<'m>> {
        let (Some(corpus), [recipe]) = (material.corpus(), material.recipes()) else { return None };
        let verifier = Verifier::new(self.condition, corpus, recipe, self.frequencies.as_ref());
        Some(verifier.weighing(self.weights.as_ref()))
    }

    /// Passes the pairs of `documents` within the k of the design that the texts confirm to `on`, in order, with their
    /// values; the pairs are of documents. Returns what the search cost.
    pub(super) fn each<E>(
        &self,
        (material, documents): (&Material, &[u32]),
        design: &Design,
        watch: Watch,
        mut on: impl FnMut(Pair, f64) -> Result<(), E>,
    ) -> Result<Option<Counters>, E> {
        let Some(verifier) = self.verifier(material) else { return Ok(None) };
        let signatures = material.signatures.select(documents);
        let mut hand_on = |candidates: &mut Vec<Pair>| {
            let confirmed = verifier.confirmed(candidates);
            candidates.clear();
            confirmed.into_iter().try_for_each(|(pair, value)| on(pair, value))
        };
        let mut candidates = Vec::with_capacity(BATCH);
        let unit = if design.strategy() == Strategy::Scan { Unit::Pairs } else { Unit::Signatures };
        let cost = watch.during("comparing and verifying", unit, |progress| {
            each_pair_within(&signatures, design, progress, |(a, b, distance)| {
                candidates.push((documents[a as usize], documents[b as usize], distance));
                if candidates.len() == BATCH { hand_on(&mut candidates) } else { Ok(()) }
            })
        })?;
        hand_on(&mut candidates)?;
        Ok(cost)
    }
}
