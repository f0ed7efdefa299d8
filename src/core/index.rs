//! Signature indices on disk: built once, queried often.
//!
//! A [`Builder`] takes ids and signatures one after the other, in bounded memory, and writes a file; [`Index`]
//! maps that file and finds the documents within k of a query. The file carries the ids and the recipe, so that
//! a query is hashed like the documents. It gets its name only when it is complete and on disk, and every byte
//! is covered by a checksum that is verified before the byte is used. The format is described below.
//!
//! ```
//! # use simscope_core as simscope;
//! use simscope::index::{Builder, Index, Origin, Settings};
//! use simscope::progress::Progress;
//! use simscope::recipe::Bits;
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("example.simx");
//! let origin = Origin::Signatures(Bits::DEFAULT);
//! let mut builder = Builder::new(&path, &Settings { origin, k: 3, strategy: None, memory: 1 << 26 })?;
//! builder.push("a", 0b0000)?;
//! builder.push("b", 0b0111)?;
//! builder.finish(&Progress::new())?;
//! let (index, mut hits) = (Index::open(&path)?, Vec::new());
//! index.within(0b0110, 1, &mut hits)?;
//! assert_eq!((index.id(hits[0].index)?, hits[0].distance), ("b", 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![doc = include_str!("index/format.md")]

mod build;
mod carried;
mod duplicates;
mod error;
mod format;
mod info;
mod lock;
mod mapped;
mod pages;
mod query;
mod sort;
mod spool;
mod target;
#[cfg(test)]
mod tests;

pub use build::{Builder, Built, Origin, Settings};
pub use carried::tables_sum;
pub use duplicates::Duplicates;
pub use error::IndexError;
pub use info::Info;

use crate::display::{lang, say};
use crate::files::is_regular;
use crate::hamming::Signatures;
use crate::recipe::{Bits, Recipe};
use crate::search::Design;
use format::{Header, Kind, Section};
use mapped::Mapped;
use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::Path;

/// 32 bits number the documents.
pub const MOST_DOCUMENTS: u64 = u32::MAX as u64;

/// An index file, open for queries from any number of threads.
///
/// Opening reads the header and the list of tables; everything else is read and verified when it is first
/// needed. A file that is replaced while it is open keeps its old content for this index.
#[derive(Debug)]
pub struct Index {
    mapped: Mapped,
    id_starts: Range<u64>,
    ids: Range<u64>,
    signatures: Range<u64>,
    tables: Vec<TablePlaces>,
}

/// Whether a file begins like an index.
pub fn is_index(path: &Path) -> bool {
    let mut start = [0; format::MAGIC.len()];
    let is_file = is_regular(path).unwrap_or(false);
    is_file
        && File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok()
        && start == format::MAGIC
}

/// Ranges of the parts of a table.
#[derive(Debug)]
struct TablePlaces {
    keys: Range<u64>,
    positions: Range<u64>,
    directory: Range<u64>,
    /// Number of leading bits that the directory covers.
    resolved: u32,
}

impl Index {
    /// Opens an index.
    ///
    /// # Errors
    /// A file that cannot be read, is not an index, has another version, another length than its header says,
    /// or a damaged header. Damage elsewhere is reported by the call that reads it first.
    pub fn open(path: &Path) -> Result<Self, IndexError> {
        let mapped = Mapped::open(path)?;
        let header = mapped.header();
        let section = |kind, table| {
            let found = header.section(kind, table).map(|section: &Section| section.range.clone());
            found.ok_or_else(|| mapped.damaged(lang().pick(("a section is missing", "缺少一个部分"))))
        };
        // If this version ordered the bits differently, look-ups would be wrong.
        if mapped.bytes(section(Kind::Layouts, 0)?)? != build::described(header.design.layouts()) {
            return Err(
                mapped.damaged(lang().pick(("its tables are laid out in another way", "表的布局不同")))
            );
        }
        let tables = header.design.layouts().iter().zip(0..).map(|(layout, table)| {
            let directory = section(Kind::Directory, table)?;
            let entries = (directory.end - directory.start) / 4;
            let resolved = entries.saturating_sub(1).checked_ilog2().unwrap_or(64);
            let is_whole = directory.end - directory.start == ((1_u64 << resolved.min(32)) + 1) * 4;
            if !is_whole || resolved > u32::from(layout.lead_bits()) {
                return Err(mapped.damaged(lang().pick(("a directory of another length", "目录长度不符"))));
            }
            let (keys, positions) = (section(Kind::Keys, table)?, section(Kind::Positions, table)?);
            Ok(TablePlaces { keys, positions, directory, resolved })
        });
        let tables = tables.collect::<Result<_, IndexError>>()?;
        let (id_starts, ids) = (section(Kind::IdStarts, 0)?, section(Kind::Ids, 0)?);
        let signatures = section(Kind::Signatures, 0)?;
        Ok(Self { id_starts, ids, signatures, tables, mapped })
    }

    fn header(&self) -> &Header {
        self.mapped.header()
    }

    /// The path as given.
    pub fn path(&self) -> &Path {
        self.mapped.path()
    }

    /// Number of documents.
    pub fn len(&self) -> u64 {
        self.header().documents
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Width of the signatures.
    pub fn bits(&self) -> Bits {
        self.design().bits()
    }

    /// The largest distance that the tables are for.
    pub fn k(&self) -> u8 {
        self.design().k()
    }

    /// Strategy, blocks and tables.
    pub fn design(&self) -> &Design {
        &self.header().design
    }

    /// The recipe as TOML; empty in an index of signatures.
    ///
    /// # Errors
    /// Damage.
    pub fn recipe_toml(&self) -> Result<&str, IndexError> {
        let section = self.header().section(Kind::Recipe, 0).map(|section| section.range.clone());
        let bytes = self.mapped.bytes(section.unwrap_or_default())?;
        str::from_utf8(bytes).map_err(|_| self.mapped.damaged(lang().pick(("its recipe", "配方"))))
    }

    /// The recipe that the documents were signed with, including its table files; `None` in an index of
    /// signatures.
    ///
    /// # Errors
    /// Damage; and a recipe that would now sign differently than when the index was built, because its table
    /// files or the version of simscope changed.
    pub fn recipe(&self) -> Result<Option<Recipe>, IndexError> {
        self.checked_recipe(true)
    }

    /// As [`Index::recipe`], for one text: does not load jieba's dictionary if the text does not need it.
    ///
    /// # Errors
    /// See [`Index::recipe`].
    pub fn recipe_for(&self, text: &str) -> Result<Option<Recipe>, IndexError> {
        self.checked_recipe(carried::has_han(text))
    }

    fn checked_recipe(&self, texts_have_han: bool) -> Result<Option<Recipe>, IndexError> {
        match self.recipe_toml()? {
            "" => Ok(None),
            toml => carried::recipe(toml, self.header(), self.path(), texts_have_han).map(Some),
        }
    }

    /// Whether this recipe signs like that of the index.
    ///
    /// # Errors
    /// [`IndexError::OtherRecipe`] if it does not.
    pub fn check_recipe(&self, of_index: &Recipe, given: &Recipe) -> Result<(), IndexError> {
        if carried::are_same(of_index, given) {
            return Ok(());
        }
        let (of_index, given) = (carried::shown(of_index), carried::shown(given));
        Err(IndexError::OtherRecipe { path: self.path().to_owned(), of_index, given })
    }

    /// The id of a document; untrusted text.
    ///
    /// # Errors
    /// Damage, and a document that is not there.
    pub fn id(&self, document: u32) -> Result<&str, IndexError> {
        let at = document as usize;
        let starts: &[u64] = self.mapped.words(&self.id_starts, at..at + 2)?;
        let bytes = self.mapped.words(&self.ids, starts[0] as usize..starts[1] as usize)?;
        str::from_utf8(bytes)
            .map_err(|_| self.mapped.damaged(say!("the id of document {document}", "文档 {document} 的编号")))
    }

    /// The signature of a document.
    ///
    /// # Errors
    /// Damage, and a document that is not there.
    pub fn signature(&self, document: u32) -> Result<u128, IndexError> {
        let at = document as usize;
        Ok(match self.bits().is_wide() {
            true => self.mapped.words::<u128>(&self.signatures, at..at + 1)?[0],
            false => self.mapped.words::<u64>(&self.signatures, at..at + 1)?[0].into(),
        })
    }

    /// A copy of the signatures of consecutive documents, for reading all of them in pieces.
    ///
    /// # Errors
    /// Damage, and documents that are not there.
    pub fn signatures(&self, documents: Range<u32>) -> Result<Signatures, IndexError> {
        let range = documents.start as usize..documents.end as usize;
        Ok(match self.bits().is_wide() {
            true => Signatures::Wide(self.mapped.words(&self.signatures, range)?.to_vec()),
            false => Signatures::Narrow(self.mapped.words(&self.signatures, range)?.to_vec()),
        })
    }
}
