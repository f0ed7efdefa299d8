//! zstd: of its C library, or where there is no C compiler, in a browser, of a reader in Rust.

#[cfg(not(target_family = "wasm"))]
pub(crate) use zstd::{DEFAULT_COMPRESSION_LEVEL, Decoder, Encoder};

#[cfg(target_family = "wasm")]
pub(crate) use in_rust::{DEFAULT_COMPRESSION_LEVEL, Decoder, Encoder};

/// What simscope uses of the crate `zstd`, by the same names.
#[cfg(target_family = "wasm")]
mod in_rust {
    use ruzstd::decoding::{FrameDecoder, StreamingDecoder};
    use std::convert::Infallible;
    use std::io::{self, BufRead, Read, Write};
    use std::marker::PhantomData;

    pub(crate) const DEFAULT_COMPRESSION_LEVEL: i32 = 0;

    /// Reads one frame, which all that is compiled in has.
    pub(crate) struct Decoder<'a, R: BufRead> {
        frame: StreamingDecoder<R, FrameDecoder>,
        of: PhantomData<&'a ()>,
    }

    impl<R: BufRead> Decoder<'_, R> {
        pub(crate) fn with_buffer(read: R) -> io::Result<Self> {
            let frame = StreamingDecoder::new(read).map_err(io::Error::other)?;
            Ok(Self { frame, of: PhantomData })
        }
    }

    impl<R: BufRead> Read for Decoder<'_, R> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.frame.read(buffer)
        }
    }

    /// There is none: a browser writes no files.
    pub(crate) struct Encoder<'a, W>(Infallible, PhantomData<(&'a (), W)>);

    impl<W> Encoder<'_, W> {
        pub(crate) fn new(_: W, _: i32) -> io::Result<Self> {
            Err(io::ErrorKind::Unsupported.into())
        }

        pub(crate) fn include_checksum(&mut self, _: bool) -> io::Result<()> {
            match self.0 {}
        }

        pub(crate) fn finish(self) -> io::Result<W> {
            match self.0 {}
        }
    }

    impl<W> Write for Encoder<'_, W> {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            match self.0 {}
        }

        fn flush(&mut self) -> io::Result<()> {
            match self.0 {}
        }
    }
}
