//! Edits of a text: what people and programs do to it, and what that does to its signature.
//!
//! | edit | what is done |
//! | --- | --- |
//! | drop a word | e words are left out; one space goes with each, except in scripts without spaces |
//! | replace a word | e words give way to words of the vocabulary that the text has not |
//! | swap two words | e pairs of words that stand side by side change places |
//! | duplicate a word | e words are written twice |
//! | typo: swap letters | in e words two letters that stand side by side change places |
//! | typo: drop a letter | in e words a letter is left out |
//! | typo: double a letter | in e words a letter is written twice |
//! | add a comma | a comma follows e words that had no punctuation after them |
//! | no punctuation | every character of Unicode's category P is left out |
//! | UPPER CASE, lower case | Unicode's full mappings |
//! | full width, half width | U+0021–007E ↔ U+FF01–FF5E, space ↔ U+3000 |
//! | simplified, traditional | OpenCC's dictionaries, by the longest phrase |
//! | NFC, NFD | Unicode's normal forms |
//! | drop a Han character | one is left out of e Han words of two characters or more |
//! | insert 的 or 了 | one of them parts e Han words of two characters or more |
//! | swap two Han characters | e pairs that stand side by side change places |
//! | append a sentence | one more at the end, in simplified or traditional Chinese or in English, as the text is |
//! | boilerplate around | a line of navigation before, a line of rights after |
//! | text twice | the whole text again, after a line end |
//! | drop the strongest word | the word whose every occurrence left out flips most bits, by trying |
//!
//! e is [`Bench::edits`]; a text with fewer places is edited at all of them. Words are those of the [default
//! recipe](Recipe::DEFAULT) with the embedded tables, whatever the recipe, so that recipes can be compared on
//! the same edits; letters are grapheme clusters. An edit that finds nothing to edit, or leaves the text
//! unchanged, is [`Moot`] and has no distance.

mod around;
mod battery;
mod detail;
mod forms;
mod han;
mod heaviest;
mod names;
mod original;
mod own;
mod punctuation;
#[cfg(feature = "chinese")]
mod script;
#[cfg(not(feature = "chinese"))]
#[path = "edits/script_absent.rs"]
mod script;
mod typos;
mod words;

pub use battery::Battery;
pub use own::{BadEdit, Own};

use crate::progress::Progress;
use crate::random::Random;
use crate::recipe::{DocumentFrequencies, Recipe};
use original::Original;
use unicode_normalization::UnicodeNormalization;

/// A way of editing a text. `Display` is its name in tables.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Edit {
    /// Words left out.
    DropWords,
    /// Words replaced by words of the vocabulary that are not in the text; by words of the same script (Han or
    /// other) if possible.
    ReplaceWords,
    /// Words that change places with the next.
    SwapWords,
    /// Words written twice.
    DuplicateWords,
    /// Letters that change places with the next of their word.
    SwapLetters,
    /// Letters left out.
    DropLetters,
    /// Letters written twice.
    DoubleLetters,
    /// Commas after words.
    AddCommas,
    /// All punctuation left out.
    NoPunctuation,
    /// All letters upper case.
    UpperCase,
    /// All letters lower case.
    LowerCase,
    /// ASCII as its full-width forms.
    FullWidth,
    /// Full-width forms as ASCII.
    HalfWidth,
    /// Traditional Chinese as simplified.
    Simplified,
    /// Simplified Chinese as traditional.
    Traditional,
    /// Normal form C: composed.
    Nfc,
    /// Normal form D: decomposed.
    Nfd,
    /// Han characters left out of words of two or more.
    DropHan,
    /// 的 or 了 inside Han words.
    InsertHan,
    /// Han characters that change places with the next.
    SwapHan,
    /// A sentence at the end.
    AppendSentence,
    /// Navigation before and a notice of rights after.
    Boilerplate,
    /// The text, and the text again.
    Twice,
    /// All occurrences of one word left out, in upper and lower case: the word whose removal flips most bits,
    /// the first of equal ones.
    ///
    /// Each candidate is tried by hashing the text without it, under any tokenizer. At most 256 different words
    /// are tried, hashing at most 48 MiB of text in total (but at least 16 words); if a text has more, the
    /// detail gives both numbers. Words that are features of the recipe are tried first, in descending order of
    /// the flips that their removal would cause by the sums; then the most frequent; among equal ones the seed
    /// decides.
    DropHeaviest,
    /// An edit defined by the user.
    Own(Own),
}

/// The result of an edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edited {
    /// The text, edited.
    pub text: String,
    /// What was edited, e.g. `city → coast`, in about 40 characters; empty if the name of the edit says it all.
    /// Not yet made visible.
    pub detail: String,
}

/// Why an edit does not apply to a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moot {
    /// Nothing but white space.
    NoText,
    /// No word at all.
    NoWord,
    /// No two words side by side that differ.
    OneWord,
    /// The vocabulary has only words of the text.
    NoOtherWord,
    /// No letter of a script with letter typos, or no letter with case.
    NoLetter,
    /// No word of two letters.
    ShortWords,
    /// No word with two letters side by side that differ.
    LettersAlike,
    /// No punctuation.
    NoPunctuation,
    /// No Han character.
    NoHan,
    /// No Han word of two characters.
    ShortHanWords,
    /// No two Han characters side by side that differ.
    HanAlike,
    /// The edit would leave the text unchanged.
    AlreadySo,
    /// The text to be replaced does not occur.
    NotThere,
    /// The user's edit would make more than 16 MiB of text, and more than four times the original.
    TooLong,
    /// A Chinese text, whose script only a build with the feature `chinese` can detect and convert.
    NeedsChinese,
}

/// What edits depend on besides the text.
#[derive(Debug, Clone, Copy)]
pub struct Bench<'a> {
    /// How texts are hashed, before and after.
    pub recipe: &'a Recipe,
    /// As for [`Signer::new`](crate::simhash::Signer::new).
    pub frequencies: Option<&'a DocumentFrequencies>,
    /// Replacement words.
    pub vocabulary: &'a [String],
    /// Seed of the random choices.
    pub seed: u64,
    /// Words, or characters, that one edit changes; 0 counts as 1.
    pub edits: u16,
}

/// Result of one edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trial {
    /// The edit.
    pub edit: Edit,
    /// Its detail and the flipped bits, or why it does not apply.
    pub outcome: Result<Moved, Moot>,
}

/// Effect of an edit on a signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// What was edited, as [`Edited::detail`].
    pub detail: String,
    /// The bits that flipped.
    pub flipped: u128,
    /// Both texts have features. A text without features is in no group, whatever its distance.
    pub has_features: bool,
    /// No bit flipped and both texts have the same weighted features: the recipe does not see the edit.
    /// Otherwise an edit that flips no bit has moved sums, but none of them far enough.
    pub is_unseen: bool,
}

impl Moved {
    /// How far the signature moved.
    pub fn distance(&self) -> u8 {
        self.flipped.count_ones() as u8
    }

    /// Whether the edited text is in the group of the text at `k`.
    pub fn is_within(&self, k: u8) -> bool {
        self.has_features && self.distance() <= k
    }
}

impl Edit {
    /// Applies the edit; the result always differs from `text`, and is the same for the same text and bench.
    /// `None` when cancelled.
    ///
    /// # Errors
    /// Why the edit does not apply.
    pub fn apply_watched(
        &self,
        text: &str,
        bench: &Bench<'_>,
        progress: &Progress,
    ) -> Option<Result<Edited, Moot>> {
        self.apply_to(&Original::new(text), bench, progress)
    }

    /// The same; `None` when cancelled.
    fn apply_to(
        &self,
        original: &Original<'_>,
        bench: &Bench<'_>,
        progress: &Progress,
    ) -> Option<Result<Edited, Moot>> {
        let mut random = Random::of(&[bench.seed, self.number()]);
        let (n, random) = (usize::from(bench.edits.max(1)), &mut random);
        let text = original.text;
        let edited = match self {
            Edit::DropWords => words::drop(original, n, random),
            Edit::ReplaceWords => words::replace(original, n, bench.vocabulary, random),
            Edit::SwapWords => words::swap(original, n, random),
            Edit::DuplicateWords => words::duplicate(original, n, random),
            Edit::SwapLetters => typos::make(original, typos::Typo::Swap, n, random),
            Edit::DropLetters => typos::make(original, typos::Typo::Drop, n, random),
            Edit::DoubleLetters => typos::make(original, typos::Typo::Double, n, random),
            Edit::AddCommas => punctuation::add_commas(original, n, random),
            Edit::NoPunctuation => punctuation::drop(text),
            Edit::UpperCase => forms::cased(text, text.to_uppercase()),
            Edit::LowerCase => forms::cased(text, text.to_lowercase()),
            Edit::FullWidth => forms::full(text),
            Edit::HalfWidth => forms::half(text),
            Edit::Simplified => script::converted(text, script::TO_SIMPLIFIED),
            Edit::Traditional => script::converted(text, script::TO_TRADITIONAL),
            Edit::Nfc => forms::normal(text, || text.nfc().collect()),
            Edit::Nfd => forms::normal(text, || text.nfd().collect()),
            Edit::DropHan => han::drop(original, n, random),
            Edit::InsertHan => han::insert(original, n, random),
            Edit::SwapHan => han::swap(text, n, random),
            Edit::AppendSentence => around::append_sentence(text),
            Edit::Boilerplate => around::boilerplate(text),
            Edit::Twice => around::twice(text),
            Edit::DropHeaviest => heaviest::drop(original, bench, random, progress)?,
            Edit::Own(own) => own.apply(text),
        };
        Some(match edited {
            Ok(edited) if edited.text == text => Err(Moot::AlreadySo),
            edited => edited,
        })
    }
}

#[cfg(test)]
#[cfg(feature = "chinese")]
mod tests;
