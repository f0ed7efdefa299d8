//! The columns of a table and their types.

use crate::recipe::Bits;

/// A column with its type, which Parquet stores.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "other formats look at the name alone"))]
pub struct Column {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) is_optional: bool,
    pub(super) is_signed: bool,
}

#[derive(Debug, Clone, Copy)]
#[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "other formats have no types"))]
pub(super) enum Kind {
    /// BYTE_ARRAY as STRING.
    Text,
    /// INT32.
    Count,
    /// INT64.
    Whole,
    /// DOUBLE.
    Number,
    /// INT32 as UINT_32 up to 32 bits, INT64 as UINT_64 up to 64, otherwise FIXED_LEN_BYTE_ARRAY of ⌈bits / 8⌉ bytes, the
    /// highest first.
    Signature(Bits),
}

impl Column {
    const fn new(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, is_optional: false, is_signed: false }
    }

    /// A column of [`Cell::Text`](super::Cell::Text); in Parquet a string.
    pub const fn text(name: &'static str) -> Self {
        Self::new(name, Kind::Text)
    }

    /// A column of integers of 32 bits; in Parquet INT32.
    pub const fn count(name: &'static str) -> Self {
        Self::new(name, Kind::Count)
    }

    /// A column of integers of 64 bits (pairs, bytes); in Parquet INT64.
    pub const fn whole(name: &'static str) -> Self {
        Self::new(name, Kind::Whole)
    }

    /// A column of numbers, whole ones too; in Parquet DOUBLE.
    pub const fn number(name: &'static str) -> Self {
        Self::new(name, Kind::Number)
    }

    /// A column of [`Cell::Signature`](super::Cell::Signature) of that width; in Parquet UINT_32 up to 32 bits, UINT_64 up
    /// to 64, otherwise FIXED_LEN_BYTE_ARRAY of ⌈bits / 8⌉ bytes, the highest first.
    pub const fn signature(name: &'static str, bits: Bits) -> Self {
        Self::new(name, Kind::Signature(bits))
    }

    /// The same with signatures of up to 64 bits as signed integers (two's complement), for engines that have no unsigned ones.
    pub const fn signed(self) -> Self {
        Self { is_signed: true, ..self }
    }

    /// The same with [`Cell::Nothing`](super::Cell::Nothing) allowed.
    pub const fn optional(self) -> Self {
        Self { is_optional: true, ..self }
    }
}
