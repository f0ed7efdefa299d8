//! Parquet: rows are left out of their row groups; schema, codecs and metadata stay.

use super::passing::{Broken, Deciding};
use crate::corpus::{column, guarded};
use crate::display::say;
use crate::progress::Progress;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::column::writer::ColumnWriterImpl;
use parquet::data_type::{
    BoolType, ByteArrayType, DataType, DoubleType, FixedLenByteArrayType, FloatType, Int32Type, Int64Type,
    Int96Type,
};
use parquet::errors::{ParquetError, Result as ParquetResult};
use parquet::file::metadata::{ParquetMetaData, RowGroupMetaData};
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::ColumnDescPtr;
use std::fs::File;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// Rows passed at a time, and bytes of a column at which fewer are.
const ROWS: usize = 4096;
const BYTES: u64 = 8 << 20;

/// Writes the rows that stay, row group by row group; a group of which none stays is left out. In memory is one column
/// of one row group, compressed.
///
/// # Errors
/// [`io::ErrorKind::Unsupported`] for a file that is damaged, or compressed in a way that cannot be written.
pub(super) fn pass(
    file: File,
    (number, deciding): (u32, &mut Deciding<'_>),
    out: &mut dyn Write,
    progress: &Progress,
) -> Result<(), Broken> {
    let size = file.metadata().map_err(Broken::Read)?.len();
    let file = guarded(|| SerializedFileReader::new(file)).map_err(damaged)?;
    let held = Held::default();
    let schema = file.metadata().file_metadata().schema_descr().root_schema_ptr();
    let properties = Arc::new(properties(file.metadata()));
    let mut writer = SerializedFileWriter::new(held.clone(), schema, properties).map_err(damaged)?;
    let mut row = 0;
    deciding.written.bytes_read += size;
    for (at, metadata) in file.metadata().row_groups().iter().enumerate() {
        let rows = row..row + metadata.num_rows().max(0).cast_unsigned();
        row = rows.end;
        let is_empty = rows.is_empty();
        let kept: Vec<bool> = rows.map(|row| deciding.keeps(number, row)).collect();
        if !is_empty && !kept.contains(&true) {
            continue;
        }
        let group = guarded(|| file.get_row_group(at)).map_err(damaged)?;
        let mut writer = writer.next_row_group().map_err(damaged)?;
        for index in 0..metadata.num_columns() {
            if progress.is_cancelled() {
                return Err(Broken::Read(io::Error::other("cancelled")));
            }
            let passed = guarded(|| {
                let Some(mut column) = writer.next_column()? else {
                    return Err(ParquetError::General(say!("a column is missing", "缺少一列")));
                };
                pass_column(&*group, index, &mut column, &kept)?;
                column.close()
            });
            passed.map_err(damaged)?;
            held.hand_over(deciding, out)?;
            progress.advance(metadata.column(index).compressed_size().max(0).cast_unsigned());
        }
        writer.close().map_err(damaged)?;
        held.hand_over(deciding, out)?;
    }
    writer.finish().map_err(damaged)?;
    held.hand_over(deciding, out)
}

fn damaged(error: ParquetError) -> Broken {
    let what =
        say!("this Parquet file cannot be written again ({error})", "此 Parquet 文件无法重新写出（{error}）");
    Broken::Read(io::Error::new(io::ErrorKind::Unsupported, what))
}

/// The metadata of the file, and of each column its codec and whether it has a dictionary, as its first row group says.
fn properties(metadata: &ParquetMetaData) -> WriterProperties {
    let about = metadata.file_metadata().key_value_metadata().cloned();
    let first = metadata.row_groups().first();
    let sorting = first.and_then(RowGroupMetaData::sorting_columns).cloned();
    let mut properties =
        WriterProperties::builder().set_key_value_metadata(about).set_sorting_columns(sorting);
    for column in first.into_iter().flat_map(RowGroupMetaData::columns) {
        let path = column.column_path();
        properties = properties
            .set_column_compression(path.clone(), column.compression())
            .set_column_dictionary_enabled(path.clone(), column.dictionary_page_offset().is_some())
            .set_column_bloom_filter_enabled(path.clone(), column.bloom_filter_offset().is_some());
    }
    properties.build()
}

/// Copies the kept rows of one column of a row group.
fn pass_column(
    group: &dyn RowGroupReader,
    index: usize,
    to: &mut SerializedColumnWriter<'_>,
    kept: &[bool],
) -> ParquetResult<()> {
    let chunk = group.metadata().column(index);
    let mean = chunk.uncompressed_size().max(0).cast_unsigned() / kept.len().max(1) as u64;
    let of = Rows {
        kept,
        step: ((BYTES / mean.max(1)) as usize).clamp(1, ROWS),
        column: chunk.column_descr_ptr(),
    };
    match column(group, index)? {
        ColumnReader::BoolColumnReader(reader) => of.pass(reader, to.typed::<BoolType>()),
        ColumnReader::Int32ColumnReader(reader) => of.pass(reader, to.typed::<Int32Type>()),
        ColumnReader::Int64ColumnReader(reader) => of.pass(reader, to.typed::<Int64Type>()),
        ColumnReader::Int96ColumnReader(reader) => of.pass(reader, to.typed::<Int96Type>()),
        ColumnReader::FloatColumnReader(reader) => of.pass(reader, to.typed::<FloatType>()),
        ColumnReader::DoubleColumnReader(reader) => of.pass(reader, to.typed::<DoubleType>()),
        ColumnReader::ByteArrayColumnReader(reader) => of.pass(reader, to.typed::<ByteArrayType>()),
        ColumnReader::FixedLenByteArrayColumnReader(reader) => {
            of.pass(reader, to.typed::<FixedLenByteArrayType>())
        }
    }
}

/// The rows of one column.
struct Rows<'k> {
    kept: &'k [bool],
    /// How many are passed at a time.
    step: usize,
    column: ColumnDescPtr,
}

impl Rows<'_> {
    fn pass<T: DataType>(
        &self,
        mut reader: ColumnReaderImpl<T>,
        writer: &mut ColumnWriterImpl<'_, T>,
    ) -> ParquetResult<()> {
        let (most, is_repeated) = (self.column.max_def_level(), self.column.max_rep_level() > 0);
        let (mut values, mut present, mut repeated) = (Vec::new(), Vec::new(), Vec::new());
        for kept in self.kept.chunks(self.step) {
            values.clear();
            present.clear();
            repeated.clear();
            let (rows, _, levels) = reader.read_records(
                kept.len(),
                (most > 0).then_some(&mut present),
                is_repeated.then_some(&mut repeated),
                &mut values,
            )?;
            let is_aligned =
                (most == 0 || present.len() == levels) && (!is_repeated || repeated.len() == levels);
            if rows != kept.len() || !is_aligned {
                let what = say!(
                    "column `{}` has fewer rows than its row group",
                    "列 `{}` 的行数少于行组",
                    self.column.path()
                );
                return Err(ParquetError::EOF(what));
            }
            if kept.contains(&false) {
                leave_out(kept, (levels, most), (&mut values, &mut present, &mut repeated));
            }
            let present = (most > 0).then_some(&present[..]);
            writer.write_batch(&values, present, is_repeated.then_some(&repeated[..]))?;
        }
        Ok(())
    }
}

/// Removes the values and levels of the rows that are not kept. A row begins where its repetition level is 0; a value
/// is there where the definition level is the highest.
fn leave_out<V>(
    kept: &[bool],
    (levels, most): (usize, i16),
    (values, present, repeated): (&mut Vec<V>, &mut Vec<i16>, &mut Vec<i16>),
) {
    let mut row = 0;
    let row_of = |level: usize| {
        // Without repetition each level is a row.
        if level > 0 && repeated.get(level).is_none_or(|&repeated| repeated == 0) {
            row += 1;
        }
        kept[row]
    };
    let is_kept: Vec<bool> = (0..levels).map(row_of).collect();
    let has_value = |level: &usize| present.get(*level).is_none_or(|&present| present == most);
    let of_values: Vec<bool> = (0..levels).filter(has_value).map(|level| is_kept[level]).collect();
    retain(values, &mut of_values.into_iter());
    retain(present, &mut is_kept.iter().copied());
    retain(repeated, &mut is_kept.iter().copied());
}

fn retain<V>(values: &mut Vec<V>, is_kept: &mut dyn Iterator<Item = bool>) {
    values.retain(|_| is_kept.next().unwrap_or(true));
}

/// What the writer has written and is not handed over yet. The writer wants to own its output and share it with other
/// threads, which the real one cannot.
#[derive(Clone, Default)]
struct Held(Arc<Mutex<Vec<u8>>>);

impl Held {
    fn hand_over(&self, deciding: &mut Deciding<'_>, out: &mut dyn Write) -> Result<(), Broken> {
        let mut bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        deciding.written.bytes_written += bytes.len() as u64;
        out.write_all(&bytes).map_err(Broken::Write)?;
        bytes.clear();
        Ok(())
    }
}

impl Write for Held {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
