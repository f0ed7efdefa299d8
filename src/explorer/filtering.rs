//! A filter as it is typed: the line, what it was read as last, and what is wrong with it.

use crate::surface::{Lang, Phrase, grouped_digits};
use simscope_core::filter::{Emptiness, Filter, Mistake, Need, Term, Wrong};
use simscope_core::visible;
use std::borrow::Cow;
use std::sync::Arc;

/// The facts that a filter uses. Each level includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// What every document itself can tell.
    Documents,
    /// Groups, marks and judgements.
    Groups,
}

impl Reach {
    /// The facts that a filter uses.
    pub fn of(filter: &Filter) -> Self {
        if filter.is_of_documents() { Self::Documents } else { Self::Groups }
    }
}

/// A line and its filter. While the line has a mistake the filter stays what it was.
#[derive(Debug, Clone, Default)]
pub struct Line {
    text: String,
    filter: Arc<Filter>,
    mistake: Option<Mistake>,
}

impl Line {
    /// Reads another line.
    pub fn set(&mut self, text: &str) {
        text.clone_into(&mut self.text);
        self.mistake = match text.parse() {
            Ok(filter) => {
                self.filter = Arc::new(filter);
                None
            }
            Err(mistake) => Some(mistake),
        };
    }

    /// As it was typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The filter in force, to be shown: as it was typed, or where that has a mistake what holds instead.
    pub fn in_force(&self) -> Cow<'_, str> {
        match self.mistake {
            None => visible::line(&self.text),
            Some(_) => Cow::Owned(visible::line(&self.filter.to_string()).into_owned()),
        }
    }

    pub fn filter(&self) -> &Arc<Filter> {
        &self.filter
    }

    pub fn mistake(&self) -> Option<&Mistake> {
        self.mistake.as_ref()
    }

    /// How it stands over texts that are no documents, such as the terms of features.
    pub fn stands_over<'t>(&self, name: Phrase, rows: impl Iterator<Item = &'t str> + Clone) -> Standing<'_> {
        let passing = |term: &Term| rows.clone().filter(|text| term.passes(text)).count();
        let count = match self.filter.check_texts() {
            Err(mistake) => Count::None(Why::Unknown(mistake)),
            Ok(()) => match rows.clone().filter(|text| self.filter.passes(text)).count() {
                0 => {
                    let parts = self.filter.terms.iter().map(|term| (term.to_string(), passing(term)));
                    Count::None(Why::Empty(Emptiness { parts: parts.collect() }))
                }
                count => Count::Of(count, rows.count()),
            },
        };
        Standing { label: name, line: self, count }
    }

    /// Whether everything passes.
    pub fn is_empty(&self) -> bool {
        self.filter.is_empty()
    }
}

/// How many rows a table has, and of how many, where a filter leaves some out.
pub fn counted(rows: usize, all: usize, lang: Lang) -> String {
    let count = grouped_digits(rows);
    if rows == all {
        count
    } else {
        let all = grouped_digits(all);
        lang.pick(both!("{count} of {all}", "{count} / {all}"))
    }
}

/// Why a table is empty that a filter chooses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// What each term alone would leave.
    Empty(Emptiness),
    /// A term uses a fact that is not known, or not yet.
    Unknown(Mistake),
}

impl Why {
    pub fn say(&self, lang: Lang) -> String {
        match self {
            Why::Empty(empty) => empty.say(lang),
            Why::Unknown(mistake) => say(mistake, lang),
        }
    }
}

/// What live counting found: how many pass, of how many; or why none does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Count {
    /// It is being counted.
    Pending,
    Of(usize, usize),
    None(Why),
}

/// How a filter stands, for the line below it.
#[derive(Debug)]
pub struct Standing<'a> {
    /// The label before the line.
    pub label: Phrase,
    pub line: &'a Line,
    pub count: Count,
}

/// What is wrong with a filter; what is not known here may be known soon.
pub fn say(mistake: &Mistake, lang: Lang) -> String {
    let Wrong::NotKnown(term, need) = &mistake.what else { return mistake.what.say(lang) };
    let (en, zh) = match need {
        Need::Features => ("numbers of features, not known yet", "特征数，还在计算"),
        Need::Neighbours => ("nearest neighbours, not known yet", "最近邻，还在计算"),
        Need::Groups => ("groups, not known yet", "分组，还在计算"),
        Need::Spread => ("diameters, not measured yet", "各组的直径，尚未测得"),
        Need::Mark => {
            return lang.pick(both!(
                "{term} needs mark A: keep the groups of a k as a mark first",
                "{term} 需要标记 A：请先标记某个 k 的分组"
            ));
        }
        Need::Picked => ("picked rows, and none is picked", "勾选的行，尚未勾选"),
        Need::Judgements => ("judgements, and there are none", "判定，尚无"),
        Need::Passages => ("passages, not known yet", "段落，还在查找"),
        Need::Kinds => (
            "kinds, known once Clean (6) has compared the texts",
            "差异种类：请先打开“清理”（6），待文本比对完毕",
        ),
        Need::Texts | Need::Documents => return mistake.what.say(lang),
    };
    lang.pick(both!("{term} needs {en}", "{term} 需要{zh}"))
}
