//! Signatures computed elsewhere: TSV, CSV, JSONL or Parquet with `id` and `signature`.

mod form;
mod notation;
mod passing;
mod shape;

use std::fs::File;
use std::ops::{ControlFlow, Range};
use std::path::Path;

use super::inputs::place_of;
use super::plain::wanted_of;
use super::read::encoding_of;
use super::record::Wanted;
use super::source::{Reading, open};
use super::{CorpusError, Input, PlainSignatures, ReadOptions, SkipReason, Source, Stop, parquet};
use crate::progress::Progress;
use passing::Passing;

pub use notation::SignatureFormat;

/// One signature of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SignatureRecord<'r> {
    /// The id; the line number if no record has one, and `#` with it if only this record has none.
    pub id: &'r str,
    /// Bit 0 is the lowest bit of the last hex digit, or of the last byte.
    pub signature: u128,
    /// Width in bits, 1 to 128: the same for all records of a file.
    pub bits: u8,
}

/// A row of the table `signatures` of a Spark job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SignedRow<'r> {
    /// Its id.
    pub id: &'r str,
    /// Its signature.
    pub signature: u128,
    /// Its number of features; `None` if the job was given signatures.
    pub features: Option<u32>,
}

/// Passes the signatures of a file to `on` one by one, in order and in little memory. Stops early, without an
/// error, when `on` breaks or `progress` is cancelled. `progress` advances by bytes on disk; the caller
/// announces the total.
///
/// The columns are `id`, `signature` and `bits`; `options.id_field` and `options.signature_field` rename the first two.
/// Without a header, rows of TSV and CSV are a signature alone, `id` and `signature`, or the columns of `sign`. The format is
/// that of `options.input`, or is detected from the name and the content. All signatures of a file have one width: that in the
/// column `bits`, otherwise the capacity of their form, which is
///
/// - text or JSON numbers in the notation of `options.signature_format`: in hexadecimal four bits a digit, or 64 or 128 where
///   leading zeros are left out; 64 in decimal, or 128; the digits of a bit string; eight a byte of base64;
/// - in Parquet also an integer of 32 or 64 bits (for signed ones the bit pattern), or FIXED_LEN_BYTE_ARRAY, eight bits a
///   byte, the highest byte first; or a BYTE_ARRAY that is not declared as text and has as many bytes as `bits`
///   needs. Parquet ids are texts or integers, and none may be missing.
///
/// # Errors
/// A source that cannot be read, any record without a signature of the width of the first, and signatures that are valid in
/// several notations where `options.signature_format` says none.
pub fn each_signature(
    source: &Source,
    options: &ReadOptions,
    progress: &Progress,
    on: &mut dyn FnMut(SignatureRecord<'_>) -> ControlFlow<()>,
) -> Result<(), CorpusError> {
    let wanted = wanted_of(options);
    if let Source::Path(path) = source
        && path.is_dir()
    {
        let place = place_of(source);
        return Err(CorpusError::Unreadable { place, reason: SkipReason::NotAFile });
    }
    let (encoding, delimiter) = (encoding_of(options)?, options.delimiter);
    let reading = Reading { input: options.input, encoding, delimiter, wanted: &wanted };
    pass(source, &reading, (options.signature_format, None), progress, &mut |record, _| on(record))
}

/// Passes the rows of a part of the table `signatures` of a Spark job to `on`, as [`each_signature`] does.
pub(super) fn each_row(
    source: &Source,
    bits: u8,
    progress: &Progress,
    on: &mut dyn FnMut(SignedRow<'_>) -> ControlFlow<()>,
) -> Result<(), CorpusError> {
    let wanted = Wanted::new(&["signature"], &["id"], &["features"]);
    let reading = Reading { input: Input::Parquet, encoding: None, delimiter: None, wanted: &wanted };
    let on = &mut |SignatureRecord { id, signature, .. }: SignatureRecord<'_>, features| {
        on(SignedRow { id, signature, features })
    };
    pass(source, &reading, (SignatureFormat::Auto, Some(bits.into())), progress, on)
}

/// Takes a signature and, where the bits are known, its number of features.
type Taking<'t> = &'t mut dyn FnMut(SignatureRecord<'_>, Option<u32>) -> ControlFlow<()>;

fn pass(
    source: &Source,
    reading: &Reading<'_>,
    (asked, bits): (SignatureFormat, Option<usize>),
    progress: &Progress,
    on: Taking<'_>,
) -> Result<(), CorpusError> {
    let place = place_of(source);
    let mut passing = Passing::new(reading.wanted, place.clone(), (asked, bits), progress, on);
    let read = reading.records(open(source)?, &place, &mut passing);
    match read.and_then(|()| passing.settle()).and_then(|()| passing.report()) {
        Ok(()) | Err(Stop::Asked | Stop::Full(_)) => Ok(()),
        Err(Stop::Failed(error)) => Err(error),
        Err(Stop::Io(error)) => Err(passing.error(None, error.to_string())),
    }
}

/// The signatures of some row groups of a Parquet file; `None` if anything in them is wrong, and above 64 bits.
pub(super) fn of_row_groups(path: &Path, groups: Range<usize>, wanted: &Wanted) -> Option<PlainSignatures> {
    let mut read = PlainSignatures::default();
    let on = &mut |record: SignatureRecord<'_>, _| {
        read.ids.push(record.id);
        read.words.push(record.signature as u64);
        read.bits = record.bits;
        ControlFlow::Continue(())
    };
    let (format, progress) = ((SignatureFormat::Auto, None), &Progress::new());
    let mut passing = Passing::new(wanted, String::new(), format, progress, on);
    parquet::read(File::open(path).ok()?, Some(groups), false, &mut passing).ok()?;
    // Texts have one notation in all row groups.
    let is_text = passing.form == Some(None);
    (!is_text && read.bits <= 64).then_some(read)
}

#[cfg(test)]
mod tests;

#[cfg(test)]
pub(crate) use tests::{SignatureSet, read_signatures};
