//! Decompression. The format is detected from the first bytes, not from the file name.

use std::cell::Cell;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::rc::Rc;

use crate::zstandard;
use flate2::bufread::GzDecoder;

/// Buffer for compressed bytes: large enough for few system calls, small enough for early progress.
const BUFFER: usize = 128 << 10;

/// How a file is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Compression {
    /// Not at all.
    None,
    /// gzip, `.gz`.
    Gzip,
    /// zstd, `.zst`.
    Zstd,
}

/// The bytes of `stored`, decompressed if they start with the magic number of gzip or zstd, and which it was.
pub(super) fn decompressed<'a>(mut stored: impl Read + 'a) -> io::Result<(Compression, Box<dyn Read + 'a>)> {
    let mut magic = Vec::with_capacity(4);
    stored.by_ref().take(4).read_to_end(&mut magic)?;
    let has_failed = Rc::new(Cell::new(false));
    let stored = Storage { inner: stored, has_failed: Rc::clone(&has_failed) };
    let is_gzip = magic.starts_with(&[0x1f, 0x8b]);
    // RFC 8878: 0xFD2FB528 opens a frame, 0x184D2A50 to 0x184D2A5F one to be skipped (pzstd begins with one).
    let is_zstd = matches!(magic[..], [0x28, 0xb5, 0x2f, 0xfd] | [0x50..=0x5f, 0x2a, 0x4d, 0x18]);
    let whole = Begun::new(magic, stored);
    Ok(if is_gzip {
        let whole = BufReader::with_capacity(BUFFER, whole);
        let inner = Members { member: Some(GzDecoder::new(whole)) };
        (Compression::Gzip, Box::new(Decoding { inner, has_failed }))
    } else if is_zstd {
        let whole = BufReader::with_capacity(BUFFER, whole);
        let inner = zstandard::Decoder::with_buffer(whole)?;
        (Compression::Zstd, Box::new(Decoding { inner, has_failed }))
    } else {
        (Compression::None, Box::new(whole))
    })
}

/// The members of a gzip file, joined. Zeros after a member are passed over, as gzip does: tapes and `dd` fill their last block.
struct Members<R> {
    /// `None` at the end.
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let read = member.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            let is_more = skip_zeros(member.get_mut())?;
            self.member =
                self.member.take().filter(|_| is_more).map(|ended| GzDecoder::new(ended.into_inner()));
        }
        Ok(0)
    }
}

/// Passes over zeros; returns whether anything follows.
fn skip_zeros(stored: &mut impl BufRead) -> io::Result<bool> {
    loop {
        let waiting = stored.fill_buf()?;
        let (zeros, all) = (waiting.iter().take_while(|&&byte| byte == 0).count(), waiting.len());
        stored.consume(zeros);
        if all == 0 || zeros < all {
            return Ok(all > 0);
        }
    }
}

/// A stream whose first bytes were looked at. They come together with what follows, in one read: a few bytes by
/// themselves may look like any encoding.
pub(super) struct Begun<R> {
    first: Cursor<Vec<u8>>,
    rest: R,
    /// What reading on gave, while the first bytes came through.
    error: Option<io::Error>,
}

impl<R: Read> Begun<R> {
    pub(super) fn new(first: Vec<u8>, rest: R) -> Self {
        Self { first: Cursor::new(first), rest, error: None }
    }
}

impl<R: Read> Read for Begun<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let first = self.first.read(buffer)?;
        if first == buffer.len() {
            return Ok(first);
        }
        match self.rest.read(&mut buffer[first..]) {
            Ok(further) => Ok(first + further),
            Err(error) if first == 0 => Err(error),
            Err(error) => {
                self.error = Some(error);
                Ok(first)
            }
        }
    }
}

/// What a decoder found wrong in the compressed bytes, as opposed to bytes that could not be read.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Damage(io::Error);

/// Notes that the bytes themselves could not be read.
struct Storage<R> {
    inner: R,
    has_failed: Rc<Cell<bool>>,
}

impl<R: Read> Read for Storage<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer);
        self.has_failed.set(read.is_err());
        read
    }
}

/// Marks the errors of a decoder as [`Damage`].
struct Decoding<R> {
    inner: R,
    has_failed: Rc<Cell<bool>>,
}

impl<R: Read> Read for Decoding<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.inner.read(buffer).map_err(|error| {
            if self.has_failed.get() { error } else { io::Error::new(error.kind(), Damage(error)) }
        })
    }
}

/// Counts the bytes read; for a compressed file these are the stored bytes.
pub(super) struct Counted<R> {
    inner: R,
    count: Rc<Cell<u64>>,
}

impl<R> Counted<R> {
    pub(super) fn new(inner: R, count: Rc<Cell<u64>>) -> Self {
        Self { inner, count }
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.count.set(self.count.get() + read as u64);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn check(stored: &[u8], expected: &[u8]) {
        let mut bytes = Vec::new();
        decompressed(stored).unwrap().1.read_to_end(&mut bytes).unwrap();
        assert_eq!(bytes, expected);
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn what_is_not_compressed_stays_as_it_is() {
        for bytes in [&b""[..], b"a", b"abc", b"abcdef", b"\x1f", b"(\xb5/"] {
            check(bytes, bytes);
        }
    }

    #[test]
    fn zeros_after_gzip_are_nothing_and_anything_else_is_damage() {
        for zeros in [1, 512, 3 * BUFFER] {
            let padding = vec![0; zeros];
            check(&[&gzip(b"one")[..], &padding].concat(), b"one");
            check(&[&gzip(b"one ")[..], &padding, &gzip(b"two"), &padding].concat(), b"one two");
            let garbage = [&gzip(b"one")[..], &padding, b"x"].concat();
            let mut bytes = Vec::new();
            decompressed(&garbage[..]).unwrap().1.read_to_end(&mut bytes).unwrap_err();
            assert_eq!(bytes, b"one");
        }
    }

    #[test]
    fn gzip_and_zstd_are_recognised_and_their_members_joined() {
        check(&gzip(b"text"), b"text");
        check(&[gzip(b"one "), gzip(b"two")].concat(), b"one two");
        let zstd = |bytes: &[u8]| zstd::encode_all(bytes, 1).unwrap();
        check(&[zstd(b"one "), zstd(b"two")].concat(), b"one two");
        let skippable = [0x50, 0x2a, 0x4d, 0x18, 1, 0, 0, 0, 9];
        check(&[&skippable[..], &zstd(b"text")].concat(), b"text");
    }

    struct Failing;

    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::new(io::ErrorKind::InvalidInput, "the disk is broken"))
        }
    }

    #[test]
    fn what_cannot_be_read_is_not_called_damaged() {
        let zstd = zstd::encode_all(&[b'x'; 1000][..], 1).unwrap();
        let gzip = gzip(&[b'x'; 1000]);
        for (stored, rest) in
            [(&gzip[..12], false), (&zstd[..6], false), (b"plain", false), (&gzip[..12], true)]
        {
            let rest: Box<dyn Read> = if rest { Box::new(&[0xff; 99][..]) } else { Box::new(Failing) };
            let error = decompressed(stored.chain(rest)).unwrap().1.read_to_end(&mut Vec::new()).unwrap_err();
            let is_damage = error.get_ref().is_some_and(|inner| inner.is::<Damage>());
            assert_eq!(is_damage, error.to_string() != "the disk is broken", "{error:?}");
        }
    }

    #[test]
    fn a_cut_stream_is_an_error() {
        let whole = gzip(&[b'x'; 1000]);
        let mut bytes = Vec::new();
        let error = decompressed(&whole[..whole.len() - 9]).unwrap().1.read_to_end(&mut bytes).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }
}
