//! Edits of a text: what people and programs do to it, and what that does to its signature.

use super::passages::replace;
use super::random::Random;
use crate::progress::Progress;
use crate::recipe::{Cutter, DocumentFrequencies, Recipe, Tables, Tokenizer};
use crate::simhash::Signer;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// One way of editing a text. `Display` is its name in tables.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Edit {
    /// Words left out.
    DropWords,
    /// Words replaced by words of the vocabulary.
    ReplaceWords,
    /// What the user asks for.
    Own(Own),
}

/// An edit that the user made up: every occurrence of a text replaced by another. `Display` and `FromStr` use
/// `old=>new`; an empty `new` drops, an empty `old` appends.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Own {
    /// What is replaced.
    pub old: String,
    /// What stands there instead.
    pub new: String,
}

/// What an edit made of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edited {
    /// The text, edited.
    pub text: String,
    /// What was edited, `city → coast`; empty where the name of the edit says all. Not yet made visible.
    pub detail: String,
}

/// Why an edit has nothing to edit in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Moot {
    /// No word at all.
    #[error("no word")]
    NoWord,
    /// A vocabulary without a word that the text has not.
    #[error("no other word")]
    NoOtherWord,
    /// The text does not hold what is to be replaced.
    #[error("not in the text")]
    NotThere,
}

/// An edit without `=>`, or that changes nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no edit; write OLD=>NEW, with nothing before => to append and nothing after it to drop")]
pub struct BadEdit(pub String);

/// What edits depend on beside the text.
#[derive(Debug, Clone, Copy)]
pub struct Bench<'a> {
    /// How texts are hashed, before and after.
    pub recipe: &'a Recipe,
    /// As for [`Signer::new`].
    pub frequencies: Option<&'a DocumentFrequencies>,
    /// Words to put in the place of others.
    pub vocabulary: &'a [String],
    /// What random choices follow from.
    pub seed: u64,
    /// Words, or characters, that an edit of some of them changes; 1 or more.
    pub edits: u16,
}

/// What one edit did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trial {
    /// The edit.
    pub edit: Edit,
    /// Its detail and the bits it flipped, or why it could not be made.
    pub outcome: Result<Moved, Moot>,
}

/// What an edit did to a signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// What was edited, as [`Edited::detail`].
    pub detail: String,
    /// The bits that flipped.
    pub flipped: u128,
}

impl Moved {
    /// How far the signature moved.
    pub fn distance(&self) -> u8 {
        self.flipped.count_ones() as u8
    }
}

/// All edits, tried on one text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Battery {
    /// In the order of [`Edit::all`], then those of the user.
    pub trials: Vec<Trial>,
}

impl Battery {
    /// Tries all edits and those of the user on a text; each trial is handed over as it is done, and `None` is answered
    /// when cancelled. Advances by edits.
    pub fn run(
        text: &str,
        own: &[Own],
        bench: Bench<'_>,
        progress: &Progress,
        each: &mut dyn FnMut(&Trial),
    ) -> Option<Self> {
        let edits: Vec<Edit> =
            Edit::all().iter().cloned().chain(own.iter().cloned().map(Edit::Own)).collect();
        progress.expect(edits.len() as u64);
        let mut signer = Signer::new(bench.recipe, bench.frequencies);
        let before = signer.sign(text).signature;
        let mut trials = Vec::with_capacity(edits.len());
        for edit in edits {
            if progress.is_cancelled() {
                return None;
            }
            let outcome = edit.apply(text, &bench).map(|edited| Moved {
                flipped: before ^ signer.sign(&edited.text).signature,
                detail: edited.detail,
            });
            let trial = Trial { edit, outcome };
            each(&trial);
            trials.push(trial);
            progress.advance(1);
        }
        Some(Self { trials })
    }
}

impl Edit {
    /// All but those of a user, in the order of the battery.
    pub fn all() -> &'static [Edit] {
        &[Edit::DropWords, Edit::ReplaceWords]
    }

    /// The text so edited. The same text on the same bench always gives the same.
    ///
    /// # Errors
    /// Why there is nothing to edit.
    pub fn apply(&self, text: &str, bench: &Bench<'_>) -> Result<Edited, Moot> {
        let mut random = Random::of(&[bench.seed, self.number()]);
        match self {
            Edit::DropWords => {
                let words = words(text);
                let chosen = random.choose(bench.edits.into(), words.len());
                if chosen.is_empty() {
                    return Err(Moot::NoWord);
                }
                let dropped: Vec<_> = chosen.iter().map(|&word| (words[word].clone(), "")).collect();
                let detail: Vec<&str> = chosen.iter().map(|&word| &text[words[word].clone()]).collect();
                Ok(Edited { text: replace(text, &dropped), detail: detail.join(", ") })
            }
            Edit::ReplaceWords => Err(Moot::NoOtherWord),
            Edit::Own(own) => own.apply(text),
        }
    }

    /// A number of its own, so that one more edit does not change what the others choose.
    fn number(&self) -> u64 {
        match self {
            Edit::DropWords => 1,
            Edit::ReplaceWords => 2,
            Edit::Own(_) => 0,
        }
    }
}

impl Own {
    fn apply(&self, text: &str) -> Result<Edited, Moot> {
        let detail = String::new();
        match self.old.is_empty() {
            true => Ok(Edited { text: format!("{text}{}", self.new), detail }),
            false if text.contains(&self.old) => {
                Ok(Edited { text: text.replace(&self.old, &self.new), detail })
            }
            false => Err(Moot::NotThere),
        }
    }
}

impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Edit::DropWords => f.write_str("drop a word"),
            Edit::ReplaceWords => f.write_str("replace a word"),
            Edit::Own(own) => own.fmt(f),
        }
    }
}

impl fmt::Display for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}=>{}", self.old, self.new)
    }
}

impl FromStr for Own {
    type Err = BadEdit;

    fn from_str(text: &str) -> Result<Self, BadEdit> {
        let (old, new) =
            text.split_once("=>").filter(|(old, new)| old != new).ok_or_else(|| BadEdit(text.to_owned()))?;
        Ok(Self { old: old.to_owned(), new: new.to_owned() })
    }
}

/// The words of a text, whatever the tokenizer of the recipe.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    Cutter::new(Tokenizer::Words, Tables::EMBEDDED).each(text, |_, span| words.push(span));
    words
}
