//! Signatures as text, in the notation that another program wants.

use crate::corpus::SignatureFormat;
use crate::recipe::Bits;
use crate::simhash::hex;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::ser::{Serialize, Serializer};

/// A signature in a notation; hexadecimal is that of [`hex`].
pub(super) fn written(signature: u128, bits: Bits, format: SignatureFormat) -> String {
    match format {
        SignatureFormat::Auto | SignatureFormat::Hex => hex(signature, bits),
        SignatureFormat::Decimal => signature.to_string(),
        SignatureFormat::Signed => match bits.get() {
            64 => (signature as u64).cast_signed().to_string(),
            _ => signature.cast_signed().to_string(),
        },
        SignatureFormat::Bits => format!("{signature:0width$b}", width = usize::from(bits.get())),
        SignatureFormat::Base64 => {
            STANDARD.encode(&signature.to_be_bytes()[16 - usize::from(bits.get().div_ceil(8))..])
        }
    }
}

/// The same in JSON, where decimals of up to 64 bits are numbers.
pub(super) struct InJson(pub(super) u128, pub(super) Bits, pub(super) SignatureFormat);

impl Serialize for InJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &Self(signature, bits, format) = self;
        match format {
            SignatureFormat::Decimal if bits.get() <= 64 => serializer.serialize_u64(signature as u64),
            SignatureFormat::Signed if bits.get() <= 64 => {
                serializer.serialize_i64((signature as u64).cast_signed())
            }
            _ => serializer.serialize_str(&written(signature, bits, format)),
        }
    }
}
