//! The columns of a Parquet file, and rows into it.

#[cfg(not(feature = "parquet"))]
mod absent;
#[cfg(feature = "parquet")]
mod file;

#[cfg(not(feature = "parquet"))]
pub(super) use absent::File;
#[cfg(feature = "parquet")]
pub(super) use file::File;

use crate::recipe::Bits;

/// The key under which a Parquet file holds the recipe of its signatures, as TOML.
pub const RECIPE_KEY: &str = "simscope.recipe";

/// A column with its type, for [`Rows::typed`](super::Rows::typed).
#[derive(Debug, Clone, Copy)]
#[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "other formats look at the name alone"))]
pub struct Column<'c> {
    name: &'c str,
    kind: Kind,
    is_optional: bool,
}

#[derive(Debug, Clone, Copy)]
#[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "other formats have no types"))]
enum Kind {
    /// BYTE_ARRAY as STRING.
    Text,
    /// INT32.
    Count,
    /// INT64 as UINT_64 for 64 bits, otherwise FIXED_LEN_BYTE_ARRAY of ⌈bits / 8⌉ bytes, the highest first.
    Signature(Bits),
}

impl<'c> Column<'c> {
    /// A column of [`Cell::Text`](super::Cell::Text); in Parquet a string.
    pub fn text(name: &'c str) -> Self {
        Self { name, kind: Kind::Text, is_optional: false }
    }

    /// A column of [`Cell::Count`](super::Cell::Count) and [`Cell::Integer`](super::Cell::Integer) of 32 bits; in Parquet INT32.
    pub fn count(name: &'c str) -> Self {
        Self { name, kind: Kind::Count, is_optional: false }
    }

    /// A column of [`Cell::Signature`](super::Cell::Signature) of that width; in Parquet UINT_64 for 64 bits, otherwise
    /// FIXED_LEN_BYTE_ARRAY of ⌈bits / 8⌉ bytes, the highest first.
    pub fn signature(name: &'c str, bits: Bits) -> Self {
        Self { name, kind: Kind::Signature(bits), is_optional: false }
    }

    /// The same with [`Cell::Nothing`](super::Cell::Nothing) allowed.
    pub fn optional(self) -> Self {
        Self { is_optional: true, ..self }
    }

    pub(super) fn name(&self) -> &'c str {
        self.name
    }
}
