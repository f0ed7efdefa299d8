//! Facts about an index, in numbers.

use super::format::{Kind, VERSION};
use super::{Index, IndexError};
use crate::progress::Progress;

/// Facts about an index.
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
    /// Name and bytes of each kind of section; the rest of the file is header, checksums and padding.
    pub sections: Vec<(&'static str, u64)>,
}

impl Index {
    /// The facts. Sections of the same kind are added up over all tables.
    pub fn info(&self) -> Info {
        let header = self.header();
        let bytes = |(kind, name): (Kind, &'static str)| {
            let of_kind = header.sections.iter().filter(|section| section.kind == kind);
            (name, of_kind.map(|section| section.range.end - section.range.start).sum())
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
    /// The first damage found; or a cancel.
    pub fn verify(&self, progress: &Progress) -> Result<(), IndexError> {
        progress.expect(self.header().length());
        self.mapped.verify_all(progress)
    }
}
