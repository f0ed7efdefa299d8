//! By hand, and from the definition.

use super::*;
use crate::recipe::Bits;
use proptest::prelude::*;

fn grown(signatures: Vec<u64>) -> (Signatures, Dendrogram) {
    let documents: Vec<u32> = (0..signatures.len() as u32).collect();
    let signatures = Signatures::from(signatures);
    let tree = Dendrogram::build(&signatures, &documents, &Progress::new()).unwrap();
    (signatures, tree)
}

fn of_labels(labels: &[Option<&str>], signatures: &Signatures, tree: &Dendrogram) -> Option<Labelled> {
    let everyone = Classes::of(|_| Some(()), tree).by_distance(signatures, &Progress::new()).unwrap();
    let label = |document: u32| labels[document as usize];
    Labelled::of(label, signatures, tree, &Counted::all(everyone), 64)
}

/// Labelled pairs that are `together`, and those of them with the same label.
fn brute(labels: &[Option<&str>], together: impl Fn(u32, u32) -> bool) -> (u64, f64) {
    let (mut found, mut right) = (0, 0.0);
    for b in 0..labels.len() {
        for a in (0..b).filter(|&a| together(a as u32, b as u32)) {
            if let (Some(of_a), Some(of_b)) = (labels[a], labels[b]) {
                found += 1;
                right += f64::from(u8::from(of_a == of_b));
            }
        }
    }
    (found, right)
}

fn known(pairs: &[(u32, u32, bool)]) -> PairLabels {
    const IDS: [&str; 5] = ["a", "b", "c", "d", "e"];
    let of = |document: u32| IDS[document as usize];
    PairLabels::new(IDS.into_iter(), pairs.iter().map(|&(a, b, is_same)| (of(a), of(b), is_same))).0
}

proptest! {
    #[test]
    fn pairs_within_k_and_pairs_that_share_a_group_are_counted_once_at_every_k(
        documents in prop::collection::vec(
            (0..1024_u64, prop::option::of(prop::sample::select(vec!["a", "b", "c"]))), 1..40),
        complete: bool,
    ) {
        let label = |label: Option<&'static str>| if complete { label.or(Some("d")) } else { label };
        let labels: Vec<_> = documents.iter().map(|document| label(document.1)).collect();
        let (signatures, tree) = grown(documents.iter().map(|document| document.0).collect());
        let found = of_labels(&labels, &signatures, &tree);
        prop_assert_eq!(found.is_some(), labels.iter().any(Option::is_some));
        let Some(found) = found else { return Ok(()) };
        for k in 0..=12 {
            let groups = tree.cut(k);
            let is_within = |a: u32, b: u32| {
                distance(signatures.get(a as usize), signatures.get(b as usize)) <= k
            };
            let is_grouped = |a, b| groups.number_of(a).is_some() && groups.number_of(a) == groups.number_of(b);
            let at = |curve: &Curve| curve.at(k).map(|at| (at.pairs, at.right)).unwrap();
            prop_assert_eq!(at(&found.pairs), brute(&labels, is_within));
            prop_assert_eq!(at(&found.groups), brute(&labels, is_grouped));
        }
    }
}

fn shares(curve: &Curve, k: u8) -> [Option<f64>; 3] {
    let at = curve.at(k).unwrap();
    [at.precision.map(|share| share.share), at.recall.map(|share| share.share), at.f1]
}

/// Signatures 0, 1, 3 and far away 0xff00: at k = 1 the first three form a chain.
#[test]
fn a_chain_counts_the_pair_that_is_farther_apart_than_k() {
    let (signatures, tree) = grown(vec![0, 1, 3, 0xff00]);
    let found = of_labels(&[Some("a"), Some("b"), Some("a"), Some("c")], &signatures, &tree).unwrap();
    // 0–2 is right; 0–1 and 1–2 are not; no pair of label a is missed.
    assert_eq!(shares(&found.groups, 1), [Some(1.0 / 3.0), Some(1.0), Some(0.5)]);
    assert_eq!(shares(&found.pairs, 1), [Some(0.0), Some(0.0), Some(0.0)]);
    assert_eq!(shares(&found.pairs, 0), [None, Some(0.0), None]);
    // (1 − 3·1/6) ÷ ((3 + 1)/2 − 3·1/6)
    assert_eq!(found.rand_index.unwrap()[..2], [Some(0.0), Some(1.0 / 3.0)]);
}

#[test]
fn only_labelled_pairs_count() {
    let (signatures, tree) = grown(vec![0b0, 0b1, 0b11, 0b1_1111, 0b0]);
    // Distances 1, 2, 5 and 3.
    let known = known(&[(0, 1, true), (0, 2, false), (0, 3, true), (2, 3, true)]);
    let Labelled { pairs, rand_index, .. } = Labelled::of_pairs(&known, &signatures, &tree, 64);
    assert_eq!(shares(&pairs, 0), [None, Some(0.0), None]);
    assert_eq!(shares(&pairs, 1), [Some(1.0), Some(1.0 / 3.0), Some(0.5)]);
    assert_eq!(shares(&pairs, 3), [Some(2.0 / 3.0); 3]);
    assert_eq!(rand_index, None);
    let ends = |share: Option<Share>| share.map(|share| (share.low, share.high));
    // One pair within 1, and it is right: one trial.
    assert_eq!(ends(pairs.at(1).unwrap().precision), Some(crate::evidence::wilson(1, 1, Z95)));
    // All three are found; 0–1 and 2–3 share no document.
    assert_eq!(ends(pairs.at(5).unwrap().recall), Some(crate::evidence::wilson(2, 2, Z95)));
}

#[test]
fn labels_of_one_kind_define_one_share() {
    let mut signatures = Signatures::new(Bits::DEFAULT);
    signatures.extend([0b0, 0b1, 0b11, 0b1_1111, 0b0]);
    let tree = Dendrogram::build(&signatures, &[0, 1, 2, 3, 4], &Progress::new()).unwrap();
    let of = |is_same| Labelled::of_pairs(&known(&[(0, 1, is_same)]), &signatures, &tree, 64);
    assert_eq!(shares(&of(true).pairs, 3), [None, Some(1.0), None]);
    assert_eq!(shares(&of(false).pairs, 3), [None; 3]);
}

#[test]
fn labels_of_all_pairs_say_what_the_labels_of_their_documents_say() {
    let (signatures, tree) = grown(vec![0, 1, 3, 0xff00, 0xff]);
    let labels = ["a", "b", "a", "c", "a"].map(Some);
    let pairs: Vec<_> = (0..5).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    let pairs: Vec<_> =
        pairs.into_iter().map(|(a, b)| (a, b, labels[a as usize] == labels[b as usize])).collect();
    let of_pairs = Labelled::of_pairs(&known(&pairs), &signatures, &tree, 64);
    let of_documents = of_labels(&labels, &signatures, &tree).unwrap();
    assert_eq!(of_pairs.groups, of_documents.groups);
    for k in 0..=64 {
        assert_eq!(shares(&of_pairs.pairs, k), shares(&of_documents.pairs, k));
    }
}
