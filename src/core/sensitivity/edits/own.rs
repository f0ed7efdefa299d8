//! Edits defined by a user.

use super::{Edited, Moot};
use crate::display::say;
use std::fmt;
use std::str::FromStr;

/// An edit defined by a user: replaces every occurrence of a text by another. `Display` and `FromStr` use
/// `old=>new`; an empty `new` drops, an empty `old` appends.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Own {
    /// What is replaced.
    pub old: String,
    /// The replacement.
    pub new: String,
}

/// Why a text is not an edit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadEdit {
    /// There is no `=>` in it.
    #[error("{}", say!("{:?} is no edit; write OLD=>NEW, with nothing before => to append and nothing after it to drop", "{:?} 不是编辑；请写 OLD=>NEW，=> 之前为空是追加，之后为空是删除", .0))]
    NoArrow(String),
    /// Both sides are the same.
    #[error("{}", say!("{:?} changes nothing: the same stands on both sides of =>", "{:?} 不改变什么：=> 两边相同", .0))]
    Same(String),
}

/// Largest result in bytes: a page in place of every letter is no longer a text.
const MOST_BYTES: usize = 16 << 20;
/// For a long text: largest factor of its length.
const MOST_TIMES: usize = 4;

impl Own {
    pub(super) fn apply(&self, text: &str) -> Result<Edited, Moot> {
        let edited = |text| Ok(Edited { text, detail: String::new() });
        if self.old.is_empty() {
            return edited(format!("{text}{}", self.new));
        }
        let places = text.matches(&self.old).count();
        if places == 0 {
            return Err(Moot::NotThere);
        }
        let longer = places.saturating_mul(self.new.len().saturating_sub(self.old.len()));
        if text.len().saturating_add(longer) > MOST_BYTES.max(text.len().saturating_mul(MOST_TIMES)) {
            return Err(Moot::TooLong);
        }
        edited(text.replace(&self.old, &self.new))
    }
}

impl fmt::Display for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}=>{}", self.old, self.new)
    }
}

impl FromStr for Own {
    type Err = BadEdit;

    fn from_str(text: &str) -> Result<Self, BadEdit> {
        let arrow = text.split_once("=>").or_else(|| text.split_once("＝＞"));
        let (old, new) = arrow.ok_or_else(|| BadEdit::NoArrow(text.to_owned()))?;
        match old == new {
            true => Err(BadEdit::Same(text.to_owned())),
            false => Ok(Self { old: old.to_owned(), new: new.to_owned() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(own: &str, text: &str, expected: Result<&str, Moot>) {
        let own: Own = own.parse().unwrap();
        assert_eq!(
            own.apply(text).map(|edited| edited.text),
            expected.map(str::to_owned),
            "{own} of {text:?}"
        );
    }

    #[test]
    fn every_occurrence_is_replaced() {
        check("city=>coast", "city by city", Ok("coast by coast"));
        check(" by=>", "city by city", Ok("city city"));
        check("=>, today", "city", Ok("city, today"));
        check("town=>coast", "city", Err(Moot::NotThere));
        check("a=>b=>c", "a", Ok("b=>c"));
        check("早＝＞晚", "早上好", Ok("晚上好"));
    }

    #[test]
    fn what_is_no_edit_is_told() {
        assert_eq!("city".parse::<Own>(), Err(BadEdit::NoArrow("city".to_owned())));
        assert_eq!("a=>a".parse::<Own>(), Err(BadEdit::Same("a=>a".to_owned())));
        assert_eq!("=>".parse::<Own>(), Err(BadEdit::Same("=>".to_owned())));
    }

    #[test]
    fn a_text_without_bounds_is_not_made() {
        let own = Own { old: "a".to_owned(), new: "b".repeat(100_000) };
        assert_eq!(own.apply(&"a".repeat(100_000)), Err(Moot::TooLong));
        assert!(own.apply("a").is_ok());
    }
}
