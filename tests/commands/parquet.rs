//! Parquet out and in again, end to end.

use crate::command::{TANG, simscope, stdout};
use parquet::file::reader::{FileReader, SerializedFileReader};
use std::fs::File;

#[test]
fn signatures_of_any_width_come_back_from_parquet() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.parquet");
    let file = path.to_str().unwrap();
    for bits in ["1", "7", "63", "64", "65", "128"] {
        let tsv = stdout(&["hash", TANG, "--bits", bits]);
        assert_eq!(stdout(&["hash", TANG, "--bits", bits, "--format", "parquet", "--force", "-o", file]), "");
        let back = stdout(&["hash", "--input", "signatures", file]);
        let without_features = |table: &str| -> Vec<String> {
            table.lines().map(|line| line.rsplit_once('\t').unwrap().0.to_owned()).collect()
        };
        assert_eq!(without_features(&back), without_features(&tsv), "{bits} bits");
        // From a pipe it goes through a temporary file.
        let bytes = std::fs::read(file).unwrap();
        let piped = simscope(&["hash", "--input", "signatures", "-"]).write_stdin(bytes).output();
        assert_eq!(String::from_utf8(piped.unwrap().stdout).unwrap(), back);
    }
    let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
    let metadata = reader.metadata().file_metadata();
    let entry = metadata.key_value_metadata().unwrap().iter().find(|entry| entry.key == "simscope.recipe");
    let beside = std::fs::read_to_string(format!("{file}.recipe.toml")).unwrap();
    assert!(beside.starts_with("# simscope wrote this"), "{beside}");
    let recipe: String = beside.split_inclusive('\n').filter(|line| !line.starts_with('#')).collect();
    assert_eq!(entry.unwrap().value.as_deref(), Some(&*recipe));
}

#[test]
fn parquet_goes_to_a_pipe_as_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rows.parquet");
    for arguments in [&["hash", TANG, "--format", "parquet"][..], &["sweep", TANG, "--format", "parquet"]] {
        let piped = simscope(arguments).output().unwrap();
        assert!(piped.status.success());
        let named = simscope(arguments).arg("--force").arg("-o").arg(&file).output().unwrap();
        assert!(named.status.success());
        assert!(piped.stdout == std::fs::read(&file).unwrap() && piped.stdout.starts_with(b"PAR1"));
    }
}

/// The columns that a command writes, with their types, and its rows, which are as many as in TSV.
fn columns_of(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.parquet");
    stdout(&[arguments, &["-o", path.to_str().unwrap()]].concat());
    let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
    let metadata = reader.metadata().file_metadata();
    let columns = metadata.schema_descr().columns().iter();
    let columns: Vec<_> = columns.map(|one| format!("{} {}", one.physical_type(), one.name())).collect();
    assert_eq!(metadata.num_rows() as usize, stdout(arguments).lines().count() - 1, "{arguments:?}");
    columns.join(", ")
}

#[test]
fn every_table_is_written_with_types() {
    let seen = ["diff-recipes", "1e0ng", "go-demo", "-k", "3", "--pairs", TANG];
    for (arguments, columns) in [
        (&["pairs", "-k", "3", TANG][..], "BYTE_ARRAY id_a, BYTE_ARRAY id_b, INT32 distance"),
        (&["groups", "-k", "3", TANG], "BYTE_ARRAY id, INT32 group, INT32 size, BYTE_ARRAY representative"),
        (
            &["sweep", TANG],
            "INT32 k, INT64 pairs, INT32 groups, INT32 grouped, INT32 largest, INT32 chains, \
             DOUBLE precision, DOUBLE recall, DOUBLE f1, \
             DOUBLE group_precision, DOUBLE group_recall, DOUBLE group_f1, DOUBLE ari, \
             \
             INT64 confirmed, INT64 missed, DOUBLE confirmed_precision, DOUBLE confirmed_recall, DOUBLE confirmed_f1, \
             BYTE_ARRAY basis",
        ),
        (
            &["sweep", "samples/en_tldr.jsonl", "--verify", "jaccard>=0.5"],
            "INT32 k, INT64 pairs, INT32 groups, INT32 grouped, INT32 largest, INT32 chains, \
             INT64 confirmed, INT64 missed, DOUBLE confirmed_precision, DOUBLE confirmed_recall, DOUBLE confirmed_f1, \
             BYTE_ARRAY basis",
        ),
        (
            &["pairs", "-k", "3", TANG, "--verify", "jaccard>=0.5"],
            "BYTE_ARRAY id_a, BYTE_ARRAY id_b, INT32 distance, BYTE_ARRAY measure, DOUBLE value",
        ),
        (
            &["measures", TANG, "--measure", "equal"],
            "BYTE_ARRAY measure, DOUBLE threshold, DOUBLE precision, DOUBLE recall, DOUBLE f1, DOUBLE seconds, \
             INT64 bytes",
        ),
        (
            &["explain", "--text", "to be or not to be"],
            "BYTE_ARRAY term, INT32 count, DOUBLE weight, INT64 hash",
        ),
        (&seen, "BYTE_ARRAY id_a, BYTE_ARRAY id_b, INT32 distance_a, INT32 distance_b, BYTE_ARRAY seen_by"),
    ] {
        assert_eq!(columns_of(arguments), columns);
    }
}
