//! Files of records: lines, JSONL, arrays, CSV and TSV, in several encodings, compressed or not.

use super::{copy, copying, read, source};
use encoding_rs::{BIG5, Encoding, GB18030, SHIFT_JIS};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use simscope::corpus::{Input, ReadOptions, Source, spool};
use simscope::handover::{Compression, Target, Unreadable, Written};
use simscope::progress::Progress;
use std::io::{Read, Write};

/// A piece of a file that was made up: a record, or something that stays in any case.
#[derive(Debug, Clone)]
enum Piece {
    Kept(String),
    Dropped(String),
    Fixed(String),
}

impl Piece {
    fn text(&self) -> &str {
        let (Self::Kept(text) | Self::Dropped(text) | Self::Fixed(text)) = self;
        text
    }
}

/// How a text is stored.
#[derive(Debug, Clone, Copy)]
enum Stored {
    Utf8,
    Marked,
    Utf16 { is_little: bool },
    As(&'static Encoding),
}

const STORED: [Stored; 7] = [
    Stored::Utf8,
    Stored::Marked,
    Stored::Utf16 { is_little: true },
    Stored::Utf16 { is_little: false },
    Stored::As(GB18030),
    Stored::As(SHIFT_JIS),
    Stored::As(BIG5),
];

impl Stored {
    fn bytes(self, text: &str) -> Vec<u8> {
        match self {
            Self::Utf8 => text.into(),
            Self::Marked => format!("\u{feff}{text}").into(),
            Self::Utf16 { is_little } => {
                let bytes = |unit: u16| if is_little { unit.to_le_bytes() } else { unit.to_be_bytes() };
                format!("\u{feff}{text}").encode_utf16().flat_map(bytes).collect()
            }
            Self::As(encoding) => encoding.encode(text).0.into_owned(),
        }
    }

    fn options(self, input: Input) -> ReadOptions {
        let encoding = match self {
            Self::As(encoding) => Some(encoding.name().to_owned()),
            _ => None,
        };
        ReadOptions { input, encoding, ..ReadOptions::default() }
    }
}

/// The file that a file of these bytes becomes.
fn passed(
    name: &str,
    bytes: &[u8],
    options: &ReadOptions,
    (unreadable, is_kept): (Unreadable, &dyn Fn(&str) -> bool),
) -> Result<(Vec<u8>, Written), String> {
    let folder = tempfile::tempdir().unwrap();
    let sources = [source(folder.path(), name, bytes)];
    let out = folder.path().join("out");
    let copying =
        simscope::handover::Copying { unreadable, ..copying(&sources, options, Target::File(out.clone())) };
    let written = copy(&copying, is_kept);
    let written = written.map_err(|error| {
        assert!(!out.exists(), "an error leaves no file");
        error.to_string().replace(&format!("{}/", folder.path().display()), "")
    })?;
    Ok((std::fs::read(out).unwrap(), written))
}

/// Checks that a file of these pieces is left with what stays. The dropped records are those whose text has `DROP`.
fn check(name: &str, pieces: &[Piece], stored: Stored, input: Input) {
    let options = stored.options(input);
    let whole: String = pieces.iter().map(Piece::text).collect();
    let left: String =
        pieces.iter().filter(|piece| !matches!(piece, Piece::Dropped(_))).map(Piece::text).collect();
    let bytes = stored.bytes(&whole);
    let (same, _) = passed(name, &bytes, &options, (Unreadable::Keep, &|_| true)).unwrap();
    assert!(same == bytes, "all is kept: {stored:?} {input:?}");
    let (found, written) =
        passed(name, &bytes, &options, (Unreadable::Keep, &|text| !text.contains("DROP"))).unwrap();
    assert_eq!(
        String::from_utf8_lossy(&found),
        String::from_utf8_lossy(&stored.bytes(&left)),
        "{stored:?} {input:?} {whole:?}"
    );
    assert_eq!(written.bytes_read, bytes.len() as u64);
    assert_eq!(written.bytes_written, found.len() as u64);
    let dropped = pieces.iter().filter(|piece| matches!(piece, Piece::Dropped(_))).count() as u64;
    assert_eq!(written.records_read - written.records_kept, dropped);
}

const ENDS: [&str; 3] = ["\n", "\r\n", "\r"];

/// Texts without line ends that all the encodings have.
fn text() -> impl Strategy<Value = String> {
    vec(select(vec!["a", "ソ", "表", "十", "明", "\\", " ", "b c", ",", ";", "'", "{", "]", "0"]), 0..9)
        .prop_map(|parts| parts.concat())
}

/// Joins pieces and line ends; `last`: whether the last has one. A line that begins with LF does not follow a CR.
fn ended(pieces: Vec<(Piece, usize)>, last: bool) -> Vec<Piece> {
    let count = pieces.len();
    let mut joined: Vec<Piece> = Vec::new();
    for (at, (piece, end)) in pieces.into_iter().enumerate() {
        let mut end = ENDS[end];
        if joined.last().is_some_and(|before| before.text().ends_with('\r')) && piece.text().is_empty() {
            end = "\r";
        }
        let end = if at + 1 == count && !last { "" } else { end };
        joined.push(match piece {
            Piece::Kept(text) => Piece::Kept(text + end),
            Piece::Dropped(text) => Piece::Dropped(text + end),
            Piece::Fixed(text) => Piece::Fixed(text + end),
        });
    }
    joined
}

fn record(is_dropped: bool, text: String) -> Piece {
    if is_dropped { Piece::Dropped(text) } else { Piece::Kept(text) }
}

fn marker(is_dropped: bool) -> &'static str {
    if is_dropped { "DROP" } else { "" }
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn lines_are_left_out_with_their_ends(
        lines in vec((text(), any::<bool>(), 0..3_usize), 1..12), last in any::<bool>(), stored in select(&STORED[..]),
    ) {
        let pieces = lines.into_iter().map(|(text, is_dropped, end)| {
            (record(is_dropped, format!("{text}{}", marker(is_dropped))), end)
        });
        check("a.txt", &ended(pieces.collect(), last), stored, Input::Lines);
    }

    #[test]
    fn json_lines_are_left_out_and_blank_ones_stay(
        lines in vec((text(), any::<bool>(), 0..3_usize, 0..9_u8), 1..12),
        last in any::<bool>(), stored in select(&STORED[..]),
    ) {
        let pieces = lines.into_iter().map(|(text, is_dropped, end, kind)| {
            let piece = match kind {
                0 => Piece::Fixed(String::new()),
                1 => Piece::Fixed(" \t\u{3000}".to_owned()),
                2 => Piece::Kept(format!("{{\"text\": \"{text}")), // cannot be read, so it stays
                3 => Piece::Kept("{\"id\":7}".to_owned()),
                _ => {
                    let text = quoted(&format!("{text}{}", marker(is_dropped)));
                    record(is_dropped, format!(" {{\"id\" : 1.0, \"text\":{text}  }}"))
                }
            };
            (piece, end)
        });
        let pieces = pieces.chain([(Piece::Kept("{\"text\":\"last\"}".to_owned()), 0)]);
        check("a.jsonl", &ended(pieces.collect(), last), stored, Input::Jsonl);
    }

    #[test]
    fn rows_are_left_out_and_the_header_and_blank_lines_stay(
        rows in vec((vec(text(), 1..3), any::<bool>(), 0..3_usize, 0..9_u8), 0..12),
        (last, is_csv) in (any::<bool>(), any::<bool>()), stored in select(&STORED[..]),
    ) {
        let mark = if is_csv { "," } else { "\t" };
        let pieces = rows.into_iter().map(|(texts, is_dropped, end, kind)| {
            let piece = match kind {
                0 => Piece::Fixed(String::new()),
                1 => Piece::Kept("7".to_owned()), // no text
                _ if is_csv => {
                    let text = texts.join(["\r\n", "\r", "\n", "\"\""][kind as usize % 4]);
                    record(is_dropped, format!("7,\"{text}{}\"", marker(is_dropped)))
                }
                _ => record(is_dropped, format!("\"\t{}\"{}", texts.concat(), marker(is_dropped))),
            };
            (piece, end)
        });
        let header = [(Piece::Fixed(format!("id{mark}text")), 0), (Piece::Kept(format!("1{mark}first")), 1)];
        let (name, input) = if is_csv { ("a.csv", Input::Csv) } else { ("a.tsv", Input::Tsv) };
        check(name, &ended(header.into_iter().chain(pieces).collect(), last), stored, input);
    }

    #[test]
    fn of_damaged_rows_just_those_are_left_that_were_read(
        rows in "(1,[ac人]|2,\"[ac人]|3,\"[ac人]\"|4,\"a\r?\nb\"|5,a\"\"|\"|c|DROP,c|DROP,\"[ac人]\"|\"\",|\r?\n){0,40}",
        stored in select(&STORED[..]),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let options = stored.options(Input::Csv);
        let bytes = stored.bytes(&format!("text,id\nfirst,1\n{rows}"));
        let texts = |bytes: &[u8]| -> Vec<String> {
            let corpus = read(&[source(folder.path(), "a.csv", bytes)], &options);
            corpus.iter().map(|document| document.text.to_owned()).collect()
        };
        let is_kept = |text: &str| !text.contains("DROP");
        let expected: Vec<String> = texts(&bytes).into_iter().filter(|text| is_kept(text)).collect();
        let (left, written) = passed("a.csv", &bytes, &options, (Unreadable::Drop, &is_kept)).unwrap();
        prop_assert_eq!(texts(&left), expected, "{:?} {:?}", rows, written);
        let (same, _) = passed("a.csv", &bytes, &options, (Unreadable::Keep, &|_| true)).unwrap();
        prop_assert!(same == bytes);
    }

    #[test]
    fn elements_are_left_out_with_the_comma_before_them(
        elements in vec((text(), any::<bool>(), (0..5_usize, 0..5_usize), 0..9_u8), 1..9), stored in select(&STORED[..]),
    ) {
        let elements: Vec<(String, bool, &str, &str)> = elements.into_iter().map(|(text, is_dropped, (lead, trail), kind)| {
            let space = ["", " ", "\r\n  ", "\t", "\n"];
            let element = match kind {
                0 => "-7.5e3".to_owned(),
                1 => "[{\"text\": \"]\"}, null]".to_owned(),
                2 => "\"a ] \\\" \\\\\"".to_owned(),
                _ => format!("{{\"x\":[{{}}], \"text\" :{}}}", quoted(&format!("{text}{}", marker(is_dropped)))),
            };
            (element, is_dropped && kind > 2, space[lead], space[trail])
        }).collect();
        let whole: Vec<String> = elements.iter().map(|(element, _, lead, trail)| format!("{lead}{element}{trail}")).collect();
        let whole = format!(" [{}]\n", whole.join(","));
        let mut left = " [".to_owned();
        for (at, (element, is_dropped, lead, _)) in elements.iter().enumerate() {
            if *is_dropped {
                continue;
            }
            let is_first = elements[..at].iter().all(|(_, is_dropped, _, _)| *is_dropped);
            left += &if is_first { elements[0].2.to_owned() } else { format!("{},{lead}", elements[at - 1].3) };
            left += element;
        }
        left += elements.last().unwrap().3;
        left += "]\n";
        let options = stored.options(Input::Jsonl);
        let bytes = stored.bytes(&whole);
        let keep = |is_kept: &dyn Fn(&str) -> bool| passed("a.json", &bytes, &options, (Unreadable::Keep, is_kept)).unwrap();
        prop_assert_eq!(&keep(&|_| true).0, &bytes);
        let (found, written) = keep(&|text| !text.contains("DROP"));
        let expected = stored.bytes(&left);
        prop_assert_eq!(String::from_utf8_lossy(&found), String::from_utf8_lossy(&expected));
        prop_assert_eq!(written.records_read, elements.len() as u64);
    }
}

#[test]
fn what_is_no_document_is_kept_or_dropped_as_asked() {
    let jsonl = b"{\"text\":\"a\"}\n\n{\"text\":\xff\n[1]\r\n{\"text\":\"b\"}";
    let csv = b"id,text\n1,a\n\n2\n3,b\n4,\"open\n5,c\n";
    let array = b"[{\"text\":\"a\"}, 7, {\"text\":\"b\"}, {\"text\":\"\\x\"}]";
    let noise = [&[0; 99][..], b"\n"].concat();
    for (name, bytes, left, unreadable) in [
        ("a.jsonl", &jsonl[..], &b"{\"text\":\"a\"}\n\n{\"text\":\"b\"}"[..], 2),
        ("a.csv", csv, b"id,text\n1,a\n\n3,b\n5,c\n", 2),
        ("a.json", array, b"[{\"text\":\"a\"}, {\"text\":\"b\"}]", 2),
        ("a.bin", &noise, b"", 1),
        ("hint.csv", b"sep=;\nid;text\n1;a\n2\n", b"sep=;\nid;text\n1;a\n", 1),
        ("escaped.csv", b"id,text\n1,\"a \\\"b\\\"\nc\"\n2\n", b"id,text\n1,\"a \\\"b\\\"\nc\"\n", 1),
        ("nan.jsonl", b"{\"text\":\"a\",\"s\":NaN}\n{\"s\":NaN}\n", b"{\"text\":\"a\",\"s\":NaN}\n", 1),
        (
            "quote.json",
            b"[{\"text\":\"a\"},\n{\"text\":\"say \"b\"},\n{\"text\":\"c\"}]",
            b"[{\"text\":\"a\"},\n{\"text\":\"c\"}]",
            1,
        ),
    ] {
        let pass =
            |unreadable| passed(name, bytes, &ReadOptions::default(), (unreadable, &|_| true)).unwrap();
        let (same, kept) = pass(Unreadable::Keep);
        assert_eq!((same.as_slice(), kept.records_kept), (bytes, kept.records_read), "{name}");
        let (found, dropped) = pass(Unreadable::Drop);
        assert_eq!(String::from_utf8_lossy(&found), String::from_utf8_lossy(left), "{name}");
        assert_eq!((kept.unreadable, dropped.unreadable), (unreadable, unreadable), "{name}");
        assert_eq!(dropped.records_read - dropped.records_kept, unreadable, "{name}");
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn gunzip(bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    flate2::read::MultiGzDecoder::new(bytes).read_to_end(&mut plain).unwrap();
    plain
}

#[test]
fn compressed_input_is_written_as_the_name_or_the_option_says() {
    let text: String = (0..9_000).map(|i| format!("line {i}\n")).collect();
    let left: String =
        text.lines().filter(|line| !line.ends_with('7')).map(|line| format!("{line}\n")).collect();
    let (half, rest) = text.as_bytes().split_at(40_000);
    let members = [gzip(half), gzip(rest)].concat();
    let frames = [zstd::encode_all(half, 1).unwrap(), zstd::encode_all(rest, 1).unwrap()].concat();
    let is_kept = |text: &str| !text.ends_with('7');
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in [("a.txt.gz", &members), ("a.txt.zst", &frames)] {
        let sources = [source(folder.path(), name, bytes)];
        let options = ReadOptions::default();
        for (to, compression, expected) in [
            ("out.txt", None, Compression::None),
            ("out.txt.gz", None, Compression::Gzip),
            ("out.txt.ZST", None, Compression::Zstd),
            ("out", Some(Compression::Zstd), Compression::Zstd),
            ("out.gz", Some(Compression::None), Compression::None),
        ] {
            let path = folder.path().join(to);
            let copying = copying(&sources, &options, Target::File(path.clone()));
            let copying = simscope::handover::Copying { compression, is_forced: true, ..copying };
            copy(&copying, &is_kept).unwrap();
            let found = std::fs::read(path).unwrap();
            let found = match expected {
                Compression::None => found,
                Compression::Gzip => gunzip(&found),
                Compression::Zstd => zstd::decode_all(&found[..]).unwrap(),
            };
            assert!(found == left.as_bytes(), "{name} to {to}");
        }
    }
    let cut = &members[..members.len() - 300];
    let pass = |unreadable| passed("a.txt.gz", cut, &ReadOptions::default(), (unreadable, &|_| true));
    assert!(pass(Unreadable::Keep).unwrap_err().contains("the compressed data ends too early"));
    let (found, written) = pass(Unreadable::Drop).unwrap();
    assert!(text.as_bytes().starts_with(&found) && found.ends_with(b"\n") && found.len() > 40_000);
    // The line that is cut, and the rest.
    assert_eq!((written.unreadable, written.records_read), (2, written.records_kept + 2));
}

#[test]
fn an_encoding_that_hides_its_records_is_refused() {
    let pass = |name: &str, bytes: &[u8], encoding: &str| {
        let options = ReadOptions { encoding: Some(encoding.to_owned()), ..ReadOptions::default() };
        passed(name, bytes, &options, (Unreadable::Keep, &|_| true))
    };
    let error = pass("a.txt", b"\x1b$B$\"\x1b(B\n", "iso-2022-jp").unwrap_err();
    assert!(error.contains("records in ISO-2022-JP cannot be told apart byte by byte"), "{error}");
    let text = "[{\"text\":\"床前明月光\"}]";
    let mut bytes = GB18030.encode(text).0.into_owned();
    assert_eq!(pass("a.json", &bytes, "gb18030").unwrap().0, bytes);
    bytes[12] = 0xff;
    let error = pass("a.json", &bytes, "gb18030").unwrap_err();
    assert!(error.contains("some of its bytes are no gb18030"), "{error}");
    // As lines the same bytes are no problem.
    assert_eq!(pass("a.txt", &bytes, "gb18030").unwrap().0, bytes);
}

#[test]
fn a_record_of_many_buffers_passes_through() {
    let long = "長い行".repeat(200_000);
    let jsonl = format!("{{\"text\":\"{long}DROP\"}}\r\n\r\n{{\"text\":\"{long}\"}}\r\n");
    let (found, _) = passed(
        "a.jsonl",
        jsonl.as_bytes(),
        &ReadOptions::default(),
        (Unreadable::Keep, &|text| !text.contains("DROP")),
    )
    .unwrap();
    assert!(found == format!("\r\n{{\"text\":\"{long}\"}}\r\n").as_bytes());
    let csv = format!("id,text\n1,\"{long}\n\"\n2,\"{long}DROP\"\n3,x\n");
    for stored in STORED {
        let bytes = stored.bytes(&csv);
        let (found, _) = passed(
            "a.csv",
            &bytes,
            &stored.options(Input::Csv),
            (Unreadable::Keep, &|text| !text.contains("DROP")),
        )
        .unwrap();
        assert!(found == stored.bytes(&format!("id,text\n1,\"{long}\n\"\n3,x\n")), "{stored:?}");
    }
}

#[test]
fn a_line_larger_than_a_document_passes_through_too() {
    let mut text = b"one\n".to_vec();
    text.resize(text.len() + simscope::corpus::MAX_DOCUMENT + 1, b'x');
    text.extend_from_slice(b"\r\nDROP\nthree");
    let pass = |unreadable| {
        let is_kept = |text: &str| text != "DROP";
        passed("a.txt", &text, &ReadOptions::default(), (unreadable, &is_kept)).unwrap()
    };
    let (found, written) = pass(Unreadable::Keep);
    assert!(found == [&text[..text.len() - 10], b"three"].concat());
    assert_eq!((written.records_read, written.unreadable), (4, 1));
    assert_eq!(pass(Unreadable::Drop).0, b"one\nthree");
}

#[cfg(target_os = "linux")]
#[test]
fn a_pipe_is_spooled_and_a_full_disk_is_told() {
    use std::os::fd::AsRawFd;
    let (pipe, mut writer) = std::io::pipe().unwrap();
    writer.write_all(b"one\ntwo\n").unwrap();
    drop(writer);
    let piped = [Source::Path(format!("/dev/fd/{}", pipe.as_raw_fd()).into())];
    let options = ReadOptions::default();
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.txt");
    let refused = copying(&piped, &options, Target::File(out.clone())).check().unwrap_err().to_string();
    assert!(refused.contains("can be read only once"), "{refused}");
    let spooled = spool(&piped, None, &Progress::new()).unwrap().unwrap();
    assert_eq!(read(&spooled, &options).get(1).id, "2");
    copy(&copying(&spooled, &options, Target::File(out.clone())), &|text| text != "one").unwrap();
    assert_eq!(std::fs::read(&out).unwrap(), b"two\n");
    let full = copy(&copying(&spooled, &options, Target::File("/dev/full".into())), &|_| true);
    assert!(full.unwrap_err().to_string().starts_with("/dev/full: cannot be written: No space left"));
}
