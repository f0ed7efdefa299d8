//! Compressed tables of sorted signatures (Manku, Jain and Das Sarma, WWW 2007, section 3.2).

use super::{Arguments, Function, number, text};
use crate::display::say;
use crate::random::Random;
use crate::recipe::Bits;
use crate::search::Compressed;

pub(super) const FUNCTIONS: &[Function] = &[
    text(
        "steps-of-table",
        "NUMBERS",
        "binary numbers, each with the highest bit in which it differs from the one before, and the bits below it",
        steps,
    ),
    number("compressed-share", "N", "bytes of N random sorted 64-bit signatures, compressed ÷ not", |a| {
        let n = a.whole(0, 1_000_000)?.max(1);
        let mut random = Random::of(&[1]);
        let mut keys: Vec<u64> = (0..n).map(|_| random.draw()).collect();
        keys.sort_unstable();
        Ok(Compressed::build(&keys, Bits::DEFAULT).bytes() as f64 / (f64::from(n) * 8.0))
    }),
];

fn numbers(text: &str) -> Result<Vec<(String, u64)>, String> {
    let number = |digits: &str| {
        let value = u64::from_str_radix(digits, 2)
            .map_err(|_| say!("{digits:?} is no binary number", "{digits:?} 不是二进制数"))?;
        Ok((digits.to_owned(), value))
    };
    let all = text.split_whitespace().map(number).collect::<Result<Vec<_>, String>>()?;
    match all.iter().all(|(digits, _)| digits.len() == all[0].0.len()) {
        true => Ok(all),
        false => Err(say!("every number needs as many digits as the others", "所有数的位数须相同")),
    }
}

fn steps(arguments: &Arguments<'_>) -> Result<String, String> {
    let numbers = numbers(&arguments.text(0))?;
    let mut lines = Vec::new();
    let mut before: Option<u64> = None;
    for (digits, value) in numbers {
        lines.push(match before.map(|before| before ^ value) {
            None => digits,
            Some(0) => format!("{digits}  ="),
            Some(xor) => {
                let h = xor.ilog2();
                let below: String = digits.chars().skip(digits.len() - h as usize).collect();
                format!("{digits}  h = {h}  {below}")
            }
        });
        before = Some(value);
    }
    Ok(lines.join("\n"))
}
