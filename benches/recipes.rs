//! How fast the named recipes sign, the feature hashes hash, and the sums are summed up.
//!
//! `SIMSCOPE_BENCH_CORPUS=FILE.jsonl[.gz] cargo bench --bench recipes` measures one's own texts (field `text`).
//! Everything runs on one core; contenders take turns, and the median of the rounds counts.

#![allow(clippy::print_stdout, missing_docs)]

#[path = "common/rounds.rs"]
mod rounds;
#[path = "common/texts.rs"]
mod texts;

use simscope::recipe::{Bits, FeatureHash, Recipe, TieRule, Tokenizer, Units, Weighting, named};
use simscope::simhash::{Signer, of_hashes, of_weighted_hashes};
use std::hint::black_box;
use std::time::Duration;

const ROUNDS: usize = 7;

type Contender<'a> = Box<dyn FnMut() + 'a>;

fn main() {
    sums();
    for (name, texts) in
        texts::corpora(&["en_rustbook_editions", "en_sermon_kjv_asv", "zh_tang_two_editions"])
    {
        let bytes: usize = texts.iter().map(String::len).sum();
        println!("\n{name}: {} texts, {:.1} MB", texts.len(), bytes as f64 / 1e6);
        hashes(&texts, bytes);
        recipes(&texts, bytes);
    }
}

/// Adding up hashes into 64 sums, against a loop over the bits.
fn sums() {
    println!("hashes added up into 64 sums, by carry-save counters and by a loop over the bits");
    for n in [16, 100, 1000, 100_000] {
        let hashes: Vec<u64> = (0..n).map(|i| FeatureHash::DEFAULT.of_64(&i.to_string())).collect();
        let weighted: Vec<(u64, f64)> = hashes.iter().map(|&hash| (hash, (hash % 97) as f64 / 7.0)).collect();
        assert_eq!(of_hashes(&hashes, TieRule::Zero), plain(&hashes), "{n} hashes");
        assert_eq!(of_weighted_hashes(&weighted, TieRule::Zero), plain_weighted(&weighted), "{n} weighted");
        let times = 2_000_000 / n;
        let repeat = |mut once: Box<dyn FnMut()>| -> Contender<'_> {
            Box::new(move || (0..times).for_each(|_| once()))
        };
        let (a, b, c, d) = (hashes.clone(), hashes.clone(), weighted.clone(), weighted.clone());
        let mut contenders = [
            repeat(Box::new(move || _ = black_box(of_hashes(black_box(&a), TieRule::Zero)))),
            repeat(Box::new(move || _ = black_box(plain(black_box(&b))))),
            repeat(Box::new(move || _ = black_box(of_weighted_hashes(black_box(&c), TieRule::Zero)))),
            repeat(Box::new(move || _ = black_box(plain_weighted(black_box(&d))))),
        ];
        let medians = rounds::medians(ROUNDS, &mut contenders);
        let each = |time: Duration| time.as_secs_f64() * 1e9 / (n * times) as f64;
        let ratio = |fast: usize, plain: usize| medians[plain].as_secs_f64() / medians[fast].as_secs_f64();
        println!(
            "  {n:>6} hashes: {:>5.2} ns a hash, {:>5.1} × the loop; weighted {:>5.2} ns, {:>4.1} × the loop",
            each(medians[0]),
            ratio(0, 1),
            each(medians[2]),
            ratio(2, 3)
        );
    }
}

/// As a textbook has it.
fn plain(hashes: &[u64]) -> u64 {
    let mut sums = [0_i64; 64];
    for hash in hashes {
        for (i, sum) in sums.iter_mut().enumerate() {
            if hash >> i & 1 == 1 {
                *sum += 1;
            } else {
                *sum -= 1;
            }
        }
    }
    sums.iter().enumerate().fold(0, |signature, (i, &sum)| signature | u64::from(sum > 0) << i)
}

fn plain_weighted(features: &[(u64, f64)]) -> u64 {
    let mut sums = [0.0; 64];
    for &(hash, weight) in features {
        for (i, sum) in sums.iter_mut().enumerate() {
            if hash >> i & 1 == 1 {
                *sum += weight;
            } else {
                *sum -= weight;
            }
        }
    }
    sums.iter().enumerate().fold(0, |signature, (i, &sum)| signature | u64::from(sum > 0.0) << i)
}

/// Whole signatures of words between white space, by feature hash.
fn hashes(texts: &[String], bytes: usize) {
    let hashes = [
        FeatureHash::DEFAULT,
        FeatureHash::Sip { k0: 5, k1: 6 },
        FeatureHash::Md5Head,
        FeatureHash::Jenkins,
        FeatureHash::Cpython(Units::CodePoints),
        FeatureHash::GoDemo,
    ];
    let recipes = hashes.map(|hash| Recipe {
        tokenizer: Tokenizer::Whitespace,
        weighting: Weighting::Tf,
        hash,
        ..Recipe::DEFAULT
    });
    let names = hashes.map(|hash| format!("whitespace · tf · {hash}"));
    race(texts, bytes, &recipes, &names);
}

/// Whole signatures by named recipe, and the minima of the default one.
fn recipes(texts: &[String], bytes: usize) {
    let mut recipes: Vec<Recipe> = named().iter().map(|named| named.recipe).collect();
    let minima = Recipe::DEFAULT.with_minima();
    recipes.extend([minima, Recipe { bits: Bits::MAX, ..minima }]);
    let names: Vec<String> = recipes
        .iter()
        .map(|recipe| format!("{} ({} bits)", recipe.name.unwrap_or("minhash1"), recipe.bits))
        .collect();
    race(texts, bytes, &recipes, &names);
}

/// Rates, and ratios to the first.
fn race(texts: &[String], bytes: usize, recipes: &[Recipe], names: &[String]) {
    let mut contenders: Vec<Contender<'_>> = (recipes.iter())
        .map(|recipe| -> Contender<'_> {
            let mut signer = Signer::new(recipe, None);
            // Tables are loaded before the race.
            signer.sign("\u{4e2d}\u{6587} word");
            Box::new(move || texts.iter().for_each(|text| _ = black_box(signer.sign(text))))
        })
        .collect();
    let medians = rounds::medians(ROUNDS, &mut contenders);
    for (name, median) in names.iter().zip(&medians) {
        let seconds = median.as_secs_f64();
        println!(
            "  {name:<38} {:>8.1} MB/s {:>10.0} documents/s {:>6.2} × {}",
            bytes as f64 / 1e6 / seconds,
            texts.len() as f64 / seconds,
            medians[0].as_secs_f64() / seconds,
            names[0],
        );
    }
}
