//! A memory-mapped index file; every page is verified before its first use.

use super::IndexError;
use super::format::{Header, MAGIC, PAGE, VERSION};
use crate::display::{lang, say};
use crate::progress::Progress;
use bytemuck::AnyBitPattern;
use memmap2::Mmap;
use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use xxhash_rust::xxh3::xxh3_64;

/// A mapped index file. Bytes are returned only after the checksums of their pages were verified, once.
#[derive(Debug)]
pub(super) struct Mapped {
    path: PathBuf,
    map: Mmap,
    header: Header,
    /// Start of the pages that `header.sums` covers.
    start: u64,
    pages: Seen,
    sums: Seen,
}

impl Mapped {
    pub(super) fn open(path: &Path) -> Result<Self, IndexError> {
        if cfg!(target_endian = "big") {
            return Err(IndexError::BigEndian { path: path.to_owned() });
        }
        let io = IndexError::io(path, ("cannot be opened", "无法打开"));
        // Checked before opening: opening a pipe would wait for a writer.
        if !std::fs::metadata(path).map_err(io)?.is_file() {
            return Err(IndexError::NotAnIndex { path: path.to_owned() });
        }
        let file = File::open(path).map_err(io)?;
        let map = map(&file).map_err(io)?;
        let header = read_header(path, &map)?;
        let start = Header::size(header.sections.len());
        let pages = Seen::new((header.sums.start - start).div_ceil(PAGE));
        let sums = Seen::new((header.sums.end - header.sums.start).div_ceil(PAGE));
        let mapped = Self { path: path.to_owned(), map, header, start, pages, sums };
        let roots = mapped.raw(mapped.header.roots.clone());
        if xxh3_64(roots) != mapped.header.roots_sum {
            return Err(mapped.damaged(lang().pick(("its checksums", "校验和"))));
        }
        Ok(mapped)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn header(&self) -> &Header {
        &self.header
    }

    /// The error for a damaged place.
    pub(super) fn damaged(&self, place: impl Into<String>) -> IndexError {
        IndexError::Damaged { path: self.path.clone(), place: place.into() }
    }

    /// Words of a section that starts at `section`.
    pub(super) fn words<T: AnyBitPattern>(
        &self,
        section: &Range<u64>,
        range: Range<usize>,
    ) -> Result<&[T], IndexError> {
        if range.start == range.end {
            return Ok(&[]);
        }
        let at = |index: usize| section.start.checked_add((index as u64).checked_mul(size_of::<T>() as u64)?);
        let bytes = match (at(range.start), at(range.end)) {
            (Some(start), Some(end)) if start <= end && end <= section.end => self.bytes(start..end)?,
            _ => {
                return Err(self.damaged(say!(
                    "an entry points behind byte {}",
                    "有条目指向第 {} 字节之后",
                    section.end
                )));
            }
        };
        bytemuck::try_cast_slice(bytes)
            .map_err(|_| self.damaged(lang().pick(("a section is not aligned", "有部分未对齐"))))
    }

    /// Bytes of the file between the header and the checksums.
    pub(super) fn bytes(&self, range: Range<u64>) -> Result<&[u8], IndexError> {
        if range.start == range.end {
            return Ok(&[]);
        }
        if range.start > range.end || range.start < self.start || range.end > self.header.sums.start {
            return Err(self.damaged(say!(
                "an entry points to byte {}",
                "有条目指向第 {} 字节",
                range.start
            )));
        }
        for page in (range.start - self.start) / PAGE..(range.end - self.start).div_ceil(PAGE) {
            if !self.pages.contains(page) {
                self.verify(page)?;
            }
        }
        Ok(self.raw(range))
    }

    /// Verifies every byte of the file; advances by bytes.
    pub(super) fn verify_all(&self, progress: &Progress) -> Result<(), IndexError> {
        for page in 0..(self.header.sums.start - self.start).div_ceil(PAGE) {
            if progress.is_cancelled() {
                return Err(IndexError::Cancelled { path: self.path.clone() });
            }
            self.verify(page)?;
            progress.advance(PAGE);
        }
        Ok(())
    }

    #[cold]
    fn verify(&self, page: u64) -> Result<(), IndexError> {
        let sums = &self.header.sums;
        let (first, end) = (page * 8 / PAGE, sums.start + page * 8 + 8);
        if !self.sums.contains(first) {
            self.compare(first, sums, self.header.roots.start, lang().pick(("its checksums", "校验和")))?;
            self.sums.insert(first);
        }
        debug_assert!(end <= sums.end, "a checksum for each page");
        self.compare(page, &(self.start..sums.start), sums.start, "a page")?;
        self.pages.insert(page);
        Ok(())
    }

    /// Verifies a page of `area` against the checksum list at `list`.
    fn compare(&self, page: u64, area: &Range<u64>, list: u64, what: &str) -> Result<(), IndexError> {
        let start = area.start + page * PAGE;
        let bytes = self.raw(start..area.end.min(start + PAGE));
        let expected = self.raw(list + page * 8..list + page * 8 + 8);
        match expected == xxh3_64(bytes).to_le_bytes() {
            true => Ok(()),
            false => Err(self.damaged(say!("{what}, at byte {start}", "{what}，在第 {start} 字节"))),
        }
    }

    /// Bytes without verification; the ranges in the header are all inside the file.
    fn raw(&self, range: Range<u64>) -> &[u8] {
        &self.map[range.start as usize..range.end as usize]
    }
}

#[allow(unsafe_code, reason = "a file cannot be mapped without: see the comment in it")]
fn map(file: &File) -> std::io::Result<Mmap> {
    // SAFETY: what is mapped must not change while it is borrowed. simscope never writes to an index file under
    // its name: it writes a new file and renames it, and the mapped one lives on without a name. Another
    // program that writes to the file or truncates it breaks this; memmap2 offers no way to prevent it. Every
    // offset read from the file is checked before use, so that changed bytes lead to an error or a wrong
    // distance, not to an access out of bounds.
    unsafe { Mmap::map(file) }
}

fn read_header(path: &Path, map: &[u8]) -> Result<Header, IndexError> {
    let path = || path.to_owned();
    let damaged = |place: &str| IndexError::Damaged { path: path(), place: place.to_owned() };
    let start = &map[..map.len().min(MAGIC.len())];
    if start.is_empty() || !MAGIC.starts_with(start) {
        return Err(IndexError::NotAnIndex { path: path() });
    }
    let Some(fixed) = map.first_chunk::<16>() else {
        return Err(damaged(lang().pick(("it is cut off in its header", "头部不完整"))));
    };
    let version = u32::from_le_bytes([fixed[8], fixed[9], fixed[10], fixed[11]]);
    if version != VERSION {
        return Err(IndexError::OtherVersion { path: path(), version });
    }
    let size = Header::stated_size(fixed);
    let Some(bytes) = usize::try_from(size).ok().and_then(|size| map.get(..size)) else {
        return Err(damaged(lang().pick(("it is cut off in its header", "头部不完整"))));
    };
    let header = Header::decode(bytes).ok_or_else(|| damaged(lang().pick(("its header", "头部"))))?;
    if header.length() != map.len() as u64 {
        return Err(IndexError::OtherLength {
            path: path(),
            expected: header.length(),
            found: map.len() as u64,
        });
    }
    Ok(header)
}

/// Verified pages, one bit each.
#[derive(Debug)]
struct Seen(Box<[AtomicU64]>);

impl Seen {
    fn new(pages: u64) -> Self {
        Self((0..pages.div_ceil(64)).map(|_| AtomicU64::new(0)).collect())
    }

    /// Two threads may both verify a missing page; this does no harm.
    #[inline]
    fn contains(&self, page: u64) -> bool {
        self.0[(page / 64) as usize].load(Ordering::Relaxed) >> (page % 64) & 1 == 1
    }

    fn insert(&self, page: u64) {
        self.0[(page / 64) as usize].fetch_or(1 << (page % 64), Ordering::Relaxed);
    }
}
