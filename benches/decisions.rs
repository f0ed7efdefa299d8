//! Measures decisions by texts against labels: without an answer, and after one and two.
//!
//! `cargo bench --bench decisions -- FILE…` reads JSONL with labels, gzip or not; without a file, three samples. A text that goes is
//! right if the one that stays has its label. The answers are that the first difference the program asks about does not matter, then
//! the second; in a second line, that one or two words do not, then numbers.

#![allow(clippy::print_stdout, missing_docs)]
#![allow(clippy::unwrap_used, reason = "a bench that cannot run says so by panicking")]

#[allow(dead_code)] // each bench uses a part of it
#[path = "common/reading.rs"]
mod reading;

use simscope::analysis::{Cleaning, Compared, Outcome};
use simscope::corpus::Corpus;
use simscope::decide::clean::{Cover, Rules, Subject};
use simscope::progress::Progress;
use simscope::recipe::Recipe;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

const SAMPLES: [&str; 3] =
    ["samples/en_licenses.jsonl", "samples/zh_tang_two_editions.jsonl", "samples/en_sermon_kjv_asv.jsonl"];
/// Answers that a user may give without a question.
const SAID: [&str; 2] = ["one-or-two-words", "number"];

fn main() {
    let asked: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let files = if asked.is_empty() { SAMPLES.map(str::to_owned).to_vec() } else { asked };
    for file in files {
        let corpus = reading::load(Path::new(&file));
        let begin = Instant::now();
        let compared = compared(&corpus);
        let took = begin.elapsed();
        println!("{file}: {} texts, compared in {:.2} s", corpus.len(), took.as_secs_f64());
        println!("  {:<44} {:>14} {:>14} {:>15} {:>6} {:>6}", "", "goes", "goes, equal", "held", "", "");
        println!(
            "  {:<44} {:>7} {:>6} {:>7} {:>6} {:>7} {:>7} {:>6} {:>6}",
            "does not matter", "right", "wrong", "right", "wrong", "right", "wrong", "P", "R"
        );
        row(&corpus, "nothing was said", &decided(&compared, &[]));
        as_asked(&corpus, &compared);
        for n in 1..=SAID.len() {
            let said: Vec<Subject> = SAID[..n].iter().map(|name| name.parse().unwrap()).collect();
            row(&corpus, &SAID[..n].join(", "), &decided(&compared, &said));
        }
        println!();
    }
}

/// Answers the first question, then the first that is asked after that.
fn as_asked(corpus: &Corpus, compared: &Compared) {
    let mut said: Vec<Subject> = Vec::new();
    for _ in 0..2 {
        let questions = decided(compared, &said).questions;
        let Some(first) = questions.asked.into_iter().next() else { return };
        said.push(first.subject);
        let names: Vec<String> = said.iter().map(ToString::to_string).collect();
        row(corpus, &format!("asked: {}", names.join(", ")), &decided(compared, &said));
    }
}

fn compared(corpus: &Corpus) -> Compared {
    Cleaning::of(corpus, &Recipe::DEFAULT).compare(&Progress::new()).unwrap()
}

fn decided(compared: &Compared, same: &[Subject]) -> Outcome {
    let mut rules = Rules::default();
    same.iter().for_each(|subject| rules.matters.say(subject, false));
    compared.decide_by(&rules)
}

/// Texts whose label is that of the text that covers them, and others.
#[derive(Default, Clone, Copy)]
struct Count {
    right: usize,
    wrong: usize,
}

impl Count {
    fn add(&mut self, corpus: &Corpus, (document, cover): (u32, &Cover)) {
        let [label, by] = [document, cover.by].map(|one| corpus.get(one as usize).label);
        let is_right = label.is_some() && label == by;
        *(if is_right { &mut self.right } else { &mut self.wrong }) += 1;
    }
}

/// Prints what goes: unequal texts right and wrong, equal ones right and wrong; what is held, right and wrong; precision and
/// recall of all that goes.
fn row(corpus: &Corpus, said: &str, outcome: &Outcome) {
    let [mut unequal, mut equal, mut held] = [Count::default(); 3];
    for gone in outcome.cleaned.gone() {
        (if gone.1.kind.is_equal() { &mut equal } else { &mut unequal }).add(corpus, gone);
    }
    outcome.cleaned.held().for_each(|one| held.add(corpus, one));
    let labels: BTreeSet<&str> = corpus.iter().filter_map(|document| document.label).collect();
    let removable = corpus.iter().filter(|document| document.label.is_some()).count() - labels.len();
    let right = unequal.right + equal.right;
    let precision = right as f64 / (right + unequal.wrong + equal.wrong).max(1) as f64;
    let recall = right as f64 / removable.max(1) as f64;
    println!(
        "  {said:<44} {:>7} {:>6} {:>7} {:>6} {:>7} {:>7} {precision:>6.3} {recall:>6.3}",
        unequal.right, unequal.wrong, equal.right, equal.wrong, held.right, held.wrong
    );
}
