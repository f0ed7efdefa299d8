//! Unicode normalization of a text before it is cut.

use super::moved::Moved;
use std::borrow::Cow;
use std::iter::once;
use std::ops::Range;
use unicode_normalization::char::{canonical_combining_class, decompose_canonical, decompose_compatible};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick, is_nfkc_quick};

/// The normalization of a text before it is cut. `Display` and `FromStr` use `none`, `nfc`, `nfkc`, `loose`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Normalize {
    /// Nothing: the text as it was read.
    None,
    /// NFC: a letter and its marks are one character, whichever way they were written.
    Nfc,
    /// NFKC: also full width, ligatures and the like are plain characters.
    Nfkc,
    /// NFKC; characters without a shape (soft hyphen, zero-width space and joiners, marks of direction, variation
    /// selectors) and Arabic tatweel and vowel marks are dropped, quotes and dashes are those of ASCII.
    Loose,
}

impl Normalize {
    /// The normalized text; borrowed if it is so already.
    pub fn text(self, text: &str) -> Cow<'_, str> {
        let (mut out, mut moved) = (String::new(), Moved::default());
        if self.apply(text, &mut out, &mut moved) { Cow::Owned(out) } else { Cow::Borrowed(text) }
    }

    /// Whether a character has no shape: a format character (Cf) that is not shown, the joiner of graphemes, a variation
    /// selector. [`Loose`](Self::Loose) drops them.
    pub fn is_invisible(c: char) -> bool {
        matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
    }

    /// Writes the normalized text into `out`, and into `moved` where its parts come from; `false` if nothing changes.
    pub(super) fn apply(self, text: &str, out: &mut String, moved: &mut Moved) -> bool {
        moved.clear();
        if self == Self::None || text.is_ascii() || text.chars().all(|c| self.is_surely(c)) {
            return false;
        }
        out.clear();
        let mut copied = 0;
        self.each_stretch(text, |stretch| {
            let before = &text[stretch.clone()];
            let after = self.whole(before);
            if after == before {
                return;
            }
            out.push_str(&text[copied..stretch.start]);
            moved.push(out.len()..out.len() + after.len(), stretch.clone());
            out.push_str(&after);
            copied = stretch.end;
        });
        if moved.is_empty() {
            return false;
        }
        out.push_str(&text[copied..]);
        true
    }

    /// By definition, without looking where the parts of the text go.
    fn whole(self, text: &str) -> String {
        match self {
            Self::None => text.to_owned(),
            Self::Nfc => text.nfc().collect(),
            Self::Nfkc => text.nfkc().collect(),
            Self::Loose => {
                text.chars().map(apostrophe).nfkd().filter(|&c| !is_dropped(c)).map(ascii).nfc().collect()
            }
        }
    }

    /// The stretches that may change, each from a character that joins nothing before it. Between them the text stays.
    fn each_stretch(self, text: &str, mut stretch: impl FnMut(Range<usize>)) {
        let (mut start, mut is_changing) = (0, false);
        for (at, c) in text.char_indices() {
            let is_sure = self.is_surely(c);
            if is_sure || self.begins(c) {
                if is_changing {
                    stretch(start..at);
                }
                (start, is_changing) = (at, false);
            } else {
                is_changing = true;
            }
            is_changing |= !is_sure && !self.stays(c);
        }
        if is_changing {
            stretch(start..text.len());
        }
    }

    /// Whether a character is one of the many that stay, and join nothing before them, by any form.
    #[inline]
    fn is_surely(self, c: char) -> bool {
        match c {
            '\0'..='\u{9f}'
            | '\u{c0}'..='\u{ff}'
            | '\u{410}'..='\u{44f}'
            | '\u{3041}'..='\u{3096}'
            | '\u{30a1}'..='\u{30fa}'
            | '\u{4e00}'..='\u{9fff}'
            | '\u{ac00}'..='\u{d7a3}' => true,
            '\u{a0}'..='\u{2ff}'
            | '\u{2010}'..='\u{2027}'
            | '\u{3001}'..='\u{3020}'
            | '\u{ff01}'..='\u{ff60}' => self == Self::Nfc,
            _ => false,
        }
    }

    /// Whether a character on its own stays as it is.
    fn stays(self, c: char) -> bool {
        match self {
            Self::None => true,
            Self::Nfc => is_nfc_quick(once(c)) == IsNormalized::Yes,
            Self::Nfkc => is_nfkc_quick(once(c)) == IsNormalized::Yes,
            Self::Loose => {
                is_nfkc_quick(once(c)) == IsNormalized::Yes && !is_dropped(c) && ascii(apostrophe(c)) == c
            }
        }
    }

    /// Whether what comes of a character joins nothing before it.
    fn begins(self, c: char) -> bool {
        let (mut first, mut is_any_dropped) = (None, false);
        let note = |d| {
            first.get_or_insert(d);
            is_any_dropped |= self == Self::Loose && is_dropped(d);
        };
        match self {
            Self::None | Self::Nfc => decompose_canonical(c, note),
            Self::Nfkc | Self::Loose => decompose_compatible(c, note),
        }
        let is_starter = |d| canonical_combining_class(d) == 0 && is_nfc_quick(once(d)) == IsNormalized::Yes;
        !is_any_dropped && first.is_some_and(is_starter)
    }
}

/// The acute accent that many type for an apostrophe; its compatibility form would be a space and a mark.
fn apostrophe(c: char) -> char {
    if c == '\u{b4}' { '\'' } else { c }
}

/// Characters without a shape, tatweel, and the vowel marks of Arabic.
fn is_dropped(c: char) -> bool {
    Normalize::is_invisible(c)
        || matches!(c, '\u{640}' | '\u{64b}'..='\u{652}' | '\u{656}'..='\u{65f}' | '\u{670}')
}

/// Quotes and dashes as in ASCII.
fn ascii(c: char) -> char {
    match c {
        '\u{2018}'..='\u{201b}' | '\u{2032}' | '\u{2035}' | '\u{2039}' | '\u{203a}' | '\u{2bc}' => '\'',
        '\u{201c}'..='\u{201f}' | '\u{2033}' | '\u{2036}' | '\u{ab}' | '\u{bb}' | '\u{301d}'..='\u{301f}' => {
            '"'
        }
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{2e3a}' | '\u{2e3b}' => '-',
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn each_form_does_what_it_says() {
        let of = |text: &str| {
            [Normalize::Nfc, Normalize::Nfkc, Normalize::Loose].map(|form| form.text(text).into_owned())
        };
        assert_eq!(of("cafe\u{301}"), ["café", "café", "café"]);
        assert_eq!(of("\u{1112}\u{1161}\u{11ab}"), ["한", "한", "한"]);
        assert_eq!(of("ＡＢ　ﬁ"), ["ＡＢ　ﬁ", "AB fi", "AB fi"]);
        assert_eq!(
            of("so\u{ad}ft\u{200b}\u{feff}"),
            ["so\u{ad}ft\u{200b}\u{feff}", "so\u{ad}ft\u{200b}\u{feff}", "soft"]
        );
        assert_eq!(of("“it’s” – it´s"), ["“it’s” – it´s", "“it’s” – it \u{301}s", "\"it's\" - it's"]);
        assert_eq!(of("كِتَـاب")[2], "كتاب");
        // A mark that a character without a shape kept apart comes to its letter.
        assert_eq!(of("e\u{200d}\u{301}")[2], "é");
        assert_eq!(Normalize::None.text("e\u{301}\u{ad}"), "e\u{301}\u{ad}");
    }

    #[test]
    fn what_is_normalized_already_is_borrowed() {
        for text in ["plain", "schön – “ja”", "中文，한국어 日本語カタカナ", "ภาษาไทย हिन्दी"]
        {
            assert!(matches!(Normalize::Nfc.text(text), Cow::Borrowed(_)), "{text}");
        }
    }

    #[test]
    fn changed_parts_lead_back_to_the_text() {
        let (mut out, mut moved) = (String::new(), Moved::default());
        let text = "a cafe\u{301} so\u{ad}ft ＡＢ";
        assert!(Normalize::Loose.apply(text, &mut out, &mut moved));
        assert_eq!(out, "a café soft AB");
        let back = |part: &str| {
            let at = out.find(part).unwrap();
            &text[moved.origin(at..at + part.len())]
        };
        assert_eq!(back("café"), "cafe\u{301}");
        assert_eq!(back("soft"), "so\u{ad}ft");
        assert_eq!((back("A"), back("B"), back("a ")), ("Ａ", "Ｂ", "a "));
    }

    const ODD: &str = "(\\PC|[a-e '\u{300}\u{301}\u{323}\u{345}\u{f71}\u{f72}\u{f73}\u{1100}\u{1161}\u{11a8}가각\u{ad}\u{200d}\u{640}\u{64b}\u{653}\u{627}\u{fe70}\u{fe71}\u{344}’“—ＡﬁÅ\u{212b}\u{9be}\u{9c7}]){0,24}";

    proptest! {
        #[test]
        fn stretch_by_stretch_is_the_whole(text in ODD) {
            for form in [Normalize::Nfc, Normalize::Nfkc, Normalize::Loose] {
                let whole = form.whole(&text);
                prop_assert_eq!(form.text(&text), whole.as_str());
                prop_assert_eq!(form.text(&whole), whole.as_str(), "twice is once");
            }
        }

        #[test]
        fn spans_lie_on_boundaries_in_order(text in ODD) {
            let (mut out, mut moved) = (String::new(), Moved::default());
            for form in [Normalize::Nfc, Normalize::Nfkc, Normalize::Loose] {
                if !form.apply(&text, &mut out, &mut moved) { continue }
                let mut last = 0;
                for (at, c) in out.char_indices() {
                    let span = moved.origin(at..at + c.len_utf8());
                    let part = text.get(span.clone()).expect("on boundaries");
                    prop_assert!(span.start >= last && !part.is_empty());
                    prop_assert!(form.whole(part).contains(c), "{:?} of {:?}", c, part);
                    last = span.start;
                }
            }
        }
    }
}
