use super::*;
use crate::recipe::Bits;
use crate::sensitivity::{Edit, Experiment, Moot, Moved, Own};
use crate::simhash::trace;

/// Writes what is known of a text, with these trials and a curve of two points.
fn written(text: &str, trials: &[Trial], format: Format) -> String {
    let recipe = Recipe { bits: Bits::new(8).unwrap(), ..Recipe::default() };
    let trace = trace(&recipe, None, text);
    let point = |features, distances: [u32; 3]| Point {
        features,
        bits: 8,
        distances: distances.into_iter().chain([0; 6]).collect(),
        share: 0.125,
    };
    let curve = Curve {
        experiment: Experiment { edits: 1, seed: 7, texts: 4 },
        points: vec![point(1, [0, 1, 3]), point(3, [3, 1, 0])],
    };
    let sensitivity = Sensitivity {
        id: Some("a\u{1b}[31m"),
        recipe,
        trace: &trace,
        features: trace.features.len() as u32,
        k: 1,
        edits: 1,
        seed: 7,
        influence: &Influence::of(&trace, &recipe),
        margins: &Margins::of(&trace),
        battery: Some(&Battery { trials: trials.to_vec() }),
        curve: Some(&curve),
        corpus: "poems",
    };
    let mut out = Vec::new();
    sensitivity.write(format, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn own(old: &str, outcome: Result<(&str, u128), Moot>) -> Trial {
    let edit = Edit::Own(Own { old: old.to_owned(), new: "b".to_owned() });
    Trial { edit, outcome: outcome.map(|(detail, flipped)| Moved { detail: detail.to_owned(), flipped }) }
}

fn trials() -> [Trial; 3] {
    [own("a", Ok(("", 1))), own("x", Ok(("\u{202e}y\t", 0b111))), own("z", Err(Moot::NotThere))]
}

#[test]
fn every_row_has_the_keys_of_its_kind() {
    insta::assert_snapshot!(written("to be or", &trials(), Format::Jsonl), @"");
}

#[test]
fn one_table_holds_all_kinds() {
    insta::assert_snapshot!(written("to be or", &trials(), Format::Csv), @"");
}

#[test]
fn a_table_is_to_be_read() {
    insta::assert_snapshot!(written("to be or", &trials(), Format::Table), @"");
}

#[test]
fn a_text_without_features_is_said_to_have_none() {
    insta::assert_snapshot!(written("", &[own("z", Err(Moot::NotThere))], Format::Table), @"");
    insta::assert_snapshot!(written("", &[], Format::Tsv).lines().nth(1).unwrap(), @"");
}

#[test]
fn a_table_of_a_long_text_is_cut_short_and_says_so() {
    let text: Vec<String> = (0..300).map(|word| format!("word{word}")).collect();
    let table = written(&text.join(" "), &trials(), Format::Table);
    assert!(table.contains(" 280 more flip "), "{table}");
    assert!(table.contains("read at 3 features, the longest length measured"), "{table}");
    assert!(table.lines().count() < 60);
}

#[test]
fn no_line_of_a_table_is_wider_than_a_terminal() {
    let long = "長".repeat(500);
    let table = written(&long, &[own(&long, Ok((&long, 3)))], Format::Table);
    for line in table.lines() {
        assert!(crate::visible::width(line) <= 80, "{line}");
    }
}
