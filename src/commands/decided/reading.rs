//! Reads documents and signs them meanwhile.

use super::super::failure::Failure;
use super::super::material::{Material, read_signed};
use super::super::repeated::tell_repeated;
use super::super::watch::{Watch, note};
use simscope_core::analysis::Analysed;
use simscope_core::corpus::{Notice, ReadOptions, Source};
use simscope_core::display::say;
use simscope_core::recipe::{Recipe, Weighting};

/// Reads and signs all documents; fails if memory does not do for all.
pub(super) fn read(
    (sources, options): (&[Source], &ReadOptions),
    recipe: Recipe,
    watch: Watch,
) -> Result<Material, Failure> {
    let tell = |notice: &Notice| note(&notice.to_string());
    let (corpus, all, skips) = read_signed((sources, options), &recipe, watch, tell)?;
    if let Some(end) = skips.end() {
        return Err(Failure::Failed(say!(
            "{end}; nothing can be decided about records that are not read",
            "{end}；对未读的记录无法作决定"
        )));
    }
    skips.tell();
    // Term frequencies over the whole corpus come before the first signature.
    let material = match recipe.weighting == Weighting::TfIdf {
        true => Material::sign(corpus, recipe, watch),
        false => Material::of(Analysed::signed(corpus, recipe, (&all, None)), watch),
    };
    tell_repeated(material.len(), |document| material.id(document));
    Ok(material)
}
