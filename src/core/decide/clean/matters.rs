//! What the owner of a corpus says of differences: which matter, and which do not.

use crate::alignment::{Key, Kind, KindError};
use crate::display::say;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// What is said of differences. What is said of a recurring difference goes before what is said of its kind.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Matters {
    kinds: BTreeMap<Kind, bool>,
    keys: BTreeMap<Key, bool>,
}

/// What something is said of: a kind of difference, or one difference that recurs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// All differences of these kinds.
    Kinds(Vec<Kind>),
    /// This difference wherever it stands.
    Key(Key),
}

/// No difference of which something can be said.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", say!(
    "{:?} is no difference: use a kind ({}), or one as it is listed, such as 'number after \"Ticket\"', '\"grant\" ↔ \"revoke\"' or '\"refurbished\" more'",
    "{:?} 不是差异：请用种类（{}），或列出的某一项，如 'number after \"Ticket\"'、'\"grant\" ↔ \"revoke\"' 或 '\"refurbished\" more'",
    .0, named()
))]
pub struct SubjectError(String);

/// The kinds of which something can be said.
fn named() -> &'static str {
    Kind::NAMES.split(", must-agree").next().unwrap_or(Kind::NAMES)
}

/// Kinds that are one to whoever says something of them.
const WORDS: [Kind; 3] = [Kind::Word, Kind::More, Kind::Less];

/// The kinds of a name. Those of earlier versions are understood, too.
pub(super) fn kinds_named(name: &str) -> Result<Vec<Kind>, KindError> {
    Ok(match name.trim() {
        "words" => WORDS.to_vec(),
        "symbols" => vec![Kind::Operator],
        "insert" => vec![Kind::TextMore],
        "partial" => vec![Kind::Lost],
        "similar" => vec![Kind::Order, Kind::TextLess, Kind::Rewritten, Kind::Name],
        other => vec![other.parse()?],
    })
}

impl Matters {
    /// Says whether something matters.
    pub fn say(&mut self, subject: &Subject, matters: bool) {
        match subject {
            Subject::Kinds(kinds) => self.kinds.extend(kinds.iter().map(|&kind| (kind, matters))),
            Subject::Key(key) => self.keys.extend([(key.clone(), matters)]),
        }
    }

    /// Takes back what was said of something. Returns whether anything was.
    pub fn take_back(&mut self, subject: &Subject) -> bool {
        match subject {
            Subject::Kinds(kinds) => {
                kinds.iter().fold(false, |any, kind| self.kinds.remove(kind).is_some() | any)
            }
            Subject::Key(key) => self.keys.remove(key).is_some(),
        }
    }

    /// What was said of a subject; of several kinds only if it is the same.
    pub fn of(&self, subject: &Subject) -> Option<bool> {
        match subject {
            Subject::Kinds(kinds) => {
                let said = self.kind(*kinds.first()?)?;
                kinds.iter().all(|&kind| self.kind(kind) == Some(said)).then_some(said)
            }
            Subject::Key(key) => self.key(key),
        }
    }

    /// What was said of a kind.
    pub fn kind(&self, kind: Kind) -> Option<bool> {
        self.kinds.get(&kind).copied()
    }

    /// What was said of a recurring difference.
    pub fn key(&self, key: &Key) -> Option<bool> {
        self.keys.get(key).copied()
    }

    /// Whether nothing was said.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty() && self.keys.is_empty()
    }

    /// All that was said.
    pub fn iter(&self) -> impl Iterator<Item = (Subject, bool)> {
        let are_words = self.of(&Subject::Kinds(WORDS.to_vec()));
        let kinds = self.kinds.iter().filter(move |(kind, _)| are_words.is_none() || !WORDS.contains(kind));
        let words = are_words.map(|matters| (Subject::Kinds(WORDS.to_vec()), matters));
        let kinds = kinds.map(|(&kind, &matters)| (Subject::Kinds(vec![kind]), matters));
        let keys = self.keys.iter().map(|(key, &matters)| (Subject::Key(key.clone()), matters));
        words.into_iter().chain(kinds).chain(keys)
    }

    /// What the options of earlier versions ask for: kinds with which texts go, and kinds with which they stay.
    pub fn say_kinds(&mut self, names: &str, matters: bool) -> Result<(), KindError> {
        for name in names.split(',') {
            // `word` was one or two words of any kind.
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
    /// What version 1 of the files says: the kinds with which texts go, of all that there were.
    pub(in crate::decide) fn say_gone(&mut self, names: &str) -> Result<(), KindError> {
        // As they went by default, and as they did not.
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
        // Several with commas, as a table has those that are one row.
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
