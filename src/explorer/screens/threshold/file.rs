//! What of the screen Threshold leaves the explorer.

use super::border::Pair;
use crate::sheet::{Sheet, of_rows};
use simscope_core::analysis::Analysed;
use simscope_core::corpus::Corpus;
use simscope_core::evidence::Predicted;
use simscope_core::export::{BorderPair, Grouped, Sweep, write_border};
use simscope_core::groups::Groups;
use simscope_core::measures::Condition;
use std::sync::Arc;

/// The documents in groups, of these or all.
pub fn groups(corpus: Corpus, groups: Arc<Groups>, numbers: Option<Arc<Vec<u32>>>) -> Box<dyn Sheet> {
    of_rows(move |format, recipes, out| {
        let id = |document: u32| corpus.get(document as usize).id;
        Grouped { id: &id, groups: &groups, numbers: numbers.as_deref().map(Vec::as_slice), singles: &[] }
            .write(format, recipes, out)
    })
}

/// The pairs at the border, in their order.
pub fn border(corpus: Corpus, pairs: Vec<Pair>, condition: Condition) -> Box<dyn Sheet> {
    of_rows(move |format, recipes, out| {
        let document = |document: u32| corpus.get(document as usize);
        let pairs = pairs.iter().map(|&Pair { distance, of, documents: (a, b), value }| BorderPair {
            distance,
            of,
            ids: [document(a).id, document(b).id],
            texts: Some([document(a).text, document(b).text]),
            value: Some((value, condition.holds(value))),
        });
        write_border(&pairs.collect::<Vec<_>>(), condition.measure, format, recipes, out)
    })
}

/// One row for every k, with what the labels say where there are any, and what the texts say.
pub fn sweep(analysed: Analysed, confirmed: Option<Vec<Predicted>>) -> Box<dyn Sheet> {
    of_rows(move |format, recipes, out| {
        let labelled = analysed.labelled.as_deref();
        Sweep { rows: &analysed.sweep, labelled, confirmed: confirmed.as_deref() }.write(format, recipes, out)
    })
}
