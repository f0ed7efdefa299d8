//! Signatures of a Parquet file, its row groups on all threads.

use std::ops::Range;

use super::format::Format;
use super::plain::wanted_of;
use super::signatures::of_row_groups;
use super::{Meter, PlainSignatures, ReadOptions, SignatureFormat, Source, parquet};
use crate::files::is_regular;
use crate::progress::Progress;

/// Row groups that one thread reads in a row, at most: the footer, which tells where they are, is read for each such span.
const SPAN: usize = 8;

/// The signatures of a Parquet file of several row groups and up to 64 bits, on all threads: what
/// [`each_signature`](super::each_signature) would pass on. `None` for any other file, where anything is wrong with a row,
/// and where `meter` has no room for all of it: `each_signature` knows what to do then.
pub fn parquet_signatures(
    source: &Source,
    options: &ReadOptions,
    meter: &mut Meter,
    progress: &Progress,
) -> Option<PlainSignatures> {
    let Source::Path(path) = source else { return None };
    if options.signature_format != SignatureFormat::Auto {
        return None;
    }
    if Format::of_input(options.input).is_some_and(|format| format != Format::Parquet)
        || !is_regular(path).ok()?
    {
        return None;
    }
    let groups = parquet::row_groups(path).filter(|&groups| groups > 1)?;
    let size = path.metadata().ok()?.len();
    let wanted = wanted_of(options);
    let threads = rayon::current_num_threads();
    let length = groups.div_ceil(threads).min(SPAN);
    let spans: Vec<Range<usize>> =
        (0..groups).step_by(length).map(|first| first..groups.min(first + length)).collect();
    let bytes = |span: &Range<usize>| size / groups as u64 * span.len() as u64;
    let read = |span: &Range<usize>| of_row_groups(path, span.clone(), &wanted);
    PlainSignatures::of_spans(&spans, threads, (meter, progress), bytes, read)
}
