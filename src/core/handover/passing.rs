//! Records on their way from one file to another.

use super::{Fate, Unreadable, Written};
use crate::corpus::{Layout, Place, Places, Shape, Window};
use crate::display::say;
use std::io::{self, Read, Write};

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

/// What was written to a file before, where several are joined in it.
#[derive(Debug, Default)]
pub(super) struct Before {
    /// Whether there are several files.
    are_several: bool,
    /// How the records of the first file stand in it.
    shape: Option<Shape>,
    /// The header of the first table.
    pub(super) header: Option<Vec<u8>>,
    is_begun: bool,
    /// Whether the last line has no end.
    is_open: bool,
}

impl Before {
    pub(super) fn of(files: usize) -> Self {
        Self { are_several: files > 1, ..Self::default() }
    }

    /// Why a file cannot be joined to those before.
    pub(super) fn check(&mut self, layout: &Layout) -> Result<(), String> {
        match layout {
            _ if !self.are_several => Ok(()),
            Layout::Text { shape, how } if *shape != Shape::Array && how.encoding.is_ascii_compatible() => {
                match *self.shape.get_or_insert(*shape) == *shape {
                    true => Ok(()),
                    false => Err(apart(say!("its records stand in another form", "其记录的形式不同"))),
                }
            }
            _ => Err(apart(say!(
                "only lines, JSON Lines, CSV and TSV are joined",
                "只能合并文本行、JSON Lines、CSV 和 TSV"
            ))),
        }
    }
}

/// That a file is not joined to others, why, and what to do.
fn apart(why: String) -> String {
    say!(
        "cannot be written into one file with the others, because {why}; --split writes a folder with a file for each",
        "不能与其他文件写入同一个文件：{why}；--split 写出文件夹，每个输入对应一个文件"
    )
}

/// One text with its output.
pub(super) struct Passing<'p, 'c, 'w> {
    pub(super) window: Window<'w>,
    pub(super) out: &'p mut dyn Write,
    pub(super) file: u32,
    pub(super) deciding: &'p mut Deciding<'c>,
    pub(super) before: &'p mut Before,
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
            self.before.is_open = !bytes.ends_with(b"\n") && !bytes.ends_with(b"\r");
        }
        Ok(())
    }

    /// Passes the header of a table, which is written once for all files; returns whether it was.
    pub(super) fn header(&mut self, length: usize) -> Result<bool, Broken> {
        let header = self.window.ready()[..length].trim_ascii_end();
        let is_first = self.before.header.is_none();
        if *self.before.header.get_or_insert_with(|| header.to_vec()) != header {
            let why = apart(say!("it has another header", "其表头不同"));
            return Err(Broken::Read(io::Error::new(io::ErrorKind::Unsupported, why)));
        }
        self.pass(length, is_first)?;
        Ok(is_first)
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

    /// Passes the byte order mark, which is kept at the beginning. Behind another file the line before is ended instead.
    pub(super) fn mark(&mut self) -> Result<(), Broken> {
        let mark = self.window.mark();
        self.deciding.written.bytes_read += mark.len() as u64;
        let is_first = !std::mem::replace(&mut self.before.is_begun, true);
        let end: &[u8] = if std::mem::take(&mut self.before.is_open) { b"\n" } else { b"" };
        self.write(if is_first { &mark } else { end })
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

/// Copies a stream as it is.
pub(super) fn pass_all(
    bytes: &mut dyn Read,
    is_kept: bool,
    out: &mut dyn Write,
    written: &mut Written,
) -> Result<(), Broken> {
    let mut chunk = vec![0; 128 << 10];
    loop {
        let read = bytes.read(&mut chunk).map_err(Broken::Read)?;
        if read == 0 {
            return Ok(());
        }
        written.bytes_read += read as u64;
        if is_kept {
            written.bytes_written += read as u64;
            out.write_all(&chunk[..read]).map_err(Broken::Write)?;
        }
    }
}
