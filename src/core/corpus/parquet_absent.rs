//! Replaces `parquet` in a build without that feature: Parquet files are recognised and skipped with the
//! reason.

use super::record::Receiver;
use super::{SkipReason, Stop};
use crate::display::say;
use std::fs::File;
use std::ops::Range;
use std::path::Path;

/// What a Parquet file begins with.
pub(super) const MAGIC: &[u8] = b"PAR1";

/// None that can be read.
pub(super) fn row_groups(_: &Path) -> Option<usize> {
    None
}

/// Skips the file.
pub(super) fn read(
    _: File,
    _: Option<Range<usize>>,
    _: bool,
    receiver: &mut dyn Receiver,
) -> Result<(), Stop> {
    let what = say!(
        "a Parquet file, which this simscope was built without (the feature `parquet`)",
        "Parquet 文件，而此版 simscope 未含该功能（特性 `parquet`）"
    );
    receiver.broken(None, SkipReason::Malformed(what))
}

/// Always false: only the Parquet reader catches panics.
pub fn is_guarded() -> bool {
    false
}
