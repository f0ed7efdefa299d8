//! What is wrong with a filter, and where.

use super::facts::Need;
use std::fmt;

/// A mistake in a filter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// Byte of the line at which it begins.
    pub at: usize,
    /// What is wrong there.
    pub what: Wrong,
}

/// What can be wrong with a filter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wrong {
    /// A quote or slash is not closed.
    Unclosed(char),
    /// Something follows a closing quote or slash.
    Glued(char),
    /// Nothing follows the minus.
    Nothing,
    /// Nothing follows a name and its sign.
    NoValue(String),
    /// No term begins with that word.
    NoSuchTerm(String),
    /// The name takes one of these.
    NotOneOf(String, &'static str),
    /// No number, or one that is too large.
    NotANumber(String),
    /// A range of which the first number is above the second.
    Backwards(String),
    /// A bar: terms are joined by "and" only.
    Bar,
    /// The regular expression, for this reason.
    Pattern(String),
    /// A term asks for something that is not known where the filter is used.
    NotKnown(String, Need),
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Unclosed(sign) => write!(f, "this {sign} is not closed"),
            Wrong::Glued(sign) => write!(f, "a space must follow the closing {sign}; in quotes it is text"),
            Wrong::Nothing => f.write_str("a term must follow the minus; in quotes it is text"),
            Wrong::NoValue(name) => write!(f, "a value must follow {name}"),
            Wrong::NoSuchTerm(name) => write!(f, "no term begins with {name}; in quotes it is text"),
            Wrong::NotOneOf(name, choices) => write!(f, "{name} takes {choices}"),
            Wrong::NotANumber(name) => write!(f, "a whole number must follow {name}"),
            Wrong::Backwards(range) => write!(f, "{range}: the smaller number comes first"),
            Wrong::Bar => f.write_str("all terms must hold; for one of several write /a|b/"),
            Wrong::Pattern(why) => write!(f, "pattern: {why}"),
            Wrong::NotKnown(term, need) => write!(f, "{term} needs {need}"),
        }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: {}", self.at + 1, self.what)
    }
}

impl std::error::Error for Mistake {}

impl Mistake {
    /// The same, on one line that shows the place in `line`, the text that was parsed.
    pub fn in_line(&self, line: &str) -> String {
        let at = self.at.min(line.len());
        let column = line[..at].chars().count() + 1;
        format!("column {column} of {line:?}: {}", self.what)
    }
}
