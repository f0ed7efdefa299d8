//! What of the screen Threshold leaves the explorer.

use crate::corpus::Corpus;
use crate::evidence::{GroupedPairs, Intervals, LabelledPairs};
use crate::export::{Grouped, Labelled, Sweep};
use crate::groups::{Dendrogram, Groups, Spread, SweepRow};
use crate::hamming::Signatures;
use crate::progress::Progress;
use crate::recipe::Bits;
use crate::tui::sheet::{Sheet, of_rows};
use std::sync::Arc;

/// The documents in groups.
pub fn groups(corpus: Corpus, groups: Groups) -> Box<dyn Sheet> {
    of_rows(move |format, recipes, out| {
        let id = |document: u32| corpus.get(document as usize).id;
        Grouped { id: &id, groups: &groups, singles_below: 0 }.write(format, recipes, out)
    })
}

/// One row for every k.
pub fn sweep(rows: Vec<SweepRow>, labels: Option<Labels>) -> Box<dyn Sheet> {
    of_rows(move |format, recipes, out| {
        let judged = labels.as_ref().and_then(Labels::judge);
        let labelled = labels.as_ref().zip(judged.as_ref());
        let labelled = labelled.map(|(labels, (groups, intervals))| Labelled {
            pairs: &labels.pairs,
            groups,
            intervals,
        });
        Sweep { rows: &rows, labelled, verified: None }.write(format, recipes, out)
    })
}

/// What the labels say of pairs, and what is needed to say the rest.
pub struct Labels {
    pub pairs: Box<LabelledPairs>,
    pub corpus: Corpus,
    pub documents: Arc<Vec<u32>>,
    pub signatures: Arc<Signatures>,
    pub bits: Bits,
    pub tree: Arc<Dendrogram>,
    pub spread: Arc<Spread>,
}

impl Labels {
    fn judge(&self) -> Option<(GroupedPairs, Vec<Intervals>)> {
        let groups = GroupedPairs::measure(&self.corpus, &self.tree)?;
        let (signatures, progress) = ((&*self.signatures, self.bits), Progress::new());
        let all = self.spread.pairs();
        Some((groups, Intervals::of_labels(&self.corpus, &self.documents, signatures, all, &progress)?))
    }
}
