//! JSON as programs write it.

use super::{Input, ReadOptions, file, file_with};

#[test]
fn what_python_writes_for_no_number_is_read() {
    let outcome = file(
        "a.jsonl",
        "{\"text\":\"NaN \\\" Infinity\",\"s\":NaN}\n{\"s\":[-Infinity,Infinity],\"text\":\"b\"}\n",
    );
    assert_eq!(outcome.documents, ["1=NaN \" Infinity", "2=b"]);
    assert!(outcome.skipped.is_empty());
    assert_eq!(file("a.json", "[{\"text\":\"a\",\"s\":NaN},{\"text\":\"b\"}]").documents, ["1=a", "2=b"]);
    assert!(file("a.jsonl", "{\"text\":\"a\"}\n{\"text\":\"b\",\"s\":NaNs}\n").skipped.len() == 1);
}

#[test]
fn a_bad_element_of_an_array_costs_no_other() {
    let elements = |bad: &str, between: &str| {
        let array = (0..40)
            .map(|at| if at == 7 { bad.to_owned() } else { format!("{{\"id\":\"r{at}\",\"text\":\"t\"}}") });
        let array = format!("[{}]", array.collect::<Vec<_>>().join(between));
        let outcome = file("a.json", array);
        assert_eq!(outcome.error, None);
        (outcome.documents.len(), outcome.skipped.len())
    };
    for bad in [
        r#"{"id":"x","text":"\x41"}"#,
        r#"{"id":"x","text":"\ud800"}"#,
        r#"{"id":"x","text":"a b" "c"}"#,
        "{\"id\":\"x\",\"text\":\"tab\tand\nline\"}",
        r#"{"id":"x","text":nul}"#,
        "17",
    ] {
        for between in [",", ",\n", "\n,\n  "] {
            assert_eq!(elements(bad, between), (39, 1), "{bad} {between:?}");
        }
    }
    // A quote too many is known by the line that begins after it.
    assert_eq!(elements(r#"{"id":"x","text":"say "hi there"}"#, ",\n"), (39, 1));
    assert_eq!(elements("{\n  \"id\":\"x\",\n  \"text\":\"say \"hi there\"\n}", ",\n"), (39, 1));
}

#[test]
fn an_array_that_is_not_whole_is_told() {
    let told = |text: &str| file("a.json", text).skipped.join("; ");
    assert!(told("[{\"text\":\"a\"},").contains("the array is not closed"));
    assert!(told("[{\"text\":\"a\"}, {").contains("not JSON: EOF"));
    assert!(told("[{\"text\":\"a\"}] [{\"text\":\"b\"}]").contains("something follows the end of the array"));
    assert_eq!(file("a.json", "[]").documents.len(), 0);
}

#[test]
fn no_line_of_a_record_over_several_lines_is_a_record() {
    let wrapped = "{\n  \"data\": [\n    {\"id\":1,\"text\":\"a\"},\n    {\"id\":2,\"text\":\"b\"}\n  ]\n}\n";
    let one = "{\"data\":[\n{\"id\":1,\"text\":\"a\"}\n]}\n";
    let pretty = "{\n  \"id\": 1,\n  \"text\": \"a\"\n}\n{\n  \"id\": 2,\n  \"text\": \"b\"\n}\n";
    let columns = "{\n \"id\":{\n  \"0\":\"a\"\n },\n \"text\":{\n  \"0\":\"x\"\n }\n}";
    for (text, what) in [
        (wrapped, "its records in `data`; write each on a line: jq -c '.data[]' FILE"),
        (one, "its records in `data`"),
        (pretty, "a record goes over several lines; write each on one line: jq -c ."),
        (columns, "as pandas writes columns"),
    ] {
        for (name, input) in [("a.json", Input::Auto), ("a.jsonl", Input::Auto), ("a", Input::Jsonl)] {
            let error = file_with(name, text, &ReadOptions { input, ..ReadOptions::default() }).error;
            assert!(error.as_ref().is_some_and(|error| error.contains(what)), "{text} {error:?}");
        }
    }
    // Not so a line that was cut off.
    let cut = file("a.jsonl", "{\"text\":\"a\"}\n{\"id\":[\n{\"text\":\"b\"}\n{\"text\":\"c\"}\n");
    assert_eq!((cut.documents.len(), cut.skipped.len(), cut.error), (3, 1, None));
}

#[test]
fn one_object_that_holds_all_records_is_refused_with_its_cause() {
    for (text, what) in [
        (r#"{"version":1,"data":[{"text":"a"},{"text":"b"}]}"#, "its records in `data`"),
        (r#"{"id":{"0":"a","1":"b"},"text":{"0":"x","1":"y"}}"#, "as pandas writes columns"),
        (r#"{"0":{"id":"a","text":"x"},"1":{"id":"b","text":"y"}}"#, "as pandas writes columns"),
        (r#"{"columns":["id","text"],"index":[0],"data":[["a","x"]]}"#, "as pandas writes columns"),
    ] {
        let error = file("a.json", text).error.unwrap();
        assert!(error.contains(what), "{error}");
    }
    let one = file("a.jsonl", r#"{"id":"a","meta":{"text":"x"}}"#).error.unwrap();
    assert!(one.contains("no record has a field `text`; its fields are `id`, `meta.text`"), "{one}");
    let records = r#"[{"id":"a","text":"x"},{"id":"b","text":"y"}]"#;
    assert_eq!(file("a.json", records).documents, ["a=x", "b=y"]);
}
