//! Files written with the crate's own writer, in the ways of several engines.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use ::parquet::basic::{Compression, GzipLevel, ZstdLevel};
use ::parquet::data_type::{ByteArray, ByteArrayType, FixedLenByteArrayType, Int64Type};
use ::parquet::file::properties::{WriterProperties, WriterVersion};
use ::parquet::file::writer::SerializedFileWriter;
use ::parquet::schema::parser::parse_message_type;

use super::super::{
    CorpusError, Document, Event, Input, Meter, ReadOptions, SignatureSet, Source, parquet_signatures, read,
    read_signatures,
};
use crate::progress::Progress;
use std::ops::ControlFlow;

/// Values of a column; `None` is null, of an optional one.
enum Values {
    Text(Vec<Option<&'static str>>),
    Bytes(Vec<Vec<u8>>),
    Words(Vec<Option<i64>>),
}

fn levels<T: Clone>(values: &[Option<T>]) -> (Vec<T>, Vec<i16>) {
    (values.iter().flatten().cloned().collect(), values.iter().map(|v| i16::from(v.is_some())).collect())
}

/// Writes the same rows as two row groups.
fn write(path: &Path, message: &str, columns: &[Values], properties: WriterProperties) {
    let schema = Arc::new(parse_message_type(message).unwrap());
    let mut file =
        SerializedFileWriter::new(fs::File::create(path).unwrap(), schema, Arc::new(properties)).unwrap();
    for _ in 0..2 {
        let mut group = file.next_row_group().unwrap();
        for values in columns {
            let mut column = group.next_column().unwrap().unwrap();
            match values {
                Values::Text(texts) => {
                    let (values, levels) = levels(texts);
                    let values: Vec<ByteArray> = values.into_iter().map(ByteArray::from).collect();
                    column.typed::<ByteArrayType>().write_batch(&values, Some(&levels), None).unwrap();
                }
                Values::Bytes(bytes) => {
                    let values: Vec<_> = bytes.iter().map(|b| ByteArray::from(b.clone()).into()).collect();
                    column.typed::<FixedLenByteArrayType>().write_batch(&values, None, None).unwrap();
                }
                Values::Words(words) => {
                    let (values, levels) = levels(words);
                    column.typed::<Int64Type>().write_batch(&values, Some(&levels), None).unwrap();
                }
            }
            column.close().unwrap();
        }
        group.close().unwrap();
    }
    file.close().unwrap();
}

fn signatures_with(
    message: &str,
    columns: &[Values],
    properties: WriterProperties,
) -> Result<SignatureSet, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.parquet");
    write(&path, message, columns, properties);
    both(&path, message.contains("binary signature"))
        .map_err(|error| error.to_string().replace(&format!("{}/", folder.path().display()), ""))
}

/// The signatures, read row by row; read on all threads they are the same, where that is done. Texts, which have one notation
/// in all row groups, are read in order.
fn both(path: &Path, may_be_text: bool) -> Result<SignatureSet, CorpusError> {
    let (source, options) = (Source::Path(path.to_owned()), ReadOptions::default());
    let set = read_signatures(&source, &options);
    let whole = parquet_signatures(&source, &options, &mut Meter::default(), &Progress::new());
    let is_done = set.as_ref().is_ok_and(|set| set.bits <= 64);
    assert!(whole.is_some() == is_done || may_be_text, "{set:?}");
    if let (Ok(set), Some(whole)) = (&set, whole) {
        assert_eq!(whole.ids.iter().collect::<Vec<_>>(), set.ids);
        assert_eq!(whole.words.iter().map(|&word| u128::from(word)).collect::<Vec<_>>(), set.signatures);
        assert_eq!(whole.bits, set.bits);
    }
    set
}

fn signatures(message: &str, columns: &[Values]) -> Result<SignatureSet, String> {
    signatures_with(message, columns, WriterProperties::new())
}

const IDS: &str = "optional binary id (string);";

fn ids() -> Values {
    Values::Text(vec![Some("a"), Some("b")])
}

#[test]
fn every_form_of_a_signature_is_read() {
    let expected = [0xfedc_ba98_7654_3210_u128, 1];
    let word = |word: u128| Some((word as u64).cast_signed());
    let words = || Values::Words(expected.map(word).to_vec());
    let bytes = || Values::Bytes(expected.map(|s| s.to_be_bytes()[8..].to_vec()).to_vec());
    let hex = || Values::Text(vec![Some("fedcba9876543210"), Some("0X0000000000000001")]);
    for (column, values) in [
        ("optional int64 signature (integer(64,false));", words()),
        ("optional int64 signature;", words()),
        ("required fixed_len_byte_array(8) signature;", bytes()),
        ("optional binary signature (string);", hex()),
        ("optional binary signature;", hex()),
    ] {
        let set = signatures(&format!("message m {{ {column} {IDS} }}"), &[values, ids()]).unwrap();
        assert_eq!(set.ids, ["a", "b", "a", "b"], "{column}");
        assert_eq!(set.signatures, [expected, expected].concat(), "{column}");
        assert_eq!(set.bits, 64, "{column}");
    }
}

#[test]
fn a_column_of_bits_gives_the_width_and_tells_bytes_from_digits() {
    let bits = |bits| Values::Words(vec![Some(bits); 2]);
    let bytes = Values::Bytes(vec![vec![0, 0x3f], vec![1, 0xff]]);
    let message =
        "message m { required fixed_len_byte_array(2) signature; optional int64 bits; optional int64 id; }";
    let ids = Values::Words(vec![Some(-7), Some(8)]);
    let set = signatures(message, &[bytes, bits(9), ids]).unwrap();
    assert_eq!((set.bits, &set.signatures[..2]), (9, &[0x3f, 0x1ff][..]));
    assert_eq!(set.ids[..2], ["-7", "8"]);

    // As engines write that know no FIXED_LEN_BYTE_ARRAY.
    let message = format!("message m {{ optional binary signature; optional int64 bits; {IDS} }}");
    let blob = || Values::Text(vec![Some("0f"), Some("00")]);
    let set = |n| signatures(&message, &[blob(), bits(n), self::ids()]).unwrap();
    assert_eq!((set(8).bits, set(8).signatures[0]), (8, 0x0f));
    assert_eq!((set(16).bits, set(16).signatures[0]), (16, 0x3066));
}

#[test]
fn pages_of_every_kind_are_read() {
    let message = format!("message m {{ optional int64 signature (integer(64,false)); {IDS} }}");
    for compression in [
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        Compression::ZSTD(ZstdLevel::default()),
        Compression::GZIP(GzipLevel::default()),
        Compression::LZ4_RAW,
    ] {
        for (version, has_dictionary) in
            [(WriterVersion::PARQUET_1_0, true), (WriterVersion::PARQUET_2_0, false)]
        {
            let properties = WriterProperties::builder()
                .set_compression(compression)
                .set_writer_version(version)
                .set_dictionary_enabled(has_dictionary)
                .build();
            let columns = [Values::Words(vec![Some(5), Some(-1)]), ids()];
            let set = signatures_with(&message, &columns, properties).unwrap();
            assert_eq!(set.signatures[..2], [5, u64::MAX.into()], "{compression:?} {version:?}");
        }
    }
}

#[test]
fn what_is_wrong_is_told_with_file_row_and_column() {
    let check = |columns: &str, values: &[Values], what: &str| {
        let error = signatures(&format!("message m {{ {columns} }}"), values).unwrap_err();
        assert!(error.starts_with(what), "{error}");
    };
    let word = "optional int64 signature;";
    let both = &format!("{word} {IDS}");
    let words = || Values::Words(vec![Some(1), Some(2)]);
    check(
        both,
        &[Values::Words(vec![Some(1), None]), ids()],
        "s.parquet, row 2: `signature` is null, not a signature",
    );
    check(
        both,
        &[words(), Values::Text(vec![None, Some("b")])],
        "s.parquet, row 1: `id` is null, neither a text nor an integer",
    );
    check(word, &[words()], "s.parquet, row 1: no column `id`: choose the one of the ids with --id-field");
    check(
        IDS,
        &[ids()],
        "s.parquet: no record has a field `signature`; its fields are `id`: choose with --sig",
    );
    check(
        &format!("{word} {IDS} optional int64 bits;"),
        &[words(), ids(), Values::Words(vec![Some(64), Some(63)])],
        "s.parquet, row 2: 63 bits where the first signature has 64",
    );
    check(
        &format!("optional binary signature (string); {IDS}"),
        &[Values::Text(vec![Some("0f"), Some("fff")]), ids()],
        "s.parquet, row 2: 3 hex digits where the first signature has 2",
    );
    check(
        &format!("optional binary signature (string); {IDS}"),
        &[Values::Text(vec![Some("ff"), Some("xy")]), ids()],
        "s.parquet, row 2: `xy` is no hexadecimal number",
    );
    check(
        &format!("required fixed_len_byte_array(17) signature; {IDS}"),
        &[Values::Bytes(vec![vec![0; 17], vec![0; 17]]), ids()],
        "s.parquet, row 1: 17 bytes are 136 bits, more than 128",
    );
}

#[test]
fn a_file_that_is_cut_off_or_no_parquet_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.parquet");
    write(
        &path,
        "message m { optional int64 signature; }",
        &[Values::Words(vec![Some(1)])],
        Default::default(),
    );
    let whole = fs::read(&path).unwrap();
    let error = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        read_signatures(&Source::Path(path.clone()), &ReadOptions::default()).unwrap_err().to_string()
    };
    for length in 4..whole.len() {
        assert!(error(&whole[..length]).contains("damaged or cut off"), "{length}");
    }
    assert!(error(b"id\tsignature\na\tff\n").contains("not a Parquet file: it does not begin with PAR1"));
}

#[test]
fn texts_are_read_with_their_ids_and_labels_and_nulls_are_told() {
    let folder = tempfile::tempdir().unwrap();
    // Without an ending it is recognised by its first bytes.
    let path = folder.path().join("texts");
    write(
        &path,
        "message m { optional binary text (string); optional int64 id; optional binary group (string); }",
        &[
            Values::Text(vec![Some("to be"), None, Some("中")]),
            Values::Words(vec![Some(7), Some(8), None]),
            Values::Text(vec![Some("x"), Some("y"), None]),
        ],
        WriterProperties::new(),
    );
    for input in [Input::Auto, Input::Parquet] {
        let (mut documents, mut skipped, mut bytes) = (Vec::new(), Vec::new(), (0, 0));
        let options = ReadOptions { input, ..ReadOptions::default() };
        read(&[Source::Path(path.clone())], &options, &mut |event| {
            match event {
                Event::Batch(batch) => documents.extend(
                    batch.iter().map(|d| format!("{}={}@{}", d.id, d.text, d.label.unwrap_or_default())),
                ),
                Event::Skipped(skip) => skipped.push(skip.to_string()),
                Event::Noticed(_) => {}
                Event::Bytes { done, total } => bytes = (done, total),
            }
            ControlFlow::Continue(())
        })
        .unwrap();
        // Without an id it is the number of the row.
        assert_eq!(documents, ["7=to be@x", "#3=中@", "7=to be@x", "#6=中@"]);
        assert_eq!(skipped.len(), 2);
        assert!(skipped[0].ends_with("texts, row 2: `text` is null, not text"), "{}", skipped[0]);
        assert_eq!(bytes.0, bytes.1);
    }
}

#[test]
fn a_decimal_number_is_an_id() {
    check(
        "fixed_len_byte_array(9)",
        0,
        &[0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
        "18446744073709551615",
    );
    check("fixed_len_byte_array(2)", 3, &[0xff, 0xfe], "-0.002");
    check("fixed_len_byte_array(2)", 1, &[0x01, 0x00], "25.6");

    #[track_caller]
    fn check(kind: &str, scale: u32, bytes: &[u8], expected: &str) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("d.parquet");
        let precision = if bytes.len() == 9 { 20 } else { 4 };
        let message = format!(
            "message m {{ required {kind} id (decimal({precision},{scale})); optional binary text (string); }}"
        );
        let columns = [Values::Bytes(vec![bytes.to_vec()]), Values::Text(vec![Some("to be")])];
        write(&path, &message, &columns, Default::default());
        let mut ids = Vec::new();
        read(&[Source::Path(path)], &ReadOptions::default(), &mut |event| {
            if let Event::Batch(batch) = event {
                ids.extend(batch.iter().map(|document| document.id.to_owned()));
            }
            ControlFlow::Continue(())
        })
        .unwrap();
        assert_eq!(ids, [expected, expected]);
    }
}

#[test]
fn no_changed_byte_makes_a_reader_panic() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.parquet");
    let columns = [Values::Words(vec![Some(1), None, Some(3)]), Values::Text(vec![Some("a"); 3])];
    let message = format!("message m {{ optional int64 signature; {IDS} }}");
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    write(&path, &message, &columns, properties);
    let whole = fs::read(&path).unwrap();
    for at in 4..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= [0x01, 0x80, 0xff][at % 3];
        fs::write(&path, bytes).unwrap();
        // Many a change leaves a file that can be read.
        drop(both(&path, false));
    }
}

#[test]
fn a_field_may_be_a_number_or_a_time_where_numbers_are_taken() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.parquet");
    let message = "message m { required double score; optional int64 time (timestamp(millis,true)); }";
    let schema = Arc::new(parse_message_type(message).unwrap());
    let mut file =
        SerializedFileWriter::new(fs::File::create(&path).unwrap(), schema, Arc::default()).unwrap();
    let mut group = file.next_row_group().unwrap();
    let mut column = group.next_column().unwrap().unwrap();
    column.typed::<::parquet::data_type::DoubleType>().write_batch(&[0.5, -3.0], None, None).unwrap();
    column.close().unwrap();
    let mut column = group.next_column().unwrap().unwrap();
    column.typed::<Int64Type>().write_batch(&[1_700_000_000_000], Some(&[0, 1]), None).unwrap();
    column.close().unwrap();
    group.close().unwrap();
    file.close().unwrap();
    let values = |field: &str, takes_numbers| {
        let (text_field, id_field) = (Some(field.to_owned()), Some("score".to_owned()));
        let options = ReadOptions { text_field, id_field, takes_numbers, ..ReadOptions::default() };
        let mut values = Vec::new();
        let result = read(&[Source::Path(path.clone())], &options, &mut |event| {
            if let Event::Batch(batch) = event {
                values.extend(batch.iter().map(|document| format!("{}={}", document.id, document.text)));
            }
            ControlFlow::Continue(())
        });
        result.map(|()| values).map_err(|error| error.to_string())
    };
    assert_eq!(values("score", true).unwrap(), ["0.5=0.5", "-3=-3"]);
    assert_eq!(values("time", true).unwrap(), ["-3=1700000000000"]);
    assert!(values("score", false).unwrap_err().contains("`score` is a floating-point number, not text"));
    assert!(values("time", false).unwrap_err().contains("`time` is a date or a time, not text"));
}

/// The documents of a file with these columns of texts, each with its levels.
fn nested(
    message: &str,
    columns: &[(&[&str], &[i16], &[i16])],
    options: &ReadOptions,
) -> Result<Vec<String>, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("n.parquet");
    let schema = Arc::new(parse_message_type(message).unwrap());
    let mut file =
        SerializedFileWriter::new(fs::File::create(&path).unwrap(), schema, Arc::default()).unwrap();
    let mut group = file.next_row_group().unwrap();
    for (texts, present, repeated) in columns {
        let mut column = group.next_column().unwrap().unwrap();
        let values: Vec<ByteArray> = texts.iter().map(|&text| ByteArray::from(text)).collect();
        let repeated = (!repeated.is_empty()).then_some(*repeated);
        column.typed::<ByteArrayType>().write_batch(&values, Some(present), repeated).unwrap();
        column.close().unwrap();
    }
    group.close().unwrap();
    file.close().unwrap();
    let mut documents = Vec::new();
    let result = read(&[Source::Path(path)], options, &mut |event| {
        match event {
            Event::Batch(batch) => documents.extend(batch.iter().map(|d| format!("{}={}", d.id, d.text))),
            Event::Skipped(skipped) => documents.push(format!("{:?} {:?}", skipped.spot, skipped.reason)),
            _ => {}
        }
        ControlFlow::Continue(())
    });
    result.map(|()| documents).map_err(|error| error.to_string())
}

#[test]
fn a_name_leads_into_structs_and_lists() {
    let options = |text: &str, id: &str| ReadOptions {
        text_field: Some(text.to_owned()),
        id_field: Some(id.to_owned()),
        ..ReadOptions::default()
    };
    let message = "message m { optional group meta { optional binary key (string); } \
        optional group messages (list) { repeated group list { optional group element { optional binary content (string); } } } \
        optional group tags (list) { repeated group list { optional binary element (string); } } }";
    // Four rows: two messages; none; null; one that is null and one.
    let columns: [(&[&str], &[i16], &[i16]); 3] = [
        (&["a", "b", "c", "d"], &[2, 2, 2, 2], &[]),
        (&["one", "two", "three"], &[4, 4, 1, 0, 3, 4], &[0, 1, 0, 0, 0, 1]),
        (&["x", "y", "z"], &[3, 3, 1, 0, 2, 3], &[0, 1, 0, 0, 0, 1]),
    ];
    let read = |text, id| nested(message, &columns, &options(text, id));
    let none = |row, why: &str| format!("Some(Row({row})) {why}");
    let (null, absent) = ("Malformed(\"`{}` is null, not text\")", "NoField(\"{}\")");
    let why = |why: &str, name: &str| why.replace("{}", name);
    let name = "messages.0.content";
    let expected = [
        none(2, &why(absent, name)),
        none(3, &why(absent, name)),
        none(4, &why(null, name)),
        "a=one".to_owned(),
    ];
    let sorted = |mut documents: Vec<String>| {
        documents.sort();
        documents
    };
    assert_eq!(sorted(read(name, "meta.key").unwrap()), expected);
    let seconds = sorted(read("messages.1.content", "meta.key").unwrap());
    assert_eq!(seconds[2..], ["a=two", "d=three"]);
    let tags = sorted(read("tags", "meta.key").unwrap());
    assert_eq!(tags, [none(3, &why(null, "tags")), "a=x\ny".to_owned(), "b=".to_owned(), "d=z".to_owned()]);
    assert_eq!(sorted(read("tags,meta.key", "meta.key").unwrap())[0], "a=x\ny\na");
    let error = read("meta", "meta.key").unwrap_err();
    assert!(error.contains("its fields are `meta.key`, `messages.0.content`, `tags`:"), "{error}");
}

#[test]
fn a_uuid_is_an_id_and_other_bytes_are_an_error() {
    let uuid = [0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde, 0xf0, 1, 2, 3, 4, 5, 6, 7, 8].to_vec();
    let ids = |annotation: &str| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("u.parquet");
        let message = format!(
            "message m {{ required fixed_len_byte_array(16) id {annotation}; optional binary text (string); }}"
        );
        let columns = [Values::Bytes(vec![uuid.clone()]), Values::Text(vec![Some("to be")])];
        write(&path, &message, &columns, Default::default());
        let mut ids = Vec::new();
        let options = ReadOptions { id_field: Some("id".to_owned()), ..ReadOptions::default() };
        let result = read(&[Source::Path(path)], &options, &mut |event| {
            if let Event::Batch(batch) = event {
                ids.extend(batch.iter().map(|document| document.id.to_owned()));
            }
            ControlFlow::Continue(())
        });
        result.map(|()| ids).map_err(|error| error.to_string())
    };
    assert_eq!(ids("(uuid)").unwrap()[0], "12345678-9abc-def0-0102-030405060708");
    let error = ids("").unwrap_err();
    assert!(error.contains("row 1: `id` is bytes of one length, which is no id"), "{error}");
}

#[test]
fn shards_are_read_by_their_ids_and_columns_in_their_paths() {
    let folder = tempfile::tempdir().unwrap();
    let message = "message m { optional binary id (UTF8); optional binary text (UTF8); }";
    for (name, id) in [("split=test/0.parquet", "a"), ("split=train/0.parquet", "b")] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let columns = [Values::Text(vec![Some(id), None]), Values::Text(vec![Some("x"), Some("y")])];
        write(&path, message, &columns, WriterProperties::builder().build());
    }
    let documents = |options: ReadOptions| {
        let mut documents = Vec::new();
        read(&[Source::Path(folder.path().to_owned())], &options, &mut |event| {
            if let Event::Batch(batch) = event {
                let shown = |document: Document<'_>| {
                    format!("{}={}@{}", document.id, document.text, document.label.unwrap_or_default())
                };
                documents.extend(batch.iter().map(shown));
            }
            ControlFlow::Continue(())
        })
        .unwrap();
        documents
    };
    let split = || Some("split".to_owned());
    // Each file has its two rows twice.
    let expected = [
        "a=x@test",
        "split=test/0.parquet:#2=y@test",
        "a=x@test",
        "split=test/0.parquet:#4=y@test",
        "b=x@train",
    ];
    assert_eq!(documents(ReadOptions { label_field: split(), ..ReadOptions::default() })[..5], expected);
    let main = ReadOptions { text_field: split(), needs_field: true, ..ReadOptions::default() };
    let found = documents(main);
    assert_eq!((found.len(), &found[0][..], &found[4][..]), (8, "a=test@", "b=train@"));
}
