//! The report: one page that says what was dropped from a corpus and why, for people who do not run simscope.
//!
//! [`Done::html`] writes what was decided as one HTML file, which loads nothing and has no scripts. The same input gives the same
//! bytes: there is no date in it.
//!
//! The templates are those of the crate maud: Rust that is checked and escaped when it is compiled, without files beside it.
//! Whatever comes from documents passes through [`crate::visible`] first.

mod again;
mod answer;
mod excerpt;
pub(crate) mod frame;
mod goes;
mod made;
mod page;
mod palette;
mod said;
mod shell;

pub use again::{dedup_command, reading_words, report_command};
pub use frame::{Frame, Ground};
pub use shell::quoted;

use crate::corpus::Corpus;
use crate::decide::clean::{Alarm, Cleaned, Questions, Row, Sample};
use crate::display::Lang;
use crate::judgements::Agreement;
use crate::measures::Condition;
use crate::recipe::Recipe;

/// What was done to a corpus.
#[derive(Clone, Copy)]
pub struct Done<'a> {
    /// Name of the corpus.
    pub name: &'a str,
    /// Its documents, and behind them those of another corpus, which all stay.
    pub all: &'a Corpus,
    /// How many documents there are before those.
    pub documents: usize,
    /// How signatures are made.
    pub recipe: &'a Recipe,
    /// How documents were found that could cover others.
    pub found: Found,
    /// What confirms a pair.
    pub condition: Condition,
    /// What becomes of every document.
    pub cleaned: &'a Cleaned,
    /// The differences of the corpus; none where a distance decided.
    pub rows: &'a [Row],
    /// What its owner should be asked.
    pub questions: &'a Questions,
    /// By document, the share of it that is lost.
    pub lost: &'a [f64],
    /// How many of the documents that go are confirmed.
    pub confirmed: usize,
    /// What should be looked at.
    pub alarms: &'a [Alarm],
    /// Who wrote although an alarm was open, where that was done; may be empty.
    pub sure: Option<&'a str>,
    /// Which document of a group stays.
    pub rule: &'a str,
    /// What people said of the pairs.
    pub sample: &'a Sample,
    /// How far they agree.
    pub agreement: &'a [Agreement],
}

/// How documents were found that could cover others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// All that share anything particular.
    Exactly,
    /// Those within this distance, of which the texts decided.
    Within(u8),
    /// Those within this distance, which alone decided.
    ByDistance(u8),
    /// Those within this distance, where the texts confirmed the pair.
    Confirmed(u8),
}

/// What is decided when the page is written.
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
