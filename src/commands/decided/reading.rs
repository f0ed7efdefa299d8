//! Reads documents, and signs them meanwhile where that is asked for.

use super::super::failure::Failure;
use super::super::material::{Material, read_each};
use super::super::repeated::tell_repeated;
use super::super::watch::{Watch, note};
use simscope_core::analysis::Analysed;
use simscope_core::corpus::{Notice, ReadOptions, Source};
use simscope_core::display::say;
use simscope_core::recipe::{Recipe, Weighting};

/// Reads all documents; fails if memory does not do for all.
pub(super) fn read(
    (sources, options): (&[Source], &ReadOptions),
    recipe: Recipe,
    watch: Watch,
    is_signed: bool,
) -> Result<Material, Failure> {
    let tell = |notice: &Notice| note(&notice.to_string());
    let (corpus, all, skips) = read_each((sources, options), is_signed.then_some(&recipe), watch, tell)?;
    if let Some(end) = skips.end() {
        return Err(Failure::Failed(say!(
            "{end}; nothing can be decided about records that are not read",
            "{end}；对未读的记录无法作决定"
        )));
    }
    skips.tell();
    // Term frequencies over the whole corpus come before the first signature.
    let material = match is_signed && recipe.weighting == Weighting::TfIdf {
        true => Material::sign(corpus, recipe, watch),
        false => Material::of(Analysed::signed(corpus, recipe, (&all, None)), watch),
    };
    tell_repeated(material.len(), |document| material.id(document));
    Ok(material)
}
