//! What edits are called, in the two languages.

use super::{Edit, Moot};
use crate::display::{Lang, Phrase};
use Edit::*;
use std::fmt;

/// An edit, a number of its own for the random choices (0 if it makes none), so that a new edit does not change those of the
/// others, and its name.
type Row = (Edit, u64, Phrase);

/// All edits except those of a user, in the order of the battery; the slow one is last.
static BATTERY: [Row; 24] = [
    (DropWords, 1, ("drop a word", "删一词")),
    (ReplaceWords, 2, ("replace a word", "换一词")),
    (SwapWords, 3, ("swap two words", "两词对调")),
    (DuplicateWords, 4, ("duplicate a word", "一词写两遍")),
    (SwapLetters, 5, ("typo: swap letters", "笔误：字母对调")),
    (DropLetters, 6, ("typo: drop a letter", "笔误：漏一字母")),
    (DoubleLetters, 7, ("typo: double a letter", "笔误：多一字母")),
    (AddCommas, 8, ("add a comma", "加一逗号")),
    (NoPunctuation, 0, ("no punctuation", "去标点")),
    (UpperCase, 0, ("UPPER CASE", "全大写")),
    (LowerCase, 0, ("lower case", "全小写")),
    (FullWidth, 0, ("full width", "全角")),
    (HalfWidth, 0, ("half width", "半角")),
    (Simplified, 0, ("simplified", "简体")),
    (Traditional, 0, ("traditional", "繁体")),
    (Nfc, 0, ("NFC", "NFC")),
    (Nfd, 0, ("NFD", "NFD")),
    (DropHan, 9, ("drop a Han character", "删一汉字")),
    (InsertHan, 10, ("insert 的 or 了", "插入“的”或“了”")),
    (SwapHan, 11, ("swap two Han characters", "两汉字对调")),
    (AppendSentence, 0, ("append a sentence", "末尾加一句")),
    (Boilerplate, 0, ("boilerplate around", "前后加套话")),
    (Twice, 0, ("text twice", "全文两遍")),
    (DropHeaviest, 12, ("drop the strongest word", "删影响最大的词")),
];

impl Edit {
    /// All edits except those of a user, in the order of the battery; the slow one is last.
    pub fn all() -> impl ExactSizeIterator<Item = &'static Self> {
        BATTERY.iter().map(|row| &row.0)
    }

    /// What the battery has of it; `None` of an edit of the user.
    fn row(&self) -> Option<&'static Row> {
        BATTERY.iter().find(|row| row.0 == *self)
    }

    pub(super) fn number(&self) -> u64 {
        self.row().map_or(0, |row| row.1)
    }

    /// Its name in a language; an edit of the user is what the user wrote, which is not yet safe to show.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            Own(own) => own.to_string(),
            _ => self.row().map_or("", |row| lang.pick(row.2)).to_owned(),
        }
    }
}

impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Lang::En))
    }
}

impl Moot {
    /// Why it does not apply, in English and in Chinese.
    pub fn text(self) -> (&'static str, &'static str) {
        match self {
            Self::NoText => ("no text", "没有文本"),
            Self::NoWord => ("no word", "没有词"),
            Self::OneWord => ("one word only", "只有一个词"),
            Self::NoOtherWord => ("no other word", "没有其他词"),
            Self::NoLetter => ("no letter", "没有字母"),
            Self::ShortWords => ("no word of two letters", "没有两个字母的词"),
            Self::LettersAlike => ("no two different letters", "没有相邻的不同字母"),
            Self::NoPunctuation => ("no punctuation", "没有标点"),
            Self::NoHan => ("no Han character", "没有汉字"),
            Self::ShortHanWords => ("no word of two Han characters", "没有两字的词"),
            Self::HanAlike => ("no two different Han characters", "没有相邻的不同汉字"),
            Self::AlreadySo => ("already so", "无变化"),
            Self::NotThere => ("not in the text", "文中没有"),
            Self::NeedsChinese => ("needs a build with the feature `chinese`", "需要带 `chinese` 特性的构建"),
            Self::TooLong => ("too long a text", "文本过长"),
        }
    }
}

impl fmt::Display for Moot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text().0)
    }
}

impl std::error::Error for Moot {}
