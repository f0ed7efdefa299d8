//! A file of a folder → one document, or in a record format a stream of them.

use std::fs::File;
use std::io::{self, Read};

use super::compression::{Counted, decompressed};
use super::encoding::decode_whole;
use super::foreign::{foreign, records_inside};
use super::sink::{Documents, Naming, Sink};
use super::source::{Reading, breaking_off};
use super::walk::{FolderFile, unreadable};
use super::{Document, Input, MAX_DOCUMENT, SkipReason, Stop};

/// Reads the records of one file of the folder at `path`.
pub(super) fn records(
    found: FolderFile,
    path: &str,
    reading: &Reading<'_>,
    sink: &mut Sink<'_>,
) -> Result<(), Stop> {
    let wanted = &reading.wanted.at(&format!("{path}/{}", found.name));
    let prefix = format!("{}:", found.name);
    let place = Naming { name: found.name, prefix, may_be_documents: reading.input == Input::Auto };
    sink.begin_file(Some(&place.name));
    match File::open(&found.path) {
        Err(error) => sink.skip(&place.name, None, unreadable(&error)),
        Ok(file) => {
            let mut documents = Documents::new(sink, &place, wanted);
            Reading { wanted, ..*reading }.records(file, &place.name, &mut documents)
        }
    }
}

/// Reads files that are one document each, with one reusable buffer.
#[derive(Debug, Default)]
pub(super) struct DocumentReader {
    bytes: Vec<u8>,
}

impl DocumentReader {
    pub(super) fn read(
        &mut self,
        found: &FolderFile,
        reading: &Reading<'_>,
        sink: &mut Sink<'_>,
    ) -> Result<(), Stop> {
        sink.begin_file(None);
        let id = found.name.as_str();
        let before = sink.counter().get();
        let text = self.load(found, sink).and_then(|()| decode_whole(&self.bytes, reading.encoding));
        let result = match text {
            Err(reason) => sink.skip(id, None, reason),
            Ok((text, _)) if text.len() > MAX_DOCUMENT => {
                sink.skip(id, None, SkipReason::TooLarge(text.len() as u64))
            }
            Ok((text, guess)) => {
                if let Some(encoding) = guess {
                    sink.guessed(id, encoding);
                }
                sink.document(0, Document { id, text: &text, label: None })
            }
        };
        // The unread rest of a skipped file counts as done.
        let counter = sink.counter();
        counter.set(counter.get().max(before + found.size));
        result?;
        sink.turn()
    }

    fn load(&mut self, found: &FolderFile, sink: &Sink<'_>) -> Result<(), SkipReason> {
        if found.size > MAX_DOCUMENT as u64 {
            return Err(SkipReason::TooLarge(found.size));
        }
        self.bytes.clear();
        self.bytes.shrink_to(1 << 20); // one huge file must not hold its room for all the others
        let file = File::open(&found.path).map_err(|error| unreadable(&error))?;
        let read = |bytes: &mut Vec<u8>| -> io::Result<usize> {
            decompressed(Counted::new(file, sink.counter()))?
                .1
                .take(MAX_DOCUMENT as u64 + 1)
                .read_to_end(bytes)
        };
        match read(&mut self.bytes) {
            Err(error) => Err(breaking_off(&error)),
            Ok(size) if size > MAX_DOCUMENT => Err(SkipReason::TooLarge(size as u64)),
            Ok(_) => match foreign(&found.name, &self.bytes).or_else(|| records_inside(&self.bytes)) {
                Some(reason) => Err(reason),
                None => Ok(()),
            },
        }
    }
}
