//! The jobs of a second recipe.

use super::news::{ContrastKey, Contrasted, News, PAIRS_KEPT};
use crate::jobs::{Outcome, Tell};
use crate::shared::work;
use simscope_core::analysis::{self, Reach};
use simscope_core::contrast::{SeenPair, Side, contrast, each_only};
use simscope_core::corpus::Corpus;
use simscope_core::groups::{Dendrogram, Effort};
use simscope_core::hamming::Signatures;
use simscope_core::progress::Progress;
use simscope_core::recipe::Recipe;
use std::sync::Arc;

/// Signatures and the dendrogram under another recipe, as far as the effort allows; the signatures are reported as soon as
/// they are there.
pub fn second(
    corpus: &Corpus,
    recipe: Recipe,
    effort: &Effort,
    progress: &Progress,
    tell: Tell<'_>,
) -> Option<Outcome> {
    let hashed = work::hash(corpus, recipe, progress)?;
    let documents = analysis::with_features(&hashed.features);
    let signatures = hashed.signatures.clone();
    tell(Outcome::Beside(News::Hashed(hashed)));
    analysis::tree(&signatures, &documents, recipe.bits, (Reach::Farthest, effort), progress)
        .map(|tree| Outcome::Beside(News::Linked(Arc::new(tree))))
}

/// What a side of a comparison is made of.
pub type Sided = (Arc<Signatures>, Arc<Dendrogram>);

/// Compares two recipes at a k. The groups, which are known at once, are reported first.
pub fn compare(
    key: ContrastKey,
    a: &Sided,
    b: &Sided,
    progress: &Progress,
    tell: Tell<'_>,
) -> Option<Outcome> {
    let (groups_a, groups_b) = (a.1.cut(key.k.min(key.a.bits.get())), b.1.cut(key.k.min(key.b.bits.get())));
    tell(Outcome::Beside(News::Grouped { key, groups: Box::new((groups_a.clone(), groups_b.clone())) }));
    let side_a = Side { signatures: &a.0, groups: &groups_a };
    let side_b = Side { signatures: &b.0, groups: &groups_b };
    let contrast = contrast(side_a, side_b, progress)?;
    let only_a = first_only(side_a, side_b, progress)?;
    let only_b = first_only(side_b, side_a, progress)?.into_iter().map(SeenPair::swapped).collect();
    Some(Outcome::Beside(News::Contrasted(Arc::new(Contrasted { key, contrast, only_a, only_b }))))
}

/// The first pairs that only `a` sees.
fn first_only(a: Side<'_>, b: Side<'_>, progress: &Progress) -> Option<Vec<SeenPair>> {
    let mut kept = Vec::new();
    let is_done = each_only(a, b, progress, |pair| {
        kept.push(pair);
        if kept.len() < PAIRS_KEPT { Ok(()) } else { Err(()) }
    });
    (is_done != Ok(false)).then_some(kept)
}
