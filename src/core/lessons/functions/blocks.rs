//! Blocks of signatures, and tables sorted by some of them (Manku, Jain and Das Sarma, WWW 2007, section 3).

use super::arithmetic::choose;
use super::{Arguments, Function, number, text};
use crate::display::say;
use crate::lessons::expression::shown;

pub(super) const FUNCTIONS: &[Function] = &[
    text("blocks", "ID N [RECIPE]", "the signature in N blocks, with their values in hex", |a| {
        let (trace, recipe) = a.trace(0, 2)?;
        let cut = cut(trace.signature, recipe.bits.get(), blocks(a, 1, recipe.bits.get())?);
        let line = |(at, (value, width)): (usize, (u128, u8))| {
            format!(
                "{}  {value:0bits$b}  {value:0hex$x}",
                name(at),
                bits = width.into(),
                hex = usize::from(width.div_ceil(4))
            )
        };
        Ok(cut.into_iter().enumerate().map(line).collect::<Vec<_>>().join("\n"))
    }),
    number("equal-blocks", "A B N [RECIPE]", "how many of N blocks are equal", |a| {
        let ([x, y], recipe) = a.pair(3)?;
        let bits = recipe.bits.get();
        let n = blocks(a, 2, bits)?;
        let equal = cut(x, bits, n).iter().zip(cut(y, bits, n)).filter(|(x, y)| **x == *y).count();
        Ok(equal as f64)
    }),
    text(
        "trimmed-blocks",
        "ID N [RECIPE]",
        "the same without leading zeros, as a program that cuts a number's own digits gets them",
        trimmed,
    ),
    number(
        "leading-zeros",
        "ID [RECIPE]",
        "how many digits of the signature are 0 before the first 1",
        |a| {
            let (trace, recipe) = a.trace(0, 1)?;
            Ok(f64::from(trace.signature.leading_zeros()) - f64::from(128 - recipe.bits.get()))
        },
    ),
    text(
        "designs",
        "K EXPONENT",
        "tables for 64 bits: how many, their prefixes, candidates at 2^EXPONENT",
        designs,
    ),
];

fn blocks(arguments: &Arguments<'_>, at: usize, bits: u8) -> Result<u8, String> {
    match arguments.whole(at, bits.into())? {
        0 => Err(say!("0 blocks", "块数为 0")),
        n => Ok(n as u8),
    }
}

/// What the screen Index calls a block.
fn name(at: usize) -> char {
    char::from(b'A' + (at % 26) as u8)
}

/// The widths of n blocks, the wider ones first.
fn widths(bits: u8, n: u8) -> Vec<u8> {
    (0..n).map(|block| bits / n + u8::from(block < bits % n)).collect()
}

/// The value and width of each block, the most significant first.
fn cut(signature: u128, bits: u8, n: u8) -> Vec<(u128, u8)> {
    let mut left = bits;
    let block = |width: u8| {
        left -= width;
        (signature >> left & (u128::MAX >> (128 - width)), width)
    };
    widths(bits, n).into_iter().map(block).collect()
}

/// The pieces of the digits from the first 1 on.
fn trimmed(arguments: &Arguments<'_>) -> Result<String, String> {
    let (trace, recipe) = arguments.trace(0, 2)?;
    let bits = recipe.bits.get();
    let width = usize::from(bits / blocks(arguments, 1, bits)?).max(1);
    let digits = format!("{:b}", trace.signature);
    let blocks = digits.as_bytes().chunks(width).map(String::from_utf8_lossy).enumerate();
    Ok(blocks.map(|(at, block)| format!("{}  {block}", name(at))).collect::<Vec<_>>().join("\n"))
}

/// For k: tables of 64-bit signatures that differ in which k of b blocks they leave out of their prefix, and the paper's
/// nested design of (k + 1)² tables.
fn designs(arguments: &Arguments<'_>) -> Result<String, String> {
    let (k, exponent) = (arguments.whole(0, 8)?, arguments.whole(1, 64)?);
    let mut rows: Vec<(f64, u32)> = (k + 1..=k + 3)
        .map(|b| {
            let mut widths = widths(64, b as u8);
            widths.sort_unstable();
            // The shortest prefix has the smallest blocks.
            (choose(b, k), widths.iter().take((b - k) as usize).map(|&width| u32::from(width)).sum())
        })
        .collect();
    let first = 64 / (k + 1);
    rows.push((f64::from((k + 1) * (k + 1)), first + (64 - first) / (k + 1)));
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    let line = |&(tables, prefix): &(f64, u32)| {
        let each = 2_f64.powi(exponent.cast_signed() - prefix.cast_signed());
        format!("{:>3}  {prefix:>3}  {:>12}  {:>12}", tables, shown(each), shown(tables * each))
    };
    Ok(rows.iter().map(line).collect::<Vec<_>>().join("\n"))
}
