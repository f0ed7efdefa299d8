//! Signatures that are given instead of texts: in signature files and in indices.

use super::failure::Failure;
use super::skips::Skips;
use super::watch::{Unit, Watch};
use simscope_core::corpus::{self, CorpusError, Ids, Meter, PlainSignatures, ReadOptions, Skipped, Source};
use simscope_core::display::say;
use simscope_core::hamming::Signatures;
use simscope_core::index::{Index, is_index};
use simscope_core::progress::Progress;
use simscope_core::recipe::Bits;
use std::ops::{ControlFlow, Range};
use std::path::Path;

/// The ids, width and signatures of all sources; says on standard error what was left out.
pub(super) fn read(
    sources: &[Source],
    options: &ReadOptions,
    watch: Watch,
) -> Result<(Ids, Bits, Signatures), Failure> {
    refuse_sample(sources)?;
    let files = files_of(sources)?;
    let mut given = Given { meter: Meter::new(options.memory), ..Given::default() };
    for source in &files {
        watch.during(("reading", "读取"), Unit::Bytes, |progress| {
            progress.expect(bytes_of(std::slice::from_ref(source)));
            given.read(source, options, progress)
        })?;
        if given.skips.end().is_some() {
            break;
        }
    }
    match given.skips.end() {
        Some(end) if options.strict => return Err(CorpusError::Strict(end.clone()).into()),
        _ => given.skips.tell(),
    }
    let (bits, signatures) = given.column.unwrap_or_else(|| (Bits::DEFAULT, Signatures::new(Bits::DEFAULT)));
    Ok((given.ids, bits, signatures))
}

/// What was read.
#[derive(Default)]
struct Given {
    ids: Ids,
    column: Option<(Bits, Signatures)>,
    meter: Meter,
    skips: Skips,
}

impl Given {
    fn read(&mut self, source: &Source, options: &ReadOptions, progress: &Progress) -> Result<(), Failure> {
        let place = || corpus::name_of(std::slice::from_ref(source));
        if let Source::Path(path) = source
            && is_index(path)
        {
            return self.read_index(path, &place, progress);
        }
        let whole = corpus::plain_signatures(source, options, &mut self.meter, progress)
            .or_else(|| corpus::parquet_signatures(source, options, &mut self.meter, progress));
        if let Some(whole) = whole {
            return self.take(whole, &place);
        }
        progress.restart();
        progress.expect(bytes_of(std::slice::from_ref(source)));
        guarded(|stop| {
            corpus::each_signature(source, options, progress, &mut |record| {
                stop(self.push(record.id, record.signature, record.bits, &place))
            })
        })
    }

    /// Takes a signature; breaks if there is no room for it.
    fn push(
        &mut self,
        id: &str,
        signature: u128,
        bits: u8,
        place: &dyn Fn() -> String,
    ) -> Result<ControlFlow<()>, Failure> {
        // A signature of another width is a mistake even where memory is full.
        self.column(bits, place)?;
        if let Err(reason) = self.meter.takes_signature(id) {
            self.skips.add(Skipped { place: place(), spot: None, reason });
            return Ok(ControlFlow::Break(()));
        }
        self.column(bits, place)?.push(signature);
        self.ids.push(id);
        Ok(ControlFlow::Continue(()))
    }

    /// Takes a whole file.
    fn take(&mut self, plain: PlainSignatures, place: &dyn Fn() -> String) -> Result<(), Failure> {
        if plain.words.is_empty() {
            return Ok(());
        }
        match self.column(plain.bits, place)? {
            Signatures::Narrow(words) if words.is_empty() => *words = plain.words,
            signatures => signatures.extend(plain.words.into_iter().map(u128::from)),
        }
        self.ids.append(plain.ids);
        Ok(())
    }

    /// Takes the signatures of an index.
    fn read_index(
        &mut self,
        path: &Path,
        place: &dyn Fn() -> String,
        progress: &Progress,
    ) -> Result<(), Failure> {
        let index = Index::open(path)?;
        progress.expect(index.len());
        if let Some(whole) = whole(&index, &mut self.meter, progress) {
            return self.take(whole, place);
        }
        progress.restart();
        progress.expect(index.len());
        // One by one: what is damaged is named, and as much is taken as memory has room for.
        for document in 0..index.len() as u32 {
            let (id, signature) = (index.id(document)?, index.signature(document)?);
            if self.push(id, signature, index.bits().get(), place)?.is_break() {
                break;
            }
            progress.advance(1);
        }
        Ok(())
    }

    /// The column, if it has this width or none yet.
    fn column(&mut self, bits: u8, place: &dyn Fn() -> String) -> Result<&mut Signatures, Failure> {
        let bits = Bits::new(bits).unwrap_or(Bits::DEFAULT);
        let (width, signatures) = self.column.get_or_insert_with(|| (bits, Signatures::new(bits)));
        if *width == bits {
            return Ok(signatures);
        }
        Err(Failure::Failed(say!(
            "{}: signatures of {bits} bits, but those before have another width; use one width",
            "{}：签名为 {bits} 位，而此前的为另一位数；请用同一位数",
            place()
        )))
    }
}

/// The signatures of an index, on all threads. `None` above 64 bits, if anything is damaged, and if `meter` has no room.
fn whole(index: &Index, meter: &mut Meter, progress: &Progress) -> Option<PlainSignatures> {
    const SPAN: usize = 1 << 16;
    let (len, bits) = (u32::try_from(index.len()).ok()?, index.bits().get());
    let spans: Vec<Range<u32>> =
        (0..len).step_by(SPAN).map(|first| first..len.min(first.saturating_add(SPAN as u32))).collect();
    let read = |span: &Range<u32>| {
        let ids = span.clone().map(|document| index.id(document).ok()).collect::<Option<Ids>>()?;
        match index.signatures(span.clone()).ok()? {
            Signatures::Narrow(words) => Some(PlainSignatures { ids, words, bits }),
            Signatures::Wide(_) => None,
        }
    };
    let documents = |span: &Range<u32>| span.len() as u64;
    PlainSignatures::of_spans(&spans, 4 * rayon::current_num_threads(), (meter, progress), documents, read)
}

/// Turns the result of a callback into whether to read on.
type Stopping<'s> = &'s mut dyn FnMut(Result<ControlFlow<()>, Failure>) -> ControlFlow<()>;

/// Runs `read` and stops at the first failure of the callback, which is then the result.
pub(super) fn guarded(read: impl FnOnce(Stopping<'_>) -> Result<(), CorpusError>) -> Result<(), Failure> {
    let mut failure = None;
    let result = read(&mut |outcome| match outcome {
        Ok(next) => next,
        Err(error) => {
            failure = Some(error);
            ControlFlow::Break(())
        }
    });
    match failure {
        Some(failure) => Err(failure),
        None => Ok(result?),
    }
}

/// The files of all sources that hold signatures: folders are taken apart.
pub(super) fn files_of(sources: &[Source]) -> Result<Vec<Source>, Failure> {
    Ok(sources.iter().map(corpus::signature_files).collect::<Result<Vec<_>, _>>()?.concat())
}

/// Total bytes of the sources; 0 if one of them has no known size.
pub(super) fn bytes_of(sources: &[Source]) -> u64 {
    let size = |source: &Source| match source {
        Source::Path(path) => std::fs::metadata(path).ok().map(|metadata| metadata.len()),
        _ => None,
    };
    sources.iter().map(size).sum::<Option<u64>>().unwrap_or(0)
}

/// Fails for the built-in sample, which has no signatures.
pub(super) fn refuse_sample(sources: &[Source]) -> Result<(), Failure> {
    if sources != [Source::Builtin] {
        return Ok(());
    }
    Err(Failure::Usage(say!(
        "--input signatures: give the PATH of a signature file, as `simscope sign -o FILE` writes it",
        "--input signatures：请给出签名文件的 PATH，如 `simscope sign -o FILE` 所写"
    )))
}
