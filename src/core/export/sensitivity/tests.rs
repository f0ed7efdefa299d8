use super::*;
use crate::recipe::Bits;
use crate::sensitivity::{Edit, Experiment, Moot, Moved, Own, Point};
use crate::simhash::trace;

/// Writes what is known of a text at k = 1, with these trials and a curve of two points.
fn written(text: &str, trials: &[Trial], format: Format) -> String {
    written_at(1, text, trials, format)
}

fn written_at(k: u8, text: &str, trials: &[Trial], format: Format) -> String {
    let recipe = Recipe { bits: Bits::new(8).unwrap(), ..Recipe::default() };
    let trace = trace(&recipe, None, text);
    let point = |features, distances: [u32; 3]| {
        let texts =
            (0..).zip(distances).flat_map(|(distance, texts)| vec![(distance, 0.125); texts as usize]);
        Point::of(features, 8, texts).unwrap()
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
        k,
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

/// The bits that flip when nothing is left.
const ALL: u128 = 0xff;

fn own(old: &str, outcome: Result<(&str, u128), Moot>) -> Trial {
    let edit = Edit::Own(Own { old: old.to_owned(), new: "b".to_owned() });
    Trial {
        edit,
        outcome: outcome.map(|(detail, flipped)| Moved {
            detail: detail.to_owned(),
            is_unseen: flipped == 0,
            has_features: flipped != ALL,
            flipped,
        }),
    }
}

fn trials() -> [Trial; 3] {
    [own("a", Ok(("", 1))), own("x", Ok(("\u{202e}y\t", 0b111))), own("z", Err(Moot::NotThere))]
}

#[test]
fn every_row_has_the_keys_of_its_kind() {
    insta::assert_snapshot!(written("to be or", &trials(), Format::Jsonl), @r#"
    {"kind":"influence","term":"to","distance":6}
    {"kind":"influence","term":"be","distance":3}
    {"kind":"influence","term":"or","distance":3}
    {"kind":"bit","bit":0,"sum":1,"margin":1}
    {"kind":"bit","bit":1,"sum":1,"margin":1}
    {"kind":"bit","bit":2,"sum":-1,"margin":1}
    {"kind":"bit","bit":3,"sum":1,"margin":1}
    {"kind":"bit","bit":4,"sum":1,"margin":1}
    {"kind":"bit","bit":5,"sum":1,"margin":1}
    {"kind":"bit","bit":6,"sum":1,"margin":1}
    {"kind":"bit","bit":7,"sum":-1,"margin":1}
    {"kind":"edit","edit":"a=>b","distance":1,"within_k":true}
    {"kind":"edit","edit":"x=>b: \u202ey\t","distance":3,"within_k":false}
    {"kind":"edit","edit":"z=>b (not in the text)","distance":null,"within_k":null}
    {"kind":"length","features":1,"mean":1.75,"p10":1,"p90":2,"within_k":0.25,"theory":1}
    {"kind":"length","features":3,"mean":0.25,"p10":0,"p90":1,"within_k":1,"theory":1}
    "#);
}

#[test]
fn one_table_holds_all_kinds() {
    insta::assert_snapshot!(written("to be or", &trials(), Format::Csv), @r#"
    kind,term,edit,bit,features,sum,margin,distance,mean,p10,p90,theory,within_k
    influence,to,,,,,,6,,,,,
    influence,be,,,,,,3,,,,,
    influence,or,,,,,,3,,,,,
    bit,,,0,,1,1,,,,,,
    bit,,,1,,1,1,,,,,,
    bit,,,2,,-1,1,,,,,,
    bit,,,3,,1,1,,,,,,
    bit,,,4,,1,1,,,,,,
    bit,,,5,,1,1,,,,,,
    bit,,,6,,1,1,,,,,,
    bit,,,7,,-1,1,,,,,,
    edit,,a=>b,,,,,1,,,,,1
    edit,,"x=>b: ⇠y	",,,,,3,,,,,0
    edit,,z=>b (not in the text),,,,,,,,,,
    length,,,,1,,,,1.75,1,2,1,0.25
    length,,,,3,,,,0.25,0,1,1,1
    "#);
}

#[cfg(feature = "chinese")]
#[test]
fn a_table_is_to_be_read() {
    insta::assert_snapshot!(written("to be or", &trials(), Format::Table(None)), @r#"
    id         a␛[31m
    corpus     poems
    recipe     words:3 · uniform · xxh3 · 8 bits · tie zero · normalize nfc
    signature  7b
    features   3
    k          1 of 8 bits
    edits      1 word each, seed 7

    "to" flips most bits: without it 6 of 8 differ.

     left out   distance   within_k
    ────────────────────────────────
     to                6   no
     be                3   no
     or                3   no

     edit                     distance   within_k
    ──────────────────────────────────────────────
     a=>b                            1   yes
     x=>b: ⇠y␉                       3   no
     z=>b (not in the text)          –   –

    fragile    6 of 8 bits flip (*) when some single feature is left out
    margins    |sum| / median weight (1) of the 8 weakest bits:
       0*1.00    1*1.00    2 1.00    3*1.00    4*1.00    5*1.00    6*1.00    7 1.00

    lengths    1 word replaced in 4 texts of each length from the corpus
     features     mean   p10   p90   within_k   theory
    ───────────────────────────────────────────────────
            1   1.7500     1     2     0.2500   1.0000
            3   0.2500     0     1     1.0000   1.0000

    Texts of 3 features from this corpus, when 1 word of each is replaced:
    100 % stay within k = 1; for 95 % you need k = 1.
    "#);
}

#[cfg(feature = "chinese")]
#[test]
fn a_text_without_features_is_shown_to_have_none() {
    insta::assert_snapshot!(written("", &[own("z", Err(Moot::NotThere))], Format::Table(None)), @"
    id         a␛[31m
    corpus     poems
    recipe     words:3 · uniform · xxh3 · 8 bits · tie zero · normalize nfc
    signature  00
    features   0
    k          1 of 8 bits
    edits      1 word each, seed 7

    No features: every sum is 0, and nothing can be left out.

     edit                     distance   within_k
    ──────────────────────────────────────────────
     z=>b (not in the text)          –          –

    lengths    1 word replaced in 4 texts of each length from the corpus
     features     mean   p10   p90   within_k   theory
    ───────────────────────────────────────────────────
            1   1.7500     1     2     0.2500   1.0000
            3   0.2500     0     1     1.0000   1.0000

    A text without features is not among these lengths.
    ");
    insta::assert_snapshot!(written("", &[], Format::Tsv).lines().nth(1).unwrap(), @"bit			0		0");
}

#[test]
fn what_is_left_without_features_is_in_no_group_in_any_format() {
    let trials = [own("a", Ok(("", ALL)))];
    let written = |format| written_at(8, "to", &trials, format);
    let jsonl = written(Format::Jsonl);
    assert!(jsonl.contains(r#"{"kind":"edit","edit":"a=>b","distance":8,"within_k":false}"#), "{jsonl}");
    let table = written(Format::Table(None));
    let within = |name: &str| {
        let line = table.lines().find(|line| line.trim_start().starts_with(name)).unwrap();
        line.split_whitespace().last().unwrap().to_owned()
    };
    assert_eq!((within("a=>b").as_str(), within("to").as_str()), ("no", "no"), "{table}");
}

#[test]
fn the_table_says_which_edits_the_recipe_does_not_see() {
    let long = "x".repeat(99);
    let trials = [own("a", Ok(("", 0))), own(&long, Ok(("", 0))), own("a", Ok(("", 1)))];
    let table = written("to be or", &trials, Format::Table(None));
    let unseen: Vec<&str> = table.lines().filter(|line| line.contains("unchanged")).collect();
    assert_eq!(unseen.len(), 2, "{table}");
    assert!(
        unseen[0].starts_with(" a=>b (features unchanged) ") && unseen[1].contains("… (features unchanged) ")
    );
    assert!(unseen.iter().all(|line| crate::visible::width(line) <= 80));
}

#[test]
fn a_table_of_a_long_text_is_cut_short_and_says_so() {
    let text: Vec<String> = (0..300).map(|word| format!("word{word}")).collect();
    let table = written(&text.join(" "), &trials(), Format::Table(None));
    assert!(table.contains(" 280 more flip "), "{table}");
    assert!(table.contains("(Read at 3, the longest texts measured.)"), "{table}");
    assert!(table.lines().count() < 60);
}

#[test]
fn no_line_of_a_table_is_wider_than_a_terminal() {
    let long = "長".repeat(500);
    let table = written(&long, &[own(&long, Ok((&long, 3)))], Format::Table(None));
    for line in table.lines() {
        assert!(crate::visible::width(line) <= 80, "{line}");
    }
}
