//! Whatever a file holds, every command reads what can be known of it, and says what not.

use crate::command::{simscope, text};
use std::fs;
use std::path::Path;

const LINES: &str =
    "上海的法律\n人人生而自由，在尊严和权利上一律平等。\n他们赋有理性和良心，并应以兄弟关系的精神相对待。\n";

fn utf16(text: &str, is_little: bool) -> Vec<u8> {
    let bytes = |unit: u16| if is_little { unit.to_le_bytes() } else { unit.to_be_bytes() };
    text.encode_utf16().flat_map(bytes).collect()
}

fn in_encoding(label: &str) -> Vec<u8> {
    encoding_rs::Encoding::for_label(label.as_bytes()).unwrap().encode(LINES).0.into_owned()
}

/// Runs a command on a file, which ends well or with one line; nothing that it prints or writes is a control character.
fn run(folder: &Path, name: &str, words: &[&str]) -> (Option<i32>, String, String) {
    let path = folder.join(name);
    let out = folder.join("out.png");
    let command: Vec<&str> = words
        .iter()
        .map(|&word| match word {
            "IN" => path.to_str().unwrap(),
            "OUT" => out.to_str().unwrap(),
            word => word,
        })
        .collect();
    let output = simscope(&command).output().unwrap();
    let (printed, told) = (text(&output.stdout), text(&output.stderr));
    let code = output.status.code();
    assert!(matches!(code, Some(0..=2)), "{name} {words:?}: {code:?} {told}");
    assert!(code == Some(0) || !told.is_empty(), "{name} {words:?}: fails without a word");
    let is_foreign = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    assert!(
        !printed.contains(is_foreign) && !told.contains(is_foreign),
        "{name} {words:?}: {printed:?} {told:?}"
    );
    assert!(!told.contains("panicked"), "{name} {words:?}: {told}");
    if out.exists() {
        fs::remove_file(out).unwrap();
    }
    (code, printed, told)
}

const COMMANDS: [&[&str]; 14] = [
    &["hash", "IN"],
    &["groups", "IN", "--format", "table"],
    &["pairs", "IN", "-k", "3"],
    &["border", "IN", "-k", "3"],
    &["sweep", "IN"],
    &["explain", "IN"],
    &["dedup", "--yes", "IN", "--dry-run"],
    &["judge", "IN", "--draw", "3"],
    &["advise", "IN"],
    &["measures", "IN", "--truth", "jaccard:2=0.8"],
    &["advise", "IN", "--recipes", "--only", "default", "--labels"],
    &["sensitivity", "IN"],
    &["heatmap", "IN", "-o", "OUT"],
    &["compare", "--help"],
];

#[test]
fn every_command_takes_whatever_a_file_holds() {
    let folder = tempfile::tempdir().unwrap();
    let every_byte: Vec<u8> = (0..4096).map(|at| at as u8).collect();
    let escapes = b"\x1b[2J\x1b]52;c;aGk=\x07 a\n\x9b31m \xe2\x80\xae b\n\x1bP1;2q~\x1b\\ c\n";
    let files: [(&str, Vec<u8>); 16] = [
        ("empty.txt", Vec::new()),
        ("only_mark.txt", b"\xef\xbb\xbf".to_vec()),
        ("only_line_end.txt", b"\n".to_vec()),
        ("only_spaces.txt", b"    ".to_vec()),
        ("one_char.txt", "字".into()),
        ("nul.bin", vec![0; 4096]),
        ("every_byte.bin", every_byte),
        ("named.txt", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec()),
        ("escapes.txt", escapes.to_vec()),
        ("cut.txt", LINES.as_bytes()[..LINES.len() - 2].to_vec()),
        ("invalid.txt", [LINES.as_bytes(), b"\xff\xfe\xc3\n", LINES.as_bytes()].concat()),
        (
            "broken.jsonl",
            b"{\"text\":\"a\"}\n{\"text\":\n[]\n{\"text\":null}\n{\"id\":1}\n{\"text\":\"b\"}x\n".to_vec(),
        ),
        ("open.csv", b"id,text\n=1,\"a\n2,b c d\n3,\"e\n".to_vec()),
        ("wide.csv", ["col,".repeat(9_999).as_bytes(), b"\n1,2\n"].concat()),
        ("cut.gz", b"\x1f\x8b\x08\0\0\0\0\0\0\x03KL".to_vec()),
        ("shuffled.txt", utf16(LINES, true).into_iter().rev().collect()),
    ];
    for (name, bytes) in &files {
        fs::write(folder.path().join(name), bytes).unwrap();
        for command in COMMANDS {
            run(folder.path(), name, command);
        }
    }
}

#[test]
fn the_same_text_in_any_encoding_gives_the_same_signatures() {
    let folder = tempfile::tempdir().unwrap();
    let signatures = |name: &str, bytes: &[u8]| {
        fs::write(folder.path().join(name), bytes).unwrap();
        let (code, printed, told) = run(folder.path(), name, &["hash", "IN"]);
        assert_eq!(code, Some(0), "{name}: {told}");
        let (as_what, told) = told.split_once('\n').unwrap();
        assert!(as_what.contains("each line is one document"), "{as_what}");
        (printed, told.to_owned())
    };
    let (expected, told) = signatures("utf8.txt", LINES.as_bytes());
    assert_eq!(told, "", "UTF-8 is not guessed");
    let mark = |is_little| utf16(&format!("\u{feff}{LINES}"), is_little);
    for (name, bytes, guessed) in [
        ("marked.txt", format!("\u{feff}{LINES}").into_bytes(), None),
        ("le_marked.txt", mark(true), None),
        ("be_marked.txt", mark(false), None),
        ("crlf.txt", LINES.replace('\n', "\r\n").into_bytes(), None),
        ("cr.txt", LINES.replace('\n', "\r").into_bytes(), None),
        ("le.txt", utf16(LINES, true), Some("UTF-16LE")),
        ("be.txt", utf16(LINES, false), Some("UTF-16BE")),
        ("gb.txt", in_encoding("gb18030"), Some("GBK")),
    ] {
        let (found, told) = signatures(name, &bytes);
        assert_eq!(found, expected, "{name}: {told}");
        match guessed {
            None => assert_eq!(told, "", "{name}"),
            Some(encoding) => {
                assert!(told.contains(&format!("read as {encoding}, guessed")), "{name}: {told}")
            }
        }
    }
    // An explicit option takes precedence.
    fs::write(folder.path().join("gb.txt"), in_encoding("gb18030")).unwrap();
    let (_, found, told) =
        run(folder.path(), "gb.txt", &["hash", "IN", "--input", "lines", "--encoding", "gb18030"]);
    assert_eq!((found, told), (expected, String::new()));
}

#[test]
fn no_message_is_as_long_as_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let long = "i".repeat(2_000_000);
    for (name, content, command) in [
        (
            "pairs.tsv",
            format!("id_a\tid_b\tlabel\n{long}\t{long}\t{long}\n"),
            &["advise", "samples/builtin.jsonl", "--recipes", "--pairs", "IN"][..],
        ),
        (
            "ids.jsonl",
            format!("{{\"id\":\"{long}\",\"text\":\"a b\"}}\n").repeat(2),
            &["index", "build", "IN", "-o", "OUT"],
        ),
        ("head.csv", "column,".repeat(500_000) + "\n1\n", &["hash", "IN"]),
    ] {
        fs::write(folder.path().join(name), content).unwrap();
        let (_, _, told) = run(folder.path(), name, command);
        assert!(
            !told.is_empty() && told.lines().all(|line| line.chars().count() < 2_000),
            "{name}: {}",
            told.len()
        );
    }
}
