//! Signatures from elsewhere, and back.

use crate::command::{simscope, stdout as run, succeed, text};
use std::fs;

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/builtin.jsonl");

fn fail(arguments: &[&str], code: i32) -> String {
    let output = simscope(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    text(&output.stderr)
}

#[test]
fn what_hash_writes_in_every_notation_gives_the_same_pairs() {
    let folder = tempfile::tempdir().unwrap();
    for bits in ["8", "32", "40", "64", "128"] {
        let expected = run(&["pairs", SAMPLE, "--bits", bits, "-k", "2"]);
        for format in ["hex", "decimal", "signed", "bits", "base64"] {
            for ending in ["tsv", "csv", "jsonl", "parquet"] {
                let is_stored = ending == "parquet";
                if is_stored && !["decimal", "signed"].contains(&format) {
                    continue;
                }
                let path = folder.path().join(format!("{bits}.{format}.{ending}"));
                let path = path.to_str().unwrap();
                run(&["hash", SAMPLE, "--bits", bits, "--signature-format", format, "-o", path]);
                let how = if is_stored { "auto" } else { format };
                let found =
                    run(&["pairs", "--input", "signatures", "--signature-format", how, "-k", "2", path]);
                assert_eq!(found, expected, "{bits} {format} {ending}");
            }
        }
    }
}

#[test]
fn signed_is_a_notation_and_parquet_refuses_texts() {
    let signed = run(&["hash", SAMPLE, "--signed"]);
    assert!(signed.lines().any(|row| row.split('\t').nth(1).is_some_and(|cell| cell.starts_with('-'))));
    assert_eq!(signed, run(&["hash", SAMPLE, "--signature-format", "signed"]));
    let error = fail(&["hash", SAMPLE, "--signature-format", "bits", "--format", "parquet"], 2);
    assert!(error.contains("Parquet stores"), "{error}");
}

#[test]
fn decimals_are_never_taken_for_hexadecimal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.tsv");
    let rows = "r0\t8550830854347186281\nr1\t7397909349740339305\nr2\t8550830854347186273\n";
    fs::write(&path, format!("id\thash\n{rows}")).unwrap();
    let asked = ["pairs", "--input", "signatures", path.to_str().unwrap(), "--signature-field", "hash"];
    let error = fail(&asked, 1);
    assert!(error.contains("decimal") && error.contains("--signature-format"), "{error}");
    let found = run(&[&asked[..], &["--signature-format", "decimal"]].concat());
    assert_eq!(found, "id_a\tid_b\tdistance\nr0\tr1\t1\nr0\tr2\t1\nr1\tr2\t2\n");
}

#[test]
fn the_doctor_names_what_is_wrong_and_the_recipe_of_texts() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, make: fn(u64) -> u64| {
        let path = folder.path().join(name);
        let row = |i: u64| format!("{i}\t{:016x}\n", make(split_mix(i)));
        fs::write(&path, format!("id\tsignature\n{}", (0..500).map(row).collect::<String>())).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let healthy = write("healthy.tsv", |hash| hash);
    assert!(run(&["doctor", &healthy]).contains("nothing is wrong"));
    let mirrored = write("mirrored.tsv", |hash| (hash & 0xffff_ffff) * 0x1_0000_0001);
    assert!(run(&["doctor", &mirrored]).contains("the halves are equal: 32 of 64 bits are live"));
    let each = run(&["doctor", &mirrored, "--each-bit"]);
    assert!(each.lines().nth(33).is_some_and(|row| row.ends_with("no\t0\t")), "{each}");
    let index = folder.path().join("i.simx");
    for command in [
        &["pairs", "-k", "0", "--input", "signatures", &mirrored][..],
        &["index", "build", "--input", "signatures", &mirrored, "-o", index.to_str().unwrap()],
        &["batch", "-k", "0", "--input", "signatures", "--new", &healthy, "--against", &mirrored],
    ] {
        let output = succeed(command);
        let told = text(&output.stderr);
        let said = told.matches("these signatures are not healthy: the halves are equal").count();
        assert_eq!(said, 1, "{command:?}: {told}");
    }

    let signed = folder.path().join("signed.tsv");
    let signed = signed.to_str().unwrap();
    run(&["hash", SAMPLE, "--recipe", "java", "-o", signed]);
    let found = run(&["doctor", signed, "--texts", SAMPLE]);
    assert!(found.contains("recipe java\t1\t"), "{found}");
}

/// SplitMix64, as good as any hash here.
fn split_mix(i: u64) -> u64 {
    let mut z = (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
