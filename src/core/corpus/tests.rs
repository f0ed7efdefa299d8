//! Reading as a whole: files written here, events checked.

mod delimited;
mod encodings;
mod fields;
mod json;
mod shards;

use std::fs;
use std::io::Write;
use std::path::Path;

use tempfile::TempDir;

use super::*;

/// What a read gave: `id=text` or `id=text@label`, then what was skipped, then the error.
#[derive(Debug, Default)]
struct Outcome {
    documents: Vec<String>,
    skipped: Vec<String>,
    noticed: Vec<String>,
    error: Option<String>,
    batches: Vec<usize>,
    bytes: (u64, u64),
}

fn read_sources(sources: &[Source], options: &ReadOptions) -> Outcome {
    let mut outcome = Outcome::default();
    let result = read(sources, options, &mut |event| {
        match event {
            Event::Batch(batch) => {
                outcome.batches.push(batch.len());
                outcome.documents.extend(batch.iter().map(|document| {
                    let label = document.label.map_or_else(String::new, |label| format!("@{label}"));
                    format!("{}={}{label}", document.id, document.text)
                }));
            }
            Event::Skipped(skipped) => outcome.skipped.push(skipped.to_string()),
            Event::Noticed(notice) => outcome.noticed.push(notice.to_string()),
            Event::Bytes { done, total } => outcome.bytes = (done, total),
        }
        ControlFlow::Continue(())
    });
    outcome.error = result.err().map(|error| error.to_string());
    outcome
}

fn write(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> Source {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, bytes).unwrap();
    Source::Path(path)
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Reads one file of this name and content; the folder is cut from messages.
fn file_with(name: &str, bytes: impl AsRef<[u8]>, options: &ReadOptions) -> Outcome {
    let folder = TempDir::new().unwrap();
    let source = write(folder.path(), name, bytes);
    let mut outcome = read_sources(&[source], options);
    let prefix = format!("{}/", folder.path().display());
    outcome.skipped.iter_mut().chain(&mut outcome.error).for_each(|text| *text = text.replace(&prefix, ""));
    outcome
}

fn file(name: &str, bytes: impl AsRef<[u8]>) -> Outcome {
    file_with(name, bytes, &ReadOptions::default())
}

#[test]
fn lines_end_in_any_of_the_three_ways_and_empty_ones_count() {
    assert_eq!(file("a.txt", "one\ntwo\r\n\rthree").documents, ["1=one", "2=two", "3=", "4=three"]);
    assert_eq!(file("a.txt", "\n").documents, ["1="]);
    assert!(file("a.txt", "").documents.is_empty());
}

#[test]
fn a_line_end_cut_by_a_chunk_is_one_line_end() {
    for length in (128 << 10) - 2..(128 << 10) + 2 {
        let text = format!("{}\r\nnext\r\n", "x".repeat(length));
        let outcome = file("a.txt", &text);
        assert_eq!(outcome.documents.len(), 2);
        assert_eq!(outcome.documents[1], "2=next");
    }
}

#[test]
fn the_content_tells_the_format_where_the_name_does_not() {
    assert_eq!(file("a", "{\"text\":\"x\"}\n").documents, ["1=x"]);
    assert_eq!(file("a", "id\ttext\n7\tx\n").documents, ["7=x"]);
    assert_eq!(file("a", "text,id\nx,7\n").documents, ["7=x"]);
    assert_eq!(file("a", "just, a line\n").documents, ["a=just, a line\n"]);
    assert_eq!(file("a.txt", "{\"text\":\"x\"}\n").documents, ["1={\"text\":\"x\"}"]);
}

#[test]
fn compression_is_recognised_by_content_and_format_by_the_inner_ending() {
    let jsonl = b"{\"id\":1,\"text\":\"x\",\"group\":\"g\"}\n";
    let outcome = file("a.jsonl.gz", gzip(jsonl));
    assert_eq!(outcome.documents, ["1=x@g"]);
    assert_eq!(outcome.bytes.0, outcome.bytes.1);
    assert_eq!(file("named_wrongly.txt", gzip(b"x")).documents, ["1=x"]);
    assert_eq!(file("a.jsonl.zst", zstd::encode_all(&jsonl[..], 3).unwrap()).documents, ["1=x@g"]);
}

#[test]
fn a_damaged_archive_gives_what_comes_before_the_damage() {
    let text: String = (0..200_000).map(|i| format!("line {i}\n")).collect();
    let mut bytes = gzip(text.as_bytes());
    bytes.truncate(bytes.len() / 2);
    let outcome = file("a.txt.gz", bytes);
    assert!(outcome.documents.len() > 1000);
    assert_eq!(
        outcome.skipped,
        ["a.txt.gz: the compressed data ends too early; nothing from here to the end of the file was read"]
    );
}

#[test]
fn broken_records_are_told_by_line_and_the_rest_is_loaded() {
    let text = concat!(
        "{\"id\":\"a\",\"text\":\"1\",\"label\":\"l\",\"group\":\"g\"}\n",
        "{\"id\":\"cut\",\"text\":\"stops\n",
        "\n",
        "[1]\n",
        "{\"id\":\"b\",\"body\":\"\"}\n",
        "{\"text\":null}\n",
        "{\"text\":\"\\ud800\"}\n",
        "{\"text\":\"a\0b\"}\n",
        "{\"text\":\"\"}\n",
        "{\"id\":2.5,\"text\":\"x\\ny\"}",
    );
    let outcome = file("a.jsonl", text);
    assert_eq!(outcome.documents, ["a=1@l", "#9=", "2.5=x\ny"]);
    assert_eq!(
        outcome.skipped,
        [
            "a.jsonl, line 2: not JSON: EOF while parsing a string, column 25",
            "a.jsonl, line 4: a list where an object should be",
            "a.jsonl, line 5: no field `text`",
            "a.jsonl, line 6: `text` is null, not text",
            "a.jsonl, line 7: not JSON: half a surrogate pair in an escape, column 16",
            "a.jsonl, line 8: not JSON: control character (\\u0000-\\u001F) found while parsing a string, column 11",
        ]
    );
}

#[test]
fn strict_stops_at_the_first_skip() {
    let strict = ReadOptions { strict: true, ..ReadOptions::default() };
    let outcome = file_with("a.jsonl", "{\"text\":\"1\"}\n{\n", &strict);
    let error = outcome.error.unwrap();
    assert!(error.starts_with("a.jsonl, line 2: not JSON"), "{error}");
}

#[test]
fn a_field_that_no_record_has_is_an_error_that_names_those_there_are() {
    for (name, text) in
        [("a.jsonl", "{\"id\":1,\"body\":\"x\"}\n"), ("a.csv", "id;body\n1;x\n"), ("a.tsv", "id\tbody\n")]
    {
        assert_eq!(
            file(name, text).error.unwrap(),
            format!(
                "{name}: no record has a field `text`; its fields are `id`, `body`: choose with --text-field"
            )
        );
        let options = ReadOptions { text_field: Some("body".to_owned()), ..ReadOptions::default() };
        assert_eq!(file_with(name, text, &options).error, None);
    }
}

#[test]
fn an_array_of_objects_is_read_like_lines() {
    let outcome = file("a.json", "[\n{\"id\":\"a\",\"text\":\"1\"},\n7, {\"text\":\"2\"}]");
    assert_eq!(outcome.documents, ["a=1", "#3=2"]);
    assert_eq!(outcome.skipped, ["a.json, line 2: a number where an object should be"]);
}

#[test]
fn characters_cut_by_a_parsers_buffer_come_out_whole() {
    let text = "床前明月光，疑是地上霜。";
    let (mut csv, mut array) = ("id,text\n".to_owned(), "[{}".to_owned());
    for id in 0..10_000 {
        csv += &format!("{id},{text}\n");
        array += &format!(",{{\"id\":{id},\"text\":\"{text}\"}}");
    }
    for outcome in [file("a.csv", csv), file("a.json", array + "]")] {
        assert_eq!(outcome.documents.len(), 10_000);
        assert!(outcome.documents.iter().all(|document| document.ends_with(text)));
    }
}

#[test]
fn options_do_not_change_how_the_sample_is_read() {
    let options =
        ReadOptions { input: Input::Csv, text_field: Some("body".to_owned()), ..ReadOptions::default() };
    assert_eq!(read_sources(&[Source::Builtin], &options).documents.len(), 88);
}

#[test]
fn a_folder_gives_every_file_by_its_relative_path() {
    let folder = TempDir::new().unwrap();
    for (name, bytes) in [
        ("b/c.txt", &b"c\n"[..]),
        ("a.md", b"a"),
        (".hidden", b"h"),
        (".gitignore", b"*"),
        ("d.bin", b"\0\0"),
    ] {
        write(folder.path(), name, bytes);
    }
    write(folder.path(), "e.txt.gz", gzip(b"e"));
    let outcome = read_sources(&[Source::Path(folder.path().to_owned())], &ReadOptions::default());
    assert_eq!(outcome.documents, [".gitignore=*", ".hidden=h", "a.md=a", "b/c.txt=c\n", "e.txt.gz=e"]);
    assert_eq!(outcome.skipped, ["d.bin: binary, not text"]);
    assert_eq!(outcome.bytes.0, outcome.bytes.1);
}

#[cfg(unix)]
#[test]
fn a_hostile_folder_neither_blocks_nor_leads_astray() {
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    write(folder.path(), "a/ok.txt", "x");
    symlink("..", at("a/up")).unwrap();
    symlink("self", at("self")).unwrap();
    symlink("nowhere", at("dangling")).unwrap();
    symlink("/etc", at("outside")).unwrap();
    symlink("ok.txt", at("a/same.txt")).unwrap();
    symlink("/etc/passwd", at("a/secret.txt")).unwrap();
    // Opening a pipe that nobody writes to would wait for ever.
    assert!(std::process::Command::new("mkfifo").arg(at("fifo")).status().unwrap().success());
    let _socket = std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
    fs::File::create(at("sparse")).unwrap().set_len(3 << 30).unwrap();
    fs::write(folder.path().join(std::ffi::OsStr::from_bytes(b"bad\xff.txt")), "x").unwrap();
    let outcome = read_sources(&[Source::Path(folder.path().to_owned())], &ReadOptions::default());
    assert_eq!(outcome.documents, ["a/ok.txt=x", "a/same.txt=x", "bad\\xFF.txt=x"]);
    assert_eq!(
        outcome.skipped,
        [
            "a/secret.txt: a link out of the folder; --follow follows it",
            "a/up: a link that leads back to itself",
            "dangling: it does not exist, or is a link to nowhere",
            "fifo: not a regular file",
            "outside: a link to a folder; --follow follows it",
            "self: a link that leads back to itself",
            "socket: not a regular file",
            "sparse: 3072 MiB, more than 64",
        ]
    );
    let error = read_sources(&[Source::Path(at("fifo"))], &ReadOptions::default()).error.unwrap();
    assert!(
        error.ends_with("fifo: not a regular file; give a text file or a folder that may be read"),
        "{error}"
    );
}

#[cfg(unix)]
#[test]
fn links_out_of_a_folder_are_followed_if_asked() {
    use std::os::unix::fs::symlink;
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    // As in a cache of downloads: the files of a snapshot are links to what is stored beside.
    write(folder.path(), "blobs/1", "one");
    write(folder.path(), "more/x.txt", "x");
    fs::create_dir_all(at("snapshot/sub")).unwrap();
    symlink("../blobs/1", at("snapshot/a.txt")).unwrap();
    symlink("../more", at("snapshot/more")).unwrap();
    symlink("..", at("snapshot/sub/up")).unwrap();
    let read = |follows_links| {
        let options = ReadOptions { follows_links, ..ReadOptions::default() };
        read_sources(&[Source::Path(at("snapshot"))], &options)
    };
    let outcome = read(false);
    assert_eq!((outcome.documents.len(), outcome.skipped.len()), (0, 3), "{:?}", outcome.skipped);
    let outcome = read(true);
    assert_eq!(outcome.documents, ["a.txt=one", "more/x.txt=x"]);
    assert_eq!(outcome.skipped, ["sub/up: a link that leads back to itself"]);
}

#[test]
fn what_has_no_id_of_its_own_begins_with_the_name_of_its_source() {
    let folder = TempDir::new().unwrap();
    let lines = write(folder.path(), "a.jsonl", "{\"text\":\"x\"}");
    let records = write(folder.path(), "b.jsonl", "{\"id\":1,\"text\":\"y\"}");
    write(folder.path(), "c/d/e.txt", "z");
    let sub = Source::Path(folder.path().join("c"));
    let sources = [lines, records, sub];
    assert_eq!(
        read_sources(&sources, &ReadOptions::default()).documents,
        ["a.jsonl:1=x", "1=y", "c/d/e.txt=z"]
    );
    let by_file = ReadOptions { ids: IdNames::ByFile, ..ReadOptions::default() };
    assert_eq!(read_sources(&sources, &by_file).documents, ["a.jsonl:1=x", "b.jsonl:1=y", "c/d/e.txt=z"]);
    assert_eq!(name_of(&sources), "3 sources");
    assert_eq!(name_of(&sources[..1]), "a.jsonl");
}

#[test]
fn a_source_that_is_not_there_or_holds_nothing_readable_is_an_error_of_one_line() {
    let missing = Source::Path("no/such\nplace".into());
    let error = read_sources(&[missing], &ReadOptions::default()).error.unwrap();
    assert_eq!(error, "no/such␊place: no such file or folder; check the path");
    let error = file("a.bin", [0; 99]).error.unwrap();
    assert_eq!(error, "a.bin: binary, not text; nothing else could be read, so there is no document");
    let options = ReadOptions { encoding: Some("klingon".to_owned()), ..ReadOptions::default() };
    assert!(file_with("a.txt", "x", &options).error.unwrap().contains("--encoding klingon"));
}

#[test]
fn a_line_larger_than_a_document_is_passed_over() {
    let mut text = vec![b'x'; MAX_DOCUMENT + 1];
    text.extend_from_slice(b"\nnext\n");
    let outcome = file("a.txt", text);
    assert_eq!(outcome.documents, ["2=next"]);
    assert_eq!(outcome.skipped, ["a.txt, line 1: 65 MiB, more than 64"]);
}

#[test]
fn the_first_batch_is_small_and_later_ones_hold_about_a_megabyte() {
    let text = format!("{}\n", "x".repeat(99)).repeat(50_000);
    let outcome = file("a.txt", text);
    assert_eq!(outcome.batches.iter().sum::<usize>(), 50_000);
    assert!(outcome.batches[0] <= 256, "{:?}", outcome.batches);
    assert!(outcome.batches.len() < 200, "{:?}", outcome.batches);
}

#[test]
fn reading_stops_when_asked() {
    let folder = TempDir::new().unwrap();
    let source = write(folder.path(), "a.txt", "x\n".repeat(1_000_000));
    let mut events = 0;
    let result = read(&[source], &ReadOptions::default(), &mut |_| {
        events += 1;
        if events == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(result.is_ok());
    assert_eq!(events, 3);
}

#[test]
fn a_corpus_finds_documents_across_its_batches() {
    let folder = TempDir::new().unwrap();
    let source = write(folder.path(), "a.txt", (0..1000).map(|i| format!("{i}\n")).collect::<String>());
    let mut corpus = Corpus::new("lines");
    assert_eq!((corpus.len(), corpus.iter().count()), (0, 0));
    read(&[source], &ReadOptions::default(), &mut |event| {
        if let Event::Batch(batch) = event {
            corpus.push(batch);
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    assert!(corpus.batches().len() > 1);
    assert!(!corpus.has_labels());
    for (index, document) in corpus.iter().enumerate() {
        assert_eq!(document.text, index.to_string());
        assert_eq!(corpus.get(index), document);
    }
}

#[test]
fn the_built_in_sample_has_the_documents_that_its_readme_promises() {
    let corpus = Corpus::builtin();
    assert_eq!(corpus.len(), 88);
    assert!(corpus.has_labels());
    let mut ids: Vec<_> = corpus.iter().map(|document| document.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), corpus.len());
    let text = |id| corpus.iter().find(|document| document.id == id).unwrap().text;
    assert_eq!(text("press-en/fair-morning-post"), text("press-en/fair-coast-weekly"));
    assert_eq!(text("press-zh/library-chenbao"), text("press-zh/library-wang"));
}

#[test]
fn every_document_knows_its_file_and_record() {
    let folder = TempDir::new().unwrap();
    let at = folder.path();
    let jsonl = write(at, "a.jsonl", "{\"text\":\"x\"}\n\n{\n{\"text\":\"y\"}\n");
    let csv = write(at, "b.csv", "text,id\n\n\"one\ntwo\",7\nthree,8\n");
    let array = write(at, "c.json", "[{\"text\":\"x\"}, 7, {\"text\":\"y\"}]");
    write(at, "d/e.txt", "z");
    write(at, "d/binary", [0; 9]);
    write(at, "d/f/g.txt", "z\nz");
    let sources = [jsonl, csv, array, Source::Path(at.join("d"))];
    let of = |options: &ReadOptions| {
        let mut corpus = Corpus::new("several");
        read(&sources, options, &mut |event| {
            if let Event::Batch(batch) = event {
                corpus.push(batch);
            }
            ControlFlow::Continue(())
        })
        .unwrap();
        let place = |index| {
            let Place { file, record } = corpus.place(index);
            let name = corpus.file_name(file).unwrap();
            format!("{file} {}:{record}", name.strip_prefix(at.to_str().unwrap()).unwrap_or(name))
        };
        let places = corpus.places();
        assert!((0..corpus.len()).all(|index| places.get(index) == corpus.place(index)));
        (0..corpus.len()).map(place).collect::<Vec<_>>()
    };
    let of_folder = ["4 d/e.txt:0", "5 d/f/g.txt:0"];
    let of_files = ["0 /a.jsonl:0", "0 /a.jsonl:3", "1 /b.csv:0", "1 /b.csv:1", "2 /c.json:0", "2 /c.json:2"];
    assert_eq!(of(&ReadOptions::default()), [&of_files[..], &of_folder].concat());
    let lines = of(&ReadOptions { input: Input::Lines, ..ReadOptions::default() });
    assert_eq!(lines[lines.len() - 3..], ["4 d/e.txt:0", "5 d/f/g.txt:0", "5 d/f/g.txt:1"]);
}
