//! Signatures computed elsewhere: TSV, CSV, JSONL or Parquet with `id` and `signature`.

mod form;

use crate::display::say;
use std::borrow::Cow;
use std::cell::Cell;
use std::fs::File;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::rc::Rc;

use super::inputs::place_of;
use super::plain::wanted_of;
use super::read::encoding_of;
use super::record::{At, Receiver, Record, Slot, Value, Wanted, scalar};
use super::source::{Reading, open};
use super::stand_ins::StandIns;
use super::{CorpusError, Input, PlainSignatures, ReadOptions, SkipReason, Source, Spot, Stop, parquet};
use crate::progress::Progress;
use form::{Form, id_of, number_of_bits, parse};

/// Signatures with their ids, without texts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SignatureSet {
    /// One id for each signature: the line number if no record has one, and `#` with it if only this record has none.
    pub ids: Vec<String>,
    /// Bit 0 is the lowest bit of the last hex digit.
    pub signatures: Vec<u128>,
    /// Width in bits, 1 to 128; 64 if there is no signature.
    pub bits: u8,
}

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

/// All of [`each_signature`], collected.
///
/// # Errors
/// Those of [`each_signature`].
pub fn read_signatures(source: &Source, options: &ReadOptions) -> Result<SignatureSet, CorpusError> {
    let mut set = SignatureSet { bits: 64, ..SignatureSet::default() };
    each_signature(source, options, &Progress::new(), &mut |record| {
        set.bits = record.bits;
        set.ids.push(record.id.to_owned());
        set.signatures.push(record.signature);
        ControlFlow::Continue(())
    })?;
    Ok(set)
}

/// Passes the signatures of a file to `on` one by one, in order and in little memory. Stops early, without an
/// error, when `on` breaks or `progress` is cancelled. `progress` advances by bytes on disk; the caller
/// announces the total.
///
/// The columns are `id`, `signature` and `bits`; `options.id_field` renames the first. The format is that of
/// `options.input`, or is detected from the name and the content. All signatures of a file have one width: that
/// in the column `bits`, otherwise the capacity of their form, which is
///
/// - hexadecimal text, four bits a digit; `0x` in front and capital letters are accepted;
/// - in Parquet also a 64-bit integer (for signed ones the bit pattern), or FIXED_LEN_BYTE_ARRAY, eight bits a
///   byte, the highest byte first; or a BYTE_ARRAY that is not declared as text and has as many bytes as `bits`
///   needs. Parquet ids are texts or integers, and none may be missing.
///
/// # Errors
/// A source that cannot be read, and any record without a signature of the width of the first.
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
    pass(source, &reading, None, progress, &mut |record, _| on(record))
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
    pass(source, &reading, Some(bits.into()), progress, on)
}

/// Takes a signature and, where the bits are known, its number of features.
type Taking<'t> = &'t mut dyn FnMut(SignatureRecord<'_>, Option<u32>) -> ControlFlow<()>;

fn pass(
    source: &Source,
    reading: &Reading<'_>,
    bits: Option<usize>,
    progress: &Progress,
    on: Taking<'_>,
) -> Result<(), CorpusError> {
    let place = place_of(source);
    let mut passing = Passing::new(reading.wanted, &place, bits, (on, progress));
    match reading.records(open(source)?, &place, &mut passing).and_then(|()| passing.report()) {
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
    let progress = &Progress::new();
    let mut passing = Passing::new(wanted, "", None, (on, progress));
    parquet::read(File::open(path).ok()?, Some(groups), false, &mut passing).ok()?;
    (read.bits <= 64).then_some(read)
}

/// Passes records on to the caller of [`each_signature`].
struct Passing<'w> {
    wanted: &'w Wanted,
    place: String,
    /// Of every signature, where the records do not say it; they have their numbers of features instead.
    bits: Option<usize>,
    /// Of the first signature.
    width: Option<Width>,
    on: Taking<'w>,
    progress: &'w Progress,
    /// Bytes read from storage, and how many of them `progress` has been given.
    done: Rc<Cell<u64>>,
    reported: u64,
    stand_ins: StandIns,
}

/// Width of a signature, and the form it was read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Width {
    form: Form,
    bits: u8,
}

impl<'w> Passing<'w> {
    fn new(
        wanted: &'w Wanted,
        place: &str,
        bits: Option<usize>,
        (on, progress): (Taking<'w>, &'w Progress),
    ) -> Self {
        let (place, width, stand_ins) = (place.to_owned(), None, StandIns::default());
        Self { wanted, place, bits, width, on, progress, done: Rc::default(), reported: 0, stand_ins }
    }

    fn error(&self, spot: Option<Spot>, what: String) -> CorpusError {
        CorpusError::BadSignature { place: self.place.clone(), spot, what }
    }

    /// The signature and its width, or what is wrong with them.
    fn checked(&mut self, main: Option<&Value<'_>>, bits: Option<usize>) -> Result<(u128, u8), String> {
        let (value, form) = parse(main, bits)?;
        let first = self.width.map_or(form, |first| first.form);
        if first != form {
            return Err(say!(
                "{} where the first signature has {}",
                "{}，而第一个签名为 {}",
                form.describe(),
                first.describe()
            ));
        }
        let most = form.bits();
        let bits = bits.unwrap_or(most);
        if !(1..=most).contains(&bits) {
            return Err(say!(
                "`bits` is {bits}, not 1 to {most}",
                "`bits` 的值为 {bits}，不在 1 到 {most} 之间"
            ));
        }
        let width = Width { form, bits: bits as u8 };
        if width.bits < 128 && value >> width.bits != 0 {
            return Err(say!("the signature has more than its {} bits", "签名超过 {} 位", width.bits));
        }
        let first = *self.width.get_or_insert(width);
        if first != width {
            return Err(say!(
                "{} bits where the first signature has {}",
                "{} 位，而第一个签名为 {} 位",
                width.bits,
                first.bits
            ));
        }
        Ok((value, width.bits))
    }

    fn report(&mut self) -> Result<(), Stop> {
        self.progress.advance(self.done.get() - self.reported);
        self.reported = self.done.get();
        if self.progress.is_cancelled() { Err(Stop::Asked) } else { Ok(()) }
    }
}

impl Receiver for Passing<'_> {
    fn wanted(&self) -> &Wanted {
        self.wanted
    }

    fn record(&mut self, At { spot, .. }: At, record: Record<'_>) -> Result<(), Stop> {
        let id = id_of(spot, record.id, self.wanted.field(Slot::Id)).and_then(|id| match id {
            Some(id) => self.stand_ins.take(&id).map(|()| id),
            None => self.stand_ins.name(spot.number()).map(Cow::Owned),
        });
        let id = id.map_err(|what| self.error(Some(spot), what))?;
        let (bits, features) = match self.bits {
            Some(_) => (Ok(self.bits), scalar(record.extra).and_then(|features| features.parse().ok())),
            None => (number_of_bits(record.extra), None),
        };
        let (signature, bits) = bits
            .and_then(|bits| self.checked(record.main.as_ref(), bits))
            .map_err(|what| Stop::Failed(self.error(Some(spot), what)))?;
        match (self.on)(SignatureRecord { id: &id, signature, bits }, features) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stop::Asked),
        }
    }

    fn line(&mut self, number: u64, _: &str) -> Result<(), Stop> {
        let what = say!("no header with `id` and `signature`", "表头没有 `id` 和 `signature`");
        Err(Stop::Failed(self.error(Some(Spot::Line(number)), what)))
    }

    fn broken(&mut self, spot: Option<Spot>, reason: SkipReason) -> Result<(), Stop> {
        Err(Stop::Failed(self.error(spot, reason.to_string())))
    }

    fn turn(&mut self) -> Result<(), Stop> {
        if self.done.get() > self.reported + STEP { self.report() } else { Ok(()) }
    }

    fn before_wait(&mut self) -> Result<(), Stop> {
        self.turn()
    }

    fn counter(&self) -> Rc<Cell<u64>> {
        Rc::clone(&self.done)
    }

    fn expect_ids(&mut self) {
        self.stand_ins.expect_ids();
    }

    fn no_field(&mut self, field: &str, found: Vec<String>) -> Stop {
        let option = if self.wanted.is_main(field) { "another file" } else { "with --id-field" };
        let (place, field) = (self.place.clone(), field.to_owned());
        Stop::Failed(CorpusError::NoField { field, option, place, found })
    }
}

/// Progress is reported in steps of this many bytes.
const STEP: u64 = 128 << 10;

#[cfg(test)]
mod tests {
    use super::*;

    fn signatures(name: &str, text: &str) -> Result<SignatureSet, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        read_signatures(&Source::Path(path), &ReadOptions::default())
            .map_err(|error| error.to_string().replace(&format!("{}/", folder.path().display()), ""))
    }

    #[test]
    fn signatures_are_read_from_each_format() {
        let expected =
            SignatureSet { ids: vec!["a".to_owned(), "#3".to_owned()], signatures: vec![0xff, 1], bits: 16 };
        for (name, text) in [
            ("s.tsv", "id\tsignature\na\t00ff\n\t0001\n"),
            ("s.csv", "signature,id,more\n0x00FF,a,1\n0001,,2\n"),
            ("s", "id\tsignature\na\t00ff\n\t0001\n"),
            ("s.jsonl", "{\"id\":\"a\",\"signature\":\"00ff\"}\n\n{\"signature\":\"0001\"}\n"),
        ] {
            assert_eq!(signatures(name, text).as_ref(), Ok(&expected), "{name}");
        }
        assert_eq!(signatures("s.tsv", "id\tsignature\tbits\na\t3f\t6\n").unwrap().bits, 6);
        let wide = "id\tsignature\na\t00112233445566778899aabbccddeeff\n";
        let wide = signatures("s.tsv", wide).unwrap();
        assert_eq!((wide.signatures[0], wide.bits), (0x0011_2233_4455_6677_8899_aabb_ccdd_eeff, 128));
    }

    #[test]
    fn a_wrong_signature_is_an_error_with_its_line() {
        for (text, what) in [
            (
                "id\tsignature\na\t00ff\nb\t0ff\n",
                "s.tsv, line 3: 3 hex digits where the first signature has 4",
            ),
            ("id\tsignature\na\txyz\n", "s.tsv, line 2: `xyz` is no hexadecimal number"),
            ("id\tsignature\tbits\na\t7f\t6\n", "s.tsv, line 2: the signature has more than its 6 bits"),
            (
                "id\tsignature\na\t00112233445566778899aabbccddeeff0\n",
                "s.tsv, line 2: 33 hex digits are 132 bits, more than 128",
            ),
            ("id\thash\na\t00\n", "s.tsv: no record has a field `signature`; its fields are `id`, `hash`"),
        ] {
            let error = signatures("s.tsv", text).unwrap_err();
            assert!(error.starts_with(what), "{error}");
        }
    }

    #[test]
    fn every_text_format_tells_the_line_of_a_wrong_signature() {
        for (name, text, what) in [
            ("s.csv", "id,signature\n\"a\nb\",00ff\nc,0ff\n", "s.csv, line 4: 3 hex digits where the first"),
            ("s.csv", "id,signature\na,00ff\nb,none\n", "s.csv, line 3: `none` is no hexadecimal number"),
            (
                "s.jsonl",
                "{\"id\":1,\"signature\":\"ff\"}\n\n{\"id\":2,\"signature\":\"fff\"}\n",
                "s.jsonl, line 3: 3 hex digits where the first signature has 2",
            ),
            ("s.jsonl", "{\"signature\":\"g\"}\n", "s.jsonl, line 1: `g` is no hexadecimal number"),
            ("s.jsonl", "{\"signature\":255}\n", "s.jsonl, line 1: `signature` is a number, not a text"),
            ("s.jsonl", "{\"signature\":\"ff\"}\n{\"id\":2}\n", "s.jsonl, line 2: no `signature`"),
            ("s.jsonl", "{\"signature\":\"ff\",\"bits\":true}\n", "s.jsonl, line 1: `bits` is"),
        ] {
            let error = signatures(name, text).unwrap_err();
            assert!(error.starts_with(what), "{error}");
        }
    }

    #[test]
    fn the_stream_stops_when_asked_or_cancelled_and_tells_its_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.tsv");
        let text = "id\tsignature\n".to_owned() + &"a\t00ff\n".repeat(100_000);
        std::fs::write(&path, &text).unwrap();
        let source = Source::Path(path);
        let count = |progress: &Progress, most: u32| {
            let mut count = 0;
            each_signature(&source, &ReadOptions::default(), progress, &mut |_| {
                count += 1;
                if count < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })
            .unwrap();
            count
        };
        let progress = Progress::new();
        assert_eq!(count(&progress, u32::MAX), 100_000);
        assert_eq!(progress.done(), text.len() as u64);
        assert_eq!(count(&Progress::new(), 3), 3);
        let cancelled = Progress::new();
        cancelled.cancel();
        assert!(count(&cancelled, u32::MAX) < 100_000);
    }
}
