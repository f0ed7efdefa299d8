//! Signatures computed elsewhere: TSV, CSV or JSONL with `id` and `signature`.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::rc::Rc;

use super::read::{encoding_of, place_of};
use super::record::{Receiver, Record, Value, Wanted, scalar};
use super::source::{Reading, open};
use super::{CorpusError, ReadOptions, SkipReason, Source, Stop};

/// Signatures that came with their ids and without texts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SignatureSet {
    /// One id per signature; the number of its line where it has none.
    pub ids: Vec<String>,
    /// Bit 0 of a signature is the lowest bit of its last hex digit.
    pub signatures: Vec<u128>,
    /// How many bits of each count, 1 to 128; 64 when there is no signature.
    pub bits: u8,
}

/// Reads signatures of one width: `bits` from the column of that name, otherwise four for each hex digit.
///
/// The columns are `id`, `signature` and `bits`; `options.id_field` renames the first. The format is that of
/// `options.input`, or seen from the name and the content. `0x` in front and capital letters are accepted.
///
/// # Errors
/// A source that cannot be read, and any record without a signature of the width of the first.
pub fn read_signatures(source: &Source, options: &ReadOptions) -> Result<SignatureSet, CorpusError> {
    let mut set = SignatureSet { bits: 64, ..SignatureSet::default() };
    each_signature(source, options, &mut |id, signature, bits| {
        set.ids.push(id.to_owned());
        set.signatures.push(signature);
        set.bits = bits;
        ControlFlow::Continue(())
    })?;
    Ok(set)
}

/// Reads signatures as [`read_signatures`] does and hands them on one by one: id, signature, width in bits, which is
/// the same for all. `on` may stop the reading.
///
/// # Errors
/// See [`read_signatures`]; those before the error were handed on.
pub fn each_signature(
    source: &Source,
    options: &ReadOptions,
    on: &mut dyn FnMut(&str, u128, u8) -> ControlFlow<()>,
) -> Result<(), CorpusError> {
    let wanted = Wanted {
        main: vec!["signature".to_owned()],
        id: vec![options.id_field.clone().unwrap_or_else(|| "id".to_owned())],
        extra: vec!["bits".to_owned()],
    };
    let place = place_of(source);
    if let Source::Path(path) = source
        && path.is_dir()
    {
        return Err(CorpusError::Unreadable { place, reason: SkipReason::NotAFile });
    }
    let reading = Reading { input: options.input, encoding: encoding_of(options)?, wanted: &wanted };
    let mut collecting = Collecting { wanted: &wanted, place: place.clone(), on, bits: None, digits: 0 };
    match reading.records(open(source)?, &place, &mut collecting) {
        Ok(()) | Err(Stop::Asked) => Ok(()),
        Err(Stop::Failed(error)) => Err(error),
        Err(Stop::Io(error)) => Err(collecting.error(None, error.to_string())),
    }
}

struct Collecting<'w> {
    wanted: &'w Wanted,
    place: String,
    on: &'w mut dyn FnMut(&str, u128, u8) -> ControlFlow<()>,
    /// Width of the first signature.
    bits: Option<u8>,
    /// Hex digits of the first signature.
    digits: usize,
}

impl Collecting<'_> {
    fn error(&self, line: Option<u64>, what: String) -> CorpusError {
        CorpusError::BadSignature { place: self.place.clone(), line, what }
    }

    /// The signature and its width in bits, or what is wrong with them.
    fn parse(&mut self, signature: &str, bits: Option<&str>) -> Result<(u128, u8), String> {
        let digits = signature.trim();
        let digits = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")).unwrap_or(digits);
        let is_hex = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_hex {
            let start: String = signature.chars().take(40).collect();
            return Err(format!("`{start}` is no hexadecimal number"));
        }
        if digits.len() > 32 {
            return Err(format!("{} hex digits are {} bits, more than 128", digits.len(), digits.len() * 4));
        }
        if self.digits == 0 {
            self.digits = digits.len();
        } else if self.digits != digits.len() {
            return Err(format!("{} hex digits where the first signature has {}", digits.len(), self.digits));
        }
        let most = digits.len() as u8 * 4;
        let bits = match bits.map(str::trim).filter(|bits| !bits.is_empty()) {
            None => most,
            Some(bits) => match bits.parse() {
                Ok(number) if (1..=most).contains(&number) => number,
                _ => return Err(format!("`bits` is {bits}, not 1 to {most}")),
            },
        };
        let value = u128::from_str_radix(digits, 16).map_err(|error| error.to_string())?;
        if bits < 128 && value >> bits != 0 {
            return Err(format!("the signature has more than its {bits} bits"));
        }
        Ok((value, bits))
    }
}

impl Receiver for Collecting<'_> {
    fn wanted(&self) -> &Wanted {
        self.wanted
    }

    fn record(&mut self, line: u64, record: Record<'_>) -> Result<(), Stop> {
        let signature = match &record.main {
            Some(Value::Text(signature)) => signature,
            Some(_) => {
                return Err(Stop::Failed(self.error(Some(line), "`signature` is not a text".to_owned())));
            }
            None => return Err(Stop::Failed(self.error(Some(line), "no `signature`".to_owned()))),
        };
        let (value, bits) = self
            .parse(signature, scalar(record.extra).as_deref())
            .map_err(|what| Stop::Failed(self.error(Some(line), what)))?;
        let first = *self.bits.get_or_insert(bits);
        if first != bits {
            let what = format!("{bits} bits where the first signature has {first}");
            return Err(Stop::Failed(self.error(Some(line), what)));
        }
        let id = scalar(record.id).filter(|id| !id.is_empty());
        let id = id.unwrap_or_else(|| line.to_string().into());
        match (self.on)(&id, value, bits) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stop::Asked),
        }
    }

    fn line(&mut self, number: u64, _: &str) -> Result<(), Stop> {
        let what = "no header with `id` and `signature`".to_owned();
        Err(Stop::Failed(self.error(Some(number), what)))
    }

    fn broken(&mut self, line: Option<u64>, reason: SkipReason) -> Result<(), Stop> {
        Err(Stop::Failed(self.error(line, reason.to_string())))
    }

    fn turn(&mut self) -> Result<(), Stop> {
        Ok(())
    }

    fn before_wait(&mut self) -> Result<(), Stop> {
        Ok(())
    }

    fn counter(&self) -> Rc<Cell<u64>> {
        Rc::default()
    }

    fn no_main(&mut self, found: Vec<String>) -> Stop {
        let field = "signature".to_owned();
        let place = self.place.clone();
        Stop::Failed(CorpusError::NoField { field, option: "another file", place, found })
    }
}

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
}
