//! A column of a row group, and the value of each row.

use super::fields::Field;
use super::{decimal, guarded};
use crate::corpus::record::{Slot, Value};
use crate::display::say;
use std::borrow::Cow;

use ::parquet::basic::{ConvertedType, LogicalType, Type};
use ::parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use ::parquet::data_type::{ByteArray, DataType, FixedLenByteArray};
use ::parquet::errors::{ParquetError, Result as ParquetResult};
use ::parquet::file::reader::RowGroupReader;
use ::parquet::schema::types::ColumnDescriptor;

/// A column of a row group with its decoded values.
pub(super) struct DecodedColumn {
    name: String,
    values: Values,
    /// Digits behind the point, of decimal numbers.
    scale: Option<usize>,
    /// Definition levels, for a column with optional values: a value is present where the level is `most`.
    levels: Vec<i16>,
    most: i16,
    /// For a column of lists.
    lists: Option<Lists>,
    /// Index of the next level, and of the next value.
    row: usize,
    value: usize,
}

/// The levels at which the lists of a column begin.
struct Lists {
    /// Repetition levels: 0 where a row begins.
    levels: Vec<i16>,
    /// The definition level from which on there is an element, perhaps null.
    element: i16,
    /// The element that is wanted; `None` for all, joined.
    wanted: Option<usize>,
    /// Of all, only those with this value in another column.
    only: Option<(Box<DecodedColumn>, String)>,
}

enum Values {
    Text {
        values: Decoded<::parquet::data_type::ByteArrayType>,
        is_blob: bool,
    },
    Bytes {
        values: Decoded<::parquet::data_type::FixedLenByteArrayType>,
        is_uuid: bool,
    },
    Truth(Decoded<::parquet::data_type::BoolType>),
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

    fn fill(
        &mut self,
        rows: usize,
        (levels, lists): (Option<&mut Vec<i16>>, Option<&mut Vec<i16>>),
    ) -> ParquetResult<usize> {
        self.values.clear();
        Ok(self.reader.read_records(rows, levels, lists, &mut self.values)?.0)
    }
}

impl DecodedColumn {
    pub(super) fn open(
        group: &dyn RowGroupReader,
        field: Field<'_>,
        (slot, takes_numbers): (Slot, bool),
    ) -> ParquetResult<Self> {
        let descriptor = group.metadata().schema_descr().column(field.column);
        let values = match unfit(&descriptor, takes_numbers, (slot, field)) {
            Some(what) => Values::Other(what),
            None => values(guarded::column(group, field.column)?, &descriptor, (slot, takes_numbers)),
        };
        let scale = decimal::scale_of(&descriptor);
        let (name, most) = (descriptor.path().string(), descriptor.max_def_level());
        let element = descriptor.repeated_ancestor_def_level();
        let only = |(column, value): (usize, &str)| {
            let field = Field { column, element: None, only: None };
            Ok::<_, ParquetError>((
                Box::new(Self::open(group, field, (Slot::Main, false))?),
                value.to_owned(),
            ))
        };
        let only = field.only.map(only).transpose()?;
        let lists = (descriptor.max_rep_level() > 0).then(|| Lists {
            levels: Vec::new(),
            element,
            wanted: field.element,
            only,
        });
        Ok(Self { name, values, scale, levels: Vec::new(), most, lists, row: 0, value: 0 })
    }

    pub(super) fn fill(&mut self, rows: usize) -> ParquetResult<()> {
        (self.row, self.value) = (0, 0);
        self.levels.clear();
        let lists = match &mut self.lists {
            Some(lists) => {
                lists.levels.clear();
                lists.only.as_mut().map_or(Ok(()), |(only, _)| only.fill(rows))?;
                Some(&mut lists.levels)
            }
            None => None,
        };
        let levels = ((self.most > 0).then_some(&mut self.levels), lists);
        let found = match &mut self.values {
            Values::Text { values, .. } => values.fill(rows, levels)?,
            Values::Bytes { values, .. } => values.fill(rows, levels)?,
            Values::Truth(values) => values.fill(rows, levels)?,
            Values::Narrow { values, .. } => values.fill(rows, levels)?,
            Values::Wide { values, .. } => values.fill(rows, levels)?,
            Values::Single(values) => values.fill(rows, levels)?,
            Values::Double(values) => values.fill(rows, levels)?,
            Values::Other(_) => return Ok(()),
        };
        // If a column had another number of rows than the metadata say, rows would be misaligned.
        let expected = self.lists.as_ref().map_or(rows, |lists| lists.levels.len());
        if found == rows && (self.most == 0 || self.levels.len() == expected) {
            return Ok(());
        }
        Err(ParquetError::EOF(say!(
            "column `{}` has fewer rows than its row group",
            "列 `{}` 的行数少于行组",
            self.name
        )))
    }

    /// The value of the next row; `None` for an element that its list does not have.
    pub(super) fn next(&mut self) -> Option<Value<'_>> {
        if let Values::Other(what) = self.values {
            return Some(Value::Other(what));
        }
        if self.lists.is_some() {
            return self.next_of_lists();
        }
        let is_null = self.levels.get(self.row).is_some_and(|&level| level < self.most);
        self.row += 1;
        if is_null {
            return Some(Value::Other("null"));
        }
        self.value += 1;
        Some(self.at(self.value - 1))
    }

    /// The elements of the list of the next row, each with the index of its value (`None` is null), and whether there is no list.
    fn elements(&mut self) -> Option<(Vec<Option<usize>>, bool)> {
        let lists = self.lists.as_ref()?;
        let begins = |&level: &i16| level == 0;
        let behind = lists.levels.get(self.row + 1..).unwrap_or_default();
        let end = self.row + 1 + behind.iter().position(begins).unwrap_or(behind.len());
        let levels = self.levels.get(self.row..end).unwrap_or_default();
        let (element, most) = (lists.element, self.most);
        let mut value = self.value;
        let mut elements = Vec::with_capacity(levels.len());
        for &level in levels.iter().filter(|&&level| level >= element) {
            elements.push((level == most).then_some(value));
            value += usize::from(level == most);
        }
        let is_null = levels.first().is_none_or(|&level| level + 1 < element);
        (self.row, self.value) = (end, value);
        Some((elements, is_null))
    }

    /// The wanted element of the list of the next row, or all of its texts.
    fn next_of_lists(&mut self) -> Option<Value<'_>> {
        let (mut elements, is_null) = self.elements()?;
        let lists = self.lists.as_mut()?;
        if let Some((only, value)) = &mut lists.only {
            let mut others = only.elements().unwrap_or_default().0.into_iter();
            let is_meant = |at: usize| matches!(only.at(at), Value::Text(text) if text == value.as_str());
            elements.retain(|_| others.next().flatten().is_some_and(is_meant));
            if elements.is_empty() {
                return None;
            }
        }
        if let Some(wanted) = lists.wanted {
            return elements.get(wanted).map(|at| at.map_or(Value::Other("null"), |at| self.at(at)));
        }
        if is_null {
            return Some(Value::Other("null"));
        }
        let mut texts = Vec::new();
        for at in elements.into_iter().flatten() {
            match self.at(at) {
                Value::Text(text) => texts.push(text),
                Value::Blob(bytes) => match str::from_utf8(bytes) {
                    Ok(text) => texts.push(text.into()),
                    Err(_) => return Some(Value::Other("bytes that are no UTF-8")),
                },
                _ => return Some(Value::Other("a list")),
            }
        }
        Some(Value::Texts(texts.join("\n")))
    }

    fn at(&self, at: usize) -> Value<'_> {
        const LACKING: Value<'_> = Value::Other("missing");
        if let Some((scale, whole)) = self.scale.zip(self.unscaled(at)) {
            return Value::Number(decimal::written(whole, scale));
        }
        match &self.values {
            Values::Text { values, is_blob: false } => values.values.get(at).map_or(LACKING, text),
            Values::Text { values, is_blob: true } => {
                values.values.get(at).map_or(LACKING, |value| Value::Blob(value.data()))
            }
            Values::Bytes { values, is_uuid } => {
                values.values.get(at).map_or(LACKING, |value| bytes(value, *is_uuid))
            }
            Values::Truth(values) => values.values.get(at).map_or(LACKING, |&value| Value::Truth(value)),
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
            Values::Bytes { values, .. } => decimal::whole(values.values.get(at)?.data()),
            Values::Truth(_) | Values::Single(_) | Values::Double(_) | Values::Other(_) => None,
        }
    }
}

fn text(value: &ByteArray) -> Value<'_> {
    match str::from_utf8(value.data()) {
        Ok(text) => Value::Text(Cow::Borrowed(text)),
        Err(_) => Value::Other("bytes that are no UTF-8"),
    }
}

/// A UUID as everybody writes it: in hexadecimal, with hyphens.
fn bytes(value: &FixedLenByteArray, is_uuid: bool) -> Value<'_> {
    match <[u8; 16]>::try_from(value.data()) {
        Ok(uuid) if is_uuid => {
            let mut text = format!("{:032x}", u128::from_be_bytes(uuid));
            [20, 16, 12, 8].into_iter().for_each(|at| text.insert(at, '-'));
            Value::Text(Cow::Owned(text))
        }
        _ => Value::Bytes(value.data()),
    }
}

/// The type name of a column that cannot be used, for messages. Any number is an id or a label.
fn unfit(
    descriptor: &ColumnDescriptor,
    takes_numbers: bool,
    (slot, field): (Slot, Field<'_>),
) -> Option<&'static str> {
    let is_list = descriptor.max_rep_level() > 0 && field.element.is_none();
    if descriptor.max_rep_level() > 1 || is_list && slot != Slot::Main {
        return Some("a list");
    }
    let is_integer = matches!(descriptor.logical_type_ref(), None | Some(LogicalType::Integer(_)));
    match descriptor.physical_type() {
        _ if matches!(descriptor.logical_type_ref(), Some(LogicalType::Unknown)) => Some("null"),
        _ if decimal::is_decimal(descriptor) => {
            let is_read = (slot != Slot::Main || takes_numbers) && decimal::scale_of(descriptor).is_some();
            (!is_read).then_some("a decimal number")
        }
        Type::BOOLEAN if slot == Slot::Main => Some("true or false"),
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
        ColumnReader::FixedLenByteArrayColumnReader(reader) => {
            let is_uuid = matches!(descriptor.logical_type_ref(), Some(LogicalType::Uuid));
            Values::Bytes { values: Decoded::new(reader), is_uuid }
        }
        ColumnReader::Int32ColumnReader(reader) => {
            Values::Narrow { values: Decoded::new(reader), is_signed, is_word }
        }
        ColumnReader::Int64ColumnReader(reader) => {
            Values::Wide { values: Decoded::new(reader), is_signed, is_word }
        }
        ColumnReader::BoolColumnReader(reader) => Values::Truth(Decoded::new(reader)),
        ColumnReader::Int96ColumnReader(_) => Values::Other("a time"),
        ColumnReader::FloatColumnReader(reader) => Values::Single(Decoded::new(reader)),
        ColumnReader::DoubleColumnReader(reader) => Values::Double(Decoded::new(reader)),
    }
}
