//! Reports for people who do not run simscope: what was dropped from a corpus and why, and what one k does and why that k.
//!
//! [`Done::html`] and [`about_k`] make one HTML file each, which loads nothing and has no scripts. It has no date, so
//! the same input gives the same bytes.
//!
//! The templates are those of the crate maud: Rust that is checked and escaped when it is compiled, without files beside it.
//! Whatever comes from documents passes through [`crate::visible`] first.

mod about_k;
mod again;
mod answer;
mod excerpt;
pub(crate) mod frame;
mod goes;
mod made;
mod page;
mod palette;
mod said;
mod sheet;
mod shell;
mod threshold;

pub use about_k::{AskedK, about_k};
pub use again::{dedup_command, reading_words, report_command};
pub use frame::{Frame, Ground};
pub use sheet::Sheet;
pub use shell::quoted;

use crate::analysis::Promise;
use crate::corpus::Corpus;
use crate::decide::clean::{Alarm, Cleaned, Questions, Row, Sample};
use crate::display::Lang;
use crate::judgements::Agreement;
use crate::measures::Condition;
use crate::recipe::Recipe;

/// The input of a report.
#[derive(Clone, Copy)]
pub struct Done<'a> {
    /// Name of the corpus.
    pub name: &'a str,
    /// Its documents, followed by those of another corpus, which all stay.
    pub all: &'a Corpus,
    /// The number of documents before those of the other corpus.
    pub documents: usize,
    /// How signatures are made.
    pub recipe: &'a Recipe,
    /// How documents that may cover others were found.
    pub found: Found,
    /// The condition that confirms a pair.
    pub condition: Condition,
    /// The verdicts on all documents.
    pub cleaned: &'a Cleaned,
    /// The differences of the corpus; none where a distance decided.
    pub rows: &'a [Row],
    /// The questions to the owner.
    pub questions: &'a Questions,
    /// By document, the share of it that is lost.
    pub lost: &'a [f64],
    /// The alarms.
    pub alarms: &'a [Alarm],
    /// The promise by which it goes, if one was asked for.
    pub promise: Option<&'a Promise>,
    /// Who wrote the output in spite of an open alarm, if somebody did; may be empty.
    pub sure: Option<&'a str>,
    /// Which document of a group stays.
    pub rule: &'a str,
    /// The sample with the answers about pairs.
    pub sample: &'a Sample,
    /// How far people agree.
    pub agreement: &'a [Agreement],
}

/// How documents that may cover others were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// By shared weight alone: all pairs are candidates.
    Exactly,
    /// Documents within this distance were candidates, and the texts decided.
    Within(u8),
    /// The distance alone decided.
    ByDistance(u8),
    /// The distance decided, and the texts confirmed each pair.
    Confirmed(u8),
}

/// The options of a page.
#[derive(Debug, Clone, Copy)]
pub struct Page<'a> {
    /// The language of the page.
    pub lang: Lang,
    /// The command that makes the page again, as [`report_command`] gives it; `None` where there is none.
    pub command: Option<&'a str>,
    /// The command that writes the documents that stay, as [`dedup_command`] gives it; `None` where there is none.
    pub dedup: Option<&'a str>,
}

impl Done<'_> {
    /// The whole page.
    pub fn html(&self, page: &Page<'_>) -> String {
        page::write(self, page)
    }

    fn id(&self, document: u32) -> String {
        page::shown(self.all.get(document as usize).id)
    }

    fn text(&self, document: u32) -> &str {
        self.all.get(document as usize).text
    }

    /// The documents that go.
    fn gone(&self) -> usize {
        self.cleaned.gone().count()
    }
}
