//! CSV and TSV.

use super::{MAX_DOCUMENT, file};

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
