//! The names of measures.

use super::{Measure, Shingles};
use crate::display::say;
use crate::recipe::WINDOW;
use std::fmt;
use std::str::FromStr;

/// A name that no measure has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("{:?} is not a measure: use jaccard:words:W, jaccard:chars:W, containment:words:W, containment:chars:W, \
     kept-contains:words:W, kept-contains:chars:W, weighted:words:W, weighted:chars:W, cosine, edit, sentences:N, shared-sentences:N (W and N from 1 to 32) or equal", "{:?} 不是度量：请用 jaccard:words:W、jaccard:chars:W、containment:words:W、containment:chars:W、kept-contains:words:W、kept-contains:chars:W、weighted:words:W、weighted:chars:W、cosine、edit、sentences:N、shared-sentences:N（W 和 N 为 1 到 32）或 equal", .0))]
pub struct BadMeasure(String);

/// A name that no shingles have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("{:?} names no shingles: use words:W or chars:W (W from 1 to 32)", "{:?} 不是词片：请用 words:W 或 chars:W（W 为 1 到 32）", .0))]
pub struct BadShingles(String);

impl fmt::Display for Shingles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Words(w) => f.pad(&format!("words:{w}")),
            Self::Chars(w) => f.pad(&format!("chars:{w}")),
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Jaccard(shingles) => f.pad(&format!("jaccard:{shingles}")),
            Self::Containment(shingles) => f.pad(&format!("containment:{shingles}")),
            Self::KeptContains(shingles) => f.pad(&format!("kept-contains:{shingles}")),
            Self::Weighted(shingles) => f.pad(&format!("weighted:{shingles}")),
            Self::Cosine => f.pad("cosine"),
            Self::Edit => f.pad("edit"),
            Self::Sentences(n) => f.pad(&format!("sentences:{n}")),
            Self::SharedSentences(n) => f.pad(&format!("shared-sentences:{n}")),
            Self::Equal => f.pad("equal"),
        }
    }
}

impl FromStr for Shingles {
    type Err = BadShingles;

    fn from_str(name: &str) -> Result<Self, BadShingles> {
        let parsed = name.split_once(':').and_then(|(unit, w)| shingles(unit, w));
        parsed.ok_or_else(|| BadShingles(name.to_owned()))
    }
}

impl FromStr for Measure {
    type Err = BadMeasure;

    fn from_str(name: &str) -> Result<Self, BadMeasure> {
        let mut parts: Vec<&str> = name.split(':').collect();
        if let ["jaccard" | "containment" | "kept-contains" | "weighted"] = *parts {
            parts.extend(["words", "2"]);
        }
        let measure = match *parts {
            ["jaccard", unit, w] => shingles(unit, w).map(Measure::Jaccard),
            ["containment", unit, w] => shingles(unit, w).map(Measure::Containment),
            ["kept-contains", unit, w] => shingles(unit, w).map(Measure::KeptContains),
            ["weighted", unit, w] => shingles(unit, w).map(Measure::Weighted),
            ["cosine"] => Some(Measure::Cosine),
            ["edit"] => Some(Measure::Edit),
            ["sentences", n] => number(n).map(Measure::Sentences),
            ["shared-sentences", n] => number(n).map(Measure::SharedSentences),
            ["equal"] => Some(Measure::Equal),
            _ => None,
        };
        measure.ok_or_else(|| BadMeasure(name.to_owned()))
    }
}

fn shingles(unit: &str, w: &str) -> Option<Shingles> {
    let w = number(w)?;
    match unit {
        "words" => Some(Shingles::Words(w)),
        "chars" => Some(Shingles::Chars(w)),
        _ => None,
    }
}

/// A number of digits only, within [`WINDOW`].
fn number(digits: &str) -> Option<u8> {
    // `parse` would also take a plus sign.
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|n| is_number && WINDOW.contains(n))
}
