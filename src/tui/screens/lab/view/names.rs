//! What edits are called.

use crate::sensitivity::{Edit, Moot};
use crate::tui::surface::{Lang, Phrase};
use crate::visible;

/// The name of an edit; in English that of the tables.
pub fn edit_name(edit: &Edit, lang: Lang) -> String {
    if let (Lang::En, _) | (_, Edit::Own(_)) = (lang, edit) {
        return visible::line(&edit.to_string()).into_owned();
    }
    match edit {
        Edit::DropWords => "删一词",
        Edit::ReplaceWords => "换一词",
        Edit::SwapWords => "两词对调",
        Edit::DuplicateWords => "一词写两遍",
        Edit::SwapLetters => "笔误：字母对调",
        Edit::DropLetters => "笔误：漏一字母",
        Edit::DoubleLetters => "笔误：多一字母",
        Edit::AddCommas => "加一逗号",
        Edit::NoPunctuation => "去标点",
        Edit::UpperCase => "全大写",
        Edit::LowerCase => "全小写",
        Edit::FullWidth => "全角",
        Edit::HalfWidth => "半角",
        Edit::Simplified => "简体",
        Edit::Traditional => "繁体",
        Edit::Nfc => "NFC",
        Edit::Nfd => "NFD",
        Edit::DropHan => "删一汉字",
        Edit::InsertHan => "插入“的”或“了”",
        Edit::SwapHan => "两汉字对调",
        Edit::AppendSentence => "末尾加一句",
        Edit::Boilerplate => "前后加套话",
        Edit::Twice => "全文两遍",
        Edit::DropHeaviest => "删影响最大的词",
        Edit::Own(_) => "自定",
    }
    .to_owned()
}

/// Why an edit has nothing to edit; in English as in the tables.
pub fn moot_text(moot: Moot) -> Phrase {
    match moot {
        Moot::NoText => ("no text", "没有文本"),
        Moot::NoWord => ("no word", "没有词"),
        Moot::OneWord => ("one word only", "只有一个词"),
        Moot::NoOtherWord => ("no other word", "没有其他词"),
        Moot::NoLetter => ("no letter", "没有字母"),
        Moot::ShortWords => ("no word of two letters", "没有两个字母的词"),
        Moot::LettersAlike => ("no two different letters", "没有相邻的不同字母"),
        Moot::NoPunctuation => ("no punctuation", "没有标点"),
        Moot::NoHan => ("no Han character", "没有汉字"),
        Moot::ShortHanWords => ("no word of two Han characters", "没有两字的词"),
        Moot::HanAlike => ("no two different Han characters", "没有相邻的不同汉字"),
        Moot::AlreadySo => ("already so", "无变化"),
        Moot::NotThere => ("not in the text", "文中没有"),
        // The explorer is built with it.
        Moot::NeedsChinese => ("needs the feature chinese", "需要 chinese 特性"),
        Moot::TooLong => ("too long a text", "文本过长"),
    }
}
