//! The rules by which a document of a group is kept.

use crate::display::say;
use std::fmt;
use std::str::FromStr;

/// Which document of a group stays. Among equals the first in corpus order. `Display` and `FromStr` are `first`, `longest`,
/// `shortest`, `most-central`, `newest:FIELD`, `oldest:FIELD` and `best:FIELD`.
///
/// ```
/// # use simscope_core as simscope;
/// use simscope::decide::Keep;
/// let keep: Keep = "newest:date".parse()?;
/// assert_eq!((keep.field(), keep.to_string().as_str()), (Some("date"), "newest:date"));
/// # Ok::<(), simscope::decide::BadKeep>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub enum Keep {
    /// The first in corpus order.
    #[default]
    First,
    /// The one with the longest text, in characters.
    Longest,
    /// The one with the shortest text, in characters.
    Shortest,
    /// The one whose distances to the other members add up to least.
    MostCentral,
    /// The one with the latest date (or the largest number) in a field.
    Newest(String),
    /// The one with the earliest date (or the smallest number) in a field.
    Oldest(String),
    /// The one with the largest number in a field.
    Best(String),
}

/// Not a rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("{:?} is not a rule: use first, longest, shortest, most-central, newest:FIELD, oldest:FIELD or best:FIELD", "{:?} 不是规则：请用 first、longest、shortest、most-central、newest:FIELD、oldest:FIELD 或 best:FIELD", .0))]
pub struct BadKeep(String);

impl Keep {
    /// The rules without a field, in the order in which they are offered.
    pub const PLAIN: [Self; 4] = [Self::First, Self::Longest, Self::Shortest, Self::MostCentral];

    /// The field whose values it compares.
    pub fn field(&self) -> Option<&str> {
        match self {
            Self::Newest(field) | Self::Oldest(field) | Self::Best(field) => Some(field),
            Self::First | Self::Longest | Self::Shortest | Self::MostCentral => None,
        }
    }
}

impl fmt::Display for Keep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First => f.pad("first"),
            Self::Longest => f.pad("longest"),
            Self::Shortest => f.pad("shortest"),
            Self::MostCentral => f.pad("most-central"),
            Self::Newest(field) => f.pad(&format!("newest:{field}")),
            Self::Oldest(field) => f.pad(&format!("oldest:{field}")),
            Self::Best(field) => f.pad(&format!("best:{field}")),
        }
    }
}

impl FromStr for Keep {
    type Err = BadKeep;

    fn from_str(rule: &str) -> Result<Self, BadKeep> {
        let of_field =
            |make: fn(String) -> Self, field: &str| (!field.is_empty()).then(|| make(field.to_owned()));
        let known = match rule.split_once(':') {
            None => Self::PLAIN.into_iter().find(|plain| plain.to_string() == rule),
            Some(("newest", field)) => of_field(Self::Newest, field),
            Some(("oldest", field)) => of_field(Self::Oldest, field),
            Some(("best", field)) => of_field(Self::Best, field),
            Some(_) => None,
        };
        known.ok_or_else(|| BadKeep(rule.to_owned()))
    }
}
