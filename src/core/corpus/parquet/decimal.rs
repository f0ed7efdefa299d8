//! Decimal numbers: whole numbers with a place for the point.

use ::parquet::basic::{ConvertedType, LogicalType};
use ::parquet::schema::types::ColumnDescriptor;

/// The most digits of such a number.
const DIGITS: usize = 38;

/// The digits behind the point in a column of decimal numbers; `None` for any other column, or if there are too many.
pub(super) fn scale_of(descriptor: &ColumnDescriptor) -> Option<usize> {
    let scale = usize::try_from(descriptor.type_scale()).ok();
    scale.filter(|scale| is_decimal(descriptor) && *scale <= DIGITS)
}

pub(super) fn is_decimal(descriptor: &ColumnDescriptor) -> bool {
    matches!(descriptor.logical_type_ref(), Some(LogicalType::Decimal { .. }))
        || descriptor.converted_type() == ConvertedType::DECIMAL
}

/// Two's complement of 1 to 16 bytes, the most significant first.
pub(super) fn whole(bytes: &[u8]) -> Option<i128> {
    let sign = if *bytes.first()? >= 0x80 { -1 } else { 0 };
    let fits = bytes.len() <= size_of::<i128>();
    fits.then(|| bytes.iter().fold(sign, |number, &byte| number << 8 | i128::from(byte)))
}

/// A whole number with the point before that many of its digits.
pub(super) fn written(whole: i128, scale: usize) -> String {
    let sign = if whole < 0 { "-" } else { "" };
    let digits = format!("{:0>width$}", whole.unsigned_abs(), width = scale + 1);
    let (before, behind) = digits.split_at(digits.len() - scale);
    if scale == 0 { format!("{sign}{before}") } else { format!("{sign}{before}.{behind}") }
}
