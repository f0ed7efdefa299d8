//! Files of any content: read to the end or refused with a line, never a panic, and copied byte for byte.

use super::{SAMPLE, choice};
use simscope::analysis::PairsFile;
use simscope::corpus::{self, Corpus, Event, Input, Lookup, Memory, ReadOptions, Source, each_signature};
use simscope::evidence::PairLabels;
use simscope::handover::{Copying, Fate, Target, Unreadable};
use simscope::index::{Builder, Index, Origin, Settings};
use simscope::progress::Progress;
use simscope::recipe::Bits;
use simscope::{decide, judgements, visible};
use std::cell::LazyCell;
use std::ops::ControlFlow;
use std::path::PathBuf;
use tempfile::TempDir;

thread_local! {
    static FOLDER: LazyCell<TempDir> = LazyCell::new(|| tempfile::tempdir().unwrap());
    static INDEX: LazyCell<Vec<u8>> = LazyCell::new(index);
}

/// A file of the thread with this content.
fn file(name: &str, content: &[u8]) -> PathBuf {
    let path = FOLDER.with(|folder| folder.path().join(name));
    std::fs::write(&path, content).unwrap();
    path
}

/// A message is one line without control characters.
fn is_safe(message: &str) {
    assert!(!message.contains(char::is_control), "{message:?}");
}

/// The documents of a file, and its messages; an error is a message, too.
fn read(source: &Source, options: &ReadOptions) -> (Corpus, Vec<String>) {
    let (mut corpus, mut messages) = (Corpus::new("c"), Vec::new());
    let result = corpus::read(std::slice::from_ref(source), options, &mut |event| {
        match event {
            Event::Batch(batch) => corpus.push(batch),
            Event::Skipped(skipped) => messages.push(skipped.to_string()),
            Event::Noticed(notice) => messages.push(notice.to_string()),
            Event::Bytes { .. } => {}
        }
        ControlFlow::Continue(())
    });
    messages.extend(result.err().map(|error| error.to_string()));
    messages.iter().for_each(|message| is_safe(message));
    (corpus, messages)
}

const INPUTS: [Input; 6] = [Input::Auto, Input::Dir, Input::Lines, Input::Jsonl, Input::Csv, Input::Tsv];
const ENCODINGS: [Option<&str>; 5] =
    [None, Some("utf-8"), Some("gb18030"), Some("utf-16le"), Some("iso-2022-jp")];

/// Reads a file as `options` say, twice alike, and copies it with everything kept.
fn check_records(content: &[u8], name: &str, options: &ReadOptions) {
    let path = file(name, content);
    let source = Source::Path(path.clone());
    let (corpus, messages) = read(&source, options);
    let (again, same_messages) = read(&source, options);
    assert_eq!(messages, same_messages);
    assert_eq!(corpus.len(), again.len());
    for (document, same) in corpus.iter().zip(again.iter()) {
        assert_eq!((document.id, document.text), (same.id, same.text));
        is_safe(&visible::line(document.text));
    }
    let output = path.with_extension("kept");
    let copying = Copying {
        sources: &[source],
        options,
        target: Target::File(output.clone()),
        companions: &[],
        compression: None,
        unreadable: Unreadable::Keep,
        is_forced: true,
    };
    let keep_all = &mut |_| Fate::Keep;
    let copied =
        copying.check().and_then(|checked| checked.copy(&corpus.places(), keep_all, &Progress::new()));
    match copied {
        // What was compressed may be compressed in another way.
        Ok(_) if !content.starts_with(b"\x1f\x8b") && !content.starts_with(b"\x28\xb5\x2f\xfd") => {
            assert_eq!(std::fs::read(&output).unwrap(), content);
        }
        Ok(_) => {}
        Err(error) => is_safe(&error.to_string()),
    }
}

pub fn records(input: &[u8]) {
    let (form, content) = choice(input);
    let options = ReadOptions {
        input: INPUTS[form % INPUTS.len()],
        encoding: ENCODINGS[form / INPUTS.len() % ENCODINGS.len()].map(str::to_owned),
        ..ReadOptions::default()
    };
    check_records(content, "records", &options);
}

#[cfg(feature = "parquet")]
pub fn parquet(input: &[u8]) {
    let options = ReadOptions { input: Input::Parquet, ..ReadOptions::default() };
    read(&Source::Path(file("rows.parquet", input)), &options);
}

pub fn signatures(input: &[u8]) {
    let path = file("signatures", input);
    let mut width = None;
    let read =
        each_signature(&Source::Path(path), &ReadOptions::default(), &Progress::new(), &mut |record| {
            assert_eq!(*width.get_or_insert(record.bits), record.bits, "one width");
            ControlFlow::Continue(())
        });
    if let Err(error) = read {
        is_safe(&error.to_string());
    }
}

pub fn judged(input: &[u8]) {
    match judgements::read(&file("a.judgements.tsv", input)) {
        Ok(read) => read.bad.iter().for_each(|bad| is_safe(&bad.to_string())),
        Err(error) => is_safe(&error.to_string()),
    }
}

/// Judgements as a spreadsheet saves them; those that are read are read again from a file of judgements.
pub fn sheets(input: &[u8]) {
    match judgements::read_sheet(&file("sheet.csv", input)) {
        Ok(rows) => {
            let path = file("from-sheet.judgements.tsv", b"");
            std::fs::remove_file(&path).unwrap();
            judgements::append(&path, &rows).unwrap();
            let read = judgements::read(&path).unwrap();
            assert_eq!((read.lines, read.bad), (rows, Vec::new()));
        }
        Err(error) => is_safe(&error.to_string()),
    }
}

/// Labelled pairs, as a name with the ending of a format or without one.
pub fn labels(input: &[u8]) {
    const NAMES: [&str; 4] = ["pairs", "pairs.csv", "pairs.jsonl", "pairs.tsv"];
    let (form, content) = choice(input);
    let path = file(NAMES[form % NAMES.len()], content);
    match PairsFile::read(&path, "label", Memory::of(1 << 26), &Progress::new()) {
        Ok(pairs) => {
            let rows: Vec<_> = pairs.rows().collect();
            rows.iter().for_each(|row| is_safe(&row.place));
            let ids = rows.iter().take(3).map(|row| row.ids.0);
            let labelled = rows.iter().map(|row| (row.ids.0, row.ids.1, row.value == "1"));
            let (known, _) = PairLabels::new(ids, labelled);
            assert!(known.positive() <= known.pairs().len() && known.pairs().len() <= rows.len());
        }
        Err(error) => is_safe(&error.to_string()),
    }
}

pub fn decisions(input: &[u8]) {
    let corpus = &*SAMPLE;
    let text = String::from_utf8_lossy(input);
    match decide::read(&text, &Lookup::new(corpus)) {
        Ok((decisions, setting, unfit)) => {
            unfit.iter().for_each(|unfit| is_safe(&unfit.to_string()));
            let setting = setting.unwrap_or_else(|| decide::Setting {
                corpus: "c".to_owned(),
                documents: 1,
                recipe: "r".to_owned(),
                k: 3,
                grouping: "connected".to_owned(),
            });
            let written = decide::write(&decisions, &setting, corpus);
            let (again, _, unfit) = decide::read(&written, &Lookup::new(corpus)).unwrap();
            assert!(unfit.is_empty());
            assert_eq!(decide::write(&again, &setting, corpus), written);
        }
        Err(error) => is_safe(&error.to_string()),
    }
}

/// An index of 200 signatures.
fn index() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("whole.simx");
    let origin = Origin::Signatures(Bits::DEFAULT);
    let mut builder =
        Builder::new(&path, &Settings { origin, k: 3, strategy: None, memory: 1 << 20 }).unwrap();
    for i in 0..200_u64 {
        builder.push(&format!("document {i}"), i.wrapping_mul(0x9e37_79b9_7f4a_7c15).into()).unwrap();
    }
    builder.finish(&Progress::new()).unwrap();
    std::fs::read(path).unwrap()
}

/// Each four bytes of the input are a place in the index and its new content. Without any, the input is the index.
pub fn damaged_index(input: &[u8]) {
    let (form, changes) = choice(input);
    let mut bytes = if form % 2 == 0 { INDEX.with(|whole| (*whole).clone()) } else { changes.to_vec() };
    if form % 2 == 0 {
        for change in changes.chunks_exact(4) {
            let place = u32::from_le_bytes([change[0], change[1], change[2], 0]) as usize % bytes.len();
            bytes[place] = change[3];
        }
    }
    match Index::open(&file("damaged.simx", &bytes)) {
        Ok(index) => {
            let _ = index.verify(&Progress::new());
            let mut hits = Vec::new();
            for query in [0, 0x9e37_79b9_7f4a_7c15, u64::MAX.into()] {
                let _ = index.within(query, 3, &mut hits);
            }
            for document in (0..index.len().min(300)).chain([u64::from(u32::MAX)]) {
                let _ = (index.id(document as u32), index.signature(document as u32));
            }
        }
        Err(error) => is_safe(&error.to_string()),
    }
}
