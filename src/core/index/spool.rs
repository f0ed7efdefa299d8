//! Columns that grow in memory up to a limit, then in an unnamed file.

use bytemuck::Pod;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Words in the order in which they were pushed.
///
/// The file is unlinked when it is created, so nothing is left if the process dies.
#[derive(Debug)]
pub(super) struct Spool<T> {
    folder: PathBuf,
    /// Words in memory: all, or those not yet in the file.
    held: Vec<T>,
    /// Largest number of words in memory.
    most: usize,
    file: Option<File>,
    /// Number of words in the file.
    written: u64,
}

/// Bytes read back at a time.
const PIECE: usize = 256 << 10;

impl<T: Pod> Spool<T> {
    /// An empty spool that holds up to `bytes` bytes in memory and the rest in a file in `folder`.
    pub(super) fn new(folder: &Path, bytes: usize) -> Self {
        let most = (bytes / size_of::<T>()).max(16);
        Self { folder: folder.to_owned(), held: Vec::new(), most, file: None, written: 0 }
    }

    pub(super) fn len(&self) -> u64 {
        self.written + self.held.len() as u64
    }

    pub(super) fn push(&mut self, word: T) -> io::Result<()> {
        self.extend(&[word])
    }

    pub(super) fn extend(&mut self, words: &[T]) -> io::Result<()> {
        for words in words.chunks(self.most) {
            if self.held.len() + words.len() > self.most {
                self.spill()?;
            }
            self.held.extend_from_slice(words);
        }
        Ok(())
    }

    /// All words in order, in pieces.
    pub(super) fn each<E: From<io::Error>>(
        &mut self,
        mut on: impl FnMut(&[T]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut left = self.written;
        if let Some(file) = &mut self.file {
            let words = (PIECE.min(self.most * size_of::<T>()) / size_of::<T>()).max(1);
            let mut piece = vec![T::zeroed(); words];
            file.seek(SeekFrom::Start(0))?;
            while left > 0 {
                let words = words.min(usize::try_from(left).unwrap_or(words));
                file.read_exact(bytemuck::cast_slice_mut(&mut piece[..words]))?;
                on(&piece[..words])?;
                left -= words as u64;
            }
        }
        if self.held.is_empty() { Ok(()) } else { on(&self.held) }
    }

    /// The words of a range, which must exist.
    pub(super) fn get(&mut self, range: Range<u64>, words: &mut Vec<T>) -> io::Result<()> {
        words.clear();
        let in_file = range.start.min(self.written)..range.end.min(self.written);
        if let Some(file) = self.file.as_mut().filter(|_| !in_file.is_empty()) {
            words.resize((in_file.end - in_file.start) as usize, T::zeroed());
            file.seek(SeekFrom::Start(in_file.start * size_of::<T>() as u64))?;
            file.read_exact(bytemuck::cast_slice_mut(words))?;
        }
        let held = |at: u64| (at.max(self.written) - self.written) as usize;
        words.extend_from_slice(&self.held[held(range.start)..held(range.end)]);
        Ok(())
    }

    /// All of them, if they are in memory.
    pub(super) fn all_held(&self) -> Option<&[T]> {
        self.file.is_none().then_some(self.held.as_slice())
    }

    fn spill(&mut self) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(tempfile::tempfile_in(&self.folder)?),
        };
        file.seek(SeekFrom::End(0))?;
        file.write_all(bytemuck::cast_slice(&self.held))?;
        self.written += self.held.len() as u64;
        self.held.clear();
        // A spool that spilled once will spill again: a smaller buffer is enough, and leaves memory to the
        // sorts.
        let enough = (PIECE / size_of::<T>()).max(16);
        if self.most > enough {
            self.most = enough;
            self.held.shrink_to(enough);
        }
        Ok(())
    }
}

/// A writer to a new unnamed file.
pub(super) fn unnamed(folder: &Path, buffer: usize) -> io::Result<BufWriter<File>> {
    Ok(BufWriter::with_capacity(buffer, tempfile::tempfile_in(folder)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_spilled_comes_back_like_what_is_held() {
        let folder = tempfile::tempdir().unwrap();
        let words: Vec<u32> = (0..100_000).collect();
        for bytes in [0, 1000, 1 << 20] {
            let mut spool = Spool::new(folder.path(), bytes);
            words.chunks(77).for_each(|words| spool.extend(words).unwrap());
            assert_eq!(spool.all_held().is_some(), bytes == 1 << 20);
            assert_eq!(spool.len(), 100_000);
            let mut back = Vec::new();
            let each = spool.each(|piece| {
                back.extend_from_slice(piece);
                Ok::<_, io::Error>(())
            });
            each.unwrap();
            assert_eq!(back, words);
            for range in [0..0, 5..9, 99_980..100_000, 0..100_000, 50_000..50_001, 100_000..100_000] {
                spool.get(range.clone(), &mut back).unwrap();
                assert_eq!(back, words[range.start as usize..range.end as usize]);
            }
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "files without names");
    }
}
