//! Folders of shards, columns in paths, and files of kinds that are read otherwise or not at all.

use super::*;

/// Reads a folder with these files; the folder is cut from messages.
fn folder_with(files: &[(&str, &[u8])], options: &ReadOptions) -> Outcome {
    let folder = TempDir::new().unwrap();
    for (name, bytes) in files {
        write(folder.path(), name, bytes);
    }
    let mut outcome = read_sources(&[Source::Path(folder.path().to_owned())], options);
    let place = folder.path().display().to_string();
    let texts = outcome.skipped.iter_mut().chain(&mut outcome.noticed).chain(&mut outcome.error);
    texts.for_each(|text| *text = text.replace(&place, "in"));
    outcome
}

fn with(change: impl FnOnce(&mut ReadOptions)) -> ReadOptions {
    let mut options = ReadOptions::default();
    change(&mut options);
    options
}

const FIRST: &str = r#"{"id":"s1","text":"alpha beta gamma delta epsilon zeta"}
{"id":"s2","text":"something else entirely is here now"}
"#;
const SECOND: &str = r#"{"id":"s3","text":"alpha beta gamma delta epsilon zeta"}"#;

#[test]
fn a_folder_of_shards_is_its_records_under_their_own_ids() {
    let files = [("0000.jsonl", FIRST.as_bytes()), ("0001.jsonl", SECOND.as_bytes())];
    let outcome = folder_with(&files, &ReadOptions::default());
    let ids = |outcome: &Outcome| -> Vec<String> {
        outcome.documents.iter().map(|document| document.split_once('=').unwrap().0.to_owned()).collect()
    };
    assert_eq!((ids(&outcome), outcome.noticed.len()), (vec!["s1".into(), "s2".into(), "s3".into()], 0));
    let outcome = folder_with(&files, &with(|options| options.ids = IdNames::ByFile));
    assert_eq!(ids(&outcome), ["0000.jsonl:s1", "0000.jsonl:s2", "0001.jsonl:s3"]);
    let outcome = folder_with(&files, &with(|options| options.input = Input::Dir));
    assert_eq!(ids(&outcome), ["0000.jsonl", "0001.jsonl"]);
}

#[test]
fn the_name_of_the_file_tells_records_apart_that_have_one_id_or_none() {
    let csv = gzip(b"id,text\n7,d\n9,e\n");
    let files = [
        ("train/a.jsonl", &b"{\"id\":7,\"text\":\"a\"}\n{\"text\":\"b\"}\n"[..]),
        ("test/a.ndjson", b"{\"id\":7,\"text\":\"c\"}\n"),
        ("valid/b.csv.gz", &csv),
        ("README.md", b"about"),
        (".gitattributes", b"x"),
    ];
    let outcome = folder_with(&files, &ReadOptions::default());
    assert_eq!(
        outcome.documents,
        ["7=c", "train/a.jsonl:7=a", "train/a.jsonl:#2=b", "valid/b.csv.gz:7=d", "9=e"]
    );
    assert_eq!(
        outcome.noticed,
        [
            "the name of the file stands before the ids of 2 documents, as earlier files have these ids (first: \
             train/a.jsonl:7); --ids as-is leaves them, --ids by-file names the file in all"
        ]
    );
    assert!(outcome.skipped.is_empty(), "{outcome:?}");
    let outcome = folder_with(&files, &with(|options| options.ids = IdNames::AsIs));
    assert_eq!(outcome.documents, ["7=c", "7=a", "train/a.jsonl:#2=b", "7=d", "9=e"]);
    assert!(outcome.noticed.is_empty());
}

#[test]
fn a_mixed_folder_says_what_was_read_and_how_to_choose() {
    let files = [("a.jsonl", SECOND.as_bytes()), ("notes.txt", b"n"), ("b.csv", b"text\nx\n")];
    let outcome = folder_with(&files, &ReadOptions::default());
    assert_eq!(outcome.documents, ["s3=alpha beta gamma delta epsilon zeta", "b.csv:2=x"]);
    assert!(
        outcome.noticed[0].starts_with("in: only the files of records are read, 2 by their names; 1 other")
    );
    assert!(outcome.noticed[0].contains("(first: notes.txt) left out; --input dir"), "{outcome:?}");
    assert!(outcome.skipped[0].starts_with("notes.txt: no file of records by its name; --input dir"));
    let outcome = folder_with(&files[..2], &ReadOptions::default());
    assert_eq!(outcome.documents.len(), 2);
    assert!(outcome.noticed[0].contains("each file is one document, also the 1"), "{outcome:?}");
    assert!(outcome.noticed[0].contains("(first: a.jsonl); --input records"), "{outcome:?}");
    let records = with(|options| options.input = Input::Records);
    assert_eq!(folder_with(&files[..2], &records).documents.len(), 1);
    assert!(file_with("a", "no records\n", &records).error.unwrap().contains("no file of records"));
    let strict = with(|options| options.strict = true);
    assert!(folder_with(&files, &strict).error.unwrap().starts_with("notes.txt: no file of records"));
    // Where files of a folder are not what is expected, the message names the option for the other way.
    let outcome = folder_with(&[("package.json", b"{\"name\":\"x\"}")], &ReadOptions::default());
    assert!(outcome.error.unwrap().ends_with("or read each file as one document with --input dir"));
}

#[test]
fn columns_in_the_paths_of_a_folder_are_fields_of_its_records() {
    let files = [
        ("split=test/lang=en/a.jsonl", &b"{\"id\":\"a\",\"text\":\"x\"}\n"[..]),
        ("split=train/lang=zh%2Dcn/b.csv", b"id,text,split\nb,y,own\n"),
        ("split=train/lang=__HIVE_DEFAULT_PARTITION__/c.tsv", b"id\ttext\nc\tz\n"),
        ("split=train/part-00000", b"a line\n"),
    ];
    let label = |field: &str| {
        let outcome = folder_with(&files, &with(|options| options.label_field = Some(field.to_owned())));
        outcome.documents
    };
    // What a record says itself comes first.
    let line = "split=train/part-00000:1=a line";
    assert_eq!(label("split"), ["a=x@test", "c=z@train", "b=y@own", &format!("{line}@train")]);
    assert_eq!(label("lang"), ["a=x@en", "c=z", "b=y@zh-cn", line]);
    // As for `--keep`, where the field is the main one.
    let main =
        |options: &mut ReadOptions| (options.text_field, options.needs_field) = (Some("lang".into()), true);
    assert_eq!(folder_with(&files[..2], &with(main)).documents, ["a=en", "b=zh-cn"]);
    assert!(folder_with(&files, &with(main)).error.unwrap().contains("no record has a field `lang`"));
    let id = with(|options| options.id_field = Some("split".into()));
    assert_eq!(folder_with(&files[..1], &id).documents, ["test=x"]);
}

#[test]
fn a_dataset_in_arrow_files_is_refused_whole() {
    let files = [
        ("data-00000-of-00001.arrow", &b"\xff\xff\xff\xff\x78\x02\0\0"[..]),
        ("dataset_info.json", b"{}"),
        ("state.json", b"{}"),
    ];
    let error = folder_with(&files, &ReadOptions::default()).error.unwrap();
    assert!(error.starts_with("in: a dataset of Hugging Face in Arrow files (save_to_disk"), "{error}");
    let alone = file("data.arrow", files[0].1).error.unwrap();
    assert!(alone.starts_with("data.arrow: Arrow, which is not read; write Parquet"), "{alone}");
}

#[test]
fn what_is_compressed_otherwise_is_named_with_its_command() {
    let xz = b"\xfd7zXZ\0\0\x04\xe6\xd6\xb4F\x02\0!\x01";
    let bzip2 = b"BZh91AY&SY\xde\xc6\xb2\x8f\0\0";
    let outcome = folder_with(
        &[("a.jsonl.xz", xz), ("b.csv.bz2", bzip2), ("c.jsonl", SECOND.as_bytes())],
        &with(|_| ()),
    );
    assert_eq!(outcome.documents.len(), 1);
    assert_eq!(
        outcome.skipped,
        [
            "a.jsonl.xz: compressed by xz, which is not read; unpack it: xz -dk FILE",
            "b.csv.bz2: compressed by bzip2, which is not read; unpack it: bzip2 -dk FILE"
        ]
    );
    for input in [Input::Jsonl, Input::Lines, Input::Parquet, Input::Dir] {
        let error = file_with("a", xz, &with(|options| options.input = input)).error.unwrap();
        assert!(error.contains("xz -dk FILE"), "{input:?} {error}");
    }
}

fn warc(records: &[(&str, &str, &str)]) -> Vec<u8> {
    let record = |&(kind, uri, body): &(&str, &str, &str)| {
        let address = if uri.is_empty() { String::new() } else { format!("WARC-Target-URI: {uri}\r\n") };
        let length = body.len();
        gzip(
            format!(
                "WARC/1.0\r\nWARC-Type: {kind}\r\n{address}WARC-Identified-Content-Language: eng\r\n\
                 Content-Type: text/plain\r\nContent-Length: {length}\r\n\r\n{body}\r\n\r\n"
            )
            .as_bytes(),
        )
    };
    records.iter().flat_map(record).collect()
}

#[test]
fn a_wet_file_is_its_texts_under_their_addresses() {
    let wet = warc(&[
        ("warcinfo", "", "Software-Info: x"),
        ("conversion", "http://a.example/", "one\r\n\r\nWARC/1.0 in a text"),
        ("conversion", "http://b.example/?a=b", "二"),
    ]);
    let expected = ["http://a.example/=one\r\n\r\nWARC/1.0 in a text", "http://b.example/?a=b=二"];
    for name in ["cc.warc.wet.gz", "unnamed"] {
        let outcome = file(name, &wet);
        assert_eq!(
            (outcome.documents, outcome.skipped.len()),
            (expected.map(str::to_owned).to_vec(), 0),
            "{name}"
        );
    }
    let language = with(|options| options.label_field = Some("warc-identified-content-language".to_owned()));
    assert!(file_with("a.wet.gz", &wet, &language).documents[0].ends_with("@eng"));
    let both = folder_with(&[("1.warc.wet.gz", &wet), ("2.warc.wet.gz", &wet)], &with(|_| ()));
    assert_eq!(both.documents[3], "2.warc.wet.gz:http://b.example/?a=b=二");
    let unknown = with(|options| options.id_field = Some("WARC-Nothing".to_owned()));
    let error = file_with("a.wet.gz", &wet, &unknown).error.unwrap();
    assert!(
        error.contains("no record has a field `WARC-Nothing`; its fields are `text`, `id`, `WARC-Type`"),
        "{error}"
    );
}

#[test]
fn a_warc_of_pages_or_cut_off_is_named_and_never_read_as_lines() {
    let html = "HTTP/1.1 200 OK\r\n\r\n<p>page";
    let crawl =
        warc(&[("warcinfo", "", "x"), ("request", "http://a/", "GET /"), ("response", "http://a/", html)]);
    for name in ["a.warc.gz", "b.txt", "c"] {
        let outcome = file(name, &crawl);
        assert_eq!(outcome.documents.len(), 0);
        let error = outcome.error.unwrap();
        assert!(error.contains("a WARC with response records") && error.contains(".warc.wet.gz"), "{error}");
    }
    let wat = file("a.wat", warc(&[("warcinfo", "", "x"), ("metadata", "http://a/", "{}")])).error.unwrap();
    assert!(wat.contains("a WARC with metadata records"), "{wat}");
    let mut plain = Vec::new();
    let two = warc(&[("conversion", "http://a/", "one"), ("conversion", "http://b/", "two")]);
    std::io::Read::read_to_end(&mut flate2::read::MultiGzDecoder::new(&two[..]), &mut plain).unwrap();
    let outcome = file("a.wet", &plain[..plain.len() - 6]);
    assert_eq!(outcome.documents, ["http://a/=one"]);
    assert!(outcome.skipped[0].starts_with("a.wet, row 2: the WARC record is cut off"), "{outcome:?}");
    let outcome = file("a.wet", [&plain[..], b"and more\n"].concat());
    assert_eq!((outcome.documents.len(), outcome.skipped.len()), (2, 1));
    assert!(file("a.wet", "no such thing\n").error.unwrap().contains("not a WARC"));
    // Each file one document: this one is none.
    let dir = folder_with(&[("a.wet", &plain), ("b.txt", b"x")], &with(|options| options.input = Input::Dir));
    assert_eq!(
        dir.skipped,
        ["a.wet: WARC, which holds records and is not one document; --input records reads them"]
    );
}
