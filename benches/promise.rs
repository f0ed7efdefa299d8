//! Draws again and again from labelled corpora, and counts how often a promise is broken and how much goes.
//!
//! `cargo bench --bench promise -- [--draws N] [--floor VALUE] FILE…` reads JSONL with labels, gzip or not. A text that goes is right if the
//! one that stays has its label. Each draw has a seed of its own; its answers are the labels. A promise is broken if fewer texts of the
//! accepted prefix are right than was promised. R is the share of the texts that could go which do: distinct texts without one of each label.
//! The last columns are the best R in the order before any answer, with a cut that is known to be right.
//!
//! With `--k` it does the same for a k: which one is promised, and the largest one that keeps the promise by all labels.

#![allow(clippy::print_stdout, missing_docs)]
#![allow(clippy::unwrap_used, reason = "a bench that cannot run says so by panicking")]

#[allow(dead_code)] // each bench uses a part of it
#[path = "common/reading.rs"]
mod reading;

use simscope::analysis::{Analysed, Cleaning, Deciding, measure_for};
use simscope::corpus::Corpus;
use simscope::decide::Decisions;
use simscope::decide::clean::{Rules, Said};
use simscope::decide::promise::{Candidate, Draws, FARTHEST, Order, Right, learn, pilot};
use simscope::hamming::distance;
use simscope::judgements::Judgements;
use simscope::measures::Condition;
use simscope::progress::Progress;
use simscope::recipe::Recipe;
use std::collections::HashSet;
use std::path::Path;

const BUDGETS: [usize; 4] = [60, 100, 150, 300];

/// What several draws came to after as many answers as a budget has.
#[derive(Default, Clone, Copy)]
struct Yield {
    promised: u32,
    broken: u32,
    recall: f64,
    asked: usize,
}

fn main() {
    let mut words = std::env::args().skip(1);
    let (mut draws, mut floor, mut is_k, mut files) = (500_u64, 0.3, false, Vec::new());
    while let Some(word) = words.next() {
        match &*word {
            "--draws" => draws = words.next().unwrap().parse().unwrap(),
            "--k" => is_k = true,
            "--floor" => floor = words.next().unwrap().parse().unwrap(),
            word if word.starts_with("--") => {}
            _ => files.push(word),
        }
    }
    if is_k {
        files.iter().for_each(|file| for_k(file, &reading::load(Path::new(file)), draws));
        return;
    }
    println!(
        "{draws} draws, similarity at least {floor}; R, share of draws that promise anything, share that is broken"
    );
    for file in files {
        let corpus = reading::load(Path::new(&file));
        let (candidates, removable) = candidates(&corpus, floor);
        let label = |document: u32| corpus.get(document as usize).label;
        let truth: Vec<bool> =
            candidates.iter().map(|one| label(one.documents[0]) == label(one.documents[1])).collect();
        println!("{file}: {}, {} candidates, {removable} removable", measure_for(&corpus), candidates.len());
        for right in ["0.9", "0.95"] {
            let right: Right = right.parse().unwrap();
            let mut sums = [Yield::default(); BUDGETS.len()];
            for seed in 1..=draws {
                draw(&candidates, &truth, (right, seed), removable, &mut sums);
            }
            let part = |sum: f64| sum / draws as f64;
            let columns = BUDGETS.iter().zip(sums).map(|(budget, sum)| {
                let [promised, broken] = [sum.promised, sum.broken].map(|sum| 100.0 * part(sum.into()));
                let (recall, asked) = (part(sum.recall), part(sum.asked as f64));
                format!("{budget} ({asked:.0}): R {recall:.2} {promised:.0} % broken {broken:.1} %")
            });
            let ideal = ideal(&candidates, &truth, right) / removable;
            println!("  {right}: {}; ideal {ideal:.2}", columns.collect::<Vec<_>>().join(" | "));
        }
    }
}

/// Promises of a k from many draws.
fn for_k(file: &str, corpus: &Corpus, draws: u64) {
    let progress = Progress::new();
    let analysed =
        Analysed::sign(corpus.clone(), Recipe::default(), &progress).unwrap().count(&progress).unwrap();
    let label = |document: u32| corpus.get(document as usize).label;
    let at =
        |a: u32, b: u32| distance(analysed.signatures.get(a as usize), analysed.signatures.get(b as usize));
    // By distance, how many pairs there are, and how many of them are wrong.
    let mut within = [[0_u64; 2]; FARTHEST as usize + 1];
    for (place, &a) in analysed.documents.iter().enumerate() {
        for &b in &analysed.documents[..place] {
            if at(a, b) <= FARTHEST && corpus.get(a as usize).text != corpus.get(b as usize).text {
                let counts = &mut within[usize::from(at(a, b))];
                *counts = [counts[0] + 1, counts[1] + u64::from(label(a) != label(b))];
            }
        }
    }
    for k in 1..within.len() {
        within[k] = [0, 1].map(|part| within[k][part] + within[k - 1][part]);
    }
    println!(
        "{file}: {} pairs within {FARTHEST}, {} of them wrong",
        within[FARTHEST as usize][0], within[FARTHEST as usize][1]
    );
    for right in ["0.9", "0.95"] {
        let right: Right = right.parse().unwrap();
        let holds = |k: u8| {
            within[usize::from(k)][1] as f64 <= (1.0 - right.share()) * within[usize::from(k)][0] as f64
        };
        let best = (0..=FARTHEST).rev().find(|&k| within[usize::from(k)][0] > 0 && holds(k));
        let mut promised: [Vec<u8>; 2] = Default::default();
        let mut broken = [0; 2];
        for seed in 1..=draws {
            let drawn = analysed.draw_distances((right, seed), &progress).unwrap();
            let mut answers: Vec<Option<bool>> = vec![None; drawn.pairs().len()];
            let mut wrong_pilot: Vec<u8> = Vec::new();
            for (budget, (promised, broken)) in
                [100, 150].into_iter().zip(promised.iter_mut().zip(&mut broken))
            {
                let said = loop {
                    let said = drawn.answered(&answers, &answers, 1);
                    let Some(&next) = said.next.first().filter(|_| said.counts[0] < budget) else {
                        break said;
                    };
                    let place = drawn.pairs().iter().position(|pair| *pair == next).unwrap();
                    let is_right = label(next.0) == label(next.1);
                    answers[place] = Some(is_right);
                    if !is_right && !said.is_begun {
                        wrong_pilot.push(at(next.0, next.1));
                    }
                };
                let Some(k) = said.k else { continue };
                promised.push(k);
                // The pilot is not among the pairs that are promised.
                let pilot = wrong_pilot.iter().filter(|&&distance| distance <= k).count() as u64;
                let may_be_wrong = ((1.0 - right.share()) * said.pairs as f64 + 1e-9) as u64;
                *broken += u32::from(within[usize::from(k)][1] - pilot > may_be_wrong);
            }
        }
        let part = |n: usize| 100.0 * n as f64 / draws as f64;
        let columns =
            [100, 150].into_iter().zip(promised).zip(broken).map(|((budget, mut promised), broken)| {
                promised.sort_unstable();
                let median = promised.get(promised.len() / 2).map_or("-".to_owned(), u8::to_string);
                let none = 100.0 - part(promised.len());
                format!("{budget}: k = {median}, none {none:.0} %, broken {:.1} %", part(broken as usize))
            });
        let best = best.map_or("none".to_owned(), |k| k.to_string());
        println!("  {right}: {}; largest that holds {best}", columns.collect::<Vec<_>>().join(" | "));
    }
}

/// The candidates, and how many texts could go.
fn candidates(corpus: &Corpus, floor: f64) -> (Vec<Candidate>, f64) {
    let (recipe, measure) = (Recipe::default(), measure_for(corpus));
    let cleaning =
        Cleaning { condition: Condition { measure, at_least: floor }, ..Cleaning::of(corpus, &recipe) };
    let compared = cleaning.compare(&Progress::new()).unwrap();
    let deciding = Deciding {
        rules: &Rules { cut: floor, ..Rules::default() },
        preference: None,
        decisions: &Decisions::default(),
        said: &Said::default(),
        keeps_none: false,
    };
    let draw = ("0.9".parse().unwrap(), 1);
    let promise = compared
        .promise(&deciding, &Judgements::default(), draw, (&mut Draws::default(), None), &Progress::new())
        .unwrap()
        .unwrap();
    let labels: HashSet<_> = corpus.iter().map(|document| document.label).collect();
    (promise.candidates().to_vec(), compared.comparison.distinct().saturating_sub(labels.len()).max(1) as f64)
}

/// One draw, to the end or to the largest budget.
fn draw(
    candidates: &[Candidate],
    truth: &[bool],
    (right, seed): (Right, u64),
    removable: f64,
    sums: &mut [Yield; BUDGETS.len()],
) {
    let (pilot, mut answers) = (pilot(candidates, seed), vec![None; candidates.len()]);
    pilot.iter().for_each(|&one| answers[one as usize] = Some(truth[one as usize]));
    let learned = learn(pilot.iter().map(|&one| (&candidates[one as usize], truth[one as usize])));
    let order = Order::new(candidates, (right, seed), &pilot, &learned);
    let nothing: Vec<Option<bool>> = vec![None; candidates.len()];
    let (mut readings, mut asked) = (order.readings(), pilot.len());
    for (budget, sum) in BUDGETS.iter().zip(sums) {
        let accepted = loop {
            let state = readings.state(&answers, BUDGETS[BUDGETS.len() - 1] - asked);
            let Some(next) = state.next.filter(|_| asked < *budget) else { break state.accepted };
            answers[next.candidate as usize] = Some(truth[next.candidate as usize]);
            asked += 1;
        };
        sum.asked += asked;
        if accepted > 0 {
            let prefix = order.goes(accepted, &nothing);
            let wrong = prefix.iter().filter(|&&one| !truth[one as usize]).count();
            let may_be_wrong = ((1.0 - right.share()) * accepted as f64 + 1e-9) as usize;
            let gone = order.goes(accepted, &answers);
            sum.promised += 1;
            sum.broken += u32::from(wrong > may_be_wrong);
            sum.recall += gone.iter().filter(|&&one| truth[one as usize]).count() as f64 / removable;
        }
    }
}

/// How many right texts go at the best cut in the order before any answer.
fn ideal(candidates: &[Candidate], truth: &[bool], right: Right) -> f64 {
    const LEAST: usize = 20;
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by(|&a, &b| candidates[b].prior().total_cmp(&candidates[a].prior()).then(a.cmp(&b)));
    let (mut gone, mut best) = (0.0, 0.0);
    for (at, one) in order.into_iter().enumerate() {
        gone += f64::from(u8::from(truth[one]));
        if at + 1 >= LEAST && gone >= right.share() * (at + 1) as f64 {
            best = gone;
        }
    }
    best
}
