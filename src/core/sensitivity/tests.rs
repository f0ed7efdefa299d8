//! Corpora to test on.

use crate::corpus::{Corpus, Event, Input, ReadOptions, Source, read};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

/// One document a line.
pub(super) fn lines(lines: &str) -> Corpus {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(lines.as_bytes()).unwrap();
    of_file(file.path(), &ReadOptions { input: Input::Lines, ..ReadOptions::default() })
}

/// One of the samples.
pub(super) fn sample(name: &str) -> Corpus {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../samples/{name}.jsonl"));
    of_file(&path, &ReadOptions::default())
}

fn of_file(path: &Path, options: &ReadOptions) -> Corpus {
    let mut corpus = Corpus::new("test");
    read(&[Source::Path(path.to_owned())], options, &mut |event| {
        if let Event::Batch(batch) = event {
            corpus.push(batch);
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    corpus
}
