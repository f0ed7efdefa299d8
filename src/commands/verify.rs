//! Pairs that the texts confirm: candidates within k one by one, or all of the corpus in numbers.

use super::arguments::{ConfirmArguments, VerifyArguments};
use super::failure::Failure;
use super::material::{Material, finished, texts_of, weights};
use super::watch::{Unit, Watch, note};
use simscope_core::analysis::{Analysed, as_read};
use simscope_core::display::{percent_text, say};
use simscope_core::evidence::Confirmed;
use simscope_core::groups::{Connected, Groups};
use simscope_core::hamming::{Pair, distance};
use simscope_core::measures::{Condition, Join, Measure, Verifier, Weights};
use simscope_core::progress::Progress;
use simscope_core::recipe::Bits;
use simscope_core::search::{Counters, Design, Strategy, each_pair_within};
use std::convert::Infallible;

impl ConfirmArguments {
    /// What holds where nothing is asked for.
    pub(super) const DEFAULT: Self = Self { condition: None, seconds: 10.0 };

    /// The condition asked for, or the default one.
    pub(super) fn condition(&self) -> Condition {
        self.condition.unwrap_or(Condition::DEFAULT)
    }

    /// The work allowed; `None` if nothing is to be counted.
    pub(super) fn work(&self) -> Option<u64> {
        (self.seconds > 0.0).then_some((self.seconds * Confirmed::WORK_OF_A_SECOND as f64) as u64)
    }

    /// Counts the confirmed pairs, from this many hundredths on or from those of the condition; says so if it is a sample. `None` without
    /// texts, or if nothing is to be counted.
    pub(super) fn count(
        &self,
        grown: &Analysed,
        least: u8,
        watch: Watch,
    ) -> Result<Option<Confirmed>, Failure> {
        needs_texts(self.condition, grown)?;
        let Some((subject, work)) = grown.subject().zip(self.work()) else { return Ok(None) };
        let (condition, asked) = (self.condition(), self.asked());
        let counted = (condition.measure, [asked, least.min(asked)]);
        let confirmed = watch.during(("comparing the texts", "比较文本"), Unit::Documents, |progress| {
            finished(Confirmed::count_each(&[subject], counted, Some(work), progress))
        });
        confirmed.first().inspect(|confirmed| self.tell_sampled(confirmed));
        Ok(confirmed.into_iter().next())
    }

    /// The least value of a confirmed pair, in hundredths.
    fn asked(&self) -> u8 {
        self.condition().hundredths().unwrap_or(Confirmed::LEAST)
    }

    /// Says so if not all pairs were counted.
    pub(super) fn tell_sampled(&self, sampled: &Confirmed) {
        let asked = self.asked();
        if !sampled.is_exact() {
            let near =
                sampled.near().map(|k| say!("exact up to k = {k}, and beyond it ", "k = {k} 以内精确，其余"));
            note(&say!(
                "{}sampled: {} of the documents were compared with all others, ± {}; --exact SECONDS compares more",
                "{}抽样：{} 的文档与全部文档比较，误差 ± {}；--exact SECONDS 可比较更多",
                near.unwrap_or_default(),
                percent_text(sampled.share_done()),
                percent_text(sampled.error(asked))
            ));
        }
    }
}

/// Fails where this is asked for and there are no texts.
pub(super) fn needs_texts(condition: Option<Condition>, analysed: &Analysed) -> Result<(), Failure> {
    if condition.is_some() && analysed.is_given { Err(no_texts()) } else { Ok(()) }
}

fn no_texts() -> Failure {
    Failure::Usage(say!(
        "--confirm: a signature file has no texts to compare; give the texts that it was made from",
        "--confirm：签名文件没有文本可比较；请给出生成它的文本"
    ))
}

/// Candidates that are measured together, on all processors.
const BATCH: usize = 1 << 14;

impl VerifyArguments {
    /// The weights that the measure needs; fails for signatures, which have no texts. `None` if nothing is
    /// asked for.
    pub(super) fn check(&self, material: &Material) -> Result<Option<Verification>, Failure> {
        let Some(condition) = self.condition else { return Ok(None) };
        let corpus = material.texts().ok_or_else(no_texts)?;
        if matches!(condition.measure, Measure::KeptContains(_)) {
            return Err(Failure::Usage(say!(
                "--confirm kept-contains: a pair within k has no direction; use it with clean without -k",
                "--confirm kept-contains：k 以内的文档对没有方向；请用于不带 -k 的 clean"
            )));
        }
        let weights =
            weights(texts_of(&as_read(corpus, &material.recipe)), condition.measure, material.watch);
        Ok(Some(Verification { condition, weights }))
    }
}

/// A condition, and what its measure needs to know of the corpus.
pub(super) struct Verification {
    condition: Condition,
    weights: Option<Weights>,
}

impl Verification {
    /// The measure.
    pub(super) fn measure(&self) -> Measure {
        self.condition.measure
    }

    /// Measures pairs of the material.
    pub(super) fn verifier<'m>(&'m self, material: &'m Material) -> Option<Verifier<'m>> {
        let Analysed { recipe, frequencies, .. } = &**material;
        let verifier = Verifier::new(self.condition, material.texts()?, recipe, frequencies.as_deref());
        Some(verifier.weighing(self.weights.as_ref()))
    }

    /// Whether [`Verification::all`] and [`Verification::connected`] find the pairs within this k.
    pub(super) fn is_joined(&self, k: u8, bits: Bits) -> bool {
        k >= bits.get() && Join::can(self.condition.measure) && self.condition.at_least >= 0.01
    }

    /// Passes all pairs of `documents` that the texts confirm to `on`, whatever their distance, with their values. The order
    /// follows from the texts.
    pub(super) fn all<E>(
        &self,
        (material, documents): (&Material, &[u32]),
        watch: Watch,
        mut on: impl FnMut(Pair, f64) -> Result<(), E>,
    ) -> Result<(), E> {
        let is_one = |document: u32| documents.binary_search(&document).is_ok();
        let signature = |document: u32| material.signatures.get(document as usize);
        self.joined(material, watch, |join, progress| {
            let done = join.stream(progress, |(a, b, value)| {
                match is_one(a) && is_one(b) && self.condition.holds(value) {
                    true => on((a, b, distance(signature(a), signature(b))), value),
                    false => Ok(()),
                }
            })?;
            finished(done);
            Ok(())
        })
    }

    /// The groups that all these pairs connect. Documents with the same shingles are connected one to the next, however many they are.
    pub(super) fn connected(&self, (material, documents): (&Material, &[u32]), k: u8) -> Groups {
        let mut connected = Connected::new(material.len());
        let is_one = |document: &u32| documents.binary_search(document).is_ok();
        self.joined(material, material.watch, |join, progress| {
            let Ok(done) = join.stream_classes::<Infallible>(progress, |a, b, ratio| {
                if !self.condition.holds(ratio.value()) {
                    return Ok(());
                }
                let of = |class: u32| join.documents(class).iter().copied().filter(is_one);
                if a == b {
                    of(a).zip(of(a).skip(1)).for_each(|(a, b)| connected.join(a, b))
                } else if let (Some(a), Some(b)) = (of(a).next(), of(b).next()) {
                    connected.join(a, b);
                }
                Ok(())
            });
            finished(done);
        });
        connected.groups(k)
    }

    fn joined<R>(&self, material: &Material, watch: Watch, run: impl FnOnce(&Join, &Progress) -> R) -> R {
        let read = material.texts().map(|corpus| as_read(corpus, &material.recipe));
        let texts: Vec<&str> = read.iter().flat_map(texts_of).collect();
        let hundredths = (self.condition.at_least * 100.0) as u8;
        watch.during(("comparing the texts", "比较文本"), Unit::Documents, |progress| {
            let join = finished(Join::of(self.condition.measure, hundredths, &texts, progress));
            run(&join, progress)
        })
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
        let cost = watch.during(("comparing and confirming", "比较并确认"), unit, |progress| {
            each_pair_within(&signatures, design, progress, |(a, b, distance)| {
                candidates.push((documents[a as usize], documents[b as usize], distance));
                if candidates.len() == BATCH { hand_on(&mut candidates) } else { Ok(()) }
            })
        })?;
        hand_on(&mut candidates)?;
        Ok(cost)
    }
}
