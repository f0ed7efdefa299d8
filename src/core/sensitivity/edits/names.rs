//! What edits are called, in the two languages.

use super::{Edit, Moot};
use crate::display::Lang;
use std::fmt;

impl Edit {
    /// Its name in a language; an edit of the user is what the user wrote, which is not yet safe to show.
    pub fn text(&self, lang: Lang) -> String {
        let name = match self {
            Self::DropWords => ("drop a word", "删一词"),
            Self::ReplaceWords => ("replace a word", "换一词"),
            Self::SwapWords => ("swap two words", "两词对调"),
            Self::DuplicateWords => ("duplicate a word", "一词写两遍"),
            Self::SwapLetters => ("typo: swap letters", "笔误：字母对调"),
            Self::DropLetters => ("typo: drop a letter", "笔误：漏一字母"),
            Self::DoubleLetters => ("typo: double a letter", "笔误：多一字母"),
            Self::AddCommas => ("add a comma", "加一逗号"),
            Self::NoPunctuation => ("no punctuation", "去标点"),
            Self::UpperCase => ("UPPER CASE", "全大写"),
            Self::LowerCase => ("lower case", "全小写"),
            Self::FullWidth => ("full width", "全角"),
            Self::HalfWidth => ("half width", "半角"),
            Self::Simplified => ("simplified", "简体"),
            Self::Traditional => ("traditional", "繁体"),
            Self::Nfc => ("NFC", "NFC"),
            Self::Nfd => ("NFD", "NFD"),
            Self::DropHan => ("drop a Han character", "删一汉字"),
            Self::InsertHan => ("insert 的 or 了", "插入“的”或“了”"),
            Self::SwapHan => ("swap two Han characters", "两汉字对调"),
            Self::AppendSentence => ("append a sentence", "末尾加一句"),
            Self::Boilerplate => ("boilerplate around", "前后加套话"),
            Self::Twice => ("text twice", "全文两遍"),
            Self::DropHeaviest => ("drop the strongest word", "删影响最大的词"),
            Self::Own(own) => return own.to_string(),
        };
        lang.pick(name).to_owned()
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
