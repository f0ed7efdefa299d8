//! Corpora from files, and from rows made up.

use simscope::corpus::{Corpus, Event, ReadOptions, Source, name_of, read};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

/// The corpus of a file.
pub fn load(path: &Path) -> Corpus {
    let sources = [Source::Path(path.to_path_buf())];
    let mut corpus = Corpus::new(name_of(&sources));
    read(&sources, &ReadOptions::default(), &mut |event| {
        if let Event::Batch(batch) = event {
            corpus.push(batch);
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    corpus
}

/// A corpus of these texts and labels.
pub fn corpus_of(name: &str, rows: impl IntoIterator<Item = (String, String)>) -> Corpus {
    let mut file = tempfile::Builder::new().suffix(".jsonl").tempfile().unwrap();
    for (id, (text, label)) in rows.into_iter().enumerate() {
        let row = serde_json::json!({"id": id.to_string(), "text": text, "group": label});
        writeln!(file, "{row}").unwrap();
    }
    let read = load(file.path());
    let mut corpus = Corpus::new(name);
    read.batches().iter().for_each(|batch| corpus.push(batch.clone()));
    corpus
}
