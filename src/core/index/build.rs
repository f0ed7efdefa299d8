//! Building an index, and adding to one.

use super::carried::Mark;
use super::duplicates::{Duplicates, Ids, find};
use super::format::{Header, Kind};
use super::sort::{Budget, OnProgress, Order, Sorted, Stop, Word, sort};
use super::spool::Spool;
use super::target::{Output, Target};
use super::{Index, IndexError, MOST_DOCUMENTS};
use crate::display::lang;
use crate::hamming::Signature;
use crate::progress::Progress;
use crate::recipe::{Bits, Recipe};
use crate::search::{Design, Layout, Strategy, directory_bits};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// Where the signatures of an index come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Computed from texts with this recipe, which the index carries.
    Texts(Recipe),
    /// Given, of this width; how they were made is unknown.
    Signatures(Bits),
}

impl Origin {
    /// Width of the signatures.
    pub fn bits(&self) -> Bits {
        match self {
            Origin::Texts(recipe) => recipe.bits,
            Origin::Signatures(bits) => *bits,
        }
    }
}

/// Settings of a new index.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Where its signatures come from.
    pub origin: Origin,
    /// The largest distance that its tables support; a query with a larger k scans.
    pub k: u8,
    /// Its tables: blocks, tables or nested, or scan for none. `None` is blocks, or scan if the signatures have
    /// too few bits for blocks.
    pub strategy: Option<Strategy>,
    /// Bytes of memory for building; more data goes through files in the folder of the index. Values below
    /// about a megabyte are exceeded.
    pub memory: u64,
}

/// What was built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Built {
    /// Documents in the index.
    pub documents: u64,
    /// Documents that were in the index before.
    pub carried: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// Ids that occur more than once.
    pub duplicates: Duplicates,
}

/// An index being built. Until [`Builder::finish`] an old one is unchanged; dropping the builder leaves no files.
#[derive(Debug)]
pub struct Builder {
    /// As given, for errors.
    path: PathBuf,
    target: Target,
    design: Design,
    toml: String,
    mark: Mark,
    memory: usize,
    /// Documents taken over from an old index.
    carried: u64,
    ids: Ids,
    hashes: Spool<u64>,
    signatures: SignatureSpool,
}

#[derive(Debug)]
enum SignatureSpool {
    Narrow(Spool<u64>),
    Wide(Spool<u128>),
}

impl Builder {
    /// Begins an index; an existing file is replaced when it is finished.
    ///
    /// # Errors
    /// Another process is writing this index, the place is not writable, the strategy does not fit, or the
    /// weighting is tf-idf.
    pub fn new(path: &Path, settings: &Settings) -> Result<Self, IndexError> {
        if cfg!(target_endian = "big") {
            return Err(IndexError::BigEndian { path: path.to_owned() });
        }
        let design = design(settings.strategy, settings.origin.bits(), settings.k)?;
        let (toml, mark) = match &settings.origin {
            Origin::Texts(recipe) => (recipe.to_toml(), Mark::of(recipe, path)?),
            Origin::Signatures(_) => (String::new(), Mark { probes: [0; 2], tables: 0 }),
        };
        Self::begin(path, Target::claim(path)?, design, (toml, mark), settings.memory)
    }

    /// Begins to add to an index: takes over its documents. `memory` as in [`Settings`].
    ///
    /// # Errors
    /// As [`Builder::new`]; a damaged index; an index that was replaced since it was opened: its recipe may differ.
    pub fn add_to(index: &Index, memory: u64, progress: &Progress) -> Result<Self, IndexError> {
        let path = index.path();
        let target = Target::claim(path)?;
        // The header has the checksums of the whole content.
        if Index::open(path)?.header() != index.header() {
            return Err(IndexError::Replaced { path: path.to_owned() });
        }
        let header = index.header();
        let mark = Mark { probes: header.probes, tables: header.tables };
        let recipe = (index.recipe_toml()?.to_owned(), mark);
        let mut builder = Self::begin(path, target, header.design.clone(), recipe, memory)?;
        progress.expect(index.len());
        const AT_A_TIME: u64 = 1 << 14;
        for start in (0..index.len()).step_by(AT_A_TIME as usize) {
            if progress.is_cancelled() {
                return Err(builder.stopped(Stop::Cancelled));
            }
            let range = start as u32..(start + AT_A_TIME).min(index.len()) as u32;
            let signatures = index.signatures(range.clone())?;
            for (position, signature) in range.zip(signatures.iter()) {
                builder.push(index.id(position)?, signature)?;
            }
            progress.advance(signatures.len() as u64);
        }
        builder.carried = index.len();
        Ok(builder)
    }

    fn begin(
        path: &Path,
        target: Target,
        design: Design,
        (toml, mark): (String, Mark),
        memory: u64,
    ) -> Result<Self, IndexError> {
        let memory = usize::try_from(memory).unwrap_or(usize::MAX);
        let (folder, share) = (target.folder(), memory / 8);
        let ids = Ids { text: Spool::new(folder, share), starts: Spool::new(folder, share) };
        let hashes = Spool::new(folder, share);
        let signatures = match design.bits().is_wide() {
            true => SignatureSpool::Wide(Spool::new(folder, share)),
            false => SignatureSpool::Narrow(Spool::new(folder, share)),
        };
        let path = path.to_owned();
        let mut builder =
            Self { path, target, design, toml, mark, memory, carried: 0, ids, hashes, signatures };
        builder.ids.starts.push(0).map_err(|error| builder.stopped(error.into()))?;
        Ok(builder)
    }

    /// Whether a file that is there at the end is replaced. It is unless this says otherwise.
    #[must_use]
    pub fn replacing(mut self, may_replace: bool) -> Self {
        self.target.may_replace = may_replace;
        self
    }

    /// Width of the signatures.
    pub fn bits(&self) -> Bits {
        self.design.bits()
    }

    /// Strategy, blocks and tables.
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// Documents so far, including those taken over.
    pub fn len(&self) -> u64 {
        self.hashes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Documents that were taken over.
    pub fn carried(&self) -> u64 {
        self.carried
    }

    /// Appends a document. Bits of the signature above the width are cut off.
    ///
    /// # Errors
    /// A full disk, or too many documents.
    pub fn push(&mut self, id: &str, signature: u128) -> Result<(), IndexError> {
        if self.len() >= MOST_DOCUMENTS {
            return Err(IndexError::TooMany { path: self.path.clone() });
        }
        let signature = signature & self.bits().mask();
        let pushed = self.ids.push(id).and_then(|()| self.hashes.push(xxh3_64(id.as_bytes())));
        let pushed = pushed.and_then(|()| match &mut self.signatures {
            SignatureSpool::Narrow(words) => words.push(u64::truncated(signature)),
            SignatureSpool::Wide(words) => words.push(signature),
        });
        pushed.map_err(|error| self.stopped(error.into()))
    }

    /// Sorts, writes, and renames the file to its name. Advances by documents, once for each table and twice
    /// more.
    ///
    /// # Errors
    /// A full disk or another system error, or a cancel; the old file is then unchanged. If only the last step
    /// fails, syncing the folder, the new file is in place and the error says so.
    pub fn finish(mut self, progress: &Progress) -> Result<Built, IndexError> {
        self.write(progress).map_err(|stop| self.stopped(stop))
    }

    fn stopped(&self, stop: Stop) -> IndexError {
        let path = self.path.clone();
        match stop {
            Stop::Io(source) => IndexError::Io {
                path,
                doing: lang().pick(("the index cannot be written and is unchanged; free some space or choose another place", "索引无法写入，内容未变；请释放空间或另选位置")),
                source,
            },
            Stop::Unsynced(source) => IndexError::Io {
                path,
                doing: lang().pick(("the index is in its place, but its folder could not be synced: a crash of the machine may \
                        undo it", "索引已就位，但其文件夹无法同步：机器崩溃可能使之丢失")),
                source,
            },
            Stop::Cancelled => IndexError::Cancelled { path },
        }
    }

    fn write(&mut self, progress: &Progress) -> Result<Built, Stop> {
        let (documents, layouts) = (self.len(), self.design.layouts().len());
        progress.expect(documents * (layouts as u64 + 2));
        let mut on_progress = |by| match progress.is_cancelled() {
            true => Err(Stop::Cancelled),
            false => {
                progress.advance(by);
                Ok(())
            }
        };
        let folder = self.target.folder().to_owned();
        // The columns hold up to half of the memory, see `begin`; an eighth is a write buffer, so that a table
        // is written while the next one is sorted.
        let waiting = self.memory / 8;
        let budget = Budget { folder: &folder, bytes: waiting * 3 };
        let hashes = &mut std::mem::replace(&mut self.hashes, Spool::new(&folder, 0));
        let duplicates = find(hashes, &mut self.ids, self.carried as u32, budget, &mut on_progress)?;
        let mut out = self.target.create(5 + 3 * layouts, waiting)?;
        out.section(Kind::Recipe, 0, |out| out.write(self.toml.as_bytes()))?;
        out.section(Kind::Layouts, 0, |out| out.write(&described(self.design.layouts())))?;
        out.section(Kind::IdStarts, 0, |out| copy(&mut self.ids.starts, out, &mut on_progress))?;
        out.section(Kind::Ids, 0, |out| copy(&mut self.ids.text, out, &mut on_progress))?;
        match &mut self.signatures {
            SignatureSpool::Narrow(words) => {
                columns(words, &self.design, budget, &mut out, &mut on_progress)?
            }
            SignatureSpool::Wide(words) => columns(words, &self.design, budget, &mut out, &mut on_progress)?,
        }
        on_progress(documents)?;
        let (file, header) = out.finish(Header {
            documents,
            duplicates: duplicates.all,
            design: self.design.clone(),
            probes: self.mark.probes,
            tables: self.mark.tables,
            sections: Vec::new(),
            sums: 0..0,
            roots: 0..0,
            roots_sum: 0,
        })?;
        on_progress(0)?;
        self.target.replace(file)?;
        Ok(Built { documents, carried: self.carried, bytes: header.length(), duplicates })
    }
}

fn design(strategy: Option<Strategy>, bits: Bits, k: u8) -> Result<Design, IndexError> {
    match strategy {
        None => Ok(Design::new(Strategy::Blocks, bits, k).unwrap_or_else(|_| Design::scan(bits, k))),
        Some(strategy @ (Strategy::Combinations | Strategy::Compressed { .. })) => {
            Err(IndexError::NotStored(strategy))
        }
        Some(strategy) => {
            Design::new(strategy, bits, k).map_err(|unfit| IndexError::Unfit { strategy, unfit })
        }
    }
}

/// The bit order of each table: how many pieces it has, how many of them lead, then for each piece the bit
/// above it and its lowest bit.
pub(super) fn described(layouts: &[Layout]) -> Vec<u8> {
    let of_table = |layout: &Layout| {
        let mut bytes = vec![layout.pieces().len() as u8, layout.leading().len() as u8];
        bytes.extend(layout.pieces().iter().flat_map(|piece: &Range<u8>| [piece.end, piece.start]));
        bytes
    };
    layouts.iter().flat_map(of_table).collect()
}

fn copy<T: bytemuck::Pod>(
    spool: &mut Spool<T>,
    out: &mut Output,
    on_progress: &mut OnProgress<'_>,
) -> Result<(), Stop> {
    spool.each(|piece| {
        out.write(bytemuck::cast_slice(piece))?;
        on_progress(0)
    })
}

/// Writes the signatures and all tables.
fn columns<S: Word>(
    signatures: &mut Spool<S>,
    design: &Design,
    budget: Budget<'_>,
    out: &mut Output,
    on_progress: &mut OnProgress<'_>,
) -> Result<(), Stop> {
    out.section(Kind::Signatures, 0, |out| copy(signatures, out, on_progress))?;
    let documents = signatures.len();
    let mut order = Order::default();
    for (number, layout) in design.layouts().iter().enumerate() {
        let bits = directory_bits(documents as usize, layout.lead_bits());
        let mut directory = Directory::new(layout, bits, budget);
        match sort(layout, signatures, &mut order, budget, on_progress)? {
            Sorted::Held { keys, positions } => {
                directory.take(keys)?;
                out.section(Kind::Keys, number, |out| out.write(bytemuck::cast_slice(keys)))?;
                out.section(Kind::Positions, number, |out| out.write(bytemuck::cast_slice(positions)))?;
            }
            Sorted::Runs(mut runs) => {
                let mut all = Spool::new(budget.folder, budget.bytes / 8);
                out.section(Kind::Keys, number, |out| {
                    runs.each(&mut |keys, positions| {
                        out.write(bytemuck::cast_slice(keys))?;
                        directory.take(keys)?;
                        all.extend(positions)?;
                        on_progress(0)
                    })
                })?;
                out.section(Kind::Positions, number, |out| copy(&mut all, out, on_progress))?;
            }
        }
        let mut starts = directory.finish()?;
        out.section(Kind::Directory, number, |out| copy(&mut starts, out, on_progress))?;
    }
    Ok(())
}

/// A directory being built: [`crate::search::directory`] for keys that arrive in pieces.
struct Directory<'l> {
    layout: &'l Layout,
    bits: u8,
    keys: u32,
    starts: Spool<u32>,
}

impl<'l> Directory<'l> {
    fn new(layout: &'l Layout, bits: u8, budget: Budget<'_>) -> Self {
        Self { layout, bits, keys: 0, starts: Spool::new(budget.folder, budget.bytes / 8) }
    }

    fn take<S: Word>(&mut self, keys: &[S]) -> io::Result<()> {
        for &key in keys {
            let slot = self.layout.prefix(key, self.bits.into());
            self.begin(slot + 1)?;
            self.keys += 1;
        }
        Ok(())
    }

    /// Slots below `end` without a start start here.
    #[inline]
    fn begin(&mut self, end: u64) -> io::Result<()> {
        while self.starts.len() < end {
            self.starts.push(self.keys)?;
        }
        Ok(())
    }

    fn finish(mut self) -> io::Result<Spool<u32>> {
        self.begin((1 << self.bits) + 1)?;
        Ok(self.starts)
    }
}
