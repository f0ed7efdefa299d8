//! The names of weightings.

use super::spelling::{number, parts};
use super::{BadValue, HAS_JIEBA, TOP, Top, Weighting};
use crate::display::Phrase;
use std::fmt;
use std::str::FromStr;

/// The word for a weighting in an error, and the valid values.
const WEIGHTINGS: (Phrase, Phrase) = match HAS_JIEBA {
    true => (
        ("weighting", "加权方式"),
        (
            "uniform, tf, tf-idf, given, keywords:N, cpp-keywords:N, tags:N, first-tags:N (N from 1 to 10000; auto but for tags)",
            "uniform、tf、tf-idf、given、keywords:N、cpp-keywords:N、tags:N、first-tags:N（N 为 1 到 10000；除两种 tags 外也可为 auto）",
        ),
    ),
    false => (
        ("weighting of a build without the feature `chinese`", "加权方式（未含 `chinese` 特性的构建）"),
        ("uniform, tf, tf-idf or given", "uniform、tf、tf-idf 或 given"),
    ),
};

impl fmt::Display for Weighting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Weighting::Uniform => f.pad("uniform"),
            Weighting::Tf => f.pad("tf"),
            Weighting::TfIdf => f.pad("tf-idf"),
            Weighting::Keywords(Top::Count(n)) => f.pad(&format!("keywords:{n}")),
            Weighting::Keywords(Top::Auto) => f.pad("keywords:auto"),
            Weighting::CppKeywords(Top::Count(n)) => f.pad(&format!("cpp-keywords:{n}")),
            Weighting::CppKeywords(Top::Auto) => f.pad("cpp-keywords:auto"),
            Weighting::Tags(n) => f.pad(&format!("tags:{n}")),
            Weighting::FirstTags(n) => f.pad(&format!("first-tags:{n}")),
            Weighting::Given => f.pad("given"),
        }
    }
}

impl FromStr for Weighting {
    type Err = BadValue;

    fn from_str(value: &str) -> Result<Self, BadValue> {
        let count = |n: &str| number(n).filter(|n| TOP.contains(n));
        let weighting = match parts(value).as_slice() {
            ["uniform"] => Some(Weighting::Uniform),
            ["tf"] => Some(Weighting::Tf),
            ["tf-idf"] => Some(Weighting::TfIdf),
            ["given"] => Some(Weighting::Given),
            ["keywords", "auto"] => Some(Weighting::Keywords(Top::Auto)),
            ["keywords", n] => count(n).map(|n| Weighting::Keywords(Top::Count(n))),
            ["cpp-keywords", "auto"] => Some(Weighting::CppKeywords(Top::Auto)),
            ["cpp-keywords", n] => count(n).map(|n| Weighting::CppKeywords(Top::Count(n))),
            ["tags", n] => count(n).map(Weighting::Tags),
            ["first-tags", n] => count(n).map(Weighting::FirstTags),
            _ => None,
        };
        let weighting = weighting.filter(|weighting| HAS_JIEBA || !weighting.uses_idf_table());
        let (part, allowed) = WEIGHTINGS;
        weighting.ok_or_else(|| BadValue::new(part, value, allowed))
    }
}

impl FromStr for Top {
    type Err = BadValue;

    fn from_str(value: &str) -> Result<Self, BadValue> {
        match (value, number(value).filter(|n| TOP.contains(n))) {
            ("auto", _) => Ok(Top::Auto),
            (_, Some(n)) => Ok(Top::Count(n)),
            _ => Err(BadValue::new(
                ("number of keywords", "关键词数"),
                value,
                ("1 to 10000, or auto", "1 到 10000 或 auto"),
            )),
        }
    }
}
