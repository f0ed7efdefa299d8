//! The rows of the table of differences: what is alarming, then what differs.

use super::state::State;
use crate::shared::Shared;
use crate::surface::Phrase;
use simscope_core::alignment::Kind;
use simscope_core::analysis::Clean;
use simscope_core::decide::clean::{Alarm, PartName, Question, Row, Subject};

/// What a row of the table is about.
#[derive(Debug, Clone, PartialEq)]
pub enum Line {
    Alarm(Alarm),
    Differs(Subject),
}

impl Line {
    pub fn row<'c>(&self, clean: &'c Clean) -> Option<&'c Row> {
        let Self::Differs(subject) = self else { return None };
        clean.rows.iter().find(|row| row.subject == *subject)
    }

    /// What is asked of this difference, or of several kinds of which it is one.
    pub fn question<'c>(&self, clean: &'c Clean) -> Option<&'c Question> {
        let Self::Differs(subject) = self else { return None };
        let is_meant = |question: &&Question| match (&question.subject, subject) {
            (Subject::Kinds(asked), Subject::Kinds(own)) => own.iter().all(|kind| asked.contains(kind)),
            (asked, own) => asked == own,
        };
        clean.questions.asked.iter().find(is_meant)
    }

    pub(super) fn is_of(&self, kind: Kind) -> bool {
        matches!(self, Self::Differs(Subject::Kinds(kinds)) if kinds.contains(&kind))
    }

    pub(super) fn is_equal(&self) -> bool {
        matches!(self, Self::Differs(Subject::Kinds(kinds)) if kinds.iter().all(|kind| kind.is_equal()))
    }

    /// Of what something is said here: of all that the question is about, or of words as a whole where that was said. `None` for what no
    /// answer decides.
    pub(super) fn subject(&self, shared: &Shared, clean: &Clean) -> Option<Subject> {
        let Self::Differs(subject) = self else { return None };
        if self.is_of(Kind::MustAgree) || self.is_of(Kind::Unconfirmed) {
            return None;
        }
        let (said, words) = (&shared.deciding.decisions.rules.matters, Subject::words());
        let is_word = self.is_of(Kind::Word) || self.is_of(Kind::More);
        let asked = self.question(clean).map(|question| question.subject.clone());
        Some(match said.of(subject) {
            None => asked.unwrap_or_else(|| subject.clone()),
            whole if is_word && said.of(&words) == whole => words,
            _ => subject.clone(),
        })
    }

    /// Whether the table shows that it matters: so it is of what holds texts, too.
    pub(super) fn shows_matters(&self, clean: &Clean) -> bool {
        self.row(clean).is_some_and(|row| row.held > 0 || row.matters)
    }

    /// Whether it is about the same as another, whatever is counted of it.
    pub(super) fn is_about(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Alarm(one), Self::Alarm(other)) => name(one) == name(other),
            _ => self == other,
        }
    }

    /// Where it stands among the kinds: those of one or two words first.
    fn place(&self) -> Option<(bool, Option<Kind>)> {
        let Self::Differs(Subject::Kinds(kinds)) = self else { return None };
        Some((!kinds.contains(&Kind::OneOrTwoWords), kinds.first().copied()))
    }

    /// The documents that it is about, the most doubtful first.
    pub(super) fn documents(&self, shared: &Shared, clean: &Clean) -> Vec<u32> {
        let alarm = match self {
            // Of what may be lost now, that which exceeds the least limit.
            Self::Differs(_) if self.is_of(Kind::Lost) && self.row(clean).is_none() => {
                let limit = shared.deciding.decisions.rules.loss_of(u32::MAX);
                return clean.doubtful(&|(_, cover)| cover.lost > limit && cover.why.is_none());
            }
            Self::Differs(_) => return self.row(clean).map_or_else(Vec::new, |row| clean.that_differ(row)),
            Self::Alarm(alarm) => alarm,
        };
        let document = |document: u32| shared.document(document);
        clean.doubtful(&|&(one, cover)| {
            cover.why.is_none()
                && match alarm {
                    Alarm::Loss { .. } => {
                        clean.reviewed.lost[one as usize] >= Alarm::MUCH && !cover.kind.is_equal()
                    }
                    Alarm::WipeOut { part: PartName::All, .. } => true,
                    Alarm::WipeOut { part: PartName::Label(name), .. } => document(one).label == Some(name),
                    Alarm::WipeOut { part: PartName::Source(name), .. } => {
                        let corpus = &shared.model.corpus;
                        corpus.file_name(corpus.place(one as usize).file) == Some(name)
                    }
                    Alarm::Group { by, .. } => document(cover.by).id == by && !cover.kind.is_equal(),
                    _ => false,
                }
        })
    }
}

/// What an alarm is called where there is room for a few words; `None` if it is about no pairs.
pub(super) fn name(alarm: &Alarm) -> Option<Phrase> {
    Some(match alarm {
        Alarm::Loss { .. } => ("much would be lost", "丢失较多"),
        Alarm::WipeOut { .. } => ("most of one part goes", "某部分大半去除"),
        Alarm::Group { .. } => ("one large group", "一个大组"),
        _ => return None,
    })
}

impl State {
    /// The rows: first what is alarming, then the differences as they are ordered, and what was said of others.
    pub fn lines(&self, shared: &Shared) -> Vec<Line> {
        let clean = shared.clean_lately().filter(|clean| clean.promised.is_none());
        let Some(clean) = clean else { return Vec::new() };
        let alarms = clean.reviewed.alarms.iter().filter(|alarm| name(alarm).is_some());
        let alarms = alarms.map(|alarm| Line::Alarm(alarm.clone()));
        let rows = clean.rows.iter().map(|row| Line::Differs(row.subject.clone()));
        let mut lines: Vec<Line> = alarms.chain(rows).collect();
        // A difference that no two texts have any more is still in the table, so that it can be taken back.
        let said = shared.deciding.decisions.rules.matters.iter();
        let said = said.map(|(subject, _)| subject).filter(|subject| *subject != Subject::words());
        for line in said.map(Line::Differs) {
            let is_wider = |row: &Line| matches!((row, &line), (Line::Differs(Subject::Kinds(of)), Line::Differs(Subject::Kinds(own))) if own.iter().all(|kind| of.contains(kind)));
            if !lines.iter().any(|row| *row == line || is_wider(row)) {
                let next = line.place().and_then(|own| {
                    lines.iter().position(|row| row.place().is_some_and(|place| place > own))
                });
                lines.insert(next.unwrap_or(lines.len()), line);
            }
        }
        lines
    }
}

/// Which pairs are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Source {
    /// Those of the selected row, the most doubtful first.
    #[default]
    Row,
    /// Those of all rows that go, in an order by chance.
    Drawn,
    /// Those of all rows, from the cut on.
    Cut,
}

impl Source {
    /// In which order they are.
    pub(super) const fn say(self) -> Phrase {
        match self {
            Self::Row => ("most doubtful first", "按可疑程度排序"),
            Self::Drawn => ("at random", "随机抽取"),
            Self::Cut => ("least alike first", "最不相似的在先"),
        }
    }
}
