//! Parquet → records: the three columns in use, decoded a few thousand rows at a time.

mod decimal;
mod guarded;

use crate::display::say;
use std::borrow::Cow;
use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::Path;

use ::parquet::basic::{ConvertedType, LogicalType, Type};
use ::parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use ::parquet::data_type::{ByteArray, DataType, FixedLenByteArray};
use ::parquet::errors::{ParquetError, Result as ParquetResult};
use ::parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};
use ::parquet::schema::types::ColumnDescriptor;

pub use self::guarded::is_guarded;
pub(crate) use self::guarded::{column, guarded};
use super::record::{At, Chosen, Receiver, Record, Slot, Value};
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
    // A column of lists or structs goes by the name of the whole column.
    let columns = schema.columns().iter();
    let names: Vec<&str> =
        columns.map(|column| column.path().parts().first().map_or("", String::as_str)).collect();
    let chosen = Chosen::of(&names, receiver.wanted());
    let missing = receiver.wanted().missing(chosen.main.is_some(), chosen.id.is_some()).map(str::to_owned);
    let (Some(main), None) = (chosen.main, &missing) else {
        let names = schema.columns().iter().map(|column| column.path().string().chars().take(40).collect());
        return Err(receiver.no_field(&missing.unwrap_or_default(), names.take(12).collect()));
    };
    let takes_numbers = receiver.wanted().takes_numbers;
    let counter = receiver.counter();
    let start = counter.get();
    let rows: u64 = file.metadata().row_groups().iter().map(|group| group.num_rows().max(0) as u64).sum();
    let mut row = 0;
    for group in groups.unwrap_or(0..file.num_row_groups()) {
        let open = || Columns::open(&*file.get_row_group(group)?, (main, takes_numbers), &chosen);
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
            "Parquet 文件已损坏或不完整（{other}）；请重新写出"
        ),
    };
    SkipReason::Damaged(what)
}

/// The columns of one row group.
struct Columns {
    main: DecodedColumn,
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
        (main, takes_numbers): (usize, bool),
        chosen: &Chosen,
    ) -> ParquetResult<Self> {
        let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
        let size = u64::try_from(group.metadata().column(main).uncompressed_size()).unwrap_or(0);
        let mean = (size / rows.max(1) as u64).max(1);
        Ok(Self {
            left: rows,
            step: ((TEXT / mean) as usize).clamp(1, ROWS),
            main: DecodedColumn::open(group, main, (Slot::Main, takes_numbers))?,
            id: chosen.id.map(|id| DecodedColumn::open(group, id, (Slot::Id, false))).transpose()?,
            extra: chosen
                .extra
                .map(|extra| DecodedColumn::open(group, extra, (Slot::Extra, false)))
                .transpose()?,
        })
    }

    /// Decodes the next rows; returns how many.
    fn fill(&mut self) -> ParquetResult<usize> {
        let rows = self.left.min(self.step);
        for column in [Some(&mut self.main), self.id.as_mut(), self.extra.as_mut()].into_iter().flatten() {
            column.fill(rows)?;
        }
        self.left -= rows;
        Ok(rows)
    }

    /// Hands over one row.
    fn next(&mut self, row: u64, receiver: &mut dyn Receiver) -> Result<(), Stop> {
        let record = Record {
            main: Some(self.main.next()),
            id: self.id.as_mut().map(DecodedColumn::next),
            extra: self.extra.as_mut().map(DecodedColumn::next),
        };
        match &record.main {
            Some(Value::Text(Cow::Borrowed(text))) if text.len() > MAX_DOCUMENT => {
                receiver.broken(Some(Spot::Row(row)), SkipReason::TooLarge(text.len() as u64))
            }
            Some(Value::Blob(bytes)) if bytes.len() > MAX_DOCUMENT => {
                receiver.broken(Some(Spot::Row(row)), SkipReason::TooLarge(bytes.len() as u64))
            }
            _ => receiver.record(At::row(row), record),
        }
    }
}

/// A column of a row group with its decoded values.
struct DecodedColumn {
    name: String,
    values: Values,
    /// Digits behind the point, of decimal numbers.
    scale: Option<usize>,
    /// Definition levels by row, for an optional column: a value is present where the level is `most`.
    levels: Vec<i16>,
    most: i16,
    /// Index of the next row, and of the next value.
    row: usize,
    value: usize,
}

enum Values {
    Text {
        values: Decoded<::parquet::data_type::ByteArrayType>,
        is_blob: bool,
    },
    Bytes(Decoded<::parquet::data_type::FixedLenByteArrayType>),
    Narrow {
        values: Decoded<::parquet::data_type::Int32Type>,
        is_signed: bool,
        is_word: bool,
    },
    Wide {
        values: Decoded<::parquet::data_type::Int64Type>,
        is_signed: bool,
        is_word: bool,
    },
    Single(Decoded<::parquet::data_type::FloatType>),
    Double(Decoded<::parquet::data_type::DoubleType>),
    /// A type that is not decoded.
    Other(&'static str),
}

struct Decoded<T: DataType> {
    reader: ColumnReaderImpl<T>,
    values: Vec<T::T>,
}

impl<T: DataType> Decoded<T> {
    fn new(reader: ColumnReaderImpl<T>) -> Self {
        Self { reader, values: Vec::new() }
    }

    fn fill(&mut self, rows: usize, levels: Option<&mut Vec<i16>>) -> ParquetResult<usize> {
        self.values.clear();
        Ok(self.reader.read_records(rows, levels, None, &mut self.values)?.0)
    }
}

impl DecodedColumn {
    fn open(
        group: &dyn RowGroupReader,
        place: usize,
        (slot, takes_numbers): (Slot, bool),
    ) -> ParquetResult<Self> {
        let descriptor = group.metadata().schema_descr().column(place);
        let values = match unfit(&descriptor, takes_numbers, slot) {
            Some(what) => Values::Other(what),
            None => values(column(group, place)?, &descriptor, (slot, takes_numbers)),
        };
        let scale = decimal::scale_of(&descriptor);
        let (name, most) = (descriptor.path().string(), descriptor.max_def_level());
        Ok(Self { name, values, scale, levels: Vec::new(), most, row: 0, value: 0 })
    }

    fn fill(&mut self, rows: usize) -> ParquetResult<()> {
        (self.row, self.value) = (0, 0);
        self.levels.clear();
        let levels = (self.most > 0).then_some(&mut self.levels);
        let found = match &mut self.values {
            Values::Text { values, .. } => values.fill(rows, levels)?,
            Values::Bytes(values) => values.fill(rows, levels)?,
            Values::Narrow { values, .. } => values.fill(rows, levels)?,
            Values::Wide { values, .. } => values.fill(rows, levels)?,
            Values::Single(values) => values.fill(rows, levels)?,
            Values::Double(values) => values.fill(rows, levels)?,
            Values::Other(_) => return Ok(()),
        };
        // If a column had another number of rows than the metadata say, rows would be misaligned.
        if found == rows && (self.most == 0 || self.levels.len() == rows) {
            return Ok(());
        }
        Err(ParquetError::EOF(format!("column `{}` has fewer rows than its row group", self.name)))
    }

    fn next(&mut self) -> Value<'_> {
        let is_null = self.levels.get(self.row).is_some_and(|&level| level < self.most);
        self.row += 1;
        if is_null {
            return Value::Other("null");
        }
        let at = self.value;
        self.value += 1;
        const LACKING: Value<'_> = Value::Other("missing");
        if let Some((scale, whole)) = self.scale.zip(self.unscaled(at)) {
            return Value::Number(decimal::written(whole, scale));
        }
        match &self.values {
            Values::Text { values, is_blob: false } => values.values.get(at).map_or(LACKING, text),
            Values::Text { values, is_blob: true } => {
                values.values.get(at).map_or(LACKING, |value| Value::Blob(value.data()))
            }
            Values::Bytes(values) => values.values.get(at).map_or(LACKING, bytes),
            Values::Narrow { values, is_signed, is_word } => {
                values.values.get(at).map_or(LACKING, |&value| {
                    Value::of_integer(value.into(), value.cast_unsigned().into(), 32, (*is_word, *is_signed))
                })
            }
            Values::Wide { values, is_signed, is_word } => values.values.get(at).map_or(LACKING, |&value| {
                Value::of_integer(value, value.cast_unsigned(), 64, (*is_word, *is_signed))
            }),
            Values::Single(values) => {
                values.values.get(at).map_or(LACKING, |value| Value::Number(value.to_string()))
            }
            Values::Double(values) => {
                values.values.get(at).map_or(LACKING, |value| Value::Number(value.to_string()))
            }
            Values::Other(what) => Value::Other(what),
        }
    }

    /// A decimal number without its point.
    fn unscaled(&self, at: usize) -> Option<i128> {
        match &self.values {
            Values::Narrow { values, .. } => values.values.get(at).map(|&value| value.into()),
            Values::Wide { values, .. } => values.values.get(at).map(|&value| value.into()),
            Values::Text { values, .. } => decimal::whole(values.values.get(at)?.data()),
            Values::Bytes(values) => decimal::whole(values.values.get(at)?.data()),
            Values::Single(_) | Values::Double(_) | Values::Other(_) => None,
        }
    }
}

fn text(value: &ByteArray) -> Value<'_> {
    match str::from_utf8(value.data()) {
        Ok(text) => Value::Text(Cow::Borrowed(text)),
        Err(_) => Value::Other("bytes that are no UTF-8"),
    }
}

fn bytes(value: &FixedLenByteArray) -> Value<'_> {
    Value::Bytes(value.data())
}

/// The type name of a column that cannot be used, for messages. Any number is an id or a label.
fn unfit(descriptor: &ColumnDescriptor, takes_numbers: bool, slot: Slot) -> Option<&'static str> {
    if descriptor.max_rep_level() > 0 || descriptor.path().parts().len() > 1 {
        return Some("a list or a struct");
    }
    let is_integer = matches!(descriptor.logical_type_ref(), None | Some(LogicalType::Integer(_)));
    match descriptor.physical_type() {
        _ if decimal::is_decimal(descriptor) => {
            let is_read = (slot != Slot::Main || takes_numbers) && decimal::scale_of(descriptor).is_some();
            (!is_read).then_some("a decimal number")
        }
        Type::BOOLEAN => Some("true or false"),
        Type::INT32 | Type::INT64 | Type::FLOAT | Type::DOUBLE if takes_numbers => None,
        Type::FLOAT | Type::DOUBLE if slot == Slot::Main => Some("a floating-point number"),
        Type::INT96 => Some("a time"),
        Type::INT32 | Type::INT64 if !is_integer => Some("a date or a time"),
        _ => None,
    }
}

fn values(
    reader: ColumnReader,
    descriptor: &ColumnDescriptor,
    (slot, takes_numbers): (Slot, bool),
) -> Values {
    let is_word = slot == Slot::Main && !takes_numbers;
    let is_signed = match descriptor.logical_type_ref() {
        Some(LogicalType::Integer(integer)) => integer.is_signed,
        _ => {
            use ConvertedType::{UINT_8, UINT_16, UINT_32, UINT_64};
            !matches!(descriptor.converted_type(), UINT_8 | UINT_16 | UINT_32 | UINT_64)
        }
    };
    match reader {
        ColumnReader::ByteArrayColumnReader(reader) => {
            let is_declared_text =
                descriptor.logical_type_ref().is_some() || descriptor.converted_type() != ConvertedType::NONE;
            let is_blob = slot == Slot::Main && !is_declared_text;
            Values::Text { values: Decoded::new(reader), is_blob }
        }
        ColumnReader::FixedLenByteArrayColumnReader(reader) => Values::Bytes(Decoded::new(reader)),
        ColumnReader::Int32ColumnReader(reader) => {
            Values::Narrow { values: Decoded::new(reader), is_signed, is_word }
        }
        ColumnReader::Int64ColumnReader(reader) => {
            Values::Wide { values: Decoded::new(reader), is_signed, is_word }
        }
        ColumnReader::BoolColumnReader(_) => Values::Other("true or false"),
        ColumnReader::Int96ColumnReader(_) => Values::Other("a time"),
        ColumnReader::FloatColumnReader(reader) => Values::Single(Decoded::new(reader)),
        ColumnReader::DoubleColumnReader(reader) => Values::Double(Decoded::new(reader)),
    }
}

#[cfg(test)]
mod tests;
