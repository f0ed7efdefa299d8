//! The owner's answers: which differences matter, and which do not.

use crate::alignment::{Key, Kind, KindError};
use crate::display::say;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// The owner's answers. An answer about a recurring difference takes precedence over one about its kind.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Matters {
    kinds: BTreeMap<Kind, bool>,
    keys: BTreeMap<Key, bool>,
}

/// The subject of an answer: kinds of difference, or one recurring difference.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// All differences of these kinds.
    Kinds(Vec<Kind>),
    /// This recurring difference.
    Key(Key),
}

/// The text names no difference.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!(
    "{:?} is no difference: use a kind ({}), or one as it is listed, such as 'number after \"Ticket\"', '\"grant\" ↔ \"revoke\"' or '\"refurbished\" more'",
    "{:?} 不是差异：请用种类（{}），或列出的某一项，如 'number after \"Ticket\"'、'\"grant\" ↔ \"revoke\"' 或 '\"refurbished\" more'",
    .0, named()
))]
pub struct SubjectError(String);

/// The names of the kinds that may be a subject.
fn named() -> &'static str {
    Kind::NAMES.split(", must-agree").next().unwrap_or(Kind::NAMES)
}

/// The kinds that `words` stands for.
pub(super) const WORDS: [Kind; 3] = [Kind::Word, Kind::More, Kind::Less];

/// The kinds of a name; also of names of earlier versions.
pub(super) fn kinds_named(name: &str) -> Result<Vec<Kind>, KindError> {
    Ok(match &*name.trim().to_lowercase() {
        "words" => WORDS.to_vec(),
        "symbols" => vec![Kind::Operator],
        "insert" => vec![Kind::TextMore],
        "partial" => vec![Kind::Lost],
        "similar" => vec![Kind::Order, Kind::TextLess, Kind::Rewritten, Kind::Name],
        other => vec![other.parse()?],
    })
}

impl Matters {
    /// Records whether a subject matters.
    pub fn say(&mut self, subject: &Subject, matters: bool) {
        match subject {
            Subject::Kinds(kinds) => self.kinds.extend(kinds.iter().map(|&kind| (kind, matters))),
            Subject::Key(key) => self.keys.extend([(key.clone(), matters)]),
        }
    }

    /// Removes the answer about a subject. Returns whether there was one.
    pub fn take_back(&mut self, subject: &Subject) -> bool {
        match subject {
            Subject::Kinds(kinds) => {
                kinds.iter().fold(false, |any, kind| self.kinds.remove(kind).is_some() | any)
            }
            Subject::Key(key) => self.keys.remove(key).is_some(),
        }
    }

    /// The answer about a subject; about several kinds only if all have the same.
    pub fn of(&self, subject: &Subject) -> Option<bool> {
        match subject {
            Subject::Kinds(kinds) => {
                let said = self.kind(*kinds.first()?)?;
                kinds.iter().all(|&kind| self.kind(kind) == Some(said)).then_some(said)
            }
            Subject::Key(key) => self.key(key),
        }
    }

    /// The answer about a kind.
    pub fn kind(&self, kind: Kind) -> Option<bool> {
        self.kinds.get(&kind).copied()
    }

    /// The answer about a recurring difference.
    pub fn key(&self, key: &Key) -> Option<bool> {
        self.keys.get(key).copied()
    }

    /// Whether there is no answer.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty() && self.keys.is_empty()
    }

    /// All answers; equal ones about the kinds of `words` as one.
    pub fn iter(&self) -> impl Iterator<Item = (Subject, bool)> {
        let are_words = self.of(&Subject::Kinds(WORDS.to_vec()));
        let kinds = self.kinds.iter().filter(move |(kind, _)| are_words.is_none() || !WORDS.contains(kind));
        let words = are_words.map(|matters| (Subject::Kinds(WORDS.to_vec()), matters));
        let kinds = kinds.map(|(&kind, &matters)| (Subject::Kinds(vec![kind]), matters));
        let keys = self.keys.iter().map(|(key, &matters)| (Subject::Key(key.clone()), matters));
        words.into_iter().chain(kinds).chain(keys)
    }

    /// Records what the options of earlier versions mean: kinds that let texts go, and kinds that hold them.
    pub fn say_kinds(&mut self, names: &str, matters: bool) -> Result<(), KindError> {
        for name in names.split(',') {
            // In earlier versions `word` was one or two words of any kind.
            let kinds = match (name.trim(), matters) {
                ("word", false) => vec![Kind::OneOrTwoWords],
                ("word", true) => WORDS.to_vec(),
                ("insert", _) => vec![Kind::TextMore, Kind::More],
                (name, _) => kinds_named(name)?,
            };
            self.say(&Subject::Kinds(kinds), matters);
        }
        Ok(())
    }
}

impl Matters {
    /// Records what `go` means in files of version 1: it lists the kinds that let texts go; all others held them.
    pub(in crate::decide) fn say_gone(&mut self, names: &str) -> Result<(), KindError> {
        // The kinds of version 1, and whether they let texts go by default.
        for (name, goes) in [
            ("word", true),
            ("insert", true),
            ("similar", true),
            ("symbols", false),
            ("numbers", false),
            ("negation", false),
            ("partial", false),
            ("template", false),
        ] {
            let is_named = names.split(',').any(|one| one.trim() == name);
            if is_named != goes {
                self.say_kinds(name, !is_named)?;
            }
        }
        Ok(())
    }
}

impl Subject {
    /// All differences of a kind.
    pub fn kind(kind: Kind) -> Self {
        Self::Kinds(vec![kind])
    }

    /// Differences of words: another word, one more, one less.
    pub fn words() -> Self {
        Self::Kinds(WORDS.to_vec())
    }
}

impl FromStr for Subject {
    type Err = SubjectError;

    fn from_str(written: &str) -> Result<Self, SubjectError> {
        // Several kinds with commas, as in the class column of the table.
        let named: Result<Vec<Vec<Kind>>, _> = written.split(',').map(kinds_named).collect();
        let kinds = named
            .ok()
            .map(|kinds| kinds.concat())
            .filter(|kinds| kinds.iter().all(|kind| !matches!(kind, Kind::MustAgree | Kind::Unconfirmed)));
        match kinds {
            Some(kinds) => Ok(Self::Kinds(kinds)),
            None => written.parse().map(Self::Key).map_err(|_| SubjectError(written.to_owned())),
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kinds(kinds) if kinds[..] == WORDS => f.pad("words"),
            Self::Kinds(kinds) => f.pad(&kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(",")),
            Self::Key(key) => f.pad(&key.to_string()),
        }
    }
}
