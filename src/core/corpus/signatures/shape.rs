//! What one text can be: a number in hexadecimal, in decimal, bits, base64.

use super::notation::SignatureFormat;
use crate::display::say;
use base64::Engine;
use base64::alphabet::{STANDARD, URL_SAFE};
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

/// What a text can be: some of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Notations(pub(super) u8);

pub(super) const HEX: u8 = 1;
pub(super) const DECIMAL: u8 = 2;
pub(super) const BITS: u8 = 4;
pub(super) const BASE64: u8 = 8;

impl Notations {
    pub(super) fn of(asked: SignatureFormat) -> Self {
        Self(match asked {
            SignatureFormat::Auto => HEX | DECIMAL | BITS | BASE64,
            SignatureFormat::Hex => HEX,
            SignatureFormat::Decimal | SignatureFormat::Signed => DECIMAL,
            SignatureFormat::Bits => BITS,
            SignatureFormat::Base64 => BASE64,
        })
    }

    pub(super) fn has(self, notation: u8) -> bool {
        self.0 & notation != 0
    }

    /// With the values of `--signature-format` that they are.
    pub(super) fn named(self) -> String {
        let names = [
            (HEX, say!("hexadecimal (hex)", "十六进制（hex）")),
            (DECIMAL, say!("decimal (decimal, signed)", "十进制（decimal、signed）")),
            (BITS, say!("bits (bits)", "二进制位串（bits）")),
            (BASE64, say!("base64 (base64)", "base64（base64）")),
        ];
        let names: Vec<String> =
            names.into_iter().filter(|(notation, _)| self.has(*notation)).map(|(_, name)| name).collect();
        names.join(&say!(" or ", "或"))
    }
}

/// What one text shows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    pub(super) can_be: Notations,
    /// Characters, without a prefix or suffix such as `0x` or `=`.
    pub(super) length: usize,
    /// It has a letter a–f, or says that it is hexadecimal.
    pub(super) is_surely_hex: bool,
    pub(super) has_capital: bool,
    /// A zero stands before other digits.
    pub(super) is_led_by_zero: bool,
    /// As a decimal.
    pub(super) magnitude: u128,
    pub(super) is_negative: bool,
}

impl Shape {
    pub(super) fn of(text: &str, asked: SignatureFormat) -> Self {
        let marked = ["0x", "0X", "\\x"].iter().find_map(|mark| text.strip_prefix(mark));
        let digits = marked.unwrap_or(text);
        let mut can_be = 0;
        if (1..=32).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            can_be |= HEX;
        }
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let magnitude = match unsigned.bytes().all(|byte| byte.is_ascii_digit()) {
            true => unsigned.parse().ok(),
            false => None,
        };
        can_be |= magnitude.map_or(0, |_| DECIMAL);
        let binary = text.strip_prefix("0b");
        let zeros_and_ones = binary.unwrap_or(text);
        if (1..=128).contains(&zeros_and_ones.len())
            && zeros_and_ones.bytes().all(|byte| matches!(byte, b'0' | b'1'))
            // `0b01` is hexadecimal, too.
            && (binary.is_none() || text.len() > 32 || asked == SignatureFormat::Bits)
        {
            can_be |= BITS;
        }
        let unpadded = text.trim_end_matches('=');
        // Words of many lengths are base64. Unasked, it has 4, 8 or 16 bytes.
        let is_likely = matches!(text.len(), 8 | 12 | 24) && unpadded.len() < text.len()
            || matches!(unpadded.len(), 11 | 22);
        if (is_likely || asked == SignatureFormat::Base64) && decoded(text).is_some() {
            can_be |= BASE64;
        }
        let length = match (marked, binary) {
            (Some(digits), _) => digits.len(),
            (None, Some(binary)) if can_be & BITS != 0 => binary.len(),
            _ => unpadded.len(),
        };
        Self {
            can_be: Notations(can_be),
            length,
            is_surely_hex: can_be & HEX != 0
                && (marked.is_some() || digits.bytes().any(|byte| byte.is_ascii_alphabetic())),
            has_capital: digits.bytes().any(|byte| byte.is_ascii_uppercase()),
            is_led_by_zero: digits.len() > 1 && digits.starts_with('0'),
            magnitude: magnitude.unwrap_or(0),
            is_negative: unsigned.len() < text.len(),
        }
    }
}

/// Whether the first row of a file can be a signature and no name of a column: it has digits.
pub(super) fn is_no_name(text: &str, asked: SignatureFormat) -> bool {
    let Shape { can_be, .. } = Shape::of(text.trim(), asked);
    let is_number = can_be.has(HEX | DECIMAL | BITS) && text.bytes().any(|byte| byte.is_ascii_digit());
    is_number || can_be.has(BASE64) && text.ends_with('=')
}

/// The number in base64, if it is canonical and of 1 to 16 bytes.
pub(super) fn decoded(text: &str) -> Option<u128> {
    let config = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let mut bytes = Vec::new();
    for alphabet in [&STANDARD, &URL_SAFE] {
        bytes = GeneralPurpose::new(alphabet, config).decode(text).unwrap_or_default();
        if !bytes.is_empty() {
            break;
        }
    }
    let fits = (1..=16).contains(&bytes.len());
    fits.then(|| bytes.iter().fold(0, |value, &byte| value << 8 | u128::from(byte)))
}
