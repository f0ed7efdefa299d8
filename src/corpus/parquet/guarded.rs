//! What keeps a damaged file from ending the program: the reader of the crate panics on some.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ::parquet::basic::Encoding;
use ::parquet::column::page::{Page, PageMetadata, PageReader};
use ::parquet::errors::{ParquetError, Result};
use ::parquet::file::metadata::ColumnChunkMetaData;

thread_local! {
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is where a panic is caught and becomes an error. The hook of a panic runs before that, and
/// should then neither print anything nor give the terminal back: the program goes on.
pub fn is_guarded() -> bool {
    IS_GUARDED.get()
}

/// The result of reading, or an error if it panics. What [`check`] and [`Pages`] look at would panic; this is for what
/// they do not know of.
pub(super) fn guarded<T>(read: impl FnOnce() -> Result<T>) -> Result<T> {
    let before = IS_GUARDED.replace(true);
    // What was being read is given up after an error, so nobody sees it half changed.
    let result = catch_unwind(AssertUnwindSafe(read));
    IS_GUARDED.set(before);
    result.unwrap_or_else(|_| Err(damaged("it cannot be decoded")))
}

fn damaged(what: &str) -> ParquetError {
    ParquetError::General(what.to_owned())
}

/// Whether a column chunk is at a place that there can be.
pub(super) fn check(chunk: &ColumnChunkMetaData) -> Result<()> {
    let start = chunk.dictionary_page_offset().unwrap_or(0).min(chunk.data_page_offset());
    let least = start.min(chunk.compressed_size()).min(chunk.num_values());
    if least < 0 { Err(damaged("a column begins before the file")) } else { Ok(()) }
}

/// Pages of which none refers to a dictionary that did not come.
pub(super) struct Pages {
    pub(super) inner: Box<dyn PageReader>,
    pub(super) has_dictionary: bool,
}

impl Pages {
    fn check(&mut self, page: &Page) -> Result<()> {
        let encoding = match page {
            Page::DictionaryPage { .. } => {
                self.has_dictionary = true;
                return Ok(());
            }
            Page::DataPage { encoding, .. } | Page::DataPageV2 { encoding, .. } => *encoding,
        };
        let needs_dictionary = matches!(encoding, Encoding::PLAIN_DICTIONARY | Encoding::RLE_DICTIONARY);
        if needs_dictionary && !self.has_dictionary {
            Err(damaged("a dictionary is missing"))
        } else {
            Ok(())
        }
    }
}

impl Iterator for Pages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Result<Page>> {
        self.get_next_page().transpose()
    }
}

impl PageReader for Pages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        let page = self.inner.get_next_page()?;
        page.map(|page| self.check(&page).map(|()| page)).transpose()
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.inner.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.inner.skip_next_page()
    }

    fn at_record_boundary(&mut self) -> Result<bool> {
        self.inner.at_record_boundary()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_and_its_hook_can_tell() {
        let mut inside = false;
        let result: Result<()> = guarded(|| {
            inside = is_guarded();
            panic!("as the reader of the crate does")
        });
        assert!(inside && !is_guarded());
        assert!(result.unwrap_err().to_string().contains("it cannot be decoded"));
    }
}
