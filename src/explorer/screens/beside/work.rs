//! The jobs of a second recipe.

use super::news::{ContrastKey, Contrasted, PAIRS_KEPT};
use super::state::{Second, State};
use crate::jobs::{Found, Tell, Work};
use crate::shared::{found, work};
use simscope_core::analysis::{self, Reach};
use simscope_core::contrast::{SeenPair, Side, contrast, each_only};
use simscope_core::corpus::Corpus;
use simscope_core::groups::{Dendrogram, Effort};
use simscope_core::hamming::Signatures;
use simscope_core::progress::Progress;
use simscope_core::recipe::Recipe;
use std::sync::Arc;

/// Signatures and dendrogram under the second recipe.
pub(super) const SECOND: &Work =
    &Work::new("Second", ("building the dendrogram of recipe B", "构建配方 B 的树")).cancellable().of_texts();
/// What two recipes see that the other does not.
pub(super) const CONTRAST: &Work =
    &Work::new("Contrast", ("comparing what both recipes see", "对比两个配方所见")).cancellable();
/// The anatomy of one document under the second recipe.
pub(super) const TRACE: &Work =
    &Work::new("SecondTrace", ("tracing under recipe B", "按配方 B 追踪文档")).finished_first().of_texts();

/// Signatures and the dendrogram under another recipe, as far as the effort allows; the signatures are reported as soon as
/// they are there.
pub fn second(
    corpus: &Corpus,
    recipe: Recipe,
    effort: &Effort,
    progress: &Progress,
    tell: Tell<'_>,
) -> Option<Found> {
    let hashed = work::hash(corpus, recipe, progress)?;
    let documents = analysis::with_features(&hashed.features);
    let (key, signatures) = ((recipe, corpus.len()), hashed.signatures.clone());
    tell(found(move |own: &mut State, _| own.second.put(key, Second { hashed, tree: None })));
    let tree = analysis::tree(&signatures, &documents, recipe.bits, (Reach::Farthest, effort), progress)?;
    Some(found(move |own: &mut State, _| {
        if let Some(second) = own.second.latest_mut() {
            second.tree = Some(Arc::new(tree));
        }
    }))
}

/// What a side of a comparison is made of.
pub type Sided = (Arc<Signatures>, Arc<Dendrogram>);

/// Compares two recipes at a k. The groups, which are known at once, are reported first.
pub fn compare(key: ContrastKey, a: &Sided, b: &Sided, progress: &Progress, tell: Tell<'_>) -> Option<Found> {
    let (groups_a, groups_b) = (a.1.cut(key.k.min(key.a.bits.get())), b.1.cut(key.k.min(key.b.bits.get())));
    let groups = (key, groups_a.clone(), groups_b.clone());
    tell(found(move |own: &mut State, _| own.groups = Some(groups)));
    let side_a = Side { signatures: &a.0, groups: &groups_a };
    let side_b = Side { signatures: &b.0, groups: &groups_b };
    let contrast = contrast(side_a, side_b, progress)?;
    let only_a = first_only(side_a, side_b, progress)?;
    let only_b = first_only(side_b, side_a, progress)?.into_iter().map(SeenPair::swapped).collect();
    let contrasted = Contrasted { key, contrast, only_a, only_b };
    Some(found(move |own: &mut State, shared| own.take_contrast(shared, contrasted)))
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
