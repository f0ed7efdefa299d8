//! Encodings, as far as they show only when a file is read.

use tempfile::TempDir;

use super::{Input, ReadOptions, Source, file, file_with, gzip, read_sources, write};

#[test]
fn utf16_without_a_mark_is_known_even_if_its_first_bytes_look_like_a_line() {
    // U+4E0A begins with a byte that is a line feed in ASCII; U+4E77 with one that is a letter.
    let text = "上海的法律\n上海人人生而自由，在尊严和权利上一律平等。\n";
    for is_little in [true, false] {
        let bytes = |unit: u16| if is_little { unit.to_le_bytes() } else { unit.to_be_bytes() };
        let stored: Vec<u8> = text.encode_utf16().flat_map(bytes).collect();
        for (name, stored) in [("a.txt", stored.clone()), ("a.txt.gz", gzip(&stored)), ("a.log", stored)] {
            let outcome = file(name, stored);
            assert_eq!(
                outcome.documents,
                ["1=上海的法律", "2=上海人人生而自由，在尊严和权利上一律平等。"],
                "{name} {is_little}"
            );
        }
    }
}

#[test]
fn an_encoding_that_was_guessed_is_named() {
    let text = "人人生而自由，在尊严和权利上一律平等。\n".repeat(9);
    let gbk = encoding_rs::GB18030.encode(&text).0.into_owned();
    let lines = ReadOptions { input: Input::Lines, ..ReadOptions::default() };
    let guessed = file_with("a.txt", &gbk, &lines).noticed;
    assert_eq!(guessed.len(), 1);
    assert!(guessed[0].ends_with("a.txt: read as GBK, guessed from the bytes; --encoding names another"));
    let options = ReadOptions { encoding: Some("gbk".to_owned()), ..lines.clone() };
    for outcome in [
        file_with("a.txt", &gbk, &options),
        file_with("a.txt", &text, &lines),
        file_with("a.txt", format!("\u{feff}{text}"), &lines),
        file_with("a.txt", "plain\n", &lines),
    ] {
        assert_eq!((outcome.noticed, outcome.skipped), (Vec::<String>::new(), Vec::<String>::new()));
    }
    // An ASCII start does not hide it; and in a folder files are counted.
    let long = ["plain\n".repeat(99_999).as_bytes(), &gbk].concat();
    assert_eq!(file_with("a.txt", long, &lines).noticed.len(), 1);
    let folder = TempDir::new().unwrap();
    for name in ["d/a.txt", "d/b.txt"] {
        write(folder.path(), name, &gbk);
    }
    let outcome = read_sources(&[Source::Path(folder.path().join("d"))], &ReadOptions::default());
    assert!(outcome.noticed[0].starts_with("a.txt and 1 more: read as GBK"), "{outcome:?}");
}
