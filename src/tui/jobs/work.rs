//! What each job does, on its own thread.

use super::{Job, Kind, Outcome, contrasting, indexing, sensing};
use crate::analysis::{self, Arrival, Grown, Measured};
use crate::corpus::{Corpus, ReadOptions, Source};
use crate::groups::{self, Dendrogram, GroupSpread, Groups};
use crate::hamming::{self, Signatures};
use crate::progress::Progress;
use crate::recipe::{DocumentFrequencies, Recipe};
use crate::sensitivity::{self, Curve, Experiment};
use crate::simhash::{self, Signer, Trace};
use crate::tui::action::Order;
use crate::tui::findings::{Arranged, BitShares, Hashed};
use crate::tui::{rows, sheet};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::Arc;

impl Job {
    /// Its kind.
    pub fn kind(&self) -> Kind {
        match self {
            Job::Load { .. } => Kind::Load,
            Job::Hash { .. } => Kind::Hash,
            Job::Tree { .. } => Kind::Tree,
            Job::Spread { .. } => Kind::Spread,
            Job::Leaders { .. } => Kind::Leaders,
            Job::Rows { .. } => Kind::Rows,
            Job::Risk { .. } => Kind::Risk,
            Job::Cells { .. } => Kind::Cells,
            Job::Closest { .. } => Kind::Closest,
            Job::Trace { .. } => Kind::Trace,
            Job::Preview { .. } => Kind::Preview,
            Job::Second { .. } => Kind::Second,
            Job::Contrast { .. } => Kind::Contrast,
            Job::SecondTrace { .. } => Kind::SecondTrace,
            Job::Index(_) => Kind::Index,
            Job::LookUp(_) => Kind::LookUp,
            Job::Lab(_) => Kind::Lab,
            Job::Battery(_) => Kind::Battery,
            Job::Edit(..) => Kind::Edit,
            Job::Curve(_) => Kind::Curve,
            Job::Export { .. } => Kind::Export,
        }
    }

    /// Does the work; `tell` gets what it finds.
    pub fn run(self, progress: &Progress, tell: &(dyn Fn(Outcome) + Sync)) {
        let done = match self {
            Job::Load { sources, options, recipe } => {
                return load(&sources, &options, &recipe, progress, tell);
            }
            Job::Hash { corpus, recipe } => hash(&corpus, recipe, progress).map(Outcome::Hashed),
            Job::Tree { signatures, documents, bits, known, effort } => {
                let mut on = |Grown { tree, sweep, spread }| {
                    tell(Outcome::Linked { tree, sweep, spread: spread.map(Arc::new) });
                };
                match analysis::grow(&signatures, &documents, (known, bits), &effort, progress, &mut on) {
                    Some(Some(further)) => Some(Outcome::Extended { further }),
                    Some(None) => return,
                    None => None,
                }
            }
            Job::Spread { tree, signatures, corpus, documents, bits } => {
                let texts = (Some(&corpus), &documents[..]);
                analysis::measure(&tree, &signatures, texts, bits, progress).map(
                    |Measured { spread, sweep, labelled }| Outcome::Measured {
                        spread: Arc::new(spread),
                        sweep,
                        labelled: labelled.map(Box::new),
                    },
                )
            }
            Job::Leaders { signatures, documents, k } => {
                groups::leaders(&signatures, &documents, k, progress).map(|groups| {
                    let spread = leader_spread(&groups, &signatures);
                    Outcome::Led(groups, spread)
                })
            }
            Job::Rows(query) => {
                rows::select(&query, progress).map(|rows| Outcome::Rows { rows: rows.map(Arc::new) })
            }
            Job::Risk { corpus, recipe, frequencies, features, known } => {
                risk(&corpus, recipe, frequencies.as_deref(), features, known, progress)
            }
            Job::Cells { arranged, order, tree, signatures, window } => {
                let arranged =
                    arranged.unwrap_or_else(|| Arc::new(arrange(order, tree.as_deref(), signatures)));
                hamming::cells(&arranged.signatures, &window, progress).map(|cells| Outcome::Cells {
                    arranged,
                    window,
                    cells,
                })
            }
            Job::Closest { arranged, rows, columns } => closest(&arranged, rows, columns, progress),
            Job::Trace { document, corpus, recipe, frequencies } => {
                let trace = trace(document, &corpus, &recipe, frequencies.as_deref());
                Some(Outcome::Traced { document, recipe, trace })
            }
            Job::SecondTrace { document, corpus, recipe, frequencies } => {
                let trace = trace(document, &corpus, &recipe, frequencies.as_deref());
                Some(Outcome::SecondTraced { document, recipe, trace })
            }
            Job::Second { corpus, recipe, effort } => {
                contrasting::second(&corpus, recipe, &effort, progress, tell)
            }
            Job::Contrast { key, a, b } => contrasting::compare(key, &a, &b, progress, tell),
            Job::Index(plans) => indexing::build(*plans, progress, tell),
            Job::LookUp(question) => indexing::answer(*question, progress),
            Job::Lab(texts) => Some(sensing::sense(*texts)),
            Job::Battery(edits) => sensing::try_edits(*edits, progress, tell),
            Job::Curve(curve) => sensing::measure(*curve, progress, tell),
            Job::Edit(edits, edit) => sensing::make(*edits, edit, progress, tell),
            Job::Preview { document, corpus, recipe } => {
                let signed = Signer::new(&recipe, None).sign(corpus.get(document as usize).text);
                Some(Outcome::Previewed { document, recipe, signed })
            }
            Job::Export { path, sheet, recipes } => {
                let result = sheet::write(&sheet, &recipes, &path);
                Some(Outcome::Exported { path, result })
            }
        };
        tell(done.unwrap_or(Outcome::Cancelled));
    }
}

fn load(
    sources: &[Source],
    options: &ReadOptions,
    recipe: &Recipe,
    progress: &Progress,
    tell: &(dyn Fn(Outcome) + Sync),
) {
    let loaded = analysis::load(sources, options, recipe, progress, &mut |arrival, signed| match arrival {
        Arrival::Batch(batch) => {
            let ones = BitShares::of(&signed, recipe.bits);
            tell(Outcome::Read { batch, signed, ones });
        }
        Arrival::Skipped(skipped) => tell(Outcome::Skipped(skipped)),
    });
    let is_cancelled = matches!(loaded, Ok(false));
    tell(Outcome::Loaded { result: loaded.map(|_| ()), is_cancelled });
}

fn trace(
    document: u32,
    corpus: &Corpus,
    recipe: &Recipe,
    frequencies: Option<&DocumentFrequencies>,
) -> Arc<Trace> {
    Arc::new(simhash::trace(recipe, frequencies, corpus.get(document as usize).text))
}

pub(super) fn hash(corpus: &Corpus, recipe: Recipe, progress: &Progress) -> Option<Hashed> {
    let (signed, frequencies) = analysis::sign(corpus, &recipe, progress)?;
    Some(Hashed::of(recipe, &signed, frequencies.map(Arc::new)))
}

/// The curve, unless it is known, and the lengths of the documents, unless they are their features.
fn risk(
    corpus: &Corpus,
    recipe: Recipe,
    frequencies: Option<&DocumentFrequencies>,
    features: Arc<Vec<u32>>,
    known: Option<Arc<Curve>>,
    progress: &Progress,
) -> Option<Outcome> {
    let measure =
        || Curve::measure(corpus, &recipe, frequencies, Experiment::default(), progress, &mut |_| ());
    let curve = known.or_else(|| measure().map(Arc::new))?;
    let lengths = match recipe.keeps_all_terms() {
        true => features,
        false => {
            progress.restart();
            progress.expect(corpus.len() as u64);
            Arc::new(sensitivity::lengths(corpus, &recipe, progress)?)
        }
    };
    Some(Outcome::Risk { recipe, curve, lengths })
}

/// More pairs than this and the spread of the leaders' groups is left out.
const LEADER_PAIRS: u64 = 1 << 30;

fn leader_spread(groups: &Groups, signatures: &Signatures) -> Option<Vec<GroupSpread>> {
    let pairs: u64 =
        (1..=groups.count()).map(|number| (groups.members(number).len() as u64).pow(2) / 2).sum();
    if pairs > LEADER_PAIRS {
        return None;
    }
    (1..=groups.count())
        .into_par_iter()
        .map(|number| groups::spread_of(signatures, groups.members(number)))
        .collect()
}

/// The first of the closest pairs of two different documents, row by row.
fn closest(
    arranged: &Arranged,
    rows: Range<usize>,
    columns: Range<usize>,
    progress: &Progress,
) -> Option<Outcome> {
    let at = (rows.start, columns.start);
    let mut best = (u8::MAX, at);
    for row in rows {
        if progress.is_cancelled() {
            return None;
        }
        for column in columns.clone().filter(|&column| column != row) {
            let distance = hamming::distance(arranged.signatures.get(row), arranged.signatures.get(column));
            if distance < best.0 {
                best = (distance, (row, column));
            }
        }
    }
    let (row, column) = best.1;
    Some(Outcome::Closest { pair: (arranged.documents[row], arranged.documents[column]), at })
}

fn arrange(order: Order, tree: Option<&Dendrogram>, source: Arc<Signatures>) -> Arranged {
    let documents = analysis::arrange(order, (0..source.len() as u32).collect(), tree, &source);
    let signatures = source.select(&documents);
    Arranged { order, documents, signatures, source }
}
