//! What of the screen Threshold leaves the explorer.

use crate::corpus::Corpus;
use crate::evidence::{Advice, GroupedPairs, LabelledPairs, Stratum};
use crate::export::{Advised, BorderPair, Grouped, Labelled, Sweep, write_border};
use crate::groups::{Dendrogram, Groups, SweepRow};
use crate::tui::sheet::{Sheet, of_rows};
use std::sync::Arc;

/// The documents in groups.
pub fn groups(corpus: Corpus, groups: Groups) -> Box<dyn Sheet> {
    of_rows(move |format, recipes, out| {
        let id = |document: u32| corpus.get(document as usize).id;
        Grouped { id: &id, groups: &groups, singles_below: 0 }.write(format, recipes, out)
    })
}

/// The pairs at the border.
pub fn border(corpus: Corpus, strata: Vec<Stratum>) -> Box<dyn Sheet> {
    of_rows(move |format, recipes, out| {
        let document = |document: u32| corpus.get(document as usize);
        let pairs = strata.iter().flat_map(|stratum| {
            stratum.pairs.iter().zip(&stratum.values).map(|(&(a, b), &jaccard)| BorderPair {
                distance: stratum.at,
                of: stratum.of,
                ids: [document(a).id, document(b).id],
                texts: Some([document(a).text, document(b).text]),
                jaccard: Some(jaccard),
            })
        });
        write_border(&pairs.collect::<Vec<_>>(), format, recipes, out)
    })
}

/// A row for pairs and one for groups.
pub fn advice(advices: Vec<Advice>) -> Box<dyn Sheet> {
    of_rows(move |format, recipes, out| Advised { advices: &advices, how: "" }.write(format, recipes, out))
}

/// One row for every k; with what the labels say of pairs and groups, where the corpus has labels.
pub fn sweep(
    rows: Vec<SweepRow>,
    labelled: Option<Box<LabelledPairs>>,
    (corpus, tree): (Corpus, Option<Arc<Dendrogram>>),
) -> Box<dyn Sheet> {
    of_rows(move |format, recipes, out| {
        let groups = labelled.as_ref().and_then(|_| GroupedPairs::measure(&corpus, tree.as_ref()?));
        let labelled =
            labelled.as_deref().map(|pairs| Labelled { pairs, groups: groups.as_ref(), intervals: None });
        Sweep { rows: &rows, labelled, verified: None }.write(format, recipes, out)
    })
}
