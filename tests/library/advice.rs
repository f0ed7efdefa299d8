//! The advice on k against figures that another program counted, tests/peers/advice.py.

#[path = "../../benches/common/edited.rs"]
mod edited;
#[path = "../../benches/common/reading.rs"]
mod reading;

use serde::Deserialize;
use simscope::analysis::{self, Reach};
use simscope::corpus::Corpus;
use simscope::evidence::{Curve, Reason, Sampled, Sampling, Share, Subject, Targets, Verdict};
use simscope::groups::{Dendrogram, Effort, Spread};
use simscope::hamming::Signatures;
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
struct Grown {
    corpus: Corpus,
    recipe: Recipe,
    signatures: Signatures,
    documents: Vec<u32>,
    tree: Dendrogram,
    spread: Spread,
}

impl Grown {
    fn of(name: &str, effort: &Effort) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("samples/{name}.jsonl"));
        Self::of_corpus(reading::load(&path), effort)
    }

    fn of_corpus(corpus: Corpus, effort: &Effort) -> Self {
        let (recipe, progress) = (Recipe::default(), Progress::new());
        let (signed, _) = analysis::sign(&corpus, &recipe, &progress).unwrap();
        let (signatures, features) = analysis::columns(&signed, recipe.bits);
        let documents = analysis::with_features(&features);
        let reach = (Reach::Farthest, effort);
        let tree = analysis::tree(&signatures, &documents, recipe.bits, reach, &progress).unwrap();
        let spread = Spread::measure(&tree, &signatures, &progress).unwrap();
        Self { corpus, recipe, signatures, documents, tree, spread }
    }

    fn sample(&self, pairs: usize, rows: usize, seed: u64) -> Sampled {
        let Self { corpus, recipe, signatures, documents, tree, spread } = self;
        let subject = Subject { corpus, recipe, signatures, documents, tree, spread };
        let sampling = Sampling { pairs, rows, seed, ..Sampling::default() };
        Sampled::gather(&subject, sampling, &Progress::new()).unwrap()
    }
}

/// More pairs and rows than there are.
const ALL: usize = 1 << 30;

#[test]
fn with_everything_drawn_the_prediction_is_what_was_counted() {
    for expected in counted() {
        let name = &expected.corpus;
        let grown = Grown::of(name, &Effort::DEFAULT);
        assert_eq!(grown.documents.len(), expected.documents, "{name}");
        let sampled = grown.sample(ALL, ALL, 1);
        let [pairs, groups] = sampled.curves(expected.tau);
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
        let nothing_left = |best: Option<u8>| best.map(|k| (k, k));
        assert_eq!(sampled.bootstrap(expected.tau), [pairs.best, groups.best].map(nothing_left), "{name}");
    }
}

/// How many of the intervals hold what was counted: held, all.
#[derive(Default)]
struct Held {
    precision: (u32, u32),
    recall: (u32, u32),
}

impl Held {
    fn look(&mut self, curve: &Curve, counted: &[(u64, u64)], every: u64) {
        let add = |held: &mut (u32, u32), share: Option<Share>, truth: f64| {
            if let Some(Share { low, high, .. }) = share {
                held.0 += u32::from((low - 1e-9..=high + 1e-9).contains(&truth));
                held.1 += 1;
            }
        };
        for (row, &(all, right)) in curve.rows.iter().zip(counted) {
            add(&mut self.precision, row.precision, right as f64 / all.max(1) as f64);
            add(&mut self.recall, row.recall, right as f64 / every as f64);
        }
    }
}

#[test]
fn intervals_from_samples_hold_what_was_counted() {
    for expected in counted().into_iter().filter(|expected| expected.tau == 0.3 && expected.right >= 20) {
        let name = &expected.corpus;
        let grown = Grown::of(name, &Effort::DEFAULT);
        let mut held = Held::default();
        for seed in 0..30 {
            let [pairs, groups] = grown.sample(20, 40, seed).curves(0.3);
            held.look(&pairs, &expected.pairs, expected.right);
            held.look(&groups, &expected.groups, expected.right);
        }
        for (what, (held, all)) in [("precision", held.precision), ("recall", held.recall)] {
            let share = f64::from(held) / f64::from(all);
            assert!(all >= 300 && share >= 0.93, "{name}: {what} {held} of {all}");
        }
    }
}

#[test]
fn the_best_k_from_samples_is_near_the_one_that_was_counted() {
    for expected in counted().into_iter().filter(|expected| expected.right >= 20) {
        let grown = Grown::of(&expected.corpus, &Effort::DEFAULT);
        let f1 = |rows: &[(u64, u64)], k: u8| {
            let (all, right) = rows[usize::from(k)];
            2.0 * right as f64 / (all + expected.right) as f64
        };
        for seed in 0..10 {
            let [pairs, groups] = grown.sample(50, 60, seed).best(expected.tau);
            for (k, best, rows) in [
                (pairs, expected.best_pairs, &expected.pairs),
                (groups, expected.best_groups, &expected.groups),
            ] {
                let (there, best) = (f1(rows, k.unwrap()), f1(rows, best.unwrap()));
                assert!(
                    there >= 0.9 * best,
                    "{} {}: k = {k:?}, {there} of {best}",
                    expected.corpus,
                    expected.tau
                );
            }
        }
    }
}

#[test]
fn where_distances_are_counted_only_so_far_the_advice_says_so() {
    for name in ["zh_tang_two_editions", "en_tldr"] {
        let effort = Effort { compared: 10, first: 0.0, seconds: 0.0 };
        let grown = Grown::of(name, &effort);
        let last = grown.tree.exact_up_to();
        assert!(last < 20, "{name}: {last}");
        let sampled = grown.sample(ALL, ALL, 1);
        assert_eq!(sampled.counted_to, Some(last), "{name}");
        let [pairs, groups] = sampled.advise(0.3, Targets::default(), &[]);
        for advice in [&pairs, &groups] {
            assert!(advice.reasons.contains(&Reason::CountedTo(last)), "{name}: {advice:?}");
        }
        // As far as they go, the figures are those of all distances: recall counts all right pairs.
        let expected = counted().into_iter().find(|one| one.corpus == name && one.tau == 0.3).unwrap();
        let [of_pairs, of_groups] = sampled.curves(0.3);
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
        let sampled = Grown::of_corpus(corpus, &Effort::DEFAULT).sample(150, 400, 1);
        sampled.advise(0.3, Targets::default(), &[]).map(|advice| advice.verdict)
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
    // And where most is, there is.
    assert_eq!(verdicts(edited::replaced(10)), [Verdict::Yes; 2]);
}
