//! How a signature is written in a record, and what is wrong with one.

use crate::corpus::Spot;
use crate::corpus::record::{Value, id_text, scalar};
use crate::corpus::skip::kind;
use crate::display::say;
use std::borrow::Cow;

/// How a signature is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// This many hex digits.
    Hex(usize),
    /// An integer of 64 bits.
    Word,
    /// This many bytes.
    Bytes(usize),
}

impl Form {
    /// The number of bits that the form can hold.
    pub(super) fn bits(self) -> usize {
        match self {
            Self::Hex(digits) => 4 * digits,
            Self::Word => 64,
            Self::Bytes(bytes) => 8 * bytes,
        }
    }

    pub(super) fn describe(self) -> String {
        match self {
            Self::Hex(digits) => say!("{digits} hex digits", "{digits} 位十六进制数字"),
            Self::Word => say!("an integer of 64 bits", "64 位整数"),
            Self::Bytes(bytes) => say!("{bytes} bytes", "{bytes} 字节"),
        }
    }
}

/// A signature and its form. `bits` decides between bytes and digits where both are possible.
pub(super) fn parse(signature: Option<&Value<'_>>, bits: Option<usize>) -> Result<(u128, Form), String> {
    let (value, form) = match signature {
        Some(Value::Text(text)) => parse_hex(text)?,
        Some(Value::Word(word)) => ((*word).into(), Form::Word),
        Some(Value::Bytes(bytes)) => parse_bytes(bytes),
        // A signature of up to 4 bits is one byte or one digit; no such byte equals a digit.
        Some(Value::Blob(bytes)) => match str::from_utf8(bytes).ok().map(parse_hex) {
            Some(Ok(hex)) if bits.is_none_or(|bits| bits.div_ceil(8) != bytes.len() || bits <= 4) => hex,
            _ if bits.is_some_and(|bits| bits.div_ceil(8) == bytes.len()) => parse_bytes(bytes),
            // Bytes that are no digits are the signature itself, eight bits each.
            _ if bits.is_none() => parse_bytes(bytes),
            _ => {
                return Err(say!(
                    "`signature` has {} bytes, which `bits` does not fit",
                    "`signature` 有 {} 字节，与 `bits` 不符",
                    bytes.len()
                ));
            }
        },
        Some(Value::Number(_) | Value::Integer(_)) => {
            return Err(say!(
                "`signature` is a number, not a text of hex digits",
                "`signature` 是数，不是十六进制文本"
            ));
        }
        Some(Value::Texts(_)) => return Err(no_signature("a list")),
        Some(Value::Truth(_)) => return Err(no_signature("true or false")),
        Some(Value::Other(what)) => return Err(no_signature(what)),
        None => return Err(say!("no `signature`", "没有 `signature`")),
    };
    match form.bits() {
        0 => Err(say!("the signature has no bits", "签名为空")),
        1..=128 => Ok((value, form)),
        bits => Err(say!("{} are {bits} bits, more than 128", "{} 即 {bits} 位，超过 128", form.describe())),
    }
}

fn no_signature(what: &'static str) -> String {
    let what = kind(what);
    say!("`signature` is {what}, not a signature", "`signature` 的值为{what}，不是签名")
}

fn parse_bytes(bytes: &[u8]) -> (u128, Form) {
    let value = bytes.iter().fold(0_u128, |value, &byte| value << 8 | u128::from(byte));
    (value, Form::Bytes(bytes.len()))
}

fn parse_hex(text: &str) -> Result<(u128, Form), String> {
    let digits = text.trim();
    let digits = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")).unwrap_or(digits);
    if digits.is_empty() {
        return Err(say!(
            "the signature is empty; `hash --unreadable row` writes such rows for records that could not be read: leave them out",
            "签名为空；`hash --unreadable row` 会为无法读取的记录写出这样的行：请去掉它们"
        ));
    }
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_hex {
        let start: String = text.chars().take(40).collect();
        return Err(say!("`{start}` is no hexadecimal number", "`{start}` 不是十六进制数"));
    }
    let form = Form::Hex(digits.len());
    // A number that is too long is reported by the check of its form.
    let value = if form.bits() > 128 { Ok(0) } else { u128::from_str_radix(digits, 16) };
    Ok((value.map_err(|error| error.to_string())?, form))
}

/// The number in `bits`, if there is one.
pub(super) fn number_of_bits(bits: Option<Value<'_>>) -> Result<Option<usize>, String> {
    if let Some(Value::Other(what)) = bits
        && what != "null"
    {
        let what = kind(what);
        return Err(say!("`bits` is {what}, not a whole number", "`bits` 的值为 {what}，不是整数"));
    }
    if let Some(Value::Integer(bits)) = bits
        && let Ok(bits) = usize::try_from(bits)
    {
        return Ok(Some(bits));
    }
    match scalar(bits).as_deref().map(str::trim).filter(|bits| !bits.is_empty()) {
        None => Ok(None),
        Some(bits) => bits
            .parse()
            .map(Some)
            .map_err(|_| say!("`bits` is {bits}, not a whole number", "`bits` 的值为 {bits}，不是整数")),
    }
}

/// The id of a record, if it has one. A row needs one: its number is easily mistaken for an id.
pub(super) fn id_of<'r>(
    spot: Spot,
    id: Option<Value<'r>>,
    field: &str,
) -> Result<Option<Cow<'r, str>>, String> {
    let what = match (spot, id) {
        (Spot::Row(_), None) => {
            return Err(say!(
                "no column `{field}`: choose the one of the ids with --id-field",
                "没有列 `{field}`：请用 --id-field 选择编号所在的列"
            ));
        }
        (Spot::Row(_), Some(Value::Other(what))) => what,
        (_, id) => match id.map_or(Ok(None), id_text) {
            Ok(id) => return Ok(id.filter(|id| !id.is_empty())),
            Err(what) => what,
        },
    };
    let what = kind(what);
    Err(say!(
        "`{field}` is {what}, neither a text nor an integer",
        "`{field}` 的值为{what}，既不是文本也不是整数"
    ))
}
