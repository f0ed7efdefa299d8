//! Reads and signs documents, and keeps of each text only what rules and decisions need.

use super::super::failure::Failure;
use super::super::material::Material;
use super::super::repeated::tell_repeated;
use super::super::skips::Skips;
use super::super::watch::{Unit, Watch, note};
use simscope_core::analysis::{self, Arrival};
use simscope_core::corpus::{Batch, Corpus, ReadOptions, Source, name_of, text_hash};
use simscope_core::display::say;
use simscope_core::recipe::{Recipe, Weighting};
use std::sync::Arc;

/// What is kept of the texts, by document.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    /// Characters.
    pub(super) lengths: Vec<u32>,
    /// Bytes as UTF-8.
    pub(super) bytes: Vec<u32>,
    /// [`text_hash`]es; empty unless they are needed.
    pub(super) hashes: Vec<u64>,
}

/// What is needed of the texts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Needs {
    /// The texts themselves, to verify pairs.
    pub(crate) texts: bool,
    /// Their hashes, for decisions.
    pub(crate) hashes: bool,
}

impl Facts {
    /// Of a corpus that is in memory.
    pub(crate) fn of(corpus: &Corpus, needs: Needs) -> Self {
        let mut facts = Self::default();
        corpus.batches().iter().for_each(|batch| facts.add(batch, needs));
        facts
    }

    fn add(&mut self, batch: &Batch, needs: Needs) {
        // A document has at most 64 MiB.
        self.lengths.extend(batch.iter().map(|document| document.text.chars().count() as u32));
        self.bytes.extend(batch.iter().map(|document| document.text.len() as u32));
        if needs.hashes {
            self.hashes.extend(batch.iter().map(|document| text_hash(document.text)));
        }
    }
}

/// Reads and signs all documents. Their texts are dropped batch by batch, unless they are needed.
pub(super) fn read(
    (sources, options): (&[Source], &ReadOptions),
    recipe: Recipe,
    needs: Needs,
    watch: Watch,
) -> Result<(Material, Facts), Failure> {
    // Term frequencies over the whole corpus come before the first signature.
    let is_signed_later = recipe.weighting == Weighting::TfIdf;
    let (mut corpus, mut facts, mut skips) =
        (Corpus::new(name_of(sources)), Facts::default(), Skips::default());
    let keeps_texts = needs.texts || is_signed_later;
    let memory = options.memory.map(|memory| if keeps_texts { memory } else { memory.without_texts() });
    let options = &ReadOptions { memory, ..options.clone() };
    let mut all = Vec::new();
    watch.during("reading", Unit::Bytes, |progress| {
        analysis::load(
            (sources, options),
            &recipe,
            None,
            progress,
            &mut |arrival, mut signed| match arrival {
                Arrival::Batch(batch) => {
                    facts.add(&batch, needs);
                    all.append(&mut signed);
                    corpus.push(if keeps_texts { batch } else { Arc::new(batch.without_texts()) });
                }
                Arrival::Skipped(skipped) => skips.add(skipped),
                Arrival::Noticed(notice) => note(&notice.to_string()),
            },
        )
    })?;
    if let Some(end) = skips.end() {
        return Err(Failure::Failed(say!(
            "{end}; nothing can be decided about records that are not read",
            "{end}；对未读的记录无法作决定"
        )));
    }
    skips.tell();
    let material = match is_signed_later {
        true => Material::sign(corpus, recipe, watch),
        false => Material::of(corpus, &all, recipe, watch),
    };
    tell_repeated(material.len(), |document| material.id(document));
    Ok((material, facts))
}
