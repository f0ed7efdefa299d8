//! Guards against damaged files: the reader of the `parquet` crate panics on some.

use crate::display::{Phrase, lang};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ::parquet::basic::Encoding;
use ::parquet::column::page::{Page, PageMetadata, PageReader};
use ::parquet::column::reader::{ColumnReader, get_column_reader};
use ::parquet::errors::{ParquetError, Result};
use ::parquet::file::metadata::ColumnChunkMetaData;
use ::parquet::file::reader::RowGroupReader;

thread_local! {
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Whether the current thread will catch a panic and turn it into an error. The panic hook runs earlier and
/// must then neither print nor restore the terminal, because the program goes on.
pub fn is_guarded() -> bool {
    IS_GUARDED.get()
}

/// The result of `read`, or an error if it panics. [`check`] and [`Pages`] prevent the known panics; this
/// catches the others.
pub(crate) fn guarded<T>(read: impl FnOnce() -> Result<T>) -> Result<T> {
    let before = IS_GUARDED.replace(true);
    // After an error the reader is dropped, so its inconsistent state is never seen.
    let result = catch_unwind(AssertUnwindSafe(read));
    IS_GUARDED.set(before);
    result.unwrap_or_else(|_| Err(damaged(("it cannot be decoded", "无法解码"))))
}

fn damaged(what: Phrase) -> ParquetError {
    ParquetError::General(lang().pick(what).to_owned())
}

/// The values of one column of a row group.
pub(crate) fn column(group: &dyn RowGroupReader, index: usize) -> Result<ColumnReader> {
    let chunk = group.metadata().column(index);
    check(chunk)?;
    let pages = Pages { inner: group.get_column_page_reader(index)?, has_dictionary: false };
    Ok(get_column_reader(chunk.column_descr_ptr(), Box::new(pages)))
}

/// Whether the offsets of a column chunk are possible.
fn check(chunk: &ColumnChunkMetaData) -> Result<()> {
    let start = chunk.dictionary_page_offset().unwrap_or(0).min(chunk.data_page_offset());
    let least = start.min(chunk.compressed_size()).min(chunk.num_values());
    if least < 0 {
        Err(damaged(("a column begins before the file", "有列的起点在文件之前")))
    } else {
        Ok(())
    }
}

/// Pages; a page that refers to a missing dictionary is an error.
struct Pages {
    inner: Box<dyn PageReader>,
    has_dictionary: bool,
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
            Err(damaged(("a dictionary is missing", "缺少字典")))
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
