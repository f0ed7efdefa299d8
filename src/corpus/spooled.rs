//! Streams that are read more than once.

use crate::display::say;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;
use std::sync::Arc;

use super::source::{Stored, open};
use super::{CorpusError, SkipReason, Source, inputs};
use crate::progress::Progress;

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
/// A stream that cannot be read, a folder without room.
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
            Source::Builtin | Source::Held(_) | Source::Spooled(_) => false,
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
        // In pieces, so that it can be cancelled.
        loop {
            let copied = io::copy(&mut stream.by_ref().take(1 << 20), &mut file).map_err(refused)?;
            progress.advance(copied);
            if progress.is_cancelled() {
                return Ok(None);
            }
            if copied == 0 {
                break;
            }
        }
        spooled.push(Source::Spooled(Spooled { of: Box::new(source.clone()), file: Arc::new(file) }));
    }
    Ok(Some(spooled))
}
