//! Sorts the keys of a table, in memory or through files.

mod order;

pub(super) use order::Order;

use super::spool::{Spool, unnamed};
use crate::hamming::Signature;
use crate::search::Layout;
use bytemuck::Pod;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;

/// A word that can be stored as bytes.
pub(super) trait Word: Signature + Pod {}

impl<S: Signature + Pod> Word for S {}

/// Why building stops early.
#[derive(Debug)]
pub(super) enum Stop {
    Io(io::Error),
    /// The new file is in place, but the folder could not be synced.
    Unsynced(io::Error),
    Cancelled,
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Progress callback: gets the number of signatures done; an error cancels.
pub(super) type OnProgress<'t> = dyn FnMut(u64) -> Result<(), Stop> + 't;

/// Callback for keys and their positions, piece by piece.
pub(super) type TakePiece<'p, S> = dyn FnMut(&[S], &[u32]) -> Result<(), Stop> + 'p;

/// Resources of a sort.
#[derive(Debug, Clone, Copy)]
pub(super) struct Budget<'a> {
    /// Folder for temporary files, which are unnamed.
    pub(super) folder: &'a Path,
    /// Bytes of memory.
    pub(super) bytes: usize,
}

/// Keys with their positions, ordered by leading bits and then by position.
pub(super) enum Sorted<'a, S> {
    /// Sorted in memory.
    Held { keys: &'a [S], positions: &'a [u32] },
    /// In runs to be merged.
    Runs(Runs<'a, S>),
}

/// Sorts the keys of a column. `on_progress` gets the number of signatures read.
pub(super) fn sort<'a, S: Word>(
    layout: &'a Layout,
    signatures: &mut Spool<S>,
    order: &'a mut Order<S>,
    budget: Budget<'a>,
    on_progress: &mut OnProgress<'_>,
) -> Result<Sorted<'a, S>, Stop> {
    // Columns in a file need one more copy in memory.
    let most = (budget.bytes / (Order::<S>::BYTES + size_of::<S>())).max(64);
    if signatures.len() <= most as u64 {
        on_progress(signatures.len())?;
        let mut copy = Vec::new();
        let all = if let Some(all) = signatures.all_held() {
            all
        } else {
            signatures.each(|piece| {
                copy.extend_from_slice(piece);
                Ok::<_, Stop>(())
            })?;
            &copy
        };
        let (keys, positions) = order.sort(layout, all, 0);
        return Ok(Sorted::Held { keys, positions });
    }
    let mut runs = Runs::new(layout, budget)?;
    let mut chunk = Vec::with_capacity(most);
    let mut first = 0;
    signatures.each(|piece| {
        for piece in piece.chunks(most) {
            let (now, later) = piece.split_at(piece.len().min(most - chunk.len()));
            chunk.extend_from_slice(now);
            if chunk.len() == most {
                runs.add(order, &chunk, first)?;
                first += most as u32;
                on_progress(most as u64)?;
                chunk.clear();
            }
            chunk.extend_from_slice(later);
        }
        Ok::<_, Stop>(())
    })?;
    runs.add(order, &chunk, first)?;
    on_progress(chunk.len() as u64)?;
    drop(chunk);
    // Frees the buffers of the sort for those of the merge.
    *order = Order::default();
    runs.narrow(on_progress)?;
    Ok(Sorted::Runs(runs))
}

/// Sorted runs in one unnamed file: keys and positions alternate.
pub(super) struct Runs<'a, S> {
    layout: &'a Layout,
    budget: Budget<'a>,
    file: File,
    /// Byte ranges in the file.
    runs: Vec<Range<u64>>,
    kind: std::marker::PhantomData<S>,
}

/// Bytes read from a run at a time, if memory allows: enough for a disk.
const READ: usize = 256 << 10;

impl<'a, S: Word> Runs<'a, S> {
    const ENTRY: usize = size_of::<S>() + size_of::<u32>();

    fn new(layout: &'a Layout, budget: Budget<'a>) -> io::Result<Self> {
        let file = tempfile::tempfile_in(budget.folder)?;
        Ok(Self { layout, budget, file, runs: Vec::new(), kind: std::marker::PhantomData })
    }

    fn add(&mut self, order: &mut Order<S>, signatures: &[S], first: u32) -> io::Result<()> {
        if signatures.is_empty() {
            return Ok(());
        }
        let (keys, positions) = order.sort(self.layout, signatures, first);
        let mut bytes = Vec::with_capacity(READ + Self::ENTRY);
        for (&key, &position) in keys.iter().zip(positions) {
            put(&mut bytes, key, position);
            if bytes.len() >= READ {
                self.file.write_all(&bytes)?;
                bytes.clear();
            }
        }
        self.file.write_all(&bytes)?;
        let start = self.runs.last().map_or(0, |run| run.end);
        self.runs.push(start..start + (keys.len() * Self::ENTRY) as u64);
        Ok(())
    }

    /// How many runs are merged at a time: as many as can be read in pieces of that size.
    fn fan(&self) -> usize {
        (self.budget.bytes / READ).clamp(2, 1024)
    }

    /// Merges runs until one final merge can take all of them.
    fn narrow(&mut self, on_progress: &mut OnProgress<'_>) -> Result<(), Stop> {
        while self.runs.len() > self.fan() {
            let mut out = unnamed(self.budget.folder, READ)?;
            let mut merged: Vec<Range<u64>> = Vec::new();
            let runs = std::mem::take(&mut self.runs);
            for group in runs.chunks(self.fan()) {
                let mut bytes = Vec::new();
                self.merge(group, &mut |keys, positions| {
                    bytes.clear();
                    keys.iter().zip(positions).for_each(|(&key, &position)| put(&mut bytes, key, position));
                    out.write_all(&bytes)?;
                    on_progress(0)
                })?;
                let start = merged.last().map_or(0, |run| run.end);
                let length: u64 = group.iter().map(|run| run.end - run.start).sum();
                merged.push(start..start + length);
            }
            self.file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
            self.runs = merged;
        }
        Ok(())
    }

    /// All keys in order with their positions, in pieces.
    pub(super) fn each(&mut self, on: &mut TakePiece<'_, S>) -> Result<(), Stop> {
        let runs = std::mem::take(&mut self.runs);
        self.merge(&runs, on)
    }

    fn merge(&mut self, runs: &[Range<u64>], on: &mut TakePiece<'_, S>) -> Result<(), Stop> {
        const PIECE: usize = 1 << 13;
        let buffer = (self.budget.bytes / 2 / runs.len().max(1)).clamp(Self::ENTRY * 16, READ);
        let mut readers: Vec<Reader> = runs.iter().map(|run| Reader::new(run.clone())).collect();
        // The heap's top has the smallest leading bits, among equal ones the smallest position.
        let layout = self.layout;
        let entry = |(key, position): (S, u32), run: usize| Reverse((layout.lead(key), position, run, key));
        let mut heap = BinaryHeap::with_capacity(runs.len());
        for (reader, run) in readers.iter_mut().zip(0..) {
            heap.extend(reader.next(&mut self.file, buffer)?.map(|next| entry(next, run)));
        }
        let (mut keys, mut positions) = (Vec::with_capacity(PIECE), Vec::with_capacity(PIECE));
        while let Some(mut top) = heap.peek_mut() {
            let Reverse((_, position, run, key)) = *top;
            keys.push(key);
            positions.push(position);
            match readers[run].next(&mut self.file, buffer)? {
                Some(next) => *top = entry(next, run),
                None => _ = PeekMut::pop(top),
            }
            if keys.len() == PIECE {
                on(&keys, &positions)?;
                keys.clear();
                positions.clear();
            }
        }
        on(&keys, &positions)
    }
}

fn put<S: Word>(bytes: &mut Vec<u8>, key: S, position: u32) {
    bytes.extend_from_slice(bytemuck::bytes_of(&key));
    bytes.extend_from_slice(bytemuck::bytes_of(&position));
}

/// One run, read in pieces.
struct Reader {
    left: Range<u64>,
    bytes: Vec<u8>,
    at: usize,
}

impl Reader {
    fn new(left: Range<u64>) -> Self {
        Self { left, bytes: Vec::new(), at: 0 }
    }

    fn next<S: Word>(&mut self, file: &mut File, buffer: usize) -> io::Result<Option<(S, u32)>> {
        let entry = Runs::<S>::ENTRY;
        if self.at == self.bytes.len() {
            let whole = (buffer / entry * entry) as u64;
            self.bytes.resize(whole.min(self.left.end - self.left.start) as usize, 0);
            self.at = 0;
            if self.bytes.is_empty() {
                return Ok(None);
            }
            file.seek(SeekFrom::Start(self.left.start))?;
            file.read_exact(&mut self.bytes)?;
            self.left.start += self.bytes.len() as u64;
        }
        let (key, position) = self.bytes[self.at..self.at + entry].split_at(size_of::<S>());
        self.at += entry;
        Ok(Some((bytemuck::pod_read_unaligned(key), bytemuck::pod_read_unaligned(position))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::Bits;
    use crate::search::{Design, Strategy};
    use proptest::prelude::*;

    /// Keys and positions after a sort within `bytes` of memory, and whether it was done in memory.
    fn sorted_in<S: Word>(layout: &Layout, signatures: &[S], bytes: usize) -> (Vec<S>, Vec<u32>, bool) {
        let folder = tempfile::tempdir().unwrap();
        let mut spool = Spool::new(folder.path(), bytes);
        spool.extend(signatures).unwrap();
        let budget = Budget { folder: folder.path(), bytes };
        match sort(layout, &mut spool, &mut Order::default(), budget, &mut |_| Ok(())).unwrap() {
            Sorted::Held { keys, positions } => (keys.to_vec(), positions.to_vec(), true),
            Sorted::Runs(mut runs) => {
                let (mut keys, mut positions) = (Vec::new(), Vec::new());
                runs.each(&mut |more, at| {
                    keys.extend_from_slice(more);
                    positions.extend_from_slice(at);
                    Ok(())
                })
                .unwrap();
                (keys, positions, false)
            }
        }
    }

    fn check<S: Word>(layout: &Layout, signatures: &[S], bytes: usize) -> bool {
        let mut order = Order::default();
        let (keys, positions, is_held) = sorted_in(layout, signatures, bytes);
        assert!((&keys[..], &positions[..]) == order.sort(layout, signatures, 0));
        is_held
    }

    #[test]
    fn many_runs_merge_to_what_one_sort_gives() {
        let signatures: Vec<u64> =
            (0..30_000_u64).map(|i| (i % 9000).wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        let wide: Vec<u128> = signatures.iter().map(|&word| u128::from(word) << 60).collect();
        let narrow_design = Design::new(Strategy::Blocks, Bits::DEFAULT, 3).unwrap();
        let wide_design = Design::new(Strategy::Nested, Bits::MAX, 3).unwrap();
        for bytes in [1, 20_000, 1 << 18] {
            assert!(!check(&narrow_design.layouts()[2], &signatures, bytes));
            assert!(!check(&wide_design.layouts()[1], &wide, bytes));
        }
        assert!(check(&narrow_design.layouts()[2], &signatures, 1 << 24));
    }

    proptest! {
        #[test]
        fn any_room_gives_the_same_order(
            signatures in prop::collection::vec(any::<u64>(), 0..400), mask: u64, bytes in 0_usize..9000,
        ) {
            let signatures: Vec<u64> = signatures.iter().map(|signature| signature & mask).collect();
            check(&Design::new(Strategy::Nested, Bits::DEFAULT, 3).unwrap().layouts()[5], &signatures, bytes);
        }
    }
}
