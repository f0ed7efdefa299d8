//! The kinds of difference between two texts.

use crate::display::{Lang, say};
use std::fmt;
use std::str::FromStr;

/// How a text that may go differs from the one that would stay, in one place or as a whole. The kinds are in ascending order of
/// weight; the heaviest of several names the pair. `Display` is the name. `FromStr` also reads the plural, and spaces for
/// hyphens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// The same bytes.
    Same,
    /// The same but for case, width, white space, invisible characters and the form of Unicode.
    Fold,
    /// Signs that are no operators; `Re:` and `Fwd:`.
    Marks,
    /// The same letters with other spaces: *data base*, *database*.
    Space,
    /// The same number, written in another way: *nine*, 9.
    SameNumber,
    /// The same word in another spelling, or misspelled: 国, 國.
    Spelling,
    /// Another form of the same word: *agree*, *agreed*.
    Form,
    /// Articles, auxiliaries, pronouns, particles.
    Small,
    /// The same words in another place.
    Order,
    /// The text that stays has more than three additional words.
    TextMore,
    /// The text that stays has up to three additional words.
    More,
    /// The text that goes has up to three additional words.
    Less,
    /// Up to three words are replaced.
    Word,
    /// Another name.
    Name,
    /// The text that goes has more than three additional words.
    TextLess,
    /// More than three words are replaced.
    Rewritten,
    /// One or two short differences in words are all that differs.
    OneOrTwoWords,
    /// Another month, weekday or day.
    Date,
    /// A word and its opposite.
    Opposite,
    /// Another unit of the same number.
    Unit,
    /// Another operator (`==`, `!=`).
    Operator,
    /// Another number, or an additional one.
    Number,
    /// One text is negated.
    Negation,
    /// Too much of the text that goes is missing in the other.
    Lost,
    /// One of several texts that fill in the same frame, each differently.
    Template,
    /// Content that must agree does not.
    MustAgree,
    /// The measure does not confirm the pair.
    Unconfirmed,
}

impl Kind {
    /// All of them, in their order.
    pub const ALL: [Self; 27] = [
        Self::Same,
        Self::Fold,
        Self::Marks,
        Self::Space,
        Self::SameNumber,
        Self::Spelling,
        Self::Form,
        Self::Small,
        Self::Order,
        Self::TextMore,
        Self::More,
        Self::Less,
        Self::Word,
        Self::Name,
        Self::TextLess,
        Self::Rewritten,
        Self::OneOrTwoWords,
        Self::Date,
        Self::Opposite,
        Self::Unit,
        Self::Operator,
        Self::Number,
        Self::Negation,
        Self::Lost,
        Self::Template,
        Self::MustAgree,
        Self::Unconfirmed,
    ];

    /// Their names, as messages list them.
    pub const NAMES: &str = "same, fold, marks, space, same-number, spelling, form, small, order, text-more, more, less, word, name, \
                             text-less, rewritten, one-or-two-words, date, opposite, unit, operator, number, negation, lost, template, \
                             must-agree or unconfirmed";

    /// Its name on command lines, in tables and filters.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Fold => "fold",
            Self::Marks => "marks",
            Self::Space => "space",
            Self::SameNumber => "same-number",
            Self::Spelling => "spelling",
            Self::Form => "form",
            Self::Small => "small",
            Self::Order => "order",
            Self::TextMore => "text-more",
            Self::More => "more",
            Self::Less => "less",
            Self::Word => "word",
            Self::Name => "name",
            Self::TextLess => "text-less",
            Self::Rewritten => "rewritten",
            Self::OneOrTwoWords => "one-or-two-words",
            Self::Date => "date",
            Self::Opposite => "opposite",
            Self::Unit => "unit",
            Self::Operator => "operator",
            Self::Number => "number",
            Self::Negation => "negation",
            Self::Lost => "lost",
            Self::Template => "template",
            Self::MustAgree => "must-agree",
            Self::Unconfirmed => "unconfirmed",
        }
    }

    /// Describes the kind in a few words.
    pub fn say(self, lang: Lang) -> &'static str {
        lang.pick(match self {
            Self::Same => ("the same bytes", "字节相同"),
            Self::Fold => ("the same but for case, width, spaces", "仅大小写、全半角、空白不同"),
            Self::Marks => ("punctuation differs", "标点不同"),
            Self::Space => ("words are split or joined", "词的分合不同"),
            Self::SameNumber => ("the same number, written otherwise", "同一数，写法不同"),
            Self::Spelling => ("spelling differs", "写法不同"),
            Self::Form => ("the form of a word differs", "词形不同"),
            Self::Small => ("small words differ", "虚词不同"),
            Self::Order => ("the order of parts differs", "顺序不同"),
            Self::TextMore => ("the text that stays has more", "保留的文本更多"),
            Self::More => ("the text that stays has a word or more", "保留的文本多出词语"),
            Self::Less => ("the text that stays lacks a word or more", "保留的文本少了词语"),
            Self::Word => ("words differ", "换词"),
            Self::Name => ("names differ", "专名不同"),
            Self::TextLess => ("the text that stays lacks a passage", "保留的文本少了一段"),
            Self::Rewritten => ("a passage is rewritten", "一段被改写"),
            Self::OneOrTwoWords => ("one or two words differ", "差一两个词"),
            Self::Date => ("dates differ", "日期不同"),
            Self::Opposite => ("they say the opposite", "意思相反"),
            Self::Unit => ("units differ", "单位不同"),
            Self::Operator => ("operators differ", "运算符不同"),
            Self::Number => ("numbers differ", "数字不同"),
            Self::Negation => ("one is negated", "其一含否定"),
            Self::Lost => ("too much would be lost", "会丢失过多内容"),
            Self::Template => ("one frame, filled in differently", "同一模板，填写内容不同"),
            Self::MustAgree => ("what must agree does not", "必须一致的内容不一致"),
            Self::Unconfirmed => ("not confirmed by the texts", "文本未予确认"),
        })
    }

    /// Whether the difference matters by default: the text stays unless the owner says otherwise.
    pub const fn matters(self) -> bool {
        match self {
            Self::Name
            | Self::OneOrTwoWords
            | Self::Date
            | Self::Opposite
            | Self::Unit
            | Self::Operator
            | Self::Number
            | Self::Negation
            | Self::Lost
            | Self::Template
            | Self::MustAgree
            | Self::Unconfirmed => true,
            Self::Same
            | Self::Fold
            | Self::Marks
            | Self::Space
            | Self::SameNumber
            | Self::Spelling
            | Self::Form
            | Self::Small
            | Self::Order
            | Self::TextMore
            | Self::More
            | Self::Less
            | Self::Word
            | Self::TextLess
            | Self::Rewritten => false,
        }
    }

    /// Whether the texts are equal, so that no word is lost.
    pub const fn is_equal(self) -> bool {
        matches!(self, Self::Same | Self::Fold)
    }

    /// Whether the words of such a difference count as lost.
    pub const fn costs(self) -> bool {
        !matches!(
            self,
            Self::Same
                | Self::Fold
                | Self::Marks
                | Self::Space
                | Self::SameNumber
                | Self::Spelling
                | Self::Form
                | Self::Small
                | Self::Order
        )
    }

    /// The same difference, if the other text goes.
    pub const fn mirrored(self) -> Self {
        match self {
            Self::More => Self::Less,
            Self::Less => Self::More,
            Self::TextMore => Self::TextLess,
            Self::TextLess => Self::TextMore,
            other => other,
        }
    }

    fn is_called(self, name: &str) -> bool {
        let own = self.name();
        own == name || name.strip_suffix('s') == Some(own) || own.strip_suffix('s') == Some(name)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The name of no kind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("{:?} is no kind of difference: use {}", "{:?} 不是差异的种类：请用 {}", .0, Kind::NAMES))]
pub struct KindError(String);

impl FromStr for Kind {
    type Err = KindError;

    fn from_str(name: &str) -> Result<Self, KindError> {
        let plain = name.trim().to_lowercase().split([' ', '-', '_']).collect::<Vec<_>>().join("-");
        // Names of earlier versions.
        let plain = match &*plain {
            "symbols" => "operator",
            "insert" => "text-more",
            "similar" => "rewritten",
            "partial" => "lost",
            other => other,
        };
        let kind = Self::ALL.into_iter().find(|kind| kind.is_called(plain));
        kind.ok_or_else(|| KindError(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_read_back_by_name_in_the_plural_and_with_spaces() {
        for kind in Kind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
            assert_eq!(kind.to_string().replace('-', " ").parse(), Ok(kind));
            assert_eq!((kind.name().to_owned() + "s").parse(), Ok(kind));
        }
        for (name, kind) in [
            ("words", Kind::Word),
            ("Numbers", Kind::Number),
            ("mark", Kind::Marks),
            ("one or two words", Kind::OneOrTwoWords),
            ("one-or-two-word", Kind::OneOrTwoWords),
        ] {
            assert_eq!(name.parse(), Ok(kind));
        }
        let error = "typo".parse::<Kind>().unwrap_err().to_string();
        assert!(
            error.contains("use same, fold, marks") && error.ends_with("template, must-agree or unconfirmed"),
            "{error}"
        );
    }

    #[test]
    fn all_are_in_ascending_order_and_what_costs_nothing_does_not_matter() {
        assert!(Kind::ALL.is_sorted());
        for kind in Kind::ALL {
            assert_eq!(kind.mirrored().mirrored(), kind);
            assert!(kind.costs() || !kind.matters());
            assert_ne!(kind.say(Lang::En), kind.say(Lang::Zh));
        }
    }
}
