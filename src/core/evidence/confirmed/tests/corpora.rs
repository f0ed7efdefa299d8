//! Whole corpora: every count is that of comparing all pairs of texts, for each k and each τ in hundredths, of pairs and of groups.

use super::{Both, Grown};
use crate::corpus::{Corpus, Event, ReadOptions, Source, read};
use crate::evidence::confirmed::{Confirmed, Values};
use crate::groups::Heights;
use crate::hamming::{DISTANCES, distance};
use crate::measures::{Measure, Measurer, Prepared};
use crate::progress::Progress;
use rayon::prelude::*;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

const LEAST: u8 = 20;

fn corpus(path: &Path) -> Corpus {
    let mut corpus = Corpus::new("read");
    read(&[Source::Path(path.to_owned())], &ReadOptions::default(), &mut |event| {
        if let Event::Batch(batch) = event {
            corpus.push(batch);
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    corpus
}

/// The largest τ in hundredths that a value fulfils.
fn hundredths(value: f64) -> u8 {
    let near = (value * 100.0) as u8;
    (near.saturating_sub(1)..=(near + 1).min(100)).rfind(|&tau| value >= f64::from(tau) / 100.0).unwrap()
}

/// All pairs of a corpus by distance and by the k from which on they share a group, each text with each.
fn compared(grown: &Grown, measure: Measure) -> Both {
    let texts: Vec<&str> = grown.corpus.iter().map(|document| document.text).collect();
    let weights = measure.weights(texts.iter().copied(), &Progress::new()).unwrap();
    let measurer = Measurer::new(measure, &grown.recipe, None).weighing(weights.as_ref());
    let prepared: Vec<Prepared<'_>> =
        grown.documents.par_iter().map(|&document| measurer.prepare(texts[document as usize])).collect();
    let heights = Heights::of(&grown.tree);
    let rows = (0..prepared.len()).into_par_iter().with_max_len(16).fold(Both::new, |mut both, b| {
        let of = |at: usize| grown.documents[at];
        let signature = |at: usize| grown.signatures.get(of(at) as usize);
        let position = |at: usize| grown.tree.position(of(at)).unwrap();
        for a in (0..b).filter(|&a| !(prepared[a].is_blank() && prepared[b].is_blank())) {
            let tau = hundredths(measurer.value(&prepared[a], &prepared[b]));
            if tau >= LEAST {
                both.by_distance.add(usize::from(distance(signature(a), signature(b))), tau, 1);
                let height = heights.joined_at(position(a), position(b)).map_or(DISTANCES, usize::from);
                both.by_join.add(height, tau, 1);
            }
        }
        both
    });
    rows.reduce(Both::new, |mut sum, part| {
        sum.add_all(&part);
        sum
    })
}

/// Checks both measures, and returns how many numbers were compared.
fn check(path: &Path) -> usize {
    let grown = Grown::of_corpus(corpus(path), None);
    let mut numbers = 0;
    for measure in ["jaccard:words:2", "weighted:words:2"] {
        let measure: Measure = measure.parse().unwrap();
        let started = Instant::now();
        let counted = Confirmed::count(&grown.subject(), (measure, LEAST), None, &Progress::new()).unwrap();
        let joined = started.elapsed();
        assert!(counted.is_exact());
        let compared = compared(&grown, measure);
        let mut sums = counted.whole.clone();
        sums.add_all(&counted.found);
        let mut different = 0;
        let of = |both: &Both| -> [Values; 2] { [both.by_distance.clone(), both.by_join.clone()] };
        for (counted, compared) in of(&sums).iter().zip(&of(&compared)) {
            for tau in LEAST..=100 {
                let [mut found, mut truth] = [0, 0];
                for (of_row, true_of_row) in counted.from(tau).zip(compared.from(tau)) {
                    (found, truth) = (found + of_row, truth + true_of_row);
                    different += usize::from(found != truth);
                    numbers += 1;
                }
            }
        }
        let (n, all) = (grown.documents.len(), counted.all(LEAST));
        println!("{}: {measure}: {n} documents, {all} pairs, joined in {joined:.2?}", path.display());
        assert_eq!(different, 0, "{} by {measure}", path.display());
    }
    numbers
}

#[test]
fn every_count_of_the_samples_is_that_of_comparing_all_pairs() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    for name in ["builtin", "en_sermon_kjv_asv", "en_tldr", "zh_tang_two_editions", "zh_tldr"] {
        assert!(check(&samples.join(format!("{name}.jsonl"))) > 30_000);
    }
}

#[test]
#[ignore = "needs large corpora that the repository does not hold, and minutes: SIMSCOPE_CORPORA=FOLDER cargo test -p simscope-core --lib -- --ignored"]
fn every_count_of_the_corpora_in_a_folder_is_that_of_comparing_all_pairs() {
    let folder = std::env::var_os("SIMSCOPE_CORPORA").expect("SIMSCOPE_CORPORA names a folder");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files {
        println!("{}: {} numbers, none differs", file.display(), check(&file));
    }
}
