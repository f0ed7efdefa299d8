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
    /// A number; four decimals in a table, exact elsewhere.
    Number(f64),
    /// A signature of that width: hexadecimal, and in Parquet the bits themselves.
    Signature(u128, Bits),
    /// The same in a notation.
    SignatureAs(u128, Bits, SignatureFormat),
    /// A recipe: an object in JSON, this text elsewhere.
    Recipe(&'a str, &'a RecipeObject),
    /// Texts: a list in JSON, this text elsewhere.
    List(&'a str, &'a [String]),
    /// No value: empty, `–` in a table, `null` in JSON.
    Nothing,
}

impl From<usize> for Cell<'_> {
    fn from(count: usize) -> Self {
        Cell::Count(count as u64)
    }
}

impl From<u64> for Cell<'_> {
    fn from(count: u64) -> Self {
        Cell::Count(count)
    }
}

impl From<u32> for Cell<'_> {
    fn from(count: u32) -> Self {
        Cell::Count(count.into())
    }
}

impl From<u8> for Cell<'_> {
    fn from(count: u8) -> Self {
        Cell::Count(count.into())
    }
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(text: &'a str) -> Self {
        Cell::Text(text)
    }
}

impl From<f64> for Cell<'_> {
    fn from(number: f64) -> Self {
        Cell::Number(number)
    }
}

impl<'a, T: Into<Cell<'a>>> From<Option<T>> for Cell<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Cell::Nothing, Into::into)
    }
}
