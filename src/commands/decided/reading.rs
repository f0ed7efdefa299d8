//! Reads documents, and signs them meanwhile where that is asked for.

use super::super::failure::Failure;
use super::super::material::Material;
use super::super::repeated::tell_repeated;
use super::super::skips::Skips;
use super::super::watch::{Unit, Watch, note};
use simscope_core::analysis::{self, Arrival};
use simscope_core::corpus::{Corpus, ReadOptions, Source, name_of};
use simscope_core::display::say;
use simscope_core::recipe::{Recipe, Weighting};
use simscope_core::simhash::Signed;
use std::ops::ControlFlow;

/// Reads all documents; fails if memory does not do for all.
pub(super) fn read(
    (sources, options): (&[Source], &ReadOptions),
    recipe: Recipe,
    watch: Watch,
    is_signed: bool,
) -> Result<Material, Failure> {
    let (mut corpus, mut all, mut skips) = (Corpus::new(name_of(sources)), Vec::new(), Skips::default());
    let mut take = |arrival, mut signed: Vec<Signed>| match arrival {
        Arrival::Batch(batch) => {
            all.append(&mut signed);
            corpus.push(batch);
        }
        Arrival::Skipped(skipped) => skips.add(skipped),
        Arrival::Noticed(notice) => note(&notice.to_string()),
    };
    watch.during("reading", Unit::Bytes, |progress| match is_signed {
        true => analysis::load((sources, options), &recipe, None, progress, &mut take).map(drop),
        false => analysis::read(sources, options, progress, &mut |arrival| {
            take(arrival, Vec::new());
            ControlFlow::Continue(())
        })
        .map(drop),
    })?;
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
        false => Material::of(corpus, &all, recipe, watch),
    };
    tell_repeated(material.len(), |document| material.id(document));
    Ok(material)
}
