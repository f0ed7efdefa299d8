//! Numbers from numbers.

use super::{Arguments, Function, number, text};
use crate::display::say;
use crate::lessons::expression::shown;

pub(super) const FUNCTIONS: &[Function] = &[
    number("add", "X Y", "X + Y", |a| two(a, |x, y| x + y)),
    number("sub", "X Y", "X − Y", |a| two(a, |x, y| x - y)),
    number("mul", "X Y", "X · Y", |a| two(a, |x, y| x * y)),
    number("div", "X Y", "X ÷ Y", |a| two(a, |x, y| x / y)),
    number("power", "X Y", "X to the power Y", |a| two(a, f64::powf)),
    number("and", "X Y", "the bits that both whole numbers have", |a| {
        Ok((natural(a, 0)? & natural(a, 1)?) as f64)
    }),
    number("degrees", "COSINE", "the angle with this cosine, in degrees", |a| {
        Ok(a.number(0)?.acos().to_degrees())
    }),
    number("log2", "X", "the logarithm to base 2", |a| Ok(a.number(0)?.log2())),
    number("ln", "X", "the natural logarithm", |a| Ok(a.number(0)?.ln())),
    number("log10", "X", "the logarithm to base 10", |a| Ok(a.number(0)?.log10())),
    number("floor", "X", "X without its fraction", |a| Ok(a.number(0)?.floor())),
    number("ceil", "X", "the next whole number from X up", |a| Ok(a.number(0)?.ceil())),
    number("round", "X PLACES", "X rounded to decimal places", round),
    text("bar", "X", "a bar of 20 columns for 1", |a| {
        Ok("█".repeat((a.number(0)?.clamp(0.0, 1.0) * 20.0).round() as usize))
    }),
    text("percent", "X", "100 · X and a percent sign", percent),
    number("choose", "N K", "how many ways there are to choose K of N", |a| {
        Ok(choose(a.whole(0, 1000)?, a.whole(1, 1000)?))
    }),
    number("all-pairs", "N", "how many pairs N documents have, N(N − 1)/2", |a| {
        let documents = a.number(0)?;
        Ok(documents * (documents - 1.0) / 2.0)
    }),
    number("ball", "BITS K", "how many signatures are within K of one: the sum of choose BITS i", ball),
    number("chance", "BITS K", "the share of random pairs that are within K", |a| {
        Ok(ball(a)? / 2_f64.powi(a.whole(0, 128)?.cast_signed()))
    }),
];

/// The whole number at this place, below 2⁵².
fn natural(arguments: &Arguments<'_>, at: usize) -> Result<u64, String> {
    let number = arguments.number(at)?;
    match number.fract() == 0.0 && (0.0..2_f64.powi(52)).contains(&number) {
        true => Ok(number as u64),
        false => Err(say!(
            "argument {} is no whole number from 0 up to 2^52",
            "第 {} 个参数不是 0 到 2^52 的整数",
            at + 1
        )),
    }
}

fn two(arguments: &Arguments<'_>, compute: impl Fn(f64, f64) -> f64) -> Result<f64, String> {
    Ok(compute(arguments.number(0)?, arguments.number(1)?))
}

fn round(arguments: &Arguments<'_>) -> Result<f64, String> {
    let scale = 10_f64.powi(arguments.whole(1, 9)?.cast_signed());
    Ok((arguments.number(0)? * scale).round() / scale)
}

fn percent(arguments: &Arguments<'_>) -> Result<String, String> {
    let percent = arguments.number(0)? * 100.0;
    let percent = if percent.abs() < 10.0 { (percent * 10.0).round() / 10.0 } else { percent.round() };
    Ok(format!("{} %", shown(percent)))
}

/// N over K.
pub(super) fn choose(n: u32, k: u32) -> f64 {
    (0..k).fold(1.0, |ways, i| (ways * (f64::from(n) - f64::from(i)) / f64::from(i + 1)).round())
}

fn ball(arguments: &Arguments<'_>) -> Result<f64, String> {
    let bits = arguments.whole(0, 128)?;
    Ok((0..=arguments.whole(1, bits)?).map(|k| choose(bits, k)).sum())
}
