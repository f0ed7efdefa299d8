//! Signatures computed elsewhere: TSV, CSV, JSONL or Parquet with `id` and `signature`.

use std::borrow::Cow;
use std::cell::Cell;
use std::ops::ControlFlow;
use std::rc::Rc;

use super::inputs::place_of;
use super::plain::wanted_of;
use super::read::encoding_of;
use super::record::{At, Receiver, Record, Value, Wanted, scalar};
use super::source::{Reading, open};
use super::{CorpusError, ReadOptions, SkipReason, Source, Spot, Stop};
use crate::progress::Progress;

/// Signatures with their ids, without texts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SignatureSet {
    /// One id for each signature: the line number if the record has none.
    pub ids: Vec<String>,
    /// Bit 0 is the lowest bit of the last hex digit.
    pub signatures: Vec<u128>,
    /// Width in bits, 1 to 128; 64 if there is no signature.
    pub bits: u8,
}

/// One signature of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SignatureRecord<'r> {
    /// The id; the line number if the record has none.
    pub id: &'r str,
    /// Bit 0 is the lowest bit of the last hex digit, or of the last byte.
    pub signature: u128,
    /// Width in bits, 1 to 128: the same for all records of a file.
    pub bits: u8,
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
    let place = place_of(source);
    if let Source::Path(path) = source
        && path.is_dir()
    {
        return Err(CorpusError::Unreadable { place, reason: SkipReason::NotAFile });
    }
    let reading = Reading { input: options.input, encoding: encoding_of(options)?, wanted: &wanted };
    let (done, width) = (Rc::default(), None);
    let mut passing =
        Passing { wanted: &wanted, place: place.clone(), width, on, progress, done, reported: 0 };
    match reading.records(open(source)?, &place, &mut passing).and_then(|()| passing.report()) {
        Ok(()) | Err(Stop::Asked | Stop::Full(_)) => Ok(()),
        Err(Stop::Failed(error)) => Err(error),
        Err(Stop::Io(error)) => Err(passing.error(None, error.to_string())),
    }
}

/// Passes records on to the caller of [`each_signature`].
struct Passing<'w> {
    wanted: &'w Wanted,
    place: String,
    /// Of the first signature.
    width: Option<Width>,
    on: &'w mut dyn FnMut(SignatureRecord<'_>) -> ControlFlow<()>,
    progress: &'w Progress,
    /// Bytes read from storage, and how many of them `progress` has been given.
    done: Rc<Cell<u64>>,
    reported: u64,
}

/// Width of a signature, and the form it was read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Width {
    form: Form,
    bits: u8,
}

/// How a signature is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// This many hex digits.
    Hex(usize),
    /// An integer of 64 bits.
    Word,
    /// This many bytes.
    Bytes(usize),
}

impl Form {
    /// The number of bits that the form can hold.
    fn bits(self) -> usize {
        match self {
            Self::Hex(digits) => 4 * digits,
            Self::Word => 64,
            Self::Bytes(bytes) => 8 * bytes,
        }
    }

    fn describe(self) -> String {
        match self {
            Self::Hex(digits) => format!("{digits} hex digits"),
            Self::Word => "an integer of 64 bits".to_owned(),
            Self::Bytes(bytes) => format!("{bytes} bytes"),
        }
    }
}

/// A signature and its form. `bits` decides between bytes and digits where both are possible.
fn parse(signature: Option<&Value<'_>>, bits: Option<usize>) -> Result<(u128, Form), String> {
    let (value, form) = match signature {
        Some(Value::Text(text)) => parse_hex(text)?,
        Some(Value::Word(word)) => ((*word).into(), Form::Word),
        Some(Value::Bytes(bytes)) => parse_bytes(bytes),
        // A signature of up to 4 bits is one byte or one digit; no such byte equals a digit.
        Some(Value::Blob(bytes)) => match str::from_utf8(bytes).ok().map(parse_hex) {
            Some(Ok(hex)) if bits.is_none_or(|bits| bits.div_ceil(8) != bytes.len() || bits <= 4) => hex,
            _ if bits.is_some_and(|bits| bits.div_ceil(8) == bytes.len()) => parse_bytes(bytes),
            Some(hex) => hex?,
            None => {
                return Err("`signature` is bytes without a length, and `bits` does not fit them".to_owned());
            }
        },
        Some(Value::Number(_)) => return Err("`signature` is a number, not a text of hex digits".to_owned()),
        Some(Value::Other(what)) => return Err(format!("`signature` is {what}, not a signature")),
        None => return Err("no `signature`".to_owned()),
    };
    match form.bits() {
        0 => Err("the signature has no bits".to_owned()),
        1..=128 => Ok((value, form)),
        bits => Err(format!("{} are {bits} bits, more than 128", form.describe())),
    }
}

fn parse_bytes(bytes: &[u8]) -> (u128, Form) {
    let value = bytes.iter().fold(0_u128, |value, &byte| value << 8 | u128::from(byte));
    (value, Form::Bytes(bytes.len()))
}

fn parse_hex(text: &str) -> Result<(u128, Form), String> {
    let digits = text.trim();
    let digits = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")).unwrap_or(digits);
    let is_hex = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_hex {
        let start: String = text.chars().take(40).collect();
        return Err(format!("`{start}` is no hexadecimal number"));
    }
    let form = Form::Hex(digits.len());
    // A number that is too long is reported by the check of its form.
    let value = if form.bits() > 128 { Ok(0) } else { u128::from_str_radix(digits, 16) };
    Ok((value.map_err(|error| error.to_string())?, form))
}

/// The number in `bits`, if there is one.
fn number_of_bits(bits: Option<Value<'_>>) -> Result<Option<usize>, String> {
    if let Some(Value::Other(what)) = bits
        && what != "null"
    {
        return Err(format!("`bits` is {what}, not a whole number"));
    }
    match scalar(bits).as_deref().map(str::trim).filter(|bits| !bits.is_empty()) {
        None => Ok(None),
        Some(bits) => bits.parse().map(Some).map_err(|_| format!("`bits` is {bits}, not a whole number")),
    }
}

impl Passing<'_> {
    fn error(&self, spot: Option<Spot>, what: String) -> CorpusError {
        CorpusError::BadSignature { place: self.place.clone(), spot, what }
    }

    /// The signature and its width, or what is wrong with them.
    fn checked(&mut self, main: Option<&Value<'_>>, bits: Option<Value<'_>>) -> Result<(u128, u8), String> {
        let bits = number_of_bits(bits)?;
        let (value, form) = parse(main, bits)?;
        let first = self.width.map_or(form, |first| first.form);
        if first != form {
            return Err(format!("{} where the first signature has {}", form.describe(), first.describe()));
        }
        let most = form.bits();
        let bits = bits.unwrap_or(most);
        if !(1..=most).contains(&bits) {
            return Err(format!("`bits` is {bits}, not 1 to {most}"));
        }
        let width = Width { form, bits: bits as u8 };
        if width.bits < 128 && value >> width.bits != 0 {
            return Err(format!("the signature has more than its {} bits", width.bits));
        }
        let first = *self.width.get_or_insert(width);
        if first != width {
            return Err(format!("{} bits where the first signature has {}", width.bits, first.bits));
        }
        Ok((value, width.bits))
    }

    fn report(&mut self) -> Result<(), Stop> {
        self.progress.advance(self.done.get() - self.reported);
        self.reported = self.done.get();
        if self.progress.is_cancelled() { Err(Stop::Asked) } else { Ok(()) }
    }
}

/// The id of a record. The line number replaces a missing id; a row number does not, because it is easily
/// mistaken for an id.
fn id_of<'r>(spot: Spot, id: Option<Value<'r>>, field: &str) -> Result<Cow<'r, str>, String> {
    let what = match (spot, id) {
        (Spot::Row(_), None) => {
            return Err(format!("no column `{field}`: choose the one of the ids with --id-field"));
        }
        (Spot::Row(_), Some(Value::Other(what))) => what,
        (Spot::Row(_), Some(Value::Bytes(_))) => "bytes of one length",
        (_, id) => {
            let id = scalar(id).filter(|id| !id.is_empty());
            return Ok(id.unwrap_or_else(|| Cow::Owned(spot.number().to_string())));
        }
    };
    Err(format!("`{field}` is {what}, neither a text nor an integer"))
}

impl Receiver for Passing<'_> {
    fn wanted(&self) -> &Wanted {
        self.wanted
    }

    fn record(&mut self, At { spot, .. }: At, record: Record<'_>) -> Result<(), Stop> {
        let field = self.wanted.id.first().map_or("id", String::as_str);
        let id = id_of(spot, record.id, field).map_err(|what| self.error(Some(spot), what))?;
        let (signature, bits) = self
            .checked(record.main.as_ref(), record.extra)
            .map_err(|what| Stop::Failed(self.error(Some(spot), what)))?;
        match (self.on)(SignatureRecord { id: &id, signature, bits }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stop::Asked),
        }
    }

    fn line(&mut self, number: u64, _: &str) -> Result<(), Stop> {
        let what = "no header with `id` and `signature`".to_owned();
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

    fn no_main(&mut self, found: Vec<String>) -> Stop {
        let field = "signature".to_owned();
        let place = self.place.clone();
        Stop::Failed(CorpusError::NoField { field, option: "another file", place, found })
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
            SignatureSet { ids: vec!["a".to_owned(), "3".to_owned()], signatures: vec![0xff, 1], bits: 16 };
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
