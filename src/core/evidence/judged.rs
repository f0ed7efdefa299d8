//! Precision and recall of every k from pairs that people judged, and which distance to judge next.

use super::curve::{Curve, Predicted, Purpose, best, predicted};
use super::intervals::{Z95, score};
use super::share::Share;

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
/// chapter 5). That documents are in several pairs does not matter, because what is random is the draw. Its 95 % interval is Wilson's for as
/// large a sample as would have the same variance (Korn and Graubard, "Confidence intervals for proportions with small expected number of
/// positive counts estimated from survey data", Survey Methodology 24, 1998), the variance from (yes + 1) ÷ (drawn + 2) with the correction
/// for finite strata. At a distance
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

    /// The distances of the next `n` pairs, before any of them is judged: each is counted with the answer expected of it. `open` is how
    /// many pairs each distance still has.
    ///
    /// A pair is from where its answer narrows the estimates most, from the smaller distance of equals. Those where nothing was drawn come
    /// first, because there anything may be right. The share of right pairs at a distance is taken for Beta(yes + 1, no + 1). An answer is
    /// expected to lower its variance by the part 1 ÷ (judged pairs + 3), and with it the variance of the precision at every k from there on
    /// by the square of its weight in that k. The sum over these k is compared, in which the k that matters counts as much as all others
    /// together. This is Neyman's allocation ("On the two different aspects of the representative method", 1934) one draw at a time.
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
    let is_drawn = |at: &usize| strata[*at].drawn.total() > 0;
    let share_at = |at: usize| strata[at].drawn.yes as f64 / strata[at].drawn.total() as f64;
    let mut sum = Sum::default();
    (0..strata.len())
        .map(|at| {
            let nearest = (0..=at).rev().find(is_drawn).or_else(|| (at..strata.len()).find(is_drawn));
            sum.add(&strata[at], nearest.map_or(0.5, share_at));
            (sum.pairs, sum.right())
        })
        .collect()
}

/// Strata together.
#[derive(Default)]
struct Sum {
    pairs: u64,
    /// Right and wrong pairs that were seen.
    seen: [u64; 2],
    /// Right pairs as estimated, and as drawn where any were.
    estimate: f64,
    drawn: f64,
    /// Pairs of strata of which nothing was drawn.
    unknown: u64,
    /// Right pairs and their variance, where no share is 0 or 1.
    smooth: f64,
    variance: f64,
}

impl Sum {
    fn add(&mut self, at: &At, share: f64) {
        let (rest, drawn) = (at.rest(), at.drawn.total());
        self.pairs += rest + at.chosen.total();
        self.seen[0] += at.chosen.yes + at.drawn.yes;
        self.seen[1] += at.chosen.no + at.drawn.no;
        let right = at.chosen.yes as f64 + rest as f64 * share;
        self.estimate += right;
        if drawn == 0 {
            self.unknown += rest;
            self.drawn += at.chosen.yes as f64;
            return;
        }
        self.drawn += right;
        if drawn >= rest {
            self.smooth += right;
            return;
        }
        let (all, n) = (rest as f64, drawn as f64);
        let smooth = (at.drawn.yes as f64 + 1.0) / (n + 2.0);
        let left = (all - n) / (all - 1.0).max(1.0);
        self.smooth += at.chosen.yes as f64 + all * smooth;
        self.variance += all * all * smooth * (1.0 - smooth) / n * (n + 1.0) / n * left;
    }

    /// The right pairs, with Wilson's interval for as large a sample as would have the same variance.
    fn right(&self) -> Share {
        let known = (self.pairs - self.unknown) as f64;
        let (mut low, mut high) = (self.drawn, self.drawn);
        if self.variance > 0.0 {
            let trials = self.smooth * (known - self.smooth) / self.variance;
            let (below, above) = score(self.drawn / known, trials, Z95);
            (low, high) = (below * known, above * known);
        }
        let low = low.max(self.seen[0] as f64);
        let high = high.min(known - self.seen[1] as f64) + self.unknown as f64;
        Share { share: self.estimate, low: low.min(self.estimate), high: high.max(self.estimate) }
    }
}

#[cfg(test)]
mod tests;
