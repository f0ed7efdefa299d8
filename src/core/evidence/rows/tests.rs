//! Counts against all pairs, compared one by one.

use super::*;
use crate::analysis;
use crate::groups::{Dendrogram, Spread};
use crate::measures::tests::corpus;
use crate::measures::{Measure, Measurer, Shingles};
use crate::recipe::Recipe;
use proptest::prelude::*;

/// The rows of a corpus, and for each document its partners from τ on, by distance.
fn compared(texts: &[&str], sampling: Sampling, tau: f64) -> (Rows, Vec<u32>, Vec<Vec<u64>>) {
    let (corpus, recipe, progress) = (corpus(texts), Recipe::default(), Progress::new());
    let (signed, _) = analysis::sign(&corpus, &recipe, &progress).unwrap();
    let (signatures, _) = analysis::columns(&signed, recipe.bits);
    // All documents, also those without features.
    let documents: Vec<u32> = (0..texts.len() as u32).collect();
    let tree = Dendrogram::build(&signatures, &documents, &progress).unwrap();
    let spread = Spread::measure(&tree, &signatures, &progress).unwrap();
    let subject = Subject {
        corpus: &corpus,
        recipe: &recipe,
        signatures: &signatures,
        documents: &documents,
        tree: &tree,
        spread: &spread,
    };
    let rows = Rows::compare(&subject, sampling, &progress).unwrap();
    let measurer = Measurer::new(Measure::Jaccard(sampling.shingles), &recipe, None);
    let prepared: Vec<_> = texts.iter().map(|text| measurer.prepare(text)).collect();
    let mut partners = vec![vec![0; 65]; texts.len()];
    for a in 0..texts.len() {
        for b in (0..texts.len()).filter(|&b| b != a) {
            if measurer.value(&prepared[a], &prepared[b]) >= tau {
                partners[a][usize::from(distance(signatures.get(a), signatures.get(b)))] += 1;
            }
        }
    }
    let drawn = draw(&documents, |document| texts[document as usize].len(), sampling);
    (rows, drawn, partners)
}

fn sampling(rows: usize, seed: u64) -> Sampling {
    Sampling { rows, seed, shingles: Shingles::Words(2), ..Sampling::default() }
}

proptest! {
    #[test]
    fn partners_are_those_of_the_definition(
        texts in prop::collection::vec("([ab床] ){0,6}", 0..25), rows in 1..30_usize, seed: u64, hundredths in 1..=100_u8,
    ) {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let tau = f64::from(hundredths) / 100.0;
        let (found, drawn, partners) = compared(&texts, sampling(rows, seed), tau);
        prop_assert_eq!(found.len(), rows.min(texts.len()));
        prop_assert_eq!(found.is_whole(), rows >= texts.len());
        let expected: Vec<Vec<u64>> = drawn.iter().map(|&row| partners[row as usize].clone()).collect();
        prop_assert_eq!(found.partners(tau), expected);
    }
}

#[test]
fn texts_without_shingles_are_alike_and_repeated_ones_count_each() {
    let (rows, drawn, _) = compared(&["", "!!", "a b", "a b", "a b", "c"], sampling(9, 1), 0.5);
    assert!(rows.is_whole());
    assert_eq!(rows.weight(), 0.5);
    for (row, partners) in drawn.into_iter().zip(rows.partners(1.0)) {
        assert_eq!(partners.iter().sum::<u64>(), [1, 1, 2, 2, 2, 0][row as usize], "{row}");
    }
}

#[test]
fn long_texts_make_fewer_rows() {
    let long = "x ".repeat(MOST_TEXT / 6);
    let texts = [long.as_str(); 8];
    let drawn = draw(&[0, 1, 2, 3, 4, 5, 6, 7], |document| texts[document as usize].len(), sampling(8, 1));
    assert_eq!(drawn.len(), 4, "until they have enough together");
    assert_eq!(draw(&[], |_| 0, sampling(8, 1)), [0; 0]);
}
