//! Numbers from numbers.

use super::{Arguments, Function};
use crate::display::say;
use crate::lessons::expression::Value;

type Result = std::result::Result<Value, String>;

pub(super) const FUNCTIONS: &[Function] = &[
    Function::new("add", "X Y", "X + Y", |a| two(a, |x, y| x + y)),
    Function::new("sub", "X Y", "X − Y", |a| two(a, |x, y| x - y)),
    Function::new("mul", "X Y", "X · Y", |a| two(a, |x, y| x * y)),
    Function::new("div", "X Y", "X ÷ Y", |a| two(a, |x, y| x / y)),
    Function::new("power", "X Y", "X to the power Y", |a| two(a, f64::powf)),
    Function::new("and", "X Y", "the bits that both whole numbers have", |a| {
        Ok(Value::Number((natural(a, 0)? & natural(a, 1)?) as f64))
    }),
    Function::new("degrees", "COSINE", "the angle with this cosine, in degrees", |a| {
        Ok(Value::Number(a.number(0)?.acos().to_degrees()))
    }),
    Function::new("log2", "X", "the logarithm to base 2", |a| Ok(Value::Number(a.number(0)?.log2()))),
    Function::new("ln", "X", "the natural logarithm", |a| Ok(Value::Number(a.number(0)?.ln()))),
    Function::new("log10", "X", "the logarithm to base 10", |a| Ok(Value::Number(a.number(0)?.log10()))),
    Function::new("floor", "X", "X without its fraction", |a| Ok(Value::Number(a.number(0)?.floor()))),
    Function::new("ceil", "X", "the next whole number from X up", |a| Ok(Value::Number(a.number(0)?.ceil()))),
    Function::new("round", "X PLACES", "X rounded to decimal places", round),
    Function::new("bar", "X", "a bar of 20 columns for 1", |a| {
        Ok(Value::Text("█".repeat((a.number(0)?.clamp(0.0, 1.0) * 20.0).round() as usize)))
    }),
    Function::new("percent", "X", "100 · X and a percent sign", percent),
    Function::new("choose", "N K", "how many ways there are to choose K of N", |a| {
        Ok(Value::Number(choose(a.whole(0, 1000)?, a.whole(1, 1000)?)))
    }),
    Function::new("all-pairs", "N", "how many pairs N documents have, N(N − 1)/2", |a| {
        let documents = a.number(0)?;
        Ok(Value::Number(documents * (documents - 1.0) / 2.0))
    }),
    Function::new(
        "ball",
        "BITS K",
        "how many signatures are within K of one: the sum of choose BITS i",
        ball,
    ),
    Function::new("chance", "BITS K", "the share of random pairs that are within K", |a| {
        let within = value_of_ball(a)?;
        Ok(Value::Number(within / 2_f64.powi(a.whole(0, 128)?.cast_signed())))
    }),
];

/// The whole number at this place, below 2⁵².
fn natural(arguments: &Arguments<'_>, at: usize) -> std::result::Result<u64, String> {
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

fn two(arguments: &Arguments<'_>, compute: impl Fn(f64, f64) -> f64) -> Result {
    Ok(Value::Number(compute(arguments.number(0)?, arguments.number(1)?)))
}

fn round(arguments: &Arguments<'_>) -> Result {
    let scale = 10_f64.powi(arguments.whole(1, 9)?.cast_signed());
    Ok(Value::Number((arguments.number(0)? * scale).round() / scale))
}

fn percent(arguments: &Arguments<'_>) -> Result {
    let percent = arguments.number(0)? * 100.0;
    let percent = if percent.abs() < 10.0 { (percent * 10.0).round() / 10.0 } else { percent.round() };
    Ok(Value::Text(format!("{} %", Value::Number(percent))))
}

/// N over K.
pub(super) fn choose(n: u32, k: u32) -> f64 {
    (0..k).fold(1.0, |ways, i| (ways * (f64::from(n) - f64::from(i)) / f64::from(i + 1)).round())
}

fn ball(arguments: &Arguments<'_>) -> Result {
    value_of_ball(arguments).map(Value::Number)
}

fn value_of_ball(arguments: &Arguments<'_>) -> std::result::Result<f64, String> {
    let bits = arguments.whole(0, 128)?;
    Ok((0..=arguments.whole(1, bits)?).map(|k| choose(bits, k)).sum())
}
