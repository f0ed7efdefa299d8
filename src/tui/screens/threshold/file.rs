//! What of the screen Threshold leaves the explorer.

use crate::corpus::Corpus;
use crate::evidence::{Advice, LabelledPairs};
use crate::export::{Advised, Grouped, Sweep};
use crate::groups::{Groups, SweepRow};
use crate::tui::sheet::{Sheet, of_rows};

/// The documents in groups.
pub fn groups(corpus: Corpus, groups: Groups) -> Box<dyn Sheet> {
    of_rows(move |format, recipes, out| {
        let id = |document: u32| corpus.get(document as usize).id;
        Grouped { id: &id, groups: &groups, singles_below: 0 }.write(format, recipes, out)
    })
}

/// A row for pairs and one for groups.
pub fn advice(advices: Vec<Advice>) -> Box<dyn Sheet> {
    of_rows(move |format, recipes, out| Advised { advices: &advices, how: "" }.write(format, recipes, out))
}

/// One row for every k; with labelled pairs where the corpus has labels.
pub fn sweep(rows: Vec<SweepRow>, labelled: Option<Box<LabelledPairs>>) -> Box<dyn Sheet> {
    of_rows(move |format, recipes, out| {
        Sweep { rows: &rows, labelled: labelled.as_deref() }.write(format, recipes, out)
    })
}
