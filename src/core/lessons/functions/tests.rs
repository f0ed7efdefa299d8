//! Each function against the library, or against numbers worked out by hand.

use super::*;
use crate::analysis::{self, Arrival};
use crate::corpus::{Corpus, Held, ReadOptions, Source};
use crate::lessons::{Expression, Known};
use crate::progress::Progress;
use std::ops::ControlFlow;

/// Two documents of two features each, four bits: `cat ×3 #1100`, `dog ×1 #1010`; and `cat ×1`, `dog ×2`.
fn corpus() -> Corpus {
    corpus_of([
        ("a", "cat ×3 #1100\ndog ×1 #1010"),
        ("b", "cat ×1 #1100\ndog ×2 #1010"),
        ("c", "dog ×1 #1010"),
    ])
}

fn corpus_of<const N: usize>(documents: [(&str, &str); N]) -> Corpus {
    let mut corpus = Corpus::new("made");
    let mut take = |arrival| {
        if let Arrival::Batch(batch) = arrival {
            corpus.push(batch);
        }
        ControlFlow::Continue(())
    };
    let sources = [Source::Held(Held::new("made", documents))];
    analysis::read(&sources, &ReadOptions::default(), &Progress::default(), &mut take).unwrap();
    corpus
}

fn value(text: &str) -> Result<Value, String> {
    let corpus = corpus();
    value_in(&corpus, text)
}

fn value_in(corpus: &Corpus, text: &str) -> Result<Value, String> {
    let recipe = parse_recipe("tokenizer=rows weighting=given hash=given bits=4").unwrap();
    Class::new(corpus, recipe).value(&Expression::parse(text).unwrap())
}

fn number(text: &str) -> f64 {
    match value(text).unwrap() {
        Value::Number(number) => number,
        other => panic!("{text}: {other:?}"),
    }
}

fn text(expression: &str) -> String {
    value(expression).unwrap().to_string()
}

#[test]
fn one_document_is_its_features_sums_and_signature() {
    // Bit 3: 3 + 1; bit 2: 3 − 1; bit 1: −3 + 1; bit 0: −3 − 1.
    assert_eq!(text("sums a"), "4, 2, −2, −4");
    assert_eq!(text("signature a"), "c");
    assert_eq!(text("digits a"), "1100");
    assert_eq!(text("terms a"), "cat, dog");
    assert_eq!(text("adding a 1"), "−3 (cat) → −3\n+1 (dog) → −2");
    assert_eq!(number("sum a 3"), 4.0);
    assert_eq!(number("bit a 2"), 1.0);
    assert_eq!(number("hash-bit a dog 1"), 1.0);
    assert_eq!(text("hash a dog"), "a");
    assert_eq!(number("weight a cat"), 3.0);
    assert_eq!((number("features a"), number("ones a"), number("ties a")), (2.0, 2.0, 0.0));
    assert_eq!(number("bits"), 4.0);
    assert_eq!(
        text("table a"),
        "cat            ×3   1  1  0  0\ndog            ×1   1  0  1  0\nΣ                   4  2 −2 −4\n=                   1  1  0  0"
    );
}

#[test]
fn four_ways_find_the_same_distance() {
    // 1100 and 1010.
    assert_eq!(number("distance a b"), 2.0);
    assert_eq!(text("xor a b"), "0110");
    assert_eq!(text("differing a b"), "2, 1");
    assert_eq!(text("kernighan a b"), " 1 0100\n 2 0000");
    assert_eq!(text("kernighan a b 0"), " 1 0100");
    assert_eq!(number("kernighan-turns a b"), 2.0);
    assert!(text("parallel a b").ends_with(" 2"));
    assert_eq!(number("operations bits a b"), 13.0);
    assert_eq!(number("operations kernighan a b"), 7.0);
    assert_eq!(number("operations parallel a b"), 13.0);
    assert_eq!(number("operations popcount a b"), 2.0);
    assert_eq!(number("low-distance a b 2"), 1.0);
    // The tie rule inverted inverts every bit without a tie.
    let inverted = "'tokenizer=rows weighting=given hash=given bits=4 tie=inverted'";
    let zero = inverted.replace("inverted", "zero");
    assert_eq!(number(&format!("between a {zero} a {inverted}")), 4.0);
    assert!((number("smaller-over-larger a b") - 10.0 / 12.0).abs() < 1e-12);
}

#[test]
fn angles_are_those_of_the_weights() {
    let cosine = (3.0 * 1.0 + 1.0 * 2.0) / (10.0_f64.sqrt() * 5.0_f64.sqrt());
    assert!((number("cosine a b") - cosine).abs() < 1e-12);
    assert!((number("angle a b") - 45.0).abs() < 1e-9);
    assert_eq!(number("estimated-angle a b"), 90.0);
    assert!((number("expected-distance a b") - 1.0).abs() < 1e-9);
    // The hashes differ in two bits, and a and b lie on both sides of x = y.
    assert_eq!(number("separating a b cat dog"), 2.0);
    assert_eq!(number("separating b c cat dog"), 0.0);
    let plane = text("plane a b cat dog");
    assert!(plane.contains("A (3, 1)  B (1, 2)") && plane.ends_with("x = y ×2    x + y = 0 ×2"), "{plane}");
}

#[test]
fn minima_are_those_of_the_definition_and_lead_to_the_expected_distance() {
    let corpus = corpus_of([("a", "to be or not to be"), ("b", "to be not to be"), ("c", "question")]);
    let recipe = parse_recipe("bits=5 hash=md5:tail sketch=minhash1").unwrap();
    let class = Class::new(&corpus, recipe);
    let text = |text: &str| class.value(&Expression::parse(text).unwrap()).map(|value| value.to_string());
    // Computed by a program of a few lines in Python: the last 8 bytes of md5, then SplitMix64.
    assert_eq!(text("value a or 4").unwrap(), "245b3751e30be22a");
    assert_eq!(text("value a not 4").unwrap(), "25269d0693342a01");
    assert_eq!((text("holder a 4").unwrap(), text("holder b 4").unwrap()), ("or".into(), "not".into()));
    assert_eq!(text("differing a b").unwrap(), "4");
    assert_eq!(
        text("minima b").unwrap().lines().next_back().unwrap().split_whitespace().collect::<Vec<_>>(),
        ["=", "1", "0", "0", "1", "0"]
    );
    assert!(text("minima a").unwrap().contains("\nor        ▸24…a"), "{}", text("minima a").unwrap());
    // Three features of four: J = ¾, and (1 − ¾) ÷ 2 of five bits.
    assert_eq!(
        (text("jaccard a b").unwrap(), text("expected-distance a b").unwrap()),
        ("0.75".into(), "0.625".into())
    );
    assert_eq!(text("jaccard a c").unwrap(), "0");
    assert_eq!(text("bar 0.25").unwrap(), "█████");
    let error = text("holder a 4 'bits=5'").unwrap_err();
    assert!(error.starts_with("holder: simhash has no minima"), "{error}");
}

#[test]
fn a_document_on_a_line_is_where_the_tie_rule_puts_it() {
    // Bits 2 and 1 of a are ties, and 0 by the rule; of b bit 2 is 1, of c bit 1.
    let documents = [("a", [1, 1]), ("b", [2, 1]), ("c", [1, 2])];
    let texts = documents.map(|(id, [x, y])| (id, format!("cat ×{x} #1100\ndog ×{y} #1010")));
    let corpus = corpus_of(texts.each_ref().map(|(id, text)| (*id, text.as_str())));
    for (pair, expected) in [("a b", 1.0), ("a c", 1.0), ("b c", 2.0), ("a a", 0.0)] {
        let found = value_in(&corpus, &format!("separating {pair} cat dog")).unwrap();
        assert_eq!(found, Value::Number(expected), "{pair}");
    }
}

#[test]
fn ids_and_terms_are_taken_as_they_are_written() {
    let corpus = corpus_of([("007", "1.0 ×3 #1100"), ("1e3", "12345678901234567 #0011"), ("7", "x #1111")]);
    for (expression, expected) in [
        ("digits 007", "1100"),
        ("digits '007'", "1100"),
        ("digits 7", "1111"),
        ("digits 1e3", "0011"),
        ("weight 007 1.0", "3"),
        ("hash-digits 1e3 12345678901234567", "0011"),
        ("steps-of-table '0110'", "0110"),
        ("add 1e3 007", "1,007"),
    ] {
        assert_eq!(value_in(&corpus, expression).unwrap().to_string(), expected, "{expression}");
    }
}

#[test]
fn documents_without_features_are_not_counted() {
    let recipe = parse_recipe("java").unwrap();
    let corpus = corpus_of([("a", "one two"), ("b", ""), ("c", " "), ("d", "one two")]);
    let class = Class::new(&corpus, recipe);
    let number = |text: &str| match class.value(&Expression::parse(text).unwrap()).unwrap() {
        Value::Number(number) => number,
        other => panic!("{other:?}"),
    };
    let zeros = f64::from(recipe.bits.get()) - number("ones a");
    assert_eq!((number("dead"), number("pairs 0")), (zeros, 1.0));
}

#[test]
fn a_cancelled_page_ends() {
    let corpus = corpus();
    let progress = Progress::default();
    progress.cancel();
    let class = Class::watched(&corpus, Recipe::DEFAULT, &progress);
    for expression in ["pairs 3", "groups 0", "signature a 'weighting=tf-idf'", "bits"] {
        let found = class.value(&Expression::parse(expression).unwrap());
        assert_eq!(found, Err("cancelled".to_owned()), "{expression}");
    }
}

#[test]
fn what_was_computed_for_one_page_is_not_computed_for_the_next() {
    let known = std::sync::Arc::new(Known::default());
    let expression = Expression::parse("pairs 0").unwrap();
    let pairs = |corpus: &Corpus| {
        let class = Class::new(corpus, Recipe::DEFAULT).knowing(known.clone());
        class.value(&expression).unwrap().to_string()
    };
    assert_eq!(pairs(&corpus_of([("a", "one two"), ("b", "one two"), ("c", "three")])), "1");
    // Another corpus would have none.
    assert_eq!(pairs(&corpus_of([("a", "one"), ("b", "two"), ("c", "three")])), "1");
}

#[test]
fn the_corpus_is_counted() {
    // a 1100, b 1010, c 1010.
    assert_eq!(
        (number("documents"), number("pairs 1"), number("pairs 2"), number("pairs-at 2")),
        (3.0, 1.0, 3.0, 2.0)
    );
    assert_eq!((number("groups 0"), number("largest 2")), (1.0, 3.0));
    assert_eq!(number("with-term 'cat ×3 #1100'"), 1.0);
    assert_eq!(number("dead"), 1.0);
    assert!(text("histogram 0 2").starts_with("  0         1 ██"));
}

#[test]
fn blocks_and_tables_are_those_of_the_paper() {
    assert_eq!(text("blocks a 2"), "A  11  3\nB  00  0");
    assert_eq!(number("equal-blocks a b 2"), 0.0);
    assert_eq!(number("equal-blocks b c 2"), 2.0);
    assert_eq!(number("leading-zeros a"), 0.0);
    // 1100 without its leading zeros, of which five bits have one.
    let five = "'tokenizer=rows weighting=given hash=given bits=5'";
    assert_eq!(number(&format!("leading-zeros a {five}")), 1.0);
    assert_eq!(text(&format!("trimmed-blocks a 2 {five}")), "A  11\nB  00");
    // 4 tables of 16 bits and 2^18 candidates each; 10 of 25; 16 of 28; 20 of 31.
    let designs = text("designs 3 34");
    let rows: Vec<Vec<&str>> = designs.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["4", "16", "262,144", "1,048,576"]);
    assert_eq!(rows[1], ["10", "25", "512", "5,120"]);
    assert_eq!(rows[2][..3], ["16", "28", "64"]);
    assert_eq!(rows[3][..2], ["20", "31"]);
}

#[test]
fn a_sorted_table_takes_less_room_the_more_signatures_it_has() {
    assert_eq!(text("steps-of-table '1000 1010 1011'"), "1000\n1010  h = 1  0\n1011  h = 0  ");
    let (few, many) = (number("compressed-share 1000"), number("compressed-share 100000"));
    assert!(many < few && many < 0.85, "{few} {many}");
}

#[test]
fn numbers_are_computed() {
    assert_eq!(text("power 2 34"), "17,179,869,184");
    assert_eq!(number("choose 32 3"), 4960.0);
    assert_eq!(number("ball 32 3"), 5489.0);
    assert_eq!(number("ball 64 3"), 43_745.0);
    assert_eq!(text("percent 0.1234"), "12 %");
    assert_eq!(number("round 1.2345 2"), 1.23);
    assert_eq!(number("and 12 10"), 8.0);
    assert!((number("degrees 0.5") - 60.0).abs() < 1e-9);
    assert!(value("and 0.5 1").is_err());
    assert_eq!(number("sub (mul 3 4) (add 1 (div 6 3))"), 9.0);
    assert!((number("chance 64 3") - 43_745.0 / 2_f64.powi(64)).abs() < 1e-12);
}

#[test]
fn what_is_wrong_is_one_line_with_the_function() {
    for (expression, start) in [
        ("distence a b", "there is no function \"distence\"; the nearest is distance"),
        ("distance a", "distance A B [RECIPE]: 1 argument was given"),
        ("steps-of-table '1000 1'", "steps-of-table: every number needs as many digits"),
        #[cfg(feature = "chinese")]
        ("bits 'bits=8 jieba-dict=/nonexistent'", "bits: a lesson uses the embedded tables"),
        ("distance a nobody", "distance: the corpus has no document \"nobody\""),
        ("sum a 4", "sum: argument 2 is 4: a whole number, 0 to 3"),
        ("sum a x", "sum: argument 2 is no number: \"x\""),
        ("weight a bird", "weight: \"a\" has no term \"bird\""),
        ("signature a nothing", "signature: \"nothing\" is not a recipe"),
        ("signature a bits=999", "signature: recipe, line 1: bits"),
        ("blocks a 0", "blocks: 0 blocks"),
    ] {
        let error = value(expression).unwrap_err();
        assert!(error.starts_with(start), "{error}");
    }
}

#[test]
fn a_recipe_is_a_name_and_parts() {
    let recipe = parse_recipe("python bits=128 tie=one").unwrap();
    assert_eq!((recipe.bits.get(), recipe.tie), (128, crate::recipe::TieRule::One));
    assert_eq!(recipe.hash, Recipe::named("python").unwrap().hash);
    assert_eq!(parse_recipe("").unwrap(), Recipe::DEFAULT);
    assert_eq!(parse_recipe("python").unwrap().name, Some("python"));
}
