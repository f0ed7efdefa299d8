//! Which notation the texts of a column of signatures are in: all of them decide, not the first.
//!
//! The same digits are valid in several notations: `8550830854347186281` is a decimal of 64 bits, and hexadecimal of 76. So a
//! notation is settled only if no other fits, and what fits several is refused. Rows are few that leave it open: a hash in
//! hexadecimal lacks the letters a–f in one of two thousand cases.

use super::shape::{BASE64, BITS, DECIMAL, HEX, Notations, Shape, decoded};
use crate::display::say;

/// How signatures are written as text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SignatureFormat {
    /// What all of them can be, if that is one thing.
    #[default]
    Auto,
    /// Hexadecimal, with or without `0x`, `\x` and leading zeros.
    Hex,
    /// Decimal, unsigned.
    Decimal,
    /// Decimal in two's complement: the highest bit makes it negative.
    Signed,
    /// Zeros and ones, the highest bit first; `0b` may stand before.
    Bits,
    /// Base64 of the bytes, the highest first; with or without padding, in either alphabet.
    Base64,
}

/// The notation of a column, as far as it is known.
#[derive(Debug)]
pub(super) struct Column {
    asked: SignatureFormat,
    can_be: Notations,
    /// Length of the first text, of the shortest and of the longest.
    first: usize,
    shortest: usize,
    longest: usize,
    is_surely_hex: bool,
    has_capital: bool,
    is_led_by_zero: bool,
    is_negative: bool,
    /// The largest number that is not negative.
    largest: u128,
    /// Every row says its bits, and has just the hex digits for them.
    fits_its_bits: bool,
    /// Every row says its bits, two or more, and has as many characters.
    spells_its_bits: bool,
    /// The notation, and the width where no column `bits` gives it.
    settled: Option<(Notations, usize)>,
}

impl Column {
    pub(super) fn new(asked: SignatureFormat) -> Self {
        Self {
            asked,
            can_be: Notations::of(asked),
            first: 0,
            shortest: usize::MAX,
            longest: 0,
            is_surely_hex: false,
            has_capital: false,
            is_led_by_zero: false,
            is_negative: false,
            largest: 0,
            fits_its_bits: true,
            spells_its_bits: true,
            settled: None,
        }
    }

    pub(super) fn is_settled(&self) -> bool {
        self.settled.is_some()
    }

    /// Takes the next text in; `is_number` if it is a number of JSON, which is decimal.
    pub(super) fn take(&mut self, text: &str, is_number: bool, bits: Option<usize>) -> Result<(), String> {
        let mut shape = Shape::of(text, self.asked);
        if is_number {
            shape.can_be.0 &= DECIMAL;
        }
        let can_be = Notations(self.can_be.0 & shape.can_be.0);
        if can_be.0 == 0 {
            return Err(self.misfit(text, shape.can_be, is_number));
        }
        if self.longest == 0 {
            self.first = shape.length;
        }
        self.can_be = can_be;
        self.shortest = self.shortest.min(shape.length);
        self.longest = self.longest.max(shape.length);
        self.is_surely_hex |= shape.is_surely_hex;
        self.has_capital |= shape.has_capital;
        self.is_led_by_zero |= shape.is_led_by_zero;
        self.is_negative |= shape.is_negative;
        if !shape.is_negative {
            self.largest = self.largest.max(shape.magnitude);
        }
        self.fits_its_bits &= bits.is_some_and(|bits| bits.div_ceil(4) == text.len());
        self.spells_its_bits &= bits.is_some_and(|bits| bits > 1 && bits == shape.length);
        self.check_lengths(text, shape.length)?;
        if can_be.0 == DECIMAL { self.check_signs(shape, bits) } else { Ok(()) }
    }

    /// Why a text cannot stand in this column.
    fn misfit(&self, text: &str, can_be: Notations, is_number: bool) -> String {
        let start: String = text.chars().take(40).collect();
        let may = self.settled.map_or(self.can_be, |(notation, _)| notation);
        if text.is_empty() {
            return say!(
                "the signature is empty; `sign --unreadable row` writes such rows for records that could not be read: leave them out",
                "签名为空；`sign --unreadable row` 会为无法读取的记录写出这样的行：请去掉它们"
            );
        }
        if is_number {
            return say!(
                "{start} is a JSON number, which is decimal, not {}",
                "{start} 是 JSON 数，即十进制，而不是{}",
                may.named()
            );
        }
        let is_rounded = text.contains('.') && text.parse::<f64>().is_ok();
        let hex = text.strip_prefix("0x").unwrap_or(text);
        match () {
            () if is_rounded => say!(
                "`{start}` is a rounded number: its last bits are lost; write the signatures as text or as integers",
                "`{start}` 是舍入过的数：末尾的位已丢失；请把签名写成文本或整数"
            ),
            () if hex.len() > 32 && hex.bytes().all(|byte| byte.is_ascii_hexdigit()) => say!(
                "{} hex digits are {} bits, more than 128",
                "{} 位十六进制数字即 {} 位，超过 128",
                hex.len(),
                4 * hex.len()
            ),
            () if self.longest == 0 && self.asked == SignatureFormat::Auto => say!(
                "`{start}` is no hexadecimal number, nor a signature in another notation that is recognised",
                "`{start}` 不是十六进制数，也不是可识别的其他写法的签名"
            ),
            () if may.0 == HEX => say!("`{start}` is no hexadecimal number", "`{start}` 不是十六进制数"),
            () if can_be.0 == 0 => say!("`{start}` is not {}", "`{start}` 不是{}", may.named()),
            () => say!(
                "`{start}` is {}, but those before are {}",
                "`{start}` 是{}，而此前的是{}",
                can_be.named(),
                may.named()
            ),
        }
    }

    /// Where leading zeros are written, all have one length; otherwise something was cut off.
    fn check_lengths(&self, text: &str, found: usize) -> Result<(), String> {
        let must_be_even = match self.can_be.0 {
            BITS => !text.starts_with("0b"),
            BASE64 => true,
            _ => self.is_led_by_zero && (self.can_be.0 == HEX || self.is_surely_hex),
        };
        if !must_be_even || self.shortest == self.longest {
            return Ok(());
        }
        let first = self.first;
        Err(match self.can_be.0 {
            _ if found == first => say!(
                "a leading zero, although another signature has fewer digits: one was cut off, or only some were padded",
                "有前导零，而另有签名位数更少：有的被截断，或只有部分补了零"
            ),
            BITS => say!(
                "{found} bits where the first signature has {first}",
                "{found} 位，而第一个签名为 {first} 位"
            ),
            BASE64 => say!(
                "{found} characters of base64 where the first signature has {first}",
                "{found} 个 base64 字符，而第一个签名为 {first} 个"
            ),
            _ => say!(
                "{found} hex digits where the first signature has {first}",
                "{found} 位十六进制数字，而第一个签名为 {first} 位"
            ),
        })
    }

    fn check_signs(&self, shape: Shape, bits: Option<usize>) -> Result<(), String> {
        let bits = bits.unwrap_or(64).clamp(1, 128);
        if shape.is_negative && self.asked == SignatureFormat::Decimal {
            return Err(say!(
                "a negative number: give --signature-format signed",
                "为负数：请用 --signature-format signed"
            ));
        }
        if shape.is_negative && shape.magnitude > 1 << (bits - 1) {
            return Err(too_large(bits));
        }
        // Fewer bits than the signed number has room for need no sign.
        let width = if self.is_negative { bits } else { bits.next_power_of_two().max(64) };
        let is_signed = self.is_negative || self.asked == SignatureFormat::Signed;
        match is_signed && self.largest >> (width - 1) != 0 {
            true => Err(say!(
                "{} is beyond what a signed number of {width} bits holds, and signatures here are signed",
                "{} 超出 {width} 位有符号数的范围，而此处的签名是有符号数",
                self.largest
            )),
            false => Ok(()),
        }
    }

    /// Settles the notation by the texts so far.
    ///
    /// # Errors
    /// Several fit.
    pub(super) fn settle(&mut self) -> Result<(), String> {
        let can_be = self.can_be;
        // A zero in front of as many digits as the bits need: no decimal is padded so.
        let is_own = self.fits_its_bits && self.is_led_by_zero && self.shortest == self.longest;
        let is_hex = can_be.has(HEX) && (self.is_surely_hex || is_own);
        // Base64 of 4, 8 or 16 bytes without padding.
        let is_also_base64 = can_be.has(BASE64) && self.has_capital && !self.fits_its_bits;
        let notation = match can_be.0 {
            bits if bits & BITS != 0 && self.spells_its_bits => BITS,
            _ if is_hex && !is_also_base64 => HEX,
            one if one.is_power_of_two() && (one != HEX || is_hex || self.asked == SignatureFormat::Hex) => {
                one
            }
            _ => {
                let named = can_be.named();
                return Err(say!(
                    "the signatures can be {named}: say which by --signature-format",
                    "这些签名可以是{named}：请用 --signature-format 指明"
                ));
            }
        };
        let is_even = self.shortest == self.longest;
        let whole = |is_narrow: bool| if is_narrow { 64 } else { 128 };
        let width = match notation {
            HEX if is_even => 4 * self.longest,
            HEX => whole(self.longest <= 16),
            BITS if is_even => self.longest,
            BITS => whole(self.longest <= 64),
            BASE64 => self.longest * 6 / 8 * 8,
            _ => whole(self.largest >> 64 == 0),
        };
        self.settled = Some((Notations(notation), width));
        self.can_be = Notations(notation);
        Ok(())
    }

    /// The signature and its width.
    pub(super) fn read(&self, text: &str, bits: Option<usize>) -> Result<(u128, u8), String> {
        let (notation, width) = self.settled.unwrap_or((self.can_be, 128));
        let most = if notation.has(BASE64) { width } else { 128 };
        let width = bits.unwrap_or(width);
        if !(1..=most).contains(&width) {
            return Err(say!(
                "`bits` is {width}, not 1 to {most}",
                "`bits` 的值为 {width}，不在 1 到 {most} 之间"
            ));
        }
        let mask = u128::MAX >> (128 - width);
        let digits = ["0x", "0X", "\\x", "0b"].iter().find_map(|mark| text.strip_prefix(mark));
        let digits =
            digits.filter(|_| text.starts_with('\\') || !notation.has(HEX) || !text.starts_with("0b"));
        let digits = digits.unwrap_or(text);
        let value = match notation.0 {
            HEX => u128::from_str_radix(digits, 16).ok(),
            BITS => u128::from_str_radix(digits, 2).ok(),
            BASE64 => decoded(text),
            _ => match text.strip_prefix('-') {
                // Two's complement; the magnitude has been checked.
                Some(magnitude) => {
                    magnitude.parse().ok().map(|magnitude: u128| magnitude.wrapping_neg() & mask)
                }
                None => text.parse().ok(),
            },
        };
        match value {
            Some(value) if value <= mask => Ok((value, width as u8)),
            _ => Err(too_large(width)),
        }
    }
}

fn too_large(bits: usize) -> String {
    say!(
        "the signature has more than its {bits} bits (a column `bits` gives another width)",
        "签名超过 {bits} 位（可用列 `bits` 指定其他位数）"
    )
}
