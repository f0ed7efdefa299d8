//! Boilerplate that texts gather on web pages.

use super::{Edited, Moot, detail, script};
use crate::recipe::is_han;

/// Boilerplate in one language.
struct Phrases {
    sentence: &'static str,
    header: &'static str,
    footer: &'static str,
}

const ENGLISH: Phrases = Phrases {
    sentence: "More details are expected later this week.",
    header: "Home | News | About us | Contact",
    footer: "Share this page. All rights reserved.",
};

const SIMPLIFIED: Phrases = Phrases {
    sentence: "更多详情将于近日公布。",
    header: "首页 | 新闻 | 关于我们 | 联系方式",
    footer: "分享本页。版权所有，未经许可不得转载。",
};

const TRADITIONAL: Phrases = Phrases {
    sentence: "更多詳情將於近日公布。",
    header: "首頁 | 新聞 | 關於我們 | 聯絡方式",
    footer: "分享本頁。版權所有，未經許可不得轉載。",
};

pub(super) fn append_sentence(text: &str) -> Result<Edited, Moot> {
    let sentence = phrases(text)?.sentence;
    let is_chinese = sentence.starts_with(is_han) && text.ends_with(goes_on_in_chinese);
    let space = if text.ends_with(char::is_whitespace) || is_chinese { "" } else { " " };
    Ok(Edited { text: format!("{text}{space}{sentence}"), detail: detail::short(sentence) })
}

pub(super) fn boilerplate(text: &str) -> Result<Edited, Moot> {
    let Phrases { header, footer, .. } = phrases(text)?;
    Ok(Edited { text: format!("{header}\n{text}\n{footer}"), detail: detail::short(header) })
}

pub(super) fn twice(text: &str) -> Result<Edited, Moot> {
    phrases(text)?;
    Ok(Edited { text: format!("{text}\n{text}"), detail: String::new() })
}

/// Characters that language detection reads.
const READ: usize = 20_000;

/// The phrases for the language of a text: Chinese if its start has at least as many Han characters as words of
/// other scripts, in simplified or traditional as the text.
fn phrases(text: &str) -> Result<&'static Phrases, Moot> {
    if text.trim().is_empty() {
        return Err(Moot::NoText);
    }
    let start = text.char_indices().nth(READ).map_or(text, |(end, _)| &text[..end]);
    let (mut han, mut words, mut is_in_word) = (0_usize, 0_usize, false);
    for c in start.chars() {
        let is_letter = c.is_alphabetic() && !is_han(c);
        han += usize::from(is_han(c));
        words += usize::from(is_letter && !is_in_word);
        is_in_word = is_letter;
    }
    Ok(match han > 0 && han >= words {
        true if script::is_traditional(start)? => &TRADITIONAL,
        true => &SIMPLIFIED,
        false => &ENGLISH,
    })
}

/// Whether a Chinese sentence may follow without a space.
fn goes_on_in_chinese(c: char) -> bool {
    is_han(c) || matches!(c, '\u{3001}'..='\u{301f}' | '\u{ff01}'..='\u{ff65}' | '”' | '’' | '…')
}

#[cfg(test)]
#[cfg(feature = "chinese")]
mod tests {
    use super::*;

    #[test]
    fn what_is_added_is_in_the_language_of_the_text() {
        let check = |text: &str, expected: &str| {
            let header = phrases(text).map(|phrases| phrases.header);
            assert!(header.is_ok_and(|header| header.starts_with(expected)), "{text}");
        };
        check("the storm closed the river bridge", "Home");
        check("今晚的列车停运", "首页");
        check("梁苑城西二十里，一渠春水柳千條。若爲此路今重過，十五年前舊板橋。", "首頁");
        // Commands in Chinese prose, and a Chinese name in English.
        check("`git commit --amend`：修改上一次提交的说明", "首页");
        check("the Chinese name of this town is 北京 as everybody knows", "Home");
        // Characters common to both scripts count as simplified.
        check("床前明月光", "首页");
        check("42, 17!", "Home");
        assert_eq!(phrases(" \n").err(), Some(Moot::NoText));
    }

    #[test]
    fn the_sentence_stands_apart_as_its_language_wants_it() {
        let check = |text: &str, joint: &str| {
            let edited = append_sentence(text).map(|edited| edited.text);
            assert!(edited.as_ref().is_ok_and(|edited| edited.contains(joint)), "{edited:?}");
        };
        check("the storm closed the bridge.", ". More");
        check("wait for it…", "… More");
        check("the dogs’", "’ More");
        check("it ends in a line\n", "line\nMore");
        check("列车停运。", "。更多");
        check("列车停运", "运更多");
        check("列车“停运”", "”更多");
        check("列车停运 ok", "ok 更多");
    }
}
