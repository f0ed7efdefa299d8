//! Parquet out and in again, end to end.

#![cfg(all(feature = "commands", feature = "parquet"))]
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

mod command;

use command::{TANG, simscope, stdout};
use parquet::file::reader::{FileReader, SerializedFileReader};
use std::fs::File;

#[test]
fn signatures_of_any_width_come_back_from_parquet() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.parquet");
    let file = path.to_str().unwrap();
    for bits in ["1", "7", "63", "64", "65", "128"] {
        let tsv = stdout(&["hash", TANG, "--bits", bits]);
        assert_eq!(stdout(&["hash", TANG, "--bits", bits, "--format", "parquet", "-o", file]), "");
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
    let recipe = std::fs::read_to_string(format!("{file}.recipe.toml")).unwrap();
    assert_eq!(entry.unwrap().value.as_deref(), Some(recipe.as_str()));
}

#[test]
fn pairs_and_groups_are_written_with_types() {
    let folder = tempfile::tempdir().unwrap();
    for (command, columns) in [
        ("pairs", "BYTE_ARRAY id_a, BYTE_ARRAY id_b, INT32 distance"),
        ("groups", "BYTE_ARRAY id, INT32 group, INT32 size, BYTE_ARRAY representative"),
    ] {
        let path = folder.path().join(command).with_extension("parquet");
        stdout(&[command, "-k", "3", TANG, "-o", path.to_str().unwrap()]);
        let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
        let schema = reader.metadata().file_metadata().schema_descr_ptr();
        let found: Vec<_> = schema
            .columns()
            .iter()
            .map(|column| format!("{} {}", column.physical_type(), column.name()))
            .collect();
        assert_eq!(found.join(", "), columns);
        let tsv = stdout(&[command, "-k", "3", TANG]);
        assert_eq!(reader.metadata().file_metadata().num_rows() as usize, tsv.lines().count() - 1);
    }
}

#[test]
fn parquet_needs_a_file_and_a_command_that_has_typed_columns() {
    for (arguments, what) in [
        (&["hash", TANG, "--format", "parquet"][..], "name a file with -o FILE"),
        (&["sweep", TANG, "--format", "parquet"], "hash, pairs, groups and batch write Parquet"),
        (&["explain", "--text", "a", "-o", "there/a.parquet"], "hash, pairs, groups and batch write Parquet"),
    ] {
        let output = simscope(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains(what), "{message}");
    }
}
