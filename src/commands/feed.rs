//! Signs documents as they are read, so that a corpus of any size fits in memory.

use super::arguments::{EmptyDocuments, TextArguments};
use super::failure::Failure;
use super::given::{bytes_of, files_of, guarded, refuse_sample};
use super::material::{tell_health, tell_left_out, tell_noticed};
use super::recipe_choice::check_signed_alike;
use super::skips::Skips;
use super::watch::{Unit, Watch, note};
use simscope_core::analysis::{self, Arrival, Noticed};
use simscope_core::corpus::{self, ReadOptions, Source};
use simscope_core::hamming::Signatures;
use simscope_core::index::{Index, is_index};
use simscope_core::progress::Progress;
use simscope_core::recipe::{Bits, Recipe};
use simscope_core::simhash;
use std::ops::ControlFlow;
use std::{mem, slice};

/// What an index stores of a document.
#[derive(Debug, Clone, Copy)]
pub(super) struct Named<'a> {
    pub(super) id: &'a str,
    pub(super) signature: u128,
}

/// Reads texts, signs them and passes them on batch by batch. Empty documents are left out unless asked for.
/// Prints on standard error how many were left out or skipped.
pub(super) fn each_text(
    (sources, arguments): (&[Source], &TextArguments),
    recipe: &Recipe,
    empty: &EmptyDocuments,
    watch: Watch,
    on: &mut dyn FnMut(&[Named<'_>]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (source, mut skips) = ((sources, &arguments.streaming_options()), Skips::default());
    let left_out = watch.during(("reading", "读取"), Unit::Bytes, |progress| {
        each_signed(source, Signing { recipe, keeps_empty: empty.are_kept }, progress, &mut skips, on)
    })?;
    skips.tell();
    tell_left_out(left_out);
    Ok(())
}

/// How texts become signatures, and which of them.
#[derive(Clone, Copy)]
pub(super) struct Signing<'a> {
    pub(super) recipe: &'a Recipe,
    /// Also those without features.
    pub(super) keeps_empty: bool,
}

/// The same without messages. Returns how many empty documents were left out (0 if they are kept).
pub(super) fn each_signed<E: From<Failure>>(
    (sources, options): (&[Source], &ReadOptions),
    signing: Signing<'_>,
    progress: &Progress,
    skips: &mut Skips,
    on: &mut dyn FnMut(&[Named<'_>]) -> Result<(), E>,
) -> Result<u64, E> {
    let (mut left_out, mut result, mut is_begun) = (0, Ok(()), false);
    let read = analysis::read(sources, options, progress, &mut |arrival| {
        match arrival {
            Arrival::Batch(batch) => {
                if !mem::replace(&mut is_begun, true) {
                    tell_noticed(&Noticed::of_batch(&batch, signing.recipe));
                }
                let signed = simhash::sign_batch(&batch, signing.recipe, None);
                let documents = batch
                    .iter()
                    .zip(&signed)
                    .filter(|(_, signed)| signing.keeps_empty || signed.features > 0);
                let named: Vec<Named<'_>> = documents
                    .map(|(document, signed)| Named { id: document.id, signature: signed.signature })
                    .collect();
                left_out += (batch.len() - named.len()) as u64;
                result = on(&named);
            }
            Arrival::Skipped(skipped) => skips.add(skipped),
            Arrival::Noticed(notice) => note(&notice.to_string()),
        }
        if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    result?;
    read.map_err(Failure::from)?;
    Ok(left_out)
}

/// Callback for signatures and their width.
type OnSignatures<'s> = &'s mut dyn FnMut(&[Named<'_>], Bits) -> Result<(), Failure>;

/// Reads signature files and indices and passes their records on, a few thousand at a time, with their width. All records
/// of a file have one width, and all files one recipe, where it is known.
pub(super) fn each_signature(
    (sources, arguments): (&[Source], &TextArguments),
    watch: Watch,
    on: OnSignatures<'_>,
) -> Result<(), Failure> {
    refuse_sample(sources)?;
    let files = files_of(sources)?;
    check_signed_alike(&files, None)?;
    watch.during(("reading", "读取"), Unit::Bytes, |progress| {
        progress.expect(bytes_of(&files));
        for source in &files {
            let (mut waiting, mut width) = (Waiting::default(), Bits::DEFAULT);
            if let Source::Path(path) = source
                && is_index(path)
            {
                let index = Index::open(path)?;
                width = index.bits();
                for document in 0..index.len() as u32 {
                    waiting.push(index.id(document)?, index.signature(document)?);
                    if waiting.is_full() {
                        waiting.hand_on(width, on)?;
                    }
                }
                progress.advance(bytes_of(slice::from_ref(source)));
            } else {
                guarded(|stop| {
                    corpus::each_signature(source, &arguments.streaming_options(), progress, &mut |record| {
                        width = Bits::new(record.bits).unwrap_or(Bits::DEFAULT);
                        waiting.push(record.id, record.signature);
                        if waiting.is_full() {
                            stop(waiting.hand_on(width, on).map(ControlFlow::Continue))
                        } else {
                            ControlFlow::Continue(())
                        }
                    })
                })?;
            }
            waiting.hand_on(width, on)?;
        }
        Ok(())
    })
}

/// A batch of signatures that is passed on once it holds a few thousand.
#[derive(Debug, Default)]
struct Waiting {
    /// Ids, end to end.
    ids: String,
    /// Where each id ends, and its signature.
    documents: Vec<(usize, u128)>,
    /// Whether the first ones were looked at for what is wrong with them.
    are_looked_at: bool,
}

impl Waiting {
    fn push(&mut self, id: &str, signature: u128) {
        self.ids.push_str(id);
        self.documents.push((self.ids.len(), signature));
    }

    /// Full by number of documents or by bytes of ids.
    fn is_full(&self) -> bool {
        self.documents.len() >= 4096 || self.ids.len() >= 1 << 20
    }

    fn hand_on(&mut self, width: Bits, on: OnSignatures<'_>) -> Result<(), Failure> {
        if self.documents.is_empty() {
            return Ok(());
        }
        if !mem::replace(&mut self.are_looked_at, true) {
            let mut signatures = Signatures::with_capacity(width, self.documents.len());
            signatures.extend(self.documents.iter().map(|document| document.1));
            tell_health(&signatures, width);
        }
        let mut start = 0;
        let named = self.documents.iter().map(|&(end, signature)| {
            let id = &self.ids[mem::replace(&mut start, end)..end];
            Named { id, signature }
        });
        let named: Vec<Named<'_>> = named.collect();
        on(&named, width)?;
        self.ids.clear();
        self.documents.clear();
        Ok(())
    }
}
