//! Parquet → records: the three columns in use, decoded a few thousand rows at a time.

mod column;
mod decimal;
mod fields;
mod guarded;

use crate::display::say;
use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::Path;

use ::parquet::basic::LogicalType;
use ::parquet::errors::{ParquetError, Result as ParquetResult};
use ::parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};

use self::column::DecodedColumn;
use self::fields::{Field, Names};
pub use self::guarded::is_guarded;
pub(crate) use self::guarded::{column, guarded};
use super::record::{At, Chosen, Receiver, Record, Slot, Target, Value, Wanted, check};
use super::seen::{shared_name, shown_names};
use super::{MAX_DOCUMENT, SkipReason, Spot, Stop};

/// Magic number of a Parquet file.
pub(super) const MAGIC: &[u8] = b"PAR1";

/// Rows decoded at a time, and bytes of text at which fewer are. Pages are read one by one, so memory is
/// bounded by these and the largest page of each column.
const ROWS: usize = 4096;
const TEXT: u64 = 8 << 20;

/// The number of row groups of a Parquet file; `None` if it is none that can be opened.
pub(super) fn row_groups(path: &Path) -> Option<usize> {
    let mut file = File::open(path).ok()?;
    let mut magic = [0; MAGIC.len()];
    file.read_exact(&mut magic).ok()?;
    let reader = || guarded(|| SerializedFileReader::new(file)).ok();
    (magic == MAGIC).then(reader)?.map(|reader| reader.num_row_groups())
}

/// Reads all records of a file that begins with [`MAGIC`], or those of some row groups. `is_stored`: its bytes are those on
/// disk and have not been counted yet.
pub(super) fn read(
    file: File,
    groups: Option<Range<usize>>,
    is_stored: bool,
    receiver: &mut dyn Receiver,
) -> Result<(), Stop> {
    let size = file.metadata()?.len();
    let file = match guarded(|| SerializedFileReader::new(file)) {
        Ok(file) => file,
        Err(error) => return receiver.broken(None, damaged(&error)),
    };
    let schema = file.metadata().file_metadata().schema_descr();
    let names = Names::of(schema);
    let shown: Vec<String> = names.shown().collect();
    let is_there = |target: &Target| names.find(&target.path).is_some();
    check(receiver, &is_there, &|| shown_names(shown.iter().map(String::as_str)))?;
    let wanted = receiver.wanted().clone();
    let chosen = Chosen::of(&wanted, &|name| names.find(name));
    if let Some(shared) = chosen.main.iter().chain(&chosen.id).find(|field| names.is_shared(field)) {
        let name = schema.column(shared.column).path().string();
        return receiver.broken(None, SkipReason::Malformed(shared_name(&name)));
    }
    if let [Field { column, .. }] = chosen.main[..]
        && matches!(schema.column(column).logical_type_ref(), Some(LogicalType::Unknown))
    {
        let field = wanted.field(Slot::Main);
        let what = say!("`{field}` is null in every row", "`{field}` 在每一行都为空");
        return receiver.broken(None, SkipReason::Malformed(what));
    }
    if chosen.id.is_some() {
        receiver.expect_ids();
    }
    let takes_numbers = receiver.wanted().takes_numbers;
    let counter = receiver.counter();
    let start = counter.get();
    let rows: u64 = file.metadata().row_groups().iter().map(|group| group.num_rows().max(0) as u64).sum();
    let mut row = 0;
    for group in groups.unwrap_or(0..file.num_row_groups()) {
        let open = || Columns::open(&*file.get_row_group(group)?, takes_numbers, &chosen);
        let result = guarded(open).map_err(Broken::Damaged).and_then(|mut columns| {
            while columns.left > 0 {
                receiver.turn()?;
                let length = guarded(|| columns.fill())?;
                for _ in 0..length {
                    row += 1;
                    columns.next(row, receiver)?;
                }
                if is_stored {
                    counter.set(start + (size as f64 * row as f64 / rows as f64) as u64);
                }
            }
            Ok(())
        });
        match result {
            Ok(()) => {}
            Err(Broken::Stop(stop)) => return Err(stop),
            Err(Broken::Damaged(error)) => return receiver.broken(Some(Spot::Row(row + 1)), damaged(&error)),
        }
    }
    if is_stored {
        counter.set(start + size);
    }
    receiver.turn()
}

/// Why a row group is not read to its end.
enum Broken {
    Damaged(ParquetError),
    Stop(Stop),
}

impl From<Stop> for Broken {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

impl From<ParquetError> for Broken {
    fn from(error: ParquetError) -> Self {
        Self::Damaged(error)
    }
}

fn damaged(error: &ParquetError) -> SkipReason {
    let what = match error {
        ParquetError::NYI(what) => say!(
            "this Parquet file uses what simscope does not read: {what}",
            "此 Parquet 文件用到 simscope 不能读取的内容：{what}"
        ),
        ParquetError::General(what) if what.contains("Disabled feature") => {
            say!(
                "this Parquet file is compressed in a way that simscope does not read ({what}); write it with snappy, zstd, gzip, lz4_raw or no compression",
                "此 Parquet 文件的压缩方式 simscope 不能读取（{what}）；请用 snappy、zstd、gzip、lz4_raw 或不压缩重新写出"
            )
        }
        other => say!(
            "the Parquet file is damaged or cut off ({other}); write it again",
            "Parquet 文件已损坏或不完整；请重新写出"
        ),
    };
    SkipReason::Damaged(what)
}

/// The columns of one row group.
struct Columns {
    /// Empty where the path of the file says what it is; several that are joined.
    main: Vec<DecodedColumn>,
    id: Option<DecodedColumn>,
    extra: Option<DecodedColumn>,
    /// Rows not decoded yet, and the number of rows decoded at a time.
    left: usize,
    step: usize,
}

impl Columns {
    /// `takes_numbers`: the main column may hold numbers, and dates and times as numbers.
    fn open(
        group: &dyn RowGroupReader,
        takes_numbers: bool,
        chosen: &Chosen<Field<'_>>,
    ) -> ParquetResult<Self> {
        let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
        let size = |field: &Field<'_>| group.metadata().column(field.column).uncompressed_size();
        let size: i64 = chosen.main.iter().map(size).fold(0, i64::saturating_add);
        let mean = (size.max(0).cast_unsigned() / rows.max(1) as u64).max(1);
        let open = |field: Field<'_>, slot| {
            DecodedColumn::open(group, field, (slot, takes_numbers && slot == Slot::Main))
        };
        Ok(Self {
            left: rows,
            step: ((TEXT / mean) as usize).clamp(1, ROWS),
            main: chosen.main.iter().map(|&main| open(main, Slot::Main)).collect::<ParquetResult<_>>()?,
            id: chosen.id.map(|id| open(id, Slot::Id)).transpose()?,
            extra: chosen.extra.map(|extra| open(extra, Slot::Extra)).transpose()?,
        })
    }

    /// Decodes the next rows; returns how many.
    fn fill(&mut self) -> ParquetResult<usize> {
        let rows = self.left.min(self.step);
        for column in self.main.iter_mut().chain(&mut self.id).chain(&mut self.extra) {
            column.fill(rows)?;
        }
        self.left -= rows;
        Ok(rows)
    }

    /// Hands over one row.
    fn next(&mut self, row: u64, receiver: &mut dyn Receiver) -> Result<(), Stop> {
        let record = Record {
            main: Wanted::joined(self.main.iter_mut().map(DecodedColumn::next)),
            id: self.id.as_mut().and_then(DecodedColumn::next),
            extra: self.extra.as_mut().and_then(DecodedColumn::next),
        };
        match &record.main {
            Some(Value::Text(text)) if text.len() > MAX_DOCUMENT => {
                receiver.broken(Some(Spot::Row(row)), SkipReason::TooLarge(text.len() as u64))
            }
            Some(Value::Blob(bytes)) if bytes.len() > MAX_DOCUMENT => {
                receiver.broken(Some(Spot::Row(row)), SkipReason::TooLarge(bytes.len() as u64))
            }
            _ => receiver.record(At::row(row), record),
        }
    }
}

#[cfg(test)]
mod tests;
