//! A measure and the least value that confirms a pair.

use super::{BadMeasure, Measure, Shingles};
use crate::display::say;
use std::fmt;
use std::str::FromStr;

/// A pair is confirmed if its value is at least this. `Display` and `FromStr` are `MEASURE>=VALUE`; there, `weighted`
/// is short for `weighted:words:2`, `jaccard` for `jaccard:words:2`, and so on.
///
/// ```
/// # use simscope_core as simscope;
/// use simscope::measures::Condition;
/// let condition: Condition = "jaccard >= 0.5".parse()?;
/// assert_eq!(condition.to_string(), "jaccard:words:2>=0.5");
/// assert!(condition.holds(0.5) && !condition.holds(0.49));
/// # Ok::<(), simscope::measures::BadCondition>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Condition {
    /// The measure.
    pub measure: Measure,
    /// From 0 to 1.
    pub at_least: f64,
}

/// Not a condition.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadCondition {
    /// Without `>=`.
    #[error("{}", say!("{:?} is not a condition: write MEASURE>=VALUE in quotes, such as 'jaccard:words:2>=0.5'", "{:?} 不是条件：请写 MEASURE>=VALUE 并加引号，如 'jaccard:words:2>=0.5'", .0))]
    NoBound(String),
    /// An unknown measure.
    #[error(transparent)]
    Measure(#[from] BadMeasure),
    /// A value that no measure has.
    #[error("{}", say!("{:?} is not a value of a measure: use a number from 0 to 1", "{:?} 不是度量的值：请用 0 到 1 的数", .0))]
    Value(String),
}

impl Condition {
    /// What confirms a pair unless something else is asked for: the weighted word pairs of both texts agree in 0.3.
    pub const DEFAULT: Self = Self { measure: Measure::Weighted(Shingles::Words(2)), at_least: 0.3 };

    /// What pairs are searched by before a corpus is asked about its differences: whatever the least value, as many as by default.
    pub fn searched(self) -> Self {
        Self { at_least: self.at_least.min(Self::DEFAULT.at_least), ..self }
    }

    /// The least value in hundredths; `None` if it lies between two of these.
    pub fn hundredths(&self) -> Option<u8> {
        let hundredths = (self.at_least * 100.0).round();
        ((hundredths - self.at_least * 100.0).abs() < 1e-9).then_some(hundredths as u8)
    }

    /// The shingles whose weights say what is particular to a text: its own, or those of the default.
    pub fn shingles(&self) -> Shingles {
        self.measure.weighs().unwrap_or(Shingles::Words(2))
    }

    /// Whether a text may go because of it.
    ///
    /// # Errors
    /// If one could go although the one that stays lacks much of it.
    pub fn check_of_drop(&self) -> Result<(), String> {
        let Measure::Containment(shingles) = self.measure else { return Ok(()) };
        let at_least = self.at_least;
        Err(say!(
            "containment is the greater of both directions, so a text could go with all that the other one lacks; use \
             kept-contains:{shingles}>={at_least}, the share of the text that goes",
            "containment 取两个方向中较大者，可能连同另一文本所缺的内容一并去除；请用 kept-contains:{shingles}>={at_least}（去除文本中被包含的份额）"
        ))
    }

    /// Whether a value confirms a pair.
    pub fn holds(&self, value: f64) -> bool {
        value >= self.at_least
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}>={}", self.measure, self.at_least))
    }
}

impl FromStr for Condition {
    type Err = BadCondition;

    fn from_str(condition: &str) -> Result<Self, BadCondition> {
        let parts = condition.split_once(">=");
        let (measure, value) = parts.ok_or_else(|| BadCondition::NoBound(condition.to_owned()))?;
        let (measure, value) = (measure.trim().parse()?, value.trim());
        let at_least = value.parse().ok().filter(|at_least| (0.0..=1.0).contains(at_least));
        let at_least = at_least.ok_or_else(|| BadCondition::Value(value.to_owned()))?;
        Ok(Self { measure, at_least })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_read_back() {
        for condition in
            ["jaccard:words:2>=0.5", "containment:chars:5>=1", "edit>=0", "shared-sentences:3>=0.34"]
        {
            assert_eq!(condition.parse::<Condition>().unwrap().to_string(), condition);
        }
        let short: Condition = "containment>=.9".parse().unwrap();
        assert_eq!(short.to_string(), "containment:words:2>=0.9");
    }

    #[test]
    fn what_is_no_condition_is_refused_with_the_reason() {
        let check = |condition: &str, expected: &str| {
            let told = condition.parse::<Condition>().unwrap_err().to_string();
            assert!(told.contains(expected), "{condition}: {told}");
        };
        check("jaccard", "write MEASURE>=VALUE");
        check("jaccard>0.5", "write MEASURE>=VALUE");
        check("minhash>=0.5", "is not a measure: use");
        for value in ["jaccard>=", "jaccard>=1.01", "jaccard>=-0.1", "jaccard>=NaN", "jaccard>=50%"] {
            check(value, "use a number from 0 to 1");
        }
    }
}
