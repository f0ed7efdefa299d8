//! What of the screen Threshold leaves the explorer.

use super::border::Pair;
use crate::sheet::{Sheet, of_rows};
use simscope_core::corpus::Corpus;
use simscope_core::evidence::{Advice, At, GroupedPairs, Intervals, LabelledPairs};
use simscope_core::export::{Advised, BorderPair, Grouped, Labelled, Sweep, TextsSay, write_border};
use simscope_core::groups::{Dendrogram, Groups, Spread, SweepRow};
use simscope_core::hamming::Signatures;
use simscope_core::progress::Progress;
use simscope_core::recipe::Bits;
use std::sync::Arc;

/// The documents in groups, of these or all.
pub fn groups(corpus: Corpus, groups: Groups, numbers: Option<Arc<Vec<u32>>>) -> Box<dyn Sheet> {
    of_rows(move |format, recipes, out| {
        let id = |document: u32| corpus.get(document as usize).id;
        Grouped { id: &id, groups: &groups, numbers: numbers.as_deref().map(Vec::as_slice), singles: &[] }
            .write(format, recipes, out)
    })
}

/// The pairs at the border, in their order.
pub fn border(corpus: Corpus, pairs: Vec<Pair>) -> Box<dyn Sheet> {
    of_rows(move |format, recipes, out| {
        let document = |document: u32| corpus.get(document as usize);
        let pairs = pairs.iter().map(|&Pair { distance, of, documents: (a, b), jaccard }| BorderPair {
            distance,
            of,
            ids: [document(a).id, document(b).id],
            texts: Some([document(a).text, document(b).text]),
            jaccard: Some(jaccard),
        });
        write_border(&pairs.collect::<Vec<_>>(), format, recipes, out)
    })
}

/// A row for pairs and one for groups.
pub fn advice(advices: Vec<Advice>) -> Box<dyn Sheet> {
    of_rows(move |format, recipes, out| Advised { advices: &advices, how: "" }.write(format, recipes, out))
}

/// One row for every k.
pub fn sweep(
    rows: Vec<SweepRow>,
    labels: Option<Labels>,
    confirmed: Option<(Vec<At>, bool)>,
) -> Box<dyn Sheet> {
    of_rows(move |format, recipes, out| {
        let confirmed = confirmed.as_ref().map(|(at, is_exact)| TextsSay { at, is_exact: *is_exact });
        let judged = labels.as_ref().and_then(Labels::judge);
        let labelled = labels.as_ref().zip(judged.as_ref());
        let labelled = labelled.map(|(labels, (groups, intervals))| Labelled {
            pairs: &labels.pairs,
            groups,
            intervals,
        });
        Sweep { rows: &rows, labelled, confirmed }.write(format, recipes, out)
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
