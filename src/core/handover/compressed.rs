//! Output that is compressed as it is written.

use super::Compression;
use crate::zstandard;
use flate2::write::GzEncoder;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

impl Compression {
    /// What the ending of a file name stands for.
    pub fn of_name(path: &Path) -> Self {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        match ending.to_ascii_lowercase().as_str() {
            "gz" => Self::Gzip,
            "zst" => Self::Zstd,
            _ => Self::None,
        }
    }

    /// The same name with the ending of this compression.
    pub(super) fn renamed(self, path: &Path) -> PathBuf {
        let plain = match Self::of_name(path) {
            Self::None => path.to_owned(),
            Self::Gzip | Self::Zstd => path.with_extension(""),
        };
        let ending = match self {
            Self::None => return plain,
            Self::Gzip => ".gz",
            Self::Zstd => ".zst",
        };
        let mut name = plain.into_os_string();
        name.push(ending);
        name.into()
    }
}

/// A stream that is compressed on its way to `out`.
pub(super) enum Compressed<W: Write> {
    Plain(W),
    Gzip(GzEncoder<W>),
    Zstd(zstandard::Encoder<'static, W>),
}

impl<W: Write> Compressed<W> {
    pub(super) fn new(out: W, compression: Compression) -> io::Result<Self> {
        Ok(match compression {
            Compression::None => Self::Plain(out),
            Compression::Gzip => Self::Gzip(GzEncoder::new(out, flate2::Compression::default())),
            Compression::Zstd => {
                let mut encoder = zstandard::Encoder::new(out, zstandard::DEFAULT_COMPRESSION_LEVEL)?;
                encoder.include_checksum(true)?;
                Self::Zstd(encoder)
            }
        })
    }

    /// Writes the end of the compressed data; returns the output.
    pub(super) fn finish(self) -> io::Result<W> {
        match self {
            Self::Plain(out) => Ok(out),
            Self::Gzip(encoder) => encoder.finish(),
            Self::Zstd(encoder) => encoder.finish(),
        }
    }
}

impl<W: Write> Write for Compressed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(out) => out.write(bytes),
            Self::Gzip(encoder) => encoder.write(bytes),
            Self::Zstd(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(out) => out.flush(),
            Self::Gzip(encoder) => encoder.flush(),
            Self::Zstd(encoder) => encoder.flush(),
        }
    }
}
