//! Replaces `parquet` in a build without that feature.

use super::passing::{Broken, Deciding};
use crate::display::say;
use crate::progress::Progress;
use std::fs::File;
use std::io::{self, Write};

/// Refuses the file.
pub(super) fn pass(
    _: File,
    _: (u32, &mut Deciding<'_>),
    _: &mut dyn Write,
    _: &Progress,
) -> Result<(), Broken> {
    let what = say!(
        "a Parquet file, which this simscope was built without (the feature `parquet`)",
        "Parquet 文件，而此版 simscope 未含该功能（特性 `parquet`）"
    );
    Err(Broken::Read(io::Error::new(io::ErrorKind::Unsupported, what)))
}
