//! Precision and recall of every k from pairs that people judged, and which distance to judge next.

use super::curve::{Curve, Predicted, Purpose, best, predicted};
use super::share::Share;
use super::strata::Hits;

/// How a judged pair came to be judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Selection {
    /// Drawn uniformly among the pairs at its distance, so it speaks for the others there.
    Drawn,
    /// Chosen by somebody, or drawn under other distances: it speaks for itself only.
    Chosen,
}

/// Answers about pairs at one distance. Pairs of which one is unsure are not in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Answers {
    /// Pairs that are near-duplicates.
    pub yes: u64,
    /// Pairs that are not.
    pub no: u64,
}

impl Answers {
    /// All of them.
    pub fn total(self) -> u64 {
        self.yes + self.no
    }

    fn add(&mut self, is_right: bool) {
        *(if is_right { &mut self.yes } else { &mut self.no }) += 1;
    }
}

/// What is to be estimated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Aim {
    /// The k that matters most.
    pub k: u8,
    /// The largest distance that is judged.
    pub up_to: u8,
}

/// The pairs at one distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct At {
    /// How many there are.
    of: u64,
    drawn: Answers,
    chosen: Answers,
}

impl At {
    /// The pairs that were not chosen: those that were drawn are a sample of them.
    fn rest(&self) -> u64 {
        self.of.saturating_sub(self.chosen.total()).max(self.drawn.total())
    }

    fn judged(&self) -> u64 {
        self.drawn.total() + self.chosen.total()
    }
}

/// Judged pairs by distance, of a corpus with known numbers of pairs at each distance.
///
/// The estimate is stratified by distance. Pairs drawn at a distance are a simple random sample of the pairs there (those
/// that were chosen by hand apart, which count for themselves alone), so the number of right pairs within k is
/// Σ over d ≤ k of chosen yes + (pairs − chosen) · drawn yes ÷ drawn (W. G. Cochran, "Sampling techniques", 1977,
/// chapter 5). That documents are in several pairs does not matter, because what is random is the draw. Its 95 % interval is the wider of two
/// combinations that `Hits::sums_of_few` describes: MOVER of modified intervals of Wilson, and Korn and Graubard's effective sample,
/// both with finite population correction. At a distance
/// where nothing was drawn anything from none to all may be right; the estimate takes the share of the nearest
/// smaller distance that has one, else of the nearest larger.
///
/// ```
/// # use simscope_core as simscope;
/// use simscope::evidence::{Judged, Selection};
/// let mut judged = Judged::new(&[100, 50]);
/// for _ in 0..10 {
///     judged.add(0, Selection::Drawn, true);
///     judged.add(1, Selection::Drawn, false);
/// }
/// let curve = judged.curve();
/// let precision = curve.rows[1].precision.map(|share| share.share);
/// assert_eq!(precision, Some(100.0 / 150.0));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Judged {
    /// By distance.
    at: Vec<At>,
}

impl Judged {
    /// No pair is judged yet; `counts` are the pairs of the corpus by distance from 0 on.
    pub fn new(counts: &[u64]) -> Self {
        Self { at: counts.iter().map(|&of| At { of, ..At::default() }).collect() }
    }

    /// Adds a judged pair. One beyond the distances that are counted is left out.
    pub fn add(&mut self, distance: u8, selection: Selection, is_right: bool) {
        if let Some(at) = self.at.get_mut(usize::from(distance)) {
            match selection {
                Selection::Drawn => at.drawn.add(is_right),
                Selection::Chosen => at.chosen.add(is_right),
            }
        }
    }

    /// What was said of the pairs at a distance.
    pub fn answers(&self, distance: u8) -> Answers {
        let at = self.at.get(usize::from(distance)).copied().unwrap_or_default();
        Answers { yes: at.drawn.yes + at.chosen.yes, no: at.drawn.no + at.chosen.no }
    }

    /// How many pairs within k are judged.
    pub fn within(&self, k: u8) -> u64 {
        self.at.iter().take(usize::from(k) + 1).map(At::judged).sum()
    }

    /// The largest distance with a judged pair.
    pub fn largest(&self) -> Option<u8> {
        self.at.iter().rposition(|at| at.judged() > 0).map(|distance| distance as u8)
    }

    /// What every k up to the largest judged distance does. The recall is that of the right pairs within this distance:
    /// nothing is known of those beyond. The precision of a k within which no pair is judged is `None`.
    pub fn curve(&self) -> Curve {
        let judged = &self.at[..self.largest().map_or(0, |largest| usize::from(largest) + 1)];
        let sums = right_pairs(judged);
        let whole = sums.last().map_or(0.0, |(_, right)| right.share);
        let rows = sums.iter().enumerate().map(|(k, &(pairs, right))| {
            // The strata beyond k, added from k + 1 on, are independent of those within.
            let beyond = right_pairs(&judged[k + 1..]).last().map_or(Share::exact(0.0), |sum| sum.1);
            let row = predicted(k as u8, pairs, right, Some(right.beside(beyond)), whole);
            let precision = row.precision.filter(|_| self.within(k as u8) > 0);
            Predicted { precision, ..row }
        });
        let found = sums.iter().map(|&(pairs, right)| (pairs, right.share));
        Curve { purpose: Purpose::Pairs, best: best(found, whole), rows: rows.collect() }
    }

    /// The distance where the next answer narrows the estimates most, among those that `is_open`: still have a pair to judge.
    /// The smaller of equals; `None` if no distance is open.
    ///
    /// Those where nothing was drawn come first, because there anything may be right.
    /// The share of right pairs at a distance is taken for Beta(yes + 1, no + 1). An answer is expected to lower its
    /// variance by the part 1 ÷ (judged pairs + 3), and with it the variance of the precision at every k from there
    /// on by the square of its weight in that k. The sum over these k is compared, in which the k that matters
    /// counts as much as all others together. This is Neyman's allocation ("On the two different aspects of the
    /// representative method", 1934) one draw at a time.
    pub fn next(&self, aim: Aim, is_open: impl Fn(u8) -> bool) -> Option<u8> {
        let drawn: Vec<(f64, f64)> =
            self.at.iter().map(|at| (at.drawn.yes as f64, at.drawn.no as f64)).collect();
        self.widest(aim, &drawn, is_open)
    }

    /// The distances of the next `n` pairs, before any of them is judged: each is counted with the answer
    /// expected of it. `open` is how many pairs each distance still has.
    pub fn plan(&self, n: usize, aim: Aim, open: &[usize]) -> Vec<u8> {
        let mut drawn: Vec<(f64, f64)> =
            self.at.iter().map(|at| (at.drawn.yes as f64, at.drawn.no as f64)).collect();
        let mut open = open.to_vec();
        let mut planned = Vec::new();
        while planned.len() < n {
            let is_open = |distance: u8| open.get(usize::from(distance)).is_some_and(|&left| left > 0);
            let Some(distance) = self.widest(aim, &drawn, is_open) else { break };
            let at = usize::from(distance);
            let (yes, no) = drawn[at];
            let share = (yes + 1.0) / (yes + no + 2.0);
            drawn[at] = (yes + share, no + 1.0 - share);
            open[at] -= 1;
            planned.push(distance);
        }
        planned
    }

    fn widest(&self, aim: Aim, drawn: &[(f64, f64)], is_open: impl Fn(u8) -> bool) -> Option<u8> {
        let mut pairs = 0.0;
        let within: Vec<f64> = (self.at.iter().take(usize::from(aim.up_to) + 1))
            .map(|at| {
                pairs += at.of as f64;
                pairs
            })
            .collect();
        let gain = |distance: usize| {
            let (rest, (yes, no)) = (self.at[distance].rest() as f64, drawn[distance]);
            let (a, b) = (yes + 1.0, no + 1.0);
            let variance = a * b / ((a + b).powi(2) * (a + b + 1.0));
            let left = (1.0 - (yes + no) / rest).max(0.0);
            let weights = within.iter().enumerate().skip(distance).map(|(k, pairs)| {
                let times = if k == usize::from(aim.k) { within.len() } else { 1 };
                times as f64 * (rest / pairs).powi(2)
            });
            let weights: f64 = weights.sum();
            weights * left * variance / (a + b + 1.0)
        };
        let open = (0..within.len()).filter(|&at| self.at[at].rest() > 0 && is_open(at as u8));
        let of = |at: usize| (drawn[at] == (0.0, 0.0), gain(at));
        let widest =
            open.map(|at| (at, of(at))).reduce(|best, next| if next.1 > best.1 { next } else { best });
        widest.map(|(at, _)| at as u8)
    }
}

/// Pairs and right pairs up to each distance.
fn right_pairs(strata: &[At]) -> Vec<(u64, Share)> {
    let hits = Hits {
        of: strata.iter().map(At::rest).collect(),
        drawn: strata.iter().map(|at| at.drawn.total()).collect(),
        hits: strata.iter().map(|at| at.drawn.yes).collect(),
    };
    let drawn = |at: &usize| hits.drawn[*at] > 0;
    let shares = hits.shares();
    let filled: Vec<f64> = (0..strata.len())
        .map(|at| {
            let nearest = (0..=at).rev().find(drawn).or_else(|| (at..strata.len()).find(drawn));
            nearest.map_or(0.5, |nearest| shares[nearest])
        })
        .collect();
    let (mut chosen, mut yes) = (0, 0.0);
    (hits.sums_of_few(&filled).into_iter().zip(strata))
        .map(|((pairs, right), at)| {
            chosen += at.chosen.total();
            yes += at.chosen.yes as f64;
            let Share { share, low, high } = right;
            (pairs + chosen, Share { share: share + yes, low: low + yes, high: high + yes })
        })
        .collect()
}

#[cfg(test)]
mod tests;
