//! The whole corpus: pairs, groups, distances, bits that never change.

use super::{Arguments, Function, number, text};
use crate::display::{grouped_digits, say};

pub(super) const FUNCTIONS: &[Function] = &[
    number("documents", "", "how many documents there are", |a| Ok(a.class.corpus.len() as f64)),
    number("pairs", "K", "how many pairs are within K", |a| {
        let k = a.whole(0, 128)?;
        Ok(counts(a)?.iter().take(k as usize + 1).sum::<u64>() as f64)
    }),
    number("pairs-at", "D", "how many pairs are at distance D", |a| {
        Ok(counts(a)?[a.whole(0, 128)? as usize] as f64)
    }),
    number("groups", "K", "how many groups there are at K", |a| groups(a, |sizes| sizes.len())),
    number("largest", "K", "the documents of the largest group at K", |a| {
        groups(a, |sizes| sizes.iter().copied().max().unwrap_or(0))
    }),
    text("histogram", "FIRST LAST", "pairs by distance, with bars", histogram),
    number("with-term", "TERM [RECIPE]", "how many documents have a term", with_term),
    number("dead", "[RECIPE]", "how many bits are 0 in every signature", |a| {
        let recipe = a.recipe(0)?;
        let signed = a.class.signed_under(recipe)?;
        let ones = signed.signatures.chosen(&signed.documents).iter().fold(0, |ones, one| ones | one);
        Ok(f64::from((!ones & recipe.bits.mask()).count_ones()))
    }),
];

/// The number of pairs of documents with features at each distance.
fn counts<'c>(arguments: &Arguments<'c>) -> Result<&'c [u64; 129], String> {
    arguments.class.histogram().map(|histogram| &histogram.0)
}

fn groups(arguments: &Arguments<'_>, count: impl Fn(&[usize]) -> usize) -> Result<f64, String> {
    let groups = arguments.class.tree()?.cut(arguments.whole(0, 128)? as u8);
    let sizes: Vec<usize> = (1..=groups.count()).map(|number| groups.members(number).len()).collect();
    Ok(count(&sizes) as f64)
}

fn histogram(arguments: &Arguments<'_>) -> Result<String, String> {
    const WIDEST: u64 = 40;
    let (first, last) = (arguments.whole(0, 128)? as usize, arguments.whole(1, 128)? as usize);
    if first > last {
        return Err(say!("FIRST is larger than LAST", "FIRST 大于 LAST"));
    }
    let counts = counts(arguments)?;
    let most = counts[first..=last].iter().copied().max().unwrap_or(0).max(1);
    let line = |d: usize| {
        let bar = "█".repeat((counts[d] * WIDEST).div_ceil(most) as usize);
        format!("{d:>3} {:>9} {bar}", grouped_digits(counts[d]))
    };
    Ok((first..=last).map(line).collect::<Vec<_>>().join("\n"))
}

fn with_term(arguments: &Arguments<'_>) -> Result<f64, String> {
    let (term, recipe) = (arguments.text(0), arguments.recipe(1)?);
    let mut cutter = recipe.cutter();
    let has = |text: &str| {
        let mut has = false;
        cutter.each(text, |found, _| has |= found == term);
        has
    };
    let documents = arguments.class.corpus.iter().map(|document| document.text);
    Ok(documents.map(has).filter(|&has| has).count() as f64)
}
