//! A value of a row.

use super::recipe_object::RecipeObject;
use crate::corpus::SignatureFormat;
use crate::recipe::Bits;

/// A value of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cell<'a> {
    /// Text of any origin.
    Text(&'a str),
    /// A count, an index or an ordinal.
    Count(u64),
    /// An integer that may be negative.
    Integer(i64),
    /// Whether something is so: `true` or `false` in JSON, 1 or 0 elsewhere.
    Truth(bool),
    /// A number; four decimals in a table, exact elsewhere.
    Number(f64),
    /// A signature of that width in a notation; in Parquet the bits themselves.
    Signature(u128, Bits, SignatureFormat),
    /// A recipe: an object in JSON, this text elsewhere.
    Recipe(&'a str, &'a RecipeObject),
    /// Texts: a list in JSON, this text elsewhere.
    List(&'a str, &'a [String]),
    /// No value: empty, `–` in a table, `null` in JSON.
    Nothing,
}

macro_rules! from {
    ($($of:ty: $value:ident => $cell:expr;)*) => { $(
        impl From<$of> for Cell<'_> {
            fn from($value: $of) -> Self {
                $cell
            }
        }
    )* };
}

from! {
    usize: count => Cell::Count(count as u64);
    u64: count => Cell::Count(count);
    u32: count => Cell::Count(count.into());
    u8: count => Cell::Count(count.into());
    f64: number => Cell::Number(number);
    bool: is_true => Cell::Truth(is_true);
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(text: &'a str) -> Self {
        Cell::Text(text)
    }
}

impl<'a, T: Into<Cell<'a>>> From<Option<T>> for Cell<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Cell::Nothing, Into::into)
    }
}
