//! Parquet: the rows that stay have the values that they had, in every type and nesting.

use super::{copy, copying};
use parquet::basic::{Compression as Codec, GzipLevel, ZstdLevel};
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, DoubleType, FixedLenByteArray, FixedLenByteArrayType,
    FloatType, Int32Type, Int64Type, Int96, Int96Type,
};
use parquet::file::metadata::{KeyValue, ParquetMetaData};
use parquet::file::properties::{WriterProperties, WriterVersion};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;
use simscope::corpus::{ReadOptions, Source};
use simscope::handover::{Copying, Target, Unreadable, Written};
use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;

const SCHEMA: &str = "message rows {
    required binary text (string);
    optional boolean flag;
    required int32 day (date);
    optional int64 time (timestamp(nanos,true));
    optional int96 old;
    required float ratio;
    optional double score;
    required fixed_len_byte_array(3) bytes;
    optional group tags (list) { repeated group list { optional binary element (string); } }
    optional group deep { repeated group more { required int32 a; repeated int64 b; } }
}";

/// Levels and values of a column for the rows from `first`.
struct Filled<T> {
    values: Vec<T>,
    present: Vec<i16>,
    repeated: Vec<i16>,
}

fn filled<T>(rows: std::ops::Range<u32>, of: impl Fn(u32) -> Vec<(i16, i16, Option<T>)>) -> Filled<T> {
    let mut filled = Filled { values: Vec::new(), present: Vec::new(), repeated: Vec::new() };
    for (repeated, present, value) in rows.flat_map(of) {
        filled.repeated.push(repeated);
        filled.present.push(present);
        filled.values.extend(value);
    }
    filled
}

fn column<T: DataType>(group: &mut SerializedRowGroupWriter<'_, File>, filled: &Filled<T::T>) {
    let mut column = group.next_column().unwrap().unwrap();
    let (present, repeated) = (Some(&filled.present[..]), Some(&filled.repeated[..]));
    column.typed::<T>().write_batch(&filled.values, present, repeated).unwrap();
    column.close().unwrap();
}

/// Required, or null in every third row.
fn flat<T>(rows: std::ops::Range<u32>, is_optional: bool, value: impl Fn(u32) -> T) -> Filled<T> {
    filled(rows, |row| match (is_optional, row % 3) {
        (false, _) => vec![(0, 0, Some(value(row)))],
        (true, 0) => vec![(0, 0, None)],
        (true, _) => vec![(0, 1, Some(value(row)))],
    })
}

fn text_of(row: u32) -> String {
    format!("row {row} {}", "長い".repeat((row % 7) as usize))
}

/// Writes row groups of these sizes.
fn write(path: &Path, groups: &[u32], properties: WriterProperties) {
    let schema = Arc::new(parse_message_type(SCHEMA).unwrap());
    let mut file =
        SerializedFileWriter::new(File::create(path).unwrap(), schema, Arc::new(properties)).unwrap();
    let mut start = 0;
    for &rows in groups {
        let of = || start..start + rows;
        let mut group = file.next_row_group().unwrap();
        let bytes = |text: String| ByteArray::from(text.as_str());
        column::<ByteArrayType>(&mut group, &flat(of(), false, |row| bytes(text_of(row))));
        column::<BoolType>(&mut group, &flat(of(), true, |row| row % 2 == 0));
        column::<Int32Type>(&mut group, &flat(of(), false, u32::cast_signed));
        column::<Int64Type>(&mut group, &flat(of(), true, |row| i64::from(row) << 33));
        column::<Int96Type>(&mut group, &flat(of(), true, |row| Int96::from(vec![row, 1, 2])));
        column::<FloatType>(&mut group, &flat(of(), false, |row| row as f32 / 7.0));
        column::<DoubleType>(&mut group, &flat(of(), true, |row| f64::from(row) / 3.0));
        let fixed = |row: u32| FixedLenByteArray::from(row.to_le_bytes()[..3].to_vec());
        column::<FixedLenByteArrayType>(&mut group, &flat(of(), false, fixed));
        let tags = |row: u32| match row % 4 {
            0 => vec![(0, 0, None)],
            1 => vec![(0, 1, None)],
            2 => vec![(0, 3, Some(bytes(format!("t{row}"))))],
            _ => vec![(0, 3, Some(bytes("x".into()))), (1, 2, None), (1, 3, Some(bytes("y".into())))],
        };
        column::<ByteArrayType>(&mut group, &filled(of(), tags));
        let a = |row: u32| match row % 3 {
            0 => vec![(0, 0, None)],
            1 => vec![(0, 1, None)],
            _ => vec![(0, 2, Some(row.cast_signed())), (1, 2, Some(-1))],
        };
        column::<Int32Type>(&mut group, &filled(of(), a));
        let b = |row: u32| match row % 3 {
            0 => vec![(0, 0, None)],
            1 => vec![(0, 1, None)],
            _ => vec![(0, 3, Some(i64::from(row))), (2, 3, Some(5)), (1, 2, None)],
        };
        column::<Int64Type>(&mut group, &filled(of(), b));
        group.close().unwrap();
        start += rows;
    }
    file.close().unwrap();
}

/// All rows as text, and the metadata.
fn rows(path: &Path) -> (Vec<String>, ParquetMetaData) {
    let file = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let rows = file.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
    (rows, file.metadata().clone())
}

fn pass(from: &Path, to: &Path, is_kept: &dyn Fn(&str) -> bool) -> Written {
    let (sources, options) = ([Source::Path(from.to_owned())], ReadOptions::default());
    let copying = copying(&sources, &options, Target::File(to.to_owned()));
    copy(&Copying { is_forced: true, ..copying }, is_kept).unwrap()
}

#[test]
fn the_rows_that_stay_have_all_their_values() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("in.parquet"), folder.path().join("out.parquet"));
    for (codec, version, has_dictionary, groups) in [
        (Codec::SNAPPY, WriterVersion::PARQUET_1_0, true, &[9_000, 5, 100][..]),
        (Codec::UNCOMPRESSED, WriterVersion::PARQUET_2_0, false, &[1, 40]),
        (Codec::GZIP(GzipLevel::default()), WriterVersion::PARQUET_1_0, true, &[300]),
        (Codec::LZ4_RAW, WriterVersion::PARQUET_2_0, true, &[300]),
    ] {
        let about = vec![KeyValue::new("origin".to_owned(), "made up".to_owned())];
        let properties = WriterProperties::builder()
            .set_compression(codec)
            .set_column_compression(ColumnPath::from("score"), Codec::ZSTD(ZstdLevel::default()))
            .set_writer_version(version)
            .set_dictionary_enabled(has_dictionary)
            .set_data_page_row_count_limit(1_000)
            .set_write_batch_size(100)
            .set_key_value_metadata(Some(about.clone()));
        write(&from, groups, properties.build());
        let (all, before) = rows(&from);
        assert_eq!(all.len(), groups.iter().sum::<u32>() as usize);
        let written = pass(&from, &to, &|_| true);
        let (same, after) = rows(&to);
        assert!(same == all, "all is kept: {codec:?}");
        assert_eq!((written.records_kept, written.unreadable), (all.len() as u64, 0));
        assert_eq!(written.bytes_written, fs::metadata(&to).unwrap().len());
        assert_eq!(after.file_metadata().schema(), before.file_metadata().schema());
        assert_eq!(after.file_metadata().key_value_metadata(), Some(&about));
        let codecs = |metadata: &ParquetMetaData| {
            let columns = metadata.row_groups().iter().flat_map(|group| group.columns());
            columns.map(|column| column.compression()).collect::<Vec<_>>()
        };
        assert_eq!(codecs(&after), codecs(&before));
        let sizes = |metadata: &ParquetMetaData| {
            metadata.row_groups().iter().map(|group| group.num_rows()).collect::<Vec<_>>()
        };
        assert_eq!(sizes(&after), sizes(&before));
        for stays in [(|row| row % 5 != 2) as fn(usize) -> bool, |row| row < 2, |row| row % 97 == 0] {
            let is_kept = |text: &str| stays(text.split(' ').nth(1).unwrap().parse().unwrap());
            pass(&from, &to, &is_kept);
            let left: Vec<&String> =
                all.iter().enumerate().filter(|&(row, _)| stays(row)).map(|(_, row)| row).collect();
            assert!(rows(&to).0.iter().eq(left), "{codec:?}");
        }
        pass(&from, &to, &|_| false);
        assert_eq!(rows(&to).0.len(), 0);
    }
}

#[test]
fn rows_without_a_text_are_kept_or_dropped_as_asked_and_damage_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let schema = Arc::new(parse_message_type("message m { optional binary text (string); }").unwrap());
    let file = File::create(at("in.parquet")).unwrap();
    let mut file = SerializedFileWriter::new(file, schema, Arc::default()).unwrap();
    let mut group = file.next_row_group().unwrap();
    let texts = flat(0..30, true, |row| ByteArray::from(text_of(row).as_str()));
    column::<ByteArrayType>(&mut group, &texts);
    group.close().unwrap();
    file.close().unwrap();
    let options = ReadOptions::default();
    let to = |name: &str, unreadable| {
        let sources = [Source::Path(at(name))];
        let copying = copying(&sources, &options, Target::File(at("out")));
        copy(&Copying { unreadable, is_forced: true, ..copying }, &|text| !text.starts_with("row 1 "))
    };
    for (unreadable, left) in [(Unreadable::Keep, 29), (Unreadable::Drop, 19)] {
        let written = to("in.parquet", unreadable).unwrap();
        assert_eq!((written.unreadable, written.records_kept), (10, left));
        assert_eq!(rows(&at("out")).0.len() as u64, left);
    }
    fs::remove_file(at("out")).unwrap();
    let whole = fs::read(at("in.parquet")).unwrap();
    fs::write(at("cut.parquet"), &whole[..whole.len() - 9]).unwrap();
    for unreadable in [Unreadable::Keep, Unreadable::Drop] {
        let error = to("cut.parquet", unreadable).unwrap_err().to_string();
        assert!(error.contains("this Parquet file cannot be written again"), "{error}");
        assert!(!at("out").exists());
    }
}
