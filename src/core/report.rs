//! The report: one page that says what a k does to a corpus, how good that is, and why, for people who do not run simscope.
//!
//! [`Report::gather`] computes what only the report needs, from what a run has computed already; [`Report::html`] writes it
//! as one HTML file, which loads nothing and has no scripts. The same input gives the same bytes: there is no date in it.
//!
//! The templates are those of the crate maud: Rust that is checked and escaped when it is compiled, without files beside it.
//! Whatever comes from documents passes through [`crate::visible`] first.

mod advice;
mod again;
mod answer;
mod chains;
mod chart;
mod decisions;
mod excerpt;
pub(crate) mod frame;
mod groups;
mod heatmap;
mod known;
mod made;
mod page;
mod palette;
mod shell;
mod short;
mod sweep;

pub use again::{dedup_command, report_command, report_of_dedup};
pub use decisions::Decided;
pub use shell::quoted;

use crate::corpus::Corpus;
use crate::decide::Confirms;
use crate::display::Lang;
use crate::evidence::{self, Advice, Background, Confirmed, Curve, Judged, Targets};
use crate::groups::{Dendrogram, GroupSpread, Groups, Spread, SweepRow, spread_of};
use crate::hamming::Signatures;
use crate::measures::Condition;
use crate::progress::Progress;
use crate::recipe::{Bits, Recipe};

/// What the report is about: a corpus, and what a run has computed of it.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// Name of the corpus.
    pub name: &'a str,
    /// The id of a document.
    pub id: &'a dyn Fn(u32) -> &'a str,
    /// The texts; `None` where only signatures are known.
    pub texts: Option<Texts<'a>>,
    /// One for each document of the corpus.
    pub signatures: &'a Signatures,
    /// Width of the signatures.
    pub bits: Bits,
    /// The documents that are compared, ascending.
    pub documents: &'a [u32],
    /// Their tree.
    pub tree: &'a Dendrogram,
    /// What was measured on it: diameters, means, and the pairs by distance.
    pub spread: &'a Spread,
    /// One row for each k, as far as the tree is exact.
    pub sweep: &'a [SweepRow],
    /// What labels say of every k, for pairs and for groups; `None` without labels.
    pub by_labels: Option<&'a [Curve]>,
    /// What people judged of its pairs.
    pub judged: Option<&'a Judged>,
    /// Which document of a group stays; `None` says nothing of it.
    pub decided: Option<Decided<'a>>,
    /// Groups that are not those of the tree at k.
    pub grouped: Option<Grouped<'a>>,
}

/// Groups, and how they were formed.
#[derive(Clone, Copy)]
pub struct Grouped<'a> {
    /// The groups at k.
    pub groups: &'a Groups,
    /// How they were formed.
    pub how: How<'a>,
}

/// How groups are formed that are not connected by distance alone.
#[derive(Clone, Copy)]
pub enum How<'a> {
    /// Around leaders, which come in the order of the rule.
    Leaders,
    /// Connected by pairs within k that the texts confirm.
    Verified {
        /// The condition, as it is written.
        condition: &'a str,
        /// Whether it holds of two documents.
        confirms: Confirms<'a>,
    },
}

/// Texts, and how they became signatures.
#[derive(Debug, Clone, Copy)]
pub struct Texts<'a> {
    /// The documents.
    pub corpus: &'a Corpus,
    /// The recipe of the signatures.
    pub recipe: &'a Recipe,
    /// Number of features of each document.
    pub features: &'a [u32],
}

/// What the report is about.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Largest distance of two near-duplicates.
    pub k: u8,
    /// What confirms a pair; in whole hundredths.
    pub condition: Condition,
    /// How much work may be spent on counting confirmed pairs; `None` for all that it takes.
    pub work: Option<u64>,
    /// What precision and recall are wanted at least.
    pub targets: Targets,
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

impl Subject<'_> {
    /// Diameter, smallest and mean distance of a group.
    fn spread_of(&self, groups: &Groups, number: usize) -> Option<GroupSpread> {
        match self.grouped {
            None => self.spread.of(self.tree, groups.run(number)),
            Some(_) => spread_of(self.signatures, groups.members(number)),
        }
    }
}

/// All that the page shows.
pub struct Report<'a> {
    subject: Subject<'a>,
    settings: Settings,
    groups: Groups,
    /// What every k does to pairs, by all that says something of it; the most certain first.
    known: Vec<known::Known<'a>>,
    advices: Vec<Advice>,
    /// What share of the documents was compared with all others, if texts were compared.
    compared: Option<f64>,
    decided: Option<decisions::Found>,
    largest: Vec<groups::Shown>,
    chains: Vec<chains::Shown>,
    heatmap: Option<heatmap::Shown>,
    short: Option<short::Found>,
}

impl<'a> Report<'a> {
    /// Computes what the page shows. `None` when cancelled.
    pub fn gather(subject: Subject<'a>, settings: Settings, progress: &Progress) -> Option<Self> {
        let (predicted, advices, compared) = evidence(&subject, &settings, progress)?;
        let given = subject.grouped.map(|grouped| grouped.groups.clone());
        let groups = given.unwrap_or_else(|| subject.tree.cut(settings.k));
        let known = known::of(&subject, groups.k(), predicted, compared);
        let decided = match subject.decided {
            Some(decided) => Some(decisions::apply(&subject, decided, (&groups, &settings), progress)?),
            None => None,
        };
        let outcome = decided.as_ref().map(|found| &found.outcome);
        let largest = groups::largest(&subject, (&groups, outcome), progress)?;
        let chains = chains::longest(&subject, &groups, progress)?;
        let heatmap = heatmap::draw(&subject, &groups, progress)?;
        let short = match subject.texts {
            Some(texts) => Some(short::Found::of(texts, settings.k, progress)?),
            None => None,
        };
        let report = Self {
            subject,
            settings,
            groups,
            known,
            advices,
            compared,
            decided,
            largest,
            chains,
            heatmap,
            short,
        };
        Some(report)
    }

    /// The whole page.
    pub fn html(&self, page: &Page<'_>) -> String {
        page::write(self, page)
    }

    /// The k of the groups: the one asked for, or the last up to which the tree is known.
    fn k(&self) -> u8 {
        self.groups.k()
    }

    /// How many groups are chains, as far as that is known; `None` where groups are not connected by distance alone.
    fn chains_in_all(&self) -> Option<usize> {
        let row = self.subject.sweep.iter().find(|row| row.k == self.k() && self.subject.grouped.is_none());
        row?.chains
    }

    /// Documents of the corpus without features, which are compared with none.
    fn left_out(&self) -> usize {
        self.subject.signatures.len() - self.subject.documents.len()
    }
}

/// What is known of pairs, the advice, and what share of the documents was compared for it.
type Evidence = (Option<Curve>, Vec<Advice>, Option<f64>);

/// Pairs are counted from this τ on, in hundredths, if there is work left, so that others can be named.
const LEAST: u8 = 20;

/// Which k, and why: from texts that are compared exactly, or from the shape of the histogram.
fn evidence(subject: &Subject<'_>, settings: &Settings, progress: &Progress) -> Option<Evidence> {
    let Subject { documents, tree, signatures, spread, sweep, .. } = *subject;
    let Some(Texts { corpus, recipe, .. }) = subject.texts else {
        let pairs = spread.pairs();
        let curve = Background::fit(pairs, subject.bits).map(|background| background.curve(pairs));
        let advices = Advice::without_texts(curve.as_ref(), settings.targets).to_vec();
        return Some((curve, advices, None));
    };
    let of = evidence::Subject { corpus, recipe, signatures, documents, tree, spread };
    progress.restart();
    let hundredths = settings.condition.hundredths().unwrap_or(0);
    let counted = (settings.condition.measure, [hundredths, hundredths.min(LEAST)]);
    let confirmed = Confirmed::count_each(&[of], counted, settings.work, progress)?.pop()?;
    let largest: Vec<usize> = sweep.iter().map(|row| row.largest).collect();
    let advices = confirmed.advise(hundredths, settings.targets, &largest).to_vec();
    let [pairs, _] = confirmed.curves(hundredths);
    Some((Some(pairs), advices, Some(confirmed.share_done())))
}
