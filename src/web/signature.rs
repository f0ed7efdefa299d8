//! One signature, and two.

use super::request::value;
use serde::Serialize;
use serde_json::Value;
use simscope_core::progress::Progress;
use simscope_core::recipe::{Recipe, TieRule};
use simscope_core::sensitivity::Difference;
use simscope_core::simhash::{self, Trace, hex};

/// A feature; digits have the most significant bit first.
#[derive(Serialize)]
struct Feature {
    term: String,
    count: u32,
    weight: f64,
    hash: String,
    /// 1 where it pushes up.
    votes: String,
}

#[derive(Serialize)]
struct Traced {
    bits: u8,
    features: Vec<Feature>,
    /// Bit 0 first.
    sums: Vec<f64>,
    signature: String,
    hex: String,
    /// The bits that flip when a single feature goes, as digits.
    fragile: String,
    /// What a sum of 0 becomes.
    tie: String,
}

#[derive(Serialize)]
struct Signed {
    signatures: Vec<String>,
    features: Vec<u32>,
}

#[derive(Serialize)]
struct Change {
    term: String,
    before: f64,
    after: f64,
    votes: String,
}

#[derive(Serialize)]
struct Pair {
    texts: [Traced; 2],
    /// The bits that differ, ascending.
    flipped: Vec<u8>,
    distance: u8,
    changes: Vec<Change>,
    cosine: Option<f64>,
}

#[derive(Serialize)]
struct Plane {
    bits: u8,
    /// Where the line of each bit crosses the half-turn from the first text, in degrees; bit 0 first.
    lines: Vec<f64>,
    /// The angle between the texts, in degrees.
    angle: f64,
}

fn digits(word: u128, recipe: &Recipe) -> String {
    (0..recipe.bits.get()).rev().map(|bit| if word >> bit & 1 == 1 { '1' } else { '0' }).collect()
}

fn votes(hash: u128, recipe: &Recipe) -> String {
    digits(if recipe.tie == TieRule::Inverted { !hash } else { hash }, recipe)
}

fn traced(trace: &Trace, recipe: &Recipe) -> Traced {
    let shown = |feature: &simhash::Feature| Feature {
        term: feature.term.clone(),
        count: feature.count,
        weight: feature.weight,
        hash: digits(feature.hash, recipe),
        votes: votes(feature.hash, recipe),
    };
    Traced {
        bits: recipe.bits.get(),
        features: trace.features.iter().map(shown).collect(),
        sums: trace.sums.clone(),
        signature: digits(trace.signature, recipe),
        hex: hex(trace.signature, recipe.bits),
        fragile: digits(trace.fragile_bits(recipe), recipe),
        tie: recipe.tie.to_string(),
    }
}

pub(super) fn sign(recipe: &Recipe, texts: &[String]) -> Result<Value, String> {
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let signed = simhash::sign_texts(&texts, recipe, None, &Progress::new()).unwrap_or_default();
    value(&Signed {
        signatures: signed.iter().map(|one| hex(one.signature, recipe.bits)).collect(),
        features: signed.iter().map(|one| one.features).collect(),
    })
}

pub(super) fn trace(recipe: &Recipe, text: &str) -> Result<Value, String> {
    value(&traced(&simhash::trace(recipe, None, text), recipe))
}

pub(super) fn pair(recipe: &Recipe, texts: &[String; 2]) -> Result<Value, String> {
    let traces = texts.each_ref().map(|text| simhash::trace(recipe, None, text));
    let difference = Difference::between(&traces[0], &traces[1], recipe);
    let hash = |term: &str| {
        let mut all = traces.iter().flat_map(|trace| &trace.features);
        all.find(|feature| feature.term == term).map_or(0, |feature| feature.hash)
    };
    let changes = difference.changes.iter().map(|change| Change {
        term: change.term.clone(),
        before: change.before,
        after: change.after,
        votes: votes(hash(&change.term), recipe),
    });
    value(&Pair {
        flipped: difference.crossings.iter().map(|crossing| crossing.bit).collect(),
        distance: difference.distance(),
        changes: changes.collect(),
        cosine: traces[0].cosine(&traces[1]),
        texts: traces.each_ref().map(|trace| traced(trace, recipe)),
    })
}

/// In the plane of two texts, the first to the right, each bit is a line through the origin: its sum is 0 on it.
pub(super) fn plane(recipe: &Recipe, texts: &[String; 2]) -> Result<Value, String> {
    let [a, b] = texts.each_ref().map(|text| simhash::trace(recipe, None, text));
    let cosine = a.cosine(&b).ok_or("a text has no features")?;
    let length =
        |trace: &Trace| trace.features.iter().map(|feature| feature.weight.powi(2)).sum::<f64>().sqrt();
    let (of_a, of_b, sine) = (length(&a), length(&b), (1.0 - cosine * cosine).sqrt());
    let lines = a.sums.iter().zip(&b.sums).map(|(a, b)| {
        let (right, other) = (a / of_a, b / of_b);
        // The sum of what of the second text is at right angles to the first.
        let up = (other - cosine * right) / sine;
        (-right).atan2(up).to_degrees().rem_euclid(180.0)
    });
    value(&Plane { bits: recipe.bits.get(), lines: lines.collect(), angle: cosine.acos().to_degrees() })
}
