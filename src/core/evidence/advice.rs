//! Which k, and why.

use super::confirmed::{Confirmed, Radius};
use super::curve::{Curve, Predicted, Purpose};
use super::kind::{Catalogue, Kind};
use super::targets::Targets;
use super::wider::Wider;
use crate::measures::Condition;

/// What can be said for a k.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// There are no confirmed pairs to speak of.
    None,
    /// No k tells the confirmed pairs from the others.
    No,
    /// The verdict depends on what one calls a duplicate.
    Depends,
    /// A k that misses or errs, where comparing the texts would not.
    Weak,
    /// The k separates, and alone is good enough.
    Yes,
}

impl Verdict {
    /// What is said for a k with this prediction; `depends` is whether another τ would say otherwise. Where texts can be compared, a k
    /// alone is good only if it does hardly worse than that.
    pub fn of(at: &Predicted, depends: bool) -> Self {
        let is_beaten = at.basis != Basis::Labels && at.f1 < Some(ALONE);
        match Self::broadly(at) {
            Self::No => Self::No,
            _ if depends => Self::Depends,
            Self::Yes if is_beaten => Self::Weak,
            verdict => verdict,
        }
    }

    /// Whether a k is any good.
    fn broadly(at: &Predicted) -> Self {
        let (f1, precision) = (at.f1.unwrap_or(0.0), at.precision.map_or(0.0, |precision| precision.share));
        let misses = at.recall.is_some_and(|recall| recall.share < FINDS);
        match () {
            () if f1 < SEPARATES => Self::No,
            () if f1 < GOOD || precision < EVEN || misses => Self::Weak,
            () => Self::Yes,
        }
    }

    /// The name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::No => "no",
            Self::Depends => "depends",
            Self::Weak => "weak",
            Self::Yes => "yes",
        }
    }
}

/// What a count rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// All pairs of texts that share enough.
    Exact,
    /// All pairs within k, and those beyond of some documents with all others: precision is exact, recall is not.
    NearExact,
    /// The pairs of some documents with all others.
    Sampled,
    /// Both documents have the same label, or the pair itself is labelled as right. All labelled pairs are counted.
    Labels,
}

impl Basis {
    /// The name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::NearExact => "near-exact",
            Self::Sampled => "sampled",
            Self::Labels => "labels",
        }
    }
}

/// Advice for one purpose.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice {
    /// What the k is chosen for.
    pub purpose: Purpose,
    /// The advised k with its prediction; `None` if there is none.
    pub at: Option<Predicted>,
    /// The range of k that chance and the choice of τ leave open.
    pub range: Option<(u8, u8)>,
    /// How good that is.
    pub verdict: Verdict,
    /// What confirms a pair, where the texts do.
    pub confirm: Option<Condition>,
    /// What it rests on.
    pub basis: Basis,
    /// Why, most important first.
    pub reasons: Vec<Reason>,
}

/// A sentence of the advice, with its numbers.
#[derive(Debug, Clone, PartialEq)]
pub enum Reason {
    /// What k does.
    AtK {
        /// Of pairs, or of pairs that share a group.
        purpose: Purpose,
        /// The k with its counts.
        at: Predicted,
        /// All confirmed pairs.
        all: f64,
    },
    /// That k is good enough by itself.
    Alone(u8),
    /// The texts should be compared, since no k is good enough.
    Compare {
        /// All confirmed pairs.
        all: f64,
        /// The largest k there is.
        bits: u8,
        /// What confirms them.
        condition: Condition,
    },
    /// Each text means something else, so that no share of the texts tells what may go.
    Catalogue(Catalogue),
    /// How far to search by signatures, where the texts are compared afterwards.
    Radius(Vec<Radius>),
    /// What kind of corpus it is.
    Kind(Kind),
    /// So few pairs are confirmed.
    FewConfirmed {
        /// All of them.
        all: f64,
    },
    /// Hardly a pair is confirmed, although pairs lie very near each other.
    NearButWrong {
        /// Such pairs.
        wrong: u64,
    },
    /// The best F1 is so low.
    NothingSeparates {
        /// The best F1.
        f1: f64,
    },
    /// Precision at the advised k under a low and a high τ.
    DependsOnTau {
        /// What it is said of: pairs within k, or pairs that share a group.
        purpose: Purpose,
        /// The advised k.
        k: u8,
        /// (τ, precision), twice.
        low: (f64, f64),
        /// The same for the higher τ.
        high: (f64, f64),
    },
    /// The best k under other values of τ.
    OtherTau(Vec<(f64, u8)>),
    /// What the pairs' k would do to groups.
    LargestGroup {
        /// That k.
        k: u8,
        /// Members of its largest group.
        largest: usize,
        /// Share of the pairs that share a group which are confirmed.
        right: f64,
    },
    /// How much k = 3 would find.
    Three {
        /// The recall.
        found: f64,
    },
    /// The largest k that meets the precision asked for, or none.
    Target {
        /// What was asked for.
        targets: Targets,
        /// Whether a k meets it.
        is_met: bool,
        /// Whether that is said of the lower ends of 95 % intervals; or else of values without an interval.
        has_interval: bool,
    },
    /// A wider signature of the same features would find more.
    Wider(Wider),
    /// Distances were counted up to here only.
    CountedTo(u8),
    /// There are no two documents.
    NoPairs,
    /// No labelled pair is right.
    NoneRight,
    /// Every labelled pair is.
    AllRight,
    /// Not all pairs that k makes have a label.
    Covered {
        /// The k.
        k: u8,
        /// Those that have one.
        labelled: u64,
        /// All that k makes.
        pairs: u64,
    },
}

/// The two τ between which the verdict may change, in hundredths.
const LOW_TAU: u8 = 30;
const HIGH_TAU: u8 = 60;

impl Confirmed {
    /// Advice for pairs and for groups; `largest` is the size of the largest group at each k from 0 on.
    pub fn advise(&self, hundredths: u8, targets: Targets, largest: &[usize]) -> [Advice; 2] {
        let curves = self.curves(hundredths);
        let mut both = [&curves[0], &curves[1]].map(|curve| self.of_curve(curve, hundredths, targets));
        if both[0].at.is_some_and(|at| at.k > 3)
            && let Some(recall) = curves[0].at(3).and_then(|three| three.recall)
        {
            both[0].reasons.push(Reason::Three { found: recall.share });
        }
        if let (Some(k), Some(at)) = (curves[0].best, both[1].at)
            && k > at.k
            && let (Some(&largest), Some(row)) = (largest.get(usize::from(k)), curves[1].at(k))
            && let Some(precision) = row.precision
        {
            both[1].reasons.push(Reason::LargestGroup { k, largest, right: precision.share });
        }
        both[0].reasons.extend(self.kind().map(Reason::Kind));
        both
    }

    fn of_curve(&self, curve: &Curve, hundredths: u8, targets: Targets) -> Advice {
        let (purpose, all) = (curve.purpose, self.all(hundredths));
        let met = targets.best(curve);
        let at_least = f64::from(hundredths) / 100.0;
        let condition = Condition { measure: self.measure(), at_least };
        let basis_of_none = if self.is_exact() { Basis::Exact } else { Basis::Sampled };
        let Some(at) = chosen(curve, met).filter(|_| all >= FEW) else {
            let wrong = near_but_wrong(curve, self.bits());
            let reason = match () {
                _ if self.documents() < 2 => Reason::NoPairs,
                _ if wrong >= FEW as u64 => Reason::NearButWrong { wrong },
                _ => Reason::FewConfirmed { all },
            };
            let mut advice =
                Advice { confirm: Some(condition), ..Advice::none(purpose, basis_of_none, reason) };
            if wrong >= FEW as u64 {
                advice.verdict = Verdict::No;
            }
            advice.reasons.extend(self.counted_to().map(Reason::CountedTo));
            return advice;
        };
        let row_at = |hundredths: u8| self.curve(purpose, hundredths).at(at.k).copied().unwrap_or(at);
        let [low, high] = [LOW_TAU, HIGH_TAU].map(row_at);
        let [of_low, of_high] = [low, high].map(|row| Verdict::broadly(&row));
        let verdict = verdict_on(curve, &at, of_low != of_high);
        let mut reasons = vec![Reason::AtK { purpose, at, all }];
        match verdict {
            Verdict::Yes => reasons.push(Reason::Alone(at.k)),
            // If this k has the wanted precision or recall, no other way is needed.
            _ if met.is_some() => {}
            _ => reasons.push(Reason::Compare { all, bits: self.bits(), condition }),
        }
        let radii = self.radii(hundredths);
        if purpose == Purpose::Pairs && !radii.is_empty() {
            reasons.push(Reason::Radius(radii));
        }
        reasons.extend(targets.reason(met, !self.is_exact()));
        match verdict {
            Verdict::No => reasons.push(Reason::NothingSeparates { f1: best_f1(curve) }),
            Verdict::Depends => {
                let side = |row: Predicted, tau: u8| {
                    (f64::from(tau) / 100.0, row.precision.map_or(0.0, |precision| precision.share))
                };
                let (low, high) = (side(low, LOW_TAU), side(high, HIGH_TAU));
                reasons.push(Reason::DependsOnTau { purpose, k: at.k, low, high });
            }
            _ => {}
        }
        // What another τ says of the best k does not matter to a k that was chosen for something else.
        let others = if met.is_none() { self.best_of_others(purpose, hundredths) } else { Vec::new() };
        let ks = || others.iter().map(|&(_, k)| k).chain([at.k]);
        let range = ks().min().zip(ks().max());
        if !others.is_empty() {
            reasons.push(Reason::OtherTau(others));
        }
        reasons.extend(self.counted_to().map(Reason::CountedTo));
        let confirm = Some(condition);
        Advice { purpose, at: Some(at), range, verdict, confirm, basis: at.basis, reasons }
    }

    /// The best k of other τ around this one.
    fn best_of_others(&self, purpose: Purpose, hundredths: u8) -> Vec<(f64, u8)> {
        [hundredths.saturating_sub(10), hundredths + 10, hundredths + 20]
            .into_iter()
            .filter(|tau| (self.least()..=95).contains(tau))
            .filter_map(|tau| Some((f64::from(tau) / 100.0, self.curve(purpose, tau).best?)))
            .collect()
    }
}

/// The F1 of the best k.
fn best_f1(curve: &Curve) -> f64 {
    curve.best_row().and_then(|best| best.f1).unwrap_or(0.0)
}

/// What is said for a k of a curve. That nothing separates is said only if the best k does not, so a k with a low F1 that was chosen for
/// something else is weak.
fn verdict_on(curve: &Curve, at: &Predicted, depends: bool) -> Verdict {
    match Verdict::of(at, depends) {
        Verdict::No if best_f1(curve) >= SEPARATES => Verdict::Weak,
        verdict => verdict,
    }
}

/// Pairs within the nearest sixteenth of the width that are not confirmed, as far as they are counted.
fn near_but_wrong(curve: &Curve, bits: u8) -> u64 {
    let near = curve.at(bits / 16).or(curve.rows.last());
    near.map_or(0, |row| row.pairs.saturating_sub(row.right.round() as u64))
}

impl Advice {
    /// No k, for this reason.
    fn none(purpose: Purpose, basis: Basis, reason: Reason) -> Self {
        let (at, range, confirm, verdict) = (None, None, None, Verdict::None);
        Self { purpose, at, range, verdict, confirm, basis, reasons: vec![reason] }
    }

    /// Advice from a curve that is no estimate from a sample: counted by labels, or modelled.
    pub fn of(curve: &Curve, basis: Basis, targets: Targets) -> Self {
        let met = targets.best(curve);
        let is_one_kind = basis == Basis::Labels
            && curve.rows.last().is_some_and(|last| last.pairs > 0 && last.right == last.pairs as f64);
        if is_one_kind {
            return Self::none(curve.purpose, basis, Reason::AllRight);
        }
        let Some(at) = chosen(curve, met) else { return Self::none(curve.purpose, basis, Reason::NoneRight) };
        let verdict = verdict_on(curve, &at, false);
        let has_interval = at
            .precision
            .into_iter()
            .chain(at.recall)
            .any(|share| share.low < share.share || share.share < share.high);
        let mut reasons: Vec<Reason> = targets.reason(met, has_interval).into_iter().collect();
        if verdict == Verdict::No {
            reasons.push(Reason::NothingSeparates { f1: best_f1(curve) });
        }
        let range = Some((at.k, at.k));
        Self { purpose: curve.purpose, at: Some(at), range, verdict, confirm: None, basis, reasons }
    }
}

impl Advice {
    /// Says how many of the pairs that its k makes are labelled; `made` is how many it makes, by k. Where hardly any is, the labels
    /// do not say that a k is good.
    pub fn covering(mut self, made: impl FnOnce(u8) -> u64) -> Self {
        if let Some(at) = self.at {
            let (labelled, pairs) = (at.pairs, made(at.k));
            if labelled < pairs {
                self.reasons.insert(0, Reason::Covered { k: at.k, labelled, pairs });
            }
            if self.verdict == Verdict::Yes && (labelled as f64) < COVERED * pairs as f64 {
                self.verdict = Verdict::Weak;
            }
        }
        self
    }
}

/// The row that meets the targets, or else the best.
fn chosen(curve: &Curve, met: Option<u8>) -> Option<Predicted> {
    met.and_then(|k| curve.at(k)).or_else(|| curve.best_row()).copied()
}

/// Fewer confirmed pairs are none to speak of.
const FEW: f64 = 5.0;
/// Labels of a smaller share of the pairs do not say that a k is good.
const COVERED: f64 = 0.1;
/// Below this F1 nothing separates.
const SEPARATES: f64 = 0.3;
/// From this F1 on, a k is good.
const GOOD: f64 = 0.6;
/// From this F1 on, it is good without comparing the texts, which finds all confirmed pairs and no others: F1 1.
const ALONE: f64 = 0.95;
/// Below this recall a k misses much, however right it is in what it finds.
const FINDS: f64 = 0.6;
/// Below this precision more pairs are wrong than right.
const EVEN: f64 = 0.5;

#[cfg(test)]
mod tests;
