//! The Hamming distance of two signatures, and four ways to count it.

use super::{Arguments, Function, digits, number, text};
use crate::display::say;
use crate::measures::{Measure, Measurer};
use crate::progress::Progress;

pub(super) const FUNCTIONS: &[Function] = &[
    number("distance", "A B [RECIPE]", "the Hamming distance of two documents", |a| {
        Ok(f64::from(difference(a, 2)?.0.count_ones()))
    }),
    text("xor", "A B [RECIPE]", "the bits that differ, in binary digits", |a| {
        let (x, bits) = difference(a, 2)?;
        Ok(digits(x, bits))
    }),
    text("differing", "A B [RECIPE]", "the numbers of the bits that differ, with commas", |a| {
        let (x, bits) = difference(a, 2)?;
        let all: Vec<String> =
            (0..bits).rev().filter(|bit| x >> bit & 1 == 1).map(|bit| bit.to_string()).collect();
        Ok(all.join(", "))
    }),
    number(
        "low-distance",
        "A B BITS [RECIPE]",
        "the distance of the low BITS bits alone, as a number type that is too narrow counts it",
        |a| {
            let (x, _) = difference(a, 3)?;
            let low = u128::MAX.checked_shr(128 - a.whole(2, 128)?).unwrap_or(0);
            Ok(f64::from((x & low).count_ones()))
        },
    ),
    text("kernighan", "A B [N]", "the turns of Kernighan's loop; it stops when more than N are found", |a| {
        Ok(kernighan(a)?.join("\n"))
    }),
    number("kernighan-turns", "A B [N]", "how many turns that are", |a| Ok(kernighan(a)?.len() as f64)),
    text("parallel", "A B", "the steps of the parallel sum, for up to 64 bits", parallel),
    number(
        "operations",
        "METHOD A B [N]",
        "operations to get the distance by bits, kernighan, parallel or popcount",
        operations,
    ),
    number("measure", "A B MEASURE", "an exact measure, 0 to 1, as `compare --measure` names it", measure),
    number(
        "smaller-over-larger",
        "A B [RECIPE]",
        "the smaller signature as a number divided by the larger one",
        |a| {
            let ([a, b], _) = a.pair(2)?;
            let larger = a.max(b);
            Ok(if larger == 0 { 1.0 } else { a.min(b) as f64 / larger as f64 })
        },
    ),
    number("between", "A RECIPE B RECIPE", "the distance of two documents, each under its own recipe", |a| {
        let ((x, _), (y, _)) = (a.trace(0, 1)?, a.trace(2, 3)?);
        Ok(f64::from((x.signature ^ y.signature).count_ones()))
    }),
];

/// The bits in which the first two arguments differ, and how many bits there are.
fn difference(arguments: &Arguments<'_>, recipe: usize) -> Result<(u128, u8), String> {
    let ([a, b], recipe) = arguments.pair(recipe)?;
    Ok((a ^ b, recipe.bits.get()))
}

/// The lines of Kernighan's loop: each turn clears the lowest 1.
fn kernighan(arguments: &Arguments<'_>) -> Result<Vec<String>, String> {
    let ([a, b], recipe) = arguments.pair(usize::MAX)?;
    let most = if arguments.values.len() > 2 { arguments.whole(2, 128)? } else { u32::MAX };
    let mut x = a ^ b;
    let mut lines = Vec::new();
    while x != 0 && lines.len() as u32 <= most {
        x &= x - 1;
        lines.push(format!("{:>2} {}", lines.len() + 1, digits(x, recipe.bits.get())));
    }
    Ok(lines)
}

/// The masks of the parallel sum: every second bit, every second pair, every second four.
const MASKS: [u64; 3] = [0x5555_5555_5555_5555, 0x3333_3333_3333_3333, 0x0f0f_0f0f_0f0f_0f0f];

fn parallel(arguments: &Arguments<'_>) -> Result<String, String> {
    let (x, _) = difference(arguments, usize::MAX)?;
    let x = u64::try_from(x).map_err(|_| "more than 64 bits".to_owned())?;
    let pairs = x - (x >> 1 & MASKS[0]);
    let fours = (pairs & MASKS[1]) + (pairs >> 2 & MASKS[1]);
    let bytes = (fours + (fours >> 4)) & MASKS[2];
    let sum = bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56;
    let line = |what: &str, mask: &str, value: u64| format!("{what:<28} {mask:<18} {value:016x}");
    Ok([
        line("x = a ^ b", "", x),
        line("x − (x >> 1 & m1)", &format!("m1 = {:x}…", MASKS[0] >> 48), pairs),
        line("(x & m2) + (x >> 2 & m2)", &format!("m2 = {:x}…", MASKS[1] >> 48), fours),
        line("(x + (x >> 4)) & m4", &format!("m4 = {:04x}…", MASKS[2] >> 48), bytes),
        format!("{:<28} {:<18} {sum}", "x · 0101… >> 56", ""),
    ]
    .join("\n"))
}

fn operations(arguments: &Arguments<'_>) -> Result<f64, String> {
    let inner = Arguments { values: &arguments.values[1..], ..*arguments };
    let (_, bits) = difference(&inner, usize::MAX)?;
    // The xor is one operation; then shift, and, add for each bit; or subtract, and, add for each turn; or 3 + 4 + 3 + 2.
    let further = match &*arguments.text(0) {
        "bits" => 3 * usize::from(bits),
        "kernighan" => 3 * kernighan(&inner)?.len(),
        "parallel" => 12,
        "popcount" => 1,
        other => {
            return Err(say!(
                "{other:?}: bits, kernighan, parallel or popcount",
                "{other:?}：可用 bits、kernighan、parallel 或 popcount"
            ));
        }
    };
    Ok(1.0 + further as f64)
}

fn measure(arguments: &Arguments<'_>) -> Result<f64, String> {
    let measure: Measure = arguments.text(2).parse().map_err(|error| format!("{error}"))?;
    let class = arguments.class;
    let recipe = class.recipe;
    let texts = class.corpus.iter().map(|document| document.text);
    let weights = measure.weights(texts, &Progress::new()).flatten();
    let measurer = Measurer::new(measure, &recipe, None).weighing(weights.as_ref());
    let [a, b] = [0, 1].map(|at| class.document(&arguments.text(at)));
    let text = |document: u32| class.corpus.get(document as usize).text;
    Ok(measurer.value(&measurer.prepare(text(a?)), &measurer.prepare(text(b?))))
}
