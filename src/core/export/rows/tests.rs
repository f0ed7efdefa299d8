use super::*;
use crate::corpus::SignatureFormat;
use crate::recipe::Bits;

fn written(format: Format, rows: &[[Cell<'_>; 3]]) -> String {
    let mut out = Vec::new();
    let columns = ["id", "size", "share"].map(Column::text);
    let mut writer = Rows::new(format, &columns, &[], &mut out).unwrap();
    rows.iter().for_each(|row| writer.write(row).unwrap());
    writer.finish().unwrap();
    String::from_utf8(out).unwrap()
}

const ROWS: [[Cell<'static>; 3]; 2] = [
    [Cell::Text("a\t\"b\",\n\u{1b}[31m\u{202e}c\\"), Cell::Count(12), Cell::Number(0.1)],
    [Cell::Text("中文"), Cell::Count(3), Cell::Nothing],
];

#[test]
fn no_format_lets_a_control_character_through() {
    insta::assert_snapshot!(written(Format::Tsv, &ROWS), @r#"
    id	size	share
    a␉"b",␊␛[31m⇠c\	12	0.1
    中文	3	
    "#);
    insta::assert_snapshot!(written(Format::Csv, &ROWS), @r#"
    id,size,share
    "a	""b"",
    ␛[31m⇠c\",12,0.1
    中文,3,
    "#);
    insta::assert_snapshot!(written(Format::Jsonl, &ROWS), @r#"
    {"id":"a\t\"b\",\n\u001b[31m\u202ec\\","size":12,"share":0.1}
    {"id":"中文","size":3,"share":null}
    "#);
    insta::assert_snapshot!(written(Format::Table(None), &ROWS), @r#"
     id                size    share
    ─────────────────────────────────
     a␉"b",␊␛[31m⇠c\     12   0.1000
     中文                 3        –
    "#);
}

#[test]
fn no_text_is_a_formula_to_a_spreadsheet() {
    let row = |text| {
        [Cell::Text(text), Cell::Integer(-3), Cell::Signature(0xab, Bits::DEFAULT, SignatureFormat::Hex)]
    };
    let rows = ["=1+1", "+1", "-1", "@a", " =a", "\t=a", "＝1", "a;=b", "a\"b", "1-1", ""].map(row);
    let written = written(Format::Spreadsheet, &rows);
    let texts: Vec<&str> = written.lines().skip(1).map(|row| row.split(",-3,").next().unwrap()).collect();
    assert_eq!(
        texts,
        [
            r#""'=1+1""#,
            r#""'+1""#,
            r#""'-1""#,
            r#""'@a""#,
            r#""' =a""#,
            r#""␉=a""#,
            r#""'＝1""#,
            r#""a;=b""#,
            r#""a""b""#,
            r#""1-1""#,
            r#""""#,
        ]
    );
}

#[test]
fn a_table_without_rows_still_has_its_header() {
    insta::assert_snapshot!(written(Format::Table(None), &[]), @"
     id   size   share
    ───────────────────
    ");
    assert_eq!(written(Format::Tsv, &[]), "id\tsize\tshare\n");
    assert_eq!(written(Format::Jsonl, &[]), "");
}

#[test]
fn on_a_terminal_texts_are_cut_and_the_last_ones_left_out() {
    let columns = ["id", "size", "example", "what"].map(|name| match name {
        "size" => Column::count(name),
        _ => Column::text(name),
    });
    let table = |width| {
        let mut out = Vec::new();
        let mut rows = Rows::new(Format::Table(width), &columns, &[], &mut out).unwrap();
        let example = "the first of many words, and the last one";
        rows.write(&[
            "a/long/path/of/a/file.txt".into(),
            1_234_567_u64.into(),
            example.into(),
            "中文".into(),
        ])
        .unwrap();
        rows.finish().unwrap();
        String::from_utf8(out).unwrap()
    };
    let widest = |text: &str| text.lines().map(visible::width).max().unwrap_or_default();
    assert_eq!(table(Some(200)), table(None));
    for width in 30..100 {
        let table = table(Some(width));
        let rows = table.split("Not shown").next().unwrap();
        assert!(widest(rows) <= width.into() && rows.contains("1,234,567"), "{width}\n{table}");
    }
    insta::assert_snapshot!(table(Some(60)), @"
     id                        size   example              what
    ────────────────────────────────────────────────────────────
     a/long/p…/file.txt   1,234,567   the firs… last one   中文
    ");
    let narrow = table(Some(40));
    assert!(narrow.contains("Not shown: what.") && narrow.contains("example"), "{narrow}");
}

#[test]
fn a_long_table_comes_in_blocks() {
    let rows = vec![[Cell::Text("x"), Cell::Count(1), Cell::Nothing]; BLOCK + 1];
    let headers = written(Format::Table(None), &rows).lines().filter(|line| line.contains("share")).count();
    assert_eq!(headers, 2);
}
