//! Signature files in the form that simscope writes itself, read on all threads.
//!
//! A file is plain if it is tab-separated UTF-8 with a header, lines end in LF, and each has an id and a signature of up to
//! 64 bits, in as many digits as the first. Any other file, and the first line that is not plain, is left to
//! [`each_signature`](super::each_signature), which reads the file from its beginning: so there is one place that decides
//! what a damaged file means.

use std::fs::File;
use std::io::{self, Read};

use encoding_rs::UTF_8;
use rayon::prelude::*;

use super::delimited::value;
use super::encoding::{SAMPLE, detect};
use super::format::Format;
use super::inputs::place_of;
use super::read::encoding_of;
use super::record::{Chosen, Named, Wanted};
use super::rows::{Dialect, Fields};
use super::{Ids, Meter, ReadOptions, SignatureFormat, Source};
use crate::files::is_regular;
use crate::progress::Progress;

/// Bytes that are read at once, and parsed in as many parts as there are threads.
const CHUNK: usize = 16 << 20;
const TABS: Dialect = Dialect::TABS;

/// The signatures of a plain file.
#[derive(Debug, Default)]
pub struct PlainSignatures {
    /// One for each signature.
    pub ids: Ids,
    /// Bit 0 is the lowest bit of the last hex digit.
    pub words: Vec<u64>,
    /// Width in bits, 1 to 64.
    pub bits: u8,
}

impl PlainSignatures {
    /// Appends what follows; `false` if it has another width, or if `meter` has no room for it.
    pub fn append(&mut self, next: Self, meter: &mut Meter) -> bool {
        if next.words.is_empty() {
            return true;
        }
        if self.words.is_empty() {
            self.bits = next.bits;
        }
        let fits = self.bits == next.bits && meter.takes_signatures(next.words.len(), next.ids.text().len());
        self.ids.append(next.ids);
        self.words.extend_from_slice(&next.words);
        fits
    }

    /// Joins spans that are read on all threads, `at_a_time` of them before the first is appended. `size` is what a span
    /// adds to `progress`. `None` when cancelled, where a span is `None`, and where [`append`](Self::append) fails; `meter`
    /// then stays as it was.
    pub fn of_spans<T: Sync>(
        spans: &[T],
        at_a_time: usize,
        (meter, progress): (&mut Meter, &Progress),
        size: impl Fn(&T) -> u64,
        read: impl Fn(&T) -> Option<Self> + Sync,
    ) -> Option<Self> {
        let (mut whole, mut met) = (Self::default(), meter.clone());
        for some in spans.chunks(at_a_time) {
            let parts: Option<Vec<Self>> = some.par_iter().with_max_len(1).map(&read).collect();
            if progress.is_cancelled() || !parts?.into_iter().all(|part| whole.append(part, &mut met)) {
                return None;
            }
            progress.advance(some.iter().map(&size).sum());
        }
        *meter = met;
        Some(whole)
    }
}

/// The columns of a signature file.
pub(super) fn wanted_of(options: &ReadOptions) -> Wanted {
    let (main, id) = (options.signature_field.as_deref(), options.id_field.as_deref());
    let named = Named { main: main.is_some(), id: id.is_some(), ..Named::default() };
    Wanted { named, ..Wanted::new(&[main.unwrap_or("signature")], &[id.unwrap_or("id")], &["bits"]) }
}

/// Where things stand in a line.
#[derive(Debug, Clone, Copy)]
struct Columns {
    signature: usize,
    id: usize,
    bits: Option<usize>,
    last: usize,
    /// The number of columns.
    width: usize,
}

/// The form of all signatures of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Form {
    digits: usize,
    bits: u8,
}

/// The signatures of a file in the form that simscope writes, on all threads: what [`each_signature`](super::each_signature) would pass on,
/// several times as fast. `None` for any other file, however little it differs, and where `meter` has no room for all of
/// it: `each_signature` knows what to do then.
pub fn plain_signatures(
    source: &Source,
    options: &ReadOptions,
    meter: &mut Meter,
    progress: &Progress,
) -> Option<PlainSignatures> {
    read(source, options, &wanted_of(options), (meter, progress), CHUNK)
}

/// Reads a file if it is plain, `size` bytes at a time; `None` if it is not, if it cannot be read, or if `meter` has no room
/// for it. `wanted` names the columns. `progress` advances by bytes.
fn read(
    source: &Source,
    options: &ReadOptions,
    wanted: &Wanted,
    (meter, progress): (&mut Meter, &Progress),
    size: usize,
) -> Option<PlainSignatures> {
    let Source::Path(path) = source else { return None };
    if !matches!(options.signature_format, SignatureFormat::Auto | SignatureFormat::Hex) {
        return None;
    }
    if !is_regular(path).ok()? || !encoding_of(options).ok()?.is_none_or(|encoding| encoding == UTF_8) {
        return None;
    }
    let mut chunks = Chunks { file: File::open(path).ok()?, size, rest: Vec::new() };
    let mut chunk = chunks.next().ok()??;
    let is_tsv = match Format::of_input(options.input).or_else(|| Format::of_name(&place_of(source))) {
        Some(format) => format == Format::Tsv,
        None => Format::of_content(str::from_utf8(&chunk).ok()?, wanted) == Format::Tsv,
    };
    let start = &chunk[..chunk.len().min(SAMPLE)];
    let is_utf8 = detect(start, start.len() == chunk.len()).is_ok_and(|found| found == (UTF_8, 0));
    if !is_tsv || !is_utf8 {
        return None;
    }
    let header = memchr::memchr(b'\n', &chunk)? + 1;
    let columns = Columns::of(str::from_utf8(&chunk[..header]).ok()?, wanted)?;
    chunk.drain(..header);
    let (mut form, mut is_hex) = (None, options.signature_format == SignatureFormat::Hex);
    let (mut read, mut met) = (PlainSignatures::default(), meter.clone());
    loop {
        let length = chunk.len() as u64;
        form = form.or_else(|| columns.form(&chunk));
        // The next chunk is read while this one is parsed.
        let (parsed, next) = match form {
            Some(form) => rayon::join(|| parse(&chunk, columns, form), || chunks.next()),
            // A header alone.
            None => (chunk.is_empty().then(Vec::new), chunks.next()),
        };
        let parsed = parsed?;
        is_hex = is_hex || parsed.iter().any(|part| part.words.iter().copied().any(has_letter));
        if progress.is_cancelled() || !parsed.into_iter().all(|part| read.append(part, &mut met)) {
            return None;
        }
        progress.advance(length);
        match next.ok()? {
            Some(next) => chunk = next,
            None => break,
        }
    }
    // What has no letter may be decimal.
    if !is_hex && !read.words.is_empty() {
        return None;
    }
    *meter = met;
    read.bits = form.map_or(64, |form| form.bits);
    Some(read)
}

/// A file in chunks of whole lines.
struct Chunks {
    file: File,
    size: usize,
    rest: Vec<u8>,
}

impl Chunks {
    fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut chunk = std::mem::take(&mut self.rest);
        chunk.reserve_exact(self.size);
        let wanted = self.size.saturating_sub(chunk.len());
        let is_end = (&mut self.file).take(wanted as u64).read_to_end(&mut chunk)? < wanted;
        if !is_end {
            match memchr::memrchr(b'\n', &chunk) {
                Some(end) => self.rest = chunk.split_off(end + 1),
                None => return Err(io::ErrorKind::InvalidData.into()),
            }
        }
        Ok((!chunk.is_empty()).then_some(chunk))
    }
}

impl Columns {
    fn of(header: &str, wanted: &Wanted) -> Option<Self> {
        let names = Fields::new(header.as_bytes(), TABS).map(|field| value(&header[field], TABS));
        let names: Vec<_> = names.collect();
        let names: Vec<&str> = names.iter().map(|name| name.trim()).collect();
        let column = |name: &str| names.iter().position(|known| *known == name);
        let Chosen { main, id, extra } = Chosen::of(wanted, &column);
        let (&signature, id) = (main.first()?, id?);
        let last = signature.max(id).max(extra.unwrap_or(0));
        Some(Self { signature, id, bits: extra, last, width: names.len() })
    }

    /// The form of the first line.
    fn form(self, chunk: &[u8]) -> Option<Form> {
        let line = chunk.split(|&byte| byte == b'\n').next()?;
        let fields: Vec<&[u8]> = line.split(|&byte| byte == b'\t').collect();
        let digits = fields.get(self.signature)?.len();
        let bits = match self.bits {
            Some(column) => str::from_utf8(fields.get(column)?).ok()?.parse().ok()?,
            None => 4 * digits,
        };
        // With this number of characters base64 has 4 or 8 bytes.
        let is_base64 = self.bits.is_none() && matches!(digits, 6 | 11);
        let fits = !is_base64 && (1..=16).contains(&digits) && (1..=4 * digits).contains(&bits);
        fits.then_some(Form { digits, bits: bits as u8 })
    }
}

/// The lines of a chunk, in parts that follow one another; `None` if one is not plain.
fn parse(chunk: &[u8], columns: Columns, form: Form) -> Option<Vec<PlainSignatures>> {
    let mut pieces = Vec::new();
    let mut rest = chunk;
    for left in (1..=rayon::current_num_threads()).rev() {
        let even = rest.len() / left;
        let end = memchr::memchr(b'\n', &rest[even..]).map_or(rest.len(), |end| even + end + 1);
        let piece;
        (piece, rest) = rest.split_at(if left == 1 { rest.len() } else { end });
        pieces.push(piece);
    }
    pieces.into_par_iter().map(|piece| lines(piece, columns, form)).collect()
}

/// Some lines.
fn lines(piece: &[u8], columns: Columns, form: Form) -> Option<PlainSignatures> {
    let text = str::from_utf8(piece).ok()?;
    if piece.iter().fold(false, |found, &byte| found | is_odd(byte)) {
        return None;
    }
    let lines = piece.len() / (form.digits + 8);
    let ids = Ids::with_capacity(lines, piece.len() / 2);
    let mut part = PlainSignatures { ids, words: Vec::with_capacity(lines), bits: form.bits };
    let bits = form.bits.to_string();
    let (mut start, mut column) = (0, 0);
    let (mut id, mut word) = ("", None);
    let last = piece.last().filter(|&&last| last != b'\n').map(|_| piece.len());
    for end in memchr::memchr2_iter(b'\t', b'\n', piece).chain(last) {
        let is_end = piece.get(end) != Some(&b'\t');
        let field = start..end;
        if column == columns.signature {
            word = Some(word_of(&piece[field], form)?);
        } else if column == columns.id {
            id = &text[field];
        } else if Some(column) == columns.bits && text[field] != *bits {
            return None;
        }
        (start, column) = (end + 1, column + 1);
        if is_end {
            if column <= columns.last || column > columns.width || id.is_empty() {
                return None;
            }
            part.ids.push(std::mem::take(&mut id));
            part.words.push(word.take()?);
            column = 0;
        }
    }
    Some(part)
}

/// What a plain file does not have: control characters other than its tabs and line ends.
fn is_odd(byte: u8) -> bool {
    (byte < b' ' && byte != b'\t' && byte != b'\n') || byte == 0x7f
}

/// The number of hex digits, if there are as many as there should be and no bit above the width.
#[inline]
fn word_of(digits: &[u8], form: Form) -> Option<u64> {
    if digits.len() != form.digits {
        return None;
    }
    let (mut word, mut wrong) = (0, 0);
    for &digit in digits {
        let value = DIGITS[usize::from(digit)];
        wrong |= value;
        word = word << 4 | u64::from(value & 15);
    }
    let is_narrow = form.bits == 64 || word >> form.bits == 0;
    (wrong < 16 && is_narrow).then_some(word)
}

/// Whether a number in hexadecimal has one of the digits a–f.
fn has_letter(word: u64) -> bool {
    const NIBBLES: u64 = 0x1111_1111_1111_1111;
    (word >> 3) & (word >> 2 | word >> 1) & NIBBLES != 0
}

/// The value of each hex digit; 16 for what is none.
const DIGITS: [u8; 256] = {
    let mut digits = [16; 256];
    let mut value = 0;
    while value < 16 {
        digits[b"0123456789abcdef"[value] as usize] = value as u8;
        digits[b"0123456789ABCDEF"[value] as usize] = value as u8;
        value += 1;
    }
    digits
};

#[cfg(test)]
mod tests {
    use super::super::{Memory, read_signatures};
    use super::*;
    use proptest::prelude::*;
    use proptest::sample::select;

    /// The file read plainly in chunks of this size, and as every file is read.
    fn both(
        text: &str,
        size: usize,
        memory: Option<Memory>,
    ) -> (Option<PlainSignatures>, Option<Vec<(String, u128)>>) {
        let folder = tempfile::tempdir().unwrap();
        let source = Source::Path(folder.path().join("s.tsv"));
        let Source::Path(path) = &source else { unreachable!() };
        std::fs::write(path, text).unwrap();
        let options = ReadOptions { memory, ..ReadOptions::default() };
        let (mut meter, progress) = (Meter::new(memory), Progress::new());
        let plain = read(&source, &options, &wanted_of(&options), (&mut meter, &progress), size);
        let any = read_signatures(&source, &options);
        (plain, any.ok().map(|set| set.ids.into_iter().zip(set.signatures).collect()))
    }

    fn pairs(plain: &PlainSignatures) -> Vec<(String, u128)> {
        plain.ids.iter().map(str::to_owned).zip(plain.words.iter().map(|&word| word.into())).collect()
    }

    proptest! {
        #[test]
        fn a_file_that_is_read_plainly_is_read_as_every_file(
            head in select(vec!["id\tsignature", "signature\tid", "x\tid\tbits\tsignature", "id\tsignature\tbits\tn", "signature"]),
            rows in prop::collection::vec(prop::collection::vec(select(vec![
                "a", "文档", "00ff", "00FF", "0x0f", "0 ff", "16", "8", "", "\"q", "00ff", "a\rb", "\u{1b}", "\u{feff}a", "00f",
            ]), 0..5), 0..8),
            is_ended: bool,
            size in 24_usize..200,
        ) {
            let rows: Vec<String> = rows.iter().map(|row| row.join("\t")).collect();
            let text = format!("{head}\n{}{}", rows.join("\n"), if is_ended { "\n" } else { "" });
            if let (Some(plain), any) = both(&text, size, None) {
                prop_assert_eq!(Some(pairs(&plain)), any);
            }
        }
    }

    #[test]
    fn what_simscope_writes_is_plain_in_chunks_of_any_size() {
        let rows: String =
            (0..500_u64).map(|i| format!("文档 {i}\t{:013x}\t50\t7\n", i * 0x1234_5678)).collect();
        let text = format!("id\tsignature\tbits\tfeatures\n{rows}");
        for size in [60, 100, 4096, 1 << 20] {
            let (plain, any) = both(&text, size, None);
            let plain = plain.unwrap();
            assert_eq!((plain.bits, Some(pairs(&plain))), (50, any));
        }
        assert!(both(&text, CHUNK, Some(Memory::of(10_000))).0.is_none());
        let (header_alone, _) = both("id\tsignature\n", CHUNK, None);
        assert_eq!(header_alone.unwrap().ids.len(), 0);
    }
}
