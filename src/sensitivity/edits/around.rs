//! What stands around texts on their way from page to page.

use super::detail;
use super::{Edited, Moot};
use crate::recipe::is_han;

/// What is put around texts in one language.
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

const CHINESE: Phrases = Phrases {
    sentence: "更多详情将于本周晚些时候公布。",
    header: "首页 | 新闻 | 关于我们 | 联系方式",
    footer: "分享本页。版权所有，未经许可不得转载。",
};

pub(super) fn append_sentence(text: &str) -> Result<Edited, Moot> {
    let sentence = phrases(text)?.sentence;
    let is_set_apart = text.ends_with(char::is_whitespace) || text.ends_with(is_chinese);
    let space = if is_set_apart { "" } else { " " };
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

/// Those of the language of a text: Chinese where there is at least one Han character for two letters of other scripts.
fn phrases(text: &str) -> Result<&'static Phrases, Moot> {
    if text.trim().is_empty() {
        return Err(Moot::NoText);
    }
    let (mut han, mut letters) = (0_usize, 0_usize);
    for c in text.chars() {
        match c {
            'a'..='z' | 'A'..='Z' => letters += 1,
            _ if c.is_ascii() => {}
            _ if is_han(c) => han += 1,
            _ => letters += usize::from(c.is_alphabetic()),
        }
    }
    Ok(if han > 0 && 2 * han >= letters { &CHINESE } else { &ENGLISH })
}

/// Whether a Chinese sentence may go on after it without a space.
fn is_chinese(c: char) -> bool {
    is_han(c) || matches!(c, '\u{3001}'..='\u{301f}' | '\u{ff01}'..='\u{ff65}' | '”' | '’' | '…')
}
