//! What a text is written in, by a rule that is quick to apply and easy to say.

use crate::recipe::is_han;

/// What most letters of a text are.
///
/// Of its first 200 letters: `Other` unless at least half are Han or Latin; else `Han` or `Latin` if that one has more than
/// nine tenths of these two, and `Mixed` if neither has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Script {
    /// Han characters.
    Han,
    /// Latin letters, with or without marks.
    Latin,
    /// Both.
    Mixed,
    /// Another script, or no letter.
    Other,
}

/// Letters that are looked at.
const LETTERS: u32 = 200;

impl Script {
    /// All of them.
    pub const ALL: [Self; 4] = [Script::Han, Script::Latin, Script::Mixed, Script::Other];
    pub(super) const NAMES: &'static str = "han, latin, mixed or other";

    /// Its name in a filter.
    pub fn name(self) -> &'static str {
        match self {
            Script::Han => "han",
            Script::Latin => "latin",
            Script::Mixed => "mixed",
            Script::Other => "other",
        }
    }

    /// Of a text.
    pub fn of(text: &str) -> Self {
        let (mut han, mut latin, mut letters) = (0, 0, 0);
        for c in text.chars() {
            let (is_han, is_latin) = (is_han(c), is_latin(c));
            if !is_han && !is_latin && !c.is_alphabetic() {
                continue;
            }
            han += u32::from(is_han);
            latin += u32::from(is_latin);
            letters += 1;
            if letters == LETTERS {
                break;
            }
        }
        let both = han + latin;
        match () {
            () if both * 2 < letters || letters == 0 => Script::Other,
            () if han * 10 > both * 9 => Script::Han,
            () if latin * 10 > both * 9 => Script::Latin,
            () => Script::Mixed,
        }
    }
}

/// ASCII, Latin-1 to Latin Extended-B, Latin Extended Additional.
fn is_latin(c: char) -> bool {
    c.is_ascii_alphabetic()
        || matches!(c, '\u{C0}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}') && c.is_alphabetic()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_what_most_letters_are() {
        for (text, script) in [
            ("床前明月光，疑是地上霜。", Script::Han),
            ("Größe, naïve, 12 %", Script::Latin),
            ("用 Rust 写的命令行工具 ripgrep 很快", Script::Mixed),
            ("この文はかなが多いです", Script::Other),
            ("Где здесь латиница?", Script::Other),
            ("12:30 — 14:00", Script::Other),
            ("", Script::Other),
        ] {
            assert_eq!(Script::of(text), script, "{text}");
        }
    }
}
