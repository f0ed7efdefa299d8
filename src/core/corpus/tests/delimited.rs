//! CSV and TSV.

use super::{MAX_DOCUMENT, ReadOptions, file, file_with};

#[test]
fn csv_has_quotes_and_tsv_has_none() {
    assert_eq!(file("a.csv", "id,text\n1,\"a, \"\"b\"\"\nc\"\n2\n").documents, ["1=a, \"b\"\nc"]);
    assert_eq!(file("a.csv", "id,text\n1,x\n2\n").skipped, ["a.csv, line 3: no field `text`"]);
    assert_eq!(file("a.tsv", "id\ttext\n1\t\"open\n2\tx\n").documents, ["1=\"open", "2=x"]);
    assert_eq!(file("a.csv", "id,text\n1,\"a\"b\"\n2,a\"b\"\n").documents, ["1=ab\"", "2=a\"b\""]);
}

#[test]
fn an_unclosed_quote_costs_its_line_and_is_told() {
    let outcome = file("a.csv", "id,text\n1,\"a\n2,b\nc\n3,d\n");
    assert_eq!(outcome.documents, ["2=b", "3=d"]);
    assert_eq!(
        outcome.skipped,
        [
            "a.csv, line 2: a quote is not closed; the rows after it are read line by line",
            "a.csv, line 4: no row, as its fields do not fit the header; follows the unclosed quote of line 2"
        ]
    );
    let outcome = file("a.csv", "id,text\n1,a\n2,\"b\nc\n");
    assert_eq!(outcome.documents, ["1=a"]);
    let end = "a.csv, line 3: a quote is not closed, so this line and all up to the end are lost, 2 lines";
    assert_eq!(outcome.skipped, [end]);
    let error = file("a.csv", "text,\"id\na,1\nb,2\n").error.unwrap();
    assert!(error.starts_with("a.csv, line 1: a quote is not closed, so this line"), "{error}");
}

#[test]
fn a_row_with_more_cells_than_the_header_is_skipped_and_told() {
    let outcome = file("a.csv", "id,text\n1,Hello, world\n2,b,,\n3,\"Hello, world\"\n4,c,d,e\n");
    assert_eq!(outcome.documents, ["2=b", "3=Hello, world"]);
    let why = "cells, and the header has 2; a text with the delimiter in it must stand in quotes";
    let skipped = [format!("a.csv, line 2: 3 {why}"), format!("a.csv, line 5: 4 {why}")];
    assert_eq!(outcome.skipped, skipped);
    assert_eq!(file("a.tsv", "id\ttext\n1\ta\tb\n2\tx\n").documents, ["2=x"]);
}

#[test]
fn the_rows_after_a_field_that_is_too_large_are_read() {
    let long = "long\n".repeat(MAX_DOCUMENT / 5 + 1);
    let outcome = file("a.csv", format!("id,text\n1,a\n2,\"{long}\"\n3,b\n4,c\n"));
    assert_eq!(outcome.documents, ["1=a", "3=b", "4=c"]);
    assert_eq!(outcome.skipped, ["a.csv, line 3: 65 MiB, more than 64"]);
}

#[test]
fn a_quote_may_be_escaped_by_a_backslash() {
    let spark = "id,text\n1,\"he said \\\"yes\\\", then \\\\ left\"\n2,\"a\\nb \"\"c\"\"\"\n";
    assert_eq!(file("a.csv", spark).documents, ["1=he said \"yes\", then \\ left", "2=a\\nb \"c\""]);
    // A path ends with a backslash.
    assert_eq!(file("a.csv", "id,text\n1,\"C:\\\"\n2,\"D:\\\"\n").documents, ["1=C:\\", "2=D:\\"]);
    // The first escape far behind the start skips its row, and the reason is reported.
    let late = format!("id,text\n{}2,\"a \\\"b\\\"\"\n", "1,x\n".repeat(100_000));
    let outcome = file("a.csv", late);
    assert_eq!((outcome.documents.len(), outcome.skipped.len()), (100_000, 1));
    assert!(outcome.skipped[0].contains("a backslash before a quote"), "{:?}", outcome.skipped);
}

#[test]
fn the_delimiter_is_found_or_given() {
    assert_eq!(file("a.csv", "sep=;\r\nid;text\r\n1;a, b\r\n").documents, ["1=a, b"]);
    assert_eq!(file("a.csv", "sep=|\nid|text\n1|a;b\n").documents, ["1=a;b"]);
    assert_eq!(file("a.csv", "id|text\n1|a, b\n").documents, ["1=a, b"]);
    let given = |name, text: &str, delimiter| {
        file_with(name, text, &ReadOptions { delimiter: Some(delimiter), ..ReadOptions::default() }).documents
    };
    for name in ["a.csv", "a.txt", "a.dat"] {
        assert_eq!(given(name, "id~text\n1~\"b~c\"\n", b'~'), ["1=b~c"]);
    }
}

#[test]
fn what_excel_calls_unicode_text_is_a_table() {
    let bytes = |text: &str| -> Vec<u8> {
        format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect()
    };
    let table = "id\ttext\r\n1\t\"a \"\"b\"\"\tc\"\r\n";
    assert_eq!(file("a.txt", bytes(table)).documents, ["1=a \"b\"\tc"]);
    let other = table.replace("text", "Text");
    let error = file("a.txt", bytes(&other)).error.unwrap();
    assert!(error.contains("Unicode text"), "{error}");
    let named = ReadOptions { text_field: Some("Text".to_owned()), ..ReadOptions::default() };
    assert_eq!(file_with("a.txt", bytes(&other), &named).documents, ["1=a \"b\"\tc"]);
    assert_eq!(file("a.txt", bytes("just\nlines\tand a tab\n")).documents.len(), 2);
}
