//! How much memory a corpus may take, counted document by document while it is read.

use super::{Document, Place, SkipReason};

/// The most memory that what is loaded of a corpus may take.
///
/// Reading stops at the document that would go beyond it, with a [`SkipReason::Memory`] in its
/// place; what was read before stays. The count depends on the documents alone, so that two readings of the same sources
/// stop at the same document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Memory {
    /// In bytes.
    pub bytes: u64,
}

/// Bytes for each document beside its strings: 12 for their ends, and what the analysis keeps or holds for a while of
/// each: signature, features, place in the tree, spread, group, sorted rows, and the growing of these lists. That is the
/// peak of the explorer over texts of a few bytes, the most of all (benches/README.md); `tests/memory.rs` checks it.
const EACH: u64 = 208;
/// Bytes for a signature beside its id: a string of its own for each id, and what the allocator adds.
const SIGNATURE: u64 = 40;
/// Bytes for a document that does not follow the one before it in the same file.
const GAP: u64 = 24;

impl Memory {
    /// A limit of this many bytes.
    pub const fn of(bytes: u64) -> Self {
        Self { bytes }
    }
}

/// Counts what was loaded.
#[derive(Debug, Clone, Default)]
pub struct Meter {
    memory: Option<Memory>,
    taken: u64,
    with_each: u64,
    next: Option<Place>,
}

impl Meter {
    /// Counts up to this limit; `None` for no limit.
    pub fn new(memory: Option<Memory>) -> Self {
        Self { memory, ..Self::default() }
    }

    /// Counts this many additional bytes for each document.
    pub(super) fn takes_with_each(&mut self, bytes: u64) {
        self.with_each = bytes;
    }

    /// Takes the next document, or says that there is no room for it.
    pub(super) fn takes(&mut self, document: &Document<'_>, place: Place) -> Result<(), SkipReason> {
        let gap = if self.next == Some(place) { 0 } else { GAP };
        self.next = Some(Place { record: place.record + 1, ..place });
        let strings = document.text.len() + document.label.map_or(0, str::len);
        self.take(strings as u64 + gap + self.with_each, document.id)
    }

    /// Takes the next signature with its id.
    ///
    /// # Errors
    /// [`SkipReason::Memory`]: there is no room for it.
    pub fn takes_signature(&mut self, id: &str) -> Result<(), SkipReason> {
        self.take(SIGNATURE, id)
    }

    /// Takes as many signatures with ids of that many bytes together, and returns whether there is room for them.
    pub(super) fn takes_signatures(&mut self, signatures: usize, id_bytes: usize) -> bool {
        self.taken += signatures as u64 * (EACH + SIGNATURE) + id_bytes as u64;
        self.memory.is_none_or(|memory| self.taken <= memory.bytes)
    }

    fn take(&mut self, bytes: u64, id: &str) -> Result<(), SkipReason> {
        self.taken += EACH + bytes + id.len() as u64;
        match self.memory {
            Some(memory) if self.taken > memory.bytes => Err(SkipReason::Memory(memory.bytes)),
            _ => Ok(()),
        }
    }
}

/// A number of bytes in the unit in which it is read most easily: `512.0 MiB`.
pub fn shown_bytes(bytes: u64) -> String {
    let (unit, name) = if bytes < 1 << 30 { (1 << 20, "MiB") } else { (1 << 30, "GiB") };
    format!("{:.1} {name}", bytes as f64 / f64::from(unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_taken_until_the_memory_is_full() {
        let document = Document { id: "12", text: "12345", label: Some("a") };
        let taken = |memory: Memory| {
            let mut meter = Meter::new(Some(memory));
            (0..1_000).take_while(|&record| meter.takes(&document, Place { file: 0, record }).is_ok()).count()
        };
        let strings = 2 + 5 + 1;
        assert_eq!(taken(Memory::of(GAP + 10 * (EACH + strings))), 10);
        assert_eq!(taken(Memory::of(GAP + 10 * (EACH + strings) - 1)), 9);
        assert_eq!(Meter::new(None).takes(&document, Place { file: 0, record: 7 }), Ok(()));
    }

    #[test]
    fn a_size_is_shown_in_its_unit() {
        assert_eq!([64 << 20, 1536 << 20].map(shown_bytes), ["64.0 MiB", "1.5 GiB"]);
    }
}
