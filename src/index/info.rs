//! What an index is, in numbers.

use super::format::{Kind, VERSION};
use super::{Index, IndexError};
use crate::progress::Progress;

/// What an index says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Info {
    /// Version of the format.
    pub version: u32,
    /// Documents.
    pub documents: u64,
    /// Documents whose id an earlier one has.
    pub duplicates: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// What of the file is what, and how many bytes that takes; the rest is header, checksums and padding.
    pub sections: Vec<(&'static str, u64)>,
}

impl Index {
    /// What it says of itself. The sections of all tables are added up.
    pub fn info(&self) -> Info {
        let header = self.header();
        let bytes = |kind: Kind| {
            let of_kind = header.sections.iter().filter(|section| section.kind == kind);
            (kind.name(), of_kind.map(|section| section.range.end - section.range.start).sum())
        };
        Info {
            version: VERSION,
            documents: header.documents,
            duplicates: header.duplicates,
            bytes: header.length(),
            sections: Kind::ALL.map(bytes).to_vec(),
        }
    }

    /// Reads and verifies the whole file. Advances by bytes.
    ///
    /// # Errors
    /// The first damage that there is; and when it is cancelled.
    pub fn verify(&self, progress: &Progress) -> Result<(), IndexError> {
        progress.expect(self.header().length());
        self.mapped.verify_all(progress)
    }
}
