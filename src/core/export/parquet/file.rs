//! Rows → the row groups of a Parquet file.

use super::super::Cell;
use super::super::column::{Column, Kind};
use super::RECIPE_KEY;
use crate::display::say;
use crate::recipe::Recipe;
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{
    ByteArray, ByteArrayType, DataType, DoubleType, FixedLenByteArray, FixedLenByteArrayType, Int32Type,
    Int64Type,
};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{ColumnPath, Type};
use std::io::{self, Write};
use std::sync::Arc;

/// Rows after which a row group is written.
const FULL_ROWS: usize = 128 << 10;
/// Bytes of text after which a row group is written, even with fewer rows.
const FULL_TEXT: usize = 16 << 20;

fn schema_of(column: &Column) -> parquet::errors::Result<Type> {
    let (physical, logical, length) = match column.kind {
        Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String), 0),
        Kind::Count => (Physical::INT32, None, 0),
        Kind::Whole => (Physical::INT64, None, 0),
        Kind::Number => (Physical::DOUBLE, None, 0),
        Kind::Signature(bits) if bits.get() <= 64 => match column.is_signed {
            true => (Physical::INT64, None, 0),
            false if bits.get() > 32 => (Physical::INT64, Some(LogicalType::integer(64, false)), 0),
            false => (Physical::INT32, Some(LogicalType::integer(32, false)), 0),
        },
        Kind::Signature(bits) => (Physical::FIXED_LEN_BYTE_ARRAY, None, i32::from(bits.get().div_ceil(8))),
    };
    let repetition = if column.is_optional { Repetition::OPTIONAL } else { Repetition::REQUIRED };
    let builder = Type::primitive_type_builder(column.name, physical).with_repetition(repetition);
    builder.with_logical_type(logical).with_length(length).build()
}

/// The key-value metadata: the recipe, or both where two were compared.
fn metadata_of(recipes: &[Recipe]) -> Vec<KeyValue> {
    let endings = if recipes.len() == 1 { &[""][..] } else { &["-a", "-b"] };
    let entry =
        |(recipe, ending): (&Recipe, &&str)| KeyValue::new(format!("{RECIPE_KEY}{ending}"), recipe.to_toml());
    recipes.iter().zip(endings).map(entry).collect()
}

/// A Parquet file being written; rows not written yet form the next row group.
pub(in crate::export) struct File {
    /// Writes into memory, which is drained after each row group.
    writer: SerializedFileWriter<Vec<u8>>,
    columns: Vec<Filling>,
    rows: usize,
}

impl File {
    pub(in crate::export) fn new(columns: &[Column], recipes: &[Recipe]) -> io::Result<Self> {
        let fields = columns.iter().map(|column| schema_of(column).map(Arc::new));
        let fields = fields.collect::<Result<_, _>>().map_err(io::Error::other)?;
        let schema =
            Type::group_type_builder("schema").with_fields(fields).build().map_err(io::Error::other)?;
        let mut properties = WriterProperties::builder()
            .set_key_value_metadata(Some(metadata_of(recipes)))
            // Snappy is read by every engine.
            .set_compression(Compression::SNAPPY);
        for column in columns.iter().filter(|column| matches!(column.kind, Kind::Signature(_))) {
            // Signatures are close to random, so a dictionary would not help.
            let path = ColumnPath::from(column.name);
            properties = properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_compression(path, Compression::UNCOMPRESSED);
        }
        let writer = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties.build()));
        let columns = columns.iter().map(Filling::new).collect();
        Ok(Self { writer: writer.map_err(io::Error::other)?, columns, rows: 0 })
    }

    pub(in crate::export) fn write(&mut self, cells: &[Cell<'_>], out: &mut dyn Write) -> io::Result<()> {
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            column.push(cell)?;
        }
        self.rows += 1;
        let is_full =
            self.rows >= FULL_ROWS || self.columns.iter().any(|column| column.text.len() >= FULL_TEXT);
        if is_full { self.write_group(out) } else { Ok(()) }
    }

    pub(in crate::export) fn finish(mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.rows > 0 {
            self.write_group(out)?;
        }
        self.writer.finish().map_err(io::Error::other)?;
        self.hand_over(out)
    }

    fn write_group(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let mut group = self.writer.next_row_group().map_err(io::Error::other)?;
        for column in &mut self.columns {
            column.write(&mut group).map_err(io::Error::other)?;
        }
        group.close().map_err(io::Error::other)?;
        self.rows = 0;
        self.hand_over(out)
    }

    fn hand_over(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.writer.flush()?;
        // The writer counts its bytes itself, so written bytes may be drained.
        let bytes = self.writer.inner_mut();
        out.write_all(bytes)?;
        bytes.clear();
        Ok(())
    }
}

/// The cells of one column of a row group.
struct Filling {
    name: &'static str,
    kind: Kind,
    is_signed: bool,
    /// Definition levels by row, for an optional column: 1 where there is a value.
    levels: Option<Vec<i16>>,
    /// Texts or bytes end to end, and where each ends.
    text: Vec<u8>,
    ends: Vec<usize>,
    counts: Vec<i32>,
    words: Vec<i64>,
    numbers: Vec<f64>,
}

impl Filling {
    fn new(column: &Column) -> Self {
        Self {
            name: column.name,
            kind: column.kind,
            is_signed: column.is_signed,
            levels: column.is_optional.then(Vec::new),
            text: Vec::new(),
            ends: Vec::new(),
            counts: Vec::new(),
            words: Vec::new(),
            numbers: Vec::new(),
        }
    }

    fn push(&mut self, cell: &Cell<'_>) -> io::Result<()> {
        if let Some(levels) = &mut self.levels {
            levels.push(i16::from(*cell != Cell::Nothing));
            if *cell == Cell::Nothing {
                return Ok(());
            }
        }
        let cell = if let Cell::Truth(is_true) = *cell { Cell::Count(is_true.into()) } else { *cell };
        match (self.kind, cell) {
            (Kind::Text, Cell::Text(text) | Cell::Recipe(text, _) | Cell::List(text, _)) => {
                self.text.extend_from_slice(text.as_bytes());
                self.ends.push(self.text.len());
            }
            (Kind::Count, Cell::Count(count)) => {
                self.counts.push(count.try_into().map_err(|_| self.misfit())?)
            }
            (Kind::Count, Cell::Integer(integer)) => {
                self.counts.push(integer.try_into().map_err(|_| self.misfit())?);
            }
            (Kind::Whole, Cell::Count(count)) => {
                self.words.push(count.try_into().map_err(|_| self.misfit())?)
            }
            (Kind::Whole, Cell::Integer(integer)) => self.words.push(integer),
            (Kind::Number, Cell::Count(count)) => self.numbers.push(count as f64),
            (Kind::Number, Cell::Integer(integer)) => self.numbers.push(integer as f64),
            (Kind::Number, Cell::Number(number)) => self.numbers.push(number),
            (Kind::Signature(bits), Cell::Signature(signature, width, _)) if bits == width => {
                if bits.get() <= 32 && !self.is_signed {
                    self.counts.push((signature as u32).cast_signed());
                } else if bits.get() <= 64 {
                    self.words.push((signature as u64).cast_signed());
                } else {
                    let unused = 16 - usize::from(bits.get().div_ceil(8));
                    self.text.extend_from_slice(&signature.to_be_bytes()[unused..]);
                    self.ends.push(self.text.len());
                }
            }
            _ => return Err(self.misfit()),
        }
        Ok(())
    }

    fn misfit(&self) -> io::Error {
        let what = say!(
            "a value of the column {} does not fit into its Parquet type",
            "列 {} 有值超出其 Parquet 类型的范围",
            self.name
        );
        io::Error::new(io::ErrorKind::InvalidData, what)
    }

    /// Writes the column into the row group, then empties it.
    fn write(&mut self, group: &mut SerializedRowGroupWriter<'_, Vec<u8>>) -> parquet::errors::Result<()> {
        match self.kind {
            Kind::Text => write_column::<ByteArrayType>(group, &self.arrays(), self.levels.as_deref())?,
            Kind::Count => write_column::<Int32Type>(group, &self.counts, self.levels.as_deref())?,
            Kind::Number => write_column::<DoubleType>(group, &self.numbers, self.levels.as_deref())?,
            Kind::Whole => write_column::<Int64Type>(group, &self.words, self.levels.as_deref())?,
            Kind::Signature(bits) if bits.get() <= 32 && !self.is_signed => {
                write_column::<Int32Type>(group, &self.counts, self.levels.as_deref())?;
            }
            Kind::Signature(bits) if bits.get() <= 64 => {
                write_column::<Int64Type>(group, &self.words, self.levels.as_deref())?;
            }
            Kind::Signature(_) => {
                let arrays: Vec<_> = self.arrays().into_iter().map(FixedLenByteArray::from).collect();
                write_column::<FixedLenByteArrayType>(group, &arrays, self.levels.as_deref())?;
            }
        }
        self.levels.iter_mut().for_each(Vec::clear);
        self.counts.clear();
        self.words.clear();
        self.numbers.clear();
        Ok(())
    }

    /// The texts or bytes as slices of one allocation.
    fn arrays(&mut self) -> Vec<ByteArray> {
        let all = ByteArray::from(std::mem::take(&mut self.text));
        let mut start = 0;
        let slice = |end| {
            let slice = all.slice(start, end - start);
            start = end;
            slice
        };
        self.ends.drain(..).map(slice).collect()
    }
}

fn write_column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    values: &[T::T],
    levels: Option<&[i16]>,
) -> parquet::errors::Result<()> {
    let missing = || parquet::errors::ParquetError::General("more columns than the schema has".to_owned());
    let mut column = group.next_column()?.ok_or_else(missing)?;
    column.typed::<T>().write_batch(values, levels, None)?;
    column.close()
}

#[cfg(test)]
mod tests {
    use super::super::super::{Format, Rows};
    use super::*;
    use crate::corpus::SignatureFormat;
    use crate::corpus::{ReadOptions, SignatureSet, Source, read_signatures};
    use crate::recipe::Bits;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use proptest::prelude::*;

    fn columns(bits: Bits) -> [Column; 3] {
        [Column::text("id"), Column::signature("signature", bits), Column::count("bits").optional()]
    }

    fn written(bits: Bits, rows: &[(String, u128)]) -> (tempfile::NamedTempFile, SignatureSet) {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        let mut out = Rows::new(Format::Parquet, &columns(bits), &[Recipe::DEFAULT], &mut file).unwrap();
        for (id, signature) in rows {
            out.write(&[
                id.as_str().into(),
                Cell::Signature(*signature, bits, SignatureFormat::Hex),
                bits.get().into(),
            ])
            .unwrap();
        }
        out.finish().unwrap();
        let source = Source::Path(file.path().to_owned());
        (file, read_signatures(&source, &ReadOptions::default()).unwrap())
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(
            bits in 1_u8..=128,
            rows in prop::collection::vec((".{1,9}", any::<u128>()), 1..40),
        ) {
            let rows: Vec<_> = rows.into_iter().map(|(id, s)| (id, s >> (128 - bits))).collect();
            let (_, set) = written(Bits::new(bits).unwrap(), &rows);
            prop_assert_eq!(set.bits, bits);
            prop_assert_eq!(set.ids.into_iter().zip(set.signatures).collect::<Vec<_>>(), rows);
        }
    }

    #[test]
    fn many_rows_are_several_row_groups() {
        let rows: Vec<_> = (0..FULL_ROWS + 5).map(|i| (i.to_string(), i as u128)).collect();
        let (file, set) = written(Bits::DEFAULT, &rows);
        assert_eq!(set.signatures[FULL_ROWS + 4], FULL_ROWS as u128 + 4);
        let reader = SerializedFileReader::new(file.reopen().unwrap()).unwrap();
        assert_eq!(reader.num_row_groups(), 2);
        let metadata = reader.metadata().file_metadata();
        assert_eq!(metadata.num_rows(), FULL_ROWS as i64 + 5);
        let entry = &metadata.key_value_metadata().unwrap()[0];
        assert_eq!((entry.key.as_str(), entry.value.clone()), (RECIPE_KEY, Some(Recipe::DEFAULT.to_toml())));
    }

    #[test]
    fn a_cell_of_another_type_is_an_error() {
        let mut out = Vec::new();
        let mut rows = Rows::new(Format::Parquet, &columns(Bits::DEFAULT), &[], &mut out).unwrap();
        let signature = Cell::Signature(1, Bits::DEFAULT, SignatureFormat::Hex);
        assert!(rows.write(&["a".into(), signature, Cell::Nothing]).is_ok());
        for cells in [
            [Cell::Nothing, signature, Cell::Nothing],
            ["a".into(), "00ff".into(), Cell::Nothing],
            ["a".into(), signature, Cell::Count(1 << 31)],
        ] {
            assert!(rows.write(&cells).is_err(), "{cells:?}");
        }
    }
}
