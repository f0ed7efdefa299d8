//! Writes pages to disk: a separate thread hashes and writes them while the next ones are sorted.

use super::format::PAGE;
use super::spool::Spool;
use crossbeam_channel::{Receiver, Sender, bounded};
use std::fs::File;
use std::io::{self, Write};
use std::thread::{self, JoinHandle};
use tempfile::NamedTempFile;
use xxhash_rust::xxh3::xxh3_64;

/// Bytes written at a time: whole pages.
const BUFFER: usize = 64 * PAGE as usize;
/// After this many buffers (16 MiB) a sync is started, so that the writing is spread over time.
const AT_A_TIME: usize = 64;

/// The written file, and the checksum of each page.
type Written = (NamedTempFile, Spool<u64>);

/// A writer of pages.
#[derive(Debug)]
pub(super) struct Pages {
    buffer: Vec<u8>,
    full: Option<Sender<Vec<u8>>>,
    /// Written buffers, for reuse.
    empty: Receiver<Vec<u8>>,
    writer: Option<JoinHandle<io::Result<Written>>>,
}

impl Pages {
    /// Writes to the file from its current position; at most `memory` bytes are buffered.
    pub(super) fn start(file: NamedTempFile, sums: Spool<u64>, memory: usize) -> io::Result<Self> {
        let most = (memory / BUFFER).clamp(2, 1024);
        let (full, to_write) = bounded(most);
        let (emptied, empty) = bounded(most);
        let writer = thread::Builder::new()
            .name("index writer".to_owned())
            .spawn(move || write(file, sums, &to_write, &emptied))?;
        Ok(Self { buffer: Vec::with_capacity(BUFFER), full: Some(full), empty, writer: Some(writer) })
    }

    pub(super) fn write(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(BUFFER - self.buffer.len()));
            self.buffer.extend_from_slice(now);
            bytes = later;
            if self.buffer.len() == BUFFER {
                self.send()?;
            }
        }
        Ok(())
    }

    fn send(&mut self) -> io::Result<()> {
        let mut next = self.empty.try_recv().unwrap_or_else(|_| Vec::with_capacity(BUFFER));
        next.clear();
        let buffer = std::mem::replace(&mut self.buffer, next);
        let is_taken = self.full.as_ref().is_some_and(|full| full.send(buffer).is_ok());
        if is_taken {
            return Ok(());
        }
        // The writer thread has ended early; its result says why.
        match self.join() {
            Err(error) => Err(error),
            Ok(_) => Err(io::Error::other("the writer has ended")),
        }
    }

    /// Writes the rest. Only the last page may be short.
    pub(super) fn finish(mut self) -> io::Result<Written> {
        if !self.buffer.is_empty() {
            self.send()?;
        }
        self.join()
    }

    fn join(&mut self) -> io::Result<Written> {
        self.full = None;
        let writer = self.writer.take().ok_or_else(|| io::Error::other("the writer has ended"))?;
        writer.join().unwrap_or_else(|_| Err(io::Error::other("the writer has panicked")))
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        // The writer owns the temporary file, which must be removed before the error is returned.
        let _ = self.join();
    }
}

fn write(
    mut file: NamedTempFile,
    mut sums: Spool<u64>,
    to_write: &Receiver<Vec<u8>>,
    emptied: &Sender<Vec<u8>>,
) -> io::Result<Written> {
    let syncer = Syncer::start(file.as_file())?;
    for (number, buffer) in to_write.iter().enumerate() {
        for page in buffer.chunks(PAGE as usize) {
            sums.push(xxh3_64(page))?;
        }
        // Not through the wrapper, whose errors name the temporary file.
        file.as_file_mut().write_all(&buffer)?;
        let _ = emptied.try_send(buffer);
        if number % AT_A_TIME == AT_A_TIME - 1 {
            syncer.wake();
        }
    }
    syncer.finish()?;
    Ok((file, sums))
}

/// Syncs written data to disk while more is written.
struct Syncer {
    wake: Sender<()>,
    thread: JoinHandle<io::Result<()>>,
}

impl Syncer {
    fn start(file: &File) -> io::Result<Self> {
        let (wake, woken) = bounded(1);
        let file = file.try_clone()?;
        let syncs = move || woken.iter().try_for_each(|()| file.sync_data());
        let thread = thread::Builder::new().name("index syncer".to_owned()).spawn(syncs)?;
        Ok(Self { wake, thread })
    }

    /// Requests a sync, unless one is pending.
    fn wake(&self) {
        let _ = self.wake.try_send(());
    }

    /// A sync error must be reported here: a later sync of the same file would not report it again.
    fn finish(self) -> io::Result<()> {
        drop(self.wake);
        self.thread.join().unwrap_or_else(|_| Err(io::Error::other("the syncer has panicked")))
    }
}
