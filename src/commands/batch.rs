//! `simscope neighbours`: new documents against a corpus that streams past them.

use super::arguments::{BatchArguments, Side};
use super::failure::Failure;
use super::feed::{Signing, each_signed};
use super::given::{bytes_of, files_of};
use super::material::{finished, tell_health, tell_left_out};
use super::output::{Stopped, stoppable};
use super::recipe_choice::check_signed_alike;
use super::repeated::PassingIds;
use super::skips::Skips;
use super::watch::{Unit, Watch};
use rayon::prelude::*;
use simscope_core::corpus::{self, Meter, Source};
use simscope_core::display::say;
use simscope_core::export::{Rows, pair_columns};
use simscope_core::hamming::Signatures;
use simscope_core::index::{Index, IndexError};
use simscope_core::progress::Progress;
use simscope_core::recipe::{Bits, Recipe, Weighting};
use simscope_core::search::{Mapper, Match};
use simscope_core::visible;
use std::ops::ControlFlow;
use std::path::Path;
use std::{io, mem};

/// Signatures of a file that stream past together.
const SPLIT: usize = 1 << 16;

pub(super) fn run(arguments: &BatchArguments) -> Result<(), Failure> {
    let (new, against) = (arguments.new_side(), arguments.against_side());
    if arguments.reads_stdin_twice() {
        return Err(Failure::Usage(say!(
            "neighbours: standard input can be only one of the PATHs; write the others to files",
            "neighbours：标准输入只能是一个 PATH；其余请先写入文件"
        )));
    }
    let known = recipe_of(arguments, [&new, &against])?;
    // Without a recipe nothing is signed, so the default does no harm.
    let recipe = known.unwrap_or_default();
    if recipe.weighting == Weighting::TfIdf {
        return Err(Failure::Usage(say!(
            "neighbours: weighting tf-idf needs the whole corpus before it signs, and here the corpus is streamed; \
                    choose another --weighting",
            "neighbours：加权方式 tf-idf 须先读完整个语料才能签名，而这里语料是流式读取的；请另选 --weighting"
        )));
    }
    let signed =
        [&new, &against].into_iter().filter(|side| side.is_signatures).flat_map(|side| &side.sources);
    check_signed_alike(signed, [&new, &against].into_iter().any(has_texts).then_some(recipe))?;
    arguments.reading.threads.apply()?;
    let watch = Watch::new(arguments.reading.has_no_progress);
    let reader = Reader { recipe, keeps_empty: arguments.empty.are_kept };
    let mut empty = 0;
    let memory = arguments.reading.read_options().memory;
    let (mut ids_new, mut ids_against) =
        (PassingIds::new("--new: ", memory), PassingIds::new("--against: ", memory));
    let small = watch.during(("reading", "读取"), Unit::Bytes, |progress| {
        let meter = Meter::new(memory);
        let (ids, signatures) = (Vec::new(), Signatures::new(recipe.bits));
        let mut small = Small { ids, signatures, bits: None, meter };
        each_split(&new, &reader, progress, &mut empty, &mut |split: Split| {
            split.ids.iter().for_each(|id| ids_new.push(id));
            Ok(small.take(split)?)
        })?;
        Ok::<_, Stopped>(small)
    })?;
    let bits = small.bits.unwrap_or(recipe.bits);
    let mapper = watch.during(("indexing", "建立索引"), Unit::Documents, |progress| {
        let design = Mapper::design_for(&small.signatures, bits, arguments.k.k);
        finished(Mapper::new(&small.signatures, design, progress))
    });
    let recipes = known.as_slice();
    let watch = watch.unless(arguments.output.is_on_terminal());
    let is_alone = against.sources.len() == 1;
    let mut take = |progress: &Progress, rows: &mut Rows<'_>| {
        let (small, ids, k) = (&small, &mut ids_against, arguments.k.k);
        let mut comparing = Comparing { mapper: &mapper, small, k, is_alone, ids, rows };
        each_split(&against, &reader, progress, &mut empty, &mut comparing)
    };
    let columns = pair_columns(["id_new", "id_against"]);
    watch.during(("comparing", "比较"), Unit::Bytes, |progress| {
        stoppable(|stop| arguments.output.rows(&columns, recipes, |rows| take(progress, rows).map_err(stop)))
    })?;
    tell_left_out(empty);
    ids_new.tell();
    ids_against.tell();
    Ok(())
}

/// The recipe of the signatures that are compared, where it is known: that of the indexes that have one,
/// otherwise the one asked for if texts are signed. `None` if nothing is signed and no index has a recipe.
///
/// An index built from signatures does not say how to sign texts that are compared with it; the user must name
/// the recipe.
fn recipe_of(arguments: &BatchArguments, sides: [&Side; 2]) -> Result<Option<Recipe>, Failure> {
    let given = if arguments.recipe.are_given() { Some(arguments.recipe.recipe()?) } else { None };
    let (mut of_indexes, mut without) = (None, None);
    for path in sides.iter().flat_map(|side| &side.sources).filter_map(index_of) {
        let index = Index::open(path)?;
        match index.recipe()? {
            Some(built_with) => {
                index.check_recipe(&built_with, &of_indexes.or(given).unwrap_or(built_with))?;
                of_indexes = Some(built_with);
            }
            None => without = Some(path),
        }
    }
    if of_indexes.is_some() || !sides.into_iter().any(has_texts) {
        return Ok(of_indexes);
    }
    match (given, without) {
        (Some(given), _) => Ok(Some(given)),
        (None, None) => arguments.recipe.recipe().map(Some),
        (None, Some(index)) => Err(Failure::Failed(say!(
            "{}: the index was built from signatures and has no recipe for texts: name the recipe that made them \
             (--recipe)",
            "{}：索引由签名建成，没有用于文本的配方：请用 --recipe 指定生成签名的配方",
            visible::line(&index.to_string_lossy())
        ))),
    }
}

/// Whether something of this side has to be signed.
fn has_texts(side: &Side) -> bool {
    !side.is_signatures && side.sources.iter().any(|source| index_of(source).is_none())
}

/// What takes the documents of one side.
trait Take {
    fn split(&mut self, split: Split) -> Result<(), Stopped>;
    /// Takes all documents of an index without going through them; whether it did.
    fn index(&mut self, _: &Index, _: &Progress) -> Result<bool, Stopped> {
        Ok(false)
    }
}

impl<F: FnMut(Split) -> Result<(), Stopped>> Take for F {
    fn split(&mut self, split: Split) -> Result<(), Stopped> {
        self(split)
    }
}

/// Writes the rows of what comes past.
struct Comparing<'c, 'w> {
    mapper: &'c Mapper,
    small: &'c Small,
    k: u8,
    /// Whether there is one source.
    is_alone: bool,
    ids: &'c mut PassingIds,
    rows: &'c mut Rows<'w>,
}

impl Comparing<'_, '_> {
    fn write(&mut self, new: u32, id_against: &str, distance: u8) -> io::Result<()> {
        let id = &self.small.ids[new as usize];
        self.rows.write(&[id.as_str().into(), id_against.into(), distance.into()])
    }
}

impl Take for Comparing<'_, '_> {
    fn split(&mut self, split: Split) -> Result<(), Stopped> {
        self.small.check(split.bits, &split.place)?;
        split.ids.iter().for_each(|id| self.ids.push(id));
        let (mapper, ids) = (self.mapper, &split.ids);
        let write = |found: Match| self.write(found.new, &ids[found.against as usize], found.distance);
        mapper.map(&split.signatures, 0, write).map(drop).map_err(Stopped::Output)
    }

    /// Looks up each new document, if that is less work; gives up where it is not.
    fn index(&mut self, index: &Index, progress: &Progress) -> Result<bool, Stopped> {
        /// Found documents that are held at once, 12 bytes each.
        const MOST: usize = 1 << 22;
        /// Distances for each document of the index, which cost more than to go through it.
        const MANY: u64 = 1 << 8;
        /// New documents between two looks at these numbers.
        const AT_ONCE: usize = 1 << 12;
        self.small.check(index.bits(), &visible::path(index.path()))?;
        let new = &self.small.signatures;
        let is_less = |look_ups: u64| look_ups.saturating_mul(new.len() as u64) < index.len();
        // The ids are not read either: they must be known to differ.
        if !self.is_alone || index.info().duplicates > 0 || !index.look_ups(self.k).is_some_and(is_less) {
            return Ok(false);
        }
        let failed = |error: IndexError| Stopped::Failed(error.into());
        progress.expect(progress.total() + new.len() as u64);
        let (mut found, mut distances) = (Vec::new(), 0);
        for start in (0..new.len()).step_by(AT_ONCE) {
            let some = start..new.len().min(start + AT_ONCE);
            let look_up = |at: usize| -> Result<_, IndexError> {
                let mut hits = Vec::new();
                let counters = index.within(new.get(at), self.k, &mut hits)?;
                Ok((at as u32, hits, counters.distances))
            };
            let looked_up: Result<Vec<_>, IndexError> = some.clone().into_par_iter().map(look_up).collect();
            for (new, hits, compared) in looked_up.map_err(failed)? {
                found.extend(hits.into_iter().map(|hit| (hit.index, new, hit.distance)));
                distances += compared;
            }
            if found.len() > MOST || distances > MANY.saturating_mul(index.len()) {
                return Ok(false);
            }
            progress.advance(some.len() as u64);
        }
        found.sort_unstable();
        for (against, new, distance) in found {
            self.write(new, index.id(against).map_err(failed)?, distance).map_err(Stopped::Output)?;
        }
        Ok(true)
    }
}

/// Turns texts into signatures.
struct Reader {
    recipe: Recipe,
    keeps_empty: bool,
}

/// Documents that are compared together; at least one.
struct Split {
    ids: Vec<String>,
    signatures: Signatures,
    bits: Bits,
    /// The file they were read from, for messages.
    place: String,
}

/// The new documents.
struct Small {
    ids: Vec<String>,
    signatures: Signatures,
    /// `None` before the first signature.
    bits: Option<Bits>,
    meter: Meter,
}

impl Small {
    fn take(&mut self, split: Split) -> Result<(), Failure> {
        self.check(split.bits, &split.place)?;
        split.ids.iter().try_for_each(|id| self.meter.takes_signature(id)).map_err(|reason| {
            Failure::Failed(say!(
                "--new: {}: {reason}, or give fewer",
                "--new：{}：{reason}，或减少文档",
                split.place
            ))
        })?;
        if self.bits.replace(split.bits).is_none() {
            (self.ids, self.signatures) = (split.ids, split.signatures);
            return Ok(());
        }
        self.ids.extend(split.ids);
        self.signatures.extend(split.signatures.iter());
        match u32::try_from(self.ids.len()) {
            Ok(_) => Ok(()),
            Err(_) => Err(Failure::Failed(say!(
                "--new: more than 4,294,967,295 documents; give fewer",
                "--new：超过 4,294,967,295 篇文档；请减少"
            ))),
        }
    }

    /// Whether signatures of a width, from there, can be compared with the new ones.
    fn check(&self, other: Bits, place: &str) -> Result<(), Failure> {
        match self.bits {
            Some(bits) if bits != other => Err(Failure::Failed(say!(
                "{place}: signatures of {other} bits, but those before have {bits}; use one width (--bits {bits} signs texts so)",
                "{place}：签名为 {other} 位，而此前的为 {bits} 位；请用同一位数（--bits {bits} 使文本也如此签名）"
            ))),
            _ => Ok(()),
        }
    }
}

/// Passes the documents of one side to `on` in order, at most one split at a time. Counts the empty documents
/// that it leaves out.
fn each_split(
    side: &Side,
    reader: &Reader,
    progress: &Progress,
    empty: &mut u64,
    on: &mut dyn Take,
) -> Result<(), Stopped> {
    for sources in side.sources.chunk_by(|a, b| index_of(a).is_some() == index_of(b).is_some()) {
        if index_of(&sources[0]).is_some() {
            sources.iter().filter_map(index_of).try_for_each(|path| of_index(path, progress, on))?;
        } else if side.is_signatures {
            signatures(side, sources, progress, on)?;
        } else {
            texts(side, sources, reader, progress, empty, on)?;
        }
    }
    Ok(())
}

/// The path of a source that is an index.
fn index_of(source: &Source) -> Option<&Path> {
    match source {
        Source::Path(path) if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("simx")) => {
            Some(path)
        }
        _ => None,
    }
}

/// The signatures of an index, split by split.
fn of_index(path: &Path, progress: &Progress, on: &mut dyn Take) -> Result<(), Stopped> {
    let failed = |error: IndexError| Stopped::Failed(error.into());
    let index = Index::open(path).map_err(failed)?;
    if on.index(&index, progress)? {
        return Ok(());
    }
    let place = visible::path(path);
    let word = if index.bits().is_wide() { 16 } else { 8 };
    progress.expect(progress.total() + index.len() * word);
    // An index holds at most 2³² documents.
    for start in (0..index.len() as u32).step_by(SPLIT) {
        let documents = start..start.saturating_add(SPLIT as u32).min(index.len() as u32);
        let ids = documents.clone().map(|document| index.id(document).map(str::to_owned));
        let split = Split {
            ids: ids.collect::<Result<_, _>>().map_err(failed)?,
            signatures: index.signatures(documents.clone()).map_err(failed)?,
            bits: index.bits(),
            place: place.clone(),
        };
        progress.advance(documents.len() as u64 * word);
        on.split(split)?;
    }
    Ok(())
}

fn texts(
    side: &Side,
    sources: &[Source],
    reader: &Reader,
    progress: &Progress,
    empty: &mut u64,
    on: &mut dyn Take,
) -> Result<(), Stopped> {
    let place = visible::line(&corpus::name_of(sources)).into_owned();
    let (mut skips, bits) = (Skips::default(), reader.recipe.bits);
    let signing = Signing { recipe: &reader.recipe, keeps_empty: reader.keeps_empty };
    *empty += each_signed((sources, &side.options), signing, progress, &mut skips, &mut |documents| {
        let mut signatures = Signatures::with_capacity(bits, documents.len());
        signatures.extend(documents.iter().map(|document| document.signature));
        let ids: Vec<_> = documents.iter().map(|document| document.id.to_owned()).collect();
        let split = Split { ids, signatures, bits, place: place.clone() };
        if split.ids.is_empty() { Ok(()) } else { on.split(split) }
    })?;
    skips.tell();
    Ok(())
}

fn signatures(
    side: &Side,
    sources: &[Source],
    progress: &Progress,
    on: &mut dyn Take,
) -> Result<(), Stopped> {
    let files = files_of(sources)?;
    progress.expect(bytes_of(&files));
    for source in &files {
        let place = visible::line(&corpus::name_of(std::slice::from_ref(source))).into_owned();
        let mut split: Option<Split> = None;
        let (mut result, mut is_looked_at) = (Ok(()), false);
        let mut hand_on = |split: Split| {
            if !mem::replace(&mut is_looked_at, true) {
                tell_health(&split.signatures, split.bits);
            }
            on.split(split)
        };
        corpus::each_signature(source, &side.options, progress, &mut |record| {
            let filling = split.get_or_insert_with(|| {
                let bits = Bits::new(record.bits).unwrap_or(Bits::DEFAULT);
                Split { ids: Vec::new(), signatures: Signatures::new(bits), bits, place: place.clone() }
            });
            filling.ids.push(record.id.to_owned());
            filling.signatures.push(record.signature);
            if filling.ids.len() == SPLIT {
                result = split.take().map_or(Ok(()), &mut hand_on);
            }
            if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
        .map_err(Failure::from)?;
        result?;
        split.map_or(Ok(()), &mut hand_on)?;
    }
    Ok(())
}
