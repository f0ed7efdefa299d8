//! Ids that several documents share.

use super::sort::{Budget, OnProgress, Order, Sorted, Stop, sort};
use super::spool::Spool;
use crate::recipe::Bits;
use crate::search::{Design, Strategy};
use std::io;

/// Documents with the id of an earlier document. They are kept.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Duplicates {
    /// In the whole index.
    pub all: u64,
    /// Among the documents added last; in a new index, among all.
    pub added: u64,
    /// Ids of the first few added duplicates, in document order; untrusted text.
    pub first: Vec<String>,
}

/// How many duplicates are named.
const NAMED: usize = 5;

/// The ids of an index while it is built.
#[derive(Debug)]
pub(super) struct Ids {
    /// End to end.
    pub(super) text: Spool<u8>,
    /// Start of each id, and the end of the last.
    pub(super) starts: Spool<u64>,
}

impl Ids {
    pub(super) fn push(&mut self, id: &str) -> io::Result<()> {
        self.text.extend(id.as_bytes())?;
        self.starts.push(self.text.len())
    }

    fn get(&mut self, position: u32, id: &mut Vec<u8>) -> io::Result<()> {
        let mut ends = Vec::with_capacity(2);
        self.starts.get(position.into()..u64::from(position) + 2, &mut ends)?;
        self.text.get(ends[0]..ends[1], id)
    }
}

/// Finds the duplicates: sorts the hashes of the ids (XXH3) and compares ids with equal hashes. Documents from
/// `added_from` on count as added.
pub(super) fn find(
    hashes: &mut Spool<u64>,
    ids: &mut Ids,
    added_from: u32,
    budget: Budget<'_>,
    on_progress: &mut OnProgress<'_>,
) -> Result<Duplicates, Stop> {
    // A table of one block has the hashes in ascending order.
    let whole = Design::new(Strategy::Blocks, Bits::DEFAULT, 0);
    let whole = whole.expect("one block of 64 bits can be cut from 64 bits");
    let mut found = Finder {
        ids,
        added_from,
        last: None,
        different: Vec::new(),
        duplicates: <_>::default(),
        first: Vec::new(),
    };
    let mut order = Order::default();
    match sort(&whole.layouts()[0], hashes, &mut order, budget, on_progress)? {
        Sorted::Held { keys, positions } => found.take(keys, positions)?,
        Sorted::Runs(mut runs) => runs.each(&mut |keys, positions| {
            on_progress(0)?;
            Ok(found.take(keys, positions)?)
        })?,
    }
    found.end()
}

struct Finder<'i> {
    ids: &'i mut Ids,
    added_from: u32,
    /// The previous hash and its position.
    last: Option<(u64, u32)>,
    /// The distinct ids of the last repeated hash; nearly always one.
    different: Vec<Vec<u8>>,
    duplicates: Duplicates,
    /// The first added duplicates.
    first: Vec<u32>,
}

impl Finder<'_> {
    fn take(&mut self, hashes: &[u64], positions: &[u32]) -> io::Result<()> {
        for (&hash, &position) in hashes.iter().zip(positions) {
            match self.last.replace((hash, position)) {
                Some((last, before)) if last == hash => self.compare(before, position)?,
                _ => self.different.clear(),
            }
        }
        Ok(())
    }

    #[cold]
    fn compare(&mut self, before: u32, position: u32) -> io::Result<()> {
        let mut id = Vec::new();
        if self.different.is_empty() {
            self.ids.get(before, &mut id)?;
            self.different.push(std::mem::take(&mut id));
        }
        self.ids.get(position, &mut id)?;
        if !self.different.contains(&id) {
            self.different.push(id);
            return Ok(());
        }
        self.duplicates.all += 1;
        if position >= self.added_from {
            self.duplicates.added += 1;
            let at = self.first.partition_point(|&known| known < position);
            if at < NAMED {
                self.first.insert(at, position);
                self.first.truncate(NAMED);
            }
        }
        Ok(())
    }

    fn end(mut self) -> Result<Duplicates, Stop> {
        let mut id = Vec::new();
        for position in self.first {
            self.ids.get(position, &mut id)?;
            self.duplicates.first.push(String::from_utf8_lossy(&id).into_owned());
        }
        Ok(self.duplicates)
    }
}
