//! Which k, and why.

use super::curve::{Curve, Predicted, Purpose};
use super::sampled::{Sampled, Stratum};
use super::strata::Hits;
use super::targets::Targets;

/// What can be said for a k.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// There are no right pairs to speak of.
    None,
    /// No k tells the right pairs from the others.
    No,
    /// The verdict depends on what one calls a duplicate.
    Depends,
    /// A k that misses or errs much.
    Weak,
    /// The k separates.
    Yes,
}

impl Verdict {
    /// What is said for a k with this prediction; `depends` is whether another τ would say otherwise.
    pub fn of(at: &Predicted, depends: bool) -> Self {
        let (f1, precision) = (at.f1.unwrap_or(0.0), at.precision.map_or(0.0, |precision| precision.share));
        let misses = at.recall.is_some_and(|recall| recall.share < FINDS);
        match () {
            _ if f1 < SEPARATES => Self::No,
            _ if depends => Self::Depends,
            _ if f1 < GOOD || precision < EVEN || misses => Self::Weak,
            _ => Self::Yes,
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

/// What decides whether a pair is right.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Basis {
    /// The Jaccard index of its shingles is at least τ.
    Compared {
        /// τ.
        tau: f64,
        /// Pairs that were compared one by one.
        compared: usize,
    },
    /// Both documents have the same label, or the pair itself is labelled as right. All labelled pairs are counted.
    Labels,
    /// The bulk of unrelated pairs does not explain it: known from signatures alone, a model without intervals.
    Background,
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
    /// What it rests on.
    pub basis: Basis,
    /// Why, most important first.
    pub reasons: Vec<Reason>,
}

/// A sentence of the advice, with its numbers.
#[derive(Debug, Clone, PartialEq)]
pub enum Reason {
    /// Among all pairs looked at, so few are right.
    FewRight {
        /// Right ones among the pairs drawn.
        hits: u64,
    },
    /// Hardly a pair is right, although pairs lie very near each other.
    NearButWrong {
        /// Such pairs among those drawn.
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
    /// What was drawn at one distance.
    Drawn {
        /// The distance.
        distance: u8,
        /// Right ones.
        hits: u64,
        /// Drawn.
        of: u64,
    },
    /// The best k under other values of τ.
    OtherTau(Vec<(f64, u8)>),
    /// What the pairs' k would do to groups.
    LargestGroup {
        /// That k.
        k: u8,
        /// Members of its largest group.
        largest: usize,
        /// Share of the pairs that share a group which are right.
        right: f64,
    },
    /// How much k = 3 would find.
    Three {
        /// The recall, or the share of the right pairs near enough.
        found: f64,
    },
    /// Too few right partners were seen to measure the recall.
    RecallNotMeasured {
        /// Documents compared with all others.
        rows: usize,
    },
    /// Finding at a larger k, and then comparing exactly.
    FindThenVerify {
        /// The larger k.
        k: u8,
        /// Its recall.
        found: f64,
        /// Its pairs.
        pairs: u64,
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
    /// Distances were counted up to here only.
    CountedTo(u8),
    /// Only signatures are known.
    NoTexts,
    /// Only signatures are known, and their distances have no bulk of unrelated pairs.
    NoBulk,
    /// There are no two documents.
    NoPairs,
    /// No labelled pair is right.
    NoneRight,
    /// Every labelled pair is.
    AllRight,
}

/// The two τ between which the precision is compared, to see whether the verdict depends on τ.
const LOW_TAU: f64 = 0.2;
const HIGH_TAU: f64 = 0.6;

impl Sampled {
    /// Advice for pairs and for groups; `largest` is the size of the largest group at each k from 0 on.
    pub fn advise(&self, tau: f64, targets: Targets, largest: &[usize]) -> [Advice; 2] {
        let curves = self.curves(tau);
        let around: Vec<f64> = [tau - 0.1, tau + 0.1, tau + 0.2]
            .into_iter()
            .map(|tau| (tau * 100.0).round() / 100.0)
            .filter(|&tau| (0.05..=0.95).contains(&tau))
            .collect();
        let others: Vec<(f64, [Option<u8>; 2])> =
            around.into_iter().map(|tau| (tau, self.best(tau))).collect();
        let ranges = self.bootstrap(tau);
        let extremes = [LOW_TAU, HIGH_TAU].map(|tau| self.curves(tau));
        let three = curves[0].at(3).copied();
        let pairs_k = curves[0].best;
        let [pairs, groups] = [0, 1].map(|purpose| {
            let curve = &curves[purpose];
            let extremes = [&extremes[0][purpose], &extremes[1][purpose]];
            let others: Vec<(f64, u8)> =
                others.iter().filter_map(|(tau, best)| Some((*tau, best[purpose]?))).collect();
            self.of_curve(curve, tau, targets, extremes, &others, ranges[purpose])
        });
        let mut both = [pairs, groups];
        if let (Some(at), Some(three)) = (both[0].at, three)
            && at.k > 3
            && let Some(found) =
                three.recall.map(|recall| recall.share).or_else(|| share_of(three, curves[0].rows.last()))
        {
            both[0].reasons.push(Reason::Three { found });
        }
        if let (Some(k), Some(at)) = (pairs_k, both[1].at)
            && k > at.k
            && let (Some(&largest), Some(row)) = (largest.get(usize::from(k)), curves[1].at(k))
            && let Some(precision) = row.precision
        {
            both[1].reasons.insert(0, Reason::LargestGroup { k, largest, right: precision.share });
        }
        both
    }

    fn of_curve(
        &self,
        curve: &Curve,
        tau: f64,
        targets: Targets,
        extremes: [&Curve; 2],
        others: &[(f64, u8)],
        range: Option<(u8, u8)>,
    ) -> Advice {
        let hits = match curve.purpose {
            Purpose::Pairs => self.near(tau).total(),
            Purpose::Groups => Hits::of(&self.by_join, tau).total(),
        };
        let mut reasons = Vec::new();
        let met = targets.best(curve);
        let basis = Basis::Compared { tau, compared: self.compared() };
        let at = chosen(curve, met).filter(|_| hits >= FEW_HITS);
        let Some(at) = at else {
            let wrong = self.near_but_wrong(tau);
            let reason = match () {
                _ if self.documents < 2 => Reason::NoPairs,
                _ if wrong >= FEW_HITS => Reason::NearButWrong { wrong },
                _ => Reason::FewRight { hits },
            };
            let mut advice = Advice::none(curve.purpose, basis, reason);
            if wrong >= FEW_HITS {
                advice.verdict = Verdict::No;
            }
            advice.reasons.extend(self.counted_to.map(Reason::CountedTo));
            return advice;
        };
        reasons.extend(targets.reason(met, true));
        let precision_at =
            |curve: &Curve| curve.at(at.k).and_then(|row| row.precision).map_or(0.0, |p| p.share);
        let [low, high] = extremes.map(precision_at);
        let verdict = Verdict::of(&at, low - high > DEPENDS);
        let f1 = at.f1.unwrap_or(0.0);
        match verdict {
            Verdict::No => reasons.push(Reason::NothingSeparates { f1 }),
            Verdict::Depends => {
                let (purpose, k) = (curve.purpose, at.k);
                reasons.push(Reason::DependsOnTau { purpose, k, low: (LOW_TAU, low), high: (HIGH_TAU, high) })
            }
            _ => {}
        }
        if curve.purpose == Purpose::Pairs {
            let is_around =
                |stratum: &&Stratum| (at.k..=at.k.saturating_add(2)).contains(&stratum.at) && stratum.of > 0;
            reasons.extend(self.by_distance.iter().filter(is_around).map(|stratum| Reason::Drawn {
                distance: stratum.at,
                hits: stratum.hits(tau),
                of: stratum.values.len() as u64,
            }));
        }
        if !others.is_empty() {
            reasons.push(Reason::OtherTau(others.to_vec()));
        }
        if at.recall.is_none() {
            reasons.push(Reason::RecallNotMeasured { rows: self.rows.len() });
        }
        let ks = others.iter().map(|&(_, k)| k).chain(range.into_iter().flat_map(|(low, high)| [low, high]));
        let (low, high) = ks.fold((at.k, at.k), |(low, high), k| (low.min(k), high.max(k)));
        if curve.purpose == Purpose::Pairs
            && let Some(row) =
                curve.at(at.k.saturating_add(2)).or(curve.rows.last()).filter(|row| row.k > at.k)
            && let Some(found) = row.recall
            && at.recall.is_some_and(|recall| found.share > recall.share + 0.02)
        {
            reasons.push(Reason::FindThenVerify { k: row.k, found: found.share, pairs: row.pairs });
        }
        reasons.extend(self.counted_to.map(Reason::CountedTo));
        let range = Some((low, high));
        Advice { purpose: curve.purpose, at: Some(at), range, verdict, basis, reasons }
    }
}

impl Sampled {
    /// Pairs that were drawn from the nearest eighth of the distances below the bulk, and are not right.
    fn near_but_wrong(&self, tau: f64) -> u64 {
        let near =
            self.by_distance.iter().filter(|stratum| usize::from(stratum.at) < self.by_distance.len() / 8);
        near.map(|stratum| stratum.values.len() as u64 - stratum.hits(tau)).sum()
    }
}

impl Advice {
    /// No k, for this reason.
    fn none(purpose: Purpose, basis: Basis, reason: Reason) -> Self {
        Self { purpose, at: None, range: None, verdict: Verdict::None, basis, reasons: vec![reason] }
    }

    /// Advice from a curve that is no estimate from a sample: counted by labels, or modelled.
    pub fn of(curve: &Curve, basis: Basis, targets: Targets) -> Self {
        let met = targets.best(curve);
        let is_one_kind = basis == Basis::Labels
            && curve.rows.last().is_some_and(|last| last.pairs > 0 && last.right == last.pairs as f64);
        if is_one_kind {
            return Self::none(curve.purpose, basis, Reason::AllRight);
        }
        let Some(at) = chosen(curve, met) else {
            let why = if basis == Basis::Labels { Reason::NoneRight } else { Reason::NoBulk };
            return Self::none(curve.purpose, basis, why);
        };
        let verdict = Verdict::of(&at, false);
        let has_interval = at
            .precision
            .into_iter()
            .chain(at.recall)
            .any(|share| share.low < share.share || share.share < share.high);
        let mut reasons: Vec<Reason> = targets.reason(met, has_interval).into_iter().collect();
        if verdict == Verdict::No {
            reasons.push(Reason::NothingSeparates { f1: at.f1.unwrap_or(0.0) });
        }
        if basis == Basis::Background {
            reasons.push(Reason::NoTexts);
        }
        let range = Some((at.k, at.k));
        Self { purpose: curve.purpose, at: Some(at), range, verdict, basis, reasons }
    }

    /// What is said where there are no texts: for pairs from the background, if the distances have one.
    pub fn without_texts(curve: Option<&Curve>, targets: Targets) -> [Self; 2] {
        let none = |purpose, why| Self::none(purpose, Basis::Background, why);
        let pairs = match curve {
            Some(curve) => Self::of(curve, Basis::Background, targets),
            None => none(Purpose::Pairs, Reason::NoBulk),
        };
        [pairs, none(Purpose::Groups, Reason::NoTexts)]
    }
}

/// The row that meets the targets, or else the best.
fn chosen(curve: &Curve, met: Option<u8>) -> Option<Predicted> {
    met.and_then(|k| curve.at(k)).or_else(|| curve.best_row()).copied()
}

/// Fewer right pairs among those drawn are none to speak of.
const FEW_HITS: u64 = 5;
/// Below this F1 nothing separates.
const SEPARATES: f64 = 0.3;
/// From this F1 on, a k is good.
const GOOD: f64 = 0.6;
/// Below this recall a k misses much, however right it is in what it finds.
const FINDS: f64 = 0.6;
/// Below this precision more pairs are wrong than right.
const EVEN: f64 = 0.5;
/// A fall of the precision from τ = 0.2 to τ = 0.6 from which on the verdict depends on τ.
const DEPENDS: f64 = 0.3;

fn share_of(row: Predicted, last: Option<&Predicted>) -> Option<f64> {
    last.filter(|last| last.right > 0.0).map(|last| row.right / last.right)
}

#[cfg(test)]
mod tests;
