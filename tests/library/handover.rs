//! Records are written through byte for byte: what is kept is what was there, and what is dropped is gone whole.

mod folders;
#[cfg(feature = "parquet")]
mod rows;
mod texts;

use simscope::corpus::{self, Corpus, Event, ReadOptions, Source};
use simscope::handover::{Copying, Fate, HandoverError, Target, Unreadable, Written};
use simscope::progress::Progress;
use std::ops::ControlFlow;
use std::path::Path;

/// All documents of these sources.
fn read(sources: &[Source], options: &ReadOptions) -> Corpus {
    let mut corpus = Corpus::new("c");
    let result = corpus::read(sources, options, &mut |event| {
        if let Event::Batch(batch) = event {
            corpus.push(batch);
        }
        ControlFlow::Continue(())
    });
    // Where nothing is a document, that is an error to the reader.
    if !corpus.is_empty() {
        result.unwrap();
    }
    corpus
}

fn copying<'a>(sources: &'a [Source], options: &'a ReadOptions, target: Target) -> Copying<'a> {
    Copying {
        sources,
        options,
        target,
        companions: &[],
        compression: None,
        unreadable: Unreadable::Keep,
        is_forced: false,
    }
}

/// Copies the documents that `is_kept` says, by their texts.
fn copy(copying: &Copying<'_>, is_kept: &dyn Fn(&str) -> bool) -> Result<Written, HandoverError> {
    let checked = copying.check()?;
    let corpus = read(copying.sources, copying.options);
    let mut fate = |document| if is_kept(corpus.get(document).text) { Fate::Keep } else { Fate::Drop };
    checked.copy(&corpus.places(), &mut fate, &Progress::new())
}

fn source(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> Source {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, bytes).unwrap();
    Source::Path(path)
}
