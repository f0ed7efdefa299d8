//! In which way two texts differ.

use crate::display::{Lang, say};
use crate::recipe::{Normalize, each_word, is_han, lower_case};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// How a text that may go differs from the one that would stay. `Display` is the name, with [`Kind::Similar`] also its value;
/// `FromStr` reads names.
///
/// Words are those of [`Shingles::Words`](crate::measures::Shingles::Words), lower-cased: each Han character is one. A word
/// with a digit is a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// The same bytes.
    Same,
    /// The same but for case, width, white space, invisible characters and the form of Unicode.
    Fold,
    /// The same words in the same order between other signs (`==`, `!=`).
    Symbols,
    /// Mostly other numbers: of the words that only the first text has, half or more are numbers, and these are a fifth or
    /// more of its numbers; the other one has another number, too. Or the same words with their numbers in another order.
    Numbers,
    /// One text has a negation more than the other, and at most two other words differ on each side. Negations are *not,
    /// no, never, none, nor, neither, nothing, nobody, nowhere, without, cannot, n't*; 不 没 沒 未 无 無 非 否 勿 莫; and a
    /// word that has *un, in, im, il, ir, dis, non* before the other one.
    Negation,
    /// One or two words differ, and no number: those that only the first text has, and at most as many others in the second.
    Word,
    /// All of the first text is in the second, in its order; the second has more.
    Insert,
    /// Confirmed, and none of the above; with the tenths of the value.
    Similar(u8),
    /// Confirmed, but too much of the first text is not in the second.
    Partial,
    /// One of several texts that have one frame, and in it nothing in common.
    Template,
    /// Not confirmed.
    Unconfirmed,
}

impl Kind {
    /// All of them, with one value for similar texts.
    pub const ALL: [Self; 11] = [
        Self::Same,
        Self::Fold,
        Self::Symbols,
        Self::Numbers,
        Self::Negation,
        Self::Word,
        Self::Insert,
        Self::Similar(0),
        Self::Partial,
        Self::Template,
        Self::Unconfirmed,
    ];

    /// Their names.
    pub(crate) const NAMES: &str =
        "same, fold, symbols, numbers, negation, word, insert, similar, partial, template or unconfirmed";

    /// The kind of two texts; `confirmed` is their value by a measure if that confirms them.
    pub fn of(gone: &str, kept: &str, confirmed: Option<f64>) -> Self {
        let measured = || {
            confirmed.map_or(Self::Unconfirmed, |value| Self::Similar((value * 10.0).clamp(0.0, 10.0) as u8))
        };
        if gone == kept { Self::Same } else { Differing::between(gone, kept).kind().unwrap_or_else(measured) }
    }

    /// The kind of two texts of which none goes: that of the one with fewer words.
    pub fn of_pair(a: &str, b: &str, confirmed: Option<f64>) -> Self {
        let words = |text| {
            let mut words = 0;
            each_word(text, |_| words += 1);
            words
        };
        let (gone, kept) = if words(a) <= words(b) { (a, b) } else { (b, a) };
        Self::of(gone, kept, confirmed)
    }

    /// Its name on command lines, in tables and filters.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Fold => "fold",
            Self::Symbols => "symbols",
            Self::Numbers => "numbers",
            Self::Negation => "negation",
            Self::Word => "word",
            Self::Insert => "insert",
            Self::Similar(_) => "similar",
            Self::Partial => "partial",
            Self::Template => "template",
            Self::Unconfirmed => "unconfirmed",
        }
    }

    /// What it means, in a few words.
    pub fn say(self, lang: Lang) -> &'static str {
        lang.pick(match self {
            Self::Same => ("the same bytes", "字节相同"),
            Self::Fold => ("the same but for case, width, spaces", "仅大小写、全半角、空白不同"),
            Self::Symbols => ("the same words, other signs", "词相同，符号不同"),
            Self::Numbers => ("mostly other numbers", "主要是数字不同"),
            Self::Negation => ("one is negated", "其一含否定"),
            Self::Word => ("one or two words differ", "一两个词不同"),
            Self::Insert => ("the text that stays has all of it", "保留的文本包含其全部"),
            Self::Similar(_) => ("confirmed by the texts", "经文本确认"),
            Self::Partial => ("confirmed, but too much would be lost", "已确认，但会丢失过多内容"),
            Self::Template => ("one frame, filled in differently", "同一模板，填写内容不同"),
            Self::Unconfirmed => ("not confirmed by the texts", "文本未予确认"),
        })
    }

    /// Whether no word is lost with such a text.
    pub const fn is_equal(self) -> bool {
        matches!(self, Self::Same | Self::Fold)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Similar(10) => f.pad("similar 1"),
            Self::Similar(tenths) => f.pad(&format!("similar 0.{tenths}")),
            _ => f.pad(self.name()),
        }
    }
}

/// Not a kind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!("{:?} is no kind of difference: use {}", "{:?} 不是差异的种类：请用 {}", .0, Kind::NAMES))]
pub struct BadKind(String);

impl FromStr for Kind {
    type Err = BadKind;

    fn from_str(name: &str) -> Result<Self, BadKind> {
        Self::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| BadKind(name.to_owned()))
    }
}

/// The text as [`Kind::Fold`] compares it: NFKC, lower-cased, without invisible characters, and without white space but one
/// space between two letters or digits that are not Han.
///
/// With superscripts, fractions and the like NFC, because NFKC makes 10² the number 102.
pub fn folded(text: &str) -> String {
    spaced(text.chars().map(plain)).unwrap_or_else(|| {
        let is_digit = |c: char| c.is_ascii_digit() || ('０'..='９').contains(&c);
        let has_other_numbers = text.chars().any(|c| !c.is_ascii() && c.is_numeric() && !is_digit(c));
        let form = if has_other_numbers { Normalize::Nfc } else { Normalize::Nfkc };
        let visible: String = text.chars().filter(|&c| !Normalize::is_invisible(c)).collect();
        let lower = form.text(&visible).to_lowercase();
        spaced(lower.chars().map(Some)).unwrap_or_default()
    })
}

/// What becomes of a character in [`folded`], if that hangs on no other character.
fn plain(c: char) -> Option<char> {
    match c {
        '\0'..='\x7f' => Some(c.to_ascii_lowercase()),
        '\u{4e00}'..='\u{9fff}' | '、' | '。' | '《' | '》' | '“' | '”' | '‘' | '’' | '—' => {
            Some(c)
        }
        '\u{3000}' => Some(' '),
        '！'..='～' => char::from_u32(u32::from(c) - 0xfee0).map(|c| c.to_ascii_lowercase()),
        _ => None,
    }
}

/// The characters, of white space only a space between two letters or digits; `None` if one of them is.
fn spaced(chars: impl Iterator<Item = Option<char>>) -> Option<String> {
    let is_parted = |c: char| c.is_alphanumeric() && !is_han(c);
    let (mut spaced, mut last, mut has_space) = (String::new(), ' ', false);
    spaced.reserve(chars.size_hint().1.unwrap_or(0));
    for c in chars {
        let c = c?;
        if c.is_whitespace() {
            has_space = true;
            continue;
        }
        if std::mem::take(&mut has_space) && is_parted(last) && is_parted(c) {
            spaced.push(' ');
        }
        spaced.push(c);
        last = c;
    }
    Some(spaced)
}

/// Whether two texts are the same once [`folded`].
pub(crate) fn are_folded_alike(a: &str, b: &str) -> bool {
    let signs = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count();
    // Where nothing but case and white space can change, most texts differ in their length.
    !(a.is_ascii() && b.is_ascii() && signs(a) != signs(b)) && folded(a) == folded(b)
}

/// The words that two texts do not have in common.
#[derive(Debug, Clone)]
pub struct Differing<'t> {
    texts: [&'t str; 2],
    /// The words of each text, in order.
    words: [Vec<Cow<'t, str>>; 2],
    /// Those that only the first text has, and those that only the second has, sorted; a word that one has more often is there
    /// as often as that.
    only: [Vec<Cow<'t, str>>; 2],
}

/// So many words beside a denial leave it the point of the difference.
const FEW: usize = 6;

impl<'t> Differing<'t> {
    /// Of the text that may go and of the one that would stay.
    pub fn between(gone: &'t str, kept: &'t str) -> Self {
        let words = [gone, kept].map(words);
        let only = if gone == kept { Default::default() } else { only(&words) };
        Self { texts: [gone, kept], words, only }
    }

    /// Words that only the first text has, and only the second, sorted.
    pub fn only(&self) -> [&[Cow<'t, str>]; 2] {
        [&self.only[0], &self.only[1]]
    }

    /// The first kind that fits; `None` if what differs is no kind by itself.
    pub fn kind(&self) -> Option<Kind> {
        let [gone, kept] = &self.words;
        let tests: [(Kind, &dyn Fn() -> bool); 7] = [
            (Kind::Same, &|| self.texts[0] == self.texts[1]),
            (Kind::Fold, &|| are_folded_alike(self.texts[0], self.texts[1])),
            (Kind::Symbols, &|| gone == kept && !gone.is_empty()),
            (Kind::Numbers, &|| self.is_numbers()),
            (Kind::Negation, &|| self.is_negation()),
            (Kind::Word, &|| self.is_word()),
            (Kind::Insert, &|| self.is_insert()),
        ];
        tests.into_iter().find(|(_, fits)| fits()).map(|(kind, _)| kind)
    }

    fn is_numbers(&self) -> bool {
        if self.only.iter().all(Vec::is_empty) {
            let [a, b] = [0, 1].map(|at| self.words[at].iter().filter(|word| is_number(word)));
            return a.ne(b);
        }
        let [g, h] = self.only();
        let count = |words: &[Cow<str>]| words.iter().filter(|word| is_number(word)).count();
        let lost = count(g);
        if lost == 0 || count(h) == 0 {
            return false;
        }
        // Scores and tables have the same numbers several times.
        if 5 * lost >= count(&self.words[0]) && 2 * lost >= g.len() {
            return true;
        }
        // As sets.
        let [a, b] = [0, 1].map(|at| {
            let mut set: Vec<&str> = self.words[at].iter().map(|word| &**word).collect();
            set.sort_unstable();
            set.dedup();
            set
        });
        let without = |of: &[&str], other: &[&str]| {
            let only = of.iter().filter(|word| other.binary_search(word).is_err());
            only.fold((0, 0), |(all, numbers), word| (all + 1, numbers + usize::from(is_number(word))))
        };
        let ((lost, numbers), (_, others)) = (without(&a, &b), without(&b, &a));
        let of_gone = a.iter().filter(|word| is_number(word)).count();
        numbers > 0 && others > 0 && 5 * numbers >= of_gone && 2 * numbers >= lost
    }

    fn is_negation(&self) -> bool {
        let count = |words: &[Cow<str>]| words.iter().filter(|word| is_negation(word)).count();
        let [g, h] = self.only();
        let (in_g, in_h) = (count(g), count(h));
        // A text of which nothing is missing but a denial and a few words around it would stand for its opposite.
        let is_denied = g.is_empty() && in_h > 0 && h.len() - in_h <= FEW;
        if !is_denied && (g.len() - in_g > 2 || h.len() - in_h > 2) {
            return false;
        }
        let is_prefixed = |a: &[Cow<str>], b: &[Cow<str>]| match (a, b) {
            ([plain], [other]) => PREFIXES.iter().any(|prefix| {
                plain.len() > 2 && other.strip_prefix(prefix).is_some_and(|rest| rest == *plain)
            }),
            _ => false,
        };
        let has = |words: &[Cow<str>], one: &str| words.iter().any(|word| word == one);
        let is_other_word = [g, h]
            .iter()
            .any(|words| NO_NEGATIONS.iter().any(|[first, second]| has(words, first) && has(words, second)));
        in_g != in_h && !is_other_word || is_prefixed(g, h) || is_prefixed(h, g)
    }

    fn is_word(&self) -> bool {
        let [g, h] = self.only();
        (1..=2).contains(&g.len()) && h.len() <= 2 && !g.iter().chain(h).any(|word| is_number(word))
    }

    fn is_insert(&self) -> bool {
        let [gone, kept] = &self.words;
        let mut kept = kept.iter();
        let is_lost = !self.only[0].is_empty();
        !gone.is_empty() && !is_lost && gone.iter().all(|word| kept.any(|other| other == word))
    }
}

/// `t` after an apostrophe is this word: in `isn't`, not in `T-shirt`.
const NOT: &str = "n't";

const NEGATIONS: [&str; 22] = [
    NOT, "not", "no", "never", "none", "nor", "neither", "nothing", "nobody", "nowhere", "without", "cannot",
    "不", "没", "沒", "未", "无", "無", "非", "否", "勿", "莫",
];

const PREFIXES: [&str; 7] = ["un", "in", "im", "il", "ir", "dis", "non"];

/// Words of two characters that negate nothing: very, future, whatever, but, not only.
const NO_NEGATIONS: [[&str; 2]; 6] =
    [["非", "常"], ["未", "来"], ["无", "论"], ["不", "过"], ["不", "但"], ["不", "仅"]];

fn is_negation(word: &str) -> bool {
    NEGATIONS.contains(&word)
}

fn is_number(word: &str) -> bool {
    word.chars().any(char::is_numeric)
}

/// The words of a text, lower-cased.
fn words(text: &str) -> Vec<Cow<'_, str>> {
    let mut words: Vec<Cow<str>> = Vec::with_capacity(text.len() / 4);
    each_word(text, |word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        let is_not = matches!(word, "t" | "T")
            && text[..start].ends_with(['\'', '’'])
            && words.last().is_some_and(|before| before.ends_with('n'));
        words.push(if is_not { NOT.into() } else { lower_case(word) });
    });
    words
}

/// What only one of two lists has, sorted.
fn only<'t>([a, b]: &[Vec<Cow<'t, str>>; 2]) -> [Vec<Cow<'t, str>>; 2] {
    let before = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[before..], &b[before..]);
    let behind = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let [a, b] = [a, b].map(|words| &words[..words.len() - behind]);
    // How often the first list has a word more than the second.
    let mut more: FxHashMap<&str, i32> = FxHashMap::default();
    more.reserve(a.len());
    a.iter().for_each(|word| *more.entry(&**word).or_default() += 1);
    b.iter().for_each(|word| *more.entry(&**word).or_default() -= 1);
    let mut take = |words: &[Cow<'t, str>], by: i32| {
        let is_more = |word: &&Cow<'t, str>| {
            let more = more.get_mut(&***word).filter(|more| **more * by > 0);
            more.map(|more| *more -= by).is_some()
        };
        let mut only: Vec<Cow<'t, str>> = words.iter().filter(is_more).cloned().collect();
        only.sort_unstable();
        only
    };
    [take(a, 1), take(b, -1)]
}

#[cfg(test)]
mod tests;
