//! The advice on k against figures that another program counted, tests/peers/advice.py.

#[path = "../../benches/common/edited.rs"]
mod edited;
#[path = "../../benches/common/reading.rs"]
mod reading;

use serde::Deserialize;
use simscope::analysis::{Analysed, Reach};
use simscope::corpus::Corpus;
use simscope::evidence::{Confirmed, Curve, Reason, Share, Targets, Verdict};
use simscope::groups::Effort;
use simscope::measures::Measure;
use simscope::progress::Progress;
use simscope::recipe::Recipe;
use std::path::Path;

/// What was counted for one corpus and τ.
#[derive(Deserialize)]
struct Counted {
    corpus: String,
    tau: f64,
    documents: usize,
    peak: usize,
    /// All right pairs.
    right: u64,
    /// By k: pairs, and right ones.
    pairs: Vec<(u64, u64)>,
    groups: Vec<(u64, u64)>,
    best_pairs: Option<u8>,
    best_groups: Option<u8>,
}

fn counted() -> Vec<Counted> {
    let lines = include_str!("../vectors/advice.jsonl").lines();
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A sample of the repository with everything that advice needs.
struct Grown(Analysed);

impl Grown {
    fn of(name: &str, effort: &Effort) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("samples/{name}.jsonl"));
        Self::of_corpus(reading::load(&path), effort)
    }

    fn of_corpus(corpus: Corpus, effort: &Effort) -> Self {
        let progress = Progress::new();
        let signed = Analysed::sign(corpus, Recipe::default(), &progress).unwrap();
        Self(signed.link((Reach::Farthest, effort), &progress).unwrap().measure(&progress).unwrap())
    }

    /// The pairs that this measure confirms, counted from τ = 0.2 on.
    fn confirmed(&self, measure: &str) -> Confirmed {
        let (subject, measure): (_, Measure) = (self.0.subject().unwrap(), measure.parse().unwrap());
        Confirmed::count(&subject, (measure, 20), None, &Progress::new()).unwrap()
    }
}

/// What the other program counts by.
const JACCARD: &str = "jaccard:words:2";

fn hundredths(tau: f64) -> u8 {
    (tau * 100.0).round() as u8
}

#[test]
fn every_count_is_that_of_another_program() {
    for expected in counted() {
        let name = &expected.corpus;
        let grown = Grown::of(name, &Effort::DEFAULT);
        assert_eq!(grown.0.documents.len(), expected.documents, "{name}");
        let confirmed = grown.confirmed(JACCARD);
        assert_eq!(confirmed.all(hundredths(expected.tau)), expected.right as f64, "{name}");
        let [pairs, groups] = confirmed.curves(hundredths(expected.tau));
        assert_eq!(
            (pairs.best, groups.best),
            (expected.best_pairs, expected.best_groups),
            "{name} {}",
            expected.tau
        );
        let check = |curve: &Curve, counted: &[(u64, u64)]| {
            assert!(curve.rows.len() >= expected.peak, "{name}");
            for (row, &(all, right)) in curve.rows.iter().zip(counted) {
                let (right, every) = (right as f64, expected.right as f64);
                assert_eq!((row.pairs, row.right), (all, right), "{name} k = {}", row.k);
                let exact = |part: f64, whole: f64| (whole > 0.0).then(|| Share::exact(part / whole));
                assert_eq!(row.precision, exact(right, all as f64), "{name} k = {}", row.k);
                assert_eq!(row.recall, exact(right, every), "{name} k = {}", row.k);
                let f1 = (all > 0 && every > 0.0).then(|| 2.0 * right / (all as f64 + every));
                assert_eq!(row.f1, f1, "{name} k = {}", row.k);
            }
        };
        check(&pairs, &expected.pairs);
        check(&groups, &expected.groups);
    }
}

#[test]
fn where_distances_are_counted_only_so_far_the_advice_says_so() {
    for name in ["zh_tang_two_editions", "en_tldr"] {
        let effort = Effort { compared: 10, first: 0.0, seconds: 0.0 };
        let grown = Grown::of(name, &effort);
        let last = grown.0.measured().unwrap().0.exact_up_to();
        assert!(last < 20, "{name}: {last}");
        let confirmed = grown.confirmed(JACCARD);
        assert_eq!(confirmed.counted_to(), Some(last), "{name}");
        let [pairs, groups] = confirmed.advise(30, Targets::default(), &[]);
        for advice in [&pairs, &groups] {
            assert!(advice.reasons.contains(&Reason::CountedTo(last)), "{name}: {advice:?}");
        }
        // As far as they go, the figures are those of all distances: recall counts all right pairs.
        let expected = counted().into_iter().find(|one| one.corpus == name && one.tau == 0.3).unwrap();
        let [of_pairs, of_groups] = confirmed.curves(30);
        for (curve, counted) in [(of_pairs, expected.pairs), (of_groups, expected.groups)] {
            assert_eq!(curve.rows.len(), usize::from(last) + 1, "{name}");
            for (row, (all, right)) in curve.rows.iter().zip(counted) {
                assert_eq!((row.pairs, row.right), (all, right as f64), "{name} k = {}", row.k);
                let recall = right as f64 / expected.right as f64;
                assert_eq!(row.recall, Some(Share::exact(recall)), "{name} k = {}", row.k);
            }
        }
    }
}

#[test]
fn edits_that_signatures_cannot_tell_apart_are_no_or_depend() {
    let verdicts = |corpus: Corpus| {
        let confirmed = Grown::of_corpus(corpus, &Effort::DEFAULT).confirmed("weighted:words:2");
        confirmed.advise(30, Targets::default(), &[]).map(|advice| advice.verdict)
    };
    let swapped = [1, 2, 4].map(|swaps| (swaps, edited::swapped(swaps)));
    let replaced = [20, 40, 60].map(|percent| (percent, edited::replaced(percent)));
    for (edit, corpus) in swapped.into_iter().chain(replaced) {
        let found = verdicts(corpus);
        let is_honest = found.iter().all(|one| [Verdict::No, Verdict::Depends].contains(one));
        assert!(is_honest, "{edit}: {found:?}");
    }
    // The words are the same, so the signatures are; but no two words are neighbours any more.
    assert_eq!(verdicts(edited::swapped(30)), [Verdict::No; 2]);
    // Where nothing is left in common, there is nothing to find.
    assert_eq!(verdicts(edited::replaced(80)), [Verdict::None; 2]);
    // And where most is, a k finds most of it; comparing finds all.
    assert_eq!(verdicts(edited::replaced(10)), [Verdict::Weak; 2]);
}
