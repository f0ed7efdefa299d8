//! Decompression. The format is detected from the first bytes, not from the file name.

use std::cell::Cell;
use std::io::{self, BufReader, Cursor, Read};
use std::rc::Rc;

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
    let is_gzip = magic.starts_with(&[0x1f, 0x8b]);
    // RFC 8878: 0xFD2FB528 opens a frame, 0x184D2A50 to 0x184D2A5F one to be skipped (pzstd begins with one).
    let is_zstd = matches!(magic[..], [0x28, 0xb5, 0x2f, 0xfd] | [0x50..=0x5f, 0x2a, 0x4d, 0x18]);
    let whole = Cursor::new(magic).chain(stored);
    Ok(if is_gzip {
        let whole = BufReader::with_capacity(BUFFER, whole);
        (Compression::Gzip, Box::new(flate2::bufread::MultiGzDecoder::new(whole)))
    } else if is_zstd {
        let whole = BufReader::with_capacity(BUFFER, whole);
        (Compression::Zstd, Box::new(zstd::stream::read::Decoder::with_buffer(whole)?))
    } else {
        (Compression::None, Box::new(whole))
    })
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
    fn gzip_and_zstd_are_recognised_and_their_members_joined() {
        check(&gzip(b"text"), b"text");
        check(&[gzip(b"one "), gzip(b"two")].concat(), b"one two");
        let zstd = |bytes: &[u8]| zstd::encode_all(bytes, 1).unwrap();
        check(&[zstd(b"one "), zstd(b"two")].concat(), b"one two");
        let skippable = [0x50, 0x2a, 0x4d, 0x18, 1, 0, 0, 0, 9];
        check(&[&skippable[..], &zstd(b"text")].concat(), b"text");
    }

    #[test]
    fn a_cut_stream_is_an_error() {
        let whole = gzip(&[b'x'; 1000]);
        let mut bytes = Vec::new();
        let error = decompressed(&whole[..whole.len() - 9]).unwrap().1.read_to_end(&mut bytes).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }
}
