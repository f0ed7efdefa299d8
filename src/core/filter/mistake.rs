//! What is wrong with a filter, and where.

use super::facts::Need;
use crate::display::{Lang, both, display_by_say};
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
    /// A term uses a fact that is not known where the filter is used.
    NotKnown(String, Need),
}

impl Wrong {
    /// The sentence in a language.
    pub fn say(&self, lang: Lang) -> String {
        let (en, zh) = match self {
            Self::Unclosed(sign) => both!("this {sign} is not closed", "此 {sign} 没有闭合"),
            Self::Glued(sign) => both!(
                "a space must follow the closing {sign}; in quotes it is text",
                "{sign} 之后须有空格；加引号则为文本"
            ),
            Self::Nothing => both!(
                "a term must follow the minus; in quotes it is text",
                "减号之后须有条件；加引号则为文本"
            ),
            Self::NoValue(name) => both!("a value must follow {name}", "{name} 之后须有值"),
            Self::NoSuchTerm(name) => both!(
                "no term begins with {name}; in quotes it is text",
                "没有以 {name} 开头的条件；加引号则为文本"
            ),
            Self::NotOneOf(name, choices) => {
                let zh = choices.replace(" or ", "、").replace(", ", "、");
                both!("{name} takes {choices}", "{name} 可取 {zh}")
            }
            Self::NotANumber(name) => {
                both!("a whole number must follow {name}", "{name} 之后须为整数")
            }
            Self::Backwards(range) => {
                both!("{range}: the smaller number comes first", "{range}：较小的数在前")
            }
            Self::Bar => both!(
                "all terms must hold; for one of several write /a|b/",
                "所有条件须同时满足；多选一请写 /a|b/"
            ),
            Self::Pattern(why) => both!("pattern: {why}", "正则表达式有误"),
            Self::NotKnown(term, need) => {
                let (en, zh) = need.words();
                both!("{term} needs {en}", "{term} 需要{zh}")
            }
        };
        lang.pick((en, zh))
    }
}

display_by_say!(Lang::En; Wrong);

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: {}", self.at + 1, self.what)
    }
}

impl std::error::Error for Mistake {}

impl Mistake {
    /// The same, on one line that shows the place in `line`, the text that was parsed.
    pub fn in_line(&self, line: &str, lang: Lang) -> String {
        let column = line[..self.at.min(line.len())].chars().count() + 1;
        let what = self.what.say(lang);
        lang.pick(both!("column {column} of {line:?}: {what}", "{line:?} 第 {column} 列：{what}"))
    }
}
