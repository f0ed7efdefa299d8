//! Streams that are read more than once.

use crate::display::say;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use std::sync::Arc;

use super::source::{Stored, open};
use super::{CorpusError, SkipReason, Source, inputs};
use crate::progress::Progress;

/// Bytes that are copied at once, between two looks at the progress.
const PIECE: u64 = 1 << 20;

/// A stream that was copied to an unnamed temporary file. Nothing of it is left when the process ends.
#[derive(Debug, Clone)]
pub struct Spooled {
    of: Box<Source>,
    file: Arc<File>,
}

impl PartialEq for Spooled {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.file, &other.file)
    }
}

impl Eq for Spooled {}

impl Spooled {
    /// The stream that was copied.
    pub fn source(&self) -> &Source {
        &self.of
    }

    pub(super) fn size(&self) -> Option<u64> {
        Some(self.file.metadata().ok()?.len())
    }

    /// The bytes from their start. There is one position in the file, so only one may read at a time.
    pub(super) fn open(&self) -> io::Result<Stored> {
        let mut file = self.file.try_clone()?;
        file.rewind()?;
        Ok(Stored::File(file))
    }
}

/// The same sources, with standard input and other pipes copied to temporary files, so that all can be read twice.
/// The copies are in `folder`, or where the system keeps temporary files. Advances by bytes. `None` if cancelled.
///
/// # Errors
/// A stream that cannot be read; one that takes more than nine tenths of the room in the folder, as one without an end does.
pub fn spool(
    sources: &[Source],
    folder: Option<&Path>,
    progress: &Progress,
) -> Result<Option<Vec<Source>>, CorpusError> {
    let mut spooled = Vec::with_capacity(sources.len());
    for source in sources {
        let is_stream = match source {
            Source::Stdin => true,
            Source::Path(path) => std::fs::metadata(path).is_ok_and(|kind| !kind.is_file() && !kind.is_dir()),
            Source::Builtin | Source::Held(_) | Source::SparkOutput(_) | Source::Spooled(_) => false,
        };
        if !is_stream {
            spooled.push(source.clone());
            continue;
        }
        let refused = |error: io::Error| CorpusError::Unreadable {
            place: inputs::place_of(source),
            reason: SkipReason::Unreadable(say!(
                "it cannot be copied to a temporary file: {error}",
                "无法复制到临时文件：{error}"
            )),
        };
        let mut stream = open(source)?;
        let mut file = match folder {
            Some(folder) => tempfile::tempfile_in(folder),
            None => tempfile::tempfile(),
        }
        .map_err(refused)?;
        let room = free(&file).map_or(u64::MAX, |free| free / 10 * 9);
        if !copy(&mut stream, &mut file, room, progress).map_err(refused)? {
            return Ok(None);
        }
        spooled.push(Source::Spooled(Spooled { of: Box::new(source.clone()), file: Arc::new(file) }));
    }
    Ok(Some(spooled))
}

/// Copies a stream of at most `room` bytes, in pieces. Returns `false` if it was cancelled.
fn copy(stream: &mut impl Read, file: &mut impl Write, room: u64, progress: &Progress) -> io::Result<bool> {
    let mut size = 0;
    loop {
        let copied = io::copy(&mut stream.take(PIECE), file)?;
        progress.advance(copied);
        size += copied;
        if progress.is_cancelled() || copied == 0 {
            return Ok(copied == 0);
        }
        if size > room {
            return Err(io::Error::other(say!(
                "it has more than {room} bytes, nine tenths of what was free there",
                "它超过 {room} 字节，即该处可用空间的九成"
            )));
        }
    }
}

/// Free bytes where this file is, if the system says.
fn free(file: &File) -> Option<u64> {
    #[cfg(unix)]
    return rustix::fs::fstatvfs(file).ok().map(|disk| disk.f_bavail.saturating_mul(disk.f_frsize));
    #[cfg(not(unix))]
    return Some(file).and(None);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_without_an_end_stops_where_the_room_ends() {
        let mut copied = Vec::new();
        let error = copy(&mut io::repeat(b'y'), &mut copied, 5 << 20, &Progress::new()).unwrap_err();
        assert!(error.to_string().contains("more than 5242880 bytes"), "{error}");
        assert_eq!(copied.len(), 6 << 20, "one piece more than the room");
    }

    #[test]
    fn a_stream_that_fits_is_copied_whole() {
        let text = vec![b'x'; 3 << 20];
        let mut copied = Vec::new();
        assert!(copy(&mut text.as_slice(), &mut copied, 3 << 20, &Progress::new()).unwrap());
        assert_eq!(copied, text);
        assert!(free(&tempfile::tempfile().unwrap()).is_none_or(|free| free > 0));
    }
}
