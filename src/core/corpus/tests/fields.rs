//! Tests of which fields are read, and of generated ids.

use super::{Outcome, ReadOptions, TempDir, file, file_with, read_sources, write};

fn named(text: &str, id: &str, label: &str) -> ReadOptions {
    let name = |name: &str| (!name.is_empty()).then(|| name.to_owned());
    ReadOptions {
        text_field: name(text),
        id_field: name(id),
        label_field: name(label),
        ..ReadOptions::default()
    }
}

fn fields(text: &str, options: &ReadOptions) -> Outcome {
    file_with("a.jsonl", text, options)
}

#[test]
fn a_name_leads_into_objects_and_lists() {
    let chat = r#"{"meta":{"doc_id":7},"messages":[{"content":"hi"},{"content":"there"}]}"#;
    let of = |text: &str, name: &str| fields(text, &named(name, "meta.doc_id", "")).documents;
    assert_eq!(of(chat, "messages.0.content"), ["7=hi"]);
    assert_eq!(of(chat, "messages.1.content"), ["7=there"]);
    let both = r#"{"meta":{"doc_id":1},"data.text":"flat","data":{"text":"nested"}}"#;
    let other = r#"{"meta":{"doc_id":1},"data":{"text":"nested"},"data.text":"flat"}"#;
    assert_eq!(
        (of(both, "data.text"), of(other, "data.text")),
        (vec!["1=flat".into()], vec!["1=flat".into()])
    );
    assert_eq!(of(r#"{"meta":{"doc_id":1},"a":{"b.c":"x"}}"#, "a.b.c"), ["1=x"]);
    let absent = "{\"data\":{\"text\":\"x\"}}\n{\"data\":null}\n{\"data\":[1]}\n{\"data\":{\"text\":null}}\n";
    let outcome = fields(absent, &named("data.text", "", ""));
    assert_eq!(outcome.documents, ["1=x"]);
    assert!(outcome.skipped[0].ends_with("line 2: no field `data.text`"), "{:?}", outcome.skipped);
    assert!(outcome.skipped[2].ends_with("`data.text` is null, not text"), "{:?}", outcome.skipped);
}

#[test]
fn several_fields_and_lists_of_texts_are_joined_by_line_breaks() {
    let jsonl = "{\"title\":\"T\",\"body\":\"B\"}\n{\"title\":null,\"body\":[\"B\",\"C\"]}\n{\"body\":\"D\"}\n{\"title\":1,\"body\":\"E\"}\n";
    let outcome = fields(jsonl, &named("title, body", "", ""));
    assert_eq!(outcome.documents, ["1=T\nB", "2=B\nC", "3=D"]);
    assert!(outcome.skipped[0].contains("`title, body` is a number"), "{:?}", outcome.skipped);
    assert_eq!(
        fields("{\"a,b\":\"flat\",\"a\":\"x\",\"b\":\"y\"}", &named("a,b", "", "")).documents,
        ["1=flat"]
    );
    let csv = |name| file_with("a.csv", "title,id,body\nT,7,B\n", &named(name, "", ""));
    assert_eq!(csv("title,body").documents, ["7=T\nB"]);
    let error = csv("title,bodi").error.unwrap();
    assert!(error.contains("no record has a field `bodi`; its fields are `title`"), "{error}");
}

#[test]
fn a_named_field_that_no_record_has_is_an_error_in_every_format() {
    for (name, text) in [
        ("a.jsonl", "{\"text\":\"x\"}\n"),
        ("a.json", "[{\"text\":\"x\"}]"),
        ("a.csv", "text,more\nx,y\n"),
        ("a.tsv", "text\tmore\nx\ty\n"),
        ("a.txt", "x\n"),
    ] {
        for (options, option) in [
            (named("", "", "nope"), "--label-field"),
            (named("", "nope", ""), "--id-field"),
            (named("nope", "", ""), "--text-field"),
        ] {
            let error = file_with(name, text, &options).error.unwrap_or_default();
            assert!(
                error.contains("no record has a field `nope`") && error.ends_with(option),
                "{name}: {error}"
            );
        }
    }
    let utf16: Vec<u8> = "\u{feff}a\nb\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert!(file_with("a.txt", utf16, &named("", "", "nope")).error.is_some());
    // One file that has it is enough.
    let folder = TempDir::new().unwrap();
    let with = write(folder.path(), "with.jsonl", "{\"text\":\"x\",\"kind\":\"k\"}");
    let without = write(folder.path(), "without.jsonl", "{\"text\":\"y\"}");
    let lines = write(folder.path(), "lines.txt", "z");
    let sources = [without, lines, with];
    assert_eq!(read_sources(&sources, &named("", "", "kind")).error, None);
    assert!(read_sources(&sources[..2], &named("", "", "kind")).error.is_some());
}

#[test]
fn an_id_is_a_text_or_an_error_but_never_a_row_number_in_silence() {
    let id = |value: &str| fields(&format!("{{\"_id\":{value},\"text\":\"x\"}}"), &named("", "_id", ""));
    assert_eq!(id("{\"$oid\":\"65af\"}").documents, ["65af=x"]);
    assert_eq!(id("{\"$numberLong\":\"9\"}").documents, ["9=x"]);
    assert_eq!(id("18446744073709551616").documents, ["18446744073709551616=x"]);
    for (value, kind) in [("{\"a\":1}", "an object"), ("true", "true or false"), ("[1]", "a list")] {
        let error = id(value).error.unwrap();
        assert!(error.contains(&format!("line 1: `_id` is {kind}, which is no id")), "{error}");
    }
    let label = fields("{\"text\":\"x\",\"dup\":true}", &named("", "", "dup"));
    assert_eq!(label.documents, ["1=x@true"]);
}

#[test]
fn a_number_that_stands_for_an_id_is_the_id_of_no_other_record() {
    let ids = |text| file("a.jsonl", text);
    assert_eq!(ids("{\"id\":\"2\",\"text\":\"a\"}\n{\"text\":\"b\"}\n").documents, ["2=a", "#2=b"]);
    let error = ids("{\"text\":\"b\"}\n{\"id\":1,\"text\":\"a\"}\n").error.unwrap();
    assert!(error.starts_with("a.jsonl, line 2: the id `1` of one record"), "{error}");
    assert_eq!(file("a.csv", "id,text\n3,a\n,b\n").documents, ["3=a", "#3=b"]);
}
