//! The header of an index file. `format.md` describes the whole format.

use crate::recipe::Bits;
use crate::search::{Design, Strategy};
use std::ops::Range;
use xxhash_rust::xxh3::xxh3_64;

/// Magic number. As in PNG: one byte that is not ASCII, and line ends that a transfer as text would change.
pub(super) const MAGIC: [u8; 8] = *b"\x89SIMX\r\n\x1a";
/// The version that this code reads and writes.
pub(super) const VERSION: u32 = 1;
/// Bytes covered by one checksum; the header is a whole number of pages.
pub(super) const PAGE: u64 = 4096;
/// Sections begin at multiples of this: a cache line, and enough alignment for every word.
pub(super) const ALIGNMENT: u64 = 64;

/// Offset of the block widths.
const WIDTHS: usize = 128;
/// Offset of the header's checksum.
const SUM: usize = 256;
/// Offset of the list of sections; the fields before it have fixed offsets.
const SECTIONS: usize = 272;
const SECTION: usize = 24;

/// What a section holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The recipe as TOML; empty in an index of signatures.
    Recipe = 1,
    /// The bit order of each table, to be compared with that of the reader.
    Layouts = 2,
    /// N + 1 offsets (u64) into the ids.
    IdStarts = 3,
    /// The ids, end to end, UTF-8.
    Ids = 4,
    /// The signatures in the order of the documents.
    Signatures = 5,
    /// Of one table: the keys, ordered by their leading bits, then by position.
    Keys = 6,
    /// Of one table: for each key the position of its document (u32).
    Positions = 7,
    /// Of one table: 2^d + 1 offsets (u32) into the keys, by the top d bits.
    Directory = 8,
}

impl Kind {
    /// By number, from 1, with the name in `simscope index info`.
    pub(super) const ALL: [(Kind, &str); 8] = [
        (Kind::Recipe, "recipe"),
        (Kind::Layouts, "layouts"),
        (Kind::IdStarts, "id starts"),
        (Kind::Ids, "ids"),
        (Kind::Signatures, "signatures"),
        (Kind::Keys, "keys"),
        (Kind::Positions, "positions"),
        (Kind::Directory, "directories"),
    ];
}

/// One stretch of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Section {
    pub(super) kind: Kind,
    /// The table it belongs to, from 0; 0 for a section of no table.
    pub(super) table: u32,
    /// Bytes of the file.
    pub(super) range: Range<u64>,
}

/// The decoded header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) documents: u64,
    /// Documents whose id an earlier one has.
    pub(super) duplicates: u64,
    /// Width of the signatures, k, strategy and blocks.
    pub(super) design: Design,
    /// The signatures of [`super::carried::PROBES`]; 0 without a recipe.
    pub(super) probes: [u128; 2],
    /// XXH3 of the recipe's table files; 0 without.
    pub(super) tables: u64,
    pub(super) sections: Vec<Section>,
    /// One checksum (u64) for each page from the end of the header to here.
    pub(super) sums: Range<u64>,
    /// One checksum (u64) for each 4096 bytes of `sums`; it ends the file.
    pub(super) roots: Range<u64>,
    /// The checksum of `roots`.
    pub(super) roots_sum: u64,
}

impl Header {
    /// Bytes of the header with this many sections.
    pub(super) fn size(sections: usize) -> u64 {
        ((SECTIONS + sections * SECTION) as u64).next_multiple_of(PAGE)
    }

    /// Length of the file.
    pub(super) fn length(&self) -> u64 {
        self.roots.end
    }

    /// The section of a kind and a table, if there is one.
    pub(super) fn section(&self, kind: Kind, table: u32) -> Option<&Section> {
        self.sections.iter().find(|section| section.kind == kind && section.table == table)
    }

    /// The header as bytes.
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut bytes = vec![0; Self::size(self.sections.len()) as usize];
        let size = bytes.len() as u32;
        let mut put = |at: usize, field: &[u8]| bytes[at..at + field.len()].copy_from_slice(field);
        put(0, &MAGIC);
        put(8, &VERSION.to_le_bytes());
        put(12, &size.to_le_bytes());
        put(16, &self.length().to_le_bytes());
        put(24, &self.documents.to_le_bytes());
        put(32, &self.duplicates.to_le_bytes());
        let (strategy, blocks) = number_of(self.design.strategy());
        put(40, &[self.design.bits().get(), self.design.k(), strategy, blocks]);
        put(44, &(self.sections.len() as u32).to_le_bytes());
        put(48, &self.tables.to_le_bytes());
        put(56, &self.sums.start.to_le_bytes());
        put(64, &self.sums.end.to_le_bytes());
        put(72, &self.roots.start.to_le_bytes());
        put(80, &self.roots.end.to_le_bytes());
        put(88, &self.roots_sum.to_le_bytes());
        put(96, &self.probes[0].to_le_bytes());
        put(112, &self.probes[1].to_le_bytes());
        if let Some(cut) = self.design.cut() {
            put(WIDTHS, cut.widths());
        }
        for (section, at) in self.sections.iter().zip((SECTIONS..).step_by(SECTION)) {
            put(at, &(section.kind as u32).to_le_bytes());
            put(at + 4, &section.table.to_le_bytes());
            put(at + 8, &section.range.start.to_le_bytes());
            put(at + 16, &(section.range.end - section.range.start).to_le_bytes());
        }
        let sum = xxh3_64(&bytes);
        bytes[SUM..SUM + 8].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Bytes of the header according to its first 16 bytes; untrusted.
    pub(super) fn stated_size(bytes: &[u8; 16]) -> u64 {
        u64::from(u32_at(bytes, 12))
    }

    /// Decodes what [`Header::encode`] wrote; `None` if a byte was changed or the ranges are inconsistent.
    /// `bytes` is the header alone.
    pub(super) fn decode(bytes: &[u8]) -> Option<Self> {
        if bytes.len() < SECTIONS || u64::from(u32_at(bytes, 12)) != bytes.len() as u64 {
            return None;
        }
        let mut plain = bytes.to_vec();
        plain[SUM..SUM + 8].fill(0);
        if xxh3_64(&plain) != u64_at(bytes, SUM) {
            return None;
        }
        let bits = Bits::new(bytes[40])?;
        let strategy = strategy_of(bytes[42], bytes[43])?;
        let k = bytes[41];
        let widths = bytes.get(WIDTHS..WIDTHS + usize::from(strategy.blocks(k)))?;
        let design = Design::of_widths(strategy, bits, k, widths).ok()?;
        let count = u32_at(bytes, 44) as usize;
        if Self::size(count) != bytes.len() as u64 {
            return None;
        }
        let section = |at: usize| {
            let &(kind, _) = Kind::ALL.get((u32_at(bytes, at) as usize).checked_sub(1)?)?;
            let start = u64_at(bytes, at + 8);
            let range = start..start.checked_add(u64_at(bytes, at + 16))?;
            Some(Section { kind, table: u32_at(bytes, at + 4), range })
        };
        let sections: Option<Vec<Section>> = (SECTIONS..).step_by(SECTION).take(count).map(section).collect();
        let header = Self {
            documents: u64_at(bytes, 24),
            duplicates: u64_at(bytes, 32),
            design,
            probes: [96, 112]
                .map(|at| u128::from(u64_at(bytes, at + 8)) << 64 | u128::from(u64_at(bytes, at))),
            tables: u64_at(bytes, 48),
            sections: sections?,
            sums: u64_at(bytes, 56)..u64_at(bytes, 64),
            roots: u64_at(bytes, 72)..u64_at(bytes, 80),
            roots_sum: u64_at(bytes, 88),
        };
        (u64_at(bytes, 16) == header.length() && header.fits_together()).then_some(header)
    }

    /// Whether the sections follow one another, aligned, with the expected lengths, and there is one checksum
    /// for each page.
    fn fits_together(&self) -> bool {
        /// Far above any file size, far below overflow.
        const MOST: u64 = 1 << 62;
        let is_far = |section: &Section| section.range.end > MOST;
        if self.documents > super::MOST_DOCUMENTS
            || self.length() > MOST
            || self.sums.end > MOST
            || self.sections.iter().any(is_far)
        {
            return false;
        }
        let mut end = Self::size(self.sections.len());
        let in_order = self.sections.iter().all(|section| {
            let follows = section.range.start == end;
            end = section.range.end.next_multiple_of(ALIGNMENT);
            follows
                && self
                    .expected(section)
                    .is_none_or(|length| length == section.range.end - section.range.start)
        });
        if !in_order {
            return false;
        }
        let pages = (end - Self::size(self.sections.len())).div_ceil(PAGE);
        let tables = self.design.layouts().len();
        let whole = [Kind::Recipe, Kind::Layouts, Kind::IdStarts, Kind::Ids, Kind::Signatures];
        let of_table = [Kind::Keys, Kind::Positions, Kind::Directory];
        self.sections.len() == whole.len() + of_table.len() * tables
            && whole.iter().all(|&kind| self.section(kind, 0).is_some())
            && self.sections[whole.len()..].chunks_exact(of_table.len()).zip(0..).all(|(table, number)| {
                table
                    .iter()
                    .zip(of_table)
                    .all(|(section, kind)| section.kind == kind && section.table == number)
            })
            && self.sums == (end..end + pages * 8)
            && self.roots == (self.sums.end..self.sums.end + (pages * 8).div_ceil(PAGE) * 8)
    }

    /// The length of a section, where it follows from the header.
    fn expected(&self, section: &Section) -> Option<u64> {
        let word = if self.design.bits().is_wide() { 16 } else { 8 };
        match section.kind {
            Kind::IdStarts => Some((self.documents + 1) * 8),
            Kind::Signatures | Kind::Keys => Some(self.documents * word),
            Kind::Positions => Some(self.documents * 4),
            Kind::Recipe | Kind::Layouts | Kind::Ids | Kind::Directory => None,
        }
    }
}

fn number_of(strategy: Strategy) -> (u8, u8) {
    match strategy {
        Strategy::Blocks => (1, 0),
        Strategy::Tables { blocks } => (2, blocks),
        Strategy::Nested => (3, 0),
        // Not stored in index files; refused before anything is written.
        Strategy::Scan | Strategy::Combinations | Strategy::Compressed { .. } => (0, 0),
    }
}

fn strategy_of(number: u8, blocks: u8) -> Option<Strategy> {
    match (number, blocks) {
        (0, 0) => Some(Strategy::Scan),
        (1, 0) => Some(Strategy::Blocks),
        (2, blocks) => Some(Strategy::Tables { blocks }),
        (3, 0) => Some(Strategy::Nested),
        _ => None,
    }
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    let field = bytes[at..at + 4].try_into();
    u32::from_le_bytes(field.expect("a slice of 4 bytes is 4 bytes"))
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    let field = bytes[at..at + 8].try_into();
    u64::from_le_bytes(field.expect("a slice of 8 bytes is 8 bytes"))
}
