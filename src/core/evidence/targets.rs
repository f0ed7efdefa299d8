//! What precision and recall are wanted at least, and which k has them.

use super::advice::Reason;
use super::curve::{Curve, Predicted};
use super::share::Share;

/// What the user wants at least.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Targets {
    /// The precision must reach it; where it has an interval, the lower end.
    pub precision: Option<f64>,
    /// The recall must, in the same way.
    pub recall: Option<f64>,
}

impl Targets {
    /// The k that meets them: the largest with enough precision, if it has enough recall as well; for a recall alone the
    /// smallest. `None` if nothing is asked for, or no k does.
    pub fn best(&self, curve: &Curve) -> Option<u8> {
        let mut fitting = curve.rows.iter().filter(|row| self.is_met(row) == Some(true)).map(|row| row.k);
        match (self.precision, self.recall) {
            (None, None) => None,
            (None, Some(_)) => fitting.next(),
            (Some(_), _) => fitting.next_back(),
        }
    }

    /// Whether a k meets them; `None` if nothing is asked for.
    pub fn is_met(&self, row: &Predicted) -> Option<bool> {
        let reaches = |share: Option<Share>, least: Option<f64>| {
            least.is_none_or(|least| share.is_some_and(|share| share.low >= least))
        };
        let is_any = self.precision.is_some() || self.recall.is_some();
        is_any.then(|| reaches(row.precision, self.precision) && reaches(row.recall, self.recall))
    }

    /// What is said of them.
    pub(super) fn reason(&self, met: Option<u8>, has_interval: bool) -> Option<Reason> {
        let is_any = self.precision.is_some() || self.recall.is_some();
        is_any.then_some(Reason::Target { targets: *self, is_met: met.is_some(), has_interval })
    }
}
