//! One document: its features, hashes, sums and signature.

use super::{Arguments, Function, digits, number, text};
use crate::display::say;
use crate::lessons::expression::shown;
use crate::recipe::{Recipe, Sketch};
use crate::simhash::steps::{Addition, Step, Steps};
use crate::simhash::{Feature, Trace, hex, value};
use crate::visible;
use std::sync::Arc;

pub(super) const FUNCTIONS: &[Function] = &[
    text("text", "ID", "the text of a document", |a| {
        let document = a.class.document(&a.text(0))?;
        Ok(visible::line(a.class.corpus.get(document as usize).text).into_owned())
    }),
    number("bits", "[RECIPE]", "the bits of a signature", |a| Ok(f64::from(a.recipe(0)?.bits.get()))),
    number("features", "ID [RECIPE]", "how many features it has", |a| {
        Ok(a.trace(0, 1)?.0.features.len() as f64)
    }),
    text("terms", "ID [RECIPE]", "its terms, with commas", terms),
    number("weight", "ID TERM [RECIPE]", "the weight of one term", |a| {
        let (trace, _) = a.trace(0, 2)?;
        Ok(feature(a, &trace)?.weight)
    }),
    text("hash", "ID TERM [RECIPE]", "the hash of one term, in hex", |a| {
        let (trace, recipe) = a.trace(0, 2)?;
        Ok(hex(feature(a, &trace)?.hash, recipe.bits))
    }),
    text("hash-digits", "ID TERM [RECIPE]", "the hash of one term, in binary digits", |a| {
        let (trace, recipe) = a.trace(0, 2)?;
        Ok(digits(feature(a, &trace)?.hash, recipe.bits.get()))
    }),
    number("hash-bit", "ID TERM BIT [RECIPE]", "one bit of that hash", |a| {
        let (trace, recipe) = a.trace(0, 3)?;
        Ok((feature(a, &trace)?.hash >> bit(a, 2, recipe)? & 1) as f64)
    }),
    number("sum", "ID BIT [RECIPE]", "the sum of one bit", |a| {
        let (trace, recipe) = a.trace(0, 2)?;
        Ok(trace.sums[bit(a, 1, recipe)?])
    }),
    text("sums", "ID [RECIPE]", "all sums, the most significant bit first, with commas", |a| {
        let sums: Vec<String> = a.trace(0, 1)?.0.sums.iter().rev().map(|&sum| shown(sum)).collect();
        Ok(sums.join(", "))
    }),
    text("adding", "ID BIT [RECIPE]", "how the sum of a bit comes about, term by term", adding),
    number("bit", "ID BIT [RECIPE]", "one bit of the signature", |a| {
        let (trace, recipe) = a.trace(0, 2)?;
        Ok((trace.signature >> bit(a, 1, recipe)? & 1) as f64)
    }),
    text("signature", "ID [RECIPE]", "the signature, in hex", |a| {
        let (trace, recipe) = a.trace(0, 1)?;
        Ok(hex(trace.signature, recipe.bits))
    }),
    text("digits", "ID [RECIPE]", "the signature, in binary digits", |a| {
        let (trace, recipe) = a.trace(0, 1)?;
        Ok(digits(trace.signature, recipe.bits.get()))
    }),
    number("ones", "ID [RECIPE]", "how many bits of the signature are 1", |a| {
        Ok(f64::from(a.trace(0, 1)?.0.signature.count_ones()))
    }),
    number("ties", "ID [RECIPE]", "how many sums are 0", |a| {
        let (trace, _) = a.trace(0, 1)?;
        Ok(trace.sums.iter().filter(|&&sum| sum == 0.0).count() as f64)
    }),
    text("table", "ID [RECIPE]", "terms, weights and hashes, sums and signature, as a figure", table),
    text("value", "ID TERM BIT [RECIPE]", "the value of a term under minhash1, in hex", |a| {
        let (trace, recipe) = of_minima(a, 3)?;
        Ok(format!("{:016x}", value(feature(a, &trace)?.hash_64, bit(a, 2, recipe)? as u8)))
    }),
    text("holder", "ID BIT [RECIPE]", "the term that has the smallest value", |a| {
        let (trace, recipe) = of_minima(a, 2)?;
        let holder = trace.holder(bit(a, 1, recipe)? as u8).map(|holder| visible::line(&holder.term));
        Ok(holder.unwrap_or_default().into_owned())
    }),
    text("minima", "ID [RECIPE]", "all its values, shortened, as a figure; ▸ the smallest", minima),
];

/// The bit at this place of the arguments.
fn bit(arguments: &Arguments<'_>, at: usize, recipe: Recipe) -> Result<usize, String> {
    Ok(arguments.whole(at, u32::from(recipe.bits.get()) - 1)? as usize)
}

/// The feature with the term that is the second argument.
fn feature<'t>(arguments: &Arguments<'_>, trace: &'t Trace) -> Result<&'t Feature, String> {
    let term = arguments.text(1);
    let found = trace.features.iter().find(|feature| feature.term == term);
    found.ok_or_else(|| say!("{:?} has no term {term:?}", "{:?} 没有词项 {term:?}", arguments.text(0)))
}

/// The trace of the first argument under a recipe of minima.
fn of_minima(arguments: &Arguments<'_>, recipe: usize) -> Result<(Trace, Recipe), String> {
    match arguments.trace(0, recipe)? {
        (_, Recipe { sketch: Sketch::SimHash, .. }) => {
            Err(say!("simhash has no minima: sketch=minhash1", "simhash 没有最小值：须用 sketch=minhash1"))
        }
        traced => Ok(traced),
    }
}

fn minima(arguments: &Arguments<'_>) -> Result<String, String> {
    let (trace, recipe) = of_minima(arguments, 1)?;
    let row = |head: &str, cell: &dyn Fn(u8) -> String| {
        let cells = (0..recipe.bits.get()).rev().map(|bit| format!("{:>7}", cell(bit)));
        let head = visible::fit(head, 8);
        format!("{head}{}{}", " ".repeat(8 - visible::width(&head)), cells.collect::<String>())
    };
    let mut lines = vec![row("", &|bit| bit.to_string())];
    lines.extend(trace.features.iter().map(|feature| {
        row(&visible::line(&feature.term), &|bit| {
            let value = value(feature.hash_64, bit);
            let mark = if feature.adds >> bit & 1 == 1 { "▸" } else { "" };
            format!("{mark}{:02x}…{:x}", value >> 56, value & 15)
        })
    }));
    lines.push(row("=", &|bit| (trace.signature >> bit & 1).to_string()));
    Ok(lines.join("\n"))
}

fn terms(arguments: &Arguments<'_>) -> Result<String, String> {
    let (trace, _) = arguments.trace(0, 1)?;
    let terms: Vec<_> = trace.features.iter().map(|feature| visible::line(&feature.term)).collect();
    Ok(terms.join(", "))
}

fn adding(arguments: &Arguments<'_>) -> Result<String, String> {
    let (trace, recipe) = arguments.trace(0, 2)?;
    let bit = bit(arguments, 1, recipe)?;
    let steps = Steps::of(&Arc::new(trace), &recipe);
    let additions =
        (0..steps.trace().features.len()).map(|feature| steps.at(steps.of_addition(feature, bit as u8)));
    let line = |step: Step| match step {
        Step::Add(Addition { feature, push, after, .. }) => {
            let term = visible::line(&steps.trace().features[feature].term);
            let sign = if push < 0.0 { "" } else { "+" };
            Some(format!("{sign}{} ({term}) → {}", shown(push), shown(after)))
        }
        _ => None,
    };
    Ok(additions.filter_map(line).collect::<Vec<_>>().join("\n"))
}

fn table(arguments: &Arguments<'_>) -> Result<String, String> {
    let (trace, recipe) = arguments.trace(0, 1)?;
    let bits = recipe.bits.get();
    let words = trace.features.iter().map(|feature| visible::width(&feature.term)).max().unwrap_or(0);
    let words = words.clamp(10, 24);
    // Sums stand below the digits where there is room for both.
    let sums: Vec<String> = trace.sums.iter().rev().map(|&sum| shown(sum)).collect();
    let cell = sums.iter().map(|sum| visible::width(sum)).max().unwrap_or(1) + 1;
    let is_wide = usize::from(bits) * cell <= 44;
    let row = |bits_of: u128| match is_wide {
        true => (0..bits).rev().map(|bit| format!("{:>cell$}", bits_of >> bit & 1)).collect(),
        false => format!(" {}", digits(bits_of, bits)),
    };
    let head = |text: &str, weight: &str| {
        let text = visible::fit(text, words);
        let blanks = words.saturating_sub(visible::width(&text));
        format!("{text}{} {weight:>6} ", " ".repeat(blanks))
    };
    let mut lines: Vec<String> = trace
        .features
        .iter()
        .map(|feature| {
            let weight = format!("×{}", shown(feature.weight));
            format!("{}{}", head(&visible::line(&feature.term), &weight), row(feature.hash))
        })
        .collect();
    if is_wide {
        let sums: String = sums.iter().map(|sum| format!("{sum:>cell$}")).collect();
        lines.push(format!("{}{sums}", head("Σ", "")));
    }
    lines.push(format!("{}{}", head("=", ""), row(trace.signature)));
    Ok(lines.join("\n"))
}
