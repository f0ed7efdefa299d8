//! `simscope bits`: the distance of signatures that are typed, as the worked figures of articles give them.

use super::arguments::BitsArguments;
use super::failure::Failure;
use simscope_core::display::say;
use simscope_core::export::Column;
use simscope_core::hamming;

/// Digits and what they say.
struct Typed {
    digits: String,
    value: u128,
}

pub(super) fn run(arguments: &BitsArguments) -> Result<(), Failure> {
    // If one of them has other digits than 0 and 1, all are hexadecimal.
    let is_digit = |digit: char| matches!(digit, '0' | '1');
    let is_plain = |written: &&String| !written.contains(',') && !written.starts_with("0x");
    let is_hex = arguments.signatures.iter().filter(is_plain).any(|written| !written.chars().all(is_digit));
    let typed =
        arguments.signatures.iter().map(|written| read(written, is_hex)).collect::<Result<Vec<_>, _>>()?;
    let [first, others @ ..] = &typed[..] else { unreachable!("one is required") };
    if let Some(other) = others.iter().find(|other| other.digits.len() != first.digits.len()) {
        let [a, b] = [first, other].map(|typed| typed.digits.len());
        let (first, other) = (&first.digits, &other.digits);
        return Err(Failure::Usage(say!(
            "bits: {first} has {a} bits and {other} has {b}; signatures are compared bit by bit, so give them the same width",
            "bits：{first} 有 {a} 位，{other} 有 {b} 位；签名逐位比较，位数须相同"
        )));
    }
    let bits = first.digits.len();
    if others.is_empty() {
        let columns = [Column::text("signature"), Column::number("bits")];
        return arguments
            .output
            .rows(&columns, &[], |rows| rows.write(&[first.digits.as_str().into(), bits.into()]));
    }
    let columns = [
        Column::text("a"),
        Column::text("b"),
        Column::text("xor"),
        Column::number("distance"),
        Column::number("bits"),
    ];
    arguments.output.rows(&columns, &[], |rows| {
        for (at, a) in typed.iter().enumerate() {
            for b in &typed[at + 1..] {
                let xor = format!("{:0bits$b}", a.value ^ b.value);
                let distance = hamming::distance(a.value, b.value);
                rows.write(&[
                    a.digits.as_str().into(),
                    b.digits.as_str().into(),
                    xor.as_str().into(),
                    distance.into(),
                    bits.into(),
                ])?;
            }
        }
        Ok(())
    })
}

/// Digits in binary, in hexadecimal as `is_hex` says or behind `0x`, or sums, of which those above 0 become 1.
fn read(written: &str, is_hex: bool) -> Result<Typed, Failure> {
    let digits = if written.contains(',') {
        let sign = |sum: &str| {
            sum.trim().replace('−', "-").parse::<f64>().ok().map(|sum| if sum > 0.0 { '1' } else { '0' })
        };
        written.split(',').map(sign).collect::<Option<String>>()
    } else if let Some(hex) = written.strip_prefix("0x").or_else(|| is_hex.then_some(written)) {
        hex.chars().map(|digit| digit.to_digit(16).map(|digit| format!("{digit:04b}"))).collect()
    } else {
        written.chars().all(|digit| matches!(digit, '0' | '1')).then(|| written.to_owned())
    };
    let value = digits.as_ref().filter(|digits| digits.len() <= 128);
    let value = value.and_then(|digits| u128::from_str_radix(digits, 2).ok());
    digits.zip(value).map(|(digits, value)| Typed { digits, value }).ok_or_else(|| {
        let shown = simscope_core::visible::line(written);
        Failure::Usage(say!(
            "bits {shown}: not a signature; write 1 to 128 binary digits (10101), hexadecimal ones (3c, 0x10), or sums (13,-108,55)",
            "bits {shown}：不是签名；请写 1 到 128 位二进制数字（10101）、十六进制数字（3c、0x10），或累加值（13,-108,55）"
        ))
    })
}
