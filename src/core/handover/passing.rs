//! Records on their way from one file to another.

use super::{Fate, Unreadable, Written};
use crate::corpus::{Place, Places, Window};
use std::io::{self, Write};

/// Decides on the records of all files, and counts them.
pub(super) struct Deciding<'c> {
    pub(super) places: &'c Places,
    pub(super) fate: &'c mut dyn FnMut(usize) -> Fate,
    pub(super) unreadable: Unreadable,
    pub(super) written: Written,
    /// Documents met.
    pub(super) met: usize,
}

impl Deciding<'_> {
    /// Whether a record is kept; `None` if it is no document. Documents are counted.
    pub(super) fn fate_of(&mut self, file: u32, record: u64) -> Option<bool> {
        let document = self.places.document_at(Place { file, record })?;
        self.met += 1;
        let is_kept = (self.fate)(document) == Fate::Keep;
        self.count(is_kept);
        Some(is_kept)
    }

    /// Whether a record is kept, document or not.
    pub(super) fn keeps(&mut self, file: u32, record: u64) -> bool {
        self.fate_of(file, record).unwrap_or_else(|| self.unreadable())
    }

    /// Counts a record that is no document; returns whether it is kept.
    pub(super) fn unreadable(&mut self) -> bool {
        let is_kept = self.unreadable == Unreadable::Keep;
        self.written.unreadable += 1;
        self.count(is_kept);
        is_kept
    }

    fn count(&mut self, is_kept: bool) {
        self.written.records_read += 1;
        self.written.records_kept += u64::from(is_kept);
    }
}

/// Why a file is not copied to its end.
#[derive(Debug)]
pub(super) enum Broken {
    Read(io::Error),
    Write(io::Error),
}

/// One text with its output.
pub(super) struct Passing<'p, 'c, 'w> {
    pub(super) window: Window<'w>,
    pub(super) out: &'p mut dyn Write,
    pub(super) file: u32,
    pub(super) deciding: &'p mut Deciding<'c>,
}

impl Passing<'_, '_, '_> {
    /// Whether something follows, which is then ready.
    pub(super) fn has_more(&mut self) -> Result<bool, Broken> {
        if self.window.ready().is_empty() { self.fill() } else { Ok(true) }
    }

    pub(super) fn fill(&mut self) -> Result<bool, Broken> {
        self.window.fill().map_err(Broken::Read)
    }

    /// Passes the first `length` bytes that are ready: writes them if they are kept.
    pub(super) fn pass(&mut self, length: usize, is_kept: bool) -> Result<(), Broken> {
        let bytes = self.window.take(length).map_err(Broken::Read)?;
        self.deciding.written.bytes_read += bytes.len() as u64;
        if is_kept {
            self.deciding.written.bytes_written += bytes.len() as u64;
            self.out.write_all(bytes).map_err(Broken::Write)?;
        }
        Ok(())
    }

    /// Moves the first `length` bytes that are ready to the end of `held`.
    pub(super) fn hold(&mut self, length: usize, held: &mut Vec<u8>) -> Result<(), Broken> {
        let bytes = self.window.take(length).map_err(Broken::Read)?;
        self.deciding.written.bytes_read += bytes.len() as u64;
        held.extend_from_slice(bytes);
        Ok(())
    }

    /// Writes bytes that were held.
    pub(super) fn write(&mut self, held: &[u8]) -> Result<(), Broken> {
        self.deciding.written.bytes_written += held.len() as u64;
        self.out.write_all(held).map_err(Broken::Write)
    }

    /// Passes the byte order mark, which is kept.
    pub(super) fn mark(&mut self) -> Result<(), Broken> {
        let mark = self.window.mark();
        self.deciding.written.bytes_read += mark.len() as u64;
        self.write(&mark)
    }

    /// Passes all that follows.
    pub(super) fn rest(&mut self, is_kept: bool) -> Result<(), Broken> {
        while self.has_more()? {
            self.pass(self.window.ready().len(), is_kept)?;
        }
        Ok(())
    }

    /// Whether a record is kept.
    pub(super) fn keeps(&mut self, record: u64) -> bool {
        self.deciding.keeps(self.file, record)
    }
}
