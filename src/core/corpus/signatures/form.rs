//! How a signature is written in a record, and what is wrong with one.

use super::notation::SignatureFormat;
use crate::corpus::Spot;
use crate::corpus::record::{Value, id_text, scalar};
use crate::corpus::skip::kind;
use crate::display::say;
use std::borrow::Cow;

/// How a signature that is no text is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// An integer of this many bits.
    Word(u8),
    /// This many bytes.
    Bytes(usize),
}

impl Form {
    /// The number of bits that the form can hold.
    pub(super) fn bits(self) -> usize {
        match self {
            Self::Word(bits) => bits.into(),
            Self::Bytes(bytes) => 8 * bytes,
        }
    }

    pub(super) fn describe(self) -> String {
        match self {
            Self::Word(bits) => say!("an integer of {bits} bits", "{bits} 位整数"),
            Self::Bytes(bytes) => say!("{bytes} bytes", "{bytes} 字节"),
        }
    }
}

/// A signature as a record has it.
pub(super) enum Written<'v> {
    /// In a notation that the column has; whether it is a number of JSON.
    Text(Cow<'v, str>, bool),
    Stored(u128, Form),
}

/// The signature of a record. `bits` decides between bytes and digits where both are possible; what `asked` names is text.
pub(super) fn written<'v>(
    signature: Option<&'v Value<'_>>,
    bits: Option<usize>,
    asked: SignatureFormat,
) -> Result<Written<'v>, String> {
    let is_asked = asked != SignatureFormat::Auto;
    let (value, form) = match signature {
        Some(Value::Text(text)) => return Ok(Written::Text(text.trim().into(), false)),
        Some(Value::Integer(number)) => return Ok(Written::Text(number.to_string().into(), true)),
        Some(Value::Number(number)) => {
            return Err(say!(
                "`signature` is {number}, a number that is rounded or beyond 64 bits; write it as a text",
                "`signature` 的值为 {number}：已舍入，或超过 64 位；请写成文本"
            ));
        }
        Some(&Value::Word(word, bits)) => (word.into(), Form::Word(bits)),
        Some(Value::Bytes(bytes)) => parse_bytes(bytes),
        // A signature of up to 4 bits is one byte or one digit; no such byte equals a digit.
        Some(Value::Blob(bytes)) => {
            let text = str::from_utf8(bytes).ok().map(str::trim);
            let fits = bits.is_some_and(|bits| bits.div_ceil(8) == bytes.len());
            let is_text =
                |text: &&str| is_asked || is_hex(text) && (!fits || bits.is_some_and(|bits| bits <= 4));
            match text.filter(is_text) {
                Some(text) => return Ok(Written::Text(text.into(), false)),
                // Bytes that are no digits are the signature itself, eight bits each.
                None if fits || bits.is_none() => parse_bytes(bytes),
                None => {
                    return Err(say!(
                        "`signature` has {} bytes, which `bits` does not fit",
                        "`signature` 有 {} 字节，与 `bits` 不符",
                        bytes.len()
                    ));
                }
            }
        }
        Some(Value::Texts(_)) => return Err(no_signature("a list")),
        Some(Value::Truth(_)) => return Err(no_signature("true or false")),
        Some(Value::Other(what)) => return Err(no_signature(what)),
        None => return Err(say!("no `signature`", "没有 `signature`")),
    };
    let is_number = matches!(asked, SignatureFormat::Decimal | SignatureFormat::Signed);
    match form.bits() {
        _ if is_asked && !(is_number && matches!(form, Form::Word(_))) => Err(say!(
            "`signature` is stored as {}, not as text: leave out --signature-format",
            "`signature` 存储为{}，不是文本：请去掉 --signature-format",
            form.describe()
        )),
        0 => Err(say!("the signature has no bits", "签名为空")),
        1..=128 => Ok(Written::Stored(value, form)),
        bits => Err(say!("{} are {bits} bits, more than 128", "{} 即 {bits} 位，超过 128", form.describe())),
    }
}

fn no_signature(what: &'static str) -> String {
    let what = kind(what);
    say!("`signature` is {what}, not a signature", "`signature` 的值为{what}，不是签名")
}

/// Whether bytes that are not declared as text are a number in hexadecimal.
fn is_hex(text: &str) -> bool {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn parse_bytes(bytes: &[u8]) -> (u128, Form) {
    let value = bytes.iter().fold(0_u128, |value, &byte| value << 8 | u128::from(byte));
    (value, Form::Bytes(bytes.len()))
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
