//! Texts and signatures as they are given: by Arrow, or as any iterable.

use super::InputError;
use super::columns::{Column, arrays};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyFloat, PyString};
use simscope::hamming::Signatures;
use simscope::recipe::Bits;

/// A column of texts.
pub(super) enum Texts {
    Arrow(Vec<ArrayRef>),
    /// Of Python; no copies.
    Python(Vec<Option<PyBackedStr>>),
}

impl Texts {
    /// The texts of this object; `what` names it in errors.
    pub(super) fn of(object: &Bound<'_, PyAny>, what: &str) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() {
            return Err(InputError::new_err(format!("{what}: one str; give a list of them")));
        }
        if let Some(arrays) = arrays(object, what)? {
            let unknown = arrays.iter().find(|array| strings(array).is_none());
            return match unknown {
                Some(array) => {
                    let kind = array.data_type();
                    Err(InputError::new_err(format!("{what}: a column of {kind}; give one of strings")))
                }
                None => Ok(Self::Arrow(arrays)),
            };
        }
        let rows = object.try_iter().map_err(|_| {
            InputError::new_err(format!("{what}: {}; give a column or a list of str", kind_of(object)))
        })?;
        let text = |(row, text): (usize, PyResult<Bound<'_, PyAny>>)| {
            let text = text?;
            match text.cast::<PyString>() {
                Ok(text) => text.clone().try_into().map(Some).map_err(|error: PyErr| {
                    InputError::new_err(format!("{what}: row {row}: not a text: {error}"))
                }),
                Err(_) if is_missing(&text) => Ok(None),
                Err(_) => {
                    Err(InputError::new_err(format!("{what}: row {row}: {}, not a str", kind_of(&text))))
                }
            }
        };
        rows.enumerate().map(text).collect::<PyResult<_>>().map(Self::Python)
    }

    /// All of them; `None` where there is none.
    pub(super) fn all(&self) -> Vec<Option<&str>> {
        match self {
            Self::Python(texts) => texts.iter().map(Option::as_deref).collect(),
            Self::Arrow(arrays) => arrays.iter().filter_map(strings).flatten().collect(),
        }
    }
}

fn strings(array: &ArrayRef) -> Option<Box<dyn Iterator<Item = Option<&str>> + '_>> {
    if let Some(array) = array.as_string_opt::<i64>() {
        return Some(Box::new(array.iter()));
    }
    if let Some(array) = array.as_string_opt::<i32>() {
        return Some(Box::new(array.iter()));
    }
    if let Some(array) = array.as_string_view_opt() {
        return Some(Box::new(array.iter()));
    }
    // Of whatever type, where none is there.
    if array.logical_null_count() == array.len() {
        return Some(Box::new((0..array.len()).map(|_| None)));
    }
    // Categories.
    let array = array.as_any_dictionary_opt()?;
    let values: Vec<Option<&str>> = strings(array.values())?.collect();
    let keys = array.normalized_keys();
    let text = move |(at, key): (usize, usize)| if array.is_null(at) { None } else { values[key] };
    Some(Box::new(keys.into_iter().enumerate().map(text)))
}

fn kind_of(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "an object".to_owned(), |name| name.to_string())
}

/// `None`, NaN, and what pandas has for a missing value.
fn is_missing(object: &Bound<'_, PyAny>) -> bool {
    let is_nan = object.cast::<PyFloat>().is_ok_and(|number| number.value().is_nan());
    object.is_none() || is_nan || ["NAType", "NaTType"].contains(&kind_of(object).as_str())
}

/// Signatures, and which of them are compared.
pub(super) struct Given {
    pub(super) signatures: Signatures,
    /// The rows that have a signature of a text with features, ascending.
    pub(super) rows: Vec<u32>,
    pub(super) bits: Bits,
}

impl Given {
    /// The signatures of this object. `features` are their numbers of features, where they are known.
    pub(super) fn of(
        object: &Bound<'_, PyAny>,
        features: Option<&Column>,
        bits: Option<u8>,
        what: &str,
    ) -> PyResult<Self> {
        let arrays = arrays(object, what)?;
        let width = arrays.as_ref().and_then(|arrays| arrays.first()?.as_fixed_size_binary_opt());
        let width = width.and_then(|array| u8::try_from(8 * array.value_length()).ok()).unwrap_or(64);
        let asked = bits.unwrap_or(width);
        let bits =
            Bits::new(asked).ok_or_else(|| InputError::new_err(format!("bits={asked}: use 1 to 128")))?;
        let (signatures, is_there) = match arrays.as_deref().map(words).filter(|_| asked == 64) {
            Some(Some(words)) => words,
            _ => {
                let all = match &arrays {
                    Some(arrays) => {
                        let each = arrays.iter().map(|array| numbers(array, what));
                        each.collect::<PyResult<Vec<_>>>()?.concat()
                    }
                    None => numbers_of_python(object, what)?,
                };
                let is_wide = |one: &Option<u128>| one.is_some_and(|one| one & !bits.mask() != 0);
                if let Some(row) = all.iter().position(is_wide) {
                    return Err(InputError::new_err(format!(
                        "{what}: row {row}: a signature of more than {bits} bits; give bits="
                    )));
                }
                let mut signatures = Signatures::with_capacity(bits, all.len());
                signatures.extend(all.iter().map(|one| one.unwrap_or_default()));
                (signatures, all.iter().map(Option::is_some).collect())
            }
        };
        let features = features.and_then(|features| features.0.as_primitive_opt::<UInt32Type>());
        let has_features = |row: u32| features.is_none_or(|features| features.value(row as usize) > 0);
        let rows = (0..signatures.len() as u32).filter(|&row| is_there[row as usize] && has_features(row));
        Ok(Self { rows: rows.collect(), signatures, bits })
    }
}

/// Signatures of 64 bits as they are, and which are there; `None` for columns of something else.
fn words(arrays: &[ArrayRef]) -> Option<(Signatures, Vec<bool>)> {
    let arrays: Vec<_> =
        arrays.iter().map(|array| array.as_primitive_opt::<UInt64Type>()).collect::<Option<_>>()?;
    let words: Vec<u64> = arrays.iter().flat_map(|array| array.values().iter().copied()).collect();
    let is_there = arrays.iter().flat_map(|array| (0..array.len()).map(|row| array.is_valid(row)));
    Some((words.into(), is_there.collect()))
}

fn numbers_of_python(object: &Bound<'_, PyAny>, what: &str) -> PyResult<Vec<Option<u128>>> {
    let rows = object.try_iter().map_err(|_| {
        InputError::new_err(format!("{what}: {}; give a column or a list of signatures", kind_of(object)))
    })?;
    let number = |(row, number): (usize, PyResult<Bound<'_, PyAny>>)| {
        let number = number?;
        if is_missing(&number) {
            return Ok(None);
        }
        number.extract::<u128>().map(Some).map_err(|error| {
            let why = match error.is_instance_of::<PyOverflowError>(number.py()) {
                true => "it is negative or has more than 128 bits".to_owned(),
                false => format!("{}, not a signature", kind_of(&number)),
            };
            InputError::new_err(format!("{what}: row {row}: {why}"))
        })
    };
    rows.enumerate().map(number).collect()
}

/// A column of numbers, or of bytes with the most significant first.
fn numbers(array: &ArrayRef, what: &str) -> PyResult<Vec<Option<u128>>> {
    if let Some(array) = array.as_primitive_opt::<UInt64Type>() {
        return Ok(array.iter().map(|one| one.map(u128::from)).collect());
    }
    // Databases without unsigned integers.
    if let Some(array) = array.as_primitive_opt::<Int64Type>() {
        return Ok(array.iter().map(|one| one.map(|one| u128::from(one.cast_unsigned()))).collect());
    }
    if let Some(array) = array.as_primitive_opt::<UInt32Type>() {
        return Ok(array.iter().map(|one| one.map(u128::from)).collect());
    }
    if let Some(array) = array.as_primitive_opt::<UInt16Type>() {
        return Ok(array.iter().map(|one| one.map(u128::from)).collect());
    }
    if let Some(array) = array.as_primitive_opt::<UInt8Type>() {
        return Ok(array.iter().map(|one| one.map(u128::from)).collect());
    }
    let of_bytes = |bytes: &[u8]| bytes.iter().fold(0_u128, |value, byte| value << 8 | u128::from(*byte));
    if let Some(array) = array.as_fixed_size_binary_opt().filter(|array| array.value_length() <= 16) {
        return Ok(array.iter().map(|one| one.map(of_bytes)).collect());
    }
    let kind = array.data_type();
    Err(InputError::new_err(format!(
        "{what}: a column of {kind}; give signatures: UInt64, or fixed binary above 64 bits"
    )))
}
