//! Alarms: what should be checked before anything goes.

use super::matters::Subject;
use super::refused::Refused;
use super::rules::{Cleaned, Cover, Rules, Verdict};
use super::sample::{Answers, Sample};
use crate::alignment::Kind;
use crate::evidence::Share;
use rustc_hash::{FxHashMap, FxHashSet};

/// An alarm or a note about a decision. `Display` is one line, safe to show.
#[derive(Debug, Clone, PartialEq)]
pub enum Alarm {
    /// More than a twentieth of the texts that go, and at least 5, lose 30 % of their words. Texts that were judged wrong since are
    /// counted too. Reading closes the alarm: of all these texts, or of twenty if at most one in twenty is wrong.
    Loss {
        /// How many still go.
        lossy: usize,
        /// All that go.
        gone: usize,
        /// The id of the one that loses most.
        worst: String,
        /// How many of the texts were read: those that may go, and those that stay since then.
        read: Answers,
        /// Whether [`Rules::loss`](super::Rules::loss) holds the others.
        can_hold: bool,
    },
    /// By the answers about drawn texts, fewer are right than should be: the upper end of the interval is below
    /// [`Alarm::RIGHT`].
    Judged {
        /// The share of right ones, without texts that are the same.
        right: Share,
        /// The answers.
        answers: Answers,
    },
    /// More than half of the corpus, a label or a source goes.
    WipeOut {
        /// What it is.
        part: PartName,
        /// Documents that go.
        gone: usize,
        /// Documents that it has.
        of: usize,
        /// Whether that part raises [`Alarm::Loss`] by itself.
        has_loss: bool,
    },
    /// Less than nine in ten of what goes is confirmed by the texts.
    Unconfirmed {
        /// How many are.
        confirmed: usize,
        /// All that go.
        gone: usize,
    },
    /// More than a twentieth of the corpus is one group of texts that are not equal.
    Group {
        /// The id of the text that stays.
        by: String,
        /// Its members.
        size: usize,
        /// Documents of the corpus.
        of: usize,
        /// Whether it is only noted.
        is_noted: bool,
    },
    /// Groups that fill in one template are held.
    Template {
        /// Groups.
        groups: usize,
        /// Documents.
        held: usize,
    },
    /// Fewer than 20 distinct texts.
    Few {
        /// How many.
        distinct: usize,
    },
    /// Most documents are so short that one replaced word usually changes more bits than the deciding distance.
    Short {
        /// How many.
        short: usize,
        /// Documents with features.
        of: usize,
        /// The distance.
        k: u8,
    },
    /// No distance separates the pairs that the texts confirm from the others.
    NothingSeparates,
    /// Frames make up most of the text.
    Frames {
        /// Their share, 0 to 1.
        share: f64,
    },
    /// Some texts are nearly nothing but frames.
    Framed {
        /// How many.
        texts: usize,
    },
}

/// A part of the corpus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PartName {
    /// All of it.
    All,
    /// The documents with this label.
    Label(String),
    /// The documents of this file.
    Source(String),
}

/// How the corpus is divided: the name of the part of a document, empty for none.
pub struct Parts<'a> {
    /// What a part with this name is.
    pub named: fn(String) -> PartName,
    /// The name of the part of a document.
    pub of: &'a dyn Fn(u32) -> &'a str,
}

/// The input of [`alarms()`].
pub struct Facts<'a, 'p> {
    /// What becomes of every document.
    pub cleaned: &'a Cleaned,
    /// By document, the share of it that is lost.
    pub lost: &'a [f64],
    /// How many documents the corpus has; those behind them are read only.
    pub documents: usize,
    /// How the corpus is divided.
    pub parts: &'a [Parts<'p>],
    /// The id of a document.
    pub id: &'a dyn Fn(u32) -> &'a str,
    /// Whether a pair is confirmed.
    pub is_confirmed: &'a dyn Fn(f64) -> bool,
    /// Whether a distance decides.
    pub is_by_distance: bool,
    /// The rules by which it was decided.
    pub rules: &'a Rules,
    /// Distinct texts.
    pub distinct: usize,
    /// The pairs that were judged wrong and of which none goes.
    pub refused: &'a [Refused],
    /// Whether a pair was judged right.
    pub is_right: &'a dyn Fn((u32, u32)) -> bool,
    /// The sample of what goes, with the answers.
    pub sample: &'a Sample,
}

/// The fewest documents of which a part is spoken of, and of a corpus with large groups.
const PART: usize = 20;
const CORPUS: usize = 200;
/// A note is made when one text in this many consists of frames.
const FRAMED: usize = 20;

/// The alarms of a decision: first those that stop, then notes.
pub fn alarms(facts: &Facts<'_, '_>) -> Vec<Alarm> {
    let mut alarms: Vec<Alarm> = Vec::new();
    let mut all = Count::default();
    (0..facts.documents as u32).for_each(|document| all.add(facts, document));
    let lossy = facts.cleaned.gone().map(|(document, _)| document);
    let worst =
        lossy.max_by(|a, b| facts.lost[*a as usize].total_cmp(&facts.lost[*b as usize]).then(b.cmp(a)));
    let is_lossy = |cover: &Cover| cover.lost >= Alarm::MUCH && cover.why.is_none() && !cover.kind.is_equal();
    let refused = facts.refused.iter().filter(|one| is_lossy(&one.cover)).map(|one| one.document);
    let refused: FxHashSet<u32> = refused.collect();
    if let Some(worst) = worst.filter(|_| all.is_loss()) {
        let is_read = |&(document, cover): &(u32, &Cover)| {
            facts.lost[document as usize] >= Alarm::MUCH && (facts.is_right)((document, cover.by))
        };
        let read =
            Answers { yes: facts.cleaned.gone().filter(is_read).count() as u64, no: refused.len() as u64 };
        let is_enough = read.total() >= 20 && 20 * read.no <= read.total();
        if !is_enough && (read.yes as usize) < all.lossy {
            // Where losses do not matter, no limit holds.
            let matters = facts.rules.matters.of(&Subject::kind(Kind::Lost)) != Some(false);
            let can_hold = matters && !facts.is_by_distance;
            let (Count { lossy, gone, .. }, worst) = (all, (facts.id)(worst).to_owned());
            alarms.push(Alarm::Loss { lossy, gone, worst, read, can_hold });
        }
    }
    let (right, answers) = (facts.sample.right_of_going(), facts.sample.answers());
    if answers.total() > 0 && right.high < Alarm::RIGHT {
        alarms.push(Alarm::Judged { right, answers });
    }
    alarms.extend(all.wiped(PartName::All));
    for parts in facts.parts {
        let mut by_name: FxHashMap<&str, Count> = FxHashMap::default();
        for document in 0..facts.documents as u32 {
            by_name.entry((parts.of)(document)).or_default().add(facts, document);
        }
        // Documents without a name are also a part.
        let is_divided = by_name.len() > 1;
        let mut named: Vec<_> = by_name.into_iter().filter(|(name, _)| !name.is_empty()).collect();
        named.sort_unstable_by_key(|(name, _)| *name);
        if is_divided {
            alarms.extend(
                named.into_iter().filter_map(|(name, count)| count.wiped((parts.named)(name.to_owned()))),
            );
        }
    }
    let confirmed = facts.cleaned.confirmed(facts.is_confirmed);
    // Where the texts decide, what goes is confirmed, or somebody said that it goes.
    if facts.is_by_distance && 10 * confirmed < 9 * all.gone {
        alarms.push(Alarm::Unconfirmed { confirmed, gone: all.gone });
    }
    alarms.extend(groups(facts));
    alarms.extend(held(facts));
    if facts.distinct < PART {
        alarms.push(Alarm::Few { distinct: facts.distinct });
    }
    let &Cleaned { frames, framed, .. } = facts.cleaned;
    if frames > Alarm::MOST_IN_FRAMES {
        alarms.push(Alarm::Frames { share: frames });
    } else if framed >= PART && FRAMED * framed >= facts.distinct {
        alarms.push(Alarm::Framed { texts: framed });
    }
    alarms.sort_by_key(|alarm| !alarm.stops());
    alarms
}

#[derive(Debug, Clone, Copy, Default)]
struct Count {
    all: usize,
    gone: usize,
    lossy: usize,
    /// Those that go and those that lose much, before anything is refused: a no must not close the alarm that it is about.
    before: [usize; 2],
}

impl Count {
    fn add(&mut self, facts: &Facts<'_, '_>, document: u32) {
        // A copy of another text that goes loses nothing by itself.
        let is_lossy = |cover: &Cover| !cover.kind.is_equal() && cover.lost >= Alarm::MUCH;
        let counts = |verdicts: &[Verdict]| {
            let cover = verdicts[document as usize].gone();
            [cover.is_some(), cover.is_some_and(is_lossy)].map(usize::from)
        };
        let now = counts(&facts.cleaned.verdicts);
        let before = facts.cleaned.before.as_deref().map_or(now, counts);
        self.all += 1;
        self.gone += now[0];
        self.lossy += now[1];
        self.before = [self.before[0] + before[0], self.before[1] + before[1]];
    }

    fn is_loss(&self) -> bool {
        let counts = [[self.gone, self.lossy], self.before];
        counts.iter().any(|[gone, lossy]| *lossy >= 5 && 20 * lossy > *gone)
    }

    fn wiped(&self, part: PartName) -> Option<Alarm> {
        let is_wiped = self.all >= PART && 2 * self.gone > self.all;
        is_wiped.then(|| Alarm::WipeOut { part, gone: self.gone, of: self.all, has_loss: self.is_loss() })
    }
}

/// Alarms about groups that have more than a twentieth of the corpus.
fn groups(facts: &Facts<'_, '_>) -> Vec<Alarm> {
    let of = facts.documents;
    if of < CORPUS {
        return Vec::new();
    }
    let mut sizes: FxHashMap<u32, usize> = FxHashMap::default();
    for (_, cover) in facts.cleaned.gone().filter(|(_, cover)| !cover.kind.is_equal()) {
        *sizes.entry(cover.by).or_insert(1) += 1;
    }
    let mut large: Vec<(u32, usize)> = sizes.into_iter().filter(|(_, size)| 20 * size > of).collect();
    large.sort_unstable_by_key(|&(by, size)| (std::cmp::Reverse(size), by));
    large
        .into_iter()
        .map(|(by, size)| Alarm::Group { by: (facts.id)(by).to_owned(), size, of, is_noted: false })
        .collect()
}

fn held(facts: &Facts<'_, '_>) -> Option<Alarm> {
    let held = facts.cleaned.held().filter(|(_, cover)| cover.kind == Kind::Template).count();
    (held > 0).then_some(Alarm::Template { groups: facts.cleaned.templates, held })
}

impl Alarm {
    /// A text loses much from this share of its weight on.
    pub const MUCH: f64 = 0.3;
    /// The limit of the share that may be lost, under which that is held.
    pub const HOLDS: f64 = 0.29;
    /// The share of what goes that should be right.
    pub const RIGHT: f64 = 0.95;
    /// From this share of the text in frames on, a note says so.
    pub const MOST_IN_FRAMES: f64 = 0.5;

    /// Its name in files.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Loss { .. } => "loss",
            Self::Judged { .. } => "judged",
            Self::WipeOut { .. } => "wipe-out",
            Self::Unconfirmed { .. } => "unconfirmed",
            Self::Group { .. } => "group",
            Self::Template { .. } => "template",
            Self::Few { .. } => "few",
            Self::Frames { .. } | Self::Framed { .. } => "frames",
            Self::Short { .. } => "too-short",
            Self::NothingSeparates => "verdict",
        }
    }

    /// What of it is said where a promise decides: losses and wrong texts are counted by the promise, and what is left is a note.
    pub fn under_promise(self) -> Option<Self> {
        match self {
            Self::Loss { .. } | Self::Judged { .. } | Self::Unconfirmed { .. } | Self::Few { .. } => None,
            Self::WipeOut { part, gone, of, .. } => Some(Self::WipeOut { part, gone, of, has_loss: false }),
            Self::Group { by, size, of, .. } => Some(Self::Group { by, size, of, is_noted: true }),
            other => Some(other),
        }
    }

    /// Whether nothing is written until the user confirms.
    pub fn stops(&self) -> bool {
        match self {
            Self::Loss { .. } | Self::Judged { .. } | Self::Unconfirmed { .. } => true,
            Self::Group { is_noted, .. } => !is_noted,
            Self::Short { .. } | Self::NothingSeparates => true,
            Self::WipeOut { has_loss, .. } => *has_loss,
            Self::Template { .. } | Self::Few { .. } => false,
            Self::Frames { .. } | Self::Framed { .. } => false,
        }
    }
}
